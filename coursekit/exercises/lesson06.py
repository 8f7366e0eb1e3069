"""The exercises of sitting 06: a gain, the best cut, and a tree that grows."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercises.code_exercise import CodeExercise, Failure
from coursekit.exercises.lesson06_cases import (
    fault,
    feature,
    meets_none,
    place,
    squares,
    targets,
    whole,
)
from coursekit.exercises.lesson06_gain import GAIN
from coursekit.exercises.model import Misconception as Wrong
from coursekit.tree.naive import TIE, best_cut, gain, grow

Recognise = Callable[[tuple, Any, Any], bool]

DEFAULT = "Right wherever limits are given. Which ones does your function take where none is?"


def _where_none_is_given(case: tuple, given: Any, right: Any) -> bool:
    return len(case) == 2


# --- the best cut --------------------------------------------------------------------------------


def _cuts(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1, 3, -1, 3]), np.array([0, 1, 0, 1]), 1
    yield np.array([1.0]), np.array([2.0]), 1
    yield np.array([2, 2, 2]), np.array([0, 1, 1]), 1           # nothing to be parted
    yield np.array([1, 2, 3]), np.array([0.5, 0.5, 0.5]), 1     # nothing to be gained
    yield np.arange(5), np.full(5, 0.7), 1                      # nothing but rounding
    yield np.array([0, 1, 2]), np.array([0, 1, 0]), 1           # two cuts gain the same
    yield np.array([1, 3]), np.array([0.0, 0.001]), 1           # little, but more than none
    yield np.array([1, 3]), np.array([0.0, 1e-4]), 1            # 5e-9: still more
    yield np.array([1, 3]), np.array([0.0, 3e-5]), 1            # 4.5e-10 counts as none
    yield np.array([-1, 1]), np.array([0, 1]), 1                # the threshold is 0
    yield np.array([0, 1, 2, 3]), np.array([9, 0, 0, 0]), 2     # the best one leaves too few
    yield np.array([0, 1, 2, 3]), np.array([0, 0, 0, 9]), 2
    for _ in range(100):
        n = int(rng.integers(2, 16))
        yield feature(rng, n), targets(rng, n), int(rng.choice([1, 1, 2, 3, 7]))
    yield rng.normal(size=100), rng.integers(0, 2, 100), 20
    yield np.array([0, 1]), np.array([0, 1])                    # the limit that none gives


def _places(x: np.ndarray, s: float) -> tuple[float, float]:
    """Return the largest value below a threshold and the smallest that is not."""
    return float(np.max(x[x < s])), float(np.min(x[x >= s]))


def _is_cut(case: tuple, given: Any, right: tuple) -> bool:
    """Accept the middle of any usable interval whose gain is the best, up to rounding."""
    x, y, least = whole(case, 1)
    s, found = given
    if right[0] is None or s is None:
        return s is None and right[0] is None and abs(found) <= TIE
    low, high = _places(x, s)
    at = abs(s - (low + high) / 2) <= 1e-6 * max(1.0, abs(low), abs(high))
    enough = min(np.sum(x < s), np.sum(x >= s)) >= least
    return bool(at and enough and abs(gain(y, x < s) - right[1]) <= 1e-8
                and abs(found - right[1]) <= 1e-6 * max(1.0, right[1]))


def _best_sides(case: tuple, s: Any, right: tuple) -> bool:
    """Tell whether a threshold makes two usable sides that gain most."""
    x, y, least = whole(case, 1)
    return bool(right[0] is not None and s is not None
                and min(np.sum(x < s), np.sum(x >= s)) >= least
                and abs(gain(y, x < s) - right[1]) <= 1e-8)


def _gain_told(law: Callable[[tuple, float, float], bool]) -> Recognise:
    """Return a predicate: the cut is right, or there is none, and of the gain the law holds."""
    def recognise(case: tuple, given: Any, right: tuple) -> bool:
        cut = given[0] is None if right[0] is None else _best_sides(case, given[0], right)
        return bool(cut and law(case, given[1], right[1]))
    return recognise


def _gain_left(case: tuple, told: float, right: float) -> bool:
    return abs(told - (squares(case[1]) - right)) < 1e-6


def _threshold_alone(case: tuple, given: Any, right: tuple) -> bool:
    return given is None if right[0] is None else _best_sides(case, given, right)


def _cut_code(old: str = "", new: str = "") -> str:
    """Return a right ``best_cut`` with one passage replaced."""
    code = """
def best_cut(x, y, min_samples_leaf=1):
    order = np.argsort(x)
    x, y, n = x[order], y[order], len(y)
    best = None, 0.0
    for k in range(1, n):
        if x[k - 1] < x[k] and min_samples_leaf <= k <= n - min_samples_leaf:
            fall = gain(y, np.arange(n) < k)
            if fall > best[1] + 1e-9:
                best = (x[k - 1] + x[k]) / 2, fall
    return best
"""
    assert old in code, old
    return code.replace(old, new)


CUT = CodeExercise(
    key="best-cut", title="The best cut", reference=best_cut, cases=_cuts, accept=_is_cut,
    misconceptions=(
        Wrong("another default", _cut_code("min_samples_leaf=1", "min_samples_leaf=7"),
              DEFAULT, _where_none_is_given),
        Wrong("y stays behind", _cut_code("y[order], len(y)", "y, len(y)"),
              "After your sorting x has a new order. Have the y that you use moved with it?"),
        Wrong("not sorted", _cut_code("np.argsort(x)", "np.arange(len(x))"),
              "Neighbours in the array need not be neighbours on the line. What has to be done "
              "first?"),
        Wrong("cuts inside ties", _cut_code("x[k - 1] < x[k] and ", ""),
              "Samples with the same x have been parted. Can a question about x do that?"),
        Wrong("one side may be small", _cut_code(" <= n - min_samples_leaf", " <= n - 1"),
              "The left side is large enough; `min_samples_leaf` holds for *either* side."),
        Wrong("the other side may be small", _cut_code("min_samples_leaf <= k", "1 <= k"),
              "The right side is large enough; `min_samples_leaf` holds for *either* side."),
        Wrong("min_samples_leaf not used", _cut_code(
            "min_samples_leaf <= k <= n - min_samples_leaf", "1 <= k"),
              "One of the sides has fewer than `min_samples_leaf` samples."),
        Wrong("begins too late", _cut_code("range(1, n)", "range(2, n)"),
              "One sample alone can be a side, too, here the left one. At which place does your "
              "search begin?"),
        Wrong("ends too early", _cut_code("range(1, n)", "range(1, n - 1)"),
              "One sample alone can be a side, too, here the right one. At which place does your "
              "search end?"),
        Wrong("fewer than min_samples_leaf", _cut_code(
            "min_samples_leaf <= k <= n - min_samples_leaf",
            "min_samples_leaf < k < n - min_samples_leaf"),
              "A side with exactly `min_samples_leaf` samples is large enough."),
        Wrong("little taken for none", _cut_code("fall > best[1] + 1e-9", "fall > best[1] + 1e-3"),
              "A cut is usable here, and gains less than 0.001, but more than 1e-9.",
              lambda case, given, right: right[0] is not None and given[0] is None
              and right[1] < 1e-3),
        Wrong("smallest gain", _cut_code("fall > best[1] + 1e-9", "fall > 1e-9 and "
                                         "(best[0] is None or fall < best[1])"),
              "Your cut is usable, and it is the one that gains least."),
        Wrong("at a sample", _cut_code("(x[k - 1] + x[k]) / 2", "float(x[k])"),
              "The right samples are on each side; but the threshold is asked in the middle of "
              "its interval. Which two values bound it?",
              lambda case, given, right: _best_sides(case, given[0], right)
              and abs(given[1] - right[1]) < 1e-6 * max(1.0, right[1])),
        Wrong("at the sample below", _cut_code("(x[k - 1] + x[k]) / 2", "float(x[k - 1])"),
              "Your threshold is a sample's own value. On which side of it does this sample go?"),
        Wrong("rounding taken for a gain", _cut_code("fall > best[1] + 1e-9", "fall > best[1]"),
              "The gain that you return is below 1e-9. What does the exercise say of such gains?",
              lambda case, given, right: right[0] is None
              and given[0] is not None and 0 < given[1] <= TIE),
        Wrong("no cut, but a threshold", _cut_code("return best", "return best[0] or 0.0, best[1]"),
              "In this case no cut is usable, or none gains anything. Your gain says so; what is "
              "the threshold then?", lambda case, given, right: right[0] is None
              and given[0] is not None and given[1] == 0),
        Wrong("no cut, and no number", _cut_code("return best", "return best if best[0] "
                                                   "is not None else (None, -np.inf)"),
              "In this case no cut is usable, or none gains anything. `None` is right as the "
              "threshold; which number says that nothing is gained?",
              lambda case, given, right: right[0] is None and given[0] is None
              and not (given[1] is not None and np.isfinite(given[1]))),
        Wrong("what is left", _cut_code("return best", "return best[0], "
                                        "len(y) * np.var(y) - best[1]"),
              "The cut is right. The second number is the squared error that is left; asked is "
              "what the cut gains.", _gain_told(_gain_left)),
        Wrong("gain per sample", _cut_code("return best", "return best[0], best[1] / n"),
              "The cut is right. The second number is the gain *per sample*.",
              _gain_told(lambda case, told, right: right > 0
                         and abs(told * len(case[0]) - right) < 1e-6)),
        Wrong("some other gain", _cut_code("return best", "return best[0], 2 * best[1]"),
              "The cut is right, but it gains another number than you say. What does your `gain` "
              "say of its two sides?",
              _gain_told(lambda case, told, right: right > 0 and np.isfinite(told))),
        Wrong("nothing at all", _cut_code("return best", "return best if best[1] else None"),
              "In this case no cut is usable, or none gains anything. Then, too, a pair is asked: "
              "a threshold and a gain.", lambda case, given, right: given is None
              and right[0] is None),
        Wrong("threshold alone", _cut_code("return best", "return best[0]"),
              "You return the threshold alone. Two things are asked: the threshold, then what the "
              "cut gains.", _threshold_alone),
        Wrong("0 as no threshold", _cut_code("return best", "return best if best[0] else "
                                             "(None, 0.0)"),
              "Here a threshold is 0, a number like any other, but to Python false: ask `is None`.",
              lambda case, given, right: right[0] == 0 and given[0] is None),
        Wrong("gain first", _cut_code("return best", "return best[1], best[0]"),
              "The right two, but the threshold comes first.",
              lambda case, given, right: _is_cut(case, given[::-1], right)),
        Wrong("nothing to cut", _cut_code("return best", "return float(best[0]), best[1]"),
              "In this case no cut is usable, or none gains anything. What is to be returned then?",
              lambda case, given, right: right[0] is None),
    ),
    hints=("`order = np.argsort(x)` sorts; use it on x and on y. Then look at the places between "
           "neighbours, k samples on the left.",
           "A place is usable if its two neighbours differ and both sides have enough samples. Try "
           "the usable ones with `gain`, or all at once with running sums, `y.cumsum()`.",
           "Begin with `None, 0.0` as the best so far, and replace it only by a gain that is "
           "larger by more than 1e-9. Then nothing else is needed for samples that cannot be "
           "parted."),
    way="Sort x and carry y along. For k = 1 to n − 1 skip the places where both neighbours are "
        "equal or a side is too small; the gain follows from the running sum S_L and k. Keep the "
        "largest, and return the middle of its interval.",
    explanation="With running sums a feature costs little more than its sorting.",
    by_case=((lambda case, given, right: right[0] is None, "In this case no cut is usable, or none "
              "gains more than 1e-9. What is to be returned then?"),),
    fallback_hint="Which places between neighbours are usable, and what does each of them gain?")


# --- growing -------------------------------------------------------------------------------------


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


def _grow_code(old: str = "", new: str = "") -> str:
    """Return a right ``grow`` with one passage replaced."""
    code = """
def grow(X, y, min_samples_split=20, min_samples_leaf=7):
    node = {"n": len(y), "value": float(y.mean())}
    if len(y) < min_samples_split:
        return node
    cuts = [best_cut(x, y, min_samples_leaf) for x in X.T]
    j = int(np.argmax([fall for _, fall in cuts]))
    s = cuts[j][0]
    if s is None:
        return node
    left = X[:, j] < s
    node |= {"feature": j, "threshold": s}
    node["left"] = grow(X[left], y[left], min_samples_split, min_samples_leaf)
    node["right"] = grow(X[~left], y[~left], min_samples_split, min_samples_leaf)
    return node
"""
    assert old in code, old
    return code.replace(old, new)


def _none_as_number(given: Any) -> bool:
    return isinstance(given, Failure) and given.kind == "TypeError" and "NoneType" in given.told \
        and any(words in given.told for words in
                ("not supported between", "operand", "argument must be"))


def _finds(name: str) -> Recognise:
    return lambda case, given, right: fault(case, given) == name


GROW = CodeExercise(
    key="grow", title="A tree grows", reference=grow, cases=_tables,
    accept=lambda case, given, right: fault(case, given) == "", locate=place,
    misconceptions=(
        Wrong("another default", _grow_code("=20, min_samples_leaf=7", "=2, min_samples_leaf=1"),
              DEFAULT, _where_none_is_given),
        Wrong("the whole y below", _grow_code("y[left]", "y").replace("y[~left]", "y"),
              "A node below has as many samples as its parent. Which of them went there?",
              _finds("whole")),
        Wrong("None as a threshold", _grow_code("if s is None", "if False"),
              "None has been taken for a number. What does `best_cut` return where no cut gains, "
              "and what is such a node?", lambda case, given, right: _none_as_number(given)
              and meets_none(case, right)),
        Wrong("0 as no threshold", _grow_code("if s is None", "if not s"),
              "A best threshold of 0 has been taken for none: to Python 0 is false, too. Which "
              "question tells `None` from 0?"),
        Wrong("sides exchanged", _grow_code("< s", ">= s"),
              "Samples with x below the threshold are found on the right side of your tree.",
              _finds("exchanged")),
        Wrong("limits not passed on", _grow_code(", min_samples_split, min_samples_leaf)", ")"),
              "The root is right. Below it your tree works with other limits than those that were "
              "given."),
        Wrong("min_samples_leaf not passed on", _grow_code("best_cut(x, y, min_samples_leaf)",
                                                           "best_cut(x, y)"),
              "Some leaf has fewer than `min_samples_leaf` samples. Who sees to that limit?"),
        Wrong("min_samples_split not used", _grow_code("len(y) < min_samples_split", "False"),
              "A node with fewer than `min_samples_split` samples has been split."),
        Wrong("one sample too many", _grow_code("len(y) < min_samples_split",
                                                "len(y) <= min_samples_split"),
              "A node with exactly `min_samples_split` samples may be split."),
        Wrong("first feature only", _grow_code("int(np.argmax([fall for _, fall in cuts]))", "0"),
              "Every question is about feature 0. Another feature may gain more."),
        Wrong("smallest gain", _grow_code("np.argmax([", "np.argmin(["),
              "Some question of your tree is the one that gains least."),
        Wrong("one question only", _grow_code("grow(X[left], y[left], min_samples_split, "
                                              "min_samples_leaf)", '{"n": int(left.sum()), "value":'
                                              ' float(y[left].mean())}').replace(
            "grow(X[~left], y[~left], min_samples_split, min_samples_leaf)",
            '{"n": int((~left).sum()), "value": float(y[~left].mean())}'),
              "Both nodes below the root are leaves. Each of them is a smaller problem of the same "
              "kind: which function solves it?"),
        Wrong("the most frequent value", _grow_code("float(y.mean())",
                                                    "float(np.unique(y)[np.unique(y, "
                                                    "return_counts=True)[1].argmax()])"),
              "The value of a node is the most frequent y. Which constant makes the squared error "
              "smallest?"),
        Wrong("the median", _grow_code("float(y.mean())", "float(np.median(y))"),
              "The value of a node is the median. Which constant makes the *squared* error "
              "smallest?"),
        Wrong("limits exchanged", _grow_code(", min_samples_split, min_samples_leaf)",
                                              ", min_samples_leaf, min_samples_split)"),
              "The root is right. Below it the two limits have changed places. In which order does "
              "`grow` take them?"),
        Wrong("min_samples_leaf lost below", _grow_code(
            ", min_samples_split, min_samples_leaf)", ", min_samples_split)"),
              "The root is right. Below it your tree works with another `min_samples_leaf` than "
              "the one that was given."),
        Wrong("the whole X below", _grow_code("X[left]", "X").replace("X[~left]", "X"),
              "A node below has fewer numbers y than rows of X. Who went there?"),
        Wrong("one side for both", _grow_code("grow(X[~left], y[~left]", "grow(X[left], y[left]"),
              "Both sides of a node hold the same samples. Which ones go right?"),
        Wrong("last feature only", _grow_code("int(np.argmax([fall for _, fall in cuts]))",
                                              "len(cuts) - 1"),
              "Every question is about the last feature. Another one may gain more."),
        Wrong("features counted from 1", _grow_code('"feature": j', '"feature": j + 1'),
              "The feature of a node is the number of its column. From which number does NumPy "
              "count?"),
        Wrong("each feature once", _grow_code("X[left]", "np.delete(X[left], j, axis=1)").replace(
            "X[~left]", "np.delete(X[~left], j, axis=1)"),
              "A feature that has been asked about is gone from the nodes below. A tree may ask "
              "about it again, with another threshold."),
        Wrong("no node", _grow_code("return node\n    cuts", "return None\n    cuts"),
              "Where your tree has a leaf, there is no node. A leaf is a dictionary, too."),
        Wrong("one side grows", _grow_code(
            "grow(X[~left], y[~left], min_samples_split, min_samples_leaf)",
            '{"n": int((~left).sum()), "value": float(y[~left].mean())}'),
              "The right side of every node is a leaf. It may ask, too."),
        Wrong("one of three features without a cut", _grow_code(
            "if s is None", "if any(cut is None for cut, _ in cuts)"),
              "A node is a leaf in your tree though one of its features can be cut. Is it enough "
              "that *some* feature cannot?"),
        Wrong("feature and threshold exchanged", _grow_code(
            '{"feature": j, "threshold": s}', '{"feature": s, "threshold": j}'),
              "`feature` and `threshold` have changed places."),
        Wrong("n or value missing", _grow_code("node |=", "node ="),
              "Some node lacks `n` or `value`: every node has both, also one that asks.",
              _finds("key")),
        Wrong("empty sides of a leaf", _grow_code(
            'float(y.mean())}', 'float(y.mean()), "left": None, "right": None}'),
              "Some leaf of your tree has an entry `left` or `right`. The page knows a leaf by "
              "their absence: a leaf has `n` and `value`, and no sides.",
              _finds("sides of a leaf")),
        Wrong("another value", _grow_code("float(y.mean())", "float(y.sum())"),
              "Its `n` or `value` is wrong: `n` counts the samples that arrive there, `value` is "
              "the mean of their y.", _finds("n or value")),
        Wrong("a part missing", _grow_code('"threshold": s', '"cut": s'),
              "Some node asks, but not in the page's form: it lacks `feature`, `threshold`, `left` "
              "or `right`.", _finds("part")),
        Wrong("a leaf too early", _grow_code("if s is None", "if s is None or len(set(y)) < 4"),
              "Some leaf of your tree should ask: it has `min_samples_split` samples or more, and "
              "for one of its columns `best_cut` finds a gain.", _finds("leaf")),
        Wrong("another question", _grow_code('"feature": j', '"feature": (j + 1) % X.shape[1]'),
              "Some node asks a question that does not gain most, or leaves too few samples on "
              "one side. Compare its `feature` (columns count from 0) and `threshold` with what "
              "`best_cut` returns for each column of the samples there.", _finds("question")),
    ),
    hints=("Call `best_cut` for each column, `X[:, j]`, and keep the largest gain.",
           "The node is a leaf if it has too few samples, or if the best threshold is `None`. "
           "Then return it as it is.",
           "Otherwise `left = X[:, j] < threshold`, and `grow(X[left], y[left], …)` is the whole "
           "left side. Hand both limits on."),
    way="Ask `best_cut` for each feature and take the largest gain. If there is none, the node is "
        "a leaf. Otherwise write down the question, and let `grow` itself make both sides from "
        "their samples, with the same limits.",
    explanation="Three functions, and the whole of growing is in them.",
    fallback_hint="Follow your function by hand on this small case, from the root down.")

EXERCISES = (GAIN, CUT, GROW)
