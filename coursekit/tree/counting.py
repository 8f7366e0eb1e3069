"""How many are there? Trees to choose from, and questions to ask on average.

Counts that show why the search for a tree is greedy, and what an entropy is the price of.
"""
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


def count_trees(X: ArrayLike) -> int:
    """Return how many trees of depth two a table offers: a first cut, and one on either side.

    The cuts are those of the whole table; on a side, those that part its samples alike count
    once. A sample that lacks the value goes right, so a cut may part the known from the unknown.

    Examples
    --------
    >>> count_trees([[1], [2], [3], [4]])       # only the middle cut leaves a cut on both sides
    1
    """
    X = check_array(X, dtype=float, ensure_all_finite="allow-nan", ensure_min_samples=0)
    answers = [column[:, None] < distinct_cuts(column) for column in X.T]

    def ways(rows: np.ndarray) -> int:
        """Count the ways to part some rows: a larger cut sends more of them left, or the same."""
        return sum(len(set(a[rows].sum(axis=0)) - {0, rows.sum()}) for a in answers)

    return sum(ways(yes) * ways(~yes) for a in answers for yes in a.T)


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
