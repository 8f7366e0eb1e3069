"""Exercise "ridge-dual": ridge regression from scalar products only."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lessona1.exercises.shapes import other_shape, same


def ridge_dual(K, y, lam, K_new):
    """Return the predictions of ridge without intercept, from scalar products only."""
    beta = np.linalg.solve(K + lam * np.eye(len(y)), y)
    return K_new @ beta


def _grams(rng: np.random.Generator) -> Iterator[tuple]:
    """Give K, y, λ and K_new."""
    yield np.array([[1.0, 0.0], [0.0, 3.0]]), np.array([2.0, 8.0]), 1.0, np.array([[1.0, 0.5]])
    yield np.array([[2.0]]), np.array([3.0]), 1.0, np.array([[2.0], [4.0]])
    yield np.array([[2, 1], [1, 2]]), np.array([3, 6]), 1, np.array([[1, 0], [0, 1], [1, 1]])
    for _ in range(30):
        n, m, d = (int(v) for v in rng.integers([2, 1, 1], [7, 6, 5]))
        X, new = rng.normal(size=(n, d)).round(1), rng.normal(size=(m, d)).round(1)
        lam = float(rng.choice([0.1, 0.5, 3.0]))
        yield X @ X.T, rng.normal(size=n).round(1) + 2, lam, new @ X.T


SOLVE, USE = "np.linalg.solve(K + lam * np.eye(len(y)), y)", "K_new @ beta"

_wrong = edits()

RIDGE_DUAL = CodeExercise(
    key="ridge-dual", title="Ridge from scalar products", reference=ridge_dual, cases=_grams,
    accept=same,
    misconceptions=(
        _wrong("without the penalty", SOLVE, "np.linalg.pinv(K) @ y",
               "Your answer does not change with lam."),
        _wrong("without the penalty, solved", SOLVE, "np.linalg.solve(K, y)",
               "Your answer does not change with lam. K alone need not have an inverse."),
        _wrong("lam on all entries", "lam * np.eye(len(y))", "lam",
               "`K + lam` adds lam to every entry of K. Where does λI have its λ?"),
        _wrong("lam times n", "lam *", "lam * len(y) *",
               "Your penalty grows with the number of samples. Here the loss is a sum, not a "
               "mean."),
        _wrong("lam squared", "lam *", "lam**2 *", "Right where λ = 1. Your λ is squared."),
        _wrong("the coefficients", USE, "beta",
               "That is β, one number per training sample. The exercise asks for one prediction "
               "per new sample."),
        _wrong("training samples predicted", USE, "K @ beta",
               "Those are the predictions for the training samples. Where does K_new come in?"),
        Misconception("y centred", edit(
            (", y)", ", y - np.mean(y))"), (USE, f"np.mean(y) + {USE}")),
            "You subtract the mean of y and add it again. This exercise has no intercept."),
        _wrong("K_new turned", USE, "K_new.T @ beta",
               "K_new has one row per new sample and one column per training sample. Over which "
               "of them does the sum for a prediction run?"),
        _wrong("a column", USE, "K_new @ beta[:, None]",
               "The numbers are right, but the shape should be (m,): one axis, not a column or a "
               "row.", other_shape),
    ),
    hints=("Two steps: the coefficients β of the training samples, then the predictions.",
           "β solves (K + λI) β = y; `np.eye(n)` is I, and `np.linalg.solve` solves.",
           "The prediction of a new sample x is Σ β_i ⟨x_i, x⟩, and its ⟨x_i, x⟩ are its row of "
           "K_new."),
    way="β solves (K + λI) β = y, with one unknown per training sample. A new sample gets the sum "
        "of its scalar products with the training samples, each times its β: a row of K_new times "
        "β.",
    explanation="No feature appears in it: K may come from any kernel.",
    by_case=((lambda case, given, right: len(case[1]) == 1,
              "With one training sample β is a single number. Compute it by hand. And then?"),),
    fallback_hint="First β, from K, y and λ; then the predictions, from K_new and β. Which of the "
                  "two is wrong here?")
