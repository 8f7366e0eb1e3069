"""A fitted tree with the cases in it: each split on the feature it cuts, and the plane it makes.

The node numbers are those of the tree's arrays, of its text, its rules and its trace.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.plots.partition import node_places
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.export import prediction
from coursekit.tree.partition import Box, leaf_boxes
from coursekit.tree.structure import LEAF
from coursekit.tree.trace import question

Model = CARTClassifier | CARTRegressor
MOST_LEAVES = 12


def draw_tree(model: Model, X: pd.DataFrame | ArrayLike, y: ArrayLike, title: str) -> Figure:
    """Draw each node as the cases that reach it, on the feature that splits them.

    A split shows the histogram of its feature in the colours of the classes (for numbers: y
    against the feature) with a dashed line where it cuts; those left of the line go left. A
    leaf shows its classes (its values of y).

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted; at most twelve leaves.
    X, y : table of shape (n, d), targets of shape (n,)
        Cases to show, those it was fitted on or others.
    title : str
        The message.

    Raises
    ------
    ValueError
        If the tree is too large for a page.

    Examples
    --------
    >>> X, y = np.arange(6.0)[:, None], ["a"] * 3 + ["b"] * 3
    >>> figure = draw_tree(CARTClassifier(min_samples_split=2).fit(X, y), X, y, "One cut")
    >>> [ax.get_title() for ax in figure.axes[1:]]
    ['node 0: x[0] < 2.5?', 'node 1: a, n=3', 'node 2: b, n=3']
    """
    leaves = model.get_n_leaves()
    if leaves > MOST_LEAVES:
        raise ValueError(f"the tree has {leaves} leaves, at most {MOST_LEAVES} fit on a page; "
                         "prune it first, for example model.pruned(cp=0.02)")
    place, tree = node_places(model), model.tree_
    width, rows = max(2.35 * leaves + 0.6, 7.0), int(tree.depth.max()) + 1
    figure = style.new_figure(width, 2.3 * rows + 0.55)
    figure.set_layout_engine("none")
    ground = figure.add_axes((0, 0, 1, 1))
    _draw_edges(ground, figure, model, place, title)
    reach, codes = model.apply(X), model._encode(X)
    for t, end in enumerate(tree.end):
        here = (reach >= t) & (reach < end)
        ax = figure.add_axes(_corner(figure, place, t))
        _draw_node(ax, model, t, codes[here], np.asarray(y)[here])
    return figure


def _spot(figure: Figure, place: np.ndarray, t: int) -> tuple[float, float]:
    """Middle of a node in inches from the lower left corner of the figure."""
    width, height = figure.get_size_inches()
    step = (width - 0.6) / (place[:, 0].max() + 1)
    return 0.3 + step * (place[t, 0] + 0.5), height - 1.65 + 2.3 * place[t, 1]


def _corner(figure: Figure, place: np.ndarray, t: int) -> tuple[float, float, float, float]:
    (x, y), (width, height) = _spot(figure, place, t), figure.get_size_inches()
    return (x - 0.8) / width, (y - 0.45) / height, 1.6 / width, 1.0 / height


def _draw_edges(ground: Axes, figure: Figure, model: Model, place: np.ndarray, title: str) -> None:
    width, height = figure.get_size_inches()
    ground.set(xlim=(0, width), ylim=(0, height))
    style.label(ground, "", "leaves, side by side", "questions asked")
    ground.set_title(title, y=1 - 0.5 / height, x=0.3 / width)
    ground.set_axis_off()
    tree = model.tree_
    for t in np.flatnonzero(tree.left != LEAF):
        for child, word in ((tree.left[t], "yes"), (tree.right[t], "no")):
            (x0, y0), (x1, y1) = _spot(figure, place, t), _spot(figure, place, child)
            ground.plot([x0, x1], [y0 - 0.85, y1 + 0.85], color=style.GREY, lw=2,
                        gid="decoration")
            ground.text((x0 + x1) / 2, (y0 + y1) / 2, word, ha="center", va="center",
                        fontsize=11, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    if hasattr(model, "classes_"):
        ground.legend(handles=[Patch(label=str(c), **_look(model, k)) for k, c
                               in enumerate(model.classes_)], ncols=2, fontsize=11,
                      loc="upper right", bbox_to_anchor=(1 - 0.2 / width, 1 - 0.1 / height))


def _look(model: CARTClassifier, k: int) -> dict:
    """Colour and hatching of class k, the same in every lesson where it has a colour of its own."""
    label = model.classes_[k]
    label = label.item() if isinstance(label, np.generic) else label
    colour = style.COLOURS.get(label, style.PALETTE[k % len(style.PALETTE)])
    return {"facecolor": colour, "hatch": style.HATCHES[k % len(style.HATCHES)],
            "edgecolor": "white", "linewidth": 0.4}


def _draw_node(ax: Axes, model: Model, t: int, codes: np.ndarray, y: np.ndarray) -> None:
    tree, columns = model.tree_, model.columns_
    leaf = tree.left[t] == LEAF
    said = prediction(model, t)
    said = f"{said:.3g}" if isinstance(said, float) else said
    heading = f"{said}, n={tree.n[t]}" if leaf else f"{_asks(model, t)}?"
    if leaf:
        _draw_leaf(ax, model, y)
    else:
        j = tree.splits.feature[t, 0]
        x, names = codes[:, j], columns.names[j]
        unknown = int(np.isnan(x).sum())
        ax.set_xlabel(f"{names} ({unknown} unknown)" if unknown else names, fontsize=10)
        draw = _draw_numbers if columns.levels[j] is None else _draw_levels
        draw(ax, model, t, x, y)
    ax.set_title(f"node {t}: {heading}", loc="center", fontsize=11, pad=4,
                 fontweight="bold" if leaf else "normal")
    ax.tick_params(labelsize=9, length=2)
    ax.grid(False)


def _asks(model: Model, t: int) -> str:
    """The question of a node, its threshold to four digits."""
    cut, j = model.tree_.splits.threshold[t, 0], model.tree_.splits.feature[t, 0]
    if np.isnan(cut):
        return question(model.tree_.splits, t, model.columns_)
    return f"{model.columns_.names[j]} < {cut:.4g}"


def _draw_leaf(ax: Axes, model: Model, y: np.ndarray) -> None:
    if not hasattr(model, "classes_"):
        ax.hist(y, bins=12, color=style.GREY)
        ax.set_xlabel("y", fontsize=10)
    else:
        for k, c in enumerate(model.classes_):
            ax.bar(str(c), np.sum(y == c), label=str(c), **_look(model, k))
        ax.margins(y=0.2)
        ax.set_xlabel("class", fontsize=10)
    ax.set_ylabel("cases", fontsize=10)


def _draw_numbers(ax: Axes, model: Model, t: int, x: np.ndarray, y: np.ndarray) -> None:
    cut = float(model.tree_.splits.threshold[t, 0])
    if hasattr(model, "classes_"):
        edges, bottom = _edges(x[~np.isnan(x)]), 0
        for k, c in enumerate(model.classes_):
            count, edges = np.histogram(x[(y == c) & ~np.isnan(x)], edges)
            ax.bar(edges[:-1], count, np.diff(edges), bottom, align="edge", label=str(c),
                   **_look(model, k))
            bottom = bottom + count
        ax.set_ylabel("cases", fontsize=10)
    else:
        ax.plot(x, y, ".", color=style.GREY, ms=3)
        for side in (x < cut, x >= cut):
            if side.any():
                ax.plot([x[side].min(), x[side].max()], [y[side].mean()] * 2, color=style.ORANGE)
        ax.set_ylabel("y", fontsize=10)
    ax.axvline(cut, color=style.INK, ls="--", lw=1.8, label="cut")


def _edges(known: np.ndarray) -> np.ndarray:
    """Edges of bins: around each value if there are few, else sixteen of one width."""
    values = np.unique(known)
    if values.size == 0:
        return np.array([0.0, 1.0])
    if values.size > 12:
        return np.linspace(values[0], values[-1], 17)
    half = np.diff(values).min() / 2 if values.size > 1 else 0.5
    return np.unique(np.column_stack([values - half, values + half]))


def _draw_levels(ax: Axes, model: Model, t: int, x: np.ndarray, y: np.ndarray) -> None:
    j = model.tree_.splits.feature[t, 0]
    levels = model.columns_.levels[j]
    side = model.tree_.splits.side[t, 0, :len(levels)]
    order = [*np.flatnonzero(side == 1), *np.flatnonzero(side == 0)]
    names = [str(levels[v]) for v in order]
    if hasattr(model, "classes_"):
        bottom = np.zeros(len(order))
        for k, c in enumerate(model.classes_):
            count = np.array([np.sum((x == v) & (y == c)) for v in order])
            ax.bar(names, count, bottom=bottom, label=str(c), **_look(model, k))
            bottom += count
        ax.set_ylabel("cases", fontsize=10)
    else:
        ax.bar(names, [y[x == v].mean() if np.any(x == v) else 0 for v in order],
               color=style.GREY)
        ax.set_ylabel("mean of y", fontsize=10)
    ax.axvline(np.sum(side == 1) - 0.5, color=style.INK, ls="--", lw=1.8, label="cut")


def draw_partition(model: Model, X: ArrayLike, y: ArrayLike, title: str,
                   names: tuple[str, str]) -> Figure:
    """Draw the boxes of a tree on two numbers, numbered, with the cases in them.

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted on two numeric columns.
    X, y : array_like, shapes (n, 2) and (n,)
        Cases to show.
    title : str
        The message.
    names : tuple of str
        Labels of the two axes.

    Examples
    --------
    >>> X, y = np.array([[0, 0], [1, 1], [2, 0.5]]), np.array([0, 1, 1])
    >>> model = CARTClassifier(min_samples_split=2).fit(X, y)
    >>> len(draw_partition(model, X, y, "Two boxes", ("x1", "x2")).axes[0].patches)
    2
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    figure, ax = style.new_axes(title, *names, width=6.4, height=5.4)
    boxes = leaf_boxes(model, _frame(X))
    tint = _tints(model)
    for t, box in boxes.items():
        ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left, box.top - box.bottom,
                               facecolor=tint(t), edgecolor=style.INK, lw=1.4, zorder=0))
        ax.annotate(str(t), (box.left, box.top), (4, -4), textcoords="offset points", va="top",
                    fontsize=11, zorder=3, bbox={"facecolor": "white", "edgecolor": "none",
                                                 "alpha": 0.7, "pad": 1})
    if hasattr(model, "classes_"):
        for k, c in enumerate(model.classes_):
            ax.scatter(*X[y == c].T, s=26, marker=style.MARKERS[k % 7], edgecolor="white", lw=0.5,
                       color=_look(model, k)["facecolor"], label=str(c), zorder=2)
        figure.legend(loc="outside right upper")
    else:
        points = ax.scatter(*X.T, c=y, cmap="cividis", s=22, edgecolor="white", lw=0.4, zorder=2)
        figure.colorbar(points, ax=ax, label="y")
    ax.set(xlim=_frame(X)[:2], ylim=_frame(X)[2:])
    ax.grid(False)
    return figure


def _frame(X: np.ndarray) -> Box:
    """The box of all points, and a little more."""
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.03 * np.where(high > low, high - low, 1)
    (x0, y0), (x1, y1) = low - edge, high + edge
    return Box(float(x0), float(x1), float(y0), float(y1))


def _tints(model: Model) -> Callable[[int], tuple]:
    """Pale colour of a leaf: that of its class, or by its mean from dark to light."""
    import matplotlib as mpl

    value = model.tree_.value
    if hasattr(model, "classes_"):
        colours = [mpl.colors.to_rgb(_look(model, k)["facecolor"])
                   for k in range(len(model.classes_))]
        return lambda t: (*colours[int(value[t].argmax())], 0.22)
    shade = mpl.colors.Normalize(value.min(), value.max())
    return lambda t: (*mpl.colormaps["cividis"](shade(value[t, 0]))[:3], 0.45)


def draw_surface(model: Model, X: ArrayLike, title: str, names: tuple[str, str]) -> Figure:
    """Draw what a tree on two numbers says as a surface of steps over the plane.

    For classes the height is the share of the last class.

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted on two numeric columns.
    X : array_like, shape (n, 2)
        Points that say how much of the plane to show.
    title : str
        The message.
    names : tuple of str
        Labels of the two axes on the ground.

    Examples
    --------
    >>> X, y = np.array([[0, 0], [1, 1], [2, 0.5]]), np.array([0.0, 1.0, 1.0])
    >>> model = CARTRegressor(min_samples_split=2).fit(X, y)
    >>> draw_surface(model, X, "One step", ("x1", "x2")).axes[0].get_zlabel()
    'mean of y'
    """
    X = np.asarray(X, dtype=float)
    figure = style.new_figure(7.0, 5.6)
    ax = figure.add_subplot(projection="3d")
    tree, tint = model.tree_, _tints(model)
    last = f"share of {model.classes_[-1]}" if hasattr(model, "classes_") else "mean of y"
    height = tree.value[:, -1] / (tree.n if hasattr(model, "classes_") else 1)
    floor = min(0.0, float(height.min()))
    for t, box in leaf_boxes(model, _frame(X)).items():
        ax.bar3d(box.left, box.bottom, floor, box.right - box.left, box.top - box.bottom,
                 height[t] - floor, color=tint(t)[:3], alpha=0.9, edgecolor=style.INK,
                 linewidth=0.5)
    style.label(ax, title, *names)
    ax.set_zlabel(last)
    return figure
