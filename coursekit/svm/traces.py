"""Records of iterative solvers, to replay, to plot and to test.

Legend: as in `coursekit.svm.smo`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm.solution import Solution


def segment(alpha_i: float, alpha_j: float, C_i: float, C_j: float, same: bool) \
        -> tuple[tuple[float, float], tuple[float, float]]:
    """Return both ends (α_i, α_j) of the segment on which a pair may move; L and H are the α_j.

    With equal labels (``same``) α_i + α_j is constant, else α_j - α_i. Other books write the
    segment so; `coursekit.svm.smo.segment_ends` needs no two cases.

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


class Step(NamedTuple):
    """One step of SMO: what it met, and what it did.

    Attributes
    ----------
    i, j : int
        The pair: β_i goes up by t, β_j down by t.
    y_i, y_j : float
        Their labels.
    beta_i, beta_j, new_i, new_j : float
        β before and after.
    low, high : float
        Ends of the segment, as values of t.
    slope, eta : float
        First and second derivative of W along it.
    b : float
        Intercept after the step, by Platt's rule: the F of a free sample of the pair; if none is
        free, the mean of both.
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
    >>> step.low, step.high, step.slope, step.eta, step.t, step.b
    (0.0, 10.0, 2.0, -8.0, 0.25, -1.0)
    """

    i: int
    j: int
    y_i: float
    y_j: float
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
    sweep: int
    tried: int

    @property
    def t(self) -> float:
        """How far the pair moved."""
        return self.new_i - self.beta_i

    @property
    def top(self) -> float:
        """The t at the top of the parabola; infinite where it is a rising line."""
        if self.eta < 0:
            return -self.slope / self.eta
        return np.copysign(np.inf, self.slope) if self.slope else 0.0

    @property
    def clipped(self) -> bool:
        """Whether an end of the segment stopped the step before the top."""
        return not self.low <= self.top <= self.high

    @property
    def rise(self) -> float:
        """By how much the step increased W."""
        return self.slope * self.t + self.eta * self.t**2 / 2

    # The same in multipliers α, as other books have it: α_j moves between L and H.
    old_i = property(lambda self: abs(self.beta_i))
    old_j = property(lambda self: abs(self.beta_j))
    alpha_i = property(lambda self: abs(self.new_i))
    alpha_j = property(lambda self: abs(self.new_j))
    L = property(lambda self: min(self._ends()))
    H = property(lambda self: max(self._ends()))

    @property
    def unclipped(self) -> float:
        """α_j at the top of the parabola."""
        return self.y_j * (self.beta_j - self.top) if self.clipped else self.alpha_j

    def _ends(self) -> tuple[float, float]:
        return tuple(max(0.0, self.y_j * (self.beta_j - t)) for t in (self.low, self.high))


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
