"""Lesson 02d: what the penalty C does to the street and to the slack, and why.

Legend: ``C`` penalty, ``now`` the optimum at C; ``u`` total slack and ``v`` = ½‖w‖², the two
coordinates of the panel on the right.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Stage
from coursekit.lessons.lesson02d.samples import (
    TINY, Optimum, bars, border, optimum, penalties_of, samples,
)
from coursekit.plots import style
from coursekit.wording import plural, signed

SLACK_WORD, PRICE_WORD = style.WORDS["female"], style.WORDS["male"]     # pink and green, dark
CLASS_WORDS = {1: style.WORDS["survived"], -1: style.WORDS["died"]}     # blue and orange, dark
BAND = "#A8DCCB"
DEARER = 0.14       # how far the line of higher cost is shifted, as a share of the panel
BARS, PUSHES, PRICE = "bars", "pushes", "price"
WIDE, SQUARE, PAIRS = (0, 0.09, 1, 0.8), (0.015, 0.09, 0.418, 0.75), (0.535, 0.335, 0.435, 0.475)
SIZE = (8.8, 4.9)


class View(NamedTuple):
    """What belongs to some samples: the range of C, and the frames of both panels."""

    C: tuple[float, float]
    low: float
    high: float
    most_slack: float
    most_half: float


VIEWS = {"sixty": View((2**-6, 32.0), -4.3, 4.1, 13, 2.8),
         "forty": View((2**-6, 16.0), -4.3, 4.3, 13, 4.8),
         "AND": View((1.0, 8.0), -0.7, 1.9, 2.0, 5.2),
         "AND, (1, 1) twice": View((0.5, 8.0), -0.7, 1.9, 4.0, 5.2),
         "55 + 45": View((2**-4, 128.0), -4.1, 4.3, 20, 14)}


@lru_cache
def edge(data: str) -> np.ndarray:
    """Return the border of all possible pairs, from above the frame to the right of it."""
    view = VIEWS[data]
    C = 2.0 ** np.arange(np.log2(view.C[0]) - 3, np.log2(view.C[1]) + 4)
    line = border([(c, optimum(data, float(c))) for c in C])
    return np.vstack([[99 * view.most_slack, line[0, 1]], line, [line[-1, 0], 99 * view.most_half]])


class SlackPrice(Explorer):
    """Samples with their slack as bars, how hard they push, and what slack and street cost.

    Examples
    --------
    >>> SlackPrice(data="AND", C=4.0).status.split(". ")[1]
    'No slack is left: this is the hard margin, and a larger C keeps this line.'
    """

    title = "The price of slack"
    question = "What does the street do when you raise C?"
    size = SIZE
    controls = (
        LogSlider("C", "penalty C", 2**-6, 128.0, 2**-4,
                  "penalty for one unit of slack; scikit-learn's default is 1", steps=4, base=2.0),
        Choice("show", "show", (BARS, PUSHES, PRICE), PRICE,
               "the slack of each sample; how hard each sample pushes; or what slack and street "
               "cost together"),
        Choice("data", "samples", tuple(VIEWS), "sixty",
               "sixty that overlap, forty that a line separates, the corners of AND, or 100; each "
               "with its own range of C"))
    presets = {
        "cheap": Preset(
            {"C": 2**-6}, "Slack costs little. How wide is the street, and who falls short?",
            shows=r"C = 0\.0156: street 4\.21.*22 samples"),
        "expensive": Preset(
            {"C": 8.0}, "Slack costs 8. Where does the green line touch now?",
            shows=r"C = 8: street 1\.2 wide.*2 samples"),
        "no slack left": Preset(
            {"data": "AND", "C": 4.0, "show": PUSHES},
            "The hard margin of AND. Raise C further: what changes?",
            shows=r"AND, C = 4: .*No slack is left"),
        "any b": Preset(
            {"data": "AND, (1, 1) twice", "C": 1.0, "show": PUSHES},
            "Every line of the green band costs the same.",
            shows=r"Any b from −2 to −1 costs the same"),
    }

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the range of C for the samples chosen."""
        return {"C": VIEWS[state["data"]].C}

    def build(self, canvas: Canvas) -> None:
        """Make room for the samples alone, and for the samples beside the possible pairs."""
        self._stage = Stage(canvas, wide=(WIDE, {}), square=(SQUARE, {}), pairs=(PAIRS, {}))
        for ax in (self._stage.wide, self._stage.square):
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set_visible(True)
        self._stage.wide.set_axis_off()

    def draw(self, state: dict) -> str:
        """Solve, and draw the street with its bars; with the pushes, or with the price."""
        C, data, stage = state["C"], state["data"], self._stage
        now, both = optimum(data, C), state["show"] == PRICE
        for ax in (stage.square, stage.pairs):
            ax.axison = both
        _draw_plane(stage, stage.square if both else stage.wide, now, data)
        if both:
            self._draw_pairs(now, VIEWS[data], C, edge(data))
            self._write_sum(now, C)
        elif state["show"] == PUSHES:
            _draw_pushes(stage, now, samples(data)[0], C)
        else:
            stage.word(0.5, 0.045, "slack 1 = half a street", 15, color=SLACK_WORD, ha="center")
        count = int(np.sum(now.xi > 0))
        full, less = int(np.sum(now.alpha == C)), int(np.sum((now.alpha > 0) & (now.alpha < C)))
        stage.word(0.02, 0.945, f"C = {_number(C)}: " + (
            f"{full} of {len(now.xi)} push with all of C, {less} with less"
            if state["show"] == PUSHES else f"the street is {_number(now.width)} wide, " +
            (f"{count} of {len(now.xi)} fall short" if count else "none falls short")), 17)
        return (f"{data[0].upper() + data[1:]}, C = {LogSlider.text(None, C)}: street "
                f"{_number(now.width)} wide, total slack {_number(now.slack)} "
                f"({plural(count, 'sample')}), {_wrong(now)} misclassified."
                + _holds(data, C, now, pushes=state["show"] != BARS))

    def _draw_pairs(self, now: Optimum, view: View, C: float, line: np.ndarray) -> None:
        """Draw the possible pairs, the cheapest of them, and two lines of equal cost."""
        stage, ax, cost = self._stage, self._stage.pairs, now.cost(C)
        ax.set(xlim=(0, view.most_slack), ylim=(0, view.most_half))
        ax.set_xlabel("total slack (all pink bars)", color=SLACK_WORD, fontsize=14)
        ax.set_ylabel("½‖w‖²: narrow street →", fontsize=14)
        ax.locator_params(nbins=4, steps=[1, 2, 5, 10])
        stage.areas(ax, [np.vstack([line, [99 * view.most_slack, 99 * view.most_half]])],
                    "#EBEBEB", 0, z=0)
        stage.lines(ax, [line], width=3.5, z=2)
        steep = np.hypot(1, C * view.most_slack / view.most_half) * view.most_half
        for dear, width, dashes, name in ((DEARER * steep, 2, "--", "dearer"),
                                          (0, 4, "-", "cheapest")):
            ax.plot(*_cost_line(view, C, cost + dear), dashes, color=style.GREEN, lw=width,
                    zorder=3, gid=name)
        ax.plot([now.slack], [now.half], "o", color=style.GREEN, markersize=15, zorder=4,
                markeredgecolor="white", markeredgewidth=2, clip_on=False, gid="optimum")
        at = 0.72 * view.most_half
        on_curve = np.interp(at, line[:, 1], line[:, 0])
        ax.annotate("best trade-offs", (on_curve, at), (30, 0), textcoords="offset points",
                    fontsize=15, fontweight="bold", va="center",
                    arrowprops={"arrowstyle": "-", "color": style.INK, "lw": 1.5})
        stage.word(0, 1.075, f"cheapest: slope −C = −{_number(C)}", 14, ax, color=PRICE_WORD,
                   transform=ax.transAxes)

    def _write_sum(self, now: Optimum, C: float) -> None:
        """Write the objective under the panel, one word under each of its terms."""
        terms = ((0.555, style.INK, "½‖w‖²", now.half), (0.695, PRICE_WORD, "penalty C", C),
                 (0.835, SLACK_WORD, "total slack", now.slack),
                 (0.952, style.INK, "cost", now.cost(C)))
        for x, colour, word, value in terms:
            self._stage.word(x, 0.125, _number(value), 17, color=colour, ha="center")
            self._stage.word(x, 0.05, word, 13, color=colour, ha="center", fontweight="normal")
        for x, sign in zip((0.619, 0.767, 0.896), "+×=", strict=True):
            self._stage.word(x, 0.125, sign, 18, ha="center", fontweight="normal")

    def details(self, state: dict) -> str:
        """Return the multipliers, the intercept, the longest slack and the cost in numbers."""
        C = state["C"]
        now = optimum(state["data"], C)
        kinds = (now.alpha == 0, (now.alpha > 0) & (now.alpha < C), now.alpha == C)
        none, free, full = (int(np.sum(which)) for which in kinds)
        low, high = now.ends
        b = f"b = {_number(now.b)}" if high - low <= TINY else \
            f"b from {_number(low)} to {_number(high)}"
        pushes = "" if state["show"] == BARS else \
            f"Multipliers: {none} are 0, {free} between 0 and C, {full} at C. "
        return (f"{pushes}The line has {b}; largest slack {_number(now.xi.max())}; cost "
                f"{_number(now.half)} + {_number(C)} × {_number(now.slack)} = "
                f"{_number(now.cost(C))}.")


def _draw_plane(stage: Stage, ax: Axes, now: Optimum, data: str) -> None:
    """Draw samples, street and slack; the longest bar and both classes have their names."""
    (X, y), view = samples(data), VIEWS[data]
    middle, half = (view.low + view.high) / 2, (view.high - view.low) / 2
    wide = WIDE[2] / WIDE[3] * SIZE[0] / SIZE[1] if ax is stage.wide else 1
    ax.set(xlim=(middle - wide * half, middle + wide * half), ylim=(view.low, view.high))
    across = [_across(now.w, now.b - side, middle, 9 * half) for side in (1, -1)]
    stage.areas(ax, [np.vstack([across[0], across[1][::-1]])], style.AREAS["margin"], 0, z=0,
                alpha=0.55)
    if np.ptp(now.ends) > TINY:
        first, last = (_across(now.w, b, middle, 9 * half) for b in now.ends)
        stage.areas(ax, [np.vstack([first, last[::-1]])], BAND, 0, z=0.5, gid="any b")
    stage.lines(ax, across, [style.COLOURS[c] for c in (1, -1)], 2.2, z=1, linestyles="--")
    stage.lines(ax, [_across(now.w, now.b, middle, 9 * half)], width=3.5, z=1.5)
    short = bars(X, y, now)
    stage.lines(ax, short, style.COLOURS["slack"], 7, z=2, gid="slack")
    for c, marker in ((1, "o"), (-1, "X")):
        ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=9,
                markeredgecolor="white", zorder=3)
        _name_class(stage, ax, X[y == c], c, marker)
    if len(short) and ax is stage.wide:
        _name_longest(stage, short, now, data, half)


def _name_longest(stage: Stage, short: np.ndarray, now: Optimum, data: str, half: float) -> None:
    """Write its slack near the longest bar, where samples, bars and lines leave room."""
    angle, share = np.arange(16) * np.pi / 8, np.linspace(0, 1, 9)[:, None, None]
    reach = half * np.column_stack([0.44 * np.cos(angle), 0.17 * np.sin(angle)])
    reach = np.vstack([far * reach for far in (1, 1.5, 2, 2.5, 3, 3.5)])
    along = short[:, 0] + share * (short[:, 1] - short[:, 0])
    bar = along[:, [np.argmax(now.xi[now.xi > 0])]]
    places = (bar + reach).swapaxes(0, 1).reshape(-1, 2)        # the nearest first
    low, high = stage.wide.get_ylim()
    places = places[np.abs(places[:, 1] - (low + high) / 2) < 0.9 * half]
    room = half * np.array([0.32, 0.1])     # of the words, from their middle
    X, y = samples(data)
    names = [(c * ((c * X[y == c, 0]).max() + far * half), X[y == c, 1].mean())
             for c in (1, -1) for far in (0.15, 0.3, 0.45)]
    taken = np.vstack([X, along.reshape(-1, 2), names])
    off = np.hypot(*np.moveaxis((places[:, None] - taken) / room, -1, 0)).min(axis=1)
    f = places @ now.w + now.b
    off_lines = np.abs(f[:, None] - [-1, 0, 1]).min(axis=1) / (np.abs(now.w) @ room)
    place = places[np.argmax(np.minimum(np.minimum(off, off_lines), 1.25))]
    stage.wide.annotate(f"slack {_number(now.xi.max())}", bar[len(bar) // 2, 0], place, zorder=5,
                        fontsize=16, fontweight="bold", ha="center", va="center",
                        color=SLACK_WORD, arrowprops={"arrowstyle": "-", "color": SLACK_WORD})


def _name_class(stage: Stage, ax: Axes, cloud: np.ndarray, c: int, marker: str) -> None:
    """Write the name of a class beside its samples; under the small panel, with its marker."""
    name, low, high = f"class {signed(c)}", *ax.get_ylim()
    if ax is stage.wide:
        x, side = (cloud[:, 0].max(), "left") if c > 0 else (cloud[:, 0].min(), "right")
        stage.word(x + 0.06 * c * (high - low), cloud[:, 1].mean(), name, 16, ax,
                   color=CLASS_WORDS[c], ha=side)
    else:
        x = 0.045 if c < 0 else 0.235
        stage.paper.plot([x], [0.045], marker, color=style.COLOURS[c], markersize=10,
                         markeredgecolor="white")
        stage.word(x + 0.025, 0.045, name, 14, color=CLASS_WORDS[c])


def _draw_pushes(stage: Stage, now: Optimum, X: np.ndarray, C: float) -> None:
    """Put a square around each sample that pushes with all of C, a circle around the others."""
    full = now.alpha == C
    look = {"ls": "none", "markerfacecolor": "none", "markeredgecolor": style.INK,
            "markeredgewidth": 2}
    for which, marker, x, words in ((full, "s", 0.16, "square: pushes with all of C"),
                                    ((now.alpha > 0) & ~full, "o", 0.6, "circle: pushes less")):
        stage.wide.plot(*X[which].T, marker, markersize=14, zorder=2.5, gid=words, **look)
        stage.paper.plot([x], [0.045], marker, markersize=14, **look)
        stage.word(x + 0.03, 0.045, words, 15)


def _cost_line(view: View, C: float, cost: float) -> np.ndarray:
    """Return (u, v) at both ends of v = cost − C u, which begins on an axis of the frame."""
    high = min(cost, 1.5 * view.most_half)
    u = np.array([(cost - high) / C, cost / C])
    return np.array([u, cost - C * u])


def _across(w: np.ndarray, b: float, middle: float, far: float) -> np.ndarray:
    """Return two points of ⟨w, x⟩ + b = 0, far away from the middle of the plane."""
    centre = np.full(2, middle)
    foot = centre - (centre @ w + b) / (w @ w) * w
    along = far * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - along, foot + along])


def _number(value: float) -> str:
    return np.format_float_positional(value + 0.0, precision=3, unique=False, fractional=False,
                                      trim="-").replace("-", "−") if abs(value) > TINY else "0"


def _wrong(now: Optimum) -> int:
    """Count samples with y·f ≤ 0; on the line counts as wrong."""
    return int(np.sum(now.yf <= TINY))


def _holds(data: str, C: float, now: Optimum, pushes: bool) -> str:
    """Say what keeps the line where it is; of multipliers only where they are shown."""
    low, high = now.ends
    if not now.xi.any():
        return " No slack is left: this is the hard margin, and a larger C keeps this line."
    if high - low > TINY:
        return (f" Any b from {_number(low)} to {_number(high)} costs the same; the line in the "
                "middle is drawn.")
    if data == "AND":
        f = now.yf[-1]
        return " (1, 1) lies on " + ("the line." if abs(f) < TINY else
                                     "its own side." if f > 0 else "the wrong side.")
    if not pushes:
        return ""
    free = int(np.sum((now.alpha > 0) & (now.alpha < C)))
    if (kept := penalties_of(data, C)) is not None:
        return (f" {free} samples with 0 < α < C lie on their edges and hold the line for every "
                f"C {_span(*kept)}.")
    return f" {plural(int(np.sum(now.alpha == C)), 'sample')} with α = C push as hard as C allows."


def _span(low: float, high: float) -> str:
    """Return an interval of C in words, with ends that lie inside it."""
    words = [np.format_float_positional(end, precision=3, unique=False, fractional=False, trim="-")
             for end in (_inside(low, np.ceil), _inside(high, np.floor)) if np.isfinite(end)]
    return f"from {' to '.join(words)}" + ("" if np.isfinite(high) else " on")


def _inside(end: float, rounded) -> float:
    """Return an end of an interval rounded to three digits in one direction."""
    if not np.isfinite(end):
        return end
    unit = 10.0 ** (np.floor(np.log10(end)) - 2)
    return float(rounded(end / unit) * unit)
