"""The figure of lesson 01d: logistic regression with two features, beside the observed rates."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import expit

from coursekit.checks import require_columns
from coursekit.plots import style
from coursekit.wording import percent

WHO = {"female": "women", "male": "men"}
CLASS = {"1": "1st class", "2": "2nd", "3": "3rd"}
PLACES = {("female", "1"): (16, 12), ("female", "2"): (-9, 10), ("female", "3"): (14, -8),
          ("male", "1"): (30, -24), ("male", "2"): (9, -9), ("male", "3"): (-12, 10)}
TITLE = ("Adding weights orders the groups\n"        # of the passenger list; tested
         "but misses all three groups of women, and third-class men")
# PLACES: of the names, in points from their dots; none is written across the curve


def plot_logistic(groups: pd.DataFrame) -> Figure:
    """Draw the logistic curve, and groups of passengers at their log-odds.

    ``groups`` is a rate table whose first index level is ``log_odds``; the others name the group.
    A group whose interval the curve misses has a hollow dot.
    """
    names = [(sex, str(number)) for _, sex, number in groups.index]
    groups = groups.reset_index("log_odds")
    groups = require_columns(groups, ["log_odds", "rate", "low", "high"], "plot_logistic")
    curve = expit(groups["log_odds"])
    missed = ((curve < groups["low"]) | (curve > groups["high"])).to_numpy()
    figure, ax = style.new_axes(TITLE, "log-odds s: intercept plus weights",
                                "probability of survival", width=8.8, height=5.1)
    s = np.linspace(groups["log_odds"].min() - 1.6, groups["log_odds"].max() + 1.6, 201)
    ax.plot(s, expit(s), color=style.INK, label="1 / (1 + exp(−s))")
    ax.axvline(0, color=style.GREY, linestyle=":", label="s = 0: one half")
    ax.annotate("predicted: died  ", (0, 0.02), ha="right", fontsize=14, color=style.WORDS["died"])
    ax.annotate("  predicted: survived", (0, 0.02), fontsize=14, color=style.WORDS["survived"])
    for name, miss, (_, row) in zip(names, missed, groups.iterrows(), strict=True):
        colour = style.COLOURS[name[0]]
        ax.errorbar(row["log_odds"], row["rate"], color=colour, fmt="o", capsize=5, markersize=10,
                    markerfacecolor="white" if miss else colour, markeredgewidth=2.2,
                    yerr=[[row["rate"] - row["low"]], [row["high"] - row["rate"]]])
        right, up = PLACES[name]
        ax.annotate(f"{WHO[name[0]]}, {CLASS[name[1]]}", (row["log_odds"], row["rate"]),
                    (right, up), textcoords="offset points", va="center", fontsize=13,
                    ha="left" if right > 0 else "right", color=style.WORDS[name[0]])
    ax.annotate("curve: 1 / (1 + exp(−s))\nwhiskers: 95% intervals\nhollow: missed by the curve",
                (0.98, 0.18), xycoords="axes fraction", ha="right", fontsize=13)
    ax.grid(False)
    ax.set_ylim(0, 1.1)
    ax.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
    return figure
