"""Lesson 06d: stumps added on residuals, and the typical miss on samples and on fresh points."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
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
        """Set the sum above, what it leaves below, and both misses on the right."""
        plane = {"xlim": (0, 9), "ylim": (-TALL, TALL), "xticks": range(10), "yticks": (-2, 0, 2)}
        self._stage = stage = Stage(
            canvas,
            sum=((0.078, 0.545, 0.52, 0.315), {**plane, "ylabel": "y, and f"}),
            rest=((0.078, 0.12, 0.52, 0.315), {**plane, "ylabel": "y − f", "xlabel": "x"}),
            misses=((0.695, 0.12, 0.29, 0.54), {
                "xlim": (-5, MOST + 8), "ylim": (0, 1.75), "xlabel": "stumps added, M",
                "xticks": (0, 50, 100, 150)}))
        stage.misses.grid(True, axis="y")
        stage.sum.set_xticklabels([])
        for ax, told in ((stage.sum, "the sum f (thick), and the 40 samples"),
                         (stage.rest, "what f leaves, and the next stump (green)")):
            ax.set_title(told, fontsize=13, fontweight="normal", pad=5)
        stage.rest.axhline(0, color=style.GREY, lw=1)
        stage.misses.axhline(NOISE, color=style.GREY, lw=1.6, ls=":")
        stage.misses.text(MOST + 6, 0.08, f"dotted: noise, {NOISE:.2f}", fontsize=12, ha="right",
                          color=style.GREY)
        stage.word(0.665, 0.868, "typical miss (RMSE)", fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show the sum after M stumps."""
        M, found, stage = state["M"], boost(STEPS[state["nu"]]), self._stage
        (x, y), rest, following = wave(), found.residuals[M], found.stumps[M]
        for ax, low, high in ((stage.sum, y - rest, y), (stage.rest, 0 * y, rest)):
            stage.lines(ax, np.stack([np.column_stack([x, low]), np.column_stack([x, high])],
                                     axis=1), "#8A8A8A", 1.2, 1)
            ax.plot(x, high, "o", color=style.INK, markersize=6.5, markeredgecolor="white",
                    markeredgewidth=0.8, zorder=3)
        stage.sum.plot(GRID, found.curve[M], color=style.INK, lw=4, zorder=2)
        stage.rest.plot([0, following.s, following.s, 9],
                        [following.left] * 2 + [following.right] * 2, color=GREEN, lw=4, zorder=4)
        for misses, name, height, colour in ((found.own, "own samples", 0.733, style.GREY),
                                             (found.fresh, "fresh points", 0.8, style.INK)):
            stage.misses.plot(np.arange(MOST + 1), misses, color=colour, lw=2.4)
            stage.misses.plot([M], misses[M], "o", color=colour, markersize=12,
                              markeredgecolor="white", zorder=5)
            stage.word(0.665, height, f"{name} {misses[M]:.2f}", 18, color=colour)
        best = int(found.fresh.argmin())
        past = M > best and found.fresh[M] > found.fresh[best] + EQUAL
        stage.word(0.014, 0.953, _finding(M, past), 16)
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


def _finding(M: int, past: bool) -> str:
    if past:
        return f"{M} stumps are too many: on fresh points the miss is larger again"
    return f"The next stump fits what {plural(M, 'stump') if M else 'the mean'} left over"
