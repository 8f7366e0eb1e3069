"""Least squares on labels, and how far a line is from the true one.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; a line is ``(w, b)`` with f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

import numpy as np


def regression(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """Return w and b that fit the labels with the least squared error."""
    fitted = np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), y, rcond=None)[0]
    return fitted[1:], float(fitted[0])


def angle(w: np.ndarray, v: np.ndarray) -> float:
    """Return the angle between two normals in degrees.

    Examples
    --------
    >>> round(angle(np.array([1.0, 0.0]), np.array([1.0, 1.0])), 6)
    45.0
    """
    cosine = w @ v / np.linalg.norm(w) / np.linalg.norm(v)
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
