"""Figures of lesson 06b: greed on many boards, sets of levels, a pinwheel, slanted borders."""
from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.lessons.lesson06.boys import men_and_boys
from coursekit.lessons.lesson06b.experiments import pinwheel
from coursekit.plots import style
from coursekit.plots.trees import Model, leaf_label, tints
from coursekit.tree.boxes import Box, leaf_boxes
from coursekit.tree.naive import gain


#: Five rectangles as straight cuts make them: one from top to bottom, then one or two across.
CUT_STRAIGHT = [Box(0, 1, 0, 2), Box(0, 1, 2, 3), Box(1, 3, 0, 1), Box(1, 3, 1, 2), Box(1, 3, 2, 3)]
NAMES = "ABCDE"


def plot_pinwheel(title: str) -> Figure:
    """Draw five rectangles that a tree makes by straight cuts, and five that turn around.

    Examples
    --------
    >>> [len(ax.patches) for ax in plot_pinwheel("Five rectangles").axes]
    [5, 5]
    """
    figure, panels = style.new_panels(["straight cuts", "a pinwheel"], "$x_1$", "$x_2$",
                                      width=8.8, height=3.9)
    tints = [style.LIGHT_SKY, "#F9DCC4", "#D5EFE3", "#F3DDEB", "#FFFFFF"]
    for ax, boxes in zip(panels, (CUT_STRAIGHT, pinwheel()), strict=True):
        for box, name, tint in zip(boxes, NAMES, tints, strict=True):
            width, height = box.right - box.left, box.top - box.bottom
            ax.add_patch(Rectangle((box.left, box.bottom), width, height, facecolor=tint,
                                   edgecolor=style.INK, lw=2))
            ax.text(box.left + width / 2, box.bottom + height / 2, name, ha="center", va="center",
                    fontsize=18, fontweight="bold")
        ax.set(xlim=(-0.03, 3.03), ylim=(-0.03, 3.03), xticks=range(4), yticks=range(4),
               aspect="equal")
        ax.grid(False)
    style.headline(figure, title)
    return figure


def plot_tilts(models: Mapping[int, Model], errors: Mapping[int, float], title: str) -> Figure:
    """Draw trees on the unit square beside the straight border that each has to learn.

    Keys are the degrees by which the border, through the middle, is tilted; ``errors`` are shares.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0, 0], [1, 1]], [0, 1])
    >>> plot_tilts({0: model}, {0: 0.0}, "Upright").axes[0].get_title(loc="left")
    '0°: 2 leaves\\nwrong 0.0%'
    """
    figure, panels = style.new_panels(
        [f"{d}°: {m.get_n_leaves()} leaves\nwrong {errors[d]:.1%}"
         for d, m in models.items()], "$x_1$", "$x_2$", width=8.8, height=4.6)
    for ax, (degrees, model) in zip(panels, models.items(), strict=True):
        tint = tints(model)
        for t, box in leaf_boxes(model, Box(0, 1, 0, 1)).items():
            ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left,
                                   box.top - box.bottom, facecolor=tint(t),
                                   edgecolor=style.INK, lw=1.2, zorder=0))
        along = 2 * np.array([-np.sin(np.radians(degrees)), np.cos(np.radians(degrees))])
        ax.plot(*np.transpose([0.5 - along, 0.5 + along]), "--", color=style.INK, lw=2.5,
                label="true border")
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        ax.grid(False)
    handles = panels[0].get_legend_handles_labels()[0] + [
        Rectangle((0, 0), 1, 1, facecolor=tints(models[min(models)])(t), edgecolor=style.INK,
                  label=f"the tree says {leaf_label(models[min(models)], t)}".replace("-", "−"))
        for t in models[min(models)].tree_.leaves[:2]]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    style.headline(figure, title)
    return figure


def plot_level_sets(words: list[str], number: np.ndarray, lived: np.ndarray, title: str) -> Figure:
    """Draw every set of levels as a point: passengers in it, and how many of them survived.

    ``number`` and ``lived`` (m,) count the passengers of each level and the survivors; the levels
    come in the order of their shares. The corners are the sets that begin that order.

    Examples
    --------
    >>> counts = np.array([4, 4]), np.array([1, 3])
    >>> plot_level_sets(["men", "women"], *counts, "Two levels").axes[0].get_xlabel()
    'passengers in the set'
    """
    figure, ax = style.new_axes(title, "passengers in the set", "survivors in the set",
                                width=8.8, height=5.1)
    y = np.concatenate([np.r_[np.ones(k), np.zeros(n - k)]
                        for n, k in zip(number, lived, strict=True)])
    level = np.repeat(np.arange(len(number)), number)
    sets = [np.array(some) for some in product([0, 1], repeat=len(number))]
    N, S = (np.array([some @ counts for some in sets]) for counts in (number, lived))
    ax.plot(N, S, "o", color=style.GREY, markersize=5, label="any set of levels")
    along, back = (np.cumsum([[0, 0], *np.column_stack([number, lived])[::step]], axis=0)
                   for step in (1, -1))
    ax.plot(*np.concatenate([along, back[::-1]]).T, "-o", color=style.INK, lw=2, markersize=8,
            zorder=4, label="first or last of the order")
    k = int(np.argmax([gain(y, level < k) for k in range(1, len(number))])) + 1
    ax.plot(*back[-k - 1], "D", color=style.GREEN, markersize=13, zorder=5, label="best question")
    ax.set(xlim=(-0.02 * number.sum(), 1.04 * number.sum()),
           ylim=(-0.04 * lived.sum(), 1.08 * lived.sum()))
    m, (n, yes) = len(number), back[-k - 1]
    for told, x, height, colour in (
            (" or ".join(words[:k - 1:-1]) + f"?\n{yes} of {n:,} survived", 0.0, 1.02,
             style.WORDS["male"]),
            (f"dots: all {2**(m - 1) - 1} questions, each twice (yes, no)",
             0.40, 0.09, style.GREY),
            (f"corners: {m - 1} questions", 0.40, 0.02, style.INK)):
        ax.text(x * number.sum(), height * lived.sum(), told, va="top", fontsize=14,
                fontweight="bold", color=colour)
    return figure


def plot_slanted(weight: float, threshold: float, title: str) -> Figure:
    """Draw the men and boys up to 30, and the question about age + weight · siblings.

    Examples
    --------
    >>> plot_slanted(3.75, 12.9, "A slanted cut").axes[0].get_ylabel()
    'siblings, spouses'
    """
    figure, ax = style.new_axes(title, "age (years); men and boys up to 30",
                                "siblings, spouses", width=8.8, height=4.6)
    X, y = men_and_boys()
    high = X[:, 1] + np.random.default_rng(0).uniform(-0.33, 0.33, len(y))
    over = (X @ [1, weight] < threshold) != (X[:, 0] + weight * high < threshold)
    high[over] = 2 * X[over, 1] - high[over]        # to the other side, so that none changes sides
    for fate, name, marker in ((0, "died", "X"), (1, "survived", "o")):
        ax.plot(X[y == fate, 0], high[y == fate], marker, color=style.COLOURS[name], label=name,
                markersize=6.5, markeredgecolor="white", markeredgewidth=0.4)
    foot = -0.6 * weight
    ax.fill([0, threshold - foot, 0], [-0.6, -0.6, threshold / weight], gid="decoration",
            color=style.PALE_BLUE, zorder=0)
    ax.plot([threshold - foot, 0], [-0.6, threshold / weight], color=style.INK, lw=4, label="_cut")
    ax.text(13.5, 6.4, f"age + {weight:g} · siblings < {threshold:.1f}", fontsize=16,
            fontweight="bold")
    for x, mark, name in ((0.4, "●", "survived"), (5.4, "✖", "died")):
        ax.text(x, 7.9, f"{mark} {name}", fontsize=14, fontweight="bold", color=style.WORDS[name])
    ax.text(29.8, 7.9, "dots moved a little apart", fontsize=13, ha="right")
    ax.set(xlim=(0, 30), ylim=(-0.6, 8.6))
    ax.grid(False)
    return figure


def plot_greed(reached: np.ndarray, title: str) -> Figure:
    """Draw what greed reaches on many boards, a dot each, and their median.

    Examples
    --------
    >>> plot_greed(np.array([0.1, 0.2, 0.9]), "Three boards").axes[0].texts[0].get_text()
    'median 20%'
    """
    figure, ax = style.new_axes(title, "share of all there is to gain that three greedy cuts reach",
                                "boards", width=8.8, height=3.2)
    order = np.sort(reached)
    places = np.minimum(np.floor(order * 50), 49)
    rank = np.arange(len(order)) - np.searchsorted(places, places)
    ax.plot((places + 0.5) / 50, rank + 0.5, "o", color=style.INK, markersize=6, label="a board")
    middle = np.median(reached)
    ax.axvline(middle, color=style.BLUE, lw=3, zorder=1)
    ax.text(middle + 0.01, rank.max() + 1, f"median {middle:.0%}", fontsize=14,
            fontweight="bold", color=style.WORDS["survived"], va="center")
    ax.text(0.99, rank.max() - 1.6, f"at least half: {np.sum(reached >= 0.5)} of {len(reached)}",
            fontsize=14, fontweight="bold", ha="right", va="center")
    ax.axvline(0.5, color=style.GREY, lw=1.5, ls="--", zorder=1)
    ax.set(xlim=(0, 1.02), ylim=(0, rank.max() + 2), yticks=[])
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(False)
    return figure
