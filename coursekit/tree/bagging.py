"""Many trees from one table: how much a tree owes to the sample, and what a vote makes of it."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils import _safe_indexing, indexable

from coursekit.checks import require_whole
from coursekit.tree.trace import question


def bootstrap_trees(model: BaseEstimator, X: pd.DataFrame | ArrayLike, y: ArrayLike,
                    n_trees: int = 100, random_state: int = 0) -> list:
    """Return trees grown on as many resamples: n samples drawn with replacement from the n.

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Says how to grow; it is not changed. Any scikit-learn estimator will do.
    X, y : table of shape (n, d), targets of shape (n,)
        The sample.
    n_trees, random_state : int
        How many, and the seed; tree k is the same however many are grown. The rows a tree was
        grown on are its ``drawn_``, shape (n,).

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> X, y = [[0], [1], [2], [3]], [0, 0, 1, 1]
    >>> trees = bootstrap_trees(CARTClassifier(min_samples_split=2), X, y, n_trees=3)
    >>> vote(trees, [[0], [3]])
    array([0, 1])
    """
    require_whole("n_trees", n_trees, 1)
    X, y = indexable(X, y)
    n, trees = len(y), []
    rng = np.random.default_rng(random_state)
    for _ in range(n_trees):
        rows = rng.integers(n, size=n)
        tree = clone(model).fit(_safe_indexing(X, rows), _safe_indexing(y, rows))
        tree.drawn_ = rows
        trees.append(tree)
    return trees


def vote(trees: Sequence, X: pd.DataFrame | ArrayLike) -> np.ndarray:
    """Return the mean of the trees' shares of each class, turned into a class; or of their means.

    A tree that never drew a class gives it no share. ``X`` has m new samples; the answer has
    shape (m,).
    """
    if not len(trees):
        raise ValueError("trees must not be empty; grow some with bootstrap_trees")
    if not is_classifier(trees[0]):
        return np.mean([tree.predict(X) for tree in trees], axis=0)
    classes = np.unique(np.concatenate([tree.classes_ for tree in trees]))
    total = 0
    for tree in trees:
        share = tree.predict_proba(X)
        wide = np.zeros((len(share), len(classes)))
        wide[:, np.searchsorted(classes, tree.classes_)] = share
        total = total + wide
    return classes[np.argmax(total, axis=1)]


def root_questions(trees: Sequence, digits: int = 6) -> pd.DataFrame:
    """Return what each tree asks first, one row a tree.

    The columns are ``feature`` ("none" if the tree asks nothing), ``threshold`` (NaN if nominal),
    ``question`` (with thresholds of ``digits`` significant digits) and ``leaves``.

    Examples
    --------
    >>> from coursekit.tree import CARTClassifier
    >>> X, y = [[0], [1], [2], [3]], [0, 0, 1, 1]
    >>> trees = bootstrap_trees(CARTClassifier(min_samples_split=2), X, y, n_trees=2)
    >>> root_questions(trees)["feature"].tolist()      # the second drew one class only
    ['x[0]', 'none']
    """
    rows = []
    for model in trees:
        splits = model.tree_.splits
        j = splits.feature[0, 0]
        asks = j >= 0
        rows.append({"feature": model.columns_.names[j] if asks else "none",
                     "threshold": splits.threshold[0, 0],
                     "question": question(splits, 0, model.columns_, digits=digits) if asks else "",
                     "leaves": len(model.tree_.leaves)})
    return pd.DataFrame(rows)
