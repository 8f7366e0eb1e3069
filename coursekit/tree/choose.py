"""Which tree of the path? Cross-validate the price of a leaf, then take the simplest that will do.

Legend: ``V`` folds, ``e`` the loss of a case by a tree that did not see it (0 or 1, or the
squared error), ``xerror`` = Σe / R(root), ``xstd`` = sqrt(Σe² - (Σe)²/n) / R(root).
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import clone, is_classifier
from sklearn.utils import indexable

from coursekit.checks import require_choice, require_columns
from coursekit.tree.weakest_link import cp_table

if TYPE_CHECKING:
    from coursekit.tree.cart import CARTClassifier, CARTRegressor


def cross_validated_cp(model: CARTClassifier | CARTRegressor, X: pd.DataFrame | ArrayLike,
                       y: ArrayLike, folds: int = 10, random_state: int = 0) -> pd.DataFrame:
    """Return rpart's cp table with the errors that cross-validation expects of each row.

    Every row's tree is the best for all CP between its own and that of the row before; the
    trees of the folds are pruned at the geometric mean of the two.

    Parameters
    ----------
    model : CARTClassifier or CARTRegressor
        Says how to grow; its ``cp`` is where the table ends. It is not changed.
    X : DataFrame or array_like, shape (n, d)
        Features.
    y : array_like, shape (n,)
        Labels or numbers.
    folds : int
        V, from 2 to n.
    random_state : int
        Decides who is in which fold; the folds differ by at most one case.

    Returns
    -------
    DataFrame
        ``CP``, ``nsplit``, ``rel_error``, ``xerror``, ``xstd``; the smallest tree first.

    Raises
    ------
    ValueError
        If the number of folds is not possible.

    Examples
    --------
    >>> from coursekit.datasets import load_ptitanic
    >>> from coursekit.tree import CARTClassifier
    >>> people = load_ptitanic()
    >>> table = cross_validated_cp(CARTClassifier(), people[["sex", "age", "sibsp"]],
    ...                            people["survived"])
    >>> table["nsplit"].tolist()
    [0, 1, 2, 4]
    """
    X, y = indexable(X, y if isinstance(y, pd.Series) else np.asarray(y))
    n = len(y)
    if not 2 <= folds <= n:
        raise ValueError(f"folds must lie between 2 and the number of cases, got {folds!r} "
                         f"for {n} cases")
    whole = clone(model).set_params(trace=False).fit(X, y)
    table = cp_table(whole.full_tree_, 0.0 if model.cp is None else model.cp)
    between = np.sqrt(table["CP"].to_numpy()[1:] * table["CP"].to_numpy()[:-1])
    prices = np.r_[np.inf, between]
    fold = np.random.default_rng(random_state).permutation(np.arange(n) % folds)
    losses = np.empty((len(table), n))
    for v in range(folds):
        losses[:, fold == v] = _losses(whole, prices, X, y, fold != v)
    root = whole.full_tree_.risk[0] or 1.0
    total = losses.sum(axis=1)
    spread = np.sqrt(np.maximum((losses ** 2).sum(axis=1) - total ** 2 / n, 0))
    return table.assign(xerror=total / root, xstd=spread / root)


def _losses(whole, prices: np.ndarray, X, y, inside: np.ndarray) -> list[np.ndarray]:
    """Loss of each case outside by the tree of the cases inside, pruned at each price."""
    part = clone(whole).fit(_rows(X, inside), _rows(y, inside))
    tree = part.full_tree_
    # A price in errors must shrink with the number of cases; relative to its own root it then
    # differs a little from the price of the whole.
    scale = whole.full_tree_.risk[0] * inside.mean() / (tree.risk[0] or 1.0)
    outside, truth = _rows(X, ~inside), np.asarray(_rows(y, ~inside))
    losses = []
    for price in prices:
        said = part.pruned(cp=price * scale).predict(outside)
        losses.append(said != truth if is_classifier(part) else (said - truth) ** 2)
    return losses


def _rows(table, mask: np.ndarray):
    return table[mask] if isinstance(table, (pd.DataFrame, pd.Series)) else np.asarray(table)[mask]


def choose_cp(table: pd.DataFrame, rule: str = "1-se") -> float:
    """Return the cp to prune at, by a cross-validated cp table.

    Parameters
    ----------
    table : DataFrame
        From `cross_validated_cp`.
    rule : {"1-se", "min"}
        "min": the row of smallest xerror. "1-se": the smallest tree whose xerror is within one
        xstd of that.

    Examples
    --------
    >>> table = pd.DataFrame({"CP": [0.4, 0.02, 0.01], "xerror": [1.0, 0.56, 0.55],
    ...                       "xstd": [0.03, 0.02, 0.02]})
    >>> choose_cp(table), choose_cp(table, "min")
    (0.02, 0.01)
    """
    require_columns(table, ("CP", "xerror", "xstd"), "choose_cp")
    require_choice("rule", rule, ("1-se", "min"))
    best = int(table["xerror"].to_numpy().argmin())
    bar = table["xerror"].iloc[best] + (table["xstd"].iloc[best] if rule == "1-se" else 0)
    row = int(np.argmax(table["xerror"].to_numpy() <= bar))
    return float(table["CP"].iloc[row])
