"""Lesson 05d: what thresholds cost on locked parts, with stated and with repaired probabilities.

A way of stating probabilities is kept as a list with one `Fold` per outer fold, in three partitions
(see `passengers`). Those of logistic regression are stored, in steps of 0.001, because 150 fits
would make everybody wait; `tools/data/bills.py` computes them with `inside`.

Legend: ``bills`` (ways, 3, 891), what each way costs for each passenger in each partition.
"""
from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_predict

from coursekit.datasets.files import read_data
from coursekit.lessons.lesson05c.rivals import by_fold, by_ticket
from coursekit.lessons.lesson05d.passengers import MODELS, PARTITIONS, inner_folds, outer_folds
from coursekit.model_selection import corrected_interval
from coursekit.scoreboard import passengers
from coursekit.statistics import clustered_interval
from coursekit.svm import fit_sigmoid, sigmoid

STEPS = 1000                    # of the stored probabilities from 0 to 1


class Elsewhere(NamedTuple):
    """What triples of other partitions show of logistic regression."""

    lowest: tuple[float, float]     # first and last place of the lowest cost, in steps of 0.02
    survived: dict[str, float]      # proportions of survivors where p is between 0.2 and 0.3
    shown: dict[str, int]           # in how many triples an interval of what θ* saves has no 0


#: What `elsewhere()` returns.
ELSEWHERE = Elsewhere((0.26, 0.36), {"least": 0.0, "median": 0.125, "most": 0.191},
                      {"triples": 20, "by_folds": 1, "by_tickets": 13})
#: What `remedies(best_threshold)` returns.
REMEDIES = {
    "cost": {"one half": 0.4774, "θ*": 0.4415, "tuned": 0.4398, "recalibrated, θ*": 0.4182},
    "log loss": {"one half": 0.8573, "θ*": 0.8573, "tuned": 0.8573, "recalibrated, θ*": 0.4639},
}
#: Two intervals of what recalibrating saves against tuning: by folds and by tickets.
RECALIBRATED_SAVES = {"by folds": (-0.025, 0.068), "by tickets": (0.003, 0.040)}


class Fold(NamedTuple):
    """Stated probabilities and labels of one outer fold."""

    inner: np.ndarray           # p of the training part, each from an inner fold
    known: np.ndarray           # its labels
    locked: np.ndarray          # p of the locked part, from the refitted model
    labels: np.ndarray          # its labels
    rows: np.ndarray            # its rows of `passengers`
    partition: int


def inside(model: BaseEstimator, partition: int = 0, folds: slice = slice(None)) -> list[Fold]:
    """Return what the model states in each outer fold, inner p and p of the locked part."""
    X, y, _ = passengers()
    found = []
    for train, test in outer_folds(partition)[folds]:
        known = X.iloc[train], y[train]
        inner = cross_val_predict(model, *known, cv=inner_folds(train),
                                  method="predict_proba")[:, 1]
        locked = model.fit(*known).predict_proba(X.iloc[test])[:, 1]
        found.append(Fold(inner, y[train], locked, y[test], test, partition))
    return found


@cache
def kept() -> list[Fold]:
    """Return the thirty folds of logistic regression, as they are stored."""
    _, y, _ = passengers()
    with np.load(io.BytesIO(read_data("bills.npz"))) as archive:
        p = archive["p"] / STEPS
    return [Fold(p[train, s, k], y[train], p[test, s, k], y[test], test, s)
            for s in range(PARTITIONS) for k, (train, test) in enumerate(outer_folds(s))]


def charged(yes: np.ndarray, y: np.ndarray, cost_fp: float, cost_fn: float) -> np.ndarray:
    """Return what each answer costs."""
    return np.where(yes, cost_fp * (y == 0), cost_fn * (y == 1))


def bills(stated: list[Fold], best_threshold: Callable, cost_fp: float,
          cost_fn: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the bills of one half, θ* and the threshold tuned on the inner p of each fold, and
    the tuned thresholds."""
    tuned = np.array([best_threshold(fold.inner, fold.known, cost_fp, cost_fn)
                      for fold in stated], dtype=float)
    found = np.empty((3, PARTITIONS, len(passengers()[1])))
    for fold, own in zip(stated, tuned, strict=True):
        for row, t in zip(found, (0.5, cost_fp / (cost_fp + cost_fn), own)):
            row[fold.partition, fold.rows] = charged(fold.locked >= t, fold.labels, cost_fp,
                                                     cost_fn)
    return found, tuned


def savings(pairs: dict[str, tuple[np.ndarray, np.ndarray]]) -> pd.DataFrame:
    """Return by how much the second bill of each pair is lower, by folds and by tickets.

    Each mean has two intervals: the corrected one of the thirty folds, and that by tickets.
    """
    rows = {name: (*by_fold(before - after), *by_ticket(before - after)[1:])
            for name, (before, after) in pairs.items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=[
        "saved", "low, by folds", "high", "low, by tickets", "high "])


def recalibrated(stated: list[Fold]) -> list[Fold]:
    """Return the folds with p of the locked part sent through a sigmoid of its log odds, which
    was fitted to the inner p."""
    return [fold._replace(locked=sigmoid(_log_odds(fold.locked), *fit_sigmoid(
        _log_odds(fold.inner), np.where(fold.known == 1, 1, -1)))) for fold in stated]


def _log_odds(q: np.ndarray) -> np.ndarray:
    q = np.clip(q, 1e-9, 1 - 1e-9)
    return np.log(q / (1 - q))


def remedies(best_threshold: Callable) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return what naive Bayes costs as it is and with two remedies, its log loss, and what
    recalibrating saves against tuning."""
    stated = [fold for s in range(PARTITIONS) for fold in inside(MODELS["naive Bayes"], s)]
    better = recalibrated(stated)
    (half, star, tuned), _ = bills(stated, best_threshold, 1, 4)
    repaired = bills(better, best_threshold, 1, 4)[0][1]
    return pd.DataFrame({
        "cost": [by_fold(bill)[0] for bill in (half, star, tuned, repaired)],
        "log loss": [np.mean([log_loss(f.labels, f.locked) for f in folds])
                     for folds in (stated, stated, stated, better)]},
        index=list(REMEDIES["cost"])), savings({"recalibrated": (tuned, repaired)})


def elsewhere(triples: int = 20) -> Elsewhere:
    """Return what partitions that the page does not use show, three seconds per triple."""
    X, y, tickets = passengers()
    tried, lowest, rates, shown = np.arange(51) / 50, [], [], []
    for seeds in np.arange(100, 100 + 3 * triples).reshape(-1, 3):
        saved, by_folds = [], []
        for seed in seeds:
            cut = outer_folds(int(seed))
            p = cross_val_predict(MODELS["logistic"], X, y, cv=cut, method="predict_proba")[:, 1]
            lowest.append(tried[np.argmin([charged(p >= t, y, 1, 4).sum() for t in tried])])
            rates.append(y[(p >= 0.2) & (p < 0.3)].mean())
            saved.append(charged(p >= 0.5, y, 1, 4) - charged(p >= 0.2, y, 1, 4))
            by_folds += [saved[-1][test].mean() for _, test in cut]
        test = round(len(y) / len(cut))
        shown.append((corrected_interval(by_folds, len(y) - test, test)[0] > 0,
                      clustered_interval(np.mean(saved, axis=0), tickets)[1] > 0))
    return Elsewhere(
        (float(min(lowest)), float(max(lowest))),
        dict(zip(("least", "median", "most"), map(float, np.percentile(rates, [0, 50, 100])))),
        dict(zip(("triples", "by_folds", "by_tickets"), map(int, (triples, *np.sum(shown, 0))))))
