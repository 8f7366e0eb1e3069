"""Cost-complexity pruning: cut the weakest link, again and again.

Legend: ``R(t)`` the cost of node t as a leaf, ``R(T_t)`` the summed cost of
the leaves of the branch T_t below it, ``|T_t|`` their number, ``α`` the price of a leaf. A branch
is kept while R(T_t) + α·|T_t| < R(t) + α, that is, up to

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1),

the cost saved by each additional leaf. The link with the smallest g breaks first; the tree left
at any α is the unique smallest minimiser of R(T) + α·|T|.

R may be measured on two scales that cannot be converted into each other: rpart prunes by
errors relative to those of the root (``cp``), scikit-learn by weighted impurity
(``ccp_alpha``). The functions here take R, whatever its scale.
"""
from __future__ import annotations

import copy
from typing import NamedTuple, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_choice, require_finite
from coursekit.tree.tree import LEAF, Tree, branch_end

Model = TypeVar("Model", bound=BaseEstimator)


class PruningPath(NamedTuple):
    """The nested trees of cost-complexity pruning."""

    alpha: np.ndarray  # (s,), from which each tree is the best, rising from 0
    n_leaves: np.ndarray  # (s,), down to 1
    cost: np.ndarray  # (s,), R of its leaves
    breaks_at: np.ndarray  # (N,), the α at which an inner node is cut; inf for leaves


def weakest_link(children_left: ArrayLike, children_right: ArrayLike,
                 cost: ArrayLike) -> PruningPath:
    """Return the whole path of cost-complexity pruning.

    ``children_left``, ``children_right`` (N,): children of each node, -1 at leaves, numbered depth
        first (the left child of t is t + 1).
    ``cost`` (N,): R(t) of every node as a leaf.

    Source: L. Breiman, J. Friedman, R. Olshen, C. Stone (1984), *Classification and Regression
    Trees*, section 3.3.

    A root of 100 errors; on its left 40, split into 10 + 10; on its right 20, into 15 + 2:

    >>> path = weakest_link([1, 2, -1, -1, 5, -1, -1], [4, 3, -1, -1, 6, -1, -1],
    ...                     [100, 40, 10, 10, 20, 15, 2])
    >>> path.alpha.tolist(), path.n_leaves.tolist()
    ([0.0, 3.0, 20.0, 40.0], [4, 3, 2, 1])
    """
    left, right, cost = tree_arrays(children_left, children_right, cost)
    end, inner = branch_end(left, right), left != LEAF
    breaks_at = np.full(len(left), np.inf)
    alpha, steps = 0.0, []
    tolerance = _tie_tolerance(cost)
    while True:
        branch_cost, leaves = _branches(cost, inner, end)
        g = np.full(len(left), np.inf)
        g[inner] = (cost[inner] - branch_cost[inner]) / (leaves[inner] - 1)
        if g.min() > alpha + tolerance:
            steps.append((alpha, leaves[0], branch_cost[0]))
            if not inner.any():
                return PruningPath(*map(np.array, zip(*steps)), breaks_at)
            alpha = g.min()
        for t in np.flatnonzero(g <= alpha + tolerance):
            below = np.arange(t, end[t])[inner[t:end[t]]]
            breaks_at[below], inner[below] = alpha, False


def _branches(cost: np.ndarray, inner: np.ndarray, end: np.ndarray) -> tuple:
    """Return R(T_t) and |T_t| of all nodes; as branches are contiguous, running sums suffice.

    A leaf inside a collapsed branch is gone, and must not be counted.
    """
    N, top = len(cost), np.flatnonzero(~inner)
    buried = np.bincount(top + 1, minlength=N + 1) - np.bincount(end[top], minlength=N + 1)
    leaf = ~inner & (buried.cumsum()[:N] == 0)
    total = np.concatenate([[0.0], np.where(leaf, cost, 0).cumsum()])
    count = np.concatenate([[0], leaf.cumsum()])
    return total[end] - total[:N], count[end] - count[:N]


def _tie_tolerance(cost: np.ndarray) -> float:
    """Return a tolerance: links whose g differ by less are equal, and break together."""
    return 1e-12 * float(np.abs(cost).max())


def tree_arrays(children_left: ArrayLike, children_right: ArrayLike,
                cost: ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the three arrays if they describe a tree numbered depth first, else raise."""
    left, right = np.asarray(children_left), np.asarray(children_right)
    cost = require_finite("cost", cost)
    if not (left.shape == right.shape == cost.shape and cost.ndim == 1 and cost.size):
        raise ValueError("children_left, children_right and cost must have one entry for each "
                         f"node, got shapes {left.shape}, {right.shape} and {cost.shape}")
    whole = all(np.issubdtype(child.dtype, np.integer) for child in (left, right))
    inner = np.flatnonzero(left != LEAF)
    fits = whole and np.array_equal(left == LEAF, right == LEAF)
    if fits and inner.size:
        fits = ((left[inner] == inner + 1) & (right[inner] > inner + 1)
                & (right[inner] < len(left))).all()
    # Every node but the root is a child exactly once.
    children = np.sort(np.concatenate([left[inner], right[inner]]))
    if not (fits and np.array_equal(children, np.arange(1, len(left)))):
        raise ValueError("children_left and children_right must number the nodes depth first: "
                         "the left child of node t is t + 1, its right child comes after the "
                         "left branch, and leaves have -1 for both; fitted trees are numbered "
                         "that way")
    return left, right, cost


def pruning_path(tree: Tree, scale: str) -> PruningPath:
    """Return the pruning path of a grown tree on one of the two scales.

    On "risk" R(t) is the errors (or squared errors) of t relative to the root's, and α is
    rpart's cp; on "impurity" it is n_t/n times the impurity of t, and α is scikit-learn's
    ccp_alpha. For numbers the two differ by a factor, for classes they are unrelated.
    """
    return weakest_link(tree.children_left, tree.children_right, _cost(tree, scale))


def _cost(tree: Tree, scale: str) -> np.ndarray:
    require_choice("scale", scale, ("risk", "impurity"))
    if scale == "impurity":
        return tree.impurity * tree.n_node_samples / tree.n_node_samples[0]
    return tree.risk / (tree.risk[0] if tree.risk[0] > 0 else 1.0)


def prune(tree: Tree, alpha: float, scale: str) -> Tree:
    """Return the smallest tree that minimises R + α·leaves; ``scale`` is that of α."""
    cost = _cost(tree, scale)
    nodes = bottom_up(tree.children_left, tree.children_right, cost + alpha,
                      tie_tolerance=_tie_tolerance(cost))
    return tree.collapse(nodes) if nodes.size else tree


def bottom_up(children_left: ArrayLike, children_right: ArrayLike, leaf_cost: ArrayLike,
              tie_tolerance: float = 1e-9) -> np.ndarray:
    """Return the nodes to collapse so that the leaves together cost least.

    One pass from the leaves up: a branch costs what its halves cost, or what a leaf in its place
    costs, whichever is less; in a tie it becomes a leaf.

    A leaf of 7 errors, or three of 2 each; a leaf costs r more. r = 0.8 prunes, r = 0.4 does not:

    >>> errors = np.array([7, 2, 6, 2, 2])
    >>> [bottom_up([1, -1, 3, -1, -1], [2, -1, 4, -1, -1], errors + r).tolist() for r in (0.8, 0.4)]
    [[0], []]
    """
    left, right = np.asarray(children_left).tolist(), np.asarray(children_right).tolist()
    cost = np.broadcast_to(np.asarray(leaf_cost, dtype=float), len(left)).tolist()
    collapsed = []
    for t in reversed(range(len(left))):
        if left[t] == LEAF:
            continue
        branch = cost[left[t]] + cost[right[t]]
        if cost[t] <= branch + tie_tolerance:
            collapsed.append(t)
        else:
            cost[t] = branch
    return np.array(collapsed[::-1], dtype=int)


def cp_table(tree: Tree, cp: float = 0.0) -> pd.DataFrame:
    """Return rpart's table of the nested trees, the smallest first.

    Each row's tree is the best from its ``CP`` up to that of the row before; it has ``nsplit``
    splits, and its errors are ``rel_error`` times those of the root. Trees that are best only
    below ``cp`` are left out. The path is the exact one of the weakest link. rpart approximates
    g(t) where branches below t have collapsed before, so on some tables its CP and nsplit differ
    a little; its tree is then never the cheaper one at the same cp.

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> cp_table(model.full_tree_)
        CP  nsplit  rel_error
    0  1.0       0        1.0
    1  0.0       1        0.0
    """
    path = pruning_path(tree, "risk")
    last = max(np.searchsorted(path.alpha, cp + 1e-12, side="right") - 1, 0)
    alpha = np.r_[cp, path.alpha[last + 1:]][::-1]       # row ``last`` is the tree at cp
    return pd.DataFrame({"CP": alpha, "nsplit": path.n_leaves[last:][::-1] - 1,
                         "rel_error": path.cost[last:][::-1]})


def collapse(model: Model, nodes: ArrayLike) -> Model:
    """Return a copy of a fitted model with these nodes of its tree turned into leaves."""
    check_is_fitted(model)
    other = copy.copy(model)
    other.tree_ = model.tree_.collapse(nodes)
    return other
