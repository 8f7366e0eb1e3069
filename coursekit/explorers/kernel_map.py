"""Lesson 04c: what γ and C do together, on a map of accuracies and in one of its cells.

Legend: ``D`` squared distances, ``K`` Gram matrix of the Gaussian, ``beta`` α_i y_i, ``f`` decision
values of new samples V with labels v.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from coursekit.datasets import make_crescents, make_spirals, make_stripes
from coursekit.explorer.artists import Plane, rings
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider
from coursekit.kernels import resolve_gamma, squared_distances
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_fast

DATA = {"crescents": make_crescents, "stripes": make_stripes, "spirals": make_spirals}
N, FRESH = 200, 1000
C_AXIS = LogSlider("C", "penalty C", 10**-2.0, 10**3.5, 1.0,
                   "largest multiplier of a sample", steps=2)
GAMMA_AXIS = LogSlider("gamma", "γ", 10**-3.0, 10**2.5, 1.0,
                       "inverse squared width of the Gaussian: exp(−γ ‖x − z‖²)", steps=2)
MAP_TOLERANCE = 0.01
ROOM = 0.08     # share of the extent of the samples that is left free around them


class Samples(NamedTuple):
    """200 samples, fresh ones of the same law, and the squared distances."""

    X: np.ndarray
    y: np.ndarray
    V: np.ndarray
    v: np.ndarray
    D: np.ndarray
    D_fresh: np.ndarray


class Machine(NamedTuple):
    """A machine at one C, γ and tolerance, and what it does; its margin is 2 / ‖w‖ wide."""

    beta: np.ndarray
    b: float
    gap: float
    at_bound: int
    margin: float
    train: float
    f: np.ndarray


@lru_cache
def samples(data: str) -> Samples:
    """Return the samples of one of the names in `DATA`."""
    (X, y), (V, v) = DATA[data](N, seed=0), DATA[data](FRESH, seed=1)
    return Samples(X, y, V, v, squared_distances(X), squared_distances(V, X))


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
def machine(data: str, C: float, gamma: float, tol: float) -> Machine:
    """Return the machine of one cell; a tighter tolerance than the map's starts from there."""
    s, (K, K_fresh) = samples(data), gaussians(data, gamma)
    start = loose_machines(data).get((C, gamma)) if tol < MAP_TOLERANCE else None
    found = solve_fast(DualProblem(K, s.y, C), tol=tol, start=start)
    beta = found.alpha * s.y
    width = 2 / np.sqrt(beta @ K @ beta)
    return Machine(beta, found.b, found.gap, int(np.sum(found.alpha == found.C)), float(width),
                   float(np.mean((K @ beta + found.b > 0) == (s.y > 0))),
                   K_fresh @ beta + found.b)


def defaults(data: str) -> dict[str, float]:
    """Return the γ that programs take when none is given.

    Examples
    --------
    >>> {name: round(gamma, 3) for name, gamma in defaults("crescents").items()}["1/d"]
    0.5
    """
    X = samples(data).X
    return {"1/n": 1 / len(X), "scale": resolve_gamma("scale", X), "1/d": resolve_gamma("auto", X)}


class CGammaMap(Explorer):
    """Validation accuracy for 12 × 12 pairs of C and γ, and the machine of the chosen pair.

    Examples
    --------
    >>> CGammaMap(C=0.01).status.split(":")[0]
    'C = 0.01, γ = 1, tolerance 0.001'
    """

    title = "C and γ"
    question = "Click on a cell: what does one of the two knobs do, if the other is not told?"
    size = (8.8, 5.0)
    controls = (
        Choice("data", "samples", tuple(DATA), "crescents",
               "200 samples; in the crescents each label is turned with the chance 0.1"),
        C_AXIS, GAMMA_AXIS,
        LogSlider("tol", "tolerance", 1e-4, 1.0, 1e-3,
                  "largest KKT gap at which the solver of the chosen cell may stop", steps=1))
    presets = {
        "flat": Preset(
            {"C": 0.1, "gamma": 1e-3},
            "from where to where does f go?",
            shows=r"^C = 0\.1, γ = 0\.001.*(goes from (−?0\.9\d|−?1\.0\d) to (0\.9\d|1\.0\d)|same"
                  r" class)"),
        "nearly a line": Preset(
            {"C": 1000.0, "gamma": 1e-3},
            "which shape has the line f = 0?",
            shows=r"^C = 1000, γ = 0\.001"),
        "islands": Preset(
            {"C": 10.0, "gamma": 100.0},
            "where are training samples right?",
            shows=r"γ = 100.*right are (9[89]|100)\.\d% of the 200"),
        "no islands": Preset(
            {"C": 0.1, "gamma": 100.0},
            "the same γ, another C",
            shows=r"γ = 100.*All fresh samples get the same class")}

    def build(self, canvas: Canvas) -> None:
        """Create the map with its marks, and the plane of the chosen machine."""
        self._shown = ""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.12, 1])
        style.label(left, "% right of fresh samples", "γ", "penalty C")
        style.label(right, "the chosen machine", "$x_1$", "$x_2$")
        self._build_map(canvas, left)
        s = samples("crescents")
        self._plane = Plane(canvas, right, s.X, s.y, room=ROOM)
        for dots in self._plane._dots:
            dots.set_sizes([26])
        self._rings, entry = rings(canvas, right, style.INK, "support vector")
        self._rings.set(sizes=[70], linewidths=[1.1])
        entry.set(markersize=9, markeredgewidth=1.3)
        line = Line2D([], [], color=style.INK, lw=3, label="f = 0")
        edge = Line2D([], [], color=style.GREY, lw=2, ls="--", label="f = ±1")
        right.legend(handles=[entry, line, edge], loc="upper center", bbox_to_anchor=(0.5, 0.0),
                     ncols=3, fontsize=10.5, handlelength=1.4, columnspacing=1.0)
        right.set(xticks=[], yticks=[])
        right.set_xlabel("$x_1$", labelpad=26)

    def _build_map(self, canvas: Canvas, ax: Axes) -> None:
        ax.grid(False)
        self._side = len(C_AXIS.places())
        # The map itself does not move: it is drawn again with other samples only.
        self._image = ax.imshow(
            np.zeros((self._side, self._side)), origin="lower", cmap="cividis",
            aspect="auto", extent=(-0.5, self._side - 0.5, -0.5, self._side - 0.5))
        self._numbers = [[ax.text(j, i, "", ha="center", va="center", fontsize=8.5)
                          for j in range(self._side)] for i in range(self._side)]
        self._same = canvas.moving(*ax.plot([], [], "--", color=style.ORANGE, lw=2))
        self._chosen = canvas.moving(ax.add_patch(Rectangle(
            (0, 0), 1, 1, facecolor="none", edgecolor=style.ORANGE, lw=3.5, zorder=4)))
        self._marks = [(*ax.plot([], [], "v", color=style.PINK, markersize=9, zorder=5),
                        ax.text(0, 0, "", ha="center", fontsize=10.5)) for _ in range(3)]
        for axis, places in ((ax.xaxis, GAMMA_AXIS), (ax.yaxis, C_AXIS)):
            whole = [(k, place) for k, place in enumerate(places.places()) if k % 2 == 0]
            axis.set_ticks([k for k, _ in whole], [f"{place:g}" for _, place in whole], fontsize=11)
        ax.set(xlim=(-0.5, self._side - 0.5), ylim=(-0.5, self._side + 1.4))
        ax.spines["left"].set_bounds(-0.5, self._side - 0.5)

    def _place(self, data: str) -> None:
        """Put other samples into both panels."""
        s, shares = samples(data), accuracy_map(data)
        self._plane.place(s.X, s.y, ROOM)
        self._far = [(side[:, None] - s.X[:, k]) ** 2 for k, side in enumerate(self._plane.sides)]
        self._image.set_data(shares)
        self._image.set_clim(shares.min(), shares.max())
        pale = (shares.min() + shares.max()) / 2
        for i, row in enumerate(shares):
            for j, share in enumerate(row):
                self._numbers[i][j].set(text=f"{100 * share:.0f}",
                                        color="white" if share < pale else style.INK)
        for k, (name, gamma) in enumerate(defaults(data).items()):
            (mark, word), x = self._marks[k], self._across(gamma)
            mark.set_data([x], [self._side - 0.25])
            word.set(text=name, position=(x, self._side + (0.75 if name == "scale" else 0.1)))
        self.canvas.invalidate(key=data)
        self._shown = data

    @staticmethod
    def _across(gamma: float) -> float:
        """Return where γ lies on the map, in columns."""
        return float(GAMMA_AXIS.steps * np.log10(gamma / GAMMA_AXIS.low))

    @staticmethod
    def _up(C: float) -> float:
        return float(C_AXIS.steps * np.log10(C / C_AXIS.low))

    def clicked(self, x: float, y: float) -> None:
        """Choose the cell under a click on the map."""
        ax = self._image.axes
        pixel = np.array([x, y]) * self.canvas.figure.bbox.size
        column, row = np.round(ax.transData.inverted().transform(pixel)).astype(int)
        if 0 <= column < self._side and 0 <= row < self._side:
            self.set(C=C_AXIS.places()[row], gamma=GAMMA_AXIS.places()[column])

    def draw(self, state: dict) -> str:
        """Fit the machine of the chosen cell, and draw its border, margins and support vectors."""
        data, C, gamma, tol = (state[name] for name in ("data", "C", "gamma", "tol"))
        if data != self._shown:
            self._place(data)
        s, found = samples(data), machine(data, C, gamma, tol)
        column, row = self._across(gamma), self._up(C)
        self._chosen.set_xy((column - 0.5, row - 0.5))
        low, high = -0.5, self._side - 0.5
        ends = np.array([max(low, column + row - high), min(high, column + row - low)])
        self._same.set_data(ends, column + row - ends)
        used = np.flatnonzero(found.beta)
        # The Gaussian is a product over the coordinates, and the grid one of columns and rows.
        across, up = (np.exp(-gamma * far[:, used]) for far in self._far)
        self._plane.show(up * found.beta[used] @ across.T + found.b, strip=0)
        self._rings.set_offsets(s.X[used])
        return _words(state, s, found)


def _words(state: dict, s: Samples, found: Machine) -> str:
    numbers = [C_AXIS.text(state[name]) for name in ("C", "gamma", "tol")]
    right = (found.f > 0) == (s.v > 0)
    below = " (below 0: b is not unique)" if found.gap < 0 else ""
    said = (f"C = {numbers[0]}, γ = {numbers[1]}, tolerance {numbers[2]}: right are "
            f"{found.train:.1%} of the {N} training samples and {right.mean():.1%} of {FRESH:,} "
            f"fresh ones (se {np.sqrt(right.mean() * (1 - right.mean()) / FRESH):.1%}). Support "
            f"vectors: {int(np.sum(found.beta != 0))}, of which {found.at_bound} have α = C. KKT "
            f"gap {found.gap:.2g}{below}. Margin width 2/‖w‖ = {found.margin:.3g}; f of the fresh "
            f"ones goes from {found.f.min():.2f} to {found.f.max():.2f}. ")
    return said.replace("-", "−") + _regime(s, found)


def _regime(s: Samples, found: Machine) -> str:
    positive = found.f > 0
    major = max(np.mean(s.v > 0), np.mean(s.v < 0))
    if positive.all() or not positive.any():
        return ("All fresh samples get the same class: "
                f"{'+1' if positive.all() else '−1'}.")
    return f"To say one class always would be right for at most {major:.1%} of the fresh ones."
