"""A program that makes the mistake a message tells of gets this message, and does not if it makes the opposite.

As in `test_hints_are_true`, {a|b} is a spot where the message has one of the words a and b.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom

from coursekit.exercise import grade
from coursekit.exercises.lesson05_loops import cv_score
from coursekit.exercises.lesson06 import grow as right_grow
from coursekit.exercise.registry import find
from coursekit.statistics import wilson as ends_of
from coursekit.tree.naive import best_cut as right_cut
from coursekit.tree.naive import gain as right_gain
from told import read

MISTAKES: dict[tuple[str, str], tuple[str, Callable]] = {}
PICK = {"fewest": np.argmin, "most": np.argmax, "lowest": np.argmin, "highest": np.argmax,
        "smallest": np.argmin, "largest": np.argmax}
SIGN = {"right": 1, "left": -1, "down": 1, "up": -1, "top": 1, "bottom": -1}


def mistake(key: str, name: str, words: str) -> Callable:
    """Note how to make the program of a mistake from the words of its message."""
    def note(make: Callable) -> Callable:
        MISTAKES[key, name] = words, make
        return make
    return note


@mistake("mean-of-three", "shared by two", "You divided by one {less|more} than the number of values")
def _(word):
    return lambda a, b, c: (a + b + c) / {"less": 2, "more": 4}[word]


@mistake("wilson", "swapped", "The right two numbers, but the {lower|upper} end comes first")
def _(word):
    return lambda k, n, z=1.96: ends_of(k, n, z)[::-1 if word == "lower" else 1]


@mistake("title-of", "last full stop", "You go on to the *{last|first}* full stop")
def _(word):
    def f(name):
        _, comma, rest = name.partition(",")
        title, stop, after = rest.rpartition(".") if word == "last" else rest.partition(".")
        return title.strip() if comma and stop else None
    return f


@mistake("title-of", "last comma", "You go to the *{last|first}* comma")
def _(word):
    def f(name):
        before, comma, rest = name.rpartition(",") if word == "last" else name.partition(",")
        title, stop, _after = rest.partition(".")
        return title.strip() if comma and stop else None
    return f


@mistake("ceiling", "errors", "Those are shares of {wrong|right} answers")
def _(word):
    right = find("ceiling").reference

    def f(profile, y):
        both = right(profile, y)
        return tuple(1 - share for share in both) if word == "wrong" else both
    return f


@mistake("kkt-residuals", "positive multipliers", "objects to {positive|negative} multipliers")
def _(word):
    right = find("kkt-residuals").reference

    def f(grad_f, grads_c, c, lam):
        four = list(right(grad_f, grads_c, c, lam))
        if word == "positive":
            four[2] = float(np.max(np.maximum(0, lam), initial=0))
        return tuple(four)
    return f


@mistake("maximal-violating-pair", "up and low exchanged", "Your i is looked for among those that may "
         "{fall|rise}")
def _(word):
    def f(F, beta, A, B):
        up, low = beta < B, beta > A
        if word == "fall":
            up, low = low, up
        return int(np.where(up, F, -np.inf).argmax()), int(np.where(low, F, np.inf).argmin())
    return f


@mistake("intercept", "m and M over all", "m is the {largest|smallest} F, only of those that may rise (β < B); "
         "M is the {smallest|largest}")
def _(m, M):
    value = {"largest": np.max, "smallest": np.min}

    def f(F, beta, A, B):
        free = (A < beta) & (beta < B)
        return F[free].mean() if free.any() else (value[m](F) + value[M](F)) / 2 + (m == M)
    return f


@mistake("duality-gap", "W minus P", "Yours is never {positive|negative}")
def _(word):
    right = find("duality-gap").reference
    return lambda K, y, C, beta, b: (-1 if word == "positive" else 1) * right(K, y, C, beta, b)


@mistake("rbf", "one row a sample of Z", "exchanged: one row a sample of {X|Z}, one column a sample of {Z|X}")
def _(rows, columns):
    right = find("rbf").reference
    return lambda X, Z, gamma: right(Z, X, gamma) if (rows, columns) == ("X", "Z") else right(X, Z, gamma)


@mistake("one-vs-rest-predict", "smallest value", "You take the {smallest|largest} value")
def _(word):
    return lambda decision, classes: [classes[k] for k in PICK[word](np.asarray(decision), axis=1)]


@mistake("one-vs-rest-predict", "largest size", "You let the {largest|smallest} size win")
def _(word):
    return lambda decision, classes: [classes[k] for k in PICK[word](np.abs(decision), axis=1)]


@mistake("one-vs-rest-predict", "along the other axis", "You look down each {column|row}, which gives one answer")
def _(word):
    return lambda decision, classes: [
        classes[k] for k in np.argmax(decision, axis=0 if word == "column" else 1)]


@mistake("shift-images", "the other direction", "Positive is to the {right|left}, and {down|up}")
def _(across, down):
    right = find("shift-images").reference
    return lambda images, dx, dy, t=1.0: right(images, -SIGN[across] * dx, -SIGN[down] * dy, t)


@mistake("shift-images", "the other way up", "rows move the other way. Row 0 is the {top|bottom} one")
def _(top):
    right = find("shift-images").reference
    return lambda images, dx, dy, t=1.0: right(images, dx, -SIGN[top] * dy, t)


@mistake("shift-images", "dx and dy exchanged", "dx counts {columns|rows}, dy counts {rows|columns}")
def _(of_dx, of_dy):
    right = find("shift-images").reference

    def f(images, dx, dy, t=1.0):
        wrong = {of_dy: dx, of_dx: dy} if of_dx != of_dy else {"columns": 0, "rows": 0}
        return right(images, wrong["columns"], wrong["rows"], t)
    return f


@mistake("nested-cv", "the lowest wins", "The setting that you choose has the {lowest|highest} inner mean")
def _(word):
    def f(learn, settings, X, y, outer, inner):
        scores, winners = [], []
        for test in outer:
            train = np.setdiff1d(np.arange(len(y)), test)
            splits = inner(len(train))
            means = [cv_score(learn, setting, X[train], y[train], splits) for setting in settings]
            winners.append(settings[int(PICK[word](means))])
            predict = learn(winners[-1], X[train], y[train])
            scores.append(float(np.mean(predict(X[test]) == y[test])))
        return scores, winners
    return f


@mistake("best-threshold", "dearest", "Your threshold is the {dearest|cheapest} of all")
def _(word):
    def f(p, y, cost_fp, cost_fn):
        p, y = np.asarray(p), np.asarray(y)
        tried = [*np.unique(p), np.inf]
        costs = [cost_fp * np.sum((p >= t) & (y == 0)) + cost_fn * np.sum((p < t) & (y == 1)) for t in tried]
        return tried[int(np.argmax(costs) if word == "dearest" else np.argmin(costs))]
    return f


@mistake("gain", "one side only", "You took off the error of the {left|right} side. The {right|left} side has one")
def _(off, other):
    def f(y, left):
        y, left = np.asarray(y, float), np.asarray(left, bool)
        side = {"left": y[left], "right": y[~left]}
        if not len(side["left"]) or not len(side["right"]):
            return 0.0
        taken = [off] if off != other else ["left", "right"]
        return float(np.sum((y - y.mean())**2) - sum(np.sum((side[s] - side[s].mean())**2) for s in taken))
    return f


@mistake("gain", "the right side only", "You took off the error of the {right|left} side. The {left|right} side")
def _(off, other):
    return MISTAKES["gain", "one side only"][1](off, other)


@mistake("gain", "twice", "That is {twice|half} as much as the squared error falls")
def _(word):
    return lambda y, left: {"twice": 2, "half": 0.5}[word] * right_gain(y, left)


@mistake("gain", "half", "That is {half|twice} of what the squared error falls")
def _(word):
    return lambda y, left: {"twice": 2, "half": 0.5}[word] * right_gain(y, left)


@mistake("grow", "first feature only", "Every question is about feature {0|1}")
def _(word):
    return lambda X, y, *limits, **more: _about(int(word), X, y, *limits, **more)


@mistake("grow", "last feature only", "Every question is about the {last|first} feature")
def _(word):
    return lambda X, y, *limits, **more: _about(-1 if word == "last" else 0, X, y, *limits, **more)


def _about(column, X, y, min_samples_split=20, min_samples_leaf=7):
    """Grow with questions about one feature only."""
    X, y = np.asarray(X, float), np.asarray(y, float)
    column = range(X.shape[1])[min(column, X.shape[1] - 1)]
    node = {"n": len(y), "value": float(y.mean())}
    threshold, _ = right_cut(X[:, column], y, min_samples_leaf)
    if len(y) < min_samples_split or threshold is None:
        return node
    left = X[:, column] < threshold
    limits = (min_samples_split, min_samples_leaf)
    return node | {"feature": column, "threshold": threshold, "left": _about(column, X[left], y[left], *limits),
                   "right": _about(column, X[~left], y[~left], *limits)}


@mistake("grow", "sides exchanged", "Samples with x {below|above} the threshold are found on the {right|left} side")
def _(below, side):
    def turned(node):
        if "left" not in node:
            return node
        return node | {"left": turned(node["right"]), "right": turned(node["left"])}
    return lambda *given, **more: (turned if (below, side) in {("below", "right"), ("above", "left")}
                                   else dict)(right_grow(*given, **more))


@mistake("upper-bound", "half the chance", "At your rate so few errors have {half|twice} the chance that was asked")
def _(word):
    right = find("upper-bound").reference

    def f(errors, n, chance=0.25):
        rate = right(errors, n, min(0.999, {"half": 0.5, "twice": 2}[word] * chance))
        assert errors >= n or binom.cdf(errors, n, rate) > 0
        return rate
    return f


@mistake("vote", "the rarest", "Your label is the one with the {fewest|most} votes")
def _(word):
    def f(said):
        labels = np.unique(said)
        return labels[PICK[word](np.array([np.sum(np.asarray(said) == c, axis=0) for c in labels]), axis=0)]
    return f


@mistake("vote", "ties to the last", "Of equals the {smallest|largest} label wins")
def _(word):
    def f(said):
        labels = np.unique(said)
        counts = np.array([np.sum(np.asarray(said) == c, axis=0) for c in labels])
        turn = -1 if word == "smallest" else 1          # the other ones win here
        return labels[::turn][counts[::turn].argmax(axis=0)]
    return f


@mistake("g-statistic", "factor 2 forgotten", "{Half|Twice} of it. Which factor")
def _(word):
    right = find("g-statistic").reference
    return lambda covered, reference: {"Half": 0.5, "Twice": 2}[word] * right(covered, reference)


@mistake("search-p-value", "at most", "You count the shuffles that stay at or {below|above} the value found")
def _(word):
    def f(search, y, B, rng):
        found = search(y)
        values = np.array([search(rng.permutation(y)) for _ in range(B)])
        return (1 + np.sum(values <= found if word == "below" else values >= found)) / (B + 1)
    return f


@mistake("simplify", "the worst deletion", "You try the deletion with the {largest|smallest} bound")
def _(word):
    def f(conditions, count, bound):
        def U(some):
            right, wrong = count(some)
            return bound(wrong, right + wrong)
        kept = list(conditions)
        while kept:
            shorter = [kept[:j] + kept[j + 1:] for j in range(len(kept))]
            best = (max if word == "largest" else min)(shorter, key=U)
            if U(best) > U(kept):
                break
            kept = best
        return kept
    return f


@mistake("best-cut", "smallest gain", "it is the one that gains {least|most}")
def _(word):
    def f(x, y, min_samples_leaf=1):
        order = np.argsort(x, kind="stable")
        x, y = np.asarray(x, float)[order], np.asarray(y, float)[order]
        cuts = []
        for k in range(min_samples_leaf, len(x) - min_samples_leaf + 1):
            if 0 < k < len(x) and x[k - 1] < x[k]:
                cuts.append((right_gain(y, np.arange(len(x)) < k), float(x[k - 1] + x[k]) / 2))
        cuts = [cut for cut in cuts if cut[0] > 1e-9]
        if not cuts:
            return None, 0.0
        gain, threshold = (min if word == "least" else max)(cuts, key=lambda cut: cut[0])
        return threshold, float(gain)
    return f


@mistake("tube-dual", "A and B exchanged", "A holds the {lower|upper} ends and B the {upper|lower} ones")
def _(of_A, of_B):
    right = find("tube-dual").reference

    def f(y, epsilon, C):
        p, low, high = right(y, epsilon, C)
        should = {"lower": low, "upper": high}
        return p, should[of_B], should[of_A]
    return f


@mistake("kernel-ridge", "λ times n", "Your λ is {multiplied|divided} by n")
def _(word):
    right = find("kernel-ridge").reference
    return lambda K, y, lam: right(K, y, lam * len(y) if word == "multiplied" else lam / len(y))


@mistake("kernel-ridge", "λ divided by n", "Your λ is {divided|multiplied} by n")
def _(word):
    right = find("kernel-ridge").reference
    return lambda K, y, lam: right(K, y, lam * len(y) if word == "multiplied" else lam / len(y))


def message(key: str, name: str) -> str:
    (known,) = (m for m in find(key).misconceptions if m.name == name)
    return " ".join(known.hint.split())


@pytest.mark.parametrize("key, name", MISTAKES)
def test_the_mistake_gets_its_message(key, name):
    words, make = MISTAKES[key, name]
    found, _ = read(words, [message(key, name)])
    assert grade(key, make(*found)).matched == name


@pytest.mark.parametrize("key, name", MISTAKES)
def test_the_opposite_gets_another_answer(key, name):
    words, make = MISTAKES[key, name]
    found, options = read(words, [message(key, name)])
    for k, may in enumerate(options):
        for word in may:
            if word != found[k]:
                told = [*found[:k], word, *found[k + 1:]]
                assert grade(key, make(*told)).matched != name, told
