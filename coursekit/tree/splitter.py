"""The best split of all nodes of one depth at once: the fast form of that in `naive`.

Each feature is sorted once, before the tree grows. From then on the samples of every node lie
side by side, in the order of each numeric feature, and one running sum along each of these
lines ranks every threshold of every node. Growing by one question costs a few passes over an
array of features × samples, however many nodes there are.

Legend: ``d`` numeric features, ``m`` samples still on their way, ``G`` nodes of that depth,
``S`` and ``N`` sums and counts.
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

#: Samples on either side of a surrogate's threshold.
MIN_SAMPLES_SURROGATE = 2

Score = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False)
class PresortedSamples:
    """The m samples of all G nodes of one depth, once in the order of each numeric feature.

    Without any numeric feature there is one line all the same, in no particular order.

    >>> PresortedSamples.root(np.array([[2.0], [np.nan], [1.0]])).order
    array([[2, 0, 1]])
    """

    size: np.ndarray  # (G,), samples of each node
    order: np.ndarray  # (d, m), node by node, there by rising value, missing ones last
    rank: np.ndarray  # (d, m), of those values; equal values have equal ranks
    n_known: np.ndarray  # (d, G) or (1, G), samples whose value is not missing
    missing_rank: int | None  # the rank that means missing; None if nothing is

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
        """Where each node begins, shape (G,)."""
        return self.size.cumsum() - self.size

    @cached_property
    def node(self) -> np.ndarray:
        """The node at each place, shape (m,)."""
        return np.arange(len(self.size)).repeat(self.size)

    def keep(self, nodes: np.ndarray) -> PresortedSamples:
        """Return those of all nodes but the ones whose entry of ``nodes`` (G,) is False."""
        places = nodes.repeat(self.size)
        return PresortedSamples(self.size[nodes], self.order[:, places], self.rank[:, places],
                                self.n_known[:, nodes], self.missing_rank)

    def divide(self, child: np.ndarray, size: np.ndarray) -> PresortedSamples:
        """Return those of the next depth: of the left children in order, then of the right ones.

        A line stays sorted when samples leave it; so nothing is sorted twice. ``child`` (n,) is 1
        for samples that go left, 0 for those that go right, -1 for those in a leaf; ``size`` (G,)
        the number of samples of each child.
        """
        goes = child[self.order]
        lines = len(self.order)
        places = np.concatenate([np.flatnonzero(goes == side).reshape(lines, -1)
                                 for side in (LEFT, RIGHT)], axis=1)
        return self._of(size, self.order.take(places), self.rank.take(places), self.missing_rank)


class BestCuts(NamedTuple):
    """The best threshold of each feature in each node, told by columns of X and by lines."""

    score: np.ndarray  # (d, G), before anything is subtracted; -inf: nothing to cut
    total: np.ndarray  # (rows, d, G) or (rows, 1, G), sums over the known samples
    threshold: Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


def search_thresholds(presorted: PresortedSamples, rows: np.ndarray, score: Score,
                      min_samples_leaf: int, tie_tolerance: np.ndarray) -> BestCuts:
    """Score every threshold of every numeric feature in every node.

    ``rows`` (rows, n) is what is summed; see `Criterion.sums`. The best
    ``score(S_left, N_left, S_right, N_right)`` wins, the first of those that differ by less than
    ``tie_tolerance`` (G,). No N is below 1. Missing values add nothing to a sum, so S keeps the
    sign of the rows and stays within N.

    >>> X, first = np.array([[1.0], [3.0], [-1.0], [3.0]]), np.array([0])
    >>> two_means = lambda S, N, T, M: S[0] ** 2 / N + T[0] ** 2 / M
    >>> cuts = search_thresholds(PresortedSamples.root(X), np.array([[0.0, 1.0, 0.0, 1.0]]),
    ...                          two_means, 1, np.zeros(1))
    >>> cuts.score.tolist(), cuts.threshold(X, first, first, first).tolist()
    ([[2.0]], [2.0])
    """
    node, start = presorted.node, presorted.start
    N_left = np.arange(1, len(node) + 1) - start[node]
    N_right = presorted.n_known[:, node] - N_left
    S_left, total = _running_sums(presorted, rows, node)
    S_right = total[..., node] - S_left
    scores = score(S_left, N_left, S_right, np.maximum(N_right, 1))
    too_few = (N_left < min_samples_leaf) | (N_right < min_samples_leaf)
    np.copyto(scores, -np.inf, where=too_few)
    within_ties = presorted.rank[:, :-1] == presorted.rank[:, 1:]
    np.copyto(scores[:, :-1], -np.inf, where=within_ties)
    best = np.maximum.reduceat(scores, start, axis=1)

    def threshold(X: np.ndarray, column: np.ndarray, line: np.ndarray,
                  at: np.ndarray) -> np.ndarray:
        line_of = np.zeros(len(start), int)
        goal = np.full(len(start), -np.inf)
        line_of[at] = line
        goal[at] = best[line, at] - tie_tolerance[at]
        hits = np.flatnonzero(scores[line_of[node], np.arange(len(node))] >= goal[node])
        position = hits[np.searchsorted(node[hits], at)]
        below, above = (X[presorted.order[line, position + k], column] for k in (0, 1))
        return midpoint(below, above)

    return BestCuts(best, total, threshold)


def _running_sums(presorted: PresortedSamples, rows: np.ndarray, node: np.ndarray) -> tuple:
    """Sums from the start of each node, and over all its known samples."""
    S = rows.take(presorted.order, axis=1)
    # Each node has the same samples in all lines, and so the same sums, if none is missing.
    lines = slice(0, 1)
    if presorted.missing_rank is not None:
        S[:, presorted.rank == presorted.missing_rank] = 0
        lines = slice(None)
    S = S.cumsum(axis=2)
    end = presorted.start + presorted.size - 1
    before = S[:, lines, end]
    before = np.concatenate([np.zeros_like(before[..., :1]), before[..., :-1]], axis=2)
    S -= before[..., node]
    return S, S[:, lines, end]


def agreement(S_left: np.ndarray, N_left: np.ndarray, S_right: np.ndarray,
              N_right: np.ndarray) -> np.ndarray:
    """Return how many samples a threshold sends where another question does, either way round.

    S has a row for those sent left by the other question, and a second one for those sent right
    if some cannot answer it.
    """
    if len(S_left) == 1:
        straight = S_left[0] + (N_right - S_right[0])
        return np.maximum(straight, N_left + N_right - straight)
    fewer = np.minimum(S_left.sum(axis=0), S_right.sum(axis=0))
    best = np.maximum(S_left[0] + S_right[1], S_left[1] + S_right[0])
    return np.where(fewer >= MIN_SAMPLES_SURROGATE, best, -np.inf)


def midpoint(below: ArrayLike, above: ArrayLike) -> np.ndarray:
    """Return the middle of two values, below < middle <= above even for neighbouring floats.

    >>> float(midpoint(1.0, np.nextafter(1.0, 2.0))) > 1.0
    True
    """
    middle = np.asarray(below) / 2 + np.asarray(above) / 2
    return np.where(middle > below, middle, above)


class SplitsByFeature(NamedTuple):
    """The best split of every feature in every node of one depth."""

    gain: np.ndarray  # (d, G), a row a column; -inf where there is nothing to ask
    n_known: np.ndarray  # (d, G), samples that could answer
    cuts: BestCuts  # thresholds of the numeric features
    sets: dict[int, np.ndarray]  # by nominal feature, which level goes where, (G, L)
    training: TrainingSet

    def as_splits(self, node: np.ndarray, feature: np.ndarray, n_questions: int = 1) -> Splits:
        """Return the splits of those nodes by those features, with room for surrogates."""
        X, columns = self.training.X, self.training.columns
        splits = Splits.blank(len(node), n_questions, columns.max_levels)
        splits.feature[:, 0] = feature
        splits.gain[:] = self.gain[feature, node]
        splits.n_known[:] = self.n_known[feature, node]
        line = columns.numeric_index[feature]
        cut = np.flatnonzero(line >= 0)
        if cut.size:
            splits.threshold[cut, 0] = self.cuts.threshold(X, feature[cut], line[cut], node[cut])
        for j, goes_left in self.sets.items():
            asked = np.flatnonzero(feature == j)
            splits.level_goes_left[asked, 0, :goes_left.shape[1]] = goes_left[node[asked]]
        return splits


def best_splits(training: TrainingSet, rules: StoppingRules, presorted: PresortedSamples,
                rows: np.ndarray,
                tie_tolerance: np.ndarray) -> tuple[np.ndarray, Splits, SplitsByFeature]:
    """Search all features of all nodes of one depth, which may all be split.

    ``rows`` (rows, n) is what is summed, and gains of a node that differ by less than its
    ``tie_tolerance`` (G,) are equal. Return which nodes are worth a split (G,), the best split of
    each of those, and those by every feature. A gain of 0 counts only if the rules allow
    it: rpart stops there, scikit-learn goes on. Of equal gains the first feature wins.
    """
    found = _search_features(training, rules.min_samples_leaf, presorted, rows, tie_tolerance)
    top = found.gain.max(axis=0)
    feature = np.argmax(found.gain >= top - tie_tolerance, axis=0)
    asks = top > (-tie_tolerance if rules.allow_zero_gain else tie_tolerance)
    node = np.flatnonzero(asks)
    return asks, found.as_splits(node, feature[node], 1 + rules.max_surrogates), found


def _search_features(training: TrainingSet, min_samples_leaf: int, presorted: PresortedSamples,
                     rows: np.ndarray, tie_tolerance: np.ndarray) -> SplitsByFeature:
    X, columns, criterion = training.X, training.columns, training.criterion
    G, d = len(presorted.size), X.shape[1]
    gain, n_known = np.full((d, G), -np.inf), np.zeros((d, G), int)
    cuts = search_thresholds(presorted, rows, criterion.score, min_samples_leaf, tie_tolerance)
    if columns.numeric:
        before = criterion.proxy(cuts.total, np.maximum(presorted.n_known, 1))
        gain[columns.numeric] = cuts.score - before
        n_known[columns.numeric] = presorted.n_known
    sets, everybody = {}, presorted.samples
    for j in columns.splittable:
        known = ~np.isnan(X[everybody, j])
        samples = everybody[known]
        S, N = level_sums(X[samples, j].astype(int), presorted.node[known], rows[:, samples], G,
                          len(columns.levels[j]))
        gain[j], sets[j] = search_level_sets(S, N, criterion, min_samples_leaf, tie_tolerance)
        n_known[j] = N.sum(axis=1)
    return SplitsByFeature(gain, n_known, cuts, sets, training)
