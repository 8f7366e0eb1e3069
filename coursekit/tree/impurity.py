"""How mixed a node is, and how much a split unmixes it.

Legend: ``N`` cases of a node, ``p_k`` the share of class k among them, ``Q`` the impurity of
the node, ``S`` sums over its cases (of indicators of the classes, or of y), and the gain

    N·Q(node) - N_L·Q(left) - N_R·Q(right),

which is what rpart prints as "improve" and N times what many books call the gain.

Every impurity here has the shape N·Q = (a sum over the cases) - purity(S, N). The sum is the
same before and after a split, so a search needs the purity only, and the purity needs only
S and N: that is why one running sum along a sorted feature prices all its splits.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_choice


def shares(counts: ArrayLike) -> np.ndarray:
    """Return p_k, the counts of the last axis divided by their sum.

    Raises
    ------
    ValueError
        If a count is negative or a node is empty.

    Examples
    --------
    >>> shares([300, 100])
    array([0.75, 0.25])
    """
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=-1, keepdims=True)
    if not (np.all(counts >= 0) and np.all(total > 0)):
        raise ValueError(f"counts must be 0 or more and not all 0, got {counts.tolist()}; "
                         "count the cases of each class of a node that has some")
    return counts / total


def gini(counts: ArrayLike) -> float | np.ndarray:
    """Return the Gini index 1 - Σ p_k²: how often two draws from the node differ in class.

    Parameters
    ----------
    counts : array_like, shape (..., K)
        Cases of each class; one node, or one a row.

    Returns
    -------
    float or ndarray, shape (...)

    Examples
    --------
    >>> gini([300, 100])
    0.375
    """
    return _float(1 - (shares(counts) ** 2).sum(axis=-1))


def entropy(counts: ArrayLike) -> float | np.ndarray:
    """Return the entropy -Σ p_k log2 p_k in bits, with 0 log 0 = 0.

    Examples
    --------
    >>> entropy([2, 2]), entropy([4, 0])
    (1.0, 0.0)
    """
    return _float(np.abs(-_x_log_x(shares(counts)).sum(axis=-1)))


def misclassification(counts: ArrayLike) -> float | np.ndarray:
    """Return 1 - max p_k: the errors of the majority class, as a share.

    Examples
    --------
    >>> round(misclassification([200, 400]), 3)
    0.333
    """
    return _float(1 - shares(counts).max(axis=-1))


def squared_error(y: ArrayLike) -> float:
    """Return the mean squared distance from the mean, which no other constant makes smaller.

    Examples
    --------
    >>> squared_error([2.0, 1.0])
    0.25
    """
    y = np.asarray(y, dtype=float)
    if y.size == 0:
        raise ValueError("y must not be empty: a node without cases has no mean")
    return _float(((y - y.mean()) ** 2).mean())


def _float(value):
    return float(value) if np.ndim(value) == 0 else value


def _x_log_x(x: np.ndarray) -> np.ndarray:
    return x * np.log2(np.maximum(x, 1e-300))


# Purities. S holds one row a class but the last (whose count is N minus the rest), or the
# single row of Σ y; N has the shape of a row. Whatever is linear in S and N may be left out:
# it is the same before and after a split.

def _gini_purity(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    if len(S) == 1:     # two classes: (S² + (N - S)²)/N = 2 S²/N + (N - 2 S)
        return 2 * _squared_error_purity(S, N)
    return ((S * S).sum(axis=0) + (N - S.sum(axis=0)) ** 2) / N


def _entropy_purity(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    if len(S) == 1:
        return _x_log_x(S[0]) + _x_log_x(N - S[0]) - _x_log_x(N)
    return _x_log_x(S).sum(axis=0) + _x_log_x(N - S.sum(axis=0)) - _x_log_x(N)


def _misclassification_purity(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    return np.maximum(S.max(axis=0), N - S.sum(axis=0))


def _squared_error_purity(S: np.ndarray, N: np.ndarray) -> np.ndarray:
    return S[0] * S[0] / N


class Criterion(NamedTuple):
    """What a split search is told to gain.

    Attributes
    ----------
    name : str
        As the learner wrote it.
    purity : callable
        ``purity(S, N)`` with S of shape (rows, ...) and N of shape (...), N > 0.
    counts_classes : bool
        Whether the rows of S count classes (or sum y).

    Examples
    --------
    >>> S, N = np.array([[3.0, 1.0]]), np.array([4.0, 2.0])
    >>> criterion("misclassification").purity(S, N)
    array([3., 1.])
    """

    name: str
    purity: Callable[[np.ndarray, np.ndarray], np.ndarray]
    counts_classes: bool = True


_CRITERIA = {c.name: c for c in (
    Criterion("gini", _gini_purity),
    Criterion("entropy", _entropy_purity),
    Criterion("misclassification", _misclassification_purity),
    Criterion("squared_error", _squared_error_purity, counts_classes=False))}


def criterion(name: str, choices: tuple[str, ...] = tuple(_CRITERIA)) -> Criterion:
    """Return the criterion of that name.

    Raises
    ------
    ValueError
        If there is none; the message lists those there are.

    Examples
    --------
    >>> criterion("entropy").name
    'entropy'
    """
    return _CRITERIA[require_choice("criterion", name, choices)]


def moments(y: np.ndarray, rule: Criterion, n_classes: int = 2) -> np.ndarray:
    """Return what is summed over cases: indicators of all classes but the last, or y.

    Parameters
    ----------
    y : ndarray, shape (n,)
        Class codes 0 … K - 1, or real numbers (best centred, to keep their squares small).
    rule : Criterion
        Says which of the two.
    n_classes : int
        K.

    Returns
    -------
    ndarray of float, shape (rows, n)

    Examples
    --------
    >>> moments(np.array([0, 1, 2, 0]), criterion("gini"), 3)
    array([[1., 0., 0., 1.],
           [0., 1., 0., 0.]])
    """
    if not rule.counts_classes:
        return np.asarray(y, dtype=float)[None, :]
    classes = np.arange(max(n_classes - 1, 1))
    return (y == classes[:, None]).astype(float)
