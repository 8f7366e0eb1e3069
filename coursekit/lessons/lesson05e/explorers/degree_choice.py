"""Lesson 05e: which degree do training error, cross-validation, AIC and BIC choose?"""
from __future__ import annotations

import numpy as np
from numpy.polynomial import legendre

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson05e.degrees import (
    CRITERIA, MOST, SEEDS, SIZES, TRUE, Errors, errors, highest, parabola)
from coursekit.plots import style

GRID = np.linspace(-2, 2, 161)
BOTTOM, TOP = 0.15, 50      # noise variances; errors beyond are arrows with their number
FRAME = (0.05, 150)         # ends of the right panel
ARROWS = {"training": (0.115, 68), "criterion": (0.115, 110), "fresh": (0.115, 68)}
LEFT, RIGHT = (0.07, 0.165, 0.345, 0.59), (0.49, 0.165, 0.365, 0.59)
ENDS = (-0.4, MOST + 0.4)
NAMES_AT = 0.87             # where the marks beside the names of the errors stand, of the width
LEVELS = (-9, 6)            # of t, in the picture of the samples
NOBODY = "none"
COLOURS = {"training": style.COLOURS["train"], "criterion": style.INK, "fresh": style.ORANGE}
WORDS = {"training": style.WORDS["survived"], "criterion": style.INK, "fresh": style.WORDS["died"]}
LOOKS = {"training": ("o", "-"), "criterion": ("D", "-"), "fresh": ("X", "--")}


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
               "a criterion that sees the samples only, and its choice in green"),
        Toggle("errors", "errors", True, "the errors of every polynomial, and the truth"))
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
        """Make the room for the samples with their curves, and for the errors by degree."""
        ticks = [0.2, 0.5, 1, 2, 5, 10, 20, 50]
        self._stage = Stage(canvas, samples=(LEFT, {
            "xlim": (-2.1, 2.1), "ylim": LEVELS, "xlabel": "x", "ylabel": "target t"}),
            errors=(RIGHT, {
                "xlim": ENDS, "yscale": "log", "xticks": range(MOST + 1), "ylim": FRAME,
                "xticklabels": [f"{k}\ntrue" if k == TRUE else str(k) for k in range(MOST + 1)],
                "xlabel": "degree of the polynomial", "ylabel": "squared error / noise variance"}))
        self._stage.samples.grid(True, axis="y")
        self._stage.errors.grid(True, axis="y")
        self._stage.errors.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        self._stage.errors.set_yticks([], minor=True)

    def draw(self, state: dict) -> str:
        """Draw the fit of one degree, and the errors of all; or what a first question needs."""
        n, by, degree, this = (int(state["n"]), state["by"], state["degree"], state["seed"] - 1)
        found, stage = errors(n, state["noise"]), self._stage
        stage.samples.plot(found.x[this], found.t[this], "o", ms=7, color=style.SKY, zorder=5,
                           mec="white", mew=0.8, label="samples")
        self._curve(found.fits[this, degree], style.INK, 3.5, 4, "fit")
        if not state["errors"]:
            return self._ask(state, found)
        stage.samples.plot(GRID, parabola(GRID), color=style.GREY, ls="--", lw=2, zorder=2,
                           label="the truth")
        stage.word(0.07, 0.03, "dashed: the truth", 12, color=style.GREY, fontweight="normal")
        stage.errors.axvspan(TRUE - 0.25, TRUE + 0.25, color="#E3E3E3", zorder=0,
                             label="true degree")
        stage.errors.axvline(degree, color=style.GREY, lw=2, ls=":", zorder=1, label="shown left")
        shown = {"training": found.by["training"][this], "fresh": found.fresh[this]}
        if by != NOBODY:
            shown["criterion"] = found.by[by][this]
            self._draw_choice(int(found.chosen()[by][this]), by, found, this)
        self.far = {role: self._draw_errors(role, values) for role, values in shown.items()}
        self._draw_names(shown, by)
        own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
        stage.word(0.02, 0.95, _finding(degree, n, found.fresh[this]), 16)
        stage.word(0.02, 0.87, f"training error {_size(own)}", color=WORDS["training"])
        stage.word(0.02, 0.81, f"fresh error {_size(fresh)}", color=WORDS["fresh"])
        stage.word(0.275, 0.87, f"thick: degree {degree}", 13, fontweight="normal")
        return _words(state, found)

    def _curve(self, fit: np.ndarray, colour: str, width: float, z: float, name: str) -> None:
        self._stage.samples.plot(GRID, legendre.legval(GRID / 2, fit), color=colour, lw=width,
                                 zorder=z, label=name)

    def _ask(self, state: dict, found: Errors) -> str:
        """Draw the highest degree beside this one, and keep their errors back."""
        degree, most, stage = state["degree"], highest(int(state["n"])), self._stage
        self._curve(found.fits[state["seed"] - 1, most], style.GREEN, 2.5, 3, "highest degree")
        stage.word(0.07, 0.85, f"black: degree {degree}", fontweight="normal")
        if degree < most:
            stage.word(0.02, 0.95, f"Degree {degree} or degree {most}: which is better on fresh "
                       "samples?", 16)
            stage.word(0.07, 0.795, f"green: degree {most}", color=style.WORDS["male"],
                       fontweight="normal")
        else:
            stage.word(0.02, 0.95, f"Degree {most}: how good is it on fresh samples?", 16)
        stage.word(MOST / 2, 2.5, "?", 60, stage.errors, "normal", ha="center", color=style.GREY)
        shown = f"{degree} and {most}" if degree < most else f"{most}"
        return f"{_samples(state, found)}: degree {shown}. Error on fresh samples: ?"

    def _draw_choice(self, chosen: int, by: str, found: Errors, this: int) -> None:
        """Draw the fit that a criterion chooses, and ring its error."""
        stage, green = self._stage, style.WORDS["male"]
        self._curve(found.fits[this, chosen], style.GREEN, 2.5, 3, "chosen")
        stage.errors.plot([chosen], [_height("criterion", found.by[by][this][chosen])], "o", ms=15,
                          mfc="none", mec=style.GREEN, mew=3, zorder=4, label="the least")
        stage.word(0.275, 0.81, f"green: degree {chosen}", 13, color=green, fontweight="normal")
        stage.word(0.49, 0.87, f"green ring: lowest {by} error", 13, color=green,
                   fontweight="normal")

    def _draw_errors(self, role: str, values: np.ndarray) -> tuple[list[str], list[str]]:
        """Draw a curve, dotted to the arrows of errors outside the scale; return their numbers."""
        ax, colour, (marker, dash) = self._stage.errors, COLOURS[role], LOOKS[role]
        degrees, (under, over) = np.arange(MOST + 1), ARROWS[role]
        high, low = values > TOP, values < BOTTOM
        inside = np.isfinite(values) & ~high & ~low
        beyond = _outside([_height(role, value) for value in values], inside)
        for x, y, mark, line, name in (
                (degrees, np.where(inside, values, np.nan), "None", dash, ""),
                (*beyond, "None", ":", ", beyond"),
                (degrees[inside], values[inside], marker, "none", ", inside"),
                (degrees[high], [over] * high.sum(), "^", "none", ", above"),
                (degrees[low], [under] * low.sum(), "v", "none", ", below")):
            ax.plot(x, y, marker=mark, color=colour, ls=line, ms=9, zorder=3, label=role + name)
        told = [_short(value) for value in values[high]], [_short(value) for value in values[low]]
        left, _, width, _ = RIGHT
        above = 0.822 if role == "criterion" else 0.78
        for words, k in zip(told[0], degrees[high], strict=True):
            at = left + width * (k - ENDS[0]) / (ENDS[1] - ENDS[0])
            self._stage.word(at, above, words, 11, None, "normal", ha="center", color=WORDS[role])
        for words, k in zip(told[1], degrees[low], strict=True):
            self._stage.word(k, 0.072, words, 11, ax, "normal", ha="center", color=WORDS[role])
        return told

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
        for role, place in zip(order, places):
            height = bottom + high * (place - low) / (top - low)
            self._stage.paper.plot([NAMES_AT], [height], LOOKS[role][0], ms=9, color=COLOURS[role],
                                   label="name of " + role)
            self._stage.word(NAMES_AT + 0.0145, height, by if role == "criterion" else role, 13,
                             color=WORDS[role], fontweight="normal")

    def details(self, state: dict) -> str:
        """Return what all criteria choose for this seed."""
        if not state["errors"]:
            return ""
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


def _samples(state: dict, found: Errors) -> str:
    """Say which samples are drawn, and how many lie outside the frame."""
    t = found.t[state["seed"] - 1]
    hidden = int(np.sum((t < LEVELS[0]) | (t > LEVELS[1])))
    outside = f" ({hidden} outside the frame)" if hidden else ""
    return (f"{state['n']} samples{outside}, noise sd {state['noise']:.1f}, seed "
            f"{state['seed']}")


def _words(state: dict, found: Errors) -> str:
    """Say how good this degree is, and how often the true one is best, or is found."""
    this, degree, by = state["seed"] - 1, state["degree"], state["by"]
    own, fresh = found.by["training"][this, degree], found.fresh[this, degree]
    best = np.nanargmin(found.fresh, axis=1)
    told = (f"Degree {degree}, {_samples(state, found)}: in noise variances the training "
            f"error is {_size(own)}, and the error on fresh samples {_size(fresh)}. ")
    if by == NOBODY:
        return told + (f"On fresh samples degree {best[this]} is best. Over {SEEDS} seeds the "
                       f"true degree is best {np.sum(best == TRUE)} times, a higher one "
                       f"{np.sum(best > TRUE)} times.")
    picks = found.chosen()[by]
    return told + (f"{by} chooses degree {picks[this]}; on fresh samples degree {best[this]} is "
                   f"best. Over {SEEDS} seeds {by} takes the true degree "
                   f"{np.sum(picks == TRUE)} times, a higher one {np.sum(picks > TRUE)} times.")
