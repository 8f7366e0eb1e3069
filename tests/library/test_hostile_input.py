"""Wrong arguments of the lower floors are refused by name.

Each line is a call and one argument that cannot be right; a number that is merely odd is
not among them. Whatever is given, the answer is a sentence about that argument.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from coursekit import datasets as data, kernels, statistics as rates, titanic
from coursekit.lessons.lesson04e.virtual import fit_virtual
from coursekit.linear import logistic_regression, logit_fit, ridge
from coursekit.model_selection import (
    corrected_interval, folds, one_standard_error, pairs, stratified_folds,
)
from coursekit.plots.alt_text import alt_text
from coursekit.plots.style import new_figure
from coursekit.rules import (
    Rule, best_line, description_length, exception_bits, log2_binomial, make_selectors,
    multinomial_bits,
    rule_bits, simplify, wilks_p_value,
)
from coursekit.svm import (
    SVC, SVR, DualProblem, OneVsRest, hinge_sgd, kernel_ridge, sigmoid, solve_fast,
    solve_interior_point, solve_qp, solve_smo, solve_sor,
)
from coursekit.svm.qp import standard_form
from coursekit.tree import CARTRegressor, best_split, cross_validated_cp, squared_error
from coursekit.tree.conditions import Condition

PEOPLE = data.load_titanic()
NO_NUMBER = {"None": None, "text": "zz", "list of text": ["a"], "complex": 1j, "dict": {"a": 1},
             "sparse": scipy.sparse.csr_matrix(np.eye(2)), "huge": 10 ** 400, "NaN": np.nan,
             "date": np.array(["2020"], "M8[D]"), "frame": pd.DataFrame({"Sex": ["a"]})}
NO_SCALAR = {**NO_NUMBER, "empty": [], "table": np.zeros((2, 2)), "infinity": np.inf}
NO_COUNT = {**NO_SCALAR, "fraction": 1.5, "negative": -1}
del NO_COUNT["huge"]    # a whole number for once
NO_EDGES = {**NO_NUMBER, "falling": [3, 1], "empty": [], "infinity": np.inf}
NO_COLUMN = {"list": ["a"], "dict": {"a": 1}, "table": np.zeros((2, 2)), "unknown": "zz"}
NO_FRAME = {"None": None, "text": "zz", "number": 3, "array": np.zeros((2, 2)), "list": ["a"]}


def fitted(transformer):
    return transformer.fit_transform(PEOPLE)


CALLS = [
    (rates.wilson_interval, {"successes": 1, "n": 2, "confidence": 0.9},
     {"successes": NO_NUMBER, "n": NO_NUMBER, "confidence": NO_SCALAR}),
    (rates.upper_error_bound, {"errors": 1, "n": 2, "alpha": 0.1},
     {"errors": NO_NUMBER, "n": NO_NUMBER, "alpha": NO_SCALAR}),
    (rates.rate_table, {"frame": PEOPLE, "by": "Sex", "outcome": "Survived"},
     {"frame": NO_FRAME, "by": NO_COLUMN, "outcome": NO_COLUMN}),
    (titanic.raw_titles, {"names": PEOPLE["Name"]}, {"names": NO_FRAME}),
    (lambda edges: fitted(titanic.FareBands(edges=edges)), {"edges": (8, 26)},
     {"edges": {k: v for k, v in NO_EDGES.items() if v is not None}}),
    (lambda n_bands: fitted(titanic.FareBands(n_bands)), {"n_bands": 3}, {"n_bands": NO_COUNT}),
    (lambda edges: fitted(titanic.AgeBands(edges)), {"edges": (12, 30)}, {"edges": NO_EDGES}),
    (lambda common: fitted(titanic.TitleExtractor(common)), {"common": ("Mr",)},
     {"common": {k: NO_SCALAR[k] for k in ("None", "text", "complex", "NaN", "table")}}),
    (data.make_stripes, {"n": 40, "seed": 1, "period": 3.0},
     {"n": NO_COUNT, "seed": NO_COUNT, "period": NO_SCALAR}),
    (data.make_spirals, {"n": 40, "seed": 1, "pitch": 0.8},
     {"n": NO_COUNT, "seed": NO_COUNT, "pitch": NO_SCALAR}),
    (data.make_linear_40, {"seed": 1}, {"seed": NO_COUNT}),
    (data.make_overlap_60, {"seed": 1}, {"seed": NO_COUNT}),
    (data.make_temperature_grid, {"step": 10}, {"step": NO_SCALAR}),
    (data.triangle_wave, {"t": [0.5], "period": 2}, {"t": NO_NUMBER, "period": NO_SCALAR}),
    (alt_text, {"figure": new_figure()}, {"figure": NO_FRAME}),
]
X = np.random.default_rng(0).normal(size=(6, 2))
Y, SIGNS, SHARES = np.array([0, 1, 1, 0, 1, 0]), np.array([-1, 1, 1, -1, 1, -1]), np.linspace(
    0.2, 0.8, 6)
K, SELECTORS = X @ X.T, make_selectors(X)
NO_GENERATOR = {"None": None, "a seed": 0, "NaN": np.nan, "text": "zz"}
NO_PROBLEM = {"None": None, "a matrix": K, "text": "zz", "samples": (X, SIGNS), "a model": SVC()}
NO_MATRIX = {**NO_NUMBER, "a number": 1.0, "empty": [], "a row": [1.0, 2.0],
             "oblong": np.zeros((6, 2)),
             "asymmetric": np.triu(np.ones((6, 6))), "indefinite": 1 - np.eye(6),
             "too large": 1e200 * np.eye(6)}
NO_TARGETS = {**NO_NUMBER, "empty": [], "short": [1.0, 2.0], "a column": np.zeros((6, 1)),
              "too large": np.full(6, 1e200)}
NO_PENALTY = {**NO_SCALAR, "negative": -1.5, "zero": 0.0}
NO_STEPS = {**NO_COUNT, "zero": 0}
NO_COUNTS = {**NO_NUMBER, "negative": [-1, 2], "infinity": [np.inf, 1]}
del NO_COUNTS["frame"], NO_STEPS["frame"]
CALLS += [
    (kernel_ridge, {"K": K, "y": X[:, 0], "lam": 1.0},
     {"K": NO_MATRIX, "y": NO_TARGETS, "lam": NO_PENALTY}),
    *((solve, {"problem": DualProblem(K, SIGNS)}, {"problem": NO_PROBLEM})
      for solve in (solve_smo, solve_fast, solve_qp, solve_sor)),
    (solve_interior_point, {"problem": DualProblem.from_data(X, SIGNS)}, {"problem": NO_PROBLEM}),
    (standard_form, {"problem": DualProblem(K, SIGNS)}, {"problem": NO_PROBLEM}),
    (DualProblem, {"K": K, "y": SIGNS, "C": 1.0},
     {"K": {k: v for k, v in NO_MATRIX.items() if k not in ("asymmetric", "indefinite")},
      "C": {**NO_NUMBER, "negative": -1, "zero": 0, "short": [1.0]}}),
    (logistic_regression, {"X": X, "y": Y, "lam": 1.0, "tol": 1e-8, "max_iter": 100},
     {"max_iter": NO_STEPS, "tol": {**NO_NUMBER, "negative": -1}}),
    (logit_fit, {"X": X, "y": SHARES, "y_max": 1.0}, {"y_max": NO_PENALTY}),
    (sigmoid, {"f": [0.0], "A": -1.0, "B": 0.0}, {"f": NO_NUMBER, "A": NO_NUMBER, "B": NO_NUMBER}),
    (hinge_sgd, {"X": X, "y": SIGNS, "epochs": 2, "seed": 0},
     {"epochs": NO_STEPS, "seed": NO_COUNT}),
    (fit_virtual, {"model": SVC(), "X": X, "y": Y, "moves": [np.negative]},
     {"model": {"None": None, "a list": []},
      "moves": {"None": None, "a function": np.negative, "text": "zz", "numbers": [1]}}),
    (folds, {"n": 6, "k": 2, "rng": np.random.default_rng(0)},
     {"n": NO_STEPS, "k": NO_STEPS, "rng": NO_GENERATOR}),
    (stratified_folds, {"y": Y, "k": 2, "rng": np.random.default_rng(0)},
     {"k": NO_STEPS, "rng": NO_GENERATOR}),
    (pairs, {"folds": [np.array([0, 1]), np.array([2])]},
     {"folds": {"None": None, "a number": 3, "empty": [], "one": [np.arange(3)],
     "an empty one": [np.arange(3), []], "text": ["a", "b"], "fractions": [[0.5], [1.5]],
     "truth values": [[True, False], [False, True]]}}),
    (multinomial_bits, {"counts": [9, 1]},
     {"counts": {**NO_COUNTS, "a number": 3, "empty": [], "a table": [[1, 2], [3, 4]]}}),
    (log2_binomial, {"n": 5, "k": 2}, {"n": NO_COUNTS, "k": {**NO_COUNTS, "more than n": 6}}),
    (exception_bits, {"n": 9, "covered": 3, "fp": 1, "fn": 1},
     {"n": NO_COUNTS, "covered": NO_COUNTS}),
    (rule_bits, {"conditions": [1.0]}, {"conditions": {**NO_COUNTS, "a number": 3}}),
    (description_length, {"conditions_bits": [[1.0]], "n": 9, "covered": 3, "fp": 1, "fn": 1},
     {name: {**NO_SCALAR, "negative": -1} for name in ("n", "covered", "fp", "fn")}),
    (wilks_p_value, {"statistic": 3.0, "degrees": 1},
     {"statistic": NO_NUMBER, "degrees": NO_COUNT}),
    (rates.difference, {"a": (0.5, 0.4, 0.7), "b": (0.2, 0.1, 0.3)},
     {"a": {**NO_NUMBER, "a number": 0.5, "two": [0.1, 0.2]}}),
    (kernels.gram, {"kernel": "rbf", "X": X},
     {"kernel": {"None": None, "a list": ["rbf"], "unknown": "zz", "a number": 1}}),
    (kernels.diagonal, {"kernel": "linear", "X": X},
     {"kernel": {"None": None, "a list": ["rbf"], "unknown": "zz"},
      "X": {**NO_NUMBER, "a row": [1.0]}}),
    (kernels.from_products, {"kernel": "poly", "products": np.ones((2, 2))},
     {"kernel": NO_COLUMN,
      "products": {"None": None, "a number": 1.0, "whole": np.eye(2, dtype=int)}}),
    (kernels.is_psd, {"K": K, "tolerance": 1e-10}, {"tolerance": {**NO_SCALAR, "negative": -1}}),
    (simplify, {"rule": Rule((Condition("x[0]", ">", 0.0),), 1), "X": X, "y": Y},
     {"rule": {"None": None, "text": "zz", "a number": 1}}),
    (best_line, {"selectors": SELECTORS, "Y": np.array([Y == 0, Y == 1]), "alive": np.ones(6, bool),
                 "beam_width": 2, "alpha": 0.5},
     {"selectors": {"None": None, "samples": X}, "Y": {"None": None, "a row": Y == 1},
      "alive": {"None": None, "numbers": np.ones(6), "short": [True]},
      "beam_width": NO_STEPS, "alpha": NO_PENALTY}),
    (cross_validated_cp, {"model": CARTRegressor(), "X": X, "y": X[:, 0], "folds": 2,
                          "random_state": 0},
     {"model": {"None": None, "another": SVC()}, "random_state": NO_COUNT}),
]


def answer(call, name, arguments) -> str:
    """Return what is wrong with the answer to an argument that cannot be right, or nothing."""
    try:
        call(**arguments)
    except (TypeError, ValueError) as refusal:
        message = str(refusal)
        named = name in message or "DataFrame" in message or "column" in message
        return "" if named and len(message) < 400 else message
    except Exception as error:
        return repr(error)
    return "taken"


@pytest.mark.parametrize(("call", "good", "bad"), CALLS)
def test_a_wrong_argument_is_refused_by_name(call, good, bad):
    call(**good)
    answers = {(name, kind): answer(call, name, {**good, name: value})
               for name, values in bad.items() for kind, value in values.items()}
    assert {case: wrong for case, wrong in answers.items() if wrong} == {}


@pytest.mark.parametrize(("call", "said"), [
    (lambda: SVC().fit(PEOPLE[["Sex", "Pclass"]], PEOPLE["Survived"]),
     "X must .* got text such as 'male'"),
    (lambda: SVC().fit([["a"], ["b"]], [0, 1]), "X must .* got text"),
    (lambda: SVC().fit(np.array([["2020"], ["2021"]], "M8[D]"), [0, 1]), "X must .* got dates"),
    (lambda: SVC().fit(pd.DataFrame({"t": pd.to_datetime(["2020", "2021"])}), [0, 1]),
     "X must .* got dates"),
    (lambda: SVC().fit([[0.0], [1.0]], [0, 1]).predict([["a"]]), "X must .* got text"),
    (lambda: best_split(["a", "b"], [0, 1]), "x must .* got text"),
    (lambda: best_split(np.array(["2020", "2021"], "M8[D]"), [0, 1]), "x must .* got dates"),
], ids=["frame", "list", "dates", "frame of dates", "predict", "split", "split of dates"])
def test_models_refuse_what_is_no_number_by_name(call, said):
    with pytest.raises((TypeError, ValueError), match=said):
        call()


HUGE = np.where(np.arange(12).reshape(6, 2) == 3, 1e200, X)
TOO_LARGE = {
    **{f"{kernel.__name__} kernel": lambda kernel=kernel: kernel(HUGE) for kernel in (
        kernels.linear, kernels.cosine, kernels.polynomial, kernels.rbf, kernels.gaussian,
        kernels.laplace_l1, kernels.laplace_l2,
        kernels.squared_distances)},
    "second samples": lambda: kernels.rbf(X, HUGE),
    "gamma": lambda: kernels.resolve_gamma("scale", HUGE),
    "powers": lambda: kernels.polynomial(1e60 * X, degree=3),
    "powers of a machine": lambda: SVC(kernel="poly", gamma=1.0).fit(1e60 * X, Y),
    "smoothing": lambda: kernels.nadaraya_watson(X, HUGE[:, 1], X, 1.0),
    "SVC": lambda: SVC().fit(HUGE, Y),
    "linear SVC": lambda: SVC(kernel="linear").fit(HUGE, Y), "SVR": lambda: SVR().fit(HUGE, Y),
    "targets": lambda: SVR().fit(X, HUGE[:, 1]),
    "predictions": lambda: SVC().fit(X, Y).predict(HUGE),
    "several classes": lambda: OneVsRest().fit(HUGE, [0, 1, 2, 0, 1, 2]),
    "problem": lambda: DualProblem.from_data(HUGE, SIGNS), "ridge": lambda: ridge(HUGE, Y),
    "dual ridge": lambda: ridge(HUGE, Y, 1.0, form="dual"),
    "targets of ridge": lambda: ridge(X, HUGE[:, 1]),
    "logistic": lambda: logistic_regression(HUGE, Y, 1.0), "steps": lambda: hinge_sgd(HUGE, SIGNS),
    "tree": lambda: CARTRegressor(min_samples_split=2).fit(X, HUGE[:, 1]),
    "split": lambda: best_split(X[:, 0], HUGE[:, 1], "squared_error"),
    "criterion": lambda: squared_error(HUGE[:, 1]),
    "pruning": lambda: cross_validated_cp(CARTRegressor(min_samples_split=2), X, HUGE[:, 1], 2),
    "interval": lambda: corrected_interval(HUGE[:, 1], 4, 2),
    "choice": lambda: one_standard_error(HUGE),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", TOO_LARGE)
def test_numbers_whose_squares_overflow_get_a_sentence_and_no_warning(case):
    with pytest.raises(ValueError, match="too large"):
        TOO_LARGE[case]()


@pytest.mark.filterwarnings("error")
def test_large_numbers_whose_squares_fit_are_taken():
    """Thresholds are not squared, and neither are features by a tree."""
    s = 1e149
    assert kernels.linear(s * X) == pytest.approx(s * s * K)
    assert SVC().fit(s * X, Y).predict(s * X).tolist() == SVC().fit(X, Y).predict(X).tolist()
    assert CARTRegressor(min_samples_split=2).fit(1e50 * HUGE, X[:, 0]).get_n_leaves() > 1
    assert ridge(s * X, s * X[:, 0])[0] == pytest.approx([1, 0])
    plain, huge = (cross_validated_cp(CARTRegressor(min_samples_split=2), X, t * X[:, 0], 3)
                   for t in (1.0, s))
    assert huge["xstd"].to_numpy() == pytest.approx(plain["xstd"].to_numpy())
