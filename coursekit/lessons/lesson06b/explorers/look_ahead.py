"""Lesson 06b: above, a first cut and its sequel; below, what it gains alone and with the sequel."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson06b.first_cuts import (
    BOARD, BOYS, PLACES, FirstCut, curves, first_cut, samples, squared_error,
)
from coursekit.plots import style

STOP, GO_ON = "no more", "best on each side"
FRAMES = {BOARD: (0.0, 80.0), BOYS: (-0.6, 8.6)}
CEILINGS = {(BOARD, True): 46.0, (BOYS, True): 17.5, (BOARD, False): 2.1, (BOYS, False): 8.0}
TICKS = {(BOARD, True): (0, 20, 40), (BOYS, True): (0, 5, 10, 15), (BOARD, False): (0, 1, 2),
         (BOYS, False): (0, 2, 4, 6, 8)}
FEATURES = {BOARD: "x₁", BOYS: "age"}
SHORT = {BOARD: "x₂", BOYS: "siblings, spouses"}
CLASSES = {BOARD: ("class 0", "class 1"), BOYS: ("died", "survived")}
SURE = 0.08             # a field that is nearer to one half has no tint


class LookAhead(Explorer):
    """A first cut, judged alone and together with the best cut on each side.

    Examples
    --------
    >>> LookAhead(first=40).status.split(";")[0]
    'Checkerboard, first cut at x₁ = 40: alone it gains 0.74 of 39.98'
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
            "leave undone?", shows=r"alone it gains 1\.54.*13\.69"),
        "in the middle": Preset(
            {"first": 40, "then": GO_ON}, "Almost no gain at first. And then?",
            shows=r"alone it gains 0\.74.*39\.98"),
        "boys": Preset(
            {"first": 10, "then": GO_ON, "data": BOYS}, "Is greed as blind here? Look for a "
            "better first cut.", shows=r"alone it gains 6\.51.*13\.77"),
        "better": Preset(
            {"first": 15, "then": GO_ON, "data": BOYS}, "It gains less at first. How much more "
            "in the end?", shows=r"alone it gains 5\.53.*14\.17"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the plane, the two curves, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        place = (0.085, 0.53, 0.70, 0.36), (0.085, 0.125, 0.70, 0.31)
        self._plane, self._low = (figure.add_axes(p, xlim=(0, 80)) for p in place)
        for ax in (self._plane, self._low):
            ax.grid(False)
        self._low.set_ylabel("gain")
        self._tints = canvas.moving(self._plane.add_collection(PolyCollection(
            [], edgecolors=style.GREY, linewidths=1, zorder=0)))
        self._dots = {k: canvas.moving(self._plane.plot(
            [], [], marker, markersize=6, color=colour, markeredgecolor="white",
            markeredgewidth=0.5, zorder=2)[0])
            for k, marker, colour in ((0, "X", style.ORANGE), (1, "o", style.BLUE))}
        self._next = canvas.moving(self._plane.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=4, zorder=4)))
        self._lines = [canvas.moving(ax.axvline(1, color=style.INK, lw=4, zorder=5))
                       for ax in (self._plane, self._low)]
        self._lines[1].set(linewidth=1.2, linestyle="--")
        self._curves = [canvas.moving(self._low.plot([], [], color=c, lw=3)[0])
                        for c in (style.INK, style.GREEN)]
        self._marks = [canvas.moving(self._low.plot([], [], "o", color=c, markersize=11)[0])
                       for c in (style.INK, style.GREEN)]
        self._all = canvas.moving(self._low.text(
            79, 0, "all there is to gain", fontsize=13, ha="right", va="top", color=style.GREY,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1}))
        self._limit = canvas.moving(self._low.axhline(0, color=style.GREY, lw=1.5, ls=":"))
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: float, colour: str, weight: str = "bold"):
            return canvas.moving(paper.text(x, y, "", fontsize=size, color=colour,
                                            fontweight=weight, va="center", linespacing=1.25))
        self._title = words(0.012, 0.95, 16, style.INK)
        self._class = {k: words(0.80, y, 14, style.WORDS[name]) for k, y, name in (
            (1, 0.84, "survived"), (0, 0.78, "died"))}
        self._key = words(0.80, 0.63, 13, style.INK, "normal")
        self._told = [words(0.80, y, 14, c) for y, c in (
            (0.37, style.WORDS["male"]), (0.21, style.INK))]

    def draw(self, state: dict) -> str:
        """Cut the plane, and mark the gains on the curves."""
        data, s, on = state["data"], state["first"], state["then"] == GO_ON
        cut = first_cut(data, float(s))
        self._frame(data, on)
        self._cut_plane(data, s, cut, on)
        places, alone, together = curves(data)
        for k, values in enumerate((alone, together)):
            shown = k == 0 or on
            self._curves[k].set_data((places, values) if shown else ([], []))
            at = (alone, together)[k][places == s]
            self._marks[k].set_data(([s], at) if shown and cut else ([], []))
        self._write(data, cut, on)
        self._title.set_text(_finding(data, s, cut, on))
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

    def _frame(self, data: str, on: bool) -> None:
        """Frame the data; without the next cuts the axis of the gain ends above the black curve."""
        X, y = samples(data)
        ceiling = CEILINGS[data, on]
        if self._low.get_ylim()[1] != ceiling:
            self._plane.set_ylim(FRAMES[data])
            self._plane.set_yticks((0, 40, 80) if data == BOARD else (0, 2, 4, 6, 8))
            self._plane.set_ylabel(SHORT[data])
            self._low.set(ylim=(-0.03 * ceiling, ceiling), yticks=TICKS[data, on],
                          xlabel=f"first cut at {FEATURES[data]}"
                                 + (" (years)" if data == BOYS else ""))
            high = X[:, 1] + (data == BOYS) * np.random.default_rng(0).uniform(-.33, .33, len(y))
            for k, dots in self._dots.items():
                dots.set_data(X[y == k, 0], high[y == k])
                self._class[k].set_text(f"{'✖●'[k]} {CLASSES[data][k]}")
            whole = squared_error(data)
            self._limit.set_ydata([whole, whole])
            self._all.set_y(0.95 * whole)
            for artist in (self._limit, self._all):
                artist.set_visible(whole < ceiling)
        self.canvas.invalidate(key=(data, on))

    def _cut_plane(self, data: str, s: float, cut: FirstCut | None, on: bool) -> None:
        (low, high), (X, y) = FRAMES[data], samples(data)
        for line in self._lines:
            line.set_xdata([s, s])
        fields, lines = [(0, s, low, high), (s, 80, low, high)], []
        if cut and on:
            fields = []
            for (left, right), (j, at, _) in zip(((0, s), (s, 80)), cut.sequel, strict=True):
                if at is None:
                    fields.append((left, right, low, high))
                elif j == 0:
                    fields += [(left, at, low, high), (at, right, low, high)]
                    lines.append([(at, low), (at, high)])
                else:
                    fields += [(left, right, low, at), (left, right, at, high)]
                    lines.append([(left, at), (right, at)])
        self._next.set_segments(lines)
        self._tints.set_verts([[(a, c), (b, c), (b, d), (a, d)] for a, b, c, d in fields])
        self._tints.set_facecolor([_tint(y[(X[:, 0] >= a) & (X[:, 0] < b)
                                           & (X[:, 1] >= c) & (X[:, 1] < d)])
                                   for a, b, c, d in fields])

    def _write(self, data: str, cut: FirstCut | None, on: bool) -> None:
        whole = squared_error(data)
        self._key.set_text("black: first cut\n" + ("green: next cuts" if on else ""))
        self._told[0].set_text(f"{_number(cut)} cuts\n{cut.together:.2f}" if cut and on else "")
        self._told[1].set_text((f"first cut alone\n{cut.alone:.2f}" if cut else "no cut")
                               + f"\nof {whole:.2f}")


def _tint(y: np.ndarray) -> str:
    if not len(y) or abs(y.mean() - 0.5) < SURE:
        return "#F1F1F1"
    return style.LIGHT_BLUE if y.mean() > 0.5 else style.PALE_ORANGE


def _finding(data: str, s: float, cut: FirstCut | None, on: bool) -> str:
    if cut is None:
        return "Too few samples on one side: no cut"
    if not on:
        return f"Cut at {s}: it gains {cut.alone:.2f} of {squared_error(data):.2f}"
    return (f"Cut at {s}: {cut.alone:.2f} at once, "
            f"{cut.together - cut.alone:.2f} more by the next "
            f"{'two' if _number(cut) == 'all three' else 'one'}")


def _status(data: str, s: float, cut: FirstCut | None, on: bool) -> str:
    where = (f"{data.capitalize()}, first cut at {FEATURES[data]} = {s}"
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
