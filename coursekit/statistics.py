"""Rates, their uncertainty, and what is left of a difference between alike people.

Legend: ``n`` cases, ``k`` of them successes, rate ``p = k / n``, ``z`` the normal
quantile of the confidence, ``s`` a stratum.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.checks import require_between, require_columns


def _z(confidence: float) -> float:
    from scipy.special import ndtri

    require_between("confidence", confidence, 0, 1, open_ends=True)
    return float(ndtri(0.5 + confidence / 2))


def _counts(successes, n) -> tuple[np.ndarray, np.ndarray]:
    k, n = np.asarray(successes, dtype=float), np.asarray(n, dtype=float)
    if not np.all(n > 0):
        raise ValueError(f"n must be positive, got {n.min() if n.size else n}; "
                         "a rate of nobody has no interval")
    if not np.all((k >= 0) & (k <= n)):
        raise ValueError("successes must lie between 0 and n; got a count outside "
                         f"(successes up to {k.max()}, n down to {n.min()})")
    return k, n


def wilson_interval(successes, n, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
    """Return the Wilson score interval of a rate.

    It holds all rates p for which the observed one lies within z standard errors; it stays
    inside [0, 1] and keeps its promise for small n.

    Parameters
    ----------
    successes, n : int or array_like
        Counts, of one shape.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    low, high : ndarray or float
        Shares, of the shape of the counts.

    Raises
    ------
    ValueError
        If a count is impossible or ``confidence`` is no confidence.

    References
    ----------
    E. B. Wilson (1927), *Probable inference, the law of succession, and statistical inference*.

    Examples
    --------
    >>> low, high = wilson_interval(10, 62)
    >>> f"{low:.3f} to {high:.3f}"
    '0.090 to 0.272'
    """
    k, n = _counts(successes, n)
    z, p = _z(confidence), k / n
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    # At p = 0 and p = 1 the exact bound is p itself; rounding must not push it outside.
    return np.minimum(np.maximum(middle - reach, 0.0), p), \
        np.maximum(np.minimum(middle + reach, 1.0), p)


def wald_interval(successes, n, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
    """Return the textbook interval p ± z·sqrt(p(1 - p)/n), here only for contrast.

    It may leave [0, 1], has no width at p = 0, and holds the truth too seldom for small n.

    Examples
    --------
    >>> low, high = wald_interval(10, 62)
    >>> f"{low:.3f} to {high:.3f}"
    '0.070 to 0.253'
    """
    k, n = _counts(successes, n)
    p = k / n
    reach = _z(confidence) * np.sqrt(p * (1 - p) / n)
    return p - reach, p + reach


def rate_table(frame: pd.DataFrame, by: str | Sequence[str], outcome: str,
               confidence: float = 0.95, *, dropna: bool = True) -> pd.DataFrame:
    """Return how often the outcome happens in each group, with a Wilson interval.

    Parameters
    ----------
    frame : DataFrame
        One row a case.
    by : str or list of str
        Column(s) whose values form the groups; levels of a categorical keep their order.
    outcome : str
        Column of 0 and 1 (or bool) without gaps.
    confidence : float
        Of the intervals.
    dropna : bool
        Leave out the rows whose group is missing.

    Returns
    -------
    DataFrame
        One row a group that has cases: ``n``, ``successes``, ``rate``, ``low``, ``high``.

    Raises
    ------
    ValueError
        If a column is missing or the outcome is anything but 0 and 1.

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> rate_table(load_titanic(), "Sex", "Survived")[["n", "successes", "rate"]].round(3)
              n  successes   rate
    Sex
    female  314        233  0.742
    male    577        109  0.189
    """
    columns = [by] if isinstance(by, str) else list(by)
    require_columns(frame, [*columns, outcome], "rate_table")
    _require_binary(frame[outcome], outcome)
    groups = frame.groupby(columns if len(columns) > 1 else columns[0], observed=True,
                           dropna=dropna)[outcome]
    table = groups.agg(n="size", successes="sum").astype(int)
    table["rate"] = table["successes"] / table["n"]
    if len(table):
        table["low"], table["high"] = wilson_interval(table["successes"], table["n"], confidence)
    else:
        table[["low", "high"]] = np.nan
    return table


def _require_binary(values: pd.Series, name: str) -> None:
    if values.isna().any() or not set(pd.unique(values)) <= {0, 1, False, True}:
        odd = [v for v in pd.unique(values) if v not in (0, 1)][:3]
        raise ValueError(f"outcome column {name!r} must hold only 0 and 1, found {odd}; "
                         "recode it, and drop rows without an outcome")


def standardised_rates(frame: pd.DataFrame, by: str, outcome: str,
                       strata: str | Sequence[str]) -> pd.DataFrame:
    """Return each group's rate as it would be with everybody's mix of strata.

    Direct standardisation: within each stratum s take the group's own rate, and weight the
    strata by their share n_s / n in the whole frame. A stratum in which a group has nobody
    cannot speak for it; its weight goes to the group's other strata in proportion, and
    ``coverage`` says what share of the whole was covered.

    Parameters
    ----------
    frame : DataFrame
        One row a case; rows without a group or a stratum are left out.
    by, outcome : str
        Column of the groups; column of 0 and 1.
    strata : str or list of str
        Column(s) to hold fixed.

    Returns
    -------
    DataFrame
        One row a group: ``n``, ``raw``, ``standardised``, ``coverage`` (shares).

    Examples
    --------
    >>> from coursekit.datasets import load_titanic
    >>> standardised_rates(load_titanic(), "Embarked", "Survived", ["Pclass", "Sex"]).round(3)
                n    raw  standardised  coverage
    Embarked
    C         168  0.554         0.463       1.0
    Q          77  0.390         0.337       1.0
    S         644  0.337         0.355       1.0
    """
    strata = [strata] if isinstance(strata, str) else list(strata)
    require_columns(frame, [by, outcome, *strata], "standardised_rates")
    _require_binary(frame[outcome], outcome)
    known = frame.dropna(subset=[by, *strata])
    weight = known.groupby(strata, observed=True).size() / len(known)
    own = known.groupby([*strata, by], observed=True)[outcome].mean().unstack(by)
    covered = own.notna().mul(weight, axis=0).sum()
    table = known.groupby(by, observed=True)[outcome].agg(n="size", raw="mean")
    table["standardised"] = own.mul(weight, axis=0).sum() / covered
    table["coverage"] = covered
    return table


class Ceiling(NamedTuple):
    """The best any classifier can do on given features, and why.

    Attributes
    ----------
    accuracy : float
        Largest possible share of right answers on these very rows.
    profiles : int
        Number of different rows of features.
    """

    accuracy: float
    profiles: int


def profile_ceiling(features: pd.DataFrame, outcome) -> Ceiling:
    """Return the highest accuracy that features allow on the rows they describe.

    Rows that agree in all features must get one answer; the best answer is their majority.

    Parameters
    ----------
    features : DataFrame, shape (n, d)
        One row a case.
    outcome : array_like, shape (n,)
        The classes.

    Examples
    --------
    >>> profile_ceiling(pd.DataFrame({"sex": ["f", "f", "m"]}), [1, 0, 0])
    Ceiling(accuracy=0.6666666666666666, profiles=2)
    """
    if len(features) != len(outcome) or not len(features):
        raise ValueError(f"features and outcome must have the same positive number of rows, "
                         f"got {len(features)} and {len(outcome)}")
    codes = np.column_stack([pd.factorize(features[c])[0] for c in features])
    profiles, profile = np.unique(codes, axis=0, return_inverse=True)
    classes, label = np.unique(np.asarray(outcome), return_inverse=True)
    counts = np.zeros((len(profiles), len(classes)), dtype=int)
    np.add.at(counts, (profile.ravel(), label), 1)
    return Ceiling(float(counts.max(axis=1).sum() / len(features)), len(profiles))
