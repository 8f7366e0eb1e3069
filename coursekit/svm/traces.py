"""Records of iterative solvers, to read, to plot and to test.

Legend: as in `coursekit.svm.smo`.
"""
from __future__ import annotations

from typing import NamedTuple


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
