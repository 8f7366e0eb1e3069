"""Least squares and ridge regression, with one equation per feature or one per sample.

Legend: ``w`` (d,) weights, ``b`` intercept, ``lam`` the penalty λ.
"""
from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgWarning

from coursekit.checks import require_between, require_choice, require_squares
from coursekit.linear.triangular import solve_positive_definite

MAX_CONDITION_NUMBER = 1e8      # above it, w loses about half of its 16 digits


def require_samples(X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return X (n, d) and y (n,) as float arrays; raise a ValueError for other shapes."""
    X, y = require_squares("X", X), require_squares("y", y)
    if X.ndim != 2 or y.shape != X.shape[:1] or X.size == 0:
        raise ValueError("X must have shape (n, d) and y shape (n,), with n and d at least 1, got "
                         f"{X.shape} and {y.shape}; a single feature is X[:, None]")
    return X, y


def ridge(X: ArrayLike, y: ArrayLike, lam: float = 0.0, *, form: str = "primal",
          intercept: bool = True) -> tuple[np.ndarray, float]:
    """Return w and b that minimise Σ (y_i - ⟨w, x_i⟩ - b)² + λ‖w‖²; λ = 0 is least squares.

    The intercept is not penalised: features and y are centred first. Without it, b is 0.

    ``X``, ``y`` (n, d) and (n,).
    ``lam``: λ ≥ 0, in squared units of the features.
    ``form`` {"primal", "dual"}: one equation per feature, (XᵀX + λI) w = Xᵀy, or one per sample, w
        = Xᵀ(XXᵀ + λI)⁻¹y.

    Returns ``w`` (d,) and ``b``.

    Raises ValueError if shapes do not match, λ is negative, or the equations have no unique
    solution.

    Warns with a scipy.linalg.LinAlgWarning if rounding may cost half of the digits of w; it gives
    the equations' condition number. With more samples than features that of the dual is (σ² + λ)/λ,
    where σ is the largest singular value of the centred X: there a tiny λ costs digits that the
    primal keeps.

    Source: A. Hoerl, R. Kennard (1970), *Ridge regression*.

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
    M = gram + lam * np.eye(len(gram))
    try:
        v = solve_positive_definite(M, A.T @ r if form == "primal" else r)
    except ValueError as error:
        raise ValueError(f"the {form} equations have no unique solution with lam = {lam:g} "
                         f"({error}); give a larger lam, or take np.linalg.lstsq, which chooses "
                         "the shortest of all solutions") from None
    _warn_of_lost_digits(M, A, lam, form, intercept)
    w = v if form == "primal" else A.T @ v
    return w, float(mean - centre @ w)


def _warn_of_lost_digits(M: np.ndarray, A: np.ndarray, lam: float, form: str,
                         intercept: bool) -> None:
    """Warn if the equations with the matrix M are ill-conditioned."""
    if form == "primal":
        unit = np.sqrt(np.diag(M))      # Cholesky's method loses no digits to units
        values = np.linalg.eigvalsh(M / unit / unit[:, None])
    else:
        # Skip the eigenvalue λ of (1, ..., 1): centred targets have no component along it.
        values = np.zeros(max(1, len(A) - bool(intercept)))
        found = np.linalg.svd(A, compute_uv=False)[:len(values)] ** 2
        values[:len(found)] = found
        values = np.sort(values) + lam
    condition = float(values[-1] / max(values[0], 1e-16 * values[-1]))
    if condition > MAX_CONDITION_NUMBER:
        fewer = "primal" if len(A) > A.shape[1] else "dual"
        way = f'take form="{fewer}"' if form != fewer else "give a larger lam"
        warnings.warn(f"the {form} equations with lam = {lam:g} have the condition number "
                      f"{condition:.1e}, so that rounding may cost {np.log10(condition):.0f} of "
                      f"the 16 digits of w; {way}", LinAlgWarning, stacklevel=3)
