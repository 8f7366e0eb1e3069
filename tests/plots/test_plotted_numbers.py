"""What a figure computes from what it is given is drawn where it belongs."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from mpl_toolkits.mplot3d import Axes3D

from coursekit.lessons.lesson06 import figures
from coursekit.plots import rates
from coursekit.tree import CARTRegressor

RNG = np.random.default_rng(0)


def lines(ax: Axes) -> dict[str, np.ndarray]:
    """Return the points of each line by its name."""
    return {line.get_label(): np.array(line.get_xydata(), float) for line in ax.lines}


def sticks(ax: Axes, of: int = 0) -> np.ndarray:
    """Return the ends of each stick of a collection: shape (sticks, 2 ends, x and y)."""
    kinds = [c for c in ax.collections if hasattr(c, "get_segments")]
    return np.array(kinds[of].get_segments())


def test_a_bar_is_a_rate_and_its_whisker_the_interval():
    table = pd.DataFrame({"rate": [0.2, 0.7], "low": [0.1, 0.4], "high": [0.5, 0.8], "n": [9, 4]},
                         index=["men", "women"])
    ax = rates.plot_rate_panels({"group": table}, "Rates").axes[0]
    assert [bar.get_height() for bar in ax.patches] == [0.2, 0.7]
    np.testing.assert_allclose(sticks(ax)[:, :, 1], [[0.1, 0.5], [0.4, 0.8]])


def test_steps_are_as_high_as_the_mean_of_y(monkeypatch):
    tops = []
    monkeypatch.setattr(Axes3D, "bar3d",
                        lambda ax, x, y, z, dx, dy, dz, **looks: tops.append(z + dz))
    X, y = np.array([[0.0, 0], [1, 0], [2, 0]]), np.array([1.0, 6, 6])
    model = CARTRegressor(cp=None, min_samples_split=2, min_samples_leaf=1).fit(X, y)
    figures.plot_three_views(model, X, "Steps", ("a", "b"), {1.0: "low", 6.0: "high"})
    assert sorted(tops) == [1, 6]


@pytest.mark.parametrize("column", ["n", "rate", "low", "high"])
def test_a_table_of_rates_that_lacks_a_column_is_refused(column):
    table = pd.DataFrame({"n": [10, 40], "rate": [0.1, 0.75], "low": [0.02, 0.6],
                          "high": [0.4, 0.86]})
    with pytest.raises(ValueError, match=column):
        rates.plot_rate_panels({"sex": table.drop(columns=column)}, "Rates")
