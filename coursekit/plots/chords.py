"""What a split gains: the chord below a concave curve, of lesson 06."""
from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.tree.criteria import gini, misclassification


def plot_chords(shares: tuple[float, float, float], title: str) -> Figure:
    """Draw two impurities of a node, and the average of its sides on a chord of each curve.

    ``shares`` are those of class 1 on the left, in the node and on the right.
    """
    figure, ax = style.new_axes(title, "share of class 1", "impurity", width=8.0, height=4.6)
    p = np.linspace(0, 1, 201)
    both = np.column_stack([p, 1 - p])
    gini_curve, error_curve = gini(both), misclassification(both)
    ax.plot(p, gini_curve, color=style.BLUE, label="Gini")
    ax.plot(p, error_curve, "--", color=style.ORANGE, label="error")
    low, node, high = shares
    for curve, colour in ((gini_curve, style.BLUE), (error_curve, style.ORANGE)):
        ends = np.interp([low, high], p, curve)
        chord = np.interp(node, [low, high], ends)
        ax.plot([low, high], ends, ":", color=style.INK, lw=1.8, gid="decoration")
        ax.plot([low, high], ends, "o", color=colour, mfc="white", markersize=9, gid="decoration")
        ax.plot([node, node], [chord, np.interp(node, p, curve)], "-", color=style.INK, lw=4,
                gid="decoration")
        ax.plot([node], np.interp([node], p, curve), "o", color=colour, markersize=9,
                gid="decoration")
    for at, word in ((low, "left"), (node, "node"), (high, "right")):
        ax.annotate(word, (at, 0.0), ha="left", va="bottom")
    ax.set_ylim(-0.03, 0.56)
    ax.legend(loc="upper right")
    return figure
