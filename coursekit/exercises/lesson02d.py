"""The exercises of lesson 02d: KKT violation, AND with slack, what multipliers tell.

Convention of all: labels are -1 and +1, f(x) = ⟨w, x⟩ + b, margin boundaries at y·f = 1.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.datasets import make_and
from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import same_numbers
from coursekit.exercises.lesson02c_cases import states
from coursekit.exercises.lesson02c_mistakes import zones
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters, Numbers
from coursekit.svm import DualProblem, solve_qp

C_SOFT = 2.0        # of the exercise on AND


def kkt_violation(yf, alpha, C):
    """Return by how much y·f of each sample lies outside what its multiplier allows."""
    yf, alpha = np.array(yf), np.array(alpha)
    below, above = np.maximum(0, 1 - yf), np.maximum(0, yf - 1)
    return np.where(alpha == 0, below, np.where(alpha == C, above, below + above))


_same_numbers = same_numbers(rtol=2e-6, atol=2e-6)         # six decimals, or single precision


def _right_but_for_the_shape(case: tuple, given: Any, right: Any) -> bool:
    """Tell right numbers that stand in a column, say."""
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and bool(np.allclose(given.ravel(), right, atol=2e-6))


def _whether(case: tuple, given: Any, right: np.ndarray) -> bool:
    """Tell truth values, or 0 and 1 in their place."""
    given = np.asarray(given, dtype=float)
    return given.shape == right.shape and bool((given == (right > 0)).all())


def _and_soft() -> tuple[float, ...]:
    X, y = make_and()
    best = solve_qp(DualProblem.from_data(X, y, C_SOFT))
    w = (best.alpha * y) @ X
    return (*map(float, w), float(best.b), float(1 - w.sum() - best.b))


def _family(v: tuple[float, ...]) -> bool:
    """Tell the solution of AND for another penalty below 4: (C/2, C/2, -1 - C/2, 2 - C/2)."""
    half = v[0]
    return 0 < half < 2 and bool(np.allclose(v, (half, half, -1 - half, 2 - half), atol=2e-3))


def _another_order(v: tuple[float, ...]) -> bool:
    return bool(np.allclose(sorted(v), (-2, 1, 1, 1), atol=2e-3))


def _line(v: tuple[float, ...]) -> bool:
    return bool(np.allclose(v[:3], (1, 1, -2), atol=2e-3))


def _along_hard(v: tuple[float, ...]) -> bool:
    """Tell a positive multiple of the hard-margin line."""
    return v[0] > 0 and bool(np.allclose(v[:3], v[0] * np.array([1, 1, -1.5]), atol=2e-3))


AND_SOFT = Exercise(
    key="and-soft", title="AND with slack", variable="and_soft",
    parse=Numbers(("w1", "w2", "b", "xi")), reference=_and_soft, tolerance=2e-3,
    misconceptions=(
        Misconception("hard margin", (2.0, 2.0, -3.0, 0.0),
                      "This is the hard margin. It needs α = 4 at (1, 1), more than C = 2 allows.",
                      lambda v: bool(np.allclose(v[:3], (2, 2, -3), atol=2e-3))),
        Misconception("another C", (0.5, 0.5, -1.5, 1.5),
                      "The solution for another C. How large may the multiplier of (1, 1) be "
                      "here?", _family),
        Misconception("shortened", (1.0, 1.0, -1.5, 0.5),
                      "The line of the hard margin, with another length of w. Is y f = 1 at the "
                      "samples whose multiplier lies between 0 and C?", _along_hard),
        Misconception("no slack", (1.0, 1.0, -2.0, 0.0),
                      "The line is right. But put (1, 1) into f: does it reach 1?"),
        Misconception("f for the slack", (1.0, 1.0, -2.0, -1.0),
                      "The line is right. A slack is never negative.",
                      lambda v: _line(v) and v[3] < 0),
        Misconception("a length", (1.0, 1.0, -2.0, 2**-0.5),
                      "The line is right. The slack is measured in units of f, not as a length in "
                      "the plane.",
                      lambda v: _line(v) and abs(v[3] - 2**-0.5) < 2e-3),
        Misconception("the multiplier", (1.0, 1.0, -2.0, 2.0),
                      "The line is right. 2 is the multiplier of (1, 1); its slack is 1 − f.",
                      lambda v: _line(v) and abs(v[3] - 2) < 2e-3),
        Misconception("line right", (1.0, 1.0, -2.0, 0.3),
                      "The line is right. The slack of (1, 1) is what f lacks to 1 there.", _line),
        Misconception("right line, another length", (0.5, 0.5, -1.0, 0.5),
                      "The line is right, but with another length of w. A sample with 0 < α < C "
                      "must have y f = 1.",
                      lambda v: v[0] > 0 and _line(np.divide(v, v[0]))),
        Misconception("another order", (-2.0, 1.0, 1.0, 1.0),
                      "These are the right numbers, in another order. Asked is (w1, w2, b, xi).",
                      _another_order),
        Misconception("turned round", (-1.0, -1.0, 2.0, 1.0),
                      "With these signs (0, 0) is on the positive side.",
                      lambda v: v[0] < 0 and v[1] < 0 < v[2]),
        Misconception("multipliers", (0.0, 1.0, 1.0, 2.0),
                      "These are the four multipliers. Asked are w = Σ α_i y_i x_i, b and the "
                      "slack."),
        Misconception("weights right", (1.0, 1.0, -1.0, 0.0),
                      "The weights are right. b follows from a sample with 0 < α < C: there "
                      "y f = 1.", lambda v: bool(np.allclose(v[:2], 1, atol=2e-3))),
    ),
    hints=("In the hard margin (1, 1) has the largest multiplier, 4. Suppose that here it is at "
           "C = 2. By symmetry (0, 1) and (1, 0) have equal multipliers.",
           "Σ α y = 0 gives these two; let (0, 0) have 0. Then w = Σ α y x.",
           "(0, 1) is free, so f(0, 1) = −1, which gives b. The slack of (1, 1) is 1 − f(1, 1)."),
    solution="and_soft = (1, 1, -2, 1 - (1 + 1 - 2))",
    way="Let α of (1, 1) be C = 2. The balance leaves 2 for the negative samples, by symmetry 1 "
        "for each neighbour: w = 2 (1, 1) − (0, 1) − (1, 0) = (1, 1). A neighbour is free, so "
        "f(0, 1) = 1 + b = −1 and b = −2. Then f(1, 1) = 0, its slack is 1, and (0, 0) has "
        "y f = 2 with α = 0: all zones are right.",
    explanation="With C = 2 the line goes through (1, 1): slack is cheap enough to give this "
                "sample up.",
    fallback_hint="Find the four multipliers first: which one is at C = 2? The balance and "
                  "symmetry give the others, and w = Σ α y x.")

VIOLATION = CodeExercise(
    key="kkt-violation", title="KKT violation", reference=kkt_violation, cases=states,
    accept=_same_numbers,
    misconceptions=(
        Misconception("free at −1", zones(free="abs(yf + 1)"),
                      "For 0 < α < C you ask for y f = −1. Which products are zero there, and "
                      "what follows for y f?"),
        Misconception("bounded at −1", zones(full="np.maximum(0, yf + 1)"),
                      "For α = C you ask for y f ≤ −1. With ξ ≥ 0 and y f = 1 − ξ, how large may "
                      "y f be?"),
        Misconception("bounded means wrong side", zones(full="np.maximum(0, yf)"),
                      "For α = C you ask that the sample be on the wrong side. It needs slack at "
                      "most; a little slack does not make it wrong."),
        Misconception("ends exchanged", zones(zero="np.maximum(0, yf - 1)",
                                               full="np.maximum(0, 1 - yf)"),
                      "You have exchanged α = 0 and α = C. Which of the two is far from the "
                      "line, on its own side?"),
        Misconception("every support vector at 1", zones(full="abs(yf - 1)"),
                      "For α = C you ask for y f = 1. There ξ may be positive, so y f may be "
                      "smaller."),
        Misconception("all at 1", zones(zero="abs(yf - 1)", full="abs(yf - 1)"),
                      "You ask y f = 1 of every sample. With α = 0 a sample may lie further out, "
                      "with α = C further in."),
        Misconception("slack for all", zones(free="np.maximum(0, 1 - yf)",
                                              full="np.maximum(0, 1 - yf)"),
                      "You return the slack of every sample. With α = C slack is allowed; with "
                      "α > 0 a sample with y f > 1 is a violation, too."),
        Misconception("no slack forbidden", zones(zero="0 * yf"),
                      "With α = 0 you allow everything. There μ = C, so ξ must be 0."),
        Misconception("free like bounded", zones(free="np.maximum(0, yf - 1)"),
                      "For 0 < α < C you allow y f < 1. There both products must be zero."),
        Misconception("signed", zones(zero="1 - yf", free="yf - 1", full="yf - 1"),
                      "Some of your numbers are negative, or positive where nothing is wrong. A "
                      "violation is 0 where the condition holds."),
        Misconception("a tolerance", zones().replace("alpha == 0", "alpha < 1e-2").replace(
            "alpha == C", "alpha > C - 1e-2"),
                      "You take α for 0 or for C where it is only near. A free multiplier may be "
                      "small, and so may C: test `alpha == 0` and `alpha == C`."),
        Misconception("a list compared", zones().replace("np.array(alpha, dtype=float)", "alpha"),
                      "Right where α is an array. A list is compared with a number as a whole, and "
                      "is never equal to it: make it an array first."),
        Misconception("share of C", zones(at="alpha == 1").replace("e=float)\n", "e=float) / C\n"),
                      "With C = ∞ the quotient α / C is 0 for every α. Compare α itself with 0 and "
                      "with C."),
        Misconception("C taken as 1", zones(at="alpha == 1"),
                      "For some C you do not see that α is at its bound. Compare α with C itself."),
        Misconception("infinite C", zones(at="alpha == (C if np.isfinite(C) else alpha.max())"),
                      "With C = ∞ no multiplier is at the bound."),
        Misconception("truth values", zones("yf < 1", "yf != 1", "yf > 1"),
                      "You say *whether* a condition is violated. Say by how much.", _whether),
        Misconception("squared", zones("np.maximum(0, 1 - yf)**2", "(yf - 1)**2",
                                       "np.maximum(0, yf - 1)**2"),
                      "You return squares. Say by how much y f lies outside, without squaring.",
                      lambda case, given, right: _same_numbers(case, given, right**2)),
        Misconception("sign turned round", zones("np.minimum(0, yf - 1)", "-abs(yf - 1)",
                                                 "np.minimum(0, 1 - yf)"),
                      "The amounts are right, with the sign turned round. A violation is never "
                      "negative.", lambda case, given, right: _same_numbers(case, given, -right)),
        Misconception("in a column", zones().rstrip() + "[:, None]",
                      "The numbers are right, but in another shape. Asked is one row, an array of "
                      "shape (n,) for n samples.", _right_but_for_the_shape),
        Misconception("the largest only", """
            def kkt_violation(yf, alpha, C):
                yf, alpha = np.array(yf, dtype=float), np.array(alpha, dtype=float)
                return float(np.where(alpha == 0, np.maximum(0, 1 - yf), np.where(
                    alpha == C, np.maximum(0, yf - 1), abs(yf - 1))).max())
            """, "You return one number. Asked is one for each sample."),
        Misconception("the sum only", """
            def kkt_violation(yf, alpha, C):
                yf, alpha = np.array(yf, dtype=float), np.array(alpha, dtype=float)
                return float(np.where(alpha == 0, np.maximum(0, 1 - yf), np.where(
                    alpha == C, np.maximum(0, yf - 1), abs(yf - 1))).sum())
            """, "You add up what each sample violates. Asked is one number for each sample."),
    ),
    hints=("Three cases: α = 0, α = C, between. For each find what both products and ξ ≥ 0, "
           "y f ≥ 1 − ξ say about y f.",
           "α = 0 makes (C − α) ξ = 0 into ξ = 0, so y f ≥ 1. Between, both products give an "
           "equation. α = C leaves ξ ≥ 0, and y f = 1 − ξ.",
           "`np.asarray` both, then `np.where(alpha == 0, ..., np.where(alpha == C, ..., ...))`. A "
           "violation of y f ≥ 1 is `np.maximum(0, 1 - yf)`."),
    way="α = 0: the second product gives ξ = 0, so y f ≥ 1. 0 < α < C: the second gives ξ = 0, "
        "the first y f = 1. α = C: the first gives y f = 1 − ξ ≤ 1. What is missing to the "
        "condition is the violation: max(0, 1 − y f), |y f − 1|, max(0, y f − 1).",
    explanation="With α in the box, Σ α y = 0 and w = Σ α y x, zero violation proves an optimum.",
    fallback_hint="Take one sample at a time: which of the three cases is it, and where may y f "
                  "lie?")

WHAT_FOLLOWS = Exercise(
    key="what-follows", title="What do the multipliers tell?", variable="what_follows",
    parse=Letters("abcdef"), reference=lambda: {"b", "c", "e"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "Some of these need more than is said.",
                      lambda v: len(v) == 6),
        Misconception("the complement", set("adf"), "These are just the ones that need not be so. "
                      "Has the question been turned round?", lambda v: v == set("adf")),
        Misconception("bounded means wrong side", set("abce"),
                      "**a**: α = C allows y f ≤ 1. Is everything with y f ≤ 1 on the wrong side?",
                      lambda v: "a" in v),
        Misconception("a duplicate", set("bcef"),
                      "**f**: the duplicate has the same y f as sample 7. Which α are possible "
                      "if y f = 1?", lambda v: "f" in v),
        Misconception("a free sample is needed", set("bcde"),
                      "**d**: may another sample take over the multiplier of sample 9? Think of "
                      "one at the same place.", lambda v: "d" in v),
        Misconception("no sample can be spared", set("be"),
                      "**c**: which KKT conditions change if a sample with α = 0 is left out?",
                      lambda v: "c" not in v),
        Misconception("no bound on y f", set("ce"),
                      "**b**: look at the zone α = C.", lambda v: "b" not in v),
        Misconception("a smaller box", set("bc"),
                      "**e**: with a smaller C, how large can α be at most?",
                      lambda v: "e" not in v),
    ),
    hints=("For each statement look for a counterexample; AND with (1, 1) twice is a good place.",
           "Samples 7 and 8 are judged by the zones alone. For d and f, think of two samples at "
           "one place.",
           "Three of the six follow."),
    solution='what_follows = {"b", "c", "e"}',
    way="b is the zone α = C. a need not be: y f may lie between 0 and 1. c: all KKT conditions of "
        "the others stay as they are, and they suffice. d need not be: a duplicate can take over "
        "the multiplier. e: the new multipliers are at most the new C. f need not be: if y f = 1, "
        "the duplicate may have any multiplier in the box.",
    explanation="A multiplier 0 or C says much about its own sample, and a multiplier between "
                "fixes y f = 1; none says that a sample cannot be replaced.",
    fallback_hint="Which of the statements hold at every optimum of this kind?")

EXERCISES = (VIOLATION, AND_SOFT, WHAT_FOLLOWS)
