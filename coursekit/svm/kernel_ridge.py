"""Ridge regression with a kernel and an intercept that is not penalised.

    minimise  Σ (y_i - f(x_i))² + λ‖w‖²  with  f(x) = Σ β_i K(x_i, x) + b

Stationarity in w gives (K + λI)·β + b = y, stationarity in b gives Σ β = 0: one linear system.

Legend: ``K`` (n, n) Gram matrix, ``y`` (n,) targets, ``lam`` λ, ``beta`` (n,) coefficients.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coursekit.checks import require_between
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.regressor import KernelRegressor


def kernel_ridge(K: np.ndarray, y: np.ndarray, lam: float) -> tuple[np.ndarray, float]:
    """Return (beta, b) of ridge regression with a free intercept.

    Parameters
    ----------
    K : ndarray, shape (n, n)
        Gram matrix.
    y : ndarray, shape (n,)
        Targets.
    lam : float or ndarray, shape (n,)
        λ > 0; one a sample is λ divided by its weight.

    Examples
    --------
    >>> beta, b = kernel_ridge(np.zeros((2, 2)), np.array([1.0, 3.0]), lam=1.0)
    >>> beta.round(6), round(b, 6)
    (array([-1.,  1.]), 2.0)
    """
    n = len(y)
    bordered = np.ones((n + 1, n + 1))
    bordered[:n, :n] = K + lam * np.eye(n)
    bordered[n, n] = 0
    solved = np.linalg.solve(bordered, np.append(y, 0))
    return solved[:n], float(solved[n])


class KernelRidge(KernelRegressor):
    """Kernel ridge regression whose intercept is left free.

    scikit-learn's estimator of this name has no intercept; with a linear kernel this one is its
    ``Ridge``.

    Parameters
    ----------
    alpha : float
        λ, positive: the weight of ‖w‖² against the squared errors.
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        A callable takes ``(X, Z)`` and returns K; "precomputed" takes K in the place of X.
    degree, gamma, coef0 : int, {"scale", "auto"} or float, float
        Of the kernel, see `coursekit.kernels`.

    Attributes
    ----------
    beta_ : ndarray, shape (n,)
        (y_i - f(x_i))/λ, so 0 only where the curve meets y.
    support_, support_vectors_, dual_coef_, intercept_, coef_, gamma_
        As in `SVR`.

    Raises
    ------
    ValueError, TypeError
        For λ ≤ 0, an unknown kernel, a precomputed K that is not symmetric and positive
        semi-definite, and the like.

    Examples
    --------
    >>> model = KernelRidge(alpha=1.0, kernel="linear").fit([[0], [2]], [0, 3])
    >>> model.coef_.round(6), model.intercept_.round(6)
    (array([[1.]]), array([0.5]))
    """

    def __init__(self, alpha: float = 1.0, *, kernel: str | Callable = "rbf", degree: int = 3,
                 gamma: str | float = "scale", coef0: float = 0.0):
        self.alpha = alpha
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0

    def _check_parameters(self) -> None:
        super()._check_parameters()
        require_between("alpha", self.alpha, 0, np.inf, open_ends=True)

    def _solve(self, G: DenseGram | LazyGram, y: np.ndarray,
               weight: np.ndarray) -> tuple[np.ndarray, float]:
        return kernel_ridge(G.to_array(), y, self.alpha / weight)

    def _summary(self) -> str:
        norm = float(np.abs(self.dual_coef_).max(initial=0))
        return (f"λ = {self.alpha:g}: {len(self.support_)} coefficients, the largest "
                f"{norm:.4g}, b = {self.intercept_[0]:.4g}")
