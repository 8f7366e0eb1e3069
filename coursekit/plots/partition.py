"""A tree seen three ways: as questions, as boxes in the plane, as a surface of steps.

All three are drawn from the arrays of one fitted tree, so they cannot disagree.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.plots import style
from coursekit.tree import CARTClassifier, CARTRegressor
from coursekit.tree.export import conditions, prediction

LEAF = -1
#: Pale colours of the two classes, for the plane behind the points.
TINTS = ListedColormap(["#F9DCC4", "#CFE5F5"])


class Box(NamedTuple):
    """The region of one leaf in the plane.

    Attributes
    ----------
    node : int
        Number of the leaf.
    x0, x1, y0, y1 : float
        Its edges.

    Examples
    --------
    >>> Box(1, 0.0, 1.0, 0.0, 1.0).node
    1
    """

    node: int
    x0: float
    x1: float
    y0: float
    y1: float


def leaf_boxes(model: CARTClassifier | CARTRegressor, low: tuple[float, float],
               high: tuple[float, float]) -> list[Box]:
    """Return the box of every leaf of a tree on two numeric features.

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Fitted on two numeric columns.
    low, high : tuple of float
        Lower left and upper right corner of the plane that is shown.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> model = CARTRegressor(min_samples_split=2).fit([[0, 0], [1, 0]], [0.0, 1.0])
    >>> [tuple(map(float, box[1:3])) for box in leaf_boxes(model, (0, 0), (1, 1))]
    [(0.0, 0.5), (0.5, 1.0)]
    """
    tree, boxes = model.tree_, []
    stack = [(0, low[0], high[0], low[1], high[1])]
    while stack:
        node, x0, x1, y0, y1 = stack.pop()
        if tree.left[node] == LEAF:
            boxes.append(Box(node, x0, x1, y0, y1))
            continue
        cut = tree.splits.threshold[node, 0]
        if tree.splits.feature[node, 0] == 0:
            halves = (x0, min(cut, x1), y0, y1), (max(cut, x0), x1, y0, y1)
        else:
            halves = (x0, x1, y0, min(cut, y1)), (x0, x1, max(cut, y0), y1)
        stack += [(tree.right[node], *halves[1]), (tree.left[node], *halves[0])]
    return boxes


def node_places(model: CARTClassifier | CARTRegressor) -> np.ndarray:
    """Return where each node is drawn, shape (N, 2): leaves side by side, parents between.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> model = CARTRegressor(min_samples_split=2).fit([[0], [1]], [0.0, 1.0])
    >>> node_places(model).tolist()
    [[0.5, 0.0], [0.0, -1.0], [1.0, -1.0]]
    """
    tree = model.tree_
    leaves = np.flatnonzero(tree.left == LEAF)
    across = np.full(len(tree.left), np.nan)
    across[leaves] = np.arange(len(leaves))
    for node in np.flatnonzero(tree.left != LEAF)[::-1]:  # children have larger numbers
        across[node] = (across[tree.left[node]] + across[tree.right[node]]) / 2
    return np.column_stack([across, 0.0 - tree.depth])


def draw_tree(ax: Axes, model) -> None:
    """Draw the questions of a tree, answers below them, leaves in boxes at the bottom.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> figure, ax = style.new_axes("One question", "leaves", "depth")
    >>> draw_tree(ax, CARTRegressor(min_samples_split=2).fit([[0], [1]], [0.0, 1.0]))
    >>> [t.get_text() for t in ax.texts][1]
    'x[0] >= 0.5'
    """
    place, tree = node_places(model), model.tree_
    for node in np.flatnonzero(tree.left != LEAF):
        yes, no = conditions(model, node)
        for child, condition in ((tree.left[node], yes), (tree.right[node], no)):
            ax.plot(*zip(place[node], place[child], strict=True), "-", color=style.GREY, lw=1.6,
                    gid="decoration", zorder=1)
            ax.text(*(0.35 * place[node] + 0.65 * place[child]), str(condition), fontsize=10,
                    ha="center", va="center", color=style.INK,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    for node, (x, y) in enumerate(place):
        leaf = tree.left[node] == LEAF
        ax.text(x, y, f"{_told(model, node)}\nn={tree.n[node]}", ha="center", va="center",
                fontsize=10, fontweight="bold" if leaf else "normal",
                bbox={"boxstyle": "round,pad=0.35", "edgecolor": style.INK,
                      "facecolor": "#D6ECFA" if leaf else "white"})
    ax.set(xlim=(-0.6, place[:, 0].max() + 0.6), ylim=(place[:, 1].min() - 0.5, 0.5),
           xticks=[], yticks=[])
    ax.grid(False)


def _told(model, node: int) -> str:
    answer = prediction(model, node)
    return answer if isinstance(answer, str) else f"{answer:.3g}"


def plot_tree(model, title: str, *, width: float = 11.0, height: float = 5.0) -> Figure:
    """Draw a tree by itself.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> model = CARTRegressor(min_samples_split=2).fit([[0], [1]], [0.0, 1.0])
    >>> len(plot_tree(model, "One question").axes)
    1
    """
    figure, ax = style.new_axes(title, "leaves, side by side", "questions asked", width=width,
                                height=height)
    draw_tree(ax, model)
    return figure


def plot_three_views(model, X: np.ndarray, title: str, names: tuple[str, str]) -> Figure:
    """Draw one regression tree as questions, as boxes and as a surface.

    Parameters
    ----------
    model : CARTRegressor
        Fitted on two numeric columns.
    X : ndarray, shape (n, 2)
        The points, for the limits of the plane.
    title : str
        The message.
    names : tuple of str
        Labels of the two axes.

    Examples
    --------
    >>> from coursekit.tree import CARTRegressor
    >>> X = np.array([[0, 0], [1, 0], [0, 1], [1, 1.0]])
    >>> model = CARTRegressor(min_samples_split=2).fit(X, [0.0, 1.0, 2.0, 3.0])
    >>> len(plot_three_views(model, X, "One tree", ("x1", "x2")).axes)
    3
    """
    figure = style.new_figure(13.0, 4.8)
    left, middle = figure.add_subplot(1, 3, 1), figure.add_subplot(1, 3, 2)
    right = figure.add_subplot(1, 3, 3, projection="3d")
    style.label(left, title, "leaves, side by side", "questions asked")
    style.label(middle, "the same as boxes", *names)
    right.set_title("the same as a surface")
    draw_tree(left, model)
    boxes = leaf_boxes(model, tuple(X.min(axis=0)), tuple(X.max(axis=0)))
    for box in boxes:
        value = float(model.tree_.value[box.node, 0])
        middle.plot([box.x0, box.x1, box.x1, box.x0, box.x0],
                    [box.y0, box.y0, box.y1, box.y1, box.y0], color=style.INK, lw=1.4,
                    gid="decoration")
        middle.text((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, f"{value:.3g}", ha="center",
                    va="center", fontweight="bold")
        right.bar3d(box.x0, box.y0, 0, box.x1 - box.x0, box.y1 - box.y0, value, alpha=0.9,
                    color=style.SKY, edgecolor=style.INK, linewidth=0.4)
    middle.grid(False)
    right.set(xlabel=names[0], ylabel=names[1])
    return figure


def draw_regions(ax: Axes, model, X: np.ndarray, y: np.ndarray, steps: int = 120) -> None:
    """Colour the plane by what a classifier says, and put the points on it.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> figure, ax = style.new_axes("Two classes", "x1", "x2")
    >>> X, y = np.array([[0, 0], [1, 1.0]]), np.array([-1, 1])
    >>> draw_regions(ax, CARTClassifier(min_samples_split=2).fit(X, y), X, y)
    >>> len(ax.collections)
    2
    """
    (x0, y0), (x1, y1) = X.min(axis=0), X.max(axis=0)
    grid = np.meshgrid(np.linspace(x0, x1, steps), np.linspace(y0, y1, steps))
    said = model.predict(np.column_stack([g.ravel() for g in grid])).reshape(grid[0].shape)
    classes = np.unique(y)
    ax.imshow(said == classes[-1], extent=(x0, x1, y0, y1), origin="lower", aspect="auto",
              cmap=TINTS, vmin=0, vmax=1, interpolation="nearest")
    for c, marker in zip(classes, ("X", "o"), strict=True):
        ax.scatter(*X[y == c].T, marker=marker, s=38, edgecolor="white", linewidth=0.6,
                   color=style.BLUE if c == classes[-1] else style.ORANGE, label=f"class {c}")
    ax.grid(False)


def plot_pinwheel(title: str) -> Figure:
    """Draw five rectangles that no sequence of edge-to-edge cuts can make, and four lines to try.

    Examples
    --------
    >>> len(plot_pinwheel("Out of reach").axes[0].patches)
    5
    """
    figure, ax = style.new_axes(title, "x1", "x2", width=5.4, height=4.8)
    blocks = {"upper": (0, 2, 2, 1), "right": (2, 1, 1, 2), "lower": (1, 0, 2, 1),
              "left": (0, 0, 1, 2), "middle": (1, 1, 1, 1)}
    tints = ["#D6ECFA", "#F9DCC4", "#D5EFE3", "#F3DDEB", "#FFFFFF"]
    for (name, (x, y, width, height)), tint in zip(blocks.items(), tints, strict=True):
        ax.add_patch(Rectangle((x, y), width, height, facecolor=tint, edgecolor=style.INK, lw=2))
        ax.text(x + width / 2, y + height / 2, name, ha="center", va="center")
    for letter, at, across in (("a", 2, True), ("b", 2, False), ("c", 1, True), ("d", 1, False)):
        ends = ([-0.2, 3.2], [at, at]) if across else ([at, at], [-0.2, 3.2])
        ax.plot(*ends, ":", color=style.ORANGE, lw=2.2, label=f"line {letter}")
        ax.text(ends[0][1] + 0.06, ends[1][1] + 0.06, letter, color=style.ORANGE,
                fontweight="bold")
    ax.set(xlim=(-0.3, 3.4), ylim=(-0.3, 3.4), xticks=[], yticks=[])
    ax.grid(False)
    return figure
