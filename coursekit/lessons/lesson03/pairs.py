"""SMO as the lessons write it, pair by pair, in pure functions of arrays.

Legend: as in `coursekit.svm.smo`.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from coursekit.svm.smo import best_step, segment_ends

PENALTIES = (1.0, 1 / 3, 2**0.5, 10.0)     # of drawn problems; most are no short binary numbers


def maximal_violating_pair(F: np.ndarray, beta: np.ndarray, A: np.ndarray, B: np.ndarray
                           ) -> tuple[int, int]:
    """Return (i, j): i has the largest F of those that may rise, j the smallest that may fall.

    Examples
    --------
    >>> maximal_violating_pair(np.array([0.4, 0.9]), np.array([0, 0]), np.array([-1, -1]),
    ...                        np.array([1, 0]))
    (0, 0)
    """
    i = np.where(beta < B, F, -np.inf).argmax()
    j = np.where(beta > A, F, np.inf).argmin()
    return int(i), int(j)


def moved(beta: np.ndarray, A: np.ndarray, B: np.ndarray, i: int, j: int, t: float) -> np.ndarray:
    """Return β with β_i moved by t and β_j by −t: exactly on the bound that one of them meets.

    Examples
    --------
    >>> moved(np.array([-0.1, 0.2]), np.array([-1, 0]), np.array([0, 0.3]), 1, 0, 0.1)
    array([-0.2,  0.3])
    """
    new = beta.copy()
    for k, s in ((i, t), (j, -t)):      # assign a bound, never reach it by addition
        new[k] = B[k] if s >= B[k] - beta[k] else A[k] if s <= A[k] - beta[k] else beta[k] + s
    return new


def move_pair(K: np.ndarray, beta: np.ndarray, F: np.ndarray, A: np.ndarray, B: np.ndarray,
              i: int, j: int) -> np.ndarray:
    """Return β after the best step of a pair, as written in lesson 03.

    Examples
    --------
    >>> y = np.array([-1.0, 1])
    >>> move_pair(np.diag([0.0, 8]), np.zeros(2), y, np.array([-10, 0]), np.array([0, 10]), 1, 0)
    array([-0.25,  0.25])
    """
    low, high = segment_ends(beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
    t = best_step(F[i] - F[j], min(0.0, 2 * K[i, j] - K[i, i] - K[j, j]), low, high)
    return moved(beta, A, B, i, j, t)


def feasible(rng: np.random.Generator, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return a feasible β with many at a bound or close to it: from 0, pairs moved at random.

    Examples
    --------
    >>> beta = feasible(np.random.default_rng(0), np.array([-1, 0]), np.array([0, 1]))
    >>> bool(abs(beta.sum()) < 1e-12)
    True
    """
    beta = np.zeros(len(A))
    for _ in range(len(A)):
        i, j = rng.choice(len(A), 2, replace=False)
        ends = segment_ends(beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
        t = rng.choice(ends) * rng.choice([1, 1, 0.5, 1 - 1e-7])
        beta[i] += t
        beta[j] -= t
    return beta


def climb(K: np.ndarray, y: np.ndarray, C: float, choose: Callable, *, tol: float = 1e-3,
          cap: int = 100_000) -> tuple[np.ndarray, int]:
    """Move pairs chosen by a rule until the KKT gap is ``tol``; return β and the number of steps.

    Parameters
    ----------
    K, y, C : ndarray, shapes (n, n) and (n,), and float
        The dual problem; labels -1 and +1.
    choose : callable
        Takes K, F, β, A and B, and returns a pair (i, j).
    tol : float
        KKT gap at which the run ends.
    cap : int
        Largest number of steps.

    Examples
    --------
    >>> def steepest(K, F, beta, A, B):
    ...     return maximal_violating_pair(F, beta, A, B)
    >>> climb(np.diag([0.0, 8]), np.array([-1, 1]), 10, steepest)
    (array([-0.25,  0.25]), 1)
    """
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta = np.zeros(len(y))
    for steps in range(cap):
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
        if F[i] - F[j] <= tol:
            return beta, steps
        beta = move_pair(K, beta, F, A, B, *choose(K, F, beta, A, B))
    return beta, cap


@dataclass
class RandomRun:
    """A run of SMO with random partners.

    Attributes
    ----------
    path : list of ndarray, shape (n,)
        Every β, including the start.
    pairs : list of (i, j)
        The pair of each step.
    errors : list of int
        How many errors f - y had been evaluated when each β of the path was reached.
    steps_to_quiet : dict of int to int
        Steps made when the count of quiet passes first reached each value.
    sweeps : int
        Passes over the samples.
    """

    path: list[np.ndarray]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    errors: list[int] = field(default_factory=lambda: [0])
    steps_to_quiet: dict[int, int] = field(default_factory=dict)
    sweeps: int = 0

    def at_quiet(self, passes: int) -> np.ndarray:
        """Return β after so many quiet passes in a row."""
        return self.path[self.steps_to_quiet[passes]]


def quiet_in_a_row(passes: int, moved: bool) -> int:
    """Return the number of quiet passes in a row after one more pass.

    Examples
    --------
    >>> quiet_in_a_row(3, moved=False), quiet_in_a_row(3, moved=True)
    (4, 0)
    """
    return 0 if moved else passes + 1


def random_partner(K: np.ndarray, y: np.ndarray, C: float, rng: np.random.Generator, *,
                   passes: int = 10, tol: float = 1e-3, move_pair: Callable = move_pair,
                   count: Callable[[int, bool], int] = quiet_in_a_row, enough: float = -np.inf,
                   cap: int = 10_000) -> RandomRun:
    """Run simplified SMO, common in teaching: random partners, and an end after quiet passes.

    Each pass visits the samples in order. One whose error f - y violates its condition by more
    than ``tol`` moves with a random partner. The intercept is the slope F of a free sample of the
    pair that moved last; the mean of both where none is free.

    Parameters
    ----------
    K, y, C : ndarray, shapes (n, n) and (n,), and float
        The dual problem; labels -1 and +1.
    rng : Generator
        Chooses the partners.
    passes : int
        The number of quiet passes that ends the run.
    tol : float
        Largest error that is ignored.
    move_pair : callable
        Makes the steps: see `move_pair`.
    count : callable
        Takes the count and whether a pair moved in the pass; returns the new count.
    enough : float
        KKT gap that ends the run, checked at no cost in errors.
    cap : int
        Largest number of passes.

    Examples
    --------
    >>> run = random_partner(np.diag([0.0, 8]), np.array([-1, 1]), 10, np.random.default_rng(0))
    >>> run.at_quiet(10).tolist(), run.steps_to_quiet[10], run.sweeps
    ([-0.25, 0.25], 1, 11)
    """
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta, F, b = np.zeros(len(y)), y.astype(float), 0.0
    run, counted, looked = RandomRun([beta]), 0, 0
    while counted < passes and run.sweeps < cap:
        before, run.sweeps = len(run.pairs), run.sweeps + 1
        for i in range(len(y)):
            E, looked = b - F[i], looked + 1
            if (E < -tol and beta[i] < B[i]) or (E > tol and beta[i] > A[i]):
                j = (i + int(rng.integers(1, len(y)))) % len(y)     # any sample but i
                new, looked = move_pair(K, beta, F, A, B, i, j), looked + 1
                if np.array_equal(new, beta):
                    continue
                beta, F = new, y - K @ new
                run.path.append(beta)
                run.pairs.append((i, j))
                run.errors.append(looked)
                free = [F[k] for k in (i, j) if A[k] < beta[k] < B[k]]
                b = np.mean(free or [F[i], F[j]])
                up, low = maximal_violating_pair(F, beta, A, B)
                if F[up] - F[low] <= enough:
                    return run
        counted = count(counted, len(run.pairs) > before)
        run.steps_to_quiet.setdefault(counted, len(run.pairs))
    return run
