"""Successive over-relaxation: one multiplier at a time, as the intercept is penalised too.

    maximise   W(α) = Σ α_i - ½ ΣΣ α_i α_j y_i y_j (K_ij + 1)   subject to   0 ≤ α_i ≤ C_i

Legend: ``alpha`` multipliers, ``Q`` = y_i y_j (K_ij + 1), ``slope`` = 1 - Q·alpha = ∂W/∂α,
``omega`` ω, ``b`` = Σ α_i y_i.

The term ½b² in the primal problem (Mangasarian and Musicant 1999) removes the
constraint Σ α_i y_i = 0: setting the derivative with respect to b to 0 gives b = Σ α_i y_i. But
now the solution depends on the origin. Far from it, no line with a small b is good; centre the
data first.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.checks import require_between
from coursekit.svm.dual import DualProblem, gap_to_reach, require_problem
from coursekit.svm.solution import Solution
from coursekit.threads import one_blas_thread


class Sweep(NamedTuple):
    """The result of one sweep of SOR.

    ``moved`` is the length of the change of alpha (the usual, weaker stopping criterion), ``gap``
    the largest slope that no bound blocks.
    """

    sweep: int
    moved: float
    b: float
    dual: float
    gap: float


def solve_sor(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 10_000, start=None,
              trace: bool = False, omega: float = 1.3) -> Solution:
    """Solve the problem with a penalised intercept by successive over-relaxation.

    ``problem``: its penalised form is solved in any case: the solution belongs to
        ``problem.with_C(problem.C, penalised=True)``.
    ``tol``, ``max_iter``, ``start``, ``trace``: as in `coursekit.svm.smo.solve_smo`; the gap is the
        largest slope ∂W/∂α that no bound blocks, ``max_iter`` counts sweeps, and the trace holds
        `Sweep` records.
    ``omega``: ω = 1 goes to the top of the parabola of each multiplier, ω > 1 beyond it. SOR
        converges for 0 < ω < 2; other values are allowed, so that you can watch them fail.

    Returns a Solution: ``b`` is Σ α_i y_i; ``gap`` the largest slope that no bound blocks;
    ``n_iter`` sweeps.

    Source: O. Mangasarian, D. Musicant (1999), *Successive overrelaxation for support vector
    machines*.

    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solve_sor(DualProblem.from_data(X - X.mean(axis=0), y, C=10), tol=1e-6).b.__round__(3)
    -1.0
    """
    require_problem(problem, tol, max_iter, penalised=True)
    problem = problem.with_C(problem.C, penalised=True)
    omega = require_between("omega", omega, 0, np.inf, open_ends=True)
    y, C = problem.y, problem.C
    with one_blas_thread():
        Q = np.outer(y, y) * (problem.K + 1)
        alpha, record, sweep = problem.warm_start(start), [], 0
        point = problem.point(alpha)
        while sweep < max_iter and problem.gap(point) > gap_to_reach(tol, problem.rounding(alpha)):
            before, slope = alpha.copy(), y * point.F
            for i in range(problem.n):
                new = min(max(alpha[i] + omega * slope[i] / Q[i, i], 0.0), C[i])
                slope -= (new - alpha[i]) * Q[i]
                alpha[i] = new
            point, sweep = problem.point(alpha), sweep + 1
            if trace:
                record.append(Sweep(sweep, float(np.linalg.norm(alpha - before)), float(alpha @ y),
                                    problem.objective(point), problem.gap(point)))
        return problem.solution(alpha, n_iter=sweep, tol=tol, trace=record)
