"""Figures of appendix a1: a line and its residuals, curves, pairs of weights, contour lines."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style

LINES = ["-", "--", "-.", ":"]


def plot_residuals(x: np.ndarray, y: np.ndarray, w: float, b: float, title: str) -> Figure:
    """Draw samples, the line f = w x + b, and the residuals between them.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
    w, b : float
    title : str
        The title, which states the finding.
    """
    figure, ax = style.new_axes(title, "x", "y", width=7.5, height=4.3)
    ends = np.array([x.min() - 0.5, x.max() + 0.5])
    ax.plot(ends, w * ends + b, color=style.BLUE, label="f(x) = w x + b")
    ax.vlines(x, y, w * x + b, color=style.ORANGE, lw=2.2, label="residual")
    ax.plot(x, y, "o", color=style.INK, label="sample")
    ax.legend(loc="upper left")
    return figure


def plot_curves(x: np.ndarray, curves: Mapping[str, np.ndarray], xlabel: str, ylabel: str,
                title: str, *, points: tuple[np.ndarray, np.ndarray] | None = None,
                log: str = "") -> Figure:
    """Draw named curves, and samples if given.

    Parameters
    ----------
    x : ndarray, shape (m,)
    curves : mapping of str to ndarray, shape (m,)
        At most four, by their names in the legend.
    points : tuple of ndarray, optional
        Positions and values of samples.
    log : str
        Axes with a logarithmic scale: "", "x", "y" or "xy".
    """
    figure, ax = style.new_axes(title, xlabel, ylabel, width=7.5, height=4.3)
    colours = [style.BLUE, style.ORANGE, style.GREEN, style.GREY]
    for (name, values), colour, dash in zip(curves.items(), colours, LINES, strict=False):
        ax.plot(x, values, dash, color=colour, label=name)
    if points is not None:
        ax.plot(*points, "o", color=style.INK, label="sample", zorder=3)
    for axis in log:
        ax.set(**{f"{axis}scale": "log"})
    ax.legend()
    return figure


def plot_weights(draws: Mapping[str, np.ndarray], true: tuple[float, float], title: str) -> Figure:
    """Draw pairs of fitted weights, one dot per draw, one panel per model.

    Parameters
    ----------
    draws : mapping of str to ndarray, shape (m, 2)
        Panel titles, and the weights of each draw.
    true : tuple of float
        The true weights.
    title : str
        The title, which states the finding.
    """
    figure, panels = style.new_panels(list(draws), "$w_1$", "$w_2$", width=9.5, height=4.8)
    style.headline(figure, title)
    reach = max(np.abs(np.concatenate(list(draws.values())) - true).max(), 0.1) * 1.08
    for ax, pairs in zip(panels, draws.values(), strict=True):
        ax.axhline(0, color=style.GREY, lw=1)
        ax.axvline(0, color=style.GREY, lw=1)
        ax.scatter(*pairs.T, s=22, color=style.BLUE, alpha=0.7, lw=0, label="one draw")
        ax.plot(*true, "P", ms=12, color=style.ORANGE, label="true weights", ls="")
        ax.set(xlim=(true[0] - reach, true[0] + reach), ylim=(true[1] - reach, true[1] + reach),
               aspect="equal")
    panels[0].legend(loc="lower left")
    return figure


def plot_contours(X: np.ndarray, models: Mapping[str, tuple[float, float, float]], y_max: float,
                  levels: tuple[float, ...], title: str) -> Figure:
    """Draw samples in the plane, and the contour lines of y_max / (1 + exp(-w₁x₁ - w₂x₂ - b)).

    Parameters
    ----------
    X : ndarray, shape (n, 2)
    models : mapping of str to (w₁, w₂, b)
        At most four, by their names in the legend; w₂ is not 0.
    y_max : float
    levels : tuple of float
        Values between 0 and y_max at which each model gets a line.
    title : str
        The title, which states the finding.
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=7.5, height=4.6)
    ax.grid(False)
    ax.scatter(*X.T, s=25, color=style.INK, label="sample")
    ends = np.array([X[:, 0].min(), X[:, 0].max()])
    colours = [style.GREY, style.ORANGE, style.BLUE, style.GREEN]
    for (name, (w_1, w_2, b)), colour, dash in zip(models.items(), colours, LINES, strict=False):
        for k, level in enumerate(levels):
            logit = np.log(level / (y_max - level))
            ax.plot(ends, (logit - b - w_1 * ends) / w_2, dash, color=colour,
                    label=name if k == 0 else None)
    ax.set_ylim(X[:, 1].min() - 0.15, X[:, 1].max() + 0.15)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0),
              title="lines where f is\n" + ", ".join(f"{level:g}" for level in levels))
    return figure
