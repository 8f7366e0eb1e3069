"""Kernels: scalar products of samples that a map φ bends into another space.

Legend: ``X`` (n, d) and ``Z`` (m, d) samples, ``K`` (n, m) their kernel values, ``G`` a square
Gram matrix, ``gamma`` γ = 1/(2σ²), the inverse squared width, ``beta`` coefficients of the samples.

A kernel is a function of ``(X, Z, **params)`` that returns ``K``; `KERNELS` names the three of
scikit-learn, under scikit-learn's names.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist

from coursekit.checks import require_between, require_finite, require_whole

# Above this value of γ‖x‖² the distances are taken one by one: as a matrix product they would
# lose more than four digits.
FAR = 1e4


def linear(X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    """Return the scalar products ⟨x, z⟩, shape (n, m); ``Z`` is ``X`` if absent."""
    X, Z = _samples(X, Z)
    return X @ Z.T


def polynomial(X: np.ndarray, Z: np.ndarray | None = None, *, degree: int = 3,
               gamma: float = 1.0, coef0: float = 0.0) -> np.ndarray:
    """Return (γ⟨x, z⟩ + coef0)^degree, shape (n, m).

    It is a kernel for γ > 0, coef0 ≥ 0 and a natural degree; other values are refused.

    Examples
    --------
    >>> polynomial(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]), degree=2, coef0=1)
    array([[144.]])
    """
    X, Z = _samples(X, Z)
    return from_products("poly", X @ Z.T, degree=degree, gamma=gamma, coef0=coef0)


def from_products(kernel: str, products: np.ndarray, *, degree: int = 3, gamma: float = 1.0,
                  coef0: float = 0.0) -> np.ndarray:
    """Return the linear or polynomial kernel values that belong to scalar products ⟨x, z⟩."""
    if kernel == "linear":
        return products
    require_whole("degree", degree, 1)
    require_between("gamma", gamma, 0, np.inf, open_ends=True)
    require_between("coef0", coef0, 0, np.inf)      # below 0 it is no kernel
    return (gamma * products + coef0) ** degree


def rbf(X: np.ndarray, Z: np.ndarray | None = None, *, gamma: float = 1.0) -> np.ndarray:
    """Return the Gaussian kernel exp(-γ‖x - z‖²), γ = 1/(2σ²), shape (n, m).

    For a slider of γ keep ``D = squared_distances(X)`` and take ``np.exp(-gamma * D)``.

    Examples
    --------
    >>> rbf(np.array([[0.0], [1.0]]), gamma=0.5).round(4)
    array([[1.    , 0.6065],
           [0.6065, 1.    ]])
    """
    require_between("gamma", gamma, 0, np.inf, open_ends=True)
    return np.exp(-gamma * squared_distances(X, Z))


KERNELS: dict[str, Callable[..., np.ndarray]] = {"linear": linear, "poly": polynomial, "rbf": rbf}


def squared_distances(X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    """Return ‖x - z‖², shape (n, m), never negative, and 0 between a sample and itself."""
    return cdist(*_samples(X, Z), "sqeuclidean")


class GaussianRows:
    """Rows of the Gaussian Gram matrix of X, many times faster than `rbf` asked row by row.

    -γ‖x - z‖² = 2γ⟨x, z⟩ - γ‖x‖² - γ‖z‖² is the scalar product of the longer vectors
    (√2γ·x, -γ‖x‖², 1) and (√2γ·z, 1, -γ‖z‖²): one matrix product gives the exponents.

    Examples
    --------
    >>> GaussianRows(np.array([[0.0], [1.0]]), gamma=0.5)(np.array([1])).round(4)
    array([[0.6065, 1.    ]])
    """

    def __init__(self, X: np.ndarray, gamma: float = 1.0):
        self.X, self.gamma = X, gamma
        centred = X - X.mean(axis=0)     # distances do not mind, and the product keeps its digits
        squares = gamma * np.einsum("ij,ij->i", centred, centred)
        scaled, one = centred * np.sqrt(2 * gamma), np.ones(len(X))
        self.exact = squares.max(initial=0) > FAR
        self.left = np.column_stack([scaled, -squares, one])
        self.right = np.vstack([scaled.T, one, -squares])

    def __call__(self, indices: np.ndarray | slice) -> np.ndarray:
        """Return the rows of these samples, shape (k, n)."""
        if self.exact:
            return np.exp(-self.gamma * cdist(self.X[indices], self.X, "sqeuclidean"))
        exponents = self.left[indices] @ self.right
        np.minimum(exponents, 0, out=exponents)
        return np.exp(exponents, out=exponents)


def gram(kernel: str | Callable, X: np.ndarray, Z: np.ndarray | None = None,
         **params) -> np.ndarray:
    """Return the kernel values of all pairs, shape (n, m); without ``Z`` the Gram matrix of X.

    The kernel is "linear", "poly", "rbf" or a function of ``(X, Z, **params)``; params are
    ``gamma``, ``degree`` and ``coef0``, as far as it has them. A kernel that returns another shape
    or NaN is refused with a ValueError.

    Examples
    --------
    >>> gram("poly", np.array([[1.0], [2.0]]), degree=2)
    array([[ 1.,  4.],
           [ 4., 16.]])
    """
    X, Z = _samples(X, Z)
    if not callable(kernel) and kernel not in KERNELS:
        raise ValueError(f"kernel must be one of {list(KERNELS)} or a function of (X, Z), "
                         f"got {kernel!r}")
    K = (kernel if callable(kernel) else KERNELS[kernel])(X, Z, **params)
    wanted = (len(X), len(Z))
    if np.shape(K) != wanted:
        raise ValueError(f"kernel must return an array of shape {wanted}, got {np.shape(K)}; "
                         "one row a sample of X, one column a sample of Z")
    return require_finite("kernel values", K)


def diagonal(kernel: str | Callable, X: np.ndarray, **params) -> np.ndarray:
    """Return K_ii, shape (n,), without the rest of the matrix."""
    if kernel == "rbf":
        return np.ones(len(X))
    if callable(kernel):
        return np.array([gram(kernel, x[None], **params)[0, 0] for x in X])
    return from_products(kernel, np.einsum("ij,ij->i", X, X), **params)


def resolve_gamma(gamma: str | float, X: np.ndarray,
                  sample_weight: np.ndarray | None = None) -> float:
    """Return γ as a number: "scale" is 1/(d·Var X), "auto" is 1/d, a number is itself.

    Var X is the variance of all entries of X (n, d); a sample of weight 2 counts twice in it. If
    it is 0, γ is 1.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [2.0, 2.0]])
    >>> resolve_gamma("scale", X), resolve_gamma("auto", X), resolve_gamma(3, X)
    (0.5, 0.5, 3.0)
    """
    if isinstance(gamma, str):
        if gamma not in ("scale", "auto"):
            raise ValueError(f'gamma must be "scale", "auto" or a positive number, got {gamma!r}')
        X, _ = _samples(X, None)
        variance = 1.0 if gamma == "auto" else _variance(X, sample_weight)
        return 1.0 / (X.shape[1] * variance) if variance > 0 else 1.0
    return require_between("gamma", gamma, 0, np.inf, open_ends=True)


def _variance(X: np.ndarray, weight: np.ndarray | None) -> float:
    if weight is None:
        return float(X.var())
    middle = np.average(X.mean(axis=1), weights=weight)
    return float(np.average(np.mean((X - middle) ** 2, axis=1), weights=weight))


def _samples(X, Z) -> tuple[np.ndarray, np.ndarray]:
    """Refuse what are no samples; Z is X if absent."""
    X = _table("X", X)
    Z = X if Z is None else _table("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"X and Z must have the same features, got {X.shape[1]} and "
                         f"{Z.shape[1]} columns")
    return X, Z


def _table(name: str, X) -> np.ndarray:
    X = require_finite(name, X)
    if X.ndim != 2:
        raise ValueError(f"{name} must have shape (samples, features), got {X.shape}; "
                         "one row a sample")
    return X


def smallest_eigenvalue(G: np.ndarray) -> float:
    """Return the smallest eigenvalue of a symmetric matrix.

    Examples
    --------
    >>> smallest_eigenvalue(np.array([[0.0, 1.0], [1.0, 0.0]]))
    -1.0
    """
    return float(np.linalg.eigvalsh(G)[0])


def require_psd(name: str, G: np.ndarray, tolerance: float = 1e-8) -> np.ndarray:
    """Return ``G`` as a float array if it can be a Gram matrix, else refuse it.

    It must be square, finite, symmetric and positive semi-definite, up to a ``tolerance`` that is
    a share of the largest entry in size. The message gives the worst pair or the smallest
    eigenvalue.
    """
    G = require_finite(name, G)
    if G.ndim != 2 or G.shape[0] != G.shape[1]:
        raise ValueError(f"{name} must be square, one row and one column a sample, "
                         f"got shape {G.shape}")
    slack = tolerance * np.abs(G).max(initial=1e-300)
    uneven = np.abs(G - G.T)
    if uneven.max(initial=0) > slack:
        i, j = map(int, np.unravel_index(np.argmax(uneven), G.shape))
        raise ValueError(f"{name} must be symmetric, got {G[i, j]:g} at {i, j} and {G[j, i]:g} "
                         f"at {j, i}; a kernel gives one value for both orders")
    try:
        np.linalg.cholesky(G + len(G) * slack * np.eye(len(G)))   # far quicker than eigenvalues
    except np.linalg.LinAlgError:
        raise ValueError(f"{name} must be positive semi-definite, got the eigenvalue "
                         f"{smallest_eigenvalue(G):.3g}; such a matrix holds no scalar products, "
                         "and the dual problem has no single hill to climb") from None
    return G
