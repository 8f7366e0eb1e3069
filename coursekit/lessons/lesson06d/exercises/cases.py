"""What the functions of lesson 06d are tested on: tables of votes, and who had drawn what."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def votes(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield tables of labels, one row per tree, the smallest first."""
    yield (np.array([[0, 1, 1], [0, 1, 0], [1, 1, 0]]),)
    yield (np.array([[0, 1], [1, 0]]),)                # a tie
    yield (np.array([[1, 0, 1]]),)                     # one tree
    yield (np.array([[0, 2, 2], [2, 0, 0]]),)          # a tie, and no tree says 1
    yield (np.array([[2, 0], [0, 0], [2, 1]]),)
    yield (np.array([[1, 12, 100], [8, 12, 100]]),)    # large labels, and a tie
    for trees in rng.integers(1, 9, size=120):
        labels = [np.array([0, 1]), np.array([0, 1, 2]), np.array([1, 3]),
                  np.array([0, 2, 5])][int(rng.integers(4))]
        yield (rng.choice(labels, size=(int(trees), int(rng.integers(1, 7)))),)


def bags(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield tables of labels and of who had drawn what; each sample is out of some bag."""
    yield (np.array([[0, 2, 1], [0, 2, 1], [1, 0, 1]]),
           np.array([[True, True, False], [True, False, True], [False, True, True]]))
    yield np.array([[1, 0]]), np.array([[False, False]])                # one tree
    yield np.array([[0], [2], [1]]), np.array([[False], [False], [True]])          # a tie
    yield np.array([[2, 1, 0, 2]] * 3), np.array([[True] * 4, [True] * 4, [False] * 4])
    for trees in rng.integers(2, 9, size=100):
        n = int(rng.integers(1, 7))
        drawn = rng.random((int(trees), n)) < 0.63
        drawn[rng.integers(0, trees, n), np.arange(n)] = False
        yield rng.choice([0, 1, 2], size=(int(trees), n)), drawn
