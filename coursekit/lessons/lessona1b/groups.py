"""Lesson a1b: men and boys of the second class who had family aboard, and curves through them.

Legend: ``x`` (n,) ages, ``y`` 1 survived and 0 died, ``w`` slope of a curve, ``half``
where it has the value ½, ``bars`` the probabilities that a curve gives to what happened.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import expit, log_expit

from coursekit.datasets import load_titanic
from coursekit.linear import logistic_regression

#: The one man who survived is Mr Edward Beane.
GROUPS = ("all 36", "without Mr Beane")


class Group(NamedTuple):
    """The members of a group, in the order of their age in years, and whether they survived."""

    x: np.ndarray
    y: np.ndarray


class Best(NamedTuple):
    """The curve of the largest likelihood."""

    w: float
    half: float
    likelihood: float


def families() -> pd.DataFrame:
    """Return the men and boys of the second class, of known age, who had family aboard.

    Examples
    --------
    >>> len(families()), int(families()["Survived"].sum())
    (36, 10)
    """
    people = load_titanic()
    relatives = people["SibSp"] + people["Parch"]
    return people[(people["Pclass"] == 2) & (people["Sex"] == "male") & (relatives > 0)
                  & people["Age"].notna()]


@lru_cache
def group(name: str) -> Group:
    """Return one of the `GROUPS`."""
    people = families()
    if name == "without Mr Beane":
        people = people[~people["Name"].str.contains("Beane")]
    people = people.sort_values(["Age", "Survived", "PassengerId"])
    return Group(people["Age"].to_numpy(), people["Survived"].to_numpy())


def bars_of(members: Group, w: float, half: float) -> np.ndarray:
    """Return the probabilities that the curve gives to what happened, shape (n,).

    Examples
    --------
    >>> bars_of(Group(np.array([10.0, 20.0]), np.array([1, 1])), 0.0, 15.0)
    array([0.5, 0.5])
    """
    f = w * (members.x - half)
    return expit(np.where(members.y == 1, f, -f))


def log_likelihood(members: Group, w: float, half: float) -> float:
    """Return the sum of the logarithms of the bars."""
    f = w * (members.x - half)
    return float(log_expit(np.where(members.y == 1, f, -f)).sum())


@lru_cache
def best(name: str) -> Best | None:
    """Return the curve of the largest likelihood, or None if there is no such curve."""
    members = group(name)
    try:
        (w,), b = logistic_regression(members.x[:, None], members.y)
    except ValueError:      # a number separates the labels
        return None
    return Best(float(w), -b / w, float(np.exp(log_likelihood(members, w, -b / w))))
