"""Experiments of lesson 06b: all trees of depth two, two impurities, and boxes no tree can make.

A sample that lacks a value answers no to every question about it. Each side of a first question
is optimised by itself, so the best of q³ trees costs a scan of 2 q sides.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from coursekit.datasets import load_ptitanic, make_spirals
from coursekit.lessons.lesson06b.counting import distinct_cuts
from coursekit.tree import CARTClassifier
from coursekit.tree.boxes import Box, Cut
from coursekit.tree.conditions import Threshold, threshold_text


class SmallTree(NamedTuple):
    """Three questions, as places in a list: the first, and those after yes and after no."""

    first: int
    yes: int
    no: int


class SmallTrees:
    """The trees of depth two on a table X (n, d) with labels y (n,) of 0 and 1.

    ``min_samples_leaf`` is the smallest number of samples in each of the four leaves.

    Examples
    --------
    >>> trees = SmallTrees([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> tree = trees.best()
    >>> trees.questions[tree.first], trees.errors(tree)
    ((0, 0.5), 0)
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, min_samples_leaf: int = 1):
        X, self.y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        self.least = min_samples_leaf
        self.questions = [(j, s) for j, x in enumerate(X.T) for s in _thresholds(x)]
        self.answers = np.column_stack([X[:, j] < s for j, s in self.questions])

    def _scores(self, rows: np.ndarray, score: Callable) -> np.ndarray:
        """Return the score of every question for some samples; infinite if a side is too small."""
        n_L, k_L = self.answers[rows].sum(axis=0), self.y[rows] @ self.answers[rows]
        n_R, k_R = rows.sum() - n_L, self.y[rows].sum() - k_L
        usable = np.minimum(n_L, n_R) >= self.least
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(usable, score(n_L, k_L, n_R, k_R), np.inf)

    def errors_left(self, rows: np.ndarray) -> np.ndarray:
        """Return how many errors each question leaves among some samples, a Boolean (n,)."""
        return self._scores(rows, lambda n_L, k_L, n_R, k_R: np.minimum(k_L, n_L - k_L)
                            + np.minimum(k_R, n_R - k_R))

    def best(self, rows: ArrayLike | None = None) -> SmallTree:
        """Return a tree that makes the fewest errors on some samples; without ``rows`` on all."""
        rows = np.ones(len(self.y), bool) if rows is None else np.asarray(rows)
        sides = [[self.errors_left(rows & side) for side in (yes, ~yes)] for yes in self.answers.T]
        first = int(np.argmin([a.min() + b.min() for a, b in sides]))
        return SmallTree(first, *(int(side.argmin()) for side in sides[first]))

    def greedy(self, rows: ArrayLike | None = None) -> SmallTree:
        """Return the tree whose questions each gain most by Gini, from the root down."""
        rows = np.ones(len(self.y), bool) if rows is None else np.asarray(rows)

        def choose(rows: np.ndarray) -> int:
            return int(self._scores(rows, lambda n_L, k_L, n_R, k_R:
                                    -(k_L**2 / n_L + k_R**2 / n_R)).argmin())

        first = choose(rows)
        return SmallTree(first, *(choose(rows & side) for side in self._sides(first)))

    def _sides(self, question: int) -> tuple[np.ndarray, np.ndarray]:
        return self.answers[:, question], ~self.answers[:, question]

    def predict(self, tree: SmallTree, known: np.ndarray) -> np.ndarray:
        """Return the class of every sample, each leaf by the majority of its ``known`` ones."""
        said = np.zeros(len(self.y))
        for side, question in zip(self._sides(tree.first), tree[1:], strict=True):
            for leaf in (side & answer for answer in self._sides(question)):
                said[leaf] = self.y[leaf & known].mean() > 0.5
        return said

    def errors(self, tree: SmallTree) -> int:
        """Return the number of errors on all samples."""
        return int(np.sum(self.predict(tree, np.ones(len(self.y), bool)) != self.y))

    def words(self, tree: SmallTree, names: list[str]) -> str:
        """Write a tree: its first question, then those after yes and after no."""
        first, yes, no = (f"{names[j]} < {threshold_text(s)}"
                          for j, s in (self.questions[q] for q in tree))
        return f"{first}? If yes: {yes}? If no: {no}?"

    def held_out(self, folds: np.ndarray) -> np.ndarray:
        """Return which samples the best tree and the greedy one get wrong, shape (2, n).

        Each fold of ``folds`` (n,) is answered by trees of the other folds.
        """
        wrong = np.zeros((2, len(self.y)), dtype=bool)
        for k in np.unique(folds):
            known = folds != k
            for row, learn in zip(wrong, (self.best, self.greedy), strict=True):
                row[~known] = (self.predict(learn(known), known) != self.y)[~known]
        return wrong


def _thresholds(x: np.ndarray) -> list[Threshold]:
    values = np.unique(x[~np.isnan(x)])
    return [*map(Threshold, distinct_cuts(x), values[:-1], values[1:])]


def count_trees(X: ArrayLike) -> int:
    """Return how many trees of depth two a table offers: a first cut, and one on either side.

    The cuts are those of the whole table; on a side, those that part its samples alike count
    once. A sample that lacks the value goes right, so a cut may part the known from the unknown.

    Examples
    --------
    >>> count_trees([[1], [2], [3], [4]])       # only the middle cut leaves a cut on both sides
    1
    """
    X = check_array(X, dtype=float, ensure_all_finite="allow-nan", ensure_min_samples=0)
    answers = [column[:, None] < distinct_cuts(column) for column in X.T]

    def ways(rows: np.ndarray) -> int:
        """Count the ways to part some rows: a larger cut sends more of them left, or the same."""
        return sum(len(set(a[rows].sum(axis=0)) - {0, rows.sum()}) for a in answers)

    return sum(ways(yes) * ways(~yes) for a in answers for yes in a.T)


def by_gini_and_by_error(seeds: int) -> pd.DataFrame:
    """Return accuracy on new samples and leaves of trees grown by either impurity, and pruned.

    Each seed draws spirals anew, 400 points and 2,000 for the test, and leaves out another third
    of the passengers. The trees are not cut back, except that of "Gini, pruned".
    """
    people = load_ptitanic()
    columns = people[["pclass", "sex", "age", "sibsp", "parch"]]
    rows = []
    for seed in range(seeds):
        X, y = make_spirals(400, seed=seed)
        order = np.random.default_rng(seed).permutation(len(people))
        old, new = np.split(order, [2 * len(order) // 3])
        for data, seen, fresh in (
                ("spirals", (X, y), make_spirals(2000, seed=seed + 1000)),
                ("passengers", *((columns.iloc[some], people["survived"].iloc[some])
                                 for some in (old, new)))):
            for name, grown in (("Gini", CARTClassifier(cp=None)),
                                ("error", CARTClassifier("misclassification", cp=None)),
                                ("Gini, pruned", CARTClassifier())):
                model = grown.fit(*seen)
                rows.append((data, name, seed, model.score(*fresh), model.get_n_leaves()))
    return pd.DataFrame(rows, columns=["data", "impurity", "seed", "accuracy", "leaves"])


def pinwheel() -> list[Box]:
    """Return five rectangles that fill a square and that no sequence of straight cuts makes."""
    return [Box(0, 2, 0, 1), Box(2, 3, 0, 2), Box(1, 3, 2, 3), Box(0, 1, 1, 3), Box(1, 2, 1, 2)]


def find_cut(boxes: Sequence[Box]) -> Cut | None:
    """Return a straight cut through the region that boxes tile, and slices none, or None.

    Only the edges of boxes can be such cuts, so trying them all settles the question.

    Examples
    --------
    >>> find_cut([Box(0, 1, 0, 2), Box(1, 2, 0, 2)])
    Cut(axis=0, at=1)
    """
    return next((cut for cut in _inner_edges(boxes) if not sliced(boxes, cut)), None)


def _inner_edges(boxes: Sequence[Box]) -> list[Cut]:
    edges = [{e for box in boxes for e in box[2 * axis:2 * axis + 2]} for axis in (0, 1)]
    return [Cut(axis, at) for axis in (0, 1) for at in sorted(edges[axis])[1:-1]]


def sliced(boxes: Sequence[Box], cut: Cut) -> list[Box]:
    """Return the boxes that a cut would slice in two."""
    return [box for box in boxes if box[2 * cut.axis] < cut.at < box[2 * cut.axis + 1]]


def is_guillotine(boxes: Sequence[Box]) -> bool:
    """Return whether a tree can make these boxes: a cut slices none, and so on in both parts.

    Examples
    --------
    >>> is_guillotine([Box(0, 1, 0, 2), Box(1, 2, 0, 1), Box(1, 2, 1, 2)])
    True
    >>> is_guillotine(pinwheel())
    False
    """
    if len(boxes) <= 1:
        return True
    cut = find_cut(boxes)
    if cut is None:
        return False
    # Any cut will do: it takes nothing away from the cuts its two parts have.
    first = [box for box in boxes if box[2 * cut.axis + 1] <= cut.at]
    return is_guillotine(first) and is_guillotine([b for b in boxes if b not in first])
