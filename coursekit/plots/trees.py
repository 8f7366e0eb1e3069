"""Drawings of a fitted tree: each split with a histogram of its samples.

The node numbers are those of the tree's arrays, text, rules and trace.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import ArrayLike
from sklearn.base import is_classifier

from coursekit.plots import style
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.conditions import sides
from coursekit.tree.export import prediction
from coursekit.tree.tree import LEFT, RIGHT

Model = CARTClassifier | CARTRegressor
MAX_LEAVES_DRAWN = 12
STEP, ROW = 1.68, 2.2      # inches from leaf to leaf, and from question to question


def node_places(model: Model) -> np.ndarray:
    """Return the position of each node, shape (N, 2): leaves side by side, parents between.

    >>> model = CARTRegressor(min_samples_split=2).fit([[0], [1]], [0.0, 1.0])
    >>> node_places(model).tolist()
    [[0.5, 0.0], [0.0, -1.0], [1.0, -1.0]]
    """
    tree = model.tree_
    across = np.full(len(tree), np.nan)
    across[tree.leaves] = np.arange(len(tree.leaves))
    for t in tree.inner[::-1]:  # children have larger numbers
        across[t] = (across[tree.children_left[t]] + across[tree.children_right[t]]) / 2
    return np.column_stack([across, 0.0 - tree.depth])


def leaf_label(model: Model, t: int) -> str:
    """Return the prediction of a node in short: a class, or a number with three digits."""
    answer = prediction(model, t)
    return f"{answer:.3g}" if isinstance(answer, float) else style.plain(answer)


def tints(model: Model) -> Callable[[int], str]:
    """Return a function from node to pale colour, by its class or its mean."""
    value = model.tree_.value
    if hasattr(model, "classes_"):
        colours = [_pale(look(model, k)["facecolor"], 0.25) for k in range(len(model.classes_))]
        return lambda t: colours[int(value[t].argmax())]
    low, span = value.min(), np.ptp(value) or 1.0
    return lambda t: _pale(style.SKY, 0.03 + 0.6 * float(value[t, 0] - low) / span)


def _pale(colour: str, strength: float) -> str:
    return to_hex(1 - strength * (1 - np.array(to_rgb(colour))))


def plot_nodes(model: CARTClassifier, X: pd.DataFrame | ArrayLike, y: ArrayLike,
               title: str) -> Figure:
    """Draw the samples (X, y) of each node on the feature that splits them.

    A split shows the histogram of its feature in the colours of the classes with a dashed line
    at the threshold; samples left of the line go left. A leaf shows how many samples it has of
    each class. More than twelve leaves do not fit on a page, and raise a ValueError.

    >>> X, y = np.arange(6.0)[:, None], ["a"] * 3 + ["b"] * 3
    >>> figure = plot_nodes(CARTClassifier(min_samples_split=2).fit(X, y), X, y, "One cut")
    >>> [ax.get_title().splitlines() for ax in figure.axes[1:]]
    [['0: x[0] < 2.5?'], ['1: a', 'n=3'], ['2: b', 'n=3']]
    """
    if not is_classifier(model):
        raise TypeError(f"plot_nodes draws the classes of samples, got {type(model).__name__}; "
                        "show a regression tree with plot_three_views")
    leaves = model.get_n_leaves()
    if leaves > MAX_LEAVES_DRAWN:
        raise ValueError(f"the tree has {leaves} leaves, at most {MAX_LEAVES_DRAWN} fit on a page; "
                         "prune it first, for example model.pruned(cp=0.02)")
    place, tree = node_places(model), model.tree_
    width, rows = max(STEP * leaves + 0.4, 8.8), int(tree.depth.max()) + 1
    figure = style.new_figure(width, ROW * rows)
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
    """Return the centre of a node in inches from the lower left corner of the figure."""
    width, height = figure.get_size_inches()
    step = (width - 0.4) / (place[:, 0].max() + 1)
    return 0.2 + step * (place[t, 0] + 0.5), height - 1.5 + ROW * place[t, 1]


def _corner(figure: Figure, place: np.ndarray, t: int) -> tuple[float, float, float, float]:
    (x, y), (width, height) = _spot(figure, place, t), figure.get_size_inches()
    return (x - 0.6) / width, (y - 0.4) / height, 1.3 / width, 0.8 / height


def _draw_edges(ground: Axes, figure: Figure, model: Model, place: np.ndarray, title: str) -> None:
    width, height = figure.get_size_inches()
    ground.set(xlim=(0, width), ylim=(0, height))
    style.label(ground, "", "leaves, side by side", "questions asked")
    ground.set_title(title, y=1 - 0.5 / height, x=0.3 / width)
    ground.set_axis_off()
    tree = model.tree_
    for t in tree.inner:
        for child, word in ((tree.children_left[t], "yes"), (tree.children_right[t], "no")):
            (x0, y0), (x1, y1) = _spot(figure, place, t), _spot(figure, place, child)
            lower = y1 + (1.0 if child in tree.leaves else 0.75)    # a leaf has two lines
            ground.plot([x0, x1], [y0 - 0.98, lower], color=style.GREY, lw=2,
                        gid="decoration")
            ground.text((x0 + x1) / 2, (y0 - 0.98 + lower) / 2, word, ha="center", va="center",
                        fontsize=14, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    ground.legend(handles=[Patch(label=style.plain(c), **look(model, k)) for k, c
                           in enumerate(model.classes_)], ncols=2, fontsize=14,
                  loc="upper right", bbox_to_anchor=(1 - 0.1 / width, 1 - 0.5 / height))


def look(model: CARTClassifier, k: int) -> dict:
    """Return colour and hatching of class k, the same in every lesson for known classes."""
    label = model.classes_[k]
    label = label.item() if isinstance(label, np.generic) else label
    colour = style.COLOURS.get(label, style.PALETTE[k % len(style.PALETTE)])
    return {"facecolor": colour, "hatch": style.HATCHES[k % len(style.HATCHES)],
            "edgecolor": "white", "linewidth": 0.4}


def _draw_node(ax: Axes, model: Model, t: int, codes: np.ndarray, y: np.ndarray) -> None:
    tree, columns = model.tree_, model.columns_
    leaf = t in tree.leaves
    heading = (f"{leaf_label(model, t)}\nn={tree.n_node_samples[t]}" if leaf
               else f"{_question_label(model, t)}?")
    if leaf:
        _draw_leaf(ax, model, y)
    else:
        j = tree.splits.feature[t, 0]
        x, names = codes[:, j], style.plain(columns.names[j])
        unknown = int(np.isnan(x).sum())
        ax.set_xlabel(f"{names} ({unknown} unknown)" if unknown else names, fontsize=13)
        draw = _draw_numbers if columns.levels[j] is None else _draw_levels
        draw(ax, model, t, x, y)
    ax.set_title(f"{t}: {heading}", loc="center", fontsize=14, pad=4,
                 fontweight="bold" if leaf else "normal")
    ax.set_ylabel("samples")
    ax.yaxis.label.set_visible(False)       # one word for all; the text alternative says it
    ax.tick_params(labelsize=13, length=0 if leaf else 2)
    ax.grid(False)


def _question_label(model: Model, t: int) -> str:
    """Return the question of a node, with a threshold of four digits if that is correct."""
    return style.plain(sides(model.tree_.splits, t, model.columns_)[0].text(digits=4))


def _draw_leaf(ax: Axes, model: Model, y: np.ndarray) -> None:
    for k, c in enumerate(model.classes_):
        bar = ax.bar(style.plain(c), np.sum(y == c), label=style.plain(c), **look(model, k))
        ax.bar_label(bar, fontsize=13, padding=1)
    ax.margins(y=0.38)
    ax.set_xlabel("class")
    ax.xaxis.label.set_visible(False)       # the legend names the colours, numbers the heights
    ax.tick_params(labelcolor="none")
    ax.spines["left"].set_visible(False)


def _draw_numbers(ax: Axes, model: Model, t: int, x: np.ndarray, y: np.ndarray) -> None:
    cut = float(model.tree_.splits.threshold[t, 0])
    edges, bottom = _edges(x[~np.isnan(x)], cut), 0
    for k, c in enumerate(model.classes_):
        count, edges = np.histogram(x[(y == c) & ~np.isnan(x)], edges)
        ax.bar(edges[:-1], count, np.diff(edges), bottom, align="edge", label=style.plain(c),
               **look(model, k))
        bottom = bottom + count
    ax.axvline(cut, color=style.INK, ls="--", lw=1.8, label="cut")


def _edges(known: np.ndarray, cut: float) -> np.ndarray:
    """Return bin edges: around each value if there are few, else about sixteen, one at the cut."""
    values = np.unique(known)
    if values.size == 0:
        return np.array([0.0, 1.0])
    if values.size > 12:
        width = np.ptp(values) / 16
        first, last = np.floor((values[[0, -1]] - cut) / width)
        return cut + width * np.arange(first, last + 2)
    half = np.diff(values).min() / 2 if values.size > 1 else 0.5
    return np.unique(np.column_stack([values - half, values + half]))


def _draw_levels(ax: Axes, model: Model, t: int, x: np.ndarray, y: np.ndarray) -> None:
    j = model.tree_.splits.feature[t, 0]
    levels = model.columns_.levels[j]
    goes_left = model.tree_.splits.level_goes_left[t, 0, :len(levels)]
    order = [*np.flatnonzero(goes_left == LEFT), *np.flatnonzero(goes_left == RIGHT)]
    names = [style.plain(levels[v]) for v in order]
    bottom = np.zeros(len(order))
    for k, c in enumerate(model.classes_):
        count = np.array([np.sum((x == v) & (y == c)) for v in order])
        ax.bar(names, count, bottom=bottom, label=style.plain(c), **look(model, k))
        bottom += count
    ax.axvline(np.sum(goes_left == LEFT) - 0.5, color=style.INK, ls="--", lw=1.8, label="cut")
