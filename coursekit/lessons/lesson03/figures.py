"""The figures of lesson 03: a segment, climbs, the wanted intercepts, a line, a gap.

Legend: as in `coursekit.lessons.lesson03.runs`; ``f`` (n,) values of the decision function.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.plots import style
from coursekit.wording import signed

WALL, WALLED, BEHIND = "#7A4A2B", "#6A3E22", "#D4D4D4"
STEP = style.WORDS["male"]
FACES = ((1, "o"), (-1, "X"))
SIDES = ((1, "survived"), (-1, "died"))         # a class, and the name of its colour for words
State = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]       # F, beta, A and B


def plot_segment(pair: tuple[float, float], boxes: Sequence[tuple[float, float]],
                 ends: tuple[float, float], title: str) -> Figure:
    """Draw the two boxes of a pair as walls, and the segment on which it may move."""
    figure, ax = style.new_axes(title, "signed multiplier $\\beta_i$",
                                "signed multiplier $\\beta_j$", width=8.8, height=5)
    (left, right), (bottom, top) = boxes
    ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, facecolor="white",
                           edgecolor=WALL, lw=7, label="walls: both boxes"))
    room = 0.2 * max(right - left, top - bottom)
    ax.set(xlim=(left - 2.2 * room, right + 2.2 * room), ylim=(bottom - room, top + room),
           aspect="equal", facecolor=BEHIND)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.grid(False)
    far, t = np.array([-1.6, 1.6]) * (right - left), np.array(ends)
    ax.plot(pair[0] + far, pair[1] - far, "--", color="#5A5A5A", lw=2, label="same sum",
            gid="decoration")
    ax.plot(pair[0] + t, pair[1] - t, "-", color=STEP, lw=8, label="segment")
    ax.plot(*np.transpose([pair]), "o", color=style.INK, markersize=15, markeredgecolor="white",
            label="t = 0")
    middle = (left + right) / 2, (bottom + top) / 2
    walls = (((left, middle[1]), (-10, 0), "right", "center", "i", left),
             ((right, middle[1]), (10, 0), "left", "center", "i", right),
             ((middle[0], top), (0, 8), "center", "bottom", "j", top),
             ((middle[0], bottom), (0, -8), "center", "top", "j", bottom))
    for place, offset, side, height, name, value in walls:
        end = f"{value:g}" if value == 0 else "C" if value > 0 else "-C"
        ax.annotate(f"$\\beta_{name} = {end}$", place, offset, textcoords="offset points",
                    fontsize=17, color=WALLED, ha=side, va=height)
    ax.annotate("t = 0: here\nthe pair stands", pair, (14, 4), textcoords="offset points",
                fontsize=14, va="bottom")
    for name, end, offset, side in (("low", ends[0], (18, -2), "left"),
                                    ("high", ends[1], (-44, 16), "right")):
        ax.annotate(f"{name}: t = {signed(end, '.2g')}", (pair[0] + end, pair[1] - end),
                    ha=side, va="center", xytext=offset, fontsize=15,
                    fontweight="bold", textcoords="offset points", color=STEP)
    return figure


def plot_climbs(climbs: Mapping[str, tuple[float, float, float, float, float]], title: str, *,
                across: tuple[float, float] | None = None,
                upwards: tuple[float, float] = (-1, 1.3)) -> Figure:
    """Draw W along a segment, and the step taken, for slope, eta, low, high and t of each case."""
    figure, panels = style.new_panels(list(climbs), "t", "W(t) − W(0)", width=10, height=4.2)
    style.headline(figure, title)
    for ax, climb in zip(panels, climbs.values(), strict=True):
        _draw_climb(ax, *climb[:4], across)
        slope, eta, low, high, t = climb
        ax.plot([t], [slope * t + eta * t**2 / 2], "*", color=style.GREEN, markersize=26,
                markeredgecolor="white", label="your step", zorder=6)
        ax.set_ylim(upwards)
    slope, eta, low, high, t = next(iter(climbs.values()))
    for words, x, y, offset, colour in (
            ("t = 0", 0, 0, (12, -14), style.INK),
            ("step", t, slope * t + eta * t**2 / 2, (0, 18), STEP)):
        panels[0].annotate(words, (x, y), offset, textcoords="offset points", fontsize=15,
                           fontweight="bold", color=colour, zorder=7,
                           ha="left" if words == "t = 0" else "center")
    panels[0].annotate("wall", (low, upwards[1]), (-8, -20), textcoords="offset points",
                       fontsize=15, fontweight="bold", color=WALLED, ha="right")
    return figure


def plot_slope(slope: float, eta: float, low: float, high: float, title: str) -> Figure:
    """Draw W along the segment of a pair, and its tangent where the pair stands."""
    top = -slope / eta
    across = np.array([-0.5, 2.1]) * top
    figure, ax = style.new_axes(title, "t: how far both multipliers have moved",
                                "how much W has risen", width=8.8, height=4.2)
    _draw_climb(ax, slope, eta, low, high, tuple(across))
    ends = np.array([-0.3, 0.66]) * top
    ax.plot(ends, slope * ends, color=style.BLUE, lw=4, zorder=4, label="slope at t = 0")
    ax.annotate(f"slope at t = 0:\n$F_i - F_j$ = {slope:g}", (ends[1], slope * ends[1]),
                (12, 0), textcoords="offset points", fontsize=16, fontweight="bold",
                color=style.WORDS["survived"], va="center")
    ax.annotate("wall", (low, 0.62 * slope * top), (-10, 0), textcoords="offset points",
                fontsize=15, fontweight="bold", color=WALLED, ha="right")
    ax.set(xlim=across, ylim=np.array([-0.3, 0.78]) * slope * top)
    return figure


def _draw_climb(ax: Axes, slope: float, eta: float, low: float, high: float,
                across: tuple[float, float] | None) -> None:
    """Draw W between the walls and behind them."""
    room = 0.6 * (high - low)
    left, right = across or (low - room, high + room)
    wide, inside = np.linspace(left, right, 161), np.linspace(low, min(high, right), 121)
    for start, end, wall in ((left, low, low), (high, right, high)):
        if start < end:
            ax.axvspan(start, end, color=BEHIND, lw=0, zorder=0)
            ax.axvline(wall, color=WALL, lw=7, zorder=2)
    ax.plot(wide, slope * wide + eta * wide**2 / 2, "--", color="#5A5A5A", lw=2,
            gid="decoration", label="behind the walls")
    ax.plot(inside, slope * inside + eta * inside**2 / 2, color=style.INK, lw=4.5, label="W",
            zorder=3)
    ax.plot([0], [0], "o", color=style.INK, markersize=12, markeredgecolor="white",
            label="t = 0", zorder=5)
    ax.set_xlim(left, right)
    ax.grid(False)


def plot_wanted(start: State, finished: State, title: str) -> Figure:
    """Draw the F of all samples, at the start and at the end; a pair can gain while there is a gap.
    """
    axis = "slope F = the intercept b that a sample wants"
    figure, (top, low) = style.new_panels(["", ""], ["", axis], "samples", width=8.8, height=6.6,
                                          stacked=True)
    style.headline(figure, title)
    _draw_start(top, *start)
    _draw_end(low, *finished)
    for ax in (top, low):
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.grid(False)
    reach = np.concatenate([start[0], finished[0]])
    low.set_xlim(reach.min() - 0.6, reach.max() + 0.6)
    return figure


def _may(F: np.ndarray, beta: np.ndarray, A: np.ndarray, B: np.ndarray
         ) -> tuple[np.ndarray, float, float]:
    """Return the marker of each sample by what it may do, and the two ends of the gap."""
    marks = np.where(beta <= A, "^", np.where(beta >= B, "v", "D"))
    return marks, F[beta < B].max(), F[beta > A].min()


def _line_up(ax: Axes, words: str, x: float, y: float, colour: str = style.INK, **options) -> None:
    ax.text(x, y, words, **{"fontsize": 14, "fontweight": "bold", "color": colour,
                            "va": "center", "zorder": 6, **options})


def _draw_start(ax: Axes, F: np.ndarray, beta: np.ndarray, A: np.ndarray, B: np.ndarray) -> None:
    """Draw a column of samples for each class, and the gap between the two."""
    marks, up, low = _may(F, beta, A, B)
    for c, role in SIDES:
        chosen = np.where(A < 0, -1, 1) == c
        mark, n = marks[chosen][0], int(np.sum(chosen))
        ax.scatter(F[chosen], np.arange(n), marker=mark, s=60, color=style.COLOURS[c], zorder=3,
                   edgecolor="white", linewidth=0.5, label=f"start, class {signed(c)}")
        _line_up(ax, f"class {signed(c)}: {n} samples,\n" +
                 ("▲ β may only rise" if mark == "^" else "▼ β may only fall"),
                 F[chosen][0] + 0.15 * c, n / 2, style.WORDS[role],
                 ha="left" if c > 0 else "right")
    height = 1.2 * np.sum(A < 0)
    for at, words in ((up, "up"), (low, "low")):
        ax.plot([at, at], [-1, height], color=style.INK, lw=3, zorder=2,
                gid=f"start, F_{words} = {at:.3g}")
        _line_up(ax, f"$F_{{\\mathrm{{{words}}}}}$", at, height + 3, fontsize=17, ha="center")
    ax.annotate("", (up, height - 2), (low, height - 2), arrowprops={
        "arrowstyle": "<->", "color": style.INK, "lw": 2.5, "shrinkA": 0, "shrinkB": 0})
    _line_up(ax, f"gap {up - low:.2g}", (up + low) / 2, height + 2, fontsize=18, ha="center")
    ax.set_ylim(-2, height + 6)


def _draw_end(ax: Axes, F: np.ndarray, beta: np.ndarray, A: np.ndarray, B: np.ndarray) -> None:
    """Draw a row of samples for each class, and the intercept on which the free ones agree."""
    marks, up, low = _may(F, beta, A, B)
    side, b = np.where(A < 0, -1, 1), (up + low) / 2
    for c, role in SIDES:
        for mark in "^vD":
            chosen = (side == c) & (marks == mark)
            ax.scatter(F[chosen], 0.5 * side[chosen], marker=mark, s=95, color=style.COLOURS[c],
                       zorder=3, edgecolor="white", linewidth=0.7, label=f"end, class {signed(c)}")
        _line_up(ax, "▲ β may only rise" if c > 0 else "▼ β may only fall",
                 F[(side == c) & (marks == ("^" if c > 0 else "v"))].mean(), 0.88 * c,
                 style.WORDS[role], ha="center")
    _line_up(ax, "at the ceiling α = C,\nmisclassified", F[(side > 0) & (marks == "v")].max(), 0.2,
             style.WORDS["survived"], ha="center", va="top")
    _line_up(ax, "at the ceiling", F[(side < 0) & (marks == "^")].min() - 0.15, -0.5,
             style.WORDS["died"], ha="right")
    ax.axvline(b, color=style.INK, lw=3, zorder=2, gid=f"end, b = {b:.3g}")
    _line_up(ax, f"◆ β may do both: all free\nsamples want b = {signed(b, '.2f')}", b + 0.12, 1.4,
             ha="left")
    ax.set_ylim(-1.15, 1.75)


def plot_line(X: np.ndarray, y: np.ndarray, beta: np.ndarray, b: float, C: float,
              by_hand: tuple[np.ndarray, float], title: str) -> Figure:
    """Draw samples as large as their multipliers, rings where those are above 0, and two lines."""
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=5.2)
    low, high = X.min(axis=0) - 0.6, X.max(axis=0) + 0.6
    across = np.linspace(low[0], high[0], 50)

    def line(w, b, height):
        return (height - b - w[0] * across) / w[1]
    w = beta @ X
    ax.fill_between(across, line(w, b, -1), line(w, b, 1), color=style.AREAS["margin"], alpha=0.5,
                    lw=0, zorder=0, label="street")
    ax.plot(across, line(w, b, 0), color=style.INK, lw=4, zorder=1, label="your line")
    ax.plot(across, line(*by_hand, 0), "--", color=style.GREY, lw=3, zorder=1, label="by hand")
    for c, marker in FACES:
        ax.scatter(*X[y == c].T, s=70 + 430 * np.abs(beta[y == c]) / C, marker=marker,
                   color=style.COLOURS[c], edgecolor="white", linewidth=0.9, zorder=3,
                   label=f"class {signed(c)}")
    held = beta != 0
    ax.scatter(*X[held].T, s=1.35 * (70 + 430 * np.abs(beta[held]) / C) + 190, facecolor="none",
               edgecolor=style.INK, linewidth=2.4, zorder=4, label="α > 0, in rings")
    full = X[np.argmax(beta)]
    ax.annotate("α = C", full, (-24, 0), textcoords="offset points", fontsize=15,
                fontweight="bold", ha="right", va="center", color=style.WORDS["survived"])
    ax.text(0.02, 0.05, "in rings: α > 0", fontsize=15, fontweight="bold", transform=ax.transAxes)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.grid(False)
    for words, (v, c), at, offset, colour, side in (
            ("your line", (w, b), low[0] + 0.28 * np.ptp((low[0], high[0])), (14, 6), style.INK,
             "left"),
            ("drawn by hand", by_hand, low[0] + 0.27 * np.ptp((low[0], high[0])), (-10, -6),
             "#5A5A5A", "right")):
        ax.annotate(words, (at, float(-(c + v[0] * at) / v[1])), offset, ha=side,
                    textcoords="offset points", fontsize=15, fontweight="bold", color=colour,
                    va="bottom" if side == "left" else "top")
    return figure


def plot_gap(gaps: Sequence[float], W: Sequence[float], tol: float, title: str) -> Figure:
    """Draw the KKT gap after each step of a run, W behind it, and the tolerance."""
    figure, ax = style.new_axes(title, "steps", "KKT gap", width=8.8, height=4.8)
    steps = np.arange(len(gaps))
    ax.plot(steps, W, color=STEP, lw=2.5, label="W")
    ax.plot(steps, gaps, "o-", color=style.INK, lw=3, markersize=10, label="KKT gap")
    ax.axhline(tol, color=style.ORANGE, ls="--", lw=2, label=f"tolerance {tol:g}")
    most = int(np.argmax(gaps))
    for words, x, y, offset, colour, side in (
            (f"KKT gap {gaps[most]:.2g}", most, gaps[most], (12, 4), style.INK, "left"),
            (f"W = {W[-1]:.2f}", steps[-1], W[-1], (0, 8), STEP, "right"),
            (f"{gaps[-1]:.2g}, below the tolerance {tol:g}", steps[-1], gaps[-1], (0, 36),
             style.WORDS["died"], "right")):
        ax.annotate(words, (x, y), offset, textcoords="offset points", fontsize=15,
                    fontweight="bold", color=colour, ha=side, va="bottom")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set(xlim=(-0.5, len(gaps) - 0.5), ylim=(-0.15, 1.12 * max(*gaps, *W)))
    return figure
