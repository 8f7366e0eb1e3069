"""One run of SMO to a small tolerance: it contains the runs to every larger one.

Legend: ``K`` Gram matrix, ``beta`` α_i y_i in their boxes [A, B], ``F`` = y - Kβ, ``b`` intercept,
``gaps`` the KKT gap after 0, 1, 2, … steps.

SMO does not know its tolerance: it chooses each pair without it, and only stops by it. So a run to
the tolerance 1 is the beginning of the run to 0.0001, and one run is enough for all of them.
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_crescents
from coursekit.kernels import rbf
from coursekit.svm import DualProblem
from coursekit.svm.smo import SMOState, violating_pairs
from coursekit.threads import one_blas_thread

FINISHED = 1e-4         # the tolerance at which a run counts as finished
MOST_STEPS = 20_000     # no run goes on after so many


class Lost(NamedTuple):
    """Points of accuracy on fresh samples lost by a stop at the tolerance 1, over many draws."""

    mean: float
    se: float
    largest: float


#: What `lost(range(2, 202))` returns, kept because it takes seconds.
LOST = Lost(0.1085, 0.0433, 4.0)


class SolverPath(NamedTuple):
    """Every step of a run.

    Attributes
    ----------
    gaps : ndarray, shape (steps + 1,)
        KKT gap after 0, 1, … steps.
    moved, values : ndarray, shape (2 · steps,)
        Which β changed, two per step, and to what.
    problem : DualProblem
    """

    gaps: np.ndarray
    moved: np.ndarray
    values: np.ndarray
    problem: DualProblem

    @property
    def steps(self) -> int:
        """Number of steps of the whole run."""
        return len(self.gaps) - 1

    @property
    def is_finished(self) -> bool:
        """Whether the run reached the tolerance `FINISHED` within `MOST_STEPS`."""
        return bool(self.gaps[-1] <= FINISHED)

    def stop(self, tol: float) -> int:
        """Return after how many steps a solver with this tolerance stops."""
        reached = np.flatnonzero(self.gaps <= tol)
        return int(reached[0]) if len(reached) else self.steps

    def machine(self, step: int) -> tuple[np.ndarray, float]:
        """Return β after some steps, and b in the middle of what the gap leaves open."""
        beta = np.zeros(len(self.problem.y))
        beta[self.moved[:2 * step]] = self.values[:2 * step]    # the last value of each one stays
        F = self.problem.slopes(np.abs(beta))
        A, B = self.problem.box
        return beta, float(F[beta < B].max() + F[beta > A].min()) / 2


def lost(seeds: Iterable[int]) -> Lost:
    """Compare the tolerances 0.001 and 1 at C = γ = 1, on 200 crescents and 1,000 fresh samples."""
    losses = []
    for seed in seeds:
        (X, y), (V, v) = make_crescents(200, seed=seed), make_crescents(1000, seed=1000 + seed)
        run, K_fresh = solver_path(rbf(X), y, C=1.0), rbf(V, X)
        right = [np.mean(np.sign(K_fresh @ beta + b) == v) for beta, b in (
            run.machine(run.stop(tol)) for tol in (0.001, 1))]
        losses.append(100 * (right[0] - right[1]))
    return Lost(np.mean(losses), np.std(losses, ddof=1) / len(losses)**0.5, np.max(losses))


def solver_path(K: np.ndarray, y: np.ndarray, C: float) -> SolverPath:
    """Run SMO from zero to the tolerance `FINISHED`, and keep every step.

    Examples
    --------
    >>> path = solver_path(np.eye(2), np.array([-1, 1]), C=10)
    >>> path.gaps, path.machine(path.stop(0.1))
    (array([2., 0.]), (array([-1.,  1.]), 0.0))
    """
    problem = DualProblem(K, y, C)
    with one_blas_thread():
        state = SMOState(problem)
        pairs = islice(violating_pairs(state, FINISHED), MOST_STEPS)
        steps = [step for pair in pairs if (step := state.move(*pair))]
        last = problem.gap(np.abs(state.beta))
    return SolverPath(np.array([*(step.gap for step in steps), last]),
                      np.array([(step.i, step.j) for step in steps], int).ravel(),
                      np.array([(step.new_i, step.new_j) for step in steps]).ravel(), problem)
