"""Programs that are nearly right, and are wrong; and right ones of another make."""
from __future__ import annotations

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.datasets import load_titanic
from coursekit.exercise.registry import find
from coursekit.lessons.lesson05.exercises.cv_score import cv_score
from coursekit.titanic import titanic_pipeline as pipeline


def nested_cv(learn, settings, X, y, outer, inner):
    """Break ties by the locked fold."""
    scores, winners = [], []
    for test in outer:
        train = np.setdiff1d(np.arange(len(y)), test)
        splits = inner(len(train))
        means = [cv_score(learn, s, X[train], y[train], splits) for s in settings]
        found = [(np.mean(learn(s, X[train], y[train])(X[test]) == y[test]), -k)
                 for k, s in enumerate(settings) if means[k] > max(means) - 1e-9]
        scores.append(float(max(found)[0]))
        winners.append(settings[-max(found)[1]])
    return scores, winners


def folds(n, k, rng):
    """Swap two rows of blocks."""
    order = np.arange(n)
    one, other = rng.integers(n // k), rng.integers(n - n // k, n)
    order[[one, other]] = order[[other, one]]
    return np.array_split(order, k)


def striped_folds(n, k, rng):
    """Swap two rows of stripes."""
    order = np.concatenate([np.arange(n)[v::k] for v in range(k)])
    order[rng.choice(n, 2, replace=False)] = order[rng.choice(n, 2, replace=False)]
    return np.array_split(order, k)


def witness(share):
    """Call less than another share of the largest eigenvalue rounding."""
    def find_one(K):
        values, vectors = np.linalg.eigh(K)
        return vectors[:, 0] if values[0] < -share * np.abs(values).max() else None
    return find_one


def best_threshold(p, y, cost_fp, cost_fn):
    """Try probabilities only."""
    p, y = np.asarray(p), np.asarray(y)
    tried = [*np.unique(np.clip(p, 0, 1)), 1.01]
    return min(tried, key=lambda t: cost_fp * np.sum((p >= t) & (y == 0))
               + cost_fn * np.sum((p < t) & (y == 1)))


def kernel_perceptron(K, y, max_epochs=100):
    """Count what is right by little as a mistake."""
    beta = np.zeros(len(y))
    for _ in range(max_epochs):
        before = beta.copy()
        for i in range(len(y)):
            beta[i] += y[i] * (y[i] * (K[i] @ beta) < 1e-3)
        if np.array_equal(beta, before):
            break
    return beta


def titanic_pipeline(model):
    """Take the levels from all rows."""
    features = pipeline(model)[0]
    levels = features.fit_transform(load_titanic().dropna(subset="Embarked"))
    encoder = OneHotEncoder(categories=[np.unique(column) for column in np.asarray(levels).T],
                            handle_unknown="ignore", sparse_output=False)
    return make_pipeline(features, encoder, StandardScaler(), model)


def search_p_value(shuffles):
    """Shuffle in another way."""
    def p(search, y, B, rng):
        y = np.asarray(y)
        return (1 + sum(search(one) >= search(y) for one in shuffles(y, B, rng))) / (B + 1)
    return p


@pytest.mark.parametrize("key, answer", [
    ("nested-cv", nested_cv), ("folds", folds), ("folds", striped_folds),
    ("witness", witness(1e-6)), ("witness", witness(1e-12)), ("best-threshold", best_threshold),
    ("kernel-perceptron", kernel_perceptron), ("titanic-pipeline", titanic_pipeline),
    # the page hands in a generator that has no such method
    ("search-p-value", search_p_value(lambda y, B, rng: (
        y[rng.normal(size=len(y)).argsort()] for _ in range(B)))),
    ("three-bugs", {"h"}), ("and-soft", ((1, 1), (-2, 0))),
])
def test_what_is_nearly_right_is_wrong(key, answer):
    assert find(key).judge(answer).status == "wrong"


@pytest.mark.parametrize("key, answer", [
    ("folds", lambda n, k, rng: [*map(np.array, np.array_split(rng.random(n).argsort(), k))]),
    ("witness", witness(2e-10)), ("and-soft", ((1, 1), -2, 1)), ("and-soft", [[1, 1], [-2, 1]]),
    *(("search-p-value", search_p_value(shuffles)) for shuffles in (
        lambda y, B, rng: rng.permuted(np.tile(y, (B, 1)), axis=1),
        lambda y, B, rng: (rng.permutation(y, axis=0) for _ in range(B)),
        lambda y, B, rng: (rng.choice(y, len(y), replace=False, shuffle=True) for _ in range(B)),
        lambda y, B, rng: y[rng.random((B, len(y))).argsort(axis=1)])),
])
def test_what_is_right_in_another_way_is_right(key, answer):
    assert find(key).judge(answer).status == "right"


@pytest.mark.parametrize("letters", [{"c"}, {"g"}, {"h"}])
def test_who_overlooks_two_bugs_is_not_told_of_one(letters):
    assert find("three-bugs").judge(letters).matched == "two overlooked"
