"""Exercise "keep-f": what a step of a pair does to all slopes."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, edits


def keep_F(F, K, i, j, t):
    """Return all slopes after β_i has grown by t and β_j has fallen by t."""
    return F - t * (K[i] - K[j])


def _steps(rng: np.random.Generator) -> Iterator[tuple]:
    """Give steps; of most K only the rows and columns of the pair are known, the rest is NaN."""
    yield np.array([1.0, -1.0]), np.array([[0.0, 0.0], [0.0, 8.0]]), 1, 0, 0.25
    yield np.array([1.0, -1.0, 1.0]), np.diag([1.0, 2.0, 3.0]), 0, 1, 0.5
    for _ in range(40):
        n = int(rng.integers(2, 9))
        X, pair = rng.normal(size=(n, 2)), rng.choice(n, 2, replace=False)
        K, far = X @ X.T, np.setdiff1d(range(n), pair)
        K[np.ix_(far, far)] = np.nan
        yield rng.normal(size=n), K, int(pair[0]), int(pair[1]), float(rng.normal())


_wrong = edits()

KEEP = CodeExercise(
    key="keep-f", title="Keep F", reference=keep_F, cases=_steps, tolerance=1e-5,
    misconceptions=(
        _wrong("sign", "F - t", "F + t", "β stands in F with a minus. What does a larger β_i do "
               "to the slopes of samples like i?"),
        _wrong("only i and j", "return F - t * (K[i] - K[j])",
               "F = np.array(F, dtype=float)\n    F[[i, j]] -= t * (K[i] - K[j])[[i, j]]\n"
               "    return F", "You changed the slopes of i and j alone. In which other slopes do "
               "β_i and β_j occur?"),
        _wrong("product of the rows", "K[i] - K[j]", "K[i] * K[j]",
               "You multiplied the two rows. β_i brings its row of K into F, β_j its own; how do "
               "two changes combine?"),
        _wrong("sum of the rows", "K[i] - K[j]", "K[i] + K[j]",
               "β_i grows by t, but β_j falls by t."),
        _wrong("one row", "(K[i] - K[j])", "K[i]", "Two multipliers have changed."),
        _wrong("t left out", "t * (K[i] - K[j])", "(K[i] - K[j])",
               "By how much have the two multipliers changed?"),
        _wrong("reads all of K", "return F - t * (K[i] - K[j])",
               "v = np.zeros(len(F))\n    v[i], v[j] = t, -t\n    return F - K @ v",
               "Right on every complete K, but it reads all of it: n² products. In our cases most "
               "of K is unknown. Which two rows are enough?"),
    ),
    hints=("Write down F_k, and mark the two terms of the sum that change.",
           "The sum over l has a term with β_i and one with β_j. By how much does each change?",
           "F_k loses K_ki · t, and gains K_kj · t. A row of K holds these numbers for all k."),
    way="F_k = y_k − Σ_l K_kl β_l. The term of i grows by t K_ki, that of j falls by t K_kj, and "
        "nothing else changes. As K is symmetric, the K_ki of all k are row i.",
    explanation="Two rows of K instead of n: that is the whole gain.",
    fallback_hint="Take this case and compute one F_k before and after the step.")
