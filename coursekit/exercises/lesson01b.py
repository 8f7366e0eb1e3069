"""The exercises of sitting 01b: the interval of a rate, a rate at one mix, and what may be said."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.statistics import standardised_rate, wilson

QUANTILES = (1.0, 1.645, 1.96, 2.576)
ROUNDED = 6e-5          # to the four decimals of the examples
LEFT_OUT = ("Right wherever z is given. Where it is left out, it should be 1.96, as in the first "
            "line that stood here.")


def _rates(rng: np.random.Generator) -> Iterator[tuple]:
    yield 10, 62, 1.96
    yield 0, 5, 1.96                                   # nobody
    yield 5, 5, 1.96                                   # everybody
    yield 31, 62, 1.96                                 # one half: the ends are mirror images
    yield 1, 1, 1.96
    yield 10, 62, 1.0                                  # another confidence
    yield 10_000, 20_000, 1.96
    yield 10_000, 20_000                               # z left out, as the page does
    yield np.array([0, 10, 5]), np.array([5, 62, 5]), 1.96
    yield np.array([3.0, 8.0]), np.array([10.0, 9.0]), 1.96     # floats: k /= n would change them
    for n in rng.integers(1, 2000, 60):
        yield int(rng.integers(0, n + 1)), int(n), float(rng.choice(QUANTILES))
    for size in rng.integers(2, 6, 5):
        n = rng.integers(1, 60, size)
        yield rng.integers(0, n + 1), n, float(rng.choice(QUANTILES))


def _only_the_form(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether all numbers are right, and only lists, Series or shapes are not."""
    return len(given) == len(right) and all(
        np.size(mine) == np.size(end)
        and np.allclose(np.ravel(mine), np.ravel(end), rtol=0, atol=ROUNDED)
        for mine, end in zip(given, right, strict=True))


def _pairs(case: tuple, given, right: tuple) -> bool:
    """Tell whether all numbers are right, but stand in pairs (low, high), one for each entry."""
    return np.shape(given) == (np.size(right[0]), 2) and np.allclose(
        np.transpose(given), right, rtol=0, atol=ROUNDED)


def _only_arrays_fail(case: tuple, given, right: tuple) -> bool:
    """Tell whether arrays raised what `if`, `max`, `min`, `float` and `math` raise for them."""
    return np.ndim(case[0]) > 0 and getattr(given, "kind", "") in ("ValueError", "TypeError")


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


def _wilson(default: str = "1.96", first: str = "pass", p: str = "k / n",
            root: str = "p * (1 - p) / n + z**2 / (4 * n**2)",
            centre: str = "p + z**2 / (2 * n)", result: str = "low, high") -> str:
    """Return the source of `wilson` with one part changed."""
    return f"""
def wilson(k, n, z={default}):
    {first}
    p = {p}
    reach = z * np.sqrt({root})
    centre = {centre}
    below = 1 + z**2 / n
    low, high = (centre - reach) / below, (centre + reach) / below
    return {result}
"""


WILSON = CodeExercise(
    key="wilson", title="The interval of a rate", reference=wilson, cases=_rates,
    tolerance=ROUNDED,
    misconceptions=(
        Misconception("Wald", _wilson(root="p * (1 - p) / n", result="p - reach, p + reach"),
                      "This is the interval p̂ ± z standard errors, with p̂ itself in the variance: "
                      "at k = 0 it has no length. Which p belongs in the variance?"),
        Misconception("Wald, clipped", _wilson(
            root="p * (1 - p) / n",
            result="np.maximum(p - reach, 0), np.minimum(p + reach, 1)"),
                      "This is p̂ ± z standard errors, cut off at 0 and 1. At k = 0 it still has "
                      "no length, so the cutting cures nothing."),
        Misconception("a rate for a count", _wilson(
            p="k", root="np.abs(p * (1 - p)) / n + z**2 / (4 * n**2)"),
                      "The first argument is a count, and you used it as the rate p̂."),
        Misconception("not divided", _wilson(result="centre - reach, centre + reach"),
                      "At k = n your upper end exceeds 1. Something stands under the whole "
                      "fraction."),
        Misconception("only the centre divided", _wilson(
            result="centre / below - reach, centre / below + reach"),
                      "The denominator stands under the root's term, too."),
        Misconception("n for n squared", _wilson(root="p * (1 - p) / n + z**2 / (4 * n)"),
                      "At k = 0 your lower end is not 0. By which power of n is z² divided under "
                      "the root?"),
        Misconception("no four", _wilson(root="p * (1 - p) / n + z**2 / n**2"),
                      "At k = 0 your lower end is below 0. Look at the second term under the "
                      "root."),
        Misconception("centre not moved", _wilson(centre="p"),
                      "For 31 of 62 the ends should lie at equal distances from one half; yours "
                      "do not. What is added to p̂ in the numerator?"),
        Misconception("centre and half-width", _wilson(result="centre / below, reach / below"),
                      "These are the centre and the half-width. Asked are the two ends."),
        Misconception("swapped", _wilson(result="high, low"),
                      "The right two numbers, but the lower end comes first."),
        Misconception("z fixed", _wilson(first="z = 1.96"),
                      "With another z nothing changed. Does your function use its third "
                      "argument?"),
        Misconception("no such default", _wilson(default="2"), LEFT_OUT, _without_z),
        Misconception("the grid", """
            def wilson(k, n, z=1.96):
                p = np.linspace(0.0001, 0.9999, 9999)
                passes = p[abs(k / n - p) <= z * np.sqrt(p * (1 - p) / n)]
                return passes.min(), passes.max()
            """, "This tries ten thousand numbers, as the page did before the formula: its ends "
                 "are only as exact as the grid, and no arrays fit in. Compute the two roots."),
        Misconception("numbers only", _wilson(result="max(low, 0), min(high, 1)"),
                      "Right for numbers; but k and n may be arrays. `if`, `max`, `min`, `float` "
                      "and `math.sqrt` want single numbers; `np.where`, `np.maximum`, "
                      "`np.minimum` and `np.sqrt` take arrays, too.", _only_arrays_fail),
        Misconception("pairs", _wilson(result="np.transpose([low, high])"),
                      "The numbers are right, but for arrays they stand in pairs, one for each "
                      "entry. Asked are two arrays: all lower ends, and all upper ends.", _pairs),
        Misconception("no array", _wilson(
            first="k, n = np.atleast_1d(k), np.atleast_1d(n)",
            result="low.tolist(), high.tolist()"),
                      "The numbers are right, but not the form. Where k and n are numbers, each "
                      "end should be a number; where they are arrays, an array of their shape, "
                      "and not a list or a Series.", _only_the_form),
    ),
    hints=("Begin with p = k / n. The two ends differ only in the sign before the root.",
           "Compute the numerator's middle and the term with the root one by one, then divide "
           "both by the same denominator.",
           "Middle: p̂ + z²/(2n). Root: of p̂(1 − p̂)/n + z²/(4n²), times z. Denominator: 1 + z²/n."),
    way="The ends are the roots of the parabola. With p = k / n, compute p + z²/(2n) and the root "
        "times z; subtract and add; divide both results by 1 + z²/n.",
    explanation="It never leaves [0, 1], and it has a length even for 0 of 5.",
    fallback_hint="Compare it with the formula, term by term. Each end e should satisfy "
                  "(p̂ − e)² = z² e (1 − e)/n. Does yours, before any rounding?")


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

EXERCISES = (WILSON, STANDARDISED, SAID)
