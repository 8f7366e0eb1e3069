"""What a message about numbers that were typed says is computed: its numbers, its formulas and the words that decide.

For each exercise whose answer is numbers a function gives passages of its messages, with spots like {n|n − 1} (see `told`) and gaps " … ", and what
makes of the words found there whether they are so, the answer of somebody who did what the message says, who must be told
it, and the answer of somebody who takes its advice, who must be right (each where there is one). Data are those of the page.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from coursekit.datasets import make_and
from coursekit.exercise import exercise_keys, grade
from coursekit.exercise.registry import find, lesson_of
from coursekit.lagrange import inequality_qp
from coursekit.model_selection import corrected_interval
from coursekit.svm import DualProblem, solve_qp
from pages import NOTEBOOKS
from told import SPOT, pattern, prose, read

COUNT = "one two three four five six seven eight nine ten eleven twelve".split()


def value(word: str) -> str | float:
    """Return a number for what is one, in digits or as a word."""
    if word.lower() in COUNT:
        return COUNT.index(word.lower()) + 1
    return float(word.replace("−", "-")) if re.fullmatch(r"−?\d+(\.\d+)?(e-\d+)?", word) else word


def numbers(text: str) -> np.ndarray:
    """Return the numbers of a text of a page."""
    return np.array(re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-")), float)


def formula(text: str) -> Callable:
    """Return the function of points (..., 2) that a formula of x, x1 and x2 is; of a relation, left less right side."""
    for old, new in {"−": "-", "²": "**2", "³": "**3", "^": "**", "x_": "x", r"\ge": "-", "≥": "-"}.items():
        text = text.replace(old, new)
    code = re.sub(r"x([12]?)", lambda m: f"x[..., {int(m[1] or 1) - 1}]", text)
    return lambda x: eval(code, {"x": np.asarray(x, float)})


class Page:
    """The page on which an exercise stands."""

    def __init__(self, key: str):
        self.exercise, self.right = find(key), find(key).right
        path = next(p for p in NOTEBOOKS if p.stem.startswith(f"{lesson_of(key)}_"))
        self.prose = prose(path.stem)
        self.asked = self.prose.split(f"· {self.exercise.title}", 1)[1]     # and what comes after

    def section(self, number: float) -> str:
        """Return a section's prose."""
        return self.prose.split(f"## {number:g} · ")[1].split(f" ## {number + 1:g} · ")[0]

    def with_right(self, words: str, so: Callable) -> Iterator[tuple]:
        """Give a passage for each message that has it, with whether it is so of the answer that gets the message."""
        for known in self.exercise.misconceptions:
            if pattern(words)[0].search(known.hint):
                yield known.name, words, lambda w: (w.lower() == "right") == bool(so(known.compute()))


def two_constraints(page):
    cs = [*map(formula, re.findall(r"\$([^$]*\\ge[^$]*)\$", page.asked)[:2])]
    A, t = np.array([[c(e) - c(0 * e) for e in np.eye(2)] for c in cs]), -np.array([c(np.zeros(2)) for c in cs])

    def solved(*some, Q=1.0, t=t):
        x, lam = inequality_qp(Q * np.eye(2), [0, 0], A[list(some)], t[list(some)])
        return np.array([*x, *np.bincount(some, lam, 2)])
    right, place, times = solved(0, 1), {"first": 0, "second": 1}, {"plus": 1, "minus": -1, "half": 1, "twice": 4, "x": 1, "2x": 2}
    x, lam = right[:2], right[2:]

    def balanced(M, gradient=x):
        return *x, *np.linalg.solve(M, gradient)
    for name, words in (("second only", "x1 {≥|≤} {2|3}"), ("first only", "x1 + x2 {≥|≤} {3|2}")):
        yield name, f"the {{first|second}} constraint … {words}", lambda w, than, limit: (
            than == "≥" and A[1 - place[w]] @ solved(place[w])[:2] < limit == t[1 - place[w]], solved(place[w]))
    yield "no half", "{‖x‖²|½‖x‖²} … {half|twice} … gradient {x|2x}", lambda f, part, g: (np.allclose(
        balanced(A.T, times[g] * x), right), (*x, *solved(0, 1, Q=2 if f == "‖x‖²" else 1)[2:]), solved(0, 1, Q=times[part]))
    yield "sign", "∇f = Σ λ_i ∇c_i, with a {plus|minus}", lambda w: (True, balanced(-times[w] * A.T), balanced(times[w] * A.T))
    yield "one after the other", "For λ{1|2} … all of x{1|2} … the {second|first} constraint", lambda k, j, w: (
        A[place[w], int(j) - 1] and place[w] != k - 1, [*x, *np.where([k == 1, k == 2], x[int(j) - 1], lam)])
    for name in ("one after the other", "point right"):
        yield name, "x = λ1 ({1|0}, {0|1}) + λ2 ({1|0}, {1|0})", lambda *M: (True, None, balanced(np.reshape(M, (2, 2)).T))
    yield "no multipliers", "multipliers {zero|one} nothing balances {∇f|∇c}", lambda w, g: (
        g == "∇f", (*x, *2 * [["zero", "one"].index(w)]))
    yield "multipliers first", "{x1, x2, λ1, λ2|λ1, λ2, x1, x2}", lambda w: (True, (*lam, *x), right if w[0] == "x" else (*lam, *x))
    yield "free minimum", "{without|with} constraints", lambda w: (max(t) > 0, solved() if w == "without" else right)
    yield "fallback", "{four|three} conditions", lambda n: n == len(find("kkt-residuals").reference(x, A, A @ x - t, lam))
    yield "explanation", "price {1|2}", lambda price: all(np.isclose(
        np.sum(solved(0, 1, t=t + 1e-3 * e)[:2]**2) - x @ x, 2e-3 * price, atol=1e-5) for e in np.eye(2))
    yield from page.with_right("point is {right|wrong}", lambda v: np.allclose(v[:2], x))
    yield from page.with_right("would be {right|wrong}", lambda v: np.allclose(np.roll(v, 2), right))


@cache
def soft(C: float, twice: int | None = None, out: int | None = None) -> SimpleNamespace:
    """Solve AND with a penalty, one sample of it twice, or one (of the two, perhaps) left out."""
    rows = [0, 1, 2, 3] + [twice] * (twice is not None)
    X, y = (part[[k for n, k in enumerate(rows) if out is None or n != rows.index(out)]] for part in make_and())
    best = solve_qp(DualProblem.from_data(X, y, C))
    w, a = (best.alpha * y) @ X, best.alpha
    zone = {0: a < 1e-5, "0 < α < C": (a > 1e-5) & (a < C - 1e-5), "α = C": a > C - 1e-5}
    return SimpleNamespace(line=np.array([*w, best.b]), alpha=a, yf=y * (X @ w + best.b), X=X, y=y, zone=zone)


def and_soft(page):
    C = float(re.search(r"of AND for \$C = (\d+)\$", page.prose)[1])
    best, hard, other, tilt = soft(C), soft(np.inf), soft(C / 2), np.array([0, 0, 1])
    line, xi, X, y, at = best.line, 1 - best.yf[3], best.X, best.y, [*best.X[3]]

    def lacks(answer, one, zone="0 < α < C"):        # y f is so at the optimum, and not for this answer
        some = best.zone[zone]
        return np.allclose(best.yf[some], one) and not np.allclose(y[some] * (X[some] @ answer[:2] + answer[2]), one)

    def summed(product):
        return *(best.alpha * (y if "y" in product else 1)) @ X, line[2], xi
    yield "hard margin", "α = {4|2} at ({1|0}, {1|0}), {more|less} than C = {2|4}", lambda a, i, j, w, c: (
        np.isclose(a, hard.alpha[3]) and [i, j, c] == [*at, C] and (a > C) == (w == "more"), (*hard.line, 0))
    yield "another C", "another C. How large may the multiplier of ({1|0}, {1|0})", lambda *x: (
        [*x] == at and np.isclose(best.alpha[3], C), (*other.line, 1 - other.yf[3]))
    yield "shortened", "{hard|soft} margin … y f = {1|0} … between {0|1} and C", lambda w, one, z: (
        z == 0 and lacks(hard.line / 2, one), (*{"hard": hard, "soft": best}[w].line / 2, 0.5))
    yield "no slack", "({1|0}, {1|0}) into f … reach {1|0}", lambda i, j, one: (
        [i, j] == at and best.yf[3] < one == round(best.yf[2], 6), (*line, 0))
    yield "f for the slack", "slack is never {negative|positive}", lambda w: ((w == "negative") == (xi > 0), (*line, -xi))
    yield "a length", "in units of {f|w}", lambda w: (True, (*line, xi / np.hypot(*line[:2])), (*line, xi if w == "f" else xi / 2))
    yield "the multiplier", "{2|1} is the multiplier of ({1|0}, {1|0}) … {1 − f|f − 1}", lambda a, i, j, w: (
        [i, j] == at and np.isclose(a, best.alpha[3]), (*line, a), (*line, xi if w == "1 − f" else -xi))
    yield "line right", "slack of ({1|0}, {1|0}) … lacks to {1|2}", lambda i, j, one: (
        [i, j] == at, (*line, 0.3), (*line, one - best.yf[3]))
    yield "right line, another length", "{0 < α < C|α = C} must have y f = {1|0}", lambda w, one: (
        lacks(line / 2, one, w), (*line / 2, xi / 2))
    yield "weights right", "{0 < α < C|α = C}: there y f = {1|0}", lambda w, one: (lacks(line + tilt, one, w), (*line + tilt, 0))
    yield "another order", "({w1, w2, b, xi|b, w1, w2, xi})", lambda w: (
        True, (line[2], *line[:2], xi), (*line, xi) if w[0] == "w" else (line[2], *line[:2], xi))
    yield "turned round", "({0|1}, {0|1}) is on the {positive|negative}", lambda i, j, w: (
        [i, j] == [*X[0]] and (-line @ [i, j, 1] > 0) == (w == "positive"), (*-line, xi))
    yield "multipliers", "{four|three} multipliers … w = Σ {α_i y_i|α_i} x_i", lambda n, w: (n == len(y), best.alpha, summed(w))
    yield "fallback", "{four|three} multipliers first … C = {2|4} … w = Σ {α y|α} x", lambda n, c, w: (
        n == len(y) and c == C, None, summed(w))
    yield "explanation", "C = {2|4} … through ({1|0}, {1|0})", lambda c, *x: (
        [*x] == at and c == C and np.isclose(soft(c).yf[3], 0, atol=1e-5))
    for words, so in (("line is {right|wrong}", lambda v: np.allclose(np.cross(v[:3], line), 0, atol=1e-5)),
                      ("weights are {right|wrong}", lambda v: np.allclose(v[:2], line[:2])),
                      ("the {right|wrong} numbers", lambda v: np.allclose(sorted(v), sorted([*line, xi]), atol=1e-5))):
        yield from page.with_right(words, so)


def inner_tables(page):
    rows = np.array([numbers(row) for row in re.findall(r"\$C = \d+\$ [^$]*?\| \| \$C = \d+\$ [|\d ]*", page.prose)])
    C, tables, folds = rows[:, 0], np.stack([rows[:, 1:5], rows[:, 6:]]), {"inner": 4, "outer": 5}
    f = {"mean": np.mean, "median": np.median, "sum": np.sum, "row": 1, "column": 0, "highest": np.argmax, "lowest": np.argmin,
         "higher": np.argmax, "lower": np.argmin}

    def answer(winner=np.mean, told=np.mean, pick=np.argmax, axis=1, by=1.0):
        best = [pick(winner(t, axis=axis)) for t in tables]
        return np.ravel([(C[min(k, 2)], told(t, axis=axis)[k] / by) for k, t in zip(best, tables)])
    right, means, n_inner = answer(), tables.mean(axis=2), tables.shape[2]

    def single(t, w, best):
        k, t = np.unravel_index(f[w](tables[int(t) - 1]), (3, 4))[0], int(t) - 1
        return C[k] != right[2 * t], (C[k], means[t, k], *right[2:]), answer(pick=f[best])
    yield "table 2 first", "table {1|2} no setting has that mean … {first|second}", lambda t, w: (
        right[3] not in means[int(t) - 1] and w == "first", np.roll(right, 2))
    yield "best single fold", "table {1|2} the {highest|lowest} single … the {highest|lowest} *mean*", single
    yield "sums", "No mean of accuracies in per cent is {above|below} {100|50} … the {sum|median} … of {inner|outer} folds", \
        lambda w, top, g, loop: (w == "above" and top == 100, answer(told=f[g]), answer(told=f[g], by=folds[loop]))
    yield "single scores for means", "{mean|median} over the {four|five} {inner|outer} folds", lambda g, n, loop: (
        n == folds[loop] == n_inner, answer(np.max, np.max), answer(f[g], f[g]))
    yield "lowest mean", "{higher|lower} is {better|worse}", lambda w, good: (good == "better", answer(pick=np.argmin), answer(pick=f[w]))
    yield "one winner for both", "{outer|inner} fold", lambda loop: (folds[loop] != n_inner, (*right[:2], right[0], means[1, 0]))
    yield "medians", "{four|three} scores … their {median|mean}; asked is the {mean|median}", lambda n, g, h: (
        n == n_inner, answer(f[g], f[g]), answer(f[h], f[h]))
    yield "shares", "per {cent|mille}", lambda w: (True, right * [1, 0.01, 1, 0.01], right if w == "cent" else 10 * right)
    yield "means of columns", "mean of a {column|row}, one {inner|outer} … is a {row|column}", lambda g, loop, h: (
        folds[loop] == n_inner, (*right[:3], tables[1].mean(axis=f[g]).max()), answer(axis=f[h]))
    yield "fallback", "mean of each {row|column} … the {three|four}", lambda g, n: (n == len(C), None, answer(axis=f[g]))
    yield "explanation", "{two|three} {outer|inner} folds", lambda n, loop: n == len({*right[::2]}) and folds[loop] != n_inner


def outer_summary(page):
    scores = numbers(re.search(r"five outer accuracies are (.*?) per cent", page.prose)[1])
    outer, inner, settings = (value(n) for n in re.search(r"(\w+) outer folds, (\w+) inner folds, (\w+) settings", page.prose).groups())
    n, mean, squares, sd = len(scores), scores.mean(), np.sum((scores - scores.mean())**2), scores.std(ddof=1)
    by, folds, ends = {"n": n, "n − 1": n - 1}, {"inner": inner, "outer": outer}, corrected_interval(scores, n_train=n - 1, n_test=1)

    def fits(inner_ones=inner * settings, refits=1, once=0, sd=sd, unit=1.0):
        return mean * unit, sd * unit, outer * (inner_ones + refits) + once
    yield "divided by n", "by {n|n − 1} = {5|4} … With {n − 1|n} it", lambda w, k, v: (
        k == by[w], fits(sd=np.sqrt(squares / by[w])), fits(sd=np.sqrt(squares / by[v])))
    yield "variance", "{variance|root}", lambda w: (True, fits(sd=squares / (n - 1) if w == "variance" else sd))
    yield "standard error", "√{5|4} … standard error of the {mean|median} … {training|test} rows", lambda k, m, w: (
        k == n and m == "mean" and {"training": outer - 2, "test": 0}[w] > 0, fits(sd=sd / np.sqrt(k)))    # folds that two parts share
    yield "refits forgotten", "{inner|outer} fits … {outer|inner} fold", lambda w, loop: (
        True, fits(refits=0) if w == "inner" else fits(0), fits(refits=folds[loop] / outer))
    yield "inner folds forgotten", "{four|five} {inner|outer} folds", lambda k, loop: (k == folds[loop], fits(settings), fits(k * settings))
    yield "one refit in all", "{five|four} {outer|inner} folds", lambda k, loop: (
        k == folds[loop], fits(refits=0, once=1), fits(refits=0, once=k))
    yield "every setting fitted again", "Only the {winner|loser}", lambda w: (
        True, fits(refits=settings), fits(refits={"winner": 1, "loser": settings - 1}[w]))
    yield "with the final model", "{five|four} scores", lambda k: (k == n, fits(once=inner * settings + 1), fits())
    yield "shares", "mean and standard deviation in per {cent|mille}", lambda w: (
        True, fits(unit=0.01), fits(unit={"cent": 1, "mille": 10}[w]))
    yield "fallback", "{three|two} numbers", lambda k: k == len(fits())
    yield "explanation", "section {5|4} … {five|four} scores … {79.1|80.1} to {84.9|83.9} for the mean", lambda part, k, *told: (
        "interval reaches" in page.section(part) and k == n and [*told] == [*np.round(ends, 1)])


VALUES = [key for key in exercise_keys() if key.replace("-", "_") in globals()]
every_value_exercise = pytest.mark.parametrize("key", VALUES)


def messages(key: str) -> dict[str, str]:
    """Return what an exercise may say to an answer, by the name of the mistake."""
    exercise = find(key)
    return {known.name: known.hint for known in exercise.misconceptions} | {
        "fallback": exercise.fallback_hint, "explanation": exercise.explanation}


def passages(key: str) -> Iterator[tuple[str, str, list[str], list[list[str]], Callable]]:
    """Give of each passage its message, what it says, the words at its spots, what may stand there, and whether words are so."""
    for name, words, made in globals()[key.replace("-", "_")](Page(key)):
        text, pieces = messages(key)[name], words.split(" … ")
        found, may = (sum(parts, []) for parts in zip(*(read(piece, [text]) for piece in pieces)))
        said = SPOT.sub(lambda _, at=iter(found): next(at), words)
        assert all(word in text for word in found), (said, text)

        def so(*words):     # also: who did so is told so, and who takes the advice is right
            given = made(*map(value, words))
            true, mistaken, advised = (*(given if isinstance(given, tuple) else (given,)), None, None)[:3]
            return true and (mistaken is None or grade(key, mistaken).matched == name) and (
                advised is None or grade(key, advised).status == "right")
        yield name, said, found, may, so


@every_value_exercise
def test_what_a_message_says_is_so(key):
    for name, said, words, _, so in passages(key):
        assert so(*words), (name, said)


@every_value_exercise
def test_with_a_word_or_number_exchanged_it_is_not(key):
    for name, said, words, options, so in passages(key):
        for k, may in enumerate(options):
            for other in set(may) - {words[k]}:
                try:
                    assert not so(*words[:k], other, *words[k + 1:]), (name, said, other)
                except (LookupError, ValueError):       # there is no such sample, class or matrix
                    pass
