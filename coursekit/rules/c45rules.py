"""C45Rules: rules from a tree, simplified, selected by description length, and ordered."""
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
    MAX_RULES_EXHAUSTIVE, Coded, Flip, anneal, choose_exhaustively, choose_greedily,
)
from coursekit.rules.table import Table
from coursekit.statistics import upper_error_bound
from coursekit.tree.c45 import grow_c45

ANNEALING_STEPS, START_TEMPERATURE_BITS, COOLING_FACTOR = 400, 50.0, 0.97


class ClassRules(NamedTuple):
    """The rules of one class, which were chosen, and their coverage."""

    label: object
    rules: tuple[Judged, ...]  # simplified, distinct, smallest bound first
    chosen: np.ndarray  # (r,)
    coded: Coded
    flips: tuple[Flip, ...] = ()  # of annealing

    @property
    def kept(self) -> list[Judged]:
        """The chosen rules."""
        return [self.rules[j] for j in np.flatnonzero(self.chosen)]


class C45Rules(RuleLearner):
    """Rules from a C4.5 tree: simplified, selected per class by description length, ordered.

    1. `grow_c45` grows a tree; each leaf is a rule. 2. `simplify` drops conditions; a rule is
    discarded if its bound is no smaller than that of always predicting its class. 3. For each
    class the set of rules of smallest `description_length` stays. 4. The class with the fewest
    false positives comes next, among the samples that no earlier class covers (in a tie the one
    that covers fewer of them, then in order of the classes); within a class, rules with smaller
    bounds come first. 5. The default is the most frequent class of the remaining samples. 6. A
    line that does more harm than good is dropped, one at a time from the top: without it, more of
    its samples would be correct. A line that decides for no training sample is also dropped.

    These are the steps of C4.5rules, but by default the bound and the search through all subsets
    of conditions are Borgelt's, and the code for exceptions is that of Quinlan's book. With
    bound="quinlan", exceptions="1995" and simplification="greedy" the result comes close to release
    8, but for ties: among equal deletions this learner takes the first and Quinlan's program the
    last, and the bound of an empty cover is 1 here and the error rate of the default there.
    Quinlan compares a rule with Laplace's estimate (n - n_k + 1) / (n + 2) of the error of
    always predicting its class; with bound="quinlan" so does this learner.

    Frames may hold text, categories and booleans, see `coursekit.tree.encoding`; a condition on a
    missing value is false.

    ``alpha``: level of the bound of a rule's error, between 0 and 1: two-sided, or one-sided for
        Quinlan.
    ``w``: weight of the rules in the description length.
    ``bound`` {"wilson", "quinlan"}: the bound of a rule's error, see `upper_error_bound`.
    ``exceptions`` {"1993", "1995"}: the code for misclassified samples, see `exception_bits`.
    ``simplification``: {"subsets", "greedy"}.
    ``selection`` {"best", "greedy", "annealing"}: "best" searches all sets of up to ten rules per
        class, and is greedy for more.
    ``random_state``: seed of annealing.

    Attributes
    ----------
    rules_ : DecisionList
    tree_ : C45Tree
    class_rules_ : list of ClassRules, in the order of the list, with the lines dropped at the end
    classes_ : ndarray, shape (c,)

    Source: J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5; J. R. Quinlan
    (1995), *MDL and categorical theories (continued)*; C. Borgelt, *Advanced Data Mining*.

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
    else setosa
    """

    def __init__(self, alpha: float = 0.25, w: float = 0.5, *, bound: str = "wilson",
                 exceptions: str = "1993", simplification: str = "subsets",
                 selection: str = "best", random_state: int = 0):
        self.alpha = alpha
        self.w = w
        self.bound = bound
        self.exceptions = exceptions
        self.simplification = simplification
        self.selection = selection
        self.random_state = random_state

    def fit(self, X, y) -> C45Rules:
        """Learn the rules; X of shape (n, d), labels y of shape (n,)."""
        require_between("alpha", self.alpha, 0, 1, open_ends=True)
        require_between("w", require_finite("w", self.w), 0, np.inf)
        require_choice("bound", self.bound, ("wilson", "quinlan"))
        require_choice("exceptions", self.exceptions, ("1993", "1995"))
        require_choice("simplification", self.simplification, ("subsets", "greedy"))
        require_choice("selection", self.selection, ("best", "greedy", "annealing"))
        table, Y = self._read(X, y)
        self.tree_ = grow_c45(self._frame(table), self.classes_[Y.argmax(axis=0)])
        found = self._simplified(table, Y)
        bits = condition_bits(table)
        rng = np.random.default_rng(self.random_state)
        sets = [self._choose(k, rules, table, Y[k], bits, rng) for k, rules in found.items()]
        self.class_rules_ = _in_order(sets, len(table))
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
        """Return the distinct simplified rules of each class that has any, best first."""
        default = self._default_errors(Y)
        found: dict[int, list[Judged]] = {}
        seen = set()
        for rule in rules_of_tree(self.tree_):
            k = int(np.flatnonzero(self.classes_ == rule.label)[0])
            short = simplify(rule, table, self.classes_[Y.argmax(axis=0)], self.alpha,
                             self.simplification, self.bound)[0]
            name = k, frozenset(short.conditions)
            if short.conditions and name not in seen and short.bound < default[k]:
                seen.add(name)
                found.setdefault(k, []).append(short)
        return {k: tuple(sorted(found[k], key=lambda judged: judged.bound)) for k in sorted(found)}

    def _default_errors(self, Y: np.ndarray) -> np.ndarray:
        """Return the error of always predicting each class, which a rule has to beat, (c,)."""
        n, right = Y.shape[1], Y.sum(axis=1)
        if self.bound == "quinlan":
            return 1 - (right + 1) / (n + 2)
        return upper_error_bound(n - right, n, self.alpha)

    def _choose(self, k: int, rules: tuple[Judged, ...], table: Table, positive: np.ndarray,
                bits: dict[str, float], rng: np.random.Generator) -> ClassRules:
        coded = Coded(np.array([table.covers(judged.conditions) for judged in rules]), positive,
                      tuple(tuple(bits[c.feature] for c in judged.conditions) for judged in rules),
                      self.w, self.exceptions)
        flips: list[Flip] = []
        if self.selection == "annealing":
            temperatures = START_TEMPERATURE_BITS * COOLING_FACTOR ** np.arange(ANNEALING_STEPS)
            chosen, flips = anneal(coded.length, len(rules), temperatures, rng)
        elif self.selection == "best" and len(rules) <= MAX_RULES_EXHAUSTIVE:
            chosen = choose_exhaustively(coded.length, len(rules))
        else:
            chosen = choose_greedily(coded.length, len(rules))
        return ClassRules(self.classes_[k], rules, chosen, coded, tuple(flips))

    def _list(self, table: Table, Y: np.ndarray) -> DecisionList:
        lines = [(int(np.flatnonzero(self.classes_ == each.label)[0]), judged.conditions)
                 for each in self.class_rules_ for judged in each.kept]
        fires = np.array([table.covers(conditions) for _, conditions in lines], dtype=bool)
        fires = fires.reshape(len(lines), len(table))
        left = ~fires.any(axis=0)
        default = max(range(len(Y)), key=lambda k: (Y[k, left].sum(), Y[k].sum()))
        kept = _without_harmful(fires, np.array([k for k, _ in lines], int), default,
                                Y.argmax(axis=0))
        left, rules = np.ones(len(table), dtype=bool), []
        for j in kept:
            decides = left & fires[j]
            if decides.any():
                rules.append(self._rule(lines[j][1], Y[:, decides].sum(axis=1), k=lines[j][0]))
            left &= ~decides
        counts = Y[:, left].sum(axis=1) if left.any() else Y.sum(axis=1)
        return DecisionList(tuple(rules), self._rule((), counts, k=default),
                            self.columns_)


def _in_order(sets: list[ClassRules], n: int) -> list[ClassRules]:
    """Return the classes in order: next is the one with fewest false positives on the rest."""
    left, waiting, ordered = np.ones(n, dtype=bool), list(sets), []
    while waiting:
        covers = [left & each.coded.covers[each.chosen].any(axis=0) for each in waiting]
        wrong = [int((cover & ~each.coded.positive).sum())
                 for cover, each in zip(covers, waiting)]
        j = min(range(len(waiting)), key=lambda j: (wrong[j], int(covers[j].sum())))
        left &= ~covers[j]
        ordered.append(waiting.pop(j))
    return ordered


def _without_harmful(fires: np.ndarray, says: np.ndarray, default: int,
                     y: np.ndarray) -> list[int]:
    """Return which lines stay after repeatedly dropping the first that does more harm than good.

    ``fires`` (r, n) and ``says`` (r,) are the lines in order, ``y`` (n,) the classes. A line is
    compared with the line that would decide in its place.
    """
    kept = list(range(len(fires)))
    while True:
        said = np.append(says[kept], default)
        asked = np.vstack([fires[kept], np.ones((1, len(y)), dtype=bool)])
        first = asked.argmax(axis=0)
        asked[first, np.arange(len(y))] = False
        asked[-1] = True
        second = asked.argmax(axis=0)
        better = (said[first] == y).astype(int) - (said[second] == y)
        balance = np.bincount(first, better, len(said))
        harmful = np.flatnonzero(balance < 0)
        if not harmful.size:
            return kept
        del kept[harmful[0]]
