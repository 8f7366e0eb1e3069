"""Figures of scores: dots and curves."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.checks import require_finite, require_named
from coursekit.plots import style


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


def plot_learning_curves(panels: Mapping[str, Mapping[str, np.ndarray]], sizes, title: str,
                         reference: tuple[str, float] | None = None) -> Figure:
    """Draw named curves over the number of training samples in each panel.

    A curve is an array (folds, sizes); a dot is its mean over the folds, a whisker their sd.
    ``reference`` is a name and a score, drawn as a dashed line in every panel.

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
        ax.set_xticks(sizes, sizes)
        if reference:
            ax.axhline(reference[1], color=style.GREY, ls="--", lw=2, label=reference[0], zorder=1)
        ax.minorticks_off()
        ax.set_ylabel("accuracy")
    style.legend_below(figure, axes[:1], ncols=5)
    style.headline(figure, title)
    return figure
