"""Records of iterative solvers, to replay, to plot and to test.

Legend: as in `coursekit.svm.smo`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm.solution import Solution


class Step(NamedTuple):
    """One step of SMO: what it met, and what it did.

    Attributes
    ----------
    i, j : int
        The pair; α_j moved first, α_i made up for it.
    old_i, old_j, alpha_i, alpha_j : float
        Multipliers before and after.
    L, H : float
        Ends of the segment, as values of α_j.
    eta : float
        Second derivative of W along the segment, below 0.
    unclipped : float
        α_j at the top of the parabola.
    b : float
        Intercept after the step, by Platt's rule: a free sample of the pair has error 0; if
        none is free, the mean of their two wishes.
    dual : float
        W after the step.
    gap : float
        KKT gap m - M before it.
    sweep, tried : int
        Passes over the data begun (random partner; else 0), and pairs tried, this one included.

    Examples
    --------
    >>> from coursekit.svm import DualProblem, solve_smo
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> step, = solve_smo(problem, trace=True).trace
    >>> step.L, step.H, step.eta, step.unclipped, step.b
    (0.0, 10.0, -8.0, 0.25, -1.0)
    """

    i: int
    j: int
    old_i: float
    old_j: float
    alpha_i: float
    alpha_j: float
    L: float
    H: float
    eta: float
    unclipped: float
    b: float
    dual: float
    gap: float
    sweep: int
    tried: int

    @property
    def rise(self) -> float:
        """How much W rose: the parabola at the new α_j minus the parabola at the old one."""
        return self.eta / 2 * (self.alpha_j - self.old_j) \
            * (self.alpha_j + self.old_j - 2 * self.unclipped)



def replay(solution: Solution, start=None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what a recorded climb went through: state 0 is the start, state k follows step k.

    Parameters
    ----------
    solution : Solution
        Of ``solve_smo(..., trace=True)``.
    start : array_like, shape (n,), optional
        The feasible multipliers it started from; zeros if absent.

    Returns
    -------
    alphas : ndarray, shape (steps + 1, n)
        Multipliers of each state.
    duals, gaps : ndarray, shape (steps + 1,)
        W and the KKT gap of each state.

    Examples
    --------
    >>> from coursekit.svm import DualProblem, solve_smo
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> alphas, duals, gaps = replay(solve_smo(problem, trace=True))
    >>> alphas.tolist(), duals.tolist(), gaps.tolist()
    ([[0.0, 0.0], [0.25, 0.25]], [0.0, 0.25], [2.0, 0.0])
    """
    steps = solution.trace
    if len(steps) != solution.n_iter:
        raise ValueError(f"the solution records {len(steps)} of {solution.n_iter} steps; solve "
                         "with trace=True to replay it")
    alphas = np.zeros((len(steps) + 1, len(solution.alpha)))
    if start is not None:
        alphas[:] = start
    for k, step in enumerate(steps, 1):
        alphas[k:, [step.i, step.j]] = step.alpha_i, step.alpha_j
    first = steps[0].dual - steps[0].rise if steps else solution.objective
    return (alphas, np.array([first, *(step.dual for step in steps)]),
            np.array([*(step.gap for step in steps), solution.gap]))
