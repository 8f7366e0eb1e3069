"""The figures of lesson 02c: a distance, the pushes on a street, hulls, passengers who are alike.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; ``w``, ``b`` of f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.spatial import ConvexHull

from coursekit.lessons.lesson02c.drawing import (
    ACROSS, BIG, FACES, FAR, draw_line, draw_samples, framed, name_axes,
)
from coursekit.plots import style
from coursekit.wording import signed

ALONG = 0.42        # length of an arrow per unit of push
PLACES = ((0, -0.17), (0, 0.17), (0.05, -0.2), (0.34, -0.03))   # of words beside the corners
ROWS = 5            # of passengers in a block
SUPPORT = 1e-6      # of the largest multiplier: from here on a sample is a support vector


def _arrow(ax: Axes, tip: np.ndarray, tail: np.ndarray, colour: str, width: float = 3.5) -> None:
    ax.annotate("", tip, tail, zorder=4, arrowprops={
        "arrowstyle": "-|>", "lw": width, "color": colour, "mutation_scale": 24, "shrinkA": 0,
        "shrinkB": 0})


def plot_distance(x: np.ndarray) -> Figure:
    """Draw the line 4x₁ − 3x₂ = 0 with its normal, and the distance of x.

    Examples
    --------
    >>> figure = plot_distance(np.array([3.0, -1.0]))
    >>> figure.axes[0].lines[1].get_xydata().round(6).tolist()
    [[0.6, 0.8], [3.0, -1.0]]
    """
    w = np.array([4.0, -3.0])
    f, length = x @ w, np.linalg.norm(w)
    title = f"{f:g} / {length:g} = {f / length:g}: f(x) divided by ‖w‖ is the distance"
    figure, (ax,) = framed(title, 1, 5.0)
    ax.set(xlim=(-4.4, 7.4), ylim=(-3.6, 4.6), aspect="equal", xticks=range(-4, 8, 2),
           yticks=range(-2, 5, 2))
    name_axes(ax, "$x_1$", "$x_2$")
    draw_line(ax, w, 0.0, color=style.INK, lw=4, zorder=1, label="line 4x₁ − 3x₂ = 0")
    foot = x - f / (w @ w) * w
    ax.plot(*np.array([foot, x]).T, color=ACROSS, lw=6, zorder=2, label="from the foot to x")
    ax.plot(*x, "o", color=style.BLUE, markersize=12, markeredgecolor="white", zorder=3, label="x")
    ax.plot(*foot, "o", color=style.INK, markersize=8, zorder=3, label="foot on the line")
    _arrow(ax, w, np.zeros(2), style.GREY)
    words = {f"w = (4, −3), ‖w‖ = {length:g}": (3.2, -3.35),
             f"x = ({x[0]:g}, {x[1]:g}), f(x) = {f:g}".replace("-", "−"):
                 (x[0] + 0.3, x[1] + 0.15),
             f"distance {f / length:g}": ((x[0] + foot[0]) / 2 + 0.25,
                                          (x[1] + foot[1]) / 2 + 0.25),
             "f = 0": (2.9, 3.2), "f > 0": (0.4, -2.6), "f < 0": (-4.1, 2.6)}
    for said, (at, height) in words.items():
        ax.text(at, height, said, fontsize=17 if said.startswith("f") else BIG, va="center",
                weight="bold" if said.startswith(("f", "distance")) else "normal")
    return figure


def plot_seesaw(X: np.ndarray, y: np.ndarray, alpha: np.ndarray) -> Figure:
    """Draw the widest street, turned level, and the pushes that hold it: one from above.

    ``alpha``: optimal multipliers of the hard margin, exactly one of them positive in class +1.

    Examples
    --------
    >>> X, y = np.array([[-1.0, 0.0], [2.0, 0.0], [0.0, 2.0]]), np.array([-1, -1, 1])
    >>> figure = plot_seesaw(X, y, np.array([1 / 3, 1 / 6, 1 / 2]))
    >>> sorted(text.get_text() for text in figure.axes[0].texts if "away" in text.get_text())
    ['1.00 away', '2.00 away']
    """
    w, held = (alpha * y) @ X, alpha > SUPPORT * alpha.max()
    n = w / np.linalg.norm(w)
    half = 1 / np.linalg.norm(w)
    up = X @ n - (X[y > 0] @ n).min() + half
    along = X @ np.array([n[1], -n[0]])
    title = "Three pushes hold the street: up {}, down {:.2f}".format(
        " + ".join(f"{push:.2f}" for push in alpha[held & (y < 0)]), alpha[y > 0].sum())
    figure, (ax,) = framed(title, 1, 4.6)
    ax.set(xlim=(-6.1, 6.1), ylim=(-2.6, 3.0), aspect="equal", xticks=[], yticks=[])
    name_axes(ax, "along the street", "across it")
    ax.spines[:].set_visible(False)
    ax.fill([-7, 7, 7, -7], [-half, -half, half, half], color=style.AREAS["margin"], alpha=0.6,
            lw=0, zorder=0)
    ax.axhline(0, color=style.COLOURS["decision line"], lw=4, zorder=1, label="line")
    (blue,) = along[held & (y > 0)]
    for c, marker in FACES:
        for of, size, name in ((held, 15, "pushing"), (~held, 6, "not pushing")):
            ax.plot(along[of & (y == c)], up[of & (y == c)], marker, color=style.COLOURS[c],
                    markersize=size, markeredgecolor="white", zorder=3,
                    label=f"class {signed(c)}, {name}")
    for at, height, push, c in zip(along[held], up[held], alpha[held], y[held], strict=True):
        word = style.WORDS["survived" if c > 0 else "died"]
        _arrow(ax, (at, height), (at, height + c * (0.3 + ALONG * push)), style.COLOURS[c], 6)
        side = -1 if at > blue else 1
        ax.text(at + 0.25 * side, height + c * (0.45 + 0.5 * ALONG * push), f"pushes {push:.2f}",
                fontsize=18, weight="bold", color=word, va="center", zorder=5,
                ha="left" if side > 0 else "right")
        if c < 0:
            ax.annotate("", (at, -0.17), (blue, -0.17), zorder=2, arrowprops={
                "arrowstyle": "<->", "lw": 1.5, "color": style.INK, "shrinkA": 0, "shrinkB": 0})
            ax.text((at + blue) / 2, 0.5 * half, f"{abs(at - blue):.2f} away", fontsize=16,
                    ha="center", va="center", zorder=5)
    return figure


def plot_hulls(sets: Mapping[str, tuple], title: str) -> Figure:
    """Draw the hulls of two classes, their nearest points, and the widest street between them.

    ``sets`` gives for each panel X, y, the optimal multipliers, and the limits of both axes. Four
    samples or fewer get their pushes written beside them.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> hand = (*make_and(), np.array([0, 2, 2, 4.0]), (-0.5, 1.6))
    >>> plot_hulls({"AND": hand}, "Nearest").axes[0].lines[0].get_xydata().tolist()
    [[0.5, 0.5], [1.0, 1.0]]
    """
    figure, axes = framed(title, len(sets), 4.9)
    for ax, (name, (X, y, alpha, limits)) in zip(axes, sets.items(), strict=True):
        ends = np.array([alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (-1, 1)])
        w = ends[1] - ends[0]
        edges = [end + FAR * np.outer([-1, 1], [-w[1], w[0]]) / np.linalg.norm(w) for end in ends]
        ax.fill(*np.vstack([edges[0], edges[1][::-1]]).T, color=style.AREAS["margin"], alpha=0.6,
                lw=0, zorder=0)
        ax.plot(*ends.T, color=style.GREEN, lw=5, marker="D", markersize=11, zorder=4,
                markeredgecolor="white", label="nearest points of the hulls")
        draw_line(ax, w, -w @ ends.mean(axis=0), color=style.INK, lw=3, zorder=1,
                  gid="maximum-margin line")
        for c, _ in FACES:
            ax.fill(*_hull(X[y == c]).T, facecolor=(style.COLOURS[c], 0.2),
                    edgecolor=style.COLOURS[c], lw=2, zorder=1)
        draw_samples(ax, X, y)
        ringed = X[alpha > SUPPORT * alpha.max()]
        ax.plot(*ringed.T, "o", markersize=21, markerfacecolor="none", markeredgewidth=2.4,
                markeredgecolor=style.COLOURS["support vector"], zorder=5, label="_support vectors",
                gid="support vectors")
        ax.set(xlim=limits, ylim=limits, aspect="equal")
        ax.locator_params(nbins=5)
        name_axes(ax, "$x_1$", "$x_2$", f"{name}: nearest points {np.linalg.norm(w):.2f} apart")
        for end, word, away in zip(ends, ("$p_-$", "$p_+$"), (-0.08, 0.12), strict=True):
            at = end + away * np.ptp(limits) * w / np.linalg.norm(w)
            ax.text(*at, word, fontsize=20, ha="center", va="center", zorder=6)
        if len(X) == len(PLACES):
            for x, push, (across, rise) in zip(X, alpha, PLACES, strict=True):
                ax.text(x[0] + across, x[1] + rise, f"push {push:.0f}", fontsize=BIG,
                        weight="bold", ha="center", va="center", zorder=6)
        else:
            ax.text(0.03, 0.97, f"{len(ringed)} rings: support vectors", fontsize=BIG,
                    weight="bold", va="top", transform=ax.transAxes)
    return figure


def _hull(points: np.ndarray) -> np.ndarray:
    flat = len(points) < 3 or np.linalg.matrix_rank(points - points[0]) < 2
    return points if flat else points[ConvexHull(points).vertices]


def plot_alike(survived: int, died: int, title: str) -> Figure:
    """Draw one dot for each of some passengers who are alike, survivors first.

    Examples
    --------
    >>> figure = plot_alike(2, 1, "Alike")
    >>> [len(line.get_xdata()) for line in figure.axes[0].lines]
    [2, 1]
    """
    figure, (ax,) = framed("", 1, 3.4)
    figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
    place = np.arange(survived + died)
    across, down = place // ROWS, -(place % ROWS)
    for fate, marker, here in (("survived", "o", place < survived),
                               ("died", "X", place >= survived)):
        ax.plot(across[here], down[here], marker, color=style.COLOURS[fate], markersize=17,
                markeredgecolor="white", label=fate)
        ax.text(across[here].mean(), 0.75, f"{here.sum()} {fate}", fontsize=18, weight="bold",
                color=style.WORDS[fate], ha="center")
    ax.set(xlim=(-0.8, across.max() + 0.8), ylim=(0.3 - ROWS, 1.5), xticks=[], yticks=[])
    name_axes(ax, "one mark for each passenger", f"{ROWS} to a column")
    ax.spines[:].set_visible(False)
    return figure
