"""Lesson 02: a bob on a rod or on a string; its weight split along and across the circle.

Legend: ``phi`` angle from the lowest point in degrees, f = −cos φ height of the bob (radius 1,
weight 1), ``lam`` = cos φ force that the rod needs, positive where it pulls inwards.
"""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Circle

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson02.arrows import (
    ALONG, HALO, PULL, PUSH, VALLEY, WORDS, arrow, signed,
)
from coursekit.plots import style

SHOWN = 0.42            # length of an arrow of force 1; the rod has length 1
BOB = 0.1
WIDE = 40               # degrees; in a thinner angle there is no room for its letter
TURN, LETTER = 0.19, 0.33        # radii of the arc at the hub, and of its letter φ
BESIDE = 0.17           # from the rod to the arrow of its force
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
    size = (8.8, 5.1)
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
        """Draw the circle, and the height of the bob over its way along the circle."""
        self._stage = Stage(canvas, circle=((0.02, 0.0, 0.6, 0.9), {
            "xlim": (-1.94, 1.94), "ylim": (-1.74, 1.68)}), heights=((0.705, 0.2, 0.285, 0.67), {
                "xlim": (-3.3, 3.3), "ylim": (-1.35, 1.75)}))
        ax = self._stage.circle
        ax.set_aspect("equal", adjustable="box")
        ax.apply_aspect()       # arrows are measured in pixels, before the first drawing
        ax.set_axis_off()
        ax.add_patch(Circle((0, 0), 1, fill=False, ec=style.GREY, lw=2, ls=":", zorder=1))
        ax.plot([0], [0], "s", markersize=13, color=style.GREY, zorder=3)
        ax, way = self._stage.heights, np.linspace(-np.pi, np.pi, 361)
        ax.plot(way, -np.cos(way), color=VALLEY, lw=4, zorder=2)
        ax.set_xticks(np.pi * np.array([-1, -0.5, 0, 0.5, 1]),
                      ["top", "level", "bottom", "level", "top"], fontsize=12)
        ax.set_yticks([-1, 0, 1])
        style.label(ax, "", "way along the circle", "height f of the bob")

    def draw(self, state: dict) -> str:
        """Hold the bob at an angle, and split its weight."""
        phi, held = state["phi"], state["held"]
        lam, slope = forces(phi)
        limp = held == "string" and lam < 0
        x = np.array([slope, -lam])                     # sin φ, −cos φ
        self._stage.word(0.015, 0.945, _finding(lam, slope, held), 17)
        if held == "string":
            self._stage.circle.add_patch(Circle((0, 0), 1, color=style.PALE_BLUE, zorder=0))
            self._word(0, -0.7 if lam < 0 else 0.45, "allowed", "#2A5A80", ha="center",
                       fontweight="normal")
        place = self._draw_bob(x, held, limp)
        if phi and not limp:
            self._draw_angle(phi)
        self._draw_forces(place, x, lam, slope, limp)
        ax, way = self._stage.heights, np.radians(phi)
        if not limp:
            ends = np.radians([-45, 45])
            ax.plot(way + ends, slope * ends - lam, color=ALONG, lw=5, zorder=3,
                    solid_capstyle="round")
        ax.plot(way, -lam, "o", markersize=15, color=style.INK, markeredgecolor="white",
                markeredgewidth=1.5, zorder=5, clip_on=False)
        self._stage.word(0, 1.5, "leaves the circle" if limp else f"slope {signed(slope)}", 17, ax,
                         ha="center", color=WORDS[ALONG])
        return _told(phi, lam, slope, held)

    def details(self, state: dict) -> str:
        """Return the place of the bob and the forces on it."""
        lam, slope = forces(state["phi"])
        return (f"Bob at ({signed(slope)}, {signed(-lam)}); weight 1.00; along the {state['held']} "
                f"{signed(lam)}, along the circle {signed(abs(slope))}.")

    def _word(self, x: float, y: float, words: str, colour: str, **options) -> None:
        self._stage.word(x, y, words, 14, self._stage.circle, **{
            "color": colour, "zorder": 10, "path_effects": HALO, **options})

    def _draw_bob(self, x: np.ndarray, held: str, limp: bool) -> np.ndarray:
        """Draw rod or string, and the bob; where the string is limp, a moment later. Return it."""
        ax, lines = self._stage.circle, self._stage.lines
        now = x - [0, min(0.45, 1.2 * x[1])] if limp else x
        if held == "rod":
            lines(ax, [[(0, 0), now]], width=7, z=2, capstyle="round")
        else:
            lines(ax, [limp_string(now) if limp else [(0, 0), now]], width=2.5, z=2)
        if limp:
            ax.plot(*x, "o", markersize=25, color="none", zorder=4, markeredgecolor=style.GREY,
                    markeredgewidth=2)
        ax.plot(*now, "o", markersize=27, color=style.INK, markeredgecolor="white",
                markeredgewidth=1.5, zorder=9)
        return now

    def _draw_angle(self, phi: float) -> None:
        """Draw the arc from the lowest direction to the rod; the letter beside it if it is thin."""
        ax, turned = self._stage.circle, np.radians(np.linspace(0, phi, 60))
        arc = TURN * np.column_stack([np.sin(turned), -np.cos(turned)])
        self._stage.lines(ax, [arc], width=1.6, z=1)
        self._stage.lines(ax, [[(0, 0), (0, -0.55)]], style.GREY, 2, 1, linestyles=":")
        middle = np.radians(phi / 2 if abs(phi) >= WIDE else -np.copysign(WIDE / 2, phi))
        self._word(LETTER * np.sin(middle), -LETTER * np.cos(middle), "φ", style.INK, ha="center",
                   fontweight="normal")

    def _draw_forces(self, place: np.ndarray, x: np.ndarray, lam: float, slope: float,
                     limp: bool) -> None:
        """Draw the weight, its part along the circle, and what rod or string does."""
        down, along = np.array([0.0, -1.0]), -np.sign(slope) * np.array([-x[1], x[0]])
        inwards = -np.sign(lam) * x
        texts = {PULL: (1.0, down, "weight 1")}
        if limp:
            self._word(x[0], x[1] + 0.27, "limp: force 0", WORDS[PUSH], ha="center")
        else:
            word = f"{'pull' if lam > 0 else 'push'} {abs(lam):.2f}"
            texts |= {ALONG: (abs(slope), along, f"along {abs(slope):.2f}"),
                      PUSH: (abs(lam), inwards, word)}
        for colour, (size, way, words) in texts.items():
            if size:
                beside = _beside_the_rod(x) if colour == PUSH and lam > 0 else np.zeros(2)
                arrow(self._stage.circle, place + beside + BOB * way, SHOWN * size * way, colour,
                      part=colour == ALONG)
                self._word(words=words, colour=WORDS[colour],
                           **_named(colour, place + beside, way, SHOWN * size, lam))
        if slope and lam and not limp:
            self._stage.lines(self._stage.circle, [[
                place + (BOB + SHOWN) * down, place + (BOB + SHOWN * abs(slope)) * along]],
                style.GREY, 2.2, 3, linestyles=":")


def _beside_the_rod(x: np.ndarray) -> np.ndarray:
    """Return the way from the rod to an arrow along it: to the upper side, where nothing is."""
    side = np.array([-x[1], x[0]])
    return BESIDE * side * (1 if x[0] >= 0 else -1)


def _named(colour: str, place: np.ndarray, way: np.ndarray, size: float, lam: float) -> dict:
    """Return where the name of an arrow stands, so that it is clear of the others."""
    right = place[0] >= 0
    tip, middle = (place + (BOB + share * size) * way for share in (1.0, 0.55))
    out, side = (0.12, "left") if right else (-0.12, "right")
    if colour == PULL:
        return {"x": tip[0] + out, "y": tip[1] + 0.06, "ha": side}
    if colour == ALONG:
        ahead = way[0] > 1e-9 or abs(way[0]) <= 1e-9 and not right
        return {"x": middle[0] + (0.12 if ahead else -0.12), "ha": "left" if ahead else "right",
                "y": middle[1] + (0.08 if lam < 0 else -0.04)}
    if lam < 0:
        return {"x": tip[0] + out, "y": tip[1] - 0.08, "ha": side}
    return {"x": middle[0] + out, "y": middle[1] + 0.08, "ha": side}


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
