"""The thyroid records, the rules of C4.5's tree for them, and how they are shortened."""
from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pandas as pd

from coursekit.datasets import load_hypothyroid
from coursekit.rules import Deletion, Judged, Rule, Table, rules_of_tree, simplify
from coursekit.tree.c45 import grow_c45
from coursekit.tree.conditions import Condition

YES_NO = {"on_thyroxine": ("on thyroxine", "no thyroxine"),
          "thyroid_surgery": ("surgery", "no surgery")}
BOUNDS = {"two-sided": "wilson", "Quinlan's": "quinlan"}
CLASSES = {"negative": "negative", "compensated hypothyroid": "compensated",
           "primary hypothyroid": "primary", "secondary hypothyroid": "secondary"}


@cache
def thyroid() -> tuple[Table, np.ndarray, tuple[Rule, ...]]:
    """Return the training samples, their classes, and the rules of C4.5's tree."""
    frame = load_hypothyroid()
    X, y = frame.drop(columns="class"), frame["class"].astype(str)
    return Table.of(X), y.to_numpy(), rules_of_tree(grow_c45(X, y))


@cache
def deletions(number: int, alpha: float = 0.25, bound: str = "two-sided") -> tuple[Deletion, ...]:
    """Return the greedy steps for one rule of the tree, counted from 1."""
    table, y, rules = thyroid()
    return tuple(simplify(rules[number - 1], table, y, alpha, bound=BOUNDS[bound])[1])


def words(condition: Condition) -> str:
    """Return a condition in words.

    Examples
    --------
    >>> words(Condition("TSH", "<=", 6.0)), words(Condition("T4U_measured", "in", ("f",)))
    ('TSH ≤ 6', 'T4U not measured')
    >>> words(Condition("thyroid_surgery", "in", ("t",)))
    'surgery'
    """
    text = str(condition).replace("<=", "≤").replace(">=", "≥")
    feature, is_true = condition.feature, text.endswith("= t")
    if feature in YES_NO:
        return YES_NO[feature][not is_true]
    if feature.endswith("_measured"):
        return feature.replace("_measured", " measured" if is_true else " not measured")
    return text


def sentence(conditions: Iterable[Condition]) -> str:
    """Return conditions joined by "and", in words.

    Examples
    --------
    >>> sentence([]), sentence([Condition("FTI", ">", 64.0), Condition("TT4", "<=", 150.0)])
    ('no condition', 'FTI > 64 and TT4 ≤ 150')
    """
    return " and ".join(map(words, conditions)) or "no condition"


def growing_table(number: int) -> pd.DataFrame:
    """Return the greedy deletions of a rule: a row for each condition, a column for each step.

    A cell holds what the rule would be without this condition, right / wrong and U; the deletion
    that is made has an arrow. The first row is the rule before the step.

    Examples
    --------
    >>> growing_table(5).loc["FTI ≤ 64", "step 1"]
    '6 / 1, 35.0% ←'
    """
    steps = deletions(number)
    rows = ["as it is", *map(words, steps[0].now.conditions)]
    table = pd.DataFrame("", rows, [f"step {k}" for k in range(1, len(steps) + 1)])
    for column, step in zip(table, steps):
        table.loc["as it is", column] = _cell(step.now)
        for condition, judged in zip(step.now.conditions, step.without):
            arrow = " ←" if condition == step.deleted else ""
            table.loc[words(condition), column] = _cell(judged) + arrow
    return table


def _cell(judged: Judged) -> str:
    return f"{judged.right} / {judged.wrong}, {judged.bound:.1%}"
