"""What a split gains, what a leaf costs: the curves of lesson 06."""
from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.tree.impurity import entropy, gini, misclassification
from coursekit.tree.split import split_curve
from coursekit.tree.weakest_link import PruningPath


def plot_split_scan(x: np.ndarray, y: np.ndarray, title: str) -> Figure:
    """Draw points with the best two constants, above the loss of every cut.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        One feature, and the number to predict.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_split_scan(np.arange(4.0), np.array([0, 0, 3, 1.0]), "Cut in the middle")
    >>> len(figure.axes)
    2
    """
    curve = split_curve(x, y, "squared_error")
    loss = np.sum((y - y.mean()) ** 2) - curve.gain
    best = int(np.argmin(loss))
    figure, (top, bottom) = style.new_panels([title, ""], ["", "threshold s"], ["y", "loss"],
                                             width=8.0, height=6.0, stacked=True)
    bottom.set_title("the loss of each cut", fontweight="normal")
    top.plot(x, y, "o", color=style.BLUE, label="cases")
    s = curve.threshold[best]
    for low, high, value in ((x.min(), s, curve.left[best, 0]), (s, x.max(), curve.right[best, 0])):
        top.plot([low, high], [value, value], color=style.ORANGE, lw=3)
    bottom.step(curve.threshold, loss, where="mid", color=style.BLUE)
    bottom.plot([s], [loss[best]], "D", color=style.ORANGE, markersize=10, label="best cut")
    bottom.legend(loc="lower right")
    return figure


def plot_impurities(title: str) -> Figure:
    """Draw three impurities of two classes against the share of one of them.

    Examples
    --------
    >>> [line.get_label() for line in plot_impurities("Three measures").axes[0].lines]
    ['entropy (bits)', 'Gini', 'misclassification']
    """
    figure, ax = style.new_axes(title, "share p of the first class", "impurity")
    p = np.linspace(0, 1, 101)
    counts = np.column_stack([p, 1 - p])
    for name, measure, line in (("entropy (bits)", entropy, "-"), ("Gini", gini, "--"),
                                ("misclassification", misclassification, "-.")):
        ax.plot(p, measure(counts), line, label=name)
    ax.legend(loc="lower center")
    return figure


def plot_prunings(leaves: np.ndarray, cost: np.ndarray, path: PruningPath, title: str) -> Figure:
    """Draw every pruning of a tree as a dot, and the weakest-link path as their lower hull.

    Parameters
    ----------
    leaves, cost : ndarray, shape (m,)
        Leaves and loss of each of the m prunings.
    path : PruningPath
        The nested trees.
    title : str
        The message.

    Examples
    --------
    >>> from coursekit.tree.weakest_link import weakest_link
    >>> path = weakest_link([1, -1, -1], [2, -1, -1], [5.0, 1.0, 1.0])
    >>> figure = plot_prunings(np.array([1, 2]), np.array([5.0, 2.0]), path, "The hull")
    >>> len(figure.axes[0].lines)
    1
    """
    figure, ax = style.new_axes(title, "leaves of the pruned tree", "loss R(T)")
    ax.scatter(leaves, cost, s=34, color=style.GREY, alpha=0.6, label="all prunings")
    ax.plot(path.n_leaves, path.cost, "o-", color=style.ORANGE, markersize=9,
            label="weakest links: the lower hull")
    for k in range(len(path.alpha) - 1):
        middle = (path.n_leaves[k] + path.n_leaves[k + 1]) / 2
        ax.annotate(f"α = {path.alpha[k + 1]:g}", fontsize=11, xytext=(-16, -22),
                    xy=(middle, (path.cost[k] + path.cost[k + 1]) / 2),
                    textcoords="offset points", ha="right")
    ax.legend(loc="upper right")
    return figure


def plot_cp_curve(table: pd.DataFrame, title: str) -> Figure:
    """Draw the cross-validated error against the price of a leaf, with the one-SE mark.

    Parameters
    ----------
    table : DataFrame
        Columns ``leaves``, ``error`` and ``se`` (cross-validated share of errors and its
        standard error), one row a price, cheapest first.
    title : str
        The message.

    Examples
    --------
    >>> table = pd.DataFrame({"leaves": [3, 1], "error": [0.2, 0.4], "se": [0.02, 0.02]})
    >>> plot_cp_curve(table, "Three leaves").axes[0].get_xlabel()
    'leaves'
    """
    figure, ax = style.new_axes(title, "leaves", "cross-validated error")
    ax.errorbar(table["leaves"], table["error"], yerr=table["se"], fmt="o-", capsize=4,
                label="error and its standard error")
    best = table.loc[table["error"].idxmin()]
    ax.axhline(best["error"] + best["se"], color=style.ORANGE, linestyle="--",
               label="best + one standard error")
    ax.legend(loc="upper right")
    return figure


def plot_votes(votes: Counter, title: str, xlabel: str) -> Figure:
    """Draw how often each answer came up, the most frequent first.

    Examples
    --------
    >>> figure = plot_votes(Counter({"age": 3, "class": 1}), "Mostly age", "first question")
    >>> [float(bar.get_height()) for bar in figure.axes[0].patches]
    [3.0, 1.0]
    """
    figure, ax = style.new_axes(title, xlabel, "trees")
    names, counts = zip(*votes.most_common(8), strict=True)
    ax.bar(names, counts, color=style.BLUE, alpha=0.9)
    if max(map(len, names)) > 9:
        ax.tick_params(axis="x", labelrotation=25, labelsize=11)
    return figure
