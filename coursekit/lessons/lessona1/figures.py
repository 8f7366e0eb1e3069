"""Figures of lesson a1: planes about a line, and the weights of two similar features."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.plots.kernels import project

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
    for v, colour, name in zip(planes, (style.BLUE, style.ORANGE),
                               ("one best plane", "another best plane"), strict=True):
        x_1 = np.array([ends[0] + side, ends[1] + side, ends[1] - side, ends[0] - side])
        x_2 = np.array([ends[0], ends[1], ends[1], ends[0]]) + 1 + np.array([-1, -1, 1, 1]) * side
        ax.fill(*seen(x_1, x_2, v[0] + v[1] * x_1 + v[2] * x_2).T, facecolor=to_rgba(colour, 0.3),
                edgecolor=colour, lw=2.5, label=name)
    v = planes[0]
    heights = v[0] + v[1] * first + v[2] * (first + 1)
    along = v[0] + v[1] * ends + v[2] * (ends + 1)
    ax.plot(*seen(ends, ends + 1, along).T, color=style.INK, lw=4,
            label="all of them share this line")
    for x, h, target in zip(first, heights, y, strict=True):
        ax.plot(*seen([x, x], [x + 1, x + 1], [h, target]).T, color=style.COLOURS["slack"], lw=2.5,
                label="residual")
    ax.plot(*seen(first, first + 1, y).T, "o", color=style.INK, ms=11, mec="white",
            label="sample")
    ax.set(xticks=[], yticks=[])
    ax.grid(False)
    ax.spines[:].set_visible(False)
    named = dict(zip(*ax.get_legend_handles_labels()[::-1], strict=True))
    ax.legend(named.values(), named.keys(), loc="upper left", fontsize=14)
    return figure


def plot_titles(fits: np.ndarray, title: str) -> Figure:
    """Draw the weights of female and Mr, shape (draws, 2), and where 95% of three numbers lie."""
    figure, (left, right) = style.new_panels(
        ["one dot per resample", "where 95% of them lie"], [FEMALE, "weight"],
        [MR, "weight, or a difference"], width=8.8, height=4.6, sharey=False)
    style.headline(figure, title)
    left.plot(*fits.T, "o", color=style.BLUE, ms=5, mec="white", mew=0.4,
              label="one resample")
    middle = fits.mean(axis=0)
    reach = 1.1 * np.abs(fits - middle).max()
    left.set(xlim=(middle[0] - reach, middle[0] + reach),
             ylim=(middle[1] - reach, middle[1] + reach), aspect="equal")
    numbers = {"female": fits[:, 0], "Mr": fits[:, 1], "female\nless Mr": fits[:, 0] - fits[:, 1]}
    for k, values in enumerate(numbers.values()):
        low, high = np.quantile(values, [0.025, 0.975])
        right.plot([low, high], [2 - k, 2 - k], color=style.BLUE, lw=11, solid_capstyle="butt")
        side = 1 if low > 0 else -1
        right.annotate(f"{low:.2f} to {high:.2f}".replace("-", "−"), (0.02 * side, 2 - k), (0, 13),
                       textcoords="offset points", ha="left" if low > 0 else "right", fontsize=14,
                       fontweight="bold")
    right.axvline(0, color=style.INK, lw=1.5)
    right.set_yticks(range(2, -1, -1), numbers, fontsize=14)
    right.set(ylim=(-0.5, 2.7), xlim=(-0.75, 0.75))
    right.grid(False)
    return figure
