"""The samples of lesson 04b: 200 to learn from, and 1,000 fresh ones of the same law."""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_crescents, make_spirals, make_stripes
from coursekit.kernels import squared_distances
from coursekit.plots import style

N, FRESH = 200, 1000
FACES = ((1, "o", style.BLUE), (-1, "X", style.ORANGE))
RADII, NOISE = (0.7, 1.7), 0.3      # of the ring: mean radius of class +1 and of class -1, and sd


class Samples(NamedTuple):
    """Samples X, y, fresh ones V, v, and the squared distances of each to X."""

    X: np.ndarray
    y: np.ndarray
    V: np.ndarray
    v: np.ndarray
    D: np.ndarray
    D_fresh: np.ndarray


def make_ring(n: int = 200, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return points around the origin: +1 near the middle, -1 in a ring around it.

    Examples
    --------
    >>> X, y = make_ring(10)
    >>> X.shape, int(y.sum())
    ((10, 2), 0)
    """
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < n / 2, 1, -1)
    angle = rng.uniform(0, 2 * np.pi, n)
    radius = np.where(y > 0, *RADII) + rng.normal(scale=NOISE, size=n)
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


DATA = {"crescents": make_crescents, "stripes": make_stripes, "spirals": make_spirals,
        "ring": make_ring}


@lru_cache
def samples(data: str) -> Samples:
    """Return the samples of one of the names in `DATA`."""
    (X, y), (V, v) = DATA[data](N, seed=0), DATA[data](FRESH, seed=1)
    return Samples(X, y, V, v, squared_distances(X), squared_distances(V, X))
