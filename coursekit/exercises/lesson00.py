"""The exercise of the start page: how exercises work."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercises.code_exercise import CodeExercise
from coursekit.exercises.model import Misconception


def mean_of_three(a, b, c):
    """Return the mean of three numbers."""
    return (a + b + c) / 3


def _triples(rng: np.random.Generator) -> Iterator[tuple]:
    yield 2, 4, 9
    yield 0, 0, 3
    yield 3, -1, -1
    for triple in rng.normal(scale=10, size=(40, 3)).round(1):
        yield tuple(triple.tolist())


EXERCISES = (
    CodeExercise(
        key="mean-of-three", title="A warm-up", reference=mean_of_three, cases=_triples,
        misconceptions=(
            Misconception("sum", """
                def mean_of_three(a, b, c):
                    return a + b + c
                """, "That is the sum. How many numbers share it?"),
            Misconception("median", """
                def mean_of_three(a, b, c):
                    return sorted([a, b, c])[1]
                """, "That is the median, the number in the middle. The mean also depends on how "
                     "large the others are."),
            Misconception("shared by two", """
                def mean_of_three(a, b, c):
                    return (a + b + c) / 2
                """, "You divided by one less than the number of values; that belongs to a "
                     "variance, not to a mean."),
            Misconception("midrange", """
                def mean_of_three(a, b, c):
                    return (min(a, b, c) + max(a, b, c)) / 2
                """, "That is halfway between the smallest and the largest number. The one "
                     "between them counts as well."),
            Misconception("no brackets", """
                def mean_of_three(a, b, c):
                    return a + b + c / 3
                """, "A division comes before a sum, so only the last number is divided. Put "
                     "brackets around the sum."),
            Misconception("rounded down", """
                def mean_of_three(a, b, c):
                    return (a + b + c) // 3
                """, "`//` rounds down to a whole number. A mean need not be whole."),
        ),
        hints=("A mean shares the total equally.",
               "Add the three numbers, then divide by how many they are.",
               "Begin with `return (a + ...)`, and divide what stands in the brackets."),
        way="The mean is the value that each of the three would have if the total were shared "
            "equally. So add them up first, in brackets, and divide the sum by three.",
        explanation="The sum, shared by as many as there are numbers.",
        fallback_hint="Add the numbers, then share the sum equally."),
)
