"""The exercises of sitting 06: a gain, the best cut, two rival splits, and a tree that grows."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from coursekit.exercises.code_exercise import CodeExercise, Failure
from coursekit.exercises.model import Exercise
from coursekit.exercises.model import Misconception as Wrong
from coursekit.exercises.parsing import Matching
from coursekit.exercises.tree_cases import fault, feature, squares, targets
from coursekit.tree.naive import TIE, best_cut, gain, grow

Recognise = Callable[[tuple, Any, Any], bool]


# --- the gain ------------------------------------------------------------------------------------


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
    fallback_hint="The squared error is a sum over samples: once about one mean, once about two.")


# --- the best cut --------------------------------------------------------------------------------


def _cuts(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([1, 3, -1, 3]), np.array([0, 1, 0, 1]), 1
    yield np.array([1.0]), np.array([2.0]), 1
    yield np.array([2, 2, 2]), np.array([0, 1, 1]), 1           # nothing to be parted
    yield np.array([1, 2, 3]), np.array([0.5, 0.5, 0.5]), 1     # nothing to be gained
    yield np.array([0, 1, 2]), np.array([0, 1, 0]), 1           # two cuts gain the same
    yield np.array([0, 1, 2, 3]), np.array([9, 0, 0, 0]), 2     # the best one leaves too few
    yield np.array([0, 1, 2, 3]), np.array([0, 0, 0, 9]), 2
    for _ in range(240):
        n = int(rng.integers(2, 16))
        yield feature(rng, n), targets(rng, n), int(rng.choice([1, 1, 2, 3, 7]))
    yield rng.normal(size=1000), rng.integers(0, 2, 1000), 20


def _places(x: np.ndarray, s: float) -> tuple[float, float]:
    """Return the largest value below a threshold and the smallest that is not."""
    return float(np.max(x[x < s])), float(np.min(x[x >= s]))


def _is_cut(case: tuple, given: Any, right: tuple) -> bool:
    """Accept the middle of any usable interval whose gain is the best, up to rounding."""
    x, y, least = case
    s, found = given
    if right[0] is None or s is None:
        return s is None and right[0] is None and abs(found) <= TIE
    low, high = _places(x, s)
    at = abs(s - (low + high) / 2) <= 1e-9 * max(1.0, abs(low), abs(high))
    enough = min(np.sum(x < s), np.sum(x >= s)) >= least
    return bool(at and enough and abs(gain(y, x < s) - right[1]) <= 1e-8
                and abs(found - right[1]) <= 1e-6 * max(1.0, right[1]))


def _same_sides(case: tuple, given: Any, right: tuple) -> bool:
    x, s = case[0], given[0]
    return right[0] is not None and np.array_equal(x < s, x < right[0])


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
        Wrong("y stays behind", _cut_code("y[order], len(y)", "y, len(y)"),
              "After your sorting x has a new order. Has y moved with it?"),
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
        Wrong("fewer than min_samples_leaf", _cut_code(
            "min_samples_leaf <= k <= n - min_samples_leaf",
            "min_samples_leaf < k < n - min_samples_leaf"),
              "A side with exactly `min_samples_leaf` samples is large enough."),
        Wrong("smallest gain", _cut_code("fall > best[1] + 1e-9", "fall > 1e-9 and "
                                         "(best[0] is None or fall < best[1])"),
              "Your cut is usable, and it is the one that gains least."),
        Wrong("at a sample", _cut_code("(x[k - 1] + x[k]) / 2", "float(x[k])"),
              "The right samples are on each side; but the threshold is asked in the middle of "
              "its interval. Which two values bound it?",
              lambda case, given, right: _same_sides(case, given, right)
              and abs(given[1] - right[1]) < 1e-6 * max(1.0, right[1])),
        Wrong("at the sample below", _cut_code("(x[k - 1] + x[k]) / 2", "float(x[k - 1])"),
              "Your threshold is a sample's own value. On which side of it does this sample go?"),
        Wrong("what is left", _cut_code("return best", "return best[0], "
                                        "len(y) * np.var(y) - best[1]"),
              "The cut is right. The second number is the squared error that is left; asked is "
              "what the cut gains.", lambda case, given, right: abs(
                  given[1] - (squares(case[1]) - right[1])) < 1e-6),
        Wrong("gain per sample", _cut_code("return best", "return best[0], best[1] / n"),
              "The cut is right. The second number is the gain *per sample*.",
              lambda case, given, right: abs(given[1] * len(case[0]) - right[1]) < 1e-6),
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
    fallback_hint="Which places between neighbours are usable, and what does each of them gain?")


# --- two rival splits ----------------------------------------------------------------------------

# Class counts (n of class 0, n of class 1) of the sides of two splits of one node, in pairs.
RIVALS = {"A": (((200, 400), (200, 0)), ((300, 100), (100, 300))),
          "B": (((0, 1), (100, 299)), ((90, 100), (10, 200))),
          "C": (((40, 10), (20, 5)), ((48, 12), (12, 3)))}
WORDS = ("first", "second", "neither")


def _preferred(score: Callable[[tuple], float]) -> dict[str, str]:
    """Return which split of each pair has the smaller score."""
    gaps = {name: score(one) - score(two) for name, (one, two) in RIVALS.items()}
    return {name: "neither" if abs(gap) < 1e-9 else "first" if gap < 0 else "second"
            for name, gap in gaps.items()}


def _gini(side: tuple[int, int]) -> float:
    return 1 - sum((k / sum(side)) ** 2 for k in side)


def _mean_gini(split: tuple) -> float:
    return sum(sum(side) * _gini(side) for side in split) / sum(map(sum, split))


RIVAL = Exercise(
    key="rivals", title="Two questions, equally many errors", variable="rivals",
    parse=Matching("ABC", WORDS), reference=lambda: _preferred(_mean_gini),
    misconceptions=(
        Wrong("a pure side wins", lambda: _preferred(lambda s: -sum(0 in side for side in s)),
              "Did the pure side decide, or did you average the two sides plainly? A side of a "
              "single sample is always pure: how much does it weigh among all samples?"),
        Wrong("equal errors, so neither", dict.fromkeys("ABC", "neither"),
              "As far as errors go neither is better. But Gini looks at the shares, too."),
        Wrong("the larger impurity", lambda: _preferred(lambda s: -_mean_gini(s)),
              "You chose the split that leaves *more* impurity. The gain is what disappears."),
        Wrong("C by sizes", lambda: _preferred(_mean_gini) | {"C": "first"},
              "In C compare the shares on the two sides of each split with those of the node.",
              lambda given: given["C"] != "neither" and all(
                  given[k] == _preferred(_mean_gini)[k] for k in "AB")),
        Wrong("A neither", {"A": "neither", "B": "second", "C": "neither"},
              "In A one side has shares 3/4 and 1/4, twice; the other split has 1/3 and 2/3, and a "
              "pure side. Are the averages equal?"),
        Wrong("B neither", {"A": "first", "B": "neither", "C": "neither"},
              "In B one split leaves nearly all samples together, as they were. Does the other one "
              "change the shares?"),
    ),
    hints=("For each side compute 1 − Σ p²; then average the two sides, each with its number of "
           "samples.",
           "In A: the shares of (300, 100) are 3/4 and 1/4, so its Gini is 1 − 9/16 − 1/16. Which "
           "value has the pure side (200, 0)?",
           "`n @ q / n.sum()` is the average if n holds the sizes of the sides and q their Gini. "
           "The split with the smaller average gains more."),
    solution="""def average(split):
    n = [sum(side) for side in split]
    q = [1 - sum((k / sum(side)) ** 2 for k in side) for side in split]
    return sum(a * b for a, b in zip(n, q)) / sum(n)

pairs = {"A": [[(200, 400), (200, 0)], [(300, 100), (100, 300)]],
         "B": [[(0, 1), (100, 299)], [(90, 100), (10, 200)]],
         "C": [[(40, 10), (20, 5)], [(48, 12), (12, 3)]]}
gaps = {name: average(one) - average(two) for name, (one, two) in pairs.items()}
rivals = {name: "neither" if abs(gap) < 1e-9 else "first" if gap < 0 else "second"
          for name, gap in gaps.items()}""",
    way="Average the Gini index of both sides, weighted by their samples, for each of the six "
        "splits. The smaller average is preferred; equal ones gain equally.",
    explanation="In A the pure side is large and wins; in B it is a single sample and loses; in C "
                "all sides have the shares of the node, and nothing is gained.",
    fallback_hint="Compare the weighted averages of 1 − Σ p², pair by pair.")


# --- growing -------------------------------------------------------------------------------------


def _tables(rng: np.random.Generator) -> Iterator[tuple]:
    yield np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 1]), 2, 1
    yield np.array([[3.0]]), np.array([2.0]), 2, 1
    yield np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0]]), np.array([5, 5, 8]), 2, 1
    yield np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0]), 2, 1   # gains nothing
    yield np.array([[1, 1], [1, 1], [1, 1]]), np.array([0, 1, 1]), 2, 1
    yield np.arange(4.0)[:, None], np.array([0, 0, 1, 1]), 4, 1      # as many as are asked
    yield np.arange(4.0)[:, None], np.array([0, 0, 1, 1]), 5, 1
    for _ in range(120):
        n, d = int(rng.integers(3, 18)), int(rng.integers(1, 4))
        X = np.column_stack([feature(rng, n) for _ in range(d)])
        yield (X, targets(rng, n), *map(int, rng.choice([(2, 1), (2, 1), (6, 2), (4, 3)])))
    for _ in range(3):
        yield rng.normal(size=(60, 2)).round(2), rng.integers(0, 2, 60), 20, 7


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


def _finds(name: str) -> Recognise:
    return lambda case, given, right: fault(*case, given) == name


GROW = CodeExercise(
    key="grow", title="A tree grows", reference=grow, cases=_tables,
    accept=lambda case, given, right: fault(*case, given) == "",
    misconceptions=(
        Wrong("the whole y below", _grow_code("y[left]", "y").replace("y[~left]", "y"),
              "A node below has as many samples as its parent. Which of them went there?",
              _finds("whole")),
        Wrong("None as a threshold", _grow_code("if s is None", "if False"),
              "Something is compared with None. What does `best_cut` return where no cut gains, "
              "and what is such a node?", lambda case, given, right: isinstance(
                  given, Failure) and given.kind == "TypeError" and "NoneType" in given.told),
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
        Wrong("n or value missing", _grow_code("node |=", "node ="),
              "Some node lacks `n` or `value`: every node has both, also one that asks.",
              _finds("key")),
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

EXERCISES = (GAIN, CUT, RIVAL, GROW)
