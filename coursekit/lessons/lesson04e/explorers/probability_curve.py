"""Lesson 04e: Platt's curve over the passengers' values; every passenger is a term of its penalty.

Legend: ``f`` decision values, ``y`` 1 survived and 0 died, ``slope`` and ``half`` of the curve
p = 1/(1 + exp(−slope·(f − half))), which is Platt's with A = −slope and B = slope·half.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Toggle
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
        """Create the bars, the curve, the penalties, and the words beside them."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        wide, high = self.size

        def panel(bottom, height):
            ax = figure.add_axes((0.85 / wide, bottom / high, 5.35 / wide, height / high))
            ax.set(xlim=ENDS, xticks=[-2, -1, 0, 1, 2])
            ax.set_xticklabels(["−2", "−1", "0", "1", "2"])
            ax.grid(False)
            band = ax.axvspan(-1 - BAND / 2, -1 + BAND / 2, color="#E6E6E6", zorder=0)
            return ax, canvas.moving(band)
        panels = [panel(3.72, 0.82), panel(1.98, 1.5), panel(0.58, 1.14)]
        self._panels, self._bands = zip(*panels, strict=True)
        for ax in self._panels[:2]:
            ax.tick_params(labelbottom=False)
        self._build_bars(canvas, self._panels[0])
        self._build_curve(canvas, self._panels[1])
        self._build_penalties(canvas, self._panels[2])
        self._build_words(canvas)

    def _build_bars(self, canvas: Canvas, ax: Axes) -> None:
        style.label(ax, "", "", "people")
        ax.set(ylim=(-TALLEST, TALLEST / 1.9), yticks=[])
        ax.spines["left"].set_visible(False)
        ax.spines["bottom"].set_position(("data", 0))
        ax.plot([-1.98, -1.98], [-540, -340], color=style.INK, lw=2, solid_capstyle="butt",
                label="the length of 200 people")
        ax.text(-1.92, -440, "200", fontsize=12, va="center")
        self._bars = [canvas.moving(ax.add_collection(PolyCollection(
            [], facecolors=colour, zorder=2))) for colour in
            (style.COLOURS["survived"], style.COLOURS["died"], style.COLOURS["fate hidden"])]
        self._who = [canvas.moving(ax.text(2.08, y, word, ha="right", va="center", fontsize=12.5,
                                           fontweight="bold", color=colour))
                     for y, word, colour in ((170, "survived", style.WORDS["survived"]),
                                             (-200, "died", style.WORDS["died"]))]

    def _build_curve(self, canvas: Canvas, ax: Axes) -> None:
        style.label(ax, "", "", "probability")
        ax.set(ylim=(-0.09, 1.09), yticks=[0, 0.5, 1])
        ax.set_yticklabels(["0", "½", "1"])
        ax.axhline(0.5, color="#D0D0D0", lw=1, zorder=0.5)
        self._curve = canvas.moving(*ax.plot([], [], color=style.INK, lw=3, zorder=2))
        self._whiskers = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.BLUE, linewidths=2.5, zorder=3)))
        self._shares = canvas.moving(ax.scatter([], [], s=[], color=style.BLUE, zorder=4,
                                                edgecolor="white", label="share that survived"))
        self._on_curve = canvas.moving(*ax.plot([], [], "o", ms=14, mfc="none", mec=style.INK,
                                                mew=3, zorder=5))

    def _build_penalties(self, canvas: Canvas, ax: Axes) -> None:
        style.label(ax, "", "value f of a passenger", "penalty")
        ax.set(ylim=(0, HIGHEST), yticks=[0, 2, 4])
        ax.set_yticklabels(["0", "2", "4+"])
        self._costs, self._terms = [], []
        for name, marker in (("survived", "o"), ("died", "X")):
            colour = style.COLOURS[name]
            self._costs.append(canvas.moving(*ax.plot([], [], color=colour, lw=1.5, zorder=2)))
            self._terms.append(canvas.moving(*ax.plot(
                [], [], marker, ms=6, color=colour, mec="white", mew=0.5, ls="none", zorder=3,
                clip_on=False, label=f"{name}: penalties")))
        self._mean = canvas.moving(ax.axhline(0, color=style.INK, lw=2, ls="--", zorder=4))

    def _build_words(self, canvas: Canvas) -> None:
        wide, high = self.size
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def written(y, size, colour=style.INK, weight="bold", x=6.4):
            return canvas.moving(paper.text(x, y, "", fontsize=size, fontweight=weight,
                                            color=colour, va="center"))
        blue, orange = style.WORDS["survived"], style.WORDS["died"]
        self._headline = written(4.86, 15, x=0.15)
        self._place = written(4.35, 13)
        self._say, self._says = written(4.09, 12, weight="normal"), written(3.75, 25)
        self._share, self._of = written(3.25, 25, blue), written(2.9, 12, blue, "normal")
        self._key = written(2.5, 12, blue, "normal")
        self._key.set_text("line: 95% interval")
        for y, words, colour in ((2.04, "penalty: −ln of the\nprobability given to\nwhat happened",
                                  style.INK), (0.82, "a survivor pays", blue),
                                 (0.57, "a victim pays", orange)):
            paper.text(6.4, y, words, fontsize=12, fontweight="bold", color=colour, va="center")
        self._cost, self._best = written(1.48, 25), written(1.13, 12, weight="normal")

    def draw(self, state: dict) -> str:
        """Show the curve, the passengers if wanted, and what the curve costs them."""
        seen, here, fates = told(state["values"]), look(state), state["fates"]
        slope, half, at = (state[name] for name in ("slope", "half", "at"))
        for band in self._bands:
            band.set_x(at - BAND / 2)
        self._draw_bars(seen, fates)
        p = curve(F, slope, half)
        self._curve.set_data(F, p)
        self._on_curve.set_data([at], [here.p])
        for k, cost in enumerate((-np.log(p), -np.log1p(-p))):
            self._costs[k].set_data(F, np.minimum(cost, HIGHEST))
            mine = seen.f[seen.y == 1 - k]
            each = penalties(curve(mine, slope, half), np.full(len(mine), 1 - k))
            self._terms[k].set_data(mine, np.minimum(each, HIGHEST))
            self._terms[k].set_visible(fates)
        self._mean.set_ydata([min(here.mean, HIGHEST)] * 2)
        self._mean.set_visible(fates)
        self._write(state, here, seen)
        return _words(state, here, seen)

    def _draw_bars(self, seen: Told, fates: bool) -> None:
        size = len(CENTRES)
        counts = [np.bincount(seen.bar[seen.y == k], minlength=size) for k in (1, 0)]
        both = counts[0] + counts[1]
        none = np.zeros(size)   # where the fates are hidden, a bar is on neither side
        for bars, lows, highs, is_shown in zip(
                self._bars, (none, -counts[1], -both / 2), (counts[0], none, both / 2),
                (fates, fates, not fates), strict=True):
            bars.set_verts([[(c - 0.09, a), (c + 0.09, a), (c + 0.09, b), (c - 0.09, b)]
                            for c, a, b in zip(CENTRES, lows, highs, strict=True) if b > a])
            bars.set_visible(is_shown)
        for word in self._who:
            word.set_visible(fates)
        large = both >= FEWEST
        x, n = np.array(CENTRES)[large], both[large]
        low, high = wilson(counts[0][large], n)
        share = counts[0][large] / n
        self._whiskers.set_segments([[(a, b), (a, c)] for a, b, c in zip(x, low, high,
                                                                          strict=True)])
        self._shares.set_offsets(np.column_stack([x, share]))
        self._shares.set_sizes(45 + n / 2)
        for artist in (self._whiskers, self._shares, self._key):
            artist.set_visible(fates)

    def _write(self, state: dict, here: Bar, seen: Told) -> None:
        at, fates = signed(state["at"]), state["fates"]
        share = f"{100 * here.survived / here.count:.0f}%" if here.count else "nobody"
        self._headline.set_text(
            f"The curve says {100 * here.p:.0f}% near {at}. How many survived?" if not fates else
            f"Near {at} the curve says {100 * here.p:.0f}%: nobody is there" if not here.count
            else f"Near {at} the curve says {100 * here.p:.0f}%, and {share} survived")
        self._place.set_text(f"near the value {at}")
        self._says.set_text(percent(here.p, 0))
        self._say.set_text("the curve says")
        self._share.set_text(share if fates else "?")
        self._of.set_text(f"of {here.count} {_people(here.count)} survived")
        self._cost.set_text(f"{here.mean:.3f}" if fates else "?")
        self._best.set_text(f"mean (dashed); fit: {seen.fitted:.3f}" if fates else "on average")

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
