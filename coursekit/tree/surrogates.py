"""Surrogates: splits for samples that lack the value of a node's own split, as in rpart.

A surrogate is the question on another feature whose answers agree best with the node's own, in
either orientation. It must beat "send everyone with the majority"; samples that lack its
feature count as disagreement. A threshold must leave at least two samples on either side; a
set of levels need not. Ties go to the earlier column and its smallest threshold.

rpart (4.1.19) differs in two details: it rejects a nominal surrogate that disagrees with fewer
than two samples, and it breaks some ties between levels the other way.

Legend: ``z`` is 1 for samples that the node's own question sends left, 0 for those it sends
right; the agreement is the proportion of samples of known z that the surrogate sends the same way.
"""
from __future__ import annotations

import numpy as np

from coursekit.tree.encoding import Columns
from coursekit.tree.level_sets import level_sums
from coursekit.tree.splitter import (
    MIN_SAMPLES_SURROGATE, BestCuts, PresortedSamples, agreement, search_thresholds,
)
from coursekit.tree.tree import LEFT, RIGHT, UNSEEN, Splits


def add_surrogates(splits: Splits, presorted: PresortedSamples, answer: np.ndarray, X: np.ndarray,
                   columns: Columns) -> None:
    """Write the surrogates of each question, best first, into ``splits``.

    ``answer`` holds the answers of the m samples to the nodes' own questions: 1 left, 0 right,
    -1 unknown.

    >>> X = np.array([[1.0, 9.0], [2.0, 8.0], [3.0, 1.0], [4.0, 2.0]])
    >>> splits = Splits.blank(1, 2, 0)
    >>> splits.feature[0, 0], splits.threshold[0, 0], splits.n_known[0] = 0, 2.5, 4
    >>> add_surrogates(splits, PresortedSamples.root(X), np.array([1, 1, 0, 0]), X, Columns.of(X))
    >>> splits.feature[0, 1].item(), splits.threshold[0, 1].item(), splits.reversed[0, 1].item()
    (1, 5.0, True)
    """
    node, G = presorted.node, len(presorted.size)
    agreeing = np.full((X.shape[1], G), -np.inf)
    votes = _votes(answer, presorted.samples, len(X))
    cuts = search_thresholds(presorted, votes, agreement,
                             MIN_SAMPLES_SURROGATE if len(votes) == 1 else 1, np.zeros(G))
    if columns.numeric:
        agreeing[columns.numeric] = cuts.score
    sets = {}
    for j in columns.splittable:
        agreeing[j], sets[j] = _nominal_surrogate(X[presorted.samples, j], node, answer, G,
                                                  len(columns.levels[j]))
    agreeing[splits.feature[:, 0], np.arange(G)] = -np.inf      # no feature replaces itself
    n_left, n_right = (np.bincount(node[answer == side], minlength=G) for side in (LEFT, RIGHT))
    n_known, majority = splits.n_known, np.maximum(n_left, n_right)
    ranked = np.argsort(-agreeing, axis=0, kind="stable")
    for k in range(1, min(splits.feature.shape[1], len(ranked))):
        count = agreeing[ranked[k - 1], np.arange(G)]
        at = np.flatnonzero(count > majority)
        if not at.size:
            break
        splits.feature[at, k] = ranked[k - 1, at]
        splits.agreement[at, k] = count[at] / n_known[at]
        splits.adjusted_agreement[at, k] = (count - majority)[at] / (n_known - majority)[at]
        _write_question(splits, k, at, cuts, sets, X, columns)
        here = np.flatnonzero((splits.feature[:, k] >= 0)[node] & (answer >= 0))
        same = splits.answer(X, presorted.samples[here], node[here], k) == answer[here]
        splits.reversed[at, k] = np.bincount(node[here], same, G)[at] < count[at]


def _votes(answer: np.ndarray, samples: np.ndarray, n: int) -> np.ndarray:
    """Return row 0: sent left; row 1: sent right, left out if that is all others."""
    votes = np.zeros((2, n))
    votes[0, samples], votes[1, samples] = answer == LEFT, answer == RIGHT
    return votes[:1] if answer.min(initial=0) >= 0 else votes


def _nominal_surrogate(x: np.ndarray, node: np.ndarray, answer: np.ndarray, G: int,
                       L: int) -> tuple[np.ndarray, np.ndarray]:
    """Send each level where most of its samples go; ties follow the majority of the node."""
    known = ~np.isnan(x) & (answer >= 0)
    z = np.stack([answer == LEFT, answer == RIGHT])[:, known]
    (left, right), _ = level_sums(x[known].astype(int), node[known], z, G, L)
    mostly_left = (left.sum(axis=1) > right.sum(axis=1))[:, None]
    goes_left = (left > right) | ((left == right) & mostly_left)
    unseen = (left == 0) & (right == 0)
    return np.maximum(left, right).sum(axis=1), np.where(unseen, UNSEEN, goes_left).astype(np.int8)


def _write_question(splits: Splits, k: int, at: np.ndarray, cuts: BestCuts, sets: dict,
                    X: np.ndarray, columns: Columns) -> None:
    feature = splits.feature[at, k]
    numeric = columns.numeric_index[feature]
    for j, goes_left in sets.items():
        asked = at[feature == j]
        splits.level_goes_left[asked, k, :goes_left.shape[1]] = goes_left[asked]
    cut = np.flatnonzero(numeric >= 0)
    if cut.size:
        splits.threshold[at[cut], k] = cuts.threshold(X, feature[cut], numeric[cut], at[cut])
