"""Find the best split on a nominal feature: which of its levels go left?

A nominal feature of L levels allows 2^(L-1) - 1 splits. With two classes, or a number to
predict, they need not all be searched: sort the levels by their proportion of the first class
(their mean); the best set is a front piece of that order (Fisher 1958; Breiman et al. 1984,
theorem 4.5). With more classes all sets are searched, so the number of levels is limited. The
theorem ignores the smallest leaf. If that rules out the best front piece, the best of the others
is taken, as in rpart, although a set that is not a front piece might gain more.

Legend: ``S`` and ``N`` are the sums and counts of each level, shapes (rows, G, L) and (G, L) for
G nodes at once.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.tree.criteria import Criterion
from coursekit.tree.tree import UNSEEN

#: Largest number of levels when y has more than two classes, and otherwise.
MAX_LEVELS = 12
MAX_SORTED_LEVELS = 1000


def require_few_levels(name: str, n_levels: int, n_classes: int) -> None:
    """Reject a nominal feature with too many sets to search, or one that only names samples."""
    if n_levels > MAX_SORTED_LEVELS:
        raise ValueError(f"feature {name!r} has {n_levels} levels, at most {MAX_SORTED_LEVELS} are "
                         "accepted: it names samples rather than describing them; drop the "
                         "column, or convert it to a number if it is one")
    if n_classes > 2 and n_levels > MAX_LEVELS:
        raise ValueError(f"feature {name!r} has {n_levels} levels and y has {n_classes} classes: "
                         f"2^{n_levels - 1} - 1 sets of levels to search; at most "
                         f"{MAX_LEVELS} levels are accepted; merge rare levels, drop the column, "
                         "or predict one class against the rest")


def level_sums(code: np.ndarray, node: np.ndarray, rows: np.ndarray, n_nodes: int,
               n_levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums (rows, G, L) and counts (G, L) of every level in every node.

    ``code`` and ``node`` (m,) are the level and the node of each sample that has a level, and
    ``rows`` (rows, m) are summed.
    """
    cell, size = node * n_levels + code, n_nodes * n_levels
    S = [np.bincount(cell, row, size).reshape(n_nodes, n_levels) for row in rows]
    N = np.bincount(cell, minlength=size).reshape(n_nodes, n_levels).astype(float)
    return np.stack(S), N


def search_level_sets(S: np.ndarray, N: np.ndarray, criterion: Criterion,
                      min_samples_leaf: int = 1,
                      tie_tolerance: ArrayLike = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each node, the gain of its best set of levels, and which levels go left.

    With one row of sums the levels are sorted, with more all sets are searched. Gains that differ
    by less than ``tie_tolerance`` are equal, and the first of them wins. The gain is -inf where
    no set leaves enough samples on both sides. The first level seen goes left; -1 marks levels
    the node has not seen.

    >>> from coursekit.tree.criteria import find_criterion
    >>> S, N = np.array([[[3.0, 0.0, 0.0]]]), np.array([[3.0, 2.0, 0.0]])
    >>> search_level_sets(S, N, find_criterion("gini"))
    (array([2.4]), array([[ 1,  0, -1]], dtype=int8))
    """
    members, S_left, N_left = _front_pieces(S, N) if len(S) == 1 else _all_sets(S, N)
    S_all, N_all = S.sum(axis=-1, keepdims=True), N.sum(axis=-1, keepdims=True)
    N_right = N_all - N_left
    scores = criterion.score(S_left, np.maximum(N_left, 1), S_all - S_left,
                             np.maximum(N_right, 1))
    enough = np.minimum(N_left, N_right) >= max(min_samples_leaf, 1)
    scores = np.where(enough, scores, -np.inf)
    best = scores.max(axis=1)
    first = np.argmax(scores >= (best - tie_tolerance)[:, None], axis=1)
    gain = best - criterion.proxy(S_all, np.maximum(N_all, 1))[:, 0]
    return gain, _with_first_level_left(members(first), N > 0)


def _front_pieces(S: np.ndarray, N: np.ndarray) -> tuple:
    """Return sums over the p + 1 levels of smallest mean, for each p; and who is in piece p."""
    mean = np.where(N > 0, S[0] / np.maximum(N, 1), np.inf)
    order = np.argsort(mean, axis=1, kind="stable")
    place = np.argsort(order, axis=1)
    S_left, N_left = (np.take_along_axis(a, order, axis=1).cumsum(axis=1) for a in (S[0], N))
    return lambda p: place <= p[:, None], S_left[None], N_left


def _all_sets(S: np.ndarray, N: np.ndarray) -> tuple:
    """Return sums over all sets without the last level (one per pair), and who is in set p."""
    L = N.shape[1]
    sets = np.arange(2 ** (L - 1))[:, None] >> np.arange(L) & 1
    return lambda p: sets[p] > 0, S @ sets.T, N @ sets.T


def _with_first_level_left(left: np.ndarray, seen: np.ndarray) -> np.ndarray:
    first = np.argmax(seen, axis=1)
    swap = ~left[np.arange(len(left)), first]
    return np.where(seen, left ^ swap[:, None], UNSEEN).astype(np.int8)
