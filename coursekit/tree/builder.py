"""Grow a tree greedily from the top: every node takes the split with the largest gain.

All nodes of one depth are split together. For each depth the builder *chooses* a split for
every node (the search is in `splitter`), *routes* the samples to the left and to the right
(`surrogates` routes those with missing values), and *adds the children*. `naive` grows the same
tree in 25 lines.

Legend: ``G`` nodes of one depth, ``m`` samples in them, ``N`` nodes of the tree, ``K`` classes;
gain = N·Q before minus N·Q after. Features are searched in the order of the table; of equal gains
the first wins.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.tree.splitter import PresortedSamples, best_splits
from coursekit.tree.surrogates import add_surrogates
from coursekit.tree.trace import GrowthStep, list_candidates
from coursekit.tree.training import StoppingRules, TrainingSet
from coursekit.tree.tree import LEFT, RIGHT, Splits, Tree, assemble


class Nodes(NamedTuple):
    """The G nodes of one depth, before any is split."""

    number: np.ndarray  # (G,), in the order of creation
    depth: int  # number of splits above them
    n: np.ndarray  # (G,), samples
    value: np.ndarray  # (G, K) samples of each class, or (G, 1) the mean of y
    risk: np.ndarray  # (G,), misclassified samples, or the sum of squared errors
    pure: np.ndarray  # (G,), whether no split can gain
    may_split: np.ndarray  # (G,), whether the stopping rules allow a split

    def keep(self, chosen: np.ndarray) -> Nodes:
        """Return the nodes whose entry is True."""
        if chosen.all():
            return self
        return Nodes(self.number[chosen], self.depth, *(a[chosen] for a in self[2:]))


def grow(training: TrainingSet, rules: StoppingRules,
         trace: list[GrowthStep] | None = None) -> Tree:
    """Return the tree grown on all samples, as large as the rules allow.

    If given, ``trace`` receives one `GrowthStep` per node, breadth first.

    >>> from coursekit.tree.criteria import find_criterion
    >>> from coursekit.tree.encoding import Columns
    >>> X, y = np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 1])
    >>> training = TrainingSet(X, Columns.of(X), y, 2, find_criterion("gini"))
    >>> tree = grow(training, StoppingRules(min_samples_split=2, min_samples_leaf=1))
    >>> tree.threshold.tolist(), tree.value.tolist()
    ([1.5, -2.0, -2.0], [[1.0, 2.0], [1.0, 0.0], [0.0, 2.0]])
    """
    builder = TreeBuilder(training, rules, trace)
    presorted, nodes = builder.start()
    while nodes.number.size:
        presorted, nodes, splits = builder.choose(presorted, nodes)
        if not nodes.number.size:
            break
        goes_left = builder.route(presorted, splits)
        presorted, nodes = builder.add_children(presorted, nodes, splits, goes_left)
    return builder.build()


class TreeBuilder:
    """All nodes made so far, depth by depth, and their splits."""

    def __init__(self, training: TrainingSet, rules: StoppingRules,
                 trace: list[GrowthStep] | None = None):
        self.training, self.rules, self.trace = training, rules, trace
        self.sums = training.criterion.sums(training.y, training.n_classes)
        self.nodes: list[Nodes] = []
        self.splits: list[tuple[np.ndarray, np.ndarray, Splits]] = []
        self.candidates: dict[int, tuple] = {}      # for the trace, by node number

    def start(self) -> tuple[PresortedSamples, Nodes]:
        """Return the root, if it may be split, and its samples sorted by each feature."""
        X, numeric = self.training.X, self.training.columns.numeric
        n = len(X)
        presorted = PresortedSamples.root(X[:, numeric] if numeric else np.zeros((n, 1)))
        root = self._add_nodes(np.arange(n), np.array([n]), depth=0)
        return presorted, root.keep(root.may_split)

    def choose(self, presorted: PresortedSamples, nodes: Nodes) -> tuple:
        """Return the nodes worth splitting, their samples, and the best split of each."""
        targets, tie_tolerance = self._targets(presorted, nodes)
        worth_splitting, splits, candidates = best_splits(self.training, self.rules, presorted,
                                                          targets, tie_tolerance)
        if self.trace is not None:
            taken = np.full(len(worth_splitting), -1)
            taken[worth_splitting] = splits.feature[:, 0]
            self.candidates.update(zip(nodes.number.tolist(), list_candidates(candidates, taken)))
        if not worth_splitting.all():
            presorted, nodes = presorted.keep(worth_splitting), nodes.keep(worth_splitting)
        return presorted, nodes, splits

    def route(self, presorted: PresortedSamples, splits: Splits) -> np.ndarray:
        """Add surrogates and majorities to the splits; return which samples go left, (m,)."""
        X, samples, node = self.training.X, presorted.samples, presorted.node
        answer = splits.answer(X, samples, node)
        n_left, n_right = (np.bincount(node[answer == side], minlength=len(presorted.size))
                           for side in (LEFT, RIGHT))
        splits.majority_left[:] = n_left >= n_right
        if self.rules.max_surrogates:
            add_surrogates(splits, presorted, answer, X, self.training.columns)
        nothing_missing = answer.min() >= 0
        return answer == LEFT if nothing_missing else splits.goes_left(X, samples, node, answer)

    def add_children(self, presorted: PresortedSamples, nodes: Nodes, splits: Splits,
                     goes_left: np.ndarray) -> tuple[PresortedSamples, Nodes]:
        """Make the children, all left ones first; return those that may be split themselves."""
        samples = presorted.samples
        n_left = np.bincount(presorted.node[goes_left], minlength=len(nodes.n))
        size = np.concatenate([n_left, presorted.size - n_left])
        children = self._add_nodes(np.concatenate([samples[goes_left], samples[~goes_left]]),
                                   size, nodes.depth + 1)
        self.splits.append((nodes.number, children.number.reshape(2, -1), splits))
        if not children.may_split.any():
            return presorted, children.keep(children.may_split)
        left_goes_on, right_goes_on = children.may_split.reshape(2, -1)
        child = np.full(len(self.training.X), -1, np.int8)
        child[samples] = np.where(goes_left, np.where(left_goes_on, LEFT, -1)[presorted.node],
                                  np.where(right_goes_on, RIGHT, -1)[presorted.node])
        return (presorted.divide(child, size[children.may_split]),
                children.keep(children.may_split))

    def build(self) -> Tree:
        """Return the tree, numbered depth first; the trace gets the same numbers."""
        n, value, risk = (np.concatenate([getattr(nodes, name) for nodes in self.nodes])
                          for name in ("n", "value", "risk"))
        tree, order = assemble(self.splits, 1 + self.rules.max_surrogates,
                               self.training.columns.max_levels, value, n, risk,
                               self.training.criterion, self.training.X)
        if self.trace is not None:
            self.trace += [self._step(made, int(now)) for made, now in enumerate(np.argsort(order))]
        return tree

    def _add_nodes(self, samples: np.ndarray, size: np.ndarray, depth: int) -> Nodes:
        """Add nodes whose samples are stored one node after the other; number them."""
        first = sum(len(nodes.n) for nodes in self.nodes)
        value, risk, pure = self._statistics(samples, size)
        may_split = ((size >= self.rules.min_samples_split) & ~pure
                     & (depth < self.rules.max_depth))
        nodes = Nodes(first + np.arange(len(size)), depth, size, value, risk, pure, may_split)
        self.nodes.append(nodes)
        return nodes

    def _statistics(self, samples: np.ndarray, size: np.ndarray) -> tuple:
        """Return value, risk and purity of each node."""
        K, start = self.training.n_classes, size.cumsum() - size
        if K:
            count = np.add.reduceat(self.sums.take(samples, axis=1), start, axis=1)
            value = np.vstack([count, size - count.sum(axis=0)])[:K].T
            risk = size - value.max(axis=1)
            return value, risk, risk == 0
        y = self.training.y[samples]
        pure = np.maximum.reduceat(y, start) == np.minimum.reduceat(y, start)
        mean = np.where(pure, y[start], np.add.reduceat(y, start) / size)
        return mean[:, None], np.add.reduceat((y - mean.repeat(size)) ** 2, start), pure

    def _targets(self, presorted: PresortedSamples,
                 nodes: Nodes) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers that the search sums, and the possible rounding error of a gain."""
        criterion = self.training.criterion
        tie_tolerance = criterion.rounding * (nodes.n if criterion.counts_classes else nodes.risk)
        if not criterion.shift_invariant:
            return self.sums, tie_tolerance
        # Subtracting the node's own mean keeps the sums, and so their rounding errors, small.
        sums, samples = np.zeros_like(self.sums), presorted.samples
        sums[0, samples] = self.training.y[samples] - nodes.value[:, 0].repeat(nodes.n)
        return sums, tie_tolerance

    def _step(self, made: int, now: int) -> GrowthStep:
        nodes = next(nodes for nodes in self.nodes if made <= nodes.number[-1])
        g = made - nodes.number[0]
        offered, chosen = self.candidates.get(made, ((), None))
        why = ("split" if chosen else "no gain" if offered else
               "no usable split" if made in self.candidates else "pure" if nodes.pure[g] else
               "depth" if nodes.depth >= self.rules.max_depth else "too few samples")
        return GrowthStep(now, offered, chosen, why)
