"""Lesson a1: eight samples, a rod tied to them by springs, and what the springs do to it.

Legend: ``x``, ``y`` (n,) samples, ``w`` slope, ``h`` height of the rod over the mean of x, ``lam``
the penalty λ. The residual of a sample is how far its spring is stretched, upwards.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

X, Y = np.arange(1.0, 9), np.array([1, 3, 2, 3, 4, 3, 5, 6.0])
PIVOT = float(X.mean())
CENTRED = X - PIVOT


class Rod(NamedTuple):
    """A rod: its slope, and its height over the mean of x."""

    w: float
    h: float

    @property
    def b(self) -> float:
        """The height at x = 0, the intercept."""
        return self.h - self.w * PIVOT

    def at(self, x) -> np.ndarray:
        """Return the heights of the rod over x."""
        return self.h + self.w * (np.asarray(x) - PIVOT)

    def residuals(self, y: np.ndarray = Y) -> np.ndarray:
        """Return how far above the rod each sample is, shape (n,)."""
        return y - self.at(X)

    def pull(self, y: np.ndarray = Y) -> float:
        """Return Σ r, upwards."""
        return float(self.residuals(y).sum())

    def turn(self, y: np.ndarray = Y) -> float:
        """Return Σ r (x − x̄), which raises the right end."""
        return float(self.residuals(y) @ CENTRED)

    def energy(self, lam: float = 0.0, y: np.ndarray = Y) -> float:
        """Return Σ r² + λ w²."""
        r = self.residuals(y)
        return float(r @ r + lam * self.w**2)


def lifted(by: float) -> np.ndarray:
    """Return the targets, the last of them higher."""
    return np.append(Y[:-1], Y[-1] + by)


def at_rest(lam: float = 0.0, y: np.ndarray = Y) -> Rod:
    """Return the rod that nothing moves: least squares, or ridge with λ > 0.

    Examples
    --------
    >>> [round(v, 4) for v in at_rest()], round(at_rest(20).w, 3)
    ([0.5833, 3.375], 0.395)
    """
    return Rod(float(CENTRED @ y / (CENTRED @ CENTRED + lam)), float(y.mean()))
