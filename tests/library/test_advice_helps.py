"""Whoever does what an error message advises does not get it again; the words are read from the message."""
from __future__ import annotations

import re
import warnings
from collections.abc import Callable

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
from told import UP, read

X = np.arange(12.0)[:, None]
TWO = np.tile([0, 1], 6)
FURTHER = {"larger": 10.0, "smaller": 0.1, "lower": 0.1, "higher": 10.0}


def refused(call: Callable, words: str) -> list[str]:
    """Return what stands at the spots {a|b} of the words in the message that a call gets."""
    with pytest.raises((ValueError, TypeError)) as raised:
        call()
    found, _ = read(words, [str(raised.value)])
    return found


def test_least_squares_without_a_single_solution():
    twins = np.column_stack([X, X])
    size, = refused(lambda: ridge(twins, TWO), "give a {larger|smaller} lam, or take np.linalg.lstsq")
    lam = {"larger": 1.0, "smaller": 0.0}[size]
    assert np.isfinite(ridge(twins, TWO, lam)[0]).all()
    short, = refused(lambda: ridge(twins, TWO), "which chooses the {shortest|longest} of all solutions")
    w = np.linalg.lstsq(np.column_stack([twins, np.ones(12)]), TWO, rcond=None)[0]
    other = w + [1, -1, 0]
    assert (np.linalg.norm(w) < np.linalg.norm(other)) == (short == "shortest")


def test_labels_that_are_separated_or_columns_that_are_alike():
    apart = (X[:, 0] > 5).astype(int)
    steeper, give = refused(lambda: logistic_regression(X, apart),
                            "{steeper|flatter} is always better; give lam {>|<} 0")
    w, b = logistic_regression(X, apart, 1.0 if give == ">" else -1.0)[:2]
    p, q = (np.sum(np.logaddexp(0, -(2 * apart - 1) * (k * (X @ np.ravel(w) + b)))) for k in (1, 2))
    assert (q < p) == (steeper == "steeper")
    y = np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1])
    size, = refused(lambda: logistic_regression(np.column_stack([X, X]), y), "give a {larger|smaller} lam")
    logistic_regression(np.column_stack([X, X]), y, {"larger": 1.0, "smaller": 0.0}[size])


def test_values_without_a_logit():
    words = "Fit labels {0 and 1|−1 and 1} with {logistic_regression|ridge}"
    labels, other = refused(lambda: logit_fit(X, TWO), words)
    assert (labels, other) == ("0 and 1", "logistic_regression")
    logistic_regression(X, np.array([0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1]))


def test_too_many_constraints_for_trying_all():
    many = 30
    call = re.search(r"use (\S+)$", str(pytest.raises(
        ValueError, inequality_qp, np.eye(2), [0, 0], np.ones((many, 2)), np.arange(many)).value))[1]
    assert call == "coursekit.svm.qp.minimise"
    x = minimise(StandardForm(np.eye(2), np.zeros(2), G=-np.ones((many, 2)), h=-np.arange(float(many)),
                              A=np.empty((0, 2)), b=np.empty(0)))[0]
    assert x == pytest.approx([14.5, 14.5], abs=1e-4)


@pytest.mark.parametrize("factor", [0.99, 1.01])
def test_walks_have_a_sum_on_the_side_that_is_named(factor):
    edge = np.array([[0, 1], [1, 0]])
    message = str(pytest.raises(ValueError, walks, [edge], decay=5.0).value)
    side, bound = re.search(r"decay must be (below|above) ([\d.]+),", message).groups()
    fits = (factor < 1) == (side == "below")
    if fits:
        assert walks([edge], decay=factor * float(bound)) > 0
    else:
        pytest.raises(ValueError, walks, [edge], decay=factor * float(bound))


def test_folds_and_settings():
    size, = refused(lambda: folds(5, 6, np.random.default_rng(0)), "k must be at {most|least} the number of samples")
    folds(5, 5 if size == "most" else 6, np.random.default_rng(0))
    y = np.repeat([0, 1], 6)
    grid, model = {"n_neighbors": [1]}, KNeighborsClassifier()
    fewer, = refused(lambda: nested_cv(model, grid, X, y, outer=2, inner=9), "take {fewer|more} folds")
    nested_cv(model, grid, X, y, outer=2, inner={"fewer": 3, "more": 12}[fewer])
    alone = [(np.arange(6), np.arange(6, 12)), (np.arange(6, 12), np.arange(6))]
    kind, = refused(lambda: nested_cv(model, grid, X, y, outer=alone, inner=2), "take {stratified|shuffled} or fewer")
    assert kind == "stratified"
    nested_cv(model, grid, X, y, outer=2, inner=2)      # stratified, as y are classes


def test_rates_of_nobody():
    drop, = refused(lambda: statistics.wilson_interval([1, 0], [4, 0]), "drop {empty|full} groups")
    kept = np.array([4, 0]) > 0 if drop == "empty" else np.array([4, 0]) == 0
    assert np.isfinite(statistics.wilson_interval(np.array([1, 0])[kept], np.array([4, 0])[kept])[0]).all()


def test_a_hard_margin_of_labels_that_no_line_separates():
    finite, = refused(lambda: solve_qp(DualProblem.from_data(X, 2 * TWO - 1, np.inf)), "give a {finite|larger} C")
    alpha = solve_qp(DualProblem.from_data(X, 2 * TWO - 1, {"finite": 1.0, "larger": np.inf}[finite])).alpha
    assert np.isfinite(alpha).all()


def test_a_penalty_that_is_none():
    size, slack = refused(lambda: SVC(C=0).fit(X, TWO), "a {large|small} one allows {little|much} slack")
    soft, hard = (np.maximum(0, 1 - (2 * TWO - 1) * SVC(C=C, kernel="linear").fit(
        np.column_stack([X, TWO]), TWO).decision_function(np.column_stack([X, TWO]))).sum() for C in (0.01, 100.0))
    assert hard < soft and (size, slack) in {("large", "little"), ("small", "much")}


def test_a_tolerance_at_which_nothing_is_learned():
    with pytest.warns(ConvergenceWarning, match="no support vector") as told:
        SVC(tol=5.0).fit(X, TWO)
    (way,), _ = read("ask for a {smaller|larger} tol", [str(told[0].message)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(SVC(tol=5.0 * FURTHER[way] ** 3).fit(X, TWO).support_)


@pytest.mark.parametrize("model, words", [
    (SVC, "allow {more|fewer} steps (max_iter), a {larger|smaller} tol"),
    (SVR, "scale the features and y, {lower|raise} C, allow {more|fewer} steps (max_iter) or a {larger|smaller} tol")])
def test_a_solver_that_was_cut_off(model, words):
    x, y = np.random.default_rng(0).normal(size=(2, 60))
    setting = {"kernel": "linear", "C": 10.0, "tol": 1e-3, "max_iter": 100_000}
    fit = {SVC: lambda **new: SVC(**{**setting, **new}).fit(x[:, None], x + 2 * y > 0),
           SVR: lambda **new: SVR(**{**setting, **new}).fit(x[:, None], 2 * x + y)}[model]
    need = fit().solution_.n_iter
    with pytest.warns(ConvergenceWarning) as told:
        fit(max_iter=need - 1)
    *C, steps, tol = read(words, [str(told[0].message)])[0]
    with warnings.catch_warnings(action="error"):
        fit(max_iter=need + UP[steps])
    for name, way in [("tol", UP[tol]), *(("C", {"lower": -1, "raise": 1}[way]) for way in C)]:
        assert fit(**{name: setting[name] * 100.0 ** way}).solution_.n_iter < need


def test_a_solver_that_rounding_ends():
    rows = np.random.default_rng(2).normal(size=(150, 8))
    rows, y = rows * np.logspace(-3, 4, 8), rows.sum(axis=1) > 0

    def fit(C=1e3, tol=1e-3):
        return SVC(kernel="linear", C=C, tol=tol).fit(rows, y)

    with pytest.warns(ConvergenceWarning, match="by rounding") as told:
        fit()
    C, tol = read("{lower|raise} C, or ask for a {larger|smaller} tol", [str(told[0].message)])[0]
    with warnings.catch_warnings(action="error"):
        fit(C={"lower": 1.0, "raise": 1e6}[C])
        fit(tol={"larger": 0.1, "smaller": 1e-5}[tol])


def test_columns_that_a_tree_cannot_take():
    frame = pd.DataFrame({"x": X[:, 0], "kind": ["a", "b", "c"] * 4})
    frame.loc[3, "x"] = np.inf
    what, = refused(lambda: CARTClassifier().fit(frame, TWO), "use {NaN|0} for a value that is not known")
    CARTClassifier().fit(frame.replace(np.inf, {"NaN": np.nan, "0": 0}[what]), TWO)
    sizes = pd.DataFrame({"size": pd.Categorical(["small", "large", "middle"] * 4, ordered=True,
                                                 categories=["small", "middle", "large"])})
    keep, drop = refused(lambda: CARTClassifier().fit(sizes, TWO),
                         "give {.cat.codes|.cat.as_unordered()} to keep the order, or "
                         "{.cat.as_unordered()|.cat.codes} to drop it")
    given = {".cat.codes": sizes["size"].cat.codes, ".cat.as_unordered()": sizes["size"].cat.as_unordered()}
    for advice, ordered in ((keep, True), (drop, False)):
        CARTClassifier().fit(given[advice].to_frame(), TWO)
        assert pd.api.types.is_numeric_dtype(given[advice]) == ordered


def test_a_path_follows_one_row():
    model = CARTClassifier(min_samples_split=2).fit(X, TWO)
    message = str(pytest.raises(ValueError, path, model, X).value)
    for advice in re.search(r"such as (.*) or (.*)$", message).groups():
        rows = pd.DataFrame(X, columns=["x"]) if "iloc" in advice else X
        fitted = CARTClassifier(min_samples_split=2).fit(rows, TWO)
        assert len(path(fitted, eval(advice, {"X": rows}))) >= 1


def test_numbers_that_do_not_increase():
    sort, doubles = refused(lambda: require_increasing("edges", [3, 1, 1, 2]),
                            "{sort|reverse} them and {drop|keep} doubles")
    assert (sort, doubles) == ("sort", "drop")
    assert require_increasing("edges", np.unique([3, 1, 1, 2])).tolist() == [1, 2, 3]
