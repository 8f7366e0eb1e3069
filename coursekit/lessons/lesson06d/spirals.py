"""Lesson 06d: two spirals with flipped labels, and trees that vote on them.

Other samples are other points: ``spirals(n, seed)`` draws points and labels anew for each seed.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from coursekit.datasets import make_spirals

FLIPPED = 0.1                               # share of labels that are flipped
N, SEED, FRESH, FRESH_SEED = 200, 3, 4000, 999
MOST = 100                                  # trees that may vote
EDGE = 6.2                                  # the plane is drawn from -EDGE to EDGE
CELLS = 110                                 # cells of the drawn plane, each way
OWN, SAME, RANDOM = "a resample", "the same 200 points", "random features, too"


def spirals(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n points on two spirals, and labels 0 and 1, a tenth of them flipped.

    Examples
    --------
    >>> X, y = spirals(200, 3)
    >>> X.shape, sorted(set(y.tolist()))
    ((200, 2), [0, 1])
    """
    X, y = make_spirals(n, seed=seed)
    flip = np.random.default_rng(seed + 5000).random(n) < FLIPPED
    return X, (np.where(flip, -y, y) == 1).astype(int)


class Vote(NamedTuple):
    """A vote of many trees, counted for each number of trees from 1 to MOST."""

    cells: np.ndarray           # (MOST, CELLS * CELLS) what each tree says in the plane
    share: np.ndarray           # (MOST, CELLS * CELLS) share of the first b trees that say 1
    single: np.ndarray          # (MOST,) share of fresh points that tree b has right
    vote: np.ndarray            # (MOST,) share that the vote of the first b trees has right
    apart: float                # share of fresh points on which two trees disagree, on average


def plane() -> np.ndarray:
    """Return the middles of the cells of the plane, row by row from below."""
    steps = (np.arange(CELLS) + 0.5) / CELLS * 2 * EDGE - EDGE
    return np.column_stack([np.tile(steps, CELLS), np.repeat(steps, CELLS)])


def grown(trees: str, least: int, b: int) -> DecisionTreeClassifier:
    """Return tree b, from 0, of a resample of the 200 points; with SAME, of the points themselves.

    With RANDOM each cut may look at one of the two features only, drawn by chance.
    """
    X, y = spirals(N, SEED)
    rows = np.arange(N) if trees == SAME else \
        np.random.default_rng(b).integers(0, N, N)
    model = DecisionTreeClassifier(min_samples_leaf=least, random_state=b if trees != SAME else 0,
                                   max_features=1 if trees == RANDOM else None)
    return model.fit(X[rows], y[rows])


@lru_cache(maxsize=6)       # of 12 MB each
def votes(trees: str, least: int) -> Vote:
    """Return the vote of trees whose leaves hold ``least`` points or more."""
    Z, y = spirals(FRESH, FRESH_SEED)
    models = [grown(trees, least, b) for b in range(1 if trees == SAME else MOST)]
    cells, fresh = (np.array([m.predict(points.astype(np.float32), check_input=False)
                              for m in models], dtype=np.int16) for points in (plane(), Z))
    if trees == SAME:
        cells, fresh = np.repeat(cells, MOST, axis=0), np.repeat(fresh, MOST, axis=0)
    b = np.arange(1, MOST + 1)[:, None]
    ones = np.cumsum(fresh, axis=0)
    p = ones[-1] / MOST
    apart = float(np.mean(2 * p * (1 - p)) * MOST / (MOST - 1))
    return Vote(cells, np.cumsum(cells, axis=0, dtype=np.float32) / b,
                np.mean(fresh == y, axis=1), np.mean((2 * ones > b) == y, axis=1), apart)


@cache
def all_points(least: int) -> float:
    """Return the share of fresh points that one tree of all 200 points has right."""
    Z, y = spirals(FRESH, FRESH_SEED)
    return float(grown(SAME, least, 0).score(Z, y))
