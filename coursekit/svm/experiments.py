"""What lesson 03 measures: runs repeated over seeds, choices of a pair, tolerances and origins.

Legend: as in `coursekit.svm.smo`; ``omega`` ω of SOR. Solvers are stopped early here on purpose,
so their warnings are kept quiet; every result carries its gap.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn import svm
from sklearn.exceptions import ConvergenceWarning

from coursekit.svm.dual import DualProblem
from coursekit.svm.qp import solve_qp
from coursekit.svm.smo import best_step, segment_ends, solve_smo
from coursekit.svm.sor import solve_sor


def _quietly(measure: Callable) -> Callable:
    @wraps(measure)
    def quiet(*args, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return measure(*args, **options)
    return quiet


class RandomRun(NamedTuple):
    """A run with random partners.

    Attributes
    ----------
    path : list of ndarray, shape (n,)
        Every β, the start included.
    pairs : list of (i, j)
        The pair of each step.
    steps_to_quiet : dict of int to int
        Steps made when so many quiet passes in a row were first reached.
    """

    path: list[np.ndarray]
    pairs: list[tuple[int, int]]
    steps_to_quiet: dict[int, int]

    def at_quiet(self, passes: int) -> np.ndarray:
        """Return β after so many quiet passes in a row."""
        return self.path[self.steps_to_quiet[passes]]


def move_pair(K: np.ndarray, beta: np.ndarray, F: np.ndarray, A: np.ndarray, B: np.ndarray,
              i: int, j: int) -> np.ndarray:
    """Return β after the best step of a pair, as the page of lesson 03 makes it.

    Examples
    --------
    >>> y = np.array([-1.0, 1])
    >>> move_pair(np.diag([0.0, 8]), np.zeros(2), y, np.array([-10, 0]), np.array([0, 10]), 1, 0)
    array([-0.25,  0.25])
    """
    low, high = segment_ends(beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
    t = best_step(F[i] - F[j], min(0.0, 2 * K[i, j] - K[i, i] - K[j, j]), low, high)
    new = beta.copy()
    for k, s in ((i, t), (j, -t)):      # a bound is written down, not added up to
        new[k] = B[k] if s >= B[k] - beta[k] else A[k] if s <= A[k] - beta[k] else beta[k] + s
    return new


def random_partner(K: np.ndarray, y: np.ndarray, C: float, rng: np.random.Generator, *,
                   passes: int = 10, tol: float = 1e-3, move_pair: Callable = move_pair
                   ) -> RandomRun:
    """Run SMO as programs for teaching do: partners drawn at random, an end after quiet passes.

    Each pass looks at the samples in order. One whose error f - y breaks its condition by more
    than ``tol`` moves with a random partner. The intercept is the slope F of a free sample of the
    pair that moved last; the mean of both where none is free.

    Parameters
    ----------
    K, y, C : ndarray, shapes (n, n) and (n,), and float
        The dual problem; labels -1 and +1.
    rng : Generator
        Draws the partners.
    passes : int
        Passes in a row without a step that end the run.
    tol : float
        Size of the errors that are overlooked.
    move_pair : callable
        Makes the steps: see `move_pair`.

    Examples
    --------
    >>> run = random_partner(np.diag([0.0, 8]), np.array([-1, 1]), 10, np.random.default_rng(0))
    >>> run.at_quiet(10).tolist(), run.steps_to_quiet[10]
    ([-0.25, 0.25], 1)
    """
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta, F, b = np.zeros(len(y)), y.astype(float), 0.0
    run, quiet = RandomRun([beta], [], {}), 0
    while quiet < passes:
        before = len(run.pairs)
        for i in range(len(y)):
            E = b - F[i]
            if (E < -tol and beta[i] < B[i]) or (E > tol and beta[i] > A[i]):
                j = (i + int(rng.integers(1, len(y)))) % len(y)     # any sample but i
                new = move_pair(K, beta, F, A, B, i, j)
                if not np.array_equal(new, beta):
                    beta, F = new, y - K @ new
                    run.path.append(beta)
                    run.pairs.append((i, j))
                    free = [F[k] for k in (i, j) if A[k] < beta[k] < B[k]]
                    b = np.mean(free or [F[i], F[j]])
        quiet = quiet + 1 if len(run.pairs) == before else 0
        run.steps_to_quiet.setdefault(quiet, len(run.pairs))
    return run


def answers(problem: DualProblem, tol: float = 1e-3) -> dict[str, tuple[np.ndarray, float]]:
    """Return (alpha, b) as found by scikit-learn, by SMO with each choice of a pair, and by a QP.

    Parameters
    ----------
    problem : DualProblem
        With one C for all samples.
    tol : float
        KKT gap at which all but the quadratic program may stop.

    Examples
    --------
    >>> found = answers(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> {name: (alpha.round(6).tolist(), round(b, 6)) for name, (alpha, b) in found.items()}[
    ...     "scikit-learn"]
    ([0.25, 0.25], -1.0)
    """
    peer = svm.SVC(C=float(problem.C[0]), kernel="precomputed", tol=tol).fit(problem.K, problem.y)
    alpha = np.zeros(problem.n)
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    runs = {f"library, {kind}": solve_smo(problem, tol=tol, selection=kind)
            for kind in ("random", "first", "second")}
    runs["quadratic program"] = solve_qp(problem)
    return {"scikit-learn": (alpha, float(peer.intercept_[0]))} | {
        name: (run.alpha, run.b) for name, run in runs.items()}


def compare(problem: DualProblem, answers: Mapping[str, tuple[np.ndarray, float]]) -> pd.DataFrame:
    """Judge multipliers and intercepts by what they claim to solve, whoever found them.

    Parameters
    ----------
    problem : DualProblem
    answers : mapping of str to (alpha, b)

    Returns
    -------
    DataFrame
        A row an answer: dual value, intercept, KKT gap, and how many multipliers are at 0, free
        and at C.

    Examples
    --------
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> compare(problem, {"by hand": (np.array([0.25, 0.25]), -1.0)}).to_numpy().tolist()
    [[0.25, -1.0, 0.0, 0.0, 2.0, 0.0]]
    """
    return pd.DataFrame({name: [problem.objective(alpha), b, problem.gap(alpha),
                                *np.bincount(problem.zones(alpha), minlength=3)]
                         for name, (alpha, b) in answers.items()},
                        index=["dual", "b", "KKT gap", "at 0", "free", "at C"]).T


@_quietly
def sweeps_of_sor(X: np.ndarray, y: np.ndarray, omega: Iterable[float], C: float = 1.0,
                  most: int = 3000) -> np.ndarray:
    """Return the sweeps that SOR needs for each ω, at most ``most``; shape (number of ω,).

    Examples
    --------
    >>> sweeps_of_sor(np.array([[-1.0], [1.0]]), np.array([-1, 1]), [1.0, 2.5], most=50).tolist()
    [1, 50]
    """
    problem = DualProblem.from_data(X, y, C)
    return np.array([solve_sor(problem, omega=o, tol=1e-6, max_iter=most).n_iter for o in omega])


def accuracy_by_origin(X: np.ndarray, y: np.ndarray, C: float = 1.0,
                       shifts: Sequence[float] = (0, 3, 10, 30)) -> pd.DataFrame:
    """Move all samples away from the origin; return the training accuracy of three intercepts.

    Returns
    -------
    DataFrame
        Rows: a free intercept, a penalised one, and one forced to be zero. A column a shift.

    Examples
    --------
    >>> from coursekit.datasets import make_overlap_60
    >>> accuracy_by_origin(*make_overlap_60(), shifts=(0, 3)).loc["free"].nunique()
    1
    """
    table = pd.DataFrame(index=pd.Index(["free", "penalised", "forced to zero"], name="intercept"))
    for shift in shifts:
        problem = DualProblem.from_data(X + shift, y, C)
        usual, one = solve_smo(problem), solve_qp(problem.with_C(C, penalised=True))
        table[f"moved by {shift}"] = [
            float(np.mean(np.where(problem.K @ (a * y) + b > 0, 1, -1) == y)) for a, b in
            ((usual.alpha, usual.b), (one.alpha, one.b), (usual.alpha, 0.0))]
    return table
