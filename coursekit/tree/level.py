"""All nodes of one depth at once: the fast form of the search in `split`.

Each feature is sorted once, before the tree grows. From then on the cases of every node lie
side by side, in the order of each feature, and one running sum along each of these lines
prices every threshold of every node. Growing one level costs a few passes over an array of
features × cases, however many nodes the level has.

Legend: ``d`` numeric features, ``m`` cases still on their way, ``G`` nodes of the level.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coursekit.tree.split import midpoint


@dataclass(frozen=True, eq=False)
class Level:
    """The cases of all nodes of one depth, once in the order of each feature.

    Attributes
    ----------
    size : ndarray of int, shape (G,)
        Cases of each node.
    order : ndarray of int, shape (d, m)
        Cases, node by node, within a node by rising value, missing values last.
    rank : ndarray of int, shape (d, m)
        Rank of those values; equal values have equal ranks.
    known : ndarray of int, shape (d, G) or (1, G)
        Cases of each node whose value is not missing.
    missing : int or None
        The rank that means missing; None if nothing is.

    Examples
    --------
    >>> level = Level.root(np.array([[2.0], [np.nan], [1.0]]))
    >>> level.order, level.known
    (array([[2, 0, 1]]), array([[2]]))
    """

    size: np.ndarray
    order: np.ndarray
    rank: np.ndarray
    known: np.ndarray
    missing: int | None

    @classmethod
    def root(cls, X: np.ndarray) -> Level:
        """Sort every column of X, shape (n, d), NaN last."""
        order = np.argsort(X.T, axis=1)
        x = np.take_along_axis(X.T, order, axis=1)
        rank = np.zeros(x.shape, np.int32)
        np.cumsum(x[:, 1:] != x[:, :-1], axis=1, out=rank[:, 1:])
        gaps = np.isnan(x)
        rank[gaps] = len(X)
        return cls._of(np.array([len(X)]), order, rank, len(X) if gaps.any() else None)

    @classmethod
    def _of(cls, size: np.ndarray, order: np.ndarray, rank: np.ndarray,
            missing: int | None) -> Level:
        known = size[None, :]
        if missing is not None and size.size:
            start = size.cumsum() - size
            known = size - np.add.reduceat(rank == missing, start, axis=1, dtype=int)
        return cls(size, order, rank, known, missing)

    @cached_property
    def start(self) -> np.ndarray:
        """Where each node begins, shape (G,)."""
        return self.size.cumsum() - self.size

    @cached_property
    def node(self) -> np.ndarray:
        """The node at each place, shape (m,)."""
        return np.arange(len(self.size)).repeat(self.size)

    def keep(self, nodes: np.ndarray) -> Level:
        """Return the level without the nodes whose entry of ``nodes`` (G,) is False."""
        if nodes.all():
            return self
        places = nodes.repeat(self.size)
        return Level(self.size[nodes], self.order[:, places], self.rank[:, places],
                     self.known[:, nodes], self.missing)

    def divide(self, side: np.ndarray, size: np.ndarray) -> Level:
        """Return the next level: the left children in order, then the right ones.

        Whoever steps out of a sorted line leaves a sorted line; so nothing is sorted twice.

        Parameters
        ----------
        side : ndarray of int8, shape (n,)
            1 for cases that go left, 0 for those that go right, -1 for those that have arrived.
        size : ndarray of int
            Cases of the children.
        """
        goes, lines = side[self.order], len(self.order)
        places = np.concatenate([np.flatnonzero(goes == k).reshape(lines, -1) for k in (1, 0)],
                                axis=1)
        return Level._of(size, self.order.take(places), self.rank.take(places), self.missing)


class Cuts(NamedTuple):
    """The best threshold of each feature in each node.

    Attributes
    ----------
    price : ndarray, shape (d, G)
        What the search maximised, before anything is subtracted; -inf: nothing to cut.
    total : ndarray, shape (rows, d, G) or (rows, 1, G)
        Sums over the known cases of each node.
    place : callable
        ``place(line, node)`` returns where the best cut of a feature in a node is: the case
        before it stands at that place of the line, the case after it at the next.

    Examples
    --------
    >>> Cuts._fields
    ('price', 'total', 'place')
    """

    price: np.ndarray
    total: np.ndarray
    place: Callable[[np.ndarray, np.ndarray], np.ndarray]


Price = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


def scan(level: Level, rows: np.ndarray, price: Price, least: int, noise: np.ndarray) -> Cuts:
    """Price every threshold of every numeric feature in every node.

    Parameters
    ----------
    level : Level
        The cases.
    rows : ndarray, shape (rows, n)
        What is summed; see `coursekit.tree.impurity.moments`.
    price : callable
        ``price(S_left, N_left, S_right, N_right)``: more is better.
    least : int
        Smallest number of known cases on either side.
    noise : ndarray, shape (G,)
        Prices that differ by less are equal, and the first of equals wins.

    Examples
    --------
    >>> level = Level.root(np.array([[1.0], [3.0], [-1.0], [3.0]]))
    >>> two_means = lambda S, N, T, M: S[0] ** 2 / N + T[0] ** 2 / M
    >>> cuts = scan(level, np.array([[0.0, 1.0, 0.0, 1.0]]), two_means, 1, np.zeros(1))
    >>> cuts.price.tolist(), cuts.place(np.array([0]), np.array([0])).tolist()
    ([[2.0]], [1])
    """
    node, start, known = level.node, level.start, level.known
    N_left = np.arange(1, len(node) + 1) - start[node]
    N_right = known[:, node] - N_left
    S_left, total = _running_sums(level, rows, node)
    S_right = total[..., node] - S_left
    worth = price(S_left, N_left, S_right, np.maximum(N_right, 1))
    np.copyto(worth, -np.inf, where=(N_left < least) | (N_right < least))
    np.copyto(worth[:, :-1], -np.inf, where=level.rank[:, :-1] == level.rank[:, 1:])
    best = np.maximum.reduceat(worth, start, axis=1)

    def place(line: np.ndarray, at: np.ndarray) -> np.ndarray:
        f, goal = np.zeros(len(start), int), np.full(len(start), -np.inf)
        f[at], goal[at] = line, best[line, at] - noise[at]
        hit = np.flatnonzero(worth[f[node], np.arange(len(node))] >= goal[node])
        return hit[np.searchsorted(node[hit], at)]

    return Cuts(best, total, place)


def _running_sums(level: Level, rows: np.ndarray, node: np.ndarray) -> tuple:
    """Sums from the start of each node, and over all its known cases."""
    S = rows.take(level.order, axis=1).cumsum(axis=2)
    end = level.start + level.size - 1
    before = np.concatenate([np.zeros((len(rows), 1)), S[:, 0, end[:-1]]], axis=1)
    S -= before[:, None, node]
    if level.missing is None:
        return S, S[:, :1, end]
    last = np.maximum(level.start + level.known - 1, 0)
    total = np.take_along_axis(S, last[None], axis=2)
    return S, np.where(level.known > 0, total, 0.0)


def thresholds(level: Level, X: np.ndarray, column: np.ndarray, line: np.ndarray,
               place: np.ndarray) -> np.ndarray:
    """Return the midpoints of cuts.

    Parameters
    ----------
    level : Level
        The cases.
    X : ndarray, shape (n, d)
        The table.
    column, line : ndarray of int
        The features, as columns of the table and as lines of the level.
    place : ndarray of int
        From `Cuts.place`.

    Examples
    --------
    >>> X, first = np.array([[1.0], [4.0]]), np.array([0])
    >>> thresholds(Level.root(X), X, first, first, first)
    array([2.5])
    """
    below, above = (X[level.order[line, place + k], column] for k in (0, 1))
    return midpoint(below, above)
