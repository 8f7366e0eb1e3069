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
    """What a function returned, which rows taught (and then met) its rules, calls of inner."""

    result: object
    learned: list       # (setting, rows it learned from)
    judged: list        # (setting, rows it learned from, rows it was asked about)
    cuts: list          # the m of each call of inner(m)

    def __repr__(self):
        return short_repr(self.result)


def watch(answer: Callable, learn: Callable, settings, X, y, outer, inner) -> Watched | None:
    """Call the answer with a learner that notes the rows it gets, and count the inner cuts."""
    learned, judged, cuts = [], [], []

    def noting(setting, X, y):
        rows = frozenset(np.asarray(X)[:, 0].astype(int).tolist())
        learned.append((setting, rows))
        rule = learn(setting, X, y)

        def predict(new):
            judged.append((setting, rows, frozenset(np.asarray(new)[:, 0].astype(int).tolist())))
            return rule(new)
        return predict

    def counted(m):
        cuts.append(m)
        return inner(m)
    result = answer(noting, settings, X, y, outer, counted)
    return None if result is None else Watched(result, learned, judged, cuts)


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


def _train_rows(case: tuple, order: str = "rising") -> list[np.ndarray]:
    """Return each fold's training rows: "rising", "falling", or "joined" as the folds stand."""
    outer = case[4]
    if order == "joined":
        return [np.concatenate([*outer[:k], *outer[k + 1:]]) for k in range(len(outer))]
    step = 1 if order == "rising" else -1
    return [np.setdiff1d(np.arange(len(case[3])), test)[::step] for test in outer]


def _rules(given: Watched) -> list[list]:
    """Return setting, rows it learned from, and all rows it was asked about, of each rule."""
    found: list[list] = []
    for setting, rows, asked in given.judged:
        same = [rule for rule in found if rule[1] == rows and rule[0] == setting]
        if same:
            same[0][2] |= asked
        else:
            found.append([setting, rows, asked])
    return found


def _sees_only_training_rows(case: tuple, given: Watched) -> bool:
    allowed = [set(train.tolist()) for train in _train_rows(case)]
    return all(any(rows <= train for train in allowed) for _, rows in given.learned)


def _inner_scores(case: tuple, train: np.ndarray, score: Callable = cv_score) -> np.ndarray:
    learn, settings, X, y, _, inner = case
    return np.array([score(learn, s, X[train], y[train], inner(len(train))) for s in settings])


def loops_are_right(case: tuple, given: Watched, order="rising", score=cv_score,
                    best: Callable = max) -> bool:
    """Tell whether each winner has a highest inner score, and the outer one is its refit's."""
    (learn, settings, X, y, outer, _), rules = case, _rules(given)
    scores, winners = given.result
    if not len(scores) == len(winners) == len(outer) or not _sees_only_training_rows(case, given):
        return False
    for test, train, told, winner in zip(outer, _train_rows(case, order), scores, winners):
        inside, place = _inner_scores(case, train, score), list(settings).index(winner)
        taught, tested = frozenset(train.tolist()), frozenset(test.tolist())
        tried = any(s == winner and rows == taught and tested <= asked for s, rows, asked in rules)
        own = np.mean(learn(winner, X[train], y[train])(X[test]) == y[test])
        if abs(inside[place] - best(inside)) > 1e-9 or abs(told - own) > 1e-6 \
                or not tried:
            return False
    return True


def the_first_wins(case: tuple, given: Watched, order="rising", score=cv_score) -> bool:
    """Tell whether of equal settings the first wins: equal but for rounding, or to the last bit."""
    inside = [_inner_scores(case, train, score) for train in _train_rows(case, order)]
    places = [list(case[1]).index(winner) for winner in given.result[1]]
    return all(place in (np.argmax(m), np.argmax(m >= m.max() - 1e-9))
               for m, place in zip(inside, places))


def all_is_right(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether result and way are right: training rows in either order, either inner score."""
    return len(given.cuts) <= len(case[4]) and any(
        loops_are_right(case, given, *how) and the_first_wins(case, given, *how)
        for how in product(("rising", "joined"), (cv_score, mean_of_folds)))


def is_falling(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether all is right for training rows in falling order."""
    return loops_are_right(case, given, "falling")


def is_lowest(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether all is right, but the setting with the lowest inner score won."""
    return loops_are_right(case, given, best=min)


def is_swapped(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether all is right, but the winners stand before the scores."""
    return loops_are_right(case, given._replace(result=given.result[::-1]))


def is_count(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether all is right, but the test rows answered correctly are only counted."""
    scores, winners = given.result
    shares = [score / len(test) for score, test in zip(scores, case[4])]
    return loops_are_right(case, given._replace(result=(shares, winners)))


def no_refit(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether outer test rows met a rule, but none that all training rows had taught."""
    trains = [frozenset(train.tolist()) for train in _train_rows(case)]
    tests = [frozenset(test.tolist()) for test in case[4]]
    met = [rows for _, rows, asked in _rules(given) if any(test <= asked for test in tests)]
    return bool(met) and _sees_only_training_rows(case, given) \
        and not any(rows in trains for rows in met)


def tests_never_met(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether no rule was asked about the test rows of a fold."""
    tests = [frozenset(test.tolist()) for test in case[4]]
    return _sees_only_training_rows(case, given) \
        and not any(test <= asked for _, _, asked in _rules(given) for test in tests)


def all_meet_the_test(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether every setting was tried on some outer test rows."""
    trains = [frozenset(train.tolist()) for train in _train_rows(case)]
    tried = [{s for s, rows, asked in _rules(given)
              if asked.issuperset(test.tolist()) and rows == train}
             for train, test in zip(trains, case[4])]
    return len(case[1]) > 1 and all(len(t) == len(case[1]) for t in tried)


def is_pooled(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether there is one score, with a list of winners."""
    scores, winners = given.result
    return np.ndim(scores) == 0 and np.ndim(winners) == 1


def is_short(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether folds are missing from both lists."""
    scores, winners = given.result
    return 0 < len(scores) == len(winners) < len(case[4])


def refit_on_all(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether the rules that test rows had taught were all taught by the whole table."""
    trains = [set(train.tolist()) for train in _train_rows(case)]
    leaking = {rows for _, rows in given.learned if not any(rows <= train for train in trains)}
    return leaking == {frozenset(range(len(case[3])))}


def is_leak(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether some rule learned from rows of all outer folds."""
    return not _sees_only_training_rows(case, given)


def is_exchanged(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether test rows of a fold taught a rule that was asked about its training rows."""
    trains = [frozenset(train.tolist()) for train in _train_rows(case)]
    tests = [frozenset(test.tolist()) for test in case[4]]
    met = {(rows, asked) for _, rows, asked in given.judged}
    return all((test, train) in met for test, train in zip(tests, trains))


def _inner_parts(case: tuple) -> Iterator[tuple[frozenset, frozenset, frozenset]]:
    """Yield of each inner cut the rows that learn, those that judge, and the places of these."""
    for train in _train_rows(case):
        for part in case[5](len(train)):
            judging = frozenset(train[part].tolist())
            yield frozenset(train.tolist()) - judging, judging, frozenset(np.asarray(part).tolist())


def takes_places_for_rows(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether rules were asked about rows with the numbers that `inner` gives to places."""
    asked = {asked for _, _, asked in given.judged}
    return all(places in asked for _, _, places in _inner_parts(case)) \
        and not all(judging in asked for _, judging, _ in _inner_parts(case))


def no_setting(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether something else than a setting was learned with, such as its place."""
    if isinstance(given, Failure):      # a mean is no number of neighbours
        return "slice indices must be integers" in given.told

    def places() -> list[int]:
        return [int(np.argmax(_inner_scores(case, train))) for train in _train_rows(case)]
    fractions = any(isinstance(s, (float, np.floating)) for s, _ in given.learned)
    return fractions or any(s not in case[1] for s, _ in given.learned) \
        or list(given.result[1]) == places()


def is_tuned_once(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether there was one search in all, before the outer loop."""
    _, settings, _, y, outer, inner = case
    most = len(settings) * len(inner(len(y))) + len(outer)
    return is_leak(case, given, right) and len(given.learned) <= most
