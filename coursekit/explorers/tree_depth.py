"""Lesson 06: how deep may a tree grow?"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from coursekit.datasets import make_noisy_spirals
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.plots import style
from coursekit.plots.partition import TINTS
from coursekit.tree import CARTClassifier

STEPS, EDGE, DEEPEST = 90, 6.0, 14


@lru_cache(maxsize=64)
def deepest(leaf: int) -> CARTClassifier:
    """Return the deepest tree on half of the noisy spirals; greedy, it holds the shallow ones."""
    X, y = (part[:len(part) // 2] for part in make_noisy_spirals())
    return CARTClassifier(max_depth=DEEPEST, min_samples_split=2, min_samples_leaf=leaf, cp=None,
                          max_surrogates=0, allow_zero_gain=True).fit(X, y)


def edge(depth: int, leaf: int) -> np.ndarray:
    """Return the nodes of the deepest tree that are the leaves of the one of that depth."""
    tree = deepest(leaf).tree_
    return np.flatnonzero((tree.depth == depth)
                          | ((tree.children_left < 0) & (tree.depth < depth)))


def classes_at(depth: int, leaf: int, X: np.ndarray) -> np.ndarray:
    """Return the class of each sample by the tree of that depth, shape (n,).

    Nodes are numbered depth first, so a node of the deep tree lies below the last node of the
    shallow tree's edge that does not come after it.
    """
    model, ends = deepest(leaf), edge(depth, leaf)
    reached = ends[np.searchsorted(ends, model.apply(X), side="right") - 1]
    return model.classes_[model.tree_.value[reached].argmax(axis=1)]


@lru_cache(maxsize=512)
def grown(depth: int, leaf: int) -> tuple[np.ndarray, int]:
    """Return what a tree says over the plane, a Boolean (90, 90), and its number of leaves."""
    side = np.linspace(-EDGE, EDGE, STEPS)
    grid = np.column_stack([g.ravel() for g in np.meshgrid(side, side)])
    regions = (classes_at(depth, leaf, grid) > 0).reshape(STEPS, STEPS)
    return regions, len(edge(depth, leaf))


@lru_cache(maxsize=64)
def errors(leaf: int) -> np.ndarray:
    """Return the shares of errors on the training and the validation half, shape (14, 2)."""
    X, y = make_noisy_spirals()
    wrong = [classes_at(depth, leaf, X) != y for depth in range(1, DEEPEST + 1)]
    return np.reshape(wrong, (DEEPEST, 2, -1)).mean(axis=2)


class Depth(Explorer):
    """A tree on two spirals: its regions, and its errors at every depth."""

    title = "How deep?"
    question = "At which depth does the tree stop learning the spiral and begin to learn the noise?"
    size = (10.0, 4.6)
    controls = (
        Slider("depth", "largest depth", 1, DEEPEST, 1, 4, "most questions on the way to a leaf"),
        Slider("leaf", "smallest leaf", 1, 30, 1, 1, "fewest samples in a leaf"),
    )
    presets = {
        "too shallow": ({"depth": 2}, "a few boxes cannot follow a spiral"),
        "too deep": ({"depth": DEEPEST}, "every noisy sample has a box of its own"),
        "large leaves": ({"depth": DEEPEST, "leaf": 8}, "the same depth, tamed by larger leaves"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane and the two curves."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1])
        style.label(left, "What the tree says", "x1", "x2")
        style.label(right, "How often it is wrong", "largest depth", "share of errors")
        left.grid(False)
        self._plane = canvas.moving(left.imshow(
            np.zeros((STEPS, STEPS)), extent=(-EDGE, EDGE, -EDGE, EDGE), origin="lower",
            aspect="auto", cmap=TINTS, vmin=0, vmax=1, interpolation="nearest", zorder=0))
        X, y = (part[:len(part) // 2] for part in make_noisy_spirals())
        for c, marker, colour in ((1, "o", style.BLUE), (-1, "X", style.ORANGE)):
            canvas.moving(left.scatter(*X[y == c].T, marker=marker, color=colour, s=26,
                                       edgecolor="white", linewidth=0.4, zorder=2))
        self._curves = [canvas.moving(*right.plot([], [], form, color=colour, label=name))
                        for name, form, colour in (("training half", "s--", style.GREY),
                                                   ("validation half", "o-", style.BLUE))]
        self._marks = canvas.moving(*right.plot([], [], "D", color=style.ORANGE, markersize=12))
        right.set(xlim=(0.5, DEEPEST + 0.5), ylim=(-0.02, 0.55))
        right.yaxis.set_major_formatter("{x:.0%}")
        right.legend(handles=self._curves, loc="upper right")

    def draw(self, state: dict) -> str:
        """Show the tree of that depth, and all depths of that leaf size as curves."""
        depths, wrong = np.arange(1, DEEPEST + 1), errors(state["leaf"])
        regions, leaves = grown(state["depth"], state["leaf"])
        self._plane.set_data(regions)
        for curve, values in zip(self._curves, wrong.T, strict=True):
            curve.set_data(depths, values)
        training, validation = wrong[state["depth"] - 1]
        self._marks.set_data([state["depth"]] * 2, [training, validation])
        return (f"depth {state['depth']}, leaves of {state['leaf']} and more: {leaves} leaves; "
                f"wrong on {training:.0%} of the training samples and on {validation:.0%} of the "
                f"others. The validation error is lowest ({wrong[:, 1].min():.0%}) at depth "
                f"{depths[wrong[:, 1].argmin()]}.")
