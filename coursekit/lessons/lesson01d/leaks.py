"""Lesson 01d: four ways to give a model a column of ticket mates' fates, and what each scores.

``SCORES`` was computed by `measure`, which takes half a minute; a test computes part of it anew.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold

from coursekit.datasets import load_titanic
from coursekit.lessons.lesson01d.columns import AGE_EDGES, FEATURES, table
from coursekit.titanic import AgeImputer

COLUMNS = ("no column", "own row too", "the others", "others in training")
FOLDS = ("by ticket", "by passenger")
N_FOLDS, PARTITIONS, SHUFFLES = 10, 3, 20
UNKNOWN = -1.0          # in the column, where nobody's fate may be used


class Score(NamedTuple):
    """Accuracy on the real outcomes, and on shuffled ones: mean, lowest and highest."""

    real: float
    shuffled: float
    low: float
    high: float


SCORES = {
    ("no column", "by ticket"): Score(0.820, 0.607, 0.596, 0.623),
    ("own row too", "by ticket"): Score(0.985, 0.894, 0.877, 0.906),
    ("the others", "by ticket"): Score(0.842, 0.594, 0.570, 0.617),
    ("others in training", "by ticket"): Score(0.825, 0.604, 0.580, 0.623),
    ("no column", "by passenger"): Score(0.822, 0.605, 0.590, 0.618),
    ("own row too", "by passenger"): Score(0.985, 0.880, 0.862, 0.903),
    ("the others", "by passenger"): Score(0.842, 0.610, 0.590, 0.631),
    ("others in training", "by passenger"): Score(0.840, 0.598, 0.587, 0.617),
}


@cache
def tickets() -> np.ndarray:
    """Return a number for the ticket of each passenger."""
    return pd.factorize(load_titanic()["Ticket"])[0]


def mates(y: np.ndarray, column: str, training: np.ndarray) -> np.ndarray:
    """Return the column: for each passenger the proportion of survivors among some ticket mates.

    ``training`` says which passengers belong to the training part. UNKNOWN where there are none.
    """
    ticket = tickets()
    used = training if column == "others in training" else np.full(len(y), True)
    own = np.zeros(len(y), bool) if column == "own row too" else used
    k, n = (np.bincount(ticket, weights=values)[ticket] - mine
            for values, mine in ((y * used, y * own), (used, own.astype(int))))
    return np.where(n > 0, k / np.maximum(n, 1), UNKNOWN)


@cache
def parts(folds: str, seed: int) -> list[np.ndarray]:
    """Return the rows of each of the ten parts that are judged in turn."""
    if folds == "by passenger":
        cut = KFold(N_FOLDS, shuffle=True, random_state=seed).split(table())
    else:
        cut = GroupKFold(N_FOLDS, shuffle=True, random_state=seed).split(
            table(), groups=load_titanic()["Ticket"])      # not by number: the folds would differ
    return [test for _, test in cut]


def seven(training: np.ndarray) -> np.ndarray:
    """Return the seven features as zeros and ones; missing ages are learned in training rows."""
    frame = load_titanic()
    age = AgeImputer().fit(frame[training]).transform(frame)["Age"]
    bands = pd.cut(age, AGE_EDGES, right=False).astype(str)
    return pd.get_dummies(table()[list(FEATURES)].assign(age=bands)).to_numpy(float)


def right_answers(y: np.ndarray, column: str, folds: str, seed: int) -> np.ndarray:
    """Return for each passenger whether the model fitted on the other parts is right."""
    right = np.zeros(len(y), bool)
    for test in parts(folds, seed):
        training = np.full(len(y), True)
        training[test] = False
        X = seven(training)
        if column != "no column":
            extra = pd.Series(mates(y, column, training)).round(4).astype(str)
            X = np.hstack([X, pd.get_dummies(extra).to_numpy(float)])
        model = LogisticRegression(max_iter=1000).fit(X[training], y[training])
        right[test] = model.predict(X[test]) == y[test]
    return right


def shuffled_fates(y: np.ndarray) -> np.ndarray:
    """Return the outcomes shuffled in twenty ways, shape (20, n)."""
    rng = np.random.default_rng(1912)
    return np.array([rng.permutation(y) for _ in range(SHUFFLES)])


def measure(column: str, folds: str) -> Score:
    """Compute one entry of ``SCORES``; it takes a few seconds."""
    y = table()["Survived"].to_numpy()
    real = np.mean([right_answers(y, column, folds, seed) for seed in range(PARTITIONS)])
    nothing = [right_answers(fate, column, folds, seed).mean()
               for seed, fate in enumerate(shuffled_fates(y))]
    return Score(*(round(float(value), 3) for value in (
        real, np.mean(nothing), min(nothing), max(nothing))))
