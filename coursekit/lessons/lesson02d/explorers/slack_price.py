"""Lesson 02d: what the penalty C does to the margin and to the slack, and why.

Legend: ``C`` penalty, ``now`` the optimum at C; ``u`` total slack and ``v`` = ½‖w‖², the two
coordinates of the panel on the right.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset
from coursekit.lessons.lesson02d.samples import TINY, Optimum, border, optimum, samples
from coursekit.plots import style

SLACK_WORD, PRICE_WORD = style.WORDS["female"], style.WORDS["male"]     # pink and green, dark
BAND = "#A8DCCB"
WORSE = (0.08, 0.16)    # how far the lines of higher cost are shifted, in shares of the panel


class View(NamedTuple):
    """What belongs to some samples: the range of C, and the frames of both panels."""

    C: tuple[float, float]
    low: float
    high: float
    most_slack: float
    most_half: float


VIEWS = {"sixty": View((2**-6, 32.0), -4.5, 4.5, 13, 2.8),
         "forty": View((2**-6, 16.0), -4.5, 4.5, 13, 4.8),
         "AND": View((1.0, 8.0), -0.7, 3.1, 2.0, 5.2),
         "AND, (1, 1) twice": View((0.5, 8.0), -0.7, 3.1, 4.0, 5.2),
         "55 + 45": View((2**-4, 128.0), -4.5, 4.5, 20, 14)}


@lru_cache
def edge(data: str) -> np.ndarray:
    """Return the border of all possible pairs, from above the frame to the right of it."""
    view = VIEWS[data]
    C = 2.0 ** np.arange(np.log2(view.C[0]) - 3, np.log2(view.C[1]) + 4)
    line = border([(c, optimum(data, float(c))) for c in C])
    return np.vstack([[99 * view.most_slack, line[0, 1]], line, [line[-1, 0], 99 * view.most_half]])


class SlackPrice(Explorer):
    """Samples with their slack as bars, and the cheapest pair of total slack and narrowness.

    Examples
    --------
    >>> SlackPrice(data="AND", C=4.0).status.split(". ")[1]
    'No slack is left: this is the hard margin, and a larger C keeps this line.'
    """

    title = "The price of slack"
    question = "You raise C. Does the margin become wider or narrower?"
    size = (8.8, 5.1)
    controls = (
        LogSlider("C", "penalty C", 2**-6, 128.0, 2**-3,
                  "penalty for one unit of slack; scikit-learn's default is 1", steps=4, base=2.0),
        Choice("data", "samples", tuple(VIEWS), "sixty",
               "sixty that overlap, forty that a line separates, the corners of AND, or 100"))
    presets = {
        "cheap": Preset(
            {"C": 2**-6}, "Slack costs little. How wide is the margin, and who pays?",
            shows=r"C = 0\.0156: margin 4\.21.*22 samples"),
        "expensive": Preset(
            {"C": 8.0}, "Slack costs 8. Where does the green line touch now?",
            shows=r"C = 8: margin 1\.2 wide.*2 samples"),
        "no slack left": Preset(
            {"data": "AND", "C": 4.0}, "The hard margin of AND. Raise C further: what moves?",
            shows=r"AND, C = 4: .*No slack is left"),
        "any b": Preset(
            {"data": "AND, (1, 1) twice", "C": 1.0},
            "Every line of the green band costs the same.",
            shows=r"Any b from −2 to −1 costs the same"),
    }

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of C for the samples chosen."""
        return {"C": VIEWS[state["data"]].C}

    def build(self, canvas: Canvas) -> None:
        """Create the plane, the panel of possible pairs, and the words."""
        canvas.figure.set_layout_engine("none")
        figure = canvas.figure
        self._plane = figure.add_axes((0.015, 0.215, 0.39, 0.39 * 8.8 / 5.1))
        self._pairs = figure.add_axes((0.51, 0.335, 0.455, 0.475))
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._finding = canvas.moving(paper.text(0.015, 0.955, "", fontsize=16, weight="bold",
                                                 va="center"))
        self._build_plane(canvas)
        self._build_pairs(canvas)
        self._build_sum(canvas, paper)
        self._shown = ""

    def _build_plane(self, canvas: Canvas) -> None:
        ax = self._plane
        ax.grid(False)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(True)
        (self._street,) = ax.fill([0, 0, 0], [0, 0, 0], color=style.AREAS["margin"], alpha=0.55,
                                  lw=0, zorder=0)
        (self._band,) = ax.fill([0, 0, 0], [0, 0, 0], color=BAND, lw=0, zorder=0.5)
        self._edges = [ax.plot([], [], "--", color=style.COLOURS[c], lw=2.2, zorder=1)[0]
                       for c in (1, -1)]
        (self._line,) = ax.plot([], [], color=style.INK, lw=3.5, zorder=1.5)
        self._bars = ax.add_collection(LineCollection(
            [], colors=style.COLOURS["slack"], linewidths=5, zorder=2))
        rings = {"markerfacecolor": "none", "markeredgecolor": style.INK, "markeredgewidth": 1.8}
        self._rings = [ax.plot([], [], marker, markersize=14, zorder=2.5, **rings)[0]
                       for marker in ("o", "s")]
        self._dots = [ax.plot([], [], marker, color=style.COLOURS[c], markersize=8.5,
                              markeredgecolor="white", zorder=3)[0]
                      for c, marker in ((1, "o"), (-1, "X"))]
        for artist in (self._street, self._band, *self._edges, self._line, self._bars,
                       *self._rings, *self._dots):
            canvas.moving(artist)
        dot = {"ls": "none", "markersize": 9, "markeredgecolor": "white"}
        canvas.figure.legend(handles=[
            Line2D([], [], marker="o", color=style.COLOURS[1], label="class +1", **dot),
            Line2D([], [], marker="X", color=style.COLOURS[-1], label="class −1", **dot),
            Line2D([], [], color=style.COLOURS["slack"], lw=5, label="slack"),
            Line2D([], [], marker="o", ls="none", markersize=11, label="multiplier 0 < α < C",
                   **rings),
            Line2D([], [], marker="s", ls="none", markersize=11, label="multiplier α = C", **rings),
            Patch(color=BAND, label="other optimal lines")],
            loc=(0.006, 0.015), ncols=2, columnspacing=1.2, handletextpad=0.5, labelspacing=0.35,
            handlelength=1.4)

    def _build_pairs(self, canvas: Canvas) -> None:
        ax = self._pairs
        ax.grid(False)
        (self._possible,) = ax.fill([0, 0, 0], [0, 0, 0], color="#EBEBEB", lw=0, zorder=0)
        (self._border,) = ax.plot([], [], color=style.INK, lw=3.5, zorder=2)
        self._worse = ax.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=1.8, linestyles="--", zorder=1))
        (self._tangent,) = ax.plot([], [], color=style.GREEN, lw=4, zorder=3)
        (self._dot,) = ax.plot([], [], "o", color=style.GREEN, markersize=15, zorder=4,
                               markeredgecolor="white", markeredgewidth=2, clip_on=False)
        ax.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        ax.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        for artist in (self._worse, self._tangent, self._dot):
            canvas.moving(artist)
        ax.set_xlabel("total slack (all pink bars)", color=SLACK_WORD, fontsize=14)
        ax.set_ylabel("½‖w‖²\n(higher: narrower margin)", fontsize=14)
        ax.text(0.97, 0.93, "possible pairs\n(dashed: same\nslope, cost more)", ha="right",
                va="top", fontsize=13, transform=ax.transAxes, linespacing=1.35, color="#4A4A4A")
        self._slope = canvas.moving(ax.text(0, 1.06, "", fontsize=14, weight="bold",
                                            color=PRICE_WORD, transform=ax.transAxes))

    def _build_sum(self, canvas: Canvas, paper) -> None:
        """Write the objective under the panel, one word under each of its terms."""
        places = (0.51, 0.665, 0.805, 0.935)
        colours = (style.INK, PRICE_WORD, SLACK_WORD, style.INK)
        words = ("½‖w‖²", "penalty C", "total slack", "cost")
        self._terms = []
        for x, colour, word in zip(places, colours, words, strict=True):
            self._terms.append(canvas.moving(paper.text(
                x, 0.135, "", fontsize=17, weight="bold", color=colour, ha="center", va="center")))
            paper.text(x, 0.055, word, fontsize=13, color=colour, ha="center", va="center")
        for x, sign in zip((0.59, 0.742, 0.868), "+×=", strict=True):
            paper.text(x, 0.135, sign, fontsize=18, ha="center", va="center")

    def _place(self, data: str) -> None:
        """Put other samples, and their border of possible pairs, into both panels."""
        view, (X, y), line = VIEWS[data], samples(data), edge(data)
        self._plane.set(xlim=(view.low, view.high), ylim=(view.low, view.high))
        for dots, c in zip(self._dots, (1, -1), strict=True):
            dots.set_data(*X[y == c].T)
        self._pairs.set(xlim=(0, view.most_slack), ylim=(0, view.most_half))
        self._border.set_data(*line.T)
        self._possible.set_xy(np.vstack([line, [99 * view.most_slack, 99 * view.most_half]]))
        self.canvas.invalidate(key=data)
        self._shown = data

    def draw(self, state: dict) -> str:
        """Solve, and move the line, its margin, the bars and the green line."""
        C, data = state["C"], state["data"]
        if data != self._shown:
            self._place(data)
        now, view = optimum(data, C), VIEWS[data]
        self._draw_plane(now, data, C)
        self._tangent.set_data(*_cost_line(view, C, now.cost(C)))
        steep = np.hypot(1, C * view.most_slack / view.most_half) * view.most_half
        self._worse.set_segments([_cost_line(view, C, now.cost(C) + far * steep).T
                                  for far in WORSE])
        self._dot.set_data([now.slack], [now.half])
        self._slope.set_text(f"cheapest: slope −C = −{_number(C)}")
        for term, value in zip(self._terms, (now.half, C, now.slack, now.cost(C)), strict=True):
            term.set_text(_number(value))
        count = int(np.sum(now.xi > 0))
        self._finding.set_text(
            f"At C = {_number(C)} the margin is {_number(now.width)} wide, and "
            + (f"{count} of {len(now.xi)} fall short" if count else "no sample falls short"))
        return (f"{data[0].upper() + data[1:]}, C = {LogSlider.text(None, C)}: margin "
                f"{_number(now.width)} wide, total slack {_number(now.slack)} "
                f"({_samples(count)}), {_wrong(now)} misclassified. {_holds(data, C, now)}.")

    def _draw_plane(self, now: Optimum, data: str, C: float) -> None:
        (X, y), view = samples(data), VIEWS[data]
        across = [_across(now.w, now.b - side, view) for side in (1, -1)]
        self._street.set_xy(np.vstack([across[0], across[1][::-1]]))
        for line, ends in zip(self._edges, across, strict=True):
            line.set_data(*ends.T)
        self._line.set_data(*_across(now.w, now.b, view).T)
        first, last = (_across(now.w, b, view) for b in now.ends)
        self._band.set_xy(np.vstack([first, last[::-1]]))
        self._band.set_visible(np.ptp(now.ends) > TINY)
        self._bars.set_segments(bars(X, y, now))
        free = (now.alpha > 0) & (now.alpha < C)
        for rings, which in zip(self._rings, (free, now.alpha == C), strict=True):
            rings.set_data(*X[which].T)

    def details(self, state: dict) -> str:
        """Return the multipliers, the intercept, the longest slack and the cost in numbers."""
        C = state["C"]
        now = optimum(state["data"], C)
        kinds = (now.alpha == 0, (now.alpha > 0) & (now.alpha < C), now.alpha == C)
        none, free, full = (int(np.sum(which)) for which in kinds)
        low, high = now.ends
        b = f"b = {_number(now.b)}" if high - low <= TINY else \
            f"b from {_number(low)} to {_number(high)}"
        return (f"Multipliers: {none} are 0, {free} between 0 and C, {full} at C; {b}; largest "
                f"slack {_number(now.xi.max())}; cost {_number(now.half)} + {_number(C)} × "
                f"{_number(now.slack)} = {_number(now.cost(C))}.")


def bars(X: np.ndarray, y: np.ndarray, now: Optimum) -> np.ndarray:
    """Return for each sample with slack the way to its own margin boundary: (m, 2, 2)."""
    short = now.xi > 0
    way = (y * now.xi)[:, None] * now.w / (now.w @ now.w)
    return np.stack([X[short], (X + way)[short]], axis=1)


def _cost_line(view: View, C: float, cost: float) -> np.ndarray:
    """Return (u, v) at both ends of v = cost − C u, which begins on an axis of the frame."""
    high = min(cost, 1.5 * view.most_half)
    u = np.array([(cost - high) / C, cost / C])
    return np.array([u, cost - C * u])


def _across(w: np.ndarray, b: float, view: View) -> np.ndarray:
    """Return two points of ⟨w, x⟩ + b = 0 that lie beyond the frame of the plane."""
    middle = np.full(2, (view.low + view.high) / 2)
    foot = middle - (middle @ w + b) / (w @ w) * w
    along = 3 * (view.high - view.low) * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - along, foot + along])


def _number(value: float) -> str:
    return np.format_float_positional(value + 0.0, precision=3, unique=False, fractional=False,
                                      trim="-").replace("-", "−") if abs(value) > TINY else "0"


def _samples(count: int) -> str:
    return "1 sample" if count == 1 else f"{count} samples"


def _wrong(now: Optimum) -> int:
    """Count samples with y·f ≤ 0; on the line counts as wrong."""
    return int(np.sum(now.yf <= TINY))


def _holds(data: str, C: float, now: Optimum) -> str:
    """Say what keeps the line where it is."""
    low, high = now.ends
    if not now.xi.any():
        return "No slack is left: this is the hard margin, and a larger C keeps this line"
    if high - low > TINY:
        return (f"Any b from {_number(low)} to {_number(high)} costs the same; the line in the "
                "middle is drawn")
    if data == "AND":
        f = now.yf[-1]
        return "(1, 1) lies on " + ("the line" if abs(f) < TINY else
                                    "its own side" if f > 0 else "the wrong side")
    free = samples(data)[0][(now.alpha > 0) & (now.alpha < C)]
    if len(free) >= 3 and np.linalg.matrix_rank(free - free[0], tol=TINY) == 2:
        return (f"{len(free)} samples with 0 < α < C lie on their boundaries and hold the line: "
                "a slightly different C would not move it")
    full = int(np.sum(now.alpha == C))
    return f"{_samples(full)} with α = C push as hard as C allows"
