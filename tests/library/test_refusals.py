"""What an error message asks for is taken; what it refuses, and its like, is refused.

Each entry is a call that is refused, a near one that is taken, and others that are refused as well.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.neighbors import KNeighborsClassifier

from coursekit import checks, kernels, lagrange, linear, statistics, titanic
from coursekit.datasets import load_titanic, make_overlap_60, make_spirals
from coursekit.kernels import fisher, gaussian, gram, is_psd, nadaraya_watson, subset_trees, walks
from coursekit.lessons.lesson01 import AgeBins
from coursekit.lessons.lesson02d import SlackPrice
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.lessons.lesson06e.pruning_families import prune_pessimistic, prune_reduced_error
from coursekit.model_selection import corrected_interval, nested_cv, paired_interval
from coursekit.notebook import say
from coursekit.plots.alt_text import alt_text
from coursekit.plots.style import new_figure
from coursekit.rules import cover_class, description_length, g_statistic, lift, make_selectors
from coursekit.rules.simplification import rules_of_tree
from coursekit.svm import (
    SVC, SVR, DualProblem, OneVsRest, fit_sigmoid, hinge_sgd, solve_interior_point, solve_qp,
    solve_smo, solve_sor,
)
from coursekit.tree import (
    CARTClassifier, CARTRegressor, best_split, cross_validated_cp, gini, weakest_link,
)
from coursekit.tree.export import path
from coursekit.tree.level_sets import require_few_levels

X = np.arange(12.0)[:, None]
Y = np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
SIGNS = 2 * Y - 1
LOWER = np.array([[2.0, 0.0], [1.0, 1.0]])
NEIGHBOURS = KNeighborsClassifier(1)
PEOPLE = load_titanic()


def holds(evidence) -> bool:
    """Return whether a call is taken, and what it returns is not False."""
    try:
        found = evidence()
    except (ValueError, TypeError, IndexError, np.linalg.LinAlgError):
        return False
    return bool(found) if isinstance(found, (bool, np.bool_)) else True


EDGE = [np.array([[0.0, 1.0], [1.0, 0.0]])]
overlap = DualProblem.from_data(*make_overlap_60(), C=1.0)
older = solve_smo(overlap)
fitted = CARTClassifier(min_samples_split=2).fit(X, Y)
regression = CARTRegressor(min_samples_split=2).fit(X, Y)
contradiction = make_selectors([[1.0], [1.0], [2.0]]).S, np.array([True, False, False])
spans = np.array([np.timedelta64(1, "D"), np.timedelta64(3, "D")], dtype=object)
many = pd.DataFrame({"a": list("abcdefghijklm" * 2)})
halves = [(np.arange(6), np.arange(6, 12)), (np.arange(6, 12), np.arange(6))]
three = np.repeat(["u", "v", "w"], 4)


def interval(confidence):
    return lambda: statistics.wilson_interval(1, 2, confidence)


CASES = [
    # checks
    (lambda: checks.require_between("a", 3, 0, 1),
     lambda: checks.require_between("a", 0, 0, 1) == 0, []),
    (lambda: checks.require_whole("a", 0, 2),
     lambda: checks.require_whole("a", 3, 2), [lambda: checks.require_whole("a", 1, 2)]),
    (lambda: checks.require_increasing("a", [2, 1]),
     lambda: checks.require_increasing("a", [1, 2]),
     [lambda: checks.require_increasing("a", [3, 2])]),
    (lambda: checks.require_increasing("a", [1], 2),
     lambda: checks.require_increasing("a", [1, 2, 3], 2),
     [lambda: checks.require_increasing("a", [1], 2)]),
    (lambda: checks.require_finite("a", [[1], [1, 2]]),
     lambda: checks.require_finite("a", [[1, 0], [1, 2]]),
     [lambda: checks.require_finite("a", [[1], [1, 2, 3]])]),
    (lambda: checks.require_finite("a", ["1"]),
     lambda: checks.require_finite("a", pd.to_numeric(["1"])),
     [lambda: checks.require_finite("a", np.array(["1"]))]),
    (lambda: checks.require_finite("a", spans),
     lambda: checks.require_finite("a", [span / np.timedelta64(1, "D") for span in spans]),
     [lambda: checks.require_finite("a", [span * 2 for span in spans])]),
    (lambda: checks.require_finite("a", [1j]),
     lambda: checks.require_finite("a", np.array([1j]).real),
     [lambda: checks.require_finite("a", np.array([1j]).conjugate())]),
    (lambda: checks.require_finite("a", scipy.sparse.eye(2)),
     lambda: checks.require_finite("a", np.eye(2)),
     [lambda: checks.require_finite("a", scipy.sparse.csr_matrix(np.eye(2)))]),
    (lambda: checks.require_finite("a", scipy.sparse.eye(2)),
     lambda: checks.require_finite("a", scipy.sparse.eye(2).toarray()),
     [lambda: checks.require_finite("a", scipy.sparse.eye(2).tocsr())]),
    (lambda: checks.require_finite("a", [10 ** 400]),
     lambda: checks.require_finite("a", [10 ** 308]),
     [lambda: checks.require_finite("a", [10 ** 309])]),
    (lambda: checks.require_columns(pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "f"),
     lambda: checks.require_columns(pd.DataFrame({"a": [1]}), ["a"], "f"),
     [lambda: checks.require_columns(pd.DataFrame([[1, 2]], columns=["a", "a"]), ["a"], "f")]),
    (lambda: checks.require_finite("a", [np.nan]),
     lambda: checks.require_finite("a", []), [lambda: checks.require_finite("a", [np.nan])]),

    # data and explorers
    (lambda: make_spirals(41), lambda: make_spirals(40), [lambda: make_spirals(43)]),
    (lambda: AgeBins(bins=100), lambda: AgeBins(bins=20), [lambda: AgeBins(bins=41)]),
    (lambda: SlackPrice(C=1e9), lambda: SlackPrice(C=1), [lambda: SlackPrice(C=1e-9)]),
    (lambda: AgeBins(bins=2.5), lambda: AgeBins(bins=3), [lambda: AgeBins(bins=3.5)]),
    (lambda: AgeBins(bins=np.inf), lambda: AgeBins(bins=3), [lambda: AgeBins(bins=-np.inf)]),

    # kernels
    (lambda: is_psd(np.eye(2)[:1]), lambda: is_psd(np.eye(3)), [lambda: is_psd(np.ones((3, 2)))]),
    (lambda: is_psd([[1, 2], [0, 1]]), lambda: is_psd([[1, 2], [2, 1]]),
     [lambda: is_psd([[0, 2], [-2, 0]])]),
    (lambda: walks(EDGE, decay=5.0), lambda: walks(EDGE, decay=0.9),
     [lambda: walks(EDGE, decay=1.1)]),
    (lambda: walks([np.array([[0, 1], [0, 0]])], decay=0.1),
     lambda: walks(EDGE, decay=0.1), [lambda: walks([np.array([[0, 2], [1, 0]])], decay=0.1)]),
    (lambda: walks([-EDGE[0]], decay=0.1), lambda: walks(EDGE, decay=0.1),
     [lambda: walks([-2 * EDGE[0]], decay=0.1)]),
    (lambda: subset_trees([("a",)], decay=0.5),
     lambda: subset_trees([("a", "b", "c")], decay=0.5),
     [lambda: subset_trees([("a",)], decay=0.5)]),
    (lambda: gram(lambda A, B: A, X, X[:3]),
     lambda: gram(lambda A, B: A @ B.T, X, X[:3]), [lambda: gram(lambda A, B: B @ A.T, X, X[:3])]),
    (lambda: gram(lambda A, B: A, X, X[:3]),
     lambda: gram(lambda A, B: A @ B.T, X, X[:3]), [lambda: gram(lambda A, B: B @ A.T, X, X[:3])]),
    (lambda: gram("rbf", X, X.T, gamma=1.0),
     lambda: gram("rbf", X, X[:3], gamma=1.0),
     [lambda: gram("rbf", X, np.ones((12, 2)), gamma=1.0)]),
    (lambda: gaussian(X, covariance=-1.0), lambda: gaussian(X, covariance=1.0),
     [lambda: gaussian(X, covariance=-2.0)]),

    # Lagrange and linear algebra
    (lambda: lagrange.equality_qp(-np.eye(2), [0, 0], [[0, 0]], [0]),
     lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0]], [0]),
     [lambda: lagrange.equality_qp(-2 * np.eye(2), [0, 0], [[1, 0]], [0])]),
    (lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0], [2, 0]], [0, 0]),
     lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 0], [0, 1]], [0, 0]),
     [lambda: lagrange.equality_qp(np.eye(2), [0, 0], [[1, 1], [3, 3]], [0, 0])]),
    (lambda: lagrange.inequality_qp(-np.eye(2), [0, 0], [[1, 0]], [0]),
     lambda: lagrange.inequality_qp(np.eye(2), [0, 0], [[1, 0]], [0]),
     [lambda: lagrange.inequality_qp(-2 * np.eye(2), [0, 0], [[1, 0]], [0])]),
    (lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((13, 1)), np.ones(13)),
     lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((2, 1)), np.ones(2)),
     [lambda: lagrange.inequality_qp(np.eye(1), [0], np.ones((14, 1)), np.ones(14))]),
    (lambda: linear.optimal_intercepts([1, 2], [1, 1]),
     lambda: linear.optimal_intercepts([1, 2], [-1, 1]),
     [lambda: linear.optimal_intercepts([1, 2], [-1, -1])]),
    (lambda: linear.ridge(X[:, 0], Y), lambda: linear.ridge(X[:, 0][:, None], Y),
     [lambda: linear.ridge(X[:, 0][None, :], Y)]),
    (lambda: linear.cholesky([[2, 1], [0, 2]]),
     lambda: linear.cholesky((lambda M: (M + M.T) / 2)(np.array([[2, 1], [0, 2]]))),
     [lambda: linear.cholesky((lambda M: (M - M.T) / 2)(np.array([[2, 1], [0, 2]])))]),
    (lambda: linear.forward_substitute(LOWER.T, [1, 1]),
     lambda: linear.forward_substitute(LOWER, [1, 1]),
     [lambda: linear.forward_substitute(2 * LOWER.T, [1, 1])]),
    (lambda: linear.back_substitute(LOWER, [1, 1]),
     lambda: linear.back_substitute(LOWER.T, [1, 1]),
     [lambda: linear.back_substitute(2 * LOWER, [1, 1])]),
    (lambda: linear.back_substitute(LOWER, [1, 1]),
     lambda: linear.back_substitute(LOWER.T, [1, 1]),
     [lambda: linear.back_substitute(np.linalg.inv(LOWER), [1, 1])]),

    # model selection
    (lambda: paired_interval([1.0, 2], [1.0], 4, 1),
     lambda: paired_interval([1.0, 2], [1.0, 3], 4, 1),
     [lambda: paired_interval([1.0, 2, 3], [1.0, 3], 4, 1)]),
    (lambda: nested_cv(NEIGHBOURS, {"n_neighbors": []}, X, Y),
     lambda: nested_cv(NEIGHBOURS, {"n_neighbors": [1]}, X, Y), []),
    (lambda: nested_cv(NEIGHBOURS, [], X, Y),
     lambda: nested_cv(NEIGHBOURS, {"n_neighbors": [1, 2]}, X, Y),
     [lambda: nested_cv(NEIGHBOURS, [], X, Y)]),
    (lambda: say("{a}", b=1), lambda: say("{a}", a=1), [lambda: say("{a}", a=1, b=2)]),

    # rules
    (lambda: cover_class(*contradiction),
     lambda: cover_class(contradiction[0][:, 1:], contradiction[1][1:]),
     [lambda: cover_class(*contradiction)]),
    (lambda: description_length([], 10, 3, 4, 0),
     lambda: description_length([], 10, 3, 2, 0), [lambda: description_length([], 10, 3, 5, 0)]),
    (lambda: description_length([], 10, 3, 0, 8),
     lambda: description_length([], 10, 3, 0, 2), [lambda: description_length([], 10, 3, 0, 9)]),
    (lambda: lift(1, 2, 0, 4), lambda: lift(1, 2, 1, 4), [lambda: lift(1, 2, -1, 4)]),
    (lambda: lift(1, 2, 0, 4), lambda: lift(1, 2, 4, 4), [lambda: lift(1, 2, 5, 4)]),
    (lambda: g_statistic([-1, 2], [1, 1]), lambda: g_statistic([1, 2], [1, 1]),
     [lambda: g_statistic([-1, -2], [1, 1])]),
    (lambda: g_statistic([1, 2], [0, 0]), lambda: g_statistic([0, 0], [1, 1]),
     [lambda: g_statistic([1, 1], [0, 0])]),
    (lambda: rules_of_tree(regression), lambda: rules_of_tree(fitted),
     [lambda: rules_of_tree(regression)]),

    # statistics and Titanic
    (lambda: statistics.wilson_interval(3, 2),
     lambda: statistics.wilson_interval(1, 2), [lambda: statistics.wilson_interval(4, 2)]),
    (lambda: statistics.rate_table(PEOPLE, "Sex", "Pclass"),
     lambda: statistics.rate_table(PEOPLE, "Sex", "Survived"),
     [lambda: statistics.rate_table(PEOPLE.assign(Survived=PEOPLE.Survived + 1), "Sex",
                                    "Survived")]),
    (lambda: statistics.rate_table(PEOPLE, [], "Survived"),
     lambda: statistics.rate_table(PEOPLE, ["Sex", "Pclass"], "Survived"),
     [lambda: statistics.rate_table(PEOPLE, [], "Survived")]),
    (lambda: statistics.standardised_rate([0], [0], [1]),
     lambda: statistics.standardised_rate([1, 1], [2, 2], [0, 1]), []),
    (lambda: statistics.standardised_rate([1], [2], [0]),
     lambda: statistics.standardised_rate([1], [2], [1]),
     [lambda: statistics.standardised_rate([1], [2], [-1])]),
    (lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=-1)),
     lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=1)),
     [lambda: titanic.FamilyGrouper().fit_transform(PEOPLE.assign(SibSp=-2))]),
    (lambda: titanic.FareBands().fit(PEOPLE.assign(Fare=np.nan)),
     lambda: titanic.FareBands().fit(PEOPLE), []),
    (lambda: titanic.AgeImputer().fit(PEOPLE.assign(Age=np.nan)),
     lambda: titanic.AgeImputer().fit(PEOPLE),
     [lambda: titanic.AgeImputer().fit(PEOPLE[PEOPLE.Age.isna()])]),

    # support vector machines
    (lambda: DualProblem(np.ones((2, 3)), [1, -1], 1.0),
     lambda: DualProblem(np.eye(2), np.array([1, -1]), 1.0),
     [lambda: DualProblem(np.ones((2, 4)), np.array([1, -1]), 1.0)]),
    (lambda: DualProblem(np.eye(2), np.array([0, 1]), 1.0),
     lambda: DualProblem(np.eye(2), np.array([-1, 1]), 1.0),
     [lambda: DualProblem(np.eye(2), np.array([1, 0]), 1.0)]),
    (lambda: DualProblem(np.eye(2), np.array([-1, 1]), -1.0),
     lambda: DualProblem(np.eye(2), np.array([-1, 1]), 1.0),
     [lambda: DualProblem(np.eye(2), np.array([-1, 1]), -2.0)]),
    (lambda: DualProblem(np.eye(2), np.array([-1, 1]), [1.0, 0.0]),
     lambda: DualProblem(np.eye(2), np.array([-1, 1]), [1.0, 2.0]), []),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)),
     lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=False)),
     [lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 2.0, penalised=True))]),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)),
     lambda: solve_sor(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)),
     [lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True))]),
    (lambda: solve_smo(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)),
     lambda: solve_qp(DualProblem(np.eye(2), np.array([-1, 1]), 1.0, penalised=True)), []),
    (lambda: solve_smo(overlap, start=-older.alpha),
     lambda: solve_smo(overlap, start=older.alpha),
     [lambda: solve_smo(overlap, start=-older.alpha)]),
    (lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf)),
     lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0)),
     [lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf))]),
    (lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf)),
     lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1e3)),
     [lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, np.inf))]),
    (lambda: solve_interior_point(DualProblem(X @ X.T, SIGNS, 1.0)),
     lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0)),
     [lambda: solve_interior_point(DualProblem.from_data(X, SIGNS, 1.0, kernel="rbf", gamma=1.0))]),
    (lambda: OneVsRest(SVC(kernel="linear", solver="interior")).fit(X, three),
     lambda: OneVsRest(SVC(kernel="linear", solver="auto")).fit(X, three),
     [lambda: OneVsRest(SVC(kernel="linear", solver="interior")).fit(X, three)]),
    (lambda: OneVsRest(SVC()).fit(X, np.ones(12)), lambda: OneVsRest(SVC()).fit(X, Y), []),
    (lambda: fit_sigmoid(X[:, 0], three), lambda: fit_sigmoid(X[:, 0], Y),
     [lambda: fit_sigmoid(X[::-1, 0], three)]),
    (lambda: hinge_sgd(X, Y), lambda: hinge_sgd(X, SIGNS, epochs=1),
     [lambda: hinge_sgd(X, Y, epochs=1)]),
    (lambda: hinge_sgd(X, SIGNS, epochs=0), lambda: hinge_sgd(X, SIGNS, epochs=2),
     [lambda: hinge_sgd(X, SIGNS, epochs=-1)]),
    (lambda: SVC(max_iter=0).fit(X, Y), lambda: SVC(max_iter=10_000).fit(X, Y),
     [lambda: SVC(max_iter=-1).fit(X, Y)]),
    (lambda: SVC().fit(X, three), lambda: SVC().fit(X[:8], three[:8]),
     [lambda: SVC().fit(X[::-1], three)]),
    (lambda: SVC(class_weight={0: -1}).fit(X, Y),
     lambda: SVC(class_weight={0: 1}).fit(X, Y), [lambda: SVC(class_weight={0: -2}).fit(X, Y)]),
    (lambda: SVR(epsilon=np.inf).fit(X, Y), lambda: SVR(epsilon=1.0).fit(X, Y),
     [lambda: SVR(epsilon=np.inf).fit(X, Y)]),
    (lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z[:1]]),
     lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z + 0.1]),
     [lambda: fit_virtual(SVC(), X, Y, [lambda Z: Z[:2]])]),

    # trees
    (lambda: CARTClassifier(cp=0.1, ccp_alpha=0.1).fit(X, Y),
     lambda: CARTClassifier(cp=None, ccp_alpha=0.1).fit(X, Y),
     [lambda: CARTClassifier(cp=0.1, ccp_alpha=None).fit(X, Y)]),
    (lambda: gini([0, 0]), lambda: gini([0, 1]), [lambda: gini([0, 0, 0])]),
    (lambda: cross_validated_cp(fitted, X, Y, folds=13),
     lambda: cross_validated_cp(fitted, X, Y, folds=3),
     [lambda: cross_validated_cp(fitted, X, Y, folds=1)]),
    (lambda: path(fitted, X[:2]), lambda: path(fitted, X[:1]), [lambda: path(fitted, X[1:3])]),
    (lambda: require_few_levels("a", 1001, 2),
     lambda: require_few_levels("a", 1000, 2) is None, [lambda: require_few_levels("a", 1002, 2)]),
    (lambda: require_few_levels("a", 13, 3), lambda: require_few_levels("a", 13, 2) is None, []),
    (lambda: require_few_levels("a", 13, 3),
     lambda: require_few_levels("a", 12, 3) is None,
     [lambda: require_few_levels("a", 14, 3) is None]),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]),
     lambda: weakest_link([1, -1, -1], [2, -1, -1], [2.0, 1, 1]),
     [lambda: weakest_link([2, -1, -1], [1, -1, -1], [2.0, 1, 1])]),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]),
     lambda: weakest_link([1, 2, -1, -1, -1], [4, 3, -1, -1, -1], [2.0, 1, 1, 1, 1]),
     [lambda: weakest_link([2, -1, 3, -1, -1], [1, -1, 4, -1, -1], [2.0, 1, 1, 1, 1])]),
    (lambda: weakest_link([1, -1, -1], [1, -1, -1], [2.0, 1, 1]),
     lambda: weakest_link([1, -1, -1], [2, -1, -1], [2.0, 1, 1]),
     [lambda: weakest_link([1, 0, 0], [2, 0, 0], [2.0, 1, 1])]),
    (lambda: prune_pessimistic(regression), lambda: CARTRegressor(cp=0.1).fit(X, Y), []),
    (lambda: best_split(X[:, 0], np.where(Y, "a", None)),
     lambda: best_split(X[Y == 1, 0], Y[Y == 1]) is not ...,
     [lambda: best_split(X[Y == 0, 0], np.where(Y, "a", None)[Y == 0])]),
    (lambda: alt_text(new_figure(3, 3).subplots()),
     lambda: alt_text(new_figure(3, 3).subplots().figure),
     [lambda: alt_text(new_figure(3, 3).subplots().axes)]),
]

# Refused, and what is wanted instead is tried elsewhere.
ALONE = [
    interval(0),
    interval(1),
    lambda: kernels.require_psd("K", [[1, 2], [2, 1]]),
    lambda: nadaraya_watson(X, Y[:3], X, h=1.0),
    lambda: fisher([[1, 0]], p=[0, 0.5]),
    lambda: linear.logit_fit(X, Y / 1.0),
    lambda: linear.cholesky([[1, 2], [2, 1]]),
    lambda: corrected_interval([1.0], 4, 1),
    lambda: nested_cv(NEIGHBOURS, {}, X, Y, outer=[(np.arange(8), np.arange(6, 12))]),
    lambda: nested_cv(NEIGHBOURS, {}, X, np.repeat([0, 1], 6), outer=halves),
    lambda: lift(3, 3, 2, 4),
    lambda: solve_smo(overlap, start=older.alpha[:3]),
    lambda: SVC().fit(X, np.ones(12)),
    lambda: CARTClassifier().fit(many, np.arange(26) % 3),
    lambda: prune_reduced_error(fitted, X, Y + 5),
]


def names(call) -> str:
    """Return what a call looks like, for a test's id."""
    return " ".join(call.__code__.co_names)


@pytest.mark.parametrize("bad, good, others", CASES, ids=[names(bad) for bad, *_ in CASES])
def test_what_is_asked_for_is_taken_and_the_rest_refused(bad, good, others, capsys):
    with pytest.raises((ValueError, TypeError)) as refusal:
        bad()
    assert len(str(refusal.value)) > 20, "a refusal says what came and what is wanted"
    assert holds(good)
    assert not any(map(holds, others))


@pytest.mark.parametrize("bad", ALONE, ids=names)
def test_these_are_refused_as_well(bad):
    with pytest.raises((ValueError, TypeError)):
        bad()
