"""Lesson 04c: the feature vectors of three samples, as corners of a triangle that may not exist.

Legend: samples at 0, t and 2t; ``d`` their distance; k(x, z) = g(d) with g(0) = 1; the distance of
two feature vectors is √(2 − 2g(d)).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.plots import style

FUNCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "exp(−d²)": lambda d: np.exp(-d**2),
    "exp(−d⁴)": lambda d: np.exp(-d**4),
    "exp(−d)": lambda d: np.exp(-d),
    "tent: 1 − d, at least 0": lambda d: np.maximum(0, 1 - d),
    "box: 1 if d ≤ 1, else 0": lambda d: np.where(d <= 1 + 1e-9, 1.0, 0.0)}
GAUSSIAN, *RIVALS = FUNCTIONS
BLUE, ORANGE = style.WORDS["survived"], style.WORDS["died"]
TINY = 1e-9
LIFTED = np.deg2rad(35)     # how far legs are raised that do not meet
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
    """Three samples, two similarities, and the triangles of their feature vectors.

    Examples
    --------
    >>> Triangle(corner=True).status.split("; ")[1]
    'exp(−d⁴): legs of 0.35 over a base of 1.12, they do not meet.'
    """

    title = "The triangle"
    question = "Are there three feature vectors with these scalar products?"
    size = (8.8, 4.7)
    controls = (
        Choice("function", "other function", tuple(RIVALS), RIVALS[0],
               "the similarity on the right, of two samples at distance d"),
        Slider("t", "spacing t", 0.4, 1.2, 0.05, 0.5, "the samples are 0, t and 2t"),
        Toggle("corner", "third corner", False, "open the compasses to the length of the legs"))
    presets = {
        "legs": Preset(
            {"corner": True}, "Which of the two pairs of legs is shorter, and why?",
            shows=r"of 1\.12, they meet; exp\(−d⁴\).*they do not meet"),
        "too flat": Preset(
            {"t": 0.75, "corner": True}, "It closes. Why is that not enough?",
            shows=r"too flat for three vectors of length 1"),
        "box": Preset(
            {"function": RIVALS[-1], "t": 0.75, "corner": True},
            "Both legs have length 0. Where is the middle corner?",
            shows=r"box.*legs of 0\.00.*they do not meet")}

    def build(self, canvas: Canvas) -> None:
        """Make room for the two curves, and for a triangle of each."""
        room = {"xlim": (-1.3, 1.3), "ylim": (-0.2, 1.3)}
        self._stage = stage = Stage(
            canvas, curves=((0.075, 0.765, 0.9, 0.2), {
                "xlim": (-0.03, FAR), "ylim": (0, 1.12), "xticks": [0, 0.5, 1, 1.5, 2, 2.5],
                "yticks": [0, 1], "ylabel": "similarity"}),
            left=((0, 0.01, 0.5, 0.54), room), right=((0.5, 0.01, 0.5, 0.54), room))
        stage.word(0.525, 0.665, "distance d of two samples", 13, ha="center", fontweight="normal")
        for ax in (stage.left, stage.right):
            ax.set_axis_off()

    def draw(self, state: dict) -> str:
        """Show both similarities, and both triangles as far as they exist."""
        t, corner, stage, said = state["t"], state["corner"], self._stage, []
        names, d = (GAUSSIAN, state["function"]), np.linspace(0, FAR, 521)
        looks = (("-", "o", BLUE), ("--", "D", ORANGE))
        for name, ax, (line, marker, colour), x in zip(names, (stage.left, stage.right), looks,
                                                       (0.015, 0.515), strict=True):
            g, found = FUNCTIONS[name], sides(name, t)
            stage.curves.plot(d, g(d), line, color=colour, lw=3.5)
            stage.curves.plot([t, 2 * t], g(np.array([t, 2 * t])), marker, color=colour, ms=11,
                              mec="white", label=f"{name}: similarities")
            stage.word(FAR - 0.02, 0.92 - 0.34 * (ax is stage.right), f"{marks(line)} {name}", 15,
                       stage.curves, ha="right", color=colour)
            _draw_triangle(stage, ax, found, t, corner, colour)
            stage.word(x, 0.585, f"{name.split(':')[0]}: {_finding(found, corner)}", 16,
                       color=colour)
            said.append(f"{name}: {_told(found, corner)}")
        for d, side in ((t, "legs"), (2 * t, "base")):
            stage.lines(stage.curves, [[(d, 0), (d, 1)]], width=1.6, z=1, linestyles=":")
            stage.word(d + (0.03 if d > 1 else -0.03), 0.42 if 1 < d < 2 else 0.18, side, 14,
                       stage.curves, ha="left" if d > 1 else "right")
        return f"Samples 0, {t:g}, {2 * t:g}. {'; '.join(said)}."

    def details(self, state: dict) -> str:
        """Return the similarities and the smallest eigenvalues."""
        told = []
        for name in (GAUSSIAN, state["function"]):
            K, found = gram(name, state["t"]), sides(name, state["t"])
            smallest = round(found.smallest, 3) + 0.0       # no −0.000
            told.append(f"{name}: {K[0, 1]:.3f} between neighbours, {K[0, 2]:.3f} between the "
                        f"outer two, smallest eigenvalue of K {smallest:.3f}.")
        return " ".join(told).replace("-", "−")


def marks(line: str) -> str:
    """Return how a line looks, in letters."""
    return "──" if line == "-" else "╌╌"


def _draw_triangle(stage: Stage, ax: Axes, found: Sides, t: float, corner: bool, colour: str
                   ) -> None:
    """Draw the base, and the legs as compasses: closed, or opened to their length."""
    half, leg = found.base / 2, found.leg
    ax.plot([-half, half], [0, 0], "-o", color=style.INK, lw=4, ms=11, zorder=4, label="base")
    for x, name in ((-half - 0.06, "φ(0)"), (half + 0.06, f"φ({2 * t:g})")):
        stage.word(x, -0.13, name, 15, ax, ha="center", fontweight="normal")
    if half > 0.3:
        stage.word(0, -0.13, f"{found.base:.2f}", 15, ax, ha="center", zorder=5,
                   bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    if not corner:
        for x, sign in ((-half, 1), (half, -1)):
            stage.lines(ax, [[(x, 0), (x + 0.25 * sign, 0.33)]], colour, 4, linestyles=":")
            stage.word(x - 0.05 * sign, 0.27, "leg", 15, ax, ha="right" if sign > 0 else "left",
                       color=colour)
        stage.word(0, 0.55, f"φ({t:g})?", 18, ax, ha="center", color=colour)
        return
    angle = np.arctan2(found.height, half) if found.closes else LIFTED
    turn = np.linspace(-0.15, min(max(angle + 0.25, 0.8), 1.15), 60)
    tips = []
    for end, sign, name in ((-half, 1, "leg left"), (half, -1, "leg right")):
        tip = end + sign * leg * np.cos(angle), leg * np.sin(angle)
        tips.append(tip)
        ax.plot(end + sign * leg * np.cos(turn), leg * np.sin(turn), "--", color=colour, lw=1.6)
        ax.plot([end, tip[0]], [0, tip[1]], color=colour, lw=4, label=name)
        if leg > TINY:
            stage.word((end + tip[0]) / 2 - sign * 0.17, tip[1] / 2 + 0.1, f"{leg:.2f}", 15, ax,
                       ha="center", color=colour)
    ax.plot(*np.transpose(tips), "o", color=colour, ms=12, mew=3, zorder=5, label="tips",
            mfc=colour if found.closes else "white")
    if found.closes:
        above = found.height + 0.16 if found.height < 0.8 else found.height / 2
        stage.word(0, above, f"φ({t:g})", 15, ax, ha="center", color=colour)
        if not found.possible:
            stage.word(0, 0.95, f"circle through the corners:\nradius {found.radius:.2f} > 1", 14,
                       ax, ha="center", color=colour)


def _finding(found: Sides, corner: bool) -> str:
    if not corner:
        return "do the legs meet?"
    if found.closes and not found.possible:
        return "they meet, but too flat"
    return "the legs meet" if found.closes else "the legs do not meet"


def _told(found: Sides, corner: bool) -> str:
    """Say whether the triangle closes."""
    if not corner:
        return f"the outer corners are {found.base:.2f} apart, the third is not drawn"
    told = f"legs of {found.leg:.2f} over a base of {found.base:.2f}"
    if not found.closes:
        return f"{told}, they do not meet"
    return f"{told}, they meet" if found.possible else (
        f"{told}, they meet, but the triangle is too flat for three vectors of length 1: the "
        f"circle through its corners has radius {found.radius:.2f}")
