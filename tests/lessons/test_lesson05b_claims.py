"""What lesson 05b says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier

from coursekit.exercise import grade
from coursekit.exercises.lesson05b import QUOTABLE, SUMMARY, TABLES
from coursekit.exercises.lesson05b_loops import NESTED
from coursekit.exercises.lesson05b_loops import cv_score as cv_score_of_the_exercise
from coursekit.exercises.lesson05b_loops import nested_cv as reference
from coursekit.model_selection import corrected_interval, folds
from page_code import page_functions

PAGE = page_functions("05b_two_loops", cdist=cdist, inner_tables=None, outer_summary=None,
                      quotable=None)
neighbours, cv_score, nested_cv = (PAGE[name] for name in ("neighbours", "cv_score", "nested_cv"))


def test_the_example_of_the_exercise_is_right():
    def halves(m):
        return np.array_split(np.arange(m), 2)
    assert nested_cv(neighbours, [1, 3], np.arange(12.0)[:, None], np.tile([0, 1], 6), halves(12),
                     halves) == ([0.5, 0.5], [1, 1])


def test_the_exercise_and_the_page_have_one_cv_score():
    rng = np.random.default_rng(0)
    for _ in range(20):
        X, y = rng.normal(size=(20, 2)), rng.integers(0, 2, 20)
        splits = folds(20, 4, rng)
        assert cv_score(neighbours, 3, X, y, splits) == cv_score_of_the_exercise(
            neighbours, 3, X, y, splits)


@pytest.mark.parametrize("learn, least, most", [
    (lambda setting, X, y: lambda new: np.ones(len(new), int), 0.9, 1.1),
    (neighbours, 0.0, 0.85)])
def test_the_sd_of_the_folds_over_root_k_is_too_small_only_if_training_samples_matter(
        learn, least, most):
    """The mean of its square beside the variance of CV: equal for a rule that learns nothing."""
    rng, means, squares = np.random.default_rng(0), [], []
    for _ in range(1200):
        X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
        five = [cv_score(learn, 15, X, y, [test]) for test in folds(60, 5, rng)]
        means.append(np.mean(five))
        squares.append(np.var(five, ddof=1) / 5)
    assert least < np.mean(squares) / np.var(means) < most


# -- two loops ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_learner_s_loops_are_scikit_learn_s(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(43, 3)), rng.integers(0, 2, 43)
    settings = [1, 3, 7]
    own, winners = nested_cv(neighbours, settings, X, y, [test for _, test in KFold(5).split(X)],
                       lambda m: [test for _, test in KFold(4).split(np.zeros(m))])
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": settings}, cv=KFold(4))
    theirs = cross_validate(search, X, y, cv=KFold(5), return_estimator=True)
    assert own == pytest.approx(theirs["test_score"].tolist())
    assert winners == [fitted.best_params_["n_neighbors"] for fitted in theirs["estimator"]]


def test_the_interval_of_the_slides_outer_scores():
    low, high = corrected_interval([82, 80, 83, 84, 81], n_train=4, n_test=1)
    reach = 2.776 * 2.5**0.5 * (1 / 5 + 1 / 4)**0.5
    assert (low, high) == pytest.approx((82 - reach, 82 + reach), abs=1e-3)
    assert all(f"{end:.1f}" in SUMMARY.explanation for end in (low, high))


# -- the exercises, answered in other ways -----------------------------------------------------


def with_masks(learn, settings, X, y, outer, inner):
    scores, winners = [], []
    for test in outer:
        out = np.zeros(len(y), dtype=bool)
        out[test] = True
        means, parts = [], inner(int((~out).sum()))
        for setting in settings:
            hits = []
            for part in parts:
                hold = np.isin(np.arange((~out).sum()), part)
                rule = learn(setting, X[~out][~hold], y[~out][~hold])
                hits.append((rule(X[~out][hold]) == y[~out][hold]).mean())
            means.append(round(np.mean(hits), 9))       # the first of equal ones, without noise
        winners.append(settings[means.index(max(means))])
        scores.append((learn(winners[-1], X[~out], y[~out])(X[out]) == y[out]).mean())
    return np.array(scores), np.array(winners)


def as_generator(*arguments):
    scores, winners = reference(*arguments)
    return tuple(np.float32(s) for s in scores), winners


@pytest.mark.parametrize("answer", [with_masks, lambda *a: list(reference(*a))])
def test_unusual_loops_are_right(answer):
    assert NESTED.grade(answer).status == "right"


def test_scores_in_single_precision_are_right():
    assert NESTED.grade(as_generator).status == "right"


def errors_for_scores(*arguments):
    scores, winners = reference(*arguments)
    return [1 - score for score in scores], winners


def taught_in_the_order_of_the_folds(learn, settings, X, y, outer, inner):
    scores, winners = [], []
    for k, test in enumerate(outer):
        train = np.concatenate([*outer[:k], *outer[k + 1:]])
        parts = inner(len(train))
        means = [cv_score_of_the_exercise(learn, setting, X[train], y[train], parts)
                 for setting in settings]
        winners.append(settings[int(np.argmax(means))])
        scores.append(np.mean(learn(winners[-1], X[train], y[train])(X[test]) == y[test]))
    return scores, winners


def test_training_rows_may_stand_in_the_order_of_the_folds():
    assert NESTED.grade(taught_in_the_order_of_the_folds).status == "right"


def numbers_of_winners(learn, settings, X, y, outer, inner):
    scores, winners = reference(learn, settings, X, y, outer, inner)
    return scores, [list(settings).index(winner) + 10 for winner in winners]


def first_setting(learn, settings, X, y, outer, inner):
    return reference(learn, settings[:1], X, y, outer, inner)


def without_the_last(learn, settings, X, y, outer, inner):
    return reference(learn, settings, X, y, outer[:-1], inner)


def scored_on_training_rows(learn, settings, X, y, outer, inner):
    winners, scores = reference(learn, settings, X, y, outer, inner)[1], []
    for test, winner in zip(outer, winners):
        train = np.setdiff1d(np.arange(len(y)), test)
        scores.append(np.mean(learn(winner, X[train], y[train])(X[train]) == y[train]))
    return scores, winners


def scored_on_all_rows(learn, settings, X, y, outer, inner):
    winners, scores = reference(learn, settings, X, y, outer, inner)[1], []
    for test, winner in zip(outer, winners):
        train = np.setdiff1d(np.arange(len(y)), test)
        scores.append(np.mean(learn(winner, X[train], y[train])(X) == y))
    return scores, winners


def counts_for_scores(learn, settings, X, y, outer, inner):
    scores, winners = reference(learn, settings, X, y, outer, inner)
    return [score * len(test) for score, test in zip(scores, outer)], winners


def taught_by_all(learn, settings, X, y, outer, inner):
    winners = reference(learn, settings, X, y, outer, inner)[1]
    return [np.mean(learn(w, X, y)(X[test]) == y[test]) for test, w in zip(outer, winners)], winners


def scores_alone(*arguments):
    return reference(*arguments)[0]


def one_winner(*arguments):
    scores, winners = reference(*arguments)
    return scores, winners[0]


@pytest.mark.parametrize("answer", [
    errors_for_scores, numbers_of_winners, first_setting, without_the_last,
    scored_on_training_rows, taught_by_all, scores_alone, one_winner])
def test_other_loops_are_wrong(answer):
    assert NESTED.grade(answer).status == "wrong"


def told(read):
    """Return the reference with its result written in another way."""
    return lambda *arguments: read(*reference(*arguments))


def places(learn, settings, X, y, outer, inner):
    scores, winners = reference(learn, settings, X, y, outer, inner)
    return scores, [list(settings).index(winner) for winner in winners]


def ends_in_the_loop(learn, settings, X, y, outer, inner):
    return reference(learn, settings, X, y, outer[:1], inner)


def begins_anew_in_the_loop(learn, settings, X, y, outer, inner):
    return [part[-1:] for part in reference(learn, settings, X, y, outer, inner)]


def the_last_of_equal_ones(learn, settings, X, y, outer, inner):
    return reference(learn, settings[::-1], X, y, outer, inner)


def cut_for_each_setting(learn, settings, X, y, outer, inner):
    return reference(learn, settings, X, y, outer, lambda m: [inner(m) for _ in settings][0])


@pytest.mark.parametrize("answer, matched", [
    (the_last_of_equal_ones, "another of equal settings"),
    (cut_for_each_setting, "inner folds for each setting"), (scores_alone, "one list"),
    (told(lambda scores, winners: winners), "one list"),
    (told(lambda scores, winners: list(zip(scores, winners))), "pairs"),
    (told(lambda scores, winners: (np.mean(scores), winners)), "one number"),
    (errors_for_scores, "errors"), (places, "places"),
    (told(lambda scores, winners: ([100 * s for s in scores], winners)), "per cent"),
    (told(lambda scores, winners: (np.round(scores, 2), winners)), "rounded"),
    (without_the_last, "fewer than folds"), (ends_in_the_loop, "fewer than folds"),
    (begins_anew_in_the_loop, "fewer than folds"), (taught_by_all, "refit on all rows"),
    (lambda *arguments: ([0.5, 0.5], [1, 1]), "nothing learned"),
    (scored_on_training_rows, "asked about other rows"),
    (scored_on_all_rows, "asked about other rows"), (counts_for_scores, "counts"),
    (first_setting, None), (numbers_of_winners, None),
    (one_winner, None)])
def test_each_slip_in_two_loops_is_named_and_no_other(answer, matched):
    verdict = NESTED.grade(answer)
    assert verdict.status == "wrong" and verdict.matched == matched


@pytest.mark.parametrize("answer, matched", [
    ((1, 328, 10, 332), "sums"), ((1, 87, 10, 87), "single scores for means"),
    ((10, 83, 1, 82), "table 2 first"), ((10, 82, 10, 83), "best single fold")])
def test_each_slip_in_the_tables_is_named(answer, matched):
    assert TABLES.grade(answer).matched == matched


def test_the_loops_forgive_no_changed_table():
    def shuffled(learn, settings, X, y, outer, inner):
        X[:] = X[::-1].copy()
        return reference(learn, settings, X, y, outer, inner)
    assert "changes its argument `X`" in NESTED.grade(shuffled).message


def test_the_tables_say_what_the_exercise_says():
    table_1 = np.array([[80, 85, 79, 84], [83, 87, 78, 77], [81, 83, 80, 76]])
    table_2 = np.array([[80, 83, 78, 83], [84, 87, 81, 80], [81, 83, 80, 76]])
    means = [table.mean(axis=1) for table in (table_1, table_2)]
    right = [v for m in means for v in ((1, 10, 100)[m.argmax()], m.max())]
    assert TABLES.grade(right).status == "right"
    outer = np.array([82, 80, 83, 84, 81])
    assert SUMMARY.grade((outer.mean(), outer.std(ddof=1), 65)).status == "right"
    assert SUMMARY.grade((82, 1.58, 65)).status == "right"
    assert SUMMARY.grade((82, 1.6, 65)).status == "right"       # as the slides print it
    assert SUMMARY.grade((82, outer.std(), 65)).matched == "divided by n"
    gain = table_1[0] - table_1[1]
    assert gain.tolist() == [-3, -2, 1, 7] and gain.std(ddof=1) / 2 == pytest.approx(2.25, abs=0.01)


@pytest.mark.parametrize("answer, matched", [
    ("ad", "training score"), ({"d", "c"}, "best outer fold"), (["b", "d"], "best score"),
    ("de", "better of two")])
def test_each_number_too_many_is_named(answer, matched):
    assert QUOTABLE.grade(answer).matched == matched and QUOTABLE.grade("d").status == "right"


def test_the_exercises_are_found():
    assert grade("quotable", "d").status == "right"


# -- conditions without which a theorem fails, and general claims ------------------------


def test_scores_of_the_same_folds_are_compared_by_their_differences():
    rng = np.random.default_rng(0)
    a, b = rng.normal(0, 3, (4000, 4)) + rng.normal(0, 1, (2, 4000, 4))
    assert (a - b).std() < 0.5 * (a - rng.permutation(b)).std()
