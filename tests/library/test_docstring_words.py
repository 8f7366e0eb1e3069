"""The deciding words of public docstrings are read from there, and tried by computing which are true."""
from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest

from coursekit import statistics, titanic
from coursekit.datasets import load_ptitanic, load_titanic, load_zoo, make_overlap_60, make_staircase
from coursekit.kernels import diffusion, is_psd, nadaraya_watson, resolve_gamma
from coursekit.lagrange import inequality_qp
from coursekit.linear import back_substitute, cholesky, forward_substitute, logistic_regression, optimal_intercepts
from coursekit.model_selection import OuterFold, folds, nested_cv, one_standard_error, stratified_folds
from coursekit.rules import CN2, Rule, Table, cover_class, g_statistic, make_selectors, simplify, wilks_p_value
from coursekit.svm import SVC, DualProblem, fit_sigmoid, sigmoid
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition, merged
from coursekit.tree.cross_validation import choose_cp
from coursekit.tree.naive import best_cut, gain, grow
from coursekit.tree.naive_pruning import vote
from coursekit.tree.pruning import cp_table
from coursekit.tree.one_feature import best_split, split_curve
from told import read

RNG = np.random.default_rng(0)
X, Y = make_overlap_60()


def says(thing, words: str) -> str | list[str]:
    """Return the word of a docstring at a spot, or those at its spots."""
    found, _ = read(words, [" ".join(inspect.getdoc(thing).split())])
    return found[0] if len(found) == 1 else found


# -- kernels, linear models, multipliers ------------------------------------------------------


def test_towards_a_narrow_and_a_wide_mean():
    narrow, wide = says(nadaraya_watson, "Towards 0 the mean is that of the {nearest|farthest} sample (of all nearest ones), towards "
                        "infinity that of {all|no} y")
    x, y, new = np.array([[0.0], [1], [1], [4]]), np.array([1.0, 2, 6, 9]), np.array([[1.2]])
    assert nadaraya_watson(x, y, new, 0.01) == pytest.approx(4) and narrow == "nearest"
    assert nadaraya_watson(x, y, new, 1e6) == pytest.approx(y.mean()) and wide == "all"
    smallest, largest = says(nadaraya_watson, "Between the {smallest|largest} and the {largest|smallest} y")
    mean = nadaraya_watson(x, y, np.linspace(-9, 9, 50)[:, None], 0.7)
    assert {"smallest": y.min(), "largest": y.max()}[smallest] <= mean.min() <= mean.max() <= y.max()
    assert (smallest, largest) == ("smallest", "largest")


def test_heat_adds_up_by_rows():
    row = says(diffusion, "Each {row|entry} sums to 1")
    A = np.triu(RNG.random((4, 4)), 1)
    heat = diffusion(A + A.T, time=0.7)
    assert heat.sum(axis=1) == pytest.approx(np.ones(4)) and row == "row"


def test_what_counts_as_rounding():
    largest, never = says(is_psd, "``tolerance`` times the {largest|smallest} eigenvalue in size counts as rounding"), says(
        is_psd, "it {never|always} proves")
    for lowest, counted in ((-1e-13 * 7, True), (-1e-9 * 7, False)):
        assert is_psd(np.diag([7.0, 1.0, lowest]))[0] == counted
    assert (largest, never) == ("largest", "never")


def test_a_sample_of_weight_two():
    twice = says(resolve_gamma, "a sample of weight 2 counts {twice|half} in it")
    Z, weight = RNG.normal(size=(5, 2)), np.array([1, 2, 1, 1, 1.0])
    doubled = np.vstack([Z, Z[1:2]])
    machines = SVC(gamma="scale").fit(Z, [1, 1, 0, 0, 0], sample_weight=weight), SVC(gamma="scale").fit(doubled, [1, 1, 0, 0, 0, 1])
    grid = RNG.normal(size=(9, 2))
    assert machines[0].decision_function(grid) == pytest.approx(machines[1].decision_function(grid), abs=1e-3) and twice == "twice"


def test_from_which_equation():
    first, last = says(forward_substitute, "from the {first|last} equation {down|up}"), says(
        back_substitute, "from the {last|first} equation {up|down}")
    lower = np.array([[2.0, 0], [1, 4]])
    assert forward_substitute(lower, [2, 9])[0] == 1 and first == ["first", "down"]
    assert back_substitute(lower.T, [3, 8])[1] == 2 and last == ["last", "up"]
    above = says(forward_substitute, "Zero {above|below} its diagonal, not zero on it")
    with pytest.raises(ValueError):
        forward_substitute(lower.T, [2, 9])
    kind, sign = says(cholesky, "Return the {lower|upper} triangular L with M = L Lᵀ and a {positive|negative} diagonal")
    L = cholesky([[4.0, 2], [2, 3]])
    assert L[0, 1] == 0 != L[1, 0] and (np.diag(L) > 0).all() and (above, kind, sign) == ("above", "lower", "positive")


def test_which_intercepts_are_optimal():
    minus = says(optimal_intercepts, "Left of all kinks its slope is {minus|plus} the number of {positive|negative} samples, and "
                 "every kink {adds|takes} 1")
    low = says(optimal_intercepts, "level from the k-th {smallest|largest} kink to the next one")
    s, y = RNG.normal(size=9), np.array([1, 1, 1, 1, -1, -1, -1, -1, -1])
    loss = lambda b: np.maximum(0, 1 - y * (s + b)).sum()       # noqa: E731
    kinks = np.sort(y - s)
    steps = [(loss(b + 1e-6) - loss(b - 1e-6)) / 2e-6 for b in (kinks[0] - 1, (kinks[0] + kinks[1]) / 2)]
    assert steps == pytest.approx([-4, -3]) and minus == ["minus", "positive", "adds"]
    assert optimal_intercepts(s, y)[:2] == pytest.approx((kinks[3], kinks[4])) and low == "smallest"


def test_twelve_constraints_and_smaller_sets_first():
    more, smaller = says(inequality_qp, "there are {more|fewer} than 12 constraints"), says(
        inequality_qp, "{smaller|larger} sets are tried first")
    with pytest.raises(ValueError):
        inequality_qp(np.eye(2), [0, 0], RNG.normal(size=(13, 2)), np.full(13, -1.0))
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], [1, 1])     # either of the two alone will do
    assert np.sum(lam > 0) == 1 and (more, smaller) == ("more", "smaller")


def test_when_the_likelihood_has_a_maximum():
    separates, halved = says(logistic_regression, "a hyperplane {separates|joins} the labels"), says(
        logistic_regression, "a step that does {not|also} raise it is halved")
    with pytest.raises(ValueError, match="hyperplane separates"):
        logistic_regression([[0.0], [1], [2], [3]], [0, 0, 1, 1])
    logistic_regression([[0.0], [1], [2], [3]], [0, 1, 0, 1])
    assert (separates, halved) == ("separates", "not")


# -- certificates -------------------------------------------------------------------------------


def test_which_label_is_the_positive_class():
    which = says(fit_sigmoid, "Labels; the {larger|smaller} of the two is the positive class")
    f, y = np.array([-2.0, -1, 1, 2]), np.array([3, 5, 3, 5])
    chance = sigmoid(f, *fit_sigmoid(f, y))
    assert {"larger": max, "smaller": min}[which](y) == y[chance.argmax()] != y[chance.argmin()]


def test_who_may_go_up():
    largest, smallest = says(DualProblem.intercept_bounds, "m is the {largest|smallest} F among the samples that may go up, M the "
                             "{smallest|largest} among those that may go down")
    problem = DualProblem.from_data(X, Y, 1.0)
    alpha = np.where(np.arange(60) % 3 == 0, 0.0, np.where(np.arange(60) % 3 == 1, 1.0, 0.4))
    beta, F = alpha * Y, Y - (X @ X.T) @ (alpha * Y)
    up, down = beta < np.maximum(0, Y), beta > np.minimum(0, Y)
    m, M = problem.intercept_bounds(alpha)
    assert m - M == pytest.approx({"largest": max, "smallest": min}[largest](F[up]) - {"smallest": min, "largest": max}[smallest](
        F[down]))
    below = says(DualProblem.primal, "{never|always} below the optimum of W")
    best = SVC(kernel="linear", tol=1e-8).fit(X, Y).dual_objective_
    assert all(problem.primal(alpha * t, b) >= best - 1e-6 for t in (0, 0.3, 1) for b in (-1, 0, 2)) == (below == "never")


# -- trees ----------------------------------------------------------------------------------------


def test_which_way_ties_go():
    first, smallest = says(CARTClassifier, "Of equal gains the {first|last} feature and its {smallest|largest} threshold win")
    x = np.arange(8.0)
    tree = CARTClassifier(min_samples_split=2, min_samples_leaf=1, max_depth=1).fit(np.column_stack([x, x]), [0, 0, 1, 1, 1, 1, 0, 0])
    assert tree.tree_.splits.feature[0, 0] == 0 and first == "first"
    assert tree.to_rules()["rule"][0] == "x[0] < 1.5" and smallest == "smallest"
    side, count = says(CARTClassifier, "Samples with x {<|>} threshold go left"), says(
        CARTClassifier, "of equal counts the {first|last} class is predicted")
    assert tree.to_rules()["n"].tolist() == [2, 6] and side == "<"
    assert CARTClassifier().fit([[0.0]] * 4, ["b", "a", "b", "a"]).predict([[0.0]])[0] == "a" and count == "first"
    fewer = says(CARTClassifier, "A node with {fewer|more} samples is a leaf (rpart: minsplit)")
    sizes = [CARTClassifier(min_samples_split=k, min_samples_leaf=1).fit(x[:, None], x > 3).get_n_leaves() for k in (8, 9)]
    assert sizes == [2, 1] and fewer == "fewer"
    zero = says(CARTClassifier, "0 removes splits that save {no|an} error; None does not prune by errors at all")
    data = np.array([0.0, 0, 0, 1, 1, 1])[:, None], [0, 0, 0, 0, 0, 1]
    leaves = {cp: CARTClassifier(cp=cp, min_samples_split=2, min_samples_leaf=1).fit(*data).get_n_leaves() for cp in (0.0, None)}
    assert leaves == {0.0: 1, None: 2} and zero == "no"


def test_a_level_never_seen_is_missing():
    missing = says(CARTClassifier, "A level never seen at ``fit`` counts as {missing|false}")
    people = load_ptitanic()[["pclass", "sex"]].astype(str)
    tree = CARTClassifier().fit(people, load_ptitanic()["survived"])
    new = people.iloc[:2].assign(sex=["robot", None])
    assert (tree.predict_proba(new)[0] == tree.predict_proba(new.assign(pclass=new["pclass"].iloc[0]))[1]).all()
    assert missing == "missing"


def test_the_readable_grower():
    smallest, left = says(best_cut, "of equal gains the {smallest|largest} one"), says(
        gain, "Return by how much the squared error {falls|rises} if samples with left=True get their own mean")
    assert best_cut(np.arange(8.0), np.array([0, 0, 1, 1, 1, 1, 0, 0.0]), 1)[0] == 1.5 and smallest == "smallest"
    y, half = RNG.normal(size=10), np.arange(10) < 4
    error = lambda v: np.sum((v - v.mean())**2)         # noqa: E731
    assert gain(y, half) == pytest.approx(error(y) - error(y[half]) - error(y[~half])) and left == "falls"
    fewer, no = says(grow, "A node is a leaf if it has {fewer|more} than ``min_samples_split`` samples, or if {no|one} cut gains")
    x, steps = make_staircase()
    assert "left" in grow(x[:, None], steps, len(x), 1) and "left" not in grow(x[:, None], steps, len(x) + 1, 1)
    assert "left" not in grow(x[:, None], np.ones(len(x)), 2, 1) and (fewer, no) == ("fewer", "no")
    equal = says(vote, "Return the {most|least} frequent label of each column, of equals the {smallest|largest}")
    assert vote(np.array([[1, 2], [0, 2], [0, 1], [1, 2]])).tolist() == [0, 2] and equal == ["most", "smallest"]


def test_thresholds():
    known, kept = says(split_curve, "Samples without a value (NaN) have {no|a} say"), says(
        split_curve, "Either side keeps {at least|at most} ``min_samples_leaf`` samples of known value")
    x, y = np.array([0, 1, 2, 3, 4, 5, np.nan, np.nan]), np.array([0, 0, 0, 1, 1, 1, 1, 0])
    all_, some = split_curve(x, y, "gini", 2), split_curve(x[:6], y[:6], "gini", 2)
    assert all(np.allclose(a, b) for a, b in zip(all_, some)) and known == "no"
    cuts = np.asarray(all_[0])
    assert (cuts.min(), cuts.max()) == (1.5, 3.5) and kept == "at least"
    first = says(best_split, "Return the threshold that gains most, the {first|last} of equals")
    assert best_split(np.arange(8.0), np.array([0, 0, 1, 1, 1, 1, 0, 0.0]), "squared_error", 1).threshold == 1.5 and first == "first"


def test_what_the_rules_for_a_price_take():
    smallest, tree, within = says(choose_cp, "The rule \"min\" takes the row of {smallest|largest} xerror, \"1-se\" the {smallest|largest} "
                                  "tree whose xerror is {within|beyond} one xstd of that")
    table = pd.DataFrame({"CP": [0.4, 0.1, 0.05, 0.01], "xerror": [1.0, 0.52, 0.5, 0.51], "xstd": [0.05, 0.04, 0.03, 0.03]})
    assert (choose_cp(table, "min"), choose_cp(table, "1-se")) == (0.05, 0.1)
    assert (smallest, tree, within) == ("smallest", "smallest", "within")
    order = says(cp_table, "Return the table of the nested trees that rpart prints, the {smallest|largest} first")
    rows = cp_table(CARTRegressor(cp=0.0, min_samples_split=4).fit(X, X[:, 0] + X[:, 1]**2).full_tree_, 0.0)["nsplit"]
    assert (np.diff(rows) > 0).all() and order == "smallest"


def test_c45_sends_an_unknown_value_down_every_branch():
    every, largest = says(inspect.getmodule(grow_c45), "goes down {every|no} branch, with a weight that is the branch's share"), says(
        grow_c45(pd.DataFrame({"a": [1.0, 2]}), [0, 1]).predict, "Return the class of {largest|smallest} share")
    frame = pd.DataFrame({"a": ["u"] * 6 + ["v"] * 3 + [None]})
    root = grow_c45(frame, [0] * 6 + [1] * 4).root
    assert [child.n for child in root.children] == pytest.approx([6 + 6 / 9, 3 + 3 / 9]) and every == "every"
    tree = grow_c45(frame, [0] * 6 + [1] * 4)
    assert (np.asarray(tree.predict(frame)) == tree.predict_proba(frame).argmax(axis=1)).all() and largest == "largest"


# -- rules ----------------------------------------------------------------------------------------


def test_lists_sets_and_conditions():
    decides, sign = says(inspect.getmodule(Rule), "In a *decision list* the {first|last} rule that fires decides"), says(
        Rule, "{without|with} a condition it always fires")
    zoo = load_zoo()
    model, table = CN2().fit(zoo.drop(columns="type"), zoo["type"]), Table.of(zoo.drop(columns="type"))
    fires = np.array([table.covers(rule.conditions) for rule in model.rules_.rules])
    labels = np.array([str(rule.label) for rule in model.rules_.rules])
    order = {"first": 1, "last": -1}[decides]
    said = np.where(fires.any(axis=0), labels[::order][fires[::order].argmax(axis=0)], str(model.rules_.default.label))
    assert (said == model.predict(zoo.drop(columns="type")).astype(str)).all() and (fires.sum(axis=0) > 1).any()
    assert table.covers(()).all() and sign == "without"
    most, all_ = says(merged, "with {at most|at least} one lower, upper and level test a feature"), says(
        merged, "levels are those that {all|some} tests name")
    both = merged([Condition("c", "in", ("a", "b")), Condition("c", "in", ("b", "d")), Condition("x", "<=", 5.0),
                   Condition("x", "<=", 3.0)])
    assert [str(c) for c in both] == ["c = b", "x <= 3"] and (most, all_) == ("at most", "all")


def test_what_a_chance_rule_is_measured_by():
    infinite, one = says(g_statistic, "A class that is covered and {not|also} in the reference makes G infinite"), says(
        wilks_p_value, "{1|0} where no degree of freedom is left")
    assert np.isinf(g_statistic([1, 2], [3, 0])) and np.isfinite(g_statistic([1, 2], [3, 1])) and infinite == "not"
    assert wilks_p_value(5.0, 0) == int(one) == 1


def test_aq_explains_every_label():
    wrong, refused = says(cover_class, "Every label is explained, {wrong ones too|right ones only}"), says(
        cover_class, "samples of two classes that {no|a} selector tells apart are refused")
    frame, y = pd.DataFrame({"a": list("uvwx"), "b": list("ppqq")}), np.array([False, True, False, True])
    S = make_selectors(frame).S
    covers = np.array([S[list(rule)].all(axis=0) for rule in cover_class(S, y)[0]])
    assert (covers.any(axis=0) == y).all() and wrong == "wrong ones too"
    with pytest.raises(ValueError):
        cover_class(make_selectors(frame[["b"]]).S, y)
    assert refused == "no"


def test_how_a_rule_is_shortened():
    bound, than = says(simplify, "\"greedy\" drops the condition without which the bound is {smallest|largest}, as long as it is "
                       "{not larger|larger} than before")
    first, empty, shortest = says(simplify, "of equals the {first|last}. \"subsets\" takes, of all subsets but the {empty|full} one, that "
                                  "of smallest bound, then the {shortest|longest}")
    table, labels = RNG.normal(size=(80, 4)).round(1), RNG.integers(0, 2, 80)
    for cuts in RNG.normal(size=(25, 4)):
        rule = Rule(tuple(Condition(f"x[{j}]", ">", float(cut)) for j, cut in enumerate(cuts)), 1)
        best, steps = simplify(rule, table, labels)
        for step in steps:
            bounds = [judged.bound for judged in step.without]
            if step.deleted is None:
                assert not bounds or min(bounds) > step.now.bound
            else:
                k = int(np.argmin(bounds))
                assert bounds[k] <= step.now.bound and step.deleted == step.now.conditions[k]
        subset = simplify(rule, table, labels, method="subsets")[0]
        assert len(subset.conditions) >= 1 and (not best.conditions or subset.bound <= best.bound + 1e-12)
    twin = Rule((Condition("x[0]", ">", 0.0), Condition("x[0]", ">=", 1e-9)), 1)
    assert len(simplify(twin, table, labels, method="subsets")[0].conditions) == 1
    assert simplify(twin, table, labels)[1][0].deleted == twin.conditions[0]
    assert (bound, than, first, empty, shortest) == ("smallest", "not larger", "first", "empty", "shortest")


# -- rates, folds, passengers ----------------------------------------------------------------------


def test_intervals_and_bounds():
    most, inside = says(statistics.wilson, "all rates p from which k / n differs by {at most|at least} z standard errors"), says(
        statistics.wilson_interval, "it stays {inside|outside} [0, 1]")
    low, high = statistics.wilson(3, 20, 1.96)
    p = np.linspace(0.001, 0.999, 999)
    off = np.abs(0.15 - p) / np.sqrt(p * (1 - p) / 20)
    assert ((low < p) & (p < high) == (off <= 1.96)).all() and most == "at most"
    assert all(0 <= low <= high <= 1 for low, high in (statistics.wilson(k, 5, 1.96) for k in range(6))) and inside == "inside"
    end, same = says(statistics.upper_error_bound, "Return the {upper|lower} end of a two-sided confidence interval"), says(
        statistics.upper_error_bound, "The bound is the {upper|lower} end of the Wilson interval")
    U = statistics.upper_error_bound(2, 10, 0.2)
    assert U > 0.2 and end == "upper" and U == statistics.wilson_interval(2, 10, 0.8)[1] and same == "upper"
    nothing = says(statistics.upper_error_bound, "A bound over {no|one} sample at all is 1")
    assert statistics.upper_error_bound(0, 0, 0.2) == 1 > statistics.upper_error_bound(0, 1, 0.2) and nothing == "no"


def test_folds():
    one, sizes = says(folds, "n-1 in exactly {one|two} of them"), says(folds, "Their sizes differ by {at most|at least} one")
    parts = folds(23, 5, np.random.default_rng(0))
    assert sorted(np.concatenate(parts)) == [*range(23)] and one == "one"
    assert np.ptp([len(part) for part in parts]) == 1 and sizes == "at most"
    share, few = says(stratified_folds, "in each of which every class has its share, up to {one|two} sample"), says(
        stratified_folds, "a class with {fewer|more} than k samples is absent from some folds")
    y = np.repeat(["a", "b", "c"], [17, 9, 3])
    counts = np.array([[np.sum(y[part] == c) for c in "abc"] for part in stratified_folds(y, 5, np.random.default_rng(1))])
    assert (np.abs(counts - np.array([17, 9, 3]) / 5) < 1).all() and share == "one"
    assert (counts[:, 2] == 0).any() and not (counts[:, :2] == 0).any() and few == "fewer"


def test_the_winner_of_equals():
    first, highest = says(nested_cv, "of settings with equal means the {first|last} one wins"), says(
        OuterFold, "Number of the setting with the {highest|lowest} inner mean, the {first|last} of equal ones")
    found = nested_cv(CARTClassifier(), {"max_depth": [1], "min_samples_leaf": [60, 7, 7]}, X, Y, outer=3, inner=3)
    for fold in found.folds:
        means = fold.inner_scores.mean(axis=1)
        assert fold.winner == np.flatnonzero(means == means.max())[0] and means[1] == means[2]
    assert first == "first" and highest == ["highest", "first"]
    simplest, row = says(one_standard_error, "``scores`` has one {row|column} a setting, the {simplest|richest} first")[::-1]
    assert one_standard_error([[0.7, 0.72, 0.74], [0.8, 0.82, 0.84], [0.81, 0.83, 0.85]]) == 1 and (row, simplest) == ("row", "simplest")


def test_passengers():
    below, fewer = says(titanic.FareBands, "An edge belongs to the band {below|above}"), says(
        titanic.FareBands, "{fewer|more} if quantiles coincide")
    people = load_titanic()
    bands = titanic.FareBands(4).fit(people)
    edges = np.quantile(people["Fare"], [0.25, 0.5, 0.75])
    codes = bands.transform(people).iloc[:, 0].astype(str)
    on_edge, under = np.isclose(people["Fare"], edges[1]), people["Fare"] < edges[1]
    nearest = people.loc[under, "Fare"].max()
    assert on_edge.any() and set(codes[on_edge]) == set(codes[people["Fare"] == nearest]) and below == "below"
    same = people.assign(Fare=np.where(np.arange(len(people)) < 700, 5.0, people["Fare"]))
    assert titanic.FareBands(4).fit(same).transform(same).iloc[:, 0].nunique() < 4 and fewer == "fewer"
    rare = says(titanic.TitleExtractor, "A name {without|with} a title counts as rare")
    made = titanic.TitleExtractor().fit(people).transform(people.iloc[:2].assign(Name=["Owl, no title", "Owl, Mr. Bo"])).iloc[:, 0]
    assert made.iloc[0] != "Mr" == made.iloc[1] and rare == "without"
