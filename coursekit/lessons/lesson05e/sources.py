"""Lesson 05e: the error on fresh samples, parted into noise, class, sample and solver.

Polynomials are fitted to samples of a parabola, x uniform between −2 and 2, with normal noise, by
least squares or by some steps of gradient descent from 0. Since the truth is known, each part can
be computed: integrals by Gauss's rule, means over many tables.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre
from sklearn.neighbors import KNeighborsClassifier

TABLES, RATE = 400, 0.3         # RATE: step length, 1 / largest curvature = 1
NODES, WEIGHTS = legendre.leggauss(12)


class Parts(NamedTuple):
    """Mean squared errors on fresh samples; their sum is the error itself."""

    noise: float                # the error of the truth
    of_class: float             # what the best of the class adds
    sample: float               # what the best on the samples adds
    solver: float               # what the unfinished solver adds; it may be negative


def truth(x: np.ndarray) -> np.ndarray:
    """Return the parabola."""
    return 1 + x - x**2


def parts(degree: int = 2, n: int = 20, noise: float = 1.0, steps: int | None = None,
          seed: int = 0) -> Parts:
    """Return the four parts for polynomials of a degree; ``steps`` None: solved to the end.

    Examples
    --------
    >>> round(parts(degree=2).of_class, 9)
    0.0
    """
    best, solved, reached = _excesses(degree, n, noise, steps, seed)
    return Parts(noise**2, best, solved.mean() - best, reached.mean() - solved.mean())


def saved_by_stopping(degree: int, n: int, steps: int, noise: float = 1.0,
                      seed: int = 0) -> np.ndarray:
    """Return for each table by how much stopping after some steps lowers the error on fresh
    samples; below 0 where it raises the error."""
    _, solved, reached = _excesses(degree, n, noise, steps, seed)
    return solved - reached


def neighbour_scores(sizes: Sequence[int], flipped: float = 0.2, seed: int = 0) -> list[float]:
    """Return test scores of the nearest neighbour, trained on samples of these sizes.

    The true label is the side of a line; each label is flipped with probability ``flipped``.
    """
    rng = np.random.default_rng(seed)

    def drawn(n: int) -> tuple[np.ndarray, np.ndarray]:
        Z = rng.normal(size=(n, 2))
        return Z, (Z[:, 0] > 0) ^ (rng.random(n) < flipped)
    fresh = drawn(4000)
    return [KNeighborsClassifier(1).fit(*drawn(n)).score(*fresh) for n in sizes]


def _excesses(degree: int, n: int, noise: float, steps: int | None,
              seed: int) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mean squared distances to the truth: of the best of the class, and for each table of
    the fit that is solved to the end, and of the one that the solver reached."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, (TABLES, n))
    t = truth(x) + noise * rng.normal(size=x.shape)
    scale = np.sqrt(2 * np.arange(degree + 1) + 1)      # orthonormal on the interval
    P, at_nodes = (legendre.legvander(z, degree) * scale for z in (x / 2, NODES))
    A, b = P.mT @ P / n, (P.mT @ t[..., None])[..., 0] / n
    solved = np.linalg.solve(A, b[..., None])[..., 0]
    reached = solved if steps is None else _descend(A, b, steps)
    best = truth(2 * NODES) * WEIGHTS / 2 @ at_nodes
    of_best, of_solved, of_reached = ((c @ at_nodes.T - truth(2 * NODES))**2 @ WEIGHTS / 2
                                      for c in (best, solved, reached))
    return float(of_best), of_solved, of_reached


def _descend(A: np.ndarray, b: np.ndarray, steps: int) -> np.ndarray:
    rate = RATE / np.linalg.eigvalsh(A)[:, -1:]
    c = np.zeros_like(b)
    for _ in range(steps):
        c = c + rate * (b - (A @ c[..., None])[..., 0])
    return c
