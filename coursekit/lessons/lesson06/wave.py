"""One formula for bumps and boxes on forty points of the wave: f = w_0 + sum of w_m phi(x; v_m).

Bumps sit on the samples; only their heights are learned, by least squares with a penalty on the
norm. Boxes are the leaves of a greedy tree: their ends are learned, too.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_wave
from coursekit.kernels import rbf
from coursekit.tree.naive import best_cut

LEAST = 2                           # samples in a box
NOISE = 0.6                         # standard deviation of y around the curve 2 sin x
GRID = np.linspace(0, 9, 1801)


class Frame(NamedTuple):
    """A sum of functions: phi (M, grid), its weights (M,), and the constant before them."""

    phi: np.ndarray
    weights: np.ndarray
    constant: float
    error: float                    # squared error on the forty samples
    places: np.ndarray              # (M, 2) ends of a box, (M, 1) middle of a bump

    @property
    def f(self) -> np.ndarray:
        """The sum, on the grid."""
        return self.constant + self.weights @ self.phi

    @property
    def fresh(self) -> float:
        """Root of the expected squared error on a fresh sample, x uniform between 0 and 9."""
        return float(np.sqrt(np.mean((self.f - 2 * np.sin(GRID))**2) + NOISE**2))


@cache
def wave() -> tuple[np.ndarray, np.ndarray]:
    """Return the forty samples x and y."""
    X, y = make_wave()
    return X[:, 0], y


@cache
def bumps(gamma: float, penalty: float = 1.0) -> Frame:
    """Return a sum of Gaussian bumps exp(-gamma (x - x_i)²) on all samples.

    Examples
    --------
    >>> round(bumps(1.0).error, 1)
    16.2
    """
    x, y = wave()
    n = len(x)
    K = rbf(x[:, None], x[:, None], gamma=gamma)
    system = np.block([[K + penalty * np.eye(n), np.ones((n, 1))], [np.ones(n), 0.0]])
    *weights, constant = np.linalg.solve(system, [*y, 0.0])
    weights = np.array(weights)
    error = float(np.sum((y - constant - K @ weights)**2))
    return Frame(rbf(x[:, None], GRID[:, None], gamma=gamma), weights, float(constant), error,
                 x[:, None])


@cache
def boxes(number: int) -> Frame:
    """Return a sum of boxes of height 1, cut greedily, the best cut of all boxes first.

    Examples
    --------
    >>> round(boxes(6).error, 1)
    16.1
    """
    x, y = wave()
    ends = [(0.0, 9.0)]
    while len(ends) < number:
        tried = [(best_cut(x[_in(x, *e)], y[_in(x, *e)], LEAST), e) for e in ends]
        (at, _), (low, high) = max(tried, key=lambda t: t[0][1])
        ends.remove((low, high))
        ends += [(low, at), (at, high)]
    ends.sort()
    weights = np.array([y[_in(x, *e)].mean() for e in ends])
    phi = np.array([_in(GRID, *e) for e in ends], float)
    error = float(sum(np.sum((y[_in(x, *e)] - w)**2) for e, w in zip(ends, weights, strict=True)))
    return Frame(phi, weights, 0.0, error, np.array(ends))


def _in(x: np.ndarray, low: float, high: float) -> np.ndarray:
    return (x >= low) & ((x < high) | (high == 9.0))
