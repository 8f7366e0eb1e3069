"""Quadratic programs of a hand's size, with their multipliers."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.datasets import make_and
from coursekit.lagrange import equality_qp, inequality_qp
from coursekit.lessons.lesson02.exercises.kkt_residuals import kkt_residuals
from coursekit.svm.qp import StandardForm, minimise

few = settings(deadline=None, max_examples=30)


def random_problem(seed: int, d: int, k: int) -> tuple:
    """Return Q, q, A, t with Q positive definite and at least one feasible point."""
    rng = np.random.default_rng(seed)
    R = rng.normal(size=(d, d))
    A = rng.normal(size=(k, d))
    return (R @ R.T + 0.1 * np.eye(d), rng.normal(size=d), A,
            A @ rng.normal(size=d) - rng.exponential(size=k))


def worst(Q, q, A, t, x, lam) -> float:
    return max(kkt_residuals(Q @ x + q, A, A @ x - t, lam))


def test_the_nearest_point_of_a_line():
    x, lam = equality_qp(2 * np.eye(2), [0, 0], [[1, 1]], [1])
    assert x.tolist() == [0.5, 0.5] and lam.tolist() == [1.0]


def test_the_form_of_an_equality_fixes_the_sign_of_its_multiplier():
    assert equality_qp(2 * np.eye(2), [0, 0], [[-1, -1]], [-1])[1].tolist() == [-1.0]


@few
@given(st.floats(-3, 3))
def test_one_constraint_has_the_multiplier_found_by_hand(t):
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t])
    assert lam[0] == pytest.approx(max(0, t / 2), abs=1e-9)
    np.testing.assert_allclose(x, max(0, t / 2), atol=1e-9)
    assert not np.signbit(x).any(), "no minus zero on the page"


@few
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(0, 5))
def test_trying_every_case_agrees_with_an_interior_point(seed, d, k):
    Q, q, A, t = random_problem(seed, d, k)
    x, lam = inequality_qp(Q, q, A, t)
    assert worst(Q, q, A, t, x, lam) < 1e-6 * (1 + np.abs(lam).max(initial=0))
    if k:
        form = StandardForm(Q, q, -A, -t, np.empty((0, d)), np.empty(0))
        other, multipliers, _ = minimise(form)
        np.testing.assert_allclose(x, other, atol=1e-5)
        np.testing.assert_allclose(lam, multipliers, atol=1e-4)


@few
@given(st.integers(0, 10**6), st.sampled_from([1e-5, 1e3, 1e9]))
def test_units_do_not_matter(seed, unit):
    Q, q, A, t = random_problem(seed, 3, 4)
    x, _ = inequality_qp(Q, q, A, t)
    scaled = inequality_qp(Q, unit * q, A, unit * t)
    np.testing.assert_allclose(scaled[0] / unit, x, atol=1e-3)
    heavy = equality_qp(1e18 * Q, 1e18 * q, A[:2], t[:2])
    np.testing.assert_allclose(heavy[0], equality_qp(Q, q, A[:2], t[:2])[0], atol=1e-9)


def test_a_constraint_that_stands_twice_changes_nothing():
    once, lam = inequality_qp(np.eye(2), [0, 0], [[1, 1]], [1])
    twice, both = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], [1, 1])
    assert twice.tolist() == once.tolist() and both.sum() == lam.sum()


def test_only_the_symmetric_part_of_an_objective_counts():
    Q, q = np.array([[2.0, 1.0], [0.0, 2.0]]), np.array([1.0, 0.0])
    for x, _ in (equality_qp(Q, q, [], []), inequality_qp(Q, q, [], [])):
        np.testing.assert_allclose((Q + Q.T) / 2 @ x + q, 0, atol=1e-12)


def test_and_solved_by_hand():
    """The hard margin in x = (w, b): ½‖w‖² where y (⟨w, x⟩ + b) ≥ 1."""
    X, y = make_and()
    x, alpha = inequality_qp(np.diag([1, 1, 0]), np.zeros(3), y[:, None] * np.c_[X, np.ones(4)],
                             np.ones(4))
    np.testing.assert_allclose(x, [2, 2, -3], atol=1e-12)
    np.testing.assert_allclose(alpha, [0, 2, 2, 4], atol=1e-12)


@pytest.mark.parametrize("call, words", [
    (lambda: equality_qp(np.eye(2), [0], [[1, 1]], [1]), r"Q must have shape \(d, d\)"),
    (lambda: equality_qp(np.eye(2), [0, 0], [[1, 1, 2, 3]], [1, 2]), r"A must have shape \(k, 2\)"),
    (lambda: inequality_qp(np.eye(2), [0, 0], [[1, 1]], [1, 2]), r"A must have shape \(k, 2\)"),
    (lambda: inequality_qp(np.eye(2), [0, np.nan], [[1, 1]], [1]), "p contains NaN"),
    (lambda: inequality_qp(np.diag([1, 0]), [0, 0], [[1, 0]], [1]), "no active set"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_of_several_minima_or_multipliers_one_is_returned():
    """The minima form a half-line, or all of a face; only a whole line of them has no answer."""
    assert inequality_qp(np.diag([1, 0]), [0, 0], [[0, 1]], [1])[0].tolist() == [0, 1]
    x, lam = inequality_qp(np.zeros((2, 2)), [1, 1], [[1, 1], [1, 0], [0, 1]], [1, 0, 0])
    assert x.sum() == pytest.approx(1) and x.min() >= 0
    twice = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], [1, 1])[1]
    assert twice.sum() == pytest.approx(0.5) and twice.min() >= 0
