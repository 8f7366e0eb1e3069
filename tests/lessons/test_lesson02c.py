"""Lesson 02c: its exercise, explorer and figures, and what the page claims in general.

f(x) = ⟨w, x⟩ + b; W(α) = Σ α - ½‖Σ α y x‖². Widths are found by brute force over directions,
distances of hulls by descent, separability by linear programs.
"""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from coursekit.datasets import load_titanic, make_and, make_linear_40, make_two_points
from coursekit.exercise import grade
from coursekit.exercise.registry import find
from coursekit.lessons.lesson02c import Street, figures
from coursekit.lessons.lesson02c.exercises.margin import margin
from coursekit.lessons.lesson02c.explorers.street import MOVE, TURN, chosen, named
from coursekit.lessons.lesson02c.lines import TRUTH, line_of, room, widest
from coursekit.svm import DualProblem, solve_qp
from cases import some
from panels import bars, marked, panels, strokes
from sentences import numbers
from two_classes import hard_or_none, has_a_line, separable

many = settings(deadline=None, max_examples=100)
few = settings(deadline=None, max_examples=30)
seeds = st.integers(0, 10**6)
FORTY = make_linear_40()


# -- the exercises ----------------------------------------------------------------------


def by_projection(X, y, w, b):
    """The nearest point of the line to each sample, then a ruler."""
    X, w = np.array(X, dtype=float), np.array(w)
    feet = X - np.outer(X @ w + b, w) / (w @ w)
    sides = np.sign(X @ w + b) * np.array(y)
    return np.min(sides * np.linalg.norm(X - feet, axis=1))


def sample_by_sample(X, y, w, b):
    products = [label * (sum(u * v for u, v in zip(x, w)) + b) for x, label in zip(X, y)]
    return np.float32(sorted(products)[0] / sum(u * u for u in w)**0.5)


@pytest.mark.parametrize("answer", [by_projection, sample_by_sample])
def test_a_margin_may_be_measured_in_any_way(answer):
    assert grade("margin", answer).status == "right"


@pytest.mark.parametrize("scale", [1, 1e-3, 40])
def test_the_margin_knows_no_scale_and_counts_a_misclassified_sample_as_negative(scale):
    X, y = FORTY
    w, b = widest(X, y)
    assert margin(X, y, scale * w, scale * b) == pytest.approx(1 / np.linalg.norm(w))
    assert margin(X, -y, scale * w, scale * b) == pytest.approx(-np.abs(X @ w + b).max()
                                                               / np.linalg.norm(w))


def by_the_hulls(X, y, alpha):
    """The bisector of the points p₊ and p₋ that the multipliers weigh."""
    X, y, alpha = np.array(X), np.array(y), np.array(alpha)
    s = alpha[y == 1].sum()
    plus, minus = (alpha[y == c] @ X[y == c] / s for c in (1, -1))
    w = s * (plus - minus)
    return w.tolist(), -w @ (plus + minus) / 2, np.linalg.norm(plus - minus) / 2


def by_the_nearest(X, y, alpha):
    w = sum(a * label * np.array(x) for x, label, a in zip(X, y, alpha))
    f = np.array(X) @ w
    b = -(f[np.array(y) == 1].min() + f[np.array(y) == -1].max()) / 2
    return w, b, min(np.array(y) * (f + b)) / np.linalg.norm(w)


@pytest.mark.parametrize("answer", [by_the_hulls, by_the_nearest])
def test_the_line_may_follow_from_alpha_in_any_way(answer):
    assert grade("line-from-alpha", answer).status == "right"


def test_the_cases_of_the_line_are_optima():
    """Balanced, no product below 1, and positive multipliers only where it is 1."""
    exercise = find("line-from-alpha")
    for (X, y, alpha), (w, b, half) in zip(exercise.all_cases, exercise.right, strict=True):
        products = np.array(y) * (np.array(X) @ w + b)
        assert np.dot(alpha, y) == pytest.approx(0, abs=1e-7)
        assert products.min() == pytest.approx(1, abs=1e-6)
        assert np.array(alpha) @ (products - 1) == pytest.approx(0, abs=1e-5)
        assert min(alpha) >= 0 and half == pytest.approx(products.min() / np.linalg.norm(w))


def test_a_point_that_would_need_a_negative_weight_has_no_multiplier():
    """(0, 1) of the implication cannot lie on its margin boundary: the hint of the prediction."""
    X, y = make_and()[0], np.array([1, 1, -1, 1])
    rest = [0, 2, 3]
    rows = -y[rest, None] * np.column_stack([X[rest], np.ones(3)])
    assert not linprog(np.zeros(3), A_ub=rows, b_ub=-np.ones(3), A_eq=[[0, 1, 1]], b_eq=[1],
                       bounds=(None, None)).success


# -- lines and samples ------------------------------------------------------------------


def test_the_forty_points_are_as_the_page_says():
    (X, y), far = FORTY, FORTY[0] @ TRUTH[0] / 5
    assert (np.sum(y == 1), np.sum(y == -1)) == (20, 20) and np.abs(X).max() <= 4
    assert (np.sign(far) == y).all() and np.abs(far).min() >= 0.25
    assert has_a_line(X, y)


def test_the_two_lines_of_the_slides_have_the_truth_tables_that_are_printed():
    X, y = make_and()
    assert (np.sign(2 * X[:, 0] + 2 * X[:, 1] - 3) == y).all()
    assert (2 * X[:, 1] - 2 * X[:, 0] + 1).tolist() == [1, 3, -1, 1]
    assert widest(X, y)[0] == pytest.approx([2, 2], abs=1e-6)
    w, b = widest(X, np.array([1, 1, -1, 1]))
    assert w == pytest.approx([-2, 2], abs=1e-6) and b == pytest.approx(1, abs=1e-6)


# -- the largest margin, and its dual ---------------------------------------------------


@few
@given(seeds)
def test_no_line_has_a_larger_margin_and_scaling_turns_it_into_the_length_of_w(seed):
    X, y = separable(seed)
    best = hard_or_none(X, y)
    w, b = (best.alpha * y) @ X, best.b
    margin = np.min(y * (X @ w + b)) / np.linalg.norm(w)
    assert margin == pytest.approx(1 / np.linalg.norm(w), rel=1e-5)
    rng = np.random.default_rng(seed)
    for _ in range(200):
        v, c = w + rng.normal(size=len(w)) * rng.exponential(), b + rng.normal()
        assert np.min(y * (X @ v + c)) / np.linalg.norm(v) <= margin * (1 + 1e-6)


@few
@given(seeds, st.booleans())
def test_at_the_hard_optimum_the_sum_of_the_multipliers_is_the_square_of_w(seed, duplicates):
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w = (best.alpha * y) @ X
    assert best.alpha @ y == pytest.approx(0, abs=1e-6 * best.alpha.max())
    assert best.alpha.sum() == pytest.approx(w @ w, rel=1e-5)
    yf = y * (X @ w + best.b)
    assert yf[best.alpha > 1e-6 * best.alpha.max()] == pytest.approx(1, abs=1e-5)


@many
@given(seeds, st.booleans())
def test_any_balanced_multipliers_bound_any_line_that_satisfies_the_constraints(seed, duplicates):
    """Weak duality, W(α) ≤ ½‖w‖²; and the mean of two such lines is another one."""
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w, b = (best.alpha * y) @ X, best.b
    rng = np.random.default_rng(seed)
    share = np.zeros(len(y))
    for c in (-1, 1):
        share[y == c] = rng.dirichlet(np.ones(np.sum(y == c)))
    alpha = rng.exponential() * share
    W = alpha.sum() - np.sum(((alpha * y) @ X)**2) / 2
    for _ in range(50):
        v, c = w + rng.normal(size=len(w)) * 0.3, b + rng.normal() * 0.3
        least = np.min(y * (X @ v + c))
        if least > 1e-6:
            v = v / least
            assert W <= v @ v / 2 + 1e-9
            assert w @ w <= v @ v * (1 + 1e-6)
            middle = (v + w) / 2
            assert np.min(y * (X @ middle + (c / least + b) / 2)) >= 1 - 1e-5


@few
@given(seeds, st.booleans())
def test_the_strip_is_as_wide_as_the_hulls_are_apart(seed, duplicates):
    """The distance of the hulls, found without the dual problem."""
    X, y = separable(seed, duplicates)
    best = hard_or_none(X, y)
    w = (best.alpha * y) @ X
    s = best.alpha[y > 0].sum()
    ends = [best.alpha[y == c] @ X[y == c] / s for c in (1, -1)]
    assert w == pytest.approx(s * (ends[0] - ends[1]), rel=1e-4, abs=1e-6)
    a, b = X[y > 0], X[y < 0]

    def apart(z):
        p, q = np.exp(z[:len(a)]), np.exp(z[len(a):])
        return float(np.sum((p @ a / p.sum() - q @ b / q.sum())**2))
    rng = np.random.default_rng(seed)
    found = min(minimize(apart, rng.normal(size=len(y))).fun for _ in range(3))
    assert 2 / np.linalg.norm(w) <= np.sqrt(found) * (1 + 1e-6)       # none is nearer
    assert 2 / np.linalg.norm(w) == pytest.approx(np.sqrt(found), rel=0.02)


def test_and_by_hand_and_the_price_of_its_constraints():
    X, y = make_and()
    best = hard_or_none(X, y)
    assert best.alpha == pytest.approx([0, 2, 2, 4], abs=1e-6)
    assert best.alpha.sum() == pytest.approx(8)

    def value(need):        # min ½‖w‖² where y f ≥ need
        found = minimize(lambda v: v[:2] @ v[:2] / 2, [2, 2, -3], tol=1e-12, constraints={
            "type": "ineq", "fun": lambda v: y * (X @ v[:2] + v[2]) - need})
        return found.fun
    lowered = [value(np.ones(4) - 0.1 * np.eye(4)[i]) for i in range(4)]
    assert lowered == pytest.approx([4, 3.805, 3.805, 3.61], abs=1e-4)


@pytest.mark.parametrize("alpha", [[0, 2, 2, 4, 0], [0, 2, 2, 2, 2], [0, 2, 2, 1, 3]])
def test_a_duplicate_may_share_the_multiplier_in_any_way(alpha):
    X, y = make_and()
    X, y, alpha = np.vstack([X, X[3]]), np.append(y, 1), np.array(alpha)
    w = (alpha * y) @ X
    assert w.tolist() == [2, 2] and not (alpha * (y * (X @ w - 3) - 1)).any()


def test_hulls_that_meet_give_a_dual_without_end():
    X, y = make_and()
    X, y = np.vstack([X, X[3]]), np.append(y, -1)
    assert hard_or_none(X, y) is None
    for C in (1.0, 100.0, 1e4):
        alpha = solve_qp(DualProblem(X @ X.T, y, C)).alpha
        assert alpha[3] == alpha[4] == C


def test_a_new_sample_nearer_to_an_old_one_than_the_margin_is_classified_as_that_one():
    rng = np.random.default_rng(0)
    for seed in range(8):
        X, y = separable(seed)
        best = hard_or_none(X, y)
        w, b = (best.alpha * y) @ X, best.b
        steps = rng.normal(size=(200, *X.shape))
        far = 0.999 * margin(X, y, w, b) * rng.random((200, len(X)))
        steps *= (far / np.linalg.norm(steps, axis=2))[..., None]
        assert (y * ((X + steps) @ w + b) > 0).all()


def test_three_pushes_hold_the_street_and_it_neither_slides_nor_turns():
    """The numbers of the see-saw: forces and moments, along the street."""
    X, y = FORTY
    best = hard_or_none(X, y)
    held = best.alpha > 1e-6 * best.alpha.max()
    assert sorted(y[held]) == [-1, -1, 1]
    assert sorted(best.alpha[held]) == pytest.approx([1.66, 2.00, 3.66], abs=0.005)
    w = (best.alpha * y) @ X
    along = X[held] @ np.array([-w[1], w[0]]) / np.linalg.norm(w)
    assert best.alpha[held] @ y[held] == pytest.approx(0, abs=1e-6)
    assert (best.alpha * y)[held] @ along == pytest.approx(0, abs=1e-6)
    texts = [text.get_text() for text in figures.plot_seesaw(X, y, best.alpha).axes[0].texts]
    arms = [numbers(said)[0] for said in texts if "away" in said]
    pushes = [numbers(said)[0] for said in texts if "pushes" in said]
    assert sorted(map(float, arms)) == [3.90, 4.69]
    assert sorted(map(float, pushes)) == [1.66, 2.00, 3.66]


@few
@given(seeds)
def test_a_sample_left_out_is_misclassified_only_if_it_was_a_support_vector(seed):
    X, y = separable(seed)
    best = hard_or_none(X, y)
    free = np.flatnonzero(best.alpha <= 1e-6 * best.alpha.max())
    for k in free[:3]:
        rest = np.arange(len(y)) != k
        again = hard_or_none(X[rest], y[rest])
        w = (again.alpha * y[rest]) @ X[rest]
        assert y[k] * (X[k] @ w + again.b) > 0


@few
@given(seeds)
def test_the_intercept_is_the_multiplier_of_the_balance(seed):
    """∂(W - b Σ α y)/∂α = 1 - y f: zero at support vectors, and at most zero at the others."""
    X, y = separable(seed)
    best = hard_or_none(X, y)
    slope = 1 - y * (X @ ((best.alpha * y) @ X)) - best.b * y
    assert slope.max() <= 1e-5
    assert slope[best.alpha > 1e-6 * best.alpha.max()] == pytest.approx(0, abs=1e-5)


@few
@given(seeds)
def test_samples_without_a_multiplier_can_be_deleted(seed):
    X, y = separable(seed)
    best = hard_or_none(X, y)
    kept = best.alpha > 1e-6 * best.alpha.max()
    again = hard_or_none(X[kept], y[kept])
    w, v = (best.alpha * y) @ X, (again.alpha * y[kept]) @ X[kept]
    assert v == pytest.approx(w, rel=1e-4, abs=1e-5 * np.linalg.norm(w))
    assert again.b == pytest.approx(best.b, rel=1e-4, abs=1e-4 * (1 + np.linalg.norm(w)))


@pytest.mark.parametrize("seed", some(range(40)))
def test_a_line_separates_exactly_if_the_hulls_have_no_point_in_common(seed):
    """On a grid, so that hulls often touch; a common point is found by a linear program."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 8))
    X, y = rng.integers(0, 5, size=(n, 2)).astype(float), rng.permutation(
        np.r_[1, -1, rng.choice([-1, 1], n - 2)])
    equal = np.vstack([np.where(y > 0, 1, 0), np.where(y < 0, 1, 0), (y[:, None] * X).T])
    meet = linprog(np.zeros(n), A_eq=equal, b_eq=[1, 1, 0, 0]).success
    assert has_a_line(X, y) != meet
    if meet:
        assert hard_or_none(X, y) is None


def test_profiles_with_both_outcomes():
    frame = load_titanic()
    fates: dict = {}
    for key in zip(frame["Sex"], frame["Pclass"], frame["SibSp"], frame["Parch"],
                   frame["Survived"]):
        fates.setdefault(key[:4], []).append(key[4])
    mixed = [v for v in fates.values() if 0 < sum(v) < len(v)]
    assert (len(fates), len(mixed), sum(map(len, mixed))) == (74, 32, 752)
    alike = fates["female", 3, 0, 0]
    assert (sum(alike), len(alike) - sum(alike)) == (37, 23)
    assert sum(min(sum(v), len(v) - sum(v)) for v in mixed) == 163


# -- the explorer -----------------------------------------------------------------------


def by_brute_force(direction, shift):
    """Return the distances to a line of all samples, negative on the wrong side."""
    (X, y), t = FORTY, np.radians(direction)
    return y * (X[:, 0] * np.cos(t) + X[:, 1] * np.sin(t) + shift)


STATES = [{"direction": d, "shift": s} for d in (-50.1, -41.9, -39.9, -36.9, -36.7, -33.1, -20.1)
          for s in (-1.0, -0.44, -0.09, 0.0, 0.3, 1.0)] \
    + [preset.state for preset in Street.presets.values()]


@cache
def street() -> Street:
    return Street()


@pytest.mark.parametrize("state", some(STATES), ids=str)
def test_street_says_and_draws_what_is_so(state):
    explorer = street()
    explorer.set(**state)
    assert not explorer.failed
    line = chosen(explorer.state())[1]
    assert abs(line.direction - state["direction"]) <= 0.1 + 1e-9      # half a step of the slider
    assert abs(line.shift - state["shift"]) <= 0.005 + 1e-9
    d = by_brute_force(*line)
    said = numbers(explorer.status.replace("−", "-"))
    wrong, width = int(np.sum(d <= 0)), max(0, 2 * d.min())
    if wrong:
        assert [int(v) for v in said[2:4]] == [wrong, 40] and "no street" in explorer.status
    else:
        assert float(said[2]) == pytest.approx(width, abs=5e-4)
        assert int(said[3]) == np.sum(d < d.min() + 5e-3)
    left, right = panels(explorer)[:2]
    assert [len(rings.get_xdata()) for rings in left.lines[-2:]] == [
        0 if wrong else np.sum(d < d.min() + 5e-3), wrong]
    n = np.array([np.cos(np.radians(line.direction)), np.sin(np.radians(line.direction))])
    across = bars(left)[0] @ n + line.shift
    assert (across.min(), across.max()) == pytest.approx((-width / 2, width / 2), abs=1e-9)
    assert right.lines[-1].get_xydata()[0] == pytest.approx([line.direction, width])
    assert strokes(right)[0][:, 1] == pytest.approx([0, width])
    near_the_top = width >= 0.95 * 2 / np.linalg.norm(widest(*FORTY)[0])
    assert len(marked(right, "D")) == near_the_top
    assert any("the highest" in text.get_text() for text in right.texts) == near_the_top


def test_the_highest_point_is_named_within_about_a_step_and_not_before():
    best = Street.presets["widest street"].state
    for turned, moved, named_there in ((0, 0, True), (0.2, 0, True), (-0.2, 0, True),
                                       (0, 0.01, True), (0, -0.01, True), (0.6, 0, False),
                                       (0, 0.05, False), (0, -0.05, False)):
        at = Street(direction=best["direction"] + turned, shift=best["shift"] + moved)
        said = [text.get_text() for text in panels(at)[1].texts]
        assert any("the highest" in words for words in said) == named_there, (turned, moved)
    start = Street()
    assert not any("the highest" in text.get_text() for text in panels(start)[1].texts)
    assert "0.74" not in start.status


def test_named_lines_stand_where_their_rounded_direction_says():
    for name, line in named().items():
        assert Street.presets[name].state["direction"] == round(line.direction, 1)


def test_the_curve_is_the_widest_street_of_each_direction():
    X, y = FORTY
    curve = panels(Street())[1].lines[0].get_xydata()
    for direction, height in curve[::150]:
        best = max(2 * by_brute_force(direction, s).min() for s in np.linspace(-3, 3, 6001))
        assert height == pytest.approx(max(0, best), abs=1.1e-3)
    peak = curve[curve[:, 1].argmax()]
    w, b = widest(X, y)
    assert peak == pytest.approx([line_of(w, b).direction, 2 / np.linalg.norm(w)], abs=1e-6)


def test_no_state_has_a_wider_street_than_the_button():
    best = 2 * by_brute_force(*named()["widest street"]).min()
    for direction in np.arange(-50.1, -20, 0.2):
        for shift in np.arange(-1, 1.001, 0.02):
            assert 2 * by_brute_force(direction, shift).min() <= best + 1e-9
    for near in ((0.2, 0), (-0.2, 0), (0, 0.01), (0, -0.01)):
        at = Street.presets["widest street"].state
        state = {"direction": at["direction"] + near[0], "shift": at["shift"] + near[1]}
        assert 2 * by_brute_force(*chosen(Street(**state).state())[1]).min() < best


def test_no_two_named_lines_stand_at_the_same_place_of_the_sliders():
    places = {(TURN.nearest(line.direction), MOVE.nearest(line.shift))
              for line in named().values()}
    assert len(places) == 2
    assert places == {tuple(preset.state.values()) for preset in Street.presets.values()}


def test_of_the_two_ringed_crosses_one_stops_each_turn():
    """What the page answers to its second task."""
    (X, y), best = FORTY, named()["widest street"]
    touching = np.flatnonzero(by_brute_force(*best) < by_brute_force(*best).min() + 1e-6)
    crosses = [i for i in touching if y[i] < 0]
    assert len(touching) == 3 and len(crosses) == 2
    stops = []
    for turn in (-0.5, 0.5):
        d = by_brute_force(best.direction + turn, room(X, y, best.direction + turn)[1])
        assert d[y > 0].min() == pytest.approx(d[y < 0].min())      # in the middle of the gap
        stops.append(int(crosses[int(np.argmin(d[crosses]))]))
        assert d.argmin() in touching
    assert sorted(stops) == sorted(crosses)


# -- the figures ------------------------------------------------------------------------


def test_the_point_and_its_foot_are_drawn_where_they_are():
    x = np.array([1.0, 3.0])
    foot, end = figures.plot_distance(x).axes[0].lines[1].get_xydata()
    assert 4 * foot[0] - 3 * foot[1] == pytest.approx(0) and end == pytest.approx(x)
    assert np.linalg.norm(end - foot) == pytest.approx(abs(x @ [4, -3]) / 5)


@pytest.mark.parametrize("make", [make_and, make_linear_40, make_two_points])
def test_nearest_points_lie_on_the_margin_boundaries(make):
    X, y = make()
    alpha, (w, b) = solve_qp(DualProblem.from_data(X, y, np.inf)).alpha, widest(X, y)
    ax = figures.plot_hulls({"these": (X, y, alpha, (-5, 5))}, "Near").axes[0]
    ends = ax.lines[0].get_xydata()
    assert ends @ w + b == pytest.approx([-1, 1], abs=1e-6)
    assert np.diff(ends, axis=0)[0] == pytest.approx(2 * w / (w @ w), abs=1e-6)
    assert ax.lines[1].get_xydata() @ w + b == pytest.approx([0, 0], abs=1e-5)
    ringed = ax.lines[-1].get_xydata()
    assert np.abs(ringed @ w + b) == pytest.approx(np.ones(len(ringed)), abs=1e-6)


def test_of_the_passengers_who_are_alike_each_is_a_dot():
    ax = figures.plot_alike(37, 23, "Alike").axes[0]
    assert [len(line.get_xdata()) for line in ax.lines] == [37, 23]
    places = np.vstack([line.get_xydata() for line in ax.lines])
    assert len(np.unique(places, axis=0)) == 60
