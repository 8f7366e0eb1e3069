"""Small quadratic programs, with their multipliers.

Legend: ``Q``, ``p`` objective f = ½ xᵀQx + pᵀx, ``A``, ``t`` affine constraints A x = t or A x ≥ t,
``lam`` multipliers λ of the Lagrangian L = f - λᵀ(A x - t).
"""
from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite

MAX_CONSTRAINTS = 12        # as inequality_qp searches every subset


def equality_qp(Q: ArrayLike, p: ArrayLike, A: ArrayLike,
                t: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, λ) that minimise ½ xᵀQx + pᵀx where A x = t, from one linear system.

    Stationarity Qx + p - Aᵀλ = 0 and feasibility A x = t are all the conditions.

    ``Q``, ``p`` (d, d) and (d,): objective; only the symmetric part of Q counts, and it must be
        positive definite on the directions along A x = t.
    ``A``, ``t`` (k, d) and (k,): equality constraints, k may be 0.

    Raises ValueError if shapes do not match, the rows of A are dependent, or there is no unique
    minimum.

    >>> x, lam = equality_qp(2 * np.eye(2), [0, 0], [[1, 1]], [1])    # x1² + x2², x1 + x2 = 1
    >>> x.tolist(), lam.tolist()
    ([0.5, 0.5], [1.0])
    """
    Q, p, A, t = _problem(Q, p, A, t)
    k = len(t)
    along = np.linalg.svd(A)[2][k:].T                # a basis of the directions with A d = 0
    curvatures = np.linalg.eigvalsh(along.T @ Q @ along)
    dependent = k > 0 and np.linalg.matrix_rank(A) < k  # NumPy before 2.2 wants a row
    if dependent or (curvatures <= 1e-12 * np.abs(Q).max()).any():
        raise ValueError("the KKT equations have no unique solution; Q must curve upwards along "
                         "A x = t, and the rows of A must be independent")
    M = np.block([[Q, -A.T], [A, np.zeros((k, k))]])
    both = np.linalg.solve(M, np.concatenate([-p, t]))
    both += 0.0                                      # never -0
    return both[:len(p)], both[len(p):]


def inequality_qp(Q: ArrayLike, p: ArrayLike, A: ArrayLike,
                  t: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (x, λ) that minimise ½ xᵀQx + pᵀx where A x ≥ t, by searching all active sets.

    For each set of active constraints the others get λ = 0 and one linear system is solved; the
    first set whose solution satisfies all four KKT conditions is the answer, one of several if
    minima or multipliers are not unique. There are 2^k sets, so this is for a few constraints
    only; smaller sets come first.

    Raises ValueError if shapes do not match, Q has a negative eigenvalue, there are more than 12
    constraints, or no set fits: no point is feasible, f is unbounded below, or the minima form a
    line.

    >>> x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [2, 3])
    >>> x.tolist(), lam.tolist()
    ([2.0, 1.0], [1.0, 1.0])
    """
    Q, p, A, t = _problem(Q, p, A, t)
    if (np.linalg.eigvalsh(Q) < -1e-12 * np.abs(Q).max()).any():
        raise ValueError("Q must have no negative eigenvalue, or a KKT point might not be a "
                         "minimum")
    if len(t) > MAX_CONSTRAINTS:
        raise ValueError(f"A must have at most {MAX_CONSTRAINTS} rows, got {len(t)}: the cases "
                         "double with each; use coursekit.svm.qp.minimise")
    for k in range(len(t) + 1):
        for active in map(list, combinations(range(len(t)), k)):
            try:
                x, lam_active = equality_qp(Q, p, A[active], t[active])
            except ValueError:
                continue
            lam = np.zeros(len(t))
            lam[active] = lam_active
            rounding = 1e-9 * (1 + np.abs(A) @ np.abs(x) + np.abs(t))
            feasible = (A @ x >= t - rounding).all()
            if feasible and (lam >= -1e-9 * np.abs(lam).max(initial=1)).all():
                return x, lam
    raise ValueError("no active set satisfies all conditions: no point is feasible, or on the "
                     "feasible set the objective is unbounded below, or its minima form a line")


def _problem(Q, p, A, t) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the parts of a quadratic program as matching arrays, with Q symmetric."""
    Q, p = np.atleast_2d(require_finite("Q", Q)), np.atleast_1d(require_finite("p", p))
    A, t, d = require_finite("A", A), np.atleast_1d(require_finite("t", t)), len(p)
    A = np.atleast_2d(A) if A.size else np.empty((0, d))
    if p.ndim != 1 or Q.shape != (d, d):
        raise ValueError(f"Q must have shape (d, d) and p (d,), got {Q.shape} and {p.shape}")
    if t.ndim != 1 or A.shape != (len(t), d):
        raise ValueError(f"A must have shape (k, {d}) and t (k,), got {A.shape} and {t.shape}")
    return (Q + Q.T) / 2, p, A, t
