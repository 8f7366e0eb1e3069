"""Who survived, group by group: the levels of each feature, their rates, and two scores.

Legend: a group has ``n`` passengers, ``k`` of them survived; a feature has levels, and a level may
be split into parts by sex or by class.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from typing import NamedTuple

import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.statistics import wilson
from coursekit.titanic import FamilyGrouper, FareBands, TitleExtractor

AGES = ("under 12", "12–17", "18–29", "30–49", "50 and over")
AGE_EDGES = (0, 12, 18, 30, 50, 200)        # years; an edge belongs to the band above it
CLASSES = {1: "first class", 2: "second class", 3: "third class"}
UNKNOWN = "not known"


class Feature(NamedTuple):
    """A way to group the passengers: what is written below (where the levels
    do not say it), its levels in order, how to find them."""

    caption: str
    levels: tuple[str, ...]
    level_of: Callable[[pd.DataFrame], pd.Series]


class Group(NamedTuple):
    """Passengers of one level, or of one part of it.

    Examples
    --------
    >>> Group("3", "", 3, 5).rate
    0.6
    """

    level: str
    part: str
    k: int
    n: int

    @property
    def rate(self) -> float:
        """The proportion that survived."""
        return self.k / self.n

    @property
    def percent(self) -> int:
        """The rate in per cent, halves rounded up."""
        return (200 * self.k + self.n) // (2 * self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the rate."""
        low, high = wilson(self.k, self.n)
        return float(low), float(high)


def _ages(frame: pd.DataFrame) -> pd.Series:
    return pd.cut(frame["Age"], AGE_EDGES, right=False, labels=list(AGES)).astype(object)


FEATURES = {
    "sex": Feature("", ("women and girls", "men and boys"), lambda t: t["Sex"].map(
        {"female": "women and girls", "male": "men and boys"})),
    "age": Feature("age in years", (*AGES, UNKNOWN), _ages),
    "title": Feature("title in the name", ("Mr", "Mrs", "Miss", "Master", "other"),
                     lambda t: TitleExtractor(rest="other").fit_transform(t)["Title"]),
    "port": Feature("port where they came aboard",
                    ("Cherbourg", "Queenstown", "Southampton", UNKNOWN),
                    lambda t: t["Embarked"].map(
                        {"C": "Cherbourg", "Q": "Queenstown", "S": "Southampton"})),
    "siblings/spouses": Feature("number of siblings and spouses aboard", tuple("0123458"),
                                lambda t: t["SibSp"].astype(str)),
    "parents/children": Feature("number of parents and children aboard", tuple("0123456"),
                                lambda t: t["Parch"].astype(str)),
    "family": Feature("number of relatives aboard", ("alone", "1 to 3", "4 or more"),
                      lambda t: FamilyGrouper().fit_transform(t)["Family"].replace(
                          {"1-3": "1 to 3", "4+": "4 or more"})),
    "cabin": Feature("whether the list has a cabin number", ("cabin known", "cabin unknown"),
                     lambda t: t["Cabin"].notna().map(
                         {True: "cabin known", False: "cabin unknown"})),
    "deck": Feature("deck, the letter of the cabin number", (*"ABCDEFGT", UNKNOWN),
                    lambda t: t["Cabin"].str.strip().str[0]),
    "class": Feature("", tuple(CLASSES.values()), lambda t: t["Pclass"].map(CLASSES)),
    "fare": Feature("price of the ticket, in thirds of the passengers",
                    ("up to £8.66", "up to £26", "above £26"),
                    lambda t: FareBands().fit_transform(t)["Fare"].replace(
                        {"band 1": "up to £8.66", "band 2": "up to £26", "band 3": "above £26"})),
}

SPLITS = {"nothing": ("",), "sex": ("female", "male"), "class": tuple(CLASSES.values())}


def count_groups(survived: Sequence[int], level: Sequence[str], part: Sequence[str],
                 levels: Sequence[str], parts: Sequence[str]) -> tuple[Group, ...]:
    """Return the groups that have anybody in them, in the order of levels and parts.

    Examples
    --------
    >>> count_groups([1, 0, 1], ["b", "b", "a"], ["", "", ""], ["a", "b"], [""])
    (Group(level='a', part='', k=1, n=1), Group(level='b', part='', k=1, n=2))
    """
    everybody = Counter(zip(level, part, strict=True))
    alive = Counter(compress(zip(level, part, strict=True), survived))
    return tuple(Group(one, other, alive[one, other], everybody[one, other])
                 for one in levels for other in parts if everybody[one, other])


@cache
def _passengers() -> pd.DataFrame:
    return load_titanic()


@cache
def _levels(feature: str) -> tuple[str, ...]:
    """Return the level of each passenger."""
    return tuple(FEATURES[feature].level_of(_passengers()).fillna(UNKNOWN))


@cache
def groups_of(feature: str, split: str = "nothing") -> tuple[Group, ...]:
    """Return the groups of all 891 passengers by a feature, split by nothing, sex or class.

    Examples
    --------
    >>> [f"{group.level}: {group.k} of {group.n}" for group in groups_of("sex")]
    ['women and girls: 233 of 314', 'men and boys: 109 of 577']
    """
    frame = _passengers()
    part = {"nothing": [""] * len(frame), "sex": frame["Sex"].to_list(),
            "class": frame["Pclass"].map(CLASSES).to_list()}[split]
    return count_groups(frame["Survived"].to_list(), _levels(feature), part,
                        FEATURES[feature].levels, SPLITS[split])


def majority_score(groups: Iterable[Group]) -> float:
    """Return the proportion of passengers for whom the majority of their own group is right.

    Everybody's own fate counts in the majority, so the score flatters.

    Examples
    --------
    >>> majority_score([Group("two", "", 1, 2), Group("one", "", 1, 1)])
    0.6666666666666666
    """
    groups = list(groups)
    return sum(max(k, n - k) for *_, k, n in groups) / sum(n for *_, n in groups)
