"""Lesson 04: above, the map of f over the plane; below, the bumps along a cut through it.

Legend: ``up`` and ``across`` coordinates of the rows and columns of the map, ``f`` (rows, columns).
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson04.machines import Bumps, fitted
from coursekit.lessons.lesson04.samples import PLANES
from coursekit.plots import style
from coursekit.wording import plural

SEA = LinearSegmentedColormap.from_list("sea", [
    "#EE9A66", "#F6C6A6", style.PALE_ORANGE, "#FFFFFF", style.PALE_BLUE, "#A6CCE6", "#6BAAD4"])
HALF = {"ring": (3.9, 2.6), "spirals": (9.3, 6.2)}       # half of the map's sides
CELLS = (240, 160)
SCALE = 2.6             # of the slice: from −2.6 to 2.6
SEEN = 0.02             # height along the cut below which no bump is drawn
FACES = ((1, "o"), (-1, "X"))


class Land(NamedTuple):
    """A machine, and f on the cells of its map."""

    machine: Bumps
    across: np.ndarray
    up: np.ndarray
    f: np.ndarray
    coast: list[np.ndarray]


@lru_cache(maxsize=64)
def land(data: str, C: float, gamma: float) -> Land:
    """Return the map of a machine. A Gaussian is a product over the coordinates."""
    machine, (wide, high) = fitted(data, C, gamma), HALF[data]
    across, up = np.linspace(-wide, wide, CELLS[0]), np.linspace(-high, high, CELLS[1])
    columns, rows = (np.exp(-gamma * (side[:, None] - machine.X[:, k]) ** 2)
                     for k, side in enumerate((across, up)))
    f = (rows * machine.beta) @ columns.T + machine.b
    return Land(machine, across, up, f, contour_generator(across, up, f).lines(0.0))


class SumOfBumpsPlane(Explorer):
    """The map of a Gaussian machine in the plane, and its bumps along a horizontal cut.

    Examples
    --------
    >>> SumOfBumpsPlane(C=2, gamma=0.5).status.split(":")[0]
    'Ring, C = 2, γ = 0.5, cut at x₂ = 0.26'
    """

    title = "Bumps in the plane"
    question = "Move the cut: which bumps make the island?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "samples", tuple(PLANES), "ring", "a disc in a ring, or two spirals"),
        LogSlider("C", "penalty C = ceiling", 0.2, 2000, 2, "largest height of a bump"),
        LogSlider("gamma", "γ: narrowness", 0.005, 50, 0.5,
                  "a bump falls to 1/e of its height at distance 1/√γ"),
        Slider("cut", "cut", -1, 1, 0.05, 0.1, "where the cut lies: −1 is below, 1 above"))
    presets = {
        "wide bumps": Preset(
            {"gamma": 0.005}, "Is there an island, if the bumps are wider than the plane?",
            shows=r"γ = 0\.005.*80 of 80"),
        "narrow bumps": Preset(
            {"gamma": 50.0}, "How many samples share a hill?", shows=r"γ = 50.*75 of 80"),
        "spirals": Preset(
            {"data": "spirals", "C": 20.0}, "Follow the coast: where do the bumps cancel?",
            shows=r"Spirals.*0 misclassified")}

    def build(self, canvas: Canvas) -> None:
        """Create the map, the slice under it and what is written."""
        canvas.figure.set_layout_engine("none")
        wide = 0.53
        high = wide * 8.8 / 1.5 / 5.1
        self._map = canvas.figure.add_axes((0.07, 0.905 - high, wide, high), xticks=[], yticks=[])
        self._slice = canvas.figure.add_axes((0.07, 0.115, wide, 0.175), yticks=[-1, 0, 1])
        self._slice.set_yticks([-1, 0, 1], ["−1", "0", "+1"])
        self._slice.set_ylim(-SCALE, SCALE)
        for ax in (self._map, self._slice):
            ax.grid(False)
            ax.spines[:].set_visible(False)
        self._map.set_ylabel("$x_2$")
        self._slice.tick_params(length=0)
        self._slice.axhline(0, color=style.INK, lw=1.2, zorder=1)
        self._build_map(canvas)
        self._build_slice(canvas)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        look = {"va": "center", "linespacing": 1.2}
        self._title = canvas.moving(paper.text(0.015, 0.955, "", fontsize=16, weight="bold",
                                               **look))
        self._big = canvas.moving(paper.text(0.63, 0.80, "", fontsize=24, weight="bold", **look))
        for y, words in ((0.715, "have a bump (ringed)"), (0.605, "blue land: f > 0"),
                         (0.545, "orange sea: f < 0"), (0.485, "black coast: f = 0")):
            paper.text(0.63, y, words, fontsize=14, **look)
        for y, words in ((0.235, "along the green cut: bumps,"), (0.175, "grey b, and in black"),
                         (0.115, "their sum f")):
            paper.text(0.63, y, words, fontsize=14, **look)

    def _build_map(self, canvas: Canvas) -> None:
        self._sea = canvas.moving(self._map.imshow(
            np.zeros((2, 2)), origin="lower", cmap=SEA, vmin=-2, vmax=2, aspect="auto",
            interpolation="nearest", zorder=0))
        self._coast = canvas.moving(self._map.add_collection(LineCollection(
            [], colors=style.INK, linewidths=3, zorder=3)))
        self._cut = canvas.moving(self._map.plot([], [], color=style.GREEN, lw=3, zorder=4)[0])
        (self._own,) = self._map.plot([], [], "o", markersize=10.5, markerfacecolor="none",
                                      markeredgecolor=style.INK, markeredgewidth=1.3, zorder=4)
        canvas.moving(self._own)
        self._dots = {c: canvas.moving(self._map.plot(
            [], [], marker, color=style.COLOURS[c], markersize=6.5, markeredgecolor="white",
            markeredgewidth=0.5, zorder=5)[0]) for c, marker in FACES}
        self._zeros = [canvas.moving(ax.plot(
            [], [], "o", color="white", markeredgecolor=style.INK, markeredgewidth=2.2,
            markersize=8, zorder=7)[0]) for ax in (self._map, self._slice)]
        self._drops = [canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.4, linestyles=":", zorder=3)))
            for ax in (self._map, self._slice)]

    def _build_slice(self, canvas: Canvas) -> None:
        self._bumps = {c: canvas.moving(self._slice.add_collection(LineCollection(
            [], colors=style.COLOURS[c], linewidths=1.4, zorder=2))) for c, _ in FACES}
        self._shift = canvas.moving(self._slice.plot([0, 1], [0, 0], color="#7A7A7A", lw=2.2,
                                                     transform=self._slice.get_yaxis_transform(),
                                                     zorder=2)[0])
        self._sum = canvas.moving(self._slice.plot([], [], color=style.INK, lw=3.5, zorder=4)[0])

    def draw(self, state: dict) -> str:
        """Draw the map, and the bumps along the cut."""
        data, C, gamma, share = (state[name] for name in ("data", "C", "gamma", "cut"))
        shown, (wide, high) = land(data, C, gamma), HALF[data]
        level, machine = 0.98 * high * share if abs(share) == 1 else high * share, shown.machine
        if self._map.get_xlim() != (-wide, wide):
            self._map.set(xlim=(-wide, wide), ylim=(-high, high))
            self._slice.set(xlim=(-wide, wide), xlabel="$x_1$")
        self.canvas.invalidate(key=data)
        self._sea.set(data=np.clip(shown.f, -2, 2), extent=(-wide, wide, -high, high))
        self._coast.set_segments(shown.coast)
        has = machine.beta != 0
        self._own.set_data(*machine.X[has].T)
        for c, _ in FACES:
            self._dots[c].set_data(*machine.X[machine.y == c].T)
        self._cut.set_data([-wide, wide], [level, level])
        zeros = self._draw_slice(shown, level, high)
        self._big.set_text(f"{has.sum()} of {len(has)}")
        wrong = int(np.sum(machine.f(machine.X) * machine.y <= 0))
        self._title.set_text(_finding(data, machine, wrong))
        said = f"{data.capitalize()}, C = {C:g}, γ = {gamma:.3g}, cut at x₂ = {level + 0.0:.2f}"
        return (f"{said}: {has.sum()} of {len(has)} samples have a bump, {wrong} misclassified; "
                f"the cut crosses the coast {plural(zeros, 'time')}."
                ).replace("-", "−")

    def details(self, state: dict) -> str:
        """Return b, the tallest bump and where the cut crosses the coast."""
        shown = land(state["data"], state["C"], state["gamma"])
        places = ", ".join(f"{x:.2f}" for x in self._zeros[1].get_xdata()) or "nowhere"
        return (f"b = {shown.machine.b:.2f}; the tallest bump is "
                f"{np.abs(shown.machine.beta).max():.2f} high; along the cut f is 0 at {places}."
                ).replace("-", "−")

    def _draw_slice(self, shown: Land, level: float, high: float) -> int:
        """Draw the bumps along the cut; return how often f is 0 there."""
        machine, across = shown.machine, shown.across
        points = np.column_stack([across, np.full(len(across), level)])
        terms, f = machine.terms(points), machine.f(points)
        tall = np.abs(terms).max(axis=1) > SEEN
        for c, _ in FACES:
            rows = np.flatnonzero(tall & (machine.y == c))
            self._bumps[c].set_segments([np.column_stack([across, terms[row]]) for row in rows])
        self._shift.set_ydata([machine.b, machine.b])
        self._sum.set_data(across, f)
        k = np.flatnonzero(np.sign(f[:-1]) != np.sign(f[1:]))
        zeros = across[k] - f[k] * (across[k + 1] - across[k]) / (f[k + 1] - f[k])
        self._zeros[0].set_data(zeros, np.full(len(zeros), level))
        self._zeros[1].set_data(zeros, 0 * zeros)
        self._drops[0].set_segments([[(x, level), (x, -high)] for x in zeros])
        self._drops[1].set_segments([[(x, 0), (x, SCALE)] for x in zeros])
        return len(zeros)


def _finding(data: str, machine: Bumps, wrong: int) -> str:
    has = (machine.beta != 0).mean()
    if wrong:
        return f"The bumps leave {wrong} of {len(machine.y)} samples on the wrong side"
    if has > 0.9 and machine.gamma > 10:
        return "Narrow bumps: almost every sample has its own hill"
    if has > 0.9:
        return "Almost every sample has a bump"
    return f"{np.sum(machine.beta != 0)} bumps add up to one island" if data == "ring" else \
        "Bumps along the arms, and a coast that winds between them"
