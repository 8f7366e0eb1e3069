"""The support vector machine as an estimator: data in, certificate out.

Legend: ``X`` (n, d) samples, ``y`` labels, ``C`` penalty, ``alpha`` multipliers, ``b`` intercept,
``K`` kernel values, f = K·(α·y) + b decision values.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from numbers import Real

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _check_sample_weight

from coursekit.checks import require_choice
from coursekit.labels import LabelReader, require_labels
from coursekit.svm.dual import DualProblem
from coursekit.svm.fast import solve_fast
from coursekit.svm.gram import DenseGram
from coursekit.svm.gram_path import GramPath
from coursekit.svm.interior import solve_interior_point
from coursekit.svm.machine import KernelMachine, validated
from coursekit.svm.qp import solve_qp
from coursekit.svm.smo import SELECTIONS, solve_smo
from coursekit.svm.solution import Solution
from coursekit.svm.sor import solve_sor

SOLVERS = {"fast": solve_fast, "smo": solve_smo, "interior": solve_interior_point,
           "qp": solve_qp, "sor": solve_sor}
MIN_SAMPLES_INTERIOR = 1000     # from here on "auto" uses "interior" for linear kernels


class SVC(LabelReader, KernelMachine):
    """A support vector classifier for two classes, with a certificate of its optimum.

    Maximises the dual W(α) under 0 ≤ α_i ≤ C·weight_i and Σ α_i y_i = 0, and predicts the
    second class where f(x) = Σ α_i y_i K(x_i, x) + b is above 0, else the first.

    ``C``: penalty of slack, positive; ``np.inf`` is the hard margin, for separable classes only.
    ``kernel`` {"rbf", "linear", "poly", "precomputed"} or callable: a callable takes ``(X, Z)`` and
        returns K; "precomputed" takes K in place of X.
    ``degree``, ``gamma``, ``coef0`` (int, {"scale", "auto"} or float, float): kernel parameters,
        see `coursekit.kernels`.
    ``tol``: stop when the KKT gap m - M, including rounding, is at most this.
    ``max_iter``: largest number of steps; if they do not suffice, a warning gives the remaining
        gap.
    ``class_weight``: a dict of factors of C, one per class, or "balanced", which gives both classes
        the same total weight. They change the penalty and not, as sample weights do, γ.
    ``solver`` {"auto", "fast", "smo", "interior", "qp", "sor"}: "smo" is written to be read, "fast"
        to be used; "interior" solves linear kernels in the weights; "qp" calls Clarabel; "sor"
        solves the variant that also penalises the intercept. "auto" is "interior" for linear
        kernels on many samples with finite C, else "fast".
    ``selection`` {"second", "first"}: how "smo" chooses its pairs.
    ``warm_start``: start from the last solution if the labels are the same, scaled by the change of
        C.
    ``trace``: record the steps of "smo" or the sweeps of "sor" in ``trace_``.
    ``random_state``: accepted as in scikit-learn's SVC, without effect: no solver is random.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        Labels in sorted order; y = +1 stands for the second.
    alpha_ : ndarray, shape (n,)
        Multipliers of all training samples, 0 for those of weight 0.
    support_ : ndarray, shape (n_support,)
        Indices of the samples with α > 0.
    support_vectors_ : ndarray, shape (n_support, d)
        Those samples; with a precomputed kernel, empty.
    dual_coef_ : ndarray, shape (1, n_support)
        α_i y_i: positive for samples of ``classes_[1]``, negative for those of ``classes_[0]``.
    intercept_ : ndarray, shape (1,)
        b, the mean of y - K·(α·y) over the free samples 0 < α < C; without any, the middle of the
        interval that the KKT conditions allow.
    coef_ : ndarray, shape (1, d)
        w = Σ α_i y_i x_i, for the linear kernel only.
    gamma_ : float
        γ as a number.
    dual_objective_, kkt_gap_, duality_gap_, n_iter_ : float, float, float, int
        The certificate: W(α), m - M, primal minus dual value, steps.
    trace_ : tuple
        Records, if ``trace``.
    solution_ : Solution
        The solver's full result, for the samples of positive weight.

    Raises ValueError if y has one class or more than two, C ≤ 0, the kernel is unknown, or its
    values or a precomputed K are not symmetric and positive semi-definite, and the like.

    Warns with a ConvergenceWarning if the optimum is not certified: the steps are used up, or
    rounding leaves no digits (then scale and centre the features). The model is usable.

    Source: C. Cortes, V. Vapnik (1995), *Support-vector networks*.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> model = SVC(C=10, kernel="linear", tol=1e-9).fit(X, y)
    >>> model.coef_.round(6), model.intercept_.round(6), model.alpha_.round(6)
    (array([[2., 2.]]), array([-3.]), array([0., 2., 2., 4.]))
    """

    def __init__(self, C: float = 1.0, *, kernel: str | Callable = "rbf", degree: int = 3,
                 gamma: str | float = "scale", coef0: float = 0.0, tol: float = 1e-3,
                 max_iter: int = 100_000, class_weight: dict | str | None = None,
                 solver: str = "auto", selection: str = "second", warm_start: bool = False,
                 trace: bool = False, random_state: int | None = None):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.solver = solver
        self.selection = selection
        self.warm_start = warm_start
        self.trace = trace
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None) -> SVC:
        """Solve the dual problem.

        ``X`` (n, d); (n, n) if the kernel is precomputed.
        ``y`` (n,): labels of two classes: text, whole numbers, or True and False.
        ``sample_weight`` (n,): weight 2 is the same as having the sample twice; weight 0, as
            leaving it out.
        """
        self._check_parameters()
        X, y = validated(self, X, y=require_labels(y))
        return self._fit(X, y, sample_weight)

    def _fit(self, X, y, sample_weight=None, shared: DenseGram | None = None) -> SVC:
        """Solve the dual problem of checked samples, with the ``shared`` Gram matrix if given."""
        signs = self._signs(y)
        weight = np.ones(len(X)) if sample_weight is None else \
            _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        kept = np.flatnonzero(weight > 0)
        _require_both(signs[kept], self.classes_)
        weight = weight[kept]
        C = self.C * weight * self._class_weights(signs[kept], weight)
        G = self._gram(X, kept, weight) if shared is None else shared
        self.solution_ = self._solve(DualProblem(G, signs[kept], C), kept, len(X))
        self._last = kept, signs[kept]
        self.alpha_ = np.zeros(len(X))
        self.alpha_[kept] = self.solution_.alpha
        self._store_solution(X, self.alpha_ * signs, self.solution_.b,
                             balanced=self.solver != "sor")
        if self.trace:
            self.trace_ = self.solution_.trace
        if not len(self.support_):
            warnings.warn(f"no support vector: at tol = {self.tol:g} all multipliers are 0, so "
                          "every sample gets the same label; use a smaller tol",
                          ConvergenceWarning, stacklevel=3)
        return self

    def _check_parameters(self) -> None:
        super()._check_parameters()
        if not (isinstance(self.C, Real) and self.C > 0):
            raise ValueError(f"C must be a positive number, got {self.C!r}; a large one allows "
                             "little slack, np.inf none")
        require_choice("solver", self.solver, ("auto", *SOLVERS))
        require_choice("selection", self.selection, SELECTIONS)

    def _signs(self, y) -> np.ndarray:
        """Learn the classes and return the labels as -1 and +1."""
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is "
                             f"{type_of_target(y)}: y holds the {len(self.classes_)} classes "
                             f"{self.classes_[:5].tolist()}; keep two of them")
        return 2.0 * codes - 1

    def _class_weights(self, signs, weight) -> np.ndarray:
        """Return the factor of C for each sample, from its class."""
        kind = self.class_weight
        if kind is None:
            return np.ones(len(signs))
        if isinstance(kind, str):
            require_choice("class_weight", kind, ("balanced",))
            per_class = np.bincount(signs > 0, weights=weight, minlength=2)
            per_class = per_class.sum() / (2 * per_class)
        else:
            factors = kind.values() if isinstance(kind, Mapping) else [np.nan]
            known = isinstance(kind, Mapping) and set(kind) <= set(self.classes_.tolist())
            if not (known and all(isinstance(f, Real) and 0 < f < np.inf for f in factors)):
                raise ValueError(f"class_weight must give a positive number for the labels "
                                 f"{self.classes_.tolist()}, got {kind!r}")
            per_class = np.array([kind.get(c, 1.0) for c in self.classes_.tolist()])
        return per_class[(signs > 0).astype(int)]

    def _solve(self, problem: DualProblem, kept, n: int) -> Solution:
        name = self.solver
        if name == "auto":
            large = self.kernel == "linear" and problem.n >= MIN_SAMPLES_INTERIOR
            name = "interior" if large and np.isfinite(problem.C).all() else "fast"
        options = {"tol": self.tol, "max_iter": self.max_iter,
                   "start": self._start(problem, kept, n) if self.warm_start else None}
        if name in ("smo", "sor"):
            options["trace"] = self.trace
        if name == "smo":
            options["selection"] = self.selection
        return SOLVERS[name](problem, **options)

    def _start(self, problem: DualProblem, kept, n: int) -> Solution | None:
        """Return the last solution if its samples are the same, judging by their labels."""
        last = getattr(self, "_last", None)
        same = last is not None and np.array_equal(last[0], kept) and len(self.alpha_) == n \
            and np.array_equal(last[1], problem.y)
        return self.solution_ if same else None

    def decision_function(self, X) -> np.ndarray:
        """Return f(x) for each row of X, shape (m,): above 0 means the second class."""
        return self._decide(X)

    def predict(self, X) -> np.ndarray:
        """Return the label of each row of X: the second class where f(x) > 0, else the first."""
        positive = self.decision_function(X) > 0
        return self.classes_[positive.astype(int)]

    def fold_path(self, settings: list[dict], X, y) -> GramPath | None:
        """Return a fast cross-validator of these settings, or None if each needs a fit.

        It needs the Gaussian kernel, finite C, no class weights, settings of only ``C`` and
        ``gamma``, an array of numbers X and two classes in y.
        """
        plain = self.kernel == "rbf" and self.solver in ("auto", "fast") \
            and self.class_weight is None and all(set(s) <= {"C", "gamma"} for s in settings)
        penalties = [setting.get("C", self.C) for setting in settings]
        numbers = isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind in "fiu" \
            and np.isfinite(X).all() and len(np.unique(y)) == 2
        if not (plain and numbers and all(isinstance(C, Real) and 0 < C < np.inf
                                          for C in penalties)):
            return None
        return GramPath(X, y, {k: getattr(self, k) for k in ("C", "gamma", "tol", "max_iter")})

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _summary(self) -> str:
        no, yes = self.classes_
        return f"{no!s} | {yes!s}: {self._certificate(len(self.alpha_))}"


def _require_both(signs: np.ndarray, classes: np.ndarray) -> None:
    if len(np.unique(signs)) < 2:
        raise ValueError(f"y must hold samples of two classes, got one class with weight above 0 "
                         f"(labels: {classes.tolist()}); there is nothing to separate")
