"""Kernels: against scikit-learn's, against feature maps, and always positive semi-definite."""
from __future__ import annotations

import inspect
import pickle
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.sparse.csgraph import connected_components
from scipy.spatial import distance
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.gaussian_process.kernels import RBF, Matern
from sklearn.metrics import pairwise
from sklearn.svm import SVC as LibSVC

from coursekit import kernels
from coursekit.datasets import make_stripes
from coursekit.kernels import (
    Kernel, eigen_map, gram, is_psd, require_psd, resolve_gamma, squared_distances, vectors,
)
from coursekit.svm import SVC
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
    (lambda: gram(lambda X, Z: np.full((12, 12), np.nan), cloud(0)), "NaN or infinity"),
    (lambda: gram("rbf", cloud(0), gamma=-1), r"gamma must lie in \(0, inf\), got -1"),
    (lambda: gram("poly", cloud(0), degree=1.5), "degree must be a whole number"),
    (lambda: gram("poly", cloud(0), coef0=-1), r"coef0 must lie in \[0, inf\]"),
    (lambda: kernels.linear([[1.0, np.nan]]), "X contains NaN"),
    (lambda: kernels.rbf([1.0, 2.0]), r"X must have shape \(samples, features\), got \(2,\)"),
    (lambda: kernels.polynomial([[1.0]], [[1.0, 2.0]]), "the same features, got 1 and 2"),
    (lambda: squared_distances([[np.inf]]), "X contains NaN or infinity"),
    (lambda: resolve_gamma("scale", [[np.nan]]), "X contains NaN"),
    (lambda: resolve_gamma("wide", cloud(0)), '"scale", "auto" or a positive number'),
    (lambda: resolve_gamma(0, cloud(0)), r"gamma must lie in \(0, inf\)"),
    (lambda: require_psd("K", [[1, 2, 3]]), r"K must be square.*\(1, 3\)"),
    (lambda: require_psd("K", [[1, 2], [0, 1]]), r"symmetric, got 2 at \(0, 1\) and 0 at \(1, 0\)"),
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


# ------------------------------------------------------------------------- the other kernels

def mahalanobis(X, Z, covariance):
    """The peer of a Gaussian of any shape: scipy's distance, pair by pair."""
    inverse = np.linalg.inv(covariance)
    return np.array([[np.exp(-0.5 * distance.mahalanobis(x, z, inverse) ** 2) for z in Z]
                     for x in X])


COVARIANCE = np.array([[2.0, 0.6, 0.0], [0.6, 1.0, -0.3], [0.0, -0.3, 0.5]])
OTHERS = {
    "cosine": (kernels.cosine, pairwise.cosine_similarity),
    "l2": (lambda X, Z: kernels.laplace_l2(X, Z, rate=1.4),
           lambda X, Z: Matern(1 / 1.4, nu=0.5)(X, Z)),
    "l1": (lambda X, Z: kernels.laplace_l1(X, Z, rate=0.3),
           lambda X, Z: pairwise.laplacian_kernel(X, Z, gamma=0.3)),
    "isotropic": (lambda X, Z: kernels.gaussian(X, Z, covariance=2.0),
                  lambda X, Z: pairwise.rbf_kernel(X, Z, gamma=0.25)),
    "diagonal": (lambda X, Z: kernels.gaussian(X, Z, covariance=[1.0, 4.0, 0.25]),
                 lambda X, Z: RBF([1.0, 2.0, 0.5])(X, Z)),
    "full": (lambda X, Z: kernels.gaussian(X, Z, covariance=COVARIANCE),
             lambda X, Z: mahalanobis(X, Z, COVARIANCE)),
    "composed": (2 * Kernel("linear") + Kernel("poly", {"degree": 2, "coef0": 1}) * Kernel("rbf"),
                 lambda X, Z: 2 * X @ Z.T
                 + (X @ Z.T + 1) ** 2 * pairwise.rbf_kernel(X, Z, gamma=1)),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("seed", range(2))
def test_the_other_kernels_equal_their_peers_and_are_psd(name, seed):
    own, peer = OTHERS[name]
    X, Z = cloud(seed), cloud(seed + 1, 5)
    np.testing.assert_allclose(own(X, Z), peer(X, Z), rtol=1e-7, atol=1e-12)
    found = is_psd(own(X, X))
    assert found.psd and found.v is None \
        and found.eigenvalue > -1e-10 * np.abs(own(X, X)).max() * 12


OF_PAIRS = {name: function for name, function in vars(vectors).items()
            if inspect.isfunction(function)
            and list(inspect.signature(function).parameters)[:2] == ["X", "Z"] and name[0] != "_"
            and name != "squared_distances"}


@pytest.mark.parametrize("name", OF_PAIRS)
@pytest.mark.parametrize("scale", [0.2, 1.0, 3.0])
def test_every_kernel_of_vectors_has_values_of_pairs_and_is_psd(name, scale):
    function, X, Z = OF_PAIRS[name], scale * cloud(0), scale * cloud(1, 5)
    K = function(X, Z)
    assert K.shape == (12, 5)
    np.testing.assert_allclose(function(Z, X), K.T, atol=1e-12)
    # of nothing but the pair
    np.testing.assert_allclose(function(X[3:4], Z[2:3]), K[3:4, 2:3], rtol=1e-9)
    np.testing.assert_allclose(function(X), function(X, X), atol=1e-12)
    assert is_psd(function(X)).psd


def test_along_an_axis_both_laplace_kernels_agree_elsewhere_they_do_not():
    X, Z = np.zeros((1, 2)), np.array([[0.0, 1.0], [0.6, 0.8]])
    first, second = kernels.laplace_l1(X, Z)[0], kernels.laplace_l2(X, Z)[0]
    assert first[0] == second[0] == second[1] and first[1] < second[1]


WORDS = ["banana", "ananas", "band", "an", "", "cat", "kernel", "colonel"]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_the_spectrum_is_a_product_of_counts(length):
    counts = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False)
    phi = counts.fit_transform(WORDS).toarray()
    K = kernels.spectrum(WORDS, length=length)
    assert np.array_equal(K, phi @ phi.T)
    assert np.array_equal(kernels.spectrum(WORDS[:3], WORDS[2:], length=length), K[:3, 2:])


@pytest.mark.parametrize("length, decay", [(1, 0.5), (2, 0.5), (3, 0.9), (2, 1.0)])
def test_subsequences_are_those_that_one_can_list(length, decay):
    def phi(word):
        found = Counter()
        for places in combinations(range(len(word)), length):
            found["".join(word[k] for k in places)] += decay ** (places[-1] - places[0] + 1)
        return found
    features = [phi(word) for word in WORDS]
    wanted = [[sum(u[s] * v[s] for s in u) for v in features] for u in features]
    np.testing.assert_allclose(kernels.subsequences(WORDS, length=length, decay=decay), wanted,
                               rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(kernels.subsequences(WORDS[:2], WORDS, length=length, decay=decay),
                               wanted[:2], rtol=1e-12, atol=1e-15)


TREES = [("S", ("N", "he"), ("V", "runs")), ("S", ("N", "she"), ("V", "runs")), ("N", "he"),
         ("S", ("N", "he"), ("V", ("V", "runs"), ("A", "fast"))), ("S", "N", ("V", "runs"))]


def parts(tree):
    """List all parts that take a node with all its children or none, at any node."""
    def at(node):
        ways = [[child] if isinstance(child, str) else [("*", child[0]), *at(child)]
                for child in node[1:]]
        return [(node[0], *way) for way in product(*ways)]
    inner = [part for child in tree[1:] if isinstance(child, tuple) for part in parts(child)]
    return at(tree) + inner


def test_subset_trees_are_those_that_one_can_list():
    lists = [Counter(parts(tree)) for tree in TREES]
    wanted = [[sum(u[p] * v[p] for p in u) for v in lists] for u in lists]
    assert np.array_equal(kernels.subset_trees(TREES), wanted)
    assert np.array_equal(kernels.subset_trees(TREES[:2], TREES), wanted[:2])
    shrunk = kernels.subset_trees(TREES, decay=0.5)
    assert is_psd(shrunk).psd and shrunk[2, 2] == 0.5 and shrunk[0, 0] == 0.5 + 0.5 + 0.5 * 1.5**2


def test_walks_are_those_that_one_can_count():
    rng = np.random.default_rng(0)
    graphs = [np.triu(rng.integers(0, 2, (n, n)), 1) for n in (2, 3, 4, 4)]
    graphs = [A + A.T for A in graphs]
    K, decay = kernels.walks(graphs, decay=0.05), 0.05
    powers = [[np.linalg.matrix_power(A, k).sum() for k in range(60)] for A in graphs]
    wanted = [[sum(decay**k * a * b for k, (a, b) in enumerate(zip(u, v, strict=True)))
               for v in powers] for u in powers]
    np.testing.assert_allclose(K, wanted, rtol=1e-10)
    assert is_psd(K).psd
    np.testing.assert_allclose(kernels.walks(graphs[:1], graphs, decay=decay), K[:1])


def test_at_the_limit_the_sum_over_walks_is_infinite_and_refused():
    edge = np.array([[0, 1], [1, 0]])       # the product's largest eigenvalue is exactly 1
    with pytest.raises(ValueError, match="decay must be below 1, got 1.0"):
        kernels.walks([edge], decay=1.0)
    assert kernels.walks([edge], decay=0.999)[0, 0] == pytest.approx(4 / 0.001)


def test_heat_spreads_along_the_edges_and_is_kept():
    rng = np.random.default_rng(4)
    for n in (1, 2, 5, 9):
        A = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.4), 1)
        A = A + A.T
        now, later = (kernels.diffusion(A, time=t) for t in (0.7, 1.9))
        np.testing.assert_allclose(now, expm(-0.7 * (np.diag(A.sum(axis=0)) - A)), atol=1e-12)
        np.testing.assert_allclose(now @ later, kernels.diffusion(A, time=2.6), atol=1e-12)
        np.testing.assert_allclose(now.sum(axis=1), 1)
        assert is_psd(now).psd and now.min() > -1e-12
        np.testing.assert_allclose(kernels.diffusion(A, time=0), np.eye(n), atol=1e-12)
        part = connected_components(A)[1]
        together = part[:, None] == part
        np.testing.assert_allclose(kernels.diffusion(A, time=1e5),
                                   together / together.sum(axis=1), atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_fisher_s_scores_are_slopes_of_the_log_likelihood(seed):
    rng = np.random.default_rng(seed)
    p, step = rng.uniform(0.1, 0.9, 3), 1e-5
    x = np.array(list(product([0, 1], repeat=3)))

    def log_likelihood(p):
        return np.log(np.where(x == 1, p, 1 - p)).sum(axis=1)

    scores = np.column_stack([(log_likelihood(p + e) - log_likelihood(p - e)) / (2 * step)
                              for e in step * np.eye(3)])
    information = scores.T @ (np.exp(log_likelihood(p))[:, None] * scores)     # all eight samples
    K = kernels.fisher(x, p=p)
    np.testing.assert_allclose(K, scores @ np.linalg.solve(information, scores.T), rtol=1e-6,
                               atol=1e-6)
    assert is_psd(K).psd
    np.testing.assert_allclose(kernels.fisher(x[:2], x, p=p), K[:2])
    np.testing.assert_allclose(kernels.fisher(x == 1, p=0.5), 3 - 2 * (x[:, None] != x).sum(axis=2))


# ------------------------------------------------------------------ evidence, map, composition

def test_evidence_is_a_vector_that_shows_it():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        B = rng.normal(size=(6, int(rng.integers(1, 7)))) * 10.0 ** rng.integers(-6, 7)
        assert is_psd(B @ B.T).psd
        shift = np.linalg.eigvalsh(B @ B.T)[-1] * 0.3
        found = is_psd(B @ B.T - shift * np.eye(6))
        if found.psd:
            assert B.shape[1] == 6
        else:
            K = B @ B.T - shift * np.eye(6)
            assert found.v @ K @ found.v < 0
            assert found.v @ K @ found.v == pytest.approx(found.eigenvalue, rel=1e-6)
    assert is_psd(np.zeros((0, 0))).psd


@pytest.mark.parametrize("seed", range(10))
def test_the_rows_of_the_eigen_map_have_these_scalar_products(seed):
    K = gram(["linear", "poly", "rbf"][seed % 3], cloud(seed))
    T = eigen_map(K)
    np.testing.assert_allclose(T @ T.T, K, atol=1e-10 * np.abs(K).max())


def test_svc_takes_composed_kernels_and_those_of_scikit_learn():
    X, y = make_stripes(60)
    both = Kernel("rbf", {"gamma": 0.5}) + 0.5 * Kernel("linear")
    for own in (both, pairwise.laplacian_kernel, Matern(1.0, nu=0.5), kernels.laplace_l2):
        model = clone(SVC(kernel=own, C=3.0, tol=1e-8)).fit(X, y)
        given = SVC(kernel="precomputed", C=3.0, tol=1e-8).fit(own(X, X), y)
        np.testing.assert_allclose(model.decision_function(X),
                                   given.decision_function(own(X, X)), atol=1e-6)
        np.testing.assert_allclose(pickle.loads(pickle.dumps(model)).decision_function(X),
                                   model.decision_function(X))
    with pytest.raises(ValueError, match="positive semi-definite"):
        SVC(kernel=pairwise.sigmoid_kernel).fit(3 * X, y)
    words = np.array(WORDS[:4])
    SVC(kernel="precomputed").fit(kernels.spectrum(list(words), length=2), [1, 1, -1, -1])


@pytest.mark.parametrize("call, error, words", [
    (lambda: kernels.rbf(["owl", "auk"]), ValueError, "X"),
    (lambda: kernels.spectrum([1.0, 2.0]), TypeError, "words.*1.0"),
    (lambda: kernels.spectrum(["owl"], [3]), TypeError, "others.*3"),
    (lambda: kernels.spectrum(3), TypeError, "words must be a list"),
    (lambda: kernels.spectrum(["owl"], length=0), ValueError, "length"),
    (lambda: kernels.subsequences(["owl"], decay=1.5), ValueError, "decay must lie"),
    (lambda: kernels.subset_trees([("S", "a")], decay=0), ValueError, "decay must lie"),
    (lambda: kernels.walks([np.zeros((2, 2))], decay=np.inf), ValueError, "decay"),
    (lambda: kernels.walks([1 - np.eye(3)], decay=0.25), ValueError, r"decay must be below 0.25"),
    (lambda: kernels.diffusion([[0, 1], [2, 0]], time=1), ValueError, "symmetric adjacency"),
    (lambda: kernels.diffusion(np.eye(2), time=-1), ValueError, "time must lie in"),
    (lambda: kernels.diffusion(np.eye(2), time=np.inf), ValueError, "time"),
    (lambda: kernels.fisher([[0, 2]], p=0.5), ValueError, "bits must be rows of zeros and ones"),
    (lambda: kernels.fisher([[0, 1]], p=[0.1, 0.2, 0.3]), ValueError, "bits, others and p"),
    (lambda: kernels.laplace_l2(cloud(0), rate=0), ValueError, "rate must lie in"),
    (lambda: kernels.laplace_l1(cloud(0), rate=-1), ValueError, "rate must lie in"),
    (lambda: kernels.gaussian(cloud(0), covariance=[1, 2]), ValueError, "got shape"),
    (lambda: Kernel("linear") + 1, TypeError, "only a Kernel can be added"),
    (lambda: -1 * Kernel("linear"), ValueError, "factor of a kernel must lie"),
    (lambda: Kernel("linear") * "rbf", (TypeError, ValueError), "factor of a kernel"),
    (lambda: Kernel("wide")(cloud(0)), ValueError, "kernel must be one of"),
    (lambda: eigen_map([[0, 1], [1, 0]]), ValueError, "eigenvalue -1"),
])
def test_bad_input_of_the_other_kernels_is_answered(call, error, words):
    with pytest.raises(error, match=words):
        call()
