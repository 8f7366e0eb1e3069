"""Exercise "name-the-kernel": a family and its number, from three values of a kernel."""
from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercise import AnswerError, Choice, Exercise, Misconception, comma, read_number


class Family:
    """Reads a letter and a number: ("b", 0.5), in any sensible form."""

    def __call__(self, value: Any) -> tuple[str, float]:
        """Return both."""
        if isinstance(value, dict):
            value = list(value.values())
        if hasattr(value, "tolist"):
            value = value.tolist()
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            typed = value[1:] if isinstance(value, (list, tuple)) else None
            raise AnswerError('I expected a letter and a number, such as ("a", 0.5).'
                              + comma(typed))
        if isinstance(value[0], (int, float)):
            raise AnswerError('I expected the letter first, such as in ("a", 0.5).')
        return Choice("abc")(value[0]), read_number(value[1])


def _rate(letter: str, value: float):
    return lambda given: given[0] == letter and abs(given[1] - value) < 0.01 * abs(value)


ROOT = float(np.sqrt(2))
NAME = Exercise(
    key="name-the-kernel", title="A kernel from three values", variable="family",
    parse=Family(), reference=lambda: ("b", ROOT), tolerance=0.005,
    misconceptions=(
        Misconception("Gaussian through the first value", lambda: ("a", ROOT),
                      "A Gaussian with this s has the first value. Which value would it have at "
                      "distance 2?", _rate("a", ROOT)),
        Misconception("Gaussian of this width", ("a", 2.0),
                      "At distance 1 this Gaussian is exp(−2) = 0.1353. What is the first value?",
                      _rate("a", 2.0)),
        Misconception("Gaussian", ("a", 0.7), "Square the first value and compare it with the "
                      "second. Does a Gaussian fall like that?", lambda given: given[0] == "a"),
        Misconception("absolute differences", lambda: ("c", ROOT),
                      "Along an axis (b) and (c) agree. Look at the third pair.",
                      lambda given: given[0] == "c"),
        Misconception("sigma for the rate", ("b", 0.5),
                      "Right family; exp(−0.5) is 0.6065. What should the value be at distance 1?",
                      _rate("b", 0.5)),
        Misconception("one over sigma", ("b", 2.0), "Right family; exp(−2) is 0.1353. Which "
                      "value is wanted at distance 1?", _rate("b", 2.0)),
        Misconception("sign", lambda: ("b", -ROOT), "Right family; the minus sign stands in the "
                      "formula already.", _rate("b", -ROOT)),
        Misconception("a value for the rate", ("b", 0.2431), "Right family; this is the first "
                      "value itself. Which s gives it at distance 1?", _rate("b", 0.2431)),
        Misconception("rounded", ("b", 1.4), "Right family, and close. Compute s from the first "
                      "value, to three decimals.",
                      lambda given: given[0] == "b" and abs(given[1] - ROOT) < 0.05),
        Misconception("another rate", ("b", 1.0), "Right family. Which s gives the first value "
                      "at distance 1?", lambda given: given[0] == "b"),
    ),
    hints=("How far are the samples of each pair apart?",
           "Distances 1, 2 and 1. How does the second value follow from the first?",
           "The family that fits has one parameter; a logarithm finds it from the first value."),
    solution='family = ("b", np.sqrt(2))',
    way="The distances are 1, 2 and 1, and the second value is the square of the first: "
        "exp(−s · d) does that, a Gaussian has the fourth power. The third pair has the sum "
        "of absolute differences 1.4, so (c) would give another value. Then s is minus the "
        "logarithm of the first value.",
    explanation="It falls with the distance, not with its square: radial, but not Gaussian.",
    fallback_hint="Compare the distances of the pairs first.")
