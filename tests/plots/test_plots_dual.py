"""Figures of the dual function, of its ascent, and of intercepts that are equally good."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from coursekit.lessons.lesson02b.exercises.dual_ascent import dual_ascent
from coursekit.lessons.lesson02d.intercepts import plot_intercepts
from coursekit.lessons.lesson02b import ascent_figures as plots

A, T = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 3.0])


def line(ax, label):
    return next(artist for artist in ax.lines if artist.get_label() == label)


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


def test_the_steps_and_the_top_are_drawn_over_q():
    path = np.array([dual_ascent(A, T, 0.25, k) for k in range(5)])
    ax, = plots.plot_dual_ascent(A, T, {"a": path, "b": 2 * path}, "Steps").axes
    for name, lam in (("a", path), ("b", 2 * path)):
        assert line(ax, name).get_xydata() == pytest.approx(lam)
        steps = [(t.xyann, t.xy) for t in ax.texts if t.get_gid() == name]
        assert np.array(steps) == pytest.approx(np.stack([lam[:3], lam[1:4]], axis=1))
    best = minimize(lambda lam: (lam @ A) @ (lam @ A) / 2 - lam @ T, [0, 0],
                    bounds=[(0, None)] * 2).x
    assert np.ravel(line(ax, "top of q").get_data()) == pytest.approx(best, abs=1e-4)


def test_the_interval_is_shaded_in_both_panels():
    b = np.linspace(-1, 1, 21)
    left, right = plot_intercepts(b, {"P": b**2}, np.arange(21), (-0.4, 0.2), "Flat").axes
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
