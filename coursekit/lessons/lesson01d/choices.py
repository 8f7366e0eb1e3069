"""Family groups that are chosen by outcome in the training rows, as part of a model."""
from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator

LARGEST_CUT = 7         # relatives aboard
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

        def between(cuts: tuple[int, int]) -> float:
            """Return a sum that is larger the more the rates of the groups differ."""
            groups = y.groupby(pd.cut(relatives, [-1, *cuts, MOST]), observed=True)
            return float((groups.size() * groups.mean() ** 2).sum())

        self.cuts_ = max(combinations(range(LARGEST_CUT + 1), 2), key=between)
        self.model_ = self.build(family=(-1, *self.cuts_, MOST)).fit(X, y)
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        """Return the answers of the fitted pipeline."""
        return self.model_.predict(X)
