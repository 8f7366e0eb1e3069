"""The figures that belong to the passenger list of the Titanic alone."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.checks import require_columns
from coursekit.plots import style
from coursekit.wording import signed


RULE, FOOTNOTE = "women survived", "* family groups were chosen by looking at outcomes"


def plot_scoreboard(board: pd.DataFrame, title: str, *, ahead: str = "",
                    over: str = RULE) -> Figure:
    """Draw the accuracy of each method with its 95% interval, the best one on top.

    ``board`` is what `coursekit.scoreboard.load_scoreboard` returns. ``ahead`` is a method whose
    lead over another one, ``over``, the title tells: both rows have the strong colour, and a
    bracket between them has the lead with its interval, which the row of ``ahead`` holds.
    """
    board = require_columns(board, ("method", "features", "accuracy", "low", "high"),
                            "plot_scoreboard").sort_values("accuracy")
    starred = board["features"].str.contains("*", regex=False).any()
    figure, ax = style.new_axes(
        title,
        "accuracy on passengers whose ticket it had not seen" + f"\n{FOOTNOTE}" * bool(starred),
        "method",
        width=8.8,
        height=1.7 + 0.55 * len(board),
    )
    place, told = np.arange(len(board)), board["method"].isin((ahead, over)) | (not ahead)
    for rows, colour in ((told, style.BLUE), (~told, style.GREY)) if ahead else (
            (told, style.INK),):
        some = board[rows]
        ax.errorbar(some["accuracy"], place[rows], fmt="o", markersize=9, capsize=5, color=colour,
                    xerr=[some["accuracy"] - some["low"], some["high"] - some["accuracy"]],
                    label="accuracy, with its 95% interval")
        for y, value, high in zip(place[rows], some["accuracy"], some["high"], strict=True):
            ax.annotate(f"{value:.1%}", (high, y), (10, 0), textcoords="offset points",
                        va="center", fontsize=14, fontweight="bold", color=colour)
    ax.set_yticks(range(len(board)), [f"{method}\n({features})" for method, features in
                                      zip(board["method"], board["features"], strict=True)])
    ax.set(xlim=(0.5, 0.95), ylim=(-0.7, len(board) - 0.3))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    if ahead:
        _mark_lead(ax, board.reset_index(drop=True), ahead, over)
    return figure


def _mark_lead(ax: Axes, board: pd.DataFrame, ahead: str, over: str) -> None:
    """Draw a bracket from one method to a better one, with the lead of the latter."""
    rows = {name: int(np.flatnonzero(board["method"] == name)[0]) for name in (ahead, over)}
    lead = [signed(100 * board.loc[rows[ahead], name], form) for name, form in
            (("lead", "+.1f"), ("lead_low", ".1f"), ("lead_high", ".1f"))]
    x, (high, low) = 0.928, rows.values()
    ax.set(xlim=(0.55, 1.03), xticks=np.arange(0.6, 0.91, 0.1))
    ax.plot([x - 0.006, x, x, x - 0.006], [high, high, low, low], color=style.BLUE, lw=2.4,
            gid="decoration")
    ax.text(x + 0.006, (high + low) / 2, f"{lead[0]} points\n({lead[1]} to {lead[2]})",
            fontsize=14, fontweight="bold", color=style.WORDS["survived"], va="center",
            linespacing=1.4)
