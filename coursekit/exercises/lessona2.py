"""The exercises of appendix A2: the dual of a tube, ridge with its intercept, what tubes tell."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters


def tube_dual(y, epsilon, C):
    """Return p, A, B, shape (2n,) each: n copies that may rise to C, n that may fall to -C."""
    zero, full = np.zeros(len(y)), np.full(len(y), float(C))
    p = np.concatenate([np.asarray(y) - epsilon, np.asarray(y) + epsilon])
    return p, np.concatenate([zero, -full]), np.concatenate([full, zero])


def kernel_ridge(K, y, lam):
    """Return (beta, b) of ridge regression with a free intercept."""
    n = len(y)
    bordered = np.ones((n + 1, n + 1))
    bordered[:n, :n] = K + lam * np.eye(n)
    bordered[n, n] = 0
    solved = np.linalg.solve(bordered, np.append(y, 0))
    return solved[:n], float(solved[n])


def _tubes(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1.0, 3.0]), 0.5, 2.0
    yield np.array([1.0, 2.0]), 0.0, 1.0
    yield np.array([-3]), 1, 4
    yield np.array([1, 4]), 1, 2.5                  # whole targets: C keeps its fraction
    yield np.array([0.0, 5.0, -1.0]), 0.1, 10.0
    for _ in range(40):
        n = int(rng.integers(1, 6))
        yield (rng.normal(scale=3, size=n).round(2), float(rng.choice([0.1, 0.25, 1.5])),
               float(rng.choice([0.5, 2.0, 10.0])))


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


def _same_parts(case: tuple, given, right) -> bool:
    """Accept the right parts as lists, Series or float32, in the shapes the page goes on with."""
    return _same_numbers(given, right) and all(
        np.shape(g) == np.shape(r) for g, r in zip(given, right, strict=True))


def _same_numbers(given, right) -> bool:
    return len(given) == len(right) and all(
        np.size(g) == np.size(r) and np.allclose(np.ravel(g).astype(float), np.ravel(r),
                                                 rtol=1e-5, atol=1e-5)
        for g, r in zip(given, right, strict=True))


def _other_shape(case: tuple, given, right) -> bool:
    return _same_numbers(given, right) and not _same_parts(case, given, right)


def _swapped(case: tuple, given, right) -> bool:
    n = len(right[0]) // 2
    return len(given) == 3 and all(
        np.shape(g) == np.shape(r) and np.allclose(np.roll(np.asarray(g, float), n), r)
        for g, r in zip(given, right, strict=True))


def _tube(zero: str = "np.zeros(len(y))", full: str = "np.full(len(y), C)",
          p: str = "np.r_[y - epsilon, y + epsilon]", A: str = "np.r_[zero, -full]",
          B: str = "np.r_[full, zero]") -> str:
    """Return the source of `tube_dual` with one part changed."""
    return f"""
def tube_dual(y, epsilon, C):
    zero, full = {zero}, {full}
    return {p}, {A}, {B}
"""


TUBE = CodeExercise(
    key="tube-dual", title="The tube as a problem for SMO", reference=tube_dual, cases=_tubes,
    accept=_same_parts,
    misconceptions=(
        Misconception("ε on the wrong side", _tube(p="np.r_[y + epsilon, y - epsilon]"),
                      "In W each multiplier α_i costs ε. What stands before α_i then, y_i plus ε "
                      "or minus ε? And for the copy that pushes down, β = −α*: which sign has ε α* "
                      "when it is written with β?"),
        Misconception("ε subtracted twice", _tube(p="np.r_[y - epsilon, y - epsilon]"),
                      "Right for the copies that push up. For the others β = −α*, so −ε α* is "
                      "+ε β."),
        Misconception("minus y for the second copy", _tube(p="np.r_[y - epsilon, -y - epsilon]"),
                      "That is what stands before α*. Asked is what stands before β = −α*."),
        Misconception("α* in its own box", _tube(A="np.r_[zero, zero]", B="np.r_[full, full]"),
                      "0 to C is the box of α*. In which box lies β = −α*?"),
        Misconception("box of the difference", _tube(
            A="np.r_[-full, -full]", B="np.r_[full, full]"),
                      "−C to C is the box of α − α*. Here each of the two has a place of its own."),
        Misconception("A and B exchanged", _tube(A="np.r_[full, zero]", B="np.r_[zero, -full]"),
                      "A holds the lower ends and B the upper ones; in yours A is above B."),
        Misconception("down before up", _tube(
            p="np.r_[y + epsilon, y - epsilon]", A="np.r_[-full, zero]", B="np.r_[zero, full]"),
                      "The right numbers in another order: the copies that push up come first.",
                      _swapped),
        Misconception("C forgotten", _tube(full="np.ones(len(y))"),
                      "Your boxes end at 1 or −1, whatever C is."),
        Misconception("C in the type of y", _tube(
            zero="np.zeros_like(y)", full="np.full_like(y, C)"),
                      "`np.full_like(y, C)` takes over the type of y: if the targets are whole "
                      "numbers, C loses its fraction. `np.full(len(y), C)` keeps it."),
        Misconception("y by turns", """
            def tube_dual(y, epsilon, C):
                p = np.repeat(y, 2) + np.tile([-epsilon, epsilon], len(y))
                return p, np.tile([0, -C], len(y)), np.tile([C, 0], len(y))
            """, "You put the two copies of a sample side by side. Wanted are first all copies "
                 "that push up, then all that push down."),
        Misconception("tube of half the width", _tube(
            p="np.r_[y - epsilon / 2, y + epsilon / 2]"),
                      "ε is half the width of the tube already: it reaches ε above and ε below f."),
        Misconception("rows of a matrix", _tube(
            p="np.array([y - epsilon, y + epsilon])",
            A="np.array([zero, -full])", B="np.array([full, zero])"),
                      "The right numbers in another shape. Each of the three is one row of 2n "
                      "numbers: what does `np.shape` say of yours?", _other_shape),
    ),
    hints=("Write W with α and α* first, and put in β_i = α_i and β_{n+i} = −α*_i.",
           "What stands before β_i is y_i − ε. Before β_{n+i} = −α*_i, the sign of ε turns round; "
           "y_i keeps its own.",
           "`np.concatenate` joins two arrays. The boxes are 0 to C for the first n, and −C to 0 "
           "for the others."),
    way="W = Σ y_i (α_i − α*_i) − ε Σ (α_i + α*_i) − …. With β_i = α_i and β_{n+i} = −α*_i the "
        "linear part is Σ (y_i − ε) β_i + Σ (y_i + ε) β_{n+i}. From 0 ≤ α ≤ C follow the boxes: "
        "0 to C for the first n, −C to 0 for the others.",
    explanation="A regression with n samples has the form of a classification with 2n: the copies "
                "that push up are class +1, the others class −1.",
    fallback_hint="Three arrays, p, A and B. Take the first sample of this case: what stands "
                  "before α, what before −α*, and between which two numbers does each lie?")


def _ridge(block: str = "K + lam * np.eye(n)",
           solved: str = "np.linalg.solve(M, np.append(y, 0))",
           result: str = "solved[:n], solved[n]") -> str:
    """Return the source of `kernel_ridge` with one part changed."""
    return f"""
def kernel_ridge(K, y, lam):
    n = len(y)
    M = np.block([[{block}, np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    solved = {solved}
    return {result}
"""


RIDGE = CodeExercise(
    key="kernel-ridge", title="Ridge with its intercept", reference=kernel_ridge, cases=_ridges,
    accept=_same_parts,
    misconceptions=(
        Misconception("b lost", """
            def kernel_ridge(K, y, lam):
                return np.linalg.solve(K + lam * np.eye(len(y)), y), 0.0
            """, "That is the system without b. Do your β add up to 0?"),
        Misconception("b as the mean of y", """
            def kernel_ridge(K, y, lam):
                b = np.mean(y)
                return np.linalg.solve(K + lam * np.eye(len(y)), y - b), b
            """, "You fixed b at the mean of y first. Do your β add up to 0?"),
        Misconception("b from the residuals afterwards", """
            def kernel_ridge(K, y, lam):
                beta = np.linalg.solve(K + lam * np.eye(len(y)), y)
                return beta, np.mean(y - K @ beta)
            """, "You found β as if b were 0, and added b afterwards. Both belong to one system: "
                 "do your β add up to 0?"),
        Misconception("λ forgotten", _ridge(
            block="K", solved="np.linalg.lstsq(M, np.append(y, 0), rcond=None)[0]"),
                      "Your β are the same for every λ. Where does λ stand in your matrix? "
                      "`K + lam` would add it to every entry, and vanish because Σβ = 0."),
        Misconception("λ divided by n", _ridge(block="K + lam / n * np.eye(n)"),
                      "Your λ is divided by n: that belongs to a mean of squared errors. Here "
                      "they are added."),
        Misconception("λ times n", _ridge(block="K + lam * n * np.eye(n)"),
                      "Your λ is multiplied by n: that belongs to a mean of squared errors. Here "
                      "they are added."),
        Misconception("intercept penalised", """
            def kernel_ridge(K, y, lam):
                beta = np.linalg.solve(K + 1 + lam * np.eye(len(y)), y)
                return beta, beta.sum()
            """, "That is ridge with a constant feature: its b is penalised like a weight, and the "
                 "β do not add up to 0."),
        Misconception("λ on the border, too", _ridge(
            block="K", solved="np.linalg.solve(M + lam * np.eye(n + 1), np.append(y, 0))"),
                      "Your last equation says Σβ + λb = 0. Which number belongs in the corner?"),
        Misconception("one vector", _ridge(result="solved"),
                      "The right numbers in one array. Return two things: the first n of them, "
                      "and the last one.",
                      lambda case, given, right: np.ndim(given) == 1
                      and np.size(given) == len(case[1]) + 1
                      and np.allclose(given, np.append(*right))),
        Misconception("column and slice", _ridge(
            solved="np.linalg.solve(M, np.append(y, 0)[:, None])",
            result="solved[:n], solved[n:]"),
                      "The right numbers in another shape. β is one row of n numbers, and b a "
                      "single number: what does `np.shape` say of yours?", _other_shape),
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
    explanation="One linear system, and no pair has to be moved.",
    fallback_hint="Check your own answer: is `K @ beta + lam * beta + b` equal to y, and is "
                  "`beta.sum()` equal to 0?")

TELL = Exercise(
    key="what-the-tubes-tell", title="What do the two tubes tell?", variable="licensed",
    parse=Letters("abcdef"), reference=lambda: {"c", "f"},
    misconceptions=(
        Misconception("everything", set("abcdef"), "**a** and **b** cannot both hold. Which of the "
                      "statements speak of samples that nobody has seen?",
                      lambda given: len(given) == 6),
        Misconception("fewer support vectors", {"a", "c", "f"}, "**a**: a curve with few support "
                      "vectors is cheap to evaluate. What would show that it is right elsewhere?",
                      lambda given: "a" in given),
        Misconception("narrow tube", {"b", "c", "f"}, "**b**: you choose ε yourself, it is no "
                      "measured quality. What would show that the curve is right elsewhere?",
                      lambda given: "b" in given),
        Misconception("equal on fresh samples", {"c", "d", "f"}, "**d**: equal errors on samples "
                      "that both curves were fitted to. What would show that they are equally good "
                      "elsewhere?", lambda given: "d" in given),
        Misconception("smaller objective", {"c", "e", "f"}, "**e**: the two minimise different "
                      "objectives. With the same C and h, what does a wider tube do to P, "
                      "whatever the data are?", lambda given: "e" in given),
        Misconception("nothing at all", {"f"}, "That one is right. One other statement follows "
                      "from the KKT conditions, whatever the data are.",
                      lambda given: given == {"f"}),
        Misconception("the conditions only", {"c"}, "That one follows from the KKT conditions. One "
                      "other statement says what is still to be done.",
                      lambda given: given == {"c"}),
    ),
    hints=("Which statements are about the samples that were used for training, and which about "
           "others?",
           "Go through the zones of section 2: what follows if β is 0?",
           "Two statements are right. One is about each training sample alone, the other about "
           "what the table does not contain."),
    solution='licensed = {"c", "f"}',
    way="By the zones of section 2 a sample with β = 0 has |r| ≤ ε: that holds for every optimal "
        "tube. All columns of the table are computed from training samples, and ε, C and h were "
        "chosen by us, so nothing in it speaks of fresh ones. If C and h agree, the "
        "narrower tube never has the smaller P: around the same curve its slacks are no less.",
    explanation="Held-out samples decide between curves, as in lesson 05; a tube is a model, not "
                "an error bar.",
    fallback_hint="Which of the statements can be proved, and which would need fresh samples?")

EXERCISES = (TUBE, RIDGE, TELL)
