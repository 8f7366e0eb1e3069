"""Measures of a rule: lift, and statistics that compare its coverage with a reference.

Legend: ``m`` covered samples, ``m_k`` of class k among them, ``θ_k`` the proportion of class k in
the reference, ``e_k = m·θ_k`` the counts expected by chance, ``n`` all samples.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc, rel_entr

from coursekit.checks import floats, require_finite, require_squares, require_whole
from coursekit.statistics import float_if_one, wilson_interval


def lift(hits, covered, positives, n, confidence: float = 0.95) -> tuple:
    """Return the lift P(Y given X) / P(Y) of a rule, and the ends of its interval.

    ``hits`` of the ``covered`` samples, and ``positives`` of all ``n``, belong to the class Y that
    the rule predicts; the counts may be arrays of the same shape. The interval is Wilson's for
    P(Y given X), divided by P(Y), which is taken as known.

    >>> "{:.3f} [{:.3f}, {:.3f}]".format(*lift(233, 314, 342, 891))
    '1.933 [1.800, 2.051]'
    """
    hits, covered = require_finite("hits", hits), require_finite("covered", covered)
    positives, n = require_finite("positives", positives), require_finite("n", n)
    if np.any(positives <= 0) or np.any(positives > n):
        raise ValueError(f"positives must lie above 0 and not above n, got {positives} of {n}; "
                         "a class without samples has no lift")
    low, high = wilson_interval(hits, covered, confidence)
    if np.any(hits > positives):
        raise ValueError(f"hits must not exceed positives, got {hits} of {positives}; both count "
                         "samples of the class that the rule predicts")
    share = positives / n
    return hits / covered / share, low / share, high / share


def g_statistic(covered: ArrayLike, reference: ArrayLike) -> float | np.ndarray:
    """Return G = 2 Σ m_k ln(m_k / e_k), twice the log-likelihood ratio against the reference.

    ``covered`` (..., c): covered samples of each class; one rule, or one rule per row.
    ``reference`` (c,): samples of each class in the reference. A covered class that is not in the
        reference makes G infinite.

    Source: S. S. Wilks (1938), *The large-sample distribution of the likelihood ratio*.

    >>> round(g_statistic([3, 0], [5, 6]), 3)
    4.731
    """
    covered, shares = _counts_and_shares(covered, reference)
    expected = covered.sum(axis=-1, keepdims=True) * shares
    return float_if_one(2 * rel_entr(covered, expected).sum(axis=-1))


def pearson_statistic(covered: ArrayLike, reference: ArrayLike) -> float | np.ndarray:
    """Return Pearson's X² = Σ (m_k - e_k)² / e_k of the same counts as `g_statistic`.

    >>> round(pearson_statistic([3, 0], [5, 6]), 3)
    3.6
    """
    covered, shares = _counts_and_shares(covered, reference)
    expected = covered.sum(axis=-1, keepdims=True) * shares
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = (covered - expected) ** 2 / expected
    return float_if_one(np.where(covered == expected, 0.0, parts).sum(axis=-1))


def wilks_p_value(statistic: ArrayLike, degrees: int) -> float | np.ndarray:
    """Return the tail probability of χ² beyond a statistic; 1 without degrees of freedom.

    >>> round(wilks_p_value(3.84, 1), 3), wilks_p_value(0, 0)
    (0.05, 1.0)
    """
    values = floats("statistic", statistic)
    if np.isnan(values).any():
        raise ValueError("statistic contains NaN; a statistic is a number from 0 up, or infinite")
    require_whole("degrees", degrees, 0)
    statistic = np.maximum(values, 0)       # rounding may leave -1e-17
    return float_if_one(chdtrc(degrees, statistic) if degrees > 0 else np.ones_like(statistic))


def _counts_and_shares(covered, reference) -> tuple[np.ndarray, np.ndarray]:
    covered = require_squares("covered", covered)
    reference = require_squares("reference", reference)
    if reference.ndim != 1 or covered.shape[-1:] != reference.shape:
        raise ValueError("covered and reference must hold one count for each class, got shapes "
                         f"{covered.shape} and {reference.shape}")
    if np.any(covered < 0) or np.any(reference < 0) or reference.sum() <= 0:
        raise ValueError("covered and reference must be counts, 0 or more, and the reference must "
                         f"have a sample; got {covered.tolist()} and {reference.tolist()}")
    return covered, reference / reference.sum()
