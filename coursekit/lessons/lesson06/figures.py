"""Figures of lesson 06: a tree in the plane.

All views of a tree are drawn from the arrays of one fitted tree, so they cannot disagree.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.plots.trees import Model, draw_tree, leaf_label, look, tints
from coursekit.tree.boxes import Box, leaf_boxes

FEW = 10    # points that are drawn large, with room around them


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
