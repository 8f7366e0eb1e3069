"""Exercise "mean-of-three": a warm-up that shows what a verdict is."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception, edit


def mean_of_three(a, b, c):
    """Return the mean of three numbers."""
    return (a + b + c) / 3


def _triples(rng: np.random.Generator) -> Iterator[tuple]:
    yield 2, 4, 9
    yield 0, 0, 3
    yield 3, -1, -1
    for triple in rng.normal(scale=10, size=(40, 3)).round(1):
        yield tuple(triple.tolist())


def _returns(name: str, value: str, hint: str) -> Misconception:
    return Misconception(name, edit(("(a + b + c) / 3", value)), hint)


MEAN_OF_THREE = CodeExercise(
    key="mean-of-three", title="A warm-up", reference=mean_of_three, cases=_triples,
    misconceptions=(
        _returns("sum", "a + b + c", "That is the sum. How many numbers share it?"),
        _returns("median", "sorted([a, b, c])[1]",
                 "That is the median, the number in the middle. The mean also depends on how "
                 "large the others are."),
        _returns("shared by two", "(a + b + c) / 2",
                 "You divided by 2, but there are three numbers."),
        _returns("midrange", "(min(a, b, c) + max(a, b, c)) / 2",
                 "That is halfway between the smallest and the largest number. The one "
                 "between them counts as well."),
        _returns("no brackets", "a + b + c / 3",
                 "A division comes before a sum, so only the last number is divided. Put "
                 "brackets around the sum."),
        _returns("rounded", "round((a + b + c) / 3, 2)",
                 "You rounded the mean. Return it unrounded."),
        _returns("rounded to a whole number", "round((a + b + c) / 3)",
                 "You rounded the mean to a whole number. Return it unrounded."),
        _returns("rounded down", "(a + b + c) // 3",
                 "`//` rounds down to a whole number. A mean need not be whole."),
    ),
    hints=("A mean shares the total equally.",
           "Add the three numbers, then divide by how many they are.",
           "Begin with `return (a + ...)`, then divide the whole bracket."),
    way="The mean is the value that each of the three would have if the total were shared "
        "equally. So add them up first, in brackets, and divide the sum by three.",
    explanation="The sum, divided by the number of values.",
    fallback_hint="Add the numbers, then share the sum equally.")
