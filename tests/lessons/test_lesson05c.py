"""Lesson 05c: columns of noise, the pipeline, rivals on the same folds, two correlations.

Scores are computed again by scikit-learn or fold by fold.
"""
from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from coursekit.exercise import grade
from coursekit.lessons.lesson05c import NoiseColumns, SharedFolds, experiments, figures, noise
from coursekit.lessons.lesson05c import rivals, scoreboard
from coursekit.lessons.lesson05c.exercises.ten_steps import FREE, LAST, RIGHT
from coursekit.lessons.lesson05c.exercises.titanic_pipeline import (
    CHANGES, PLAIN, titanic_pipeline)
from coursekit.model_selection import nested_cv, paired_interval
from coursekit.plots import style
from coursekit.scoreboard import load_scoreboard, passengers, right_answers, row_of
from coursekit.titanic import AgeBands, AgeImputer
from night import nightly
from panels import panels
from sentences import says

X, Y, TICKETS = passengers()
LOGISTIC = LogisticRegression(max_iter=1000)
STATES = list(product((50, 300, 2000), (2, 10, 50), noise.WAYS))


def points(explorer, label: str) -> np.ndarray:
    """Return the points (m, 2) of the line with this name."""
    (line,) = [line for ax in panels(explorer) for line in ax.lines if line.get_label() == label]
    return np.column_stack(line.get_data())


# -- columns of noise ------------------------------------------------------------------------------


def differences(table: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the differences of all columns over all samples, training part and test fold."""
    Z, y = noise.table(table), noise.LABELS

    def over(rows):
        return Z[rows][y[rows] == 1].mean(axis=0) - Z[rows][y[rows] == -1].mean(axis=0)
    rows = np.arange(100)
    folds = np.split(rows, 5)
    return (over(rows), np.array([over(np.setdiff1d(rows, test)) for test in folds]),
            np.array([over(test) for test in folds]))


def test_the_difference_over_all_samples_is_a_weighted_mean():
    for table in (1, 7, 20):
        whole, train, test = differences(table)
        found = noise.differences(table)
        assert np.allclose(found.all, whole) and np.allclose(found.train, train)
        assert np.allclose(found.test, test) and np.allclose(whole, 0.8 * train + 0.2 * test)


@pytest.mark.parametrize("columns, kept, way", STATES[::3])
def test_the_scores_are_those_of_the_nearer_class_mean(columns, kept, way):
    """With as many samples of each class, weights d and the midpoint are the nearest centroid."""
    Z, y, (whole, train, _) = noise.table(3)[:, :columns], noise.LABELS, differences(3)
    for m, test in enumerate(np.split(np.arange(100), 5)):
        judged = np.abs(whole if way == noise.WAYS[0] else train[m])[:columns]
        some, rest = np.argsort(-judged)[:kept], np.setdiff1d(np.arange(100), test)
        model = NearestCentroid().fit(Z[rest][:, some], y[rest])
        found = noise.run(3, columns, kept, way)
        assert set(found.chosen[m]) == set(some)
        assert found.scores[m] == pytest.approx(model.score(Z[test][:, some], y[test]))


@pytest.mark.parametrize("columns, kept, way", STATES)
def test_the_picture_shows_the_columns_the_cut_and_the_scores(columns, kept, way):
    explorer = NoiseColumns(columns=str(columns), kept=str(kept), way=way, fold=4, table=2)
    whole, train, test = differences(2)
    found = noise.run(2, columns, kept, way)
    turned = test[3] * np.sign(train[3])
    x, y = points(explorer, "columns kept").T
    assert np.allclose(x, np.abs(train[3])[found.chosen[3]])
    assert np.allclose(y, turned[found.chosen[3]])
    left = points(explorer, "columns left out")
    assert len(left) == columns - kept
    judged = np.abs(0.8 * left[:, 0] + 0.2 * left[:, 1]) if way == noise.WAYS[0] else left[:, 0]
    for w in noise.WAYS:
        scores = 100 * noise.run(2, columns, kept, w).scores
        assert np.allclose(points(explorer, f"folds, {w}")[:, 1], scores)
        assert np.allclose(points(explorer, f"mean, {w}")[:, 1], scores.mean())
    if columns == kept:         # nothing is chosen, so neither a cut nor a mean is drawn
        drawn = {line.get_label() for ax in panels(explorer) for line in ax.lines}
        assert not {"the cut", "mean of the kept columns"} & drawn
        assert "nothing to choose" in explorer.status
        return
    cut = points(explorer, "the cut")
    ends = 0.8 * cut[:, 0] + 0.2 * cut[:, 1] if way == noise.WAYS[0] else cut[:, 0]
    least = np.abs(whole if way == noise.WAYS[0] else train[3])[found.chosen[3]].min()
    assert np.allclose(ends, least) and (judged <= least + 1e-12).all()
    assert np.allclose(points(explorer, "mean of the kept columns")[:, 1], y.mean())
    says(explorer.status, {
        "Table #, # columns of noise, # kept": [2, columns, kept],
        "reports #%": 100 * found.scores.mean(), "the truth is #%": 50,
        "With test fold #": 4}, whole=False)
    assert f"{y.mean():+.2f}".replace("-", "−") in explorer.status


def test_the_first_state_chooses_nothing_and_keeps_the_answer():
    explorer, kept = NoiseColumns(), noise.run(1, 2000, 50, noise.WAYS[1])
    drawn = {line.get_label() for ax in panels(explorer) for line in ax.lines}
    assert "folds, all samples" not in drawn and "the cut" not in drawn
    assert len(points(explorer, "columns")) == 2000
    assert np.allclose(points(explorer, "mean, training part")[:, 1], 100 * kept.scores.mean())
    says(explorer.status, {"Table #, # columns of noise, # to be kept": [1, 2000, 50],
                           "test fold #": 1,
                           "reports #%": 100 * kept.scores.mean(), "the truth is #%": 50})


def test_a_slanted_cut_makes_the_locked_fold_agree_and_an_upright_one_does_not():
    agree = {way: np.mean([(noise.differences(t).train[m] * noise.differences(t).test[m])[
        noise.run(t, 2000, 50, way).chosen[m]].mean() for t in range(1, 21) for m in range(5)])
        for way in noise.WAYS}
    assert agree[noise.WAYS[0]] > 0.1 and abs(agree[noise.WAYS[1]]) < 0.02
    before, inside = (noise.reported(2000, 50, way) for way in noise.WAYS)
    assert before.mean() > 0.9 and abs(inside.mean() - 0.5) < 4 * inside.std() / 20**0.5
    assert noise.reported(2000, 2, noise.WAYS[0]).mean() > 0.65     # two columns are not harmless


def test_if_all_columns_are_kept_both_ways_are_one():
    assert all(np.array_equal(noise.run(t, 50, 50, noise.WAYS[0]).scores,
                              noise.run(t, 50, 50, noise.WAYS[1]).scores) for t in (1, 9, 20))


def test_whitening_of_all_samples_leaves_only_the_majority_of_the_training_labels():
    rng, y = np.random.default_rng(3), np.tile([0, 1], 30)
    W = PCA(1 - 1e-12, whiten=True, svd_solver="full").fit_transform(rng.normal(size=(60, 200)))
    apart = np.linalg.norm(W[:, None] - W, axis=-1)[np.triu_indices(60, 1)]
    assert W.shape == (60, 59) and np.ptp(apart) < 1e-8
    for _ in range(20):
        test = rng.permutation(60)[:12]
        train = np.setdiff1d(np.arange(60), test)
        if y[train].mean() != 0.5:
            said = LogisticRegression().fit(W[train], y[train]).predict(W[test])
            assert (said == (y[train].mean() > 0.5)).all()
    outside, inside = experiments.whitening(6, seed=1).mean(axis=0)
    assert outside < 0.5 < inside - 0.1


def test_no_training_part_is_tied_so_that_no_processor_decides_the_accuracy_outside(monkeypatch):
    outside, parts = [], []

    def majority(model, Z, y, cv):
        folds = [(y[train].mean(), y[test]) for train, test in cv.split(Z)]
        parts.extend(mean for mean, _ in folds)
        outside.append(np.mean([(labels == (mean > 0.5)).mean() for mean, labels in folds]))
        return np.zeros(1)

    said = experiments.whitening(6)[:, 0]
    monkeypatch.setattr(experiments, "cross_val_score", majority)
    experiments.whitening(6)
    assert 0.5 not in parts and np.allclose(said, outside[::2], atol=1e-12)


def test_whitened_distances_are_equal_only_if_the_test_samples_were_seen():
    outside, inside = experiments.whitened_distances()
    assert outside.shape == inside.shape == (15, 45)
    assert np.allclose(outside, np.sqrt(2 * 59)) and inside.std() > 0.3
    counts = [[bar.get_height() for bar in ax.patches]
              for ax in figures.plot_distances(outside, inside, "a title").axes]
    assert [sum(bars) for bars in counts] == [15 * 45] * 2 and np.count_nonzero(counts[0]) == 1


# -- the pipeline ----------------------------------------------------------------------------------


def absurd(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows that would move every median, border, level and scale."""
    return rows.assign(Fare=1e6, Age=np.where(rows["Age"].isna(), np.nan, 99.0), SibSp=30,
                       Pclass=7, Name="Doe, Baron. X", Embarked="B")


def run(X, y, pipeline, only=slice(None)):
    """Return what nested CV finds in three outer folds, or in some of them."""
    outer = list(GroupKFold(3).split(X, y, TICKETS[X.index]))[only]
    last = pipeline.steps[-1][0]
    return nested_cv(pipeline, {f"{last}__n_neighbors": [3]}, X, y, outer=outer,
                     inner=GroupKFold(2), groups=TICKETS[X.index])


def learned(model: Pipeline) -> list:
    """Return what scaler, encoder, imputer and bands of a fitted pipeline hold."""
    features, encoder, scaler = model[0], model[1], model[2]
    ages = features.named_transformers_["age"][0]
    return [*scaler.mean_, *scaler.scale_, ages.median_, *ages.title_medians_,
            *features.named_transformers_["fare"].edges_, *map(len, encoder.categories_)]


def changed_by_test_rows(pipeline) -> list[bool]:
    """Return for each outer fold whether its inner scores or its refit know its test rows."""
    part = X.iloc[::6]
    y = pd.Series(Y, index=X.index)[part.index]
    before, found = run(part, y, pipeline), []
    for k, fold in enumerate(before.folds):
        other, turned = part.copy(), y.copy()
        other.iloc[fold.test] = absurd(part.iloc[fold.test])
        turned.iloc[fold.test] = 1 - y.iloc[fold.test]
        after, = run(other, turned, pipeline, slice(k, k + 1)).folds
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

    def watched(X, y, pipeline, *only):
        monkeypatch.setattr(SeesAll, "rows", X)
        return real(X, y, pipeline, *only)
    monkeypatch.setitem(globals(), "run", watched)
    assert all(changed_by_test_rows(pipeline))


@pytest.mark.parametrize("seed", range(2))
def test_three_fare_groups_drawn_by_the_outcome_leak_little(seed):
    """The common mistake: with three groups there is little room for chance."""
    cut = list(GroupKFold(10, shuffle=True, random_state=seed).split(X, Y, TICKETS))
    bands = DecisionTreeClassifier(max_leaf_nodes=3)
    outside = OneHotEncoder().fit_transform(bands.fit(X[["Fare"]], Y).apply(X[["Fare"]])[:, None])
    inside = cross_val_score(clone(bands), X[["Fare"]], Y, cv=cut).mean()
    assert abs(cross_val_score(LOGISTIC, outside, Y, cv=cut).mean() - inside) < 0.02


def test_without_titles_everybody_has_one_title():
    features = titanic_pipeline(LOGISTIC).fit(X.assign(Name="Doe, Mr. Jo"), Y)[1]
    assert list(features.categories_[0]) == ["Mr"]


def with_names(model):
    made = titanic_pipeline(model)
    return Pipeline([("features", made[0]), ("levels", OneHotEncoder(handle_unknown="ignore")),
                     ("scale", StandardScaler(with_mean=False)), ("model", model)])


def in_two_parts(model):
    made = titanic_pipeline(model)
    return make_pipeline(make_pipeline(made[0], made[1]), StandardScaler(), model)


@pytest.mark.filterwarnings("ignore:Found unknown categories")
@pytest.mark.parametrize("answer", [with_names, in_two_parts])
def test_unusual_pipelines_are_right(answer):
    assert grade("titanic-pipeline", answer).status == "right"


def altered(place, part):
    def answer(model):
        made = titanic_pipeline(model)
        made[0].transformers[place] = part
        return made
    return answer


def without_levels(drop):
    def answer(model):
        levels = OneHotEncoder(handle_unknown="ignore", drop=drop, sparse_output=False)
        return make_pipeline(titanic_pipeline(model)[0], levels, StandardScaler(), model)
    return answer


def dropped(place):
    def answer(model):
        made = titanic_pipeline(model)
        del made[0].transformers[place]
        return made
    return answer


@pytest.mark.filterwarnings("ignore:Found unknown categories")
@pytest.mark.parametrize("answer, matched", [
    *[(dropped(place), "columns dropped") for place in range(5)],
    *[(without_levels(drop), "levels dropped") for drop in ("first", "if_binary")],
    (altered(4, ("given", "passthrough", ["Sex", "Pclass"])), "columns dropped"),
    (altered(3, ("age", make_pipeline(AgeImputer("median"), AgeBands()), ["Name", "Age"])),
     "ages without bands"),
    (lambda model: titanic_pipeline(LogisticRegression()), "the model is missing"),
    (lambda model: make_pipeline(*titanic_pipeline(model)[:2], MinMaxScaler(), model),
     "not scaled"),
    (lambda model: model, None), (lambda model: titanic_pipeline(model)[0], None),
    (lambda model: make_pipeline(titanic_pipeline(model)[1], model), None)])
def test_other_pipelines_are_wrong(answer, matched):
    verdict = grade("titanic-pipeline", answer)
    assert (verdict.status, verdict.matched) == ("wrong", matched)


def test_the_changes_of_the_exercise_are_of_one_man():
    assert {key for change in CHANGES for key in change} <= PLAIN.keys()


# -- ten steps -------------------------------------------------------------------------------------


def test_the_first_three_and_the_last_two_steps_may_change_places_and_no_others():
    assert all(grade("ten-steps", "".join((*first, *RIGHT[3:-2], *last))).status == "right"
               for first in permutations(FREE) for last in permutations(LAST))
    for i, j in combinations(range(10), 2):
        swapped = list(RIGHT)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        verdict = grade("ten-steps", swapped)
        free = j < 3 or i == 8
        assert verdict.status == ("right" if free else "wrong")
        assert free or verdict.matched, swapped


@pytest.mark.parametrize("answer", [list(RIGHT), RIGHT.upper(), " ".join(RIGHT), tuple(RIGHT),
                                    ", ".join(RIGHT), np.array(list(RIGHT))])
def test_an_order_may_be_written_in_several_ways(answer):
    assert grade("ten-steps", answer).status == "right"


@pytest.mark.parametrize("answer", [set(RIGHT), 10, "abc", RIGHT + "a", {"a": 1}])
def test_what_is_no_order_of_ten_letters_is_sent_back(answer):
    assert grade("ten-steps", answer).status == "unreadable"


# -- rivals on the same folds ----------------------------------------------------------------------


def test_the_kept_answers_are_those_of_the_board():
    board = load_scoreboard("05c").set_index("method")
    for name, right in rivals.answers().items():
        row = row_of(right)
        for column, value in row.items():
            assert board.loc[rivals.RIVALS[name], column] == pytest.approx(value, abs=6e-5)


@nightly
def test_a_row_of_the_board_and_its_answers_can_be_computed_again():
    by_name = {method.name: method for method in scoreboard.METHODS}
    ties = {"naive Bayes": 0, "fifteen neighbours": 2}      # equal distances, decided by rounding
    for name, most in ties.items():
        right = right_answers(by_name[name].estimator, by_name[name].grid, seeds=(1,))
        assert np.sum(right[0] != rivals.answers()[name][1]) <= most
    assert isinstance(by_name["naive Bayes"].estimator[-1], BernoulliNB)
    assert [bool(method.grid) for method in scoreboard.METHODS] == [False] * 4 + [True]


def test_an_interval_by_folds_is_the_formula_and_one_by_tickets_sums_them():
    a, b = (rivals.answers()[name].astype(float) for name in ("forest", "naive Bayes"))
    scores = [(a - b)[s][test].mean() for s, parts in enumerate(rivals.locked_rows())
              for test in parts]
    assert rivals.by_fold(a - b) == pytest.approx(
        paired_interval(scores, np.zeros(30), 891 - 89, 89))
    d = pd.Series((a - b).mean(axis=0) - (a - b).mean())
    sums = d.groupby(TICKETS.to_numpy()).sum()
    C = len(sums)
    reach = 1.959964 * np.sqrt((sums**2).sum() * C / (C - 1)) / 891
    mean, low, high = rivals.by_ticket(a - b)
    assert (mean - low, high - mean) == pytest.approx((reach, reach), rel=1e-5)


def test_what_the_page_says_of_the_eight_methods():
    single, seven = rivals.compare(), rivals.compare(confidence=1 - 0.05 / 7)
    behind = {"naive Bayes", "women survived", "everyone died"}
    assert set(single.index[single["high"] < 0]) == behind and (single["low"] < 0).all()
    assert set(seven.index[seven["high"] < 0]) == behind - {"naive Bayes"}
    svc, women = (rivals.by_ticket(rivals.answers()[name].astype(float))
                  for name in ("the course's SVC", "women survived"))
    assert women[2] > svc[1]                                        # they overlap
    folds, seven = (rivals.compare(interval=rivals.by_fold, confidence=c)["high"]
                    for c in (0.95, 1 - 0.05 / 7))
    assert set(folds.index[folds < 0]) == behind - {"naive Bayes"}  # a close call
    assert -0.1 < seven["women survived"] < 0                       # hangs on hundredths


def test_differences_are_surer_than_their_parts_for_all_pairs_of_methods():
    def length(values):
        return np.ptp(rivals.by_ticket(values)[1:])
    right = {name: r.astype(float) for name, r in rivals.answers().items()
             if name != "everyone died"}
    for a, b in combinations(right.values(), 2):
        assert length(a - b) < (length(a) + length(b)) / 2


def test_the_figure_draws_the_tables():
    single, seven = rivals.compare(), rivals.compare(confidence=1 - 0.05 / 7)
    (ax,) = figures.plot_leads(single, seven, "a title").axes
    lines = {line.get_label(): line for line in ax.lines}
    named = [label.get_text() for label in ax.get_yticklabels()]
    for name, row in single.iterrows():
        assert f"{name} {100 * rivals.answers()[name].mean():.1f}%" in named
        if name != "everyone died":                                 # told in words
            assert np.allclose(lines[f"{name}, by itself"].get_xdata(), row[["low", "high"]])
            assert np.allclose(lines[f"{name}, all seven at once"].get_xdata(),
                               seven.loc[name, ["low", "high"]])
            grey = lines[f"{name}, lead"].get_color() == style.GREY
            assert grey == (seven.loc[name, "high"] >= 0)


# -- two correlations ------------------------------------------------------------------------------


def test_fold_differences_are_those_of_fits_one_by_one():
    rng = np.random.default_rng(0)
    A = rng.normal(size=(100, 6))
    y = (A.sum(axis=1) + 2 * rng.normal(size=100) > 0).astype(int)
    parts = np.array([rng.permutation(100) for _ in range(10)]).reshape(10, 10, 10)
    for machine in experiments.MACHINES:
        found = experiments.fold_differences(machine, tables=1)[0]
        for r, k in ((0, 0), (3, 7), (9, 9)):
            test = parts[r, k]
            train = np.setdiff1d(np.arange(100), test)
            scores = []
            for Z in (A[:, :3], A[:, 3:]):
                if machine == "least squares":
                    B = np.column_stack([Z, np.ones(100)])
                    w = np.linalg.lstsq(B[train], y[train])[0]
                    said = B[test] @ w > 0.5
                else:
                    said = KNeighborsClassifier(1).fit(Z[train], y[train]).predict(Z[test])
                scores.append(np.mean(said == y[test]))
            assert found[r, k] == pytest.approx(scores[0] - scores[1])


def test_the_kept_correlations_are_those_measured():
    again = experiments.correlations(experiments.fold_differences())
    assert again == pytest.approx(experiments.MEASURED["least squares"], abs=1e-5)
    fewer = experiments.correlations(experiments.fold_differences("nearest neighbour", 150))
    assert fewer == pytest.approx(experiments.MEASURED["nearest neighbour"], abs=0.03)


@pytest.mark.parametrize("R", [1, 2, 5, 10])
def test_the_terms_are_the_average_of_the_table_and_s2_sees_the_rest(R):
    found = experiments.Correlations(1.0, 0.07, 0.19)
    partition = np.repeat(np.arange(R), 10)
    table = np.where(partition[:, None] == partition, 0.07, 0.19) + 0.0
    np.fill_diagonal(table, 1)
    assert sum(experiments.terms(found, R)) == pytest.approx(table.mean())
    J = 10 * R
    centred = np.eye(J) - 1 / J
    assert experiments.expected_square(found, R) == pytest.approx(
        np.trace(centred @ table) / (J - 1))


def test_the_variance_of_the_mean_is_what_the_terms_say():
    D = experiments.fold_differences()
    for R in (1, 3, 10):
        drawn = D[:, :R].mean(axis=(1, 2)).var(ddof=1) / experiments.MEASURED["least squares"][0]
        assert drawn == pytest.approx(sum(experiments.terms(
            experiments.MEASURED["least squares"], R)), rel=0.05)


def test_alarms_are_counted_as_the_library_s_interval_does():
    D = experiments.fold_differences()
    some = D[:60]
    for R, corrected in product((1, 10), (False, True)):
        n_train = 90 if corrected else 10**9
        ends = [paired_interval(row[:R].ravel(), np.zeros(10 * R), n_train, 10)[1:] for row in some]
        misses = np.mean([not low - 1e-9 <= 0 <= high + 1e-9 for low, high in ends])
        assert experiments.excluded(some, R, corrected=corrected) == pytest.approx(misses)
    assert experiments.excluded(D, 1, corrected=False) < 0.1
    assert experiments.excluded(D, 10, corrected=False) > 0.5
    assert experiments.excluded(D, 10, corrected=True) < 0.08


@pytest.mark.parametrize("machine", experiments.MACHINES)
def test_what_is_drawn_of_the_folds_is_what_is_said(machine):
    found = experiments.MEASURED[machine]
    for R in range(1, 11):
        explorer = SharedFolds(partitions=R, machine=machine, corrected=True)
        J = 10 * R
        variance = 1 / J + 9 / J * found.same + (R - 1) / R * found.other
        square = (1 - variance) * J / (J - 1)
        says(explorer.status, {
            f"# partition{'s' * (R > 1)} of ten": R, "# scores are worth": J,
            "worth # independent": 1 / variance,
            "has the variance #": variance, "the usual formula gives #": square / J,
            "the corrected one #": square * (1 / J + 1 / 9)}, whole=False)
        assert points(explorer, "usual formula")[R - 1] == pytest.approx((R, square / J))
        assert points(explorer, "corrected formula")[R - 1] == pytest.approx(
            (R, square * (1 / J + 1 / 9)))
        assert points(explorer, "the partitions on the left")[:, 1].max() == pytest.approx(variance)
        assert 1 / variance < 1 / found.other       # what ever more partitions would be worth


@pytest.mark.parametrize("machine", [
    "least squares", pytest.param("nearest neighbour", marks=nightly)])
def test_the_kept_false_alarms_are_those_measured(machine):
    found = experiments.alarms(machine)
    assert found == pytest.approx(experiments.ALARMS[machine], abs=0.004)
    assert found[2] <= min(found[:2])


def test_an_interval_by_samples_takes_the_mean_over_partitions_of_each_sample():
    """One table at a time, by hand; the first 40 of them."""
    excluded = 0
    for parts, ahead in experiments._leads("least squares", 40, 2024, 3):
        each = [np.mean([ahead[r][parts[r] == i][0] for r in range(3)]) for i in range(100)]
        low, high = np.mean(each) + np.array([-1.96, 1.96]) * np.std(each, ddof=1) / 10
        excluded += not low <= 0 <= high
    assert experiments.alarms("least squares", 40)[1] == pytest.approx(excluded / 40)


def test_repetitions_bring_no_new_samples_so_only_one_term_shrinks():
    """The reach of ever more partitions goes to that of the second term."""
    d = np.tile([1.0, -1.0], 5000)
    half = np.ptp(paired_interval(d, 0 * d, 90, 10)[1:]) / 2
    assert half == pytest.approx(1.96 * np.sqrt(10 / 90), rel=0.01)
    assert all(student.ppf(0.975, J - 1) > 1.96 for J in (2, 5, 20, 1000))
