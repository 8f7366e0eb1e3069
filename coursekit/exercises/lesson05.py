"""The exercises of sitting 05: folds, two loops, what may be quoted, and tables by hand."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import NamedTuple

import numpy as np

from coursekit.exercise.code_exercise import CodeExercise
from coursekit.exercise.compare import short_repr
from coursekit.exercises.lesson05_loops import NESTED
from coursekit.exercise.model import Exercise, Misconception
from coursekit.exercise.parsing import Letters, Numbers


def folds(n, k, rng):
    """Return k arrays of row numbers: every row 0 ... n-1 in exactly one of them."""
    return np.array_split(rng.permutation(n), k)


class Drawn(NamedTuple):
    """What two calls with one generator returned, and one with its twin; shown is the first."""

    first: object
    second: object
    again: object

    def __repr__(self):
        return short_repr(self.first)


def _draw_twice(answer: Callable, n: int, k: int, rng: np.random.Generator) -> Drawn | None:
    twin = deepcopy(rng)
    first = answer(n, k, rng)
    return None if first is None else Drawn(first, answer(n, k, rng), answer(n, k, twin))


def _sizes(rng: np.random.Generator) -> Iterator[tuple]:
    for n, k in [(7, 3), (4, 2), (3, 3), (8, 3), (9, 8), (20, 4), (60, 5), (12, 12), (11, 2)]:
        yield n, k, np.random.default_rng(n)
    for n in rng.integers(13, 61, 20):
        yield int(n), int(rng.integers(2, n + 1)), np.random.default_rng(n)


def _rows(result) -> list[list[int]]:
    """Return folds as lists of whole numbers; what is none raises."""
    found = [np.asarray(test) for test in result]
    if any(test.ndim != 1 or test.dtype.kind not in "iu" for test in found):
        raise ValueError("not arrays of row numbers")
    return [test.tolist() for test in found]


def _is_partition(case: tuple, rows: list[list[int]]) -> bool:
    return sorted(sum(rows, [])) == list(range(case[0]))


def _together(rows: list[list[int]]) -> set[frozenset[int]]:
    """Return which rows are tested together, whatever the order of folds and rows."""
    return set(map(frozenset, rows))


def _are_blocks(case: tuple, rows: list[list[int]]) -> bool:
    """Tell whether each fold is a run of rows that follow each other; row 0 follows the last."""
    ends = [sum((row + 1) % case[0] not in test for row in test) for test in rows]
    return _is_partition(case, rows) and max(ends) == 1


def _folds_are_right(case: tuple, given: Drawn, right: Drawn) -> bool:
    """Where chance cannot do it (20 rows, pairs or more), folds must differ, and be no blocks."""
    n, k, _ = case
    first, second, again = map(_rows, given)
    sizes = [len(test) for test in first]
    return len(given.first) == k and _is_partition(case, first) and max(sizes) - min(sizes) <= 1 \
        and first == again and (n < 20 or 2 * k > n or (
            _together(first) != _together(second) and not _are_blocks(case, first)))


def _are_labels(case: tuple, given: Drawn, right: Drawn) -> bool:
    flat = np.asarray(given.first)
    return flat.shape == (case[0],) and set(flat.tolist()) <= set(range(case[1] + 1))


def _are_training_rows(case: tuple, given: Drawn, right: Drawn) -> bool:
    n, k, _ = case
    counts = np.bincount(sum(_rows(given.first), []), minlength=n)
    return k > 2 and set(counts.tolist()) == {k - 1}


def _is_uneven(case: tuple, given: Drawn, right: Drawn) -> bool:
    rows = _rows(given.first)
    sizes = [len(test) for test in rows]
    return len(rows) == case[1] and _is_partition(case, rows) and max(sizes) - min(sizes) > 1


FOLDS = CodeExercise(
    key="folds", title="Folds", reference=folds, cases=_sizes, run=_draw_twice,
    accept=_folds_are_right,
    misconceptions=(
        Misconception("consecutive blocks", """
            def folds(n, k, rng):
                return np.array_split(np.arange(n), k)
            """, "Every row is tested once, but rows that follow each other in the file are "
                 "tested together. Which rows come together is for `rng` to draw.",
            lambda case, given, right: _are_blocks(case, _rows(given.first))),
        Misconception("a seed of its own", """
            def folds(n, k, rng):
                return np.array_split(np.random.default_rng(0).permutation(n), k)
            """, "Called twice with one generator, your function returns the same folds twice. "
                 "The numbers must be drawn from the `rng` that comes in.",
            lambda case, given, right: _is_partition(case, _rows(given.first))
            and _together(_rows(given.first)) == _together(_rows(given.second))),
        Misconception("another generator", """
            def folds(n, k, rng):
                return np.array_split(np.random.default_rng().permutation(n), k)
            """, "With `rng` in the same state, your function returned other folds. Is each "
                 "number drawn from `rng`, and from nothing else?",
            lambda case, given, right: _is_partition(case, _rows(given.first))
            and _rows(given.first) != _rows(given.again)),
        Misconception("the rest is lost", """
            def folds(n, k, rng):
                return list(rng.permutation(n)[:n // k * k].reshape(k, -1))
            """, "Some row is in none of your folds, so it is never tested. What happens to the "
                 "rest where k does not divide n?",
            lambda case, given, right: case[0] % case[1] > 0 and
            len(set(sum(_rows(given.first), []))) == len(sum(_rows(given.first), []))
            == case[0] - case[0] % case[1]),
        Misconception("the rest in one fold", """
            def folds(n, k, rng):
                order, size = rng.permutation(n), n // k
                return [*(order[v * size:(v + 1) * size] for v in range(k - 1)),
                        order[(k - 1) * size:]]
            """, "Every row is tested once, but one fold is larger than another by more than one "
                 "row.", _is_uneven),
        Misconception("training rows", """
            def folds(n, k, rng):
                return [np.setdiff1d(np.arange(n), test)
                        for test in np.array_split(rng.permutation(n), k)]
            """, "These are the rows *outside* the folds: each row is in all of them but one. "
                 "Wanted are the rows that are tested.", _are_training_rows),
        Misconception("fold numbers", """
            def folds(n, k, rng):
                return rng.permutation(np.arange(n) % k)
            """, "This says for each row in which fold it is. Wanted is, for each fold, an array "
                 "of its rows.", _are_labels),
        Misconception("masks", """
            def folds(n, k, rng):
                number = rng.permutation(np.arange(n) % k)
                return [number == v for v in range(k)]
            """, "These are masks of True and False. Wanted are the numbers of the rows.",
            lambda case, given, right: {np.asarray(test).dtype.kind
                                        for test in given.first} == {"b"}),
        Misconception("rows from 1", """
            def folds(n, k, rng):
                return np.array_split(1 + rng.permutation(n), k)
            """, "The first row has the number 0, so there is no row n.",
            lambda case, given, right: sorted(sum(_rows(given.first), []))
            == list(range(1, case[0] + 1))),
        Misconception("each fold drawn anew", """
            def folds(n, k, rng):
                return [rng.choice(n, len(part), replace=False)
                        for part in np.array_split(np.arange(n), k)]
            """, "Some row is in two of your folds, so it would be tested twice, and another one "
                 "never. Shuffle all rows once, then cut.",
            lambda case, given, right: len(set(sum(_rows(given.first), [])))
            < len(sum(_rows(given.first), []))),
        Misconception("walked through once", """
            def folds(n, k, rng):
                yield from np.array_split(rng.permutation(n), k)
            """, "What comes back has no length and can be walked through only once. Wanted is "
                 "a list of k arrays.",
            lambda case, given, right: not hasattr(given.first, "__len__")),
        Misconception("folds of size k", """
            def folds(n, k, rng):
                return np.array_split(rng.permutation(n), -(-n // k))
            """, "k is the number of the folds. Is it their size in yours?",
            lambda case, given, right: _is_partition(case, _rows(given.first))
            and len(given.first) != case[1]),
        Misconception("pairs", """
            def folds(n, k, rng):
                parts = np.array_split(rng.permutation(n), k)
                return [(np.setdiff1d(np.arange(n), test), test) for test in parts]
            """, "You return two arrays for each fold. Wanted is one: the rows that are tested.",
            lambda case, given, right: all(len(pair) == 2 and np.ndim(pair[0]) == 1
                                           for pair in given.first)),
    ),
    hints=("In a random order of all rows, what is easy to cut out?",
           "`rng.permutation(n)` is a random order of the rows. Cut it into k pieces; their sizes "
           "may differ by one.",
           "`np.array_split(order, k)` cuts into k pieces and deals with a rest."),
    way="Put the n rows into a random order with `rng.permutation(n)`. Cut that order into k "
        "pieces: every row is in exactly one of them. `np.array_split` makes the first pieces one "
        "row longer where k does not divide n.",
    explanation="Every split of this sitting can now be drawn by your function.",
    fallback_hint="Is every row in exactly one of k folds, and do their sizes differ by one at "
                  "most?")

TABLES = Exercise(
    key="inner-tables", title="Two tables by hand", variable="inner_tables",
    parse=Numbers(("winner of table 1", "its mean", "winner of table 2", "its mean in table 2")),
    reference=lambda: (1, 82, 10, 83), tolerance=0.05,
    misconceptions=(
        Misconception("table 2 first", (10, 83, 1, 82), "In table 1 no setting has that mean. "
                      "Which table is asked first?",
                      lambda given: max(abs(np.subtract(given, (10, 83, 1, 82)))) < 0.05),
        Misconception("best single fold", (10, 81.25, 10, 83), "In table 1 the highest single "
                      "score belongs to that setting. The winner has the highest *mean*.",
                      lambda given: given[0] == 10 and given[1] < 86),
        Misconception("sums", (1, 328, 10, 332), "No mean of accuracies in per cent is above "
                      "100. Did you divide the sum by the number of inner folds?",
                      lambda given: max(given[1], given[3]) > 100),
        Misconception("single scores for means", (10, 87, 10, 87), "Those are single scores. A "
                      "setting is judged by its mean over the four inner folds.",
                      lambda given: given[1] >= 86 or given[3] >= 86),
        Misconception("lowest mean", (100, 80, 100, 80), "Accuracy: higher is better.",
                      lambda given: given[0] == 100),
        Misconception("one winner for both", (1, 82, 1, 81), "Each outer fold chooses anew, from "
                      "its own table.", lambda given: given[0] == given[2] == 1),
        Misconception("medians", (1, 82, 10, 82.5), "The middle of the four scores is their "
                      "median; asked is the mean.", lambda given: abs(given[3] - 82.5) < 0.01),
        Misconception("shares", (1, 0.82, 10, 0.83), "Give the means in per cent, as the tables "
                      "do.", lambda given: max(given[1], given[3]) < 1),
        Misconception("means of columns", (1, 85, 10, 84.33), "That is the mean of a column, one "
                      "inner fold. A setting is a row.",
                      lambda given: min(abs(given[3] - 84.33), abs(given[1] - 85)) < 0.01),
    ),
    hints=("A row is a setting, a column an inner fold. What does each row say on average?",
           "Add the four scores of a row and divide by four; the highest of the three wins.",
           "Table 1: the sums are 328, 325 and 320."),
    solution="inner_tables = (1, 82, 10, 83)",
    way="Take the mean of each row. In table 1 the means are 82, 81.25 and 80, so C = 1 wins; in "
        "table 2 they are 81, 83 and 80, so C = 10 wins.",
    explanation="The two outer folds choose different settings. That is allowed: what is scored "
                "is the procedure that chooses.",
    fallback_hint="Compute the mean of each row, then compare the three.")

SUMMARY = Exercise(
    key="outer-summary", title="Five outer scores", variable="outer_summary",
    parse=Numbers(("mean", "standard deviation", "fits")),
    reference=lambda: (82, 2.5**0.5, 65), tolerance=0.02,
    misconceptions=(
        Misconception("divided by n", (82, 2**0.5, 65), "Your standard deviation divides by n = "
                      "5. With n − 1 it estimates the scatter of scores like these.",
                      lambda given: abs(given[1] - 2**0.5) < 0.01),
        Misconception("variance", (82, 2.5, 65), "That is the variance, in squared per cent.",
                      lambda given: abs(given[1] - 2.5) < 0.01 or abs(given[1] - 2) < 0.001),
        Misconception("standard error", (82, 0.5**0.5, 65), "Divided by √5 it would be the "
                      "standard error of the mean of independent scores: another question, and "
                      "these share training rows.",
                      lambda given: min(abs(given[1] - 0.707), abs(given[1] - 0.632)) < 0.005),
        Misconception("refits forgotten", (82, 1.58, 60), "Those are the inner fits. Each outer "
                      "fold fits its winner once more.", lambda given: given[2] == 60),
        Misconception("inner folds forgotten", (82, 1.58, 15), "Each setting is tried on four "
                      "inner folds.", lambda given: given[2] in (15, 20)),
        Misconception("one refit in all", (82, 1.58, 61), "Each of the five outer folds has a "
                      "winner of its own.", lambda given: given[2] == 61),
        Misconception("every setting fitted again", (82, 1.58, 75), "Only the winner is fitted "
                      "again.", lambda given: given[2] == 75),
        Misconception("with the final model", (82, 1.58, 78), "That includes the final model. "
                      "Asked are the fits behind the five scores.",
                      lambda given: given[2] in (77, 78)),
        Misconception("shares", (0.82, 0.0158, 65), "Give mean and standard deviation in per "
                      "cent.", lambda given: given[0] < 1),
    ),
    hints=("For the fits, count one outer fold: the inner ones, then the winner.",
           "One outer fold: 4 · 3 fits of the inner loop and one of the winner.",
           "The squared deviations from 82 add up to 10; divide by n − 1, then take the root."),
    solution="outer_summary = (82, 2.5**0.5, 5 * (4 * 3 + 1))",
    way="The mean is 410/5. The squared deviations 0, 4, 1, 4, 1 add up to 10; divided by n − 1 = "
        "4 and under the root they give 1.58. Each outer fold costs 4 · 3 inner fits and one "
        "refit, so there are 5 · 13 fits.",
    explanation="By the formula of section 5 these five scores give the interval 79.1 to 84.9 for "
                "the mean.",
    fallback_hint="Which of the three numbers can you check by hand once more?")

QUOTABLE = Exercise(
    key="quotable", title="Which number may be quoted?", variable="quotable",
    parse=Letters("abcde"), reference=lambda: {"d"},
    misconceptions=(
        Misconception("everything", set("abcde"), "Ask of each number: have its test samples "
                      "helped to learn, or to choose what is quoted?",
                      lambda given: len(given) == 5),
        Misconception("training score", {"a", "d"}, "**a** was measured on samples that taught "
                      "the machine: it measures memory, too.", lambda given: "a" in given),
        Misconception("best score", {"b"}, "**b** is a cross-validated score, but the highest of "
                      "many: its samples have chosen the setting.", lambda given: "b" in given),
        Misconception("best outer fold", {"c", "d"}, "**c** was chosen among five because it is "
                      "the highest.", lambda given: "c" in given),
        Misconception("better of two", {"d", "e"}, "**e** was chosen among two procedures by this "
                      "very number: the winner's curse once more, if a smaller one.",
                      lambda given: "e" in given),
    ),
    hints=("For each number: were its test samples used for anything before?",
           "Choosing is a use. Whatever was chosen because its score is high, is too high on "
           "average.",
           "One number is left whose samples neither taught nor chose."),
    solution='quotable = {"d"}',
    way="Training samples taught the machine of a; the samples of b chose the setting, those of c "
        "the fold, those of e the procedure. Only in d is nothing chosen by the score that is "
        "quoted.",
    explanation="Quoted as: the expected accuracy of the whole procedure, on samples of the size "
                "of an outer training part.",
    fallback_hint="Which of them were chosen because they are high?")

EXERCISES = (FOLDS, NESTED, QUOTABLE, TABLES, SUMMARY)
