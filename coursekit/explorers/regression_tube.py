"""Appendix A2: a curve in its tube, the coefficients of its samples, and a weighted mean beside it.

Legend: ``epsilon`` half-width of the tube, ``C`` penalty, ``h`` bandwidth of the Gaussian.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.datasets import make_eight_points, make_wave
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider, Slider
from coursekit.kernels import nadaraya_watson
from coursekit.plots import style
from coursekit.plots.regression import TUBE
from coursekit.svm import SVR

DATA = {"wave": make_wave, "eight samples": make_eight_points}
TOL = 1e-4      # largest KKT gap, in units of y: much less than a pixel
STEPS = 301


class Curves(NamedTuple):
    """Both curves at ``places``, and the machine's coefficients and residuals at the samples."""

    places: np.ndarray
    f: np.ndarray
    mean: np.ndarray
    beta: np.ndarray
    residual: np.ndarray
    mean_residual: np.ndarray
    b: tuple[float, float]


@lru_cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return samples and targets."""
    return DATA[data]()


@lru_cache(maxsize=64)
def curves(data: str, kernel: str, epsilon: float, C: float, h: float) -> Curves:
    """Fit the machine, and take the weighted means."""
    X, y = samples(data)
    beyond = 0.06 * np.ptp(X)
    places = np.linspace(X.min() - beyond, X.max() + beyond, STEPS)[:, None]
    model = SVR(C, epsilon=epsilon, kernel="rbf" if kernel == "Gaussian" else "linear",
                gamma=1 / (2 * h**2), tol=TOL).fit(X, y)
    return Curves(places[:, 0], model.predict(places), nadaraya_watson(X, y, places, h),
                  model.beta_, y - model.predict(X), y - nadaraya_watson(X, y, X, h),
                  model.intercept_interval_)


class TubeAndBandwidth(Explorer):
    """Support vector regression and the Nadaraya-Watson mean, side by side.

    Examples
    --------
    >>> TubeAndBandwidth(data="eight samples", epsilon=3).status.split(". ")[1]
    'The curve is level: every b from 3 to 4 has all samples in the tube'
    """

    title = "The tube and the bandwidth"
    question = "Which samples hold the curve, and what does the bandwidth do to it?"
    size = (8.0, 5.0)
    controls = (
        Choice("data", "samples", tuple(DATA), "wave", "a noisy sine, or the eight samples"),
        Choice("kernel", "kernel of SVR", ("Gaussian", "linear"), "Gaussian",
               "linear: SVR draws a line, and h concerns the weighted mean alone"),
        Slider("epsilon", "ε", 0.0, 3.0, 0.05, 0.6, "half-width of the tube, in units of y"),
        LogSlider("C", "penalty C", 0.01, 10, 10, "weight of the slack, largest |β|"),
        LogSlider("h", "bandwidth h", 0.1, 10, 1, "width of the Gaussian, in units of x"))
    presets = {
        "level": Preset(
            {"epsilon": 3.0},
            "which heights of the curve are optimal?",
            shows=r"The curve is level: every b from"),
        "narrow": Preset(
            {"h": 0.1},
            "where do the two curves go between the samples?",
            shows=r"h = 0\.1:"),
        "wide": Preset(
            {"h": 10},
            "which of the two curves is level?",
            shows=r"h = 10:"),
        "outside": Preset(
            {"C": 1},
            "which samples have bars that reach C?",
            shows=r"C = 1, .*samples are outside the tube")}

    def build(self, canvas: Canvas) -> None:
        """Create both curves with their samples, and the bars of the coefficients."""
        self._plane, self._bars = canvas.figure.subplots(2, 1, sharex=True, height_ratios=[3, 1.1])
        style.label(self._plane, "", "", "y")
        style.label(self._bars, "", "x", "β / C")
        self._bars.set(ylim=(-1.25, 1.25), yticks=[-1, 0, 1])
        self._tube = canvas.moving(self._plane.add_collection(PolyCollection(
            [], facecolor=TUBE, zorder=0)))
        self._curve = canvas.moving(*self._plane.plot([], [], color=style.GREEN, lw=3, zorder=1))
        self._mean = canvas.moving(*self._plane.plot([], [], "--", color=style.PINK, zorder=1))
        self._rings = canvas.moving(*self._plane.plot([], [], "o", ms=14, mfc="none",
                                                      mec=style.INK, mew=1.7, zorder=2))
        self._dots = canvas.moving(*self._plane.plot([], [], "o", ms=7, color=style.BLUE,
                                                     mec="white", mew=0.7, zorder=3))
        self._sticks = canvas.moving(self._bars.vlines([], [], [], color=style.INK, lw=3))
        canvas.figure.legend(handles=[
            Line2D([], [], color=style.GREEN, lw=3, label="SVR"),
            Patch(facecolor=TUBE, label="its tube"),
            Line2D([], [], marker="o", ls="none", ms=13, mfc="none", mec=style.INK, mew=1.7,
                   label="support vector"),
            Line2D([], [], ls="--", color=style.PINK, label="weighted mean")],
            loc="outside lower center", ncols=4, fontsize=11)
        self._shown = ""
        self._place("wave")
        canvas.pixels()     # the places of the axes are found here, for whatever samples come

    def _place(self, data: str) -> None:
        """Put other samples into the picture."""
        X, y = samples(data)
        self._dots.set_data(X[:, 0], y)
        beyond, room = 0.06 * np.ptp(X), 0.35 * np.ptp(y)
        self._plane.set(xlim=(X.min() - beyond, X.max() + beyond),
                        ylim=(y.min() - room, y.max() + room))
        self.canvas.invalidate(key=data)
        self._shown = data

    def draw(self, state: dict) -> str:
        """Fit, and move the curves, the rings and the bars."""
        if state["data"] != self._shown:
            self._place(state["data"])
        (X, y), now = samples(state["data"]), curves(**state)
        low, high = now.f - state["epsilon"], now.f + state["epsilon"]
        self._tube.set_verts([np.vstack([np.column_stack([now.places, low]),
                                         np.column_stack([now.places, high])[::-1]])])
        self._curve.set_data(now.places, now.f)
        self._mean.set_data(now.places, now.mean)
        ring = now.beta != 0
        self._rings.set_data(X[ring, 0], y[ring])
        ends = now.beta / state["C"]
        self._sticks.set_segments([[(x, 0), (x, end)] for x, end in zip(X[:, 0], ends) if end])
        return _words(state, now)


def _words(state: dict, now: Curves) -> str:
    size, C = np.abs(now.beta), state["C"]
    n, full = len(size), int(np.sum(size == C))
    free = int(np.sum(size > 0)) - full
    at = ", ".join(c.label.split()[-1] + " = " + c.text(state[c.name])
                   for c in TubeAndBandwidth.controls[2:])
    told = (f"{at}: {free + full} of {n} samples are support vectors, {free} free, {full} with "
            "|β| = C")
    errors = [float(np.sqrt(np.mean(r**2))) for r in (now.residual, now.mean_residual)]
    return (f"{told}. {_curve(state, now)}. Root mean squared residual: SVR {errors[0]:.2f}, "
            f"weighted mean {errors[1]:.2f}.")


def _curve(state: dict, now: Curves) -> str:
    """Say in one sentence what holds the curve."""
    if not now.beta.any():
        low, high = (f"{b + 0.0:.3g}" for b in now.b)
        return (f"The curve is level: every b from {low} to {high} has all samples in the tube"
                if low != high else f"The curve is level at {low}")
    outside = int(np.sum(np.abs(now.residual) > state["epsilon"] + 10 * TOL))
    border = int(np.sum(np.abs(now.beta) == state["C"])) - outside
    if not outside and not border:
        return "No sample is outside the tube: a larger C changes nothing"
    if not outside:
        return (f"No sample is more than {10 * TOL:g} outside the tube, {border} "
                f"{'has' if border == 1 else 'have'} |β| = C")
    told = f"{outside} samples are outside the tube" if outside > 1 else \
        "1 sample is outside the tube"
    if border:
        return f"{told}, {border} with |β| = C within {10 * TOL:g} of its border"
    return f"{told}, and {'has' if outside == 1 else 'have'} |β| = C"
