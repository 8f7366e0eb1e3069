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

LARGE = CARTClassifier(cp=0.002, min_samples_split=4, max_surrogates=0)


def partition(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of a random two thirds of n samples, and those of the rest."""
    old, new = np.split(np.random.default_rng(seed).permutation(n), [-(-2 * n // 3)])
    return old, new


def full_tree(X: ArrayLike, y: ArrayLike) -> DecisionTreeClassifier:
    """Return an unpruned tree."""
    return DecisionTreeClassifier(min_samples_split=4, random_state=0).fit(X, y)


def errors_by_size(X: ArrayLike, y: ArrayLike, sizes: Sequence[int], seeds: int) -> np.ndarray:
    """Return error rates on old and new samples of trees grown best-first to given sizes.

    The shape is (seeds, 2, sizes).
    """
    errors = np.empty((seeds, 2, len(sizes)))
    for seed in range(seeds):
        parts = old, _ = partition(len(y), seed)
        for k, size in enumerate(sizes):
            tree = DecisionTreeClassifier(max_leaf_nodes=size, random_state=0).fit(X[old], y[old])
            errors[seed, :, k] = [1 - tree.score(X[rows], y[rows]) for rows in parts]
    return errors


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
