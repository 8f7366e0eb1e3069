"""Exercise "best-cut": search the thresholds of one feature."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson06.exercises.cases import feature, targets, whole
from coursekit.tree.naive import TIE, best_cut, gain


def _cuts(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1, 3, -1, 3]), np.array([0, 1, 0, 1]), 1
    yield np.array([1.0]), np.array([2.0]), 1
    yield np.array([2, 2, 2]), np.array([0, 1, 1]), 1           # nothing to be parted
    yield np.array([1, 2, 3]), np.array([0.5, 0.5, 0.5]), 1     # nothing to be gained
    yield np.arange(5), np.full(5, 0.7), 1                      # nothing but rounding
    yield np.array([0, 1, 2]), np.array([0, 1, 0]), 1           # two cuts gain the same
    yield np.array([1, 3]), np.array([0.0, 0.001]), 1           # little, but more than none
    yield np.array([1, 3]), np.array([0.0, 1e-4]), 1            # 5e-9: still more
    yield np.array([1, 3]), np.array([0.0, 3e-5]), 1            # 4.5e-10 counts as none
    yield np.array([-1, 1]), np.array([0, 1]), 1                # the threshold is 0
    yield np.array([0, 1, 2, 3]), np.array([9, 0, 0, 0]), 2     # the best one leaves too few
    yield np.array([0, 1, 2, 3]), np.array([0, 0, 0, 9]), 2
    for _ in range(100):
        n = int(rng.integers(2, 16))
        yield feature(rng, n), targets(rng, n), int(rng.choice([1, 1, 2, 3, 7]))
    yield rng.normal(size=100), rng.integers(0, 2, 100), 20
    yield np.array([0, 1]), np.array([0, 1])                    # the limit that none gives


def _best_sides(case: tuple, s: float, right: tuple) -> bool:
    """Tell whether a threshold makes two usable sides that gain most."""
    x, y, least = whole(case, 1)
    return bool(right[0] is not None and min(np.sum(x < s), np.sum(x >= s)) >= least
                and abs(gain(y, x < s) - right[1]) <= 1e-8)


def _right_gain(given: tuple, right: tuple) -> bool:
    return bool(abs(given[1] - right[1]) <= 1e-6 * max(1.0, right[1]))


def _is_cut(case: tuple, given: Any, right: tuple) -> bool:
    """Accept the middle of any usable interval whose gain is the best, up to rounding."""
    x, (s, found) = case[0], given
    if right[0] is None or s is None:
        return s is None and right[0] is None and abs(found) <= TIE
    low, high = np.max(x[x < s]), np.min(x[x >= s])
    at = abs(s - (low + high) / 2) <= 1e-6 * max(1.0, abs(low), abs(high))
    return bool(at and _best_sides(case, s, right) and _right_gain(given, right))


def _middle_missed(case: tuple, given: Any, right: tuple) -> bool:
    """Tell whether the cut is the best, but its threshold is no middle, perhaps a sample's x."""
    return _right_gain(given, right) and any(
        _best_sides(case, s, right) for s in (given[0], np.nextafter(given[0], np.inf)))


#: A right answer that goes through the cuts one by one, as most learners write it.
LOOP = """
def best_cut(x, y, min_samples_leaf=1):
    order = np.argsort(x)
    x, y, n = x[order], y[order], len(y)
    best = None, 0.0
    for k in range(1, n):
        if x[k - 1] < x[k] and min_samples_leaf <= k <= n - min_samples_leaf:
            fall = gain(y, np.arange(n) < k)
            if fall > best[1] + 1e-9:
                best = (x[k - 1] + x[k]) / 2, fall
    return best
"""

_wrong = edits(of=LOOP)

BEST_CUT = CodeExercise(
    key="best-cut", title="The best cut", reference=best_cut, cases=_cuts, accept=_is_cut,
    misconceptions=(
        _wrong("y stays behind", "y[order], len(y)", "y, len(y)",
               "Sorting put x in a new order. Did the y that you use move with it?"),
        _wrong("not sorted", "np.argsort(x)", "np.arange(len(x))",
               "Neighbours in the array need not be neighbours on the line. What has to happen "
               "first?"),
        _wrong("cuts inside ties", "x[k - 1] < x[k] and ", "",
               "You separated samples with the same x. Can a question about x do that?"),
        _wrong("one side may be small", " <= n - min_samples_leaf", " <= n - 1",
               "The left side is large enough, but `min_samples_leaf` holds for *both* sides."),
        _wrong("min_samples_leaf not used", "min_samples_leaf <= k <= n - min_samples_leaf",
               "1 <= k", "One of the sides has fewer than `min_samples_leaf` samples."),
        _wrong("fewer than min_samples_leaf", "min_samples_leaf <= k <= n - min_samples_leaf",
               "min_samples_leaf < k < n - min_samples_leaf",
               "A side with exactly `min_samples_leaf` samples is large enough."),
        _wrong("stops at the first drop", "best = (x[k - 1] + x[k]) / 2, fall",
               "best = (x[k - 1] + x[k]) / 2, fall\n            elif fall < best[1] - 1e-9:"
               "\n                break",
               "You stop as soon as the gain falls. Can it rise again further to the right?"),
        _wrong("at a sample", "(x[k - 1] + x[k]) / 2", "float(x[k])",
               "The right samples are on each side, but the threshold should lie in the middle of "
               "its interval. Which two values bound that interval?", _middle_missed),
        _wrong("nothing to cut", "return best", "return float(best[0]), best[1]",
               "In this case no cut is allowed, or none gains more than 1e-9. What should you "
               "return then?", lambda case, given, right: right[0] is None),
        _wrong("swapped", "return best", "return best[::-1]",
               "You return the gain first. The threshold comes first, then its gain.",
               lambda case, given, right: _is_cut(case, given[::-1], right)),
    ),
    hints=("`order = np.argsort(x)` sorts; use it on x and on y. Then look at the gaps between "
           "neighbours, with k samples on the left.",
           "A gap is usable if its two neighbours differ and both sides have enough samples. Try "
           "the usable ones with `gain`, or all at once with running sums, `y.cumsum()`.",
           "Begin with `None, 0.0` as the best so far, and replace it only by a gain that is "
           "larger by more than 1e-9. Then samples that cannot be separated need no special case."),
    way="Sort x and carry y along. For k = 1 to n − 1 skip the gaps where both neighbours are "
        "equal or a side is too small; the gain follows from the running sum S_L and k. Keep the "
        "largest, and return the middle of its interval.",
    explanation="With running sums a feature costs little more than sorting it.",
    fallback_hint="Which gaps between neighbours are usable, and what does each of them gain?")
