"""The nodes of a growing tree: what they are, which may be split, and what became of them.

Legend: ``G`` nodes of one depth, ``N`` nodes of the tree, ``K`` classes.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coursekit.tree.impurity import Criterion, entropy, gini, misclassification, moments
from coursekit.tree.offers import Offers
from coursekit.tree.structure import LEAF, Splits, Tree, depth_first
from coursekit.tree.table import Columns
from coursekit.tree.trace import Candidate, GrowthStep, candidates

_IMPURITY = {"gini": gini, "entropy": entropy, "misclassification": misclassification}


class Limits(NamedTuple):
    """When a node is not split any more.

    Attributes
    ----------
    max_depth : float
        Questions on the way to a leaf.
    min_samples_split : int
        Cases a node needs, whatever they know.
    min_samples_leaf : int
        Cases of known answer on either side.
    max_surrogates : int
        Stand-ins kept of each split.
    allow_zero_gain : bool
        Split an impure node even if no split gains anything.

    Examples
    --------
    >>> Limits().min_samples_split
    20
    """

    max_depth: float = np.inf
    min_samples_split: int = 20
    min_samples_leaf: int = 7
    max_surrogates: int = 5
    allow_zero_gain: bool = False


@dataclass(frozen=True)
class Problem:
    """What is given: the encoded table, the targets and the rules of the game.

    Attributes
    ----------
    X : ndarray, shape (n, d)
        Encoded by `Columns.encode`.
    columns : Columns
        Which columns are nominal.
    y : ndarray, shape (n,)
        Class codes, or numbers.
    n_classes : int
        K, or 0 for numbers.
    rule : Criterion
        What to gain.
    limits : Limits
        When to stop.

    Examples
    --------
    >>> from coursekit.tree.impurity import criterion
    >>> X = np.zeros((3, 1))
    >>> Problem(X, Columns.of(X), np.array([0, 1, 1]), 2, criterion("gini"), Limits()).rows
    array([[1., 0., 0.]])
    """

    X: np.ndarray
    columns: Columns
    y: np.ndarray
    n_classes: int
    rule: Criterion
    limits: Limits

    @cached_property
    def rows(self) -> np.ndarray:
        """What is summed over cases to tell a node, shape (rows, n)."""
        return moments(self.y, self.rule, self.n_classes)


class Nodes(NamedTuple):
    """The nodes of one depth (G of them), before any is split.

    Attributes
    ----------
    number : ndarray of int, shape (G,)
        In the order they were met.
    depth : int
        Questions asked before them.
    n : ndarray of int, shape (G,)
        Cases.
    value : ndarray, shape (G, K) or (G, 1)
        Cases of each class, or the mean of y.
    risk : ndarray, shape (G,)
        Misclassified cases, or the sum of squared errors.
    pure, may_split : ndarray of bool, shape (G,)
        Whether there is nothing to gain, and whether the limits allow a split.

    Examples
    --------
    >>> Nodes._fields
    ('number', 'depth', 'n', 'value', 'risk', 'pure', 'may_split')
    """

    number: np.ndarray
    depth: int
    n: np.ndarray
    value: np.ndarray
    risk: np.ndarray
    pure: np.ndarray
    may_split: np.ndarray

    def keep(self, chosen: np.ndarray) -> Nodes:
        """Return the nodes whose entry is True."""
        if chosen.all():
            return self
        return Nodes(self.number[chosen], self.depth, *(a[chosen] for a in self[2:]))


class Book:
    """All nodes met so far, depth by depth, and the splits they were given.

    Examples
    --------
    >>> from coursekit.tree.impurity import criterion
    >>> X = np.zeros((3, 1))
    >>> book = Book(Problem(X, Columns.of(X), np.array([0, 1, 1]), 2, criterion("gini"),
    ...                     Limits()))
    >>> book.enter(np.arange(3), np.array([3]), 0).value
    array([[1., 2.]])
    """

    def __init__(self, problem: Problem, record: list[GrowthStep] | None = None):
        self.problem, self.record = problem, record
        self.nodes: list[Nodes] = []
        self.splits: list[tuple[np.ndarray, np.ndarray, Splits]] = []
        self.notes: dict[int, tuple[tuple[Candidate, ...], Candidate | None]] = {}

    def __len__(self) -> int:
        return sum(len(nodes.n) for nodes in self.nodes)

    def enter(self, cases: np.ndarray, size: np.ndarray, depth: int) -> Nodes:
        """Describe nodes whose cases lie one after the other, and give them numbers."""
        limits = self.problem.limits
        value, risk, pure = self._tell(cases, size)
        may = (size >= limits.min_samples_split) & ~pure & (depth < limits.max_depth)
        nodes = Nodes(len(self) + np.arange(len(size)), depth, size, value, risk, pure, may)
        self.nodes.append(nodes)
        return nodes

    def _tell(self, cases: np.ndarray, size: np.ndarray) -> tuple:
        """Value, risk and purity of each node."""
        problem, start = self.problem, size.cumsum() - size
        if problem.n_classes:
            count = np.add.reduceat(problem.rows.take(cases, axis=1), start, axis=1)
            value = np.vstack([count, size - count.sum(axis=0)])[:problem.n_classes].T
            risk = size - value.max(axis=1)
            return value, risk, risk == 0
        y = problem.y[cases]
        pure = np.maximum.reduceat(y, start) == np.minimum.reduceat(y, start)
        mean = np.where(pure, y[start], np.add.reduceat(y, start) / size)
        return mean[:, None], np.add.reduceat((y - mean.repeat(size)) ** 2, start), pure

    def note(self, nodes: Nodes, offers: Offers, feature: np.ndarray) -> None:
        """Remember, if wanted, what each feature offered and which was taken."""
        if self.record is not None:
            names = self.problem.columns.names
            for g, offered in enumerate(candidates(offers, self.problem.X)):
                taken = [c for c in offered if feature[g] >= 0 and c.feature == names[feature[g]]]
                self.notes[int(nodes.number[g])] = offered, taken[0] if taken else None

    def split(self, nodes: Nodes, splits: Splits, below: Nodes) -> None:
        """Write down the questions of nodes and who their children are: first all left ones."""
        self.splits.append((nodes.number, below.number.reshape(2, -1), splits))

    def close(self) -> Tree:
        """Return the tree, numbered depth first, and the record with the same numbers."""
        n, value, risk = (np.concatenate([getattr(nodes, name) for nodes in self.nodes])
                          for name in ("n", "value", "risk"))
        left, right = np.full((2, len(n)), LEAF)
        splits = Splits.blank(len(n), 1 + self.problem.limits.max_surrogates,
                              self.problem.columns.most_levels)
        for number, children, asked in self.splits:
            left[number], right[number] = children
            splits.put(number, asked)
        impurity = (np.asarray(_IMPURITY[self.problem.rule.name](value))
                    if self.problem.n_classes else risk / n)
        order = depth_first(left, right)
        tree = Tree(left, right, splits, value, n, impurity, risk).renumber(order)
        if self.record is not None:
            self.record += [self._step(tree, met, int(now)) for met, now
                            in enumerate(np.argsort(order))]
        return tree

    def _step(self, tree: Tree, met: int, now: int) -> GrowthStep:
        nodes = next(nodes for nodes in self.nodes if met <= nodes.number[-1])
        g = met - nodes.number[0]
        offered, chosen = self.notes.get(met, ((), None))
        why = ("split" if chosen else "no gain" if offered else
               "no usable split" if met in self.notes else "pure" if nodes.pure[g] else
               "depth" if nodes.depth >= self.problem.limits.max_depth else "too few cases")
        return GrowthStep(now, nodes.depth, int(nodes.n[g]), tuple(nodes.value[g].tolist()),
                          float(tree.impurity[now]), offered, chosen, why)
