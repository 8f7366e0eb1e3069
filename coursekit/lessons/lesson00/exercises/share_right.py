"""Exercise "share-right": the number by which the whole course judges its machines."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Misconception, edit


def share_right(said, truth):
    """Return the proportion of passengers about whom the machine is right."""
    return float(np.mean(said == truth))


def _fates(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1, 0, 0, 1]), np.array([1, 0, 1, 1])
    yield np.array([1, 0]), np.array([0, 1])            # never right
    yield np.array([0, 1, 1]), np.array([0, 1, 1])      # always right
    yield np.array([0, 1, 1]), np.array([1, 1, 0])
    for n in rng.integers(3, 12, 40):
        said, truth = rng.integers(0, 2, (2, n))
        said[0] = truth[-1] = 1         # some are said to survive, and some survive
        yield said, truth
    yield tuple(rng.integers(0, 2, (2, 300)))          # many passengers


#: A right answer that goes through the passengers one by one.
LOOP = """
def share_right(said, truth):
    right = 0
    for s, t in zip(said, truth):
        if s == t:
            right += 1
    return right / len(truth)
"""


def _returns(name: str, value: str, hint: str) -> Misconception:
    return Misconception(name, edit(("float(np.mean(said == truth))", value)), hint)


SHARE_RIGHT = CodeExercise(
    key="share-right", title="How often is it right?", reference=share_right, cases=_fates,
    misconceptions=(
        _returns("count", "int(np.sum(said == truth))",
                 "You return *how many* answers are right. Which proportion of all is that?"),
        _returns("error rate", "float(np.mean(said != truth))",
                 "You return the proportion of *wrong* answers."),
        _returns("array", "said == truth",
                 "You return one True or False per passenger. The exercise asks for one number."),
        _returns("per cent", "100 * float(np.mean(said == truth))",
                 "You return per cent. A proportion lies between 0 and 1."),
        _returns("survivors only", "float(np.mean(said & truth))",
                 "You count only the survivors about whom it is right. It may also be right about "
                 "somebody who died."),
        _returns("of those said to survive", "float(np.sum(said & truth) / np.sum(said))",
                 "You look only at passengers of whom the machine said “survived”. When it says "
                 "“died”, it can be right, too."),
        _returns("of those who survived", "float(np.sum(said & truth) / np.sum(truth))",
                 "You look only at passengers who survived. What does the machine say about the "
                 "others?"),
        _returns("compares two rates", "float(1 - abs(np.mean(said) - np.mean(truth)))",
                 "You compare how many were said to survive with how many did. Both can be equal "
                 "although every single answer is wrong."),
        Misconception("return inside the loop",
                      edit(("    return right / len(truth)", "        return right / len(truth)"),
                           of=LOOP),
                      "Your `return` stands inside the loop, so the function ends after the first "
                      "passenger."),
        Misconception("rounded", edit(("float(np.mean(said == truth))",
                                       "round(float(np.mean(said == truth)), 2)")),
                      "Do not round: return the proportion itself.",
                      lambda case, given, right: 0 < abs(given - right) < 0.0051),
    ),
    hints=("About which passengers is the machine right? Compare `said` with `truth`, entry by "
           "entry.",
           "Comparing two arrays gives one True or False per passenger. What is the mean of those, "
           "if True counts as 1 and False as 0?",
           "The method `.mean()` works on an array of True and False as well. Return one number."),
    way="`said == truth` compares the two arrays entry by entry: True where the machine is right. "
        "True counts as 1 and False as 0, so the mean of these is the proportion of right answers.",
    explanation="This number is called the accuracy.",
    fallback_hint="Count the passengers for whom `said` and `truth` agree, and divide by how many "
                  "passengers there are.")
