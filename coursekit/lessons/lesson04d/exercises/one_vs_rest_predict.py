"""Exercise "one-vs-rest-predict": the class of the largest value."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.exercise import CodeExercise, Misconception


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
            """, "You return a generator, which can be read only once. Make a list of its labels.",
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
            """, "You return fewer labels than rows. What happens to a row that no machine claims?",
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
            """, "You give one label per yes. Each row gets one label, even if two machines say "
                 "yes to it, or none.",
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
            """, "You let the largest absolute value win. A value of −3 is a firm no."),
        Misconception("column number", """
            def one_vs_rest_predict(decision, classes):
                return np.argmax(np.asarray(decision), axis=1)
            """, "These are the numbers of the columns. Which class stands for column 0?",
                      _column_numbers),
        Misconception("along the other axis", """
            def one_vs_rest_predict(decision, classes):
                return [classes[k] for k in np.argmax(decision, axis=0)]
            """, "You look down each column, which gives one answer per column. One answer "
                 "per row is wanted."),
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
