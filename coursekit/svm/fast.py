"""The solver to use: pairs for the rough work, Newton's method on the free vectors for the rest.

Large problems are shrunk in between: samples that press hard against a wall are left alone.

Legend: ``beta`` (n,) = α_i y_i, which lives between ``A`` = min(0, y·C) and ``B`` = max(0, y·C);
``F`` = y - K·beta, the slopes ∂W/∂β; ``E`` (n, n) minus half the squared distances in feature
space, E_ij = K_ij - (K_ii + K_jj)/2; ``W`` dual value; ``delta`` δ, the price of going far.

In β the labels no longer differ: a pair moves by (+t, -t), whichever they are. And because
Σ β = 0, K·β is E·β but for K_ii β_i/2 summed, which b swallows: E will do, row by row.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.svm.dual import DualProblem
from coursekit.svm.settle import SNAP, settle
from coursekit.svm.solution import Solution

FLAT = 1e-12      # least curvature -2E_ij a step divides by: two samples with one image
NEVER = 1e-100    # stands in for E_ij = 0, which cannot be divided by
SMALL = 400       # so many samples: all rows at once cost less than the asking
AHEAD = 12        # with the row asked for come the next likely ones: one for each 12 at hand
FEW = 20          # features so few that a row alone costs hardly more than among others
BLOCK = 32        # rows worked on at once, so that they stay in the cache
BURST = 50        # least number of pairs between two leaps
LEAP = 1e5        # a leap costs about as much as k³/LEAP pairs, k its free samples
FINE = 1e-5       # whoever asks for such a gap gets a tenth of it, and a last leap
SHARP = 1e-9      # unless the gap is this small already
HALF = 1.0        # half of the gap at zero, where F = y
SPARE = 8         # few wrong guesses need not become fewer each time
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

    Examples
    --------
    >>> solve_fast(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10), trace=True).trace
    (Turn(kind='pairs', steps=1, free=2, gap=0.0),)
    """

    kind: str
    steps: int
    free: int
    gap: float


class Ascent:
    """Where the climb stands: β, the slopes of those that may rise or fall, and rows of E.

    Attributes
    ----------
    beta, A, B : ndarray, shape (n,)
        Multipliers with signs, and their walls.
    up, low : ndarray, shape (n,)
        F where β may rise, else -∞; F where β may fall, else +∞.
    rows : list of n
        Rows of E met so far, the others None.

    Examples
    --------
    >>> ascent = Ascent(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10))
    >>> ascent.pairs(tol=1e-3, most=10), ascent.beta, ascent.gap
    (1, array([-0.25,  0.25]), 0.0)
    """

    def __init__(self, problem: DualProblem, start: Solution | np.ndarray | None = None):
        alpha, y, n = problem.feasible(start), problem.y, problem.n
        self.problem, self.rows, self.met = problem, [None] * n, np.zeros(n, dtype=bool)
        self.half, flat = problem.diagonal / 2, np.ptp(problem.diagonal) == 0
        self.level = float(problem.diagonal[0]) if flat else None       # K_ii if all are alike
        self.ahead = 1 if problem.gram.features < FEW else min(BLOCK, problem.gram.features // 2)
        self.A, self.B = np.minimum(0, y * problem.C), np.maximum(0, y * problem.C)
        self.up, self.low = np.empty((2, n))
        self.place(alpha * y, y * problem.gradient(alpha))

    def turn(self, kind: str, steps: int) -> Turn:
        """Return where the climb stands after so many steps, for the record."""
        return Turn(kind, steps, int(np.count_nonzero(self.free)), self.gap)

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
    def slopes(self) -> np.ndarray:
        """F, shape (n,)."""
        return np.where(self.up > -np.inf, self.up, self.low)

    @property
    def free(self) -> np.ndarray:
        """Which samples are off both walls, shape (n,)."""
        return (self.beta > self.A) & (self.beta < self.B)

    @property
    def active(self) -> np.ndarray:
        """Indices of those that may still move; none at the top.

        Who is pressed against a wall by more than the gap will hardly leave it: shrinking, as in
        T. Joachims (1999), *Making large-scale SVM learning practical*.
        """
        return np.flatnonzero((self.up >= self.low.min()) | (self.low <= self.up.max()))

    def part(self, active: np.ndarray) -> Ascent:
        """Return the climb of some alone.

        Examples
        --------
        >>> from coursekit.datasets import make_overlap_60
        >>> ascent = Ascent(DualProblem.from_data(*make_overlap_60()))
        >>> ascent.pairs(tol=1e-3, most=15), ascent.active
        (15, array([ 0, 40, 53]))
        >>> ascent.part(ascent.active).gap == ascent.gap
        True
        """
        part = Ascent(self.problem.only(active))
        part.place(self.beta[active], self.slopes[active])
        return part

    def merge(self, part: Ascent, active: np.ndarray) -> None:
        """Take over where a part has got to."""
        beta = self.beta.copy()
        beta[active] = part.beta
        self.place(beta, self.slopes - self.times(beta - self.beta))

    def fetch(self, indices: np.ndarray) -> None:
        """Work out rows of E, in blocks that stay in the cache, and keep them."""
        for some in _blocks(indices):
            for i, row in zip(some.tolist(), self._work_out(some)):
                self.rows[i] = row
        self.met[indices] = True

    def _work_out(self, some: np.ndarray) -> np.ndarray:
        E = self.problem.rows(some)
        E -= self.half + self.half[some, None] if self.level is None else self.level
        return np.minimum(E, -NEVER, out=E)

    def row(self, i: int) -> np.ndarray:
        """Fetch row i of E, with those likely to be asked for next where these come cheaper.

        With many features, what a row costs is to read the samples, and several share that.
        """
        met = int(np.count_nonzero(self.met))
        some = len(self.met) - met
        if len(self.met) > SMALL:
            some = min(some, 1 + met // AHEAD, self.ahead)
        if some == 1:
            self.rows[i], self.met[i] = self._work_out(np.array([i]))[0], True
            return self.rows[i]
        wish = np.maximum(self.up - self.low.min(), self.up.max() - self.low)
        wish[self.met], wish[i] = -np.inf, np.inf
        self.fetch(np.argpartition(wish, -some)[-some:])
        return self.rows[i]

    def times(self, beta: np.ndarray) -> np.ndarray:
        """Return E·beta, shape (n,)."""
        half, strange = self.half, np.where(self.met, 0, beta)
        product = sum((beta[some] @ np.array([self.rows[i] for i in some.tolist()])
                       for some in _blocks(np.flatnonzero(beta - strange))), np.zeros(len(beta)))
        if strange.any():       # their rows are not worth keeping
            product += self.problem.gram.times(strange) - half * strange.sum() - half @ strange
        return product

    def pairs(self, tol: float, most: int, rough: bool = False) -> int:
        """Move pairs, second-order choice, until the gap is ``tol``; return how many.

        The rise of i against the fall of j gains (F_i - F_j)² / -4E_ij, if no wall is near.
        Where nearly all are still at a wall, the rough choice, largest F_i - F_j, will do.

        References
        ----------
        R.-E. Fan, P.-H. Chen, C.-J. Lin (2005), *Working set selection using second order
        information*.
        """
        up, low, beta, A, B = self.up, self.low, self.beta, self.A.tolist(), self.B.tolist()
        rows, (ahead, move) = self.rows, np.empty((2, len(beta)))
        snap = SNAP * min(1.0, self.problem.C.min())
        for done in range(most):
            i = int(up.argmax())
            top, E_i = up.item(i), self.row(i) if rows[i] is None else rows[i]
            if rough:
                j = int(low.argmin())
            else:
                np.subtract(top, low, ahead)
                np.multiply(ahead, np.abs(ahead, move), ahead)
                np.divide(ahead, E_i, ahead)        # E is negative: the best is the least
                j = int(ahead.argmin())
            gap = top - low.item(j)
            if gap <= tol and top - low.min() <= tol:
                return done
            E_j, b_i, b_j = self.row(j) if rows[j] is None else rows[j], beta.item(i), beta.item(j)
            t, to_B, to_A = gap / max(-2 * E_i.item(j), FLAT), B[i] - b_i, b_j - A[j]
            if t > min(to_B, to_A) - snap:
                t = min(to_B, to_A)
            np.subtract(E_i, E_j, move)
            np.multiply(move, t, move)
            np.subtract(up, move, up)
            np.subtract(low, move, low)
            beta[i], low[i] = b_i + t, up[i]
            beta[j], up[j] = b_j - t, low[j]
            if t == to_B:
                beta[i], up[i] = B[i], -np.inf
            if t == to_A:
                beta[j], low[j] = A[j], np.inf
        return most

    def leap(self, delta: float, most: int = SOLVES) -> tuple[bool, int]:
        """Go to the top of W(β) - δ/2·‖β - β_now‖² if it is found; count the systems solved.

        If it were known which samples are free there, one linear system would give them. So:
        guess, solve, stop those that left the box at its wall, let go those that press inwards,
        until none does either; give up when the guesses do not get better.
        """
        here, F = self.beta, self.slopes
        u, start, free, wrong, solved = here, F, self.free, 2 * len(F), 0
        wanted = u
        while wrong and solved < most and free.any():
            f, solved = np.flatnonzero(free), solved + 1
            F = F - self.times(wanted - u)
            p, b = self._newton(f, (F - delta * (wanted - here))[f], (here - wanted).sum(), delta)
            u, step = wanted.copy(), np.zeros(len(F))
            u[f], step[f] = u[f] + p, p
            F = F - self.times(step)
            wanted = np.clip(u, self.A, self.B)
            press, out = F - b - delta * (u - here), wanted != u
            loose = ~free & ((press > 0) & (u < self.B) | (press < 0) & (u > self.A))
            before, wrong = wrong, np.count_nonzero(out | loose)
            free = free & ~out | loose
            if 4 * wrong > 3 * before + SPARE:
                break
        higher = wrong == 0 and float((u - here) @ (start + F)) > 0
        if higher:
            self.place(u, F)
        return higher, solved

    def _newton(self, f: np.ndarray, F: np.ndarray, total: float,
                delta: float) -> tuple[np.ndarray, float]:
        """Return the step of the free ones that makes their slopes equal, and that slope."""
        k, M = len(f), np.ones((len(f) + 1, len(f) + 1))
        self.fetch(f[~self.met[f]])
        M[:k, :k] = [self.rows[i][f] for i in f.tolist()]
        M.flat[::k + 2] += delta
        M[k, k] = 0
        *p, b = np.linalg.solve(M, np.append(F, total))
        return np.array(p), b


def _blocks(indices: np.ndarray) -> list[np.ndarray]:
    return [indices[k:k + BLOCK] for k in range(0, len(indices), BLOCK)]


def solve_fast(problem: DualProblem, *, tol: float = 1e-3, max_iter: int = 100_000,
               start: Solution | np.ndarray | None = None, trace: bool = False) -> Solution:
    """Solve the dual problem by pairs, and by leaps once the free vectors are nearly known.

    Parameters
    ----------
    problem : DualProblem
        With an intercept that is not penalised; only rows of K that are needed are computed.
    tol : float
        Stop when the KKT gap m - M is at most this.
    max_iter : int
        Most pairs moved and linear systems solved.
    start : Solution or array_like of shape (n,), optional
        Where to start from: a solution at another C is scaled; zeros if absent.
    trace : bool
        Record every run of pairs and every leap in ``trace`` of the solution; see `Turn`.

    Returns
    -------
    Solution
        With gap and duality gap computed afresh.

    Warns
    -----
    ConvergenceWarning
        If the gap is still above ``tol``.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> solution = solve_fast(DualProblem.from_data(X, y, C=10), tol=1e-9)
    >>> solution.alpha.round(6), round(solution.b, 6)
    (array([0., 2., 2., 4.]), -3.0)
    """
    problem.require_ready(tol, max_iter)
    ascent, turns, n_iter, wait = Ascent(problem, start), [], 0, 1
    if start is None:
        wait = max(1, problem.n // 2)
        n_iter = dive(ascent, tol, max_iter, turns) if problem.n > SMALL else 0
    while True:
        n_iter += climb(ascent, tol, max_iter - n_iter, turns, wait=max(1, wait - n_iter))
        beta = settle(ascent.beta, ascent.A, ascent.B)
        F = problem.y - ascent.times(beta) - problem.diagonal @ beta / 2
        ascent.place(beta, F)
        n_iter += 1
        if n_iter >= max_iter or ascent.gap <= tol + problem.rounding(np.abs(beta)):
            return problem.solution(np.abs(beta), n_iter=n_iter - 1, tol=tol,
                                    trace=turns if trace else (), gradient=problem.y * F)


def dive(ascent: Ascent, tol: float, most: int, turns: list[Turn]) -> int:
    """Move pairs of all samples, then climb with those alone that matter, if few; count the steps.

    Examples
    --------
    >>> from coursekit.datasets import make_overlap_60
    >>> ascent, turns = Ascent(DualProblem.from_data(*make_overlap_60())), []
    >>> dive(ascent, 1e-3, 100, turns), [turn.steps for turn in turns], ascent.gap < 1e-3
    (15, [7, 8], True)
    """
    n, steps = ascent.problem.n, 0
    for goal, end, rough in ((max(tol, HALF), n // 8, True), (tol, n // 4, False)):
        steps += ascent.pairs(goal, min(most, end) - steps, rough)
        active = ascent.active
        if 2 * len(active) < n and steps < most:
            break
    turns.append(ascent.turn("pairs", steps))
    if turns[-1].gap > tol and 2 * len(active) < n and steps < most:
        part = ascent.part(active)
        steps += climb(part, tol, most - steps, turns, wait=max(1, n // 2 - steps))
        ascent.merge(part, active)
    return steps


def climb(ascent: Ascent, tol: float, most: int, turns: list[Turn], wait: int = 1) -> int:
    """Take turns of pairs and leaps until the gap is ``tol``; return the steps, at most ``most``.

    A leap that reaches its top makes δ smaller, hence the next one longer; as long as they cut
    the gap by two thirds, they go on. Before the first, pairs run for as long as it would take.

    Examples
    --------
    >>> climb(Ascent(DualProblem([[0, 0], [0, 8]], [-1, 1], C=10)), 1e-3, 10, [])
    1
    """
    steps, since = 0, 0
    unit, goal = float(ascent.problem.diagonal.mean()), tol / 10 if tol <= FINE else tol
    delta = 1e-4 * unit

    def note(kind: str, moved: int) -> float:
        turns.append(ascent.turn(kind, moved))
        return turns[-1].gap
    while True:
        moved = ascent.pairs(goal, min(wait, most - steps))
        steps, since, gap = steps + moved, since + moved, note("pairs", moved)
        enough = max(goal, ascent.problem.rounding(np.abs(ascent.beta)))
        wait = max(BURST, int(turns[-1].free**3 / LEAP) - since)
        good = wait == BURST and gap > (SHARP if tol <= FINE else enough)
        while good and steps < most:
            found, moved = ascent.leap(delta, min(SOLVES, most - steps))
            before, gap = gap, note("leap" if found else "failed leap", moved)
            steps, since = steps + moved, 0
            delta = np.clip(delta / 10 if found else delta * 10, 1e-12 * unit, unit)
            good = found and 3 * gap < before and gap > enough
        if gap <= enough or steps >= most:
            return steps
