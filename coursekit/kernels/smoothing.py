"""Regression by a weighted mean of the neighbours' targets: nothing is trained.

Legend: ``X`` (n, d) samples, ``y`` (n,) targets, ``h`` bandwidth, the width σ of a Gaussian.
"""
from __future__ import annotations

import numpy as np

from coursekit.checks import require_between, require_squares
from coursekit.kernels.vectors import squared_distances


def nadaraya_watson(X: np.ndarray, y: np.ndarray, X_new: np.ndarray, h: float) -> np.ndarray:
    """Return Σ k_i(x) y_i / Σ k_i(x) for each x of X_new, with k_i(x) = exp(-‖x - x_i‖²/(2h²)).

    The weights of each x are first scaled so that the largest is 1: otherwise, far from all
    samples they would round to 0, and the mean would be 0/0.

    ``X``, ``X_new`` (n, d) and (m, d): samples, and the points at which to predict.
    ``y`` (n,): targets.
    ``h``: bandwidth, positive. As it goes to 0, the mean tends to that of the nearest sample (or
        samples), as it goes to infinity, to that of all y.

    Returns shape (m,): between the smallest and the largest y.

    Raises ValueError if there is no sample, y has the wrong length, or h is not positive and
    finite.

    Source: E. Nadaraya (1964), *On estimating regression*; G. Watson (1964), *Smooth regression
    analysis*.

    >>> nadaraya_watson([[0.0], [1.0]], [0.0, 10.0], [[0.5], [1.0]], h=0.5).round(3)
    array([5.   , 8.808])
    """
    require_between("h", h, 0, np.inf, open_ends=True)
    squares, y = squared_distances(X_new, X), require_squares("y", y)
    if y.shape != (squares.shape[1],) or not len(y):
        raise ValueError(f"y must hold a number for each of the {squares.shape[1]} samples of X, "
                         f"at least one, got shape {y.shape}")
    nearest = squares.min(axis=1, keepdims=True)
    with np.errstate(over="ignore"):        # for a tiny h, -∞ is the correct exponent
        weights = np.exp((nearest - squares) / 2 / h / h)
    return weights @ y / weights.sum(axis=1)
