"""Lagrange's function, and the conditions of Karush, Kuhn and Tucker.

Legend: f objective, c(x) = 0, c(x) ≥ 0 or c(x) ≤ 0 constraints, ``multipliers`` λ, L the
Lagrangian. For a minimum,

    L(x, λ) = f(x) - Σ λ_k c_k(x)    with λ_k ≥ 0 where c_k(x) ≥ 0 is asked;

the sign of λ_k c_k is turned where c_k(x) ≤ 0 is asked, and for inequalities once more where f
is to be as large as possible, so that a multiplier of an inequality is never negative.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_between, require_choice, require_finite


@dataclass(frozen=True)
class Constraint:
    """A condition c(x) = 0, c(x) ≥ 0 or c(x) ≤ 0.

    Attributes
    ----------
    value : callable
        c, from a vector to a number.
    kind : {"=", ">=", "<="}
        How c(x) must compare with 0.
    gradient : callable or None
        ∇c; found by differences if absent.

    Examples
    --------
    >>> Constraint(lambda x: x[0] - 1, ">=").slope(np.array([2.0, 0.0])).round(6).tolist()
    [1.0, 0.0]
    """

    value: Callable[[np.ndarray], float]
    kind: str = "="
    gradient: Callable[[np.ndarray], np.ndarray] | None = None

    def __post_init__(self):
        require_choice("kind", self.kind, ("=", ">=", "<="))

    def slope(self, x: ArrayLike) -> np.ndarray:
        """Return ∇c(x)."""
        return _slope(self, _point(x))


def _point(x) -> np.ndarray:
    x = require_finite("x", x)
    if x.ndim != 1:
        raise ValueError(f"x must be a vector, one number a variable, got shape {x.shape}")
    return x


def _slope(of: Constraint | Program, x: np.ndarray) -> np.ndarray:
    if of.gradient is None:
        return numerical_gradient(of.value, x)
    found = require_finite("gradient", of.gradient(x))
    if found.shape != x.shape:
        raise ValueError(f"gradient must give {len(x)} numbers, one a variable, got shape "
                         f"{found.shape}; leave it out to have it found by differences")
    return found


def numerical_gradient(f: Callable[[np.ndarray], float], x: ArrayLike,
                       step: float = 1e-6) -> np.ndarray:
    """Return ∇f(x) by central differences; exact but for rounding where f is quadratic.

    Examples
    --------
    >>> numerical_gradient(lambda x: x[0] * x[1], [2.0, 3.0]).round(6).tolist()
    [3.0, 2.0]
    """
    x = _point(x)
    E = _steps(x, step)
    return np.array([(f(x + e) - f(x - e)) / (2 * e.sum()) for e in E])


def _steps(x: np.ndarray, step: float) -> np.ndarray:
    """Return a step along each axis, one a row, longer where x is large."""
    require_between("step", step, 0, np.inf, open_ends=True)
    return step * np.maximum(1, np.abs(x)) * np.eye(len(x))


@dataclass(frozen=True)
class Program:
    """An objective with its constraints: what Lagrange's method starts from.

    Attributes
    ----------
    value : callable
        f, from a vector to a number.
    constraints : sequence of Constraint
    gradient : callable or None
        ∇f; found by differences if absent.
    maximise : bool
        Whether f is to be as large as possible.

    Examples
    --------
    >>> from coursekit.lagrange import circle_on_line
    >>> program = circle_on_line()
    >>> x, multipliers = np.array([0.5, 0.5]), [1.0]
    >>> program.lagrangian(x, multipliers), program.lagrangian_gradient(x, multipliers).tolist()
    (0.5, [0.0, 0.0])
    """

    value: Callable[[np.ndarray], float]
    constraints: tuple[Constraint, ...]
    gradient: Callable[[np.ndarray], np.ndarray] | None = None
    maximise: bool = False

    def slope(self, x: ArrayLike) -> np.ndarray:
        """Return ∇f(x)."""
        return _slope(self, _point(x))

    def _values(self, x: np.ndarray) -> np.ndarray:
        """Return c_k(x), one number a constraint."""
        found = require_finite("the constraints", [c.value(x) for c in self.constraints])
        if found.shape != (len(self.constraints),):
            raise ValueError("each constraint must give one number, got values of shape "
                             f"{found.shape[1:]}; make one Constraint of each component")
        return found

    def _signed(self, multipliers) -> np.ndarray:
        """Return the multipliers with the sign they enter the Lagrangian with."""
        found = np.atleast_1d(require_finite("multipliers", multipliers))
        if found.shape != (len(self.constraints),):
            raise ValueError(f"multipliers must hold {len(self.constraints)} numbers, one a "
                             f"constraint, got shape {found.shape}")
        turned = [c.kind != "=" and (c.kind == "<=") != self.maximise for c in self.constraints]
        return np.where(turned, -found, found)

    def lagrangian(self, x: ArrayLike, multipliers: ArrayLike) -> float:
        """Return L(x, λ)."""
        x = _point(x)
        return float(self.value(x) - self._signed(multipliers) @ self._values(x))

    def lagrangian_gradient(self, x: ArrayLike, multipliers: ArrayLike) -> np.ndarray:
        """Return ∂L/∂x: 0 where the constraints push back exactly as hard as f pulls."""
        pushes = (s * c.slope(x) for s, c in zip(self._signed(multipliers), self.constraints))
        return self.slope(x) - sum(pushes, np.zeros(len(x)))

    def lagrangian_hessian(self, x: ArrayLike, multipliers: ArrayLike,
                           step: float = 1e-5) -> np.ndarray:
        """Return ∂²L/∂x², by differences; eigenvalues of both signs mean a saddle."""
        x = _point(x)
        rows = [(self.lagrangian_gradient(x + e, multipliers)
                 - self.lagrangian_gradient(x - e, multipliers)) / (2 * e.sum())
                for e in _steps(x, step)]
        H = np.array(rows)
        return (H + H.T) / 2


@dataclass(frozen=True)
class KKTReport:
    """By how much a point and its multipliers break each of the four conditions.

    Attributes
    ----------
    stationarity : ndarray, shape (d,)
        ∂L/∂x.
    feasibility : ndarray, shape (k,)
        How far each constraint is broken.
    sign : ndarray, shape (k,)
        How far the multiplier of each inequality is below 0.
    complementarity : ndarray, shape (k,)
        λ_k c_k(x): an idle constraint must not push.

    Examples
    --------
    >>> from coursekit.lagrange import circle_behind_wall
    >>> kkt_report(circle_behind_wall(), [0.5, 0.5], [0.5]).holds()
    True
    >>> kkt_report(circle_behind_wall(), [1.0, 1.0], [1.0])
    KKTReport(stationarity 0, feasibility 0, sign 0, complementarity 1: broken)
    """

    stationarity: np.ndarray
    feasibility: np.ndarray
    sign: np.ndarray
    complementarity: np.ndarray

    @property
    def worst(self) -> float:
        """The largest residual; NaN if one is."""
        return float(np.max([np.abs(r).max(initial=0) for r in vars(self).values()]))

    def holds(self, tol: float = 1e-6) -> bool:
        """Return whether every residual is at most ``tol`` in size."""
        return self.worst <= tol

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {np.abs(residual).max(initial=0):.3g}"
                          for name, residual in vars(self).items())
        return f"KKTReport({parts}: {'all hold' if self.holds() else 'broken'})"


def kkt_report(program: Program, x: ArrayLike, multipliers: ArrayLike) -> KKTReport:
    """Return the residuals of the KKT conditions at a point, one vector a condition.

    They are necessary at an optimum of a problem whose constraints are linear or otherwise
    well behaved, and sufficient where f and the allowed set are convex.

    Raises
    ------
    ValueError
        If there are not as many multipliers as constraints, a gradient or a constraint has the
        wrong shape, or something is not finite.

    References
    ----------
    J. Nocedal, S. Wright (2006), *Numerical Optimization*, theorem 12.1.

    Examples
    --------
    >>> from coursekit.lagrange import circle_on_line
    >>> kkt_report(circle_on_line(), [0.5, 0.5], [1.0])
    KKTReport(stationarity 0, feasibility 0, sign 0, complementarity 0: all hold)
    """
    x, found = _point(x), np.atleast_1d(require_finite("multipliers", multipliers))
    gradient = program.lagrangian_gradient(x, found)
    c = program._values(x)
    kind = np.array([c.kind for c in program.constraints])
    broken = np.select([kind == ">=", kind == "<="], [np.maximum(0, -c), np.maximum(0, c)], abs(c))
    sign = np.where(kind == "=", 0, np.maximum(0, -found))
    return KKTReport(gradient, broken, sign, np.where(kind == "=", 0, found * c))
