"""The first exercise of sitting 06: what a question gains."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercises.code_exercise import CodeExercise, Failure
from coursekit.exercises.lesson06_cases import squares, targets
from coursekit.exercises.model import Misconception as Wrong
from coursekit.tree.naive import gain

Recognise = Callable[[tuple, Any, Any], bool]


def _gains(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1.0, 1.0, 4.0]), np.array([True, True, False])
    yield np.array([0, 1]), np.array([False, True])
    yield np.array([2.0]), np.array([True])                 # nobody on the right
    yield np.array([1.0, 3.0]), np.array([False, False])    # nobody on the left
    for _ in range(240):
        n = int(rng.integers(2, 14))
        y = targets(rng, n)
        yield y + rng.choice([0, 0, 1000]), rng.random(n) < rng.choice([0.2, 0.5, 0.8])


def _is_gain(case: tuple, given: Any, right: float) -> bool:
    """Allow for the digits that ``S**2 / n`` loses where y is large."""
    return np.ndim(given) == 0 and abs(given - right) <= 1e-6 * (1 + squares(case[0]))


def _gain_is(law: Callable[[np.ndarray, np.ndarray, float], float]) -> Recognise:
    """Return a predicate: the result is what the law says; at an empty side it may be NaN."""
    def recognise(case: tuple, given: Any, right: float) -> bool:
        y, left = case
        if left.all() or not left.any():
            return not isinstance(given, Failure)
        return abs(given - law(y[left], y[~left], right)) <= 1e-6 * (1 + squares(y))
    return recognise


def _gain_code(value: str) -> str:
    return f"""
        def gain(y, left):
            a, b = y[left], y[~left]
            if len(a) == 0 or len(b) == 0:
                return 0.0
            return {value}
        """


GAIN = CodeExercise(
    key="gain", title="The gain of a question", reference=gain, cases=_gains, accept=_is_gain,
    misconceptions=(
        Wrong("an empty side", """
            def gain(y, left):
                return len(y) * np.var(y) - left.sum() * np.var(y[left]) \\
                    - (~left).sum() * (np.var(y[~left]) if left.sum() < len(y) else np.nan)
            """, "Here one side has no samples. What does a question gain that parts nobody?",
              lambda case, given, right: case[1].all() or not case[1].any()),
        Wrong("per sample", _gain_code("(len(y) * np.var(y) - len(a) * np.var(a)"
                                       " - len(b) * np.var(b)) / len(y)"),
              "That is the fall *per sample*. The gain is a sum: how much does the total squared "
              "error fall?", _gain_is(lambda a, b, right: right / (len(a) + len(b)))),
        Wrong("sides not weighted", _gain_code("np.var(y) - np.var(a) - np.var(b)"),
              "Three mean squares, whatever the sizes of the sides. What does each side add to the "
              "*total* squared error?",
              _gain_is(lambda a, b, right: np.var(np.r_[a, b]) - np.var(a) - np.var(b))),
        Wrong("what is left", _gain_code("len(a) * np.var(a) + len(b) * np.var(b)"),
              "That is what is left after the question. How much was there before?",
              _gain_is(lambda a, b, right: squares(a) + squares(b))),
        Wrong("one side only", _gain_code("len(y) * np.var(y) - len(a) * np.var(a)"),
              "You took off the error of the left side. The right side has one, too.",
              _gain_is(lambda a, b, right: right + squares(b))),
        Wrong("sign", _gain_code("-len(a) * len(b) / len(y) * (a.mean() - b.mean()) ** 2"),
              "The amount is right, the sign is turned: a fall counts as positive.",
              _gain_is(lambda a, b, right: -right)),
        Wrong("no factor", _gain_code("(a.mean() - b.mean()) ** 2"),
              "That is the squared difference of the means, whatever the sizes of the sides. In "
              "the formula it has a factor.",
              _gain_is(lambda a, b, right: (a.mean() - b.mean()) ** 2)),
        Wrong("not squared", _gain_code("len(a) * len(b) / len(y) * abs(a.mean() - b.mean())"),
              "The factor is right; but the difference of the means enters with its square.",
              _gain_is(lambda a, b, right: len(a) * len(b) / (len(a) + len(b))
                       * abs(a.mean() - b.mean()))),
        Wrong("n - 1", _gain_code("len(y) * np.var(y, ddof=1) - len(a) * np.var(a, ddof=1)"
                                  " - len(b) * np.var(b, ddof=1)"),
              "Somewhere you divide by n − 1. A sum of squares needs no division."),
        Wrong("nothing taken off", _gain_code("a.sum() ** 2 / len(a) + b.sum() ** 2 / len(b)"),
              "Of three terms with a sum squared you have those of the sides. The node before the "
              "question has one, too."),
        Wrong("not over n", _gain_code("len(a) * len(b) * (a.mean() - b.mean()) ** 2"),
              "The product of the counts is too large a factor: it has a denominator.",
              _gain_is(lambda a, b, right: right * (len(a) + len(b)))),
        Wrong("upside down", _gain_code("len(y) / (len(a) * len(b)) * (a.mean() - b.mean()) ** 2"),
              "The factor before the squared difference is upside down. Should a side of one "
              "sample count more, or less, than one of many?"),
        Wrong("sums, not means", _gain_code("len(a) * len(b) / len(y) * (a.sum() - b.sum()) ** 2"),
              "In the bracket you compare the *sums* of the sides. Which numbers do the sides "
              "answer?"),
        Wrong("twice", _gain_code("2 * len(a) * len(b) / len(y) * (a.mean() - b.mean()) ** 2"),
              "That is twice as much as the squared error falls.",
              _gain_is(lambda a, b, right: 2 * right)),
        Wrong("half", _gain_code("len(a) * len(b) / len(y) * (a.mean() - b.mean()) ** 2 / 2"),
              "That is half of what the squared error falls.",
              _gain_is(lambda a, b, right: right / 2)),
        Wrong("a root", _gain_code("np.sqrt(len(a) * len(b) / len(y)) * abs(a.mean() - b.mean())"),
              "That is the root of the gain.", _gain_is(lambda a, b, right: np.sqrt(right))),
        Wrong("sums not squared", _gain_code("a.sum() / len(a) + b.sum() / len(b)"
                                             " - y.sum() / len(y)"),
              "Three means, added and taken off. In the formula each sum stands with its square."),
        Wrong("squares without counts", _gain_code("a.mean() ** 2 + b.mean() ** 2 "
                                                   "- y.mean() ** 2"),
              "The squares of three means, whatever the sizes of the sides. Each has its count as "
              "a factor."),
        Wrong("squares of sums", _gain_code("a.sum() ** 2 + b.sum() ** 2 - y.sum() ** 2"),
              "The squares of three sums. In the formula each is divided by its own count."),
        Wrong("before", _gain_code("len(y) * np.var(y)"),
              "That is the squared error before the question. How much is left after it?",
              _gain_is(lambda a, b, right: squares(np.r_[a, b]))),
        Wrong("the right side only", _gain_code("len(y) * np.var(y) - len(b) * np.var(b)"),
              "You took off the error of the right side. The left side has one, too.",
              _gain_is(lambda a, b, right: right + squares(a))),
        Wrong("a side of one sample", """
            def gain(y, left):
                if left.sum() < 2 or (~left).sum() < 2:
                    return 0.0
                return len(y) * np.var(y) - left.sum() * np.var(y[left]) \\
                    - (~left).sum() * np.var(y[~left])
            """, "You say 0 where a side has a single sample. It is a side, too, and "
              "has a mean.", lambda case, given, right: abs(given) <= 1e-9
              and min(case[1].sum(), (~case[1]).sum()) == 1),
        Wrong("a side of noughts", """
            def gain(y, left):
                if not y[left].any() or not y[~left].any():
                    return 0.0
                return len(y) * np.var(y) - left.sum() * np.var(y[left]) \\
                    - (~left).sum() * np.var(y[~left])
            """, "You say 0 where all y of a side are 0. Such a side has samples: count them, do "
              "not ask what they are.", lambda case, given, right: abs(given) <= 1e-9
              and not (case[0][case[1]].any() and case[0][~case[1]].any())),
        Wrong("squares of y", _gain_code("np.sum(y**2) - np.sum(a**2) - np.sum(b**2)"),
              "You say 0 where the two sides have different means. From which number is each y "
              "measured before the question, and from which one after it?",
              _gain_is(lambda a, b, right: 0.0)),
        Wrong("absolute", _gain_code("np.abs(y - y.mean()).sum() - np.abs(a - a.mean()).sum()"
                                     " - np.abs(b - b.mean()).sum()"),
              "You add up absolute differences from the means. The squared error squares them."),
        Wrong("standard deviations", _gain_code("len(y) * np.std(y) - len(a) * np.std(a)"
                                                " - len(b) * np.std(b)"),
              "You weight standard deviations, which are roots. The squared error has none."),
        Wrong("medians", _gain_code("np.sum((y - np.median(y))**2) - np.sum((a - np.median(a))**2)"
                                    " - np.sum((b - np.median(b))**2)"),
              "You measure from the medians. Which constant makes the squared error smallest?"),
        Wrong("the first ones", """
            def gain(y, left):
                k = int(np.sum(left))
                if k in (0, len(y)):
                    return 0.0
                return k * (len(y) - k) / len(y) * (y[:k].mean() - y[k:].mean()) ** 2
            """, "The counts are right, but you take the first samples for the left side. `left` "
              "says for each sample where it goes."),
    ),
    hints=("`y[left]` are the labels on the left, `y[~left]` those on the right.",
           "Two ways lead there: the squared error before minus that of both sides, or the last "
           "formula of the derivation with the two means.",
           "A side without samples has no mean: treat it first. Otherwise you need the numbers "
           "`np.sum(left)`, `np.sum(~left)`, and both means."),
    way="Count the samples of either side; if one has none, the gain is 0. Otherwise take the "
        "difference of the two means, square it, and multiply by the product of the counts over "
        "their sum.",
    explanation="It serves for numbers and, as section 4 shows, for classes.",
    by_case=((lambda case, given, right: np.all(case[1]) or not np.any(case[1]),
              "Here one side is empty, so nothing is parted. What does that gain?"),),
    fallback_hint="The squared error is a sum over samples: once about one mean, once about two.")
