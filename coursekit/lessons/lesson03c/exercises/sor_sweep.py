"""Exercise "sor-sweep": one pass of SOR over all multipliers."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson03.pairs import PENALTIES


def sor_sweep(Q, alpha, C, omega):
    """Return the multipliers after one pass of SOR; each step uses the newest values."""
    alpha = np.array(alpha, dtype=float)
    for k in range(len(alpha)):
        slope = 1 - Q[k] @ alpha
        alpha[k] = min(max(alpha[k] + omega * slope / Q[k, k], 0.0), C)
    return alpha


def _sweeps(rng: np.random.Generator) -> Iterator[tuple]:
    pair = np.array([[2.0, 1], [1, 3]])
    yield pair, np.zeros(2), 10.0, 1.0
    yield pair, np.zeros(2), 10.0, 1.5
    yield pair, np.array([0.4, 0.2]), 10.0, 1.5               # the optimum: nothing moves
    yield pair, np.array([0.0, 9.0]), 10.0, 1.0               # one is cut at 0
    yield pair, np.zeros(2), 0.2, 1.0                         # both are cut at C
    yield np.array([[4.0]]), np.array([1.0]), 5.0, 0.5
    yield np.diag([2.0, 3]), np.array([0.5, 0]), 10.0, 1.0      # the first is at its top already
    yield np.diag([2.0, 3]), np.array([0.4998, 0]), 10.0, 1.3   # and here nearly
    yield pair, np.array([0.1, 0.2]), 10.0, 2.1               # no gain is promised from 2 on
    for _ in range(60):
        n, C = int(rng.integers(1, 7)), float(rng.choice(PENALTIES))
        X, y = rng.normal(size=(n, 2)), rng.choice([-1, 1], n)
        Q = np.outer(y, y) * (X @ X.T + 1)
        yield (Q, rng.choice([0, 1, rng.random()], n) * C, C,
               float(rng.choice([0.5, 1.0, 1.5, 1.9])))


_wrong, NEW = edits(), "min(max(alpha[k] + omega * slope / Q[k, k], 0.0), C)"

SWEEP = CodeExercise(
    key="sor-sweep", title="One sweep", reference=sor_sweep, cases=_sweeps, tolerance=1e-5,
    misconceptions=(
        _wrong("all slopes from the old alpha", "    for k in range(len(alpha)):\n        slope = "
               "1 - Q[k] @ alpha\n", "    slopes = 1 - Q @ alpha\n    for k in range(len(alpha)):"
               "\n        slope = slopes[k]\n",
               "You used the old α for all samples (that is Jacobi's iteration, which need not "
               "converge). Each step should use what the steps before it have set."),
        _wrong("clipped, then relaxed", NEW,
               "alpha[k] + omega * (min(max(alpha[k] + slope / Q[k, k], 0), C) - alpha[k])",
               "You cut first, and then go ω times as far. Which of the two comes first in SOR?"),
        _wrong("omega on the place", NEW, "min(max(omega * (alpha[k] + slope / Q[k, k]), 0), C)",
               "At the optimum nothing should move, but yours does. ω multiplies the step, not the "
               "new value."),
        _wrong("not divided by the curvature", "slope / Q[k, k]", "slope",
               "The top of a parabola is at slope divided by curvature."),
        _wrong("no bounds at all", NEW, "alpha[k] + omega * slope / Q[k, k]",
               "You never cut. Between which two numbers must each α stay?"),
        _wrong("cut at the end only", f"{NEW}\n    return alpha",
               "alpha[k] + omega * slope / Q[k, k]\n    return np.clip(alpha, 0, C)",
               "You cut only after the whole sweep. The step after this one should already "
               "use a value that is allowed."),
        _wrong("step cut, not the entry", NEW,
               "alpha[k] + min(max(omega * slope / Q[k, k], 0), C)",
               "You cut the step. It is the new value that must lie between 0 and C; "
               "a step may be negative."),
        _wrong("no upper bound", NEW, "max(alpha[k] + omega * slope / Q[k, k], 0)",
               "Some of your α are above C."),
        _wrong("no lower bound", NEW, "min(alpha[k] + omega * slope / Q[k, k], C)",
               "Some of your α are below 0."),
        _wrong("omega left out", "omega * slope", "slope",
               "Right for ω = 1. How far does a step go for another ω?"),
    ),
    hints=("Copy α first. Then go through its entries in a loop, and store each new value at once.",
           "The slope of entry k is 1 minus the product of row k of Q with the current α; "
           "divide it by the diagonal entry of Q.",
           "The step is ω times that. Add it to the old value, and cut the sum at 0 and C last."),
    way="Work on a copy. For each k compute the slope from the newest α, divide it by the diagonal "
        "entry of Q to find the way to the top, go ω times that far, and cut the result at 0 and "
        "at C. The next k then uses this new value.",
    explanation="One sweep costs one row of Q per sample.",
    fallback_hint="Follow this case by hand, entry after entry: slope, length of the step, cut.")
