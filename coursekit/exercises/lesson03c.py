"""The exercises of lesson 03c: an intercept, and one sweep of SOR."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Misconception
from coursekit.svm.experiments import PENALTIES


def intercept(F, beta, A, B):
    """Return the mean F of the free samples; where none is free, the middle of m and M."""
    free = (A < beta) & (beta < B)
    if free.any():
        return F[free].mean()
    return (F[beta < B].max() + F[beta > A].min()) / 2


def sor_sweep(Q, alpha, C, omega):
    """Return the multipliers after one pass of SOR; each step uses the newest values."""
    alpha = np.array(alpha, dtype=float)
    for k in range(len(alpha)):
        slope = 1 - Q[k] @ alpha
        alpha[k] = min(max(alpha[k] + omega * slope / Q[k, k], 0.0), C)
    return alpha


def _optima(rng: np.random.Generator) -> Iterator[tuple]:
    """Give slopes at which no pair can gain: those of the free agree, the others stand aside."""
    for C in (0.1, 5e-4):               # the second box is below many a fixed tolerance
        yield np.array([-1.0, 0.2]), np.array([-C, C]), np.array([-C, 0]), np.array([0, C])
    yield (np.array([0.3, -0.4, 0.9, 1.1]), np.array([0.5, 0, 1, -1.5]), np.array([0, 0, 0, -2.0]),
           np.array([2.0, 2, 1, 0]))
    for _ in range(80):
        n, C = int(rng.integers(3, 10)), float(rng.choice(PENALTIES))
        y = np.r_[rng.choice([-1, 1]), 1, -1, rng.choice([-1, 1], n - 3)]
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        kind = rng.choice(["A", "B", "free"], n, p=[0.35, 0.35, 0.3])
        kind[:2] = ("A", "B")       # one may rise, one may fall, and that is a support vector
        if rng.random() < 0.4:
            kind[kind == "free"] = "A"
        beta = np.select([kind == "A", kind == "B"], [A, B], rng.uniform(0.2, 0.8, n) * (A + B))
        b, far = float(rng.normal(scale=2)), rng.exponential(size=n) + 0.1
        F = b + np.select([kind == "A", kind == "B"], [-far, far], 0.0)
        if rng.random() < 0.3:
            F += 1e-6 * rng.uniform(-1, 1, n) * (kind == "free")      # a run that just ended
        yield F, beta, A, B


def _is_allowed(case: tuple, given: float, right: float) -> bool:
    """Accept every b between m and M."""
    F, beta, A, B = case
    ends = F[beta < B].max(), F[beta > A].min()
    slop = 6e-5 + 2e-6 * np.abs(F).max()     # four decimals, or single precision
    return np.ndim(given) == 0 and bool(min(ends) - slop <= given <= max(ends) + slop)


def _one_by_one(new: str, start: str = "alpha", result: str = "alpha") -> str:
    """Return the source of `sor_sweep` with another new entry, start or result."""
    return f"""
def sor_sweep(Q, alpha, C, omega):
    alpha = np.array({start}, dtype=float)
    for k in range(len(alpha)):
        slope = 1 - Q[k] @ alpha
        alpha[k] = {new}
    return {result}
"""


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


INTERCEPT = CodeExercise(
    key="intercept", title="The intercept", reference=intercept, cases=_optima, accept=_is_allowed,
    misconceptions=(
        Misconception("all support vectors", """
            def intercept(F, beta, A, B):
                return F[beta != 0].mean()
            """, "The mean over all support vectors is right without C. Where do those lie that "
                 "are at C?"),
        Misconception("all samples", """
            def intercept(F, beta, A, B):
                return F.mean()
            """, "That is the mean over all samples. Most of them do not lie on their margin "
                 "boundary."),
        Misconception("the bounded", """
            def intercept(F, beta, A, B):
                bounded = (abs(beta) == np.maximum(abs(A), abs(B)))
                return F[bounded].mean() if bounded.any() else F.mean()
            """, "Those at C have slack: their F is off by it."),
        Misconception("nan where none is free", """
            def intercept(F, beta, A, B):
                free = (A < beta) & (beta < B)
                return F[free].mean() if free.any() else float("nan")
            """, "No sample is free there, so there is nothing to average. Between which two "
                 "numbers may b lie?"),
        Misconception("zero where none is free", """
            def intercept(F, beta, A, B):
                free = (A < beta) & (beta < B)
                return F[free].mean() if free.any() else 0.0
            """, "Without a free sample you return 0. Is that between m and M?"),
        Misconception("sign", """
            def intercept(F, beta, A, B):
                free = (A < beta) & (beta < B)
                if free.any():
                    return -F[free].mean()
                return -(F[beta < B].max() + F[beta > A].min()) / 2
            """, "On the margin boundary y = Kβ + b. Solve for b, and compare with F."),
        Misconception("m and M over all", """
            def intercept(F, beta, A, B):
                free = (A < beta) & (beta < B)
                return F[free].mean() if free.any() else (F.max() + F.min()) / 2
            """, "m is the largest F, only of those that may rise (β < B); M is the smallest, only "
                 "of those that may fall (β > A)."),
        Misconception("largest alpha", """
            def intercept(F, beta, A, B):
                return F[abs(beta).argmax()]
            """, "The sample with the largest α is often at C, and then has slack."),
        Misconception("those above 0", """
            def intercept(F, beta, A, B):
                free = beta > 0
                if free.any():
                    return F[free].mean()
                return (F[beta < B].max() + F[beta > A].min()) / 2
            """, "A positive β may be at B: then its sample has slack. And the free samples of "
                 "class −1 have a negative one."),
        Misconception("free without a condition on the box", """
            def intercept(F, beta, A, B):
                return F[beta > A].mean()
            """, "Those above A may be at B. What makes a sample free?"),
    ),
    hints=("Which samples are free? Compare β with both ends of its box.",
           "`free = (A < beta) & (beta < B)` marks them; `free.any()` tells whether there are any.",
           "If none is free, take a number between the largest F of those that may rise and the "
           "smallest of those that may fall."),
    way="A free sample lies on its margin boundary, so its F is b; the mean evens out what a run "
        "has left. If no sample is free, every b between m and M breaks no condition, and the "
        "middle is a choice.",
    explanation="Every number between m and M is accepted, and no other.",
    fallback_hint="Compute m and M as in lesson 03. Does your b lie between them?")

SWEEP = CodeExercise(
    key="sor-sweep", title="One sweep", reference=sor_sweep, cases=_sweeps, tolerance=1e-5,
    misconceptions=(
        Misconception("all slopes from the old alpha", """
            def sor_sweep(Q, alpha, C, omega):
                return np.clip(alpha + omega * (1 - Q @ alpha) / np.diag(Q), 0, C)
            """, "You used the old α for all samples (Jacobi's iteration, which need not "
                 "converge). When its turn comes, each sample should see the new ones."),
        Misconception("clipped, then relaxed", _one_by_one(
            "alpha[k] + omega * (min(max(alpha[k] + slope / Q[k, k], 0), C) - alpha[k])"),
                      "You clip first, then go ω times as far. In which order does SOR do that?"),
        Misconception("omega on the place", _one_by_one(
            "min(max(omega * (alpha[k] + slope / Q[k, k]), 0), C)"),
                      "At the optimum nothing should move, but yours does. ω multiplies the step, "
                      "not the place."),
        Misconception("not divided by the curvature", _one_by_one(
            "min(max(alpha[k] + omega * slope, 0), C)"),
                      "The top of a parabola is at slope divided by curvature."),
        Misconception("no bounds at all", _one_by_one("alpha[k] + omega * slope / Q[k, k]"),
                      "You never cut. Where must each α stay?"),
        Misconception("cut at the end only", _one_by_one("alpha[k] + omega * slope / Q[k, k]",
                                                         result="np.clip(alpha, 0, C)"),
                      "You cut after the whole sweep. The next sample should see a value that is "
                      "allowed."),
        Misconception("step in place of the entry", _one_by_one(
            "min(max(omega * slope / Q[k, k], 0), C)"),
                      "You store the step. The new entry is the old one plus the step."),
        Misconception("step cut, not the entry", _one_by_one(
            "alpha[k] + min(max(omega * slope / Q[k, k], 0), C)"),
                      "You cut the step. Not the step but the new entry must lie between 0 and C; "
                      "a step may be negative."),
        Misconception("starts at 0", _one_by_one(
            "min(max(alpha[k] + omega * slope / Q[k, k], 0), C)", start="0 * alpha"),
                      "You start at α = 0, whatever α is given."),
        Misconception("no upper bound", _one_by_one("max(alpha[k] + omega * slope / Q[k, k], 0)"),
                      "Some of your α are above C."),
        Misconception("no lower bound", _one_by_one("min(alpha[k] + omega * slope / Q[k, k], C)"),
                      "Some of your α are below 0."),
        Misconception("downhill", _one_by_one(
            "min(max(alpha[k] - omega * slope / Q[k, k], 0), C)"),
                      "You go downhill: where the slope is positive, α should grow."),
        Misconception("row sum", _one_by_one(
            "min(max(alpha[k] + omega * slope / abs(Q[k]).sum(), 0), C)"),
                      "You divided by the sum of the row. The curvature of one coordinate is its "
                      "diagonal entry alone."),
        Misconception("omega left out", _one_by_one("min(max(alpha[k] + slope / Q[k, k], 0), C)"),
                      "Right for ω = 1. How far does a step go for another ω?"),
    ),
    hints=("Copy α first. Then go through its entries in a loop, and write each new one at once.",
           "The slope of entry k is 1 minus the product of row k of Q with the α as it stands now; "
           "the curvature is the diagonal entry.",
           "Go ω times slope over curvature, and cut the new entry at 0 and at C last."),
    way="Work on a copy. For each k compute the slope from the newest α, divide it by the diagonal "
        "entry of Q to find the way to the top, go ω times that far, and cut the result at 0 and "
        "at C. The next k then sees this new entry.",
    explanation="One sweep costs one row of the matrix for each sample.",
    fallback_hint="Follow this case by hand, entry after entry: slope, length of the step, cut.")

EXERCISES = (INTERCEPT, SWEEP)
