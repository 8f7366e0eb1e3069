"""The figure of lesson 01d: logistic regression with two features, beside the observed rates."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import expit

from coursekit.checks import require_columns
from coursekit.plots import style

WHO = {"female": "women", "male": "men"}
CLASS = {"1": "1st class", "2": "2nd", "3": "3rd"}
PLACES = {("female", "1"): (16, 12), ("female", "2"): (-9, 10), ("female", "3"): (14, -8),
          ("male", "1"): (26, -24), ("male", "2"): (9, -9), ("male", "3"): (-12, 10)}
# PLACES: of the names, in points from their dots; none is written across the curve


def plot_logistic(groups: pd.DataFrame) -> Figure:
    """Draw the logistic curve, and groups of passengers at their scores.

    ``groups`` is a rate table whose first index level is ``score``; the others name the group.
    """
    names = [(sex, str(number)) for _, sex, number in groups.index]
    groups = groups.reset_index("score")
    groups = require_columns(groups, ["score", "rate", "low", "high"], "plot_logistic")
    curve = expit(groups["score"])
    missed = int(((curve < groups["low"]) | (curve > groups["high"])).sum())
    figure, ax = style.new_axes(f"Right order, but {missed} of {len(groups)} intervals missed",
                                "score s: intercept plus weights", "probability of survival",
                                width=8.8, height=4.8)
    score = np.linspace(groups["score"].min() - 1.6, groups["score"].max() + 1.6, 201)
    ax.plot(score, expit(score), color=style.INK, label="1 / (1 + exp(−s))")
    ax.axvline(0, color=style.GREY, linestyle=":", label="score 0: one half")
    ax.annotate("predicted: died  ", (0, 0.02), ha="right", fontsize=14, color=style.WORDS["died"])
    ax.annotate("  predicted: survived", (0, 0.02), fontsize=14, color=style.WORDS["survived"])
    for name, (_, row) in zip(names, groups.iterrows(), strict=True):
        ax.errorbar(row["score"], row["rate"], color=style.COLOURS[name[0]], fmt="o", capsize=5,
                    markersize=10, yerr=[[row["rate"] - row["low"]], [row["high"] - row["rate"]]])
        right, up = PLACES[name]
        ax.annotate(f"{WHO[name[0]]}, {CLASS[name[1]]}", (row["score"], row["rate"]), (right, up),
                    textcoords="offset points", ha="left" if right > 0 else "right",
                    va="center", fontsize=13, color=style.WORDS[name[0]])
    ax.annotate("curve: 1 / (1 + exp(−s))\nwhiskers: 95 % intervals", (0.98, 0.22),
                xycoords="axes fraction", ha="right", fontsize=13)
    ax.grid(False)
    ax.set_ylim(0, 1.1)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    return figure
