"""The figures that only lesson 04e uses."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from coursekit.plots import style
from coursekit.wording import percent


def plot_images(images: Mapping[str, np.ndarray], title: str, under: Sequence[str] = ()) -> Figure:
    """Draw small images side by side, each with its name above and words under it."""
    figure = style.new_figure(8.8, 3.9)
    panels = figure.subplots(1, len(images))
    for k, (ax, (name, image)) in enumerate(zip(panels, images.items(), strict=True)):
        ax.imshow(image, cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
        ax.set_title(name, fontsize=16)
        ax.set(xticks=[], yticks=[])
        ax.set_xlabel(under[k] if under else "columns of pixels", fontsize=17,
                      fontweight="bold").set_visible(bool(under))
        ax.set_ylabel("rows of pixels").set_visible(False)      # for the text alternative
        ax.grid(False)
    figure.suptitle(title, x=0.02, ha="left", fontsize=15, fontweight="bold")
    return figure


def plot_steps(nearest: np.ndarray, moved: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw each image as a dot: its distance to the nearest other digit, and to itself moved."""
    figure = style.new_figure(8.8, 4.6)
    panels = figure.subplots(1, len(moved), sharex=True, sharey=True)
    limits = (0.8, 4.6)
    for ax, (name, far) in zip(panels, moved.items(), strict=True):
        above = far > nearest
        for which, colour, marker, words in ((above, style.ORANGE, "X", "another digit is nearer"),
                                             (~above, style.BLUE, "o", "the moved one is nearer")):
            ax.scatter(nearest[which], far[which], s=12, color=colour, marker=marker,
                       linewidths=0, label=words)
        ax.plot(limits, limits, color=style.INK, lw=2, label="equally far")
        ax.text(2.85, 2.45, "on the line:\nequally far", fontsize=12, va="center")
        ax.text(0.9, 4.3, percent(np.mean(above), 0), fontsize=25, fontweight="bold",
                va="center")
        ax.text(2.55, 4.3, "are above\nthe line", fontsize=12, va="center")
        style.label(ax, name, "distance to the nearest other digit",
                    "distance to itself, moved")
        ax.set(xlim=limits, ylim=limits, aspect="equal")
    style.headline(figure, title)
    return figure


def plot_differences(rows: Mapping[str, tuple[float, float, float]], title: str, unit: str,
                     sides: tuple[str, str], beside: Sequence[str] = (),
                     hollow: Mapping[str, float] | None = None, hollow_name: str = "") -> Figure:
    """Draw mean differences with their intervals, one per row, and a line at 0.

    Parameters
    ----------
    rows : mapping of str to (mean, low, high)
    title, unit : str
        The message, and what the differences measure.
    sides : (str, str)
        What a difference below 0, and one above it, says.
    beside : sequence of str
        Words at the right of each row.
    hollow, hollow_name
        A second value of some rows, as a hollow dot, and what it is.
    """
    key = "dot: mean; line: 95% interval" + f"; hollow: {hollow_name}" * bool(hollow)
    figure, ax = style.new_axes(key, unit, "machine",
                                width=8.8, height=1.9 + 0.5 * len(rows))
    style.headline(figure, title)
    ax.title.set_fontsize(12)
    at = np.arange(len(rows))[::-1]
    for y, (name, (mean, low, high)) in zip(at, rows.items(), strict=True):
        colour = style.INK if low <= 0 <= high else style.BLUE if high < 0 else style.ORANGE
        ax.plot([low, high], [y, y], color=colour, lw=4, solid_capstyle="butt",
                label=f"{name}, 95% interval")
        ax.plot(mean, y, "o", ms=10, color=colour, label=f"{name}, mean")
        if hollow:
            ax.plot(hollow[name], y - 0.25, "o", ms=10, mfc="white", mec=style.INK, mew=2,
                    zorder=1.9, label=f"{name}, {hollow_name}")
    ax.axvline(0, color=style.GREY, ls="--", lw=2, label="no difference")
    ax.set_yticks(at, rows, fontsize=12.5)
    ax.set_ylim(-0.6, len(rows) - 0.1)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.grid(False)
    low, high = ax.get_xlim()
    for x, words, side, colour in ((-0.008, sides[0], "right", style.WORDS["survived"]),
                                   (0.008, sides[1], "left", style.WORDS["died"])):
        ax.text(x * (high - low) * 1.5, len(rows) - 0.45, words, ha=side, fontsize=12.5,
                fontweight="bold", color=colour)
    if beside:
        right = ax.secondary_yaxis("right")
        right.set_yticks(at, beside, fontsize=12.5)
        right.spines["right"].set_visible(False)
        right.tick_params(length=0)
        right.patch.set_visible(False)
    return figure
