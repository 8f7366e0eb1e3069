"""Exercise "witness": a vector that shows that a matrix is no Gram matrix."""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit
from coursekit.lessons.lesson04c.exercises._cases import (
    column, hidden, matrices, positive, scaled, shows_it, silent,
)


def witness(K):
    """Return a vector v with vᵀKv < 0 if there is one, else None."""
    values, vectors = np.linalg.eigh(K)
    if values[0] >= -1e-10 * np.abs(values).max():
        return None
    return vectors[:, 0]


WITNESS = CodeExercise(
    key="witness", title="Evidence against a Gram matrix", reference=witness, cases=matrices,
    accept=shows_it,
    misconceptions=(
        Misconception("True or False", """
            def witness(K):
                return bool(np.linalg.eigvalsh(K)[0] < -1e-10 * abs(np.linalg.eigvalsh(K)).max())
            """, "Show the v: a claim needs its evidence.",
            lambda case, given, right: isinstance(given, (bool, np.bool_))),
        Misconception("a column", edit(("vectors[:, 0]", "vectors[:, :1]")),
            "Your v is a matrix with one column. One number per sample is wanted: shape (n,).",
            column),
        Misconception("search by chance", """
            def witness(K):
                rng = np.random.default_rng(0)
                if np.linalg.eigvalsh(K)[0] >= -1e-10 * np.linalg.norm(K, 2):
                    return None
                for v in [*np.eye(len(K)), *rng.normal(size=(5000, len(K)))]:
                    if v @ K @ v < 0:
                        return v
            """, "There is a v, but few directions show it, and vᵀKv is small there. In which "
                 "direction of length 1 is it smallest, and is that only rounding?", hidden),
        Misconception("any negative entry", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return vectors[:, 0] if (K < 0).any() else None
            """, "Scalar products may be negative: (1, 0) and (−1, 1) have one of −1. And without "
                 "negative entries vᵀKv can still be negative."),
        Misconception("diagonal only", """
            def witness(K):
                i = int(np.argmin(np.diag(K)))
                return np.eye(len(K))[i] if K[i, i] < 0 else None
            """, "You tried vectors with a single 1 in them. What of v = (1, −1)?"),
        Misconception("determinant", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return vectors[:, 0] if np.linalg.det(K / np.abs(K).max(initial=1e-300)) < -1e-12 \\
                    else None
            """, "The determinant is the product of the eigenvalues. Two negative ones?"),
        Misconception("no tolerance", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return vectors[:, 0] if values[0] < 0 else None
            """, "This matrix is a Gram matrix; its smallest eigenvalue is negative by rounding "
                 "only. How small is it beside the largest one?"),
        Misconception("absolute tolerance", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return vectors[:, 0] if values[0] < -1e-8 else None
            """, "A billion times K should have the same answer. Beside what is rounding small?",
            scaled),
        Misconception("zero counts as negative", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return vectors[:, 0] if values[0] <= 1e-10 * np.abs(values).max() else None
            """, "For your v, vᵀKv is 0 up to rounding. Eigenvalues of 0 are allowed."),
        Misconception("v that does not show it", """
            def witness(K):
                values, vectors = np.linalg.eigh(K)
                return None if values[0] >= -1e-10 * np.abs(values).max() else vectors[0]
            """, "vᵀKv is not negative for your v. `eigh` gives eigenvectors in the *columns* of "
                 "its matrix, in the order of the eigenvalues.", positive),
        Misconception("the eigenvalue", """
            def witness(K):
                values = np.linalg.eigvalsh(K)
                return None if values[0] >= -1e-10 * np.abs(values).max() else float(values[0])
            """, "That is no vector. Which v shows it?",
            lambda case, given, right: np.ndim(given) == 0 and given is not None
                and not isinstance(given, (bool, np.bool_))),
        Misconception("Cauchy and Schwarz only", """
            def witness(K):
                for i in range(len(K)):
                    for j in range(len(K)):
                        if K[i, i] < 0:
                            return np.eye(len(K))[i]
                        if K[i, j]**2 > K[i, i] * K[j, j] * (1 + 1e-9):
                            a = np.eye(len(K))
                            w = np.linalg.eigh(K[np.ix_([i, j], [i, j])])[1][:, 0]
                            return w[0] * a[i] + w[1] * a[j]
                return None
            """, "You look at two samples at a time. With three, more can go wrong."),
        Misconception("nothing found", """
            def witness(K):
                np.linalg.eigh(K)
            """, "For this matrix there is a v. Does your function find it, and `return` it?",
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
    by_case=(
        (lambda case, given, right: right is None, "This K has no such v. Is your vᵀKv negative, "
         "and by more than rounding?"),
        (lambda case, given, right: given is None, "For this K some v makes vᵀKv negative. Where "
         "does your function look for one?")),
    fallback_hint="Has your v one number for each sample, and is vᵀKv negative?")
