"""Lesson 04b: what γ and C do together, on a map of accuracies and in one of its cells.

Legend: ``D`` squared distances, ``K`` Gram matrix of the Gaussian, ``beta`` α_i y_i, ``f`` decision
values of new samples V with labels v.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Stage
from coursekit.lessons.lesson04b.samples import FACES, FRESH, N, Samples, samples
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_fast
from coursekit.wording import percent

C_AXIS = LogSlider("C", "penalty C", 10**-2.0, 10**3.5, 1.0,
                   "ceiling of every multiplier", steps=2)
GAMMA_AXIS = LogSlider("gamma", "γ", 10**-3.0, 10**2.5, 0.01,
                       "inverse squared width of the Gaussian: exp(−γ ‖x − z‖²)", steps=2)
DATA = ("crescents", "stripes", "spirals")
MAP_TOLERANCE, CELL_TOLERANCE = 0.01, 1e-3      # of all machines, and of the chosen one
TINT = ListedColormap([style.PALE_ORANGE, "#F8F8F8", style.PALE_BLUE])
GRID = 81       # points per axis of the plane
ROOM = 0.08     # share of the extent of the samples that is left free around them
DASH = 0.24     # half the length of a dash of the line where C·γ is constant, in cells


class Machine(NamedTuple):
    """A machine at one C and γ, and what it does; its street is 2 / ‖w‖ wide."""

    beta: np.ndarray
    b: float
    gap: float
    at_bound: int
    street: float
    train: float
    f: np.ndarray


@lru_cache(maxsize=4)
def gaussians(data: str, gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the kernel values of the samples, (200, 200), and of the fresh ones with them."""
    s = samples(data)
    return np.exp(-gamma * s.D), np.exp(-gamma * s.D_fresh)


@lru_cache
def loose_machines(data: str) -> dict[tuple[float, float], Solution]:
    """Return the machine of each C and γ, at the tolerance of the map.

    For each γ, C grows, and each run starts from the last one.
    """
    found, y = {}, samples(data).y
    for gamma in GAMMA_AXIS.places():
        K, last = gaussians(data, gamma)[0], None
        for C in C_AXIS.places():
            last = found[C, gamma] = solve_fast(DualProblem(K, y, C), tol=MAP_TOLERANCE, start=last)
    return found


@lru_cache
def accuracy_map(data: str) -> np.ndarray:
    """Return the accuracy on fresh samples, one row a C, one column a γ."""
    s, found, columns = samples(data), loose_machines(data), []
    for gamma in GAMMA_AXIS.places():
        column = [found[C, gamma] for C in C_AXIS.places()]
        alphas, b = np.array([run.alpha for run in column]), np.array([run.b for run in column])
        f = gaussians(data, gamma)[1] @ (alphas * s.y).T + b
        columns.append(np.mean((f > 0) == (s.v > 0)[:, None], axis=0))
    return np.column_stack(columns)


@lru_cache(maxsize=1024)
def machine(data: str, C: float, gamma: float) -> Machine:
    """Return the machine of one cell, closer to the end than the map's, from which it starts."""
    s, (K, K_fresh) = samples(data), gaussians(data, gamma)
    start = loose_machines(data).get((C, gamma))
    found = solve_fast(DualProblem(K, s.y, C), tol=CELL_TOLERANCE, start=start)
    beta = found.alpha * s.y
    width = 2 / np.sqrt(beta @ K @ beta)
    return Machine(beta, found.b, found.gap, int(np.sum(found.alpha == found.C)), float(width),
                   float(np.mean((K @ beta + found.b > 0) == (s.y > 0))),
                   K_fresh @ beta + found.b)


class CGammaMap(Explorer):
    """Validation accuracy for 12 × 12 pairs of C and γ, and the machine of the chosen pair.

    Examples
    --------
    >>> CGammaMap(C=1.0).status.split(":")[0]
    'C = 1, γ = 0.01'
    """

    title = "C and γ"
    question = "Click on a cell: what does γ do if C stays, and C if γ stays?"
    size = (8.8, 5.0)
    controls = (
        Choice("data", "samples", DATA, "crescents",
               "200 samples; in the crescents each label is flipped with probability 0.1"),
        C_AXIS, GAMMA_AXIS)
    presets = {
        "flat": Preset(
            {"C": 0.1, "gamma": 1e-3},
            "from where to where does f go?",
            shows=r"^C = 0\.1, γ = 0\.001.*(goes from (−?0\.9\d|−?1\.0\d) to (0\.9\d|1\.0\d)|same"
                  r" class)"),
        "nearly a line": Preset(
            {"C": 10.0, "gamma": 1e-3},
            "what shape does the line f = 0 have?",
            shows=r"^C = 10, γ = 0\.001"),
        "islands": Preset(
            {"C": 10.0, "gamma": 100.0},
            "where are training samples right?",
            shows=r"γ = 100.*(9[89]|100)\.\d% of its own 200"),
        "no islands": Preset(
            {"C": 0.1, "gamma": 100.0},
            "the same γ, another C",
            shows=r"γ = 100.*All fresh samples get the same class")}

    def build(self, canvas: Canvas) -> None:
        """Make room for the map, and for the plane of the chosen machine."""
        self._side = side = len(C_AXIS.places())
        self._stage = stage = Stage(
            canvas, map=((0.1, 0.13, 0.42, 0.71), {
                "xlim": (-0.5, side - 0.5), "ylim": (-0.5, side - 0.5), "xlabel": "γ",
                "ylabel": "penalty C"}),
            plane=((0.565, 0.13, 0.42, 0.71), {"xticks": [], "yticks": []}))
        for axis, places in ((stage.map.xaxis, GAMMA_AXIS), (stage.map.yaxis, C_AXIS)):
            whole = [(k, place) for k, place in enumerate(places.places()) if k % 2 == 0]
            axis.set_ticks([k for k, _ in whole], [f"{place:g}" for _, place in whole],
                           fontsize=12)
        stage.plane.set_axis_off()

    @staticmethod
    def _across(gamma: float) -> float:
        """Return where γ lies on the map, in columns."""
        return float(GAMMA_AXIS.steps * np.log10(gamma / GAMMA_AXIS.low))

    @staticmethod
    def _up(C: float) -> float:
        return float(C_AXIS.steps * np.log10(C / C_AXIS.low))

    def clicked(self, x: float, y: float) -> None:
        """Choose the cell under a click on the map."""
        pixel = np.array([x, y]) * self.canvas.figure.bbox.size
        place = self._stage.map.transData.inverted().transform(pixel)
        column, row = np.round(place).astype(int)
        if 0 <= column < self._side and 0 <= row < self._side:
            self.set(C=C_AXIS.places()[row], gamma=GAMMA_AXIS.places()[column])

    def draw(self, state: dict) -> str:
        """Draw the map with the chosen cell, and the border of its machine."""
        data, C, gamma = (state[name] for name in ("data", "C", "gamma"))
        s, found, stage = samples(data), machine(data, C, gamma), self._stage
        self._draw_map(accuracy_map(data), self._across(gamma), self._up(C))
        self._draw_plane(s, found, gamma)
        right = np.mean((found.f > 0) == (s.v > 0))
        stage.word(0.1, 0.95, "% right of fresh samples", 16)
        stage.word(0.565, 0.95, f"the framed machine: {percent(right, 0)}", 16)
        stage.word(0.565, 0.88, "its border, among its own samples", 13, fontweight="normal")
        return _words(state, s, found)

    def _draw_map(self, shares: np.ndarray, column: float, row: float) -> None:
        """Draw the accuracies, the chosen cell, and through it the line where C·γ is constant."""
        ax, side = self._stage.map, self._side
        ax.imshow(shares, origin="lower", cmap="cividis", aspect="auto", interpolation="nearest",
                  extent=(-0.5, side - 0.5, -0.5, side - 0.5), zorder=0)
        pale = (shares.min() + shares.max()) / 2
        # A number in every second cell of every second row: all would be too small to read.
        for i in range(0, side, 2):
            for j in range(0, side, 2):
                self._stage.word(j, i, f"{100 * shares[i, j]:.0f}", 12, ax, ha="center",
                                 fontweight="normal",
                                 color="white" if shares[i, j] < pale else style.INK)
        # Dashes at the corners of cells only, so that none crosses a number.
        corners = column + np.arange(-side, side) + 0.5
        x = np.column_stack([corners - DASH, corners + DASH])
        y = column + row - x
        inside = ((np.minimum(x, y) >= -0.5) & (np.maximum(x, y) <= side - 0.5)).all(axis=1)
        self._stage.lines(ax, [*np.stack([x, y], axis=2)[inside]], style.ORANGE, 5, z=3,
                          gid="C γ constant")
        if inside.any():
            self._stage.word(0.1, 0.88, "along the dashes Cγ stays", 13, fontweight="normal")
        ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="none", zorder=4,
                               edgecolor=style.ORANGE, lw=5, gid="chosen"))

    def _draw_plane(self, s: Samples, found: Machine, gamma: float) -> None:
        """Draw the sides of f, f = 0 and ±1, and the samples."""
        ax, stage = self._stage.plane, self._stage
        low, high = s.X.min(axis=0), s.X.max(axis=0)
        low, high = low - ROOM * (high - low), high + ROOM * (high - low)
        sides = [np.linspace(low[k], high[k], GRID) for k in (0, 1)]
        used = np.flatnonzero(found.beta)
        # The Gaussian is a product over the coordinates, and the grid one of columns and rows.
        across, up = (np.exp(-gamma * (side[:, None] - s.X[used, k]) ** 2)
                      for k, side in enumerate(sides))
        f = up * found.beta[used] @ across.T + found.b
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        ax.imshow(np.sign(f), origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto",
                  interpolation="nearest", extent=(low[0], high[0], low[1], high[1]), zorder=0)
        borders = contour_generator(*sides, f)
        stage.lines(ax, borders.lines(0.0), width=4, z=1, gid="f = 0")
        for side, marker, colour in FACES:
            ax.scatter(*s.X[s.y == side].T, marker=marker, color=colour, s=34, edgecolor="white",
                       linewidth=0.6, zorder=3)

    def details(self, state: dict) -> str:
        """Return support vectors, the width of the street, and the gap where the solver stopped."""
        found = machine(*(state[name] for name in ("data", "C", "gamma")))
        below = " (below 0: b is not unique)" if found.gap < 0 else ""
        return (f"Support vectors: {int(np.sum(found.beta != 0))}, of which {found.at_bound} have "
                f"α = C. The street is 2/‖w‖ = {found.street:.3g} wide. KKT gap {found.gap:.2g}"
                f"{below}.").replace("-", "−")


def _share(right: np.ndarray) -> str:
    return percent(np.mean(right))


def _words(state: dict, s: Samples, found: Machine) -> str:
    C, gamma = (C_AXIS.text(state[name]) for name in ("C", "gamma"))
    positive, fresh = found.f > 0, _share((found.f > 0) == (s.v > 0))
    form = ".2f" if np.abs(found.f).max() >= 0.1 else ".2g"     # significant, where f is flat
    said = (f"C = {C}, γ = {gamma}: {fresh} of {FRESH:,} fresh samples right, and "
            f"{100 * found.train:.1f}% of its own {N}. f of the fresh ones goes from "
            f"{found.f.min():{form}} to {found.f.max():{form}}. ").replace("-", "−")
    if positive.all() or not positive.any():
        return said + f"All fresh samples get the same class: {'+1' if positive[0] else '−1'}."
    major = max(np.mean(s.v > 0), np.mean(s.v < 0))
    return said + f"Always predicting the larger class would be right for {100 * major:.1f}%."
