"""Two groups of passengers, divided into strata, at their own mixes and at one mix.

Legend: ``s`` a stratum; ``n`` passengers of a group in it, ``k`` of them survived, rate
``r = k / n``; ``w`` the shares of the strata in a mix, sum 1.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.statistics import difference, standardised_rate, wilson

EVERYBODY, MANTEL_HAENSZEL = "everybody", "Mantel–Haenszel"
CHILD = 12      # years; who is younger is a child
CLASS_AND_SEX, CLASS = ["Sex", "Pclass"], ["Pclass"]


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

    def at_one_mix(self, goal: str) -> tuple:
        """Return the difference at one mix, (value, low, high), from intervals of the strata."""
        w = self.one_mix(goal)
        return difference(*[standardised_rate(k, n, w)
                            for k, n in zip(self.k, self.n, strict=True)])


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
    port, cabin = t["Embarked"], t["Cabin"].notna()
    female = t[t["Age"].notna() & (t["Sex"] == "female")]

    def girls_and_women(title, frame):
        young = frame["Age"] < CHILD
        return counted(title, "girls and women of known age", ("girls under 12", "women from 12"),
                       CLASS, (frame[young], frame[~young], frame))
    return {
        "ports": counted("Ports", "passengers with a known port",
                         ("Cherbourg", "Southampton"), CLASS_AND_SEX,
                         (t[port == "C"], t[port == "S"], t[port.notna()])),
        "cabin": counted("Cabin numbers", "passengers", ("cabin known", "cabin unknown"),
                         CLASS_AND_SEX, (t[cabin], t[~cabin], t)),
        "girls": girls_and_women("Girls and women", female),
        "girls, 2nd + 3rd": girls_and_women("Girls and women, second and third class",
                                            female[female["Pclass"] > 1]),
    }
