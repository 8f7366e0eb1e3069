"""Figures of scores: dots, differences, curves."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.checks import require_columns, require_finite, require_named
from coursekit.plots import style

#: The colour of each role of a sample.
ROLES = {"train": style.COLOURS["train"], "validate": style.AREAS["validate"],
         "test": style.COLOURS["test"]}


def plot_scores(groups: Mapping[str, list], title: str) -> Figure:
    """Draw a row of dots for each group of scores, with a line at its mean.

    Examples
    --------
    >>> figure = plot_scores({"ten splits": [0.9, 0.95]}, "One split is one draw")
    >>> figure.axes[0].get_yticklabels()[0].get_text()
    'ten splits'
    """
    require_named("groups", groups, "scores")
    figure, ax = style.new_axes(title, "accuracy", "", height=1.4 + 0.9 * len(groups))
    ax.set_ylabel("way of splitting")
    for row, (scores, colour) in enumerate(zip(groups.values(), style.PALETTE)):
        scores = require_finite("scores", scores)
        ax.scatter(scores, row + 0.06 * _rank_among_equals(scores), s=90, color=colour,
                   marker=style.MARKERS[row], edgecolor="white", zorder=3)
        ax.plot([scores.mean()] * 2, [row - 0.3, row + 0.3], color=style.INK, lw=2.5, zorder=2)
    ax.set_yticks(range(len(groups)), list(groups))
    ax.set_ylim(len(groups) - 0.5, -0.75)
    ax.grid(True, axis="x")
    return figure


def _rank_among_equals(scores: np.ndarray) -> np.ndarray:
    """Return 0, -1, -2, ... for equal scores, so that no dot hides another."""
    rounded = np.round(scores, 6)
    return np.array([-np.sum(rounded[:k] == rounded[k]) for k in range(len(scores))], dtype=float)


def plot_differences(table: pd.DataFrame, title: str, xlabel: str, ylabel: str) -> Figure:
    """Draw a difference and its interval in each row: columns ``difference``, ``low``, ``high``.

    Examples
    --------
    >>> table = pd.DataFrame({"difference": [1.0], "low": [-1.0], "high": [3.0]}, index=["tree"])
    >>> plot_differences(table, "No telling", "points", "model").axes[0].get_xlabel()
    'points'
    """
    table = require_columns(table, ("difference", "low", "high"), "plot_differences")
    figure, ax = style.new_axes(title, xlabel, ylabel, height=1.6 + 0.42 * len(table))
    middle, low, high = (table[c].to_numpy(float) for c in ("difference", "low", "high"))
    ax.axvline(0, color=style.INK, lw=1.5, zorder=1, gid="no difference")
    ax.errorbar(middle, np.arange(len(table)), xerr=[middle - low, high - middle], fmt="o",
                color=style.BLUE, markersize=9, capsize=5)
    ax.set_yticks(range(len(table)), list(table.index))
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.grid(False, axis="y")
    ax.grid(True, axis="x")
    return figure


def plot_degrees(degrees, errors: Mapping[str, np.ndarray], chosen: Mapping[str, np.ndarray],
                 title: str) -> Figure:
    """Draw errors by degree, and how often each degree was chosen.

    Examples
    --------
    >>> figure = plot_degrees([0, 1], {"new": np.array([2.0, 1.0])}, {"CV": np.array([1, 1])},
    ...                       "Which degree?")
    >>> figure.axes[1].get_ylabel()
    'share of data sets'
    """
    degrees = np.asarray(degrees)
    figure, (left, right) = style.new_panels(
        ["error", "degree chosen"], "degree of the polynomial",
        ["mean squared error", "share of data sets"], sharey=False)
    looks = list(zip(style.PALETTE, style.MARKERS, style.HATCHES))
    for (name, values), (colour, marker, _) in zip(errors.items(), looks):
        left.plot(degrees, require_finite("errors", values), color=colour, marker=marker,
                  label=name)
    left.set_ylim(bottom=0)
    width = 0.8 / len(chosen)
    for k, ((name, picks), (colour, _, hatch)) in enumerate(zip(chosen.items(), looks[2:])):
        share = [np.mean(np.asarray(picks) == degree) for degree in degrees]
        right.bar(degrees + (k - (len(chosen) - 1) / 2) * width, share, width, color=colour,
                  hatch=hatch, edgecolor="white", label=name)
    for ax in (left, right):
        ax.set_xticks(degrees)
        ax.legend()
    style.headline(figure, title)
    return figure


def plot_learning_curves(panels: Mapping[str, Mapping[str, np.ndarray]], sizes, title: str
                         ) -> Figure:
    """Draw named curves over the number of training samples in each panel.

    A curve is an array (folds, sizes); a dot is its mean over the folds, a whisker their sd.

    Examples
    --------
    >>> scores = np.array([[0.5, 0.7], [0.6, 0.8]])
    >>> figure = plot_learning_curves({"a": {"test": scores}}, [10, 100], "One panel")
    >>> figure.axes[0].get_xlabel()
    'training samples'
    """
    require_named("panels", panels, "curves")
    figure, axes = style.new_panels(list(panels), "training samples",
                                    ["accuracy", *[""] * (len(panels) - 1)], height=4.6)
    for ax, curves in zip(axes, panels.values()):
        for k, (name, scores) in enumerate(curves.items()):
            ax.errorbar(sizes, scores.mean(axis=0), yerr=scores.std(axis=0, ddof=1),
                        color=style.PALETTE[k], marker=style.MARKERS[k], capsize=3, label=name)
        ax.set_xscale("log")
        ax.set_xticks(sizes[::2], sizes[::2])
        ax.minorticks_off()
        ax.set_ylabel("accuracy")
    style.legend_below(figure, axes[:1], ncols=5)
    style.headline(figure, title)
    return figure
