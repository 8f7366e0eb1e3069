"""The figures of lesson 04d: the owls in pairs of measurements, two rules, the duels of two digits.

Legend: ``wins`` (2, 10) what each of two digits' machines say against every other digit.
"""
from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from coursekit.datasets import load_owls
from coursekit.lessons.lesson04d.machines import RULES, machines, regions
from coursekit.plots import style

SPECIES = {"BarnOwl": ("barn owl", style.BLUE, "o", style.WORDS["survived"]),
           "LongEaredOwl": ("long-eared owl", style.ORANGE, "X", style.WORDS["died"]),
           "SnowyOwl": ("snowy owl", style.GREEN, "D", style.WORDS["male"])}
TINTS = ListedColormap([style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN])
FACES = ((style.BLUE, "o"), (style.ORANGE, "X"), (style.GREEN, "D"))


def plot_owls(title: str, scores: list[float]) -> Figure:
    """Draw every pair of the four measurements of the owls with seaborn, and write ten scores."""
    style.use()
    owls = load_owls().rename(columns=lambda name: name.replace("_", " "))
    owls["species"] = owls["species"].astype(str).map({k: s[0] for k, s in SPECIES.items()})
    names, colours, markers, dark = zip(*SPECIES.values(), strict=True)
    grid = sns.PairGrid(owls, hue="species", hue_order=names, palette=colours, corner=True,
                        diag_sharey=False)
    grid.map_diag(sns.kdeplot, fill=True)
    grid.hue_kws = {"marker": markers}
    grid.map_lower(plt.scatter, s=38, edgecolor="white", linewidth=0.6)
    figure = grid.figure
    plt.close(figure)
    FigureCanvasAgg(figure)         # pyplot's own canvas may be none that can be read
    figure.set_layout_engine("none")
    figure.set_size_inches(8.8, 6.2)
    figure.subplots_adjust(left=0.1, right=0.985, top=0.9, bottom=0.095, wspace=0.1,
                           hspace=0.12)
    _name_axes(grid)
    style.headline(figure, title)
    for k, (name, colour) in enumerate(zip(names, dark, strict=True)):
        figure.text(0.58, 0.84 - 0.055 * k, name, color=colour, fontsize=17, fontweight="bold")
    figure.text(0.58, 0.675, f"{len(owls) // len(names)} birds of each", fontsize=14)
    rows = [scores[:5], scores[5:]]
    figure.text(0.58, 0.52, "the report's ten scores:\n" + "\n".join(
        "  ".join(f"{score:.2f}" for score in row) for row in rows), fontsize=14, linespacing=1.4)
    return figure


def _name_axes(grid: sns.PairGrid) -> None:
    """Name every panel and its axes for the text alternative; show the names of outer axes."""
    for row, y in enumerate(grid.y_vars):
        for column, x in enumerate(grid.x_vars[:row + 1]):
            ax = grid.diag_axes[row] if row == column else grid.axes[row, column]
            ax.grid(False)
            ax.set_title(x if row == column else f"{y} and {x}", loc="left").set_visible(False)
            ax.set_xlabel(x, fontsize=13).set_visible(row == len(grid.y_vars) - 1)
            ax.set_ylabel("density" if row == column else y, fontsize=13)
            ax.yaxis.label.set_visible(column == 0 < row)
            ax.yaxis.set_label_coords(-0.25, 0.5)
    for ax in np.diag(grid.axes):
        ax.grid(False)
        ax.tick_params(left=False)
        ax.set_label("<colorbar>")      # an empty frame under a density: nothing to be told


def plot_two_rules(data: str, C: float, title: str) -> Figure:
    """Draw the regions of the largest value and of the votes, and where they differ."""
    figure = style.new_figure(8.8, 4.6)
    panels = figure.subplots(1, 2, sharey=True)
    found = machines(data, C)
    both = [regions(data, C, rule) for rule in (RULES[1], RULES[3])]
    differ = both[0].answers != both[1].answers
    extent = (found.low[0], found.high[0], found.low[1], found.high[1])
    for ax, seen, rule in zip(panels, both, ("largest value", "votes of pairs"), strict=True):
        ax.imshow(seen.answers, cmap=TINTS, vmin=0, vmax=2, origin="lower", extent=extent,
                  aspect="auto", interpolation="nearest", zorder=0)
        ax.contourf(*found.sides, differ, levels=[0.5, 1.5], colors="none", hatches=["xxx"],
                    zorder=1)
        for k in range(3):
            ax.contour(*found.sides, seen.answers == k, levels=[0.5], colors=style.INK,
                       linewidths=2, zorder=2)
        for k, (colour, marker) in enumerate(FACES):
            ax.scatter(*found.X[found.codes == k].T, marker=marker, color=colour, s=52,
                       edgecolor="white", label=str(found.names[k]), zorder=3)
        style.label(ax, f"{rule}: {seen.right} of {len(found.codes)} right", "$x_1$", "$x_2$")
        ax.grid(False)
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure


def plot_duels(duels: pd.DataFrame, title: str) -> Figure:
    """Draw the values of two digits' machines as bars: above 0 it is a vote for the digit.

    Parameters
    ----------
    duels : DataFrame
        One row per digit, one column per opponent; no value against itself.
    title : str
        The message.
    """
    figure, panels = style.new_panels(
        [f"{row}: {np.sum(values > 0)} votes, sum {values.sum():.2f}"
         for row, values in duels.iterrows()], "opponent", "value", width=8.8, height=4.2)
    for ax, (_, values), rival in zip(panels, duels.iterrows(), ("6", "5"), strict=True):
        known = values.dropna()
        ax.bar(known.index.astype(int), known, width=0.75,
               color=[style.BLUE if v > 0 else style.ORANGE for v in known])
        up = known[rival] > 0
        ax.annotate("5 against 6", (int(rival), known[rival]), (0, 6 if up else -6), ha="center",
                    va="bottom" if up else "top", textcoords="offset points", fontsize=13,
                    fontweight="bold")
        ax.axhline(0, color=style.INK, lw=1.2)
        ax.set_xticks(range(10))
        ax.margins(y=0.14)
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure
