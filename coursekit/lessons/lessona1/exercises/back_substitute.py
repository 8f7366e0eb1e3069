"""Exercise "back-substitute": an upper triangular system, from the last equation up."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lessona1.exercises.shapes import other_shape, same


def back_substitute(U, v):
    """Return x with U x = v, for an upper triangular U."""
    n = len(v)
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


def _triangles(rng: np.random.Generator) -> Iterator[tuple]:
    """Give U and v."""
    yield np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([4.0, 6.0])
    yield np.array([[4.0]]), np.array([2.0])
    yield np.array([[2, 1], [0, 4]]), np.array([5, 2])              # whole numbers, but not x
    yield np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 2.0], [0.0, 0.0, 2.0]]), np.array([1.0, 0.0, 4.0])
    for _ in range(30):
        n = int(rng.integers(2, 7))
        U = np.triu(rng.integers(-3, 4, (n, n)).astype(float), 1)
        yield U + np.diag(rng.choice([-3.0, -2.0, 1.0, 2.0], n)), rng.normal(size=n).round(2)


_DOWN, _UP = "range(n - 1, -1, -1)", "range(n)"
_REST = "(v[i] - U[i, i + 1:] @ x[i + 1:])"

_wrong = edits()

BACK_SUBSTITUTE = CodeExercise(
    key="back-substitute", title="From the last equation up", reference=back_substitute,
    cases=_triangles, accept=same,
    misconceptions=(
        _wrong("first equation first", _DOWN, _UP,
               "Your x[i] is v[i] / U[i, i], as if the other unknowns were 0: those after row i "
               "are not known yet, or left out. Which equation has only one unknown?"),
        Misconception("first equation first, in place", edit(
            ("np.zeros(n)", "np.array(v, dtype=float)"), (_DOWN, _UP),
            (_REST, "(x[i] - U[i, i + 1:] @ x[i + 1:])")),
            "When you work on row i, the entries after it are still right-hand sides and not yet "
            "unknowns. Which equation has only one unknown?"),
        _wrong("not divided", f"{_REST} / U[i, i]", _REST,
               "What remains of equation i is U[i, i] times the unknown, not the unknown."),
        _wrong("divided too early", f"{_REST} / U[i, i]",
               "v[i] / U[i, i] - U[i, i + 1:] @ x[i + 1:]",
               "Only v[i] is divided by the diagonal entry in your formula. What is divided when "
               "you solve equation i for its unknown?"),
        _wrong("added", "v[i] -", "v[i] +",
               "The known terms move to the other side of the equation. What happens to their "
               "sign?"),
        _wrong("the first unknown left out", _DOWN, "range(n - 1, 0, -1)",
               "x[0] is still 0. Where does your loop end?"),
        Misconception("columns for rows", edit(
            (_DOWN, _UP), (_REST, "(v[i] - U[:i, i] @ x[:i])")),
            "That solves the equations of U transposed. Equation i is row i."),
        Misconception("whole numbers kept", edit(
            ("np.zeros(n)", "np.array(v)"), ("v[i] -", "x[i] -")),
            "Right where v has decimals. An array of whole numbers drops the decimals of whatever "
            "you store in it: what is the type of yours?"),
        _wrong("a column", "return x", "return x[:, None]",
               "The numbers are right, but the shape should be (n,): one axis, not a column or a "
               "row.", other_shape),
    ),
    hints=("Write out the equations of the example. Which of them has only one unknown?",
           "Begin with the last row, i = n − 1, and go up to row 0.",
           "In row i all unknowns after x[i] are known: subtract `U[i, i + 1:] @ x[i + 1:]` from "
           "v[i] before you divide."),
    way="The last equation is U[n−1, n−1] x[n−1] = v[n−1]. In row i everything after x[i] is known "
        "by then: move it to the right side, and divide by U[i, i]. The loop runs down from n − 1 "
        "to 0.",
    explanation="One unknown after the other: no inverse is needed.",
    fallback_hint="Put your x into the equations: which is the last one that does not hold?")
