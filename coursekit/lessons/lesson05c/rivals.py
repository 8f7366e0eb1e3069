"""Eight methods on the same folds of the passengers, and intervals of what they score.

Each method has for every passenger three answers, one per partition, by machines that had never
seen the passenger's ticket; `tools/data/rivals.py` computes them.

Legend: ``right`` (3, 891), whether the answers are correct.
"""
from __future__ import annotations

import io
from functools import cache
from statistics import NormalDist

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupKFold

from coursekit.datasets.files import read_data
from coursekit.model_selection import corrected_interval
from coursekit.scoreboard import OUTER_FOLDS, SEEDS, passengers
from coursekit.statistics import clustered_interval

#: The methods as the lesson calls them, and their names on the scoreboard.
RIVALS = {
    "the course's SVC": "SVM, Gaussian",
    "forest": "forest",
    "tree": "tree, depth chosen inside",
    "logistic regression": "logistic regression",
    "fifteen neighbours": "fifteen neighbours",
    "naive Bayes": "naive Bayes",
    "women survived": "women survived",
    "everyone died": "everyone died",
}


@cache
def answers() -> dict[str, np.ndarray]:
    """Return for each method whether each passenger was answered correctly, shape (3, 891)."""
    packed = np.load(io.BytesIO(read_data("rivals.npz")))["right"]
    n = len(passengers()[1])
    return dict(zip(RIVALS, np.unpackbits(packed, axis=-1, count=n).astype(bool), strict=True))


@cache
def locked_rows() -> tuple[tuple[np.ndarray, ...], ...]:
    """Return the ten test parts of each of the three partitions."""
    X, y, tickets = passengers()
    return tuple(tuple(test for _, test in GroupKFold(
        OUTER_FOLDS, shuffle=True, random_state=seed).split(X, y, tickets)) for seed in SEEDS)


def fold_scores(right: np.ndarray) -> np.ndarray:
    """Return the mean of ``right``, or of a difference, in each test part, shape (3, 10)."""
    return np.array([[row[test].mean() for test in parts]
                     for row, parts in zip(right, locked_rows(), strict=True)])


def by_ticket(values: np.ndarray, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return (mean, low, high) of values of shape (3, 891); tickets count as independent."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    return clustered_interval(values.mean(axis=0), passengers()[2], z)


def by_fold(values: np.ndarray, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return (mean, low, high) from the thirty folds, with the correction of Nadeau and Bengio."""
    scores, n = fold_scores(values).ravel(), values.shape[1]
    test = round(n / OUTER_FOLDS)
    low, high = corrected_interval(scores, n - test, test, confidence)
    return float(scores.mean()), low, high


def compare(base: str = "the course's SVC", interval=by_ticket,
            confidence: float = 0.95) -> pd.DataFrame:
    """Return the lead of each other method over ``base``: columns lead, low and high, in points."""
    found = answers()
    rows = {name: interval(right.astype(float) - found[base], confidence)
            for name, right in found.items() if name != base}
    return 100 * pd.DataFrame.from_dict(rows, orient="index", columns=["lead", "low", "high"])
