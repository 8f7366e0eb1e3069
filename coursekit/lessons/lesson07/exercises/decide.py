"""Exercise "decide": the answers of a list of rules, read from the top."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, edits


def decide(lines, default):
    """Return what the first line that covers a sample says of it, and the default for the rest."""
    answers = np.full(len(lines[0][0]), default)
    for cover, says in reversed(lines):
        answers[cover] = says
    return answers


def _lists(rng: np.random.Generator) -> Iterator[tuple]:
    wide, right = np.array([1, 1, 1, 0, 0], bool), np.array([0, 1, 1, 1, 0], bool)
    yield [(wide, True), (right, False)], False
    yield [(right, False), (wide, True)], False
    yield [(wide, False), (right, True)], True              # the last sample gets the default
    yield [(right, False)], True                            # one line
    yield [(wide, True), (wide, False)], False              # the second line is never reached
    yield [(np.zeros(3, bool), True), (np.ones(3, bool), False)], True
    for _ in range(60):
        n = int(rng.integers(1, 15))
        yield [(rng.random(n) < rng.choice([0.2, 0.5, 0.8]), bool(rng.random() < 0.5))
               for _ in range(int(rng.integers(1, 6)))], bool(rng.random() < 0.5)


def _accept(case: tuple, given: Any, right: np.ndarray) -> bool:
    """Accept 0 and 1 for False and True, in a list, a Series, or an array of them."""
    answers = np.asarray(given)
    return answers.dtype.kind != "U" and np.array_equal(answers, right)


def _uncovered(case: tuple) -> np.ndarray:
    return ~np.any([cover for cover, _ in case[0]], axis=0)


def _says(answers: Callable[[list, bool], np.ndarray]) -> Callable:
    """Return a predicate: the result is what `answers` gives for the case."""
    def recognise(case: tuple, given: np.ndarray, right: np.ndarray) -> bool:
        return np.array_equal(np.asarray(given), answers(*case))
    return recognise


def _last_wins(lines: list, default: bool) -> np.ndarray:
    return decide(lines[::-1], default)


_wrong = edits()
LOOP, START = "in reversed(lines):", "np.full(len(lines[0][0]), default)"
WRITE = "answers[cover] = says"

DECIDE = CodeExercise(
    key="decide", title="A list decides", reference=decide, cases=_lists, accept=_accept,
    misconceptions=(
        _wrong("the last line wins", LOOP, "in lines:",
               "A later line overwrites an earlier one. The *first* line that covers a sample has "
               "the last word.", _says(_last_wins)),
        _wrong("only the first line", LOOP, "in lines[:1]:",
               "Only your first line answers. The samples it leaves go on to the second.",
               _says(lambda lines, default: decide(lines[:1], default))),
        _wrong("the default is always no", START, "np.full(len(lines[0][0]), False)",
               "A sample that no line covers gets the default, which may be True.",
               _says(lambda lines, default: decide(lines, False))),
        _wrong("the default is the opposite", START, "np.full(len(lines[0][0]), not default)",
               "A sample that no line covers gets the default itself.",
               _says(lambda lines, default: decide(lines, not default))),
        _wrong("covered means yes", WRITE, "answers[cover] = True",
               "You answer True to everybody who is covered. A line may say False, too.",
               _says(lambda lines, default: decide([(c, True) for c, _ in lines], default))),
        _wrong("only yes is written", WRITE, "answers[cover] |= says",
               "A line that says False never takes back a True here. What a line says replaces "
               "whatever stood there.",
               _says(lambda lines, default: np.any([c & s for c, s in lines], axis=0)
                     | (default & np.ones(len(lines[0][0]), bool)))),
        _wrong("the default for all", WRITE, "answers[cover] = default",
               "All your answers are the default. Where does what a line says come in?",
               _says(lambda lines, default: np.full(len(lines[0][0]), default))),
        _wrong("text", "return answers", "return answers.astype(str)",
               "Your answers are words. Return the answers as the lines give them: True or False.",
               lambda case, given, right: np.asarray(given).dtype.kind == "U"),
    ),
    hints=("One array of n answers. What stands in it if no line covers anybody?",
           "`answers[cover] = says` writes what a line says at everybody whom it covers. If two "
           "lines write at one place, which one should come last?",
           "Either go through the lines from the last to the first, or remember who has an answer "
           "already and write only at `cover & ~done`."),
    way="Begin with the default everywhere. Go through the lines from the last to the first, and "
        "write what each says wherever it covers: so the first line writes last, and wins.",
    explanation="Read from the top it is *if, else if, else*.",
    by_case=((lambda case, given, right: len(given) == len(right) and not _uncovered(case).all()
              and np.array_equal(np.asarray(given)[~_uncovered(case)], right[~_uncovered(case)]),
        "The samples that a line covers are right. What do the others get?"),
        (lambda case, given, right: len(case[0]) == 1,
         "Here is one line only. Those whom it covers get what it says, the others the default.")),
    fallback_hint="Take one sample, and go down the lines: which is the first that covers it?")
