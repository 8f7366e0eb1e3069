"""The figure of lesson 00: a column is compared with a row, entry by entry."""
from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from coursekit.plots import style

YES, NO = "#B3D4EC", "#F2F2F2"


def plot_column_meets_row(column: ArrayLike, row: ArrayLike, title: str) -> Figure:
    """Draw the table ``column[:, None] < row`` between its column and its row, with the means.

    Parameters
    ----------
    column, row : array-like of numbers, shapes (n,) and (m,)
    title : str
        The message.
    """
    column, row = np.asarray(column), np.asarray(row)
    table = column[:, None] < row
    n, m = table.shape
    figure, ax = style.new_axes(title, "limits: a row", "ages[:, None]: a column",
                                width=8.8, height=3.6)
    for i, age in enumerate(column):
        _cell(ax, -1.15, -i, f"{age}", "white", bold=True)
        for j, limit in enumerate(row):
            yes = table[i, j]
            _cell(ax, j, -i, f"{age} < {limit}?  {'yes' if yes else 'no'}", YES if yes else NO)
    for j, limit in enumerate(row):
        _cell(ax, j, 1.15, f"{limit}", "white", bold=True)
        _cell(ax, j, -n - 0.15, f"{table[:, j].sum()} of {n} = {table[:, j].mean():.2f}", "white")
    ax.text(m + 0.1, -n + 0.35, ".mean(axis=0):\nshare under\neach limit", va="center")
    ax.text(m + 0.1, -(n - 1) / 2 + 0.5, "every age meets\nevery limit", va="center")
    ax.xaxis.set_label_position("top")
    ax.set(xlim=(-1.25, m + 1), ylim=(-n - 0.25, 2.25), xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.grid(False)
    return figure


def _cell(ax, x: float, y: float, words: str, face: str, bold: bool = False) -> None:
    """Draw a cell whose lower left corner is (x, y)."""
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=face, edgecolor=style.GREY, lw=1))
    ax.text(x + 0.5, y + 0.5, words, ha="center", va="center", fontsize=13,
            fontweight="bold" if bold else "normal")
