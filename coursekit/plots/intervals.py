"""Confidence intervals and their coverage: the figures of lesson 01.

Legend: ``k`` of ``n`` samples, ``p`` the true probability, ``z`` the normal quantile; rows are
tables with the columns ``rate``, ``low`` and ``high``.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.checks import require_columns, require_named
from coursekit.plots import style

ENDS = ("rate", "low", "high")


def plot_parabola(k: int, n: int, intervals: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw the parabola whose roots are the ends of an interval, and named intervals below it."""
    figure, ax = style.new_axes(title, "chance p", "left side of the inequality")
    z = 1.96    # for 95 %
    p = np.linspace(0, min(1, max(high for _, high in intervals.values()) + 0.1), 200)
    height = (n + z**2) * p**2 - (2 * k + z**2) * p + k**2 / n
    ax.plot(p, height, color=style.BLUE, label="parabola")
    ax.fill_between(p, height, 0, where=height <= 0, color=style.YELLOW, alpha=0.6)
    ax.axhline(0, color=style.INK, linewidth=1, gid="level 0")
    depth, looks = height.min(), zip(("o", "s"), (style.INK, style.GREY), strict=True)
    for row, ((name, (low, high)), (marker, colour)) in enumerate(
            zip(intervals.items(), looks, strict=True), start=1):
        ax.errorbar([k / n], [depth * (1 + 0.35 * row)], xerr=[[k / n - low], [high - k / n]],
                    fmt=marker, color=colour, capsize=6, label=name)
    ax.set_ylim(2 * depth, height.max())
    ax.legend(loc="upper center")
    return figure


def plot_coverage(p: np.ndarray, curves: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the coverage of intervals for each probability p, and the nominal 95 %."""
    require_named("curves", curves, "coverages")
    figure, ax = style.new_axes(title, "chance p", "share of intervals that hold p")
    looks = zip((style.BLUE, style.GREY), ("-", "--"), strict=True)
    for (name, coverage), (colour, line) in zip(curves.items(), looks, strict=True):
        ax.plot(p, coverage, line, color=colour, label=name, linewidth=1.8)
    ax.axhline(0.95, color=style.INK, linestyle=":", label="promised: 95 %")
    ax.set_ylim(0, 1.04)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="lower center")
    return figure


def plot_gaps(gaps: Mapping[str, pd.DataFrame], title: str, ylabel: str) -> Figure:
    """Draw differences of rates with intervals, one per row, in named series."""
    require_named("gaps", gaps, "tables of differences")
    figure, ax = style.new_axes(title, "difference of rates (points)", ylabel, height=4.8)
    looks = {"raw": (style.GREY, "o", -0.14), "same class": (style.BLUE, "D", 0.14)}
    for name, table in gaps.items():
        _draw_gaps(ax, table, name, *looks[name])
    ax.axvline(0, color=style.INK, linewidth=1.2, gid="no difference")
    ax.grid(axis="y", visible=False)
    ax.grid(axis="x", visible=True)
    ax.invert_yaxis()
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def _draw_gaps(ax: Axes, table: pd.DataFrame, name: str, colour: str, marker: str,
               shift: float) -> None:
    table = require_columns(table, ENDS, "plot_gaps")
    rate, low, high = (100 * table[column] for column in ENDS)
    row = np.arange(len(table))
    ax.errorbar(rate, row + shift, xerr=[rate - low, high - rate], fmt=marker, color=colour,
                capsize=4, label=name)
    ax.set_yticks(row, table.index)
