"""A fitted tree in other forms: text, rules, and the path of one sample."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from coursekit.checks import to_pandas
from coursekit.tree.conditions import Condition, in_words, merged, sides
from coursekit.tree.tree import LEAF
from coursekit.wording import plural


def prediction(model: BaseEstimator, node: int) -> object:
    """Return the tree's prediction at a node: a class, or a number."""
    value = model.tree_.value[node]
    if hasattr(model, "classes_"):
        label = model.classes_[int(value.argmax())]
        return label.item() if isinstance(label, np.generic) else label
    return float(value[0])


def to_text(model: BaseEstimator) -> str:
    """Return the tree as indented text, left branch first, leaves marked with a star.

    Each line shows the condition of its branch, the prediction, the samples of each class (if
    any), and the number of samples.

    >>> from coursekit.tree import CARTRegressor
    >>> print(CARTRegressor(min_samples_split=2).fit([[1], [2]], [1.0, 4.0]).to_text())
    all: 2.5 n=2
      x[0] < 1.5: 1 n=1 *
      x[0] >= 1.5: 4 n=1 *
    """
    check_is_fitted(model)
    tree, lines = model.tree_, []
    for node, tests in _walk(model):
        star = " *" if tree.children_left[node] == LEAF else ""
        lines.append(f"{'  ' * len(tests)}{tests[-1] if tests else 'all'}: "
                     f"{_leaf_label(model, node)} n={tree.n_node_samples[node]}{star}")
    return "\n".join(lines)


def _walk(model, node: int = 0, tests: tuple = ()) -> Iterator[tuple[int, tuple[Condition, ...]]]:
    """Yield each node, depth first, with the conditions on the path to it."""
    yield node, tests
    tree = model.tree_
    if tree.children_left[node] != LEAF:
        children = int(tree.children_left[node]), int(tree.children_right[node])
        for child, side in zip(children, sides(tree.splits, node, model.columns_)):
            yield from _walk(model, child, (*tests, side))


def _leaf_label(model, node: int) -> str:
    if not hasattr(model, "classes_"):
        return f"{prediction(model, node):.6g}"
    counts = "/".join(f"{c:g}" for c in model.tree_.value[node])
    return f"{prediction(model, node)} ({counts})"


def to_rules(model: BaseEstimator, *, merge: bool = False) -> pd.DataFrame:
    """Return one rule per leaf, left to right; together they are equivalent to the tree.

    Rules do not cover a sample with a missing value; the tree itself uses surrogates. ``merge``
    joins the conditions on one feature into one (an interval, or the common levels).

    Returns a DataFrame: ``leaf`` (node number), ``rule`` (text), ``conditions`` (tuple of
    `Condition`), ``prediction``, ``n`` (samples of the leaf), and ``wrong`` (misclassified among
    them) or ``mse`` (their mean squared error).

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> model.to_rules()[["rule", "prediction", "n"]]
               rule  prediction  n
    0   x[0] < 0.5           0  1
    1  x[0] >= 0.5           1  2
    """
    check_is_fitted(model)
    tree, rows = model.tree_, []
    for node, tests in _walk(model):
        if tree.children_left[node] == LEAF:
            tests = merged(tests) if merge else tests
            cost = ({"wrong": int(tree.risk[node])} if hasattr(model, "classes_")
                    else {"mse": float(tree.impurity[node])})
            rows.append({"leaf": node, "rule": in_words(tests),
                         "conditions": tests, "prediction": prediction(model, node),
                         "n": int(tree.n_node_samples[node]), **cost})
    return pd.DataFrame(rows)


def path(model: BaseEstimator, x: pd.DataFrame | ArrayLike) -> pd.DataFrame:
    """Return the path of one sample from the root to its leaf, one row per node.

    The sample is a frame of one row, or a list of d values. The columns are ``node``, ``n``,
    ``prediction``, ``question``, ``answer`` ("yes" goes left, "no" right, "" at the leaf) and
    ``by``: "split", "surrogate" or "majority".

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], [0, 1, 1])
    >>> model.path([1.7])[["question", "answer", "prediction"]]
          question answer  prediction
    0  x[0] < 0.5     no           1
    1                              1
    """
    row = model._encode(_one_row(x))
    tree, node, steps = model.tree_, 0, []
    while True:
        asked, answer, by = _ask(model, row, node)
        steps.append({"node": node, "n": int(tree.n_node_samples[node]),
                      "prediction": prediction(model, node), "question": asked,
                      "answer": answer, "by": by})
        if tree.children_left[node] == LEAF:
            return pd.DataFrame(steps)
        node = int(tree.children_left[node] if answer == "yes" else tree.children_right[node])


def _one_row(x):
    x = to_pandas(x)
    if isinstance(x, pd.Series):
        x = x.to_frame().T.infer_objects()
    if not isinstance(x, pd.DataFrame):
        x = np.atleast_2d(np.asarray(x))
    if len(x) != 1:
        raise ValueError(f"path follows one sample, got {len(x)}; pass one row, such as "
                         "X.iloc[[0]] or X[0]")
    return x


def _ask(model, row: np.ndarray, node: int) -> tuple[str, str, str]:
    splits = model.tree_.splits
    if model.tree_.children_left[node] == LEAF:
        return "", "", ""
    for k in range(splits.feature.shape[1]):
        side = splits.answer(row, np.array([0]), np.array([node]), k)[0]
        if side >= 0:
            asked = str(sides(splits, node, model.columns_, k)[0])
            return asked, "yes" if side else "no", "surrogate" if k else "split"
    asked = str(sides(splits, node, model.columns_)[0])
    return asked, "yes" if splits.majority_left[node] else "no", "majority"


def summary(model: BaseEstimator) -> str:
    """Return one line about the fitted tree."""
    tree, d = model.tree_, model.n_features_in_
    leaves, n = tree.leaves, int(tree.n_node_samples[0])
    size = (f"fitted: {plural(len(leaves), 'leaf', 'leaves')}, depth {tree.depth.max()}, on {n} "
            f"samples of {plural(d, 'feature')}; ")
    cost = tree.risk[leaves].sum()
    if hasattr(model, "classes_"):
        return size + f"{cost:g} of {n} misclassified"
    explained = 1 - cost / tree.risk[0] if tree.risk[0] > 0 else 1.0
    return size + f"R² = {explained:.3f} on the training samples"
