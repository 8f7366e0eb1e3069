"""Exercise "maximal-violating-pair": who rises, and who falls."""
from __future__ import annotations

from collections.abc import Iterator
from operator import index

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits
from coursekit.lessons.lesson03.pairs import feasible, maximal_violating_pair


def _states(rng: np.random.Generator) -> Iterator[tuple]:
    yield (np.array([0.4, -0.3, 0.9, -0.1]), np.array([0, 1, 0, -1]), np.array([0, 0, -1, -1]),
           np.array([1, 1, 0, 0]))
    yield np.array([1.0, -1.0]), np.zeros(2), np.array([0, -1]), np.array([1, 0])
    yield np.array([-1.0, 1.0, 0.5]), np.array([0, 0, 0.5]), np.array([0, -1, 0]), np.ones(3)
    yield np.r_[0.0, -1, 1], np.r_[0.5, -0.5, 0], np.r_[0, -0.5, -0.5], np.r_[1.0, 0, 0]  # i is j
    yield np.r_[-0.5, -0.500001, 0.5, 0.500001], np.zeros(4), np.r_[-1, -1, 0, 0], np.r_[0, 0, 1, 1]
    yield np.r_[-1.0, 1], np.zeros(2), np.r_[-1e-16, 0], np.r_[0, 1e-16]      # C may be small
    for far in (-1000.0, 1000.0, -1e15, 1e15):         # b may be large, and so may every F
        yield far + abs(far) / 1000 * np.r_[1, -1], np.zeros(2), np.array([-1, 0]), np.array([0, 1])
    for _ in range(160):
        n = int(rng.integers(2, 12))
        y = rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
        C, far = float(rng.choice([1e-3, 1.0, 10.0])), float(rng.choice([0, 0, -1000, 1000]))
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        yield rng.normal(size=n).round(2) + far, feasible(rng, A, B), A, B


def _attains(case: tuple, given: tuple, right: tuple) -> bool:
    """Accept any pair of indices that attains F_up and F_low."""
    (F, beta, A, B), (i, j) = case, map(index, given)
    return bool(0 <= i < len(F) and 0 <= j < len(F) and beta[i] < B[i] and beta[j] > A[j]
                and F[i] == F[right[0]] and F[j] == F[right[1]])


def _close_to_bound(case: tuple, given: tuple, right: tuple) -> bool:
    """Return whether one of the right pair may still move, but only by a little."""
    (_, beta, A, B), (i, j) = case, right
    return bool(0 < B[i] - beta[i] <= 0.02 or 0 < beta[j] - A[j] <= 0.02)


def _first_to_stay(case: tuple, given: tuple, right: tuple) -> bool:
    """Return whether each wrong index is the first that may not move: a fill-in value won."""
    (_, beta, A, B), (i, j) = case, given
    return ((i == (beta == B).argmax() or _attains(case, (i, right[1]), right))
            and (j == (beta == A).argmax() or _attains(case, (right[0], j), right)))


#: A right answer, which the mistakes edit.
PROGRAM = """
def maximal_violating_pair(F, beta, A, B):
    up, low = beta < B, beta > A
    i = np.where(up, F, -np.inf).argmax()
    j = np.where(low, F, np.inf).argmin()
    return int(i), int(j)
"""
MAY, RESULT = "up, low = beta < B, beta > A", "int(i), int(j)"

_wrong = edits(of=PROGRAM)

PAIR = CodeExercise(
    key="maximal-violating-pair", title="The maximal violating pair",
    reference=maximal_violating_pair, cases=_states, accept=_attains,
    misconceptions=(
        _wrong("all may do everything", MAY, "up = low = beta < np.inf",
               "The largest and the smallest F of all. But is that i allowed to rise, and that j "
               "to fall?"),
        _wrong("up and low exchanged", "up, low", "low, up",
               "You look for i among the samples that may fall; i is the one that rises."),
        _wrong("smallest rises", RESULT, "int(np.where(up, F, np.inf).argmin()), "
               "int(np.where(low, F, -np.inf).argmax())",
               "The pair gains if the *larger* slope rises and the smaller one falls."),
        _wrong("no whole numbers", RESULT, "float(i), float(j)",
               "The right samples; but the page uses them as places in an array: return two "
               "whole numbers.", lambda case, given, right: _attains(
                   case, [int(k) for k in np.ravel(given) if k == int(k)], right)),
        Misconception("never i = j", None, "One sample can attain F_up and F_low. Then i is j.",
                      lambda case, given, right: right[0] == right[1] and given[0] != given[1]),
        _wrong("nearly at a bound taken for at it", MAY,
               "up, low = beta < B - 0.01, beta > A + 0.01",
               "A sample close to its bound may still move, if only a little. With a C that is "
               "small enough all of them are close, and nobody would move.", _close_to_bound),
        Misconception("a number in place of infinity", None, "A sample that may not move was "
                      "chosen. Your starting or filler value must lose to every F. Which number is "
                      "smaller than all, and which one is larger?", _first_to_stay),
        _wrong("place in the shortened list", RESULT, "int(F[up].argmax()), int(F[low].argmin())",
               "You return a place in the shortened list. The question asks for the sample's own "
               "number."),
        _wrong("class forgotten", MAY, "C = max(B.max(), -A.min())\n"
               "    up, low = abs(beta) < C, abs(beta) > 0",
               "Right for class +1. For class −1 the box lies below 0: at β = 0 such a sample may "
               "fall, and may not rise."),
        _wrong("free samples only", MAY, "up = low = (A < beta) & (beta < B)",
               "A sample at A may still rise, and one at B may still fall."),
        _wrong("the values", RESULT, "float(F[up].max()), float(F[low].min())",
               "Those are F_up and F_low. The question asks which samples attain them."),
    ),
    hints=("First find who may rise; then the largest F among them, without losing the numbers of "
           "the samples.",
           "`np.where(beta < B, F, -np.inf)` keeps the places, and nobody who may not rise can be "
           "the largest.",
           "`.argmax()` of that array is i. For j do the same with those that may fall, `np.inf` "
           "and `.argmin()`."),
    way="Replace the F of those that may not rise by −∞: then `argmax` finds i under its own "
        "number. Replace the F of those that may not fall by +∞: then `argmin` finds j. "
        "`np.where` makes new arrays, so F stays as it was.",
    explanation="F[i] − F[j] is the KKT gap: the pair and the certificate come together.",
    fallback_hint="Look for i among those that may rise, for j among those that may fall.")
