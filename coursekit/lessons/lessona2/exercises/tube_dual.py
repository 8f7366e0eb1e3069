"""Exercise "tube-dual": the tube as a problem for SMO."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit, edits
from coursekit.lessons.lessona2.exercises.parts import other_shape, same_parts


def tube_dual(y, epsilon, C):
    """Return p, A, B, shape (2n,) each: n copies that may rise to C, n that may fall to -C."""
    zero, full = np.zeros(len(y)), np.full(len(y), float(C))
    p = np.concatenate([np.asarray(y) - epsilon, np.asarray(y) + epsilon])
    return p, np.concatenate([zero, -full]), np.concatenate([full, zero])


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


def _swapped(case: tuple, given, right) -> bool:
    n = len(right[0]) // 2
    return len(given) == 3 and all(
        np.shape(g) == np.shape(r) and np.allclose(np.roll(np.asarray(g, float), n), r)
        for g, r in zip(given, right, strict=True))


TARGETS = "np.asarray(y) - epsilon, np.asarray(y) + epsilon"
ENDS = "np.concatenate([zero, -full]), np.concatenate([full, zero])"

_wrong = edits()

TUBE = CodeExercise(
    key="tube-dual", title="The tube as a problem for SMO", reference=tube_dual, cases=_tubes,
    accept=same_parts,
    misconceptions=(
        _wrong("ε on the wrong side", TARGETS, "y + epsilon, y - epsilon",
               "In W each multiplier α_i costs ε. What stands before α_i then, y_i plus ε or "
               "minus ε? And for the copy that pulls down, β = −α*: which sign has ε α* when it "
               "is written with β?"),
        _wrong("ε subtracted twice", TARGETS, "y - epsilon, y - epsilon",
               "Right for the copies that pull up. For the others β = −α*, so −ε α* is +ε β."),
        _wrong("minus y for the second copy", TARGETS, "y - epsilon, -y - epsilon",
               "That is what stands before α*. What stands before β = −α*?"),
        _wrong("α* in its own box", ENDS, "np.r_[zero, zero], np.r_[full, full]",
               "0 to C is the box of α*. In which box lies β = −α*?"),
        _wrong("box of the difference", ENDS, "np.r_[-full, -full], np.r_[full, full]",
               "−C to C is the box of α − α*. Here each of the two has a place of its own."),
        _wrong("A and B exchanged", ENDS, "np.r_[full, zero], np.r_[zero, -full]",
               "A holds the lower ends and B the upper ones; in yours A is above B."),
        Misconception("down before up", edit(
            (TARGETS, "y + epsilon, y - epsilon"),
            (ENDS, "np.r_[-full, zero], np.r_[zero, full]")),
            "These are the right numbers in another order: the copies that pull up come first.",
            _swapped),
        _wrong("C forgotten", "np.full(len(y), float(C))", "np.ones(len(y))",
               "Your boxes end at 1 or −1, whatever C is."),
        _wrong("C in the type of y", "np.zeros(len(y)), np.full(len(y), float(C))",
               "np.zeros_like(y), np.full_like(y, C)",
               "`np.full_like(y, C)` takes over the type of y: if the targets are whole numbers, "
               "C loses its fraction. `np.full(len(y), C)` keeps it."),
        _wrong("rows of a matrix", "np.concatenate", "np.array",
               "These are the right numbers in another shape. Each of the three is one row of 2n "
               "numbers: what does `np.shape` say of yours?", other_shape),
    ),
    hints=("Write W with α and α* first, and put in β_i = α_i and β_{n+i} = −α*_i.",
           "What stands before β_i is y_i − ε. Before β_{n+i} = −α*_i, the sign of ε turns round; "
           "y_i keeps its own.",
           "`np.concatenate` joins two arrays. The boxes are 0 to C for the first n, and −C to 0 "
           "for the others."),
    way="W = Σ y_i (α_i − α*_i) − ε Σ (α_i + α*_i) − …. With β_i = α_i and β_{n+i} = −α*_i the "
        "linear part is Σ (y_i − ε) β_i + Σ (y_i + ε) β_{n+i}. From 0 ≤ α ≤ C follow the boxes: "
        "0 to C for the first n, −C to 0 for the others.",
    explanation="For SMO it is the same problem with other p and other boxes: y − ε for the "
                "copies that pull up, y + ε for those that pull down.",
    fallback_hint="Three arrays, p, A and B. Take the first sample of this case: what stands "
                  "before α, what before −α*, and between which two numbers does each lie?")
