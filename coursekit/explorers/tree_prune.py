"""Lesson 06: raise the price of a leaf, and watch the tree fade branch by branch."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.datasets import load_ptitanic
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import LogSlider
from coursekit.plots import style
from coursekit.plots.partition import node_places
from coursekit.tree import CARTClassifier

FEATURES = ["sex", "age", "sibsp", "parch", "pclass"]
PRICES = np.geomspace(1e-4, 0.2, 60)


@cache
def large_tree() -> CARTClassifier:
    """Return the tree of all 1309 passengers, grown and not pruned.

    Examples
    --------
    >>> large_tree().get_n_leaves() > 20
    True
    """
    people = load_ptitanic()
    return CARTClassifier(cp=None).fit(people[FEATURES], people["survived"])


@cache
def cross_validated(folds: int = 10) -> np.ndarray:
    """Return the share of errors on held-out folds at each price of ``PRICES``.

    Examples
    --------
    >>> bool(cross_validated()[-1] > cross_validated().min())
    True
    """
    people, rng = load_ptitanic(), np.random.default_rng(6)
    fold = rng.permutation(len(people)) % folds
    wrong = np.zeros(len(PRICES))
    for k in range(folds):
        inside, outside = people[fold != k], people[fold == k]
        model = CARTClassifier(cp=None).fit(inside[FEATURES], inside["survived"])
        for i, price in enumerate(PRICES):
            said = model.pruned(ccp_alpha=price).predict(outside[FEATURES])
            wrong[i] += np.sum(said != outside["survived"].to_numpy())
    return wrong / len(people)


class Pruner(Explorer):
    """The large Titanic tree under a rising price of a leaf.

    Examples
    --------
    >>> Pruner(alpha=0.1).status.split(",")[0]
    'alpha = 0.1: 2 leaves'
    """

    title = "The price of a leaf"
    question = "Which branches go first, and at which price does the tree do best on new cases?"
    size = (10.0, 4.8)
    controls = (LogSlider("alpha", "price α of a leaf", 1e-4, 0.2, 1e-3,
                          "ccp_alpha: weighted impurity that a leaf must save", steps=20),)
    presets = {
        "nearly free": ({"alpha": 1e-4}, "everything that was grown stays"),
        "five leaves": ({"alpha": 0.006}, "women, men, boys, and how many siblings"),
        "dear": ({"alpha": 0.1}, "only the first question is worth its price"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the tree and the curve of errors."""
        model = large_tree()
        self._path, tree = model.pruning_path("impurity"), model.tree_
        place = node_places(model)
        inner = np.flatnonzero(tree.left >= 0)
        self._parents = np.concatenate([inner, inner])
        children = np.concatenate([tree.left[inner], tree.right[inner]])
        left, right = canvas.figure.subplots(1, 2, width_ratios=[3, 2])
        style.label(left, "Fading branches", "leaves, side by side", "questions asked")
        style.label(right, "Errors on new cases", "price α (log scale)", "cross-validated error")
        left.set(xlim=(-1, place[:, 0].max() + 1), ylim=(place[:, 1].min() - 0.5, 0.5), xticks=[],
                 yticks=[])
        left.grid(False)
        edges = np.stack([place[self._parents], place[children]], axis=1)
        left.add_collection(LineCollection(edges, color="#E1E1E1", linewidth=1))
        self._edges, self._alive = edges, canvas.moving(left.add_collection(
            LineCollection([], color=style.BLUE, linewidth=2)))
        self._error = cross_validated()
        right.semilogx(PRICES, self._error, color=style.BLUE)
        right.yaxis.set_major_formatter("{x:.0%}")
        (self._mark,) = right.plot([], [], "D", color=style.ORANGE, markersize=11)
        canvas.moving(self._mark)

    def draw(self, state: dict) -> str:
        """Show what is left at that price."""
        alpha = state["alpha"]
        alive = self._path.breaks_at[self._parents] > alpha
        self._alive.set_segments(self._edges[alive])
        error = float(np.interp(np.log(alpha), np.log(PRICES), self._error))
        self._mark.set_data([alpha], [error])
        leaves = int(alive.sum()) // 2 + 1
        grown = len(self._parents) // 2 + 1
        near = error <= self._error.min() + 0.005
        return (f"alpha = {alpha:.3g}: {leaves} leaves, of {grown} that were grown; {error:.1%} "
                f"errors on held-out passengers, {'near the best' if near else 'not the best'} "
                f"({self._error.min():.1%}).")
