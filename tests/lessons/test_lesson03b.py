"""Lesson 03b: its explorers and exercises, and what its page claims of all runs."""
from __future__ import annotations

import re
import warnings
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit.datasets import make_overlap_60
from coursekit.exercise import grade
from coursekit.lessons.lesson03.pairs import (
    feasible, maximal_violating_pair, move_pair, random_partner,
)
from coursekit.lessons.lesson03b import GapArea, QuietRuns, figures, runs
from coursekit.lessons.lesson03b.exercises.duality_gap import duality_gap
from coursekit.svm import DualProblem, solve_qp, solve_smo
from cases import some
from night import nightly
from pages import NOTEBOOKS, markdown_cells, read
from panels import panels, scattered
from fixtures.small_duals import PENALTIES, boxes, bounds, dual, problem_of
from sentences import says

seeds = given(seed=st.integers(0, 100_000))
quickly = settings(deadline=None, max_examples=60)


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def solved(K, y, C, tol=1e-9):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return solve_qp(DualProblem(K, y, C), tol=tol)


# -- the explorers -----------------------------------------------------------------------


def test_the_runs_are_those_of_random_partner(cloud):
    for seed in (0, 3, 7, 41, 99):
        run = random_partner(*cloud, 1.0, np.random.default_rng(seed), passes=runs.LONGEST)
        for passes in range(1, runs.LONGEST + 1):
            assert np.array_equal(runs.quiet_run(seed)[passes], run.at_quiet(passes))


@pytest.mark.parametrize("seed, passes", [(0, 1), (0, 10), (0, 50), (3, 50), (99, 1), (17, 5)])
def test_the_sentence_of_quiet_runs(cloud, seed, passes):
    """Support vectors, strays, gap and W, from the run of the library."""
    K, y = cloud
    run = random_partner(K, y, 1.0, np.random.default_rng(seed), passes=passes)
    beta, best = run.at_quiet(passes), solve_smo(DualProblem(K, y, 1.0), tol=1e-10)
    F, up, low = bounds(beta, K, y, 1.0)
    outside = (beta != 0) & (y * (K @ beta + (up + low) / 2) > 1.05)
    told = QuietRuns(seed=seed, passes=passes).status.replace("none of them", "0 of them")
    values = runs.clouds()
    says(told, {
        "Run #, ended after # quiet": [seed, passes],
        "# support vectors, # of them": [np.count_nonzero(beta), outside.sum()],
        "Of # runs, #": [100, np.sum(values["strays"][:, passes] > 0)],
        "The best line has # support": np.sum(best.alpha > 0)})
    told = QuietRuns(seed=seed, passes=passes, shows="KKT gap").status
    says(told.replace("runs, none", "runs, 0"), {
        "Run #, ended after # quiet": [seed, passes], "KKT gap #,": up - low,
        "at most #, so it is finished" if up - low <= 2e-3 else
        "above #, so it is not finished": 2e-3,
        "Of # runs, #": [100, np.sum(values["gap"][:, passes] <= 2e-3)]}, whole=False)
    share = float(re.search(r"reached (\S+)%", told)[1])
    assert 0 <= 100 * dual(beta, K, y) / best.objective - share <= 0.0101


def test_strays_and_pairs_are_ringed_where_they_are():
    for seed, passes in ((0, 10), (5, 2), (0, 50)):
        now = runs.machine(runs.quiet_run(seed)[passes])
        for view, expected in (("strays", runs.X[now.strays]),
                               ("KKT gap", runs.X[[now.up, now.low]] if now.gap > 2e-3 else [])):
            explorer = QuietRuns(seed=seed, passes=passes, shows=view)
            rings = scattered(panels(explorer)[0])[-1]
            assert np.array_equal(rings, np.reshape(expected, (-1, 2)))


def test_the_runs_that_look_right_and_those_that_are_finished():
    """What the opening says of the hundred runs, and the curves of its picture."""
    values = runs.clouds()
    looks, finished = (values["strays"] == 0).sum(axis=0), (values["gap"] <= 2e-3).sum(axis=0)
    assert (looks[50], finished[50]) == (91, 23) and finished[10] == 0
    assert values["gap"][0, 50] > 0.05 and values["gap"][3, 50] <= 2e-3
    assert not np.any(values["strays"][values["gap"] <= 2e-3]), "whatever is finished looks right"
    lines = panels(QuietRuns(shows="KKT gap"))[1].lines
    assert [list(line.get_ydata()) for line in lines if len(line.get_ydata()) == 50] == [
        looks[1:].tolist(), finished[1:].tolist()]


def test_the_question_does_not_show_how_many_are_finished():
    asked = panels(QuietRuns(only=("seed", "passes")))[1]
    assert len([line for line in asked.lines if len(line.get_xdata()) == 50]) == 1
    answers = [line.get_ydata() for line in asked.lines if len(line.get_ydata()) == 2]
    page, = (read(path) for path in NOTEBOOKS if path.stem == "03b_stopping")
    question = next(c.source for c in markdown_cells(page) if "**Prediction.**" in c.source)
    bars = sorted((low - 1, high + 1) for low, high in answers)
    letters = {text.get_text(): text.get_position()[1] for text in asked.texts}
    assert [letters["a"], letters["b"]] == [sum(bar) / 2 for bar in bars]
    assert [bars[0][1], bars[1][0]] == [
        int(re.search(rf"\({letter}\)\D*(\d+)", question)[1]) for letter in "ab"]


@nightly
def test_on_most_other_draws_too_fewer_are_finished_than_look_right():
    looks, finished = np.transpose([runs.looks_and_is(seed) for seed in range(100, 150)])
    assert runs.OTHER_DRAWS == pytest.approx((
        np.sum(looks - finished > 0.199), finished.min(), np.median(finished), finished.max()))


@pytest.mark.parametrize("seed", [0, 5, 62])
def test_the_partners_that_help_are_those_of_the_program_with_its_own_intercept(cloud, seed):
    K, y = cloud
    run, (A, B) = random_partner(K, y, 1.0, np.random.default_rng(seed), passes=10), boxes(y, 1.0)
    beta, last = run.path[-1], list(run.pairs[-1])
    F = y - K @ beta
    free = [F[k] for k in last if A[k] < beta[k] < B[k]]
    error = np.mean(free or F[last]) - F
    asks = np.flatnonzero(((error < -1e-3) & (beta < B)) | ((error > 1e-3) & (beta > A)))
    help_ = [sum(not np.array_equal(move_pair(K, beta, F, A, B, i, j), beta) for j in range(60)
                 if j != i) for i in asks]
    assert runs.helpful_partners(seed) == help_
    quiet = np.random.default_rng(0).random((20_000, len(help_))) >= np.array(help_) / 59
    assert runs.silence(help_) == pytest.approx(quiet.all(axis=1).mean(), abs=0.015)


def corners(of):
    """Return the corners of the bars of a `GapArea`, as it draws them."""
    return [path.vertices for ax in of.canvas.figure.axes for drawn in ax.collections
            for path in drawn.get_paths() if len(path.vertices) >= 4]


@pytest.mark.parametrize("C, tol, shift", some(product(
    (1.0, 10.0, 1000.0), (1e-5, 1e-3, 0.1, 0.199526231497), (-1.0, 0.0, 0.5))))
def test_the_areas_of_the_picture_add_up_to_the_duality_gap(cloud, C, tol, shift):
    K, y = cloud
    run = solve_smo(DualProblem(K, y, C), tol=tol)
    beta = run.alpha * y
    _, up, low = bounds(beta, K, y, C)
    gap = duality_gap(K, y, C, beta, (up + low) / 2 + shift * tol / 2)
    explorer = GapArea(C=C, tol=tol, shift=shift)
    drawn = sum(np.ptp(box[:, 0]) * np.ptp(box[:, 1]) for box in corners(explorer))
    assert drawn * C * tol / 2 == pytest.approx(gap, rel=1e-6, abs=1e-9)
    missing = solve_smo(DualProblem(K, y, C), tol=1e-10).objective - run.objective
    assert missing <= gap + 1e-9 * run.objective
    assert gap <= 60 * C * tol / 2 or shift
    top = max((box[:, 1].max() for box in corners(explorer)), default=0)
    high = explorer.canvas.figure.axes[0].get_ylim()[1]
    assert top <= 0.8 * high + 1e-9, "the bars stay below the names"
    said = re.sub(r"(\d),(\d)", r"\1\2", explorer.status)
    if gap > 1e-3 and missing > 1e-3:
        says(said, {"a duality gap of #.": gap, "In truth # is missing": missing,
                    "n·C·tol/2 = #.": 60 * C * tol / 2}, whole=False)


# -- what the page claims ----------------------------------------------------------------


@quickly
@seeds
def test_W_rises_by_the_slopes_less_a_square_and_at_most_by_distance_times_room(seed):
    K, y, C, beta = problem_of(seed)
    rng, (A, B), F = np.random.default_rng(seed + 9), boxes(y, C), y - K @ beta
    other = feasible(rng, A, B)
    v = other - beta
    rise = dual(other, K, y) - dual(beta, K, y)
    assert rise == pytest.approx(F @ v - v @ K @ v / 2, abs=1e-9 * (1 + C) ** 2)
    for b in (0.0, rng.normal(), float(F[0])):
        room = np.where(F > b, B - beta, beta - A)
        assert np.all((F - b) * v <= np.abs(F - b) * room + 1e-9 * (1 + C))
        assert rise <= np.abs(F - b) @ room + 1e-9 * (1 + C) ** 2


@quickly
@seeds
def test_a_gap_of_zero_is_the_optimum_and_a_positive_one_is_not(seed):
    K, y, C, beta = problem_of(seed)
    F, up, low = bounds(beta, K, y, C)
    if up - low > 1e-6:
        pair = maximal_violating_pair(F, beta, *boxes(y, C))
        assert dual(move_pair(K, beta, F, *boxes(y, C), *pair), K, y) > dual(beta, K, y)
    best = solved(K, y, C)
    missing = best.objective - dual(beta, K, y)
    assert missing <= len(y) * C * max(up - low, 0) / 2 + 1e-6 * (1 + best.objective)


@quickly
@seeds
def test_the_zones_hold_up_to_half_the_gap(seed):
    K, y, C, beta = problem_of(seed)
    _, up, low = bounds(beta, K, y, C)
    yf, alpha = y * (K @ beta + (up + low) / 2), np.abs(beta)
    half = max(up - low, 0) / 2 + 1e-9 * (1 + C)
    assert np.all(yf[alpha == 0] >= 1 - half) and np.all(yf[alpha == C] <= 1 + half)
    free = (alpha > 0) & (alpha < C)
    assert np.all(np.abs(yf[free] - 1) <= half)


@quickly
@seeds
def test_a_smallest_area_lies_between_the_ends_of_the_gap(seed):
    K, y, C, beta = problem_of(seed)
    F, up, low = bounds(beta, K, y, C)
    inside = [duality_gap(K, y, C, beta, b) for b in np.append(
        F[(F >= min(up, low)) & (F <= max(up, low))], [up, low])]
    rng = np.random.default_rng(seed)
    for b in (up + rng.exponential(), low - rng.exponential(), rng.normal()):
        assert min(inside) <= duality_gap(K, y, C, beta, b) + 1e-9 * (1 + C)


def test_walls_twice_as_far_apart_pass_both_certificates(cloud):
    K, y = cloud
    best = solve_smo(DualProblem(K, y, 2.0), tol=1e-10)
    _, up, low = bounds(best.alpha * y, K, y, 1.0)
    assert up - low <= 1e-8 and duality_gap(K, y, 1.0, best.alpha * y, best.b) < 0


def test_a_negative_eigenvalue_does_no_harm_where_sums_are_zero():
    X = np.random.default_rng(0).normal(size=(20, 2))
    far = ((X[:, None] - X[None])**2).sum(axis=-1)
    y = np.where(X[:, 0] + X[:, 1]**2 > 0.5, 1, -1)
    best = solve_qp(DualProblem(2 * X @ X.T, y, 1.0), tol=1e-9)
    assert np.linalg.eigvalsh(-far).min() < -1
    _, up, low = bounds(best.alpha * y, -far, y, 1.0)
    assert up - low < 1e-4


def test_the_gap_rises_after_steps_to_the_top_in_any_order_of_the_samples(cloud):
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(60)
        K, y = cloud[0][np.ix_(order, order)], cloud[1][order]
        beta, gaps, free = np.zeros(60), [2.0], []
        for _ in range(9):
            F, *_ = bounds(beta, K, y, 1.0)
            pair = maximal_violating_pair(F, beta, *boxes(y, 1.0))
            new = move_pair(K, beta, F, *boxes(y, 1.0), *pair)
            free.append(not np.isin(np.abs(new[list(pair)]), [0, 1]).any())
            beta = new
            gaps.append(np.subtract(*bounds(beta, K, y, 1.0)[1:]))
        assert ((np.diff(gaps) > 1e-9) & np.array(free)).any(), seed


def test_duplicates_may_share_a_multiplier_and_W_and_the_gap_stay(cloud):
    K, y = (np.tile(part, (2, 2)) if part.ndim == 2 else np.tile(part, 2) for part in cloud)
    beta = np.tile(solve_smo(DualProblem(*cloud, 2.0), tol=1e-9).alpha * cloud[1], 2) / 2
    share = np.random.default_rng(0).uniform(0, 2, 60)
    other = beta * np.concatenate([share, 2 - share])
    assert dual(other, K, y) == pytest.approx(dual(beta, K, y), abs=1e-9)
    assert (y - K @ other) == pytest.approx(y - K @ beta, abs=1e-9)


def test_the_figures_plot_what_they_are_given(cloud):
    K, y = cloud
    beta, (A, B) = runs.quiet_run(0)[10], boxes(y, 1.0)
    F, up, low = bounds(beta, K, y, 1.0)
    ax = figures.plot_ends({"a": (F, beta, A, B)}, (-0.9, 0), "t").axes[0]
    places = np.concatenate([dots.get_offsets()[:, 0] for dots in ax.collections])
    assert sorted(places) == pytest.approx(sorted(F[(F >= -0.9) & (F <= 0)]))
    assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([up, low])
    left, right = figures.plot_way(np.array([0.0, 1, 2]), np.array([2.0, 3, 1]), 4, "t").axes
    assert left.lines[0].get_ydata().tolist() == [0, 0.25, 0.5]
    assert right.lines[1].get_xdata().tolist() == [1]
    one, two = np.array([0, 0.5, 1]), np.array([1, 0.5, 0])
    left, right = figures.plot_two_orders((one, two), (one, one), 1.0, "t").axes
    assert left.collections[0].get_offsets().tolist() == [[0, 1], [0.5, 0.5], [1, 0]]
    assert [note.get_text() for note in right.texts] == ["1 here"] * 3


# -- the exercises -----------------------------------------------------------------------


@pytest.mark.parametrize("given", [set(c) for k in (1, 2) for c in combinations("cgh", k)])
def test_what_is_said_of_too_few_bugs_is_true_of_one_and_of_two_that_are_missing(given):
    feedback = grade("three-bugs", given)
    missing = {"counter overlooked": "h", "flat pairs overlooked": "c", "intercept overlooked": "g"}
    assert feedback.status == "wrong"
    assert (feedback.matched == "two overlooked") == (len(given) == 1)
    assert len(given) == 1 or missing[feedback.matched] not in given


@pytest.mark.parametrize("letters", ["abcde", "abcgh", "abdef", "abcdefgh"])
def test_the_five_that_spoil_nothing_are_five_of_the_eight(letters):
    assert grade("three-bugs", set(letters)).matched == "everything"


def test_a_missing_half_is_asked_for_in_both_objectives():
    """W without its half gives the same numbers as P without it: neither may be blamed alone."""
    def no_half_in_W(K, y, C, beta, b):
        primal = beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()
        return primal - (y @ beta - beta @ K @ beta)

    assert grade("duality-gap", no_half_in_W).matched == "no half"


def test_no_cause_is_named_where_two_mistakes_give_the_same_numbers():
    """The sign of W or that of P − W; of a distance or of a room; b in f or in the distances."""
    def halves_cancel(K, y, C, beta, b):
        return C * np.maximum(0, 1 - y * (K @ beta + b)).sum() - y @ beta

    def plus_in_W(K, y, C, beta, b):
        half = beta @ K @ beta / 2
        return half + C * np.maximum(0, 1 - y * (K @ beta + b)).sum() - (y @ beta + half)

    def areas(sign=1, keep_b=1, box=None):
        def gap(K, y, C, beta, b):
            F, b, C = y - K @ beta, keep_b * b, box or C
            A, B = np.minimum(0, C * y), np.maximum(0, C * y)
            return np.abs(F - b) @ np.where(F > b, B - beta, sign * (beta - A))
        return gap

    for answer, cause in ((halves_cancel, "halves cancel"), (plus_in_W, "halves cancel"),
                          (areas(sign=-1), "distances with a sign"),
                          (areas(keep_b=0), "b left out"),
                          (areas(box=1.0), "C forgotten")):
        assert grade("duality-gap", answer).matched == cause
    assert grade("duality-gap", areas()).status == "right"


def test_what_is_said_of_a_gap_is_true_of_the_areas_and_of_a_missing_sum_too():
    def without_the_sum(K, y, C, beta, b):
        return beta @ K @ beta + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()

    def one_end(K, y, C, beta, b):
        return ((y - K @ beta - b) * (C * y - beta)).sum()

    for answer, cause in ((without_the_sum, "sum of beta in W"), (one_end, "slack not cut at 0"),
                          (lambda *case: -duality_gap(*case), "W minus P")):
        assert grade("duality-gap", answer).matched == cause


# -- the duality gap ---------------------------------------------------------------------


@quickly
@seeds
def test_the_duality_gap_is_the_sum_over_the_samples_and_the_slack_is_that_of_F(seed):
    K, y, C, beta = problem_of(seed)
    rng, (A, B), F = np.random.default_rng(seed + 1), boxes(y, C), y - K @ beta
    for b in (0.0, rng.normal(), F[0]):
        room = np.where(F > b, B - beta, beta - A)
        gap = duality_gap(K, y, C, beta, b)
        assert gap == pytest.approx(np.abs(F - b) @ room, abs=1e-9 * (1 + C))
        assert gap >= -1e-9
        slack = np.maximum(0, 1 - y * (K @ beta + b))
        assert slack == pytest.approx(np.maximum(0, y * (F - b)), abs=1e-9)


@quickly
@seeds
def test_half_the_KKT_gap_times_the_rooms_bounds_the_duality_gap(seed):
    K, y, C, beta = problem_of(seed)
    (A, B), (F, m, M) = boxes(y, C), bounds(beta, K, y, C)
    b = (m + M) / 2
    rooms = np.where(F > b, B - beta, beta - A).sum()
    assert duality_gap(K, y, C, beta, b) <= max(m - M, 0) / 2 * rooms + 1e-9


@quickly
@seeds
def test_the_duality_gap_bounds_W_and_w(seed):
    K, y, C, beta = problem_of(seed)
    best = solved(K, y, C)
    off = beta - best.alpha * y
    rng = np.random.default_rng(seed + 2)
    missing = best.objective - dual(beta, K, y)
    slop = 1e-6 * (1 + best.objective)
    assert off @ K @ off / 2 <= missing + slop
    for b in (best.b, rng.normal()):
        assert missing <= duality_gap(K, y, C, beta, b) + slop


@quickly
@given(seed=st.integers(0, 100_000), C=st.sampled_from([1e-6, *PENALTIES]))
def test_any_weights_and_intercept_are_as_near_to_the_optimum_as_P_says(seed, C):
    rng = np.random.default_rng(seed)
    X, y = make_overlap_60(seed % 50)
    best = solved(X @ X.T, y, C)
    w_best = (best.alpha * y) @ X
    w, b = w_best + rng.normal(size=2) * 10.0**rng.integers(-3, 2), float(rng.normal())
    P = w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + b)).sum()
    assert (w - w_best) @ (w - w_best) / 2 <= (P - best.objective) + 1e-6 * (1 + P)


def test_alpha_is_not_known_but_w_is():
    X, y = np.array([[0, 0], [2, 2], [2, 2.0]]), np.array([-1, 1, 1])
    K = X @ X.T
    one, other = np.array([-0.25, 0.25, 0]), np.array([-0.25, 0.1, 0.15])
    for beta in (one, other):
        assert duality_gap(K, y, 10.0, beta, -1.0) == pytest.approx(0, abs=1e-12)
    assert X.T @ one == pytest.approx(X.T @ other)


@pytest.mark.parametrize("C", [0.1, 1e-3, 1e-6])
def test_a_wrong_intercept_opens_the_gap_but_no_distance_follows_from_it(C):
    """Both samples at C; b lies 5 above its interval, and the gap is 5 C."""
    K, y, beta = np.diag([0.0, 8.0]), np.array([-1, 1]), np.array([-C, C])
    _, m, M = bounds(beta, K, y, C)
    assert m < M and duality_gap(K, y, C, beta, M) == pytest.approx(0, abs=1e-12)
    assert duality_gap(K, y, C, beta, M + 5) == pytest.approx(5 * C, rel=1e-6)


def test_with_a_large_C_a_small_KKT_gap_leaves_a_large_duality_gap(cloud):
    K, y = cloud
    run = solve_smo(DualProblem(K, y, 1e4), tol=1e-3)
    assert run.converged and duality_gap(K, y, 1e4, run.alpha * y, run.b) > 1


def test_a_larger_C_widens_the_rooms_also_where_W_no_longer_grows():
    """On separable samples: β, W and the KKT gap stay what they are, and the duality gap grows."""
    K, y, beta = np.outer([-1, 1, 2], [-1, 1, 2]), np.array([-1, 1, 1]), np.array([-0.49, 0.49, 0])
    tops = [solve_smo(DualProblem(K, y, C), tol=1e-10).objective for C in (1.0, 100.0)]
    assert tops == pytest.approx([0.5, 0.5])
    (_, *ends), (_, *same) = (bounds(beta, K, y, C) for C in (1.0, 100.0))
    assert ends == same and ends[0] > ends[1]
    near, far = (duality_gap(K, y, C, beta, sum(ends) / 2) for C in (1.0, 100.0))
    assert far > 50 * near > 0


# -- the bug hunt ------------------------------------------------------------------------


def listing(K, y, C, tol=1e-8, broken=frozenset(), seed=0, passes=10, cap=1500):
    """The report's loop in its own letters; (b), (c), (e), (f), (h) as printed where named."""
    rng, n = np.random.default_rng(seed), len(y)
    alpha, b, quiet, sweeps = np.zeros(n), 0.0, 0, 0
    while quiet < passes and sweeps < cap:
        changed, sweeps = False, sweeps + 1
        for i in range(n):
            E = K @ (alpha * y) + b - y
            if not (y[i] * E[i] < -tol and alpha[i] < C or y[i] * E[i] > tol and alpha[i] > 0):
                continue
            j = int(rng.integers(n)) if "b" in broken else (i + int(rng.integers(1, n))) % n
            a_i, a_j = alpha[i], alpha[j]
            low, high = (max(0, a_i + a_j - C), min(C, a_i + a_j)) if y[i] == y[j] else (
                max(0, a_j - a_i), min(C, C + a_j - a_i))
            eta = min(0.0, 2 * K[i, j] - K[i, i] - K[j, j])
            if low == high or j == i or (eta == 0 and "c" in broken):
                continue
            slope = y[j] * (E[i] - E[j])
            new = np.clip(a_j - slope / eta, low, high) if eta else high if slope > 0 else low
            if abs(new - a_j) < (tol if "e" in broken else 1e-14):
                continue
            other = a_i + y[i] * y[j] * (a_j - new)
            if "f" in broken:
                other = 0.0 if other < tol else C if other > C - tol else other
            else:
                other = 0.0 if other < 1e-14 else C if other > C - 1e-14 else other
            alpha[i], alpha[j], changed = other, new, True
            F = y - K @ (alpha * y)
            b = F[i] if 0 < other < C else F[j] if 0 < new < C else (F[i] + F[j]) / 2
        if "h" in broken:
            quiet += changed
        else:
            quiet = 0 if changed else quiet + 1
    return alpha, sweeps


def test_b_e_and_f_spoil_nothing_at_the_default_tolerance(cloud):
    """With enough quiet passes the loop arrives, with these lines as printed."""
    K, y = cloud
    best = solve_qp(DualProblem(K, y, 1.0)).objective
    for broken in ("b", "e", "f", "bef"):
        alpha, _ = listing(K, y, 1.0, broken=set(broken), passes=100, cap=3000)
        assert dual(alpha * y, K, y) == pytest.approx(best, rel=1e-2)
        assert abs(alpha @ y) < 1e-5


@pytest.mark.parametrize("x, labels", [((0.4, 0, 0.2), (-1, 1, 1)), ((0.5, 1, -1), (-1, 1, -1))])
def test_g_ends_quietly_with_an_intercept_outside_the_gap(x, labels):
    y, K = np.array(labels), np.outer(x, x)
    wrong = 0
    for seed in range(60):
        run = random_partner(K, y, 1.0, np.random.default_rng(seed), tol=1e-8, passes=40)
        beta = run.path[-1]
        F, m, M = bounds(beta, K, y, 1.0)
        b = F[list(run.pairs[-1])].mean()
        assert m <= M + 1e-9 and set(np.abs(beta)) <= {0, 1}        # optimal, and nobody is free
        gap = duality_gap(K, y, 1.0, beta, b)
        assert (gap > 1e-9) == (not m - 1e-9 <= b <= M + 1e-9)
        wrong += gap > 0.1
    assert wrong > 10
