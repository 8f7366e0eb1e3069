"""What the functions of sitting 02c are tried on: labelled samples."""
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
