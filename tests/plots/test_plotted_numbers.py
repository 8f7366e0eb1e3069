"""What a figure computes from what it is given is drawn where it belongs."""
from __future__ import annotations

import numpy as np
from mpl_toolkits.mplot3d import Axes3D

from coursekit.lessons.lesson06 import figures
from coursekit.tree import CARTRegressor


def test_steps_are_as_high_as_the_mean_of_y(monkeypatch):
    tops = []
    monkeypatch.setattr(Axes3D, "bar3d",
                        lambda ax, x, y, z, dx, dy, dz, **looks: tops.append(z + dz))
    X, y = np.array([[0.0, 0], [1, 0], [2, 0]]), np.array([1.0, 6, 6])
    model = CARTRegressor(cp=None, min_samples_split=2, min_samples_leaf=1).fit(X, y)
    figures.plot_three_views(model, X, "Steps", ("a", "b"), {1.0: "low", 6.0: "high"})
    assert sorted(tops) == [1, 6]
