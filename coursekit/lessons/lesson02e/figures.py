"""The figures of lesson 02e: a border by regression, orders, bounds, losses, and lines compared.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; ``w``, ``b`` of f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.lessons.lesson02c.drawing import (
    BIG, draw_samples, ends_of, framed, name_axes,
)
from coursekit.plots import style
from coursekit.wording import signed

HALF = 4.3          # half the side of a picture of the forty samples


def plot_regression(sets: Mapping[str, tuple[np.ndarray, np.ndarray]], title: str) -> Figure:
    """Draw labels −1 and +1 over one feature, the fitted straight line, and its border.

    Examples
    --------
    >>> figure = plot_regression({"far": (np.array([0, 1, 2, 10.0]), np.array([-1, -1, 1, 1]))},
    ...                          "Pulled")
    >>> round(float(figure.axes[0].lines[1].get_xdata()[0]), 6)
    3.25
    """
    figure, axes = framed(title, len(sets), 4.2, sharey=True)
    first, _ = next(iter(sets.values()))
    for ax, (name, (x, y)) in zip(axes, sets.items(), strict=True):
        slope, height = np.polyfit(x, y, 1)
        border = -height / slope
        ends = np.array([-1.2, 11.0])
        ax.axhline(0, color=style.GREY, lw=1, zorder=0, label="_zero")
        ax.plot([border, border], [-1.6, 0], color=style.INK, lw=3, ls="--", zorder=1,
                label="border")
        ax.plot(ends, slope * ends + height, color=style.GREEN, lw=3.5, zorder=1,
                label="fitted line")
        draw_samples(ax, np.column_stack([x, y]), y, 12)
        wrong = np.sign(slope * x + height) != y
        ax.plot(x[wrong], y[wrong], "o", markersize=23, markerfacecolor="none",
                markeredgecolor=style.COLOURS["slack"], markeredgewidth=4, zorder=2,
                label="misclassified")
        for place in x[wrong]:
            ax.text(place, 1.75, "misclassified", fontsize=BIG, ha="center", va="center")
        ax.set(xlim=ends, ylim=(-1.6, 2.3), yticks=[-1, 0, 1], xticks=range(0, 11, 2))
        ax.set_yticklabels(["−1", "0", "+1"])
        name_axes(ax, "feature x", "label" if ax is axes[0] else "", name)
        if x[-1] != first[-1]:
            ax.annotate("", (x[-1] - 0.4, y[-1]), (first[-1], y[-1]), arrowprops={
                "arrowstyle": "-|>", "lw": 3, "color": style.GREY, "mutation_scale": 22})
            ax.text((x[-1] + first[-1]) / 2, y[-1] + 0.12, f"{first[-1]:g} → {x[-1]:g}",
                    fontsize=17, weight="bold", color=style.GREY, ha="center", va="bottom")
        ax.text(border + 0.25, -1.45, f"border at {border:.2f}", fontsize=15, weight="bold",
                va="center")
    return figure


def plot_orders(X: np.ndarray, y: np.ndarray, lines: Sequence[np.ndarray], new: np.ndarray,
                title: str) -> Figure:
    """Draw lines (b, w₁, w₂) that all separate, and a new sample that they disagree on.

    Examples
    --------
    >>> lines = [np.array([0.1, 1, 0]), np.array([-0.1, 1, 0])]
    >>> figure = plot_orders(np.eye(2) - 0.5, np.array([1, -1]), lines, np.zeros(2), "Two")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['a new sample:', '1 lines say class +1,', '1 say class −1']
    """
    figure, (ax,) = framed(title, 1, 5.0)
    ends = [ends_of(np.array(w), b) for b, *w in lines]
    for k, pair in enumerate(ends):
        told = {"gid": "decoration"} if k else {"label": f"{len(ends)} separating lines, the first"}
        line, = ax.plot(*pair.T, color=style.INK, lw=0.6, zorder=1, **told)
        line.set_clip_path(Rectangle((-HALF, -HALF), 2 * HALF, 2 * HALF, transform=ax.transData))
    draw_samples(ax, X, y)
    plus = sum(b + new @ w > 0 for b, *w in lines)
    ax.plot(*new, "*", color=style.GREEN, markersize=30, markeredgecolor="white",
            markeredgewidth=2, zorder=4,
            label=f"new sample, in class +1 for {plus} of {len(lines)} lines")
    ax.set(xlim=(-HALF, 9.4), ylim=(-HALF, HALF), aspect="equal", xticks=[-4, -2, 0, 2, 4],
           yticks=[-4, -2, 0, 2, 4])
    name_axes(ax, "$x_1$", "$x_2$")
    ax.xaxis.set_label_coords(0.31, -0.07)
    ax.spines["bottom"].set_bounds(-HALF, HALF)
    for height, said, colour in ((1.2, "a new sample:", style.WORDS["male"]),
                                 (0.2, f"{plus} lines say class +1,", style.WORDS["survived"]),
                                 (-0.8, f"{len(lines) - plus} say class −1",
                                  style.WORDS["died"])):
        ax.text(4.7, height, said, fontsize=16, color=colour, va="center", zorder=3)
    return figure


def plot_updates(updates: Mapping[float, Sequence[int]], bounds: Mapping[float, float],
                 title: str) -> Figure:
    """Draw the fewest and the most updates on shifted AND, with Novikoff's bound.

    Examples
    --------
    >>> plot_updates({0: [18, 22]}, {0: 51.0}, "Below").axes[0].lines[0].get_ydata().tolist()
    [18, 22]
    """
    figure, (ax,) = framed(title, 1, 4.4)
    for shift, found in updates.items():
        ax.plot([shift, shift], [min(found), max(found)], color=style.BLUE, lw=26,
                solid_capstyle="butt", label=f"moved by {shift:g}, fewest to most updates")
    ax.plot(list(bounds), list(bounds.values()), "_", color=style.INK, markersize=36,
            markeredgewidth=5, label="Novikoff's bound (R/ρ)²")
    last = max(bounds)
    for height, words in ((bounds[last], "Novikoff's bound (R/ρ)²"),
                          (max(updates[last]), "updates of the perceptron:\n"
                           f"fewest to most of {len(updates[last])} orders")):
        ax.text(last - 0.35, height, words, fontsize=15, weight="bold", ha="right", va="center",
                linespacing=1.15)
    ax.set_yscale("log")
    ax.set_xticks(list(updates), [signed(shift, "g") for shift in updates])
    ax.set(xlim=(min(updates) - 0.4, last + 0.4), ylim=(2.5, 3 * bounds[last]))
    name_axes(ax, "both features of AND moved by", "updates (log scale)")
    return figure


def plot_angles(angles: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the angle of each line to the true one, one row of dots per way of finding lines.

    Examples
    --------
    >>> figure = plot_angles({"widest": np.array([1.0, 2.0, 6.0])}, "Near")
    >>> figure.axes[0].texts[0].get_text()
    'median 2.0°'
    """
    figure, (ax,) = framed("", 1, 4.4)
    figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
    colours = dict(zip(angles, (style.GREY, style.SKY, style.BLUE), strict=False))
    for row, (name, found) in enumerate(angles.items()):
        up = np.random.default_rng(0).uniform(-0.26, 0.26, len(found))
        ax.plot(found, -row + up, "o", color=colours[name], markersize=6, markeredgecolor="white",
                markeredgewidth=0.5, zorder=1, label=name)
        middle = np.median(found)
        ax.plot([middle, middle], [-row - 0.36, -row + 0.36], color=style.INK, lw=5, zorder=2,
                label=f"_median of {name}")
        ax.text(0.985, -row, f"median {middle:.1f}°", fontsize=17, weight="bold", ha="right",
                va="center", transform=ax.get_yaxis_transform(), zorder=3)
    high = max(found.max() for found in angles.values())
    ax.set(xlim=(-0.3, 1.3 * high), ylim=(0.5 - len(angles), 0.5),
           yticks=[-row for row in range(len(angles))])
    ax.set_yticklabels(list(angles), fontsize=15)
    name_axes(ax, "angle to the true line, in degrees "
              f"(one dot: one of {len(found)} data sets)", "line found by")
    return figure


def plot_lines(X: np.ndarray, y: np.ndarray, lines: Mapping[str, tuple], title: str) -> Figure:
    """Draw lines (w, b) through samples, each with its name at its upper end.

    Examples
    --------
    >>> lines = {"upright": (np.array([1.0, 0.0]), 0.0)}
    >>> plot_lines(np.eye(2), np.array([1, -1]), lines, "One").axes[0].texts[0].get_text()
    'upright'
    """
    figure, (ax,) = framed(title, 1, 5.1)
    looks = ((style.GREY, "-"), (style.SKY, "-"), (style.BLUE, "-"), (style.INK, "--"))
    tops = {name: -(b + HALF * w[1]) / w[0] for name, (w, b) in lines.items()}
    for (name, (w, b)), (colour, dash) in zip(lines.items(), looks, strict=False):
        line, = ax.plot(*ends_of(w, b).T, color=colour, ls=dash, lw=3, zorder=2, label=name)
        line.set_clip_path(Rectangle((-HALF, -HALF), 2 * HALF, 2 * HALF, transform=ax.transData))
        place = sorted(tops.values()).index(tops[name])
        left, high = place < len(lines) / 2, 0.4 + 0.75 * (0 < place < len(lines) - 1)
        ax.annotate(name, (tops[name], HALF), (tops[name] + (-0.1 if left else 0.1), HALF + high),
                    fontsize=15, weight="bold", va="center",
                    ha="right" if left else "left", arrowprops={
                        "arrowstyle": "-", "color": colour, "lw": 1.5, "relpos": (left, 0.5)})
    draw_samples(ax, X, y)
    ax.set(xlim=(-HALF, 9), ylim=(-HALF, HALF + 1.6), aspect="equal", xticks=range(-4, 5, 2),
           yticks=range(-4, 5, 2))
    name_axes(ax, "$x_1$", "$x_2$")
    ax.xaxis.set_label_coords(0.32, -0.07)
    for side in ("bottom", "left"):
        ax.spines[side].set_bounds(-HALF, HALF)
    return figure


def plot_losses(products: np.ndarray, title: str) -> Figure:
    """Draw squared error and hinge over y f, with the samples on the axis.

    Examples
    --------
    >>> ax = plot_losses(np.array([-1.0, 3.0]), "Far").axes[0]
    >>> [float(round(line.get_ydata()[0], 6)) for line in ax.lines[:2]]
    [6.25, 2.5]
    """
    figure, (ax,) = framed(title, 1, 4.8)
    at = np.linspace(-1.5, 7, 341)
    ax.fill([-1, 1, 1, -1], [-3, -3, 30, 30], color=style.AREAS["margin"], alpha=0.6, lw=0,
            zorder=0)
    ax.plot(at, (1 - at)**2, color=style.GREEN, lw=4, label="squared error")
    ax.plot(at, np.maximum(0, 1 - at), color=style.COLOURS["slack"], lw=4, label="hinge")
    ax.plot(products, np.full(len(products), -1.1), "|", color=style.INK, markersize=18,
            markeredgewidth=1.5, label="samples")
    for x, height, words, colour in (
            (4.25, 14.5, "squared error", style.WORDS["male"]),
            (-1.42, 0.75, "hinge", style.WORDS["female"]),
            (0, 23, "street", style.INK), (1.15, 23, "beyond their boundary", style.INK)):
        ax.text(x, height, words, fontsize=17, weight="bold", color=colour, va="center",
                ha={4.25: "right", 0: "center"}.get(x, "left"))
    ax.set(xlim=(at[0], at[-1]), ylim=(-2.2, 25), xticks=range(-1, 8))
    name_axes(ax, "y f(x), one stroke for each sample: from 0 on it is on its own side", "error")
    return figure
