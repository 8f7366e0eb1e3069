"""Two planes, and what a first cut gains: alone, and with the best cut on each of its sides.

Legend: ``X`` (n, 2), ``y`` (n,) 0 or 1. A cut sends x < s to the left; all cuts keep ``LEAST``
samples on each side, and a first cut cuts the first feature.
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
SEED = 11                       # a draw in which the greedy first cut is far from the middle


class FirstCut(NamedTuple):
    """A first cut and its sequel: for each side the feature, the threshold and the gain."""

    alone: float
    sequel: tuple[tuple[int, float | None, float], ...]

    @property
    def together(self) -> float:
        """The gain of all three cuts."""
        return self.alone + sum(found for _, _, found in self.sequel)


@cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return X and y: the men and boys of lesson 06, or 160 points of a board of four fields.

    Examples
    --------
    >>> X, y = samples("checkerboard")
    >>> X.shape, int(y.sum())
    ((160, 2), 82)
    """
    if data == BOYS:
        return men_and_boys()
    X = np.random.default_rng(SEED).integers(0, 80, (160, 2)) + 0.5     # no point on a cut
    return X, ((X[:, 0] < 40) != (X[:, 1] < 40)).astype(float)


@cache
def first_cut(data: str, s: float) -> FirstCut | None:
    """Return what a first cut at s gains; None if one of its sides is too small.

    Examples
    --------
    >>> round(first_cut("men and boys", 9.5).together, 2)
    13.77
    """
    X, y = samples(data)
    left = X[:, 0] < s
    if min(left.sum(), (~left).sum()) < LEAST:
        return None
    return FirstCut(gain(y, left), tuple(_best(X[side], y[side]) for side in (left, ~left)))


def _best(X: np.ndarray, y: np.ndarray) -> tuple[int, float | None, float]:
    found = [(j, *best_cut(x, y, LEAST)) for j, x in enumerate(X.T)]
    return max(found, key=lambda cut: cut[2])


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
