"""Lesson 02b: its explorer, exercises and figures, and what the page claims of duality.

Each problem is: minimise f where all c_i ≥ 0; L = f - Σ λ_i c_i, q(λ) = min over x of L. Dual
functions are judged by grids, minima by other solvers, allocations by random ones.
"""
from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize as search

from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02b import Swing, figures
from coursekit.lessons.lesson02b.exercises.dual_ascent import dual_ascent
from coursekit.lessons.lesson02b.explorers.swing import VALLEYS, ball, bottoms
from coursekit.svm.qp import StandardForm, minimise
from sentences import says

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)
GRID = np.linspace(-3, 4, 70_001)


def kkt_residuals(grad_f, grads_c, c, lam):
    """Return how much each of the four conditions is violated."""
    grads_c = np.reshape(grads_c, (len(c), len(grad_f)))
    parts = (grad_f - np.asarray(lam) @ grads_c, np.minimum(c, 0), np.minimum(lam, 0),
             np.multiply(lam, c))
    return [float(np.abs(part).max(initial=0)) for part in parts]


# -- Swing ------------------------------------------------------------------------------


def stops(control) -> np.ndarray:
    return control.low + control.step * np.arange(
        round((control.high - control.low) / control.step) + 1)


def states():
    lam, t, _ = Swing.controls
    for name, valley in VALLEYS.items():
        for push, fence in product(stops(lam)[::2], stops(t)):
            if valley.fence[0] <= fence <= valley.fence[1] + 1e-9:
                yield {"valley": name, "lam": round(float(push), 2), "t": round(float(fence), 1)}


def test_every_state_says_the_heights_of_bottom_and_ball():
    """A grid finds both, and so the gap; the finding over the picture agrees with it."""
    explorer = Swing()
    for state in states():
        valley, lam, t = VALLEYS[state["valley"]], state["lam"], state["t"]
        q = np.min(valley.f(GRID) - lam * (GRID - t))
        v = np.min(valley.f(np.append(GRID[GRID > t], t)))
        words = explorer.draw(state)
        even, tiny = v - q < 2e-5, 2e-5 < v - q < 5e-4
        says(words, {"fence t = #, push λ = #:": [t, lam], "is at height #": q,
                     "no gap is left": even,
                     **({} if even else {"below the ball at #;": v, **(
                         {"a gap below 0.001 is left": True} if tiny else
                         {"a gap of # is left": v - q})})},
             slack=1e-5, whole=not tiny)
        assert ("no gap" in explorer._title.get_text()) == even


def test_where_the_title_says_that_no_push_closes_the_gap_none_does():
    explorer, found = Swing(), set()
    for state in states():
        explorer.draw(state)
        if "no λ" in explorer._title.get_text():
            valley, t = VALLEYS[state["valley"]], state["t"]
            best = max(bottoms(valley, lam, t)[1] for lam in np.linspace(0, 6, 601))
            assert best == pytest.approx(bottoms(valley, state["lam"], t)[1], abs=1e-9)
            assert best < ball(valley, t)[1] - 0.01
            found.add(t)
    assert {-0.5, 0.0, 0.5} <= found


@few
@given(st.sampled_from(list(VALLEYS)), st.floats(0, 2.4), st.floats(-0.5, 1.1))
def test_every_bowl_passes_through_the_fence_and_none_has_its_bottom_above_the_ball(name, lam, t):
    valley = VALLEYS[name]
    places, q = bottoms(valley, lam, t)
    at, v = ball(valley, t)
    assert q <= v + 1e-12 and q <= valley.f(t) + 1e-12 and at >= t
    assert valley.f(places) - lam * (places - t) == pytest.approx(np.full(len(places), q), abs=1e-6)


def test_the_picture_shows_the_bowl_its_bottom_and_q_as_far_as_it_was_turned():
    explorer = Swing(lam=1.8, t=1.0)
    x, L = explorer._bowl.get_data()
    assert L == pytest.approx(x**2 / 2 - 1.8 * (x - 1))
    lams, q = explorer._q.get_data()
    assert (lams[0], lams[-1]) == (0, pytest.approx(1.8)) and q == pytest.approx(lams - lams**2 / 2)
    assert explorer._gap.get_ydata() == pytest.approx([0.18, 0.5])
    assert explorer._ball.get_xydata() == pytest.approx(np.array([[1, 0.5]]))
    explorer.set(lam=2.4, t=-0.5)           # the bottom is below the frame
    assert explorer._mark.get_ydata()[0] == VALLEYS["one valley"].up[0]
    assert "−4.080" in explorer.status and explorer._mark.get_marker() == "v"
    explorer.preset("two valleys")
    explorer.set(lam=0.5)
    assert explorer._lowest.get_xydata() == pytest.approx(np.array([[-1, -1], [1, -1]]))


def test_names_of_ball_and_bottom_stay_apart_and_in_the_picture():
    explorer = Swing()
    for state in states():
        explorer.draw(state)
        ball_at, bottom_at = (name.get_position()[1] for name in explorer._names)
        assert ball_at - bottom_at > 0.149 and 0.1 < bottom_at and ball_at < 0.9


def test_no_preset_is_the_answer_of_a_task():
    explorer = Swing()
    for name in explorer.presets:
        explorer.preset(name)
        assert "no gap" not in explorer.status and "no λ" not in explorer._title.get_text()


# -- the theorem: sufficient, necessary ---------------------------------------------------


def random_qp(seed: int, degenerate: bool) -> tuple:
    """Return Q, p, A, t of a strictly convex problem; perhaps with a constraint that stands
    twice."""
    rng = np.random.default_rng(seed)
    d, k = rng.integers(1, 4), rng.integers(1, 5)
    R = rng.normal(size=(d, d))
    A = rng.normal(size=(k, d))
    t = A @ rng.normal(size=d) - rng.exponential(size=k) * rng.integers(0, 2, size=k)
    if degenerate:
        A, t = np.vstack([A, A[0]]), np.append(t, t[0])
    return R @ R.T + 0.1 * np.eye(d), rng.normal(size=d), A, t


@many
@given(seeds, st.booleans())
def test_affine_constraints_need_no_independence(seed, degenerate):
    """Affine: a minimum has multipliers even where the gradients of active constraints depend."""
    Q, p, A, t = random_qp(seed, degenerate)
    form = StandardForm(Q, p, -A, -t, np.empty((0, len(p))), np.empty(0))
    minimum = minimise(form)[0]                     # found by another road
    x, lam = inequality_qp(Q, p, A, t)
    assert x == pytest.approx(minimum, abs=1e-5)
    assert max(kkt_residuals(Q @ x + p, A, A @ x - t, lam)) < 1e-7 * (1 + lam.max())


# -- the dual function, strong duality, the price ------------------------------------------


def dual(A, t, lam):
    """Return q(λ) of ½‖x‖² where A x ≥ t."""
    return lam @ t - np.sum((A.T @ lam)**2) / 2


@many
@given(seeds, st.booleans())
def test_strong_duality_and_any_pair_of_optima_fits(seed, degenerate):
    _, _, A, t = random_qp(seed, degenerate)
    x, lam = inequality_qp(np.eye(A.shape[1]), np.zeros(A.shape[1]), A, t)
    assert dual(A, t, lam) == pytest.approx(x @ x / 2, abs=1e-8)
    rng = np.random.default_rng(seed)
    for other in rng.exponential(size=(50, len(t))):
        assert dual(A, t, other) <= x @ x / 2 + 1e-9
    if degenerate:                                  # the two copies may share their price anyhow
        both = lam[0] + lam[-1]
        share = rng.random() * both
        another = np.r_[share, lam[1:-1], both - share]
        assert dual(A, t, another) == pytest.approx(x @ x / 2, abs=1e-8)
        assert max(kkt_residuals(x, A, A @ x - t, another)) < 1e-7 * (1 + lam.max())


@settings(deadline=None, max_examples=300)
@given(seeds, st.booleans())
def test_the_price_encloses_what_a_move_costs(seed, degenerate):
    Q, p, A, t = random_qp(seed, degenerate)

    def solve(t):
        x, lam = inequality_qp(Q, p, A, t)
        return x @ Q @ x / 2 + p @ x, lam
    rng = np.random.default_rng(seed)
    v, lam = solve(t)
    size = 1e-8 * (1 + abs(v) + lam.max())
    for change in rng.normal(size=(3, len(t))):     # every other t′ that leaves a feasible point
        try:
            other, _ = solve(t - np.abs(change))
        except ValueError:
            continue
        assert other >= v - lam @ np.abs(change) - size
    delta, i = rng.exponential(), rng.integers(len(t))
    moved = t.copy()
    moved[i] += delta
    try:
        further, lam_further = solve(moved)
    except ValueError:                              # no point is feasible any more
        return
    assert lam[i] * delta - size <= further - v
    assert further - v <= lam_further[i] * delta + 1e-8 * (1 + abs(further) + lam_further.max())


def test_the_example_written_twice():
    def v(t):
        x, _ = inequality_qp(np.eye(2), [0, 0], [[1, 1], [1, 1]], t)
        return x @ x / 2
    for one in ([1e-6, 0], [0, 1e-6]):
        assert (v([1, 1] + np.array(one)) - v([1, 1])) / 1e-6 == pytest.approx(0.5, abs=1e-5)
        assert v([1, 1] - np.array(one)) == v([1, 1])


# -- dual ascent --------------------------------------------------------------------------

A_3, T_3 = np.array([[1.0, 0], [1, 1]]), np.array([2.0, 3])


@few
@given(seeds)
def test_steps_below_the_limit_climb_to_the_minimum(seed):
    """Every step climbs; with half the limit, q is within ‖λ*‖² / (2 · step · steps) of its top."""
    rng = np.random.default_rng(seed)
    k, d = rng.integers(1, 5), rng.integers(1, 4)
    A = rng.normal(size=(k, d))
    t = A @ rng.normal(size=d)
    limit = 2 / np.linalg.eigvalsh(A @ A.T)[-1]
    x, best = inequality_qp(np.eye(d), np.zeros(d), A, t)
    values = [dual(A, t, dual_ascent(A, t, 0.95 * limit, n)) for n in range(30)]
    assert np.diff(values).min() > -1e-9
    reached = dual(A, t, dual_ascent(A, t, limit / 2, 2000))
    assert -1e-9 <= x @ x / 2 - reached <= best @ best / (limit * 2000) + 1e-9


def test_the_limit_of_the_page_is_two_over_the_largest_eigenvalue():
    limit = 2 / np.linalg.eigvalsh(A_3 @ A_3.T).max()
    assert limit == pytest.approx(0.764, abs=5e-4) and 2 / limit == pytest.approx(2.618, abs=5e-4)
    assert dual_ascent(A_3, T_3, 0.999 * limit, 20_000) == pytest.approx([1, 1], abs=1e-6)
    beyond = [dual_ascent(A_3, T_3, 1.001 * limit, k) for k in (20_000, 20_001)]
    assert np.abs(beyond[0] - beyond[1]).max() > 0.1
    lam = np.array([0.9, 1.2])                      # near the maximum the error is multiplied
    step = np.maximum(0, lam + 0.25 * (T_3 - A_3 @ (A_3.T @ lam)))
    assert step - 1 == pytest.approx((np.eye(2) - 0.25 * A_3 @ A_3.T) @ (lam - 1))


def test_short_steps_come_from_outside_and_long_ones_jump():
    path = np.array([dual_ascent(A_3, T_3, 0.25, k) for k in range(31)])
    x = path @ A_3
    assert not (x @ A_3.T >= T_3).all(axis=1).any()
    values = [dual(A_3, T_3, lam) for lam in path]
    assert np.diff(values).min() > 0 and max(values) < 2.5
    assert path[:4] == pytest.approx(np.array([[0, 0], [0.5, 0.75], [0.6875, 1],
                                               [0.765625, 1.078125]]))
    assert values[1:4] == pytest.approx([2.1875, 2.4512, 2.4847], abs=5e-5)
    long = np.array([dual_ascent(A_3, T_3, 0.8, k) for k in range(6)])
    assert long[::2] == pytest.approx(0) \
        and long[1::2] == pytest.approx(np.tile([1.6, 2.4], (3, 1)))


# -- whom to ask ------------------------------------------------------------------------


def passengers():
    table = load_titanic().groupby(["Sex", "Pclass"])["Survived"].agg(["size", "mean"])
    share, rate = (table[c].to_numpy() for c in ("size", "mean"))
    return share / 891 * np.sqrt(rate * (1 - rate)), share / 891, rate


def test_the_passengers_best_plan_and_that_with_eight_fences():
    a, share, _ = passengers()
    best = 100 * a / a.sum()
    assert best == pytest.approx([5.07, 6.29, 22.09, 18.06, 12.07, 36.43], abs=0.005)
    assert (best - 100 * share).argmax() == 2
    for n, sd in ((best, 0.0366), (100 * share, 0.0379), (np.full(6, 100 / 6), 0.0435)):
        assert np.sqrt(np.sum(a**2 / n)) == pytest.approx(sd, abs=5e-5)
    pushed = best < 8
    n = np.where(pushed, 8.0, (100 - 8 * pushed.sum()) * a / a[~pushed].sum())
    lam = (a[~pushed].sum() / (100 - 8 * pushed.sum()))**2
    grads = np.vstack([-np.ones(6), np.eye(6)])
    rooms = np.r_[100 - n.sum(), n - 8]
    multipliers = np.r_[lam, lam - a**2 / n**2]
    assert max(kkt_residuals(-a**2 / n**2, grads, rooms, multipliers)) < 1e-13
    found = search(lambda z: 1e4 * np.sum(a**2 / z), np.full(6, 100 / 6), bounds=[(8, 100)] * 6,
                   constraints=[{"type": "eq", "fun": lambda z: 100 - z.sum()}], tol=1e-12).x
    assert n == pytest.approx(found, abs=0.01) and multipliers[1:3].min() > 1e-6


# -- exercises --------------------------------------------------------------------------

RIGHT = {"a": "NS", "b": "N", "c": "S", "d": ""}


@pytest.mark.parametrize("answer", [
    RIGHT, {"a": "SN", "b": "n", "c": " S ", "d": None},
    {"a": {"N", "S"}, "b": {"N"}, "c": ["S"], "d": set()}, np.array(["NS", "N", "S", ""]),
    ("necessary and sufficient", "necessary", "sufficient", ""), pd.Series(RIGHT),
    {"a)": "N-S", "b)": "N only", "c)": "S", "d)": "—"}, list(RIGHT.items()),
    {p: {letter: letter in RIGHT[p] for letter in "NS"} for p in "abcd"}])
def test_promises_may_be_written_in_any_sensible_way(answer):
    assert grade("promises", answer).status == "right"


@pytest.mark.parametrize("answer", [
    {"a": "NS", "b": "N"}, "NS N S", {"a": "yes", "b": "N", "c": "S", "d": ""}, 3,
    [("b", "N"), ("a", "NS"), ("c", "S"), ("d", "")]])
def test_promises_that_cannot_be_read_count_as_no_attempt(answer):
    assert grade("promises", answer).status == "unreadable"


def test_of_all_256_answers_one_is_right_and_each_other_has_its_cause():
    verdicts = [grade("promises", dict(zip("abcd", row, strict=True)))
                for row in product(("", "N", "S", "NS"), repeat=4)]
    assert [v.status for v in verdicts].count("right") == 1
    assert sum(v.status == "wrong" and v.matched is not None for v in verdicts) == 255


def ascent(start=lambda A: np.zeros(len(A)), point=lambda A, lam: A.T @ lam, slopes=None,
           clip=lambda new: np.maximum(0, new)):
    """Return an answer put together from parts."""
    def dual_ascent(A, t, step, steps):
        lam = start(A)
        for _ in range(steps):
            x = point(A, lam)
            lam = clip(lam + step * (t - A.dot(x) if slopes is None else slopes(A, t, lam)))
        return lam
    return dual_ascent


def with_if(new):
    if new < 0:
        new = 0 * new
    return new


@pytest.mark.parametrize("answer", [
    ascent(), ascent(point=lambda A, lam: lam @ A, clip=lambda new: new.clip(min=0)),
    lambda *case: dual_ascent(*case).tolist(), lambda *case: dual_ascent(*case).round(3)])
def test_the_dual_may_be_climbed_in_any_way(answer):
    assert grade("dual-ascent", answer).status == "right"


@pytest.mark.parametrize("answer, name", [
    (ascent(lambda A: np.zeros(A.shape[1])), "as many as columns"),
    (ascent(point=lambda A, lam: A @ lam), "not transposed"),
    (ascent(slopes=lambda A, t, lam: t - A @ lam), "no x"),
    (ascent(clip=lambda new: max(0, new)), "max of Python"),
    (ascent(clip=lambda new: np.max(0, new)), "max of Python"),
    (ascent(clip=with_if), "max of Python"),
    (lambda *case: dual_ascent(*case)[:, None], "column"),
    (lambda A, t, step, steps: dual_ascent(A, t, min(step, 0.5), steps), None),
    (lambda A, t, step, steps: dual_ascent(A, t, step, min(steps, 60)), None)])
def test_a_wrong_ascent_is_recognised_by_its_cause(answer, name):
    verdict = grade("dual-ascent", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name), verdict.message


# -- figures ----------------------------------------------------------------------------


def labelled(figure) -> dict:
    return {line.get_label(): line for ax in figure.axes for line in ax.lines}


def test_the_price_is_the_slope_of_the_line_below_v():
    lines = labelled(figures.plot_price(1.0, [0.5, 1.5], "Below"))
    (_, low), (_, high) = lines["height at t, plus push × distance"].get_xydata()
    assert high - low == pytest.approx(2.0)
    for place in (0.5, 1.5):
        bound, height = lines[f"v({place:g}) is this much above the line"].get_ydata()
        assert (bound, height) == pytest.approx((0.5 + (place - 1), place**2 / 2))


def test_tangents_touch_and_the_cusp_is_the_boundary():
    lines = labelled(figures.plot_tangents("Above"))
    for a in (-1, 1):
        x, z = lines[f"tangent at {a}"].get_data()
        assert z == pytest.approx(a * x - 1 / 2) and (z <= x**2 / 2).all()
    for name in ("upper", "lower"):
        x1, x2 = labelled(figures.plot_cusp("A tip"))[f"fence, {name} branch"].get_data()
        assert x1**3 - x2**2 == pytest.approx(np.zeros(len(x1)), abs=1e-12)


def test_each_group_has_its_share_and_its_best_number():
    a, share, rate = passengers()
    best = 100 * a / a.sum()
    names = [f"group {k}" for k in range(6)]
    lines = labelled(figures.plot_allocation(names, 100 * share, best, rate, "Ask"))
    for name, was, is_ in zip(names, 100 * share, best, strict=True):
        line = lines[f"{name}, from its share to the best number"]
        assert line.get_xdata() == pytest.approx([was, is_])
