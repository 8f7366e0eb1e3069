"""Figures of lesson 05b: three ways to score a search, and how often intervals hold."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.lessons.lesson05b.experiments import Coverage
from coursekit.plots import style


WIDTH = 2.5         # points of accuracy per bar
LOOKS = (style.YELLOW, style.GREY, style.COLOURS["test"])


def plot_heaps(groups: Mapping[str, list], truth: float, title: str) -> Figure:
    """Draw a heap of scores for each group, one above the other, with its mean in large type."""
    scores = {name: 100 * np.asarray(values) for name, values in groups.items()}
    everything = np.concatenate(list(scores.values()))
    low, high = (WIDTH * np.floor(everything.min() / WIDTH), everything.max() + WIDTH)
    edges = np.arange(low - WIDTH / 4, high + WIDTH, WIDTH)     # a score on no edge
    most = max(np.histogram(values, edges)[0].max() for values in scores.values())
    figure, panels = style.new_panels(["", "", ""], "% right", "tables", width=8.8, height=5.6,
                                      stacked=True)
    for ax, (name, values), colour in zip(panels, scores.items(), LOOKS, strict=True):
        ax.hist(values, edges, color=colour, edgecolor=style.INK)
        ax.axvline(100 * truth, color=style.INK, ls=(0, (4, 2)), lw=2.5)
        ax.plot(values.mean(), 0.06 * most, "^", color="white", markeredgecolor=style.INK,
                markersize=15, markeredgewidth=2, clip_on=False, zorder=5)
        ax.text(1, 0.98, f"{values.mean():.1f}%", transform=ax.transAxes, ha="right", va="top",
                fontsize=24, fontweight="bold")
        ax.text(1, 0.56, name, transform=ax.transAxes, ha="right", va="top", fontsize=14)
        ax.set(ylim=(0, 1.15 * most), xlim=(edges[0], edges[-1] + 16),
               xticks=np.arange(30, edges[-1], 10))
        ax.set_xlabel("% right" if ax is panels[-1] else "")
        ax.tick_params(labelsize=13)
    panels[0].text(100 * truth - 0.6, 1.13 * most, f"truth {100 * truth:.0f}%", ha="right",
                   va="top", fontsize=14)
    panels[0].text(edges[0] + 0.5, 0.35 * most, "△ mean", fontsize=14)
    style.headline(figure, title)
    return figure


def plot_coverage(found: Coverage, title: str) -> Figure:
    """Draw how often two kinds of interval contain the accuracy of a fixed rule."""
    figure, ax = style.new_axes(title, "true % right of the rule",
                                "% of intervals that contain it", width=8.8, height=4.6)
    places = range(len(found.accuracies))
    for values, colour, marker, name in ((found.wilson, style.BLUE, "D", "Wilson"),
                                         (found.corrected, style.ORANGE, "o", "corrected")):
        ax.plot(places, 100 * values, color=colour, marker=marker, markersize=11, lw=3, label=name)
    ax.plot([-0.3, places[-1] + 0.1], [95, 95], color=style.INK, ls=(0, (4, 2)), lw=2)
    ax.text(0.1, 87.5, "promised: 95%", fontsize=14, va="top")
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
