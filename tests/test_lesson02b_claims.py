"""What sitting 02b says in words and cannot compute into its sentences, asserted here."""
from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_xor
from coursekit.explorers.svm_and import street as and_with
from coursekit.linear import least_squares, margin, perceptron, separating_line
from coursekit.svm import DualProblem, solve_qp
from coursekit.svm.qp import minimise, standard_form


@pytest.fixture(scope="module")
def cloud():
    """The sixty points and their street at C = 1."""
    X, y = make_overlap_60()
    problem = DualProblem(X @ X.T, y, 1.0)
    best = solve_qp(problem)
    yf = y * (X @ ((best.alpha * y) @ X) + best.b)
    return problem, best, yf


def test_a_perfect_line_exists_and_regression_misses_it():
    X, y = make_linear_40()
    assert (y * (X @ [4, -3]) > 0).all()
    c, *v = least_squares(X, y)
    assert (y * (X @ v + c) <= 0).any()


def test_only_the_corner_where_both_are_one_is_positive():
    X, y = make_and()
    assert X[y > 0].tolist() == [[1, 1]] and len(X) == 4


def test_on_xor_it_never_stops_and_a_linear_program_says_so():
    X, y = make_xor()
    assert separating_line(X, y) is None
    with pytest.warns(ConvergenceWarning):
        assert not perceptron(X, y, max_epochs=500).converged


def test_on_the_widest_street_every_small_turn_and_shift_brings_a_corner_nearer():
    """And with two touching corners there is room to turn."""
    X, y = make_and()
    best = margin(X, y, [2, 2], -3)
    rng = np.random.default_rng(0)
    for turn, shift in rng.normal(scale=0.02, size=(200, 2)):
        phi = np.pi / 4 + turn
        n = np.array([np.cos(phi), np.sin(phi)])
        assert margin(X, y, n, -0.75 * n.sum() - shift) < best
    phi = np.pi / 4 - 0.1                             # 11 and 10 touch, 01 does not
    n = np.array([np.cos(phi), np.sin(phi)])
    now = margin(X, y, n, -n @ [1, 0.5])
    nearest = np.abs(X @ n - n @ [1, 0.5])
    assert (nearest < now + 1e-9).sum() == 2 and now < best
    n = np.array([np.cos(phi + 0.01), np.sin(phi + 0.01)])
    assert margin(X, y, n, -n @ [1, 0.5]) > now


def test_opposite_support_vectors_are_further_apart_than_the_street_is_wide():
    X, y = make_linear_40()
    hard = solve_qp(DualProblem(X @ X.T, y, np.inf))
    on = hard.support
    assert len(on) == 3                               # three points hold the street
    apart = np.linalg.norm(X[on][:, None] - X[on], axis=2)[y[on] > 0][:, y[on] < 0]
    assert apart.min() > 1.03 * 2 / np.linalg.norm((hard.alpha * y) @ X)


def test_shrinking_w_and_b_satisfies_the_printed_constraint_without_end():
    X, y = make_and()
    held = solve_qp(DualProblem(X @ X.T, y, np.inf))
    w, b = (held.alpha * y) @ X, held.b
    gains = []
    for t in (1, 1e-3, 1e-6):
        assert (y * (X @ (t * w) + t * b) > 0).all()
        gains.append(1 / np.linalg.norm(t * w) ** 2)
    assert gains[0] == pytest.approx(1 / 8) and gains[2] > 1e5 * gains[1] > 1e10 * gains[0]


def test_the_corner_that_does_not_push_may_vanish():
    X, y = make_and()
    X, y = X[1:], y[1:]
    held = solve_qp(DualProblem(X @ X.T, y, np.inf))
    assert (held.alpha * y) @ X == pytest.approx([2, 2], abs=1e-6)
    assert held.b == pytest.approx(-3, abs=1e-6)


def test_the_corrected_conditions_hold_and_the_printed_ones_do_not(cloud):
    problem, best, yf = cloud
    zone = problem.zones(best.alpha)
    assert (yf[zone == 2] <= 1 + 1e-9).all() and not (yf[zone == 2] <= -1).all()
    assert np.allclose(yf[zone == 1], 1) and not np.isclose(yf[zone == 1], -1).any()
    assert (yf[zone == 0] >= 1 - 1e-9).all() and not np.isclose(yf[zone == 0], 1).all()
    xi = np.maximum(0, 1 - yf)
    assert (best.alpha[xi > 1e-6] == 1.0).all() and (xi > 1e-6).any()
    assert len(best.support) < 10                     # a handful


def test_the_sum_of_the_slacks_is_paid_mostly_far_beyond_the_line(cloud):
    _, _, yf = cloud
    xi = np.maximum(0, 1 - yf)
    assert xi[yf > 0].max() < 1 < xi.max() and yf[xi.argmax()] < -1


def test_on_and_the_corner_11_is_the_first_at_its_ceiling_and_half_the_price_is_twice_the_width():
    at_ceiling = {C: np.asarray(and_with(C).alpha) >= C - 1e-9 for C in (3.9, 3.0, 1.0, 0.5)}
    assert all(hit[3] and not hit[1] and not hit[2] for hit in at_ceiling.values())
    X, y = make_and()
    widths = {}
    for C in (0.5, 1.0, 2.0, 4.0, 8.0):
        held = solve_qp(DualProblem(X @ X.T, y, C))
        widths[C] = 2 / np.linalg.norm((held.alpha * y) @ X)
    assert widths[0.5] == pytest.approx(2 * widths[1.0]) and widths[1] == pytest.approx(2 * widths[2])
    assert widths[2] == pytest.approx(2 * widths[4]) and widths[4] == pytest.approx(widths[8])


def test_from_the_largest_hard_multiplier_on_nothing_moves():
    X, y = make_linear_40()
    problem = DualProblem(X @ X.T, y, np.inf)
    hard = solve_qp(problem)
    for factor, same in ((1.01, True), (10, True), (0.5, False)):
        soft = solve_qp(problem.with_C(factor * hard.alpha.max()))
        assert np.allclose((soft.alpha * y) @ X, (hard.alpha * y) @ X, atol=1e-5) == same


def test_a_row_of_ones_makes_every_multiplier_vanish(cloud):
    form = standard_form(cloud[0])
    trap = minimise(form._replace(A=np.ones_like(form.A)))[0]
    assert np.abs(trap).max() < 1e-6 < np.abs(minimise(form)[0]).max()


def test_a_sample_with_both_labels_drives_its_multipliers_to_any_ceiling():
    X, y = make_and()
    X, y = np.vstack([X, X[3]]), np.append(y, -1)
    assert separating_line(X, y) is None
    for C in (1.0, 100.0, 1e4):
        alpha = solve_qp(DualProblem(X @ X.T, y, C)).alpha
        assert alpha[3] == alpha[4] == C
