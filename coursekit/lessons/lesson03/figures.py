"""The figures of lesson 03: a segment, three climbs, the wanted intercepts, a line, two piles.

Legend: as in `coursekit.lessons.lesson03.runs`; ``f`` (n,) values of the decision function.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from coursekit.plots import style
from coursekit.wording import signed

WALL = "#7A4A2B"
FACES = ((1, "o"), (-1, "X"))
WIDTH, ABREAST = 0.25, 10       # of a pile, in units of f; and dots side by side in it
LANE = {1: 0.2, -1: -0.2}       # how far above the middle of its row a class stands
MAY = {"up": ("^", "may only rise"), "free": ("D", "may do both"), "low": ("v", "may only fall")}


def plot_segment(pair: tuple[float, float], boxes: Sequence[tuple[float, float]],
                 ends: tuple[float, float], title: str) -> Figure:
    """Draw the two boxes of a pair as walls, and the segment on which it may move."""
    figure, ax = style.new_axes(title, "signed multiplier $\\beta_i$",
                                "signed multiplier $\\beta_j$", width=8.8, height=4.8)
    (left, right), (bottom, top) = boxes
    ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, facecolor="white",
                           edgecolor=WALL, lw=7, label="walls: both boxes"))
    room = 0.22 * max(right - left, top - bottom)
    ax.set(xlim=(left - 3.4 * room, right + 3.4 * room), ylim=(bottom - room, top + room),
           aspect="equal", facecolor="#D4D4D4")
    ax.set_xticks(boxes[0])
    ax.set_yticks(boxes[1])
    ax.tick_params(labelsize=14)
    ax.grid(False)
    far, t = np.array([-1.6, 1.6]) * (right - left), np.array(ends)
    ax.plot(pair[0] + far, pair[1] - far, "--", color="#5A5A5A", lw=2, label="same sum",
            gid="decoration")
    ax.plot(pair[0] + t, pair[1] - t, "-", color=style.WORDS["male"], lw=8, label="segment")
    ax.plot(*np.transpose([pair]), "o", color=style.INK, markersize=15, markeredgecolor="white",
            label="t = 0")
    ax.annotate("t = 0: here\nthe pair stands", pair, (14, 4), textcoords="offset points",
                fontsize=14, va="bottom")
    for name, end, offset in (("low", ends[0], (-14, -8)), ("high", ends[1], (-4, -22))):
        ax.annotate(f"{name}: t = {end:.2g}".replace("-", "−"), (pair[0] + end, pair[1] - end),
                    ha="right", va="center", xytext=offset, fontsize=15,
                    fontweight="bold", textcoords="offset points", color=style.WORDS["male"])
    return figure


def plot_climbs(climbs: Mapping[str, tuple[float, float, float, float, float]], title: str
                ) -> Figure:
    """Draw W along a segment, and the step taken, for slope, eta, low, high and t of each case."""
    figure, panels = style.new_panels(list(climbs), "t", "W(t) − W(0)", width=10, height=4.2)
    style.headline(figure, title)
    for ax, (slope, eta, low, high, t) in zip(panels, climbs.values(), strict=True):
        def rise(u, slope=slope, eta=eta):
            return slope * u + eta * np.square(u) / 2
        room = 0.6 * (high - low)
        wide, inside = (np.linspace(low - r, high + r, 121) for r in (room, 0))
        for start, end in ((low - room, low), (high, high + room)):
            ax.axvspan(start, end, color="#D4D4D4", lw=0, zorder=0)
        for wall in (low, high):
            ax.axvline(wall, color=WALL, lw=7, zorder=2)
        ax.plot(wide, rise(wide), "--", color="#5A5A5A", lw=2, gid="decoration",
                label="behind the walls")
        ax.plot(inside, rise(inside), color=style.INK, lw=4.5, label="W", zorder=3)
        ax.plot([0], [0], "o", color=style.INK, markersize=12, markeredgecolor="white",
                label="t = 0", zorder=4)
        ax.plot([t], [rise(t)], "*", color=style.GREEN, markersize=26, markeredgecolor="white",
                label="your step", zorder=5)
        ax.set_xlim(low - room, high + room)
        ax.grid(False)
    style.legend_below(figure, panels, 4)
    return figure


def plot_wanted(states: Mapping[str, tuple[np.ndarray, ...]], title: str) -> Figure:
    """Draw the F of all samples on a line, a row for each state (F, beta, A, B), with its gap."""
    figure, ax = style.new_axes(title, "slope F = the intercept b that a sample wants",
                                "", width=8.8, height=1.9 + 1.45 * len(states))
    for row, (name, state) in zip(range(len(states))[::-1], states.items(), strict=True):
        _draw_row(ax, row, name, *state)
    ax.set_yticks(range(len(states))[::-1], list(states), fontsize=14)
    ax.set(ylim=(-0.62, len(states) - 0.18), ylabel="state")
    ax.grid(False)
    entries = [Line2D([], [], marker=marker, ls="none", color=style.INK, markersize=10, label=words)
               for marker, words in MAY.values()]
    entries += [Line2D([], [], marker="s", ls="none", color=style.COLOURS[c], markersize=10,
                       label=words) for c, words in ((1, "class +1"), (-1, "class −1"))]
    figure.legend(handles=entries, loc="outside lower center", ncols=5, handletextpad=0.2,
                  columnspacing=1.2)
    return figure


def _draw_row(ax: Axes, row: int, name: str, F: np.ndarray, beta: np.ndarray, A: np.ndarray,
              B: np.ndarray) -> None:
    may = np.where(beta <= A, "up", np.where(beta >= B, "low", "free"))
    for c, lane in LANE.items():
        for kind, (marker, words) in MAY.items():
            chosen = (np.where(A < 0, -1, 1) == c) & (may == kind)
            if chosen.any():
                ax.scatter(F[chosen], np.full(chosen.sum(), row + lane), marker=marker, s=95,
                           color=style.COLOURS[c], zorder=3, edgecolor="white", linewidth=0.7,
                           label=f"{name}, class {c:+d}, {words}")
    up, low = F[beta < B].max(), F[beta > A].min()
    apart = up - low > 0.05 * np.ptp(F)
    for at, words, letters, side in ((up, "F_up", "$F_{\\mathrm{up}}$", "left"),
                                     (low, "F_low", "$F_{\\mathrm{low}}$", "right")):
        ax.plot([at, at], [row - 0.36, row + 0.36], color=style.INK, lw=3, zorder=2,
                gid=f"{name}, {words} = {at:.3g}")
        ax.annotate(letters, (at, row + 0.38), (0 if apart else 3 if side == "left" else -3, 0),
                    ha="center" if apart else side, va="bottom", fontsize=16,
                    textcoords="offset points")
    if apart:
        ax.annotate("", (up, row + 0.42), (low, row + 0.42), zorder=1, arrowprops={
            "arrowstyle": "<->", "color": style.INK, "lw": 2, "shrinkA": 24, "shrinkB": 24})
    ax.annotate(f"gap {up - low:.2g}" if apart else "gap 0", ((up + low) / 2, row + 0.46)
                if apart else (up, row - 0.42), ha="center", va="bottom" if apart else "top",
                fontsize=15, fontweight="bold")


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
                    lw=0, zorder=0, label="margin")
    ax.plot(across, line(w, b, 0), color=style.INK, lw=4, zorder=1, label="your line")
    ax.plot(across, line(*by_hand, 0), "--", color=style.GREY, lw=3, zorder=1, label="by hand")
    for c, marker in FACES:
        ax.scatter(*X[y == c].T, s=70 + 430 * np.abs(beta[y == c]) / C, marker=marker,
                   color=style.COLOURS[c], edgecolor="white", linewidth=0.9, zorder=3,
                   label=f"class {signed(c)}")
    held = beta != 0
    ax.scatter(*X[held].T, s=1.35 * (70 + 430 * np.abs(beta[held]) / C) + 190, facecolor="none",
               edgecolor=style.INK, linewidth=2.4, zorder=4, label="α > 0, in rings")
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


def plot_piles(f: np.ndarray, y: np.ndarray, title: str) -> Figure:
    """Draw one dot per passenger over the decision value f, piled up in narrow columns."""
    figure, ax = style.new_axes(title, "decision value f", "a dot for each passenger",
                                width=8.8, height=4.6)
    column = np.round(f / WIDTH).astype(int)
    for c, words in ((1, "survived"), (-1, "died")):
        at, height = [], []
        for k in np.unique(column):
            n, first = np.sum((column == k) & (y == c)), np.sum((column == k) & (y > 0))
            place = np.arange(n) + (0 if c > 0 else first)
            at += list((k + (place % ABREAST + 0.5) / ABREAST - 0.5) * WIDTH)
            height += list(place // ABREAST + 0.5)
        ax.scatter(at, height, s=25, color=style.COLOURS[c], linewidth=0, label=words)
    ax.axvline(0, color=style.INK, lw=3, label="answer changes")
    left, right = min(-2.6, f.min() - 0.3), max(2.2, f.max() + 0.3)
    ax.set(xlim=(left, right), ylim=(0, 1.25 * height_of(column)), yticks=[])
    ax.set_xticks([-2, -1, 0, 1, 2], ["−2", "−1", "0", "+1", "+2"], fontsize=14)
    top = ax.get_ylim()[1]
    for x, words, side in ((-0.08, "← predicted: died", "right"),
                           (0.08, "predicted: survived →", "left")):
        ax.text(x, 0.94 * top, words, ha=side, fontsize=15, fontweight="bold")
    for x, c, words in ((left + 0.1, -1, "orange: died"), (right - 0.1, 1, "blue: survived")):
        ax.text(x, 0.62 * top, words, fontsize=15, fontweight="bold",
                ha="left" if c < 0 else "right",
                color=style.WORDS["survived" if c > 0 else "died"])
    ax.grid(False)
    ax.spines["left"].set_visible(False)
    return figure


def height_of(column: np.ndarray) -> float:
    """Return the rows of dots in the tallest pile."""
    return float(np.ceil(np.unique(column, return_counts=True)[1].max() / ABREAST))
