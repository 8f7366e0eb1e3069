"""The base of all rule learners: reading X and y, predicting, and display."""
from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from coursekit.labels import LabelReader, require_labels
from coursekit.rules.rule import DecisionList, Rule, RuleSet
from coursekit.rules.table import Table
from coursekit.tree.encoding import TableReader


class RuleLearner(LabelReader, TableReader, BaseEstimator, ABC):
    """An estimator whose ``rules_`` are a `DecisionList` or a `RuleSet`."""

    rules_: DecisionList | RuleSet

    @abstractmethod
    def fit(self, X, y) -> RuleLearner:
        """Learn ``rules_``."""

    def _read(self, X, y) -> tuple[Table, np.ndarray]:
        """Learn columns and classes; return the table, and Y with one Boolean row per class.

        A `Table` is used as is, so that repeated fits can share it.
        """
        if isinstance(X, Table):
            y = require_labels(y)
            check_consistent_length(X.codes, y)
            self.columns_, self.n_features_in_ = X.columns, X.codes.shape[1]
            self.feature_names_in_ = np.array(X.columns.names, dtype=object)
            X = X.codes
        else:
            X, y = self._learn(X, y, numbers=False)
        self.classes_, codes = np.unique(y, return_inverse=True)
        return Table(self.columns_, X), codes == np.arange(len(self.classes_))[:, None]

    def _rule(self, conditions, counts, p: float | None = None, k: int | None = None) -> Rule:
        """Return a rule for class k, by default the most frequent of the counts."""
        k = int(np.argmax(counts)) if k is None else k
        label = self.classes_[k]
        label = label.item() if isinstance(label, np.generic) else label
        return Rule(tuple(conditions), label, tuple(np.asarray(counts).tolist()), k, p)

    def predict_proba(self, X) -> np.ndarray:
        """Return class proportions among the training samples of the rules that fire, (n, c).

        In a list that is the first rule that fires; in a set the counts of all are added.
        """
        check_is_fitted(self)
        table = Table(self.columns_, self._encode(X))
        if isinstance(self.rules_, RuleSet):
            counts = self.rules_.votes(table)
        else:
            lines = [*self.rules_.rules, self.rules_.default]
            counts = np.array([line.counts for line in lines], float)
            counts = counts[self.rules_.first_match(table)]
        return counts / counts.sum(axis=1, keepdims=True)

    def predict(self, X) -> np.ndarray:
        """Return the class of the deciding line, in a set that with most votes, (n,).

        If the class of a line is not the most frequent of its samples, this is not the most
        probable class of `predict_proba`.
        """
        check_is_fitted(self)
        if isinstance(self.rules_, RuleSet):
            return self.classes_[self.predict_proba(X).argmax(axis=1)]
        own = np.array([line.own for line in (*self.rules_.rules, self.rules_.default)])
        return self.classes_[own[self.rules_.first_match(Table(self.columns_, self._encode(X)))]]

    def to_frame(self) -> pd.DataFrame:
        """Return the rules as a table, one row per line, the default last."""
        check_is_fitted(self)
        return self.rules_.to_frame()

    def _html_repr(self) -> str:
        return self.rules_._repr_html_() if hasattr(self, "rules_") else super()._html_repr()
