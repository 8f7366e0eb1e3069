"""Exercise "gain": by how much a question lowers the squared error."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, Failure, Misconception, edit
from coursekit.lessons.lesson06.exercises.cases import squares, targets
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


def _equals(law: Callable[[np.ndarray, np.ndarray, float], float]) -> Recognise:
    """Return a predicate: the result is what the law says; at an empty side it may be NaN."""
    def recognise(case: tuple, given: Any, right: float) -> bool:
        y, left = case
        if left.all() or not left.any():
            return not isinstance(given, Failure)
        return abs(given - law(y[left], y[~left], right)) <= 1e-6 * (1 + squares(y))
    return recognise


def _returns(name: str, value: str, hint: str, recognise: Recognise | None = None
             ) -> Misconception:
    """Return a mistake in the last line: ``a`` and ``b`` are the y of the two sides."""
    last = "return float(n_L * n_R / n * (y[left].mean() - y[~left].mean()) ** 2)"
    wrong = edit((last, f"a, b = y[left], y[~left]\n    return {value}"))
    return Misconception(name, wrong, hint, recognise)


GAIN = CodeExercise(
    key="gain", title="The gain of a question", reference=gain, cases=_gains, accept=_is_gain,
    misconceptions=(
        Misconception(
            "an empty side", edit(("if n_L == 0 or n_R == 0:\n        return 0.0\n    ", "")),
            "Here one side has no samples. What does a question gain that separates nobody?",
            lambda case, given, right: case[1].all() or not case[1].any()),
        _returns("per sample", "np.var(y) - (n_L * np.var(a) + n_R * np.var(b)) / n",
                 "That is the drop *per sample*. The gain is a sum: how much does the total "
                 "squared error drop?",
                 _equals(lambda a, b, right: right / (len(a) + len(b)))),
        _returns("sides not weighted", "np.var(y) - np.var(a) - np.var(b)",
                 "You combined three mean squares, whatever the sizes of the sides. What does each "
                 "side add to the *total* squared error?",
                 _equals(lambda a, b, right: np.var(np.r_[a, b]) - np.var(a) - np.var(b))),
        _returns("what is left", "n_L * np.var(a) + n_R * np.var(b)",
                 "That is the error left after the question. How much was there before?",
                 _equals(lambda a, b, right: squares(a) + squares(b))),
        _returns("nothing subtracted", "a.sum()**2 / n_L + b.sum()**2 / n_R",
                 "Those are the terms of the two sides. The formula with the sums has a third "
                 "term, for the samples before the question.",
                 _equals(lambda a, b, right: right + np.r_[a, b].sum()**2 / (len(a) + len(b)))),
        _returns("one side only", "n * np.var(y) - n_L * np.var(a)",
                 "You subtracted the error of the left side. The right side has one, too.",
                 _equals(lambda a, b, right: right + squares(b))),
        _returns("sign", "-n_L * n_R / n * (a.mean() - b.mean()) ** 2",
                 "The size is right, but the sign is flipped: a drop counts as positive.",
                 _equals(lambda a, b, right: -right)),
        _returns("no factor", "(a.mean() - b.mean()) ** 2",
                 "That is the squared difference of the means, whatever the sizes of the sides. In "
                 "the formula it has a factor.",
                 _equals(lambda a, b, right: (a.mean() - b.mean()) ** 2)),
        _returns("not squared", "n_L * n_R / n * abs(a.mean() - b.mean())",
                 "The factor is right, but the difference of the means should be squared.",
                 _equals(lambda a, b, right: len(a) * len(b) / (len(a) + len(b))
                         * abs(a.mean() - b.mean()))),
        _returns("not over n", "n_L * n_R * (a.mean() - b.mean()) ** 2",
                 "The product of the counts is too large a factor: it has a denominator.",
                 _equals(lambda a, b, right: right * (len(a) + len(b)))),
    ),
    hints=("`y[left]` are the labels on the left, `y[~left]` those on the right.",
           "There are two ways: the squared error before minus that of both sides, or the last "
           "formula of the derivation with the two means.",
           "A side without samples has no mean, so treat it first. Otherwise you need "
           "`np.sum(left)`, `np.sum(~left)`, and both means."),
    way="Count the samples on each side; if one has none, the gain is 0. Otherwise take the "
        "difference of the two means, square it, and multiply by the product of the counts over "
        "their sum.",
    explanation="It works for numbers, and for two classes written as 0 and 1.",
    by_case=((lambda case, given, right: np.all(case[1]) or not np.any(case[1]),
              "Here one side is empty, so the question separates nobody. What does that gain?"),),
    fallback_hint="The squared error is a sum over samples: once about one mean, once about two.")
