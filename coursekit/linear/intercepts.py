"""Optimal intercepts of a linear decision function, without iteration."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from coursekit.checks import require_finite
from coursekit.labels import require_labels


def optimal_intercepts(scores: ArrayLike, y: ArrayLike) -> tuple[float, float]:
    """Return the ends of the interval of all b that minimise Σ max(0, 1 - y_i (s_i + b)).

    The sum is convex and piecewise linear in b, with a kink at each b_i = y_i - s_i. Left of all
    kinks its slope is minus the number of positive samples, and every kink adds 1. So with k
    positive samples it is flat from the k-th smallest kink to the next one.

    ``scores`` (n,): s_i = ⟨w, x_i⟩, the decision values without the intercept.
    ``y`` (n,): labels -1 and +1, both present.

    Returns a tuple of float: the smallest and the largest b; often they are equal.

    Raises ValueError if shapes do not match, a score is not finite, or labels are not -1 and +1,
    both present.

    Source: C. Burges, D. Crisp (1999), *Uniqueness of the SVM solution*.

    >>> optimal_intercepts([0.0, 0.8], [-1, 1])         # two samples: a whole interval
    (-1.0, 0.19999999999999996)
    """
    scores, y = require_finite("scores", scores), require_labels(y)
    if scores.ndim != 1 or y.shape != scores.shape:
        raise ValueError(f"scores and y must have shape (n,), got {scores.shape} and {y.shape}")
    if set(np.unique(y)) != {-1, 1}:
        raise ValueError("y must hold the labels -1 and 1, both of them, got "
                         f"{np.unique(y).tolist()[:5]}")
    kinks, k = np.sort(y - scores), int(np.sum(y > 0))
    return float(kinks[k - 1]), float(kinks[k])
