"""Exercise "kinds-of-task": what can be asked of data?"""
from __future__ import annotations

from coursekit.exercise import Exercise, Matching, Misconception

KINDS = ("classification", "regression", "clustering", "description", "association", "deviation")
LONG = {"numeric prediction": "regression", "concept description": "description",
        "association analysis": "association", "deviation analysis": "deviation"}
RIGHT = {"a": "regression", "b": "association", "c": "clustering", "d": "classification",
         "e": "deviation", "f": "description"}


def _kind(letter: str, word: str, hint: str) -> Misconception:
    """Return the mistake of taking one question for another kind of task."""
    return Misconception(f"{letter} as {word}", {**RIGHT, letter: word}, f"**{letter}**: {hint}",
                         lambda given: given[letter] == word)


KINDS_OF_TASK = Exercise(
    key="kinds-of-task", title="Which kind of task is it?", variable="tasks",
    parse=Matching("abcdef", KINDS, LONG), reference=lambda: RIGHT,
    misconceptions=(
        _kind("a", "classification", "is a number wanted, or one of several classes?"),
        _kind("a", "deviation", "tomorrow has no value yet, so nothing can deviate."),
        _kind("b", "clustering", "clusters divide the books, so that each book is in one. Here a "
                                 "book may be borrowed with many others."),
        _kind("c", "classification", "are the classes given beforehand?"),
        _kind("c", "description", "are there groups already that could be described?"),
        _kind("d", "regression", "how many different answers are possible?"),
        _kind("d", "description", "the question is about one applicant, not about all those who "
                                  "do not pay."),
        _kind("e", "regression", "the sales of this month are known already."),
        _kind("e", "clustering", "are groups wanted, or exceptions?"),
        _kind("f", "classification", "we know already which cars failed."),
        _kind("f", "association", "association looks at all cases; here one group is given."),
    ),
    hints=("Ask first: do past cases come with the right answer?",
           "Three questions ask for an answer about a new case, or for words about a given group; "
           "three look for something that nobody has labelled.",
           "Two answers for a new case: one is a number, one is yes or no."),
    solution=f"tasks = {RIGHT}".replace("'", '"'),
    way="a asks for a number and d for one of two classes, both for a new case. f has a given "
        "group and asks for words. c has no groups yet, b looks for what occurs together, e for "
        "exceptions.",
    explanation="Which method can be used depends on what is given: classes, numbers, or neither.",
    fallback_hint="Read the six definitions once more: what is given, and what is wanted?")
