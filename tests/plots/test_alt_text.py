"""The words beside a figure say what was drawn."""
import numpy as np
import pytest

from coursekit.plots.style import new_axes, new_figure
from coursekit.plots.alt_text import alt_text, number


def axes():
    return new_axes("A message", "age (years)", "survival rate")


def test_a_bar_is_told_by_its_label_its_height_and_its_interval():
    figure, ax = axes()
    ax.bar(["men", "women"], [0.2, 0.7], yerr=[[0.05, 0.1], [0.05, 0.2]], label="rate")
    assert "Bars, rate: men: 0.2 [0.15 to 0.25]; women: 0.7 [0.6 to 0.9]." in alt_text(figure)


def test_horizontal_bars_are_told_by_their_lengths():
    figure, ax = axes()
    ax.barh(["Age", "Cabin"], [177, 687])
    assert "Age: 177; Cabin: 687." in alt_text(figure)


def test_the_words_change_with_the_picture():
    """The point of reading the artists: nobody can forget to update the text."""
    figure, ax = axes()
    bars = ax.bar([0, 1], [0.2, 0.7])
    before = alt_text(figure)
    bars.patches[1].set_height(0.6)
    assert alt_text(figure) == before.replace("0.7", "0.6") != before


def test_a_long_curve_is_told_by_ends_and_extremes():
    figure, ax = axes()
    x = np.linspace(0, 4, 401)
    ax.plot(x, (x - 1) ** 2, label="loss")
    assert "Curve, loss: from 1 at 0 to 9 at 4; highest 9 at 4, lowest 0 at 1." in alt_text(figure)


def test_reference_lines_points_and_intervals():
    figure, ax = axes()
    ax.axhline(0.38, label="all")
    ax.axvline(30)
    ax.errorbar([1, 2], [3, 4], yerr=0.5, fmt="o")
    ax.scatter([1, 5], [3, 4], label="+1")
    text = alt_text(figure)
    assert "Reference line, all: at height 0.38." in text
    assert "Reference line: at 30 across." in text
    assert "Points with intervals: at 1: 3 [2.5 to 3.5]; at 2: 4 [3.5 to 4.5]" in text
    assert "Points, +1: 2, across from 1 to 5, up from 3 to 4." in text


def test_an_empty_cloud_is_told():
    figure, ax = axes()
    ax.scatter([], [], label="errors")
    assert "Points, errors: none." in alt_text(figure)


def test_intervals_across_are_told_by_their_row_and_not_by_its_height():
    figure, ax = axes()
    ax.errorbar([3, 4], [0.14, 1.14], xerr=0.5, fmt="o")
    assert "intervals: 3 [2.5 to 3.5]; 4 [3.5 to 4.5]." in alt_text(figure)
    ax.set_yticks([0, 1], ["girls", "boys"])
    assert "intervals: girls: 3 [2.5 to 3.5]; boys: 4 [3.5 to 4.5]." in alt_text(figure)


def test_a_category_is_told_by_its_name_even_if_that_is_a_number():
    figure, ax = axes()
    ax.bar(np.arange(3) - 0.2, [4, 15, 1], 0.4)
    ax.set_xticks(range(3), ["2", "7", "12"])
    assert "Bars: 2: 4; 7: 15; 12: 1." in alt_text(figure)
    ax.set_xticks([0, 0.5, 1], ["0", "0.50", "1"])      # a scale, not names
    assert "Bars: at -0.2: 4; at 0.8: 15; at 1.8: 1." in alt_text(figure)


def test_dots_along_a_named_row_are_told_by_their_range():
    figure, ax = axes()
    ax.plot([3, 1, 2], [0.1, -0.2, 0.3], "o", label="draws")
    ax.plot([2], [1], "D", label="mean")
    ax.set_yticks([0, 1], ["vote", "tree"])
    text = alt_text(figure)
    assert "Points, draws: vote: 3, from 1 to 3." in text and "Points, mean: tree: 2." in text


def test_decoration_is_not_told():
    figure, ax = axes()
    ax.plot([0, 1], [0, 1], gid="decoration")
    assert alt_text(figure).count("\n") == 0


def test_an_empty_figure_has_no_words():
    assert alt_text(new_figure()) == ""


@pytest.mark.parametrize("value, text", [
    (0.00001234, "0.000012"), (0.5, "0.5"), (99.96, "100"), (float("nan"), "not a number"),
    (-1234.4, "-1,234"), (0, "0"),
])
def test_numbers_read_like_numbers(value, text):
    assert number(value) == text


def test_a_drawing_of_words_is_told_by_its_words():
    figure, ax = axes()
    ax.text(0, 0, "age < 9.5")
    ax.text(0, 1, "died\nn=796")
    assert "Written in it: age < 9.5; died, n=796." in alt_text(figure)
