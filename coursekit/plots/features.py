"""The figures of lesson 01d: resampled rates, a logistic curve."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from scipy.special import expit

from coursekit.checks import require_between, require_columns, require_finite, require_named
from coursekit.plots import style


def plot_resampled(draws: Mapping[str, np.ndarray], title: str, xlabel: str, *,
                   step: float) -> Figure:
    """Draw the distribution of a resampled proportion, for two resampling methods.

    Dashed lines enclose the middle 95 % of each. ``step`` is the width of a bin: proportions of n
    samples are multiples of 1 / n, and other bins would give a comb-like histogram.
    """
    require_named("draws", draws, "arrays of shares")
    require_between("step", step, 0, 1, open_ends=True)
    figure, panels = style.new_panels(
        list(draws), [""] * (len(draws) - 1) + [xlabel], "resamples", height=4.6,
        width=8.0, stacked=True)
    top = max(np.max(shares) for shares in draws.values())
    edges = step * (np.arange(round(top / step) + 2) - 0.5)     # bins centred at multiples of step
    for k, (ax, (name, shares)) in enumerate(zip(panels, draws.items(), strict=True)):
        require_finite(name, shares)
        ax.hist(shares, bins=edges, color=(style.GREY, style.BLUE)[k], edgecolor="white")
        ends = np.percentile(shares, [2.5, 97.5])
        for end, label in zip(ends, ("middle 95 %", None), strict=True):
            ax.axvline(end, color=style.INK, linestyle="--", linewidth=1.8, label=label)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.legend(loc="upper right")
    style.headline(figure, title)
    return figure


def plot_logistic(groups: pd.DataFrame, title: str) -> Figure:
    """Draw the logistic curve, and groups of samples at their scores.

    ``groups`` is a rate table whose first index level is ``score``; the others name the group.
    """
    names = [" ".join(map(str, name[1:])) for name in groups.index]
    groups = groups.reset_index("score")
    groups = require_columns(groups, ["score", "rate", "low", "high"], "plot_logistic")
    figure, ax = style.new_axes(title, "score: intercept plus weights of the features",
                                "chance to survive", height=4.2)
    score = np.linspace(groups["score"].min() - 1, groups["score"].max() + 1, 201)
    ax.plot(score, expit(score), color=style.INK, label="1 / (1 + exp(−score))")
    ax.errorbar(groups["score"], groups["rate"], color=style.BLUE, fmt="o", capsize=5, markersize=9,
                yerr=[groups["rate"] - groups["low"], groups["high"] - groups["rate"]],
                label="observed rate, 95 % interval")
    ax.axvline(0, color=style.GREY, linestyle=":", label="score 0, chance one half")
    for name, (_, row) in zip(names, groups.iterrows(), strict=True):
        above = row["rate"] > expit(row["score"])       # then put the label on the upper left
        ax.annotate(name, (row["score"], row["rate"]), xytext=(-8, 4) if above else (9, -4),
                    ha="right" if above else "left", va="bottom" if above else "top",
                    textcoords="offset points", fontsize=11,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})
    ax.set_ylim(0, 1.05)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="upper left")
    return figure
