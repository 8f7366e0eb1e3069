"""The figures of lesson 01b: parabola, a hundred intervals, coverage, a difference as a triangle,
outcomes by ticket, resampled rates.

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


def plot_parabola(k: int, n: int, low: float, high: float) -> Figure:
    """Draw the parabola whose zeros are the ends of an interval, and the interval below it."""
    figure, ax = style.new_axes("The interval ends where the parabola is 0", "chance p",
                                "left side of the inequality", width=8.8)
    p = np.linspace(0, min(1, high + 0.12), 400)
    height = (n + Z**2) * p**2 - (2 * k + Z**2) * p + k**2 / n
    depth = height.min()
    ax.plot(p, height, color=style.SKY, linewidth=3, gid="parabola")
    ax.fill_between(p, height, 0, where=height <= 0, color=style.LIGHT_SKY)
    ax.axhline(0, color=style.INK, linewidth=1.2, gid="level 0")
    ax.annotate("at most 0: these p fit", (p[height.argmin()], 0), (0, 8), ha="center",
                textcoords="offset points", fontsize=14)
    y = 1.4 * depth
    ax.errorbar([k / n], [y], xerr=[[k / n - low], [high - k / n]], fmt="o", color=style.INK,
                capsize=7, markersize=9, linewidth=3, label="interval")
    ax.annotate(f"{100 * low:.1f} to {100 * high:.1f}%", (high, y), (14, 0), fontsize=16,
                textcoords="offset points", va="center", fontweight="bold")
    ax.set(ylim=(1.8 * depth, height.max()), xlim=(0, p[-1] + 0.02))
    ax.grid(False)
    ax.xaxis.set_major_formatter(_per_cent)
    return _larger(figure, ax)


def plot_intervals(p: float, low: np.ndarray, high: np.ndarray) -> Figure:
    """Draw the intervals of many groups, one above the other, and the chance that all of them had.

    Those that miss it are orange.
    """
    hit = (low <= p) & (p <= high)
    figure, ax = style.new_axes(f"{hit.sum()} of {len(hit)} intervals contain the chance",
                                "survival rate of a group, with its interval",
                                f"{len(hit)} groups", width=8.8, height=5.2)
    rows = np.arange(len(hit))
    ax.hlines(rows[hit], low[hit], high[hit], color=style.SKY, linewidth=2)
    for row in rows[~hit]:
        ax.plot([low[row], high[row]], [row] * 2, color=style.ORANGE, linewidth=5,
                solid_capstyle="butt", gid="misses it")
    if not hit.all():
        row = rows[~hit][high[~hit].argmax()]
        ax.annotate("misses it", (high[row], row), (8, 0), textcoords="offset points",
                    va="center", fontsize=16, fontweight="bold", color=style.WORDS["died"])
    ax.axvline(p, color=style.INK, linewidth=3, gid="the chance")
    ax.annotate(f"chance {percent(p, 0)}", (p, len(hit)), (8, 4), textcoords="offset points",
                fontsize=16, fontweight="bold", va="bottom")
    ax.set(xlim=(0, 1.25 * high.max()), ylim=(-1, 1.1 * len(hit)), yticks=[])
    ax.grid(False)
    ax.xaxis.set_major_formatter(_per_cent)
    return _larger(figure, ax)


def plot_coverage(p: np.ndarray, curves: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the coverage of two intervals for each chance p, their averages, and the promise."""
    figure, ax = style.new_axes(title, "chance p", "groups whose interval contains p", width=8.8)
    looks = ((WORDS[FIRST], (0.5, 1.03)), (style.GREY, (0.5, 0.68)))
    for (name, covered), (colour, place) in zip(curves.items(), looks, strict=True):
        ax.plot(p, covered, color=colour, linewidth=2, gid=name)
        ax.annotate(f"{name}'s recipe: {percent(covered.mean())} on average", place, ha="center",
                    fontsize=16, fontweight="bold", color=colour)
    ax.axhline(0.95, color=style.INK, linestyle=":", linewidth=2, gid="promised: 95%")
    ax.annotate("95% promised", (1.005, 0.95), va="center", fontsize=14, annotation_clip=False)
    ax.set(xlim=(0, 1), ylim=(0, 1.12), yticks=(0, 0.25, 0.5, 0.75, 1))
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


def plot_difference(a: Sequence[float], b: Sequence[float], names: tuple[str, str],
                    counts: tuple[str, str]) -> Figure:
    """Draw two rates with their intervals; below, how far their difference reaches down.

    ``a`` and ``b`` are (rate, low, high) of two independent groups, ``counts`` says how many of how
    many. The reach is the long side of a triangle with a right angle.
    """
    value, low, high = (signed(100 * v, "+.1f") for v in difference(a, b))
    figure = style.new_figure(8.8, 5.6)
    top, low_panel = figure.subplots(2, 1, height_ratios=(1, 1))
    _draw_intervals(top, (a, b), names, counts)
    _draw_triangle(low_panel, (f"{names[0]} down", 100 * (a[0] - a[1])),
                   (f"{names[1]} up", 100 * (b[2] - b[0])), 100 * (a[0] - b[0]))
    whose = f"{names[0].capitalize()} minus {names[1]}"
    figure.suptitle(f"{whose}: {value} points, from {low} to {high}", x=0.02, ha="left",
                    fontsize=17, fontweight="bold")
    return figure


def _draw_intervals(ax: Axes, rates: Sequence[Sequence[float]], names: Sequence[str],
                    counts: Sequence[str]) -> None:
    """Draw both rates with their intervals; the reaches that go into the triangle are thick."""
    for row, ((r, low, high), name, count, colour) in enumerate(
            zip(rates, names, counts, (FIRST, SECOND), strict=True)):
        y, reach = 1 - row, (high, low)[row == 0]
        ax.plot([100 * low, 100 * high], [y, y], color=colour, linewidth=2, gid=name)
        ax.plot([100 * reach, 100 * r], [y, y], color=colour, linewidth=8,
                solid_capstyle="butt", gid=f"reach of {name}")
        ax.plot([100 * r], [y], "o", color=style.INK, markersize=11, zorder=4,
                gid=f"rate of {name}")
        ax.annotate(f"{name} {percent(r, 2)} ({count})", (100 * r, y), (0, 12), ha="center",
                    textcoords="offset points", fontsize=BIG, fontweight="bold",
                    color=WORDS[colour])
        for end, side in ((low, "right"), (high, "left")):
            ax.annotate(percent(end), (100 * end, y),
                        (-8 if side == "right" else 8, 0), textcoords="offset points",
                        ha=side, va="center", fontsize=SMALL)
    style.label(ax, "", "survival rate in per cent, with its interval", "group")
    ax.set(xlim=(0, 100), ylim=(-0.4, 1.7), yticks=[])
    ax.spines["left"].set_visible(False)
    ax.grid(False)


def _draw_triangle(ax: Axes, across: tuple[str, float], upright: tuple[str, float],
                   value: float) -> None:
    """Draw two reaches at a right angle and their long side, in points, and compute with them."""
    ((name, a), (other, b)), down = (across, upright), np.hypot(across[1], upright[1])
    for (x, y), colour, width, gid in (
            (([0, a], [0, 0]), FIRST, 8, name), (([a, a], [0, b]), SECOND, 8, other),
            (([0, a], [0, b]), style.INK, 5, "difference down")):
        ax.plot(x, y, color=colour, linewidth=width, gid=gid, solid_capstyle="butt")
    ax.annotate(f"{name} {a:.1f}", (a / 2, 0), (0, -10), ha="center", va="top",
                textcoords="offset points", fontsize=BIG, color=WORDS[FIRST], fontweight="bold")
    ax.annotate(f"{other} {b:.1f}", (a, b / 2), (10, 0), va="center", fontweight="bold",
                textcoords="offset points", fontsize=BIG, color=WORDS[SECOND])
    ax.annotate(f"difference down {down:.1f}", (a / 2, b / 2), (-4, 10), ha="right",
                va="bottom", textcoords="offset points", fontsize=16, fontweight="bold")
    sums = (f"{a:.1f}² + {b:.1f}² = {down:.1f}²", f"{signed(value, '.1f')} − {down:.1f} = "
            f"{signed(value - down, '.1f')}")
    room = max(a, b) or 1
    ax.text(a + 0.72 * room, b / 2, "\n".join(sums), va="center", fontsize=BIG, linespacing=1.6)
    ax.set(xlim=(-0.55 * room, a + 1.42 * room), ylim=(-0.2 * room, b + 0.15 * room),
           aspect="equal")
    ax.set_axis_off()


def plot_tickets(frame: pd.DataFrame) -> Figure:
    """Draw each passenger of a list as a mark over the ticket, the survivors below the dead."""
    frame = require_columns(frame, ("Ticket", "Survived"), "plot_tickets")
    tally = frame.groupby("Ticket")["Survived"].agg(["sum", "size"]).sort_values(
        ["size", "sum"], ascending=[False, True]).to_numpy()
    shared = tally[tally[:, 1] > 1]
    same = int(((shared[:, 0] == 0) | (shared[:, 0] == shared[:, 1])).sum())
    figure, ax = style.new_axes(
        f"{same} of {len(shared)} shared tickets: all lived, or all died",
        f"{len(tally)} tickets, one column each", "passengers of the group", width=8.8, height=4.6)
    for fate, marker in (("survived", "o"), ("died", "X")):
        places = [(column, row) for column, (k, n) in enumerate(tally)
                  for row in range(n) if (row < k) == (fate == "survived")]
        x, y = np.array(places, float).reshape(-1, 2).T
        ax.plot(x, y + 0.5, marker, color=style.COLOURS[fate], markersize=16, label=fate,
                markeredgecolor="white")
        if len(x):      # its name, at the highest mark farthest to the right
            at = max(zip(y, x))
            ax.annotate(fate, (at[1], at[0] + 0.5), (14, 0), textcoords="offset points",
                        va="center", fontsize=17, fontweight="bold", color=style.WORDS[fate])
    ax.set(xticks=[], ylim=(0, tally[:, 1].max() + 0.4))
    ax.grid(False)
    return _larger(figure, ax)


def plot_resampled(draws: Mapping[str, np.ndarray], step: float) -> Figure:
    """Draw the rates of many resamples for two units, and the middle 95% of each.

    ``step`` is the width of a bin: rates of n passengers are multiples of 1 / n, and other bins
    would give a comb.
    """
    ends = {name: np.percentile(rates, [2.5, 97.5]) for name, rates in draws.items()}
    first, second = (np.ptp(both) for both in ends.values())
    figure, panels = style.new_panels(
        [""] * 2, ["", "survival rate of large families"], "resamples", height=5, width=8.8,
        stacked=True)
    edges = step * (np.arange(round(max(map(np.max, draws.values())) / step) + 2) - 0.5)
    heights = [np.histogram(rates, edges)[0] for rates in draws.values()]
    top = max(map(np.max, heights))
    for ax, (name, (low, high)), height, colour in zip(panels, ends.items(), heights,
                                                       (style.GREY, style.BLUE), strict=True):
        ax.bar(edges[:-1] + step / 2, height, 0.9 * step, color=colour, label=name)
        ax.plot([low, high], [1.08 * top] * 2, "|-", color=style.INK, linewidth=3, markersize=16,
                markeredgewidth=3, label="middle 95%")
        ax.annotate(f"{name}: {100 * low:.0f} to {100 * high:.0f}%", (high, 1.08 * top), (12, 0),
                    textcoords="offset points", va="center", fontsize=16, fontweight="bold")
        ax.set(xlim=(0, 0.47), ylim=(0, 1.25 * top), yticks=[])
        ax.grid(False)
        ax.xaxis.set_major_formatter(_per_cent)
        ax.yaxis.label.set_fontsize(14)
    panels[1].xaxis.label.set_fontsize(14)
    panels[0].tick_params(labelbottom=False)
    style.headline(figure, f"By tickets the interval is {second / first:.1f} times as long")
    return figure
