"""Figures of lesson 05b: how often intervals contain the truth."""
from __future__ import annotations

from matplotlib.figure import Figure

from coursekit.lessons.lesson05b.experiments import Coverage
from coursekit.plots import style


def plot_coverage(found: Coverage, title: str) -> Figure:
    """Draw how often two kinds of interval contain the accuracy of a fixed rule."""
    figure, ax = style.new_axes(title, "true % right of the rule",
                                "% of intervals that contain it", width=8.8, height=4.6)
    places = range(len(found.accuracies))
    for values, colour, marker, name in ((found.wilson, style.BLUE, "D", "Wilson"),
                                         (found.corrected, style.ORANGE, "o", "corrected")):
        ax.plot(places, 100 * values, color=colour, marker=marker, markersize=11, lw=3, label=name)
    ax.plot([-0.3, places[-1] + 0.1], [95, 95], color=style.INK, ls=(0, (4, 2)), lw=2)
    ax.text(0, 90.5, "promised: 95 %", fontsize=14, va="top")
    last = len(found.accuracies) - 1
    ax.text(last + 0.2, 100 * found.wilson[-1], "Wilson", fontsize=14, va="center",
            color=style.WORDS["survived"])
    ax.text(last + 0.2, 100 * found.corrected[-1], f"corrected\n{found.corrected[-1]:.0%}",
            fontsize=16, va="center", fontweight="bold", color=style.WORDS["died"])
    ax.set(ylim=(0, 104), xlim=(-0.3, last + 1.7), xticks=list(places))
    ax.set_xticklabels([f"{100 * p:g}" for p in found.accuracies])
    ax.tick_params(labelsize=14)
    ax.xaxis.label.set_size(14)
    ax.yaxis.label.set_size(14)
    return figure
