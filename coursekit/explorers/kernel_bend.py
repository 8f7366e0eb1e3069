"""Lesson 04c: samples that no line separates, bent out of their plane until the plane does.

Legend: ``X`` (n, 2) samples, ``z`` (n,) heights, bend times the third feature of the samples.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from coursekit.datasets import make_spirals, make_stripes, make_xor, triangle_wave
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, Slider
from coursekit.plots import style
from coursekit.plots.kernels import FACES, project

WAY = 31        # points of each line of the bent net
FINE = 161      # points of each side of the grid on which the border is found


def _xor(X: np.ndarray) -> np.ndarray:
    return -2 * (X[:, 0] - 0.5) * (X[:, 1] - 0.5)


def _wave(X: np.ndarray) -> np.ndarray:
    return triangle_wave((4 * X[:, 0] - 3 * X[:, 1]) / 5)


def _spiral(X: np.ndarray) -> np.ndarray:
    return np.cos(np.hypot(*X.T) / 0.8 - np.arctan2(X[:, 1], X[:, 0]))


# Name: samples, third feature, how it is written.
DATA: dict[str, tuple[Callable, Callable, str]] = {
    "XOR": (make_xor, _xor, "−2 (x₁ − ½)(x₂ − ½)"),
    "stripes": (make_stripes, _wave, "the triangle wave of (4x₁ − 3x₂)/5"),
    "spirals": (make_spirals, _spiral, "cos(r/0.8 − angle)")}


@lru_cache
def scene(data: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return samples, labels, heights and a net of lines (2·k, way, 3), all in a frame of ±1."""
    make, feature, _ = DATA[data]
    X, y = make()
    low, high = X.min(axis=0), X.max(axis=0)
    middle, half = (low + high) / 2, (high - low).max() / 2
    ticks, along = np.linspace(-1, 1, 9), np.linspace(-1, 1, WAY)
    flat = [np.column_stack([np.full(WAY, t), along]) for t in ticks]
    flat += [line[:, ::-1] for line in flat]
    tallest = np.abs(feature(X)).max()
    net = np.array([np.column_stack([line, feature(middle + half * line) / tallest])
                    for line in flat])
    return (X - middle) / half, y, feature(X) / tallest, net


@lru_cache
def border(data: str) -> list[np.ndarray]:
    """Return the lines of the flat plane, each (m, 3), over which the third feature is 0."""
    make, feature, _ = DATA[data]
    X = make()[0]
    low, high = X.min(axis=0), X.max(axis=0)
    middle, half = (low + high) / 2, (high - low).max() / 2
    side = np.linspace(-1, 1, FINE)
    grid = np.column_stack([g.ravel() for g in np.meshgrid(side, side)])
    values = feature(middle + half * grid).reshape(FINE, FINE)
    return [np.column_stack([line, np.zeros(len(line))])
            for line in contour_generator(side, side, values).lines(0.0)]


class BendIt(Explorer):
    """Samples in space over their plane, with a slider for the third feature.

    Examples
    --------
    >>> BendIt(data="XOR", bend=0.0).status.split(":")[0]
    'bend = 0.00'
    """

    title = "Bend it"
    question = "Which third feature lets one plane separate what no line can?"
    size = (7.6, 5.0)
    controls = (
        Choice("data", "samples", tuple(DATA), "stripes", "which samples; no line separates them"),
        Slider("bend", "bend", 0.0, 1.0, 0.05, 0.6,
               "height of the highest sample: the third feature is scaled to this number"),
        Slider("turn", "turn", -90, 90, 5, 25, "degrees by which the plane is turned"),
        Slider("tilt", "tilt", 0, 90, 5, 25, "90 looks from above, 0 along the plane"))
    presets = {
        "flat": Preset(
            {"bend": 0.0, "tilt": 40},
            "all samples lie in the plane",
            shows=r"^bend = 0\.00: all \d+ samples lie in the plane.*°.* above the plane"),
        "from above": Preset(
            {"bend": 1.0, "tilt": 90, "turn": 0},
            "where is the border?",
            shows=r"^bend = 1\.00:.*Turned by 0°, seen from above"),
        "from the side": Preset(
            {"data": "stripes", "bend": 1.0, "tilt": 0, "turn": 35},
            "the plane is a line now",
            shows=r"^bend = 1\.00:.*triangle wave.*seen along the plane, which is a line"),
        "spirals": Preset(
            {"data": "spirals", "bend": 1.0, "tilt": 35},
            "which samples are above?",
            shows=r"^bend = 1\.00: .*cos\(r/0\.8")}

    def build(self, canvas: Canvas) -> None:
        """Create the plane, the bent net, and the samples above and below the plane."""
        ax = canvas.figure.subplots()
        ax.grid(False)
        self._ax = ax
        style.label(ax, "samples over the plane", *_axes(25, 25))
        ax.set(xlim=(-1.6, 1.6), ylim=(-1.62, 1.62), xticks=[], yticks=[])
        self._net = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.SKY, linewidths=0.8, zorder=2)))
        self._stems = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.GREY, linewidths=1, zorder=2.5)))
        self._plane = canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), facecolor=style.LIGHT_GREEN, edgecolor=style.GREEN, lw=2.5, alpha=0.6,
            zorder=1.5, label="height 0")))
        self._border = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=2.4, zorder=2.2, label="border: both meet")))
        self._dots = {(c, above): canvas.moving(ax.scatter(
            [], [], marker=marker, s=80, color=style.COLOURS[c], edgecolor="white",
            linewidth=0.7, zorder=3 if above else 1)) for c, marker in FACES
            for above in (True, False)}
        handles = [Line2D([], [], marker=marker, ls="none", markersize=10,
                          color=style.COLOURS[c], label=f"y = {c:+d}".replace("-", "−"))
                   for c, marker in FACES]
        handles += [self._plane, Line2D([], [], color=style.SKY, lw=1.2, label="the bent plane"),
                    self._border]
        canvas.figure.legend(handles=handles, loc="outside lower center", ncols=5, fontsize=11,
                             columnspacing=1.2, handletextpad=0.5)

    def draw(self, state: dict) -> str:
        """Lift the samples, and turn the whole."""
        bend, view = state["bend"], (state["turn"], state["tilt"])
        names = _axes(*view)
        if names != (self._ax.get_xlabel(), self._ax.get_ylabel()):
            self._ax.set(xlabel=names[0], ylabel=names[1])
            self.canvas.invalidate(key=names)
        X, y, feature, net = scene(state["data"])
        z = bend * feature
        foot, top = (project(np.column_stack([X, h]), *view) for h in (0 * z, z))
        corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0.0]])
        self._plane.set_xy(project(corners * [1.1, 1.1, 1], *view))
        lines = net * [1, 1, bend]
        self._net.set_segments([project(line, *view) for line in lines])
        self._border.set_segments([project(line, *view) for line in border(state["data"])]
                                  if bend else [])
        self._stems.set_segments(np.stack([foot, top], axis=1))
        for (c, above), dots in self._dots.items():
            dots.set_offsets(top[(y == c) & ((z >= 0) == above)])
        turned = f"Turned by {view[0]}°, {_height(view[1])}.".replace("-", "−")
        return f"{_words(state['data'], bend, y, z)} {turned}"


def _axes(turn: int, tilt: int) -> tuple[str, str]:
    """Return what is across and what is up in a view."""
    if tilt == 90:
        return ("$x_1$", "$x_2$") if turn == 0 else ("the plane, turned", "the plane, turned")
    return ("the plane, seen from the side", "height") if tilt == 0 \
        else ("seen from the side", "height, and depth of the plane")


def _height(tilt: int) -> str:
    if tilt in (0, 90):
        return "seen from above" if tilt else "seen along the plane, which is a line"
    return f"seen from {tilt}° above the plane"


def _words(data: str, bend: float, y: np.ndarray, z: np.ndarray) -> str:
    told = f"bend = {bend:.2f}: "
    if bend == 0:
        return told + (f"all {len(y)} samples lie in the plane, and no line in it separates the "
                       "two classes.")
    right, nearest = int(np.sum(y * z > 0)), float(np.abs(z).min())
    return told + (f"with the third feature {DATA[data][2]} the plane of height 0 has {right} of "
                   f"{len(y)} samples on their right side; the nearest one is {nearest:.3f} away, "
                   f"the farthest {np.abs(z).max():.3f}.")
