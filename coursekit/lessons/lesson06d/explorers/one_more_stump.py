"""Lesson 06d: stumps added on residuals, and the typical miss on samples and on fresh points."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson06.wave import GRID, NOISE, wave
from coursekit.lessons.lesson06d.boosts import MOST, boost
from coursekit.plots import style
from coursekit.wording import plural

STEPS = {"0.3": 0.3, "0.1": 0.1, "1": 1.0}
TALL = 3.7                              # the panels reach from -TALL to TALL
GREEN = style.WORDS["male"]             # dark enough for words
EQUAL = 0.005                           # a miss that is larger by less is as good


class OneMoreStump(Explorer):
    """The sum of M stumps, what it leaves, and the stump that comes next.

    Examples
    --------
    >>> OneMoreStump(M=20).status.split(":")[0]
    '20 stumps, each times ν = 0.3'
    """

    title = "One more stump"
    question = "What does the next stump see, and when is one too many?"
    size = (8.8, 5.1)
    controls = (
        Slider("M", "stumps added", 0, MOST, 1, 1, "each is fitted to what the sum leaves"),
        Choice("nu", "step ν", tuple(STEPS), "0.3", "the part of each stump that is added"))
    presets = {
        "the mean": Preset({"M": 0}, "Where does the first stump cut, and what are its two "
                           "heights?", shows=r"^0 stumps"),
        "20 stumps": Preset({"M": 20}, "Is there still a pattern in what is left?",
                            shows=r"^20 stumps.*ν = 0\.3"),
        "full steps": Preset({"M": 10, "nu": "1"}, "How many stumps did the same work before?",
                             shows=r"^10 stumps.*ν = 1\b"),
        "too many": Preset({"M": MOST, "nu": "1"}, "What do the late stumps follow?",
                           shows=r"^150 stumps.*lowest 0\.74, after 10"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the sum above, what it leaves below, and both misses on the right."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        self._sum = figure.add_axes((0.078, 0.545, 0.52, 0.315), ylabel="y, and f")
        self._left = figure.add_axes((0.078, 0.12, 0.52, 0.315), ylabel="y − f", xlabel="x")
        for ax in (self._sum, self._left):
            ax.set(xlim=(0, 9), ylim=(-TALL, TALL), xticks=range(10), yticks=(-2, 0, 2))
            ax.grid(False)
        self._sum.set_xticklabels([])
        self._sum.set_title("the sum f (thick), and the 40 samples", fontsize=13,
                            fontweight="normal", pad=5)
        self._left.set_title("what f leaves, and the next stump (green)", fontsize=13,
                             fontweight="normal", pad=5)
        self._left.axhline(0, color=style.GREY, lw=1)
        x, y = wave()
        self._stems = [canvas.moving(ax.add_collection(LineCollection(
            [], colors="#8A8A8A", linewidths=1.2, zorder=1))) for ax in (self._sum, self._left)]
        self._curve = canvas.moving(*self._sum.plot([], [], color=style.INK, lw=4, zorder=2))
        dots = {"color": style.INK, "markersize": 6.5, "markeredgecolor": "white",
                "markeredgewidth": 0.8, "zorder": 3}
        canvas.moving(*self._sum.plot(x, y, "o", **dots))
        self._rest = canvas.moving(*self._left.plot([], [], "o", **dots))
        self._next = canvas.moving(*self._left.plot([], [], color=GREEN, lw=4, zorder=4))
        self._misses(canvas)

    def _misses(self, canvas: Canvas) -> None:
        ax = canvas.figure.add_axes((0.695, 0.12, 0.29, 0.54), xlim=(-5, MOST + 8), ylim=(0, 1.75),
                                    xlabel="stumps added, M", xticks=(0, 50, 100, 150))
        ax.axhline(NOISE, color=style.GREY, lw=1.6, ls=":")
        ax.text(MOST + 6, 0.08, f"dotted: noise, {NOISE:.2f}", fontsize=12, ha="right",
                color=style.GREY)
        self._curves = [canvas.moving(*ax.plot([], [], color=colour, lw=2.4))
                        for colour in (style.GREY, style.INK)]
        self._here = [canvas.moving(*ax.plot([], [], "o", color=colour, markersize=12,
                                             markeredgecolor="white", zorder=5))
                      for colour in (style.GREY, style.INK)]
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.014, 0.953, "", fontsize=16, fontweight="bold",
                                               va="center"))
        paper.text(0.665, 0.868, "typical miss (RMSE)", fontsize=14, va="center")
        self._fresh, self._own = (canvas.moving(paper.text(
            0.665, y, "", fontsize=18, fontweight="bold", color=colour, va="center"))
            for y, colour in ((0.8, style.INK), (0.733, style.GREY)))

    def draw(self, state: dict) -> str:
        """Show the sum after M stumps."""
        M, found = state["M"], boost(STEPS[state["nu"]])
        x, y = wave()
        rest, following = found.residuals[M], found.stumps[M]
        f = y - rest
        self._curve.set_data(GRID, found.curve[M])
        self._rest.set_data(x, rest)
        for stems, low, high in ((self._stems[0], f, y), (self._stems[1], 0 * y, rest)):
            stems.set_segments(np.stack([np.column_stack([x, low]), np.column_stack([x, high])],
                                        axis=1))
        self._next.set_data([0, following.s, following.s, 9],
                            [following.left] * 2 + [following.right] * 2)
        for line, here, misses in zip(self._curves, self._here, (found.own, found.fresh),
                                      strict=True):
            line.set_data(np.arange(MOST + 1), misses)
            here.set_data([M], [misses[M]])
        self._fresh.set_text(f"fresh points {found.fresh[M]:.2f}")
        self._own.set_text(f"own samples {found.own[M]:.2f}")
        best = int(found.fresh.argmin())
        past = M > best and found.fresh[M] > found.fresh[best] + EQUAL
        self._title.set_text(_finding(M, past, found.fresh[M]))
        told = (f"{plural(M, 'stump')}, each times ν = {state['nu']}: typical miss "
                f"{found.own[M]:.2f} on the 40 samples, {found.fresh[M]:.2f} on fresh points")
        if past:
            return f"{told}; it was lowest {found.fresh[best]:.2f}, after {best} stumps."
        return f"{told}; the next stump cuts at x = {following.s:.2f}."

    def details(self, state: dict) -> str:
        """Return the two heights of the next stump."""
        following = boost(STEPS[state["nu"]]).stumps[state["M"]]
        return (f"The next stump cuts at x = {following.s:.2f} and answers {following.left:.2f} "
                f"left of it, {following.right:.2f} right of it. The noise alone is {NOISE:.2f}."
                ).replace("-", "−")


def _finding(M: int, past: bool, miss: float) -> str:
    if M == 0:
        return "The mean, and what it leaves to the first stump"
    many = plural(M, "stump")
    if past:
        return f"{many}: too many; on fresh points the miss is larger again"
    return f"{many} added: on fresh points the typical miss is {miss:.2f}"
