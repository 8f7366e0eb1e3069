"""The passengers of lesson 04e, and the values that machines give them.

What takes long (some hundred fits) is kept in passenger_values.npz, in units of
0.0001; `python tools/data/passenger_values.py` makes it again.

Legend: ``y`` 1 survived, 0 died; ``f`` decision values; ``p`` probabilities of survival.
"""
from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import Pipeline

from coursekit.datasets import load_titanic
from coursekit.svm import SVC, fit_sigmoid, sigmoid
from coursekit.titanic import titanic_pipeline

FOLDS, INNER_FOLDS = 10, 5
KEPT = Path(__file__).with_name("passenger_values.npz")
UNIT = 1e-4     # of the numbers in that file
MACHINES = {"wide bumps": SVC(C=1, gamma=0.03), "narrow bumps": SVC(C=100, gamma=1.0)}


class Values(NamedTuple):
    """Decision values of all passengers, from machines that had seen them, or had not."""

    held_out: np.ndarray
    training: np.ndarray
    y: np.ndarray


def passengers() -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Return the 891 passengers, their fates (1 survived, 0 died) and their tickets.

    Examples
    --------
    >>> [len(part) for part in passengers()]
    [891, 891, 891]
    """
    table = load_titanic().fillna({"Embarked": "unknown"})
    return table, table["Survived"].to_numpy(), table["Ticket"].to_numpy()


def values_of(model: Pipeline, table: pd.DataFrame, tickets: np.ndarray, y: np.ndarray,
              folds: int, seed: int = 0) -> np.ndarray:
    """Return the value of each passenger from a machine that has not seen their ticket."""
    parts = GroupKFold(folds, shuffle=True, random_state=seed)
    return cross_val_predict(model, table, y, groups=tickets, cv=parts,
                             method="decision_function")


def compute_values(machine: str) -> Values:
    """Return what a machine says of all passengers, held out in ten folds and in training."""
    table, y, tickets = passengers()
    model = titanic_pipeline(MACHINES[machine])
    held_out = values_of(model, table, tickets, y, FOLDS)
    return Values(held_out, model.fit(table, y).decision_function(table), y)


def penalties(p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return −log of the probability that each fate was given.

    Examples
    --------
    >>> penalties(np.array([0.5, 0.9]), np.array([1, 0])).round(3)
    array([0.693, 2.303])
    """
    return -np.log(np.where(np.asarray(y) == 1, p, 1 - np.asarray(p)))


def compute_penalties(machine: str, folds=range(FOLDS), seed: int = 0) -> np.ndarray:
    """Return each passenger's penalty, shape (2, 891): sigmoids from training and held-out values.

    In each of ten folds both sigmoids belong to the same machine and see no passenger of the fold:
    one is fitted to that machine's values of its own samples, the other to values that were held
    out in five inner folds. Passengers of folds that are left out keep a penalty of 0.
    """
    table, y, tickets = passengers()
    model, found = titanic_pipeline(MACHINES[machine]), np.zeros((2, len(y)))
    cut = GroupKFold(FOLDS, shuffle=True, random_state=seed).split(table, y, tickets)
    for number, (a, b) in enumerate(cut):
        if number not in folds:
            continue
        seen, fates = table.iloc[a], y[a]
        held_out = values_of(model, seen, tickets[a], fates, INNER_FOLDS, seed)
        model.fit(seen, fates)
        f = model.decision_function(table.iloc[b])
        for row, known in enumerate((model.decision_function(seen), held_out)):
            found[row, b] = penalties(sigmoid(f, *fit_sigmoid(known, fates)), y[b])
    return found


def _kept(name: str) -> np.ndarray:
    with np.load(KEPT) as archive:
        return archive[name] * UNIT


@lru_cache
def values(machine: str) -> Values:
    """Return the kept result of `compute_values`."""
    return Values(*_kept(f"values, {machine}"), passengers()[1])


@lru_cache
def tested_penalties(machine: str) -> np.ndarray:
    """Return the kept result of `compute_penalties`."""
    return _kept(f"penalties, {machine}")
