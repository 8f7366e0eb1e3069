"""Lesson 06: shake the data a little, and see the first question change."""
from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np

from coursekit.datasets import load_ptitanic
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice, Slider
from coursekit.plots import style
from coursekit.tree.builder import StoppingRules, TrainingSet, grow
from coursekit.tree.criteria import find_criterion
from coursekit.tree.encoding import Columns
from coursekit.tree.trace import question

SETS = {"with sex": ["sex", "age", "sibsp", "parch", "pclass"],
        "without sex": ["age", "sibsp", "parch", "pclass"]}
MOST = 8
ROOT_ONLY = StoppingRules(max_depth=1, max_surrogates=0)


@cache
def first_questions(features: str, share: float, trees: int = 100) -> tuple[str, ...]:
    """Return the first question of each tree grown on a bootstrap resample of that share."""
    people, rng = load_ptitanic()[[*SETS[features], "survived"]], np.random.default_rng(6)
    columns = Columns.of(people[SETS[features]])
    X, y = columns.encode(people[SETS[features]]), (people["survived"] == "survived").to_numpy(int)
    asked = []
    for _ in range(trees):
        again = rng.integers(0, len(people), round(share * len(people)))
        root = grow(TrainingSet(X[again], columns, y[again], 2, find_criterion("gini")),
                    ROOT_ONLY)
        asked.append(question(root.splits, 0, columns))
    return tuple(asked)


class Resample(Explorer):
    """First questions of trees grown on bootstrap resamples."""

    title = "Shaken data"
    question = "Would the tree ask the same first question if the data were drawn again?"
    controls = (
        Slider("trees", "resamples", 5, 100, 5, 50, "number of bootstrap resamples"),
        Slider("share", "size of a resample", 0.1, 1.0, 0.3, 1.0, "share of the list"),
        Choice("features", "features", tuple(SETS), "without sex", "columns to ask about"),
    )
    presets = {
        "one strong feature": ({"features": "with sex"}, "sex wins every time: a stable root"),
        "few samples": ({"share": 0.1}, "with a tenth of the list the root is a lottery"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bars and their names."""
        ax = canvas.figure.subplots()
        style.label(ax, "The first question, again and again", "trees", "first question")
        ax.set(xlim=(0, 105), ylim=(MOST - 0.4, -0.6), yticks=[])
        ax.grid(axis="x")
        self._bars = ax.barh(range(MOST), [0] * MOST, color=style.SKY, height=0.75)
        for bar in self._bars:
            canvas.moving(bar)
        self._names = [canvas.moving(ax.text(1, k, "", va="center", fontsize=12, zorder=5))
                       for k in range(MOST)]

    def draw(self, state: dict) -> str:
        """Count the questions of the state."""
        asked = first_questions(state["features"], round(state["share"], 1))[:state["trees"]]
        votes = Counter(asked)
        told = votes.most_common(MOST) + [("", 0)] * MOST
        for bar, text, (first, count) in zip(self._bars, self._names, told, strict=False):
            bar.set_width(count)
            text.set_text(f"{first}: {count}" if count else "")
        first, count = told[0]
        return (f"{state['trees']} resamples, {state['features']}: {len(votes)} different first "
                f"questions; the most frequent is “{first}”, {count} times.")
