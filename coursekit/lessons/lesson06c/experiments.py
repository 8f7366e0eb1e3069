"""The repeated experiments of lesson 06c: many partitions, and trees compared on new samples.

Labels are 0 and 1, features numbers without gaps. *Old* samples grow trees, *new* ones test them.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier

from coursekit.tree.cart import CARTClassifier
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.pruning import PruningPath

LARGE = CARTClassifier(cp=0.002, min_samples_split=4, max_surrogates=0)
#: `chosen_sizes` of the passengers in twenty divisions into folds, seeds 0 to 19.
CHOSEN = {
    "smallest error": (7, 10, 10, 10, 7, 7, 10, 10, 10, 10, 22, 10, 10, 10, 10, 10, 10, 10, 10, 7),
    "one-SE rule": (7, 4, 7, 7, 6, 6, 7, 7, 6, 10, 7, 7, 10, 6, 7, 7, 7, 7, 7, 7)}


def partition(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of a random two thirds of n samples, and those of the rest."""
    old, new = np.split(np.random.default_rng(seed).permutation(n), [-(-2 * n // 3)])
    return old, new


def full_tree(X: ArrayLike, y: ArrayLike) -> DecisionTreeClassifier:
    """Return an unpruned tree."""
    return DecisionTreeClassifier(min_samples_split=4, random_state=0).fit(X, y)


def errors_by_size(X: ArrayLike, y: ArrayLike, sizes: Sequence[int], seeds: int) -> np.ndarray:
    """Return error rates on old and new samples of trees grown best-first to given sizes.

    The shape is (seeds, 2, sizes). One tree holds all smaller ones: its nodes are numbered as they
    are made, so the first 2k - 1 are the tree with k leaves.
    """
    errors = np.empty((seeds, 2, len(sizes)))
    for seed in range(seeds):
        parts = old, _ = partition(len(y), seed)
        tree = DecisionTreeClassifier(max_leaf_nodes=max(sizes), random_state=0)
        answers = tree.fit(X[old], y[old]).tree_.value[:, 0].argmax(axis=1)
        numbers = np.arange(len(answers))
        for part, rows in enumerate(parts):
            met = tree.decision_path(X[rows]).toarray()
            for k, size in enumerate(sizes):
                leaf = (met * numbers)[:, :2 * size - 1].max(axis=1)
                errors[seed, part, k] = np.mean(answers[leaf] != y[rows])
    return errors


def chosen_sizes(X: ArrayLike, y: ArrayLike, seeds: int) -> dict[str, tuple[int, ...]]:
    """Return the leaves that each rule chooses in so many divisions into ten folds."""
    chosen = {"smallest error": (), "one-SE rule": ()}
    for seed in range(seeds):
        table = cross_validated_cp(LARGE, X, y, random_state=seed)
        for rule, name in zip(chosen, ("min", "1-se"), strict=True):
            row = table[table["CP"] == choose_cp(table, name)].iloc[0]
            chosen[rule] += (int(row["nsplit"]) + 1,)
    return chosen


def library_path(X: ArrayLike, y: ArrayLike) -> PruningPath:
    """Return the weakest links of a tree as grown, by the library."""
    return CARTClassifier(cp=None, min_samples_split=4, max_surrogates=0).fit(X, y).pruning_path()


def peer_path(X: ArrayLike, y: ArrayLike) -> tuple[DecisionTreeClassifier, np.ndarray]:
    """Return a tree of scikit-learn, and its prices of weakest links."""
    peer = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, random_state=0)
    return peer.fit(X, y), peer.cost_complexity_pruning_path(X, y).ccp_alphas


def grown_minus_single(tree: CARTClassifier, X: ArrayLike, y: ArrayLike, known: int,
                       seeds: int) -> np.ndarray:
    """Return by how many more new samples a tree is wrong than the first feature alone, (seeds,).

    Each seed divides the samples at random: on ``known`` of them the tree is grown, the others are
    new. The first feature holds zeros and ones, and is itself an answer.
    """
    more = []
    for seed in range(seeds):
        old, new = np.split(np.random.default_rng(seed).permutation(len(y)), [known])
        wrong = clone(tree).fit(X[old], y[old]).predict(X[new]) != y[new]
        more.append(wrong.sum() - np.sum(X[new, 0] != y[new]))
    return np.array(more)
