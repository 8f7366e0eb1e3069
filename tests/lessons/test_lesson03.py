"""Lesson 03: the functions of the page, its explorer and figures, and what the page claims.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import itertools
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from matplotlib.collections import PathCollection
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from coursekit.datasets import make_overlap_60
from coursekit.exercise import grade
from coursekit.lessons.lesson03 import SMOStepper, figures, pairs
from coursekit.lessons.lesson03.runs import CHOICES, DATA, MOST, recorded
from coursekit.lessons.lesson03.words import short
from coursekit.scoreboard import passengers
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm.smo import segment_ends
from coursekit.titanic import titanic_pipeline
from cases import some
from page_code import page_functions
from panels import scattered, texts_in
from states import corners, preset_states

PENALTIES = (1 / 3, 2**0.5, 1 / 48, np.pi, 0.1, 1.0, 10.0)
PAGE = page_functions("03_smo", moved=pairs.moved)
move_pair, smo, pair_of = (PAGE[name] for name in ("move_pair", "smo", "maximal_violating_pair"))


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def boxes(y, C):
    return np.minimum(0, C * y), np.maximum(0, C * y)


def dual(beta, K, y):
    return y @ beta - beta @ K @ beta / 2


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
    return pairs.feasible(rng, *boxes(y, C))


# -- the solver of the page ------------------------------------------------------------


def run_of(K, y, C, **options):
    """Return a run of the page's solver, and whether it warned."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        run = smo(K, y, C, **options)
    return run, bool(warned)


def test_the_page_s_solver_agrees_with_the_library_on_200_small_problems_or_says_that_it_stopped():
    """With duplicates, grids and odd C: the same W to within what both gaps allow, or a warning."""
    converged = 0
    for seed in range(200):
        K, y, C = small_problem(seed)
        run, warned = run_of(K, y, C, max_steps=20_000)
        A, B = boxes(y, C)
        assert np.all(run.beta >= A) and np.all(run.beta <= B)
        assert abs(run.beta.sum()) < 1e-12 * len(y) * max(C, 1)
        assert run.gap == pytest.approx(kkt_gap(run.beta, K, y, C), abs=1e-9)
        assert run.converged == (run.gap <= 1e-3) == (not warned)
        if run.converged:
            converged += 1
            best = solve_smo(DualProblem(K, y, C), tol=1e-9, max_iter=200_000)
            missing = best.objective - dual(run.beta, K, y)
            slack = 1e-7 * max(1, best.objective)
            assert -slack <= missing <= len(y) * C * max(run.gap, 0) / 2 + slack
    assert converged >= 199


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3, 1e7])
def test_far_from_the_origin_a_run_ends_and_says_what_it_has(scale):
    X = np.random.default_rng(0).normal(size=(20, 2)) + scale
    y = np.where(X[:, 0] > scale, 1, -1)
    run, warned = run_of(X @ X.T, y, 1.0, max_steps=500)
    assert warned == (not run.converged) and run.steps <= 500
    assert run.converged == (run.gap <= 1e-3)


def test_a_run_that_cannot_finish_warns_with_its_gap(cloud):
    K, y = cloud
    with pytest.warns(ConvergenceWarning, match="not converged: KKT gap 4.4 after 5 steps"):
        run = smo(K, y, 1.0, max_steps=5)
    assert not run.converged and run.gap > 1
    with pytest.warns(ConvergenceWarning, match="not converged"):
        run = smo(np.diag([0.0, 8]), np.array([-1, 1]), 10.0, tol=-1e-9, max_steps=50)
    assert run.steps == 50 and run.beta.tolist() == [-0.25, 0.25]   # it ends, and says so


@pytest.mark.parametrize("C", PENALTIES)
def test_on_the_sixty_samples_the_page_s_solver_is_the_library_s_and_scikit_learn_s(cloud, C):
    K, y = cloud
    run, warned = run_of(K, y, C)
    assert run.converged and not warned
    assert dual(run.beta, K, y) == pytest.approx(solve_qp(DualProblem(K, y, C)).objective, rel=1e-3)
    peer = SVC(C=C, kernel="precomputed", tol=1e-5).fit(K, y)
    free = (np.abs(run.beta) > 1e-9) & (np.abs(run.beta) < C * (1 - 1e-9))
    if free.any():
        assert K @ run.beta + run.b == pytest.approx(peer.decision_function(K), abs=0.02)


def test_contradictory_duplicates_run_until_one_is_at_C():
    for X, y, alpha in ([[[1, 1], [0, 0], [1, 1]], [-1, -1, 1], [1, 0, 1]],
                        [[[1, 0], [1, 0]], [1, -1], [1, 1]]):
        run, _ = run_of(np.array(X, float) @ np.array(X, float).T, np.array(y), 1.0)
        assert run.converged and np.abs(run.beta).tolist() == alpha and run.steps == 1


def test_W_never_falls_from_step_to_step(cloud):
    for K, y, C in [(*cloud, 1.0), *map(small_problem, range(40))]:
        heights = [dual(run_of(K, y, C, max_steps=k)[0].beta, K, y) for k in range(12)]
        assert np.all(np.diff(heights) >= -1e-9 * max(1, max(heights)))


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_the_theorem_a_gap_of_zero_is_the_optimum_and_a_positive_one_is_not(seed):
    K, y, C = small_problem(seed)
    rng = np.random.default_rng(seed)
    beta, box = feasible(y, C, rng), boxes(y, C)
    if kkt_gap(beta, K, y, C) > 1e-6:
        F = y - K @ beta
        new = move_pair(K, beta, F, *box, *pair_of(F, beta, *box))
        assert dual(new, K, y) > dual(beta, K, y)
    best = solve_smo(DualProblem(K, y, C), tol=1e-8, max_iter=200_000)
    if best.converged:
        assert dual(beta, K, y) <= best.objective + 1e-6 * max(1, best.objective)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10_000))
def test_a_free_sample_wants_an_intercept_between_the_two(seed):
    K, y, C = small_problem(seed)
    beta, (A, B) = feasible(y, C, np.random.default_rng(seed)), boxes(y, C)
    F = y - K @ beta
    i, j = pair_of(F, beta, A, B)
    free = F[(A < beta) & (beta < B)]
    assert np.all(free <= F[i]) and np.all(free >= F[j])


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
    assert found.status == "wrong" and found.matched != "downhill"


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


@pytest.mark.parametrize("guard", [1e-3, 1e-6, 1e-9])
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


def test_the_step_of_the_library_s_loop_is_that_of_the_page(cloud):
    problems = [(*cloud, 1.0), *map(small_problem, range(40))]
    for K, y, C in problems:
        rng = np.random.default_rng(1)
        for _ in range(10):
            beta, (i, j) = feasible(y, C, rng), rng.choice(len(y), 2, replace=False)
            given = K, beta, y - K @ beta, *boxes(y, C), i, j
            assert np.array_equal(move_pair(*given), pairs.move_pair(*given))


def test_duplicates_have_a_difference_of_slopes_that_no_beta_changes(cloud):
    K, y = cloud[:2]
    rng = np.random.default_rng(0)
    gram = np.vstack([np.column_stack([K, K[:, :1]]), np.append(K[0], K[0, 0])])
    for last in (y[0], -y[0]):
        labels = np.append(y, last)
        for beta in rng.normal(size=(5, len(labels))):
            F = labels - gram @ beta
            assert F[0] - F[-1] == pytest.approx(y[0] - last)


def test_the_gap_is_at_least_2_while_contradictory_duplicates_are_both_below_C():
    waiting = 0
    for seed, k in itertools.product(range(24), range(8)):
        K, y, C = small_problem(seed)
        beta, gap, _ = PAGE["smo_loop"](K, y, C, 1e-3, k)
        below = np.abs(beta) < C
        alike = (K[:, None] == K[None]).all(axis=-1)
        if np.any(alike & below[:, None] & below & (y[:, None] > y)):
            waiting += 1
            assert gap > 2 - 1e-9
    assert waiting > 20


def test_the_ends_of_a_segment_are_platts_L_and_H():
    """For equal labels: α_i + α_j stays, and α_j runs from max(0, sum − C) to min(C, sum)."""
    for a, c in np.random.default_rng(0).uniform(0, 1, (50, 2)):
        ends = segment_ends(a, c, (0, 1), (0, 1))
        assert sorted(c - np.array(ends)) == pytest.approx([max(0, a + c - 1), min(1, a + c)])


# -- the explorer ----------------------------------------------------------------------

RUNS = [(data, C, pair) for data in DATA for C in (0.01, 1.0, 10.0) for pair in CHOICES]


@pytest.mark.parametrize("data, C, pair", RUNS)
def test_every_step_goes_to_the_best_point_of_its_segment(data, C, pair):
    record = recorded(data, C, pair)
    K, y, box = record.K, record.y, (record.A, record.B)
    assert not record.betas[0].any() and len(record.pairs) <= MOST
    for k, (i, j) in enumerate(record.pairs):
        beta, step, F = record.betas[k], record.step(k), y - K @ record.betas[k]
        assert record.gaps[k] == pytest.approx(kkt_gap(beta, K, y, C), abs=1e-9)
        assert F[i] - F[j] > 0 and (pair == "random" or (i, j) == pair_of(F, beta, *box))
        tried = np.linspace(step.low, step.high, 400)
        values = [dual(beta + t * (np.eye(len(y))[i] - np.eye(len(y))[j]), K, y) for t in tried]
        gained = dual(record.betas[k + 1], K, y) - dual(beta, K, y)
        assert gained >= max(values) - dual(beta, K, y) - 1e-9 * max(1, abs(max(values)))
        assert gained == pytest.approx(step.rise(step.t), abs=1e-8)
        assert record.betas[k + 1][i] - beta[i] == pytest.approx(step.t, abs=1e-9)
        if step.clipped:
            met = np.isin(np.abs(record.betas[k + 1][[i, j]]), (0.0, C))
            told = record.stopped_by(k)
            named = ["both" in told or f"α of {name}" in told for name in "ij"]
            assert met.any() and np.all(met[named]) and sum(named) == met.sum()
    assert record.gaps[-1] <= 1e-5 or len(record.pairs) == MOST


def test_what_the_page_says_of_the_run_of_the_explorer():
    record = recorded("sixty samples", 1.0, "steepest")
    assert np.count_nonzero(record.betas[record.end(1e-3)]) == 6
    assert np.count_nonzero((record.betas[:19] != 0).any(axis=0)) == 10
    normals = [record.line(k)[0] for k in (1, 2, 3, 4, 5, 18)]
    assert np.degrees([np.arctan2(w[1], w[0]) for w in normals]).round().tolist() == [
        60, 135, 66, 64, 32, 41]
    clipped = [k + 1 for k in range(record.end(1e-3)) if record.step(k).clipped]
    assert clipped[:2] == [2, 4] and record.step(1).high / record.step(1).top == \
        pytest.approx(0.207, abs=0.001)
    assert 25 <= np.count_nonzero(recorded("sixty samples", 0.01, "steepest").betas[-1]) <= 35
    coarse, fine = record.end(1.0), record.end(1e-3)
    assert 0.01 < 1 - record.W(coarse) / record.W(fine) < 0.02
    (w, b), (v, c) = record.line(coarse), record.line(fine)
    assert 3 < np.degrees(abs(np.arctan2(*w) - np.arctan2(*v))) < 6
    X, y = record.X, record.y
    assert np.sum(y * (X @ w + b) <= 0) == np.sum(y * (X @ v + c) <= 0)
    small = recorded("sixty samples", 0.0501187233627, "steepest")
    stopped = [small.step(k).clipped for k in range(small.end(1e-3))]
    assert np.mean(stopped) > 0.5
    assert max(s.high - s.low for s in map(small.step, range(len(small.pairs)))) <= 0.0502
    assert recorded("sixty samples", 1.0, "random").end(1e-3) > 3 * fine
    ends = [recorded("AND", 10.0, pair).end(1e-3) for pair in CHOICES]
    assert ends[1] < ends[0]


def test_ten_or_so_leave_0_and_the_gap_jumps_whichever_pair_comes_first(cloud):
    """At β = 0 all 900 pairs are equally steep; what the page says must not hang on the tie."""
    K, y = cloud
    A, B = boxes(y, 1.0)
    tied = itertools.product(np.flatnonzero(y > 0), np.flatnonzero(y < 0))
    for i, j in itertools.islice(tied, 0, None, 7):
        beta, F, most = np.zeros(len(y)), 1.0 * y, 0.0
        ever = np.zeros(len(y), bool)
        while F[i] - F[j] > 1e-3:
            beta = pairs.move_pair(K, beta, F, A, B, i, j)
            ever |= beta != 0
            F = y - K @ beta
            i, j = pair_of(F, beta, A, B)
            most = max(most, F[i] - F[j])
        assert np.count_nonzero(beta) == 6 < np.count_nonzero(ever) < 15 and most > 2.3


def test_a_run_ends_at_the_first_gap_within_the_tolerance():
    record = recorded("sixty samples", 1.0, "steepest")
    for tol in [*record.gaps, *(0.7 * record.gaps)]:
        within = [k for k, gap in enumerate(record.gaps) if gap <= tol]
        assert record.end(tol) == (within[0] if within else len(record.pairs))


def plain(words: str) -> float:
    """Return a number as the explorer prints it."""
    turned = words.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-"))
    factor, _, power = turned.partition("·10")
    return float(factor) * 10.0 ** int(power or 0)


@pytest.mark.parametrize("value", [0.0, 4.8415, -0.25, 2.83e-7, 0.00099, 12345.0, 1e-17])
def test_a_short_number_is_the_number_to_its_digits(value):
    assert plain(short(value)) == pytest.approx(value, rel=0.02)


STATES = [*corners(SMOStepper), *preset_states(SMOStepper), *({"step": k} for k in range(19))]


@pytest.mark.parametrize("state", [{}, *some(STATES)], ids=str)
def test_every_state_says_what_its_step_did(state):
    explorer = SMOStepper(**state)
    assert not explorer.failed, explorer.status
    s = explorer.state()
    record = recorded(s["data"], s["C"], s["pair"])
    k, end = s["step"], record.end(s["tol"])
    told = re.match(r"Step (\d+) of (\d+) ", explorer.status)
    assert [int(v) for v in told.groups()] == [k, end] and k <= end
    seen, count = texts_in(explorer.canvas.figure.axes[2]), np.count_nonzero(record.betas[k])
    known = s["tol"] != 1e-3 or record.gaps[k] <= 1e-3     # on the way the gap is not given away
    assert known == any("KKT gap" in words for words in seen) == ("KKT gap" in explorer.status)
    if known:
        gap = plain(re.search(r"KKT gap (?:is )?(\S+?)(?=[,.](?:\s|$))", explorer.status)[1])
        assert gap == pytest.approx(kkt_gap(record.betas[k], record.K, record.y, s["C"]), rel=0.06,
                                    abs=1e-8)
    if k:
        t, gain, W = map(plain, re.search(r"at t = (\S+)\. W rises by (\S+), to (\S+); ",
                                          explorer.status).groups())
        i, j = record.pairs[k - 1]
        moves = re.findall(r"α of (\w) \(class .1\) from (\S+) to (\S+?)(?=\.? |\.$)",
                           explorer.status)
        for (name, *told), sample in zip(moves, (i, j), strict=True):
            assert [plain(v) for v in told] == pytest.approx(
                np.abs(record.betas[k - 1:k + 1, sample]), rel=0.06, abs=1e-12), name
        assert t == pytest.approx(record.betas[k][i] - record.betas[k - 1][i], rel=0.06, abs=1e-9)
        heights = [dual(record.betas[at], record.K, record.y) for at in (k - 1, k)]
        assert gain == pytest.approx(heights[1] - heights[0], rel=0.06, abs=1e-8)
        assert W == pytest.approx(heights[1], rel=1e-3)
        assert ("finished" in explorer.status) == (record.gaps[k] <= s["tol"])
        assert any(words.startswith(f"{count} of {len(record.y)} ") for words in seen)


@pytest.mark.parametrize("step", some(range(1, 19)))
def test_the_parabola_that_is_drawn_is_W_in_units_of_the_way_and_the_height(step):
    explorer = SMOStepper(step=step)
    record = recorded("sixty samples", 1.0, "steepest")
    made = record.step(step - 1)
    ax = explorer.canvas.figure.axes[1]
    star, = (line for line in ax.lines if line.get_marker() == "*")
    across, up = star.get_xdata()[0], star.get_ydata()[0]
    assert across * made.top == pytest.approx(made.t)
    assert up * made.rise(made.top) == pytest.approx(made.rise(made.t))
    old, new = (record.betas[at] for at in (step - 1, step))
    sizes = {tuple(place): size for dots in explorer.canvas.figure.axes[0].collections
             if isinstance(dots, PathCollection) and len(dots.get_sizes()) == 30
             for place, size in zip(dots.get_offsets(), dots.get_sizes(), strict=True)}
    for k in record.pairs[step - 1]:
        grew = abs(new[k]) > abs(old[k])
        before = 60 + 430 * abs(old[k])
        assert (sizes[tuple(record.X[k])] > before) == grew


def test_a_wall_that_stands_at_the_top_but_for_rounding_is_not_said_to_stop_the_pair():
    step = recorded("AND", 0.01, "steepest").step(1)
    assert step.high == pytest.approx(step.top, rel=1e-12) and not step.clipped
    assert "reaches the top" in SMOStepper(data="AND", C=0.01, step=2).status


# -- the figures -----------------------------------------------------------------------


def test_the_wanted_intercepts_show_every_sample_and_the_gap_from_line_to_line(cloud):
    K, y = cloud
    (A, B), start = boxes(y, 1.0), np.zeros(60)
    best = solve_smo(DualProblem(K, y, 1.0), tol=1e-10).alpha * y
    F = y - K @ best
    top, low = figures.plot_wanted((1.0 * y, start, A, B), (F, best, A, B), "Wanted").axes
    for ax, wanted in ((top, 1.0 * y), (low, F)):
        assert np.sort(np.concatenate([p[:, 0] for p in scattered(ax)])) == pytest.approx(
            np.sort(wanted))
    assert sorted(line.get_xdata()[0] for line in top.lines) == [-1, 1]
    arrow, = (text.arrow_patch for text in top.texts if getattr(text, "arrow_patch", None))
    assert arrow.shrinkA == arrow.shrinkB == 0
    free = (np.abs(best) > 0) & (np.abs(best) < 1)
    assert low.lines[0].get_xdata()[0] == pytest.approx(F[free].mean(), abs=1e-3)


def test_a_violation_is_half_the_kkt_gap_with_the_intercept_half_way():
    """The fold of four names; the violation is that of lesson 02d."""
    for seed in range(100):
        K, y, C = small_problem(seed)
        beta, (A, B) = feasible(y, C, np.random.default_rng(seed)), boxes(y, C)
        F = y - K @ beta
        i, j = pair_of(F, beta, A, B)
        if F[i] > F[j]:
            short_of = 1 - y * (y - F + (F[i] + F[j]) / 2)
            alpha = np.abs(beta)
            violation = max(short_of[alpha < C].max(initial=0), -short_of[alpha > 0].min(initial=0))
            assert violation == pytest.approx((F[i] - F[j]) / 2)


def test_a_smaller_C_moves_a_wall_and_leaves_the_parabola_of_the_first_pair():
    wide, narrow = (recorded("sixty samples", C, "steepest").step(0) for C in (1.0, 0.05))
    assert wide[:4] == narrow[:4] and narrow.clipped and not wide.clipped
    assert wide.top == pytest.approx(0.0986, abs=5e-5) and narrow.t == 0.05
    assert narrow.rise(narrow.t) == pytest.approx(0.075, abs=5e-4)


def test_the_passengers_rule_is_that_of_lesson_02d():
    people, fate, _ = passengers()
    f = titanic_pipeline(SVC(kernel="linear", C=0.1)).fit(people, fate).decision_function(people)
    man = (people["Sex"] == "male") & ~people["Name"].str.contains("Master")
    many = people["SibSp"] + people["Parch"] >= 4
    for value, group, count, alive in ((-3, man & many, 11, 0), (1, ~man & ~many, 303, 246),
                                       (-1, man != many, 577, 96)):
        assert np.array_equal(np.abs(f - value) < 0.1, group)
        assert (group.sum(), fate[group].sum()) == (count, alive)


# -- the loop ----------------------------------------------------------------------------

WAYS = {
    "a while loop": """
def smo_loop(K, y, C, tol, max_steps):
    A, B, beta, steps = np.where(y > 0, 0, -C), np.where(y > 0, C, 0), np.zeros(len(y)), 0
    F = y - K @ beta
    i, j = maximal_violating_pair(F, beta, A, B)
    while F[i] - F[j] > tol and steps < max_steps:
        beta, steps = move_pair(K, beta, F, A, B, i, j), steps + 1
        F = y - K @ beta
        i, j = maximal_violating_pair(F, beta, A, B)
    return [list(beta), F[i] - F[j], steps]
""", "slopes kept": """
def smo_loop(K, y, C, tol, max_steps):
    A, B, beta, F = np.minimum(0, C * y), np.maximum(0, C * y), np.zeros(len(y)), 1.0 * y
    for steps in range(max_steps + 1):
        i, j = maximal_violating_pair(F, beta, A, B)
        if F[i] - F[j] <= tol or steps == max_steps:
            return beta, F[i] - F[j], steps
        new = move_pair(K, beta, F, A, B, i, j)
        beta, F = new, F - K @ (new - beta)
""", "other ties": """
def smo_loop(K, y, C, tol, max_steps):
    A, B, beta, n = np.minimum(0, C * y), np.maximum(0, C * y), np.zeros(len(y)), len(y)
    for steps in range(max_steps + 1):
        F = y - K @ beta
        i = max((k for k in range(n) if beta[k] < B[k]), key=lambda k: (F[k], k))
        j = min((k for k in range(n) if beta[k] > A[k]), key=lambda k: (F[k], -k))
        if F[i] - F[j] <= tol or steps == max_steps:
            return beta, F[i] - F[j], steps
        beta = move_pair(K, beta, F, A, B, i, j)
"""}


@pytest.mark.parametrize("way", WAYS)
def test_a_loop_is_judged_by_what_it_returns_and_not_by_its_way(way):
    space = {"np": np, "move_pair": pairs.move_pair,
             "maximal_violating_pair": pairs.maximal_violating_pair}
    exec(WAYS[way], space)
    assert grade("smo-loop", space["smo_loop"]).status == "right"


def test_a_loop_that_claims_a_smaller_gap_or_stops_early_is_wrong():
    def claims(K, y, C, tol, max_steps):
        beta, gap, steps = PAGE["smo_loop"](K, y, C, tol, max_steps)
        return beta, min(gap, tol), steps

    def early(K, y, C, tol, max_steps):
        return PAGE["smo_loop"](K, y, C, tol, min(max_steps, 5))
    assert grade("smo-loop", claims).matched == "gap of the β before"
    assert grade("smo-loop", early).status == "wrong"


@pytest.mark.parametrize("other", [1e-3, 1e-12, "a tenth"])
def test_a_loop_that_goes_on_below_the_tolerance_is_told_so(other):
    def goes_on(K, y, C, tol, max_steps):
        return PAGE["smo_loop"](K, y, C, tol / 10 if other == "a tenth" else other, max_steps)
    assert grade("smo-loop", goes_on).matched == "tolerance not used"


def test_a_loop_may_choose_any_pairs_that_gain():
    def at_random(K, y, C, tol, max_steps):
        rng, (A, B), beta = np.random.default_rng(0), boxes(y, C), np.zeros(len(y))
        for steps in range(max_steps + 1):
            F = y - K @ beta
            i, j = pair_of(F, beta, A, B)
            gap = F[i] - F[j]
            if gap <= tol or steps == max_steps:
                return beta, gap, steps
            gains = np.argwhere((F[:, None] - F > 1e-9) & (beta < B)[:, None] & (beta > A))
            beta = pairs.move_pair(K, beta, F, A, B, *rng.choice(gains))
    assert grade("smo-loop", at_random).status == "right"
