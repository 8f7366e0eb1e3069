"""Experiments of lesson 05b: how often an interval of fold scores contains the truth."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist
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
        found.append(_held(right / (N // FOLDS), right.sum(axis=1), p))
    return Coverage(np.array(accuracies), *np.array(found).T)


class Learned(NamedTuple):
    """A rule that learns: its accuracy after 48 samples, and how often each interval holds it."""

    truth: float
    corrected: float
    wilson: float


def coverage_of_a_learner(tables: int = 4000, seed: int = 5) -> Learned:
    """Cross-validate the nearest neighbour on tables of 60 samples of two clouds, in five folds.

    As CV is right on average, its mean over all tables is taken for the truth.
    """
    rng, fold = np.random.default_rng(seed), np.repeat(np.arange(FOLDS), N // FOLDS)
    away = fold[:, None] != fold            # the samples are in random order
    right = np.empty((tables, N), dtype=bool)
    for row in right:
        y = rng.integers(0, 2, N)
        X = rng.normal(size=(N, 2)) + 0.7 * y[:, None]
        far = np.where(away, cdist(X, X), np.inf)
        row[:] = y[far.argmin(axis=1)] == y
    scores, truth = right.reshape(tables, FOLDS, -1).mean(axis=2), float(right.mean())
    return Learned(truth, *_held(scores, right.sum(axis=1), truth))


def _held(scores: np.ndarray, right: np.ndarray, truth: float) -> tuple[float, float]:
    """Return how often the corrected interval and Wilson's contain the truth; one row per test."""
    mean, s = scores.mean(axis=1), scores.std(axis=1, ddof=1)
    reach = student.ppf(0.975, FOLDS - 1) * s * (1 / FOLDS + 1 / (FOLDS - 1)) ** 0.5
    low, high = wilson_interval(right, N)
    return (float(np.mean(np.abs(mean - truth) <= reach + 1e-12)),
            float(np.mean((low <= truth) & (truth <= high))))


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
