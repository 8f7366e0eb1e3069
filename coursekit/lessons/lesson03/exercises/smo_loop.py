"""Exercise "smo-loop": the solver, from β = 0 to a gap that is small enough."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lesson03.pairs import PENALTIES, maximal_violating_pair, move_pair

MANY = 250          # steps: no case below needs a quarter of them


def smo_loop(K, y, C, tol, max_steps):
    """Return (beta, gap, steps): start at 0 and move the maximal violating pair until its gap is
    at most ``tol``, or until ``max_steps`` pairs have moved."""
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta = np.zeros(len(y))
    for steps in range(max_steps + 1):
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
        gap = F[i] - F[j]
        if gap <= tol or steps == max_steps:
            return beta, float(gap), steps
        beta = move_pair(K, beta, F, A, B, i, j)


def _problems(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.diag([0.0, 8]), np.array([-1, 1]), 10, 1e-3, 100
    yield np.diag([0.0, 8]), np.array([-1, 1]), 10, 1e-3, 0          # nobody moves
    yield np.ones((2, 2)), np.array([1, -1]), 1, 1e-3, MANY          # a gap of −2 at the end
    X = np.array([[2.0, 0], [0, 1], [0, -1]])           # any pair that gains needs as many steps
    for tol in (1.0, 0.5):
        yield X @ X.T, np.array([1, -1, -1]), 10, tol, MANY
    left = 30
    while left:
        n, C = int(rng.integers(4, 9)), float(rng.choice(PENALTIES))
        y = rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
        X = rng.normal(size=(n, 2)) + 0.7 * y[:, None]
        problem = X @ X.T, y, C, float(rng.choice([1e-3, 0.05]))
        beta, gap, steps = smo_loop(*problem, MANY)
        if 7 <= steps < MANY // 4 and _gap_is_of(problem, (beta.astype(np.float32), gap)):
            left -= 1
            yield *problem, (0, 1, 5, MANY, MANY)[left % 5]


def _gap(K: np.ndarray, y: np.ndarray, C: float, beta: np.ndarray) -> float:
    """Return the KKT gap of a β, computed anew."""
    F = y - K @ beta
    i, j = maximal_violating_pair(F, beta, np.minimum(0, C * y), np.maximum(0, C * y))
    return float(F[i] - F[j])


def _gap_is_of(case: tuple, given: tuple) -> bool:
    """Tell whether the gap that is returned is that of the β that is returned."""
    K, y, C, *_ = case
    beta = np.asarray(given[0], dtype=float)
    slop = 1e-6 * (1 + (np.abs(K) @ np.abs(beta)).max())
    on_walls = y * np.where(beta * y > C * (1 - 1e-6), C, beta * y)     # of single precision
    return any(abs(given[1] - _gap(K, y, C, at)) <= slop for at in (beta, on_walls))


def _is_run(case: tuple, given: tuple, right: tuple) -> bool:
    """Accept a run of any pairs: feasible, with its own gap, ended by the tolerance or the cap.

    Other pairs than the maximal violating one are no mistake; they only need other steps.
    """
    (_, y, C, tol, cap), (beta, gap, steps) = case, given
    alpha, slop = np.asarray(beta, dtype=float) * y, 1e-6 * C
    inside = np.all(np.abs(alpha - C / 2) <= C / 2 + slop) and abs(alpha @ y) <= slop * len(y)
    counted = steps == int(steps) and np.count_nonzero(alpha) <= 2 * steps
    if len(y) <= 3:             # here every way to the tolerance takes as many steps
        counted = steps == right[2]
    ended = gap <= tol and steps < cap or steps == cap < MANY
    return bool(inside and counted and ended and _gap_is_of(case, given))


def _went_on(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether a run went on although its gap was small enough."""
    used_up = given[2] == case[4] or len(case[1]) <= 3 and given[2] > right[2]
    return bool(used_up and given[1] <= case[3] and _gap_is_of(case, given))


MOVE = "        beta = move_pair(K, beta, F, A, B, i, j)"
_wrong = edits()

LOOP = CodeExercise(
    key="smo-loop", title="The whole solver", reference=smo_loop, cases=_problems, accept=_is_run,
    misconceptions=(
        _wrong("F computed once", """    for steps in range(max_steps + 1):
        F = y - K @ beta
""", """    F = y - K @ beta
    for steps in range(max_steps + 1):
""", "Your F is that of the start. What happens to the slopes when a pair has moved?"),
        _wrong("sign of the gap", "gap = F[i] - F[j]", "gap = F[j] - F[i]",
               "You stop at once. The sample i has the larger slope. Is your gap's sign right?"),
        _wrong("abs", "gap <= tol", "abs(gap) <= tol",
               "The gap may end below 0, where no pair can gain. Does your loop stop there?"),
        _wrong("tolerance not used", "gap <= tol", "gap < 0",
               "Your run goes on although its gap is within `tol`.", _went_on),
        _wrong("α returned", "return beta,", "return beta * y,",
               "You return α. The exercise asks for the signed multipliers β."),
        _wrong("counted one too many", "float(gap), steps", "float(gap), steps + 1",
               "Count the pairs that have moved. With `max_steps = 0` none has.",
               lambda case, given, right: given[2] == right[2] + 1),
        Misconception("cap ignored", edit(("range(max_steps + 1)", "range(10**4)"),
                                          (" or steps == max_steps", "")),
                      "You moved more pairs than `max_steps` allows.",
                      lambda case, given, right: given[2] > case[4]),
        _wrong("boxes without labels", "np.minimum(0, C * y), np.maximum(0, C * y)",
               "np.zeros(len(y)), np.full(len(y), C)",
               "You took the box from 0 to C for both classes. What is the box of class −1?"),
        Misconception("gap of the β before", edit(
            (f"\n{MOVE}", ""), ("        if gap <=", f"{MOVE}\n        if gap <=")),
                      "Your gap is not that of the β that you return. Which was computed last?",
                      lambda case, given, right: not _gap_is_of(case, given)),
    ),
    hints=("Follow the four lines of the idea. Which of them has to be done again after each step, "
           "and where can the run end?",
           "`for steps in range(max_steps + 1):` counts the pairs that have moved. Compute F, the "
           "pair and its gap at the head of the loop, and return there if the gap or the number of "
           "steps says so.",
           "The boxes are as in section 1, with `np.minimum` and `np.maximum`. The last line of "
           "the loop is `beta = move_pair(K, beta, F, A, B, i, j)`."),
    way="Set the boxes, and start with all β at 0. In each round compute the slopes of the present "
        "β, their maximal violating pair, and its gap. If the gap is at most the tolerance, or the "
        "steps are used up, return; otherwise move the pair. So the gap that you return is that of "
        "the β that you return.",
    explanation="That is the whole solver; the page goes on with yours.",
    by_case=((lambda case, given, right: case[4] == 0,
              "Here no pair may move. What are β, its gap and the number of steps?"),),
    fallback_hint="Where does this run end: at the tolerance, or when the steps are used up? Is "
                  "the gap computed from the β that you return?")
