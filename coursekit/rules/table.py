"""A table, and the samples for which a condition or a conjunction holds.

Every condition on a missing value is false, so on a column without any value all are; so is a
condition on a nominal feature for a level that it does not name. Covers are Boolean arrays (n,),
so a conjunction is an AND of rows.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from coursekit.checks import floats
from coursekit.tree.conditions import Condition, Threshold
from coursekit.tree.encoding import Columns, read_table

_COMPARE = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}


@dataclass(frozen=True, eq=False)
class Table:
    """The columns of a frame or array, and its values as numbers; see `Columns`."""

    columns: Columns
    codes: np.ndarray  # (n, d): numbers unchanged, levels as codes, NaN where missing

    @classmethod
    def of(cls, X: pd.DataFrame | ArrayLike, known: Columns | None = None) -> Table:
        """Return the table of a frame (text is nominal) or of an array (all numbers).

        Columns of a frame that occur in ``known`` keep their kind there, see `Columns.of`.

        >>> frame = pd.DataFrame({"sex": ["m", "f", None], "age": [30, 20, 50]})
        >>> Table.of(frame).covers([Condition("sex", "in", ("m",)), Condition("age", ">", 25)])
        array([ True, False, False])
        """
        if isinstance(X, Table):
            return X
        X = read_table(X)
        if not isinstance(X, pd.DataFrame):
            X = floats("X", X)
            if X.ndim != 2:
                raise ValueError(f"X must be a table of samples and features, got shape {X.shape}")
            return cls(Columns.of(X), X)
        columns = Columns.of(X, known)
        return cls(columns, columns.encode(X))

    def __len__(self) -> int:
        return len(self.codes)

    def holds(self, condition: Condition) -> np.ndarray:
        """Return the samples for which a condition is true, shape (n,), Boolean."""
        if condition.feature not in self.columns.names:
            raise ValueError(f"there is no feature {condition.feature!r} for the condition "
                             f"'{condition}'; the table has {list(self.columns.names)}")
        j = self.columns.names.index(condition.feature)
        x, levels = self.codes[:, j], self.columns.levels[j]
        if levels is not None and not len(levels):      # all values missing
            return np.zeros(len(self), dtype=bool)
        if (condition.op == "in") != (levels is not None):
            kind = "nominal" if levels is not None else "numeric"
            raise ValueError(f"the condition '{condition}' does not fit the feature "
                             f"{condition.feature!r}, which is {kind} in this table")
        if levels is None:
            return _COMPARE[condition.op](x, condition.value)
        return np.isin(x, np.flatnonzero([level in condition.value for level in levels]))

    def covers(self, conditions: Iterable[Condition]) -> np.ndarray:
        """Return the samples for which all conditions are true, shape (n,), Boolean."""
        cover = np.ones(len(self), dtype=bool)
        for condition in conditions:
            cover &= self.holds(condition)
        return cover


@dataclass(frozen=True, eq=False)
class Selectors:
    """All conditions that a learner may combine, and the samples for which each holds."""

    conditions: tuple[Condition, ...]
    feature: np.ndarray  # (s,), position of the feature of each
    S: np.ndarray  # (s, n) Boolean

    def __len__(self) -> int:
        return len(self.conditions)

    def names(self, conjunction: Iterable[int]) -> tuple[Condition, ...]:
        """Return the conditions with these indices, in increasing order."""
        return tuple(self.conditions[j] for j in sorted(conjunction))


def make_selectors(X: pd.DataFrame | ArrayLike | Table) -> Selectors:
    """Return the selectors of a table: "= level", and "<=", ">" at midpoints of its values.

    >>> selectors = make_selectors(pd.DataFrame({"sex": ["m", "f"], "age": [20, 30]}))
    >>> [str(condition) for condition in selectors.conditions]
    ['sex = f', 'sex = m', 'age <= 25', 'age > 25']
    >>> selectors.S.astype(int)
    array([[0, 1],
           [1, 0],
           [1, 0],
           [0, 1]])
    """
    table = Table.of(X)
    conditions, feature, rows = [], [], []
    for j, (name, levels) in enumerate(zip(table.columns.names, table.columns.levels)):
        x = table.codes[:, j]
        if levels is not None:
            found = [Condition(name, "in", (level,)) for level in levels]
            holds = x == np.arange(len(levels))[:, None]
        else:
            values = np.unique(x[~np.isnan(x)])
            cuts = values[:-1] / 2 + values[1:] / 2
            cuts = np.where(cuts < values[1:], cuts, values[:-1])   # for neighbouring floats
            parting = [*map(Threshold, cuts, values[:-1], values[1:])]
            found = [Condition(name, op, cut) for op in ("<=", ">") for cut in parting]
            holds = np.concatenate([x <= cuts[:, None], x > cuts[:, None]])
        conditions += found
        feature += [j] * len(found)
        rows.append(holds)
    S = np.concatenate(rows) if rows else np.empty((0, len(table)), bool)
    return Selectors(tuple(conditions), np.array(feature, dtype=int), S)
