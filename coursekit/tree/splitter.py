"""Find the best split of all nodes of one depth at once; `naive` does the same, to be read.

The idea: sort a feature, and one running sum of y scores every threshold. Each feature is sorted
only once, before the tree grows; after that, the samples of a node stay next to each other, in
the order of each feature. One level of the tree costs a few passes over an array of features
times samples, however many nodes there are.

Legend: ``d`` numeric features, ``m`` samples in nodes that are still growing, ``G`` nodes of this
depth, ``q`` numbers summed per sample, ``S`` and ``N`` sums and counts. A *position* is a place
among the m samples: node by node, and within a node by rising value of a feature.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.tree.level_sets import level_sums, search_level_sets
from coursekit.tree.training import StoppingRules, TrainingSet
from coursekit.tree.tree import LEFT, RIGHT, Splits

#: Smallest number of samples on either side of a surrogate's threshold.
MIN_SAMPLES_SURROGATE = 2

Score = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False)
class PresortedSamples:
    """The m samples of all G nodes of one depth, sorted by each numeric feature.

    A table without numeric features still has one row here, in no particular order.

    >>> PresortedSamples.root(np.array([[2.0], [np.nan], [1.0]])).order
    array([[2, 0, 1]])
    """

    size: np.ndarray  # (G,), number of samples in each node
    order: np.ndarray  # (d, m), the sample at each position; missing values come last
    rank: np.ndarray  # (d, m), the rank of its value; equal values have equal ranks
    n_known: np.ndarray  # (d, G) or (1, G), samples whose value is not missing
    missing_rank: int | None  # the rank of a missing value; None if nothing is missing

    @classmethod
    def root(cls, X: np.ndarray) -> PresortedSamples:
        """Sort every column of X, shape (n, d), NaN last."""
        order = np.argsort(X.T, axis=1)
        x = np.take_along_axis(X.T, order, axis=1)
        rank = np.zeros(x.shape, np.int32)
        np.cumsum(x[:, 1:] != x[:, :-1], axis=1, out=rank[:, 1:])
        missing = np.isnan(x)
        rank[missing] = len(X)
        return cls._of(np.array([len(X)]), order, rank, len(X) if missing.any() else None)

    @classmethod
    def _of(cls, size: np.ndarray, order: np.ndarray, rank: np.ndarray,
            missing_rank: int | None) -> PresortedSamples:
        n_known = size[None, :]
        if missing_rank is not None and size.size:
            start = size.cumsum() - size
            n_known = size - np.add.reduceat(rank == missing_rank, start, axis=1, dtype=int)
        return cls(size, order, rank, n_known, missing_rank)

    @cached_property
    def samples(self) -> np.ndarray:
        """All m samples, node by node."""
        return self.order[0]

    @cached_property
    def start(self) -> np.ndarray:
        """First position of each node, shape (G,)."""
        return self.size.cumsum() - self.size

    @cached_property
    def node(self) -> np.ndarray:
        """The node at each position, shape (m,)."""
        return np.arange(len(self.size)).repeat(self.size)

    def keep(self, nodes: np.ndarray) -> PresortedSamples:
        """Return the samples of the nodes whose entry in ``nodes`` (G,) is True."""
        positions = nodes.repeat(self.size)
        return PresortedSamples(self.size[nodes], self.order[:, positions],
                                self.rank[:, positions], self.n_known[:, nodes],
                                self.missing_rank)

    def divide(self, child: np.ndarray, size: np.ndarray) -> PresortedSamples:
        """Return the samples of the next depth: first all left children, then all right ones.

        Samples keep their order, so nothing is sorted again. ``child`` (n,) is 1 for
        samples that go left, 0 for those that go right, -1 for those in a leaf; ``size`` (G,) is
        the number of samples of each child.
        """
        goes, n_features = child[self.order], len(self.order)
        positions = np.concatenate([np.flatnonzero(goes == side).reshape(n_features, -1)
                                    for side in (LEFT, RIGHT)], axis=1)
        return self._of(size, self.order.take(positions), self.rank.take(positions),
                        self.missing_rank)


@dataclass(frozen=True, eq=False)
class BestCuts:
    """The best threshold of each numeric feature in each node.

    Row k of every array belongs to the k-th numeric feature.
    """

    presorted: PresortedSamples
    scores: np.ndarray  # (d, m), of a threshold right after each position; -inf if not allowed
    score: np.ndarray  # (d, G), the best of each node; -inf if there is no cut
    total: np.ndarray  # (q, d, G) or (q, 1, G), sums over the known samples of each node
    tie_tolerance: np.ndarray  # (G,), scores that differ by less are equal

    def threshold(self, X: np.ndarray, column: np.ndarray, k: np.ndarray,
                  nodes: np.ndarray) -> np.ndarray:
        """Return the threshold of one feature in each of some nodes, shape (len(nodes),).

        Feature ``k[i]`` among the numeric ones is column ``column[i]`` of X. The first of equal
        scores wins.
        """
        presorted = self.presorted
        feature_of = np.zeros(len(presorted.size), int)
        feature_of[nodes] = k
        goal = np.full(len(presorted.size), np.inf)
        goal[nodes] = self.score[k, nodes] - self.tie_tolerance[nodes]
        node = presorted.node
        scores = self.scores[feature_of[node], np.arange(len(node))]
        winners = np.flatnonzero(scores >= goal[node])
        position = winners[np.searchsorted(node[winners], nodes)]     # the first of each node
        below = X[presorted.order[k, position], column]
        above = X[presorted.order[k, position + 1], column]
        return midpoint(below, above)


def search_thresholds(presorted: PresortedSamples, targets: np.ndarray, score: Score,
                      min_samples_leaf: int, tie_tolerance: np.ndarray) -> BestCuts:
    """Score every threshold of every numeric feature in every node.

    ``targets`` (q, n) are the numbers to sum; see `Criterion.sums`. The best
    ``score(S_left, N_left, S_right, N_right)`` wins, the first of those that differ by less than
    ``tie_tolerance`` (G,). No N is below 1. A missing value adds nothing to a sum, so the
    signs of the targets and their bounds carry over to S.

    >>> X, first = np.array([[1.0], [3.0], [-1.0], [3.0]]), np.array([0])
    >>> two_means = lambda S, N, T, M: S[0] ** 2 / N + T[0] ** 2 / M
    >>> cuts = search_thresholds(PresortedSamples.root(X), np.array([[0.0, 1.0, 0.0, 1.0]]),
    ...                          two_means, 1, np.zeros(1))
    >>> cuts.score.tolist(), cuts.threshold(X, first, first, first).tolist()
    ([[2.0]], [2.0])
    """
    node = presorted.node
    N_left = np.arange(1, len(node) + 1) - presorted.start[node]
    N_right = presorted.n_known[:, node] - N_left
    S_left, total = _running_sums(presorted, targets)
    S_right = total[..., node] - S_left
    scores = score(S_left, N_left, S_right, np.maximum(N_right, 1))

    too_few = (N_left < min_samples_leaf) | (N_right < min_samples_leaf)
    np.copyto(scores, -np.inf, where=too_few)
    equal_values = presorted.rank[:, :-1] == presorted.rank[:, 1:]
    np.copyto(scores[:, :-1], -np.inf, where=equal_values)
    best = np.maximum.reduceat(scores, presorted.start, axis=1)
    return BestCuts(presorted, scores, best, total, tie_tolerance)


def _running_sums(presorted: PresortedSamples, targets: np.ndarray
                  ) -> tuple[np.ndarray, np.ndarray]:
    """Return sums from the start of each node up to each position, and over each whole node."""
    S = targets.take(presorted.order, axis=1)
    features = slice(0, 1)      # without missing values a node has the same total for each feature
    if presorted.missing_rank is not None:
        S[:, presorted.rank == presorted.missing_rank] = 0
        features = slice(None)
    S = S.cumsum(axis=2)
    last = presorted.start + presorted.size - 1
    up_to_node = S[:, features, last]
    before = np.concatenate([np.zeros_like(up_to_node[..., :1]), up_to_node[..., :-1]], axis=2)
    S -= before[..., presorted.node]
    return S, S[:, features, last]


def agreement(S_left: np.ndarray, N_left: np.ndarray, S_right: np.ndarray,
              N_right: np.ndarray) -> np.ndarray:
    """Return the number of samples that a threshold sends to the same side as another question.

    The better of the two orientations counts. ``S`` counts the samples that the other question
    sends left, and in a second row those that it sends right if some samples cannot answer it.
    """
    if len(S_left) == 1:
        straight = S_left[0] + (N_right - S_right[0])
        return np.maximum(straight, N_left + N_right - straight)
    fewer = np.minimum(S_left.sum(axis=0), S_right.sum(axis=0))
    best = np.maximum(S_left[0] + S_right[1], S_left[1] + S_right[0])
    return np.where(fewer >= MIN_SAMPLES_SURROGATE, best, -np.inf)


def midpoint(below: ArrayLike, above: ArrayLike) -> np.ndarray:
    """Return the midpoint of two values: below < midpoint <= above, even for neighbouring floats.

    >>> float(midpoint(1.0, np.nextafter(1.0, 2.0))) > 1.0
    True
    """
    middle = np.asarray(below) / 2 + np.asarray(above) / 2
    return np.where(middle > below, middle, above)


class SplitsByFeature(NamedTuple):
    """The best split of every feature in every node of one depth."""

    gain: np.ndarray  # (columns of X, G); -inf without a usable split
    n_known: np.ndarray  # (columns of X, G), samples whose value is known
    cuts: BestCuts  # thresholds of the numeric features
    sets: dict[int, np.ndarray]  # (G, L) for each nominal feature: which levels go left
    training: TrainingSet

    def as_splits(self, node: np.ndarray, feature: np.ndarray, n_questions: int = 1) -> Splits:
        """Return the splits of some nodes by one feature each, with room for surrogates."""
        X, columns = self.training.X, self.training.columns
        splits = Splits.blank(len(node), n_questions, columns.max_levels)
        splits.feature[:, 0] = feature
        splits.gain[:] = self.gain[feature, node]
        splits.n_known[:] = self.n_known[feature, node]
        k = columns.numeric_index[feature]
        cut = np.flatnonzero(k >= 0)
        if cut.size:
            splits.threshold[cut, 0] = self.cuts.threshold(X, feature[cut], k[cut], node[cut])
        for j, goes_left in self.sets.items():
            asked = np.flatnonzero(feature == j)
            splits.level_goes_left[asked, 0, :goes_left.shape[1]] = goes_left[node[asked]]
        return splits


def best_splits(training: TrainingSet, rules: StoppingRules, presorted: PresortedSamples,
                targets: np.ndarray,
                tie_tolerance: np.ndarray) -> tuple[np.ndarray, Splits, SplitsByFeature]:
    """Search all features in all nodes of one depth.

    ``targets`` (q, n) are the numbers to sum, and gains of a node that differ by less than
    its ``tie_tolerance`` (G,) are equal. Return which nodes are worth splitting (G,), the best
    split of each of those, and the best splits by every feature. A gain of 0 counts only if the
    rules allow it: rpart stops there, scikit-learn goes on. Of equal gains the first feature wins.
    """
    found = _search_features(training, rules.min_samples_leaf, presorted, targets, tie_tolerance)
    best = found.gain.max(axis=0)
    feature = np.argmax(found.gain >= best - tie_tolerance, axis=0)
    worth_splitting = best > (-tie_tolerance if rules.allow_zero_gain else tie_tolerance)
    node = np.flatnonzero(worth_splitting)
    splits = found.as_splits(node, feature[node], 1 + rules.max_surrogates)
    return worth_splitting, splits, found


def _search_features(training: TrainingSet, min_samples_leaf: int, presorted: PresortedSamples,
                     targets: np.ndarray, tie_tolerance: np.ndarray) -> SplitsByFeature:
    X, columns, criterion = training.X, training.columns, training.criterion
    G, d = len(presorted.size), X.shape[1]
    gain, n_known = np.full((d, G), -np.inf), np.zeros((d, G), int)
    cuts = search_thresholds(presorted, targets, criterion.score, min_samples_leaf, tie_tolerance)
    if columns.numeric:
        before = criterion.proxy(cuts.total, np.maximum(presorted.n_known, 1))
        gain[columns.numeric] = cuts.score - before
        n_known[columns.numeric] = presorted.n_known
    sets = {}
    for j in columns.splittable:
        known = ~np.isnan(X[presorted.samples, j])
        samples = presorted.samples[known]
        S, N = level_sums(X[samples, j].astype(int), presorted.node[known], targets[:, samples], G,
                          len(columns.levels[j]))
        gain[j], sets[j] = search_level_sets(S, N, criterion, min_samples_leaf, tie_tolerance)
        n_known[j] = N.sum(axis=1)
    return SplitsByFeature(gain, n_known, cuts, sets, training)
