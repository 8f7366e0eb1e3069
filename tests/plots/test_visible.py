"""The check that refuses what is too pale refuses it, and nothing else."""
from __future__ import annotations

import pytest
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.plots.style import BLUE, INK, new_axes
from page_figures import pale, undrawn


def drawn(**look):
    figure, ax = new_axes("A message", "x", "y")
    ax.plot([0, 1], [0, 1], **{"color": INK, **look})
    return figure, ax


@pytest.mark.parametrize("look", [{"color": "white"}, {"color": "#F4F8FB"}, {"alpha": 0.3},
                                  {"color": "white", "marker": "o", "linestyle": "none"}])
def test_a_pale_line_is_refused(look):
    assert len(pale(drawn(**look)[0])) == 1 and not pale(drawn()[0])


def test_words_fills_arrows_and_what_an_inset_holds_are_looked_at_too():
    figure, ax = drawn()
    ax.text(0.2, 0.8, "pale", color="#BBBBBB")
    ax.fill_between([0, 1], [0, 1], color="#FAFAFA")
    ax.annotate("", (1, 1), (0, 0), arrowprops={"color": "#EEEEEE"})
    ax.inset_axes([0, 0, 0.3, 0.3]).plot([0, 1], [1, 0], color="white")
    assert len(pale(figure)) == 4


def test_a_word_is_compared_with_what_it_stands_on_and_a_white_edge_is_no_fault():
    figure, ax = drawn(marker="o", markeredgecolor="white")
    ax.axvspan(0, 1, color=BLUE)
    words = ax.text(0.5, 0.5, "on blue", color="white", ha="center")
    assert not pale(figure)
    words.set_position((0.5, 3))
    ax.set_ylim(0, 6)
    ax.patches[0].set_height(0.2)
    assert len(pale(figure)) == 1


@pytest.mark.parametrize("colour, faults", [("#9CC3DC", 0), ("#F4F8FB", 1)])
def test_contour_lines_may_be_pale_but_not_any_colour(colour, faults):
    figure, ax = new_axes("Contours", "x", "y")
    ax.contour([[0.0, 1], [1, 2]], levels=[0.5, 1.5], colors=colour, linewidths=1.6)
    assert len(pale(figure)) == faults


@pytest.mark.parametrize("entry", [Line2D([], [], color=BLUE), Line2D([], [], color=INK, ls="--"),
                                   Line2D([], [], color=BLUE, ls="none", marker="o"),
                                   Patch(facecolor=BLUE)])
def test_an_entry_of_a_legend_that_nothing_looks_like_is_told(entry):
    figure, ax = drawn()
    entry.set_label("a border")
    line = Line2D([], [], color=INK, label="a line")
    ax.legend(handles=[line, entry])
    assert [told.startswith("'a border' is ") for told in undrawn(figure)] == [True]
    ax.legend(handles=[line])
    assert not undrawn(figure)
