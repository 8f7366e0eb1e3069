"""The growth of a tree, node by node: records to replay, print and test."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.tree.conditions import sides
from coursekit.tree.splitter import SplitsByFeature


class CandidateSplit(NamedTuple):
    """The best split on one feature in one node; samples that answer yes go left."""

    feature: str
    question: str
    gain: float  # N·Q before minus after, over the samples that have the feature
    n_known: int  # the number of those samples


class GrowthStep(NamedTuple):
    """What happened at one node; the arrays of the tree hold the rest."""

    node: int
    candidates: tuple[CandidateSplit, ...]  # best first; empty if the node was not to be split
    chosen: CandidateSplit | None  # None at a leaf
    why: str  # "split", or "pure", "depth", "too few samples", "no usable split", "no gain"


def list_candidates(found: SplitsByFeature, taken: np.ndarray) -> list[tuple]:
    """Return, for each of G nodes, the best split on each feature, best first, and the one taken.

    ``taken`` (G,) is the feature that each node was split on, -1 if none. Of equal gains the
    first column of the table comes first.

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2, trace=True)
    >>> [c.question for c in model.fit([[1, 5], [2, 5], [3, 6]], [0, 1, 1]).trace_[0].candidates]
    ['x[0] < 1.5', 'x[1] < 5.5']
    """
    columns = found.training.columns
    offered: list[list[CandidateSplit]] = [[] for _ in taken]
    chosen: list[CandidateSplit | None] = [None for _ in taken]
    for j in range(len(found.gain)):
        node = np.flatnonzero(np.isfinite(found.gain[j]))
        splits = found.as_splits(node, np.full(len(node), j))
        splits.note_neighbours(found.training.X)
        for k, g in enumerate(node):
            one = CandidateSplit(columns.names[j], str(sides(splits, k, columns)[0]),
                                 float(splits.gain[k]), int(splits.n_known[k]))
            offered[g].append(one)
            if taken[g] == j:
                chosen[g] = one
    return [(tuple(sorted(some, key=lambda c: -c.gain)), one)
            for some, one in zip(offered, chosen, strict=True)]
