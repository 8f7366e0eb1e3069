"""A tree in the plane: its boxes, the steps it makes, and boxes that no tree can make.

All views are drawn from the arrays of one fitted tree, so they cannot disagree.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.plots.trees import Model, draw_tree, leaf_label, look, tints
from coursekit.tree.partition import Box, leaf_boxes, pinwheel

FEW = 10    # points that are drawn large, with room around them

#: Pale colours of the two classes, for the plane behind the points.
TINTS = ListedColormap(["#F9DCC4", "#CFE5F5"])


def draw_partition(ax: Axes, model: Model, X: ArrayLike, y: ArrayLike | None = None) -> None:
    """Draw the boxes of a tree on two numbers, numbered, and the samples in them.

    Without y the samples X (n, 2) only say how much of the plane to show.
    """
    X, tint = np.asarray(X, dtype=float), tints(model)
    frame = _frame(X)
    for t, box in leaf_boxes(model, frame).items():
        ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left, box.top - box.bottom,
                               facecolor=tint(t), edgecolor=style.INK, lw=1.4, zorder=0))
        ax.annotate(f"{t}: {leaf_label(model, t)}", (box.left, box.top), (4, -4),
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


def plot_partition(model: Model, X: ArrayLike, y: ArrayLike, title: str,
                   names: tuple[str, str]) -> Figure:
    """Draw the boxes of a tree on two numbers by themselves; ``names`` label the axes.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> X, y = np.array([[0, 0], [1, 1], [2, 0.5]]), np.array([0, 1, 1])
    >>> model = CARTClassifier(min_samples_split=2).fit(X, y)
    >>> len(plot_partition(model, X, y, "Two boxes", ("x1", "x2")).axes[0].patches)
    2
    """
    figure, ax = style.new_axes(title, *names, width=6.4, height=5.4)
    draw_partition(ax, model, X, y)
    figure.legend(loc="outside lower center", ncols=4)
    return figure


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
    draw_partition(middle, model, X, y)
    draw_surface(right, model, X)
    return figure


def plot_pinwheel(title: str) -> Figure:
    """Draw five rectangles that no sequence of edge-to-edge cuts can make, and four lines to try.

    Examples
    --------
    >>> len(plot_pinwheel("Out of reach").axes[0].patches)
    5
    """
    figure, ax = style.new_axes(title, "x1", "x2", width=5.4, height=4.8)
    tints = ["#D6ECFA", "#F9DCC4", "#D5EFE3", "#F3DDEB", "#FFFFFF"]
    for box, name, tint in zip(pinwheel(), ("lower", "right", "upper", "left", "middle"), tints,
                               strict=True):
        width, height = box.right - box.left, box.top - box.bottom
        ax.add_patch(Rectangle((box.left, box.bottom), width, height, facecolor=tint,
                               edgecolor=style.INK, lw=2))
        ax.text(box.left + width / 2, box.bottom + height / 2, name, ha="center", va="center",
                zorder=5, bbox={"facecolor": tint, "edgecolor": "none", "pad": 2})
    for letter, at, across in (("a", 2, True), ("b", 2, False), ("c", 1, True), ("d", 1, False)):
        ends = ([-0.2, 3.2], [at, at]) if across else ([at, at], [-0.2, 3.2])
        ax.plot(*ends, ":", color=style.ORANGE, lw=2.2, label=f"line {letter}")
        ax.text(ends[0][1] + 0.06, ends[1][1] + 0.06, letter, color=style.ORANGE,
                fontweight="bold")
    ax.set(xlim=(-0.3, 3.4), ylim=(-0.3, 3.4), xticks=[], yticks=[])
    ax.grid(False)
    return figure
