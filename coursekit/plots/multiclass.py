"""Figures of lesson 04d: a sigmoid, paired differences.

Legend: ``f`` decision values, ``p`` probabilities, ``t`` the fraction of a pixel.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.svm import sigmoid


def plot_sigmoids(f: np.ndarray, positive: np.ndarray,
                  fitted: Mapping[str, tuple[float, float]], title: str) -> Figure:
    """Draw the proportion of positives among new samples, in tenths by f, and fitted sigmoids.

    Parameters
    ----------
    f, positive : ndarray, shape (n,)
        Decision values of fresh samples; True for the positive ones.
    fitted : mapping of str to (A, B)
    title : str
        The message.
    """
    figure, ax = style.new_axes(title, "decision value f", "probability of class +1", width=8.6,
                                height=4.8)
    tenths = np.array_split(np.argsort(f, kind="stable"), 10)
    ax.plot([f[t].mean() for t in tenths], [positive[t].mean() for t in tenths], "o",
            color=style.INK, markersize=9, label="share of +1 among fresh samples, by tenths")
    across = np.linspace(f.min(), f.max(), 200)
    for (name, (A, B)), colour, dash in zip(fitted.items(), (style.ORANGE, style.BLUE),
                                            ("--", "-"), strict=True):
        ax.plot(across, sigmoid(across, A, B), dash, color=colour, lw=3, label=name)
    ax.set_ylim(-0.03, 1.03)
    ax.legend(loc="upper left")
    return figure


def plot_shifts(errors: Mapping[str, np.ndarray], sizes: Mapping[str, np.ndarray],
                fractions: Sequence[float], title: str) -> Figure:
    """Draw, for each kernel and fraction of a pixel, the effect of virtual support vectors.

    Parameters
    ----------
    errors, sizes : mapping of str to ndarray, shape (splits, fractions + 1)
        Test errors in per cent and numbers of support vectors; the first column is that without
        virtual ones.
    fractions : sequence of float
    title : str
        The message.
    """
    figure, panels = style.new_panels(list(errors), "shift by a fraction t of a pixel",
                                      "error minus error without, points", width=11.0, height=4.8)
    style.headline(figure, title)
    spread = np.linspace(-0.18, 0.18, len(next(iter(errors.values()))))
    for k, (ax, (name, table)) in enumerate(zip(panels, errors.items(), strict=True)):
        change = table[:, 1:] - table[:, :1]
        for column, values in enumerate(change.T):
            ax.plot(column + spread, np.sort(values), style.MARKERS[k], color=style.PALETTE[k],
                    markersize=6, label="one split" if column == 0 else "_")
            ax.plot([column - 0.28, column + 0.28], [values.mean()] * 2, color=style.INK, lw=3,
                    label="mean" if column == 0 else "_")
        ax.axhline(0, color=style.GREY, lw=1.5, ls="--", label="no change")
        mean = sizes[name].mean(axis=0)
        ax.set_xticks(range(len(fractions)), [f"t = {t:g}\n{size:.0f} SVs" for t, size in
                                              zip(fractions, mean[1:], strict=True)])
        ax.set_title(f"{name}, {mean[0]:.0f} support vectors (SVs) at first", loc="left",
                     fontweight="normal")
        ax.set_xlim(-0.5, len(fractions) - 0.5)
    panels[1].set_ylabel("")
    panels[0].legend(loc="lower left", ncols=3)
    low, high = panels[0].get_ylim()
    panels[0].set_ylim(low - 0.14 * (high - low), high)
    return figure
