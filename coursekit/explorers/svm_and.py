"""Lesson 02: the price of slack on the four points of AND, from too cheap to out of reach.

Legend: ``alpha`` multipliers, ``C`` penalty, ``w``, ``b`` line, ``xi`` slack max(0, 1 - y·f).
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import make_and
from coursekit.explorers.artists import four_points, headline, point_labels
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import LogSlider
from coursekit.plots import style
from coursekit.svm import DualProblem, solve_smo

TINY, TOP = 1e-6, 4.6


class Street(NamedTuple):
    """An optimum on AND.

    Attributes
    ----------
    alpha, xi : ndarray, shape (4,)
        Multipliers and slacks.
    w : ndarray, shape (2,)
    b : float

    Examples
    --------
    >>> street(10.0).b.__round__(6)
    -3.0
    """

    alpha: np.ndarray
    xi: np.ndarray
    w: np.ndarray
    b: float


@lru_cache(maxsize=512)
def street(C: float) -> Street:
    """Return the optimum at a penalty, found by SMO.

    Examples
    --------
    >>> street(2.0).alpha.round(6), street(2.0).xi.round(6)
    (array([0., 1., 1., 2.]), array([0., 0., 0., 1.]))
    """
    X, y = make_and()
    solution = solve_smo(DualProblem.from_data(X, y, C), tol=1e-9)
    w = (solution.alpha * y) @ X
    xi = np.maximum(0, 1 - y * (X @ w + solution.b))
    return Street(solution.alpha, np.where(xi < TINY, 0, xi), w, solution.b)


class PenaltyOnAnd(Explorer):
    """Four points, their street, their multipliers and their slacks.

    Examples
    --------
    >>> print(PenaltyOnAnd(C=2.0).status.split(";")[0])
    C = 2: w = (1, 1), b = -2
    """

    title = "The price of slack"
    question = "From which C on does a larger one change nothing, and why?"
    size = (9.4, 4.6)
    controls = (LogSlider("C", "penalty C", 2**-4, 64, 1.0, "price of one unit of slack", steps=8,
                          base=2.0),)
    presets = {
        "cheap": ({"C": 0.5}, "slack costs little: the line gives (1, 1) up"),
        "half-way": ({"C": 2.0}, "the line goes through (1, 1); its slack is 1"),
        "just enough": ({"C": 4.0}, "no slack is left, and α of (1, 1) is C itself"),
        "frozen": ({"C": 16.0}, "the same street as at 4: no α wants more"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane, and the bars of multipliers and slacks."""
        axes = canvas.figure.subplot_mosaic([["plane", "alpha"], ["plane", "xi"]],
                                            width_ratios=[1.15, 1], height_ratios=[1.7, 1])
        style.label(axes["plane"], "", "x1", "x2")
        style.label(axes["alpha"], "Multipliers, none above C", "", "α")
        style.label(axes["xi"], "", "", "slack ξ")
        self._head = headline(canvas, axes["plane"])
        self._X, self._y = make_and()
        self._plane, self._ring, ring = four_points(canvas, axes["plane"], 0.75, "needs slack")
        self._short = canvas.moving(axes["plane"].add_collection(LineCollection(
            [], colors=style.PINK, linewidths=4, zorder=2, label="slack: way to its own edge")))
        self._build_bars(canvas, axes["alpha"], axes["xi"])
        canvas.figure.legend(handles=[ring, self._short], loc="outside lower left", ncols=2)

    def _build_bars(self, canvas: Canvas, alpha, xi) -> None:
        colours = [style.COLOURS[int(c)] for c in self._y]
        self._alpha, self._xi = ([canvas.moving(bar) for bar in ax.bar(
            range(4), np.zeros(4), width=0.6, color=colours)] for ax in (alpha, xi))
        self._limit = canvas.moving(alpha.axhline(1, color=style.INK, ls="--"))
        self._says = canvas.moving(alpha.text(-0.5, 1, "", fontsize=15, va="bottom"))
        alpha.set_xticks(range(4), [""] * 4)
        xi.set_xticks(range(4), point_labels(self._X, self._y))
        alpha.set(xlim=(-0.6, 3.6), ylim=(0, TOP + 0.6))
        xi.set(xlim=(-0.6, 3.6), ylim=(0, 2.2))

    def draw(self, state: dict) -> str:
        """Solve and draw; slack is measured from a point to its own edge of the street."""
        C, now = state["C"], street(state["C"])
        self._plane.show(self._plane.grid @ now.w + now.b)
        lack = now.xi > 0
        self._ring.set_offsets(self._X[lack])
        to_edge = self._X + (self._y * now.xi / (now.w @ now.w))[:, None] * now.w
        self._short.set_segments(np.stack([self._X, to_edge], axis=1)[lack])
        for bars, heights in ((self._alpha, now.alpha), (self._xi, now.xi)):
            for bar, height in zip(bars, heights, strict=True):
                bar.set_height(height)
        self._limit.set_ydata([C, C])
        self._limit.set_visible(C <= TOP)
        self._says.set_y(min(C, TOP))
        self._says.set_text(f"C = {C:.3g}" + (" ↑" if C > TOP else ""))
        width = 2 / np.linalg.norm(now.w)
        self._head.set_text(f"C = {C:.3g}: street {width:.3g} wide")
        return _words(C, now, width)


def _words(C: float, now: Street, width: float) -> str:
    w1, w2 = now.w
    said = (f"C = {C:.3g}: w = ({w1:.3g}, {w2:.3g}), b = {now.b:.3g}; the street is {width:.3g} "
            f"wide, α = ({', '.join(f'{a:.3g}' for a in now.alpha)}). ")
    if not now.xi.any():
        return said + ("Nobody needs slack, and no α wants to be above "
                       f"{now.alpha.max():.3g}: a larger C changes nothing.")
    f = 1 - now.xi.max()
    side = "on the line" if abs(f) < TINY else "on its side" if f > 0 else "on the wrong side"
    return said + (f"(1, 1) is {side}, with slack ξ = {now.xi.max():.3g} and its α at C: "
                   "a larger C would move the line.")
