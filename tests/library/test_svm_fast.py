"""The fast solver and the interior point method: the same optimum as the slow ones, and no trap
twice."""
from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import load_titanic, make_overlap_60, make_two_points
from coursekit.kernels import rbf
from coursekit.svm import SVC, DualProblem, solve_qp, solve_smo
from coursekit.svm.fast import MIN_FIRST_ORDER_GAP, ActiveSetState, alternate, solve_fast
from coursekit.svm.interior import central_path, solve_interior_point
from fixtures.passengers import passengers
from coursekit.svm.solution import snap_to_bounds
from fixtures.svm import zones

few = settings(deadline=None, max_examples=25)
seeds = st.integers(0, 10**6)
KERNELS = {"linear": {}, "rbf": {"gamma": 0.5}, "poly": {"gamma": 0.5, "coef0": 1.0}}


def random_samples(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return 30 to 102 samples, balanced or 1 : 50, some repeated and some contradicted."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([30, 60, 102]))
    X = rng.normal(size=(n, 2)).round(rng.integers(0, 3))
    y = np.where(X[:, 0] + rng.normal(size=n) > (0 if rng.random() < 0.6 else 9), 1, -1)
    X[1], X[3], y[:4] = X[0], X[2], [1, 1, 1, -1]
    return X, y


def random_problem(seed: int, kernels=tuple(KERNELS)) -> DualProblem:
    """Return those samples under one of the kernels, C anywhere from 1e-3 to 1e4."""
    rng = np.random.default_rng(seed + 1)
    kernel, C = rng.choice(kernels), 10 ** rng.uniform(-3, 4)
    return DualProblem.from_data(*random_samples(seed), C, kernel=str(kernel), **KERNELS[kernel])


def overlapping(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1, -1)
    return rng.normal(size=(n, d)) + 0.7 * y[:, None] * (np.arange(d) < 2), y


def state_at_zero(problem: DualProblem) -> ActiveSetState:
    return ActiveSetState(problem.gram, *problem.box, np.zeros(problem.n), problem.y.copy())


def quietly(solve: Callable, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return solve(*args, **options)


def require_bookkeeping(problem: DualProblem, found) -> None:
    """Feasible, bounds exact, and every number of the certificate as if computed anew."""
    alpha = found.alpha
    assert alpha.min() >= 0 and (alpha <= problem.C).all()
    assert abs(alpha @ problem.y) <= 1e-10 * max(1, alpha.max())
    unit = np.minimum(1, problem.C)
    assert not ((alpha > 0) & (alpha < 1e-11 * unit)).any()
    assert not ((alpha < problem.C) & (alpha > problem.C - 1e-11 * unit)).any()
    again = problem.y * problem.slopes(alpha)
    rounding = 1e-10 * (1 + alpha.sum() * problem.diagonal.max())
    np.testing.assert_allclose(found.gradient, again, atol=rounding)
    assert found.gap == pytest.approx(problem.gap(alpha), abs=rounding)
    assert found.objective == pytest.approx(problem.objective(alpha), rel=1e-9)


def require_same(problem: DualProblem, found, best, rel: float = 1e-8) -> None:
    """Two optima of one problem: the same dual value, and an intercept within both intervals.

    Where the other solver gave up, its own certificate says so; then ours stands alone.
    """
    assert found.converged
    if not best.converged:
        assert found.duality_gap <= 1e-5 * found.objective
        return
    assert found.objective == pytest.approx(best.objective, rel=rel)
    lows, highs = zip(*(problem.intercept_bounds(s.alpha) for s in (found, best)))
    apart = sum(np.sqrt(2 * max(0, s.duality_gap) * problem.diagonal.max()) for s in (found, best))
    slack = apart + abs(found.gap) + abs(best.gap) + 1e-9 * problem.diagonal.max()
    assert min(*lows, *highs) - slack <= found.b <= max(*lows, *highs) + slack


# ------------------------------------------------------------------------------- one optimum

@few
@given(seeds)
def test_fast_agrees_with_the_general_solver(seed):
    problem = random_problem(seed)
    found = solve_fast(problem, tol=1e-6)
    require_bookkeeping(problem, found)
    require_same(problem, found, quietly(solve_qp, problem, tol=1e-6))


@few
@given(seeds)
def test_fast_agrees_with_the_solver_one_reads(seed):
    problem = random_problem(seed, ("rbf",))
    found, slow = solve_fast(problem, tol=1e-6), quietly(solve_smo, problem, tol=1e-6,
                                                         max_iter=20_000)
    if slow.converged:
        require_same(problem, found, slow)
    assert found.objective >= slow.objective * (1 - 1e-8)


@few
@given(seeds)
@example(1579)      # the path ends with all on their bounds, and a sum that is not zero
def test_interior_agrees_with_both(seed):
    problem = random_problem(seed, ("linear",))
    found, best = solve_interior_point(problem, tol=1e-6), quietly(solve_qp, problem, tol=1e-6)
    require_bookkeeping(problem, found)
    require_same(problem, found, best)
    require_same(problem, found, solve_fast(problem, tol=1e-6))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("C", [1e-3, 1.0, 100.0])
def test_libsvm_agrees(kernel, C):
    """As far as it got: its own gap, computed afresh, says how far that was."""
    X, y = overlapping(120, 2)
    problem = DualProblem.from_data(X, y, C, kernel=kernel, **KERNELS[kernel])
    peer, alpha = LibSVC(C=C, kernel=kernel, tol=1e-8, max_iter=10**6,
                         **KERNELS[kernel]), np.zeros(120)
    quietly(peer.fit, X, y)
    alpha[peer.support_] = np.minimum(C, np.abs(peer.dual_coef_[0]))
    assert problem.gap(alpha) < 1e-3
    for solve in (solve_fast, solve_interior_point) if kernel == "linear" else (solve_fast,):
        found = solve(problem, tol=1e-6)
        assert found.objective == pytest.approx(problem.objective(alpha), rel=1e-6)
        np.testing.assert_allclose(y * (1 - found.gradient) + found.b, peer.decision_function(X),
                                   atol=1e-3, rtol=1e-3)


def test_two_points_take_one_step():
    for solve in (solve_fast, solve_interior_point):
        found = solve(DualProblem.from_data(*make_two_points(), 10), tol=1e-9)
        np.testing.assert_allclose(found.alpha, 0.25, rtol=1e-9)
        assert found.b == pytest.approx(-1)
    assert solve_fast(DualProblem.from_data(*make_two_points(), 10)).n_iter == 1


def test_a_whole_gram_matrix_will_do():
    X, y = make_overlap_60()
    lazy = DualProblem.from_data(X, y, 2.0, kernel="rbf", gamma=0.3)
    dense = DualProblem(lazy.K.copy(), y, 2.0)
    np.testing.assert_allclose(solve_fast(lazy, tol=1e-9).alpha, solve_fast(dense, tol=1e-9).alpha,
                               atol=1e-7)


def test_each_sample_may_have_a_penalty_of_its_own():
    X, y = make_overlap_60()
    C = np.where(y > 0, 5.0, 0.1)
    for solve in (solve_fast, solve_interior_point):
        problem = DualProblem.from_data(X, y, C)
        found = solve(problem, tol=1e-7)
        require_bookkeeping(problem, found)
        require_same(problem, found, solve_qp(problem, tol=1e-7))


def test_the_estimator_takes_both():
    X, y = make_overlap_60()
    models = [SVC(kernel="linear", tol=1e-7, solver=s).fit(X, y)
              for s in ("fast", "interior", "qp")]
    for model in models[:2]:
        np.testing.assert_allclose(model.decision_function(X),
                                   models[2].decision_function(X), atol=1e-5)


@few
@given(seeds, st.integers(1, 40), st.booleans())
def test_both_kinds_of_phase_keep_the_sum_the_box_and_the_slopes(seed, pairs, first_order):
    problem = random_problem(seed)
    state = state_at_zero(problem)
    state.smo_phase(1e-3, pairs, first_order)
    state.newton_phase(1e-4, 15)
    unit = max(1, problem.C.max())
    assert abs(state.beta.sum()) <= 1e-9 * unit
    assert (state.beta >= state.A - 1e-12 * unit).all() \
        and (state.beta <= state.B + 1e-12 * unit).all()
    F = problem.slopes(state.beta * problem.y)
    off = state.slopes - F                          # F is kept but for a number that b swallows
    assert np.ptp(off) <= 1e-8 * max(1, np.abs(F).max())


@pytest.mark.parametrize("C", [1.0, 100.0])
def test_a_large_problem_ends_at_the_optimum_too(C):
    X, y = overlapping(900, 2)
    problem = DualProblem.from_data(X + 0.6 * y[:, None], y, C, kernel="rbf", gamma=0.5)
    found = solve_fast(problem, tol=1e-6, trace=True)
    first = found.trace[0]       # of first order: an eighth at most, and only far from the end
    assert first.kind == "pairs" and (first.steps == 900 // 8 or first.steps < 900 // 8
                                      and first.gap <= MIN_FIRST_ORDER_GAP)
    require_same(problem, found, quietly(solve_qp, problem, tol=1e-6))


# -------------------------------------------------------------------------------- warm starts

@few
@given(seeds, st.floats(0.1, 10))
def test_a_warm_start_gives_the_same_answer_at_another_C(seed, factor):
    problem = random_problem(seed, ("rbf", "poly"))
    last = solve_fast(problem, tol=1e-6)
    moved = problem.with_C(problem.C * factor)
    warm = solve_fast(moved, tol=1e-6, start=last)
    require_bookkeeping(moved, warm)
    require_same(moved, warm, solve_fast(moved, tol=1e-6))


def test_a_warm_start_gives_the_same_answer_at_another_gamma():
    X, y = make_overlap_60()
    last = None
    for gamma in np.geomspace(0.03, 30, 12):
        problem = DualProblem.from_data(X, y, 10.0, kernel="rbf", gamma=gamma)
        last = solve_fast(problem, tol=1e-6, start=last)
        require_same(problem, last, solve_fast(problem, tol=1e-6))


def test_a_tighter_tol_goes_on_from_the_looser():
    X, y = overlapping(200, 2)
    problem = DualProblem.from_data(X, y, 10.0, kernel="rbf", gamma=0.5)
    loose = solve_fast(problem, tol=1e-2)
    warm, cold = solve_fast(problem, tol=1e-7, start=loose), solve_fast(problem, tol=1e-7)
    require_same(problem, warm, cold)
    assert warm.n_iter < cold.n_iter / 2
    assert solve_fast(problem, tol=1e-7, start=warm).n_iter == 0


def test_a_sweep_of_C_costs_a_small_part_of_so_many_cold_starts():
    X, y = overlapping(200, 2)
    problem, last, warm, cold = DualProblem.from_data(X, y, kernel="rbf", gamma=0.5), None, 0, 0
    for C in np.geomspace(0.1, 1000, 41):
        last = solve_fast(problem.with_C(C), start=last)
        warm, cold = warm + last.n_iter, cold + solve_fast(problem.with_C(C)).n_iter
    assert warm < cold / 4


# ------------------------------------------------------------- traps others have fallen into

def test_a_plane_and_little_room_for_slack():
    """Pairs alone need tens of thousands of steps where the points lie in a plane and C is
    large."""
    X, y = overlapping(300, 2)
    problem = DualProblem.from_data(X, y, 1000.0, kernel="rbf", gamma=0.5)
    assert quietly(solve_smo, problem, max_iter=20_000).n_iter == 20_000
    assert solve_fast(problem).n_iter < 3000


def test_repeated_samples_make_the_system_singular_and_nothing_else():
    X, y = overlapping(40, 2)
    X, y = np.vstack([X.round(), X.round(), X.round()]), np.concatenate([y, y, -y])
    for kernel in ("linear", "rbf"):
        problem = DualProblem.from_data(X, y, 100.0, kernel=kernel, **KERNELS[kernel])
        require_same(problem, solve_fast(problem, tol=1e-6), quietly(solve_qp, problem, tol=1e-6))


def test_columns_that_add_up_to_the_intercept():
    """One-hot columns: (w, b) has more directions than the samples can tell apart."""
    X, y = passengers(300)
    for C in (0.1, 1.0, 100.0):
        problem = DualProblem.from_data(X, y, C)
        found = solve_interior_point(problem, tol=1e-6)
        assert found.converged and found.duality_gap <= 1e-6 * found.objective


def test_after_the_path_little_is_left_to_do():
    """Wrongly rounded multipliers would cost hundreds of pairs."""
    X, y = overlapping(400, 10)
    for C in (0.01, 1.0, 100.0):
        problem = DualProblem.from_data(X, y, C)
        found = solve_interior_point(problem, tol=1e-6, trace=True)
        assert len(found.trace) <= 30 and found.n_iter - len(found.trace) <= 60
        assert np.count_nonzero(zones(problem, found.alpha) == 1) <= 11      # d + 1, no ties


def test_the_path_is_central_and_leads_down():
    X, y = overlapping(100, 3)
    A, B = np.minimum(0.0, y), np.maximum(0.0, y)
    V = np.vstack([(X - X.mean(axis=0)).T, np.ones(100)])
    path = list(central_path(V, y.astype(float), A, B))
    assert all((A < c.beta).all() and (c.beta < B).all() and c.z.min() > 0 and c.v.min() > 0
               for c in path)
    assert path[-1].mu < 1e-9 * path[0].mu
    F = y - path[-1].p @ V
    np.testing.assert_allclose(F, path[-1].v - path[-1].z, atol=1e-6)       # stationarity


def test_two_samples_with_one_image_do_not_divide_by_zero():
    X, y = np.zeros((4, 2)), np.array([1, -1, 1, -1])
    with np.errstate(all="raise", under="ignore"):
        found = solve_fast(DualProblem.from_data(X, y, 2.0, kernel="rbf", gamma=1.0), tol=1e-6)
    assert found.alpha.tolist() == [2, 2, 2, 2] and found.converged


def test_only_the_rows_that_matter_are_computed():
    X, y = overlapping(1500, 2)
    X += 3 * y[:, None]
    state = state_at_zero(DualProblem.from_data(X, y, 1.0, kernel="rbf", gamma=0.5))
    alternate(state, 1e-3, 10_000, [], wait=750)
    assert state.gap <= 1e-3 and state.cached.sum() < 750


def test_a_linear_problem_of_many_samples_never_has_a_gram_matrix():
    X, y = overlapping(4000, 5)
    problem = DualProblem.from_data(X, y, 1.0)
    problem.gram.to_array = None
    asked, rows = [0], problem.gram.rows

    def counted(indices):
        asked[0] += len(indices)
        return rows(indices)
    problem.gram.rows = counted
    assert solve_interior_point(problem, tol=1e-6).converged and asked[0] < 100


# ---------------------------------------------------------------------------------- settling

@few
@given(seeds)
def test_settling_keeps_the_box_and_mends_the_sum(seed):
    rng = np.random.default_rng(seed)
    y, C = np.where(np.arange(20) % 2, 1.0, -1.0), 10 ** rng.uniform(-3, 3)
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    beta = A + (B - A) * rng.choice([0, 1, 0.5, 1e-13, 1 - 1e-13], 20)
    beta += (B - A) * 1e-9 * rng.normal(size=20) * ((beta > A) & (beta < B))
    some = rng.random(20) < 0.5
    beta[some] = ((A + B) / 2)[some]
    settled = snap_to_bounds(np.clip(beta, A, B), A, B)
    assert (settled >= A).all() and (settled <= B).all()
    near = np.minimum(settled - A, B - settled)
    assert ((near == 0) | (near > 1e-10 * min(1, C) / 2)).all()
    assert abs(settled.sum()) <= 1e-12 * max(1, C) * 20


def test_where_all_are_on_their_walls_those_with_most_room_pay():
    A, B = np.array([-1.0, -1, -1, 0, 0]), np.array([0, 0, 0, 3.0, 1])
    assert snap_to_bounds(np.array([-1.0, 0, 0, 3, 1]), A, B).tolist() == [-1, 0, 0, 0, 1]
    assert snap_to_bounds(np.array([-1.0, -1, -1, 2.9999, 0]), A, B).tolist() == pytest.approx(
        [-1, -1, -1, 3, 0], abs=2e-4)


# --------------------------------------------------------------------------------- bad ends

@pytest.mark.parametrize("most", [1, 7, 160])
def test_too_few_steps_are_told_with_the_gap(most):
    X, y = overlapping(300, 2)
    problem = DualProblem.from_data(X, y, 1000.0, kernel="rbf", gamma=0.5)
    with pytest.warns(ConvergenceWarning, match=r"KKT gap of \S+, above tol = 1e-06"):
        found = solve_fast(problem, tol=1e-6, max_iter=most)
    assert not found.converged and found.n_iter <= most and found.gap > 1e-6
    require_bookkeeping(problem, found)


def test_a_hard_margin_that_does_not_exist_ends():
    X, y = make_overlap_60()
    with pytest.warns(ConvergenceWarning, match="separable"):
        found = solve_fast(DualProblem.from_data(X, y, np.inf), max_iter=3000)
    assert np.isfinite(found.alpha).all()


def test_a_hard_margin_that_exists_is_found():
    X, y = overlapping(40, 2)
    X += 3 * y[:, None]
    hard, soft = (solve_fast(DualProblem.from_data(X, y, C), tol=1e-8) for C in (np.inf, 1e6))
    assert hard.objective == pytest.approx(soft.objective, rel=1e-6)


def test_a_tol_below_rounding_ends():
    X, y = overlapping(80, 2)
    problem = DualProblem.from_data(X, y, 100.0, kernel="rbf", gamma=0.5)
    found = quietly(solve_fast, problem, tol=1e-15, max_iter=5000)
    assert found.gap < 1e-9


@pytest.mark.parametrize("problem, what", [
    (DualProblem.from_data([[0.0], [1.0]], [-1, 1], 1, penalised=True), "penalised")])
def test_interior_refuses_what_it_cannot_do(problem, what):
    with pytest.raises(ValueError, match=what):
        solve_interior_point(problem)


def test_a_trace_tells_what_was_done():
    X, y = overlapping(200, 2)
    problem = DualProblem.from_data(X, y, 100.0, kernel="rbf", gamma=0.5)
    found = solve_fast(problem, trace=True)
    assert sum(turn.steps for turn in found.trace) == found.n_iter
    assert {"pairs", "newton"} <= {turn.kind for turn in found.trace}
    assert found.trace[-1].gap <= 1e-3 and solve_fast(problem).trace == ()


@pytest.mark.parametrize("C, gamma", [
    (7.96214341107, 0.0125594321575), (0.2, 0.0792446596231), (1.0, 0.02), (50.0, 0.005)])
def test_ceilings_that_are_multiples_of_one_another_do_not_stop_the_solver(C, gamma):
    """The two multipliers of a pair may reach their bounds at once, one of them by rounding."""
    men = load_titanic().query("Sex == 'male'").dropna(subset="Age")
    table = men.groupby(["Age", "Survived"]).size().reset_index(name="number")
    X, y = table[["Age"]].to_numpy(), np.where(table["Survived"] == 1, 1, -1)
    problem = DualProblem(rbf(X, gamma=gamma), y, C * np.where(y > 0, 3, 1) * table["number"])
    found = solve_fast(problem, tol=1e-6)
    assert problem.gap(found.alpha) <= 1.001e-6
