"""Figures of lesson 07b: shuffles beside χ², the lines of a list, and widths of a beam."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.stats import chi2

from coursekit.lessons.lesson07.lattice import phrase
from coursekit.plots import style
from coursekit.wording import plural


def plot_tails(shuffles: Mapping[str, np.ndarray], close: Sequence[int], title: str) -> Figure:
    """Draw the share of shuffles whose G reaches g, over g, beside χ² with 1, 2 and 3 degrees.

    ``close`` says of each panel which of the three is drawn strong.
    """
    figure, panels = style.new_panels(list(shuffles), "g, a value of G",
                                      "share with G of g or more", width=8.8, height=4.5)
    g = np.linspace(0, 9, 181)
    for ax, values, degrees in zip(panels, shuffles.values(), close, strict=True):
        for d in (1, 2, 3):
            strong = d == degrees
            ax.plot(g, chi2.sf(g, d), color=style.SKY if strong else style.GREY,
                    lw=7 if strong else 1.6, label=plural(d, "square"))
            ax.text(chi2.isf(0.36, d), 0.36, d, fontsize=16, ha="center", va="center",
                    fontweight="bold", color=style.WORDS["survived"] if strong else style.INK,
                    bbox={"boxstyle": "circle,pad=0.15", "facecolor": "white", "lw": 0})
        share = np.mean(values[:, None] >= g - 1e-9, axis=0)
        ax.plot(g, share, color=style.INK, lw=2.4, label="shuffles")
        ax.text(8.9, 0.97, f"{degrees}: {'square of a' if degrees == 1 else 'sum of two squared'}\n"
                f"normal number{'s' * (degrees > 1)}", fontsize=14, ha="right", va="top",
                fontweight="bold", color=style.WORDS["survived"], linespacing=1.2)
        ax.text(8.9, 0.74, "black: the shuffles", fontsize=14, ha="right", va="top")
        ax.set(xlim=(0, 9), ylim=(0, 1.02))
    style.headline(figure, title)
    return figure


def plot_lines(table: pd.DataFrame, title: str) -> Figure:
    """Draw the accuracy of each line of a list, in the list and alone.

    The table is that of `DecisionList.coverage`, without the default.
    """
    figure, ax = style.new_axes(title, "right, % of the animals covered", "line of the list",
                                width=8.8, height=0.64 * len(table) + 1.6)
    ax.set_title(title, loc="left", x=-0.6)
    rows = np.arange(len(table))
    for shift, start, colour, hatch, who in (
            (-0.19, "", style.BLUE, "", "in the list"),
            (0.19, "alone_", style.ORANGE, "//", "alone, on all animals")):
        covered, errors = table[f"{start}covered"], table[f"{start}errors"]
        bars = ax.barh(rows + shift, 100 * (covered - errors) / covered, 0.36, color=colour,
                       hatch=hatch, edgecolor="white", label=who)
        ax.bar_label(bars, [f"{a} of {b}" for a, b in zip(covered - errors, covered, strict=True)],
                     padding=4, fontsize=13)
    names = [f"{', '.join(map(phrase, rule.split(' and ')))} → {kind}"
             for rule, kind in zip(table["rule"], table["prediction"], strict=True)]
    ax.set_yticks(rows, names, fontsize=12)
    ax.set(xlim=(0, 125), ylim=(len(table) - 0.5, -1.0), xticks=range(0, 101, 25))
    ax.text(2, -0.72, "blue: in the list", fontsize=13, fontweight="bold", va="center",
            color=style.WORDS["survived"])
    ax.text(58, -0.72, "orange: alone, on all animals", fontsize=13, fontweight="bold", va="center",
            color=style.WORDS["died"])
    ax.yaxis.label.set_visible(False)
    ax.grid(axis="y", visible=False)
    return figure


def plot_widths(errors: Mapping[str, Sequence[int]], title: str) -> Figure:
    """Draw the errors of a list over the width of the beam, a line per way of filling it."""
    figure, ax = style.new_axes(title, "width of the beam (conjunctions kept)",
                                "training errors", width=8.8, height=4.2)
    looks = (("o", style.BLUE, 13, "survived"), ("D", style.ORANGE, 7, "died"))
    for (name, values), (mark, colour, size, role) in zip(errors.items(), looks, strict=False):
        widths = np.arange(1, len(values) + 1)
        ax.plot(widths, values, mark + "-", color=colour, markersize=size, label=name)
        rise = np.diff(values).argmax() + 1
        ax.annotate(name, (widths[rise], values[rise]), (12, 8), fontsize=16,
                    textcoords="offset points", color=style.WORDS[role], fontweight="bold")
    top = max(map(max, errors.values()))
    last = 2 + max(int(np.flatnonzero(np.diff(values))[-1]) + 2 for values in errors.values())
    ax.set(xlim=(0.5, last + 0.5), ylim=(-0.6, top + 0.6), xticks=range(1, last + 1),
           yticks=range(top + 1))
    return figure
