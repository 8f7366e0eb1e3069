"""Lesson 04: above, the map of f over the plane; below, the bumps along a cut through it.

Legend: ``up`` and ``across`` coordinates of the rows and columns of the map, ``f`` (rows, columns).
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.colors import LinearSegmentedColormap

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage
from coursekit.lessons.lesson04.machines import Bumps, fitted
from coursekit.lessons.lesson04.samples import PLANES
from coursekit.plots import style
from coursekit.wording import plural, signed

SEA = LinearSegmentedColormap.from_list("sea", [
    "#EE9A66", "#F6C6A6", style.PALE_ORANGE, "#FFFFFF", style.PALE_BLUE, "#A6CCE6", "#6BAAD4"])
HALF = {"ring": (3.9, 2.6), "spirals": (9.3, 6.2)}       # half of the map's sides
CELLS = (240, 160)
SCALE = 2.6             # of the slice: from −2.6 to 2.6
SHOWN = 5               # bumps that are drawn, the tallest along the cut
WIDE, HIGH = 0.47, 0.47 * 8.8 / 1.5 / 5.1       # of the map, as shares of the picture
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
        LogSlider("C", "penalty C = ceiling", 0.2, 2000, 2, "a bound for the height of every bump"),
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
        """Make room for the map, and for the bumps along the cut under it."""
        self._stage = Stage(
            canvas, map=((0.07, 0.905 - HIGH, WIDE, HIGH), {"xticks": [], "yticks": []}),
            slice=((0.07, 0.115, WIDE, 0.225), {"ylim": (-SCALE, SCALE)}))
        for ax in (self._stage.map, self._stage.slice):
            ax.spines[:].set_visible(False)
        self._stage.map.set_ylabel("$x_2$")
        self._stage.slice.set_xlabel("$x_1$")
        self._stage.slice.set_yticks([-1, 0, 1], ["−1", "0", "+1"])
        self._stage.slice.tick_params(length=0)
        self._stage.slice.axhline(0, color=style.INK, lw=1.2, zorder=1)
        for y, words in ((0.70, "have a bump (ringed)"), (0.62, "blue land: f > 0"),
                         (0.56, "orange sea: f < 0"), (0.50, "black coast: f = 0"),
                         (0.29, "along the green cut: the"),
                         (0.23, f"{SHOWN} tallest bumps, grey b,"),
                         (0.17, "and in black f, the sum"), (0.11, "of all bumps and b")):
            self._stage.word(0.57, y, words, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Draw the map, and the bumps along the cut."""
        data, C, gamma, share = (state[name] for name in ("data", "C", "gamma", "cut"))
        shown, (wide, high), stage = land(data, C, gamma), HALF[data], self._stage
        level, machine = 0.98 * high * share if abs(share) == 1 else high * share, shown.machine
        stage.map.set(xlim=(-wide, wide), ylim=(-high, high))
        stage.slice.set_xlim(-wide, wide)
        self._draw_map(shown, (-wide, wide, -high, high))
        stage.lines(stage.map, [[(-wide, level), (wide, level)]], style.GREEN, 3, z=4)
        zeros = self._draw_slice(shown, level)
        for ax, at, ends in ((stage.map, level, (-high, level)), (stage.slice, 0, (0, SCALE))):
            stage.lines(ax, [[(x, end) for end in ends] for x in zeros], width=1.4, linestyles=":")
            ax.plot(zeros, 0 * zeros + at, "o", color="white", markeredgecolor=style.INK,
                    markeredgewidth=2.2, markersize=8, zorder=7, gid="f = 0")
        has, wrong = machine.beta != 0, int(np.sum(machine.f(machine.X) * machine.y <= 0))
        stage.word(0.57, 0.79, f"{has.sum()} of {len(has)}", 24)
        stage.word(0.015, 0.955, _finding(data, machine, wrong), 16)
        cut = signed(level + 0.0, ".2f")
        said = f"{data.capitalize()}, C = {C:g}, γ = {gamma:.3g}, cut at x₂ = {cut}"
        return (f"{said}: {has.sum()} of {len(has)} samples have a bump, {wrong} misclassified; "
                f"the cut crosses the coast {plural(len(zeros), 'time')}.")

    def details(self, state: dict) -> str:
        """Return b and the tallest bump."""
        shown = land(state["data"], state["C"], state["gamma"])
        return (f"b = {signed(shown.machine.b, '.2f')}; the tallest bump is "
                f"{np.abs(shown.machine.beta).max():.2f} high.")

    def _draw_map(self, shown: Land, extent: tuple) -> None:
        """Draw land, sea and coast, and the samples."""
        ax, machine = self._stage.map, shown.machine
        ax.imshow(np.clip(shown.f, -2, 2), origin="lower", cmap=SEA, vmin=-2, vmax=2,
                  aspect="auto", interpolation="nearest", zorder=0, extent=extent)
        self._stage.lines(ax, shown.coast, width=3)
        ax.plot(*machine.X[machine.beta != 0].T, "o", markersize=10.5, markerfacecolor="none",
                markeredgecolor=style.INK, markeredgewidth=1.3, zorder=4)
        for c, marker in FACES:
            ax.plot(*machine.X[machine.y == c].T, marker, color=style.COLOURS[c], markersize=6.5,
                    markeredgecolor="white", markeredgewidth=0.5, zorder=5)

    def _draw_slice(self, shown: Land, level: float) -> np.ndarray:
        """Draw the tallest bumps along the cut, b and f; return where f is 0."""
        machine, across, stage = shown.machine, shown.across, self._stage
        points = np.column_stack([across, np.full(len(across), level)])
        terms, f = machine.terms(points), machine.f(points)
        for row in np.argsort(np.abs(terms).max(axis=1))[-SHOWN:]:
            colour = style.COLOURS[int(machine.y[row])]
            stage.slice.fill_between(across, 0, terms[row], color=colour, alpha=0.16, lw=0)
            stage.lines(stage.slice, [np.column_stack([across, terms[row]])], colour, 2.2, z=2,
                        gid="bump")
        stage.lines(stage.slice, [[(x, machine.b) for x in stage.slice.get_xlim()]], "#7A7A7A", 2.2,
                    z=2)
        stage.lines(stage.slice, [np.column_stack([across, f])], width=3.5, z=4)
        k = np.flatnonzero(np.sign(f[:-1]) != np.sign(f[1:]))
        return across[k] - f[k] * (across[k + 1] - across[k]) / (f[k + 1] - f[k])


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
