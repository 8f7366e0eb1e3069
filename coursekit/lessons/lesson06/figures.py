"""Figures of lesson 06: a tree in the plane, and passengers who fall through a tree.

All views of a tree are drawn from the arrays of one fitted tree, so they cannot disagree.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from coursekit.lessons.lesson06.falling import CELL, GHOST, TALL, Block, frame_width, width
from coursekit.lessons.lesson06.questions import group
from coursekit.plots import style
from coursekit.plots.trees import Model, leaf_label, look, node_places, tints
from coursekit.tree import CARTClassifier
from coursekit.tree.boxes import Box, leaf_boxes
from coursekit.tree.conditions import sides

FEW = 10    # points that are drawn large, with room around them
DROP = 138  # pixels from one level of falling passengers to the next
#: How the questions of the passengers' tree are written in the picture, where not as they are.
QUESTIONS = {"sex = female": "female?", "age < 9.5": "under 9.5?",
             "sibsp < 2.5": "2 siblings or\nspouses at most?"}


def draw_boxes(ax: Axes, model: Model, X: ArrayLike, y: ArrayLike | None = None,
               answers: Mapping[float, str] | None = None) -> None:
    """Draw the boxes of a tree on two numbers, numbered, and the samples in them.

    Without y the samples X (n, 2) only say how much of the plane to show. With ``answers`` a box
    has its answer in words, and no number.
    """
    X, tint = np.asarray(X, dtype=float), tints(model)
    frame = _frame(X)
    for t, box in leaf_boxes(model, frame).items():
        ax.add_patch(Rectangle((box.left, box.bottom), box.right - box.left, box.top - box.bottom,
                               facecolor=tint(t), edgecolor=style.INK, lw=1.4, zorder=0))
        if answers:
            ax.text((box.left + box.right) / 2, (box.bottom + box.top) / 2, fontsize=11.5,
                    s=answers[float(model.tree_.value[t, 0])], ha="center", va="center")
            continue
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
                 linewidth=0.6, shade=False)
    ax.set_box_aspect(None, zoom=0.9)
    ax.set_zlabel("mean of y" if classes is None else f"share of {classes[-1]}")


def plot_three_views(model: Model, X: ArrayLike, title: str, names: tuple[str, str],
                     answers: Mapping[float, str]) -> Figure:
    """Draw one tree as questions, as boxes and as a surface; a leaf has one tint in all three.

    The points X (n, 2) set the limits of the plane. ``names`` label the axes; ``answers`` says in
    words what each answer means.
    """
    figure = style.new_figure(8.8, 8.2)
    figure.set_layout_engine("none")
    tree = figure.add_axes((0.01, 0.54, 0.51, 0.36))
    plane = figure.add_axes((0.575, 0.585, 0.41, 0.30))
    steps = figure.add_axes((0.12, 0.0, 0.76, 0.52), projection="3d")
    style.label(tree, title, "leaves, side by side", "questions asked")
    for ax, x, y, view in ((tree, 0.02, 0.915, "as questions"), (plane, 0.575, 0.915, "as boxes"),
                           (steps, 0.02, 0.465, "as a function")):
        figure.text(x, y, view, fontsize=15, va="center")
        if ax is not tree:
            style.label(ax, "", *names)
    tree.set_title(title, loc="left", x=0.02, y=1.11)
    _draw_questions(tree, model, answers)
    draw_boxes(plane, model, X, answers=answers)
    draw_surface(steps, model, X)
    steps.set(zticks=sorted(answers), zlabel="height = the answer")
    return figure


def _draw_questions(ax: Axes, model: Model, answers: Mapping[float, str]) -> None:
    """Draw the questions of a tree, the branches yes and no, and the answers in words."""
    place, tree, tint = node_places(model), model.tree_, tints(model)
    for t in tree.inner:
        for child, word in ((tree.children_left[t], "yes"), (tree.children_right[t], "no")):
            ax.plot(*zip(place[t], place[child], strict=True), "-", color=style.GREY, lw=1.6,
                    gid="decoration", zorder=1)
            ax.text(*(place[t] + place[child]) / 2, word, fontsize=12, ha="center", va="center",
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    for t, (x, y) in enumerate(place):
        leaf = t in tree.leaves
        words = answers[float(tree.value[t, 0])] if leaf else sides(
            tree.splits, t, model.columns_)[0].text(digits=3).replace(" <", "\n<") + "?"
        ax.text(x, y, words, ha="center", va="center", fontsize=13, linespacing=1.1,
                fontweight="bold", bbox={"boxstyle": "round,pad=0.3", "edgecolor": style.INK,
                                         "facecolor": tint(t) if leaf else "white"})
    ax.set(xlim=(-0.6, place[:, 0].max() + 0.6), ylim=(place[:, 1].min() - 0.4, 0.5))
    ax.set_axis_off()


class _Place(NamedTuple):
    """A node of the tree in the figure `plot_fall`."""

    node: int
    block: Block
    parent: int
    yes: bool


def plot_fall(model: CARTClassifier, X: pd.DataFrame, title: str) -> Figure:
    """Draw the passengers X as squares that fall through the questions of a tree.

    Ghosts are left behind at a question; the squares in a frame are answered wrongly.
    """
    depth = int(model.tree_.depth.max())
    high = 70 + DROP * depth + 211
    figure = style.new_figure(8.8, high / 100)
    figure.set_layout_engine("none")
    ax = figure.add_axes((0, 0, 1, 1), xlim=(0, 880), ylim=(0, high))
    ax.set_axis_off()
    ax.set_title(title, x=0.012, y=1 - 34 / high, pad=0, va="center")
    ax.set(xlabel="passengers, left yes and right no", ylabel="questions asked")
    places = _fall_places(model, X, high - 56)
    for place in places:
        _draw_squares(ax, model, place)
        if place.parent >= 0:
            _draw_way(ax, places[place.parent], place)
        if place.node in model.tree_.leaves:
            _draw_answer(ax, place.block)
        else:
            asked = sides(model.tree_.splits, place.node, model.columns_)[0].text(digits=4)
            ax.text(place.block.centre, place.block.top - TALL - 27, QUESTIONS.get(asked, asked),
                    fontsize=15, fontweight="bold", ha="center", va="center", linespacing=1,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 1}, zorder=3.5)
    _draw_key(ax)
    return figure


def _fall_places(model: CARTClassifier, X: pd.DataFrame, top: float) -> list[_Place]:
    """Return the node of each number at its place; who says yes stands on the left."""
    tree, reach = model.tree_, model.apply(X)
    groups = [group(np.flatnonzero((reach >= t) & (reach < tree.end[t])))
              for t in range(len(tree))]
    parent, yes = np.full(len(tree), -1), np.zeros(len(tree), bool)
    for t in tree.inner:
        children = [tree.children_left[t], tree.children_right[t]]
        parent[children] = t
        yes[children] = True, False
    order = tree.leaves
    room = np.array([max(width(groups[t]), 118) for t in order])
    free = (868 - room.sum()) / (len(room) - 1)
    centre = np.zeros(len(tree))
    centre[order] = 6 + np.cumsum(room) - room / 2 + free * np.arange(len(room))
    for t in tree.inner[::-1]:
        centre[t] = (centre[tree.children_left[t]] + centre[tree.children_right[t]]) / 2
    return [_Place(t, Block(groups[t], centre[t], top - DROP * tree.depth[t]), int(parent[t]),
                   bool(yes[t])) for t in range(len(tree))]


def _draw_squares(ax: Axes, model: CARTClassifier, place: _Place) -> None:
    block, leaf = place.block, place.node in model.tree_.leaves
    squares, k = block.squares(), block.group.survived
    for part, fate in ((squares[:k], "survived"), (squares[k:], "died")):
        ax.plot(*part.T, "s", color=(style.COLOURS if leaf else GHOST)[fate],
                markersize=0.72 * (CELL - 1), markeredgewidth=0, zorder=2, gid="decoration")
    if leaf and block.group.wrong:
        ax.plot(*block.frame().T, color=style.INK, zorder=4, gid="decoration",
                lw=frame_width(block.group))


def _draw_way(ax: Axes, parent: _Place, place: _Place) -> None:
    start, end, y = parent.block.centre, place.block.centre, parent.block.top - TALL - 27
    ax.plot([start, end, end], [y, y, place.block.top + 6], color=style.INK, lw=1.7,
            gid="decoration", zorder=3)
    ax.plot([end], [place.block.top + 8], "v", color=style.INK, markersize=7, gid="decoration")
    ax.text(end + (-9 if place.yes else 9), place.block.top + 17, "yes" if place.yes else "no",
            fontsize=13, color=style.GREY, zorder=5, va="center",
            ha="right" if place.yes else "left")


def _draw_answer(ax: Axes, block: Block) -> None:
    found, y = block.group, block.top - TALL - 16
    fate = "survived" if 2 * found.survived > found.n else "died"
    share = f"{found.survived / found.n:.0%}"
    for words, size, colour, down in (
            (f"“{fate}”", 15, style.WORDS[fate], 0),
            (f"{share} of {found.n}", 14, style.WORDS["survived"], 24),
            ("survived", 14, style.WORDS["survived"], 45),
            (f"{found.wrong} wrong", 14, style.INK, 66)):
        ax.text(block.centre, y - down, words, fontsize=size, fontweight="bold", color=colour,
                ha="center", va="center")


def _draw_key(ax: Axes) -> None:
    for x, fate in ((20, "survived"), (146, "died")):
        ax.plot([x], [24], "s", color=style.COLOURS[fate], markersize=11, gid="decoration")
        ax.text(x + 13, 24, fate, fontsize=14, va="center", fontweight="bold",
                color=style.WORDS[fate])
    ax.text(242, 24, "one square is one passenger", fontsize=14, va="center")
    ax.plot([640], [24], "s", mfc="none", mec=style.INK, mew=2.6, markersize=15, gid="decoration")
    ax.text(657, 24, "in a frame: wrong", fontsize=14, va="center")
