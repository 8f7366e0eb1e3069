"""Axes, legends and panels of the pages' figures are named after what is drawn.

Each figure is made of small data whose reading is known: what an axis counts, shares or orders is
found from the drawn numbers, and its words have to say so.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mpl_toolkits.mplot3d import Axes3D

from coursekit.plots import (boxes, chords, intervals, model_selection, pruning, rates, rule_sets, rules, smo,
                             titanic)
from coursekit.tree import CARTRegressor

TABLE = pd.DataFrame({"n": [10, 40], "rate": [0.1, 0.75], "low": [0.02, 0.6], "high": [0.4, 0.86]},
                     index=["men", "women"])


def heights(ax) -> list[float]:
    """Return the heights of the bars."""
    return [bar.get_height() for bar in ax.patches]


def line(ax, label: str):
    """Return the line with a label."""
    return next(artist for artist in ax.lines if artist.get_label() == label)


def words(ax) -> tuple[str, str]:
    """Return the names of both axes."""
    return ax.get_xlabel(), ax.get_ylabel()


def test_scores_are_accuracies():
    ax = model_selection.plot_scores({"one": [0.9, 1.0]}, "t").axes[0]
    assert words(ax) == ("accuracy", "way of splitting")
    ax = model_selection.plot_learning_curves({"a": {"test": np.eye(2)}}, [10, 100], "t").axes[0]
    assert words(ax) == ("training samples", "accuracy")


def test_errors_of_degrees_are_squared_and_picks_are_shares():
    left, right = model_selection.plot_degrees([0, 1], {"new": np.array([9.0, 4.0])}, {"CV": [1, 1, 0, 1]}, "t").axes
    assert heights(right) == [0.25, 0.75] and right.get_ylabel() == "share of data sets"
    assert left.get_ylabel() == "mean squared error"
    assert [ax.get_title("left") for ax in (left, right)] == ["error", "degree chosen"]
    assert words(left)[0] == words(right)[0] == "degree of the polynomial"


def test_rates_are_survival_rates():
    (one,), panels = rates.plot_rates(TABLE, "t", "sex").axes, rates.plot_rate_panels({"a": TABLE, "b": TABLE}, "t").axes
    assert one.get_ylabel() == panels[0].get_ylabel() == "survival rate" and heights(one) == [0.1, 0.75]
    for column in TABLE:
        with pytest.raises(ValueError, match=column):
            rates.plot_rates(TABLE.drop(columns=column), "t", "sex")
    with pytest.raises((TypeError, ValueError), match="rate tables"):
        rates.plot_rate_panels({}, "t")


@pytest.mark.parametrize("column", ["difference", "low", "high"])
def test_differences_need_their_ends(column):
    table = pd.DataFrame({"difference": [1.0], "low": [-1.0], "high": [3.0]})
    with pytest.raises(ValueError, match=column):
        model_selection.plot_differences(table.drop(columns=column), "t", "points", "model")


def test_leaves_are_chosen_by_errors_held_out():
    table = {"leaves": [1, 2, 5], "error": [0.5, 0.2, 0.3], "se": [0.04, 0.03, 0.02]}
    left, right = pruning.plot_choice(table, {"least": [2, 2, 5]}, "t").axes
    bars = left.containers[0]
    assert words(left) == ("leaves (log scale)", "error rate, held out") and left.get_xscale() == "log"
    assert words(right) == ("leaves chosen", "partitions") and heights(right) == [2, 1]
    assert bars.get_label() == "held-out error, bar: se" and bars.lines[0].get_ydata().tolist() == table["error"]
    assert right.get_title("left") == "3 partitions"


def test_a_bound_holds_the_true_rate_in_a_share_of_draws():
    ax = pruning.plot_coverage([0.1, 0.2], {"n = 9": {"U": [0.9, 1.0]}}, 0.75, "t").axes[0]
    assert words(ax) == ("true error rate p", "share of draws with p ≤ bound")
    assert line(ax, "U").get_xydata().tolist() == [[0.1, 0.9], [0.2, 1.0]]
    ax = intervals.plot_coverage([0.1, 0.2], {"one": [0.9, 1.0], "two": [0.8, 0.9]}, "t").axes[0]
    assert words(ax) == ("chance p", "share of intervals that hold p")


def test_prunings_by_leaves_and_risk():
    ax = pruning.plot_hulls([(1, 9), (2, 6), (2, 7)], [(2, 6), (1, 9)], "t").axes[0]
    assert words(ax) == ("leaves of the pruned tree", "risk R(T)")
    assert ax.collections[0].get_label() == "a pruning" and len(ax.collections[0].get_offsets()) == 3
    path, rings = line(ax, "path of the weakest links"), ax.lines[0]
    assert path.get_xydata().tolist() == [[2, 6], [1, 9]] and rings.get_markerfacecolor() == "none"


def test_a_diamond_stands_at_the_mean_of_the_dots():
    figure = pruning.plot_draws({"vote": [0.1, 0.1, 0.4]}, "t", "accuracy")
    (ax,) = figure.axes
    assert ax.get_title("left") == "a dot for each draw, a diamond for their mean"
    diamond, = (artist for artist in ax.lines if artist.get_marker() == "D")
    assert diamond.get_xdata() == pytest.approx([0.2]) and diamond.get_label() == "mean"
    assert len(line(ax, "draws").get_xdata()) == 3 and line(ax, "draws").get_marker() == "o"


def test_lines_of_a_list_are_right_among_those_they_cover():
    table = pd.DataFrame({"rule": ["a"], "prediction": ["p"], "covered": [4], "errors": [1],
                          "alone_covered": [8], "alone_errors": [6]})
    ax = rules.plot_lines(table, "t").axes[0]
    assert words(ax) == ("right, % of the samples covered", "line of the list")
    shares = {bars.get_label(): bars.patches[0].get_width() for bars in ax.containers}
    assert shares == {"in the list": 100 * 3 / 4, "alone, on all samples": 100 * 2 / 8}


def test_p_values_of_searches():
    shuffled, noise = np.array([0.03, 0.2, 1.0]), {"few": [0.05, 0.5], "many": [0.01, 0.02]}
    left, right = rules.plot_search(shuffled, 0.01, noise, 0.1, "t").axes
    assert words(left) == ("p-value of the line found (log scale; 1: none)", "searches")
    assert words(right) == ("features", "runs with p ≤ 0.1, %") and heights(right) == [50, 100]
    assert line(right, "promised at most").get_ydata()[0] == pytest.approx(10)
    assert line(left, "p = 0.1").get_xdata()[0] == 0.1 and sum(heights(left)) == len(shuffled)
    assert left.patches[0].get_facecolor() != line(left, "true labels").get_markerfacecolor()
    assert [ax.get_title("left") for ax in (left, right)] == [
        "first line of the zoo", "best single condition, labels are noise"]
    ax = rules.plot_two_p_values({"few": [(0.1, 0.5)]}, "t").axes[0]
    assert words(ax) == ("exact p-value", "p-value of χ²") and line(ax, "few").get_xydata().tolist() == [[0.5, 0.1]]
    assert np.array_equal(*line(ax, "equal").get_data())


def test_the_parts_of_a_message_are_bits():
    ax = rule_sets.plot_lengths(["none", "one"], [0, 8], [20, 5], "t").axes[0]
    assert words(ax) == ("bits", "rules in the set")
    parts = {bars.get_label(): [bar.get_width() for bar in bars] for bars in ax.containers}
    assert parts == {"rules, times w": [0, 8], "exceptions": [20, 5]}
    ax = rule_sets.plot_annealing({"T = 1": [0, 0.5]}, "t").axes[0]
    assert words(ax) == ("steps", "probability to be at the best set")


def test_boxes_of_the_pinwheel_stand_where_their_names_say():
    ax = boxes.plot_pinwheel("t").axes[0]
    at = {text.get_text(): np.array(text.get_position()) for text in ax.texts}
    assert min(at, key=lambda name: at[name][1]) == "lower" and max(at, key=lambda name: at[name][1]) == "upper"
    assert min(at, key=lambda name: at[name][0]) == "left" and max(at, key=lambda name: at[name][0]) == "right"
    assert at["middle"] == pytest.approx([1.5, 1.5]) and len(ax.patches) == len(at) == 5


def test_steps_are_as_high_as_the_mean_of_y(monkeypatch):
    tops = []
    monkeypatch.setattr(Axes3D, "bar3d", lambda ax, x, y, z, dx, dy, dz, **looks: tops.append(z + dz))
    X, y = np.array([[0.0, 0], [1, 0], [2, 0]]), np.array([1.0, 6, 6])
    model = CARTRegressor(cp=None, min_samples_split=2, min_samples_leaf=1).fit(X, y)
    tree, flat, steps = boxes.plot_three_views(model, X, "t", ("a", "b")).axes
    assert words(tree) == ("leaves, side by side", "questions asked") and words(flat) == ("a", "b")
    assert sorted(tops) == [1, 6] and steps.get_zlabel() == "mean of y"


def test_the_ends_of_a_segment_are_named_where_they_are():
    ax = smo.plot_segment((0.3, -0.5), [(0, 1), (-1, 0)], (-0.3, 0.5), "t").axes[0]
    assert {text.get_text(): text.xy for text in ax.texts} == {
        "low = −0.3": pytest.approx((0, -0.2)), "high = 0.5": pytest.approx((0.8, -1))}
    assert line(ax, "segment").get_xydata() == pytest.approx(np.array([[0, -0.2], [0.8, -1]]))
    places = [text.get_window_extent(ax.figure.canvas.get_renderer()) for text in ax.texts]
    ends = [ax.transData.transform(text.xy)[0] for text in ax.texts]
    assert places[0].x0 >= ends[0] and places[1].x1 <= ends[1]          # towards the middle


def test_the_sides_of_a_split_are_named():
    ax = chords.plot_chords((0.2, 0.4, 0.8), "t").axes[0]
    assert words(ax) == ("share of class 1", "impurity")
    assert {text.get_text(): text.xy[0] for text in ax.texts} == {"left": 0.2, "node": 0.4, "right": 0.8}
    p = line(ax, "Gini").get_xdata()
    assert line(ax, "Gini").get_ydata() == pytest.approx(2 * p * (1 - p))
    assert line(ax, "error").get_ydata() == pytest.approx(np.minimum(p, 1 - p))


def test_rates_over_age():
    people = pd.DataFrame({"Age": [2.0, 4, 30, 40, None], "Survived": [1, 1, 0, 1, 0]})
    ax = titanic.plot_age_rate(np.array([0.0, 50]), np.array([0.9, 0.2]), people, [0, 10, 60], "t").axes[0]
    assert words(ax) == ("age (years)", "survival rate")
    assert line(ax, "one half").get_ydata()[0] == 0.5
    assert line(ax, "all with a known age").get_ydata()[0] == 0.75
    assert line(ax, "by the formula").get_ydata().tolist() == [0.9, 0.2]
    bands, = ax.containers
    assert bands.get_label() == "counted in bands of age" and bands.lines[0].get_ydata().tolist() == [1, 0.5]
