"""The exercises of sitting 03b: right in any form, wrong with its own reason."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from coursekit.exercises import grade
from coursekit.exercises.lesson03b import duality_gap, intercept, sor_sweep

NUMBERS = {"duality-gap": duality_gap, "intercept": intercept}


@pytest.mark.parametrize("key, right", NUMBERS.items())
def test_a_number_may_be_rounded_as_printed(key, right):
    for form in (lambda v: round(float(v), 4), np.float32, np.array, float):
        assert grade(key, lambda *case, form=form: form(right(*case))).status == "right"


@pytest.mark.parametrize("key, right", NUMBERS.items())
def test_an_array_of_one_number_is_refused_in_words(key, right):
    """The page goes on with the result, and prints it."""
    feedback = grade(key, lambda *case: np.array([right(*case)]))
    assert feedback.status == "wrong"
    assert "an array of shape (1,) where a number is wanted" in feedback.message


def sweep_that_ends(at, leave):
    def sweep(Q, alpha, C, omega):
        alpha = np.array(alpha, dtype=float)
        for k in range(len(alpha)):
            slope = 1 - Q[k] @ alpha
            if abs(slope) <= at:
                if leave:
                    break
                continue
            alpha[k] = np.clip(alpha[k] + omega * slope / Q[k, k], 0, C)
        return alpha
    return sweep


def test_a_sweep_goes_on_after_an_entry_that_need_not_move():
    assert grade("sor-sweep", sor_sweep).status == "right"
    assert grade("sor-sweep", sweep_that_ends(0.0, leave=False)).status == "right"
    for at, leave in ((0.0, True), (1e-3, True), (1e-3, False)):
        assert grade("sor-sweep", sweep_that_ends(at, leave)).status == "wrong"


@pytest.mark.parametrize("given", [set(c) for k in (1, 2) for c in combinations("cgh", k)])
def test_what_is_said_of_too_few_bugs_is_true_of_one_and_of_two_that_are_missing(given):
    feedback = grade("three-bugs", given)
    assert feedback.status == "wrong" and "Nothing wrong among yours" in feedback.message
    about = {"h": "`passes`", "c": "short of the optimum", "g": "a wrong b"}
    named = [letter for letter, words in about.items() if words in feedback.message]
    assert len(named) == 1 and named[0] not in given and "one more" not in feedback.message


def test_a_missing_half_is_asked_for_in_both_objectives():
    """W without its half gives the same numbers as P without it: neither may be blamed alone."""
    def no_half_in_W(K, y, C, beta, b):
        primal = beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()
        return primal - (y @ beta - beta @ K @ beta)

    feedback = grade("duality-gap", no_half_in_W)
    assert feedback.status == "wrong" and "in P, and which in W" in feedback.message


def test_no_cause_is_named_where_two_mistakes_give_the_same_numbers():
    """The sign of W or that of P − W; of a distance or of a room; b in f or in the distances."""
    def halves_cancel(K, y, C, beta, b):
        return C * np.maximum(0, 1 - y * (K @ beta + b)).sum() - y @ beta

    def plus_in_W(K, y, C, beta, b):
        half = beta @ K @ beta / 2
        return half + C * np.maximum(0, 1 - y * (K @ beta + b)).sum() - (y @ beta + half)

    def areas(sign=1, keep_b=1, box=None):
        def gap(K, y, C, beta, b):
            F, b, C = y - K @ beta, keep_b * b, box or C
            A, B = np.minimum(0, C * y), np.maximum(0, C * y)
            return np.abs(F - b) @ np.where(F > b, B - beta, sign * (beta - A))
        return gap

    for answer, told in ((halves_cancel, "Which sign has each in P − W?"),
                         (plus_in_W, "Which sign has each in P − W?"),
                         (areas(sign=-1), "Neither a distance nor a room"),
                         (areas(keep_b=0), "in f, or in the distances?"),
                         (areas(box=1.0), "or as the width of the boxes?")):
        feedback = grade("duality-gap", answer)
        assert feedback.status == "wrong" and told in feedback.message
    assert grade("duality-gap", areas()).status == "right"
