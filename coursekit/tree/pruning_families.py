"""Four other reasons to cut a branch off a classification tree.

All work from the leaves up: a branch becomes a leaf if the leaf is expected to do no worse.
They differ in what they expect:

- reduced error: the errors on samples the tree has not seen;
- pessimistic: the errors counted, and a constant r for every leaf;
- confidence level: the upper end of an interval around each leaf's error rate;
- minimum description length: the bits to send the tree, and then the classes it leaves open.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import gammaln
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between
from coursekit.statistics import upper_error_bound
from coursekit.tree.pruning import Model, bottom_up, collapse
from coursekit.tree.tree import Tree


def prune_pessimistic(model: Model, r: float = 0.5) -> Model:
    """Return a classification tree pruned so that errors and ``r`` for every leaf cost least.

    References
    ----------
    After J. R. Quinlan (1987), *Simplifying decision trees*, who also adds ½ a leaf but compares
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


def prune_confidence_level(model: Model, alpha: float = 0.25) -> Model:
    """Return a classification tree pruned so that n·U(errors, n) over its leaves is least.

    U is `coursekit.statistics.upper_error_bound`, the bound that also simplifies rules, at the
    two-sided significance ``alpha``; smaller values prune more.

    References
    ----------
    The idea is that of J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, section 4.2;
    his bound is another one: one-sided, and exact.
    """
    tree = _classification_tree(model)
    bound = upper_error_bound(tree.risk, tree.n_node_samples, alpha)
    return _pruned(model, tree.n_node_samples * bound)


def prune_reduced_error(model: Model, X: pd.DataFrame | ArrayLike, y: ArrayLike) -> Model:
    """Return a classification tree pruned by its errors on samples (X, y) it has not seen.

    Each node is charged the errors it would make as a leaf on the new samples that come by; a
    branch that no new sample reaches is cut. A label the tree does not know is an error wherever
    it comes by.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> prune_reduced_error(model, [[0], [5]], [1, 1]).get_n_leaves()
    1
    """
    tree = _classification_tree(model)
    leaf, y = model.apply(X), np.asarray(y)
    if y.shape != leaf.shape:
        raise ValueError(f"X and y must have one length, got {len(leaf)} samples and labels of "
                         f"shape {y.shape}; give one label for each new sample")
    if y.size and not np.isin(y, model.classes_).any():
        raise ValueError(f"y holds none of the labels that the tree knows, which are "
                         f"{model.classes_.tolist()}; got {y[0]!r} and others")
    said = model.classes_[tree.value.argmax(axis=1)]
    errors = [np.sum(y[(leaf >= t) & (leaf < end)] != said[t]) for t, end in enumerate(tree.end)]
    return _pruned(model, np.array(errors))


def prune_description_length(model: Model) -> Model:
    """Return a classification tree pruned to the shortest message that tells tree and classes.

    References
    ----------
    J. R. Quinlan, R. L. Rivest (1989), *Inferring decision trees using the minimum description
    length principle*; the code for the classes is the multinomial one of the lesson on rules.
    """
    leaf, question = description_length(model)
    return _pruned(model, leaf, question)


def description_length(model: BaseEstimator) -> tuple[np.ndarray, np.ndarray]:
    """Return the bits each node costs as a leaf, and as a question.

    As a leaf: one bit that says so, the class counts (one of all ways to divide n samples among
    K classes), and which samples have which class given the counts:
    log2 C(n + K - 1, K - 1) + log2 n!/(n_1! … n_K!). As a question: one bit, log2 d for the
    feature, and log2 of the questions it could ask: a threshold in any of the gaps between the
    samples that could answer, or one of 2^(L-1) - 1 sets of L levels.
    """
    tree, d = _classification_tree(model), model.n_features_in_
    n, K = tree.n_node_samples, len(model.classes_)
    ways = _log2_factorial(n + K - 1) - _log2_factorial(n) - _log2_factorial(K - 1)
    samples = _log2_factorial(n) - _log2_factorial(tree.value).sum(axis=1)
    feature = tree.splits.feature[:, 0]
    levels = np.array([0 if v is None else len(v) for v in model.columns_.levels])[feature]
    questions = np.where(levels > 0, 2.0 ** np.maximum(levels - 1, 1) - 1,
                         np.maximum(tree.splits.n_known - 1, 1))
    asks = np.zeros(len(tree))
    asks[tree.inner] = np.log2(d) + np.log2(np.maximum(questions[tree.inner], 1))
    return 1 + ways + samples, 1 + asks


def _pruned(model: Model, leaf_cost: np.ndarray, node_cost: ArrayLike | float = 0.0) -> Model:
    tree = model.tree_
    return collapse(model, bottom_up(tree.children_left, tree.children_right, leaf_cost,
                                     node_cost))


def _classification_tree(model: BaseEstimator) -> Tree:
    check_is_fitted(model)
    if not is_classifier(model):
        raise TypeError(f"this pruning counts misclassified samples, got {type(model).__name__}; "
                        "prune a regression tree by cp or ccp_alpha")
    return model.tree_


def _log2_factorial(n: ArrayLike) -> np.ndarray:
    return gammaln(np.asarray(n, dtype=float) + 1) / np.log(2)
