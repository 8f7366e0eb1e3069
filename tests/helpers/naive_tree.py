"""The grower of the library, written plainly: classes, missing values and text, a node at a
time."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from pandas.api import types

from coursekit.tree.criteria import find_criterion
from coursekit.tree.level_sets import level_sums, search_level_sets
from coursekit.tree.one_feature import best_split
from coursekit.tree.tree import LEFT, RIGHT


class BestSubset(NamedTuple):
    """The set of levels that gains most when sent left."""

    left: tuple
    right: tuple
    gain: float
    n_left: int
    n_right: int


def best_subset(x: ArrayLike, y: ArrayLike, criterion: str = "gini",
                min_samples_leaf: int = 1) -> BestSubset | None:
    """Return the best question about one nominal feature, or None; None and NaN are missing.

    >>> best_subset(["a", "b", "c", "a"], [0, 1, 0, 0])
    BestSubset(left=('a', 'c'), right=('b',), gain=1.5, n_left=3, n_right=1)
    """
    known, found = ~pd.isna(np.asarray(x, dtype=object)), find_criterion(criterion)
    levels, code = np.unique(np.asarray(x, dtype=object)[known], return_inverse=True)
    if not levels.size:
        return None
    classes, target = np.unique(y, return_inverse=True)
    rows = found.sums(target if found.counts_classes else y, len(classes))[:, known]
    S, N = level_sums(code, np.zeros_like(code), rows, 1, len(levels))
    (gain,), (side,) = search_level_sets(S, N, found, min_samples_leaf)
    if not np.isfinite(gain):
        return None
    n_left = int(N[0, side == LEFT].sum())
    return BestSubset(tuple(levels[side == LEFT]), tuple(levels[side == RIGHT]), float(gain),
                      n_left, int(N.sum()) - n_left)


def grow_naively(X: pd.DataFrame, y: ArrayLike, criterion: str = "gini",
                 min_samples_split: int = 20, min_samples_leaf: int = 7) -> dict:
    """Return a tree as nested dictionaries: greedy, from the top, not pruned.

    Parameters
    ----------
    X : DataFrame, shape (n, d)
        Numbers, or text. Samples that lack a value go with the majority of the others.
    y : array_like, shape (n,)
        Labels; numbers for "squared_error".
    criterion : str
        What a split is to gain.
    min_samples_split, min_samples_leaf : int
        Samples a node needs to be split, and samples of known value on either side.

    Returns
    -------
    dict
        ``n``, ``value`` (most frequent label, or mean); and, if the node is split, ``feature``,
        ``threshold`` or ``levels`` (what goes left), ``gain``, ``left``, ``right``.

    Examples
    --------
    >>> tree = grow_naively(pd.DataFrame({"x": [0.0, 1, 2]}), [0, 1, 1], "gini", 2, 1)
    >>> tree["threshold"], tree["left"], tree["right"]
    (0.5, {'n': 1, 'value': 0}, {'n': 2, 'value': 1})
    """
    y = np.asarray(y)
    node = {"n": len(y), "value": _value(y, find_criterion(criterion).counts_classes)}
    if len(y) < min_samples_split or np.all(y == y[0]):
        return node
    best = None
    for feature in X:
        search = best_split if types.is_numeric_dtype(X[feature]) else best_subset
        split = search(X[feature].to_numpy(), y, criterion, min_samples_leaf)
        # Of equal gains the first feature wins, and a gain that is only rounding is none.
        if split and split.gain > (best.gain if best else 0) + 1e-9:
            best, name = split, feature
    if best is None:
        return node
    x = X[name]
    if types.is_numeric_dtype(x):
        question, left = {"threshold": best.threshold}, x < best.threshold
    else:
        question, left = {"levels": best.left}, x.isin(best.left)
    left = np.where(x.isna(), best.n_left >= best.n_right, left)
    below = {side: grow_naively(X[rows], y[rows], criterion, min_samples_split, min_samples_leaf)
             for side, rows in (("left", left), ("right", ~left))}
    return {**node, "feature": name, **question, "gain": best.gain, **below}


def _value(y: np.ndarray, counts_classes: bool) -> object:
    if not counts_classes:
        return float(y.mean())
    labels, counts = np.unique(y, return_counts=True)
    return labels[np.argmax(counts)].item()
