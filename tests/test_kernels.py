"""Kernels: against scikit-learn's, against feature maps, and always positive semi-definite."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import pairwise
from sklearn.svm import SVC as LibSVC

from coursekit import kernels
from coursekit.kernels import gram, require_psd, resolve_gamma, squared_distances
from coursekit.svm.gram import DenseGram, LazyGram

PARAMS = {"linear": {}, "poly": {"degree": 3, "gamma": 0.4, "coef0": 1.5}, "rbf": {"gamma": 0.7}}
PEERS = {"linear": pairwise.linear_kernel, "poly": pairwise.polynomial_kernel,
         "rbf": pairwise.rbf_kernel}
names = st.sampled_from(sorted(PARAMS))


def cloud(seed: int, n: int = 12, d: int = 3) -> np.ndarray:
    X = np.random.default_rng(seed).normal(size=(n, d))
    X[1] = X[0]    # a repeated sample
    return X


@settings(deadline=None, max_examples=30)
@given(names, st.integers(0, 10**6))
def test_kernels_equal_their_peers(name, seed):
    X, Z = cloud(seed), cloud(seed + 1, 5)
    np.testing.assert_allclose(gram(name, X, Z, **PARAMS[name]), PEERS[name](X, Z, **PARAMS[name]),
                               rtol=1e-10, atol=1e-12)


@settings(deadline=None, max_examples=30)
@given(names, st.integers(0, 10**6))
def test_gram_matrices_are_symmetric_and_psd(name, seed):
    G = gram(name, cloud(seed), **PARAMS[name])
    np.testing.assert_allclose(G, G.T, rtol=1e-13, atol=1e-13)
    assert np.linalg.eigvalsh(G)[0] >= -1e-9 * np.abs(G).max()
    assert require_psd("G", G) is not None


@settings(deadline=None, max_examples=20)
@given(names, st.integers(0, 10**6))
def test_rows_on_demand_are_rows_of_the_whole(name, seed):
    X = cloud(seed)
    lazy, dense = LazyGram(X, name, **PARAMS[name]), DenseGram(gram(name, X, **PARAMS[name]))
    beta = np.random.default_rng(seed).normal(size=len(X)) * (np.arange(len(X)) % 3 == 0)
    some = np.array([4, 0, 7])
    for found, wanted in [(lazy.rows(some), dense.rows(some)),
                          (lazy.to_array(), dense.to_array()), (lazy.diagonal, dense.diagonal),
                          (lazy.dot(beta), dense.to_array() @ beta),
                          (dense.dot(beta), dense.to_array() @ beta)]:
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-11)


def test_a_callable_kernel_has_rows_too():
    def l2_laplace(X, Z):
        return np.exp(-np.sqrt(squared_distances(X, Z)))
    X = cloud(0)
    lazy = LazyGram(X, l2_laplace)
    np.testing.assert_allclose(lazy.rows([3])[0], l2_laplace(X, X)[3], atol=1e-7)
    np.testing.assert_allclose(lazy.diagonal, 1)


def test_the_quadratic_kernel_is_a_product_of_six_features():
    X, Z = cloud(1, d=2), cloud(2, d=2)

    def phi(P):
        a, b = P.T
        r = np.sqrt(2)
        return np.column_stack([np.ones(len(P)), r * a, r * b, a**2, b**2, r * a * b])
    np.testing.assert_allclose(gram("poly", X, Z, degree=2, coef0=1), phi(X) @ phi(Z).T,
                               rtol=1e-12, atol=1e-12)


def test_rows_keep_their_digits_where_gamma_is_large():
    """As a matrix product, exponents of 1e7 would be off by 1e-9 and more."""
    X = np.random.default_rng(0).normal(size=(40, 5)) * 100
    X[1] = X[0] + 1e-3
    K = LazyGram(X, "rbf", gamma=1e3).to_array()
    np.testing.assert_allclose(K, kernels.rbf(X, gamma=1e3), rtol=1e-13)
    assert K[0, 1] == pytest.approx(np.exp(-1e3 * 5e-6), rel=1e-6)


def test_distances_far_from_the_origin_keep_their_digits():
    X = cloud(3)
    np.testing.assert_allclose(squared_distances(X + 1e8), squared_distances(X), atol=1e-6)
    D = squared_distances(X)
    assert D.min() == 0 and np.diagonal(D).max() == 0
    assert kernels.rbf(X)[0, 1] == pytest.approx(1, abs=1e-14)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(["scale", "auto", 0.25]))
def test_gamma_means_what_scikit_learn_means(seed, gamma):
    X = cloud(seed)
    y = np.arange(len(X)) % 2
    assert resolve_gamma(gamma, X) == pytest.approx(LibSVC(gamma=gamma).fit(X, y)._gamma)


def test_a_weight_of_two_is_a_sample_twice_for_gamma():
    X, weight = cloud(4), np.arange(12) % 3 + 1
    assert resolve_gamma("scale", X, weight) == pytest.approx(
        resolve_gamma("scale", np.repeat(X, weight, axis=0)))
    assert resolve_gamma("scale", np.ones((4, 2))) == 1.0


@pytest.mark.parametrize("call, words", [
    (lambda: gram("laplace", cloud(0)), "kernel must be one of .*got 'laplace'"),
    (lambda: gram(lambda X, Z: np.ones(3), cloud(0)), r"shape \(12, 12\), got \(3,\)"),
    (lambda: gram(lambda X, Z: np.full((12, 12), np.nan), cloud(0)), "NaN or infinity"),
    (lambda: gram("rbf", cloud(0), gamma=-1), r"gamma must lie in \(0, inf\), got -1"),
    (lambda: gram("poly", cloud(0), degree=1.5), "degree must be a whole number"),
    (lambda: gram("poly", cloud(0), coef0=-1), r"coef0 must lie in \[0, inf\]"),
    (lambda: kernels.linear([[1.0, np.nan]]), "X contains NaN"),
    (lambda: kernels.rbf([1.0, 2.0]), r"X must have shape \(samples, features\), got \(2,\)"),
    (lambda: kernels.polynomial([[1.0]], [[1.0, 2.0]]), "the same features, got 1 and 2"),
    (lambda: squared_distances([[np.inf]]), "X contains NaN or infinity"),
    (lambda: resolve_gamma("scale", [[np.nan]]), "X contains NaN"),
    (lambda: gram("poly", cloud(0), degree=np.inf), "degree must be a whole number"),
    (lambda: gram("poly", cloud(0), degree="3"), "degree must be a whole number"),
    (lambda: gram("rbf", cloud(0), gamma=np.nan), "gamma must lie in"),
    (lambda: resolve_gamma("wide", cloud(0)), '"scale", "auto" or a positive number'),
    (lambda: resolve_gamma(0, cloud(0)), r"gamma must lie in \(0, inf\)"),
    (lambda: require_psd("K", [[1, 2, 3]]), r"K must be square.*\(1, 3\)"),
    (lambda: require_psd("K", [[1, 2], [0, 1]]), r"symmetric, got 2 at \(0, 1\) and 0 at \(1, 0\)"),
    (lambda: require_psd("K", [[1, 2], [2, 1]]), "eigenvalue -1"),
    (lambda: require_psd("K", [[1, np.nan], [2, 1]]), "NaN"),
    (lambda: LazyGram(cloud(0), "sigmoid"), "kernel must be one of"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_sums_of_scalar_products_pass_however_singular():
    v = np.array([3.0, -1.0, 2.0])
    assert require_psd("K", np.outer(v, v)).shape == (3, 3)
    assert require_psd("K", np.zeros((3, 3))).shape == (3, 3)
    with pytest.raises(ValueError, match="positive semi-definite"):
        require_psd("K", -np.outer(v, v))
    line = np.arange(9)[:, None]    # exp(-d⁴) is no kernel: that shows on close points only
    with pytest.raises(ValueError, match="positive semi-definite"):
        require_psd("K", np.exp(-squared_distances(line / 4) ** 2))
    assert require_psd("K", np.exp(-squared_distances(line * 2.0) ** 2)) is not None
