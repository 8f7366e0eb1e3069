"""What public docstrings promise of ties, limits and ends: which of equals wins, what an end
includes."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from coursekit import titanic
from coursekit.datasets import (
    load_ptitanic, load_titanic, make_overlap_60, make_staircase,
)
from coursekit.kernels import nadaraya_watson
from coursekit.lagrange import inequality_qp
from coursekit.model_selection import nested_cv, one_standard_error
from coursekit.rules import (
    Rule, g_statistic, simplify, wilks_p_value,
)
from coursekit.svm import SVC, DualProblem, fit_sigmoid, sigmoid
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition, merged
from coursekit.tree.cross_validation import choose_cp
from coursekit.tree.naive import best_cut, gain, grow
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


def test_a_sample_of_weight_two_is_two_samples_also_for_gamma():
    Z, weight = RNG.normal(size=(5, 2)), np.array([1, 2, 1, 1, 1.0])
    doubled = np.vstack([Z, Z[1:2]])
    weighted = SVC(gamma="scale").fit(Z, [1, 1, 0, 0, 0], sample_weight=weight)
    twice = SVC(gamma="scale").fit(doubled, [1, 1, 0, 0, 0, 1])
    grid = RNG.normal(size=(9, 2))
    assert weighted.decision_function(grid) \
        == pytest.approx(twice.decision_function(grid), abs=1e-3)


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


def test_conditions_on_one_feature_are_merged():
    both = merged([Condition("c", "in", ("a", "b")), Condition("c", "in", ("b", "d")),
                   Condition("x", "<=", 5.0),
                   Condition("x", "<=", 3.0)])
    assert [str(c) for c in both] == ["c = b", "x <= 3"]


def test_a_class_that_the_reference_lacks_makes_g_infinite():
    assert np.isinf(g_statistic([1, 2], [3, 0])) and np.isfinite(g_statistic([1, 2], [3, 1]))
    assert wilks_p_value(5.0, 0) == 1


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
