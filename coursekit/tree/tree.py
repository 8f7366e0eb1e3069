"""A grown tree as arrays, one entry per node, and how a sample finds its leaf.

Nodes are numbered depth first, the left branch before the right one, the root 0: a node's
left child is the next node, and the nodes below t are t + 1 … end[t] - 1. Leaves have -1 for
children. ``N`` nodes, ``S`` questions of a node (its own and its surrogates), ``L`` levels.
"""
from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from coursekit.tree.criteria import Criterion

#: The child of a leaf, and scikit-learn's feature and threshold of a leaf.
LEAF = -1
UNDEFINED = -2
#: Answers to a question.
LEFT, RIGHT, UNSEEN = 1, 0, -1


@dataclass(frozen=True, eq=False)
class Splits:
    """The question of each node, and its surrogates for samples that cannot answer it."""

    feature: np.ndarray  # (N, S), column asked about, -1 for none; [:, 0] is the node's own
    threshold: np.ndarray  # (N, S), x < threshold goes left; NaN where nominal
    beside: np.ndarray  # (N, S, 2), training values just below the threshold, and not below it
    reversed: np.ndarray  # (N, S), x < threshold goes right instead (surrogates only)
    level_goes_left: np.ndarray  # (N, S, L), 1 left, 0 right, -1 not seen
    agreement: np.ndarray  # (N, S), proportion of samples sent as by the node's own
    adjusted_agreement: np.ndarray  # (N, S), 0 for that of the majority, 1 for perfect
    gain: np.ndarray  # (N,), N·Q before minus after, over the samples with known value
    n_known: np.ndarray  # (N,), the number of those samples
    majority_left: np.ndarray  # (N,), whether samples that can answer no question go left

    @classmethod
    def blank(cls, N: int, S: int, L: int) -> Splits:
        """Return N nodes without questions."""
        return cls(feature=np.full((N, S), -1), threshold=np.full((N, S), np.nan),
                   beside=np.full((N, S, 2), np.nan),
                   reversed=np.zeros((N, S), bool),
                   level_goes_left=np.full((N, S, L), UNSEEN, np.int8),
                   agreement=np.full((N, S), np.nan),
                   adjusted_agreement=np.full((N, S), np.nan), gain=np.zeros(N),
                   n_known=np.zeros(N, int), majority_left=np.zeros(N, bool))

    def take(self, rows: np.ndarray) -> Splits:
        """Return the splits of those nodes."""
        return Splits(*(getattr(self, f.name)[rows] for f in fields(self)))

    def put(self, rows: np.ndarray, others: Splits) -> None:
        """Overwrite the splits of those nodes."""
        for f in fields(self):
            getattr(self, f.name)[rows] = getattr(others, f.name)

    def note_neighbours(self, X: np.ndarray) -> None:
        """Store the two values of the training table X around each threshold."""
        numeric = ~np.isnan(self.threshold)
        for j in np.unique(self.feature[numeric]):
            values, here = np.unique(X[:, j]), numeric & (self.feature == j)
            place = np.searchsorted(values, self.threshold[here])
            self.beside[here] = np.column_stack([values[place - 1], values[place]])

    def goes_left(self, X: np.ndarray, sample: np.ndarray, node: np.ndarray,
                  answer: np.ndarray | None = None) -> np.ndarray:
        """Return whether each sample (m,) goes left at its node (m,).

        Samples are rows of X; ``answer`` holds their answers to the node's own question, if known.
        """
        answer = self.answer(X, sample, node) if answer is None else answer.copy()
        for k in range(1, self.feature.shape[1]):
            silent = np.flatnonzero(answer < 0)
            if not silent.size:
                break
            answer[silent] = self.answer(X, sample[silent], node[silent], k)
        return np.where(answer < 0, self.majority_left[node], answer == LEFT)

    def answer(self, X: np.ndarray, sample: np.ndarray, node: np.ndarray,
               k: int = 0) -> np.ndarray:
        """Return 1 (left), 0 (right) or -1 (unknown) to question k of each sample's node."""
        feature, threshold = self.feature[node, k], self.threshold[node, k]
        x = X[sample, feature]
        answer = (x < threshold).astype(np.int8)
        unknown = np.isnan(x)
        if k:       # a node's own question always exists, and is never reversed
            answer ^= self.reversed[node, k]
            unknown |= feature < 0
        if self.level_goes_left.shape[2]:
            nominal = np.flatnonzero(np.isnan(threshold) & ~unknown)
            answer[nominal] = self.level_goes_left[node[nominal], k, x[nominal].astype(int)]
        answer[unknown] = UNSEEN
        return answer


@dataclass(frozen=True, eq=False)
class Tree:
    """A complete tree; its arrays have the names that scikit-learn uses in ``tree_``.

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> model.tree_.children_left.tolist(), model.tree_.value.tolist()
    ([1, -1, -1], [[1.0, 2.0], [1.0, 0.0], [0.0, 2.0]])
    """

    children_left: np.ndarray  # (N,), -1 at a leaf
    children_right: np.ndarray
    splits: Splits
    value: np.ndarray  # (N, K) samples of each class, or (N, 1) the mean of y
    n_node_samples: np.ndarray  # (N,), samples that reached the node
    risk: np.ndarray  # (N,), misclassified samples or the sum of squared errors, as in rpart
    criterion: Criterion

    def __len__(self) -> int:
        return len(self.children_left)

    @property
    def feature(self) -> np.ndarray:
        """Column each node asks about, shape (N,); -2 at leaves, as in scikit-learn."""
        return np.where(self.children_left == LEAF, UNDEFINED, self.splits.feature[:, 0])

    @property
    def threshold(self) -> np.ndarray:
        """Threshold of each node, shape (N,); -2 at leaves, NaN for nominal features.

        Here x < threshold goes left, in scikit-learn x <= threshold; as thresholds lie between
        values, that makes no difference to the samples the tree was grown on.
        """
        return np.where(self.children_left == LEAF, UNDEFINED, self.splits.threshold[:, 0])

    @cached_property
    def impurity(self) -> np.ndarray:
        """Q of each node, (N,): the criterion's for classes, the mean squared error for numbers."""
        if self.criterion.counts_classes:
            return np.asarray(self.criterion.impurity(self.value))
        return self.risk / self.n_node_samples

    @property
    def leaves(self) -> np.ndarray:
        """Numbers of the leaves, left to right."""
        return np.flatnonzero(self.children_left == LEAF)

    @property
    def inner(self) -> np.ndarray:
        """Numbers of the inner nodes, a parent before its children."""
        return np.flatnonzero(self.children_left != LEAF)

    @property
    def depth(self) -> np.ndarray:
        """Number of splits above each node, shape (N,)."""
        depth = np.zeros(len(self), int)
        for t in self.inner:
            depth[[self.children_left[t], self.children_right[t]]] = depth[t] + 1
        return depth

    @property
    def end(self) -> np.ndarray:
        """One past the last node below each node, shape (N,)."""
        return branch_end(self.children_left, self.children_right)

    def apply(self, X: np.ndarray) -> np.ndarray:
        """Return the leaf of each row of an encoded table.

        All samples step down together: the loop runs over depths, not over samples.
        """
        node = np.zeros(len(X), int)
        moving = np.arange(len(X)) if self.children_left[0] != LEAF else np.arange(0)
        while moving.size:
            at = node[moving]
            goes_left = self.splits.goes_left(X, moving, at)
            node[moving] = np.where(goes_left, self.children_left[at], self.children_right[at])
            moving = moving[self.children_left[node[moving]] != LEAF]
        return node

    def collapse(self, nodes: ArrayLike) -> Tree:
        """Return the tree with these nodes as leaves and without the nodes below them."""
        nodes = self._numbers(nodes)
        below = np.zeros(len(self) + 1, int)
        np.add.at(below, nodes + 1, 1)
        np.add.at(below, self.end[nodes], -1)
        kept = np.flatnonzero(below.cumsum()[:-1] == 0)
        left, right = self.children_left.copy(), self.children_right.copy()
        left[nodes] = right[nodes] = LEAF
        splits = self.splits.take(np.arange(len(self)))
        splits.put(nodes, Splits.blank(len(nodes), *splits.level_goes_left.shape[1:]))
        whole = replace(self, children_left=left, children_right=right, splits=splits)
        return whole.renumber(kept)

    def _numbers(self, nodes: ArrayLike) -> np.ndarray:
        nodes = np.atleast_1d(np.asarray(nodes))
        whole = nodes.size == 0 or np.issubdtype(nodes.dtype, np.integer)
        if not whole or nodes.ndim > 1 or np.any((nodes < 0) | (nodes >= len(self))):
            raise ValueError(f"nodes must be whole numbers from 0 to {len(self) - 1}, got "
                             f"{nodes.tolist()}; they are the node numbers of the tree's arrays "
                             "and of its rules")
        return nodes.astype(int)

    def renumber(self, order: np.ndarray) -> Tree:
        """Return the tree of the nodes in ``order``, numbered in that order."""
        new = np.full(len(self) + 1, LEAF)
        new[order] = np.arange(len(order))      # new[LEAF] stays LEAF
        return Tree(new[self.children_left[order]], new[self.children_right[order]],
                    self.splits.take(order), self.value[order], self.n_node_samples[order],
                    self.risk[order], self.criterion)


def assemble(made: list[tuple[np.ndarray, np.ndarray, Splits]], n_questions: int, max_levels: int,
             value: np.ndarray, n_node_samples: np.ndarray, risk: np.ndarray,
             criterion: Criterion, X: np.ndarray) -> tuple[Tree, np.ndarray]:
    """Return the tree, numbered depth first, of nodes made in any order, and the new order.

    ``made`` lists parents, children (2, G) and splits. X is the training table.
    """
    N = len(n_node_samples)
    left, right = np.full((2, N), LEAF)
    splits = Splits.blank(N, n_questions, max_levels)
    for parents, (on_left, on_right), asked in made:
        left[parents], right[parents] = on_left, on_right
        splits.put(parents, asked)
    splits.note_neighbours(X)
    order, waiting = [], [0]
    while waiting:
        t = waiting.pop()
        order.append(t)
        if left[t] != LEAF:
            waiting += [right[t], left[t]]
    tree = Tree(left, right, splits, value, n_node_samples, risk, criterion)
    return tree.renumber(np.array(order)), np.array(order)


def branch_end(children_left: np.ndarray, children_right: np.ndarray) -> np.ndarray:
    """Return, for nodes numbered depth first, one past the last node below each of them.

    >>> branch_end(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1])).tolist()
    [5, 2, 5, 4, 5]
    """
    end = np.arange(1, len(children_left) + 1)
    for t in np.flatnonzero(children_left != LEAF)[::-1]:
        end[t] = end[children_right[t]]
    return end
