"""The dual problem of the support vector machine, and the certificate of a solution.

    maximise   W(α) = Σ α_i - ½ ΣΣ α_i α_j y_i y_j K_ij
    subject to 0 ≤ α_i ≤ C_i  and  Σ α_i y_i = 0

Legend: ``alpha`` multipliers, ``y`` labels -1 and +1, ``C`` (n,) penalties, ``K`` Gram matrix,
``beta`` = α·y, ``b`` intercept, f = K·beta + b decision values, ``xi`` slack max(0, 1 - y·f),
``F`` = p - K·beta, the slopes ∂W/∂β, where ``p`` = y (a regression has another p): F_k is also
the intercept that puts sample k on its margin boundary; ``m``, ``M`` the largest F that may rise
and the smallest that may fall.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from coursekit.checks import quoted, require_between, require_finite, require_squares, require_whole
from coursekit.labels import require_labels
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.solution import MACHINE_EPS, Solution

AT_BOUND_SHARE = 1e-12          # of C: a multiplier closer to its bound is off it by rounding only
MIN_MEAN_DIAGONAL = 1e-100      # a smaller mean K_ii is practically 0 and gives no scale
MAX_IMBALANCE_SHARE = 1e-10     # of Σ α: how far Σ α_i y_i may differ from 0


class Point(NamedTuple):
    """Multipliers and their slopes, which take a product with K; shape (n,) each."""

    alpha: np.ndarray
    F: np.ndarray


class DualProblem:
    """The dual problem as an object: its value, its slopes, its certificates.

    Methods take multipliers ``at``, an array of shape (n,), or a `Point`, which has their slopes.

    ``K`` (n, n), or DenseGram, LazyGram or CopiedGram: Gram matrix, or an object that computes its
        rows; see `from_data`.
    ``y`` (n,): labels -1 and +1, both present.
    ``C`` (a number or (n,)): penalty of slack, positive; ``np.inf``
        is the hard margin.
    ``penalised``: penalise b too (½‖w‖² + ½b² + C·Σ ξ, Mangasarian and Musicant 1999). Then the
        equality Σ α_i y_i = 0 is dropped, K + 1 replaces K in W, and b = Σ α_i y_i.

    Attributes: ``n``, number of samples.
    ``y``, ``C`` (n,): labels as floats; penalties.
    ``gram``: for the linear kernel, of the centred samples, unless b is penalised.
    ``diagonal``, ``shifts`` (n,): of ``gram``; for the samples as given, K·beta is larger by
        beta·shifts.

    >>> problem = DualProblem(np.array([[0.0, 0.0], [0.0, 8.0]]), np.array([-1, 1]), C=10)
    >>> alpha = np.array([0.25, 0.25])
    >>> problem.objective(alpha), problem.gap(alpha), problem.intercept(alpha)
    (0.25, 0.0, -1.0)
    >>> problem.gap(np.zeros(2))
    2.0
    """

    def __init__(self, K, y, C: float | np.ndarray = 1.0, *, penalised: bool = False):
        self.gram = K if hasattr(K, "rows") else DenseGram(_square(K))
        self.n, self.penalised = self.gram.n, penalised
        self.diagonal, self.shifts = self.gram.diagonal, self.gram.shifts
        self.y, self.C = _signs(y, self.n), _penalties(C, self.n)
        self.p = self.y     # the slopes at β = 0

    @classmethod
    def from_data(cls, X, y, C: float | np.ndarray = 1.0, *, kernel: str | Callable = "linear",
                  penalised: bool = False, **params) -> DualProblem:
        """Return the problem of samples X, shape (n, d); kernel rows are computed when needed.

        >>> problem = DualProblem.from_data([[0, 0], [2, 2]], [-1, 1], 10, kernel="rbf", gamma=.1)
        >>> problem.gram.rows([0]).round(3)
        array([[1.   , 0.449]])
        """
        X = require_squares("X", X)
        if X.ndim != 2:
            raise ValueError(f"X must have shape (n, d), got {X.shape}; one row per sample")
        return cls(LazyGram(X, kernel, centred=not penalised, **params), y, C, penalised=penalised)

    def with_C(self, C: float | np.ndarray, *, penalised: bool | None = None) -> DualProblem:
        """Return the problem of the same samples at another penalty; K is shared."""
        penalised = self.penalised if penalised is None else penalised
        return DualProblem(self.gram.recentred(not penalised), self.y, C, penalised=penalised)

    @cached_property
    def K(self) -> np.ndarray:
        """The whole Gram matrix of the samples as given, shape (n, n)."""
        return self.gram.recentred(False).to_array()

    @property
    def box(self) -> tuple[np.ndarray, np.ndarray]:
        """(A, B), the bounds of β = α·y: [0, C] for label +1, [-C, 0] for -1; shape (n,) each."""
        return np.minimum(0, self.y * self.C), np.maximum(0, self.y * self.C)

    @cached_property
    def unit(self) -> float:
        """Typical size of a multiplier that no C limits: half the range of p over the mean K_ii.

        It shrinks with the square of the features' scale. Changing β by a share of it changes the
        slopes by about that share of their range at β = 0, whatever the scale.
        """
        curvature = float(self.diagonal.mean()) + self.penalised
        return float(np.ptp(self.p)) / 2 / (curvature if curvature > MIN_MEAN_DIAGONAL else 1.0)

    def slopes(self, alpha: np.ndarray) -> np.ndarray:
        """Return F = ∂W/∂β = p - K·beta, shape (n,), for multipliers with Σ α_i y_i = 0."""
        alpha = require_finite("alpha", alpha)
        if alpha.shape != (self.n,):
            raise ValueError(f"alpha must hold {self.n} multipliers, one per sample, got shape "
                             f"{alpha.shape}")
        beta = alpha * self.y
        return self.p - self.gram.dot(beta) - beta @ self.shifts - self.penalised * beta.sum()

    def point(self, at: np.ndarray | Point) -> Point:
        """Return the multipliers with their slopes, computed if missing."""
        return at if isinstance(at, Point) else Point(at, self.slopes(at))

    def objective(self, at: np.ndarray | Point) -> float:
        """Return W(α) = ½ Σ β_i (p_i + F_i)."""
        alpha, F = self.point(at)
        return float(0.5 * (alpha * self.y) @ (self.p + F))

    def up(self, alpha: np.ndarray, slack: np.ndarray | float = 0.0) -> np.ndarray:
        """Return which samples may raise β_i = α_i y_i: +1 below C, or -1 above 0; shape (n,)."""
        return np.where(self.y > 0, alpha < self.C - slack, alpha > slack)

    def low(self, alpha: np.ndarray, slack: np.ndarray | float = 0.0) -> np.ndarray:
        """Return which samples may lower β_i = α_i y_i: +1 above 0, or -1 below C; shape (n,)."""
        return np.where(self.y > 0, alpha > slack, alpha < self.C - slack)

    def intercept_bounds(self, at: np.ndarray | Point, *,
                         slack: np.ndarray | float = 0.0) -> tuple[float, float]:
        """Return (m, M), the bounds of b: the KKT conditions ask for m ≤ b ≤ M.

        m is the largest F of the samples that may rise, M the smallest of those that may fall.
        Where m > M, the conditions contradict each other by the gap m - M.
        """
        alpha, F = self.point(at)
        return (float(F[self.up(alpha, slack)].max(initial=-np.inf)),
                float(F[self.low(alpha, slack)].min(initial=np.inf)))

    def gap(self, at: np.ndarray | Point) -> float:
        """Return the KKT gap m - M; with a penalised b, the largest slope that no bound blocks."""
        if self.penalised:
            return float(self.residuals(at, 0.0).max())
        m, M = self.intercept_bounds(at)
        return m - M

    def intercept(self, at: np.ndarray | Point) -> float:
        """Return b: the mean of F over the free samples 0 < α < C; without any, (m + M)/2."""
        alpha, F = self.point(at)
        if self.penalised:
            return float(alpha @ self.y)
        slack = AT_BOUND_SHARE * np.minimum(self.C, alpha.max())
        free = self.up(alpha, slack) & self.low(alpha, slack)
        if free.any():
            return float(np.mean(F[free]))
        return sum(self.intercept_bounds(Point(alpha, F), slack=slack)) / 2

    def excess(self, at: np.ndarray | Point, b: float) -> np.ndarray:
        """Return y·f - 1, shape (n,): 0 on the margin boundary, negative within."""
        return self.y * ((0.0 if self.penalised else b) - self.point(at).F)

    def residuals(self, at: np.ndarray | Point, b: float) -> np.ndarray:
        """Return how far each sample violates its KKT condition, in units of y·f; shape (n,).

        α = 0 asks for y·f ≥ 1, 0 < α < C for y·f = 1, α = C for y·f ≤ 1.
        """
        alpha, excess = self.point(at).alpha, self.excess(at, b)
        too_low = np.where(alpha < self.C, -excess, 0)
        too_high = np.where(alpha > 0, excess, 0)
        return np.maximum(too_low, too_high).clip(min=0)

    def primal(self, at: np.ndarray | Point, b: float) -> float:
        """Return ½‖w‖² + Σ C_i ξ_i for w = Σ α_i y_i φ(x_i), at least the optimum of W.

        Samples with C = ∞ may have no slack: (w, b) is scaled up until they are on the correct
        side of the margin; if one is misclassified, the value is infinite.
        """
        alpha, F = point = self.point(at)
        excess, hard = self.excess(point, b), np.isinf(self.C)
        half_norm = 0.5 * float(alpha @ (1 - self.y * F))
        scale = 1.0
        if hard.any():
            nearest = 1 + float(excess[hard].min())
            if nearest <= 0:
                return np.inf
            scale = max(1.0, 1 / nearest)
        slack = np.maximum(0, 1 - scale * (1 + excess[~hard]))
        return half_norm * scale**2 + float(self.C[~hard] @ slack)

    def duality_gap(self, at: np.ndarray | Point, b: float) -> float:
        """Return primal minus dual value; W(α) is at most this far from the optimum."""
        point = self.point(at)
        return self.primal(point, b) - self.objective(point)

    def warm_start(self, start: Solution | np.ndarray | None) -> np.ndarray:
        """Return multipliers to start from, shape (n,): scaled into the box, the sum kept at 0.

        ``start`` (n,): a solution is scaled by the change of C, multipliers only as far as needed;
            None gives zeros.

        Raises ValueError if it has the wrong length, a negative or infinite entry, or Σ α_i y_i is
        not 0.

        >>> problem = DualProblem(np.eye(2), np.array([-1, 1]), C=0.5)
        >>> problem.warm_start([2.0, 2.0])
        array([0.5, 0.5])
        """
        if start is None:
            return np.zeros(self.n)
        alpha = require_finite("start", getattr(start, "alpha", start)).copy()
        if alpha.shape != (self.n,):
            raise ValueError(f"start must hold {self.n} multipliers, one per sample, got shape "
                             f"{alpha.shape}; leave it out to start from zeros")
        moved = abs(float(alpha @ self.y)) * (not self.penalised)
        if alpha.min() < 0 or moved > 1e-8 * max(1.0, float(alpha.sum())):
            raise ValueError(f"start must have α ≥ 0 and Σ α·y = 0, got the smallest α "
                             f"{alpha.min():.3g} and the sum {moved:.3g}; scale an older "
                             "solution of the same labels, or leave it out")
        return self._scaled(alpha, getattr(start, "C", None))

    def _scaled(self, alpha: np.ndarray, old: np.ndarray | None) -> np.ndarray:
        """Scale by one factor, so that the sum stays 0; entries at C stay at C."""
        used = alpha > 0
        if not used.any():
            return alpha
        factor = min(1.0, float(np.min(self.C[used] / alpha[used])))
        if old is not None and np.isfinite(old).all() and np.isfinite(self.C).all():
            factor = float(np.min(self.C / old))
        scaled = np.minimum(factor * alpha, self.C)
        return np.where(scaled >= self.C * (1 - AT_BOUND_SHARE), self.C, scaled)

    def rounding(self, alpha: np.ndarray) -> float:
        """Return the possible rounding error of the gap, from |K_ij| ≤ √(K_ii K_jj)."""
        length = np.sqrt(np.maximum(self.diagonal, 0) + self.penalised)
        return rounding_of_sum(float(length.max() * (alpha @ length)),
                               float(alpha * self.y @ self.shifts))

    def is_feasible(self, alpha: np.ndarray) -> bool:
        """Return whether 0 ≤ α ≤ C and, unless b is penalised, Σ α_i y_i = 0 up to rounding."""
        imbalance = 0.0 if self.penalised else abs(float(alpha @ self.y))
        balanced = imbalance <= MAX_IMBALANCE_SHARE * float(alpha.sum())
        return bool(balanced and (alpha >= 0).all() and (alpha <= self.C).all())

    def solution(self, at: np.ndarray | Point, *, n_iter: int, tol: float = 1e-3, trace=(),
                 stopped: str = "cap") -> Solution:
        """Return the solution with its certificate; warn unless it is certified.

        ``at`` (n,), or Point: multipliers; those at a bound equal it exactly.
        ``n_iter``: steps taken.
        ``tol``: largest KKT gap, including rounding, that counts as converged.
        ``trace``: records of the steps.
        ``stopped`` {"cap", "rounding"}: why the solver ended, if it was not at the optimum.

        Warns with a ConvergenceWarning that names the remaining gap, how much of it may be
        rounding, and a remedy.
        """
        alpha, F = point = self.point(at)
        b, gap, rounding = self.intercept(point), self.gap(point), self.rounding(alpha)
        if self.is_feasible(alpha) and gap + rounding <= tol:
            stopped = "certified"
        elif stopped == "cap" and gap <= max(tol, rounding):
            stopped = "rounding"
        found = Solution(alpha, b, self.objective(point), gap, rounding,
                         self.duality_gap(point, b), n_iter, stopped, self.y * F, self.C,
                         tuple(trace))
        if not found.converged:
            warnings.warn(self._early(found, tol), ConvergenceWarning, stacklevel=3)
        return found

    def _early(self, found: Solution, tol: float) -> str:
        gap = (f"stopped after {found.n_iter} steps with a KKT gap of {found.gap:.3g}, above "
               f"tol = {tol:g}: the multipliers are not the optimum yet; ")
        if np.isinf(self.C).any() and found.alpha.any():
            norm = max(0.0, float(found.alpha @ (1 - found.gradient)))
            apart = 2 * np.sqrt(norm) / max(found.alpha.sum(), 1e-300)
            return gap + (f"with C = inf this never ends unless the classes are separable; their "
                          f"hulls are at most {apart:.3g} apart: try a finite C")
        if not self.is_feasible(found.alpha):
            return (f"stopped after {found.n_iter} steps with multipliers that break Σ αy = 0 by "
                    f"{found.alpha @ self.y:.3g}, KKT gap {found.gap:.3g}; scale and centre the "
                    "features, or use another solver")
        if found.stopped == "rounding":
            return (f"stopped after {found.n_iter} steps by rounding, with a KKT gap of "
                    f"{found.gap:.3g} that may be off by {found.rounding:.3g}; this Gram matrix "
                    f"cannot certify tol = {tol:g}: scale and centre the features, lower C, or "
                    "ask for a larger tol")
        return gap + "allow more steps (max_iter), a larger tol, or scale the features"


def require_problem(problem, tol: float = 1.0, max_iter: int = 1, *,
                    penalised: bool = False) -> None:
    """Raise an error unless the problem and the limits of a solver are valid.

    ``penalised`` says that the solver also handles a penalised intercept.
    """
    if not isinstance(problem, DualProblem):
        raise TypeError(f"problem must be a DualProblem, got {quoted(problem)}; make one with "
                        "DualProblem(K, y, C), or DualProblem.from_data(X, y, C, kernel=...)")
    require_between("tol", tol, 0, np.inf, open_ends=True)
    require_whole("max_iter", max_iter, 1)
    if problem.penalised and not penalised:
        raise ValueError("this solver needs Σ α·y = 0, got a problem with penalised=True; "
                         "use solve_sor or solve_qp, or make it with penalised=False")


def gap_to_reach(tol: float, rounding: float) -> float:
    """Return the gap to aim at: small enough to certify ``tol``, but not below rounding."""
    return max(tol - rounding, rounding)


def rounding_of_sum(terms: float, shift: float = 0.0) -> float:
    """Return the possible rounding error of a sum whose terms have this total size."""
    return 4 * MACHINE_EPS * (1 + terms + abs(shift))


def _square(K) -> np.ndarray:
    K = require_squares("K", K)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be a square Gram matrix, got shape {K.shape}; for samples "
                         "use DualProblem.from_data(X, y, C, kernel=...)")
    return K


def _signs(y, n: int) -> np.ndarray:
    y = require_labels(y)
    if y.shape != (n,):
        raise ValueError(f"y must hold {n} labels, one per sample, got shape {y.shape}")
    found = np.unique(y)
    if not np.array_equal(found, [-1, 1]):
        raise ValueError(f"y must hold the labels -1 and 1, both of them, got {found[:5]}; "
                         "code the two classes as -1 and 1")
    return y.astype(float)


def _penalties(C, n: int) -> np.ndarray:
    if np.asarray(C).dtype.kind not in "fiu":
        require_finite("C", C)
    C = np.asarray(C, dtype=float)
    if C.shape not in ((), (n,)):
        raise ValueError(f"C must be one number or {n}, one per sample, got shape {C.shape}")
    if not (C > 0).all():
        raise ValueError(f"C must be positive, got {np.min(C):g}; leave out samples "
                         "without weight")
    return np.full(n, C)
