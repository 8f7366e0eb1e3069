"""From a slow listing to the library, rung by rung: the same problem, ever less work.

Legend: ``K``, ``y``, ``C``, ``alpha``, ``b`` as in `coursekit.svm.smo`, ``E`` = f - y errors.
Every rung is a function of the problem that returns the multipliers. The first three walk
through the samples until a pass is quiet; the last two take the pair that the gap names.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pandas as pd
from sklearn import svm

from coursekit.datasets import load_titanic
from coursekit.stopwatch import fastest
from coursekit.svm.dual import DualProblem
from coursekit.svm.smo import SMOState, solve_smo
from coursekit.titanic import design_matrix

Rung = Callable[[DualProblem], np.ndarray]


def errors_afresh(problem: DualProblem, tol: float = 1e-3, quiet: int = 10,
                  seed: int = 0) -> np.ndarray:
    """Compute the decision values of all samples anew for every sample that is looked at.

    A published listing, with its defects mended: a partner drawn by lot, an end after so many
    quiet passes.

    Examples
    --------
    >>> errors_afresh(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).tolist()
    [0.25, 0.25]
    """
    return _walk(problem, tol, quiet, _by_lot(problem.n, seed), afresh=True)


def errors_kept(problem: DualProblem, tol: float = 1e-3, quiet: int = 10,
                seed: int = 0) -> np.ndarray:
    """Keep the errors, and correct them after a step by two rows of K; the same draws.

    Examples
    --------
    >>> errors_kept(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).tolist()
    [0.25, 0.25]
    """
    return _walk(problem, tol, quiet, _by_lot(problem.n, seed))


def platts_partners(problem: DualProblem, tol: float = 1e-3, seed: int = 0) -> np.ndarray:
    """Try the partner whose error differs most, then all others by lot, until one of them moves.

    After a pass over all samples only the free ones are visited, until these are quiet. One
    quiet pass over all does prove something here: no pair with a sample that breaks its
    condition can move.

    References
    ----------
    J. Platt (1998), *Sequential minimal optimization*, section 2.2: both heuristics.

    Examples
    --------
    >>> platts_partners(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).tolist()
    [0.25, 0.25]
    """
    rng = np.random.default_rng(seed)

    def partners(E: np.ndarray, i: int) -> Iterator[int]:
        yield int(np.abs(E - E[i]).argmax())
        yield from rng.permutation(problem.n).tolist()
    return _walk(problem, tol, 1, partners, free_first=True)


def worst_pair(problem: DualProblem, tol: float = 1e-3) -> np.ndarray:
    """Move the pair that is furthest apart, until the KKT gap is ``tol``.

    Examples
    --------
    >>> worst_pair(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).tolist()
    [0.25, 0.25]
    """
    return solve_smo(problem, tol=tol, selection="first").alpha


def second_order_pair(problem: DualProblem, tol: float = 1e-3) -> np.ndarray:
    """Move the pair that promises most, until the KKT gap is ``tol``.

    Examples
    --------
    >>> second_order_pair(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)).tolist()
    [0.25, 0.25]
    """
    return solve_smo(problem, tol=tol).alpha


#: The rungs in order, by the name a table gives them.
RUNGS: dict[str, Rung] = {
    "listing, mended": errors_afresh, "errors kept": errors_kept,
    "Platt's partners": platts_partners, "worst pair": worst_pair,
    "second-order pair": second_order_pair}


def passengers(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return the features, shape (n, 25), and labels -1 and +1 of n passengers drawn by lot.

    Examples
    --------
    >>> X, y = passengers(100)
    >>> X.shape, sorted(set(y.tolist()))
    ((100, 25), [-1, 1])
    """
    X, survived = design_matrix(load_titanic())
    if not 2 <= n <= len(X):
        raise ValueError(f"n must be between 2 and {len(X)} passengers, got {n!r}")
    rows = np.random.default_rng(seed).permutation(len(X))[:n]
    return X.to_numpy()[rows], np.where(survived.to_numpy()[rows] == 1, 1, -1)


def climb_all(n: int = 200, C: float = 1.0, gamma: float = 0.04) -> pd.DataFrame:
    """Measure every rung on n passengers of the Titanic, with a Gaussian kernel.

    Returns
    -------
    DataFrame
        A row a rung: its run time as a multiple of scikit-learn's, and the KKT gap it leaves.

    Examples
    --------
    >>> climb_all(n=30).index.tolist() == list(RUNGS)
    True
    """
    X, y = passengers(n)
    problem = DualProblem.from_data(X, y, C, kernel="rbf", gamma=gamma)
    K, peer = problem.K, svm.SVC(C=C, kernel="precomputed")
    unit = fastest(lambda: peer.fit(K, y))
    return pd.DataFrame({name: {"times scikit-learn": fastest(lambda: rung(problem)) / unit,
                                "KKT gap": problem.gap(rung(problem))}
                         for name, rung in RUNGS.items()}).T.rename_axis("rung")


def growth(sizes: Sequence[int], C: float = 1.0, gamma: float = 0.04) -> dict[str, list[float]]:
    """Return the seconds that three solvers need for growing parts of the Titanic, kernel included.

    Examples
    --------
    >>> {name: len(seconds) for name, seconds in growth([20, 30]).items()}
    {'random partner': 2, 'second-order pair': 2, 'scikit-learn': 2}
    """
    seconds: dict[str, list[float]] = {
        "random partner": [], "second-order pair": [], "scikit-learn": []}
    for n in sizes:
        X, y = passengers(n)

        def problem(X=X, y=y) -> DualProblem:
            return DualProblem.from_data(X, y, C, kernel="rbf", gamma=gamma)
        work = (lambda: errors_kept(problem()), lambda: solve_smo(problem()),
                lambda: svm.SVC(C=C, gamma=gamma).fit(X, y))
        for spent, job in zip(seconds.values(), work, strict=True):
            spent.append(fastest(job))
    return seconds


def _by_lot(n: int, seed: int) -> Callable[[np.ndarray, int], Iterator[int]]:
    rng = np.random.default_rng(seed)

    def partners(E: np.ndarray, i: int) -> Iterator[int]:
        yield (i + int(rng.integers(1, n))) % n
    return partners


def _walk(problem: DualProblem, tol: float, quiet: int, partners: Callable, *,
          afresh: bool = False, free_first: bool = False, most: int = 10_000) -> np.ndarray:
    """Go through the samples until so many passes in a row have changed nothing.

    With ``free_first``, a pass over all is followed by passes over the free ones until these
    are quiet: Platt's first choice heuristic.
    """
    climb, passes, whole = SMOState(problem, min_step=1e-5), 0, True
    for _ in range(most):
        before = climb.steps
        for i in range(problem.n) if whole else _free(climb):
            if afresh:
                climb.refresh()
            E = climb.error(i)
            if E < -tol and climb.beta[i] < climb.B[i] or E > tol and climb.beta[i] > climb.A[i]:
                any(j != i and climb.move(i, j) for j in partners(-climb.F, i))
        moved = climb.steps > before
        passes = passes + 1 if whole and not moved else 0
        if passes == quiet:
            break
        whole = not (free_first and moved)
    return np.abs(climb.beta)


def _free(climb: SMOState) -> list[int]:
    return np.flatnonzero((climb.beta > climb.A) & (climb.beta < climb.B)).tolist()
