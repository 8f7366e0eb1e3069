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
    ax.plot([low, 1.2], [low, 1.2], "--", color=style.GREY, lw=1.5, label="equal")
    for (name, points), marker, (colour, role) in zip(
            groups.items(), "os", ((style.BLUE, "survived"), (style.ORANGE, "died"))):
        approximate, exact, words = zip(*points)
        ax.plot(exact, approximate, marker, ls="none", color=colour, markersize=11, label=name)
        for x, y, word in zip(exact, approximate, words):
            side = -1 if y > x else 1           # away from the dashed line
            ax.annotate(word, (x, y), (11 * side, 0), textcoords="offset points", fontsize=13,
                        va="center", ha="left" if side > 0 else "right", fontweight="bold",
                        color=style.WORDS[role])
    for x, y, word, side in ((0.02, 0.95, "above: p by χ² too large", "left"),
                             (0.98, 0.06, "below: p by χ² too small", "right")):
        ax.text(x, y, word, transform=ax.transAxes, fontsize=14, ha=side, va="center")
    ax.set(xscale="log", yscale="log", xlim=(low, 1.2), ylim=(low, 1.2))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:g}")
    return figure


def plot_search(shuffled: np.ndarray, found: float,
                noise: Mapping[str, Sequence[float]], level: float, title: str) -> Figure:
    """Draw the best p-values for random labels: of a whole search, and by kind of feature.

    ``shuffled`` (B,) are the p-values of lines found among shuffled labels, ``found`` that of the
    line found with the true ones; ``noise`` maps a kind of feature to smallest p-values of single
    conditions.
    """
    figure, (left, right) = style.new_panels(
        ["first line of a list for the zoo", "best single condition, labels are noise"],
        ["p-value of the line found (log scale; 1: none)", "features"],
        ["searches", f"runs with p ≤ {level:g}, %"], width=11.5, height=4.6, sharey=False)
    style.headline(figure, title)
    low = min(np.min(shuffled), 1e-4)
    edges = np.geomspace(low, 1, 25)
    counts, _, _ = left.hist(np.clip(shuffled, low, 1), edges, color=style.SKY,
                             edgecolor="white", label="shuffled labels")
    outside = ": off the scale" if found < low else ""
    left.plot(max(found, low), 0.03 * counts.max(), "<" if outside else "D", color=style.ORANGE,
              ls="none", markersize=10, zorder=5, label=f"true labels{outside}")
    left.axvline(level, color=style.INK, ls="--", lw=1.6)
    top = 1.3 * counts.max()
    left.set_ylim(0, top)
    left.text(level * 1.1, 0.97 * top, f"limit:\np ≤ {level:g}", fontsize=13, va="top")
    if counts[-1]:
        left.text(0.95, counts[-1] + 0.02 * top, "none found", fontsize=13, ha="right", va="bottom")
    left.set_xscale("log")
    left.xaxis.set_major_formatter("{x:g}")
    left.legend(loc="upper left", fontsize=13)
    shares = [100 * np.mean(np.asarray(values) <= level) for values in noise.values()]
    bars = right.bar(list(noise), shares, color=style.SKY)
    right.bar_label(bars, fmt="%.0f")
    right.axhline(100 * level, color=style.INK, ls="--", lw=1.6, label="promised at most")
    right.set_ylim(0, 112)
    right.legend(loc="upper left", fontsize=13)
    return figure
