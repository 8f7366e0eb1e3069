"""Lesson 02: the Lagrangian as a landscape that a multiplier tilts until its bottom meets a rail.

Legend: f = x1² + x2² objective, c = x1 + x2 - 1 the rail c(x) = 0, L = f - λc, x(λ) where L(·, λ)
is lowest, q(λ) = L(x(λ), λ) the dual function, whose slope is -c(x(λ)).
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from contourpy import contour_generator
from matplotlib import colormaps
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap, Normalize

from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.explorers.line_rotate import headline
from coursekit.lagrange import circle_on_line, equality_qp
from coursekit.plots import style

LOW, HIGH, STEPS = -1.0, 2.0, 61
DEPTHS = ListedColormap(colormaps["Blues_r"](np.linspace(0, 0.7, 64)))      # dark is deep
HEIGHTS = np.arange(-6.0, 12.0, 0.5)
PROGRAM = circle_on_line()
TINY = 1e-9


def free_minimum(push: float) -> np.ndarray:
    """Return x(λ), where L(·, λ) = xᵀx - λ(x1 + x2 - 1) is lowest, shape (2,).

    Examples
    --------
    >>> free_minimum(1.0).tolist()
    [0.5, 0.5]
    """
    nothing = np.empty((0, 2)), np.empty(0)         # nothing holds x back
    return equality_qp(2 * np.eye(2), np.full(2, -push), *nothing)[0]


def off_the_rail(push: float) -> float:
    """Return c(x(λ)): 0 on the rail, below 0 short of it.

    Examples
    --------
    >>> off_the_rail(0.0)
    -1.0
    """
    return float(PROGRAM.constraints[0].value(free_minimum(push)))


def dual_value(push: float) -> float:
    """Return q(λ), the lowest value of L(·, λ): never above what is possible on the rail.

    Examples
    --------
    >>> dual_value(1.0), dual_value(0.0)
    (0.5, 0.0)
    """
    return PROGRAM.lagrangian(free_minimum(push), [push])


@lru_cache(maxsize=1)
def answer() -> tuple[np.ndarray, float, float]:
    """Return the best point of the rail, its multiplier and its value, from the KKT equations.

    Examples
    --------
    >>> answer()
    (array([0.5, 0.5]), 1.0, 0.5)
    """
    x, push = equality_qp(2 * np.eye(2), np.zeros(2), [[1, 1]], [1])
    return x, float(push[0]), PROGRAM.value(x)


class LagrangeSurface(Explorer):
    """Rings of L(·, λ) with its lowest point and the rail, and the dual function.

    Examples
    --------
    >>> print(LagrangeSurface(push=1.0).status.split(":")[0])
    λ = 1.00
    """

    title = "Tilt the landscape"
    question = "At which λ is the lowest point of L(x, λ) on the rail, though nothing holds it?"
    size = (10.0, 4.8)
    controls = (Slider("push", "multiplier λ", -1.0, 3.0, 0.05, 0.0,
                       "how hard the constraint pushes; L = x1² + x2² − λ (x1 + x2 − 1)"),)
    presets = {
        "no push": ({"push": 0.0}, "L is f: its lowest point does not know the rail"),
        "too weak": ({"push": 0.5}, "half of the way; q still rises"),
        "just right": ({"push": 1.0}, "on the rail, and q is at its top"),
        "too hard": ({"push": 2.0}, "pushed beyond the rail; q falls"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the landscape with its rail, and the dual function."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1.1])
        style.label(left, "", "x1", "x2")
        style.label(right, "", "multiplier λ", "lowest value of L: q(λ)")
        self._head, self._head_q = headline(canvas, left), headline(canvas, right)
        self._build_landscape(canvas, left)
        self._build_dual(canvas, right)
        canvas.figure.legend(handles=[self._rail, self._path, self._lowest, self._best],
                             loc="outside lower center", ncols=2)

    def _build_landscape(self, canvas: Canvas, ax) -> None:
        side = np.linspace(LOW, HIGH, STEPS)
        grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
        self._f = np.array([PROGRAM.value(x) for x in grid]).reshape(STEPS, STEPS)
        self._c = np.array([PROGRAM.constraints[0].value(x) for x in grid]).reshape(STEPS, STEPS)
        self._side = side
        ax.grid(False)
        self._rings = canvas.moving(ax.add_collection(LineCollection(
            [], cmap=DEPTHS, norm=Normalize(-1.5, 4), linewidths=2.5, zorder=1)))
        (self._path,) = ax.plot([LOW / 2, HIGH * 0.75], [LOW / 2, HIGH * 0.75], ":",
                                color=style.INK, zorder=2, label="path of the lowest point")
        (self._rail,) = ax.plot([LOW, HIGH], [1 - LOW, 1 - HIGH], color=style.GREEN, lw=4,
                                zorder=2, label="rail x1 + x2 = 1")
        (self._lowest,) = ax.plot([], [], "D", color=style.ORANGE, markersize=13, zorder=4,
                                  ls="none", label="lowest point of L")
        for artist in (self._path, self._rail, self._lowest):
            canvas.moving(artist)
        ax.set(xlim=(LOW, HIGH), ylim=(LOW, HIGH), aspect="equal",
               xticks=range(-1, 3), yticks=range(-1, 3))

    def _build_dual(self, canvas: Canvas, ax) -> None:
        pushes = np.linspace(-1, 3, 161)
        ax.plot(pushes, [dual_value(push) for push in pushes], color=style.BLUE)
        self._best = ax.axhline(answer()[2], color=style.GREEN, ls="--",
                                label="best value on the rail")
        (self._slope,) = ax.plot([], [], color=style.ORANGE, lw=4)
        (self._mark,) = ax.plot([], [], "D", color=style.ORANGE, markersize=13)
        for artist in (self._slope, self._mark):
            canvas.moving(artist)
        ax.set(xlim=(-1.5, 3.5), ylim=(-2.5, 0.95))

    def draw(self, state: dict) -> str:
        """Tilt the landscape by λ."""
        push = round(state["push"], 9) + 0.0        # + 0.0: never -0.00
        x, off, q = free_minimum(push), off_the_rail(push), dual_value(push)
        L = self._f - push * self._c
        rings = contour_generator(self._side, self._side, L).multi_lines(HEIGHTS)
        self._rings.set_segments([line for at_height in rings for line in at_height])
        self._rings.set_array(np.repeat(HEIGHTS, [len(at_height) for at_height in rings]))
        self._lowest.set_data(*x[:, None])
        ends = push + np.array([-0.35, 0.35])
        self._slope.set_data(ends, q - off * (ends - push))
        self._mark.set_data([push], [q])
        self._head.set_text(f"L(x, λ) at λ = {push:.2f}")
        self._head_q.set_text(f"q = {q:.3f}")
        return (f"λ = {push:.2f}: L is lowest at ({x[0]:.2f}, {x[1]:.2f}), {_where(off)} q(λ) = "
                f"{q:.3f}; the best value on the rail is {answer()[2]:.3f}. The slope of q is "
                f"1 - (x1 + x2) = {0.0 - off:.2f}. Rings are half a unit of L apart, dark is deep.")


def _where(off: float) -> str:
    if abs(off) < TINY:
        return "on the rail: here nothing else is left to do, and q is at its top."
    return (f"{'short of' if off < 0 else 'beyond'} the rail: c = {off:.2f}, so λ is too "
            f"{'small' if off < 0 else 'large'}.")
