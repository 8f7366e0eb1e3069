"""Exercise "ten-steps": the steps of a project, to be put in order.

Viviana Acquaviva's slides list ten steps. The first three (class of model, its settings, features
and target) are accepted in any order, and so are the last two (diagnosis, final model).
"""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercise import AnswerError, Exercise, Misconception

#: The letters on the page, in the order of the slides; the first three, and the last two, are free.
RIGHT = "fbihdcgaej"
FREE, LAST = RIGHT[:3], RIGHT[-2:]


class Order:
    """Reads an order of ten letters: "abc...", ["a", "b", ...] or "a, b, c, ...".

    Letters of the first three steps come back sorted if they stand first, and those of the last
    two if they stand last, since their order is free.

    Examples
    --------
    >>> Order()("i f b h d c g a e j") == Order()(list("fbihdcgaej"))
    True
    """

    def __call__(self, value: Any) -> str:
        """Return the ten letters as one text."""
        if isinstance(value, (set, frozenset)):
            raise AnswerError("A set has no order. Write the letters as one text, \"abc…\".")
        listed = value.tolist() if isinstance(value, np.ndarray) else value
        if not isinstance(listed, (str, list, tuple)):
            raise AnswerError("I expected ten letters in one text, such as \"abcdefghij\", but "
                              f"got a {type(value).__name__}.")
        letters = "".join(c for c in "".join(map(str, listed)).lower() if c.isalpha())
        if sorted(letters) != sorted(RIGHT):
            raise AnswerError("I expected each of the ten letters a to j once, but got "
                              f"{letters[:30] or 'none'}.")
        parts = letters[:3], letters[3:-2], letters[-2:]
        return "".join("".join(sorted(part)) if set(part) in (set(FREE), set(LAST)) else part
                       for part in parts)


def _later(given: str, first: str, second: str) -> bool:
    return given.index(first) > given.index(second)


TEN_STEPS = Exercise(
    key="ten-steps", title="Ten steps in order", variable="ten_steps",
    parse=Order(), reference=lambda: RIGHT,
    misconceptions=(
        Misconception("the alphabet", "abcdefghij", "That is the alphabet. Read the steps, and "
                      "begin with what you need before anything can be split.",
                      lambda given: given == "abcdefghij"),
        Misconception("backwards", RIGHT[::-1], "Is your list the wrong way round? It begins with "
                      "the machine that is handed over.",
                      lambda given: given in (RIGHT[::-1], "abc")),
        Misconception("the final model before its score", "fbihdcgjae",
                      "The final model is trained on all samples. Its score can no longer be "
                      "measured on any of them, so the outer scores must exist before.",
                      lambda given: _later(given, "a", "j")),
        Misconception("diagnosis before the score", "fbihdcgeaj",
                      "You diagnose a score that nobody has measured yet.",
                      lambda given: _later(given, "a", "e")),
        Misconception("inner before outer", "fbidhcgaej",
                      "The inner split cuts the outer *training* part. So something must be cut "
                      "before it.", lambda given: _later(given, "h", "d")),
        Misconception("fits before the inner split", "fbihcdgaej",
                      "You fit every combination on inner training sets before these exist.",
                      lambda given: _later(given, "d", "c")),
        Misconception("winner before the fits", "fbihdgcaej",
                      "A winner is named before any combination has been tried.",
                      lambda given: _later(given, "c", "g")),
        Misconception("outer scores before the winner", "fbihdcagej",
                      "What is scored in the outer test part is the winner of the inner loop. It "
                      "must be known by then.", lambda given: _later(given, "g", "a")),
        Misconception("split before there is a table", "fhbidcgaej",
                      "In the recipe, all that needs no split comes before the first split: the "
                      "table, the class of models, the settings to try.",
                      lambda given: set(given[:3]) != set(FREE)),
    ),
    hints=("Three steps need no split; their order among themselves is free. Which ones?",
           "After these, work from the outside inwards: the outer split, the inner split, the "
           "fits. Then come back out.",
           "Coming out: the inner winner, then the outer scores. The two steps that remain both "
           "use these."),
    solution=f'ten_steps = "{RIGHT}"',
    way="First the model, its settings and the table, in any order. Then the outer split, inside "
        "it the inner one, inside that the fits. Coming out, the inner winner is found, then the "
        "outer scores. They are needed for the diagnosis, and to be reported with the final model.",
    explanation="The slides list exactly these ten. The first three may change places, and so may "
                "the last two: but if the diagnosis sends you back, the final model waits.",
    fallback_hint="For each step: what must exist before it can begin?")
