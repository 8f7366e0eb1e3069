"""Lesson 02: its exercises, explorers and figures, and what the page claims in general.

Resting places are judged by SciPy's searches, forces by their components, prices by moving fences.
"""
from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, Polygon
from scipy.optimize import LinearConstraint, minimize, minimize_scalar

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02 import Fence, FenceSide, Pendulum, figures
from coursekit.lessons.lesson02.arrows import ALONG, PULL, PUSH
from coursekit.lessons.lesson02.exercises.kkt_residuals import kkt_residuals
from coursekit.lessons.lesson02.explorers import fence as fences
from coursekit.lessons.lesson02.explorers import pendulum
from coursekit.plots import style
from cases import some
from sentences import numbers, says
from states import corners, preset_states

many = settings(deadline=None, max_examples=100)
seeds = st.integers(0, 10**6)


def stops(control) -> np.ndarray:
    """Return every place of a slider."""
    return np.linspace(control.low, control.high,
                       round((control.high - control.low) / control.step) + 1)


def arrows(explorer, colour: str, panel: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return tail and step of each arrow of a colour."""
    found = []
    for patch in explorer.canvas.figure.axes[panel].patches:
        if isinstance(patch, Polygon) and len(patch.get_xy()) == 8 \
                and to_hex(colour) in map(to_hex, (patch.get_facecolor(), patch.get_edgecolor())):
            corners = patch.get_xy()
            tail = (corners[0] + corners[6]) / 2
            found.append((tail, corners[3] - tail))
    return found


# -- a ball and a fence ------------------------------------------------------------------


def test_the_ball_rests_where_a_search_finds_it_and_the_push_is_the_slope_of_its_height():
    explorer = FenceSide()
    for t in stops(explorer.controls[0]):
        words = explorer.draw({"t": float(t)})
        x = minimize_scalar(lambda x: x**2 / 2, bounds=(t, t + 4), method="bounded",
                            options={"xatol": 1e-10}).x
        h = 1e-4
        slope = (max(0, t + h) ** 2 - max(0, t - h) ** 2) / (4 * h)
        told = [float(v) for v in numbers(words)]
        assert told[0] == pytest.approx(t, abs=0.051) and told[-1] == pytest.approx(slope, abs=0.01)
        assert x == pytest.approx(max(0, t), abs=1e-6)
        if t > 0.01:
            says(words, {"#: the ball": t, ", # high": x**2 / 2, "pulls #,": slope,
                         "fence pushes #": slope})


def test_the_arrows_of_the_fence_are_equal_and_opposite_and_the_tangent_has_their_slope():
    for t in (-0.5, 0.0, 0.3, 1.6):
        explorer = FenceSide(t=t)
        steps = [step for colour in (PULL, PUSH) for _, step in arrows(explorer, colour)]
        assert sum(steps) == pytest.approx(np.zeros(2)) if t > 0.01 else not steps
        tangent, = (line.get_xydata() for line in explorer.canvas.figure.axes[1].lines
                    if to_hex(line.get_color()) == to_hex(PUSH))
        (x0, y0), (x1, y1) = tangent
        assert (y1 - y0) / (x1 - x0) == pytest.approx(max(0, t))
        assert tangent.mean(axis=0) == pytest.approx([t, max(0, t)**2 / 2])


# -- fences from above -------------------------------------------------------------------


def test_the_normals_are_unit_vectors_and_touch_on_the_sliders():
    assert np.linalg.norm(fences.N, axis=1) == pytest.approx(np.ones(3), abs=1e-15)
    assert fences.N[0] @ fences.N[1] == pytest.approx(0.6, abs=1e-15)


@pytest.mark.parametrize("t1, t2", some(product(np.linspace(-0.3, 1.3, 9), repeat=2)))
def test_the_ball_between_fences_rests_where_a_search_finds_it(t1, t2):
    x, c, lam = fences.resting_place(t1, t2)
    places = np.array([t1, t2, fences.LAST])
    found = minimize(lambda x: x @ x / 2, [2.0, 2.0], jac=lambda x: x, method="SLSQP",
                     constraints=[LinearConstraint(fences.N, places, np.inf)], tol=1e-12).x
    assert x == pytest.approx(found, abs=1e-5)
    assert max(kkt_residuals(x, fences.N, c, lam)) < 1e-9
    assert lam[2] == 0 and c == pytest.approx(fences.N @ x - places)


@pytest.mark.parametrize("state", [{}, *corners(Fence), *preset_states(Fence),
                                   {"t1": 1.0, "t2": 0.6}, {"t1": 0.0, "t2": 0.0}], ids=str)
def test_what_is_drawn_and_said_of_the_fences_is_so(state):
    explorer = Fence(**state)
    assert not explorer.failed
    s = explorer.state()
    x, c, lam = fences.resting_place(s["t1"], s["t2"])
    steps = [step for colour in (PULL, PUSH) for _, step in arrows(explorer, colour)]
    assert sum(steps) == pytest.approx(np.zeros(2), abs=1e-9) if lam.any() else not steps
    drawn = {(bar.get_y() + 0.2, bar.get_width() > 0): abs(bar.get_width())
             for bar in explorer.canvas.figure.axes[1].patches}
    assert drawn == pytest.approx({(y, push): size for push, sizes in enumerate((c, lam))
                                   for y, size in zip(fences.ROWS, sizes) if size})
    assert not np.any(c * lam)
    named = {"Fences at # and #": [s["t1"], s["t2"]], "no fence pushes": not lam.any()}
    for i in (0, 1):
        named[f"fence {i + 1} touches and does not push"] = bool(not c[i] and not lam[i])
        named |= {f"fence {i + 1} pushes #": lam[i]} if lam[i] else {}
        named |= {f"fence {i + 1} has # of room": c[i]} if c[i] else {}
    says(explorer.status, named, slack=1e-9, whole=False)


def test_as_fence_2_moves_back_fence_1_takes_over_until_it_is_alone():
    pushes = [fences.resting_place(1.1, t2)[2] for t2 in np.arange(1.2, -0.2, -0.05)]
    first = np.array([lam[0] for lam in pushes])
    assert (np.diff(first) >= -1e-12).all()
    alone = np.array([lam[1] == 0 for lam in pushes])
    assert first[alone] == pytest.approx(np.full(alone.sum(), 1.1)) and (first[~alone] < 1.1).all()


def test_the_ring_of_a_touching_fence_is_on_the_sliders_and_in_no_preset():
    touching = [(t1, t2) for t1, t2 in product(stops(Fence.controls[0]), stops(Fence.controls[1]))
                if t1 > 0.01 and not fences.resting_place(round(t1, 2), round(t2, 2))[1][1]
                and not fences.resting_place(round(t1, 2), round(t2, 2))[2][1]]
    assert len(touching) >= 3 and all(t2 == pytest.approx(0.6 * t1) for t1, t2 in touching)
    explorer = Fence()
    for name in explorer.presets:
        explorer.preset(name)
        assert "touches" not in explorer.status


# -- the pendulum ------------------------------------------------------------------------


@pytest.mark.parametrize("held", ["rod", "string"])
def test_the_weight_is_split_and_the_multiplier_is_the_force_in_the_rod(held):
    explorer = Pendulum()
    for phi in stops(explorer.controls[0]):
        explorer.set(phi=float(phi), held=held)
        words = explorer.status
        at = np.radians(phi)
        x = np.array([np.sin(at), -np.cos(at)])
        lam = np.array([0, 1]) @ (-x)           # ∇f = (0, 1), ∇c = −x/‖x‖, of length 1
        limp = held == "string" and lam < -1e-9
        steps = {c: sum((step / pendulum.SHOWN for _, step in arrows(explorer, c)), np.zeros(2))
                 for c in (PULL, PUSH, ALONG)}
        assert steps[PULL] == pytest.approx([0, -1])
        if limp:
            assert not steps[PUSH].any() and "falls" in words
            assert numbers(words.split("λ = ")[1])[0] == f"{lam:.2f}"
            continue
        assert steps[PUSH] == pytest.approx(-lam * x, abs=1e-9)
        moving = steps[PULL] + steps[PUSH]      # what is left of the weight
        assert sum(s for c, s in steps.items() if c not in (PULL, PUSH)) == \
            pytest.approx(moving, abs=1e-9)
        assert abs(moving @ x) < 1e-9
        said = numbers(words)
        assert float(said[-1]) == pytest.approx(np.sin(at), abs=0.00501)
        assert float(said[-2]) == pytest.approx(lam, abs=0.00501)


@pytest.mark.parametrize("end", [[0.0, 0.5], [0.7, 0.3], [-0.9, -0.1], [0.99, 0.05]])
def test_a_limp_string_has_its_length_and_both_its_ends(end):
    line = pendulum.limp_string(np.array(end))
    assert line[0] == pytest.approx([0, 0]) and line[-1] == pytest.approx(end, abs=1e-12)
    assert np.hypot(*np.diff(line, axis=0).T).sum() == pytest.approx(1, abs=0.01)


def test_the_arrow_of_a_pulling_rod_is_beside_the_rod_and_not_on_it():
    for phi in range(-85, 90, 5):
        (tail, step), = arrows(Pendulum(phi=phi), PUSH)
        along = np.array([np.sin(np.radians(phi)), -np.cos(np.radians(phi))])
        assert [abs(along[0] * at[1] - along[1] * at[0]) for at in (tail, tail + step)] == \
            pytest.approx([pendulum.BESIDE] * 2)


def test_the_arc_of_the_angle_goes_from_the_lowest_direction_to_the_rod():
    def arcs(phi):
        return [line for drawn in Pendulum(phi=phi).canvas.figure.axes[0].collections
                for line in drawn.get_segments() if len(line) == 60]
    for phi in (-135, -30, 5, 60, 180):
        (arc,) = arcs(phi)
        angles = np.degrees(np.unwrap(np.arctan2(arc[:, 0], -arc[:, 1])))
        assert angles[[0, -1]] == pytest.approx([0, phi])
    assert not arcs(0)


def test_the_slope_is_drawn_over_the_way_along_the_circle():
    for phi in (-120, 30, 60, 90):
        tangent, = (line.get_xydata() for line in Pendulum(phi=phi).canvas.figure.axes[1].lines
                    if to_hex(line.get_color()) == to_hex(ALONG))
        (x0, y0), (x1, y1) = tangent
        assert (y1 - y0) / (x1 - x0) == pytest.approx(np.sin(np.radians(phi)))


@pytest.mark.parametrize("held", ["rod", "string"])
def test_no_name_of_the_pendulum_leaves_the_picture_or_lies_on_another(held):
    explorer = Pendulum(held=held)
    figure = explorer.canvas.figure
    figure.canvas.draw()                    # places the name of the axis
    for phi in stops(explorer.controls[0]):
        explorer.set(phi=float(phi))
        circle, heights, _ = figure.axes
        drawn = [text.get_window_extent().padded(-2)
                 for text in (*circle.texts, heights.yaxis.label)]
        assert min(box.x0 for box in drawn) >= 0, phi
        assert not any(one.overlaps(other) for one, other in combinations(drawn, 2)), phi


def test_the_falling_bob_stays_within_the_length_of_its_string():
    explorer = Pendulum(held="string")
    for phi in stops(explorer.controls[0]):
        explorer.set(phi=float(phi))
        bob = [line.get_xydata()[0] for line in explorer.canvas.figure.axes[0].lines
               if line.get_marker() == "o" and line.get_color() != "none"]
        assert len(bob) == 1 and np.hypot(*bob[0]) <= 1 + 1e-9


# -- what the page claims ----------------------------------------------------------------


def test_an_active_constraint_may_have_the_multiplier_zero():
    x, lam = inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [1, 1])
    assert x.tolist() == [1, 0] and lam.tolist() == [1, 0]
    assert inequality_qp(np.eye(2), [0, 0], [[1, 1]], [0])[1].tolist() == [0]


@many
@given(seeds)
def test_the_climb_lies_between_old_and_new_push_times_way(seed):
    """Also where a fence has room, where two stand on each other, and for any convex bowl."""
    rng = np.random.default_rng(seed)
    k, R = rng.integers(1, 4), rng.normal(size=(2, 2))
    Q, A = R @ R.T + 0.1 * np.eye(2), rng.normal(size=(k, 2))
    A = np.vstack([A, A[:1]]) if seed % 3 == 0 else A
    t = A @ rng.normal(size=2) - rng.exponential(size=len(A))

    def solve(t):
        x, lam = inequality_qp(Q, [0, 0], A, t)
        return x @ Q @ x / 2, lam
    way, i = rng.exponential(), rng.integers(len(A))
    try:
        (before, old), (after, new) = solve(t), solve(t + way * (np.arange(len(A)) == i))
    except ValueError:                          # no point is allowed any more
        return
    size = 1e-7 * (1 + after + new.max())
    assert old[i] * way - size <= after - before <= new[i] * way + size


def test_as_long_as_two_straight_fences_touch_a_slide_along_one_tells_the_push_of_the_other():
    d = fences.N[0] - 0.6 * fences.N[1]
    assert d @ fences.N[1] == pytest.approx(0) and d @ fences.N[0] == pytest.approx(0.64)
    x, c, lam = fences.resting_place(1.1, 1.2)
    assert not c[:2].any() and x @ d == pytest.approx(0.64 * lam[0])


def test_the_lagrangian_is_the_same_bowl_moved_and_on_the_surface_of_the_box_it_has_a_maximum():
    draw = np.random.default_rng(2)
    lam, x, d = draw.normal(), draw.normal(size=2), draw.normal(size=3)
    assert x @ x - lam * (x.sum() - 1) == pytest.approx(
        ((x - lam / 2)**2).sum() + lam - lam**2 / 2)

    def L(x):
        return x.prod() - (2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]) - 6) / 4
    h, one = 1e-4, np.ones(3)
    bend = (L(one + h * d) - 2 * L(one) + L(one - h * d)) / h**2
    assert bend == pytest.approx((d.sum()**2 - d @ d) / 2, abs=1e-5)


def test_the_push_moves_the_smaller_group_further_and_is_the_price():
    people = load_titanic().groupby("Sex")["Survived"].agg(["size", "sum"])
    n, k = people["size"].to_numpy(), people["sum"].to_numpy()

    def worst(limit):
        p, lam = inequality_qp(np.diag(n), -k, [[-1, 1]], [-limit])
        return p, lam[0], (n * p**2 / 2 - k * p).sum()
    p, lam, value = worst(0.3)
    found = minimize_scalar(lambda low: n[1] * low**2 / 2 - k[1] * low + n[0] * (low + 0.3)**2 / 2
                            - k[0] * (low + 0.3), bounds=(0, 0.7), method="bounded",
                            options={"xatol": 1e-10}).x
    assert (k / n).round(3).tolist() == [0.742, 0.189], "as the page says"
    assert p == pytest.approx([found + 0.3, found], abs=1e-6)
    assert np.abs(p - k / n) == pytest.approx(lam / n) and n[0] < n[1]
    assert max(kkt_residuals(n * p - k, [[-1, 1]], [0.3 - (p[0] - p[1])], [lam])) < 1e-9
    assert 0.01 * lam < worst(0.29)[2] - value < 0.01 * worst(0.29)[1]


# -- figures -----------------------------------------------------------------------------


def test_the_gradients_are_parallel_at_the_minimum_only():
    ax = figures.plot_gradients([-0.2, 0.15, 0.5], "t").axes[0]
    drawn: dict[str, list] = {"∇f": [], "∇c": []}
    for text in ax.texts:
        if text.get_gid():
            drawn[text.get_gid()[:2]].append((np.array(text.xyann), np.array(text.xy)))
    parallel = []
    for (tail, tip), (same, tip_c) in zip(drawn["∇f"], drawn["∇c"], strict=True):
        f, c = tip - tail, tip_c - same
        assert tail.sum() == pytest.approx(1) and f == pytest.approx(2 * tail * c[0])
        parallel.append(bool(abs(f[0] * c[1] - f[1] * c[0]) < 1e-12))
    assert parallel == [False, False, True]


def test_the_rings_are_those_of_the_lagrangian_and_only_the_right_push_is_on_the_line():
    pushes = [0, 1, 2]
    for ax, lam in zip(figures.plot_rings(pushes, "t").axes, pushes, strict=True):
        at = {line.get_label(): line.get_xydata()[0] for line in ax.lines}
        found = minimize(lambda x: x @ x - lam * (x.sum() - 1), [0.3, 0.1]).x
        assert at["bottom of L"] == pytest.approx(found, abs=1e-5)
        assert (at["bottom of L"].sum() == 1) == (lam == 1)
        rings = [patch for patch in ax.patches if isinstance(patch, Circle)]
        assert rings and all(ring.center == pytest.approx(found, abs=1e-5) for ring in rings)


def test_the_rings_in_a_plane_touch_the_line_at_the_minimum():
    normals = np.array([0, 0, 1.0]), np.array([0, -1.0, 0])
    ax = figures.plot_planes(*normals, [0.75, 0.9], "t").axes[0]
    outer = [line.get_xydata() for line in ax.lines if len(line.get_xydata()) == 181][-1]
    line = next(line.get_xydata() for line in ax.lines if line.get_label() == "where both hold")
    way = line[1] - line[0]
    side = (outer - line[0]) @ [-way[1], way[0]]
    assert (side <= 1e-9).all() or (side >= -1e-9).all(), "on one side of the line"
    assert np.hypot(*outer.T).min() < 1e-9, "through the minimum, which is drawn at 0"


def test_the_arrows_in_space_add_up():
    normals = np.array([0, 0, 1.0]), np.array([0, -1.0, 0.5])
    ax = figures.plot_planes(*normals, [0.6, 0.9], "t").axes[0]
    steps = {text.get_gid(): np.subtract(text.xy, text.xyann) for text in ax.texts
             if text.get_gid()}
    assert steps["$∇f$"] == pytest.approx(steps["$λ_1 ∇c_1$"] + steps["$λ_2 ∇c_2$"])


def test_the_rates_are_drawn_where_they_are_and_the_push_alone_has_its_colour():
    ax = figures.plot_two_rates([0.7, 0.2], [0.6, 0.3], [10, 20], 1.0, "t").axes[0]
    found = {line.get_label(): float(line.get_xdata()[0]) for line in ax.lines}
    assert found == {"women: rate": 0.7, "women: held": 0.6, "men: rate": 0.2, "men: held": 0.3}
    gap, = (text for text in ax.texts if text.get_gid() == "allowed gap")
    assert sorted([gap.xy[0], gap.xyann[0]]) == [0.3, 0.6]
    assert {to_hex(line.get_markeredgecolor()) for line in ax.lines} == {to_hex(style.INK)}


# -- exercises ---------------------------------------------------------------------------


def by_loops(grad_f, grads_c, c, lam):
    stationarity = max(abs(grad_f[j] - sum(lam[i] * grads_c[i][j] for i in range(len(c))))
                       for j in range(len(grad_f)))
    primal = max([0] + [-v for v in c])
    dual = max([0] + [-v for v in lam])
    return [stationarity, primal, dual, max([0] + [abs(a * b) for a, b in zip(lam, c)])]


def by_numpy(grad_f, grads_c, c, lam):
    G = np.asarray(grads_c, dtype=float).reshape(-1, len(grad_f))
    lam, c = np.asarray(lam, dtype=float), np.asarray(c, dtype=float)
    rest = np.asarray(grad_f) - lam @ G
    parts = (rest, np.clip(c, None, 0), np.clip(lam, None, 0), c * lam)
    return np.array([np.abs(p).max(initial=0) for p in parts])


def as_a_series(*case):
    return pd.Series(kkt_residuals(*case), ["stationarity", "primal", "dual", "complementarity"])


def as_printed(*case):
    return [round(residual, 3) for residual in kkt_residuals(*case)]


@pytest.mark.parametrize("answer", [by_loops, by_numpy, as_a_series, as_printed])
def test_residuals_may_be_computed_in_any_way(answer):
    assert grade("kkt-residuals", answer).status == "right"


def prints_only(grad_f, grads_c, c, lam):
    print(kkt_residuals(grad_f, grads_c, c, lam))


def one_number(grad_f, grads_c, c, lam):
    return max(kkt_residuals(grad_f, grads_c, c, lam))


def hard_coded(grad_f, grads_c, c, lam):
    return (1.0, 0.0, 0.0, 0.5)


def other_order(grad_f, grads_c, c, lam):
    a, b, d, e = kkt_residuals(grad_f, grads_c, c, lam)
    return a, d, b, e


def endless(grad_f, grads_c, c, lam):
    while True:
        pass


def sorts_in_place(grad_f, grads_c, c, lam):
    out = kkt_residuals(grad_f, grads_c, c, lam)
    c[:] = sorted(c)
    return out


def without_the_empty_case(grad_f, grads_c, c, lam):
    return (max(abs(np.array(grad_f) - np.array(grads_c).T @ np.array(lam))), max(-min(c), 0),
            max(-min(lam), 0), max(abs(np.array(lam) * np.array(c))))


@pytest.mark.parametrize("answer", [
    prints_only, one_number, hard_coded, endless, sorts_in_place,
    lambda *case: tuple(round(r, 1) for r in kkt_residuals(*case)), (1.0, 0.0, 0.0, 0.5),
])
def test_residuals_that_go_wrong_are_wrong(answer):
    assert grade("kkt-residuals", answer).status != "right"


def negative_violations(grad_f, grads_c, c, lam):
    a, _, _, e = kkt_residuals(grad_f, grads_c, c, lam)
    return a, min([0, *c]), min([0, *lam]), e


def no_absolute_value_of_products(grad_f, grads_c, c, lam):
    return *kkt_residuals(grad_f, grads_c, c, lam)[:3], max([0, *np.multiply(c, lam)])


@pytest.mark.parametrize("answer, name", [
    (negative_violations, "negative violations"),
    (no_absolute_value_of_products, "products with a sign"),
    (other_order, "dual before primal"), (without_the_empty_case, "no constraints"),
])
def test_residuals_that_go_wrong_for_a_known_reason_are_recognised(answer, name):
    assert grade("kkt-residuals", answer).matched == name


@pytest.mark.parametrize("limit", [0.05, 0.001])
def test_a_small_violation_is_one(limit):
    verdict = grade("kkt-residuals",
                    lambda *case: tuple(r * (r >= limit) for r in kkt_residuals(*case)))
    assert verdict.status == "wrong"


def test_a_large_violation_is_not_cut_off():
    cut = grade("kkt-residuals", lambda *case: tuple(min(r, 100) for r in kkt_residuals(*case)))
    assert cut.status == "wrong"


def test_of_a_complementarity_that_is_always_zero_no_cause_is_stated():
    assert grade("kkt-residuals", lambda *case: (*kkt_residuals(*case)[:3], 0)).matched \
        == "active only"


@pytest.mark.parametrize("answer", [
    (2, 1, 1, 1), [2.0, 1.0, 1.0, 1.0], np.array([2, 1, 1, 1], dtype=np.float32),
    np.array([[2, 1], [1, 1]]), pd.Series([2, 1, 1, 1]), (Fraction(2), Fraction(1), 1, 1),
    {"x1": 2, "x2": 1, "lambda1": 1, "lambda2": 1}, (2.0004, 0.9996, 1, 1),
    ((2, 1), (1, 1)), [[2, 1], [1, 1]], ([2, 1], 1, 1), {"x": (2, 1), "lam": (1, 1)},
    inequality_qp(np.eye(2), [0, 0], [[1, 0], [1, 1]], [2, 3]),
    {"λ1": 1, "λ2": 1, "x1": 2, "x2": 1}, {r"\lambda_1": 1, r"\lambda_2": 1, "x_1": 2, "x_2": 1},
    {"multipliers": [1, 1], "minimum": np.array([2, 1])}, {"lam₁": 1, "lam₂": 1, "x₁": 2, "x₂": 1},
])
def test_the_two_constraints_in_any_form(answer):
    assert grade("two-constraints", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    ((1.5, 1.5, 0, 1.5), "second only"), ((2, 0, 2, 0), "first only"), ((2, 1, 2, 2), "no half"),
    ((2, 1, -1, -1), "sign"), ((2, 1, 2, 1), "one after the other"), ((2, 1, 1, 2), "point right"),
    ((2, 1, 0.5, 0.7), "point right"), ((2, 1, 0, 0), "no multipliers"),
    ((1, 1, 2, 1), "multipliers first"), ((0, 0, 0, 0), "free minimum"), ((3, 0, 1, 1), None),
    (((1, 1), (2, 1)), "multipliers first"), ({"lam": (2, 1), "x": (1, 1)}, "multipliers first"),
    ({"x1": 2, "x2": 1, "λ2": 1, "λ1": 2}, "one after the other"),
])
def test_a_wrong_point_or_multiplier_is_recognised(answer, name):
    verdict = grade("two-constraints", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name)


def test_the_example_in_the_docstring_of_the_stub_is_so():
    """It is the first of the cases, and stands on the page."""
    assert find("kkt-residuals").right[0] == pytest.approx((1.0, 0.0, 0.0, 0.5))
