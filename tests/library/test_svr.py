"""Regression in a tube, and ridge with a free intercept: peers, certificates, degenerate
samples."""
from __future__ import annotations

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVR as LibSVR
from sklearn.utils.estimator_checks import check_estimator

from coursekit.datasets import make_eight_points, make_wave
from coursekit.kernels import nadaraya_watson, polynomial, rbf
from coursekit.svm import SVR, kernel_ridge
from coursekit.svm.gram import DenseGram, LazyGram
from coursekit.svm.tube import CopiedGram, TubeProblem
from guards import SKLEARN_1_7

few = settings(deadline=None, max_examples=30)
WEIGHTS = "check_sample_weight_equivalence_on_dense_data"
BOTH = pytest.mark.parametrize("solver", ["fast", "smo"])
SLACKS = pytest.mark.parametrize("slack", ["linear", "squared"])


# ------------------------------------------------------------------------------------ contract

@pytest.mark.parametrize("model", [
    SVR(tol=1e-10), SVR(solver="smo", tol=1e-10), SVR(slack="squared", tol=1e-10),
    SVR(kernel="linear", tol=1e-10), SVR(epsilon=0, tol=1e-10)], ids=lambda model: str(model)[:50])
def test_every_check_of_scikit_learn_passes(model):
    """With a tight tolerance even weights equal repeated rows to seven digits."""
    assert _failed(model) == set()


def test_the_defaults_pass_all_that_their_tolerance_allows():
    """scikit-learn expects its own SVR to fail that check."""
    assert _failed(SVR()) <= {WEIGHTS}


def _failed(model) -> set[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(model, on_fail=None)
    assert len(results) >= 55
    assert {r["check_name"] for r in results if r["status"] == "skipped"} \
        <= {"check_array_api_input"}
    return {r["check_name"] for r in results if r["status"] == "failed"}


def test_they_live_among_other_estimators():
    X, y = make_wave()
    search = GridSearchCV(SVR(C=10), {"gamma": [0.01, 1.0]}, cv=4).fit(X, y)
    assert search.best_params_ == {"gamma": 1.0}
    model = SVR(gamma=0.5)
    fitted = clone(model).fit(pd.DataFrame(X, columns=["time"]), pd.Series(y))
    assert fitted.feature_names_in_.tolist() == ["time"]
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.dual_coef_, model.fit(X, y).dual_coef_)
    assert "b = " in repr(fitted) and (not SKLEARN_1_7 or "b = " in fitted._repr_html_())
    assert "\n" not in repr(clone(model))


# -------------------------------------------------------------------------------------- parity

def same_optimum(model: SVR, peer: LibSVR, X, y) -> None:
    """Certified, and the peer's curve, dual value and intercept where that is one number."""
    scale = 1 + np.abs(y).max()
    assert model.solution_.converged and model.kkt_gap_ <= model.tol
    assert -1e-9 * scale <= model.duality_gap_ <= 1e-5 * scale
    low, high = model.intercept_interval_
    assert low - 1e-4 * scale <= peer.intercept_[0] <= high + 1e-4 * scale
    free = 0 if high - low < 1e-6 else peer.intercept_[0] - model.intercept_[0]
    np.testing.assert_allclose(model.predict(X) + free, peer.predict(X), atol=1e-5 * scale)
    K = rbf(X, gamma=model.gamma_) if model.kernel == "rbf" else X @ X.T
    beta = np.zeros(len(X))
    beta[peer.support_] = peer.dual_coef_[0]
    theirs = y @ beta - model.epsilon * np.abs(beta).sum() - beta @ K @ beta / 2
    assert model.dual_objective_ == pytest.approx(theirs, rel=1e-6, abs=1e-6)


@few
@given(st.integers(0, 10**6), st.sampled_from(["linear", "rbf"]),
       st.sampled_from([0.0, 0.1, 1.0]), st.sampled_from([1e-2, 1.0, 30.0]),
       st.sampled_from(["fast", "smo"]))
def test_it_agrees_with_the_peer(seed, kernel, epsilon, C, solver):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(int(rng.integers(2, 30)), 2))
    y = X[:, 0] - 2 * X[:, 1] + rng.normal(size=len(X))
    model = SVR(C, kernel=kernel, epsilon=epsilon, gamma=0.7, tol=1e-8, solver=solver).fit(X, y)
    peer = LibSVR(C=C, kernel=kernel, epsilon=epsilon, gamma=0.7, tol=1e-8).fit(X, y)
    same_optimum(model, peer, X, y)


def test_it_agrees_with_the_peer_on_twelve_hundred_copies():
    X, y = make_wave(n=600)
    for C, gamma in ((1.0, 1.0), (10.0, 0.1)):
        model = SVR(C, epsilon=0.5, gamma=gamma, tol=1e-8).fit(X, y)
        same_optimum(model, LibSVR(C=C, epsilon=0.5, gamma=gamma, tol=1e-8).fit(X, y), X, y)


def test_linear_slack_has_the_numbers_of_the_eight_points():
    X, y = make_eight_points()
    for epsilon, slope in ((0.3, 2 / 3), (0.5, 0.6), (1, 0.5), (1.5, 2 / 7), (2, 1 / 7), (3, 0)):
        model = SVR(epsilon=epsilon, kernel="linear", tol=1e-9).fit(X, y)
        assert model.coef_[0, 0] == pytest.approx(slope, abs=1e-8)
        peer = LibSVR(kernel="linear", epsilon=epsilon, tol=1e-9).fit(X, y)
        assert model.coef_[0, 0] == pytest.approx(peer.coef_[0, 0], abs=1e-6)
        assert len(model.support_) == len(peer.support_)


def test_squared_slack_has_the_numbers_of_the_eight_points():
    X, y = make_eight_points()
    for epsilon, slope, b, count in (
            (0, 0.5698, 0.8110, 8), (0.3, 0.5164, 1.0251, 7), (0.5, 0.4857, 1.1571, 5),
            (1, 0.4074, 1.6296, 3), (1.5, 0.2745, 2.2647, 2), (2, 0.1373, 2.8824, 2)):
        model = SVR(epsilon=epsilon, slack="squared", kernel="linear", tol=1e-9).fit(X, y)
        assert model.coef_[0, 0] == pytest.approx(slope, abs=6e-5)
        assert model.intercept_[0] == pytest.approx(b, abs=6e-5)
        assert len(model.support_) == count


@few
@given(st.integers(0, 10**6), st.sampled_from(["linear", "rbf"]), st.sampled_from([0.1, 1.0, 50.0]))
def test_squared_slack_with_no_tube_is_ridge_with_a_free_intercept(seed, kernel, C):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(20, 3)), 5 + rng.normal(size=20)
    tube = SVR(C, epsilon=0, slack="squared", kernel=kernel, gamma=0.4, tol=1e-9).fit(X, y)
    K = X @ X.T if kernel == "linear" else rbf(X, gamma=0.4)
    beta, b = kernel_ridge(K, y, 1 / C)
    np.testing.assert_allclose(tube.predict(X), K @ beta + b, atol=1e-6)
    assert tube.intercept_[0] == pytest.approx(b, abs=1e-6)
    if kernel == "linear":
        peer = Ridge(1 / C).fit(X, y)
        np.testing.assert_allclose(beta @ X, peer.coef_, atol=1e-9)
        assert b == pytest.approx(peer.intercept_, abs=1e-9)


def test_ridge_equals_one_with_explicit_features():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(15, 1)), rng.normal(size=15)
    features = np.column_stack([X**2, np.sqrt(2) * X])      # of (xz + 1)² without the constant
    K = polynomial(X, degree=2, coef0=1)
    beta, b = kernel_ridge(K, y, 0.3)
    np.testing.assert_allclose(K @ beta + b,
                               Ridge(0.3).fit(features, y).predict(features), atol=1e-9)


# ---------------------------------------------------------------------------- what it promises

@BOTH
@SLACKS
@few
@given(seed=st.integers(0, 10**6))
def test_each_coefficient_tells_where_its_sample_lies(seed, solver, slack):
    """β = 0 inside, its sign on the border or outside, C·ξ or its bound: the KKT conditions."""
    rng = np.random.default_rng(seed)
    n, C, epsilon = 18, float(rng.choice([0.1, 2.0])), float(rng.choice([0.0, 0.4]))
    X = rng.normal(size=(n, 1)).round(1)                    # some of them twice
    y = rng.normal(size=n).round(1)
    model = SVR(C, epsilon=epsilon, slack=slack, gamma=1.0, tol=1e-9, solver=solver).fit(X, y)
    beta, residual = model.beta_, y - model.predict(X)
    np.testing.assert_array_equal(beta[model.support_], model.dual_coef_[0])
    xi = np.maximum(0, np.abs(residual) - epsilon)
    assert beta.sum() == pytest.approx(0, abs=1e-9)
    assert (xi[beta == 0] < 1e-7).all()
    assert (beta * residual >= -1e-7).all()
    if slack == "squared":
        np.testing.assert_allclose(np.abs(beta), C * xi, atol=1e-6)
    else:
        assert (np.abs(beta) <= C).all() and (np.abs(beta)[xi > 1e-6] == C).all()
    above, below = model.solution_.alpha.reshape(2, -1)
    assert not (above * below).any()


def test_a_penalty_large_enough_leaves_nobody_outside():
    X, y = make_wave(n=25)
    wide = SVR(1e6, epsilon=0.3, gamma=2.0, tol=1e-9).fit(X, y)
    assert (np.abs(y - wide.predict(X)) <= 0.3 + 1e-7).all()
    assert np.abs(wide.dual_coef_).max() < 1e6
    larger = SVR(2 * np.abs(wide.dual_coef_).max(), epsilon=0.3, gamma=2.0, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(larger.predict(X), wide.predict(X), atol=1e-6)


def test_moving_the_targets_moves_the_curve_and_weights_are_counts():
    X, y = make_wave(n=20)
    for model in (SVR(gamma=1.0, tol=1e-10), SVR(slack="squared", gamma=1.0, tol=1e-10)):
        still = model.fit(X, y).predict(X)
        np.testing.assert_allclose(model.fit(X, y + 1e6).predict(X) - 1e6, still, atol=1e-6)
        counts = np.arange(20) % 3
        weighted = model.fit(X, y, sample_weight=counts).predict(X)
        often = model.fit(np.repeat(X, counts, axis=0), np.repeat(y, counts)).predict(X)
        np.testing.assert_allclose(weighted, often, atol=1e-6)


def test_far_from_the_origin_a_line_keeps_its_digits():
    X, y = make_eight_points()
    model = SVR(kernel="linear", tol=1e-9)
    slope = model.fit(X, y).coef_[0, 0]
    assert model.fit(X + 1e8, y).coef_[0, 0] == pytest.approx(slope, rel=1e-7)
    np.testing.assert_allclose(model.predict(X + 1e8), clone(model).fit(X, y).predict(X),
                               atol=1e-7)


def test_given_kernel_values_and_own_kernels_give_the_same_curve():
    X, y = make_wave(n=20)
    K = rbf(X, gamma=0.5)
    named = SVR(tol=1e-9, gamma=0.5).fit(X, y)
    given_K = SVR(tol=1e-9, kernel="precomputed").fit(K, y)
    own = SVR(tol=1e-9, kernel=lambda A, B: rbf(A, B, gamma=0.5)).fit(X, y)
    np.testing.assert_allclose(given_K.predict(K), named.predict(X), atol=1e-7)
    np.testing.assert_allclose(own.predict(X), named.predict(X), atol=1e-7)
    with pytest.raises(AttributeError, match="linear kernel"):
        _ = named.coef_


# ---------------------------------------------------------------------------- degenerate samples

@BOTH
@SLACKS
def test_a_tube_wider_than_the_targets_needs_no_sample(solver, slack):
    X, y = make_eight_points()
    for kernel in ("linear", "rbf"):
        model = SVR(epsilon=3, slack=slack, kernel=kernel, solver=solver).fit(X, y)
        assert len(model.support_) == 0 and model.duality_gap_ == 0
        assert model.intercept_interval_ == pytest.approx((3, 4))     # max y - ε to min y + ε
        assert model.intercept_[0] == pytest.approx(3.5)
        np.testing.assert_allclose(model.predict(X), 3.5)
        edge = SVR(epsilon=2.5, slack=slack, kernel=kernel, solver=solver).fit(X, y)
        assert edge.intercept_interval_ == pytest.approx((3.5, 3.5))


@BOTH
@SLACKS
@pytest.mark.parametrize("epsilon", [0.0, 0.1])
def test_one_sample_constant_targets_and_duplicates(solver, slack, epsilon):
    options = {"epsilon": epsilon, "slack": slack, "solver": solver, "tol": 1e-8, "gamma": 1.0}
    one = SVR(**options).fit([[3.0]], [7.0])
    assert one.predict([[0.0]])[0] == pytest.approx(7.0)
    assert one.intercept_interval_ == pytest.approx((7 - epsilon, 7 + epsilon))
    X, y = make_wave(n=12)
    flat = SVR(**options).fit(X, np.full(12, 2.0))
    np.testing.assert_allclose(flat.predict(X), 2.0, atol=1e-7)
    twins = SVR(**options).fit([[0.0], [0.0], [1.0]], [0.0, 1.0, 0.5])
    assert epsilon - 1e-6 <= twins.predict([[0.0]])[0] <= 1 - epsilon + 1e-6
    assert twins.solution_.converged


@SLACKS
@pytest.mark.parametrize("C, solver", [(1e-6, "fast"), (1e6, "fast"), (1e-6, "smo"), (100, "smo")])
@pytest.mark.parametrize("scale", [1e-3, 1e4])
def test_any_penalty_and_any_unit_ends_certified(solver, slack, C, scale):
    X, y = make_wave(n=30)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        model = SVR(C, epsilon=0.2 * scale, slack=slack, gamma=0.5, tol=1e-4 * scale,
                    solver=solver, max_iter=10**6).fit(X, scale * y)
    assert model.kkt_gap_ <= 1e-4 * scale
    if C < 1 < scale:       # so little may be paid that the curve is flat
        assert np.ptp(model.predict(X)) < 1e-4 * scale


def test_a_run_cut_short_says_so():
    X, y = make_wave()
    with pytest.warns(ConvergenceWarning, match=r"KKT gap of .*\(max_iter"):
        short = SVR(C=10, gamma=1.0, max_iter=2, tol=1e-9).fit(X, y)
    assert "NOT converged" in repr(short)
    assert short.duality_gap_ > 0.01 and (np.abs(short.dual_coef_) <= 10).all()


def test_no_sample_is_pushed_up_and_down_at_once():
    problem = TubeProblem(DenseGram(np.eye(2)), np.array([0.0, 1.0]), C=1.0, epsilon=0.25)
    found = problem.solution(np.array([0.5, 0.9, 0.75, 0.65]), n_iter=0, tol=9)
    np.testing.assert_allclose(found.alpha, [0, 0.25, 0.25, 0])
    assert found.objective == pytest.approx(problem.objective(found.alpha))
    assert found.objective > problem.objective(np.array([0.5, 0.9, 0.75, 0.65]))


def test_weak_duality_holds_at_any_point():
    rng = np.random.default_rng(5)
    X, y = make_wave(n=10)
    for squared in (False, True):
        problem = TubeProblem(LazyGram(X, "rbf", gamma=1.0), y, 2.0, 0.3, squared=squared)
        for _ in range(50):
            alpha = np.concatenate([a := rng.uniform(0, 2, 10), rng.permutation(a)])
            assert problem.duality_gap(alpha, float(rng.normal())) > 0
        K = problem.gram.to_array()
        np.testing.assert_allclose(problem.gram.dot(alpha), K @ alpha)
        np.testing.assert_allclose(problem.gram.rows(np.array([3, 12])), K[[3, 12]])
        np.testing.assert_allclose(problem.gram.diagonal, np.diag(K))
        assert isinstance(problem.gram, CopiedGram) and problem.gram.row_cost >= 1


@SLACKS
def test_the_primal_value_is_that_of_the_curve_and_meets_the_dual_at_the_optimum(slack):
    """½‖w‖² and the slack, from K, y and f alone; gaps that are too large are seen, too."""
    X, y = make_wave(n=10)
    rng, C, epsilon, squared = np.random.default_rng(6), 2.0, 0.3, slack == "squared"
    problem = TubeProblem(LazyGram(X, "rbf", gamma=1.0), y, C, epsilon, squared=squared)
    K = np.exp(-(X - X.T)**2)
    for _ in range(20):
        alpha, b = np.concatenate([a := rng.uniform(0, 2, 10), rng.permutation(a)]), rng.normal()
        beta = alpha[:10] - alpha[10:]
        xi = np.maximum(0, np.abs(y - K @ beta - b) - epsilon)
        loss = C / 2 * np.sum(xi**2) if squared else C * np.sum(xi)
        assert problem.primal(alpha, b) == pytest.approx(beta @ K @ beta / 2 + loss)
    model = SVR(C, epsilon=epsilon, gamma=1.0, slack=slack, tol=1e-9).fit(X, y)
    assert -1e-12 < model.duality_gap_ < 1e-6


# -------------------------------------------------------------------------------------- refusals

@pytest.mark.parametrize("options, words", [
    ({"C": 0}, "C must lie in"), ({"C": np.inf}, "C must lie in"), ({"C": "1"}, "C must be a num"),
    ({"epsilon": -0.1}, "epsilon must lie in"), ({"epsilon": np.nan}, "epsilon must lie in"),
    ({"epsilon": np.inf}, "epsilon must be finite"), ({"slack": "cubed"}, "slack must be one of"),
    ({"kernel": "sigmoid"}, "kernel must be one of"), ({"solver": "qp"}, "solver must be one of"),
    ({"max_iter": 0}, "max_iter must be"), ({"tol": 0}, "tol must lie in"),
    ({"gamma": -1.0}, "gamma must lie in"), ({"gamma": "wide"}, "gamma must be")])
def test_what_is_no_parameter_is_refused(options, words):
    X, y = make_eight_points()
    with pytest.raises((ValueError, TypeError), match=words):
        SVR(**options).fit(X, y)


def test_what_are_no_data_is_refused():
    X, y = make_eight_points()
    with pytest.raises(ValueError, match="text such as 'a'"):
        SVR().fit([["a"]] * 8, y)
    with pytest.raises(ValueError):
        SVR().fit(X, ["low"] * 8)
    with pytest.raises(ValueError, match="at least one non-zero"):
        SVR().fit(X, y, sample_weight=np.zeros(8))
    with pytest.raises(ValueError, match="semi-definite"):
        SVR(kernel="precomputed").fit(-np.eye(8), y)
    with pytest.raises(ValueError, match="symmetric"):
        SVR(kernel="precomputed").fit(np.triu(np.ones((8, 8))), y)


# ------------------------------------------------------------------------- the two small functions

def test_the_bordered_system_solves_what_it_says():
    rng = np.random.default_rng(3)
    for _ in range(20):
        B, y = rng.normal(size=(9, 3)), rng.normal(size=9)
        lam = float(rng.choice([0.01, 1.0, 100.0]))
        beta, b = kernel_ridge(B @ B.T, y, lam)
        assert beta.sum() == pytest.approx(0, abs=1e-9)
        np.testing.assert_allclose(B @ B.T @ beta + lam * beta + b, y, atol=1e-9)


def test_nadaraya_watson_is_a_mean_with_the_limits_it_claims():
    X, y = make_wave()
    places = np.linspace(-50, 60, 111)[:, None]
    for h in (1e-200, 0.1, 1.0, 10.0, 1e8):
        smooth = nadaraya_watson(X, y, places, h)
        assert y.min() - 1e-12 <= smooth.min() and smooth.max() <= y.max() + 1e-12
    nearest = y[np.abs(places - X.T).argmin(axis=1)]
    np.testing.assert_allclose(nadaraya_watson(X, y, places, 1e-5), nearest)
    np.testing.assert_allclose(nadaraya_watson(X, y, places, 1e8), y.mean())
    k = rbf(places[50:60], X, gamma=0.5)                        # h = 1, where no weight is 0
    np.testing.assert_allclose(nadaraya_watson(X, y, places[50:60], 1.0), k @ y / k.sum(axis=1))
    assert nadaraya_watson([[0.0], [2.0]], [1.0, 5.0], [[1.0]], 1e-3)[0] == 3      # a tie
    for bad in ({"h": 0}, {"h": np.inf}, {"y": y[:3]}, {"X": X[:0], "y": y[:0]}):
        with pytest.raises(ValueError):
            nadaraya_watson(**{"X": X, "y": y, "X_new": places, "h": 1.0} | bad)
