"""Nested cross-validation of the course's SVC on the Titanic: the fast path beside scikit-learn.

Run by `make bench`. 5 × 4 folds, 25 pairs of C and γ, 505 fits. Target: at least 1.1 times as fast
as scikit-learn's GridSearchCV in cross_validate with the same estimator, at the same scores.
"""
from __future__ import annotations

import sys
from time import perf_counter

import numpy as np
from sklearn.model_selection import GridSearchCV, cross_validate

from coursekit.datasets import load_titanic
from coursekit.model_selection import nested_cv
from coursekit.svm import SVC
from fixtures.passengers import design_matrix

LEAST = 1.1
GRIDS = {"wide grid": {"C": np.geomspace(0.1, 1000, 5).tolist(),
                       "gamma": [0.001, 0.01, 0.03, 0.1, 1.0]},
         "mild grid": {"C": [0.03, 0.3, 1.0, 3.0, 30.0], "gamma": [0.003, 0.01, 0.03, 0.1, 0.3]}}


def compare(grid: dict, runs: int = 3) -> tuple[list[float], bool]:
    """Return how many times as fast we are, once a run, and whether all scores agree."""
    X, y = (table.to_numpy() for table in design_matrix(load_titanic()))
    ratios = []
    for _ in range(runs):
        start = perf_counter()
        ours = nested_cv(SVC(), grid, X, y)
        middle = perf_counter()
        theirs = cross_validate(GridSearchCV(SVC(), grid, cv=4), X, y, cv=5, return_estimator=True)
        ratios.append((perf_counter() - middle) / (middle - start))
    same = np.array_equal(ours.scores, theirs["test_score"]) and all(
        np.array_equal(np.average(fold.inner_scores, axis=1), search.cv_results_["mean_test_score"])
        for fold, search in zip(ours.folds, theirs["estimator"]))
    return ratios, same


if __name__ == "__main__":
    good = True
    for name, grid in GRIDS.items():
        ratios, same = compare(grid)
        fine = same and np.median(ratios) >= LEAST
        good &= fine
        print(f"{name}: {np.median(ratios):.2f} times as fast ({min(ratios):.2f} to "
              f"{max(ratios):.2f}), scores {'equal' if same else 'DIFFERENT'}   "
              f"target {LEAST}   {'ok' if fine else 'MISSED'}", flush=True)
    sys.exit(0 if good else 1)
