"""Lesson 05d: which degree do training error, cross-validation, AIC and BIC choose?

Legend: ``n`` samples of a parabola with normal noise; Q_j orthonormal polynomials on the samples
that train, so that the fit of degree d has the coefficients z_0 ... z_d of that of degree d + 1.
"""
from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

from coursekit.explorer import Canvas, Choice, Explorer, Numbers, Preset, Slider
from coursekit.plots import style

MOST, TRUE = 8, 2           # degrees; the truth is 1 + x - x²
SEEDS, FOLDS = 100, 5
SIZES = ("8", "30", "100", "200")
LARGEST = int(SIZES[-1])
GRID = np.linspace(-2, 2, 161)
NODES, WEIGHTS = legendre.leggauss(MOST + 1)    # exact for the squares of the fits
BOTTOM, TOP = 0.15, 50      # noise variances; errors beyond are arrows with their number
FRAME = (0.05, 150)         # ends of the right panel
ARROWS = {"training": (0.115, 68), "criterion": (0.115, 110), "fresh": (0.115, 68)}
LEFT, RIGHT = (0.07, 0.165, 0.345, 0.59), (0.49, 0.165, 0.365, 0.59)
ENDS = (-0.4, MOST + 0.4)
NAMES_AT = 0.87             # where the marks beside the names of the errors stand, of the width
LEVELS = (-9, 6)            # of t, in the picture of the samples
PARAMETERS = np.arange(1, MOST + 2)
NOBODY = "none"
CRITERIA = ("5-fold CV", "AIC", "BIC")
COLOURS = {"training": style.COLOURS["train"], "criterion": style.INK, "fresh": style.ORANGE}
WORDS = {"training": style.WORDS["survived"], "criterion": style.INK, "fresh": style.WORDS["died"]}
LOOKS = {"training": ("o", "-"), "criterion": ("D", "-"), "fresh": ("X", "--")}


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
        Choice("by", "choose by", (NOBODY, *CRITERIA), NOBODY,
               "a criterion that sees the samples only, and its choice in green"))
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
            {"noise": 3, "degree": 2, "by": CRITERIA[0]},
            "How often is the true degree found? Go back to noise 1 and compare.",
            shows=r"noise sd 3\.0.*5-fold CV takes the true degree"),
        "many samples": Preset(
            {"n": "200", "by": "AIC"},
            "How often does AIC still choose too high a degree?",
            shows=r"200 samples.*AIC chooses")}

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the degrees that the samples determine."""
        return {"degree": (0, highest(int(state["n"])))}

    def build(self, canvas: Canvas) -> None:
        """Create the samples with their curves, and the errors by degree."""
        canvas.figure.set_layout_engine("none")
        self._paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=3)
        self._paper.set_axis_off()
        self._paper.patch.set_visible(False)
        left = canvas.figure.add_axes(LEFT, xlim=(-2.1, 2.1), ylim=LEVELS,
                                      xlabel="x (dashed: the truth)", ylabel="target t")
        left.plot(GRID, parabola(GRID), color=style.GREY, ls="--", lw=2, label="the truth")
        self._dots = canvas.moving(left.scatter([], [], s=42, color=style.SKY, zorder=5,
                                                edgecolor="white", linewidth=0.8, label="samples"))
        (self._picked,) = left.plot([], [], color=style.GREEN, lw=2.5, zorder=3, label="chosen")
        (self._curve,) = left.plot([], [], color=style.INK, lw=3.5, zorder=4, label="fit")
        for artist in (self._picked, self._curve):
            canvas.moving(artist)
        self._build_errors(canvas)
        self._build_words(canvas)

    def _build_errors(self, canvas: Canvas) -> None:
        ax = canvas.figure.add_axes(RIGHT, xlim=ENDS, yscale="log", xticks=range(MOST + 1),
                                    ylim=FRAME, xlabel="degree of the polynomial",
                                    ylabel="squared error / noise variance")
        ticks = [0.2, 0.5, 1, 2, 5, 10, 20, 50]
        ax.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        ax.set_yticks([], minor=True)
        ax.axvspan(TRUE - 0.25, TRUE + 0.25, color="#E3E3E3", zorder=0, label="true degree")
        ax.set_xticklabels([f"{k}\ntrue" if k == TRUE else str(k) for k in range(MOST + 1)])
        self._line = ax.axvline(0, color=style.GREY, lw=2, ls=":", zorder=1, label="shown left")
        self._errors = {}
        for role, (marker, dash) in LOOKS.items():
            self._errors[role] = [ax.plot([], [], marker=mark, color=COLOURS[role], ls=line,
                                          ms=size, zorder=3, label=role + more)[0]
                                  for mark, line, size, more in (
                                      ("None", dash, 0, ""), ("None", ":", 0, ", beyond"),
                                      (marker, "none", 9, ", inside"),
                                      ("^", "none", 9, ", above"), ("v", "none", 9, ", below"))]
        self._least = ax.scatter([], [], s=230, facecolor="none", zorder=4,
                                 edgecolor=style.GREEN, linewidth=3, label="the least")
        for artist in (self._line, self._least, *sum(self._errors.values(), [])):
            canvas.moving(artist)
        self.far = {role: (Numbers(canvas, self._paper, 11, colour=WORDS[role]),
                           Numbers(canvas, ax, 11, colour=WORDS[role])) for role in LOOKS}
        self._names = {}
        for role, (marker, _) in LOOKS.items():
            (mark,) = self._paper.plot([], [], marker, ms=9, color=COLOURS[role],
                                       label="name of " + role)
            name = self._paper.text(NAMES_AT + 0.0145, 0, "", fontsize=13, va="center",
                                    color=WORDS[role])
            self._names[role] = canvas.moving(mark), canvas.moving(name)

    def _build_words(self, canvas: Canvas) -> None:
        def words(x: float, y: float, size: float, colour: str = style.INK, **look):
            return canvas.moving(self._paper.text(x, y, "", fontsize=size, va="center",
                                                  color=colour, **look))
        self._headline = words(0.02, 0.95, 16, weight="bold")
        self._own = words(0.02, 0.87, 14, WORDS["training"], weight="bold")
        self._new = words(0.02, 0.81, 14, WORDS["fresh"], weight="bold")
        self._shown = words(0.275, 0.87, 13)
        self._chosen = words(0.275, 0.81, 13, style.WORDS["male"])
        self._ring = words(0.49, 0.87, 13, style.WORDS["male"])

    def draw(self, state: dict) -> str:
        """Show the fit of one degree, and the errors of all."""
        n, by, degree, this = (int(state["n"]), state["by"], state["degree"], state["seed"] - 1)
        found, curves = errors(n, state["noise"]), [(self._curve, degree)]
        self._dots.set_offsets(np.column_stack([found.x[this], found.t[this]]))
        self._line.set_xdata([degree] * 2)
        shown = {"training": found.by["training"][this], "fresh": found.fresh[this]}
        if by == NOBODY:
            self._picked.set_data([], [])
            self._least.set_offsets(np.empty((0, 2)))
        else:
            chosen = int(found.chosen()[by][this])
            shown["criterion"] = found.by[by][this]
            curves.append((self._picked, chosen))
            self._least.set_offsets([(chosen, _height("criterion", shown["criterion"][chosen]))])
        for curve, k in curves:
            curve.set_data(GRID, legendre.legval(GRID / 2, found.fits[this, k]))
        for role in LOOKS:
            self._draw_errors(role, shown.get(role, np.full(MOST + 1, np.nan)))
        self._draw_names(shown, by)
        own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
        self._headline.set_text(_finding(degree, n, found.fresh[this]))
        self._own.set_text(f"training error {_size(own)}")
        self._new.set_text(f"fresh error {_size(fresh)}")
        self._shown.set_text(f"thick: degree {degree}")
        self._chosen.set_text("" if by == NOBODY else f"green: degree {chosen}")
        self._ring.set_text("" if by == NOBODY else f"green ring: lowest {by} error")
        return _words(state, found)

    def _draw_errors(self, role: str, values: np.ndarray) -> None:
        """Draw a curve, dotted to the arrows of errors outside the scale, and their numbers."""
        degrees = np.arange(MOST + 1)
        high, low = values > TOP, values < BOTTOM
        inside = np.isfinite(values) & ~high & ~low
        curve, beyond, marks, above, below = self._errors[role]
        curve.set_data(degrees, np.where(inside, values, np.nan))
        beyond.set_data(*_outside([_height(role, value) for value in values], inside))
        marks.set_data(degrees[inside], values[inside])
        under, over = ARROWS[role]
        above.set_data(degrees[high], [over] * high.sum())
        below.set_data(degrees[low], [under] * low.sum())
        left, _, width, _ = RIGHT
        row = 0.822 if role == "criterion" else 0.78
        self.far[role][0].show([(left + width * (k - ENDS[0]) / (ENDS[1] - ENDS[0]), row,
                                 _short(values[k])) for k in degrees[high]])
        self.far[role][1].show([(k, 0.072, _short(values[k])) for k in degrees[low]])

    def _draw_names(self, shown: dict[str, np.ndarray], by: str) -> None:
        """Name each curve beside its right end, the names far enough apart to be read."""
        ends = {role: np.log(_height(role, values[np.isfinite(values)][-1]))
                for role, values in shown.items()}
        order, step = sorted(ends, key=ends.get), 0.6
        places = np.array([ends[role] for role in order])
        for _ in range(20):
            for k in range(len(places) - 1):
                lack = max(step - places[k + 1] + places[k], 0) / 2
                places[k:k + 2] += (-lack, lack)
        (_, bottom, _, high), (low, top) = RIGHT, np.log(FRAME)
        for role, (mark, name) in self._names.items():
            height = [bottom + high * (places[order.index(role)] - low) / (top - low)
                      ] if role in shown else []
            mark.set_data([NAMES_AT] * len(height), height)
            name.set_text((by if role == "criterion" else role) if height else "")
            name.set_y(height[0] if height else 0)

    def details(self, state: dict) -> str:
        """Return what all criteria choose for this seed."""
        this = state["seed"] - 1
        found = errors(int(state["n"]), state["noise"])
        here = ", ".join(f"{name} {found.chosen()[name][this]}" for name in CRITERIA)
        return f"Degrees chosen from these samples: {here}."


def _size(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value + 1e-12:.2f}"


def _short(value: float) -> str:
    """Return a number that fits over a degree: 332, 66k, 1M; 0.08, 0."""
    if value < BOTTOM:
        return f"{value:.2f}" if value >= 0.005 else "0"
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 0.9995 * size:
            return f"{value / size:.0f}{letter}"
    return f"{value:.0f}"


def _outside(heights: list[float], inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the pieces between neighbouring degrees of which one is outside the scale."""
    k = np.flatnonzero(~(inside[:-1] & inside[1:]))
    ends = np.append(heights, np.nan)
    return (np.ravel(np.column_stack([k, k + 1, k + 1])),
            np.ravel(np.column_stack([ends[k], ends[k + 1], np.full(len(k), np.nan)])))


def _height(role: str, value: float) -> float:
    """Return where an error is drawn: itself, or the arrow of one outside the scale."""
    low, high = ARROWS[role]
    return low if value < BOTTOM else high if value > TOP else float(value)


def _finding(degree: int, n: int, fresh: np.ndarray) -> str:
    best = int(np.nanargmin(fresh))
    if degree == best:
        return f"Degree {degree} is best on fresh samples here"
    if degree == n - 1:         # only eight samples are so few
        return f"Degree {degree} hits all eight points, and misses between them"
    return f"Degree {degree} is too {'low' if degree < best else 'high'}: degree {best} is better"


def _words(state: dict, found: Errors) -> str:
    """Say how good this degree is, and how often the true one is best, or is found."""
    this, degree, by, n = state["seed"] - 1, state["degree"], state["by"], int(state["n"])
    own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
    hidden = int(np.sum((found.t[this] < LEVELS[0]) | (found.t[this] > LEVELS[1])))
    outside = f" ({hidden} outside the frame)" if hidden else ""
    best = np.nanargmin(found.fresh, axis=1)
    told = (f"Degree {degree}, {n} samples{outside}, noise sd {state['noise']:.1f}, seed "
            f"{state['seed']}: in noise variances the training error is {_size(own)}, and the "
            f"error on fresh samples {_size(fresh)}. ")
    if by == NOBODY:
        return told + (f"On fresh samples degree {best[this]} is best. Over {SEEDS} seeds the "
                       f"true degree is best {np.sum(best == TRUE)} times, a higher one "
                       f"{np.sum(best > TRUE)} times.")
    picks = found.chosen()[by]
    return told + (f"{by} chooses degree {picks[this]}; on fresh samples degree {best[this]} is "
                   f"best. Over {SEEDS} seeds {by} takes the true degree "
                   f"{np.sum(picks == TRUE)} times, a higher one {np.sum(picks > TRUE)} times.")
