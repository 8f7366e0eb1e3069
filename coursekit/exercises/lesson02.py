"""The exercises of sitting 02: KKT residuals, two constraints.

Convention of all: minimise f(x) where c_i(x) ≥ 0, with L = f - Σ λ_i c_i and λ_i ≥ 0.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercises.lesson02_answers import read_point_and_multipliers
from coursekit.exercises.lesson02_cases import points
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


def _each_in_brackets(case: tuple, given: Any, right: tuple) -> bool:
    return np.shape(given) == (4, 1) and bool(np.allclose(np.ravel(given), right, atol=6e-4))


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
)
