"""Two loops: the same scores as scikit-learn's, nothing seen too early, every failure told."""
from __future__ import annotations

import os
import re
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, strategies as st
from scipy.sparse import coo_matrix, csr_array, csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import (
    GridSearchCV, GroupKFold, KFold, LeaveOneOut, ShuffleSplit, StratifiedKFold, cross_validate,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as LIBSVM
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_owls, load_titanic
from coursekit.model_selection import (
    NestedResult, OuterFold, corrected_interval, folds, nested_cv, one_standard_error,
    paired_interval, pairs, stratified_folds,
)
from coursekit.statistics import wilson_interval
from coursekit.svm import SVC
from coursekit.tree import CARTClassifier
from fixtures.passengers import design_matrix
from night import nightly

X, Y = make_classification(120, 6, n_informative=3, flip_y=0.2, random_state=1)
FAST = {"C": [0.1, 1.0, 10.0], "gamma": [0.03, "scale", 0.3]}


# -- folds -------------------------------------------------------------------------------------


@given(n=st.integers(2, 60), data=st.data())
def test_every_row_is_in_one_fold_and_sizes_differ_by_one_at_most(n, data):
    k = data.draw(st.integers(2, n))
    seed = data.draw(st.integers(0, 99))
    y = np.random.default_rng(seed).choice(["a", "b", "c"], n)
    for found in (folds(n, k, np.random.default_rng(seed)),
                  stratified_folds(y, k, np.random.default_rng(seed))):
        assert len(found) == k and sorted(np.concatenate(found).tolist()) == list(range(n))
        assert np.ptp([len(test) for test in found]) <= 1
    for label in "abc":
        assert np.ptp([np.sum(y[test] == label) for test in found]) <= 1
    for train, test in pairs(found):
        assert sorted([*train, *test]) == list(range(n))


def test_the_folds_are_drawn_by_the_generator():
    first, again, other = (np.concatenate(folds(30, 5, np.random.default_rng(seed)))
                           for seed in (0, 0, 1))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


@pytest.mark.parametrize("k", [1, 0, 8, 2.5, True])
def test_impossible_numbers_of_folds_are_refused(k):
    for call in (lambda: folds(7, k, np.random.default_rng(0)),
                 lambda: stratified_folds([0] * 7, k, np.random.default_rng(0))):
        with pytest.raises(ValueError, match="k must be"):
            call()


# -- the same as scikit-learn -------------------------------------------------------------------

PEERS = {
    "logistic": (LogisticRegression(max_iter=1000), {"C": [0.01, 0.1, 1.0]}),
    "neighbours": (KNeighborsClassifier(), {"n_neighbors": [1, 3, 5, 9, 15]}),
    "tree": (DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3, None]}),
    "forest": (RandomForestClassifier(8, random_state=0), {"max_depth": [2, None]}),
    "libsvm": (LIBSVM(), {"C": [0.1, 1.0, 10.0], "gamma": [0.03, 0.3]}),
    "pipeline": (make_pipeline(StandardScaler(), LIBSVM()), {"svc__C": [0.1, 1.0, 10.0]}),
    "own svm": (SVC(), FAST),
    "own linear svm": (SVC(kernel="linear"), {"C": [0.01, 1.0]}),
    "own tree": (CARTClassifier(), {"cp": [0.0, 0.05]}),
}


def inner_scores(result):
    return [fold.inner_scores.tolist() for fold in result.folds]


def peer(model, grid, X, y, outer=5, inner=4, scoring=None):
    return cross_validate(GridSearchCV(model, grid, cv=inner, scoring=scoring), X, y, cv=outer,
                          return_estimator=True, return_indices=True, scoring=scoring)


def assert_same(result, theirs):
    assert np.array_equal(result.scores, theirs["test_score"])
    for fold, search, test in zip(result.folds, theirs["estimator"], theirs["indices"]["test"]):
        assert np.array_equal(fold.test, test)
        assert result.settings[fold.winner] == search.best_params_
        assert np.array_equal(np.average(fold.inner_scores, axis=1),
                              search.cv_results_["mean_test_score"])
        inner = [search.cv_results_[f"split{v}_test_score"] for v in range(search.n_splits_)]
        assert np.array_equal(fold.inner_scores, np.transpose(inner))


@pytest.mark.parametrize("name", PEERS)
def test_fold_by_fold_as_GridSearchCV_in_cross_validate(name):
    model, grid = PEERS[name]
    outer = StratifiedKFold(5, shuffle=True, random_state=2)
    inner = StratifiedKFold(4, shuffle=True, random_state=3)
    assert_same(nested_cv(model, grid, X, Y, outer=outer, inner=inner),
                peer(model, grid, X, Y, outer, inner))


@pytest.mark.parametrize("scoring", ["roc_auc", "balanced_accuracy", "neg_log_loss"])
def test_scorers_by_name(scoring):
    model, grid = PEERS["logistic"]
    assert_same(nested_cv(model, grid, X, Y, scoring=scoring), peer(model, grid, X, Y,
                                                                    scoring=scoring))


def test_a_regressor_and_labels_as_text():
    t = X @ np.arange(6) + 0.1 * Y
    grid = {"alpha": [0.1, 1.0, 10.0]}
    assert_same(nested_cv(Ridge(), grid, X, t), peer(Ridge(), grid, X, t))
    text = np.array(["no", "yes"])[Y]
    frame = pd.DataFrame(X, columns=list("abcdef"), index=np.arange(120) + 7)
    assert_same(nested_cv(*PEERS["pipeline"], frame, pd.Series(text, index=frame.index)),
                peer(*PEERS["pipeline"], frame, text))
    assert_same(nested_cv(*PEERS["own svm"], X, text), peer(*PEERS["own svm"], X, text))


@pytest.mark.parametrize("machine", [SVC, LIBSVM])
def test_a_gram_matrix_loses_its_rows_and_its_columns(machine):
    """What is scored on a fold are the kernel values of its test rows with its training rows."""
    model, grid = machine(kernel="precomputed"), {"C": [0.1, 1.0]}
    assert_same(nested_cv(model, grid, X @ X.T, Y), peer(model, grid, X @ X.T, Y))


def test_the_fast_path_has_the_winners_and_scores_of_the_plain_one_on_the_titanic():
    people, survived = design_matrix(load_titanic())
    people, survived = people.to_numpy()[::3], survived.to_numpy()[::3]
    grid = {"C": [0.1, 1.0, 10.0, 100.0], "gamma": [0.01, 0.1, 1.0]}
    fast, plain = (nested_cv(SVC(), grid, people, survived, fast=fast) for fast in (True, False))
    assert SVC().fold_path([{"C": 1.0}], people, survived) is not None
    assert np.array_equal(fast.scores, plain.scores) and fast.best_params == plain.best_params
    assert inner_scores(fast) == inner_scores(plain)


def test_a_test_sample_on_the_border_takes_a_fit_of_its_own():
    """By symmetry f is 0 at the middle sample, and solvers within tol may put it on either side."""
    x, y = np.array([[-1.0], [1.0], [0.0]]), np.array([0, 1, 1])
    path = SVC().fold_path([{"C": 1.0}], x, y)
    assert path.scores([{"C": 1.0}], np.array([0, 1]), np.array([2])) == [None]
    assert path.scores([{"C": 1.0}], np.array([0, 1]), np.array([1])) == [1.0]


@pytest.mark.parametrize("model, setting", [
    (SVC(kernel="linear"), {"C": 1.0}), (SVC(solver="smo"), {"C": 1.0}), (SVC(), {"tol": 1e-3}),
    (SVC(class_weight="balanced"), {"C": 1.0}), (SVC(), {"C": np.inf})])
def test_what_has_no_fast_path(model, setting):
    assert model.fold_path([setting], X, Y) is None


@pytest.mark.parametrize("name", ["own svm", "forest", "pipeline"])
def test_one_job_and_two_find_the_same(name):
    one, two = (nested_cv(*PEERS[name], X, Y, n_jobs=n_jobs) for n_jobs in (1, 2))
    assert np.array_equal(one.scores, two.scores) and one.best_params == two.best_params
    assert inner_scores(one) == inner_scores(two)


def test_the_models_are_the_ones_that_were_scored():
    found = nested_cv(*PEERS["own svm"], X, Y)
    for model, fold, winner in zip(found.models, found.folds, found.best_params, strict=True):
        assert model.score(X[fold.test], Y[fold.test]) == fold.score
        again = PEERS["own svm"][0].set_params(**winner).fit(X[fold.train], Y[fold.train])
        assert np.array_equal(model.decision_function(X), again.decision_function(X))


@pytest.mark.parametrize("scores", [[0.7, 0.8], [[0.7], [0.8]], [[[0.7, 0.8]]]])
def test_one_standard_error_needs_folds(scores):
    with pytest.raises(ValueError, match="scores"):
        one_standard_error(scores)


@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_are_processes_of_their_own(jobs):
    def worker(model, X, y):
        return float(os.getpid())

    found = nested_cv(
        DecisionTreeClassifier(), {"max_depth": [1, 2]}, X, Y, scoring=worker, n_jobs=jobs
    )
    at = {score for fold in found.folds for score in fold.inner_scores.ravel()}
    assert (at == {float(os.getpid())}) == (jobs == 1)


@nightly
def test_on_a_local_cluster_of_two_workers_the_same():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                  processes=True) as cluster, distributed.Client(cluster) as client:
        before = client.run(lambda dask_worker: dask_worker.state.transition_counter)
        with joblib.parallel_config(backend="dask"):
            far = {name: nested_cv(*PEERS[name], X, Y) for name in ("own svm", "pipeline")}
        after = client.run(lambda dask_worker: dask_worker.state.transition_counter)
        assert len(after) == 2 and all(after[worker] > before[worker] + 50 for worker in after)
    for name, result in far.items():
        here = nested_cv(*PEERS[name], X, Y)
        assert np.array_equal(here.scores, result.scores)
        assert inner_scores(here) == inner_scores(result)


# -- nothing is seen too early ------------------------------------------------------------------

NUMBERED = np.column_stack([np.arange(120.0), X])


class Spy(ClassifierMixin, BaseEstimator):
    """Remembers the numbers of all rows that any fit has seen, in its first column."""

    seen: list = []

    def __init__(self, depth=1):
        self.depth = depth

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.model_ = DecisionTreeClassifier(max_depth=self.depth, random_state=0).fit(X[:, 1:], y)
        Spy.seen.append(set(X[:, 0].astype(int).tolist()))
        return self

    def predict(self, X):
        return self.model_.predict(X[:, 1:])


class Watch(TransformerMixin, BaseEstimator):
    """A transformer that remembers the rows it was fitted on; ``leak`` hands it more of them."""

    leak: set = set()

    def fit(self, X, y=None):
        Spy.seen.append(set(X[:, 0].astype(int).tolist()) | Watch.leak)
        return self

    def transform(self, X):
        return X


def too_early(result, seen: list[set], per_fold: int) -> list[int]:
    """Return the outer folds one of whose test rows reached a fit of that fold."""
    return [k for k, fold in enumerate(result.folds)
            if any(rows & set(fold.test.tolist())
                   for rows in seen[k * per_fold:(k + 1) * per_fold])]


def watched():
    Spy.seen = []
    result = nested_cv(make_pipeline(Watch(), Spy()), {"spy__depth": [1, 2, 3]}, NUMBERED, Y)
    return too_early(result, Spy.seen, per_fold=2 * (3 * 4 + 1)), result


def test_no_outer_test_row_reaches_a_fit_or_a_transformer():
    found, result = watched()
    assert found == [] and len(Spy.seen) == 2 * result.n_fits
    per_fold = 2 * (3 * 4 + 1)
    for k, fold in enumerate(result.folds):
        assert Spy.seen[(k + 1) * per_fold - 1] == set(fold.train.tolist())     # the refit
        for train, test in fold.inner:
            assert set(train) | set(test) == set(fold.train) and not set(train) & set(test)


def test_a_planted_leak_is_seen():
    """The test above fails if a transformer learns from one row too many."""
    Watch.leak = {5}
    try:
        assert watched()[0] == [k for k, fold in enumerate(watched()[1].folds) if 5 in fold.test]
    finally:
        Watch.leak = set()


def test_a_leak_in_the_table_lifts_the_score():
    """A feature that was made of all labels passes every loop: no splitter can see that."""
    noise = np.random.default_rng(0).normal(size=(120, 5))
    target = np.random.default_rng(1).permutation(np.repeat([0, 1], 60))
    clean = nested_cv(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}, noise, target)
    leaked = nested_cv(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]},
                       np.column_stack([noise, 10 * target]), target)
    assert abs(clean.mean - 0.5) < 0.15 and leaked.mean > 0.95


# -- the record ---------------------------------------------------------------------------------


class Table(ClassifierMixin, BaseEstimator):
    """Scores what a printed table says, by setting and by the first row it is tested on."""

    def __init__(self, C=1, table=None):
        self.C = C
        self.table = table

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def score(self, X, y):
        return self.table[self.C][int(X[0, 0])]


@pytest.mark.parametrize("name, outer, scores, best", [
    ("inner1", 82, {1: [80, 85, 79, 84], 10: [83, 87, 78, 77], 100: [81, 83, 80, 76]}, 1),
    ("inner2", 80, {1: [80, 83, 78, 83], 10: [84, 87, 81, 80], 100: [81, 83, 80, 76]}, 10)])
def test_the_tables_of_the_slides(golden, name, outer, scores, best):
    """Rows 0 and 1 are the outer test rows; the four inner folds begin with rows 2, 4, 6, 8."""
    table = {C: {0: outer, **dict(zip((2, 4, 6, 8), row))} for C, row in scores.items()}
    result = nested_cv(Table(table=table), {"C": [1, 10, 100]}, np.arange(10.0)[:, None],
                       np.tile([0, 1], 5), outer=[(np.arange(2, 10), np.arange(2))],
                       inner=KFold(4))
    means = result.folds[0].inner_scores.mean(axis=1)
    assert means.tolist() == list(golden["nested_cv_table"][name].values())
    assert result.best_params == [{"C": best}] and result.n_fits == 13
    assert result.scores.tolist() == [outer] and np.isnan(result.sd)


def test_mean_sd_and_fits_of_five_outer_folds(golden):
    printed = golden["nested_cv_table"]
    rows = np.arange(20.0).reshape(20, 1)
    starts = dict(zip((0, 4, 8, 12, 16), printed["outer"]))
    table = {C: {row: starts.get(row, 50) for row in range(20)} for C in (1, 10, 100)}
    result = nested_cv(Table(table=table), {"C": [1, 10, 100]}, rows, np.tile([0, 1], 10),
                       outer=KFold(5), inner=KFold(4))
    assert result.scores.tolist() == printed["outer"] and result.mean == printed["mean"]
    assert result.sd == pytest.approx(printed["sd_ddof1"], abs=5e-5) and result.n_fits == 65
    assert result.best_params == [{"C": 1}] * 5     # ties: the first
    low, high = result.interval()
    t4, ratio = 2.7764451, 4 / 16
    assert [low, high] == pytest.approx([82 - t4 * 2.5**0.5 * (0.2 + ratio)**0.5,
                                         82 + t4 * 2.5**0.5 * (0.2 + ratio)**0.5])
    shown = result._repr_html_()
    assert "82.0000" in shown and "1.5811, ddof = 1" in shown and "65 fits" in shown
    frame = result.to_frame()
    assert frame["score"].tolist() == printed["outer"] and frame["n_test"].tolist() == [4] * 5


def test_the_interval_takes_the_mean_sizes_of_unequal_folds():
    sizes = [40, 30, 20, 15, 15]
    cut = np.split(np.random.default_rng(0).permutation(len(X)), np.cumsum(sizes)[:-1])
    result = nested_cv(NEIGHBOURS, {"n_neighbors": [5]}, X, Y, outer=pairs(cut), inner=3)
    for confidence in (0.95, 0.6):
        assert result.interval(confidence) == pytest.approx(
            corrected_interval(result.scores, 96, 24, confidence)
        )


def told(correct, sizes, scoring="accuracy"):
    """Return the result of outer folds of those sizes with so many right answers each."""
    n, ends = sum(sizes), np.cumsum(sizes)
    tests = [np.arange(end - size, end) for size, end in zip(sizes, ends, strict=True)]
    outer = [
        OuterFold(
            np.setdiff1d(np.arange(n), test), test, [], np.ones((1, 1)), 0, None, k / len(test)
        )
        for k, test in zip(correct, tests, strict=True)
    ]
    return NestedResult([{}], tuple(outer), len(outer), scoring)


@pytest.mark.parametrize(
    "correct", [[27] * 5, [0] * 5, [20] * 5, [27, 27, 26, 27, 26], [0, 1, 0, 0, 1]]
)
def test_an_interval_of_scores_that_hardly_differ_warns_and_wilsons_has_a_width(correct):
    result = told(correct, [27] * 5)
    with pytest.warns(UserWarning, match="wilson_interval"):
        assert result.interval() == corrected_interval(result.scores, 108, 27)
    low, high = result.wilson_interval()
    assert (low, high) == wilson_interval(sum(correct), 135) and 0.02 < high - low < 0.2
    wide = result.wilson_interval(0.99)
    assert wide[0] <= low and high <= wide[1] and wide != (low, high)


def test_an_interval_of_scores_that_differ_does_not_warn():
    for result in (told([26, 25, 26, 25, 26], [27] * 5), told([12, 12, 11, 10, 12], [12] * 5),
                   told([3, 2, 2, 2, 1], [4] * 5)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            low, high = result.interval()
        assert low < result.mean < high


def test_unequal_folds_are_pooled_by_their_answers():
    result = told([10, 29, 4], [10, 30, 8])
    assert result.wilson_interval() == wilson_interval(43, 48)


def test_other_scores_have_no_wilson_interval():
    result = told([27] * 5, [27] * 5, "roc_auc")
    with pytest.raises(ValueError, match="scoring"):
        result.wilson_interval()
    with pytest.warns(UserWarning):
        assert result.interval() == (1, 1)


def test_the_winners_are_counted():
    result = nested_cv(*PEERS["neighbours"], X, Y)
    different = {p["n_neighbors"] for p in result.best_params}
    assert len(different) > 1 and f"{len(different)} different winners" in repr(result)


@pytest.mark.parametrize("winners, bits", [
    ([2, 2, 2, 2], 0), ([0, 1, 2, 3], 2), ([0, 0, 1, 1], 1), ([0, 0, 0, 1], 0.8112781), ([3], 0)])
def test_the_entropy_of_the_winners_in_bits(winners, bits):
    one = nested_cv(NEIGHBOURS, {"n_neighbors": [1, 3, 5, 7]}, X, Y).folds[0]
    result = NestedResult([{}] * 4, tuple(one._replace(winner=w) for w in winners), 4, "accuracy")
    assert result.winner_entropy == pytest.approx(bits) and result.winner_entropy >= 0


def test_the_standard_error_of_independent_scores_is_too_small():
    """Over fresh tables the mean scatters more, and the corrected interval reaches further."""
    rng, found = np.random.default_rng(0), []
    for _ in range(60):
        y = rng.integers(0, 2, 30)
        cut = pairs(folds(30, 5, rng))
        table = rng.normal(size=(30, 2)) + 0.7 * y[:, None]
        found.append(nested_cv(KNeighborsClassifier(5), {}, table, y, outer=cut, inner=2))
    claimed = np.mean([result.sd**2 / 5 for result in found])
    assert np.var([result.mean for result in found], ddof=1) > 1.1 * claimed
    low, high = found[0].interval(confidence=0.6816)
    assert (high - low) / 2 > found[0].sd / 5**0.5


def cover(learn, share, stratified, runs=150, n=60, k=5):
    """Return how often the interval of one run of folds holds the true accuracy, by Monte Carlo."""
    rng = np.random.default_rng(7)

    def draw(n):
        y = (rng.random(n) < share).astype(int)
        return rng.normal(size=(n, 2)) + 0.7 * y[:, None], y

    def score(X, y, test):
        train = np.setdiff1d(np.arange(len(y)), test)
        return np.mean(learn(X[train], y[train], X[test]) == y[test])
    truth = np.mean([score(*draw(248), np.arange(48, 248)) for _ in range(runs)])
    held = 0
    for _ in range(runs):
        X, y = draw(n)
        tests = stratified_folds(y, k, rng) if stratified else folds(n, k, rng)
        low, high = corrected_interval([score(X, y, test) for test in tests], n - n // k, n // k)
        held += low <= truth <= high
    return held / runs


@nightly
@pytest.mark.parametrize("learn, share", [
    (lambda X, y, new: np.full(len(new), int(y.mean() > 0.5)), 0.3),
    (lambda X, y, new: KNeighborsClassifier(15).fit(X, y).predict(new), 0.15)])
def test_the_interval_holds_for_plain_folds_and_is_too_narrow_for_stratified_ones(learn, share):
    assert cover(learn, share, stratified=False) > 0.93
    assert cover(learn, share, stratified=True) < 0.85


def test_the_owls_of_the_first_source(golden):
    def laplace(A, B):
        return np.exp(-2**0.5 * np.linalg.norm(A[:, None] - B[None], axis=2))
    owls, printed = load_owls(), golden["owls"]
    features, kind = owls.iloc[:, :-1].to_numpy(), owls.iloc[:, -1].to_numpy()
    machine = OneVsRestClassifier(LIBSVM(C=1e4, kernel=laplace))
    found = nested_cv(machine, {"estimator__C": [10, 100, 1e4]}, features, kind, inner=2)
    right = [score * 27 for score in found.scores]
    assert [round(k) for k in right] == [26, 25, 26, 25, 26]
    assert found.mean == pytest.approx(printed["cv5"], abs=5e-6)
    order, scores, state = np.arange(135), [], np.random.RandomState(13)
    for _ in range(10):
        state.shuffle(order)
        train, test = order[:89], order[89:]
        scores.append(machine.fit(features[train], kind[train]).score(features[test], kind[test]))
    assert np.round(scores, 2).tolist() == printed["scores"]
    assert np.mean(scores) == pytest.approx(printed["mean"], abs=5e-6)


# -- interruptions and failures -----------------------------------------------------------------


class Stops(KNeighborsClassifier):
    """Raises KeyboardInterrupt at its n-th fit, as a hand on the keyboard would."""

    left = 0

    def fit(self, X, y):
        Stops.left -= 1
        if Stops.left == 0:
            raise KeyboardInterrupt
        return super().fit(X, y)


def test_an_interrupted_run_returns_its_finished_folds():
    grid = {"n_neighbors": [1, 5, 9, 10_000]}       # more neighbours than samples: its cells fail
    Stops.left = -1
    with pytest.warns(FitFailedWarning, match="20 cells"):
        whole = nested_cv(Stops(), grid, X, Y)
    Stops.left = 2 * 17 + 7
    with pytest.warns(FitFailedWarning, match="8 cells"):
        part = nested_cv(Stops(), grid, X, Y)
    assert part.partial and len(part.folds) == 2 and not whole.partial
    assert "PARTIAL: 2 of 5 outer folds" in repr(part)
    assert (
        np.array_equal(part.scores, whole.scores[:2])
        and inner_scores(part)[0][:3] == inner_scores(whole)[0][:3]
    )
    assert [f[:3] for f in part.failures] == [f[:3] for f in whole.failures][:8]
    Stops.left = 3
    with pytest.raises(KeyboardInterrupt):      # nothing to return yet
        nested_cv(Stops(), grid, X, Y)


class Fragile(KNeighborsClassifier):
    """Cannot be fitted where row 3 is among its samples and it has nine neighbours."""

    def fit(self, X, y):
        if self.n_neighbors == 9 and 3.0 in X[:, 0]:
            raise RuntimeError("row 3 is too much")
        return super().fit(X, y)


def test_a_cell_that_raises_is_reported_and_the_rest_go_on():
    with pytest.warns(FitFailedWarning, match="row 3 is too much"):
        result = nested_cv(Fragile(), {"n_neighbors": [9, 5]}, NUMBERED, Y)
    other = nested_cv(KNeighborsClassifier(), {"n_neighbors": [9, 5]}, NUMBERED, Y)
    struck = [(f.outer, f.inner) for f in result.failures]
    assert struck == [(k, v) for k, fold in enumerate(result.folds)
                      for v, (train, _) in enumerate(fold.inner) if 3 in train]
    assert all(f.setting == {"n_neighbors": 9} for f in result.failures)
    for ours, theirs in zip(result.folds, other.folds):
        assert np.array_equal(ours.inner_scores[1], theirs.inner_scores[1])
        assert ours.winner == 1 or 3 in ours.test
    assert f"{len(struck)} cells failed" in repr(result) and not np.isnan(result.mean)


def test_a_score_that_is_nan_cannot_win():
    def odd(model, X, y):
        return np.nan if model.n_neighbors == 1 else model.score(X, y)
    with pytest.warns(FitFailedWarning, match="the score is NaN"):
        result = nested_cv(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, X, Y, scoring=odd)
    assert result.best_params == [{"n_neighbors": 5}] * 5 and len(result.failures) == 20
    with pytest.raises(ValueError, match="every setting failed in outer fold 1.*NaN"):
        nested_cv(KNeighborsClassifier(), {"n_neighbors": [1]}, X, Y, scoring=odd)


NEIGHBOURS = KNeighborsClassifier()
GRID = {"n_neighbors": [1, 3]}
BAD = {
    "more folds than samples": (
        lambda: nested_cv(NEIGHBOURS, GRID, X[:4], Y[:4]),
        "outer: 5 folds need as many samples, got 4",
    ),
    "too few for the inner loop": (
        lambda: nested_cv(NEIGHBOURS, GRID, X[:6], [0, 1] * 3, outer=3, inner=5),
        "inner loop of outer fold 1",
    ),
    "an inner list": (lambda: nested_cv(NEIGHBOURS, GRID, X, Y, inner=[(0, 1)]), "inner must be"),
    "unknown scorer": (
        lambda: nested_cv(NEIGHBOURS, GRID, X, Y, scoring="excellence"),
        "excellence",
    ),
    "a Gram matrix that is not square": (
        lambda: nested_cv(LIBSVM(kernel="precomputed"), {}, X, Y),
        "X must be",
    ),
    "one fold": (lambda: nested_cv(NEIGHBOURS, GRID, X, Y, outer=1), "outer: "),
    "lengths": (lambda: nested_cv(NEIGHBOURS, GRID, X, Y[:50]), "inconsistent"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_by_name(name):
    call, words = BAD[name]
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


class NeverFitted(KNeighborsClassifier):
    def fit(self, X, y):
        raise AssertionError("fitted before the call was checked")


def predicts_well(model, X, y):
    return {"accuracy": np.mean(model.predict(X) == y), "errors": np.sum(model.predict(X) != y)}


TWO = make_scorer(f1_score, average=None)       # one number per class
BEFORE_FITS = {
    "a list of metrics": ({"scoring": ["accuracy", "f1"]}, "scoring"),
    "a tuple": ({"scoring": ("accuracy",)}, "scoring"),
    "a set": ({"scoring": {"accuracy", "f1"}}, "scoring"),
    "a dictionary": ({"scoring": {"a": "accuracy"}}, "scoring"),
    "a function of many": ({"scoring": predicts_well}, "scoring"),
    "a score per class": ({"scoring": TWO}, "scoring"),
    "a function without a return": ({"scoring": lambda model, X, y: None}, "scoring"),
    "a function of words": ({"scoring": lambda model, X, y: "good"}, "scoring"),
    "an unknown name": ({"scoring": "excellence"}, "excellence"),
    "a number": ({"scoring": 3}, "scoring"),
    "no grid": ({"grid": None}, "grid"),
    "a name": ({"grid": "n_neighbors"}, "grid"),
    "a list of names": ({"grid": ["n_neighbors"]}, "grid"),
    "a value without a list": ({"grid": {"n_neighbors": 3}}, "grid"),
    "a word without a list": ({"grid": {"weights": "uniform"}}, "grid"),
    "an unknown parameter": ({"grid": [{"n_neighbors": [1]}, {"C": [1]}]}, "'C'"),
    "a class": ({"estimator": KNeighborsClassifier}, "estimator"),
    "no model": ({"estimator": None}, "estimator"),
    "labels that lack": ({"y": [None, *Y[1:]]}, "y lacks"),
    "measurements": ({"y": X[:, 0]}, "continuous"),
    "no labels": ({"y": None}, "y "),
}


@pytest.mark.parametrize("case", BEFORE_FITS)
def test_what_cannot_work_is_refused_before_anything_is_fitted(case):
    changed, word = BEFORE_FITS[case]
    with pytest.raises((TypeError, ValueError), match=word):
        nested_cv(**{"estimator": NeverFitted(), "grid": GRID, "X": X, "y": Y, **changed})


def test_several_numbers_are_noticed_at_the_first_score_where_only_the_model_itself_can_tell():
    """A function that asks for more than an idle model has is refused by its first score."""
    fits = []

    class Counts(KNeighborsClassifier):
        def fit(self, X, y):
            fits.append(len(X))
            return super().fit(X, y)

    with pytest.raises(ValueError, match="scoring must return one number"):
        nested_cv(Counts(), GRID, X, Y, scoring=lambda model, X, y: {"k": model.n_neighbors})
    assert len(fits) == 1


@pytest.mark.parametrize(
    "y", [[np.nan, *np.zeros(119)], ["a"] * 120, None], ids=["NaN", "text", "None"]
)
def test_targets_of_a_regression_are_checked_before_the_fits(y):
    with pytest.raises((TypeError, ValueError), match="y "):
        nested_cv(Ridge(), {}, X, y)


def test_a_score_may_be_any_single_number():
    for score in (True, np.float32(0.5), np.array(0.5), np.int64(1)):
        found = nested_cv(
            NEIGHBOURS, {}, X, Y, outer=2, inner=2, scoring=lambda model, X, y, s=score: s
        )
        assert found.scores.tolist() == [float(score)] * 2


@pytest.mark.parametrize(
    "table",
    [
        X.tolist(),
        tuple(map(tuple, X)),
        csr_matrix(X),
        csr_array(X),
        coo_matrix(X),
        pd.DataFrame(X, index=np.arange(120)[::-1]),
    ],
    ids=lambda X: type(X).__name__,
)
def test_tables_of_every_kind_give_up_their_rows(table):
    assert_same(nested_cv(*PEERS["tree"], table, Y.tolist()), peer(*PEERS["tree"], X, Y))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.EfficiencyWarning")
@pytest.mark.parametrize("kernel", [np.asarray, csr_matrix, pd.DataFrame, np.ndarray.tolist])
def test_distances_in_a_table_of_any_kind(kernel):
    model, grid = KNeighborsClassifier(metric="precomputed"), {"n_neighbors": [1, 5]}
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    assert_same(nested_cv(model, grid, kernel(D), Y), peer(model, grid, D, Y))


def test_groups_stay_together_in_both_loops():
    groups = np.arange(120) // 4
    result = nested_cv(NEIGHBOURS, GRID, X, Y, groups=groups, outer=GroupKFold(5),
                       inner=GroupKFold(4))
    for fold in result.folds:
        for train, test in [(fold.train, fold.test), *fold.inner]:
            assert not set(groups[train]) & set(groups[test])


def test_other_splitters_and_the_estimator_is_left_alone():
    few = slice(0, 24)
    model = KNeighborsClassifier()
    result = nested_cv(model, GRID, X[few], Y[few], outer=LeaveOneOut(), inner=3)
    assert len(result.folds) == 24 and set(result.scores) <= {0.0, 1.0}
    assert not hasattr(model, "classes_") and model.n_neighbors == 5
    draws = ShuffleSplit(3, test_size=0.3, random_state=0)
    assert_same(nested_cv(model, GRID, X, Y, outer=draws, inner=draws),
                peer(model, GRID, X, Y, draws, draws))
    own = pairs(folds(120, 5, np.random.default_rng(0)))
    assert_same(nested_cv(model, GRID, X, Y, outer=own, inner=KFold(3)),
                peer(model, GRID, X, Y, own, KFold(3)))
    assert nested_cv(model, {}, X, Y).settings == [{}]


def test_progress_counts_fits(capsys):
    nested_cv(NEIGHBOURS, GRID, X, Y, progress=True)
    assert "45/45" in capsys.readouterr().err
    nested_cv(*PEERS["own svm"], X, Y, progress=True)
    assert "185/185" in capsys.readouterr().err


# -- what follows from scores -------------------------------------------------------------------


def test_the_corrected_interval_and_its_limits():
    scores = [82, 80, 83, 84, 81]
    low, high = corrected_interval(scores, 711, 178)
    assert (high - low) / 2 == pytest.approx(2.94, abs=0.01)       # the naive one: 1.96
    assert corrected_interval([3, 3, 3], 10, 5) == (3.0, 3.0)
    assert paired_interval([1, 2, 3], [0, 1, 2], 10, 5) == (1.0, 1.0, 1.0)
    found = paired_interval([.82, .80, .83, .84, .81], [.80] * 5, 711, 178)
    assert found == pytest.approx((0.0200, -0.0095, 0.0495), abs=5e-5)
    wide = corrected_interval(scores, 711, 178, confidence=0.99)
    assert wide[0] < low and wide[1] > high
    for call in (lambda: corrected_interval([1], 2, 1), lambda: corrected_interval([1, 2], 2, 0),
                 lambda: corrected_interval([1, 2], 2, 1, confidence=1),
                 lambda: corrected_interval([1, np.nan], 2, 1),
                 lambda: paired_interval([1, 2], [1, 2, 3], 2, 1)):
        with pytest.raises(ValueError):
            call()


@given(st.lists(st.lists(st.integers(0, 20), min_size=5, max_size=5), min_size=1, max_size=6))
@example([[8] * 5, [10] * 5])       # no scatter: only the best itself will do
def test_the_simplest_within_one_standard_error(rows):
    scores = np.array(rows) / 20
    found, mean = one_standard_error(scores), scores.mean(axis=1)
    best = int(mean.argmax())
    bar = mean[best] - scores[best].std(ddof=1) / 5**0.5
    assert found <= best and mean[found] >= bar and all(mean[:found] < bar)
