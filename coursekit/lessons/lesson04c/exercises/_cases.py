"""What the exercise "witness" is tried on, what is accepted, and how mistakes are known.

A predicate gets the arguments of a case, what the learner's function gave, and what is right.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

SURE = 1e-10     # a share of the largest eigenvalue: below it, a negative one may be rounding


def matrices(rng: np.random.Generator) -> Iterator[tuple]:
    """Give symmetric matrices, small, large and singular ones, half of them PSD."""
    yield (np.array([[0.0, 1.0], [1.0, 0.0]]),)
    yield (np.array([[2.0, -1.0], [-1.0, 2.0]]),)
    yield (np.array([[1.0, 2.0], [2.0, 1.0]]),)
    for entry in (1.0, 0.0, -1.0):
        yield (np.array([[entry]]),)
    yield (np.diag([1.0, -2.0]),)
    yield (np.diag([-1.0, -1.0]),)                          # two negative: the product is positive
    yield (np.ones((3, 3)),)                                # an eigenvalue 0
    yield (np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.9], [0.1, 0.9, 1.0]]),)  # pairs look well
    Q = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    for least in -1e-4, -3e-8, -3e-11:      # hard to meet by chance; rather small; too small
        A = (Q * [1, 1, 1, 1, 1, least]) @ Q.T
        yield ((A + A.T) / 2,)
    for scale in (1e-9, 1.0, 1e9):
        for _ in range(12):
            n, r = int(rng.integers(2, 7)), int(rng.integers(1, 4))
            B = rng.normal(size=(n, r))
            yield (scale * (B @ B.T + (B @ B.T).T) / 2,)
            values = rng.uniform(0.1, 1, n) * np.where(np.arange(n) < rng.integers(1, n + 1), -1, 1)
            Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
            A = (Q * values) @ Q.T
            yield (scale * (A + A.T) / 2,)


def shows_it(case: tuple, given, right) -> bool:
    """Accept any vector with vᵀKv < 0, and None where there is none."""
    if right is None or given is None:
        return right is None and given is None
    v = np.asarray(given, dtype=float)
    if v.shape != right.shape:
        return False
    value = float(v @ case[0] @ v)
    return bool(
        value < -SURE / 10 * np.abs(case[0]).max() * float(v @ v))


def positive(case: tuple, given, right) -> bool:
    """Tell whether a vector is given that does not show it, where one would."""
    return right is not None and np.shape(given) == right.shape and not shows_it(case, given, right)


def coarse(case: tuple, given, right) -> bool:
    """Tell whether None is said of an eigenvalue that is small, but larger than rounding."""
    values = np.linalg.eigvalsh(case[0])
    return given is None and right is not None and values[0] > -1e-6 * values[-1]


def hidden(case: tuple, given, right) -> bool:
    """Tell whether None is said of a matrix whose negative eigenvalue is small beside others."""
    values = np.linalg.eigvalsh(case[0])
    return given is None and right is not None and values[0] > -1e-3 * values[-1]


def scaled(case: tuple, given, right) -> bool:
    """Tell whether the verdict is wrong in a matrix of tiny or of huge numbers."""
    size = np.abs(case[0]).max()
    return (given is None) != (right is None) and size > 0 and not 1e-6 < size < 1e6


def silent(case: tuple, given, right) -> bool:
    """Tell whether None is said where there is a v."""
    return given is None and right is not None
