"""The figures of lesson 03b: the ends of the gap, a way to the optimum, two sets of multipliers.

Legend: as in `coursekit.lessons.lesson03b.runs`.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from coursekit.plots import style

LANE = {1: 0.17, -1: -0.17}     # how far above the middle of its row a class stands
MAY = {"up": ("^", "may only rise"), "free": ("D", "may do both"), "low": ("v", "may only fall")}


def plot_ends(states: Mapping[str, tuple[np.ndarray, ...]], window: tuple[float, float],
              title: str) -> Figure:
    """Draw the F in a window, a row for each state (F, beta, A, B), with F_up and F_low."""
    figure, ax = style.new_axes(title, "slope F = the intercept b that a sample wants", "run",
                                width=8.8, height=1.7 + 1.3 * len(states))
    for row, (name, (F, beta, A, B)) in zip(range(len(states))[::-1], states.items(), strict=True):
        may = np.where(beta <= A, "up", np.where(beta >= B, "low", "free"))
        inside = (window[0] <= F) & (window[1] >= F)
        ends = F[beta < B].max(), F[beta > A].min()
        for c, lane in LANE.items():
            for kind, (marker, words) in MAY.items():
                chosen = (np.where(A < 0, -1, 1) == c) & (may == kind) & inside
                if chosen.any():
                    ax.scatter(F[chosen], np.full(chosen.sum(), row + lane), marker=marker,
                               s=np.where(np.isin(F[chosen], ends), 260, 90),
                               color=style.COLOURS[c], zorder=3, edgecolor="white", linewidth=0.7,
                               label=f"{name}, class {c:+d}, {words}")
        _draw_ends(ax, row, name, *ends)
    ax.set_yticks(range(len(states))[::-1], list(states), fontsize=14)
    ax.set(ylim=(-0.5, len(states) - 0.05), xlim=window)
    ax.grid(False)
    entries = [Line2D([], [], marker=marker, ls="none", color=style.INK, markersize=10, label=words)
               for marker, words in MAY.values()]
    entries += [Line2D([], [], marker="s", ls="none", color=style.COLOURS[c], markersize=10,
                       label=words) for c, words in ((1, "class +1"), (-1, "class −1"))]
    figure.legend(handles=entries, loc="outside lower center", ncols=5, handletextpad=0.2,
                  columnspacing=1.2)
    return figure


def _draw_ends(ax, row: int, name: str, up: float, low: float) -> None:
    """Draw F_up and F_low of a row, and the gap between them if it can be seen."""
    apart, wide = up - low > 0.02, up - low > 0.12      # room for an arrow; for words above it
    for at, words, letters, side in ((up, "F_up", "$F_{\\mathrm{up}}$", "left"),
                                     (low, "F_low", "$F_{\\mathrm{low}}$", "right")):
        ax.plot([at, at], [row - 0.34, row + 0.38], color=style.INK, lw=3, zorder=2,
                gid=f"{name}, {words} = {at:.3g}")
        ax.annotate(letters, (at, row + 0.4), (3 if side == "left" else -3, 0), ha=side,
                    va="bottom", fontsize=16, textcoords="offset points")
    if apart:
        ax.annotate("", (up, row + 0.4), (low, row + 0.4), zorder=1, arrowprops={
            "arrowstyle": "<->", "color": style.INK, "lw": 2, "shrinkA": 0, "shrinkB": 0})
    ax.annotate(f"gap {up - low:.2g}", ((up + low) / 2 if wide else up, row + 0.44),
                (0 if wide else 34, 0),
                ha="center" if wide else "left", va="bottom", textcoords="offset points",
                fontsize=15, fontweight="bold")


def plot_way(heights: np.ndarray, gaps: np.ndarray, best: float, title: str) -> Figure:
    """Draw W and the KKT gap after each step, with the steps after which the gap has risen."""
    figure, (left, right) = style.new_panels(
        ["objective W", "KKT gap"],
        "steps made", ["share of the largest W", "KKT gap"], width=8.8, height=4.2, sharey=False)
    style.headline(figure, title)
    k, rose = np.arange(len(gaps)), np.flatnonzero(np.diff(gaps) > 0) + 1
    left.plot(k, heights / best, "o-", color=style.INK, markersize=9, label="W")
    left.set(ylim=(-0.04, 1.06))
    left.yaxis.set_major_formatter("{x:.0%}")
    right.plot(k, gaps, "o-", color=style.INK, markersize=9, label="KKT gap")
    right.plot(rose, gaps[rose], "o", color=style.PINK, markersize=14, label="it has risen")
    for at in rose[:1]:
        right.annotate("up", (at, gaps[at]), (-10, 4), textcoords="offset points", ha="right",
                       fontsize=14, fontweight="bold", color=style.WORDS["female"])
    right.set(ylim=(0, 1.22 * gaps.max()))
    for ax in (left, right):
        ax.set_xticks(k)
        ax.grid(False)
    return figure


def plot_two_orders(alphas: tuple[np.ndarray, np.ndarray], values: tuple[np.ndarray, np.ndarray],
                    C: float, title: str) -> Figure:
    """Draw the multipliers of one run against those of another, and the decision values."""
    figure, (left, right) = style.new_panels(
        ["multipliers α, in units of C", "decision values f"], "rows as in the list",
        "rows shuffled", width=8.8, height=4.6, sharey=False)
    style.headline(figure, title)
    low, high = np.min(values) - 0.5, np.max(values) + 1.3
    for ax, (one, two), ends in ((left, [a / C for a in alphas], (-0.05, 1.05)),
                                 (right, values, (low, high))):
        ax.plot(ends, ends, "-", color=style.GREY, lw=1.5, gid="decoration", label="equal")
        ax.scatter(one, two, s=34, color=style.BLUE if ax is left else style.GREEN,
                   edgecolor="white", linewidth=0.5, label="a passenger", zorder=3)
        ax.set(xlim=ends, ylim=ends, aspect="equal")
        ax.grid(False)
    piles, sizes = np.unique(np.round(values[0], 1), return_counts=True)
    for at, size in zip(piles, sizes, strict=True):
        right.annotate(f"{size} here", (at, at), (12, -4), textcoords="offset points",
                       fontsize=14, fontweight="bold", va="top")
    return figure
