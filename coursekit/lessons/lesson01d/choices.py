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

LARGEST_CUT = 7         # relatives aboard
REPORT = 0, 3           # the cuts of the report: alone, one to three, more
MOST = 20               # more relatives than anybody had


class ChosenInside(BaseEstimator):
    """A pipeline whose three family groups are chosen anew by each fit.

    The two cuts are those between which the survival rates of the training rows differ most.

    Parameters
    ----------
    build : callable
        Takes ``family``, the edges of the family groups, and returns a pipeline.
    """

    def __init__(self, build: Callable) -> None:
        self.build = build

    def fit(self, X: pd.DataFrame, y: pd.Series) -> ChosenInside:
        """Choose the cuts by the outcomes y of these rows, and fit the pipeline on them."""
        relatives = X["SibSp"] + X["Parch"]
        k, n = (np.bincount(relatives, weights, MOST + 1).cumsum() for weights in (y, None))

        def between(cuts: tuple[int, int]) -> float:
            """Return a sum that is larger the more the rates of the groups differ."""
            alive, people = (np.diff(sums[[*cuts, MOST]], prepend=0) for sums in (k, n))
            return float((alive**2 / np.maximum(people, 1)).sum())

        self.cuts_ = max(combinations(range(LARGEST_CUT + 1), 2), key=between)
        self.model_ = self.build(family=(-1, *self.cuts_, MOST)).fit(X, y)
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        """Return the answers of the fitted pipeline."""
        return self.model_.predict(X)


class Halves(NamedTuple):
    """How a half of the list chooses: proportion of other cuts, flattery of the report's cuts."""

    other: float
    flattery: float


#: What `measure_halves(build, 200)` returns for the pipeline of the page; it takes a minute.
HALVES = Halves(0.2675, 0.0058)


def measure_halves(build: Callable, partitions: int) -> Halves:
    """Divide the tickets into halves, choose and fit on each, and judge on the other half.

    The flattery is by how much the report's cuts (0, 3) are right more often than those chosen.
    """
    X, other, flattery = load_titanic(), 0, []
    y = X["Survived"]
    for seed in range(partitions):
        cut = GroupKFold(2, shuffle=True, random_state=seed).split(X, groups=X["Ticket"])
        for train, test in cut:
            models = [model.fit(X.iloc[train], y.iloc[train])
                      for model in (build(), ChosenInside(build))]
            other += models[1].cuts_ != REPORT
            right = [(model.predict(X.iloc[test]) == y.iloc[test]).mean() for model in models]
            flattery.append(right[0] - right[1])
    return Halves(other / (2 * partitions), float(np.mean(flattery)))
