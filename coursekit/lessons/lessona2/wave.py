"""Forty samples of a noisy wave, the curves through them, and their errors on fresh samples.

Legend: ``epsilon`` half-width of the tube, ``C`` penalty, ``h`` width of the Gaussian,
``beta`` (n,) coefficients, ``X`` (n, 1) samples, ``y`` (n,) targets.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.svm import SVR as LibSVR

from coursekit.datasets import make_wave
from coursekit.kernels import rbf
from coursekit.svm import SVR

NOISE = 0.6             # standard deviation of the wave's noise, in units of y
FRESH = 20_000
FRESH_SEED = 1001
TOLERANCE = 1e-6        # largest KKT gap, in units of y
WIDTHS = np.round(np.arange(0, 3.05, 0.1), 1)       # the ε of a curve of errors
NO_LIMIT = 1e6          # C of a machine whose coefficients are not bounded


@cache
def wave() -> tuple[np.ndarray, np.ndarray]:
    """Return the forty samples and their targets."""
    return make_wave()


@cache
def fresh() -> tuple[np.ndarray, np.ndarray]:
    """Return 20,000 other samples of the same wave, which no curve is fitted to."""
    return make_wave(FRESH_SEED, n=FRESH)


def rmse(target: np.ndarray, f: np.ndarray) -> np.ndarray:
    """Return the root of the mean squared residual, along the first axis.

    >>> float(rmse(np.array([1.0, 5.0]), np.array([0.0, -2.0])))
    5.0
    """
    return np.sqrt(np.mean((target - f) ** 2, axis=0))


def gamma_of(h: float) -> float:
    """Return γ = 1 / (2h²), by which the library knows a Gaussian of width h."""
    return 1 / (2 * h**2)


class Curve(NamedTuple):
    """A fitted curve: its machine, what it says at the samples, and its coefficients."""

    model: SVR
    f: np.ndarray
    beta: np.ndarray
    residual: np.ndarray

    @property
    def pulls(self) -> np.ndarray:
        """Whether a sample has a coefficient."""
        return self.beta != 0


@lru_cache(maxsize=512)
def fit(epsilon: float, C: float, h: float, slack: str = "linear") -> Curve:
    """Return the curve through the forty samples."""
    X, y = wave()
    model = SVR(C, epsilon=epsilon, slack=slack, gamma=gamma_of(h), tol=TOLERANCE).fit(X, y)
    f = model.predict(X)
    return Curve(model, f, model.beta_, y - f)


@lru_cache(maxsize=512)
def without_hollow(epsilon: float, C: float, h: float, slack: str = "linear") -> SVR | None:
    """Return the machine refitted to the samples that pull; None if there are none.

    Where its height is left open, it takes the height that is nearest to that of all samples.
    """
    X, y = wave()
    whole = fit(epsilon, C, h, slack)
    if not whole.pulls.any():
        return None
    left = SVR(C, epsilon=epsilon, slack=slack, gamma=gamma_of(h), tol=TOLERANCE).fit(
        X[whole.pulls], y[whole.pulls])
    left.intercept_ = np.clip(whole.model.intercept_, *left.intercept_interval_)
    return left


@lru_cache(maxsize=16)
def _bumps(h: float) -> tuple[np.ndarray, np.ndarray]:
    X, _ = wave()
    return rbf(X, X, gamma=gamma_of(h)), rbf(fresh()[0], X, gamma=gamma_of(h))


@lru_cache(maxsize=256)
def errors(C: float, h: float, slack: str = "linear") -> np.ndarray:
    """Return the RMSE on the forty samples and on the fresh ones for each of ``WIDTHS``.

    Fast and not taught: thirty-one fits at each move of a control, so LIBSVM does them. Squared
    slack is K + I/C with coefficients that have no limit.
    """
    _, y = wave()
    K, K_fresh = _bumps(h)
    inside, limit = (K, C) if slack == "linear" else (K + np.eye(len(y)) / C, NO_LIMIT)
    beta, b = np.zeros((len(y), len(WIDTHS))), np.zeros(len(WIDTHS))
    for k, epsilon in enumerate(WIDTHS):
        model = LibSVR(kernel="precomputed", C=limit, epsilon=epsilon, tol=1e-4).fit(inside, y)
        beta[model.support_, k], b[k] = model.dual_coef_[0], model.intercept_[0]
    return np.array([rmse(y[:, None], K @ beta + b),
                     rmse(fresh()[1][:, None], K_fresh @ beta + b)])
