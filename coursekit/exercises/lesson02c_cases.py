"""What `kkt_violation` is tried on: states of multipliers."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def states(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (yf, alpha, C): each zone left of 1, at 1 and right of it; then random ones."""
    yield [1.5, 1.5, 0.2], [0, 0.5, 1], 1                   # the example of the docstring
    for alpha in (0, 0.5, 1):
        for yf in (1, 1.5, 0.5, 0, -1, -2):
            yield [yf], [alpha], 1
    yield [0.5], [0.25], 0.25
    yield [1.5], [7], 7
    yield [1.5, 0.5], [3e-5, 0.99997], 1                    # free, though near a bound
    yield [1.5], [2**-21], 1                                # free, though very near to a bound
    for C in (0.25, 1, 7):
        yield [0.5], [C * (1 - 2**-20)], C
    yield [0.2], [3e-5], 3e-5                               # at C, though C is small
    yield [2, 0.5, 1.5], [0, 3, 3], np.inf                    # nobody is at C
    yield np.array([3.0, 1, 1, 1]), np.array([0, 2, 2, 4]), 4       # AND at its optimum
    yield np.array([1.5, 1, 1, -0.5]), np.array([0, 0.5, 0.5, 1]), 1
    for C in (0.25, 1.0, 7.0) * 12:
        yf = rng.choice([1.0, *rng.normal(1, 1, size=6)], size=5)
        yield yf, rng.choice([0, C, 0.3 * C, 0.7 * C], size=5), C
