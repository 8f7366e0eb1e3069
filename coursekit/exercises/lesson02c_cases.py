"""What the functions of sitting 02c are tried on: labelled samples, and states of multipliers."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit.datasets import make_and, make_xor


def labelled(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield (X, y) or (X, y, max_epochs): separable in some dimensions, and not at all."""
    X, y = make_and()
    yield [[0.0], [1.0]], [-1, 1]                           # the example of the docstring
    yield [[2]], [1]
    yield [[0.0]], [-1]                                     # at the origin
    yield [[1], [3]], [-1, 1]
    yield [[1.0], [2.0]], [1, 1]                            # one class only
    yield [[1.0], [1.0]], [1, -1], 20                       # one place, both labels
    yield [[1], [3]], [-1, 1], 1                            # the cap comes too early
    yield [[0.0], [1.0]], [-1, 1], 3                        # right, but not yet without an update
    yield [[0.0], [1.0]], [-1, 1], 4                        # that epoch is the last one allowed
    yield [[-1], [1 - 2**-20]], [1, 1]                      # right by very little
    yield [[10], [11]], [-1, 1]                             # 234 epochs
    yield X, y
    yield X - 0.5, y
    yield (*make_xor(), 20)
    for d in (1, 2, 3) * 8:
        X = rng.normal(size=(int(rng.integers(2, 7)), d))
        f = X @ rng.normal(size=d) + rng.normal()
        X = X[np.abs(f) > 0.1]
        if len(X):
            yield X, np.where(f[np.abs(f) > 0.1] > 0, 1, -1), 200


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
