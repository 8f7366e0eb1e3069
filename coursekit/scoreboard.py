"""The scoreboard: every method of the course on the same 891 passengers, judged by nested CV.

A method gets the passenger list itself, with a missing port as a level of its own, and answers 1
(survived) or 0 (died). Outer and inner folds keep the passengers on one ticket together. A lesson
adds its methods in ``coursekit/lessons/lessonNN/scoreboard.py``, as a tuple ``METHODS``.
``make scoreboard`` computes all of it into ``data/scoreboard.csv``.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.utils.validation import check_is_fitted
from tqdm.auto import tqdm

from coursekit.datasets import load_titanic
from coursekit.datasets.files import find_data
from coursekit.statistics import clustered_interval

OUTER_FOLDS, INNER_FOLDS, SEEDS = 10, 5, (0, 1, 2)
PACKAGE = Path(__file__).parent


class Method(NamedTuple):
    """A row of the scoreboard before it is computed."""

    name: str
    features: str               # in words: "sex", "7 raw", "+ title"
    estimator: BaseEstimator
    grid: Mapping | None = None     # settings to choose from in the inner folds


class FixedRule(ClassifierMixin, BaseEstimator):
    """A rule that learns nothing: it answers 1 where ``survives``, a function of X, is true.

    Without one it answers 0 everywhere.
    """

    def __init__(self, survives=None):
        self.survives = survives

    def fit(self, X, y) -> FixedRule:
        """Note the classes; nothing else is learned."""
        self.classes_ = np.unique(y)
        return self

    def predict(self, X) -> np.ndarray:
        """Return 1 for each row that survives by the rule and 0 for the others, shape (n,)."""
        check_is_fitted(self)
        if self.survives is None:
            return np.zeros(len(X), dtype=int)
        return np.asarray(self.survives(X)).astype(int)


class MajorityOfGroups(ClassifierMixin, BaseEstimator):
    """Answer each group by the majority of its training rows.

    ``groups`` is a function from the passenger list to a Series of labels. A tie, and a group
    that no training row belongs to, is answered 0. Without ``groups`` all rows are one group.
    """

    def __init__(self, groups=None):
        self.groups = groups

    def fit(self, X, y) -> MajorityOfGroups:
        """Learn the proportion of ones in each group; y holds zeros and ones, shape (n,)."""
        self.classes_ = np.unique(y)
        self.rates_ = pd.Series(np.asarray(y)).groupby(self._labels(X)).mean()
        return self

    def predict(self, X) -> np.ndarray:
        """Return the answers, shape (n,)."""
        check_is_fitted(self)
        rates = pd.Series(self._labels(X)).map(self.rates_).fillna(0)
        return (rates > 0.5).to_numpy().astype(int)

    def _labels(self, X) -> np.ndarray:
        return np.zeros(len(X)) if self.groups is None else np.asarray(self.groups(X))


def passengers() -> tuple[pd.DataFrame, np.ndarray, pd.Series]:
    """Return X, y and tickets of all passengers; a missing port is the level "unknown"."""
    titanic = load_titanic()
    X = titanic.drop(columns="Survived").fillna({"Embarked": "unknown"})
    return X, titanic["Survived"].to_numpy(), titanic["Ticket"]


def right_answers(estimator: BaseEstimator, grid: Mapping | None = None, *,
                  seeds: Sequence[int] = SEEDS) -> np.ndarray:
    """Return whether each passenger was answered rightly by a model that had not seen the ticket.

    ``estimator``: fitted on a passenger list (a DataFrame) and zeros and ones.
    ``grid``: settings to choose from by accuracy, in inner folds of the training rows.
    ``seeds``: one partition into ten outer folds for each.

    Returns an ndarray of bool, shape (partitions, 891).
    """
    X, y, tickets = passengers()
    right = np.zeros((len(seeds), len(y)), dtype=bool)
    for row, seed in enumerate(seeds):
        outer = GroupKFold(OUTER_FOLDS, shuffle=True, random_state=seed)
        for train, test in outer.split(X, y, tickets):
            model = clone(estimator)
            if grid:
                inner = GroupKFold(INNER_FOLDS, shuffle=True, random_state=seed)
                model = GridSearchCV(model, dict(grid), cv=inner)
                model.fit(X.iloc[train], y[train], groups=tickets.iloc[train])
            else:
                model.fit(X.iloc[train], y[train])
            right[row, test] = model.predict(X.iloc[test]) == y[test]
    return right


def row_of(right: np.ndarray) -> dict[str, float]:
    """Return accuracy and lead over the rule "women survive", each with its 95% interval.

    ``right`` has shape (partitions, 891), as `right_answers` returns it. The intervals come from
    sums per ticket. They ignore that the training sets of the folds overlap.
    """
    X, y, tickets = passengers()
    share = right.mean(axis=0)
    women = (X["Sex"] == "female").to_numpy() == (y == 1)
    accuracy = clustered_interval(share, tickets)
    lead = clustered_interval(share - women, tickets)
    return dict(zip(("accuracy", "low", "high", "lead", "lead_low", "lead_high"),
                    (*accuracy, *lead), strict=True))


def methods() -> dict[str, tuple[Method, ...]]:
    """Return the methods of each lesson that has some, in the order of the course."""
    files = sorted(PACKAGE.glob("lessons/lesson*/scoreboard.py"))
    names = [file.parent.name for file in files]
    return {name.removeprefix("lesson"):
            import_module(f"coursekit.lessons.{name}.scoreboard").METHODS for name in names}


def compute(lessons: Sequence[str] | None = None) -> pd.DataFrame:
    """Return the scoreboard, or the rows of some lessons, computed now, under a progress bar."""
    todo = [(lesson, method) for lesson, found in methods().items() for method in found
            if lessons is None or lesson in lessons]
    return pd.DataFrame([
        {"lesson": lesson, "method": method.name, "features": method.features,
         **row_of(right_answers(method.estimator, method.grid))}
        for lesson, method in tqdm(todo, unit="method")])


def load_scoreboard(until: str | None = None) -> pd.DataFrame:
    """Return the scoreboard as it was last computed, one row per method.

    ``until``: a lesson, such as "01": later ones are left out.

    Returns a DataFrame: ``lesson``, ``method``, ``features``; ``accuracy`` with ``low`` and
    ``high``; ``lead`` over the rule "women survive" with ``lead_low`` and ``lead_high``:
    proportions of passengers.

    >>> load_scoreboard("01").set_index("method")["accuracy"].head(2).round(3).to_dict()
    {'everyone died': 0.616, 'women survived': 0.787}
    """
    board = pd.read_csv(BytesIO(find_data("scoreboard.csv")), dtype={"lesson": str})
    return board if until is None else board[board["lesson"] <= until]
