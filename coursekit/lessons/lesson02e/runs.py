"""The perceptron on the forty samples, update by update, in twenty orders.

Legend: ``w`` is w̃ = (b, w₁, w₂); a sample x̃ = (1, x).
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import make_linear_40

ORDERS = 20
NEW = np.array([-2.0, -3.2])    # a new sample, on which the lines of the orders disagree


class Update(NamedTuple):
    """An update: the misclassified sample, and the weights after it."""

    sample: int
    w: np.ndarray


@cache
def samples() -> tuple[np.ndarray, np.ndarray]:
    """Return the forty samples and their labels."""
    return make_linear_40()


def order_of(number: int) -> np.ndarray:
    """Return the samples' numbers in one of the orders, which count from 1."""
    return np.random.default_rng(number - 1).permutation(len(samples()[1]))


@cache
def updates(number: int) -> tuple[Update, ...]:
    """Return the updates of the perceptron in this order, to the last.

    Examples
    --------
    >>> [update.w.tolist()[0] for update in updates(8)]
    [-1.0, 0.0]
    """
    X, y = samples()
    X_1, w, found = np.column_stack([np.ones(len(X)), X]), np.zeros(3), []
    while (y * (X_1 @ w) <= 0).any():
        for k in order_of(number):
            if y[k] * (X_1[k] @ w) <= 0:
                w = w + y[k] * X_1[k]
                found.append(Update(int(k), w))
    return tuple(found)


@cache
def most() -> int:
    """Return the number of updates in the order that needs most."""
    return max(len(updates(number)) for number in range(1, ORDERS + 1))
