"""The figures that only lesson 04e uses."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.lessons.lesson04e.usps import OURS, PRINTED, TESTED, TRAINED_ON
from coursekit.plots import style
from coursekit.statistics import wilson
from coursekit.wording import percent


def plot_images(images: Mapping[str, np.ndarray], title: str, column: int) -> Figure:
    """Draw small images side by side, with a frame around the same column of pixels in each."""
    figure = style.new_figure(8.8, 3.9)
    panels = figure.subplots(1, len(images))
    for ax, (name, image) in zip(panels, images.items(), strict=True):
        ax.imshow(image, cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
        ax.add_patch(Rectangle((column - 0.5, -0.5), 1, len(image), fill=False,
                               edgecolor=style.GREEN, linewidth=2.5))
        ax.set_title(name, fontsize=14)
        ax.set(xticks=[], yticks=[], xlabel="columns of pixels", ylabel="rows of pixels")
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
                     sides: tuple[str, str], beside: Sequence[str], head: str) -> Figure:
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
    head : str
        What these words are.
    """
    figure, ax = style.new_axes("dot: mean; line: 95% interval", unit, "machine",
                                width=8.8, height=1.9 + 0.5 * len(rows))
    style.headline(figure, title)
    ax.title.set_fontsize(12)
    at = np.arange(len(rows))[::-1]
    for y, (name, (mean, low, high)) in zip(at, rows.items(), strict=True):
        colour = style.INK if low <= 0 <= high else style.BLUE if high < 0 else style.ORANGE
        ax.plot([low, high], [y, y], color=colour, lw=4, solid_capstyle="butt",
                label=f"{name}, 95% interval")
        ax.plot(mean, y, "o", ms=10, color=colour, label=f"{name}, mean")
    ax.axvline(0, color=style.GREY, ls="--", lw=2, label="no difference")
    ax.set_yticks(at, rows, fontsize=12.5)
    ax.set_ylim(-0.6, len(rows) - 0.1)
    ax.grid(False)
    low, high = ax.get_xlim()
    for x, words, side, colour in ((-0.008, sides[0], "right", style.WORDS["survived"]),
                                   (0.008, sides[1], "left", style.WORDS["died"])):
        ax.text(x * (high - low) * 1.5, len(rows) - 0.45, words, ha=side, fontsize=12.5,
                fontweight="bold", color=colour)
    right = ax.secondary_yaxis("right")
    right.set_yticks([*at, len(rows) - 0.4], [*beside, head], fontsize=12)
    right.spines["right"].set_visible(False)
    right.tick_params(length=0)
    right.patch.set_visible(False)
    return figure


def plot_usps(title: str) -> Figure:
    """Draw the printed errors and ours, with 95% intervals for the 2007 test images."""
    figure, ax = style.new_axes("line: 95% interval", "test error (per cent)", "trained on",
                                width=8.8, height=4.5)
    style.headline(figure, title)
    for offset, who, rows, colour, marker, form in (
            (0.14, "printed", PRINTED, style.GREY, "s", ".1f"),
            (-0.14, "ours", OURS, style.BLUE, "o", ".2f")):
        for k, row in enumerate(rows):
            y, wrong = len(rows) - 1 - k + offset, round(row.error * TESTED / 100)
            low, high = (100 * float(end) for end in wilson(wrong, TESTED))
            ax.plot([low, high], [y, y], color=colour, lw=3,
                    label=f"{TRAINED_ON[k]}, {who}, 95% interval")
            ax.plot(row.error, y, marker, ms=10, color=colour, label=f"{TRAINED_ON[k]}, {who}")
            ax.text(high + 0.06, y, f"{row.error:{form}}" + ("" if k else f" {who}"), va="center",
                    fontsize=12)
    ax.set_yticks(range(len(TRAINED_ON))[::-1],
                  [f"{name}\n{row.size:,}" for name, row in zip(TRAINED_ON, PRINTED, strict=True)],
                  fontsize=12)
    ax.set(xlim=(2, 6.2), ylim=(-0.5, len(TRAINED_ON) - 0.5))
    ax.grid(False)
    return figure
