"""Sequential minimal optimisation, the solver to read: two multipliers at a time.

Legend: ``beta`` β_k = α_k y_k in its box [``A_k``, ``B_k``]; ``F`` = y - K·β, the slopes ∂W/∂β;
``t`` the move of a pair, β_i + t and β_j - t, which keeps Σ β = 0; ``slope`` = F_i - F_j and
``eta`` = 2K_ij - K_ii - K_jj ≤ 0, first and second derivative of W(t); ``m`` the largest F of
the samples that may rise (β < B), ``M`` the smallest of those that may fall (β > A).

W(t) - W(0) = slope·t + ½·eta·t² is a parabola: the best t is its top, or the end of the segment
if that comes first. Where m ≤ M no pair can gain, and β is optimal; m - M is the KKT gap.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from coursekit.checks import require_choice
from coursekit.svm.dual import DualProblem, gap_to_reach, require_problem, rounding_of_sum
from coursekit.svm.solution import Solution
from coursekit.threads import one_blas_thread

MIN_CURVATURE_SHARE = 1e-12    # of the mean K_kk: the second-order choice divides by at least this
MAX_STEP_UNITS = 1e12          # in `DualProblem.unit`, if neither curvature nor bound ends a step
SELECTIONS = ("second", "first")
Pair = tuple[int, int, float]


def segment_ends(beta_i: float, beta_j: float, box_i: tuple[float, float],
                 box_j: tuple[float, float]) -> tuple[float, float]:
    """Return (low, high), the ends of the t for which β_i + t and β_j - t stay in their boxes.

    >>> segment_ends(0.25, -0.5, (0, 1), (-1, 0))
    (-0.25, 0.5)
    """
    (A_i, B_i), (A_j, B_j) = box_i, box_j
    return max(A_i - beta_i, beta_j - B_j), min(B_i - beta_i, beta_j - A_j)


def best_step(slope: float, eta: float, low: float, high: float) -> float:
    """Return the t in [low, high] at which slope·t + ½·eta·t² is largest, for eta ≤ 0.

    Two samples with the same image in feature space have eta = 0: the parabola is a straight
    line, and the best t is the end of the segment on its rising side.

    >>> best_step(2, -8, 0, 10), best_step(2, -8, 0, 0.1), best_step(-2, 0, -1, 3)
    (0.25, 0.1, -1)
    """
    if eta < 0:
        return min(max(-slope / eta, low), high)
    if slope == 0:
        return 0.0
    return high if slope > 0 else low


class Step(NamedTuple):
    """One step of SMO: the state before it, and what it did.

    ``i``, ``j``: the pair: β_i goes up by t, β_j down by t.
    ``beta_i``, ``beta_j``, ``new_i``, ``new_j``: β before and after.
    ``low``, ``high``: ends of the segment, as values of t.
    ``slope``, ``eta``: first and second derivative of W along it.
    ``b``: intercept after the step, by Platt's rule: the F of a free sample of the pair; if none is
        free, the mean of both.
    ``dual``: W after the step.
    ``gap``: KKT gap m - M before it.

    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> step, = solve_smo(problem, trace=True).trace
    >>> step.low, step.high, step.slope, step.eta, step.t, step.b
    (0.0, 10.0, 2.0, -8.0, 0.25, -1.0)
    """

    i: int
    j: int
    beta_i: float
    beta_j: float
    new_i: float
    new_j: float
    low: float
    high: float
    slope: float
    eta: float
    b: float
    dual: float
    gap: float

    @property
    def t(self) -> float:
        """How far the pair moved."""
        return self.new_i - self.beta_i


class SMOState:
    """The state of SMO: β in its box, the slopes F, dual value W, intercept b.

    ``beta``, ``A``, ``B``, ``F`` (n,).
    ``fresh``: whether F was computed from β rather than updated step by step.
    ``W``, ``b``: updated in every step, without a sum over the samples.
    ``steps``: steps made.

    >>> state = SMOState(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> state.move(1, 0).t, state.beta, state.W
    (0.25, array([-0.25,  0.25]), 0.25)
    """

    def __init__(self, problem: DualProblem, start=None):
        alpha = problem.warm_start(start)
        self.problem, self.K = problem, problem.gram.to_array()
        self.beta, (self.A, self.B) = alpha * problem.y, problem.box
        point = problem.point(alpha)
        self.W, self.b = problem.objective(point), problem.intercept(point)
        self.max_step = MAX_STEP_UNITS * problem.unit
        self.length = np.sqrt(np.maximum(problem.diagonal, 0))     # |K_kl| ≤ length_k length_l
        self.longest = float(self.length.max())
        self.steps = 0
        self.refresh()

    def refresh(self) -> None:
        """Compute F from β, to remove the rounding errors of many updates."""
        self.F, self.fresh = self.problem.p - self.K @ self.beta, True
        self.shift = float(self.beta @ self.problem.shifts)    # b refers to uncentred samples
        self.size = float(np.abs(self.beta) @ self.length)

    def move(self, i: int, j: int, gap: float = np.nan) -> Step | None:
        """Move a pair to the best point of its segment; return None if it is there already."""
        K, F = self.K, self.F
        beta_i, beta_j = self.beta.item(i), self.beta.item(j)
        (A_i, B_i), (A_j, B_j) = box_i, box_j = self._box(i), self._box(j)
        slope = F.item(i) - F.item(j)
        eta = min(0.0, 2 * K.item(i, j) - K.item(i, i) - K.item(j, j))
        low, high = segment_ends(beta_i, beta_j, box_i, box_j)
        t = min(max(best_step(slope, eta, low, high), -self.max_step), self.max_step)

        # Assign a bound, never reach it by addition: a rounding error would make the sample free.
        new_i = B_i if t >= B_i - beta_i else A_i if t <= A_i - beta_i else beta_i + t
        new_j = A_j if t >= beta_j - A_j else B_j if t <= beta_j - B_j else beta_j - t
        if new_i == beta_i and new_j == beta_j:
            return None

        self.beta[i], self.beta[j] = new_i, new_j
        F -= t * (K[i] - K[j])
        self.shift += t * (self.problem.shifts.item(i) - self.problem.shifts.item(j))
        self.size += (abs(new_i) - abs(beta_i)) * self.length.item(i)
        self.size += (abs(new_j) - abs(beta_j)) * self.length.item(j)
        self.fresh = False
        self.steps += 1
        self.W += slope * t + eta * t * t / 2
        self.b = self._intercept(i, j)
        return Step(i, j, beta_i, beta_j, new_i, new_j, low, high, slope, eta, self.b, self.W, gap)

    def _box(self, k: int) -> tuple[float, float]:
        return self.A.item(k), self.B.item(k)

    def _intercept(self, i: int, j: int) -> float:
        """Platt's rule: the F of a free sample of the pair; if none is free, their mean."""
        F_i, F_j = self.F.item(i) - self.shift, self.F.item(j) - self.shift
        for k, F_k in ((i, F_i), (j, F_j)):
            if self.A[k] < self.beta[k] < self.B[k]:
                return F_k
        return (F_i + F_j) / 2

    def rounding(self) -> float:
        """Return the possible rounding error of the gap."""
        return rounding_of_sum(self.longest * self.size, self.shift)

    def lead(self) -> tuple[int, np.ndarray]:
        """Return the i with F_i = m, and F_i - F_j for each j that may fall, else -∞."""
        i = int(np.where(self.beta < self.B, self.F, -np.inf).argmax())
        return i, np.where(self.beta > self.A, self.F.item(i) - self.F, -np.inf)


def violating_pairs(state: SMOState, tol: float, second: bool = True) -> Iterator[Pair]:
    """Yield the maximal violating pair, or the most promising one, until the gap is ``tol``.

    Both begin with the i of m. The j of M completes the maximal violating pair (Keerthi et al.
    2001); ``second`` asks for the greatest (F_i - F_j)² / |eta| instead, twice what a step
    without bounds would add to W (Fan, Chen and Lin 2005). The pairs also end where F has
    no digits left: when a pair does not move although F is fresh.

    >>> state = SMOState(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> [(pair, state.move(*pair).dual) for pair in violating_pairs(state, tol=1e-3)]
    [((1, 0, 2.0), 0.25)]
    """
    diagonal = np.diagonal(state.K).copy()
    min_curvature, before = max(MIN_CURVATURE_SHARE * float(diagonal.mean()), 1e-300), -1
    while True:
        i, lead = state.lead()
        j = int(lead.argmax())
        gap = lead.item(j)
        if gap <= gap_to_reach(tol, state.rounding()) or state.steps == before:
            if state.fresh:
                return
            state.refresh()
            before = -1
            continue
        if second:
            curvature = np.maximum(diagonal - 2 * state.K[i] + diagonal.item(i), min_curvature)
            j = int((np.maximum(lead, 0)**2 / curvature).argmax())
        before = state.steps
        yield i, j, gap


def solve_smo(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 100_000, start=None,
              trace: bool = False, selection: str = "second") -> Solution:
    """Solve the dual problem by sequential minimal optimisation.

    ``problem``: with an intercept that is not penalised; the whole Gram matrix is computed, n²
        numbers.
    ``tol``: stop when the KKT gap m - M, with what rounding may add to it, is at most this.
    ``max_iter``: largest number of pairs.
    ``start`` (n,): where to start from: a solution at another C is scaled; default zeros.
    ``trace``: record every step in ``trace`` of the solution; see `Step`.
    ``selection`` {"second", "first"}: how pairs are chosen: see `violating_pairs`; for random
        pairs, `random_partner` of lesson 03.

    Returns a Solution: its gap and duality gap are recomputed.

    Warns with a ConvergenceWarning if the KKT gap is not certified to be at most ``tol``.

    Source: J. Platt (1998), *Sequential minimal optimization*; S. Keerthi et al. (2001); R.-E. Fan,
    P.-H. Chen, C.-J. Lin (2005), *Working set selection using second order information*.

    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solution = solve_smo(DualProblem.from_data(X, y, C=10), tol=1e-9)
    >>> solution.alpha.round(6), round(solution.b, 6)
    (array([0., 2., 2., 4.]), -3.0)
    """
    require_problem(problem, tol, max_iter)
    second = require_choice("selection", selection, SELECTIONS) == "second"
    with one_blas_thread():
        state = SMOState(problem, start)
        record, stopped = [], "rounding"
        pairs = islice(violating_pairs(state, tol, second), max_iter)
        for count, (i, j, gap) in enumerate(pairs, 1):
            step = state.move(i, j, gap)
            if trace and step:
                record.append(step)
            if count >= max_iter:
                stopped = "cap"
        return problem.solution(np.abs(state.beta), n_iter=state.steps, tol=tol, trace=record,
                                stopped=stopped)
