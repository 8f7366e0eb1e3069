"""Samples of one's own: what a hand added to a plane or took away from it.

Places are shares of the plane's width and height, from 0 to 1.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

MOST = 12               # samples that may be added, and as many that may be removed
NEAR = 0.022            # share of the plane within which a click means a sample
STEP = 0.02             # share of the plane that an arrow key moves the cursor
MOVES = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}
KEPT = {"added": (), "gone": (), "cursor": ()}


class Own(NamedTuple):
    """Added samples (x, y, label), and the indices of those that were removed."""

    added: tuple
    gone: tuple


def check_own(name: str, value: Any) -> tuple:
    """Return a part of `KEPT` as plain tuples.

    Raises
    ------
    ValueError
        If there are too many samples, or one is outside the plane or of no class.

    Examples
    --------
    >>> check_own("added", [[0.5, 0.25, -1]])
    ((0.5, 0.25, -1),)
    """
    if len(value) > MOST:
        raise ValueError(f"{name} may hold at most {MOST} samples, got {len(value)}")
    if name == "gone":
        return tuple(sorted({int(k) for k in value}))
    points = [value] if name == "cursor" and value else value
    if any(not 0 <= share <= 1 for point in points for share in point[:2]):
        raise ValueError(f"{name} must lie inside the plane, from 0 to 1, got {value!r}")
    if name == "cursor":
        return tuple(round(float(share), 4) for share in value)
    if any(label not in (-1, 1) for *_, label in value):
        raise ValueError(f"{name} must have labels 1 or -1, got {value!r}")
    return tuple((round(float(x), 4), round(float(y), 4), int(label)) for x, y, label in value)


def clicked_sample(own: Own, where: np.ndarray, x: float, y: float) -> tuple[str, int] | None:
    """Return which sample lies at (x, y): ("added", number) or ("gone", index); None if none does.

    ``where`` are the places of the samples that were there at the start, shape (n, 2).
    """
    places = {("added", k): point[:2] for k, point in enumerate(own.added)}
    places |= {("gone", k): place for k, place in enumerate(where) if k not in own.gone}
    away = {key: float(np.hypot(*np.subtract(place, (x, y)))) for key, place in places.items()}
    nearest = min(away, key=away.get)
    return nearest if away[nearest] <= NEAR else None


def toggled(own: Own, hit: tuple[str, int] | None, new: tuple[float, float, int]) -> Own:
    """Return the samples without the one that was hit or, if none was, with a new one.

    At the limit of `MOST` nothing changes.

    Examples
    --------
    >>> own = toggled(Own((), ()), None, (0.5, 0.5, 1))
    >>> own, toggled(own, ("added", 0), (0.5, 0.5, 1))
    (Own(added=((0.5, 0.5, 1),), gone=()), Own(added=(), gone=()))
    """
    if hit is None:
        return own._replace(added=(*own.added, new)) if len(own.added) < MOST else own
    kind, k = hit
    if kind == "added":
        return own._replace(added=own.added[:k] + own.added[k + 1:])
    return own._replace(gone=(*own.gone, k)) if len(own.gone) < MOST else own


def moved_cursor(cursor: tuple, key: str) -> tuple[float, float]:
    """Return where the cursor goes; it appears in the middle.

    Examples
    --------
    >>> moved_cursor((), "ArrowUp"), moved_cursor((0.99, 0.5), "ArrowRight")
    ((0.5, 0.5), (1.0, 0.5))
    """
    if not cursor or key not in MOVES:
        return tuple(cursor) or (0.5, 0.5)
    return tuple(min(max(c + STEP * d, 0.0), 1.0) for c, d in zip(cursor, MOVES[key], strict=True))
