"""Lesson 02: turn and shift a line between the points of AND, and watch its margin.

Legend: ``n`` unit normal of the line, ``d`` its offset, so that ⟨n, x⟩ + d is a signed distance.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.lines import Line2D
from matplotlib.text import Text

from coursekit.datasets import make_and
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.explorers.plane import Plane, rings
from coursekit.lagrange import Line, inequality_qp
from coursekit.plots import style

NEAR = 5e-4      # a margin this close to the goal counts as the goal
TINY = 1e-9


@lru_cache(maxsize=1)
def goal() -> float:
    """Return the largest margin on AND, from the solved problem: 1/‖w‖.

    Examples
    --------
    >>> round(goal(), 4)
    0.3536
    """
    X, y = make_and()
    walls = y[:, None] * np.column_stack([X, np.ones(len(y))])
    (w1, w2, _), _ = inequality_qp(np.diag([1, 1, 0]), np.zeros(3), walls, np.ones(len(y)))
    return float(1 / np.hypot(w1, w2))


def turned(angle: float, offset: float) -> Line:
    """Return the line through (offset, offset) whose unit normal has that angle, in degrees.

    Examples
    --------
    >>> turned(45, 0.75).signed_distance([[0, 0], [1, 1]]).round(4).tolist()
    [-1.0607, 0.3536]
    """
    turn = np.deg2rad(angle)
    return Line.normal([offset, offset], [np.cos(turn), np.sin(turn)])


def headline(canvas: Canvas, ax: Axes) -> Text:
    """Return a line of large type in the place of the title, to be changed with the state.

    Examples
    --------
    >>> canvas = Canvas()
    >>> headline(canvas, canvas.figure.subplots()).get_fontsize()
    17.0
    """
    ax.set_title(" ", fontsize=17)      # keeps the room
    return canvas.moving(ax.text(0, 1.03, "", transform=ax.transAxes, fontsize=17,
                                 fontweight="bold", va="bottom"))


def named(X: np.ndarray, y: np.ndarray) -> list[str]:
    """Return one tick label a sample: where it lies, and its class below.

    Examples
    --------
    >>> named(np.array([[0, 1]]), np.array([-1]))
    ['(0, 1)\\nclass −1']
    """
    return [f"({a:g}, {b:g})\nclass {'+' if c > 0 else '−'}1" for (a, b), c in zip(X, y)]


def four_points(canvas: Canvas, ax: Axes, room: float,
                word: str) -> tuple[Plane, PathCollection, Line2D]:
    """Return the plane of AND with large points, moving rings for some, and their legend entry.

    Examples
    --------
    >>> canvas = Canvas()
    >>> four_points(canvas, canvas.figure.subplots(), 0.5, "wrong")[2].get_label()
    'wrong'
    """
    plane = Plane(canvas, ax, *make_and(), room=room)
    for dots in ax.collections:
        if isinstance(dots, PathCollection):
            dots.set_sizes([190])
    ax.set_aspect("equal")
    ring, entry = rings(canvas, ax, style.PINK, word)
    ring.set_sizes([520])
    return plane, ring, entry


class RotateLine(Explorer):
    """A line between four points, its street, and the distance of each point.

    Examples
    --------
    >>> print(RotateLine(angle=45.0, offset=0.75).status.split(":")[0])
    Margin 0.3536, the goal
    """

    title = "Which line?"
    question = "How far from the nearest point can a line keep that has each class on its side?"
    size = (10.0, 4.8)
    controls = (
        Slider("angle", "angle of the normal", -180.0, 180.0, 0.5, 80.0,
               "degrees; the normal points to the side of class +1"),
        Slider("offset", "pivot on the diagonal", 0.0, 1.25, 0.01, 0.6,
               "the line turns about the point (c, c); this is c"),
    )
    presets = {
        "separates, barely": ({"angle": 20.0, "offset": 0.8}, "each on its side, a narrow street"),
        "nearly the perceptron's": ({"angle": 33.5, "offset": 0.8}, "a good line, not the best"),
        "the widest street": ({"angle": 45.0, "offset": 0.75}, "three points touch its edges"),
        "turned round": ({"angle": -135.0, "offset": 0.75}, "the same line, wrong everywhere"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane and one bar a point."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1.05])
        style.label(left, "The line and its street", "x1", "x2")
        style.label(right, "", "", "distance, below 0: wrong side")
        self._X, self._y = make_and()
        self._plane, self._wrong, ring = four_points(canvas, left, 0.45, "on the wrong side")
        self._pivot = canvas.moving(*left.plot([], [], "s", color=style.INK, markersize=8))
        self._pivot.set_label("pivot")
        self._bars = [
            canvas.moving(bar) for bar in right.bar(range(4), np.zeros(4), width=0.6, color=[
                style.COLOURS[int(c)] for c in self._y])]
        right.axhline(0, color=style.INK, lw=1.5)
        best = right.axhline(goal(), color=style.GREEN, ls="--", label=f"goal {goal():.4f}")
        right.set_xticks(range(4), named(self._X, self._y))
        right.set(xlim=(-0.6, 3.6), ylim=(-1.85, 1.85))
        self._head = headline(canvas, right)
        canvas.figure.legend(handles=[self._pivot, ring, best], loc="outside lower center",
                             ncols=3)

    def draw(self, state: dict) -> str:
        """Turn the line; the street is as wide as the nearest point allows."""
        line = turned(state["angle"], state["offset"])
        distance = self._y * line.signed_distance(self._X)
        margin, wrong = float(distance.min()), distance <= TINY
        self._plane.show(line.signed_distance(self._plane.grid) / max(margin, TINY))
        self._wrong.set_offsets(self._X[wrong])
        self._pivot.set_data([state["offset"]], [state["offset"]])
        for bar, height in zip(self._bars, distance, strict=True):
            bar.set_height(height)
        self._head.set_text(f"margin {margin:.4f}")
        w1, w2, b = (round(v, 2) + 0.0 for v in (*line.n, line.d))      # + 0.0: never -0.00
        return (f"{_verdict(margin, int(wrong.sum()))} Here (w, b) is ({w1:.2f}, {w2:.2f}, "
                f"{b:.2f}); its double, or any positive multiple, is the same line with the same "
                "distances: the scale of (w, b) does not matter.")


def _verdict(margin: float, wrong: int) -> str:
    if wrong:
        points = "1 point is" if wrong == 1 else f"{wrong} points are"
        return (f"Margin {margin:.4f}: {points} on the wrong side or on the line, so there is no "
                f"street. The goal is {goal():.4f}.")
    if margin > goal() - NEAR:
        return (f"Margin {margin:.4f}, the goal: no line does better. Its street is "
                f"{2 * margin:.4f} wide.")
    return (f"Margin {margin:.4f}: every point is on its side, in front of a street "
            f"{2 * margin:.4f} wide. The goal is {goal():.4f}.")
