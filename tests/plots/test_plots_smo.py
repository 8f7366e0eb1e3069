"""The figures of lesson 03 show what was computed, not what was hoped for."""
from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from coursekit.datasets import make_overlap_60
from coursekit.svm.experiments import maximal_violating_pair
from coursekit.lessons.lesson03b.exercises.duality_gap import duality_gap
from coursekit.plots import smo
from coursekit.plots.alt_text import alt_text
from coursekit.svm import DualProblem, solve_smo


@pytest.fixture(scope="module")
def cloud():
    X, y = make_overlap_60()
    return X @ X.T, y


def moment(K, y, beta, C=1.0, name="now"):
    return smo.Moment(name, y - K @ beta, beta, np.minimum(0, C * y), np.maximum(0, C * y))


@pytest.mark.parametrize("C", [0.01, 1 / 3, 1.0, 100.0])
def test_every_sample_is_a_dot_at_its_slope_and_m_and_M_are_those_of_the_pair(cloud, C):
    K, y = cloud
    beta = solve_smo(DualProblem(K, y, C), tol=1e-6).alpha * y
    for state in (np.zeros(60), beta / 2, beta):
        now = moment(K, y, state, C)
        ax = smo.plot_slopes([now], "Dots").axes[0]
        dots = np.concatenate([c.get_offsets()[:, 0] for c in ax.collections])
        assert sorted(dots) == pytest.approx(sorted(now.F))
        i, j = maximal_violating_pair(now.F, now.beta, now.A, now.B)
        assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([now.F[i], now.F[j]])
        words = alt_text(ax.figure)
        assert "held by sample" in words and "may rise only" in words or C < 1


def test_markers_say_what_a_sample_may_do():
    A, B, beta = np.array([0, 0, 0, -1]), np.array([1, 1, 1, 0]), np.array([0, 0.5, 1, 0])
    assert smo.may_move(beta, A, B).tolist() == ["up", "free", "low", "low"]
    ax = smo.plot_slopes([smo.Moment("x", np.arange(4.0), beta, A, B)], "Kinds").axes[0]
    names = [c.get_label() for c in ax.collections]
    assert len(names) == 4 and any("class -1, may fall only" in name for name in names)


def test_the_classes_stand_in_the_halves_that_the_legend_names(cloud):
    figure = smo.plot_slopes([moment(*cloud, np.zeros(60)), moment(*cloud, np.zeros(60))], "Halves")
    figure.draw_without_rendering()
    ax = figure.axes[0]
    signs = zip(ax.get_legend().get_texts(), ax.get_legend().legend_handles, strict=True)
    halves = {to_hex(sign.get_color()): words.get_text() for words, sign in signs
              if "half" in words.get_text()}
    assert len(halves) == 2 and {told.split()[-2] for told in halves.values()} == {"upper", "lower"}
    for dots in ax.collections:
        told = halves[to_hex(dots.get_facecolor()[0])]
        assert told.startswith("class " + dots.get_label().split("class ")[1][:2].replace("-", "−"))
        places = dots.get_offsets()
        above = [ax.transData.transform(place)[1] > ax.transData.transform((0, round(place[1])))[1]
                 for place in places]
        assert all(above) if "upper half" in told else not any(above)


def test_a_window_shows_a_part(cloud):
    ax = smo.plot_slopes([moment(*cloud, np.zeros(60))], "Part", (-0.5, 0.5)).axes[0]
    assert ax.get_xlim() == (-0.5, 0.5)


@pytest.mark.parametrize("C", [0.001, 1 / 3, 1.0, 100.0])
def test_the_coloured_area_is_the_duality_gap(cloud, C):
    K, y = cloud
    A, B = np.minimum(0, C * y), np.maximum(0, C * y)
    for beta in (np.zeros(60), solve_smo(DualProblem(K, y, C), tol=1e-2).alpha * y):
        for b in (-1.3, 0.2):
            F = y - K @ beta
            room = np.where(F > b, B - beta, beta - A)
            ax = smo.plot_gap_area(F, room, y, b, "Area").axes[0]
            area = sum(abs(bar.get_width()) * bar.get_height() for bar in ax.patches)
            assert area == pytest.approx(duality_gap(K, y, C, beta, b), rel=1e-6, abs=1e-9)
            assert set(ax.lines[0].get_xdata()) == {b}


def test_without_any_room_nothing_is_coloured():
    ax = smo.plot_gap_area(np.ones(2), np.zeros(2), np.array([1, -1]), 0.0, "None").axes[0]
    assert len(ax.patches) == 0


def test_rays_go_through_the_chosen_partners_and_tell_their_gain():
    distance, slope = np.array([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 3.0])
    ax = smo.plot_gains(distance, slope, {"steepest": 2, "second order": 0}, "Gains").axes[0]
    rays = [line.get_data() for line in ax.lines if line.get_label() == "_ray"]
    tilts = [y[-1] / x[-1] for x, y in rays]
    assert any(t == pytest.approx(3 / 4) for t in tilts) \
        and any(t == pytest.approx(1) for t in tilts)
    assert [line.get_label() for line in ax.lines[-2:]] == ["steepest: gain 0.281",
                                                            "second order: gain 0.500"]


def test_runs_that_were_cut_off_are_not_drawn_as_converged():
    figure = smo.plot_relaxation(np.array([1.0, 2.1]), {"a": np.array([20, 99])}, 99, "Two")
    converged, cut_off = figure.axes[0].lines
    assert converged.get_xdata().tolist() == [1.0] and cut_off.get_xdata().tolist() == [2.1]
