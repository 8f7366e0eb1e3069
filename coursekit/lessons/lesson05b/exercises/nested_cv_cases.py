"""What the exercise on two loops is tried on, what is accepted, and how mistakes are known.

The learner that is handed in notes which rows it gets.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from coursekit.exercise import Failure, short_repr
from coursekit.lessons.lesson05.exercises.cv_score import cv_score


def mean_of_folds(learn, setting, X, y, splits):
    """Return the mean of the folds' accuracies: an inner score like any other, so it may choose."""
    return np.mean([cv_score(learn, setting, X, y, [test]) * len(y) / len(test)
                    for test in splits])


def nearest(k: int, X: np.ndarray, y: np.ndarray) -> Callable:
    """Return the rule of the k nearest neighbours; column 0 of X is the number of the row."""
    classes = np.unique(y)

    def predict(new):
        near = np.argsort(cdist(new[:, 1:], X[:, 1:]), axis=1, kind="stable")[:, :k]
        votes = (y[near][:, :, None] == classes).sum(axis=1)
        return classes[votes.argmax(axis=1)]
    return predict


def sign_rule(setting: str, X: np.ndarray, y: np.ndarray) -> Callable:
    """Return a rule that learns nothing: class 1 right of 0, or the other way round."""
    return lambda new: ((new[:, -1] > 0) == (setting == "as it is")).astype(int)


def halves(m: int) -> list[np.ndarray]:
    """Return two blocks of m rows."""
    return np.array_split(np.arange(m), 2)


def thirds(m: int) -> list[np.ndarray]:
    """Return three blocks of m rows."""
    return np.array_split(np.arange(m), 3)


class Watched(NamedTuple):
    """What a function returned, its rules and its calls of inner, and the rows of each fold."""

    result: object
    rules: list         # (setting, rows it learned from, all rows it was asked about)
    cuts: list          # the m of each call of inner(m)
    trains: list        # of each outer fold the rows that train, and those that test
    tests: list

    def __repr__(self):
        return short_repr(self.result)


def _numbers(X) -> frozenset[int]:
    return frozenset(np.asarray(X)[:, 0].astype(int).tolist())


def watch(answer: Callable, learn: Callable, settings, X, y, outer, inner) -> Watched | None:
    """Call the answer with a learner that notes the rows it gets, and count the inner cuts."""
    rules, cuts = [], []

    def noting(setting, X, y):
        rule, taught = learn(setting, X, y), _numbers(X)
        same = [asked for s, rows, asked in rules if rows == taught and s == setting]
        if not same:
            same.append(set())
            rules.append((setting, taught, same[0]))

        def predict(new):
            same[0].update(_numbers(new))
            return rule(new)
        return predict

    def counted(m):
        cuts.append(m)
        return inner(m)
    result = answer(noting, settings, X, y, outer, counted)
    tests = [frozenset(test.tolist()) for test in outer]
    trains = [frozenset(range(len(y))) - test for test in tests]
    return None if result is None else Watched(result, rules, cuts, trains, tests)


def tasks(rng: np.random.Generator) -> Iterator[tuple]:
    """Give learner, settings, X, y, outer test rows and the way to cut inner ones."""
    x = np.array([-4.0, 3, -2, 1, -1, 2, -3, 4])
    numbered = np.column_stack([np.arange(8), x])
    yield sign_rule, ["as it is", "turned"], numbered, np.tile([0, 1], 4), halves(8), halves
    # the first outer fold leaves two equal settings, of which the later one does better on it
    x, y = np.array([2.0, 1, 3, -2, -1, -3]), np.array([0, 1, 0, 1, 0, 1])
    numbered, outer = np.column_stack([np.arange(6), x]), list(np.arange(6).reshape(2, 3).T)
    yield sign_rule, ["as it is", "turned"], numbered, y, outer, halves
    for _ in range(13):
        n = int(rng.integers(16, 25))
        X = np.column_stack([np.arange(n), rng.normal(size=(n, 2))])
        y = rng.permutation(np.arange(n) % rng.choice([2, 3]))
        y = np.array(["a", "b", "c"])[y] if rng.random() < 0.3 else y
        ks = [[1], [1, 3, 5], [5, 1], [1, 3, 7]][int(rng.integers(4))]
        outer = np.array_split(rng.permutation(n), int(rng.integers(2, 5)))
        yield nearest, ks, X, y, outer, (halves, thirds)[int(rng.integers(2))]


def _train_rows(case: tuple, joined: bool) -> list[np.ndarray]:
    """Return each fold's training rows in rising order, or joined as the other folds stand."""
    outer = case[4]
    if joined:
        return [np.concatenate([*outer[:k], *outer[k + 1:]]) for k in range(len(outer))]
    return [np.setdiff1d(np.arange(len(case[3])), test) for test in outer]


def _inner_scores(case: tuple, train: np.ndarray, score: Callable = cv_score) -> np.ndarray:
    learn, settings, X, y, _, inner = case
    return np.array([score(learn, s, X[train], y[train], inner(len(train))) for s in settings])


def loops_are_right(case: tuple, given: Watched, joined: bool = False,
                    score: Callable = cv_score) -> bool:
    """Tell whether each winner has a highest inner score, and the outer one is its refit's."""
    learn, settings, X, y, outer, _ = case
    scores, winners = given.result
    if not len(scores) == len(winners) == len(outer) or is_leak(case, given):
        return False
    for k, train in enumerate(_train_rows(case, joined)):
        inside, winner, test = _inner_scores(case, train, score), winners[k], outer[k]
        tried = any(s == winner and rows == given.trains[k] and given.tests[k] <= asked
                    for s, rows, asked in given.rules)
        own = np.mean(learn(winner, X[train], y[train])(X[test]) == y[test])
        if inside[list(settings).index(winner)] < max(inside) - 1e-9 \
                or abs(scores[k] - own) > 1e-6 or not tried:
            return False
    return True


def the_first_wins(case: tuple, given: Watched, joined: bool = False,
                   score: Callable = cv_score) -> bool:
    """Tell whether of equal settings the first wins: equal but for rounding, or to the last bit."""
    inside = [_inner_scores(case, train, score) for train in _train_rows(case, joined)]
    places = [list(case[1]).index(winner) for winner in given.result[1]]
    return all(place in (np.argmax(m), np.argmax(m >= m.max() - 1e-9))
               for m, place in zip(inside, places, strict=True))


def all_is_right(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether result and way are right: training rows in either order, either inner score."""
    return len(given.cuts) <= len(case[4]) and any(
        loops_are_right(case, given, *how) and the_first_wins(case, given, *how)
        for how in product((False, True), (cv_score, mean_of_folds)))


def is_pooled(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether there is one score, with a list of winners."""
    scores, winners = given.result
    return np.ndim(scores) == 0 and np.ndim(winners) == 1


def is_short(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether folds are missing from both lists."""
    scores, winners = given.result
    return 0 < len(scores) == len(winners) < len(case[4])


def is_leak(case: tuple, given: Watched, right: Watched | None = None) -> bool:
    """Tell whether some rule learned from rows of all outer folds."""
    return not all(any(rows <= train for train in given.trains) for _, rows, _ in given.rules)


def is_exchanged(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether test rows of each fold taught a rule that was asked about its training rows."""
    return all(any(rows == test and train <= asked for _, rows, asked in given.rules)
               for train, test in zip(given.trains, given.tests, strict=True))


def no_setting(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether something else than a setting was learned with, such as its place."""
    if isinstance(given, Failure):      # a mean is no number of neighbours
        return "slice indices must be integers" in given.told

    def places() -> list[int]:
        return [int(np.argmax(_inner_scores(case, train))) for train in _train_rows(case, False)]
    tried = [s for s, _, _ in given.rules]
    return any(isinstance(s, (float, np.floating)) or s not in case[1] for s in tried) \
        or list(given.result[1]) == places()


def all_meet_the_test(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether every setting was tried on some outer test rows."""
    tried = [{s for s, rows, asked in given.rules if rows == train and test <= asked}
             for train, test in zip(given.trains, given.tests, strict=True)]
    return len(case[1]) > 1 and all(len(t) == len(case[1]) for t in tried)


def _taught_who_met_a_test(given: Watched) -> list[frozenset]:
    return [rows for _, rows, asked in given.rules if any(test <= asked for test in given.tests)]


def no_refit(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether outer test rows met a rule, but none that all training rows had taught."""
    met = _taught_who_met_a_test(given)
    return bool(met) and not is_leak(case, given) and not any(rows in given.trains for rows in met)


def tests_never_met(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether no rule was asked about the test rows of a fold."""
    return not is_leak(case, given) and not _taught_who_met_a_test(given)
