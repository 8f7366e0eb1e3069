"""Whoever does what an error or a warning advises does not get it again."""
from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.neighbors import KNeighborsClassifier

from coursekit import statistics
from coursekit.checks import require_increasing
from coursekit.kernels import walks
from coursekit.lagrange import inequality_qp
from coursekit.linear import logistic_regression, ridge
from coursekit.linear.logistic import logit_fit
from coursekit.model_selection import nested_cv
from coursekit.model_selection.splits import folds
from coursekit.svm import SVC, SVR, DualProblem, solve_qp
from coursekit.svm.qp import StandardForm, minimise
from coursekit.tree import CARTClassifier
from coursekit.tree.export import path

X = np.arange(12.0)[:, None]
TWO = np.tile([0, 1], 6)


def test_least_squares_without_a_single_solution():
    twins = np.column_stack([X, X])
    with pytest.raises(ValueError, match="lam"):
        ridge(twins, TWO)
    assert np.isfinite(ridge(twins, TWO, 1.0)[0]).all()
    w = np.linalg.lstsq(np.column_stack([twins, np.ones(12)]), TWO, rcond=None)[0]
    assert np.linalg.norm(w) < np.linalg.norm(w + [1, -1, 0])       # the shortest of all solutions


def test_labels_that_are_separated_or_columns_that_are_alike():
    apart = (X[:, 0] > 5).astype(int)
    with pytest.raises(ValueError, match="lam"):
        logistic_regression(X, apart)
    w, b = logistic_regression(X, apart, 1.0)[:2]
    p, q = (np.sum(np.logaddexp(0, -(2 * apart - 1) * (k * (X @ np.ravel(w) + b)))) for k in (1, 2))
    assert q < p                                                    # steeper is always better
    y = np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
    with pytest.raises(ValueError, match="lam"):
        logistic_regression(np.column_stack([X, X]), y)
    logistic_regression(np.column_stack([X, X]), y, 1.0)


def test_values_without_a_logit():
    with pytest.raises(ValueError, match="logistic_regression"):
        logit_fit(X, TWO)
    logistic_regression(X, np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1]))


def test_too_many_constraints_for_trying_all():
    many = 30
    call = re.search(r"use (\S+)$", str(pytest.raises(
        ValueError, inequality_qp, np.eye(2), [0, 0], np.ones((many, 2)),
        np.arange(many)).value))[1]
    assert call == "coursekit.svm.qp.minimise"
    x = minimise(StandardForm(np.eye(2), np.zeros(2), G=-np.ones((many, 2)),
                              h=-np.arange(float(many)),
                              A=np.empty((0, 2)), b=np.empty(0)))[0]
    assert x == pytest.approx([14.5, 14.5], abs=1e-4)


def test_walks_have_a_sum_below_one_over_the_largest_eigenvalue():
    edge = np.array([[0, 1], [1, 0]])
    with pytest.raises(ValueError, match=r"decay\D* 1\b"):
        walks([edge], decay=5.0)
    assert walks([edge], decay=0.99) > 0
    with pytest.raises(ValueError, match="decay"):
        walks([edge], decay=1.01)


def test_folds_and_settings():
    with pytest.raises(ValueError, match="k must"):
        folds(5, 6, np.random.default_rng(0))
    folds(5, 5, np.random.default_rng(0))
    y = np.repeat([0, 1], 6)
    grid, model = {"n_neighbors": [1]}, KNeighborsClassifier()
    with pytest.raises(ValueError, match="folds"):
        nested_cv(model, grid, X, y, outer=2, inner=9)
    nested_cv(model, grid, X, y, outer=2, inner=3)
    alone = [(np.arange(6), np.arange(6, 12)), (np.arange(6, 12), np.arange(6))]
    with pytest.raises(ValueError, match="stratified"):
        nested_cv(model, grid, X, y, outer=alone, inner=2)
    nested_cv(model, grid, X, y, outer=2, inner=2)      # stratified, as y are classes


def test_rates_of_nobody():
    with pytest.raises(ValueError, match="empty"):
        statistics.wilson_interval([1, 0], [4, 0])
    assert np.isfinite(statistics.wilson_interval(np.array([1]), np.array([4]))[0]).all()


def test_a_hard_margin_of_labels_that_no_line_separates():
    with pytest.raises(ValueError, match="finite C"):
        solve_qp(DualProblem.from_data(X, 2 * TWO - 1, np.inf))
    assert np.isfinite(solve_qp(DualProblem.from_data(X, 2 * TWO - 1, 1.0)).alpha).all()


def test_a_penalty_that_is_none():
    with pytest.raises(ValueError, match="C"):
        SVC(C=0).fit(X, TWO)
    soft, hard = (np.maximum(0, 1 - (2 * TWO - 1) * SVC(C=C, kernel="linear").fit(
        np.column_stack([X, TWO]), TWO).decision_function(np.column_stack([X, TWO]))).sum()
                  for C in (0.01, 100.0))
    assert hard < soft


def test_a_tolerance_at_which_nothing_is_learned():
    with pytest.warns(ConvergenceWarning, match="tol"):
        SVC(tol=5.0).fit(X, TWO)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(SVC(tol=0.005).fit(X, TWO).support_)


@pytest.mark.parametrize("model", [SVC, SVR])
def test_a_solver_that_was_cut_off(model):
    x, y = np.random.default_rng(0).normal(size=(2, 60))
    setting = {"kernel": "linear", "C": 10.0, "tol": 1e-3, "max_iter": 100_000}
    fit = {SVC: lambda **new: SVC(**{**setting, **new}).fit(x[:, None], x + 2 * y > 0),
           SVR: lambda **new: SVR(**{**setting, **new}).fit(x[:, None], 2 * x + y)}[model]
    need = fit().solution_.n_iter
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        fit(max_iter=need - 1)
    with warnings.catch_warnings(action="error"):
        fit(max_iter=need + 1)
    assert fit(tol=0.1).solution_.n_iter < need
    assert model is SVC or fit(C=0.1).solution_.n_iter < need


def test_a_solver_that_rounding_ends():
    rows = np.random.default_rng(2).normal(size=(150, 8))
    rows, y = rows * np.logspace(-3, 4, 8), rows.sum(axis=1) > 0

    def fit(C=1e3, tol=1e-3):
        return SVC(kernel="linear", C=C, tol=tol).fit(rows, y)

    with pytest.warns(ConvergenceWarning, match="rounding"):
        fit()
    with warnings.catch_warnings(action="error"):
        fit(C=1.0)
        fit(tol=0.1)


def test_columns_that_a_tree_cannot_take():
    frame = pd.DataFrame({"x": X[:, 0], "kind": ["a", "b", "c"] * 4})
    frame.loc[3, "x"] = np.inf
    with pytest.raises(ValueError, match="NaN"):
        CARTClassifier().fit(frame, TWO)
    CARTClassifier().fit(frame.replace(np.inf, np.nan), TWO)
    sizes = pd.DataFrame({"size": pd.Categorical(["small", "large", "middle"] * 4, ordered=True,
                                                 categories=["small", "middle", "large"])})
    with pytest.raises((ValueError, TypeError), match=r"\.cat\.codes"):
        CARTClassifier().fit(sizes, TWO)
    for taken in (sizes["size"].cat.codes, sizes["size"].cat.as_unordered()):
        CARTClassifier().fit(taken.to_frame(), TWO)


def test_a_path_follows_one_row():
    model = CARTClassifier(min_samples_split=2).fit(X, TWO)
    message = str(pytest.raises(ValueError, path, model, X).value)
    for advice in re.search(r"such as (.*) or (.*)$", message).groups():
        rows = pd.DataFrame(X, columns=["x"]) if "iloc" in advice else X
        fitted = CARTClassifier(min_samples_split=2).fit(rows, TWO)
        assert len(path(fitted, eval(advice, {"X": rows}))) >= 1


def test_numbers_that_do_not_increase():
    with pytest.raises(ValueError, match="edges"):
        require_increasing("edges", [3, 1, 1, 2])
    assert require_increasing("edges", np.unique([3, 1, 1, 2])).tolist() == [1, 2, 3]
