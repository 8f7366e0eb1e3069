"""What every feature offers every node of a level, and the question that gains most.

Legend: ``G`` nodes, ``d`` features in the order of the table.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.tree.impurity import Criterion
from coursekit.tree.level import Cuts, Level, scan, thresholds
from coursekit.tree.structure import Splits
from coursekit.tree.subset import level_sums, subset_gains
from coursekit.tree.table import Columns


class Offers(NamedTuple):
    """The best question of every feature in every node.

    Attributes
    ----------
    gain : ndarray, shape (d, G)
        -inf where a feature has no question to offer.
    known : ndarray of int, shape (d, G)
        Cases that could answer it.
    noise : ndarray, shape (G,)
        Gains that differ by less are equal.
    cuts : Cuts
        Thresholds of the numeric features.
    sets : dict of int to ndarray of int8, shape (G, L)
        For each nominal feature, which level goes where.
    level : Level
        The cases.
    columns : Columns
        Which features are which.

    Examples
    --------
    >>> Offers._fields
    ('gain', 'known', 'noise', 'cuts', 'sets', 'level', 'columns')
    """

    gain: np.ndarray
    known: np.ndarray
    noise: np.ndarray
    cuts: Cuts
    sets: dict[int, np.ndarray]
    level: Level
    columns: Columns

    def best(self, allow_zero_gain: bool = False) -> np.ndarray:
        """Return the feature that gains most in each node, the first of equals, or -1.

        A gain of 0 counts only if that is allowed: rpart stops there, scikit-learn goes on.
        """
        top = self.gain.max(axis=0)
        first = np.argmax(self.gain >= top - self.noise, axis=0)
        worth = top > (-self.noise if allow_zero_gain else self.noise)
        return np.where(worth, first, -1)

    def questions(self, node: np.ndarray, feature: np.ndarray, X: np.ndarray,
                  n_splits: int = 1) -> Splits:
        """Return the questions about those features in those nodes.

        Parameters
        ----------
        node, feature : ndarray of int, shape (g,)
            Nodes of the level, and a feature for each.
        X : ndarray, shape (n, d)
            Encoded table.
        n_splits : int
            Room for the question and its stand-ins.
        """
        splits = Splits.blank(len(node), n_splits, self.columns.most_levels)
        splits.feature[:, 0] = feature
        splits.gain[:] = self.gain[feature, node]
        splits.known[:] = self.known[feature, node]
        line = self.columns.line[feature]
        cut = np.flatnonzero(line >= 0)
        if cut.size:
            place = self.cuts.place(line[cut], node[cut])
            splits.threshold[cut, 0] = thresholds(self.level, X, feature[cut], line[cut], place)
        for j, side in self.sets.items():
            asked = np.flatnonzero(feature == j)
            splits.side[asked, 0, :side.shape[1]] = side[node[asked]]
        return splits


def make_offers(level: Level, X: np.ndarray, columns: Columns, rows: np.ndarray,
                rule: Criterion, least: int, noise: np.ndarray) -> Offers:
    """Search all features of all nodes of a level.

    Parameters
    ----------
    level : Level
        The cases of nodes that may be split.
    X : ndarray, shape (n, d)
        Encoded table.
    columns : Columns
        Which of its columns are nominal.
    rows : ndarray, shape (rows, n)
        What is summed; see `coursekit.tree.impurity.moments`.
    rule : Criterion
        What to gain.
    least : int
        Smallest number of known cases on either side.
    noise : ndarray, shape (G,)
        Gains that differ by less are equal.

    Examples
    --------
    >>> from coursekit.tree.impurity import criterion
    >>> X, rows = np.array([[1.0], [3.0], [-1.0], [3.0]]), np.array([[0.0, 1.0, 0.0, 1.0]])
    >>> offers = make_offers(Level.root(X), X, Columns.of(X), rows, criterion("gini"), 1,
    ...                      np.zeros(1))
    >>> offers.best(), offers.questions(np.array([0]), offers.best(), X).threshold
    (array([0]), array([[2.]]))
    """
    G, d = len(level.size), X.shape[1]
    gain, known = np.full((d, G), -np.inf), np.zeros((d, G), int)

    def price(S_left, N_left, S_right, N_right):
        return rule.purity(S_left, N_left) + rule.purity(S_right, N_right)

    cuts = scan(level, rows, price, least, noise)
    if columns.numeric:
        known[columns.numeric] = level.known
        before = rule.purity(cuts.total, np.maximum(level.known, 1))
        gain[columns.numeric] = cuts.price - before
    sets, cases = {}, level.order[0]
    for j in columns.varied:
        there = ~np.isnan(X[cases, j])
        S, N = level_sums(X[cases[there], j].astype(int), level.node[there],
                          rows[:, cases[there]], G, len(columns.levels[j]))
        gain[j], sets[j] = subset_gains(S, N, rule, least, noise)
        known[j] = N.sum(axis=1)
    return Offers(gain, known, noise, cuts, sets, level, columns)
