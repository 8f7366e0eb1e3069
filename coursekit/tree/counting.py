"""Counts: the cuts that a table offers, and the questions that a code asks on average."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from coursekit.tree.criteria import shares
from coursekit.tree.splitter import midpoint


def count_cuts(X: ArrayLike) -> int:
    """Return how many different cuts a table (n, d) offers: the gaps between known values."""
    X = check_array(X, dtype=float, ensure_all_finite="allow-nan", ensure_min_samples=0)
    return sum(len(distinct_cuts(column)) for column in X.T)


def distinct_cuts(column: np.ndarray) -> np.ndarray:
    """Return the middles between neighbouring known values: x < middle is a cut."""
    values = np.unique(column[~np.isnan(column)])
    return midpoint(values[:-1], values[1:])


def fewest_questions(counts: ArrayLike) -> float:
    """Return how many yes-or-no questions find a class on average, asked as well as one can.

    Huffman's rule (1952): join the two rarest classes, again and again; each joint is one
    question. The entropy H of the counts (K,) bounds it: H <= questions < H + 1.

    Examples
    --------
    >>> fewest_questions([2, 1, 1])
    1.5
    """
    rarest, asked = sorted(shares(counts).tolist()), 0.0
    while len(rarest) > 1:
        joint = rarest[0] + rarest[1]
        asked, rarest = asked + joint, sorted([joint, *rarest[2:]])
    return asked
