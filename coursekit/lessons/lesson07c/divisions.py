"""What lesson 07c tells of other divisions of the thyroid patients, counted once and kept.

A division draws 2,514 of all 3,772 patients for training; the others are new. One takes some
seconds, so the notebook reads the table divisions.csv, which `count` made, a row per seed.
"""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets import load_hypothyroid
from coursekit.lessons.lesson07c.thyroid import sentence, thyroid
from coursekit.model_selection import corrected_interval
from coursekit.rules import C45Rules, Rule, Table, rules_of_tree, simplify

ROWS = Path(__file__).with_name("divisions.csv")
STRICT = 0.05


class Division(NamedTuple):
    """What one division gives: errors on the new patients, and what becomes of the page's rules."""

    errors_of_list: int
    errors_of_tree: int
    errors_of_all_by_bound: int     # all shortened rules, the smallest bound first
    rule_5: str                     # what stays of rule 5, greedily
    shorter: int                    # of the eleven rules, at the level STRICT instead of 0.25
    longer: int


@cache
def patients() -> pd.DataFrame:
    """Return all patients, those of the training file first."""
    return pd.concat([load_hypothyroid("train"), load_hypothyroid("test")], ignore_index=True)


def count(seed: int) -> Division:
    """Divide the patients anew, and count."""
    everybody, m = patients(), len(load_hypothyroid("train"))
    order = np.random.default_rng(seed).permutation(len(everybody))
    (X, y), (X_new, y_new) = (
        (some.drop(columns="class"), some["class"].astype(str).to_numpy())
        for some in (everybody.iloc[order[:m]], everybody.iloc[order[m:]]))
    model, table = C45Rules().fit(X, y), Table.of(X)
    found = [(rule.label, simplify(rule, table, y, method="subsets")[0])
             for rule in rules_of_tree(model.tree_)]
    found.sort(key=lambda pair: pair[1].bound)
    kept = {level: [simplify(rule, table, y, level)[0].conditions for rule in thyroid()[2]]
            for level in (0.25, STRICT)}
    change = np.array([len(b) - len(a) for a, b in zip(*kept.values(), strict=True)])
    return Division(*(int(np.sum(told != y_new)) for told in (
        model.predict(X_new), model.tree_.predict(X_new), _first(found, Table.of(X_new)))),
        sentence(kept[0.25][4]), int(np.sum(change < 0)), int(np.sum(change > 0)))


def _first(found: list[tuple[str, Rule]], table: Table) -> np.ndarray:
    """Return the label of the first rule that covers each patient, else the most frequent one."""
    covers = np.array([table.covers(short.conditions) for _, short in found])
    labels = np.array([label for label, _ in found])
    return np.where(covers.any(axis=0), labels[covers.argmax(axis=0)], "negative")


def divisions() -> pd.DataFrame:
    """Return the kept counts, a row per seed."""
    return pd.read_csv(ROWS, index_col="seed")


def more_errors() -> tuple[float, float, float]:
    """Return how many more errors the list makes than the tree: the mean and its interval.

    The divisions share their patients, so the interval is the corrected one of lesson 05c.
    """
    found, m = divisions(), len(load_hypothyroid("train"))
    more = (found["errors_of_list"] - found["errors_of_tree"]).to_numpy(float)
    return float(more.mean()), *corrected_interval(more, m, len(patients()) - m)
