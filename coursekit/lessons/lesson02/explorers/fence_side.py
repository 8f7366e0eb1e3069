"""Lesson 02: a ball in a valley, a fence that comes from the left, and how hard it pushes.

Legend: f(x) = ½x² height of the valley, ``t`` place of the fence (allowed is x ≥ t), v(t) height
at which the ball comes to rest, ``lam`` push of the fence, which is the multiplier.
"""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.lessons.lesson02.arrows import (
    FENCE, FORBIDDEN, GROUND, HALO, PULL, PUSH, VALLEY, WORDS, Arrow, signed,
)
from coursekit.plots import style

FLOOR, TOP = -0.42, 2.75        # of both panels, in units of height
LEFT, RIGHT = -2.2, 2.7
BALL = 0.13                     # radius, in units of the place
SHOWN = 0.5                     # length of an arrow of force 1


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
        """Create the valley, the curve of heights, and what moves in them."""
        canvas.figure.set_layout_engine("none")
        self._left = canvas.figure.add_axes((0.075, 0.135, 0.535, 0.735))
        self._right = canvas.figure.add_axes((0.705, 0.135, 0.28, 0.735))
        self._headline = canvas.moving(canvas.figure.text(
            0.015, 0.945, "", fontsize=17, fontweight="bold", va="center"))
        self._build_valley(canvas)
        self._build_heights(canvas)

    def _build_valley(self, canvas: Canvas) -> None:
        ax, x = self._left, np.linspace(LEFT, RIGHT, 300)
        ax.fill_between(x, FLOOR, x**2 / 2, color=GROUND, zorder=0)
        self._forbidden = canvas.moving(ax.axvspan(-9, 0, color=FORBIDDEN, alpha=0.75, zorder=1))
        ax.plot(x, x**2 / 2, color=VALLEY, lw=3.5, zorder=2)
        self._post = canvas.moving(ax.axvspan(-0.1, 0, color=FENCE, zorder=3))
        self._arrows = [Arrow(canvas, ax, colour) for colour in (PULL, PUSH)]
        (self._ball,) = ax.plot([], [], "o", markersize=20, color=style.INK,
                                markeredgecolor="white", markeredgewidth=1.5, zorder=7)
        canvas.moving(self._ball)
        self._words = [canvas.moving(ax.text(0, 0, "", fontsize=14, fontweight="bold", va="center",
                                             ha=side, color=WORDS[colour], zorder=8,
                                             path_effects=HALO))
                       for side, colour in (("right", PULL), ("left", PUSH))]
        self._banned = canvas.moving(ax.text(0, 2.58, "forbidden", fontsize=14, ha="right",
                                             va="center", color="#404040", zorder=8))
        ax.set(xlim=(LEFT, RIGHT), ylim=(FLOOR, TOP), xticks=[-2, -1, 0, 1, 2], yticks=[0, 1, 2])
        ax.grid(False)
        style.label(ax, "", "place x", "height f of the valley")

    def _build_heights(self, canvas: Canvas) -> None:
        ax, t = self._right, np.linspace(-1.2, 1.9, 200)
        ax.plot(t, np.maximum(0, t) ** 2 / 2, color=style.INK, lw=3.5, zorder=2)
        (self._tangent,) = ax.plot([], [], color=PUSH, lw=5, zorder=3, solid_capstyle="round")
        (self._dot,) = ax.plot([], [], "o", markersize=15, color=style.INK,
                               markeredgecolor="white", markeredgewidth=1.5, zorder=5)
        for line in (self._tangent, self._dot):
            canvas.moving(line)
        self._slope = canvas.moving(ax.text(-1.1, 2.5, "", fontsize=19, fontweight="bold",
                                            va="center", color=WORDS[PUSH]))
        ax.set(xlim=(-1.2, 1.9), ylim=(FLOOR, TOP), xticks=[-1, 0, 1], yticks=[0, 1, 2])
        ax.grid(False)
        style.label(ax, "", "place of the fence t", "height v of the ball")

    def draw(self, state: dict) -> str:
        """Move the fence, and the ball with it."""
        t = state["t"]
        x, lam = resting_place(t)
        height = x**2 / 2
        self._forbidden.set(x=LEFT - 1, width=t - LEFT + 1)
        self._post.set(x=t - 0.1, width=0.1)
        self._banned.set_x(t - 0.16)
        self._ball.set_data([x], [height])
        for arrow, words, way, name in zip(self._arrows, self._words, (-1, 1), ("pull", "push"),
                                           strict=True):
            arrow.show([x + way * BALL, height], [way * SHOWN * lam, 0])
            words.set_text(f"{name} {lam:.1f}" if lam else "")
        self._words[0].set_position((x - BALL - SHOWN * lam - 0.08, height))
        self._words[1].set_position((x + 0.06, height - 0.24))
        self._tangent.set_data([t - 0.75, t + 0.75], [height - 0.75 * lam, height + 0.75 * lam])
        self._dot.set_data([t], [height])
        self._slope.set_text(f"slope {lam:.1f}")
        self._headline.set_text(_finding(t, lam))
        return _told(t, lam, height)

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
