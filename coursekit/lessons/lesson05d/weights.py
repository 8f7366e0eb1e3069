"""Lesson 05d: class weights against a threshold, nine settings of a support vector machine.

A missed survivor costs 4, a false alarm 1. All ways meet the same ten outer folds of tickets (see
`passengers`). `compute` makes the costs of one setting anew (some seconds); they are kept here
because the page must not make anybody wait.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from sklearn.svm import SVC

from coursekit.lessons.lesson05d.passengers import inner_folds, outer_folds
from coursekit.model_selection import paired_interval
from coursekit.scoreboard import passengers
from coursekit.svm import fit_sigmoid, sigmoid
from coursekit.titanic import titanic_pipeline

COST_FN, COST_FP = 4, 1
THETA = COST_FP / (COST_FP + COST_FN)
WAYS = ("plain machine", "class weight 4", "sigmoid, threshold θ*", "threshold tuned inside")
N_TRAIN, N_TEST = 802, 89       # mean sizes of an outer training part and its test part


def cost(yes: np.ndarray, y: np.ndarray) -> int:
    """Return what the answers cost in all; yes and y have shape (n,)."""
    return int(COST_FN * np.sum(~yes & (y == 1)) + COST_FP * np.sum(yes & (y == 0)))


def compute(C: float, gamma: float, best_threshold: Callable,
            folds: Sequence[int] = range(10)) -> np.ndarray:
    """Return the cost of each way in these outer folds, shape (4, number of folds)."""
    X, y, _ = passengers()

    def machine(rows: np.ndarray, **weights):
        return titanic_pipeline(SVC(C=C, gamma=gamma, **weights)).fit(X.iloc[rows], y[rows])

    found = []
    cuts = outer_folds()
    for train, test in (cuts[k] for k in folds):
        held_out, known, rows = np.empty(len(train)), y[train], X.iloc[test]
        for a, b in inner_folds(train):
            held_out[b] = machine(train[a]).decision_function(X.iloc[train[b]])
        f = machine(train).decision_function(rows)
        p = sigmoid(f, *fit_sigmoid(held_out, np.where(known == 1, 1, -1)))
        weighted = machine(train, class_weight={0: COST_FP, 1: COST_FN})
        answers = (f >= 0, weighted.decision_function(rows) >= 0, p >= THETA,
                   f >= best_threshold(held_out, known, COST_FP, COST_FN))
        found.append([cost(yes, y[test]) for yes in answers])
    return np.transpose(found)


def per_passenger(setting: tuple[float, float]) -> np.ndarray:
    """Return the cost per passenger of each way in each outer fold, shape (4, 10)."""
    return np.array(COSTS[setting]) / SIZES


def ahead(other: int) -> dict[tuple[float, float], tuple[float, float, float]]:
    """Return for each setting by how much the weight costs more than another way, with
    interval."""
    return {setting: paired_interval(of[1], of[other], N_TRAIN, N_TEST)
            for setting, of in ((s, per_passenger(s)) for s in COSTS)}


SIZES = np.array([89, 93, 85, 93, 83, 88, 92, 89, 91, 88])
#: (C, γ): the costs in ten folds, a row per way.
COSTS = {
    (0.1, 0.01): (
        (34, 57, 31, 32, 32, 47, 59, 43, 69, 57),
        (43, 37, 27, 32, 26, 48, 41, 30, 43, 28),
        (41, 57, 23, 37, 34, 47, 54, 47, 58, 43),
        (40, 40, 19, 35, 34, 51, 47, 31, 57, 41),
    ),
    (0.1, 0.03): (
        (31, 50, 23, 26, 29, 47, 66, 41, 69, 42),
        (39, 37, 28, 32, 27, 47, 50, 30, 44, 28),
        (39, 57, 23, 37, 34, 47, 57, 48, 58, 43),
        (37, 51, 30, 32, 27, 48, 50, 50, 52, 37),
    ),
    (0.1, 0.1): (
        (33, 51, 26, 24, 40, 51, 66, 40, 69, 50),
        (43, 44, 30, 36, 28, 49, 56, 31, 45, 33),
        (43, 51, 28, 32, 37, 51, 53, 48, 57, 37),
        (41, 51, 28, 41, 28, 48, 56, 36, 47, 40),
    ),
    (1, 0.01): (
        (31, 53, 27, 24, 33, 47, 66, 49, 69, 42),
        (38, 31, 30, 26, 22, 46, 48, 27, 47, 23),
        (35, 48, 26, 25, 29, 47, 63, 42, 62, 38),
        (36, 37, 26, 19, 33, 52, 65, 42, 51, 39),
    ),
    (1, 0.03): (
        (30, 50, 23, 28, 35, 53, 66, 41, 62, 42),
        (35, 26, 22, 27, 21, 48, 46, 25, 51, 23),
        (36, 48, 25, 26, 33, 49, 65, 42, 62, 40),
        (36, 41, 27, 23, 32, 50, 65, 42, 56, 46),
    ),
    (1, 0.1): (
        (46, 51, 27, 27, 44, 58, 62, 39, 65, 52),
        (38, 29, 24, 29, 32, 57, 51, 26, 50, 36),
        (41, 48, 24, 31, 40, 51, 65, 30, 48, 48),
        (45, 42, 26, 33, 41, 50, 65, 37, 31, 44),
    ),
    (10, 0.01): (
        (41, 54, 27, 35, 39, 57, 66, 41, 65, 60),
        (36, 26, 21, 26, 20, 48, 46, 25, 40, 27),
        (36, 42, 27, 21, 32, 50, 67, 42, 62, 43),
        (36, 42, 32, 25, 39, 50, 61, 37, 59, 43),
    ),
    (10, 0.03): (
        (48, 51, 28, 26, 44, 55, 61, 40, 64, 51),
        (38, 29, 27, 26, 34, 53, 50, 26, 51, 34),
        (40, 50, 26, 59, 45, 49, 66, 42, 51, 48),
        (40, 48, 29, 56, 42, 52, 68, 42, 52, 48),
    ),
    (10, 0.1): (
        (40, 51, 33, 26, 48, 63, 61, 40, 64, 51),
        (38, 30, 23, 27, 35, 58, 50, 30, 50, 36),
        (40, 47, 28, 34, 53, 60, 61, 42, 47, 51),
        (38, 46, 49, 53, 62, 55, 61, 50, 41, 56),
    ),
}
