"""The figures of sitting 01b: intervals side by side, resampled rates, a logistic curve."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from scipy.special import expit

from coursekit.checks import require_columns, require_finite, require_named
from coursekit.plots import style


def plot_intervals(groups: Mapping[str, Mapping[str, tuple]], title: str, xlabel: str, *,
                   ylabel: str = "group", zero: bool = False) -> Figure:
    """Draw two estimates (value, low, high) with their intervals for each group.

    ``groups`` maps a group to its two named estimates, shares between -1 and 1, the naive one
    first. ``zero`` draws a line where there is no difference, and counts in points.
    """
    require_named("groups", groups, "estimates with intervals")
    names = list(next(iter(groups.values())))
    figure, ax = style.new_axes(title, xlabel, ylabel, height=1.6 + 0.55 * len(groups))
    places = np.arange(len(groups))
    for k, name in enumerate(names):
        value, low, high = np.array([estimates[name] for estimates in groups.values()]).T
        shift = 0.26 * (k - (len(names) - 1) / 2)
        ax.errorbar(value, places + shift, xerr=[value - low, high - value], fmt=style.MARKERS[k],
                    color=(style.GREY, style.BLUE)[k], capsize=5, markersize=9, label=name)
    if zero:
        ax.axvline(0, color=style.INK, linestyle="--", linewidth=1.4, label="no difference")
    ax.set_yticks(places, list(groups))
    ax.set_ylim(len(groups) - 0.5, -0.5)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol="" if zero else "%"))
    ax.grid(axis="x", visible=True)
    ax.grid(axis="y", visible=False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def plot_resampled(draws: Mapping[str, np.ndarray], title: str, xlabel: str) -> Figure:
    """Draw the distribution of a resampled share, for two ways of resampling.

    Dashed lines hold the middle 95 % of each between them.
    """
    require_named("draws", draws, "arrays of shares")
    figure, panels = style.new_panels(
        list(draws), [""] * (len(draws) - 1) + [xlabel], "resamples", height=4.6,
        width=8.0, stacked=True)
    edges = np.arange(-0.01, 0.62, 0.02)
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
    """Draw the logistic curve and groups of samples, each at its score.

    ``groups`` is a rate table whose first index level is ``score``; the others name the group.
    """
    names = [" ".join(map(str, name[1:])) for name in groups.index]
    groups = groups.reset_index("score")
    require_columns(groups, ["score", "rate", "low", "high"], "plot_logistic")
    figure, ax = style.new_axes(title, "score: intercept plus weights of the features",
                                "chance to survive", height=4.2)
    score = np.linspace(groups["score"].min() - 1, groups["score"].max() + 1, 201)
    ax.plot(score, expit(score), color=style.INK, label="1 / (1 + exp(−score))")
    ax.errorbar(groups["score"], groups["rate"], color=style.BLUE, fmt="o", capsize=5, markersize=9,
                yerr=[groups["rate"] - groups["low"], groups["high"] - groups["rate"]],
                label="observed rate, 95 % interval")
    ax.axvline(0, color=style.GREY, linestyle=":", label="score 0, chance one half")
    for name, (_, row) in zip(names, groups.iterrows(), strict=True):
        ax.annotate(name, (row["score"], row["rate"]), xytext=(9, -16), textcoords="offset points",
                    fontsize=11)
    ax.set_ylim(0, 1.05)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="upper left")
    return figure
