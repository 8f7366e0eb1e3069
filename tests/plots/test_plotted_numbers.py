"""What a figure computes from what it is given is drawn where it belongs."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from mpl_toolkits.mplot3d import Axes3D

from coursekit.lessons.lesson06 import figures
from coursekit.plots import (
    linear, model_selection, rates, regression,
)
from coursekit.tree import CARTRegressor

RNG = np.random.default_rng(0)


def lines(ax: Axes) -> dict[str, np.ndarray]:
    """Return the points of each line by its name."""
    return {line.get_label(): np.array(line.get_xydata(), float) for line in ax.lines}


def sticks(ax: Axes, of: int = 0) -> np.ndarray:
    """Return the ends of each stick of a collection: shape (sticks, 2 ends, x and y)."""
    kinds = [c for c in ax.collections if hasattr(c, "get_segments")]
    return np.array(kinds[of].get_segments())


def test_residuals_reach_from_the_sample_to_the_line():
    x, y = RNG.normal(size=(2, 6))
    ax = linear.plot_residuals(x, y, 2.0, -1.0, "A line").axes[0]
    ends = lines(ax)["f(x) = w x + b"]
    np.testing.assert_allclose(ends[:, 1], 2 * ends[:, 0] - 1)
    np.testing.assert_allclose(sticks(ax), np.stack([np.c_[x, y], np.c_[x, 2 * x - 1]], axis=1))


def test_on_a_contour_line_f_has_its_level():
    models, levels = {"one": (2.0, -3.0, 0.5), "other": (-1.0, 0.7, 2.0)}, (0.4, 2.0, 3.6)
    ax = linear.plot_contours(RNG.normal(size=(9, 2)), models, 4, levels, "Contours").axes[0]
    drawn = iter(ax.lines)
    for name, (*w, b) in models.items():
        for k, level in enumerate(levels):
            line = next(drawn)
            assert line.get_label() == name or k > 0
            np.testing.assert_allclose(4 / (1 + np.exp(-line.get_xydata() @ w - b)), level)


def test_no_pair_of_weights_lies_outside_and_the_true_ones_are_in_the_middle():
    draws = {"a": RNG.normal(size=(30, 2)), "b": 3 * RNG.normal(size=(30, 2))}
    for ax, pairs in zip(linear.plot_weights(draws, (2.0, -1.0), "Weights").axes, draws.values()):
        np.testing.assert_array_equal(lines(ax)["true weights"], [[2, -1]])
        np.testing.assert_allclose([np.mean(ax.get_xlim()), np.mean(ax.get_ylim())], [2, -1])
        low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
        assert ((low < pairs) & (pairs < high)).all()


def test_strokes_stand_at_means():
    groups = {"one": [0.7, 0.7, 0.9], "two": [0.5, 0.8]}
    ax = model_selection.plot_scores(groups, "Scores").axes[0]
    assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([2.3 / 3, 0.65])
    assert [sorted(c.get_offsets()[:, 0]) for c in ax.collections] == [*groups.values()]


def test_a_difference_stands_in_its_interval_and_its_row():
    table = pd.DataFrame({"difference": [0.1, -0.2], "low": [-0.1, -0.5], "high": [0.2, 0.3]},
                         index=["a", "b"])
    ax = model_selection.plot_differences(table, "Differences", "points", "pair").axes[0]
    np.testing.assert_allclose(sticks(ax), [[[-0.1, 0], [0.2, 0]], [[-0.5, 1], [0.3, 1]]])
    assert [t.get_text() for t in ax.get_yticklabels()] == ["a", "b"]


def test_bars_are_shares_of_the_picks():
    chosen = {"least": [2, 2, 3, 1], "rule": [2, 2, 2, 1]}
    right = model_selection.plot_degrees(range(4), {"training": [4, 3, 2, 1.0]}, chosen,
                                         "Degrees").axes[1]
    for bars, share in zip(right.containers, ([0, 0.25, 0.5, 0.25], [0, 0.25, 0.75, 0])):
        assert [bar.get_height() for bar in bars] == share
        assert [round(bar.get_x() + bar.get_width() / 2) for bar in bars] == [0, 1, 2, 3]


def test_bars_of_a_learning_curve_are_a_standard_deviation_each_way():
    scores = {"training": RNG.uniform(size=(6, 3)), "validation": RNG.uniform(size=(6, 3))}
    ax = model_selection.plot_learning_curves({"one": scores}, [10, 20, 40], "Curves").axes[0]
    for k, values in enumerate(scores.values()):
        mean, sd = values.mean(axis=0), values.std(axis=0, ddof=1)
        np.testing.assert_allclose(sticks(ax, k)[:, :, 1], np.c_[mean - sd, mean + sd])


def test_a_tube_is_epsilon_wide_on_each_side_and_rings_are_where_beta_is_not_0():
    X, y = np.linspace(0, 5, 8)[:, None], RNG.normal(size=8)
    beta = np.array([0, 1, 0, -1, 0, 0, 2, 0.0])
    ax = regression.plot_tubes({"one": regression.Tube(lambda P: P[:, 0] / 2, 0.3, beta)}, X, y,
                               "Tube").axes[0]
    x, up = np.transpose([p for p in ax.collections[0].get_paths()[0].vertices])
    np.testing.assert_allclose(np.abs(up - x / 2), 0.3)
    np.testing.assert_array_equal(lines(ax)["support vector"], np.c_[X, y][beta != 0])


def test_a_bar_is_a_rate_and_its_whisker_the_interval():
    table = pd.DataFrame({"rate": [0.2, 0.7], "low": [0.1, 0.4], "high": [0.5, 0.8], "n": [9, 4]},
                         index=["men", "women"])
    ax = rates.plot_rates(table, "Rates", "group", overall=0.4).axes[0]
    assert [bar.get_height() for bar in ax.patches] == [0.2, 0.7]
    np.testing.assert_allclose(sticks(ax)[:, :, 1], [[0.1, 0.5], [0.4, 0.8]])
    assert lines(ax)["everybody"][:, 1] == pytest.approx(0.4)


def test_steps_are_as_high_as_the_mean_of_y(monkeypatch):
    tops = []
    monkeypatch.setattr(Axes3D, "bar3d",
                        lambda ax, x, y, z, dx, dy, dz, **looks: tops.append(z + dz))
    X, y = np.array([[0.0, 0], [1, 0], [2, 0]]), np.array([1.0, 6, 6])
    model = CARTRegressor(cp=None, min_samples_split=2, min_samples_leaf=1).fit(X, y)
    figures.plot_three_views(model, X, "Steps", ("a", "b"))
    assert sorted(tops) == [1, 6]


@pytest.mark.parametrize("column", ["n", "rate", "low", "high"])
def test_a_table_of_rates_that_lacks_a_column_is_refused(column):
    table = pd.DataFrame({"n": [10, 40], "rate": [0.1, 0.75], "low": [0.02, 0.6],
                          "high": [0.4, 0.86]})
    with pytest.raises(ValueError, match=column):
        rates.plot_rates(table.drop(columns=column), "Rates", "sex")


@pytest.mark.parametrize("column", ["difference", "low", "high"])
def test_a_table_of_differences_that_lacks_a_column_is_refused(column):
    table = pd.DataFrame({"difference": [1.0], "low": [-1.0], "high": [3.0]})
    with pytest.raises(ValueError, match=column):
        model_selection.plot_differences(table.drop(columns=column), "Differences",
                                         "points", "model")
