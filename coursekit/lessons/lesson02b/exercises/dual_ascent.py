"""Exercise "dual-ascent": climb the dual function of ½‖x‖² where A x ≥ t."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, same_numbers


def dual_ascent(A, t, step, steps):
    """Return λ after this many steps of dual ascent, for ½‖x‖² where A x ≥ t."""
    A, t = np.array(A), np.array(t)
    lam = np.zeros(len(t))
    for _ in range(steps):
        x = A.T @ lam
        lam = np.maximum(0, lam + step * (t - A @ x))
    return lam


def ascents(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (A, t, step, steps), with λ near its limit or far from it."""
    chosen = (
        ([[1, 1]], [1], 0.25, 60),                          # as in the docstring
        ([[1]], [1], 0.5, 1),
        ([[1]], [1], 0.5, 0),                               # no step at all
        ([[1]], [-1], 0.5, 3),                              # stays at 0
        ([[1], [-1]], [1, 1], 0.5, 3),                      # no feasible point: λ grows
        ([[1, 0], [1, 1]], [2, 3], 0.25, 2),
        ([[2], [2]], [1, 1], 0.25, 4),                      # one constraint twice
        ([[1, 0], [1, 1]], [2, 3], 0.8, 3),                 # too long a step: q falls again
        ([[1, 0], [1, 1]], [2, 3], 0.02, 200),              # many short steps
        ([[1, 0], [1, 1]], [1, 1], 0.5, 20))                # a multiplier that falls again
    for A, t, step, steps in chosen:
        yield np.array(A), np.array(t), step, steps
    for steps in (1, 2, 3, 7) * 10:
        k, d = rng.integers(1, 5), rng.integers(2, 4)
        yield rng.normal(size=(k, d)), rng.normal(size=k) + 0.5, 0.25, steps


_same_numbers = same_numbers(rtol=1e-5, atol=6e-4)         # the page prints three digits


def _in_a_column(case: tuple, given: Any, right: np.ndarray) -> bool:
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and _same_numbers(case, given.ravel(), right)


def _one_number_for_all(case: tuple, given: Any, right: np.ndarray) -> bool:
    """Recognise the errors of `max`, `if` or `np.max` on an array.

    With one entry they may get through: 0 comes back, or breaks the next step.
    """
    told = getattr(given, "told", "")
    if len(right) == 1 and not right.any() and case[3] and "integer scalar" not in told:
        return "matmul" in told or np.ndim(given) == 0 and given is not None and not given
    return "truth value" in told or "integer scalar" in told


_NEW = "np.maximum(0, lam + step * (t - A @ x))"
_X = "A.T @ lam"
_RETURN = "    return lam"

DUAL_ASCENT = CodeExercise(
    key="dual-ascent", title="Dual ascent", reference=dual_ascent, cases=ascents,
    accept=_same_numbers,
    misconceptions=(
        Misconception("descent", edit(("lam + step", "lam - step")),
                      "You go downhill. q is to be *maximised*: where a constraint is violated, "
                      "its multiplier must grow."),
        Misconception("negative multipliers", edit((_NEW, "lam + step * (t - A @ x)")),
                      "Some of your multipliers become negative: these constraints pull."),
        Misconception("clipped at the end", edit(
            (_NEW, "lam + step * (t - A @ x)"), (_RETURN, "    return np.maximum(0, lam)")),
            "You set negative multipliers to zero only at the end. On the way they were negative "
            "and led elsewhere: do it in every step."),
        Misconception("forgets", edit(("lam + step", "step")),
                      "Each step starts again from nothing: you forget the old multipliers. Add "
                      "the change to them."),
        Misconception("all or nothing", edit(
            (_NEW, "np.where(t > A @ x, lam + step * (t - A @ x), 0)")),
            "Where a constraint holds, you set its multiplier to zero at once. Lower it by step "
            "times the slope, but not below zero."),
        Misconception("never lowers", edit((_NEW, "lam + step * np.maximum(0, t - A @ x)")),
                      "A multiplier must be able to fall: where its constraint holds with room to "
                      "spare, its slope is negative. There, too, add step times the slope, but do "
                      "not go below zero."),
        Misconception("x once", edit((_X, "0 * A[0]")),
                      "Your slopes stay what they are at λ = 0. They depend on x, and x depends "
                      "on λ: compute both again in every step."),
        Misconception("absolute values", edit((_NEW, "np.abs(lam + step * (t - A @ x))")),
                      "Set a multiplier that would become negative to zero; do not flip its "
                      "sign."),
        Misconception("leaves the loop", edit((_RETURN, "        return lam")),
                      "Your function seems to return after its first step. Does `return` stand "
                      "inside the loop?"),
        Misconception("column", None,
                      "The numbers are right, their arrangement is not: return an array with one "
                      "entry per constraint, such as `np.ravel(lam)`.", _in_a_column),
        Misconception("returns x", edit((_RETURN, "    return A.T @ lam")),
                      "You return the point x. The multipliers are asked for."),
        Misconception("not transposed", edit((_X, "A @ lam")),
                      "Look at x = Aᵀλ: there is one multiplier per row of A, so A must be "
                      "transposed."),
        Misconception("as many as columns", edit(("np.zeros(len(t))", "np.zeros(A.shape[1])")),
                      "How many multipliers do you start with? λ has one entry per row of A."),
        Misconception("no x", edit(("(t - A @ x)", "(t - A @ lam)")),
                      "You use λ where the point belongs: the slopes are t − A x. Compute x from "
                      "λ first."),
        Misconception("max of Python", edit(("np.maximum", "max")),
                      "Python's `max`, `np.max` and `if` do not compare two arrays entry by "
                      "entry. Use `np.maximum`.", _one_number_for_all),
        Misconception("one after the other", """
            def dual_ascent(A, t, step, steps):
                A, t = np.array(A), np.array(t)
                lam = np.zeros(len(t))
                for _ in range(steps):
                    for i in range(len(t)):
                        lam[i] = max(0, lam[i] + step * (t[i] - A[i] @ (A.T @ lam)))
                return lam
            """, "You change one multiplier after the other, each with the newest x. That works, "
                 "too (Hildreth's method). Here x is computed once per step, and all multipliers "
                 "move together."),
        Misconception("one step too many", edit(("range(steps)", "range(steps + 1)")),
                      "Count the steps: with `steps=0` the multipliers are still zero."),
    ),
    hints=("Begin with `lam = np.zeros(len(t))` and repeat `steps` times.",
           "In each step: first x from λ, then the slopes t − A x, then the new λ.",
           "`np.maximum(0, ...)` takes the maximum with zero for each entry. What stands in the "
           "brackets is the old λ plus a multiple of the slopes."),
    way="The slopes of q are t − A x with x = Aᵀλ. So a step is: compute x, add `step` times the "
        "slopes to λ, and replace negative entries by zero. Repeat it `steps` times, beginning "
        "with zeros.",
    explanation="Where a constraint is violated, its multiplier grows; where it holds with room "
                "to spare, it falls, but not below zero.",
    by_case=((lambda case, given, right: case[3] == 0,
              "No step is made here. At which λ does the ascent begin?"),),
    fallback_hint="Do this case by hand, step by step: which λ differs first?")
