"""Lesson 05d: what thresholds cost on locked parts, with stated and with repaired probabilities.

A way of stating probabilities is kept as a list with one `Fold` per outer fold (see `passengers`).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.model_selection import cross_val_predict

from coursekit.lessons.lesson05d.passengers import inner_folds, outer_folds
from coursekit.model_selection import paired_interval
from coursekit.scoreboard import passengers
from coursekit.svm import fit_sigmoid, sigmoid

N_TRAIN, N_TEST = 802, 89       # mean sizes of an outer training part and its test part


class Fold(NamedTuple):
    """Stated probabilities and labels of one outer fold."""

    inner: np.ndarray           # p of the training part, each from an inner fold
    known: np.ndarray           # its labels
    locked: np.ndarray          # p of the locked part, from the refitted model
    labels: np.ndarray          # its labels


def inside(model: BaseEstimator) -> list[Fold]:
    """Return what the model states in each outer fold, inner p and p of the locked part."""
    X, y, _ = passengers()
    found = []
    for train, test in outer_folds():
        known = X.iloc[train], y[train]
        inner = cross_val_predict(model, *known, cv=inner_folds(train),
                                  method="predict_proba")[:, 1]
        locked = model.fit(*known).predict_proba(X.iloc[test])[:, 1]
        found.append(Fold(inner, y[train], locked, y[test]))
    return found


def costs(stated: list[Fold], best_threshold: Callable, cost_fp: float,
          cost_fn: float) -> np.ndarray:
    """Return the cost per passenger of each locked part, shape (3, number of folds).

    The rows are the threshold one half, θ*, and the one tuned on the inner p of the fold.
    """
    star = cost_fp / (cost_fp + cost_fn)
    return np.transpose([
        [np.mean(np.where(fold.locked >= t, cost_fp * (fold.labels == 0),
                          cost_fn * (fold.labels == 1)))
         for t in (0.5, star, best_threshold(fold.inner, fold.known, cost_fp, cost_fn))]
        for fold in stated])


def saving(before: np.ndarray, after: np.ndarray) -> tuple[float, float, float]:
    """Return the mean difference over the outer folds, and its corrected interval."""
    return paired_interval(before, after, N_TRAIN, N_TEST)


def recalibrated(stated: list[Fold]) -> list[Fold]:
    """Return the folds with p of the locked part sent through a sigmoid of its log odds, which
    was fitted to the inner p."""
    return [fold._replace(locked=sigmoid(_log_odds(fold.locked), *fit_sigmoid(
        _log_odds(fold.inner), np.where(fold.known == 1, 1, -1)))) for fold in stated]


def _log_odds(q: np.ndarray) -> np.ndarray:
    q = np.clip(q, 1e-9, 1 - 1e-9)
    return np.log(q / (1 - q))
