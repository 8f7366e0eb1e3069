"""Figures of lesson 04: a bump, a sum of bumps, a gallery, the shadow of w, the leash of f.

Legend: ``x`` (n,) positions of samples, ``y`` labels, ``beta`` signed heights of their bumps.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from sklearn.base import clone

from coursekit.plots import style
from coursekit.plots.kernels import project
from coursekit.svm import SVC
from coursekit.wording import signed

TINT = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])
FACES = ((1, "o"), (-1, "X"))
ROOM = 0.7          # left free beside the outer samples
LINE = 600          # points of a curve


def plot_bumps(gammas: Sequence[float], title: str) -> Figure:
    """Draw the Gaussian over one sample at 0 for three γ, and where it has fallen to 1/e."""
    figure, ax = style.new_axes(title, "distance from the sample", "kernel value k", width=9.6,
                                height=4.2)
    t = np.linspace(-3.2, 3.2, LINE)
    places = {}
    for gamma, colour, line in zip(gammas, (style.GREEN, style.INK, style.PINK), ("--", "-", "-."),
                                   strict=True):
        ax.plot(t, np.exp(-gamma * t**2), line, color=colour, lw=3, label=f"γ = {gamma:g}")
        places[1 / np.sqrt(gamma)] = colour
    for at, colour in places.items():
        ax.plot(at, np.exp(-1), "D", color=colour, markersize=10, markeredgecolor="white",
                label=f"1/e at distance 1/√γ = {at:.2f}", zorder=4)
    ax.axhline(np.exp(-1), color=style.GREY, lw=1.2, ls=":", label="1/e = 0.37")
    ax.plot(0, 0, "o", color=style.BLUE, markersize=12, label="the sample", clip_on=False,
            zorder=5)
    ax.set(ylim=(0, 1.08), xlim=(-3.2, 3.2))
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_sum_of_bumps(x: np.ndarray, y: np.ndarray, beta: np.ndarray, gamma: float, title: str,
                      b: float = 0.0) -> Figure:
    """Draw the bumps β_i k(x_i, ·) above, and below their sum plus b with the samples on it."""
    figure, (top, low) = style.new_panels(
        [f"the bumps: {np.count_nonzero(beta)} samples have one",
         f"their sum: {int(np.sum(y * _values(x, x, beta, gamma, b) <= 0))} of {len(y)} "
         "misclassified"],
        ["", "position x of a sample"], ["height", "sum f"], width=8.8, height=5.6, stacked=True)
    style.headline(figure, title)
    t = np.linspace(x.min() - ROOM, x.max() + ROOM, LINE)
    for place, height, label in zip(x, beta, y, strict=True):
        if height:
            bump = height * np.exp(-gamma * (t - place) ** 2)
            top.fill_between(t, 0, bump, color=style.COLOURS[label], alpha=0.16, lw=0)
            top.plot(t, bump, color=style.COLOURS[label], lw=2.4, label=f"bump at {place:g}")
            top.annotate(f"{abs(height):g}", (place, height), (0, 4 if height > 0 else -18),
                         textcoords="offset points", ha="center", fontsize=14, fontweight="bold")
    edge = 1.5 * np.abs(beta).max()
    top.set_ylim(-edge, edge)
    _curve(low, x, y, beta, gamma, b, t)
    return figure


def plot_leash(machines: Mapping[str, tuple[np.ndarray, float]], x: np.ndarray, y: np.ndarray,
               gamma: float, start: float, title: str) -> Figure:
    """Draw f of a few machines, and how far it can get from its value at one place.

    ``machines`` has, by the name of a panel, the heights of the bumps and b.
    """
    figure, panels = style.new_panels(list(machines), "position x", "sum f", width=11, height=4.6)
    style.headline(figure, title)
    t = np.linspace(x.min() - ROOM, x.max() + ROOM, LINE)
    K = np.exp(-gamma * (x[:, None] - x) ** 2)
    for ax, (beta, b) in zip(panels, machines.values(), strict=True):
        at = float(_values(np.array([start]), x, beta, gamma, b)[0])
        reach = np.sqrt(beta @ K @ beta) * np.sqrt(2 - 2 * np.exp(-gamma * (t - start) ** 2))
        _curve(ax, x, y, beta, gamma, b, t, scale=6.5, tinted=False)
        ax.fill_between(t, np.clip(at - reach, -6.5, 6.5), np.clip(at + reach, -6.5, 6.5),
                        color=style.GREEN, alpha=0.2, lw=0, zorder=1)
        for side, name in ((at + reach, "as far as f can get"), (at - reach, "_lower end")):
            ax.plot(t, np.where(np.abs(side) <= 6.5, side, np.nan), color=style.GREEN, lw=3,
                    label=name)
        ax.plot(start, at, "D", color=style.GREEN, markersize=12, markeredgecolor="white",
                zorder=7, label="from here")
    style.legend_below(figure, panels, 6)
    return figure


def plot_gallery(toys: Mapping[str, tuple[np.ndarray, np.ndarray]],
                 machines: Mapping[str, SVC], title: str) -> Figure:
    """Train each machine on each set of samples; draw a row per set, a column per machine."""
    figure = style.new_figure(11.0, 2.9 * len(toys))
    panels = figure.subplots(len(toys), len(machines), squeeze=False)
    for (toy, (X, y)), row in zip(toys.items(), panels, strict=True):
        sides = [np.linspace(low - 0.4, high + 0.4, 121) for low, high in zip(
            X.min(axis=0), X.max(axis=0), strict=True)]
        grid = np.column_stack([g.ravel() for g in np.meshgrid(*sides)])
        for (name, machine), ax in zip(machines.items(), row, strict=True):
            fitted = clone(machine).fit(X, y)
            right = np.sum(fitted.predict(X) == y)
            style.label(ax, f"{toy}, {name}\n{right} of {len(y)} right", "$x_1$", "$x_2$")
            ax.set(xticks=[], yticks=[])
            ax.grid(False)
            f = fitted.decision_function(grid).reshape(121, 121)
            ax.pcolormesh(*sides, np.sign(f), cmap=TINT, vmin=-1, vmax=1, shading="nearest",
                          rasterized=True, zorder=0)
            for k, piece in enumerate(contour_generator(*sides, f).lines(0.0)):
                ax.plot(*piece.T, color=style.INK, lw=2, zorder=1, gid="f = 0",
                        label="_piece" if k else "f = 0")
            for c, marker in FACES:
                ax.scatter(*X[y == c].T, s=22, marker=marker, color=style.COLOURS[c],
                           edgecolor="white", linewidth=0.4, zorder=3,
                           label=f"y = {signed(c)}")
    style.headline(figure, title)
    style.legend_below(figure, panels.ravel(), ncols=3)
    return figure


def plot_shadow(title: str) -> Figure:
    """Draw a weight vector, its shadow on the plane of two samples, and the part across it."""
    figure, ax = style.new_axes(title, "the plane: all sums of the two samples",
                                "across the plane", height=4.6)
    corners = np.array([[-0.6, -1.2, 0], [2.9, -1.2, 0], [2.9, 1.9, 0], [-0.6, 1.9, 0]])
    seen = project(corners, 20, 24)
    ax.fill(*seen.T, facecolor=style.PALE_BLUE, edgecolor=style.SKY, lw=1.5, zorder=0)
    arrows = {"$\\varphi(x_1)$": ((1.9, -0.55, 0), "#005A8C", (8, -6)),
              "$\\varphi(x_2)$": ((0.35, 1.05, 0), "#A34400", (-12, 10)),
              "shadow of $w$": ((1.5, 0.45, 0), style.INK, (6, -18)),
              "weights $w$": ((1.5, 0.45, 1.1), style.INK, (-100, 0))}
    for name, (tip, colour, offset) in arrows.items():
        start, end = project(np.array([(0, 0, 0), tip]), 20, 24)
        ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 3.5,
                                                "mutation_scale": 22, "shrinkA": 0, "shrinkB": 0})
        ax.annotate(name, end, offset, textcoords="offset points", fontsize=15, color=colour,
                    fontweight="bold")
    foot, top = project(np.array([(1.5, 0.45, 0), (1.5, 0.45, 1.1)]), 20, 24)
    ax.plot(*np.array([foot, top]).T, ls="--", color=style.PINK, lw=3, label="the part across")
    ax.annotate("the part across:\nno sample sees it", top, (14, 8), fontsize=14,
                textcoords="offset points", va="center")
    ax.set(xticks=[], yticks=[], xlim=(-1.5, 3.4), ylim=(-0.8, 1.95))
    ax.grid(False)
    return figure


def _values(t: np.ndarray, x: np.ndarray, beta: np.ndarray, gamma: float, b: float) -> np.ndarray:
    return np.exp(-gamma * (t[:, None] - x) ** 2) @ beta + b


def _curve(ax: Axes, x: np.ndarray, y: np.ndarray, beta: np.ndarray, gamma: float, b: float,
           t: np.ndarray, scale: float = 2.4, tinted: bool = True) -> None:
    """Draw f along the line, its sides, and the samples on it; ring the misclassified ones."""
    f, at = _values(t, x, beta, gamma, b), _values(x, x, beta, gamma, b)
    ax.grid(False)
    if tinted:
        ax.pcolormesh(t, [-scale, scale], np.sign(f)[None].repeat(2, axis=0), cmap=TINT, vmin=-1,
                      vmax=1, shading="nearest", rasterized=True, zorder=0)
    ax.axhline(0, color=style.INK, lw=1.2)
    ax.plot(t, f, color=style.INK, lw=3.6, label="f", zorder=3)
    for c, marker in FACES:
        ax.plot(x[y == c], at[y == c], marker, color=style.COLOURS[c], markersize=11,
                markeredgecolor="white", zorder=5, label=f"y = {signed(c)}")
    wrong = y * at <= 0
    if wrong.any():
        ax.plot(x[wrong], at[wrong], "o", markersize=21, markerfacecolor="none",
                markeredgecolor=style.PINK, markeredgewidth=3, zorder=6, label="misclassified")
    ax.set(ylim=(-scale, scale), xlim=(t[0], t[-1]))
