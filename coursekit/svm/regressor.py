"""What the regressions with a kernel share: checks, kernel values, prediction.

Legend: ``X`` (n, d) samples, ``y`` (n,) targets, ``beta`` (n,) coefficients with Σ β = 0, ``b``
intercept, f(x) = Σ β_i K(x_i, x) + b.
"""
from __future__ import annotations

import html
from abc import ABC, abstractmethod

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from coursekit.checks import require_choice, require_finite
from coursekit.kernels import gram, require_psd, resolve_gamma
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.svc import PROBED, LinearWeights, _validated

KERNELS = ("rbf", "linear", "poly", "precomputed")
PARAMS = {"rbf": ("gamma",), "poly": ("gamma", "degree", "coef0")}


class KernelRegressor(LinearWeights, RegressorMixin, BaseEstimator, ABC):
    """Base of the estimators whose curve is Σ β_i K(x_i, x) + b with an intercept left free."""

    def fit(self, X, y, sample_weight=None) -> KernelRegressor:
        """Fit the curve.

        Parameters
        ----------
        X : array_like or DataFrame, shape (n, d); (n, n) if the kernel is precomputed
        y : array_like, shape (n,)
            Numbers.
        sample_weight : array_like, shape (n,), optional
            Weight 2 is the same as the sample twice; 0, as if it were not there.
        """
        self._check_parameters()
        X, y = _validated(self, X, y=y, y_numeric=True)
        y = require_finite("y", y)
        weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        kept = np.flatnonzero(weight > 0)
        if not kept.size:
            raise ValueError("sample_weight must contain at least one non-zero number, got "
                             f"{len(weight)} zeros; without samples there is no curve")
        level = float(np.average(y[kept], weights=weight[kept]))
        G = self._gram(X, kept, weight[kept])
        beta = np.zeros(len(X))
        beta[kept], b = self._solve(G, y[kept] - level, weight[kept])
        self._store_solution(X, beta, b + level)
        return self

    @abstractmethod
    def _solve(self, G: DenseGram | LazyGram, y: np.ndarray,
               weight: np.ndarray) -> tuple[np.ndarray, float]:
        """Return (beta, b) of the samples with weight, whose mean target is 0."""

    def _check_parameters(self) -> None:
        if not callable(self.kernel):
            require_choice("kernel", self.kernel, KERNELS)

    def _gram(self, X: np.ndarray, kept: np.ndarray, weight: np.ndarray) -> DenseGram | LazyGram:
        """Return the Gram matrix of the samples with weight.

        As Σ β = 0, the linear kernel may see samples moved to their mean: only b changes, and far
        from the origin the products keep their digits.
        """
        self._centre = 0.0
        if self.kernel == "precomputed":
            self.gamma_ = np.nan
            return DenseGram(require_psd("K", X)[np.ix_(kept, kept)])
        self.gamma_ = resolve_gamma(self.gamma, X[kept], weight)
        if callable(self.kernel):
            require_psd("kernel values", gram(self.kernel, X[kept[:PROBED]]))
        if self.kernel == "linear":
            self._centre = X[kept].mean(axis=0)
        return LazyGram(X[kept] - self._centre, self.kernel, **self._kernel_params())

    def _kernel_params(self) -> dict[str, float]:
        values = {"gamma": self.gamma_, "degree": self.degree, "coef0": self.coef0}
        wanted = () if callable(self.kernel) else PARAMS.get(self.kernel, ())
        return {name: values[name] for name in wanted}

    def _store_solution(self, X: np.ndarray, beta: np.ndarray, b: float) -> None:
        """Store what was learned under scikit-learn's names; b is that of the moved samples."""
        self.beta_, self.support_ = beta, np.flatnonzero(beta)
        self.dual_coef_ = beta[self.support_][None, :]
        self.support_vectors_ = X[self.support_] if self.kernel != "precomputed" \
            else np.empty((0, 0))
        self._level = b
        shift = float(self.coef_[0] @ self._centre) if self.kernel == "linear" else 0.0
        self.intercept_ = np.array([b - shift])

    def predict(self, X) -> np.ndarray:
        """Return f(x) for each row of X, shape (m,); precomputed: rows of k(x, x_i), (m, n)."""
        check_is_fitted(self)
        X = _validated(self, X, reset=False)
        if self.kernel == "linear":
            return (X - self._centre) @ self.coef_[0] + self._level
        K = X[:, self.support_] if self.kernel == "precomputed" \
            else gram(self.kernel, X, self.support_vectors_, **self._kernel_params())
        return K @ self.dual_coef_[0] + self._level

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    @abstractmethod
    def _summary(self) -> str:
        """Return in one line what was fitted."""

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        call = super().__repr__(N_CHAR_MAX)
        return f"{call}\n  {self._summary()}" if hasattr(self, "support_") else call

    def _html_repr(self) -> str:
        if not hasattr(self, "support_"):
            return super()._html_repr()
        return f"<pre>{html.escape(repr(self))}</pre>"
