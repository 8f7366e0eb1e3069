"""Lesson 06: drag a cut along a feature, and watch both means and the loss."""
from __future__ import annotations

import numpy as np

from coursekit.datasets import make_staircase
from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.plots import style
from coursekit.tree.one_feature import two_means
from coursekit.wording import plural


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
        """Draw the loss of every cut."""
        self._x, self._y = make_staircase()
        self._top, self._low = canvas.figure.subplots(2, 1, sharex=True)
        style.label(self._top, "Each side answers its mean", "", "y")
        style.label(self._low, "The squared error that is left", "threshold s", "squared error")
        room = 0.05 * np.ptp(self._y)
        self._top.set_ylim(self._y.min() - room, self._y.max() + room)
        gaps = np.r_[0, self._x, 1]
        self._losses = np.array([two_means(self._x, self._y, s)[2] for s in self._x])
        ends = np.r_[self._losses, two_means(self._x, self._y, 0.0)[2]]
        self._low.step(gaps, np.r_[ends[0], ends], where="pre", color=style.GREY)
        self._low.set_ylim(0, 1.3 * ends.max())

    def draw(self, state: dict) -> str:
        """Draw the cut, both means and the loss."""
        s = state["s"]
        left, right, loss = two_means(self._x, self._y, s)
        for ax in (self._top, self._low):
            ax.axvline(s, color=style.GREY, ls="--", lw=3)
        self._top.hlines([left, right], [0, s], [s, 1], color=style.ORANGE, lw=5)
        self._top.plot(self._x, self._y, "o", color=style.INK, markersize=9, zorder=5)
        self._low.plot(s, loss, "D", color=style.ORANGE, markersize=12)
        side = 1 if s < 0.8 else -1
        self._low.text(s + 0.012 * side, loss + 0.12, f"{loss:.2f}", fontsize=16,
                       fontweight="bold", va="bottom", ha="left" if side > 0 else "right")
        n = int(np.sum(self._x < s))
        if n in (0, len(self._x)):
            return (f"s = {s:.3f}: all samples are on one side, nothing is gained; squared error "
                    f"{loss:.3f}.")
        low, high = self._x[n - 1], self._x[n]
        near = "not the lowest"
        if loss < self._losses.min() + 1e-9:        # it is searched for: marked where it is found
            near = "the lowest of all"
            self._low.plot([low, high], [loss, loss], color=style.BLUE, lw=7, zorder=1,
                           solid_capstyle="butt")
            self._low.annotate("best: any s in here", (high, loss), (10, 0), va="center",
                               textcoords="offset points", fontsize=14, fontweight="bold",
                               color=style.WORDS["survived"])
        return (f"s = {s:.3f}: {plural(n, 'sample')} left with mean {left:.2f}, "
                f"{plural(len(self._x) - n, 'sample')} right with mean {right:.2f}; squared error "
                f"{loss:.3f}, {near}. It stays so for every s between {low:.3f} and {high:.3f}.")
