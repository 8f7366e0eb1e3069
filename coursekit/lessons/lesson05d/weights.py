"""Lesson 05d: class weights against a threshold, for two kinds of machine.

A missed survivor costs 4, a false alarm 1. All ways meet the same ten outer folds of tickets in
three partitions (see `passengers`). `compute` makes the answers of one setting anew (a second per
fold); `tools/data/bills.py` stores them, because the page must not make anybody wait.
"""
from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from coursekit.datasets.files import read_data
from coursekit.lessons.lesson05d.passengers import inner_folds, outer_folds
from coursekit.lessons.lesson05d.thresholds import charged
from coursekit.scoreboard import passengers
from coursekit.svm import fit_sigmoid, sigmoid
from coursekit.titanic import titanic_pipeline

COST_FN, COST_FP = 4, 1
THETA = COST_FP / (COST_FP + COST_FN)
WAYS = ("plain machine", "class weight 4", "threshold θ*", "threshold tuned inside")
#: C and γ of nine support vector machines; the last machine is logistic regression.
SETTINGS = tuple((C, gamma) for C in (0.1, 1, 10) for gamma in (0.01, 0.03, 0.1))
MACHINES = (*SETTINGS, "logistic")


def machine(name: tuple[float, float] | str, **options):
    """Return the unfitted model of a setting, with class weights or without."""
    if name == "logistic":
        return LogisticRegression(max_iter=1000, **options)
    return SVC(C=name[0], gamma=name[1], **options)


def compute(name: tuple[float, float] | str, best_threshold: Callable, partition: int = 0,
            folds: Sequence[int] = range(10)) -> np.ndarray:
    """Return which passengers of these outer folds each way answers with yes, shape (4, n)."""
    X, y, _ = passengers()

    def values(rows: np.ndarray, asked: np.ndarray, **weights):
        model = titanic_pipeline(machine(name, **weights)).fit(X.iloc[rows], y[rows])
        return model.decision_function(X.iloc[asked])

    cuts, found = outer_folds(partition), []
    for train, test in (cuts[k] for k in folds):
        held_out, known = np.empty(len(train)), y[train]
        for a, b in inner_folds(train):
            held_out[b] = values(train[a], train[b])
        f = values(train, test)
        # the values of logistic regression are log odds already
        A, B = (-1.0, 0.0) if name == "logistic" else fit_sigmoid(
            held_out, np.where(known == 1, 1, -1))
        found.append([f >= 0, values(train, test, class_weight={0: COST_FP, 1: COST_FN}) >= 0,
                      sigmoid(f, A, B) >= THETA,
                      f >= best_threshold(held_out, known, COST_FP, COST_FN)])
    return np.concatenate(found, axis=1)


@cache
def bills() -> dict[tuple[float, float] | str, np.ndarray]:
    """Return for each machine what the four ways cost per passenger, shape (4, 3, 891)."""
    _, y, _ = passengers()
    with np.load(io.BytesIO(read_data("bills.npz"))) as archive:
        yes = np.unpackbits(archive["yes"], axis=-1, count=len(y)).astype(bool)
    return dict(zip(MACHINES, charged(yes, y, COST_FP, COST_FN), strict=True))
