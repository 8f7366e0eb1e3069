"""The possible cuts of a table."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from coursekit.tree.splitter import midpoint


def count_cuts(X: ArrayLike) -> int:
    """Return the number of different cuts of a table (n, d): the gaps between known values."""
    X = check_array(X, dtype=float, ensure_all_finite="allow-nan", ensure_min_samples=0)
    return sum(len(distinct_cuts(column)) for column in X.T)


def distinct_cuts(column: np.ndarray) -> np.ndarray:
    """Return the midpoints between neighbouring known values: x < midpoint is a cut."""
    values = np.unique(column[~np.isnan(column)])
    return midpoint(values[:-1], values[1:])
