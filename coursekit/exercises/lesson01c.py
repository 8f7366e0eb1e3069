"""The exercises of lesson 01c: a rate at one mix, and what may be said."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.statistics import standardised_rate

QUANTILES = (1.0, 1.645, 1.96, 2.576)
ROUNDED = 6e-5          # to the four decimals of the examples
LEFT_OUT = ("Right wherever z is given. Where it is left out, it should be 1.96, as in the first "
            "line that stood here.")


def _only_the_form(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether all numbers are right, and only lists, Series or shapes are not."""
    return len(given) == len(right) and all(
        np.size(mine) == np.size(end)
        and np.allclose(np.ravel(mine), np.ravel(end), rtol=0, atol=ROUNDED)
        for mine, end in zip(given, right, strict=True))


def _without_z(case: tuple, given, right: tuple) -> bool:
    """Tell whether z is left out: what fails in no other case has another z there, or none."""
    return not isinstance(case[-1], float)


def _strata(rng: np.random.Generator) -> Iterator[tuple]:
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


def _standardised(default: str = "1.96", w: str = "weights / np.sum(weights)",
                  ends: str = "wilson(k, n, z)", rate: str = "np.sum(w * r)",
                  down: str = "np.sqrt(np.sum((w * (r - low))**2))",
                  up: str = "np.sqrt(np.sum((w * (high - r))**2))",
                  result: str = "rate, rate - down, rate + up") -> str:
    """Return the source of `standardised_rate` with one part changed."""
    return f"""
def standardised_rate(k, n, weights, z={default}):
    w = {w}
    r = k / n
    low, high = {ends}
    rate = {rate}
    down = {down}
    up = {up}
    return {result}
"""


STANDARDISED = CodeExercise(
    key="standardised-rate", title="A rate at one mix", reference=standardised_rate,
    cases=_strata, tolerance=ROUNDED,
    misconceptions=(
        Misconception("pooled", _standardised(
            result="np.sum(k) / np.sum(n), *wilson(np.sum(k), np.sum(n), z)"),
                      "This is the raw rate, all strata thrown together. Where do the weights "
                      "come in?"),
        Misconception("plain mean", _standardised(w="np.ones(len(n)) / len(n)"),
                      "All strata count the same in your mean. They have weights."),
        Misconception("n for the weights", _standardised(w="n / np.sum(n)"),
                      "You weight by n. Then each group keeps its own mix, and your rate is the "
                      "raw one. Which argument says the mix?"),
        Misconception("weights not normalised", _standardised(w="weights"),
                      "Your rate may exceed 1: these weights need not have the sum 1. What makes "
                      "them?"),
        Misconception("ends averaged", _standardised(
            result="rate, np.sum(w * low), np.sum(w * high)"),
                      "Your ends are the means of the strata's ends. That is too wide: it lets "
                      "all strata be unlucky at once. What adds up for independent terms?"),
        Misconception("Wald", _standardised(
            ends="r - z * np.sqrt(r * (1 - r) / n), r + z * np.sqrt(r * (1 - r) / n)"),
                      "You put the observed rates into the variances. Then a stratum of one "
                      "person has no spread at all."),
        Misconception("weights not squared", _standardised(
            down="np.sqrt(np.sum(w * (r - low)**2))", up="np.sqrt(np.sum(w * (high - r)**2))"),
                      "The right form, but look at the weights under the root: what is the "
                      "variance of a number times a random term?"),
        Misconception("ends exchanged", _standardised(result="rate, rate - up, rate + down"),
                      "With one stratum your interval is not Wilson's: below you used the reach "
                      "upwards, and above the reach downwards."),
        Misconception("swapped", _standardised(result="rate, rate + up, rate - down"),
                      "The right three numbers, but the lower end comes before the upper one."),
        Misconception("Wilson of the mean", _standardised(
            result="rate, *wilson(rate * np.sum(n), np.sum(n), z)"),
                      "Your rate is right. Your interval is that of one group of Σn people: it "
                      "forgets how small the strata are."),
        Misconception("no root", _standardised(
            down="np.sum((w * (r - low))**2)", up="np.sum((w * (high - r))**2)"),
                      "You subtract and add sums of squares. A variance is no distance yet."),
        Misconception("z fixed", _standardised(ends="wilson(k, n)"),
                      "With another z your interval stays the same. Who needs z?"),
        Misconception("no such default", _standardised(default="2"), LEFT_OUT, _without_z),
        Misconception("distances returned", _standardised(result="rate, down, up"),
                      "Your last two numbers are the distances from the rate down and up. Asked "
                      "are the ends."),
        Misconception("no numbers", _standardised(rate="np.sum(w * r, keepdims=True)"),
                      "The values are right, but not the form: each of the three should be a "
                      "number, and not an array or a list of one.", _only_the_form),
    ),
    hints=("First divide the weights by their sum. Then r = k / n, and the ends of each stratum "
           "from wilson.",
           "The rate is the sum of w r. The distance down is the root of a sum of squares, one "
           "square a stratum.",
           "In stratum s the square is that of w_s (r_s − l_s) for the lower end, and of "
           "w_s (u_s − r_s) for the upper one."),
    way="Divide the weights by their sum. Compute r = k / n and (low, high) = wilson(k, n, z) for "
        "all strata at once. The rate is Σ w r; subtract the root of Σ (w (r − low))², and add "
        "the root of Σ (w (high − r))².",
    explanation="A small stratum with a large weight now shows: it makes the interval long.",
    fallback_hint="Compare rate, lower and upper end with the formula one by one, by hand in "
                  "this case. Do the squares stand under one root, each with its own weight?")

SAID = Exercise(
    key="what-may-be-said", title="What may be said?", variable="may_be_said",
    parse=Letters("abcde"), reference=lambda: {"a", "d"},
    misconceptions=(
        Misconception("a forgotten", {"d"},
                      "One more sentence only describes the list, without a reason. Descriptions "
                      "may be read off."),
        Misconception("d forgotten", {"a"},
                      "If you left d out because the interval at the mix of all females leaves 0 "
                      "out: so it does. But d names the other comparison. Which values does that "
                      "interval hold?"),
        Misconception("preference", {"a", "b"},
                      "b compares within a class, and says why. One interval does leave 0 out, on "
                      "the women's side. Does the other bear it out, and does either of them "
                      "show what rescuers wanted?", lambda given: "b" in given and "e" not in given
                      and "c" not in given),
        Misconception("girls ahead", {"a", "c", "d"},
                      "c takes the difference within classes for settled. Does either of the two "
                      "intervals lie above 0?", lambda given: "c" in given and len(given) < 5),
        Misconception("alike", {"a", "d", "e"},
                      "e says more than was found. “Not shown to differ” is not “shown to be "
                      "alike”: how long are the two intervals, and do both hold 0?",
                      lambda given: "e" in given and "c" not in given and len(given) < 5),
        Misconception("none", set(),
                      "Something may be said. Which of the sentences needs no interval at all?"),
        Misconception("all", set("abcde"), "Some of these contradict each other."),
    ),
    hints=("Two kinds of sentences stand here: some describe these passengers, others speak about "
           "causes or chances within a class.",
           "For each sentence on chances within a class, look at both intervals of the difference "
           "within classes. Do they agree?",
           "“Could account for” asks only whether 0 is among the values that the named interval "
           "leaves."),
    solution='may_be_said = {"a", "d"}',
    explanation="a describes the list. d is possible, as the interval at Mantel–Haenszel "
                "weights holds 0. On b, c and e the data cannot tell: this interval holds large "
                "differences of either sign, and the one at the mix of all females leaves 0 out.",
    fallback_hint="Ask of each sentence: which number on this page would settle it, and what is "
                  "that number's interval?")

EXERCISES = (STANDARDISED, SAID)
