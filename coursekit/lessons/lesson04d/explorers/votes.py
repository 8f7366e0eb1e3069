"""Lesson 04d: above, a map of three classes; below, what a rule compares along a cut through it.

Legend: ``H`` (m, 3) what the rule compares along the cut: values, distances or votes.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from scipy.ndimage import binary_dilation, distance_transform_edt

from coursekit.explorer import Canvas, Choice, Explorer, LogSlider, Preset, Slider
from coursekit.lessons.lesson04d.machines import (
    CELLS, RULES, Lines, Machines, Regions, machines, regions,
)
from coursekit.lessons.lesson04d.samples import PLANES
from coursekit.plots import style

FACES = ((style.BLUE, "o"), (style.ORANGE, "X"), (style.GREEN, "D"))
WORDS = tuple(style.WORDS[role] for role in ("survived", "died", "male"))   # dark shades of these
PALE = np.array([[int(c[k:k + 2], 16) for k in (1, 3, 5)] for c in (
    "#FFFFFF", style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN)], np.uint8)
STRIPE = np.array([0x9A, 0x9A, 0x9A], np.uint8)
SCALE = 3.2             # of values and distances: from −3.2 to 3.2
APART = 0.07            # by which equal votes are drawn apart
WIDTH = 3.1             # cells to each side of the middle of a word, per letter
HIGH = 18               # no less room than this, or a short word covers what is above it
FREE = 3                # cells about a sample where no word may be
SMALL = 40              # cells below which an area gets no word
COUNTS = ("nobody says yes", "one says yes", "two say yes", "three say yes")


Label = tuple[tuple[float, float], tuple[float, float] | None]     # of a word; what it points at


class Land(NamedTuple):
    """The map of a rule."""

    image: np.ndarray                                   # colours, (rows, columns, 3)
    zeros: list[tuple[np.ndarray, np.ndarray]]          # where each of three machines is 0
    edges: list[np.ndarray]                             # lines between the answers
    labels: tuple[tuple[str, Label | None], ...]        # a word for each of two areas


class Votes(Explorer):
    """Three classes, machines for two, and the answers of four rules, along a cut too.

    Examples
    --------
    >>> Votes(data="row of three", rule="first yes").status.split(":")[0]
    'Row of three, C = 10, first yes'
    """

    title = "Who wins?"
    question = "Who decides where nobody says yes, or two do?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "samples", tuple(PLANES), "three clouds", "three classes, two features"),
        Choice("rule", "rule", RULES, "first yes",
               "the first three ask one machine per class, the last one machine per pair"),
        LogSlider("C", "penalty C", 0.1, 100.0, 10.0, "of each machine; all are linear", steps=2),
        Slider("u", "across", 0, 1, 0.01, 0.46, "where the cross is, from left to right; or click"),
        Slider("v", "cut", 0, 1, 0.01, 0.5, "how high the cut is; or click"))
    presets = {
        "two at once": Preset(
            {"u": 0.52, "v": 0.03}, "Which of the two is first, and which curve is higher?",
            shows=r"two say yes, the answer is a"),
        "a row": Preset(
            {"data": "row of three", "rule": "largest value", "u": 0.5},
            "The middle curve is flat. Where is it the highest?",
            shows=r"Row of three.*the answer is middle"),
        "pairs": Preset(
            {"rule": "votes of pairs", "v": 0.44},
            "Move the cross along the cut. When does a vote change?",
            shows=r"votes are a \d, b \d, c \d"),
        "ticket classes": Preset(
            {"data": "ticket classes", "rule": "largest value", "C": 1.0, "u": 0.34, "v": 0.4},
            "How much of the map is left to the second class?",
            shows=r"Ticket classes, C = 1, largest value")}

    def build(self, canvas: Canvas) -> None:
        """Create the map, the values along the cut and what is written."""
        canvas.figure.set_layout_engine("none")
        self._shown = ("", "")
        self.plane = canvas.figure.add_axes((0.085, 0.425, 0.53, 0.465), xticks=[])
        self._slice = canvas.figure.add_axes((0.085, 0.125, 0.53, 0.26))
        for ax in (self.plane, self._slice):
            ax.grid(False)
            ax.spines[:].set_visible(False)
            ax.tick_params(length=0)
        self._build_map(canvas)
        self._build_slice(canvas)
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def write(y: float, size: float, weight: str = "normal"):
            return canvas.moving(paper.text(0.64, y, "", fontsize=size, weight=weight,
                                            va="center", linespacing=1.25))
        self._finding = write(0.955, 16, "bold")
        self._finding.set_x(0.015)
        self._big, self._what = write(0.83, 24, "bold"), write(0.765, 14)
        self._more = write(0.705, 14)
        self._below = write(0.59, 14)
        self._own = [write(y, 15, "bold") for y in (0.525, 0.465, 0.405)]
        self._answer = write(0.325, 18, "bold")
        self._legend = write(0.16, 13)

    def _build_map(self, canvas: Canvas) -> None:
        ax = self.plane
        self.picture = canvas.moving(ax.imshow(np.full((2, 2, 3), 255, np.uint8), origin="lower",
                                             aspect="auto", interpolation="nearest", zorder=0))
        self._edges = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=2.6, zorder=2)))
        self._zero = [canvas.moving(ax.plot([], [], color=colour, zorder=3)[0])
                      for colour, _ in FACES]
        self._cut = canvas.moving(ax.axhline(0, color=style.INK, lw=1.6, ls=":", zorder=3))
        self._dots = [canvas.moving(ax.plot([], [], marker, color=colour, markersize=7,
                                            markeredgecolor="white", markeredgewidth=0.7,
                                            zorder=4)[0]) for colour, marker in FACES]
        self._labels = [canvas.moving(ax.text(
            0, 0, "", ha="center", va="center", fontsize=12.5, weight="bold", zorder=6,
            bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"}))
            for _ in range(2)]
        self._pointers = [canvas.moving(ax.plot([], [], color=style.INK, lw=1.5, zorder=5)[0])
                          for _ in range(2)]
        self._cross = canvas.moving(ax.plot([], [], "P", color=style.INK, markersize=13,
                                            markeredgecolor="white", zorder=7)[0])

    def _build_slice(self, canvas: Canvas) -> None:
        ax = self._slice
        ax.axhline(0, color=style.INK, lw=1.2, zorder=1)
        self.thin, self.thick, self._knots = (
            [canvas.moving(ax.plot([], [], form, color=colour, zorder=zorder, **look)[0])
             for colour, _ in FACES]
            for form, zorder, look in (
                ("-", 2, {"lw": 1.6}), ("-", 3, {"lw": 5.5, "solid_capstyle": "butt"}),
                ("o", 5, {"markersize": 9, "markeredgecolor": "white"})))
        self._drop = canvas.moving(ax.axvline(0, color=style.INK, lw=1.6, ls=":", zorder=4))

    def clicked(self, x: float, y: float) -> None:
        """Move the cross under a click on the map."""
        pixel = np.array([x, y]) * self.canvas.figure.bbox.size
        u, v = self.plane.transAxes.inverted().transform(pixel)
        if 0 <= u <= 1 and 0 <= v <= 1:
            self.set(u=float(u), v=float(v))

    def draw(self, state: dict) -> str:
        """Colour the map by the rule, and draw what it compares along the cut."""
        data, rule, C = state["data"], state["rule"], state["C"]
        found, seen = machines(data, C), regions(data, C, rule)
        self._place(found, data, rule)
        ends = np.array([found.low, found.high])
        point = ends[0] + np.array([state["u"], state["v"]]) * (ends[1] - ends[0])
        self._draw_map(land(data, C, rule), rule)
        self._draw_slice(found, rule, point)
        self._cut.set_ydata([point[1]] * 2)
        self._cross.set_data(point[:1], point[1:])
        self._write(found, seen, rule, point)
        return _status(state, found, seen, point)

    def details(self, state: dict) -> str:
        """Return how the map is shared out, and how long each w is."""
        data, rule, C = state["data"], state["rule"], state["C"]
        found, seen = machines(data, C), regions(data, C, rule)
        parts = ", ".join(f"{name} {np.mean(seen.answers == k):.1%}"
                          for k, name in enumerate(found.names))
        long = ", ".join(f"{name} {length:.2f}"
                         for name, length in zip(found.names, found.rest.lengths, strict=True))
        tie = "a tie on" if rule == RULES[3] else "nobody says yes on"
        tied = f"{seen.without} tied" if rule == RULES[3] else (
            f"{seen.without} without a yes, {seen.several} with two or three")
        return (f"Parts of the map: {parts}; {tie} {np.mean(seen.yeses == 0):.1%}. "
                f"Samples: {tied}. Against the rest, ‖w‖ is {long}.")

    def _place(self, found: Machines, data: str, rule: str) -> None:
        """Put other samples into the map, and other units beside the cut."""
        unit = "votes" if rule == RULES[3] else "distance" if rule == RULES[2] else "value f"
        if self._shown == (data, unit):
            return
        self.plane.set(xlim=(found.low[0], found.high[0]), ylim=(found.low[1], found.high[1]),
                      ylabel=PLANES[data][2])
        self._slice.set(xlim=(found.low[0], found.high[0]), xlabel=PLANES[data][1], ylabel=unit)
        if unit == "votes":
            self._slice.set(ylim=(-0.4, 2.4), yticks=[0, 1, 2], yticklabels=["0", "1", "2"])
        else:
            self._slice.set(ylim=(-SCALE, SCALE), yticks=[-2, 0, 2],
                            yticklabels=["−2", "0", "+2"])
        for ax in (self.plane, self._slice):
            ax.yaxis.set_label_coords(-0.085, 0.5)
        self.picture.set_extent((found.low[0], found.high[0], found.low[1], found.high[1]))
        for k, dots in enumerate(self._dots):
            dots.set_data(*found.X[found.codes == k].T)
        self.canvas.invalidate(key=(data, unit))
        self._shown = (data, unit)

    def _draw_map(self, shown: Land, rule: str) -> None:
        first = rule == RULES[0]
        self.picture.set_data(shown.image)
        for line, segment in zip(self._zero, shown.zeros, strict=True):
            line.set_data(*segment)
            line.set(linewidth=3.4 if first else 1.8, linestyle="-" if first else "--")
        self._edges.set_segments(shown.edges)
        for text, pointer, (word, place) in zip(self._labels, self._pointers, shown.labels,
                                                strict=True):
            text.set_visible(place is not None)
            pointer.set_visible(place is not None and place[1] is not None)
            if place is not None:
                text.set_text(word)
                text.set_position(place[0])
                pointer.set_data(*np.transpose([place[0], place[1] or place[0]]))

    def _draw_slice(self, found: Machines, rule: str, point: np.ndarray) -> None:
        across = found.sides[0]
        P = np.column_stack([across, np.full(len(across), point[1])])
        H, answers = found.heights(rule, P), found.answers(rule, P)
        here = found.heights(rule, point[None])[0]
        shift = APART * (np.arange(3) - 1) if rule == RULES[3] else np.zeros(3)
        for k in range(3):
            self.thin[k].set_data(across, H[:, k] + shift[k])
            self.thick[k].set_data(across, np.where(answers == k, H[:, k] + shift[k], np.nan))
            knot = [(point[0], here[k] + shift[k])] if abs(here[k]) <= SCALE else []
            self._knots[k].set_data(*np.reshape(knot, (-1, 2)).T)
        self._drop.set_xdata([point[0]] * 2)

    def _write(self, found: Machines, seen: Regions, rule: str, point: np.ndarray) -> None:
        pairs, n = rule == RULES[3], len(found.codes)
        self._finding.set_text(_finding(found, seen, rule))
        if rule == RULES[0]:
            self._big.set_text(f"{np.mean(seen.yeses == 0):.1%}")
            self._what.set_text("of the map: nobody")
            self._more.set_text(f"{np.mean(seen.yeses > 1):.1%}: two or three")
        else:
            self._big.set_text(f"{seen.right} of {n}")
            self._what.set_text("samples right")
            self._more.set_text("")
        self._below.set_text("votes at the cross:" if pairs else
                             "distances at the cross:" if rule == RULES[2] else
                             "values f at the cross:")
        here = found.heights(rule, point[None])[0]
        for k, (text, name) in enumerate(zip(self._own, found.names, strict=True)):
            number = "none" if np.isnan(here[k]) else f"{here[k]:.0f}" if pairs else \
                f"{here[k] + 0.0:.2f}"
            text.set_text(f"{name}  {number}".replace("-", "−"))
            text.set_color(WORDS[k])
        answer = int(found.answers(rule, point[None])[0])
        self._answer.set_text("no answer" if answer < 0 else f"answer: {found.names[answer]}")
        self._answer.set_color(style.INK if answer < 0 else WORDS[answer])
        lines = "lines above: f = 0" if rule == RULES[0] else \
            "black: border of a pair" if pairs else "dashed: f = 0"
        self._legend.set_text(f"thick: the answer\nalong the dotted cut\n{lines}")


@lru_cache(maxsize=64)
def land(data: str, C: float, rule: str) -> Land:
    """Return the map of a rule."""
    found, seen = machines(data, C), regions(data, C, rule)
    first, pairs = rule == RULES[0], rule == RULES[3]
    image = PALE[seen.answers + 1]
    rows, columns = np.indices(seen.answers.shape)
    step = 5 if pairs else 9        # where votes are equal is small
    up, down = (rows + columns) % step == 0, (rows - columns) % step == 0
    none = seen.yeses == 0 if first or pairs else np.zeros_like(up)
    many = seen.yeses > 1 if first else np.zeros_like(up)
    image[none & (up | down if pairs else up) | many & (up | down)] = STRIPE
    nothing = [(np.array([]), np.array([]))] * 3
    edges = [np.transpose(s) for s in _zeros(found.pairs, found)] if pairs else \
        [] if first else _edges(found, rule)
    return Land(image, nothing if pairs else _zeros(found.rest, found), edges,
                tuple((word, _label(word, area, found.pairs if pairs else found.rest, found))
                      for word, area in (("tie" if pairs else "nobody", none), ("two", many))))


def _zeros(lines: Lines, found: Machines) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return where each machine is 0, as a segment across the map; nothing where w = 0."""
    segments = []
    for w, b in zip(lines.W, lines.b, strict=True):
        if not w.any():
            segments.append((np.array([]), np.array([])))
            continue
        middle = (found.low + found.high) / 2
        foot = middle - (w @ middle + b) / (w @ w) * w
        reach = np.linalg.norm(found.high - found.low) + np.linalg.norm(foot - middle)
        along = np.array([-w[1], w[0]]) / np.linalg.norm(w) * reach
        segments.append(tuple(np.array([foot - along, foot + along]).T))
    return segments


def _edges(found: Machines, rule: str) -> list[np.ndarray]:
    """Return the lines between the answers, where the two largest heights are equal."""
    H = found.heights(rule, found.grid)
    if np.isnan(H).any():
        return []
    lines = []
    for k in range(3):
        lead = H[:, k] - np.delete(H, k, axis=1).max(axis=1)
        lines += contour_generator(*found.sides, lead.reshape(CELLS[::-1])).lines(0.0)
    return lines


def _label(word: str, area: np.ndarray, lines: Lines, found: Machines) -> Label | None:
    """Return where to write the name of an area: in it or, if it is too small, beside it."""
    if area.sum() < SMALL:
        return None
    need, yes = max(WIDTH * len(word), HIGH), (lines.at(found.grid) > 0).T.reshape(3, *area.shape)
    places = (found.X - found.low) / (found.high - found.low) * (np.array(CELLS) - 1)
    taken = np.zeros(area.shape, bool)
    taken[tuple(places.round().astype(int).T[::-1])] = True
    clear = ~binary_dilation(taken, iterations=FREE)
    clear[:, 1:] &= (yes[..., 1:] == yes[..., :-1]).all(axis=0)
    clear[1:] &= (yes[:, 1:] == yes[:, :-1]).all(axis=0)

    def room(cells: np.ndarray) -> np.ndarray:
        return distance_transform_edt(np.pad(cells, 1), sampling=(2.6, 1))[1:-1, 1:-1]
    inside = room(clear & area)
    heart = np.array(np.unravel_index(inside.argmax(), area.shape))
    if inside.max() >= need:
        return _point(heart, found), None
    spots = np.argwhere(room(clear) >= need)
    if not len(spots):
        return None
    away = np.linalg.norm((spots - heart) * (0.75, 1), axis=1)     # a cell is less high than wide
    return _point(spots[away.argmin()], found), _point(heart, found)


def _point(cell: np.ndarray, found: Machines) -> tuple[float, float]:
    """Return the point of a cell (row, column)."""
    return float(found.sides[0][cell[1]]), float(found.sides[1][cell[0]])


def _finding(found: Machines, seen: Regions, rule: str) -> str:
    lengths = found.rest.lengths
    if rule == RULES[3]:
        return "Each pair of classes votes; in the crossed part all are equal" \
            if np.sum(seen.yeses == 0) >= SMALL else "Each pair of classes votes; two votes win"
    if not lengths.all():
        name = found.names[lengths.argmin()]
        never = not np.any(seen.answers == lengths.argmin())
        return {RULES[0]: f"The machine of “{name}” says no to everybody",
                RULES[1]: f"“{name}” has w = 0, and wins nowhere on this map" if never else
                f"“{name}” has w = 0, and wins where the others fall below −1",
                RULES[2]: f"“{name}” has w = 0, and so no distance"}[rule]
    if rule == RULES[0]:
        return "Nobody claims the striped part, two claim the crossed one"
    return f"Every place has an answer: the largest {'value' if rule == RULES[1] else 'distance'}"


def _status(state: dict, found: Machines, seen: Regions, point: np.ndarray) -> str:
    rule, names = state["rule"], found.names
    said = (f"{state['data'].capitalize()}, C = {state['C']:.3g}, {rule}: {seen.right} of "
            f"{len(found.codes)} samples right; at ({point[0]:.2f}, {point[1]:.2f})")
    here = found.heights(rule, point[None])[0]
    answer = int(found.answers(rule, point[None])[0])
    if rule == RULES[3]:
        tally = ", ".join(f"{n} {v:.0f}" for n, v in zip(names, here, strict=True))
        won = "so the sums decide for" if np.ptp(here) == 0 else "so the answer is"
        return f"{said} the votes are {tally}, {won} {names[answer]}.".replace("-", "−")
    F = found.rest.at(point[None])[0]
    far = rule == RULES[2] and not np.isnan(here).any()
    values = ", ".join(f"f_{n} = {v + 0.0:.2f}" if len(n) == 1 and not far else f"{n} {v + 0.0:.2f}"
                       for n, v in zip(names, here if far else F, strict=True))
    verdict = f"the answer is {names[answer]}" if answer >= 0 else "there is no answer"
    if np.isnan(here).any():
        verdict = f"{names[np.isnan(here).argmax()]} has w = 0, so there is no answer"
    word = "the distances are" if far else "the values are"
    return f"{said} {word} {values}; {COUNTS[int(np.sum(F > 0))]}, {verdict}.".replace("-", "−")
