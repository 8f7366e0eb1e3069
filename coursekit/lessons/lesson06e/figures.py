"""The figures of lesson 06e: what bounds promise, and ways to prune."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.wording import signed


def plot_coverage(rates: ArrayLike, covered: Mapping[str, ArrayLike], wanted: float,
                  title: str) -> Figure:
    """Draw the coverage of bounds, each with its name.

    Examples
    --------
    >>> figure = plot_coverage([0.1, 0.2], {"exact": [0.8, 0.9]}, 0.75, "Cautious")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['exact', 'promised: 0.75']
    """
    figure, ax = style.new_axes("", "true error rate p", "draws with p ≤ bound", width=8.8,
                                height=4.4)
    looks = (style.INK, style.INK, "-", 1.0), (style.ORANGE, style.WORDS["died"], "--", 0.4)
    for (name, share), (colour, words, line, y) in zip(covered.items(), looks, strict=False):
        ax.plot(rates, share, line, color=colour, lw=3)
        ax.text(rates[-1] / 4, y, name, fontsize=17, fontweight="bold", color=words, va="center")
    ax.plot([0, rates[-1]], [wanted, wanted], color=style.GREY, lw=2.5, zorder=1)
    ax.text(1.01 * rates[-1], wanted, f"promised: {wanted:g}", fontsize=14, color=style.GREY,
            va="center")
    ax.set(ylim=(0.3, 1.05), xlim=(0, 1.22 * rates[-1]))
    ax.grid(False)
    style.headline(figure, title)
    return figure


def plot_families(groups: Mapping[str, Mapping[str, ArrayLike]], title: str) -> Figure:
    """Draw what each way to prune changes, in groups: a dot per partition, the mean in large type.

    The last group is drawn in grey.

    Examples
    --------
    >>> figure = plot_families({"pruned": {"by hand": [-1.0, -3.0]}, "else": {"no tree": [1.0]}},
    ...                        "One way")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['pruned', '−2.0', 'else', '+1.0']
    """
    rows = [(name, draws) for group in groups.values() for name, draws in group.items()]
    figure, ax = style.new_axes(
        "", "new errors minus those of the tree as grown, points", "", width=8.8,
        height=1.6 + 0.42 * (len(rows) + len(groups)))
    low = min(np.min(draws) for _, draws in rows)
    place, places = 0.0, []
    for group, (heading, members) in enumerate(groups.items()):
        last = group == len(groups) - 1
        ax.text(low - 3.4, place, heading, va="center", fontsize=14, fontweight="bold",
                color=style.GREY if last else style.INK)
        for draws in members.values():
            place += 1
            places.append(place)
            _draws(ax, place, np.sort(np.asarray(draws, dtype=float)), low,
                   style.GREY if last else style.INK)
        place += 1
    ax.axvline(0, color=style.GREY, lw=1.8, ls="--", zorder=1)
    ax.set_yticks(places, [name for name, _ in rows], fontsize=13)
    ax.set(ylim=(place - 0.4, -0.6), ylabel="way (diamond: mean)", xlim=(low - 3.5, None))
    ax.grid(axis="x")
    ax.grid(False, axis="y")
    style.headline(figure, title)
    return figure


def _draws(ax: Axes, row: float, draws: np.ndarray, low: float, colour: str) -> None:
    sway = 0.26 * np.sin(2.4 * np.arange(len(draws)))           # so that dots overlap less
    ax.plot(draws, row + sway, "o", color="#8A8A8A", markersize=4.5, zorder=2)
    ax.plot([draws.mean()], [row], "D", color=colour, markersize=10, zorder=3)
    ax.text(low - 0.4, row, signed(draws.mean(), "+.1f"), ha="right", va="center",
            fontsize=15, fontweight="bold", color=colour)
