"""Lines and margins.

Legend: ``n`` normal vector and ``d`` offset of a line ⟨n, x⟩ + d = 0, ``X`` points, one a row.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite


@dataclass(frozen=True)
class Line:
    """A line in the plane (or a hyperplane), held in its implicit form ⟨n, x⟩ + d = 0.

    Attributes
    ----------
    n : tuple of float
        Normal vector; its side is the positive one.
    d : float
        Offset: minus the distance from the origin in units of ‖n‖, if n points away from it.

    Examples
    --------
    >>> line = Line.explicit(slope=-1, section=1.5)      # x2 = -x1 + 1.5
    >>> line.n, line.d
    ((1.0, 1.0), -1.5)
    >>> line.signed_distance([[0, 0], [1, 1]]).round(4).tolist()
    [-1.0607, 0.3536]
    """

    n: tuple[float, ...]
    d: float

    def __post_init__(self):
        object.__setattr__(self, "n", tuple(_crossing(self.n).tolist()))
        object.__setattr__(self, "d", _offset(self.d))

    @classmethod
    def explicit(cls, slope: float, section: float) -> Line:
        """Return x2 = slope·x1 + section; the normal points up."""
        return cls((-slope, 1.0), -section)

    @classmethod
    def through(cls, point: ArrayLike, direction: ArrayLike) -> Line:
        """Return the line {p + k·r}, point-direction form; the normal points left of r."""
        p, r = require_finite("point", point), require_finite("direction", direction)
        if p.shape != (2,) or r.shape != (2,) or not r.any():
            raise ValueError("point and direction must hold two numbers each, and the direction "
                             f"not be 0, got {p} and {r}; Line.normal makes a hyperplane")
        return cls((-r[1], r[0]), r[1] * p[0] - r[0] * p[1])

    @classmethod
    def normal(cls, point: ArrayLike, n: ArrayLike) -> Line:
        """Return the line ⟨x - p, n⟩ = 0, normal form."""
        p, n = require_finite("point", point), _crossing(n)
        if p.shape != n.shape:
            raise ValueError(f"point must hold {len(n)} numbers, as n does, got shape {p.shape}")
        return cls(tuple(n), -float(p @ n))

    @property
    def slope(self) -> float:
        """Slope of the explicit form; infinite for an upright line."""
        n1, n2 = self._in_the_plane()
        return -n1 / n2 if n2 else np.inf

    @property
    def section(self) -> float:
        """Where the line meets the x2 axis; NaN for an upright line."""
        _, n2 = self._in_the_plane()
        return -self.d / n2 if n2 else np.nan

    @property
    def point(self) -> np.ndarray:
        """The point of the line nearest to the origin, the foot of its perpendicular."""
        n = np.array(self.n)
        return -self.d * n / (n @ n)

    @property
    def direction(self) -> np.ndarray:
        """A vector along the line; the normal points left of it."""
        n1, n2 = self._in_the_plane()
        return np.array([n2, -n1])

    def _in_the_plane(self) -> tuple[float, ...]:
        if len(self.n) != 2:
            raise ValueError(f"only a line in the plane has a slope, a section or a direction; n "
                             f"has {len(self.n)} numbers")
        return self.n

    def signed_distance(self, X: ArrayLike) -> np.ndarray:
        """Return (⟨n, x⟩ + d)/‖n‖ for each row of X, above 0 on the side n points to."""
        return signed_distance(X, self.n, self.d)

    def side(self, X: ArrayLike) -> np.ndarray:
        """Return +1, -1 or 0 (on the line) for each row of X."""
        return np.sign(self.signed_distance(X)).astype(int)

    def __eq__(self, other) -> bool:
        """Say whether both are the same set of points with the same positive side."""
        if not isinstance(other, Line) or len(self.n) != len(other.n):
            return NotImplemented
        mine, its = (np.append(o.n, o.d) / np.linalg.norm(o.n) for o in (self, other))
        return bool(np.allclose(mine, its, rtol=1e-9, atol=1e-12))

    __hash__ = None


def _crossing(n) -> np.ndarray:
    vector = require_finite("n", n)
    if vector.ndim != 1 or not vector.any():
        raise ValueError(f"n must be a vector other than 0, got {vector}; it gives the direction "
                         "that crosses the line")
    return vector


def _offset(d) -> float:
    found = require_finite("d", d)
    if found.ndim:
        raise ValueError(f"d must be one number, got shape {found.shape}")
    return float(found)


def signed_distance(X: ArrayLike, n: ArrayLike, d: float) -> np.ndarray:
    """Return the distance (⟨n, x⟩ + d)/‖n‖ of each row of X from a hyperplane, with its side.

    Examples
    --------
    >>> signed_distance([[3.0, 4.0], [0.0, 0.0]], n=[3, 4], d=0)
    array([5., 0.])
    """
    X, n, d = require_finite("X", X), _crossing(n), _offset(d)
    if X.ndim != 2 or X.shape[1:] != n.shape:
        raise ValueError(f"X must have shape (m, {len(n)}), one row a point, got {X.shape}")
    return (X @ n + d) / np.linalg.norm(n)


def margin(X: ArrayLike, y: ArrayLike, n: ArrayLike, d: float) -> float:
    """Return the smallest y·distance, the half-width of the widest street along this line.

    Above 0 only if every sample, with its label -1 or +1, lies on its own side.

    Raises
    ------
    ValueError
        If there is no sample, n is 0, shapes do not fit, or labels are not -1 and +1.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> round(margin(*make_and(), n=[2, 2], d=-3), 4)
    0.3536
    """
    distance, y = signed_distance(X, n, d), np.asarray(y)
    if not len(distance) or y.shape != distance.shape or not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold labels -1 or 1, one for each of the {len(distance)} rows of "
                         f"X, at least one, got shape {y.shape}")
    return float(np.min(y * distance))
