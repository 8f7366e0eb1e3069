"""Lesson a1: one ridge fit, described by a weight per feature and by a coefficient per sample.

Legend: ``Phi`` (n, d) the features, bumps at d places; ``w`` (d,) weights, ``beta`` (n,)
coefficients, ``lam`` the penalty λ. The targets are centred, and there is no intercept.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lessona1.rod import X, Y
from coursekit.linear import ridge
from coursekit.plots import style
from coursekit.wording import signed

TARGETS = Y - Y.mean()
PLACES = {"4 bumps": 4, "20 bumps": 20}
WIDTH = 0.8             # of a bump, in units of x
T = np.linspace(0.3, 8.7, 300)


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
    """A curve as a sum of weighted bumps, and the coefficients of its samples, the residuals / λ.

    Examples
    --------
    >>> TwoForms(features="20 bumps").status.split(":")[0]
    '20 bumps or 8 samples'
    """

    title = "Two forms"
    question = "Which numbers describe the curve: one per bump, or one per sample?"
    size = (8.8, 5.1)
    controls = (
        Choice("features", "features", tuple(PLACES), "4 bumps", "how many bumps are added up"),
        Slider("lam", "penalty λ", 1.0, 8.0, 1.0, 2.0, "penalty of ridge"))
    presets = {
        "small λ": Preset({"lam": 1.0}, "Residuals are small. And the coefficients?",
                          shows=r"λ = 1 "),
        "20 bumps": Preset({"features": "20 bumps"}, "Which form has fewer unknowns now?",
                           shows=r"primal form solves 20 equations, the dual 8")}

    def build(self, canvas: Canvas) -> None:
        """Set both panels over the same x, and name what stands in them."""
        self._stage = stage = Stage(canvas, **{
            name: ((0.075, bottom, 0.6, height), {"xlim": (0.3, 8.7), "ylim": (-top, top)})
            for name, bottom, height, top in (("curve", 0.445, 0.43, 3.4),
                                              ("betas", 0.105, 0.27, 1.35))})
        for ax in (stage.curve, stage.betas):
            ax.axhline(0, color=style.INK, lw=1)
        stage.curve.tick_params(labelbottom=False)
        stage.betas.set_xlabel("x")
        stage.word(0.70, 0.83, "bumps, each times\nits weight w", color=style.WORDS["survived"],
                   va="top")
        stage.word(0.70, 0.375, "each sample's\ncoefficient β = r / λ",
                   color=style.WORDS["male"], va="top")

    def draw(self, state: dict) -> str:
        """Fit the samples; draw the weighted bumps, their sum, and β where the samples are."""
        lam, found, stage = state["lam"], fitted(state["features"], state["lam"]), self._stage
        bumps, n = features(T, found.places) * found.w, len(found.beta)
        d = len(found.w)
        shade = to_rgba(style.BLUE, 0.25 if d < n else 0.07)
        stage.areas(stage.curve, [[(T[0], 0), *zip(T, bump, strict=True), (T[-1], 0)]
                                  for bump in bumps.T], shade, 1.4, 1.5, edgecolors=style.BLUE)
        stage.curve.plot(T, bumps.sum(axis=1), color=style.INK, lw=4, zorder=2)
        stage.curve.plot(X, TARGETS, "o", color=style.INK, ms=10, mec="white", zorder=3)
        sticks = [[(x, 0), (x, b)] for x, b in zip(X, found.beta, strict=True)]
        stage.lines(stage.betas, sticks, style.COLOURS["multiplier"], 14, capstyle="butt")
        stage.word(0.70, 0.56, f"{d} numbers", 24, color=style.WORDS["survived"])
        stage.word(0.70, 0.19, f"{n} numbers", 24, color=style.WORDS["male"])
        many = "Four" if d == 4 else "Twenty"
        stage.word(0.015, 0.95, f"{many} bumps or eight samples: the same curve", 16)
        k = int(np.abs(found.beta).argmax())
        return (f"{d} bumps or {n} samples: with λ = {lam:.3g} the primal form solves {d} "
                f"equations, the dual {n}; sample {k + 1} has the residual "
                f"{signed(found.r[k], '.2f')} and the coefficient {signed(found.beta[k], '.2f')}.")

    def details(self, state: dict) -> str:
        """Return all weights and all coefficients."""
        found = fitted(state["features"], state["lam"])
        w, beta = (", ".join(signed(v, ".2f") for v in values) for values in (found.w, found.beta))
        return f"Weights {w}. Coefficients {beta}."
