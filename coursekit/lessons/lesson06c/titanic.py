"""Lesson 06c: a large tree of the passengers, and what is left of it as it is cut back."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import load_ptitanic
from coursekit.tree import CARTClassifier
from coursekit.tree.pruning import pruning_path
from coursekit.tree.tree import Tree

#: Wrong answers of the trees on the path, from the largest to the single question, for passengers
#: held out: all of them once in each of ten partitions into ten folds (seeds 0 to 9).
HELD_OUT = (2991, 2976, 2958, 2919, 2877, 2831, 2815, 2745, 2671, 2670, 2554, 2607, 2712, 2796,
            2880)
PARTITIONS = 10
#: What the largest tree gets wrong more than the single question in those partitions, and what a
#: tree pruned inside gets wrong more: each with 1.96 standard errors over passengers.
GROWN_MORE, CUT_MORE = (11.1, 24.6), (-30.2, 17.4)
#: Wrong answers, for passengers held out, of a tree whose price was chosen by the training folds
#: alone, in each of five partitions (seeds 0 to 4).
CHOSEN_INSIDE = (253, 258, 257, 264, 257)
WORDS = {(0, 0.5): ("men and boys", "women and girls"), (4, 2.5): ("1st, 2nd class", "3rd class"),
         (4, 1.5): ("1st class", "2nd, 3rd class")}
COLUMNS = ("female", "age", "siblings, spouses", "parents, children", "class")


class Stage(NamedTuple):
    """A tree on the path: from which price on it is the cheapest, its size, its errors."""

    since: float
    leaves: int
    errors: int             # on the passengers it was grown on
    held_out: float         # the same number of others, mean over the partitions


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


def tree() -> Tree:
    """Return the nodes of the large tree."""
    return large_tree().tree_


@cache
def breaks_at() -> np.ndarray:
    """Return the price, in errors, at which each node of the large tree is cut; inf for leaves."""
    return pruning_path(tree(), "risk").breaks_at * tree().risk[0]


@cache
def stages() -> tuple[Stage, ...]:
    """Return the trees of the path that ask at least one question, the largest first."""
    path = pruning_path(tree(), "risk")
    root = tree().risk[0]
    errors = [round(root * cost) for cost in path.cost / path.cost[-1]]
    return tuple(Stage(round(float(since), 9), int(leaves), wrong, held / PARTITIONS)
                 for since, leaves, wrong, held in zip(path.alpha * root, path.n_leaves, errors,
                                                       HELD_OUT, strict=False))


def standing(price: float) -> np.ndarray:
    """Return which nodes stand at a price, questions and leaves, shape (N,)."""
    t, alive = tree(), np.zeros(len(tree().depth), dtype=bool)
    alive[0] = True
    for k in t.inner:                                   # a parent comes before its children
        for child in (t.children_left[k], t.children_right[k]):
            alive[child] = alive[k] and breaks_at()[k] > price + 1e-9
    return alive


@cache
def who() -> tuple[str, ...]:
    """Return in a few words who is sent to each node."""
    t, words = tree(), ["all passengers"] + [""] * (len(tree().depth) - 1)
    for k in t.inner:
        feature, s = int(t.feature[k]), float(t.threshold[k])
        below, above = WORDS.get((feature, s)) or (
            f"{COLUMNS[feature]} < {s:.3g}", f"{COLUMNS[feature]} ≥ {s:.3g}")
        words[t.children_left[k]], words[t.children_right[k]] = below, above
    return tuple(words)
