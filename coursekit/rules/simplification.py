"""One rule, made shorter: conditions go as long as the upper bound of its error does not rise.

Legend: ``right`` and ``wrong`` covered samples, ``bound`` the upper bound U of the error rate, see
`upper_error_bound`; 1 where nothing is covered. It is Borgelt's, from Wilson's two-sided interval,
or Quinlan's own, which is one-sided.
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

#: Of a rule with more conditions not all subsets are tried; it is simplified greedily.
MOST_CONDITIONS = 12


class Judged(NamedTuple):
    """A conjunction with what it covers and the bound of its error."""

    conditions: tuple[Condition, ...]
    right: int
    wrong: int
    bound: float


class Deletion(NamedTuple):
    """One step: the rule, the rules with one condition less, and the condition that goes."""

    now: Judged
    without: tuple[Judged, ...]  # in the order of the conditions
    deleted: Condition | None  # None at the end


def rules_of_tree(model: C45Tree | CARTClassifier) -> tuple[Rule, ...]:
    """Return one rule a leaf, conditions on a feature merged; exactly one fires without gaps.

    Takes a tree of `grow_c45` or a fitted CARTClassifier. A sample that lacks a value may fall
    through all rules.

    Examples
    --------
    >>> model = CARTClassifier(min_samples_split=2).fit([[0], [1], [2]], ["a", "b", "b"])
    >>> print(*rules_of_tree(model), sep=" | ")
    if x[0] < 0.5 then a | if x[0] >= 0.5 then b
    """
    if not isinstance(model, (C45Tree, CARTClassifier)):
        raise TypeError(f"rules need a classification tree, got {type(model).__name__}; give one "
                        "of grow_c45 or a fitted CARTClassifier")
    table = model.to_rules()
    return tuple(Rule(merged(tests), label)
                 for tests, label in zip(table["conditions"], table["prediction"]))


class Rows(NamedTuple):
    """What a simplifier sees of a rule: a Boolean row for each condition, and who is right."""

    conditions: tuple[Condition, ...]
    holds: np.ndarray  # (k, n)
    right: np.ndarray  # (n,), whether a sample has the class of the rule
    alpha: float
    bound: str

    def judge(self, kept: list[int]) -> Judged:
        """Return the conjunction of those conditions, judged."""
        cover = self.holds[kept].all(axis=0)
        right = int((cover & self.right).sum())
        wrong = int(cover.sum()) - right
        return Judged(tuple(self.conditions[j] for j in kept), right, wrong,
                      upper_error_bound(wrong, right + wrong, self.alpha, self.bound))


def simplify(rule: Rule, X, y, alpha: float = 0.25, method: str = "greedy",
             bound: str = "wilson") -> tuple[Judged, list[Deletion]]:
    """Return the simplified conjunction of a rule, and the steps of the greedy way to it.

    "greedy" drops the condition without which the bound is smallest, as long as it is not larger
    than before; of equals the first. "subsets" takes, of all subsets but the empty one, that of
    smallest bound, then the shortest; its steps are empty, and a rule of more than twelve
    conditions is simplified greedily.

    Parameters
    ----------
    rule : Rule
    X : DataFrame, array or Table, of n samples
    y : array_like, shape (n,)
        Classes.
    alpha : float
        Level of the bound, see `upper_error_bound`; the smaller, the more a small cover costs.
    method : {"greedy", "subsets"}
    bound : {"wilson", "quinlan"}

    Examples
    --------
    >>> X, y = [[0, 0], [1, 0], [1, 1]] * 4, ["a", "a", "b"] * 4
    >>> both = Rule((Condition("x[0]", ">", 0.5), Condition("x[1]", ">", 0.5)), "b")
    >>> best, steps = simplify(both, X, y)
    >>> [str(condition) for condition in best.conditions], len(steps)
    (['x[1] > 0.5'], 2)
    """
    require_choice("method", method, ("greedy", "subsets"))
    if not isinstance(rule, Rule):
        raise TypeError(f"rule must be a Rule, got {type(rule).__name__}; rules_of_tree and the "
                        "rules_ of a model hold some")
    table, y = Table.of(X), require_labels(y)
    if len(y) != len(table):
        raise ValueError(f"y must hold one class for each of the {len(table)} samples of X, "
                         f"got {len(y)}")
    rows = Rows(rule.conditions,
                np.array([table.holds(c) for c in rule.conditions], bool).reshape(-1, len(table)),
                y == rule.label, alpha, bound)
    k = len(rule.conditions)
    if method == "subsets" and 0 < k <= MOST_CONDITIONS:
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
