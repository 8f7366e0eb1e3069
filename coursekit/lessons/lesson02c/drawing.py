"""What the figures of lessons 02c and 02e have in common: a frame, samples, lines.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; ``w``, ``b`` of f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.wording import signed

FACES = ((1, "o"), (-1, "X"))
FAR = 20.0          # half the length of a line that crosses a picture
ACROSS = "#8F7600"  # of what is as wide as a street, or half of it
BIG = 14            # points, of words in a picture


def framed(title: str, panels: int, height: float, **widths) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure of panels side by side, with one title."""
    figure = style.new_figure(8.8, height)
    axes = figure.subplots(1, panels, squeeze=False, **widths)[0]
    if panels > 1:
        figure.get_layout_engine().set(h_pad=0.07)
        figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
    else:
        axes[0].set_title(title, fontsize=16)
    for ax in axes:
        ax.grid(False)
        ax.tick_params(labelsize=13)
    return figure, axes


def name_axes(ax: Axes, across: str, up: str, title: str = "") -> None:
    """Name both axes of a panel, and perhaps the panel."""
    ax.set_xlabel(across, fontsize=BIG)
    ax.set_ylabel(up, fontsize=BIG)
    if title:
        ax.set_title(title, fontsize=BIG, fontweight="normal")


def draw_samples(ax: Axes, X: np.ndarray, y: np.ndarray, size: float = 10) -> None:
    """Draw both classes, each with its colour and mark."""
    for c, marker in FACES:
        ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=size,
                markeredgecolor="white", zorder=3, label=f"class {signed(c)}")


def ends_of(w: np.ndarray, b: float) -> np.ndarray:
    """Return two points of the line f = 0 far outside a picture."""
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - FAR * along, foot + FAR * along])


def draw_line(ax: Axes, w: np.ndarray, b: float, **look) -> None:
    """Draw the line f = 0."""
    ax.plot(*ends_of(w, b).T, **look)
