"""The figures of lesson 03 show what was computed, not what was hoped for."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.datasets import make_overlap_60
from coursekit.plots import solvers
from coursekit.plots.alt_text import alt_text
from coursekit.svm import DualProblem, solve_smo
from coursekit.svm.traces import replay


@pytest.fixture(scope="module")
def problem():
    X, y = make_overlap_60()
    return DualProblem(X @ X.T, y, 1.0)


@pytest.mark.parametrize("pair", [(0.3, 0.6), (0.9, 0.2), (0.0, 0.0)])
def test_the_drawn_segment_keeps_the_sum_and_stays_in_the_box(pair):
    same, different = solvers.plot_segments([pair, pair], 1.0, "A segment").axes
    for ax, kept in ((same, np.add), (different, np.subtract)):
        ends = np.array(ax.lines[0].get_data())
        assert np.ptp(kept(*ends)) == pytest.approx(0) and ends.min() >= 0 and ends.max() <= 1
        heights = sorted(line.get_ydata()[0] for line in ax.lines[2:])
        assert heights == pytest.approx(sorted(ends[1]))


def test_the_parabola_is_the_rise_that_the_step_made(problem):
    for step in solve_smo(problem, trace=True).trace:
        ax = solvers.plot_step(step, "A step").axes[0]
        points = {line.get_label(): line.get_data() for line in ax.lines[1:]}
        assert points["after"][1][0] == pytest.approx(step.rise)
        curve = ax.lines[0].get_ydata()
        assert points["top of the parabola"][1][0] >= curve.max() - 1e-9
        low, high = ax.patches[0].get_x(), ax.patches[0].get_x() + ax.patches[0].get_width()
        assert low - 1e-12 <= points["after"][0][0] <= high + 1e-12


def test_the_race_ends_where_the_runs_ended(problem):
    best = solve_smo(problem, tol=1e-10)
    run = solve_smo(problem, trace=True, selection="first")
    figure = solvers.plot_race({"the worst pair": [replay(run)[1:]]}, best.objective, 1e-3, "Race")
    missing, gaps = (ax.lines[0].get_ydata() for ax in figure.axes)
    assert len(gaps) == run.n_iter + 1 and gaps[-1] == pytest.approx(run.gap)
    assert missing[0] == 1 and missing[5] == pytest.approx(
        1 - replay(run)[1][5] / best.objective, rel=1e-6)
    assert missing[-1] == pytest.approx(max(1e-7, 1 - run.objective / best.objective), abs=1e-9)
    assert "the worst pair" in alt_text(figure)


def test_a_slope_is_an_exponent():
    n = [50, 100, 200]
    figure = solvers.plot_growth(n, {"cube": [2e-9 * k**3 for k in n]}, "Growth")
    assert figure.axes[0].lines[0].get_label() == "cube: exponent 3.0"
    assert solvers.exponent(n, [5.0, 5.0, 5.0]) == pytest.approx(0)


def test_runs_that_were_cut_off_are_not_drawn_as_converged():
    figure = solvers.plot_relaxation(np.array([1.0, 2.1]), {"a": np.array([20, 99])}, 99, "Two")
    converged, cut_off = figure.axes[0].lines
    assert converged.get_xdata().tolist() == [1.0] and cut_off.get_xdata().tolist() == [2.1]


def test_each_seed_is_a_dot_at_its_own_height():
    vectors, gaps = np.array([[8, 9], [6, 7]]), np.array([[1.0, 2.0], [0.1, 0.2]])
    figure = solvers.plot_passes([1, 2], vectors, gaps, 6, 1e-3, "Luck")
    dots = np.asarray(figure.axes[0].collections[0].get_offsets())[:, 1]
    assert sorted(dots) == [6, 7, 8, 9]
    assert figure.axes[0].lines[0].get_ydata().tolist() == [8.5, 6.5]
