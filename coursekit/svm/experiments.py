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
from coursekit.svm.qp import minimise, solve_qp, standard_form
from coursekit.svm.smo import solve_smo
from coursekit.svm.solution import Solution
from coursekit.svm.sor import solve_sor
from coursekit.svm.traces import replay


def _quietly(measure: Callable) -> Callable:
    @wraps(measure)
    def quiet(*args, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return measure(*args, **options)
    return quiet


class QuietRuns(NamedTuple):
    """Runs of SMO with a random partner, one row a number of quiet passes, one column a seed.

    Attributes
    ----------
    max_passes : sequence of int, length m
        Passes without a change that ended a run.
    vectors, gaps : ndarray, shape (m, seeds)
        Support vectors, and the KKT gap that was left.
    runs : list of list of Solution

    Examples
    --------
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> quiet_runs(problem, [1], seeds=2).vectors.tolist()
    [[2, 2]]
    """

    max_passes: Sequence[int]
    vectors: np.ndarray
    gaps: np.ndarray
    runs: list[list[Solution]]


@_quietly
def quiet_runs(problem: DualProblem, max_passes: Sequence[int], seeds: int = 5) -> QuietRuns:
    """Run SMO with a random partner until it is quiet, for each number of passes and seed.

    Examples
    --------
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> float(quiet_runs(problem, [1, 2]).gaps.max())
    0.0
    """
    runs = [[solve_smo(problem, tol=1e-12, selection="random", seed=seed, max_passes=passes,
                       kkt_tol=1e-3, trace=True) for seed in range(seeds)]
            for passes in max_passes]
    return QuietRuns(max_passes, np.array([[len(run.support) for run in row] for row in runs]),
                     np.array([[run.gap for run in row] for row in runs]), runs)


@_quietly
def share_that_moves(problem: DualProblem, sweeps: int = 12, seeds: int = 20) -> dict[int, float]:
    """Return, for each sweep of the random choice, how many of the tried pairs moved.

    Parameters
    ----------
    problem : DualProblem
    sweeps, seeds : int
        Sweeps to tell, and runs over which pairs are pooled.

    Examples
    --------
    >>> problem = DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)
    >>> share_that_moves(problem, sweeps=1, seeds=3)
    {1: 1.0}
    """
    moved, tried = np.zeros((2, sweeps))
    for seed in range(seeds):
        steps = pd.DataFrame(solve_smo(problem, tol=1e-6, selection="random", max_passes=30,
                                       seed=seed, trace=True).trace)
        record = steps.groupby("sweep")["tried"].agg(["count", "max"]).reindex(range(1, sweeps + 1))
        last = record["max"].ffill()
        moved += record["count"].fillna(0)
        tried += last.diff().fillna(last.iloc[0])
    return dict(enumerate((moved / tried).tolist(), 1))


@_quietly
def race(problem: DualProblem, tol: float = 1e-3, quiet: int = 10,
         seeds: int = 5) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Return dual values and gaps of every state: random partners against the worst pair.

    Parameters
    ----------
    problem : DualProblem
    tol : float
        The gap at which the worst pair stops.
    quiet, seeds : int
        Quiet passes that end a run with random partners; number of such runs.

    Examples
    --------
    >>> runs = race(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10), seeds=2)
    >>> [len(several) for several in runs.values()]
    [2, 1]
    """
    lots = quiet_runs(problem, [quiet], seeds).runs[0]
    worst = solve_smo(problem, tol=tol, selection="first", trace=True)
    return {"random partner, one seed each": [replay(run)[1:] for run in lots],
            "the worst pair": [replay(worst)[1:]]}


@_quietly
def cost_of_tolerances(problem: DualProblem, seeds: int = 5) -> pd.DataFrame:
    """Enlarge each of the three tolerances of the random choice in turn, and tell what it costs.

    Parameters
    ----------
    problem : DualProblem
    seeds : int
        Runs whose mean is told.

    Returns
    -------
    DataFrame
        A row a tolerance; support vectors, KKT gap, share of the optimum that is reached, and
        by how much Σ α·y is off.

    Examples
    --------
    >>> cost_of_tolerances(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).index.tolist()
    ['none', 'kkt_tol', 'min_step', 'snap']
    """
    best, rows = solve_qp(problem).objective, {}
    for knob, value in {"none": None, "kkt_tol": 0.3, "min_step": 0.1, "snap": 0.3}.items():
        knobs = {"kkt_tol": 1e-3} | ({knob: value} if value else {})
        runs = [solve_smo(problem, tol=1e-9, selection="random", seed=seed, max_passes=50, **knobs)
                for seed in range(seeds)]
        rows[knob] = pd.DataFrame({
            "support vectors": [len(run.support) for run in runs],
            "KKT gap": [run.gap for run in runs],
            "share of optimum": [run.objective / best for run in runs],
            "sum of αy": [abs(float(run.alpha @ problem.y)) for run in runs]}).mean()
    return pd.DataFrame(rows).T.rename_axis("enlarged")


def count_by_limit(problem: DualProblem, limits: np.ndarray) -> np.ndarray:
    """Return how many multipliers of an interior-point solver are above each limit.

    Such a solver never quite reaches 0, so a limit has to say what counts; shape as ``limits``.

    Examples
    --------
    >>> count_by_limit(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10), np.array([1e-5, 1.0])).tolist()
    [2, 0]
    """
    alpha, *_ = minimise(standard_form(problem))
    return np.array([int(np.sum(alpha > limit)) for limit in limits])


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
