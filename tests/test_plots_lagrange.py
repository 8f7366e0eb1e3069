"""The figures of lesson 02 show what was computed: feet, arrows, streets, zones and values."""
from __future__ import annotations

import numpy as np
import pytest
from matplotlib.text import Text

from coursekit.datasets import make_and, make_linear_40
from coursekit.lagrange import inequality_qp, largest_box, signed_distance
from coursekit.plots import lagrange as pictures, street
from coursekit.plots.alt_text import alt_text


def arrows(ax) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Return tail and step of the arrows of some axes, by the first word of their names."""
    found: dict[str, list] = {}
    for text in ax.texts:
        if getattr(text, "arrow_patch", None) is not None:
            tail, tip = np.array(text.xyann), np.array(text.xy)
            found.setdefault(text.get_gid().split()[0].rstrip(":"), []).append((tail, tip - tail))
    return found


def line(ax, label):
    return next(artist for artist in ax.lines if artist.get_label() == label)


def test_both_views_of_the_pendulum_have_the_same_lowest_point():
    rail, height = pictures.plot_pendulum("One angle").axes
    x, y = (float(v[0]) for v in line(rail, "lowest point").get_data())
    phi, low = (float(v[0]) for v in line(height, "lowest point").get_data())
    assert (np.cos(np.pi * phi), np.sin(np.pi * phi)) == pytest.approx((x, y), abs=1e-12)
    assert low == pytest.approx(height.lines[0].get_ydata().min()) == -1


def test_one_headline_is_bold_and_the_titles_below_it_are_plain():
    figure = pictures.plot_pendulum("One angle")
    weights = {t.get_text(): t.get_fontweight() for t in figure.findobj(Text) if t.get_text()}
    assert weights["One angle"] == "bold" and weights["the height along it"] == "normal"


def test_the_arrows_on_the_rail_are_the_two_gradients_and_line_up_once():
    ax = pictures.plot_rail([-0.2, 0.15, 0.5, 1.1], "Once").axes[0]
    drawn, aligned = arrows(ax), []
    for (tail, f), (tail_c, c) in zip(drawn["∇f"], drawn["∇c"], strict=True):
        assert tail == pytest.approx(tail_c) and tail.sum() == pytest.approx(1)
        assert f == pytest.approx(2 * tail * c[0]) and c[0] == pytest.approx(c[1])
        aligned.append(abs(np.cross([*f, 0], [*c, 0])[2]) < 1e-12)
        for tip in (tail + f, tail + c):
            assert min(ax.get_xlim()[0], ax.get_ylim()[0]) < tip.min()
            assert tip.max() < min(ax.get_xlim()[1], ax.get_ylim()[1]), "an arrow leaves the picture"
    assert aligned == [False, False, True, False]


@pytest.mark.parametrize("S", [6.0, 24.0])
def test_the_cube_is_the_top_of_one_curve_and_the_bottom_of_the_other(S):
    ax = pictures.plot_saddle(S, "A saddle").axes[0]
    up, down = (line(ax, name).get_ydata() for name in ("all sides grow alike",
                                                       "one grows, one shrinks"))
    middle, volume = len(up) // 2, largest_box(S)[0][0] ** 3
    assert up[middle] == pytest.approx(volume) == down[middle]
    assert up.argmin() == middle and down.argmax() == middle


@pytest.mark.parametrize("walls", [[-1, 0, 1], [0.4, 0.8]])
def test_pull_and_push_cancel_and_an_idle_wall_has_no_arrow(walls):
    for ax, t in zip(pictures.plot_pushes(walls, "Pushes").axes, walls, strict=True):
        (x, y), drawn = line(ax, "minimum").get_data(), arrows(ax)
        best, push = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [t])
        assert [x[0], y[0]] == pytest.approx(best, abs=1e-9)
        assert ax.get_title(loc="left").endswith(f"λ = {push[0]:.3g}")
        if t <= 0:
            assert drawn == {}
        else:
            (tail, pull), (_, back) = drawn["-∇f"][0], drawn["λ∇c"][0]
            assert tail == pytest.approx(best) and pull == pytest.approx(-best)
            assert back == pytest.approx(-pull)


def test_the_dual_function_is_the_smallest_lagrangian_and_stays_below_the_optimum():
    ax = pictures.plot_dual_value("The top").axes[0]
    push, low = ax.lines[0].get_data()
    grid = np.linspace(-1, 2, 301)
    L = grid**2 - push[:, None] * (2 * grid - 1)        # on the diagonal, where the bottoms lie
    assert low == pytest.approx(L.min(axis=1), abs=1e-4)
    assert low.max() == pytest.approx(ax.lines[1].get_ydata()[0])


def test_every_drawn_point_of_the_cusp_is_allowed_and_none_lies_further_left():
    x, y = pictures.plot_cusp("A tip").axes[0].lines[0].get_data()
    assert np.allclose(x**3, y**2) and x.min() == 0


@pytest.mark.parametrize("w, b", [([3, 2], -4), ([2, 2], -3), ([-1, 2], 0.2)])
def test_the_numbers_beside_the_points_are_the_lengths_of_the_dotted_lines(w, b):
    X, y = make_and()
    ax = street.plot_distances(X, y, w, b, "Distances").axes[0]
    feet = [np.column_stack(a.get_data()) for a in ax.lines if a.get_label() == "_foot"]
    for (point, foot), text, d in zip(feet, ax.texts, signed_distance(X, w, b)):
        assert text.get_text() == f"{d:+.2f}"
        assert np.linalg.norm(foot - point) == pytest.approx(abs(d))
        assert foot @ w + b == pytest.approx(0, abs=1e-12)
        side = (np.array(text.get_position()) - point) @ (foot - point)
        assert side < 1e-12, "the number stands on the dots"
    (tail, up), = arrows(ax)["direction"]
    assert tail @ w + b == pytest.approx(0) and up / np.linalg.norm(up) == pytest.approx(
        np.array(w) / np.linalg.norm(w))
    assert all(low < v < high for v, (low, high) in zip(tail + up, (ax.get_xlim(), ax.get_ylim())))


def test_the_street_ends_where_f_is_one_and_the_rings_name_the_zones():
    X, y = make_and()
    alpha = np.array([0, 1.0, 2.0, 2.0])
    ax = street.plot_street(X, y, [2, 2], -3, alpha=alpha, C=2.0, title="A street").axes[0]
    heights = [np.column_stack(a.get_data()) @ [2, 2] - 3 for a in ax.lines]
    assert sorted(float(np.round(h.mean(), 9)) for h in heights) == [-1, 0, 1]
    assert all(np.ptp(h) < 1e-9 for h in heights)
    clouds = {c.get_label(): np.asarray(c.get_offsets()).tolist() for c in ax.collections}
    assert clouds["0 < α < C"] == [[0, 1]] and clouds["α = C"] == [[1, 0], [1, 1]]
    assert "α = C: 2, across" in alt_text(ax.figure)


def test_a_line_is_where_its_f_is_zero_and_many_lines_have_many_looks():
    X, y = make_linear_40()
    lines = {f"{k}": ([1.0, k], -0.1 * k) for k in range(1, 5)}
    drawn = street.plot_lines(X, y, lines, "Lines").axes[0].lines
    for artist, (w, b) in zip(drawn, lines.values(), strict=True):
        assert np.column_stack(artist.get_data()) @ w + b == pytest.approx(0, abs=1e-9)
    assert len({(a.get_linestyle(), a.get_color()) for a in drawn}) == 4


def test_each_panel_has_its_own_street():
    panels = {"a": ([2, 2], -3), "b": ([1, 1], -2, np.array([0, 1, 1, 2.0]), 2.0)}
    first, second = street.plot_streets(*make_and(), panels, "Two").axes
    assert len(first.collections) == 2 and len(second.collections) == 4
    for ax, (w, b, *_) in zip((first, second), panels.values()):
        middle = next(a for a in ax.lines if a.get_linestyle() == "-")
        assert np.column_stack(middle.get_data()) @ w + b == pytest.approx(0, abs=1e-9)


def test_a_point_off_the_bent_line_would_be_seen():
    yf, alpha = np.array([2.0, 1.0, 0.5, -1.2]), np.array([0, 0.4, 1.0, 1.0])
    ax = street.plot_zones(yf, alpha, 1.0, "A bend").axes[0]
    bend = np.column_stack(ax.lines[0].get_data())
    assert bend[1:3].tolist() == [[1, 1], [1, 0]]
    seen = np.vstack([np.asarray(c.get_offsets()) for c in ax.collections])
    assert sorted(map(tuple, seen)) == sorted(zip(yf, alpha))


def test_widths_and_slacks_stand_over_their_own_penalties():
    C, width, slack = np.array([1.0, 10, 100]), np.array([3.0, 2, 1]), np.array([5.0, 1, 0])
    left, right = street.plot_penalties(C, width, slack, 20.0, "Dear").axes
    assert left.lines[0].get_data()[1].tolist() == [3, 2, 1]
    assert right.lines[0].get_data()[1].tolist() == [5, 1, 0]
    assert left.lines[1].get_xdata()[0] == 20 == right.lines[1].get_xdata()[0]


@pytest.mark.parametrize("draw, told", [
    (lambda: pictures.plot_rail([0.5], "Once"), "Arrow, ∇c"),
    (lambda: pictures.plot_pushes([1], "Push"), "Arrow, λ∇c: what pushes: from (0.5, 0.5) to (1, 1)"),
    (lambda: street.plot_distances(*make_and(), [2, 2], -3, "Far"), "Arrow, direction of w")])
def test_arrows_are_told_in_words_and_their_keys_are_not_called_empty(draw, told):
    words = alt_text(draw())
    assert told in words and "empty" not in words
