"""Lesson 06: drag a cut along a feature, and watch both means and the loss."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import make_staircase
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.plots import style
from coursekit.tree.splits import two_means


class SplitScanner(Explorer):
    """One feature, one cut, two constants."""

    title = "Where to cut?"
    question = "Which threshold makes two constants fit best, and is there only one?"
    controls = (Slider("s", "threshold s", 0.0, 1.0, 0.005, 0.3, "samples with x < s go left"),)
    presets = {
        "too early": ({"s": 0.2}, "the right side still holds the whole step"),
        "at the step": ({"s": 0.5}, "the loss is at its lowest"),
        "no cut": ({"s": 0.0}, "one side is empty: nothing gained"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create points, constants and the loss curve."""
        self._x, self._y = make_staircase()
        top, bottom = canvas.figure.subplots(2, 1, sharex=True)
        style.label(top, "Two constants", "", "y")
        style.label(bottom, "Their loss", "x and threshold s", "squared error")
        top.plot(self._x, self._y, "o", color=style.BLUE)
        cuts = np.linspace(0, 1, 1001)
        self._losses = np.array([two_means(self._x, self._y, s)[2] for s in cuts])
        bottom.plot(cuts, self._losses, color=style.BLUE)
        bottom.set_ylim(0, 1.1 * self._losses.max())
        self._cut = [canvas.moving(ax.axvline(0.5, color=style.GREY, ls="--"))
                     for ax in (top, bottom)]
        self._means = canvas.moving(top.add_collection(LineCollection(
            [], color=style.ORANGE, linewidth=4)))
        (self._mark,) = bottom.plot([], [], "D", color=style.ORANGE, markersize=11)
        canvas.moving(self._mark)

    def draw(self, state: dict) -> str:
        """Move the cut."""
        s = state["s"]
        left, right, loss = two_means(self._x, self._y, s)
        self._means.set_segments([[(a, m), (b, m)] for a, b, m in ((0, s, left), (s, 1, right))
                                  if np.isfinite(m)])
        for line in self._cut:
            line.set_xdata([s, s])
        self._mark.set_data([s], [loss])
        n = int(np.sum(self._x < s))
        if n in (0, len(self._x)):
            return f"s = {s:.3f}: one side is empty, nothing is gained; loss {loss:.3f}."
        near = "the lowest of all" if loss < self._losses.min() + 1e-9 else "not the lowest"
        return (f"s = {s:.3f}: {n} samples left with mean {left:.2f}, {len(self._x) - n} right "
                f"with mean {right:.2f}; loss {loss:.3f}, {near}. Between two neighbouring "
                "samples the loss does not change.")
