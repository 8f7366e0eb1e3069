"""The gap and the bug hunt, which lesson 03b takes over."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters
from coursekit.lessons.lesson03c.exercises import EXERCISES as MOVED
from coursekit.svm.experiments import PENALTIES, feasible


def duality_gap(K, y, C, beta, b):
    """Return the primal minus the dual objective, for β in its box with Σ β = 0 and any b."""
    w_squared = beta @ K @ beta
    slack = np.maximum(0, 1 - y * (K @ beta + b))
    primal = w_squared / 2 + C * slack.sum()
    return primal - (y @ beta - w_squared / 2)


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

EXERCISES = MOVED
