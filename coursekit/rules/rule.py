"""Rules, rule sets and decision lists, as small immutable objects.

A *rule* says "if all its conditions hold, then the class". In a *decision list* the first rule
that fires decides, or a default if none does, so each line refers to the samples that those
above it leave. In a *rule set* every rule stands alone: the counts of all that fire are added.

>>> import pandas as pd
>>> warm, dry = Condition("degrees", ">", 20), Condition("rain", "in", ("no",))
>>> print(DecisionList((Rule((warm, dry), "out"),), Rule((), "in")))
if degrees > 20 and rain = no then out
else in
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from coursekit.labels import require_labels
from coursekit.rules.measures import lift
from coursekit.rules.table import Table
from coursekit.tree.conditions import LOWER, UPPER, Condition, in_words, merged, threshold_text
from coursekit.tree.encoding import Columns

_TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True)
class Rule:
    """If all conditions hold, then the label; without a condition it always fires."""

    conditions: tuple[Condition, ...]
    label: object
    counts: tuple[int, ...] | None = None  # covered training samples of each class
    own: int | None = None  # index of its class in the counts
    p: float | None = None  # p-value of the test it passed

    def __str__(self) -> str:
        text = conjunction_text(self.conditions)
        return f"if {text} then {self.label}"


def conjunction_text(conditions: Iterable[Condition]) -> str:
    """Return the conditions as text, a lower and an upper one on a feature as an interval.

    >>> conjunction_text([Condition("age", "<=", 35), Condition("age", ">", 20)])
    '20 < age <= 35'
    """
    conditions = merged(conditions)
    parts = []
    for test in conditions:
        others = [c for c in conditions if c.feature == test.feature and c.op in UPPER]
        if test.op in LOWER and others:
            parts.append(f"{threshold_text(test.value)} {_TURNED[test.op]} {others[0]}")
        elif not (test.op in UPPER and any(c.feature == test.feature and c.op in LOWER
                                            for c in conditions)):
            parts.append(str(test))
    return in_words(parts)


class _Rules:
    """The base of lists and sets: display as a table."""

    def _repr_html_(self) -> str:
        return self.to_frame().to_html(index=False)

    def __len__(self) -> int:
        return len(self.rules)

    def _reached(self, counts: np.ndarray) -> np.ndarray:
        """Return class counts of the samples that each line was learnt on."""
        return np.broadcast_to(counts[-1], counts.shape)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per line, the default last: ``rule`` and ``prediction``.

        If the rules were learnt by an estimator, also ``covered``, ``errors``, ``lift`` and ``p``,
        for the samples that the line was learnt on: in a list those that no line above covers.
        """
        lines = [*self.rules, self.default]
        table = pd.DataFrame({"rule": [conjunction_text(r.conditions) for r in lines],
                              "prediction": [r.label for r in lines]})
        if all(r.counts is not None for r in lines):
            counts, own = np.array([r.counts for r in lines]), [r.own for r in lines]
            row, m = np.arange(len(lines)), counts.sum(axis=1)
            hits, reached = counts[row, own], self._reached(counts)
            table["covered"], table["errors"] = m, m - hits
            table["lift"] = hits / m / (reached[row, own] / reached.sum(axis=1))
        if any(r.p is not None for r in lines):
            table["p"] = [np.nan if r.p is None else r.p for r in lines]
        return table

    def covers(self, X: pd.DataFrame | ArrayLike | Table) -> np.ndarray:
        """Return which samples each rule alone covers: (rules, n) Boolean."""
        table = Table.of(X, self.columns)
        covers = [table.covers(rule.conditions) for rule in self.rules]
        return np.array(covers, dtype=bool).reshape(len(self.rules), len(table))


@dataclass(frozen=True)
class DecisionList(_Rules):
    """Rules in order, and a default; the first that fires decides."""

    rules: tuple[Rule, ...]
    default: Rule
    columns: Columns | None = field(default=None, repr=False, compare=False)  # at fit

    def __str__(self) -> str:
        lines = [("if " if k == 0 else "else if ") + str(rule).removeprefix("if ")
                 for k, rule in enumerate(self.rules)]
        return "\n".join([*lines, f"else {self.default.label}"])

    def _reached(self, counts: np.ndarray) -> np.ndarray:
        return counts[::-1].cumsum(axis=0)[::-1]

    def first_match(self, X: pd.DataFrame | ArrayLike | Table) -> np.ndarray:
        """Return the number of the rule that decides for each sample, len(rules) for the default.

        >>> warm = DecisionList((Rule((Condition("x[0]", ">", 20),), "out"),), Rule((), "in"))
        >>> warm.first_match([[25.0], [10.0], [float("nan")]])
        array([0, 1, 1])
        """
        covers = self.covers(X)
        always = np.ones((1, covers.shape[1]), dtype=bool)
        return np.concatenate([covers, always]).argmax(axis=0)

    def predict(self, X: pd.DataFrame | ArrayLike | Table) -> np.ndarray:
        """Return the label of the line that decides for each sample, shape (n,)."""
        return _labels([*self.rules, self.default])[self.first_match(X)]

    def coverage(self, X: pd.DataFrame | ArrayLike, y: Sequence) -> pd.DataFrame:
        """Return the coverage of each line in the list, and alone on all samples.

        Returns a DataFrame: ``rule``, ``prediction``; ``covered``, ``errors`` of the samples that
        reach the line and no line above; ``alone_covered``, ``alone_errors``, ``alone_lift`` of
        all.
        """
        table, y = Table.of(X, self.columns), require_labels(y)
        if len(y) != len(table):
            raise ValueError(f"y must hold one class for each of the {len(table)} samples of X, "
                             f"got {len(y)}")
        decides = self.first_match(table)
        covers = np.vstack([self.covers(table), np.ones((1, len(y)), bool)])
        rows = [_line(rule, decides == k, covers[k], y == rule.label)
                for k, rule in enumerate([*self.rules, self.default])]
        return pd.DataFrame(rows)


@dataclass(frozen=True)
class RuleSet(_Rules):
    """Rules without an order: the class counts of all that fire are added; else the default."""

    rules: tuple[Rule, ...]
    default: Rule
    columns: Columns | None = field(default=None, repr=False, compare=False)  # at fit

    def __str__(self) -> str:
        return "\n".join([*map(str, self.rules), f"if none fires then {self.default.label}"])

    def votes(self, X: pd.DataFrame | ArrayLike | Table) -> np.ndarray:
        """Return the summed class counts of the rules that fire for each sample, (n, c)."""
        covers = self.covers(X)
        counts = np.array([rule.counts for rule in self.rules], dtype=float)
        votes = covers.T @ counts.reshape(len(self.rules), len(self.default.counts))
        votes[~covers.any(axis=0)] = self.default.counts
        return votes


def _labels(rules: Sequence[Rule]) -> np.ndarray:
    labels = np.empty(len(rules), dtype=object)
    labels[:] = [rule.label for rule in rules]
    return labels


def _line(rule: Rule, decides: np.ndarray, alone: np.ndarray, right: np.ndarray) -> dict:
    hits, known = int((alone & right).sum()), alone.any() and right.any()
    return {"rule": conjunction_text(rule.conditions), "prediction": rule.label,
            "covered": int(decides.sum()), "errors": int((decides & ~right).sum()),
            "alone_covered": int(alone.sum()), "alone_errors": int((alone & ~right).sum()),
            "alone_lift": lift(hits, alone.sum(), right.sum(), len(right))[0] if known else np.nan}
