"""Exercise "certified-gap": what do a point and multipliers prove together?

The problem is: minimise ½‖x‖² where A x ≥ t.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, edits, same_numbers


def certified_gap(A, t, x, lam):
    """Return f(x) − q(λ) for ½‖x‖² where A x ≥ t, or np.inf if the pair proves nothing."""
    A, t, x, lam = (np.array(part, dtype=float) for part in (A, t, x, lam))
    if (A @ x < t - 1e-9).any() or (lam < 0).any():
        return np.inf
    bottom = A.T @ lam
    q = bottom @ bottom / 2 - lam @ (A @ bottom - t)
    return float(x @ x / 2 - q)


def pairs(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (A, t, x, lam): the example, pairs for "Two constraints", and random ones."""
    yield np.array([[1.0, 1]]), np.array([1.0]), np.array([0.6, 0.6]), np.array([0.3])
    A, t = np.array([[1.0, 0], [1, 1]]), np.array([2.0, 3])
    for x, lam in (((2, 1), (1, 1)), ((2, 1), (0, 1.5)), ((2, 1), (0, 0)), ((2.2, 1), (1, 1)),
                   ((1.5, 1.5), (0, 1.5)), ((2, 1), (3, -1)), ((2, 1), (0.5, 1)),
                   ((2, 0.5), (1, 1))):
        yield A, t, np.array(x, dtype=float), np.array(lam, dtype=float)
    for k in range(40):
        rows, columns = rng.integers(1, 4), rng.integers(2, 5)
        A, x = (rng.integers(-3, 4, size=size).astype(float) for size in
                ((rows, columns), columns))
        room = rng.integers(0, 3, size=rows) - (k % 8 == 7)
        yield A, A @ x - room, x, rng.integers(0, 4, size=rows) / 2 - (k % 10 == 9)


_wrong = edits()
_same_numbers = same_numbers(rtol=1e-5, atol=6e-4)      # the page prints three digits


def _of_one_entry(case: tuple, given: Any, right: float) -> bool:
    return _same_numbers(case, np.ravel(given), np.ravel(right))


_TEST = "(A @ x < t - 1e-9).any() or (lam < 0).any()"
_Q = "bottom @ bottom / 2 - lam @ (A @ bottom - t)"

CERTIFIED_GAP = CodeExercise(
    key="certified-gap", title="A certificate", reference=certified_gap, cases=pairs,
    accept=_of_one_entry,
    misconceptions=(
        _wrong("L at x", "bottom = A.T @ lam", "bottom = x",
               "You put x itself into L. The bound is the *lowest* value of L: at the bottom of "
               "the bowl, wherever x is."),
        _wrong("x not tested", _TEST, "(lam < 0).any()",
               "Here x is not feasible: it violates a constraint. What does the height of a place "
               "prove that is not allowed?"),
        _wrong("negative multipliers", _TEST, "(A @ x < t - 1e-9).any()",
               "Here a multiplier is negative. Does weak duality hold then?"),
        _wrong("nothing tested", _TEST, "False",
               "You never return `np.inf`. A point that is not feasible proves nothing, and "
               "neither does a negative multiplier."),
        _wrong("with room only", "A @ x < t - 1e-9", "A @ x <= t",
               "A constraint that touches, A x = t, is satisfied. Only A x < t is forbidden."),
        _wrong("plus", _Q, "bottom @ bottom / 2 + lam @ (A @ bottom - t)",
               "You added λ times the room. In L = f − Σ λ_i c_i it is subtracted."),
        _wrong("no half", _Q, "bottom @ bottom - lam @ (A @ bottom - t)",
               "The objective is *half* of the squared length, in q as well."),
        _wrong("not transposed", "A.T @ lam", "A @ lam",
               "Where is the gradient of L zero? x − Σ λ_i ∇c_i = 0, and the gradients are the "
               "*rows* of A: the sum is `A.T @ lam`."),
        _wrong("q returned", "x @ x / 2 - q", "q",
               "You return the bound q(λ). The gap says how far f(x) is above it."),
        _wrong("turned round", "x @ x / 2 - q", "q - x @ x / 2",
               "The bound is never above a feasible value. Subtract it from f(x)."),
    ),
    hints=("First the tests: is x feasible, and is no λ_i negative?",
           "Then q(λ): where is the gradient of L(·, λ) zero? Put that point into L.",
           "The bottom is at `A.T @ lam`. There L is half its squared length, minus "
           "`lam @ (A @ bottom - t)`."),
    way="A pair proves something if A x ≥ t and all λ_i ≥ 0. The gradient of the Lagrangian, "
        "x − Aᵀλ, is zero at the bottom Aᵀλ. Its height there is q(λ), and f(x) − q(λ) is the "
        "gap.",
    explanation="The residuals of lesson 02 say which condition fails; the gap says how much "
                "lower f could be at most.",
    fallback_hint="Compute this case by hand: is x feasible, where is the bottom of the bowl, and "
                  "how high is it?")
