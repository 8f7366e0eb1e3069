"""Lines in four forms; multipliers that push exactly as hard as the objective pulls."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.datasets import make_and
from coursekit.lagrange import (
    Constraint, KKTReport, Line, Program, box_of_surface, circle_behind_wall, circle_on_line, cusp,
    equality_qp, inequality_qp, kkt_report, largest_box, margin, numerical_gradient,
    signed_distance,
)
from coursekit.svm.qp import StandardForm, minimise

numbers = st.floats(-5, 5).map(lambda v: round(v, 3))
nonzero = numbers.filter(lambda v: abs(v) > 0.05)
few = settings(deadline=None, max_examples=30)


# ------------------------------------------------------------------------------------- lines

@few
@given(numbers, numbers)
def test_four_forms_are_one_line(slope, section):
    line = Line.explicit(slope, section)
    assert line.slope == pytest.approx(slope) and line.section == pytest.approx(section)
    assert Line(line.n, line.d) == line                          # implicit
    assert Line.through(line.point, line.direction) == line      # point and direction
    assert Line.normal(line.point, line.n) == line               # normal
    on = line.point + 3 * line.direction
    assert on[1] == pytest.approx(slope * on[0] + section, abs=1e-6)


@few
@given(nonzero, numbers, numbers, numbers, numbers)
def test_signed_distance_is_the_way_to_the_foot(n1, n2, d, x1, x2):
    line, x = Line((n1, n2), d), np.array([x1, x2])
    far = line.signed_distance([x])[0]
    foot = x - far * np.array(line.n) / np.linalg.norm(line.n)
    assert abs(foot @ line.n + d) < 1e-9
    assert abs(far) == pytest.approx(np.linalg.norm(x - foot), abs=1e-9)
    assert line.side([x])[0] == np.sign(far)
    assert Line((-n1, -n2), -d).signed_distance([x])[0] == pytest.approx(-far, abs=1e-12)


def test_scaling_moves_no_line_and_turning_does():
    assert Line((2, 2), -3) == Line((1, 1), -1.5)
    assert Line((2, 2), -3) != Line((-2, -2), 3)
    assert Line((2, 2), -3) != "line"


def test_an_upright_line_has_no_slope():
    line = Line.through([2, 0], [0, 1])
    assert line.slope == np.inf and np.isnan(line.section)
    assert line.signed_distance([[5, 9]])[0] == pytest.approx(-3)


@pytest.mark.parametrize("n, d, truth", [((2, 2), -3, (0, 0, 0, 1)), ((-2, 2), 1, (1, 1, 0, 1))])
def test_lines_of_and_and_implication(n, d, truth):
    corners, y = make_and()[0], 2 * np.array(truth) - 1
    assert Line(n, d).side(corners).tolist() == y.tolist()
    assert margin(corners, y, n, d) == pytest.approx(1 / np.sqrt(8))
    assert margin(corners, -y, n, d) < 0


# -------------------------------------------------------------------------------- conditions

def test_example_1_gradients_line_up():
    program = circle_on_line()
    x, push = equality_qp(2 * np.eye(2), [0, 0], [[1, 1]], [1])
    assert x.tolist() == [0.5, 0.5] and push.tolist() == [1.0]
    assert kkt_report(program, x, push).holds(1e-12)
    np.testing.assert_allclose(program.slope(x), push[0] * program.constraints[0].slope(x))
    # ∂L/∂λ returns the constraint, negated.
    at = np.array([0.2, 0.1])
    rise = (program.lagrangian(at, [1.5]) - program.lagrangian(at, [0.5]))
    assert rise == pytest.approx(-program.constraints[0].value(at))
    # Only λ = 1 puts the free minimum of L(·, λ), x = λ/2, on the line.
    for push in (0.5, 2.0):
        free = np.full(2, push / 2)
        report = kkt_report(program, free, [push])
        assert np.abs(report.stationarity).max() < 1e-12 and report.feasibility[0] > 0.4


def test_the_form_of_an_equality_fixes_the_sign_of_its_multiplier():
    turned = Program(lambda x: float(x @ x), (Constraint(lambda x: 1 - x.sum()),))
    assert kkt_report(turned, [0.5, 0.5], [-1]).holds()
    assert not kkt_report(turned, [0.5, 0.5], [1]).holds()


@few
@given(st.floats(-3, 3))
def test_the_wall_pushes_once_it_is_hit(t):
    """λ = max(0, t/2): the price of the wall; W(λ) = λt - λ² has its top there."""
    x, push = inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t])
    assert push[0] == pytest.approx(max(0, t / 2), abs=1e-9)
    np.testing.assert_allclose(x, max(0, t / 2), atol=1e-9)
    assert kkt_report(circle_behind_wall(t), x, push).holds(1e-9)
    tries = np.linspace(0, 3, 3001)
    dual = tries * t - tries**2
    assert tries[dual.argmax()] == pytest.approx(push[0], abs=1e-3)
    assert dual.max() == pytest.approx(circle_behind_wall(t).value(x), abs=1e-5)


@pytest.mark.parametrize("x, push, broken", [
    ((0.5, 0.5), 1.0, "stationarity"),         # λ of Example 1, whose objective has no ½
    ((0.5, 0.5), -0.5, "sign"),                # the sign of C turned
    ((1.0, 1.0), 1.0, "complementarity"),      # stationary, but the wall is not touched
    ((0.0, 0.0), 0.0, "feasibility"),          # the free optimum
])
def test_each_residual_sees_its_own_mistake(x, push, broken):
    report = kkt_report(circle_behind_wall(1), x, [push])
    assert np.abs(getattr(report, broken)).max() >= 0.5 and not report.holds()
    assert "broken" in repr(report)


@few
@given(st.integers(0, 10**6))
def test_less_or_equal_is_greater_or_equal_turned_round(seed):
    """All four ways to write one problem report the same residuals."""
    rng = np.random.default_rng(seed)
    n, x, push = rng.normal(size=2), rng.normal(size=2), rng.normal(size=1)

    def report(sign, wall, maximise):
        f = (lambda x: -float(x @ x)) if maximise else (lambda x: float(x @ x))
        c = Constraint(lambda x: sign * float(n @ x - 1), wall)
        return kkt_report(Program(f, (c,), maximise=maximise), x, push)
    first = report(1, ">=", False)
    for other in (report(-1, "<=", False), report(1, ">=", True), report(-1, "<=", True)):
        for name in vars(first):
            np.testing.assert_allclose(np.abs(getattr(other, name)), np.abs(getattr(first, name)),
                                       atol=1e-6)


@few
@given(st.floats(0.5, 50))
def test_the_largest_box_is_a_cube_and_a_saddle(S):
    """λ = ¼√(S/6); L(·, λ*) curves by (s, -s/2, -s/2): stationary is not maximal."""
    x, push = largest_box(S)
    program = box_of_surface(S)
    assert kkt_report(program, x, [push]).holds(1e-9 * max(1, S**1.5))
    assert x[0] == pytest.approx(np.sqrt(S / 6)) and push == pytest.approx(x[0] / 4)
    curves = np.linalg.eigvalsh(program.lagrangian_hessian(x, [push]))
    np.testing.assert_allclose(curves, x[0] * np.array([-0.5, -0.5, 1]), rtol=1e-5)
    assert not kkt_report(program, x, [2 * push]).holds()       # the factor 2 of 2xy + … forgotten
    rng = np.random.default_rng(0)
    for sides in rng.uniform(0.1, 1, (20, 3)):                  # no other box holds more
        a, b, c = sides * np.sqrt(S / (2 * (sides.sum()**2 - sides @ sides) / 2))
        assert 2 * (a * b + a * c + b * c) == pytest.approx(S)
        assert a * b * c <= program.value(x) + 1e-12


def test_the_tip_of_a_cusp_has_no_multiplier():
    for push in np.linspace(-1e6, 1e6, 7):
        assert kkt_report(cusp(), [0, 0], [push]).worst >= 1


def test_differences_stand_in_for_missing_gradients():
    x = np.array([0.3, -1.2, 2.0])
    np.testing.assert_allclose(numerical_gradient(lambda v: np.sin(v).sum(), x), np.cos(x),
                               atol=1e-8)
    box = box_of_surface(6)
    np.testing.assert_allclose(numerical_gradient(box.value, x), box.gradient(x), atol=1e-8)
    c = box.constraints[0]
    np.testing.assert_allclose(numerical_gradient(c.value, x), c.gradient(x), atol=1e-8)


@few
@given(st.integers(0, 10**6))
def test_every_gradient_is_the_slope_of_its_function(seed):
    rng = np.random.default_rng(seed)
    for program, d in ((circle_on_line(), 2), (circle_behind_wall(0.3), 2), (box_of_surface(5), 3),
                       (cusp(), 2)):
        x, push = rng.normal(size=d), rng.normal(size=1)
        for one in (program, *program.constraints):
            np.testing.assert_allclose(one.slope(x), numerical_gradient(one.value, x), atol=1e-6)
        rise = numerical_gradient(lambda v: program.lagrangian(v, push), x)
        np.testing.assert_allclose(program.lagrangian_gradient(x, push), rise, atol=1e-6)


@pytest.mark.parametrize("far", [1.0, 1e3, 1e5])
def test_curvature_is_found_far_from_the_origin_too(far):
    program = Program(lambda x: float(x @ x), (Constraint(lambda x: float(x.sum() - 1)),))
    H = program.lagrangian_hessian([far, -far], [1])
    np.testing.assert_allclose(H, 2 * np.eye(2), atol=1e-3)


def test_what_is_not_a_number_is_never_all_right():
    """`max` of Python passes over NaN; a report must not."""
    idle = np.zeros(1)
    assert not KKTReport(np.zeros(2), np.array([np.nan]), idle, idle).holds()
    assert not kkt_report(Program(lambda x: np.nan, ()), [0, 0], []).holds()


# -------------------------------------------------------------------- problems of a hand's size

@few
@given(st.integers(0, 10**6), st.sampled_from([1e-5, 1e3, 1e9]))
def test_units_do_not_matter(seed, unit):
    rng = np.random.default_rng(seed)
    R, q, A = rng.normal(size=(3, 3)), rng.normal(size=3), rng.normal(size=(4, 3))
    Q, b = R @ R.T + 0.1 * np.eye(3), A @ rng.normal(size=3) - rng.exponential(size=4)
    x, push = inequality_qp(Q, q, A, b)
    scaled = inequality_qp(Q, unit * q, A, unit * b)
    np.testing.assert_allclose(scaled[0] / unit, x, atol=1e-3)
    heavy = equality_qp(1e18 * Q, 1e18 * q, A[:2], b[:2])
    np.testing.assert_allclose(heavy[0], equality_qp(Q, q, A[:2], b[:2])[0], atol=1e-9)


def test_only_the_symmetric_part_of_an_objective_counts():
    Q, q = np.array([[2.0, 1.0], [0.0, 2.0]]), np.array([1.0, 0.0])
    for x, _ in (equality_qp(Q, q, [], []), inequality_qp(Q, q, [], [])):
        assert np.abs(numerical_gradient(lambda v: v @ Q @ v / 2 + q @ v, x)).max() < 1e-8


def hard_margin(X, y):
    """Return Q, q, A, b of the primal problem in x = (w, b): ½‖w‖² behind y (⟨w, x⟩ + b) ≥ 1."""
    d = X.shape[1]
    return np.diag([1.0] * d + [0.0]), np.zeros(d + 1), y[:, None] * np.c_[X, np.ones(len(y))], \
        np.ones(len(y))


def test_and_solved_by_hand():
    x, alpha = inequality_qp(*hard_margin(*make_and()))
    np.testing.assert_allclose(x, [2, 2, -3], atol=1e-12)
    np.testing.assert_allclose(alpha, [0, 2, 2, 4], atol=1e-12)
    assert 2 / np.linalg.norm(x[:2]) == pytest.approx(0.7071, abs=1e-4)


@pytest.mark.parametrize("C", [0.5, 2.0, 3.5])
def test_and_with_slack_by_hand(C):
    """Below C = 4: w = (C/2, C/2), α = (C/2, C/2, C), and the slack of (1, 1) alone."""
    X, y = make_and()
    n, d = X.shape
    Q = np.diag([1.0] * d + [0.0] * (1 + n))
    walls = np.block([[y[:, None] * np.c_[X, np.ones(n)], np.eye(n)],
                      [np.zeros((n, d + 1)), np.eye(n)]])
    form = StandardForm(Q, np.r_[np.zeros(d + 1), np.full(n, C)], -walls,
                        -np.r_[np.ones(n), np.zeros(n)], np.empty((0, d + 1 + n)), np.empty(0))
    x, push, _ = minimise(form, tol=1e-11)
    np.testing.assert_allclose(x[:d], C / 2, atol=1e-6)
    np.testing.assert_allclose(push[:n], [0, C / 2, C / 2, C], atol=1e-5)
    if C == 2:
        np.testing.assert_allclose(x[d:], [-2, 0, 0, 0, 1], atol=1e-6)


@few
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 5))
def test_trying_every_case_agrees_with_an_interior_point(seed, d, k):
    rng = np.random.default_rng(seed)
    R = rng.normal(size=(d, d))
    Q, q = R @ R.T + 0.1 * np.eye(d), rng.normal(size=d)
    A = rng.normal(size=(k, d))
    b = A @ rng.normal(size=d) - rng.exponential(size=k)        # some point obeys all
    x, push = inequality_qp(Q, q, A, b)
    other, multipliers, _ = minimise(StandardForm(Q, q, -A, -b, np.empty((0, d)), np.empty(0)))
    np.testing.assert_allclose(x, other, atol=1e-5)
    np.testing.assert_allclose(push, multipliers, atol=1e-4)
    walls = tuple(Constraint(lambda x, a=a, c=c: float(a @ x - c), ">=") for a, c in zip(A, b))
    program = Program(lambda x: float(x @ Q @ x / 2 + q @ x), walls)
    assert kkt_report(program, x, push).holds(1e-6 * (1 + np.abs(push).max()))


@pytest.mark.parametrize("call, words", [
    (lambda: Line((0, 0), 1), "vector other than 0"),
    (lambda: signed_distance([1, 2], [1, 2], 0), r"X must have shape \(m, 2\)"),
    (lambda: signed_distance([[1, np.inf]], [1, 2], 0), "NaN or infinity"),
    (lambda: Constraint(lambda x: 0, ">"), "kind must be one of"),
    (lambda: kkt_report(circle_on_line(), [0, 0], [1, 2]), "multipliers must hold 1 numbers"),
    (lambda: kkt_report(circle_on_line(), [0, np.nan], [1]), "NaN"),
    (lambda: largest_box(0), "S must be a positive surface"),
    (lambda: largest_box(np.inf), "S must be a positive surface"),
    (lambda: Line((1, 1), np.nan), "d contains NaN"),
    (lambda: Line((1, 1), [1, 2]), "d must be one number"),
    (lambda: Line.through([0, 0, 0], [1, 0, 0]), "two numbers each"),
    (lambda: Line.through([0, 0], [0, 0]), "the direction not be 0"),
    (lambda: Line.normal([0, 0, 0], [1, 1]), "point must hold 2 numbers"),
    (lambda: Line((1, 2, 3), 1).slope, "only a line in the plane"),
    (lambda: Line((1, 2, 3), 1).section, "only a line in the plane"),
    (lambda: Line((1, 2, 3), 1).direction, "only a line in the plane"),
    (lambda: signed_distance([[1, 1]], [0, 0], 1), "vector other than 0"),
    (lambda: signed_distance([[1, 1]], 3, 1), "vector other than 0"),
    (lambda: signed_distance([[1, 1]], [1, 1], np.nan), "d contains NaN"),
    (lambda: margin(make_and()[0], [1], [1, 1], 0), "each of the 4 rows"),
    (lambda: margin(make_and()[0], make_and()[1][:, None], [1, 1], 0), r"got shape \(4, 1\)"),
    (lambda: margin(make_and()[0], [0, 0, 0, 1], [1, 1], 0), "labels -1 or 1"),
    (lambda: margin(np.empty((0, 2)), [], [1, 1], 0), "at least one"),
    (lambda: numerical_gradient(lambda x: x.sum(), np.ones((2, 2))), "x must be a vector"),
    (lambda: numerical_gradient(lambda x: x.sum(), [1, 2], step=0), "step must lie in"),
    (lambda: kkt_report(circle_on_line(), [[0.5, 0.5]], [1]), "x must be a vector"),
    (lambda: kkt_report(circle_on_line(), [0, 0, 0], [1]), "gradient must give 3 numbers"),
    (lambda: kkt_report(Program(lambda x: x @ x, (), lambda x: 2.0), [0, 0], []), "must give 2"),
    (lambda: kkt_report(circle_behind_wall(np.nan), [0, 0], [1]), "the constraints contains NaN"),
    (lambda: kkt_report(Program(lambda x: x @ x, (Constraint(lambda x: x, "=", np.ones_like),)),
                        [0, 0], [1]), "each constraint must give one number"),
    (lambda: equality_qp(np.eye(2), [0], [[1, 1]], [1]), r"Q must have shape \(d, d\)"),
    (lambda: equality_qp(np.eye(2), [0, 0], [[1, 1, 2, 3]], [1, 2]), r"A must have shape \(k, 2\)"),
    (lambda: equality_qp(-np.eye(2), [0, 0], [[1, 1]], [1]), "Q must curve upwards"),
    (lambda: inequality_qp(np.eye(2), [0, 0], [[1, 1]], [1, 2]), r"A must have shape \(k, 2\)"),
    (lambda: inequality_qp([[-1.0]], [0], [[1]], [-1]), "Q must not curve downwards"),
    (lambda: inequality_qp(np.diag([1, 0]), [0, 0], [[1, 0]], [1]), "more than one point"),
    (lambda: equality_qp(np.eye(2), [0, 0], [[1, 1], [2, 2]], [1, 2]), "no single solution"),
    (lambda: inequality_qp(np.eye(1), [0], [[1], [-1]], [1, 1]), "the walls leave no room"),
    (lambda: inequality_qp(np.eye(1), [0], np.ones((13, 1)), np.ones(13)), "at most 12 rows"),
])
def test_bad_input_is_answered(call, words):
    with pytest.raises(ValueError, match=words):
        call()
