"""What appendix A2 says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

import itertools
import json
import pathlib

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from sklearn.linear_model import Ridge
from sklearn.svm import SVR as LibSVR

from coursekit.datasets import make_eight_points, make_wave
from coursekit.exercises.lessona2 import tube_dual
from coursekit.kernels import nadaraya_watson, rbf
from coursekit.svm import SVR, DualProblem, kernel_ridge, solve_smo
from coursekit.svm.experiments import maximal_violating_pair
from coursekit.svm.gram import DenseGram
from coursekit.svm.smo import best_step, segment_ends
from coursekit.svm.tube import TubeProblem
from page_code import page_functions

PAGE = page_functions("a2_support_vector_regression", maximal_violating_pair=maximal_violating_pair,
                      best_step=best_step, segment_ends=segment_ends)
smo = PAGE["smo"]
GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden.json").read_text("utf-8"))


def objective(w, b, X, y, epsilon, C=1.0):
    return w * w / 2 + C * np.maximum(0, np.abs(y - w * X[:, 0] - b) - epsilon).sum()


# ------------------------------------------------------------------------ 1: errors that are free

def test_the_eight_samples_are_those_of_the_slides():
    X, y = make_eight_points()
    table = GOLDEN["univariate_regression"]["fitting_data"]
    assert X[:, 0].tolist() == table["x"] and y.tolist() == table["y"]


def test_level_from_half_the_range_on_and_then_the_height_is_free():
    X, y = make_eight_points()
    for epsilon in np.arange(0, 6, 0.25):
        model = SVR(epsilon=epsilon, kernel="linear", tol=1e-9).fit(X, y)
        assert (not model.coef_.any()) == (epsilon >= np.ptp(y) / 2)
        if epsilon >= 2.5:
            for b in (y.max() - epsilon, y.min() + epsilon):
                assert objective(0, b, X, y, epsilon) == pytest.approx(0)
            assert objective(0, y.max() - epsilon - 0.01, X, y, epsilon) > 0
            assert objective(0, y.min() + epsilon + 0.01, X, y, epsilon) > 0
    # the slides' last panel, ε = 2, is no level line here
    assert SVR(epsilon=2, slack="squared", kernel="linear").fit(X, y).coef_[0, 0] > 0.13


def test_the_slope_falls_for_the_eight_samples_and_may_rise_for_others():
    slopes = [SVR(epsilon=e, kernel="linear", tol=1e-9).fit(*make_eight_points()).coef_[0, 0]
              for e in np.arange(0, 2.6, 0.1)]
    assert (np.diff(slopes) < 1e-7).all()
    X, y = np.arange(4.0)[:, None], np.array([0.0, 1.0, 3.0, 1.0])
    for epsilon, slope in ((0.0, 0.0), (0.5, 1 / 3)):
        model = SVR(epsilon=epsilon, kernel="linear", tol=1e-9).fit(X, y)
        assert model.coef_[0, 0] == pytest.approx(slope, abs=1e-7)
        best = min(objective(w, b, X, y, epsilon) for w in np.arange(-1, 1.01, 1 / 12)
                   for b in np.arange(-1, 3, 1 / 12))
        assert best == pytest.approx(model.dual_objective_, abs=1e-7)


def test_the_primal_has_no_better_line():
    X, y = make_eight_points()
    rng = np.random.default_rng(1)
    for epsilon in (0.0, 0.5, 1.5):
        model = SVR(epsilon=epsilon, kernel="linear", tol=1e-9).fit(X, y)
        best = objective(model.coef_[0, 0], model.intercept_[0], X, y, epsilon)
        assert best == pytest.approx(model.dual_objective_, abs=1e-8)
        for scale in (1.0, 0.01):
            for dw, db in rng.normal(scale=scale, size=(300, 2)):
                assert objective(model.coef_[0, 0] + dw, model.intercept_[0] + db, X, y,
                                 epsilon) >= best - 1e-9


# ------------------------------------------------------------------------------------- 2: the dual

def test_samples_inside_the_tube_may_be_left_out():
    X, y = make_wave()
    model = SVR(10, epsilon=0.6, gamma=0.5, tol=1e-10).fit(X, y)
    rest = SVR(10, epsilon=0.6, gamma=0.5, tol=1e-10).fit(X[model.support_], y[model.support_])
    np.testing.assert_allclose(rest.predict(X), model.predict(X), atol=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_without_all_other_samples_the_same_curve_is_still_optimal(seed):
    """Its height may get more room, if no multiplier is free."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(7, 1)).round(1), 2 * rng.normal(size=7).round(1)
    model = SVR(rng.choice([0.1, 1, 10]), epsilon=0.3, gamma=0.5, tol=1e-9).fit(X, y)
    held = model.support_
    rest = SVR(model.C, epsilon=0.3, gamma=0.5, tol=1e-9).fit(X[held], y[held])
    assert np.ptp(rest.predict(X) - model.predict(X)) < 1e-6
    low, high = rest.intercept_interval_
    assert low - 1e-6 <= model.intercept_[0] <= high + 1e-6


def test_the_number_of_support_vectors_may_rise_with_the_tube():
    """Each of these optima is unique: the Gaussian Gram matrix is strictly positive definite."""
    X, y = np.arange(4.0)[:, None], np.array([1.0, 3.0, 6.0, 0.0])
    counts = []
    for epsilon in (0.5, 1.0):
        peer = LibSVR(C=10, epsilon=epsilon, gamma=0.5, tol=1e-9).fit(X, y)
        ours = SVR(C=10, epsilon=epsilon, gamma=0.5, tol=1e-9).fit(X, y)
        assert np.abs(ours.dual_coef_).min() > 0.05 and len(ours.support_) == len(peer.support_)
        counts.append(len(ours.support_))
    assert counts == [3, 4]


def test_both_multipliers_are_never_positive_and_a_free_one_gives_b():
    X, y = make_wave()
    model = SVR(1, epsilon=0.4, gamma=0.5, tol=1e-10).fit(X, y)
    above, below = model.solution_.alpha.reshape(2, -1)
    assert not (above * below).any()
    free = (np.abs(model.beta_) > 0) & (np.abs(model.beta_) < 1)
    b = y - rbf(X, gamma=0.5) @ model.beta_ - 0.4 * np.sign(model.beta_)
    np.testing.assert_allclose(b[free], model.intercept_[0], atol=1e-8)


def test_without_a_tube_a_sample_on_the_curve_may_push_either_way():
    """The zones say that r = ε makes β ≥ 0, for ε > 0 only."""
    signs = {0.0: set(), 0.3: set()}
    for seed, epsilon in itertools.product(range(5), signs):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(30, 1)), rng.normal(size=30)
        model = SVR(1, epsilon=epsilon, gamma=0.5, tol=1e-10).fit(X, y)
        r, beta = y - model.predict(X), model.beta_
        signs[epsilon] |= set(np.sign(beta[np.abs(r - epsilon) < 1e-7]))
        assert (beta[r > epsilon + 1e-7] == 1).all() and (beta[r < -epsilon - 1e-7] == -1).all()
        assert not beta[np.abs(r) < epsilon - 1e-7].any()
    assert signs == {0.0: {-1, 1}, 0.3: {1}}


# ----------------------------------------------------------------------- 3: the solver of lesson 03

@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_the_loop_of_the_page_certifies_random_curves_with_duplicates(seed, epsilon):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(14, 2)).round(), rng.normal(size=14)
    K = rbf(X, gamma=0.5)
    beta, b = smo(np.block([[K, K], [K, K]]), *tube_dual(y, epsilon, 2.0), tol=1e-7)
    beta = beta[:14] + beta[14:]
    peer = SVR(2.0, epsilon=epsilon, gamma=0.5, tol=1e-9).fit(X, y)
    np.testing.assert_allclose(K @ beta, K @ peer.beta_, atol=1e-4)
    assert peer.intercept_interval_[0] - 1e-4 <= b <= peer.intercept_interval_[1] + 1e-4
    with pytest.raises(RuntimeError, match="stopped after 1 steps"):
        smo(np.block([[K, K], [K, K]]), *tube_dual(y, 0.0, 2.0), max_iter=1)


def test_the_problem_of_the_page_is_that_of_the_library():
    rng = np.random.default_rng(0)
    y, K = rng.normal(size=5), np.eye(5)
    problem = TubeProblem(DenseGram(K), y, 2.0, 0.3)
    p, A, B = tube_dual(y, 0.3, 2.0)
    np.testing.assert_array_equal(problem.p, p)
    np.testing.assert_array_equal(problem.box, (A, B))
    labels = DualProblem(K, [1, -1, 1, 1, -1])
    np.testing.assert_array_equal(labels.p, labels.y)       # lesson 03: p_k is the label


# --------------------------------------------------------------------------- 4, 5: slacks and ridge

def test_squared_slack_is_the_dual_with_a_ridge_and_its_residuals():
    X, y = make_eight_points()
    for epsilon, C in ((0.3, 1.0), (1.0, 4.0)):
        model = SVR(C, epsilon=epsilon, slack="squared", kernel="linear", tol=1e-10).fit(X, y)
        residual, beta = y - model.predict(X), model.beta_
        used = beta != 0
        np.testing.assert_allclose(residual[used],
                                   epsilon * np.sign(beta[used]) + beta[used] / C, atol=1e-7)
        K = X @ X.T
        W = y @ beta - epsilon * np.abs(beta).sum() - beta @ (K + np.eye(8) / C) @ beta / 2
        assert model.dual_objective_ == pytest.approx(W)
        slack = np.maximum(0, np.abs(residual) - epsilon)
        assert W == pytest.approx(model.coef_[0, 0]**2 / 2 + C / 2 * slack @ slack)
    many = SVR(100.0, epsilon=0.3, slack="squared", gamma=1.0, tol=1e-9).fit(X, y)
    assert np.abs(many.beta_).max() > 1                      # no upper bound C = 1 is felt


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_with_linear_slack_an_outlier_may_go_farther_and_changes_nothing(kernel):
    X, y = make_wave()
    for slack, same in (("linear", True), ("squared", False)):
        curves = []
        for height in (20, 200):
            y[10] = height
            model = SVR(1, epsilon=0.4, slack=slack, kernel=kernel, gamma=0.5, tol=1e-9)
            curves.append(model.fit(X, y).predict(X))
        assert (np.abs(curves[1] - curves[0]).max() < 1e-6) == same


def test_a_wider_tube_has_the_smaller_objective():
    X, y = make_wave()
    models = [SVR(10, epsilon=e, gamma=1 / 8).fit(X, y) for e in (0.3, 0.6, 1.2)]
    assert (np.diff([m.dual_objective_ for m in models]) < 0).all()


def test_negative_slack_would_only_cost_more():
    for r in (-1.0, 0.2, 3.0):              # the best ξ ≥ r - ε without the condition ξ ≥ 0
        best = minimize_scalar(lambda xi: xi**2, bounds=(r - 0.5, 10), method="bounded").x
        assert best == pytest.approx(max(0, r - 0.5), abs=1e-4)


def test_the_numbers_of_ridge_with_and_without_the_multiplier():
    X, y = make_eight_points()
    K, lam = X @ X.T, 0.5
    beta, b = kernel_ridge(K, y, lam)
    assert beta.sum() == pytest.approx(0, abs=1e-12)
    lost = np.linalg.solve(K + lam * np.eye(8), y)
    through_origin = Ridge(lam, fit_intercept=False).fit(X, y)
    assert lost @ X[:, 0] == pytest.approx(through_origin.coef_[0])
    assert abs(lost.sum()) > 1
    raised = np.linalg.solve(K + lam * np.eye(8), y + 10)
    assert raised @ X[:, 0] > lost @ X[:, 0] + 1             # it turns, the right line does not
    assert kernel_ridge(K, y + 10, lam)[0] @ X[:, 0] == pytest.approx(beta @ X[:, 0])
    centred = (X - X.mean()) @ (X - X.mean()).T              # with mean 0 neither turns
    turned = np.linalg.solve(centred + lam * np.eye(8), np.c_[y, y + 10]).T @ (X - X.mean())
    assert turned[0] == pytest.approx(turned[1])


def test_ridge_is_the_best_line_that_is_not_steeper():
    """And λ is what a little more steepness would gain: the multiplier as a sensitivity."""
    X, y = make_eight_points()

    def best_error(t):
        w = min(np.sqrt(t), np.cov(X[:, 0], y)[0, 1] / X[:, 0].var(ddof=1))
        r = y - w * X[:, 0]
        return np.sum((r - r.mean())**2)

    for lam in (0.5, 1.0, 10.0):
        beta, b = kernel_ridge(X @ X.T, y, lam)
        t, residual = float(beta @ X[:, 0])**2, y - X @ X.T @ beta - b
        assert best_error(t) == pytest.approx(residual @ residual)
        slope = (best_error(t + 1e-5) - best_error(t - 1e-5)) / 2e-5
        assert slope == pytest.approx(-lam, rel=1e-3)
        np.testing.assert_allclose(beta, residual / lam, atol=1e-9)


# ------------------------------------------------------------------------------- 6: weighted means

def test_a_weighted_mean_stays_in_the_range_and_needs_no_psd_kernel():
    X, y = make_wave()
    places = np.linspace(-3, 12, 200)[:, None]
    box = (np.abs(places - X.T) <= 0.6).astype(float)        # not PSD: windows of a fixed width
    square = (np.abs(X - X.T) <= 0.6).astype(float)
    assert np.linalg.eigvalsh(square).min() < -0.1
    seen = box.sum(axis=1) > 0
    assert not seen.all()                                    # where no sample is near: 0/0
    mean = box[seen] @ y / box[seen].sum(axis=1)
    assert y.min() <= mean.min() and mean.max() <= y.max()


def test_with_a_wide_gaussian_the_machine_is_curved_for_a_large_c_and_level_for_a_small_one():
    X, y = make_wave()
    wide = {C: SVR(C, epsilon=0.6, gamma=1 / 200).fit(X, y).predict(X) for C in (10, 0.01)}
    assert np.ptp(nadaraya_watson(X, y, X, 10)) < 0.1
    assert np.ptp(wide[10]) > 1 and np.ptp(wide[0.01]) < 0.02


def test_far_away_the_mean_is_the_last_target_and_the_machine_is_b():
    X, y = make_wave()
    model = SVR(10, epsilon=0.6, gamma=0.5).fit(X, y)
    far = np.array([[20.0], [60.0]])
    np.testing.assert_allclose(nadaraya_watson(X, y, far, 1.0), y[-1], atol=0.3)
    assert abs(y[-1] - y.mean()) > 1.5 and abs(y[-1]) > 1.5
    np.testing.assert_allclose(model.predict(far), model.intercept_[0], atol=1e-9)
    assert not rbf(far[1:], X, gamma=0.5).any()              # at 60 the plain formula is 0/0


# ------------------------------------------------------------------------------- the last exercise

def test_the_two_tubes_have_equal_training_errors_and_c_holds():
    X, y = make_wave()
    errors, counts = [], []
    for epsilon in (0.6, 0.3):
        model = SVR(10, epsilon=epsilon, gamma=1 / 8).fit(X, y)
        residual = np.abs(y - model.predict(X))
        errors.append(round(float(np.sqrt(np.mean(residual**2))), 2))
        counts.append(len(model.support_))
        assert (residual[model.beta_ == 0] <= epsilon + 1e-3).all()
    assert errors[0] == errors[1] and counts[0] < counts[1]


def test_which_of_the_two_is_better_depends_on_the_draw():
    wins = []
    for seed in range(1, 41):
        X, y = make_wave(seed)
        fresh = make_wave(1000 + seed, n=400)
        risk = [np.mean((fresh[1] - SVR(10, epsilon=e, gamma=1 / 8).fit(X, y).predict(fresh[0]))**2)
                for e in (0.6, 0.3)]
        wins.append(risk[0] < risk[1])
    assert 0 < np.mean(wins) < 1


def test_smo_of_the_library_solves_the_doubled_problem_too():
    X, y = make_eight_points()
    found = solve_smo(TubeProblem(DenseGram(X @ X.T), y, 1.0, 1.0), tol=1e-9)
    assert found.converged and found.alpha.shape == (16,)


def test_the_coefficients_of_ridge_are_its_residuals_over_lambda():
    X, y = make_wave()
    K, lam = rbf(X, X, gamma=0.5), 0.3
    beta, b = kernel_ridge(K, y, lam)
    np.testing.assert_allclose(lam * beta, y - K @ beta - b)


def test_targets_that_are_outliers_move_the_curve_of_squared_slack_more():
    X, y = np.arange(8.0)[:, None], np.sin(np.arange(8.0))
    moved = {}
    for slack in ("linear", "squared"):
        fits = [SVR(C=1.0, epsilon=0.1, kernel="linear",
                    slack=slack).fit(X, np.where(X.ravel() == 3, at, y)) for at in (5.0, 45.0)]
        moved[slack] = np.ptp([fit.predict(X) for fit in fits], axis=0).max()
    assert moved["linear"] < 1e-3 < moved["squared"]
