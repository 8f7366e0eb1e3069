"""Least squares and ridge regression, with one equation a feature or one a sample.

Legend: ``w`` (d,) weights, ``b`` intercept, ``lam`` the penalty λ.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_between, require_choice, require_finite
from coursekit.linear.triangular import solve_positive_definite


def require_samples(X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return X (n, d) and y (n,) as float arrays, refusing other shapes."""
    X, y = require_finite("X", X), require_finite("y", y)
    if X.ndim != 2 or y.shape != X.shape[:1] or X.size == 0:
        raise ValueError("X must have shape (n, d) and y shape (n,), with n and d at least 1, got "
                         f"{X.shape} and {y.shape}; a single feature is X[:, None]")
    return X, y


def ridge(X: ArrayLike, y: ArrayLike, lam: float = 0.0, *, form: str = "primal",
          intercept: bool = True) -> tuple[np.ndarray, float]:
    """Return w and b that minimise Σ (y_i - ⟨w, x_i⟩ - b)² + λ‖w‖²; λ = 0 is least squares.

    The intercept is free: features and y are centred first. Without it, b is 0.

    Parameters
    ----------
    X, y : array_like, shapes (n, d) and (n,)
    lam : float
        λ ≥ 0, in squared units of the features.
    form : {"primal", "dual"}
        One equation a feature, (XᵀX + λI) w = Xᵀy, or one a sample, w = Xᵀ(XXᵀ + λI)⁻¹y.
    intercept : bool

    Returns
    -------
    w : ndarray, shape (d,)
    b : float

    Raises
    ------
    ValueError
        If shapes do not fit, λ is negative, or the equations have no unique solution.

    References
    ----------
    A. Hoerl, R. Kennard (1970), *Ridge regression*.

    Examples
    --------
    >>> w, b = ridge([[1], [2], [3]], [2, 4, 9])
    >>> w, round(b, 9)
    (array([3.5]), -2.0)
    >>> w, b = ridge([[1], [2], [3]], [2, 4, 9], lam=2.0, form="dual")  # half the slope
    >>> w, round(b, 9)
    (array([1.75]), 1.5)
    """
    X, y = require_samples(X, y)
    lam = require_between("lam", lam, 0, np.finfo(float).max)
    require_choice("form", form, ["primal", "dual"])
    # Differences first: so a column that is constant becomes 0 exactly.
    centre = X[0] + (X - X[0]).mean(axis=0) if intercept else np.zeros(X.shape[1])
    mean = y.mean() if intercept else 0.0
    A, r = X - centre, y - mean
    gram = A.T @ A if form == "primal" else A @ A.T
    try:
        v = solve_positive_definite(gram + lam * np.eye(len(gram)),
                                    A.T @ r if form == "primal" else r)
    except ValueError as error:
        raise ValueError(f"the {form} equations have no unique solution with lam = {lam:g} "
                         f"({error}); give a larger lam, or take np.linalg.lstsq, which chooses "
                         "the shortest of all solutions") from None
    w = v if form == "primal" else A.T @ v
    return w, float(mean - centre @ w)
