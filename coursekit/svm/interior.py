"""An interior point method for linear machines: its unknowns are the weights and b.

Legend: ``beta`` (n,) = α_i y_i in its box [``A``, ``B``]; ``s`` = β - A and ``t`` = B - β, the
slacks to the bounds; ``z``, ``v`` their multipliers; ``V`` (d + 1, n) the centred samples as
columns, over a row of ones; ``p`` = (w, b) weights and intercept; ``mu`` μ, the mean of s·z, t·v.

The bounds cost -μ Σ (log s + log t). Newton's method follows the optimum as μ goes to 0. For a
linear kernel K = VᵀV but for the last row, so the n equations of a step shrink to d + 1.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from coursekit.svm.dual import DualProblem, require_problem
from coursekit.svm.fast import solve_fast
from coursekit.svm.solution import Solution, snap_to_bounds
from coursekit.threads import one_blas_thread

MAX_STEP_SHARE = 0.9995         # of the distance to the nearest bound
COMPLEMENTARITY_TOL = 1e-10     # of the dual value: for the sum of s·z and t·v


class Centre(NamedTuple):
    """A point near the central path: β in the box, the bounds' multipliers, (w, b) and μ."""

    beta: np.ndarray
    z: np.ndarray
    v: np.ndarray
    p: np.ndarray
    mu: float


def central_path(V: np.ndarray, y: np.ndarray, A: np.ndarray,
                 B: np.ndarray) -> Iterator[Centre]:
    """Yield points along the central path, until s·z and t·v are practically 0.

    ``V`` (d + 1, n): samples as columns, over a row of ones.
    ``y``, ``A``, ``B`` (n,): labels -1 and +1; the bounds A < B of β.

    Source: S. Mehrotra (1992), *On the implementation of a primal-dual interior point method*; M.
    Ferris, T. Munson (2003), *Interior-point methods for massive support vector machines*.

    >>> V, y = np.array([[-1.0, 1.0], [1.0, 1.0]]), np.array([-1.0, 1.0])
    >>> path = list(central_path(V, y, np.array([-9.0, 0.0]), np.array([0.0, 9.0])))
    >>> path[-1].beta.round(6), path[-1].p.round(6) + 0.0
    (array([-0.5,  0.5]), array([1., 0.]))
    """
    n, d = len(y), len(V) - 1
    beta, p = (A + B) / 2, np.zeros(d + 1)
    z, v = np.ones(n), np.ones(n)
    while True:
        s, t = beta - A, B - beta
        mu = float(s @ z + t @ v) / (2 * n)
        yield Centre(beta, z, v, p, mu)
        objective = y @ beta - p[:d] @ p[:d] / 2
        if 2 * n * mu <= COMPLEMENTARITY_TOL * max(objective, s.sum() * COMPLEMENTARITY_TOL):
            return
        newton = _newton(V, y, beta, s, t, z, v, p)

        # Predictor, straight to the optimum: its progress says how far to stay from the bounds.
        db, dz, dv, _ = newton(-s * z, -t * v)
        a, e = _max_step((s, db), (t, -db)), _max_step((z, dz), (v, dv))
        hoped = ((s + a * db) @ (z + e * dz) + (t - a * db) @ (v + e * dv)) / (2 * n)
        mid = mu * (hoped / mu) ** 3

        # Corrector: the same equations, corrected for that distance and for the curvature.
        db, dz, dv, dp = newton(mid - s * z - db * dz, mid - t * v + db * dv)
        a = min(1.0, MAX_STEP_SHARE * _max_step((s, db), (t, -db), (z, dz), (v, dv)))
        beta, p = beta + a * db, p + a * dp
        z, v = z + a * dz, v + a * dv


def _newton(V, y, beta, s, t, z, v, p) -> Callable:
    """Return the function that solves Newton's equations for changes of s·z and t·v."""
    d = len(V) - 1
    H = 1 / (z / s + v / t)                 # (n,): how far each β moves per unit of slope
    M = (V * H) @ V.T
    M[range(d), range(d)] += 1              # ‖w‖² has curvature, b has none
    short = p - V @ beta                    # p = (w, b), and Σ β = 0
    short[d] = -beta.sum()
    residual = y - p @ V + z - v

    def newton(to_s: np.ndarray, to_t: np.ndarray) -> tuple[np.ndarray, ...]:
        c = residual + to_s / s - to_t / t
        dp = np.linalg.solve(M, V @ (H * c) - short)
        db = H * (c - dp @ V)
        return db, (to_s - z * db) / s, (to_t + v * db) / t, dp
    return newton


def _max_step(*moves: tuple[np.ndarray, np.ndarray]) -> float:
    """Return the largest multiple of the step that keeps all values positive; at most 2."""
    return 1 / max(0.5, *(float((-step / value).max()) for value, step in moves))


def solve_interior_point(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 100_000,
                         start=None, trace: bool = False) -> Solution:
    """Solve the dual problem of a linear kernel in the weights; `solve_fast` finishes.

    The path ends near the bounds, not at them. A multiplier that is closer to its bound than the
    bound's own multiplier is to 0 is set to it; then the free ones are computed exactly.

    ``problem``: made by `DualProblem.from_data` with the linear kernel; C finite.
    ``tol``, ``max_iter``, ``start``, ``trace``: as in `coursekit.svm.smo.solve_smo`; ``max_iter``
        limits the steps along the path, and again those after it; ``start`` has no effect (the path
        begins in the middle of the box); the trace holds `Centre` records.

    Raises ValueError if the kernel is not linear, or C is infinite: then the box has no middle to
    begin in.

    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solution = solve_interior_point(DualProblem.from_data(X, y, C=10), tol=1e-9)
    >>> solution.alpha.round(6), round(solution.b, 6)
    (array([0., 2., 2., 4.]), -3.0)
    """
    require_problem(problem, tol, max_iter)
    X, y = _samples(problem), problem.y
    A, B = problem.box
    unit = float(np.median(problem.C))          # β / unit is about 1, whatever C is
    V = np.vstack([X.T * np.sqrt(unit), np.ones(len(y))])
    with one_blas_thread():
        path = list(islice(central_path(V, y, A / unit, B / unit), max_iter + 1))
    beta, z, v, *_ = path[-1]
    # A multiplier is compared with a slope, so use its natural unit, free of C.
    share = min(1.0, problem.unit / unit)
    on_A, on_B = beta - A / unit < share * z, B / unit - beta < share * v
    beta = np.where(on_A, A, np.where(on_B, B, unit * beta))
    beta = snap_to_bounds(beta, A, B, problem.unit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)     # warned below, with all steps
        found = solve_fast(problem, tol=tol, max_iter=max_iter, start=np.abs(beta))
    record = tuple(_in_old_units(centre, unit) for centre in path) if trace else ()
    return problem.solution(found.alpha, n_iter=len(path) - 1 + found.n_iter, tol=tol, trace=record,
                            stopped="rounding" if found.converged else found.stopped)


def _in_old_units(centre: Centre, unit: float) -> Centre:
    p = np.append(centre.p[:-1] * np.sqrt(unit), centre.p[-1])
    return centre._replace(beta=unit * centre.beta, p=p, mu=unit * centre.mu)


def _samples(problem: DualProblem) -> np.ndarray:
    kernel = getattr(problem.gram, "kernel", "a Gram matrix")
    if kernel != "linear":
        raise ValueError("solve_interior_point needs the samples and the linear kernel, got "
                         f"{kernel!r}; use DualProblem.from_data(X, y, C), or solve_fast")
    if np.isinf(problem.C).any():
        raise ValueError("C must be finite for solve_interior_point, got inf; use solve_fast, or "
                         "a large C")
    return problem.gram.X       # centred
