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
        n = require_finite("n", self.n)
        if n.ndim != 1 or not n.any():
            raise ValueError(f"n must be a vector other than 0, got {self.n!r}; it gives the "
                             "direction that crosses the line")
        object.__setattr__(self, "n", tuple(n.tolist()))
        object.__setattr__(self, "d", float(self.d))

    @classmethod
    def explicit(cls, slope: float, section: float) -> Line:
        """Return x2 = slope·x1 + section; the normal points up."""
        return cls((-slope, 1.0), -section)

    @classmethod
    def through(cls, point: ArrayLike, direction: ArrayLike) -> Line:
        """Return the line {p + k·r}, point-direction form; the normal points left of r."""
        (p1, p2), (r1, r2) = require_finite("point", point), require_finite("direction", direction)
        return cls((-r2, r1), r2 * p1 - r1 * p2)

    @classmethod
    def normal(cls, point: ArrayLike, n: ArrayLike) -> Line:
        """Return the line ⟨x - p, n⟩ = 0, normal form."""
        p, n = require_finite("point", point), require_finite("n", n)
        return cls(tuple(n), -float(p @ n))

    @property
    def slope(self) -> float:
        """Slope of the explicit form; infinite for an upright line."""
        return -self.n[0] / self.n[1] if self.n[1] else np.inf

    @property
    def section(self) -> float:
        """Where the line meets the x2 axis; NaN for an upright line."""
        return -self.d / self.n[1] if self.n[1] else np.nan

    @property
    def point(self) -> np.ndarray:
        """The point of the line nearest to the origin, the foot of its perpendicular."""
        n = np.array(self.n)
        return -self.d * n / (n @ n)

    @property
    def direction(self) -> np.ndarray:
        """A vector along the line; the normal points left of it."""
        return np.array([self.n[1], -self.n[0]])

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


def signed_distance(X: ArrayLike, n: ArrayLike, d: float) -> np.ndarray:
    """Return the distance (⟨n, x⟩ + d)/‖n‖ of each row of X from a hyperplane, with its side.

    Examples
    --------
    >>> signed_distance([[3.0, 4.0], [0.0, 0.0]], n=[3, 4], d=0)
    array([5., 0.])
    """
    X, n = require_finite("X", X), require_finite("n", n)
    if X.ndim != 2 or X.shape[1:] != n.shape:
        raise ValueError(f"X must have shape (m, {len(n)}), one row a point, got {X.shape}")
    return (X @ n + d) / np.linalg.norm(n)


def margin(X: ArrayLike, y: ArrayLike, n: ArrayLike, d: float) -> float:
    """Return the smallest y·distance, the half-width of the widest street along this line.

    Above 0 only if every sample, with its label -1 or +1, lies on its own side.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> round(margin(*make_and(), n=[2, 2], d=-3), 4)
    0.3536
    """
    return float(np.min(np.asarray(y) * signed_distance(X, n, d)))
