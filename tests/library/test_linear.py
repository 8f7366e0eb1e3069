"""Linear models against brute force, against peers, and against each other."""
from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import linalg
from scipy.optimize import linprog
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge

from coursekit.linear import (
    back_substitute,
    cholesky,
    forward_substitute,
    logistic_regression,
    logit_fit,
    optimal_intercepts,
    ridge,
    solve_positive_definite,
)

from cases import some


def hinges(scores, y, b):
    return np.maximum(0, 1 - y * (scores + b)).sum()


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 10**6), st.booleans())
def test_the_interval_is_the_floor_of_the_sum_of_hinges(seed, ties):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    y = rng.permutation(np.r_[1, -1, rng.choice([-1, 1], n - 2)])
    scores = rng.integers(-2, 3, n).astype(float) if ties else rng.normal(size=n)
    low, high = optimal_intercepts(scores, y)
    floor = min(hinges(scores, y, b) for b in y - scores)       # a broken line is lowest at a kink
    for b in np.linspace(low, high, 5):
        assert hinges(scores, y, b) == pytest.approx(floor, abs=1e-9)
    for b in (low - 0.01, high + 0.01):
        assert hinges(scores, y, b) > floor + 1e-3


def test_two_samples_have_the_interval_that_was_worked_out_by_hand():
    for C in (0.05, 0.1, 0.2):                  # w = 2C (1, 1) for (0, 0) and (2, 2), C < 1/4
        assert optimal_intercepts([0, 8 * C], [-1, 1]) == pytest.approx((-1, 1 - 8 * C))


@pytest.mark.parametrize("scores, y, words", [
    ([0.0, 1.0], [1, 1], "both of them"), ([0.0], [1, -1], "shape"),
    ([0.0, np.nan], [1, -1], "scores"), ([0.0, 1.0], [0, 1], "labels -1 and 1"),
])
def test_what_has_no_interval_is_refused(scores, y, words):
    with pytest.raises(ValueError, match=words):
        optimal_intercepts(scores, y)


# ------------------------------------------------------------------- triangular systems

def positive_definite(rng, n):
    A = rng.normal(size=(n + 3, n)) * rng.choice([0.01, 1.0, 100.0], n)
    return A.T @ A


@pytest.mark.parametrize("seed", range(12))
def test_cholesky_and_both_substitutions_agree_with_scipy(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    M = positive_definite(rng, n)
    L = cholesky(M)
    assert np.array_equal(L, np.tril(L)) and np.all(np.diag(L) > 0)
    assert L == pytest.approx(linalg.cholesky(M, lower=True), rel=1e-8, abs=1e-10 * np.abs(L).max())
    for b in (rng.normal(size=n), rng.normal(size=(n, 3))):
        assert forward_substitute(L, b) == pytest.approx(
            linalg.solve_triangular(L, b, lower=True), rel=1e-10, abs=1e-10)
        assert back_substitute(L.T, b) == pytest.approx(
            linalg.solve_triangular(L.T, b), rel=1e-10, abs=1e-10)
        x = solve_positive_definite(M, b)
        assert np.abs(M @ x - b).max() < 1e-9 * (1 + np.abs(M).max() * np.abs(x).max())
    assert solve_positive_definite(M, np.eye(n)) @ M == pytest.approx(np.eye(n), abs=1e-6)


def test_substitution_leaves_its_arguments_alone_and_takes_whole_numbers():
    U, b = np.array([[2, 1], [0, 4]]), np.array([5, 2])
    assert back_substitute(U, b).tolist() == [2.25, 0.5]
    assert b.tolist() == [5, 2]


@pytest.mark.parametrize("M, words", [
    ([[0.0]], "pivot 1 of 1 is 0"), ([[-1.0]], "pivot 1 of 1 is -1"),
    ([[1, 2], [2, 1]], "pivot 2 of 2 is -3"),
    ([[1, 2, 0], [2, 5, 1], [0, 1, 1]], "pivot 3 of 3 is 0"),
    ([[1, 2], [0, 1]], "symmetric"), ([[1, 2, 3]], "square"), ([[np.nan]], "NaN"),
])
def test_what_has_no_cholesky_factor_is_told_where(M, words):
    with pytest.raises(ValueError, match=words):
        cholesky(M)


@pytest.mark.parametrize("seed", some(range(60)))
def test_pivots_are_positive_exactly_for_positive_definite_matrices(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    values = rng.uniform(0.1, 2, n) * np.where(rng.random(n) < 0.25, -1, 1)
    M = (Q * values) @ Q.T
    M = (M + M.T) / 2
    if values.min() > 0:
        cholesky(M)
        return
    with pytest.raises(ValueError, match=r"pivot \d of"):
        cholesky(M)


@pytest.mark.parametrize("solve, T, b, words", [
    (back_substitute, [[2, 0], [1, 3]], [1, 1], "upper triangular.*transposed"),
    (forward_substitute, [[2, 1], [0, 3]], [1, 1], "lower triangular.*transposed"),
    (back_substitute, [[2, 1], [0, 0]], [1, 1], "0 on its diagonal, at index 1"),
    (forward_substitute, [[2, 0], [1, 3]], [1, 1, 1], "v must have 2 rows"),
    (forward_substitute, [[2, 0], [1, 3]], [1, np.inf], "v contains"),
])
def test_what_no_substitution_solves_is_refused(solve, T, b, words):
    with pytest.raises(ValueError, match=words):
        solve(T, b)


# ------------------------------------------------------------------------ least squares, ridge

@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**6), st.sampled_from(["general", "wide", "twins", "constant", "single"]),
       st.sampled_from([1e-3, 0.1, 1.0, 50.0]), st.booleans())
def test_primal_and_dual_agree_also_with_scikit_learn(seed, kind, lam, intercept):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(2, 9, 2))
    n, d = {"wide": (min(n, d), n + d), "single": (1, d)}.get(kind, (n, d))
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    if kind == "twins":
        X[:, -1] = X[:, 0]
    if kind == "constant":
        X[:, 0] = 0.1
    w, b = ridge(X, y, lam, intercept=intercept)
    w_dual, b_dual = ridge(X, y, lam, intercept=intercept, form="dual")
    assert w == pytest.approx(w_dual, abs=1e-10) and b == pytest.approx(b_dual, abs=1e-10)
    peer = Ridge(alpha=lam, fit_intercept=intercept, solver="svd").fit(X, y)
    assert w == pytest.approx(peer.coef_, abs=1e-9)
    assert b == pytest.approx(peer.intercept_, abs=1e-9)


@pytest.mark.filterwarnings("ignore::scipy.linalg.LinAlgWarning")    # the bound says what is lost
@pytest.mark.parametrize("seed", range(12))
def test_for_ever_smaller_penalties_ridge_is_the_shortest_solution(seed):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 9, 2))
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    if seed % 2:
        X[:, -1] = 2 * X[:, 0]
    shortest = np.linalg.lstsq(X, y, rcond=1e-10)[0]
    size = np.linalg.norm(np.linalg.pinv(X, rcond=1e-10), 2)
    for lam in (1e-3, 1e-5, 1e-7):
        bound = lam * size**3 * np.linalg.norm(y) + 1e-13 / lam
        for form in ("primal", "dual"):
            w, _ = ridge(X, y, lam, form=form, intercept=False)
            assert np.abs(w - shortest).max() <= bound


def warned(X, y, lam, form, intercept=True):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        w, _ = ridge(X, y, lam, form=form, intercept=intercept)
    assert all(issubclass(w.category, linalg.LinAlgWarning) for w in told) and len(told) <= 1
    return w, bool(told)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("n, d, twins",
                         [(30, 3, 0), (30, 3, 1e-4), (100, 5, 0), (5, 10, 0), (6, 6, 0)])
def test_digits_are_not_lost_without_a_word(n, d, twins, intercept):
    """Half of them may go, as far as `err ≈ condition·2e-16` tells; where most stay there is no
    warning."""
    rng = np.random.default_rng(n)
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    if twins:
        X[:, -1] = X[:, 0] + twins * rng.normal(size=n)
    A, r = (X - X.mean(axis=0), y - y.mean()) if intercept else (X, y)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    for lam in 10.0 ** np.arange(0, -12, -1):
        exact = Vt.T @ (s / (s * s + lam) * (U.T @ r))
        for form in ("primal", "dual"):
            try:
                w, told = warned(X, y, lam, form, intercept)
            except ValueError:      # too near to equations without a solution
                continue
            lost = np.linalg.norm(w - exact) / np.linalg.norm(exact)
            assert told or lost < 1e-6
            assert not told or s[0] ** 2 / lam > 1e7
    if n > d and not twins:
        assert not warned(X, y, 1e-10, "primal", intercept)[1] \
            and warned(X, y, 1e-10, "dual", intercept)[1]


def test_units_of_the_features_are_no_reason_to_warn():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    w, told = warned(X * [1e-6, 1, 1e6], y, 0.0, "primal")
    assert not told and w * [1e-6, 1, 1e6] == pytest.approx(ridge(X, y)[0], rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_least_squares_is_numpys(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 6))
    X, y = rng.normal(size=(d + 10, d)) + 5, rng.normal(size=d + 10)
    w, b = ridge(X, y)
    expected = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y)[0]
    assert [*w, b] == pytest.approx(expected, abs=1e-10)


def test_one_sample_is_fitted_by_its_intercept():
    for form in ("primal", "dual"):
        w, b = ridge([[3.0, 4.0]], [7.0], 1.0, form=form)
        assert w.tolist() == [0, 0] and b == 7
        w, b = ridge([[3.0, 4.0]], [7.0], 25.0, form=form, intercept=False)
        assert w == pytest.approx([0.42, 0.56]) and b == 0


@pytest.mark.parametrize("X, y, options, words", [
    ([[0.1], [0.1], [0.1]], [1, 2, 3], {}, "pivot 1 of 1.*larger lam"),
    ([[1, 2], [2, 4], [0, 0]], [1, 2, 3], {}, "pivot 2 of 2"),
    ([[1, 2], [2, 3], [5, 6]], [1, 2, 4], {"intercept": True}, "primal equations"),
    ([[1], [2], [3]], [1, 2, 4], {"form": "dual"}, "dual equations.*pivot"),
    ([[1, 0], [0, 1]], [1, 2], {}, "no unique solution"),
    ([1, 2], [1, 2], {}, "a single feature is"), ([[1], [2]], [1], {}, "shape"),
    (np.zeros((0, 2)), [], {}, "at least 1"), ([[np.nan]], [1], {}, "X contains NaN"),
    ([[1], [2]], [1, 2], {"lam": -1}, "lam must lie"),
    ([[1], [2]], [1, 2], {"form": "both"}, "form must be one of"),
])
def test_what_ridge_cannot_solve_is_refused(X, y, options, words):
    with pytest.raises(ValueError, match=words):
        ridge(X, y, **options)


def test_independent_columns_need_no_intercept():
    """The line x₂ = x₁ + 1 is no subspace: without the column of ones the answer is unique."""
    w, b = ridge([[1, 2], [2, 3], [5, 6]], [1, 2, 4], intercept=False)
    assert np.isfinite(w).all() and b == 0


# ----------------------------------------------------------------------------- logistic curves

def test_the_growth_curve_is_that_of_the_source():
    golden = json.loads((Path(__file__).parents[1] / "golden.json").read_text("utf-8"))
    case = next(v for v in golden.values() if isinstance(v, dict) and v.get("ymax") == 6)
    X = np.array(case["x"], dtype=float)[:, None]
    w, b = logit_fit(X, case["y"], case["ymax"])
    assert [w[0], b] == pytest.approx([case["slope"], case["intercept"]], abs=1e-6)


@pytest.mark.parametrize("seed", some(range(25), 5))
@pytest.mark.parametrize("lam", [0, 0.1, 10])
def test_logistic_regression_is_the_peers_and_its_slope_is_zero(seed, lam):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(40, 80)), int(rng.integers(1, 4))
    X = rng.normal(size=(n, d)) * rng.choice([0.1, 1, 10])
    y = np.r_[0, 1, rng.integers(0, 2, n - 2)]
    w, b = logistic_regression(X, y, lam)
    rest = y - expit(X @ w + b)
    assert np.abs(X.T @ rest - lam * w).max() <= 1e-7 * n and abs(rest.sum()) <= 1e-7 * n
    peer = LogisticRegression(C=1 / lam if lam else np.inf, tol=1e-10, max_iter=5000,
                              solver="newton-cholesky").fit(X, y)
    assert [*w, b] == pytest.approx([*peer.coef_[0], *peer.intercept_], rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("X, y", [
    ([[1], [2], [3], [4]], [0, 0, 1, 1]), ([[1], [2], [2], [3]], [0, 0, 1, 1]),
    ([[0, 0], [1, 0], [0, 1], [1, 1]], [0, 0, 0, 1]),
    ([[1, 1], [2, 2], [3, 3]], [0, 1, 1]),
])
def test_separated_labels_have_a_maximum_only_with_a_penalty(X, y):
    with pytest.raises(ValueError, match="separates the labels.*lam > 0"):
        logistic_regression(X, y)
    w, b = logistic_regression(X, y, lam=0.01)
    assert np.isfinite([*w, b]).all()


def test_dependent_columns_and_missing_labels_are_refused_and_an_early_stop_is_told():
    X, y = np.array([[1.0, 2], [2, 4], [3, 6], [4, 8]]), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="linearly dependent.*pivot"):
        logistic_regression(X, y)
    with pytest.raises(ValueError, match="both of them"):
        logistic_regression(X, [1, 1, 1, 1], lam=1.0)
    with pytest.warns(ConvergenceWarning, match="max_iter = 1 .*rise"):
        logistic_regression(X[:, :1], y, max_iter=1)


def test_an_early_stop_returns_weights_and_intercept_of_the_last_step():
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = (X @ [1, -2, 0.5] + 1 + np.random.default_rng(1).logistic(size=60) > 0).astype(int)
    w, b = logistic_regression(X, y, 0.1)
    with pytest.warns(ConvergenceWarning):
        early, at = logistic_regression(X, y, 0.1, max_iter=4)
    assert np.append(early, at) == pytest.approx(np.append(w, b), rel=0.02) and early[0] != w[0]


@pytest.mark.parametrize("seed", [336, 631, 1440, 2988])
def test_steps_that_overshoot_are_halved(seed):
    """Four of three thousand draws with long tails on which Newton's method itself runs away."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(6, 40)), int(rng.integers(1, 4))
    X = rng.standard_cauchy((n, d))
    X = np.sign(X) * np.abs(X)**rng.choice([1, 1.5, 2])
    y = rng.integers(0, 2, n)
    w, b = logistic_regression(X, y)
    rest = y - expit(X @ w + b)
    assert np.abs(X.T @ rest).max() <= 1e-8 * n and abs(rest.sum()) <= 1e-8 * n


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seed", some(range(200)))
def test_rounding_at_the_top_is_no_reason_to_stop_early(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 30))
    X, y = np.round(rng.standard_cauchy((n, 1)) * 10), np.r_[0, 1, rng.integers(0, 2, n - 2)]
    try:
        logistic_regression(X, y)
    except ValueError as error:
        assert "separates" in str(error)


@pytest.mark.parametrize("factor", [1e-8, 1e8])
def test_units_do_not_decide_whether_labels_are_separated(factor):
    X, y = factor * np.array([[1.0], [2], [3], [4]]) + 3 * factor, [0, 1, 0, 1]
    w, b = logistic_regression(X, y)
    near, _ = logistic_regression(X / factor, y)
    assert w * factor == pytest.approx(near, rel=1e-4)
    with pytest.raises(ValueError, match="separates"):
        logistic_regression(X, [0, 0, 1, 1])


@pytest.mark.parametrize("seed", [568, 690, 846])
def test_long_tails_do_not_mislead_the_linear_program(seed):
    """Draws on which it errs without scaling; a margin of 1, asked of scaled columns, decides."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_cauchy((20, 2))**3, rng.integers(0, 2, 20)
    rows = np.where(y == 1, 1, -1)[:, None] * np.column_stack([X / np.abs(X).max(axis=0),
                                                                np.ones(20)])
    margin = linprog(np.zeros(3), A_ub=-rows, b_ub=-np.ones(20), bounds=(None, None))
    if margin.status == 0:
        with pytest.raises(ValueError, match="separates"):
            logistic_regression(X, y)
    else:
        assert np.isfinite(logistic_regression(X, y)[0]).all()
