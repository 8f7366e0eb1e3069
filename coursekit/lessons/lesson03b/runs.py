"""A hundred runs that end after quiet passes, and one machine certified to a tolerance.

Legend: as in `coursekit.lessons.lesson03.runs`. A quiet pass visits all samples, and no pair moves.
A stray has a multiplier above 0, although it lies clearly outside the margin: y f > 1.05.
"""
from __future__ import annotations

from functools import lru_cache
from itertools import chain, count
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_overlap_60
from coursekit.lessons.lesson03.pairs import maximal_violating_pair, move_pair, random_partner
from coursekit.svm import DualProblem, solve_smo

C = 1.0
LONGEST = 50        # quiet passes in a row after which a recorded run ends
SEEDS = 100
ERROR = 1e-3        # the largest error, in units of f, that the program ignores
FAIR = 2 * ERROR    # the KKT gap that it can reach: ERROR on either side of b
OUTSIDE = 0.05      # by how much y f of a stray exceeds 1
BATCH = 1000        # partners drawn at a time
#: Of fifty other draws of sixty samples (seeds 100 to 149), by `looks_and_is`: how many have at
#: least twenty of a hundred runs fewer that are finished than that look right; then the smallest,
#: the median and the largest share of finished runs.
OTHER_DRAWS = (42, 0.0, 0.425, 0.8)

X, Y = make_overlap_60()
K = X @ X.T
LOW, HIGH = np.minimum(0, C * Y), np.maximum(0, C * Y)


class Machine(NamedTuple):
    """What a feasible beta says: slopes F, both ends of the gap, line, margins, W and zones."""

    beta: np.ndarray
    F: np.ndarray
    up: int
    low: int

    @property
    def gap(self) -> float:
        """The KKT gap F_up - F_low."""
        return float(self.F[self.up] - self.F[self.low])

    @property
    def b(self) -> float:
        """The intercept half-way between F_up and F_low."""
        return float(self.F[self.up] + self.F[self.low]) / 2

    @property
    def w(self) -> np.ndarray:
        """The weights."""
        return self.beta @ X

    @property
    def strays(self) -> np.ndarray:
        """Which samples have alpha > 0 although y f > 1.05."""
        return (self.beta != 0) & (Y * (K @ self.beta + self.b) > 1 + OUTSIDE)

    @property
    def W(self) -> float:
        """The dual objective."""
        return float(Y @ self.beta - self.beta @ K @ self.beta / 2)


def machine(beta: np.ndarray) -> Machine:
    """Return what a feasible beta of the sixty samples says."""
    F = Y - K @ beta
    return Machine(beta, F, *maximal_violating_pair(F, beta, LOW, HIGH))


class Ended(NamedTuple):
    """What a run has when it has been quiet for some passes: beta and its own intercept."""

    beta: np.ndarray
    b: float


def quiet_states(K: np.ndarray, y: np.ndarray, seed: int) -> list[Ended]:
    """Return the state after 0, 1, ..., 50 quiet passes in a row; a move starts the count anew.

    The same run as `lesson03.pairs.random_partner`, in plain floats: a hundred of them must not
    keep a page waiting.
    """
    rng, A, B = np.random.default_rng(seed), np.minimum(0, C * y), np.maximum(0, C * y)
    n, low, high = len(y), A.tolist(), B.tolist()
    F, b = y.astype(float).tolist(), 0.0
    beta, counted, found = np.zeros(n), 0, [Ended(np.zeros(n), 0.0)]
    here, steps = beta.tolist(), chain.from_iterable(
        rng.integers(1, n, BATCH).tolist() for _ in count())
    while counted < LONGEST:
        moved = False
        for i in range(n):
            E = b - F[i]
            if not ((E < -ERROR and here[i] < high[i]) or (E > ERROR and here[i] > low[i])):
                continue
            j = (i + next(steps)) % n
            up, down = (i, j) if F[i] > F[j] else (j, i)
            if F[i] == F[j] or here[up] == high[up] or here[down] == low[down]:
                continue
            new = move_pair(K, beta, np.array(F), A, B, i, j)
            if np.array_equal(new, beta):
                continue
            beta, F, moved = new, (y - K @ new).tolist(), True
            here = beta.tolist()
            free = [F[k] for k in (i, j) if low[k] < here[k] < high[k]]
            b = float(np.mean(free or [F[i], F[j]]))
        counted = 0 if moved else counted + 1
        if counted == len(found):
            found.append(Ended(beta, b))
    return found


@lru_cache(maxsize=SEEDS)
def _recorded(seed: int) -> list[Ended]:
    return quiet_states(K, Y, seed)


def quiet_run(seed: int) -> list[np.ndarray]:
    """Return beta of the sixty samples after 0, 1, ..., 50 quiet passes in a row."""
    return [state.beta for state in _recorded(seed)]


def helpful_partners(seed: int, passes: int = 10) -> list[int]:
    """Return, for each sample that violates its condition, how many partners would move with it.

    The condition is that of the program, with its own intercept.
    """
    beta, b = _recorded(seed)[passes]
    F = Y - K @ beta
    violates = ((b - F < -ERROR) & (beta < HIGH)) | ((b - F > ERROR) & (beta > LOW))
    return [sum(not np.array_equal(move_pair(K, beta, F, LOW, HIGH, i, j), beta)
                for j in range(len(Y)) if j != i) for i in np.flatnonzero(violates)]


def silence(partners: list[int]) -> float:
    """Return the probability of a quiet pass: every draw of a partner fails.

    Examples
    --------
    >>> round(silence([3, 3, 3]), 3)
    0.855
    """
    return float(np.prod([1 - few / (len(Y) - 1) for few in partners]))


def looks_and_is(seed: int, runs: int = 20) -> tuple[float, float]:
    """Return which shares of runs look right after fifty quiet passes, and are finished.

    The runs are of the sixty samples of another draw.
    """
    X, y = make_overlap_60(seed)
    K, A, B = X @ X.T, np.minimum(0, C * y), np.maximum(0, C * y)
    found = []
    for run in range(runs):
        beta = quiet_states(K, y, run)[LONGEST].beta
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
        f = K @ beta + (F[i] + F[j]) / 2
        found.append((not np.any((beta != 0) & (y * f > 1 + OUTSIDE)), F[i] - F[j] <= FAIR))
    return tuple(np.mean(found, axis=0).tolist())


@lru_cache(maxsize=1)
def clouds() -> dict[str, np.ndarray]:
    """Return "strays", "support vectors" and "gap" of all runs: a row per run, a column per count.

    Column 0 is the start, column p the state after p quiet passes in a row.
    """
    found = {"strays": [], "support vectors": [], "gap": []}
    for seed in range(SEEDS):
        states = [machine(beta) for beta in quiet_run(seed)]
        found["strays"].append([s.strays.sum() for s in states])
        found["support vectors"].append([np.count_nonzero(s.beta) for s in states])
        found["gap"].append([s.gap for s in states])
    return {name: np.array(rows) for name, rows in found.items()}


@lru_cache(maxsize=1)
def first_pass() -> float:
    """Return the proportion of draws that move a pair, in the first pass of the recorded runs."""
    moved = []

    def noted(K, beta, *pair):
        new = move_pair(K, beta, *pair)
        moved.append(not np.array_equal(new, beta))
        return new

    for seed in range(SEEDS):
        random_partner(K, Y, C, np.random.default_rng(seed), tol=ERROR, move_pair=noted, cap=1)
    return float(np.mean(moved))


@lru_cache(maxsize=1)
def optimum() -> Machine:
    """Return the machine that maximises W."""
    return machine(solve_smo(DualProblem(K, Y, C), tol=1e-10).alpha * Y)


class Certified(NamedTuple):
    """A run of the sixty samples that stopped within a tolerance: F, room up and down, and W."""

    F: np.ndarray
    up: float
    low: float
    rise: np.ndarray
    fall: np.ndarray
    W: float
    best: float

    def room(self, b: float) -> np.ndarray:
        """Return how far each multiplier can still move towards b's side on which its F lies."""
        return np.where(self.F > b, self.rise, self.fall)

    def areas(self, b: float) -> np.ndarray:
        """Return each sample's share of the duality gap P - W: distance from b times room."""
        return np.abs(self.F - b) * self.room(b)


@lru_cache(maxsize=512)
def certified(penalty: float, tol: float) -> Certified:
    """Return the state of the library's SMO with a penalty, at the first KKT gap within tol."""
    problem = DualProblem(K, Y, penalty)
    low, high = np.minimum(0, penalty * Y), np.maximum(0, penalty * Y)
    run = solve_smo(problem, tol=tol)
    beta = run.alpha * Y
    F = Y - K @ beta
    i, j = maximal_violating_pair(F, beta, low, high)
    return Certified(F, float(F[i]), float(F[j]), high - beta, beta - low,
                     float(run.objective), best_W(penalty))


@lru_cache(maxsize=512)
def best_W(penalty: float) -> float:
    """Return the largest W with a penalty."""
    return float(solve_smo(DualProblem(K, Y, penalty), tol=1e-10).objective)
