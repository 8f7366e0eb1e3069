"""Soft boxes on the forty points of the wave: at each question a sample goes both ways in part.

Legend: a question x < s sends the share 1 / (1 + exp(-kappa (s - x))) of a sample to the left. A
leaf's function phi is the product of the shares along its path, and its weight ``w`` stays the mean
of the upright box. ``kappa`` = infinity gives the tree itself.
"""
from __future__ import annotations

from functools import cache

import numpy as np
from scipy.special import expit

from coursekit.lessons.lesson06.wave import GRID, LEAST, Frame, wave
from coursekit.tree.naive import best_cut

Path = tuple[tuple[float, bool], ...]       # thresholds from the root down; True: to the left


@cache
def paths(number: int) -> tuple[Path, ...]:
    """Return the paths to the leaves of the greedy tree, from left to right.

    Examples
    --------
    >>> [len(path) for path in paths(3)]
    [2, 2, 1]
    """
    x, y = wave()
    grown: list[Path] = [()]
    while len(grown) < number:
        tried = [(best_cut(x[here(path)], y[here(path)], LEAST), path) for path in grown]
        (at, _), path = max(tried, key=lambda t: t[0][1])
        place = grown.index(path)
        grown[place:place + 1] = [(*path, (at, True)), (*path, (at, False))]
    return tuple(grown)


def here(path: Path) -> np.ndarray:
    """Return which of the forty samples are in a leaf."""
    return shares(path, wave()[0], np.inf) > 0.5


def shares(path: Path, x: np.ndarray, kappa: float) -> np.ndarray:
    """Return which share of each x arrives at a leaf."""
    product = np.ones(len(x))
    for s, to_left in path:
        left = (x < s).astype(float) if np.isinf(kappa) else expit(kappa * (s - x))
        product *= left if to_left else 1 - left
    return product


@cache
def boxes(number: int, kappa: float) -> Frame:
    """Return the sum of boxes with leaning walls.

    Examples
    --------
    >>> round(boxes(6, np.inf).error, 1), round(boxes(6, 4.0).error, 1)
    (16.1, 17.1)
    """
    x, y = wave()
    leaves = paths(number)
    weights = np.array([y[here(path)].mean() for path in leaves])
    inner = sorted({s for path in leaves for s, _ in path})
    ends = np.column_stack([[0.0, *inner], [*inner, 9.0]])
    phi, at = (np.array([shares(path, z, kappa) for path in leaves]) for z in (GRID, x))
    return Frame(phi, weights, 0.0, float(np.sum((y - weights @ at)**2)), ends)
