"""Recorded runs of SMO, as the explorer of lesson 03b steps through them.

Legend: as in `coursekit.svm.smo`. State k follows step k; pair k is the one that moves next.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_and, make_overlap_60
from coursekit.plots.smo import furthest, may_move
from coursekit.svm import DualProblem, solve_smo
from coursekit.svm.experiments import move_pair, random_partner
from coursekit.svm.smo import segment_ends

DATA = {"sixty samples": (make_overlap_60, 1.0), "AND": (make_and, 10.0)}
CHOICES = ("random", "maximal", "second order")
FINEST = 1e-6     # the smallest tolerance of the slider; the runs that choose their pair go so far
LONGEST = 50      # the most quiet passes of the slider; the runs with random partners go so far


class Run(NamedTuple):
    """A run: β of every state, the pairs, and the steps made at each number of quiet passes."""

    X: np.ndarray
    y: np.ndarray
    problem: DualProblem
    box: tuple[np.ndarray, np.ndarray]
    betas: np.ndarray
    pairs: list[tuple[int, int]]
    quiet: dict[int, int]

    @property
    def last(self) -> int:
        """The number of steps."""
        return len(self.pairs)

    def slopes(self, k: int) -> np.ndarray:
        """Return F of state k."""
        return self.y - self.problem.K @ self.betas[k]

    def ends(self, k: int) -> tuple[float, float, float, float]:
        """Return slope, curvature, low and high of the step after state k."""
        (i, j), beta, K = self.pairs[k], self.betas[k], self.problem.K
        (A, B), F = self.box, self.slopes(k)
        return (F[i] - F[j], min(0.0, 2 * K[i, j] - K[i, i] - K[j, j]),
                *segment_ends(beta[i], beta[j], (A[i], B[i]), (A[j], B[j])))


class Reading(NamedTuple):
    """What the dots of one state say."""

    F: np.ndarray
    may: np.ndarray
    up: int
    low: int

    @property
    def gap(self) -> float:
        """The KKT gap m - M."""
        return float(self.F[self.up] - self.F[self.low])

    @property
    def b(self) -> float:
        """The intercept, half-way between m and M."""
        return float(self.F[self.up] + self.F[self.low]) / 2


def read(run: Run, k: int) -> Reading:
    """Return what the dots of state k say.

    Examples
    --------
    >>> read(recorded("AND", "maximal", 0), 0).gap
    2.0
    """
    F, may = run.slopes(k), may_move(run.betas[k], *run.box)
    return Reading(F, may, *furthest(F, may))


@lru_cache(maxsize=64)
def recorded(data: str, partner: str, seed: int) -> Run:
    """Return a run: as far as the sliders ask, by the tolerance or by quiet passes.

    Examples
    --------
    >>> recorded("AND", "maximal", 0).pairs[0]
    (3, 0)
    """
    make, C = DATA[data]
    X, y = make()
    problem = DualProblem(X @ X.T, y, C)
    box = np.minimum(0, y * C), np.maximum(0, y * C)
    if partner == "random":
        found = random_partner(X @ X.T, y, C, np.random.default_rng(seed), passes=LONGEST)
        return Run(X, y, problem, box, np.array(found.path), found.pairs, found.steps_to_quiet)
    return Run(X, y, problem, box, *_chosen(X @ X.T, y, box, partner == "second order"), {})


def _chosen(K: np.ndarray, y: np.ndarray, box: tuple[np.ndarray, np.ndarray],
            second: bool) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """Return all β and the pairs of a run that chooses them, in the arithmetic of the page.

    Where two slopes are equal up to rounding, the page and this run then take the same one.
    """
    betas, pairs = [np.zeros(len(y))], []
    while True:
        beta = betas[-1]
        F = y - K @ beta
        may = may_move(beta, *box)
        i, j = furthest(F, may)
        if F[i] - F[j] <= FINEST:
            return np.array(betas), pairs
        if second:      # of those that may fall, the one with which W would gain most
            lead = np.where(may != "up", np.maximum(F[i] - F, 0), 0)
            far = np.diagonal(K) - 2 * K[i] + K[i, i]
            j = int((lead**2 / np.maximum(far, 1e-12)).argmax())
        betas.append(move_pair(K, beta, F, *box, i, j))
        pairs.append((i, j))


@lru_cache(maxsize=64)
def gaps(data: str, partner: str, seed: int) -> np.ndarray:
    """Return the KKT gap of every state of a run."""
    run = recorded(data, partner, seed)
    return np.array([read(run, k).gap for k in range(run.last + 1)])


@lru_cache(maxsize=2)
def optimum(data: str) -> tuple[np.ndarray, float]:
    """Return β and b of the optimum."""
    make, C = DATA[data]
    X, y = make()
    best = solve_smo(DualProblem(X @ X.T, y, C), tol=1e-10)
    return best.alpha * y, best.b


def first_within(left: np.ndarray, tol: float) -> int | None:
    """Return the first state whose gap is at most ``tol``, or None.

    Examples
    --------
    >>> first_within(np.array([2.0, 0.1, 0.5]), 0.2), first_within(np.array([2.0]), 0.2)
    (1, None)
    """
    within = np.flatnonzero(left <= tol)
    return int(within[0]) if len(within) else None
