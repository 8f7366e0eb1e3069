"""Logistic curves, fitted by least squares of the logits, or by maximum likelihood.

Legend: ``w`` (d,) weights, ``b`` intercept, ``p`` probabilities of label 1, ``v`` = (w, b),
``Z`` samples with a column of ones, ``t`` targets.
"""
from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog
from scipy.special import expit, log_expit, logit
from sklearn.exceptions import ConvergenceWarning

from coursekit.checks import require_between, require_whole
from coursekit.labels import require_labels
from coursekit.linear.ridge import require_samples, ridge
from coursekit.linear.triangular import solve_positive_definite
from coursekit.threads import one_blas_thread


def logit_fit(X: ArrayLike, y: ArrayLike, y_max: float = 1.0) -> tuple[np.ndarray, float]:
    """Fit y = y_max / (1 + exp(-⟨w, x⟩ - b)) by least squares of the logits ln(y / (y_max - y)).

    It is fast, but minimises the errors of the logits, not those of y.

    ``X``, ``y`` (n, d) and (n,): all y strictly between 0 and y_max.
    ``y_max``: the capacity, in units of y.

    Returns ``w`` (d,) and ``b``.

    Raises ValueError if a y has no logit, or ``ridge`` with λ = 0 raises an error.

    >>> w, b = logit_fit([[1], [2], [3], [4], [5]], [0.4, 1, 3, 5, 5.6], y_max=6)
    >>> w.round(4), round(b, 4)
    (array([1.3775]), -4.1325)
    """
    X, y = require_samples(X, y)
    y_max = require_between("y_max", y_max, 0, np.inf, open_ends=True)
    outside = np.sum((y <= 0) | (y >= y_max))
    if outside:
        raise ValueError(f"y must lie strictly between 0 and y_max = {y_max:g}, and {outside} of "
                         f"{len(y)} values do not: they have no logit. Fit labels 0 and 1 with "
                         "logistic_regression")
    return ridge(X, logit(y / y_max))


def logistic_regression(X: ArrayLike, y: ArrayLike, lam: float = 0.0, *, tol: float = 1e-10,
                        max_iter: int = 100) -> tuple[np.ndarray, float]:
    """Return the maximum likelihood w and b of Pr(y = 1) = 1/(1 + exp(-⟨w, x⟩ - b)).

    Newton's method on the log-likelihood minus λ/2 ‖w‖²; a step that lowers it is halved.

    ``X``, ``y`` (n, d) and (n,): labels 0 and 1, both present.
    ``lam``: λ ≥ 0; 1/λ is the C of scikit-learn.
    ``tol``: stop after a step that promised to raise the log-likelihood by less than this per
        sample.
    ``max_iter``: stop after this many steps with a ConvergenceWarning.

    Returns ``w`` (d,) and ``b``.

    Raises ValueError if there is no unique maximum: λ = 0, and a hyperplane separates the labels
    (samples on it allowed) or columns are dependent.

    Source: A. Albert, J. Anderson (1984), *On the existence of maximum likelihood estimates*.

    >>> w, b = logistic_regression([[0], [0], [0], [1], [1], [1]], [0, 0, 1, 0, 1, 1])
    >>> w.round(4), round(b, 4)                         # odds 1/2 at 0, and 2 at 1
    (array([1.3863]), -0.6931)
    """
    y = require_labels(y)
    if set(y.tolist()) != {0, 1}:
        raise ValueError(f"y must hold the labels 0 and 1, both of them, got "
                         f"{np.unique(y)[:5].tolist()}; for text, (y == 'yes').astype(int)")
    X, y = require_samples(X, y)
    lam = require_between("lam", lam, 0, np.finfo(float).max)
    tol = require_between("tol", tol, 0, np.inf)
    max_iter = require_whole("max_iter", max_iter, 1)
    if lam == 0 and _separable(X, y):
        raise ValueError("a hyperplane separates the labels, so the likelihood has no maximum: "
                         "steeper is always better; give lam > 0")
    Z = np.column_stack([X, np.ones(len(X))])
    try:
        v, missing = maximise_likelihood(Z, y, np.zeros(Z.shape[1]),
                                         lam * np.r_[np.ones(X.shape[1]), 0],
                                         tol=tol, max_iter=max_iter)
    except ValueError as error:
        raise ValueError(f"the columns of X and the ones are linearly dependent, or nearly so "
                         f"({error}); give a larger lam, or leave columns out") from None
    if missing:
        warnings.warn(f"logistic_regression stopped after max_iter = {max_iter} steps, the last of "
                      f"which promised a rise of {missing:.2g}", ConvergenceWarning, stacklevel=2)
    return v[:-1], float(v[-1])


@one_blas_thread()
def maximise_likelihood(Z: np.ndarray, t: np.ndarray, v: np.ndarray, penalty: np.ndarray, *,
                        tol: float = 1e-10, max_iter: int = 100) -> tuple[np.ndarray, float]:
    """Return the maximiser of Σ t ln p + (1 - t) ln(1 - p) - ½ Σ penalty·v², p = 1/(1 + exp(-Z v)).

    Newton's method starting at ``v`` (d,): each step goes to the top of the local quadratic model,
    and is halved until it does not go down. The targets ``t`` (n,) lie in [0, 1]. The second value
    is the rise promised by the last step if ``max_iter`` was reached, else 0.
    """
    def value(v: np.ndarray) -> float:
        z = Z @ v
        return float((t * log_expit(z) + (1 - t) * log_expit(-z)).sum() - penalty @ v**2 / 2)

    promise = np.inf
    for _ in range(max_iter):
        p = expit(Z @ v)
        slope = Z.T @ (t - p) - penalty * v
        step = solve_positive_definite((Z.T * (p * (1 - p))) @ Z + np.diag(penalty), slope)
        promise = slope @ step          # twice the rise of the parabola, whatever the units of Z
        if promise <= tol * len(t):
            return v + step, 0.0
        while value(v + step) < value(v):
            step = step / 2
        v = v + step
    return v, promise / 2


def _separable(X: np.ndarray, y: np.ndarray) -> bool:
    """Return whether some hyperplane has no sample on its wrong side, and one off it."""
    span = np.ptp(X, axis=0)
    scaled = (X - X.mean(axis=0)) / np.where(span > 0, span, 1)
    rows = np.where(y == 1, 1, -1)[:, None] * np.column_stack([scaled, np.ones(len(X))])
    found = linprog(-rows.sum(axis=0), A_ub=np.vstack([-rows, rows]),
                    b_ub=np.repeat([0, 1], len(X)), bounds=(None, None))
    return found.status == 0 and found.fun < -0.5       # it is 0, or at most -1
