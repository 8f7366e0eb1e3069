"""Lesson 05b: nested cross-validation of the passengers, one count of right answers per fit.

All 891 passengers are cut into five parts of whole tickets. One part is locked, the other four are
the inner folds; C = 1, 10 or 100 for the course's SVC with γ = 0.03. `compute` makes the counts
anew (65 fits, some seconds); they are kept here because an explorer must not make anybody wait.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.model_selection import GroupKFold

from coursekit.scoreboard import passengers
from coursekit.svm import SVC
from coursekit.titanic import titanic_pipeline

PARTS, PENALTIES, GAMMA = 5, (1, 10, 100), 0.03


class Fold(NamedTuple):
    """One turn of the outer loop; scores are proportions of right answers."""

    sizes: tuple[int, ...] | None       # of the four inner folds, then of the locked part
    inner: np.ndarray | None            # (settings, inner folds); None where it is unknown
    score: float                        # of the winner's refit on the locked part

    @property
    def means(self) -> np.ndarray:
        """The mean inner score of each setting."""
        return self.inner.mean(axis=1)

    @property
    def winner(self) -> int:
        """The place of the setting with the highest mean; of equal ones the first."""
        return int(self.means.argmax())


def parts(seed: int) -> list[np.ndarray]:
    """Return five arrays of row numbers of `passengers`; nobody's ticket is in two of them."""
    X, y, tickets = passengers()
    cut = GroupKFold(PARTS, shuffle=True, random_state=seed)
    return [test for _, test in cut.split(X, y, tickets)]


def open_parts(sizes: list[int]):
    """Return a function of the number m of open rows; it returns the four open parts as blocks.

    The five parts follow one another and have five different sizes, so m tells which is locked.

    Examples
    --------
    >>> [block.tolist() for block in open_parts([1, 2, 3])(4)]
    [[0], [1, 2, 3]]
    """
    if len(set(sizes)) < len(sizes):
        raise ValueError(f"sizes must all differ, got {sizes}")

    def blocks(m: int) -> list[np.ndarray]:
        open_sizes = [size for size in sizes if size != sum(sizes) - m]
        return np.split(np.arange(m), np.cumsum(open_sizes)[:-1])
    return blocks


def learn(C: float, rows: np.ndarray, y: np.ndarray):
    """Return a function that predicts: the SVC with penalty C, trained on rows of `passengers`."""
    X = passengers()[0]
    model = titanic_pipeline(SVC(C=C, gamma=GAMMA)).fit(X.iloc[rows], y)
    return lambda new: model.predict(X.iloc[new])


def compute(seed: int, folds=range(PARTS)) -> list[tuple[list[list[int]], int]]:
    """Return for each outer fold the right answers of all inner fits, and of the refit."""
    y, cut, found = passengers()[1], parts(seed), []

    def right(C: float, train: list[np.ndarray], test: np.ndarray) -> int:
        rows = np.concatenate(train)
        return int(np.sum(learn(C, rows, y[rows])(test) == y[test]))
    for k in folds:
        rest = [part for p, part in enumerate(cut) if p != k]
        table = [[right(C, rest[:v] + rest[v + 1:], rest[v]) for v in range(PARTS - 1)]
                 for C in PENALTIES]
        means = np.mean(np.array(table) / [len(part) for part in rest], axis=1)
        found.append((table, right(PENALTIES[int(means.argmax())], rest, cut[k])))
    return found


#: What `compute` returned for three partitions, seeds 0, 1 and 2.
COUNTS = (
    (([155, 143, 146, 145], [151, 140, 149, 144], [151, 138, 145, 146], 150),
     ([150, 137, 146, 143], [146, 130, 145, 144], [146, 128, 144, 141], 156),
     ([149, 152, 146, 144], [145, 152, 142, 141], [146, 145, 142, 141], 144),
     ([152, 158, 143, 143], [142, 146, 137, 144], [140, 146, 137, 144], 146),
     ([149, 157, 144, 144], [142, 153, 132, 151], [143, 152, 135, 148], 145)),
    (([141, 168, 141, 147], [141, 170, 137, 147], [141, 165, 137, 142], 147),
     ([147, 160, 132, 146], [141, 163, 133, 148], [141, 154, 133, 148], 142),
     ([144, 138, 138, 146], [144, 138, 134, 146], [140, 136, 135, 139], 166),
     ([140, 134, 165, 146], [143, 135, 161, 151], [143, 135, 162, 147], 135),
     ([146, 140, 165, 140], [140, 136, 162, 135], [140, 136, 157, 136], 146)),
    (([140, 142, 160, 140], [139, 134, 155, 138], [139, 137, 155, 139], 156),
     ([156, 139, 159, 138], [153, 133, 158, 132], [153, 132, 158, 134], 137),
     ([156, 138, 158, 141], [162, 140, 157, 138], [164, 139, 158, 135], 133),
     ([155, 138, 137, 138], [153, 141, 130, 141], [156, 138, 131, 141], 158),
     ([155, 137, 136, 159], [153, 133, 131, 157], [153, 133, 132, 156], 140)))
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
    [1, 1, 1, 10, 1]
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
