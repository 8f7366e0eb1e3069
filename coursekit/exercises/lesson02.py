"""The exercises of sitting 02: KKT residuals, the theorem, two constraints, dual ascent.

Convention of all: minimise f(x) where c_i(x) ≥ 0, with L = f - Σ λ_i c_i and λ_i ≥ 0.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import same_numbers
from coursekit.exercises.lesson02_answers import read_point_and_multipliers, read_promises
from coursekit.exercises.lesson02_cases import ascents, points
from coursekit.exercise.model import Exercise, Misconception
from coursekit.lagrange import inequality_qp


def kkt_residuals(grad_f, grads_c, c, lam):
    """Return (stationarity, primal, dual, complementarity) for c_i ≥ 0, or no constraint."""
    grad_f, c, lam = np.array(grad_f), np.array(c), np.array(lam)
    grads_c = np.reshape(grads_c, (len(c), len(grad_f)))

    def largest(violations):
        return float(np.max(np.abs(violations), initial=0))
    return (largest(grad_f - grads_c.T @ lam), largest(np.minimum(0, c)),
            largest(np.minimum(0, lam)), largest(lam * c))


def dual_ascent(A, t, step, steps):
    """Return λ after so many steps of dual ascent, for ½‖x‖² where A x ≥ t."""
    A, t = np.array(A), np.array(t)
    lam = np.zeros(len(t))
    for _ in range(steps):
        x = A.T @ lam
        lam = np.maximum(0, lam + step * (t - A @ x))
    return lam


_same_numbers = same_numbers(rtol=1e-5, atol=6e-4)         # the page prints three digits


def _in_a_column(case: tuple, given: Any, right: np.ndarray) -> bool:
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and _same_numbers(case, given.ravel(), right)


def _each_in_brackets(case: tuple, given: Any, right: tuple) -> bool:
    return np.shape(given) == (4, 1) and bool(np.allclose(np.ravel(given), right, atol=6e-4))


def _one_number_for_all(case: tuple, given: Any, right: np.ndarray) -> bool:
    """Tell the errors of `max`, `if` or `np.max` on an array; one entry alone may get through.

    The number 0 in its place then comes back, or breaks the next step, but not without a step.
    """
    told = getattr(given, "told", "")
    if len(right) == 1 and not right.any() and case[3] and "integer scalar" not in told:
        return "matmul" in told or np.ndim(given) == 0 and given is not None and not given
    return "truth value" in told or "integer scalar" in told


def _has(problem: str, letter: str):
    return lambda v: letter in v[problem]


def _lacks(problem: str, letter: str):
    return lambda v: letter not in v[problem]


def _two_constraints() -> tuple[float, ...]:
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [2, 3])
    return tuple(np.append(x, lam).tolist())


def _right_point(v: tuple[float, ...]) -> bool:
    return bool(np.allclose(v[:2], _two_constraints()[:2], atol=1e-3))


def _residuals(stationarity: str = "grad_f - G.T @ lam", primal: str = "np.minimum(0, c)",
               dual: str = "np.minimum(0, lam)", slackness: str = "lam * c",
               size: str = "np.max(np.abs(v), initial=0)") -> str:
    """Return the source of `kkt_residuals` with one line changed."""
    return f"""
def kkt_residuals(grad_f, grads_c, c, lam):
    def largest(v):
        return float({size})
    grad_f, c, lam = np.array(grad_f), np.array(c), np.array(lam)
    G = np.reshape(grads_c, (len(c), len(grad_f)))
    return (largest({stationarity}), largest({primal}),
            largest({dual}), largest({slackness}))
"""


def _ascent(new: str = "np.maximum(0, lam + step * (t - A @ x))", x: str = "A.T @ lam",
            steps: str = "steps", result: str = "lam") -> str:
    """Return the source of `dual_ascent` with one line changed."""
    return f"""
def dual_ascent(A, t, step, steps):
    A, t = np.array(A), np.array(t)
    lam = np.zeros(len(t))
    for _ in range({steps}):
        x = {x}
        lam = {new}
    return {result}
"""


EXERCISES = (
    CodeExercise(
        key="kkt-residuals", title="KKT residuals", reference=kkt_residuals, cases=points,
        tolerance=6e-4, misconceptions=(                    # the three digits that the page prints
            Misconception("plus", _residuals(stationarity="grad_f + G.T @ lam"),
                          "For the stationarity you added the gradients of the constraints: that "
                          "belongs to L = f + λ c. Here L = f − λ c."),
            Misconception("rows for columns", _residuals(stationarity="grad_f - G @ lam"),
                          "`grads_c @ lam` takes scalar products with the rows. Each row is a "
                          "gradient, and the sum Σ λ_i ∇c_i multiplies row i by λ_i."),
            Misconception("every distance from zero", _residuals(primal="c"),
                          "Your primal residual treats c_i = 0 as the condition. An inactive "
                          "constraint, c_i > 0, violates nothing."),
            Misconception("other side", _residuals(primal="np.maximum(0, c)"),
                          "Your primal residual tests c_i ≤ 0. Here c_i ≥ 0 is required."),
            Misconception("positive multipliers", _residuals(dual="np.maximum(0, lam)"),
                          "Your dual residual objects to positive multipliers. Which sign is "
                          "forbidden?"),
            Misconception("sum of products", _residuals(slackness="lam @ c"),
                          "You added all λ_i c_i. In such a sum two violations can cancel; each "
                          "product must be zero."),
            Misconception("active only", _residuals(slackness="(lam * c)[c == 0]"),
                          "Your complementarity is always zero. So is λ_i c_i where a constraint "
                          "is active; it is the inactive ones that the condition is about."),
            Misconception("signed",
                          _residuals(primal="-c", dual="-lam", size="np.max(v, initial=0)"),
                          "You took the largest entry with its sign, so large negative entries are "
                          "not seen. Take absolute values first."),
            Misconception("dual before primal",
                          _residuals(primal="np.minimum(0, lam)", dual="np.minimum(0, c)"),
                          "The four numbers seem right, but the second and the third have changed "
                          "places: primal is about c, dual about λ."),
            Misconception("lengths", _residuals(size="np.linalg.norm(v)"),
                          "You measure lengths of vectors. Here the largest entry is asked for."),
            Misconception("sums", _residuals(size="np.abs(v).sum()"),
                          "You add up violations. Asked is the largest."),
            Misconception("whole numbers", _residuals(size="int(np.max(np.abs(v), initial=0))"),
                          "You cut residuals off to whole numbers; 0.5 is a violation, too."),
            Misconception("truth values", """
                def kkt_residuals(grad_f, grads_c, c, lam):
                    G = np.reshape(grads_c, (len(c), len(grad_f)))
                    c, lam = np.array(c), np.array(lam)
                    return (np.allclose(grad_f, G.T @ lam), bool((c >= 0).all()),
                            bool((lam >= 0).all()), np.allclose(lam * c, 0))
                """, "You say *whether* each condition holds. Say by how much it is violated.",
                recognise=lambda case, given, right: all(
                    isinstance(part, (bool, np.bool_)) for part in given)),
            Misconception("in brackets", None,
                          "The numbers are right, but each stands in brackets of its own. Return "
                          "four plain numbers.", _each_in_brackets),
            Misconception("no constraints", """
                def kkt_residuals(grad_f, grads_c, c, lam):
                    G, c, lam = np.array(grads_c), np.array(c), np.array(lam)
                    return (float(abs(np.array(grad_f) - G.T @ lam).max()),
                            float(abs(np.minimum(0, c)).max()),
                            float(abs(np.minimum(0, lam)).max()), float(abs(lam * c).max()))
                """, "There may be no constraint, as the docstring says. "
                          "Then three conditions hold of themselves, and ∇f alone must be zero.",
                recognise=lambda case, given, right: len(case[2]) == 0),
        ),
        hints=("Turn the four lines of the display into four arrays that are zero where the "
               "condition holds.",
               "A violation of c_i ≥ 0 is the negative part of c_i: `np.minimum(0, c)`.",
               "Σ λ_i ∇c_i is `np.array(grads_c).T @ lam`. For the largest absolute value of an "
               "array that may be empty, `np.max(..., initial=0)`."),
        way="Stationarity asks that the vector ∇f − Σ λ_i ∇c_i be zero; with one gradient a row, "
            "the sum is the transposed matrix times λ. Of c and of λ only the negative parts "
            "violate something. Complementary slackness asks that each product λ_i c_i be zero. "
            "Of each of the four arrays take the largest absolute value.",
        explanation="Four numbers, all zero exactly where the KKT conditions hold.",
        fallback_hint="Compare what differs with its line of the display."),
    Exercise(
        key="promises", title="What does the theorem promise?", variable="promises",
        parse=read_promises, reference=lambda: {"a": "NS", "b": "N", "c": "S", "d": ""},
        misconceptions=(
            Misconception("all of both", {"a": "NS", "b": "NS", "c": "NS", "d": "NS"},
                          "The theorem does not promise everything everywhere. Check its "
                          "assumptions for each problem: for N a qualification, for S convexity.",
                          lambda v: set(v.values()) == {"NS"}),
            Misconception("swapped", {"a": "NS", "b": "S", "c": "N", "d": ""},
                          "You seem to have exchanged N and S. N: every minimum has multipliers. "
                          "S: whoever has multipliers is a minimum.",
                          lambda v: v == {"a": "NS", "b": "S", "c": "N", "d": ""}),
            Misconception("affine needs nothing more", {"a": "S", "b": "N", "c": "S", "d": ""},
                          "Problem a: something is missing. Which of the three qualifications "
                          "asks least of a constraint such as x1 + x2 − 3 ≥ 0?",
                          _lacks("a", "N")),
            Misconception("squares are convex", {"a": "N", "b": "N", "c": "S", "d": ""},
                          "Problem a: for S, is f a sum of squares of affine functions? Is the "
                          "constraint concave?", _lacks("a", "S")),
            Misconception("no convexity", {"a": "NS", "b": "NS", "c": "S", "d": ""},
                          "Problem b: draw −x². At x = 0 all four conditions hold with λ = 0. Is "
                          "it a minimum?", _has("b", "S")),
            Misconception("N wants convexity", {"a": "NS", "b": "", "c": "S", "d": ""},
                          "Problem b: N asks nothing of f's convexity. Which qualification do the "
                          "constraints meet?", _lacks("b", "N")),
            Misconception("no point inside", {"a": "NS", "b": "N", "c": "NS", "d": ""},
                          "Problem c: the constraint is concave, but is there a point with c > 0, "
                          "as Slater's condition asks? And what is ∇c at the minimum?",
                          _has("c", "N")),
            Misconception("squares are not concave", {"a": "NS", "b": "N", "c": "", "d": ""},
                          "Problem c: is minus the square of an affine function concave? Then ask "
                          "what is needed for S.", _lacks("c", "S")),
            Misconception("dependent gradients", {"a": "NS", "b": "N", "c": "S", "d": "N"},
                          "Problem d: draw the feasible set. Where is the minimum, and what are "
                          "the gradients of the two active constraints there?", _has("d", "N")),
            Misconception("a set that is not convex", {"a": "NS", "b": "N", "c": "S", "d": "S"},
                          "Problem d: is (1 − x1)³ a concave function of x1? Look at x1 < 1.",
                          _has("d", "S")),
        ),
        hints=("Ask two questions of each problem. For N: does one of the three qualifications "
               "hold at the minimum? For S: is f convex, are all c_i concave?",
               "Two of the four problems have only affine constraints; one of these two has an "
               "objective that is not convex.",
               "For c, the feasible points form the line x1 + x2 = 0, and ∇c is zero on all of "
               "it. For d, sketch x2 between 0 and (1 − x1)³ near the point (1, 0)."),
        solution='promises = {"a": "NS", "b": "N", "c": "S", "d": ""}',
        way="a: the constraint is affine, the objective convex. b: affine constraints, but −x² "
            "is not convex; x = 0 satisfies all conditions and has the largest value. c: f is "
            "convex and c concave, but no point has c > 0; at the minimum (−½, ½), ∇f = (−1, −1) "
            "and ∇c = 0. d: at the minimum (1, 0) the gradients (0, 1) and (0, −1) are dependent, "
            "∇f = (−1, 0), and (1 − x1)³ is not concave.",
        explanation="Necessity needs a qualification, sufficiency convexity: all four combinations "
                    "occur. (Problem d is Kuhn and Tucker's own, of 1951.)",
        fallback_hint="Take the two questions one after the other."),
    Exercise(
        key="two-constraints", title="Two constraints", variable="two_constraints",
        parse=read_point_and_multipliers, reference=_two_constraints,
        tolerance=1e-3,
        misconceptions=(
            Misconception("second only", (1.5, 1.5, 0.0, 1.5),
                          "You used the second constraint alone. Is x1 ≥ 2 at your point?"),
            Misconception("first only", (2.0, 0.0, 2.0, 0.0),
                          "You used the first constraint alone. Is x1 + x2 ≥ 3 at your point?"),
            Misconception("no half", (2.0, 1.0, 2.0, 2.0),
                          "The point is right. These are the multipliers for ‖x‖²; the objective "
                          "is half of it, with the gradient x."),
            Misconception("sign", (2.0, 1.0, -1.0, -1.0),
                          "The point is right, but these multipliers would pull. Use "
                          "∇f = Σ λ_i ∇c_i, with a plus."),
            Misconception("one after the other", (2.0, 1.0, 2.0, 1.0),
                          "The point is right. For λ1 you took all of x1; but the second "
                          "constraint has a share in it. Put both into x = λ1 (1, 0) + λ2 (1, 1)."),
            Misconception("no multipliers", (2.0, 1.0, 0.0, 0.0),
                          "The point is right. But with both multipliers zero nothing balances "
                          "∇f."),
            Misconception("multipliers first", (1.0, 1.0, 2.0, 1.0),
                          "These would be right if the point and the multipliers changed places. "
                          "The order is x1, x2, λ1, λ2."),
            Misconception("free minimum", (0.0, 0.0, 0.0, 0.0),
                          "This is the minimum without constraints. Is it feasible?"),
            Misconception("point right", (2.0, 1.0, 1.0, 2.0),
                          "The point is right, the multipliers are not. Put them into "
                          "x = λ1 (1, 0) + λ2 (1, 1) and compare both coordinates.",
                          _right_point),
        ),
        hints=("Which constraints are active? Try the choices: only the first, only the second, "
               "both.",
               "With only one of them active the other is violated. So both are active, and that "
               "gives the point.",
               "Stationarity is x = λ1 (1, 0) + λ2 (1, 1). Its second coordinate gives λ2, then "
               "its first gives λ1."),
        solution="two_constraints = (2, 3 - 2, 2 - (3 - 2), 3 - 2)",
        way="Suppose that only the second is active: x = λ2 (1, 1) = (1.5, 1.5) violates x1 ≥ 2. "
            "Only the first: (2, 0) violates the second. So both are active: x1 = 2 and x2 = 1. "
            "Stationarity (2, 1) = λ1 (1, 0) + λ2 (1, 1) gives λ2 = 1 from the second coordinate, "
            "then λ1 = 1 from the first. The problem is convex, so this is the minimum.",
        explanation="Both constraints have the price 1: tightening one of them by a small δ costs "
                    "about δ.",
        fallback_hint="Check all four conditions with your `kkt_residuals`."),
    CodeExercise(
        key="dual-ascent", title="Dual ascent", reference=dual_ascent, cases=ascents,
        accept=_same_numbers,
        misconceptions=(
            Misconception("descent", _ascent("np.maximum(0, lam - step * (t - A @ x))"),
                          "You go down. q is to be *maximised*: where a constraint is violated, "
                          "its multiplier must grow."),
            Misconception("negative multipliers", _ascent("lam + step * (t - A @ x)"),
                          "Some of your multipliers become negative: these constraints pull."),
            Misconception("repaired at the end",
                          _ascent("lam + step * (t - A @ x)", result="np.maximum(0, lam)"),
                          "You set negative multipliers to zero only at the end. On the way they "
                          "were negative and led elsewhere: do it in every step."),
            Misconception("forgets", _ascent("np.maximum(0, step * (t - A @ x))"),
                          "Each step begins anew: you forget the old multipliers. Add the change "
                          "to them."),
            Misconception("all or nothing",
                          _ascent("np.where(t > A @ x, lam + step * (t - A @ x), 0)"),
                          "Where a constraint holds you set its multiplier to zero at once. It "
                          "should only be lowered, by step times the slope, and not below zero."),
            Misconception("never lowers", _ascent("lam + step * np.maximum(0, t - A @ x)"),
                          "On the way a multiplier has to sink: where its constraint holds with "
                          "room to spare, its slope is negative. There, too, step times the slope "
                          "is added, but the multiplier does not go below zero."),
            Misconception("x once", _ascent(x="0 * A[0]"),
                          "Your slopes stay what they are at λ = 0. They depend on x, and x on λ: "
                          "compute both anew in every step."),
            Misconception("absolute values", _ascent("np.abs(lam + step * (t - A @ x))"),
                          "A multiplier that would become negative is set to zero; it does not "
                          "change its sign."),
            Misconception("keeps the old", _ascent(
                "np.where((new := lam + step * (t - A @ x)) < 0, lam, new)"),
                          "A multiplier that would become negative is set to zero. Yours stays "
                          "what it was before the step."),
            Misconception("leaves the loop", _ascent(
                "np.maximum(0, lam + step * (t - A @ x))\n        return lam"),
                          "Your function seems to return after its first step. Does `return` stand "
                          "inside the loop?"),
            Misconception("column", None,
                          "The numbers are right, their arrangement is not: return an array with "
                          "one entry for each constraint, such as `np.ravel(lam)`.", _in_a_column),
            Misconception("returns x", _ascent(result="A.T @ lam"),
                          "You return the point x. The multipliers are asked for."),
            Misconception("not transposed", _ascent(x="A @ lam"),
                          "Look at x = Aᵀλ: there is one multiplier for each row of A, so A must "
                          "be transposed."),
            Misconception("as many as columns", _ascent().replace("len(t)", "A.shape[1]"),
                          "How many multipliers do you start with? λ has one entry for each row "
                          "of A."),
            Misconception("no x", _ascent("np.maximum(0, lam + step * (t - A @ lam))"),
                          "You take λ where the point belongs: the slopes are t − A x. Compute x "
                          "from λ first."),
            Misconception("max of Python", _ascent("max(0, lam + step * (t - A @ x))"),
                          "Python's `max`, `np.max` and `if` do not go through two arrays entry "
                          "by entry. Use `np.maximum`.", _one_number_for_all),
            Misconception("one after the other", """
                def dual_ascent(A, t, step, steps):
                    A, t = np.array(A), np.array(t)
                    lam = np.zeros(len(t))
                    for _ in range(steps):
                        for i in range(len(t)):
                            lam[i] = max(0, lam[i] + step * (t[i] - A[i] @ (A.T @ lam)))
                    return lam
                """, "You change one multiplier after the other, each with the newest x. That "
                          "works, too (Hildreth's method). Here x is computed once in each step, "
                          "and all multipliers move together."),
            Misconception("one step too many", _ascent(steps="steps + 1"),
                          "Count the steps: with `steps=0` the multipliers are still zero."),
        ),
        hints=("Begin with `lam = np.zeros(len(t))` and repeat `steps` times.",
               "In each step: first x from λ, then the slopes t − A x, then the new λ.",
               "`np.maximum(0, ...)` takes the maximum with zero for each entry. What stands in "
               "the brackets is the old λ plus a multiple of the slopes."),
        way="The slopes of q are t − A x with x = Aᵀλ. So a step is: compute x, add `step` times "
            "the slopes to λ, replace negative entries by zero. Repeat it `steps` times, beginning "
            "with zeros.",
        explanation="Where a constraint is violated, its multiplier grows; where it holds with "
                    "room to spare, it sinks, but not below zero.",
        by_case=((lambda case, given, right: case[3] == 0,
                  "Here no step is made. From which λ does the ascent begin?"),),
        fallback_hint="Do this very case by hand, step by step: which λ differs first?"),
)
