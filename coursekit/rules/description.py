"""Description lengths: the bits of rules, and of the samples they misclassify.

Sender and receiver know the features; the classes are sent. First come the rules, then which
covered samples are exceptions (``fp`` false positives) and which of the others (``fn``).

Legend: ``k`` conditions of a rule, ``r`` rules of a set, ``n`` samples, ``N`` of them covered,
``w`` the weight of the rules; bits throughout.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import gammaln, xlogy

from coursekit.checks import quoted, require_between, require_choice, require_finite
from coursekit.labels import require_labels
from coursekit.rules.table import Table
from coursekit.tree.criteria import entropy

_LN2 = np.log(2)


def log2_factorial(k: ArrayLike) -> np.ndarray:
    """Return log2 k!, also for arrays.

    >>> float(log2_factorial(4).round(3))
    4.585
    """
    return gammaln(_counts("k", k) + 1) / _LN2


def log2_binomial(n: ArrayLike, k: ArrayLike) -> np.ndarray:
    """Return log2 of the number of ways to choose k of n.

    >>> float(log2_binomial(5, 2).round(3))
    3.322
    """
    n, k = _counts("n", n), _counts("k", k)
    if np.any(k > n):
        raise ValueError(f"k must not exceed n, got {k} of {n}; k of the n are chosen")
    return log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k)


def multinomial_bits(counts: ArrayLike) -> tuple[float, float]:
    """Return the bits that encode the counts of each kind, and then those of the arrangement.

    There are C(n + c - 1, c - 1) vectors of c counts with sum n, and n! / Π n_k! arrangements.

    >>> model, data = multinomial_bits([9, 1])
    >>> f"{model:.3f} + {data:.3f}"
    '3.459 + 3.322'
    """
    counts = _counts("counts", counts)
    if counts.ndim != 1 or not counts.size:
        raise ValueError(f"counts must hold one count for each kind, at least one, got shape "
                         f"{counts.shape}")
    n, c = counts.sum(), len(counts)
    return (float(log2_binomial(n + c - 1, c - 1)),
            float(log2_factorial(n) - log2_factorial(counts).sum()))


def _counts(name: str, values) -> np.ndarray:
    counts = require_finite(name, values)
    if np.any(counts < 0):
        raise ValueError(f"{name} must be counts, 0 or more, got {counts.min():g}")
    return counts


def condition_bits(X: pd.DataFrame | Table, y: Sequence | None = None) -> dict[str, float]:
    """Return the bits of a condition on each feature: for the feature, and for its test.

    The test of a nominal feature takes the entropy of its known values; that of a number 1 bit
    for the side and half of log2(distinct values - 1) for the threshold; that of a feature with at
    most one value none. The feature takes the entropy of the proportions of these bits. Give the
    classes ``y`` to count them as one more feature, as in the printed table of the source.

    >>> condition_bits(pd.DataFrame({"windy": ["y", "n"], "degrees": [20.0, 30.0]}))
    {'windy': 2.0, 'degrees': 2.0}
    """
    table = Table.of(X)
    asked = [_value_bits(table.codes[:, j], levels is not None)
             for j, levels in enumerate(table.columns.levels)]
    weights = [*asked, _value_bits(pd.factorize(require_labels(y))[0].astype(float), True)] \
        if y is not None else asked
    which = entropy(weights) if sum(weights) > 0 else 0.0
    return {name: float(which + bits) for name, bits in zip(table.columns.names, asked)}


def _value_bits(x: np.ndarray, nominal: bool) -> float:
    values, counts = np.unique(x[~np.isnan(x)], return_counts=True)
    if len(values) < 2:
        return 0.0
    return entropy(counts) if nominal else 1 + np.log2(len(values) - 1) / 2


def rule_bits(conditions: Sequence[float]) -> float:
    """Return the bits of a rule from those of its conditions: log2 k + Σ bits - log2 k!.

    The order of the conditions is irrelevant, hence the last term. No condition takes 0 bits.

    >>> round(rule_bits([4.0, 6.0]), 3)
    10.0
    """
    if np.any(require_finite("conditions", conditions) < 0) or np.ndim(conditions) != 1:
        raise ValueError(f"conditions must be a list of bits, 0 or more, got {quoted(conditions)}")
    k = len(conditions)
    return float(np.log2(k) + sum(conditions) - log2_factorial(k)) if k else 0.0


def exception_bits(n: ArrayLike, covered: ArrayLike, fp: ArrayLike, fn: ArrayLike,
                   exceptions: str = "1993") -> np.ndarray:
    """Return log2 C(N, fp) + log2 C(n - N, fn): which samples are misclassified.

    This is the code of 1993. It takes as many bits for N - fp false positives as for fp.
    exceptions="1995" selects Quinlan's later code, used in release 8: first the number fp + fn of
    all errors, in log2(n + 1) bits; then each sample of the larger of the two sides, as if half of
    all errors were there; then each sample of the smaller side at its own error rate. It penalises
    errors that are mostly on one side.

    Source: J. R. Quinlan (1995), *MDL and categorical theories (continued)*.

    >>> float(exception_bits(2514, 63, 2, 3).round(2))
    42.12
    >>> float(exception_bits(2514, 63, 2, 3, exceptions="1995").round(2))
    57.51
    """
    n, covered, fp, fn = (_counts(name, values) for name, values in (
        ("n", n), ("covered", covered), ("fp", fp), ("fn", fn)))
    if require_choice("exceptions", exceptions, ("1993", "1995")) == "1993":
        return log2_binomial(covered, fp) + log2_binomial(_counts("n - covered", n - covered), fn)
    half, mostly = (fp + fn) / 2, covered > n / 2
    return (np.log2(n + 1) + _bits_at_rate(covered, fp, np.where(mostly, half, fp))
            + _bits_at_rate(n - covered, fn, np.where(mostly, fn, half)))


def _bits_at_rate(n: np.ndarray, k: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Return the bits that encode which k of n samples are errors, with ``expected`` errors."""
    rate = expected / np.maximum(n, 1)
    return -(xlogy(k, rate) + xlogy(n - k, 1 - rate)) / _LN2


def description_length(conditions_bits: Sequence[Sequence[float]], n: int, covered: int, fp: int,
                       fn: int, w: float = 0.5, exceptions: str = "1993") -> float:
    """Return w times the bits of a set of rules, plus those of its exceptions.

    ``conditions_bits``: for each rule the bits of its conditions; the order of rules and conditions
        is free.
    ``n``, ``covered``, ``fp``, ``fn``: samples; samples covered by the rules; covered ones of
        another class; uncovered ones of the class.
    ``w``: weight of the rules, at least 0; below 1 because redundant features inflate their bits.
    ``exceptions`` {"1993", "1995"}: the code for the exceptions, see `exception_bits`.

    Source: J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5.

    >>> round(description_length([], n=2514, covered=0, fp=0, fn=64), 1)
    425.8
    """
    w = require_between("w", require_finite("w", w), 0, np.inf)
    for name, value in {"n": n, "covered": covered, "fp": fp, "fn": fn}.items():
        require_between(name, value, 0, np.finfo(float).max)
    if not (0 <= fp <= covered <= n and 0 <= fn <= n - covered):
        raise ValueError(f"got n={n}, covered={covered}, fp={fp}, fn={fn}; fp counts covered "
                         "samples and fn others, so fp <= covered and fn <= n - covered")
    return float(w * _set_bits(map(rule_bits, conditions_bits))
                 + exception_bits(n, covered, fp, fn, exceptions))


def _set_bits(rules) -> float:
    rules = list(rules)
    return float(sum(rules) - log2_factorial(len(rules)))
