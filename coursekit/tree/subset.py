"""The best question about one nominal feature: which of its levels go left?

L levels allow 2^(L-1) - 1 questions. With two classes, or a number to predict, they need not
all be asked: sort the levels by their share of the first class (their mean); the best set is
a front piece of that order (Fisher 1958; Breiman et al. 1984, theorem 4.5). With more classes
all sets are tried, which is why the number of levels is then limited.

The theorem knows no smallest leaf. If that rules out the best front piece, the best of the
others is taken, as in rpart, although a set that is no front piece might gain more.

Legend: ``S`` and ``N`` are the sums and counts of each level, shapes (rows, G, L) and (G, L)
for G nodes at once.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.tree.impurity import Criterion, criterion, moments

#: Most levels a nominal feature may have when y has more than two classes, and otherwise.
MAX_LEVELS, MAX_SORTED_LEVELS = 12, 1000
LEFT, RIGHT, UNSEEN = 1, 0, -1


class Subset(NamedTuple):
    """The set of levels that gains most when sent left.

    Examples
    --------
    >>> best_subset(["a", "b", "c", "a"], [0, 1, 0, 0])
    Subset(left=('a', 'c'), right=('b',), gain=1.5)
    """

    left: tuple
    right: tuple
    gain: float


def best_subset(x: ArrayLike, y: ArrayLike, rule: str | Criterion = "gini",
                min_samples_leaf: int = 1) -> Subset | None:
    """Return the best question about one nominal feature, or None if there is none.

    Parameters
    ----------
    x : array_like, shape (n,)
        Levels of any sortable kind, none missing.
    y : array_like, shape (n,)
        Labels, or numbers for "squared_error".
    rule : str
        A criterion; see `coursekit.tree.impurity`.
    min_samples_leaf : int
        Smallest number of cases on either side.

    Raises
    ------
    ValueError
        If y has more than two classes and x more than ``MAX_LEVELS`` levels, or x more than
        ``MAX_SORTED_LEVELS`` in any case.

    Examples
    --------
    >>> best_subset(["a", "a"], [0, 1]) is None
    True
    """
    rule = criterion(rule) if isinstance(rule, str) else rule
    levels, code = np.unique(np.asarray(x), return_inverse=True)
    classes, label = np.unique(np.asarray(y), return_inverse=True)
    rows = moments(label if rule.counts_classes else y, rule, len(classes))
    require_few_levels("x", len(levels), len(rows))
    S, N = level_sums(code, np.zeros_like(code), rows, 1, len(levels))
    gain, side = subset_gains(S, N, rule, min_samples_leaf)
    if not np.isfinite(gain[0]):
        return None
    return Subset(tuple(levels[side[0] == LEFT].tolist()),
                  tuple(levels[side[0] == RIGHT].tolist()), float(gain[0]))


def require_few_levels(name: str, n_levels: int, n_rows: int) -> None:
    """Refuse a nominal feature whose level sets are too many to try, or that only names cases.

    Examples
    --------
    >>> require_few_levels("deck", 40, 1)    # two classes: 39 sets suffice
    """
    if n_levels > MAX_SORTED_LEVELS:
        raise ValueError(f"feature {name!r} has {n_levels} levels, at most {MAX_SORTED_LEVELS} are "
                         "accepted: it names cases rather than describing them; drop the column, "
                         "or make it a number if it is one")
    if n_rows > 1 and n_levels > MAX_LEVELS:
        raise ValueError(f"feature {name!r} has {n_levels} levels and y has {n_rows + 1} classes: "
                         f"2^{n_levels - 1} - 1 sets of levels would have to be tried, at most "
                         f"{MAX_LEVELS} levels are; merge rare levels, drop the column, or ask "
                         "for one class against the rest")


def level_sums(code: np.ndarray, node: np.ndarray, rows: np.ndarray, n_nodes: int,
               n_levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums and counts of every level in every node.

    Parameters
    ----------
    code, node : ndarray of int, shape (m,)
        Level and node of each case; cases with an unknown level are left out beforehand.
    rows : ndarray, shape (rows, m)
        What is summed.
    n_nodes, n_levels : int
        G and L.

    Returns
    -------
    S : ndarray, shape (rows, G, L)
    N : ndarray, shape (G, L)

    Examples
    --------
    >>> level_sums(np.array([0, 1, 1]), np.array([0, 0, 0]), np.array([[1.0, 0.0, 1.0]]), 1, 2)
    (array([[[1., 1.]]]), array([[1., 2.]]))
    """
    cell, size = node * n_levels + code, n_nodes * n_levels
    S = [np.bincount(cell, row, size).reshape(n_nodes, n_levels) for row in rows]
    return np.stack(S), np.bincount(cell, minlength=size).reshape(n_nodes, n_levels).astype(float)


def subset_gains(S: np.ndarray, N: np.ndarray, rule: Criterion, min_samples_leaf: int = 1,
                 noise: ArrayLike = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each node, the gain of its best set of levels, and the set.

    Parameters
    ----------
    S, N : ndarray, shapes (rows, G, L) and (G, L)
        Sums and counts; with one row the levels are sorted, with more all sets are tried.
    rule : Criterion
        What to gain.
    min_samples_leaf : int
        Smallest number of cases on either side.
    noise : float or ndarray, shape (G,)
        Gains that differ by less are equal, and the first of equals wins.

    Returns
    -------
    gain : ndarray, shape (G,)
        -inf where no set leaves enough cases on both sides.
    side : ndarray of int8, shape (G, L)
        1 left, 0 right, -1 for levels the node has not seen. The first level seen goes left.

    Examples
    --------
    >>> S, N = np.array([[[3.0, 0.0, 0.0]]]), np.array([[3.0, 2.0, 0.0]])
    >>> subset_gains(S, N, criterion("gini"))
    (array([2.4]), array([[ 1,  0, -1]], dtype=int8))
    """
    place, S_left, N_left = _front_pieces(S, N) if len(S) == 1 else _all_sets(S, N)
    S_all, N_all = S.sum(axis=-1, keepdims=True), N.sum(axis=-1, keepdims=True)
    N_right, least = N_all - N_left, max(min_samples_leaf, 1)
    price = (rule.purity(S_left, np.maximum(N_left, 1))
             + rule.purity(S_all - S_left, np.maximum(N_right, 1)))
    price = np.where((N_left >= least) & (N_right >= least), price, -np.inf)
    best = price.max(axis=1)
    first = np.argmax(price >= (best - noise)[:, None], axis=1)
    gain = best - rule.purity(S_all, np.maximum(N_all, 1))[:, 0]
    return gain, _name_sides(place(first), N > 0)


def _front_pieces(S: np.ndarray, N: np.ndarray) -> tuple:
    """Sums over the p + 1 levels of smallest mean, for each p; and who is in piece p."""
    mean = np.where(N > 0, S[0] / np.maximum(N, 1), np.inf)
    order = np.argsort(mean, axis=1, kind="stable")
    place = np.argsort(order, axis=1)
    S_left, N_left = (np.take_along_axis(a, order, axis=1).cumsum(axis=1) for a in (S[0], N))
    return lambda p: place <= p[:, None], S_left[None], N_left


def _all_sets(S: np.ndarray, N: np.ndarray) -> tuple:
    """Sums over all sets that lack the last level (one of each pair), and who is in set p."""
    L = N.shape[1]
    sets = np.arange(2 ** (L - 1))[:, None] >> np.arange(L) & 1
    return lambda p: sets[p] > 0, S @ sets.T, N @ sets.T


def _name_sides(left: np.ndarray, seen: np.ndarray) -> np.ndarray:
    first = np.argmax(seen, axis=1)
    swap = ~left[np.arange(len(left)), first]
    return np.where(seen, left ^ swap[:, None], UNSEEN).astype(np.int8)
