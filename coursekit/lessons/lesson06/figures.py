"""Figures of lesson 06: a tree in the plane, boxes that no tree can make, chords of impurities.

All views of a tree are drawn from the arrays of one fitted tree, so they cannot disagree.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from coursekit.lessons.lesson06.experiments import pinwheel
from coursekit.plots import style
from coursekit.plots.trees import Model, draw_tree, leaf_label, look, tints
from coursekit.tree.boxes import Box, leaf_boxes
from coursekit.tree.criteria import gini, misclassification

FEW = 10    # points that are drawn large, with room around them

#: Pale colours of the two classes, for the plane behind the points.
TINTS = ListedColormap(["#F9DCC4", "#CFE5F5"])


def draw_boxes(ax: Axes, model: Model, X: ArrayLike, y: ArrayLike | None = None) -> None:
    """Draw the boxes of a tree on two numbers, numbered, and the samples in them.

    Without y the samples X (n, 2) only say how much of the plane to show.
    """
    X, tint = np.asarray(X, dtype=float), tints(model)
    frame = _frame(X)
    for t, box in leaf_boxes(model, frame).items():
        ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left, box.top - box.bottom,
                               facecolor=tint(t), edgecolor=style.INK, lw=1.4, zorder=0))
        ax.annotate(f"leaf {t}: {leaf_label(model, t)}", (box.left, box.top), (4, -4),
                    textcoords="offset points", va="top", fontsize=12, fontweight="bold", zorder=3,
                    bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
    if y is not None:
        _draw_samples(ax, model, X, np.asarray(y))
    ax.set(xlim=frame[:2], ylim=frame[2:])
    ax.grid(False)


def _draw_samples(ax: Axes, model: Model, X: np.ndarray, y: np.ndarray) -> None:
    if not hasattr(model, "classes_"):
        ax.scatter(*X.T, c=y, cmap="cividis", s=24, edgecolor="white", lw=0.5, zorder=2,
                   label="samples, dark for low y")
        return
    markers = "Xo" if len(model.classes_) == 2 else style.MARKERS     # as ever: X for the first
    for k, c in enumerate(model.classes_):
        ax.scatter(*X[y == c].T, s=120 if len(X) <= FEW else 30, marker=markers[k % 7],
                   edgecolor="white", lw=0.5, color=look(model, k)["facecolor"], label=str(c),
                   zorder=2)


def _frame(X: np.ndarray) -> Box:
    """The box of all points, and a little more."""
    low, high = X.min(axis=0), X.max(axis=0)
    edge = (0.25 if len(X) <= FEW else 0.03) * np.where(high > low, high - low, 1)
    (x0, y0), (x1, y1) = low - edge, high + edge
    return Box(float(x0), float(x1), float(y0), float(y1))


def draw_surface(ax: Axes, model: Model, X: ArrayLike) -> None:
    """Draw what a tree on two numbers says as a surface of steps over the plane (Axes3D).

    For classes the height is the share of the last class. The points X (n, 2) say how much of
    the plane to show.
    """
    tree, tint, classes = model.tree_, tints(model), getattr(model, "classes_", None)
    height = tree.value[:, -1] / (1 if classes is None else tree.n_node_samples)
    floor = min(0.0, float(height.min()))
    for t, box in leaf_boxes(model, _frame(np.asarray(X, dtype=float))).items():
        ax.bar3d(box.left, box.bottom, floor, box.right - box.left, box.top - box.bottom,
                 height[t] - floor, color=tint(t), alpha=0.95, edgecolor=style.INK,
                 linewidth=0.6)
    ax.set_box_aspect(None, zoom=0.9)
    ax.set_zlabel("mean of y" if classes is None else f"share of {classes[-1]}")


def plot_three_views(model: Model, X: ArrayLike, title: str, names: tuple[str, str],
                     y: ArrayLike | None = None) -> Figure:
    """Draw one tree as questions, as boxes and as a surface, side by side.

    The points X (n, 2) set the limits of the plane; with ``y`` they are shown in the boxes.
    ``names`` label the axes.
    """
    figure = style.new_figure(12.6, 5.0)
    figure.get_layout_engine().set(rect=(0, 0, 0.97, 1))    # room for the label of the height
    left, middle, right = (figure.add_subplot(1, 3, k, projection=kind)
                           for k, kind in ((1, None), (2, None), (3, "3d")))
    style.label(left, title, "leaves, side by side", "questions asked")
    style.label(middle, "the same as boxes", *names)
    style.label(right, "the same as steps", *names)
    right.set_title(right.get_title(loc="left"), loc="left", y=1.0)
    draw_tree(left, model)
    draw_boxes(middle, model, X, y)
    draw_surface(right, model, X)
    return figure


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
