"""The figures of lesson 06c: trees with their risks, prunings, bounds, and random draws."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style

LOOKS = tuple(zip((style.BLUE, style.ORANGE, style.GREEN, style.INK), style.MARKERS))


def plot_draws(values: Mapping[str, ArrayLike], title: str, xlabel: str, *,
               zero: bool = False) -> Figure:
    """Draw each draw as a dot, one row per name, and a diamond at the mean of the row.

    ``zero`` marks the value 0 with a line, for differences.

    Examples
    --------
    >>> figure = plot_draws({"vote": [0.1, 0.1, 0.4]}, "One row", "accuracy")
    >>> figure.axes[0].lines[-1].get_xdata().round(9).tolist()
    [0.2]
    """
    figure, ax = style.new_axes("a dot for each draw, a diamond for their mean", xlabel, "compared",
                                width=9.4, height=1.6 + 0.5 * len(values))
    style.headline(figure, title)
    for k, draws in enumerate(values.values()):
        draws = np.sort(np.asarray(draws, dtype=float))
        sway = 0.28 * np.sin(2.4 * np.arange(len(draws)))      # so that dots overlap less
        ax.plot(draws, k + sway, "o", color=style.SKY, markersize=4.5, zorder=2,
                label="draws")
        ax.plot([draws.mean()], [k], "D", color=style.INK, markersize=9, zorder=3,
                label="mean")
    if zero:
        ax.axvline(0, color=style.ORANGE, lw=2, ls="--", zorder=1, label="no difference")
    ax.set_yticks(range(len(values)), list(values))
    ax.set(ylim=(len(values) - 0.5, -0.6))
    ax.grid(axis="x")
    ax.grid(False, axis="y")
    return figure
