"""Two other methods to prune a classification tree.

Both work from the leaves up: a branch becomes a leaf if the leaf is expected to do no worse.
They differ in how they estimate errors:

- reduced error: the errors on new samples;
- pessimistic: the training errors, plus a constant r for every leaf.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between
from coursekit.labels import require_labels
from coursekit.tree.pruning import Model, bottom_up, collapse
from coursekit.tree.tree import Tree


def prune_pessimistic(model: Model, r: float = 0.5) -> Model:
    """Return a classification tree pruned to minimise errors plus ``r`` per leaf.

    References
    ----------
    After J. R. Quinlan (1987), *Simplifying decision trees*, who also adds ½ per leaf, but compares
    within one standard error, from the top down.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> [prune_pessimistic(model, r).get_n_leaves() for r in (0.5, 1.5)]
    [2, 1]
    """
    r = require_between("r", r, 0, np.inf)
    return _pruned(model, _classification_tree(model).risk + r)


def prune_reduced_error(model: Model, X: pd.DataFrame | ArrayLike, y: ArrayLike) -> Model:
    """Return a classification tree pruned by its errors on samples (X, y) it has not seen.

    The cost of a node is the errors it would make as a leaf on the new samples that reach it; a
    branch that no new sample reaches is cut. A label unknown to the tree is always an error.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> prune_reduced_error(model, [[0], [5]], [1, 1]).get_n_leaves()
    1
    """
    tree = _classification_tree(model)
    leaf, y = model.apply(X), require_labels(y)
    if y.shape != leaf.shape:
        raise ValueError(f"X and y must have the same length, got {len(leaf)} samples and labels "
                         f"of shape {y.shape}; give one label for each new sample")
    if y.size and not np.isin(y, model.classes_).any():
        raise ValueError(f"y holds none of the labels that the tree knows, which are "
                         f"{model.classes_.tolist()}; got {y[0]!r} and others")
    said = model.classes_[tree.value.argmax(axis=1)]
    errors = [np.sum(y[(leaf >= t) & (leaf < end)] != said[t]) for t, end in enumerate(tree.end)]
    return _pruned(model, np.array(errors))


def _pruned(model: Model, leaf_cost: np.ndarray) -> Model:
    tree = model.tree_
    return collapse(model, bottom_up(tree.children_left, tree.children_right, leaf_cost))


def _classification_tree(model: BaseEstimator) -> Tree:
    check_is_fitted(model)
    if not is_classifier(model):
        raise TypeError(f"this pruning counts misclassified samples, got {type(model).__name__}; "
                        "prune a regression tree by cp or ccp_alpha")
    return model.tree_
