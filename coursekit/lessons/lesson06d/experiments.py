"""The experiments of lesson 06d: resamples of the passengers, rivals of a vote, importance.

Labels are 0 and 1. *Old* samples grow trees, *new* ones test them.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from coursekit.lessons.lesson06c.experiments import LARGE, full_tree, partition
from coursekit.lessons.lesson06c.titanic import passengers
from coursekit.lessons.lesson06d.spirals import FRESH, FRESH_SEED, N, spirals
from coursekit.tree.cart import CARTClassifier
from coursekit.tree.cross_validation import choose_cp, cross_validated_cp
from coursekit.tree.naive import best_cut

AGE = 1                                     # column of the age
TABLES = Path(__file__).parent


class Questions(NamedTuple):
    """What the trees of many resamples ask."""

    first: np.ndarray           # (trees,) column of the first question
    shapes: list[tuple]         # column of each question, and the two trees below; () for a leaf
    ages: np.ndarray            # thresholds of the topmost question about age, where there is one


def questions_of_resamples(X: ArrayLike, y: ArrayLike, trees: int, leaves: int = 6) -> Questions:
    """Return what trees with so many leaves ask, each grown on a resample of all samples."""
    first, shapes, ages = [], [], []
    for b in range(trees):
        rows = np.random.default_rng(b).integers(0, len(y), len(y))
        t = DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0).fit(X[rows],
                                                                              y[rows]).tree_
        first.append(int(t.feature[0]))
        shapes.append(_shape(t))
        ages += t.threshold[t.feature == AGE][:1].tolist()      # a parent comes before its children
    return Questions(np.array(first), shapes, np.array(ages))


def _shape(t, node: int = 0) -> tuple:
    """Return the column that a node asks about, and the same of what is below; () for a leaf."""
    if t.children_left[node] < 0:
        return ()
    return (int(t.feature[node]), _shape(t, t.children_left[node]),
            _shape(t, t.children_right[node]))


def rivals_of_a_vote(X: ArrayLike, y: ArrayLike, Z: ArrayLike, z: ArrayLike, vote: Callable,
                     rng: np.random.Generator, B: int = 50) -> dict[str, float]:
    """Return the accuracy on new samples (Z, z) of a vote of B trees, and of its rivals.

    ``vote`` turns labels of shape (B, m) into m labels. The pruned tree is grown on all old
    samples (X, y), with the price of the smallest error in ten-fold cross-validation.
    """
    draws = (rng.integers(0, len(y), len(y)) for _ in range(B))
    points = np.asarray(Z, dtype=np.float32)        # as scikit-learn's trees want them
    said = np.array([full_tree(X[again], y[again]).predict(points, check_input=False)
                     for again in draws])
    price = choose_cp(cross_validated_cp(LARGE, X, y), "min")
    pruned = CARTClassifier(cp=price, min_samples_split=4, max_surrogates=0).fit(X, y)
    return {"one of its trees": float(np.mean(said == z)),
            "full tree": float(full_tree(X, y).score(Z, z)),
            "pruned tree": float(pruned.score(Z, z)),
            "vote": float(np.mean(np.asarray(vote(said)) == z))}


def rivals_on_spirals(n: int, seeds: int, vote: Callable) -> list[dict[str, float]]:
    """Return the rivals on sets of n points of their own, judged by the same fresh points."""
    fresh = spirals(FRESH, FRESH_SEED)
    return [rivals_of_a_vote(*spirals(n, seed), *fresh, vote, np.random.default_rng([seed, n]))
            for seed in range(seeds)]


def rivals_on(X: ArrayLike, y: ArrayLike, seeds: int, vote: Callable) -> list[dict[str, float]]:
    """Return the rivals in partitions of one table into two thirds and one third."""
    rows = []
    for seed in range(seeds):
        old, new = partition(len(y), seed)
        rows.append(rivals_of_a_vote(X[old], y[old], X[new], y[new], vote,
                                     np.random.default_rng(seed)))
    return rows


def with_random_features(seeds: int, B: int = 100) -> pd.DataFrame:
    """Return how good one of B trees and their vote are, on sets of 200 spiral points.

    The columns: with both features at each question, and with one of the two, drawn by chance.
    """
    (Z, z), rows = spirals(FRESH, FRESH_SEED), []
    points = np.asarray(Z, dtype=np.float32)
    for seed in range(seeds):
        X, y = spirals(N, seed)
        row = {"set": seed}
        for name, features in (("", None), (", random features", 1)):
            said = np.array([
                DecisionTreeClassifier(random_state=b, max_features=features).fit(
                    X[again], y[again]).predict(points, check_input=False)
                for b, again in enumerate(np.random.default_rng(seed).integers(0, N, (B, N)))])
            row["one tree" + name] = np.mean(said == z)
            row["vote" + name] = np.mean((said.mean(axis=0) > 0.5) == z)
        rows.append(row)
    return pd.DataFrame(rows)


def compute_rivals(sets: int, partitions: int, vote: Callable) -> pd.DataFrame:
    """Return the rivals of a vote on sets of 200 and of 800 points, and on the passengers."""
    found = {"200 points": rivals_on_spirals(200, sets, vote),
             "800 points": rivals_on_spirals(800, sets, vote),
             "Titanic": rivals_on(*passengers(), partitions, vote)}
    return pd.DataFrame([{"data": data, "set": k, **row} for data, rows in found.items()
                         for k, row in enumerate(rows)])


def kept(table: str) -> pd.DataFrame:
    """Return a table that takes minutes to compute, as it was last computed.

    "rivals" is ``compute_rivals(100, 40, vote)``, "random features" ``with_random_features(40)``.
    """
    return pd.read_csv(TABLES / f"{table.replace(' ', '_')}.csv")


def meaningless_column(X: ArrayLike, y: ArrayLike, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return two importances of the columns, with a shuffled column 1 … n added as the last.

    Both have shape (seeds, d + 1): the share of all gains of a full tree, and the accuracy that it
    loses on new samples if the column is shuffled among them.
    """
    importance, lost = [], []
    for seed in range(seeds):
        (old, new), draw = partition(len(y), seed), np.random.default_rng([1, seed])
        Z = np.column_stack([X, draw.permutation(len(y))])
        tree = full_tree(Z[old], y[old])
        importance.append(tree.feature_importances_)
        lost.append(shuffled(tree, Z[new], y[new], draw))
    return np.array(importance), np.array(lost)


def shuffled(model, X: np.ndarray, y: np.ndarray, rng: np.random.Generator,
             columns: Sequence[int] | None = None) -> list[float]:
    """Return the accuracy that a fitted model loses if one column is shuffled, for each column."""
    whole, lost = model.score(X, y), []
    for j in range(X.shape[1]) if columns is None else columns:
        mixed = X.copy()
        mixed[:, j] = rng.permutation(mixed[:, j])
        lost.append(whole - model.score(mixed, y))
    return lost


def with_a_copy(X: ArrayLike, y: ArrayLike, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what a forest loses if column 0 is shuffled, alone and beside a copy of itself."""
    alone, beside = [], []
    for seed in range(seeds):
        (old, new), draw = partition(len(y), seed), np.random.default_rng([2, seed])
        for Z, kept in ((X, alone), (np.column_stack([X, X[:, 0]]), beside)):
            model = RandomForestClassifier(50, min_samples_leaf=3, max_features=2,
                                           random_state=seed).fit(Z[old], y[old])
            kept += shuffled(model, Z[new], y[new], draw, columns=[0])
    return np.array(alone), np.array(beside)


def best_gains(values: Sequence[int], draws: int, rng: np.random.Generator,
               n: int = 200) -> np.ndarray:
    """Return the best Δ/σ² of features with these numbers of values, for coin-toss labels.

    The shape is (draws, features); cuts leave 7 samples or more on either side.
    """
    best = np.empty((draws, len(values)))
    for k in range(draws):
        coin = rng.integers(0, 2, n)
        best[k] = [best_cut(rng.permutation(np.arange(n) % v), coin, 7)[1] / coin.var()
                   for v in values]
    return best
