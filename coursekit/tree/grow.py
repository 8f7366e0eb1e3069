"""Growing a tree, greedily and from the top: every node takes the split that gains most.

Legend: ``G`` nodes of a level, ``m`` cases in them; gain = N·Q before minus N·Q after. Features
are tried in the order of the table; of equal gains the first wins.
"""
from __future__ import annotations

import numpy as np

from coursekit.tree.book import Book, Nodes, Problem
from coursekit.tree.level import Level
from coursekit.tree.offers import make_offers
from coursekit.tree.structure import Splits, Tree
from coursekit.tree.surrogate import add_surrogates
from coursekit.tree.trace import GrowthStep


def grow(problem: Problem, record: list[GrowthStep] | None = None) -> Tree:
    """Return the tree grown on all cases, as large as the limits allow.

    Parameters
    ----------
    problem : Problem
        What to learn from.
    record : list, optional
        Takes one `GrowthStep` a node, breadth first; ``step.node`` is its number in the tree.

    Examples
    --------
    >>> from coursekit.tree.book import Limits
    >>> from coursekit.tree.impurity import criterion
    >>> from coursekit.tree.table import Columns
    >>> X, y = np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 1])
    >>> few = Limits(min_samples_split=2, min_samples_leaf=1)
    >>> tree = grow(Problem(X, Columns.of(X), y, 2, criterion("gini"), few))
    >>> float(tree.splits.threshold[0, 0]), tree.value.tolist()
    (1.5, [[1.0, 2.0], [1.0, 0.0], [0.0, 2.0]])
    """
    numeric, n = problem.columns.numeric, len(problem.X)
    level = Level.root(problem.X[:, numeric] if numeric else np.zeros((n, 1)))
    book = Book(problem, record)
    nodes = book.enter(np.arange(n), level.size, 0)
    level = level.keep(nodes.may_split)
    while level.size.size:
        level, nodes = _grow_level(problem, level, nodes, book)
    return book.close()


def _grow_level(problem: Problem, level: Level, nodes: Nodes, book: Book) -> tuple:
    """Split the nodes of a level that may be split; return the level below, and all its nodes."""
    X, limits = problem.X, problem.limits
    nodes = nodes.keep(nodes.may_split)
    rows, noise = _summed(problem, level, nodes)
    offers = make_offers(level, X, problem.columns, rows, problem.rule,
                         limits.min_samples_leaf, noise)
    feature = offers.best(limits.allow_zero_gain)
    book.note(nodes, offers, feature)
    asking = np.flatnonzero(feature >= 0)
    level, nodes = level.keep(feature >= 0), nodes.keep(feature >= 0)
    if not asking.size:
        return level, nodes
    splits = offers.questions(asking, feature[asking], X, 1 + limits.max_surrogates)
    cases, goes_left = level.order[0], _send(problem, level, splits)
    n_left = np.bincount(level.node[goes_left], minlength=len(asking))
    size = np.concatenate([n_left, level.size - n_left])
    below = book.enter(np.concatenate([cases[goes_left], cases[~goes_left]]), size,
                       nodes.depth + 1)
    book.split(nodes, splits, below)
    side = np.full(len(X), -1, np.int8)
    left, right = below.may_split.reshape(2, -1)
    side[cases] = np.where(goes_left, np.where(left, 1, -1)[level.node],
                           np.where(right, 0, -1)[level.node])
    return level.divide(side, size[below.may_split]), below


def _summed(problem: Problem, level: Level, nodes: Nodes) -> tuple[np.ndarray, np.ndarray]:
    """What the search sums over cases, shape (rows, n), and what rounding may do to gains."""
    if problem.n_classes:
        return problem.rows, 1e-14 * nodes.n
    # Distances from the node's own mean keep the sums small, and so their rounding errors.
    rows, cases = np.zeros((1, len(problem.y))), level.order[0]
    rows[0, cases] = problem.y[cases] - nodes.value[level.node, 0]
    return rows, 1e-12 * nodes.risk


def _send(problem: Problem, level: Level, splits: Splits) -> np.ndarray:
    """Complete the questions by stand-ins and majorities; return which cases go left, (m,)."""
    cases, node = level.order[0], level.node
    answer = splits.answer(problem.X, cases, node)
    left, right = (np.bincount(node[answer == k], minlength=len(level.size)) for k in (1, 0))
    splits.majority_left[:] = left >= right
    if problem.limits.max_surrogates:
        add_surrogates(splits, level, answer, problem.X, problem.columns)
    return splits.goes_left(problem.X, cases, node, answer)
