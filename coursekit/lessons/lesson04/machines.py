"""The machines that the explorers of lesson 04 draw: bumps on samples, and straight cuts.

Legend: ``beta`` (n,) signed heights α_i y_i of the bumps, ``b`` intercept, ``Z`` (n, m) samples
with the coordinate that was added, ``w`` and ``b`` a cut ⟨w, z⟩ + b = 0.
"""
from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from coursekit.kernels import rbf
from coursekit.lessons.lesson04.samples import PLANES, make_line, men_by_age
from coursekit.svm import SVC, DualProblem, solve_fast

TOLERANCE = 1e-6        # largest KKT gap, in units of f
FLAT = 1e-9             # relative size below which a direction does not count


class Bumps(NamedTuple):
    """A Gaussian machine: one bump per row of X; a row may stand for several equal samples."""

    X: np.ndarray
    y: np.ndarray
    number: np.ndarray          # equal samples that a row stands for
    beta: np.ndarray            # height of the bump of each of these samples
    b: float
    ceiling: np.ndarray         # bound for that height
    gamma: float

    @property
    def capped(self) -> np.ndarray:
        """Whether each bump has reached its ceiling."""
        return np.abs(self.beta) >= self.ceiling * (1 - 1e-9)

    def terms(self, points: np.ndarray, rows: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Return the bump of one sample of each row at points (m, d), shape (rows, m)."""
        squared = np.sum((self.X[rows, None] - points[None]) ** 2, axis=2)
        return self.beta[rows, None] * np.exp(-self.gamma * squared)

    def f(self, points: np.ndarray) -> np.ndarray:
        """Return the sum of all bumps, plus b, at points (m, d)."""
        return self.number @ self.terms(points) + self.b


@lru_cache(maxsize=2048)
def fitted(data: str, C: float, gamma: float, weight: float = 1.0) -> Bumps:
    """Return the machine that the course's SVC finds; ``weight`` is that of class +1.

    Equal samples are trained as one with a larger ceiling, and then share its bump equally: the
    optimum leaves open how they share it.
    """
    if data == "men by age":
        X, y, number = men_by_age()
    else:
        X, y = make_line(stray=True) if data == "line" else PLANES[data]()
        number = np.ones(len(y), dtype=int)
    ceiling = C * np.where(y > 0, weight, 1.0)
    found = solve_fast(DualProblem(rbf(X, gamma=gamma), y, ceiling * number), tol=TOLERANCE)
    return Bumps(X, y, number, found.alpha * y / number, found.b, ceiling, gamma)


#: The middle nine in ten of 200 `borders`, by the weight of the survivors; kept: seconds each.
BORDERS = {1: (0.0, 11.5), 3: (6.7, 14.1)}


def borders(weight: float, draws: int = 200, seed: int = 0) -> np.ndarray:
    """Return up to which age a machine calls everybody a survivor, for bootstrap draws of the men.

    0 where it does not even begin with survivors. C and γ are those of the page.
    """
    ages, fates, number = men_by_age()
    rng, t, found = np.random.default_rng(seed), np.linspace(0, 80, 1601), []
    for drawn in rng.multinomial(number.sum(), number / number.sum(), draws):
        some = drawn > 0
        model = SVC(C=1, gamma=0.02, tol=1e-4, class_weight={1: weight, -1: 1}).fit(
            ages[some], fates[some], sample_weight=drawn[some].astype(float))
        found.append(t[np.argmin(model.decision_function(t[:, None]) > 0)])
    return np.array(found)


class Cut(NamedTuple):
    """A straight cut ⟨w, z⟩ + b = 0, and which samples lie on its wrong side."""

    w: np.ndarray
    b: float
    wrong: np.ndarray

    def f(self, Z: np.ndarray) -> np.ndarray:
        """Return ⟨w, z⟩ + b."""
        return Z @ self.w + self.b


def best_sides(Z: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Return the divisions of samples by a hyperplane with the fewest mistakes.

    A best hyperplane can be moved until it touches as many samples as it needs to be fixed, and
    these can then be left on their right sides by moving it back a little. So it is enough to try
    the hyperplanes through each choice of r samples, where r is the dimension the samples span.
    """
    centred = Z - Z.mean(axis=0)
    _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
    r = int(np.sum(sizes > FLAT * sizes[0]))
    P = np.column_stack([centred @ axes[:r].T, np.ones(len(y))])
    touched = np.array(list(combinations(range(len(y)), r)))
    normals = np.linalg.svd(P[touched])[2][:, -1]       # each w, b with ⟨w, z⟩ + b = 0 on its r
    f = normals @ P.T
    sides = np.where(np.concatenate([f, -f]) > 0, 1, -1)
    touched = np.concatenate([touched, touched])
    np.put_along_axis(sides, touched, y[touched], axis=1)
    wrong = np.sum(sides != y, axis=1)
    return list(np.unique(sides[wrong == wrong.min()], axis=0))


def widest(Z: np.ndarray, y: np.ndarray, divisions: list[np.ndarray]) -> np.ndarray:
    """Return the division whose hyperplane has the widest margin."""
    def margin(sides: np.ndarray) -> float:
        if len(set(sides)) < 2:
            return 0.0
        try:
            return 1 / float(np.linalg.norm(_hard_margin(Z, sides)[0]))
        except ValueError:      # three samples in a row: this division is not reached
            return 0.0
    return max(divisions, key=margin)


def cut(Z: np.ndarray, y: np.ndarray, sides: np.ndarray) -> Cut:
    """Return the cut between the sides with the widest margin, each coordinate scaled to ±1."""
    w, b = _hard_margin(Z, sides)
    return Cut(w, b, np.sign(Z @ w + b) != y)


def _hard_margin(Z: np.ndarray, sides: np.ndarray) -> tuple[np.ndarray, float]:
    size = np.abs(Z - Z.mean(axis=0)).max(axis=0)
    size[size < FLAT] = 1.0
    model = SVC(C=np.inf, kernel="linear", tol=1e-4).fit((Z - Z.mean(axis=0)) / size, sides)
    w = model.coef_[0] / size
    return w, float(model.intercept_[0] - Z.mean(axis=0) @ w)
