"""Choose a tree of the pruning path: cross-validate cp, then take the simplest good tree.

Legend: ``V`` folds, ``e`` the loss of a sample by a tree that did not see it (0 or 1, or the
squared error), ``xerror`` = Σe / R(root), ``xstd`` = sqrt(Σe² - (Σe)²/n) / R(root).
"""
from __future__ import annotations

from numbers import Integral

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils import _safe_indexing, indexable

from coursekit.checks import (
    quoted, require_choice, require_columns, require_finite, require_whole,
)
from coursekit.labels import require_labels
from coursekit.tree.pruning import cp_table


def cross_validated_cp(model: BaseEstimator, X: pd.DataFrame | ArrayLike, y: ArrayLike,
                       folds: int = 10, random_state: int = 0) -> pd.DataFrame:
    """Return the cp table with the cross-validated error of each row.

    Every row's tree is the best for all CP between its own and that of the row before; the
    trees of the folds are pruned at the geometric mean of the two. The columns are those of
    rpart, which uses other folds and an approximate path (see `cp_table`).

    ``model``: how to grow; the table ends at its ``cp``. It is not changed.
    ``X``, ``y`` (n, d) and (n,): samples and targets.
    ``folds``: V, from 2 to n.
    ``random_state``: seed of the folds, whose sizes differ by at most one sample.

    Returns a DataFrame: ``CP``, ``nsplit``, ``rel_error``, ``xerror``, ``xstd``; the smallest tree
    first.

    >>> from coursekit.datasets import load_ptitanic
    >>> from coursekit.tree import CARTClassifier
    >>> people = load_ptitanic()
    >>> table = cross_validated_cp(CARTClassifier(), people[["sex", "age", "sibsp"]],
    ...                            people["survived"])
    >>> table["nsplit"].tolist()
    [0, 1, 2, 4]
    """
    if not hasattr(model, "pruning_path"):
        raise TypeError(f"model must be a CARTClassifier or a CARTRegressor, got {quoted(model)}; "
                        "fitted or not, it says how to grow")
    require_whole("random_state", random_state, 0)
    X, y = indexable(X, require_labels(y) if is_classifier(model) else require_finite("y", y))
    n = len(y)
    if not isinstance(folds, Integral) or not 2 <= folds <= n:
        raise ValueError("folds must be a whole number between 2 and the number of samples, got "
                         f"{folds!r} for {n} samples")
    whole = clone(model).set_params(trace=False).fit(X, y)
    table = cp_table(whole.full_tree_, 0.0 if model.cp is None else model.cp)
    between = np.sqrt(table["CP"].to_numpy()[1:] * table["CP"].to_numpy()[:-1])
    prices = np.r_[np.inf, between]
    fold = np.random.default_rng(random_state).permutation(np.arange(n) % folds)
    losses = np.empty((len(table), n))
    for v in range(folds):
        losses[:, fold == v] = _losses(whole, prices, X, y, fold != v)
    root = whole.full_tree_.risk[0] or 1.0
    losses /= root          # before squaring: squares of squared errors might overflow
    total = losses.sum(axis=1)
    spread = np.sqrt(np.maximum((losses ** 2).sum(axis=1) - total ** 2 / n, 0))
    return table.assign(xerror=total, xstd=spread)


def _losses(whole, prices: np.ndarray, X, y, inside: np.ndarray) -> list[np.ndarray]:
    """Return the losses outside of the tree grown inside, pruned at each price."""
    inside, outside = np.flatnonzero(inside), np.flatnonzero(~inside)
    part = clone(whole).fit(_safe_indexing(X, inside), _safe_indexing(y, inside))
    tree = part.full_tree_
    # A price in errors must shrink with the number of samples; relative to the root of this part
    # it then differs a little from the price for the whole.
    share = len(inside) / (len(inside) + len(outside))
    scale = (whole.full_tree_.risk[0] or 1.0) * share / (tree.risk[0] or 1.0)
    new, truth = _safe_indexing(X, outside), np.asarray(_safe_indexing(y, outside))
    losses = []
    for price in prices:
        said = part.pruned(cp=price * scale).predict(new)
        losses.append(said != truth if is_classifier(part) else (said - truth) ** 2)
    return losses


def choose_cp(table: pd.DataFrame, rule: str = "1-se") -> float:
    """Return the cp to prune at, from a table of `cross_validated_cp`.

    The rule "min" takes the row with the smallest xerror, "1-se" the smallest tree whose xerror is
    within one xstd of that.

    >>> table = pd.DataFrame({"CP": [0.4, 0.02, 0.01], "xerror": [1.0, 0.56, 0.55],
    ...                       "xstd": [0.03, 0.02, 0.02]})
    >>> choose_cp(table), choose_cp(table, "min")
    (0.02, 0.01)
    """
    table = require_columns(table, ("CP", "xerror", "xstd"), "choose_cp")
    require_choice("rule", rule, ("1-se", "min"))
    require_finite("xerror", table["xerror"])
    best = int(table["xerror"].to_numpy().argmin())
    bar = table["xerror"].iloc[best] + (table["xstd"].iloc[best] if rule == "1-se" else 0)
    row = int(np.argmax(table["xerror"].to_numpy() <= bar))
    return float(table["CP"].iloc[row])
