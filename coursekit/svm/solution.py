"""What every solver of the dual problem returns.

Legend: ``alpha`` (n,) multipliers, ``b`` intercept, ``C`` (n,) penalties, ``W`` dual value.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coursekit.wording import plural


@dataclass(frozen=True, eq=False)
class Solution:
    """The result of a solver, with a certificate of how good it is.

    ``alpha`` (n,): multipliers; those at a bound equal it exactly.
    ``b``: intercept.
    ``objective``: dual value W(α).
    ``gap``: KKT gap m - M, recomputed from ``alpha`` alone; 0 or less at the optimum.
    ``rounding``: how much rounding may have changed ``gap``.
    ``duality_gap``: value of the primal problem at (w, b) minus ``objective``; negative only by
        rounding.
    ``n_iter``: steps taken.
    ``stopped`` {"certified", "rounding", "cap"}: why the solver ended: ``gap + rounding`` is at
        most the tolerance; no digits were left; it reached its limit of steps.
    ``gradient`` (n,): ∂W/∂α_i = 1 - y_i (K·beta)_i.
    ``C`` (n,): penalties of the problem that was solved; a warm start scales ``alpha`` by their
        change.
    ``trace``: one record per step, if ``trace`` was set.

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
        steps = plural(self.n_iter, "step")
        used = np.count_nonzero(self.alpha)
        return (f"Solution(W = {self.objective:.6g}, b = {self.b:.6g}, {used} of {len(self.alpha)} "
                f"multipliers above 0; KKT gap {self.gap:.3g}, duality gap {self.duality_gap:.3g}, "
                f"{steps}{'' if self.converged else ', NOT converged'})")


MACHINE_EPS = np.finfo(float).eps
NEAR_BOUND_SHARE = 1e-10    # of C, or of `unit` if C is larger: closer to a bound counts as at it
ROUNDING_SHARE = 1e-13      # of Σ|β|: less is only rounding


def snap_to_bounds(beta: np.ndarray, A: np.ndarray, B: np.ndarray,
                   unit: float = 1.0) -> np.ndarray:
    """Return β with entries close to a bound set to it; the others change to keep Σ β = 0.

    ``beta``, ``A``, ``B`` (n,): multipliers α·y; their bounds, one of them 0.
    ``unit``: the typical size of a multiplier that no C limits, `DualProblem.unit`.

    >>> snap_to_bounds(np.array([-0.5, 0.5 + 1e-12, 1e-14]), np.array([-1.0, 0, 0]),
    ...                np.array([0, 1, 1.0]))
    array([-0.5,  0.5,  0. ])
    """
    near = NEAR_BOUND_SHARE * np.minimum(unit, B - A)
    for _ in range(3):      # a round may itself bring entries near a bound, or round
        beta = np.where(beta - A <= near, A, np.where(B - beta <= near, B, beta))
        total, free = beta.sum(), (beta > A) & (beta < B)
        if abs(total) <= MACHINE_EPS * np.abs(beta).sum():      # another round would not help
            break
        room = beta - A if total > 0 else B - beta
        room = np.where(np.isinf(room), unit + np.abs(beta), room)
        share = np.where(free, room, 0)
        if share.sum() <= abs(total):       # too little is free: take from those with most room
            if abs(total) <= ROUNDING_SHARE * np.abs(beta).sum():
                break
            order = np.argsort(-room, kind="stable")
            share[order] = np.diff(np.minimum(room[order].cumsum(), abs(total)), prepend=0)
        beta = beta - total * share / share.sum()
    return beta
