"""What lesson 03b says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_overlap_60
from coursekit.svm import DualProblem, experiments, solve_qp, solve_smo
from coursekit.svm.experiments import maximal_violating_pair as pair_of, move_pair, random_partner
from page_code import page_functions

PENALTIES = (1 / 3, 2**0.5, 1 / 48, np.pi, 0.1, 1.0, 10.0)
PAGE = page_functions("03b_stopping", maximal_violating_pair=pair_of, move_pair=move_pair)
smo = PAGE["smo"]


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def boxes(y, C):
    return np.minimum(0, C * y), np.maximum(0, C * y)


def dual(beta, K, y):
    return y @ beta - beta @ K @ beta / 2


def primal(beta, b, K, y, C):
    return beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()


def kkt_gap(beta, K, y, C):
    F = y - K @ beta
    i, j = pair_of(F, beta, *boxes(y, C))
    return F[i] - F[j]


def small_problem(seed):
    """Return K, y, C of a problem with grids, repeated samples and contradictory duplicates."""
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(2, 16)), seed % 4
    X = (rng.integers(0, 3, (n, 2)).astype(float) if kind < 2 else rng.normal(size=(n, 2)))
    if kind == 3:
        X[rng.integers(n, size=n // 2)] = X[0]
    y = rng.choice([-1, 1], n)
    y[0], y[-1] = 1, -1
    far = ((X[:, None] - X[None])**2).sum(axis=-1)
    return (X @ X.T if rng.random() < 0.6 else np.exp(-far / 2)), y, float(rng.choice(PENALTIES))


def feasible(y, C, rng):
    """Return a random feasible β, many of it at a bound."""
    return experiments.feasible(rng, *boxes(y, C))


# -- the solver of the page ------------------------------------------------------------


def test_the_page_s_solver_agrees_with_the_library_on_200_small_problems():
    """With duplicates, grids and odd C: the same W to within the certificates, or a warning."""
    ended = []
    for seed in range(200):
        K, y, C = small_problem(seed)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            run = smo(K, y, C, cap=20_000)
        ended.append(run.end)
        problem, alpha = DualProblem(K, y, C), np.abs(run.beta)
        assert (run.end == "certified") == (not warned) and alpha.max() <= C
        assert abs(run.beta.sum()) < 1e-12 * len(y) * max(C, 1)
        if run.end == "certified":
            assert problem.gap(alpha) <= 1e-3
            library = solve_smo(problem, tol=1e-3)
            room = problem.solution(alpha, n_iter=0).duality_gap + library.duality_gap + 1e-9
            assert abs(problem.objective(alpha) - library.objective) <= room
    assert ended.count("certified") >= 199


@pytest.mark.parametrize("C", PENALTIES)
def test_old_stalls_are_gone(cloud, C):
    K, y = cloud
    run = smo(K, y, C)
    best = solve_qp(DualProblem(K, y, C))
    assert run.end == "certified" \
        and dual(run.beta, K, y) == pytest.approx(best.objective, rel=1e-3)


@pytest.mark.parametrize("X, y, alpha, W", [
    ([[1, 1], [0, 0], [1, 1]], [-1, -1, 1], [1, 0, 1], 2.0),
    ([[1, 0], [1, 0]], [1, -1], [1, 1], 2.0),
    ([[2, 2], [0, 0], [2, 0], [1, 0], [0, 1], [1, 1], [0, 0], [0, 0]],
     [1, 1, 1, -1, 1, 1, -1, -1], None, 5.0)])
def test_contradictory_duplicates_run_until_one_is_at_C(X, y, alpha, W):
    X, y = np.array(X, dtype=float), np.array(y)
    run = smo(X @ X.T, y, 1.0)
    assert run.end == "certified" and dual(run.beta, X @ X.T, y) == pytest.approx(W, abs=1e-3)
    if alpha:
        assert np.abs(run.beta).tolist() == alpha and len(run.path) == 2
    clash = [(a, b) for a in range(len(y)) for b in range(a)
             if (X[a] == X[b]).all() and y[a] != y[b]]
    assert all(max(abs(run.beta[[a, b]])) == 1 for a, b in clash) and clash


def test_a_run_that_ends_early_says_so(cloud):
    K, y = cloud
    with pytest.warns(ConvergenceWarning, match="stopped by the cap: KKT gap"):
        run = smo(K, y, 1.0, cap=5)
    assert run.end == "stopped by the cap" and len(run.path) == 6
    assert run.m - run.M == pytest.approx(kkt_gap(run.beta, K, y, 1.0)) and run.m - run.M > 1
    X = np.random.default_rng(0).normal(size=(30, 2)) + 1e7
    with pytest.warns(ConvergenceWarning, match="rounding"):
        assert smo(X @ X.T, np.where(X[:, 0] > 1e7, 1, -1), 1.0).end == "stopped by rounding"


def test_every_state_is_feasible_and_W_never_falls(cloud):
    problems = [(*cloud, 1.0), *map(small_problem, range(60))]
    for K, y, C in problems:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            path = np.array(smo(K, y, C, cap=300).path)
        A, B = boxes(y, C)
        heights = np.array([dual(beta, K, y) for beta in path])
        assert np.all(path >= A) and np.all(path <= B)
        assert np.all(np.diff(heights) >= -1e-9 * max(1, heights.max()))


def test_the_gap_rises_after_steps_that_are_not_clipped(cloud):
    K, y = cloud
    A, B = boxes(y, 1.0)
    rises = []
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(60)
        path = smo(K[np.ix_(order, order)], y[order], 1.0).path
        gaps = [kkt_gap(beta, K[np.ix_(order, order)], y[order], 1.0) for beta in path]
        clipped = [bool(((new == A[order]) | (new == B[order]))[new != old].any())
                   for old, new in zip(path, path[1:], strict=False)]
        rises.append(np.sum((np.diff(gaps) > 0) & ~np.array(clipped)))
    assert min(rises) >= 1


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_the_theorem_a_gap_of_zero_is_the_optimum_and_a_positive_one_is_not(seed):
    K, y, C = small_problem(seed)
    rng = np.random.default_rng(seed)
    beta = feasible(y, C, rng)
    gap = kkt_gap(beta, K, y, C)
    best = solve_smo(DualProblem(K, y, C), tol=1e-8, max_iter=200_000)
    if gap > 1e-6:
        F = y - K @ beta
        new = move_pair(K, beta, F, *boxes(y, C), *pair_of(F, beta, *boxes(y, C)))
        assert dual(new, K, y) > dual(beta, K, y)
    if best.converged:
        for other in (beta, feasible(y, C, rng)):
            assert dual(other, K, y) <= best.objective + 1e-6 * max(1, best.objective)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_W_is_at_most_n_C_half_the_gap_below_its_maximum(seed):
    K, y, C = small_problem(seed)
    rng = np.random.default_rng(seed)
    best = solve_smo(DualProblem(K, y, C), tol=1e-8, max_iter=200_000)
    for beta in (feasible(y, C, rng), np.zeros(len(y)), best.alpha * y):
        gap = max(kkt_gap(beta, K, y, C), 0)
        missing = best.objective - dual(beta, K, y)
        assert missing <= len(y) * C * gap / 2 + 1e-7 * max(1, best.objective)


def test_an_infeasible_beta_passes_both_certificates(cloud):
    """So the page's table says how far a β is from feasible, and its exercise that it is."""
    K, y = cloud
    best = solve_smo(DualProblem(K, y, 2.0), tol=1e-10)
    beta, room = best.alpha * y, boxes(y, 1.0)
    top = solve_smo(DualProblem(K, y, 1.0), tol=1e-10).objective
    assert kkt_gap(beta, K, y, 1.0) <= 1e-8
    assert primal(beta, best.b, K, y, 1.0) - dual(beta, K, y) < 0
    assert dual(beta, K, y) > 1.5 * top
    judged = page_certificate(K, y, 1.0)
    assert judged(beta, best.b)["infeasible by"] == pytest.approx(1.0)
    assert judged(np.ones(60) / 60, 0.0)["infeasible by"] >= 1.0      # the sum is 1
    inside = feasible(y, 1.0, np.random.default_rng(0))
    assert judged(inside, 0.0)["infeasible by"] < 1e-12 and (inside >= room[0]).all()


def page_certificate(K, y, C):
    """Return the page's `certificate`, in its own setting."""
    A, B = boxes(y, C)
    names = {"K": K, "y": y, "C": C, "A": A, "B": B, "W": lambda beta: dual(beta, K, y),
             "kkt_gap": lambda beta: kkt_gap(beta, K, y, C)}
    function = PAGE["certificate"]
    return type(function)(function.__code__, function.__globals__ | names)


def test_a_negative_eigenvalue_does_no_harm_where_sums_are_zero():
    X = np.random.default_rng(0).normal(size=(20, 2))
    far = ((X[:, None] - X[None])**2).sum(axis=-1)
    y, C = np.where(X[:, 0] + X[:, 1]**2 > 0.5, 1, -1), 1.0
    run = smo(-far, y, C)
    assert np.linalg.eigvalsh(-far).min() < -1 and run.end == "certified"
    other = solve_qp(DualProblem(2 * X @ X.T, y, C))
    assert dual(run.beta, -far, y) == pytest.approx(other.objective, rel=1e-3)


def test_an_optimum_may_be_stopped_by_rounding():
    """So the page says that then nothing is proved, and not that the run is unfinished."""
    with pytest.warns(ConvergenceWarning, match="rounding"):
        run = smo(np.diag([0.0, 8]), np.array([-1, 1]), 10.0, tol=1e-15)
    assert run.end == "stopped by rounding" and run.beta.tolist() == [-0.25, 0.25]


def test_a_gap_that_may_be_mere_rounding_stops_a_run_whose_step_would_still_move(cloud):
    K, y = cloud
    with pytest.warns(ConvergenceWarning, match="rounding"):
        run = smo(K, y, 1.0, tol=1e-17)
    F, box = y - K @ run.beta, boxes(y, 1.0)
    i, j = pair_of(F, run.beta, *box)
    assert run.end == "stopped by rounding" and 0 < F[i] - F[j] < 1e-12
    assert not np.array_equal(move_pair(K, run.beta, F, *box, i, j), run.beta)


def test_without_a_free_sample_every_b_from_m_to_M_is_a_right_intercept(cloud):
    K, y = np.array([[1.0, -1], [-1, 1]]), np.array([1.0, -1])
    wide = smo(K, y, 0.1)                       # both at the bound: m = -0.8, M = 0.8
    gap = kkt_gap(wide.beta, K, y, 0.1)
    assert gap == pytest.approx(-1.6)
    missing = [primal(wide.beta, b, K, y, 0.1) - dual(wide.beta, K, y)
               for b in (gap / 2, 0.0, -gap / 2, 0.9)]
    assert missing[:3] == pytest.approx([0.0] * 3, abs=1e-12) and missing[3] > 0.005
    best = smo(*cloud, 1.0, tol=1e-9)           # three free samples: m = M
    assert abs(kkt_gap(best.beta, *cloud, 1.0)) < 1e-9


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_tol_promises_the_zones_up_to_half_the_gap(seed):
    K, y, C = small_problem(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = smo(K, y, C, tol=0.1, cap=3000)
    yf, alpha = y * (K @ run.beta + (run.m + run.M) / 2), np.abs(run.beta)
    half = max(run.m - run.M, 0) / 2 + 1e-9
    assert np.all(yf[alpha == 0] >= 1 - half) and np.all(yf[alpha == C] <= 1 + half)
    free = (alpha > 0) & (alpha < C)
    assert np.all(np.abs(yf[free] - 1) <= half)


# -- random partners ---------------------------------------------------------------------


def test_a_random_partner_gets_there_with_enough_quiet_passes(cloud):
    K, y = cloud
    run = random_partner(K, y, 1.0, np.random.default_rng(0), passes=300, move_pair=move_pair)
    beta = run.at_quiet(300)
    assert dual(beta, K, y) == pytest.approx(solve_qp(DualProblem(K, y, 1.0)).objective, rel=1e-3)


def test_that_no_pair_of_all_moves_certifies_and_that_no_drawn_pair_moves_does_not(cloud):
    """So recap and bold sentence speak of pairs drawn at random."""
    K, y = cloud
    A, B = boxes(y, 1.0)
    beta = random_partner(K, y, 1.0, np.random.default_rng(0), move_pair=move_pair).at_quiet(10)
    assert kkt_gap(beta, K, y, 1.0) > 0.1
    moved = 1
    while moved:
        moved = 0
        for i, j in itertools.permutations(range(len(y)), 2):
            F = y - K @ beta
            if F[i] - F[j] > 1e-3 and beta[i] < B[i] and beta[j] > A[j]:
                beta, moved = move_pair(K, beta, F, A, B, i, j), moved + 1
    assert kkt_gap(beta, K, y, 1.0) <= 1e-3


def test_after_ten_quiet_passes_no_run_of_a_hundred_is_finished(cloud):
    K, y = cloud
    gaps = {10: [], 50: []}
    for seed in range(100):
        run = random_partner(K, y, 1.0, np.random.default_rng(seed), passes=50,
                             move_pair=move_pair)
        for passes, left in gaps.items():
            left.append(kkt_gap(run.at_quiet(passes), K, y, 1.0))
    assert min(gaps[10]) > 2e-3 and np.mean(np.array(gaps[50]) <= 2e-3) < 0.5
