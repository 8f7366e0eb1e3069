"""The figures of lesson 03c: run times, work, intercepts, partners, sweeps.

Legend: as in `coursekit.lessons.lesson03c.programs`.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lessons.lesson03c.programs import PROGRAMS
from coursekit.plots import style
from coursekit.wording import signed

BROWN, VIOLET = "#7A4A2B", "#6A3D9A"
LOOKS = {"random": ("o", BROWN), "scratch": ("D", VIOLET), "kept": ("^", style.BLUE),
         "sklearn": ("s", style.INK)}
ANSWERS = {"a": 2, "b": 4, "c": 16}      # times the seconds of half as many passengers
SECONDS = ([1e-3, 1e-2, 0.1], ["0.001", "0.01", "0.1"])


def in_seconds(value: float) -> str:
    """Return a time in words for a picture.

    Examples
    --------
    >>> in_seconds(0.17546), in_seconds(0.010187)
    ('0.18 s', '0.01 s')
    """
    return f"{value:.2g} s"


def median(table: pd.DataFrame, program: str, column: str = "seconds") -> pd.Series:
    """Return the median over the runs of a program, for each n."""
    return table[table["program"] == program].groupby("n")[column].median()


def apart(heights: Sequence[float], factor: float = 2.8) -> list[float]:
    """Return heights of words on a log scale, moved until neighbours are a factor apart.

    Examples
    --------
    >>> [round(v, 2) for v in apart([100.0, 2.0, 1.0])]
    [100.0, 2.37, 0.85]
    """
    order, placed = np.argsort(heights), np.array(heights, dtype=float)
    for low, high in zip(order, order[1:], strict=False):
        if placed[high] < factor * placed[low]:
            middle = np.sqrt(placed[low] * placed[high])
            placed[low], placed[high] = middle / np.sqrt(factor), middle * np.sqrt(factor)
    return placed.tolist()


def _draw_runs(ax: Axes, table: pd.DataFrame, program: str, column: str, single: bool) -> None:
    marker, colour = LOOKS[program]
    runs, middle = table[table["program"] == program], median(table, program, column)
    if single:
        spread = np.exp((runs["run"] - runs["run"].mean()) * 0.014)
        ax.plot(runs["n"] * spread, runs[column], marker, color=colour, markersize=3.5,
                markeredgewidth=0, zorder=2, gid="decoration", label="_single runs")
    ax.plot(middle.index, middle, f"{marker}-", color=colour, lw=2, markersize=12, zorder=4,
            markeredgecolor="white", label=PROGRAMS[program].replace("\n", " "))


def plot_times(table: pd.DataFrame, programs: Sequence[str], title: str, *,
               asked: str | None = None) -> Figure:
    """Draw seconds against n on logarithmic scales, single runs small and medians large.

    With ``asked``, a program, nothing is shown of the largest n but hollow marks for the answers
    a, b and c: 2, 4 and 16 times its seconds at the n before.
    """
    figure, ax = style.new_axes(title, "passengers (each mark doubles)",
                                "seconds (each mark: ten times)", width=8.8, height=4.8)
    figure.set_layout_engine("none")
    ax.set_position((0.115, 0.145, 0.57, 0.735))
    sizes = sorted(table["n"].unique())
    seen = table if asked is None else table[table["n"] < sizes[-1]]
    last = {program: median(seen, program).iloc[-1] for program in programs}
    for program, at in zip(programs, apart(list(last.values())), strict=True):
        _draw_runs(ax, seen, program, "seconds", single=True)
        if asked is None:
            ax.text(1.16 * sizes[-1], at, f"{in_seconds(last[program])}  {PROGRAMS[program]}",
                    color=LOOKS[program][1], fontsize=14, fontweight="bold", va="center",
                    clip_on=False)
    if asked:
        _ask(ax, asked, sizes, last)
    ax.set(xscale="log", yscale="log", xlim=(42, (1.25 if asked else 1.1) * sizes[-1]),
           ylim=(4e-4, 0.6))
    ax.set_xticks(sizes, [f"{n}" for n in sizes], fontsize=14)
    ax.set_yticks(*SECONDS, fontsize=14)
    ax.minorticks_off()
    ax.text(0.02, 0.95, "large: median of seven runs; small: single runs", fontsize=13,
            transform=ax.transAxes, va="center")
    return figure


def _ask(ax: Axes, asked: str, sizes: Sequence[int], last: Mapping[str, float]) -> None:
    """Name the lines where they end, before the largest n; there, draw the three answers."""
    ax.set_position((0.115, 0.145, 0.86, 0.735))
    for program, at in zip(last, apart(list(last.values()), 3.4), strict=True):
        ax.text(1.07 * sizes[-2], at, PROGRAMS[program], fontsize=13, fontweight="bold",
                va="center", color=LOOKS[program][1])
    marker, colour = LOOKS[asked]
    for letter, times in ANSWERS.items():
        ax.plot(sizes[-1], times * last[asked], marker, color="white", markersize=13, zorder=5,
                markeredgecolor=colour, markeredgewidth=2, gid="decoration", label=f"_{letter}")
        ax.annotate(letter, (sizes[-1], times * last[asked]), (14, 0), va="center",
                    textcoords="offset points", fontsize=20, fontweight="bold", color=colour,
                    zorder=5)


def plot_work(table: pd.DataFrame, programs: Sequence[str], title: str,
              compared: tuple[str, str]) -> Figure:
    """Draw counted products beside measured seconds, against n, on logarithmic scales.

    At the largest n a bracket says how many times as much the first of two programs needs.
    """
    figure, panels = style.new_panels(["counted: products", "measured: seconds"],
                                      "passengers (each mark doubles)", ["products", "seconds"],
                                      width=8.8, height=4.8, sharey=False)
    style.headline(figure, title)
    sizes = sorted(table["n"].unique())
    for ax, column in zip(panels, ("products", "seconds"), strict=True):
        for program in programs:
            _draw_runs(ax, table, program, column, single=False)
        more, less = (median(table, program, column).iloc[-1] for program in compared)
        ax.annotate("", (1.22 * sizes[-1], less), (1.22 * sizes[-1], more), arrowprops={
            "arrowstyle": "|-|, widthA=0.4, widthB=0.4", "lw": 2, "shrinkA": 0, "shrinkB": 0})
        ax.text(1.32 * sizes[-1], np.sqrt(more * less), f"{more / less:.0f}×", fontsize=18,
                fontweight="bold", va="center")
        ax.set(xscale="log", yscale="log", xlim=(42, 2.5 * sizes[-1]))
        ax.set_xticks(sizes, [f"{n}" for n in sizes], fontsize=13)
        ax.minorticks_off()
        ax.set_title(ax.get_title(loc="left"), loc="left", fontsize=14)
    panels[0].set_yticks([1e4, 1e6, 1e8], ["10 thousand", "1 million", "100 million"], fontsize=13)
    panels[1].set_yticks(*SECONDS, fontsize=13)
    panels[1].set_ylim(4e-4, 0.6)
    style.legend_below(figure, panels, 3)
    return figure


def plot_intercepts(cases: Mapping[str, tuple[np.ndarray, ...]], title: str) -> Figure:
    """Draw the duality gap against b, a panel for each state (F, y, beta, A, B) at its optimum."""
    figure, panels = style.new_panels(list(cases), "intercept b", "duality gap P − W",
                                      width=8.8, height=4.6, sharey=False)
    style.headline(figure, title)
    for ax, (F, y, beta, A, B) in zip(panels, cases.values(), strict=True):
        C = float(np.max(B - A))
        up, low = F[beta < B].max(), F[beta > A].min()
        low = max(up, low)
        b = np.unique(np.r_[np.linspace(up - 1, low + 1, 400), F, up, low])
        b = b[(b >= up - 1) & (b <= low + 1)]
        gap = (C * np.maximum(0, y * (F - b[:, None])).sum(axis=1) - beta @ F)
        ax.plot(b, gap, color=style.INK, lw=4, label="P − W", zorder=2)
        ax.plot([up, low], [0, 0], color=style.GREEN, lw=9, solid_capstyle="round", zorder=3,
                label="optimal b")
        if low - up < 1e-6:
            ax.plot([up], [0], "o", color=style.GREEN, markersize=15, markeredgecolor="white",
                    zorder=4, gid="decoration", label="_the only one")
        here = (F >= b[0]) & (F <= b[-1])
        _strip(ax, F[here], y[here], ((A < beta) & (beta < B))[here], -0.13 * gap.max())
        ax.axhline(-0.06 * gap.max(), color=style.GREY, lw=1, gid="decoration")
        ax.locator_params(axis="y", nbins=4)
        ax.set_yticks([at for at in ax.get_yticks() if 0 <= at <= gap.max()])
        ax.set_ylim(-0.24 * gap.max(), 1.05 * gap.max())
        ax.grid(False)
        one = low - up < 1e-6
        for at, name, side in ((up, "up", "left"), (low, "low", "right")):
            if not one:
                ax.annotate(f"$F_{{\\mathrm{{{name}}}}}$", (at, 0), (0, 7), ha=side, fontsize=16,
                            textcoords="offset points", color=style.WORDS["male"])
        ax.text((up + low) / 2, 0.52 * gap.max(), "one optimal b" if one else
                "every b from\n$F_{\\mathrm{up}}$ to $F_{\\mathrm{low}}$,\nno sample free",
                fontsize=15, ha="center", va="center", fontweight="bold", color=style.WORDS["male"])
        ax.tick_params(labelsize=13)
        ax.set_title(ax.get_title(loc="left"), loc="left", fontsize=15)
    style.legend_below(figure, panels, 5)
    return figure


def _strip(ax: Axes, F: np.ndarray, y: np.ndarray, free: np.ndarray, at: float) -> None:
    """Draw the samples at their F in a strip of their own, the free ones ringed."""
    for c, marker in ((1, "o"), (-1, "X")):
        ax.plot(F[y == c], np.full(np.sum(y == c), at), marker, ls="none", color=style.COLOURS[c],
                markersize=9, markeredgecolor="white", label=f"F of class {signed(c)}")
    if free.any():
        ax.plot(F[free], np.full(free.sum(), at), "o", markersize=16, color="none",
                markeredgecolor=style.INK, markeredgewidth=2, label="free")


def plot_gains(distance: np.ndarray, difference: np.ndarray, chosen: Mapping[str, int],
               title: str) -> Figure:
    """Draw each partner by distance and difference of F: on a ray from the corner all gain alike.

    ``chosen`` has two partners by what is said of them; the gain of a partner is half the square of
    difference over distance.
    """
    figure, ax = style.new_axes(title, "distance from sample i", "difference $F_i - F_j$",
                                width=8.8, height=4.8)
    gain, wide, top = (difference / distance)**2 / 2, 1.12 * distance.max(), 1.3 * difference.max()
    ax.scatter(distance, difference, s=70, color=style.GREY, edgecolor="white", label="partners")
    for (name, k), marker, colour in zip(chosen.items(), "s*", (style.ORANGE, style.GREEN),
                                         strict=True):
        rise = difference[k] / distance[k]
        end = min(wide, 1.2 * distance[k])
        words = style.WORDS["died" if marker == "s" else "male"]
        ax.plot([0, end], [0, end * rise], "--", color=colour, lw=2.5, zorder=1,
                label=f"same gain: {name}")
        ax.plot(distance[k], difference[k], marker, color=colour, ls="none", zorder=4,
                markersize=17 if marker == "s" else 25, markeredgecolor="white", label=name)
        ax.annotate(f"{name}:\nW rises by {gain[k]:.2f}", (distance[k], difference[k]),
                    (-16, 10), textcoords="offset points", fontsize=15, fontweight="bold",
                    color=words, ha="right")
    ax.text(0.985, 0.06, "on a dashed ray all gain ½ (difference / distance)²", fontsize=14,
            ha="right", transform=ax.transAxes)
    ax.set(xlim=(0, wide), ylim=(0, top))
    ax.tick_params(labelsize=13)
    ax.grid(False)
    return figure


def plot_sweeps(omega: np.ndarray, sweeps: Mapping[str, np.ndarray], most: int,
                title: str) -> Figure:
    """Draw the sweeps that SOR needs against ω, one line per data set; unfinished runs on top."""
    figure, ax = style.new_axes(title, "relaxation ω", "sweeps (log scale)", width=8.8, height=4.6)
    for (name, counts), marker, colour in zip(sweeps.items(), "oD", (style.BLUE, BROWN),
                                              strict=True):
        done = counts < most
        ax.plot(omega[done], counts[done], f"{marker}-", label=name, markersize=10, color=colour)
        best, above = np.argmin(counts), marker == "D"
        where = " and ".join(f"{value:g}" for value in omega[counts == counts.min()])
        ax.annotate(f"{name}:\nfewest at ω = {where}", (omega[best], counts[best]),
                    (0, 14 if above else -12), textcoords="offset points", fontsize=14,
                    fontweight="bold", color=colour, ha="center",
                    va="bottom" if above else "top")
        if not done.all():
            ax.plot(omega[~done], counts[~done], "P", color=style.PINK, markersize=14,
                    label=f"{name}: not finished")
    ax.text(omega[-1], 0.8 * most, "not\nfinished", fontsize=14, fontweight="bold", ha="center",
            va="top", color=style.WORDS["female"])
    ax.set(yscale="log", ylim=(4, 1.5 * most), xlim=(omega[0] - 0.1, omega[-1] + 0.14))
    ax.set_yticks([10, 100, most], ["10", "100", f"{most}"], fontsize=13)
    ax.tick_params(labelsize=13)
    ax.minorticks_off()
    return figure
