"""The figures of lesson 04b: four machines that differ in one knob each; samples and a border."""
from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from contourpy import contour_generator
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from coursekit.lessons.lesson04b.explorers.three_knobs import GRID, Seen, extent
from coursekit.lessons.lesson04b.samples import FRESH, samples
from coursekit.plots import style
from coursekit.wording import signed

SIDES = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])     # f < 0, f > 0
N_GRID = 151                    # per axis of a plane


def plot_turns(machines: Mapping[str, Seen], title: str) -> Figure:
    """Draw the border of some machines of the crescents side by side, and how many are right.

    ``machines`` has, by the words above a panel, what `three_knobs.look` returns.
    """
    figure, panels = style.new_panels(list(machines), "$x_1$", ["$x_2$"] + [""] * 3, width=11,
                                      height=4.3)
    s, (low, high) = samples("crescents"), extent("crescents")
    sides = [np.linspace(low[k], high[k], GRID) for k in (0, 1)]
    for ax, seen in zip(panels, machines.values(), strict=True):
        ax.imshow(seen.f > 0, origin="lower", extent=(low[0], high[0], low[1], high[1]),
                  cmap=SIDES, vmin=0, vmax=1, aspect="auto", zorder=0)
        for k, piece in enumerate(contour_generator(*sides, seen.f).lines(0.0)):
            ax.plot(*piece.T, color=style.INK, lw=2.2, gid="f = 0",
                    label="_piece" if k else f"border: {seen.own} of its {seen.n} right, "
                                             f"{seen.right.sum()} of {FRESH:,} fresh ones")
        for side, marker in ((1, "o"), (-1, "X")):
            ax.scatter(*s.X[s.y == side].T, marker=marker, s=12, color=style.COLOURS[side],
                       edgecolor="white", lw=0.3, zorder=3, label=f"y = {signed(side)}")
        ax.grid(False)
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xticks=[], yticks=[])
        ax.set_xlabel(f"{seen.own} of its {seen.n}", fontsize=14)
        ax.text(0.5, -0.24, f"{seen.right.sum()} of {FRESH:,} fresh", fontsize=17, ha="center",
                fontweight="bold", transform=ax.transAxes)
    style.headline(figure, title)
    return figure


def plot_border(X: np.ndarray, y: np.ndarray, f: Callable, title: str) -> Figure:
    """Draw samples in the plane, the two sides of a decision function, and f = 0 between them.

    Parameters
    ----------
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples and labels -1 and +1.
    f : callable
        Returns values for points, shape (m, 2).
    title : str
        The title, which states the finding.
    """
    figure, ax = style.new_axes(title, f"$x_1$ (shown: the {len(X)} samples it learned from)",
                                "$x_2$", width=7.6, height=4.8)
    low, high = X.min(axis=0) - 0.2, X.max(axis=0) + 0.2
    sides = [np.linspace(low[k], high[k], N_GRID) for k in (0, 1)]
    grid = np.column_stack([g.ravel() for g in np.meshgrid(*sides)])
    values = f(grid).reshape(N_GRID, N_GRID)
    ax.imshow(values > 0, origin="lower", extent=(low[0], high[0], low[1], high[1]),
              cmap=SIDES, vmin=0, vmax=1, aspect="auto", zorder=0)
    for k, piece in enumerate(contour_generator(*sides, values).lines(0.0)):
        ax.plot(*piece.T, color=style.INK, lw=3, gid="f = 0",
                label="_piece" if k else "f = 0")
    for side, marker, word in ((1, "o", "survived"), (-1, "X", "died")):
        ax.scatter(*X[y == side].T, marker=marker, s=44, color=style.COLOURS[side],
                   edgecolor="white", lw=0.5, zorder=3, label=f"y = {signed(side)}")
        ax.text(high[0] + 0.1, X[y == side, 1].mean(), f"class {signed(side)}", fontsize=16,
                fontweight="bold", va="center", color=style.WORDS[word])
    ax.grid(False)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xticks=[], yticks=[])
    return figure
