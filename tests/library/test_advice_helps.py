"""Whoever does what an error or a warning advises does not get it again."""
from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning

from coursekit.svm import SVC, SVR
from coursekit.tree import CARTClassifier

X = np.arange(12.0)[:, None]
TWO = np.tile([0, 1], 6)


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
