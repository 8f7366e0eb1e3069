"""All trees of depth two: the best of them, and the one that is grown greedily.

A sample that lacks a value answers no to every question about it. Each side of a first question
is optimised by itself, so the best of q³ trees costs a scan of 2 q sides.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite
from coursekit.labels import require_labels
from coursekit.tree.counting import distinct_cuts


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
        X, self.y = require_finite("X", X), require_labels(y)
        if X.ndim != 2 or self.y.shape != X.shape[:1] or not np.isin(self.y, (0, 1)).all():
            raise ValueError(f"X must have shape (n, d) and y hold n labels 0 and 1, got {X.shape} "
                             f"and {np.unique(self.y)[:5].tolist()} of {self.y.shape}")
        self.y = self.y.astype(float)
        self.least = min_samples_leaf
        self.questions = [(j, float(s)) for j, x in enumerate(X.T) for s in distinct_cuts(x)]
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
        first, yes, no = (f"{names[j]} < {s:g}" for j, s in (self.questions[q] for q in tree))
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
