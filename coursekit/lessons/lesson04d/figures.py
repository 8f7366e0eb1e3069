"""The figures of lesson 04d: the owls by two measurements, two rules, the duels of two digits."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from coursekit.datasets import load_owls
from coursekit.lessons.lesson04d.machines import RULES, machines, regions
from coursekit.lessons.lesson04d.samples import PLANES
from coursekit.plots import style

SPECIES = {"BarnOwl": ("barn owl", style.BLUE, "o", style.WORDS["survived"]),
           "LongEaredOwl": ("long-eared owl", style.ORANGE, "X", style.WORDS["died"]),
           "SnowyOwl": ("snowy owl", style.GREEN, "D", style.WORDS["male"])}
TINTS = ListedColormap([style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN])
WORDS = tuple(style.WORDS[role] for role in ("survived", "died", "male"))
FACES = ((style.BLUE, "o"), (style.ORANGE, "X"), (style.GREEN, "D"))


def plot_owls(title: str) -> Figure:
    """Draw two of the four measurements of the owls."""
    figure, ax = style.new_axes(title, "body width", "wing width", width=8.8, height=4.4)
    owls = load_owls()
    for species, (name, colour, marker, dark) in SPECIES.items():
        own = owls[owls["species"] == species]
        x, y = own["body_width"], own["wing_width"]
        ax.plot(x, y, marker, color=colour, ms=10, mec="white", label=name)
        ax.text(x.max() + 0.1, y.median() - 0.1, f"{len(own)} {name}s", color=dark, fontsize=17,
                fontweight="bold", va="center")
    ax.set_xlim(right=9)
    ax.grid(False)
    return figure


def plot_two_rules(data: str, C: float, title: str) -> Figure:
    """Draw the regions of the largest value and of the votes, and where they differ."""
    figure = style.new_figure(8.8, 4.6)
    panels = figure.subplots(1, 2, sharey=True)
    found = machines(data, C)
    both = [regions(data, C, rule) for rule in (RULES[1], RULES[3])]
    differ, tickets = both[0].answers != both[1].answers, data == "ticket classes"
    extent = (found.low[0], found.high[0], found.low[1], found.high[1])
    for ax, seen, rule in zip(panels, both, ("largest value", "votes of pairs"), strict=True):
        ax.imshow(seen.answers, cmap=TINTS, vmin=0, vmax=2, origin="lower", extent=extent,
                  aspect="auto", interpolation="nearest", zorder=0)
        if not tickets:
            ax.contourf(*found.sides, differ, levels=[0.5, 1.5], colors="none", hatches=["xxx"],
                        zorder=1)
        for k in range(3):
            ax.contour(*found.sides, seen.answers == k, levels=[0.5], colors=style.INK,
                       linewidths=2, zorder=2)
        for k, (colour, marker) in enumerate(FACES):
            own, hollow = found.X[found.codes == k], tickets and k == 1
            ax.plot(*own.T, marker, color=colour, ms=4.5 if tickets and not hollow else 7,
                    zorder=3, label=str(found.names[k]), mfc="none" if hollow else colour,
                    mec=colour if hollow else "white", mew=1.2 if hollow else 0.5)
            middle = np.median(own, axis=0)
            at = (np.quantile(own[:, 0], (0.9, 0.5, 0.1)[k]), 7.8) if tickets else middle
            ax.text(*at, str(found.names[k]), fontsize=15, fontweight="bold", color=WORDS[k],
                    ha="center", va="center", zorder=4,
                    bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"})
        style.label(ax, f"{rule}: {seen.right} of {len(found.codes)} right", *PLANES[data][1:])
        ax.grid(False)
    panels[1].set_ylabel("")
    style.headline(figure, title)
    return figure


def plot_duels(duels: pd.DataFrame, title: str) -> Figure:
    """Draw the values of two digits' machines, without their own duel, as two bars of their sum.

    Parameters
    ----------
    duels : DataFrame
        One row per digit, one column per opponent; no value against itself.
    title : str
        The message.
    """
    figure, ax = style.new_axes(title, "sum of the values (in a part: the opponent)", "digit",
                                width=8.8, height=3.6)
    shown = duels.drop(columns=["5", "6"])
    ends = shown.cumsum(axis=1)
    for opponent, values in shown.items():
        bars = ax.barh(range(len(shown)), values, left=ends[opponent] - values, height=0.55,
                       color=style.BLUE, edgecolor="white", linewidth=2,
                       label=f"against {opponent}")
        names = [opponent if value > 0.05 else "" for value in values]
        ax.bar_label(bars, names, label_type="center", fontsize=15, color="white",
                     fontweight="bold")
        for y, (value, end) in enumerate(zip(values, ends[opponent], strict=True)):
            if value <= 0.05:               # too narrow for its number
                ax.text(end - value / 2, y - 0.3, opponent, fontsize=15, fontweight="bold",
                        ha="center", va="bottom")
    for y, end in enumerate(ends.iloc[:, -1]):
        ax.text(end + 0.02, y, f"{end:.3f}", fontsize=17, fontweight="bold", va="center")
    ax.set(yticks=range(len(shown)), xlim=(0, 1.16 * shown.sum(axis=1).max()), ylim=(1.5, -0.5))
    ax.set_yticklabels([row.split()[0] for row in shown.index], fontsize=17)
    ax.grid(False)
    return figure
