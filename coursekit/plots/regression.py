"""Figures of regression: a curve with its tube, and curves side by side.

Legend: ``f`` a function that returns values for samples (m, 1), ``epsilon`` half-width of the tube,
``beta`` (n,) coefficients of the samples.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.plots import style

TUBE = "#D6EBE2"        # the area within ε of a curve
N_GRID = 401
CURVES = ((style.GREEN, "-"), (style.PINK, "--"))


class Tube(NamedTuple):
    """A curve with a tube around it, and the coefficients of its samples.

    Attributes
    ----------
    f : callable
    epsilon : float
    beta : ndarray, shape (n,)
    """

    f: Callable
    epsilon: float
    beta: np.ndarray


def plot_tubes(tubes: Mapping[str, Tube], X: np.ndarray, y: np.ndarray, title: str) -> Figure:
    """Draw curves with their tubes, one panel each; support vectors have a ring.

    Parameters
    ----------
    tubes : mapping of str to Tube
        By the titles of the panels.
    X, y : ndarray, shapes (n, 1) and (n,)
        Samples with one feature, and their targets.
    title : str
        The message.
    """
    figure, panels = style.new_panels(list(tubes), "x", "y", width=3.9 * len(tubes), height=4.4)
    style.headline(figure, title)
    places = _places(X)
    for ax, (f, epsilon, beta) in zip(panels, tubes.values(), strict=True):
        curve = f(places)
        ax.fill_between(places[:, 0], curve - epsilon, curve + epsilon, color=TUBE,
                        label="tube, within ε", zorder=0)
        ax.plot(places[:, 0], curve, color=style.GREEN, label="f", zorder=1)
        ring = beta != 0
        ax.plot(X[ring, 0], y[ring], "o", ms=15, mfc="none", mec=style.INK, mew=1.8,
                label="support vector", zorder=2)
        _dots(ax, X, y)
    style.legend_below(figure, panels, ncols=4)
    return figure


def plot_curves(panels: Mapping[str, Mapping[str, Callable]], X: np.ndarray, y: np.ndarray,
                title: str) -> Figure:
    """Draw two curves through the same samples, in one panel for each setting.

    Parameters
    ----------
    panels : mapping of str to mapping of str to callable
        Titles of the panels to two named curves.
    X, y : ndarray, shapes (n, 1) and (n,)
    title : str
        The message.
    """
    figure, axes = style.new_panels(list(panels), "x", "y", width=3.9 * len(panels), height=4.4)
    style.headline(figure, title)
    places = _places(X)
    for ax, curves in zip(axes, panels.values(), strict=True):
        for (name, f), (colour, dash) in zip(curves.items(), CURVES, strict=True):
            ax.plot(places[:, 0], f(places), dash, color=colour, label=name, zorder=1)
        _dots(ax, X, y)
    style.legend_below(figure, axes, ncols=4)
    return figure


def _places(X: np.ndarray) -> np.ndarray:
    """Return the x values of a curve, a little beyond the samples."""
    low, high = X.min(), X.max()
    beyond = 0.06 * (high - low)
    return np.linspace(low - beyond, high + beyond, N_GRID)[:, None]


def _dots(ax: Axes, X: np.ndarray, y: np.ndarray) -> None:
    ax.plot(X[:, 0], y, "o", ms=7, color=style.BLUE, mec="white", mew=0.7, label="sample", zorder=3)
