"""Kernels of numeric samples: scalar products ⟨φ(x), φ(z)⟩ after a map φ.

Legend: ``X`` (n, d) and ``Z`` (m, d) samples, ``K`` (n, m) their kernel values, ``gamma``
γ = 1/(2σ²), the inverse squared width of the Gaussian, ``rate`` that of the Laplace kernels.
"""
from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular
from scipy.spatial.distance import cdist

from coursekit.checks import (
    require_between, require_choice, require_finite, require_squares, require_whole,
)


def linear(X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    """Return the scalar products ⟨x, z⟩, shape (n, m); ``Z`` defaults to ``X``."""
    X, Z = _samples(X, Z)
    return X @ Z.T


def cosine(X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    """Return ⟨x, z⟩ / (‖x‖ ‖z‖), the linear kernel of unit vectors; 0 where x or z is 0.

    >>> cosine(np.array([[1.0, 0.0]]), np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0. ]])
    """
    X, Z = map(_unit_vectors, _samples(X, Z))
    return X @ Z.T


def _unit_vectors(X: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(X, axis=1, keepdims=True)
    return X / np.where(length > 0, length, 1)


def polynomial(X: np.ndarray, Z: np.ndarray | None = None, *, degree: int = 3,
               gamma: float = 1.0, coef0: float = 0.0) -> np.ndarray:
    """Return (γ⟨x, z⟩ + coef0)^degree, shape (n, m).

    It is a kernel for γ > 0, coef0 ≥ 0 and a degree of 1, 2, …; other values raise an error.

    >>> polynomial(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]), degree=2, coef0=1)
    array([[144.]])
    """
    X, Z = _samples(X, Z)
    return from_products("poly", X @ Z.T, degree=degree, gamma=gamma, coef0=coef0)


def from_products(kernel: str, products: np.ndarray, *, degree: int = 3, gamma: float = 1.0,
                  coef0: float = 0.0) -> np.ndarray:
    """Return the kernel values for scalar products ⟨x, z⟩, for "rbf" for γ‖x - z‖²; overwrite them.

    >>> from_products("rbf", np.array([0.0, 0.5])).round(4)
    array([1.    , 0.6065])
    """
    require_choice("kernel", kernel, ("linear", "poly", "rbf"))
    if not isinstance(products, np.ndarray) or products.dtype.kind != "f":
        raise TypeError(f"products must be an array of floats, which is overwritten, got "
                        f"{type(products).__name__}; give np.array(products, dtype=float)")
    if kernel == "linear":
        return products
    if kernel == "rbf":
        np.maximum(products, 0, out=products)       # rounding may fall below 0
        return np.exp(np.negative(products, out=products), out=products)
    require_whole("degree", degree, 1)
    require_between("gamma", gamma, 0, np.inf, open_ends=True)
    require_between("coef0", require_finite("coef0", coef0), 0, np.inf)  # below 0: no kernel
    with np.errstate(over="ignore"):
        products *= gamma
        products += coef0
        np.power(products, degree, out=products)
    if not np.isfinite(products).all():
        raise ValueError(f"(γ⟨x, z⟩ + coef0)^degree is too large for a float at degree = {degree} "
                         f"and gamma = {gamma:g}; scale the features, or lower one of them")
    return products


def rbf(X: np.ndarray, Z: np.ndarray | None = None, *, gamma: float = 1.0) -> np.ndarray:
    """Return the Gaussian kernel exp(-γ‖x - z‖²), γ = 1/(2σ²), shape (n, m).

    To vary γ, keep ``D = squared_distances(X)`` and compute ``np.exp(-gamma * D)``.

    >>> rbf(np.array([[0.0], [1.0]]), gamma=0.5).round(4)
    array([[1.    , 0.6065],
           [0.6065, 1.    ]])
    """
    require_between("gamma", gamma, 0, np.inf, open_ends=True)
    return from_products("rbf", gamma * squared_distances(X, Z))


def gaussian(X: np.ndarray, Z: np.ndarray | None = None, *,
             covariance: float | np.ndarray = 1.0) -> np.ndarray:
    """Return exp(-½ (x - z)ᵀ Σ⁻¹ (x - z)), the Gaussian kernel of any shape, shape (n, m).

    The covariance Σ is a number σ² (then γ = 1/(2σ²)), d numbers, one variance per feature, or a
    positive definite matrix (d, d).

    >>> gaussian(np.array([[0.0, 0.0], [2.0, 1.0]]), covariance=[4.0, 1.0]).round(4)
    array([[1.    , 0.3679],
           [0.3679, 1.    ]])
    """
    X, Z = _samples(X, Z)
    d, covariance = X.shape[1], require_finite("covariance", covariance)
    if covariance.shape not in ((), (d,), (d, d)):
        raise ValueError(f"covariance must be a number, {d} variances or a matrix of shape "
                         f"{(d, d)}, got shape {covariance.shape}")
    matrix = covariance if covariance.ndim == 2 else np.diag(np.broadcast_to(covariance, d))
    if not np.array_equal(matrix, matrix.T) or np.linalg.eigvalsh(matrix).min(initial=1) <= 0:
        raise ValueError("covariance must be symmetric and positive definite; variances must "
                         "be above 0")
    root = np.linalg.cholesky(matrix)       # Σ = L Lᵀ; L⁻¹x has the same width in all directions
    return rbf(*(solve_triangular(root, A.T, lower=True).T for A in (X, Z)), gamma=0.5)


def laplace_l2(X: np.ndarray, Z: np.ndarray | None = None, *, rate: float = 1.0) -> np.ndarray:
    """Return the Euclidean Laplace kernel exp(-rate·‖x - z‖), shape (n, m).

    >>> laplace_l2(np.array([[0.0, 0.0]]), np.array([[0.6, 0.8]])).round(4)
    array([[0.3679]])
    """
    require_between("rate", rate, 0, np.inf, open_ends=True)
    return np.exp(-rate * cdist(*_samples(X, Z)))


def laplace_l1(X: np.ndarray, Z: np.ndarray | None = None, *, rate: float = 1.0) -> np.ndarray:
    """Return the Laplace kernel exp(-rate·Σ|x_k - z_k|) of the 1-norm, shape (n, m).

    This is scikit-learn's ``laplacian_kernel``; along an axis both Laplace kernels agree.

    >>> laplace_l1(np.array([[0.0, 0.0]]), np.array([[0.6, 0.8]])).round(4)
    array([[0.2466]])
    """
    require_between("rate", rate, 0, np.inf, open_ends=True)
    return np.exp(-rate * cdist(*_samples(X, Z), "cityblock"))


def squared_distances(X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    """Return ‖x - z‖², shape (n, m), never negative, and 0 between a sample and itself."""
    return cdist(*_samples(X, Z), "sqeuclidean")


def _samples(X, Z) -> tuple[np.ndarray, np.ndarray]:
    """Validate X and Z, and return both; Z defaults to X."""
    X = _table("X", X)
    Z = X if Z is None else _table("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"X and Z must have the same features, got {X.shape[1]} and "
                         f"{Z.shape[1]} columns")
    return X, Z


def _table(name: str, X) -> np.ndarray:
    X = require_squares(name, X)
    if X.ndim != 2:
        raise ValueError(f"{name} must have shape (samples, features), got {X.shape}; "
                         "one row per sample")
    return X
