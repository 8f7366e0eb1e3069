"""Worked examples of Lagrange's method, and two solvers for problems of a hand's size.

Legend: ``Q``, ``q`` objective ½ xᵀQx + qᵀx, ``A``, ``b`` equalities A x = b or walls A x ≥ b,
``push`` multipliers λ.
"""
from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite
from coursekit.lagrange.program import Constraint, Program


def circle_on_line() -> Program:
    """Return: minimise x² + y² on the line x + y = 1.

    Examples
    --------
    >>> circle_on_line().value(np.array([0.5, 0.5]))
    0.5
    """
    return Program(lambda x: float(x @ x), (Constraint(lambda x: float(x.sum() - 1), "=",
                                                       lambda x: np.ones(2)),), lambda x: 2 * x)


def circle_behind_wall(t: float = 1.0) -> Program:
    """Return: minimise ½ xᵀx behind the wall x + y ≥ t.

    Examples
    --------
    >>> [inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t])[1].item() for t in (-1, 0, 1, 2)]
    [0.0, 0.0, 0.5, 1.0]
    """
    return Program(lambda x: float(x @ x / 2),
                   (Constraint(lambda x: float(x.sum() - t), ">=", lambda x: np.ones(2)),),
                   lambda x: x)


def box_of_surface(S: float = 6.0) -> Program:
    """Return: maximise the volume xyz of a box whose surface 2xy + 2xz + 2yz is S.

    Examples
    --------
    >>> from coursekit.lagrange import kkt_report
    >>> kkt_report(box_of_surface(6), [1, 1, 1], [0.25]).holds()
    True
    """
    def others(x):
        return x.sum() - x
    return Program(lambda x: float(np.prod(x)),
                   (Constraint(lambda x: float(others(x) @ x - S), "=", lambda x: 2 * others(x)),),
                   lambda x: x[[1, 0, 0]] * x[[2, 2, 1]], maximise=True)


def largest_box(S: float = 6.0) -> tuple[np.ndarray, float]:
    """Return the sides and the multiplier of the largest box of surface S: a cube.

    Stationarity yz = 2λ(y + z) and its turns make all sides 4λ; the surface fixes λ.

    Examples
    --------
    >>> largest_box(6)
    (array([1., 1., 1.]), 0.25)
    """
    if not 0 < S < np.inf:
        raise ValueError(f"S must be a positive surface, got {S!r}")
    side = float(np.sqrt(S / 6))
    return np.full(3, side), side / 4


def cusp() -> Program:
    """Return: minimise x on the curve x³ = y², whose tip has no multiplier.

    Examples
    --------
    >>> from coursekit.lagrange import kkt_report
    >>> [kkt_report(cusp(), [0, 0], [push]).worst for push in (-10, 0, 10)]
    [1.0, 1.0, 1.0]
    """
    return Program(lambda x: float(x[0]),
                   (Constraint(lambda x: float(x[0]**3 - x[1]**2), "=",
                               lambda x: np.array([3 * x[0]**2, -2 * x[1]])),),
                   lambda x: np.array([1.0, 0.0]))


def equality_qp(Q: ArrayLike, q: ArrayLike, A: ArrayLike,
                b: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, λ) that minimise ½ xᵀQx + qᵀx on A x = b, from one system of linear equations.

    Stationarity Qx + q - Aᵀλ = 0 and feasibility A x = b are all the conditions there are.

    Parameters
    ----------
    Q, q : array_like, shapes (d, d) and (d,)
        Objective; Q positive definite on the directions that A x = b leaves. Only its
        symmetric part (Q + Qᵀ)/2 counts.
    A, b : array_like, shapes (k, d) and (k,)
        Equalities, k may be 0.

    Raises
    ------
    ValueError
        If shapes do not fit, the rows of A depend on each other, or there is no single minimum.

    Examples
    --------
    >>> x, push = equality_qp(2 * np.eye(2), [0, 0], [[1, 1]], [1])    # circle_on_line
    >>> x.tolist(), push.tolist()
    ([0.5, 0.5], [1.0])
    """
    Q, q, A, b = _problem(Q, q, A, b)
    k = len(b)
    Z = np.linalg.svd(A)[2][k:].T                   # the directions along A x = b
    curves = np.linalg.eigvalsh(Z.T @ Q @ Z)
    dependent = k > 0 and np.linalg.matrix_rank(A) < k  # NumPy before 2.2 wants a row
    if dependent or (curves <= 1e-12 * np.abs(Q).max()).any():
        raise ValueError("the KKT equations have no single solution; Q must curve upwards along "
                         "A x = b, and the rows of A must be independent")
    M = np.block([[Q, -A.T], [A, np.zeros((k, k))]])
    both = np.linalg.solve(M, np.concatenate([-q, b]))
    return both[:len(q)], both[len(q):]


def _problem(Q, q, A, b) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the parts of a quadratic program as arrays that fit, Q made symmetric."""
    Q, q = np.atleast_2d(require_finite("Q", Q)), np.atleast_1d(require_finite("q", q))
    A, b, d = require_finite("A", A), np.atleast_1d(require_finite("b", b)), len(q)
    A = np.atleast_2d(A) if A.size else np.empty((0, d))
    if q.ndim != 1 or Q.shape != (d, d):
        raise ValueError(f"Q must have shape (d, d) and q (d,), got {Q.shape} and {q.shape}")
    if b.ndim != 1 or A.shape != (len(b), d):
        raise ValueError(f"A must have shape (k, {d}) and b (k,), got {A.shape} and {b.shape}")
    return (Q + Q.T) / 2, q, A, b


def inequality_qp(Q: ArrayLike, q: ArrayLike, A: ArrayLike,
                  b: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, λ) that minimise ½ xᵀQx + qᵀx behind the walls A x ≥ b, by trying every case.

    Each wall is either touched (then it may push) or not (then it may not): 2^k systems of
    equations, of which the one whose solution obeys all walls and pushes with no λ < 0 is the
    answer. For hand-sized problems only; simpler cases are tried first.

    Raises
    ------
    ValueError
        If shapes do not fit, Q curves downwards somewhere, there are more than 12 walls, or no
        case fits: no point obeys them all, f falls without end, or it has many minima.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()                        # hard margin: y (⟨w, x⟩ + b) ≥ 1, x = (w, b)
    >>> x, push = inequality_qp(np.diag([1, 1, 0]), np.zeros(3), y[:, None] * np.c_[X, np.ones(4)],
    ...                         np.ones(4))
    >>> x.round(9).tolist(), push.round(9).tolist()
    ([2.0, 2.0, -3.0], [0.0, 2.0, 2.0, 4.0])
    """
    Q, q, A, b = _problem(Q, q, A, b)
    if (np.linalg.eigvalsh(Q) < -1e-12 * np.abs(Q).max()).any():
        raise ValueError("Q must not curve downwards, or a point that obeys all conditions need be "
                         "no minimum; got a negative eigenvalue")
    if len(b) > 12:
        raise ValueError(f"A must have at most 12 rows, got {len(b)}: the cases double with each; "
                         "use coursekit.svm.qp.minimise")
    for k in range(len(b) + 1):
        for touched in map(list, combinations(range(len(b)), k)):
            try:
                x, push = equality_qp(Q, q, A[touched], b[touched])
            except ValueError:
                continue
            room = 1e-9 * (1 + np.abs(A) @ np.abs(x) + np.abs(b))
            if (A @ x >= b - room).all() and (push >= -1e-9 * np.abs(push).max(initial=1)).all():
                multipliers = np.zeros(len(b))
                multipliers[touched] = push
                return x, multipliers
    raise ValueError("no case satisfies all conditions: the walls leave no room, or behind them "
                     "the objective falls without end or is smallest at more than one point")
