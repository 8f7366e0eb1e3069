"""Counts: the possible cuts of a table, and the mean number of questions of a code."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from coursekit.tree.criteria import class_proportions
from coursekit.tree.splitter import midpoint


def count_cuts(X: ArrayLike) -> int:
    """Return the number of different cuts of a table (n, d): the gaps between known values."""
    X = check_array(X, dtype=float, ensure_all_finite="allow-nan", ensure_min_samples=0)
    return sum(len(distinct_cuts(column)) for column in X.T)


def distinct_cuts(column: np.ndarray) -> np.ndarray:
    """Return the midpoints between neighbouring known values: x < midpoint is a cut."""
    values = np.unique(column[~np.isnan(column)])
    return midpoint(values[:-1], values[1:])


def fewest_questions(counts: ArrayLike) -> float:
    """Return the smallest mean number of yes-or-no questions that identify a class.

    Huffman's rule (1952): merge the two rarest classes, again and again; each merger is one
    question. The entropy H of the counts (K,) bounds it: H <= questions < H + 1.

    Examples
    --------
    >>> fewest_questions([2, 1, 1])
    1.5
    """
    rarest, asked = sorted(class_proportions(counts).tolist()), 0.0
    while len(rarest) > 1:
        joint = rarest[0] + rarest[1]
        asked, rarest = asked + joint, sorted([joint, *rarest[2:]])
    return asked
