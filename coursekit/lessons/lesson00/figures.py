"""The figures of lesson 00: ten other divisions, and a column that meets a row."""
from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter
from numpy.typing import ArrayLike

from coursekit.plots import style

YES, NO = "#B3D4EC", "#F2F2F2"


def plot_divisions(studied: ArrayLike, unseen: ArrayLike, died: ArrayLike) -> Figure:
    """Draw what a border gets right in several divisions, beside the rule "everyone died".

    Parameters
    ----------
    studied, unseen, died : array-like of float, shape (n,)
        Proportions right: the border's in each half, and the rule's among those never seen.
    """
    figure, ax = style.new_axes("Ten other halves: the border at 10 fails again",
                                "proportion right", "machine, and about whom",
                                width=8.8, height=3.3)
    rows = {"border at 10,\nthe studied": studied, "border at 10,\nthe others": unseen,
            "“everyone died”,\nthe others": died}
    ax.plot(list(rows.values()), [2, 1, 0], color=style.GREY, lw=0.8)
    for y, scores, colour in zip((2, 1, 0), rows.values(), (style.INK, style.INK, style.ORANGE)):
        ax.plot(scores, [y] * len(scores), "o", color=colour, mec="white", markersize=12)
    ax.set(ylim=(-0.5, 2.5), xlim=(0.5, 1.01), yticks=[2, 1, 0])
    ax.set_yticklabels(rows, fontsize=14)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(False)
    return figure


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
    figure, ax = style.new_axes(title, "limits: a row", "", width=8.8, height=3.6)
    ax.set_ylabel("ages[:, None]:\na column", rotation=0, ha="left", va="center")
    ax.yaxis.set_label_coords(-1.15, 1.65, transform=ax.transData)
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
