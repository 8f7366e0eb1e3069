"""The figures of lesson 06d: questions of resamples, a mean and its members, rivals, importance."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.wording import signed


def plot_questions(ages: ArrayLike, title: str) -> Figure:
    """Draw the thresholds of a question about age as dots, one per tree; the middle 80% on grey.

    Examples
    --------
    >>> plot_questions([3.5, 9.5, 9.5], "Three trees").axes[0].get_ylabel()
    'trees'
    """
    figure, ax = style.new_axes(title, "“younger than …?”: threshold in years, a dot per tree",
                                "trees", width=8.8, height=4.2)
    values, counts = np.unique(np.asarray(ages, dtype=float), return_counts=True)
    low, high = np.percentile(ages, [10, 90])
    ax.axvspan(low, high, color="#D9D9D9", zorder=0)
    ax.plot(np.repeat(values, counts), np.concatenate([np.arange(c) + 0.5 for c in counts]), "o",
            color=style.INK, markersize=3.6, markeredgewidth=0, label="a tree")
    ax.set(ylim=(0, counts.max() * 1.22))
    ax.text((low + high) / 2, counts.max() * 1.12, "middle 80%", fontsize=15, fontweight="bold",
            ha="center", va="center")
    return figure


def plot_mean(x: ArrayLike, curves: ArrayLike, places: Mapping[str, tuple[float, float]],
              title: str) -> Figure:
    """Draw many curves with their mean, and at some places both sides of the identity.

    ``places`` maps a name to (x, y), a point that the curves are to predict.

    Examples
    --------
    >>> figure = plot_mean([0, 1], [[0, 2], [2, 4]], {"A": (1, 5)}, "Two curves")
    >>> [round(float(bar.get_width()), 2) for bar in figure.axes[1].patches]
    [4.0, 1.0, 4.0]
    """
    figure, (left, right) = style.new_panels(
        [f"{len(curves)} trees, mean (thick), y (◆)", "squared miss, at each point"],
        ["x", "squared units of y"], ["y", ""], width=8.8, height=4.6, sharey=False)
    x, curves = np.asarray(x, dtype=float), np.asarray(curves, dtype=float)
    left.add_collection(LineCollection([np.column_stack([x, curve]) for curve in curves],
                                       colors="#8A8A8A", linewidths=0.7))
    left.plot(x, curves.mean(axis=0), color=style.INK, lw=3.4, label="mean")
    edge = 0.05 * np.ptp(curves)
    left.set_ylim(curves.min() - edge, curves.max() + edge)
    rows, longest = [], 0.0
    for k, (name, (at, y)) in enumerate(places.items()):
        f = np.array([np.interp(at, x, curve) for curve in curves])
        miss, spread = (f.mean() - y)**2, f.var()
        longest = max(longest, miss + spread)
        left.plot([at], [y], "D", color=style.BLUE, markersize=11, markeredgecolor="white",
                  zorder=5, label=name)
        left.plot([at, at], f.mean() + np.array([-1, 1]) * f.std(), color=style.SKY, lw=9,
                  zorder=4, solid_capstyle="butt", label=f"spread at {name}")
        left.annotate(name, (at, y), (-15 if k else 15, 0), textcoords="offset points",
                      fontsize=15, zorder=6, ha="center", va="center", fontweight="bold",
                      color=style.WORDS["survived"])
        for place, parts in ((3 * k, (miss, spread)), (3 * k + 1, (miss,))):
            start = 0.0
            for part, colour, hatch in zip(parts, (style.INK, style.SKY), ("", "//"), strict=False):
                right.barh(place, part, left=start, height=0.86, color=colour, hatch=hatch,
                           edgecolor="white")
                start += part
            right.annotate(f"{start:.2f}", (start, place), (5, 0), textcoords="offset points",
                           va="center", fontsize=14, fontweight="bold")
        rows += [(3 * k, f"{name}: one tree,\non average"), (3 * k + 1, f"{name}: the mean")]
    right.set_yticks(*map(list, zip(*rows, strict=True)))
    right.set(ylim=(3 * len(places) - 1.4, -0.7), xlim=(0, longest * 1.25))
    right.text(longest * 1.24, 2, "hatched: spread (left: ± its root)", fontsize=13, ha="right",
               va="center", color=style.WORDS["survived"], fontweight="bold")
    right.grid(False)
    style.headline(figure, title)
    return figure


def plot_rivals(edges: Mapping[str, ArrayLike], title: str) -> Figure:
    """Draw by how many points a vote is better than the pruned tree, a dot per draw, with the mean.

    Examples
    --------
    >>> figure = plot_rivals({"Titanic": [-1.0, -2.0]}, "One row")
    >>> [text.get_text() for text in figure.axes[0].texts][0]
    '−1.5'
    """
    figure, ax = style.new_axes(title, "accuracy of the vote minus that of the pruned tree, in "
                                "points\n(a dot per set of samples, a diamond for their mean)",
                                "samples", width=8.8, height=2.3 + 0.6 * len(edges))
    draws = [np.sort(np.asarray(part, dtype=float)) for part in edges.values()]
    low, high = min(part[0] for part in draws), max(part[-1] for part in draws)
    for row, part in enumerate(draws):
        sway = 0.56 * (0.618 * np.arange(len(part)) % 1 - 0.5)      # so that dots overlap less
        ax.plot(part, row + sway, "o", color="#8A8A8A", markersize=4, zorder=2)
        ax.plot([part.mean()], [row], "D", color=style.BLUE, markersize=12, zorder=3,
                markeredgecolor="white")
        ax.text(low - 0.6, row, signed(part.mean(), "+.1f"), ha="right", va="center",
                fontsize=18, fontweight="bold", color=style.WORDS["survived"])
    ax.axvline(0, color=style.GREY, lw=1.8, ls="--", zorder=1)
    ax.text(-0.25, -0.85, "← vote worse", ha="right", va="center", fontsize=14, fontweight="bold")
    ax.text(0.25, -0.85, "vote better →", ha="left", va="center", fontsize=14, fontweight="bold")
    ax.set_yticks(range(len(draws)), list(edges), fontsize=15)
    ax.set(ylim=(len(draws) - 0.5, -1.3), xlim=(low - 2.6, high + 0.5))
    ax.grid(axis="x")
    ax.grid(False, axis="y")
    return figure


def plot_importance(names: Sequence[str], gained: ArrayLike, lost: ArrayLike, title: str) -> Figure:
    """Draw two importances of each feature, with the sd of the draws; the last feature is noise.

    Examples
    --------
    >>> figure = plot_importance(["sex", "noise"], [[0.4, 0.6], [0.6, 0.4]],
    ...                          [[0.1, 0], [0.3, 0]], "Two features")
    >>> [round(float(bar.get_width()), 9) for bar in figure.axes[0].patches]
    [50.0, 50.0]
    """
    figure, panels = style.new_panels(
        ["share of all gains, training", "accuracy lost by shuffling"],
        ["per cent", "points, on new passengers"], "feature (whisker: sd)", width=8.8,
        height=4.4, sharey=False)
    for ax, draws in zip(panels, (gained, lost), strict=True):
        draws = 100 * np.asarray(draws, dtype=float)
        mean, sd = draws.mean(axis=0), draws.std(axis=0, ddof=1)
        colours = [style.GREY] * (len(names) - 1) + [style.ORANGE]
        ax.barh(range(len(names)), mean, color=colours, height=0.7)
        ax.errorbar(mean, range(len(names)), xerr=sd, fmt="o", color=style.INK, markersize=4,
                    capsize=4, lw=1.6, label="mean and sd")
        top = float((mean + sd).max())
        for k, (value, more) in enumerate(zip(mean, sd, strict=True)):
            ax.text(max(value, 0) + more + 0.03 * top, k, signed(value, ".1f"),
                    va="center", fontsize=14, fontweight="bold")
        ax.set(ylim=(len(names) - 0.4, -0.6),
               xlim=(min(0.0, 1.1 * float((mean - sd).min())), 1.25 * top))
        ax.axvline(0, color=style.INK, lw=1)
        ax.grid(False)
        ax.set_yticks(range(len(names)), list(names), fontsize=14)
    panels[1].spines["left"].set_visible(False)
    panels[1].tick_params(left=False, labelleft=False)
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure
