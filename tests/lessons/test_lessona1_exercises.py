"""The exercises of appendix a1: right in any form, wrong with its own reason."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import linalg

from coursekit.exercise import grade
from coursekit.exercises.lessona1 import back_substitute, ridge_dual


def by_scipy(U, v):
    return linalg.solve_triangular(U, v)


def by_lists(U, v):
    x = [0.0] * len(v)
    for i in reversed(range(len(v))):
        rest = v[i]
        for j in range(i + 1, len(v)):
            rest = rest - U[i][j] * x[j]
        x[i] = rest / U[i][i]
    return x


def by_recursion(U, v):
    if len(v) == 0:
        return []
    last = v[-1] / U[-1, -1]
    return np.append(by_recursion(U[:-1, :-1], v[:-1] - U[:-1, -1] * last), last)


def by_columns(U, v):
    left, x = np.array(v, dtype=np.float32), np.zeros(len(v), dtype=np.float32)
    for i in range(len(v) - 1, -1, -1):
        x[i] = left[i] / U[i, i]
        left -= U[:, i] * x[i]
    return pd.Series(x)


@pytest.mark.parametrize("answer", [by_scipy, by_lists, by_recursion, by_columns, back_substitute,
                                    lambda U, v: by_scipy(U, v).round(4)])
def test_back_substitution_may_be_written_in_any_way(answer):
    assert grade("back-substitute", answer).status == "right"


def needs_unit_diagonal(U, v):
    return back_substitute(U - np.diag(np.diag(U)) + np.eye(len(v)), v)


def in_place(U, v):
    for i in reversed(range(len(v))):
        v[i] = (v[i] - U[i, i + 1:] @ v[i + 1:]) / U[i, i]
    return v


def reversed_answer(U, v):
    return back_substitute(U, v)[::-1]


def prints_only(U, v):
    print(back_substitute(U, v))


def off_the_end(U, v):
    x = np.zeros(len(v))
    for i in range(len(v), -1, -1):
        x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


def with_its_own_term(U, v):
    x = np.ones(len(v))
    for i in reversed(range(len(v))):
        x[i] = (v[i] - U[i, i:] @ x[i:]) / U[i, i]
    return x


def last_only(U, v):
    x = np.zeros(len(v))
    x[-1] = v[-1] / U[-1, -1]
    return x


def last_row_skipped(U, v):
    x = np.zeros(len(v))
    for i in range(len(v) - 2, -1, -1):
        x[i] = (v[i] - U[i, i + 1:] @ x[i + 1:]) / U[i, i]
    return x


@pytest.mark.parametrize("answer, words", [
    (needs_unit_diagonal, ""), (in_place, "changes its argument `v`"), (reversed_answer, ""),
    (prints_only, "returns nothing"), (off_the_end, "IndexError"), (with_its_own_term, ""),
    (last_only, ""), (last_row_skipped, "")])
def test_other_wrong_substitutions_are_told_what_happened(answer, words):
    told = grade("back-substitute", answer)
    assert told.status == "wrong" and words in told.message


def test_a_verdict_names_the_first_equation_only_where_it_comes_first():
    assert grade("back-substitute", last_only).matched is None
    assert grade("back-substitute", last_row_skipped).matched is None


def test_the_verdict_on_unknowns_left_out_is_true_of_a_wrong_slice_as_well():
    def wrong_slice(U, v):
        x = np.zeros(len(v))
        for i in reversed(range(len(v))):
            x[i] = (v[i] - U[i, :i] @ x[:i]) / U[i, i]
        return x

    assert grade("back-substitute", wrong_slice).matched == "first equation first"


@pytest.mark.parametrize("turn", [lambda x: x[:, None], lambda x: x[None], lambda x: [x]])
def test_right_numbers_in_another_shape_are_told_that_the_shape_is_wrong(turn):
    for key, right in (("back-substitute", back_substitute), ("ridge-dual", ridge_dual)):
        told = grade(key, lambda *case, right=right: turn(right(*case)))
        assert told.status == "wrong" and told.matched == "a column"


def test_the_penalty_left_out_is_recognised_in_two_forms():
    for solve in (np.linalg.solve, lambda K, y: np.linalg.pinv(K) @ y):
        told = grade("ridge-dual", lambda K, y, lam, K_new, solve=solve: K_new @ solve(K, y))
        assert told.matched.startswith("without the penalty")


def test_a_product_from_the_wrong_side_is_not_accused_of_a_transpose():
    def from_the_left(K, y, lam, K_new):
        return np.linalg.solve(K + lam * np.eye(len(y)), y) @ K_new

    told = grade("ridge-dual", from_the_left)
    assert told.status == "wrong" and "transpose" not in told.message


def by_inverse(K, y, lam, K_new):
    return (K_new @ np.linalg.inv(K + np.diag([lam] * len(y))) @ y).tolist()


def by_features(K, y, lam, K_new):
    """The primal way, from features that the eigen-map of K gives."""
    values, vectors = np.linalg.eigh(np.asarray(K, dtype=float))
    keep = values > 1e-9
    Phi = vectors[:, keep] * np.sqrt(values[keep])
    new = K_new @ vectors[:, keep] / np.sqrt(values[keep])
    w = np.linalg.solve(Phi.T @ Phi + lam * np.eye(keep.sum()), Phi.T @ y)
    return new @ w


def one_by_one(K, y, lam, K_new):
    beta = np.linalg.lstsq(K + lam * np.identity(len(K)), y)[0]
    return pd.Series([sum(b * k for b, k in zip(beta, row)) for row in K_new])


@pytest.mark.parametrize("answer", [by_inverse, by_features, one_by_one, ridge_dual])
def test_the_dual_form_may_be_written_in_any_way(answer):
    assert grade("ridge-dual", answer).status == "right"


def divided_by_lam(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K / lam + np.eye(len(y)), y)


def minus(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K - lam * np.eye(len(y)), y)


def penalty_doubled(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K + 2 * lam * np.eye(len(y)), y)


def with_intercept(K, y, lam, K_new):
    return ridge_dual(K + 1, y, lam, K_new + 1)


def elementwise(K, y, lam, K_new):
    return (K_new * np.linalg.solve(K + lam * np.eye(len(y)), y))


def normal_equations(K, y, lam, K_new):
    return K_new @ np.linalg.solve(K @ K + lam * np.eye(len(y)), K @ y)


def one_row(K, y, lam, K_new):
    return ridge_dual(K, y, lam, K_new[:1])


def no_return(K, y, lam, K_new):
    ridge_dual(K, y, lam, K_new)


@pytest.mark.parametrize("answer", [divided_by_lam, minus, penalty_doubled, with_intercept,
                                    elementwise, normal_equations, one_row, no_return])
def test_other_wrong_dual_forms_are_wrong_and_accused_of_nothing_else(answer):
    told = grade("ridge-dual", answer)
    assert told.status == "wrong" and told.matched is None and len(told.message) > 30


@pytest.mark.parametrize("answer", [{"c", "d"}, "cd", ["D", "c"], "d, c", ("c", "d")])
def test_two_statements_may_be_made(answer):
    assert grade("two-alike", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    ("abcd", "sign taken at its word"), ("bcdf", "larger is more important"), ("cef", "a cause"),
    ("cf", "every direction alike"), ("acdf", "sign taken at its word")])
def test_a_false_statement_is_answered_first(answer, name):
    assert grade("two-alike", answer).matched == name
