"""Exercise "segment-ends": the t between which a pair stays in its boxes."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edits
from coursekit.lessons.lesson03.pairs import PENALTIES
from coursekit.svm.smo import segment_ends


def _box(rng: np.random.Generator) -> tuple[float, float]:
    C = float(rng.choice(PENALTIES))
    return (0.0, C) if rng.random() < 0.5 else (-C, 0.0)


def _inside(rng: np.random.Generator, box: tuple[float, float]) -> float:
    return float(rng.choice([*box, *rng.uniform(*box, size=3)]))    # at an end in 4 of 10 cases


def _segments(rng: np.random.Generator) -> Iterator[tuple]:
    yield 0.25, -0.5, (0, 1), (-1, 0)
    yield 0.5, 0.5, (0, 1), (0, 1)                     # the middle of both boxes
    yield 0, 0, (0, 1), (0, 1)                         # neither may move
    yield 0, 0, (0, 1), (-1, 0)
    for _ in range(300):
        boxes = _box(rng), _box(rng)
        yield (*(_inside(rng, box) for box in boxes), *boxes)


BOXES = "(A_i, B_i), (A_j, B_j) = box_i, box_j"
LOW, HIGH = "max(A_i - beta_i, beta_j - B_j)", "min(B_i - beta_i, beta_j - A_j)"
ENDS = f"{LOW}, {HIGH}"

_wrong = edits()

SEGMENT = CodeExercise(
    key="segment-ends", title="The ends of the segment", reference=segment_ends, cases=_segments,
    tolerance=1e-6,         # single precision will do
    misconceptions=(
        _wrong("box of i only", ENDS, "A_i - beta_i, B_i - beta_i",
               "These are the ends for i alone. What happens to j meanwhile?"),
        _wrong("box of j only", ENDS, "beta_j - B_j, beta_j - A_j",
               "These are the ends for j alone. What happens to i meanwhile?"),
        _wrong("both the same way", ENDS,
               "max(A_i - beta_i, A_j - beta_j), min(B_i - beta_i, B_j - beta_j)",
               "With your ends both go up together. What would that do to the sum of all β?"),
        _wrong("inequality not turned round", ENDS,
               "max(A_i - beta_i, beta_j - A_j), min(B_i - beta_i, beta_j - B_j)",
               "Put your low into β_j − t. Does j stay in its box? When A_j ≤ β_j − t is solved "
               "for t, is A_j a lower or an upper limit of t?"),
        _wrong("max and min exchanged", ENDS,
               "min(A_i - beta_i, beta_j - B_j), max(B_i - beta_i, beta_j - A_j)",
               "At one of your ends one of the two is outside its box. Which of two limits is met "
               "first?"),
        _wrong("high before low", ENDS, f"{HIGH}, {LOW}",
               "The right two numbers, but the lower end comes first."),
        _wrong("places of i", ENDS, f"beta_i + {LOW}, beta_i + {HIGH}",
               "Those are the places that β_i reaches. The question asks for t, its move."),
        Misconception("L and H of other books", """
            def segment_ends(beta_i, beta_j, box_i, box_j):
                a_i, a_j, C = abs(beta_i), abs(beta_j), box_j[1] - box_j[0]
                if (box_i[1] > 0) == (box_j[1] > 0):
                    return max(0, a_i + a_j - C), min(C, a_i + a_j)
                return max(0, a_j - a_i), min(C, C + a_j - a_i)
            """, "Those are the ends L and H between which other books let α_j lie. The question "
                 "asks for the ends of t, the move of β_i."),
        _wrong("one box for every class", BOXES,
               "A_i, A_j, B_i, B_j = 0, 0, box_i[1] - box_i[0], box_j[1] - box_j[0]",
               "You took the box from 0 to C for every sample. For one of class −1 it is [−C, 0]; "
               "the arguments hold both ends."),
        _wrong("low cut at 0", LOW, "0",
               "t may be negative, too. Try a pair in the middle of its boxes."),
    ),
    hints=("Each sample gives two limits for t. Write all four down.",
           "From β_i: A_i − β_i ≤ t ≤ B_i − β_i. From β_j: β_j − B_j ≤ t ≤ β_j − A_j.",
           "Going up, t stops at whichever upper limit comes first. Is that the larger or the "
           "smaller of the two? Going down, it is the other way round."),
    way="Sample i allows t from A_i − β_i to B_i − β_i, sample j from β_j − B_j to β_j − A_j. Both "
        "must hold, so the lower end is the larger of the two lower limits, and the upper end the "
        "smaller of the two upper ones.",
    explanation="One formula for all four combinations of labels.",
    fallback_hint="Which t keep β_i + t in its box? And which keep β_j − t in its own?")
