"""Lesson 06b: above, a first cut and its sequel; below, what it gains alone and with the sequel."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06b.first_cuts import (
    BOARD, BOYS, MIDDLE, PLACES, FirstCut, curves, first_cut, samples, squared_error,
)
from coursekit.plots import style

STOP, GO_ON = "no more", "best on each side"
FRAMES = {BOARD: (0.0, 80.0), BOYS: (-0.6, 8.6)}
CEILINGS = {(BOARD, True): 46.0, (BOYS, True): 17.5, (BOARD, False): 1.75, (BOYS, False): 8.8}
TICKS = {(BOARD, True): (0, 20, 40), (BOYS, True): (0, 5, 10, 15), (BOARD, False): (0, 1),
         (BOYS, False): (0, 2, 4, 6, 8)}
FEATURES = {BOARD: ("x₁", "x₂"), BOYS: ("age", "siblings, spouses")}
CLASSES = {BOARD: ("class 0", "class 1"), BOYS: ("died", "survived")}
FATES = (("X", "died", 0.78), ("o", "survived", 0.84))      # marker, colour, height of the key
GREEN = style.WORDS["male"]
SURE = 0.08             # a field that is nearer to one half has no tint


class LookAhead(Explorer):
    """A first cut, judged alone and together with the best cut on each side.

    Examples
    --------
    >>> LookAhead(first=40).status.split(";")[0]
    'Checkerboard, first cut at x₁ = 40: alone it gains 0.05 of 39.84'
    """

    title = "The first cut and the next two"
    question = "Is the first cut that gains most also the best beginning?"
    size = (8.8, 5.1)
    controls = (
        Slider("first", "first cut", PLACES[0], PLACES[-1], 1, 18,
               "where the plane is cut first; the next cuts may use either feature"),
        Choice("then", "next cuts", (STOP, GO_ON), STOP,
               "nothing more, or the best cut of either side"),
        Choice("data", "data", (BOARD, BOYS), BOARD,
               "a board of four fields, or the men and boys of lesson 06"))
    presets = {
        "greedy": Preset(
            {"first": 18, "then": GO_ON}, "The first cut that gains most. What do three cuts "
            "leave undone?", shows=r"alone it gains 1\.17.*11\.63"),
        "in the middle": Preset(
            {"first": MIDDLE, "then": GO_ON}, "Almost no gain at first. And then?",
            shows=r"alone it gains 0\.05.*39\.84"),
        "boys": Preset(
            {"first": 10, "then": GO_ON, "data": BOYS}, "Is greed as blind here? Look for a "
            "better first cut.", shows=r"alone it gains 6\.51.*13\.77"),
        "better": Preset(
            {"first": 15, "then": GO_ON, "data": BOYS}, "It gains less at first. How much more "
            "in the end?", shows=r"alone it gains 5\.53.*14\.17"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane, and the gains below it."""
        self._stage = Stage(canvas, plane=((0.085, 0.53, 0.70, 0.36), {"xlim": (0, 80)}),
                            gains=((0.085, 0.125, 0.70, 0.31), {"xlim": (0, 80),
                                                                "ylabel": "gain"}))

    def draw(self, state: dict) -> str:
        """Cut the plane, and mark the gains on the curves."""
        data, s, on = state["data"], state["first"], state["then"] == GO_ON
        cut, stage = first_cut(data, float(s)), self._stage
        self._draw_samples(data)
        self._draw_fields(data, s, cut if on else None)
        self._draw_gains(data, s, cut, on)
        for ax, width, dashes in ((stage.plane, 4, "-"), (stage.gains, 1.2, "--")):
            ax.axvline(s, color=style.INK, lw=width, ls=dashes, zorder=5)
        stage.word(0.80, 0.63, "black: first cut\n" + "green: next cuts" * on, 13,
                   fontweight="normal", linespacing=1.25)
        stage.word(0.012, 0.95, _finding(data, s, cut, on), 16)
        return _status(data, s, cut, on)

    def details(self, state: dict) -> str:
        """Return the best first cut alone and, once the next cuts are made, with these as well."""
        places, alone, together = curves(state["data"])
        told = (f"The largest gain of a first cut alone is {alone.max():.2f}, at "
                f"{places[alone.argmax()]:g}")
        if state["then"] != GO_ON:      # the picture, too, keeps the green curve back
            return f"{told}."
        return (f"{told}; of three cuts {together.max():.2f}, with the first at "
                f"{places[together.argmax()]:g}.")

    def _draw_samples(self, data: str) -> None:
        (X, y), plane = samples(data), self._stage.plane
        high = X[:, 1] + (data == BOYS) * np.random.default_rng(0).uniform(-.33, .33, len(y))
        plane.set(ylim=FRAMES[data], ylabel=FEATURES[data][1],
                  yticks=(0, 40, 80) if data == BOARD else range(0, 9, 2))
        for k, (marker, name, height) in enumerate(FATES):
            plane.plot(X[y == k, 0], high[y == k], marker, markersize=6, zorder=2,
                       color=style.COLOURS[name], markeredgecolor="white", markeredgewidth=0.5)
            self._stage.word(0.80, height, f"{'✖●'[k]} {CLASSES[data][k]}",
                             color=style.WORDS[name])

    def _draw_fields(self, data: str, s: float, cut: FirstCut | None) -> None:
        """Tint the fields of the first cut, or of all cuts."""
        (low, high), (X, y) = FRAMES[data], samples(data)
        fields, lines = [], []
        for k, (left, right) in enumerate(((0, s), (s, 80))):
            j, at, _ = cut.sequel[k] if cut else (0, None, 0)
            if at is None:
                fields.append((left, right, low, high))
            elif j == 0:
                fields += [(left, at, low, high), (at, right, low, high)]
                lines.append([(at, low), (at, high)])
            else:
                fields += [(left, right, low, at), (left, right, at, high)]
                lines.append([(left, at), (right, at)])
        self._stage.lines(self._stage.plane, lines, style.GREEN, 4, 4)
        self._stage.areas(
            self._stage.plane, [[(a, c), (b, c), (b, d), (a, d)] for a, b, c, d in fields],
            [_tint(y[(X[:, 0] >= a) & (X[:, 0] < b) & (X[:, 1] >= c) & (X[:, 1] < d)])
             for a, b, c, d in fields], 1, 0, edgecolors=style.GREY)

    def _draw_gains(self, data: str, s: float, cut: FirstCut | None, on: bool) -> None:
        """Draw the gain of the first cut and, with its sequel, that of all three."""
        (places, *gains), whole, ceiling = curves(data), squared_error(data), CEILINGS[data, on]
        stage, ax = self._stage, self._stage.gains
        ax.set(ylim=(-0.03 * ceiling, ceiling), yticks=TICKS[data, on],
               xlabel=f"first cut at {FEATURES[data][0]}" + " (years)" * (data == BOYS))
        now = (cut.alone, cut.together) if cut else ()
        for k, (values, colour) in enumerate(zip(gains[:1 + on], (style.INK, style.GREEN),
                                                 strict=False)):
            ax.plot(places, values, color=colour, lw=3)
            ax.plot([s][:len(now)], now[k:k + 1], "o", color=colour, markersize=11, zorder=6)
        if on:
            ax.axhline(whole, color=style.GREY, lw=1.5, ls=":")
            stage.word(79, 0.95 * whole, "all there is to gain", 13, ax, "normal", ha="right",
                       va="top", color=style.GREY,
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        else:
            self._mark(places, gains[0], whole, data)
        stage.word(0.80, 0.21, (f"first cut alone\n{cut.alone:.2f}" if cut else "no cut")
                   + f"\nof {whole:.2f}", linespacing=1.25)
        if cut and on:
            stage.word(0.80, 0.37, f"{_number(cut)} cuts\n{cut.together:.2f}", color=GREEN,
                       linespacing=1.25)

    def _mark(self, places: np.ndarray, alone: np.ndarray, whole: float, data: str) -> None:
        """Name the highest point of the black curve and, on the board, the middle."""
        ax, top = self._stage.gains, alone.max()
        at, step = places[alone.argmax()], 0.07 * CEILINGS[data, False]
        self._stage.word(at + 1.5, top + 2 * step, f"highest: {top:.2f} of {whole:.2f}", ax=ax)
        if data == BOARD:
            low = alone[places == MIDDLE][0]
            self._stage.lines(ax, [[(MIDDLE, low - step), (MIDDLE, low + step)]], z=6)
            self._stage.word(MIDDLE, low + 3.2 * step, f"middle: {low:.2f}", ax=ax, ha="center")


def _tint(y: np.ndarray) -> str:
    if not len(y) or abs(y.mean() - 0.5) < SURE:
        return "#F1F1F1"
    return style.LIGHT_BLUE if y.mean() > 0.5 else style.PALE_ORANGE


def _finding(data: str, s: float, cut: FirstCut | None, on: bool) -> str:
    if cut is None:
        return "Too few samples on one side: no cut"
    if not on:
        best = cut.alone > curves(data)[1].max() - 1e-9
        return (f"The best first cut gains {cut.alone:.2f} of {squared_error(data):.2f}" if best
                else f"Cut at {s}: it gains {cut.alone:.2f} of {squared_error(data):.2f}")
    return (f"Cut at {s}: {cut.alone:.2f} at once, {cut.together - cut.alone:.2f} more by the next "
            f"{'two' if _number(cut) == 'all three' else 'one'}")


def _status(data: str, s: float, cut: FirstCut | None, on: bool) -> str:
    where = (f"{data.capitalize()}, first cut at {FEATURES[data][0]} = {s}"
             + " years" * (data == BOYS))
    if cut is None:
        return f"{where}: one side has fewer than 7 samples, so this cut is not allowed."
    told = f"{where}: alone it gains {cut.alone:.2f} of {squared_error(data):.2f}"
    if not on:
        return f"{told}; no other cut is made."
    if _number(cut) != "all three":
        return f"{told}; only one side can be cut again, and both cuts gain {cut.together:.2f}."
    return f"{told}; with the best cut on each side, all three gain {cut.together:.2f}."


def _number(cut: FirstCut) -> str:
    """Return how many cuts there are: a side may be too small for one."""
    return "all three" if all(at is not None for _, at, _ in cut.sequel) else "two"
