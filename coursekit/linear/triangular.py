"""Solving M x = v for a positive definite M, by two triangular matrices.

Legend: ``M`` symmetric, ``v`` a right side, ``L`` lower triangular with M = L Lᵀ, ``U`` upper
triangular.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite

MIN_PIVOT_SHARE = 100 * np.finfo(float).eps     # of its diagonal entry; a smaller pivot is 0


def cholesky(M: ArrayLike) -> np.ndarray:
    """Return the lower triangular L with M = L Lᵀ and a positive diagonal.

    Column by column: M_jj = Σ_k<j L_jk² + L_jj² gives the diagonal, and M_ij = Σ_k<j L_ik L_jk +
    L_ij L_jj the entries below it. The number under the root, the pivot, must be positive.

    ``M`` (n, n): symmetric; only positive definite matrices have such a factor.

    Raises ValueError if M is not square, symmetric and finite, or a pivot is not positive, up to
    rounding; the message says which one.

    Source: N. Higham (2002), *Accuracy and stability of numerical algorithms*, chapter 10.

    >>> cholesky([[4, 2], [2, 10]])
    array([[2., 0.],
           [1., 3.]])
    >>> cholesky([[1, 2], [2, 4]])              # the second column is twice the first
    Traceback (most recent call last):
        ...
    ValueError: M is not positive definite: pivot 2 of 2 is 0 (M[1, 1] = 4)
    """
    M = _square("M", M)
    if not np.allclose(M, M.T, rtol=1e-10, atol=1e-12 * np.abs(M).max(initial=0)):
        raise ValueError("M must be symmetric; average it with its transpose, (M + M.T) / 2")
    n, L = len(M), np.zeros_like(M)
    for j in range(n):
        pivot = M[j, j] - L[j, :j] @ L[j, :j]
        if pivot <= MIN_PIVOT_SHARE * n * abs(M[j, j]):
            raise ValueError(f"M is not positive definite: pivot {j + 1} of {n} is {pivot:.3g} "
                             f"(M[{j}, {j}] = {M[j, j]:.3g})")
        L[j, j] = np.sqrt(pivot)
        L[j + 1:, j] = (M[j + 1:, j] - L[j + 1:, :j] @ L[j, :j]) / L[j, j]
    return L


def forward_substitute(L: ArrayLike, v: ArrayLike) -> np.ndarray:
    """Solve L x = v for a lower triangular L, from the first equation down.

    ``L`` (n, n): zero above its diagonal, not zero on it.
    ``v`` (n,) or (n, m): one right side, or one per column: the identity gives the inverse of L.

    Raises ValueError if shapes do not match, L is not lower triangular, or has a 0 on its diagonal.

    >>> forward_substitute([[2, 0], [1, 3]], [2, 7])
    array([1., 2.])
    """
    L, x = _triangular("L", L, v, np.triu, "lower")
    for i in range(len(L)):
        x[i] = (x[i] - L[i, :i] @ x[:i]) / L[i, i]
    return x


def back_substitute(U: ArrayLike, v: ArrayLike) -> np.ndarray:
    """Solve U x = v for an upper triangular U, from the last equation up.

    Parameters and errors are those of ``forward_substitute``, with U zero below its diagonal.

    >>> back_substitute([[2, 1], [0, 3]], [4, 6])
    array([1., 2.])
    """
    U, x = _triangular("U", U, v, np.tril, "upper")
    for i in reversed(range(len(U))):       # x[i] needs those after it, so they come first
        x[i] = (x[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


def solve_positive_definite(M: ArrayLike, v: ArrayLike) -> np.ndarray:
    """Solve M x = v, with M = L Lᵀ: L z = v forwards, then Lᵀ x = z backwards.

    >>> solve_positive_definite([[4, 2], [2, 10]], [8, 22])
    array([1., 2.])
    """
    L = cholesky(M)
    return back_substitute(L.T, forward_substitute(L, v))


def _square(name: str, M: ArrayLike) -> np.ndarray:
    M = require_finite(name, M)
    if M.ndim != 2 or M.shape[0] != M.shape[1]:
        raise ValueError(f"{name} must be square, shape (n, n), got {M.shape}")
    return M


def _triangular(name: str, T: ArrayLike, v: ArrayLike, other_side: Callable,
                kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return T and a copy of v, or raise a ValueError if substitution is impossible."""
    T, v = _square(name, T), require_finite("v", v).astype(float)
    if v.ndim not in (1, 2) or len(v) != len(T):
        raise ValueError(f"v must have {len(T)} rows, like {name}, got shape {v.shape}")
    if other_side(T, 1 if kind == "lower" else -1).any():
        raise ValueError(f"{name} must be {kind} triangular, with zeros on the other side of its "
                         "diagonal; should it be transposed?")
    if (np.diag(T) == 0).any():
        raise ValueError(f"{name} has a 0 on its diagonal, at index "
                         f"{int(np.argmin(np.abs(np.diag(T))))}: it has no inverse")
    return T, v
