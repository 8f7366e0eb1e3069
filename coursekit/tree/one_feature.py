"""The best split on one numeric feature, to read: all thresholds and their gains.

Legend: ``x`` a feature, ``s`` a threshold: samples with x < s go left, the others right.
``S`` and ``N`` are running sums from the left, so every threshold costs a few additions.
Only a threshold between two different values splits anything, and all thresholds in one gap split
the samples in the same way: the midpoint represents its gap.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite, require_squares, require_whole
from coursekit.labels import require_labels
from coursekit.tree.criteria import Criterion, find_criterion, squared_error
from coursekit.tree.splitter import midpoint


class SplitCurve(NamedTuple):
    """All usable thresholds of one feature and their gains."""

    threshold: np.ndarray  # (s,), midpoints, ascending
    n_left: np.ndarray  # (s,), known samples on that side
    n_right: np.ndarray
    gain: np.ndarray  # (s,), N·Q before minus N·Q after, over the known samples
    left: np.ndarray  # (s, rows), proportion of each class but the last, or mean of y
    right: np.ndarray
    tie_tolerance: float  # gains that differ by less are equal


class BestSplit(NamedTuple):
    """The threshold with the largest gain."""

    threshold: float
    gain: float
    n_left: int
    n_right: int


def split_curve(x: ArrayLike, y: ArrayLike, criterion: str = "gini",
                min_samples_leaf: int = 1) -> SplitCurve:
    """Return all usable thresholds of one numeric feature with their gains.

    Samples without a value (NaN) are ignored. ``y`` holds labels, or numbers for
    "squared_error"; ``criterion`` is a key of `coursekit.tree.criteria.CRITERIA`. Either side
    keeps at least ``min_samples_leaf`` samples of known value. Different lengths, a missing label
    or an unknown criterion raise a ValueError.

    >>> curve = split_curve([1, 2, 3, 4], [0.0, 0.0, 3.0, 1.0], "squared_error")
    >>> curve.threshold, curve.gain.round(3)
    (array([1.5, 2.5, 3.5]), array([1.333, 4.   , 0.   ]))
    """
    found = find_criterion(criterion)
    least = require_whole("min_samples_leaf", min_samples_leaf, 1)
    x = _numbers(x)
    rows = _sums(x, y, found)
    order = np.argsort(x, kind="stable")[:int(np.sum(~np.isnan(x)))]
    x, rows = x[order], rows[:, order]
    centre = _centre(rows, found)
    N, S = np.arange(1, x.size + 1), (rows - centre).cumsum(axis=1)
    cut = np.flatnonzero(x[:-1] < x[1:])
    cut = cut[(N[cut] >= least) & (x.size - N[cut] >= least)]
    S_left, N_left = S[:, cut], N[cut]
    S_right, N_right = S[:, -1:] - S_left, x.size - N_left
    before = found.proxy(S[:, -1], np.float64(x.size)) if x.size else 0.0
    gain = found.score(S_left, N_left, S_right, N_right) - before
    spread = 1.0 if found.counts_classes or not x.size else rows.var()
    return SplitCurve(midpoint(x[cut], x[cut + 1]), N_left, N_right, gain,
                      (S_left / N_left).T + centre, (S_right / N_right).T + centre,
                      float(found.rounding * x.size * spread))


def _sums(x: np.ndarray, y, criterion: Criterion) -> np.ndarray:
    """Check x and y, and return the terms of the sums, shape (rows, n)."""
    classes: ArrayLike = ()
    if criterion.counts_classes:
        classes, y = np.unique(require_labels(y), return_inverse=True)
    else:
        y = require_squares("y", y)
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(f"x and y must be two lists of the same length, got shapes {x.shape} and "
                         f"{y.shape}; give one value and one label for each sample")
    return criterion.sums(y, len(classes))


def _numbers(x) -> np.ndarray:
    """Return the feature as floats, NaN where it is missing; reject text and dates."""
    try:
        if np.asarray(x).dtype.kind not in "mMc":
            return np.asarray(x, dtype=float)
    except (TypeError, ValueError, OverflowError):
        pass
    return require_finite("x", x)


def _centre(rows: np.ndarray, criterion: Criterion) -> float:
    """Return the mean of y if the criterion allows a shift, else 0; it reduces rounding errors."""
    return float(rows.mean()) if criterion.shift_invariant and rows.size else 0.0


def best_split(x: ArrayLike, y: ArrayLike, criterion: str = "gini",
               min_samples_leaf: int = 1) -> BestSplit | None:
    """Return the threshold with the largest gain, the first in a tie; None without a cut.

    Arguments and errors are those of `split_curve`. Gains are equal if they differ by no more
    than the ``rounding`` of the criterion.

    >>> best_split([1, 3, -1, 3], [0, 1, 0, 1])
    BestSplit(threshold=2.0, gain=2.0, n_left=2, n_right=2)
    """
    curve = split_curve(x, y, criterion, min_samples_leaf)
    if not curve.gain.size:
        return None
    k = int(np.argmax(curve.gain >= curve.gain.max() - curve.tie_tolerance))
    return BestSplit(float(curve.threshold[k]), float(curve.gain[k]),
                     int(curve.n_left[k]), int(curve.n_right[k]))


def two_means(x: np.ndarray, y: np.ndarray, s: float) -> tuple[float, float, float]:
    """Return both means and the squared error of a cut at s; an empty side has mean NaN."""
    sides = [y[x < s], y[x >= s]]
    means = [float(side.mean()) if side.size else float("nan") for side in sides]
    loss = sum(side.size * squared_error(side) for side in sides if side.size)
    return means[0], means[1], loss


def missed_steps(find: Callable, rng: np.random.Generator, draws: int = 2000,
                 n: int = 15) -> np.ndarray:
    """Return how far two rules miss a true step at 0.5, shape (2, draws).

    ``find`` returns the best cut of x and y as (threshold, gain). The rules are to cut at the
    sample above that threshold, and at the threshold. Each of the ``draws`` tables has ``n``
    samples from [0, 1], on both sides of the step.
    """
    missed = []
    while len(missed) < draws:
        x = rng.uniform(size=n)
        if x.min() < 0.5 <= x.max():
            s = find(x, (x >= 0.5).astype(float))[0]
            missed.append([abs(x[x >= s].min() - 0.5), abs(s - 0.5)])
    return np.transpose(missed)
