"""Simplify a rule: drop conditions as long as the upper bound of its error does not rise.

Legend: ``right`` and ``wrong`` covered samples, ``bound`` the upper bound U of the error rate, see
`upper_error_bound`; 1 if nothing is covered. It is Borgelt's, from Wilson's two-sided interval, or
Quinlan's, which is one-sided.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.checks import require_choice
from coursekit.labels import require_labels
from coursekit.rules.rule import Rule
from coursekit.rules.table import Table
from coursekit.statistics import upper_error_bound
from coursekit.tree.c45 import C45Tree
from coursekit.tree.cart import CARTClassifier
from coursekit.tree.conditions import Condition, merged

#: With more conditions not all subsets are searched; the rule is simplified greedily.
MAX_CONDITIONS_SUBSETS = 12


class Judged(NamedTuple):
    """A conjunction with its coverage and the bound of its error."""

    conditions: tuple[Condition, ...]
    right: int
    wrong: int
    bound: float


class Deletion(NamedTuple):
    """One step: the rule, the rules with one condition less, and the deleted condition."""

    now: Judged
    without: tuple[Judged, ...]  # in the order of the conditions
    deleted: Condition | None  # None at the end


def rules_of_tree(model: C45Tree | CARTClassifier) -> tuple[Rule, ...]:
    """Return one rule per leaf, merging conditions on a feature; without gaps exactly one fires.

    Takes a tree of `grow_c45` or a fitted CARTClassifier. A sample with a missing value may fire
    no rule.

    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], ["a", "b", "b"])
    >>> print(*rules_of_tree(model), sep=" | ")
    if x[0] < 0.5 then a | if x[0] >= 0.5 then b
    """
    if not isinstance(model, (C45Tree, CARTClassifier)):
        raise TypeError(f"rules need a classification tree, got {type(model).__name__}; give one "
                        "of grow_c45, or a fitted CARTClassifier")
    table = model.to_rules()
    return tuple(Rule(merged(tests), label)
                 for tests, label in zip(table["conditions"], table["prediction"]))


class Rows(NamedTuple):
    """A rule on the samples: one Boolean row per condition, and who has its class."""

    conditions: tuple[Condition, ...]
    holds: np.ndarray  # (k, n)
    right: np.ndarray  # (n,), whether a sample has the class of the rule
    alpha: float
    bound: str

    def judge(self, kept: list[int]) -> Judged:
        """Return the conjunction of these conditions, with coverage and bound."""
        cover = self.holds[kept].all(axis=0)
        right = int((cover & self.right).sum())
        wrong = int(cover.sum()) - right
        return Judged(tuple(self.conditions[j] for j in kept), right, wrong,
                      upper_error_bound(wrong, right + wrong, self.alpha, self.bound))


def simplify(rule: Rule, X, y, alpha: float = 0.25, method: str = "greedy",
             bound: str = "wilson") -> tuple[Judged, list[Deletion]]:
    """Return the simplified conjunction of a rule, and the steps of the greedy search.

    "greedy" drops the condition without which the bound is smallest, the first in a tie, as long
    as the bound is not larger than before. "subsets" takes the non-empty subset with the smallest
    bound, in a tie the shortest; its steps are empty, and a rule of more than twelve conditions is
    simplified greedily.

    ``X``: DataFrame, array or Table, of n samples.
    ``y`` (n,): classes.
    ``alpha``: level of the bound, see `upper_error_bound`; the smaller, the more a small cover
        costs.
    ``method``: {"greedy", "subsets"}.
    ``bound``: {"wilson", "quinlan"}.

    >>> X, y = [[0, 0], [1, 0], [1, 1]] * 4, ["a", "a", "b"] * 4
    >>> both = Rule((Condition("x[0]", ">", 0.5), Condition("x[1]", ">", 0.5)), "b")
    >>> best, steps = simplify(both, X, y)
    >>> [str(condition) for condition in best.conditions], len(steps)
    (['x[1] > 0.5'], 2)
    """
    require_choice("method", method, ("greedy", "subsets"))
    if not isinstance(rule, Rule):
        raise TypeError(f"rule must be a Rule, got {type(rule).__name__}; take one from "
                        "rules_of_tree or the rules_ of a model")
    table, y = Table.of(X), require_labels(y)
    if len(y) != len(table):
        raise ValueError(f"y must hold one class for each of the {len(table)} samples of X, "
                         f"got {len(y)}")
    rows = Rows(rule.conditions,
                np.array([table.holds(c) for c in rule.conditions], bool).reshape(-1, len(table)),
                y == rule.label, alpha, bound)
    k = len(rule.conditions)
    if method == "subsets" and 0 < k <= MAX_CONDITIONS_SUBSETS:
        return _best_subset(rows), []
    steps, kept = [], list(range(k))
    while True:
        now = rows.judge(kept)
        without = tuple(rows.judge([i for i in kept if i != j]) for j in kept)
        best = min(range(len(kept)), key=lambda i: without[i].bound, default=None)
        if best is None or without[best].bound > now.bound:
            return now, [*steps, Deletion(now, without, None)]
        steps.append(Deletion(now, without, rule.conditions[kept[best]]))
        del kept[best]


def _best_subset(rows: Rows) -> Judged:
    subsets = [[j for j in range(len(rows.conditions)) if code >> j & 1]
               for code in range(1, 2 ** len(rows.conditions))]
    return min((rows.judge(kept) for kept in subsets),
               key=lambda judged: (judged.bound, len(judged.conditions)))
