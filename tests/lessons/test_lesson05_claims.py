"""What sitting 05 says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier

from coursekit.datasets import load_owls
from coursekit.exercise import grade
from coursekit.exercises.lesson05 import FOLDS, QUOTABLE, SUMMARY, TABLES, folds
from coursekit.exercises.lesson05_loops import NESTED
from coursekit.exercises.lesson05_loops import cv_score as cv_score_of_the_exercise
from coursekit.exercises.lesson05_loops import nested_cv as reference
from coursekit.explorers import optimism
from coursekit.model_selection import corrected_interval, stratified_folds
from page_code import page_functions

PAGE = page_functions("05_nested_cv", cdist=cdist, inner_tables=None, outer_summary=None,
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


def test_two_test_sets_of_46_share_fifteen_or_sixteen_of_135_on_average():
    assert 46**2 / 135 == pytest.approx(15.7, abs=0.05) and len(load_owls()) == 135


# -- what cross-validation estimates -----------------------------------------------------------


def nearest_exactly(x, y, new):
    """One nearest neighbour, the first of equally near ones: a procedure that is no average."""
    return y[int(np.argmin(np.abs(np.asarray(x) - new)))]


def test_the_expectation_of_cv_is_the_accuracy_at_the_smaller_size_exactly():
    """All samples of four draws from a distribution with six points, weighed by their chance."""
    points = [(0, 0, 0.3), (0, 1, 0.1), (1, 0, 0.1), (1, 1, 0.2), (2, 0, 0.05), (2, 1, 0.25)]
    cv = accuracy = 0.0
    for sample in product(points, repeat=4):
        x, y, chances = map(np.array, zip(*sample))
        right = [nearest_exactly(np.delete(x, test), np.delete(y, test), x[i]) == y[i]
                 for test in ([0, 1], [2, 3]) for i in test]
        cv += chances.prod() * np.mean(right)
    for sample in product(points, repeat=3):
        x, y, chances = map(np.array, zip(*sample))
        accuracy += chances.prod() * (nearest_exactly(x[:2], y[:2], x[2]) == y[2])
    assert cv == pytest.approx(accuracy, abs=1e-12)


@pytest.mark.parametrize("half", [1, 2, 5, 30])
def test_the_majority_is_always_wrong_about_the_one_left_out(half):
    n, y = 2 * half, np.tile([0, 1], half)
    assert cv_score(PAGE["majority"], None, np.zeros((n, 1)), y, [[i] for i in range(n)]) == 0


def test_with_independent_labels_leaving_one_out_is_right_as_often_as_three_samples_foretell():
    """Where the condition holds, so does the claim: n = 4, each label 1 with chance 0.3."""
    def chance(labels):
        return np.prod(np.where(labels, 0.3, 0.7))
    table = [np.array(labels) for labels in product([0, 1], repeat=4)]
    cv = sum(chance(y) * cv_score(PAGE["majority"], None, np.zeros((4, 1)), y,
                                  [[i] for i in range(4)]) for y in table)
    accuracy = sum(chance(y) * (int(y[:3].mean() > 0.5) == y[3]) for y in table)
    assert cv == pytest.approx(accuracy, abs=1e-12)


def bias(learn, setting, shift, tables):
    """Return the mean of stratified minus plain CV (which is right on average), and its se."""
    rng, found = np.random.default_rng(3), []
    for _ in range(tables):
        y = rng.integers(0, 2, 60)
        X = rng.normal(size=(60, 2)) + shift * y[:, None]
        plain, stratified = (cv_score(learn, setting, X, y, splits) for splits in
                             (folds(60, 5, rng), stratified_folds(y, 5, rng)))
        found.append(stratified - plain)
    return np.mean(found), np.std(found, ddof=1) / tables**0.5


def test_stratified_folds_lift_the_majority_by_five_points_and_fifteen_neighbours_by_less():
    majority, se = bias(PAGE["majority"], None, 0.7, 1500)
    assert 0.035 < majority < 0.06 and se < 0.004
    nearest, se = bias(neighbours, 15, 0.7, 1000)
    assert 2.5 * se < nearest < 0.03


# -- the winner's curse ------------------------------------------------------------------------


@pytest.mark.parametrize("M", [1, 2, 16, 256])
@pytest.mark.parametrize("shared", [0.0, 0.5, 0.99])
def test_the_bound_of_the_curse(M, shared):
    rng = np.random.default_rng(0)
    common, own = rng.normal(size=(4000, 1)), rng.normal(size=(4000, M))
    worst = (shared**0.5 * common + (1 - shared)**0.5 * own).max(axis=1).mean()
    assert worst <= np.sqrt(2 * np.log(M)) + 0.06
    assert worst >= (1.5 * (1 - shared)**0.5 if M == 256 else -0.06)


@pytest.mark.parametrize("seed", [1, 2])
def test_new_folds_do_not_cure_the_curse(seed):
    rng, settings = np.random.default_rng(seed), range(1, 32, 2)
    best, again = [], []
    for _ in range(80):
        X, y = rng.normal(size=(60, 20)), rng.integers(0, 2, 60)
        scores = [cv_score(neighbours, count, X, y, splits) for splits in
                  [folds(60, 5, rng)] for count in settings]
        best.append(max(scores))
        again.append(cv_score(neighbours, settings[int(np.argmax(scores))], X, y,
                              folds(60, 5, rng)))
    share = (np.mean(again) - 0.5) / (np.mean(best) - 0.5)
    assert np.mean(best) > 0.55 and 0.15 < share < 0.85


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


def as_labels(n, k, rng):
    where = rng.permutation(np.arange(n) % k)
    return [np.flatnonzero(where == v).tolist() for v in range(k)]


def strided(n, k, rng):
    order = list(range(n))
    rng.shuffle(order)
    return tuple(np.array(order[v::k], dtype=np.int16) for v in range(k))


def with_sklearn(n, k, rng):
    cut = KFold(k, shuffle=True, random_state=int(rng.integers(10**6)))
    return [test for _, test in cut.split(np.zeros(n))]


@pytest.mark.parametrize("answer", [as_labels, strided, with_sklearn])
def test_unusual_folds_are_right(answer):
    assert FOLDS.grade(answer).status == "right"


@pytest.mark.parametrize("answer", [
    lambda n, k, rng: [], lambda n, k, rng: rng.permutation(n),
    lambda n, k, rng: np.array_split(rng.permutation(n).astype(float), k),
    lambda n, k, rng: np.array_split(rng.integers(0, n, n), k),
    lambda n, k, rng: np.array_split(rng.permutation(n), k)[:-1],
    lambda n, k, rng: [rng.permutation(n) for _ in range(k)],
    lambda n, k, rng: dict(enumerate(np.array_split(rng.permutation(n), k))),
    lambda n, k, rng: [[i for i in range(n) if i % k == v] for v in range(k)],
    lambda n, k, rng: print("folds")])
def test_other_folds_are_wrong(answer):
    verdict = FOLDS.grade(answer)
    assert verdict.status == "wrong" and "Right." not in verdict.message


def numbers_of_a_kind(n, k, rng):
    return np.array_split(np.random.permutation(n), k)


def blocks_in_random_order(n, k, rng):
    return [np.array_split(np.arange(n), k)[v] for v in rng.permutation(k)]


def turned_blocks(n, k, rng):
    return np.array_split(np.roll(np.arange(n), rng.integers(n)), k)


@pytest.mark.parametrize("answer, matched", [
    (numbers_of_a_kind, "another generator"), (blocks_in_random_order, "consecutive blocks"),
    (turned_blocks, "consecutive blocks"),
    (lambda n, k, rng: [[i for i in range(n) if i % k == v] for v in range(k)],
     "a seed of its own"),
    (lambda n, k, rng: (rows for rows in folds(n, k, rng)), "walked through once"),
    (lambda n, k, rng: folds(n - 1, k, rng), None), (lambda n, k, rng: folds(k, n, rng), None)])
def test_each_slip_in_folds_is_named_and_no_other(answer, matched):
    assert FOLDS.grade(answer).matched == matched


def sorted_folds(n, k, rng):
    return sorted(sorted(test.tolist()) for test in folds(n, k, rng))


def test_the_order_of_folds_and_rows_is_free():
    assert FOLDS.grade(sorted_folds).status == "right"


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


def test_folds_drawn_by_the_labels_can_make_every_answer_wrong():
    y = np.repeat([0, 1], 30)
    # ½ is true
    assert [np.mean(y[test] == round(y[~test].mean())) for test in (y == 0, y == 1)] == [0, 0]


def test_the_best_of_many_scores_is_too_high_unless_one_setting_always_wins():
    rng, truth = np.random.default_rng(0), np.array([0.6, 0.7, 0.65])
    scores = rng.normal(truth, 0.05, (5000, 3))
    best, wins = scores.max(axis=1).mean(), truth[scores.argmax(axis=1)].mean()
    assert best > truth.max() + 0.01 and best > wins
    # not every single one is
    assert 0.05 < np.mean(scores.max(axis=1) < truth[scores.argmax(axis=1)]) < 0.5
    alike = rng.normal([0.7, 0.7], 0.05, (5000, 2)).max(axis=1).mean()      # two best ones, in turn
    apart = rng.uniform(-0.05, 0.05, (5000, 2)) + [0.5, 0.8]
    assert alike > 0.72 and apart.max(axis=1).mean() == pytest.approx(0.8, abs=0.002)


def test_twins_in_two_folds_measure_memory():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 3)).repeat(2, axis=0), rng.integers(0, 2, 100).repeat(2)

    def score(cut):
        return KNeighborsClassifier(1).fit(X[cut == 0], y[cut == 0]).score(X[cut == 1], y[cut == 1])
    assert score(np.arange(200) % 2) == 1 and abs(score(np.arange(200) // 2 % 2) - 0.5) < 0.2


def test_four_times_the_samples_or_a_fifth_of_the_settings_halve_the_curse():
    gap = {key: optimism.scores(*key)[0].mean() - 0.5
           for key in ((80, 16), (320, 16), (80, 3), (80, 1))}
    assert [gap[320, 16], gap[80, 3]] == pytest.approx([gap[80, 16] / 2] * 2, rel=0.2) \
        and abs(gap[80, 1]) < 0.01
    best, nested = optimism.scores(80, 16)
    assert best.mean() > 0.55 and abs(nested.mean() - 0.5) < 0.01
    # of one table it may be the worse number
    assert np.mean(abs(nested - 0.5) > abs(best - 0.5)) > 0.02


def test_scores_of_the_same_folds_are_compared_by_their_differences():
    rng = np.random.default_rng(0)
    a, b = rng.normal(0, 3, (4000, 4)) + rng.normal(0, 1, (2, 4000, 4))
    assert (a - b).std() < 0.5 * (a - rng.permutation(b)).std()
