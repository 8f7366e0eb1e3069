"""Exercise "wilson": the interval of a rate."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits
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


def _only_arrays_fail(case: tuple, given, right: tuple) -> bool:
    """Return whether an array raised what `if`, `max`, `min`, `float` and `math` raise for it."""
    return np.ndim(case[0]) > 0 and getattr(given, "kind", "") in ("ValueError", "TypeError")


#: A right answer by the formula of the quadratic.
ROOTS = """
def wilson(k, n, z=1.96):
    a, b, c = n + z**2, -(2 * k + z**2), k**2 / n
    root = np.sqrt(b**2 - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)
"""
ENDS = "(-b - root) / (2 * a), (-b + root) / (2 * a)"

_wrong = edits(of=ROOTS)

WILSON = CodeExercise(
    key="wilson", title="The interval of a rate", reference=wilson, cases=_rates,
    tolerance=ROUNDED,
    misconceptions=(
        Misconception("Wald", """
            def wilson(k, n, z=1.96):
                p = k / n
                reach = z * np.sqrt(p * (1 - p) / n)
                return p - reach, p + reach
            """, "You put the observed rate into the standard error. Then 0 of 5 gets an interval "
                 "without any length. Whose standard error does the condition ask for?"),
        _wrong("n forgotten", "k**2 / n", "(k / n)**2",
               "Your last coefficient lacks a factor. The inequality was multiplied by n; did the "
               "square of the rate get its n as well?"),
        _wrong("no z at p squared", "n + z**2", "n",
               "Your parabola does not bend enough. Which terms contain p²? One of them comes from "
               "the variance."),
        _wrong("no z in the middle", "2 * k + z**2", "2 * k",
               "The variance p(1 − p)/n contains p once as well. Where is that term in your "
               "parabola?"),
        _wrong("sign of b", "-(2 * k + z**2)", "2 * k + z**2",
               "Your ends are not positive. What sign does the coefficient of p have?"),
        _wrong("times a", "/ (2 * a)", "/ 2 * a",
               "Python reads `/ 2 * a` from left to right: it divides by 2 and then multiplies by "
               "a. Which brackets are missing?"),
        _wrong("z not squared", "z**2", "z",
               "You have z where the squared condition has another power of it. Your ends agree "
               "with the right ones only if z is 1."),
        _wrong("swapped", ENDS, "(-b + root) / (2 * a), (-b - root) / (2 * a)",
               "Both numbers are right, but the lower end comes first."),
        _wrong("z fixed", "z**2", "1.96**2",
               "A different z changes nothing. Does your function use its third argument?"),
        _wrong("numbers only", "np.sqrt(b**2 - 4 * a * c)", "max(b**2 - 4 * a * c, 0)**0.5",
               "Right for numbers; but k and n may be arrays. `if`, `max`, `min`, `float` and "
               "`math.sqrt` need single numbers; `np.where`, `np.maximum`, `np.minimum` and "
               "`np.sqrt` also take arrays.", _only_arrays_fail),
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
    fallback_hint="Return two numbers, low and high, for the z that is given. Each end e should "
                  "satisfy (k/n − e)² = z² e (1 − e)/n: the parabola is 0 there.")
