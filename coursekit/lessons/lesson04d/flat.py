"""When a linear machine learns nothing: a mean that is a weighted mean of the other samples.

Legend: ``u`` the weights of the other samples, none above 1 over the number of positive samples.
"""
from __future__ import annotations

import numpy as np
from scipy.optimize import linprog


def can_be_balanced(X: np.ndarray, positive: np.ndarray) -> bool:
    """Return whether the mean of the positive samples is a weighted mean of the others.

    No weight may exceed 1 over the number of positive samples. If these are the smaller class, a
    linear soft margin then has w = 0, whatever C is; otherwise it never has.

    Examples
    --------
    >>> X = np.array([[-2.0], [-1.0], [0.0], [1.0], [2.0]])
    >>> can_be_balanced(X, X[:, 0] == 0), can_be_balanced(X, X[:, 0] == 2)
    (True, False)
    """
    own, others = X[positive], X[~positive]
    equations = np.vstack([others.T, np.ones(len(others))])
    wanted = np.append(own.mean(axis=0), 1.0)
    return bool(linprog(np.zeros(len(others)), A_eq=equations, b_eq=wanted,
                        bounds=(0, 1 / len(own))).status == 0)
