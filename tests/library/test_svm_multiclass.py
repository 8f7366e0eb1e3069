"""Several classes from machines for two: the laws of both rules, peers, one Gram matrix, bad
input."""
from __future__ import annotations

import warnings
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.calibration import _sigmoid_calibration
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC as LibSVC
from sklearn.utils.estimator_checks import check_estimator

from coursekit.datasets import load_owls, make_overlap_60, make_three_clouds
from coursekit.kernels import laplace_l2
from coursekit.svm import SVC, OneVsOne, OneVsRest, fit_sigmoid, platt, sigmoid
from coursekit.svm.gram import LazyGram

few = settings(deadline=None, max_examples=15)
BOTH = pytest.mark.parametrize("kind", [OneVsRest, OneVsOne])


def owls():
    table = load_owls()
    return table.iloc[:, :4].to_numpy(float), table["species"].to_numpy()


@pytest.mark.parametrize("model", [OneVsRest(), OneVsOne(), OneVsRest(SVC(kernel="linear")),
                                   OneVsOne(SVC(kernel="poly", coef0=1.0))], ids=str)
def test_every_check_of_scikit_learn_passes(model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(model, on_fail=None)
    assert len(results) >= 50
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []


@pytest.mark.parametrize("params", [{"C": 10.0, "gamma": 0.5}, {"C": 1.0, "kernel": "linear"},
                                    {"C": 0.5, "kernel": "poly", "degree": 2, "coef0": 1.0,
                                     "gamma": 0.3},
                                    {"gamma": 0.5, "class_weight": {False: 1, True: 3}}], ids=str)
@pytest.mark.parametrize("data", [owls, make_three_clouds], ids=["owls", "clouds"])
def test_both_rules_are_scikit_learns(params, data):
    X, y = data()
    rest = OneVsRest(SVC(tol=1e-8, **params)).fit(X, y)
    peer = OneVsRestClassifier(LibSVC(tol=1e-8, **params)).fit(X, y)
    assert rest.decision_function(X) == pytest.approx(peer.decision_function(X), abs=2e-4)
    pairs = OneVsOne(SVC(tol=1e-8, **params)).fit(X, y)
    other = OneVsOneClassifier(LibSVC(tol=1e-8, **params)).fit(X, y)
    assert pairs.decision_function(X) == pytest.approx(other.decision_function(X), abs=2e-4)
    assert pairs.predict(X).tolist() == other.predict(X).tolist()


def test_ties_of_votes_are_decided_by_the_sums():
    """A cycle a > b > c > a: one vote each; scikit-learn's SVC would take the first class."""
    model = OneVsOne(SVC(kernel="linear")).fit(*make_three_clouds())
    for f, winner in (((-1.0, 0.5, -0.2), "a"), ((-0.2, 1.0, -0.5), "c"), ((-0.5, 0.2, -1.0), "b")):
        model.machine_values = lambda X, f=f: np.array([f])     # a/b, a/c, b/c; below 0: the first
        votes = model.decision_function(None)
        assert np.round(votes).tolist() == [[1, 1, 1]]
        assert model.predict(None).tolist() == [winner]


def test_a_sum_never_outweighs_a_vote():
    model = OneVsOne(SVC(kernel="linear")).fit(*make_three_clouds())
    model.machine_values = lambda X: np.array([[1e-3, -1e9, 1e-3 - 1e-3]])   # b 1, a 1, then b 2
    assert model.predict(None).tolist() == ["b"]


@few
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_machines_on_slices_are_machines_on_their_own_samples(seed, c):
    rng = np.random.default_rng(seed)
    y = np.arange(8 * c) % c
    X = rng.normal(size=(8 * c, 2)) + np.column_stack([y, -y])
    machine = SVC(C=2.0, gamma=0.4, tol=1e-8)
    rest, pairs = OneVsRest(machine).fit(X, y), OneVsOne(machine).fit(X, y)
    alone = [clone(machine).fit(X, y == k).decision_function(X) for k in range(c)]
    alone = alone if c > 2 else alone[1:]
    assert rest.machine_values(X) == pytest.approx(np.column_stack(alone), abs=1e-5)
    for k, (no, yes) in enumerate(combinations(range(c), 2)):
        some = (y == no) | (y == yes)
        own = clone(machine).fit(X[some], y[some] == yes)
        assert pairs.machine_values(X)[:, k] == pytest.approx(own.decision_function(X), abs=1e-5)


@BOTH
def test_the_gram_matrix_is_computed_once(kind, monkeypatch):
    shapes = []
    whole = LazyGram.to_array
    monkeypatch.setattr(LazyGram, "to_array",
                        lambda self: (K := whole(self), shapes.append(K.shape))[0])
    calls = []

    def kernel(A, B):
        calls.append((len(A), len(B)))
        return A @ B.T
    X, y = make_three_clouds()
    kind(SVC(gamma=0.5)).fit(X, y)
    assert shapes == [(90, 90)]
    model = kind(SVC(kernel=kernel)).fit(X, y)
    assert calls == [(90, 90), (1, 1), (90, 90)]        # trials for PSD and shape, and the matrix
    model.predict(X[:5])
    assert calls[3:] == [(5, len(model.support_))]      # one product for all machines


@BOTH
def test_a_precomputed_matrix_is_sliced_too(kind):
    X, y = make_three_clouds()
    new = X[::4] + 0.1
    given_K = kind(SVC(C=3.0, kernel="precomputed", tol=1e-8)).fit(laplace_l2(X), y)
    called = kind(SVC(C=3.0, kernel=laplace_l2, tol=1e-8)).fit(X, y)
    assert given_K.decision_function(laplace_l2(new, X)) == pytest.approx(
        called.decision_function(new), abs=1e-5)
    assert cross_val_score(kind(SVC(kernel="precomputed")), laplace_l2(X), y, cv=3).mean() > 0.8


@BOTH
def test_two_classes_are_one_machine(kind):
    X, y = make_overlap_60()
    model, plain = kind(SVC(C=2.0)).fit(X, y), SVC(C=2.0).fit(X, y)
    assert len(model.estimators_) == 1
    assert model.decision_function(X) == pytest.approx(plain.decision_function(X), abs=1e-8)
    assert (model.predict(X) == plain.predict(X)).all()


@BOTH
def test_it_lives_among_other_estimators(kind):
    X, y = make_three_clouds()
    search = GridSearchCV(kind(SVC()), {"machine__gamma": [1e4, 0.5]}, cv=3).fit(X, y)
    assert search.best_params_ == {"machine__gamma": 0.5}
    frame = pd.DataFrame(X, columns=["u", "v"])
    model = kind().fit(frame, pd.Series(y))
    assert model.feature_names_in_.tolist() == ["u", "v"]
    assert (model.predict(frame) == kind().fit(X.tolist(), y.tolist()).predict(X)).all()


@BOTH
def test_a_class_with_one_sample_is_a_class(kind):
    X, y = make_three_clouds()
    keep = np.r_[0, np.flatnonzero(y != "a")]
    model = kind(SVC(C=100.0, gamma=5.0)).fit(X[keep], y[keep])
    assert model.classes_.tolist() == ["a", "b", "c"] and model.predict(X[:1]).tolist() == ["a"]


@BOTH
def test_bad_input_is_answered(kind):
    X, y = make_three_clouds()
    for model, labels, words in (
            (kind(), np.full(90, "a"), r"two classes or more, got the one class \['a'\]"),
            (kind(), np.linspace(0, 1, 90), "continuous"),
            (kind(SVC(C=-1)), y, "C must be a positive number, got -1"),
            (kind(SVC(gamma=0)), y, r"gamma must lie in \(0, inf\)"),
            (kind(SVC(kernel="poly", degree=1.5)), y, "degree must be a whole number"),
            (kind(SVC(kernel=lambda A, B: -A @ B.T)), y, "positive semi-definite"),
            (kind(SVC(solver="interior")), y, 'use solver="auto"'),
            (kind(SVC(kernel="precomputed")), y, "K must be square")):
        with pytest.raises(ValueError, match=words):
            model.fit(X, labels)
    with pytest.raises(TypeError, match="must be an SVC.*got LogisticRegression"):
        kind(LogisticRegression()).fit(X, y)
    with pytest.raises(ValueError, match="numbers"):
        kind().fit(np.array([["x", "y"]] * 90), y)


# ------------------------------------------------------------------------------ the sigmoid

@few
@given(st.integers(0, 10**6))
def test_the_sigmoid_is_scikit_learns_and_a_minimum(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 120))
    f = rng.normal(size=n) * 10.0 ** rng.uniform(-2, 2)
    y = np.where(f / f.std() + rng.normal(size=n) > 0, 1, -1)
    y[:2] = [-1, 1]
    A, B = fit_sigmoid(f, y)
    p, n_yes, n_no = sigmoid(f, A, B), np.sum(y > 0), np.sum(y < 0)
    target = np.where(y > 0, (n_yes + 1) / (n_yes + 2), 1 / (n_no + 2))
    assert np.sum(target - p) == pytest.approx(0, abs=1e-6 * n)
    assert np.sum((target - p) * f) == pytest.approx(0, abs=1e-6 * np.abs(f).sum())
    peer = _sigmoid_calibration(f, y)
    assert p == pytest.approx(sigmoid(f, *peer), abs=2e-5)


@pytest.mark.parametrize("offset", [1e3, -1e6, 1e8])
def test_the_sigmoid_of_values_far_from_0_is_that_of_the_same_values_moved(offset):
    rng = np.random.default_rng(0)
    f = np.repeat([1.0, -1.0], 100) + rng.normal(size=200)
    y = np.repeat([1, 0], 100)
    A, B = fit_sigmoid(f, y)
    A_far, B_far = fit_sigmoid(f + offset, y)
    assert A_far == pytest.approx(A, rel=1e-5)
    assert sigmoid(f + offset, A_far, B_far) == pytest.approx(sigmoid(f, A, B), abs=1e-4)


def test_a_sigmoid_that_is_not_done_says_so(monkeypatch):
    f, y = [-2, -1, 0.5, 0.5, 1, 2, 3], [-1, 1, -1, -1, 1, 1, 1]
    done = fit_sigmoid(f, y)
    monkeypatch.setattr(platt, "MAX_NEWTON_STEPS", 1)
    with pytest.warns(ConvergenceWarning, match="after 1 steps"):
        assert fit_sigmoid(f, y) != pytest.approx(done, rel=1e-3)


def test_the_sigmoid_of_hard_cases():
    A, B = fit_sigmoid([1.0, 1.0, 1.0], [0, 1, 1])              # one value: no slope is told
    assert sigmoid(1.0, A, B) == pytest.approx((1 / 3 + 2 * 3 / 4) / 3)
    A, _ = fit_sigmoid(np.linspace(-1e6, 1e6, 1001), np.linspace(-1, 1, 1001) > 0)
    assert -1 < A < 0
    assert fit_sigmoid([0.0, 0.0], ["no", "yes"]) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert sigmoid([-1e4, 1e4], -1.0, 0.0).tolist() == [0, 1]


@pytest.mark.parametrize("f, y, words", [
    ([1.0, np.nan], [0, 1], "f"), ([1.0], [0, 1], "shape")])
def test_a_sigmoid_needs_values_of_two_classes(f, y, words):
    with pytest.raises(ValueError, match=words):
        fit_sigmoid(f, y)
