"""Two at a time: every step feasible, every step up, the last one certified."""
from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_and, make_overlap_60, make_two_points
from coursekit.lessons.lesson03.pairs import maximal_violating_pair, quiet_in_a_row, random_partner
from coursekit.svm import DualProblem, solve_qp, solve_smo
from coursekit.svm.smo import SELECTIONS, SMOState, best_step, segment_ends
from fixtures.source_listing import DEFECTS, source_listing
from fixtures.svm import replay, rise, segment, zones

few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)
boxes = st.floats(0.01, 10)
shares = st.floats(0, 1)
selections = st.sampled_from(SELECTIONS)


def random_problem(seed: int) -> DualProblem:
    """Return 6 to 20 samples, some repeated, some contradicting each other, with boxes of their
    own."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 20))
    X = rng.normal(size=(n, 2)).round(rng.integers(0, 3))
    X[1], X[3] = X[0], X[2]
    y = np.where(rng.random(n) < 0.5, 1, -1)
    y[:4] = 1, 1, 1, -1                     # a repeated sample and a contradicted one
    C = 10 ** rng.uniform(-3, 2) * rng.choice([1.0, 1.0, 0.5], n)
    kernel, params = [("linear", {}), ("rbf", {"gamma": 0.5}),
                      ("poly", {"gamma": 0.5, "coef0": 1.0})][rng.integers(3)]
    return DualProblem.from_data(X, y, C, kernel=kernel, **params)


def quietly(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return solve_smo(*args, **kwargs)


# ----------------------------------------------------------------------------------- one step

def test_exercise_1_one_step_on_two_points():
    found = solve_smo(DualProblem.from_data(*make_two_points(), 10), trace=True)
    assert found.alpha.tolist() == [0.25, 0.25] and found.b == -1 and found.n_iter == 1
    step, = found.trace
    assert (step.low, step.high, step.eta, step.t) == (0, 10, -8, 0.25)
    assert (step.b, step.dual, step.gap, rise(step)) == (-1, 0.25, 2, 0.25)


def test_exercise_2_the_same_with_a_tight_box():
    found = solve_smo(DualProblem.from_data(*make_two_points(), 0.1), trace=True)
    assert found.alpha.tolist() == [0.1, 0.1] and found.b == pytest.approx(-0.4)
    step, = found.trace
    assert (-step.slope / step.eta, step.t, step.high) == (0.25, 0.1, 0.1)
    assert step.b == pytest.approx(-0.4)


def test_exercise_3_the_ends_of_the_segment():
    low, high = segment(0.3, 0.8, 1, 1, same=False)
    assert (low[1], high[1]) == (pytest.approx(0.5), 1)
    low, high = segment(0.3, 0.8, 1, 1, same=True)
    assert (low[1], high[1]) == (pytest.approx(0.1), 1)


@pytest.mark.parametrize("slope, eta, low, high, t", [
    (2, -8, 0, 10, 0.25), (2, -8, 0, 0.1, 0.1), (-2, -8, -0.1, 1, -0.1), (2, 0, -1, 3, 3),
    (-2, 0, -1, 3, -1), (0, 0, -1, 3, 0), (0, -1, 0, 0, 0), (1, -1e-300, -1, 2, 2)])
def test_the_best_step_is_the_top_or_the_end_before_it(slope, eta, low, high, t):
    assert best_step(slope, eta, low, high) == t


@few
@given(seeds)
def test_the_ends_of_t_are_those_of_the_label_cases(seed):
    """max and min of two limits say the same as L and H of other books, for all four pairs."""
    rng = np.random.default_rng(seed)
    for y_i in (-1, 1):
        for y_j in (-1, 1):
            C_i, C_j = rng.choice([1 / 3, np.sqrt(2), 1.0, 10.0], 2)
            a_i, a_j = rng.choice([0, 0.3, 1], 2) * [C_i, C_j]
            box_i, box_j = sorted((0, y_i * C_i)), sorted((0, y_j * C_j))
            low, high = segment_ends(y_i * a_i, y_j * a_j, box_i, box_j)
            assert low <= 0 <= high
            ends = sorted(abs(y_j * a_j - t) for t in (low, high))
            L, H = (end[1] for end in segment(a_i, a_j, C_i, C_j, y_i == y_j))
            assert ends == pytest.approx([L, H], abs=1e-12)


@few
@given(boxes, boxes, shares, shares, st.booleans())
def test_the_segment_is_the_box_cut_by_the_equality(C_i, C_j, u, v, same):
    """Both ends are in the box, on the line, at a bound exactly; nothing beyond them is."""
    a_i, a_j = u * C_i, v * C_j
    sign = 1 if same else -1
    low, high = segment(a_i, a_j, C_i, C_j, same)
    assert low[1] <= a_j + 1e-12 and a_j - 1e-12 <= high[1]
    for p, q in (low, high):
        assert 0 <= p <= C_i and 0 <= q <= C_j
        assert p + sign * q == pytest.approx(a_i + sign * a_j, abs=1e-12)
        assert p in (0, C_i) or q in (0, C_j)
    for end, way in ((low, -1), (high, 1)):
        q = end[1] + way * 1e-6
        p = a_i + sign * (a_j - q)
        assert not (1e-9 < p < C_i - 1e-9 and 1e-9 < q < C_j - 1e-9)


@few
@given(seeds)
def test_a_step_goes_to_the_top_of_the_parabola_on_the_segment(seed):
    problem, rng = random_problem(seed), np.random.default_rng(seed)
    state = SMOState(problem)
    for _ in range(4):
        i, j = rng.choice(problem.n, 2, replace=False)
        state.move(i, j)
    i, j = rng.choice(problem.n, 2, replace=False)
    before = np.abs(state.beta)
    slope = state.F[i] - state.F[j]
    step = state.move(i, j)
    if step is None:
        return

    def W(a_j):
        alpha = before.copy()
        alpha[i] += problem.y[i] * problem.y[j] * (alpha[j] - a_j)
        alpha[j] = a_j
        return problem.objective(alpha)
    L, H = sorted(problem.y[j] * (step.beta_j - t) for t in (step.low, step.high))
    best = max(map(W, np.linspace(L, H, 400)))
    assert W(abs(step.new_j)) >= best - 1e-9 * (1 + abs(best))
    h, middle = (H - L) / 4, (H + L) / 2
    if step.eta < -1e-6 and h > 1e-3:      # η and the slope, by differences
        assert (W(middle + h) + W(middle - h) - 2 * W(middle)) / h**2 \
            == pytest.approx(step.eta, rel=1e-4, abs=1e-5)
        assert step.slope == pytest.approx(slope, rel=1e-12)
        top = abs(step.beta_j) + problem.y[j] * slope / step.eta
        assert (W(top + h) - W(top - h)) / h == pytest.approx(0, abs=1e-6 * (1 + abs(top)))


# ---------------------------------------------------------------------------------- invariants

@few
@given(seeds, selections)
def test_invariants_of_every_step(seed, selection):
    """Feasible always, W never falls, one free α ⇒ its E is 0, and F and b are what they
    should be."""
    problem = random_problem(seed)
    found = quietly(problem, selection=selection, trace=True, max_iter=400)
    alphas, duals, gaps = replay(found)
    scale = 1 + np.abs(alphas).max() * problem.diagonal.max()
    assert len(found.trace) == found.n_iter == len(alphas) - 1
    assert (alphas >= 0).all() and (alphas <= problem.C).all()
    assert np.abs(alphas @ problem.y).max() <= 1e-10 * max(1, alphas.sum(axis=1).max())
    assert (np.diff(duals) >= -1e-10 * scale).all()
    np.testing.assert_array_equal(alphas[-1], found.alpha)
    for step, alpha, after, W, gap in zip(found.trace, alphas, alphas[1:], duals[1:], gaps):
        assert (alpha[step.i], alpha[step.j]) == (abs(step.beta_i), abs(step.beta_j))
        assert step.low - 1e-12 * scale <= step.t <= step.high + 1e-12 * scale
        assert W == pytest.approx(problem.objective(after), abs=1e-9 * scale)
        assert rise(step) == pytest.approx(problem.objective(after) - problem.objective(alpha),
                                           abs=1e-8 * scale)
        assert gap == pytest.approx(problem.gap(alpha), abs=1e-9 * scale)
        excess = problem.excess(after, step.b)
        for k in (step.i, step.j):
            if 0 < after[k] < problem.C[k]:
                assert excess[k] == pytest.approx(0, abs=1e-9 * scale)
        if not any(0 < after[k] < problem.C[k] for k in (step.i, step.j)):
            assert sum(problem.y[k] * excess[k] for k in (step.i, step.j)) \
                == pytest.approx(0, abs=1e-9 * scale)


@few
@given(seeds)
def test_both_free_means_both_wish_the_same_b(seed):
    """“Their mean, if both are free” is no other rule: then both intercepts are equal."""
    problem = random_problem(seed)
    found = quietly(problem, trace=True, max_iter=200)
    for step, alpha in zip(found.trace, replay(found)[0][1:]):
        if all(0 < alpha[k] < problem.C[k] for k in (step.i, step.j)):
            scale = 1 + alpha.max() * problem.diagonal.max()
            pull = problem.slopes(alpha)
            assert pull[step.i] == pytest.approx(pull[step.j], abs=1e-8 * scale)


@few
@given(seeds, selections)
def test_at_the_end_the_gap_is_closed(seed, selection):
    problem = random_problem(seed)
    found = solve_smo(problem, selection=selection, tol=1e-4, max_iter=10**6)
    best = solve_qp(problem, tol=1e-6)
    assert found.converged and problem.gap(found.alpha) <= 1e-4 + problem.rounding(found.alpha)
    assert found.duality_gap >= best.objective - found.objective - 1e-9 * (1 + best.objective)
    assert found.duality_gap <= 1e-4 * (1 + problem.C.sum())
    assert found.objective == pytest.approx(best.objective, abs=found.duality_gap + 1e-9)


@few
@given(seeds, st.permutations(range(6)))
def test_the_order_of_the_samples_does_not_matter(seed, first):
    problem = random_problem(seed)
    order = np.r_[first, 6:problem.n]
    turned = DualProblem(problem.K[np.ix_(order, order)], problem.y[order], problem.C[order])
    one, other = (solve_smo(p, tol=1e-6, max_iter=10**6) for p in (problem, turned))
    assert one.objective == pytest.approx(other.objective, rel=1e-6)


# ------------------------------------------------------------------------------- worked example

@pytest.mark.parametrize("selection", SELECTIONS)
def test_and_as_solved_by_hand(selection):
    X, y = make_and()
    problem = DualProblem.from_data(X, y, 10)
    found = solve_smo(problem, tol=1e-9, selection=selection, max_iter=10**6)
    np.testing.assert_allclose(found.alpha, [0, 2, 2, 4], atol=1e-6)
    np.testing.assert_allclose((found.alpha * y) @ X, [2, 2], atol=1e-8)
    assert found.b == pytest.approx(-3, abs=1e-8)


@pytest.mark.parametrize("C", [0.001, 0.5, 2.0, 3.9])
def test_and_below_four(C):
    """α = (C/2, C/2, C) and w = (C/2, C/2); at C = 2 the line has b = -2 and ξ = (0, 0, 0, 1)."""
    X, y = make_and()
    problem = DualProblem.from_data(X, y, C)
    found = solve_smo(problem, tol=1e-10)
    np.testing.assert_allclose(found.alpha, [0, C / 2, C / 2, C], atol=1e-9)
    assert zones(problem, found.alpha).tolist() == [0, 1, 1, 2]
    if C == 2:
        assert found.b == pytest.approx(-2)
        slack = np.maximum(0, -problem.excess(found.alpha, found.b))
        np.testing.assert_allclose(slack, [0, 0, 0, 1], atol=1e-9)


# ------------------------------------------------------------------------------- choosing pairs

def test_better_pairs_need_fewer_steps():
    X, y = make_overlap_60()
    steps = [solve_smo(DualProblem.from_data(X, y, 1), selection=s).n_iter for s in SELECTIONS]
    lots = [len(random_partner(X @ X.T, y, 1, np.random.default_rng(k), tol=5e-4, passes=10**6,
                               enough=1e-3).pairs) for k in range(5)]
    assert max(steps) < min(lots)


def test_lots_are_drawn_from_all_other_samples_and_by_seed():
    problem = random_problem(11)
    runs = [random_partner(problem.K, problem.y, 1.0, np.random.default_rng(s), passes=40)
            for s in (3, 3, *range(4, 60))]
    assert runs[0].pairs == runs[1].pairs != runs[2].pairs
    ahead = {(j - i) % problem.n for run in runs for i, j in run.pairs}
    assert ahead == set(range(1, problem.n))        # the one before it, too


def test_the_first_pair_is_the_worst_and_the_second_promises_most():
    rng = np.random.default_rng(5)
    problem = DualProblem(np.cov(rng.normal(size=(12, 40))), np.where(np.arange(12) % 3, 1, -1), 1)
    for selection in ("first", "second"):
        found = solve_smo(problem, selection=selection, trace=True)
        for step, alpha in zip(found.trace, replay(found)[0]):
            E = -problem.slopes(alpha)
            up, low = problem.up(alpha), problem.low(alpha)
            assert E[step.i] == E[up].min() or np.isclose(E[step.i], E[up].min())
            ahead = np.where(low, np.maximum(E - E[step.i], 0), 0)
            curve = problem.diagonal + problem.diagonal[step.i] - 2 * problem.K[step.i]
            rise = ahead if selection == "first" else ahead**2 / np.maximum(curve, 1e-12)
            assert rise[step.j] == pytest.approx(rise.max(), rel=1e-9)


def test_a_warm_start_goes_on_where_it_was():
    problem = DualProblem.from_data(*make_overlap_60(), 1, kernel="rbf", gamma=0.5)
    loose = solve_smo(problem, tol=1e-2)
    tight = solve_smo(problem, tol=1e-6)
    assert solve_smo(problem, tol=1e-6, start=tight).n_iter == 0
    assert solve_smo(problem, tol=1e-6, start=loose).n_iter < tight.n_iter
    for C in (0.3, 1.1, 4.0):
        other = problem.with_C(C)
        warm, cold = solve_smo(other, tol=1e-6, start=tight), solve_smo(other, tol=1e-6)
        assert warm.objective == pytest.approx(cold.objective, rel=1e-9)
    assert solve_smo(problem.with_C(1.1), tol=1e-6, start=tight).n_iter \
        < solve_smo(problem.with_C(1.1), tol=1e-6).n_iter
    wider = DualProblem.from_data(*make_overlap_60(), 1, kernel="rbf", gamma=0.7)
    warm = solve_smo(wider, tol=1e-6, start=tight.alpha)
    assert warm.objective == pytest.approx(solve_smo(wider, tol=1e-6).objective, rel=1e-9)
    states, duals, gaps = replay(solve_smo(problem, start=loose.alpha, tol=1e-6, trace=True),
                                 loose.alpha)
    np.testing.assert_array_equal(states[0], loose.alpha)
    assert duals[0] == pytest.approx(loose.objective) and gaps[0] == pytest.approx(loose.gap)


# --------------------------------------------------------------------------------- always ends

def test_few_steps_end_with_a_warning():
    problem = DualProblem.from_data(*make_overlap_60(), 1)
    with pytest.warns(ConvergenceWarning, match="stopped after 3 steps with a KKT gap of"):
        found = solve_smo(problem, max_iter=3)
    assert found.n_iter == 3 and not found.converged and found.gap > 1e-3


@pytest.mark.parametrize("selection", SELECTIONS)
def test_a_hard_margin_without_a_line_ends(selection):
    X, y = make_overlap_60()
    for points, labels in ((X, y), (np.zeros((2, 2)), np.array([-1, 1]))):
        problem = DualProblem.from_data(points, labels, np.inf)
        with pytest.warns(ConvergenceWarning, match="never ends unless the classes are separable"):
            found = solve_smo(problem, selection=selection, max_iter=500)
        assert np.isfinite(found.alpha).all() and not found.converged


def test_a_hard_margin_with_a_line_is_found():
    X, y = make_and()
    found = solve_smo(DualProblem.from_data(X, y, np.inf), tol=1e-8)
    np.testing.assert_allclose(found.alpha, [0, 2, 2, 4], atol=1e-5)
    assert found.duality_gap == pytest.approx(0, abs=1e-6)


def test_what_the_solver_returns_and_records_on_four_small_problems():
    overlap = DualProblem.from_data(*make_overlap_60(), 1)
    twins = DualProblem(np.ones((2, 2)), [-1, 1], 1)        # W is a straight line
    for problem in (DualProblem.from_data(*make_two_points(), 0.1), overlap, twins,
                    random_problem(7)):
        best = solve_qp(problem).objective
        for selection in SELECTIONS:
            found = solve_smo(problem, selection=selection, trace=True, max_iter=3000)
            assert found.converged and found.objective == pytest.approx(best, rel=1e-2)
            assert (found.alpha >= 0).all() and (found.alpha <= problem.C).all()
            assert abs(found.alpha @ problem.y) < 1e-9
            alphas, duals, gaps = replay(found)
            assert (np.diff(duals) >= -1e-12).all()
            for step, alpha in zip(found.trace, alphas[1:]):
                assert step.dual == pytest.approx(problem.objective(alpha), abs=1e-9)
                excess = problem.excess(alpha, step.b)
                free = [k for k in (step.i, step.j) if 0 < alpha[k] < problem.C[k]]
                assert not free or abs(excess[free]).max() < 1e-9


# --------------------------------------------------------------------- the listing of the source

def test_the_listing_never_leaves_two_points():
    """It reaches the optimum in one step, and then waits for a change that cannot come."""
    run = source_listing(*make_two_points(), C=10, linear=True, cap=300)
    assert run.alpha.tolist() == [0.25, 0.25] and run.b == -1 and run.changes == 1
    assert run.endless and run.sweeps == 300
    repaired = source_listing(*make_two_points(), C=10, linear=True, repaired=("counter",))
    assert not repaired.endless and repaired.sweeps == 11


def test_the_listing_stops_early_or_never():
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1)
    best = solve_qp(problem).objective
    for seed in range(5):
        once = source_listing(X, y, linear=True, max_passes=1, seed=seed)
        assert once.sweeps == 1 and problem.objective(once.alpha) < 0.15 * best
    assert source_listing(X, y, linear=True, max_passes=100, cap=150, tol=1e-3).endless
    for seed in range(3):
        right = source_listing(X, y, linear=True, tol=1e-3, seed=seed, repaired=DEFECTS)
        assert not right.endless and problem.gap(right.alpha) > 0.01


def test_the_other_defects_of_the_listing():
    X, y = make_overlap_60()
    assert source_listing(X, y, cap=1).gamma == 1 / 60
    assert source_listing(X, y, cap=1, repaired=("gamma",)).gamma == 1 / 2
    # One tolerance for all: a loose KKT test also snaps coarsely, and Σ α·y drifts.
    drift = [abs(source_listing(X, y, linear=True, max_passes=50, cap=200, tol=0.1,
                                repaired=r).alpha @ y) for r in ((), ("snapping",))]
    assert drift[0] > 1e-3 > drift[1]
    tiny = [source_listing(X, y, C=1e-9, linear=True, max_passes=5, cap=5, tol=1e-8,
                           repaired=r).changes for r in ((), ("tolerances",))]
    assert tiny == [0, 0]    # with C below tol no step is ever large enough


def test_a_random_run_that_counts_and_ends_as_it_is_told():
    run = random_partner(np.diag([0.0, 8.0]), np.array([-1, 1]), 10.0, np.random.default_rng(0),
                         count=lambda passes, moved: passes + moved, cap=30)
    assert run.sweeps == 30 and len(run.pairs) == 1 and run.errors == [0, 2]
    assert quiet_in_a_row(9, True) == 0


def test_the_observer_ends_a_random_run_at_the_gap():
    X, y = make_overlap_60()
    run = random_partner(X @ X.T, y, 1.0, np.random.default_rng(3), tol=5e-4, passes=10**6,
                         enough=1e-3)
    gaps = []
    for beta in run.path:
        F = y - X @ (X.T @ beta)
        i, j = maximal_violating_pair(F, beta, np.minimum(0, y), np.maximum(0, y))
        gaps.append(F[i] - F[j])
    assert gaps[-1] <= 1e-3 < min(gaps[:-1]) and np.all(np.diff(run.errors) > 0)
