"""The figure of resampled rates."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from coursekit.checks import require_between, require_finite, require_named
from coursekit.plots import style


def plot_resampled(draws: Mapping[str, np.ndarray], title: str, xlabel: str, *,
                   step: float) -> Figure:
    """Draw the distribution of a resampled proportion, for two resampling methods.

    Dashed lines enclose the middle 95% of each. ``step`` is the width of a bin: proportions of n
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
        for end, label in zip(ends, ("middle 95%", None), strict=True):
            ax.axvline(end, color=style.INK, linestyle="--", linewidth=1.8, label=label)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.legend(loc="upper right")
    style.headline(figure, title)
    return figure
