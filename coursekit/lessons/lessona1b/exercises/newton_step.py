"""Exercise "newton-step": one step of Newton's method on the likelihood."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits, same_numbers


def newton_step(Z, y, v):
    """Return the weights after one step, shape (d,)."""
    p = 1 / (1 + np.exp(-Z @ v))
    curvature = Z.T @ (Z * (p * (1 - p))[:, None])
    return v + np.linalg.solve(curvature, Z.T @ (y - p))


def _samples(rng: np.random.Generator) -> Iterator[tuple]:
    """Give Z with its ones, labels 0 and 1, and weights to start from."""
    yield np.ones((4, 1)), np.array([0, 1, 1, 1]), np.zeros(1)
    yield np.ones((4, 1)), np.array([0, 1, 1, 1]), np.ones(1)
    yield np.array([[1.0, -1], [1, 0], [1, 1]]), np.array([0, 1, 0]), np.array([0.5, 1.0])
    for _ in range(25):
        n, d = (int(k) for k in rng.integers([6, 1], [10, 4]))
        Z = np.column_stack([np.ones(n), rng.normal(size=(n, d)).round(1)])
        yield Z, rng.integers(0, 2, n), rng.normal(size=d + 1).round(1)


_wrong = edits()

NEWTON_STEP = CodeExercise(
    key="newton-step", title="One step of Newton's method", reference=newton_step, cases=_samples,
    accept=same_numbers(rtol=1e-4, atol=1e-4),
    misconceptions=(
        _wrong("the step alone", "return v + ", "return ",
               "That is the step u. Which weights does it lead to?"),
        _wrong("the wrong way", "v + np", "v - np",
               "You go uphill: the loss has the gradient Z.T @ (p − y), and the step goes against "
               "it."),
        _wrong("a step along the gradient", "np.linalg.solve(curvature, Z.T @ (y - p))",
               "Z.T @ (y - p)", "That is a step of steepest descent: minus the gradient itself. "
               "Where does the curvature come in?"),
        _wrong("least squares", " * (p * (1 - p))[:, None]", "",
               "Your matrix is that of least squares. Each row counts here with its p (1 − p)."),
        _wrong("p instead of p (1 − p)", "(p * (1 - p))", "p",
               "Your curvature has p on the diagonal of D. What is the derivative dp/df?"),
        _wrong("values for probabilities", "(y - p)", "(y - Z @ v)",
               "Your residuals are y − f. Labels are compared with probabilities."),
        _wrong("the sign of f", "np.exp(-Z @ v)", "np.exp(Z @ v)",
               "Right where all values f are 0. Your p falls as f grows."),
        _wrong("from zero", "return v + np.linalg.solve(curvature, Z.T @ (y - p))",
               "return np.linalg.solve(Z.T @ Z / 4, Z.T @ (y - 0.5))",
               "Your answer does not depend on v: it is the first step, from weights of zero."),
    ),
    hints=("Three lines: the probabilities p, the curvature, then the new weights.",
           "The curvature is Zᵀ D Z, where D has the numbers p_i (1 − p_i) on its diagonal; "
           "`Z * d[:, None]` multiplies row i of Z by d_i.",
           "`np.linalg.solve(curvature, Z.T @ (y - p))` is the step u, and the step begins at v."),
    way="p = 1/(1 + exp(−Z v)). The matrix Zᵀ D Z has D with p (1 − p) on its diagonal; solve it "
        "for the step u with the right-hand side Zᵀ (y − p), and return v + u.",
    explanation="Each step is a least squares problem whose samples have the weights p (1 − p).",
    by_case=((lambda case, given, right: case[0].shape == (4, 1) and not case[2].any(),
              "With v = 0 and one column of ones every p is ½. By hand: three labels are 1 and one "
              "is 0. How long is the step?"),),
    fallback_hint="Check p first, then the curvature on a single row, then the sign of the step.")
