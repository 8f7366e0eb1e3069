"""First rows of the scoreboard: two rules that learn nothing, one feature chosen inside."""
from __future__ import annotations

from functools import cache

import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.lessons.lesson01.groups import FEATURES, UNKNOWN
from coursekit.scoreboard import FixedRule, MajorityOfGroups, Method


class LevelOf:
    """The level of one feature for each passenger; bands of fares are those of the whole list."""

    def __init__(self, feature: str):
        self.feature = feature

    def __call__(self, X: pd.DataFrame) -> pd.Series:
        """Return the level of each row of X."""
        return _levels(self.feature).loc[X["PassengerId"]]


@cache
def _levels(feature: str) -> pd.Series:
    frame = load_titanic().set_index("PassengerId", drop=False)
    return FEATURES[feature].level_of(frame).fillna(UNKNOWN)


METHODS = (
    Method("everyone died", "none", FixedRule(lambda X: X["Sex"] == "nobody")),
    Method("women survived", "sex", FixedRule(lambda X: X["Sex"] == "female")),
    Method("majority of groups", "best of 11, chosen inside", MajorityOfGroups(LevelOf("sex")),
           {"groups": [LevelOf(feature) for feature in FEATURES]}),
)
