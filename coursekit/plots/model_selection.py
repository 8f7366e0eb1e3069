"""Figures of scores: learning curves."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from coursekit.checks import require_named
from coursekit.plots import style

APART = 0.09            # inches between the whiskers of two curves at one size
GAP_AT = 0.2            # inches to the right of the last size


def plot_learning_curves(panels: Mapping[str, Mapping[str, np.ndarray]], sizes, title: str,
                         reference: tuple[str, float] | None = None) -> Figure:
    """Draw named curves over the number of training samples in each panel.

    A curve is an array (folds, sizes); a dot is its mean over the folds, a whisker their sd. The
    curves of a panel stand a little apart, so that no whisker hides another. If there are two, the
    gap between them at the last size is written beside it.
    ``reference`` is a name and a score, drawn as a dashed line in every panel.

    >>> scores = np.array([[0.5, 0.7], [0.6, 0.8]])
    >>> figure = plot_learning_curves({"a": {"test": scores}}, [10, 100], "One panel")
    >>> figure.axes[0].get_xlabel()
    'training samples'
    """
    require_named("panels", panels, "curves")
    figure, axes = style.new_panels(list(panels), "training samples",
                                    ["accuracy", *[""] * (len(panels) - 1)], height=4.6)
    ends = [scores.mean(axis=0) + sign * scores.std(axis=0, ddof=1)
            for curves in panels.values() for scores in curves.values() for sign in (-1, 1)]
    low, high, wide = np.min(ends), np.max(ends), max(sizes[-1] / sizes[0], 2)
    for ax, curves in zip(axes, panels.values()):
        ax.set(xscale="log", xlim=(sizes[0] / wide**0.1, sizes[-1] * wide**0.38),
               ylim=(low - 0.05 * (high - low), high + 0.05 * (high - low)))
        for k, (name, scores) in enumerate(curves.items()):
            aside = ScaledTranslation((k - (len(curves) - 1) / 2) * APART, 0,
                                      figure.dpi_scale_trans)
            ax.errorbar(sizes, scores.mean(axis=0), yerr=scores.std(axis=0, ddof=1),
                        color=style.PALETTE[k], marker=style.MARKERS[k], capsize=3, label=name,
                        transform=ax.transData + aside)
        ax.set_xticks(sizes, sizes)
        if len(curves) == 2:
            _draw_gap(ax, sizes, *(scores[:, -1].mean() for scores in curves.values()))
        if reference:
            ax.axhline(reference[1], color=style.GREY, ls="--", lw=2, label=reference[0], zorder=1)
        ax.minorticks_off()
        ax.set_ylabel("accuracy")
    folds = len(next(iter(next(iter(panels.values())).values())))
    style.legend_below(figure, axes[:1], ncols=5).set_title(
        f"whiskers: one standard deviation over {folds} folds each way")
    style.headline(figure, title)
    return figure


def _draw_gap(ax: Axes, sizes, first: float, second: float) -> None:
    """Draw a bracket between two curves, right of the last size, and write its length."""
    beside = ax.transData + ScaledTranslation(GAP_AT, 0, ax.figure.dpi_scale_trans)
    ax.annotate("", (sizes[-1], first), (sizes[-1], second), xycoords=beside, textcoords=beside,
                arrowprops={"arrowstyle": "|-|,widthA=0.25,widthB=0.25", "lw": 1.5,
                            "color": style.INK, "shrinkA": 0, "shrinkB": 0})
    ax.annotate(f"gap\n{abs(first - second):.3f}", (sizes[-1], (first + second) / 2),
                (72 * GAP_AT + 6, 0), textcoords="offset points", fontsize=13, va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
