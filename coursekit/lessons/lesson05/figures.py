"""Figures of lesson 05: where cross-validation misses."""
from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from coursekit.lessons.lesson05.experiments import Case
from coursekit.plots import style
from coursekit.wording import signed


def plot_misses(cases: Sequence[Case], title: str) -> Figure:
    """Draw what CV says on average and what is so, one row per case, with the miss in points."""
    figure, ax = style.new_axes("", "% right", "what is broken", width=8.8,
                                height=1.2 + 0.62 * len(cases))
    for row, (_, cv, truth) in enumerate(cases):
        points = 100 * (cv - truth)
        ax.plot([100 * truth, 100 * cv], [row, row], color=style.INK, lw=3, zorder=2)
        ax.plot(100 * truth, row, "D", color=style.INK, markersize=11, zorder=3)
        ax.plot(100 * cv, row, "o", color=style.YELLOW, markersize=15, zorder=4,
                markeredgecolor=style.INK, markeredgewidth=1.6)
        word = "right" if abs(points) < 1 else f"{signed(points, '+.0f')} points"
        ax.text(108, row, word, va="center", fontsize=16, fontweight="bold")
    widest = max(range(len(cases)), key=lambda row: abs(cases[row].cv - cases[row].truth))
    _, cv, truth = cases[widest]
    for share, word in ((cv, "CV says"), (truth, "truth")):
        side = 1 if share == max(cv, truth) else -1
        ax.annotate(word, (100 * share, widest), (11 * side, 0), textcoords="offset points",
                    ha="left" if side > 0 else "right", va="center", fontsize=14)
    ax.set(yticks=range(len(cases)), ylim=(len(cases) - 0.4, -0.6), xlim=(-30, 150),
           xticks=range(0, 101, 25))
    ax.set_yticklabels([case.name for case in cases], fontsize=14)
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    style.headline(figure, title)
    return figure
