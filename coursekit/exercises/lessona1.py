"""The exercises of appendix a1: back substitution, two alike features, ridge in the dual form."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import same_numbers
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters


def back_substitute(U, v):
    """Return x with U x = v, for an upper triangular U."""
    n = len(v)
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


def ridge_dual(K, y, lam, K_new):
    """Return the predictions of ridge without intercept, from scalar products only."""
    beta = np.linalg.solve(K + lam * np.eye(len(y)), y)
    return K_new @ beta


def _triangles(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([4.0, 6.0])
    yield np.array([[4.0]]), np.array([2.0])
    yield np.array([[2, 1], [0, 4]]), np.array([5, 2])              # whole numbers, but not x
    yield np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 2.0], [0.0, 0.0, 2.0]]), np.array([1.0, 0.0, 4.0])
    for _ in range(30):
        n = int(rng.integers(2, 7))
        U = np.triu(rng.integers(-3, 4, (n, n)).astype(float), 1)
        yield U + np.diag(rng.choice([-3.0, -2.0, 1.0, 2.0], n)), rng.normal(size=n).round(2)


def _grams(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[1.0, 0.0], [0.0, 3.0]]), np.array([2.0, 8.0]), 1.0, np.array([[1.0, 0.5]])
    yield np.array([[2.0]]), np.array([3.0]), 1.0, np.array([[2.0], [4.0]])
    yield np.array([[2, 1], [1, 2]]), np.array([3, 6]), 1, np.array([[1, 0], [0, 1], [1, 1]])
    for _ in range(30):
        n, m, d = (int(v) for v in rng.integers([2, 1, 1], [7, 6, 5]))
        X, new = rng.normal(size=(n, d)).round(1), rng.normal(size=(m, d)).round(1)
        lam = float(rng.choice([0.1, 0.5, 3.0]))
        yield X @ X.T, rng.normal(size=n).round(1) + 2, lam, new @ X.T


_same_numbers = same_numbers(rtol=1e-4, atol=1e-4)


def _other_shape(case: tuple, given, right) -> bool:
    """Recognise the right numbers in a column or a row of a table."""
    given = np.asarray(given, dtype=float)
    return given.shape != right.shape and _same_numbers(case, given.reshape(right.shape), right)


def _back(x: str = "np.zeros(len(v))", rows: str = "reversed(range(len(v)))",
          entry: str = "(v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]") -> str:
    """Return the source of `back_substitute` with one part changed."""
    return f"""
def back_substitute(U, v):
    x = {x}
    for i in {rows}:
        x[i] = {entry}
    return x
"""


BACK = CodeExercise(
    key="back-substitute", title="From the last equation up", reference=back_substitute,
    cases=_triangles, accept=_same_numbers,
    misconceptions=(
        Misconception("first equation first", _back(rows="range(len(v))"),
                      "Your x[i] is v[i] / U[i, i], as if the other unknowns were 0: those after "
                      "row i are not known yet, or left out. Which equation has only one "
                      "unknown?"),
        Misconception("first equation first, in place", _back(
            x="np.array(v, dtype=float)", rows="range(len(v))",
            entry="(x[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]"),
                      "When you work on row i, the entries after it are still right sides, no "
                      "unknowns. Which equation has only one unknown?"),
        Misconception("not divided", _back(entry="v[i] - U[i, i + 1:] @ x[i + 1:]"),
                      "What remains of equation i is U[i, i] times the unknown, not the unknown."),
        Misconception("divided too early", _back(
            entry="v[i] / U[i, i] - U[i, i + 1:] @ x[i + 1:]"),
                      "Only v[i] is divided by the diagonal entry in your formula. What is "
                      "divided, if you solve equation i for its unknown?"),
        Misconception("added", _back(entry="(v[i] + U[i, i + 1:] @ x[i + 1:]) / U[i, i]"),
                      "The known terms change the side of the equation. What happens to their "
                      "sign?"),
        Misconception("the first unknown left out", _back(rows="range(len(v) - 1, 0, -1)"),
                      "x[0] is still 0. Where does your loop end?"),
        Misconception("columns for rows", _back(
            rows="range(len(v))", entry="(v[i] - U[:i, i] @ x[:i]) / U[i, i]"),
                      "That solves the equations of U transposed. Equation i stands in row i."),
        Misconception("whole numbers kept", _back(
            x="np.array(v)", entry="(x[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]"),
                      "Right where v has decimals. An array of whole numbers cuts off what you "
                      "put into it: which type has yours?"),
        Misconception("a column", """
            def back_substitute(U, v):
                return np.linalg.solve(U, v)[:, None]
            """, "The numbers are right. Wanted is shape (n,): one axis, no column or row.",
            _other_shape),
    ),
    hints=("Write out the equations of the example. Which of them has only one unknown?",
           "Begin with the last row, i = n − 1, and go up to row 0.",
           "In row i all unknowns after x[i] are known: subtract `U[i, i + 1:] @ x[i + 1:]` from "
           "v[i] before you divide."),
    way="The last equation is U[n−1, n−1] x[n−1] = v[n−1]. In row i everything after x[i] is known "
        "by then: bring it to the right side, and divide by U[i, i]. The loop runs down from n − 1 "
        "to 0.",
    explanation="One unknown after the other: no inverse is needed.",
    fallback_hint="Insert your x into the equations: which is the last one that does not hold?")

TWO = Exercise(
    key="two-alike", title="What do two alike features tell?", variable="may_be_said",
    parse=Letters("abcdef"), reference=lambda: {"c", "d"},
    misconceptions=(
        Misconception("all", set("abcdef"), "Some of these say more than the intervals do.",
                      lambda given: len(given) == 6),
        Misconception("sign taken at its word", set("acd"), "**a**: read the interval of the "
                      "second weight once more. Is its sign known?", lambda given: "a" in given),
        Misconception("larger is more important", set("bcd"), "**b**: how sure is it that the "
                      "first weight is the larger one? Compare the intervals.",
                      lambda given: "b" in given),
        Misconception("a cause", set("cde"), "**e**: nothing in a fit tells what causes what, and "
                      "here the fit cannot even tell the two apart.",
                      lambda given: "e" in given),
        Misconception("every direction alike", set("cdf"), "**f**: with this correlation hardly "
                      "any student is like that. Along which direction are the weights uncertain?",
                      lambda given: "f" in given),
        Misconception("nothing at all", set(), "That is too careful. Some statements are about "
                      "what the two weights do together.", lambda given: not given),
        Misconception("only the negative one", {"d"}, "**c**: which combination of the weights "
                      "does it ask for, if both features are equal?",
                      lambda given: "c" not in given),
        Misconception("only the useful one", {"c"}, "**d**: both intervals are wide, that of the "
                      "sum is narrow. What does this say?", lambda given: "d" not in given),
    ),
    hints=("For each statement: which of the three intervals is it about?",
           "A sign is open if its interval contains 0. And what is the interval of the sum like?",
           "Two of the six may be said. For the last one think of the scattered line of weights: "
           "in which direction is it long?"),
    solution='may_be_said = {"c", "d"}',
    way="a and b need a sign or an order of single weights; both are open. e speaks of causes. f "
        "asks for the difference of the features, the direction in which the weights are "
        "uncertain. c and d need the sum only, and its interval is narrow.",
    explanation="The data tell the sum of two alike features, and not their shares.",
    fallback_hint="Which of the three intervals does each statement need?")

DUAL = CodeExercise(
    key="ridge-dual", title="Ridge from scalar products", reference=ridge_dual, cases=_grams,
    accept=_same_numbers,
    misconceptions=(
        Misconception("without the penalty", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.pinv(K) @ y
            """, "Your answer does not change with lam."),
        Misconception("without the penalty, solved", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.solve(K, y)
            """, "Your answer does not change with lam. K alone need not have an inverse."),
        Misconception("lam on all entries", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.solve(K + lam, y)
            """, "`K + lam` adds lam to every entry of K. Where does λI have its λ?"),
        Misconception("lam times n", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.solve(K + lam * len(y) * np.eye(len(y)), y)
            """, "Your penalty grows with the number of samples. Here the loss is a sum, no mean."),
        Misconception("lam squared", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.solve(K + lam**2 * np.eye(len(y)), y)
            """, "Right where λ = 1. Your λ is squared."),
        Misconception("the coefficients", """
            def ridge_dual(K, y, lam, K_new):
                return np.linalg.solve(K + lam * np.eye(len(y)), y)
            """, "That is β, one number for each training sample. Wanted is one prediction for "
                 "each new sample."),
        Misconception("training samples predicted", """
            def ridge_dual(K, y, lam, K_new):
                return K @ np.linalg.solve(K + lam * np.eye(len(y)), y)
            """, "Those are the predictions for the training samples. Where does K_new come in?"),
        Misconception("y centred", """
            def ridge_dual(K, y, lam, K_new):
                beta = np.linalg.solve(K + lam * np.eye(len(y)), y - np.mean(y))
                return np.mean(y) + K_new @ beta
            """, "You take the mean off y and add it again. This exercise has no intercept."),
        Misconception("K_new turned", """
            def ridge_dual(K, y, lam, K_new):
                return K_new.T @ np.linalg.solve(K + lam * np.eye(len(y)), y)
            """, "K_new has one row a new sample, one column a training sample. Over which of them "
                 "does the sum for a prediction run?"),
        Misconception("a column", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ np.linalg.solve(K + lam * np.eye(len(y)), y)[:, None]
            """, "The numbers are right. Wanted is shape (m,): one axis, no column or row.",
            _other_shape),
        Misconception("y for the coefficients", """
            def ridge_dual(K, y, lam, K_new):
                return K_new @ y / (1 + lam)
            """, "You weigh the scalar products with y. Which system of equations gives the "
                 "weights β?"),
    ),
    hints=("Two steps: the coefficients β of the training samples, then the predictions.",
           "β solves (K + λI) β = y; `np.eye(n)` is I, and `np.linalg.solve` solves.",
           "The prediction of a new sample x is Σ β_i ⟨x_i, x⟩, and its ⟨x_i, x⟩ are its row of "
           "K_new."),
    way="β solves (K + λI) β = y, with one unknown a training sample. A new sample gets the sum of "
        "its scalar products with the training samples, each times its β: a row of K_new times β.",
    explanation="No feature occurs in it: any kernel may stand in K.",
    by_case=((lambda case, given, right: len(case[1]) == 1,
              "With one training sample β is a single number. Compute it by hand. And then?"),),
    fallback_hint="First β, from K, y and λ; then the predictions, from K_new and β. Which of the "
                  "two is wrong here?")

EXERCISES = (BACK, TWO, DUAL)
