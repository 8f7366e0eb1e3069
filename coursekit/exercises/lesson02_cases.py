"""What the functions of sitting 02 are tried on: points with multipliers."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def points(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (grad_f, grads_c, c, lam) with small whole numbers, so that conditions often hold."""
    yield [2, 1], [[1, 0], [1, 1]], [0, 0.5], [1, 1]        # the example of the docstring
    yield [1], [[1]], [0], [1]                              # all four hold
    yield [1], [[1]], [-2], [0]                             # not feasible
    yield [0], [[1]], [3], [0]                              # inactive
    yield [0], [[1]], [0], [-2]                             # a negative multiplier
    yield [-3], [[1]], [0], [0]                             # a negative gradient
    yield [0], [[0]], [2], [1]                              # no gradient
    yield [1, 1], [[1, 0], [0, 1]], [1, 2], [2, -1]         # λ c cancels in the sum
    yield [1, 2], [[1, 2], [0, 1]], [0, 0], [1, 0]          # rows, not columns
    yield [1.0008, 1], [[1, 1], [0, 0]], [-0.0008, 1], [1, -0.0008]    # small is not zero
    yield [3000], [[1]], [-2000], [-1000]                   # large is not cut off
    yield np.array([3, -1]), np.zeros((0, 2)), np.zeros(0), np.zeros(0)      # no constraints
    for k in range(60):
        d, k, part = *rng.integers(1, 5, size=2), 1 + 3 * (k >= 40)      # at last, quarters
        yield tuple(rng.integers(-3, 4, size=shape) / part for shape in ((d,), (k, d), (k,), (k,)))
