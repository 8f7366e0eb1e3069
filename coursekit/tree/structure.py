"""A grown tree as arrays, one entry a node, and how a case finds its leaf.

Nodes are numbered depth first, the left branch before the right one, the root 0: a node's
left child is the next node, and the nodes below t are t + 1 … end[t] - 1. Leaves have -1 for
children. ``N`` nodes, ``S`` splits of a node (its own and its stand-ins), ``L`` levels.
"""
from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

LEAF = -1


@dataclass(frozen=True, eq=False)
class Splits:
    """The question of each node and its stand-ins (surrogates) for cases that cannot answer.

    Attributes
    ----------
    feature : ndarray of int, shape (N, S)
        Column asked about; -1 where there is no question. Column 0 is the node's own.
    threshold : ndarray, shape (N, S)
        x < threshold goes left; NaN where the feature is nominal.
    flip : ndarray of bool, shape (N, S)
        x < threshold goes right instead (stand-ins only).
    side : ndarray of int8, shape (N, S, L)
        Where each level of a nominal feature goes: 1 left, 0 right, -1 not seen.
    agree, adj : ndarray, shape (N, S)
        Share of cases a stand-in sends where the question does, and how much of the way from
        "all with the majority" to perfect that is; NaN in column 0.
    gain : ndarray, shape (N,)
        N·Q before minus after, over the cases that could answer.
    known : ndarray of int, shape (N,)
        How many those were.
    majority_left : ndarray of bool, shape (N,)
        Where cases go that no question places.

    Examples
    --------
    >>> Splits.blank(2, 1, 0).feature.tolist()
    [[-1], [-1]]
    """

    feature: np.ndarray
    threshold: np.ndarray
    flip: np.ndarray
    side: np.ndarray
    agree: np.ndarray
    adj: np.ndarray
    gain: np.ndarray
    known: np.ndarray
    majority_left: np.ndarray

    @classmethod
    def blank(cls, N: int, S: int, L: int) -> Splits:
        """Return N nodes that ask nothing yet."""
        return cls(np.full((N, S), -1), np.full((N, S), np.nan), np.zeros((N, S), bool),
                   np.full((N, S, L), -1, np.int8), np.full((N, S), np.nan),
                   np.full((N, S), np.nan), np.zeros(N), np.zeros(N, int), np.zeros(N, bool))

    def take(self, rows: np.ndarray) -> Splits:
        """Return the splits of those nodes."""
        return Splits(*(getattr(self, f.name)[rows] for f in fields(self)))

    def put(self, rows: np.ndarray, others: Splits) -> None:
        """Overwrite the splits of those nodes."""
        for f in fields(self):
            getattr(self, f.name)[rows] = getattr(others, f.name)

    @staticmethod
    def join(parts: list[Splits]) -> Splits:
        """Return one after the other."""
        return Splits(*(np.concatenate([getattr(p, f.name) for p in parts])
                        for f in fields(Splits)))

    def goes_left(self, X: np.ndarray, case: np.ndarray, node: np.ndarray,
                  answer: np.ndarray | None = None) -> np.ndarray:
        """Return whether each case goes left at its node.

        Parameters
        ----------
        X : ndarray, shape (n, d)
            Encoded table.
        case, node : ndarray of int, shape (m,)
            Rows of X and the nodes they stand at.
        answer : ndarray of int8, shape (m,), optional
            The answers to the node's own question, if they are there already.
        """
        answer = self.answer(X, case, node) if answer is None else answer.copy()
        for k in range(1, self.feature.shape[1]):
            silent = np.flatnonzero(answer < 0)
            if not silent.size:
                break
            answer[silent] = self.answer(X, case[silent], node[silent], k)
        return np.where(answer < 0, self.majority_left[node], answer == 1)

    def answer(self, X: np.ndarray, case: np.ndarray, node: np.ndarray, k: int = 0) -> np.ndarray:
        """Return 1 (left), 0 (right) or -1 (unknown) to question k of each case's node."""
        feature, threshold = self.feature[node, k], self.threshold[node, k]
        x = X[case, feature]
        answer = (x < threshold).astype(np.int8)
        unknown = np.isnan(x)
        if k:       # a node's own question is always there, and never the wrong way round
            answer ^= self.flip[node, k]
            unknown |= feature < 0
        if self.side.shape[2]:
            nominal = np.flatnonzero(np.isnan(threshold) & ~unknown)
            answer[nominal] = self.side[node[nominal], k, x[nominal].astype(int)]
        answer[unknown] = -1
        return answer


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree, whole.

    Attributes
    ----------
    left, right : ndarray of int, shape (N,)
        Children, -1 at a leaf.
    splits : Splits
        The questions; those of leaves are blank.
    value : ndarray, shape (N, K) or (N, 1)
        Cases of each class, or the mean of y.
    n : ndarray of int, shape (N,)
        Cases that reached the node.
    impurity : ndarray, shape (N,)
        Q of the criterion.
    risk : ndarray, shape (N,)
        What rpart prunes by: misclassified cases, or the sum of squared errors.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> model.tree_.left.tolist(), model.tree_.value.tolist()
    ([1, -1, -1], [[1.0, 2.0], [1.0, 0.0], [0.0, 2.0]])
    """

    left: np.ndarray
    right: np.ndarray
    splits: Splits
    value: np.ndarray
    n: np.ndarray
    impurity: np.ndarray
    risk: np.ndarray

    def __len__(self) -> int:
        return len(self.left)

    @property
    def leaves(self) -> np.ndarray:
        """Numbers of the leaves, left to right."""
        return np.flatnonzero(self.left == LEAF)

    @property
    def depth(self) -> np.ndarray:
        """Questions asked before each node, shape (N,)."""
        depth = np.zeros(len(self), int)
        for t in np.flatnonzero(self.left != LEAF):
            depth[[self.left[t], self.right[t]]] = depth[t] + 1
        return depth

    @property
    def end(self) -> np.ndarray:
        """One past the last node below each node, shape (N,)."""
        return branch_end(self.left, self.right)

    def apply(self, X: np.ndarray) -> np.ndarray:
        """Return the leaf of each row of an encoded table.

        All cases step down together: the loop runs over depths, not over cases.
        """
        node = np.zeros(len(X), int)
        moving = np.arange(len(X)) if self.left[0] != LEAF else np.arange(0)
        while moving.size:
            at = node[moving]
            goes_left = self.splits.goes_left(X, moving, at)
            node[moving] = np.where(goes_left, self.left[at], self.right[at])
            moving = moving[self.left[node[moving]] != LEAF]
        return node

    def collapse(self, nodes: np.ndarray) -> Tree:
        """Return the tree in which those nodes are leaves and what was below them is gone.

        Examples
        --------
        >>> from coursekit.tree import CARTClassifier
        >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
        >>> len(model.tree_.collapse([0]))
        1
        """
        nodes = np.asarray(nodes, dtype=int)
        below = np.zeros(len(self) + 1, int)
        np.add.at(below, nodes + 1, 1)
        np.add.at(below, self.end[nodes], -1)
        kept = np.flatnonzero(below.cumsum()[:-1] == 0)
        left, right = self.left.copy(), self.right.copy()
        left[nodes] = right[nodes] = LEAF
        splits = self.splits.take(np.arange(len(self)))
        splits.put(nodes, Splits.blank(len(nodes), *splits.side.shape[1:]))
        return replace(self, left=left, right=right, splits=splits).renumber(kept)

    def renumber(self, order: np.ndarray) -> Tree:
        """Return the tree of the nodes in ``order``, numbered in that order."""
        new = np.full(len(self) + 1, LEAF)
        new[order] = np.arange(len(order))      # new[LEAF] stays LEAF
        return Tree(new[self.left[order]], new[self.right[order]], self.splits.take(order),
                    *(getattr(self, name)[order] for name in ("value", "n", "impurity", "risk")))


def branch_end(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return, for nodes numbered depth first, one past the last node below each of them.

    Examples
    --------
    >>> branch_end(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1])).tolist()
    [5, 2, 5, 4, 5]
    """
    end = np.arange(1, len(left) + 1)
    for t in np.flatnonzero(left != LEAF)[::-1]:
        end[t] = end[right[t]]
    return end


def depth_first(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return the nodes of a tree in depth-first order, left branches first.

    Examples
    --------
    >>> depth_first(np.array([1, 3, -1, -1, -1]), np.array([2, 4, -1, -1, -1])).tolist()
    [0, 1, 3, 4, 2]
    """
    order, waiting = [], [0]
    left, right = left.tolist(), right.tolist()
    while waiting:
        t = waiting.pop()
        order.append(t)
        if left[t] != LEAF:
            waiting += [right[t], left[t]]
    return np.array(order)
