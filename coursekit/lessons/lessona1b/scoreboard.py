"""The rows of lesson a1b: logistic regression, without and with the title."""
from __future__ import annotations

from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from coursekit.scoreboard import Method
from coursekit.titanic import TitleExtractor

#: The penalties for errors that the inner folds choose from, for standardised columns; C = 1/λ.
PENALTIES = (0.01, 0.1, 1, 10)


def by_odds(title: bool) -> Pipeline:
    """Return logistic regression on the seven raw columns, and the title if wanted.

    Sex, class, port and title become one column per level; an unknown age becomes the median of
    the training passengers; all columns are standardised. The answer is 1 where p exceeds ½.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> by_odds(title=False).fit(X, y).predict(X.head(2)).tolist()
    [0, 1]
    """
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = [("levels", levels, ["Sex", "Pclass", "Embarked"]),
               ("age", SimpleImputer(strategy="median"), ["Age"]),
               ("numbers", "passthrough", ["SibSp", "Parch", "Fare"])]
    if title:
        columns.append(("title", make_pipeline(TitleExtractor(), levels), ["Name"]))
    return Pipeline([("columns", ColumnTransformer(columns)), ("scale", StandardScaler()),
                     ("logistic", LogisticRegression())])


METHODS = (
    Method("logistic regression", "7 raw", by_odds(title=False),
           {"logistic__C": list(PENALTIES)}),
    Method("logistic regression", "7 raw + title", by_odds(title=True),
           {"logistic__C": list(PENALTIES)}),
)
