"""The solver to use: SMO for the rough work, Newton's method for the rest.

Legend: ``beta`` (n,) = α_i y_i, which lives between ``A`` = min(0, y·C) and ``B`` = max(0, y·C);
``F`` = y - K·beta, the slopes ∂W/∂β; ``D`` (n, n) half the squared distances in feature space,
E_ij = (K_ii + K_jj)/2 - K_ij; ``W`` dual value; ``delta`` δ, how dear it is to go far.

In β the two labels no longer differ: a pair moves by (+t, -t), whichever they are. And because
Σ β = 0, K·β is -D·β but for a constant that b swallows, so D alone is kept, row by row.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm.dual import DualProblem
from coursekit.svm.solution import Solution

FLAT = 1e-12      # least E_ij a step divides by: two samples with one image
NEVER = 1e-100    # stands in for E_ij = 0, which cannot be divided by
SMALL = 400       # so many samples: all rows at once cost less than the asking
AHEAD = 12        # rows worked out together: the one asked for, and the next likely ones
LEAP = 1e5        # a leap costs about as much as k³/LEAP pairs, k its free samples
SOLVES = 15       # most linear systems of one leap


class Turn(NamedTuple):
    """What a run of pairs, or one leap, reached.

    Attributes
    ----------
    kind : {"pairs", "leap", "failed leap"}
    steps : int
        Pairs moved, or linear systems solved.
    free : int
        Samples with 0 < α < C after it.
    gap : float
        KKT gap after it.
    delta : float
        δ of a leap; 0 for pairs.

    Examples
    --------
    >>> solve_fast(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10), trace=True).trace
    (Turn(kind='pairs', steps=1, free=2, gap=0.0, delta=0.0),)
    """

    kind: str
    steps: int
    free: int
    gap: float
    delta: float


class Ascent:
    """Where the climb stands: β, the slopes of those that may rise or fall, and the rows of D.

    Attributes
    ----------
    beta : ndarray, shape (n,)
    up, low : ndarray, shape (n,)
        F where β may rise, else -∞; F where β may fall, else +∞.
    rows : list of n
        Rows of D met so far, the others None.

    Examples
    --------
    >>> ascent = Ascent(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10), start=None)
    >>> ascent.pairs(tol=1e-3, most=10), ascent.beta, ascent.gap
    (1, array([-0.25,  0.25]), 0.0)
    """

    def __init__(self, problem: DualProblem, start: Solution | np.ndarray | None):
        alpha, y = problem.feasible(start), problem.y
        self.problem, self.rows, self.met = problem, [None] * problem.n, np.zeros(problem.n, dtype=bool)
        self.room = np.empty((0, problem.n))
        self.A, self.B = np.minimum(0, y * problem.C), np.maximum(0, y * problem.C)
        self.up, self.low = self.slopes = np.empty((2, problem.n))
        self.place(alpha * y, y * problem.gradient(alpha))

    def place(self, beta: np.ndarray, F: np.ndarray) -> None:
        """Stand at ``beta``, where the slopes are ``F``."""
        self.beta = beta
        self.up[:] = np.where(beta < self.B, F, -np.inf)
        self.low[:] = np.where(beta > self.A, F, np.inf)

    @property
    def gap(self) -> float:
        """KKT gap: the steepest way up against the steepest way down."""
        return float(self.up.max() - self.low.min())

    @property
    def free(self) -> np.ndarray:
        """Which samples are off both bounds, shape (n,)."""
        return (self.beta > self.A) & (self.beta < self.B)

    def fetch(self, indices: np.ndarray) -> None:
        """Work out rows of E, and keep them."""
        half, n = self.problem.diagonal / 2, self.problem.n
        for k in range(0, len(indices), 32):
            some = indices[k:k + 32]
            if len(self.room) < len(some):
                self.room = np.empty((max(64, 2**19 // n + 1), n))
            E, self.room = self.room[:len(some)], self.room[len(some):]
            K = self.problem.rows(some)
            K -= half
            K -= half[some, None]
            np.minimum(K, -NEVER, out=E)
            for i, row in zip(some.tolist(), E):
                self.rows[i] = row
        self.met[indices] = True

    def block(self, indices: np.ndarray) -> np.ndarray:
        """Return rows of E, shape (k, n)."""
        new = indices[~self.met[indices]]
        if len(new):
            self.fetch(new)
        return np.array([self.rows[i] for i in indices.tolist()]).reshape(len(indices), -1)

    def row(self, i: int) -> np.ndarray:
        """Return row i of D, shape (n,), and fetch those likely to be asked for next."""
        wish = np.maximum(self.up - self.low.min(), self.up.max() - self.low)
        wish[self.met] = -np.inf
        wish[i] = np.inf
        left = len(wish) - np.count_nonzero(self.met)
        ahead = left if len(wish) <= SMALL else min(left, 1 + (len(wish)-left) // AHEAD)
        self.fetch(np.argpartition(wish, -ahead)[-ahead:])
        return self.rows[i]

    def pairs(self, tol: float, most: int) -> int:
        """Move pairs, second-order choice, until the gap is ``tol``; return how many.

        The rise of i against the fall of j gains (F_i - F_j)² / 4E_ij, if no bound is near.
        """
        up, low, beta, A, B = self.up, self.low, self.beta, self.A.tolist(), self.B.tolist()
        rows, (ahead, move) = self.rows, np.empty((2, len(beta)))
        for done in range(most):
            i = int(up.argmax())
            top, E_i = up.item(i), rows[i]
            if E_i is None:
                E_i = self.row(i)
            np.subtract(top, low, ahead)
            np.multiply(ahead, np.abs(ahead, move), ahead)
            np.divide(ahead, E_i, ahead)
            j = int(ahead.argmin())
            gap = top - low.item(j)
            if gap <= tol and top - low.min() <= tol:
                return done
            E_j = rows[j]
            if E_j is None:
                E_j = self.row(j)
            b_i, b_j = beta.item(i), beta.item(j)
            t = min(gap / max(-2 * E_i.item(j), FLAT), B[i] - b_i, b_j - A[j])
            np.subtract(E_i, E_j, move)
            np.multiply(move, t, move)
            np.subtract(up, move, up)
            np.subtract(low, move, low)
            beta[i], low[i] = b_i + t, up[i]
            beta[j], up[j] = b_j - t, low[j]
            if b_i + t >= B[i]:
                beta[i], up[i] = B[i], -np.inf
            if b_j - t <= A[j]:
                beta[j], low[j] = A[j], np.inf
        return most

    def leap(self, delta: float) -> tuple[bool, int]:
        """Go to the top of W(β) - δ/2·‖β - β_now‖², if it can be found; count the systems solved.

        If it were known which samples are free there, one linear system would give them. So:
        guess, solve, hold those that left the box at its wall, let go those that press inwards,
        until none does either; give up when the guesses do not get better.
        """
        here, u, F = self.beta, self.beta, np.where(self.up > -np.inf, self.up, self.low)
        start, free, wanted, wrong = F, self.free, u, 2 * len(u)
        for solved in range(1, SOLVES + 1):
            f, s = np.flatnonzero(free), wanted - u
            held, k = np.flatnonzero(s), len(f)
            if not k:
                break
            if len(held):
                F = F - s[held] @ self.block(held)
            E = self.block(f)
            M = np.ones((k + 1, k + 1))
            M[:k, :k] = E[:, f]
            M.flat[:k * (k + 2):k + 2] += delta
            M[k, k] = 0
            p = np.linalg.solve(M, np.append(F[f] - delta * (u - here)[f], -s.sum()))
            u = wanted.copy()
            u[f] += p[:k]
            F = F - p[:k] @ E
            wanted = np.clip(u, self.A, self.B)
            press = F - p[k] - delta * (u - here)
            out, loose = wanted != u, (press > 0) & (u < self.B) | (press < 0) & (u > self.A)
            loose[f] = False
            before, wrong = wrong, np.count_nonzero(out) + np.count_nonzero(loose)
            free = free & ~out | loose
            if not wrong or 4 * wrong > 3 * before:
                break
        higher = wrong == 0 and (u - here) @ (start + F) > 0
        if higher:
            self.place(u, F)
        return higher, solved


def solve_fast(problem: DualProblem, *, tol: float = 1e-3, max_iter: int | None = None,
               start: Solution | np.ndarray | None = None, trace: bool = False) -> Solution:
    """Solve
    """
    max_iter = max_iter or 100_000 + 100 * problem.n
    problem.require_ready(tol, max_iter)
    ascent, record, n_iter, waited = Ascent(problem, start), [], 0, 0
    delta = 1e-4 * float(problem.diagonal.mean())
    most = problem.n // 2 if start is None else 1
    gap = np.inf
    while n_iter < max_iter:
        done = ascent.pairs(tol, min(most, max_iter - n_iter))
        n_iter += done
        waited += done
        gap = ascent.gap
        if gap <= tol:
            break
        most = max(50, int(np.count_nonzero(ascent.free)**3 / LEAP) - waited)
        if most > 50: continue
        waited = 0
        while gap > tol:
            ok, solved = ascent.leap(delta)
            n_iter += solved
            before, gap = gap, ascent.gap
            delta = max(delta*.1, 1e-12) if ok else delta * 10
            if not ok or gap > .3 * before: break
        if gap<=tol: break
    beta = ascent.beta
    used = np.flatnonzero(beta)
    F = problem.y - beta[used] @ ascent.block(used) - problem.diagonal @ beta / 2
    return problem.solution(beta * problem.y, n_iter=n_iter, tol=tol, trace=record, gradient=problem.y*F)
