"""The primal problem in ten lines: stochastic steps down the hinge loss.

    minimise   ½‖w‖² + C Σ max(0, 1 - y_i (⟨w, x_i⟩ + b))

Legend: ``X`` (n, d) samples, ``y`` labels -1 and +1, ``w`` (d,) weights, ``b`` intercept, ``C``
penalty, ``t`` number of the step.
"""
from __future__ import annotations

import numpy as np

from coursekit.checks import require_between, require_finite


def hinge_objective(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, C: float = 1.0) -> float:
    """Return ½‖w‖² + C Σ ξ_i with the slack ξ_i = max(0, 1 - y_i (⟨w, x_i⟩ + b)).

    Examples
    --------
    >>> hinge_objective(np.array([[0.0], [2.0]]), np.array([-1, 1]), np.array([1.0]), -1.0)
    0.5
    """
    slack = np.maximum(0, 1 - y * (X @ w + b))
    return float(w @ w / 2 + C * slack.sum())


def hinge_sgd(X: np.ndarray, y: np.ndarray, C: float = 1.0, *, epochs: int = 200,
              seed: int = 0) -> tuple[np.ndarray, float]:
    """Return (w, b) of a linear machine, found by steps on one sample drawn by lot at a time.

    The objective is n terms of the kind ‖w‖²/(2n) + C·ξ_i; step t goes against the slope of one
    of them, by C·n/(n + t) times its share. The mean of the second half of all steps is
    returned: single steps never come to rest.

    Parameters
    ----------
    X, y : ndarray, shapes (n, d) and (n,)
        Samples, and labels -1 and +1; scale the features to about 1 first.
    C : float
        Penalty of slack.
    epochs : int
        The number of steps is ``epochs`` times n.
    seed : int
        Of the lot.

    References
    ----------
    S. Shalev-Shwartz et al. (2011), *Pegasos*, here with an intercept, and with a first step
    that does not grow with n.

    Examples
    --------
    >>> from coursekit.datasets import make_overlap_60
    >>> X, y = make_overlap_60()
    >>> w, b = hinge_sgd(X, y)
    >>> round(hinge_objective(X, y, w, b), 1)
    3.4
    """
    X, y = require_finite("X", X), require_finite("y", y)
    C = require_between("C", C, 0, np.inf, open_ends=True)
    rng, (n, d), steps = np.random.default_rng(seed), X.shape, epochs * len(X)
    v, total = np.zeros(d + 1), np.zeros(d + 1)                  # weights, and the intercept last
    X1, shrink = np.c_[X, np.ones(n)], np.append(np.ones(d), 0)  # the intercept is not penalised
    for t, i in enumerate(rng.integers(n, size=steps)):
        step = C * n / (n + t)
        inside = y[i] * (X1[i] @ v) < 1
        v = v - step * (shrink * v / (C * n) - inside * y[i] * X1[i])
        total += v * (t >= steps // 2)
    mean = total / (steps - steps // 2)
    return mean[:d], float(mean[d])
