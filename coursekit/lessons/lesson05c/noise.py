"""Tables of pure noise, and the score of a machine that keeps the best columns of one.

A column is judged by its difference: its mean over the samples labelled +1 minus that over those
labelled -1. Each fold holds as many of either, so the difference over all samples is the weighted
mean of the differences over the training part and over the test fold.

Legend: ``c`` columns, ``k`` of them kept; ``d`` (5, c) differences, one row per test fold.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

N, FOLDS, TABLES, MOST = 100, 5, 20, 2000
TEST = N // FOLDS                   # samples in a test fold
LABELS = np.tile([1, -1], N // 2)   # fold m holds the samples TEST·m, ..., TEST·(m + 1) - 1
COLUMNS, KEPT = (50, 300, 2000), (2, 10, 50)
WAYS = ("all samples", "training part")


class Differences(NamedTuple):
    """Differences of the columns over the training part, the test fold and all samples."""

    train: np.ndarray       # (5, c)
    test: np.ndarray        # (5, c)
    all: np.ndarray         # (c,)


class Run(NamedTuple):
    """One cross-validation of "keep k columns, then answer by the nearer class mean"."""

    chosen: np.ndarray      # (5, k), columns; the same in each row if all samples chose
    scores: np.ndarray      # (5,), proportions of test samples answered correctly


@cache
def table(number: int) -> np.ndarray:
    """Return table 1, 2, ...: standard normal numbers, shape (100, 2000)."""
    return np.random.default_rng(number + 16).normal(size=(N, MOST))


@cache
def differences(number: int) -> Differences:
    """Return the differences of all columns of a table, for each fold."""
    signed = table(number) * LABELS[:, None]
    sums = signed.reshape(FOLDS, TEST, MOST).sum(axis=1)        # per fold
    return Differences((sums.sum(axis=0) - sums) / ((N - TEST) / 2), sums / (TEST / 2),
                       sums.sum(axis=0) / (N / 2))


@cache
def run(number: int, columns: int, kept: int, way: str) -> Run:
    """Return what cross-validation finds if ``way``, one of ``WAYS``, chose the columns."""
    d, Z = differences(number), table(number)[:, :columns]
    judged = [d.all if way == WAYS[0] else d.train[m] for m in range(FOLDS)]
    chosen = np.array([np.argsort(-np.abs(row[:columns]), kind="stable")[:kept]
                       for row in judged])
    scores = np.empty(FOLDS)
    for m, some in enumerate(chosen):
        rows = np.arange(N) // TEST == m
        middle = Z[~rows][:, some].mean(axis=0)     # as many samples of each class
        f = (Z[rows][:, some] - middle) @ d.train[m, some]
        scores[m] = np.mean(np.where(f > 0, 1, -1) == LABELS[rows])
    return Run(chosen, scores)


def reported(columns: int, kept: int, way: str) -> np.ndarray:
    """Return the mean score of each of the twenty tables."""
    return np.array([run(number, columns, kept, way).scores.mean()
                     for number in range(1, TABLES + 1)])
