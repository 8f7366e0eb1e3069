"""The default solver, not taught (read `smo`): pairs first, then Newton steps on free samples.

Legend: ``beta`` β = α·y in its box [``A``, ``B``]; ``F`` = y - K·beta, the slopes ∂W/∂β; ``E``
(n, n) minus half the squared distances in feature space, E_ij = K_ij - (K_ii + K_jj)/2; ``W``
dual value; ``delta`` δ, the penalty for large steps.

As Σ β = 0, K·β and E·β differ only by the constant Σ K_ii β_i/2, which the intercept absorbs. So E
replaces K, row by row: row i holds the curvature of every pair (i, j), eta = 2 E_ij.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm.dual import (
    DualProblem, Point, gap_to_reach, require_problem, rounding_of_sum,
)
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.solution import NEAR_BOUND_SHARE, Solution, snap_to_bounds
from coursekit.threads import one_blas_thread

# Chosen for safety.
MIN_CURVATURE_SHARE = 1e-12     # of the mean K_ii; a step divides by no smaller curvature
MIN_DIVISOR = 1e-100            # takes the place of E_ij = 0 in a division
MAX_STALLED_ROUNDS = 3          # without progress on recomputed slopes: no digits are left
# Chosen for speed, on problems of 200 to 5000 samples with 2 to 50 features.
MAX_SAMPLES_ALL_ROWS = 400      # up to this size all rows are computed at once
MIN_FEATURES_PREFETCH = 20      # from here on, a row comes with the next likely ones
MAX_ROWS_PER_BLOCK = 32         # so that a block stays in the processor's cache
MIN_PAIRS_BETWEEN_NEWTON = 50   # fewer are slower where C is small, more where it is large
FREE_CUBED_PER_PAIR = 1e5       # a Newton phase on k free samples costs about k³/1e5 pairs
SAMPLES_PER_FIRST_ORDER_PAIR = 8    # the first n/8 pairs are of first order
MIN_FIRST_ORDER_GAP = 0.5       # at this gap they end
SAMPLES_PER_FIRST_PAIR = 2      # n/2 pairs before the first Newton phase
FIRST_DELTA_SHARE = 1e-4        # of the mean K_ii: the first δ
DELTA_FACTOR = 10               # by which δ changes


class Phase(NamedTuple):
    """A phase, for the trace: its steps, and the free samples and KKT gap after it."""

    kind: str       # "pairs", "newton" or "failed newton"
    steps: int      # pairs moved, or linear systems solved
    free: int
    gap: float


def solve_fast(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 100_000,
               start: Solution | np.ndarray | None = None, trace: bool = False) -> Solution:
    """Solve the dual problem by pairs, then by Newton steps once the free samples are nearly known.

    Arguments as in `coursekit.svm.smo.solve_smo`; ``max_iter`` counts pairs moved and linear
    systems solved, and the trace holds `Phase` records. The intercept must not be penalised.

    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solution = solve_fast(DualProblem.from_data(X, y, C=10), tol=1e-9)
    >>> solution.alpha.round(6), round(solution.b, 6)
    (array([0., 2., 2., 4.]), -3.0)
    """
    require_problem(problem, tol, max_iter)
    with one_blas_thread():
        alpha, y = problem.warm_start(start), problem.y
        state = ActiveSetState(problem.gram, *problem.box, alpha * y, problem.slopes(alpha),
                               problem.unit)
        phases: list[Phase] = []
        n_iter, wait = 0, 1 if start is not None else problem.n // SAMPLES_PER_FIRST_PAIR
        if start is None and problem.n > MAX_SAMPLES_ALL_ROWS:
            few = min(max_iter, problem.n // SAMPLES_PER_FIRST_ORDER_PAIR)
            until = max(MIN_FIRST_ORDER_GAP, gap_to_reach(tol, state.rounding()))
            n_iter = state.smo_phase(until, few, first_order=True)
            phases.append(state.log_phase("pairs", n_iter))
        stalls, best, stopped = 0, np.inf, "cap"
        while True:
            n_iter += alternate(state, tol, max_iter - n_iter, phases, wait=max(1, wait - n_iter))
            beta = snap_to_bounds(state.beta, state.A, state.B, problem.unit)
            state.set_state(beta, problem.p - state.dot(beta) - state.half @ beta)
            stalls = stalls + 1 if state.gap >= best else 0
            best = min(best, state.gap)
            if state.gap <= gap_to_reach(tol, problem.rounding(np.abs(beta))) or n_iter >= max_iter:
                break
            if stalls == MAX_STALLED_ROUNDS:
                stopped = "rounding"
                break
        point = Point(np.abs(beta), state.slopes - beta @ problem.shifts)
        return problem.solution(point, n_iter=n_iter, tol=tol, trace=phases if trace else (),
                                stopped=stopped)


def alternate(state: ActiveSetState, tol: float, most: int, phases: list[Phase],
              wait: int = 1) -> int:
    """Alternate pairs and Newton phases until the gap is ``tol``; return the steps.

    A successful Newton phase makes δ smaller, hence the next step longer; Newton phases go on as
    long as they cut the gap. Before the first one, pairs run for as long as it would take.
    """
    steps, since = 0, 0
    delta = FIRST_DELTA_SHARE * state.scale
    while True:
        moved = state.smo_phase(gap_to_reach(tol, state.rounding()), min(wait, most - steps))
        steps, since = steps + moved, since + moved
        phases.append(state.log_phase("pairs", moved))
        gap, enough = phases[-1].gap, gap_to_reach(tol, state.rounding())
        wait = max(MIN_PAIRS_BETWEEN_NEWTON, int(phases[-1].free**3 / FREE_CUBED_PER_PAIR) - since)
        good = wait == MIN_PAIRS_BETWEEN_NEWTON and gap > enough
        jumped = False
        while good and steps < most:
            found, solved = state.newton_phase(delta, most - steps)
            phases.append(state.log_phase("newton" if found else "failed newton", solved))
            before, gap = gap, phases[-1].gap
            steps, since, jumped = steps + solved, 0, jumped or found
            delta = float(np.clip(delta / DELTA_FACTOR if found else delta * DELTA_FACTOR,
                                  MIN_CURVATURE_SHARE * state.scale, state.scale))
            good = found and gap < before and gap > enough
        if gap <= enough or steps >= most or not (moved or jumped):
            return steps


class ActiveSetState:
    """The state of the solver: β, the slopes of samples that may rise or fall, and rows of E.

    ``up`` (n,) is F where β may rise, else -∞; ``low`` (n,) F where β may fall, else +∞. ``rows``
    holds the rows of E computed so far, the others None; ``cached`` (n,) says which. ``unit`` is
    the typical size of a multiplier that no bound limits.
    """

    def __init__(self, gram: DenseGram | LazyGram, A: np.ndarray, B: np.ndarray,
                 beta: np.ndarray, F: np.ndarray, unit: float = 1.0):
        self.gram, self.A, self.B, self.unit = gram, A, B, unit
        self.rows: list[np.ndarray | None] = [None] * gram.n
        self.cached = np.zeros(gram.n, dtype=bool)
        self.half = gram.diagonal / 2
        self.level = float(gram.diagonal[0]) if np.ptp(gram.diagonal) == 0 else None
        self.scale = max(float(gram.diagonal.mean()), MIN_DIVISOR)
        self.length = np.sqrt(np.maximum(gram.diagonal, 0))
        self.up, self.low = np.empty((2, gram.n))
        self.set_state(beta, F)

    def set_state(self, beta: np.ndarray, F: np.ndarray) -> None:
        """Set β, and its slopes ``F``."""
        self.beta = beta
        self.up[:] = np.where(beta < self.B, F, -np.inf)
        self.low[:] = np.where(beta > self.A, F, np.inf)

    @property
    def gap(self) -> float:
        """KKT gap: the largest F that may rise minus the smallest that may fall."""
        return float(self.up.max() - self.low.min())

    @property
    def slopes(self) -> np.ndarray:
        """F, shape (n,)."""
        return np.where(self.up > -np.inf, self.up, self.low)

    @property
    def free(self) -> np.ndarray:
        """Which samples are off both bounds, shape (n,)."""
        return (self.beta > self.A) & (self.beta < self.B)

    def rounding(self) -> float:
        """Return the possible rounding error of the gap."""
        return rounding_of_sum(self.length.max() * float(np.abs(self.beta) @ self.length))

    def log_phase(self, kind: str, steps: int) -> Phase:
        """Return the record of a phase that took this many steps."""
        return Phase(kind, steps, int(np.count_nonzero(self.free)), self.gap)

    def row(self, i: int) -> np.ndarray:
        """Return row i of E; if it is not in the cache, compute it along with the next likely ones.

        With many features, most of the cost is reading the samples, and a block shares it.
        """
        if self.rows[i] is None:
            count = self.gram.n - int(np.count_nonzero(self.cached))
            if self.gram.n > MAX_SAMPLES_ALL_ROWS:
                many = self.gram.row_cost >= MIN_FEATURES_PREFETCH
                count = min(count, self.gram.row_cost // 4, MAX_ROWS_PER_BLOCK) if many else 1
            self.cache_rows(self._likely(i, count) if count > 1 else np.array([i]))
        return self.rows[i]

    def _likely(self, i: int, count: int) -> np.ndarray:
        """Return i and the other samples that break the KKT conditions most."""
        violation = np.maximum(self.up - self.low.min(), self.up.max() - self.low)
        violation[self.cached] = -np.inf
        violation[i] = np.inf
        return np.argpartition(violation, -count)[-count:]

    def cache_rows(self, indices: np.ndarray) -> None:
        """Compute rows of E, block by block, and keep them."""
        for some in _blocks(indices):
            E = self.gram.rows(some)
            E -= self.half + self.half[some, None] if self.level is None else self.level
            np.minimum(E, -MIN_DIVISOR, out=E)
            for i, row in zip(some.tolist(), E):
                self.rows[i] = row
        self.cached[indices] = True

    def dot(self, beta: np.ndarray) -> np.ndarray:
        """Return E·beta, shape (n,)."""
        uncached = np.where(self.cached, 0, beta)     # these rows are not worth keeping
        product = np.zeros(self.gram.n)
        for some in _blocks(np.flatnonzero(beta - uncached)):
            product += beta[some] @ np.array([self.rows[i] for i in some.tolist()])
        if uncached.any():
            product += self.gram.dot(uncached)
            product -= self.half * uncached.sum() + self.half @ uncached
        return product

    def smo_phase(self, tol: float, most: int, first_order: bool = False) -> int:
        """Move pairs until the gap is ``tol`` or nothing moves; return how many.

        Raising β_i and lowering β_j adds (F_i - F_j)² / -4E_ij to W, if no bound is near. While
        nearly all samples are still at a bound, the pair with the largest F_i - F_j is enough.

        Source: R.-E. Fan, P.-H. Chen, C.-J. Lin (2005), *Working set selection using second order
        information*.
        """
        up, low, beta, rows = self.up, self.low, self.beta, self.rows
        A, B = self.A.tolist(), self.B.tolist()
        lead, change = np.empty((2, self.gram.n))      # overwritten in each step
        snap = NEAR_BOUND_SHARE * min(self.unit, float((self.B - self.A).min()))
        min_curvature = MIN_CURVATURE_SHARE * self.scale
        for done in range(most):
            i = int(up.argmax())
            m = up.item(i)
            E_i = self.row(i) if rows[i] is None else rows[i]
            if first_order:
                j = int(low.argmin())
            else:
                np.subtract(m, low, lead)
                np.multiply(lead, np.abs(lead, change), lead)
                np.divide(lead, E_i, lead)        # E is negative: the smallest is the best
                j = int(lead.argmin())
            slope = m - low.item(j)
            if slope <= tol and m - low.min() <= tol:
                return done
            E_j = self.row(j) if rows[j] is None else rows[j]
            beta_i, beta_j = beta.item(i), beta.item(j)
            to_B, to_A = B[i] - beta_i, beta_j - A[j]
            t = slope / max(-2 * E_i.item(j), min_curvature)
            if t > min(to_B, to_A) - snap:
                t = min(to_B, to_A)
            if beta_i + t == beta_i and beta_j - t == beta_j:
                return done
            np.subtract(E_i, E_j, change)
            np.multiply(change, t, change)
            np.subtract(up, change, up)
            np.subtract(low, change, low)
            beta[i], low[i] = beta_i + t, up[i]
            beta[j], up[j] = beta_j - t, low[j]
            if t == to_B or beta_i + t >= B[i]:     # rounding may reach the other bound, too
                beta[i], up[i] = B[i], -np.inf
            if t == to_A or beta_j - t <= A[j]:
                beta[j], low[j] = A[j], np.inf
        return most

    def newton_phase(self, delta: float, most: int) -> tuple[bool, int]:
        """Move to the maximum of W(β) - δ/2·‖β - β_now‖²; return (found, linear systems solved).

        If we knew which samples are free there, one linear system would give their β. So guess,
        solve, clip the samples that left the box to their bound, and release those whose gradient
        points into the box, until no sample changes; give up when a guess is no better.
        """
        here, start, free = self.beta, self.slopes, self.free
        solution, inside, F = here, here, start
        n_changes, solved = 2 * self.gram.n, 0
        while n_changes and solved < most and free.any():
            F = F - self.dot(inside - solution)
            f = np.flatnonzero(free)
            damped_gradient = F - delta * (inside - here)
            step, b = self._newton_step(f, damped_gradient[f], float((here - inside).sum()), delta)
            move = np.zeros(self.gram.n)
            move[f] = step
            solution = inside + move
            F = F - self.dot(move)
            solved += 1

            inside = np.clip(solution, self.A, self.B)
            clipped = inside != solution
            gradient = F - b - delta * (solution - here)
            rises = (gradient > 0) & (solution < self.B)
            falls = (gradient < 0) & (solution > self.A)
            released = ~free & (rises | falls)
            before, n_changes = n_changes, np.count_nonzero(clipped | released)
            free = free & ~clipped | released
            if n_changes >= before:
                break
        higher = n_changes == 0 and float((solution - here) @ (start + F)) > 0
        if higher:
            self.set_state(solution, F)
        return higher, solved

    def _newton_step(self, f: np.ndarray, F: np.ndarray, total: float,
                     delta: float) -> tuple[np.ndarray, float]:
        """Return the step of the free samples that makes their slopes equal, and that slope."""
        k = len(f)
        self.cache_rows(f[~self.cached[f]])
        M = np.ones((k + 1, k + 1))
        M[:k, :k] = [self.rows[i][f] for i in f.tolist()]
        M.flat[::k + 2] += delta
        M[k, k] = 0
        found = np.linalg.solve(M, np.append(F, total))
        return found[:k], float(found[k])


def _blocks(indices: np.ndarray) -> list[np.ndarray]:
    return [indices[k:k + MAX_ROWS_PER_BLOCK] for k in range(0, len(indices), MAX_ROWS_PER_BLOCK)]
