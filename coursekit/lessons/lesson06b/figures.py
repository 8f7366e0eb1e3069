"""Figures of lesson 06b: sets of levels, a surrogate, boxes that no tree makes, slanted borders."""
from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
from matplotlib.axes import Axes
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
NAMES = "lower", "right", "upper", "left", "middle"


def plot_pinwheel(title: str) -> Figure:
    """Draw five rectangles that a tree makes by straight cuts, and five that turn around.

    Examples
    --------
    >>> [len(ax.patches) for ax in plot_pinwheel("Five rectangles").axes]
    [5, 5]
    """
    figure, panels = style.new_panels(["made by straight cuts", "a pinwheel"],
                                      "$x_1$", "$x_2$", width=8.8, height=3.9)
    tints = [style.LIGHT_SKY, "#F9DCC4", "#D5EFE3", "#F3DDEB", "#FFFFFF"]
    for ax, boxes, names in zip(panels, (CUT_STRAIGHT, pinwheel()), ("12345", NAMES), strict=True):
        for box, name, tint in zip(boxes, names, tints, strict=True):
            width, height = box.right - box.left, box.top - box.bottom
            ax.add_patch(Rectangle((box.left, box.bottom), width, height, facecolor=tint,
                                   edgecolor=style.INK, lw=2))
            ax.text(box.left + width / 2, box.bottom + height / 2, name, ha="center", va="center",
                    fontsize=14)
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
    gains = [gain(y, level < k) for k in range(1, len(number))]
    k = int(np.argmax(gains)) + 1
    ax.plot(*np.transpose([along[k], back[-k - 1]]), "D", color=style.GREEN, markersize=13,
            zorder=5, label="best question")
    _name_corners(ax, words[k:], along[k], back[-k - 1])
    ax.set(xlim=(-0.02 * number.sum(), 1.04 * number.sum()),
           ylim=(-0.04 * lived.sum(), 1.08 * lived.sum()))
    style.legend_below(figure, [ax], 3)
    return figure


def _name_corners(ax: Axes, words: list[str], no: np.ndarray, yes: np.ndarray) -> None:
    """Write into the picture whom the best question separates."""
    top, room = ax.get_ylim()[1], 0.03 * (no[0] + yes[0])
    for (n, s), told, at in ((yes, " or ".join(words) + "?\nyes: ", (0, 0.93 * top)),
                             (no, "no: ", (no[0] + room, no[1] - room))):
        ax.annotate(f"{told}{s} of {n:,}\nsurvived", (n, s), at, ha="left", va="top", fontsize=14,
                    fontweight="bold", color=style.WORDS["male"])


def plot_surrogate(age: np.ndarray, siblings: np.ndarray, unknown: np.ndarray, cut: float,
                   stand_in: float, title: str) -> Figure:
    """Draw who answers a question about age, and a question about siblings in its place.

    ``unknown`` are the siblings and spouses of those whose age is unknown. Each quarter shows its
    number: where both questions send a passenger to the same side they agree.
    """
    figure = style.new_figure(8.8, 5.1)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[1, 4])
    style.label(left, "age unknown", "", "siblings and spouses aboard")
    style.label(right, "age known", "age (years)", "")
    draw = np.random.default_rng(0)

    def jitter(n: int) -> np.ndarray:
        return draw.uniform(-0.3, 0.3, n)
    many = unknown > stand_in
    for who, colour in ((many, style.GREEN), (~many, style.GREY)):
        left.plot(jitter(who.sum()), unknown[who] + jitter(who.sum()) / 2, "D", color=colour,
                  markersize=8, markeredgecolor="white")
    right.plot(age, siblings + jitter(len(age)), "o", color=style.GREY, markersize=5,
               markeredgecolor="white", markeredgewidth=0.4)
    for ax in (left, right):
        ax.axhline(stand_in, color=style.GREEN, lw=3, ls="--")
        ax.grid(False)
    right.axvline(cut, color=style.INK, lw=4)
    for child, x in ((True, cut / 2), (False, 46)):
        for large, y in ((True, 6.6), (False, 2.45)):
            n = int(np.sum(((age < cut) == child) & ((siblings > stand_in) == large)))
            same = child == large
            right.text(x, y, f"{n}\n{'agree' if same else 'differ'}", fontsize=15,
                       fontweight="bold", ha="center", va="center", zorder=5,
                       color=style.WORDS["male" if same else "died"],
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    left.text(0, 5.6, f"{many.sum()} go\nwith the\nchildren", ha="center", va="center", fontsize=14,
              fontweight="bold", color=style.WORDS["male"])
    left.set(xlim=(-0.6, 0.6), xticks=[], ylim=(-0.6, 9))
    right.set(xlim=(0, 81))
    style.headline(figure, title)
    return figure


def plot_slanted(weights: np.ndarray, gains: np.ndarray, thresholds: np.ndarray,
                 title: str) -> Figure:
    """Draw the best question about age + weight · siblings, and its gain for every weight."""
    figure, (plane, curve) = style.new_panels(
        ["men and boys up to 30", "gain of the best cut"],
        ["age (years)", "w, years per sibling"], ["siblings and spouses aboard", ""],
        width=8.8, height=5.1, sharey=False)
    X, y = men_and_boys()
    best = int(np.argmax(gains))
    high = X[:, 1] + np.random.default_rng(0).uniform(-0.33, 0.33, len(y))
    for fate, name, marker in ((0, "died", "X"), (1, "survived", "o")):
        plane.plot(X[y == fate, 0], high[y == fate], marker, color=style.COLOURS[name],
                   markersize=5.5, markeredgecolor="white", markeredgewidth=0.4, label=name)
    w, s = weights[best], thresholds[best]
    plane.plot([s, 0], [0, s / w], color=style.INK, lw=4, label="_cut")
    plane.annotate(f"age + {w:g} · siblings < {s:.1f}", (s * 0.45, s / w * 0.55),
                   (6.5, 5.9), fontsize=14, fontweight="bold", ha="left",
                   arrowprops={"arrowstyle": "-", "color": style.INK})
    plane.set(xlim=(0, 30), ylim=(-0.6, 8.6))
    plane.legend(loc="upper right", fontsize=14)
    curve.plot(weights, gains, color=style.GREEN, lw=3)
    for k, told, at in ((0, "age alone", (8, -4)), (best, f"w = {w:g}", (8, 4))):
        curve.plot([weights[k]], [gains[k]], "o", color=style.INK, markersize=11)
        curve.annotate(f"{told}\n{gains[k]:.2f}", (weights[k], gains[k]), at,
                       textcoords="offset points", fontsize=14, fontweight="bold",
                       va="top" if k == 0 else "bottom")
    curve.set(ylim=(0, 1.25 * gains.max()))
    for ax in (plane, curve):
        ax.grid(False)
    style.headline(figure, title)
    return figure
