"""Lesson 05d: probabilities of survival that three models gave to passengers they had not seen.

All 891 passengers, ten outer folds of whole tickets, `titanic_pipeline` inside. Everything else
that learns from labels, a sigmoid for instance, learns in four inner folds of the training part.
`COUNTS` keeps the result in steps of 0.02, because an explorer must not make anybody wait;
`counted` computes it anew from the probabilities.
"""
from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.naive_bayes import BernoulliNB
from sklearn.svm import SVC

from coursekit.scoreboard import passengers
from coursekit.svm import fit_sigmoid, sigmoid
from coursekit.titanic import titanic_pipeline

STEPS = 50                      # of the probabilities from 0 to 1
OUTER, INNER, PARTITIONS = 10, 4, 3
SETTING = {"C": 1, "gamma": 0.03}


def outer_folds(partition: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return ten pairs (train, test) of row numbers of `passengers`; tickets stay together."""
    X, y, tickets = passengers()
    return list(GroupKFold(OUTER, shuffle=True, random_state=partition).split(X, y, tickets))


def inner_folds(train: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return four pairs (train, validate) of places in an outer training part."""
    X, y, tickets = passengers()
    cut = GroupKFold(INNER, shuffle=True, random_state=0)
    return list(cut.split(X.iloc[train], y[train], tickets.iloc[train]))


class WithSigmoid(ClassifierMixin, BaseEstimator):
    """A machine whose decision values go through a sigmoid that was fitted to held-out values."""

    def __init__(self, model):
        self.model = model

    def fit(self, X, y) -> WithSigmoid:
        """Learn the sigmoid in four folds of tickets, then the machine from all rows."""
        groups = passengers()[2][X.index]
        cut = GroupKFold(INNER, shuffle=True, random_state=0)
        held_out = cross_val_predict(self.model, X, y, groups=groups, cv=cut,
                                     method="decision_function")
        self.classes_ = np.unique(y)
        self.sigmoid_ = fit_sigmoid(held_out, np.where(y == 1, 1, -1))
        self.model_ = clone(self.model).fit(X, y)
        return self

    def predict_proba(self, X) -> np.ndarray:
        """Return the probabilities of 0 and 1, shape (n, 2)."""
        p = sigmoid(self.model_.decision_function(X), *self.sigmoid_)
        return np.column_stack([1 - p, p])

    def predict(self, X) -> np.ndarray:
        """Return 1 where the probability is at least one half, and 0 elsewhere, shape (n,)."""
        return (self.predict_proba(X)[:, 1] >= 0.5).astype(int)


MODELS = {"logistic": titanic_pipeline(LogisticRegression(max_iter=1000)),
          "naive Bayes": titanic_pipeline(BernoulliNB()),
          "SVM": WithSigmoid(titanic_pipeline(SVC(**SETTING)))}


@cache
def probabilities(model: str) -> np.ndarray:
    """Return p for each passenger, by a machine that had not seen anybody of the ticket."""
    X, y, _ = passengers()
    return cross_val_predict(MODELS[model], X, y, cv=outer_folds(), method="predict_proba")[:, 1]


def counted(p: np.ndarray, y: np.ndarray) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how many survivors and how many victims have p in each step of 0.02."""
    step = np.minimum(np.floor(np.round(STEPS * p, 9)), STEPS - 1).astype(int)
    survived, died = (np.bincount(step[y == fate], minlength=STEPS) for fate in (1, 0))
    return tuple(map(int, survived)), tuple(map(int, died))


#: Survivors, then victims, with p in [0, 0.02), [0.02, 0.04), …, [0.98, 1].
COUNTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "logistic": ((
        0, 0, 4, 18, 14, 3, 2, 6, 1, 1, 1, 2, 2, 2, 0, 0, 2, 6, 4, 4, 6, 5, 2, 4, 4, 1, 2, 3, 2,
        3, 1, 5, 13, 7, 9, 13, 13, 7, 3, 12, 11, 8, 13, 13, 8, 9, 19, 37, 37, 0,
    ), (
        10, 7, 47, 96, 100, 36, 29, 41, 2, 2, 11, 14, 13, 7, 10, 8, 9, 7, 2, 2, 5, 12, 4, 4, 2,
        4, 4, 3, 4, 1, 3, 4, 7, 16, 0, 3, 4, 4, 1, 4, 2, 0, 2, 0, 0, 0, 0, 0, 3, 0,
    )),
    "naive Bayes": ((
        41, 7, 4, 2, 5, 0, 3, 0, 1, 0, 0, 2, 0, 1, 1, 0, 0, 1, 0, 1, 5, 3, 3, 0, 0, 5, 0, 1, 0,
        1, 1, 0, 3, 0, 2, 1, 1, 2, 7, 8, 2, 6, 9, 0, 1, 3, 3, 4, 10, 192,
    ), (
        338, 13, 20, 4, 8, 8, 9, 1, 4, 3, 2, 6, 4, 0, 4, 8, 1, 1, 2, 3, 1, 0, 4, 0, 2, 2, 0, 1,
        2, 3, 2, 2, 4, 0, 2, 1, 1, 4, 0, 2, 0, 3, 3, 3, 1, 8, 1, 4, 8, 46,
    )),
    "SVM": ((
        0, 0, 0, 0, 0, 0, 10, 57, 14, 4, 1, 0, 2, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1, 0, 1, 2, 3, 2, 1,
        2, 1, 4, 5, 5, 2, 2, 2, 4, 4, 1, 10, 24, 109, 45, 14, 3, 3, 0, 0, 0,
    ), (
        0, 0, 0, 9, 0, 3, 26, 345, 66, 14, 3, 0, 3, 4, 7, 1, 2, 1, 0, 3, 2, 2, 1, 0, 0, 4, 1, 1,
        1, 2, 2, 0, 2, 1, 1, 5, 1, 1, 1, 4, 5, 7, 10, 4, 2, 1, 1, 0, 0, 0,
    )),
}
