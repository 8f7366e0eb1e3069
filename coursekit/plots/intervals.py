"""Differences of rates with their intervals."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.checks import require_columns, require_named
from coursekit.plots import style

ENDS = ("rate", "low", "high")


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
