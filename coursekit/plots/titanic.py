"""The figures that belong to the passenger list of the Titanic alone."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.checks import require_columns, require_increasing, require_named
from coursekit.plots import style
from coursekit.statistics import wilson_interval


def plot_age_densities(age: np.ndarray, densities: dict[str, np.ndarray], title: str) -> Figure:
    """Draw densities of age (years): of those who survived and of those who died."""
    require_named("densities", densities, "curves")
    figure, ax = style.new_axes(title, "age (years)", "density (per year)", height=4.0)
    for (name, density), line in zip(densities.items(), ("-", "--"), strict=True):
        ax.plot(age, density, line, color=style.COLOURS[name], label=name)
    ax.set_ylim(bottom=0)
    ax.legend(loc="upper right")
    return figure


def plot_age_rate(age: np.ndarray, rate: np.ndarray, frame: pd.DataFrame, edges: list[float],
                  title: str) -> Figure:
    """Draw a curve of the survival rate over age, and counted rates in bands of age.

    The frame has columns ``Age`` (years) and ``Survived`` (0/1); rows without an age are left
    out. ``edges`` of the bands (years) belong to the band above.
    """
    frame = require_columns(frame, ["Age", "Survived"], "plot_age_rate")
    figure, ax = style.new_axes(title, "age (years)", "survival rate")
    ax.plot(age, rate, color=style.INK, label="by the formula")
    _draw_age_rates(ax, frame, edges, label="counted in bands of age")
    ax.axhline(0.5, color=style.GREY, linestyle=":", label="one half")
    ax.axhline(frame.dropna(subset=["Age"])["Survived"].mean(), color=style.GREY, linestyle="--",
               label="all with a known age")
    ax.legend(loc="upper right", ncols=2)
    return figure


def _draw_age_rates(ax, frame: pd.DataFrame, edges: list[float], *, label: str) -> None:
    """Draw a point with a Wilson interval in the middle of each age band."""
    edges = require_increasing("edges", edges, least=2)
    band = np.digitize(frame["Age"].dropna(), edges) - 1
    alive = frame.loc[frame["Age"].notna(), "Survived"].to_numpy()
    inside = (band >= 0) & (band < len(edges) - 1)
    n = np.bincount(band[inside], minlength=len(edges) - 1)
    k = np.bincount(band[inside], weights=alive[inside], minlength=len(edges) - 1)
    low, high = wilson_interval(k[n > 0], n[n > 0])
    middle = (edges[:-1] + edges[1:])[n > 0] / 2
    rate = k[n > 0] / n[n > 0]
    ax.errorbar(middle, rate, yerr=[rate - low, high - rate], fmt="o", label=label,
                color=style.BLUE, markersize=9, capsize=5)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")


def plot_scoreboard(board: pd.DataFrame, title: str) -> Figure:
    """Draw the accuracy of each method with its 95 % interval, the best one on top.

    ``board`` is what `coursekit.scoreboard.load_scoreboard` returns.
    """
    board = require_columns(board, ("method", "features", "accuracy", "low", "high"),
                            "plot_scoreboard").sort_values("accuracy")
    figure, ax = style.new_axes(
        title,
        "accuracy on passengers whose ticket it had not seen",
        "method",
        width=8.8,
        height=1.7 + 0.55 * len(board),
    )
    place = np.arange(len(board))
    ax.errorbar(board["accuracy"], place, fmt="o", color=style.INK, markersize=9, capsize=5,
                xerr=[board["accuracy"] - board["low"], board["high"] - board["accuracy"]],
                label="accuracy, with its 95 % interval")
    for y, (value, high) in enumerate(zip(board["accuracy"], board["high"], strict=True)):
        ax.annotate(f"{value:.1%}", (high, y), (10, 0), textcoords="offset points", va="center",
                    fontsize=14, fontweight="bold")
    ax.set_yticks(place, [f"{method}\n({features})" for method, features in
                          zip(board["method"], board["features"], strict=True)])
    ax.set(xlim=(0.5, 0.95), ylim=(-0.7, len(board) - 0.3))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    return figure
