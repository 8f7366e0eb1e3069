"""Lesson 06c: raise the price of a leaf, and watch the weakest links of a large tree break."""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from coursekit.datasets import load_ptitanic
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import LogSlider
from coursekit.plots import style
from coursekit.plots.trees import node_places
from coursekit.tree import CARTClassifier, choose_cp, cross_validated_cp
from coursekit.tree.pruning import pruning_path

LOW, HIGH = 0.1, 400.0
LARGE, SMALL = 100, 30      # passengers of a large branch, of a small split


def passengers() -> tuple[np.ndarray, np.ndarray]:
    """Return five numbers (n, 5) of each passenger, an unknown age as 28, and who survived (n,)."""
    people = load_ptitanic()
    columns = [people["sex"] == "female", people["age"].fillna(28.0), people["sibsp"],
               people["parch"], people["pclass"].cat.codes + 1]
    return np.column_stack(columns).astype(float), (people["survived"] == "survived").to_numpy(int)


@cache
def large_tree() -> CARTClassifier:
    """Return the tree of all passengers, grown far; only splits that save no error are out."""
    return CARTClassifier(cp=0.0, min_samples_split=4, max_surrogates=0).fit(*passengers())


@cache
def cross_validated() -> pd.DataFrame:
    """Return the library's cross-validated cp table of that tree."""
    return cross_validated_cp(large_tree(), *passengers())


class Pruner(Explorer):
    """The large Titanic tree under a rising price of a leaf."""

    title = "The weakest link"
    question = "Which branches break first: the small ones, the low ones, or neither?"
    size = (8.8, 4.9)
    controls = (LogSlider("alpha", "α, errors a leaf must save", LOW, HIGH, LOW * 10 ** 0.05,
                          "price of a leaf, in errors among all passengers", steps=20),)
    presets = {
        "almost free": Preset(
            {"alpha": LOW},
            "which splits stand that serve a handful of passengers?",
            shows=r"smallest split that stands serves \d,"),
        "one error a leaf": Preset(
            {"alpha": LOW * 10 ** (21 / 20)},
            "how large is the largest branch that is gone?",
            shows=r"^α = 1\.12 .*largest branch gone had \d+"),
        "dear": Preset(
            {"alpha": LOW * 10 ** (54 / 20)},
            "which question is worth so much?",
            shows=r"^α = 50\.1 .*: 2 leaves of"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the tree, the marks in it, and the curve of held-out errors."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[3, 2])
        self._model = large_tree()
        self._tree, self._table = self._model.tree_, cross_validated()
        self._root = self._tree.risk[0]
        self._breaks_at = pruning_path(self._tree, "risk").breaks_at * self._root
        self._draw_tree(canvas, left)
        self._draw_errors(right)
        self._here = canvas.moving(*right.plot([], [], "D", color=style.ORANGE, markersize=11,
                                               zorder=5))
        handles = [self._alive, self._gone, self._stands]
        canvas.figure.legend(handles, ["stands", f"largest branch gone ({LARGE} or more)",
                                       "smallest split that stands"],
                             loc="outside lower center", ncols=3)

    def _draw_tree(self, canvas: Canvas, ax: Axes) -> None:
        tree = self._tree
        self._place, self._inner = node_places(self._model), tree.inner
        parents = np.concatenate([tree.inner, tree.inner])
        children = np.concatenate([tree.children_left[tree.inner], tree.children_right[tree.inner]])
        self._edges = np.stack([self._place[parents], self._place[children]], axis=1)
        self._edge_breaks = self._breaks_at[parents]
        style.label(ax, "what stands, what is gone", "leaves, side by side", "questions asked")
        ax.set(xlim=(-2, self._place[:, 0].max() + 2), xticks=[], yticks=[],
               ylim=(self._place[:, 1].min() - 0.8, 0.8))
        ax.grid(False)
        ax.add_collection(LineCollection(self._edges, color="#DDDDDD", linewidth=0.8))
        self._alive = canvas.moving(ax.add_collection(LineCollection(
            [], linewidth=2.2, color=style.BLUE)))
        self._gone, self._stands = (
            canvas.moving(*ax.plot([], [], marker, color=colour, markersize=11, ls="none",
                                   markeredgecolor="white", zorder=4))
            for marker, colour in (("X", style.ORANGE), ("^", style.GREEN)))
        self._numbers = [canvas.moving(ax.text(0, 0, "", fontsize=12, fontweight="bold", zorder=5,
                                               va="center")) for _ in range(2)]

    def _draw_errors(self, ax: Axes) -> None:
        """Draw each tree of the table in the middle of the α it is best for."""
        style.label(ax, "held-out errors", "α (log scale)", "error rate, ten folds")
        prices = (self._table["CP"].to_numpy() * self._root).clip(LOW)
        self._prices = prices
        middle = np.sqrt(prices * np.r_[HIGH, prices[:-1]])
        n = self._tree.n_node_samples[0]
        error, se = (self._root / n * self._table[c].to_numpy() for c in ("xerror", "xstd"))
        self._error = error
        ax.errorbar(middle, error, yerr=se, fmt="o-", capsize=3, lw=1.6, markersize=5)
        ax.axhline(error.min() + se[error.argmin()], color=style.INK, ls="--", lw=1.6)
        ax.annotate("lowest + its se", (HIGH, error.min() + se[error.argmin()]), (-2, -15),
                    textcoords="offset points", ha="right", fontsize=11)
        row = int(np.argmin(abs(self._table["CP"] - choose_cp(self._table))))
        self._chosen = int(self._table["nsplit"][row]) + 1
        ax.set(xscale="log", xlim=(LOW / 1.3, HIGH * 1.3), ylim=(0, 0.42))

    def draw(self, state: dict) -> str:
        """Show what stands at that α, the largest branch gone and the smallest split standing."""
        alpha, size = state["alpha"], self._tree.n_node_samples
        alive = self._edge_breaks > alpha
        self._alive.set_segments(self._edges[alive])
        stands = self._inner[self._breaks_at[self._inner] > alpha]
        gone = self._inner[self._breaks_at[self._inner] <= alpha]
        gone = gone[size[gone] >= LARGE]
        largest = gone[size[gone].argmax()] if gone.size else None
        smallest = stands[size[stands].argmin()] if stands.size else None
        for mark, number, t in zip((self._gone, self._stands), self._numbers, (largest, smallest)):
            mark.set_data(*([[], []] if t is None else self._place[t][:, None]))
            number.set_position((0, 0) if t is None else self._place[t] + [2.5, 0])
            number.set_text("" if t is None else f"{size[t]}")
        row = min(int(np.sum(self._prices > alpha)), len(self._error) - 1)
        self._here.set_data([alpha], [self._error[row]])
        leaves = len(stands) + 1
        return (f"α = {alpha:.3g} errors a leaf (cp = α/{self._root:.0f} = "
                f"{alpha / self._root:.3g}): {leaves} "
                f"{'leaf' if leaves == 1 else 'leaves'} of {len(self._inner) + 1} left, "
                f"{self._error[row]:.1%} held-out errors (lowest {self._error.min():.1%}). "
                f"{self._story(largest, smallest)} The one-SE rule takes {self._chosen} leaves.")

    def _story(self, largest: int | None, smallest: int | None) -> str:
        """Tell which links have broken and which have not, with their g."""
        size, depth = self._tree.n_node_samples, self._tree.depth
        told = (f"No branch of {LARGE} or more passengers is gone" if largest is None else
                f"The largest branch gone had {size[largest]} passengers, at depth "
                f"{depth[largest]}, and broke at α = {self._breaks_at[largest]:.3g}")
        if smallest is None:
            return f"{told}; no split stands."
        return (f"{told}; the smallest split that stands serves {size[smallest]}, at depth "
                f"{depth[smallest]}, and breaks at α = {self._breaks_at[smallest]:.3g}.")
