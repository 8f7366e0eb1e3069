"""The rows of lesson a1b: logistic regression, without and with the title."""
from __future__ import annotations

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline

from coursekit.scoreboard import Method
from coursekit.titanic import raw_pipeline

#: The penalties for errors that the inner folds choose from, for standardised columns; C = 1/λ.
PENALTIES = (0.01, 0.1, 1, 10)


def by_odds(title: bool) -> Pipeline:
    """Return logistic regression behind `raw_pipeline`; the answer is 1 where p exceeds ½.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> by_odds(title=False).fit(X, y).predict(X.head(2)).tolist()
    [0, 1]
    """
    return raw_pipeline(LogisticRegression(), title=title)


METHODS = (
    Method("logistic regression", "7 raw", by_odds(title=False),
           {"model__C": list(PENALTIES)}),
    Method("logistic regression", "7 raw + title", by_odds(title=True),
           {"model__C": list(PENALTIES)}),
)

#: Accuracy of both methods less that of ridge on ±1 with the same columns and folds: mean and ends
#: of the 95 % interval by tickets.
LEAD_OVER_RIDGE = {"7 raw": (0.003, -0.006, 0.013), "7 raw + title": (0.0, -0.010, 0.010)}
