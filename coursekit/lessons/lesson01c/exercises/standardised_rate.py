"""Exercise "standardised-rate": the mean of rates at one mix, and its interval."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.statistics import standardised_rate

QUANTILES = (1.0, 1.645, 1.96, 2.576)
ROUNDED = 6e-5          # to the four decimals of the examples


def _strata(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield k, n and weights of strata, mostly with z."""
    yield np.array([1, 8, 11]), np.array([1, 8, 23]), np.array([1, 1, 1]), 1.96
    yield np.array([10]), np.array([62]), np.array([1.0]), 1.96          # one: Wilson itself
    yield np.array([3, 0]), np.array([10, 4]), np.array([30, 10]), 1.96
    yield np.array([3, 0]), np.array([10, 4]), np.array([30, 10])        # z left out
    yield np.array([3, 0]), np.array([10, 4]), np.array([0.75, 0.25]), 1.0
    yield np.array([3, 0]), np.array([10, 4]), np.array([0.375, 0.125]), 1.0     # less than 1
    yield np.array([3, 0]), np.array([10, 4]), np.array([30.0, 10.0]), 1.0   # must stay 30 and 10
    for _ in range(80):
        n = rng.choice([1, 2, 5, 20, 39], rng.integers(1, 9))
        k = rng.integers(0, n + 1)
        yield k, n, rng.integers(1, 300, len(n)), float(rng.choice(QUANTILES))


PROGRAM = """
def standardised_rate(k, n, weights, z=1.96):
    w = weights / np.sum(weights)
    r = k / n
    low, high = wilson(k, n, z)
    rate = np.sum(w * r)
    down, up = (np.sqrt(np.sum((w * d)**2)) for d in (r - low, high - r))
    return rate, rate - down, rate + up
"""
RESULT = "rate, rate - down, rate + up"
_wrong = edits(of=PROGRAM)

STANDARDISED = CodeExercise(
    key="standardised-rate", title="A rate at one mix", reference=standardised_rate,
    cases=_strata, tolerance=ROUNDED,
    misconceptions=(
        _wrong("pooled", RESULT, "np.sum(k) / np.sum(n), *wilson(np.sum(k), np.sum(n), z)",
               "This is the raw rate of all strata together. Where do the weights come in?"),
        _wrong("plain mean", "weights / np.sum(weights)", "np.ones(len(n)) / len(n)",
               "In your mean every stratum counts the same. But each has its weight."),
        _wrong("n for the weights", "weights / np.sum(weights)", "n / np.sum(n)",
               "You weight by n. Then each group keeps its own mix, and your rate is the raw one. "
               "Which argument gives the one mix?"),
        _wrong("weights not normalised", " / np.sum(weights)", "",
               "Your rate can exceed 1: the weights need not sum to 1. What turns them into "
               "shares?"),
        _wrong("ends averaged", RESULT, "rate, np.sum(w * low), np.sum(w * high)",
               "Your ends are the means of the ends of the strata. That is too wide: it lets all "
               "strata be unlucky at once. What adds up for independent terms?"),
        _wrong("weights not squared", "(w * d)**2", "w * d**2",
               "The right form, but look at the weights under the root: what is the variance of a "
               "number times a random term?"),
        _wrong("ends exchanged", RESULT, "rate, rate - up, rate + down",
               "With a single stratum your interval is not Wilson's: you go down by the distance "
               "that belongs up, and up by the one that belongs down."),
        _wrong("swapped", RESULT, "rate, rate + up, rate - down",
               "All three numbers are right, but the lower end comes before the upper one."),
        _wrong("no root", "np.sqrt(np.sum((w * d)**2))", "np.sum((w * d)**2)",
               "You subtract and add sums of squares. A variance is not a distance yet."),
        _wrong("z fixed", "wilson(k, n, z)", "wilson(k, n)",
               "A different z changes nothing. Which function of yours needs it?"),
    ),
    hints=("First divide the weights by their sum. Then r = k / n, and the ends of each stratum "
           "from wilson.",
           "The rate is the sum of w r. The distance down is the root of a sum of squares, one "
           "square per stratum.",
           "For the lower end, stratum s contributes the square of w_s (r_s − l_s); for the upper "
           "end, that of w_s (u_s − r_s)."),
    way="Divide the weights by their sum. Compute r = k / n and (low, high) = wilson(k, n, z) for "
        "all strata at once. The rate is Σ w r; subtract the root of Σ (w (r − low))², and add "
        "the root of Σ (w (high − r))².",
    explanation="A small stratum with a large weight cannot hide any more: it makes the interval "
                "long.",
    fallback_hint="Compute rate, lower end and upper end of this case by hand, one after the "
                  "other. Do the squares stand under one root, each with its own weight?")
