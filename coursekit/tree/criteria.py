"""Splitting criteria in one registry: the impurity of a node, and the gain of a split.

Legend: ``N`` samples of a node, ``p_k`` the proportion of class k, ``Q`` the impurity of
the node, ``S`` sums over its samples (of indicators of the classes, or of y), and the gain

    N·Q(node) - N_L·Q(left) - N_R·Q(right),

which rpart prints as "improve"; it is N times what many books call the gain.

Every impurity here has the form N·Q = (a sum over the samples) - proxy(S, N). The sum is the
same before and after a split, so a search needs only the proxy, and the proxy needs only S and
N: that is why one running sum along a sorted feature is enough to rank all its thresholds.

To add a criterion, write its impurity and its proxy, and add one line to ``CRITERIA``.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import entr

from coursekit.checks import require_choice, require_finite, require_squares
from coursekit.statistics import float_if_one


def class_proportions(counts: ArrayLike) -> np.ndarray:
    """Return p_k, the counts divided by their sum along the last axis.

    Anything that is not an array of counts is rejected.
    """
    counts = require_finite("counts", counts)
    total = counts.sum(axis=-1, keepdims=True)
    if not (counts.ndim and np.all(counts >= 0) and np.all(total > 0)):
        raise ValueError(f"counts must be 0 or more and not all 0, got {counts.tolist()}; "
                         "count the samples of each class in a non-empty node")
    return counts / total


def gini(counts: ArrayLike) -> float | np.ndarray:
    """Return the Gini index 1 - Σ p_k²: the probability that two draws differ in class.

    ``counts`` (..., K): samples of each class; one node, or one node per row.

    Returns float or ndarray, shape (...).

    >>> gini([300, 100])
    0.375
    """
    return float_if_one(1 - (class_proportions(counts) ** 2).sum(axis=-1))


def entropy(counts: ArrayLike) -> float | np.ndarray:
    """Return the entropy -Σ p_k log2 p_k in bits, with 0 log 0 = 0.

    >>> entropy([2, 2]), entropy([4, 0])
    (1.0, 0.0)
    """
    return float_if_one(entr(class_proportions(counts)).sum(axis=-1) / math.log(2) + 0.0)


def misclassification(counts: ArrayLike) -> float | np.ndarray:
    """Return 1 - max p_k: the error rate of predicting the majority class."""
    return float_if_one(1 - class_proportions(counts).max(axis=-1))


def squared_error(y: ArrayLike) -> float:
    """Return the mean squared distance from the mean, the smallest for any constant."""
    y = require_squares("y", y)
    if y.size == 0:
        raise ValueError("y must not be empty: a node without samples has no mean")
    return float_if_one(((y - y.mean()) ** 2).mean())


# Proxies. S holds one row per class but the last (whose count is N minus the rest), or the
# single row of Σ y; N has the shape of a row. Terms linear in S and N are left out:
# they are the same before and after a split.

def _gini_proxy(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    if len(S) == 1:     # two classes: (S² + (N - S)²)/N = 2 S²/N + (N - 2 S)
        return 2 * _squared_error_proxy(S, N)
    return ((S * S).sum(axis=0) + (N - S.sum(axis=0)) ** 2) / N


def _entropy_proxy(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    if len(S) == 1:
        return _x_log_x(S[0]) + _x_log_x(N - S[0]) - _x_log_x(N)
    return _x_log_x(S).sum(axis=0) + _x_log_x(N - S.sum(axis=0)) - _x_log_x(N)


def _x_log_x(x: np.ndarray) -> np.ndarray:
    # scipy.special.xlogy takes three times as long, and the search spends most of its time here.
    return x * np.log2(np.maximum(x, 1e-300))


def _misclassification_proxy(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    return np.maximum(S.max(axis=0), N - S.sum(axis=0))


def _squared_error_proxy(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    return S[0] * S[0] / N


@dataclass(frozen=True)
class Criterion:
    """The splitting criterion.

    ``proxy(S, N)`` ranks splits: the larger, the purer. A search guarantees N >= 1, and for
    classes 0 <= S and ΣS <= N. Gains are equal if they differ by less than ``rounding`` times the
    samples of the node (for numbers: times its sum of squared errors). The default is for classes,
    whose sums are exact whole numbers; numbers need 1e-12, and up to 1e-8 where the slope of the
    proxy is infinite, as that of a square root at 0, which magnifies rounding errors. The
    prediction of a leaf, and the risk used in pruning, are the same for all criteria.
    """

    name: str  # the value of ``criterion``
    impurity: Callable[[ArrayLike], float | np.ndarray]  # Q of counts (..., K), or of y itself
    proxy: Callable[[np.ndarray, np.ndarray], np.ndarray]  # of (rows, ...), (...)
    counts_classes: bool = True  # whether the rows of S count classes, or sum y
    shift_invariant: bool = False  # whether y + c has the same gains; then y is centred
    rounding: float = 1e-13

    def sums(self, y: np.ndarray, n_classes: int) -> np.ndarray:
        """Return the terms of S, (rows, n): indicators of all classes but one, or y.

        Numbers of a ``shift_invariant`` criterion are best centred, to keep their squares small.
        """
        if not self.counts_classes:
            return np.asarray(y, dtype=float)[None, :]
        classes = np.arange(max(n_classes - 1, 1))
        return (y == classes[:, None]).astype(float)

    def score(self, S_left: np.ndarray, N_left: np.ndarray, S_right: np.ndarray,
              N_right: np.ndarray) -> np.ndarray:
        """Return the summed proxy of both sides of each split."""
        return self.proxy(S_left, N_left) + self.proxy(S_right, N_right)


#: All criteria; estimators, searches and tests look them up here.
CRITERIA: dict[str, Criterion] = {criterion.name: criterion for criterion in (
    Criterion("gini", gini, _gini_proxy),
    Criterion("entropy", entropy, _entropy_proxy),
    Criterion("misclassification", misclassification, _misclassification_proxy),
    Criterion("squared_error", squared_error, _squared_error_proxy, counts_classes=False,
              shift_invariant=True, rounding=1e-12),
)}


def find_criterion(name: str, *, counts_classes: bool | None = None) -> Criterion:
    """Return a criterion by name, from those for classes, those for numbers, or all (None)."""
    choices = [c.name for c in CRITERIA.values() if counts_classes in (None, c.counts_classes)]
    if not isinstance(name, str) or name not in choices:
        require_choice("criterion", name, choices)
    return CRITERIA[name]
