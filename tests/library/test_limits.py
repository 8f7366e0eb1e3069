"""What is documented as a limit is still taken at the limit, and no longer one beyond it."""
from __future__ import annotations

import inspect
import re
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.svm
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning

from coursekit.checks import require_finite
from coursekit.exercise.parsing import too_long
from coursekit.kernels import Kernel, diffusion, is_psd, polynomial, walks
from coursekit.lagrange import inequality_qp
from coursekit.plots.trees import plot_nodes
from coursekit.rules import C45Rules, Rule, description_length, simplify
from coursekit.svm import SVC, SVR, DualProblem, solve_interior_point, solve_smo
from coursekit.svm.gram import LazyGram
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.conditions import Condition

RNG = np.random.default_rng(0)


def test_twelve_constraints_of_a_quadratic_problem():
    for n in (12, 13):
        A = np.vstack([np.eye(2), RNG.normal(size=(n - 2, 2))])
        t = np.r_[1, 1, np.full(n - 2, -9.0)]
        if n == 12:
            assert inequality_qp(np.eye(2), [0, 0], A, t)[0] == pytest.approx([1, 1])
        else:
            with pytest.raises(ValueError, match="at most 12 rows, got 13"):
                inequality_qp(np.eye(2), [0, 0], A, t)


@pytest.mark.parametrize("k, tries_all", [(12, True), (13, False)])
def test_all_subsets_of_twelve_conditions(k, tries_all):
    """Greedy steps are recorded, subsets have none."""
    X = RNG.normal(size=(40, k))
    rule = Rule(tuple(Condition(f"x[{j}]", ">", -2.0) for j in range(k)), "a")
    best, steps = simplify(rule, X, np.where(X[:, 0] > 0, "a", "b"), method="subsets")
    assert (steps == []) == tries_all and len(best.conditions) < k


@pytest.mark.parametrize("r, tries_all", [(10, True), (11, False)])
def test_all_sets_of_ten_rules(r, tries_all, monkeypatch):
    """A class that r levels have has r rules; how its set was chosen is noted."""
    from coursekit.rules import c45rules
    chosen = []
    for name in ("choose_exhaustively", "choose_greedily"):
        way = getattr(c45rules, name)
        monkeypatch.setattr(c45rules, name, lambda length, n, way=way, name=name: chosen.append(
            (name, n)) or way(length, n))
    level = np.repeat(np.arange(2 * r), 8)
    C45Rules(selection="best").fit(pd.DataFrame({"level": level.astype(str)}),
                                   np.where(level % 2 == 0, "a", "b"))
    assert chosen[0] == ("choose_exhaustively" if tries_all else "choose_greedily", r)


@pytest.mark.parametrize("classes, most", [(3, 12), (2, 1000)])
def test_levels_of_a_feature(classes, most):
    for levels in (most, most + 1):
        x = np.arange(3 * levels) % levels
        X, y = pd.DataFrame({"name": x.astype(str)}), np.arange(3 * levels) % classes
        if levels == most:
            CARTClassifier(cp=None, max_depth=1).fit(X, y)
        else:
            with pytest.raises(ValueError, match=f"has {levels} levels"):
                CARTClassifier(cp=None, max_depth=1).fit(X, y)


@pytest.mark.parametrize("leaves", [12, 13])
def test_leaves_of_a_drawn_tree(leaves):
    X, y = np.arange(float(leaves))[:, None], np.arange(leaves) % 2
    tree = CARTClassifier(cp=None, min_samples_split=2, min_samples_leaf=1).fit(X, y)
    assert tree.get_n_leaves() == leaves
    if leaves == 12:
        assert len(plot_nodes(tree, X, y, "All").axes) > leaves
    else:
        with pytest.raises(ValueError, match="at most 12 fit"):
            plot_nodes(tree, X, y, "All")


def test_what_counts_as_rounding_in_a_gram_matrix():
    """A ten-thousand-millionth of the largest eigenvalue."""
    for share, fits in ((0.9e-10, True), (1.1e-10, False), (1e-8, False)):
        for size in (1e-6, 1.0, 1e6):
            assert is_psd(size * np.diag([-share, 0.5, 1])).psd == fits


@pytest.mark.parametrize("far", 10.0 ** np.arange(1, 10))
def test_rows_of_the_gaussian_keep_their_digits_far_from_the_middle(far):
    """Of two clouds, near samples in each; as a matrix product the exponents would lose more than
    four digits."""
    X = np.vstack([RNG.normal(size=(8, 2)) + far**0.5, RNG.normal(size=(8, 2)) - far**0.5])
    rows = LazyGram(X, "rbf", gamma=0.5).rows(np.arange(16))
    assert np.abs(rows - np.exp(-0.5 * cdist(X, X, "sqeuclidean"))).max() < 2e-11


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
def test_a_gap_that_rounding_may_hide_is_not_certified(C):
    """At a tolerance between the gap and what rounding may add to it nothing is proved."""
    X = 1e4 + RNG.normal(size=(40, 2))
    problem = DualProblem(X @ X.T, np.where(X[:, 0] + RNG.normal(size=40) > 1e4, 1, -1), C)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        alpha = solve_smo(problem, tol=1e-2, max_iter=30).alpha
        gap, rounding = problem.gap(alpha), problem.rounding(alpha)
        ends = {share: problem.solution(alpha, n_iter=30, tol=gap + share * rounding)
                for share in (0.5, 1.5)}
    assert rounding > 1e-9 and ends[1.5].converged
    assert not ends[0.5].converged and ends[0.5].stopped == "rounding"


@pytest.mark.parametrize("name, call", [
    ("decay", lambda v: walks([np.eye(2)[::-1]], decay=v)),
    ("coef0", lambda v: polynomial(np.eye(2), np.eye(2), coef0=v, degree=2)),
    ("factor", lambda v: (v * Kernel("linear"))(np.eye(2), np.eye(2))),
    ("w", lambda v: description_length([], 20, 5, 1, 1, w=v)),
    ("w", lambda v: C45Rules(w=v).fit(np.eye(2), [0, 1])),
    ("time", lambda v: diffusion(np.eye(2)[::-1], time=v)),
])
def test_what_has_no_upper_limit_must_be_finite_all_the_same(name, call):
    """Else 0 times infinity would be a number that is none."""
    for value in (np.inf, np.nan, -0.1):
        with pytest.raises(ValueError, match=name):
            call(value)
    call(0.1)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_steps_along_the_path_are_counted_without_its_start(most):
    """And what the warning says of them is what the solution says."""
    X = RNG.normal(size=(60, 3))
    problem = DualProblem.from_data(X, np.where(X[:, 0] + RNG.normal(size=60) > 0, 1, -1), 5.0)
    with pytest.warns(ConvergenceWarning) as told:
        found = solve_interior_point(problem, tol=1e-9, max_iter=most, trace=True)
    assert len(told) == 1 and f"stopped after {found.n_iter} steps" in str(told[0].message)
    assert len(found.trace) == most + 1 and most < found.n_iter <= 2 * most \
        and found.stopped == "cap"


def test_lengths():
    assert not too_long(range(10_000)) and too_long(range(10_001)) \
        and too_long(np.zeros((101, 100)))
    for letters, cut in ((78, False), (79, True)):          # and two quotation marks
        with pytest.raises((TypeError, ValueError)) as told:
            require_finite("tol", "x" * letters)
        assert ("..." in str(told.value)) == cut


@pytest.mark.parametrize("mine, peer, others", [
    (SVC, sklearn.svm.SVC, {"max_iter"}), (SVR, sklearn.svm.SVR, {"max_iter"})])
def test_defaults_are_those_of_the_peer(mine, peer, others):
    """The others are as in `SVC`, or no run ends without them."""
    here, there = mine().get_params(), peer().get_params()
    shared = set(here) & set(there)
    assert len(shared) >= 5 and {name for name in shared if here[name] != there[name]} == others
    assert {here[name] == SVC().get_params()[name] for name in others} == {True}


@pytest.mark.parametrize("tree", [CARTClassifier, CARTRegressor])
def test_defaults_of_trees_are_rparts(tree):
    control = {"maxdepth": 30, "minsplit": 20, "minbucket": 7, "cp": 0.01, "maxsurrogate": 5}
    here = tree().get_params() | {"min_samples_leaf": round(tree().min_samples_split / 3)}
    parts = re.split(r"^(\w+) : ", inspect.getdoc(CARTClassifier), flags=re.M)
    told = {name: words[1] for name, text in zip(parts[1::2], parts[2::2])
            if (words := re.search(r"\(rpart:\s+(\w+)\)", text))}
    assert {rpart: here[name] for name, rpart in told.items()} == control
    assert tree().min_samples_leaf is None
