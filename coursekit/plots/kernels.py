"""Samples lifted out of the plane, seen from above."""
from __future__ import annotations

import numpy as np


def project(points: np.ndarray, turn: float, tilt: float) -> np.ndarray:
    """Return the projection to the picture, shape (n, 2), of points in space, shape (n, 3).

    The plane of the first two axes is turned by ``turn`` degrees, and viewed from ``tilt`` degrees
    above it: 90 is from above, 0 along the plane.

    >>> project(np.array([[1.0, 2.0, 3.0]]), 0, 90).round(9), project(np.eye(3)[2:], 30, 0)
    (array([[1., 2.]]), array([[0., 1.]]))
    """
    a, e = np.radians([turn, tilt])
    x, y, z = np.transpose(points)
    depth = np.sin(a) * x + np.cos(a) * y
    return np.column_stack([np.cos(a) * x - np.sin(a) * y, np.sin(e) * depth + np.cos(e) * z])
