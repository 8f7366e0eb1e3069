"""Lesson 04e: Platt's curve over the passengers' values; every passenger is a term of its penalty.

Legend: ``f`` decision values, ``y`` 1 survived and 0 died, ``slope`` and ``half`` of the curve
p = 1/(1 + exp(−slope·(f − half))), which is Platt's with A = −slope and B = slope·half.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson04e.passengers import penalties, values
from coursekit.plots import style
from coursekit.statistics import wilson
from coursekit.svm import fit_sigmoid, sigmoid
from coursekit.wording import percent

BAND = 0.2          # width of a bar, in units of f
CENTRES = tuple(round(BAND * k, 1) + 0.0 for k in range(-10, 11))
FEWEST = 8          # passengers in a bar whose share is drawn
TALLEST, HIGHEST = 580, 4.0     # of the bars, passengers; of the penalties
ENDS = (-2.1, 2.1)
KINDS = {"held out": ("wide bumps", True), "training": ("wide bumps", False),
         "narrow, held out": ("narrow bumps", True), "narrow, training": ("narrow bumps", False)}
F = np.linspace(*ENDS, 211)


class Told(NamedTuple):
    """Values of all passengers, their fates, their bars, and what Platt's fit costs them."""

    f: np.ndarray
    y: np.ndarray
    bar: np.ndarray
    fitted: float


class Bar(NamedTuple):
    """A bar at the state's place: the curve there, and the passengers in it."""

    p: float
    count: int
    survived: int
    mean: float     # penalty of all passengers


@lru_cache
def told(kind: str) -> Told:
    """Return the values of a kind; the bar is a number of `CENTRES`."""
    machine, is_held_out = KINDS[kind]
    found = values(machine)
    f = found.held_out if is_held_out else found.training
    whole = np.floor(np.round(f / BAND + 0.5, 6)).astype(int)   # from the lower edge on
    bar = np.clip(whole + len(CENTRES) // 2, 0, len(CENTRES) - 1)
    fitted = penalties(sigmoid(f, *fit_sigmoid(f, found.y)), found.y).mean()
    return Told(f, found.y, bar, float(fitted))


def curve(f: np.ndarray | float, slope: float, half: float) -> np.ndarray:
    """Return the probability at values f.

    Examples
    --------
    >>> curve(np.array([0.0, 1.0]), slope=1.0, half=0.0).round(3)
    array([0.5  , 0.731])
    """
    return sigmoid(f, -slope, slope * half)


def look(state: dict) -> Bar:
    """Return what the curve and the passengers say at the state's place."""
    seen, slope, half = told(state["values"]), state["slope"], state["half"]
    inside = seen.bar == CENTRES.index(state["at"])
    mean = penalties(curve(seen.f, slope, half), seen.y).mean()
    return Bar(float(curve(state["at"], slope, half)), int(inside.sum()),
               int(seen.y[inside].sum()), float(mean))


def signed(value: float, digits: int = 1) -> str:
    """Return a number with a true minus sign."""
    return f"{value:.{digits}f}".replace("-", "−")


class ProbabilityCurve(Explorer):
    """Bars of passengers by value, a sigmoid over them, and the penalty of each passenger.

    Examples
    --------
    >>> ProbabilityCurve(values="training").status.split(":")[0]
    'Training values, slope 1.00, half at 0.00'
    """

    title = "From values to probabilities"
    question = "Which curve turns these values into probabilities?"
    size = (8.8, 5.1)
    controls = (
        Choice("values", "values", tuple(KINDS), "held out",
               "who gave them: machines that had not seen the passenger, or the trained machine; "
               "with wide bumps (C = 1, γ = 0.03) or narrow ones (C = 100, γ = 1)"),
        Toggle("fates", "fates", False, "who survived"),
        Slider("slope", "slope", 0.0, 5.0, 0.05, 1.0, "how steep the curve is: Platt's −A"),
        Slider("half", "half at", -1.5, 1.5, 0.05, 0.0, "the value with probability ½: −B/A"),
        Slider("at", "look at", CENTRES[0], CENTRES[-1], BAND, -1.0,
               "the value at which the curve is compared with the passengers"))
    presets = {
        "fitted": Preset(
            {"fates": True, "slope": 1.75}, "What does the curve say at −1, and who survived?",
            shows=r"^Held-out values, slope 1\.75.*curve says 15%.*1[45]% of \d{3}"),
        "overconfident": Preset(
            {"fates": True, "slope": 5.0}, "Which dots at the top raise the mean penalty?",
            shows=r"slope 5\.00.*curve says 1%"),
        "narrow": Preset(
            {"values": "narrow, training", "fates": True, "slope": 2.05, "half": -0.05},
            "Its training values separate the fates well. Now switch to narrow, held out.",
            shows=r"^Training values of narrow bumps.*penalty 0\.37"),
        "not seen": Preset(
            {"values": "narrow, held out", "fates": True, "slope": 2.05, "half": -0.05},
            "The same settings and the same curve: what happens to the penalty?",
            shows=r"^Held-out values of narrow bumps.*penalty 0\.5")}

    def build(self, canvas: Canvas) -> None:
        """Make room for people and curve, and where fates are shown for penalties as well."""
        axis = {"xlim": ENDS, "xticks": [-2, -1, 0, 1, 2]}
        chance = {**axis, "ylim": (-0.09, 1.09), "yticks": [0, 0.5, 1], "ylabel": "probability"}

        def place(bottom: float, height: float) -> tuple[float, float, float, float]:
            return 0.0966, bottom / 5.1, 0.608, height / 5.1
        self._stage = stage = Stage(
            canvas, heaps=(place(3.1, 1.42), {**axis, "ylim": (0, 640), "yticks": []}),
            chance=(place(0.58, 2.3), {**chance, "xlabel": "value f of a passenger"}),
            people=(place(3.72, 0.82), {
                **axis, "ylim": (-TALLEST, TALLEST / 1.9), "yticks": [], "ylabel": "people"}),
            curve=(place(1.98, 1.5), chance),
            penalty=(place(0.58, 1.14), {
                **axis, "ylim": (0, HIGHEST), "yticks": [0, 2, 4], "ylabel": "penalty",
                "xlabel": "value f of a passenger"}))
        for ax in (stage.heaps, stage.chance, stage.people, stage.curve, stage.penalty):
            ax.set_xticklabels(["−2", "−1", "0", "1", "2"])
            ax.tick_params(labelbottom=ax in (stage.chance, stage.penalty))
        for ax in (stage.chance, stage.curve):
            ax.set_yticklabels(["0", "½", "1"])
        stage.penalty.set_yticklabels(["0", "2", "4+"])
        stage.heaps.spines["left"].set_visible(False)
        stage.people.spines["left"].set_visible(False)
        stage.people.spines["bottom"].set_position(("data", 0))

    def draw(self, state: dict) -> str:
        """Show the curve, the passengers if wanted, and what the curve costs them."""
        seen, here, stage, fates = told(state["values"]), look(state), self._stage, state["fates"]
        few, all_three = (stage.heaps, stage.chance), (stage.people, stage.curve, stage.penalty)
        ends = state["at"] - BAND / 2, state["at"] + BAND / 2
        for ax in (*few, *all_three):
            ax.axison = (ax in all_three) == fates
            if ax.axison:
                ax.axvspan(*ends, color="#E6E6E6", zorder=0)
        counts = [np.bincount(seen.bar[seen.y == k], minlength=len(CENTRES)) for k in (1, 0)]
        if fates:
            self._draw_people(*counts)
            self._draw_shares(*counts)
            self._draw_penalties(seen, here, state)
        else:
            self._draw_heaps(counts[0] + counts[1])
        ax = stage.curve if fates else stage.chance
        ax.axhline(0.5, color="#D0D0D0", lw=1, zorder=0.5)
        ax.plot(F, curve(F, state["slope"], state["half"]), color=style.INK, lw=3, zorder=2)
        ax.plot(state["at"], here.p, "o", ms=14, mfc="none", mec=style.INK, mew=3, zorder=5)
        self._write(state, here, seen)
        return _words(state, here, seen)

    def _draw_heaps(self, people: np.ndarray) -> None:
        """Draw the passengers by their value, and name the two heaps."""
        ax = self._stage.heaps
        self._bars(ax, np.zeros(len(people)), people, style.COLOURS["fate hidden"])
        for side in (-1.0, 1.0):
            many = people[CENTRES.index(side)]
            self._stage.word(side, many + 50, f"{many} near {signed(side, 0)}", 14, ax,
                             ha="center")

    def _draw_people(self, survived: np.ndarray, died: np.ndarray) -> None:
        """Draw survivors upwards and victims downwards."""
        ax, zero = self._stage.people, np.zeros(len(died))
        self._bars(ax, zero, survived, style.COLOURS["survived"])
        self._bars(ax, -died, zero, style.COLOURS["died"])
        ax.plot([-1.98, -1.98], [-540, -340], color=style.INK, lw=2, solid_capstyle="butt",
                label="the length of 200 people")
        self._stage.word(-1.92, -440, "200", 12, ax, fontweight="normal")
        for y, name in ((170, "survived"), (-200, "died")):
            self._stage.word(2.08, y, name, 12.5, ax, ha="right", color=style.WORDS[name])

    def _bars(self, ax: Axes, low: np.ndarray, high: np.ndarray, colour: str) -> None:
        self._stage.areas(ax, [[(c - 0.09, a), (c + 0.09, a), (c + 0.09, b), (c - 0.09, b)]
                               for c, a, b in zip(CENTRES, low, high, strict=True) if b > a],
                          colour, edgecolors="none")

    def _draw_shares(self, survived: np.ndarray, died: np.ndarray) -> None:
        """Draw the share of survivors of each bar, with its interval."""
        ax, n = self._stage.curve, survived + died
        large = n >= FEWEST
        x, k, n = np.array(CENTRES)[large], survived[large], n[large]
        self._stage.lines(ax, [[(a, b), (a, c)] for a, b, c in zip(x, *wilson(k, n), strict=True)],
                          style.BLUE, 2.5)
        ax.scatter(x, k / n, s=45 + n / 2, color=style.BLUE, zorder=4, edgecolor="white",
                   label="share that survived")

    def _draw_penalties(self, seen: Told, here: Bar, state: dict) -> None:
        """Draw what each passenger pays, and the mean."""
        ax, slope, half = self._stage.penalty, state["slope"], state["half"]
        p = curve(F, slope, half)
        for fate, name, marker, cost in ((1, "survived", "o", -np.log(p)),
                                         (0, "died", "X", -np.log1p(-p))):
            colour, mine = style.COLOURS[name], seen.f[seen.y == fate]
            each = penalties(curve(mine, slope, half), np.full(len(mine), fate))
            ax.plot(F, np.minimum(cost, HIGHEST), color=colour, lw=1.5, zorder=2)
            ax.plot(mine, np.minimum(each, HIGHEST), marker, ms=6, color=colour, mec="white",
                    mew=0.5, ls="none", zorder=3, clip_on=False, label=f"{name}: penalties")
        ax.axhline(min(here.mean, HIGHEST), color=style.INK, lw=2, ls="--", zorder=4)

    def _write(self, state: dict, here: Bar, seen: Told) -> None:
        at, fates, blue = signed(state["at"]), state["fates"], style.WORDS["survived"]
        share = f"{100 * here.survived / here.count:.0f}%" if here.count else "nobody"
        title = (f"The curve says {100 * here.p:.0f}% near {at}. How many survived?" if not fates
                 else f"Near {at} the curve says {100 * here.p:.0f}%: nobody is there"
                 if not here.count
                 else f"Near {at} the curve says {100 * here.p:.0f}%, and {share} survived")
        lines = [(4.86, title, 15, style.INK, "bold"),
                 (4.35, f"near the value {at}", 13, style.INK, "bold"),
                 (4.05, "the curve says", 12, style.INK, "normal"),
                 (3.68, percent(here.p, 0), 27, style.INK, "bold"),
                 (3.18, share if fates else "?", 27, blue, "bold"),
                 (2.82, f"of {here.count} {_people(here.count)} survived", 12, blue, "normal")]
        if fates:
            lines += [(2.5, "line: 95% interval", 12, blue, "normal"),
                      (2.04, "penalty: −ln of the\nprobability given to\nwhat happened", 12,
                       style.INK, "bold"),
                      (1.48, f"{here.mean:.3f}", 25, style.INK, "bold"),
                      (1.13, f"mean (dashed); fit: {seen.fitted:.3f}", 12, style.INK, "normal"),
                      (0.82, "a survivor pays", 12, blue, "bold"),
                      (0.57, "a victim pays", 12, style.WORDS["died"], "bold")]
        for y, words, size, colour, weight in lines:
            self._stage.word(0.15 / 8.8 if y > 4.8 else 6.4 / 8.8, y / 5.1, words, size,
                             color=colour, fontweight=weight)

    def details(self, state: dict) -> str:
        """Return A and B, and the interval of the share."""
        seen, here = told(state["values"]), look(state)
        A, B = fit_sigmoid(seen.f, seen.y)
        more = ""
        if state["fates"] and here.count:
            low, high = wilson(here.survived, here.count)
            more = (f" Interval of the share: {100 * low:.0f} to {100 * high:.0f}%. Platt's fit "
                    f"has A = {signed(A, 2)} and B = {signed(B, 2)}.")
        return (f"A = {signed(0.0 - state['slope'], 2)}, B = "
                f"{signed(state['slope'] * state['half'] + 0.0, 2)}.{more}")


def _people(count: int) -> str:
    return "passenger" if count == 1 else "passengers"


def _words(state: dict, here: Bar, seen: Told) -> str:
    machine, is_held_out = KINDS[state["values"]]
    narrow = " of narrow bumps" if machine == "narrow bumps" else ""
    said = (f"{'Held-out' if is_held_out else 'Training'} values{narrow}, slope "
            f"{state['slope']:.2f}, half at {signed(state['half'], 2)}: near "
            f"{signed(state['at'])} the curve says {100 * here.p:.0f}%")
    if not state["fates"]:
        return f"{said}; {here.count} {_people(here.count)} have such a value."
    share = (f"{100 * here.survived / here.count:.0f}% of {here.count} {_people(here.count)} "
             "survived" if here.count else "nobody is there")
    return f"{said}, and {share}; mean penalty {here.mean:.3f} (Platt's fit: {seen.fitted:.3f})."
