"""The exercises of lesson 02d: right in any form, wrong with its own reason."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson02d import kkt_violation
from coursekit.exercise.registry import find


# ------------------------------------------------------------------------------ kkt-violation

def by_cases(yf, alpha, C):
    found = []
    for value, a in zip(yf, alpha):
        if a == 0:
            found.append(max(0.0, 1 - value))
        elif a == C:
            found.append(max(0.0, value - 1))
        else:
            found.append(abs(value - 1))
    return found


def by_slopes(yf, alpha, C):
    missing = 1 - np.asarray(yf, dtype=float)
    rise = np.where(np.asarray(alpha) < C, missing, 0)
    fall = np.where(np.asarray(alpha) > 0, -missing, 0)
    return pd.Series(np.maximum(0, np.maximum(rise, fall)))


@pytest.mark.parametrize("answer", [kkt_violation, by_cases, by_slopes])
def test_the_violation_may_be_computed_in_any_way(answer):
    assert grade("kkt-violation", answer).status == "right"


def near_by_isclose(yf, alpha, C):
    at_zero, at_C = np.isclose(alpha, 0), np.isclose(alpha, C)
    return kkt_violation(yf, np.where(at_zero, 0, np.where(at_C, C, alpha)), C)


def near_a_bound(tolerance):
    def answer(yf, alpha, C):
        alpha = np.array(alpha, dtype=float)
        at_zero, at_C = alpha < tolerance, alpha > C - tolerance
        return kkt_violation(yf, np.where(at_zero, 0, np.where(at_C, C, alpha)), C)
    return answer


@pytest.mark.parametrize("tolerance, status", [(1e-1, "wrong"), (1e-2, "wrong"), (1e-3, "wrong"),
                                               (1e-4, "wrong"), (1e-6, "wrong"),
                                               (1e-8, "right")])
def test_a_coarse_tolerance_at_the_bounds_is_refused(tolerance, status):
    assert grade("kkt-violation", near_a_bound(tolerance)).status == status


@pytest.mark.parametrize("form", [lambda v: v.astype(np.float32), lambda v: v.round(6)])
def test_single_precision_and_six_decimals_are_enough(form):
    answer = grade("kkt-violation", lambda yf, alpha, C: form(kkt_violation(yf, alpha, C)))
    assert answer.status == "right"


def with_alpha_as_it_comes(yf, alpha, C):
    """Compare a list with 0 and with C: neither is ever so."""
    yf = np.array(yf, dtype=float)
    return np.where(alpha == 0, np.maximum(0, 1 - yf),
                    np.where(alpha == C, np.maximum(0, yf - 1), abs(yf - 1)))


def with_C_at_most_one(yf, alpha, C):
    """Right for most C: nobody is told that each support vector is taken to lie at 1."""
    yf, alpha = np.array(yf, dtype=float), np.array(alpha)
    return np.where(alpha == 0, np.maximum(0, 1 - yf),
                    np.where(alpha == min(C, 1), np.maximum(0, yf - 1), abs(yf - 1)))


def with_C_cut_to_a_whole_number(yf, alpha, C):
    bound = int(C) if np.isfinite(C) else C
    yf, alpha = np.array(yf, dtype=float), np.array(alpha, dtype=float)
    return np.where(alpha == 0, np.maximum(0, 1 - yf),
                    np.where(alpha == bound, np.maximum(0, yf - 1), abs(yf - 1)))


def by_share(yf, alpha, C):
    share = np.array(alpha) / C
    return kkt_violation(yf, share, 1)


@pytest.mark.parametrize("key, answer, name", [
    ("kkt-violation", lambda *case: kkt_violation(*case).reshape(-1, 1), "in a column"),
    ("kkt-violation", lambda *case: (kkt_violation(*case) > 0) * 1.0, "truth values"),
    ("kkt-violation", lambda *case: [v > 0 for v in kkt_violation(*case)], "truth values"),
    ("kkt-violation", lambda *case: kkt_violation(*case)**2, "squared"),
    ("kkt-violation", lambda *case: -kkt_violation(*case), "sign turned round"),
    ("kkt-violation", near_a_bound(1e-3), "a tolerance"),
    ("kkt-violation", near_a_bound(1e-6), "a tolerance"),
    ("kkt-violation", near_by_isclose, "a tolerance"),
    ("kkt-violation", with_alpha_as_it_comes, "a list compared"),
    ("kkt-violation", with_C_at_most_one, None),
    ("kkt-violation", by_share, "share of C"),
    ("kkt-violation", lambda *case: kkt_violation(*case).sum(), "the sum only")])
def test_a_nearly_right_function_is_told_its_own_mistake(key, answer, name):
    assert grade(key, answer).matched == name


@pytest.mark.parametrize("key, answer, untrue", [
    ("kkt-violation", with_C_cut_to_a_whole_number, "with 1"),
])
def test_a_verdict_does_not_tell_what_this_function_does_not_do(key, answer, untrue):
    verdict = grade(key, answer)
    assert verdict.status == "wrong" and untrue not in verdict.message


@pytest.mark.parametrize("answer, words", [
    (lambda yf, alpha, C: kkt_violation(yf, alpha, C) + 1e-3, "your function returns"),
    (lambda yf, alpha, C: print(kkt_violation(yf, alpha, C)), "returns nothing"),
    (lambda yf, alpha, C: [0.0, 0.5, 0.0], "Right in 1 of"),
    (lambda yf, alpha, C: kkt_violation(alpha, yf, C), "your function returns"),
    (lambda yf, alpha, C: np.sqrt(kkt_violation(yf, alpha, C)), "your function returns"),
])
def test_a_violation_that_goes_wrong_is_told_why(answer, words):
    verdict = grade("kkt-violation", answer)
    assert verdict.status == "wrong" and words in verdict.message, verdict.message


# ----------------------------------------------------------------------------------- and-soft

@pytest.mark.parametrize("answer", [
    (1, 1, -2, 1), [1.0, 1.0, -2.0, 1.0], np.array([[1], [1], [-2], [1]]), pd.Series([1, 1, -2, 1]),
    {"w1": 1, "w2": 1, "b": -2, "xi": 1}, (1.0004, 0.9996, -2, 1), np.float32([1, 1, -2, 1]),
])
def test_and_with_slack_in_any_form(answer):
    assert grade("and-soft", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    ((2, 2, -3, 0), "hard margin"), ((0.5, 0.5, -1.5, 1.5), "another C"),
    ((1.5, 1.5, -2.5, 0.5), "another C"), ((1, 1, -1.5, 0.5), "shortened"),
    ((0.5, 0.5, -0.75, 1), "shortened"),
    ((2, 2, -3, 1), "hard margin"), ((0.5, 0.5, -1, 0.5), "right line, another length"),
    ((-2, 1, 1, 1), "another order"), ((1, 1, 1, -2), "another order"), ((1, 1, -2, 0), "no slack"),
    ((1, 1, -2, -1), "f for the slack"), ((1, 1, -2, 0.7071), "a length"),
    ((1, 1, -2, 2), "the multiplier"), ((1, 1, -2, 0.4), "line right"),
    ((-1, -1, 2, 1), "turned round"), ((-1, -1, -2, 1), None), ((4, 4, -5, -2), None),
    ((0, 1, 1, 2), "multipliers"),
    ((1, 1, -1, 0), "weights right"), ((3, 1, 0, 0), None),
])
def test_a_wrong_line_or_slack_is_recognised_by_its_cause(answer, name):
    verdict = grade("and-soft", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name)


# ------------------------------------------------------------------------------- what-follows

@pytest.mark.parametrize("answer", [{"b", "c", "e"}, "bce", ["E", "c", "b"], "b, c, e",
                                    np.array(["b", "c", "e"]), ("b", "c", "e")])
def test_what_follows_in_any_form(answer):
    assert grade("what-follows", answer).status == "right"


def test_all_subsets_are_judged_and_a_verdict_names_a_letter_that_is_wrong():
    right = {"b", "c", "e"}
    for k in range(7):
        for chosen in map(set, combinations("abcdef", k)):
            verdict = grade("what-follows", chosen)
            assert verdict.status == ("right" if chosen == right else "wrong"), chosen
            named = verdict.message[2] if verdict.message.startswith("**") else None
            if named:
                assert (named in chosen) != (named in right), (chosen, verdict.message)


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    assert find("kkt-violation").right[0].tolist() == [0, 0.5, 0]
