"""The dual problem as an object: its value, its slopes, its certificates, its refusals."""
from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_and, make_overlap_60, make_two_points
from coursekit.kernels import gram
from coursekit.svm import DualProblem, solve_qp, solve_smo
from fixtures.svm import zones

few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)


def problem_and_point(seed: int, penalised: bool = False, hard: bool = False):
    """Return a random problem with a feasible point that has all three zones."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 12))
    X = rng.normal(size=(n, 2))
    y = np.where(np.arange(n) % 2, 1, -1)
    C = rng.uniform(0.5, 3, n)
    problem = DualProblem.from_data(X, y, np.inf if hard else C, kernel="rbf", gamma=0.5,
                                    penalised=penalised)
    alpha = rng.uniform(0, 1, n) * C * (rng.random(n) < 0.7)
    plus, minus = alpha[y > 0].sum(), alpha[y < 0].sum()
    if not penalised:
        alpha[y > 0] *= min(1, minus / max(plus, 1e-12))
        alpha[y < 0] *= min(1, plus / max(minus, 1e-12))
    return problem, alpha


def value(problem: DualProblem, alpha: np.ndarray) -> float:
    """W(α), written out as two sums."""
    a, y, K = alpha, problem.y, problem.K + problem.penalised
    return sum(a) - 0.5 * sum(a[i] * a[j] * y[i] * y[j] * K[i, j]
                              for i in range(problem.n) for j in range(problem.n))


@few
@given(seeds, st.booleans())
def test_value_and_slope_are_the_formula(seed, penalised):
    problem, alpha = problem_and_point(seed, penalised)
    assert problem.objective(alpha) == pytest.approx(value(problem, alpha), abs=1e-12)
    for i in range(problem.n):
        e = np.eye(problem.n)[i]       # W is quadratic: a difference over ±1 is the slope
        slope = (value(problem, alpha + e) - value(problem, alpha - e)) / 2
        assert (problem.y * problem.slopes(alpha))[i] == pytest.approx(slope, rel=1e-9, abs=1e-9)


@few
@given(seeds)
def test_the_gap_is_what_any_b_leaves_open(seed):
    """m - M is twice the least worst residual over all intercepts (0 where it is negative)."""
    problem, alpha = problem_and_point(seed)
    if not alpha.any():
        return
    m, M = problem.intercept_bounds(alpha)
    assert problem.gap(alpha) == m - M
    tries = np.linspace(min(m, M) - 1, max(m, M) + 1, 2001)
    worst = min(problem.residuals(alpha, b).max() for b in tries)
    assert worst == pytest.approx(max(0, m - M) / 2, abs=2e-3)
    for b in (m, M):
        assert problem.residuals(alpha, b).max() == pytest.approx(max(0, m - M), abs=1e-12)


@few
@given(seeds, st.booleans(), st.booleans())
def test_no_dual_value_is_above_a_primal_value(seed, penalised, hard):
    problem, alpha = problem_and_point(seed, penalised, hard)
    assert problem.duality_gap(alpha, problem.intercept(alpha)) >= -1e-12
    other = problem_and_point(seed, penalised, hard)[1] / 2
    b = problem.intercept(other)
    assert problem.primal(other, b) >= problem.objective(alpha) - 1e-9


@few
@given(seeds)
def test_residuals_ask_for_what_the_zones_allow(seed):
    problem, alpha = problem_and_point(seed)
    b, beta = 0.3, alpha * problem.y
    yf = problem.y * (problem.K @ beta + b)
    for residual, zone, v in zip(problem.residuals(alpha, b), zones(problem, alpha), yf):
        assert residual == pytest.approx((max(0, 1 - v), abs(1 - v), max(0, v - 1))[zone],
                                         abs=1e-12)
    np.testing.assert_allclose(problem.excess(alpha, b), yf - 1, atol=1e-12)


def test_zones_hold_on_the_set_of_the_figures():
    """54 outside, 3 on the edge, 3 inside; the KKT conditions as printed fit one point of six."""
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1)
    found = solve_qp(problem, tol=1e-9)
    zone = zones(problem, found.alpha)
    assert np.bincount(zone).tolist() == [54, 3, 3]
    yf = 1 + problem.excess(found.alpha, found.b)
    assert (yf[zone == 0] >= 1).all() and (yf[zone == 2] <= 1).all()
    np.testing.assert_allclose(yf[zone == 1], 1, atol=1e-9)
    # “α = C ⇒ y f ≤ -1” holds for one of the three, “0 ≤ α ≤ C ⇒ y f = -1” for none.
    assert (yf[zone == 2] <= -1).sum() == 1 and not np.isclose(yf, -1).any()
    assert found.objective == pytest.approx(3.395, abs=5e-4)


def test_the_printed_objective_without_the_second_multiplier_is_linear():
    """Its top lies on corners of the box: 58 zeros, 2 at C; the true W there is far too small."""
    from scipy.optimize import linprog

    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1)
    slope = 1 - 0.5 * y * (problem.K @ y)                  # Σ α_i - ½ ΣΣ y_i y_j α_i K_ij
    corner = linprog(-slope, A_eq=y[None, :], b_eq=[0], bounds=(0, 1)).x
    assert np.isclose(corner * (1 - corner), 0).all()
    assert problem.objective(corner) < 0.6 * solve_qp(problem).objective


def test_the_intercept_comes_from_free_vectors_alone():
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1)
    found = solve_qp(problem, tol=1e-9)
    b_i = y - problem.K @ (found.alpha * y)
    free = (found.alpha > 0) & (found.alpha < 1)
    assert np.ptp(b_i[free]) < 1e-9                     # every free sample asks for the same b
    assert found.b == pytest.approx(b_i[free].mean())
    weight = found.alpha * (1 - found.alpha)
    assert found.b == pytest.approx(weight @ b_i / weight.sum())
    assert abs(b_i[found.alpha > 0].mean() - found.b) > 0.3      # the mean over all of them
    moved = DualProblem.from_data(X + [2, 1], y, 1)
    w = (found.alpha * y) @ X
    assert solve_qp(moved, tol=1e-9).b == pytest.approx(found.b - w @ [2, 1], abs=1e-9)


def test_the_certificate_holds():
    """At the optimum of two sets, one with free vectors and one without."""
    X, y = make_overlap_60()
    # Two samples at C on the wrong side come first, so that the first support vector is no guide.
    order = np.argsort(-np.abs(y - np.sign(X.sum(axis=1))), kind="stable")
    for C, K, labels in ((1.0, X[order] @ X[order].T, y[order]), (0.1, *_two_points())):
        alpha = solve_qp(DualProblem(K, labels, C), tol=1e-9).alpha
        problem = DualProblem(K, labels, C)
        b, m, M = problem.intercept(alpha), *problem.intercept_bounds(alpha)
        assert problem.gap(alpha) <= 1e-9
        assert problem.residuals(alpha, b).max() <= 1e-9
        assert abs(b - (m + M) / 2) <= 1e-9
        assert problem.objective(alpha) == pytest.approx(value(problem, alpha))
        assert problem.duality_gap(alpha, b) == pytest.approx(0, abs=1e-8)


def _two_points():
    X, y = make_two_points()
    return X @ X.T, y


# ------------------------------------------------------------------------------- bookkeeping

@few
@given(seeds, st.sampled_from(["linear", "poly", "rbf"]))
def test_rows_on_demand_make_the_same_problem(seed, kernel):
    dense, alpha = problem_and_point(seed)
    X = np.random.default_rng(seed).normal(size=(dense.n, 2))
    lazy = DualProblem.from_data(X, dense.y, dense.C, kernel=kernel)
    whole = DualProblem(gram(kernel, X), dense.y, dense.C)
    np.testing.assert_allclose(lazy.slopes(alpha), whole.slopes(alpha), atol=1e-9)
    assert lazy.gap(alpha) == pytest.approx(whole.gap(alpha), abs=1e-9)
    assert lazy.objective(alpha) == pytest.approx(whole.objective(alpha), abs=1e-9)
    np.testing.assert_allclose(lazy.K, whole.K, atol=1e-12)
    assert lazy.K is lazy.K                                # made once


@few
@given(seeds, st.floats(0.01, 100))
def test_a_start_is_scaled_into_the_box(seed, factor):
    problem, alpha = problem_and_point(seed)
    other = problem.with_C(problem.C * factor)
    for start in (alpha, problem.solution(alpha, n_iter=0, tol=np.inf)):
        moved = other.warm_start(start)
        assert (moved >= 0).all() and (moved <= other.C).all()
        assert abs(moved @ problem.y) <= 1e-10 * max(1, moved.sum())
    np.testing.assert_allclose(moved, factor * alpha)      # a solution goes with C
    at_C = alpha.copy()
    at_C[[0, 1]] = problem.C[[0, 1]] = 1.0
    assert (problem.with_C(problem.C * factor).warm_start(
        DualProblem(problem.gram, problem.y, problem.C).solution(
            np.where(np.arange(problem.n) < 2, 1.0, 0.0), n_iter=0, tol=np.inf))[:2]
        == factor).all()                                   # at C stays at C, exactly


@few
@given(seeds, st.floats(0.1, 10), st.floats(0.1, 10))
def test_a_start_is_feasible_where_the_classes_have_other_penalties(seed, plus, minus):
    problem, _ = problem_and_point(seed)
    other = problem.with_C(problem.C * np.where(problem.y > 0, plus, minus))
    moved = other.warm_start(solve_smo(problem))
    assert other.is_feasible(moved) and moved.sum() > 0
    assert solve_smo(other, start=moved).converged


def test_a_hard_margin_is_judged_by_a_scaled_line():
    problem = DualProblem.from_data(*make_and(), np.inf)
    alpha = np.array([0, 2, 2, 4.0])
    assert problem.duality_gap(alpha, -3) == pytest.approx(0, abs=1e-12)
    assert 0 < problem.duality_gap(alpha * 0.99, -3 * 0.99) < 0.2
    assert problem.primal(np.zeros(4), 0.0) == np.inf


def test_a_solution_says_whether_it_is_one():
    problem = DualProblem.from_data(*make_two_points(), 10)
    with pytest.warns(ConvergenceWarning,
                      match="after 7 steps with a KKT gap of 2, above tol = 0.5"):
        early = problem.solution(np.zeros(2), n_iter=7, tol=0.5)
    assert not early.converged and "NOT converged" in repr(early)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = problem.solution(np.array([0.25, 0.25]), n_iter=1, tol=1e-9)
    assert found.converged and (found.alpha > 0).all()
    with pytest.warns(ConvergenceWarning, match="hulls are at most .* apart: try a finite C"):
        problem.with_C(np.inf).solution(np.ones(2), n_iter=1)


def test_a_penalised_intercept_leaves_the_dual_without_equality():
    problem = DualProblem.from_data(*make_two_points(), 10, penalised=True)
    found = solve_qp(problem, tol=1e-9)
    assert found.b == pytest.approx(found.alpha @ problem.y)
    assert abs(found.alpha @ problem.y) > 0.1 and found.gap <= 1e-9
    assert found.duality_gap == pytest.approx(0, abs=1e-9)
    with pytest.raises(ValueError, match="use solve_sor or solve_qp"):
        solve_smo(problem)


K2, Y2 = np.eye(2), [-1, 1]


@pytest.mark.parametrize("call, words", [
    (lambda: DualProblem(K2, [-1, 1, 1]), "y must hold 2 labels"),
    (lambda: DualProblem.from_data([1, 2], Y2), r"X must have shape \(n, d\)"),
    (lambda: DualProblem.from_data([[1], [2]], Y2, kernel="tanh"), "kernel must be one of"),
    (lambda: DualProblem(K2, Y2).warm_start([1, 2, 3]), "start must hold 2 multipliers"),
    (lambda: DualProblem(K2, Y2).warm_start([1, 0.5]), "start must have α ≥ 0 and Σ α·y = 0"),
    (lambda: DualProblem(K2, Y2).warm_start([np.inf, 1]), "start contains NaN"),
    (lambda: solve_smo(DualProblem(K2, Y2), tol=0), "tol must lie in"),
    (lambda: solve_smo(DualProblem(K2, Y2), max_iter=0),
     "max_iter must be a whole number of at least 1, got 0"),
    (lambda: solve_smo(DualProblem(K2, Y2), selection="best"), "selection must be one of"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()
