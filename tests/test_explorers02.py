"""What the explorers of lesson 02 show."""
from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.datasets import make_and
from coursekit.explorers import LagrangeSurface, MoveWall, PenaltyOnAnd, RotateLine
from coursekit.explorers.lagrange_surface import answer, dual_value, free_minimum, off_the_rail
from coursekit.explorers.lagrange_wall import behind, case, price
from coursekit.explorers.line_rotate import goal, turned
from coursekit.explorers.svm_and import street
from coursekit.lagrange import circle_behind_wall, kkt_report, margin

few = settings(deadline=None, max_examples=40)


def number(after: str, status: str) -> float:
    return float(re.search(re.escape(after) + r"(-?\d+(?:\.\d+)?)", status)[1])


# RotateLine

def test_the_goal_is_the_distance_from_the_diagonal_to_the_corner():
    assert goal() == pytest.approx(np.sqrt(2) / 4, abs=1e-9)


@few
@given(st.floats(-180, 180), st.floats(0, 1.25))
def test_the_line_goes_through_its_pivot_at_its_angle(angle, offset):
    line = turned(angle, offset)
    assert line.signed_distance([[offset, offset]])[0] == pytest.approx(0, abs=1e-12)
    assert line.n == pytest.approx((np.cos(np.pi * angle / 180), np.sin(np.pi * angle / 180)))


def test_no_line_that_the_sliders_reach_beats_the_goal():
    X, y = make_and()
    turn, c = np.meshgrid(np.deg2rad(np.arange(-180, 180.5, 0.5)), np.arange(126) / 100)
    n = np.stack([np.cos(turn), np.sin(turn)])
    margins = np.min(y[:, None, None] * (np.tensordot(X, n, 1) - c * n.sum(axis=0)), axis=0)
    assert margins.max() == pytest.approx(goal(), abs=1e-9)
    best = np.argwhere(margins > goal() - 1e-6)
    assert len(best) == 1
    assert (np.rad2deg(turn[tuple(best[0])]), c[tuple(best[0])]) == pytest.approx((45, 0.75))


def test_only_the_widest_street_is_called_the_goal():
    explorer, found = RotateLine(), []
    for angle in np.arange(40, 50.5, 0.5):
        for offset in (0.74, 0.75, 0.76):
            explorer.set(angle=float(angle), offset=offset)
            if "the goal: no line does better" in explorer.status:
                found.append((angle, offset))
    assert found == [(45, 0.75)]


@pytest.mark.parametrize("angle, offset, wrong", [
    (45.0, 0.75, []), (80.0, 0.6, [1]), (-135.0, 0.75, [0, 1, 2, 3]), (45.0, 1.2, [3]),
    (45.0, 1.0, [3])])
def test_points_on_the_wrong_side_are_ringed_and_leave_no_street(angle, offset, wrong):
    explorer = RotateLine(angle=angle, offset=offset)
    assert np.array_equal(explorer._wrong.get_offsets(), make_and()[0][wrong])
    assert ("no street" in explorer.status) == bool(wrong)
    edges = explorer._plane.edges.get_segments()
    assert wrong or len(edges) == 2


def test_the_street_that_is_drawn_goes_through_the_nearest_points():
    explorer, (X, y) = RotateLine(angle=30.0, offset=0.8), make_and()
    line = turned(30, 0.8)
    widest = margin(X, y, line.n, line.d)
    for edge in explorer._plane.edges.get_segments():
        assert np.abs(line.signed_distance(edge)) == pytest.approx(widest, abs=1e-6)
    assert number("Margin ", explorer.status) == pytest.approx(widest, abs=5e-5)
    assert [bar.get_height() for bar in explorer._bars] == pytest.approx(
        list(y * line.signed_distance(X)))


# LagrangeSurface

@few
@given(st.floats(-1, 3))
def test_the_dual_function_is_a_lower_bound_with_the_gap_as_its_slope(push):
    best, (x, top, value) = free_minimum(push), answer()
    assert best == pytest.approx([push / 2, push / 2], abs=1e-12)
    assert dual_value(push) <= value + 1e-12
    assert dual_value(push) == pytest.approx(push - push**2 / 2, abs=1e-12)
    slope = (dual_value(push + 1e-4) - dual_value(push - 1e-4)) / 2e-4
    assert slope == pytest.approx(-off_the_rail(push), abs=1e-6)
    assert dual_value(top) == pytest.approx(value) and free_minimum(top) == pytest.approx(x)


def test_only_at_one_does_the_lowest_point_lie_on_the_rail():
    explorer, on = LagrangeSurface(), []
    for k in range(-20, 61):
        explorer.set(push=k * 0.05)
        x = np.ravel(explorer._lowest.get_data())
        if "on the rail: here" in explorer.status:
            on.append(k)
            assert x.sum() == pytest.approx(1)
        else:
            assert abs(x.sum() - 1) > 0.02
            assert ("short of" in explorer.status) == (k < 20)
    assert on == [20]


def test_the_rings_are_where_the_lagrangian_has_their_height():
    explorer = LagrangeSurface(push=2.0)
    for line, height in zip(explorer._rings.get_segments(), explorer._rings.get_array()):
        L = (line**2).sum(axis=1) - 2.0 * (line.sum(axis=1) - 1)
        assert height == pytest.approx(L, abs=0.002)


# MoveWall

@few
@given(st.floats(-1, 2))
def test_the_push_of_the_wall_is_half_of_its_way_past_the_minimum(t):
    x, push, best = behind(t)
    assert push == pytest.approx(max(0, t / 2), abs=1e-9)
    assert best == pytest.approx(max(0, t)**2 / 4, abs=1e-9)
    assert kkt_report(circle_behind_wall(t), x, [push]).holds()


@few
@given(st.floats(-1, 2).filter(lambda t: abs(t) > 1e-3))
def test_the_multiplier_is_the_price_of_the_wall(t):
    assert price(t, 1e-4) / 1e-4 == pytest.approx(behind(t)[1], abs=1e-4)


def test_the_words_and_the_arrows_balance_at_every_stop():
    explorer = MoveWall()
    for k in range(-20, 41):
        t = k * 0.05
        explorer.set(t=t)
        want = "inactive" if k < 0 else "touching" if k == 0 else "pushing"
        assert case(t) == want and f", {want}: " in explorer.status
        assert number("λ = ", explorer.status) == pytest.approx(max(0, t / 2), abs=6e-4)
        pull, push = (np.array([a.U[0], a.V[0]]) for a in explorer._arrows)
        assert pull + push == pytest.approx([0, 0], abs=1e-12)
        assert explorer._arrows[0].get_visible() == (k > 0)


@pytest.mark.parametrize("kind, state", [(MoveWall, {"t": -5e-17}),
                                         (LagrangeSurface, {"push": -5e-17}),
                                         (RotateLine, {"angle": 90.0, "offset": 0.0})])
def test_a_slider_that_rounds_shows_no_minus_zero(kind, state):
    assert "-0.00" not in kind(**state).status


def test_the_tangent_touches_the_curve_of_values():
    explorer = MoveWall(t=1.4)
    ts, values = explorer._tangent.get_data()
    assert np.mean(ts) == pytest.approx(1.4) and np.mean(values) == pytest.approx(behind(1.4)[2])
    assert np.diff(values)[0] / np.diff(ts)[0] == pytest.approx(0.7)


def test_the_shaded_side_is_the_forbidden_one():
    for t in (-1.0, 0.0, 2.0):
        shut = MoveWall(t=t)._shut.get_path()
        for x in ([-1.2, -1.2], [0.0, 0.0], [1.6, 1.6], [1.5, -1.2]):
            if abs(sum(x) - t) > 1e-6:
                assert shut.contains_point(x) == (sum(x) < t)


# PenaltyOnAnd

@few
@given(st.floats(0.05, 4))
def test_below_four_every_penalty_moves_the_street(C):
    now = street(C)
    assert now.w == pytest.approx([C / 2, C / 2], abs=1e-6)
    assert now.alpha == pytest.approx([0, C / 2, C / 2, C], abs=1e-6)
    assert now.b == pytest.approx(-1 - C / 2, abs=1e-6)
    assert now.xi == pytest.approx([0, 0, 0, 2 - C / 2], abs=2e-6)


@few
@given(st.floats(4, 50))
def test_from_four_on_nothing_moves(C):
    now = street(C)
    assert now.w == pytest.approx([2, 2], abs=1e-6) and now.b == pytest.approx(-3, abs=1e-6)
    assert now.alpha == pytest.approx([0, 2, 2, 4], abs=1e-6) and not now.xi.any()


@pytest.mark.parametrize("C, words", [
    (0.0625, "on the wrong side"), (1.99, "on the wrong side"), (2.0, "on the line"),
    (2.01, "on its side"), (3.99, "a larger C would move the line"),
    (4.0, "a larger C changes nothing"), (50.0, "a larger C changes nothing")])
def test_the_words_change_at_two_and_at_four(C, words):
    assert words in PenaltyOnAnd(C=C).status


def test_slack_is_drawn_from_the_point_to_its_own_edge():
    explorer, now = PenaltyOnAnd(C=2.0), street(2.0)
    (way,) = explorer._short.get_segments()
    assert way @ now.w + now.b == pytest.approx([1 - now.xi[3], 1])
    assert way[0] == pytest.approx([1, 1])
    assert [bar.get_height() for bar in explorer._xi] == pytest.approx([0, 0, 0, 1], abs=1e-6)
    explorer.set(C=10.0)
    assert not explorer._short.get_segments() and not len(explorer._ring.get_offsets())


def test_the_limit_is_drawn_at_C_or_said_to_lie_above():
    explorer = PenaltyOnAnd(C=3.0)
    assert explorer._limit.get_visible() and explorer._limit.get_ydata()[0] == 3
    explorer.set(C=20.0)
    assert not explorer._limit.get_visible() and explorer._says.get_text() == "C = 20 ↑"
