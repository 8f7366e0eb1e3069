"""Rates, their uncertainty, and adjusted differences between similar people.

Legend: ``n`` samples, ``k`` of them successes, rate ``p = k / n``, ``z`` the normal
quantile of the confidence, ``s`` a stratum; ``e`` errors among ``n`` samples, ``U`` the
upper bound of their rate, ``alpha`` its significance.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import ndtri

from coursekit.checks import (
    floats, require_between, require_choice, require_columns, require_squares,
)

#: Quinlan's table of one-sided levels and normal quantiles, from C4.5, for interpolation.
_QUINLAN_LEVELS = 0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00
_QUINLAN_QUANTILES = 4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00


def float_if_one(value: np.ndarray) -> float | np.ndarray:
    """Return a single number as a float, an array unchanged."""
    return float(value) if np.ndim(value) == 0 else value


def _z(confidence: float) -> float:
    require_between("confidence", confidence, 0, 1, open_ends=True)
    return float(ndtri(0.5 + confidence / 2))


def _counts(name: str, k, n, *, empty: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the counts of events and of samples, broadcast to the same shape."""
    k, n = require_squares(name, k), require_squares("n", n)
    try:
        k, n = np.broadcast_arrays(k, n)
    except ValueError:
        raise ValueError(f"{name} and n must have the same shape, got {k.shape} and {n.shape}; "
                         "give one count of each for every group") from None
    if not empty and np.any(n <= 0):
        raise ValueError(f"n must be positive, got {n.min():g}; "
                         "an empty group has no rate, drop it")
    impossible = (k < 0) | (k > n)
    if impossible.any():
        odd = np.argmax(impossible)
        raise ValueError(f"{name} must lie between 0 and n, got {k.flat[odd]:g} of "
                         f"{n.flat[odd]:g}; give counts, not rates, and let n count all samples")
    return k, n


def wilson(k, n, z: float = 1.96) -> tuple:
    """Return the low and high end of all rates p within z standard errors of k / n.

    The standard error is that at p, so both ends solve a quadratic equation. Takes counts, or
    arrays of the same shape; unlike `wilson_interval`, it does not check them.

    >>> low, high = wilson(10, 62)
    >>> f"{low:.3f} to {high:.3f}"
    '0.090 to 0.272'
    """
    k, n = np.asarray(k, float), np.asarray(n, float)
    p = k / n
    centre = p + z**2 / (2 * n)
    reach = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    low, high = (centre - reach) / (1 + z**2 / n), (centre + reach) / (1 + z**2 / n)
    # At p = 0 and p = 1 the exact bound is p itself; rounding must not move it.
    return np.clip(np.where(k > 0, low, 0.0), 0, p), np.clip(np.where(k < n, high, 1.0), p, 1)


def wilson_interval(successes, n, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
    """Return low and high of the Wilson score interval of a rate.

    It contains all rates p for which the observed one is within z standard errors; it stays inside
    [0, 1], and has the nominal coverage on average over p, even for small n. The counts may be
    arrays of the same shape; impossible ones raise a ValueError.

    Source: E. B. Wilson (1927), *Probable inference, the law of succession, and statistical
    inference*.

    >>> low, high = wilson_interval(10, 62)
    >>> f"{low:.3f} to {high:.3f}"
    '0.090 to 0.272'
    """
    k, n = _counts("successes", successes, n)
    return wilson(k, n, _z(confidence))


def upper_error_bound(errors: ArrayLike, n: ArrayLike, alpha: float = 0.25,
                      bound: str = "wilson") -> float | np.ndarray:
    """Return the upper end of a two-sided confidence interval of an error rate, or Quinlan's.

    With bound="wilson", Borgelt's choice, the bound is the upper end of the Wilson interval,

        U = (e + z²/2 + z·sqrt(z²/4 + e(1 - e/n))) / (n + z²),   z = Q(1 - α/2),

    where e > 0, and 1 - (α/2)^(1/n) where e = 0; the two do not join. Without samples the
    bound is 1.

    With bound="quinlan" it is that of C4.5, release 8, whose level α is one-sided: 1 - α^(1/n)
    where e = 0; else the Wilson bound of e + ½ errors with z = Q(1 - α), interpolated in a table;
    where e + ½ reaches n, two thirds of the correct samples also count as errors. For a fraction
    of one error, the bound is interpolated between those for 0 and 1.

    Counts of shapes that broadcast may be fractions, since C4.5's leaves have fractional weights;
    impossible ones raise a ValueError.

    Source: C. Borgelt, *Advanced Data Mining*, rule extraction. J. R. Quinlan (1993), *C4.5:
    Programs for Machine Learning*, chapter 4, and the program.

    >>> round(upper_error_bound(1, 7), 4)
    0.3503
    >>> round(upper_error_bound(1, 16, bound="quinlan"), 3)
    0.157
    """
    require_choice("bound", bound, ("wilson", "quinlan"))
    e, n = _counts("errors", errors, n, empty=True)
    alpha = require_between("alpha", alpha, 0, 1, open_ends=True)
    some = np.where(n > 0, n, 1.0)      # any positive number; n = 0 is handled below
    if bound == "quinlan":
        U = _quinlan_bound(e, some, alpha)
    else:
        U = np.where(e > 0, wilson(e, some, ndtri(1 - alpha / 2))[1], 1 - (alpha / 2) ** (1 / some))
    return float_if_one(np.where(n > 0, U, 1.0))


def _quinlan_bound(e: np.ndarray, n: np.ndarray, alpha: float) -> np.ndarray:
    z = np.interp(alpha, _QUINLAN_LEVELS, _QUINLAN_QUANTILES)
    one = np.maximum(e, 1.0)
    U = np.where(one + 0.5 >= n, (one + 0.67 * (n - one)) / n,
                 wilson(np.minimum(one + 0.5, n), n, z)[1])
    none = 1 - alpha ** (1 / n)
    return np.clip(np.where(e < 1, none + e * (U - none), U), 0, 1)


def rate_table(frame: pd.DataFrame, by: str | Sequence[str], outcome: str,
               confidence: float = 0.95, *, dropna: bool = True) -> pd.DataFrame:
    """Return the rate of the outcome in each group, with a Wilson interval.

    ``frame``: one row per sample.
    ``by``: column(s) whose values form the groups; levels of a categorical keep their order.
    ``outcome``: column of 0 and 1 (or bool) without gaps; anything else raises a ValueError.
    ``dropna``: leave out the rows whose group is missing.

    Returns a DataFrame: one row per non-empty group: ``n``, ``successes``, ``rate``, ``low``,
    ``high``.

    >>> from coursekit.datasets import load_titanic
    >>> rate_table(load_titanic(), "Sex", "Survived")[["n", "successes", "rate"]].round(3)
              n  successes   rate
    Sex
    female  314        233  0.742
    male    577        109  0.189
    """
    columns = _columns("by", by)
    frame = require_columns(frame, [*columns, outcome], "rate_table")
    happened = _zeros_and_ones(frame, outcome)
    groups = happened.groupby([frame[c] for c in columns], observed=True, dropna=dropna)
    table = groups.agg(n="size", successes="sum").astype(int)
    table["rate"] = table["successes"] / table["n"]
    table["low"], table["high"] = wilson_interval(table["successes"], table["n"], confidence)
    return table


def _columns(argument: str, names) -> list:
    names = list(names) if isinstance(names, (list, tuple)) else [names]
    if not names:
        raise ValueError(f"{argument} must name at least one column, got an empty list")
    return names


def _zeros_and_ones(frame: pd.DataFrame, outcome: str) -> pd.Series:
    """Return the outcome as integers; reject anything but 0 and 1."""
    values = frame[outcome]
    odd = values[~values.isin([0, 1])]
    if len(odd):
        raise ValueError(f"outcome column {outcome!r} must hold only 0 and 1, found "
                         f"{list(odd.astype(object).unique()[:3])}; recode it, and drop rows "
                         "without an outcome")
    return values.astype(int)


def standardised_rate(k, n, weights, z: float = 1.96) -> tuple:
    """Return the weighted mean of the rates k / n of strata, and its interval: (rate, low, high).

    The distance from a rate to an end of its Wilson interval counts as z standard errors, and the
    variances of independent terms add, with squared weights. ``weights`` may have any positive
    sum. An empty stratum, k > n, a negative weight, or weights that are all 0 raise a ValueError.

    Source: G. Zou, A. Donner (2008), *Construction of confidence limits about effect measures*
    (MOVER).

    >>> np.round(standardised_rate([1, 8, 11], [1, 8, 23], [1, 1, 1]), 3)
    array([0.826, 0.534, 0.89 ])
    """
    k, n, w = (np.asarray(values, float) for values in (k, n, weights))
    if not k.shape == n.shape == w.shape:
        raise ValueError("give a k, an n and a weight for each stratum, "
                         f"got {k.size}, {n.size}, {w.size}")
    if not ((n > 0) & (k >= 0) & (k <= n) & (w >= 0)).all() or w.sum() == 0:
        raise ValueError("a stratum must have n > 0, k from 0 to n and a weight ≥ 0, and some "
                         f"weight must be positive; got k = {k}, n = {n}, weights = {w}")
    w, r = w / w.sum(), k / n
    low, high = wilson(k, n, z)
    rate = np.sum(w * r)
    return (rate, rate - np.sqrt(np.sum((w * (r - low)) ** 2)),
            rate + np.sqrt(np.sum((w * (high - r)) ** 2)))


def difference(a: Sequence, b: Sequence) -> tuple:
    """Return the difference of two independent rates (rate, low, high), with its interval.

    >>> np.round(difference((0.5, 0.4, 0.7), (0.25, 0.2, 0.28)), 3)
    array([0.25 , 0.146, 0.456])

    Source: R. G. Newcombe (1998), *Interval estimation for the difference between independent
    proportions*.
    """
    a, b = floats("a", a), floats("b", b)       # an empty group has the rate NaN
    if a.shape[:1] != (3,) or b.shape[:1] != (3,):
        raise ValueError(f"a and b must be (rate, low, high), got shapes {a.shape} and {b.shape}; "
                         "standardised_rate returns such a triple")
    value = a[0] - b[0]
    return (value, value - np.hypot(a[0] - a[1], b[2] - b[0]),
            value + np.hypot(a[2] - a[0], b[0] - b[1]))


def clustered_interval(values: ArrayLike, clusters: ArrayLike, z: float = 1.96) -> tuple:
    """Return (mean, low, high) of values whose clusters are independent, mean ± z standard errors.

    The variance of the sum is the sum of one squared deviation per cluster, times C / (C - 1) for C
    clusters; values of one cluster may depend on each other in any way.

    ``values`` (n,).
    ``clusters`` (n,): a label for each value, such as the passenger's ticket.
    ``z``: normal quantile of the confidence.

    Raises ValueError if the lengths differ, or there are fewer than two clusters.

    >>> np.round(clustered_interval([1, 1, 0, 0], ["a", "a", "b", "b"]), 3)
    array([ 0.5 , -0.48,  1.48])
    >>> np.round(clustered_interval([1, 1, 0, 0], [1, 2, 3, 4]), 3)
    array([ 0.5  , -0.066,  1.066])

    Source: K. Liang, S. Zeger (1986), *Longitudinal data analysis using generalized linear models*.
    """
    values, clusters = require_squares("values", values), np.asarray(clusters)
    if values.ndim != 1 or clusters.shape != values.shape:
        raise ValueError(f"values and clusters must have one entry per row, got shapes "
                         f"{values.shape} and {clusters.shape}")
    mean = float(np.mean(values))
    sums = pd.Series(values - mean).groupby(clusters).sum()
    C = len(sums)
    if C < 2:
        raise ValueError("clusters must have two labels or more: one cluster tells nothing about "
                         "how much they vary")
    reach = z * float(np.sqrt(np.sum(sums**2) * C / (C - 1))) / len(values)
    return mean, mean - reach, mean + reach
