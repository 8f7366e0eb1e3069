"""The seven features of lesson 01d, and their profiles: who agrees with whom in all of them.

Legend: a profile has ``n`` passengers; ``k`` of them survived and ``d`` died.
"""
from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import hypergeom

from coursekit.datasets import load_titanic
from coursekit.titanic import TitleExtractor

FEATURES = ("sex", "class", "family", "title", "port", "age", "fare")
ORDERS = {"sex first": FEATURES, "fare first": FEATURES[::-1]}
AGE_EDGES = (0, 12, 30, 50, 100)        # years; an edge belongs to the band above it
FAMILY_EDGES = (-1, 0, 3, 20)           # relatives aboard; drawn by outcome, by a student report
FARE_EDGES = (-1, 8.6625, 26, 600)      # pounds: thirds of all 891 fares


class Counts(NamedTuple):
    """Survivors k and dead d of each profile, the largest profile first."""

    k: np.ndarray
    d: np.ndarray

    @property
    def n(self) -> np.ndarray:
        """Number of passengers in each profile."""
        return self.k + self.d

    @property
    def singles(self) -> int:
        """Number of profiles that one passenger has alone."""
        return int(np.sum(self.n == 1))


@cache
def table() -> pd.DataFrame:
    """Return the seven features of all 891 passengers as text, and ``Survived``.

    A missing age is filled with the median of the passengers with the same title.
    """
    frame = load_titanic()
    title = TitleExtractor(rest="rare").fit_transform(frame)["Title"]
    age = frame["Age"].fillna(frame["Age"].groupby(title).transform("median"))
    columns = {
        "sex": frame["Sex"], "class": frame["Pclass"],
        "family": pd.cut(frame["SibSp"] + frame["Parch"], FAMILY_EDGES), "title": title,
        "port": frame["Embarked"].fillna("unknown"),
        "age": pd.cut(age, AGE_EDGES, right=False), "fare": pd.cut(frame["Fare"], FARE_EDGES)}
    return pd.DataFrame(columns).astype(str).assign(Survived=frame["Survived"])


@cache
def profiles(order: str, features: int) -> np.ndarray:
    """Return the profile of each passenger by the first features of an order, as a number."""
    names = list(ORDERS[order][:features])
    return table().groupby(names).ngroup().to_numpy() if names else np.zeros(len(table()), int)


@cache
def fates(shuffled: bool) -> np.ndarray:
    """Return who survived, 0 or 1 for each passenger, as it was or shuffled once."""
    y = table()["Survived"].to_numpy()
    return np.random.default_rng(1912).permutation(y) if shuffled else y


def count_fates(profile: np.ndarray, y: np.ndarray) -> Counts:
    """Return survivors and dead of each profile, from the largest to the smallest.

    Examples
    --------
    >>> count_fates(np.array([0, 1, 1, 1]), np.array([1, 1, 0, 1])).k.tolist()
    [2, 1]
    """
    n = np.bincount(profile)
    k = np.bincount(profile, weights=y).astype(int)
    rank = np.lexsort((-k, -n))
    return Counts(k[rank], (n - k)[rank])


def best(counts: Counts) -> float:
    """Return A, the proportion for whom the majority of their own profile is right."""
    return float(np.maximum(counts.k, counts.d).sum() / counts.n.sum())


def left_out(counts: Counts) -> float:
    """Return A_loo: as `best`, but nobody votes for themselves; a tie is answered "died".

    Examples
    --------
    >>> left_out(Counts(np.array([1, 2]), np.array([1, 0])))
    0.5
    """
    k, d = counts
    return float((k * (k >= d + 2) + d * (d >= k + 1)).sum() / counts.n.sum())


def best_if_shuffled(counts: Counts) -> float:
    """Return the mean of `best` over all ways of shuffling the outcomes among the passengers."""
    everybody, alive = int(counts.n.sum()), int(counts.k.sum())
    sizes, often = np.unique(counts.n, return_counts=True)
    right = 0.0
    for size, times in zip(sizes, often, strict=True):
        k = np.arange(size + 1)
        right += times * (np.maximum(k, size - k) @ hypergeom.pmf(k, everybody, alive, size))
    return float(right / everybody)


@cache
def curve(order: str, shuffled: bool) -> np.ndarray:
    """Return the three scores for 0 to 7 features, shape (3, 8).

    They are `best`, `left_out` and `best_if_shuffled`.
    """
    counts = [count_fates(profiles(order, m), fates(shuffled)) for m in range(len(FEATURES) + 1)]
    return np.array([[score(c) for c in counts] for score in (best, left_out, best_if_shuffled)])


@cache
def left_out_by_set() -> dict[frozenset, float]:
    """Return `left_out` for every set of the seven features.

    Examples
    --------
    >>> len(left_out_by_set())
    128
    """
    codes = [table()[name].factorize()[0] for name in FEATURES]
    found = {}
    for chosen in product((0, 1), repeat=len(FEATURES)):
        number = np.zeros(len(table()), int)
        for code, used in zip(codes, chosen, strict=True):
            number = (number * 32 + code) if used else number
        profile = np.unique(number, return_inverse=True)[1]
        names = frozenset(name for name, used in zip(FEATURES, chosen, strict=True) if used)
        found[names] = left_out(count_fates(profile, fates(False)))
    return found
