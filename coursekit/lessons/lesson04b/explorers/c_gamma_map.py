"""Lesson 04b: what γ and C do together, on a map of accuracies and in one of its cells.

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

from coursekit.explorer import Canvas, Choice, Explorer, FACES, LogSlider, Plane, Preset, rings
from coursekit.kernels import resolve_gamma
from coursekit.lessons.lesson04b.samples import FRESH, N, Samples, samples
from coursekit.plots import style
from coursekit.svm import DualProblem, Solution, solve_fast
from coursekit.wording import percent, signed

C_AXIS = LogSlider("C", "penalty C", 10**-2.0, 10**3.5, 1.0,
                   "ceiling of every multiplier", steps=2)
GAMMA_AXIS = LogSlider("gamma", "γ", 10**-3.0, 10**2.5, 1.0,
                       "inverse squared width of the Gaussian: exp(−γ ‖x − z‖²)", steps=2)
DATA = ("crescents", "stripes", "spirals")
MAP_TOLERANCE, CELL_TOLERANCE = 0.01, 1e-3      # of all machines, and of the chosen one
ROOM = 0.08     # share of the extent of the samples that is left free around them
DASH = 0.24     # half the length of a dash of the line where C·γ is constant, in cells


class Machine(NamedTuple):
    """A machine at one C and γ, and what it does; its margin is 2 / ‖w‖ wide."""

    beta: np.ndarray
    b: float
    gap: float
    at_bound: int
    margin: float
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
    'C = 0.01, γ = 1'
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
            {"C": 1000.0, "gamma": 1e-3},
            "which shape has the line f = 0?",
            shows=r"^C = 1000, γ = 0\.001"),
        "islands": Preset(
            {"C": 10.0, "gamma": 100.0},
            "where are training samples right?",
            shows=r"γ = 100.*(9[89]|100)\.\d% of its own 200"),
        "no islands": Preset(
            {"C": 0.1, "gamma": 100.0},
            "the same γ, another C",
            shows=r"γ = 100.*All fresh samples get the same class")}

    def build(self, canvas: Canvas) -> None:
        """Create the map with its marks, and the plane of the chosen machine."""
        self._shown = ""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.12, 1])
        style.label(left, "% right of fresh samples", "γ", "penalty C")
        style.label(right, "100.0% of fresh samples right", "$x_1$", "$x_2$")
        self._score = canvas.moving(right._left_title, in_layout=True)
        self._build_map(canvas, left)
        s = samples("crescents")
        self._plane = Plane(canvas, right, s.X, s.y, room=ROOM)
        for dots in self._plane._dots:
            dots.set_sizes([26])
        self._rings, entry = rings(canvas, right, style.INK, "support vector")
        self._rings.set(sizes=[70], linewidths=[1.1])
        entry.set(markersize=9, markeredgewidth=1.3)
        classes = [Line2D([], [], marker=marker, ls="none", color=colour, markersize=7,
                          label=f"y = {signed(side)}")
                   for side, marker, colour in FACES]
        line = Line2D([], [], color=style.INK, lw=3, label="f = 0")
        edge = Line2D([], [], color=style.GREY, lw=2, ls="--", label="f = ±1")
        right.legend(handles=[*classes, line, edge, entry], loc="upper center", ncols=3,
                     bbox_to_anchor=(0.5, 0.0), fontsize=11, handlelength=1.4, columnspacing=1.0)
        right.set(xticks=[], yticks=[])
        right.set_xlabel("$x_1$", labelpad=44)

    def _build_map(self, canvas: Canvas, ax: Axes) -> None:
        ax.grid(False)
        self._side = len(C_AXIS.places())
        # The map itself does not move: it is drawn again with other samples only.
        self._image = ax.imshow(
            np.zeros((self._side, self._side)), origin="lower", cmap="cividis",
            aspect="auto", extent=(-0.5, self._side - 0.5, -0.5, self._side - 0.5))
        # A number in every second cell of every second row: all would be too small to read.
        self._numbers = {(i, j): ax.text(j, i, "", ha="center", va="center", fontsize=11)
                         for i in range(0, self._side, 2) for j in range(0, self._side, 2)}
        self._same = canvas.moving(*ax.plot([], [], color=style.ORANGE, lw=2.5,
                                            label="_C γ constant"))
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
        for cell, text in self._numbers.items():
            text.set(text=f"{100 * shares[cell]:.0f}",
                     color="white" if shares[cell] < pale else style.INK)
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
        data, C, gamma = (state[name] for name in ("data", "C", "gamma"))
        if data != self._shown:
            self._place(data)
        s, found = samples(data), machine(data, C, gamma)
        column, row = self._across(gamma), self._up(C)
        self._chosen.set_xy((column - 0.5, row - 0.5))
        low, high = -0.5, self._side - 0.5
        # Dashes at the corners of cells only, so that none crosses a number.
        corners = column % 1 + np.arange(-1, self._side) + 0.5
        x = np.column_stack([corners - DASH, corners + DASH, np.full(len(corners), np.nan)])
        x[((x < low) | (x > high) | (column + row - x < low) | (column + row - x > high))
          .any(axis=1)] = np.nan
        self._same.set_data(x.ravel(), column + row - x.ravel())
        used = np.flatnonzero(found.beta)
        # The Gaussian is a product over the coordinates, and the grid one of columns and rows.
        across, up = (np.exp(-gamma * far[:, used]) for far in self._far)
        self._plane.show(up * found.beta[used] @ across.T + found.b, strip=0)
        self._rings.set_offsets(s.X[used])
        self._score.set_text(f"{_share((found.f > 0) == (s.v > 0))} of fresh samples right")
        return _words(state, s, found)

    def details(self, state: dict) -> str:
        """Return support vectors, the width of the margin, and the gap where the solver stopped."""
        found = machine(*(state[name] for name in ("data", "C", "gamma")))
        below = " (below 0: b is not unique)" if found.gap < 0 else ""
        return (f"Support vectors: {int(np.sum(found.beta != 0))}, of which {found.at_bound} have "
                f"α = C. Margin width 2/‖w‖ = {found.margin:.3g}. KKT gap {found.gap:.2g}{below}."
                ).replace("-", "−")


def _share(right: np.ndarray) -> str:
    return percent(np.mean(right))


def _words(state: dict, s: Samples, found: Machine) -> str:
    C, gamma = (C_AXIS.text(state[name]) for name in ("C", "gamma"))
    positive, fresh = found.f > 0, _share((found.f > 0) == (s.v > 0))
    said = (f"C = {C}, γ = {gamma}: {fresh} of {FRESH:,} fresh samples right, and "
            f"{100 * found.train:.1f}% of its own {N}. f of the fresh ones goes from "
            f"{found.f.min():.2f} to {found.f.max():.2f}. ").replace("-", "−")
    if positive.all() or not positive.any():
        return said + f"All fresh samples get the same class: {'+1' if positive[0] else '−1'}."
    major = max(np.mean(s.v > 0), np.mean(s.v < 0))
    return said + f"Always predicting the larger class would be right for {100 * major:.1f}%."
