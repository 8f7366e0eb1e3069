"""Cost-complexity pruning: cut the weakest link, again and again.

Legend: ``R(t)`` the cost of node t as a leaf, ``R(T_t)`` the summed cost of the leaves of the
branch T_t below it, ``|T_t|`` their number, ``α`` the price of a leaf. A branch is worth its
price while R(T_t) + α·|T_t| < R(t) + α, that is, up to

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1),

the cost that each leaf more than one saves. The link with the smallest g breaks first; what is
left after α has risen to any value is the unique smallest minimiser of R(T) + α·|T|.

R may be measured on two scales that cannot be converted into each other: rpart prunes by
errors relative to those of the root (``cp``), scikit-learn by weighted impurity
(``ccp_alpha``). The functions here take R and never guess the scale.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from coursekit.checks import require_choice, require_finite
from coursekit.tree.structure import LEAF, Tree, branch_end


class PruningPath(NamedTuple):
    """The nested trees that cost-complexity pruning passes through.

    Attributes
    ----------
    alpha : ndarray, shape (s,)
        Where a tree begins to be the best, rising from 0.
    n_leaves : ndarray of int, shape (s,)
        Its leaves, down to 1.
    cost : ndarray, shape (s,)
        R of its leaves.
    breaks_at : ndarray, shape (N,)
        The α at which each inner node becomes a leaf, or vanishes into one; inf for leaves.

    Examples
    --------
    >>> weakest_link([1, -1, -1], [2, -1, -1], [5.0, 1.0, 1.0]).alpha
    array([0., 3.])
    """

    alpha: np.ndarray
    n_leaves: np.ndarray
    cost: np.ndarray
    breaks_at: np.ndarray

    def collapsed(self, alpha: float) -> np.ndarray:
        """Return the inner nodes of the grown tree that are leaves, or gone, at that price.

        Examples
        --------
        >>> weakest_link([1, -1, -1], [2, -1, -1], [5.0, 1.0, 1.0]).collapsed(3.0)
        array([0])
        """
        return np.flatnonzero(self.breaks_at <= alpha)


def weakest_link(left: ArrayLike, right: ArrayLike, cost: ArrayLike) -> PruningPath:
    """Return the whole path of cost-complexity pruning.

    Parameters
    ----------
    left, right : array_like of int, shape (N,)
        Children of each node, -1 at leaves, numbered depth first (the left child of t is t + 1).
    cost : array_like, shape (N,)
        R(t) of every node, were it a leaf.

    Raises
    ------
    ValueError
        If the arrays do not describe a tree numbered that way.

    References
    ----------
    L. Breiman, J. Friedman, R. Olshen, C. Stone (1984), *Classification and Regression Trees*,
    section 3.3.

    Examples
    --------
    A root of 100 errors; on its left 40, split into 10 + 10; on its right 20, into 15 + 2:

    >>> path = weakest_link([1, 2, -1, -1, 5, -1, -1], [4, 3, -1, -1, 6, -1, -1],
    ...                     [100, 40, 10, 10, 20, 15, 2])
    >>> path.alpha.tolist(), path.n_leaves.tolist()
    ([0.0, 3.0, 20.0, 40.0], [4, 3, 2, 1])
    """
    left, right, cost = _tree_arrays(left, right, cost)
    end, inner = branch_end(left, right), left != LEAF
    breaks_at = np.full(len(left), np.inf)
    alpha, steps = 0.0, []
    hair = _hair(cost)
    while True:
        branch_cost, leaves = _branches(cost, inner, end)
        g = np.full(len(left), np.inf)
        g[inner] = (cost[inner] - branch_cost[inner]) / (leaves[inner] - 1)
        if g.min() > alpha + hair:
            steps.append((alpha, leaves[0], branch_cost[0]))
            if not inner.any():
                return PruningPath(*map(np.array, zip(*steps)), breaks_at)
            alpha = g.min()
        for t in np.flatnonzero(g <= alpha + hair):
            below = np.arange(t, end[t])[inner[t:end[t]]]
            breaks_at[below], inner[below] = alpha, False


def _branches(cost: np.ndarray, inner: np.ndarray, end: np.ndarray) -> tuple:
    """R(T_t) and |T_t| of all nodes: the nodes of a branch lie side by side, so two sums do.

    A leaf that was cut away lies inside a collapsed branch; it must not be counted.
    """
    N, top = len(cost), np.flatnonzero(~inner)
    buried = np.bincount(top + 1, minlength=N + 1) - np.bincount(end[top], minlength=N + 1)
    leaf = ~inner & (buried.cumsum()[:N] == 0)
    total = np.concatenate([[0.0], np.where(leaf, cost, 0).cumsum()])
    count = np.concatenate([[0], leaf.cumsum()])
    return total[end] - total[:N], count[end] - count[:N]


def _hair(cost: np.ndarray) -> float:
    """Links whose g differ by less tie, and break together."""
    return 1e-12 * float(np.abs(cost).max())


def _tree_arrays(left, right, cost) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    left, right = np.asarray(left, dtype=int), np.asarray(right, dtype=int)
    cost = require_finite("cost", cost)
    inner = np.flatnonzero(left != LEAF)
    if not (left.shape == right.shape == cost.shape and cost.ndim == 1 and cost.size):
        raise ValueError("left, right and cost must have one entry for each node, got shapes "
                         f"{left.shape}, {right.shape} and {cost.shape}")
    ordered = (left[inner] == inner + 1) & (right[inner] > left[inner]) & (right[inner] < len(left))
    if not (ordered.all() and np.array_equal(left == LEAF, right == LEAF)):
        raise ValueError("left and right must number the nodes depth first: the left child of "
                         "node t is t + 1, its right child comes after the left branch, and "
                         "leaves have -1 for both; fitted trees are numbered that way")
    return left, right, cost


SCALES = ("risk", "impurity")


def pruning_path(tree: Tree, scale: str) -> PruningPath:
    """Return the pruning path of a tree on one of the two scales.

    Parameters
    ----------
    tree : Tree
        A grown tree.
    scale : {"risk", "impurity"}
        "risk": R(t) is the errors (or squared errors) of t as a share of the root's, and α is
        rpart's cp. "impurity": R(t) is n_t/n times the impurity of t, and α is scikit-learn's
        ccp_alpha. For numbers the two differ by a factor, for classes they are two things.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> pruning_path(model.tree_, "risk").alpha.round(3)
    array([0., 1.])
    >>> pruning_path(model.tree_, "impurity").alpha.round(3)
    array([0.   , 0.444])
    """
    return weakest_link(tree.left, tree.right, _cost(tree, scale))


def _cost(tree: Tree, scale: str) -> np.ndarray:
    require_choice("scale", scale, SCALES)
    if scale == "impurity":
        return tree.impurity * tree.n / tree.n[0]
    return tree.risk / (tree.risk[0] if tree.risk[0] > 0 else 1.0)


def smallest_minimiser(left: ArrayLike, right: ArrayLike, cost: ArrayLike,
                       alpha: float) -> np.ndarray:
    """Return the inner nodes to collapse so that R(T) + α·|T| is smallest, and T with it.

    One pass from the leaves up: a branch costs what its halves cost, or R(t) + α as a leaf,
    whichever is less; of equals the leaf. It finds what the path passes through at α.

    Examples
    --------
    >>> smallest_minimiser([1, -1, -1], [2, -1, -1], [5.0, 1.0, 1.0], 3.0)
    array([0])
    """
    left, right, cost = _tree_arrays(left, right, cost)
    best, hair = (cost + alpha).tolist(), _hair(cost)
    collapsed = []
    for t in np.flatnonzero(left != LEAF)[::-1].tolist():
        branch = best[left[t]] + best[right[t]]
        if best[t] <= branch + hair:
            collapsed.append(t)
        else:
            best[t] = branch
    return np.array(collapsed[::-1], dtype=int)


def prune(tree: Tree, alpha: float, scale: str) -> Tree:
    """Return the smallest tree that minimises R + α·leaves; ``scale`` is that of α.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> len(prune(model.tree_, 0.9, "risk")), len(prune(model.tree_, 1.0, "risk"))
    (3, 1)
    """
    return tree.collapse(smallest_minimiser(tree.left, tree.right, _cost(tree, scale), alpha))


def cp_table(tree: Tree, cp: float = 0.0) -> pd.DataFrame:
    """Return rpart's table of the nested trees, the smallest first.

    Parameters
    ----------
    tree : Tree
        As grown, before pruning.
    cp : float
        Trees that are best only below this price are left out; it is the CP of the last row.

    Returns
    -------
    DataFrame
        ``CP`` (the row's tree is the best from here up to the CP of the row before),
        ``nsplit`` and ``rel_error`` (errors as a share of the root's).

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> cp_table(model.full_tree_)
        CP  nsplit  rel_error
    0  1.0       0        1.0
    1  0.0       1        0.0
    """
    path = pruning_path(tree, "risk")
    last = max(np.searchsorted(path.alpha, cp + 1e-12, side="right") - 1, 0)
    alpha = np.r_[cp, path.alpha[last + 1:]][::-1]       # row ``last`` is the tree cp leaves
    return pd.DataFrame({"CP": alpha, "nsplit": path.n_leaves[last:][::-1] - 1,
                         "rel_error": path.cost[last:][::-1]})
