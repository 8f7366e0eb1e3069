"""The rows of lesson a1: ridge regression on labels of −1 and +1, without and with the title."""
from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.scoreboard import Method
from coursekit.titanic import TitleExtractor

#: The penalties λ that the inner folds choose from, for standardised columns.
PENALTIES = (1, 10, 100, 1000)


def standardised(name: str, model: BaseEstimator, title: bool) -> Pipeline:
    """Return a model on the seven raw columns, and the title if wanted, as the step `name`.

    Sex, class, port and title become one column per level; an unknown age becomes the median of
    the training passengers; all columns are standardised.
    """
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = [("levels", levels, ["Sex", "Pclass", "Embarked"]),
               ("age", SimpleImputer(strategy="median"), ["Age"]),
               ("numbers", "passthrough", ["SibSp", "Parch", "Fare"])]
    if title:
        columns.append(("title", make_pipeline(TitleExtractor(), levels), ["Name"]))
    return Pipeline([("columns", ColumnTransformer(columns)), ("scale", StandardScaler()),
                     (name, model)])


def labels_by_ridge(title: bool) -> Pipeline:
    """Return ridge regression on ±1, `standardised`; the sign of f is the answer.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> labels_by_ridge(title=False).fit(X, y).predict(X.head(2)).tolist()
    [0, 1]
    """
    return standardised("ridge", RidgeClassifier(), title)


METHODS = (
    Method("ridge on ±1", "7 raw", labels_by_ridge(title=False),
           {"ridge__alpha": list(PENALTIES)}),
    Method("ridge on ±1", "7 raw + title", labels_by_ridge(title=True),
           {"ridge__alpha": list(PENALTIES)}),
)
