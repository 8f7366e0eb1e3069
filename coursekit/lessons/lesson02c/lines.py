"""The true line of the forty samples, and the one with the widest street.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; a line is ``(w, b)`` with f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm import DualProblem, solve_qp

TRUTH = (np.array([4.0, -3.0]), 0.0)    # the line on whose sides `make_linear_40` draws its points


class Line(NamedTuple):
    """A line by the direction of its normal, in degrees, and its shift b/‖w‖."""

    direction: float
    shift: float


def widest(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """Return w and b of the hard margin, with y f = 1 at the nearest samples.

    Examples
    --------
    >>> w, b = widest(np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([-1, 1]))
    >>> w.round(6).tolist(), round(b, 6)
    ([1.0, 0.0], -1.0)
    """
    found = solve_qp(DualProblem.from_data(X, y, np.inf))
    return (found.alpha * y) @ X, float(found.b)


def line_of(w: np.ndarray, b: float) -> Line:
    """Return a line's direction and shift.

    Examples
    --------
    >>> line_of(np.array([0.0, 2.0]), 4.0)
    Line(direction=90.0, shift=2.0)
    """
    return Line(float(np.degrees(np.arctan2(w[1], w[0]))), float(b / np.linalg.norm(w)))


def normal(direction: float) -> np.ndarray:
    """Return the unit vector of a direction in degrees."""
    return np.array([np.cos(np.radians(direction)), np.sin(np.radians(direction))])


def room(X: np.ndarray, y: np.ndarray, direction: float) -> tuple[float, float]:
    """Return the width of the widest street in a direction, and its shift.

    The width is negative where no line of this direction separates the classes.

    Examples
    --------
    >>> room(np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([-1, 1]), 0.0)
    (2.0, -1.0)
    """
    along = X @ normal(direction)
    low, high = along[y < 0].max(), along[y > 0].min()
    return float(high - low), float(-(low + high) / 2)
