"""From decision values to probabilities: Platt's sigmoid, fitted on held-out samples.

Legend: ``f`` (n,) decision values, ``t`` (n,) Platt's targets, ``A``, ``B`` the two parameters,
z = A·f + B, p = 1/(1 + exp(z)) the probability of the positive class.
"""
from __future__ import annotations

import warnings

import numpy as np
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning

from coursekit.checks import require_between, require_finite
from coursekit.labels import require_labels
from coursekit.linear.logistic import maximise_likelihood

MAX_NEWTON_STEPS = 100      # a handful is usual
RIDGE_PENALTY = 1e-12       # makes the solution unique where all decision values are equal


def fit_sigmoid(f, y) -> tuple[float, float]:
    """Return A and B of p = 1/(1 + exp(A·f + B)), fitted to Platt's targets.

    They minimise -Σ [t_i ln p_i + (1 - t_i) ln(1 - p_i)]. With targets t_i of 1 and 0 that would
    be maximum likelihood. Here t_i is (N₊ + 1)/(N₊ + 2) for the N₊ samples of the positive class,
    and 1/(N₋ + 2) for the N₋ others: as if each class had two more samples, one with either label.
    So there is a minimum even where the values separate the classes. The mean of p equals the
    mean of these targets, not the proportion of positive labels.

    ``f`` (n,): decision values of samples that the machine was **not** trained on.
    ``y`` (n,): labels; the larger of the two is the positive class.

    Raises ValueError if the shapes do not match or there are not exactly two labels.

    Warns with a ConvergenceWarning if Newton's method has not converged after 100 steps.

    Source: J. Platt (1999), *Probabilistic outputs for support vector machines*; H.-T. Lin, C.-J.
    Lin, R. Weng (2007), *A note on Platt's probabilistic outputs*, for the stable form.

    >>> A, B = fit_sigmoid([-2, -1, 0.5, 0.5, 1, 2, 3], [-1, 1, -1, -1, 1, 1, 1])
    >>> round(A, 3), round(B, 3)
    (-0.435, -0.025)
    """
    f, y = require_finite("f", f), require_labels(y)
    if f.ndim != 1 or f.shape != y.shape:
        raise ValueError(f"f and y must have the same shape (n,), got {f.shape} and {y.shape}")
    labels = np.unique(y)
    if len(labels) != 2:
        raise ValueError(f"y must hold two labels, got {labels[:5].tolist()}; values of both "
                         "classes are needed to tell them apart")
    positive = y == labels[1]
    n = np.array([np.sum(~positive), np.sum(positive)])
    t = np.where(positive, (n[1] + 1) / (n[1] + 2), 1 / (n[0] + 2))
    # Centre and scale f, so that Newton's steps keep their digits however large it is.
    size = max(float(np.abs(f).max()), 1e-300)
    middle = float((f / size).mean())
    unit = max(float(np.abs(f / size - middle).max()), 1e-300)
    rows = np.column_stack([(f / size - middle) / unit, np.ones(len(f))])
    start = np.array([0, np.log((n[1] + 1) / (n[0] + 1))])
    v, missing = maximise_likelihood(rows, t, start, np.full(2, RIDGE_PENALTY),
                                     max_iter=MAX_NEWTON_STEPS)
    if missing:
        warnings.warn(f"Newton's method has not converged after {MAX_NEWTON_STEPS} steps: the last "
                      f"promised to raise the log-likelihood by {missing:.2g}, so A and B are "
                      "approximate", ConvergenceWarning, stacklevel=2)
    A, B = (-v).tolist()
    return A / unit / size, B - A / unit * middle


def sigmoid(f, A: float, B: float) -> np.ndarray:
    """Return 1/(1 + exp(A·f + B)), the probability of the positive class.

    >>> sigmoid(np.array([0.0, 2.0]), A=-1.0, B=0.0).round(3)
    array([0.5  , 0.881])
    """
    A, B = (require_between(name, value, -np.inf, np.inf)
            for name, value in {"A": A, "B": B}.items())
    return expit(-(A * require_finite("f", f) + B))
