"""The exercises of sitting 04c: a Gaussian, a perceptron of kernel values, evidence, kernels."""
from __future__ import annotations

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import same_numbers
from coursekit.exercises.lesson04c_cases import (
    hidden, labelled, matrices, positive, rounded, scaled, shows_it, silent, tables,
)
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters


def rbf(X, Z, gamma):
    """Return exp(-gamma ‖x - z‖²) for each x of X and each z of Z, shape (n, m)."""
    differences = X[:, None] - Z[None]
    return np.exp(-gamma * np.sum(differences**2, axis=2))


def kernel_perceptron(K, y, max_epochs=100):
    """Return beta, shape (n,): y_i times the number of mistakes on sample i."""
    beta = np.zeros(len(y))
    for _ in range(max_epochs):
        mistakes = 0
        for i in range(len(y)):
            if y[i] * (K[i] @ beta) <= 0:
                beta[i] += y[i]
                mistakes += 1
        if mistakes == 0:
            break
    return beta


def witness(K):
    """Return a vector v with vᵀKv < 0 if there is one, else None."""
    values, vectors = np.linalg.eigh(K)
    if values[0] >= -1e-10 * np.abs(values).max():
        return None
    return vectors[:, 0]


_same_numbers = same_numbers(rtol=1e-5, atol=1e-7)


RBF = CodeExercise(
    key="rbf", title="The Gaussian kernel", reference=rbf, cases=tables,
    accept=_same_numbers,
    misconceptions=(
        Misconception("distance not squared", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.linalg.norm(X[:, None] - Z[None], axis=2))
            """, "That is the kernel of Laplace: the distance stands there without its square."),
        Misconception("divided by gamma", """
            def rbf(X, Z, gamma):
                return np.exp(-np.sum((X[:, None] - Z[None])**2, axis=2) / gamma)
            """, "γ multiplies the squared distance: a larger γ makes the kernel narrower."),
        Misconception("gamma taken for sigma", """
            def rbf(X, Z, gamma):
                return np.exp(-np.sum((X[:, None] - Z[None])**2, axis=2) / (2 * gamma**2))
            """, "This formula is the one with σ. How are γ and σ related?"),
        Misconception("grows with the distance", """
            def rbf(X, Z, gamma):
                return np.exp(gamma * np.sum((X[:, None] - Z[None])**2, axis=2))
            """, "Far samples should be less alike than near ones."),
        Misconception("one row a sample of Z", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.sum((Z[:, None] - X[None])**2, axis=2))
            """, "Rows and columns are exchanged: one row a sample of X, one column a sample of "
                 "Z.", lambda case, given, right: np.shape(given) == np.shape(right)[::-1]
                      and np.allclose(given, np.transpose(right))),
        Misconception("Z forgotten", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.sum((X[:, None] - X[None])**2, axis=2))
            """, "These are the samples of X among themselves. Where does Z come in?"),
        Misconception("pairs side by side", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.sum((X - Z)**2, axis=1))
            """, "X − Z pairs the first with the first, the second with the second. Every sample "
                 "of X is wanted with every one of Z: give X a new axis, `X[:, None]`."),
        Misconception("features not added", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * (X[:, None] - Z[None])**2)
            """, "One number for each pair is wanted. Over which axis is the squared distance a "
                 "sum?", lambda case, given, right: np.ndim(given) == 3),
        Misconception("mean of the features", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * ((X[:, None] - Z[None])**2).mean(axis=2))
            """, "You take the mean of the squared differences. A squared distance is their sum."),
        Misconception("exponential forgotten", """
            def rbf(X, Z, gamma):
                return -gamma * np.sum((X[:, None] - Z[None])**2, axis=2)
            """, "That is the exponent."),
        Misconception("rounded", """
            def rbf(X, Z, gamma):
                return np.exp(-gamma * np.sum((X[:, None] - Z[None])**2, axis=2)).round(4)
            """, "Right up to rounding. The page goes on with these numbers and needs all their "
                 "digits: the example rounds only what it prints.", rounded),
    ),
    hints=("First the squared distance of every pair, one row a sample of X.",
           "`X[:, None] - Z[None]` has shape (n, m, d): all differences of all pairs.",
           "Square it, add along the last axis, multiply by −γ; then `np.exp`."),
    way="`X[:, None]` has shape (n, 1, d) and `Z[None]` (1, m, d); their difference holds all "
        "pairs, shape (n, m, d). Squared and added along the last axis it is the squared distance, "
        "and the exponential of −γ times that is the kernel.",
    explanation="All pairs at once: one row a sample of X, one column a sample of Z.",
    fallback_hint="Take one row of X and one of Z: what is their squared distance, and the kernel?")


def _mistaken(value: str = "K[i] @ beta", wrong: str = "y[i] * value <= 0", step: str = "y[i]",
              otherwise: str = "pass", epochs: str = "max_epochs") -> str:
    """Return the source of `kernel_perceptron` with one part changed."""
    return f"""
def kernel_perceptron(K, y, max_epochs=100):
    beta = np.zeros(len(y))
    for epoch in range({epochs}):
        mistakes = 0
        for i in range(len(y)):
            value = {value}
            if {wrong}:
                beta[i] += {step}
                mistakes += 1
            else:
                {otherwise}
        if mistakes == 0:
            break
    return beta
"""


PERCEPTRON = CodeExercise(
    key="kernel-perceptron", title="A perceptron of kernel values", reference=kernel_perceptron,
    cases=labelled, accept=_same_numbers,
    misconceptions=(
        Misconception("0 counts as right", _mistaken(wrong="y[i] * value < 0"),
                      "From β = 0 every value is 0. Does anything ever happen?"),
        Misconception("adds 1", _mistaken(step="1"),
                      "Class −1 needs a push the other way."),
        Misconception("label twice", _mistaken(value="K[i] @ (beta * y)"),
                      "β carries its sign already; in your sum the label comes in twice."),
        Misconception("all mistakes of an epoch at once", """
            def kernel_perceptron(K, y, max_epochs=100):
                beta = np.zeros(len(y))
                for _ in range(max_epochs):
                    wrong = y * (K @ beta) <= 0
                    if not wrong.any():
                        break
                    beta = beta + np.where(wrong, y, 0)
                return beta
            """, "You judge the second sample by the β from before the first one's mistake. "
                 "Correct it at once."),
        Misconception("one epoch only", _mistaken(epochs="1"),
                      "Here your β is the one after a single epoch, and in that epoch there were "
                      "still mistakes. When is it time to stop?"),
        Misconception("0 counts as right after the first epoch", _mistaken(
            wrong="y[i] * value < 0 or value == 0 and epoch == 0"),
                      "A value of 0 is a mistake in every epoch. Is it one in your second?"),
        Misconception("an epoch too few", _mistaken(epochs="max_epochs - 1"),
                      "Where the mistakes never end, the number of your epochs is not max_epochs. "
                      "Count them for max_epochs = 1."),
        Misconception("an epoch too many", _mistaken(epochs="max_epochs + 1"),
                      "Where the mistakes never end, you make more epochs than max_epochs. Count "
                      "them for max_epochs = 1."),
        Misconception("number of mistakes", _mistaken(value="K[i] @ (beta * y)", step="1"),
                      "These are the numbers of mistakes. β_i has the sign of the label as well.",
                      lambda case, given, right: np.allclose(given, np.abs(right))),
        Misconception("stops at the first right sample", _mistaken(otherwise="return beta"),
                      "An epoch ends after the last sample, not at the first one that is right."),
        Misconception("label forgotten in the test", _mistaken(wrong="value <= 0"),
                      "A sample is right if its value has the sign of its label. Your test does "
                      "not look at the label."),
        Misconception("max_epochs not obeyed", _mistaken(epochs="100"),
                      "Right where it comes to an end by itself. How many epochs are allowed in "
                      "this call?"),
    ),
    hints=("Two loops: epochs outside, samples inside. What is the value of sample i, from row i "
           "of K and beta?",
           "It is `K[i] @ beta`. Times y[i] it is positive where the sample is right; 0 is a "
           "mistake.",
           "At a mistake add y[i] to beta[i] at once, and count it. An epoch with the count 0 "
           "ends the loop."),
    way="Begin with beta = 0. For each sample in turn compare the sign of `K[i] @ beta` with the "
        "label, `y[i] * (K[i] @ beta) <= 0` is a mistake, and add `y[i]` to `beta[i]` at once. "
        "Count the mistakes of an epoch: without any, or after `max_epochs`, return beta.",
    explanation="It never saw a feature: K alone was enough.",
    fallback_hint="Go through this case by hand, one sample after another: beta, the value of the "
                  "sample, mistake or not.")

WITNESS = CodeExercise(
    key="witness", title="Evidence against a Gram matrix", reference=witness, cases=matrices,
    accept=shows_it,
    misconceptions=(
        Misconception("True or False", """
            def witness(K):
                return bool(np.linalg.eigvalsh(K)[0] < -1e-10 * abs(np.linalg.eigvalsh(K)).max())
            """, "Show the v: a claim needs its evidence.",
            lambda case, given, right: isinstance(given, (bool, np.bool_))),
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
            """, "A number is no vector: which v shows it?",
            lambda case, given, right: np.ndim(given) == 0 and given is not None
                and not isinstance(given, (bool, np.bool_)) and len(case[0]) > 1),
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

KERNELS = Exercise(
    key="which-kernels", title="Which of these are kernels?", variable="kernels_found",
    parse=Letters("abcdefghi"), reference=lambda: {"b", "c", "e", "h", "i"},
    misconceptions=(
        Misconception("the complement", set("adfg"), "Those are the ones that are no kernels.",
                      lambda given: given == set("adfg")),
        Misconception("all", set("abcdefghi"), "Some of them can be refuted with one sample or "
                      "with three.", lambda given: len(given) == 9),
        Misconception("a constant taken away", set("abcehi"), "**a**: what is k(x, x) at x = 0?",
                      lambda given: "a" in given),
        Misconception("looks like a Gaussian", set("bcdehi"), "**d**: try three samples in a row, "
                      "close to each other, as above.", lambda given: "d" in given),
        Misconception("libraries offer it", set("bcefhi"), "**f**: offered is not proved. Try 1 "
                      "and 2 with the rule of Cauchy and Schwarz.", lambda given: "f" in given),
        Misconception("not negative", set("bceghi"), "**g**: non-negative values are no proof. "
                      "Try four directions in the plane, 45° apart.", lambda given: "g" in given),
        Misconception("negative values", set("cehi"), "**b**: a kernel may be negative. Write "
                      "cos(x − z) as a scalar product of two features.",
                      lambda given: "b" not in given),
        Misconception("a kink", set("behi"), "**c**: a kernel need not be smooth. Section 6 names "
                      "the proof.", lambda given: "c" not in given),
        Misconception("sum of products", set("bchi"), "**e**: which rules make it from x·z?",
                      lambda given: "e" not in given),
        Misconception("minimum", set("bcei"), "**h**: how long is the piece that the intervals "
                      "[0, x] and [0, z] share?", lambda given: "h" not in given),
        Misconception("words", set("bceh"), "**i**: X need not be ℝᵈ. Which features of a word "
                      "have this scalar product?", lambda given: "i" not in given),
    ),
    hints=("Look for a feature map or a rule that makes it, or for a few samples that refute it.",
           "One or two samples refute two of them; three or four samples refute two more.",
           "Write b and h as scalar products: b with an addition theorem, h by intervals."),
    solution='kernels_found = {"b", "c", "e", "h", "i"}',
    way="a is −1 at x = z = 0. d fails on three close samples, f on 1 and 2, g on four directions. "
        "b is cos x cos z + sin x sin z; c is a mixture of Gaussians; e is a polynomial of a "
        "kernel with coefficients ≥ 0; h is ∫ 1[t ≤ x] 1[t ≤ z] dt; i is a scalar product of "
        "counts.",
    explanation="Each yes has a proof, and each no has samples that refute it.",
    fallback_hint="For each letter: a proof, or samples that refute it?")

EXERCISES = (RBF, PERCEPTRON, WITNESS, KERNELS)
