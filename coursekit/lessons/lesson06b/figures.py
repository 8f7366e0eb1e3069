"""Figures of lesson 06b: boxes that no tree makes, stairs along a slope, chords of impurities."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.lessons.lesson06b.experiments import pinwheel
from coursekit.plots import style
from coursekit.plots.trees import Model, leaf_label, tints
from coursekit.tree.boxes import Box, leaf_boxes
from coursekit.tree.criteria import gini, misclassification


def plot_pinwheel(title: str) -> Figure:
    """Draw five rectangles that turn around one in the middle.

    Examples
    --------
    >>> len(plot_pinwheel("Five rectangles").axes[0].patches)
    5
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=4.8, height=4.4)
    tints = [style.LIGHT_SKY, "#F9DCC4", "#D5EFE3", "#F3DDEB", "#FFFFFF"]
    for box, name, tint in zip(pinwheel(), ("lower", "right", "upper", "left", "middle"), tints,
                               strict=True):
        width, height = box.right - box.left, box.top - box.bottom
        ax.add_patch(Rectangle((box.left, box.bottom), width, height, facecolor=tint,
                               edgecolor=style.INK, lw=2))
        ax.text(box.left + width / 2, box.bottom + height / 2, name, ha="center", va="center")
    ax.set(xlim=(-0.05, 3.05), ylim=(-0.05, 3.05), xticks=range(4), yticks=range(4))
    ax.grid(False)
    return figure


def plot_tilts(models: Mapping[int, Model], errors: Mapping[int, float], title: str) -> Figure:
    """Draw trees on the unit square beside the straight border that each has to learn.

    Keys are the degrees by which the border, through the middle, is tilted; ``errors`` are shares.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0, 0], [1, 1]], [0, 1])
    >>> plot_tilts({0: model}, {0: 0.0}, "Upright").axes[0].get_title(loc="left")
    '0°: 2 leaves, error 0.000'
    """
    figure, panels = style.new_panels(
        [f"{d}°: {m.get_n_leaves()} leaves, error {errors[d]:.3f}" for d, m in models.items()],
        "$x_1$", "$x_2$", width=4.2 * len(models), height=4.6)
    for ax, (degrees, model) in zip(panels, models.items(), strict=True):
        tint = tints(model)
        for t, box in leaf_boxes(model, Box(0, 1, 0, 1)).items():
            ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left,
                                   box.top - box.bottom, facecolor=tint(t),
                                   edgecolor=style.INK, lw=1.2, zorder=0))
        along = 2 * np.array([-np.sin(np.radians(degrees)), np.cos(np.radians(degrees))])
        ax.plot(*np.transpose([0.5 - along, 0.5 + along]), "--", color=style.INK, lw=2.5,
                label="border of the classes")
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        ax.grid(False)
    handles = panels[0].get_legend_handles_labels()[0] + [
        Rectangle((0, 0), 1, 1, facecolor=tints(models[min(models)])(t), edgecolor=style.INK,
                  label=f"the tree says class {leaf_label(models[min(models)], t)}")
        for t in models[min(models)].tree_.leaves[:2]]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    style.headline(figure, title)
    return figure


def plot_chords(shares: tuple[float, float, float], title: str) -> Figure:
    """Draw two impurities of a node, and the average of its sides on a chord of each curve.

    ``shares`` are those of class 1 on the left, in the node and on the right.
    """
    figure, ax = style.new_axes(title, "share of class 1", "impurity", width=8.0, height=4.6)
    p = np.linspace(0, 1, 201)
    both = np.column_stack([p, 1 - p])
    gini_curve, error_curve = gini(both), misclassification(both)
    ax.plot(p, gini_curve, color=style.BLUE, label="Gini")
    ax.plot(p, error_curve, "--", color=style.ORANGE, label="error")
    low, node, high = shares
    for curve, colour in ((gini_curve, style.BLUE), (error_curve, style.ORANGE)):
        ends = np.interp([low, high], p, curve)
        chord = np.interp(node, [low, high], ends)
        ax.plot([low, high], ends, ":", color=style.INK, lw=1.8, gid="decoration")
        ax.plot([low, high], ends, "o", color=colour, mfc="white", markersize=9, gid="decoration")
        ax.plot([node, node], [chord, np.interp(node, p, curve)], "-", color=style.INK, lw=4,
                gid="decoration")
        ax.plot([node], np.interp([node], p, curve), "o", color=colour, markersize=9,
                gid="decoration")
    for at, word in ((low, "left"), (node, "node"), (high, "right")):
        ax.annotate(word, (at, 0.0), ha="left", va="bottom")
    ax.set_ylim(-0.03, 0.56)
    ax.legend(loc="upper right")
    return figure
