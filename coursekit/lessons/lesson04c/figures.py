"""Figures of lesson 04c: the terms of vᵀKv as tiles, and paths of ever shorter steps.

Legend: ``K`` (n, n) Gram matrix, ``v`` (n,) weights, ``d`` a distance of two samples.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullLocator

from coursekit.plots import style
from coursekit.wording import signed

WORDS_FOR = {1: style.WORDS["survived"], -1: style.WORDS["died"]}


def plot_terms(grams: Mapping[str, np.ndarray], v: np.ndarray, title: str,
               samples: Sequence[str]) -> Figure:
    """Draw each term v_i v_j K_ij as a tile of its size, and write what they add up to.

    The samples, one for each weight, stand on a line above.
    """
    figure = style.new_figure(8.8, 5.4)
    panels = figure.subplots(1, len(grams), squeeze=False)[0]
    style.headline(figure, title)
    terms = {name: np.outer(v, v) * K for name, K in grams.items()}
    largest = max(np.abs(of).max() for of in terms.values())
    for ax, (name, of) in zip(panels, terms.items(), strict=True):
        _tiles(ax, of, largest)
        for i, weight in enumerate(v):
            for place in ((i, -0.78), (-0.85, i)):
                ax.text(*place, signed(weight, "g"), ha="center", va="center",
                        fontsize=14, color=style.GREY)
        ax.plot(range(len(v)), [-1.2] * len(v), "o-", color=style.INK, markersize=8, lw=1.5,
                label="samples")
        for i, sample in enumerate(samples):
            ax.text(i, -1.55, f"x = {sample}", ha="center", va="center", fontsize=14)
        ax.set_title(name, loc="left", fontsize=15, fontweight="normal")
        ax.set(xlabel="weight of the column", ylabel="weight of the row")
    return figure


def _tiles(ax: Axes, terms: np.ndarray, largest: float) -> None:
    n = len(terms)
    for i, row in enumerate(terms):
        for j, term in enumerate(row):
            sign = 1 if term >= 0 else -1
            side = 0.86 * np.sqrt(abs(term) / largest)
            ax.add_patch(Rectangle((j - side / 2, i - side / 2), side, side, lw=1.5,
                                   facecolor=style.LIGHT_BLUE if sign > 0 else style.PALE_ORANGE,
                                   edgecolor=style.COLOURS[sign]))
            ax.text(j, i + (side / 2 + 0.13) * (side < 0.75), signed(term, "+.2f"),
                    ha="center", va="center", fontsize=14, color=WORDS_FOR[sign])
    plus, minus = terms[terms > 0].sum(), -terms[terms < 0].sum()
    total = signed(terms.sum(), ".2f")
    ax.text((n - 1) / 2, n - 0.08, f"{plus:.2f} − {minus:.2f} = {total}", ha="center",
            va="center", fontsize=18, fontweight="bold",
            color=style.INK if terms.sum() >= 0 else WORDS_FOR[-1])
    ax.set(xlim=(-1.1, n - 0.4), ylim=(n + 0.15, -1.75), aspect="equal")
    ax.set_axis_off()


def plot_steps(functions: Mapping[str, Callable[[np.ndarray], np.ndarray]], title: str) -> Figure:
    """Draw how long a path from φ(0) to φ(1) in n equal steps is, for functions of the distance.

    All of them have the same value at distance 1, and so the same straight line.
    """
    figure = style.new_figure(8.8, 4.6)
    ax, sketch = figure.subplots(1, 2, width_ratios=[3, 1])
    style.label(ax, "", "number of equal steps from sample 0 to sample 1", "length of the path")
    style.headline(figure, title)
    _sketch(sketch)
    n = 2.0 ** np.arange(7)
    straight = float(np.sqrt(2 - 2 * next(iter(functions.values()))(np.array(1.0))))
    ax.axhspan(0.01, straight, color=style.PALE_ORANGE, lw=0)
    ax.plot([0.9, 70], [straight, straight], "--", color=style.INK, lw=3, label="straight line")
    ax.text(70, straight * 0.93, f"straight line: {straight:.2f}", fontsize=14, va="top",
            ha="right", fontweight="bold")
    ax.text(1.1, 0.05, "impossible: a detour shorter\nthan the straight line", fontsize=14,
            color=WORDS_FOR[-1], fontweight="bold", va="center")
    looks = ((style.GREY, "s", style.GREY), (style.BLUE, "o", WORDS_FOR[1]),
             (style.ORANGE, "X", WORDS_FOR[-1]))
    for (name, g), (colour, marker, word) in zip(functions.items(), looks, strict=True):
        path = n * np.sqrt(2 - 2 * g(1 / n))
        ax.plot(n, path, marker=marker, color=colour, lw=3, ms=10, mec="white", label=name)
        beside = path[-1] > 2 * straight or path[-1] < straight
        ax.text(n[-1] * 1.15, path[-1], f"{name}\n{path[-1]:.2g}", fontsize=15, color=word,
                fontweight="bold", va="center" if beside else "bottom")
    ax.set(xscale="log", yscale="log", xlim=(0.9, 170), ylim=(0.013, 20))
    ax.set_xticks(n, [f"{k:g}" for k in n])
    ax.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_minor_locator(NullLocator())
    ax.grid(False)
    return figure


def _sketch(ax: Axes) -> None:
    """Draw a path of four equal steps above the straight line between its ends."""
    turn = np.linspace(np.pi, 0, 5)
    ax.plot(np.cos(turn), 0.75 * np.sin(turn), "o-", color=style.GREY, lw=3, ms=8)
    ax.plot([-1, 1], [0, 0], "--", color=style.INK, lw=3)
    ax.text(0, 0.9, "4 steps", fontsize=14, ha="center", va="bottom")
    ax.text(0, 0.1, "straight\nline", fontsize=14, ha="center", va="bottom")
    for x, name in ((-1, "φ(0)"), (1, "φ(1)")):
        ax.text(x, -0.12, name, fontsize=14, ha="center", va="top")
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.4, 1.9))
    ax.set_title("a path of 4 steps").set_visible(False)      # named in the text alternative
    ax.set_axis_off()


def plot_xor(title: str) -> Figure:
    """Draw the four samples of XOR by the sum of their bits, then with their product as well.

    The line on the right is x₁ + x₂ − 2 x₁x₂ − ½ = 0.
    """
    figure, (left, right) = style.new_panels(
        ["by the sum alone: no cut", "with the product: one straight cut"],
        "sum of the two bits", ["", "product of the two bits"], width=8.8, height=4.0,
        sharey=False)
    style.headline(figure, title)
    names = {(0, 0): ("(0, 0)", -1), (1, 0): ("(0, 1) and (1, 0)", 1), (2, 1): ("(1, 1)", -1)}
    for ax, up in ((left, 0), (right, 1)):
        for (total, both), (name, label) in names.items():
            ax.plot(total, up * both, "o" if label > 0 else "X", color=style.COLOURS[label], ms=15,
                    mec="white", zorder=3)
            ax.annotate(name, (total, up * both), (0, -26 if up and label > 0 else 14),
                        textcoords="offset points", ha="center", fontsize=14)
        ax.set(xlim=(-0.5, 2.5), ylim=(-0.45, 1.45), xticks=[0, 1, 2])
        ax.grid(False)
    left.axhline(0, color=style.GREY, lw=1.5, zorder=1)
    left.set(yticks=[])
    left.spines["left"].set_visible(False)
    right.set_yticks([0, 1])
    total = np.array([-0.5, 2.5])
    right.plot(total, total / 2 - 0.25, color=style.COLOURS["decision line"], lw=4, label="f = 0")
    right.fill_between(total, total / 2 - 0.25, 2, color=style.PALE_ORANGE, lw=0, zorder=0)
    right.fill_between(total, total / 2 - 0.25, -1, color=style.PALE_BLUE, lw=0, zorder=0)
    right.text(1.75, 0.42, "f = 0", fontsize=14, ha="center", va="center")
    return figure
