"""Figures of lesson 05c: whitened distances; eight methods, raw and in pairs."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lessons.lesson05c.rivals import answers, by_ticket, fold_scores
from coursekit.plots import style

RAW, LEADS = (0.235, 0.28), (0.625, 0.36)     # left edge and width of the two panels
BOTTOM, HEIGHT = 0.135, 0.67
SIZE = 14


def plot_distances(outside: np.ndarray, inside: np.ndarray, title: str) -> Figure:
    """Draw histograms of distances from test to training samples, whitened outside and inside."""
    figure = style.new_figure(8, 3.6)
    edges = np.linspace(0, 1.05 * max(outside.max(), inside.max()), 40)
    upper, lower = figure.subplots(2, sharex=True)
    for ax, values, name, colour in (
            (upper, outside, "learned outside the loop", style.COLOURS["test"]),
            (lower, inside, "learned inside the loop", style.COLOURS["train"])):
        ax.hist(values.ravel(), edges, color=colour, label=name)
        style.label(ax, name, "distance from a test sample to a training sample", "pairs")
    upper.set_xlim(0, edges[-1])
    upper.xaxis.label.set_visible(False)
    style.headline(figure, title)
    return figure


def plot_rivals(singly: pd.DataFrame, together: pd.DataFrame | None, title: str) -> Figure:
    """Draw the accuracies of eight methods, and the leads over the course's SVC with intervals.

    ``singly`` and ``together`` are what `rivals.compare` returns, in points: one comparison at a
    time, and all at once; the latter may be left out. A lead that differs clearly from 0 by the
    wider intervals is coloured.
    """
    figure = style.new_figure(8.8, 5.4)
    figure.set_layout_engine("none")
    names = list(answers())[::-1]
    left = figure.add_axes((RAW[0], BOTTOM, RAW[1], HEIGHT))
    right = figure.add_axes((LEADS[0], BOTTOM, LEADS[1], HEIGHT))
    words = ("bar: 95%, this pair alone" if together is None else
             "thick: this pair alone\nthin: all seven at once")
    style.label(left, "accuracy", "% right (dots: thirty folds)", "method")
    style.label(right, words, "points behind (−), ahead (+) of SVC", "method")
    _raw(left, names)
    _leads(right, names, singly, together)
    style.headline(figure, title)
    figure.texts[-1].set_fontsize(17)
    for ax in (left, right):
        ax.set_ylim(-0.6, len(names) - 0.4)
        ax.tick_params(labelsize=13)
        ax.grid(False, axis="y")
        ax.xaxis.label.set_size(SIZE - (ax is right))
        ax.yaxis.label.set_visible(False)       # the names of the methods stand beside the rows
        ax.set_title(ax.get_title(loc="left"), loc="left", fontsize=SIZE, fontweight="normal")
    return figure


def _raw(ax: Axes, names: list[str]) -> None:
    """Draw thirty fold scores of each method, its accuracy and the interval by tickets."""
    for y, name in enumerate(names):
        right = answers()[name].astype(float)
        scores = 100 * np.sort(fold_scores(right).ravel())
        ax.plot(scores, y + 0.3 * np.sin(2.4 * np.arange(len(scores))), "o", color="#8A8A8A",
                markersize=3.5, label=f"{name}, folds", zorder=2)
        mean, low, high = (100 * value for value in by_ticket(right))
        ax.plot([low, high], [y, y], color=style.INK, lw=5, solid_capstyle="butt", zorder=3,
                label=f"{name}, 95% interval")
        ax.plot(mean, y, "o", color=style.INK, markersize=12, markeredgecolor="white", zorder=4,
                label=f"{name}, accuracy")
        ax.text(101.5, y, f"{mean:.1f}%", fontsize=SIZE, weight="bold", va="center")
    ax.set(xlim=(47, 100), xticks=[50, 60, 70, 80, 90, 100])
    ax.set_yticks(range(len(names)), names, fontsize=SIZE)
    ax.tick_params(axis="y", length=0)
    ax.get_yticklabels()[-1].set_fontweight("bold")


def _leads(ax: Axes, names: list[str], singly: pd.DataFrame,
           together: pd.DataFrame | None) -> None:
    """Draw the lead of each method over the last name, with one interval or two."""
    ax.axvline(0, color=style.INK, lw=2.5, zorder=1)
    ax.set(xlim=(-8.5, 3.2), xticks=[-8, -6, -4, -2, 0, 2], yticks=[])
    ax.spines["left"].set_visible(False)
    judged = singly if together is None else together
    for y, name in enumerate(names[:-1]):
        row = singly.loc[name]
        clear = judged.loc[name, "high"] < 0 or judged.loc[name, "low"] > 0
        colour = style.COLOURS["died"] if clear else style.GREY
        if row["lead"] < -8.5:
            ax.text(-8.3, y, f"← {row['lead']:.1f}".replace("-", "−"), fontsize=20,
                    weight="bold", va="center", color=style.WORDS["died"])
            continue
        if together is not None:
            ax.plot(together.loc[name, ["low", "high"]], [y, y], color=colour, lw=2,
                    marker="|", markersize=12, label=f"{name}, all seven at once", zorder=2)
        ax.plot(row[["low", "high"]], [y, y], color=colour, lw=6, solid_capstyle="butt",
                label=f"{name}, by itself", zorder=3)
        ax.plot(row["lead"], y, "o", color=colour, markersize=12, markeredgecolor="white",
                label=f"{name}, lead", zorder=4)
