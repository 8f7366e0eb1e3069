"""The figures of sitting 02c show what was computed: updates, hulls, zones and intercepts."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import make_and, make_linear_40, make_two_points
from coursekit.plots import margins
from coursekit.plots.alt_text import alt_text
from coursekit.svm import DualProblem, solve_qp


def test_every_order_is_a_dot_at_its_number_of_updates():
    updates = {-0.5: [5, 7, 7], 3: [263, 1225, 1225, 264]}
    ax = margins.plot_updates(updates, {-0.5: 13.5, 3: 7689.0}, "Below").axes[0]
    (bounds,), dots = ax.lines, ax.collections
    assert [a.get_offsets().tolist() for a in dots] == [[[-0.5, 7], [-0.5, 5]],
                                                        [[3, 1225], [3, 263], [3, 264]]]
    assert [(a.get_sizes() / a.get_sizes()[-1]).tolist() for a in dots] == [[2, 1], [2, 1, 1]]
    assert bounds.get_xdata().tolist() == [-0.5, 3]
    named = {text.get_text(): handle for handle, text in zip(ax.get_legend().legend_handles,
                                                            ax.get_legend().get_texts(),
                                                            strict=True)}
    (bound, mark), (orders, dot) = named.items()
    assert bound.startswith("Novikoff's bound") \
        and mark.get_markeredgecolor() == bounds.get_markeredgecolor()
    assert orders == "orders of the samples\n(larger: more orders)"
    assert (dot.get_facecolor() == dots[0].get_facecolor()).all() and bounds.get_label() == bound
    assert "at -0.5: 13.5; at 3: 7,689" in alt_text(ax.figure)
    assert ax.get_xlabel() == "AND, both features shifted by"
    assert bounds.get_ydata().tolist() == [13.5, 7689] and ax.get_yscale() == "log"
    assert [t.get_text() for t in ax.get_xticklabels()] == ["−0.5", "3"]


@pytest.mark.parametrize("make", [make_and, make_linear_40, make_two_points])
def test_the_nearest_points_lie_on_the_margin_boundaries_perpendicular_to_them(make):
    X, y = make()
    best = solve_qp(DualProblem(X @ X.T, y, np.inf))
    w = (best.alpha * y) @ X
    ax = margins.plot_hulls({"these": (X, y, best.alpha, best.b)}, "Near").axes[0]
    ends = ax.lines[-1].get_xydata()
    assert ends @ w + best.b == pytest.approx([-1, 1], abs=1e-6)
    assert np.diff(ends, axis=0)[0] == pytest.approx(2 * w / (w @ w), abs=1e-6)
    heights = [line.get_xydata() @ w + best.b for line in ax.lines[:3]]
    assert sorted(round(float(h.mean()), 6) for h in heights) == [-1, 0, 1]
    named = {line.get_label(): round(float(np.abs(h).mean()), 6)
             for line, h in zip(ax.lines, heights)}
    assert named["line f = 0"] == 0 and named["margin boundaries f = ±1"] == 1
    for hull, c in zip(ax.patches[1:], (-1, 1), strict=True):       # the first is the strip
        corners = {tuple(p) for p in np.round(hull.get_xy(), 9)}
        assert corners <= {tuple(p) for p in np.round(X[y == c], 9)}


def test_a_sample_that_violates_its_zone_is_marked_and_the_bend_is_at_one():
    yf, alpha = np.array([2.0, 1.0, 0.5, 0.4]), np.array([0, 0.4, 2.0, 0])
    violation = np.array([0, 0, 0, 0.6])
    figure = margins.plot_zones({"a": (yf, alpha, violation)}, 2.0, "A bend")
    (ax,) = figure.axes
    assert ax.lines[0].get_xydata()[1:3].tolist() == [[1, 2], [1, 0]]
    fits, other = (np.asarray(c.get_offsets()).tolist() for c in ax.collections)
    assert fits == [[2, 0], [1, 0.4], [0.5, 2]] and other == [[0.4, 0]]
    assert [c.get_label() for c in ax.collections] == ["no violation", "violation"]
    places = {line.get_label().strip("_"): line.get_xdata()[0] for line in ax.lines[1:]}
    assert places == {"the line": 0, "own margin boundary": 1}      # y f
    assert {text.get_text() for text in ax.texts} == set(places)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["0", "C"] \
        and ax.get_yticks().tolist() == [0, 2]
    assert "largest violation 0.6" in alt_text(figure) \
        and "violation: 1, across" in alt_text(figure)


def test_the_interval_is_shaded_in_both_panels():
    b = np.linspace(-1, 1, 21)
    left, right = margins.plot_intercepts(b, {"P": b**2}, np.arange(21), (-0.4, 0.2), "Flat").axes
    for ax in (left, right):
        assert [line.get_xdata()[0] for line in ax.lines[1:]] == [-0.4, 0.2]
        assert [line.get_label() for line in ax.lines[1:]] == ["_smallest optimal b",
                                                               "_largest optimal b"]
        assert ax.patches[0].get_extents().transformed(ax.transData.inverted()).x0 \
            == pytest.approx(-0.4)
    assert left.lines[0].get_ydata() == pytest.approx(b**2)
    assert right.lines[0].get_ydata().tolist() == list(range(21))
    assert [ax.get_title("left") for ax in (left, right)] == ["primal objective",
                                                              "errors on the samples"]
    assert right.get_ylim()[0] == 0


@pytest.mark.parametrize("yf", [np.array([2.0, 0.5, -1.0]), np.array([1.0, 3.0]), np.array([-9.0])])
def test_the_segments_add_up_to_the_total_slack_and_end_on_the_hinge(yf):
    ax = margins.plot_slacks(yf, "Slack").axes[0]
    lengths = [np.ptp(segment[:, 1]) for segment in ax.collections[0].get_segments()]
    assert sum(lengths) == pytest.approx(np.maximum(0, 1 - yf).sum())
    assert ax.collections[0].get_label() == "slack of a sample" and "slack" in ax.get_ylabel()
    assert f"total slack {sum(lengths):.2f}" in ax.get_title(loc="left")
    hinge, samples = ax.lines
    assert samples.get_ydata() == pytest.approx(np.interp(yf, *hinge.get_data()))
