"""Figures of lesson 05c: whitened distances; how far seven methods are from the SVC."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.lessons.lesson05c.rivals import answers
from coursekit.plots import style
from coursekit.wording import signed

PLACE = (0.36, 0.16, 0.61, 0.66)
FARTHEST = -8.5         # points behind; what lies beyond is told in words


def plot_distances(outside: np.ndarray, inside: np.ndarray, title: str) -> Figure:
    """Draw histograms of distances from test to training samples, whitened outside and inside."""
    figure = style.new_figure(8, 3.8)
    edges = np.linspace(0, 1.05 * max(outside.max(), inside.max()), 40)
    upper, lower = figure.subplots(2, sharex=True, sharey=True)
    for ax, values, name, colour in (
            (upper, outside, "whitening learned with the test data", style.COLOURS["test"]),
            (lower, inside, "whitening learned without them", style.COLOURS["train"])):
        ax.hist(values.ravel(), edges, color=colour, label=name)
        style.label(ax, name, "distance from a test sample to a training sample", "pairs")
    upper.set_xlim(0, edges[-1])
    upper.xaxis.label.set_visible(False)
    style.headline(figure, title)
    return figure


def plot_leads(singly: pd.DataFrame, together: pd.DataFrame, title: str) -> Figure:
    """Draw the leads of seven methods over the course's SVC, each with two intervals.

    ``singly`` and ``together`` are what `rivals.compare` returns, in points: one comparison at a
    time, and all at once. A lead that differs clearly from 0 by the wider interval is coloured.
    """
    figure = style.new_figure(8.8, 4.9)
    figure.set_layout_engine("none")
    ax = figure.add_axes(PLACE)
    style.label(ax, "thick: 95%, this pair alone; thin: all seven at once",
                "points behind (−), ahead (+) of the SVC", "method")
    ax.axvline(0, color=style.INK, lw=2.5, zorder=1)
    names = list(singly.index)[::-1]
    for y, name in enumerate(names):
        (lead, *alone), wide = singly.loc[name], together.loc[name, ["low", "high"]]
        if lead < FARTHEST:
            ax.text(FARTHEST + 0.2, y, f"← {signed(lead, '.1f')}", fontsize=20,
                    weight="bold", va="center", color=style.WORDS["died"])
            continue
        colour = style.COLOURS["died"] if wide["high"] < 0 or wide["low"] > 0 else style.GREY
        ax.plot(wide, [y, y], color=colour, lw=2, marker="|", markersize=12, zorder=2,
                label=f"{name}, all seven at once")
        ax.plot(alone, [y, y], color=colour, lw=6, solid_capstyle="butt", zorder=3,
                label=f"{name}, by itself")
        ax.plot(lead, y, "o", color=colour, markersize=12, markeredgecolor="white", zorder=4,
                label=f"{name}, lead")
    accuracy = {name: 100 * right.mean() for name, right in answers().items()}
    ax.set_yticks(range(len(names)), [f"{name} {accuracy[name]:.1f}%" for name in names])
    ax.set(xlim=(FARTHEST, 3.2), ylim=(-0.6, len(names) - 0.4), xticks=[-8, -6, -4, -2, 0, 2])
    ax.tick_params(labelsize=14)
    ax.tick_params(axis="y", length=0)
    ax.grid(False, axis="y")
    ax.spines["left"].set_visible(False)
    ax.text(0.12, len(names) - 0.55, f"SVC {next(iter(accuracy.values())):.1f}%", fontsize=14,
            weight="bold", va="center")
    ax.xaxis.label.set_size(14)
    ax.yaxis.label.set_visible(False)       # the names of the methods stand beside the rows
    ax.set_title(ax.get_title(loc="left"), loc="left", fontsize=14, fontweight="normal")
    style.headline(figure, title)
    return figure
