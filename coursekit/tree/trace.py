"""What growing a tree did, node by node: records to replay, to print, and to test."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.tree.encoding import Columns
from coursekit.tree.splitter import CandidateSplits
from coursekit.tree.tree import LEFT, Splits


class Candidate(NamedTuple):
    """The best question of one feature in one node; answered yes, a sample goes left."""

    feature: str
    question: str
    gain: float  # N·Q before minus after, over the samples that know the feature
    n_known: int  # how many those are


class GrowthStep(NamedTuple):
    """What happened at one node of the grown tree, whose arrays tell the rest of it."""

    node: int
    candidates: tuple[Candidate, ...]  # best first; empty if the node was not to be split
    chosen: Candidate | None  # None at a leaf
    why: str  # "split", or "pure", "depth", "too few samples", "no usable split", "no gain"


def question(splits: Splits, node: int, columns: Columns, k: int = 0, digits: int = 6) -> str:
    """Return question k of a node in words; answered yes, a sample goes left.

    >>> splits = Splits.blank(1, 1, 0)
    >>> splits.feature[0, 0], splits.threshold[0, 0] = 0, 9.5
    >>> question(splits, 0, Columns(("age",), (None,)))
    'age < 9.5'
    """
    j = splits.feature[node, k]
    name, levels = columns.names[j], columns.levels[j]
    if levels is None:
        sign = ">=" if splits.reversed[node, k] else "<"
        return f"{name} {sign} {splits.threshold[node, k]:.{digits}g}"
    return level_test(name, levels[splits.level_goes_left[node, k, :len(levels)] == LEFT])


def level_test(name: str, levels: np.ndarray) -> str:
    """Return "name = level", or "name in {…}" for several levels."""
    names = [str(v) for v in levels]
    return f"{name} = {names[0]}" if len(names) == 1 else f"{name} in {{{', '.join(names)}}}"


def list_candidates(candidates: CandidateSplits, taken: np.ndarray) -> list[tuple]:
    """Return, for each of G nodes, the best split of each feature, best first, and the one taken.

    ``taken`` (G,) is the feature each node was split by, -1 where it was not. Of equal gains the
    first column of the table comes first.

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2, trace=True)
    >>> [c.question for c in model.fit([[1, 5], [2, 5], [3, 6]], [0, 1, 1]).trace_[0].candidates]
    ['x[0] < 1.5', 'x[1] < 5.5']
    """
    columns = candidates.columns
    offered: list[list[Candidate]] = [[] for _ in taken]
    chosen: list[Candidate | None] = [None for _ in taken]
    for j in range(len(candidates.gain)):
        node = np.flatnonzero(np.isfinite(candidates.gain[j]))
        splits = candidates.as_splits(node, np.full(len(node), j))
        for k, g in enumerate(node):
            one = Candidate(columns.names[j], question(splits, k, columns),
                            float(splits.gain[k]), int(splits.n_known[k]))
            offered[g].append(one)
            if taken[g] == j:
                chosen[g] = one
    return [(tuple(sorted(some, key=lambda c: -c.gain)), one)
            for some, one in zip(offered, chosen, strict=True)]
