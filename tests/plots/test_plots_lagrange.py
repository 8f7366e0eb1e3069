"""The figures of sitting 02 show what was computed: tangents, gradients, multipliers, q."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from coursekit.lagrange import inequality_qp
from coursekit.lessons.lesson02b.exercises.dual_ascent import dual_ascent
from coursekit.plots import lagrange as plots
from coursekit.plots.alt_text import alt_text

A, T = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 3.0])


def arrows(ax) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Return tail and step of the arrows of some axes, by the first word of their names."""
    found: dict[str, list] = {}
    for text in ax.texts:
        if getattr(text, "arrow_patch", None) is not None:
            tail, tip = np.array(text.xyann), np.array(text.xy)
            found.setdefault(text.get_gid().split()[0], []).append((tail, tip - tail))
    return found


def line(ax, label):
    return next(artist for artist in ax.lines if artist.get_label() == label)


def test_tangents_touch_their_curve_with_its_slope():
    ax = plots.plot_tangents({"cubic": (lambda x: x**3, lambda x: 3 * x**2, [-0.5, 1.0])},
                             "Tangents").axes[0]
    drawn = [a for a in ax.lines if "tangent" in a.get_label()]
    for artist, at in zip(drawn, (-0.5, 1.0), strict=True):
        (x0, x1), (y0, y1) = artist.get_data()
        assert (x0 + x1) / 2 == pytest.approx(at) and (y0 + y1) / 2 == pytest.approx(at**3)
        assert (y1 - y0) / (x1 - x0) == pytest.approx(3 * at**2)


def test_the_arrows_are_the_two_gradients_and_parallel_once():
    ax = plots.plot_gradients([-0.2, 0.15, 0.5, 1.1], "Once").axes[0]
    drawn, parallel = arrows(ax), []
    for (tail, f), (tail_c, c) in zip(drawn["∇f"], drawn["∇c"], strict=True):
        assert tail == pytest.approx(tail_c) and tail.sum() == pytest.approx(1)
        assert f == pytest.approx(2 * tail * c[0]) and c[0] == pytest.approx(c[1])
        parallel.append(abs(f[0] * c[1] - f[1] * c[0]) < 1e-12)
        for tip in (tail + f, tail + c):
            assert min(ax.get_xlim()[0], ax.get_ylim()[0]) < tip.min()
            assert tip.max() < min(ax.get_xlim()[1], ax.get_ylim()[1]), \
                "an arrow leaves the picture"
    assert parallel == [False, False, True, False]


def test_what_is_called_feasible_satisfies_the_constraint_and_the_rest_does_not():
    x = [-0.2, 0.5, 1.1]
    ax = plots.plot_gradients(x, "Once").axes[0]
    assert line(ax, "feasible points").get_xydata().sum(axis=1) == pytest.approx(1)
    rng = np.random.default_rng(0)
    cases = plots.plot_cases({t: inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t])
                              for t in (-0.5, 0.7)}, "Cases")
    for ax, t in zip(cases.axes, (-0.5, 0.7), strict=True):
        (area,) = (p for p in ax.patches if p.get_label() == "not feasible")
        for point in rng.uniform(-1, 1.4, (40, 2)):
            assert area.get_path().contains_point(point) == (point.sum() < t)
    (area,) = plots.plot_cusp("A tip").axes[0].collections
    assert area.get_label() == "feasible: $x_1^3 ≥ x_2^2$"
    for a, b in rng.uniform((0, -1), (1, 1), (80, 2)):
        assert abs(a**3 - b**2) < 1e-3 \
            or area.get_paths()[0].contains_point((a, b)) == (a**3 > b**2)
    left, right = plots.plot_dual_ascent(A, T, {"a": np.zeros((2, 2))}, "Steps").axes
    (word,) = (text for text in left.texts if text.get_text() == "not feasible")
    assert (A @ word.get_position() < T).any()
    assert [ax.get_title("left").split(", ")[1] for ax in (left, right)] == ["over f", "over q"]


@pytest.mark.parametrize("where", [(-1, 0, 1), (0.4, 0.8)])
def test_the_two_arrows_cancel_and_a_multiplier_of_zero_has_none(where):
    solutions = {t: inequality_qp(np.eye(2), [0, 0], [[1, 1]], [t]) for t in where}
    for ax, (t, (best, lam)) in zip(plots.plot_cases(solutions, "Cases").axes, solutions.items(),
                                    strict=True):
        (x, y), drawn = line(ax, "minimum").get_data(), arrows(ax)
        assert [x[0], y[0]] == pytest.approx(best, abs=1e-9)
        word = "inactive" if t < 0 else "active"
        number = f"{t:g}".replace("-", "−")
        assert ax.get_title(loc="left") == f"t = {number}: {word}, λ = {lam[0]:.3g}"
        if t <= 0:
            assert drawn == {}
        else:
            (tail, pull), (_, push) = drawn["−∇f"][0], drawn["λ∇c"][0]
            assert tail == pytest.approx(best) and pull == pytest.approx(-best)
            assert push == pytest.approx(-pull)


def test_the_contours_of_f_are_named():
    cases = plots.plot_cases({1: (np.array([0.5, 0.5]), np.array([0.5]))}, "Case")
    for legend in (plots.plot_gradients([0.5], "Once").axes[0].get_legend(), cases.legends[0]):
        assert "contours of f" in [text.get_text() for text in legend.get_texts()]


def test_the_boundary_of_the_cusp_is_where_c_is_zero():
    ax = plots.plot_cusp("A tip").axes[0]
    for branch in [a for a in ax.lines if str(a.get_gid()).startswith("boundary")]:
        x1, x2 = branch.get_data()
        assert np.allclose(x1**3, x2**2) and x1.min() == 0
        assert branch.get_gid() == f"boundary, {'upper' if x2[-1] > 0 else 'lower'} branch"
    assert np.ravel(line(ax, "minimum of $x_1$").get_data()).tolist() == [0, 0]


@pytest.mark.parametrize("t", [-0.5, 0.0, 1.0])
def test_the_dual_function_is_below_every_line_and_touches_the_lowest(t):
    points = np.random.default_rng(0).uniform(-1, 1.5, size=(300, 2))
    lam = np.linspace(0, 1.25, 126)
    points = np.vstack([points, np.column_stack([lam, lam])])      # the lowest points of L
    ax = plots.plot_dual_lines(points, t, "Lines").axes[0]
    inside = int((points.sum(axis=1) >= t).sum())           # the words tell how many there are
    names = [f"feasible x: {inside} lines",
             f"x not feasible: {len(points) - inside} lines", "_line"]
    drawn = [a for a in ax.lines if a.get_label() in names]
    assert {a.get_label() for a in drawn} == set(names)
    assert len(drawn) == len(points)
    heights = np.array([np.interp(lam, *a.get_data()) for a in drawn])
    q = line(ax, "q(λ), the lowest of all lines").get_ydata()
    assert q == pytest.approx(heights.min(axis=0), abs=1e-12)
    level = line(ax, "smallest feasible ½‖x‖²").get_ydata()[0]
    assert level == pytest.approx(q.max(), abs=1e-12)
    for artist in drawn:        # feasible: starts at f(x) ≥ the level and does not rise
        start, end = artist.get_ydata()
        feasible = artist.get_linestyle() == "-"
        assert (end <= start and start >= level - 1e-12) if feasible else end > start


def test_the_steps_are_drawn_in_both_panels():
    path = np.array([dual_ascent(A, T, 0.25, k) for k in range(5)])
    left, right = plots.plot_dual_ascent(A, T, {"a": path, "b": 2 * path}, "Steps").axes
    for name, lam in (("a", path), ("b", 2 * path)):
        assert np.column_stack(line(right, name).get_data()) == pytest.approx(lam)
        assert np.column_stack(line(left, name).get_data()) == pytest.approx(lam @ A)
    best = minimize(lambda lam: (lam @ A) @ (lam @ A) / 2 - lam @ T, [0, 0],
                    bounds=[(0, None)] * 2).x
    assert np.ravel(line(right, "optimum").get_data()) == pytest.approx(best, abs=1e-4)
    assert np.ravel(line(left, "minimum").get_data()) == pytest.approx(best @ A, abs=1e-4)


def test_a_place_to_which_a_path_comes_back_has_the_numbers_of_its_steps():
    there_and_back = np.array([dual_ascent(A, T, 0.8, k) for k in range(4)])
    climbing = np.array([dual_ascent(A, T, 0.25, k) for k in range(4)])
    figure = plots.plot_dual_ascent(A, T, {"a": climbing, "b": there_and_back}, "Steps")
    figure.draw_without_rendering()
    for ax in figure.axes:
        told = [t for t in ax.texts if "after" in t.get_text()]
        assert [t.get_text() for t in told] == ["after 0, 2", "after 1, 3"]
        for text in told:
            box, frame = text.get_window_extent(), ax.get_window_extent()
            assert frame.x0 <= box.x0 and box.x1 <= frame.x1, text.get_text()


@pytest.mark.parametrize("draw, told", [
    (lambda: plots.plot_gradients([0.5], "Once"), "Arrow, ∇c"),
    (lambda: plots.plot_cases({1: (np.full(2, 0.5), np.array([0.5]))}, "Push"),
     "Arrow, λ∇c: from (0.5, 0.5) to (1, 1)"),
    (lambda: plots.plot_cusp("A tip"), "boundary, lower branch: from 0 at 0 to -1 at 1"),
    (lambda: plots.plot_dual_lines(np.eye(2), 1.0, "Lines"), "highest 0.25 at 0.5"),
])
def test_the_words_tell_what_is_drawn(draw, told):
    words = alt_text(draw())
    assert told in words and "empty" not in words
