"""The row of lesson 06: a tree grown with the limits of the lesson, and nothing cut back."""
from __future__ import annotations

from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline

from coursekit.scoreboard import Method
from coursekit.titanic import RAW_COLUMNS
from coursekit.tree import CARTClassifier


def raw_tree(**settings) -> Pipeline:
    """Return a tree on the seven raw columns; a missing age is left to its surrogates.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> raw_tree(max_depth=1).fit(X, y).predict(X.head(2)).tolist()
    [0, 1]
    """
    choose = ColumnTransformer([("raw", "passthrough", RAW_COLUMNS)],
                               verbose_feature_names_out=False)
    return Pipeline([("raw", choose.set_output(transform="pandas")),
                     ("tree", CARTClassifier(**settings))])


METHODS = (Method("tree, leaves of 7 or more", "7 raw", raw_tree(cp=None)),)
