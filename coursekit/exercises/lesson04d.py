"""The exercises of sitting 04d: a kernel by its values, largest values, a vote, moved images."""
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


def shift_images(images, dx, dy, t=1.0):
    """Blend each image with itself moved dx columns to the right and dy rows down."""
    n, h, w = np.shape(images)
    moved = np.zeros((n, h, w))
    for row in range(h):
        for column in range(w):
            from_row, from_column = row - dy, column - dx
            if 0 <= from_row < h and 0 <= from_column < w:
                moved[:, row, column] = images[:, from_row, from_column]
    return (1 - t) * images + t * moved


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


def _images(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), 1, 0
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), 0, 1
    yield np.array([[[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]]]), 0, 0
    yield np.array([[[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]]]), -1, 0, 0.25
    yield np.array([[[1, 2, 4], [3, 5, 6]]], dtype=np.uint8), 1, -1, 0.25
    yield np.array([[[8.0]]]), 1, 0, 0.5
    yield np.array([[[1.0, 2.0], [3.0, 4.0]]]), -5, 4               # farther than the image
    yield np.zeros((0, 2, 3)), 1, 1
    for _ in range(40):
        n, h, w = (int(v) for v in rng.integers(1, 6, 3))
        dx, dy = (int(v) for v in rng.integers(-3, 4, 2))
        images = rng.integers(1, 17, (n, h, w)).astype(float)
        yield images, dx, dy, float(rng.choice([0.0, 0.25, 0.5, 1.0]))


def _pixels(case: tuple, given, right) -> bool:
    given = np.asarray(given)
    if not right.size:          # as a list, no images at all have no height and width
        return given.size == 0
    return given.shape == right.shape and given.dtype.kind in "iuf" \
        and np.allclose(given, right, rtol=1e-5, atol=1e-6)


def _t(case: tuple) -> float:
    return case[3] if len(case) > 3 else 1.0


def _mistaken(right: str = "dx", down: str = "dy",
              result: str = "(1 - t) * images + t * moved") -> str:
    """Return the source of a shift with one thing in it changed."""
    return f"""
        def shift_images(images, dx, dy, t=1.0):
            kind = np.asarray(images).dtype
            images = np.asarray(images, dtype=float)
            h, w = images.shape[1:]
            right, down, far = {right}, {down}, max(abs(dx), abs(dy))
            wide = np.pad(images, ((0, 0), (far, far), (far, far)))
            moved = wide[:, far - down:far - down + h, far - right:far - right + w]
            return {result}
        """


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

SHIFT = CodeExercise(
    key="shift-images", title="Images moved by a fraction", reference=shift_images, cases=_images,
    accept=_pixels,
    misconceptions=(
        Misconception("comes back on the other side", """
            def shift_images(images, dx, dy, t=1.0):
                images = np.asarray(images, dtype=float)
                return (1 - t) * images + t * np.roll(images, (dy, dx), axis=(1, 2))
            """, "What left the image on one side has come back on the other."),
        Misconception("places counted from the end", """
            def shift_images(images, dx, dy, t=1.0):
                h, w = np.shape(images)[1:]
                moved = np.zeros(np.shape(images))
                for row in range(h):
                    for column in range(w):
                        if -h <= row - dy < h and -w <= column - dx < w:
                            moved[:, row, column] = images[:, row - dy, column - dx]
                return (1 - t) * images + t * moved
            """, "Some pixels come from the other side: to Python the place −1 is the last one."),
        Misconception("dx and dy exchanged", _mistaken(right="dy", down="dx"),
                      "dx and dy have changed places: dx counts columns, dy counts rows."),
        Misconception("the other direction", _mistaken(right="-dx", down="-dy"),
                      "It moves the other way. Positive is to the right, and down."),
        Misconception("the other way up", _mistaken(down="-dy"),
                      "Columns are right; rows move the other way. Row 0 is the top one."),
        Misconception("an empty slice", """
            def shift_images(images, dx, dy, t=1.0):
                moved = np.zeros(np.shape(images))
                if dx > 0:
                    moved[:, :, dx:] = images[:, :, :-dx]
                elif dx < 0:
                    moved[:, :, :dx] = images[:, :, -dx:]
                if dy > 0:
                    moved[:, dy:] = moved[:, :-dy].copy()
                    moved[:, :dy] = 0
                elif dy < 0:
                    moved[:, :dy] = moved[:, -dy:].copy()
                    moved[:, dy:] = 0
                return (1 - t) * images + t * moved
            """, "Where dx is 0 the moved image is blank. A slice such as `x[:-0]` is empty; an "
                 "`if dx > 0` leaves 0 out.",
                      lambda case, given, right: case[1] == 0
                      and np.allclose(given, (1 - _t(case)) * case[0])),
        Misconception("edges repeated", """
            def shift_images(images, dx, dy, t=1.0):
                h, w = np.shape(images)[1:]
                rows = np.clip(np.arange(h) - dy, 0, max(h - 1, 0))
                columns = np.clip(np.arange(w) - dx, 0, max(w - 1, 0))
                return (1 - t) * images + t * images[:, rows][:, :, columns]
            """, "The edge is repeated. What comes in from outside is 0."),
        Misconception("t ignored", _mistaken(result="moved"),
                      "Right for t = 1 only. What does t do?"),
        Misconception("t and 1 - t exchanged", _mistaken(result="t * images + (1 - t) * moved"),
                      "At t = 1 the image should have moved, at t = 0 not."),
        Misconception("old image forgotten", _mistaken(result="t * moved"),
                      "The moved part is there, times t. Where is the rest of the image?"),
        Misconception("whole numbers kept",
                      _mistaken(result="((1 - t) * images + t * moved).astype(kind)"),
                      "Your result has the whole numbers of the images, and t = 0.25 gives "
                      "others."),
    ),
    hints=("First the whole move: an array of zeros of the same shape, into which the part that "
           "stays inside is copied.",
           "For dx > 0 columns dx, dx + 1, … of the new image are columns 0, 1, … of the old one. "
           "Beware of `[:-0]`, and of moves beyond the image.",
           "Then blend: (1 − t) times the old image plus t times the moved one."),
    way="Begin with zeros. The pixel at (row, column) of the moved image is the old one at "
        "(row − dy, column − dx), if there is one; with two loops over rows and columns all images "
        "move at once. Then blend the two with 1 − t and t.",
    explanation="A quarter of a pixel is a blend: three quarters old, one quarter moved.",
    by_case=(
        (lambda case, given, right: _t(case) == 0, "With t = 0 nothing moves."),
        (lambda case, given, right: _t(case) < 1, "Here t is less than 1: how much of the old "
         "image stays, and how much of the moved one is added?"),
        (lambda case, given, right: abs(case[1]) >= np.shape(case[0])[2]
         or abs(case[2]) >= np.shape(case[0])[1], "Here the images move farther than they are "
         "wide or high. What is left to be seen?")),
    fallback_hint="Write down the first image of this case, and where each of its numbers goes.")


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

EXERCISES = (NAME, LARGEST, NINTH, SHIFT)
