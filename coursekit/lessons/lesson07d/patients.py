"""The thyroid patients, the rules of their tree, and the sets of rules whose bits are compared.

Rules 1 to 11 are the leaves of the tree of lesson 07c, from the top, each made shorter. "3.2" is a
rule of the tree of 1993, which splits rule 3 once more.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from coursekit.datasets import load_hypothyroid
from coursekit.rules import (
    Coded, Judged, Rule, Table, all_lengths, choose_greedily, condition_bits, log2_binomial,
    rules_of_tree, simplify,
)
from coursekit.tree.c45 import C45Tree, grow_c45
from coursekit.tree.conditions import Condition

PRIMARY, COMPENSATED = "primary hypothyroid", "compensated hypothyroid"
SPLIT = (Condition("FTI", "<=", 64), Condition("TSH", ">", 17))     # rule 3.2
NAMES = ("3a", "3b", "3c", "3d", "8a", "8b", "8c")
R = len(NAMES)
TIE = 1e-9


@cache
def patients(part: str = "train") -> tuple[pd.DataFrame, np.ndarray]:
    """Return the features and the classes of the training patients, or of part="test"."""
    frame = load_hypothyroid(part)
    return frame.drop(columns="class"), frame["class"].astype(str).to_numpy()


@cache
def tree() -> C45Tree:
    """Return the tree of lesson 07c."""
    X, y = patients()
    return grow_c45(X, y)


@cache
def rules() -> tuple[Rule, ...]:
    """Return one rule per leaf of the tree."""
    return rules_of_tree(tree())


@cache
def shortened() -> tuple[Judged, ...]:
    """Return each rule with the conditions that give the smallest bound, and its counts."""
    table, y = Table.of(patients()[0]), patients()[1]
    return tuple(simplify(rule, table, y, method="subsets")[0] for rule in rules())


@cache
def conditions(name: str) -> tuple[Condition, ...]:
    """Return the conditions of a shortened rule, "1" to "11", or of "3.2"."""
    return SPLIT if name == "3.2" else shortened()[int(name) - 1].conditions


def coded(label: str, names: tuple[str, ...], *, with_class: bool = False, w: float = 0.5,
          exceptions: str = "1993") -> Coded:
    """Return candidates for one class with what their messages need.

    ``with_class`` counts the column of the classes as one more feature that could be asked.

    Examples
    --------
    >>> coded(PRIMARY, ("4", "7")).counts(np.array([True, True]))
    (63, 2, 3)
    """
    (X, y), table = patients(), Table.of(patients()[0])
    bits = condition_bits(X, y) if with_class else condition_bits(X)
    forms = [conditions(name) for name in names]
    return Coded(np.array([table.covers(form) for form in forms]), y == label,
                 tuple(tuple(bits[c.feature] for c in form) for form in forms), w, exceptions)


# -- seven forms of two rules

class Priced(NamedTuple):
    """All sets at one weight: their lengths, and where greedy ends from all rules."""

    coded: Coded
    lengths: np.ndarray  # (128,)
    greedy: np.ndarray  # (7,)


@cache
def forms() -> Coded:
    """Return rules 3 and 8 in all forms that their shortening goes through, at weight 1."""
    (X, y), table = patients(), Table.of(patients()[0])
    found = [step.now.conditions for k in (3, 8)
             for step in reversed(simplify(rules()[k - 1], table, y, 0.25)[1])]
    bits = condition_bits(X)
    return Coded(np.array([table.covers(form) for form in found]), y == COMPENSATED,
                 tuple(tuple(bits[c.feature] for c in form) for form in found), 1.0)


@cache
def lengths_at(w: float) -> np.ndarray:
    """Return the lengths of all sets at one weight."""
    return all_lengths(forms()._replace(w=w).length, R)


@cache
def priced(w: float = 0.5) -> Priced:
    """Return the prices of all sets of the seven rules: they are linear in w."""
    lengths = (1 - w) * lengths_at(0.0) + w * lengths_at(1.0)
    return Priced(forms()._replace(w=w), lengths,
                  choose_greedily(lambda chosen: lengths[place(chosen)], R))


def place(chosen: np.ndarray) -> int:
    """Return the place of a set in the list of all sets: one bit per rule."""
    return int(np.asarray(chosen, dtype=int) @ (1 << np.arange(R)))


def neighbours(at: int) -> np.ndarray:
    """Return the places of the seven sets that differ in one rule."""
    return at ^ (1 << np.arange(R))


def named(chosen: np.ndarray) -> str:
    """Return a set as it is written."""
    return f"{{{', '.join(np.array(NAMES)[np.asarray(chosen, bool)])}}}" if any(chosen) \
        else "no rule"


def parts(chosen: np.ndarray, w: float) -> np.ndarray:
    """Return the bits of the rules, of the false positives and of the false negatives."""
    known = priced(w)
    N, fp, fn = known.coded.counts(chosen)
    exceptions = log2_binomial([N, len(known.coded.positive) - N], [fp, fn])
    return np.array([known.lengths[place(chosen)] - exceptions.sum(), *exceptions])
