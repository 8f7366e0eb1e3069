"""Figures of lesson A2: tubes side by side, outliers, the weights of a mean, years apart.

Legend: ``f`` a function that returns values for samples (m, 1), ``epsilon`` half-width of the tube,
``beta`` (n,) coefficients of the samples.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.kernels import nadaraya_watson, rbf
from coursekit.plots import style
from coursekit.wording import signed

TUBE = "#F6EF8E"
GRID = 401
COLUMNS = 3


class Panel(NamedTuple):
    """A curve in its tube, the coefficients of its samples, and another curve, if any."""

    f: Callable
    epsilon: float
    beta: np.ndarray
    other: Callable | None = None


def plot_panels(panels: Mapping[str, Panel], X: np.ndarray, y: np.ndarray, title: str,
                other: str = "") -> Figure:
    """Draw each curve in its tube, samples that pull filled.

    A panel's other curve is dashed and has the name ``other``.
    """
    rows = -(-len(panels) // COLUMNS)
    figure = style.new_figure(8.8, 0.9 + 2.45 * rows)
    axes = figure.subplots(rows, COLUMNS, sharex=True, sharey=True, squeeze=False)
    places = _places(X)
    room = 0.25 * np.ptp(y)
    for ax, (name, panel) in zip(axes.ravel(), panels.items(), strict=True):
        style.label(ax, name, "x" if ax in axes[-1] else "", "y" if ax in axes[:, 0] else "")
        ax.set_title(name, fontsize=14)
        f = panel.f(places)
        ax.fill_between(places[:, 0], f - panel.epsilon, f + panel.epsilon, color=TUBE, lw=0,
                        label="_tube", zorder=0)
        ax.plot(places[:, 0], f, color=style.INK, lw=3, label="_f", zorder=2)
        if panel.other is not None:
            ax.plot(places[:, 0], panel.other(places), "--", color=style.PINK, lw=2.4, label=other,
                    zorder=1)
        _samples(ax, X, y, panel.beta != 0)
        ax.set_ylim(y.min() - room, y.max() + room)
        ax.grid(False)
    style.headline(figure, title)
    style.legend_below(figure, [*axes.ravel()], ncols=3)
    return figure


def plot_outliers(before: Mapping[str, Callable], after: Mapping[str, Callable], X: np.ndarray,
                  y: np.ndarray, raised: np.ndarray, tubes: Mapping[str, float],
                  title: str) -> Figure:
    """Draw curves fitted without and with outliers; ``raised`` are the targets with them.

    A curve that ``tubes`` gives an ε is drawn in its tube. An arrow shows the largest move.
    """
    figure, axes = style.new_panels(list(before), "x", ["y", ""], width=8.8, height=4.6)
    style.headline(figure, title)
    places, out = _places(X), raised != y
    for ax, (name, f) in zip(axes, before.items(), strict=True):
        was, now = f(places), after[name](places)
        if name in tubes:
            ax.fill_between(places[:, 0], now - tubes[name], now + tubes[name], color=TUBE, lw=0,
                            label="_tube", zorder=0)
        ax.plot(places[:, 0], was, "--", color=style.GREY, lw=3, label="before", zorder=2)
        ax.plot(places[:, 0], now, color=style.INK, lw=3.6, label="with the outliers", zorder=3)
        _largest_move(ax, places[:, 0], was, now)
        ax.plot(X[~out, 0], y[~out], "o", ms=7, color=style.BLUE, mec="white", label="_sample",
                zorder=4)
        ax.plot(X[out, 0], raised[out], "X", ms=13, color=style.ORANGE, mec="white",
                label="outlier", zorder=5)
        ax.grid(False)
    style.legend_below(figure, axes, ncols=3)
    return figure


def plot_windows(means: Mapping[float, Callable], X: np.ndarray, y: np.ndarray,
                 title: str) -> Figure:
    """Draw the weighted mean of each bandwidth, and the bandwidth as a bar."""
    figure, axes = style.new_panels([f"h = {h}" for h in means], "x", ["y", "", ""], width=8.8,
                                    height=3.9)
    style.headline(figure, title)
    places, floor = _places(X), y.min() - 0.2 * np.ptp(y)
    for ax, (h, f) in zip(axes, means.items(), strict=True):
        ax.plot(X[:, 0], y, "o", ms=6, color="white", mec=style.GREY, mew=1.2, label="sample")
        ax.plot(places[:, 0], f(places), color=style.PINK, lw=3.4, label="weighted mean")
        ax.plot([X.mean() - h / 2, X.mean() + h / 2], [floor, floor], color=style.INK, lw=7,
                solid_capstyle="butt", label="bandwidth h")
        ax.grid(False)
    return figure


def plot_weights(X: np.ndarray, y: np.ndarray, h: float, at: float, title: str) -> Figure:
    """Draw every sample with its weight at one place as its area, and the mean there."""
    figure, ax = style.new_axes(title, "x", "y", width=8.8, height=4.6)
    places = _places(X)
    k = rbf(np.array([[at]]), X, gamma=1 / (2 * h**2))[0]
    share, mean = k / k.sum(), nadaraya_watson(X, y, np.array([[at]]), h)[0]
    ax.plot(places[:, 0], nadaraya_watson(X, y, places, h), "--", color=style.PINK, lw=3,
            label="weighted mean", zorder=1)
    ax.axvline(at, color=style.GREY, ls=":", lw=2, label="place x")
    ax.scatter(X[:, 0], y, s=6000 * share, facecolor="#8FD3BF",
               edgecolor=style.COLOURS["multiplier"], lw=1.8, label="area = weight", zorder=2)
    ax.plot(X[:, 0], y, "o", ms=4, color=style.INK, label="_centres", zorder=3)
    ax.plot([at], [mean], "D", ms=15, color=style.ORANGE, mec="white", zorder=5,
            label="mean at x")
    value = signed(mean, ".2f")
    ax.annotate(value, (at, mean), (14, 8), textcoords="offset points",
                fontsize=16, fontweight="bold")
    ax.grid(False)
    handles = ax.get_legend_handles_labels()
    legend = figure.legend(*handles, loc="outside lower center", ncols=4, fontsize=12)
    legend.legend_handles[2].set_sizes([90])
    return figure


def plot_extra(rows: Mapping[str, tuple[float, float, float]], reference: str,
               title: str) -> Figure:
    """Draw how much larger each error is than that of a reference rule, with 95% intervals."""
    figure, ax = style.new_axes(title, "extra error in years (lines: 95% interval)", "rule",
                                width=8.8, height=0.66 * len(rows) + 1.6)
    ax.axvline(0, color=style.ORANGE, ls="--", lw=2.4, label=reference, zorder=1)
    for place, (name, (mean, low, high)) in enumerate(reversed(rows.items())):
        settled = low > 0 or high < 0
        colour = style.INK if settled else style.GREY
        ax.plot([low, high], [place, place], color=colour, lw=3.5, label=f"interval, {name}")
        ax.plot([mean], [place], "o", ms=11, color=colour, label=name)
        told = signed(mean, "+.2f")
        ax.annotate(told if settled else f"{told}  not settled", (high, place), (8, 0),
                    textcoords="offset points", va="center", fontsize=14,
                    fontweight="bold" if settled else "normal")
    ax.set_yticks(range(len(rows)), list(reversed(rows)), fontsize=14)
    ax.set_ylim(-0.5, len(rows) - 0.1)
    ax.set_xlim(right=1.15 * max(high for _, _, high in rows.values()))
    ax.annotate(reference, (0, len(rows) - 0.1), (6, -4), textcoords="offset points", va="top",
                fontsize=13, color=style.WORDS["died"])
    ax.grid(False)
    return figure


def _places(X: np.ndarray) -> np.ndarray:
    """Return the x values of a curve, a little beyond the samples."""
    beyond = 0.06 * np.ptp(X)
    return np.linspace(X.min() - beyond, X.max() + beyond, GRID)[:, None]


def _largest_move(ax: Axes, x: np.ndarray, was: np.ndarray, now: np.ndarray) -> None:
    """Mark where a curve has moved most, and by how much."""
    k, colour = np.abs(now - was).argmax(), style.WORDS["died"]
    ax.annotate("", (x[k], now[k]), (x[k], was[k]), zorder=6, arrowprops={
        "arrowstyle": "-|>", "color": colour, "lw": 3, "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 18})
    ax.text(0.03, 0.9, f"moved by up to {abs(now[k] - was[k]):.1f}", transform=ax.transAxes,
            fontsize=16, fontweight="bold", color=colour)


def _samples(ax: Axes, X: np.ndarray, y: np.ndarray, pulls: np.ndarray) -> None:
    ax.plot(X[pulls, 0], y[pulls], "o", ms=7, color="#8DBFE2", mec=style.INK, mew=1.6,
            label="pulls", zorder=4)
    ax.plot(X[~pulls, 0], y[~pulls], "o", ms=6, color="white", mec=style.GREY, mew=1.2,
            label="does not pull", zorder=3)
