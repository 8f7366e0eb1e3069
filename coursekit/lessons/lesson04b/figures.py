"""The figures of lesson 04b: men and boys under equal and unequal ceilings; samples and a border.

Legend: ``f`` the decision function over the ages, ``alpha`` the height of each passenger's bump.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from coursekit.checks import require_whole
from coursekit.lessons.lesson04b.passengers import men_by_age
from coursekit.plots import style
from coursekit.svm import SVC
from coursekit.wording import signed

PENALTY, GAMMA = 1.0, 0.02      # of the machine; γ per year²
AGES = np.linspace(0, 80, 1601)
SIDES = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])     # f < 0, f > 0
N_GRID = 151                    # per axis of a plane
SHOWN = 12                      # bumps of each class that are drawn
DOT_ROWS = 9                    # passengers of one age stand above each other


def machine_of_men(weight: float = 1) -> SVC:
    """Return the machine in which missing a survivor costs so many times as much.

    Examples
    --------
    >>> borders(machine_of_men()).round(1)
    array([5.8])
    """
    ages, fates = men_by_age()
    return SVC(C=PENALTY, gamma=GAMMA, class_weight={1: weight, -1: 1}, tol=1e-4).fit(ages, fates)


def borders(machine: SVC) -> np.ndarray:
    """Return the ages from 0 to 80 at which the answer of a machine changes."""
    f = machine.decision_function(AGES[:, None])
    k = np.flatnonzero(np.sign(f[1:]) != np.sign(f[:-1]))
    return AGES[k] - f[k] * (AGES[k + 1] - AGES[k]) / (f[k + 1] - f[k])


def counts(machine: SVC) -> tuple[int, int]:
    """Return how many survivors were found, and how many of the dead were called survivors."""
    ages, fates = men_by_age()
    yes = machine.predict(ages) == 1
    return int(np.sum(yes & (fates == 1))), int(np.sum(yes & (fates == -1)))


def plot_ceilings(weight: int = 3) -> Figure:
    """Draw bumps, ceilings and border with equal ceilings and with a higher one for survivors."""
    weight = require_whole("weight", weight, least=2)
    figure = style.new_figure(11.5, 6.4)
    grid = figure.subplots(2, 2, height_ratios=[1, 1.15], sharex=True, sharey="row")
    first = borders(machine_of_men())[0]
    for column, w in zip(grid.T, (1, weight), strict=True):
        machine = machine_of_men(w)
        _bumps(column[0], machine, w, weight)
        _sum(column[1], machine, None if w == 1 else first)
    last = borders(machine_of_men(weight))[0]
    style.label(grid[0, 0], "Equal ceilings: only small boys", "", "height of a bump")
    style.label(grid[0, 1], f"{weight} : 1, and the border moves from {first:.0f} to "
                            f"{last:.0f}", "", "height of a bump")
    for ax in grid[1]:
        ax.set(xlabel="age of 453 men and boys (years)", ylabel="sum of bumps + b")
    for ax in grid[0]:
        ax.set_xlabel("age (years)")
    return figure


def _bumps(ax: Axes, machine: SVC, weight: float, highest: float) -> None:
    """Draw some bumps of each class between their ceilings."""
    ages, beta = men_by_age()[0][machine.support_, 0], machine.dual_coef_[0]
    for side, colour, ceiling, word in ((1, style.COLOURS["survived"], weight, "survivors"),
                                        (-1, style.COLOURS["died"], 1, "dead")):
        found = np.flatnonzero(np.sign(beta) == side)
        found = found[np.argsort(ages[found])]
        for k in found[np.linspace(0, len(found) - 1, SHOWN).astype(int)]:
            ax.plot(AGES, beta[k] * np.exp(-GAMMA * (AGES - ages[k]) ** 2), color=colour, lw=1.4,
                    gid="decoration")
        times = "C" if ceiling == 1 else f"{ceiling:g} × C"
        ax.axhline(side * ceiling, color=colour, ls="--", lw=2.5)
        ax.text(79.5, side * (ceiling + 0.12), f"ceiling of the {word}: {times}", fontsize=13,
                color=colour if side > 0 else style.INK, fontweight="bold", ha="right",
                va="bottom" if side > 0 else "top")
    ax.axhline(0, color=style.INK, lw=1)
    ax.grid(False)
    ax.set(ylim=(-1.75, highest + 0.75), yticks=[-1, 0, 1, highest])


def _sum(ax: Axes, machine: SVC, before: float | None) -> None:
    """Draw f over the ages, tinted by its sign, with the passengers and the border."""
    f, cuts = machine.decision_function(AGES[:, None]), borders(machine)
    ax.imshow(f[None] > 0, extent=(0, 80, -2.3, 2.3), cmap=SIDES, vmin=0, vmax=1, aspect="auto",
              zorder=0)
    ages, fates = men_by_age()
    for side, marker, colour in ((1, "o", style.COLOURS["survived"]),
                                 (-1, "X", style.COLOURS["died"])):
        own = np.sort(ages[fates == side, 0])
        row = np.arange(len(own)) % DOT_ROWS
        ax.scatter(own, side * (2.15 - 0.085 * row), marker=marker, color=colour, s=16, lw=0,
                   zorder=2, label="survived" if side > 0 else "died")
    ax.plot(AGES, f, color=style.INK, lw=3.2, zorder=3)
    ax.axhline(0, color=style.INK, lw=1, zorder=1)
    ax.plot(cuts, np.zeros(len(cuts)), "o", ms=11, mfc="white", mec=style.INK, mew=2.5, zorder=4)
    if before is not None:
        ax.plot([before, before], [-0.55, 0.55], color=style.GREY, lw=3, ls=":", zorder=3)
        ax.text(before, -0.62, "before", color=style.GREY, fontsize=12.5, ha="center", va="top")
        ax.annotate("", (cuts[0] - 0.9, 0.42), (before, 0.42), zorder=4,
                    arrowprops={"arrowstyle": "-|>", "color": style.GREY, "lw": 2.5})
    ax.text(cuts[0] + 2, 0.18, f"border at {cuts[0]:.1f} years", fontsize=15, fontweight="bold")
    found, false = counts(machine)
    ax.text(45, 1.02, f"{found} of 93 survivors found", fontsize=17, fontweight="bold",
            color=style.COLOURS["survived"], ha="center", va="center")
    ax.text(45, -0.5, f"{false} of the dead called survivors", fontsize=14, fontweight="bold",
            ha="center", va="center")
    ax.grid(False)
    ax.set(ylim=(-2.3, 2.3), xlim=(0, 80.5), yticks=[-1, 0, 1])


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
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=6.4, height=4.4)
    low, high = X.min(axis=0) - 0.2, X.max(axis=0) + 0.2
    sides = [np.linspace(low[k], high[k], N_GRID) for k in (0, 1)]
    grid = np.column_stack([g.ravel() for g in np.meshgrid(*sides)])
    values = f(grid).reshape(N_GRID, N_GRID)
    ax.imshow(values > 0, origin="lower", extent=(low[0], high[0], low[1], high[1]),
              cmap=SIDES, vmin=0, vmax=1, aspect="auto", zorder=0)
    for k, piece in enumerate(contour_generator(*sides, values).lines(0.0)):
        ax.plot(*piece.T, color=style.INK, lw=2.4, gid="f = 0", label="_piece" if k else "f = 0")
    for side, marker in ((1, "o"), (-1, "X")):
        ax.scatter(*X[y == side].T, marker=marker, s=34, color=style.COLOURS[side],
                   edgecolor="white", lw=0.5, zorder=3, label=f"y = {signed(side)}")
    ax.grid(False)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    style.legend_below(figure, [ax], ncols=3)
    return figure
