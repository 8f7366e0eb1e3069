"""The duality gap and the bug hunt, which lesson 03b takes over."""
from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from coursekit.datasets import make_overlap_60
from coursekit.svm.experiments import feasible
from coursekit.exercises.lesson03c import duality_gap
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm import experiments
from coursekit.svm.experiments import maximal_violating_pair, random_partner

PENALTIES = (1 / 3, 2**0.5, 1 / 48, 0.1, 1.0, 10.0)
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


# -- section 1: the duality gap ----------------------------------------------------------


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


# -- section 3: the bug hunt ---------------------------------------------------------------


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


def test_c_leaves_duplicates_where_they_are_and_h_cannot_end():
    twins, y = np.ones((2, 2)), np.array([1, -1])
    assert listing(twins, y, 1.0, broken={"c"})[0].tolist() == [0, 0]
    assert listing(twins, y, 1.0)[0].tolist() == [1, 1]
    two = np.diag([0.0, 8.0])
    alpha, sweeps = listing(two, np.array([-1, 1]), 10.0, broken={"h"})
    assert alpha.tolist() == [0.25, 0.25] and sweeps == 1500
    assert listing(two, np.array([-1, 1]), 10.0)[1] < 20


@pytest.mark.parametrize("x, labels", [((0.4, 0, 0.2), (-1, 1, 1)), ((0.5, 1, -1), (-1, 1, -1))])
def test_g_ends_quietly_with_an_intercept_outside_m_and_M(x, labels):
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
