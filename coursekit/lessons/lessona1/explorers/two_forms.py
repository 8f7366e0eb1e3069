"""Lesson a1: one ridge fit, described by a weight per feature and by a coefficient per sample.

Legend: ``Phi`` (n, d) the features, bumps at d places; ``w`` (d,) weights, ``beta`` (n,)
coefficients, ``lam`` the penalty λ. The targets are centred, and there is no intercept.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset
from coursekit.lessons.lessona1.rod import X, Y
from coursekit.linear import ridge
from coursekit.plots import style

TARGETS = Y - Y.mean()
PLACES = {"4 bumps": 4, "20 bumps": 20}
WIDTH = 0.8             # of a bump, in units of x
T = np.linspace(0.3, 8.7, 300)
HEIGHTS = ("y", "w", "β")


class Fit(NamedTuple):
    """A ridge fit in both forms, and how many equations each has solved."""

    places: np.ndarray
    w: np.ndarray
    beta: np.ndarray
    r: np.ndarray


def features(x: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the heights of the bumps at x (m,): shape (m, d)."""
    return np.exp(-(x[:, None] - places) ** 2 / (2 * WIDTH**2))


def fitted(name: str, lam: float) -> Fit:
    """Return the fit of the eight samples; β comes from the dual equations.

    Examples
    --------
    >>> found = fitted("20 bumps", 1.0)
    >>> bool(np.allclose(features(X, found.places).T @ found.beta, found.w))
    True
    """
    places = np.linspace(X.min(), X.max(), PLACES[name])
    Phi = features(X, places)
    w, _ = ridge(Phi, TARGETS, lam, intercept=False)
    beta = np.linalg.solve(Phi @ Phi.T + lam * np.eye(len(X)), TARGETS)
    return Fit(places, w, beta, TARGETS - Phi @ w)


class TwoForms(Explorer):
    """A curve through eight samples; below it the weights and the coefficients that describe it.

    Examples
    --------
    >>> TwoForms().status.split(": ")[1].split(";")[0]
    'the primal form solves 4 equations, the dual 8'
    """

    title = "Two forms"
    question = "How many numbers describe one and the same curve?"
    size = (8.8, 5.1)
    controls = (
        Choice("features", "features", tuple(PLACES), "4 bumps", "bumps at 4 or at 20 places"),
        LogSlider("lam", "penalty λ", 0.25, 8.0, 2.0, "penalty of ridge", steps=4, base=2))
    presets = {
        "small λ": Preset({"lam": 0.25}, "Residuals are small. And the coefficients?",
                          shows=r"λ = 0\.25"),
        "20 bumps": Preset({"features": "20 bumps"}, "Which form has fewer unknowns now?",
                           shows=r"primal form solves 20 equations, the dual 8")}

    def build(self, canvas: Canvas) -> None:
        """Create three pictures over the same x, and what is written."""
        canvas.figure.set_layout_engine("none")
        figure = canvas.figure
        spans = ((0.56, 0.31), (0.34, 0.17), (0.105, 0.17))
        limits = ((-3.2, 3.5), (-2.6, 2.6), (-3.1, 3.1))
        self._axes = [figure.add_axes((0.105, bottom, 0.545, height), xlim=(0.3, 8.7), ylim=ylim)
                      for (bottom, height), ylim in zip(spans, limits, strict=True)]
        for ax, name in zip(self._axes, HEIGHTS, strict=True):
            ax.grid(False)
            ax.axhline(0, color=style.INK, lw=1)
            ax.set_ylabel(name, rotation=0, fontsize=16, va="center", labelpad=14)
            ax.tick_params(labelbottom=ax is self._axes[-1])
        self._axes[-1].set_xlabel("x")
        top, middle, low = self._axes
        (self._curve,) = top.plot([], [], color=style.INK, lw=3.5, zorder=2)
        self._gaps = top.vlines(X, 0, 0, color=style.COLOURS["slack"], lw=3.5, zorder=1)
        top.plot(X, TARGETS, "o", color=style.INK, ms=10, mec="white")
        self._weights = middle.vlines([0], 0, 0, color=style.BLUE, lw=7, zorder=2)
        self._betas = low.vlines(X, 0, 0, color=style.COLOURS["multiplier"], lw=12, zorder=2)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=-1)
        paper.set_axis_off()
        paper.text(0.015, 0.95, "One curve, two descriptions", fontsize=16, weight="bold",
                   va="center")
        paper.text(0.67, 0.78, "residual r", fontsize=16, weight="bold", color="#9C3C72",
                   va="center")
        paper.text(0.67, 0.70, "y: centred target; black:\nsum of all weighted bumps", fontsize=13,
                   va="top", linespacing=1.2)
        self._primal, self._dual = (paper.text(0.67, y, "", fontsize=16, weight="bold", color=c,
                                               va="center") for y, c in ((0.46, "#005A8C"),
                                                                         (0.23, "#00704F")))
        paper.text(0.67, 0.39, "one weight per bump", fontsize=13, va="center")
        self._rule = paper.text(0.67, 0.16, "", fontsize=13, va="center")
        for artist in (self._curve, self._gaps, self._weights, self._betas, self._primal,
                       self._dual, self._rule):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Fit the samples, and draw w and β where their bumps and samples are."""
        lam, found = state["lam"], fitted(state["features"], state["lam"])
        d, n = len(found.w), len(found.beta)
        self._curve.set_data(T, features(T, found.places) @ found.w)
        self._gaps.set_segments(_sticks(X, TARGETS - found.r, TARGETS))
        self._weights.set_segments(_sticks(found.places, 0 * found.w, found.w))
        self._betas.set_segments(_sticks(X, 0 * found.beta, found.beta))
        self._primal.set_text(f"primal: {d} unknowns")
        self._dual.set_text(f"dual: {n} unknowns")
        self._rule.set_text(f"β = r / λ, with λ = {lam:.3g}")
        k = int(np.abs(found.beta).argmax())
        return (f"Bumps at {d} places, λ = {lam:.3g}: the primal form solves {d} equations, the "
                f"dual {n}; sample {k + 1} has the residual {found.r[k]:.2f} and the coefficient "
                f"{found.beta[k]:.2f}.").replace("-", "−")

    def details(self, state: dict) -> str:
        """Return all weights and all coefficients."""
        found = fitted(state["features"], state["lam"])
        w, beta = (", ".join(f"{v:.2f}" for v in values) for values in (found.w, found.beta))
        return f"Weights {w}. Coefficients {beta}.".replace("-", "−")


def _sticks(x: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return vertical lines, shape (m, 2, 2)."""
    return np.stack([np.column_stack([x, low]), np.column_stack([x, high])], axis=1)
