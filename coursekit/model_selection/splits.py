"""Folds of cross-validation, from scratch.

Legend: ``n`` samples, ``k`` folds; a fold is the array of row numbers that are tested together.
"""
from __future__ import annotations

import numpy as np

from coursekit.checks import quoted, require_whole
from coursekit.labels import require_labels


def folds(n: int, k: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return k arrays of row numbers: every row 0 ... n-1 in exactly one of them, at random.

    Their sizes differ by at most one. A k outside 2 ... n raises a ValueError.

    >>> sorted(len(test) for test in folds(7, 3, np.random.default_rng(0)))
    [2, 2, 3]
    """
    _require_cut(k, require_whole("n", n, 1), rng)
    return np.array_split(rng.permutation(n), k)


def stratified_folds(y, k: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return k folds in which every class has its share, up to one sample.

    The sizes of the folds also differ by at most one. ``y`` (n,) holds labels; a
    class with fewer than k samples is absent from some folds.

    >>> y = np.array(["no", "yes", "no", "yes", "no", "no"])
    >>> [sorted(y[test].tolist()) for test in stratified_folds(y, 2, np.random.default_rng(0))]
    [['no', 'no', 'yes'], ['no', 'no', 'yes']]
    """
    y = require_labels(y)
    _require_cut(k, len(y), rng)
    shuffled = rng.permutation(len(y))
    # Sorted by class, every k-th sample goes into the same fold.
    by_class = shuffled[np.argsort(np.unique(y, return_inverse=True)[1][shuffled], kind="stable")]
    return [by_class[v::k] for v in range(k)]


def pairs(folds: list[np.ndarray]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return (train, test) for each fold, as scikit-learn expects them: train is all other rows.

    >>> [train.tolist() for train, test in pairs([np.array([0, 3]), np.array([1, 2])])]
    [[1, 2], [0, 3]]
    """
    if not isinstance(folds, (list, tuple)) or len(folds) < 2 or not all(map(_are_rows, folds)):
        raise ValueError(f"folds must be a list of two or more arrays of row numbers, got "
                         f"{quoted(folds)}; folds(n, k, rng) returns such a list")
    rows = np.sort(np.concatenate(folds))
    return [(np.setdiff1d(rows, test), np.asarray(test)) for test in folds]


def _are_rows(fold) -> bool:
    rows = np.asarray(fold)
    return rows.ndim == 1 and rows.size > 0 and rows.dtype.kind in "iu"


def _require_cut(k: int, n: int, rng: np.random.Generator) -> None:
    if not hasattr(rng, "permutation"):
        raise TypeError(f"rng must be a random generator, got {quoted(rng)}; give "
                        "np.random.default_rng(0)")
    if require_whole("k", k, 2) > n:
        raise ValueError(f"k must be at most the number of samples, got {k} folds for {n} "
                         "samples; with k = n each fold is a single sample")
