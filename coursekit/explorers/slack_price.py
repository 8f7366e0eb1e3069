"""Lesson 02c: what a change of the penalty C does to the margin, the slack and the multipliers.

Legend: ``alpha`` multipliers, ``w``, ``yf`` = y·f, ``xi`` slack max(0, 1 - y·f), ``b`` the ends of
the interval of optimal intercepts.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.datasets import make_and, make_linear_40, make_overlap_60, make_two_points
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider
from coursekit.linear import optimal_intercepts
from coursekit.plots import style
from coursekit.svm import DualProblem, solve_qp

TINY = 1e-6
BAND = style.LIGHT_GREEN
# Name of the samples: range of C, and the frame (x1 and x2 alike).
DATA = {"AND": ((0.5, 8.0), (-0.6, 3.2)), "two samples": ((2**-5, 1.0), (-0.8, 2.8)),
        "AND, (1, 1) twice": ((0.5, 8.0), (-0.6, 3.2)),
        "forty": ((2**-8, 16.0), (-4.4, 4.4)), "sixty": ((2**-10, 128.0), (-4.4, 4.4))}
TICKS = {"two samples": (0.05, 0.1, 0.25, 0.5, 1), "forty": (0.01, 0.1, 1, 10),
         "sixty": (0.001, 0.01, 0.1, 1, 10, 100)}


class State(NamedTuple):
    """An optimum at one C."""

    alpha: np.ndarray
    w: np.ndarray
    b: tuple[float, float]
    yf: np.ndarray
    xi: np.ndarray

    @property
    def width(self) -> float:
        """Return the distance of the margin boundaries."""
        return 2 / float(np.linalg.norm(self.w))


@lru_cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return (X, y) of one of the names in `DATA`."""
    X, y = {"two samples": make_two_points, "forty": make_linear_40,
            "sixty": make_overlap_60}.get(data, make_and)()
    return (np.vstack([X, X[-1]]), np.append(y, 1)) if "twice" in data else (X, y)


@lru_cache(maxsize=2048)
def optimum(data: str, C: float) -> State:
    """Return the optimum at a penalty; the intercept in the middle of its interval.

    Examples
    --------
    >>> optimum("AND", 2.0).alpha.round(6).tolist()
    [0.0, 1.0, 1.0, 2.0]
    """
    X, y = samples(data)
    alpha = solve_qp(DualProblem.from_data(X, y, C)).alpha
    w = (alpha * y) @ X
    b = optimal_intercepts(X @ w, y)
    yf = y * (X @ w + np.mean(b))
    xi = np.maximum(0, 1 - yf)
    return State(alpha, w, b, yf, np.where(xi < TINY, 0, xi))


@lru_cache
def path(data: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return penalties over the range of some samples, with width and total slack at each."""
    C = np.geomspace(*DATA[data][0], 49)
    states = [optimum(data, float(c)) for c in C]
    return C, np.array([s.width for s in states]), np.array([s.xi.sum() for s in states])


class SlackPrice(Explorer):
    """Samples with their margin, the zones of their multipliers, and both over C.

    Examples
    --------
    >>> print(SlackPrice(C=4.0).status.split(". ")[0])
    C = 4: margin width 0.707, total slack 0, b = -3
    """

    title = "The price of slack"
    question = "From which C on does nothing move, and what keeps the line where it is before?"
    size = (8.8, 5.0)
    controls = (
        LogSlider("C", "penalty C", 2**-10, 256.0, 1.0,
                  "price of one unit of slack; scikit-learn's default is 1", steps=8, base=2.0),
        Choice("data", "samples", tuple(DATA), "AND", "which samples; each has its range of C"))
    presets = {
        "AND on the line": Preset(
            {"C": 2.0},
            "the line goes through (1, 1)",
            shows=r"^C = 2: .*\(1, 1\) is on the line"),
        "hard from here": Preset(
            {"C": 4.0},
            "no slack is left: this is the hard margin",
            shows=r"^C = 4: .*No slack is left"),
        "band": Preset(
            {"data": "sixty", "C": 2**-10},
            "every line of the band costs the same",
            shows=r"any b from .* is optimal"),
    }

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of C for the samples chosen."""
        return {"C": DATA[state["data"]][0]}

    def build(self, canvas: Canvas) -> None:
        """Create the plane, the zones, and the curves over C."""
        axes = canvas.figure.subplot_mosaic([["plane", "zones"], ["plane", "path"]],
                                            width_ratios=[1.25, 1])
        self._plane, self._zones, self._path = (axes[k] for k in ("plane", "zones", "path"))
        style.label(self._plane, "line and margin", "$x_1$", "$x_2$")
        style.label(self._zones, "multipliers", "y·f (below −2 or above 4: at the edge)", "α")
        style.label(self._path, "relative to their largest", "penalty C (log scale)", "")
        self._build_plane(canvas)
        self._build_right(canvas)
        dot = {"ls": "none", "markersize": 9}
        canvas.figure.legend(handles=[
            Line2D([], [], marker="o", color=style.BLUE, label="class +1", **dot),
            Line2D([], [], marker="X", color=style.ORANGE, label="class −1", **dot),
            Line2D([], [], marker="o", mfc="none", mec=style.GREEN, mew=2, label="free", **dot),
            Line2D([], [], marker="s", mfc="none", mec=style.PINK, mew=2, label="α = C", **dot),
            Patch(facecolor=BAND, label="optimal lines")],
            loc="outside lower center", ncols=5)
        self._place("AND")
        canvas.pixels()     # the places of the axes are found here, for whatever samples come

    def _build_plane(self, canvas: Canvas) -> None:
        ax = self._plane
        ax.grid(False)
        ax.set_aspect("equal", adjustable="box")
        self._band = canvas.moving(*ax.fill([0, 0, 0], [0, 0, 0], color=BAND, zorder=0))
        self._line = canvas.moving(*ax.plot([], [], color=style.INK, lw=3, zorder=1))
        self._ends = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=1.6, zorder=1.5)))
        self._edges = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.8, linestyles="--", zorder=1)))
        self._rings = [canvas.moving(ax.scatter([], [], s=size, marker=marker, facecolor="none",
                                                edgecolor=colour, linewidth=2.2, zorder=2))
                       for marker, colour, size in (("o", style.GREEN, 230),
                                                    ("s", style.PINK, 210))]
        self._dots = [canvas.moving(ax.scatter([], [], s=80, marker=marker, color=style.COLOURS[c],
                                               edgecolor="white", linewidth=0.6, zorder=3))
                      for c, marker in ((1, "o"), (-1, "X"))]

    def _build_right(self, canvas: Canvas) -> None:
        zones, ax = self._zones, self._path
        zones.grid(False)
        zones.plot([-9, 1, 1, 99], [1, 1, 0, 0], color=style.SKY, lw=8, alpha=0.45, zorder=0)
        self._alphas = [canvas.moving(zones.scatter([], [], s=45, marker=marker, color=colour,
                                                    edgecolor="white", linewidth=0.5, zorder=2))
                        for marker, colour in (("o", style.GREY), ("o", style.GREEN),
                                               ("s", style.PINK))]
        zones.set(xlim=(-2.4, 4.4), ylim=(-0.15, 1.2))
        zones.set_yticks([0, 1], ["0", "C"])
        self._curves = [canvas.moving(*ax.plot([], [], dash, color=colour, lw=2.5, label=name))
                        for dash, colour, name in (("-", style.INK, "width"),
                                                   ("--", style.GREEN, "total slack"))]
        self._mark = canvas.moving(ax.axvline(1, color=style.SKY, lw=3, zorder=0))
        ax.set_xscale("log")
        ax.set(ylim=(-0.05, 1.1), yticks=[0, 0.5, 1])
        ax.legend(loc="upper right", fontsize=11)
        self._shown = ""

    def _place(self, data: str) -> None:
        """Put other samples into all three panels."""
        (low, high), frame = DATA[data]
        X, y = samples(data)
        self._plane.set(xlim=frame, ylim=frame)
        self._path.set_xlim(low / 1.1, high * 1.1)
        ticks = TICKS.get(data, (0.5, 1, 2, 4, 8))
        self._path.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        self._path.set_xticks([], minor=True)
        for dots, c in zip(self._dots, (1, -1), strict=True):
            dots.set_offsets(X[y == c])
        C, width, slack = path(data)
        for curve, values in zip(self._curves, (width, slack), strict=True):
            curve.set_data(C, values / values.max())
        self.canvas.invalidate(key=data)
        self._shown = data

    def draw(self, state: dict) -> str:
        """Solve, and move the line, its margin, the marks of the zones and the mark at C."""
        C, data = state["C"], state["data"]
        if data != self._shown:
            self._place(data)
        X, _ = samples(data)
        now = optimum(data, C)
        low, high = DATA[data][1]
        middle = float(np.mean(now.b))
        self._line.set_data(*_across(now.w, middle, low, high).T)
        self._edges.set_segments([_across(now.w, middle + side, low, high) for side in (-1, 1)])
        first, last = (_across(now.w, b, low, high) for b in now.b)
        self._band.set_xy(np.vstack([first, last[::-1]]))
        several = np.ptp(now.b) > TINY
        self._band.set_visible(several)
        self._ends.set_segments([first, last] if several else [])   # seen if the band is narrow
        zone = _zone(now, C)
        for rings, k in zip(self._rings, (1, 2), strict=True):
            rings.set_offsets(X[zone == k])
        at = np.column_stack([np.clip(now.yf, -2, 4), now.alpha / C])
        for dots, k in zip(self._alphas, (0, 1, 2), strict=True):
            dots.set_offsets(at[zone == k])
        self._mark.set_xdata([C, C])
        return _words(data, C, now, zone)


def _zone(now: State, C: float) -> np.ndarray:
    return np.where(now.alpha == 0, 0, np.where(now.alpha == C, 2, 1))


def _across(w: np.ndarray, b: float, low: float, high: float) -> np.ndarray:
    """Return two points of ⟨w, x⟩ + b = 0 that lie beyond a square frame."""
    middle = np.full(2, (low + high) / 2)
    foot = middle - (middle @ w + b) / (w @ w) * w
    along = 3 * (high - low) * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - along, foot + along])


def _distance_outside(w: np.ndarray, b: float, low: float, high: float) -> float:
    """Return how far a line passes from a square frame; 0 if it crosses it."""
    corners = np.array([[low, low], [low, high], [high, low], [high, high]])
    f = (corners @ w + b) / np.linalg.norm(w)
    return 0.0 if f.min() <= 0 <= f.max() else float(np.abs(f).min())


def _number(value: float) -> str:
    return f"{value + 0.0:.3g}"


def _words(data: str, C: float, now: State, zone: np.ndarray) -> str:
    low, high = now.b
    band = high - low > TINY
    intercept = (f"any b from {_number(low)} to {_number(high)} is optimal" if band
                 else f"b = {_number((low + high) / 2)}")
    outside, free, full = (int(np.sum(zone == k)) for k in range(3))
    said = [f"C = {LogSlider.text(None, C)}: margin width {now.width:.3g}, total slack "
            f"{_number(now.xi.sum())}, {intercept}",
            f"Samples with α = 0: {outside}, free: {free}, α = C: {full}"]
    said.append(_limit(data, now, zone))
    far = [_distance_outside(now.w, np.mean(now.b) - side, *DATA[data][1]) for side in (1, -1)]
    for side, distance in zip(("+1", "−1"), far, strict=True):
        if distance > 0:
            said.append(f"The boundary f = {side} passes {distance:.3g} outside the picture")
    return ". ".join(said) + "."


def _limit(data: str, now: State, zone: np.ndarray) -> str:
    """Say in one sentence what keeps the line where it is."""
    if not now.xi.any():
        return "No slack is left: this is the hard margin, and a larger C changes nothing"
    X, _ = samples(data)
    free = X[zone == 1]
    if len(free) >= 3 and np.linalg.matrix_rank(free - free[0], tol=TINY) == 2:
        return (f"The {len(free)} free samples have y·f = 1, which fixes the line: a slightly "
                "different C leaves it here")
    count = int(np.sum(now.xi > 0))
    has = "1 sample has" if count == 1 else f"{count} samples have"
    return (f"{has} slack, and so α = C, the most that the box allows; "
            f"{_wrong_side(data, now)}")


def _wrong_side(data: str, now: State) -> str:
    """Say who is on the wrong side, y·f ≤ 0; where b is an interval, at its ends as well."""
    if data == "AND":
        f = now.yf[-1]
        where = ("the line, which counts as wrong" if abs(f) < TINY
                 else "its own side" if f > 0 else "the wrong side")
        return f"(1, 1) is on {where}"
    y = samples(data)[1]
    at = [int(np.sum(now.yf + y * (b - np.mean(now.b)) <= TINY)) for b in now.b]
    middle = int(np.sum(now.yf <= TINY))
    if now.b[1] - now.b[0] <= TINY:
        return f"on the wrong side: {middle}"
    return (f"on the wrong side: {middle} with b in the middle of its interval, {at[0]} with the "
            f"smallest b, {at[1]} with the largest")
