"""Lesson 03c: the functions of the page, its programs, explorers and figures, and its claims.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit.datasets import make_overlap_60
from coursekit.exercise import grade
from coursekit.lessons.lesson03.pairs import (
    climb, feasible, maximal_violating_pair, move_pair,
)
from coursekit.lessons.lesson03c import SORShift, Zigzag, figures, programs
from coursekit.lessons.lesson03c.exercises.intercept import intercept
from coursekit.lessons.lesson03c.exercises.sor_sweep import sor_sweep
from coursekit.lessons.lesson03c import sor as ways
from coursekit.lessons.lesson03c.exercises.keep_f import keep_F
from coursekit.lessons.lesson03c.explorers import zigzag
from coursekit.svm import DualProblem, hinge_sgd, solve_qp, solve_smo, solve_sor
from cases import some
from fixtures.small_duals import boxes, bounds, dual, problem_of
from page_code import page_functions
from panels import panels, strokes, texts_in
from night import nightly
from states import corners, preset_states

PAGE = page_functions("03c_solvers", maximal_violating_pair=maximal_violating_pair,
                      move_pair=move_pair, keep_F=keep_F)
smo_keeping_F, sor = PAGE["smo_keeping_F"], PAGE["sor"]
maximal_pair, second_order_pair = PAGE["steepest_pair"], PAGE["second_order_pair"]
seeds = given(seed=st.integers(0, 100_000))
quickly = settings(deadline=None, max_examples=60)


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def duality_gap(K, y, C, beta, b):
    """Return primal minus dual, from the definitions."""
    primal = beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()
    return primal - dual(beta, K, y)


# -- section 1: what a step costs ------------------------------------------------------------


def test_keeping_F_reaches_what_the_solver_from_scratch_reaches():
    for seed in range(60):
        K, y, C, _ = problem_of(seed)
        best = solve_qp(DualProblem(K, y, C)).objective
        for beta in (smo_keeping_F(K, y, C)[0], programs.from_scratch(K, y, C).beta,
                     programs.keeping_F(K, y, C).beta):
            A, B = boxes(y, C)
            assert np.all(beta >= A) and np.all(beta <= B) and abs(beta.sum()) < 1e-9 * (1 + C)
            _, up, low = bounds(beta, K, y, C)
            assert up - low <= 1e-3 + 1e-9 * (1 + np.abs(K).max() * C)
            assert best - dual(beta, K, y) <= len(y) * C * 1e-3 / 2 + 1e-6 * (1 + best)


def test_the_function_of_the_page_is_the_program_that_was_timed():
    Z, y = programs.draw(100)
    beta, steps = smo_keeping_F(Z @ Z.T, y, programs.C)
    timed = programs.keeping_F(Z @ Z.T, y)
    assert np.array_equal(beta, timed.beta) and steps == timed.steps
    assert timed.products == 2 * steps * len(y)


@quickly
@seeds
def test_a_step_changes_every_slope_by_two_rows(seed):
    K, y, C, beta = problem_of(seed)
    rng = np.random.default_rng(seed)
    i, j = rng.choice(len(y), 2, replace=False)
    t, n = rng.normal(), len(y)
    after = y - K @ (beta + t * (np.eye(n)[i] - np.eye(n)[j]))
    assert after == pytest.approx(y - K @ beta - t * (K[i] - K[j]), abs=1e-9 * (1 + C))


def test_random_pairs_end_quietly_with_a_feasible_beta_and_count_every_error():
    for seed in range(20):
        K, y, C, _ = problem_of(seed)
        run = programs.random_pairs(K, y, np.random.default_rng(seed), C)
        A, B = boxes(y, C)
        assert np.all(run.beta >= A) and np.all(run.beta <= B)
        assert abs(run.beta.sum()) < 1e-9 * (1 + C) and run.products % len(y) == 0
        assert run.products >= programs.QUIET * len(y)**2


def test_the_recorded_counts_are_those_of_the_programs_and_the_medians_those_of_the_page():
    """Ties may be broken otherwise on another machine: then counts differ, but not their size."""
    table = programs.run_times()
    assert len(table) == 7 * len(programs.SIZES) * len(programs.PROGRAMS)
    assert table["seconds"].gt(0).all()
    Z, y = programs.draw(50)
    for name, run in (("scratch", programs.from_scratch(Z @ Z.T, y)),
                      ("kept", programs.keeping_F(Z @ Z.T, y)),
                      ("random", programs.random_pairs(Z @ Z.T, y, np.random.default_rng(0)))):
        row = table[(table["program"] == name) & (table["n"] == 50) & (table["run"] == 0)]
        assert row["products"].item() == pytest.approx(run.products, rel=0.5), name
    middle = figures.median(table, "scratch")
    assert 2.8 < middle[800] / middle[400] < 8          # the answer of the first prediction
    fewer = figures.median(table, "random", "products")
    assert fewer[200] / 200 > fewer[400] / 400


def test_keeping_F_saves_more_than_the_choice_of_the_pair_to_the_same_gap(cloud):
    anew, kept, steepest = programs.rows_to_a_gap(*cloud)
    assert anew > 50 * kept and kept > 1.5 * steepest


@nightly
def test_the_factors_on_other_draws():
    found = []
    for seed in range(100, 110):
        X, y = make_overlap_60(seed)
        anew, kept, steepest = programs.rows_to_a_gap(X @ X.T, y)
        found.append((anew / kept, kept / steepest))
    low, high = np.min(found, axis=0), np.max(found, axis=0)
    assert (low[0], high[0], low[1], high[1]) == pytest.approx(programs.OTHER_DRAWS, rel=0.02)


@quickly
@seeds
def test_the_reference_keeps_F_with_two_rows(seed):
    K, y, C, beta = problem_of(seed)
    i, j = np.random.default_rng(seed).choice(len(y), 2, replace=False)
    v = np.zeros(len(y))
    v[i], v[j] = 0.3, -0.3
    assert keep_F(y - K @ beta, K, i, j, 0.3) == pytest.approx(y - K @ (beta + v), abs=1e-9)


def test_right_ways_to_keep_F_are_accepted_and_one_that_reads_all_of_K_is_told_so():
    def looped(F, K, i, j, t):
        return [F[k] - t * K[k][i] + t * K[k][j] for k in range(len(F))]

    def columns(F, K, i, j, t):
        return F - K[:, [i, j]] @ [t, -t]

    def in_single(F, K, i, j, t):
        return (F - t * (K[i] - K[j])).astype(np.float32)

    for answer in (looped, columns, in_single, lambda F, K, i, j, t: F + t * (K[:, j] - K[:, i])):
        assert grade("keep-f", answer).status == "right"
    reads = grade("keep-f", lambda F, K, i, j, t: F - K @ (
        t * (np.arange(len(F)) == i) - t * (np.arange(len(F)) == j)))
    assert reads.matched == "reads all of K"


# -- section 2: the intercept ------------------------------------------------------------


@quickly
@seeds
def test_the_optimal_intercepts_are_those_between_F_up_and_F_low(seed):
    K, y, C, _ = problem_of(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = solve_smo(DualProblem(K, y, C), tol=1e-10, max_iter=20_000)
    if run.gap > 1e-9:
        return
    A, B = boxes(y, C)
    beta = np.where(run.alpha < 1e-9 * C, 0, np.where(run.alpha > C * (1 - 1e-9), C, run.alpha)) * y
    F, m, M = bounds(beta, K, y, C)
    small = 1e-7 * (1 + C) * len(y)
    for b in (m, M, (m + M) / 2, intercept(F, beta, A, B)):
        assert duality_gap(K, y, C, beta, b) <= small
    for b in (min(m, M) - 0.1, max(m, M) + 0.1):
        assert duality_gap(K, y, C, beta, b) > small
    if ((A < beta) & (beta < B)).any():
        assert M - m <= 1e-8


def test_the_mean_over_all_support_vectors_is_right_without_a_bounded_one_and_wrong_with(cloud):
    K, y = cloud
    beta = solve_smo(DualProblem(K, y, 1.0), tol=1e-10).alpha * y
    F, m, _ = bounds(beta, K, y, 1.0)
    wrong = F[beta != 0].mean()
    assert duality_gap(K, y, 1.0, beta, wrong) > 0.8 and abs(wrong - m) > 0.3
    assert np.mean(np.sign(K @ beta + wrong) == y) == np.mean(np.sign(K @ beta + m) == y)
    X = np.array([[0.0, 0], [2, 2], [3, 1], [-1, 0]])
    labels = np.array([-1, 1, 1, -1])
    hard = solve_smo(DualProblem(X @ X.T, labels, 1e6), tol=1e-9).alpha * labels
    F, m, M = bounds(hard, X @ X.T, labels, 1e6)
    assert F[hard != 0].mean() == pytest.approx(m, abs=1e-6)


@quickly
@seeds
def test_the_weighted_mean_is_that_of_the_free_samples_or_nothing(seed):
    K, y, C, _ = problem_of(seed)
    beta = solve_qp(DualProblem(K, y, C), tol=1e-10).alpha * y
    alpha, F = np.abs(beta), y - K @ beta
    free = (alpha > 1e-4 * C) & (alpha < C * (1 - 1e-4))
    weight = alpha * (C - alpha) * free
    if free.any():
        assert weight @ F / weight.sum() == pytest.approx(F[free].mean(), abs=1e-4 * (1 + C))
    else:
        assert (alpha * (C - alpha)).max() <= 1.01e-4 * C**2


def test_the_figure_of_the_intercepts_shows_the_duality_gap(cloud):
    K, y = cloud
    for C in (1.0, 0.001):
        beta = solve_smo(DualProblem(K, y, C), tol=1e-10).alpha * y
        state = (y - K @ beta, y, beta, *boxes(y, C))
        (ax,) = figures.plot_intercepts({"one": state}, "One").axes
        curve, best = ax.lines[:2]
        for b, gap in zip(*curve.get_data(), strict=True):
            assert gap == pytest.approx(duality_gap(K, y, C, beta, b), abs=1e-7)
        _, up, low = bounds(beta, K, y, C)
        assert best.get_xdata() == pytest.approx([up, max(up, low)], abs=1e-8)


# -- section 3: a better partner ---------------------------------------------------------


@quickly
@seeds
def test_the_second_order_pair_has_the_largest_unclipped_gain(seed):
    K, y, C, beta = problem_of(seed)
    (A, B), F = boxes(y, C), y - K @ beta
    i, j = maximal_violating_pair(F, beta, A, B)
    if F[i] - F[j] <= 1e-9:
        return
    a, second = second_order_pair(K, F, beta, A, B)
    assert a == i and beta[second] > A[second] and F[second] < F[i]
    for k in range(len(y)):
        eta = 2 * K[i, k] - K[i, i] - K[k, k]
        chosen = 2 * K[i, second] - K[i, i] - K[second, second]
        if beta[k] > A[k] and F[k] < F[i] and chosen < -1e-9:
            assert eta < 0
            gain, best = ((F[i] - F[p])**2 / (-2 * e) for p, e in ((k, eta), (second, chosen)))
            assert gain <= best * (1 + 1e-9)
            top = (F[i] - F[k]) / -eta
            moved = beta + top * (np.eye(len(y))[i] - np.eye(len(y))[k])
            assert dual(moved, K, y) - dual(beta, K, y) == pytest.approx(gain, rel=1e-6, abs=1e-9)


def test_the_second_order_pair_is_not_always_better():
    worse = better = 0
    for seed in range(200):
        K, y, C, beta = problem_of(seed)
        F, m, M = bounds(beta, K, y, C)
        if m - M <= 1e-6:
            continue
        rises = [dual(move_pair(K, beta, F, *boxes(y, C), *choose(K, F, beta, *boxes(y, C))), K, y)
                 for choose in (maximal_pair, second_order_pair)]
        worse, better = worse + (rises[1] < rises[0] - 1e-9), better + (rises[1] > rises[0] + 1e-9)
    assert worse > 5 and better > 5


def test_the_second_order_run_is_longer_on_these_samples_and_shorter_on_most_other_draws():
    shorter = {}
    for seed in range(50):
        X, y = make_overlap_60(seed)
        steepest, second = (climb(X @ X.T, y, 1.0, choose)[1]
                            for choose in (maximal_pair, second_order_pair))
        shorter[seed] = second < steepest
    assert not shorter[3] and sum(shorter.values()) > 30
    assert np.array_equal(make_overlap_60(3)[0], make_overlap_60()[0])


# -- section 4: scale and origin -----------------------------------------------------------


@quickly
@seeds
def test_scaled_features_ask_for_a_scaled_C_and_leave_F(seed):
    K, y, C, beta = problem_of(seed)
    for s in (0.1, 3.0, 100.0):
        F, m, M = bounds(beta, K, y, C)
        F_s, m_s, M_s = bounds(beta / s**2, s**2 * K, y, C / s**2)
        assert F_s == pytest.approx(F, abs=1e-9) and dual(beta / s**2, s**2 * K, y) == \
            pytest.approx(dual(beta, K, y) / s**2, rel=1e-9, abs=1e-12)
        gap, scaled = (duality_gap(G, y, c, v, 0.3) for G, c, v in (
            (K, C, beta), (s**2 * K, C / s**2, beta / s**2)))
        assert scaled == pytest.approx(gap / s**2, rel=1e-7, abs=1e-10)


@quickly
@seeds
def test_a_move_of_all_samples_moves_F_and_b_alone(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    X, c, y = rng.normal(size=(n, 2)), rng.normal(size=2) * 3, rng.choice([-1, 1], n)
    y[0], y[-1] = 1, -1
    beta = feasible(rng, *boxes(y, 1.0))
    F, F_c = (y - Z @ Z.T @ beta for Z in (X, X + c))
    assert F_c - F == pytest.approx(np.full(n, -(X.T @ beta) @ c), abs=1e-8)
    assert dual(beta, (X + c) @ (X + c).T, y) == pytest.approx(dual(beta, X @ X.T, y), abs=1e-8)


@pytest.mark.parametrize("seed", range(3))
def test_far_from_the_origin_a_raw_Gram_matrix_is_not_certified_and_a_centred_one_is(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([-1, 1], 50)
    X = rng.normal(size=(100, 2)) + 1.2 * y[:, None] + 1e7
    with pytest.warns(match="rounding"):
        raw = solve_smo(DualProblem(X @ X.T, y, 1.0))
    Z = X - X.mean(axis=0)
    assert raw.stopped == "rounding" and solve_smo(DualProblem(Z @ Z.T, y, 1.0)).converged


# -- section 5: SOR --------------------------------------------------------------------------


def penalised(alpha, Q):
    return alpha.sum() - alpha @ Q @ alpha / 2


@quickly
@given(seed=st.integers(0, 100_000), omega=st.floats(0.05, 2.5))
def test_a_step_of_sor_gains_what_the_formula_says_and_W_never_falls_up_to_two(seed, omega):
    K, y, C, beta = problem_of(seed)
    Q, alpha = np.outer(y, y) * (K + 1), np.abs(beta)
    assert np.all(Q.diagonal() >= 1 - 1e-12)
    for k in range(len(y)):
        g = 1 - Q[k] @ alpha
        free, cut = alpha.copy(), alpha.copy()
        free[k] += omega * g / Q[k, k]
        cut[k] = np.clip(free[k], 0, C)
        gain = penalised(free, Q) - penalised(alpha, Q)
        assert gain == pytest.approx(g * g / (2 * Q[k, k]) * omega * (2 - omega),
                                     rel=1e-6, abs=1e-9)
        if omega <= 2:
            assert penalised(cut, Q) >= penalised(alpha, Q) - 1e-10 * (1 + C)
        alpha = cut
    assert alpha == pytest.approx(sor_sweep(Q, np.abs(beta), C, omega), abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 100_000), omega=st.sampled_from([0.5, 1.0, 1.3, 1.9]))
def test_sor_converges_between_zero_and_two(seed, omega):
    K, y, C, _ = problem_of(seed)
    alpha, sweeps, gap = sor(K, y, C, omega, tol=1e-4, cap=20_000)
    assert gap <= 1e-4
    problem = DualProblem(K, y, C, penalised=True)
    best = solve_qp(problem)
    assert problem.objective(alpha) == pytest.approx(best.objective, rel=1e-3, abs=1e-3 * (1 + C))


def test_the_gap_of_sor_is_that_of_the_library_and_its_b_that_of_the_penalised_problem(cloud):
    K, y = cloud
    alpha, sweeps, gap = sor(K, y, 1.0, 1.3)
    problem = DualProblem(K, y, 1.0, penalised=True)
    assert gap == pytest.approx(problem.gap(alpha), abs=1e-9)
    assert sweeps == solve_sor(DualProblem(K, y, 1.0), omega=1.3, tol=1e-3).n_iter
    assert alpha @ y == pytest.approx(solve_qp(problem).b, abs=1e-3)


def test_the_best_omega_depends_on_the_data_and_beyond_two_it_does_not_end():
    X, y = make_overlap_60()
    sweeps = {(shift, omega): sor((X + shift) @ (X + shift).T, y, 1.0, omega)[1]
              for shift in (0, 1) for omega in (0.9, 1.0, 1.3, 2.1)}
    assert sweeps[0, 1.3] < sweeps[0, 1.0] and sweeps[1, 0.9] < sweeps[1, 1.3]
    assert sweeps[0, 2.1] == sweeps[1, 2.1] == 500
    ones, labels = X @ X.T, y
    assert sor(ones, labels, 0.001, 2.1)[1] < 5      # where nobody is free it ends


@nightly
@pytest.mark.parametrize("shift, least, most", [(0, 0.62, 0.82), (1, 0.75, 0.95)])
def test_a_longer_step_saves_sweeps_on_most_draws_and_costs_some_on_the_page_once_moved(
        shift, least, most):
    saves = {}
    for seed in [3, *some(range(100, 300), 40)]:        # 3 is the draw of the page
        X, y = make_overlap_60(seed)
        problem = DualProblem((X + shift) @ (X + shift).T, y, 1.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            one, longer = (solve_sor(problem, omega=omega, max_iter=500).n_iter
                           for omega in (1, 1.3))
        saves[seed] = longer < one
    assert saves.pop(3) == (shift == 0)
    assert least <= np.mean(list(saves.values())) <= most


def test_the_farther_from_the_origin_the_more_nearly_the_vectors_of_sor_point_the_same_way():
    X, _ = make_overlap_60()
    alike = {}
    for shift in (0, 1, 2, 3, 5, 30, "centred"):
        Z = np.c_[X - X.mean(axis=0) if shift == "centred" else X + shift, np.ones(len(X))]
        values, units = np.linalg.eigvalsh(Z.T @ Z), Z / np.linalg.norm(Z, axis=1, keepdims=True)
        alike[shift] = round(values[-1] / values[0]), np.mean(units @ units.T)
    assert [alike[k][0] for k in (0, 1, 2, 3, "centred")] == [8, 12, 35, 98, 8]
    cosines = [alike[k][1] for k in (0, 1, 2, 3, 5, 30)]
    assert np.all(np.diff(cosines) > 0) and cosines[-1] > 0.99


def test_a_larger_constant_makes_the_same_b_cheaper():
    X, y = make_overlap_60()
    far, found = X + 30, {}
    for s in (1, 10, 100, 1000):
        run = solve_qp(DualProblem(far @ far.T + s**2 - 1, y, 1.0, penalised=True))
        found[s] = s**2 * (run.alpha @ y)
    free = solve_smo(DualProblem.from_data(far, y, 1.0), tol=1e-8).b
    off = [abs(b - free) for b in found.values()]
    assert off == sorted(off, reverse=True) and off[-1] < 0.01 < 40 < off[0]


@pytest.mark.parametrize("shift, omega", [(0.0, 1.0), (1.0, 1.0), (2.3, 0.7), (3.0, 1.5),
                                          (4.0, 1.0), (3.0, 2.1), (0.0, 2.2), (4.0, 2.0)])
def test_the_run_of_zigzag_is_that_of_sor(shift, omega):
    x, y = np.array([shift + 1, shift - 1]), np.array([1, -1])
    run = ways.climb(shift, omega)
    if omega < 2:
        alpha, sweeps, gap = sor(np.outer(x, x), y, ways.BOX, omega, ways.TOL, ways.PATIENCE)
        assert (sweeps, gap <= ways.TOL) == (run.sweeps, run.done)
        assert alpha == pytest.approx(run.path[-1], abs=1e-9)
    else:
        assert not run.done and run.sweeps == ways.PATIENCE
    assert run.path[2] == pytest.approx(sor_sweep(run.Q, np.zeros(2), ways.BOX, omega))
    assert run.Q @ run.best == pytest.approx([1, 1]) and np.all(run.best < ways.BOX)


@pytest.mark.parametrize("state", preset_states(Zigzag) + corners(Zigzag))
def test_zigzag_says_and_shows_its_run(state):
    explorer = Zigzag(**state)
    shift, omega = (explorer.state()[k] for k in ("shift", "omega"))
    run = ways.climb(shift, omega)
    one, two = np.array([shift + 1, 1]), np.array([shift - 1, 1])
    angle = np.degrees(np.arccos(one @ two / np.linalg.norm(one) / np.linalg.norm(two)))
    assert f"are {angle:.0f}° apart" in explorer.status
    ends = f"{run.sweeps} sweep" if run.done else f"not finished after {ways.PATIENCE}"
    assert ends in explorer.status
    alpha = run.path[0] + omega * np.array([1 / run.Q[0, 0], 0])        # one uncut step from 0
    share = penalised(alpha, run.Q) / (1 / (2 * run.Q[0, 0]))
    told = re.search(r"(\d+)% of the", explorer.status)
    assert abs(share) < 1e-9 if told is None else int(told[1]) == round(100 * abs(share))
    assert ("lowers W" in explorer.status) == (share < -1e-9)
    assert not explorer.failed and explorer.frames == 1


def test_the_claims_about_zigzag():
    """One sweep at the origin, more the farther away, and a longer step than the best one helps."""
    counts = [ways.climb(s, 1.0).sweeps for s in (0.0, 1.0, 2.0, 3.0)]
    assert counts[0] == 1 and counts == sorted(counts) and counts[-1] > 100
    angles = [ways.climb(s, 1.0).angle for s in np.arange(0, 4.1, 0.5)]
    assert angles[0] == pytest.approx(90) and np.all(np.diff(angles) < 0)
    by_omega = {omega: ways.climb(3.0, omega).sweeps for omega in np.linspace(0.5, 1.9, 15)}
    best = min(by_omega, key=by_omega.get)
    assert best > 1 and by_omega[best] < counts[-1] / 4
    for omega in (2.05, 2.2):
        for shift in (0.0, 1.0, 3.0):
            assert not ways.climb(shift, omega).done


def test_the_map_of_zigzag_has_its_optimum_at_the_star_and_its_rings_at_their_heights():
    explorer = Zigzag(shift=2.0)
    ax, run = panels(explorer)[0], ways.climb(2.0, 1.0)
    rings = [c for c in ax.collections if len(c.get_segments())][0].get_segments()
    top, levels = penalised(run.best, run.Q), set()
    for ring in rings:
        heights = [penalised(point * run.best, run.Q) / top for point in ring]
        assert np.ptp(heights) < 0.05
        levels.add(np.round(np.mean(heights), 2))
    assert len(levels) >= 5
    stairs = next(line for line in ax.lines if line.get_linestyle() == "-" and
                  len(line.get_xdata()) > 2)
    assert np.transpose(stairs.get_data()) * run.best == pytest.approx(
        run.path[:2 * zigzag.DRAWN + 1])


# -- section 6: where is the origin? ---------------------------------------------------------


PLACES = [(shift, C, centred) for shift in (0.0, 3.0, 30.0) for C in (1.0, 100.0)
          for centred in (False, True)]


@pytest.mark.parametrize("shift, C, centred", PLACES)
def test_both_lines_are_in_the_picture_where_the_solvers_put_them(shift, C, centred):
    explorer = SORShift(shift=shift, C=C, centred=centred)
    X, y = ways.moved(shift, centred)
    offset = X[0] - make_overlap_60()[0][0]
    problem, shares = DualProblem.from_data(X, y, C), []
    drawn = [stroke + offset for stroke in strokes(panels(explorer)[0])]
    for (alpha, b), penal in zip(ways.optima(shift, C, centred), (True, False), strict=True):
        exact = solve_qp(problem.with_C(C, penalised=penal))
        assert b == pytest.approx(exact.b, abs=0.005 * (1 + abs(exact.b)))
        w = (alpha * y) @ X
        assert any(np.abs(on @ w + b).max() < 1e-6 * (1 + abs(b)) for on in drawn)
        shares.append(np.mean(np.sign(X @ w + b) == y))
    place = f"Samples moved by {shift:g}" + " and centred" * centred
    assert explorer.status.startswith(
        f"{place}, C = {C:g}: with b penalised {shares[0]:.0%} of the samples are "
        f"classified correctly, with b free {shares[1]:.0%}.")


@pytest.mark.parametrize("omega", [0.1, 1.0, 1.4, 1.95, 2.1])
@pytest.mark.parametrize("shift, C, centred", PLACES[::4])
def test_the_slopes_of_sor_are_those_of_its_sweeps(shift, C, centred, omega):
    X, y = ways.moved(shift, centred)
    left = ways.slopes_left(omega, shift, C, centred)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trace = solve_sor(DualProblem(X @ X.T, y, C), omega=omega, tol=ways.TOL,
                          max_iter=ways.MOST, trace=True).trace
    seen = 40 if omega > 1.9 else None          # there what rounding adds grows
    assert left[1:][:seen] == pytest.approx([s.gap for s in trace][:seen], rel=1e-5, abs=1e-8)
    explorer = SORShift(shift=shift, C=C, centred=centred, omega=omega)
    done = left[-1] <= ways.TOL
    assert explorer.status.endswith(
        f"SOR with ω = {omega:.2f} is {'' if done else 'not '}finished after "
        f"{len(left) - 1} sweeps.")


def test_the_answers_to_the_tasks_of_sor():
    """Far away b and the share fall behind; C and centring help; SOR needs more and more."""
    def at(**state):
        status = SORShift(**state).status
        return [int(share) for share in re.findall(r"(\d+)% ?", status)]
    share, share_free = at(shift=30.0)
    (_, far), (_, free) = ways.optima(30.0, 1.0, False)
    assert abs(far) < abs(free) / 10 and share < share_free - 20
    for cure in ({"C": 100.0}, {"centred": True}):
        cured, free_share = at(shift=30.0, **cure)
        assert cured >= free_share - 2
    one, other = (b for _, b in ways.optima(30.0, 1.0, True))
    assert abs(one - other) < 0.1
    counts = [len(ways.slopes_left(1.0, shift, 1.0, False)) - 1 for shift in (0.0, 1.0, 2.0)]
    assert counts == sorted(counts) and counts[2] > 10 * counts[0]
    for shift in (0.0, 7.0, 30.0):
        assert len(ways.slopes_left(1.0, shift, 1.0, True)) - 1 <= counts[0]


def test_the_origin_is_marked_or_its_distance_is_told():
    for state, words in (({"shift": 0.0}, "origin"), ({"shift": 30.0}, "origin: 42 away"),
                         ({"shift": 30.0, "centred": True}, "origin")):
        assert words in texts_in(panels(SORShift(**state))[0])


# -- sections 7 and 8 -------------------------------------------------------------------------


def test_any_line_is_certified_by_any_feasible_beta(cloud):
    """P(w, b) - W(β) bounds what (w, b) lacks."""
    X, y = make_overlap_60()
    best = solve_qp(DualProblem(*cloud, 1.0)).objective
    rng = np.random.default_rng(0)
    for seed in range(5):
        w, b = hinge_sgd(X, y, 1.0, epochs=20, seed=seed)
        P = w @ w / 2 + np.maximum(0, 1 - y * (X @ w + b)).sum()
        beta = feasible(rng, *boxes(y, 1.0))
        assert 0 <= P - best <= P - dual(beta, cloud[0], y) + 1e-9


@quickly
@seeds
def test_squared_slack_adds_to_the_diagonal_and_makes_alpha_C_times_the_slack(seed):
    K, y, C, _ = problem_of(seed)
    run = solve_qp(DualProblem(K + np.eye(len(y)) / C, y, 1e6), tol=1e-9)
    slack = np.maximum(0, 1 - y * (K @ (run.alpha * y) + run.b))
    assert run.alpha == pytest.approx(C * slack, abs=1e-4 * (1 + C))


# -- exercises and figures --------------------------------------------------------------------


def sweep_that_ends(at, leave):
    def sweep(Q, alpha, C, omega):
        alpha = np.array(alpha, dtype=float)
        for k in range(len(alpha)):
            slope = 1 - Q[k] @ alpha
            if abs(slope) <= at:
                if leave:
                    break
                continue
            alpha[k] = np.clip(alpha[k] + omega * slope / Q[k, k], 0, C)
        return alpha
    return sweep


def test_a_sweep_goes_on_after_an_entry_that_need_not_move():
    assert grade("sor-sweep", sweep_that_ends(0.0, leave=False)).status == "right"
    for at, leave in ((0.0, True), (1e-3, True), (1e-3, False)):
        assert grade("sor-sweep", sweep_that_ends(at, leave)).status == "wrong"


def test_a_sweep_is_asked_for_every_omega():
    """The page runs SOR beyond 2 as well, to show what becomes of it."""
    def refuses(Q, alpha, C, omega):
        if omega >= 2:
            raise ValueError("omega")
        return sor_sweep(Q, alpha, C, omega)

    for answer in (refuses, lambda Q, alpha, C, omega: sor_sweep(Q, alpha, C, min(omega, 1.99)),
                   lambda Q, alpha, C, omega: sor_sweep(Q, alpha, C, omega) if omega < 2
                   else alpha.copy()):
        assert grade("sor-sweep", answer).status == "wrong"


@pytest.mark.parametrize("tol, status", [(1e-3, "wrong"), (1e-9, "right")])
def test_a_tolerance_may_not_be_wider_than_the_boxes_of_the_page(tol, status):
    def with_a_tolerance(F, beta, A, B):
        rise, fall = beta < B - tol, beta > A + tol
        if (rise & fall).any():
            return F[rise & fall].mean()
        return (F[rise].max() + F[fall].min()) / 2

    assert grade("intercept", with_a_tolerance).status == status


def test_ends_over_all_samples_are_not_called_exchanged():
    """At an optimum both give the largest and the smallest F: no cause may be named."""
    over_all = grade("intercept", lambda F, beta, A, B: (F.max() + F.min()) / 2)
    exchanged = grade("intercept", lambda F, beta, A, B:
                      (F[beta > A].max() + F[beta < B].min()) / 2)
    assert over_all.status == exchanged.status == "wrong"
    assert over_all.matched == exchanged.matched and over_all.message == exchanged.message


def test_run_times_are_drawn_as_recorded_and_the_asked_one_is_covered():
    table = programs.run_times()
    for asked in (None, "scratch"):
        (ax,) = figures.plot_times(table, ["scratch", "sklearn"], "Times", asked=asked).axes
        named = {line.get_label(): line for line in ax.lines if line.get_label()[0] != "_"}
        line = named["your solver (lesson 03)"]
        middle = table[table["program"] == "scratch"].groupby("n")["seconds"].median()
        middle = middle if asked is None else middle.iloc[:-1]
        assert line.get_ydata() == pytest.approx(middle.to_numpy())
        assert line.get_xdata().tolist() == list(middle.index)
        answers = {line.get_label()[1]: line.get_ydata()[0] for line in ax.lines
                   if line.get_label() in ("_a", "_b", "_c")}
        assert answers == ({} if asked is None else pytest.approx(
            {"a": 2 * middle.iloc[-1], "b": 4 * middle.iloc[-1], "c": 16 * middle.iloc[-1]}))


def test_gains_lie_on_rays_through_the_corner():
    distance, slope = np.array([1.0, 4, 2]), np.array([1.5, 2, 1])
    (ax,) = figures.plot_gains(distance, slope, {"one": 1, "two": 0}, "Gains").axes
    for ray, k in zip([line for line in ax.lines if line.get_linestyle() == "--"], (1, 0),
                      strict=True):
        x, y = ray.get_data()
        assert x[0] == y[0] == 0 and y[1] / x[1] == pytest.approx(slope[k] / distance[k])
    assert [text.get_text().split()[-1] for text in ax.texts[:2]] == ["0.12", "1.12"]
