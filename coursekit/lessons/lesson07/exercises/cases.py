"""Beams on which the exercise of lesson 07 tries one step, and what tells a mistake in it."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def beams(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield beams and selectors: special ones first, then random ones."""
    S = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1]], bool)
    every = np.ones(4, bool)
    yield {frozenset(): every}, S
    yield {frozenset({0}): S[0], frozenset({1}): S[1]}, S
    yield {frozenset(): every}, np.array([[1, 0, 0, 1], [1, 0, 0, 1]], bool)   # twins
    yield {frozenset(): every}, np.zeros((2, 4), bool)      # true for nobody
    yield {frozenset({0, 1}): S[0] & S[1]}, S       # one sample: nothing is left
    yield {}, S
    for _ in range(80):
        n, s = int(rng.integers(2, 31)), int(rng.integers(1, 13))
        S = rng.random((s, n)) < rng.choice([0.3, 0.6, 0.9])
        beam = {}
        for _ in range(int(rng.integers(1, 5))):
            conjunction = frozenset(rng.choice(s, min(s, int(rng.integers(0, 4))),
                                               replace=False).tolist())
            cover = S[list(conjunction)].all(axis=0)
            if cover.any():
                beam[conjunction] = cover
        yield beam, S


def either(case: tuple, given: dict, right: dict) -> bool:
    """Tell whether every cover holds where a parent or the new selector holds."""
    beam, S = case
    return bool(given) and all(
        any(np.array_equal(cover, parent | S[j]) for c, parent in beam.items() for j in key
            if c | {j} == key) for key, cover in given.items())


def one_a_cover(case: tuple, given: dict, right: dict) -> bool:
    """Tell whether all that is missing covers the same samples as one that is there."""
    def covers(table: dict) -> set[bytes]:
        return {np.asarray(cover, bool).tobytes() for cover in table.values()}

    return set(given) < set(right) and covers(given) == covers(right) and all(
        np.array_equal(cover, right[key]) for key, cover in given.items())


def not_joined(case: tuple, given: dict, right: dict) -> bool:
    """Tell whether every cover is that of one selector."""
    beam, S = case
    alone = {c | {j}: S[j] for c, m in beam.items() for j in range(len(S)) if j not in c}
    return set(given) <= set(alone) and all(
        any(np.array_equal(cover, S[j]) for j in key) for key, cover in given.items())


def no_masks(case: tuple, given: dict, right: dict) -> bool:
    """Tell whether the keys are right, and no value is a Boolean array."""
    return set(given) == set(right) and not any(
        isinstance(cover, np.ndarray) and cover.dtype == bool for cover in given.values())


def in_more_words(case: tuple, given: dict, right: dict) -> bool:
    """Tell whether all that is too much covers as many samples as a parent of it."""
    extra = [(key, np.sum(cover)) for key, cover in given.items() if key not in right]
    return bool(extra) and all(m > 0 and any(c <= key and m == np.sum(parent) for c, parent
                                             in case[0].items()) for key, m in extra)
