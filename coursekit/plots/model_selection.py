"""Scores: dots for single ones, histograms over data sets."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.checks import require_finite, require_named
from coursekit.plots import style

#: The colour of each part that a sample can play.
ROLES = {"train": style.SKY, "validate": style.YELLOW, "test": style.ORANGE}


def plot_scores(groups: Mapping[str, list], title: str, xlabel: str = "accuracy") -> Figure:
    """Draw a row of dots for each group of scores, with a stroke at its mean.

    Examples
    --------
    >>> figure = plot_scores({"ten splits": [0.9, 0.95]}, "One split is one draw")
    >>> figure.axes[0].get_yticklabels()[0].get_text()
    'ten splits'
    """
    require_named("groups", groups, "scores")
    figure, ax = style.new_axes(title, xlabel, "", height=1.4 + 0.9 * len(groups))
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


def plot_histograms(groups: Mapping[str, list], title: str, xlabel: str,
                    truth: float | None = None) -> Figure:
    """Draw a histogram of each group over one scale, stacked, with a stroke at its mean.

    ``truth`` adds a dashed line through all panels.

    Examples
    --------
    >>> figure = plot_histograms({"nested": [0.4, 0.5, 0.5]}, "Half", "accuracy", truth=0.5)
    >>> len(figure.axes[0].patches) > 1
    True
    """
    require_named("groups", groups, "scores")
    values = [require_finite("scores", scores) for scores in groups.values()]
    low, high = min(v.min() for v in values), max(v.max() for v in values)
    edges = np.linspace(low - 0.02, high + 0.02, 22)
    figure, panels = style.new_panels(list(groups), xlabel, "data sets", width=8.0,
                                      height=1.1 + 1.35 * len(groups), stacked=True)
    for k, (ax, scores) in enumerate(zip(panels, values)):
        ax.hist(scores, edges, color=style.PALETTE[k], hatch=style.HATCHES[k],
                edgecolor="white")
        ax.axvline(scores.mean(), color=style.INK, lw=2.5, label="mean")
        if truth is not None:
            ax.axvline(truth, color=style.GREY, ls="--", lw=2, label="a coin")
        ax.set_xlabel(xlabel if k == len(panels) - 1 else "")
    panels[0].legend(loc="upper left")
    style.headline(figure, title)
    return figure
