"""Figures of lesson 07b: shuffles beside χ², the lines of a list, lifts, and widths of a beam."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.stats import chi2

from coursekit.lessons.lesson07.lattice import phrase
from coursekit.plots import style

FREE = {1: (style.SKY, "one square"), 2: (style.GREEN, "two squares"),
        3: (style.PINK, "three squares")}


def plot_tails(shuffles: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the share of shuffles whose G reaches g, over g, beside χ² with 1, 2 and 3 degrees."""
    figure, panels = style.new_panels(list(shuffles), "g, a value of G",
                                      "share with G of g or more", width=8.8, height=4.5)
    g = np.linspace(0, 9, 181)
    for ax, values in zip(panels, shuffles.values(), strict=True):
        for degrees, (colour, name) in FREE.items():
            ax.plot(g, chi2.sf(g, degrees), color=colour, lw=6, label=name)
        share = np.mean(values[:, None] >= g - 1e-9, axis=0)
        ax.plot(g, share, color=style.INK, lw=2.4, label="shuffles")
        ax.set(xlim=(0, 9), ylim=(0, 1.02))
        ax.legend(*(side[::-1] for side in ax.get_legend_handles_labels()), loc="upper right",
                  fontsize=14)
    style.headline(figure, title)
    return figure


def plot_lines(table: pd.DataFrame, title: str) -> Figure:
    """Draw the accuracy of each line of a list, in the list and alone, with its lift alone.

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
        words = [f"{a} of {b}" for a, b in zip(covered - errors, covered, strict=True)]
        if start:
            words = [f"{w}, lift {x:.1f}" for w, x in zip(words, table["alone_lift"], strict=True)]
        ax.bar_label(bars, words, padding=4, fontsize=12)
    names = [f"{', '.join(map(phrase, rule.split(' and ')))} → {kind}"
             for rule, kind in zip(table["rule"], table["prediction"], strict=True)]
    ax.set_yticks(rows, names, fontsize=12)
    ax.set(xlim=(0, 142), ylim=(len(table) - 0.5, -1.0), xticks=range(0, 101, 25))
    ax.text(2, -0.72, "blue: in the list", fontsize=13, fontweight="bold", va="center",
            color=style.WORDS["survived"])
    ax.text(58, -0.72, "orange: alone, on all animals", fontsize=13, fontweight="bold", va="center",
            color=style.WORDS["died"])
    ax.yaxis.label.set_visible(False)
    ax.grid(axis="y", visible=False)
    return figure


def plot_lifts(lifts: Mapping[str, Sequence[float]], title: str) -> Figure:
    """Draw lifts with the ends of their intervals: (lift, low, high, covered) by rule."""
    figure, ax = style.new_axes(title, "lift, with its 95% interval (in brackets: cases)", "rule",
                                width=8.8, height=0.52 * len(lifts) + 2.0)
    ax.set_title(title, loc="left", x=-0.62)
    for y, (value, low, high, _) in enumerate(lifts.values()):
        ax.plot([low, high], [y, y], color=style.SKY, lw=5, solid_capstyle="butt", zorder=2,
                label="interval")
        ax.plot([value], [y], "o", color=style.BLUE, markersize=10, zorder=3)
        ax.text(3.08, y, f"{value:.2f}  [{low:.2f}, {high:.2f}]", fontsize=14, va="center")
    ax.axvline(1, color=style.INK, ls="--", lw=1.6)
    ax.text(1.02, len(lifts) - 0.35, "1: says nothing new", fontsize=12, va="center")
    ax.set_yticks(range(len(lifts)), [f"{name} ({n:,})" for name, (*_, n) in lifts.items()],
                  fontsize=13)
    ax.set(xlim=(0.9, 4.15), ylim=(len(lifts), -0.5), xticks=[1, 1.5, 2, 2.5, 3])
    ax.yaxis.label.set_visible(False)
    ax.grid(axis="y", visible=False)
    return figure


def plot_widths(errors: Mapping[str, Sequence[int]], title: str) -> Figure:
    """Draw the errors of a list over the width of the beam, a line per way of filling it."""
    figure, ax = style.new_axes(title, "width of the beam (conjunctions kept)",
                                "training errors", width=8.8, height=4.2)
    looks = (("o", style.BLUE, 13, "survived", 0.45), ("D", style.ORANGE, 7, "died", -0.35))
    for (name, values), (mark, colour, size, role, up) in zip(errors.items(), looks, strict=False):
        widths = np.arange(1, len(values) + 1)
        ax.plot(widths, values, mark + "-", color=colour, markersize=size, label=name)
        ax.text(widths[-1] + 0.6, values[-1] + up, name, fontsize=14, va="center",
                color=style.WORDS[role])
    top = max(map(max, errors.values()))
    last = max(map(len, errors.values()))
    ax.set(xlim=(0.5, last + 8.5), ylim=(-0.6, top + 0.6), xticks=range(1, last + 1, 3),
           yticks=range(top + 1))
    return figure
