"""What sitting 03c says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit.datasets import make_overlap_60
from coursekit.svm.experiments import feasible
from coursekit.explorers import svm_sor
from coursekit.svm import DualProblem, hinge_sgd, solve_qp, solve_smo, solve_sor
from coursekit.svm import experiments
from coursekit.svm.experiments import climb, maximal_violating_pair, move_pair, random_partner
from coursekit.lessons.lesson03b.exercises.duality_gap import duality_gap
from page_code import page_functions

PENALTIES = (1 / 3, 2**0.5, 1 / 48, 0.1, 1.0, 10.0)
PAGE = page_functions("03c_solvers", maximal_violating_pair=maximal_violating_pair,
                      move_pair=move_pair, random_partner=random_partner)
intercept, sor_sweep = PAGE["intercept"], PAGE["sor_sweep"]
maximal_pair, second_order_pair = PAGE["maximal_pair"], PAGE["second_order_pair"]
seeds = given(seed=st.integers(0, 100_000))
quickly = settings(deadline=None, max_examples=60)


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def boxes(y, C):
    return np.minimum(0, C * y), np.maximum(0, C * y)


def problem_of(seed):
    """Return K, y, C, a feasible β: grids, repeated samples, contradictory duplicates, odd C."""
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(2, 14)), seed % 4
    X = rng.integers(0, 3, (n, 2)).astype(float) if kind < 2 else rng.normal(size=(n, 2))
    if kind == 3:
        X[rng.integers(n, size=n // 2)] = X[0]
    y = rng.choice([-1, 1], n)
    y[0], y[-1] = 1, -1
    far = ((X[:, None] - X[None])**2).sum(axis=-1)
    K = X @ X.T if rng.random() < 0.6 else np.exp(-far / 2)
    C = float(rng.choice(PENALTIES))
    return K, y, C, feasible(rng, *boxes(y, C))


def dual(beta, K, y):
    return y @ beta - beta @ K @ beta / 2


def bounds(beta, K, y, C):
    F = y - K @ beta
    i, j = maximal_violating_pair(F, beta, *boxes(y, C))
    return F, F[i], F[j]


def solved(K, y, C, tol=1e-9):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return solve_qp(DualProblem(K, y, C), tol=tol)


# -- section 2: the intercept ------------------------------------------------------------


@quickly
@seeds
def test_the_optimal_intercepts_are_those_between_m_and_M(seed):
    K, y, C, _ = problem_of(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = solve_smo(DualProblem(K, y, C), tol=1e-10, max_iter=20_000)
    if run.gap > 1e-9:
        return
    beta, (A, B) = run.alpha * y, boxes(y, C)
    F, m, M = bounds(beta, K, y, C)
    small = 1e-7 * (1 + C) * len(y)
    for b in (m, M, (m + M) / 2, intercept(F, beta, A, B)):
        assert duality_gap(K, y, C, beta, b) <= small
    for b in (min(m, M) - 0.1, max(m, M) + 0.1):
        assert duality_gap(K, y, C, beta, b) > small
    if ((A < beta) & (beta < B)).any():
        assert M - m <= 1e-8


def test_without_a_free_sample_there_is_an_interval():
    K, y = np.diag([0.0, 8.0]), np.array([-1, 1])
    F, m, M = bounds(np.array([-0.1, 0.1]), K, y, 0.1)
    assert (m, M) == pytest.approx((-1, 0.2))
    for b in np.linspace(m, M, 7):
        assert duality_gap(K, y, 0.1, np.array([-0.1, 0.1]), b) == pytest.approx(0, abs=1e-12)


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


def test_a_run_that_counts_and_ends_as_it_is_told():
    run = random_partner(np.diag([0.0, 8.0]), np.array([-1, 1]), 10.0, np.random.default_rng(0),
                         count=lambda passes, moved: passes + moved, cap=30)
    assert run.sweeps == 30 and len(run.pairs) == 1 and run.errors == [0, 2]
    assert experiments.quiet_in_a_row(9, True) == 0


def test_the_observer_ends_a_run_at_the_gap(cloud):
    K, y = cloud
    run = random_partner(K, y, 1.0, np.random.default_rng(3), tol=5e-4, passes=10**6, enough=1e-3)
    gaps = [np.subtract(*bounds(beta, K, y, 1.0)[1:]) for beta in run.path]
    assert gaps[-1] <= 1e-3 < min(gaps[:-1]) and np.all(np.diff(run.errors) > 0)


# -- section 4: the choice of a partner ----------------------------------------------------


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


@pytest.mark.parametrize("C", PENALTIES)
def test_both_choices_arrive(cloud, C):
    for K, y in [cloud, *(problem_of(seed)[:2] for seed in range(20))]:
        best = solved(K, y, C)
        for choose in (maximal_pair, second_order_pair):
            beta, steps = climb(K, y, C, choose)
            F, m, M = bounds(beta, K, y, C)
            assert m - M <= 1e-3 and steps < 100_000
            room = duality_gap(K, y, C, beta, (m + M) / 2)
            assert best.objective - dual(beta, K, y) <= room + 1e-6 * (1 + best.objective)


def test_keeping_F_is_the_large_gain_and_the_choice_the_second(cloud):
    K, y = cloud
    drawn = [random_partner(K, y, 1.0, np.random.default_rng(s), tol=5e-4, passes=10**6,
                            enough=1e-3)
             for s in range(20)]
    afresh = np.median([run.errors[-1] for run in drawn])
    kept = np.median([2 * len(run.pairs) for run in drawn])
    chosen = 2 * climb(K, y, 1.0, maximal_pair)[1]
    assert afresh > 50 * kept > 50 * 1.5 * chosen


# -- section 5: scale and origin -------------------------------------------------------------


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


def test_the_library_centres_the_features_of_a_problem_that_it_builds_itself():
    rng, y = np.random.default_rng(0), np.repeat([-1, 1], 50)
    X = rng.normal(size=(100, 2)) + 1.2 * y[:, None] + 1e7
    assert solve_smo(DualProblem.from_data(X, y, 1.0)).converged


@pytest.mark.parametrize("seed", range(5))
def test_far_from_the_origin_a_raw_Gram_matrix_is_not_certified_and_a_centred_one_is(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([-1, 1], 50)
    X = rng.normal(size=(100, 2)) + 1.2 * y[:, None] + 1e7
    with pytest.warns(match="rounding"):
        raw = solve_smo(DualProblem(X @ X.T, y, 1.0))
    Z = X - X.mean(axis=0)
    assert raw.stopped == "rounding" and solve_smo(DualProblem(Z @ Z.T, y, 1.0)).converged


# -- section 6: SOR --------------------------------------------------------------------------


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
    alpha, sweeps, gap = PAGE["sor"](K, y, C, omega, tol=1e-4, cap=20_000)
    assert gap <= 1e-4
    problem = DualProblem(K, y, C, penalised=True)
    best = solve_qp(problem)
    assert problem.objective(alpha) == pytest.approx(best.objective, rel=1e-3, abs=1e-3 * (1 + C))


def test_the_gap_of_sor_is_that_of_the_library_and_its_b_that_of_the_penalised_problem(cloud):
    K, y = cloud
    alpha, sweeps, gap = PAGE["sor"](K, y, 1.0, 1.3)
    problem = DualProblem(K, y, 1.0, penalised=True)
    assert gap == pytest.approx(problem.gap(alpha), abs=1e-9)
    assert sweeps == solve_sor(DualProblem(K, y, 1.0), omega=1.3, tol=1e-3).n_iter
    assert alpha @ y == pytest.approx(solve_qp(problem).b, abs=1e-3)


def test_the_best_omega_depends_on_the_data_and_beyond_two_it_does_not_end():
    X, y = make_overlap_60()
    sweeps = {(shift, omega): PAGE["sor"]((X + shift) @ (X + shift).T, y, 1.0, omega)[1]
              for shift in (0, 1) for omega in (0.9, 1.0, 1.3, 2.1)}
    assert sweeps[0, 1.3] < sweeps[0, 1.0] and sweeps[1, 0.9] < sweeps[1, 1.3]
    assert sweeps[0, 2.1] == sweeps[1, 2.1] == 500
    ones, labels = X @ X.T, y
    assert PAGE["sor"](ones, labels, 0.001, 2.1)[1] < 5      # where nobody is free it ends


def test_a_longer_step_saves_sweeps_on_most_draws_and_costs_some_on_the_page_once_moved():
    saves = {}
    for seed, shift in product(range(20), (0, 1)):
        X, y = make_overlap_60(seed)
        problem = DualProblem((X + shift) @ (X + shift).T, y, 1.0)
        one, longer = (solve_sor(problem, omega=omega, max_iter=500).n_iter for omega in (1, 1.3))
        saves[shift, seed] = longer < one
    assert saves[0, 3] and not saves[1, 3]      # the draw of the page
    for shift in (0, 1):
        assert sum(saves[shift, seed] for seed in range(20)) > 12


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


# -- section 7 -------------------------------------------------------------------------------


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


def test_moving_all_samples_changes_each_slope_by_one_number():
    X, y = make_overlap_60()
    beta = y * solve_qp(DualProblem.from_data(X, y, 1.0)).alpha
    beta -= beta.mean()
    w, c = beta @ X, np.array([3.0, -7.0])
    change = (y - (X + c) @ (beta @ (X + c))) - (y - X @ w)
    np.testing.assert_allclose(change, -w @ c, atol=1e-9)


def test_a_penalised_intercept_stays_small_far_from_the_origin_and_what_helps():
    """Samples moved by 30: a larger C, or centred features, let the line with a penalised b
    separate again."""
    b, right = {}, {}
    for C, centred in ((1.0, False), (100.0, False), (1.0, True)):
        X, y = svm_sor.moved(30.0, centred)
        (alpha, penalised), (_, free) = svm_sor.optima(30.0, C, centred)
        b[C, centred] = abs(penalised), abs(free)
        right[C, centred] = np.mean(np.sign((alpha * y) @ X @ X.T + penalised) == y)
    assert b[1.0, False][0] < b[1.0, False][1] / 10
    assert right[100.0, False] > right[1.0, False] + 0.2
    assert abs(np.subtract(*b[1.0, True])) < 0.1
