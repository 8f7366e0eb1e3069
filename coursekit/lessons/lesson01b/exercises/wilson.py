"""Exercise "wilson": the interval of a rate."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception
from coursekit.statistics import wilson

QUANTILES = (1.0, 1.645, 1.96, 2.576)
ROUNDED = 6e-5          # to the four decimals of the examples


def _rates(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield k and n, as numbers and as arrays, mostly with z."""
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
    """Return whether all numbers are right, and only the form (list, Series, shape) is not."""
    return len(given) == len(right) and all(
        np.size(mine) == np.size(end)
        and np.allclose(np.ravel(mine), np.ravel(end), rtol=0, atol=ROUNDED)
        for mine, end in zip(given, right, strict=True))


def _pairs(case: tuple, given, right: tuple) -> bool:
    """Return whether all numbers are right, but come as pairs (low, high), one per entry."""
    return np.shape(given) == (np.size(right[0]), 2) and np.allclose(
        np.transpose(given), right, rtol=0, atol=ROUNDED)


def _only_arrays_fail(case: tuple, given, right: tuple) -> bool:
    """Return whether an array raised what `if`, `max`, `min`, `float` and `math` raise for it."""
    return np.ndim(case[0]) > 0 and getattr(given, "kind", "") in ("ValueError", "TypeError")


def _without_z(case: tuple, given, right: tuple) -> bool:
    """Return whether z is left out: if only such cases fail, the default is missing or wrong."""
    return not isinstance(case[-1], float)


def _roots(default: str = "1.96", first: str = "pass", a: str = "n + z**2",
           b: str = "-(2 * k + z**2)", c: str = "k**2 / n", inside: str = "b**2 - 4 * a * c",
           below: str = "2 * a", result: str = "low, high") -> str:
    """Return the source of a `wilson` that solves the quadratic, with one part changed."""
    return f"""
def wilson(k, n, z={default}):
    {first}
    a = {a}
    b = {b}
    c = {c}
    root = np.sqrt({inside})
    low, high = (-b - root) / ({below}), (-b + root) / ({below})
    return {result}
"""


def _wald(result: str) -> str:
    return f"""
def wilson(k, n, z=1.96):
    p = k / n
    reach = z * np.sqrt(p * (1 - p) / n)
    return {result}
"""


WILSON = CodeExercise(
    key="wilson", title="The interval of a rate", reference=wilson, cases=_rates,
    tolerance=ROUNDED,
    misconceptions=(
        Misconception("Wald", _wald("p - reach, p + reach"),
                      "You put the observed rate into the standard error. Then 0 of 5 gets an "
                      "interval without any length. Whose standard error does the condition ask "
                      "for?"),
        Misconception("Wald, clipped", _wald("np.maximum(p - reach, 0), np.minimum(p + reach, 1)"),
                      "You put the observed rate into the standard error and cut the ends off at "
                      "0 and 1. For 0 of 5 there is still no length, so the cutting does not "
                      "help."),
        Misconception("n forgotten", _roots(c="(k / n)**2"),
                      "Your last coefficient lacks a factor. The inequality was multiplied by n; "
                      "did the square of the rate get its n as well?"),
        Misconception("no z at p squared", _roots(a="n"),
                      "Your parabola does not bend enough. Which terms contain p²? One of them "
                      "comes from the variance."),
        Misconception("no z in the middle", _roots(b="-2 * k"),
                      "The variance p(1 − p)/n contains p once as well. Where is that term in "
                      "your parabola?"),
        Misconception("sign of b", _roots(b="2 * k + z**2"),
                      "Your ends are not positive. What sign does the coefficient of p have?"),
        Misconception("no four", _roots(inside="b**2 - a * c"),
                      "Put one of your ends into the parabola: it is not 0 there. What exactly is "
                      "subtracted under the root?"),
        Misconception("divided by a", _roots(below="a"),
                      "Your ends are twice as large as they should be. What does the quadratic "
                      "formula divide by?"),
        Misconception("only the root divided", _roots(
            result="-b - root / (2 * a), -b + root / (2 * a)"),
                      "In the quadratic formula the denominator stands under the whole "
                      "numerator."),
        Misconception("times a", _roots(result="(-b - root) / 2 * a, (-b + root) / 2 * a"),
                      "Python reads `/ 2 * a` from left to right: it divides by 2 and then "
                      "multiplies by a. Which brackets are missing?"),
        Misconception("z not squared", _roots(a="n + z", b="-(2 * k + z)"),
                      "You have z where the squared condition has another power of it. Your ends "
                      "agree with the right ones only if z is 1."),
        Misconception("centre and half-width", _roots(result="-b / (2 * a), root / (2 * a)"),
                      "You return the centre of the interval and half its length. The exercise "
                      "asks for its two ends."),
        Misconception("swapped", _roots(result="high, low"),
                      "Both numbers are right, but the lower end comes first."),
        Misconception("z fixed", _roots(first="z = 1.96"),
                      "A different z changes nothing. Does your function use its third "
                      "argument?"),
        Misconception("no such default", _roots(default="2"),
                      "Right wherever z is given. If it is left out, it should be 1.96, as in the "
                      "first line of the stub.", _without_z),
        Misconception("the grid", """
            def wilson(k, n, z=1.96):
                p = np.linspace(0.0001, 0.9999, 9999)
                passes = p[abs(k / n - p) <= z * np.sqrt(p * (1 - p) / n)]
                return passes.min(), passes.max()
            """, "You try ten thousand values of p, as the page does: your ends are only as exact "
                 "as that grid, and k and n cannot be arrays. Compute the two roots."),
        Misconception("numbers only", _roots(result="max(low, 0), min(high, 1)"),
                      "Right for numbers; but k and n may be arrays. `if`, `max`, `min`, `float` "
                      "and `math.sqrt` need single numbers; `np.where`, `np.maximum`, "
                      "`np.minimum` and `np.sqrt` also take arrays.", _only_arrays_fail),
        Misconception("pairs", _roots(result="np.transpose([low, high])"),
                      "The numbers are right, but for arrays they come as pairs, one per entry. "
                      "Return two arrays: all lower ends, then all upper ends.", _pairs),
        Misconception("no array", _roots(
            first="k, n = np.atleast_1d(k), np.atleast_1d(n)",
            result="low.tolist(), high.tolist()"),
                      "The numbers are right, but not their form. If k and n are numbers, each "
                      "end should be a number; if they are arrays, an array of the same shape, "
                      "and not a list or a Series.", _only_the_form),
    ),
    hints=("The ends are where the parabola is 0. Read off its three coefficients: of p², of p, "
           "and the one without p.",
           "The zeros of a p² + b p + c are (−b ∓ √(b² − 4ac)) / (2a). Here b is negative.",
           "a = n + z², b = −(2k + z²), c = k²/n. The minus sign before the root gives the lower "
           "end."),
    way="The ends are the zeros of the parabola (n + z²) p² − (2k + z²) p + k²/n. With "
        "a = n + z², b = −(2k + z²) and c = k²/n they are (−b ∓ √(b² − 4ac)) / (2a). NumPy's "
        "square root works for numbers and for arrays.",
    explanation="It never leaves [0, 1], and it has a length even for 0 of 5.",
    fallback_hint="Put your ends into the parabola: it should be 0 at both. In other words, each "
                  "end e should satisfy (k/n − e)² = z² e (1 − e)/n. Does yours, before any "
                  "rounding?")
