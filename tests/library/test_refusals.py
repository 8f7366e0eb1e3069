"""What an error message asks for is taken and the contrary refused; what it states is so.

Each entry is a call that is refused, words of its message with a spot {a|b}, and for either word
what would show that it is the right one: a call that is taken, or a fact. The word that stands
there must pass, the others must not.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.neighbors import KNeighborsClassifier

from coursekit import checks, kernels, lagrange, linear, statistics, titanic
from coursekit.datasets import load_titanic, make_overlap_60, make_spirals
from coursekit.explorers import AgeBins, SlackPrice
from coursekit.kernels import fisher, gaussian, gram, is_psd, nadaraya_watson, subset_trees, walks
from coursekit.model_selection import corrected_interval, nested_cv, paired_interval
from coursekit.notebook import reveal, say
from coursekit.plots.alt_text import alt_text
from coursekit.plots.style import new_figure
from coursekit.rules import cover_class, description_length, g_statistic, lift, make_selectors
from coursekit.rules.simplification import rules_of_tree
from coursekit.svm import (
    SVC, SVR, DualProblem, OneVsRest, fit_sigmoid, fit_virtual, hinge_sgd, solve_interior_point,
    solve_qp, solve_smo, solve_sor,
)
from coursekit.tree import (
    CARTClassifier, CARTRegressor, best_split, cross_validated_cp, gini, prune_pessimistic,
    prune_reduced_error, weakest_link,
)
from coursekit.tree.export import path
from coursekit.tree.level_sets import require_few_levels
from told import read

X = np.arange(12.0)[:, None]
Y = np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
SIGNS = 2 * Y - 1
LOWER = np.array([[2.0, 0.0], [1.0, 1.0]])
NEIGHBOURS = KNeighborsClassifier(1)
PEOPLE = load_titanic()


def holds(evidence) -> bool:
    """Return whether a call is taken, or what it says of a fact; a value is itself."""
    if not callable(evidence):
        return bool(evidence)
    try:
        found = evidence()
    except (ValueError, TypeError, IndexError, np.linalg.LinAlgError):
        return False
    return bool(found) if isinstance(found, (bool, np.bool_)) else True


def longer_walks_weigh(decay: float) -> bool:
    """Whether the summands of the geometric sum over walks grow; the graph is one edge."""
    A = np.kron([[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]])
    sizes = [np.linalg.norm(decay ** k * np.linalg.matrix_power(A, k)) for k in (4, 8)]
    return sizes[1] > sizes[0]


def cuts(levels: int) -> int:
    """In how many ways levels go into two heaps, neither of them empty."""
    return sum(0 < bin(heap).count("1") < levels and heap % 2 for heap in range(2 ** levels))


EDGE = [np.array([[0.0, 1.0], [1.0, 0.0]])]
overlap = DualProblem.from_data(*make_overlap_60(), C=1.0)
older = solve_smo(overlap)
older_run = nested_cv(NEIGHBOURS, {}, X, Y, outer=2, inner=2)
fitted = CARTClassifier(min_samples_split=2).fit(X, Y)
regression = CARTRegressor(min_samples_split=2).fit(X, Y)
contradiction = make_selectors([[1.0], [1.0], [2.0]]).S, np.array([True, False, False])
spans = np.array([np.timedelta64(1, "D"), np.timedelta64(3, "D")], dtype=object)
many = pd.DataFrame({"a": list("abcdefghijklm" * 2)})
halves = [(np.arange(6), np.arange(6, 12)), (np.arange(6, 12), np.arange(6))]
three = np.repeat(["u", "v", "w"], 4)


def interval(confidence):
    return lambda: statistics.wilson_interval(1, 2, confidence)


def both_ends(low, high, inside):
    """Whether the limits themselves are taken, of a function that takes what is inside."""
    return lambda: interval(inside)() and interval(low)() and interval(high)()


CASES = [
    # checks
    (interval(0), "must lie in {(|[}0, 1", {"(": lambda: not holds(interval(0)), "[": interval(0)}),
    (interval(1), "0, 1{)|]}, got", {")": lambda: not holds(interval(1)), "]": interval(1)}),
    (lambda: checks.require_between("a", 3, 0, 1), "must lie in {[|(}0", {
        "[": lambda: checks.require_between("a", 0, 0, 1) == 0,
        "(": not holds(lambda: checks.require_between("a", 0, 0, 1))}),
    (lambda: checks.require_whole("a", 0, 2), "a whole number of at {least|most} 2", {
        "least": lambda: checks.require_whole("a", 3, 2), "most": lambda: checks.require_whole("a", 1, 2)}),
    (lambda: checks.require_increasing("a", [2, 1]), "{increasing|decreasing} numbers", {
        "increasing": lambda: checks.require_increasing("a", [1, 2]),
        "decreasing": lambda: checks.require_increasing("a", [3, 2])}),
    (lambda: checks.require_increasing("a", [1], 2), "must be 2 or {more|fewer}", {
        "more": lambda: checks.require_increasing("a", [1, 2, 3], 2),
        "fewer": lambda: checks.require_increasing("a", [1], 2)}),
    (lambda: checks.require_named("a", {}, "b"), "with at {least|most} one entry", {
        "least": lambda: checks.require_named("a", {1: 1, 2: 2}, "b"),
        "most": lambda: checks.require_named("a", {}, "b")}),
    (lambda: checks.require_finite("a", [[1], [1, 2]]), "numbers in rows of {one length|different lengths}, got rows", {
        "one length": lambda: checks.require_finite("a", [[1, 0], [1, 2]]),
        "different lengths": lambda: checks.require_finite("a", [[1], [1, 2, 3]])}),
    (lambda: checks.require_finite("a", ["1"]), "convert it with {pd.to_numeric|np.array}", {
        "pd.to_numeric": lambda: checks.require_finite("a", pd.to_numeric(["1"])),
        "np.array": lambda: checks.require_finite("a", np.array(["1"]))}),
    (lambda: checks.require_finite("a", spans), "{divide|multiply} a time span", {
        "divide": lambda: checks.require_finite("a", [span / np.timedelta64(1, "D") for span in spans]),
        "multiply": lambda: checks.require_finite("a", [span * 2 for span in spans])}),
    (lambda: checks.require_finite("a", [1j]), "take their {.real|.conjugate()} part or np.abs", {
        ".real": lambda: checks.require_finite("a", np.array([1j]).real),
        ".conjugate()": lambda: checks.require_finite("a", np.array([1j]).conjugate())}),
    (lambda: checks.require_finite("a", scipy.sparse.eye(2)), "a {dense|sparse} array, got", {
        "dense": lambda: checks.require_finite("a", np.eye(2)),
        "sparse": lambda: checks.require_finite("a", scipy.sparse.csr_matrix(np.eye(2)))}),
    (lambda: checks.require_finite("a", scipy.sparse.eye(2)), "convert it with a.{toarray|tocsr}()", {
        "toarray": lambda: checks.require_finite("a", scipy.sparse.eye(2).toarray()),
        "tocsr": lambda: checks.require_finite("a", scipy.sparse.eye(2).tocsr())}),
    (lambda: checks.require_finite("a", [10 ** 400]), "must stay {below|above} 1.8e308", {
        "below": lambda: checks.require_finite("a", [10 ** 308]),
        "above": lambda: checks.require_finite("a", [10 ** 309])}),
    (lambda: checks.require_columns(pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "f"),
     "found {more|less} than one column", {
        "more": pd.DataFrame([[1, 2]], columns=["a", "a"]).columns.tolist().count("a") > 1,
        "less": pd.DataFrame([[1, 2]], columns=["a", "a"]).columns.tolist().count("a") < 1}),
    (lambda: checks.require_columns(pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "f"),
     "drop all but {one|two} of them", {
        "one": lambda: checks.require_columns(pd.DataFrame({"a": [1]}), ["a"], "f"),
        "two": lambda: checks.require_columns(pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "f")}),
    (lambda: checks.require_finite("a", [np.nan]), "{drop|keep} or impute them first", {
        "drop": lambda: checks.require_finite("a", []), "keep": lambda: checks.require_finite("a", [np.nan])}),

    # data and explorers
    (lambda: make_spirals(41), "must be an {even|odd} number", {
        "even": lambda: make_spirals(40), "odd": lambda: make_spirals(43)}),
    (lambda: make_spirals(41), "{half|a third} of the points in each class", {
        "half": (make_spirals(60)[1] > 0).mean() == 0.5, "a third": (make_spirals(60)[1] > 0).mean() == 1 / 3}),
    (lambda: AgeBins(bins=100), "bins must lie {between|outside} 1 and 40", {
        "between": lambda: AgeBins(bins=20), "outside": lambda: AgeBins(bins=41)}),
    (lambda: SlackPrice(C=1e9), "C must lie {between|outside}", {
        "between": lambda: SlackPrice(C=1), "outside": lambda: SlackPrice(C=1e-9)}),
    (lambda: AgeBins(bins=2.5), "must be a {whole|fractional} number", {
        "whole": lambda: AgeBins(bins=3), "fractional": lambda: AgeBins(bins=3.5)}),
    (lambda: AgeBins(bins=np.inf), "must be a {finite|infinite} number", {
        "finite": lambda: AgeBins(bins=3), "infinite": lambda: AgeBins(bins=-np.inf)}),

    # kernels
    (lambda: is_psd(np.eye(2)[:1]), "must be square, one {row and one column|row or one column} a sample", {
        "row and one column": lambda: is_psd(np.eye(3)), "row or one column": lambda: is_psd(np.ones((3, 2)))}),
    (lambda: is_psd([[1, 2], [0, 1]]), "must be {symmetric|antisymmetric}, got", {
        "symmetric": lambda: is_psd([[1, 2], [2, 1]]), "antisymmetric": lambda: is_psd([[0, 2], [-2, 0]])}),
    (lambda: is_psd([[1, 2], [0, 1]]), "a kernel gives {one value|two values} for both orders", {
        "one value": np.array_equal(gram("rbf", X, gamma=1.0), gram("rbf", X, gamma=1.0).T), "two values": False}),
    (lambda: kernels.require_psd("K", [[1, 2], [2, 1]]), "got the {eigenvalue|pivot} -1;", {
        "eigenvalue": np.linalg.eigvalsh([[1, 2], [2, 1]])[0] == pytest.approx(-1), "pivot": (1 - 4) == -1}),
    (lambda: nadaraya_watson(X, Y[:3], X, h=1.0), "a number for each of the 12 {samples|features} of X", {
        "samples": len(X) == 12, "features": X.shape[1] == 12}),
    (lambda: fisher([[1, 0]], p=[0, 0.5]), "between 0 and 1, {without|with} these", {
        "without": not holds(lambda: fisher([[1, 0]], p=[0.5, 1])), "with": lambda: fisher([[1, 0]], p=[0.5, 1])}),
    (lambda: fisher([[1, 0]], p=[0, 0.5]), "a bit that is {always|sometimes} the same has no score", {
        "always": not holds(lambda: fisher([[1, 0]], p=1.0)), "sometimes": not holds(lambda: fisher([[1, 0]], p=0.9))}),
    (lambda: walks(EDGE, decay=5.0), "decay must be {below|above} 1,", {
        "below": lambda: walks(EDGE, decay=0.9), "above": lambda: walks(EDGE, decay=1.1)}),
    (lambda: walks(EDGE, decay=5.0), "longer walks weigh {more and more|less and less}", {
        "more and more": longer_walks_weigh(5.0), "less and less": not longer_walks_weigh(5.0)}),
    (lambda: walks(EDGE, decay=5.0), "the sum is {infinite|finite}", {
        "infinite": longer_walks_weigh(5.0), "finite": not longer_walks_weigh(5.0)}),
    (lambda: walks([np.array([[0, 1], [0, 0]])], decay=0.1), "a list of {symmetric|asymmetric} adjacency", {
        "symmetric": lambda: walks(EDGE, decay=0.1),
        "asymmetric": lambda: walks([np.array([[0, 2], [1, 0]])], decay=0.1)}),
    (lambda: walks([-EDGE[0]], decay=0.1), "with entries {≥|≤} 0", {
        "≥": lambda: walks(EDGE, decay=0.1), "≤": lambda: walks([-2 * EDGE[0]], decay=0.1)}),
    (lambda: subset_trees([("a",)], decay=0.5), "a tuple with at {least|most} one child", {
        "least": lambda: subset_trees([("a", "b", "c")], decay=0.5), "most": lambda: subset_trees([("a",)], decay=0.5)}),
    (lambda: gram(lambda A, B: A, X, X[:3]), "one {row|column} a sample of X", {
        "row": lambda: gram(lambda A, B: A @ B.T, X, X[:3]), "column": lambda: gram(lambda A, B: B @ A.T, X, X[:3])}),
    (lambda: gram(lambda A, B: A, X, X[:3]), "one {column|row} a sample of Z", {
        "column": lambda: gram(lambda A, B: A @ B.T, X, X[:3]), "row": lambda: gram(lambda A, B: B @ A.T, X, X[:3])}),
    (lambda: gram("rbf", X, X.T, gamma=1.0), "the same {features|samples}, got 1 and 12 columns", {
        "features": lambda: gram("rbf", X, X[:3], gamma=1.0), "samples": lambda: gram("rbf", X, np.ones((12, 2)), gamma=1.0)}),
    (lambda: gaussian(X, covariance=-1.0), "variances are {above|below} 0", {
        "above": lambda: gaussian(X, covariance=1.0), "below": lambda: gaussian(X, covariance=-2.0)}),
    (lambda: gaussian(X, covariance=-1.0), "symmetric and positive {definite|semi-definite};", {
        "definite": not holds(lambda: gaussian(X, covariance=0.0)), "semi-definite": lambda: gaussian(X, covariance=0.0)}),

    # Lagrange and linear algebra
    (lambda: lagrange.equality_qp(-np.eye(2), [0, 0], [[0, 0]], [0]), "Q must curve {upwards|downwards}", {
        "upwards": lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0]], [0]),
        "downwards": lambda: lagrange.equality_qp(-2 * np.eye(2), [0, 0], [[1, 0]], [0])}),
    (lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0], [2, 0]], [0, 0]), "the rows of A must be {independent|dependent}", {
        "independent": lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0], [0, 1]], [0, 0]),
        "dependent": lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 1], [3, 3]], [0, 0])}),
    (lambda: lagrange.inequality_qp(-np.eye(2), [0, 0], [[1, 0]], [0]), "must have no {negative|positive} eigenvalue", {
        "negative": lambda: lagrange.inequality_qp(np.eye(2), [0, 0], [[1, 0]], [0]),
        "positive": lambda: lagrange.inequality_qp(-2 * np.eye(2), [0, 0], [[1, 0]], [0])}),
    (lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((13, 1)), np.ones(13)), "at {most|least} 12 rows", {
        "most": lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((2, 1)), np.ones(2)),
        "least": lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((14, 1)), np.ones(14))}),
    (lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((13, 1)), np.ones(13)), "the cases {double|halve} with each", {
        "double": 2 ** 13 / 2 ** 12 == 2, "halve": 2 ** 13 / 2 ** 12 == 0.5}),
    (lambda: linear.optimal_intercepts([1, 2], [1, 1]), "the labels -1 and 1, {both|one} of them", {
        "both": lambda: linear.optimal_intercepts([1, 2], [-1, 1]), "one": lambda: linear.optimal_intercepts([1, 2], [-1, -1])}),
    (lambda: linear.logit_fit(X, Y / 1.0), "must lie {strictly|loosely} between 0 and y_max", {
        "strictly": not holds(lambda: linear.logit_fit(X, np.linspace(0, 0.9, 12))),
        "loosely": lambda: linear.logit_fit(X, np.linspace(0, 0.9, 12))}),
    (lambda: linear.ridge(X[:, 0], Y), "a single feature is X[{:, None|None, :}]", {
        ":, None": lambda: linear.ridge(X[:, 0][:, None], Y), "None, :": lambda: linear.ridge(X[:, 0][None, :], Y)}),
    (lambda: linear.cholesky([[2, 1], [0, 2]]), "average it with its transpose, (M {+|-} M.T) / 2", {
        "+": lambda: linear.cholesky((lambda M: (M + M.T) / 2)(np.array([[2, 1], [0, 2]]))),
        "-": lambda: linear.cholesky((lambda M: (M - M.T) / 2)(np.array([[2, 1], [0, 2]])))}),
    (lambda: linear.cholesky([[1, 2], [2, 1]]), "M is {not positive|positive} definite", {
        "not positive": np.linalg.eigvalsh([[1, 2], [2, 1]])[0] < 0, "positive": np.linalg.eigvalsh([[1, 2], [2, 1]])[0] > 0}),
    (lambda: linear.forward_substitute(LOWER.T, [1, 1]), "must be {lower|upper} triangular", {
        "lower": lambda: linear.forward_substitute(LOWER, [1, 1]), "upper": lambda: linear.forward_substitute(2 * LOWER.T, [1, 1])}),
    (lambda: linear.back_substitute(LOWER, [1, 1]), "must be {upper|lower} triangular", {
        "upper": lambda: linear.back_substitute(LOWER.T, [1, 1]), "lower": lambda: linear.back_substitute(2 * LOWER, [1, 1])}),
    (lambda: linear.back_substitute(LOWER, [1, 1]), "is it to be {transposed|inverted}?", {
        "transposed": lambda: linear.back_substitute(LOWER.T, [1, 1]),
        "inverted": lambda: linear.back_substitute(np.linalg.inv(LOWER), [1, 1])}),

    # model selection
    (lambda: corrected_interval([1.0], 4, 1), "scores must be {two|one} or more numbers", {
        "two": not holds(lambda: corrected_interval([2.0], 4, 1)), "one": lambda: corrected_interval([2.0], 4, 1)}),
    (lambda: paired_interval([1.0, 2], [1.0], 4, 1), "scores on {the same|different} folds", {
        "the same": lambda: paired_interval([1.0, 2], [1.0, 3], 4, 1),
        "different": lambda: paired_interval([1.0, 2, 3], [1.0, 3], 4, 1)}),
    (lambda: nested_cv(NEIGHBOURS, {"n_neighbors": []}, X, Y), "a parameter {without|with} values", {
        "without": lambda: nested_cv(NEIGHBOURS, {"n_neighbors": [1]}, X, Y), "with": False}),
    (lambda: nested_cv(NEIGHBOURS, [], X, Y), "at {least|most} one setting", {
        "least": lambda: nested_cv(NEIGHBOURS, {"n_neighbors": [1, 2]}, X, Y), "most": lambda: nested_cv(NEIGHBOURS, [], X, Y)}),
    (lambda: nested_cv(NEIGHBOURS, {}, X, Y, outer=[(np.arange(8), np.arange(6, 12))]),
     "trains on 2 of its own {test|training} rows", {
        "test": np.isin(np.arange(8), np.arange(6, 12)).sum() == 2, "training": False}),
    (lambda: nested_cv(NEIGHBOURS, {}, X, np.repeat([0, 1], 6), outer=halves),
     "fold 1 trains on {one class|two classes} only, 0", {
        "one class": np.unique(np.repeat([0, 1], 6)[halves[0][0]]).tolist() == [0], "two classes": False}),
    (lambda: nested_cv(NEIGHBOURS, {}, X, Y, inner=2, resume=older_run),
     "call {without|with} resume to begin anew", {
        "without": lambda: nested_cv(NEIGHBOURS, {}, X, Y, inner=2),
        "with": lambda: nested_cv(NEIGHBOURS, {}, X, Y, inner=2, resume=older_run)}),
    (lambda: say("{a}", b=1), "exactly {one value|two values} a place", {
        "one value": lambda: say("{a}", a=1), "two values": lambda: say("{a}", a=1, b=2)}),
    (lambda: reveal("it", "a", "c", options="ab"), "the {truth|guess} 'c' is none", {
        "truth": not holds(lambda: reveal("it", "b", "c", options="ab")),
        "guess": not holds(lambda: reveal("it", "c", "b", options="ab"))}),

    # rules
    (lambda: cover_class(*contradiction), "has {another|the same} class", {
        "another": contradiction[1][0] != contradiction[1][1], "the same": contradiction[1][0] == contradiction[1][1]}),
    (lambda: cover_class(*contradiction), "{drop|keep} one of them", {
        "drop": lambda: cover_class(contradiction[0][:, 1:], contradiction[1][1:]),
        "keep": lambda: cover_class(*contradiction)}),
    (lambda: description_length([], 10, 3, 4, 0), "so fp {<=|>=} covered", {
        "<=": lambda: description_length([], 10, 3, 2, 0), ">=": lambda: description_length([], 10, 3, 5, 0)}),
    (lambda: description_length([], 10, 3, 0, 8), "and fn {<=|>=} n - covered", {
        "<=": lambda: description_length([], 10, 3, 0, 2), ">=": lambda: description_length([], 10, 3, 0, 9)}),
    (lambda: description_length([], 10, 3, 4, 0), "fp counts {covered|uncovered} samples", {
        "covered": not holds(lambda: description_length([], 10, 0, 1, 0)),
        "uncovered": lambda: description_length([], 10, 0, 1, 0)}),
    (lambda: lift(1, 2, 0, 4), "positives must lie {above|below} 0", {
        "above": lambda: lift(1, 2, 1, 4), "below": lambda: lift(1, 2, -1, 4)}),
    (lambda: lift(1, 2, 0, 4), "and {not above|above} n", {
        "not above": lambda: lift(1, 2, 4, 4), "above": lambda: lift(1, 2, 5, 4)}),
    (lambda: lift(3, 3, 2, 4), "hits must not {exceed|fall below} positives", {
        "exceed": lambda: lift(1, 3, 2, 4), "fall below": lambda: not holds(lambda: lift(1, 3, 2, 4))}),
    (lambda: g_statistic([-1, 2], [1, 1]), "must be counts, 0 or {more|less}", {
        "more": lambda: g_statistic([1, 2], [1, 1]), "less": lambda: g_statistic([-1, -2], [1, 1])}),
    (lambda: g_statistic([1, 2], [0, 0]), "the {reference|covered} must have a sample", {
        "reference": lambda: g_statistic([0, 0], [1, 1]), "covered": lambda: g_statistic([1, 1], [0, 0])}),
    (lambda: rules_of_tree(regression), "rules need a {classification|regression} tree", {
        "classification": lambda: rules_of_tree(fitted), "regression": lambda: rules_of_tree(regression)}),

    # statistics and Titanic
    (lambda: statistics.wilson_interval(3, 2), "must lie {between|outside} 0 and n", {
        "between": lambda: statistics.wilson_interval(1, 2), "outside": lambda: statistics.wilson_interval(4, 2)}),
    (lambda: statistics.wilson_interval(3, 2), "give {counts|rates}, not", {
        "counts": statistics.wilson_interval(1, 2)[0] < 0.5 < statistics.wilson_interval(1, 2)[1],
        "rates": statistics.wilson_interval(0.5, 2)[0] < 0.5 < statistics.wilson_interval(0.5, 2)[1]
        and statistics.wilson_interval(0.9, 2)[0] > 0.5}),
    (lambda: statistics.rate_table(PEOPLE, "Sex", "Pclass"), "must hold only {0 and 1|1 and 2}", {
        "0 and 1": lambda: statistics.rate_table(PEOPLE, "Sex", "Survived"),
        "1 and 2": lambda: statistics.rate_table(PEOPLE.assign(Survived=PEOPLE.Survived + 1), "Sex", "Survived")}),
    (lambda: statistics.rate_table(PEOPLE, [], "Survived"), "at {least|most} one column", {
        "least": lambda: statistics.rate_table(PEOPLE, ["Sex", "Pclass"], "Survived"),
        "most": lambda: statistics.rate_table(PEOPLE, [], "Survived")}),
    (lambda: statistics.standardised_rate([0], [0], [1]), "must have n {>|≥} 0", {
        ">": not holds(lambda: statistics.standardised_rate([0, 1], [0, 2], [1, 1])),
        "≥": lambda: statistics.standardised_rate([0, 1], [0, 2], [1, 1])}),
    (lambda: statistics.standardised_rate([0], [0], [1]), "a weight {≥|>} 0", {
        "≥": lambda: statistics.standardised_rate([1, 1], [2, 2], [0, 1]),
        ">": not holds(lambda: statistics.standardised_rate([1, 1], [2, 2], [0, 1]))}),
    (lambda: statistics.standardised_rate([1], [2], [0]), "some weight must be {positive|negative}", {
        "positive": lambda: statistics.standardised_rate([1], [2], [1]),
        "negative": lambda: statistics.standardised_rate([1], [2], [-1])}),
    (lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=-1)), "counts of 0 and {more|less}", {
        "more": lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=1)),
        "less": lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=-2))}),
    (lambda: titanic.FareBands().fit(PEOPLE.assign(Fare=np.nan)), "fares that are all {missing|known}", {
        "missing": lambda: titanic.FareBands().fit(PEOPLE), "known": not holds(lambda: titanic.FareBands().fit(PEOPLE))}),
    (lambda: titanic.AgeImputer().fit(PEOPLE.assign(Age=np.nan)), "rows of which {some|none} have an age", {
        "some": lambda: titanic.AgeImputer().fit(PEOPLE), "none": lambda: titanic.AgeImputer().fit(PEOPLE[PEOPLE.Age.isna()])}),

    # support vector machines
    (lambda: DualProblem(np.ones((2, 3)), [1, -1], 1.0), "a {square|rectangular} Gram matrix", {
        "square": lambda: DualProblem(np.eye(2), np.array([1, -1]), 1.0),
        "rectangular": lambda: DualProblem(np.ones((2, 4)), np.array([1, -1]), 1.0)}),
    (lambda: DualProblem(np.eye(2), np.array([0, 1]), 1.0), "code the two classes as {-1 and 1|0 and 1}", {
        "-1 and 1": lambda: DualProblem(np.eye(2), np.array([-1, 1]), 1.0),
        "0 and 1": lambda: DualProblem(np.eye(2), np.array([1, 0]), 1.0)}),
    (lambda: DualProblem(np.eye(2), np.array([-1, 1]), -1.0), "C must be {positive|negative}", {
        "positive": lambda: DualProblem(np.eye(2), np.array([-1, 1]), 1.0),
        "negative": lambda: DualProblem(np.eye(2), np.array([-1, 1]), -2.0)}),
    (lambda: DualProblem(np.eye(2), np.array([-1, 1]), [1.0, 0.0]), "samples {without|with} weight out", {
        "without": lambda: DualProblem(np.eye(2), np.array([-1, 1]), [1.0, 2.0]), "with": False}),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)), "or make it with penalised={False|True}", {
        "False": lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=False)),
        "True": lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 2.0, penalised=True))}),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)), "use {solve_sor|solve_smo} or solve_qp", {
        "solve_sor": lambda: solve_sor(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)),
        "solve_smo": lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True))}),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)), "use solve_sor or {solve_qp|solve_fast}", {
        "solve_qp": lambda: solve_qp(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)), "solve_fast": False}),
    (lambda: solve_smo(overlap, start=-older.alpha), "start must have α {≥|≤} 0", {
        "≥": lambda: solve_smo(overlap, start=older.alpha), "≤": lambda: solve_smo(overlap, start=-older.alpha)}),
    (lambda: solve_smo(overlap, start=-older.alpha), "got the {smallest|largest} α -1 and", {
        "smallest": (-older.alpha).min() == pytest.approx(-1), "largest": (-older.alpha).max() == pytest.approx(-1)}),
    (lambda: solve_smo(overlap, start=older.alpha[:3]), "leave it out to start from {zeros|ones}", {
        "zeros": (overlap.warm_start(None) == 0).all(), "ones": (overlap.warm_start(None) == 1).all()}),
    (lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf)), "C must be {finite|infinite} for", {
        "finite": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0)),
        "infinite": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf))}),
    (lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf)), "or a {large|infinite} C", {
        "large": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1e3)),
        "infinite": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf))}),
    (lambda: solve_interior_point(DualProblem(X @ X.T, SIGNS, 1.0)), "needs the samples and the {linear|Gaussian} kernel", {
        "linear": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0)),
        "Gaussian": lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0, kernel="rbf", gamma=1.0))}),
    (lambda: OneVsRest(SVC(kernel="linear", solver="interior")).fit(X, three), 'use solver="{auto|interior}"', {
        "auto": lambda: OneVsRest(SVC(kernel="linear", solver="auto")).fit(X, three),
        "interior": lambda: OneVsRest(SVC(kernel="linear", solver="interior")).fit(X, three)}),
    (lambda: OneVsRest(SVC()).fit(X, np.ones(12)), "samples of {two|three} classes or more", {
        "two": lambda: OneVsRest(SVC()).fit(X, Y), "three": not holds(lambda: OneVsRest(SVC()).fit(X, Y))}),
    (lambda: fit_sigmoid(X[:, 0], three), "y must hold {two|three} labels", {
        "two": lambda: fit_sigmoid(X[:, 0], Y), "three": lambda: fit_sigmoid(X[::-1, 0], three)}),
    (lambda: hinge_sgd(X, Y), "code the two classes as {-1 and 1|0 and 1}", {
        "-1 and 1": lambda: hinge_sgd(X, SIGNS, epochs=1), "0 and 1": lambda: hinge_sgd(X, Y, epochs=1)}),
    (lambda: hinge_sgd(X, SIGNS, epochs=0), "a whole number of at {least|most} 1", {
        "least": lambda: hinge_sgd(X, SIGNS, epochs=2), "most": lambda: hinge_sgd(X, SIGNS, epochs=-1)}),
    (lambda: SVC(max_iter=0).fit(X, Y), "a whole number of at {least|most} 1", {
        "least": lambda: SVC(max_iter=10_000).fit(X, Y), "most": lambda: SVC(max_iter=-1).fit(X, Y)}),
    (lambda: SVC().fit(X, three), "keep {two|three} of them", {
        "two": lambda: SVC().fit(X[:8], three[:8]), "three": lambda: SVC().fit(X[::-1], three)}),
    (lambda: SVC(class_weight={0: -1}).fit(X, Y), "must give a {positive|negative} number", {
        "positive": lambda: SVC(class_weight={0: 1}).fit(X, Y), "negative": lambda: SVC(class_weight={0: -2}).fit(X, Y)}),
    (lambda: SVC().fit(X, np.ones(12)), "weight {above|below} 0", {
        "above": not holds(lambda: SVC().fit(X, Y, sample_weight=Y * 1.0)), "below": False}),
    (lambda: SVR(epsilon=np.inf).fit(X, Y), "epsilon must be {finite|infinite}", {
        "finite": lambda: SVR(epsilon=1.0).fit(X, Y), "infinite": lambda: SVR(epsilon=np.inf).fit(X, Y)}),
    (lambda: SVR(epsilon=np.inf).fit(X, Y), "{half|a third of} the range of y makes the curve flat", {
        "half": np.ptp(SVR(epsilon=np.ptp(Y) / 2).fit(X, Y).predict(X)) < 1e-9,
        "a third of": np.ptp(SVR(epsilon=np.ptp(Y) / 3).fit(X, Y).predict(X)) < 1e-9}),
    (lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z[:1]]), "return samples of {the shape (|another shape than (}", {
        "the shape (": lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z + 0.1]),
        "another shape than (": lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z[:2]])}),

    # trees
    (lambda: CARTClassifier(cp=0.1, ccp_alpha=0.1).fit(X, Y), "set {cp|ccp_alpha}=None to prune", {
        "cp": lambda: CARTClassifier(cp=None, ccp_alpha=0.1).fit(X, Y),
        "ccp_alpha": lambda: CARTClassifier(cp=0.1, ccp_alpha=None).fit(X, Y)}),
    (lambda: gini([0, 0]), "{not all|all} 0, got", {
        "not all": lambda: gini([0, 1]),
        "all": lambda: gini([0, 0, 0])}),
    (lambda: cross_validated_cp(fitted, X, Y, folds=13), "{between|outside} 2 and the number", {
        "between": lambda: cross_validated_cp(fitted, X, Y, folds=3), "outside": lambda: cross_validated_cp(fitted, X, Y, folds=1)}),
    (lambda: path(fitted, X[:2]), "path follows {one sample|two samples}", {
        "one sample": lambda: path(fitted, X[:1]), "two samples": lambda: path(fitted, X[1:3])}),
    (lambda: require_few_levels("a", 1001, 2), "at {most|least} 1000 are accepted", {
        "most": lambda: require_few_levels("a", 1000, 2) is None, "least": lambda: require_few_levels("a", 1002, 2)}),
    (lambda: CARTClassifier().fit(many, np.arange(26) % 3), "y has {3|2} classes", {
        "3": len(set(np.arange(26) % 3)) == 3, "2": lambda: CARTClassifier().fit(many, np.arange(26) % 3)}),
    (lambda: CARTClassifier().fit(many, np.arange(26) % 3), "{2^12 - 1|2^13 - 1} sets of levels", {
        "2^12 - 1": cuts(13) == 2 ** 12 - 1, "2^13 - 1": cuts(13) == 2 ** 13 - 1}),
    (lambda: require_few_levels("a", 13, 3), "or ask for one class against the {rest|next}", {
        "rest": lambda: require_few_levels("a", 13, 2) is None, "next": False}),
    (lambda: require_few_levels("a", 13, 3), "{merge|divide} rare levels", {
        "merge": lambda: require_few_levels("a", 12, 3) is None, "divide": lambda: require_few_levels("a", 14, 3) is None}),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]), "the {left|right} child of node t is t + 1", {
        "left": lambda: weakest_link([1, -1, -1], [2, -1, -1], [2.0, 1, 1]),
        "right": lambda: weakest_link([2, -1, -1], [1, -1, -1], [2.0, 1, 1])}),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]), "comes {after|before} the left branch", {
        "after": lambda: weakest_link([1, 2, -1, -1, -1], [4, 3, -1, -1, -1], [2.0, 1, 1, 1, 1]),
        "before": lambda: weakest_link([2, -1, 3, -1, -1], [1, -1, 4, -1, -1], [2.0, 1, 1, 1, 1])}),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]), "leaves have {-1|0} for both", {
        "-1": lambda: weakest_link([1, -1, -1], [2, -1, -1], [2.0, 1, 1]),
        "0": lambda: weakest_link([1, 0, 0], [2, 0, 0], [2.0, 1, 1])}),
    (lambda: prune_reduced_error(fitted, X, Y + 5), "{none|all} of the labels that the tree knows", {
        "none": not np.isin(Y + 5, fitted.classes_).any(), "all": np.isin(Y + 5, fitted.classes_).all()}),
    (lambda: prune_pessimistic(regression), "prune a {regression|classification} tree by cp", {
        "regression": lambda: CARTRegressor(cp=0.1).fit(X, Y), "classification": False}),
    (lambda: best_split(X[:, 0], np.where(Y, "a", None)), "leave out samples {without|with} a label", {
        "without": lambda: best_split(X[Y == 1, 0], Y[Y == 1]) is not ...,
        "with": lambda: best_split(X[Y == 0, 0], np.where(Y, "a", None)[Y == 0])}),
    (lambda: alt_text(new_figure(3, 3).subplots()), "axes have theirs as ax.{figure|axes}", {
        "figure": lambda: alt_text(new_figure(3, 3).subplots().figure), "axes": lambda: alt_text(new_figure(3, 3).subplots().axes)}),
]


@pytest.mark.parametrize("bad, words, evidence", CASES, ids=[words for _, words, _ in CASES])
def test_the_word_that_stands_there_is_the_right_one(bad, words, evidence, capsys):
    with pytest.raises((ValueError, TypeError)) as refusal:
        bad()
    (word,), (options,) = read(words, [str(refusal.value)])
    assert set(options) == set(evidence)
    assert holds(evidence[word]), f"{word!r} is not so"
    assert not any(holds(other) for name, other in evidence.items() if name != word), "nothing to tell apart"
