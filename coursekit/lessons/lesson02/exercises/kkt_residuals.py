"""Exercise "kkt-residuals": by how much does a point violate each of the four conditions?

Minimise f(x) where c_i(x) ≥ 0, with L = f − Σ λ_i c_i and λ_i ≥ 0.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits

DIGITS_ON_THE_PAGE = 6e-4       # three decimals, as the page prints them


def kkt_residuals(grad_f, grads_c, c, lam):
    """Return (stationarity, primal, dual, complementarity) for c_i ≥ 0, or no constraint."""
    grad_f, c, lam = np.array(grad_f), np.array(c), np.array(lam)
    G = np.reshape(grads_c, (len(c), len(grad_f)))

    def largest(v):
        return float(np.max(np.abs(v), initial=0))
    return (largest(grad_f - G.T @ lam),
            largest(np.minimum(0, c)), largest(np.minimum(0, lam)), largest(lam * c))


def _points(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (grad_f, grads_c, c, lam) with small whole numbers, so that conditions often hold."""
    yield [3, 1], [[1, 0], [1, 2]], [0, 0.5], [2, 1]        # the example of the docstring
    yield [1], [[1]], [0], [1]                              # all four hold
    yield [1], [[1]], [-2], [0]                             # not feasible
    yield [0], [[1]], [3], [0]                              # inactive
    yield [0], [[1]], [0], [-2]                             # a negative multiplier
    yield [-3], [[1]], [0], [0]                             # a negative gradient
    yield [0], [[0]], [2], [1]                              # no gradient
    yield [1, 1], [[1, 0], [0, 1]], [1, 2], [2, -1]         # λ c cancels in the sum
    yield [1, 2], [[1, 2], [0, 1]], [0, 0], [1, 0]          # rows, not columns
    yield [1.0008, 1], [[1, 1], [0, 0]], [-0.0008, 1], [1, -0.0008]    # small is not zero
    yield [3000], [[1]], [-2000], [-1000]                   # large is not cut off
    yield np.array([3, -1]), np.zeros((0, 2)), np.zeros(0), np.zeros(0)      # no constraints
    for k in range(60):
        d, k, part = *rng.integers(1, 5, size=2), 1 + 3 * (k >= 40)      # at last, quarters
        yield tuple(rng.integers(-3, 4, size=shape) / part for shape in ((d,), (k, d), (k,), (k,)))


_wrong = edits()
_PRIMAL_AND_DUAL = "largest(np.minimum(0, c)), largest(np.minimum(0, lam))"

KKT_RESIDUALS = CodeExercise(
    key="kkt-residuals", title="KKT residuals", reference=kkt_residuals, cases=_points,
    tolerance=DIGITS_ON_THE_PAGE, misconceptions=(
        _wrong("plus", "grad_f - G.T", "grad_f + G.T",
               "For the stationarity you added the gradients of the constraints: that belongs to "
               "L = f + λ c. Here L = f − λ c."),
        _wrong("rows for columns", "G.T @ lam", "G @ lam",
               "`grads_c @ lam` takes scalar products with the rows. Each row is a gradient, and "
               "the sum Σ λ_i ∇c_i multiplies row i by λ_i."),
        _wrong("every distance from zero", "largest(np.minimum(0, c))", "largest(c)",
               "Your primal residual treats c_i = 0 as the condition. An inactive constraint, "
               "c_i > 0, violates nothing."),
        _wrong("sum of products", "lam * c", "lam @ c",
               "You added all λ_i c_i. In such a sum two violations can cancel; each product must "
               "be zero."),
        _wrong("active only", "lam * c", "(lam * c)[c == 0]",
               "Your complementarity is always zero. You seem to look at active constraints only; "
               "the condition is about the inactive ones."),
        _wrong("negative violations", _PRIMAL_AND_DUAL,
               "float(np.min(c, initial=0)), float(np.min(lam, initial=0))",
               "Your primal and dual residuals are negative. `min` finds the worst entry; the "
               "violation is its absolute value."),
        _wrong("products with a sign", "largest(lam * c)", "float(np.max(lam * c, initial=0))",
               "Your complementarity takes the largest λ_i c_i with its sign. A negative product "
               "violates the condition, too."),
        _wrong("dual before primal", _PRIMAL_AND_DUAL,
               "largest(np.minimum(0, lam)), largest(np.minimum(0, c))",
               "The four numbers seem right, but the second and the third have changed places: "
               "primal is about c, dual about λ."),
        _wrong("no constraints", ", initial=0", "",
               "There may be no constraint, as the docstring says. Then three conditions hold "
               "automatically, and only ∇f must be zero.",
               lambda case, given, right: len(case[2]) == 0),
    ),
    hints=("Turn the four KKT conditions into four arrays that are zero where the "
           "condition holds.",
           "A violation of c_i ≥ 0 is the negative part of c_i: `np.minimum(0, c)`.",
           "Σ λ_i ∇c_i is `np.array(grads_c).T @ lam`. For the largest absolute value of an "
           "array that may be empty, `np.max(..., initial=0)`."),
    way="Stationarity asks that the vector ∇f − Σ λ_i ∇c_i be zero; with one gradient per row, "
        "the sum is the transposed matrix times λ. Of c and of λ only the negative parts "
        "violate anything. Complementary slackness asks that each product λ_i c_i be zero. "
        "From each of the four arrays, take the largest absolute value.",
    explanation="Four numbers, all zero if and only if the KKT conditions hold.",
    fallback_hint="Find the number that differs, and compare it with the KKT condition it "
                  "measures.")
