"""Lesson A2: its explorer, exercises, figures and ages, and what the page claims of tubes.

Curves are judged by scikit-learn's SVR and by linear algebra.
"""
from __future__ import annotations

import itertools
import json
import pathlib
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from scipy.stats import norm
from sklearn.linear_model import Ridge
from sklearn.svm import SVR as LibSVR

from coursekit.datasets import load_titanic, make_eight_points, make_wave
from coursekit.exercise import grade
from coursekit.kernels import nadaraya_watson, rbf
from coursekit.lessons.lesson03.pairs import maximal_violating_pair
from coursekit.lessons.lessona2 import Tube, figures
from coursekit.lessons.lessona2.ages import known_ages, median_by, years_off
from coursekit.lessons.lessona2.exercises.kernel_ridge import kernel_ridge
from coursekit.lessons.lessona2.exercises.tube_dual import tube_dual
from coursekit.lessons.lessona2.explorers.tube import MOST, REACH
from coursekit.lessons.lessona2.wave import WIDTHS, errors, fit, fresh, rmse, without_hollow
from coursekit.statistics import clustered_interval
from coursekit.svm import SVR, DualProblem
from coursekit.svm.gram import DenseGram
from coursekit.svm.smo import best_step, segment_ends
from coursekit.svm.tube import TubeProblem
from cases import ALL, some
from page_code import page_functions
from panels import panels
from sentences import says
from states import corners, preset_states
from night import nightly

PAGE = page_functions("a2_support_vector_regression", maximal_violating_pair=maximal_violating_pair,
                      best_step=best_step, segment_ends=segment_ends)
smo = PAGE["smo"]
GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden.json").read_text("utf-8"))
X_WAVE, Y_WAVE = make_wave()


def objective(w, b, X, y, epsilon, C=1.0):
    return w * w / 2 + C * np.maximum(0, np.abs(y - w * X[:, 0] - b) - epsilon).sum()


# -- the explorer ------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def tube():
    return Tube()


def peer(epsilon, C, h, slack):
    """Return scikit-learn's curve as a function, and its coefficients of all samples."""
    def k(A):
        return np.exp(-((A - X_WAVE.T) ** 2) / (2 * h**2))
    K, most = (k(X_WAVE), C) if slack == "linear" else (k(X_WAVE) + np.eye(40) / C, 1e6)
    model = LibSVR(kernel="precomputed", C=most, epsilon=epsilon, tol=1e-7).fit(K, Y_WAVE)
    beta = np.zeros(40)
    beta[model.support_] = model.dual_coef_[0]
    return (lambda A: k(A) @ beta + model.intercept_[0]), beta


STATES = [{}, *preset_states(Tube), {"C": 0.1}, {"h": 10**-0.5},
          {"epsilon": 1.2, "slack": "squared"},
          {"epsilon": 0.3, "C": 1.0, "beside": "errors", "drop": True}]


@pytest.mark.parametrize("state", STATES, ids=str)
def test_its_numbers_and_marks_are_those_of_another_solver(tube, state):
    tube.reset()
    tube.set(**state)
    state = tube.state()
    f, beta = peer(*(state[k] for k in ("epsilon", "C", "h", "slack")))
    held, residual = np.abs(beta) > 1e-6, Y_WAVE - f(X_WAVE)
    says(tube.status, {"tube ε = #, penalty C = #, width h = #,":
                       [state["epsilon"], state["C"], state["h"]],
                       "# of # samples pull": [int(held.sum()), 40]}, whole=False, slack=0.005)
    if state["slack"] == "linear":
        full = int(np.sum(np.abs(beta) > state["C"] * (1 - 1e-6)))
        assert (f"{full or 'none'} of them with all of C") in tube.status
    own = np.sqrt(np.mean(residual**2))
    if state["beside"] == "errors":
        other = np.sqrt(np.mean((fresh()[1] - f(fresh()[0])) ** 2))
        says(tube.status, {"the error on these samples is # and on fresh ones #": [own, other]},
             whole=False, slack=0.006)
    elif not state["drop"]:
        says(tube.status, {"the error on these samples is #": own}, whole=False, slack=0.006)
    plane = panels(tube)[0]
    lines = [np.array(line.get_xydata()) for line in plane.lines if line.get_visible()]
    thick = max(lines, key=len)
    assert thick[:, 1] == pytest.approx(f(thick[:, :1]), abs=2e-3)
    assert sum(len(points) == held.sum() for points in lines)
    strip = panels(tube)[1]
    bars = next(c for c in strip.collections if isinstance(c, LineCollection)).get_segments()
    assert len(bars) == held.sum()
    for (x, foot), (_, tip) in bars:
        pull = beta[np.abs(X_WAVE[:, 0] - x).argmin()] / state["C"]
        assert foot == 0 and tip == pytest.approx(pull, abs=2e-3)
        assert abs(tip) < strip.get_ylim()[1]


def test_the_tube_reaches_epsilon_up_and_down_and_samples_lie_on_their_cost(tube):
    for epsilon, slack in itertools.product((0.4, 1.5), ("linear", "squared")):
        tube.reset()
        tube.set(epsilon=epsilon, slack=slack)
        plane, _, cost = panels(tube)[:3]
        area = next(c for c in plane.collections if isinstance(c, PolyCollection))
        (path, *_) = area.get_paths()
        curve = max(plane.lines, key=lambda a: len(a.get_xdata()))
        for x, f in curve.get_xydata():
            ends = path.vertices[np.isclose(path.vertices[:, 0], x), 1]
            assert (ends.max(), ends.min()) == pytest.approx((f + epsilon, f - epsilon))
        line, *dots = (np.array(a.get_xydata()) for a in cost.lines)
        r = np.vstack(dots)
        out = np.maximum(0, np.abs(r[:, 0]) - epsilon)
        assert len(r) == 40
        assert r[:, 1] == pytest.approx(out if slack == "linear" else out**2 / 2)
        inside = np.abs(line[:, 0]) <= epsilon
        assert not line[inside, 1].any()


@pytest.mark.parametrize("C, h, slack", [(10, 1, "linear"), (0.1, 0.3, "linear"),
                                         (1, 1, "squared"), (100, 3, "squared")])
def test_the_curves_of_errors_are_those_of_single_fits(C, h, slack):
    table = errors(C, h, slack)
    for k in (0, 8, 20):
        curve = fit(float(WIDTHS[k]), C, h, slack)
        assert table[0, k] == pytest.approx(rmse(Y_WAVE, curve.f), abs=1e-3)
        assert table[1, k] == pytest.approx(rmse(fresh()[1], curve.model.predict(fresh()[0])),
                                            abs=1e-3)


def test_the_answers_of_the_opening_are_what_it_shows(tube):
    own, other = errors(10, 1)
    assert 0.7 < WIDTHS[other.argmin()] < 1.1 and WIDTHS[own.argmin()] < WIDTHS[other.argmin()]
    assert (np.diff(own[own.argmin():]) > -1e-3).all()
    assert other[8] < min(other[0], other[20])
    tube.reset()
    tube.set(C=0.1)
    beta = fit(0.6, 0.1, 1).beta
    assert np.mean(np.abs(beta[beta != 0]) == 0.1) > 0.9
    curve, k = fit(0.6, 10, 0.1), int(np.diff(X_WAVE[:, 0]).argmax())
    gap = curve.model.predict(X_WAVE[k:k + 2].mean(keepdims=True))
    assert gap == pytest.approx(curve.model.intercept_, abs=0.01)
    squared = fit(0.0, 10, 1, "squared")
    assert np.abs(squared.beta).argmax() == np.abs(squared.residual).argmax()


@pytest.mark.parametrize("slack", ["linear", "squared"])
def test_without_the_hollow_samples_the_curve_stays_for_every_setting(slack):
    places = np.linspace(0, 9, 50)[:, None]
    for epsilon, C, h in itertools.product((0.0, 0.6, 1.5, 2.5, 3.0), (0.1, 10.0), (0.3, 3.0)):
        curve, again = fit(epsilon, C, h, slack), without_hollow(epsilon, C, h, slack)
        if again is None:
            assert not curve.pulls.any() and epsilon >= np.ptp(Y_WAVE) / 2
            continue
        assert np.abs(again.predict(places) - curve.model.predict(places)).max() < 1e-3


@pytest.mark.parametrize("state", some(corners(Tube)), ids=str)
def test_every_corner_is_drawn_in_its_frame(tube, state):
    tube.reset()
    tube.set(**state)
    assert not tube.failed and not re.search(r"nan|inf|-\d", tube.status)
    tube.png()
    words = [t for t in tube.canvas.figure.findobj(lambda a: hasattr(a, "get_fontsize"))
             if t.get_text() and t.get_visible() and t.get_animated()]
    words = [t for t in words if t.axes is None or t.axes.get_visible()]
    boxes = [t.get_window_extent() for t in words]
    assert all(0 <= b.x0 and b.x1 <= 880 and 0 <= b.y0 and b.y1 <= 510 for b in boxes)
    for k, a in enumerate(boxes):
        assert not any(a.shrunk(0.97, 0.9).overlaps(b.shrunk(0.97, 0.9)) for b in boxes[:k])
    curve = fit(*(state[k] for k in ("epsilon", "C", "h", "slack")))
    low, high = panels(tube)[0].get_ylim()
    slack = np.maximum(0, np.abs(curve.residual).max() - state["epsilon"])
    assert (slack if state["slack"] == "linear" else slack**2 / 2) < MOST[state["slack"]]
    f = curve.model.predict(np.linspace(-0.3, 9.3, 100)[:, None])
    assert low < f.min() and f.max() < high and np.abs(curve.residual).max() < REACH


# -- exercises -----------------------------------------------------------------------------------


def by_elimination(K, y, lam):
    inverse = np.linalg.inv(K + lam * np.eye(len(y)))
    b = inverse.sum(axis=0) @ y / inverse.sum()
    return inverse @ (y - b), b


def by_centring(K, y, lam):
    H = np.eye(len(y)) - 1 / len(y)
    beta = np.linalg.solve(H @ K @ H + lam * np.eye(len(y)), H @ y)
    return beta.tolist(), np.mean(y - K @ beta)


@pytest.mark.parametrize("answer", [by_elimination, by_centring])
def test_ridge_with_its_intercept_in_any_form(answer):
    assert grade("kernel-ridge", answer).status == "right"


@pytest.mark.parametrize("key, answer", [
    ("tube-dual", lambda *case: [part.reshape(2, -1) for part in tube_dual(*case)]),
    ("tube-dual", lambda *case: [part[:, None] for part in tube_dual(*case)]),
    ("kernel-ridge", lambda *case: (kernel_ridge(*case)[0][:, None], kernel_ridge(*case)[1])),
    ("kernel-ridge", lambda *case: (kernel_ridge(*case)[0], [kernel_ridge(*case)[1]])),
])
def test_shapes_that_the_page_cannot_go_on_with_are_refused(key, answer):
    assert grade(key, answer).status == "wrong"


# -- 1: errors that are free -------------------------------------------------------------------

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


@pytest.mark.parametrize("seed", range(10))
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
    wave = [SVR(C=10, epsilon=e, gamma=0.5, tol=1e-9).fit(X_WAVE, Y_WAVE) for e in (0.64, 0.66)]
    assert len(wave[0].support_) < len(wave[1].support_)


def test_the_title_over_the_curve_says_no_tube_only_where_there_is_none(tube):
    tube.reset()
    for epsilon, words in ((0.0, "Without a tube"), (0.1, "So narrow a tube")):
        tube.set(epsilon=epsilon, C=0.1, h=10, slack="squared")
        assert "40 of 40 samples pull" in tube.status
        assert any(t.get_text().startswith(words)
                   for t in tube.canvas.figure.findobj(lambda a: hasattr(a, "get_fontsize")))


@nightly
def test_which_tube_is_best_changes_from_draw_to_draw():
    X_new, y_new = (part[::20] for part in fresh())

    def error(seed, epsilon, h):
        model = LibSVR(C=10, epsilon=epsilon, gamma=1 / (2 * h**2)).fit(*make_wave(seed))
        return rmse(y_new, model.predict(X_new))
    none, middle, wide = (np.array([error(seed, e, 1) for seed in range(100, 200)])
                          for e in (0, 0.8, 2))
    assert 0.4 < np.mean(middle < none) < 0.7 and (wide > np.minimum(none, middle)).all()
    lead = np.array([error(s, 0.6, 2) - error(s, 0.3, 2) for s in range(200, 400)])
    assert lead.mean() > 1.96 * lead.std() / np.sqrt(len(lead)) and 0.5 < np.mean(lead > 0) < 0.8


def test_both_multipliers_are_never_positive_and_a_free_one_gives_b():
    X, y = make_wave()
    model = SVR(1, epsilon=0.4, gamma=0.5, tol=1e-10).fit(X, y)
    above, below = model.solution_.alpha.reshape(2, -1)
    assert not (above * below).any()
    free = (np.abs(model.beta_) > 0) & (np.abs(model.beta_) < 1)
    b = y - rbf(X, gamma=0.5) @ model.beta_ - 0.4 * np.sign(model.beta_)
    np.testing.assert_allclose(b[free], model.intercept_[0], atol=1e-8)


def test_without_a_tube_a_sample_on_the_curve_may_pull_either_way():
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


# -- 3: the solver of lesson 03 ----------------------------------------------------------------

@pytest.mark.parametrize("seed", range(4))
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


# -- 4, 5: slacks and ridge --------------------------------------------------------------------

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


# -- 6: weighted means -------------------------------------------------------------------------

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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("epsilon", [0.0, 0.4])
def test_any_samples_without_a_pull_may_be_deleted(seed, epsilon):
    """Not only all of them; b is one of the optimal heights that are left."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(9, 1)).round(1), 2 * rng.normal(size=9).round(1)
    C = float(rng.choice([0.1, 1, 10]))
    model = SVR(C, epsilon=epsilon, gamma=0.5, tol=1e-9).fit(X, y)
    keep = (model.beta_ != 0) | (rng.random(9) < 0.5)
    keep[0] = True
    rest = SVR(C, epsilon=epsilon, gamma=0.5, tol=1e-9).fit(X[keep], y[keep])
    assert np.ptp(rest.predict(X) - model.predict(X)) < 1e-6
    low, high = rest.intercept_interval_
    assert low - 1e-6 <= model.intercept_[0] <= high + 1e-6


@pytest.mark.parametrize("seed", range(8))
def test_a_penalty_above_the_largest_pull_of_the_hard_tube_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    X, y = np.sort(rng.uniform(0, 9, 10))[:, None], rng.normal(size=10)
    hard = SVR(1e5, epsilon=0.3, gamma=2.0, tol=1e-9).fit(X, y)
    most = np.abs(hard.beta_).max()
    assert np.abs(y - hard.predict(X)).max() < 0.3 + 1e-6 and most < 1e5
    above, below = (SVR(factor * most, epsilon=0.3, gamma=2.0, tol=1e-9).fit(X, y)
                    for factor in (1.01, 0.9))
    assert above.predict(X) == pytest.approx(hard.predict(X), abs=1e-6)
    assert np.abs(below.predict(X) - hard.predict(X)).max() > 1e-5


@pytest.mark.parametrize("seed", range(5))
def test_the_bordered_matrix_is_invertible_and_its_solution_the_maximum(seed):
    rng = np.random.default_rng(seed)
    X, y, lam = rng.normal(size=(6, 2)).round(), rng.normal(size=6), rng.uniform(0.1, 2)
    K = X @ X.T                                     # singular, with duplicates
    M = np.block([[K + lam * np.eye(6), np.ones((6, 1))], [np.ones((1, 6)), np.zeros((1, 1))]])
    assert np.linalg.cond(M) < 1e4
    beta, _ = kernel_ridge(K, y, lam)
    for move in rng.normal(size=(50, 6)):
        other = beta + move - move.mean()
        assert (y @ other - other @ (K + lam * np.eye(6)) @ other / 2
                < y @ beta - beta @ (K + lam * np.eye(6)) @ beta / 2)


# -- outliers and figures -----------------------------------------------------------------------

def test_raised_targets_move_the_ridge_and_not_the_tube():
    lifted, clean = [], []
    for seed in range(8):
        X, y = make_wave(seed)
        up = y.copy()
        up[np.random.default_rng(seed).choice(40, 3, replace=False)] += 8
        K, K_new = rbf(X, gamma=0.5), rbf(fresh()[0][::20], X, gamma=0.5)
        row = []
        for target in (y, up):
            beta, b = kernel_ridge(K, target, 1.0)
            tube = LibSVR(C=1, epsilon=0.6, gamma=0.5).fit(X, target)
            row.append([rmse(fresh()[1][::20], f) for f in (
                tube.predict(fresh()[0][::20]), K_new @ beta + b)])
        clean.append(row[0])
        lifted.append(row[1])
    (tube, ridge), (tube_up, ridge_up) = np.mean(clean, axis=0), np.mean(lifted, axis=0)
    assert abs(tube - ridge) < 0.05 and tube_up < tube + 0.06 and ridge_up > ridge + 0.2


def test_the_figures_draw_what_they_are_given():
    X, y = make_eight_points()
    model = SVR(epsilon=1.0, kernel="linear").fit(X, y)
    figure = figures.plot_panels({"ε = 1": figures.Panel(
        model.predict, 1.0, model.beta_, lambda p: 2 * p[:, 0])} | {
        str(k): figures.Panel(model.predict, 0.5, model.beta_, model.predict) for k in range(2)},
        X, y, "t", "double")
    lines = {line.get_label(): np.array(line.get_xydata()) for line in figure.axes[0].lines}
    assert lines["_f"][:, 1] == pytest.approx(model.predict(lines["_f"][:, :1]))
    assert lines["double"][:, 1] == pytest.approx(2 * lines["double"][:, 0])
    assert len(lines["pulls"]) == len(model.support_) == 8 - len(lines["does not pull"])
    drawn = figures.plot_weights(X_WAVE, Y_WAVE, 1.0, 4.0, "t").axes[0]
    (mean,) = [line.get_ydata()[0] for line in drawn.lines if line.get_label() == "mean at x"]
    assert mean == pytest.approx(nadaraya_watson(X_WAVE, Y_WAVE, np.array([[4.0]]), 1.0)[0])
    areas = drawn.collections[0].get_sizes()
    k = rbf(np.array([[4.0]]), X_WAVE, gamma=0.5)[0]
    assert areas / areas.sum() == pytest.approx(k / k.sum())


def test_a_tube_is_drawn_around_the_curve_that_has_one():
    curves = {"a": lambda p: p[:, 0], "b": lambda p: -p[:, 0]}
    before = {"a": lambda p: p[:, 0] + 2, "b": lambda p: -p[:, 0]}
    figure = figures.plot_outliers(before, curves, X_WAVE, Y_WAVE, Y_WAVE, {"a": 0.6}, "t")
    assert [ax.texts[-1].get_text()[-3:] for ax in figure.axes] == ["2.0", "0.0"]
    (tube,), (*none,) = (ax.collections for ax in figure.axes)
    x, height = tube.get_paths()[0].vertices.T
    assert np.abs(height - x).max() == pytest.approx(0.6) and not none


def test_years_apart_lie_on_either_side_of_the_reference():
    figure = figures.plot_extra({"worse": (1.0, 0.5, 1.5), "open": (-0.1, -0.4, 0.2)}, "best", "t")
    lines = {line.get_label(): line for line in figure.axes[0].lines}
    assert set(lines["best"].get_xdata()) == {0}
    assert lines["worse"].get_xdata() == [1.0] and lines["open"].get_xdata() == [-0.1]
    assert list(lines["interval, open"].get_xdata()) == [-0.4, 0.2]
    assert lines["worse"].get_color() != lines["open"].get_color()


def test_the_opening_does_not_say_what_happens_without_the_hollow_samples():
    opening = Tube(only=("epsilon",))
    assert [ax.get_visible() for ax in panels(opening)[2:4]] == [False, False]
    for epsilon in (0.6, 0.7, 0.0, 3.0):
        opening.set(epsilon=epsilon)
        told = {t.get_text() for ax in panels(opening) for t in ax.texts}
        held = int(fit(epsilon, 10, 1).pulls.sum())
        assert f"{held} blue, {40 - held} hollow" in told
        assert (f"What if the {40 - held} hollow samples go?" in told) == (0 < held < 40)
        assert "stays" not in " ".join(told) and "moved" not in " ".join(told)


# -- ages -----------------------------------------------------------------------------------------

def test_medians_of_groups_and_what_stands_in_for_a_group_that_is_missing():
    people = pd.DataFrame({"Title": list("aaabbc"), "Pclass": [1, 1, 2, 1, 1, 3],
                           "Age": [10.0, 20, 60, 5, 7, 90], "Ticket": list("123456")})
    train, test = np.array([0, 1, 3, 4]), np.array([2, 5])
    assert median_by(people)(train, test).tolist() == [8.5, 8.5]
    assert median_by(people, "Title")(train, test).tolist() == [15, 8.5]
    assert median_by(people, "Title", "Pclass")(train, test).tolist() == [15, 8.5]
    assert median_by(people, "Title", "Pclass")(np.arange(6), np.arange(6)).tolist() == [
        15, 15, 60, 6, 6, 90]


def test_no_ticket_is_on_both_sides_and_everybody_is_judged_once():
    people, F, age = known_ages()
    titanic = load_titanic()
    assert len(people) == len(F) == titanic["Age"].notna().sum() and F[:, :-3].sum() == 2 * len(F)
    asked = []

    def predict(train, test):
        assert not set(people["Ticket"].iloc[train]) & set(people["Ticket"].iloc[test])
        assert len(train) + len(test) == len(people)
        asked.extend(test)
        return age[test] - 2
    assert (years_off(predict, people) == 2).all() and sorted(asked) == list(range(len(people)))


def test_a_bar_is_as_long_as_its_bandwidth():
    widths = 0.1, 0.7, 5
    figure = figures.plot_windows({h: lambda p: p[:, 0] for h in widths}, X_WAVE, Y_WAVE, "t")
    for ax, h in zip(figure.axes, widths, strict=True):
        (bar,) = [line for line in ax.lines if line.get_label() == "bandwidth h"]
        assert np.ptp(bar.get_xdata()) == pytest.approx(h)


# -- what the page says of many draws -------------------------------------------------------------

def test_the_variance_of_a_level_in_a_tube_is_that_of_the_page():
    """The best level is the median of all targets minus ε and all targets plus ε."""
    times = page_functions("a2_support_vector_regression", norm=norm)["times_the_mean"]
    noise = np.random.default_rng(0).normal(size=(4000, 401))
    for epsilon in (0.0, 0.612, 1.5):
        level = np.median(np.concatenate([noise - epsilon, noise + epsilon], axis=1), axis=1)
        assert level.var() * 401 == pytest.approx(times(epsilon), rel=0.07)
    grid = np.linspace(0, 2, 201)
    assert grid[np.argmin([times(e) for e in grid])] == pytest.approx(0.61)


@pytest.mark.skipif(not ALL, reason="fifty divisions of the passengers")
def test_what_is_settled_in_fifty_divisions():
    people, F, age = known_ages()

    def tube(epsilon):
        return lambda train, test: LibSVR(C=30, epsilon=epsilon, gamma=0.3).fit(
            F[train], age[train]).predict(F[test])

    def ridge(train, test):
        beta, b = kernel_ridge(rbf(F[train], gamma=0.3), age[train], 1.0)
        return rbf(F[test], F[train], gamma=0.3) @ beta + b
    rules = median_by(people, "Title", "Pclass"), ridge, tube(0)
    worse, better = np.zeros(3, int), np.zeros(3, int)
    for seed in range(50):
        five = years_off(tube(5), people, seed)
        ends = [clustered_interval(years_off(rule, people, seed) - five, people["Ticket"])[1:]
                for rule in rules]
        worse += [low > 0 for low, _ in ends]
        better += [high < 0 for _, high in ends]
    assert worse.tolist() == [50, 0, 0] and better.tolist() == [0, 0, 3]
