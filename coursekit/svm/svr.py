"""Support vector regression as an estimator, with a certificate of its optimum.

Legend: ``epsilon`` half-width of the tube, ``xi`` ξ = max(0, |y - f| - ε) slack, ``C`` penalty.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import _check_sample_weight

from coursekit.checks import require_between, require_choice, require_squares
from coursekit.svm.fast import solve_fast
from coursekit.svm.machine import KernelMachine, validated
from coursekit.svm.smo import solve_smo
from coursekit.svm.tube import TubeProblem

SOLVERS = {"fast": solve_fast, "smo": solve_smo}


class SVR(RegressorMixin, KernelMachine):
    """Support vector regression: the flattest curve, where errors up to ε cost nothing.

    Minimises ½‖w‖² + C·Σ ξ_i with ξ_i = max(0, |y_i - f(x_i)| - ε), or ½‖w‖² + ½C·Σ ξ_i²; b is
    not penalised.

    ``C``: penalty of slack, positive and finite. Suppose some curve's tube holds all samples: with
        linear slack, so does the solution's once C reaches the largest |β_i| of the flattest one.
    ``epsilon``: half-width ε of the tube, at least 0, in units of y.
    ``slack`` {"linear", "squared"}: C·ξ, as in scikit-learn, or ½C·ξ²; with ε = 0 the latter is
        `kernel_ridge` at λ = 1/C.
    ``kernel`` {"rbf", "linear", "poly", "precomputed"} or callable: a callable takes ``(X, Z)`` and
        returns K; "precomputed" takes K in place of X.
    ``degree``, ``gamma``, ``coef0`` (int, {"scale", "auto"} or float, float): kernel parameters,
        see `coursekit.kernels`.
    ``tol``: stop when the KKT gap, in units of y, is at most this.
    ``max_iter``: largest number of steps; if they do not suffice, a warning gives the remaining
        gap.
    ``solver`` {"fast", "smo"}: "smo" is written to be read, "fast" to be used; see `solve_smo`,
        `solve_fast`.

    Attributes
    ----------
    beta_ : ndarray, shape (n,)
        β = α - α* of all training samples: positive above the curve, negative below, 0 inside the
        tube.
    support_ : ndarray, shape (n_support,)
        Indices of the samples with β ≠ 0: on the border of the tube, or outside.
    support_vectors_ : ndarray, shape (n_support, d)
        Those samples; with a precomputed kernel, empty.
    dual_coef_ : ndarray, shape (1, n_support)
        Their β.
    intercept_ : ndarray, shape (1,)
        b, the middle of ``intercept_interval_``.
    intercept_interval_ : tuple of float
        The smallest and the largest optimal b, to the solver's tolerance.
    coef_ : ndarray, shape (1, d)
        w = Σ β_i x_i, for the linear kernel only.
    gamma_ : float
        γ as a number.
    dual_objective_, kkt_gap_, duality_gap_, n_iter_ : float, float, float, int
        The certificate: W(β), m - M, primal minus dual value, steps.
    solution_ : Solution
        The solver's full result, for the samples of positive weight: α, then α*.

    Raises ValueError or TypeError if C ≤ 0, ε < 0, the kernel is unknown, a precomputed K is not
    symmetric and positive semi-definite, and the like.

    Warns with a ConvergenceWarning if the optimum is not certified; the model is usable.

    Source: V. Vapnik (1995), *The nature of statistical learning theory*; A. Smola, B. Schölkopf
    (2004), *A tutorial on support vector regression*.

    Examples
    --------
    The flattest line within ±1 of three points rises by 1 per step, not by 2.

    >>> model = SVR(C=10, epsilon=1.0, kernel="linear").fit([[0], [1], [2]], [0, 2, 4])
    >>> model.coef_.round(6), model.intercept_.round(6), model.support_
    (array([[1.]]), array([1.]), array([0, 2]))
    """

    def __init__(self, C: float = 1.0, *, epsilon: float = 0.1, slack: str = "linear",
                 kernel: str | Callable = "rbf", degree: int = 3, gamma: str | float = "scale",
                 coef0: float = 0.0, tol: float = 1e-3, max_iter: int = 100_000,
                 solver: str = "fast"):
        self.C = C
        self.epsilon = epsilon
        self.slack = slack
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.solver = solver

    def fit(self, X, y, sample_weight=None) -> SVR:
        """Fit the curve.

        ``X`` (n, d); (n, n) if the kernel is precomputed.
        ``y`` (n,): numbers.
        ``sample_weight`` (n,): weight 2 is the same as having the sample twice; weight 0, as
            leaving it out.
        """
        self._check_parameters()
        X, y = validated(self, X, y=y, y_numeric=True)
        y = require_squares("y", y)
        weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        kept = np.flatnonzero(weight > 0)
        if not kept.size:
            raise ValueError("sample_weight must contain at least one non-zero number, got "
                             f"{len(weight)} zeros; without samples there is no curve")
        weight = weight[kept]
        level = float(np.average(y[kept], weights=weight))
        G = self._gram(X, kept, weight)
        problem = TubeProblem(G, y[kept] - level, self.C * weight, self.epsilon,
                              squared=self.slack == "squared")
        found = SOLVERS[self.solver](problem, tol=self.tol, max_iter=self.max_iter)
        above, below = found.alpha.reshape(2, -1)
        self.solution_, self.beta_ = found, np.zeros(len(X))
        self.beta_[kept] = above - below
        b = found.b + level - float((above - below) @ G.shifts)
        self._store_solution(X, self.beta_, b)
        half = max(0.0, -found.gap / 2)
        self.intercept_interval_ = (b - half, b + half)
        return self

    def _check_parameters(self) -> None:
        super()._check_parameters()
        require_between("C", self.C, 0, np.inf, open_ends=True)
        if not require_between("epsilon", self.epsilon, 0, np.inf) < np.inf:
            raise ValueError("epsilon must be finite, got inf; half the range of y makes the "
                             "curve flat already")
        require_choice("slack", self.slack, ("linear", "squared"))
        require_choice("solver", self.solver, SOLVERS)

    def predict(self, X) -> np.ndarray:
        """Return f(x) for each row of X, shape (m,); precomputed: rows of k(x, x_i), (m, n)."""
        return self._decide(X)

    def _summary(self) -> str:
        return f"ε = {self.epsilon:g}: {self._certificate(len(self.beta_))}"
