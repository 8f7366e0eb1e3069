"""Lesson 05e: learning curves of three machines on the Titanic, averaged over ten partitions.

Each partition cuts whole tickets into six folds; the whole pipeline learns inside. `measured` takes
two minutes, so what it returns is kept.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, learning_curve
from sklearn.tree import DecisionTreeClassifier

from coursekit.model_selection import paired_interval
from coursekit.scoreboard import passengers
from coursekit.titanic import titanic_pipeline

SIZES = (80, 160, 320, 640)
FOLDS, PARTITIONS = 6, 10
MACHINES = {"a · one question": DecisionTreeClassifier(max_depth=1),
            "b · tree of any depth": DecisionTreeClassifier(random_state=0),
            "c · logistic regression": LogisticRegression(max_iter=1000)}
TREE = "b · tree of any depth"


class Lead(NamedTuple):
    """A difference of test scores: its mean and corrected interval, least and most by partition."""

    mean: float
    low: float
    high: float
    least: float
    most: float


#: Training and test scores at each of the sizes.
CURVES = {
    "a · one question": ((0.7992, 0.7945, 0.7855, 0.7851), (0.7815, 0.7819, 0.7809, 0.7804)),
    "b · tree of any depth": ((0.9323, 0.9104, 0.8867, 0.8731), (0.7638, 0.7774, 0.7925, 0.8078)),
    "c · logistic regression": ((0.8758, 0.8498, 0.8371, 0.8304), (0.7795, 0.8022, 0.8098, 0.8170)),
}
#: From 320 to 640 samples the tree gains `RISE`; one of depth four is ahead of it by `SMALLER`.
RISE = Lead(0.0153, -0.0108, 0.0414, -0.0143, 0.0418)
SMALLER = Lead(0.0106, -0.0128, 0.0340, -0.0003, 0.0330)


def scores(model: BaseEstimator, partition: int, sizes: Sequence[int] = SIZES) -> np.ndarray:
    """Return training and test scores, shape (2, sizes, folds)."""
    X, y, tickets = passengers()
    found = learning_curve(
        titanic_pipeline(model), X, y, train_sizes=sizes, shuffle=True, random_state=partition,
        cv=GroupKFold(FOLDS, shuffle=True, random_state=partition), groups=tickets)
    return np.array(found[1:])


def lead(better: np.ndarray, worse: np.ndarray) -> Lead:
    """Return how far test scores of shape (partitions, folds) are ahead of others."""
    by_partition = (better - worse).mean(axis=1)
    return Lead(*paired_interval(better.ravel(), worse.ravel(), FOLDS - 1, 1),
                by_partition.min(), by_partition.max())


def measured() -> tuple[dict, Lead, Lead]:
    """Return what is kept as `CURVES`, `RISE` and `SMALLER`."""
    found = {name: np.array([scores(model, k) for k in range(PARTITIONS)])
             for name, model in MACHINES.items()}
    small = DecisionTreeClassifier(max_depth=4, random_state=0)
    depth_four = np.array([scores(small, k, SIZES[-1:])[1, 0] for k in range(PARTITIONS)])
    tested = found[TREE][:, 1]
    return ({name: of.mean(axis=(0, 3)) for name, of in found.items()},
            lead(tested[:, -1], tested[:, -2]), lead(depth_four, tested[:, -1]))
