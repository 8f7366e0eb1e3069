"""Three ways to run SMO that count their work, and the run times that were recorded with them.

Legend: ``K`` (n, n) Gram matrix, ``y`` labels -1 and +1, ``beta`` (n,) signed multipliers with
their boxes [A, B], ``F`` (n,) slopes y - K beta of W, ``b`` intercept. A *product* is one term
K_kl beta_l of a slope or an error: it is what a step costs.
"""
from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets.files import read_data
from coursekit.lessons.lesson03.pairs import maximal_violating_pair, move_pair, random_partner
from coursekit.scoreboard import passengers
from coursekit.titanic import titanic_pipeline

C, TOL = 0.01, 1e-3                 # penalty and tolerance of all recorded runs
QUIET = 10                          # passes without a step that end a run with random pairs
SIZES = (50, 100, 200, 400, 800)
PROGRAMS = {"random": "random pairs,\nin Python", "scratch": "your solver\n(lesson 03)",
            "kept": "your solver,\nF kept", "sklearn": "scikit-learn\n(compiled)"}


#: Smallest and largest factor on ten other draws of sixty samples (seeds 100 to 109) by which, to
#: the same KKT gap, keeping F saves rows, and then the steepest pair; by `rows_to_a_gap`.
OTHER_DRAWS = (48, 484, 1.8, 14.5)


class Counted(NamedTuple):
    """What a run found and what it cost."""

    beta: np.ndarray
    steps: int
    products: int


def draw(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n passengers drawn at random, standardised, and their fates -1 and +1.

    Examples
    --------
    >>> Z, y = draw(50)
    >>> Z.shape, int((y == 1).sum())
    ((50, 24), 23)
    """
    people, fate, _ = passengers()
    Z = np.asarray(titanic_pipeline("passthrough").fit_transform(people), dtype=float)
    rows = np.random.default_rng(0).permutation(len(Z))[:n]
    return Z[rows], np.where(fate[rows] == 1, 1, -1)


def from_scratch(K: np.ndarray, y: np.ndarray, C: float = C, tol: float = TOL) -> Counted:
    """Move the steepest pair until the KKT gap is ``tol``; compute all slopes anew each time.

    Examples
    --------
    >>> from_scratch(np.diag([0.0, 8]), np.array([-1, 1]), 10.0)
    Counted(beta=array([-0.25,  0.25]), steps=1, products=8)
    """
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta, steps = np.zeros(len(y)), 0
    while True:
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
        if F[i] - F[j] <= tol:
            return Counted(beta, steps, (steps + 1) * K.size)
        beta, steps = move_pair(K, beta, F, A, B, i, j), steps + 1


def keeping_F(K: np.ndarray, y: np.ndarray, C: float = C, tol: float = TOL) -> Counted:
    """Move the steepest pair, but keep the slopes: a step changes them by two rows of K.

    Equal slopes are rounded otherwise than by `from_scratch`, so the steps may be others.

    Examples
    --------
    >>> keeping_F(np.diag([0.0, 8]), np.array([-1, 1]), 10.0)
    Counted(beta=array([-0.25,  0.25]), steps=1, products=4)
    """
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta, F, steps = np.zeros(len(y)), y.astype(float), 0
    while True:
        i, j = maximal_violating_pair(F, beta, A, B)
        if F[i] - F[j] <= tol:
            return Counted(beta, steps, 2 * steps * len(y))
        new = move_pair(K, beta, F, A, B, i, j)
        F = F - (new[i] - beta[i]) * (K[i] - K[j])
        beta, steps = new, steps + 1


def random_pairs(K: np.ndarray, y: np.ndarray, rng: np.random.Generator, C: float = C,
                 tol: float = TOL) -> Counted:
    """Move each sample that violates its condition with a random partner, until ten quiet passes.

    This is the program of the first source with its count of quiet passes put right. It computes
    each error f - y from scratch, with n products.

    Examples
    --------
    >>> run = random_pairs(np.diag([0.0, 8]), np.array([-1, 1]), np.random.default_rng(0), 10.0)
    >>> run.beta.tolist(), run.steps
    ([-0.25, 0.25], 1)
    """
    n, A, B = len(y), np.minimum(0, C * y), np.maximum(0, C * y)
    beta, b = np.zeros(n), 0.0
    quiet = steps = errors = 0
    F = np.zeros(n)             # only F[i] and F[j] are ever up to date
    while quiet < QUIET:
        before = steps
        for i in range(n):
            F[i], errors = y[i] - K[i] @ beta, errors + 1
            E = b - F[i]
            if not (E < -tol and beta[i] < B[i] or E > tol and beta[i] > A[i]):
                continue
            j = (i + int(rng.integers(1, n))) % n
            F[j], errors = y[j] - K[j] @ beta, errors + 1
            new = move_pair(K, beta, F, A, B, i, j)
            t = new[i] - beta[i]
            if t == 0:
                continue
            for k in (i, j):
                F[k] -= t * (K[k, i] - K[k, j])
            beta, steps = new, steps + 1
            b = float(np.mean([F[k] for k in (i, j) if A[k] < beta[k] < B[k]] or [F[i], F[j]]))
        quiet = quiet + 1 if steps == before else 0
    return Counted(beta, steps, errors * n)


def rows_to_a_gap(K: np.ndarray, y: np.ndarray, C: float = 1.0) -> tuple[float, float, int]:
    """Return the rows of K that three ways to a KKT gap of 0.001 read.

    Random pairs, each error from scratch; random pairs, F kept (medians of ten seeds); the steepest
    pair, F kept.
    """
    runs = [random_partner(K, y, C, np.random.default_rng(seed), tol=TOL / 2, passes=10**6,
                           enough=TOL) for seed in range(10)]
    return (float(np.median([run.errors[-1] for run in runs])),
            float(np.median([2 * len(run.pairs) for run in runs])),
            2 * keeping_F(K, y, C).steps)


def run_times() -> pd.DataFrame:
    """Return the recorded runs: program, n, run, seconds, steps, products.

    Examples
    --------
    >>> sorted(run_times()["program"].unique())
    ['kept', 'random', 'scratch', 'sklearn']
    """
    return pd.read_csv(BytesIO(read_data("run_times.csv")))
