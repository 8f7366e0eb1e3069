"""Lesson a1: the rod on its springs, the valley of weights, both forms of ridge; its exercises.

Least squares is judged by NumPy and SciPy, hyperplanes by a linear program, clouds by simulation.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from scipy import linalg
from scipy.optimize import linprog, minimize
from sklearn.linear_model import LinearRegression, RidgeClassifier
from sklearn.model_selection import GroupKFold

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.lessons.lessona1 import Springs, TwoForms, Valley, figures
from coursekit.lessons.lessona1.cloud import (
    AXES, COMBINATIONS, TRUTHS, N, fits, path,
)
from coursekit.lessons.lessona1.exercises.back_substitute import back_substitute
from coursekit.lessons.lessona1.exercises.ridge_dual import ridge_dual
from coursekit.lessons.lessona1.explorers.springs import REACH, SHORT, coil, settled
from coursekit.lessons.lessona1.explorers.two_forms import TARGETS, features, fitted
from coursekit.lessons.lessona1.explorers.valley import GRAY, OPEN, SIDE, negative
from coursekit.lessons.lessona1.rod import Rod, X, Y, at_rest, lifted
from coursekit.lessons.lessona1.scoreboard import (
    BY_FOLDS, BY_TICKETS, METHODS, TITLE_LEAD, labels_by_ridge,
)
from coursekit.linear import cholesky, ridge
from coursekit.model_selection import corrected_interval
from coursekit.plots import style
from coursekit.scoreboard import (
    OUTER_FOLDS, SEEDS, load_scoreboard, passengers, right_answers,
)
from coursekit.statistics import clustered_interval
from coursekit.titanic import raw_titles
from night import nightly
from cases import some
from sentences import numbers
from states import corners, preset_states


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


# -- the rod --------------------------------------------------------------------------------


def energy_by_hand(w, b, lam=0.0):
    return sum((y - w * x - b) ** 2 for x, y in zip(X, Y, strict=True)) + lam * w**2


@pytest.mark.parametrize("lam", [0, 5, 20, 30])
def test_the_rod_at_rest_has_the_smallest_energy(lam):
    rest = at_rest(lam)
    found = minimize(lambda v: energy_by_hand(*v, lam), np.zeros(2), tol=1e-12)
    assert [rest.w, rest.b] == pytest.approx(found.x, abs=1e-5)
    assert rest.energy(lam) == pytest.approx(found.fun)
    assert ridge(X[:, None], Y, lam)[0][0] == pytest.approx(rest.w)


@pytest.mark.parametrize("seed", range(10))
def test_both_bars_are_the_derivatives_of_the_energy(seed):
    rng, step = np.random.default_rng(seed), 1e-5
    w, h, lam = rng.uniform(0, 1), rng.uniform(1, 5), rng.uniform(0, 30)
    rod = Rod(w, h)
    lift = [Rod(w, h + s).energy(lam) for s in (step, -step)]
    tilt = [Rod(w + s, h).energy(lam) for s in (step, -step)]
    assert rod.pull() == pytest.approx(-np.diff(lift[::-1])[0] / (4 * step), abs=1e-5)
    assert rod.turn() - lam * w == pytest.approx(-np.diff(tilt[::-1])[0] / (4 * step), abs=1e-5)
    # the height moves one bar and the slope the other
    assert Rod(w, h + 1).turn() == pytest.approx(rod.turn())
    assert Rod(w + 1, h).pull() == pytest.approx(rod.pull())
    assert rod.energy(lam) == pytest.approx(energy_by_hand(w, rod.b, lam))


@pytest.mark.parametrize("k", range(8))
def test_a_lifted_sample_takes_the_rod_along_by_its_leverage(k):
    more = Y + (np.arange(8) == k)
    rise = (at_rest(y=more).at(X) - at_rest().at(X))[k]
    ones = with_ones(X[:, None])
    assert rise == pytest.approx((ones @ np.linalg.pinv(ones))[k, k])
    assert rise == pytest.approx(1 / 8 + (X[k] - 4.5) ** 2 / 42)
    assert lifted(1).tolist() == [*Y[:-1], 7]
    if k == 7:
        assert rise == pytest.approx(5 / 12)


def lines_of(ax, colour):
    """Return all line collections of a colour, as lists of segments."""
    return [c.get_segments() for c in ax.collections if isinstance(c, LineCollection)
            and to_rgb(colour) == pytest.approx(c.get_color()[0][:3])]


@pytest.mark.parametrize("state", some(corners(Springs) + preset_states(Springs)), ids=str)
def test_the_springs_tell_what_is_drawn(state):
    explorer = Springs(**state)
    assert not explorer.failed, explorer.status
    s = explorer.state()
    rod, y = settled(**s), lifted(s["lift"])
    r = y - rod.b - rod.w * X
    turn = r @ (X - X.mean())
    total = turn - s["lam"] * rod.w
    told = [float(v) for v in numbers(explorer.status.split("springs pull")[1])]
    assert told[:3] == pytest.approx([r.sum(), total, r @ r + s["lam"] * rod.w**2], abs=0.051)
    if not s["let_go"]:
        assert rod == (s["slope"], s["height"])
    stage = explorer._stage
    (springs,) = lines_of(stage.plane, style.COLOURS["slack"])
    ends = np.array([spring[[0, -1]] for spring in springs])
    assert ends[:, 0, 1] == pytest.approx(rod.at(X)) and ends[:, 1, 1] == pytest.approx(y)
    for ax, samples, both in ((stage.pull, r.sum(), r.sum()), (stage.turn, turn, total)):
        black, green = (p.vertices[:4, 0] for p in ax.collections[-1].get_paths())
        assert black[1] - black[0] == pytest.approx(samples, abs=1e-9)
        assert black[1] - black[0] + green[1] - green[0] == pytest.approx(both, abs=1e-9)
        assert min(*black, *green) > -REACH and max(*black, *green) < REACH
        start = min(samples, 0) if green[1] < green[0] else 0       # none covers another
        assert green[0] == pytest.approx(start, abs=1e-9)


def test_a_guess_stands_above_the_rod_at_rest():
    still = Springs(only=("lift",), let_go=1.0, guess=0.4)
    ((mark,),) = lines_of(still._stage.plane, "#8E8E8E")
    assert mark[:, 1] == pytest.approx(at_rest().at(8) + 0.4)
    assert mark[:, 0].mean() == 8
    still.set(lift=1.0)         # the mark stays, and the rod comes
    (moved,) = (m for (m,) in lines_of(still._stage.plane, "#8E8E8E"))
    assert moved.tolist() == mark.tolist()


def test_a_spring_goes_from_the_rod_to_its_sample():
    for foot, tip in ((0, 3), (3, 0), (1, 1.5)):
        points = coil(2.0, foot, tip)
        assert points[[0, -1]].tolist() == [[2, foot], [2, tip]]
        assert np.ptp(points[:, 0]) > 0.2 or abs(tip - foot) < SHORT


# -- the valley -----------------------------------------------------------------------------


def exact_features(rho):
    """Two features whose variances are 1 and whose correlation is exactly rho."""
    raw = np.random.default_rng(0).normal(size=(N, 2))
    white = np.linalg.qr(raw - raw.mean(axis=0))[0] * np.sqrt(N)
    return white @ np.linalg.cholesky([[1, rho], [rho, 1]]).T


@pytest.mark.parametrize("rho, lam, truth", [
    (0.0, 0.0, "(1, 1)"), (0.99, 0.0, "(1, 1)"), (0.99, 5.0, "(1, 1)"), (-0.87, 2.0, "(1, 1)"),
    (0.9, 5.0, "(2, 0)")])
def test_the_cloud_is_that_of_simulated_fits(rho, lam, truth):
    features_, rng = exact_features(rho), np.random.default_rng(1)
    assert features_.T @ features_ == pytest.approx(N * np.array([[1, rho], [rho, 1]]), abs=1e-9)
    W = np.array([ridge(features_, features_ @ TRUTHS[truth] + e, lam, intercept=False)[0]
                  for e in rng.normal(size=(1500, N))])
    found = fits(rho, lam, truth)
    assert found.distance == pytest.approx(((W - TRUTHS[truth])**2).sum(axis=1).mean(), rel=0.1)
    scale = W.std(axis=0)
    assert W.mean(axis=0) == pytest.approx(found.mean, abs=4 * scale.max() / np.sqrt(1500))
    assert (W @ AXES.T).std(axis=0) == pytest.approx(found.sd, rel=0.08)
    for a in COMBINATIONS.values():
        low, high = found.interval(a)
        assert np.mean((W @ a > low) & (W @ a < high)) == pytest.approx(0.95, abs=0.03)


def test_similar_features_widen_the_weights_and_narrow_the_sum():
    width = {(rho, a): np.ptp(fits(rho).interval(a)) for rho in (0, 0.99) for a in ((1, 0), (1, 1))}
    assert width[0.99, (1, 0)] / width[0, (1, 0)] == pytest.approx(1 / np.sqrt(1 - 0.99**2))
    assert width[0.99, (1, 1)] / width[0, (1, 1)] == pytest.approx(np.sqrt(1 / 1.99))


def test_where_the_title_says_only_the_sum_the_signs_are_open_and_before_they_are_known():
    for rho in np.arange(-0.99, 1, 0.01).round(2):
        low, high = fits(rho).interval((1, 0))
        assert (low <= 0.005) == (abs(rho) >= OPEN - 1e-9), rho
        total, gap = (np.ptp(fits(rho).interval(a)) for a in ((1, 1), (1, -1)))
        assert (total < gap) == (rho > 0) or rho == 0


def test_much_ridge_is_calm_and_wrong():
    low, high = fits(0.99, 20.0).interval((1, 0))
    assert high < 1 and high - low < 0.3


@pytest.mark.parametrize("rho", [0.0, 0.9, -0.87])
@pytest.mark.parametrize("truth", TRUTHS)
def test_the_lines_around_the_fits_are_contours_of_the_mean_squared_error(rho, truth):
    A, rng = exact_features(rho), np.random.default_rng(2)
    true, found = TRUTHS[truth], fits(rho, truth=truth)
    for share, above in ((0.5, 1.386), (0.95, 5.991)):
        more = [np.sum((A @ (true - w))**2) for w in found.ellipse(share)]    # E J(w) − n
        assert more == pytest.approx([above] * 200, abs=1e-3)
        noise = np.linalg.lstsq(A, rng.normal(size=(N, 4000)))[0].T
        assert np.mean(((noise @ A.T)**2).sum(axis=1) < above) == pytest.approx(share, abs=0.03)


def test_whether_ridge_pays_depends_on_the_true_weights():
    assert fits(0.9, 5).distance < fits(0.9).distance < fits(0.9, 5, "(2, 0)").distance
    nearer = [lam for lam in np.arange(0.5, 20.5, 0.5)
              if fits(0.9, lam, "(2, 0)").distance < fits(0.9).distance]
    assert nearer == [0.5, 1.0]


def test_the_way_of_one_fit_leads_from_least_squares_to_zero():
    start = fits(0.9).drawn()[1]
    way = path(start, 0.9)
    assert way[0] == pytest.approx(start) and way[-1] == pytest.approx([0, 0], abs=1e-3)
    S = N * np.array([[1, 0.9], [0.9, 1]])
    lam = np.geomspace(1e-3, 1e6, 199)[120]
    assert way[121] == pytest.approx(np.linalg.solve(S + lam * np.eye(2), S @ start))
    assert fits(0.9, lam).drawn()[1] == pytest.approx(way[121])


@pytest.mark.parametrize("state", corners(Valley) + preset_states(Valley), ids=str)
def test_the_valley_tells_what_is_drawn(state):
    explorer = Valley(**state)
    assert not explorer.failed, explorer.status
    found = fits(*explorer.state().values())
    told = [float(v) for v in numbers(explorer.status.split("95% of the fits have")[1])]
    expected = [*found.interval((1, 0)), *found.interval((1, 1))]
    assert told[:4] == pytest.approx(expected, abs=0.0051)
    stage, lam = explorer._stage, explorer.state()["lam"]
    colour = style.BLUE if lam else GRAY
    dots = [line.get_xydata() for line in stage.plane.lines
            if (line.get_marker(), line.get_color()) == ("o", colour)]
    inside = np.all((found.drawn() >= SIDE[0]) & (found.drawn() <= SIDE[1]), axis=1)
    assert dots[0] == pytest.approx(found.drawn()[inside])
    assert negative(found) == (found.drawn().min(axis=1) < 0).sum()
    bars = lines_of(stage.rows, colour)[-1]
    assert np.array(bars)[:, :, 0] == pytest.approx(np.array(
        [found.interval(a) for a in COMBINATIONS.values()]))
    low, high = stage.rows.get_xlim()
    assert low < np.array(bars)[:, :, 0].min() and np.array(bars)[:, :, 0].max() < high


def test_fits_outside_the_frame_are_arrows_at_the_edge_where_they_left_it():
    explorer = Valley(rho=0.99, truth="(2, 0)")
    at = fits(0.99, truth="(2, 0)").drawn()
    outside = at[np.any(np.abs(at - 1) > 3, axis=1)]
    arrows = [line.get_xydata() for line in explorer._stage.plane.lines
              if line.get_marker() in ("<", ">", "^", "v")]
    shown = np.vstack(arrows)
    assert len(shown) == len(outside) > 3
    assert np.all(np.any(np.isin(shown, SIDE), axis=1))
    for end in shown:
        assert np.min(np.abs(np.clip(outside, *SIDE) - end).sum(axis=1)) < 1e-12


def test_where_the_sum_is_asked_for_the_valley_has_no_bar_of_it():
    explorer = Valley(only=("rho",), rho=0.99)
    ((first, second),) = lines_of(explorer._stage.rows, GRAY)
    assert first[:, 0].tolist() == second[:, 0].tolist() == [
        pytest.approx(v) for v in fits(0.99).interval((1, 0))]
    assert "w₁ + w₂" not in explorer.status + explorer.alt_text


# -- both forms -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", corners(TwoForms) + preset_states(TwoForms), ids=str)
def test_both_forms_draw_one_curve(state):
    explorer = TwoForms(**state)
    assert not explorer.failed, explorer.status
    s = explorer.state()
    found = fitted(s["features"], s["lam"])
    Phi = features(X, found.places)
    assert Phi.T @ found.beta == pytest.approx(found.w)
    for r in (s["lam"] * found.beta, TARGETS - Phi @ found.w):
        assert found.r == pytest.approx(r)
    stage = explorer._stage
    t, curve = next(a.get_data() for a in stage.curve.lines if len(a.get_xdata()) > 100)
    assert curve == pytest.approx(features(t, found.places) @ found.w)
    (bumps,) = (c for c in stage.curve.collections if isinstance(c, PolyCollection))
    drawn = np.array([path.vertices[1:-2, 1] for path in bumps.get_paths()])
    assert drawn.sum(axis=0) == pytest.approx(curve)
    assert len(drawn) == len(found.w)
    (betas,) = lines_of(stage.betas, style.COLOURS["multiplier"])
    assert np.array(betas)[:, 1, 1] == pytest.approx(found.beta)
    assert np.abs(found.beta).max() < stage.betas.get_ylim()[1]
    told = [float(v) for v in numbers(explorer.status)]
    k = np.abs(found.beta).argmax()
    assert told[:2] + told[3:6] == [len(found.w), 8, len(found.w), 8, k + 1]
    assert told[6:] == pytest.approx([found.r[k], found.beta[k]], abs=0.0051)


# -- figures, and the passengers ------------------------------------------------------------


def test_both_planes_pass_through_one_line_over_the_samples():
    first, y = np.array([0, 1, 2, 3, 5, 8.0]), np.random.default_rng(0).normal(size=6)
    best = np.linalg.lstsq(with_ones(np.column_stack([first, first + 1])), y)[0]
    ax = figures.plot_planes(first, y, [best, best + [1, 1, -1]], "title").axes[0]
    (line,) = (a for a in ax.lines if a.get_label().startswith("all of them"))
    for patch in ax.patches:        # the line halves both parallelograms
        corners_ = patch.get_xy()[:4]
        middle = np.sort([(corners_[0] + corners_[3]) / 2, (corners_[1] + corners_[2]) / 2], axis=0)
        assert middle == pytest.approx(np.sort(line.get_xydata(), axis=0))


def test_the_figure_of_two_titles_shows_the_intervals_of_three_numbers_and_of_each_class():
    rng = np.random.default_rng(0)
    W = rng.normal(size=(300, 2)) @ [[0.1, 0.09], [0, 0.03]]
    gaps = {name: rng.normal(size=300) for name in ("1st class", "2nd class")}
    left, right = figures.plot_titles(W, gaps, "title").axes
    assert left.lines[0].get_xydata() == pytest.approx(W)
    bars = [line.get_xdata() for line in right.lines[:5]]
    for bar, values in zip(bars, (W[:, 0], W[:, 1], W[:, 0] - W[:, 1], *gaps.values()),
                           strict=True):
        assert bar == pytest.approx(np.quantile(values, [0.025, 0.975]))


def test_the_gap_between_women_and_mr_differs_by_class_and_its_average_fits_only_the_first():
    people = load_titanic()
    women, mister = people["Sex"] == "female", raw_titles(people["Name"]) == "Mr"
    Z = np.column_stack([np.ones(891), women, mister, people["Pclass"] == 2, people["Pclass"] == 3])
    y, (codes, names) = people["Survived"].to_numpy(), pd.factorize(people["Ticket"])
    w = np.linalg.lstsq(Z, y)[0]
    assert w[1] - w[2] == pytest.approx(0.55, abs=0.005)
    drawn = np.random.default_rng(1).multinomial(
        len(names), np.full(len(names), 1 / len(names)), 1000)[:, codes]
    for k, gap, ends in ((1, 0.62, (0.51, 0.72)), (2, 0.83, (0.75, 0.92)), (3, 0.39, (0.28, 0.50))):
        rates = [(drawn[:, g] @ y[g] / drawn[:, g].sum(axis=1), y[g].mean()) for g in
                 (np.asarray(s & (people["Pclass"] == k)) for s in (women, mister))]
        (many_f, f), (many_m, m) = rates
        assert f - m == pytest.approx(gap, abs=0.005)
        low, high = np.quantile(many_f - many_m, [0.025, 0.975])
        assert (low, high) == pytest.approx(ends, abs=0.015)
        assert (low < w[1] - w[2] < high) == (k == 1)
    resampled = np.array([np.linalg.solve((Z.T * t) @ Z, (Z.T * t) @ y)[1:3] for t in drawn])
    female, mr, apart = np.ptp(np.quantile(
        np.column_stack([resampled, resampled @ [1, -1]]), [0.025, 0.975], axis=0), axis=0)
    assert [female / apart, mr / apart] == pytest.approx([2.06, 2.16], abs=0.2)     # 6,000 draws


@nightly
def test_the_lead_of_the_title_is_that_of_the_same_folds():
    gained = np.subtract(*(right_answers(m.estimator, m.grid) * 1.0 for m in METHODS[::-1]))
    people, y, tickets = passengers()
    lead, *ends = clustered_interval(gained.mean(axis=0), tickets)
    assert [lead, *ends] == pytest.approx([TITLE_LEAD, *BY_TICKETS], abs=0.002)
    scores = [gained[row, test].mean() for row, seed in enumerate(SEEDS) for _, test in
              GroupKFold(OUTER_FOLDS, shuffle=True, random_state=seed).split(people, y, tickets)]
    assert corrected_interval(scores, n_train=802, n_test=89) == pytest.approx(BY_FOLDS, abs=0.002)


@nightly
def test_rows_of_the_board_are_ridge_on_labels_of_plus_and_minus_one():
    people, y, _ = passengers()
    board = load_scoreboard("a1").query("lesson == 'a1'")
    assert board["features"].tolist() == [method.features for method in METHODS]
    plain, titled = (labels_by_ridge(title).fit(people, y) for title in (False, True))
    for model, columns in ((plain, 2 + 3 + 4 + 4), (titled, 2 + 3 + 4 + 4 + 5)):
        A = model[:-1].transform(people)
        assert A.shape == (891, columns)
        w, b = ridge(A, 2 * y - 1, 1.0)
        assert np.array_equal(A @ w + b > 0, model.predict(people) == 1)
    one = right_answers(plain, {"model__alpha": [10]}, seeds=(0,)).mean()
    assert one == pytest.approx(board["accuracy"].iloc[0], abs=0.01)


def test_the_sign_of_ridge_is_the_library_s_classifier():
    rng = np.random.default_rng(0)
    A, label = rng.normal(size=(60, 3)), rng.choice([-1, 1], 60)
    w, b = ridge(A, label, 2.0)
    assert np.array_equal(np.sign(A @ w + b), RidgeClassifier(alpha=2.0).fit(A, label).predict(A))


@pytest.mark.parametrize("seed", range(10))
def test_qr_gives_cholesky_s_factor_and_the_weights_of_least_squares(seed):
    rng = np.random.default_rng(seed)
    Z, y = with_ones(rng.normal(size=(9, 3))), rng.normal(size=9)
    Q, R = np.linalg.qr(Z)
    assert np.abs(R.T) == pytest.approx(np.abs(cholesky(Z.T @ Z)))
    assert back_substitute(R, Q.T @ y) == pytest.approx(np.linalg.lstsq(Z, y)[0])


# -- the normal equations -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_squares_after_a_change_are_gradient_and_one_more_square(seed):
    rng = np.random.default_rng(seed)
    X, y, w, u = (rng.normal(size=s) for s in ((7, 3), 7, 3, 3))
    r = y - X @ w
    after = np.sum((y - X @ (w + u))**2)
    assert after == pytest.approx(r @ r - 2 * (X.T @ r) @ u + np.sum((X @ u)**2))


@pytest.mark.parametrize("seed", some(range(40)))
def test_four_conditions_for_uniqueness_are_one(seed):
    """A hyperplane through all samples is asked of a linear program, not of a rank."""
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 6, 2))
    X = rng.integers(-1, 2, (n, d)).astype(float)
    Z = with_ones(X)
    independent = np.linalg.matrix_rank(Z) == d + 1
    definite = np.linalg.eigvalsh(Z.T @ Z)[0] > 1e-9
    in_a_hyperplane = any(
        linprog(np.zeros(d), A_eq=X - X[0], b_eq=np.zeros(n), bounds=[
            (1, 1) if k == j else (None, None) for k in range(d)]).status == 0 for j in range(d))
    assert independent == definite == (not in_a_hyperplane)
    if independent:
        cholesky(Z.T @ Z)
    else:
        with pytest.raises(ValueError, match="pivot"):
            cholesky(Z.T @ Z)
    y = rng.normal(size=n)
    shortest = np.linalg.pinv(Z) @ y
    assert Z.T @ Z @ shortest == pytest.approx(Z.T @ y, abs=1e-9)      # there always is one


# -- Cholesky -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_pivot_is_the_squared_distance_from_the_columns_before_it(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 4))
    L = cholesky(X.T @ X)
    for j in range(4):
        before = X[:, :j]
        rest = X[:, j] - (before @ np.linalg.lstsq(before, X[:, j])[0] if j else 0)
        assert L[j, j]**2 == pytest.approx(rest @ rest)


@pytest.mark.parametrize("seed", range(10))
def test_the_vector_of_the_proof_has_the_pivot_as_its_value(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    M = rng.normal(size=(n, n))
    M = M + M.T + rng.uniform(-1, 3) * np.eye(n)
    for j in range(n):
        try:
            L = cholesky(M[:j, :j])
        except ValueError:
            return
        row = np.linalg.solve(L, M[:j, j]) if j else np.zeros(0)
        v = np.r_[np.linalg.solve(L.T, row) if j else row, -1, np.zeros(n - j - 1)]
        assert v @ M @ v == pytest.approx(M[j, j] - row @ row)


@pytest.mark.parametrize("seed", range(10))
def test_the_first_column_that_adds_nothing_new_has_the_pivot_0(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (7, 4)).astype(float)
    j = int(rng.integers(1, 4))
    X[:, j] = X[:, :j] @ rng.integers(-2, 3, j)
    first = next(k for k in range(4) if np.linalg.matrix_rank(X[:, :k + 1]) == k)
    with pytest.raises(ValueError, match=rf"pivot {first + 1} of 4 is -?(0|\d.*e-1\d)\b"):
        cholesky(X.T @ X)


# -- conditions and intercepts --------------------------------------------------------------


def test_ridge_shortens_the_vector_of_weights_but_not_each_weight():
    rng = np.random.default_rng(0)
    grown = 0
    for lam in rng.uniform(0.1, 5, 300):
        common = rng.normal(size=(20, 1))
        X, y = common + 0.3 * rng.normal(size=(20, 2)), rng.normal(size=20)
        plain, shrunk = ridge(X, y)[0], ridge(X, y, lam)[0]
        assert np.linalg.norm(shrunk) < np.linalg.norm(plain)
        larger = np.abs(shrunk) > np.abs(plain)
        assert not larger.any() or larger.argmax() == np.abs(plain).argmin()    # the smaller one
        grown += larger.any()
    assert grown > 15


def test_the_sum_of_two_alike_weights_shrinks_on_average_and_may_grow_in_one_fit():
    """So the page must not say it of every fit, as it says of the vector."""
    rng, after_less_before = np.random.default_rng(0), []
    for _ in range(400):
        X = rng.normal(size=(10, 1)) + 0.1 * rng.normal(size=(10, 2))
        y = X @ [1, 1] + rng.normal(size=10)
        after_less_before.append(ridge(X, y, 1.0)[0].sum() - ridge(X, y)[0].sum())
    change = np.array(after_less_before)
    assert change.mean() < -3 * change.std(ddof=1) / np.sqrt(400)
    assert 0.02 < (change > 0).mean() < 0.3


def test_units_matter_to_ridge_and_not_to_least_squares():
    rng = np.random.default_rng(0)
    X, scale = rng.normal(size=(40, 2)), np.array([100, 1])
    y = X @ [1, 1] + rng.normal(size=40)
    (plain, shrunk), (plain_cm, shrunk_cm) = (
        [ridge(Z, y, lam)[0] for lam in (0, 5)] for Z in (X, X * scale))
    np.testing.assert_allclose(plain_cm * scale, plain)
    assert (shrunk_cm * scale)[0] > shrunk[0] + 0.05        # a smaller weight costs less


def test_numpy_takes_the_shortest_solution_and_scikit_learn_leaves_the_intercept_out_of_it():
    first = np.array([0, 1, 2, 3, 5, 8.0])
    X, y = np.column_stack([first, first + 1]), np.array([1, 0, 2, 5, 1, 3.0])
    short = np.linalg.pinv(with_ones(X)) @ y
    np.testing.assert_allclose(np.linalg.lstsq(with_ones(X), y)[0], short)
    other = LinearRegression().fit(X, y)
    assert np.linalg.norm(other.coef_) < np.linalg.norm(short[1:]) - 0.01


def test_a_penalised_intercept_moves_the_slope_with_the_targets_and_a_free_one_does_not():
    Z = with_ones(X[:, None])
    first, moved = (np.linalg.solve(Z.T @ Z + np.eye(2), Z.T @ (Y + s)) for s in (0, 100))
    assert first.round(3).tolist() == [0.508, 0.623] and moved[1] > 10 * first[1]
    (w,), b = ridge(X[:, None], Y, 1.0)
    assert [round(w, 4), round(b, 4)] == [0.5698, 0.8110]
    (w2,), b2 = ridge(X[:, None], Y + 100, 1.0)
    assert w2 == pytest.approx(w) and b2 == pytest.approx(b + 100)


def test_with_centred_features_a_penalised_intercept_changes_alone_and_by_too_little():
    Z = with_ones(X[:, None] - X.mean())
    (b, w), (b2, w2) = (np.linalg.solve(Z.T @ Z + np.eye(2), Z.T @ (Y + s)) for s in (0, 100))
    assert w2 == pytest.approx(w) and b2 - b == pytest.approx(100 * 8 / 9)


# -- the dual form --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_the_dual_form_follows_from_a_gradient_of_zero(seed):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 9, 2))
    X, y, lam = rng.normal(size=(n, d)), rng.normal(size=n), rng.uniform(0.01, 3)
    w, _ = ridge(X, y, lam, intercept=False)
    beta = (y - X @ w) / lam
    assert X.T @ beta == pytest.approx(w)
    assert np.linalg.solve(X @ X.T + lam * np.eye(n), y) == pytest.approx(beta)
    assert np.linalg.eigvalsh(X @ X.T + lam * np.eye(n))[0] >= lam * (1 - 1e-9)


def test_coefficients_grow_without_bound_unless_all_targets_are_fitted_exactly():
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(30, 3)), rng.normal(size=30)
    for y, bounded in ((X @ [1, 2, 3], True), (X @ [1, 2, 3] + noise, False)):
        sizes = [np.abs(np.linalg.solve(X @ X.T + lam * np.eye(30), y)).max()
                 for lam in (1e-2, 1e-4)]
        assert (sizes[1] < 2 * sizes[0]) == bounded


def test_samples_in_a_hyperplane_that_misses_the_origin_have_many_solutions():
    # x₁ + x₂ = 3: the features are independent,
    X = np.column_stack([np.arange(6.0), 3 - np.arange(6.0)])
    # with the column of ones they are not
    Z = np.column_stack([np.ones(6), X])
    assert np.linalg.matrix_rank(X) == np.linalg.matrix_rank(Z) == 2
    y = np.random.default_rng(0).normal(size=6)
    w = np.linalg.lstsq(Z, y, rcond=None)[0]
    # least squares always has one
    assert Z.T @ (Z @ w - y) == pytest.approx(np.zeros(3), abs=1e-9)
    assert Z @ (w + [3, -1, -1]) == pytest.approx(Z @ w)


# -- exercises ------------------------------------------------------------------------------


def by_scipy(U, v):
    return linalg.solve_triangular(U, v)


def by_lists(U, v):
    x = [0.0] * len(v)
    for i in reversed(range(len(v))):
        rest = v[i]
        for j in range(i + 1, len(v)):
            rest = rest - U[i][j] * x[j]
        x[i] = rest / U[i][i]
    return x


def by_recursion(U, v):
    if len(v) == 0:
        return []
    last = v[-1] / U[-1, -1]
    return np.append(by_recursion(U[:-1, :-1], v[:-1] - U[:-1, -1] * last), last)


@pytest.mark.parametrize("answer", [by_scipy, by_lists, by_recursion,
                                    lambda U, v: by_scipy(U, v).round(4)])
def test_back_substitution_may_be_written_in_any_way(answer):
    assert grade("back-substitute", answer).status == "right"


def last_only(U, v):
    x = np.zeros(len(v))
    x[-1] = v[-1] / U[-1, -1]
    return x


def last_row_skipped(U, v):
    x = np.zeros(len(v))
    for i in range(len(v) - 2, -1, -1):
        x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


def test_a_verdict_names_the_first_equation_only_where_it_comes_first():
    assert grade("back-substitute", last_only).matched is None
    assert grade("back-substitute", last_row_skipped).matched is None


def test_the_verdict_on_unknowns_left_out_is_true_of_a_wrong_slice_as_well():
    def wrong_slice(U, v):
        x = np.zeros(len(v))
        for i in reversed(range(len(v))):
            x[i] = (v[i] - U[i, :i] @ x[:i]) / U[i, i]
        return x

    assert grade("back-substitute", wrong_slice).matched == "first equation first"


@pytest.mark.parametrize("turn", [lambda x: x[:, None], lambda x: x[None], lambda x: [x]])
def test_right_numbers_in_another_shape_are_told_that_the_shape_is_wrong(turn):
    for key, right in (("back-substitute", back_substitute), ("ridge-dual", ridge_dual)):
        told = grade(key, lambda *case, right=right: turn(right(*case)))
        assert told.status == "wrong" and told.matched == "a column"


def by_inverse(K, y, lam, K_new):
    return (K_new @ np.linalg.inv(K + np.diag([lam] * len(y))) @ y).tolist()


def by_features(K, y, lam, K_new):
    """The primal way, from features that the eigen-map of K gives."""
    values, vectors = np.linalg.eigh(np.asarray(K, dtype=float))
    keep = values > 1e-9
    Phi = vectors[:, keep] * np.sqrt(values[keep])
    new = K_new @ vectors[:, keep] / np.sqrt(values[keep])
    w = np.linalg.solve(Phi.T @ Phi + lam * np.eye(keep.sum()), Phi.T @ y)
    return new @ w


def one_by_one(K, y, lam, K_new):
    beta = np.linalg.lstsq(K + lam * np.identity(len(K)), y)[0]
    return pd.Series([sum(b * k for b, k in zip(beta, row)) for row in K_new])


@pytest.mark.parametrize("answer", [by_inverse, by_features, one_by_one])
def test_the_dual_form_may_be_written_in_any_way(answer):
    assert grade("ridge-dual", answer).status == "right"


def divided_by_lam(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K / lam + np.eye(len(y)), y)


def minus(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K - lam * np.eye(len(y)), y)


def with_intercept(K, y, lam, K_new):
    return ridge_dual(K + 1, y, lam, K_new + 1)


@pytest.mark.parametrize("answer", [divided_by_lam, minus, with_intercept])
def test_other_wrong_dual_forms_are_wrong_and_accused_of_nothing_else(answer):
    told = grade("ridge-dual", answer)
    assert told.status == "wrong" and told.matched is None


@pytest.mark.parametrize("answer", [{"c", "d"}, "cd", ["D", "c"], "d, c", ("c", "d")])
def test_two_statements_may_be_made(answer):
    assert grade("two-alike", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    ("abcd", "sign taken at its word"), ("bcdf", "larger is more important"), ("cef", "a cause"),
    ("cf", "every direction alike"), ("acdf", "sign taken at its word")])
def test_a_false_statement_is_answered_first(answer, name):
    assert grade("two-alike", answer).matched == name
