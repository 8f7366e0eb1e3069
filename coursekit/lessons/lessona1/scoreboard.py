"""The rows of lesson a1: ridge regression on labels of −1 and +1, without and with the title."""
from __future__ import annotations

from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import Pipeline

from coursekit.scoreboard import Method
from coursekit.titanic import raw_pipeline

#: The penalties λ that the inner folds choose from, for standardised columns.
PENALTIES = (1, 10, 100, 1000)


def labels_by_ridge(title: bool) -> Pipeline:
    """Return ridge regression on ±1 behind `raw_pipeline`; the sign of f is the answer.

    Examples
    --------
    >>> from coursekit.scoreboard import passengers
    >>> X, y, _ = passengers()
    >>> labels_by_ridge(title=False).fit(X, y).predict(X.head(2)).tolist()
    [0, 1]
    """
    return raw_pipeline(RidgeClassifier(), title=title)


METHODS = (
    Method("ridge on ±1", "7 raw", labels_by_ridge(title=False),
           {"model__alpha": list(PENALTIES)}),
    Method("ridge on ±1", "7 raw + title", labels_by_ridge(title=True),
           {"model__alpha": list(PENALTIES)}),
)

#: By how much the title makes ridge right more often, with its 95% intervals: by tickets, and by
#: folds (lesson 05c's corrected one). Same partitions.
TITLE_LEAD, BY_TICKETS, BY_FOLDS = 0.0273, (0.0067, 0.0479), (-0.0016, 0.0569)
