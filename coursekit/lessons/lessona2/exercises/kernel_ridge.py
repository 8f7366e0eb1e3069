"""Exercise "kernel-ridge": ridge regression with its intercept, from the Gram matrix."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lessona2.exercises.parts import other_shape, same_parts


def kernel_ridge(K, y, lam):
    """Return (beta, b) of ridge regression with a free intercept."""
    n = len(y)
    bordered = np.ones((n + 1, n + 1))
    bordered[:n, :n] = K + lam * np.eye(n)
    bordered[n, n] = 0
    solved = np.linalg.solve(bordered, np.append(y, 0))
    return solved[:n], float(solved[n])


def _ridges(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[0.0, 0.0], [0.0, 4.0]]), np.array([0.0, 3.0]), 1.0
    yield np.array([[2.0]]), np.array([5.0]), 0.5                # one sample: β = 0
    yield np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([0.0, 2.0]), 1.0      # duplicates
    yield np.eye(3), np.array([1, 2, 6]), 2
    for _ in range(40):
        n, d = int(rng.integers(2, 7)), int(rng.integers(1, 4))
        X = rng.normal(size=(n, d)).round(1) + rng.choice([0, 2])
        yield X @ X.T, rng.normal(size=n).round(1) + rng.choice([0, 3]), float(
            rng.choice([0.1, 0.7, 3.0]))


SOLVE = "solved = np.linalg.solve(bordered, np.append(y, 0))"
BOTH = "solved[:n], float(solved[n])"

_wrong = edits()

RIDGE = CodeExercise(
    key="kernel-ridge", title="Ridge with its intercept", reference=kernel_ridge, cases=_ridges,
    accept=same_parts,
    misconceptions=(
        _wrong("b lost", SOLVE, "solved = np.append(np.linalg.solve(bordered[:n, :n], y), 0)",
               "That is the system without b. Do your β add up to 0?"),
        _wrong("b as the mean of y", SOLVE,
               "b = np.mean(y)\n"
               "    solved = np.append(np.linalg.solve(bordered[:n, :n], y - b), b)",
               "You fixed b at the mean of y first. Do your β add up to 0?"),
        _wrong("b from the residuals afterwards", SOLVE,
               "beta = np.linalg.solve(bordered[:n, :n], y)\n"
               "    solved = np.append(beta, np.mean(y - K @ beta))",
               "You found β as if b were 0, and added b afterwards. Both belong to one system: "
               "do your β add up to 0?"),
        Misconception("λ forgotten", edit(
            (" + lam * np.eye(n)", ""),
            (SOLVE, "solved = np.linalg.lstsq(bordered, np.append(y, 0), rcond=None)[0]")),
            "Your β are the same for every λ. Where does λ stand in your matrix? `K + lam` would "
            "add it to every entry, and vanish because Σβ = 0."),
        _wrong("1 over λ", "lam * np.eye(n)", "np.eye(n) / lam",
               "Your matrix has 1/λ where λ belongs. 1/C stood there, and λ is 1/C."),
        _wrong("λ times n", "lam *", "lam * n *",
               "Your λ is multiplied by n: that belongs to a mean of squared errors. Here they "
               "are added."),
        _wrong("intercept penalised", SOLVE,
               "beta = np.linalg.solve(bordered[:n, :n] + 1, y)\n"
               "    solved = np.append(beta, beta.sum())",
               "That is ridge with a constant feature: its b is penalised like a weight, and the "
               "β do not add up to 0."),
        _wrong("λ on the border, too", "bordered[n, n] = 0", "bordered[n, n] = lam",
               "Your last equation says Σβ + λb = 0. Which number belongs in the corner?"),
        _wrong("one vector", BOTH, "solved",
               "These are the right numbers in one array. Return two things: the first n of "
               "them, and the last one.",
               lambda case, given, right: np.ndim(given) == 1
               and np.size(given) == len(case[1]) + 1
               and np.allclose(given, np.append(*right))),
        Misconception("column and slice", edit(
            ("np.append(y, 0)", "np.append(y, 0)[:, None]"), (BOTH, "solved[:n], solved[n:]")),
            "These are the right numbers in another shape. β is one row of n numbers, and b a "
            "single number: what does `np.shape` say of yours?", other_shape),
    ),
    hints=("Write the n + 1 equations with n + 1 unknowns, β and b, as one matrix times one "
           "vector.",
           "The matrix has K + λI in its first n rows and columns, ones along its last row and "
           "last column, and one more number in the corner.",
           "`np.linalg.solve` of that matrix and of y with a 0 appended gives β and, as its last "
           "entry, b."),
    way="The equations (K + λI)β + b1 = y and 1ᵀβ = 0 have n + 1 unknowns. Put K + λI into a "
        "matrix with n + 1 rows, 1 into the rest of the last row and column, 0 into the corner, "
        "and solve with y and a 0 below it on the right. The first n numbers are β, the last is b.",
    explanation="One linear system replaces all steps of SMO.",
    fallback_hint="Check your own answer: is `K @ beta + lam * beta + b` equal to y, and is "
                  "`beta.sum()` equal to 0?")
