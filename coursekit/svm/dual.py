"""The dual problem of the support vector machine, and the certificate of a solution.

    maximise   W(α) = Σ α_i - ½ ΣΣ α_i α_j y_i y_j K_ij
    subject to 0 ≤ α_i ≤ C_i  and  Σ α_i y_i = 0

Legend: ``alpha`` multipliers, ``y`` labels -1 and +1, ``C`` (n,) penalties, ``K`` Gram matrix,
``beta`` = α·y, ``b`` intercept, f = K·beta + b decision values, ``xi`` slack max(0, 1 - y·f),
``F`` = y - K·beta: the intercept that would put sample i on its edge of the street.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from copy import copy

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from coursekit.checks import require_between, require_finite
from coursekit.svm.rows import DenseGram, LazyGram
from coursekit.svm.solution import Solution


class DualProblem:
    """The dual problem as an object: its value, its slopes, its certificates.

    Parameters
    ----------
    K : array_like, shape (n, n), or DenseGram or LazyGram
        Gram matrix, or an object that hands out its rows; see `from_data`.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    C : float or array_like, shape (n,)
        Penalty of slack, positive, for all samples or one each; ``np.inf`` is the hard margin.
    penalised : bool
        Penalise b too (½‖w‖² + ½b² + C·Σ ξ, Mangasarian and Musicant 1999). Then the equality
        Σ α_i y_i = 0 falls away, K + 1 takes the place of K in W, and b = Σ α_i y_i.

    Attributes
    ----------
    n : int
        Number of samples.
    y, C : ndarray, shape (n,)
        Labels as floats; penalties.
    gram : DenseGram or LazyGram
        ``gram.X`` are the samples of a lazy one.
    diagonal : ndarray, shape (n,)
        K_ii.

    Raises
    ------
    ValueError
        If the shapes do not fit, labels are not -1 and +1, or C is not positive.

    References
    ----------
    J. Platt (1998), *Sequential minimal optimization*; S. Keerthi et al. (2001),
    *Improvements to Platt's SMO algorithm*, for the gap m - M.

    Examples
    --------
    >>> import numpy as np
    >>> problem = DualProblem(np.array([[0.0, 0.0], [0.0, 8.0]]), np.array([-1, 1]), C=10)
    >>> alpha = np.array([0.25, 0.25])
    >>> problem.objective(alpha), problem.gap(alpha), problem.intercept(alpha)
    (0.25, 0.0, -1.0)
    >>> problem.gap(np.zeros(2))
    2.0
    """

    def __init__(self, K, y, C: float | np.ndarray = 1.0, *, penalised: bool = False):
        self.gram = K if hasattr(K, "times") else DenseGram(_square(K))
        self.n, self.diagonal, self.penalised = self.gram.n, self.gram.diagonal, penalised
        self.y, self.C = _signs(y, self.n), _penalties(C, self.n)

    @classmethod
    def from_data(cls, X, y, C: float | np.ndarray = 1.0, *, kernel: str | Callable = "linear",
                  penalised: bool = False, **params) -> DualProblem:
        """Return the problem of samples X, shape (n, d), whose kernel rows come when asked for.

        Examples
        --------
        >>> problem = DualProblem.from_data([[0, 0], [2, 2]], [-1, 1], 10, kernel="rbf", gamma=.1)
        >>> problem.row(0).round(3)
        array([1.   , 0.449])
        """
        X = require_finite("X", X)
        if X.ndim != 2:
            raise ValueError(f"X must have shape (n, d), got {X.shape}; one row a sample")
        return cls(LazyGram(X, kernel, **params), y, C, penalised=penalised)

    def with_C(self, C: float | np.ndarray, *, penalised: bool | None = None) -> DualProblem:
        """Return the problem of the same samples at another penalty; K is shared."""
        return DualProblem(self.gram, self.y, C,
                           penalised=self.penalised if penalised is None else penalised)

    def only(self, indices: np.ndarray) -> DualProblem:
        """Return the problem of some samples, where the others keep still: one class will do.

        Examples
        --------
        >>> DualProblem(np.diag([1.0, 2.0, 3.0]), [-1, 1, 1]).only(np.array([1, 2])).K
        array([[2., 0.],
               [0., 3.]])
        """
        part = copy(self)
        part.gram = self.gram.only(indices)
        part.n, part.diagonal = part.gram.n, part.gram.diagonal
        part.y, part.C = self.y[indices], self.C[indices]
        return part

    def require_ready(self, tol: float, max_iter: int, *, penalised: bool = False) -> None:
        """Refuse limits that are none, and a problem whose intercept is not of the kind solved."""
        require_between("tol", tol, 0, np.inf, open_ends=True)
        require_between("max_iter", max_iter, 0, np.inf, open_ends=True)
        if self.penalised and not penalised:
            raise ValueError("this solver needs Σ α·y = 0, got a problem with penalised=True; "
                             "use solve_sor or solve_qp, or make it with penalised=False")

    @property
    def K(self) -> np.ndarray:
        """The whole Gram matrix, shape (n, n), kept from the first time it is asked for."""
        if not isinstance(self.gram, DenseGram):
            self.gram = DenseGram(self.gram.full())
        return self.gram.full()

    def row(self, i: int) -> np.ndarray:
        """Return row i of K, shape (n,); not to be written to."""
        return self.gram.row(i)

    def rows(self, indices: np.ndarray) -> np.ndarray:
        """Return several rows of K, shape (k, n)."""
        return self.gram.rows(indices)

    def gradient(self, alpha: np.ndarray) -> np.ndarray:
        """Return ∂W/∂α_i = 1 - y_i Σ_j K_ij α_j y_j, shape (n,)."""
        beta = alpha * self.y
        return 1 - self.y * (self.gram.times(beta) + self.penalised * beta.sum())

    def objective(self, alpha: np.ndarray, gradient: np.ndarray | None = None) -> float:
        """Return W(α) = ½ Σ α_i (1 + ∂W/∂α_i)."""
        slope = self.gradient(alpha) if gradient is None else gradient
        return float(0.5 * alpha @ (1 + slope))

    def up(self, alpha: np.ndarray) -> np.ndarray:
        """Return which samples may raise β_i = α_i y_i: +1 below C, or -1 above 0; shape (n,)."""
        return np.where(self.y > 0, alpha < self.C, alpha > 0)

    def low(self, alpha: np.ndarray) -> np.ndarray:
        """Return which samples may lower β_i = α_i y_i: +1 above 0, or -1 below C; shape (n,)."""
        return np.where(self.y > 0, alpha > 0, alpha < self.C)

    def street(self, alpha: np.ndarray, gradient: np.ndarray | None = None) -> tuple[float, float]:
        """Return (m, M), the limits of b: the KKT conditions ask for m ≤ b ≤ M.

        m is the largest F among the samples that may go up, M the smallest among those that may
        go down. Where m is above M, the conditions contradict each other by the gap m - M.
        """
        F = self.y * (self.gradient(alpha) if gradient is None else gradient)
        return (float(F[self.up(alpha)].max(initial=-np.inf)),
                float(F[self.low(alpha)].min(initial=np.inf)))

    def gap(self, alpha: np.ndarray, gradient: np.ndarray | None = None) -> float:
        """Return the KKT gap m - M; with a penalised b, the largest slope that is not blocked."""
        if self.penalised:
            return float(self.residuals(alpha, 0.0, gradient).max())
        m, M = self.street(alpha, gradient)
        return m - M

    def intercept(self, alpha: np.ndarray, gradient: np.ndarray | None = None) -> float:
        """Return b: the mean of F over the free samples 0 < α < C; if none is, (m + M)/2."""
        if self.penalised:
            return float(alpha @ self.y)
        slope = self.gradient(alpha) if gradient is None else gradient
        free = (alpha > 0) & (alpha < self.C)
        if free.any():
            return float(np.mean(self.y[free] * slope[free]))
        return sum(self.street(alpha, slope)) / 2

    def zones(self, alpha: np.ndarray) -> np.ndarray:
        """Return 0 where α = 0, 1 where it is free (0 < α < C), 2 where α = C; shape (n,)."""
        return np.where(alpha <= 0, 0, np.where(alpha < self.C, 1, 2))

    def excess(self, alpha: np.ndarray, b: float, gradient: np.ndarray | None = None) -> np.ndarray:
        """Return y·f - 1, shape (n,): 0 on the edge of the street, negative within it."""
        slope = self.gradient(alpha) if gradient is None else gradient
        return -slope if self.penalised else self.y * b - slope

    def residuals(self, alpha: np.ndarray, b: float,
                  gradient: np.ndarray | None = None) -> np.ndarray:
        """Return by how much each sample breaks its KKT condition, in units of y·f; shape (n,).

        α = 0 asks for y·f ≥ 1, 0 < α < C for y·f = 1, α = C for y·f ≤ 1.
        """
        excess = self.excess(alpha, b, gradient)
        return np.maximum(np.where(alpha < self.C, -excess, 0), np.where(alpha > 0, excess, 0)) \
            .clip(min=0)

    def primal(self, alpha: np.ndarray, b: float, gradient: np.ndarray | None = None) -> float:
        """Return ½‖w‖² + Σ C_i ξ_i for w = Σ α_i y_i φ(x_i): never below the optimum of W.

        Samples with C = ∞ may have no slack: (w, b) is scaled up until they are on the right
        side of the street; if one is on the wrong side of the line, the value is infinite.
        """
        slope = self.gradient(alpha) if gradient is None else gradient
        excess, hard = self.excess(alpha, b, slope), np.isinf(self.C)
        half_norm = 0.5 * float(alpha @ (1 - slope))
        scale = 1.0
        if hard.any():
            nearest = 1 + float(excess[hard].min())
            if nearest <= 0:
                return np.inf
            scale = max(1.0, 1 / nearest)
        slack = np.maximum(0, 1 - scale * (1 + excess[~hard]))
        return half_norm * scale**2 + float(self.C[~hard] @ slack)

    def duality_gap(self, alpha: np.ndarray, b: float,
                    gradient: np.ndarray | None = None) -> float:
        """Return primal minus dual value: W(α) misses the optimum by no more than this."""
        slope = self.gradient(alpha) if gradient is None else gradient
        return self.primal(alpha, b, slope) - self.objective(alpha, slope)

    def feasible(self, start: Solution | np.ndarray | None) -> np.ndarray:
        """Return multipliers to start from, shape (n,): scaled into the box, the sum kept at 0.

        Parameters
        ----------
        start : Solution, array_like of shape (n,), or None
            A solution is scaled by the change of C, multipliers as far as they must be; None
            gives zeros.

        Raises
        ------
        ValueError
            If it has another length, a negative or infinite entry, or Σ α_i y_i is not 0.

        Examples
        --------
        >>> import numpy as np
        >>> problem = DualProblem(np.eye(2), np.array([-1, 1]), C=0.5)
        >>> problem.feasible([2.0, 2.0])
        array([0.5, 0.5])
        """
        if start is None:
            return np.zeros(self.n)
        alpha = require_finite("start", getattr(start, "alpha", start)).copy()
        if alpha.shape != (self.n,):
            raise ValueError(f"start must hold {self.n} multipliers, one a sample, got shape "
                             f"{alpha.shape}; leave it out to start from zeros")
        moved = abs(float(alpha @ self.y)) * (not self.penalised)
        if alpha.min() < 0 or moved > 1e-8 * max(1.0, float(alpha.sum())):
            raise ValueError(f"start must have α ≥ 0 and Σ α·y = 0, got the smallest α "
                             f"{alpha.min():.3g} and the sum {moved:.3g}; scale an older "
                             "solution of the same labels, or leave it out")
        return self._scaled(alpha, getattr(start, "C", None))

    def _scaled(self, alpha: np.ndarray, old: np.ndarray | None) -> np.ndarray:
        """Scale by one factor, so that the sum stays 0; what was at C is at C again."""
        used = alpha > 0
        if not used.any():
            return alpha
        factor = min(1.0, float(np.min(self.C[used] / alpha[used])))
        if old is not None and np.isfinite(old).all() and np.isfinite(self.C).all():
            factor = float(np.min(self.C / old))
        scaled = np.minimum(factor * alpha, self.C)
        return np.where(scaled >= self.C * (1 - 1e-12), self.C, scaled)

    def rounding(self, alpha: np.ndarray) -> float:
        """Return how far the gap may be off by rounding alone."""
        return 8 * np.finfo(float).eps * (1 + float(alpha.sum()) * float(self.diagonal.max()))

    def solution(self, alpha: np.ndarray, *, n_iter: int, tol: float = 1e-3, trace=(),
                 gradient: np.ndarray | None = None) -> Solution:
        """Return the solution with its certificate; warn if its KKT gap is above ``tol``.

        Parameters
        ----------
        alpha : ndarray, shape (n,)
            Feasible multipliers, with exact bounds.
        n_iter : int
            Steps taken.
        tol : float
            Largest KKT gap that counts as converged.
        trace : sequence
            Records of the steps.
        gradient : ndarray, shape (n,), optional
            ∂W/∂α at ``alpha``, if it is known afresh; otherwise it is computed.

        Warns
        -----
        ConvergenceWarning
            With the remaining gap.
        """
        slope = self.gradient(alpha) if gradient is None else gradient
        b, gap = self.intercept(alpha, slope), self.gap(alpha, slope)
        converged = gap <= tol + self.rounding(alpha)
        if not converged:
            warnings.warn(self._early(alpha, slope, gap, tol, n_iter), ConvergenceWarning,
                          stacklevel=3)
        return Solution(alpha, b, self.objective(alpha, slope), gap,
                        self.duality_gap(alpha, b, slope), n_iter, converged, slope, self.C,
                        tuple(trace))

    def _early(self, alpha, slope, gap: float, tol: float, n_iter: int) -> str:
        advice = "allow more steps (max_iter), a larger tol, or scale the features"
        if np.isinf(self.C).any():
            near = 4 * max(0.0, float(alpha @ (1 - slope))) / max(alpha.sum(), 1e-300) ** 2
            advice = (f"with C = inf this never ends unless the classes are separable; their "
                      f"hulls are at most {np.sqrt(near):.3g} apart: try a finite C")
        return (f"stopped after {n_iter} steps with a KKT gap of {gap:.3g}, above tol = {tol:g}: "
                f"the multipliers are not the optimum yet; {advice}")


def _square(K) -> np.ndarray:
    K = require_finite("K", K)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be a square Gram matrix, got shape {K.shape}; for samples "
                         "use DualProblem.from_data(X, y, C, kernel=...)")
    return K


def _signs(y, n: int) -> np.ndarray:
    y = np.asarray(y)
    if y.shape != (n,):
        raise ValueError(f"y must hold {n} labels, one a sample, got shape {y.shape}")
    found = np.unique(y)
    if not np.array_equal(found, [-1, 1]):
        raise ValueError(f"y must hold the labels -1 and 1, both of them, got {found[:5]}; "
                         "code the two classes as -1 and 1")
    return y.astype(float)


def _penalties(C, n: int) -> np.ndarray:
    C = np.asarray(C, dtype=float)
    if C.shape not in ((), (n,)):
        raise ValueError(f"C must be one number or {n}, one a sample, got shape {C.shape}")
    if not (C > 0).all():
        raise ValueError(f"C must be positive, got {np.min(C):g}; leave samples without weight "
                         "out of the problem")
    return np.full(n, C)
