"""The figures of lesson 01b: parabola, coverage, a difference as two triangles, outcomes by ticket.

Legend: ``k`` of ``n`` survived, ``p`` the chance, ``z`` the normal quantile; a rate is a triple
``(r, l, u)`` of the rate and the ends of its interval.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.checks import require_columns
from coursekit.plots import style
from coursekit.statistics import difference
from coursekit.wording import percent, signed

FIRST, SECOND = style.SKY, style.GREY       # the first group of a difference, and the second
WORDS = {FIRST: "#005A8C", SECOND: "#4A4A4A"}
BIG, SMALL = 15, 13
Z = 1.96        # for 95%


def plot_parabola(k: int, n: int, intervals: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw the parabola whose zeros are the ends of an interval, and named intervals below it."""
    figure, ax = style.new_axes(title, "chance p", "left side of the inequality", width=8.8)
    p = np.linspace(0, min(1, max(high for _, high in intervals.values()) + 0.12), 400)
    height = (n + Z**2) * p**2 - (2 * k + Z**2) * p + k**2 / n
    depth = height.min()
    ax.plot(p, height, color=style.SKY, linewidth=3, gid="parabola")
    ax.fill_between(p, height, 0, where=height <= 0, color=style.LIGHT_SKY)
    ax.axhline(0, color=style.INK, linewidth=1.2, gid="level 0")
    ax.annotate("at most 0: these p fit", (p[height.argmin()], 0), (0, 8), ha="center",
                textcoords="offset points", fontsize=14)
    for row, ((name, (low, high)), colour) in enumerate(
            zip(intervals.items(), (style.INK, style.GREY), strict=True), start=1):
        y = depth * (1 + 0.45 * row)
        ax.errorbar([k / n], [y], xerr=[[k / n - low], [high - k / n]], fmt="o", color=colour,
                    capsize=7, markersize=9, linewidth=3, label=name)
        ax.annotate(f"{name}: {100 * low:.1f} to {100 * high:.1f}%", (high, y), (14, 0),
                    textcoords="offset points", va="center", fontsize=14, color=colour,
                    fontweight="bold")
    ax.set(ylim=(2.3 * depth, height.max()), xlim=(0, p[-1] + 0.02))
    ax.grid(False)
    ax.xaxis.set_major_formatter(_per_cent)
    return _larger(figure, ax)


def plot_coverage(p: np.ndarray, curves: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the coverage of two intervals for each chance p, their averages, and the promise."""
    figure, ax = style.new_axes(title, "chance p", "groups whose interval contains p", width=8.8)
    looks = (("#005A8C", "-", 0.56), (style.GREY, "--", 0.4))
    for (name, covered), (colour, line, y) in zip(curves.items(), looks, strict=True):
        ax.plot(p, covered, line, color=colour, linewidth=2, gid=name)
        ax.annotate(f"{name}: {100 * covered.mean():.1f}% on average", (0.5, y), ha="center",
                    fontsize=18, fontweight="bold", color=colour)
    ax.axhline(0.95, color=style.INK, linestyle=":", linewidth=2, gid="promised: 95%")
    ax.annotate("dotted: promised, 95%; dashed: Wald", (0.5, 0.25), ha="center", fontsize=14)
    ax.set(xlim=(0, 1), ylim=(0, 1.03))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(_per_cent)
    return _larger(figure, ax)


def _per_cent(share: float, _: object = None) -> str:
    return percent(share, 0)


def _larger(figure: Figure, ax: Axes) -> Figure:
    """Return the figure, with the title and the names of the axes in larger letters."""
    ax.title.set_fontsize(17)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_fontsize(14)
    return figure


def plot_difference(a: Sequence[float], b: Sequence[float], names: tuple[str, str]) -> Figure:
    """Draw the interval of a difference: each of its two reaches is the long side of a triangle.

    ``a`` and ``b`` are (rate, low, high) of two independent groups, ``names`` their names.
    """
    value, low, high = (100 * v for v in difference(a, b))
    figure = style.new_figure(8.8, 5.6)
    grid = figure.add_gridspec(2, 2, height_ratios=(0.8, 1))
    top, left, right = (figure.add_subplot(grid[place]) for place in (
        (0, slice(None)), (1, 0), (1, 1)))
    _draw_intervals(top, (a, b), names)
    down = ((names[0], "down", 100 * (a[0] - a[1])), (names[1], "up", 100 * (b[2] - b[0])))
    up = ((names[0], "up", 100 * (a[2] - a[0])), (names[1], "down", 100 * (b[0] - b[1])))
    size = max(down[0][2], up[0][2]), max(down[1][2], up[1][2])
    for ax, legs, said in ((left, down, "down from"), (right, up, "up from")):
        _draw_triangle(ax, legs, said, signed(value, "+.0f"), size)
    finding = (f"{names[0].capitalize()} minus {names[1]}: {value:+.0f} points, from {low:+.0f} "
               f"to {high:+.0f},\nif passengers were independent")
    figure.suptitle(finding.replace("-", "−"), x=0.02, ha="left", fontsize=17, fontweight="bold")
    return figure


def _draw_intervals(ax: Axes, rates: Sequence[Sequence[float]], names: Sequence[str]) -> None:
    """Draw both rates with their intervals, the parts that make the lower reach in bold."""
    for row, ((r, low, high), name, colour) in enumerate(zip(rates, names, (FIRST, SECOND))):
        y = 1 - row
        ax.plot([100 * low, 100 * high], [y, y], color=colour, linewidth=5, gid=name,
                solid_capstyle="butt")
        ax.plot([100 * r], [y], "o", color=style.INK, markersize=11, zorder=4,
                gid=f"rate of {name}")
        ax.annotate(f"{name}: {r:.0%}", (100 * r, y), (0, 12),
                    textcoords="offset points", ha="center", fontsize=BIG, fontweight="bold",
                    color=WORDS[colour])
        for end, side in ((low, "right"), (high, "left")):
            ax.annotate(f"{end:.0%}", (100 * end, y),
                        (-8 if side == "right" else 8, 0), textcoords="offset points",
                        ha=side, va="center", fontsize=SMALL)
    style.label(ax, "", "survival rate in per cent, with its interval", "group")
    ax.set(xlim=(0, 100), ylim=(-0.5, 1.8), yticks=[])
    ax.spines["left"].set_visible(False)
    ax.grid(False)


def _draw_triangle(ax: Axes, legs: Sequence[tuple[str, str, float]], said: str, value: str,
                   size: tuple[float, float]) -> None:
    """Draw two reaches at a right angle, and their long side, all in points."""
    (name, way, across), (other, its_way, upright) = legs
    ax.plot([0, across], [0, 0], color=FIRST, linewidth=6, gid=f"{name} {way}",
            solid_capstyle="butt")
    ax.plot([across, across], [0, upright], color=SECOND, linewidth=6, gid=f"{other} {its_way}",
            solid_capstyle="butt")
    ax.plot([0, across], [0, upright], color=style.INK, linewidth=4, gid=f"difference {said}")
    ax.annotate(f"{name} {way} {across:.1f}", (across / 2, 0), (0, -10), ha="center", va="top",
                textcoords="offset points", fontsize=SMALL, color=WORDS[FIRST])
    ax.annotate(f"{other}\n{its_way} {upright:.1f}", (across, upright / 2), (9, 0), ha="left",
                va="center", textcoords="offset points", fontsize=SMALL, color=WORDS[SECOND])
    ax.set_title(f"{np.hypot(across, upright):.1f} points {said} {value}", fontsize=BIG, pad=2)
    room = 0.05 * max(size)
    ax.set(xlim=(-room, size[0] + 7 * room), ylim=(-4 * room, size[1] + room), aspect="equal",
           anchor="N", xticks=[], yticks=[])
    ax.grid(False)
    ax.spines[["left", "bottom"]].set_visible(False)
    style.label(ax, ax.get_title(loc="left"), "points; at a right angle the squares add", "points")


def plot_tickets(frame: pd.DataFrame) -> Figure:
    """Draw each passenger of a list as a dot over the ticket, the survivors below the dead."""
    frame = require_columns(frame, ("Ticket", "Survived"), "plot_tickets")
    tally = frame.groupby("Ticket")["Survived"].agg(["sum", "size"]).sort_values(
        ["size", "sum"], ascending=[False, True])
    shared = tally[tally["size"] > 1]
    same = int(((shared["sum"] == 0) | (shared["sum"] == shared["size"])).sum())
    figure, ax = style.new_axes(
        f"{same} of {len(shared)} shared tickets: all lived, or all died", "ticket",
        "passengers of the group", width=8.8, height=4.6)
    _larger(figure, ax)
    for fate, marker in (("survived", "o"), ("died", "X")):
        places = [(column, row) for column, (k, n) in enumerate(tally.to_numpy())
                  for row in range(n) if (row < k) == (fate == "survived")]
        x, y = np.array(places, float).reshape(-1, 2).T
        ax.plot(x, y + 0.5, marker, color=style.COLOURS[fate], markersize=15, label=fate,
                markeredgecolor="white")
    ax.set(xticks=range(len(tally)), xticklabels=tally.index, ylim=(0, tally["size"].max() + 0.2))
    ax.tick_params(axis="x", labelrotation=55, labelsize=12)
    for label in ax.get_xticklabels():
        label.set(ha="right", rotation_mode="anchor")
    ax.grid(False)
    ax.legend(loc="upper right", fontsize=15, markerscale=1, labelspacing=0.8)
    return figure
