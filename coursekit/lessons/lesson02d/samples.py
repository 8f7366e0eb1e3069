"""The samples of lesson 02d, and the optimum of the soft margin at any penalty.

Legend: ``X`` (n, d) samples, ``y`` labels ±1, ``C`` penalty, ``alpha`` multipliers, ``w``, ``b``
weights and intercept (``ends``: the smallest and the largest optimal one), ``yf`` = y·f, ``xi``
slack max(0, 1 − y·f).
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_and, make_linear_40, make_overlap_60
from coursekit.linear import optimal_intercepts
from coursekit.svm import DualProblem, solve_qp

TINY = 1e-6     # what the solver leaves of a slack, or of an interval, that is 0


class Optimum(NamedTuple):
    """The soft margin at one penalty; b in the middle of its interval."""

    alpha: np.ndarray
    w: np.ndarray
    b: float
    ends: tuple[float, float]
    yf: np.ndarray
    xi: np.ndarray

    @property
    def width(self) -> float:
        """Return the width of the street, from edge to edge."""
        return 2 / float(np.linalg.norm(self.w))

    @property
    def half(self) -> float:
        """Return ½‖w‖²."""
        return float(self.w @ self.w) / 2

    @property
    def slack(self) -> float:
        """Return the total slack."""
        return float(self.xi.sum())

    def cost(self, C: float) -> float:
        """Return the objective, ½‖w‖² + C Σξ."""
        return self.half + C * self.slack


def make_clouds() -> tuple[np.ndarray, np.ndarray]:
    """Return 55 samples around (−1, −1) and 45 around (1, 1), normal with sd 1: they overlap."""
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(-1, 1, (55, 2)), rng.normal(1, 1, (45, 2))])
    return X, np.repeat([-1, 1], [55, 45])


def _and_twice() -> tuple[np.ndarray, np.ndarray]:
    X, y = make_and()
    return np.vstack([X, X[-1]]), np.append(y, 1)


DATA = {"sixty": make_overlap_60, "forty": make_linear_40, "AND": make_and,
        "AND, (1, 1) twice": _and_twice, "55 + 45": make_clouds}


@lru_cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return X and y of one of the names in `DATA`."""
    return DATA[data]()


def solved(X: np.ndarray, y: np.ndarray, C: float) -> Optimum:
    """Return the optimum of some samples at a penalty."""
    alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
    w = (alpha * y) @ X
    ends = optimal_intercepts(X @ w, y)
    b = float(np.mean(ends))
    yf = y * (X @ w + b)
    xi = np.maximum(0, 1 - yf)
    return Optimum(alpha, w, b, ends, yf, np.where(xi < TINY, 0, xi))


@lru_cache(maxsize=2048)
def optimum(data: str, C: float) -> Optimum:
    """Return the optimum of named samples at a penalty.

    Examples
    --------
    >>> optimum("AND", 2.0).alpha.round(6).tolist()
    [0.0, 1.0, 1.0, 2.0]
    """
    return solved(*samples(data), C)


def bars(X: np.ndarray, y: np.ndarray, now: Optimum) -> np.ndarray:
    """Return for each sample with slack the way to its own edge of the street: (m, 2, 2)."""
    short = now.xi > 0
    way = (y * now.xi)[:, None] * now.w / (now.w @ now.w)
    return np.stack([X[short], (X + way)[short]], axis=1)


def penalties_of(data: str, C: float) -> tuple[float, float] | None:
    """Return the smallest and the largest penalty with the same line as C, inf if there is none.

    None where the line moves with C. Where three free samples, not on one line, hold it, w and b
    follow from the three equations y·f = 1. With the same samples at the ceiling, the multipliers
    of the three are p + q C, and the line stays optimal as long as these lie between 0 and C.

    Examples
    --------
    >>> low, high = penalties_of("sixty", 0.125)
    >>> round(low, 4), round(high, 4)
    (0.1249, 0.1481)
    """
    (X, y), now = samples(data), optimum(data, C)
    free = (now.alpha > 0) & (now.alpha < C)
    rows = np.column_stack([X, np.ones(len(y))]) * y[:, None]
    if np.sum(free) != 3 or np.linalg.matrix_rank(rows[free], tol=TINY) < 3:
        return None
    full = rows[now.alpha == C].sum(axis=0)
    p, q = np.linalg.solve(rows[free].T, np.column_stack([[*now.w, 0], -full])).T
    start, slope = np.r_[p, -p], np.r_[q, 1 - q]        # each start + slope · C must be ≥ 0
    ends = -start[slope != 0] / slope[slope != 0]
    rising = slope[slope != 0] > 0
    return (float(max(ends[rising], default=0)), float(min(ends[~rising], default=np.inf)))


def border(optima: list[tuple[float, Optimum]]) -> np.ndarray:
    """Return points (m, 2) of the border of all possible pairs (total slack, ½‖w‖²).

    ``optima`` holds penalties, rising, with their optima. Each is a point of the border, whose
    slope there is −C. Between two of them the border consists of parabolas; one with both slopes
    is drawn, which for penalties a factor 2 apart is not a pixel off.
    """
    points = [np.array([[optima[0][1].slack, optima[0][1].half]])]
    t = np.linspace(0, 1, 9)[1:, None]
    for (C, one), (D, two) in zip(optima, optima[1:], strict=False):
        start, end = (np.array([o.slack, o.half]) for o in (one, two))
        u = (two.half - one.half + D * two.slack - C * one.slack) / (D - C)
        u = min(max(u, two.slack), one.slack)
        bend = np.array([u, one.half - C * (u - one.slack)])    # where both tangents meet
        points.append((1 - t)**2 * start + 2 * t * (1 - t) * bend + t**2 * end)
    return np.vstack(points)
