"""Experiments of lesson 05b: how often an interval of fold scores contains the truth."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.stats import binom, t as student

from coursekit.model_selection import folds
from coursekit.statistics import wilson_interval

N, FOLDS, TRIALS = 60, 5, 20_000
ACCURACIES = (0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


class Coverage(NamedTuple):
    """For each accuracy, how often each "95%" interval contained it; proportions."""

    accuracies: np.ndarray
    corrected: np.ndarray
    wilson: np.ndarray


def coverage(accuracies=ACCURACIES, seed: int = 5) -> Coverage:
    """Score one fixed rule on 60 fresh samples in five folds, again and again.

    The rule learns nothing and is right with a known probability, so its accuracy is the truth.
    """
    rng, found = np.random.default_rng(seed), []
    for p in accuracies:
        right = rng.binomial(N // FOLDS, p, (TRIALS, FOLDS))
        scores = right / (N // FOLDS)
        mean, s = scores.mean(axis=1), scores.std(axis=1, ddof=1)
        reach = student.ppf(0.975, FOLDS - 1) * s * (1 / FOLDS + 1 / (FOLDS - 1)) ** 0.5
        low, high = wilson_interval(right.sum(axis=1), N)
        found.append((np.mean(np.abs(mean - p) <= reach + 1e-12),
                      np.mean((low <= p) & (p <= high))))
    return Coverage(np.array(accuracies), *np.array(found).T)


def lowest_wilson() -> tuple[float, float]:
    """Return the accuracy from 0.6 to 0.999 at which Wilson's interval holds least, and how often.

    Computed from binomial chances, without draws, at steps of 0.0001.
    """
    accuracies, right = np.arange(6000, 9991)[:, None] / 10_000, np.arange(N + 1)
    low, high = wilson_interval(right, N)
    holds = (low <= accuracies) & (accuracies <= high)
    held = np.sum(binom.pmf(right, N, accuracies) * holds, axis=1)
    return float(accuracies[held.argmin(), 0]), float(held.min())


def correlation(learn, tables: int, seed: int = 0) -> float:
    """Return the correlation of two folds' scores over many tables of 60 samples, five folds.

    ``learn(X, y)`` returns a function that predicts. Two clouds, half of the labels by chance.
    """
    rng, scores = np.random.default_rng(seed), np.empty((tables, FOLDS))
    for row in scores:
        y = rng.integers(0, 2, N)
        X = rng.normal(size=(N, 2)) + 0.7 * y[:, None]
        for k, test in enumerate(folds(N, FOLDS, rng)):
            train = np.setdiff1d(np.arange(N), test)
            row[k] = np.mean(learn(X[train], y[train])(X[test]) == y[test])
    table = np.cov(scores.T)
    off = ~np.eye(FOLDS, dtype=bool)
    return float(table[off].mean() / np.diag(table).mean())
