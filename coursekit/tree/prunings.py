"""Four other reasons to cut a branch off a classification tree.

All work from the leaves up: a branch becomes a leaf if the leaf is expected to do no worse.
They differ in what they expect:

- reduced error: the errors on cases the tree has not seen;
- pessimistic: the errors counted, and a constant r for every leaf;
- confidence level: the upper end of an interval around each leaf's error rate;
- minimum description length: the bits to send the tree, and then the classes it leaves open.

Each function returns the nodes to collapse, ready for `Tree.collapse` or `collapse`.
"""
from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import gammaln
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import require_between, require_finite
from coursekit.statistics import upper_error_bound
from coursekit.tree.structure import LEAF, Tree

if TYPE_CHECKING:
    from coursekit.tree.cart import CARTClassifier

def bottom_up(tree: Tree, leaf_cost: ArrayLike, node_cost: ArrayLike | float = 0.0) -> np.ndarray:
    """Return the nodes to collapse so that leaves and inner nodes together cost least.

    A branch becomes a leaf if that costs no more than its halves and the node that joins them.

    Parameters
    ----------
    tree : Tree
        A grown tree.
    leaf_cost, node_cost : array_like, shape (N,), or a number
        What each node costs as a leaf, and as a question.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> bottom_up(model.tree_, [3.0, 2.0, 2.0]), bottom_up(model.tree_, [5.0, 2.0, 2.0])
    (array([0]), array([], dtype=int64))
    """
    cost = np.broadcast_to(np.asarray(leaf_cost, dtype=float), len(tree)).copy()
    question = np.broadcast_to(np.asarray(node_cost, dtype=float), len(tree))
    collapsed = []
    for t in np.flatnonzero(tree.left != LEAF)[::-1]:
        branch = question[t] + cost[tree.left[t]] + cost[tree.right[t]]
        if cost[t] <= branch + 1e-9 * max(abs(branch), 1.0):    # of equals, the leaf
            collapsed.append(t)
        else:
            cost[t] = branch
    return np.array(collapsed[::-1], dtype=int)


def pessimistic_estimate(errors: ArrayLike, r: float) -> float:
    """Return Σ(e + r), the errors expected of leaves that made e on the cases they grew from.

    Examples
    --------
    One leaf with 7 errors or three with 2 each; r = 0.8 prunes, r = 0.4 does not:

    >>> [round(pessimistic_estimate(e, r), 1) for r in (0.8, 0.4) for e in ([7], [2, 2, 2])]
    [7.8, 8.4, 7.4, 7.2]
    """
    errors = require_finite("errors", errors)
    return float(np.sum(errors + require_between("r", r, 0, np.inf)))


def pessimistic(model: CARTClassifier, r: float = 0.5) -> np.ndarray:
    """Return what pessimistic pruning collapses: every leaf is charged its errors and r more.

    Parameters
    ----------
    model : CARTClassifier
        Fitted.
    r : float
        Errors added to each leaf, at least 0.

    References
    ----------
    J. R. Quinlan (1987), *Simplifying decision trees*.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> pessimistic(model, 0.5), pessimistic(model, 1.5)
    (array([], dtype=int64), array([0]))
    """
    r = require_between("r", r, 0, np.inf)
    tree = _classification_tree(model)
    return bottom_up(tree, tree.risk + r)


def confidence_level(model: CARTClassifier, alpha: float = 0.25) -> np.ndarray:
    """Return what confidence-level pruning collapses: n·U(errors, n) is charged to each leaf.

    U is `coursekit.statistics.upper_error_bound`, the bound that also simplifies rules.

    Parameters
    ----------
    model : CARTClassifier
        Fitted.
    alpha : float
        Two-sided significance; smaller values expect more errors of small leaves, and prune
        more.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, section 4.2.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> confidence_level(model)
    array([0])
    """
    tree = _classification_tree(model)
    return bottom_up(tree, tree.n * upper_error_bound(tree.risk, tree.n, alpha))


def reduced_error(model: CARTClassifier, X: pd.DataFrame | ArrayLike,
                  y: ArrayLike) -> np.ndarray:
    """Return what reduced-error pruning collapses, judged by cases the tree has not seen.

    Each node is charged the errors it would make as a leaf on the new cases that come by; a
    branch that no new case reaches is cut.

    Parameters
    ----------
    model : CARTClassifier
        Fitted on other cases.
    X, y : table of shape (m, d) and labels of shape (m,)
        New cases; labels the tree does not know are always errors.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> reduced_error(model, [[0], [5]], [1, 1])
    array([0])
    """
    tree = _classification_tree(model)
    leaf, y = model.apply(X), np.asarray(y)
    if len(leaf) != len(y):
        raise ValueError(f"X and y must have one length, got {len(leaf)} and {len(y)}; "
                         "give one label for each new case")
    said = model.classes_[tree.value.argmax(axis=1)]
    position = np.arange(len(tree))
    errors = np.array([np.sum(y[(leaf >= t) & (leaf < end)] != said[t])
                       for t, end in zip(position, tree.end)])
    return bottom_up(tree, errors)


def description_length(model: CARTClassifier) -> tuple[np.ndarray, np.ndarray]:
    """Return the bits each node costs as a leaf, and as a question.

    As a leaf: one bit that says so, the class counts (one of all ways to divide n cases among
    K classes), and which cases have which class given the counts:
    log2 C(n + K - 1, K - 1) + log2 n!/(n_1! … n_K!). As a question: one bit, log2 d for the
    feature, and log2 of the questions it could ask: a threshold in any of the gaps between the
    cases that could answer, or one of 2^(L-1) - 1 sets of L levels.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> [part.round(2).tolist() for part in description_length(model)]
    [[4.58, 2.0, 2.58], [2.0, 1.0, 1.0]]
    """
    tree, d = _classification_tree(model), model.n_features_in_
    n, K = tree.n, len(model.classes_)
    ways = _log2_factorial(n + K - 1) - _log2_factorial(n) - _log2_factorial(K - 1)
    cases = _log2_factorial(n) - _log2_factorial(tree.value).sum(axis=1)
    feature = tree.splits.feature[:, 0]
    levels = np.array([0 if v is None else len(v) for v in model.columns_.levels])[feature]
    questions = np.where(levels > 0, 2.0 ** np.maximum(levels - 1, 1) - 1,
                         np.maximum(tree.splits.known - 1, 1))
    asks = np.where(tree.left != LEAF, np.log2(d) + np.log2(np.maximum(questions, 1)), 0)
    return 1 + ways + cases, 1 + asks


def minimum_description_length(model: CARTClassifier) -> np.ndarray:
    """Return what minimum-description-length pruning collapses: the shortest message stays.

    References
    ----------
    J. R. Quinlan, R. L. Rivest (1989), *Inferring decision trees using the minimum description
    length principle*; the code for the classes is the multinomial one of the lesson on rules.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> minimum_description_length(model)
    array([0])
    """
    leaf, question = description_length(model)
    return bottom_up(model.tree_, leaf, question)


def collapse(model: CARTClassifier, nodes: ArrayLike) -> CARTClassifier:
    """Return a copy of a fitted tree in which those nodes are leaves.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> collapse(model, [0]).predict([[0]])
    array([1])
    """
    check_is_fitted(model)
    other = copy.copy(model)
    other.tree_ = model.tree_.collapse(np.asarray(nodes, dtype=int))
    return other


def _classification_tree(model) -> Tree:
    check_is_fitted(model)
    if not is_classifier(model):
        raise TypeError(f"this pruning counts misclassified cases, got {type(model).__name__}; "
                        "prune a regression tree by cp or ccp_alpha")
    return model.tree_


def _log2_factorial(n) -> np.ndarray:
    return gammaln(np.asarray(n, dtype=float) + 1) / np.log(2)
