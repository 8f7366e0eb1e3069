"""Figures of lesson 04: a bump, a sum of bumps, what the perceptron laid, kernels, a shadow.

Legend: ``x`` (n,) positions of samples, ``y`` labels, ``beta`` signed heights of their bumps.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
CELLS = 161         # per axis of a plane


def plot_bumps(gammas: Sequence[float], title: str) -> Figure:
    """Draw the Gaussian over one sample at 0 for three γ, and where it has fallen to 1/e."""
    figure, ax = style.new_axes(title, "distance from the sample", "kernel value k", width=8.8,
                                height=4.2)
    t = np.linspace(-2.6, 2.6, LINE)
    looks = ((style.WORDS["male"], "--", "wide", 0.8), (style.INK, "-", "", 0.6),
             (style.WORDS["female"], "-.", "narrow", 0.06))
    for gamma, (colour, line, word, height) in zip(gammas, looks, strict=True):
        ax.plot(t, np.exp(-gamma * t**2), line, color=colour, lw=3, label=f"γ = {gamma:g}")
        ax.plot(1 / np.sqrt(gamma), np.exp(-1), "D", color=colour, markersize=10, zorder=4,
                markeredgecolor="white", label=f"1/e at distance 1/√γ = {1 / np.sqrt(gamma):.2f}")
        ax.text(np.sqrt(-np.log(height) / gamma) + 0.06, height, f"γ = {gamma:g}\n{word}".strip(),
                fontsize=15, fontweight="bold", color=colour, va="bottom")
    ax.axhline(np.exp(-1), color=style.GREY, lw=1.2, ls=":", label="1/e = 0.37")
    ax.text(-2.55, 1.0, "◆ 1/e high, at distance 1/√γ", fontsize=14)
    ax.plot(0, 0, "o", color=style.BLUE, markersize=12, label="the sample", clip_on=False,
            zorder=5)
    ax.set(ylim=(0, 1.08), xlim=(-2.6, 2.6))
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


def plot_laid(X: np.ndarray, y: np.ndarray, beta: np.ndarray, f: Callable, title: str) -> Figure:
    """Draw samples in the plane and the sides of f; ring the samples that have a bump."""
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=7.6, height=5.6)
    _sides(ax, X, f)
    _samples(ax, X, y, 45)
    ax.plot(*X[beta != 0].T, "o", markersize=14, markerfacecolor="none", color=style.INK,
            markeredgewidth=2, zorder=4, label="has a bump")
    ax.set(xticks=[], yticks=[])
    return figure


def plot_gallery(toys: Mapping[str, tuple], machines: Mapping[str, SVC], title: str) -> Figure:
    """Train each machine on each set of samples; draw a row per set, a column per machine.

    ``toys`` has X, y and fresh samples X, y of each set. The number in a panel is the proportion
    of fresh samples that are right; the first machine of a row within a point of the best is
    framed.
    """
    figure = style.new_figure(11.0, 0.9 + 2.4 * len(toys))
    panels = figure.subplots(len(toys), len(machines), squeeze=False)
    for top, ((toy, (X, y, V, v)), row) in enumerate(zip(toys.items(), panels, strict=True)):
        fitted = [clone(machine).fit(X, y) for machine in machines.values()]
        right = [machine.score(V, v) for machine in fitted]
        first = next(k for k, share in enumerate(right) if share >= max(right) - 0.01)
        for k, (ax, machine, share) in enumerate(zip(row, fitted, right, strict=True)):
            _sides(ax, X, machine.decision_function, style.INK if k == first else "#8A8A8A",
                   f"border, {share:.1%} of fresh points right")
            _samples(ax, X, y, 32)
            style.label(ax, "" if top else list(machines)[k],
                        "$x_1$" if top == len(toys) - 1 else "",
                        toy if k == 0 else "")
            ax.yaxis.label.set(fontsize=16, fontweight="bold")
            ax.set(xticks=[], yticks=[])
            ax.spines[:].set(visible=k == first, color=style.GREEN, linewidth=5)
            ax.text(1, 1.04, f"{share:.1%}", transform=ax.transAxes, ha="right", fontsize=17,
                    fontweight="bold")
    style.headline(figure, title)
    return figure


def plot_bent(bent: Mapping[str, tuple], title: str) -> Figure:
    """Draw samples from above and, below, their new coordinate with the straight cut at 0.

    ``bent`` has for each set X, y, both rows of the lower panel, and the names of its axes.
    """
    figure = style.new_figure(8.8, 6.2)
    panels = figure.subplots(2, len(bent), height_ratios=(3, 2), squeeze=False)
    for (top, low), (name, (X, y, (place, z), words)) in zip(panels.T, bent.items(), strict=True):
        _samples(top, X, y, 45)
        top.set(xticks=[], yticks=[], aspect="equal")
        style.label(top, f"{name}, from above", "", "")
        _samples(low, np.column_stack([place, z]), y, 45)
        for ends, colour in (((0, 1), style.PALE_BLUE), ((-1, 0), style.PALE_ORANGE)):
            low.axhspan(*(1.15 * np.abs(z).max() * np.array(ends)), color=colour, zorder=0)
        low.axhline(0, color=style.INK, lw=3, zorder=1, label="straight cut")
        style.label(low, "", *words)
        low.grid(False)
        low.set_yticks([])
    style.headline(figure, title)
    return figure


def plot_shadow(title: str) -> Figure:
    """Draw a weight vector, its shadow on the plane of two samples, and the part across it."""
    figure, ax = style.new_axes(title, "along the plane", "across the plane", height=4.6)
    corners = np.array([[-0.6, -1.2, 0], [2.9, -1.2, 0], [2.9, 1.9, 0], [-0.6, 1.9, 0]])
    seen = project(corners, 20, 24)
    ax.fill(*seen.T, facecolor=style.PALE_BLUE, edgecolor=style.SKY, lw=1.5, zorder=0)
    ax.text(1.34, -0.33, "all sums of $\\varphi(x_1)$ and $\\varphi(x_2)$", fontsize=14,
            rotation=9, ha="center")
    arrows = {"$\\varphi(x_1)$": ((1.9, -0.55, 0), style.WORDS["survived"], (8, -6)),
              "$\\varphi(x_2)$": ((0.35, 1.05, 0), style.WORDS["died"], (-12, 10)),
              "shadow of $w$": ((1.5, 0.45, 0), style.INK, (6, -18)),
              "weights $w$": ((1.5, 0.45, 1.1), style.INK, (-100, 0))}
    for name, (tip, colour, offset) in arrows.items():
        start, end = project(np.array([(0, 0, 0), tip]), 20, 24)
        ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 3.5,
                                                "mutation_scale": 22, "shrinkA": 0, "shrinkB": 0})
        ax.annotate(name, end, offset, textcoords="offset points", fontsize=16, color=colour,
                    fontweight="bold")
    foot, top = project(np.array([(1.5, 0.45, 0), (1.5, 0.45, 1.1)]), 20, 24)
    ax.plot(*np.array([foot, top]).T, ls="--", color=style.PINK, lw=3, label="the part across")
    ax.annotate("the part that sticks out", (foot + top) / 2, (14, 0), fontsize=15,
                textcoords="offset points", va="center", color=style.WORDS["female"],
                fontweight="bold")
    ax.set(xticks=[], yticks=[], xlim=(-1.5, 3.9), ylim=(-0.8, 1.95))
    ax.spines[:].set_visible(False)
    ax.grid(False)
    return figure


def _sides(ax: Axes, X: np.ndarray, f: Callable, colour: str = style.INK,
           name: str = "f = 0") -> None:
    """Colour the sides of f around the samples X, and draw f = 0."""
    sides = [np.linspace(low - 0.4, high + 0.4, CELLS)
             for low, high in zip(X.min(axis=0), X.max(axis=0), strict=True)]
    values = f(np.column_stack([g.ravel() for g in np.meshgrid(*sides)])).reshape(CELLS, CELLS)
    ax.pcolormesh(*sides, np.sign(values), cmap=TINT, vmin=-1, vmax=1, shading="nearest",
                  rasterized=True, zorder=0)
    for k, piece in enumerate(contour_generator(*sides, values).lines(0.0)):
        ax.plot(*piece.T, color=colour, lw=2.6, zorder=1, gid="f = 0",
                label="_piece" if k else name)
    ax.grid(False)


def _samples(ax: Axes, X: np.ndarray, y: np.ndarray, size: float) -> None:
    for c, marker in FACES:
        ax.scatter(*X[y == c].T, s=size, marker=marker, color=style.COLOURS[c], linewidth=0.4,
                   edgecolor="white", zorder=3, label=f"y = {signed(c)}")


def _values(t: np.ndarray, x: np.ndarray, beta: np.ndarray, gamma: float, b: float) -> np.ndarray:
    return np.exp(-gamma * (t[:, None] - x) ** 2) @ beta + b


def _curve(ax: Axes, x: np.ndarray, y: np.ndarray, beta: np.ndarray, gamma: float, b: float,
           t: np.ndarray, scale: float = 2.4) -> None:
    """Draw f along the line, its sides, and the samples on it; ring the misclassified ones."""
    f, at = _values(t, x, beta, gamma, b), _values(x, x, beta, gamma, b)
    ax.grid(False)
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
