"""Lesson 02: a ball in a valley, a fence that comes from the left, and how hard it pushes.

Legend: f(x) = ½x² height of the valley, ``t`` place of the fence (allowed is x ≥ t), v(t) height
at which the ball comes to rest, ``lam`` push of the fence, which is the multiplier.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson02.arrows import (
    FENCE, FORBIDDEN, GROUND, HALO, PULL, PUSH, VALLEY, WORDS, arrow, signed,
)
from coursekit.plots import style

FLOOR, TOP = -0.42, 2.75        # of both panels, in units of height
LEFT, RIGHT = -2.2, 2.7
BALL = 0.13                     # radius, in units of the place
SHOWN = 0.5                     # length of an arrow of force 1
ROOM = 0.42                     # height of the bracket between fence and ball


def resting_place(t: float) -> tuple[float, float]:
    """Return where the ball comes to rest at x ≥ t, and how hard the fence pushes.

    >>> resting_place(1.2), resting_place(-1.0)
    ((1.2, 1.2), (0.0, 0.0))
    """
    x = max(0.0, t)
    return x, x             # the slope of ½x² at x is x


class FenceSide(Explorer):
    """A valley from the side, and the height of the ball for each place of the fence.

    Examples
    --------
    >>> FenceSide(t=1.2).status.split(";")[0]
    'Fence at 1.2: the ball rests against it, 0.72 high'
    """

    title = "A ball and a fence"
    question = "Where does the ball come to rest, and how hard does the fence push?"
    size = (8.8, 4.9)
    controls = (Slider("t", "fence t", -1.0, 1.6, 0.1, -0.6,
                       "place of the fence; the ball may be to its right only"),)
    presets = {
        "room": Preset({"t": -1.0}, "Does a fence push that is not touched?",
                       shows=r"1\.0 of room"),
        "touch": Preset({"t": 0.0}, "The fence touches the ball. Does it push?",
                        shows=r"touches.*pushes 0\.0"),
        "far up": Preset({"t": 1.2}, "Compare the push with the slope on the right.",
                         shows=r"pushes 1\.2"),
    }

    def build(self, canvas: Canvas) -> None:
        """Draw the valley, and the height of the ball over the place of the fence."""
        self._stage = Stage(canvas, valley=((0.075, 0.135, 0.535, 0.735), {
            "xlim": (LEFT, RIGHT), "ylim": (FLOOR, TOP), "xticks": [-2, -1, 0, 1, 2]}),
            heights=((0.705, 0.135, 0.28, 0.735), {
                "xlim": (-1.2, 1.9), "ylim": (FLOOR, TOP), "xticks": [-1, 0, 1]}))
        ax, x = self._stage.valley, np.linspace(LEFT, RIGHT, 300)
        ax.fill_between(x, FLOOR, x**2 / 2, color=GROUND, zorder=0)
        ax.plot(x, x**2 / 2, color=VALLEY, lw=3.5, zorder=2)
        style.label(ax, "", "place x", "height f of the valley")
        ax, t = self._stage.heights, np.linspace(-1.2, 1.9, 200)
        ax.plot(t, np.maximum(0, t) ** 2 / 2, color=style.INK, lw=3.5, zorder=2)
        style.label(ax, "", "place of the fence t", "height v of the ball")
        for panel in (self._stage.valley, self._stage.heights):
            panel.set_yticks([0, 1, 2])

    def draw(self, state: dict) -> str:
        """Move the fence, and the ball with it."""
        t = state["t"]
        x, lam = resting_place(t)
        height = x**2 / 2
        self._stage.word(0.015, 0.945, _finding(t, lam), 17)
        self._draw_valley(t, x, height, lam)
        ax, ends = self._stage.heights, np.array([-0.75, 0.75])
        ax.plot(t + ends, height + lam * ends, color=PUSH, lw=5, zorder=3, solid_capstyle="round")
        ax.plot(t, height, "o", markersize=15, color=style.INK, markeredgecolor="white",
                markeredgewidth=1.5, zorder=5)
        self._stage.word(-1.1, 2.45, f"slope {lam:.1f}" + "\n= push" * (lam > 0), 19, ax,
                         color=WORDS[PUSH])
        return _told(t, lam, height)

    def _draw_valley(self, t: float, x: float, height: float, lam: float) -> None:
        ax, word = self._stage.valley, self._stage.word
        ax.axvspan(LEFT - 1, t, color=FORBIDDEN, alpha=0.75, zorder=1)
        ax.axvspan(t - 0.1, t, color=FENCE, zorder=3)
        word(t - 0.16, 2.58, "forbidden", 14, ax, "normal", ha="right", color="#404040", zorder=8)
        ax.plot(x, height, "o", markersize=20, color=style.INK, markeredgecolor="white",
                markeredgewidth=1.5, zorder=7)
        if t < 0:
            ax.annotate("", (t, ROOM), (0, ROOM), zorder=8, arrowprops={
                "arrowstyle": "|-|,widthA=0.35,widthB=0.35", "color": style.INK, "lw": 2,
                "shrinkA": 0, "shrinkB": 0})
            word(t + 0.04, ROOM + 0.16, f"{-t:.1f} room", 14, ax, zorder=8, path_effects=HALO)
        if lam:
            for colour, way in ((PULL, -1), (PUSH, 1)):
                arrow(ax, [x + way * BALL, height], [way * SHOWN * lam, 0], colour)
            word(x - BALL - SHOWN * lam - 0.08, height, f"sideways pull {lam:.1f}", 14, ax,
                 ha="right", color=WORDS[PULL], zorder=8, path_effects=HALO)
            word(x + 0.06, height - 0.24, f"push {lam:.1f}", 14, ax, color=WORDS[PUSH], zorder=8,
                 path_effects=HALO)

    def details(self, state: dict) -> str:
        """Return the room, the height and the push."""
        x, lam = resting_place(state["t"])
        return (f"Ball at x = {x:.1f}, height f = {x**2 / 2:.3f}; room x − t = "
                f"{signed(x - state['t'], 1)}; push λ = {lam:.1f}.")


def _finding(t: float, lam: float) -> str:
    if t < 0:
        return f"The fence leaves {-t:.1f} of room: it does not push"
    if not lam:
        return "The fence touches the ball, and does not push yet"
    return f"Hill pulls {lam:.1f}, fence pushes {lam:.1f}: as steep as the curve"


def _told(t: float, lam: float, height: float) -> str:
    place = f"Fence at {signed(t, 1)}"
    if t < 0:
        return (f"{place}: the ball rests at the bottom, with {-t:.1f} of room; the fence pushes "
                "0.0.")
    if not lam:
        return f"{place}: it just touches the ball at the bottom; the fence pushes 0.0."
    return (f"{place}: the ball rests against it, {height:.2f} high; the hill pulls {lam:.1f}, and "
            f"the fence pushes {lam:.1f}.")
