"""The questions of a tree, as conditions that a sample meets or not, and in words."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from coursekit.tree.encoding import Columns
from coursekit.tree.tree import LEFT, RIGHT, Splits

LOWER, UPPER = (">", ">="), ("<", "<=")
MAX_DIGITS = 17    # enough to distinguish any two floats


class Threshold(float):
    """A threshold, and its neighbouring training values below and above.

    Every number between these two splits the training table in the same way.
    """

    def __new__(cls, value: float, below: float = np.nan, above: float = np.nan):
        """Return the number, with its neighbours; NaN if unknown."""
        threshold = super().__new__(cls, value)
        threshold.below, threshold.above = float(below), float(above)
        return threshold


def threshold_text(value: float, digits: int = 6) -> str:
    """Return a threshold with this many digits, or as many more as it takes to be correct.

    A `Threshold` is written as a number that sends every training value to the same side; any
    other number with all the digits that distinguish it from neighbouring floats.

    >>> threshold_text(Threshold(1912.5, 1912, 1913), digits=4)
    '1912.5'
    >>> threshold_text(Threshold(0.5609999999999999, 0.557, 0.565))
    '0.561'
    >>> threshold_text(0.5609999999999999)
    '0.5609999999999999'
    """
    below, above = getattr(value, "below", np.nan), getattr(value, "above", np.nan)
    value = float(value) + 0.0      # never write -0
    texts = (f"{value:.{d}g}" for d in range(digits, MAX_DIGITS))
    return next((text for text in texts if float(text) == value or below < float(text) < above),
                f"{value:.{MAX_DIGITS}g}")


class Condition(NamedTuple):
    """One test on the path to a leaf; ``op`` is "<", ">=", "<=", ">" or "in".

    >>> str(Condition("age", "<", 9.5)), str(Condition("sex", "in", ("male",)))
    ('age < 9.5', 'sex = male')
    """

    feature: str
    op: str
    value: float | tuple  # a threshold, or the levels allowed

    def __str__(self) -> str:
        return self.text()

    def text(self, digits: int = 6) -> str:
        """Return the condition in words; for the digits see `threshold_text`."""
        if self.op != "in":
            return f"{self.feature} {self.op} {threshold_text(self.value, digits)}"
        levels = [str(level) for level in self.value]
        return f"{self.feature} " + (f"= {levels[0]}" if len(levels) == 1
                                     else f"in {{{', '.join(levels)}}}")


def sides(splits: Splits, node: int, columns: Columns, k: int = 0) -> tuple[Condition, Condition]:
    """Return the conditions for going left and right by question k of a node.

    Question 0 is the node's own; in words it is the condition for going left.

    >>> splits = Splits.blank(1, 1, 0)
    >>> splits.feature[0, 0], splits.threshold[0, 0] = 0, 9.5
    >>> [str(side) for side in sides(splits, 0, Columns(("age",), (None,)))]
    ['age < 9.5', 'age >= 9.5']
    """
    j = splits.feature[node, k]
    name, levels = columns.names[j], columns.levels[j]
    if levels is None:
        threshold = Threshold(splits.threshold[node, k], *splits.beside[node, k])
        below, above = Condition(name, "<", threshold), Condition(name, ">=", threshold)
        return (above, below) if splits.reversed[node, k] else (below, above)
    side = splits.level_goes_left[node, k, :len(levels)]
    return (Condition(name, "in", tuple(levels[side == LEFT])),
            Condition(name, "in", tuple(levels[side == RIGHT])))


def in_words(conditions: Iterable[Condition | str]) -> str:
    """Return conditions joined by "and", or "always" if there are none."""
    return " and ".join(map(str, conditions)) or "always"


def merged(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return equivalent conditions with at most one lower, upper and level test per feature.

    The tightest bound on each side stays, and the levels that all tests contain.

    >>> merged([Condition("age", "<=", 50), Condition("sex", "in", ("f",)),
    ...         Condition("age", "<=", 35)])
    (Condition(feature='age', op='<=', value=35), Condition(feature='sex', op='in', value=('f',)))
    """
    kept: dict[tuple[str, bool, bool], Condition] = {}
    for test in conditions:
        key = test.feature, test.op in LOWER, test.op in UPPER
        kept[key] = _both(kept[key], test) if key in kept else test
    return tuple(kept.values())


def _both(a: Condition, b: Condition) -> Condition:
    if a.op == "in":
        return a._replace(value=tuple(v for v in a.value if v in b.value))
    if a.value == b.value:      # the one that excludes the value is tighter
        return a if a.op in ("<", ">") else b
    return max(a, b, key=lambda c: c.value) if a.op in LOWER else min(a, b, key=lambda c: c.value)
