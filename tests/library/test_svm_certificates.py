"""What "converged" is worth: far, unscaled, repeated and contradictory samples, in every solver."""
from __future__ import annotations

import itertools
import warnings
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_overlap_60
from coursekit.svm import (SVC, DualProblem, solve_fast, solve_interior_point, solve_qp, solve_smo,
                           solve_sor)
from fixtures.svm import zones

LINEAR = {"fast": solve_fast, "smo": solve_smo, "interior": solve_interior_point, "qp": solve_qp}
ANY = {"fast": solve_fast, "smo": solve_smo, "first": None, "qp": solve_qp}
TOL = 1e-3


def solve(name: str, problem: DualProblem, **options):
    """Return a solver's answer and whether it warned that this is not the optimum."""
    if name == "first":
        name, options = "smo", {**options, "selection": "first"}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = LINEAR[name](problem, **options)
    return found, any(issubclass(w.category, ConvergenceWarning) for w in told)


class Judgement(NamedTuple):
    """KKT gap, dual and primal value, and Σ α·y, all in more digits than the solvers have."""

    gap: float
    dual: float
    primal: float
    off: float


def judge(X: np.ndarray, y: np.ndarray, alpha: np.ndarray, C: float) -> Judgement:
    """Judge the multipliers of a linear machine: of centred samples, in long doubles."""
    X = X.astype(np.longdouble)
    X = X - X.mean(axis=0)
    beta = alpha.astype(np.longdouble) * y
    f = X @ (X.T @ beta)
    F = y - f
    m = F[np.where(y > 0, alpha < C, alpha > 0)].max()
    M = F[np.where(y > 0, alpha > 0, alpha < C)].min()
    dual = (np.abs(beta)).sum() - beta @ f / 2
    primal = beta @ f / 2 + C * np.maximum(0, 1 - y * (f + (m + M) / 2)).sum()
    return Judgement(float(m - M), float(dual), float(primal), float(abs(beta.sum())))


def stamped(spread: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    z = rng.normal(size=300)
    return (np.column_stack([1.7e9 + rng.uniform(0, spread, 300), z]),
            np.where(z + 0.5 * rng.normal(size=300) > 0, 1, -1))


def far(shift: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100, 2))
    return X + shift, np.where(X[:, 0] + 0.6 * rng.normal(size=100) > 0, 1, -1)


def scaled() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(150, 8))
    return X * np.logspace(-3, 4, 8), np.where(X.sum(axis=1) + rng.normal(size=150) > 0, 1, -1)


def cars() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    year, price = rng.integers(1990, 2024, 200), rng.uniform(5e3, 5e4, 200)
    score = (year - 2007) / 10 + (price - 27_500) / 13_000 + 0.5 * rng.normal(size=200)
    return np.column_stack([year, price]).astype(float), np.where(score > 0, 1, -1)


def cancer() -> tuple[np.ndarray, np.ndarray]:
    data = load_breast_cancer()
    return data.data, np.where(data.target > 0, 1, -1)


HOSTILE = {"a year of time stamps": (lambda: stamped(3e7), 1),
           "a day of time stamps": (lambda: stamped(86_400), 1),
           "two normals + 1e6": (lambda: far(1e6), 100),
           "two normals + 1e8": (lambda: far(1e8), 100),
           "scales 1e-3 to 1e4": (scaled, 1e3), "the same, C = 1e6": (scaled, 1e6),
           "year and price": (cars, 1e3), "breast cancer, raw": (cancer, 1),
           "the same, raw, C = 1e6": (cancer, 1e6)}
# Where centring is all it takes, these solvers have to get there.
CENTRED = [("two normals + 1e6", name) for name in LINEAR] \
    + [("two normals + 1e8", name) for name in LINEAR] \
    + [("a day of time stamps", "fast"), ("a day of time stamps", "interior"),
       ("breast cancer, raw", "fast"), ("breast cancer, raw", "interior")]


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("data", HOSTILE)
def test_a_linear_machine_reaches_the_optimum_or_says_that_it_did_not(data, name):
    make, C = HOSTILE[data]
    X, y = make()
    found, warned = solve(name, DualProblem.from_data(X, y, C), tol=TOL, max_iter=5000)
    truth = judge(X, y, found.alpha, C)
    assert found.converged != warned
    assert truth.off <= 1e-9 * found.alpha.sum()
    assert found.alpha.min() >= 0 and found.alpha.max() <= C
    if found.converged:
        assert found.gap <= TOL and truth.gap <= TOL
        assert truth.primal - truth.dual <= TOL * C * len(y)
        assert found.objective == pytest.approx(truth.dual, rel=1e-6)
    else:
        assert found.stopped in ("rounding", "cap") and "NOT converged" in repr(found)
    assert found.converged or (data, name) not in CENTRED


def test_the_estimator_says_so_too_and_predicts_from_afar():
    X, y = far(0.0)
    near = SVC(kernel="linear", C=100).fit(X, y)
    for shift in (1e6, 1e8):
        model = SVC(kernel="linear", C=100).fit(X + shift, y)
        assert model.solution_.converged
        assert np.mean(model.predict(X + shift) == near.predict(X)) >= 0.99
        np.testing.assert_allclose(model.coef_, near.coef_, rtol=1e-2)
    with pytest.warns(ConvergenceWarning, match="by rounding.* may be off by .*scale and centre"):
        SVC(kernel="linear", C=1e6).fit(*scaled())
    with pytest.warns(ConvergenceWarning):
        SVC(kernel="poly", gamma=0.1, C=1e-3, max_iter=500).fit(*cancer())


def test_rounding_is_added_to_the_gap():
    """A gap of 0 proves nothing where the slopes themselves are rounded away."""
    X, y = far(1e8)
    K = X @ X.T                                      # whoever hands over K has lost its digits
    for name in ANY:
        found, warned = solve(name, DualProblem(K, y, 100.0), max_iter=5000)
        assert not found.converged and warned and found.rounding > TOL


@pytest.mark.parametrize("steps", [0, 3, 30])
def test_certified_means_a_gap_of_at_most_the_tolerance(steps):
    """Of multipliers on the way: the largest slope that may rise less the smallest that may
    fall."""
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1.0)
    with warnings.catch_warnings(action="ignore"):
        alpha = solve_smo(problem, tol=1e-12, max_iter=steps).alpha if steps else np.zeros(60)
    beta = y * alpha
    F = y - X @ X.T @ beta
    gap = F[beta < np.maximum(0, y)].max() - F[beta > np.minimum(0, y)].min()
    assert gap > 1e-9
    with pytest.warns(ConvergenceWarning):
        assert not problem.solution(alpha, n_iter=steps, tol=0.99 * gap).converged
    with warnings.catch_warnings(action="error"):
        assert problem.solution(alpha, n_iter=steps, tol=1.01 * gap).converged


def test_an_unbalanced_start_or_answer_is_never_called_converged():
    problem = DualProblem(np.eye(3), [-1, 1, 1], 1.0)
    with pytest.warns(ConvergenceWarning, match="break Σ αy = 0 by 1"):
        assert not problem.solution(np.array([0.0, 1, 0]), n_iter=1, tol=1e9).converged


def test_asking_for_K_changes_nothing():
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X, y, 1.0)
    first = solve_interior_point(problem).alpha
    np.testing.assert_allclose(problem.K, X @ X.T)
    for before in LINEAR.values():
        before(problem)
        assert np.array_equal(solve_interior_point(problem).alpha, first)


def test_b_is_that_of_the_samples_as_given():
    X, y = make_overlap_60()
    for solver in LINEAR.values():
        near = solver(DualProblem.from_data(X, y, 1.0), tol=1e-9)
        moved = solver(DualProblem.from_data(X + [20, 10], y, 1.0), tol=1e-9)
        w = (near.alpha * y) @ X
        assert moved.b == pytest.approx(near.b - w @ [20, 10], abs=1e-7)
        penalised = solve_sor(DualProblem.from_data(X + [2, 1], y, 1.0), tol=1e-6)
        assert penalised.b == pytest.approx(penalised.alpha @ y)


# ------------------------------------------------------------------------ degenerate geometry

ODD = (1 / 3, np.sqrt(2), 1 / 48, 1 / 7, 0.1, 1.0, 3.3, 1e-7)


@pytest.mark.parametrize("name", ANY)
@pytest.mark.parametrize("C", [1 / 3, np.sqrt(2), 1 / 48, 2 / 3, np.pi])
def test_a_penalty_that_is_not_round(C, name):
    problem = DualProblem.from_data(*make_overlap_60(), C)
    best = solve_qp(problem, tol=1e-9)
    found, warned = solve(name, problem, tol=1e-6)
    assert found.converged and not warned
    assert found.objective == pytest.approx(best.objective, rel=1e-7)
    assert np.array_equal(zones(problem, found.alpha) == 2, found.alpha == C)


@pytest.mark.parametrize("name", [*ANY, "interior"])
def test_contradictory_duplicates_go_to_the_end_of_the_segment(name):
    problem = DualProblem.from_data([[1, 1], [0, 0], [1, 1]], [-1, -1, 1], 1.0)
    found, warned = solve(name, problem, tol=1e-9)
    assert found.alpha == pytest.approx([1, 0, 1], abs=1e-12) and found.converged and not warned
    assert found.objective == pytest.approx(2)
    twins = DualProblem.from_data([[3, 1], [3, 1]], [-1, 1], 1 / 3)
    assert solve(name, twins)[0].alpha == pytest.approx([1 / 3, 1 / 3], abs=1e-15)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 8).flatmap(lambda n: st.tuples(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=n, max_size=n),
    st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))),
    st.sampled_from(ODD), st.sampled_from(["linear", "rbf"]))
@example(([(0, 0), (0, 0)], [1, -1]), 1 / 3, "linear")
@example(([(1, 1), (0, 0), (1, 1)], [-1, -1, 1]), np.sqrt(2), "linear")
@example(([(0, 0), (1, 1), (2, 2), (1, 1)], [1, -1, 1, 1]), 1 / 48, "linear")
def test_grids_with_duplicates_are_solved_by_all(samples, C, kernel):
    """Few places, many twins, collinear points, any balance; one class is refused."""
    X, y = (np.array(part, dtype=float) for part in samples)
    params = {"gamma": 0.5} if kernel == "rbf" else {}
    if np.ptp(y) == 0:
        with pytest.raises(ValueError, match="both of them"):
            DualProblem.from_data(X, y, C, kernel=kernel, **params)
        return
    problem = DualProblem.from_data(X, y, C, kernel=kernel, **params)
    answers = {name: solve(name, problem, tol=1e-6) for name in ANY}
    if kernel == "linear":
        answers["interior"] = solve("interior", problem, tol=1e-6)
    values = [found.objective for found, _ in answers.values()]
    for name, (found, warned) in answers.items():
        assert found.converged and not warned, name
        assert problem.is_feasible(found.alpha) and found.gap <= 1e-6
        assert found.duality_gap <= 1e-6 * len(y) * C + 1e-12
        assert found.objective == pytest.approx(max(values), rel=1e-5, abs=1e-6 * len(y) * C)


@pytest.mark.parametrize("ratio", [(1, 1), (2, 1), (3, 7)])
def test_without_a_free_sample_b_is_the_middle_of_its_interval(ratio):
    """Also where rounding leaves a multiplier one unit in the last place off its bound."""
    rng = np.random.default_rng(0)
    n, (plus, minus) = 10, ratio
    X = rng.normal(size=((plus + minus) * n, 2))
    y = np.repeat([1.0, -1.0], [plus * n, minus * n])
    C = 0.01 / np.where(y > 0, plus, minus) / 3
    problem = DualProblem.from_data(X, y, C, kernel="rbf", gamma=1.0)
    m, M = problem.intercept_bounds(C)
    assert m < M
    for name in ANY:
        found, _ = solve(name, problem, tol=1e-6)
        assert found.b == pytest.approx((m + M) / 2, abs=1e-9)
    nearly = C.copy()
    nearly[0] = np.nextafter(nearly[0], 0)
    assert problem.intercept(nearly) == pytest.approx((m + M) / 2)


@pytest.mark.parametrize("alpha, words", [
    ([0.0, np.nan], "alpha contains NaN"), ([0.0], "alpha must hold 2 multipliers")])
def test_multipliers_that_are_none_are_answered(alpha, words):
    problem = DualProblem(np.eye(2), [-1, 1])
    for method in (problem.objective, problem.gap, problem.slopes, problem.intercept):
        with pytest.raises(ValueError, match=words):
            method(np.array(alpha))


@pytest.mark.parametrize("first, second", list(itertools.permutations(LINEAR, 2)))
def test_any_solver_may_follow_any_other(first, second):
    problem = DualProblem.from_data(*make_overlap_60(), 1.0)
    one, other = (LINEAR[name](problem, tol=1e-6) for name in (first, second))
    assert one.objective == pytest.approx(other.objective, rel=1e-6)
