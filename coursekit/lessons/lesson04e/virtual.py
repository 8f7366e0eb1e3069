"""Virtual support vectors: teach a machine that some changes must not change its answer.

Legend: ``moves`` functions that take samples (n, d) and return changed ones of the same shape.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from sklearn.base import ClassifierMixin, clone

from coursekit.checks import quoted, require_finite
from coursekit.labels import require_labels


def fit_virtual(model: ClassifierMixin, X, y, moves: Sequence[Callable]) -> ClassifierMixin:
    """Return a copy of the machine, trained on its support vectors and changed copies of them.

    Train on all samples; keep the support vectors; add one copy of them for each move; train
    again. The model must have ``support_``, like `coursekit.svm.SVC`, `OneVsRest`, `OneVsOne`
    and scikit-learn's SVC.

    Raises
    ------
    ValueError
        If a move changes the shape.

    References
    ----------
    B. Schölkopf, C. Burges, V. Vapnik (1996), *Incorporating invariances in support vector
    learning machines*; D. DeCoste, B. Schölkopf (2002), *Training invariant support vector
    machines*.

    Examples
    --------
    >>> from coursekit.svm import SVC
    >>> X, y = np.array([[0.0], [1.0], [3.0], [4.0]]), np.array([-1, -1, 1, 1])
    >>> machine = SVC(C=10, kernel="linear")
    >>> fit_virtual(machine, X, y, [lambda Z: Z - 0.5, lambda Z: Z + 0.5]).support_vectors_.T
    array([[2.5, 1.5]])
    """
    if not hasattr(model, "fit"):
        raise TypeError(f"model must be a machine with support vectors such as SVC(), got "
                        f"{quoted(model)}")
    if not isinstance(moves, Sequence) or not all(map(callable, moves)):
        raise TypeError(f"moves must be a list of functions of samples, got {quoted(moves)}; for "
                        "a single function write [function]")
    X, y = require_finite("X", X), require_labels(y)
    kept = clone(model).fit(X, y).support_
    copies = [X[kept], *(require_finite("what a move returns", move(X[kept])) for move in moves)]
    for copy in copies:
        if copy.shape != copies[0].shape:
            raise ValueError(f"a move must return samples of the shape {copies[0].shape}, got "
                             f"{copy.shape}")
    return clone(model).fit(np.vstack(copies), np.tile(y[kept], len(copies)))
