"""Cases for the exercise of lesson 06e: counts of errors."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def bounds(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield errors, samples and a chance."""
    yield 0, 7, 0.25
    yield 1, 7, 0.25
    yield 7, 7, 0.25                                   # so many errors have chance 1 at any rate
    yield 0, 1, 0.5
    yield 1, 1, 0.1
    yield 0, 0, 0.25                                   # nothing is known
    yield 1, 70, 0.25
    yield 100, 1000, 0.01
    yield 999, 1000, 0.25
    yield 2, 10, 0.9                                   # below the rate that was seen
    yield 30, 40, 0.9
    for n in rng.integers(1, 300, size=40):
        yield int(rng.integers(0, n + 1)), int(n), float(rng.choice([0.01, 0.1, 0.25, 0.5]))
