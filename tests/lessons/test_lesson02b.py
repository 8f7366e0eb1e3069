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

from cases import some
from coursekit.datasets import load_titanic
from coursekit.exercise import grade
from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02b import Swing, figures
from coursekit.lessons.lesson02b.exercises.certified_gap import certified_gap
from coursekit.lessons.lesson02b.exercises.dual_ascent import dual_ascent
from coursekit.lessons.lesson02b.explorers import swing
from coursekit.lessons.lesson02b.explorers.swing import VALLEYS, ball, bottoms
from coursekit.svm.qp import StandardForm, minimise
from sentences import says
from night import nightly

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


def finding(explorer) -> str:
    """Return the line over the picture."""
    return explorer.canvas.figure.axes[2].texts[0].get_text()


def in_colour(ax, colour: str) -> list:
    """Return the lines of a colour, and the marks."""
    return [line for line in ax.lines if line.get_color() == colour]


def test_every_state_says_the_heights_of_bottom_and_ball():
    """A grid finds both, and so the gap; the finding over the picture agrees with it."""
    explorer = Swing()
    for state in some(states(), 80):
        valley, lam, t = VALLEYS[state["valley"]], state["lam"], state["t"]
        q = np.min(valley.f(GRID) - lam * (GRID - t))
        v = np.min(valley.f(np.append(GRID[GRID > t], t)))
        explorer.set(**state)
        words = explorer.status
        even, tiny = v - q < 2e-5, 2e-5 < v - q < 5e-4
        says(words, {"fence t = #, push λ = #:": [t, lam], "is at height #": q,
                     "no gap is left": even,
                     **({} if even else {"below the ball at #;": v, **(
                         {"a gap below 0.001 is left": True} if tiny else
                         {"a gap of # is left": v - q})})},
             slack=1e-5, whole=not tiny)
        assert ("no gap" in finding(explorer)) == even


@nightly
def test_where_the_title_says_that_no_push_closes_the_gap_none_does():
    explorer, found = Swing(), set()
    for state in states():
        explorer.set(**state)
        if "no λ" in finding(explorer):
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
    left, right, _ = explorer.canvas.figure.axes
    bowl, bottom = in_colour(left, swing.BOWL)
    x, L = bowl.get_data()
    assert L == pytest.approx(x**2 / 2 - 1.8 * (x - 1))
    assert bottom.get_xydata() == pytest.approx(np.array([[1.8, 0.18]]))
    curve, _ = in_colour(right, swing.BOWL)
    lams, q = curve.get_data()
    assert (lams[0], lams[-1]) == (0, pytest.approx(1.8)) and q == pytest.approx(lams - lams**2 / 2)
    assert left.lines[-3].get_xydata() == pytest.approx(np.array([[1, 0.5]])), "the ball"
    explorer.set(lam=2.4, t=-0.5)           # the bottom is below the frame
    mark = in_colour(right, swing.BOWL)[-1]
    assert mark.get_ydata()[0] == VALLEYS["one valley"].up[0]
    assert "−4.080" in explorer.status and mark.get_marker() == "v"
    explorer.preset("two valleys")
    explorer.set(lam=0.5)
    assert in_colour(left, swing.BOWL)[-1].get_xydata() == \
        pytest.approx(np.array([[-1, -1], [1, -1]]))


def test_the_bracket_of_the_gap_is_as_long_as_the_gap_in_the_picture():
    for state in ({}, {"lam": 0.6}, {"lam": 1.8}, {"valley": "two valleys", "t": 0.0, "lam": 0.5}):
        explorer = Swing(**state)
        left, _, paper = explorer.canvas.figure.axes
        (bracket,) = paper.collections[-1].get_segments()
        gap = np.ptp(bracket[:, 1]) / swing.HIGH * np.ptp(left.get_ylim())
        assert f"a gap of {gap:.3f}" in explorer.status
    even = Swing(lam=1.0).canvas.figure.axes[2]
    assert not any("gap\n" in t.get_text() for t in even.texts)
    assert all(np.ptp(line[:, 1]) == 0 for drawn in even.collections
               for line in drawn.get_segments()), "level lines alone"


def test_names_in_the_margin_stay_apart_and_in_the_picture():
    explorer = Swing()
    for state in some(states(), 80):
        explorer.set(**state)
        names = [t for t in explorer.canvas.figure.axes[2].texts if "\n" in t.get_text()]
        at = {t.get_text().split("\n")[0]: t.get_position()[1] for t in names}
        order = [at[name] for name in ("ball", "gap", "bottom") if name in at]
        assert (-np.diff(order) > 0.11).all() and 0.05 < min(order) and max(order) < 0.9, state


def test_no_preset_is_the_answer_of_a_task():
    explorer = Swing()
    for name in explorer.presets:
        explorer.preset(name)
        assert "no gap" not in explorer.status and "no λ" not in finding(explorer)


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


@many
@given(seeds, st.booleans())
def test_minimum_four_conditions_and_no_gap_say_the_same(seed, degenerate):
    """With straight fences; judged on feasible points and multipliers drawn at random."""
    _, _, A, t = random_qp(seed, degenerate)
    rng = np.random.default_rng(seed)
    best, lam = inequality_qp(np.eye(A.shape[1]), np.zeros(A.shape[1]), A, t)
    for x in (best, best + 0.3 * rng.normal(size=len(best)), 1.5 * best):
        if (A @ x < t - 1e-9).any():
            continue
        lowest = x @ x <= best @ best + 1e-9
        gap = x @ x / 2 - dual(A, t, lam)
        assert (gap < 1e-8) == lowest
        assert (max(kkt_residuals(x, A, A @ x - t, lam)) < 1e-7 * (1 + lam.max())) == lowest


@pytest.mark.parametrize("name, fences", [("one valley", (-0.4, 0.3, 1.0)),
                                          ("two valleys", (-0.4, 0.0, 0.5, 1.0))])
def test_the_bound_is_the_height_of_the_highest_line_below_v(name, fences):
    valley, places = VALLEYS[name], np.linspace(-3, 3, 2401)
    v = np.array([ball(valley, place)[1] for place in places])
    for t, slope in product(fences, (0.0, 0.3, 0.5, 1.0)):
        line = np.min(v - slope * (places - t))         # its height at t
        assert bottoms(valley, slope, t)[1] == pytest.approx(line, abs=1e-4)


def test_the_extra_fence_does_the_job_at_the_cusp():
    """∇f = (1, 0) is the gradient of x1 ≥ 0, which forbids nothing that the cusp allows."""
    assert max(kkt_residuals([1, 0], [[0, 0], [1, 0]], [0, 0], [0, 1])) == 0
    assert min(kkt_residuals([1, 0], [[0, 0]], [0], [lam])[0] for lam in range(9)) == 1


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
    {"a)": "N-S", "b)": "N only", "c)": "only S", "d)": "—"}, list(RIGHT.items()),
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
    (ascent(point=lambda A, lam: A @ lam), "not transposed"),
    (ascent(clip=lambda new: max(0, new)), "max of Python"),
    (ascent(clip=lambda new: np.max(0, new)), "max of Python"),
    (ascent(clip=with_if), "max of Python"),
    (lambda A, t, step, steps: dual_ascent(A, t, min(step, 0.5), steps), None),
    (lambda A, t, step, steps: dual_ascent(A, t, step, min(steps, 60)), None)])
def test_a_wrong_ascent_is_recognised_by_its_cause(answer, name):
    verdict = grade("dual-ascent", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name), verdict.message


TWO = np.array([[1, 0], [1, 1]]), np.array([2, 3])


def gap_by_loops(A, t, x, lam):
    rooms = [sum(a * b for a, b in zip(row, x)) - limit for row, limit in zip(A, t)]
    if min(rooms) < -1e-9 or min(lam) < 0:
        return float("inf")
    bottom = [sum(m * row[j] for m, row in zip(lam, A)) for j in range(len(x))]
    q = sum(b * b for b in bottom) / 2
    for m, row, limit in zip(lam, A, t):
        q -= m * (sum(a * b for a, b in zip(row, bottom)) - limit)
    return sum(part * part for part in x) / 2 - q


def gap_by_formula(A, t, x, lam):
    if not ((A @ x >= t).all() and (lam >= 0).all()):
        return np.inf
    return np.linalg.norm(x)**2 / 2 - lam @ t + np.linalg.norm(A.T @ lam)**2 / 2


def gap_in_place(A, t, x, lam):
    if (A @ x < t).any() or (lam < 0).any():
        return np.inf
    gap, bottom = x @ x / 2 - lam @ t, A.T @ lam
    bottom *= bottom / 2
    return gap + bottom.sum()


@pytest.mark.parametrize("answer", [
    gap_by_loops, gap_by_formula, gap_in_place, lambda *case: np.array([gap_by_formula(*case)]),
    lambda *case: gap_by_formula(*(part.astype(np.float32) for part in case)),
    lambda *case: round(gap_by_loops(*case), 3),
    lambda A, t, x, lam: gap_by_formula(A, pd.Series(t), pd.Series(x), pd.Series(lam))])
def test_the_gap_may_be_computed_in_any_way(answer):
    assert grade("certified-gap", answer).status == "right"


@pytest.mark.parametrize("x, lam, gap", [
    ((2, 1), (1, 1), 0), ((2, 1), (0.5, 1), 0.125), ((2, 1), (0, 1.5), 0.25), ((2, 1), (0, 0), 2.5),
    ((2.2, 1), (1, 1), 0.42), ((1.5, 1.5), (0, 1.5), np.inf), ((2, 1), (3, -1), np.inf)])
def test_the_pairs_of_the_page_and_a_search_for_the_bottom(x, lam, gap):
    x, lam = np.array(x), np.array(lam)
    A, t = TWO
    assert certified_gap(A, t, x, lam) == pytest.approx(gap)
    if np.isfinite(gap):
        q = search(lambda z: z @ z / 2 - lam @ (A @ z - t), x, tol=1e-12).fun
        assert gap == pytest.approx(x @ x / 2 - q)


@pytest.mark.parametrize("answer, name", [
    (lambda A, t, x, lam: gap_by_formula(A, t, x, lam) if (A @ x >= t).all() and (lam >= 0).all()
     else 0.0, None),
    (lambda A, t, x, lam: lam @ (A @ x - t) if gap_by_formula(A, t, x, lam) < np.inf else np.inf,
     "L at x"),
    (lambda *case: -gap_by_formula(*case) if gap_by_formula(*case) < np.inf else np.inf,
     "turned round")])
def test_a_gap_that_goes_wrong_is_recognised_by_its_cause(answer, name):
    verdict = grade("certified-gap", answer)
    assert (verdict.status, verdict.matched) == ("wrong", name), verdict.message


# -- figures ----------------------------------------------------------------------------


def labelled(figure) -> dict:
    return {line.get_label(): line for ax in figure.axes for line in ax.lines}


def test_the_line_touches_v_in_one_valley_and_stays_below_the_ball_over_a_dent():
    for ax, t, slope, left in zip(figures.plot_dent("t").axes, (1, 0), (1, 0.5), (0, 0.483),
                                  strict=True):
        lines = {line.get_label(): line.get_xydata() for line in ax.lines}
        curve, (ball_at,) = lines["v(t), the height of the ball"], lines["the ball"]
        (x0, y0), (x1, y1) = lines[f"highest line below with slope {slope:g}"]
        assert (y1 - y0) / (x1 - x0) == pytest.approx(slope)

        def height(place, x0=x0, y0=y0, slope=slope):
            return y0 + slope * (place - x0)
        assert (curve[:, 1] >= height(curve[:, 0]) - 1e-6).all()
        assert ball_at[0] == t and ball_at[1] - height(t) == pytest.approx(left, abs=5e-4)
    assert lines["gap"][:, 1] == pytest.approx([-1, -0.517], abs=5e-4)
    assert lines["the line rests here"] == pytest.approx(np.array([[-1, -1.5], [1, -0.5]]))


def test_tangents_touch_and_the_cusp_is_the_boundary():
    lines = labelled(figures.plot_tangents("Above"))
    for a in (-1, 1):
        x, z = lines[f"tangent at {a}"].get_data()
        assert z == pytest.approx(a * x - 1 / 2) and (z <= x**2 / 2).all()
    for name in ("upper", "lower"):
        x1, x2 = labelled(figures.plot_cusp("A tip"))[f"fence, {name} branch"].get_data()
        assert x1**3 - x2**2 == pytest.approx(np.zeros(len(x1)), abs=1e-12)


def test_the_bars_are_the_excess_over_the_share_and_fall_with_the_spread():
    a, share, rate = passengers()
    best = 100 * a / a.sum()
    names = [f"group {k}" for k in range(6)]
    ax = figures.plot_allocation(names, 100 * share, best, rate, "Ask").axes[0]
    widths = [bar.get_width() for bar in ax.patches][::-1]
    spread = np.sqrt(rate * (1 - rate))
    assert widths == pytest.approx(sorted(100 * (spread / (share @ spread) - 1), reverse=True))
    assert [round(w) for w in widths] == [37, 32, 0, -6, -26, -52]
    assert any(t.get_text() == "16 → 22" for t in ax.texts)
