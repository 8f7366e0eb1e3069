"""The figures of lesson 06c: trees with their risks, prunings, bounds, and random draws."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style

LOOKS = tuple(zip((style.BLUE, style.ORANGE, style.GREEN, style.INK), style.MARKERS))


def plot_sizes(leaves: ArrayLike, errors: Mapping[str, ArrayLike], title: str) -> Figure:
    """Draw mean error rates with their sd against the size of the tree.

    ``leaves`` has shape (s,); ``errors`` maps a name to rates of shape (draws, s).

    Examples
    --------
    >>> figure = plot_sizes([2, 8], {"new": [[0.2, 0.3], [0.3, 0.2]]}, "Two sizes")
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [0.25, 0.25]
    """
    figure, ax = style.new_axes(title, "leaves of the tree (log scale)", "error rate")
    for (name, rates), (colour, marker) in zip(errors.items(), LOOKS):
        rates = np.asarray(rates)
        ax.errorbar(leaves, rates.mean(axis=0), yerr=rates.std(axis=0, ddof=1), marker=marker,
                    capsize=4, color=colour, label=f"{name} (bar: sd)")
    ax.set(xscale="log", xticks=leaves, ylim=(0, None))
    ax.set_xticks([], minor=True)
    ax.xaxis.set_major_formatter("{x:.0f}")
    ax.legend(loc="lower left")
    return figure


def plot_risks(trees: Mapping[str, dict], title: str) -> Figure:
    """Draw trees given as dictionaries, one per panel, with the risk of each node.

    Examples
    --------
    >>> tree = {"risk": 9, "left": {"risk": 2}, "right": {"risk": 4}}
    >>> [t.get_text() for t in plot_risks({"small": tree}, "One split").axes[0].texts]
    ['2', '4', '9']
    """
    figure, panels = style.new_panels(list(trees), "leaves, side by side", "questions asked",
                                      width=4.6 * len(trees) + 1, height=3.6)
    for ax, tree in zip(panels, trees.values()):
        _draw_node(ax, tree, 0, 0)
        ax.set(xticks=[], yticks=[])
        ax.margins(0.12)
        ax.grid(False)
    style.headline(figure, title)
    return figure


def _draw_node(ax: Axes, node: dict, first: int, depth: int) -> tuple[float, int]:
    """Draw a branch starting at position ``first``; return its position and the next free one."""
    if "left" in node:
        left, after = _draw_node(ax, node["left"], first, depth + 1)
        right, after = _draw_node(ax, node["right"], after, depth + 1)
        place = (left + right) / 2
        ax.plot([left, place, right], [-depth - 1, -depth, -depth - 1], color=style.GREY, lw=1.8,
                gid="decoration", zorder=1)
    else:
        place, after = first, first + 1
    ax.text(place, -depth, f"{node['risk']:g}", ha="center", va="center", fontsize=14, zorder=2,
            fontweight="normal" if "left" in node else "bold",
            bbox={"boxstyle": "round,pad=0.35", "edgecolor": style.INK,
                  "facecolor": "white" if "left" in node else style.LIGHT_SKY})
    ax.plot([place], [-depth], alpha=0, gid="decoration")     # widens the limits
    return place, after


def plot_hulls(prunings: ArrayLike, path: ArrayLike, title: str) -> Figure:
    """Draw every pruning of a tree as a dot, and the path of the weakest links.

    Both hold pairs (leaves, risk).

    Examples
    --------
    >>> figure = plot_hulls([(1, 9), (2, 6)], [(2, 6), (1, 9)], "Two prunings")
    >>> figure.axes[0].lines[0].get_label()
    'path of the weakest links'
    """
    figure, ax = style.new_axes(title, "leaves of the pruned tree", "risk R(T)")
    prunings, path = np.asarray(prunings), np.asarray(path)
    ax.scatter(*prunings.T, s=36, color=style.GREY, label="a pruning", zorder=2)
    ax.plot(*path.T, "o-", color=style.ORANGE, markersize=10, mfc="none", mew=2.4,
            label="path of the weakest links", zorder=3)
    ax.set(ylim=(0, 1.08 * prunings[:, 1].max()), xticks=range(1, prunings[:, 0].max() + 1))
    ax.legend(loc="lower left")
    return figure


def plot_choice(table: Mapping[str, ArrayLike], chosen: Mapping[str, Sequence[int]],
                title: str) -> Figure:
    """Draw one curve of cross-validated errors, and the choices of each rule in many partitions.

    ``table`` has leaves, error and se; ``chosen`` maps a rule to the sizes that it took.

    Examples
    --------
    >>> table = {"leaves": [1, 2], "error": [0.4, 0.2], "se": [0.01, 0.01]}
    >>> figure = plot_choice(table, {"smallest error": [2, 2, 1]}, "Mostly two")
    >>> [int(bar.get_height()) for bar in figure.axes[1].patches]
    [1, 2]
    """
    figure, (left, right) = style.new_panels(
        ["one partition into ten folds", f"{len(next(iter(chosen.values())))} partitions"],
        ["leaves (log scale)", "leaves chosen"], ["error rate, held out", "partitions"],
        sharey=False)
    error, se = np.asarray(table["error"]), np.asarray(table["se"])
    left.errorbar(table["leaves"], error, yerr=se, fmt="o-", capsize=4, lw=1.8,
                  label="held-out error, bar: se")
    bar = error.min() + se[error.argmin()]
    left.axhline(bar, color=style.INK, ls="--", lw=1.6, label="lowest + its se")
    left.set(xscale="log", ylim=(0, None), xticks=table["leaves"])
    left.set_xticks([], minor=True)
    left.xaxis.set_major_formatter("{x:.0f}")
    left.tick_params(axis="x", labelsize=10)
    left.legend(loc="lower left")
    sizes = sorted(set().union(*chosen.values()))
    width = 0.8 / len(chosen)
    for k, ((rule, taken), hatch) in enumerate(zip(chosen.items(), style.HATCHES)):
        right.bar(np.arange(len(sizes)) + (k - (len(chosen) - 1) / 2) * width,
                  [list(taken).count(size) for size in sizes], width, label=rule,
                  color=LOOKS[k][0], hatch=hatch, edgecolor="white")
    right.set_xticks(range(len(sizes)), [str(size) for size in sizes])
    right.legend(loc="upper left")
    style.headline(figure, title)
    return figure


def plot_coverage(rates: ArrayLike, panels: Mapping[str, Mapping[str, ArrayLike]], wanted: float,
                  title: str) -> Figure:
    """Draw the coverage of bounds, one panel for each number of samples.

    Examples
    --------
    >>> figure = plot_coverage([0.1, 0.2], {"n = 5": {"exact": [0.8, 0.9]}}, 0.75, "Cautious")
    >>> figure.axes[0].lines[0].get_label()
    'exact'
    """
    figure, axes = style.new_panels(list(panels), "true error rate p",
                                    "share of draws with p ≤ bound")
    for ax, covered in zip(axes, panels.values()):
        for (name, share), (colour, _), line in zip(covered.items(), LOOKS, ("-", "--", ":")):
            ax.plot(rates, share, line, color=colour, label=name)
        ax.axhline(wanted, color=style.GREY, lw=1.4, label=f"wanted: {wanted:g}")
        ax.set(ylim=(0, 1.02))
    axes[-1].legend(loc="lower right")
    style.headline(figure, title)
    return figure


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
