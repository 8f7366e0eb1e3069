"""Selecting rules: the figures of lesson 07c."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style


def plot_lengths(names: Sequence[str], rules: ArrayLike, exceptions: ArrayLike,
                 title: str) -> Figure:
    """Draw the two parts of each message, rules and exceptions, as stacked bars.

    Examples
    --------
    >>> figure = plot_lengths(["none", "one"], [0, 8], [20, 5], "Two messages")
    >>> [float(bar.get_width()) for bar in figure.axes[0].patches]
    [0.0, 8.0, 20.0, 5.0]
    """
    figure, ax = style.new_axes(title, "bits", "rules in the set", width=9.0,
                                height=0.6 * len(names) + 1.7)
    rules, exceptions = np.asarray(rules, float), np.asarray(exceptions, float)
    rows = np.arange(len(names))
    ax.barh(rows, rules, 0.62, color=style.BLUE, edgecolor="white", label="rules, times w")
    bars = ax.barh(rows, exceptions, 0.62, left=rules, color=style.ORANGE, hatch="//",
                   edgecolor="white", label="exceptions")
    ax.bar_label(bars, [f"{total:.1f}" for total in rules + exceptions], padding=4, fontsize=12)
    ax.set_yticks(rows, names)
    ax.set(xlim=(0, 1.12 * (rules + exceptions).max()), ylim=(len(names) - 0.5, -0.5))
    ax.grid(axis="y", visible=False)
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def plot_annealing(curves: Mapping[str, ArrayLike], title: str) -> Figure:
    """Draw the probability of the best set after each step, one curve per temperature.

    Examples
    --------
    >>> plot_annealing({"T = 1": [0, 0.5, 0.6]}, "Warm").axes[0].lines[0].get_label()
    'T = 1'
    """
    figure, ax = style.new_axes(title, "steps", "probability to be at the best set",
                                width=9.0, height=4.4)
    for (name, curve), colour, line in zip(curves.items(), style.PALETTE,
                                           ("-", "--", "-.", ":", "-")):
        ax.plot(np.asarray(curve, float), line, color=colour, lw=2.4, label=name)
    ax.set(ylim=(-0.03, 1.05))
    figure.legend(loc="outside right center")
    return figure
