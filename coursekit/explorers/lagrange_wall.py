"""Lesson 02: move a wall towards a minimum, and read the price of the wall from its push.

Legend: f = ½‖x‖² objective, c = x1 + x2 - t ≥ 0 the wall, λ its multiplier, p(t) the value of the
best point behind the wall; λ is the slope of p.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.explorers.line_rotate import headline
from coursekit.lagrange import circle_behind_wall, inequality_qp
from coursekit.plots import style

LOW, HIGH, TINY, FAR = -1.3, 1.7, 1e-9, 8.0
SHUT = "#D2D2D2"
SHORT = 0.6      # of both arrows alike, so that they fit


@lru_cache(maxsize=1024)
def behind(t: float) -> tuple[tuple[float, float], float, float]:
    """Return the best point with x1 + x2 ≥ t, its multiplier and its value.

    Examples
    --------
    >>> behind(1.0)
    ((0.5, 0.5), 0.5, 0.25)
    """
    x, push = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [t])
    return (float(x[0]), float(x[1])), float(push[0]), circle_behind_wall(t).value(x)


def case(t: float) -> str:
    """Return how the wall stands to the best point: "inactive", "touching" or "pushing".

    Examples
    --------
    >>> [case(t) for t in (-1.0, 0.0, 2.0)]
    ['inactive', 'touching', 'pushing']
    """
    x, push, _ = behind(t)
    return "inactive" if sum(x) > t + TINY else "pushing" if push > TINY else "touching"


def price(t: float, step: float = 0.1) -> float:
    """Return what it costs to move the wall on by a step.

    Examples
    --------
    >>> round(price(1.0), 4)
    0.0525
    """
    return behind(t + step)[2] - behind(t)[2]


class MoveWall(Explorer):
    """A bowl, a wall that moves into it, and the forces on the best point.

    Examples
    --------
    >>> print(MoveWall(t=1.0).status.split(":")[0])
    t = 1.00, pushing
    """

    title = "Move the wall"
    question = "When does the wall begin to push, and what does each step of it cost?"
    size = (10.0, 4.8)
    controls = (Slider("t", "wall x1 + x2 = t", -1.0, 2.0, 0.05, 1.0,
                       "allowed is x1 + x2 ≥ t; f is ½ (x1² + x2²)"),)
    presets = {
        "inactive": ({"t": -0.8}, "the wall stands behind the minimum: it might as well be away"),
        "touching": ({"t": 0.0}, "the wall reaches the minimum and does not push yet"),
        "pushing": ({"t": 1.0}, "two arrows of the same length: pull of f, push of the wall"),
        "pushing harder": ({"t": 2.0}, "twice as far, twice the price"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bowl with its wall, and the curves of value and multiplier."""
        axes = canvas.figure.subplot_mosaic([["bowl", "value"], ["bowl", "push"]],
                                            width_ratios=[1.15, 1])
        style.label(axes["bowl"], "", "x1", "x2")
        style.label(axes["value"], "", "", "best value p(t)")
        style.label(axes["push"], "", "where the wall stands: t", "multiplier λ")
        self._head = headline(canvas, axes["bowl"])
        self._build_bowl(canvas, axes["bowl"])
        self._build_curves(canvas, axes["value"], axes["push"])
        arrow = {"marker": ">", "lw": 4, "markersize": 11}
        handles = [Line2D([], [], color=style.ORANGE, label="pull of f: −∇f", **arrow),
                   Line2D([], [], color=style.BLUE, label="push of the wall: λ∇c", **arrow),
                   Line2D([], [], color=style.GREEN, lw=4, label="slope of p: λ"),
                   Patch(facecolor=SHUT, alpha=0.7, label="not allowed")]
        canvas.figure.legend(handles=handles, loc="outside lower center", ncols=4)

    def _build_bowl(self, canvas: Canvas, ax) -> None:
        ax.grid(False)
        turn = np.linspace(0, 2 * np.pi, 121)
        circle = np.column_stack([np.cos(turn), np.sin(turn)])
        ax.add_collection(LineCollection([r * circle for r in np.arange(0.25, 2.5, 0.25)],
                                         colors=style.GREY, linewidths=1.2, zorder=0))
        ax.plot([0], [0], "P", color=style.GREY, markersize=11, zorder=1)
        self._shut = canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), facecolor=SHUT, alpha=0.7, zorder=1)))
        self._wall = canvas.moving(*ax.plot([], [], color=style.INK, lw=4, zorder=2))
        self._arrows = [canvas.moving(ax.quiver(
            [0], [0], [1], [1], color=colour, angles="xy", scale_units="xy", scale=1, width=0.016,
            zorder=3)) for colour in (style.ORANGE, style.BLUE)]
        self._point = canvas.moving(*ax.plot([], [], "D", color=style.GREEN, markersize=13,
                                             zorder=4))
        ax.set(xlim=(LOW, HIGH), ylim=(LOW, HIGH), aspect="equal")

    def _build_curves(self, canvas: Canvas, value, push) -> None:
        ts = np.linspace(-1, 2, 121)
        value.plot(ts, [behind(t)[2] for t in ts], color=style.ORANGE)
        push.plot(ts, [behind(t)[1] for t in ts], color=style.BLUE)
        value.set(xlim=(-1.5, 2.5), ylim=(-0.2, 1.5), xticks=range(-1, 3))
        push.set(xlim=(-1.5, 2.5), ylim=(-0.2, 1.25), xticks=range(-1, 3))
        self._tangent = canvas.moving(*value.plot([], [], color=style.GREEN, lw=4))
        self._marks = [canvas.moving(*ax.plot([], [], "D", color=style.GREEN, markersize=11))
                       for ax in (value, push)]
        self._head_push = headline(canvas, value)

    def draw(self, state: dict) -> str:
        """Move the wall, and let the point find its rest."""
        t = round(state["t"], 9) + 0.0      # + 0.0: never -0.00
        x, push, best = behind(t)
        across, along = np.array([t / 2, t / 2]), np.array([FAR, -FAR])
        ends = np.array([across + along, across - along])
        self._wall.set_data(*ends.T)
        self._shut.set_xy([*ends, *(ends[::-1] - FAR)])
        for arrow, force in zip(self._arrows, (-circle_behind_wall(t).slope(x),
                                               push * np.ones(2)), strict=True):
            arrow.set_offsets([x])
            arrow.set_UVC(*(SHORT * force[:, None]))
            arrow.set_visible(push > TINY)
        self._point.set_data(*np.array([x]).T)
        step = np.array([-0.4, 0.4])
        self._tangent.set_data(t + step, best + push * step)
        for mark, height in zip(self._marks, (best, push), strict=True):
            mark.set_data([t], [height])
        self._head.set_text(f"The wall is {case(t)}")
        self._head_push.set_text(f"p = {best:.3f}, λ = {push:.3f}")
        return _words(t)


def _words(t: float) -> str:
    x, push, best = behind(t)
    where = f"t = {t:.2f}, {case(t)}: "
    if case(t) == "inactive":
        return (f"{where}the best point (0, 0) has room to spare, c = {sum(x) - t:.2f}. The wall "
                f"does not push, λ = {push:.3f}, and moving it by a little costs nothing.")
    if case(t) == "touching":
        return (f"{where}the wall goes through the best point (0, 0) but does not push yet, "
                f"λ = {push:.3f}: c = 0 and λ = 0 at once. From here on every step will cost.")
    return (f"{where}the best point is ({x[0]:.2f}, {x[1]:.2f}) with value {best:.3f}, held by "
            f"∇f = λ∇c with λ = {push:.3f}. The next 0.1 of the wall costs {price(t):.4f}, about "
            f"0.1 λ = {0.1 * push:.4f}: the multiplier is the price of the constraint.")
