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

    def residuals(self) -> np.ndarray:
        """Return how far above the rod each sample is, shape (n,)."""
        return Y - self.h - self.w * CENTRED

    def pull(self) -> tuple[float, float]:
        """Return the sums of the pulls down and up, both at least 0; their difference is Σ r."""
        return _sides(self.residuals())

    def turn(self) -> tuple[float, float]:
        """Return the sums of the turning pulls of the samples: slope down, slope up."""
        return _sides(self.residuals() * CENTRED)

    def energy(self, lam: float = 0.0) -> float:
        """Return Σ r² + λ w²."""
        r = self.residuals()
        return float(r @ r + lam * self.w**2)


def at_rest(lam: float = 0.0) -> Rod:
    """Return the rod that nothing moves: least squares, or ridge with λ > 0.

    Examples
    --------
    >>> [round(v, 4) for v in at_rest()], round(at_rest(20).w, 3)
    ([0.5833, 3.375], 0.395)
    """
    return Rod(float(CENTRED @ Y / (CENTRED @ CENTRED + lam)), float(Y.mean()))


def _sides(pulls: np.ndarray) -> tuple[float, float]:
    return float(-pulls[pulls < 0].sum()) + 0.0, float(pulls[pulls > 0].sum())
