"""The gap and the bug hunt, which lesson 03b takes over: right in any form, wrong by name."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson03c import duality_gap

NUMBERS = {"duality-gap": duality_gap}


@pytest.mark.parametrize("key, right", NUMBERS.items())
def test_a_number_may_be_rounded_as_printed(key, right):
    for form in (lambda v: round(float(v), 4), np.float32, np.array, float):
        assert grade(key, lambda *case, form=form: form(right(*case))).status == "right"


@pytest.mark.parametrize("key, right", NUMBERS.items())
def test_an_array_of_one_number_is_refused_in_words(key, right):
    """The page goes on with the result, and prints it."""
    feedback = grade(key, lambda *case: np.array([right(*case)]))
    assert feedback.status == "wrong"
    assert "an array of shape (1,)" in feedback.message


@pytest.mark.parametrize("given", [set(c) for k in (1, 2) for c in combinations("cgh", k)])
def test_what_is_said_of_too_few_bugs_is_true_of_one_and_of_two_that_are_missing(given):
    feedback = grade("three-bugs", given)
    missing = {"counter overlooked": "h", "flat pairs overlooked": "c", "intercept overlooked": "g"}
    assert feedback.status == "wrong" and missing[feedback.matched] not in given


def test_a_missing_half_is_asked_for_in_both_objectives():
    """W without its half gives the same numbers as P without it: neither may be blamed alone."""
    def no_half_in_W(K, y, C, beta, b):
        primal = beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()
        return primal - (y @ beta - beta @ K @ beta)

    assert grade("duality-gap", no_half_in_W).matched == "no half"


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

    for answer, cause in ((halves_cancel, "halves cancel"), (plus_in_W, "halves cancel"),
                          (areas(sign=-1), "distances with a sign"),
                          (areas(keep_b=0), "b left out"),
                          (areas(box=1.0), "C forgotten")):
        assert grade("duality-gap", answer).matched == cause
    assert grade("duality-gap", areas()).status == "right"


@pytest.mark.parametrize("letters", ["abcde", "abcgh", "abdef", "abcdefgh"])
def test_the_five_that_spoil_nothing_are_five_of_the_eight(letters):
    assert grade("three-bugs", set(letters)).matched == "everything"


def test_what_is_said_of_a_gap_is_true_of_the_areas_and_of_a_missing_sum_too():
    def without_the_sum(K, y, C, beta, b):
        return beta @ K @ beta + C * np.maximum(0, 1 - y * (K @ beta + b)).sum()

    def one_end(K, y, C, beta, b):
        return ((y - K @ beta - b) * (C * y - beta)).sum()

    for answer, cause in ((without_the_sum, "sum of beta in W"), (one_end, "slack not cut at 0"),
                          (lambda *case: -duality_gap(*case), "W minus P")):
        assert grade("duality-gap", answer).matched == cause
