"""Lesson 06d: stumps fitted to residuals, one after the other, on the wave of lesson 06.

What the page says of other waves was measured with `other_waves`; a nightly test repeats it.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_wave
from coursekit.lessons.lesson06.wave import GRID, LEAST, NOISE, wave
from coursekit.tree.naive import best_cut

MOST = 150                          # stumps


class Stump(NamedTuple):
    """One question, x < s, and what is answered on its left and on its right."""

    s: float
    left: float
    right: float

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Return the answers, shape (n,)."""
        return np.where(x < self.s, self.left, self.right)


class Boost(NamedTuple):
    """The record of boosting: entry M belongs to the sum after M stumps."""

    stumps: list[Stump]             # the next one, fitted to the residuals of the sum
    residuals: np.ndarray           # (MOST + 1, 40)
    curve: np.ndarray               # (MOST + 1, grid)
    own: np.ndarray                 # (MOST + 1,) typical miss on the forty samples
    fresh: np.ndarray               # (MOST + 1,) the same expected for a fresh sample


def stump(x: np.ndarray, r: np.ndarray) -> Stump:
    """Return the best single question about the residuals, at least two samples on each side.

    Examples
    --------
    >>> stump(np.array([0., 1, 2, 3]), np.array([1., 1, 5, 5]))
    Stump(s=1.5, left=1.0, right=5.0)
    """
    s, _ = best_cut(x, r, LEAST)
    return Stump(float(s), float(r[x < s].mean()), float(r[x >= s].mean()))


@cache
def boost(nu: float) -> Boost:
    """Return the record of boosting on the wave of lesson 06."""
    return boosted(*wave(), nu)


def boosted(x: np.ndarray, y: np.ndarray, nu: float) -> Boost:
    """Return the record of adding nu times a stump on the residuals, MOST times."""
    f, curve = np.full(len(y), y.mean()), np.full(len(GRID), y.mean())
    stumps, residuals, curves = [], [], []
    for _ in range(MOST + 1):
        stumps.append(stump(x, y - f))
        residuals.append(y - f)
        curves.append(curve)
        f, curve = f + nu * stumps[-1](x), curve + nu * stumps[-1](GRID)
    residuals, curves = np.array(residuals), np.array(curves)
    fresh = np.sqrt(np.mean((curves - 2 * np.sin(GRID))**2, axis=1) + NOISE**2)
    return Boost(stumps, residuals, curves, np.sqrt(np.mean(residuals**2, axis=1)), fresh)


def other_waves(seeds: range) -> tuple[np.ndarray, np.ndarray]:
    """Return the typical miss on fresh samples with nu = 1 and 0.3, (seeds, MOST + 1) each."""
    waves = [make_wave(seed) for seed in seeds]
    return tuple(np.array([boosted(X[:, 0], y, nu).fresh for X, y in waves])
                 for nu in (1.0, 0.3))
