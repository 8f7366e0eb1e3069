"""Experiments of lesson 05c: fold scores that are correlated, and a leak without labels.

All six columns matter equally for a label, so a machine on the first three is as good as the same
machine on the last three: the true difference is 0.

Legend: ``D`` (tables, R, k) differences of the two accuracies in k folds of R partitions.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import t as student
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline

N, FOLDS, PARTITIONS, TABLES = 100, 10, 10, 1000
MACHINES = ("least squares", "nearest neighbour")
GUESS = 1 / FOLDS           # Nadeau and Bengio's correlation


class Correlations(NamedTuple):
    """The variance of one fold's difference, and two correlations."""

    variance: float
    same: float         # of two folds of one partition
    other: float        # of two folds of two partitions


#: What `correlations(fold_differences(machine))` returns, kept because neighbours take seconds.
MEASURED = {
    "least squares": Correlations(0.049234, 0.019312, 0.106632),
    "nearest neighbour": Correlations(0.050398, 0.084656, 0.158507),
}


#: What `alarms(machine)` returns: three partitions, proportions of tables.
ALARMS = {"least squares": (0.038, 0.077, 0.038), "nearest neighbour": (0.093, 0.151, 0.092)}


def _least_squares(A: np.ndarray, y: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return which samples of each part are answered correctly; the rest by normal equations."""
    A = np.column_stack([A, np.ones(len(A))])
    held, labels = A[parts], y[parts]
    gram = A.T @ A - np.einsum("rkni,rknj->rkij", held, held)
    right = A.T @ y - np.einsum("rkni,rkn->rki", held, labels)
    w = np.linalg.solve(gram, right[..., None])
    return ((held @ w)[..., 0] > 0.5) == labels


def _nearest_neighbour(A: np.ndarray, y: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return which samples of each part have the label of the nearest sample outside it."""
    apart = np.sum((A[:, None] - A) ** 2, axis=-1)
    right = np.empty(parts.shape, dtype=bool)
    for row, folds in zip(right, parts, strict=True):
        fold = np.empty(len(A), dtype=int)
        fold[folds] = np.arange(len(folds))[:, None]
        nearest = np.where(fold[:, None] == fold, np.inf, apart).argmin(axis=1)
        row[:] = (y[nearest] == y)[folds]
    return right


def _leads(machine: str, tables: int, seed: int, partitions: int) -> Iterator[tuple]:
    """Yield for each table the parts, and how far the first machine is ahead, (R, k, N / k)."""
    answer = _least_squares if machine == MACHINES[0] else _nearest_neighbour
    rng = np.random.default_rng(seed)
    for _ in range(tables):
        A = rng.normal(size=(N, 6))
        y = (A.sum(axis=1) + 2 * rng.normal(size=N) > 0).astype(int)
        parts = np.array([rng.permutation(N) for _ in range(partitions)])
        parts = parts.reshape(partitions, FOLDS, N // FOLDS)
        yield parts, answer(A[:, :3], y, parts).astype(float) - answer(A[:, 3:], y, parts)


@cache
def fold_differences(machine: str = MACHINES[0], tables: int = TABLES,
                     seed: int = 0) -> np.ndarray:
    """Return how far the first machine is ahead of the second, shape (tables, R, k)."""
    return np.array([ahead.mean(axis=-1) for _, ahead in _leads(machine, tables, seed,
                                                                PARTITIONS)])


def correlations(D: np.ndarray) -> Correlations:
    """Return the variance over tables and both correlations, averaged over all pairs of folds."""
    R, k = D.shape[1:]
    table = np.cov(D.reshape(len(D), -1).T)
    partition = np.repeat(np.arange(R), k)
    one = partition[:, None] == partition
    variance = np.diag(table).mean()
    same = table[one & ~np.eye(R * k, dtype=bool)].mean()
    return Correlations(float(variance), float(same / variance),
                        float(table[~one].mean() / variance))


def terms(found: Correlations, partitions: int) -> tuple[float, float, float]:
    """Return the three terms of the variance of the mean, in parts of one fold's variance."""
    R, k = partitions, FOLDS
    return 1 / (R * k), (k - 1) / (R * k) * found.same, (R - 1) / R * found.other


def expected_square(found: Correlations, partitions: int) -> float:
    """Return the expectation of s² of all R·k differences, in parts of one fold's variance."""
    J = partitions * FOLDS
    return (1 - sum(terms(found, partitions))) * J / (J - 1)


def excluded(D: np.ndarray, partitions: int, *, corrected: bool) -> float:
    """Return the proportion of tables whose 95% interval excludes the true difference, 0."""
    return float(np.mean(_excludes(D[:, :partitions], corrected)))


def _excludes(D: np.ndarray, corrected: bool) -> np.ndarray:
    """Return for each table whether its 95% interval excludes 0."""
    values = D.reshape(len(D), -1)
    J = values.shape[1]
    spread = values.std(axis=1, ddof=1)
    more = 1 / (FOLDS - 1) if corrected else 0.0
    reach = student.ppf(0.975, J - 1) * spread * (1 / J + more) ** 0.5
    return np.abs(values.mean(axis=1)) > reach + 1e-12


def alarms(machine: str, tables: int = TABLES, seed: int = 2024) -> tuple[float, float, float]:
    """Return how often 95% intervals exclude the true difference, 0.

    The corrected interval by folds, the interval by samples, and both of them.
    """
    folds, by_samples = [], []
    for parts, ahead in _leads(machine, tables, seed, 3):
        folds.append(ahead.mean(axis=-1))
        each = np.zeros(N)
        np.add.at(each, parts, ahead / 3)
        by_samples.append(abs(each.mean()) > 1.96 * each.std(ddof=1) / N**0.5 + 1e-12)
    by_folds = _excludes(np.array(folds), True)
    return tuple(float(np.mean(which)) for which in (by_folds, by_samples, by_folds & by_samples))


def whitened_distances(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return distances after whitening from 15 test samples to 45 training samples, twice (15, 45).

    The PCA is learned from all sixty samples of a table like those of `whitening`, then from the
    training samples alone.
    """
    Z, _ = _table(np.random.default_rng(seed))
    test, train, found = Z[:15], Z[15:], []
    for known in (Z, train):
        white = PCA(1 - 1e-12, whiten=True, svd_solver="full").fit(known)
        found.append(cdist(white.transform(test), white.transform(train)))
    return found[0], found[1]


def _table(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return sixty samples of two hundred columns, twenty of them informative, and the labels."""
    y = np.tile([0, 1], 30)
    return rng.normal(size=(60, 200)) + 0.35 * (2 * y[:, None] - 1) * (np.arange(200) < 20), y


def whitening(tables: int = 15, seed: int = 0) -> np.ndarray:
    """Return accuracies with a PCA that is learned outside and inside, shape (tables, 2).

    Sixty samples, two hundred columns; the PCA brings all directions to one scale and never sees
    a label. There are four folds: 45 training labels have a majority, where 48 may be a tie that
    rounding decides, on every processor differently.
    """
    rng, found = np.random.default_rng(seed), []
    for _ in range(tables):
        Z, y = _table(rng)
        model = LogisticRegression()
        white = PCA(1 - 1e-12, whiten=True, svd_solver="full")     # all directions but none empty
        cut = KFold(4, shuffle=True, random_state=int(rng.integers(1000)))
        found.append([cross_val_score(model, white.fit_transform(Z), y, cv=cut).mean(),
                      cross_val_score(make_pipeline(white, model), Z, y, cv=cut).mean()])
    return np.array(found)
