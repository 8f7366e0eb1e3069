"""Sequential minimal optimisation, the one to read aloud: two multipliers at a time.

Legend: ``alpha`` multipliers, ``y`` labels -1 and +1, ``C`` penalties, ``K`` Gram matrix,
``E`` = K·(α·y) - y, the errors f - y before b is added (it cancels in E_i - E_j), ``L`` and
``H`` the ends of the segment on which α_j may move, ``eta`` = 2K_ij - K_ii - K_jj, the second
derivative of W along it, ``W`` dual value, ``b`` intercept.

α_i y_i + α_j y_j is constant, so the pair moves on a segment through its box, on which W is a
parabola: the step goes to its top, or to the end of the segment before it.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from coursekit.checks import require_choice
from coursekit.svm.dual import DualProblem
from coursekit.svm.solution import Solution
from coursekit.svm.trace import Step

FLAT = -1e-12    # stands in for η where both samples have one image in feature space
SELECTIONS = ("second", "first", "random")
Pair = tuple[int, int, float]


def segment(alpha_i: float, alpha_j: float, C_i: float, C_j: float, same: bool) \
        -> tuple[tuple[float, float], tuple[float, float]]:
    """Return both ends (α_i, α_j) of the segment on which a pair may move; L and H are the α_j.

    Parameters
    ----------
    alpha_i, alpha_j, C_i, C_j : float
        The pair and its box.
    same : bool
        Whether the labels agree: then α_i + α_j is constant, else α_j - α_i.

    Examples
    --------
    >>> segment(0.25, 0.75, 1, 1, same=False)
    ((0.0, 0.5), (0.5, 1))
    """
    if same:
        total = alpha_i + alpha_j
        return ((min(C_i, total), min(C_j, max(0.0, total - C_i))),    # min: against rounding
                (min(C_i, max(0.0, total - C_j)), min(C_j, total)))
    more = alpha_j - alpha_i
    return (max(0.0, -more), max(0.0, more)), (min(C_i, C_j - more), min(C_j, C_i + more))


class Climb:
    """Where SMO stands: β_i = α_i y_i with its box [A, B], errors E, dual value W, intercept b.

    Attributes
    ----------
    beta, A, B, E : ndarray, shape (n,)
    W, b : float
        Up to date after every step, without a sum over the samples.
    steps, sweep : int
        Steps made; passes over the data begun.

    Examples
    --------
    >>> climb = Climb(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> climb.step(0, 1).alpha_j, climb.beta, climb.W
    (0.25, array([-0.25,  0.25]), 0.25)
    """

    def __init__(self, problem: DualProblem, start=None, snap: float = 0.0, min_step: float = 0.0):
        alpha, y, C = problem.feasible(start), problem.y, problem.C
        self.beta, self.E = alpha * y, -y * problem.gradient(alpha)
        self.A, self.B = np.minimum(0, y * C), np.maximum(0, y * C)
        self.K, self.y, self.C = problem.K, y.tolist(), C.tolist()
        self.W, self.b = problem.objective(alpha), problem.intercept(alpha)
        self.snap, self.min_step, self.steps, self.sweep = snap, min_step, 0, 0

    def step(self, i: int, j: int, gap: float = np.nan, tried: int = 0) -> Step | None:
        """Move a pair to the best point of its segment; None if it is there already."""
        K, E, y_i, y_j, C_i, C_j = self.K, self.E, self.y[i], self.y[j], self.C[i], self.C[j]
        a_i, a_j, E_i, E_j = abs(self.beta.item(i)), abs(self.beta.item(j)), E.item(i), E.item(j)
        low, high = segment(a_i, a_j, C_i, C_j, y_i == y_j)
        eta = min(2 * K.item(i, j) - K.item(i, i) - K.item(j, j), FLAT)
        top = a_j - y_j * (E_i - E_j) / eta
        end = high if top > a_j else low
        clipped = abs(top - a_j) + self.snap * min(1.0, C_j) >= abs(end[1] - a_j)
        new_i, new_j = end if clipped else (min(C_i, max(0.0, a_i + y_i * y_j * (a_j - top))), top)
        if abs(new_j - a_j) <= self.min_step:
            return None
        t = y_i * (new_i - a_i)                     # β_i goes up by t, β_j down by t
        self.beta[i], self.beta[j] = y_i * new_i, y_j * new_j
        E += t * (K[i] - K[j])
        self.W, self.steps = self.W + t * (E_j - E_i) + eta * t * t / 2, self.steps + 1
        b_i, b_j = -E.item(i), -E.item(j)
        self.b = b_i if 0 < new_i < C_i else b_j if 0 < new_j < C_j else (b_i + b_j) / 2
        return Step(i, j, a_i, a_j, new_i, new_j, low[1], high[1], eta, top, self.b, self.W, gap,
                    self.sweep, tried)

    def ahead(self) -> tuple[int, np.ndarray]:
        """Return the i most in want of a rise, and by how much each j that may fall is ahead."""
        i = int(np.where(self.beta < self.B, self.E, np.inf).argmin())
        return i, np.where(self.beta > self.A, self.E - self.E.item(i), -np.inf)


def worst_pairs(climb: Climb, tol: float, second: bool = True) -> Iterator[Pair]:
    """Yield the pair furthest apart, or the one that promises most, until the gap is ``tol``.

    Both begin with the i whose error is lowest among those that may rise. The j with the
    highest error among those that may fall completes the maximal violating pair (Keerthi et
    al. 2001); ``second`` asks for the greatest (E_j - E_i)² / |η| instead, twice what a step
    without bounds would add to W (Fan, Chen and Lin 2005).

    Examples
    --------
    >>> climb = Climb(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> [(pair, climb.step(*pair).dual) for pair in worst_pairs(climb, tol=1e-3)]
    [((1, 0, 2.0), 0.25)]
    """
    diagonal = np.diagonal(climb.K).copy()
    while True:
        i, ahead = climb.ahead()
        j, gap = int(ahead.argmax()), float(ahead.max())
        if gap <= tol:
            return
        if second:
            bend = np.maximum(diagonal - 2 * climb.K[i] + diagonal.item(i), -FLAT)
            j = int((np.maximum(ahead, 0)**2 / bend).argmax())
        yield i, j, gap


def random_pairs(climb: Climb, tol: float, seed: int = 0, max_passes: int = 1000,
                 kkt_tol: float = 5e-4) -> Iterator[Pair]:
    """Yield each sample that breaks its KKT condition, with a partner drawn by lot.

    Ends when the gap is ``tol``, or after ``max_passes`` passes in a row without a change:
    which proves nothing, for the right partners may never have been drawn.

    Examples
    --------
    >>> climb = Climb(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> [(pair, climb.step(*pair).dual) for pair in random_pairs(climb, tol=1e-3)]
    [((0, 1, 2.0), 0.25)]
    """
    rng, quiet, n = np.random.default_rng(seed), 0, len(climb.y)
    while quiet < max_passes and climb.ahead()[1].max() > tol:
        climb.sweep, before = climb.sweep + 1, climb.steps
        for i, (A, B) in enumerate(zip(climb.A, climb.B)):
            E = climb.E[i] + climb.b          # now with the intercept: f(x_i) - y_i
            if E < -kkt_tol and climb.beta[i] < B or E > kkt_tol and climb.beta[i] > A:
                yield i, (i + int(rng.integers(1, n))) % n, float(climb.ahead()[1].max())
        quiet = 0 if climb.steps > before else quiet + 1


def solve_smo(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 100_000, start=None,
              trace: bool = False, selection: str = "second", seed: int = 0,
              max_passes: int = 1000, kkt_tol: float | None = None, min_step: float = 0.0,
              snap: float = 1e-10) -> Solution:
    """Solve the dual problem by sequential minimal optimisation.

    Parameters
    ----------
    problem : DualProblem
        With an intercept that is not penalised; its Gram matrix is made whole, n² numbers.
    tol : float
        Stop when the KKT gap m - M is at most this.
    max_iter : int
        Most pairs tried.
    start : Solution or array_like of shape (n,), optional
        Where to start from: a solution at another C is scaled; zeros if absent.
    trace : bool
        Record every step in ``trace`` of the solution; see `Step` and `replay`.
    selection : {"second", "first", "random"}
        How pairs are chosen: see `worst_pairs` and `random_pairs`.
    seed, max_passes, kkt_tol : int, int, float
        Of the random choice: the lot, the passes without change that end it, and by how much
        a sample may break its KKT condition unnoticed (``tol / 2`` if absent).
    min_step : float
        Of the random choice: a change of α_j of at most this is not made.
    snap : float
        A step that ends nearer than this, as a share of C or of 1 where C is larger, to the end
        of its segment goes all the way: both multipliers move, their sum is kept.

    Returns
    -------
    Solution
        With gap and duality gap computed afresh.

    Warns
    -----
    ConvergenceWarning
        If the gap is still above ``tol``.

    References
    ----------
    J. Platt (1998), *Sequential minimal optimization*; S. Keerthi et al. (2001); R.-E. Fan,
    P.-H. Chen, C.-J. Lin (2005), *Working set selection using second order information*.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solution = solve_smo(DualProblem.from_data(X, y, C=10), tol=1e-9)
    >>> solution.alpha.round(6), round(solution.b, 6)
    (array([0., 2., 2., 4.]), -3.0)
    """
    problem.require_ready(tol, max_iter)
    lot, record = require_choice("selection", selection, SELECTIONS) == "random", []
    climb = Climb(problem, start, snap, min_step if lot else 0.0)
    pairs = random_pairs(climb, tol, seed, max_passes, kkt_tol or tol / 2) if lot else \
        worst_pairs(climb, tol, selection == "second")
    for tried, (i, j, gap) in enumerate(islice(pairs, max_iter), 1):
        step = climb.step(i, j, gap, tried)
        if trace and step:
            record.append(step)
    return problem.solution(np.abs(climb.beta), n_iter=climb.steps, tol=tol, trace=record)
