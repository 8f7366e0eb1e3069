"""Lesson 05d: which degree do training error, cross-validation, AIC and BIC choose?

Legend: ``n`` samples of a parabola with normal noise; Q_j orthonormal polynomials on the samples
that train, so that the fit of degree d has the coefficients z_0 ... z_d of that of degree d + 1.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, Slider
from coursekit.plots import style

MOST, TRUE = 8, 2           # degrees; the truth is 1 + x - x²
SEEDS, FOLDS = 100, 5
SIZES = ("8", "30", "100", "200")
LARGEST = int(SIZES[-1])
GRID = np.linspace(-2, 2, 161)
NODES, WEIGHTS = legendre.leggauss(MOST + 1)    # exact for the squares of the fits
BOTTOM, TOP = 0.15, 45      # noise variances at the ends of the right panel
LEVELS = (-9, 6)            # of t, in the picture of the samples
PARAMETERS = np.arange(1, MOST + 2)
CRITERIA = ("5-fold CV", "AIC", "BIC")
COLOURS = {"training": style.COLOURS["train"], "criterion": style.INK, "fresh": style.ORANGE}


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
def _draws() -> tuple[np.ndarray, np.ndarray]:
    """Return places and standard normal noise of all seeds."""
    rng = np.random.default_rng(0)
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
    left = np.where(PARAMETERS < n, training, np.nan)       # through all samples: no logarithm
    by = {"training": training, "5-fold CV": cv, "AIC": left * np.exp(2 * PARAMETERS / n),
          "BIC": left * np.exp(np.log(n) * PARAMETERS / n)}
    return Errors(x, t, fits, by, 1 + off**2 @ WEIGHTS / 2 / noise**2)


class DegreeChoice(Explorer):
    """Polynomials fitted to a parabola with noise, and the errors by which a degree is chosen.

    Examples
    --------
    >>> DegreeChoice(degree=2, n="30", seed=1).status.split(":")[0]
    'Degree 2, 30 samples, noise sd 1.0, seed 1'
    """

    title = "The chosen degree"
    question = "Which degree is best on fresh samples, and who finds it?"
    size = (8.8, 4.7)
    controls = (
        Slider("degree", "degree", 0, MOST, 1, 5, "of the polynomial that is drawn thick"),
        Choice("n", "samples", SIZES, "30", "how many samples train"),
        Slider("noise", "noise sd", 0.4, 3, 0.1, 1, "standard deviation of the normal noise"),
        Slider("seed", "seed", 1, SEEDS, 1, 1, "other samples of the same parabola"),
        Choice("by", "choose by", CRITERIA, CRITERIA[0], "who chooses a degree"))
    presets = {
        "8 points": Preset(
            {"degree": 7, "n": "8"},
            "Degree 7 goes through all eight points. Compare it with the line, degree 1.",
            shows=r"^Degree 7, 8 samples.*training error is 0\.00"),
        "too simple": Preset(
            {"degree": 1},
            "What do both errors say of a line?",
            shows=r"^Degree 1,"),
        "much noise": Preset(
            {"noise": 3, "degree": 2},
            "Is the true degree found as often as before?",
            shows=r"noise sd 3\.0"),
        "many samples": Preset(
            {"n": "200", "by": "AIC"},
            "Does AIC still choose too high a degree?",
            shows=r"200 samples.*AIC chooses")}

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the degrees that the samples determine."""
        return {"degree": (0, highest(int(state["n"])))}

    def build(self, canvas: Canvas) -> None:
        """Create the samples with their curves, and the errors by degree."""
        canvas.figure.set_layout_engine("none")
        left = canvas.figure.add_axes((0.085, 0.165, 0.365, 0.59), xlim=(-2.1, 2.1), ylim=LEVELS,
                                      xlabel="x (dashed: the truth)", ylabel="target t")
        right = canvas.figure.add_axes((0.545, 0.165, 0.44, 0.59), xlim=(-0.4, MOST + 0.4),
                                       yscale="log", xticks=range(MOST + 1), ylim=(BOTTOM, TOP),
                                       xlabel="degree of the polynomial",
                                       ylabel="squared error / noise variance")
        ticks = [0.2, 0.5, 1, 2, 5, 10, 20]
        right.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        right.set_yticks([], minor=True)
        left.plot(GRID, parabola(GRID), color=style.GREY, ls="--", lw=2, label="the truth")
        self._dots = canvas.moving(left.scatter([], [], s=42, color=style.SKY, zorder=5,
                                                edgecolor="white", linewidth=0.8, label="samples"))
        (self._picked,) = left.plot([], [], color=style.GREEN, lw=2.5, zorder=3, label="chosen")
        (self._curve,) = left.plot([], [], color=style.INK, lw=3.5, zorder=4, label="fit")
        right.axvspan(TRUE - 0.25, TRUE + 0.25, color=style.LIGHT_GREEN, zorder=0,
                      label="true degree")
        right.set_xticklabels([f"{k}\ntrue" if k == TRUE else str(k) for k in range(MOST + 1)])
        self._line = right.axvline(0, color=style.GREY, lw=2, ls=":", zorder=1, label="shown left")
        self._errors = [right.plot([], [], marker, color=COLOURS[role], ls=dash, ms=9, zorder=3,
                                   label=role)[0] for role, marker, dash in
                        (("training", "o", "-"), ("criterion", "D", "-"), ("fresh", "X", "--"))]
        self._least = right.scatter([], [], s=230, facecolor="none", zorder=4,
                                    edgecolor=style.GREEN, linewidth=3, label="the least")
        for artist in (self._picked, self._curve, self._line, *self._errors, self._least):
            canvas.moving(artist)
        self._build_words(canvas)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def words(x: float, y: float, size: float, colour: str = style.INK, **look):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", color=colour,
                                            **look))
        self._headline = words(0.02, 0.95, 16, weight="bold")
        self._own = words(0.02, 0.855, 14, style.WORDS["survived"], weight="bold")
        self._new = words(0.02, 0.795, 14, style.WORDS["died"], weight="bold")
        self._names = [words(0.31, 0.855, 13), words(0.31, 0.795, 13, style.WORDS["male"])]
        for x, text, colour in ((0.545, "● training", style.WORDS["survived"]),
                                (0.83, "✖ fresh", style.WORDS["died"])):
            paper.text(x, 0.855, text, fontsize=14, color=colour, va="center")
        self._by = words(0.683, 0.855, 14)
        paper.text(0.545, 0.795, "green ring: the least of", fontsize=13, va="center",
                   color=style.WORDS["male"])
        self._least_of = words(0.80, 0.795, 13, style.WORDS["male"])

    def draw(self, state: dict) -> str:
        """Show the fit of one degree, and the errors of all."""
        n, by, degree, this = (int(state["n"]), state["by"], state["degree"], state["seed"] - 1)
        found = errors(n, state["noise"])
        chosen = int(found.chosen()[by][this])
        self._dots.set_offsets(np.column_stack([found.x[this], found.t[this]]))
        for curve, k in ((self._curve, degree), (self._picked, chosen)):
            curve.set_data(GRID, legendre.legval(GRID / 2, found.fits[this, k]))
        self._line.set_xdata([degree] * 2)
        for line, values in zip(self._errors, (found.by["training"], found.by[by], found.fresh),
                                strict=True):
            line.set_data(range(MOST + 1), np.clip(values[this], BOTTOM * 1.05, TOP / 1.05))
        least = np.clip(found.by[by][this, chosen], BOTTOM * 1.05, TOP / 1.05)
        self._least.set_offsets([(chosen, least)])
        own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
        self._headline.set_text(_finding(degree, found.fresh[this]))
        self._own.set_text(f"training error {_size(own)}")
        self._new.set_text(f"fresh error {_size(fresh)}")
        self._by.set_text(f"◆ {by}")
        self._least_of.set_text(by)
        self._names[0].set_text(f"thick: degree {degree}")
        self._names[1].set_text(f"{by}: degree {chosen}")
        return _words(state, found)

    def details(self, state: dict) -> str:
        """Return what all criteria choose for this seed."""
        this = state["seed"] - 1
        found = errors(int(state["n"]), state["noise"])
        here = ", ".join(f"{name} {found.chosen()[name][this]}" for name in CRITERIA)
        return f"Degrees chosen from these samples: {here}."


def _size(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value + 1e-12:.2f}"


def _finding(degree: int, fresh: np.ndarray) -> str:
    best = int(np.nanargmin(fresh))
    if degree == best:
        return f"Degree {degree} is best on fresh samples here"
    return f"Degree {degree} is too {'low' if degree < best else 'high'}: degree {best} is better"


def _words(state: dict, found: Errors) -> str:
    """Say how good this degree is, and how often the criterion finds the true one."""
    this, degree, by, n = state["seed"] - 1, state["degree"], state["by"], int(state["n"])
    own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
    picks = found.chosen()[by]
    hidden = int(np.sum((found.t[this] < LEVELS[0]) | (found.t[this] > LEVELS[1])))
    outside = f" ({hidden} outside the frame)" if hidden else ""
    return (f"Degree {degree}, {n} samples{outside}, noise sd {state['noise']:.1f}, seed "
            f"{state['seed']}: in noise variances the training error is {_size(own)}, and the "
            f"error on fresh samples {_size(fresh)}. {by} chooses degree {picks[this]}; on fresh "
            f"samples degree {np.nanargmin(found.fresh[this])} is best. Over {SEEDS} seeds {by} "
            f"takes the true degree {np.sum(picks == TRUE)} times, a higher one "
            f"{np.sum(picks > TRUE)} times.")
