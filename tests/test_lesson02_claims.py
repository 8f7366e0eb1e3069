"""What lesson 02 says in words and cannot compute into its sentences, asserted here.

The functions that the page defines are taken from the page itself and judged by the library.
"""
from __future__ import annotations

import re

import nbformat
import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from coursekit import lagrange
from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_xor
from coursekit.explorers.svm_and import street as and_with
from coursekit.lagrange import inequality_qp, kkt_report, margin
from coursekit.linear import extended, least_squares, perceptron, separating_line
from coursekit.svm import DualProblem, solve_qp
from coursekit.svm.qp import minimise, standard_form
from pages import NOTEBOOKS


@pytest.fixture(scope="module")
def page():
    """Return the page's own `learn`, `W` and `cost_at`, with what stands around them."""
    X, y = make_and()
    X60, y60 = make_overlap_60()
    space = {"np": np, "extended": extended, "X": X, "y": y, "K": X @ X.T, "X60": X60, "y60": y60,
             "overlap": DualProblem(X60 @ X60.T, y60, 1.0), "solve_qp": solve_qp}
    path = next(p for p in NOTEBOOKS if p.name.startswith("02_"))
    for cell in nbformat.read(path, as_version=4).cells:
        for name in ("learn", "W", "cost_at"):
            if found := re.search(rf"^def {name}\(.*?(?=^\S|\Z)", cell.source, re.S | re.M):
                exec(found.group(), space)
    assert {"learn", "W", "cost_at"} <= set(space)
    return space


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


def test_the_perceptron_of_the_page_is_the_library_s_in_every_order(page):
    X, y = make_and()
    for order in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]):
        a, updates = page["learn"](X[order], y[order])
        ours = perceptron(X, y, order=order)
        assert np.array_equal(a, ours.a) and updates == ours.updates
    assert page["learn"](X, y)[1] == 18


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


def test_the_bottom_of_L_wanders_along_the_diagonal_and_crosses_the_rail_once():
    rail = lagrange.circle_on_line()
    for push in np.linspace(-1, 3, 9):
        bottom = minimize(lambda x: rail.lagrangian(x, [push]), [0.3, -0.2], tol=1e-12).x
        assert bottom == pytest.approx([push / 2, push / 2], abs=1e-6)
        off = bottom.sum() - 1
        assert off == pytest.approx(push - 1, abs=1e-6)


def test_on_the_rail_the_tilt_changes_nothing():
    rail = lagrange.circle_on_line()
    assert rail.lagrangian([0.3, 0.7], [5.0]) == pytest.approx(rail.lagrangian([0.3, 0.7], [-2.0]))


def test_the_multiplier_of_the_wall_is_the_slope_of_the_best_value():
    def best(t):
        x, push = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [t])
        return x @ x / 2, push[0]
    for t in (0.2, 1.0, 1.7):
        assert (best(t + 1e-5)[0] - best(t - 1e-5)[0]) / 2e-5 == pytest.approx(best(t)[1], abs=1e-6)
        assert best(2 * t)[1] == pytest.approx(2 * best(t)[1])
    assert best(-0.3)[1] == best(0.0)[1] == 0


def test_no_dual_value_exceeds_the_optimum():
    rng, wall = np.random.default_rng(1), lagrange.circle_behind_wall(1)
    best = wall.value(inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [1])[0])
    for lam in rng.uniform(0, 3, 50):
        bottom = minimize(lambda x: wall.lagrangian(x, [lam]), [0.1, 0.4], tol=1e-12).fun
        assert bottom == pytest.approx(lam - lam**2, abs=1e-8) and bottom <= best + 1e-8
        x = rng.uniform(-1, 2, 2)
        if x.sum() >= 1:                              # where the wall is obeyed, L is no higher
            assert wall.lagrangian(x, [lam]) <= wall.value(x)


def test_at_the_tip_the_rail_gives_no_direction():
    cusp = lagrange.cusp()
    assert np.allclose(cusp.constraints[0].slope([0, 0]), 0)
    assert kkt_report(cusp, [0, 0], [3.0]).worst == pytest.approx(1)


def test_the_printed_dual_is_linear_and_the_right_one_has_its_top_at_the_answer(page):
    W, top = page["W"], np.array([0, 2, 2, 4.0])
    for t in (2, 10, 1000):
        assert W(t * top, printed=True) == pytest.approx(t * W(top, printed=True))
    assert W(top, printed=True) > 0                   # so it has no end
    rng = np.random.default_rng(2)
    for step in rng.normal(size=(100, 4)):
        alpha = np.maximum(0, top + 0.1 * step)
        alpha[3] = alpha[1] + alpha[2] - -alpha[0]    # Σ α·y = 0
        assert W(alpha) <= W(top) + 1e-12


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


def test_the_half_width_objective_has_the_same_streets_at_other_prices(page):
    prices = np.geomspace(0.1, 10, 401)
    best = min(prices, key=page["cost_at"])
    assert best == pytest.approx(page["cost_at"](best)[1], rel=0.02)
    X, y = page["X60"], page["y60"]
    found = solve_qp(page["overlap"].with_C(best))
    v = np.array([*((found.alpha * y) @ X), found.b])

    def cost(v):
        return np.linalg.norm(v[:2]) / 2 + np.maximum(0, 1 - y * (X @ v[:2] + v[2])).sum()
    assert cost(v) == pytest.approx(page["cost_at"](best)[0])
    rng = np.random.default_rng(3)                    # convex: what no neighbour beats is lowest
    for size in (0.3, 0.03):
        assert min(map(cost, v + size * rng.normal(size=(2000, 3)))) > cost(v)


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
