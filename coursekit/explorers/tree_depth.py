"""Lesson 06: how deep may a tree grow?"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from coursekit.datasets import make_spirals
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Slider
from coursekit.plots import style
from coursekit.plots.partition import TINTS
from coursekit.tree import CARTClassifier

STEPS, EDGE = 90, 6.0


@lru_cache(maxsize=512)
def grown(depth: int, leaf: int) -> tuple[np.ndarray, float, float, int]:
    """Return the regions, both accuracies and the leaves of a tree on noisy spirals.

    Parameters
    ----------
    depth, leaf : int
        Most questions; fewest cases in a leaf.

    Returns
    -------
    regions : ndarray of bool, shape (90, 90)
    training, validation : float
    leaves : int

    Examples
    --------
    >>> grown(1, 1)[3]
    2
    """
    X, y = noisy_spirals()
    half = len(y) // 2
    model = CARTClassifier(max_depth=depth, min_samples_split=2, min_samples_leaf=leaf, cp=None,
                           max_surrogates=0, allow_zero_gain=True).fit(X[:half], y[:half])
    side = np.linspace(-EDGE, EDGE, STEPS)
    grid = np.column_stack([g.ravel() for g in np.meshgrid(side, side)])
    return ((model.predict(grid) > 0).reshape(STEPS, STEPS), model.score(X[:half], y[:half]),
            model.score(X[half:], y[half:]), model.get_n_leaves())


@lru_cache(maxsize=1)
def noisy_spirals() -> tuple[np.ndarray, np.ndarray]:
    """Return 400 points of two spirals, one label in ten turned round.

    Examples
    --------
    >>> noisy_spirals()[0].shape
    (400, 2)
    """
    X, y = make_spirals(400)
    flip = np.random.default_rng(6).uniform(size=len(y)) < 0.1
    return X, np.where(flip, -y, y)


class Depth(Explorer):
    """A tree on two spirals: regions, training and validation accuracy.

    Examples
    --------
    >>> print(Depth(depth=1).status.split(";")[0])
    depth 1, leaves of 1 and more: 2 leaves
    """

    title = "How deep?"
    question = "At which depth does the tree stop learning the spiral and begin to learn the noise?"
    size = (9.0, 4.5)
    controls = (
        Slider("depth", "largest depth", 1, 14, 1, 4, "most questions on the way to a leaf"),
        Slider("leaf", "smallest leaf", 1, 30, 1, 1, "fewest cases in a leaf"),
    )
    presets = {
        "too shallow": ({"depth": 2}, "four boxes cannot follow a spiral"),
        "too deep": ({"depth": 14}, "every noisy case has a box of its own"),
        "large leaves": ({"depth": 14, "leaf": 8}, "the same depth, tamed by larger leaves"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane and the two bars."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[2, 1])
        style.label(left, "What the tree says", "x1", "x2")
        style.label(right, "How often it is right", "cases", "accuracy")
        left.grid(False)
        self._plane = canvas.moving(left.imshow(
            np.zeros((STEPS, STEPS)), extent=(-EDGE, EDGE, -EDGE, EDGE), origin="lower",
            aspect="auto", cmap=TINTS, vmin=0, vmax=1, interpolation="nearest", zorder=0))
        X, y = noisy_spirals()
        half = len(y) // 2
        for c, marker, colour in ((1, "o", style.BLUE), (-1, "X", style.ORANGE)):
            cloud = left.scatter(*X[:half][y[:half] == c].T, marker=marker, color=colour, s=22,
                                 edgecolor="white", linewidth=0.4, zorder=2)
            canvas.moving(cloud)
        self._bars = right.bar(["training", "validation"], [0, 0], color=[style.SKY, style.BLUE])
        for bar in self._bars:
            canvas.moving(bar)
        right.set_ylim(0, 1.02)
        right.yaxis.set_major_formatter("{x:.0%}")

    def draw(self, state: dict) -> str:
        """Show the tree of that depth."""
        regions, training, validation, leaves = grown(state["depth"], state["leaf"])
        self._plane.set_data(regions)
        for bar, height in zip(self._bars, (training, validation), strict=True):
            bar.set_height(height)
        return (f"depth {state['depth']}, leaves of {state['leaf']} and more: {leaves} leaves; "
                f"right on {training:.0%} of the training cases and on {validation:.0%} of the "
                "others.")
