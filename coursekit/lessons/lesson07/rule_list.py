"""A list of rules: take the rule that stands out most, remove whom it covers, and search again.

The search is over all rules of one or two conditions on the seven raw columns. It stops when
searches in shuffled outcomes do as well.

Legend: ``S`` (s, n) Boolean, which selector holds for whom; ``left`` (n,) whom no line covers yet.
"""
from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from coursekit.lessons.lesson07.shuffles import LEAST
from coursekit.rules import g_statistic, make_selectors
from coursekit.rules.table import Table
from coursekit.scoreboard import passengers
from coursekit.titanic import RAW_COLUMNS
from coursekit.tree.conditions import Condition

CLASSES = {1: "first", 2: "second", 3: "third"}
COUNTED = {"SibSp": "siblings or spouses", "Parch": "parents or children"}
SHUFFLES, MOST = 99, 4      # a line stays if at most so many shuffled searches do as well
SEED = 1912
HALVINGS, FEW_SHUFFLES = 100, 19


def raw_columns(X: pd.DataFrame) -> pd.DataFrame:
    """Return the seven raw columns of a passenger list, the class as a word.

    Examples
    --------
    >>> raw_columns(passengers()[0])["Pclass"].head(2).tolist()
    ['third', 'first']
    """
    return X[RAW_COLUMNS].assign(Pclass=X["Pclass"].map(CLASSES)).fillna({"Embarked": "unknown"})


def sentence(conditions: Iterable[Condition]) -> str:
    """Return conditions on the raw columns in words.

    Examples
    --------
    >>> selectors = make_selectors(raw_columns(passengers()[0]))
    >>> sentence(selectors.names([0, 2])), sentence(selectors.names([18, 181]))
    ('female, first class', '9.5 years or younger, at most 2 siblings or spouses')
    """
    return ", ".join(map(_words, conditions))


def _words(condition: Condition) -> str:
    if condition.op == "in":
        value = ", ".join(condition.value)
        return {"Sex": value, "Pclass": f"{value} class"}.get(condition.feature, f"port {value}")
    low, value = condition.op == "<=", condition.value
    if condition.feature in COUNTED:
        return f"{'at most' if low else 'more than'} {int(value)} {COUNTED[condition.feature]}"
    if condition.feature == "Age":
        return f"{value:g} years or younger" if low else f"older than {value:g}"
    return f"fare {'at most' if low else 'above'} {value:.4g}"


class RuleSearch:
    """All rules of one or two selectors that cover at least five of those who are left.

    Examples
    --------
    >>> S = np.array([[1, 1, 1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1, 0, 0]], bool)
    >>> search = RuleSearch(S, np.ones(8, bool))
    >>> G, rule = search.best(np.array([1, 1, 1, 1, 1, 0, 0, 0], bool))
    >>> rule, round(G, 2)
    ((0,), 4.7)
    """

    def __init__(self, S: np.ndarray, left: np.ndarray):
        inside = S[:, left]
        _, first = np.unique(inside, axis=0, return_index=True)
        self._selectors = np.array([j for j in np.sort(first) if inside[j].sum() >= LEAST])
        self._rows = inside[self._selectors].astype(np.float32)
        covered = self._rows @ self._rows.T
        self._pairs = np.nonzero(np.triu(covered >= LEAST))
        self._places = np.ravel_multi_index(self._pairs, covered.shape)
        self._m = covered.take(self._places).astype(int)
        self.rules = len(self._m)
        self._table: tuple[int, np.ndarray] = (-1, np.empty(0))

    def best(self, lived: np.ndarray) -> tuple[float, tuple[int, ...]]:
        """Return the largest G for the outcomes of those left, and the selectors of its rule."""
        alive = self._rows[:, np.asarray(lived, bool)]
        k = (alive @ alive.T).take(self._places).astype(int)
        G = self._all_G(int(lived.sum()), len(lived))[self._m, k]
        winner = int(G.argmax())
        rule = {int(self._selectors[side[winner]]) for side in self._pairs}
        return float(G[winner]), tuple(sorted(rule))

    def _all_G(self, survivors: int, n: int) -> np.ndarray:
        """Return G for each number of covered samples and each number of survivors among them."""
        if self._table[0] != survivors:
            m, k = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
            counts = np.stack([k, np.maximum(m - k, 0)], axis=-1).reshape(-1, 2)
            G = g_statistic(counts, [survivors, n - survivors])
            self._table = survivors, G.reshape(n + 1, n + 1)
        return self._table[1]


class ShuffledList(ClassifierMixin, BaseEstimator):
    """A list of rules on a passenger list; a line stays if shuffled searches rarely do as well.

    Examples
    --------
    >>> X, y, _ = passengers()
    >>> model = ShuffledList().fit(X, y)
    >>> [(" and ".join(map(str, conditions)), bool(says)) for conditions, says in model.lines_[:2]]
    [('Sex = female and SibSp <= 2.5', True), ('Age <= 9.5 and SibSp <= 2.5', True)]
    """

    def __init__(self, seed: int = SEED):
        self.seed = seed

    def fit(self, X: pd.DataFrame, y: np.ndarray) -> ShuffledList:
        """Search line by line among the passengers whom no line covers yet."""
        selectors, lived = make_selectors(raw_columns(X)), np.asarray(y) == 1
        rng, left = np.random.default_rng(self.seed), np.ones(len(lived), bool)
        self.classes_, self.lines_ = np.unique(y), []
        while left.sum() >= LEAST and len(np.unique(lived[left])) == 2:
            search, outcomes = RuleSearch(selectors.S, left), lived[left]
            G, rule = search.best(outcomes)
            if chance_reaches(search, outcomes, G, SHUFFLES, rng) > MOST:
                break
            here = selectors.S[list(rule)].all(axis=0) & left
            self.lines_.append((selectors.names(rule), lived[here].mean() > 0.5))
            left &= ~here
        self.default_ = bool(lived[left].mean() > 0.5) if left.any() else False
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        """Return 1 for whoever survived by the first line that covers them, (n,)."""
        check_is_fitted(self)
        table = Table.of(raw_columns(X))
        answers = np.full(len(table), self.default_)
        for conditions, says in reversed(self.lines_):
            answers[table.covers(conditions)] = says
        return answers.astype(int)


def chance_reaches(search: RuleSearch, lived: np.ndarray, G: float, shuffles: int,
                   rng: np.random.Generator) -> int:
    """Return how many searches in shuffled outcomes find G or more; more than MOST is enough."""
    hits = 0
    for _ in range(shuffles):
        hits += search.best(rng.permutation(lived))[0] >= G - 1e-9
        if hits > MOST:
            break
    return hits


class Halves(NamedTuple):
    """What the winner says of survival in the half that chose it, and in the other, (h,) each."""

    chosen: np.ndarray
    other: np.ndarray
    passed: np.ndarray      # (h,) Boolean: none of 19 shuffled searches did as well
    base: float             # survivors of the group


@cache
def halves(group: str = "Pclass == 3", halvings: int = HALVINGS, seed: int = SEED) -> Halves:
    """Search one half of the tickets of a group of passengers, and look at the other half.

    Halvings in which the winner is a rule for the dead, or covers nobody of the other half, have
    no rate of survivors to compare and are left out.
    """
    X, y, tickets = passengers()
    here = X.eval(group).to_numpy() if group else np.ones(len(y), bool)
    X, lived, tickets = X[here], y[here] == 1, tickets[here].to_numpy()
    S, owners = make_selectors(raw_columns(X)).S, np.unique(tickets)
    rng, rows = np.random.default_rng(seed), []
    for _ in range(halvings):
        half = np.isin(tickets, rng.permutation(owners)[:len(owners) // 2])
        search = RuleSearch(S, half)
        G, rule = search.best(lived[half])
        cover = S[list(rule)].all(axis=0)
        hits = chance_reaches(search, lived[half], G, FEW_SHUFFLES, rng)
        rate, other = lived[cover & half].mean(), cover & ~half
        if rate > lived[half].mean() and other.any():
            rows.append((rate, lived[other].mean(), hits == 0))
    chosen, other, passed = np.array(rows).T
    return Halves(chosen, other, passed == 1, float(lived.mean()))
