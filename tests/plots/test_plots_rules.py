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


def test_bars_count_the_searches_in_noise_that_reach_the_level():
    noise = {"few": [0.05, 0.5], "many": [0.01, 0.02]}
    ax = plots.plot_noise(noise, 0.1, "noise").axes[0]
    assert [bar.get_height() for bar in ax.patches] == [50, 100]
    assert ax.lines[0].get_ydata()[0] == pytest.approx(10)
