"""The base of all kernel machines: checks, kernel values, decision values, and their display.

Legend: ``X`` (n, d) samples, ``beta`` (n,) coefficients, which are α·y or α - α*, ``b`` intercept,
f(x) = Σ β_i K(x_i, x) + b decision values.
"""
from __future__ import annotations

import html
from abc import ABC, abstractmethod

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from coursekit.checks import (
    refuse_no_numbers, require_choice, require_finite, require_squares, require_whole, to_pandas,
)
from coursekit.kernels import gram, require_psd, resolve_gamma
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.threads import one_blas_thread

KERNEL_PARAMS = {"rbf": ("gamma",), "linear": (), "poly": ("gamma", "degree", "coef0"),
                 "precomputed": ()}
MAX_PSD_TEST_SAMPLES = 200      # on these, a callable kernel is tested for negative eigenvalues


class KernelMachine(BaseEstimator, ABC):
    """Base of the estimators with decision values f(x) = Σ β_i K(x_i, x) + b."""

    def _check_parameters(self) -> None:
        require_whole("max_iter", self.max_iter, 1)
        if not callable(self.kernel):
            require_choice("kernel", self.kernel, KERNEL_PARAMS)

    @one_blas_thread()
    def _gram(self, X: np.ndarray, kept: np.ndarray, weight: np.ndarray | None = None, *,
              centred: bool = True) -> DenseGram | LazyGram:
        """Resolve γ, and return the Gram matrix of the samples in ``kept``."""
        if self.kernel == "precomputed":
            self.gamma_ = np.nan
            return DenseGram(require_psd("K", X)[np.ix_(kept, kept)])
        self.gamma_ = resolve_gamma(self.gamma, X[kept], weight)
        if callable(self.kernel):
            require_psd("kernel values", gram(self.kernel, X[kept[:MAX_PSD_TEST_SAMPLES]]))
        return LazyGram(X[kept], self.kernel, centred=centred, **self._kernel_params())

    def _kernel_params(self) -> dict[str, float]:
        values = {"gamma": self.gamma_, "degree": self.degree, "coef0": self.coef0}
        return {} if callable(self.kernel) else {k: values[k] for k in KERNEL_PARAMS[self.kernel]}

    def _store_solution(self, X: np.ndarray, beta: np.ndarray, b: float, *,
                        balanced: bool = True) -> None:
        """Store ``solution_`` under scikit-learn's names; ``balanced`` says that Σ β = 0."""
        self.support_ = np.flatnonzero(beta)
        self.dual_coef_ = beta[self.support_][None, :]
        self.support_vectors_ = X[self.support_] if self.kernel != "precomputed" \
            else np.empty((0, 0))
        self.intercept_ = np.array([b])
        # As Σ β = 0, w is the same sum over centred samples, which keeps its digits far away.
        moved = self.kernel == "linear" and balanced and len(self.support_)
        self._centre = self.support_vectors_.mean(axis=0) if moved else np.zeros(X.shape[1])
        found = self.solution_
        self.dual_objective_, self.kkt_gap_ = found.objective, found.gap
        self.duality_gap_, self.n_iter_ = found.duality_gap, max(1, found.n_iter)

    @property
    def coef_(self) -> np.ndarray:
        """Weights w = Σ β_i x_i of the linear kernel, (1, d); for a classifier β_i = α_i y_i."""
        if self.kernel != "linear":
            raise AttributeError(f"coef_ exists only for the linear kernel, this one is "
                                 f"{self.kernel!r}: its weights live in feature space")
        return self.dual_coef_ @ (self.support_vectors_ - self._centre)

    def _decide(self, X) -> np.ndarray:
        """Return f(x) for each row of X, shape (m,)."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        if self.kernel == "linear":
            w = self.coef_[0]
            return (X - self._centre) @ w + (self.intercept_[0] + np.dot(w, self._centre))
        return self._values(X) @ self.dual_coef_[0] + self.intercept_[0]

    def _values(self, X: np.ndarray) -> np.ndarray:
        """Return kernel values between checked samples and the support vectors."""
        if self.kernel == "precomputed":
            return X[:, self.support_]
        return gram(self.kernel, X, self.support_vectors_, **self._kernel_params())

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        call = super().__repr__(N_CHAR_MAX)
        return f"{call}\n  {self._summary()}" if hasattr(self, "n_iter_") else call

    def _html_repr(self) -> str:
        if not hasattr(self, "n_iter_"):
            return super()._html_repr()
        return f"<pre>{html.escape(repr(self))}</pre>"

    @abstractmethod
    def _summary(self) -> str:
        """Return one line about the fitted model, ending in `_certificate`."""

    def _certificate(self, n: int) -> str:
        found, support = self.solution_, len(self.support_)
        at_C = int(np.sum(found.alpha == found.C))
        verdict = "converged" if found.converged else "NOT converged"
        return (f"{support} support vectors of {n} samples ({support - at_C} free, {at_C} at C), "
                f"b = {self.intercept_[0]:.4g}, W = {found.objective:.6g}; {verdict} in "
                f"{self.n_iter_} steps, KKT gap {found.gap:.2g}, duality gap "
                f"{found.duality_gap:.2g}")


def validated(model: BaseEstimator, X, **options) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
    """Return what `validate_data` returns, with the course's own errors for non-numbers."""
    X = to_pandas(X)
    refuse_no_numbers("X", X)
    if options.get("y_numeric"):
        refuse_no_numbers("y", options["y"])
    try:
        checked = validate_data(model, X, dtype=np.float64, **options)
    except (TypeError, ValueError) as error:
        if any(said in str(error) for said in ("could not convert", "NAType", "NaTType")):
            require_finite("X", X)
        y = options.get("y")
        if options.get("y_numeric") and y is not None and np.asarray(y).dtype == object:
            require_finite("y", y)
        raise
    require_squares("X", checked[0] if isinstance(checked, tuple) else checked)
    return checked
