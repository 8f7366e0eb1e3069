"""The figures of p-values show what was computed."""
from __future__ import annotations

import numpy as np
import pytest

from coursekit.plots import rules as plots


def test_pairs_of_p_values_lie_where_they_should():
    ax = plots.plot_two_p_values({"few": [(0.1, 0.5, "a"), (0.02, 0.01, "b")]}, "p").axes[0]
    points = next(line for line in ax.lines if line.get_label() == "few")
    assert np.array_equal(points.get_xydata(), [[0.5, 0.1], [0.01, 0.02]])
    assert ax.get_xscale() == ax.get_yscale() == "log" and "a" in [t.get_text() for t in ax.texts]


def found_in(ax) -> tuple[list[float], str]:
    mark = next(line for line in ax.lines if str(line.get_label()).startswith("true"))
    return list(mark.get_xdata()), mark.get_label()


def test_every_shuffled_search_is_in_the_histogram_and_shares_are_counted():
    shuffled = np.array([1e-9, 0.03, 0.05, 0.09, 1.0])
    noise = {"few": [0.05, 0.5], "many": [0.01, 0.02]}
    left, right = plots.plot_search(shuffled, 0.01, noise, 0.1, "noise").axes
    assert sum(bar.get_height() for bar in left.patches) == 5
    assert [bar.get_height() for bar in right.patches] == [50, 100]
    assert found_in(left) == ([0.01], "true labels")
    left_of_all = plots.plot_search(shuffled + 0.1, 1e-12, noise, 0.1, "noise").axes[0]
    assert found_in(left_of_all) == ([1e-4], "true labels: off the scale")
    assert right.lines[0].get_ydata()[0] == pytest.approx(10)
