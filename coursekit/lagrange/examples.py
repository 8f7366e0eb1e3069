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
    if not S > 0:
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
        Objective; Q positive definite on the directions that A x = b leaves.
    A, b : array_like, shapes (k, d) and (k,)
        Equalities, k may be 0.

    Raises
    ------
    ValueError
        If the equations have no single solution.

    Examples
    --------
    >>> x, push = equality_qp(2 * np.eye(2), [0, 0], [[1, 1]], [1])    # circle_on_line
    >>> x.tolist(), push.tolist()
    ([0.5, 0.5], [1.0])
    """
    Q, q = require_finite("Q", Q), require_finite("q", q)
    A, b = require_finite("A", A).reshape(-1, len(q)), require_finite("b", b)
    k = len(b)
    M = np.block([[Q, -A.T], [A, np.zeros((k, k))]])
    if np.linalg.matrix_rank(M) < len(M):
        raise ValueError("the KKT equations have no single solution; Q must curve upwards along "
                         "A x = b, and the rows of A must be independent")
    both = np.linalg.solve(M, np.concatenate([-q, b]))
    return both[:len(q)], both[len(q):]


def inequality_qp(Q: ArrayLike, q: ArrayLike, A: ArrayLike,
                  b: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, λ) that minimise ½ xᵀQx + qᵀx behind the walls A x ≥ b, by trying every case.

    Each wall is either touched (then it may push) or not (then it may not): 2^k systems of
    equations, of which the one whose solution obeys all walls and pushes with no λ < 0 is the
    answer. For hand-sized problems only; simpler cases are tried first.

    Raises
    ------
    ValueError
        If there are more than 12 walls, or no case fits: no point obeys them all, or f falls
        without end.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()                        # hard margin: y (⟨w, x⟩ + b) ≥ 1, x = (w, b)
    >>> x, push = inequality_qp(np.diag([1, 1, 0]), np.zeros(3), y[:, None] * np.c_[X, np.ones(4)],
    ...                         np.ones(4))
    >>> x.round(9).tolist(), push.round(9).tolist()
    ([2.0, 2.0, -3.0], [0.0, 2.0, 2.0, 4.0])
    """
    A, b = require_finite("A", A), require_finite("b", b)
    if len(b) > 12:
        raise ValueError(f"A must have at most 12 rows, got {len(b)}: the cases double with each; "
                         "use coursekit.svm.qp.minimise")
    for k in range(len(b) + 1):
        for touched in map(list, combinations(range(len(b)), k)):
            try:
                x, push = equality_qp(Q, q, A[touched], b[touched])
            except ValueError:
                continue
            if (A @ x >= b - 1e-9).all() and (push >= -1e-9).all():
                multipliers = np.zeros(len(b))
                multipliers[touched] = push
                return x, multipliers
    raise ValueError("no case satisfies all conditions: the walls leave no room, or the objective "
                     "falls without end behind them")
