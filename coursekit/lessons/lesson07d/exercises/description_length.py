"""Exercise "description-length": the bits of a set of rules and of its exceptions."""
from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial, log2

import numpy as np

from coursekit.exercise import CodeExercise, edits


def description_length(conditions_bits, n, covered, fp, fn, w=0.5):
    """Return w times the bits of the rules, plus those of the exceptions."""
    rules = -log2(factorial(len(conditions_bits)))
    for bits in conditions_bits:
        k = len(bits)
        if k > 0:
            rules += log2(k) + sum(bits) - log2(factorial(k))
    return w * rules + log2(comb(covered, fp)) + log2(comb(n - covered, fn))


def _sets(rng: np.random.Generator) -> Iterator[tuple]:
    yield [[4.0, 6.0]], 10, 4, 1, 2
    yield [], 10, 0, 0, 3                           # no rule: only exceptions
    yield [[3.0]], 8, 4, 0, 0
    yield [[2.0], [5.0]], 20, 9, 2, 3, 1.0          # another weight
    yield [[]], 6, 6, 2, 0                          # no condition: no bit
    yield ((3.0, 4.0, 5.0), (2.5,)), 30, 12, 3, 4
    yield [[4.0, 6.0], [3.0, 3.5, 2.0]], 2514, 63, 2, 3
    for _ in range(60):
        n = int(rng.integers(4, 400))
        covered = int(rng.integers(0, n + 1))
        fp, fn = int(rng.integers(0, covered + 1)), int(rng.integers(0, n - covered + 1))
        bits = [rng.uniform(2, 9, int(rng.integers(1, 6))).round(2).tolist()
                for _ in range(int(rng.integers(0, 4)))]
        yield bits, n, covered, fp, fn, float(rng.choice([0.25, 0.5, 2.0]))


wrong = edits()
ORDER = "rules = -log2(factorial(len(conditions_bits)))"
RULE = "log2(k) + sum(bits) - log2(factorial(k))"
COVERED, OTHERS = "log2(comb(covered, fp))", "log2(comb(n - covered, fn))"
ALL = f"w * rules + {COVERED} + {OTHERS}"

LENGTH = CodeExercise(
    key="description-length", title="The length of the message", reference=description_length,
    cases=_sets, tolerance=6e-4,    # three decimals, as the example prints
    misconceptions=(
        wrong("w on both parts", ALL, f"w * (rules + {COVERED} + {OTHERS})",
              "You weight the exceptions, too. The weight w belongs to the rules alone."),
        wrong("w on the exceptions", ALL, f"rules + w * ({COVERED} + {OTHERS})",
              "Your weight is on the wrong part of the message."),
        wrong("w left out", "w * rules", "rules",
              "Your rules count in full. Multiply their bits by w, which is one half unless the "
              "caller says otherwise."),
        wrong("natural logarithm", ORDER, f"from math import log as log2\n    {ORDER}",
              "Your logarithms are natural ones. Bits have base 2."),
        wrong("log2 of NumPy", ORDER, f"log2 = np.log2\n    {ORDER}",
              "`np.log2` cannot take whole numbers of any size; `log2` of `math`, which is "
              "imported, can.", lambda case, given, right: "log2 method" in given.told),
        wrong("order of the conditions paid for", RULE, "log2(k) + sum(bits)",
              "Your rules pay for the order of their conditions, but every order names the same "
              "rule."),
        wrong("order of the rules paid for", ORDER, "rules = 0.0",
              "Your set pays for the order of its rules. A set has no order."),
        wrong("number of conditions forgotten", RULE, "sum(bits) - log2(factorial(k))",
              "Each of your rules is too short: the receiver must know how many conditions "
              "follow."),
        wrong("no condition forgotten", "if k > 0:", "if True:",
              "`log2` fails at 0. How many bits does a rule without conditions take?"),
        wrong("false negatives among all", OTHERS, "log2(comb(n, fn))",
              "You look for the false negatives among all samples. Where can they be?"),
    ),
    hints=("There are three parts: each rule, the discount for the order of the rules, the "
           "exceptions.",
           "`comb(a, b)` and `factorial(k)` are whole numbers of any size, and `log2` takes "
           "them.",
           "A rule of k conditions takes log2 k, plus its bits, minus log2 k!; a rule without "
           "conditions takes nothing. Only the rules are multiplied by w."),
    way="Add the bits of the rules, subtract log2 r! for their order, and multiply by w. Then add "
        "log2 C(N, fp) for the covered exceptions, and log2 C(n - N, fn) for the others.",
    explanation="Errors and conditions now have one unit, and can be weighed against each other.",
    fallback_hint="Compute the case shown by hand: the bits of each rule, the discount for their "
                  "order, the weight, and the two choices of exceptions.")
