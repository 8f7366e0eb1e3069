"""What growing a tree did, node by node: records to replay, to print, and to test.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coursekit.tree.structure import Splits
from coursekit.tree.table import Columns

if TYPE_CHECKING:
    from coursekit.tree.offers import Offers


class Candidate(NamedTuple):
    """The best question of one feature in one node.

    Attributes
    ----------
    feature : str
        Its name.
    question : str
        Answered yes, a case goes left.
    gain : float
        N·Q before minus after, over the cases that know the feature.
    known : int
        How many those are.

    Examples
    --------
    >>> Candidate("age", "age < 9.5", 13.02, 658).known
    658
    """

    feature: str
    question: str
    gain: float
    known: int


class GrowthStep(NamedTuple):
    """What happened at one node.

    Attributes
    ----------
    node : int
        Its number in the grown tree.
    depth, n : int
        Questions asked before it; cases that reached it.
    value : tuple of float
        Cases of each class, or the mean.
    impurity : float
        Q of the node.
    candidates : tuple of Candidate
        Best first; empty if the node was not to be split.
    chosen : Candidate or None
        None at a leaf.
    why : str
        "split", or why not: "pure", "depth", "too few cases", "no usable split", "no gain".

    Examples
    --------
    >>> GrowthStep(0, 0, 3, (3.0, 0.0), 0.0, (), None, "pure").why
    'pure'
    """

    node: int
    depth: int
    n: int
    value: tuple[float, ...]
    impurity: float
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    why: str


def question(splits: Splits, node: int, columns: Columns, k: int = 0,
             digits: int = 6) -> str:
    """Return question k of a node in words; answered yes, a case goes left.

    Thresholds are told to ``digits`` significant digits.

    Examples
    --------
    >>> splits = Splits.blank(1, 1, 0)
    >>> splits.feature[0, 0], splits.threshold[0, 0] = 0, 9.5
    >>> question(splits, 0, Columns(("age",), (None,)))
    'age < 9.5'
    """
    j = splits.feature[node, k]
    name, levels = columns.names[j], columns.levels[j]
    if levels is None:
        sign = ">=" if splits.flip[node, k] else "<"
        return f"{name} {sign} {splits.threshold[node, k]:.{digits}g}"
    return level_test(name, levels[splits.side[node, k, :len(levels)] == 1])


def level_test(name: str, levels: np.ndarray) -> str:
    """Return "name = level", or "name in {…}" for several levels.

    Examples
    --------
    >>> level_test("port", ["C", "Q"])
    'port in {C, Q}'
    """
    names = [str(v) for v in levels]
    return f"{name} = {names[0]}" if len(names) == 1 else f"{name} in {{{', '.join(names)}}}"


def candidates(offers: Offers, X: np.ndarray) -> list[tuple[Candidate, ...]]:
    """Return, for each node of a level, the best question of each feature, best first.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2, trace=True)
    >>> [c.question for c in model.fit([[1, 5], [2, 5], [3, 6]], [0, 1, 1]).trace_[0].candidates]
    ['x[0] < 1.5', 'x[1] < 5.5']
    """
    offered: list[list[Candidate]] = [[] for _ in range(offers.gain.shape[1])]
    for j in range(len(offers.gain)):
        node = np.flatnonzero(np.isfinite(offers.gain[j]))
        splits = offers.questions(node, np.full(len(node), j), X)
        for k, g in enumerate(node):
            offered[g].append(Candidate(offers.columns.names[j],
                                        question(splits, k, offers.columns),
                                        float(splits.gain[k]), int(splits.known[k])))
    return [tuple(sorted(some, key=lambda c: -c.gain)) for some in offered]
