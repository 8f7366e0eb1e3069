"""Is a matrix a Gram matrix? Evidence against it, or a map that produces it.

Legend: ``K`` (n, n) symmetric matrix, ``v`` (n,) test vector: K is positive semi-definite (PSD)
if vᵀKv ≥ 0 for every v, that is, if no eigenvalue is negative.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.checks import require_between, require_squares


class Evidence(NamedTuple):
    """Evidence against a Gram matrix: a ``v`` of length 1 with vᵀKv < 0, or None."""

    psd: bool
    eigenvalue: float
    v: np.ndarray | None


def is_psd(K: np.ndarray, tolerance: float = 1e-10) -> Evidence:
    """Return whether K is PSD, its smallest eigenvalue, and the eigenvector if that is negative.

    A negative eigenvalue of at most ``tolerance`` times the largest in size counts as rounding. A
    matrix can disprove that a function is a kernel, never prove it.

    >>> found = is_psd(np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> found.psd, found.eigenvalue
    (False, -1.0)
    >>> is_psd(np.array([[2.0, -1.0], [-1.0, 2.0]])).psd
    True
    """
    require_between("tolerance", tolerance, 0, 1)
    K = _symmetric("K", K, 1e-8)
    if len(K) == 0:
        return Evidence(True, 0.0, None)
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    negative = values[0] < -tolerance * np.abs(values).max()
    return Evidence(not negative, float(values[0]), vectors[:, 0] if negative else None)


def eigen_map(K: np.ndarray) -> np.ndarray:
    """Return T, shape (n, n), whose rows φ(x_i) have the scalar products K: T Tᵀ = K.

    T = R Λ^½ with the eigenvectors in the columns of R. It gives no φ for a new x.

    Raises ValueError if K is not symmetric and positive semi-definite up to rounding (see
    `require_psd`).

    >>> T = eigen_map(np.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> (T @ T.T).round(12)
    array([[2., 1.],
           [1., 2.]])
    """
    K = require_psd("K", K)
    values, vectors = np.linalg.eigh((K + K.T) / 2)
    return vectors * np.sqrt(np.maximum(values, 0))


def _symmetric(name: str, K: np.ndarray, tolerance: float) -> np.ndarray:
    """Return K as a float array; raise a ValueError unless it is square and symmetric."""
    require_between("tolerance", tolerance, 0, 1)
    K = require_squares(name, K)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square, one row and one column per sample, "
                         f"got shape {K.shape}")
    uneven = np.abs(K - K.T)
    if uneven.max(initial=0) > tolerance * np.abs(K).max(initial=1e-300):
        i, j = map(int, np.unravel_index(np.argmax(uneven), K.shape))
        raise ValueError(f"{name} must be symmetric, got {K[i, j]:g} at {i, j} and {K[j, i]:g} "
                         f"at {j, i}; a kernel gives one value for both orders")
    return K


def require_psd(name: str, K: np.ndarray, tolerance: float = 1e-8) -> np.ndarray:
    """Return ``K`` as a float array; raise a ValueError unless it can be a Gram matrix.

    It must be square, finite, symmetric and positive semi-definite. Asymmetry may be up to
    ``tolerance`` times the largest entry in size; an eigenvalue may be below 0 by n times that. The
    message gives the worst pair or the smallest eigenvalue.
    """
    K = _symmetric(name, K, tolerance)
    slack = tolerance * np.abs(K).max(initial=1e-300)
    try:
        np.linalg.cholesky(K + len(K) * slack * np.eye(len(K)))   # much faster than eigenvalues
    except np.linalg.LinAlgError:
        raise ValueError(f"{name} must be positive semi-definite, got the eigenvalue "
                         f"{np.linalg.eigvalsh(K)[0]:.3g}; such a matrix does not hold scalar "
                         "products, and the dual problem is not concave") from None
    return K
