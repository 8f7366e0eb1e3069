"""The samples of lesson 04: eleven on a line, a ring, spirals, and the men of the Titanic by age.

Legend: ``X`` (n, d) samples, ``y`` (n,) labels -1 and +1.
"""
from __future__ import annotations

from functools import cache

import numpy as np

from coursekit.datasets import load_titanic, make_spirals, make_stripes, triangle_wave

POSITIONS = np.array([-3.2, -2.5, -1.9, -1.1, -0.5, 0.2, 0.8, 1.6, 2.2, 2.7, 3.3])
STRAY = 9           # the sample at 2.7, which is +1 among orange ones in the line with a stray


def make_line(stray: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return eleven samples on a line, the four in the middle +1; with a stray, one more is.

    >>> make_line(stray=True)[1].tolist()
    [-1, -1, -1, 1, 1, 1, 1, -1, -1, 1, -1]
    """
    y = np.where(np.abs(POSITIONS + 0.1) < 1.3, 1, -1)
    if stray:
        y[STRAY] = 1
    return POSITIONS[:, None], y


def make_ring(n: int = 80, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return a disc of n / 2 samples +1 and, with a gap around it, a ring of as many -1."""
    rng = np.random.default_rng(seed)
    r = np.concatenate([rng.uniform(0, 0.95, n // 2) ** 0.5, rng.uniform(1.5, 2.3, n - n // 2)])
    angle = rng.uniform(0, 2 * np.pi, n)
    return (np.column_stack([r * np.cos(angle), r * np.sin(angle)]),
            np.repeat([1, -1], [n // 2, n - n // 2]))


@cache
def men_by_age() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return ages, fates (+1 survived) and numbers of the men and boys of each age and fate.

    >>> ages, fates, numbers = men_by_age()
    >>> int(numbers.sum()), int(numbers[fates == 1].sum())
    (453, 93)
    """
    titanic = load_titanic()
    men = titanic[(titanic["Sex"] == "male") & titanic["Age"].notna()]
    groups = men.groupby(["Age", "Survived"]).size().reset_index(name="n")
    return (groups[["Age"]].to_numpy(), np.where(groups["Survived"] == 1, 1, -1),
            groups["n"].to_numpy())


PITCH = 0.8         # how far an arm of `make_spirals` winds outwards per radian


def arm(X: np.ndarray) -> np.ndarray:
    """Return on which arm of the spirals each point lies, by its polar coordinates; +1 or -1.

    >>> X, y = make_spirals()
    >>> bool(np.all(arm(X) == y))
    True
    """
    return np.where(wound(X)[1] > 0, 1, -1)


def wound(X: np.ndarray) -> np.ndarray:
    """Return the radius of each point, and the new coordinate that parts the spirals: (2, m)."""
    radius, angle = np.hypot(*X.T), np.arctan2(X[:, 1], X[:, 0])
    return np.stack([radius, np.cos(radius / PITCH - angle)])


def waved(X: np.ndarray) -> np.ndarray:
    """Return where each point lies across `make_stripes`, and the wave there: (2, m)."""
    across = X @ (0.8, -0.6)
    return np.stack([across, triangle_wave(across)])


def bent() -> dict[str, tuple]:
    """Return for stripes and spirals: X, y, their new coordinates, and the names of these."""
    (X, y), (Z, v) = make_stripes(120), make_spirals()
    return {"stripes": (X, y, waved(X), ("position across the stripes", "wave")),
            "spirals": (Z, v, wound(Z), ("radius r", f"cos(r/{PITCH} − θ)"))}


PLANES = {"ring": make_ring, "spirals": make_spirals}
