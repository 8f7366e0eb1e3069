"""The exercises of sitting 04d: a kernel by its values, largest values, a vote."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import AnswerError, Choice, Letters, comma, read_number


def one_vs_rest_predict(decision, classes):
    """Return, for each row of decision, the class of its largest value."""
    best = np.argmax(np.asarray(decision), axis=1)
    return [classes[k] for k in best]


def _decisions(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[-0.2, -1.0], [0.5, 2.0]]), ["owl", "auk"]
    yield np.array([[-3.0, -0.5, -1.0]]), ["wren", "owl", "auk"]           # nobody says yes
    yield np.array([[0.5, 0.2, 1.5]]), ["wren", "owl", "auk"]              # all say yes
    yield np.array([[2.0, 1.0], [-3.0, -2.0], [0.5, 4.0]]), [7, 3]
    yield np.zeros((0, 3)), ["wren", "owl", "auk"]
    for _ in range(40):
        c, n = int(rng.integers(2, 7)), int(rng.integers(1, 8))
        names = [["owl", "auk", "wren", "emu", "kiwi", "ibis"], [9, 4, 6, 1, 0, 3]][n % 2][:c]
        column_scale = rng.choice([0.3, 1.0, 5.0], c)
        yield (rng.normal(size=(n, c)) * column_scale - 0.4).round(2), names


def _labels(case: tuple, given, right) -> bool:
    """Accept the right classes as a list, a tuple, an array or a Series; of equal values, any."""
    if hasattr(given, "__next__"):
        return False
    (decision, classes), given = case, list(given)
    return len(given) == len(right) and all(
        not isinstance(a, (bool, np.bool_))
        and any(a == classes[k] for k in np.flatnonzero(row == row.max()))
        for a, row in zip(given, decision, strict=True))


def _fewer(case: tuple, given, right) -> bool:
    return len(list(given)) < len(right) and bool((np.asarray(case[0]) <= 0).all(axis=1).any())


def _column_numbers(case: tuple, given, right) -> bool:
    return np.array_equal(np.asarray(given), np.argmax(case[0], axis=1))


LARGEST = CodeExercise(
    key="one-vs-rest-predict", title="The largest value", reference=one_vs_rest_predict,
    cases=_decisions, accept=_labels,
    misconceptions=(
        Misconception("a generator", """
            def one_vs_rest_predict(decision, classes):
                return (classes[k] for k in np.argmax(decision, axis=1))
            """, "Its labels can be read once only, and have no number. Make a list of them.",
                      lambda case, given, right: hasattr(given, "__next__")),
        Misconception("begins at 0", """
            def one_vs_rest_predict(decision, classes):
                labels = []
                for row in decision:
                    best, label = 0, classes[0]
                    for k, value in enumerate(row):
                        if value > best:
                            best, label = value, classes[k]
                    labels.append(label)
                return labels
            """, "Right where somebody says yes. What is the largest value of a row in which all "
                 "are negative?"),
        Misconception("first yes, and stop", """
            def one_vs_rest_predict(decision, classes):
                labels = []
                for row in decision:
                    for k, value in enumerate(row):
                        if value > 0:
                            labels.append(classes[k])
                            break
                return labels
            """, "There are fewer labels than rows. What became of the row that no machine claims?",
                      lambda case, given, right: _fewer(case, given, right)
                      or (list(given) == [case[1][int(np.argmax(row > 0))]
                                          for row in np.asarray(case[0]) if (row > 0).any()])),
        Misconception("every yes", """
            def one_vs_rest_predict(decision, classes):
                labels = []
                for row in decision:
                    for k, value in enumerate(row):
                        if value > 0:
                            labels.append(classes[k])
                return labels
            """, "The labels are as many as the yeses. One row gets one label, even if two "
                 "machines say yes, or none.",
                      lambda case, given, right: list(given) == [
                          case[1][k] for row in case[0] for k in np.flatnonzero(row > 0)]),
        Misconception("first yes, else the largest", """
            def one_vs_rest_predict(decision, classes):
                labels = []
                for row in decision:
                    yes = [k for k, value in enumerate(row) if value > 0]
                    labels.append(classes[yes[0] if yes else int(np.argmax(row))])
                return labels
            """, "Where two machines say yes, you take the first of them. Is its value the larger "
                 "one?"),
        Misconception("first yes, else the first class", """
            def one_vs_rest_predict(decision, classes):
                return [classes[int(np.argmax(np.asarray(row) > 0))] for row in decision]
            """, "You ask only who says yes. Two machines do, or none: does it matter how large "
                 "their values are?"),
        Misconception("largest size", """
            def one_vs_rest_predict(decision, classes):
                return [classes[k] for k in np.argmax(np.abs(decision), axis=1)]
            """, "You let the largest size win. A value of −3 is a decided no."),
        Misconception("column number", """
            def one_vs_rest_predict(decision, classes):
                return np.argmax(np.asarray(decision), axis=1)
            """, "These are the numbers of the columns. Which class stands for column 0?",
                      _column_numbers),
        Misconception("along the other axis", """
            def one_vs_rest_predict(decision, classes):
                return [classes[k] for k in np.argmax(decision, axis=0)]
            """, "You look down each column, which gives one answer a column. One for each row is "
                 "wanted."),
        Misconception("columns rescaled", """
            def one_vs_rest_predict(decision, classes):
                decision = np.asarray(decision, dtype=float)
                scaled = decision / np.linalg.norm(decision, axis=0)
                return [classes[k] for k in np.argmax(scaled, axis=1)]
            """, "You divide each column by its length. That is another rule: the answer for one "
                 "row now depends on the other rows."),
        Misconception("classes sorted", """
            def one_vs_rest_predict(decision, classes):
                classes = sorted(classes)
                return [classes[k] for k in np.argmax(decision, axis=1)]
            """, "You have sorted the classes. The columns come in the order in which `classes` "
                 "gives them."),
        Misconception("smallest value", """
            def one_vs_rest_predict(decision, classes):
                return [classes[k] for k in np.argmin(decision, axis=1)]
            """, "You take the smallest value. Each machine is positive for its own class."),
    ),
    hints=("One row, one answer. Which column of the row do you want, whatever its sign?",
           "`np.argmax` with an axis gives the column of the largest value of each row.",
           "Then look up the class that stands over that column."),
    way="The column of the largest value in each row is `np.argmax(decision, axis=1)`; the class "
        "at that place of `classes` is the answer. No sign is asked for, so no row is left out.",
    explanation="One row, one label, whether nobody says yes or two do.",
    fallback_hint="Take one row by itself. Which of its columns wins, and what is that column's "
                  "class?")


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
    key="name-the-kernel", title="A kernel by three values", variable="family",
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
                      "Right family; exp(−0.5) is 0.6065. Which value is wanted at distance 1?",
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


NINTH = Exercise(
    key="ninth-digit", title="The ninth digit", variable="claim", parse=Letters("abcde"),
    reference=lambda: {"c"},
    misconceptions=(
        Misconception("sums as support", {"a"}, "The first half is right. But in which unit are "
                      "these sums, and how much of their difference is the machine 5/6?"),
        Misconception("without their duel", {"b"}, "Add up the eight values of each digit without "
                      "that machine. Which sum is larger?"),
        Misconception("one loud machine", {"d"}, "That is one machine, 3/5. What does it know "
                      "about a 6?"),
        Misconception("nothing can be said", {"e"}, "How many votes can a digit have at most? And "
                      "how many has each of these two?"),
        Misconception("votes and sums", {"a", "c"}, "One letter, please: these two agree about the "
                      "votes and contradict each other about the sums."),
        Misconception("several", {"b", "d"}, "One letter, please.", lambda given: len(given) > 1),
    ),
    hints=("Count the positive values for each digit.",
           "Add up the values with and without the machine that knows both digits.",
           "Is a value of 0.2 of one machine as much as 0.2 of another one?"),
    solution='claim = "c"',
    way="6 has nine votes and 5 has eight. The sums are larger for 6, but without the machine "
        "5/6 nearly equal, and each machine has its own unit: a sum of such numbers decides "
        "nothing.",
    explanation="A vote needs only the sign of each machine; a sum needs a common unit.",
    fallback_hint="Votes first, then ask what a sum of values of different machines means.")

EXERCISES = (NAME, LARGEST, NINTH)
