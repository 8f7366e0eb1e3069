"""Cases for the exercises of lesson 06."""
from __future__ import annotations

import numpy as np


def targets(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return labels 0/1, small whole numbers, or real numbers; now and then all the same."""
    kind = rng.integers(4)
    if kind == 0:
        return rng.integers(0, 2, n)
    if kind == 1:
        return rng.integers(-3, 5, n)
    return np.full(n, 0.7) if kind == 2 and rng.random() < 0.3 else rng.normal(size=n).round(2)


def feature(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return a feature with ties, or without."""
    return rng.integers(0, 6, n) if rng.random() < 0.5 else rng.normal(size=n).round(3)


def squares(y: np.ndarray) -> float:
    """Return the squared error about the mean; of no samples it is 0."""
    return float(np.sum((y - np.mean(y)) ** 2)) if len(y) else 0.0


def whole(case: tuple, *limits: int) -> tuple:
    """Return a case with the limits that hold where none are given."""
    return case if len(case) > 2 else (*case, *limits)
