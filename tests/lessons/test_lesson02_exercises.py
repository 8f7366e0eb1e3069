"""The exercises of sitting 02: right in any form, wrong with its own reason."""
from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson02 import kkt_residuals
from coursekit.exercise.registry import find
from coursekit.lagrange import inequality_qp


# ------------------------------------------------------------------------------ kkt_residuals

def by_loops(grad_f, grads_c, c, lam):
    stationarity = max(abs(grad_f[j] - sum(lam[i] * grads_c[i][j] for i in range(len(c))))
                       for j in range(len(grad_f)))
    primal = max([0] + [-v for v in c])
    dual = max([0] + [-v for v in lam])
    return [stationarity, primal, dual, max([0] + [abs(a * b) for a, b in zip(lam, c)])]


def by_numpy(grad_f, grads_c, c, lam):
    G = np.asarray(grads_c, dtype=float).reshape(-1, len(grad_f))
    lam, c = np.asarray(lam, dtype=float), np.asarray(c, dtype=float)
    rest = np.asarray(grad_f) - lam @ G
    parts = (rest, np.clip(c, None, 0), np.clip(lam, None, 0), c * lam)
    return np.array([np.abs(p).max(initial=0) for p in parts])


def as_a_series(*case):
    return pd.Series(kkt_residuals(*case), ["stationarity", "primal", "dual", "complementarity"])


def as_printed(*case):
    return [round(residual, 3) for residual in kkt_residuals(*case)]


@pytest.mark.parametrize("answer", [by_loops, by_numpy, kkt_residuals, as_a_series, as_printed])
def test_residuals_may_be_computed_in_any_way(answer):
    assert grade("kkt-residuals", answer).status == "right"


def prints_only(grad_f, grads_c, c, lam):
    print(kkt_residuals(grad_f, grads_c, c, lam))


def one_number(grad_f, grads_c, c, lam):
    return max(kkt_residuals(grad_f, grads_c, c, lam))


def hard_coded(grad_f, grads_c, c, lam):
    return (0.0, 0.0, 0.0, 0.5)


def other_order(grad_f, grads_c, c, lam):
    a, b, d, e = kkt_residuals(grad_f, grads_c, c, lam)
    return a, d, b, e


def endless(grad_f, grads_c, c, lam):
    while True:
        pass


def sorts_in_place(grad_f, grads_c, c, lam):
    out = kkt_residuals(grad_f, grads_c, c, lam)
    c[:] = sorted(c)
    return out


def without_the_empty_case(grad_f, grads_c, c, lam):
    return (max(abs(np.array(grad_f) - np.array(grads_c).T @ np.array(lam))), max(-min(c), 0),
            max(-min(lam), 0), max(abs(np.array(lam) * np.array(c))))


@pytest.mark.parametrize("answer, words", [
    (prints_only, "returns nothing"), (one_number, "a number where a tuple of length 4"),
    (hard_coded, "Right in 1 of"), (other_order, ""),
    (endless, "still running"), (sorts_in_place, "changes its argument `c`"),
    (without_the_empty_case, ""),
    (lambda *case: tuple(int(r) for r in kkt_residuals(*case)), ""),
    (lambda *case: tuple(round(r, 1) for r in kkt_residuals(*case)), "Right in 51 of"),
    ((0.0, 0.0, 0.0, 0.5), "I expected a function"),
])
def test_residuals_that_go_wrong_are_told_why(answer, words):
    verdict = grade("kkt-residuals", answer)
    assert verdict.status != "right" and words in verdict.message, verdict.message


@pytest.mark.parametrize("answer, name", [
    (other_order, "dual before primal"), (without_the_empty_case, "no constraints"),
    (lambda *case: tuple(int(r) for r in kkt_residuals(*case)), "whole numbers"),
])
def test_residuals_that_go_wrong_for_a_known_reason_are_recognised(answer, name):
    assert grade("kkt-residuals", answer).matched == name


def of_lists(grad_f, grads_c, c, lam):
    return kkt_residuals(grad_f, grads_c, c, lam * c)


def with_means(grad_f, grads_c, c, lam):
    return (np.abs(np.array(grad_f) - np.array(grads_c).T @ np.array(lam)).mean(),
            *without_the_empty_case(grad_f, grads_c, c, lam)[1:])


@pytest.mark.parametrize("answer", [of_lists, with_means, prints_only, hard_coded, one_number])
def test_the_empty_case_is_not_the_one_shown_where_others_are_wrong(answer):
    assert "c = []" not in grade("kkt-residuals", answer).message


@pytest.mark.parametrize("answer", [of_lists, prints_only, one_number, sorts_in_place])
def test_where_no_value_came_back_there_is_no_advice_on_values(answer):
    assert find("kkt-residuals").fallback_hint not in grade("kkt-residuals", answer).message


@pytest.mark.parametrize("limit", [0.05, 0.001])
def test_a_small_violation_is_one(limit):
    verdict = grade("kkt-residuals",
                    lambda *case: tuple(r * (r >= limit) for r in kkt_residuals(*case)))
    assert verdict.status == "wrong" and "0.0008" in verdict.message


def test_a_large_violation_is_not_cut_off():
    cut = grade("kkt-residuals", lambda *case: tuple(min(r, 100) for r in kkt_residuals(*case)))
    assert cut.status == "wrong"


def test_of_a_complementarity_that_is_always_zero_no_cause_is_stated():
    assert grade("kkt-residuals", lambda *case: (*kkt_residuals(*case)[:3], 0)).matched \
        == "active only"


# --------------------------------------------------------------------------- two-constraints

@pytest.mark.parametrize("answer", [
    (2, 1, 1, 1), [2.0, 1.0, 1.0, 1.0], np.array([2, 1, 1, 1], dtype=np.float32),
    np.array([[2, 1], [1, 1]]), pd.Series([2, 1, 1, 1]), (Fraction(2), Fraction(1), 1, 1),
    {"x1": 2, "x2": 1, "lambda1": 1, "lambda2": 1}, (2.0004, 0.9996, 1, 1),
    ((2, 1), (1, 1)), [[2, 1], [1, 1]], ([2, 1], 1, 1), {"x": (2, 1), "lam": (1, 1)},
    inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [2, 3]),
    {"λ1": 1, "λ2": 1, "x1": 2, "x2": 1}, {r"\lambda_1": 1, r"\lambda_2": 1, "x_1": 2, "x_2": 1},
    {"multipliers": [1, 1], "minimum": np.array([2, 1])}, {"lam₁": 1, "lam₂": 1, "x₁": 2, "x₂": 1},
])
def test_the_two_constraints_in_any_form(answer):
    assert grade("two-constraints", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    ((1.5, 1.5, 0, 1.5), "second only"), ((2, 0, 2, 0), "first only"), ((2, 1, 2, 2), "no half"),
    ((2, 1, -1, -1), "sign"), ((2, 1, 2, 1), "one after the other"), ((2, 1, 1, 2), "point right"),
    ((2, 1, 0.5, 0.7), "point right"), ((2, 1, 0, 0), "no multipliers"),
    ((1, 1, 2, 1), "multipliers first"), ((0, 0, 0, 0), "free minimum"), ((3, 0, 1, 1), None),
    (((1, 1), (2, 1)), "multipliers first"), ({"lam": (2, 1), "x": (1, 1)}, "multipliers first"),
    ({"x1": 2, "x2": 1, "λ2": 1, "λ1": 2}, "one after the other"),
])
def test_a_wrong_point_or_multiplier_is_recognised(answer, name):
    verdict = grade("two-constraints", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name)


def test_four_right_numbers_in_brackets_are_told_apart_from_wrong_ones():
    boxed = grade("kkt-residuals", lambda *case: [[part] for part in kkt_residuals(*case)])
    wrong = grade("kkt-residuals", lambda *case: [[part + 1] for part in kkt_residuals(*case)])
    assert (boxed.status, boxed.matched, wrong.matched) == ("wrong", "in brackets", None)


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    assert find("kkt-residuals").right[0] == pytest.approx((0.0, 0.0, 0.0, 0.5))
