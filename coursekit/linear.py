"""Linear classification: least squares, the perceptron in two forms, and separability.

Legend: ``X`` (n, m) samples, ``y`` labels -1 and +1, ``X1`` = (1, X) extended samples, ``a`` =
(a0, a1, …) weights with the intercept first, ``G`` = X1·X1ᵀ extended Gram matrix, ``mistakes``
dual weights: signed counts of the mistakes made on each sample, so that a = X1ᵀ·mistakes.
"""
from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_between, require_finite


class Update(NamedTuple):
    """One correction of a perceptron."""

    epoch: int  # pass over the data, from 1
    i: int  # the sample it was wrong about
    value: float  # y·f before the correction, at most 0
    a: tuple[float, ...]  # weights after it (primal), or signed mistake counts (dual)


class Perceptron(NamedTuple):
    """What perceptron learning found."""

    a: np.ndarray | None  # (m + 1,), a0 first; None if only a Gram matrix was given
    mistakes: np.ndarray  # (n,), y_i times the mistakes on sample i
    epochs: int  # passes over the data, with the last one
    updates: int  # mistakes in all
    converged: bool  # whether the last pass was without a mistake
    trace: tuple[Update, ...]  # every correction, if asked for


def extended(X: ArrayLike) -> np.ndarray:
    """Return (1, X): the constant in front makes the intercept a weight like the others."""
    X = require_finite("X", X)
    if X.ndim != 2 or not len(X):
        raise ValueError(f"X must have shape (n, m), one row a sample, got {X.shape}")
    return np.column_stack([np.ones(len(X)), X])


def signed_distance(X: ArrayLike, w: ArrayLike, b: float) -> np.ndarray:
    """Return the distance (⟨w, x⟩ + b)/‖w‖ of each row of X from a hyperplane, with its sign.

    Examples
    --------
    >>> signed_distance([[3.0, 4.0], [0.0, 0.0]], w=[3, 4], b=0)
    array([5., 0.])
    """
    X, w, b = require_finite("X", X), require_finite("w", w), require_finite("b", b)
    if w.ndim != 1 or not w.any():
        raise ValueError(f"w must be a vector other than 0, got {w}; it is perpendicular to the "
                         "hyperplane")
    if b.ndim:
        raise ValueError(f"b must be one number, got shape {b.shape}")
    if X.ndim != 2 or X.shape[1:] != w.shape:
        raise ValueError(f"X must have shape (n, {len(w)}), one row a sample, got {X.shape}")
    return (X @ w + b) / np.linalg.norm(w)


def margin(X: ArrayLike, y: ArrayLike, w: ArrayLike, b: float) -> float:
    """Return the smallest y·distance of the samples, positive only if all are on their side.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> round(margin(*make_and(), w=[2, 2], b=-3), 4)
    0.3536
    """
    distance, y = signed_distance(X, w, b), np.asarray(y)
    if not len(distance) or y.shape != distance.shape or not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold labels -1 or 1, one for each of the {len(distance)} rows of "
                         f"X, at least one, got shape {y.shape}")
    return float(np.min(y * distance))


def perceptron(X: ArrayLike, y: ArrayLike, *, order: Sequence[int] | None = None,
               max_epochs: int = 1000, trace: bool = False) -> Perceptron:
    """Learn a line by correcting mistakes: a ← a + y_i x_i wherever y_i ⟨a, x_i⟩ ≤ 0.

    Starts from a = 0, so a sample on the line has to count as a mistake, or nothing would ever
    happen. If the classes are separable it ends, on a line that depends on the ``order`` in which
    the samples X (n, m) are shown; y holds -1 and +1. If the last of ``max_epochs`` passes still
    makes mistakes, a ConvergenceWarning says so.

    References
    ----------
    F. Rosenblatt (1958), *The perceptron*.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> found = perceptron(*make_and())
    >>> found.a, found.updates, found.epochs
    (array([-4.,  3.,  2.]), 18, 9)
    """
    X1 = extended(X)
    y, order = _labels(y, len(X1)), _order(order, len(X1))
    a, mistakes = np.zeros(X1.shape[1]), np.zeros(len(y))

    def correct(i: int) -> np.ndarray:
        a[:] = a + y[i] * X1[i]
        mistakes[i] += y[i]
        return a
    run = _learn(lambda i: y[i] * (a @ X1[i]), correct, order, max_epochs, trace)
    return Perceptron(a, mistakes.astype(int), *run)


def perceptron_dual(G: ArrayLike, y: ArrayLike, *, order: Sequence[int] | None = None,
                    max_epochs: int = 1000, trace: bool = False) -> Perceptron:
    """Learn the same line from scalar products alone: count the mistakes on each sample.

    Makes the same mistakes in the same order as `perceptron`, and never sees a sample: G (n, n)
    holds the scalar products of the extended samples, ``X1 @ X1.T``, or a kernel plus 1.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> X, y = make_and()
    >>> found = perceptron_dual(extended(X) @ extended(X).T, y)
    >>> found.mistakes, found.mistakes @ extended(X)
    (array([-2, -5, -4,  7]), array([-4.,  3.,  2.]))
    """
    G = require_finite("G", G)
    if G.ndim != 2 or G.shape[0] != G.shape[1] or not len(G):
        raise ValueError(f"G must be a square matrix of scalar products, got shape {G.shape}")
    if not np.allclose(G, G.T):
        raise ValueError("G must be symmetric, as scalar products are; got a matrix that is not: "
                         "use X1 @ X1.T, or a kernel plus 1")
    y, order, mistakes = _labels(y, len(G)), _order(order, len(G)), np.zeros(len(G))

    def correct(i: int) -> np.ndarray:
        mistakes[i] += y[i]
        return mistakes
    run = _learn(lambda i: y[i] * (mistakes @ G[i]), correct, order, max_epochs, trace)
    return Perceptron(None, mistakes.astype(int), *run)


def _learn(value, correct, order, max_epochs: int, trace: bool) -> tuple:
    """Show all samples until a pass is without mistake; return what `Perceptron` ends with."""
    require_between("max_epochs", max_epochs, 1, np.inf)
    record, updates, wrong, epoch = [], 0, 1, 0
    while wrong and epoch < max_epochs:
        epoch, wrong = epoch + 1, 0
        for i in order:
            if (seen := value(i)) <= 0:
                weights, wrong = correct(i), wrong + 1
                if trace:
                    record.append(Update(epoch, i, float(seen) + 0.0, tuple(weights.tolist())))
        updates += wrong
    if wrong:
        _warn(f"stopped after {epoch} passes, the last with {wrong} mistakes: the classes may not "
              "be separable by a line; allow more passes (max_epochs), or ask `separating_line`")
    return epoch, updates, not wrong, tuple(record)


def _warn(message: str) -> None:
    from sklearn.exceptions import ConvergenceWarning    # slow to load, and seldom needed

    warnings.warn(message, ConvergenceWarning, stacklevel=4)


def _labels(y, n: int) -> np.ndarray:
    y = np.asarray(y)
    if y.shape != (n,) or not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold {n} labels -1 or 1, one a sample, got shape {y.shape} with "
                         f"the values {list(dict.fromkeys(y.ravel().tolist()))[:5]}")
    return y.astype(float)


def _order(order, n: int) -> list[int]:
    found = np.arange(n) if order is None else np.asarray(order)
    if found.dtype.kind not in "iu" or not np.array_equal(np.sort(found.ravel()), np.arange(n)):
        raise ValueError(f"order must name each of the {n} samples once, by whole numbers from 0 "
                         f"to {n - 1}, got {found.ravel().tolist()[:10]}")
    return found.ravel().tolist()


def perceptron_margin(X: ArrayLike, y: ArrayLike, a: ArrayLike) -> float:
    """Return the smallest y·distance of the samples from the line of (a0, a1, …)."""
    a = require_finite("a", a)
    if a.shape != (np.shape(X)[-1] + 1,):
        raise ValueError(f"a must hold the intercept and {np.shape(X)[-1]} weights, one a feature, "
                         f"got shape {a.shape}")
    return margin(X, y, w=a[1:], b=a[0])


def least_squares(X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return the weights (a0, a1, …) of regression on the labels: no classifier, for contrast."""
    X1 = extended(X)
    return np.linalg.lstsq(X1, _labels(y, len(X1)), rcond=None)[0]


def separating_line(X: ArrayLike, y: ArrayLike) -> np.ndarray | None:
    """Return weights (a0, a1, …) with y·f ≥ 1 everywhere, or None if no line separates.

    A linear program with nothing to optimise: only whether the walls y·f ≥ 1 leave room. It is
    solved with centred and scaled features, so their units do not matter; classes less than
    about 1e-9 of their spread apart count as touching.

    Examples
    --------
    >>> from coursekit.datasets import make_and, make_xor
    >>> separating_line(*make_and()) is None, separating_line(*make_xor()) is None
    (False, True)
    """
    from scipy.optimize import linprog

    X = extended(X)[:, 1:]
    y, middle, spread = _labels(y, len(X)), X.mean(axis=0), np.ptp(X, axis=0)
    spread[spread == 0] = 1
    Z1 = extended((X - middle) / spread)
    result = linprog(np.zeros(Z1.shape[1]), A_ub=-y[:, None] * Z1, b_ub=-np.ones(len(y)),
                     bounds=(None, None))
    if result.status not in (0, 2):             # neither solved nor shown to have no solution
        raise RuntimeError(f"the linear program was not decided: {result.message}")
    if result.status == 2:
        return None
    a = result.x[1:] / spread
    return np.append(result.x[0] - a @ middle, a)
