"""The figures of sitting 02b show what was computed: feet, margins, zones and values."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import make_and, make_linear_40
from coursekit.linear import signed_distance
from coursekit.plots import street
from coursekit.plots.alt_text import alt_text


def arrows(ax) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Return tail and step of the arrows of some axes, by the first word of their names."""
    found: dict[str, list] = {}
    for text in ax.texts:
        if getattr(text, "arrow_patch", None) is not None:
            tail, tip = np.array(text.xyann), np.array(text.xy)
            found.setdefault(text.get_gid().split()[0].rstrip(":"), []).append((tail, tip - tail))
    return found


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


def test_arrows_are_told_in_words():
    told = alt_text(street.plot_distances(*make_and(), [2, 2], -3, "Far"))
    assert "Arrow, direction of w" in told and "empty" not in told
