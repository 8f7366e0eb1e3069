"""Lesson 05e: polynomials fitted to a parabola with noise, and the errors that choose a degree.

Legend: ``n`` samples of a parabola with normal noise; Q_j orthonormal polynomials on the samples
that train, so that the fit of degree d has the coefficients z_0 ... z_d of that of degree d + 1.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

MOST, TRUE = 8, 2           # degrees; the truth is 1 + x - x²
SEEDS, FOLDS = 100, 5
SIZES = ("8", "30", "100", "200")
LARGEST = int(SIZES[-1])
NODES, WEIGHTS = legendre.leggauss(MOST + 1)    # exact for the squares of the fits
PARAMETERS = np.arange(1, MOST + 2)
CRITERIA = ("5-fold CV", "AIC", "BIC")


class Errors(NamedTuple):
    """Squared errors, in noise variances, for each seed and degree: (SEEDS, MOST + 1) each.

    ``fits`` (SEEDS, MOST + 1, MOST + 1) has the coefficients of Legendre polynomials of each seed
    and degree; ``by`` the training error and the errors by which each criterion chooses. A degree
    that the samples do not determine has nan.
    """

    x: np.ndarray
    t: np.ndarray
    fits: np.ndarray
    by: dict[str, np.ndarray]
    fresh: np.ndarray

    def chosen(self) -> dict[str, np.ndarray]:
        """Return the degree with the least error by each criterion, for each seed."""
        return {name: np.nanargmin(values, axis=1) for name, values in self.by.items()}


def parabola(x: np.ndarray) -> np.ndarray:
    """Return the truth."""
    return 1 + x - x**2


def highest(n: int) -> int:
    """Return the highest degree that n samples determine, at most MOST."""
    return min(MOST, n - 1)


@cache
def _draws(hundred: int) -> tuple[np.ndarray, np.ndarray]:
    """Return places and standard normal noise of all seeds of a hundred."""
    rng = np.random.default_rng(hundred)
    return rng.uniform(-2, 2, (SEEDS, LARGEST)), rng.normal(size=(SEEDS, LARGEST))


def _all_fits(P: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return the least-squares coefficients of every degree: (…, degree, coefficient)."""
    m = min(P.shape[-2:])                       # more coefficients are not determined
    Q, R = np.linalg.qr(P[..., :m])
    to_legendre = np.linalg.inv(R).mT           # row j: Q_j as a sum of Legendre polynomials
    z = Q.mT @ t[..., None]
    fits = np.full((*P.shape[:-2], MOST + 1, MOST + 1), np.nan)
    fits[..., :m, :] = 0
    fits[..., :m, :m] = np.cumsum(z * to_legendre, axis=-2)
    return fits


@lru_cache(maxsize=512)
def errors(n: int, noise: float, hundred: int = 0) -> Errors:
    """Return what all seeds find with n samples and this sd of the noise.

    The explorer has the seeds of hundred 0; other hundreds say how much depends on these.
    """
    x, normal = (draw[:, :n] for draw in _draws(hundred))
    t = parabola(x) + noise * normal
    P = legendre.legvander(x / 2, MOST)
    fits = _all_fits(P, t)
    training = np.mean((P @ fits.mT - t[..., None])**2, axis=1)
    cv = np.zeros_like(training)
    for test in np.array_split(np.arange(n), FOLDS):        # x is drawn, so blocks will do
        train = np.delete(np.arange(n), test)
        fitted = P[:, test] @ _all_fits(P[:, train], t[:, train]).mT
        cv += np.sum((fitted - t[:, test, None])**2, axis=1) / n
    off = fits @ legendre.legvander(NODES, MOST).T - parabola(2 * NODES)
    training, cv = training / noise**2, cv / noise**2
    left = np.where(PARAMETERS < n, training, np.nan)       # through all samples: no logarithm
    by = {"training": training, "5-fold CV": cv, "AIC": left * np.exp(2 * PARAMETERS / n),
          "BIC": left * np.exp(np.log(n) * PARAMETERS / n)}
    return Errors(x, t, fits, by, 1 + off**2 @ WEIGHTS / 2 / noise**2)
