"""What virtual support vectors change: four machines on twenty splits of the small digits.

A split trains on a hundred images and tests on all others. To count them all takes half a minute,
so the page reads `MEASURED`; a test counts one split of each machine again, at night all.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coursekit.datasets import load_digits
from coursekit.lessons.lesson04e.exercises.shift_images import shift_images
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.notebook import SEED
from coursekit.svm import SVC, OneVsRest

SIDE, TRAINED, SPLITS, TESTED = 8, 100, 20, 1697
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
CUBIC = {"C": 10, "kernel": "poly", "degree": 3, "coef0": 1}
MACHINES = {
    "Gaussian, γ = 0.11": SVC(C=10, gamma=0.11), "Gaussian, γ = 0.02": SVC(C=10, gamma=0.02),
    "cubic, γ = 1/16": SVC(gamma=1 / 16, **CUBIC), "cubic, γ = 1/64": SVC(gamma=1 / 64, **CUBIC)}

#: Misclassified test images of each split: without copies, with copies moved by a pixel, and with
#: copies that have not moved. What `misclassified` returns.
MEASURED = {name: np.array([row.split() for row in rows], int) for name, rows in {
    "Gaussian, γ = 0.11": (
        "164 131 149 151 143 123 138 166 118 133 181 104 146 192 153 127 132 174 135 180",
        "116 99 84 99 97 131 110 157 111 98 118 76 111 177 102 71 113 108 96 127",
        "164 131 149 151 143 123 138 166 118 133 181 105 146 192 153 127 132 174 135 180",
    ),
    "Gaussian, γ = 0.02": (
        "224 166 185 182 188 194 182 217 144 165 205 140 213 205 188 151 159 207 155 258",
        "228 145 188 202 163 210 213 251 156 203 178 165 194 200 199 186 179 179 147 221",
        "206 152 184 191 171 153 165 195 144 158 217 150 174 220 182 150 176 212 169 230",
    ),
    "cubic, γ = 1/16": (
        "204 153 185 182 167 155 160 184 138 146 218 156 179 225 179 147 167 213 159 220",
        "136 128 111 130 133 141 145 179 125 127 156 102 129 264 120 87 140 129 125 168",
        "204 152 185 182 167 155 160 184 138 146 218 156 179 225 179 147 167 212 159 220",
    ),
    "cubic, γ = 1/64": (
        "211 154 191 189 180 162 167 204 147 173 224 140 191 212 173 160 176 220 162 241",
        "228 157 190 188 164 196 184 253 184 191 189 161 205 234 198 183 179 182 175 225",
        "222 169 207 199 186 170 173 201 144 165 251 181 190 235 187 158 191 224 179 243",
    ),
}.items()}


def splits() -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the rows that train, and those that test, of each split."""
    rng = np.random.default_rng(SEED)
    return [tuple(np.split(rng.permutation(TRAINED + TESTED), [TRAINED])) for _ in range(SPLITS)]


def moves(t: float, shift: Callable = shift_images) -> list[Callable]:
    """Return functions that move images, as rows of 64 numbers, by t pixels to the four sides."""
    return [lambda Z, d=d: np.reshape(shift(Z.reshape(-1, SIDE, SIDE), *d, t), Z.shape)
            for d in DIRECTIONS]


def misclassified(machine: SVC, number: int, shift: Callable = shift_images) -> list[int]:
    """Return how many test images of a split are misclassified: plain, moved and unmoved copies."""
    digits = load_digits()
    X, y = digits.drop(columns="digit").to_numpy() / 16, digits["digit"].to_numpy()
    train, test = splits()[number]
    plain = OneVsRest(machine)
    models = (plain.fit(X[train], y[train]),
              *(fit_virtual(plain, X[train], y[train], moves(t, shift)) for t in (1.0, 0.0)))
    return [int(np.sum(m.predict(X[test]) != y[test])) for m in models]


def changes(row: int) -> dict[str, np.ndarray]:
    """Return, for each machine, by how many points moved (1) or unmoved (2) copies change the
    error of each split."""
    return {name: 100 * (counts[row] - counts[0]) / TESTED
            for name, counts in MEASURED.items()}
