"""The exercises of sitting 03c: right in any form, wrong with its own reason."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.exercise import grade
from coursekit.exercises.lesson03c import intercept, sor_sweep

NUMBERS = {"intercept": intercept}


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


def test_a_sweep_is_asked_for_every_omega():
    """The page runs SOR beyond 2 as well, to show what becomes of it."""
    def refuses(Q, alpha, C, omega):
        if omega >= 2:
            raise ValueError("omega")
        return sor_sweep(Q, alpha, C, omega)

    for answer in (refuses, lambda Q, alpha, C, omega: sor_sweep(Q, alpha, C, min(omega, 1.99)),
                   lambda Q, alpha, C, omega: sor_sweep(Q, alpha, C, omega) if omega < 2
                   else alpha.copy()):
        assert grade("sor-sweep", answer).status == "wrong"


@pytest.mark.parametrize("tol, status", [(1e-3, "wrong"), (1e-9, "right")])
def test_a_tolerance_may_not_be_wider_than_the_boxes_of_the_page(tol, status):
    def with_a_tolerance(F, beta, A, B):
        rise, fall = beta < B - tol, beta > A + tol
        if (rise & fall).any():
            return F[rise & fall].mean()
        return (F[rise].max() + F[fall].min()) / 2

    assert grade("intercept", with_a_tolerance).status == status


def test_m_and_M_over_all_samples_are_not_called_exchanged():
    """At an optimum both give the largest and the smallest F: no cause may be named."""
    over_all = grade("intercept", lambda F, beta, A, B: (F.max() + F.min()) / 2)
    exchanged = grade("intercept", lambda F, beta, A, B:
                      (F[beta > A].max() + F[beta < B].min()) / 2)
    assert over_all.status == exchanged.status == "wrong"
    assert over_all.matched == exchanged.matched and over_all.message == exchanged.message
