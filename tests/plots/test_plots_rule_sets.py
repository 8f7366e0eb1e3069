"""The figures of lesson 07c show what was computed."""
from __future__ import annotations

import numpy as np

from coursekit.plots import rule_sets as plots


def test_the_two_parts_of_a_message_are_stacked():
    ax = plots.plot_lengths(["none", "one"], [0, 8], [20, 5], "t").axes[0]
    assert [bar.get_width() for bar in ax.patches] == [0, 8, 20, 5]
    assert [bar.get_x() for bar in ax.patches] == [0, 0, 0, 8]
    assert [t.get_text() for t in ax.texts] == ["20.0", "13.0"]


def test_a_curve_for_each_plan():
    ax = plots.plot_annealing({"cold": [0, 0, 0], "warm": [0, 0.5, 0.8]}, "t").axes[0]
    assert [line.get_label() for line in ax.lines] == ["cold", "warm"]
    assert np.allclose(ax.lines[1].get_ydata(), [0, 0.5, 0.8])
