"""Lesson 05: where a condition fails, cross-validation misses; and the passengers' real fates.

Legend: ``learn(X, y)`` returns a rule, and a rule takes new rows of X and returns labels.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coursekit.lessons.lesson05.coins import TABLES, VOTERS, ranks, score_tables, tables
from coursekit.model_selection import folds, stratified_folds
from coursekit.scoreboard import passengers

N, STRIPES, TRIALS, FRESH = 60, 8, 300, 200


class Case(NamedTuple):
    """What cross-validation says on average, and what it should say."""

    name: str
    cv: float
    truth: float


def majority(X: np.ndarray, y: np.ndarray) -> Callable:
    """Learn the more frequent label, whatever the features."""
    return lambda new: np.full(len(new), int(y.mean() > 0.5))


def nearest(X: np.ndarray, y: np.ndarray) -> Callable:
    """Learn to answer as the nearest sample does, on a line."""
    return lambda new: y[np.abs(new[:, :1] - X[:, 0]).argmin(axis=1)]


def cv_of(learn: Callable, X: np.ndarray, y: np.ndarray, splits: Iterable) -> float:
    """Return the share of samples that are answered rightly by a rule that has not seen them."""
    right = 0
    for test in splits:
        train = np.setdiff1d(np.arange(len(y)), test)
        right += int(np.sum(learn(X[train], y[train])(X[test]) == y[test]))
    return right / len(y)


def stripes(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return samples on a line, sorted, whose label changes from stripe to stripe."""
    x = np.sort(rng.random(n))
    return x[:, None], (x * STRIPES).astype(int) % 2


def blocks() -> Case:
    """Folds are runs of neighbours of a sorted file."""
    rng, cv, truth = np.random.default_rng(0), [], []
    for _ in range(TRIALS):
        X, y = stripes(N, rng)
        cv.append(cv_of(nearest, X, y, np.array_split(np.arange(N), 5)))
        taught, new = stripes(N * 4 // 5, rng), stripes(FRESH, rng)
        truth.append(np.mean(nearest(*taught)(new[0]) == new[1]))
    return Case("a sorted file, cut into blocks", np.mean(cv), np.mean(truth))


def duplicates() -> Case:
    """Each sample stands in the file twice; labels are coins."""
    rng, cv = np.random.default_rng(0), []
    for _ in range(TRIALS):
        X, y = rng.random((N // 2, 1)).repeat(2, axis=0), rng.integers(0, 2, N // 2).repeat(2)
        cv.append(cv_of(nearest, X, y, folds(N, 5, rng)))
    return Case("twins: every sample is in the file twice", np.mean(cv), 0.5)


def stratified() -> Case:
    """Each fold gets its share of both labels, so the labels have been looked at."""
    rng = np.random.default_rng(0)
    cv = [cv_of(majority, y[:, None], y, stratified_folds(y, 5, rng))
          for y in rng.integers(0, 2, (5 * TRIALS, N))]
    return Case("folds balanced\nby label", np.mean(cv), 0.5)


def another_class() -> Case:
    """The fate of most people of one's sex, learned in second class and used in third."""
    X, fates, _ = passengers()
    woman = (X["Sex"] == "female").to_numpy().astype(float)[:, None]
    second, third = (X["Pclass"] == k for k in (2, 3))
    rng, x, y = np.random.default_rng(0), woman[second], fates[second]
    cv = [cv_of(by_sex, x, y, folds(len(y), 4, rng)) for _ in range(20)]
    truth = np.mean(by_sex(x, y)(woman[third]) == fates[third])
    return Case("learned in 2nd class, used in 3rd", np.mean(cv), truth)


def by_sex(X: np.ndarray, y: np.ndarray) -> Callable:
    """Learn the more frequent fate of women and of men; the first column says which is which."""
    share = [np.mean(y[X[:, 0] == sex]) for sex in (0, 1)]
    return lambda new: (np.where(new[:, 0] == 1, share[1], share[0]) > 0.5).astype(int)


def two_majorities(tables: int = 1000) -> float:
    """Return the mean of the better of two scores, where exactly half of the labels are 1.

    The settings are the majority of all training labels, and of the first 45 of them.
    """
    rng, y, best = np.random.default_rng(0), np.tile([0, 1], N // 2), []
    for _ in range(tables):
        y, splits = rng.permutation(y), folds(N, 5, rng)
        some = cv_of(lambda X, y: majority(X[:45], y[:45]), y[:, None], y, splits)
        best.append(max(cv_of(majority, y[:, None], y, splits), some))
    return float(np.mean(best))


class Real(NamedTuple):
    """For each table of 80 passengers with their real fates, shares between 0 and 1."""

    best: np.ndarray        # the best of sixteen cross-validated scores
    winner: np.ndarray      # its place in VOTERS
    others: np.ndarray      # the winner, trained on all 80, on the 811 others


@lru_cache(maxsize=1)
def real_fates(n: int = 80) -> Real:
    """Choose among sixteen settings on n passengers, and test the winner on all others."""
    fates, (rows, _, f, g) = passengers()[1].astype(np.int8), tables(n)
    scores = score_tables(rows, fates[rows], f, g)[0]
    winner, others = scores.argmax(axis=1), np.empty(TABLES)
    for k, (taught, place) in enumerate(zip(rows, winner, strict=True)):
        rest = np.setdiff1d(np.arange(len(fates)), taught)
        near = np.argsort(ranks()[np.ix_(rest, taught)], axis=1)[:, :VOTERS[place]]
        others[k] = np.mean((2 * fates[taught][near].sum(axis=1) > VOTERS[place]) == fates[rest])
    return Real(scores.max(axis=1), winner, others)
