"""What a split gains, what a leaf costs: the curves of lesson 06."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.tree import PruningPath, choose_cp


def plot_rewards(ones: np.ndarray, gains: Mapping[str, np.ndarray], shares: tuple, title: str
                 ) -> Figure:
    """Draw what splits with sides of fixed size gain, and why: a chord below a concave curve.

    ``gains`` maps a name to the gains (m,) for ``ones`` (m,) samples of class 1 on the left.
    ``shares`` are those of class 1 on the left, in the node and on the right.
    """
    figure, (left, right) = style.new_panels(
        ["gain, by what goes left", "impurity of the node, and average of its sides"],
        ["samples of class 1 on the left", "share of class 1"], ["gain", "impurity"],
        width=12.0, height=4.8, sharey=False)
    for (name, values), look in zip(gains.items(), ("o-", "s--"), strict=True):
        left.plot(ones, values, look, label=name)
    left.legend(loc="upper center")
    p = np.linspace(0, 1, 201)
    right.plot(p, 2 * p * (1 - p), color=style.BLUE, label="Gini")
    right.plot(p, np.minimum(p, 1 - p), "--", color=style.ORANGE, label="error")
    low, node, high = shares
    for curve, colour in ((2 * p * (1 - p), style.BLUE), (np.minimum(p, 1 - p), style.ORANGE)):
        ends = np.interp([low, high], p, curve)
        chord = np.interp(node, [low, high], ends)
        right.plot([low, high], ends, ":", color=style.INK, lw=1.8, gid="decoration")
        right.plot([low, high], ends, "o", color=colour, mfc="white", markersize=9,
                   gid="decoration")
        right.plot([node, node], [chord, np.interp(node, p, curve)], "-", color=style.INK, lw=4,
                   gid="decoration")
        right.plot([node], np.interp([node], p, curve), "o", color=colour, markersize=9,
                   gid="decoration")
    for at, word in ((low, "left"), (node, "node"), (high, "right")):
        right.annotate(word, (at, 0.0), ha="left", va="bottom")
    right.set_ylim(-0.03, 0.56)
    right.legend(loc="upper right")
    style.headline(figure, title)
    return figure


def plot_prunings(leaves: np.ndarray, cost: np.ndarray, path: PruningPath, title: str) -> Figure:
    """Draw every pruning of a tree as a dot; beside it the weakest-link path, their lower hull.

    ``leaves`` and ``cost`` (m,) are those of the m prunings.
    """
    figure, (left, right) = style.new_panels(["All prunings of one tree", title],
                                             "leaves of the pruned tree", ["loss R(T)", ""],
                                             width=12.0, height=5.0)
    for ax, colour in ((left, style.BLUE), (right, style.GREY)):
        ax.scatter(leaves, cost, s=40, color=colour, alpha=0.6, label="a pruning")
    right.set_ylabel("loss R(T)")
    right.plot(path.n_leaves, path.cost, "o-", color=style.ORANGE, markersize=9,
               label="the nested trees of the weakest links")
    for k in range(len(path.alpha) - 1):
        right.annotate(f"α = {path.alpha[k + 1]:.3g}", fontsize=12, ha="right", va="top",
                       xytext=(-7, -4 - 14 * (k % 2)), textcoords="offset points",
                       xy=(np.mean(path.n_leaves[k:k + 2]), np.mean(path.cost[k:k + 2])))
    span = np.ptp(path.cost) or 1.0
    right.set(xlim=(1 - 0.14 * path.n_leaves[0], None), ylim=(path.cost[0] - 0.16 * span, None))
    right.legend(loc="upper right")
    return figure


def plot_fits(x: np.ndarray, y: np.ndarray, grid: np.ndarray, curves: Mapping[str, np.ndarray],
              title: str) -> Figure:
    """Draw samples x, y (n,) with several fitted functions of one feature through them.

    ``curves`` maps a name to the values on ``grid`` (m,), which ascends.
    """
    figure, ax = style.new_axes(title, "x", "y", width=9.0)
    ax.plot(x, y, "o", color=style.GREY, markersize=5, alpha=0.7, label="samples")
    looks = zip(("-", "--", "-.", ":"), (style.BLUE, style.ORANGE, style.GREEN, style.INK))
    for (name, values), (line, colour) in zip(curves.items(), looks, strict=False):
        ax.plot(grid, values, line, color=colour, lw=2.6, label=name)
    ax.legend(loc="upper left")
    return figure


def plot_cp_curve(table: pd.DataFrame, title: str) -> Figure:
    """Draw the cross-validated error of each pruned tree, and what the one-SE rule chooses.

    The table is that of `coursekit.tree.cross_validated_cp`.

    Examples
    --------
    >>> table = pd.DataFrame({"CP": [0.4, 0.0], "nsplit": [0, 2], "rel_error": [1.0, 0.5],
    ...                       "xerror": [1.0, 0.6], "xstd": [0.05, 0.05]})
    >>> lines = plot_cp_curve(table, "Three leaves").axes[0].lines
    >>> [line.get_label() for line in lines if not line.get_label().startswith("_")]
    ['on the training samples', 'lowest + one standard error', 'one-SE choice']
    """
    figure, ax = style.new_axes(title, "leaves of the pruned tree (log scale)",
                                "errors, root = 1")
    leaves = table["nsplit"] + 1
    ax.errorbar(leaves, table["xerror"], yerr=table["xstd"], fmt="o-", capsize=4, lw=1.8,
                label="on held-out folds, ± one standard error")
    ax.plot(leaves, table["rel_error"], "s--", color=style.GREY, lw=1.6, markersize=5,
            label="on the training samples")
    best = int(table["xerror"].argmin())
    ax.axhline(table["xerror"].iloc[best] + table["xstd"].iloc[best], color=style.GREEN,
               linestyle=":", label="lowest + one standard error")
    chosen = table[table["CP"] == choose_cp(table)].iloc[0]
    ax.plot([chosen["nsplit"] + 1], [chosen["xerror"]], "o", color=style.ORANGE, mfc="none",
            markersize=15, mew=2.5, label="one-SE choice")
    ax.set(xscale="log", ylim=(0, 1.1))
    ax.xaxis.set_major_formatter("{x:.0f}")
    ax.legend(loc="upper right")
    return figure


def plot_votes(votes: Counter, title: str, xlabel: str) -> Figure:
    """Draw how often each answer came up, the most frequent first; eight at most, and it says so.

    Examples
    --------
    >>> figure = plot_votes(Counter({"age": 3, "class": 1}), "Mostly age", "first question")
    >>> [float(bar.get_height()) for bar in figure.axes[0].patches]
    [3.0, 1.0]
    """
    names, counts = zip(*votes.most_common(8), strict=True)
    some = f" (the {len(names)} most frequent of {len(votes)})" if len(votes) > len(names) else ""
    figure, ax = style.new_axes(title, xlabel + some, "trees")
    ax.bar(names, counts, color=style.BLUE, alpha=0.9)
    if max(map(len, names)) > 9:
        ax.tick_params(axis="x", labelrotation=25, labelsize=11)
    return figure
