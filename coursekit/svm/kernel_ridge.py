"""Kernel ridge regression with an intercept that is not penalised.

    minimise  Σ (y_i - f(x_i))² + λ‖w‖²  with  f(x) = Σ β_i K(x_i, x) + b

Stationarity in w gives (K + λI)·β + b = y, stationarity in b gives Σ β = 0: one linear system.

Legend: ``K`` (n, n) Gram matrix, ``y`` (n,) targets, ``lam`` λ, ``beta`` (n,) coefficients.
"""
from __future__ import annotations

import numpy as np

from coursekit.checks import require_between, require_squares
from coursekit.kernels import require_psd


def kernel_ridge(K: np.ndarray, y: np.ndarray, lam: float) -> tuple[np.ndarray, float]:
    """Return (beta, b) of kernel ridge regression with an unpenalised intercept.

    ``K`` (n, n): Gram matrix.
    ``y`` (n,): targets.
    ``lam``: λ > 0.

    Raises ValueError or TypeError if K is not symmetric and positive semi-definite, y has the wrong
    length, or λ is not positive and finite.

    >>> beta, b = kernel_ridge(np.zeros((2, 2)), np.array([1.0, 3.0]), lam=1.0)
    >>> beta.round(6), round(b, 6)
    (array([-1.,  1.]), 2.0)
    """
    K, y = require_psd("K", K), require_squares("y", y)
    lam = require_between("lam", lam, 0, np.finfo(float).max, open_ends=True)
    if y.shape != (len(K),) or not len(K):
        raise ValueError(f"y must hold one target for each of the {len(K)} samples of K, and at "
                         f"least one, got shape {y.shape}")
    n = len(y)
    bordered = np.ones((n + 1, n + 1))
    bordered[:n, :n] = K + lam * np.eye(n)
    bordered[n, n] = 0
    solved = np.linalg.solve(bordered, np.append(y, 0))
    return solved[:n], float(solved[n])
