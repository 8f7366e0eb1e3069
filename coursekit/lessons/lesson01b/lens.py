"""The lens of all pairs (chance, rate) with the rate at most z standard errors from the chance.

Cut across, at a rate, it gives the values of p that fit, which is Wilson's interval; cut upwards,
at a chance, it gives the rates that are near enough, whose probability is the coverage.

Legend: ``n`` samples, ``k`` of them successes, ``p`` the chance, ``z`` the normal quantile.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr
from scipy.stats import binom

from coursekit.statistics import wilson

Z = 1.96        # for 95%
ROUNDING = 1e-12        # a rate exactly at the edge counts as inside
CURVE_POINTS = 1999     # of the curve of coverage, besides its jumps
BESIDE = 1e-9           # distance of a point of the curve from its jump


def standard_error(p: ArrayLike, n: int) -> np.ndarray:
    """Return the standard error of the rate of n samples with chance p."""
    p = np.asarray(p, float)
    return np.sqrt(p * (1 - p) / n)


def fits(k: ArrayLike, n: int, p: ArrayLike) -> np.ndarray:
    """Return whether the rate k / n is at most z standard errors away from p.

    Examples
    --------
    >>> fits(10, 62, [0.05, 0.2, 0.3]).tolist()
    [False, True, False]
    """
    p = np.asarray(p, float)
    return np.abs(np.asarray(k) / n - p) <= Z * standard_error(p, n) + ROUNDING


def probabilities(n: int, p: float) -> np.ndarray:
    """Return the probability of 0, 1, …, n successes, shape (n + 1,)."""
    return binom.pmf(np.arange(n + 1), n, p)


def coverage(p: ArrayLike, n: int) -> np.ndarray:
    """Return the probability that Wilson's interval of n independent samples contains p.

    The counts that are near enough are neighbours, so it is a difference of two cumulative
    probabilities.

    Examples
    --------
    >>> round(coverage(0.2, 62).item(), 3)
    0.945
    """
    p = np.asarray(p, float)
    reach = Z * standard_error(p, n) + ROUNDING
    first = np.clip(np.ceil(n * (p - reach)), 0, n)
    last = np.clip(np.floor(n * (p + reach)), 0, n)
    below = np.where(first > 0, bdtr(np.maximum(first - 1, 0), n, p), 0.0)
    return np.where(last >= first, bdtr(last, n, p) - below, 0.0)


def coverage_of(interval: Callable, p: np.ndarray, n: int) -> np.ndarray:
    """Return the probability that the interval of k contains p, count by count, for an array p.

    Examples
    --------
    >>> coverage_of(wilson, np.array([0.2]), 62).round(3).tolist()
    [0.945]
    """
    k = np.arange(n + 1)
    low, high = interval(k, np.full(n + 1, n))
    contains = (low <= p[:, None]) & (p[:, None] <= high)
    return (binom.pmf(k, n, p[:, None]) * contains).sum(axis=1)


@lru_cache(maxsize=512)
def coverage_curve(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return values of p between 0 and 1, and the coverage at each.

    Both sides of each jump are among them, so that the deepest teeth are not cut short.
    """
    ends = np.concatenate(wilson(np.arange(n + 1), np.full(n + 1, n)))
    p = np.r_[np.linspace(0, 1, CURVE_POINTS + 2), ends - BESIDE, ends + BESIDE]
    p = np.unique(p[(p > 0) & (p < 1)])
    return p, coverage(p, n)
