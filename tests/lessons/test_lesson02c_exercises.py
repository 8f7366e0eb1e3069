"""The exercises of sitting 02c: right in any form, wrong with its own reason."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson02c import kkt_violation, perceptron
from coursekit.exercise.registry import find


# --------------------------------------------------------------------------------- perceptron

def by_lists(X, y, max_epochs=1000):
    w, updates = [0.0] * (len(X[0]) + 1), 0
    for _ in range(max_epochs):
        quiet = True
        for x, label in zip(X, y):
            x = [1, *x]
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w = [a + label * b for a, b in zip(w, x)]
                updates, quiet = updates + 1, False
        if quiet:
            return w, updates
    return None, updates


def with_a_separate_intercept(X, y, max_epochs=1000):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    w, b, updates, epochs, done = np.zeros(X.shape[1]), 0.0, 0, 0, False
    while not done and epochs < max_epochs:
        done, epochs = True, epochs + 1
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b) <= 0:
                w, b, updates, done = w + y[i] * X[i], b + y[i], updates + 1, False
    return (np.r_[b, w], updates) if done else (None, updates)


@pytest.mark.parametrize("answer", [perceptron, by_lists, with_a_separate_intercept])
def test_a_perceptron_may_be_written_in_any_way(answer):
    assert grade("perceptron", answer).status == "right"


def endless(X, y, max_epochs=1000):
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    while (np.array(y) * (X_1 @ w) <= 0).any():
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w, updates = w + label * x, updates + 1
    return w, updates


def changes_x(X, y, max_epochs=1000):
    found = perceptron(X, y, max_epochs)
    if isinstance(X, np.ndarray):
        X[0] = 0
    return found


@pytest.mark.parametrize("answer, words", [
    (endless, "still running"), (changes_x, "changes its argument `X`"),
    (lambda X, y, max_epochs=1000: ([-1.0, 2.0], 5), "Right in 2 of"),
    (lambda X, y, max_epochs=1000: print(perceptron(X, y, max_epochs)), "returns nothing"),
    (lambda X, y, max_epochs=1000: 1 / 0, "ZeroDivisionError"),
    (lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs)[::-1], "your function returns"),
    (([-1.0, 2.0], 5), "I expected a function"),
])
def test_a_perceptron_that_goes_wrong_is_told_why(answer, words):
    verdict = grade("perceptron", answer)
    assert verdict.status != "right" and words in verdict.message, verdict.message


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


def updates_above(level):
    def answer(X, y, max_epochs=1000):
        w, updates = np.zeros(1 + np.shape(X)[1]), 0
        for _ in range(max_epochs):
            before = updates
            for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
                if label * (w @ x) <= level:
                    w, updates = w + label * x, updates + 1
            if updates == before:
                return w, updates
        return None, updates
    return answer


def looks_after_all_epochs(X, y, max_epochs=1000):
    """Go through all epochs that are allowed, and only then look whether all samples are right."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for x, label in list(zip(X_1, y)) * max_epochs:
        if label * (w @ x) <= 0:
            w, updates = w + label * x, updates + 1
    return (w if (np.array(y) * (X_1 @ w) > 0).all() else None), updates


def ends_when_any_is_right(X, y, max_epochs=1000):
    """Look after each epoch, but end if one is right: where that is wrong, it was the first."""
    X_1 = np.column_stack([np.ones(len(X)), X])
    w, updates = np.zeros(X_1.shape[1]), 0
    for _ in range(max_epochs):
        before = updates
        for x, label in zip(X_1, y):
            if label * (w @ x) <= 0:
                w, updates = w + label * x, updates + 1
        if updates == before or (np.array(y) * (X_1 @ w) > 0).any():
            return w, updates
    return None, updates


def by_share(yf, alpha, C):
    share = np.array(alpha) / C
    return kkt_violation(yf, share, 1)


def none_alone(X, y, max_epochs=1000):
    found = perceptron(X, y, max_epochs)
    return None if found[0] is None else found


def by_predictions(X, y, max_epochs=1000):
    w, updates = np.zeros(1 + np.shape(X)[1]), 0
    for _ in range(max_epochs):
        before = updates
        for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
            if (1 if w @ x > 0 else -1) != label:
                w, updates = w + label * x, updates + 1
        if updates == before:
            return w, updates
    return None, updates


def updates_capped_at_once(X, y, max_epochs=1000):
    w, updates, quiet = np.zeros(1 + np.shape(X)[1]), 0, False
    while updates < max_epochs and not quiet:
        quiet = True
        for x, label in zip(np.column_stack([np.ones(len(X)), X]), y):
            if label * (w @ x) <= 0:
                w, updates, quiet = w + label * x, updates + 1, False
    return (w, updates) if quiet else (None, updates)


def one_epoch_more(X, y, max_epochs=1000):
    return perceptron(X, y, max_epochs + 1)


def ends_when_all_are_right(X, y, max_epochs=1000):
    """Right, and in no more updates; but the last epoch may be one with updates."""
    w, updates = perceptron(X, y, max_epochs + 1)
    return (w, updates) if w is not None else perceptron(X, y, max_epochs)


def as_column(X, y, max_epochs=1000):
    w, updates = perceptron(X, y, max_epochs)
    return w if w is None else w.reshape(-1, 1), updates


@pytest.mark.parametrize("key, answer, name", [
    ("perceptron", updates_capped_at_once, "cap on updates"),
    ("perceptron", one_epoch_more, "only the cap"),
    ("perceptron", ends_when_all_are_right, "ends an epoch early"),
    ("perceptron", lambda X, y, max_epochs=1000: perceptron(X, y, max_epochs - 1), "only the cap"),
    ("perceptron", as_column, "w in a column"),
    ("kkt-violation", lambda *case: kkt_violation(*case).reshape(-1, 1), "in a column"),
    ("kkt-violation", lambda *case: (kkt_violation(*case) > 0) * 1.0, "truth values"),
    ("kkt-violation", lambda *case: [v > 0 for v in kkt_violation(*case)], "truth values"),
    ("kkt-violation", lambda *case: kkt_violation(*case)**2, "squared"),
    ("kkt-violation", lambda *case: -kkt_violation(*case), "sign turned round"),
    ("kkt-violation", near_a_bound(1e-3), "a tolerance"),
    ("kkt-violation", near_a_bound(1e-6), "a tolerance"),
    ("kkt-violation", near_by_isclose, "a tolerance"),
    ("perceptron", updates_above(0.01), "a tolerance"),
    ("perceptron", updates_above(1e-5), "a tolerance"),
    ("perceptron", lambda X, y, max_epochs=200: perceptron(X, y, max_epochs), "another default"),
    ("kkt-violation", with_alpha_as_it_comes, "a list compared"),
    ("kkt-violation", with_C_at_most_one, None),
    ("perceptron", ends_when_any_is_right, "one epoch"),
    ("kkt-violation", by_share, "share of C"), ("perceptron", none_alone, "None alone"),
    ("kkt-violation", lambda *case: kkt_violation(*case).sum(), "the sum only"),
    ("perceptron", lambda *case: perceptron(*case)[::-1], "number first"),
    ("perceptron", lambda X, y, max_epochs=1000: perceptron(X, y), "no cap"),
    ("perceptron", by_predictions, "zero is a prediction")])
def test_a_nearly_right_function_is_told_its_own_mistake(key, answer, name):
    assert grade(key, answer).matched == name


@pytest.mark.parametrize("key, answer, untrue", [
    ("kkt-violation", with_C_cut_to_a_whole_number, "with 1"),
    ("perceptron", looks_after_all_epochs, "You end"),
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


@pytest.mark.parametrize("key", ["perceptron", "kkt-violation"])
def test_the_example_in_the_docstring_of_the_stub_is_so(key):
    """It is the first of the cases, and stands on the page."""
    first = find(key).right[0]
    if key == "perceptron":
        assert first[0].tolist() == [-1, 2] and first[1] == 5
    else:
        assert first.tolist() == [0, 0.5, 0]
