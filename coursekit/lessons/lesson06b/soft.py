"""Soft boxes on forty points of the wave: at each question a sample goes both ways in part.

Legend: a question x < s sends the share 1 / (1 + exp(-kappa (s - x))) of a sample to the left. A
leaf's function phi is the product of the shares along its path, and its weight ``w`` stays the mean
of the upright box. ``kappa`` = infinity gives the tree itself.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from scipy.special import expit

from coursekit.datasets import make_wave
from coursekit.lessons.lesson06.wave import GRID, LEAST, Frame, wave
from coursekit.tree.naive import best_cut

Path = tuple[tuple[float, bool], ...]       # thresholds from the root down; True: to the left
STEEP = (0.4, 1.0, 1.6, 2.5, 4.0, 6.3, 10.0, 40.0)      # values of kappa to compare


def paths(x: np.ndarray, y: np.ndarray, number: int) -> list[Path]:
    """Return the paths to the leaves of the greedy tree, from left to right.

    Examples
    --------
    >>> [len(path) for path in paths(*wave(), 3)]
    [2, 2, 1]
    """
    grown: list[Path] = [()]
    while len(grown) < number:
        tried = [(best_cut(x[here(path, x)], y[here(path, x)], LEAST), path) for path in grown]
        (at, _), path = max(tried, key=lambda t: t[0][1])
        place = grown.index(path)
        grown[place:place + 1] = [(*path, (at, True)), (*path, (at, False))]
    return grown


def here(path: Path, x: np.ndarray) -> np.ndarray:
    """Return which samples are in a leaf."""
    return shares(path, x, np.inf) > 0.5


def shares(path: Path, x: np.ndarray, kappa: float) -> np.ndarray:
    """Return which share of each x arrives at a leaf."""
    product = np.ones(len(x))
    for s, to_left in path:
        left = (x < s).astype(float) if np.isinf(kappa) else expit(kappa * (s - x))
        product *= left if to_left else 1 - left
    return product


@cache
def boxes(number: int, kappa: float) -> Frame:
    """Return the sum of boxes with leaning walls, on the wave of lesson 06.

    Examples
    --------
    >>> round(boxes(6, np.inf).error, 1), round(boxes(6, 4.0).error, 1)
    (16.1, 17.1)
    """
    return lean(*wave(), paths(*wave(), number), kappa)


def lean(x: np.ndarray, y: np.ndarray, leaves: list[Path], kappa: float) -> Frame:
    """Return the sum of the boxes of a tree when its walls lean."""
    weights = np.array([y[here(path, x)].mean() for path in leaves])
    inner = sorted({s for path in leaves for s, _ in path})
    ends = np.column_stack([[0.0, *inner], [*inner, 9.0]])
    phi, at = (np.array([shares(path, z, kappa) for path in leaves]) for z in (GRID, x))
    return Frame(phi, weights, 0.0, float(np.sum((y - weights @ at)**2)), ends)


def misses_on_other_waves(waves: int, steep: Sequence[float] = STEEP) -> np.ndarray:
    """Return the typical miss of six boxes on fresh samples, upright and then for each kappa.

    The shape is (waves, 1 + len(steep)); each wave has forty samples of its own.
    """
    rows = []
    for seed in range(1, 1 + waves):
        (X, y), grid = make_wave(seed), (np.inf, *steep)
        leaves = paths(X[:, 0], y, 6)
        rows.append([lean(X[:, 0], y, leaves, kappa).fresh for kappa in grid])
    return np.array(rows)
