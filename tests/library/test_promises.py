"""What public docstrings promise of ties, limits and ends: which of equals wins, what an end
includes."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit import statistics, titanic
from coursekit.datasets import (
    load_ptitanic, load_titanic, load_zoo, make_overlap_60, make_staircase,
)
from coursekit.kernels import diffusion, is_psd, nadaraya_watson
from coursekit.lagrange import inequality_qp
from coursekit.linear import back_substitute, cholesky, forward_substitute, optimal_intercepts
from coursekit.model_selection import folds, nested_cv, one_standard_error, stratified_folds
from coursekit.rules import (
    CN2, Rule, Table, cover_class, g_statistic, make_selectors, simplify, wilks_p_value,
)
from coursekit.svm import SVC, DualProblem, fit_sigmoid, sigmoid
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition, merged
from coursekit.tree.cross_validation import choose_cp
from coursekit.tree.naive import best_cut, gain, grow
from coursekit.tree.naive_pruning import vote
from coursekit.tree.one_feature import best_split, split_curve
from coursekit.tree.pruning import cp_table

RNG = np.random.default_rng(0)
X, Y = make_overlap_60()
BUMP = np.array([0, 0, 1, 1, 1, 1, 0, 0.0])     # two cuts of it gain alike: after 2 and after 6


# -- kernels, linear models, multipliers ------------------------------------------------------


def test_a_narrow_weighted_mean_is_that_of_the_nearest_and_a_wide_one_of_all():
    x, y, new = np.array([[0.0], [1], [1], [4]]), np.array([1.0, 2, 6, 9]), np.array([[1.2]])
    assert nadaraya_watson(x, y, new, 0.01) == pytest.approx(4)
    assert nadaraya_watson(x, y, new, 1e6) == pytest.approx(y.mean())
    mean = nadaraya_watson(x, y, np.linspace(-9, 9, 50)[:, None], 0.7)
    assert y.min() <= mean.min() <= mean.max() <= y.max()


def test_heat_is_kept():
    A = np.triu(RNG.random((4, 4)), 1)
    assert diffusion(A + A.T, time=0.7).sum(axis=1) == pytest.approx(np.ones(4))


@pytest.mark.parametrize("lowest, counted", [(-1e-13 * 7, True), (-1e-9 * 7, False)])
def test_an_eigenvalue_is_rounding_by_its_share_of_the_largest(lowest, counted):
    assert is_psd(np.diag([7.0, 1.0, lowest]))[0] == counted


def test_a_sample_of_weight_two_is_two_samples_also_for_gamma():
    Z, weight = RNG.normal(size=(5, 2)), np.array([1, 2, 1, 1, 1.0])
    doubled = np.vstack([Z, Z[1:2]])
    weighted = SVC(gamma="scale").fit(Z, [1, 1, 0, 0, 0], sample_weight=weight)
    twice = SVC(gamma="scale").fit(doubled, [1, 1, 0, 0, 0, 1])
    grid = RNG.normal(size=(9, 2))
    assert weighted.decision_function(grid) \
        == pytest.approx(twice.decision_function(grid), abs=1e-3)


def test_triangular_systems_and_their_triangle():
    lower = np.array([[2.0, 0], [1, 4]])
    assert forward_substitute(lower, [2, 9])[0] == 1 and back_substitute(lower.T, [3, 8])[1] == 2
    with pytest.raises(ValueError, match="triangular"):
        forward_substitute(lower.T, [2, 9])
    L = cholesky([[4.0, 2], [2, 3]])
    assert L[0, 1] == 0 != L[1, 0] and (np.diag(L) > 0).all()


def test_the_slack_is_level_between_two_kinks():
    s, y = RNG.normal(size=9), np.array([1, 1, 1, 1, -1, -1, -1, -1, -1])

    def slack(b):
        return np.maximum(0, 1 - y * (s + b)).sum()
    kinks = np.sort(y - s)
    middles = [kinks[0] - 1, *(kinks[1:] + kinks[:-1]) / 2, kinks[-1] + 1]
    slopes = [(slack(b + 1e-6) - slack(b - 1e-6)) / 2e-6 for b in middles]
    # minus the positive ones, and every kink adds 1
    assert slopes == pytest.approx(np.arange(-4, 6), abs=1e-3)
    assert optimal_intercepts(s, y)[:2] == pytest.approx((kinks[3], kinks[4]))


def test_of_two_equal_constraints_one_gets_the_multiplier():
    _, lam = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], [1, 1])
    assert np.sum(lam > 0) == 1
    with pytest.raises(ValueError, match="12"):
        inequality_qp(np.eye(2), [0, 0], RNG.normal(size=(13, 2)), np.full(13, -1.0))


# -- certificates -------------------------------------------------------------------------------


def test_the_larger_label_is_the_positive_class():
    f, y = np.array([-2.0, -1, 1, 2]), np.array([3, 5, 3, 5])
    assert y[sigmoid(f, *fit_sigmoid(f, y)).argmax()] == 5


def test_intercept_bounds_are_the_largest_that_may_rise_and_the_smallest_that_may_fall():
    problem = DualProblem.from_data(X, Y, 1.0)
    alpha = np.where(np.arange(60) % 3 == 0, 0.0, np.where(np.arange(60) % 3 == 1, 1.0, 0.4))
    beta, F = alpha * Y, Y - (X @ X.T) @ (alpha * Y)
    m, M = problem.intercept_bounds(alpha)
    assert m - M == pytest.approx(F[beta < np.maximum(0, Y)].max()
                                  - F[beta > np.minimum(0, Y)].min())
    best = SVC(kernel="linear", tol=1e-8).fit(X, Y).dual_objective_
    assert all(problem.primal(alpha * t, b) >= best - 1e-6 for t in (0, 0.3, 1) for b in (-1, 0, 2))


# -- trees ----------------------------------------------------------------------------------------


def test_of_equal_gains_the_first_feature_and_the_smallest_threshold_win():
    x = np.arange(8.0)
    tree = CARTClassifier(min_samples_split=2, min_samples_leaf=1,
                          max_depth=1).fit(np.column_stack([x, x]), BUMP)
    assert tree.tree_.splits.feature[0, 0] == 0 and tree.to_rules()["rule"][0] == "x[0] < 1.5"
    assert tree.to_rules()["n"].tolist() == [2, 6]
    assert CARTClassifier().fit([[0.0]] * 4, ["b", "a", "b", "a"]).predict([[0.0]])[0] == "a"
    assert best_cut(x, BUMP, 1)[0] == best_split(x, BUMP, "squared_error", 1).threshold == 1.5


def test_a_node_of_just_min_samples_split_is_split():
    x = np.arange(8.0)
    sizes = [CARTClassifier(min_samples_split=k,
                            min_samples_leaf=1).fit(x[:, None], x > 3).get_n_leaves()
             for k in (8, 9)]
    assert sizes == [2, 1]
    stairs, steps = make_staircase()
    assert "left" in grow(stairs[:, None], steps, len(stairs), 1)
    assert "left" not in grow(stairs[:, None], steps, len(stairs) + 1, 1)
    assert "left" not in grow(stairs[:, None], np.ones(len(stairs)), 2, 1)


def test_cp_0_removes_splits_that_save_no_error_and_none_does_not_prune():
    data = np.array([0.0, 0, 0, 1, 1, 1])[:, None], [0, 0, 0, 0, 0, 1]
    leaves = {cp: CARTClassifier(cp=cp, min_samples_split=2,
                                 min_samples_leaf=1).fit(*data).get_n_leaves()
              for cp in (0.0, None)}
    assert leaves == {0.0: 1, None: 2}


def test_a_level_never_seen_is_missing():
    people = load_ptitanic()[["pclass", "sex"]].astype(str)
    tree = CARTClassifier().fit(people, load_ptitanic()["survived"])
    new = people.iloc[:2].assign(sex=["robot", None])
    assert (tree.predict_proba(new)[0]
            == tree.predict_proba(new.assign(pclass=new["pclass"].iloc[0]))[1]).all()


def test_a_gain_is_what_the_squared_error_falls_by():
    y, half = RNG.normal(size=10), np.arange(10) < 4

    def error(v):
        return np.sum((v - v.mean())**2)
    assert gain(y, half) == pytest.approx(error(y) - error(y[half]) - error(y[~half]))


def test_of_equal_votes_the_smallest_label_wins():
    assert vote(np.array([[1, 2], [0, 2], [0, 1], [1, 2]])).tolist() == [0, 2]


def test_unknown_values_have_no_say_in_a_threshold():
    x, y = np.array([0, 1, 2, 3, 4, 5, np.nan, np.nan]), np.array([0, 0, 0, 1, 1, 1, 1, 0])
    everything, known = split_curve(x, y, "gini", 2), split_curve(x[:6], y[:6], "gini", 2)
    assert all(np.allclose(a, b) for a, b in zip(everything, known))
    cuts = np.asarray(everything[0])
    assert (cuts.min(), cuts.max()) == (1.5, 3.5)           # two samples at least on either side


def test_what_the_rules_for_a_price_take():
    table = pd.DataFrame({"CP": [0.4, 0.1, 0.05, 0.01], "xerror": [1.0, 0.52, 0.5, 0.51],
                          "xstd": [0.05, 0.04, 0.03, 0.03]})
    assert (choose_cp(table, "min"), choose_cp(table, "1-se")) == (0.05, 0.1)
    rows = cp_table(CARTRegressor(cp=0.0,
                                  min_samples_split=4).fit(X, X[:, 0] + X[:, 1]**2).full_tree_,
                    0.0)["nsplit"]
    assert (np.diff(rows) > 0).all()


def test_c45_sends_an_unknown_value_down_every_branch_by_its_share():
    frame = pd.DataFrame({"a": ["u"] * 6 + ["v"] * 3 + [None]})
    tree = grow_c45(frame, [0] * 6 + [1] * 4)
    assert [child.n for child in tree.root.children] == pytest.approx([6 + 6 / 9, 3 + 3 / 9])
    assert (np.asarray(tree.predict(frame)) == tree.predict_proba(frame).argmax(axis=1)).all()


# -- rules ----------------------------------------------------------------------------------------


def test_in_a_list_the_first_rule_that_fires_decides():
    zoo = load_zoo()
    animals = zoo.drop(columns="type")
    model, table = CN2().fit(animals, zoo["type"]), Table.of(animals)
    fires = np.array([table.covers(rule.conditions) for rule in model.rules_.rules])
    labels = np.array([str(rule.label) for rule in model.rules_.rules])
    told = np.where(fires.any(axis=0), labels[fires.argmax(axis=0)],
                    str(model.rules_.default.label))
    assert (told == model.predict(animals).astype(str)).all() and (fires.sum(axis=0) > 1).any()
    assert table.covers(()).all()


def test_conditions_on_one_feature_are_merged():
    both = merged([Condition("c", "in", ("a", "b")), Condition("c", "in", ("b", "d")),
                   Condition("x", "<=", 5.0),
                   Condition("x", "<=", 3.0)])
    assert [str(c) for c in both] == ["c = b", "x <= 3"]


def test_a_class_that_the_reference_lacks_makes_g_infinite():
    assert np.isinf(g_statistic([1, 2], [3, 0])) and np.isfinite(g_statistic([1, 2], [3, 1]))
    assert wilks_p_value(5.0, 0) == 1


def test_aq_explains_every_label_and_refuses_what_no_selector_tells_apart():
    frame = pd.DataFrame({"a": list("uvwx"), "b": list("ppqq")})
    y = np.array([False, True, False, True])
    S = make_selectors(frame).S
    covers = np.array([S[list(rule)].all(axis=0) for rule in cover_class(S, y)[0]])
    assert (covers.any(axis=0) == y).all()
    with pytest.raises(ValueError, match="class"):
        cover_class(make_selectors(frame[["b"]]).S, y)


def test_a_rule_is_shortened_as_long_as_its_bound_does_not_rise():
    table, labels = RNG.normal(size=(80, 4)).round(1), RNG.integers(0, 2, 80)
    for cuts in RNG.normal(size=(25, 4)):
        rule = Rule(tuple(Condition(f"x[{j}]", ">", float(cut)) for j, cut in enumerate(cuts)), 1)
        best, steps = simplify(rule, table, labels)
        for step in steps:
            bounds = [judged.bound for judged in step.without]
            if step.deleted is None:
                assert not bounds or min(bounds) > step.now.bound
            else:
                k = int(np.argmin(bounds))                  # of equals the first
                assert bounds[k] <= step.now.bound and step.deleted == step.now.conditions[k]
        subset = simplify(rule, table, labels, method="subsets")[0]
        assert len(subset.conditions) >= 1 and (not best.conditions
                                                or subset.bound <= best.bound + 1e-12)
    twin = Rule((Condition("x[0]", ">", 0.0), Condition("x[0]", ">=", 1e-9)), 1)
    assert len(simplify(twin, table, labels, method="subsets")[0].conditions) == 1
    assert simplify(twin, table, labels)[1][0].deleted == twin.conditions[0]


# -- rates, folds, passengers ----------------------------------------------------------------------


def test_wilsons_interval_is_all_rates_within_z_standard_errors():
    low, high = statistics.wilson(3, 20, 1.96)
    p = np.linspace(0.001, 0.999, 999)
    off = np.abs(0.15 - p) / np.sqrt(p * (1 - p) / 20)
    assert ((low < p) & (p < high) == (off <= 1.96)).all()
    assert all(0 <= low <= high <= 1
               for low, high in (statistics.wilson(k, 5, 1.96) for k in range(6)))
    U = statistics.upper_error_bound(2, 10, 0.2)
    assert U > 0.2 and U == statistics.wilson_interval(2, 10, 0.8)[1]
    assert statistics.upper_error_bound(0, 0, 0.2) == 1 > statistics.upper_error_bound(0, 1, 0.2)


def test_folds_hold_every_sample_once_and_classes_by_their_share():
    parts = folds(23, 5, np.random.default_rng(0))
    assert sorted(np.concatenate(parts)) == [*range(23)] \
        and np.ptp([len(part) for part in parts]) == 1
    y = np.repeat(["a", "b", "c"], [17, 9, 3])
    counts = np.array([[np.sum(y[part] == c) for c in "abc"]
                       for part in stratified_folds(y, 5, np.random.default_rng(1))])
    assert (np.abs(counts - np.array([17, 9, 3]) / 5) < 1).all()
    assert (counts[:, 2] == 0).any() and not (counts[:, :2] == 0).any()


def test_of_equal_inner_means_the_first_setting_wins():
    found = nested_cv(CARTClassifier(), {"max_depth": [1], "min_samples_leaf": [60, 7, 7]}, X, Y,
                      outer=3, inner=3)
    for fold in found.folds:
        means = fold.inner_scores.mean(axis=1)
        assert fold.winner == np.flatnonzero(means == means.max())[0] and means[1] == means[2]
    assert one_standard_error([[0.7, 0.72, 0.74], [0.8, 0.82, 0.84], [0.81, 0.83, 0.85]]) == 1


def test_an_edge_belongs_to_the_band_below_and_equal_quantiles_make_fewer_bands():
    people = load_titanic()
    edges = np.quantile(people["Fare"], [0.25, 0.5, 0.75])
    codes = titanic.FareBands(4).fit(people).transform(people).iloc[:, 0].astype(str)
    on_edge, under = np.isclose(people["Fare"], edges[1]), people["Fare"] < edges[1]
    assert on_edge.any() \
        and set(codes[on_edge]) == set(codes[people["Fare"] == people.loc[under, "Fare"].max()])
    same = people.assign(Fare=np.where(np.arange(len(people)) < 700, 5.0, people["Fare"]))
    assert titanic.FareBands(4).fit(same).transform(same).iloc[:, 0].nunique() < 4
    named = people.iloc[:2].assign(Name=["Owl, no title", "Owl, Mr. Bo"])
    made = titanic.TitleExtractor().fit(people).transform(named).iloc[:, 0]
    assert made.iloc[0] != "Mr" == made.iloc[1]
