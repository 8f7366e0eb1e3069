"""What fitted objects say of themselves: each number by its name, computed by another way."""
from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC as LibSVC, SVR as LibSVR
from sklearn.tree import DecisionTreeRegressor

from coursekit.datasets import make_overlap_60
from coursekit.model_selection import nested_cv
from coursekit.svm import SVC, SVR, DualProblem, solve_smo
from coursekit.tree import CARTClassifier, CARTRegressor
from sentences import says

X, Y = make_overlap_60()
Z, V = X[:30], np.sin(2 * X[:30, 0]) + X[:30, 1]
RNG = np.random.default_rng(0)


def second_line(model) -> str:
    """Return what a fitted estimator adds to the call that makes it."""
    return repr(model).split("\n", 1)[1].strip()


def held(alpha: np.ndarray, C: float) -> list[int]:
    """Return how many multipliers are above 0, and of these how many lie below C and how
    many at it."""
    at = np.isclose(alpha, C, rtol=1e-6)
    return [int(np.sum(alpha > 1e-6 * C)), int(np.sum((alpha > 1e-6 * C) & ~at)), int(at.sum())]


@pytest.mark.parametrize("C", [0.3, 5.0])
def test_a_support_vector_machine(C):
    mine, peer = SVC(kernel="linear", C=C, tol=1e-9).fit(X, Y), LibSVC(kernel="linear", C=C,
                                                                       tol=1e-9).fit(X, Y)
    support, free, at_C = held(np.abs(peer.dual_coef_[0]), C)
    w, y = peer.coef_[0], np.sign(Y)
    primal = w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + peer.intercept_)).sum()
    says(second_line(mine), {
        "# | #:": np.unique(Y),
        "# support vectors of # samples (# free, # at C)": [support, 60, free, at_C],
        "b = #": peer.intercept_[0], "W = #;": primal, "converged in # steps": mine.n_iter_,
        "NOT": False,
        "KKT gap #, duality gap #": [mine.solution_.gap, mine.solution_.duality_gap]})
    assert primal - mine.dual_objective_ == pytest.approx(0, abs=1e-5)
    assert 0 <= mine.solution_.duality_gap < 1e-6 and mine.solution_.gap <= 1e-9


@pytest.mark.parametrize("C, epsilon", [(0.5, 0.3), (20.0, 0.1)])
def test_support_vector_regression(C, epsilon):
    mine = SVR(gamma=0.5, C=C, epsilon=epsilon, tol=1e-8).fit(Z, V)
    peer = LibSVR(gamma=0.5, C=C, epsilon=epsilon, tol=1e-8).fit(Z, V)
    support, free, at_C = held(np.abs(peer.dual_coef_[0]), C)
    said = second_line(mine)
    says(said, {"ε = #": epsilon,
                "# support vectors of # samples (# free, # at C)": [support, 30, free, at_C],
                "b = #": mine.intercept_[0], "W = #;": mine.dual_objective_,
                "converged in # steps": mine.n_iter_,
                "NOT": False, "KKT gap #, duality gap #": [mine.kkt_gap_, mine.duality_gap_]})
    assert mine.intercept_[0] == pytest.approx(peer.intercept_[0], abs=1e-5)


def test_a_solution():
    problem = DualProblem.from_data(X, Y, 1.0)
    found = solve_smo(problem, tol=1e-6)
    says(repr(found), {"W = #, b = #": [problem.objective(found.alpha), found.b],
                       "# of # multipliers above 0": [int(np.sum(found.alpha > 0)), 60],
                       "KKT gap #, duality gap #": [problem.gap(found.alpha), found.duality_gap],
                       "# steps": found.n_iter, "NOT": False})


@pytest.mark.parametrize("d", [1, 2])
def test_a_tree_for_classes(d):
    tree = CARTClassifier(cp=0.05).fit(X[:, :d], Y)
    leaves = {str(row) for row in tree.predict_proba(X[:, :d])}
    assert 1 < len(leaves) <= tree.get_n_leaves()
    says(second_line(tree), {
        f"# {'leaf' if tree.get_n_leaves() == 1 else 'leaves'}, depth #":
            [tree.get_n_leaves(), tree.get_depth()],
        f"on # samples of # feature{'s' * (d > 1)};": [60, d],
        "# of # misclassified": [int(np.sum(tree.predict(X[:, :d]) != Y)), 60]})


def test_a_tree_for_numbers():
    tree = CARTRegressor(cp=0.05).fit(Z, V)
    peer = DecisionTreeRegressor(max_leaf_nodes=tree.get_n_leaves()).fit(Z, tree.predict(Z))
    says(second_line(tree), {"# leaves, depth #": [peer.get_n_leaves(), tree.get_depth()],
                             "on # samples of # features;": [30, 2],
                             "R² = #": LinearRegression().fit(tree.predict(Z)[:, None], V).score(
                                 tree.predict(Z)[:, None], V)})


class Choosy(KNeighborsClassifier):
    """Refuses 3 neighbours where the table's first sample teaches."""

    def fit(self, data, labels):
        if self.n_neighbors == 3 and (data == X[0]).all(axis=1).any():
            raise ValueError("not three")
        return super().fit(data, labels)


@pytest.mark.parametrize("model, settings", [
    (KNeighborsClassifier, [1]), (KNeighborsClassifier, [1, 3]), (Choosy, [1, 3])])
def test_two_loops(model, settings):
    outer, inner = KFold(4, shuffle=True, random_state=0), KFold(3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = nested_cv(model(), {"n_neighbors": settings}, X, Y,
                          outer=outer, inner=inner)
    frame = found.to_frame()
    winners, failed = frame["n_neighbors"].nunique(), len(found.failures)
    assert bool(failed) == (model is Choosy)
    says(repr(found), {
        "of the whole procedure on # samples: #": [45, frame["score"].mean()],
        "sd over # outer folds #, ddof = #;": [4, frame["score"].std(), 1],
        f"# fits; # different winner{'s' * (winners > 1)})": [4 * (3 * len(settings) + 1), winners],
        **({f"# cell{'s' * (failed > 1)} failed": failed} if failed else {"failed": False}),
        "PARTIAL": False})
