"""Exercise "witness": a vector that shows that a matrix is no Gram matrix."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson04c.exercises._cases import (
    coarse, hidden, matrices, positive, scaled, shows_it, silent,
)


def witness(K):
    """Return a vector v with vᵀKv < 0 if there is one, else None."""
    values, vectors = np.linalg.eigh(K)
    if values[0] >= -1e-10 * np.abs(values).max():
        return None
    return vectors[:, 0]


_wrong = edits()
TEST, LAST = "if values[0] >= -1e-10 * np.abs(values).max():", "return vectors[:, 0]"

WITNESS = CodeExercise(
    key="witness", title="Evidence against a Gram matrix", reference=witness, cases=matrices,
    accept=shows_it,
    misconceptions=(
        _wrong("True or False", LAST, "return True",
               "Return a v, or None: a claim needs its evidence.",
               lambda case, given, right: isinstance(given, (bool, np.bool_))),
        _wrong("coarse tolerance", "-1e-10", "-1e-6",
               "This K is refuted by more than rounding: compare its smallest eigenvalue with "
               "1e-10 times the largest.", coarse),
        _wrong("search by chance", LAST, """rng = np.random.default_rng(0)
    for v in rng.normal(size=(5000, len(K))):
        if v @ K @ v < 0:
            return v""", "There is a v, but few directions show it, and vᵀKv is small there. In "
               "which direction of length 1 is it smallest, and is that only rounding?", hidden),
        _wrong("any negative entry", TEST, "if not (K < 0).any():",
               "Scalar products may be negative: (1, 0) and (−1, 1) have one of −1. And without "
               "negative entries vᵀKv can still be negative."),
        _wrong("determinant", TEST,
               "if np.linalg.det(K / np.abs(K).max(initial=1e-300)) >= -1e-12:",
               "The determinant is the product of the eigenvalues. Two negative ones?"),
        _wrong("no tolerance", TEST, "if values[0] >= 0:",
               "The smallest eigenvalue of this K is negative, but by so little that it may be "
               "rounding. How small is it beside the largest one?",
               lambda case, given, right: right is None and given is not None
               and np.linalg.eigvalsh(case[0])[0] < 0),
        _wrong("absolute tolerance", TEST, "if values[0] >= -1e-8:",
               "A billion times K should have the same answer. Beside what is rounding small?",
               scaled),
        _wrong("v that does not show it", "vectors[:, 0]", "vectors[0]",
               "vᵀKv is not negative for your v. `eigh` gives eigenvectors in the *columns* of "
               "its matrix, in the order of the eigenvalues.", positive),
        _wrong("the eigenvalue", LAST, "return float(values[0])",
               "That is no vector. Which v shows it?",
               lambda case, given, right: isinstance(given, (int, float, np.number))
               and not isinstance(given, bool)),
        _wrong("nothing found", LAST, "vectors[:, 0]",
               "For this matrix there is a v. Does your function find it, and `return` it?",
               silent),
    ),
    hints=("For which v of length 1 is vᵀKv smallest? It is an eigenvector.",
           "`values, vectors = np.linalg.eigh(K)` sorts the eigenvalues from small to large; the "
           "columns of `vectors` belong to them.",
           "If `values[0]` is not below −1e-10 times the largest eigenvalue in size, return None; "
           "else the first column."),
    way="With K = RΛRᵀ and u = Rᵀv we have vᵀKv = Σ λ_k u_k², which for v of length 1 is "
        "smallest at the eigenvector of the smallest eigenvalue, and equals it there. So this "
        "column is the v, if that eigenvalue is negative beyond rounding.",
    explanation="A v can be checked by anyone. None only says: not refuted by these samples.",
    by_case=((lambda case, given, right: right is None, "This K has no such v. Is your vᵀKv "
              "negative, and by more than rounding?"),),
    fallback_hint="Does your v have one number for each sample, and is vᵀKv negative?")
