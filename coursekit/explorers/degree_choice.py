"""Lesson 05c: which degree do training error, cross-validation, AIC and BIC choose?

Legend: ``n`` samples of a parabola with normal noise; Q_j orthonormal polynomials on the samples
that teach, so that the fit of degree d has the coefficients z_0 ... z_d of that of degree d + 1.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from numpy.polynomial import legendre

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Slider
from coursekit.plots import style

MOST, TRUE = 8, 2           # degrees; the truth is 1 + x - x²
SEEDS, FOLDS, LARGEST = 100, 5, 200
GRID = np.linspace(-2, 2, 81)
NODES, WEIGHTS = legendre.leggauss(MOST + 1)    # exact for the squares of the fits
TOP = 45                    # noise variances at the upper end of the picture
LEVELS = (-9, 6)            # of t, in the picture of the samples
PARAMETERS = np.arange(1, MOST + 2)
CRITERIA = {"training": (style.BLUE, "o"), "5-fold CV": (style.ORANGE, "X"),
            "AIC": (style.GREEN, "D"), "BIC": (style.PINK, "s")}


class Errors(NamedTuple):
    """Squared errors, in noise variances, for each seed and degree: (SEEDS, MOST + 1) each.

    ``fits`` (SEEDS, MOST + 1, MOST + 1) has the coefficients of Legendre polynomials of each seed
    and degree; ``by`` the errors by which each criterion chooses.
    """

    x: np.ndarray
    t: np.ndarray
    fits: np.ndarray
    by: dict[str, np.ndarray]
    fresh: np.ndarray

    def chosen(self) -> dict[str, np.ndarray]:
        """Return the degree with the least error by each criterion, for each seed."""
        return {name: values.argmin(axis=1) for name, values in self.by.items()}


def parabola(x: np.ndarray) -> np.ndarray:
    """Return the truth."""
    return 1 + x - x**2


@cache
def _draws() -> tuple[np.ndarray, np.ndarray]:
    """Return places and standard normal noise of all seeds."""
    rng = np.random.default_rng(0)
    return rng.uniform(-2, 2, (SEEDS, LARGEST)), rng.normal(size=(SEEDS, LARGEST))


def _all_fits(P: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return the least-squares coefficients of every degree: (…, degree, coefficient)."""
    L = np.linalg.cholesky(P.mT @ P)
    to_legendre = np.linalg.inv(L)              # row j: Q_j as a sum of Legendre polynomials
    z = to_legendre @ (P.mT @ t[..., None])
    return np.cumsum(z * to_legendre, axis=-2)


@lru_cache(maxsize=512)
def errors(n: int, noise: float) -> Errors:
    """Return what all seeds find with n samples and this sd of the noise."""
    x, normal = (draw[:, :n] for draw in _draws())
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
    by = dict(zip(CRITERIA, (training, cv, training * np.exp(2 * PARAMETERS / n),
                             training * np.exp(np.log(n) * PARAMETERS / n))))
    return Errors(x, t, fits, by, 1 + off**2 @ WEIGHTS / 2 / noise**2)


class DegreeChoice(Explorer):
    """Polynomials fitted to a parabola with noise, and the errors by which a degree is chosen.

    Examples
    --------
    >>> DegreeChoice(degree=2, n=30, seed=1).status.split(":")[0]
    'Seed 1, n = 30, noise sd 1.0, degree 2'
    """

    title = "The chosen degree"
    question = "Which degree does each criterion choose, and which is the true one?"
    size = (8.8, 4.6)
    controls = (
        Slider("degree", "degree", 0, MOST, 1, 5, "of the polynomial that is drawn"),
        Slider("n", "samples n", 30, LARGEST, 10, 30, "how many samples teach"),
        Slider("noise", "noise sd", 0.4, 3, 0.1, 1, "standard deviation of the normal noise"),
        Slider("seed", "seed", 1, SEEDS, 1, 1, "other samples of the same parabola"))
    presets = {
        "too simple": Preset(
            {"degree": 1},
            "what do both errors say of a line?",
            shows=r"degree 1:"),
        "too rich": Preset(
            {"degree": 8},
            "which error falls, which rises?",
            shows=r"degree 8:"),
        "much noise": Preset(
            {"noise": 3, "degree": 2},
            "which degree is best on fresh samples?",
            shows=r"noise sd 3\.0, degree 2\b"),
        "many samples": Preset(
            {"n": 200},
            "who still chooses too high a degree, how often?",
            shows=r"n = 200, .* AIC in \d+, BIC")}

    def build(self, canvas: Canvas) -> None:
        """Create the samples with their curves, and the errors by degree."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1, 1.15])
        style.label(left, "The samples", "x", "t")
        style.label(right, "Errors by degree", "degree of the polynomial",
                    "squared error / noise variance")
        left.set(xlim=(-2.1, 2.1), ylim=LEVELS)
        left.plot(GRID, parabola(GRID), color=style.GREY, ls="--", label="the truth")
        self._dots = canvas.moving(left.scatter([], [], s=22, color=style.SKY, zorder=2))
        self._curve = canvas.moving(*left.plot([], [], color=style.INK, lw=2.5, zorder=3))
        fit = Line2D([], [], color=style.INK, lw=2.5, label="fit")
        left.legend(handles=[left.lines[0], fit], loc="lower center", ncols=2)
        right.set(xlim=(-0.4, MOST + 0.4), yscale="log", xticks=range(MOST + 1))
        ticks = [0.2, 0.5, 1, 2, 5, 10, 20]
        right.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        right.set_yticks([], minor=True)
        right.set_ylim(0.15, TOP)
        self._line = canvas.moving(right.axvline(0, color=style.INK, lw=1.5, zorder=1))
        self._fresh = canvas.moving(*right.plot([], [], color=style.GREY, ls="--",
                                                label="fresh samples"))
        self._errors = [canvas.moving(*right.plot([], [], color=colour, marker=marker, label=name))
                        for name, (colour, marker) in CRITERIA.items()]
        self._least = canvas.moving(right.scatter([], [], s=190, facecolor="none", zorder=4,
                                                  edgecolor=style.INK, linewidth=2))
        ring = Line2D([], [], marker="o", ls="none", markersize=13, markerfacecolor="none",
                      markeredgecolor=style.INK, markeredgewidth=2, label="the least")
        canvas.figure.legend(handles=[*self._errors, self._fresh, ring], ncols=6,
                             loc="outside lower center", columnspacing=1.3)

    def draw(self, state: dict) -> str:
        """Show the fit of one degree, and the errors of all."""
        n, noise, seed, degree = (state[name] for name in ("n", "noise", "seed", "degree"))
        found = errors(n, noise)
        this = seed - 1
        self._dots.set_offsets(np.column_stack([found.x[this], found.t[this]]))
        self._curve.set_data(GRID, legendre.legval(GRID / 2, found.fits[this, degree]))
        self._line.set_xdata([degree] * 2)
        least = []
        for line, values in zip([*self._errors, self._fresh], [*found.by.values(), found.fresh]):
            line.set_data(range(MOST + 1), values[this])
            least.append((values[this].argmin(), values[this].min()))
        self._least.set_offsets(least)
        return _words(state, found)


def _words(state: dict, found: Errors) -> str:
    """Say what each criterion chooses here and how often it finds the true degree."""
    this, degree, chosen = state["seed"] - 1, state["degree"], found.chosen()
    names = list(CRITERIA)[1:]
    sizes = [found.by["training"][this, degree], found.by["5-fold CV"][this, degree],
             found.fresh[this, degree]]
    training, cv, fresh = (f"{size:.3g}{' (above the frame)' * bool(size > TOP)}" for size in sizes)
    low, high = LEVELS
    hidden = np.sum((found.t[this] < low) | (found.t[this] > high))
    outside = f" ({hidden} of the samples outside the frame)" * bool(hidden)
    here = ", ".join(f"{name} {chosen[name][this]}" for name in names)
    hits = ", ".join(f"{name} in {np.sum(chosen[name] == TRUE)}" for name in names)
    above, below = (", ".join(str(np.sum(side(chosen[name], TRUE))) for name in names)
                    for side in (np.greater, np.less))
    return (f"Seed {state['seed']}, n = {state['n']}, noise sd {state['noise']:.1f}, degree "
            f"{degree}{outside}: in noise variances, the training error is {training}, the CV "
            f"error {cv}, the error expected on fresh samples {fresh}. Chosen: {here}; on fresh "
            f"samples degree {found.fresh[this].argmin()} is best. Of {SEEDS} seeds the true "
            f"degree {TRUE} is taken by {hits}; a higher one in {above}, a lower one in {below}.")
