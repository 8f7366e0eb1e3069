"""Two groups of passengers, divided into strata, at their own mixes and at one mix.

Legend: ``s`` a stratum; ``n`` passengers of a group in it, ``k`` of them survived, rate
``r = k / n``; ``w`` the shares of the strata in a mix, sum 1.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from coursekit.datasets import load_titanic
from coursekit.statistics import difference, standardised_rate, wilson

EVERYBODY, MANTEL_HAENSZEL = "everybody", "Mantel–Haenszel"
CHILD = 12      # years; who is younger is a child
CLASS_AND_SEX, CLASS, SEX = ["Sex", "Pclass"], ["Pclass"], ["Sex"]


class Comparison(NamedTuple):
    """Two groups in the same strata.

    Attributes
    ----------
    title, people : str
        What is compared; who makes up the mix of everybody.
    groups : tuple of str
        The names of both groups.
    strata : tuple of tuples
        Sex ("" where it does not divide them) and class ("" likewise) of each stratum.
    k, n : ndarray, shape (2, strata)
        Survivors and passengers.
    everybody : ndarray, shape (strata,)
        Passengers of each stratum in the mix of everybody.
    """

    title: str
    people: str
    groups: tuple[str, str]
    strata: tuple[tuple[str, str], ...]
    k: np.ndarray
    n: np.ndarray
    everybody: np.ndarray

    @property
    def rates(self) -> np.ndarray:
        """The rate of each group in each stratum."""
        return self.k / self.n

    @property
    def own(self) -> np.ndarray:
        """The own mix of each group."""
        return self.n / self.n.sum(axis=1, keepdims=True)

    def one_mix(self, goal: str) -> np.ndarray:
        """Return the shares of everybody, or those of the Mantel–Haenszel weights."""
        w = self.everybody if goal == EVERYBODY else mantel_haenszel(*self.n)
        return w / w.sum()

    def widths(self, goal: str, way: float) -> np.ndarray:
        """Return the shares of the strata in both groups, a part of the way to the one mix."""
        return (1 - way) * self.own + way * self.one_mix(goal)

    def means(self, goal: str, way: float) -> np.ndarray:
        """Return the sum of shares times rates of each group."""
        return (self.widths(goal, way) * self.rates).sum(axis=1)

    def raw(self) -> tuple:
        """Return the raw difference, first group minus second: (value, low, high)."""
        return difference(*[(k / n, *wilson(k, n))
                            for k, n in zip(self.k.sum(axis=1), self.n.sum(axis=1), strict=True)])

    def at_one_mix(self, goal: str, interval: Callable = wilson) -> tuple:
        """Return the difference at one mix, (value, low, high), from intervals of the strata."""
        w, found = self.one_mix(goal), []
        for k, n in zip(self.k, self.n, strict=True):
            if interval is wilson:
                found.append(standardised_rate(k, n, w))
                continue
            low, high = interval(k, n)
            rate = w @ (k / n)
            found.append((rate, rate - np.linalg.norm(w * (k / n - low)),
                          rate + np.linalg.norm(w * (high - k / n))))
        return difference(*found)


def clopper_pearson(k, n) -> tuple[np.ndarray, np.ndarray]:
    """Return both ends of the 95% intervals of Clopper and Pearson, never too narrow.

    Examples
    --------
    >>> [end.round(3).tolist() for end in clopper_pearson([0, 8], [1, 8])]
    [[0.0, 0.631], [0.975, 1.0]]
    """
    return tuple(np.array([binomtest(int(a), int(b)).proportion_ci()
                           for a, b in zip(k, n, strict=True)]).T)


def mantel_haenszel(n1, n0) -> np.ndarray:
    """Return the Mantel–Haenszel weights of strata with n1 and n0 people.

    Examples
    --------
    >>> mantel_haenszel([1, 10], [99, 10]).round(2)
    array([0.99, 5.  ])
    """
    n1, n0 = np.asarray(n1, float), np.asarray(n0, float)
    return n1 * n0 / (n1 + n0)


def counted(title: str, people: str, groups: Sequence[str], by: Sequence[str],
            frames: Sequence[pd.DataFrame]) -> Comparison:
    """Return the comparison of two frames; a third one gives the mix of everybody.

    A stratum in which one of the groups has nobody raises a ValueError.
    """
    first, second, everybody = frames
    mix = everybody.groupby(list(by)).size()
    cells = [frame.groupby(list(by))["Survived"].agg(["sum", "size"]).reindex(mix.index)
             for frame in (first, second)]
    if any(cell.isna().any(axis=None) for cell in cells):
        raise ValueError(f"{title}: a group has nobody in some stratum, so it has no rate there")
    strata = [dict(zip(by, key if isinstance(key, tuple) else (key,), strict=True))
              for key in mix.index]
    k, n = (np.array([cell[column] for cell in cells], dtype=int) for column in ("sum", "size"))
    return Comparison(title, people, tuple(groups), tuple(
        ({"female": "women", "male": "men"}.get(s.get("Sex"), ""), str(s.get("Pclass", "")))
        for s in strata), k, n, mix.to_numpy())


@cache
def comparisons() -> dict[str, Comparison]:
    """Return what can be compared, by its name.

    Examples
    --------
    >>> comparisons()["ports"].at_one_mix("everybody")[0].round(3).tolist()
    0.108
    """
    t = load_titanic()
    port, relatives = t["Embarked"], t["SibSp"] + t["Parch"]
    female, male = (t[t["Age"].notna() & (t["Sex"] == sex)] for sex in ("female", "male"))
    lower = female[female["Pclass"] > 1]

    def two(name, title, people, groups, by, a, b):
        return {name: counted(title, people, groups, by, (a, b, pd.concat([a, b])))}

    def young_and_old(name, title, people, groups, frame):
        young = frame["Age"] < CHILD
        return two(name, title, people, groups, CLASS, frame[young], frame[~young])
    return {
        "ports": counted("Ports", "passengers with a known port",
                         ("Cherbourg", "Southampton"), CLASS_AND_SEX,
                         (t[port == "C"], t[port == "S"], t[port.notna()])),
        **two("cabin", "Cabin numbers", "passengers", ("cabin known", "cabin unknown"),
              CLASS_AND_SEX, t[t["Cabin"].notna()], t[t["Cabin"].isna()]),
        **two("family", "Families", "passengers of both groups", ("1 to 3 relatives", "alone"),
              CLASS_AND_SEX, t[relatives.between(1, 3)], t[relatives == 0]),
        **two("class", "Classes", "passengers of both classes", ("first class", "third class"),
              SEX, t[t["Pclass"] == 1], t[t["Pclass"] == 3]),
        **two("sex", "Sexes", "passengers", ("women, girls", "men, boys"), CLASS,
              t[t["Sex"] == "female"], t[t["Sex"] == "male"]),
        **young_and_old("girls", "Girls and women", "girls and women of known age",
                        ("girls under 12", "women from 12"), female),
        **young_and_old("girls, 2nd + 3rd", "Girls and women, second and third class",
                        "girls and women of known age", ("girls under 12", "women from 12"),
                        lower),
        **young_and_old("boys", "Boys and men", "boys and men of known age",
                        ("boys under 12", "men from 12"), male),
    }
