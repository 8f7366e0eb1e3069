"""Lesson 04c: the feature vectors of three samples, as corners of a triangle that may not exist.

Legend: samples at 0, t and 2t; ``d`` their distance; k(x, z) = g(d) with g(0) = 1; the distance of
two feature vectors is √(2 − 2g(d)).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Toggle
from coursekit.plots import style

FUNCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "exp(−d²)": lambda d: np.exp(-d**2),
    "exp(−d⁴)": lambda d: np.exp(-d**4),
    "exp(−d)": lambda d: np.exp(-d),
    "tent: 1 − d, at least 0": lambda d: np.maximum(0, 1 - d),
    "box: 1 if d ≤ 1, else 0": lambda d: np.where(d <= 1 + 1e-9, 1.0, 0.0)}
YES, NO = style.WORDS["male"], style.WORDS["died"]        # dark green and dark orange, for words
SHADES = LinearSegmentedColormap.from_list("similar", ["#FFFFFF", style.LIGHT_BLUE])
TINY = 1e-9
LIFTED = np.deg2rad(13)     # how far loose legs are raised, so that they can be seen
ARC = 0.14                  # half the length of an arc
FAR = 2.6                   # the largest distance that is drawn


class Sides(NamedTuple):
    """Lengths in the feature space of three samples in a row, and what they allow."""

    leg: float
    base: float
    smallest: float         # eigenvalue of the Gram matrix

    @property
    def closes(self) -> bool:
        """Tell whether a triangle has these sides."""
        return 2 * self.leg >= self.base - TINY

    @property
    def possible(self) -> bool:
        """Tell whether three vectors of length 1 have these distances."""
        return self.smallest >= -TINY

    @property
    def height(self) -> float:
        """Return the height over the base, 0 if there is no triangle."""
        return float(np.sqrt(max(0.0, self.leg**2 - self.base**2 / 4)))

    @property
    def radius(self) -> float:
        """Return the radius of the circle through the corners; 0 if they are one point."""
        if self.leg < TINY:
            return 0.0
        return self.leg**2 / (2 * self.height) if self.height > TINY else np.inf


def gram(function: str, t: float) -> np.ndarray:
    """Return the Gram matrix of the samples 0, t and 2t."""
    x = t * np.arange(3)
    return FUNCTIONS[function](np.abs(x[:, None] - x))


def sides(function: str, t: float) -> Sides:
    """Return the sides that the corners φ(0), φ(t) and φ(2t) must have.

    Examples
    --------
    >>> sides("exp(−d⁴)", 0.5).closes
    False
    """
    K = gram(function, t)
    return Sides(float(np.sqrt(2 - 2 * K[0, 1])), float(np.sqrt(2 - 2 * K[0, 2])),
                 float(np.linalg.eigvalsh(K)[0]))


class Triangle(Explorer):
    """Three samples, their similarities, and the triangle of their feature vectors.

    Examples
    --------
    >>> Triangle(function="exp(−d⁴)", corner=True).status.split(": ")[1].split(".")[0]
    'the triangle cannot close'
    """

    title = "The triangle"
    question = "Are there three feature vectors with these scalar products?"
    size = (8.8, 4.7)
    controls = (
        Choice("function", "function k", tuple(FUNCTIONS), "exp(−d²)",
               "similarity of two samples at distance d"),
        Slider("t", "spacing t", 0.4, 1.2, 0.05, 0.5, "the samples are 0, t and 2t"),
        Toggle("corner", "third corner", False, "look for the place of the middle sample"))
    presets = {
        "Gaussian": Preset(
            {"corner": True}, "Where do the two arcs cross?",
            shows=r"^exp\(−d²\), .*the triangle closes"),
        "fourth power": Preset(
            {"function": "exp(−d⁴)", "corner": True},
            "The legs are shorter. Which similarity made them so?",
            shows=r"^exp\(−d⁴\), .*cannot close"),
        "too flat": Preset(
            {"function": "exp(−d⁴)", "t": 0.75, "corner": True},
            "It closes. Why is that not enough?",
            shows=r"too flat for three vectors of length 1"),
        "box": Preset(
            {"function": "box: 1 if d ≤ 1, else 0", "t": 0.75, "corner": True},
            "Both legs have length 0. Where is the middle corner?",
            shows=r"^Box.*cannot close: legs of 0\.00")}

    def build(self, canvas: Canvas) -> None:
        """Create the curve, the matrix, the triangle, and what is written."""
        canvas.figure.set_layout_engine("none")
        figure = canvas.figure
        self._build_left(canvas)
        ax = self._ax = figure.add_axes((0.40, 0.13, 0.595, 0.73), xlim=(-1.16, 1.16),
                                        ylim=(-0.22, 1.28))
        ax.set_axis_off()
        ax.set_aspect("equal")
        self._base = canvas.moving(*ax.plot([], [], "-", color=style.INK, lw=4,
                                            solid_capstyle="round"))
        self._ends = canvas.moving(*ax.plot([], [], "o", color=style.INK, ms=11, zorder=4))
        self._arcs = [canvas.moving(*ax.plot([], [], "--", lw=1.8)) for _ in range(2)]
        self._legs = [canvas.moving(*ax.plot([], [], "-", lw=4)) for _ in range(2)]
        self._tips = canvas.moving(*ax.plot([], [], "o", ms=12, mew=3, zorder=5))
        self._gap = canvas.moving(*ax.plot([], [], ":", color=NO, lw=3))
        self._words = {name: canvas.moving(ax.text(
            0, 0, "", fontsize=15, ha="center", va="center")) for name in
            ("left", "right", "top", "base", "leg left", "leg right", "gap")}
        for name in ("base", "leg left", "leg right"):
            self._words[name].set_fontweight("bold")
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.015, 0.95, "", fontsize=16, weight="bold",
                                               va="center"))
        self._sum = canvas.moving(paper.text(0.6975, 0.065, "", fontsize=19, weight="bold",
                                             ha="center", va="center"))

    def _build_left(self, canvas: Canvas) -> None:
        figure = canvas.figure
        ax = figure.add_axes((0.075, 0.565, 0.305, 0.275), xlim=(-0.08, FAR), ylim=(0, 1.13))
        ax.set_title("similarity k", fontsize=14, fontweight="normal", pad=5)
        ax.set_xlabel("distance d of two samples", labelpad=1)
        ax.set(xticks=[0, 1, 2], yticks=[0, 1])
        self._curve = canvas.moving(*ax.plot([], [], color=style.BLUE, lw=3))
        self._dots = canvas.moving(*ax.plot([], [], "o", color=style.INK, ms=9, clip_on=False))
        K = self._matrix_axes = figure.add_axes((0.135, 0.025, 0.185, 0.30))
        K.set_title("Gram matrix K", fontsize=14, fontweight="normal", pad=24, loc="center")
        K.set(xlim=(-0.5, 2.5), ylim=(2.5, -0.5))
        K.set_axis_off()
        self._cells = canvas.moving(K.imshow(np.zeros((3, 3)), cmap=SHADES, vmin=0, vmax=1,
                                             aspect="auto"))
        K.set(xlim=(-0.5, 2.5), ylim=(2.5, -0.5))
        self._values = [[canvas.moving(K.text(j, i, "", ha="center", va="center", fontsize=14))
                         for j in range(3)] for i in range(3)]
        self._heads = [canvas.moving(K.text(*place, "", ha=side, va="center", fontsize=13,
                                            color=style.GREY))
                       for j in range(3) for place, side in (((j, -0.85), "center"),
                                                             ((-0.65, j), "right"))]

    def draw(self, state: dict) -> str:
        """Show the similarities, and the triangle as far as it exists."""
        function, t = state["function"], state["t"]
        found, K, d = sides(function, t), gram(function, t), np.linspace(0, FAR, 521)
        self._curve.set_data(d, FUNCTIONS[function](d))
        self._dots.set_data([0, t, 2 * t], K[0])
        self._cells.set_data(K)
        for row, numbers in zip(self._values, K, strict=True):
            for text, value in zip(row, numbers, strict=True):
                text.set_text(f"{value:.2f}")
        for n, text in enumerate(self._heads):
            text.set_text(f"{t * (n // 2):g}")
        self._draw_triangle(found, t, state["corner"])
        return _words(function, t, found, state["corner"])

    def details(self, state: dict) -> str:
        """Return the three similarities and the smallest eigenvalue."""
        K, found = gram(state["function"], state["t"]), sides(state["function"], state["t"])
        smallest = round(found.smallest, 3) + 0.0       # no −0.000
        return (f"Similarities: 1 at distance 0, {K[0, 1]:.3f} between neighbours, {K[0, 2]:.3f} "
                f"between the outer two. The smallest eigenvalue of K is {smallest:.3f}."
                ).replace("-", "−")

    def _draw_triangle(self, found: Sides, t: float, corner: bool) -> None:
        half = found.base / 2
        good = found.closes and found.possible
        colour = YES if good else NO
        self._base.set_data([-half, half], [0, 0])
        self._ends.set_data([-half, half], [0, 0])
        one = half < 0.1                    # the outer two coincide, or nearly
        self._put("left", (-half - (0.13 if one else 0.05), -0.12), "φ(0)")
        self._put("right", (half + (0.13 if one else 0.05), -0.12), f"φ({2 * t:g})")
        self._put("base", (0, -0.12), "" if one else f"{found.base:.2f}")
        for artist in (*self._arcs, *self._legs, self._tips, self._gap):
            artist.set_visible(corner)
        for name in ("top", "leg left", "leg right", "gap"):
            self._words[name].set_visible(corner)
        self._title.set_text(_finding(found, corner))
        self._sum.set_color(colour if corner else style.INK)
        self._sum.set_text(_compared(found) if corner else f"Is there room for φ({t:g})?")
        if corner:
            self._draw_legs(found, t, colour)

    def _draw_legs(self, found: Sides, t: float, colour: str) -> None:
        half, leg = found.base / 2, found.leg
        angle = np.arctan2(found.height, half) if found.closes else LIFTED
        tips = np.array([[-half + leg * np.cos(angle), leg * np.sin(angle)],
                         [half - leg * np.cos(angle), leg * np.sin(angle)]])
        turn = angle + np.linspace(-1, 1, 41) * min(0.5, ARC / max(leg, TINY))
        for arc, line, end, sign, tip in zip(self._arcs, self._legs, (-half, half), (1, -1), tips,
                                             strict=True):
            arc.set_data(end + sign * leg * np.cos(turn), leg * np.sin(turn))
            line.set_data([end, tip[0]], [0, tip[1]])
            arc.set_color(colour)
            line.set_color(colour)
        self._tips.set_data(*tips.T)
        self._tips.set(color=colour, markerfacecolor=colour if found.closes else "white")
        self._gap.set_data(*tips.T)
        self._gap.set_visible(not found.closes)
        self._put("top", (0, found.height + 0.2), f"φ({t:g})" if found.closes else "")
        self._put("gap", (0, tips[0, 1] + 0.11), "" if found.closes else "gap")
        away = 0.15 * np.array([np.sin(angle), np.cos(angle)])
        for name, end, tip, sign in (("leg left", -half, tips[0], -1),
                                     ("leg right", half, tips[1], 1)):
            middle = np.array([(end + tip[0]) / 2, tip[1] / 2])
            self._put(name, (middle[0] + sign * (away[0] + 0.05 * (leg > 0.3)),
                             middle[1] + away[1] + 0.02), f"{leg:.2f}" if leg > TINY else "")
            self._words[name].set_color(colour)
        self._words["gap"].set_color(NO)
        self._words["top"].set_color(colour)

    def _put(self, name: str, place: tuple[float, float], words: str) -> None:
        self._words[name].set_position(place)
        self._words[name].set_text(words)


def _finding(found: Sides, corner: bool) -> str:
    if not corner:
        return "Two corners are placed, and the third is missing"
    if not found.closes:
        return "The triangle cannot close: there are no such features"
    return "The triangle closes" if found.possible else \
        "It closes, but is too flat for vectors of length 1"


def _compared(found: Sides) -> str:
    if found.closes and not found.possible:
        return f"circle of radius {found.radius:.2f} > 1"
    sign = "≥" if found.closes else "<"
    return f"{found.leg:.2f} + {found.leg:.2f} {sign} {found.base:.2f}"


def _words(function: str, t: float, found: Sides, corner: bool) -> str:
    """Say whether the triangle closes."""
    name = function.capitalize().replace(": ", " (") + ")" if ":" in function else function
    where = f"{name}, samples 0, {t:g}, {2 * t:g}"
    if not corner:
        return (f"{where}: the outer corners are {found.base:.2f} apart, and each leg would be "
                f"{found.leg:.2f} long. The third corner is not drawn.")
    told = f"legs of {found.leg:.2f} over a base of {found.base:.2f}"
    if not found.closes:
        return f"{where}: the triangle cannot close: {told}. This function is no kernel."
    if not found.possible:
        return (f"{where}: the triangle closes: {told}. It is too flat for three vectors of "
                f"length 1, as the circle through its corners has radius {found.radius:.2f}.")
    return (f"{where}: the triangle closes: {told}. These three samples do not refute the "
            "function.")
