"""Recorded runs of SMO on two data sets, for the explorer and the figures of lesson 03.

Legend: ``beta`` (n,) signed multipliers with their boxes [A, B], ``F`` (n,) slopes y - K beta of
W; the pair (i, j) moves to beta_i + t and beta_j - t; ``gap`` the KKT gap F_up - F_low.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_and, make_overlap_60
from coursekit.lessons.lesson03.pairs import maximal_violating_pair, move_pair
from coursekit.lessons.lesson03.words import short
from coursekit.svm.smo import segment_ends

DATA = {"sixty samples": make_overlap_60, "AND": make_and}
CHOICES = ("steepest", "random")
FINEST = 1e-5       # largest KKT gap, in units of f, at which every record ends
MOST = 200          # steps after which a record is cut off


class Step(NamedTuple):
    """A step of one pair: the parabola slope·t + ½·eta·t², its top, and where the pair goes."""

    i: int
    j: int
    slope: float
    eta: float
    low: float
    high: float

    @property
    def top(self) -> float:
        """The t of the top of the parabola."""
        return -self.slope / self.eta

    @property
    def t(self) -> float:
        """How far the pair moves: to the top, or to the wall before it."""
        return min(self.top, self.high)

    @property
    def clipped(self) -> bool:
        """Whether a wall stands before the top, and not at the top but for rounding."""
        return self.high < self.top * (1 - 1e-9)

    def rise(self, t: float | np.ndarray) -> float | np.ndarray:
        """Return W(t) - W(0)."""
        return self.slope * t + self.eta * np.square(t) / 2


class Record(NamedTuple):
    """A run: every beta, the pair that moves next at each, and the KKT gap of each."""

    X: np.ndarray
    y: np.ndarray
    K: np.ndarray
    A: np.ndarray
    B: np.ndarray
    betas: np.ndarray
    pairs: list[tuple[int, int]]
    gaps: np.ndarray

    def slopes(self, k: int) -> np.ndarray:
        """Return F after k steps."""
        return self.y - self.K @ self.betas[k]

    def W(self, k: int) -> float:
        """Return W after k steps."""
        beta = self.betas[k]
        return float(self.y @ beta - beta @ self.K @ beta / 2)

    def line(self, k: int) -> tuple[np.ndarray, float]:
        """Return w and b after k steps; b stands half-way between F_up and F_low."""
        F, beta = self.slopes(k), self.betas[k]
        i, j = maximal_violating_pair(F, beta, self.A, self.B)
        return self.X.T @ beta, float(F[i] + F[j]) / 2

    def step(self, k: int) -> Step:
        """Return the step that begins after k steps."""
        (i, j), beta, K, F = self.pairs[k], self.betas[k], self.K, self.slopes(k)
        ends = segment_ends(*(float(beta[s]) for s in (i, j)),
                            *((float(self.A[s]), float(self.B[s])) for s in (i, j)))
        return Step(i, j, float(F[i] - F[j]),
                    float(2 * K[i, j] - K[i, i] - K[j, j]), *ends)

    def stopped_by(self, k: int) -> str:
        """Return which multipliers stop the step after k steps, and at which of their bounds."""
        step, beta = self.step(k), self.betas[k]
        rooms = self.B[step.i] - beta[step.i], beta[step.j] - self.A[step.j]
        at_C = self.y[step.i] > 0, self.y[step.j] < 0
        ends = [f"C = {short(self.C, 2)}" if up else "0" for up in at_C]
        met = [room == min(rooms) for room in rooms]
        if all(met) and ends[0] == ends[1]:
            return f"both α are {ends[0]}"
        return ", ".join(f"α of {name} is {end}" for name, end, stops in
                         zip("ij", ends, met, strict=True) if stops)

    @property
    def C(self) -> float:
        """The penalty: the length of every box."""
        return float(self.B[0] - self.A[0])

    def end(self, tol: float) -> int:
        """Return the steps made until the KKT gap is at most tol; all, if it never is."""
        within = np.flatnonzero(self.gaps <= tol)
        return int(within[0]) if len(within) else len(self.gaps) - 1


@lru_cache(maxsize=256)
def recorded(data: str, C: float, choice: str) -> Record:
    """Return a run with penalty C, of the steepest pairs or of random pairs that can gain.

    Examples
    --------
    >>> recorded("AND", 10.0, "steepest").pairs[0]
    (3, 0)
    """
    X, y = DATA[data]()
    K, rng = X @ X.T, np.random.default_rng(0)
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    betas, pairs, gaps = [np.zeros(len(y))], [], []
    while True:
        beta = betas[-1]
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
        gaps.append(F[i] - F[j])
        if gaps[-1] <= FINEST or len(pairs) == MOST:
            return Record(X, y, K, A, B, np.array(betas), pairs, np.array(gaps))
        if choice == "random":
            can_gain = np.argwhere((F[:, None] - F > FINEST) & (beta < B)[:, None] & (beta > A))
            i, j = map(int, rng.choice(can_gain))
        pairs.append((i, j))
        betas.append(move_pair(K, beta, F, A, B, i, j))
