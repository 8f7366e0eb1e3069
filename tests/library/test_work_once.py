"""What is promised to be computed once is computed once: distances, rows, sorting, warm starts."""
from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import StratifiedKFold

from coursekit.datasets import make_crescents
from coursekit.kernels import vectors
from coursekit.model_selection import nested_cv
from coursekit.svm import SVC, DualProblem, gram_path, solve_fast, solve_smo
from coursekit.svm.gram import LazyGram
from coursekit.svm.smo import SMOState
from coursekit.tree import CARTClassifier, splitter

X, Y = make_crescents(120, seed=0)


def spy(monkeypatch, home, name) -> list:
    """Return the arguments with which a function is called from now on."""
    function, calls = getattr(home, name), []

    def called(*args, **kwargs):
        calls.append((args, kwargs))
        return function(*args, **kwargs)
    monkeypatch.setattr(home, name, called)
    return calls


def test_in_a_nested_cross_validation_pairs_meet_once_and_machines_start_from_the_one_before(
        monkeypatch):
    distances = spy(monkeypatch, gram_path, "squared_distances")
    solved = spy(monkeypatch, gram_path, "solve_fast")
    fits = spy(monkeypatch, SVC, "fit")
    grid = {"C": [0.1, 1.0, 10.0], "gamma": [0.1, 1.0]}
    found = nested_cv(SVC(), grid, X, Y, outer=StratifiedKFold(3), inner=4)
    cold = sum(call[1]["start"] is None for call in solved)
    assert len(distances) == 1 and len(solved) == 3 * 4 * 6 and cold == 3 * 4 * 2
    # refits, and where a value is too near to 0
    assert 3 <= len(fits) <= 3 + len(solved) // 10
    slow = nested_cv(SVC(), grid, X, Y, outer=StratifiedKFold(3), inner=4, fast=False)
    assert found.scores.tolist() == slow.scores.tolist() and len(distances) == 1


def test_a_warm_start_saves_steps():
    problem = DualProblem.from_data(X, Y, 10.0, kernel="rbf", gamma=1.0)
    near = problem.with_C(9.0)
    for solve in (solve_fast, solve_smo):
        start = solve(near, tol=1e-4)
        assert solve(problem, tol=1e-4, start=start).n_iter < 0.7 * solve(problem, tol=1e-4).n_iter


def test_no_row_of_the_gram_matrix_is_computed_twice(monkeypatch):
    rows, distances = spy(monkeypatch, LazyGram, "rows"), spy(monkeypatch, vectors, "cdist")
    asked = DualProblem.from_data(X, Y, 10.0, kernel="rbf", gamma=1.0)
    assert solve_fast(asked, tol=1e-4).converged
    computed = sum(len(np.arange(len(X))[call[0][1]]) for call in rows)
    assert computed <= len(X), computed
    assert sum(len(call[0][0]) for call in distances) <= 1      # rows come from a matrix product
    for _ in range(3):
        asked.gram.to_array()
    assert sum(len(np.arange(len(X))[call[0][1]]) for call in rows) <= computed + len(X)


@pytest.mark.parametrize("d", [2, 40])
def test_a_row_that_was_computed_is_kept(monkeypatch, d):
    """With so many samples they come row by row; with many features several at once."""
    many, y = np.random.default_rng(0).normal(size=(900, d)), np.tile([-1, 1], 450)
    many[:, 0] += 2 * y
    rows = spy(monkeypatch, LazyGram, "rows")
    found = solve_fast(DualProblem.from_data(many, y, 0.1, kernel="rbf", gamma=0.3 / d), tol=1e-2)
    asked = np.concatenate([np.arange(900)[call[0][1]] for call in rows])
    assert found.converged and found.n_iter > 50 and len(asked) <= 1.5 * len(set(asked.tolist()))


def test_smo_keeps_its_slopes_and_computes_them_anew_now_and_then(monkeypatch):
    fresh = spy(monkeypatch, SMOState, "refresh")
    found = solve_smo(DualProblem.from_data(X, Y, 10.0, kernel="rbf", gamma=1.0), tol=1e-4)
    assert found.converged and found.n_iter > 100 and len(fresh) <= 4


@pytest.mark.parametrize("depth", [1, 6])
def test_a_tree_sorts_each_column_once_however_deep_it_grows(monkeypatch, depth):
    X, y = load_iris(return_X_y=True)
    sorts = spy(monkeypatch, np, "argsort")
    tables = spy(monkeypatch, splitter.PresortedSamples, "root")
    CARTClassifier(max_depth=depth, min_samples_split=2, min_samples_leaf=1,
                   max_surrogates=0).fit(X, y)
    assert len(tables) == 1 and sum(np.shape(call[0][0]) == np.shape(X.T) for call in sorts) == 1
    assert not any(np.ndim(call[0][0]) == 2 and np.shape(call[0][0]) != np.shape(X.T)
                   for call in sorts)
