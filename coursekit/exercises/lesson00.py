"""The exercises of the start page: how exercises work, and what can be asked of data."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Matching


def mean_of_three(a, b, c):
    """Return the mean of three numbers."""
    return (a + b + c) / 3


def _triples(rng: np.random.Generator) -> Iterator[tuple]:
    yield 2, 4, 9
    yield 0, 0, 3
    yield 3, -1, -1
    for triple in rng.normal(scale=10, size=(40, 3)).round(1):
        yield tuple(triple.tolist())


MEAN = CodeExercise(
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
    fallback_hint="Add the numbers, then share the sum equally.")

KINDS = ("classification", "regression", "clustering", "description", "association", "deviation")
RIGHT = {"a": "regression", "b": "association", "c": "clustering", "d": "classification",
         "e": "deviation", "f": "description"}


def _kind(letter: str, word: str, hint: str) -> Misconception:
    """Return the mistake of taking one question for another kind of task."""
    return Misconception(f"{letter} as {word}", {**RIGHT, letter: word}, f"**{letter}**: {hint}",
                         lambda given: given[letter] == word)


TASKS = Exercise(
    key="kinds-of-task", title="Which kind of task is it?", variable="tasks",
    parse=Matching("abcdef", KINDS), reference=lambda: RIGHT,
    misconceptions=(
        _kind("a", "classification", "is a number wanted, or one of several classes?"),
        _kind("a", "deviation", "tomorrow has no value yet that could depart from anything."),
        _kind("b", "clustering", "groups divide the books: each is in one. Here a book may occur "
                                 "together with many others."),
        _kind("c", "classification", "are the classes given beforehand?"),
        _kind("c", "description", "are there groups already whose properties could be told?"),
        _kind("d", "regression", "how many different answers are possible?"),
        _kind("d", "description", "one applicant is to be judged; nothing is to be told about "
                                  "all who do not pay."),
        _kind("e", "regression", "the sales of this month are known already."),
        _kind("e", "clustering", "are groups wanted, or exceptions?"),
        _kind("f", "classification", "we know already which cars failed."),
        _kind("f", "association", "things that occur together are looked for among all cases; "
                                  "here one group is given."),
    ),
    hints=("Ask first: is the right answer known for the cases to learn from?",
           "Three questions want an answer for a new case, or words about a given group; three "
           "look for something that nobody has marked.",
           "Two answers for a new case: one is a number, one is yes or no."),
    solution=f"tasks = {RIGHT}".replace("'", '"'),
    way="a wants a number and d one of two classes, both for a new case. f has a given group and "
        "wants words. c has no groups yet, b looks for what occurs together, e for exceptions.",
    explanation="Whether groups, classes or numbers are given decides which method can be used.",
    fallback_hint="Read the six definitions once more: what is given, and what is wanted?")

EXERCISES = (MEAN, TASKS)
