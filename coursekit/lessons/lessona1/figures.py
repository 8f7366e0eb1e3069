"""Figures of lesson a1: planes about a line, and the weights of two similar features."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.plots.kernels import project
from coursekit.wording import signed

AZIMUTH, ELEVATION = 24, 28
FEMALE, MR = "weight of female", "weight of the title Mr"


def plot_planes(first: np.ndarray, y: np.ndarray, planes: list[np.ndarray], title: str) -> Figure:
    """Draw planes (b, w₁, w₂) over samples on the line x₂ = x₁ + 1, and the samples' targets.

    Parameters
    ----------
    first, y : ndarray, shape (n,)
        First features and targets.
    planes : list of ndarray, shape (3,)
        Two of them, equal over the samples.
    """
    figure, ax = style.new_axes(
        title, "features $x_1$ and $x_2$, seen from the side and a little from above",
        "height: target $y$", width=8.8, height=4.8)
    middle = first.mean()

    def seen(x_1, x_2, height) -> np.ndarray:
        at = np.column_stack([np.atleast_1d(x_1) - middle, np.atleast_1d(x_2) - middle - 1,
                              1.4 * np.atleast_1d(height)])
        return project(at, AZIMUTH, ELEVATION)
    ends, side = np.array([first.min() - 0.5, first.max() + 0.5]), 1.3
    left = []
    for v, colour, word, name in zip(
            planes, (style.BLUE, style.ORANGE), (style.WORDS["survived"], style.WORDS["died"]),
            ("one best plane", "another best plane"), strict=True):
        x_1 = np.array([ends[0] + side, ends[1] + side, ends[1] - side, ends[0] - side])
        x_2 = np.array([ends[0], ends[1], ends[1], ends[0]]) + 1 + np.array([-1, -1, 1, 1]) * side
        at = seen(x_1, x_2, v[0] + v[1] * x_1 + v[2] * x_2)
        ax.fill(*at.T, facecolor=to_rgba(colour, 0.3), edgecolor=colour, lw=2.5)
        left.append(at[3])
        ax.annotate(name, at[1], (8, 0), textcoords="offset points", fontsize=14,
                    fontweight="bold", color=word, va="center")
    ax.annotate("", left[1], left[0], arrowprops={
        "arrowstyle": "->", "lw": 3, "color": style.INK, "mutation_scale": 22, "shrinkA": 6,
        "shrinkB": 6, "connectionstyle": "arc3,rad=-0.35"})
    ax.annotate("turns", left[1], (-6, 10), textcoords="offset points", ha="center", fontsize=14,
                fontweight="bold")
    v = planes[0]
    heights = v[0] + v[1] * first + v[2] * (first + 1)
    along = v[0] + v[1] * ends + v[2] * (ends + 1)
    line = seen(ends, ends + 1, along)
    ax.plot(*line.T, color=style.INK, lw=4, label="all of them share this line")
    for x, h, target in zip(first, heights, y, strict=True):
        ax.plot(*seen([x, x], [x + 1, x + 1], [h, target]).T, color=style.COLOURS["slack"], lw=2.5)
    ax.plot(*seen(first, first + 1, y).T, "o", color=style.INK, ms=11, mec="white")
    ax.margins(x=0.14)
    ax.set(xticks=[], yticks=[])
    ax.grid(False)
    ax.spines[:].set_visible(False)
    return figure


def plot_titles(fits: np.ndarray, gaps: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the weights of female and Mr, shape (draws, 2), and where 95% of the draws lie.

    ``gaps`` has the draws of the gap inside each class, by the name of the class.
    """
    figure, (left, right) = style.new_panels(
        ["one dot per resample", "where 95% of them lie"], [FEMALE, ""], [MR, ""],
        width=8.8, height=4.8, sharey=False)
    style.headline(figure, title)
    left.plot(*fits.T, "o", color=style.BLUE, ms=5, mec="white", mew=0.4, label="one resample")
    middle = fits.mean(axis=0)
    reach = 1.1 * np.abs(fits - middle).max()
    left.set(xlim=(middle[0] - reach, middle[0] + reach),
             ylim=(middle[1] - reach, middle[1] + reach), aspect="equal")
    numbers = {"female": fits[:, 0], "Mr": fits[:, 1], "female\nless Mr": fits[:, 0] - fits[:, 1],
               **{f"in {name}": values for name, values in gaps.items()}}
    for k, (name, values) in enumerate(numbers.items()):
        low, high = np.quantile(values, [0.025, 0.975])
        thin = name.startswith("in ")
        right.plot([low, high], [-k, -k], color=style.GREY if thin else style.BLUE,
                   lw=5 if thin else 11, solid_capstyle="butt")
        side = 1 if low > 0 else -1
        right.annotate(f"{signed(low, '.2f')} to {signed(high, '.2f')}", (0.02 * side, -k), (0, 11),
                       textcoords="offset points", ha="left" if low > 0 else "right", fontsize=14,
                       fontweight="normal" if thin else "bold")
    right.axvline(0, color=style.INK, lw=1.5)
    right.set_yticks(-np.arange(len(numbers)), numbers, fontsize=14)
    right.set(ylim=(-len(numbers) + 0.5, 0.8), xlim=(-1.2, 1.0))
    right.grid(False)
    return figure
