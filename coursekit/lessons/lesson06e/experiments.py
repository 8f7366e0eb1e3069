"""The repeated experiments of lesson 06e: what a bound promises, and prunings compared.

Labels are 0 and 1, features numbers without gaps. *Old* samples grow trees, *new* ones test them.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import gammaln
from scipy.stats import binom
from sklearn.base import clone

from coursekit.lessons.lesson06c.experiments import LARGE, partition
from coursekit.lessons.lesson06e.pruning_families import prune_pessimistic, prune_reduced_error
from coursekit.tree.cart import CARTClassifier
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.pruning import bottom_up, collapse


def coverage(bound: Callable, n: int, rates: ArrayLike) -> np.ndarray:
    """Return the proportion of samples of size n in which ``bound`` reaches the true rate."""
    errors = np.arange(n + 1)
    reached = np.array([bound(int(e), n) for e in errors])[:, None] >= np.asarray(rates)
    return np.sum(binom.pmf(errors[:, None], n, rates) * reached, axis=0)


def prunings_compared(X: ArrayLike, y: ArrayLike, bound: Callable, seeds: int) -> pd.DataFrame:
    """Return leaves and error rate on new samples of a tree pruned by several methods.

    ``bound(errors, n)`` is the upper bound of a rate for confidence-level pruning. Reduced-error
    pruning grows on one half of the old samples and prunes with the other.
    """
    rows, known = [], {}
    for seed in range(seeds):
        old, new = partition(len(y), seed)
        for name, tree in _families(X[old], y[old], bound, known).items():
            rows.append((name, tree.get_n_leaves(), 1 - tree.score(X[new], y[new])))
    return pd.DataFrame(rows, columns=["method", "leaves", "error"])


def _families(X: np.ndarray, y: np.ndarray, bound: Callable, known: dict) -> dict:
    grow = CARTClassifier(cp=None, min_samples_split=4, max_surrogates=0)
    tree, table, half = grow.fit(X, y), cross_validated_cp(LARGE, X, y), len(y) // 2
    first = clone(grow).fit(X[:half], y[:half])
    large = CARTClassifier(cp=None, min_samples_leaf=10, max_surrogates=0).fit(X, y)
    return {"as grown": tree, "leaves of 10 or more": large,
            "reduced error": prune_reduced_error(first, X[half:], y[half:]),
            "pessimistic, r = ½": prune_pessimistic(tree, 0.5),
            "confidence level": _by_bound(tree, bound, known),
            "description length": _by_bits(tree, X),
            "cost-complexity, smallest error": tree.pruned(cp=choose_cp(table, "min")),
            "cost-complexity, one-SE": tree.pruned(cp=choose_cp(table, "1-se"))}


def _by_bound(model: CARTClassifier, bound: Callable, known: dict) -> CARTClassifier:
    """Prune by n·bound(errors, n) in every node, computed once for each pair of counts."""
    tree = model.tree_
    counts = list(zip(tree.risk.astype(int).tolist(), tree.n_node_samples.tolist()))
    known.update({count: bound(*count) for count in set(counts) - set(known)})
    cost = np.array([n * known[errors, n] for errors, n in counts])
    return collapse(model, bottom_up(tree.children_left, tree.children_right, cost))


def _by_bits(model: CARTClassifier, X: np.ndarray) -> CARTClassifier:
    """Prune by the bits that write the tree and name the errors in its leaves.

    A leaf pays for the question above it, for two signs "leaf or question", for the number of its
    errors and for which of its samples they are.
    """
    tree, questions = model.tree_, sum(len(np.unique(x)) - 1 for x in X.T)
    n, e = tree.n_node_samples, tree.risk
    which = (gammaln(n + 1) - gammaln(e + 1) - gammaln(n - e + 1)) / np.log(2)
    cost = np.log2(questions) + 2 + np.log2(n + 1) + which
    return collapse(model, bottom_up(tree.children_left, tree.children_right, cost))
