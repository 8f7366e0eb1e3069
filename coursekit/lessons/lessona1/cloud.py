"""Lesson a1: what weights least squares and ridge find for two features of correlation ρ.

Both features are standardised, the true weights are (1, 1) or (2, 0), and the noise has variance 1.
So XᵀX is n times the correlation matrix, with the eigenvalues n(1 + ρ), for (1, 1), and n(1 − ρ),
for (1, −1).

Legend: ``rho`` correlation, ``lam`` the penalty λ; directions first (1, 1), then (1, −1), each
divided by √2.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.stats import chi2, norm

N = 40                  # samples of each fit
FITS = 150
Z = float(norm.ppf(0.975))
AXES = np.array([[1.0, 1.0], [1.0, -1.0]]) / np.sqrt(2)
TRUTHS = {"(1, 1)": np.array([1.0, 1.0]), "(2, 0)": np.array([2.0, 0.0])}
COMBINATIONS = {"w₁": (1, 0), "w₂": (0, 1), "w₁ + w₂": (1, 1), "w₁ − w₂": (1, -1)}


class Fits(NamedTuple):
    """How the fits scatter: the eigenvalues of XᵀX, their mean, and sd along both directions."""

    values: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    true: np.ndarray

    @property
    def distance(self) -> float:
        """The mean squared distance of the fits from the true weights: bias² and variance."""
        return float(np.sum((self.mean - self.true) ** 2) + np.sum(self.sd**2))

    def interval(self, combination: tuple[float, float]) -> tuple[float, float]:
        """Return the ends between which 95% of the fits have this combination of the weights."""
        a = np.asarray(combination, dtype=float)
        middle, spread = float(a @ self.mean), float(Z * np.linalg.norm((AXES @ a) * self.sd))
        return middle - spread, middle + spread

    def drawn(self) -> np.ndarray:
        """Return the weights of 150 fits, shape (150, 2), always of the same noise."""
        noise = np.random.default_rng(1912).normal(size=(FITS, 2))
        return self.mean + (noise * self.sd) @ AXES

    def ellipse(self, share: float = 0.95) -> np.ndarray:
        """Return the border of the region that holds this share of the fits, shape (200, 2)."""
        t = np.linspace(0, 2 * np.pi, 200)
        radius = np.sqrt(chi2.ppf(share, 2))
        return self.mean + radius * (np.column_stack([np.cos(t), np.sin(t)]) * self.sd) @ AXES


def fits(rho: float, lam: float = 0.0, truth: str = "(1, 1)") -> Fits:
    """Return how the weights scatter from one set of forty samples to the next.

    Least squares has the covariance (XᵀX)⁻¹; ridge multiplies the part along each direction by its
    eigenvalue divided by the eigenvalue plus λ.

    Examples
    --------
    >>> fits(0.99).sd.round(3).tolist()
    [0.112, 1.581]
    >>> [round(fits(0.9, lam, "(2, 0)").distance, 2) for lam in (0, 5)]     # ridge does not pay
    [0.26, 0.69]
    """
    values = N * np.array([1 + rho, 1 - rho])
    shrink = values / (values + lam)
    true = TRUTHS[truth]
    return Fits(values, (AXES @ true * shrink) @ AXES, shrink / np.sqrt(values), true)


def path(start: np.ndarray, rho: float) -> np.ndarray:
    """Return the ridge weights of one fit for all λ, from ``start`` at λ = 0 to 0: (200, 2)."""
    values = fits(rho).values
    lams = np.r_[0, np.geomspace(1e-3, 1e6, 199)][:, None]
    return ((AXES @ start) * values / (values + lams)) @ AXES
