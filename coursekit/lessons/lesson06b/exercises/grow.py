"""Exercise "grow": a tree grows itself."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercise import CodeExercise, Failure, Misconception, edit
from coursekit.lessons.lesson06.exercises.cases import feature, targets
from coursekit.lessons.lesson06b.exercises.cases import fault, meets_none, place
from coursekit.tree.naive import grow

Recognise = Callable[[tuple, Any, Any], bool]

LIMITS = "min_samples_split, min_samples_leaf)"
LEFT = f"grow(X[left], y[left], {LIMITS}"
RIGHT = f"grow(X[~left], y[~left], {LIMITS}"


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 1]), 2, 1
    yield np.array([[3.0]]), np.array([2.0]), 2, 1
    yield np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0]]), np.array([5, 5, 8]), 2, 1
    yield np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0]), 2, 1   # gains nothing
    yield np.array([[1, 1], [1, 1], [1, 1]]), np.array([0, 1, 1]), 2, 1
    yield np.array([[-1.0], [1.0]]), np.array([0, 1]), 2, 1          # the threshold is 0
    yield np.arange(4.0)[:, None], np.array([0, 0, 1, 1]), 4, 1      # as many as are asked
    yield np.arange(4.0)[:, None], np.array([0, 0, 1, 1]), 5, 1
    yield np.array([[0.0], [1.0]]), np.array([0.0, 1e-4]), 2, 1      # little, but a gain
    yield np.arange(24.0)[:, None], 100 / 1.8 ** np.arange(24.0), 2, 1   # leaf after leaf, deep
    for _ in range(120):
        n, d = int(rng.integers(3, 18)), int(rng.integers(1, 4))
        X = np.column_stack([feature(rng, n) for _ in range(d)])
        yield (X, targets(rng, n), *map(int, rng.choice([(2, 1), (2, 1), (6, 2), (4, 3)])))
    for _ in range(3):
        yield rng.normal(size=(60, 2)).round(2), rng.integers(0, 2, 60), 20, 7
    for n in (21, 19):                                               # the limits that none gives
        yield np.arange(float(n))[:, None], np.array([1] * 6 + [0] * (n - 6))


def _none_as_number(given: Any) -> bool:
    return isinstance(given, Failure) and given.kind == "TypeError" and "NoneType" in given.told \
        and any(words in given.told for words in
                ("not supported between", "operand", "argument must be"))


def _finds(*names: str) -> Recognise:
    return lambda case, given, right: fault(case, given) in names


def _leaf(side: str) -> str:
    return f'{{"n": int({side}.sum()), "value": float(y[{side}].mean())}}'


def _wrong(name: str, changes: tuple[tuple[str, str], ...], hint: str,
           recognise: Recognise | None = None) -> Misconception:
    return Misconception(name, edit(*changes), hint, recognise)


GROW = CodeExercise(
    key="grow", title="A tree grows", reference=grow, cases=_tables,
    accept=lambda case, given, right: fault(case, given) == "", locate=place,
    misconceptions=(
        _wrong("the whole y below", (("y[left]", "y"), ("y[~left]", "y")),
               "A node below has as many samples as its parent. Which of them went there?",
               _finds("whole")),
        _wrong("None as a threshold", (("if threshold is None:\n        return node\n    ", ""),),
               "None was used as a number. What does `best_cut` return where no cut gains, and "
               "what is such a node?", lambda case, given, right: _none_as_number(given)
               and meets_none(case, right)),
        _wrong("0 as no threshold", (("if threshold is None", "if not threshold"),),
               "A best threshold of 0 was taken for none: to Python 0 is false, too. Which test "
               "tells `None` from 0?"),
        _wrong("sides exchanged", (("feature] < threshold", "feature] >= threshold"),),
               "Samples with x below the threshold are on the right side of your tree.",
               _finds("exchanged")),
        _wrong("limits not passed on", ((", " + LIMITS, ")"),),
               "The root is right. Below it your tree works with other limits than those it was "
               "given."),
        _wrong("min_samples_leaf not passed on",
               (("best_cut(x, y, min_samples_leaf)", "best_cut(x, y)"),),
               "Some leaf has fewer than `min_samples_leaf` samples. Which call takes care of that "
               "limit?", _finds("small side")),
        _wrong("min_samples_split not used", (("len(y) < min_samples_split", "False"),),
               "A node with fewer than `min_samples_split` samples has been split.",
               _finds("too few")),
        _wrong("one question only", ((LEFT, _leaf("left")), (RIGHT, _leaf("(~left)"))),
               "Both nodes below the root are leaves. Each of them is a smaller problem of the "
               "same kind: which function solves it?"),
        _wrong("empty sides of a leaf",
               (("float(y.mean())}", 'float(y.mean()), "left": None, "right": None}'),),
               "Some leaf of your tree has an entry `left` or `right`. The notebook recognises a "
               "leaf by their absence: a leaf has `n` and `value`, and no sides.",
               _finds("sides of a leaf")),
        _wrong("another question",
               (('"feature": feature', '"feature": (feature + 1) % X.shape[1]'),),
               "Some node asks a question that does not gain most, or leaves too few samples on "
               "one side. Compare its `feature` (columns count from 0) and `threshold` with what "
               "`best_cut` returns for each column of the samples there.",
               _finds("question", "small side")),
    ),
    hints=("Call `best_cut` for each column, `X[:, j]`, and keep the largest gain.",
           "The node is a leaf if it has too few samples, or if the best threshold is `None`. "
           "Then return it as it is.",
           "Otherwise `left = X[:, j] < threshold`, and `grow(X[left], y[left], …)` is the whole "
           "left side. Pass both limits on."),
    way="Call `best_cut` for each feature and take the largest gain. If there is none, the node is "
        "a leaf. Otherwise write down the question, and let `grow` itself make both sides from "
        "their samples, with the same limits.",
    explanation="With `gain` and `best_cut` you have the whole of growing a tree.",
    fallback_hint="Follow your function by hand on this small case, from the root down.")
