"""Lesson 01b: which chances could have led to a rate; as bars, as a lens, as a promise.

Legend: ``k`` of ``n`` survived, ``rate`` k / n; ``p`` the chance, in the state in per cent.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson01b.lens import (
    Z, coverage_curve, fits, probabilities, standard_error,
)
from coursekit.plots import style
from coursekit.statistics import wilson
from coursekit.wording import percent

WORD = "#005A8C"
BARS, LENS, PROMISE = "bars", "lens", "every p"
PLACES = np.linspace(0, 1, 401)
FIFTHS = np.linspace(0, 1, 6)
LEAST = 0.8         # the coverage at the lower end of the picture of every p
CENTRED = 0.17      # least length of an interval whose ends are named below their lines
ROWS = 1.12, 1.31   # heights of both rows of words, over the tallest bar there can be


class WhichChances(Explorer):
    """The values of p from which a rate of k of n is at most 1.96 standard errors away.

    Examples
    --------
    >>> print(WhichChances().status.split(":")[0])
    10 of 62 survived, chance p = 20%
    """

    title = "Which values of p fit?"
    question = "Some passengers of a group survived. Which values of p could have led to that?"
    size = (8.8, 4.6)
    controls = (
        Slider("p", "chance p in %", 0.5, 99.5, 0.5, 20.0,
               "the survival probability that you try, the same for each passenger"),
        Slider("n", "people n", 5, 200, 1, 62, "how many passengers are in the group"),
        Slider("k", "survivors k", 0, 200, 1, 10, "how many of them survived; at most n"),
        Toggle("interval", "show every p that fits", False, "the interval, from its lower end to "
               "its upper end"),
        Choice("view", "picture", (BARS, LENS, PROMISE), BARS,
               "the numbers of survivors at this p; the rates at each p; or how often the interval "
               "contains p"),
    )
    presets = {
        "the interval": Preset(
            {"interval": True, "view": LENS}, "Does it reach farther down from the rate, or up?",
            shows=r"from 9\.0% to 27\.2%"),
        "is it 50%?": Preset(
            {"n": 163, "k": 61, "p": 50.0},
            "Passengers from forty on. A report says “about 50 percent” survived: does it fit?",
            shows=r"^61 of 163.*50% does not fit"),
        "nobody of five": Preset(
            {"n": 5, "k": 0, "p": 30.0},
            "Nobody survived. How large may the chance have been?",
            shows=r"^0 of 5.*30% fits"),
        "the promise": Preset(
            {"n": 20, "k": 6, "p": 25.0, "view": PROMISE},
            "Move p slowly: at each tooth a bar turns blue or grey. Which one?",
            shows=r"93\.5%.*the promise is 95%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Make room for one picture and a headline."""
        self._stage = Stage(canvas, panel=((0.1, 0.165, 0.75, 0.67), {}))

    def draw(self, state: dict) -> str:
        """Draw the bars, the lens, or the coverage of every chance."""
        n, k, p = state["n"], state["k"], state["p"] / 100
        {BARS: self._bars, LENS: self._lens, PROMISE: self._promise}[state["view"]](n, k, p, state)
        return _status(state)

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the limits of the survivors, and of the chances that have bars in the picture."""
        k = min(state["k"], state["n"])
        bars = {"p": (5, 50 if _below_half(k, state["n"]) else 95)}
        return {"k": (0, state["n"])} | (bars if state["view"] == BARS else {})

    def details(self, state: dict) -> str:
        """Return the standard error at p, and the counts near enough with their probability."""
        n, p = state["n"], state["p"] / 100
        counts = np.flatnonzero(fits(np.arange(n + 1), n, p))
        return (f"At this p the standard error of the rate is {standard_error(p, n):.4f}; within "
                f"{Z} of them are {_range(counts)} of {n} survivors, "
                f"{percent(_inside(n, p))} of all groups.")

    def _bars(self, n: int, k: int, p: float, state: dict) -> None:
        """Draw how often luck gives each number of survivors, at one chance."""
        ax, counts = self._stage.panel, np.arange(n + 1)
        end, tallest = n, probabilities(n, 0.05).max()
        if _below_half(k, n):
            end = min(n, n / 2 + 3 * n * standard_error(0.5, n))
        chance, near = probabilities(n, p), fits(counts, n, p)
        ax.set(xlim=(-0.6, end + 0.6), ylim=(0, 1.4 * tallest), yticks=[],
               xticks=np.arange(0, end + 0.1, max(1, 5 * round(end / 40))))
        ax.xaxis.set_major_formatter("{x:.0f}")
        ax.set_xlabel(f"survivors of {n}", labelpad=16)
        ax.set_ylabel("more often →", loc="bottom")
        bars = [[(i - 0.42, 0), (i + 0.42, 0), (i + 0.42, high), (i - 0.42, high)]
                for i, high in enumerate(chance)]
        colours = np.where(counts == k, style.INK, np.where(near, style.SKY, style.GREY))
        self._stage.areas(ax, bars, colours, 0, 2)
        low, high = counts[near][[0, -1]]
        ax.axvspan(low - 0.5, high + 0.5, 0, 1.05 / 1.4, color=style.LIGHT_SKY, zorder=0)
        row, top = (tallest * height for height in ROWS)
        self._stage.lines(ax, [[(k, chance[k]), (k, top - 0.08 * tallest)]], width=1.2)
        self._stage.word(np.clip((low + high) / 2, 0.16 * end, 0.84 * end), row,
                         f"blue: {percent(_inside(n, p))} of groups", 15, ax, ha="center",
                         color=WORD, zorder=5,
                         bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        self._stage.word(np.clip(k, 0.12 * end, 0.88 * end), top, f"ours: {k} of {n}", 16, ax,
                         ha="center")
        self._say(f"If p were {_short(state['p'])}, {k} of {n} would be "
                  f"{'nothing special' if near[k] else 'a surprise'}", state)

    def _lens(self, n: int, k: int, p: float, state: dict) -> None:
        """Draw the rates that are near enough to each chance, cut across at the observed rate."""
        ax, rate = self._stage.panel, k / n
        low, high = (np.clip(PLACES + s * Z * standard_error(PLACES, n), 0, 1) for s in (-1, 1))
        ax.fill_between(PLACES, low, high, color=style.LIGHT_SKY, zorder=1)
        self._stage.lines(ax, [np.column_stack([PLACES, end]) for end in (low, high)], style.SKY, 2)
        piece = [np.interp(p, PLACES, end) for end in (low, high)]
        self._stage.lines(ax, [[(p, piece[0]), (p, piece[1])]], style.SKY, 5)
        self._stage.lines(ax, [[(0, rate), (1, rate)]], width=1.2, linestyles=":")
        ax.plot(p, rate, "o", markersize=14, markeredgecolor=style.INK, markeredgewidth=2.4,
                color=style.INK if fits(k, n, p) else "white", zorder=7, clip_on=False)
        ends = [float(end) for end in wilson(k, n)] if state["interval"] else []
        _shares(ax, ends)
        ax.set(ylim=(0, 1), yticks=FIFTHS, ylabel="rate in the group")
        if ends:
            self._stage.lines(ax, [[(ends[0], rate), (ends[1], rate)]], width=8, z=6,
                              capstyle="butt")
            self._stage.lines(ax, [[(end, 0), (end, rate)] for end in ends], width=1.6,
                              linestyles="--")
            apart = ends[1] - ends[0] > CENTRED
            for end, words, side in zip(ends, _ends(k, n, state["p"], 1), ("right", "left")):
                self._stage.word(end, -0.09, words, 17, ax, ha="center" if apart else side)
        self._stage.word(1.015, rate, f"{k} of {n}", 14, ax)
        self._stage.word(0.85, 0.26, "blue: rates usual\nfor each p", 15, ax, ha="center",
                         color=WORD, zorder=5,
                         bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        self._say(f"{k} of {n} survived: a chance of {_short(state['p'])} "
                  f"{'fits' if fits(k, n, p) else 'does not fit'}", state)

    def _promise(self, n: int, k: int, p: float, state: dict) -> None:
        """Draw how often the interval contains p, for every p."""
        ax, share = self._stage.panel, _inside(n, p)
        _shares(ax)
        ax.axhspan(0.95, 1, color=style.LIGHT_SKY, zorder=0)
        ax.plot(*coverage_curve(n), color=style.GREY, lw=1.1, zorder=2)
        ax.plot(p, share, "o", color=WORD, markersize=14, markeredgecolor="white", zorder=7,
                clip_on=False)
        ax.set(ylim=(LEAST, 1), yticks=np.linspace(LEAST, 1, 5),
               ylabel="groups whose interval contains p")
        self._stage.lines(ax, [[(0, 0.95), (1, 0.95)]], width=1.8, linestyles="--")
        self._stage.word(1.015, 0.95, "promised:\n95%", 14, ax)
        self._stage.word(1.015, 0.99, "kept", 14, ax, color=WORD)
        self._stage.word(1.015, 0.91, "broken", 14, ax)
        self._stage.word(np.clip(p, 0.17, 0.83), 0.825, f"p = {_short(state['p'])}: "
                         f"{percent(share)} contain it", 15, ax, ha="center", color=WORD)
        self._say(f"Groups of {n}: the coverage jumps around the promised 95%", state)

    def _say(self, headline: str, state: dict) -> None:
        """Write the headline, and the interval below it where it is asked for."""
        if state["interval"] and state["view"] != PROMISE:
            low, high = _ends(state["k"], state["n"], state["p"], decimals=1)
            headline += f";\nevery p from {low} to {high} fits"
        self._stage.word(0.02, 0.92, headline, 17, linespacing=1.25)


def _shares(ax: Axes, ends: Sequence[float] = ()) -> None:
    """Set both axes to shares; where the ends of an interval are named there is no other tick."""
    wide = len(ends) > 0 and ends[1] - ends[0] > CENTRED
    free = [x for x in FIFTHS if not any(
        low < x < high for end, side in zip(ends, (-1, 1))
        for low, high in [(end - 0.11, end + 0.11) if wide else
                          sorted((end - side * 0.04, end + side * 0.15))])]
    ax.set(xlim=(0, 1), xticks=free)
    ax.set_xlabel("chance p of surviving", labelpad=16)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda share, _: percent(share, 0))


def _below_half(k: int, n: int) -> bool:
    """Return whether every p that fits is below one half."""
    return bool(wilson(k, n)[1] < 0.5)


def _short(per_cent: float) -> str:
    return f"{per_cent:.1f}".removesuffix(".0") + "%"


def _inside(n: int, p: float) -> float:
    """Return the probability that the rate is near enough to p."""
    return float(probabilities(n, p)[fits(np.arange(n + 1), n, p)].sum())


def _distance(errors: float) -> str:
    """Return a number of standard errors, with the decimals that tell it from 0 and from 1.96."""
    if errors < 0.005:
        return "less than 0.01"
    decimals = next((d for d in range(2, 6) if round(errors, d) != Z), 6)
    return f"{errors:.{decimals}f}"


def _ends(k: int, n: int, p: float, decimals: int) -> list[str]:
    """Return both ends of the interval in per cent, with more decimals if they tell where p is."""
    told = []
    for end, side in zip(wilson(k, n), (1, -1), strict=True):
        end = 100 * float(end)
        enough = next((d for d in range(decimals, 6) if
                       (side * round(end, d) <= side * p) == (side * end <= side * p)), 6)
        told.append(f"{end:.{enough}f}%")
    return told


def _range(counts: np.ndarray) -> str:
    if not len(counts):
        return "no counts"
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _where(state: dict, near: bool) -> str:
    """Say where the rate is: in the bars by their band, else in standard errors."""
    n, k, p = state["n"], state["k"], state["p"] / 100
    if state["view"] == BARS:
        return f"the black bar is {'in' if near else 'out'}side the blue band"
    away = (k / n - p) / float(standard_error(p, n))
    if abs(k / n - p) <= 1e-9:
        return "the rate is p itself"
    side = "above" if away > 0 else "below"
    return f"the rate is {_distance(abs(away))} standard errors {side} p"


def _status(state: dict) -> str:
    """Say the state, whether p fits, and the interval or the coverage."""
    n, k, p = state["n"], state["k"], state["p"] / 100
    near = bool(fits(k, n, p))
    told = (f"{k} of {n} survived, chance p = {_short(state['p'])}: {_where(state, near)}, so "
            f"{_short(state['p'])} {'fits' if near else 'does not fit'}")
    share = percent(_inside(n, p))
    if state["interval"]:
        low, high = _ends(k, n, state["p"], decimals=1)
        told += f". Every p from {low} to {high} fits this rate"
    if state["view"] == PROMISE:
        return (f"{told}. In groups of {n} with this chance, {share} of the intervals contain "
                "p; the promise is 95%.")
    if state["interval"]:
        return f"{told}."
    return f"{told}. Of all groups of {n} with this chance, {share} have a rate near enough."
