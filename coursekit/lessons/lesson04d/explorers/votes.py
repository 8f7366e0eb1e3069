"""Lesson 04d: above, a map of three classes; below, what a rule compares along a cut through it.

Legend: ``H`` (m, 3) what the rule compares along the cut: values, distances or votes.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from matplotlib.ticker import MaxNLocator
from scipy.ndimage import binary_dilation, distance_transform_edt

from coursekit.explorer import (
    Canvas, Choice, Explorer, LogSlider, Preset, Slider, Stage, Toggle,
)
from coursekit.lessons.lesson04d.machines import (
    CELLS, RULES, SIGNS, Lines, Machines, Regions, machines, regions,
)
from coursekit.lessons.lesson04d.samples import PLANES
from coursekit.plots import style

FACES = ((style.BLUE, "o"), (style.ORANGE, "X"), (style.GREEN, "D"))
WORDS = tuple(style.WORDS[role] for role in ("survived", "died", "male"))   # dark shades of these
PALE = np.array([[int(c[k:k + 2], 16) for k in (1, 3, 5)] for c in (
    "#FFFFFF", style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN)], np.uint8)
STRIPE = np.array([0x9A, 0x9A, 0x9A], np.uint8)
EMPTY = np.array([0xD0, 0xD0, 0xD0], np.uint8)      # where nobody says yes
SCALE = -4.2, 3.2       # of values and distances
ROW = 0.4               # height of one vote in the row of its class
RARE = 0.1              # share of the map: less is almost nowhere
BOX = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
WIDTH = 3.1             # cells to each side of the middle of a word, per letter
HIGH = 18               # no less room than this, or a short word covers what is above it
CROSS = 7               # cells to each side of the cross
LINE = 7                # rows to each side of the middle of a word, and of the cross
FREE = 3                # cells about a sample where no word may be
SMALL = 40              # cells below which an area gets no word
COUNTS = ("nobody says yes", "one says yes", "two say yes", "three say yes")


Spot = tuple[float, float]
Label = tuple[str, tuple[Spot, Spot | None], str]       # a word, where, what it points at; colour


class Land(NamedTuple):
    """The map of a rule."""

    image: np.ndarray                                   # colours, (rows, columns, 3)
    zeros: list[tuple[np.ndarray, np.ndarray]]          # where each of three machines is 0
    edges: list[np.ndarray]                             # lines between the answers
    areas: tuple[tuple[str, np.ndarray], ...]           # a word for each of two areas
    free: np.ndarray                                    # room for a word, off samples and lines
    off: np.ndarray                                     # the same, off samples only


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
        Choice("rule", "rule", (SIGNS, *RULES), SIGNS,
               "one machine per class, or at last one per pair; their signs are no rule yet"),
        LogSlider("C", "penalty C", 0.1, 100.0, 10.0, "of each machine; all are linear", steps=2),
        Slider("u", "across", 0, 1, 0.01, 0.51, "where the cross is, from left to right; or click"),
        Slider("v", "cut", 0, 1, 0.01, 0.49, "how high the cut is; or click"),
        Toggle("near", "zoom in", False, "show the middle of the map, four times as large"))
    presets = {
        "two at once": Preset(
            {"rule": "first yes", "u": 0.52, "v": 0.03},
            "Which of the two is first, and which curve is higher?",
            shows=r"two say yes, the answer is a"),
        "a row": Preset(
            {"data": "row of three", "rule": "largest value", "u": 0.5, "v": 0.25},
            "The middle curve is flat. Where is it the highest?",
            shows=r"Row of three.*the answer is middle"),
        "one vote each": Preset(
            {"rule": "votes of pairs", "u": 0.43, "v": 0.44, "near": True},
            "Move the cross along the cut. When does a vote change?",
            shows=r"votes are a 1, b 1, c 1"),
        "ticket classes": Preset(
            {"data": "ticket classes", "rule": "largest value", "C": 1.0, "u": 0.35, "v": 0.4},
            "How much of the map is left to the second class?",
            shows=r"Ticket classes, C = 1, largest value.*the answer is 2nd")}

    def build(self, canvas: Canvas) -> None:
        """Make room for the map, and for what is compared along the cut."""
        self._stage = stage = Stage(
            canvas, plane=((0.085, 0.425, 0.53, 0.465), {"xticks": []}),
            cut=((0.085, 0.125, 0.53, 0.26), {}))
        for ax in (stage.plane, stage.cut):
            ax.spines[:].set_visible(False)
            ax.tick_params(length=0)
            ax.yaxis.set_label_coords(-0.112, 0.5)
        stage.plane.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))

    def clicked(self, x: float, y: float) -> None:
        """Move the cross under a click on the map."""
        plane, pixel = self._stage.plane, np.array([x, y]) * self.canvas.figure.bbox.size
        if ((plane.transAxes.inverted().transform(pixel) - 0.5)**2 <= 0.25).all():
            state = self.state()
            low, high = machines(state["data"], state["C"]).whole
            u, v = (plane.transData.inverted().transform(pixel) - low) / (high - low)
            self.set(u=float(u), v=float(v))

    def draw(self, state: dict) -> str:
        """Colour the map by the rule, and draw what it compares along the cut."""
        where = state["data"], state["C"], state["rule"], state["near"]
        found, seen = machines(where[0], where[1], where[3]), regions(*where)
        point = found.place(state["u"], state["v"])
        self._draw_map(found, seen, land(*where), state, point)
        self._draw_cut(found, state, point)
        self._write(found, seen, state, point)
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

    def _draw_map(self, found: Machines, seen: Regions, shown: Land, state: dict,
                  point: np.ndarray) -> None:
        stage, ax, data = self._stage, self._stage.plane, state["data"]
        (left, low), (right, high), bold = found.low, found.high, state["rule"] in (SIGNS, RULES[0])
        ax.set(xlim=(left, right), ylim=(low, high), ylabel=PLANES[data][2])
        ax.imshow(shown.image, origin="lower", aspect="auto", interpolation="nearest", zorder=0,
                  extent=(left, right, low, high))
        stage.lines(ax, shown.edges, width=2.6, z=2)
        for k, ((colour, marker), segment) in enumerate(zip(FACES, shown.zeros, strict=True)):
            ax.plot(*segment, color=colour, lw=3.4 if bold else 1.8, ls="-" if bold else "--")
            hollow = data == "ticket classes" and k == 1        # between the two others
            small = data == "ticket classes" and k != 1
            own = found.X[found.codes == k]
            own = own[(found.low <= own).all(axis=1) & (own <= found.high).all(axis=1)]
            ax.plot(*own.T, marker, color=colour, zorder=4,
                    markersize=4.5 if small else 7,
                    markerfacecolor="none" if hollow else colour,
                    markeredgecolor=colour if hollow else "white",
                    markeredgewidth=1.2 if hollow else 0.7)
        ax.axhline(point[1], color=style.INK, lw=1.6, ls=":", zorder=3)
        for word, place, colour in labels(found, seen, shown, point):
            stage.word(*place[0], word, 15 if colour else 12.5, ax, ha="center", zorder=6,
                       color=colour or style.INK, bbox=BOX)
            stage.lines(ax, [place] if place[1] else [], width=1.5, z=5)
        ax.plot(*point, "P", color=style.INK, markersize=13, markeredgecolor="white", zorder=7)

    def _draw_cut(self, found: Machines, state: dict, point: np.ndarray) -> None:
        """Draw what is compared as curves, or the votes as a row of each class."""
        ax, rule, across = self._stage.cut, state["rule"], found.sides[0]
        P = np.column_stack([across, np.full(len(across), point[1])])
        answers, here = found.answers(rule, P), found.heights(rule, point[None])[0]
        H, pairs = found.heights(rule, P), rule == RULES[3]
        ax.set(xlim=(found.low[0], found.high[0]), xlabel=PLANES[state["data"]][1],
               ylabel="votes" if pairs else "distance" if rule == RULES[2] else "value f")
        if pairs:
            rows = np.array([2, 1, 0])
            H, here = ROW * H + rows, ROW * here + rows
            ax.set(ylim=(-0.12, 2.95))
            ax.set_yticks(rows, found.names, fontsize=10)
            ax.set_ylabel("votes" if max(map(len, found.names)) < 6 else "")
            ax.hlines(rows, *ax.get_xlim(), color=style.GREY, lw=1)
        else:
            ax.set(ylim=SCALE)
            ax.set_yticks([-4, -2, 0, 2], ["−4", "−2", "0", "+2"], fontsize=12)
            ax.axhline(0, color=style.INK, lw=1.2, zorder=1)
        for k, (colour, _) in enumerate(FACES):
            ax.plot(across, H[:, k], color=colour, lw=1.6, zorder=2, label=f"all of {k}")
            ax.plot(across, np.where(answers == k, H[:, k], np.nan), color=colour, lw=5.5,
                    solid_capstyle="butt", zorder=3, label=f"wins of {k}")
            if SCALE[0] <= here[k] <= SCALE[1]:
                ax.plot(point[0], here[k], "o", color=colour, ms=9, mec="white", zorder=5)
        ax.axvline(point[0], color=style.INK, lw=1.6, ls=":", zorder=4)

    def _write(self, found: Machines, seen: Regions, state: dict, point: np.ndarray) -> None:
        stage, rule, n = self._stage, state["rule"], len(found.codes)
        pairs, here = rule == RULES[3], found.heights(rule, point[None])[0]
        signs, F = rule in (SIGNS, RULES[0]), found.rest.at(point[None])[0]
        answer = int(found.answers(rule, point[None])[0])
        part = f"{np.mean(seen.yeses == 0):.1%}", "of the map: nobody", \
            f"{np.mean(seen.yeses > 1):.1%}: two or three"
        big, what, more = part if signs else (f"{seen.right} of {n}", "samples right", "")
        below = "votes" if pairs else "distances" if rule == RULES[2] else "values f"
        lines = "lines above: f = 0" if signs else \
            "black: border of a pair" if pairs else "dashed: f = 0"
        own = ["none" if np.isnan(h) else f"{h:.0f}" if pairs else f"{round(h, 2) + 0.0:.2f}"
               for h in here]
        stage.word(0.015, 0.955, _finding(found, seen, rule, here, F, answer), 16)
        stage.word(0.64, 0.83, big, 24)
        for y, words in ((0.765, what), (0.705, more), (0.59, f"{below} at the cross:")):
            stage.word(0.64, y, words, 14, fontweight="normal")
        for k, y in enumerate((0.525, 0.465, 0.405)):
            stage.word(0.64, y, f"{found.names[k]}  {own[k]}".replace("-", "−"), 15,
                       color=WORDS[k])
        if rule == SIGNS:
            stage.word(0.64, 0.325, COUNTS[int(np.sum(F > 0))], 18)
            stage.word(0.64, 0.16, lines, 13, fontweight="normal")
            return
        stage.word(0.64, 0.325, "no answer" if answer < 0 else f"answer: {found.names[answer]}",
                   18, color=style.INK if answer < 0 else WORDS[answer])
        stage.word(0.64, 0.16, f"thick: the answer\nalong the dotted cut\n{lines}", 13,
                   fontweight="normal", linespacing=1.25)


@lru_cache(maxsize=64)
def land(data: str, C: float, rule: str, near: bool = False) -> Land:
    """Return the map of a rule."""
    found, seen = machines(data, C, near), regions(data, C, rule, near)
    first, pairs = rule in (SIGNS, RULES[0]), rule == RULES[3]
    image = PALE[seen.answers + 1]
    rows, columns = np.indices(seen.answers.shape)
    step = 5 if pairs else 9        # where votes are equal is small
    up, down = (rows + columns) % step == 0, (rows - columns) % step == 0
    none = seen.yeses == 0 if first or pairs else np.zeros_like(up)
    many = seen.yeses > 1 if first else np.zeros_like(up)
    if not pairs:
        image[none] = EMPTY
    image[(none & pairs | many) & (up | down)] = STRIPE
    nothing = [(np.array([]), np.array([]))] * 3
    edges = [np.transpose(s) for s in _zeros(found.pairs, found)] if pairs else \
        [] if first else _edges(found, rule)
    return Land(image, nothing if pairs else _zeros(found.rest, found), edges,
                (("tie" if pairs else "nobody", none), ("two", many)),
                *_clear(found.pairs if pairs else found.rest, seen.answers, found))


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


def labels(found: Machines, seen: Regions, shown: Land, point: np.ndarray) -> list[Label]:
    """Return where the words of the areas and the names of the classes stand, clear of the cross.

    The word of an area stands in it or, if it is too small, beside it and points at it. A name
    stands near the middle of its samples, in its own part of the map if there is room.
    """
    taken, written = [(*_cell(point, found), CROSS)], []
    for word, area in shown.areas:
        if area.sum() < SMALL:
            continue
        inside = _room(area)
        heart = np.array(np.unravel_index(inside.argmax(), area.shape))
        spot = _spot(word, np.minimum(inside, shown.free), heart, taken)
        beside = _spot(word, shown.free, heart, taken) if spot is None else None
        if spot is not None:
            written.append((word, (_point(spot, found), None), ""))
        elif beside is not None:
            written.append((word, (_point(beside, found), _point(heart, found)), ""))
    for k, name in enumerate(found.names):
        middle = np.median(found.X[found.codes == k], axis=0)
        if (found.low < middle).all() and (middle < found.high).all():
            own, cell = np.where(seen.answers == k, shown.free, 0), _cell(middle, found)
            spot = _spot(str(name), own, cell, taken)
            if spot is None:
                spot = _spot(str(name), shown.off, cell, taken, stiff=3)
            if spot is not None:
                written.append((str(name), (_point(spot, found), None), WORDS[k]))
    return written


def _spot(word: str, room: np.ndarray, heart: np.ndarray, taken: list, stiff: float = 1.0
          ) -> np.ndarray | None:
    """Return the nearest cell with room for a word, and take it; ``stiff`` is across."""
    half, (rows, columns) = WIDTH * len(word), np.indices(room.shape)
    near = [(abs(columns - c) < half + wide) & (abs(rows - r) < 2 * LINE) for r, c, wide in taken]
    spots = np.argwhere((room >= max(half, HIGH)) & ~np.any(near, axis=0))
    if not len(spots):
        return None
    away = (spots - heart) * (0.75, stiff)          # a cell is less high than wide
    spot = spots[np.linalg.norm(away, axis=1).argmin()]
    taken.append((*spot, half))
    return spot


def _clear(lines: Lines, answers: np.ndarray, found: Machines) -> tuple[np.ndarray, np.ndarray]:
    """Return the room of each cell for a word: off samples and lines, and off samples only."""
    yes = (lines.at(found.grid) > 0).T.reshape(3, *answers.shape)
    places = (found.X - found.low) / (found.high - found.low) * (np.array(CELLS) - 1)
    taken = np.zeros(answers.shape, bool)
    cells = places.round().astype(int)
    cells = cells[(cells >= 0).all(axis=1) & (cells < CELLS).all(axis=1)]
    taken[tuple(cells.T[::-1])] = True
    off, parts = ~binary_dilation(taken, iterations=FREE), np.vstack([yes, answers[None]])
    clear = off.copy()
    clear[:, 1:] &= (parts[..., 1:] == parts[..., :-1]).all(axis=0)
    clear[1:] &= (parts[:, 1:] == parts[:, :-1]).all(axis=0)
    return _room(clear), _room(off)


def _room(cells: np.ndarray) -> np.ndarray:
    """Return how far each cell is from the end of its area, in columns; a word is less high."""
    return distance_transform_edt(np.pad(cells, 1), sampling=(2.6, 1))[1:-1, 1:-1]


def _cell(point: np.ndarray, found: Machines) -> np.ndarray:
    """Return the cell (row, column) of a point."""
    share = (point - found.low) / (found.high - found.low)
    return (share * (np.array(CELLS) - 1)).round().astype(int)[::-1]


def _point(cell: np.ndarray, found: Machines) -> tuple[float, float]:
    """Return the point of a cell (row, column)."""
    return float(found.sides[0][cell[1]]), float(found.sides[1][cell[0]])


def _finding(found: Machines, seen: Regions, rule: str, here: np.ndarray, F: np.ndarray,
             answer: int) -> str:
    if rule == RULES[3]:
        return f"Tie: the sums decide for {found.names[answer]}" if np.ptp(here) == 0 else \
            "Each pair of classes votes; two votes win"
    lengths, none = found.rest.lengths, not (F > 0).any()
    flat, name = int(lengths.argmin()), found.names[lengths.argmin()]
    if not lengths.all() and rule != RULES[1]:
        return f"“{name}” has w = 0, and so no distance" if rule == RULES[2] else \
            f"The machine of “{name}” says no to everybody"
    if not lengths.all() and (won := np.mean(seen.answers == flat)) < RARE:
        return f"“{name}” has w = 0, and wins {'almost nowhere' if won else 'nowhere on this map'}"
    if rule in (SIGNS, RULES[0]):
        return "Nobody claims the grey part, two claim the hatched one"
    if rule == RULES[1]:
        return "All three say no; the least no wins" if none else \
            "Every place has an answer: the largest value"
    return "Every place has an answer: the largest distance"


def _status(state: dict, found: Machines, seen: Regions, point: np.ndarray) -> str:
    rule, names = state["rule"], found.names
    right = "" if rule == SIGNS else f" {seen.right} of {len(found.codes)} samples right;"
    zoomed = "" if not state["near"] else ", the middle of the map" if (
        (found.low <= point) & (point <= found.high)).all() else \
        ", the middle of the map, with the cross outside"
    said = (f"{state['data'].capitalize()}, C = {state['C']:.3g}, {rule}{zoomed}:{right} at "
            f"({point[0]:.2f}, {point[1]:.2f})")
    here = found.heights(rule, point[None])[0]
    answer = int(found.answers(rule, point[None])[0])
    if rule == RULES[3]:
        tally = ", ".join(f"{n} {v:.0f}" for n, v in zip(names, here, strict=True))
        won = "so the sums decide for" if np.ptp(here) == 0 else "so the answer is"
        return f"{said} the votes are {tally}, {won} {names[answer]}.".replace("-", "−")
    F = found.rest.at(point[None])[0]
    far = rule == RULES[2] and not np.isnan(here).any()
    values = ", ".join(f"f_{n} = {v:.2f}" if len(n) == 1 and not far else f"{n} {v:.2f}"
                       for n, v in zip(names, np.round(here if far else F, 2) + 0.0, strict=True))
    verdict = f"the answer is {names[answer]}" if answer >= 0 else "there is no answer"
    if np.isnan(here).any():
        verdict = f"{names[np.isnan(here).argmax()]} has w = 0, so there is no answer"
    word = "the distances are" if far else "the values are"
    verdict = "" if rule == SIGNS else f", {verdict}"
    return f"{said} {word} {values}; {COUNTS[int(np.sum(F > 0))]}{verdict}.".replace("-", "−")
