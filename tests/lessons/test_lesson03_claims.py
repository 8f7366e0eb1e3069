"""What sitting 03 says in words and cannot compute into its sentences, asserted here.

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
from coursekit.exercise import grade
from coursekit.svm import experiments
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm.experiments import random_partner
from coursekit.svm.smo import segment_ends
from page_code import page_functions

PENALTIES = (1 / 3, 2**0.5, 1 / 48, np.pi, 0.1, 1.0, 10.0)
PAGE = page_functions("03_smo")
move_pair, smo, pair_of = (PAGE[name] for name in ("move_pair", "smo", "maximal_violating_pair"))


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
    A, B = boxes(y, C)
    beta = np.zeros(len(y))
    for _ in range(3 * len(y)):
        i, j = rng.choice(len(y), 2, replace=False)
        low, high = PAGE["segment_ends"](beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
        t = rng.choice([low, high, rng.uniform(low, high)])
        beta[i], beta[j] = (PAGE["placed"](beta[k], s, A[k], B[k]) for k, s in ((i, t), (j, -t)))
    return beta


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


# -- general sentences, on random and degenerate cases -----------------------------------


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_the_slope_and_the_rise_along_a_segment_are_those_of_the_page(seed):
    K, y, C = small_problem(seed)
    rng = np.random.default_rng(seed)
    beta, n = feasible(y, C, rng), len(y)
    F, (i, j) = y - K @ beta, rng.choice(n, 2, replace=False)
    eta = 2 * K[i, j] - K[i, i] - K[j, j]
    assert eta <= 1e-12
    for t in rng.normal(size=5):
        moved = beta + t * (np.eye(n)[i] - np.eye(n)[j])
        rise = (F[i] - F[j]) * t + eta * t * t / 2
        assert dual(moved, K, y) - dual(beta, K, y) == pytest.approx(rise, rel=1e-8, abs=1e-8)
        after = y - K @ moved
        assert after[i] == pytest.approx(F[i] - t * (K[i, i] - K[i, j]), abs=1e-9)
        assert after[j] == pytest.approx(F[j] - t * (K[i, j] - K[j, j]), abs=1e-9)
    if np.allclose(K[i], K[j]):
        assert F[i] - F[j] == pytest.approx(y[i] - y[j], abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_up_and_low_are_never_empty_and_the_segment_holds_zero(seed):
    _, y, C = small_problem(seed)
    rng = np.random.default_rng(seed)
    beta, (A, B) = feasible(y, C, rng), boxes(y, C)
    assert (beta < B).any() and (beta > A).any()
    i, j = rng.choice(len(y), 2, replace=False)
    low, high = PAGE["segment_ends"](beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
    assert low <= 0 <= high


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
def test_a_steep_pair_moves_if_it_can_gain_and_then_gains_half_its_slope_times_the_way(seed):
    """The proof that every run ends needs both; a pair that may not move would repeat for ever."""
    K, y, C = small_problem(seed)
    A, B = boxes(y, C)
    beta = feasible(y, C, np.random.default_rng(seed))
    F = y - K @ beta
    for i, j in itertools.permutations(range(len(y)), 2):
        if F[i] - F[j] <= 1e-3:
            continue
        new = move_pair(K, beta, F, A, B, i, j)
        assert np.array_equal(new, beta) == (beta[i] == B[i] or beta[j] == A[j])
        least = (F[i] - F[j]) * abs(new[i] - beta[i]) / 2
        assert dual(new, K, y) - dual(beta, K, y) >= least - 1e-9 * max(1, least)


def test_who_returns_one_number_is_told_that_two_are_wanted():
    def gap(F, beta, A, B):
        return F[beta < B].max() - F[beta > A].min()

    def fails(F, beta, A, B):
        raise ValueError
    assert grade("maximal-violating-pair", lambda F, beta, A, B: 0).matched == "one number"
    assert grade("maximal-violating-pair", gap).matched == "one number"
    assert grade("maximal-violating-pair", fails).matched is None


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


def test_F_is_the_slope_of_each_multiplier_and_a_pair_that_steps_changes_two_rows(cloud):
    K, y = cloud
    beta, t = feasible(y, 1.0, np.random.default_rng(1)), 1e-4
    F = y - K @ beta
    quotients = [(dual(beta + t * e, K, y) - dual(beta - t * e, K, y)) / (2 * t)
                 for e in np.eye(60)]
    assert quotients == pytest.approx(F.tolist(), abs=1e-6)
    moved = beta + t * (np.eye(60)[3] - np.eye(60)[40])
    assert y - K @ moved == pytest.approx(F - t * (K[3] - K[40]))
    assert W_gain(-8.0, 2.0) == pytest.approx(2.0**2 / (2 * 8.0))


def W_gain(eta, slope):
    """Return what W gains at the top of its parabola."""
    t = PAGE["best_step"](slope, eta, -10.0, 10.0)
    return slope * t + eta * t * t / 2


def by_heights(*order, half=1.0):
    """Return a best step that compares heights, in an order that decides where they tie."""
    def best(slope, eta, low, high):
        places = {"low": low, "high": high, "top": -slope / eta if eta else low}
        return max((places[name] for name in order if low <= places[name] <= high),
                   key=lambda t: slope * t + half * eta * t * t)
    return best


def test_a_step_that_fails_only_where_a_segment_begins_at_0_is_wrong():
    """Every run begins at such segments: there the page would stop."""
    for order in itertools.permutations(("low", "high", "top")):
        assert grade("best-step", by_heights(*order, half=0.5)).status == "right"
        found = grade("best-step", by_heights(*order))
        assert found.status == "wrong"

    def to_an_end(slope, eta, low, high):
        if 0 in (low, high):
            return high if slope > 0 else low
        return PAGE["best_step"](slope, eta, low, high)
    assert grade("best-step", to_an_end).status == "wrong"


def test_who_goes_downhill_is_told_so_and_nobody_else():
    def still(slope, eta, low, high):
        return 0.0 if eta == -1e-300 else PAGE["best_step"](slope, eta, low, high)

    def one_way(slope, eta, low, high):        # downhill only where the slope is negative
        if not eta:
            return high if slope > 0 else low
        return min(max(-abs(slope) / eta, low), high)
    assert grade("best-step", still).matched == "no move"
    found = grade("best-step", one_way)        # its tops of positive slopes are right
    assert found.matched == "sign of the slope lost"


def test_who_never_goes_back_is_told_what_he_sees_and_no_cause_that_is_not_his():
    # the tops of all parabolas inside are found, if t > 0
    def forward(slope, eta, low, high):
        if not eta:
            return high if slope > 0 else low
        return min(max(-slope / eta, 0.0), high)
    assert grade("best-step", forward).matched == "no move"


def flat_above(least):
    """Return a best step that takes every eta above a number for 0."""
    def best(slope, eta, low, high):
        return PAGE["best_step"](slope, eta if eta < least else 0.0, low, high)
    return best


@pytest.mark.parametrize("guard", [1e-3, 1e-6, 1e-9, 1e-12])
def test_a_guard_against_dividing_by_zero_is_no_straight_line(guard):
    def instead(slope, eta, low, high):
        return min(max(-slope / (eta or -guard), low), high)

    def steep_only(slope, eta, low, high):
        return 0.0 if eta == 0 and abs(slope) <= guard else PAGE["best_step"](slope, eta, low, high)
    assert grade("best-step", instead).status == grade("best-step", steep_only).status == "wrong"
    assert grade("best-step", flat_above(-guard)).matched == "hardly bent taken for straight"


def test_who_stays_only_where_a_line_falls_is_told_of_that_place():
    def up_only(slope, eta, low, high):
        return high * (slope > 0) if eta == 0 else PAGE["best_step"](slope, eta, low, high)
    assert grade("best-step", up_only).matched == "no move where eta is 0"


def test_one_sample_can_be_both_of_the_pair():
    def another(F, beta, A, B):
        i, _ = pair_of(F, beta, A, B)
        return i, int(np.where((beta > A) & (np.arange(len(F)) != i), F, np.inf).argmin())
    assert grade("maximal-violating-pair", another).matched == "never i = j"


def test_a_pair_is_exact_in_F_and_at_the_bounds():
    def rounded(F, beta, A, B):
        return pair_of(F.round(4), beta, A, B)

    def close(F, beta, A, B):
        return pair_of(F,
                       np.where(B - beta <= 1e-15, B, np.where(beta - A <= 1e-15, A, beta)), A, B)
    assert grade("maximal-violating-pair", rounded).status == "wrong"
    assert grade("maximal-violating-pair", close).matched == "nearly at a bound taken for at it"


@pytest.mark.parametrize("large", [999, 1e6, 1e10])
def test_a_large_number_is_no_infinity(large):
    def masked(F, beta, A, B):
        return (int(np.where(beta < B, F, -large).argmax()),
                int(np.where(beta > A, F, large).argmin()))
    assert grade("maximal-violating-pair", masked).matched == "a number in place of infinity"


def test_the_first_sample_does_not_win_unasked_and_a_place_of_equal_F_is_no_number():
    def from_the_first(F, beta, A, B):
        i = j = 0
        for k in range(len(F)):
            i = k if beta[k] < B[k] and F[k] > F[i] else i
            j = k if beta[k] > A[k] and F[k] < F[j] else j
        return i, j

    def smallest_of_all(F, beta, A, B):
        return (int(np.where(beta < B, F, F.min()).argmax()),
                int(np.where(beta > A, F, F.max()).argmin()))

    def by_value(F, beta, A, B):
        return list(F).index(F[beta < B].max()), list(F).index(F[beta > A].min())
    for wrong in (from_the_first, smallest_of_all):
        assert grade("maximal-violating-pair", wrong).matched == "a number in place of infinity"
    assert grade("maximal-violating-pair", by_value).matched is None


def test_without_concavity_a_gap_of_zero_is_only_necessary():
    K, y = np.array([[1.0, 3], [3, 1]]), np.array([1, -1])    # an eigenvalue is -2
    assert np.linalg.eigvalsh(K).min() < 0
    K = np.array([[0.0, 0, 0], [0, 0, 0], [0, 0, -9]])
    y, C = np.array([1, -1, -1]), 1.0
    beta = np.array([1.0, -1.0, 0.0])
    other = np.array([1.0, 0.0, -1.0])
    assert kkt_gap(beta, K, y, C) <= 0 and dual(other, K, y) > dual(beta, K, y)


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


def test_a_slope_is_the_intercept_that_puts_a_sample_on_its_margin_boundary(cloud):
    K, y = cloud
    beta = feasible(y, 1.0, np.random.default_rng(3))
    F = y - K @ beta
    for k in range(60):
        assert y[k] * (K[k] @ beta + F[k]) == pytest.approx(1)


def test_the_folded_translation(cloud):
    """α_j moves by -y_j t and W by y_j (E_i - E_j) times that; L and H; b_1 and b_2."""
    K, y = cloud
    rng, C = np.random.default_rng(5), 1.0
    A, B = boxes(y, C)
    for _ in range(50):
        beta, (i, j), b = feasible(y, C, rng), rng.choice(60, 2, replace=False), rng.normal()
        alpha, F = np.abs(beta), y - K @ beta
        E = K @ beta + b - y
        assert b - F == pytest.approx(E)
        assert y[j] * (E[i] - E[j]) == pytest.approx(-y[j] * (F[i] - F[j]))
        low, high = PAGE["segment_ends"](beta[i], beta[j], (A[i], B[i]), (A[j], B[j]))
        ends = sorted(alpha[j] - y[j] * t for t in (low, high))
        if y[i] != y[j]:
            L, H = max(0, alpha[j] - alpha[i]), min(C, C + alpha[j] - alpha[i])
        else:
            L, H = max(0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
        assert ends == pytest.approx([L, H])
        new = move_pair(K, beta, F, A, B, i, j)
        d_i, d_j = new[i] - beta[i], new[j] - beta[j]
        b_1 = b - E[i] - d_i * K[i, i] - d_j * K[i, j]
        b_2 = b - E[j] - d_i * K[i, j] - d_j * K[j, j]
        after = y - K @ new
        assert [b_1, b_2] == pytest.approx(after[[i, j]].tolist())


# -- random partners ---------------------------------------------------------------------


def test_a_random_partner_gets_there_with_enough_quiet_passes(cloud):
    K, y = cloud
    run = random_partner(K, y, 1.0, np.random.default_rng(0), passes=300, move_pair=move_pair)
    beta = run.at_quiet(300)
    assert dual(beta, K, y) == pytest.approx(solve_qp(DualProblem(K, y, 1.0)).objective, rel=1e-3)


def test_the_step_of_the_library_s_loop_is_that_of_the_page(cloud):
    problems = [(*cloud, 1.0), *map(small_problem, range(40))]
    for K, y, C in problems:
        rng = np.random.default_rng(1)
        for _ in range(10):
            beta, (i, j) = feasible(y, C, rng), rng.choice(len(y), 2, replace=False)
            given = K, beta, y - K @ beta, *boxes(y, C), i, j
            assert np.array_equal(move_pair(*given), experiments.move_pair(*given))


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


def test_duplicates_have_a_difference_of_slopes_that_no_beta_changes(cloud):
    K, y = cloud[:2]
    rng = np.random.default_rng(0)
    gram = np.vstack([np.column_stack([K, K[:, :1]]), np.append(K[0], K[0, 0])])
    for last in (y[0], -y[0]):
        labels = np.append(y, last)
        for beta in rng.normal(size=(5, len(labels))):
            F = labels - gram @ beta
            assert F[0] - F[-1] == pytest.approx(y[0] - last)


def test_the_ends_of_a_segment_are_platts_L_and_H():
    """For equal labels: α_i + α_j stays, and α_j runs from max(0, sum − C) to min(C, sum)."""
    for a, c in np.random.default_rng(0).uniform(0, 1, (50, 2)):
        ends = segment_ends(a, c, (0, 1), (0, 1))
        assert sorted(c - np.array(ends)) == pytest.approx([max(0, a + c - 1), min(1, a + c)])
