"""One law over all solvers: the same optimum, the same line, the same zones; LIBSVM agrees."""
from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as LibSVC

from coursekit.datasets import load_ptitanic, make_and, make_overlap_60, make_two_points
from coursekit.svm import DualProblem, qp, solve_qp, solve_smo, solve_sor
from coursekit.svm.fast import solve_fast
from coursekit.svm.qp import StandardForm, minimise, standard_form
from coursekit.svm.sgd import hinge_sgd
from cases import some
from fixtures.svm import zones

few = settings(deadline=None, max_examples=15)
KERNELS = {"linear": {}, "rbf": {"gamma": 0.5}, "poly": {"gamma": 0.5, "degree": 3, "coef0": 1.0}}


def balanced():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    return X, np.where(X @ [1, 0.5] + rng.normal(size=60) * 0.7 > 0, 1, -1)


def repeated():
    """9 places, 80 samples: nearly all are there several times, with both labels."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (80, 2)).astype(float)
    return X, np.where(rng.random(80) < 0.3 + 0.2 * X[:, 0], 1, -1)


def contradictory():
    X, y = make_overlap_60()
    return np.vstack([X, X[:5]]), np.r_[y, -y[:5]]


def one_in_fifty():
    X = np.random.default_rng(1).normal(size=(102, 2))
    X[:2] += 1
    return X, np.where(np.arange(102) < 2, 1, -1)


SETS = {f.__name__: f for f in (balanced, repeated, contradictory, one_in_fifty)}
# Two features, a line, and little room for slack: two thousand times as many steps as a kernel.
LONG = {("balanced", "linear", 1e4), ("balanced", "poly", 1e4), ("contradictory", "linear", 1e4)}
CELLS = [(s, k, C) for s in SETS for k in KERNELS for C in (1e-3, 1.0, 100.0, 1e4)]


def require_same_machine(problem: DualProblem, one, other) -> None:
    """Two optima of one problem, as far apart as their certificates allow and no farther.

    W* - W ≥ ½‖w* - w‖², so decision values without b differ by at most √K_ii·‖w - w'‖; and each b
    lies within its gap of the intercept that any free sample asks for.
    """
    for found in (one, other):
        assert found.objective == pytest.approx(max(one.objective, other.objective), rel=1e-6)
    apart = sum(np.sqrt(2 * max(0, s.duality_gap) + 1e-12 * s.objective) for s in (one, other))
    values = [problem.K @ (s.alpha * problem.y) for s in (one, other)]
    assert (np.abs(values[0] - values[1]) <= np.sqrt(problem.diagonal) * apart + 1e-9).all()
    both_free = (zones(problem, one.alpha) == 1) & (zones(problem, other.alpha) == 1)
    if both_free.any():
        slack = np.abs(values[0] - values[1])[both_free].min()
        assert abs(one.b - other.b) <= slack + max(0, one.gap) + max(0, other.gap) + 1e-8


@pytest.mark.parametrize("data, kernel, C", some(CELLS))
def test_smo_and_qp_find_one_machine(data, kernel, C):
    X, y = SETS[data]()
    problem = DualProblem.from_data(X, y, C, kernel=kernel, **KERNELS[kernel])
    best = solve_qp(problem, tol=1e-7)
    assert best.converged and best.duality_gap <= 1e-8 * best.objective
    if (data, kernel, C) not in LONG:
        found = solve_smo(problem, tol=1e-6, max_iter=10**6)
        assert found.converged and found.objective == pytest.approx(best.objective, rel=1e-8)
        require_same_machine(problem, found, best)
        steady = np.abs(problem.excess(best.alpha, best.b)) > 1e-3      # away from ties
        np.testing.assert_array_equal(zones(problem, found.alpha)[steady],
                                      zones(problem, best.alpha)[steady])


@pytest.mark.parametrize("data, kernel, C", some(CELLS))
def test_the_fast_solver_leaves_no_cell_out(data, kernel, C):
    X, y = SETS[data]()
    problem = DualProblem.from_data(X, y, C, kernel=kernel, **KERNELS[kernel])
    best, found = solve_qp(problem, tol=1e-7), solve_fast(problem, tol=1e-6)
    assert found.converged and found.objective == pytest.approx(best.objective, rel=1e-8)
    require_same_machine(problem, found, best)


@pytest.mark.parametrize("penalised", [False, True])
@pytest.mark.parametrize("data", SETS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_qp_lets_go_what_it_held_by_mistake(data, kernel, penalised):
    """With C = 1e4 the interior point cannot tell a small α from 0; the polish has to."""
    X, y = SETS[data]()
    problem = DualProblem.from_data(X, y, 1e4, kernel=kernel, penalised=penalised,
                                    **KERNELS[kernel])
    found = solve_qp(problem, tol=1e-7)
    assert found.converged and found.duality_gap <= 1e-8 * found.objective


@cache
def libsvm(data: str, kernel: str, C: float) -> tuple[DualProblem, np.ndarray, float, float]:
    """Return the problem, LIBSVM's multipliers and intercept, and its gap computed afresh.

    It is tightened as far as it goes; sometimes it stops early all the same, or its 32-bit
    kernel cache holds it up. Then it is no witness.
    """
    X, y = SETS[data]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        peer = LibSVC(C=C, kernel=kernel, tol=1e-9, max_iter=100_000, **KERNELS[kernel]).fit(X, y)
    problem, alpha = DualProblem.from_data(X, y, C, kernel=kernel,
                                           **KERNELS[kernel]), np.zeros(len(y))
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    alpha[alpha > C * (1 - 1e-12)] = C
    return problem, alpha, peer.intercept_[0], problem.gap(alpha)


@pytest.mark.parametrize("data, kernel, C", some(CELLS))
def test_libsvm_finds_the_same_machine(data, kernel, C):
    problem, alpha, b, gap = libsvm(data, kernel, C)
    if gap > 1e-3:
        return    # counted below
    seen = problem.solution(alpha, n_iter=1, tol=np.inf)
    assert seen.b == pytest.approx(b, abs=max(0, 2 * gap) + 1e-6)
    require_same_machine(problem, seen, solve_qp(problem, tol=1e-7))


def test_the_peer_is_believed_often_enough():
    """The comparison above is no comparison if LIBSVM is always excused."""
    assert sum(libsvm(*cell)[3] > 1e-3 for cell in CELLS) <= len(CELLS) // 5


def test_counts_of_support_vectors_are_no_parity_on_repeated_rows():
    """Sex, age and siblings: 1046 rows, 326 distinct. W and the line agree, the counts do not."""
    people = load_ptitanic().dropna(subset=["age"])
    X = np.column_stack([people["sex"] == "female", people["age"] / 30, people["sibsp"]])
    y = np.where(people["survived"] == "survived", 1, -1)
    assert (len(X), len(np.unique(X, axis=0))) == (1046, 326)
    X, y = X[::4], y[::4]
    problem = DualProblem.from_data(X, y, 1, kernel="rbf", gamma=0.5)
    one, other = solve_qp(problem, tol=1e-6), solve_smo(problem, tol=1e-6, max_iter=10**6)
    require_same_machine(problem, one, other)
    assert np.count_nonzero(one.alpha) > np.count_nonzero(other.alpha)


@few
@given(st.integers(0, 10**6), st.sampled_from(sorted(KERNELS)), st.floats(-3, 2))
def test_random_problems_have_one_optimum(seed, kernel, power):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 30))
    X = rng.normal(size=(n, 3)).round(1)
    X[1] = X[0]
    y = np.where(rng.random(n) < 0.5, 1, -1)
    y[:2] = -1, 1
    problem = DualProblem.from_data(X, y, 10**power * rng.uniform(0.5, 2, n), kernel=kernel,
                                    **KERNELS[kernel])
    best = solve_qp(problem, tol=1e-6)
    found = solve_smo(problem, tol=1e-6, max_iter=10**6)
    assert found.objective == pytest.approx(best.objective, rel=1e-8)
    require_same_machine(problem, found, best)


# ------------------------------------------------------------------------------- standard form

def test_the_standard_form_is_the_dual_problem():
    problem = DualProblem.from_data(*make_overlap_60(), 2.0)
    form = standard_form(problem)
    alpha = solve_qp(problem).alpha
    assert -(alpha @ form.P @ alpha / 2 + form.q @ alpha) == pytest.approx(problem.objective(alpha))
    assert (form.G @ alpha <= form.h + 1e-12).all() and abs(form.A @ alpha - form.b) < 1e-9
    assert form.G.shape == (120, 60) and form.A.shape == (1, 60)


def test_an_equality_of_ones_leaves_nothing():
    """A = (1, …, 1) in the place of yᵀ: with α ≥ 0 only α = 0 is left."""
    form = standard_form(DualProblem.from_data(*make_overlap_60(), 1))
    x, _, _ = minimise(form._replace(A=np.ones((1, 60))))
    assert np.abs(x).max() < 1e-6
    assert minimise(form)[0].max() > 0.9


def test_a_hard_margin_without_a_line_has_no_minimum():
    X, y = make_overlap_60()
    with pytest.raises(ValueError, match="has no minimum .* finite C"):
        solve_qp(DualProblem.from_data(X, y, np.inf))
    found = solve_qp(DualProblem.from_data(*make_and(), np.inf), tol=1e-9)
    np.testing.assert_allclose(found.alpha, [0, 2, 2, 4], atol=1e-7)
    assert found.duality_gap == pytest.approx(0, abs=1e-7)


def test_bounds_are_met_exactly():
    for C in (1e-3, 1.0, 1e3):
        problem = DualProblem.from_data(*balanced(), C, kernel="rbf", gamma=0.5)
        found = solve_qp(problem, tol=1e-6)
        assert ((found.alpha == 0) | (found.alpha == C)
                | ((found.alpha > 1e-9 * C) & (found.alpha < C * (1 - 1e-9)))).all()
        assert abs(found.alpha @ problem.y) <= 1e-10 * max(1, C)


# ------------------------------------------------------------------------------------------ SOR

@pytest.mark.parametrize("data", ["balanced", "contradictory", "one_in_fifty"])
def test_sor_is_the_qp_without_the_equality(data):
    problem = DualProblem.from_data(*SETS[data](), 1.0)
    best = solve_qp(problem.with_C(1.0, penalised=True), tol=1e-9)
    found = solve_sor(problem, tol=1e-6)
    assert found.objective == pytest.approx(best.objective, rel=1e-8)
    assert found.b == pytest.approx(best.b, abs=1e-4) and found.converged
    assert found.b == pytest.approx(found.alpha @ problem.y)
    assert (found.alpha >= 0).all() and (found.alpha <= 1).all()


def test_sor_reaches_the_multipliers_of_the_qp():
    problem = DualProblem.from_data(*make_overlap_60(), 1.0)
    best = solve_qp(problem.with_C(1.0, penalised=True), tol=1e-9)
    np.testing.assert_allclose(solve_sor(problem, tol=1e-6).alpha, best.alpha, atol=8e-6)


@few
@given(st.integers(0, 10**6), st.floats(0.2, 1.9))
def test_relaxation_only_climbs_between_nought_and_two(seed, omega):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    problem = DualProblem.from_data(X, np.where(np.arange(12) % 2, 1, -1), 1.0)
    found = solve_sor(problem, omega=omega, tol=1e-5, trace=True)
    assert found.converged
    assert (np.diff([s.dual for s in found.trace]) >= -1e-12).all()
    assert [s.sweep for s in found.trace] == list(range(1, found.n_iter + 1))
    assert found.trace[-1].gap <= 1e-5 and found.trace[-1].b == pytest.approx(found.b)


def test_beyond_two_it_never_stops():
    problem = DualProblem.from_data(*make_overlap_60(), 1.0)
    with pytest.warns(ConvergenceWarning, match="after 300 steps"):
        assert not solve_sor(problem, omega=2.1, max_iter=300).converged
    sweeps = [solve_sor(problem, omega=w, tol=1e-4).n_iter for w in (0.3, 1.0, 1.9)]
    assert sweeps[0] > sweeps[1] < sweeps[2]


def test_the_intercept_trap_far_from_the_origin():
    """Shift the data, and the penalised intercept loses the line; the free one does not mind."""
    X, y = make_overlap_60()

    def accuracies(shift):
        Z = X + shift
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            penalised = solve_qp(DualProblem.from_data(Z, y, 1, penalised=True), tol=1e-6)
        free = solve_qp(DualProblem.from_data(Z, y, 1), tol=1e-6)
        return [np.mean(y * (Z @ ((s.alpha * y) @ Z) + s.b) > 0) for s in (penalised, free)]
    near, far = accuracies(0), accuracies(100)
    assert near[0] > 0.95 and far[0] < 0.75
    assert far[1] == near[1] > 0.95
    centred = X + 100 - (X + 100).mean(axis=0)
    found = solve_sor(DualProblem.from_data(centred, y, 1))
    assert np.mean(y * (centred @ ((found.alpha * y) @ centred) + found.b) > 0) > 0.95


def test_with_the_equality_the_penalised_intercept_is_nought():
    """“bᵀy = 0” in this dual, as printed, sets a0 = Σ b_i y_i to 0."""
    X, y = make_overlap_60()
    problem = DualProblem.from_data(X + 3, y, 1, penalised=True)
    form = standard_form(problem)
    assert form.A.shape == (0, 60)
    alpha, _, _ = minimise(form._replace(A=y[None, :], b=np.zeros(1)))
    assert abs(alpha @ y) < 1e-7
    right = solve_qp(problem)

    def accuracy(alpha):    # y·f = 1 + excess
        return np.mean(1 + problem.excess(alpha, alpha @ y) > 0)
    assert accuracy(alpha) < 0.8 < 0.95 < accuracy(right.alpha)


# ------------------------------------------------------------------------------------------ SGD

@pytest.mark.parametrize("seed", range(3))
def test_stochastic_steps_come_within_one_per_cent(seed):
    X, y = make_overlap_60()
    best = solve_smo(DualProblem.from_data(X, y, 1), tol=1e-6)
    w, b = hinge_sgd(X, y, C=1, seed=seed)
    objective = w @ w / 2 + np.maximum(0, 1 - y * (X @ w + b)).sum()
    assert best.objective < objective < 1.01 * best.objective
    assert np.array_equal(hinge_sgd(X, y, C=1, seed=seed)[0], w)


# ------------------------------------------------------------------------------------ bad input

TWO = DualProblem.from_data(*make_two_points(), 1)


@pytest.mark.parametrize("call, words", [
    (lambda: solve_sor(TWO, omega=0), "omega must lie in"),
    (lambda: solve_sor(TWO, tol=-1), "tol must lie in"),
    (lambda: solve_qp(TWO, tol=np.nan), "tol must lie in"),
    (lambda: hinge_sgd([[np.nan]], [1]), "X contains NaN"),
    (lambda: hinge_sgd([[0.0], [1.0]], [-1, 1], C=0), "C must lie in"),
    (lambda: hinge_sgd([[0.0], [1.0]], [-1, 1, 1]), "y must hold 2 labels"),
    (lambda: hinge_sgd(np.empty((0, 2)), []), "with n ≥ 1"),
    (lambda: minimise(StandardForm(np.zeros((1, 1)), np.array([-1.0]), np.zeros((1, 1)),
                                   np.ones(1), np.empty((0, 1)), np.empty(0))), "no minimum"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_qp_solver_that_stops_early_says_so(monkeypatch):
    problem = DualProblem.from_data(*balanced(), 1, kernel="rbf", gamma=0.5)
    monkeypatch.setattr(qp, "MAX_POLISHING_ROUNDS", 0)
    with pytest.warns(ConvergenceWarning, match="KKT gap"):
        solve_qp(problem, max_iter=3)
