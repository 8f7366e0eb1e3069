"""Lesson 02: a bob on a rod or on a string; its weight split along and across the circle.

Legend: ``phi`` angle from the lowest point in degrees, f = −cos φ height of the bob (radius 1,
weight 1), ``lam`` = cos φ force that the rod needs, positive where it pulls inwards.
"""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Circle

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson02.arrows import (
    ALONG, HALO, PULL, PUSH, VALLEY, WORDS, Arrow, signed,
)
from coursekit.plots import style

SHOWN = 0.5             # length of an arrow of force 1; the rod has length 1
BOB = 0.11
WIDE = 40               # degrees; in a thinner angle there is no room for its letter
TURN, LETTER = 0.19, 0.33        # radii of the arc at the hub, and of its letter φ
RIPPLE = 0.15           # of a limp string, as a share of its bow


def forces(phi: float) -> tuple[float, float]:
    """Return the multiplier λ = cos φ, and the slope sin φ of the height along the circle.

    >>> forces(90), forces(180)
    ((0.0, 1.0), (-1.0, 0.0))
    """
    angle = np.radians(phi)
    return round(float(np.cos(angle)), 12) + 0.0, round(float(np.sin(angle)), 12) + 0.0


def limp_string(end: np.ndarray) -> np.ndarray:
    """Return points (200, 2) of a string of length 1 that hangs loose between hub and bob.

    It sags; under a bob straight above the hub it bows to the left.
    """
    s = np.linspace(0, 1, 200)[:, None]
    across = np.array([-end[1], end[0]]) / np.hypot(*end)
    across *= -1 if across[1] > 1e-9 else 1
    bow = np.sin(np.pi * s) + RIPPLE * np.sin(4 * np.pi * s)
    low, high = 0.0, 1.0
    for _ in range(30):             # the amplitude that makes it as long as it is
        size = (low + high) / 2
        line = s * end + size * bow * across
        long = np.hypot(*np.diff(line, axis=0).T).sum()
        low, high = (size, high) if long < 1 else (low, size)
    return line


class Pendulum(Explorer):
    """A bob that must stay on a circle (rod) or inside it (string).

    Examples
    --------
    >>> Pendulum(phi=180, held="rod").status
    'Rod, φ = 180°: the rod must push 1.00, λ = −1.00; the slope along the circle is 0.00.'
    """

    title = "The force in the rod"
    question = "Where does nothing move the bob, and what does the rod do there?"
    size = (8.8, 4.9)
    controls = (
        Slider("phi", "angle φ", -180, 180, 5, 60, "degrees from the lowest point"),
        Choice("held", "held by", ("rod", "string"), "rod",
               "a rod keeps its length; a string may be slack, but cannot become longer"))
    presets = {
        "hanging": Preset({"phi": 0}, "Who carries the weight?", shows=r"pulls 1\.00.*is 0\.00"),
        "horizontal": Preset({"phi": 90}, "What is left for the rod to do?",
                             shows=r"no force.*is 1\.00"),
        "top, rod": Preset({"phi": 180}, "Balanced? And lowest?", shows=r"push 1\.00.*is 0\.00"),
        "top, string": Preset({"phi": 180, "held": "string"}, "Can a string push?",
                              shows=r"cannot push.*falls"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the circle, the curve of heights, and what moves in them."""
        canvas.figure.set_layout_engine("none")
        self._left = canvas.figure.add_axes((0.005, 0.01, 0.55, 0.885))
        self._right = canvas.figure.add_axes((0.645, 0.135, 0.34, 0.735))
        self._headline = canvas.moving(canvas.figure.text(
            0.015, 0.945, "", fontsize=17, fontweight="bold", va="center"))
        self._build_circle(canvas)
        self._build_heights(canvas)

    def _build_circle(self, canvas: Canvas) -> None:
        ax = self._left
        ax.set(xlim=(-2.1, 2.1), ylim=(-1.88, 1.88))
        ax.set_aspect("equal", adjustable="box")
        ax.apply_aspect()       # arrows are measured in pixels, before the first drawing
        ax.set_axis_off()
        self._inside = canvas.moving(ax.add_patch(Circle((0, 0), 1, color=style.PALE_BLUE,
                                                         zorder=0)))
        self._allowed = canvas.moving(ax.text(0, 0, "allowed", fontsize=14, ha="center",
                                              va="center", color="#2A5A80", zorder=1))
        ax.add_patch(Circle((0, 0), 1, fill=False, ec=style.GREY, lw=2, ls=":", zorder=1))
        (self._rod,) = ax.plot([], [], color=style.INK, lw=7, solid_capstyle="round", zorder=2)
        (self._string,) = ax.plot([], [], color=style.INK, lw=2.5, zorder=2)
        (self._split,) = ax.plot([], [], ":", color=style.GREY, lw=2.2, zorder=3)
        (self._before,) = ax.plot([], [], "o", markersize=21, color="none", zorder=4,
                                 markeredgecolor=style.GREY, markeredgewidth=2)
        (self._bob,) = ax.plot([], [], "o", markersize=23, color=style.INK,
                               markeredgecolor="white", markeredgewidth=1.5, zorder=9)
        for line in (self._rod, self._string, self._split, self._before, self._bob):
            canvas.moving(line)
        ax.plot([0], [0], "s", markersize=13, color=style.GREY, zorder=3)
        (self._arc,) = ax.plot([], [], color=style.INK, lw=1.6, zorder=1)
        (self._downwards,) = ax.plot([], [], ":", color=style.GREY, lw=2, zorder=1)
        self._letter = canvas.moving(ax.text(0, 0, "φ", fontsize=14, ha="center", va="center",
                                             zorder=10, path_effects=HALO))
        for line in (self._arc, self._downwards):
            canvas.moving(line)
        self._arrows = {c: Arrow(canvas, ax, c) for c in (PULL, ALONG, PUSH)}
        self._words = {c: canvas.moving(ax.text(
            0, 0, "", fontsize=14, fontweight="bold", color=WORDS[c], va="center", zorder=10,
            path_effects=HALO))
            for c in (PULL, ALONG, PUSH)}

    def _build_heights(self, canvas: Canvas) -> None:
        ax, phi = self._right, np.linspace(-180, 180, 361)
        ax.plot(phi, -np.cos(np.radians(phi)), color=VALLEY, lw=4, zorder=2)
        (self._tangent,) = ax.plot([], [], color=ALONG, lw=5, zorder=3, solid_capstyle="round")
        (self._dot,) = ax.plot([], [], "o", markersize=15, color=style.INK,
                               markeredgecolor="white", markeredgewidth=1.5, zorder=5,
                               clip_on=False)
        for line in (self._tangent, self._dot):
            canvas.moving(line)
        self._slope = canvas.moving(ax.text(0, 1.5, "", fontsize=17, fontweight="bold",
                                            ha="center", va="center", color=WORDS[ALONG]))
        ax.set(xlim=(-190, 190), ylim=(-1.35, 1.75), xticks=[-180, -90, 0, 90, 180],
               yticks=[-1, 0, 1])
        ax.grid(False)
        style.label(ax, "", "angle φ in degrees", "height f of the bob")

    def draw(self, state: dict) -> str:
        """Hold the bob at an angle, and split its weight."""
        phi, held = state["phi"], state["held"]
        lam, slope = forces(phi)
        limp = held == "string" and lam < 0
        x = np.array([slope, -lam])                     # sin φ, −cos φ
        for artist in (self._inside, self._allowed):
            artist.set_visible(held == "string")
        self._draw_bob(x, held, limp)
        self._draw_angle(phi, shown=bool(phi) and not limp)
        self._draw_forces(x, lam, slope, held, limp)
        ends = np.array([-45, 45])
        self._tangent.set_data(*([], []) if limp else
                               (phi + ends, -lam + slope * np.radians(ends)))
        self._dot.set_data([phi], [-lam])
        self._slope.set_text("leaves the circle" if limp else f"slope {signed(slope)}")
        self._headline.set_text(_finding(lam, slope, held))
        return _told(phi, lam, slope, held)

    def details(self, state: dict) -> str:
        """Return the place of the bob and the forces on it."""
        lam, slope = forces(state["phi"])
        return (f"Bob at ({signed(slope)}, {signed(-lam)}); weight 1.00; along the {state['held']} "
                f"{signed(lam)}, along the circle {signed(abs(slope))}.")

    def _draw_bob(self, x: np.ndarray, held: str, limp: bool) -> None:
        """Draw rod or string; where the string is limp, the bob a moment later."""
        now = x - [0, min(0.45, 1.2 * x[1])] if limp else x
        ends = np.transpose([[0, 0], now])
        self._rod.set_data(*(ends if held == "rod" else ([], [])))
        self._string.set_data(*(([], []) if held == "rod" else
                                limp_string(now).T if limp else ends))
        self._before.set_data(*np.transpose([x] if limp else np.empty((0, 2))))
        self._bob.set_data([now[0]], [now[1]])

    def _draw_angle(self, phi: float, shown: bool) -> None:
        """Draw the arc from the lowest direction to the rod; the letter beside it if it is thin."""
        turned = np.radians(np.linspace(0, phi, 60))
        arc = TURN * np.array([np.sin(turned), -np.cos(turned)])
        self._arc.set_data(*(arc if shown else ([], [])))
        self._downwards.set_data(*(([0, 0], [0, -0.55]) if shown else ([], [])))
        middle = np.radians(phi / 2 if abs(phi) >= WIDE else -np.copysign(WIDE / 2, phi))
        self._letter.set_position((LETTER * np.sin(middle), -LETTER * np.cos(middle)))
        self._letter.set_visible(shown)

    def _draw_forces(self, x: np.ndarray, lam: float, slope: float, held: str, limp: bool) -> None:
        place = self._bob.get_xydata()[0]
        down, along = np.array([0.0, -1.0]), np.array([-x[1], x[0]])     # along: φ grows
        along = -np.sign(slope) * along
        inwards = -np.sign(lam) * x
        sizes = {PULL: 1.0, ALONG: 0.0 if limp else abs(slope), PUSH: 0.0 if limp else abs(lam)}
        ways = {PULL: down, ALONG: along, PUSH: inwards}
        texts = {PULL: "weight 1", ALONG: f"along {abs(slope):.2f}",
                 PUSH: f"{'pulls' if lam > 0 else 'pushes'} {abs(lam):.2f}"}
        for colour, arrow in self._arrows.items():
            size, way = sizes[colour], ways[colour]
            arrow.show(place + BOB * way * (size > 0), SHOWN * size * way)
            words = self._words[colour]
            words.set_text(texts[colour] if size > 0.005 else "")
            words.set(**_beside(colour, place, way, SHOWN * size, lam))
        if limp:
            self._words[PUSH].set(text="limp: force 0", ha="center", position=(x[0], x[1] + 0.27))
        self._allowed.set_position((0, -0.7 if lam < 0 else 0.45))
        both = bool(sizes[ALONG] and sizes[PUSH])
        self._split.set_data(*(np.transpose([
            place + BOB * down + SHOWN * down, place + (BOB + SHOWN * abs(slope)) * along])
            if both else ([], [])))


def _beside(colour: str, place: np.ndarray, way: np.ndarray, size: float, lam: float) -> dict:
    """Return where the name of an arrow stands, so that it is clear of the others."""
    right = place[0] >= 0
    tip, middle = (place + (BOB + share * size) * way for share in (1.0, 0.55))
    outwards = (tip[0] + (0.12 if right else -0.12), "left" if right else "right")
    if colour == PULL:
        return {"position": (outwards[0], tip[1]), "ha": outwards[1]}
    if colour == ALONG:
        ahead = way[0] > 1e-9 or abs(way[0]) <= 1e-9 and not right
        return {"position": (middle[0] + (0.12 if ahead else -0.12), middle[1] - 0.04),
                "ha": "left" if ahead else "right"}
    if lam < 0:
        return {"position": (tip[0], tip[1] + 0.15), "ha": "center"}
    return {"position": (outwards[0], tip[1] + 0.12), "ha": outwards[1]}


def _finding(lam: float, slope: float, held: str) -> str:
    if held == "string" and lam < 0:
        return "A string cannot push: the bob falls"
    if not lam:
        return f"The {held} has nothing to hold: all the weight moves the bob"
    if not slope:
        return f"At rest: the {held} carries the whole weight" if lam > 0 else \
            "Balanced, though highest: the rod must push"
    return f"Along the circle {abs(slope):.2f} is left: the bob moves"


def _told(phi: float, lam: float, slope: float, held: str) -> str:
    start = f"{held.capitalize()}, φ = {signed(phi, 0)}°: "
    if held == "string" and lam < 0:
        return (f"{start}it would have to push {-lam:.2f}, λ = {signed(lam)}; a string cannot "
                "push, so the bob falls straight down.")
    force = f"no force in the {held}, λ = 0.00" if not lam else \
        f"the {held} pulls {lam:.2f}, λ = {lam:.2f}" if lam > 0 else \
        f"the rod must push {-lam:.2f}, λ = {signed(lam)}"
    return f"{start}{force}; the slope along the circle is {signed(slope)}."
