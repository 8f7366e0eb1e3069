"""Family groups that are chosen by outcome in the training rows, as part of a model."""
from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.model_selection import GroupKFold

from coursekit.datasets import load_titanic
from coursekit.statistics import clustered_interval

LARGEST_CUT = 7         # relatives aboard
REPORT = 0, 3           # the cuts of the report: alone, one to three, more
MOST = 20               # more relatives than anybody had


def best_cuts(X: pd.DataFrame, y: pd.Series) -> tuple[int, int]:
    """Return the two cuts between which the survival rates of these rows differ most."""
    k, n = (np.bincount(X["SibSp"] + X["Parch"], weights, MOST + 1).cumsum()
            for weights in (y, None))

    def between(cuts: tuple[int, int]) -> float:
        """Return a sum that is larger the more the rates of the groups differ."""
        alive, people = (np.diff(sums[[*cuts, MOST]], prepend=0) for sums in (k, n))
        return float((alive**2 / np.maximum(people, 1)).sum())

    return max(combinations(range(LARGEST_CUT + 1), 2), key=between)


class ChosenInside(BaseEstimator):
    """A pipeline whose three family groups are chosen anew by each fit, by ``best_cuts``.

    Parameters
    ----------
    build : callable
        Takes ``family``, the edges of the family groups, and returns a pipeline.
    """

    def __init__(self, build: Callable) -> None:
        self.build = build

    def fit(self, X: pd.DataFrame, y: pd.Series) -> ChosenInside:
        """Choose the cuts by the outcomes y of these rows, and fit the pipeline on them."""
        self.cuts_ = best_cuts(X, y)
        self.model_ = self.build(family=(-1, *self.cuts_, MOST)).fit(X, y)
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        """Return the answers of the fitted pipeline."""
        return self.model_.predict(X)


class Chosen(NamedTuple):
    """What training parts choose over many partitions, and what the report's cuts gain by it.

    ``other``: proportion of training parts that choose other cuts. ``flattery``: by how much the
    report's cuts are right more often, with its interval by tickets. ``largest``: in one partition.
    """

    other: float
    flattery: float
    low: float
    high: float
    largest: float


#: What `measure_choices(build, parts, 200)` returns for the pipeline of the page, by ``parts``.
CHOICES = {10: Chosen(0.027, 0.002340, -0.000055, 0.004735, 0.022447),
           2: Chosen(0.2675, 0.005763, 0.001174, 0.010352, 0.031425)}


def measure_choices(build: Callable, parts: int, partitions: int) -> Chosen:
    """Judge each part of the tickets by models that are fitted on the others, cuts chosen or not.

    ``build()`` has the report's cuts, so both models agree where the choice is the same.
    """
    X, other = load_titanic(), 0
    y, gain = X["Survived"], np.zeros((partitions, len(X)))
    for seed, row in enumerate(gain):
        cut = GroupKFold(parts, shuffle=True, random_state=seed).split(X, groups=X["Ticket"])
        for train, test in cut:
            if best_cuts(X.iloc[train], y.iloc[train]) == REPORT:
                continue
            other += 1
            right = [model.fit(X.iloc[train], y.iloc[train]).predict(X.iloc[test]) == y.iloc[test]
                     for model in (build(), ChosenInside(build))]
            row[test] = np.subtract(*right, dtype=float)
    return Chosen(other / (parts * partitions), *clustered_interval(gain.mean(axis=0), X["Ticket"]),
                  float(gain.mean(axis=1).max()))
