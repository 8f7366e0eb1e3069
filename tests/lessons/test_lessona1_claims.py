"""What appendix a1 says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations


import numpy as np
import pytest
from scipy.optimize import curve_fit, linprog
from scipy.special import expit, log_expit
from sklearn.linear_model import LinearRegression, LogisticRegression

from coursekit.linear import cholesky, logistic_regression, logit_fit, ridge
from page_code import page_functions

PAGE = page_functions("a1_linear_models", expit=expit, log_expit=log_expit, logit_fit=logit_fit,
                      cholesky=cholesky, curve_fit=curve_fit, ridge=ridge)
X8, Y8 = np.arange(1.0, 9), np.array([1, 3, 2, 3, 4, 3, 5, 6.0])


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


# ------------------------------------------------------------------- 1, 2: the normal equations

def test_the_line_that_was_found_by_hand():
    assert [8, X8.sum(), Y8.sum(), X8 @ X8, X8 @ Y8] == [8, 36, 27, 204, 146]
    assert 204 - 4.5 * 36 == 42 and 146 - 4.5 * 27 == 24.5
    assert 24.5 / 42 == pytest.approx(7 / 12) and (27 - 36 * 7 / 12) / 8 == pytest.approx(3 / 4)


@pytest.mark.parametrize("seed", range(30))
def test_the_determinant_is_n_times_the_sum_of_squares_about_the_mean(seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 3, rng.integers(1, 6)).astype(float)
    determinant = len(x) * (x @ x) - x.sum()**2
    assert determinant == pytest.approx(len(x) * np.sum((x - x.mean())**2))
    assert (abs(determinant) < 1e-9) == (len(set(x)) == 1)


@pytest.mark.parametrize("seed", range(30))
def test_squares_after_a_change_are_gradient_and_one_more_square(seed):
    rng = np.random.default_rng(seed)
    X, y, w, u = (rng.normal(size=s) for s in ((7, 3), 7, 3, 3))
    r = y - X @ w
    after = np.sum((y - X @ (w + u))**2)
    assert after == pytest.approx(r @ r - 2 * (X.T @ r) @ u + np.sum((X @ u)**2))


@pytest.mark.parametrize("seed", range(80))
def test_four_conditions_for_uniqueness_are_one(seed):
    """A hyperplane through all samples is asked of a linear program, not of a rank."""
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 6, 2))
    X = rng.integers(-1, 2, (n, d)).astype(float)
    Z = with_ones(X)
    independent = np.linalg.matrix_rank(Z) == d + 1
    definite = np.linalg.eigvalsh(Z.T @ Z)[0] > 1e-9
    in_a_hyperplane = any(
        linprog(np.zeros(d), A_eq=X - X[0], b_eq=np.zeros(n), bounds=[
            (1, 1) if k == j else (None, None) for k in range(d)]).status == 0 for j in range(d))
    assert independent == definite == (not in_a_hyperplane)
    if independent:
        cholesky(Z.T @ Z)
    else:
        with pytest.raises(ValueError, match="pivot"):
            cholesky(Z.T @ Z)
    y = rng.normal(size=n)
    shortest = np.linalg.pinv(Z) @ y
    assert Z.T @ Z @ shortest == pytest.approx(Z.T @ y, abs=1e-9)      # there always is one


def test_the_samples_on_the_line_have_independent_features_and_many_planes():
    first = np.array([0, 1, 2, 3, 5, 8.0])
    X = np.column_stack([first, first + 1])
    assert np.linalg.matrix_rank(X) == 2 == np.linalg.matrix_rank(with_ones(X))
    assert with_ones(X) @ [1, 1, -1] == pytest.approx(0)
    for targets in np.random.default_rng(0).normal(size=(5, 6)):
        ours, other = np.linalg.pinv(with_ones(X)) @ targets, np.array([2, 2, -2.0])
        squares = [np.sum((targets - with_ones(X) @ v)**2) for v in (ours, ours + other)]
        assert squares[0] == pytest.approx(squares[1])


# -------------------------------------------------------------------------- 3: Cholesky

@pytest.mark.parametrize("seed", range(30))
def test_a_pivot_is_the_squared_distance_from_the_columns_before_it(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 4))
    L = cholesky(X.T @ X)
    for j in range(4):
        before = X[:, :j]
        rest = X[:, j] - (before @ np.linalg.lstsq(before, X[:, j])[0] if j else 0)
        assert L[j, j]**2 == pytest.approx(rest @ rest)


@pytest.mark.parametrize("seed", range(60))
def test_the_vector_of_the_proof_has_the_pivot_as_its_value(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    M = rng.normal(size=(n, n))
    M = M + M.T + rng.uniform(-1, 3) * np.eye(n)
    for j in range(n):
        try:
            L = cholesky(M[:j, :j])
        except ValueError:
            return
        row = np.linalg.solve(L, M[:j, j]) if j else np.zeros(0)
        v = np.r_[np.linalg.solve(L.T, row) if j else row, -1, np.zeros(n - j - 1)]
        assert v @ M @ v == pytest.approx(M[j, j] - row @ row)


@pytest.mark.parametrize("seed", range(40))
def test_the_first_column_that_adds_nothing_new_has_the_pivot_0(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (7, 4)).astype(float)
    j = int(rng.integers(1, 4))
    X[:, j] = X[:, :j] @ rng.integers(-2, 3, j)
    first = next(k for k in range(4) if np.linalg.matrix_rank(X[:, :k + 1]) == k)
    with pytest.raises(ValueError, match=rf"pivot {first + 1} of 4 is -?(0|\d.*e-1\d)\b"):
        cholesky(X.T @ X)


def test_from_the_first_equation_down_back_substitution_fails():
    U, b = np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([4.0, 6.0])
    upwards = PAGE["back_substitute"]
    assert upwards(U, b).tolist() == [1, 2]
    x = np.zeros(2)
    for i in range(2):
        x[i] = (b[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    assert x.tolist() != [1, 2]


def test_the_third_column_of_the_example_adds_nothing_new():
    M = np.array([[1, 2, 0], [2, 5, 1], [0, 1, 1]])
    assert np.array_equal(M[:, 2], M[:, 1] - 2 * M[:, 0])


# --------------------------------------------------------------- 4, 5: conditions and intercepts

@pytest.mark.parametrize("seed", range(20))
def test_the_condition_number_bounds_the_change_and_is_reached(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(6, 4))
    M = A.T @ A
    values, vectors = np.linalg.eigh(M)
    for v, change in ((rng.normal(size=4), rng.normal(size=4) * 1e-3),
                      (vectors[:, -1], 1e-3 * vectors[:, 0])):
        x, moved = np.linalg.solve(M, v), np.linalg.solve(M, v + change)
        size = np.linalg.norm
        grown = (size(moved - x) / size(x)) / (size(change) / size(v))
        assert grown <= values[-1] / values[0] * (1 + 1e-6)
        assert size(x) >= size(v) / values[-1] * (1 - 1e-9)
        assert size(moved - x) <= size(change) / values[0] * (1 + 1e-6)
    assert grown == pytest.approx(values[-1] / values[0])
    assert np.linalg.cond(M) == pytest.approx(np.linalg.cond(A)**2)


@pytest.mark.parametrize("rho", [0, 0.3, 0.99])
@pytest.mark.parametrize("lam", [0, 0.01, 3])
def test_two_features_have_these_eigenvalues_and_this_condition_number(rho, lam):
    M = np.array([[1, rho], [rho, 1]])
    assert M @ [1, 1] == pytest.approx((1 + rho) * np.ones(2))
    assert M @ [1, -1] == pytest.approx((1 - rho) * np.array([1, -1]))
    assert np.linalg.cond(M + lam * np.eye(2)) == pytest.approx((1 + rho + lam) / (1 - rho + lam))


@pytest.mark.parametrize("seed", range(15))
def test_for_other_seeds_too_the_sum_is_known_and_the_weights_are_not(seed):
    rng = np.random.default_rng(seed)
    common = rng.normal(size=40)
    X = np.column_stack([common + 0.1 * rng.normal(size=40) for _ in range(2)])
    y = X @ [1, 1] + rng.normal(size=40)
    draws = [rng.integers(0, 40, 40) for _ in range(200)]
    plain, shrunk = (np.array([ridge(X[k], y[k], lam)[0] for k in draws]) for lam in (0, 5))
    spread = plain.std(axis=0).min()
    assert spread > 3 * plain.sum(axis=1).std() and spread > 3 * shrunk.std(axis=0).max()
    values, vectors = np.linalg.eigh(np.cov(plain.T))
    assert abs(vectors[:, -1] @ [1, -1]) / np.sqrt(2) > 0.98    # the dots lie along (1, -1)
    assert (plain.min(axis=1) < 0).mean() > 0.03                # in one seed in twenty it is rare
    assert shrunk.mean() < plain.mean()


def test_ridge_shortens_the_vector_of_weights_but_not_each_weight():
    rng = np.random.default_rng(0)
    grown = 0
    for lam in rng.uniform(0.1, 5, 300):
        common = rng.normal(size=(20, 1))
        X, y = common + 0.3 * rng.normal(size=(20, 2)), rng.normal(size=20)
        plain, shrunk = ridge(X, y)[0], ridge(X, y, lam)[0]
        assert np.linalg.norm(shrunk) < np.linalg.norm(plain)
        larger = np.abs(shrunk) > np.abs(plain)
        assert not larger.any() or larger.argmax() == np.abs(plain).argmin()    # the smaller one
        grown += larger.any()
    assert grown > 15


def test_the_sum_of_two_alike_weights_shrinks_on_average_and_may_grow_in_one_fit():
    """So the page must not say it of every fit, as it says of the vector."""
    rng, after_less_before = np.random.default_rng(0), []
    for _ in range(400):
        X = rng.normal(size=(10, 1)) + 0.1 * rng.normal(size=(10, 2))
        y = X @ [1, 1] + rng.normal(size=10)
        after_less_before.append(ridge(X, y, 1.0)[0].sum() - ridge(X, y)[0].sum())
    change = np.array(after_less_before)
    assert change.mean() < -3 * change.std(ddof=1) / np.sqrt(400)
    assert 0.02 < (change > 0).mean() < 0.3


def test_one_per_cent_becomes_as_many_as_the_condition_number():
    alike, v, change = np.array([[1, 0.99], [0.99, 1]]), np.array([2, 2]), np.array([0.02, -0.02])
    before, after = np.linalg.solve(alike, v), np.linalg.solve(alike, v + change)
    size = np.linalg.norm
    assert size(change) / size(v) == pytest.approx(0.01)
    assert size(after - before) / size(before) == pytest.approx(0.01 * np.linalg.cond(alike))


def test_units_matter_to_ridge_and_not_to_least_squares():
    rng = np.random.default_rng(0)
    X, scale = rng.normal(size=(40, 2)), np.array([100, 1])
    y = X @ [1, 1] + rng.normal(size=40)
    (plain, shrunk), (plain_cm, shrunk_cm) = (
        [ridge(Z, y, lam)[0] for lam in (0, 5)] for Z in (X, X * scale))
    np.testing.assert_allclose(plain_cm * scale, plain)
    assert (shrunk_cm * scale)[0] > shrunk[0] + 0.05        # a smaller weight costs less


def test_numpy_takes_the_shortest_solution_and_scikit_learn_leaves_the_intercept_out_of_it():
    first = np.array([0, 1, 2, 3, 5, 8.0])
    X, y = np.column_stack([first, first + 1]), np.array([1, 0, 2, 5, 1, 3.0])
    short = np.linalg.pinv(with_ones(X)) @ y
    np.testing.assert_allclose(np.linalg.lstsq(with_ones(X), y)[0], short)
    other = LinearRegression().fit(X, y)
    assert np.linalg.norm(other.coef_) < np.linalg.norm(short[1:]) - 0.01


def test_a_penalised_intercept_moves_the_slope_with_the_targets_and_a_free_one_does_not():
    Z = with_ones(X8[:, None])
    first, moved = (np.linalg.solve(Z.T @ Z + np.eye(2), Z.T @ (Y8 + s)) for s in (0, 100))
    assert first.round(3).tolist() == [0.508, 0.623] and moved[1] > 10 * first[1]
    (w,), b = ridge(X8[:, None], Y8, 1.0)
    assert [round(w, 4), round(b, 4)] == [0.5698, 0.8110]
    (w2,), b2 = ridge(X8[:, None], Y8 + 100, 1.0)
    assert w2 == pytest.approx(w) and b2 == pytest.approx(b + 100)


def test_with_centred_features_a_penalised_intercept_changes_alone_and_by_too_little():
    Z = with_ones(X8[:, None] - X8.mean())
    (b, w), (b2, w2) = (np.linalg.solve(Z.T @ Z + np.eye(2), Z.T @ (Y8 + s)) for s in (0, 100))
    assert w2 == pytest.approx(w) and b2 - b == pytest.approx(100 * 8 / 9)


# ---------------------------------------------------------------------------- 6: the dual form

@pytest.mark.parametrize("seed", range(20))
def test_the_dual_form_follows_from_a_gradient_of_zero(seed):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 9, 2))
    X, y, lam = rng.normal(size=(n, d)), rng.normal(size=n), rng.uniform(0.01, 3)
    w, _ = ridge(X, y, lam, intercept=False)
    beta = (y - X @ w) / lam
    assert X.T @ beta == pytest.approx(w)
    assert np.linalg.solve(X @ X.T + lam * np.eye(n), y) == pytest.approx(beta)
    assert np.linalg.eigvalsh(X @ X.T + lam * np.eye(n))[0] >= lam * (1 - 1e-9)


def test_coefficients_grow_without_bound_unless_all_targets_are_fitted_exactly():
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(30, 3)), rng.normal(size=30)
    for y, bounded in ((X @ [1, 2, 3], True), (X @ [1, 2, 3] + noise, False)):
        sizes = [np.abs(np.linalg.solve(X @ X.T + lam * np.eye(30), y)).max()
                 for lam in (1e-2, 1e-4)]
        assert (sizes[1] < 2 * sizes[0]) == bounded


@pytest.mark.parametrize("seed", range(30))
def test_costs_cross_exactly_where_n_is_d(seed):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 300, 2))

    def multiplications(rows, unknowns):
        return rows * unknowns**2 / 2 + unknowns**3 / 6

    r = d / n
    ratio = multiplications(n, d) / multiplications(d, n)
    assert ratio == pytest.approx((3 + r) * r**2 / (3 * r + 1))
    assert (ratio > 1) == (n < d)


@pytest.mark.parametrize("seed", range(20))
def test_coefficients_are_residuals_over_lambda_and_lambda_0_has_the_shortest_weights(seed):
    rng = np.random.default_rng(seed)
    n, d = (int(v) for v in rng.integers(1, 9, 2))
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    K = X @ X.T
    beta = np.linalg.solve(K + 0.3 * np.eye(n), y)
    assert beta == pytest.approx((y - K @ beta) / 0.3)
    assert X.T @ np.linalg.pinv(K, rcond=1e-10) @ y == pytest.approx(np.linalg.pinv(X) @ y)
    assert (np.linalg.matrix_rank(K) == n) == (n <= d)


# ------------------------------------------------------------------------- 7: curves made straight

def test_both_growth_curves_are_those_of_the_page_and_direct_means_least():
    t, grown, growth = np.arange(1.0, 6), np.array([0.4, 1, 3, 5, 5.6]), PAGE["growth"]
    (w,), b = logit_fit(t[:, None], grown, 6)
    direct = curve_fit(growth, t, grown, p0=(w, b))[0]
    squares = [np.sum((grown - growth(t, *found))**2) for found in ((w, b), direct)]
    assert [round(v, 4) for v in squares] == [0.0903, 0.0436]
    assert direct.round(3).tolist() == [1.522, -4.566]
    for start in ((0.5, 0), (3, -9), (1, -2)):
        assert curve_fit(growth, t, grown, p0=start)[0] == pytest.approx(direct, abs=1e-4)


@pytest.mark.parametrize("y", [0.01, 0.5, 3, 5.9])
def test_a_small_error_of_y_grows_in_the_logit_as_the_text_says(y):
    logit = np.log(y / (6 - y))
    slope = (np.log((y + 1e-6) / (6 - y - 1e-6)) - logit) / 1e-6
    assert slope == pytest.approx(6 / (y * (6 - y)), rel=1e-3)


def test_the_transform_is_biased_by_its_errors_and_by_what_it_leaves_out():
    rng = np.random.default_rng(0)
    surface, found = PAGE["surface"], []
    for _ in range(150):
        P = rng.uniform(0, 4, (80, 2))
        noisy = surface(P, 1.5, 1.5, -6) + 0.2 * rng.normal(size=80)
        inside = (noisy > 0) & (noisy < 4)
        w, b = logit_fit(P[inside], noisy[inside], 4)
        kept, whole = (curve_fit(surface, P[k], noisy[k], p0=(*w, b))[0][0]
                       for k in (inside, np.ones(80, bool)))
        found.append([w[0], kept, whole])
    found = np.array(found)
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    logits, kept, whole = found.mean(axis=0)
    assert abs(whole - 1.5) < 3 * error[2]                  # least squares of all: no bias seen
    assert kept < 1.5 - 3 * error[1]                        # leaving samples out is a part of it
    assert logits < kept - 3 * error[0]                     # and the logits are the larger one


def test_the_year_of_a_planet_is_the_three_halves_power():
    distance = np.array([0.387, 0.723, 1, 1.524, 5.203, 9.537, 19.19, 30.07])
    year = np.array([0.2408, 0.6152, 1, 1.881, 11.86, 29.45, 84.02, 164.8])
    assert np.abs(year - distance**1.5).max() / 164.8 < 1e-3 and np.all(
        np.abs(np.log(year) - 1.5 * np.log(distance)) < 3e-3)


# ------------------------------------------------------------------------------- 8: likelihood

@pytest.mark.parametrize("seed", range(20))
def test_the_gradient_of_the_likelihood_is_features_times_residuals(seed):
    rng = np.random.default_rng(seed)
    Z, y, v = with_ones(rng.normal(size=(12, 2))), rng.integers(0, 2, 12), rng.normal(size=3)

    def likelihood(v):
        p = expit(Z @ v)
        return np.sum(y * np.log(p) + (1 - y) * np.log(1 - p))

    steps = 1e-5 * np.eye(3)
    numeric = [(likelihood(v + s) - likelihood(v - s)) / 2e-5 for s in steps]
    p = expit(Z @ v)
    assert Z.T @ (y - p) == pytest.approx(numeric, abs=1e-6)
    curvature = [(Z.T @ (expit(Z @ (v + s)) - p)) / 1e-5 for s in steps]
    assert (Z.T * (p * (1 - p))) @ Z == pytest.approx(np.array(curvature), abs=1e-3)


@pytest.mark.parametrize("seed", range(120))
def test_a_maximum_exists_exactly_if_no_hyperplane_separates(seed):
    """Separation by brute force on a line; the maximum by watching whether weights run away."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    x, y = rng.integers(0, 4, n).astype(float), rng.integers(0, 2, n)
    if len(set(y)) < 2 or len(set(x)) < 2:
        return
    separated = x[y == 0].max() <= x[y == 1].min() or x[y == 1].max() <= x[y == 0].min()
    weak = [abs(logistic_regression(x[:, None], y, lam)[0][0]) for lam in (1e-4, 1e-6)]
    assert (weak[1] > weak[0] + 1) == separated
    if separated:
        with pytest.raises(ValueError, match="separates"):
            logistic_regression(x[:, None], y)
    else:
        assert logistic_regression(x[:, None], y)[0][0] == pytest.approx(
            logistic_regression(x[:, None], y, 1e-7)[0][0], abs=1e-2)


def test_on_the_page_steeper_is_better_and_never_best():
    space = page_functions("a1_linear_models", log_expit=log_expit,
                           place=np.arange(1.0, 7)[:, None], label=np.array([0, 0, 0, 1, 1, 1]))
    values = [space["log_likelihood"](s, -3.5 * s) for s in (1, 2, 4, 8, 16)]
    assert np.all(np.diff(values) > 0) and values[-1] < 0 and values[-1] > -1e-3


# -- conditions without which a theorem fails -------------------------------------------


def test_samples_in_a_hyperplane_that_misses_the_origin_have_many_solutions():
    # x₁ + x₂ = 3: the features are independent,
    X = np.column_stack([np.arange(6.0), 3 - np.arange(6.0)])
    # with the column of ones they are not
    Z = np.column_stack([np.ones(6), X])
    assert np.linalg.matrix_rank(X) == np.linalg.matrix_rank(Z) == 2
    y = np.random.default_rng(0).normal(size=6)
    w = np.linalg.lstsq(Z, y, rcond=None)[0]
    # least squares always has one
    assert Z.T @ (Z @ w - y) == pytest.approx(np.zeros(3), abs=1e-9)
    assert Z @ (w + [3, -1, -1]) == pytest.approx(Z @ w)


def test_an_indefinite_matrix_has_a_pivot_that_is_not_positive():
    # first pivot 1, second 1 − 4
    indefinite = np.array([[1.0, 2], [2, 1]])
    assert np.linalg.eigvalsh(indefinite)[0] < 0
    with pytest.raises(ValueError, match="definite"):
        cholesky(indefinite)


def test_a_plane_that_separates_leaves_no_maximum_even_with_samples_of_both_classes_on_it():
    x = np.array([-2.0, -1, 0, 0, 1, 2])

    def slope(y, C):
        return LogisticRegression(C=C, tol=1e-12, max_iter=10_000).fit(x[:, None], y).coef_[0, 0]
    touching, mixed = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 0, 1, 0, 1])
    assert slope(touching, 1e12) > 1.5 * slope(touching, 1e6)               # without end
    assert slope(mixed, 1e12) == pytest.approx(slope(mixed, 1e8), rel=1e-4)
