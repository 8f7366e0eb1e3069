"""The figure of lesson 01d: logistic regression with two features, beside the observed rates."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import expit

from coursekit.checks import require_columns
from coursekit.plots import style


def plot_logistic(groups: pd.DataFrame) -> Figure:
    """Draw the logistic curve, and groups of passengers at their scores.

    ``groups`` is a rate table whose first index level is ``score``; the others name the group.
    """
    names = [f"{sex}, class {number}" for _, sex, number in groups.index]
    groups = groups.reset_index("score")
    groups = require_columns(groups, ["score", "rate", "low", "high"], "plot_logistic")
    figure, ax = style.new_axes("Two features: the curve comes near each group's rate",
                                "score s: intercept plus weights", "probability of survival",
                                width=8.8, height=4.8)
    score = np.linspace(groups["score"].min() - 1.6, groups["score"].max() + 1.6, 201)
    ax.plot(score, expit(score), color=style.INK, label="1 / (1 + exp(−s))")
    ax.axvline(0, color=style.GREY, linestyle=":", label="score 0: one half")
    ax.annotate("died predicted  ", (0, 1.02), ha="right", fontsize=14, color=style.WORDS["died"])
    ax.annotate("  survived predicted", (0, 1.02), fontsize=14, color=style.WORDS["survived"])
    for name, (_, row) in zip(names, groups.iterrows(), strict=True):
        kind = "female" if name.startswith("f") else "male"
        ax.errorbar(row["score"], row["rate"], color=style.COLOURS[kind], fmt="o", capsize=5,
                    markersize=10, yerr=[[row["rate"] - row["low"]], [row["high"] - row["rate"]]])
        above = row["rate"] > expit(row["score"])       # then the name stands on the upper left
        ax.annotate(name, (row["score"], row["rate"]), xytext=(-9, 6) if above else (10, -6),
                    ha="right" if above else "left", va="bottom" if above else "top",
                    textcoords="offset points", fontsize=13, color=style.WORDS[kind])
    ax.annotate("curve: 1 / (1 + exp(−s))\nwhiskers: 95 % intervals", (0.98, 0.05),
                xycoords="axes fraction", ha="right", fontsize=13)
    ax.set_ylim(0, 1.1)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    return figure
