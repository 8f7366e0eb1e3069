"""The exercises of sitting 03c: a gap, an intercept, a bug hunt, and one sweep of SOR."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.svm.experiments import PENALTIES, feasible


def duality_gap(K, y, C, beta, b):
    """Return the primal minus the dual objective, for β in its box with Σ β = 0 and any b."""
    w_squared = beta @ K @ beta
    slack = np.maximum(0, 1 - y * (K @ beta + b))
    primal = w_squared / 2 + C * slack.sum()
    return primal - (y @ beta - w_squared / 2)


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


def _machines(rng: np.random.Generator) -> Iterator[tuple]:
    two, labels = np.array([[0.0, 0], [0, 8]]), np.array([-1, 1])
    yield two, labels, 10.0, np.zeros(2), -1.0
    yield two, labels, 10.0, np.array([-0.25, 0.25]), -1.0
    yield two, labels, 0.1, np.array([-0.1, 0.1]), 0.5
    for _ in range(60):
        n = int(rng.integers(2, 9))
        X, y = rng.normal(size=(n, 2)), rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
        C = float(rng.choice(PENALTIES))
        A, B = np.minimum(0, C * y), np.maximum(0, C * y)
        yield X @ X.T, y, C, feasible(rng, A, B), float(rng.normal(scale=2))


def _is_close(case: tuple, given: float, right: float) -> bool:
    """Take numbers of four decimals or of single precision, in which the objectives are held."""
    K, _, _, beta, _ = case
    slop = 6e-5 + 2e-6 * (abs(right) + beta @ K @ beta)
    return np.ndim(given) == 0 and bool(abs(given - right) <= slop)


def _by_areas(distance: str = "abs(F - b)",
              room: str = "np.where(F > b, B - beta, beta - A)") -> str:
    """Return the source of `duality_gap` by the sum over the samples, with a part changed."""
    return f"""
def duality_gap(K, y, C, beta, b):
    F, A, B = y - K @ beta, np.minimum(0, C * y), np.maximum(0, C * y)
    return ({distance} * ({room})).sum()
"""


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


GAP = CodeExercise(
    key="duality-gap", title="The duality gap", reference=duality_gap, cases=_machines,
    accept=_is_close,
    misconceptions=(
        Misconception("no half", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta + C * slack.sum() - (y @ beta - beta @ K @ beta / 2)
            """, "Which factor stands before ‖w‖² in P, and which in W?"),
        Misconception("C forgotten", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta / 2 + slack.sum() - (y @ beta - beta @ K @ beta / 2)
            """, "Where does C enter: as the price of slack, or as the width of the boxes?"),
        Misconception("slack not cut at 0", """
            def duality_gap(K, y, C, beta, b):
                slack = 1 - y * (K @ beta + b)
                return beta @ K @ beta / 2 + C * slack.sum() - (y @ beta - beta @ K @ beta / 2)
            """, "In yours samples beyond their margin boundary take something away from the "
                 "gap. How much slack do they have?"),
        Misconception("b left out", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta))
                return beta @ K @ beta / 2 + C * slack.sum() - (y @ beta - beta @ K @ beta / 2)
            """, "Your result does not depend on b. Where is b: in f, or in the distances?"),
        Misconception("halves cancel", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta / 2 + C * slack.sum() - (y @ beta + beta @ K @ beta / 2)
            """, "In yours the two halves of ‖w‖² cancel. Which sign has each in P − W?"),
        Misconception("labels twice", """
            def duality_gap(K, y, C, beta, b):
                v = beta * y
                slack = np.maximum(0, 1 - y * (K @ v + b))
                return v @ K @ v / 2 + C * slack.sum() - (y @ beta - v @ K @ v / 2)
            """, "You multiplied β by the labels. It carries them already."),
        Misconception("sum of beta in W", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta / 2 + C * slack.sum() - (beta.sum() - beta @ K @ beta / 2)
            """, "W begins with the sum of the α, and in yours it is missing, or 0 (as the sum "
                 "of the β is). How is it written in β and y?"),
        Misconception("mean slack", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta / 2 + C * slack.mean() - (y @ beta - beta @ K @ beta / 2)
            """, "The primal objective takes the sum of the slacks, not their mean."),
        Misconception("sides exchanged", _by_areas(room="np.where(F > b, beta - A, B - beta)"),
                      "An area needs the room on the side of b where F lies: above b a sample "
                      "would rise. Which way do yours go?"),
        Misconception("room upwards only", _by_areas(room="B - beta"),
                      "You take the room up to B for every sample. Which way would one below b "
                      "move?"),
        Misconception("whole boxes", _by_areas(room="B - A"),
                      "You multiply by the whole box. Some of it is used up: how much room is "
                      "left?"),
        Misconception("distances with a sign", _by_areas(distance="(F - b)"),
                      "Samples below b lower your sum. Neither a distance nor a room is negative."),
        Misconception("distances from 0", _by_areas(distance="abs(F)"),
                      "You measure the distances of F from 0. From where do they count?"),
        Misconception("KKT gap", """
            def duality_gap(K, y, C, beta, b):
                F, A, B = y - K @ beta, np.minimum(0, C * y), np.maximum(0, C * y)
                return F[beta < B].max() - F[beta > A].min()
            """, "That is m − M, the KKT gap, in units of f. Asked is a difference of two "
                 "objectives."),
        Misconception("primal only", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return beta @ K @ beta / 2 + C * slack.sum()
            """, "That is the primal objective, the upper one of the two."),
        Misconception("W minus P", """
            def duality_gap(K, y, C, beta, b):
                slack = np.maximum(0, 1 - y * (K @ beta + b))
                return (y @ beta - beta @ K @ beta / 2) - beta @ K @ beta / 2 - C * slack.sum()
            """, "Yours is never positive. But the primal objective is never below the dual "
                 "one, and no area is negative."),
    ),
    hints=("Compute ‖w‖², the slacks, P and W one after the other; or the distances, and for each "
           "the room on its side.",
           "‖w‖² is `beta @ K @ beta`, and `K @ beta + b` holds the f of all samples. For the sum "
           "over the samples you need F, which is `y - K @ beta`, and the ends of the boxes.",
           "The slack of a sample is 1 − y f, cut at 0 by `np.maximum`; W is the sum of y β minus "
           "half of ‖w‖². By the sum: `np.where(F > b, ..., ...)` chooses each room."),
    way="With w = Σ β x the squared norm is βᵀKβ, and the decision values are Kβ + b. The slack is "
        "what y f lacks to 1, cut at 0. P is half the squared norm plus C times the sum of the "
        "slacks; W is Σ y β minus half the squared norm; their difference is asked.",
    explanation="It needs no solver: any β of the box with sum 0 and any b have a duality gap.",
    fallback_hint="Do this case by hand, once by P − W and once by the areas. Where does "
                  "yours part from them?")

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

BUG_HUNT = Exercise(
    key="three-bugs", title="Three bugs", variable="three_bugs", parse=Letters("abcdefgh"),
    reference=lambda: {"c", "g", "h"},
    misconceptions=(
        Misconception("everything", set("abcdefgh"), "Of the eight lines five spoil nothing. "
                      "Ask of each: what would it do on two samples?",
                      lambda given: len(given) > 4),
        Misconception("labels", {"a", "h"}, "**a**: labels 0 and 1 become −1 and +1; labels −1 and "
                      "+1 are left alone. Right for the data that were asked for.",
                      lambda given: "a" in given),
        Misconception("partner", {"b", "h"}, "**b** draws i itself once in n times. Then η = 0, "
                      "and line (c) skips the pair: a wasted draw, and no harm to the result.",
                      lambda given: "b" in given),
        Misconception("clipping", {"d", "h"}, "**d** cuts at both ends, each in its direction. Try "
                      "it with L = 0, H = 1.", lambda given: "d" in given),
        Misconception("least change", {"e", "h"}, "**e** skips steps shorter than tol, which is "
                      "1e-8 here. How far from the optimum can that leave a run with C = 1?",
                      lambda given: "e" in given),
        Misconception("snapping", {"f", "h"}, "**f** moves α_i to a bound without α_j, so the sum "
                      "Σ α y drifts, by at most 1e-8 a step. A slip, but too small to spoil "
                      "anything at this tol.", lambda given: "f" in given),
        Misconception("none", set(), "There are three. Follow the counter through a run, and each "
                      "line through a step of two samples at the same place.",
                      lambda given: not given),
        Misconception("counter overlooked", {"c", "g"}, "Nothing wrong among yours. Missing: one "
                      "that concerns the end of a run. What is `passes` after each pass?",
                      lambda given: "h" not in given),
        Misconception("flat pairs overlooked", {"g", "h"}, "Nothing wrong among yours. "
                      "Missing: one that leaves α short of the optimum on rare, and legal, data.",
                      lambda given: "c" not in given),
        Misconception("intercept overlooked", {"c", "h"}, "Nothing wrong among yours. Missing: "
                      "one that can leave a wrong b. Which b are allowed where no sample is free?",
                      lambda given: "g" not in given),
    ),
    hints=("Work through a run on two samples: which value has `passes` after each pass? When does "
           "the loop end, if the optimum has been found and nothing changes any more?",
           "Another line is right for all pairs but those at the same place. Which step did "
           "lesson 03 take there?",
           "The third concerns b. If no sample is free, who decides which b is allowed: the last "
           "pair, or all samples?"),
    solution='three_bugs = {"c", "g", "h"}',
    way="Line (h) adds one after a pass in which something changed, and never goes back to 0: at "
        "the optimum the loop cannot end, and before it ten busy passes end it. Line (c) leaves "
        "out the pairs with curvature 0, so α, W and the certificate may stay short; w does not "
        "notice, since the two samples are at one place. Line (g) is right with a free sample. If "
        "neither is free, the mean of this pair may lie outside [m, M], and the run ends quietly "
        "with a wrong b: try 0.4, 0, 0.2 with the labels −1, +1, +1.",
    explanation="The cells after the exercise show all three at work.",
    fallback_hint="Ask of each line what it would do on two samples.")

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

EXERCISES = (GAP, INTERCEPT, BUG_HUNT, SWEEP)
