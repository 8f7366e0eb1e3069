"""Records of iterative solvers, to read, to plot and to test.

Legend: as in `coursekit.svm.smo`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np


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
