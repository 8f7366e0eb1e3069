"""Stand-ins for a question that a case cannot answer, by rpart's rules.

A stand-in (surrogate) is the question of another feature whose answers agree best with the
node's own, whichever way round. It must put at least two cases on either side, and it must
beat "send everyone with the majority"; cases that lack its feature count as disagreement.

Legend: ``z`` is 1 for cases that the node's own question sends left, 0 for those it sends
right; ``agree`` is the share of cases with a known z that the stand-in sends the same way.
"""
from __future__ import annotations

import numpy as np

from coursekit.tree.level import Cuts, Level, scan, thresholds
from coursekit.tree.structure import Splits
from coursekit.tree.subset import UNSEEN, level_sums
from coursekit.tree.table import Columns


def add_surrogates(splits: Splits, level: Level, answer: np.ndarray, X: np.ndarray,
                   columns: Columns) -> None:
    """Write the stand-ins of each question, best first, into ``splits``.

    Parameters
    ----------
    splits : Splits
        The questions of the nodes of the level, changed in place.
    level : Level
        The cases of those nodes.
    answer : ndarray of int8, shape (m,)
        Their answers to the nodes' own questions: 1 left, 0 right, -1 unknown.
    X : ndarray, shape (n, d)
        Encoded table.
    columns : Columns
        Which columns are nominal.

    Examples
    --------
    >>> X = np.array([[1.0, 9.0], [2.0, 8.0], [3.0, 1.0], [4.0, 2.0]])
    >>> splits = Splits.blank(1, 2, 0)
    >>> splits.feature[0, 0], splits.threshold[0, 0], splits.known[0] = 0, 2.5, 4
    >>> z = np.array([1, 1, 0, 0])
    >>> add_surrogates(splits, Level.root(X), z, X, Columns.of(X))
    >>> splits.feature[0, 1].item(), splits.threshold[0, 1].item(), splits.flip[0, 1].item()
    (1, 5.0, True)
    """
    cases, node, G = level.order[0], level.node, len(level.size)
    votes = _votes(answer, cases, len(X))
    agree, sides = np.full((X.shape[1], G), -np.inf), {}
    cuts = scan(level, votes, _agreement, 2 if len(votes) == 1 else 1, np.zeros(G))
    if columns.numeric:
        agree[columns.numeric] = cuts.price
    for j in columns.varied:
        agree[j], sides[j] = _nominal_stand_in(X[cases, j], node, answer, G,
                                               len(columns.levels[j]))
    agree[splits.feature[:, 0], np.arange(G)] = -np.inf     # no feature stands in for itself
    known, majority = splits.known, np.maximum(*(np.bincount(node[answer == k], minlength=G)
                                                 for k in (1, 0)))
    ranked = np.argsort(-agree, axis=0, kind="stable")
    for k in range(1, min(splits.feature.shape[1], len(ranked))):
        count = agree[ranked[k - 1], np.arange(G)]
        at = np.flatnonzero(count > majority)
        if not at.size:
            break
        splits.feature[at, k] = ranked[k - 1, at]
        splits.agree[at, k] = count[at] / known[at]
        splits.adj[at, k] = (count - majority)[at] / (known - majority)[at]
        _write_question(splits, k, at, cuts, sides, level, X, columns)
        here = np.flatnonzero((splits.feature[:, k] >= 0)[node] & (answer >= 0))
        same = splits.answer(X, cases[here], node[here], k) == answer[here]
        splits.flip[at, k] = np.bincount(node[here], same, G)[at] < count[at]


def _votes(answer: np.ndarray, cases: np.ndarray, n: int) -> np.ndarray:
    """Row 0: sent left. Row 1: sent right; left out if that is everybody else."""
    votes = np.zeros((2, n))
    votes[0, cases], votes[1, cases] = answer == 1, answer == 0
    return votes[:1] if answer.min(initial=0) >= 0 else votes


def _agreement(L: np.ndarray, N_left: np.ndarray, R: np.ndarray, N_right: np.ndarray):
    if len(L) == 1:
        straight = L[0] + (N_right - R[0])
        return np.maximum(straight, N_left + N_right - straight)
    enough = (L.sum(axis=0) >= 2) & (R.sum(axis=0) >= 2)
    return np.where(enough, np.maximum(L[0] + R[1], L[1] + R[0]), -np.inf)


def _nominal_stand_in(x: np.ndarray, node: np.ndarray, answer: np.ndarray, G: int,
                      L: int) -> tuple[np.ndarray, np.ndarray]:
    """Each level goes where most of its cases go; ties go with the majority of the node."""
    there = ~np.isnan(x) & (answer >= 0)
    z = np.stack([answer == 1, answer == 0])[:, there]
    (left, right), _ = level_sums(x[there].astype(int), node[there], z, G, L)
    mostly_left = (left.sum(axis=1) > right.sum(axis=1))[:, None]
    side = np.where((left > right) | ((left == right) & mostly_left), 1, 0)
    side[(left == 0) & (right == 0)] = UNSEEN
    return np.maximum(left, right).sum(axis=1), side.astype(np.int8)


def _write_question(splits: Splits, k: int, at: np.ndarray, cuts: Cuts, sides: dict,
                    level: Level, X: np.ndarray, columns: Columns) -> None:
    feature = splits.feature[at, k]
    line = columns.line[feature]
    for j, side in sides.items():
        splits.side[at[feature == j], k, :side.shape[1]] = side[at[feature == j]]
    cut = np.flatnonzero(line >= 0)
    if cut.size:
        place = cuts.place(line[cut], at[cut])
        splits.threshold[at[cut], k] = thresholds(level, X, feature[cut], line[cut], place)
