"""The best question about one feature, found by one pass along its sorted values.

Legend: ``x`` a feature, ``s`` a threshold: cases with x < s go left, the others right.
``S`` and ``N`` are running sums from the left, so every threshold costs a few additions.
Only a threshold between two different values cuts anything, and all thresholds in one gap cut
the same cases: the midpoint speaks for its gap.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite
from coursekit.tree.impurity import Criterion, criterion, moments


class SplitCurve(NamedTuple):
    """Every usable threshold of one feature and what it gains.

    Attributes
    ----------
    threshold : ndarray, shape (s,)
        Midpoints, ascending.
    n_left, n_right : ndarray of int, shape (s,)
        Known cases on either side.
    gain : ndarray, shape (s,)
        N·Q before minus N·Q after, over the cases whose x is known.
    left, right : ndarray, shape (s, rows)
        Share of each class but the last on either side, or the mean of y.

    Examples
    --------
    >>> split_curve([1, 3, -1, 3], [0, 1, 0, 1]).threshold
    array([0., 2.])
    """

    threshold: np.ndarray
    n_left: np.ndarray
    n_right: np.ndarray
    gain: np.ndarray
    left: np.ndarray
    right: np.ndarray


class BestSplit(NamedTuple):
    """The threshold that gains most.

    Examples
    --------
    >>> best_split([1, 3, -1, 3], [0, 1, 0, 1])
    BestSplit(threshold=2.0, gain=2.0, n_left=2, n_right=2)
    """

    threshold: float
    gain: float
    n_left: int
    n_right: int


def midpoint(below: ArrayLike, above: ArrayLike) -> np.ndarray:
    """Return the middle of two values, below < middle <= above even for neighbouring floats.

    Examples
    --------
    >>> float(midpoint(9.0, 10.0))
    9.5
    """
    middle = np.asarray(below) / 2 + np.asarray(above) / 2
    return np.where(middle > below, middle, above)


def split_curve(x: ArrayLike, y: ArrayLike, rule: str | Criterion = "gini",
                min_samples_leaf: int = 1) -> SplitCurve:
    """Return all usable thresholds of one numeric feature with their gains.

    Parameters
    ----------
    x : array_like, shape (n,)
        NaN means missing; those cases have no say.
    y : array_like, shape (n,)
        Labels, or numbers for "squared_error".
    rule : {"gini", "entropy", "misclassification", "squared_error"}
        What to gain.
    min_samples_leaf : int
        Smallest number of known cases on either side.

    Raises
    ------
    ValueError
        If x and y differ in length, or the criterion is unknown.

    Examples
    --------
    >>> curve = split_curve([1, 2, 3, 4], [0.0, 0.0, 3.0, 1.0], "squared_error")
    >>> curve.threshold, curve.gain.round(3)
    (array([1.5, 2.5, 3.5]), array([1.333, 4.   , 0.   ]))
    """
    rule = criterion(rule) if isinstance(rule, str) else rule
    x, rows = _known_in_order(x, y, rule)
    N, S = np.arange(1, x.size + 1), rows.cumsum(axis=1)
    cut = np.flatnonzero(x[:-1] < x[1:])
    cut = cut[(N[cut] >= min_samples_leaf) & (x.size - N[cut] >= min_samples_leaf)]
    S_left, N_left = S[:, cut], N[cut]
    S_right, N_right = S[:, -1:] - S_left, x.size - N_left
    before = rule.purity(S[:, -1], np.float64(x.size)) if x.size else 0.0
    gain = rule.purity(S_left, N_left) + rule.purity(S_right, N_right) - before
    return SplitCurve(midpoint(x[cut], x[cut + 1]), N_left, N_right, gain,
                      (S_left / N_left).T, (S_right / N_right).T)


def _known_in_order(x, y, rule: Criterion) -> tuple[np.ndarray, np.ndarray]:
    x = np.asarray(x, dtype=float)
    if rule.counts_classes:
        classes, y = np.unique(np.asarray(y), return_inverse=True)
    else:
        classes, y = (), require_finite("y", y)
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(f"x and y must be two lists of one length, got shapes {x.shape} and "
                         f"{y.shape}; give one value and one label for each case")
    order = np.argsort(x, kind="stable")[:int(np.sum(~np.isnan(x)))]
    return x[order], moments(y, rule, len(classes))[:, order]


def best_split(x: ArrayLike, y: ArrayLike, rule: str | Criterion = "gini",
               min_samples_leaf: int = 1) -> BestSplit | None:
    """Return the threshold that gains most, the first of equals; None if nothing can be cut.

    Arguments and errors are those of `split_curve`.

    Examples
    --------
    >>> best_split([5, 5, 5], [0, 1, 0]) is None
    True
    """
    curve = split_curve(x, y, rule, min_samples_leaf)
    if not curve.gain.size:
        return None
    k = int(np.argmax(curve.gain))
    return BestSplit(float(curve.threshold[k]), float(curve.gain[k]),
                     int(curve.n_left[k]), int(curve.n_right[k]))
