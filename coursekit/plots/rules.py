"""p-values of rules: by χ² and exactly, and after a search."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style


def plot_two_p_values(groups: Mapping[str, Sequence[tuple[float, float, str]]],
                      title: str) -> Figure:
    """Draw p-values of χ² against exact ones, on log axes.

    ``groups`` maps a name to points: by χ², exact, and what is written beside it.
    """
    figure, ax = style.new_axes(title, "exact p-value", "p-value of χ²", width=8.8, height=5.0)
    low = min(min(point[:2]) for points in groups.values() for point in points) / 2
    ax.plot([low, 1], [low, 1], "--", color=style.GREY, lw=2, label="equal")
    for (name, points), marker, (colour, role) in zip(
            groups.items(), "os", ((style.BLUE, "survived"), (style.ORANGE, "died"))):
        approximate, exact, words = zip(*points)
        ax.plot(exact, approximate, marker, ls="none", color=colour, markersize=11, label=name)
        for x, y, word in zip(exact, approximate, words):
            side = -1 if y > x or x > 0.8 else 1    # away from the dashed line, and from the edge
            ax.annotate(word, (x, y), (11 * side, 0), textcoords="offset points", fontsize=15,
                        va="center", ha="left" if side > 0 else "right", fontweight="bold",
                        color=style.WORDS[role])
    for x, y, word, side in ((0.02, 0.95, "above: p by χ² too large", "left"),
                             (0.98, 0.06, "below: p by χ² too small", "right")):
        ax.text(x, y, word, transform=ax.transAxes, fontsize=15, ha=side, va="center")
    ax.set(xscale="log", yscale="log", xlim=(low, 1.1), ylim=(low, 1.1))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:g}")
    return figure


def plot_noise(noise: Mapping[str, Sequence[float]], level: float, title: str) -> Figure:
    """Draw how often the best condition for random labels reaches a level, by kind of feature.

    ``noise`` maps a kind of feature to smallest p-values of single conditions.
    """
    figure, ax = style.new_axes("", "features", f"searches with p ≤ {level:g}, %", width=8.8,
                                height=4.4)
    style.headline(figure, title)
    shares = [100 * np.mean(np.asarray(values) <= level) for values in noise.values()]
    bars = ax.bar(list(noise), shares, 0.6, color=style.SKY)
    ax.bar_label(bars, fmt="%.0f%%", fontsize=18, fontweight="bold", padding=3)
    ax.plot([-0.5, len(shares) - 0.66], [100 * level] * 2, "--", color=style.INK, lw=2.5)
    ax.text(len(shares) - 0.62, 100 * level, f"promised:\nat most {level:.0%}", fontsize=15,
            fontweight="bold", va="center")
    ax.set(ylim=(0, 115), xlim=(-0.5, len(shares) + 0.3))
    ax.tick_params(axis="x", labelsize=14)
    ax.grid(False)
    return figure
