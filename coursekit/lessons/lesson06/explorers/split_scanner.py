"""Lesson 06: drag a cut along a feature, and watch both means and the loss."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import make_staircase
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Slider
from coursekit.plots import style
from coursekit.tree.one_feature import two_means


class SplitScanner(Explorer):
    """One feature, one cut, two constants."""

    title = "Where to cut?"
    question = "Which threshold makes two constants fit best, and is there only one?"
    controls = (Slider("s", "threshold s", 0.0, 1.0, 0.005, 0.3, "samples with x < s go left"),)
    presets = {
        "too early": Preset(
            {"s": 0.2},
            "which samples pull the right mean down?",
            shows=r"^s = 0\.200: .*not the lowest"),
        "in the middle": Preset(
            {"s": 0.5},
            "how far may you go without changing the error?",
            shows=r"^s = 0\.500: .*It stays so for every s"),
        "nobody left": Preset(
            {"s": 0.0},
            "what does a cut gain that parts nobody?",
            shows=r"all samples are on one side"),
    }

    size = (8.8, 5.1)

    def build(self, canvas: Canvas) -> None:
        """Create points, constants and the loss curve."""
        self._x, self._y = make_staircase()
        top, bottom = canvas.figure.subplots(2, 1, sharex=True)
        style.label(top, "Each side answers its mean", "", "y")
        style.label(bottom, "The squared error that is left", "threshold s", "squared error")
        (dots,) = top.plot(self._x, self._y, "o", color=style.INK, markersize=9, zorder=5)
        gaps = np.r_[0, self._x, 1]
        self._losses = np.array([two_means(self._x, self._y, s)[2] for s in self._x])
        ends = np.r_[self._losses, two_means(self._x, self._y, 0.0)[2]]
        bottom.step(gaps, np.r_[ends[0], ends], where="pre", color=style.GREY)
        best = int(np.argmin(self._losses))
        bottom.plot(self._x[best - 1:best + 1], [self._losses[best]] * 2, color=style.BLUE, lw=7,
                    solid_capstyle="butt")
        bottom.annotate("best: any s in here", (self._x[best], self._losses[best]), (10, 0),
                        textcoords="offset points", fontsize=14, fontweight="bold", va="center",
                        color=style.WORDS["survived"])
        bottom.set_ylim(0, 1.3 * ends.max())
        self._cut = [canvas.moving(ax.axvline(0.5, color=style.GREY, ls="--", lw=3))
                     for ax in (top, bottom)]
        self._means = canvas.moving(top.add_collection(LineCollection(
            [], color=style.ORANGE, linewidth=5)))
        (self._mark,) = bottom.plot([], [], "D", color=style.ORANGE, markersize=12)
        self._told = canvas.moving(bottom.text(0, 0, "", fontsize=16, fontweight="bold",
                                               va="bottom"))
        canvas.moving(self._mark)
        canvas.moving(dots)         # above the means, not under them

    def draw(self, state: dict) -> str:
        """Move the cut."""
        s = state["s"]
        left, right, loss = two_means(self._x, self._y, s)
        self._means.set_segments([[(a, m), (b, m)] for a, b, m in ((0, s, left), (s, 1, right))
                                  if np.isfinite(m)])
        for line in self._cut:
            line.set_xdata([s, s])
        self._mark.set_data([s], [loss])
        self._told.set(position=(s + (0.012 if s < 0.8 else -0.012), loss + 0.12),
                       ha="left" if s < 0.8 else "right", text=f"{loss:.2f}")
        n = int(np.sum(self._x < s))
        if n in (0, len(self._x)):
            return (f"s = {s:.3f}: all samples are on one side, nothing is gained; squared error "
                    f"{loss:.3f}.")
        near = "the lowest of all" if loss < self._losses.min() + 1e-9 else "not the lowest"
        low, high = self._x[n - 1], self._x[n]
        return (f"s = {s:.3f}: {_samples(n)} left with mean {left:.2f}, "
                f"{_samples(len(self._x) - n)} right with mean {right:.2f}; squared error "
                f"{loss:.3f}, {near}. It stays so for every s between {low:.3f} and {high:.3f}.")


def _samples(n: int) -> str:
    return f"{n} sample{'' if n == 1 else 's'}"
