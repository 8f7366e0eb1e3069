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
    rounding : float
        By how much rounding may have changed ``gap``.
    duality_gap : float
        Value of the primal problem at (w, b) minus ``objective``; never negative but for rounding.
    n_iter : int
        Steps taken.
    stopped : {"certified", "rounding", "cap"}
        Why the solver ended: ``gap + rounding`` is at most the tolerance asked for; no digits
        were left; its steps were used up.
    gradient : ndarray, shape (n,)
        ∂W/∂α_i = 1 - y_i (K·beta)_i.
    C : ndarray, shape (n,)
        Penalties of the problem that was solved; a warm start scales ``alpha`` by their change.
    trace : tuple
        One record per step, if the solver was asked to record.

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
    rounding: float
    duality_gap: float
    n_iter: int
    stopped: str
    gradient: np.ndarray
    C: np.ndarray
    trace: tuple = ()

    @property
    def converged(self) -> bool:
        """Whether α is feasible and its KKT gap, rounding added, at most the tolerance."""
        return self.stopped == "certified"

    def __repr__(self) -> str:
        steps = f"{self.n_iter} step{'s' * (self.n_iter != 1)}"
        used = np.count_nonzero(self.alpha)
        return (f"Solution(W = {self.objective:.6g}, b = {self.b:.6g}, {used} of {len(self.alpha)} "
                f"multipliers above 0; KKT gap {self.gap:.3g}, duality gap {self.duality_gap:.3g}, "
                f"{steps}{'' if self.converged else ', NOT converged'})")


EPS = np.finfo(float).eps
NEAR = 1e-10      # nearer to a bound than this share of C, or of `unit` where C is larger: at it
ROUND = 1e-13     # share of Σ|β| that is no more than rounding


def snap_to_bounds(beta: np.ndarray, A: np.ndarray, B: np.ndarray,
                   unit: float = 1.0) -> np.ndarray:
    """Return β with what is all but at a bound on it, and what is left of Σ β taken from the rest.

    Parameters
    ----------
    beta, A, B : ndarray, shape (n,)
        Multipliers α·y; their bounds, of which 0 is always one.
    unit : float
        The size of multipliers that no C holds back, `DualProblem.unit`.

    Examples
    --------
    >>> snap_to_bounds(np.array([-0.5, 0.5 + 1e-12, 1e-14]), np.array([-1.0, 0, 0]),
    ...                np.array([0, 1, 1.0]))
    array([-0.5,  0.5,  0. ])
    """
    near = NEAR * np.minimum(unit, B - A)
    for _ in range(3):      # again for what the last round has put near a bound, or rounded
        beta = np.where(beta - A <= near, A, np.where(B - beta <= near, B, beta))
        total, free = beta.sum(), (beta > A) & (beta < B)
        if abs(total) <= EPS * np.abs(beta).sum():      # another round would not mend it
            break
        room = beta - A if total > 0 else B - beta
        room = np.where(np.isinf(room), unit + np.abs(beta), room)
        share = np.where(free, room, 0)
        if share.sum() <= abs(total):       # too little is free: those with most room pay
            if abs(total) <= ROUND * np.abs(beta).sum():
                break
            order = np.argsort(-room, kind="stable")
            share[order] = np.diff(np.minimum(room[order].cumsum(), abs(total)), prepend=0)
        beta = beta - total * share / share.sum()
    return beta
