"""What sitting 04c says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import expm
from scipy.optimize import linprog
from sklearn.linear_model import Lasso
from sklearn.svm import SVC as LibSVC

from coursekit import kernels
from coursekit.datasets import make_overlap_60, make_spirals, make_stripes, make_xor
from coursekit.exercises.lesson04c import WITNESS, witness
from coursekit.kernels import eigen_map, gram, is_psd, squared_distances
from coursekit.svm import SVC
from page_code import page_functions

threshold_functions = page_functions("04c_which_kernels", product=product)["threshold_functions"]


def separable(X, y):
    """Ask a linear program for w and b with y_i (<w, x_i> + b) >= 1 for all i."""
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(X)),
                   bounds=(None, None)).status == 0


def phi(x):
    """Return the six features of the quadratic kernel."""
    root = np.sqrt(2)
    return np.array([x[0]**2, x[1]**2, root * x[0] * x[1], root * x[0], root * x[1], 1])


def cube(d):
    return np.array(list(product([0.0, 1.0], repeat=d)))


# ---------------------------------------------------------------------------- 1: where lines end

def test_only_the_product_separates_xor_and_the_formula_of_the_page_does():
    X, y = make_xor()
    assert not separable(X, y)
    found = {name for name, z in {"sum": X.sum(axis=1), "product": X.prod(axis=1),
                                  "square": X[:, 0]**2}.items() if separable(np.c_[X, z], y)}
    assert found == {"product"} == {name for name, z in {
        "sum": X.sum(axis=1), "product": X.prod(axis=1), "square": X[:, 0]**2}.items() if y @ z}
    assert np.all(y * (X.sum(axis=1) - 2 * X.prod(axis=1) - 0.5) > 0)


@pytest.mark.parametrize("d, count, bound", [(1, 4, 4), (2, 14, 14), (3, 104, 128),
                                             (4, 1882, 3882)])
def test_separable_functions_are_counted_rightly(d, count, bound):
    found = threshold_functions(d)
    assert len(found) == count
    assert 2 * sum(comb(2**d - 1, k) for k in range(d + 1)) == bound >= count
    if d <= 3:      # the linear program knows of no weights
        by_program = {labels for labels in product([False, True], repeat=2**d)
                      if separable(cube(d), np.where(labels, 1, -1))}
        assert by_program == found
    if d >= 2:
        assert bound < 2**(d * d)


def test_some_of_the_functions_of_four_inputs_asked_of_the_linear_program():
    found, rng = threshold_functions(4), np.random.default_rng(0)
    some = [tuple(row) for row in rng.random((150, 16)) < 0.5]
    some += [tuple(row) for row in rng.permutation(sorted(found))[:150].astype(bool)]
    assert [separable(cube(4), np.where(labels, 1, -1)) for labels in some] \
        == [labels in found for labels in some]


def test_no_line_has_more_than_seven_corners_of_fredkins_gate():
    X = cube(3)
    y = np.where(np.where(X[:, 0] == 0, X[:, 1], X[:, 2]) == 1, 1, -1)
    right = [np.sum(np.where(labels, 1, -1) == y) for labels in threshold_functions(3)]
    assert max(right) == 7
    for C in (1.0, 10.0, 100.0):
        yf = y * SVC(C=C, kernel="linear", tol=1e-10, solver="qp").fit(X, y).decision_function(X)
        assert np.sum(np.abs(yf) < 1e-5) == 4 and np.sum(yf > 1e-5) == 4
        quadratic = SVC(C=C, kernel="poly", degree=2, gamma=1.0, coef0=1.0, tol=1e-8)
        assert np.sum(y * quadratic.fit(X, y).decision_function(X) > 1e-3) == 8


@pytest.mark.parametrize("seed", range(40))
def test_finite_sets_are_separable_exactly_if_their_hulls_are_disjoint(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, -1], rng.integers(1, 6, 2))
    X = rng.integers(0, 4, (len(y), 2)) + np.where(y > 0, seed % 4, 0)[:, None]
    n, plus = len(y), (y > 0).astype(float)
    same_point = np.vstack([X.T * y, plus, 1 - plus])
    meet = linprog(np.zeros(n), A_eq=same_point, b_eq=[0, 0, 1, 1]).status == 0
    assert separable(X.astype(float), y) != meet


# ------------------------------------------------------------- 2 to 4: sums over the samples

def test_the_lasso_is_no_combination_of_the_samples():
    x = np.array([[2.0, 1.0]])
    found = Lasso(alpha=0.2, fit_intercept=False, tol=1e-12).fit(x, [1.0]).coef_
    assert found == pytest.approx([0.45, 0.0])


@pytest.mark.parametrize("seed", range(20))
def test_ridge_is_the_same_in_both_forms(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 15, 2)
    Phi, y, lam = rng.normal(size=(n, d)), rng.normal(size=n), float(rng.choice([0.01, 1.0, 50]))
    primal = np.linalg.solve(Phi.T @ Phi + lam * np.eye(d), Phi.T @ y)
    dual = Phi.T @ np.linalg.solve(Phi @ Phi.T + lam * np.eye(n), y)
    assert primal == pytest.approx(dual, abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_both_perceptrons_make_the_same_mistakes(seed):
    """After every update w = Σ β_i φ(x_i), and so the same samples are mistakes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 3))
    Phi = np.array([phi(x) for x in X[:, :2]])
    y, K = rng.choice([-1, 1], 15), Phi @ Phi.T
    w, beta = np.zeros(6), np.zeros(15)
    for _ in range(8):
        for i in range(15):
            assert (y[i] * (Phi[i] @ w) <= 1e-9) == (y[i] * (K[i] @ beta) <= 1e-9)
            if y[i] * (K[i] @ beta) <= 1e-9:
                beta[i] += y[i]
                w += y[i] * Phi[i]
            assert Phi.T @ beta == pytest.approx(w, abs=1e-10)


def test_xor_by_hand_is_an_eighth_each():
    X, y = make_xor()
    X = 2 * X - 1
    K = (X @ X.T + 1) ** 2
    assert np.outer(y, y).ravel() @ K.ravel() == 32 and K[0].tolist() == [9, 1, 1, 1]
    model = SVC(C=1.0, kernel="poly", degree=2, gamma=1.0, coef0=1.0, tol=1e-10).fit(X, y)
    assert model.alpha_ == pytest.approx([1 / 8] * 4) and model.intercept_[0] == pytest.approx(0)
    new = np.random.default_rng(0).normal(size=(50, 2))
    assert model.decision_function(new) == pytest.approx(-new.prod(axis=1))


@pytest.mark.parametrize("make", [make_stripes, make_spirals])
def test_linear_and_quadratic_perceptrons_never_end(make):
    X, y = make()
    assert not separable(X, y) and not separable(np.array([phi(x) for x in X]), y)


def test_six_features_have_the_quadratic_kernel_as_scalar_product():
    for x, z in np.random.default_rng(0).normal(size=(100, 2, 2)):
        assert phi(x) @ phi(z) == pytest.approx((x @ z + 1)**2)


def test_the_smallest_map_of_the_ninth_power_has_55_features():
    P = np.random.default_rng(0).uniform(-1, 1, (200, 2))
    for power in (1, 2, 5, 9):
        assert np.linalg.matrix_rank((P @ P.T + 1)**power) == comb(2 + power, power)


def test_a_gaussian_has_all_stripes_and_spirals_right():
    for X, y in (make_stripes(), make_spirals()):
        assert SVC(C=1.0, gamma=0.5).fit(X, y).score(X, y) == 1
        assert SVC(C=1.0, kernel="linear").fit(X, y).score(X, y) < 0.7


# -------------------------------------------------------------- 5 and 6: what a kernel is

def on_a_line(k, t):
    places = np.array([0, t, 2 * t])
    return k(np.abs(places[:, None] - places))


def test_the_fourth_power_passes_far_and_fails_near():
    for t, smallest in ((1.0, 0.480), (0.5, -0.157)):
        K = on_a_line(lambda d: np.exp(-d**4), t)
        assert is_psd(K).eigenvalue == pytest.approx(smallest, abs=6e-4)
    v = np.array([1, -2, 1])
    assert v @ K @ v == pytest.approx(-0.780, abs=6e-4)
    for t in (0.2, 0.1, 0.05):      # 6 - 8 exp(-t⁴) + 2 exp(-16 t⁴) = -24 t⁴ + …
        K = on_a_line(lambda d: np.exp(-d**4), t)
        assert v @ K @ v == pytest.approx(-24 * t**4, rel=20 * t**4)


def test_sums_to_zero_see_minus_half_the_squared_distance_as_the_linear_kernel():
    X, y = make_overlap_60()
    K = -squared_distances(X) / 2
    assert not is_psd(K).psd
    for seed in range(20):
        v = np.random.default_rng(seed).normal(size=60)
        v -= v.mean()
        assert v @ K @ v == pytest.approx(v @ X @ X.T @ v) and v @ K @ v >= 0
    peer, linear = (LibSVC(kernel=k, tol=1e-9) for k in ("precomputed", "linear"))
    assert peer.fit(K, y).decision_function(K) == pytest.approx(
        linear.fit(X, y).decision_function(X), abs=1e-5)


def test_laplace_is_a_mixture_of_gaussians():
    for r in (0.1, 1.0, 3.0):
        value = quad(lambda s: 2 / np.sqrt(np.pi) * np.exp(-s**2 - r**2 / (4 * s**2)), 0, np.inf)[0]
        assert value == pytest.approx(np.exp(-r), abs=1e-8)
    X = np.random.default_rng(0).normal(size=(20, 3))
    each = np.prod([kernels.laplace_l2(X[:, [k]]) for k in range(3)], axis=0)
    assert each == pytest.approx(kernels.laplace_l1(X))


@pytest.mark.parametrize("seed", range(10))
def test_rules_make_kernels_and_differences_do_not(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    A, B, h = X @ X.T, kernels.laplace_l2(X), rng.normal(size=12)
    for K in (3 * A, A + B, h[:, None] * A * h, A * B, np.exp(A), (A + 1)**5 + 2 * B):
        assert is_psd(K).psd
    assert not is_psd(A - B).psd


def test_a_maximum_of_two_kernels_need_not_be_one():
    home, office = np.eye(3), np.eye(3)
    home[0, 1] = home[1, 0] = office[1, 2] = office[2, 1] = 1
    v = np.array([1, -1, 1])
    assert is_psd(home).psd and is_psd(office).psd
    assert v @ np.maximum(home, office) @ v == -1


@pytest.mark.parametrize("seed", range(5))
def test_a_gaussian_separates_any_labels_of_distinct_samples(seed):
    X, rng = make_overlap_60()[0], np.random.default_rng(seed)
    K, y = gram("rbf", X, gamma=2.0), rng.choice([-1, 1], 60)
    assert is_psd(K).eigenvalue > 1e-7
    assert np.sign(K @ np.linalg.solve(K, y)).astype(int).tolist() == y.tolist()
    assert SVC(C=1e6, gamma=2.0).fit(X, y).score(X, y) == 1


def test_the_eigen_map_is_one_of_many():
    X = make_stripes()[0]
    T = eigen_map(kernels.rbf(X, gamma=0.5))
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=T.shape))[0]
    assert (T @ Q) @ (T @ Q).T == pytest.approx(T @ T.T, abs=1e-10)


ANGLES = np.radians([0, 45, 90, 135])
NO = {"a": (np.zeros((1, 2)), lambda X, Z: X @ Z.T - 1),
      "d": (np.array([[0, 0], [0.5, 0], [1.0, 0]]),
            lambda X, Z: np.exp(-squared_distances(X, Z)**2)),
      "f": (np.array([[1.0], [2.0]]), lambda X, Z: np.tanh(X @ Z.T)),
      "g": (np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), lambda X, Z: np.abs(X @ Z.T))}
YES = {"b": lambda X, Z: np.cos(X[:, :1] - Z[:, 0]), "c": kernels.laplace_l2,
       "e": lambda X, Z: (X @ Z.T)**2 + 3 * X @ Z.T,
       "h": lambda X, Z: np.minimum(np.abs(X[:, :1]), np.abs(Z[:, 0]))}


def test_each_no_of_the_exercise_is_refuted_and_no_yes_is():
    for X, k in NO.values():
        assert witness(k(X, X)) is not None
    assert is_psd(NO["g"][1](*[NO["g"][0]] * 2)).eigenvalue == pytest.approx(1 - np.sqrt(2))
    for seed in range(30):
        X = np.random.default_rng(seed).normal(size=(15, 2)) * 2
        assert all(witness(k(X, X)) is None for k in YES.values())
    assert witness(kernels.spectrum(["kernel", "colonel", "kern", "nel",
                                     "el"]).astype(float)) is None


def test_a_subsequence_counts_its_letters_from_the_first_to_the_last():
    K = kernels.subsequences(["cat", "car", "ct", "coat"], length=2, decay=0.5)
    assert K[0, 1] == 0.5**4                    # c-a
    assert K[0, 2] == 0.5**(3 + 2)              # c-t, over a gap and without one
    assert K[2, 3] == 0.5**(2 + 4)              # c-t, and over two


def test_no_finite_number_of_features_is_enough_for_a_gaussian():
    for n in (2, 5, 8):
        assert np.linalg.matrix_rank(kernels.rbf(np.arange(n)[:, None], gamma=0.5)) == n


def test_the_small_kernels_of_the_page_are_psd_beyond_its_example():
    rng = np.random.default_rng(0)
    A = np.triu(rng.integers(0, 2, (7, 7)), 1)
    L = np.diag((A + A.T).sum(axis=0)) - A - A.T
    assert is_psd(expm(-0.5 * L)).psd
    bits, p = rng.integers(0, 2, (9, 5)), rng.uniform(0.1, 0.9, 5)
    score = (bits - p) / (p * (1 - p))                      # of independent bits
    fisher = score * (p * (1 - p)) @ score.T                # information⁻¹ = p (1 - p)
    standard = (bits - p) / np.sqrt(p * (1 - p))
    assert fisher == pytest.approx(standard @ standard.T) and is_psd(fisher).psd


def test_who_says_none_of_a_matrix_is_told_only_what_is_known():
    def small_whole_numbers(K):
        return next((np.array(v) for v in product((-1, 0, 1), repeat=len(K))
                     if v @ K @ v < -1e-10), None)

    def coarse(K):
        values, vectors = np.linalg.eigh(K)
        return vectors[:, 0] if values[0] < -1e-3 * np.abs(values).max() else None

    def silent(K):
        np.linalg.eigh(K)

    names = [WITNESS.judge(f).matched for f in (small_whole_numbers, coarse, silent)]
    assert names == ["nothing found", "search by chance", "nothing found"]


# -- conditions without which a theorem fails, and general claims ------------------------


def lowest(K) -> float:
    """Return the smallest eigenvalue as a share of the largest in size."""
    values = np.linalg.eigvalsh(K)
    return float(values[0] / np.abs(values).max())


def test_the_representer_theorem_needs_a_penalty_that_increases():
    """What is orthogonal to the samples changes no loss; it costs only if length costs."""
    x, across = np.array([1.0, 0]), np.array([0, 1.0])

    def J(w, penalty):
        return (w @ x - 1)**2 + penalty(np.linalg.norm(w))
    w = 0.7 * x
    assert J(w + across, np.square) > J(w, np.square)
    assert J(w + across, lambda r: -r) < J(w, lambda r: -r)


def test_equal_samples_make_the_gaussian_matrix_singular_and_distinct_ones_do_not():
    X = np.random.default_rng(0).normal(size=(8, 2))
    assert np.linalg.eigvalsh(kernels.rbf(X, gamma=1.0)).min() > 1e-8
    X[0] = X[1]
    assert np.linalg.eigvalsh(kernels.rbf(X, gamma=1.0)).min() < 1e-12


def test_points_in_general_position_are_split_in_more_ways_than_others():
    X = np.random.default_rng(0).normal(size=(5, 2))
    line = np.column_stack([np.arange(5.0), np.zeros(5)])
    ways = []
    for points in (X, line):
        found = 0
        for labels in product([-1, 1], repeat=5):
            rows = -np.array(labels)[:, None] * np.column_stack([points, np.ones(5)])
            found += linprog(np.zeros(3), A_ub=rows, b_ub=-np.ones(5), bounds=(None, None)).success
        ways.append(found)
    assert ways[0] == 2 * sum(comb(4, k) for k in range(3)) > ways[1]


def test_the_smaller_of_two_kernels_need_not_be_one():
    draws = np.random.default_rng(0).normal(size=(300, 4, 2))
    assert min(lowest(np.minimum(a @ a.T, b @ b.T)) for a, b in zip(draws, draws[1:])) < -1e-3


def test_which_functions_of_two_numbers_are_refuted_and_by_which():
    def box(x, p):
        return (np.abs(x[:, None] - x) <= p).astype(float)

    def power(x, p):
        return np.exp(-np.abs(x[:, None] - x)**p)

    def square(x, p):
        return (np.outer(x, x) + p)**2
    three = np.array([0, 0.5, 1.0])
    # only the outer two are apart
    assert [lowest(box(three, p)) < -1e-9 for p in (0.4, 0.7, 1.2)] == [False, True, False]
    assert lowest(power(0.1 * three, 3.0)) < -1e-9 < lowest(power(4 * three, 3.0))
    assert lowest(square(np.array([0.1, -0.1]), -1.0)) < -1e-6
    rng = np.random.default_rng(0)
    for _ in range(200):
        z, p = rng.normal(size=8) * 3, rng.uniform(0.05, 2)
        kernels = [np.cos(z[:, None] - z), np.maximum(0, 1 - np.abs(z[:, None] - z) / p),
                   square(z, p), power(z, p),
                   np.minimum.outer(np.abs(z), np.abs(z))]
        assert min(map(lowest, kernels)) > -1e-10


def test_a_gaussian_matrix_is_definite_though_rounding_hides_it():
    """The pivots of thirty samples, with 150 digits: all positive, and some far below what a float
    can tell from 0."""
    pivots = []
    with localcontext(prec=150):
        x = [Decimal(2 * k) / 29 for k in range(30)]
        rows = [[(-(a - c)**2).exp() for c in x] for a in x]
        for k in range(30):
            pivots.append(rows[k][k])
            for i in range(k + 1, 30):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [u - factor * v for u, v in zip(rows[i], rows[k])]
    assert 0 < min(pivots) < Decimal("1e-16")
