"""A bent plane in a box, and a flat cut through it, for the view from the side."""
from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np

SIDE = 2.5      # half the side of the square under the box
RADII, RAYS = 6, 16     # of the net that shows the bent plane


class Box(NamedTuple):
    """The middle of a box and half its sides, both (3,)."""

    middle: np.ndarray
    half: np.ndarray


def box_of(z: np.ndarray) -> Box:
    """Return a box over the square that has room for heights 0 and z."""
    low, high = min(0.0, z.min()), max(0.0, z.max())
    room = 0.12 * (high - low)
    return Box(np.array([0, 0, (low + high) / 2]),
               np.array([SIDE, SIDE, (high - low) / 2 + room]))


def net(height: Callable[[np.ndarray], np.ndarray]) -> list[np.ndarray]:
    """Return circles and rays on the surface over a disc, each (m, 3)."""
    angle = np.linspace(0, 2 * np.pi, 61)
    lines = [r * np.column_stack([np.cos(angle), np.sin(angle)])
             for r in SIDE * np.arange(1, RADII + 1) / RADII]
    lines += [np.outer(np.linspace(0, SIDE, 25), [np.cos(a), np.sin(a)])
              for a in 2 * np.pi * np.arange(RAYS) / RAYS]
    return [np.column_stack([line, height(line)]) for line in lines]


def in_box(w: np.ndarray, b: float, box: Box) -> np.ndarray:
    """Return the corners of the polygon in which the plane ⟨w, p⟩ + b = 0 cuts a box, (m, 3).

    >>> in_box(np.array([0, 0, 1.0]), -1.0, Box(np.zeros(3), np.full(3, 2.0)))[:, 2].tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    found = []
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        for signs in product((-1, 1), repeat=2):
            start = box.middle - box.half
            for k, sign in zip(others, signs, strict=True):
                start[k] = box.middle[k] + sign * box.half[k]
            f, rise = w @ start + b, 2 * w[axis] * box.half[axis]
            if abs(rise) > 1e-12 and -1e-9 <= -f / rise <= 1 + 1e-9:
                corner = start.copy()
                corner[axis] -= f / rise * 2 * box.half[axis]
                found.append(corner)
    corners = np.array(found)
    normal = w * box.half / np.linalg.norm(w * box.half)
    across = np.linalg.svd(normal[None])[2][1:]
    flat = ((corners - corners.mean(axis=0)) / box.half) @ across.T
    return corners[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
