"""C45Rules: a tree read aloud, its rules shortened, the sets of least description kept, a list."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.checks import require_between, require_choice, require_finite
from coursekit.rules.base import RuleLearner
from coursekit.rules.description import condition_bits
from coursekit.rules.rule import DecisionList
from coursekit.rules.simplification import Judged, rules_of_tree, simplify
from coursekit.rules.subsets import (
    MOST_RULES, Coded, Flip, anneal, choose_exhaustively, choose_greedily,
)
from coursekit.rules.table import Table
from coursekit.tree.c45 import grow_c45

STEPS, HOT, COOLING = 400, 50.0, 0.97    # of annealing


class ClassRules(NamedTuple):
    """The rules of one class, which of them were chosen, and what the chosen ones cover."""

    label: object
    rules: tuple[Judged, ...]  # simplified, each once, smallest bound first
    chosen: np.ndarray  # (r,)
    coded: Coded
    flips: tuple[Flip, ...] = ()  # of annealing

    @property
    def kept(self) -> list[Judged]:
        """The chosen rules."""
        return [self.rules[j] for j in np.flatnonzero(self.chosen)]


class C45Rules(RuleLearner):
    """Rules from C4.5's tree: simplified, chosen class by class by description length, in order.

    1. `grow_c45` grows a tree; each leaf is a rule. 2. `simplify` drops conditions. 3. For each
    class the set of rules of least `description_length` stays. 4. Classes with fewer false
    positives come first (of equals those that cover less, then in order of the classes), in a class
    rules of smaller bound. 5. The default is the most frequent class of the samples left over.
    A line that decides for no training sample is dropped.

    Frames may hold text, categories and booleans, see `coursekit.tree.encoding`; a condition on a
    missing value is false.

    Parameters
    ----------
    alpha : float
        Level of the two-sided bound of a rule's error, between 0 and 1.
    w : float
        Weight of the rules in the description length.
    simplification : {"subsets", "greedy"}
    selection : {"best", "greedy", "annealing"}
        "best" tries all sets of a class of up to ten rules, and is greedy for more.
    random_state : int
        Seed of annealing.

    Attributes
    ----------
    rules_ : DecisionList
    tree_ : C45Tree
    class_rules_ : list of ClassRules, in the order of the list
    classes_ : ndarray, shape (c,)

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5; C. Borgelt, *Advanced
    Data Mining*.

    Examples
    --------
    >>> from coursekit.datasets import load_iris
    >>> iris = load_iris()
    >>> print(C45Rules().fit(iris.drop(columns="species"), iris["species"]).rules_)
    if petal_width <= 0.6 then setosa
    else if 0.6 < petal_width <= 1.7 and petal_length <= 4.9 then versicolor
    else if 1.5 < petal_width <= 1.7 then versicolor
    else if petal_width > 1.7 then virginica
    else if petal_length > 4.9 then virginica
    else virginica
    """

    def __init__(self, alpha: float = 0.25, w: float = 0.5, *, simplification: str = "subsets",
                 selection: str = "best", random_state: int = 0):
        self.alpha = alpha
        self.w = w
        self.simplification = simplification
        self.selection = selection
        self.random_state = random_state

    def fit(self, X, y) -> C45Rules:
        """Learn the rules; X of shape (n, d), labels y of shape (n,)."""
        require_between("alpha", self.alpha, 0, 1, open_ends=True)
        require_between("w", require_finite("w", self.w), 0, np.inf)
        require_choice("simplification", self.simplification, ("subsets", "greedy"))
        require_choice("selection", self.selection, ("best", "greedy", "annealing"))
        table, Y = self._read(X, y)
        self.tree_ = grow_c45(self._frame(table), self.classes_[Y.argmax(axis=0)])
        found = self._simplified(table, Y)
        bits = condition_bits(table)
        rng = np.random.default_rng(self.random_state)
        sets = [self._choose(k, rules, table, Y[k], bits, rng) for k, rules in found.items()]
        self.class_rules_ = sorted(sets, key=_false_positives_then_cover)
        self.rules_ = self._list(table, Y)
        return self

    @staticmethod
    def _frame(table: Table) -> pd.DataFrame:
        """Return the table as a frame of numbers and of categories."""
        columns = table.columns
        return pd.DataFrame({
            name: x if levels is None
            else pd.Categorical.from_codes(np.nan_to_num(x, nan=-1).astype(int), levels)
            for name, levels, x in zip(columns.names, columns.levels, table.codes.T)})

    def _simplified(self, table: Table, Y: np.ndarray) -> dict[int, tuple[Judged, ...]]:
        """Return the simplified rules of each class that has some, each once, best first."""
        found: dict[int, list[Judged]] = {}
        seen = set()
        for rule in rules_of_tree(self.tree_):
            k = int(np.flatnonzero(self.classes_ == rule.label)[0])
            short = simplify(rule, table, self.classes_[Y.argmax(axis=0)], self.alpha,
                             self.simplification)[0]
            name = k, frozenset(short.conditions)
            if short.conditions and name not in seen:
                seen.add(name)
                found.setdefault(k, []).append(short)
        return {k: tuple(sorted(found[k], key=lambda judged: judged.bound)) for k in sorted(found)}

    def _choose(self, k: int, rules: tuple[Judged, ...], table: Table, positive: np.ndarray,
                bits: dict[str, float], rng: np.random.Generator) -> ClassRules:
        coded = Coded(np.array([table.covers(judged.conditions) for judged in rules]), positive,
                      tuple(tuple(bits[c.feature] for c in judged.conditions) for judged in rules),
                      self.w)
        flips: list[Flip] = []
        if self.selection == "annealing":
            temperatures = HOT * COOLING ** np.arange(STEPS)
            chosen, flips = anneal(coded.length, len(rules), temperatures, rng)
        elif self.selection == "best" and len(rules) <= MOST_RULES:
            chosen = choose_exhaustively(coded.length, len(rules))
        else:
            chosen = choose_greedily(coded.length, len(rules))
        return ClassRules(self.classes_[k], rules, chosen, coded, tuple(flips))

    def _list(self, table: Table, Y: np.ndarray) -> DecisionList:
        left, rules = np.ones(len(table), dtype=bool), []
        for each in self.class_rules_:
            k = int(np.flatnonzero(self.classes_ == each.label)[0])
            for judged in each.kept:
                decides = left & table.covers(judged.conditions)
                if decides.any():
                    rules.append(self._rule(judged.conditions, Y[:, decides].sum(axis=1), k=k))
                left &= ~decides
        everybody = Y.sum(axis=1)
        counts = Y[:, left].sum(axis=1)
        default = int(np.lexsort((everybody, counts))[-1])
        return DecisionList(tuple(rules), self._rule(
            (), counts if left.any() else everybody, k=default), self.columns_)


def _false_positives_then_cover(each: ClassRules) -> tuple[int, int]:
    covered, fp, _ = each.coded.counts(each.chosen)
    return fp, covered
