"""A regression tree in short functions, to read: what the learner builds in lessons 06 and 06b.

Numbers only, no missing values. `builder` grows the same tree for all nodes of one depth at once.

Legend: ``n`` samples, ``S`` sum of y; ``_L`` and ``_R`` the samples left and right of a cut.
A tree is a dictionary. Every node has ``n``, its samples, and ``value``, the mean of their y; a
node that asks also has ``feature`` (a column), ``threshold``, ``left`` (x < threshold), ``right``.
"""
from __future__ import annotations

import numpy as np

from coursekit.tree.one_feature import best_split

# Gains closer than this are equal, and a smaller gain counts as 0. `best_cut` and `grow` repeat the
# number: their source, shown as the solution, must run in a notebook without this name.
TIE = 1e-9


def gain(y: np.ndarray, left: np.ndarray) -> float:
    """Return how much the squared error falls if samples with left=True get their own mean.

    ``y`` holds numbers and ``left`` truth values, both of shape (n,). An empty side gains 0.

    >>> gain([1, 1, 4], [True, True, False])
    6.0
    """
    y, left = np.asarray(y, dtype=float), np.asarray(left, dtype=bool)
    n, n_L = len(y), np.sum(left)
    n_R = n - n_L
    if n_L == 0 or n_R == 0:
        return 0.0
    return float(n_L * n_R / n * (y[left].mean() - y[~left].mean()) ** 2)


def best_cut(x: np.ndarray, y: np.ndarray, min_samples_leaf: int = 1) -> tuple[float | None, float]:
    """Return (threshold, gain) of the best cut of a feature x (n,) for the numbers y (n,).

    The threshold is midway between two neighbouring values; in a tie, the smallest one. It is
    (None, 0.0) if no cut that leaves ``min_samples_leaf`` samples on either side gains anything.

    >>> best_cut([1, 3, -1, 3], [0, 1, 0, 1])
    (2.0, 1.0)
    """
    order = np.argsort(x, kind="stable")
    x, y = np.asarray(x, dtype=float)[order], np.asarray(y, dtype=float)[order]
    n, S, n_L, S_L = len(y), y.sum(), np.arange(1, len(y)), y.cumsum()[:-1]
    gains = S_L**2 / n_L + (S - S_L) ** 2 / (n - n_L) - S**2 / n
    allowed = (x[:-1] < x[1:]) & (n_L >= min_samples_leaf) & (n - n_L >= min_samples_leaf)
    gains = np.where(allowed, gains, 0)
    if gains.max(initial=0) <= 1e-9:
        return None, 0.0
    k = int(np.argmax(gains >= gains.max() - 1e-9))
    middle = (x[k] + x[k + 1]) / 2
    return float(middle if middle > x[k] else x[k + 1]), float(gains[k])


def grow(X: np.ndarray, y: np.ndarray, min_samples_split: int = 20,
         min_samples_leaf: int = 7) -> dict:
    """Return the tree grown greedily on X (n, d) and the numbers y (n,).

    A node is a leaf if it has fewer than ``min_samples_split`` samples, or if no cut gains.

    >>> grow([[0], [1], [2]], [0, 1, 1], 2, 1)["right"]
    {'n': 2, 'value': 1.0}
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    node = {"n": len(y), "value": float(y.mean())}
    if len(y) < min_samples_split:
        return node
    cuts = [best_cut(x, y, min_samples_leaf) for x in X.T]
    gains = np.array([gain for _, gain in cuts])
    feature = int(np.argmax(gains >= gains.max() - 1e-9))    # the first of equal gains
    threshold = cuts[feature][0]
    if threshold is None:
        return node
    left = X[:, feature] < threshold
    return node | {"feature": feature, "threshold": threshold,
                   "left": grow(X[left], y[left], min_samples_split, min_samples_leaf),
                   "right": grow(X[~left], y[~left], min_samples_split, min_samples_leaf)}


def shortfall(tree: dict, X: np.ndarray, y: np.ndarray, min_samples_split: int = 20,
              min_samples_leaf: int = 7) -> float:
    """Return the largest gain that a node of a grown tree has missed.

    It is 0 for a greedy tree, whichever of two equal gains it took; a leaf that could have been
    split has gained nothing. The search is that of `coursekit.tree.one_feature.best_split`.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    limits = min_samples_split, min_samples_leaf
    found = (best_split(x, y, "squared_error", min_samples_leaf) for x in X.T)
    most = max((split.gain for split in found if split), default=0.0)
    if "left" not in tree:
        return most if len(y) >= min_samples_split else 0.0
    left = X[:, tree["feature"]] < tree["threshold"]
    return max(most - gain(y, left), shortfall(tree["left"], X[left], y[left], *limits),
               shortfall(tree["right"], X[~left], y[~left], *limits))
