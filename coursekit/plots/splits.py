"""What a split gains: the curves of lesson 06."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style


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
