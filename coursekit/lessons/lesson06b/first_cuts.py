"""Two planes, and what a first cut gains: alone, and with the best cut on each of its sides.

Legend: ``X`` (n, 2), ``y`` (n,) 0 or 1. A cut sends x < s to the left; all cuts keep ``LEAST``
samples on each side, and the first cut of a curve cuts the first feature.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.lessons.lesson06.boys import men_and_boys
from coursekit.tree.naive import best_cut, gain

LEAST = 7
BOARD, BOYS = "checkerboard", "men and boys"
PLACES = range(2, 79)           # of the first cut
MIDDLE = 40
SEED = 60                       # a typical draw: greed reaches about the median of 200 boards


class FirstCut(NamedTuple):
    """A first cut and its sequel: for each side the feature, the threshold and the gain."""

    alone: float
    sequel: tuple[tuple[int, float | None, float], ...]

    @property
    def together(self) -> float:
        """The gain of all three cuts."""
        return self.alone + sum(found for _, _, found in self.sequel)


def board(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return X and y: 160 points of a board of four fields, none of them on a cut."""
    X = np.random.default_rng(seed).integers(0, 80, (160, 2)) + 0.5
    return X, ((X[:, 0] < MIDDLE) != (X[:, 1] < MIDDLE)).astype(float)


@cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return X and y: the men and boys of lesson 06, or the board of ``SEED``."""
    return men_and_boys() if data == BOYS else board(SEED)


@cache
def first_cut(data: str, s: float) -> FirstCut | None:
    """Return what a first cut at s gains; None if one of its sides is too small.

    Examples
    --------
    >>> round(first_cut("men and boys", 9.5).together, 2)
    13.77
    """
    return cut_first(*samples(data), 0, s)


def cut_first(X: np.ndarray, y: np.ndarray, feature: int, s: float) -> FirstCut | None:
    """Return what it gains to cut a feature at s; None if one of the sides is too small."""
    left = X[:, feature] < s
    if min(left.sum(), (~left).sum()) < LEAST:
        return None
    return FirstCut(gain(y, left), tuple(best_of_both(X[side], y[side]) for side in (left, ~left)))


def best_of_both(X: np.ndarray, y: np.ndarray) -> tuple[int, float | None, float]:
    """Return the feature, the threshold and the gain of the best cut."""
    found = [(j, *best_cut(x, y, LEAST)) for j, x in enumerate(X.T)]
    return max(found, key=lambda cut: cut[2])


def reached_by_greed(boards: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which share of all there is to gain three greedy cuts reach, and the middle alone.

    Both have shape (boards,). Each cut of the greedy tree is the best of both features.
    """
    greedy, middle = [], []
    for seed in range(boards):
        X, y = board(seed)
        whole = len(y) * y.var()
        greedy.append(cut_first(X, y, *best_of_both(X, y)[:2]).together / whole)
        middle.append(gain(y, X[:, 0] < MIDDLE) / whole)
    return np.array(greedy), np.array(middle)


@cache
def curves(data: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the places of a first cut, what it gains alone, and what all three cuts gain."""
    cuts = {s: first_cut(data, s) for s in PLACES}
    known = [s for s, cut in cuts.items() if cut]
    return (np.array(known, float), np.array([cuts[s].alone for s in known]),
            np.array([cuts[s].together for s in known]))


def squared_error(data: str) -> float:
    """Return the squared error before any cut."""
    y = samples(data)[1]
    return float(len(y) * y.var())
