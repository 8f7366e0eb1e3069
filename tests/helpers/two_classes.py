"""Samples of two classes, and whether a line separates them."""
from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from coursekit.datasets import make_two_points
from coursekit.svm import DualProblem, solve_qp


def separable(seed: int, duplicates: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return samples of both classes with a line between them; perhaps each of them twice."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    w, b = rng.normal(size=d), rng.normal()
    X = rng.normal(size=(60, d)) * 2
    f = (X @ w + b) / np.linalg.norm(w)
    X, f = X[np.abs(f) > 0.15], f[np.abs(f) > 0.15]
    k = int(rng.integers(1, 5))
    chosen = np.r_[np.flatnonzero(f > 0)[:k], np.flatnonzero(f < 0)[:k + 1]]
    X, y = X[chosen], np.where(f[chosen] > 0, 1, -1)
    if len(set(y)) < 2:
        X, y = np.vstack([X, -X[:1] - 9 * y[0] * w]), np.append(y, -y[0])
        if not hard_or_none(X, y):
            return make_two_points()
    return (np.vstack([X, X]), np.r_[y, y]) if duplicates else (X, y)


def hard_or_none(X, y):
    try:
        return solve_qp(DualProblem(X @ X.T, y, np.inf))
    except ValueError:
        return None


def has_a_line(X, y) -> bool:
    """Tell whether some line has all samples strictly on their sides, by a linear program."""
    A = -y[:, None] * np.column_stack([X, np.ones(len(y))])
    return linprog(np.zeros(A.shape[1]), A_ub=A, b_ub=-np.ones(len(y)), bounds=(None, None)).success
