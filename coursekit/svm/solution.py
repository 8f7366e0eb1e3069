"""What every solver of the dual problem returns.

Legend: ``alpha`` (n,) multipliers, ``b`` intercept, ``C`` (n,) penalties, ``W`` dual value.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Solution:
    """What a solver found, with the certificate that tells how good it is.

    Attributes
    ----------
    alpha : ndarray, shape (n,)
        Multipliers; those at a bound are at it exactly.
    b : float
        Intercept.
    objective : float
        Dual value W(α).
    gap : float
        KKT gap m - M, recomputed from ``alpha`` alone; 0 or less at the optimum.
    duality_gap : float
        Value of the primal problem at (w, b) minus ``objective``; never negative but for rounding.
    n_iter : int
        Steps taken.
    converged : bool
        Whether ``gap`` is at most the tolerance asked for.
    gradient : ndarray, shape (n,)
        ∂W/∂α_i = 1 - y_i (K·beta)_i.
    C : ndarray, shape (n,)
        Penalties of the problem that was solved; a warm start scales ``alpha`` by their change.
    trace : tuple
        One record a step, if the solver was asked to record.

    Examples
    --------
    >>> from coursekit.svm.dual import DualProblem
    >>> problem = DualProblem(np.array([[0.0, 0.0], [0.0, 8.0]]), np.array([-1, 1]), C=10)
    >>> problem.solution(np.array([0.25, 0.25]), n_iter=1)
    Solution(W = 0.25, b = -1, 2 of 2 multipliers above 0; KKT gap 0, duality gap 0, 1 step)
    """

    alpha: np.ndarray
    b: float
    objective: float
    gap: float
    duality_gap: float
    n_iter: int
    converged: bool
    gradient: np.ndarray
    C: np.ndarray
    trace: tuple = ()

    @property
    def support(self) -> np.ndarray:
        """Indices of the support vectors, α_i > 0."""
        return np.flatnonzero(self.alpha)

    def __repr__(self) -> str:
        steps = f"{self.n_iter} step{'s' * (self.n_iter != 1)}"
        return (f"Solution(W = {self.objective:.6g}, b = {self.b:.6g}, {len(self.support)} of "
                f"{len(self.alpha)} multipliers above 0; KKT gap {self.gap:.3g}, duality gap "
                f"{self.duality_gap:.3g}, {steps}{'' if self.converged else ', NOT converged'})")
