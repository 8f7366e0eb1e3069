"""What sitting 05c says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.base import clone
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.exercises.lesson05c_pipeline import CHANGES, PLAIN, titanic_pipeline
from coursekit.model_selection import nested_cv, paired_interval
from coursekit.titanic import AgeBands, AgeImputer

X = load_titanic().dropna(subset="Embarked")
Y = X.pop("Survived")
TICKETS = X["Ticket"]
LOGISTIC = LogisticRegression(max_iter=1000)


# -- nothing of the outer test part reaches an inner fit -----------------------------------------


def absurd(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows that would move every median, border, level and scale."""
    return rows.assign(Fare=1e6, Age=np.where(rows["Age"].isna(), np.nan, 99.0), SibSp=30,
                       Pclass=7, Name="Doe, Baron. X", Embarked="B")


def run(X, y, pipeline):
    outer = list(GroupKFold(3).split(X, y, TICKETS[X.index]))
    last = pipeline.steps[-1][0]
    return nested_cv(pipeline, {f"{last}__n_neighbors": [3, 15]}, X, y, outer=outer,
                     inner=GroupKFold(2), groups=TICKETS[X.index])


def learned(model: Pipeline) -> list:
    """Return what scaler, encoder, imputer and bands of a fitted pipeline hold."""
    features, encoder, scaler = model[0], model[1], model[2]
    ages = features.named_transformers_["age"][0]
    return [*scaler.mean_, *scaler.scale_, ages.median_, *ages.title_medians_,
            *features.named_transformers_["fare"].edges_, *map(len, encoder.categories_)]


def changed_by_test_rows(pipeline) -> list[bool]:
    """Return for each outer fold whether its inner scores or its refit know its test rows."""
    part = X.iloc[::3]
    y = Y[part.index]
    before, found = run(part, y, pipeline), []
    for k, fold in enumerate(before.folds):
        other, turned = part.copy(), y.copy()
        other.iloc[fold.test] = absurd(part.iloc[fold.test])
        turned.iloc[fold.test] = 1 - y.iloc[fold.test]
        after = run(other, turned, pipeline).folds[k]
        found.append(not np.array_equal(after.inner_scores, fold.inner_scores)
                     or learned(after.model) != learned(fold.model))
    return found


def test_no_outer_test_row_reaches_an_inner_fit_a_scaler_an_imputer_or_a_grouping():
    assert changed_by_test_rows(titanic_pipeline(KNeighborsClassifier())) == [False] * 3


class SeesAll(AgeImputer):
    """A planted leak: it learns from all rows that the page holds, whatever `fit` is given."""

    rows: pd.DataFrame = None

    def fit(self, X, y=None):
        return super().fit(pd.concat([X, SeesAll.rows[X.columns]]), y)


def test_a_planted_leak_is_seen(monkeypatch):
    pipeline = titanic_pipeline(KNeighborsClassifier())
    pipeline[0].transformers[3] = ("age", make_pipeline(SeesAll(), AgeBands()), ["Name", "Age"])
    real = run

    def watched(X, y, pipeline):
        monkeypatch.setattr(SeesAll, "rows", X)
        return real(X, y, pipeline)
    monkeypatch.setitem(globals(), "run", watched)
    assert all(changed_by_test_rows(pipeline))


# -- section 1 ---------------------------------------------------------------------------------


def test_a_ticket_stays_in_one_fold_in_both_loops():
    outer = list(GroupKFold(10, shuffle=True, random_state=0).split(X, Y, TICKETS))
    result = nested_cv(titanic_pipeline(DecisionTreeClassifier(max_depth=1)), {}, X, Y,
                       outer=outer, inner=GroupKFold(2), groups=TICKETS)
    for fold in result.folds:
        for train, test in [(fold.train, fold.test), *fold.inner]:
            assert not set(TICKETS.iloc[train]) & set(TICKETS.iloc[test])


@pytest.mark.parametrize("seed", range(3))
def test_what_learns_without_labels_leaks_little(seed):
    """Under a point over ten folds, on other partitions, too; the choice of columns leaks 40."""
    cut = list(GroupKFold(10, shuffle=True, random_state=seed).split(X, Y, TICKETS))
    ready = titanic_pipeline(LOGISTIC)[:-1].fit_transform(X)
    gap = cross_val_score(LOGISTIC, ready, Y, cv=cut) - cross_val_score(
        titanic_pipeline(LOGISTIC), X, Y, cv=cut)
    assert abs(gap.mean()) < 0.01


@pytest.mark.parametrize("seed", range(2))
def test_three_fare_groups_drawn_by_the_outcome_leak_little_too(seed):
    """The common mistake: with three groups there is little room for chance."""
    cut = list(GroupKFold(10, shuffle=True, random_state=seed).split(X, Y, TICKETS))
    bands = DecisionTreeClassifier(max_leaf_nodes=3)
    outside = OneHotEncoder().fit_transform(bands.fit(X[["Fare"]], Y).apply(X[["Fare"]])[:, None])
    inside = cross_val_score(clone(bands), X[["Fare"]], Y, cv=cut).mean()
    assert abs(cross_val_score(LOGISTIC, outside, Y, cv=cut).mean() - inside) < 0.02


# -- section 2 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("J, rho", list(product([2, 5, 20], [0.0, 0.1, 0.5, 0.9])))
def test_the_variance_of_a_mean_of_correlated_scores(J, rho):
    """By the covariance matrix itself; and s² has the mean σ²(1 - ρ)."""
    cov = 3.0 * ((1 - rho) * np.eye(J) + rho)
    mean = np.full(J, 1 / J)
    centre = np.eye(J) - 1 / J
    assert mean @ cov @ mean == pytest.approx(3.0 * (rho + (1 - rho) / J))
    expected = np.trace(centre @ cov) / (J - 1)
    assert expected == pytest.approx(3.0 * (1 - rho))
    assert mean @ cov @ mean == pytest.approx((1 / J + rho / (1 - rho)) * expected)


def test_repetitions_bring_no_new_samples_so_only_one_term_shrinks():
    """The reach of ever more partitions goes to that of the second term."""
    d = np.tile([1.0, -1.0], 5000)
    half = np.ptp(paired_interval(d, 0 * d, 90, 10)[1:]) / 2
    assert half == pytest.approx(1.96 * np.sqrt(10 / 90), rel=0.01)


def test_the_interval_of_the_page_is_the_formula():
    rng = np.random.default_rng(0)
    for J in (2, 5, 20):
        a, b = rng.normal(size=(2, J))
        d = a - b
        reach = student.ppf(0.975, J - 1) * d.std(ddof=1) * np.sqrt(1 / J + 89 / 800)
        assert paired_interval(a, b, 800, 89) == pytest.approx(
            (d.mean(), d.mean() - reach, d.mean() + reach))
        assert student.ppf(0.975, J - 1) > 1.96


# -- section 3 ---------------------------------------------------------------------------------


def test_without_titles_everybody_has_one_title():
    features = titanic_pipeline(LOGISTIC).fit(X.assign(Name="Doe, Mr. Jo"), Y)[1]
    assert list(features.categories_[0]) == ["Mr"]


# -- the exercises, answered in other ways -----------------------------------------------------


def with_names(model):
    made = titanic_pipeline(model)
    return Pipeline([("features", made[0]), ("levels", OneHotEncoder(handle_unknown="ignore")),
                     ("scale", StandardScaler(with_mean=False)), ("model", model)])


def in_two_parts(model):
    made = titanic_pipeline(model)
    return make_pipeline(make_pipeline(made[0], made[1]), StandardScaler(), model)


def without_first_level(model):
    made = titanic_pipeline(model)
    levels = OneHotEncoder(handle_unknown="ignore", drop="first", sparse_output=False)
    return make_pipeline(made[0], levels, StandardScaler(), model)


@pytest.mark.filterwarnings("ignore:Found unknown categories")
@pytest.mark.parametrize("answer", [with_names, in_two_parts, without_first_level])
def test_unusual_pipelines_are_right(answer):
    assert grade("titanic-pipeline", answer).status == "right"


def altered(place, part):
    def answer(model):
        made = titanic_pipeline(model)
        made[0].transformers[place] = part
        return made
    return answer


def dropped(place):
    def answer(model):
        made = titanic_pipeline(model)
        del made[0].transformers[place]
        return made
    return answer


def all_ages(rows):
    return rows[["Age"]].fillna(X["Age"].median())


@pytest.mark.parametrize("answer, matched", [
    *[(dropped(place), "columns dropped") for place in range(5)],
    (altered(4, ("given", "passthrough", ["Sex", "Pclass"])), "columns dropped"),
    (altered(3, ("age", make_pipeline(AgeImputer("median"), AgeBands()), ["Name", "Age"])),
     "ages without bands"),
    (lambda model: titanic_pipeline(LogisticRegression()), "the model is missing"),
    (lambda model: make_pipeline(*titanic_pipeline(model)[:2], MinMaxScaler(), model),
     "not scaled"),
    (lambda model: model, "several things returned"),
    (lambda model: titanic_pipeline(model)[0], "several things returned"),
    (lambda model: make_pipeline(titanic_pipeline(model)[1], model), None)])
def test_other_pipelines_are_wrong(answer, matched):
    verdict = grade("titanic-pipeline", answer)
    assert (verdict.status, verdict.matched) == ("wrong", matched)


def test_the_changes_of_the_exercise_are_of_one_man():
    assert {key for change in CHANGES for key in change} <= PLAIN.keys()


# -- general claims --------------------------------------------------------------------


@pytest.mark.parametrize("columns, leak", [(1000, 0.25), (10, 0.0)])
def test_columns_chosen_by_all_labels_make_noise_look_like_knowledge(columns, leak):
    """Five columns of noise, chosen by the labels of all samples or of the training samples
    alone."""
    found = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(60, columns)), np.tile([0, 1], 30)
        cut = KFold(5, shuffle=True, random_state=seed)
        keep = SelectKBest(k=5)
        found.append([cross_val_score(model, table, y, cv=cut).mean() for model, table in (
            (LogisticRegression(), keep.fit_transform(X, y)),
            (make_pipeline(keep, LogisticRegression()), X))])
    outside, inside = np.mean(found, axis=0)
    assert outside - 0.5 > leak and abs(inside - 0.5) < 0.1
    assert columns > 100 or outside - 0.5 < 0.2


def test_many_levels_learn_chance_by_heart_and_three_hardly_do():
    rng, seen = np.random.default_rng(0), {}
    for levels in (3, 40):
        right = []
        for _ in range(100):                # each level answers as most of its rows
            x, y = rng.integers(0, levels, 100), rng.integers(0, 2, 100)
            ones, rows = np.bincount(x, y, levels), np.bincount(x, minlength=levels)
            right.append(np.mean((2 * ones > rows)[x] == y))
        seen[levels] = np.mean(right) - 0.5
    assert 0.02 < seen[3] < seen[40] - 0.1


def test_the_scores_of_one_cross_validation_cannot_tell_how_sure_their_mean_is():
    """With and without a part that all scores of a table share, their scatter is the same, and the
    variance of the mean not."""
    rng, squares, variance = np.random.default_rng(0), [], []
    for shared in (0.0, 1.0):
        S = shared * rng.normal(size=(20_000, 1)) + rng.normal(size=(20_000, 5))
        squares.append(S.var(axis=1, ddof=1))
        variance.append(S.mean(axis=1).var())
    for of in (np.mean, lambda v: np.quantile(v, 0.9)):
        assert of(squares[0]) == pytest.approx(of(squares[1]), rel=0.03)
    assert variance[1] > 4 * variance[0]
