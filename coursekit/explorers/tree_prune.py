"""Lesson 06: raise the price of a leaf, and watch the tree fade branch by branch."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb

from coursekit.datasets import load_ptitanic
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import LogSlider
from coursekit.plots import style
from coursekit.plots.trees import node_places
from coursekit.tree import CARTClassifier, choose_cp, cross_validated_cp
from coursekit.tree.pruning import pruning_path

FEATURES = ["sex", "age", "sibsp", "parch", "pclass"]
LOW, HIGH = 2e-4, 0.6
FADES = 4.0     # a branch pales while the price is within this factor of breaking it


@cache
def large_tree() -> CARTClassifier:
    """Return the tree of all 1309 passengers, grown far; only splits that save no error are out."""
    people = load_ptitanic()
    model = CARTClassifier(cp=0.0, min_samples_split=4)
    return model.fit(people[FEATURES], people["survived"])


@cache
def cross_validated() -> pd.DataFrame:
    """Return the library's cross-validated cp table of that tree."""
    people = load_ptitanic()
    return cross_validated_cp(large_tree(), people[FEATURES], people["survived"])


class Pruner(Explorer):
    """The large Titanic tree under a rising price of a leaf."""

    title = "The price of a leaf"
    question = "Which branches go first, and at which price does the tree do best on new samples?"
    size = (11.0, 5.2)
    controls = (LogSlider("alpha", "price α of a leaf", LOW, HIGH, 2e-3,
                          "errors a leaf must save, as a share of the root's (rpart: cp)",
                          steps=20),)
    presets = {
        "nearly free": ({"alpha": LOW}, "everything that saves an error stays"),
        "within one standard error": ({"alpha": LOW * 10 ** (36 / 20)},
                                      "the smallest tree that is good enough"),
        "dear": ({"alpha": LOW * 10 ** (54 / 20)}, "only the first question is worth its price"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the tree, the curve of errors and the steps of its size."""
        grid = canvas.figure.add_gridspec(2, 2, width_ratios=[3, 2], height_ratios=[3, 2])
        left, top, bottom = (canvas.figure.add_subplot(grid[k]) for k in
                             ((slice(None), 0), (0, 1), (1, 1)))
        self._grow(canvas, left)
        self._table = cross_validated()
        self._root = large_tree().tree_.risk[0] / large_tree().tree_.n_node_samples[0]
        self._draw_errors(top)
        leaves, prices = self._table["nsplit"] + 1, self._table["CP"]
        style.label(bottom, "Size of the tree", "price α (log scale)", "leaves |T|")
        bottom.step([*prices[::-1].clip(LOW), HIGH], [*leaves[::-1], 1], where="post",
                    color=style.BLUE)
        bottom.set(xscale="log", yscale="log", xlim=(LOW / 1.3, HIGH * 1.3))
        self._marks = [canvas.moving(*ax.plot([], [], "D", color=style.ORANGE, markersize=11,
                                              zorder=5)) for ax in (top, bottom)]

    def _grow(self, canvas: Canvas, ax: Axes) -> None:
        model = large_tree()
        tree, self._path = model.tree_, pruning_path(model.tree_, "risk")
        place, inner = node_places(model), tree.inner
        parents = np.concatenate([inner, inner])
        ends = place[np.concatenate([tree.children_left[inner], tree.children_right[inner]])]
        self._breaks_at = self._path.breaks_at[parents]
        edges = np.stack([place[parents], ends], axis=1)
        style.label(ax, "Fading branches", "leaves, side by side", "questions asked")
        ax.set(xlim=(-2, place[:, 0].max() + 2), ylim=(place[:, 1].min() - 0.5, 0.5), xticks=[],
               yticks=[])
        ax.grid(False)
        ax.add_collection(LineCollection(edges, color="#E8E8E8", linewidth=0.8))
        self._edges = edges
        self._alive = canvas.moving(ax.add_collection(LineCollection([], linewidth=2.2)))

    def _draw_errors(self, ax: Axes) -> None:
        """Draw each tree of the table in the middle of the prices it is best for."""
        style.label(ax, "Errors on new samples", "", "cross-validated")
        prices = self._table["CP"].to_numpy().clip(LOW)
        middle = np.sqrt(prices * np.r_[HIGH, prices[:-1]])
        error, spread = (self._root * self._table[c] for c in ("xerror", "xstd"))
        ax.errorbar(middle, error, yerr=spread, fmt="o-", capsize=3, lw=1.6, markersize=5)
        best = int(error.argmin())
        ax.axhline(error[best] + spread[best], color=style.GREEN, ls="--", lw=1.6)
        chosen = int(np.argmin(abs(self._table["CP"] - choose_cp(self._table))))
        self._chosen = int(self._table["nsplit"][chosen]) + 1
        ax.plot([middle[chosen]], [error[chosen]], "o", color=style.GREEN, markersize=14,
                mfc="none", mew=2.5)
        ax.annotate("one-SE choice", (middle[chosen], error[chosen]), (0, 26), ha="center",
                    textcoords="offset points", color="#00614A", fontsize=12)
        ax.set(xscale="log", xlim=(LOW / 1.3, HIGH * 1.3), ylim=(0.18, 0.40))
        ax.yaxis.set_major_formatter("{x:.0%}")

    def draw(self, state: dict) -> str:
        """Show what is left at that price, paler the nearer it is to breaking."""
        alpha = state["alpha"]
        alive = self._breaks_at > alpha
        strength = np.clip(np.log(self._breaks_at[alive] / alpha) / np.log(FADES), 0.25, 1)
        self._alive.set_segments(self._edges[alive])
        self._alive.set_color(1 - strength[:, None] * (1 - np.array(to_rgb(style.BLUE))))
        row = min(int(np.sum(self._table["CP"] > alpha)), len(self._table) - 1)
        leaves = int(alive.sum()) // 2 + 1
        error = self._root * self._table["xerror"][row]
        for mark, height in zip(self._marks, (error, leaves), strict=True):
            mark.set_data([alpha], [height])
        best = self._root * self._table["xerror"].min()
        left = "1 leaf" if leaves == 1 else f"{leaves} leaves"
        return (f"α = {alpha:.3g}: {left}, of {len(self._breaks_at) // 2 + 1} that were grown; "
                f"{error:.1%} errors on held-out passengers (best: {best:.1%}). The one-SE rule "
                f"takes {self._chosen} leaves.")
