"""The primal problem in ten lines: stochastic gradient descent on the hinge loss.

    minimise   ½‖w‖² + C Σ max(0, 1 - y_i (⟨w, x_i⟩ + b))

Legend: ``X`` (n, d) samples, ``y`` labels -1 and +1, ``w`` (d,) weights, ``b`` intercept, ``C``
penalty, ``t`` index of the step.
"""
from __future__ import annotations

import numpy as np

from coursekit.checks import require_between, require_squares, require_whole
from coursekit.labels import require_labels


def hinge_sgd(X: np.ndarray, y: np.ndarray, C: float = 1.0, *, epochs: int = 200,
              seed: int = 0) -> tuple[np.ndarray, float]:
    """Return (w, b) of a linear machine, found by steps on one random sample each.

    The objective is n terms of the kind ‖w‖²/(2n) + C·ξ_i; step t goes against the gradient of
    one of them, by C·n/(n + t) times its share. The mean of the second half of all steps is
    returned: it varies less than the last one. There are no multipliers, hence no certificate.

    ``X``, ``y`` (n, d) and (n,): samples, and labels -1 and +1; scale the features to about 1
        first.
    ``C``: penalty of slack.
    ``epochs``: the number of steps is ``epochs`` times n.
    ``seed``: seed of the random choice of samples.

    Raises ValueError if labels are not -1 and +1, lengths do not match, or C or ``epochs`` is not
    positive.

    Source: S. Shalev-Shwartz et al. (2011), *Pegasos*, here with an intercept, and with a first
    step that does not grow with n.

    >>> from coursekit.datasets import make_overlap_60
    >>> X, y = make_overlap_60()
    >>> w, b = hinge_sgd(X, y)
    >>> slack = np.maximum(0, 1 - y * (X @ w + b))
    >>> round(float(w @ w / 2 + slack.sum()), 1)
    3.4
    """
    X, y = _samples(X, y)
    C = require_between("C", C, 0, np.inf, open_ends=True)
    require_whole("epochs", epochs, 1)
    require_whole("seed", seed, 0)
    n, d = X.shape
    steps = epochs * n
    rng = np.random.default_rng(seed)
    X1 = np.c_[X, np.ones(n)]               # the last entry is the intercept,
    shrink = np.append(np.ones(d), 0)       # which is not penalised
    v, total = np.zeros(d + 1), np.zeros(d + 1)
    for t, i in enumerate(rng.integers(n, size=steps)):
        step = C * n / (n + t)
        inside = y[i] * (X1[i] @ v) < 1
        v = v - step * (shrink * v / (C * n) - inside * y[i] * X1[i])
        total += v * (t >= steps // 2)
    mean = total / (steps - steps // 2)
    return mean[:d], float(mean[d])


def _samples(X, y) -> tuple[np.ndarray, np.ndarray]:
    X, y = require_squares("X", X), require_labels(y)
    if X.ndim != 2 or not len(X):
        raise ValueError(f"X must have shape (n, d) with n ≥ 1, got {X.shape}")
    if y.shape != (len(X),):
        raise ValueError(f"y must hold {len(X)} labels, one per sample, got shape {y.shape}")
    if not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold the labels -1 and 1, got {np.unique(y)[:5]}; code the two "
                         "classes as -1 and 1")
    return X, y
