"""Lesson 05b: nested cross-validation of the passengers, one count of right answers per fit.

All 891 passengers are cut into five parts of whole tickets. One part is locked, the other four are
the inner folds; C = 1, 10 or 100 for the course's SVC on the seven raw columns, with γ from these
columns alone. So nothing that is tested was used beforehand. `compute` makes the counts anew (65
fits, some seconds); they are kept here because an explorer must not make anybody wait.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer

from coursekit.scoreboard import passengers
from coursekit.svm import SVC
from coursekit.titanic import RAW_COLUMNS, raw_pipeline

PARTS, PENALTIES = 5, (1, 10, 100)


class Fold(NamedTuple):
    """One turn of the outer loop; scores are proportions of right answers."""

    sizes: tuple[int, ...] | None       # of the four inner folds, then of the locked part
    inner: np.ndarray | None            # (settings, inner folds); None where it is unknown
    score: float                        # of the winner's refit on the locked part

    @property
    def means(self) -> np.ndarray:
        """The CV of each setting: of all samples, if the sizes are known, else of the folds."""
        return np.average(self.inner, axis=1, weights=self.sizes and self.sizes[:-1])

    @property
    def winner(self) -> int:
        """The place of the setting with the highest mean; of equal ones the first."""
        return int(self.means.argmax())


def parts(seed: int) -> list[np.ndarray]:
    """Return five arrays of row numbers of `passengers`; nobody's ticket is in two of them."""
    X, y, tickets = passengers()
    cut = GroupKFold(PARTS, shuffle=True, random_state=seed)
    return [test for _, test in cut.split(X, y, tickets)]


def numbers(X: pd.DataFrame) -> np.ndarray:
    """Return the seven columns as numbers, (n, 7); levels become codes, an unknown age nan."""
    return X[RAW_COLUMNS].apply(lambda column: column if column.dtype.kind in "if" else
                                  column.astype("category").cat.codes).to_numpy(float)


def named(X: np.ndarray) -> pd.DataFrame:
    """Return `numbers` as a table again."""
    return pd.DataFrame(X, columns=RAW_COLUMNS)


def machine(model: BaseEstimator) -> Pipeline:
    """Return the pipeline of the raw columns and a model, for `numbers`; its last step: "model"."""
    pipeline = raw_pipeline(model)
    pipeline.steps.insert(0, ("named", FunctionTransformer(named)))
    return pipeline


def svc(C: float, X: np.ndarray, y: np.ndarray):
    """Return the rule of the SVC with penalty C, learned from `numbers` and their fates."""
    return machine(SVC(C=C)).fit(X, y).predict


def opening() -> tuple:
    """Return X, y and tickets sorted by part, the parts, and `inner_parts`, of the first cut.

    ``inner_parts(m)`` returns the four open parts as places among the m open rows; the five parts
    have five different sizes, so m tells which one is locked.
    """
    (table, y, tickets), cut = passengers(), parts(0)
    order, sizes = np.concatenate(cut), [len(part) for part in cut]

    def inner_parts(m: int) -> list[np.ndarray]:
        open_sizes = [size for size in sizes if size != len(y) - m]
        return np.split(np.arange(m), np.cumsum(open_sizes)[:-1])
    return (numbers(table)[order], y[order], tickets.iloc[order],
            np.split(np.arange(len(y)), np.cumsum(sizes)[:-1]), inner_parts)


def compute(seed: int, folds=range(PARTS)) -> list[tuple[list[list[int]], int]]:
    """Return for each outer fold the right answers of all inner fits, and of the refit."""
    table, y, _ = passengers()
    X, cut, found = numbers(table), parts(seed), []

    def right(C: float, train: list[np.ndarray], test: np.ndarray) -> int:
        rows = np.concatenate(train)
        return int(np.sum(svc(C, X[rows], y[rows])(X[test]) == y[test]))
    for k in folds:
        rest = [part for p, part in enumerate(cut) if p != k]
        tried = [[right(C, rest[:v] + rest[v + 1:], rest[v]) for v in range(PARTS - 1)]
                 for C in PENALTIES]
        winner = PENALTIES[int(np.argmax(np.sum(tried, axis=1)))]
        found.append((tried, right(winner, rest, cut[k])))
    return found


#: What `compute` returned for three partitions, seeds 0, 1 and 2.
COUNTS = (
    (([153, 139, 144, 140], [137, 137, 147, 139], [136, 142, 142, 139], 151),
     ([149, 137, 145, 139], [142, 132, 143, 135], [134, 128, 138, 139], 152),
     ([152, 148, 145, 139], [147, 135, 139, 138], [144, 127, 132, 136], 140),
     ([144, 156, 140, 140], [142, 145, 136, 143], [139, 140, 132, 141], 144),
     ([152, 152, 139, 145], [146, 150, 135, 143], [142, 142, 130, 137], 138)),
    (([138, 162, 133, 143], [132, 162, 134, 150], [128, 151, 132, 142], 139),
     ([146, 158, 132, 142], [142, 156, 135, 143], [136, 149, 132, 139], 138),
     ([144, 137, 136, 146], [141, 130, 137, 145], [134, 127, 135, 141], 160),
     ([140, 136, 163, 144], [141, 128, 157, 142], [136, 123, 153, 143], 137),
     ([139, 137, 160, 138], [139, 136, 158, 137], [134, 129, 155, 132], 143)),
    (([141, 131, 156, 139], [140, 133, 149, 139], [135, 134, 150, 135], 157),
     ([157, 134, 157, 139], [157, 134, 152, 141], [156, 134, 152, 140], 141),
     ([161, 144, 149, 139], [163, 139, 141, 142], [158, 135, 137, 139], 134),
     ([156, 140, 128, 139], [151, 136, 131, 140], [154, 134, 129, 136], 155),
     ([157, 140, 132, 156], [159, 137, 130, 147], [150, 132, 129, 146], 139)))
SIZES = ((182, 178, 171, 181, 179), (177, 172, 197, 164, 181), (196, 170, 168, 185, 172))

#: Per cent, from V. Acquaviva's slides: two inner tables, and five outer scores.
SLIDES = (((80, 85, 79, 84), (83, 87, 78, 77), (81, 83, 80, 76)),
          ((80, 83, 78, 83), (84, 87, 81, 80), (81, 83, 80, 76)))
SLIDES_OUTER = (82, 80, 83, 84, 81)


def run(seed: int) -> list[Fold]:
    """Return the five outer folds of a partition of the passengers.

    Examples
    --------
    >>> [PENALTIES[fold.winner] for fold in run(1)]
    [10, 1, 1, 1, 1]
    """
    found = []
    for k, (*table, right) in enumerate(COUNTS[seed]):
        rest = SIZES[seed][:k] + SIZES[seed][k + 1:]
        found.append(Fold((*rest, SIZES[seed][k]), np.array(table) / rest,
                          right / SIZES[seed][k]))
    return found


def slides() -> list[Fold]:
    """Return what the slides print: the inner tables of two folds, the scores of all five."""
    tables = [np.array(table) / 100 for table in SLIDES] + [None] * 3
    return [Fold(None, table, score / 100) for table, score in zip(tables, SLIDES_OUTER)]
