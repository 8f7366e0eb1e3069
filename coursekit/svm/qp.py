"""The dual problem handed to a general solver of quadratic programs, in its standard form.

    minimise ½ xᵀP x + qᵀx   subject to   G x ≤ h  and  A x = b

Legend: ``x`` = α multipliers, ``P`` = y_i y_j K_ij, ``q`` = -1, ``G``, ``h`` the box, ``A`` = yᵀ
and ``b`` = 0 the equality. Here b is a right-hand side, not the intercept.
"""
from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np
from scipy import sparse

from coursekit.svm.dual import DualProblem, require_problem
from coursekit.svm.solution import Solution, snap_to_bounds
from coursekit.threads import one_blas_thread

MAX_POLISHING_ROUNDS = 50   # in case the guesses go in circles
MAX_VIOLATION = 1e-9        # a larger slope at a bound means that the multiplier should be free


class StandardForm(NamedTuple):
    """A quadratic program: minimise ½ xᵀP x + qᵀx subject to G x ≤ h and A x = b.

    Shapes: P (n, n), q (n,); inequalities G (k, n), h (k,); equalities A (e, n), b (e,).
    """

    P: np.ndarray
    q: np.ndarray
    G: np.ndarray
    h: np.ndarray
    A: np.ndarray
    b: np.ndarray


def standard_form(problem: DualProblem) -> StandardForm:
    """Return the dual problem as a quadratic program that minimises -W.

    The box 0 ≤ α ≤ C becomes -α ≤ 0 and α ≤ C; samples with C = ∞ have no second row. With a
    penalised intercept, K + 1 replaces K and there is no equality.

    >>> standard_form(DualProblem([[0, 0], [0, 8]], [-1, 1], C=[10, np.inf])).h.tolist()
    [0.0, 0.0, 10.0]
    """
    require_problem(problem, penalised=True)
    n, y, C = problem.n, problem.y, problem.C
    P = np.outer(y, y) * (problem.K + problem.penalised)
    finite = np.isfinite(C)
    G, h = np.vstack([-np.eye(n), np.eye(n)[finite]]), np.concatenate([np.zeros(n), C[finite]])
    A, b = np.empty((0, n)) if problem.penalised else y[None, :], np.zeros(1 - problem.penalised)
    return StandardForm(P, -np.ones(n), G, h, A, b)


def minimise(form: StandardForm, tol: float = 1e-9, max_iter: int = 200) \
        -> tuple[np.ndarray, np.ndarray, int]:
    """Return the minimiser x, the multipliers of G x ≤ h, and the iterations of Clarabel.

    Raises ValueError if the program has no minimum, or the solver gives up.

    Source: P. Goulart, Y. Chen (2024), *Clarabel: an interior-point solver for conic programs with
    quadratic objectives*.

    >>> form = standard_form(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> minimise(form)[0].round(6).tolist()
    [0.25, 0.25]
    """
    import clarabel

    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter = False, max_iter
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tol
    cones = [clarabel.ZeroConeT(len(form.b)), clarabel.NonnegativeConeT(len(form.h))]
    result = clarabel.DefaultSolver(
        sparse.csc_matrix(np.triu(form.P)), form.q, sparse.csc_matrix(np.vstack([form.A, form.G])),
        np.concatenate([form.b, form.h]), cones[len(form.b) == 0:], settings).solve()
    status = str(result.status)
    if "Infeasible" in status:
        raise ValueError(f"the quadratic program has no minimum ({status}); a dual without upper "
                         "bounds (C = inf) has none unless the classes are separable: give a "
                         "finite C")
    if not np.isfinite(result.x).all():
        raise ValueError(f"the solver gave up ({status}); scale the features, or lower C")
    return np.array(result.x), np.array(result.z)[len(form.b):], result.iterations


def solve_qp(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 200, start=None,
             trace: bool = False) -> Solution:
    """Solve the dual problem by Clarabel, a general interior-point solver.

    Its accuracy does not depend on ``tol``, which only judges the result: x is found to about
    1e-10, multipliers near a bound are set to it, and the free ones are recomputed.

    ``problem``: with an intercept of either kind; the whole Gram matrix is computed, n² numbers.
    ``tol``, ``max_iter``, ``start``, ``trace``: as in `coursekit.svm.smo.solve_smo`; ``max_iter``
        counts Clarabel's iterations; ``start`` and ``trace`` have no effect.

    Raises ValueError if C is infinite and the classes are not separable.

    >>> solve_qp(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).alpha.round(9).tolist()
    [0.25, 0.25]
    """
    require_problem(problem, tol, max_iter, penalised=True)
    alpha, iterations = _optimum(problem, max_iter)
    if problem.gap(alpha) > tol and np.isfinite(problem.C).all():
        # In units of C, multipliers far below C lose their digits: try without an upper bound.
        with suppress(ValueError):      # the dual without C may have no optimum
            hard, more = _optimum(problem.with_C(np.inf), max_iter)
            if (hard <= problem.C).all() and problem.gap(hard) < problem.gap(alpha):
                alpha, iterations = hard, iterations + more
    return problem.solution(alpha, n_iter=iterations, tol=tol,
                            stopped="rounding" if iterations < max_iter else "cap")


@one_blas_thread()
def _optimum(problem: DualProblem, max_iter: int) -> tuple[np.ndarray, int]:
    """Return the multipliers, computed in units of C, and the iterations."""
    y, finite = problem.y, np.isfinite(problem.C)
    unit = float(np.median(problem.C[finite])) if finite.any() else problem.unit   # x is about 1
    C, form = problem.C / unit, standard_form(problem)
    # Where Σ α·y = 0, centred samples give the same program with more digits.
    P = unit * np.outer(y, y) * (problem.gram.to_array() + problem.penalised)
    x, z, iterations = minimise(form._replace(P=P, h=form.h / unit), 1e-10, max_iter)

    near_0, near_C = x < z[:problem.n], np.zeros(problem.n, dtype=bool)
    near_C[finite] = C[finite] - x[finite] < z[problem.n:]
    x = np.where(near_C, C, np.where(near_0, 0.0, np.clip(x, 0, C)))
    x = _polish(P, y, C, x, balanced=not problem.penalised)
    if not problem.penalised:
        x = np.abs(snap_to_bounds(x * y, np.minimum(0, C * y), np.maximum(0, C * y),
                                  problem.unit / unit))
    return np.where(x == C, problem.C, unit * x), iterations


def _polish(P: np.ndarray, y: np.ndarray, C: np.ndarray, x: np.ndarray,
            balanced: bool) -> np.ndarray:
    """Solve for the free multipliers exactly, and correct which of them are free.

    An active-set method. Solve the equations of the free multipliers (0 < x < C), and clip those
    that leave the box to its bounds. When none leaves, free the ones that most violate their
    optimality conditions, and solve again, until none does.
    """
    free, last_violation = (x > 0) & (x < C), np.inf
    for _ in range(MAX_POLISHING_ROUNDS):
        corrected = x + _correction(P, y, x, free, balanced)
        x = np.clip(corrected, 0, C)
        if not np.array_equal(x, corrected):
            free &= (x > 0) & (x < C)
            continue
        held, violation = _held_back(P, y, C, x, balanced)
        no_progress = free[held].all() and violation >= last_violation / 2
        if violation <= MAX_VIOLATION or no_progress:
            break
        free[held], last_violation = True, violation
    return x


def _correction(P: np.ndarray, y: np.ndarray, x: np.ndarray, free: np.ndarray,
                balanced: bool) -> np.ndarray:
    """Return the smallest change δ of the free multipliers that makes them optimal, (n,).

    Its equations are P δ + b·y = 1 - P x for the free ones and yᵀ(x + δ) = 0.
    """
    f = np.flatnonzero(free)
    k = len(f)
    M, right = np.zeros((k + 1, k + 1)), np.zeros(k + 1)
    ridge = 1e-12 * max(1.0, float(np.diagonal(P).mean()))  # duplicates leave δ undetermined
    M[:k, :k], right[:k] = P[np.ix_(f, f)] + ridge * np.eye(k), (1 - P @ x)[f]
    if balanced:
        M[:k, k] = M[k, :k] = y[f]
        right[k] = -x @ y
    delta = np.zeros(len(x))
    delta[f] = np.linalg.lstsq(M, right, rcond=None)[0][:k]
    return delta


def _held_back(P: np.ndarray, y: np.ndarray, C: np.ndarray, x: np.ndarray,
               balanced: bool) -> tuple[list[int], float]:
    """Return the multipliers that most violate optimality at their bounds, and by how much."""
    F = y * (1 - P @ x)
    rises = np.where(np.where(y > 0, x < C, x > 0), F, -np.inf)     # β = y·x may rise
    falls = np.where(np.where(y > 0, x > 0, x < C), F, np.inf)      # β may fall
    if not balanced:
        violation = np.maximum(rises, -falls)
        return [int(np.argmax(violation))], float(violation.max())
    highest, lowest = int(np.argmax(rises)), int(np.argmin(falls))
    imbalance = float(x @ y)
    if abs(imbalance) > 1e-12 * x.sum():    # clipping broke Σ x·y = 0: free one to restore it
        return [highest if imbalance < 0 else lowest], np.inf
    return [highest, lowest], float(rises[highest] - falls[lowest])
