"""The figures that belong to the passenger list of the Titanic alone."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from coursekit.checks import require_columns
from coursekit.plots import style


def plot_scoreboard(board: pd.DataFrame, title: str) -> Figure:
    """Draw the accuracy of each method with its 95% interval, the best one on top.

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
                label="accuracy, with its 95% interval")
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
