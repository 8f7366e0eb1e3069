"""Exercise "dual-ascent": climb the dual function of ½‖x‖² where A x ≥ t."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, edits, same_numbers


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


def _one_number_for_all(case: tuple, given: Any, right: np.ndarray) -> bool:
    """Recognise the errors of `max`, `if` or `np.max` on an array.

    With one entry they may get through: 0 comes back, or breaks the next step.
    """
    told = getattr(given, "told", "")
    if len(right) == 1 and not right.any() and case[3] and "integer scalar" not in told:
        return "matmul" in told or np.ndim(given) == 0 and given is not None and not given
    return "truth value" in told or "integer scalar" in told


_wrong = edits()
_NEW = "lam = np.maximum(0, lam + step * (t - A @ x))"
_END = "\n    return lam"

DUAL_ASCENT = CodeExercise(
    key="dual-ascent", title="Dual ascent", reference=dual_ascent, cases=ascents,
    accept=same_numbers(rtol=1e-5, atol=6e-4),          # the page prints three digits
    misconceptions=(
        _wrong("descent", "lam + step", "lam - step",
               "You go downhill. q is to be *maximised*: where a constraint is violated, its "
               "multiplier must grow."),
        _wrong("negative multipliers", _NEW, "lam = lam + step * (t - A @ x)",
               "Some of your multipliers become negative: these constraints pull."),
        _wrong("clipped at the end", _NEW + _END,
               "lam = lam + step * (t - A @ x)\n    return np.maximum(0, lam)",
               "You set negative multipliers to zero only at the end. On the way they were "
               "negative and led elsewhere: do it in every step."),
        _wrong("never lowers", _NEW, "lam = lam + step * np.maximum(0, t - A @ x)",
               "A multiplier must be able to fall: where its constraint holds with room to spare, "
               "its slope is negative. There, too, add step times the slope, but do not go below "
               "zero."),
        _wrong("x once", "A.T @ lam", "0 * A[0]",
               "Your slopes stay what they are at λ = 0. They depend on x, and x depends on λ: "
               "compute both again in every step."),
        _wrong("not transposed", "A.T @ lam", "A @ lam",
               "Look at x = Aᵀλ: there is one multiplier per row of A, so A must be transposed."),
        _wrong("max of Python", "np.maximum", "max",
               "Python's `max`, `np.max` and `if` do not compare two arrays entry by entry. Use "
               "`np.maximum`.", _one_number_for_all),
        _wrong("one after the other", "x = A.T @ lam\n        " + _NEW, """for i in range(len(t)):
            lam[i] = max(0, lam[i] + step * (t[i] - A[i] @ (A.T @ lam)))""",
               "You change one multiplier after the other, each with the newest x. That works, "
               "too (Hildreth's method). Here x is computed once per step, and all multipliers "
               "move together."),
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
