"""Bars of rates: their axis from 0 to 100%, and each height on the foot of its bar."""
from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.container import BarContainer

from coursekit.plots import style


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
