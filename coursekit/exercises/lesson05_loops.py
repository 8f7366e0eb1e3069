"""Exercise 2 of sitting 05: two loops, judged by a learner that notes which rows it gets."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from coursekit.exercises.code_exercise import CodeExercise
from coursekit.exercises.compare import short_repr
from coursekit.exercises.model import Misconception


def cv_score(learn, setting, X, y, splits):
    """Return the mean accuracy of a setting over the folds, as on the page."""
    scores = []
    for test in splits:
        train = np.setdiff1d(np.arange(len(y)), test)
        predict = learn(setting, X[train], y[train])
        scores.append(np.mean(predict(X[test]) == y[test]))
    return np.mean(scores)


def nested_cv(learn, settings, X, y, outer, inner):
    """Return one accuracy and one winning setting for each array of test rows in outer."""
    scores, winners = [], []
    for test in outer:
        train = np.setdiff1d(np.arange(len(y)), test)
        splits = inner(len(train))          # drawn once: all settings meet the same folds
        means = [cv_score(learn, setting, X[train], y[train], splits) for setting in settings]
        winner = settings[int(np.argmax(means))]
        predict = learn(winner, X[train], y[train])
        scores.append(float(np.mean(predict(X[test]) == y[test])))
        winners.append(winner)
    return scores, winners


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


def _watch(answer: Callable, learn: Callable, settings, X, y, outer, inner) -> Watched | None:
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


def _tasks(rng: np.random.Generator) -> Iterator[tuple]:
    x = np.array([-4.0, 3, -2, 1, -1, 2, -3, 4])
    numbered = np.column_stack([np.arange(8), x])
    yield sign_rule, ["as it is", "turned"], numbered, np.tile([0, 1], 4), halves(8), halves
    for _ in range(13):
        n = int(rng.integers(16, 25))
        X = np.column_stack([np.arange(n), rng.normal(size=(n, 2))])
        y = rng.permutation(np.arange(n) % rng.choice([2, 3]))
        y = np.array(["a", "b", "c"])[y] if rng.random() < 0.3 else y
        ks = [[1], [1, 3, 5], [5, 1], [1, 3, 7]][int(rng.integers(4))]
        outer = np.array_split(rng.permutation(n), int(rng.integers(2, 5)))
        yield nearest, ks, X, y, outer, (halves, thirds)[int(rng.integers(2))]


def _train_rows(case: tuple) -> list[np.ndarray]:
    return [np.setdiff1d(np.arange(len(case[3])), test) for test in case[4]]


def _sees_only_training_rows(case: tuple, given: Watched) -> bool:
    allowed = [set(train.tolist()) for train in _train_rows(case)]
    return all(any(rows <= train for train in allowed) for _, rows in given.learned)


def _inner_means(case: tuple, train: np.ndarray) -> list[float]:
    learn, settings, X, y, _, inner = case
    return [cv_score(learn, s, X[train], y[train], inner(len(train))) for s in settings]


def _loops_are_right(case: tuple, given: Watched, right: Watched, tolerance=1e-6) -> bool:
    """Tell whether each winner has a highest inner mean, and the score is that of its refit."""
    learn, settings, X, y, outer, _ = case
    scores, winners = given.result
    if not len(scores) == len(winners) == len(outer) or not _sees_only_training_rows(case, given):
        return False
    for test, train, score, winner in zip(outer, _train_rows(case), scores, winners):
        means, place = _inner_means(case, train), list(settings).index(winner)
        refit = (winner, frozenset(train.tolist()), frozenset(test.tolist()))
        own = np.mean(learn(winner, X[train], y[train])(X[test]) == y[test])
        if means[place] < max(means) - 1e-9 or abs(score - own) > tolerance \
                or refit not in given.judged:
            return False
    return True


def _the_first_wins(case: tuple, given: Watched) -> bool:
    """Tell whether of equal settings the first wins: equal but for rounding, or to the last bit."""
    means = [np.array(_inner_means(case, train)) for train in _train_rows(case)]
    places = [list(case[1]).index(winner) for winner in given.result[1]]
    return all(place in (np.argmax(m), np.argmax(m >= m.max() - 1e-9))
               for m, place in zip(means, places))


def _all_is_right(case: tuple, given: Watched, right: Watched) -> bool:
    return _loops_are_right(case, given, right) and _the_first_wins(case, given) \
        and len(given.cuts) <= len(case[4])


def _no_refit(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether outer test rows met a rule, but none that all training rows had taught."""
    trains = [frozenset(train.tolist()) for train in _train_rows(case)]
    tests = [frozenset(test.tolist()) for test in case[4]]
    met = [rows for _, rows, asked in given.judged if asked in tests]
    return bool(met) and _sees_only_training_rows(case, given) \
        and not any(rows in trains for rows in met)


def _tests_never_met(case: tuple, given: Watched, right: Watched) -> bool:
    tests = [frozenset(test.tolist()) for test in case[4]]
    return _sees_only_training_rows(case, given) \
        and not any(asked in tests for _, _, asked in given.judged)


def _all_meet_the_test(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether every setting was tried on some outer test rows."""
    trains = [frozenset(train.tolist()) for train in _train_rows(case)]
    tests = [frozenset(test.tolist()) for test in case[4]]
    tried = [{s for s, rows, asked in given.judged if asked == test and rows == train}
             for train, test in zip(trains, tests)]
    return len(case[1]) > 1 and all(len(t) == len(case[1]) for t in tried)


def _is_pooled(case: tuple, given: Watched, right: Watched) -> bool:
    scores, winners = given.result
    return np.ndim(scores) == 0 and np.ndim(winners) == 1


def _is_one_list(case: tuple, given: Watched, right: Watched) -> bool:
    return np.shape(given.result) == (len(case[4]),)


def _are_pairs(case: tuple, given: Watched, right: Watched) -> bool:
    pairs = [(score, winner) for score, winner in given.result]
    return len(pairs) == len(case[4]) and all(winner in case[1] for _, winner in pairs)


def _is_short(case: tuple, given: Watched, right: Watched) -> bool:
    scores, winners = given.result
    return 0 < len(scores) == len(winners) < len(case[4])


def _told_otherwise(scores=lambda value: value, winners=lambda settings, value: value,
                    tolerance: float = 1e-6) -> Callable:
    """Return what tells a right result that was written in another way, and how to read it."""
    def recognise(case: tuple, given: Watched, right: Watched) -> bool:
        read = ([scores(value) for value in given.result[0]],
                [winners(case[1], value) for value in given.result[1]])
        return _loops_are_right(case, given._replace(result=read), right, tolerance)
    return recognise


def _refit_on_all(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether the rules that test rows had taught were all taught by the whole table."""
    trains = [set(train.tolist()) for train in _train_rows(case)]
    leaking = {rows for _, rows in given.learned if not any(rows <= train for train in trains)}
    return leaking == {frozenset(range(len(case[3])))}


def _is_leak(case: tuple, given: Watched, right: Watched) -> bool:
    return not _sees_only_training_rows(case, given)


def _is_tuned_once(case: tuple, given: Watched, right: Watched) -> bool:
    """Tell whether there was one search in all, before the outer loop."""
    _, settings, _, y, outer, inner = case
    most = len(settings) * len(inner(len(y))) + len(outer)
    return _is_leak(case, given, right) and len(given.learned) <= most


def _has_lowest(case: tuple, given: Watched, right: Watched) -> bool:
    winners = given.result[1]
    means = [_inner_means(case, train) for train in _train_rows(case)]
    places = [list(case[1]).index(winner) for winner in winners]
    return all(m[p] <= min(m) + 1e-9 for m, p in zip(means, places)) \
        and any(m[p] < max(m) - 1e-9 for m, p in zip(means, places))


NESTED = CodeExercise(
    key="nested-cv", title="Two loops", reference=nested_cv, cases=_tasks, run=_watch,
    accept=_all_is_right,
    misconceptions=(
        Misconception("inner folds for each setting", None, "The winners and their scores are "
                      "right, but `inner` was called more often than there are outer folds: do "
                      "all settings meet the same inner folds?",
                      lambda case, given, right: _loops_are_right(case, given, right)
                      and len(given.cuts) > len(case[4])),
        Misconception("another of equal settings", None, "A setting won that shares the highest "
                      "inner mean with one that stands before it in `settings`. Of equally good "
                      "settings the first wins.",
                      lambda case, given, right: _loops_are_right(case, given, right)
                      and not _the_first_wins(case, given)),
        Misconception("nothing learned", None, "Your function never called `learn`, so no rule "
                      "was tried.", lambda case, given, right: not given.learned),
        Misconception("one list", None, "One list came back. Wanted are two: the accuracies and "
                      "the winning settings.", _is_one_list),
        Misconception("fewer than folds", None, "There are fewer scores than arrays in `outer`. "
                      "Is a list begun anew inside the loop, or does `return` stand in it?",
                      _is_short),
        Misconception("pairs", None, "These are pairs, one a fold. Wanted are two lists, first "
                      "all accuracies, then all winning settings.", _are_pairs),
        Misconception("places", None, "Your winners are places in `settings`. Wanted are the "
                      "settings that stand there.",
                      _told_otherwise(winners=lambda settings, place: settings[place])),
        Misconception("errors", None, "These are the shares of wrong answers. Wanted are "
                      "accuracies.", _told_otherwise(lambda error: 1 - error)),
        Misconception("per cent", None, "The right accuracies, but in per cent. Wanted are shares "
                      "between 0 and 1.", _told_otherwise(lambda score: score / 100)),
        Misconception("rounded", None, "Your scores are rounded. Return them as they are.",
                      _told_otherwise(tolerance=0.051)),
        Misconception("refit on all rows", None, "A rule learned from all rows, the outer test "
                      "rows among them. Which rows may teach the winner that they judge?",
                      _refit_on_all),
        Misconception("one number", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    means = [cv_score(learn, s, X[train], y[train], inner(len(train)))
                             for s in settings]
                    winners.append(settings[int(np.argmax(means))])
                    predict = learn(winners[-1], X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return np.mean(scores), winners
            """, "That is one number for all outer folds. Wanted is a list with one accuracy for "
                 "each of them.", _is_pooled),
        Misconception("tuned on all rows first", """
            def nested_cv(learn, settings, X, y, outer, inner):
                means = [cv_score(learn, s, X, y, inner(len(y))) for s in settings]
                winner, scores = settings[int(np.argmax(means))], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    predict = learn(winner, X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, [winner] * len(outer)
            """, "A setting learned from rows of two outer folds at once, so rows that are tested "
                 "later have helped to choose. Which rows may the choice see?",
            _is_tuned_once),
        Misconception("outer test rows reach a fit", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    means = [cv_score(learn, s, X, y, inner(len(train))) for s in settings]
                    winners.append(settings[int(np.argmax(means))])
                    predict = learn(winners[-1], X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, winners
            """, "A row that is tested in some outer fold reached a fit of that same fold. The "
                 "inner splits number the *training* rows from 0; of which table must they be "
                 "cut?", _is_leak),
        Misconception("chosen by the outer test rows", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    tried = [np.mean(learn(s, X[train], y[train])(X[test]) == y[test])
                             for s in settings]
                    winners.append(settings[int(np.argmax(tried))])
                    scores.append(max(tried))
                return scores, winners
            """, "Every setting was tried on the outer test rows. They may be asked once, when "
                 "the choice is made.", _all_meet_the_test),
        Misconception("no refit", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    splits = inner(len(train))
                    means = [cv_score(learn, s, X[train], y[train], splits) for s in settings]
                    winners.append(settings[int(np.argmax(means))])
                    part = np.delete(train, splits[0])
                    predict = learn(winners[-1], X[part], y[part])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, winners
            """, "The rule that was scored had learned from a part of the outer training rows "
                 "only. Once the winner is known, which rows may it use?", _no_refit),
        Misconception("inner score returned", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    means = [cv_score(learn, s, X[train], y[train], inner(len(train)))
                             for s in settings]
                    winners.append(settings[int(np.argmax(means))])
                    scores.append(max(means))
                return scores, winners
            """, "Nobody has looked at the outer test rows: these are scores of the inner loop.",
            _tests_never_met),
        Misconception("the lowest wins", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    means = [cv_score(learn, s, X[train], y[train], inner(len(train)))
                             for s in settings]
                    winners.append(settings[int(np.argmin(means))])
                    predict = learn(winners[-1], X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, winners
            """, "The setting that you choose has the lowest inner mean. These are accuracies, "
                 "not errors.", _has_lowest),
        Misconception("the best single fold wins", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    best = [max(cv_score(learn, s, X[train], y[train], [part])
                                for part in inner(len(train))) for s in settings]
                    winners.append(settings[int(np.argmax(best))])
                    predict = learn(winners[-1], X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return scores, winners
            """, "Your winner has the best single fold, but another setting has the higher mean."),
        Misconception("winners first", """
            def nested_cv(learn, settings, X, y, outer, inner):
                scores, winners = [], []
                for test in outer:
                    train = np.setdiff1d(np.arange(len(y)), test)
                    means = [cv_score(learn, s, X[train], y[train], inner(len(train)))
                             for s in settings]
                    winners.append(settings[int(np.argmax(means))])
                    predict = learn(winners[-1], X[train], y[train])
                    scores.append(np.mean(predict(X[test]) == y[test]))
                return winners, scores
            """, "The right two lists, but the scores come first.",
            lambda case, given, right: _loops_are_right(
                case, given._replace(result=given.result[::-1]), right)),
    ),
    hints=("For one array of test rows: what are its training rows? Do everything that chooses "
           "on those alone.",
           "`train = np.setdiff1d(np.arange(len(y)), test)` and `splits = inner(len(train))`, "
           "both once for each `test`. For each setting call `cv_score` on `X[train]`, "
           "`y[train]` with these splits; the highest mean wins.",
           "Then let the winner learn again, from all of `X[train]`, and count how often it is "
           "right on `X[test]`."),
    way="For each array of test rows take the other rows as training rows, and draw the inner "
        "splits for so many rows once. Compute `cv_score` of every setting with these splits, on "
        "the training rows alone. The "
        "setting with the highest mean learns again from all training rows, and its accuracy on "
        "the test rows goes into the list, beside the setting itself.",
    explanation="No test row has helped to choose or to learn.",
    fallback_hint="Which rows choose, which rows teach the winner, and which rows judge it?")
