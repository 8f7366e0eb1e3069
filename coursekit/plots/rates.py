"""Rates with their intervals: the picture that chapter 01 is made of.

Every function takes tables as ``coursekit.statistics.rate_table`` returns them:
one row per group, columns ``n``, ``rate``, ``low`` and ``high``.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from coursekit.checks import require_columns, require_named
from coursekit.plots import style

NEEDED = ("n", "rate", "low", "high")


def plot_rate_panels(tables: dict[str, pd.DataFrame], title: str) -> Figure:
    """Draw several rate tables side by side on one vertical scale.

    ``tables`` maps the horizontal label of each panel to its table; ``title`` is the message of
    the whole figure.

    >>> table = pd.DataFrame({"n": [314, 577], "rate": [0.742, 0.189], "low": [0.69, 0.16],
    ...                       "high": [0.79, 0.22]}, index=["female", "male"])
    >>> plot_rate_panels({"sex": table}, "Women first").axes[0].get_title(loc="left")
    'by sex'
    """
    require_named("tables", tables, "rate tables")
    figure, panels = style.new_panels([""] * len(tables), [style.plain(name) for name in tables],
                                      ["survival rate", *[""] * (len(tables) - 1)], width=11.0)
    for ax, (name, table) in zip(panels, tables.items(), strict=True):
        draw_rates(ax, table)
        ax.set_title(f"by {style.plain(name)}")
    style.headline(figure, title)
    return figure


def draw_rates(ax: Axes, table: pd.DataFrame) -> None:
    """Draw the bars of a rate table into existing axes."""
    table = require_columns(table, NEEDED, "draw_rates")
    place = np.arange(len(table))
    colours = [style.COLOURS.get(name, style.BLUE) for name in table.index]
    errors = [table["rate"] - table["low"], table["high"] - table["rate"]]
    ax.bar(place, table["rate"], yerr=np.abs(errors), color=colours, width=0.62, capsize=6,
           error_kw={"elinewidth": 2, "ecolor": style.INK})
    ax.set_xticks(place, [f"{style.plain(name)}\nn={n}"
                          for name, n in zip(table.index, table["n"], strict=True)])
    if len(table) > 5:
        ax.tick_params(axis="x", labelsize=10)
    rate_axis(ax, ax.get_xlabel(), ax.get_ylabel())


def rate_axis(ax: Axes, xlabel: str, ylabel: str = "survival rate") -> None:
    """Name both axes, and let the vertical one run from 0 to 100%."""
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(0, 1.02))
    ax.yaxis.set_major_formatter("{x:.0%}")


def name_bars(ax: Axes, form: str = "{:.0%}") -> None:
    """Write its height on the foot of each bar, or above a bar that is too short."""
    for bars in ax.containers:
        if not isinstance(bars, BarContainer):
            continue
        tallest = max(bar.get_height() for bar in bars)
        for bar in bars:
            middle, height = bar.get_x() + bar.get_width() / 2, bar.get_height()
            short = height < 0.15 * tallest
            ax.annotate(form.format(height), (middle, height if short else 0),
                        (0, 22 if short else 6), textcoords="offset points", ha="center",
                        fontsize=15, fontweight="bold",
                        color=style.INK if short else _readable_on(bar.get_facecolor()))


def _readable_on(ground: tuple) -> str:
    """Return white, or ink where the ground is too light for white."""
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in ground[:3])
    return "white" if 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.183 else style.INK
