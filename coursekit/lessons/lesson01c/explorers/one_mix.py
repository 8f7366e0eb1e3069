"""Lesson 01c: a rate as the blue area of tiles, whose widths flow from the own mix to one mix.

Legend: a tile is a stratum, its width the share ``w`` in the group's mix, its blue height the rate
``r``; ``way`` from the own mixes (0) to the one mix (1). Places are in inches.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson01c.mixes import (
    EVERYBODY, MANTEL_HAENSZEL, Comparison, comparisons,
)
from coursekit.plots import style
from coursekit.wording import percent, signed

LEFTS, WIDTH = (0.66, 4.06), 3.18       # of both panels
BOTTOM, HEIGHT = 1.36, 2.78             # of the tiles
RIGHT = LEFTS[1] + WIDTH
WHITE, ONE_PERSON = "white", "#D9D9D9"
FEW = 10                                # tiles of fewer people carry their number
LARGE_SHARE = 0.15                      # of a mix, for a single person
WORDS = 60                              # more than any state writes
LETTER = 0.115                          # inches of a bold letter of 13 points, rounded up
STRIPS = {"women": "female", "men": "male"}
NAMES = {"1": "1st", "2": "2nd", "3": "3rd"}


class OneMix(Explorer):
    """Two groups in tiles, one per stratum, with their own mixes, one mix, or on the way.

    Examples
    --------
    >>> print(OneMix(way=100).status.split(";")[0])
    Ports at one mix: Cherbourg 46.3%, Southampton 35.5%
    """

    title = "Two groups at one mix"
    question = "How much of the difference is left if both groups have the same mix?"
    size = (8.8, 5.1)
    controls = (
        Choice("compare", "compare", tuple(comparisons()), "ports", "which two groups"),
        Slider("way", "to one mix, %", 0, 100, 1, 0,
               "0: each group with its own mix; 100: both with the same mix"),
        Choice("goal", "one mix", (EVERYBODY, MANTEL_HAENSZEL), EVERYBODY,
               "whose mix both groups get: that of everybody, or weights that are small where "
               "one of the groups is small"),
    )
    presets = {
        "one mix": Preset({"way": 100}, "No tile has changed its height. What moved the lines?",
                          shows=r"\+10\.8 points"),
        "Simpson": Preset(
            {"compare": "girls, 2nd + 3rd"},
            "Both of the girls' tiles are higher than the women's. Whose line is higher?",
            shows=r"−4\.9 points"),
        "one child": Preset(
            {"compare": "girls", "way": 100},
            "How much of the girls' mix does the grey tile take, and how many are in it?",
            shows=r"−28\.3 points.*1 person"),
        "small weight": Preset(
            {"compare": "girls", "way": 100, "goal": MANTEL_HAENSZEL},
            "What is left of the grey tile, and of the difference?", shows=r"\+0\.3 points"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create a sheet in inches with tiles, strips, lines, and words."""
        canvas.figure.set_layout_engine("none")
        sheet = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, self.size[0]),
                                       ylim=(0, self.size[1]))
        sheet.set_axis_off()
        for share in (0, 0.5, 1):
            sheet.text(LEFTS[0] - 0.08, _y(share), percent(share, 0), fontsize=12, ha="right",
                       va="center")
        sheet.text(0.14, 0.4, "width: share in the mix; blue: survived, in %; "
                   "black line: rate = the whole blue area", fontsize=12, va="center")
        self._tiles = {kind: canvas.moving(sheet.add_collection(PolyCollection(
            [], facecolors=colour, edgecolors=WHITE, linewidths=1.6, zorder=z)))
            for kind, colour, z in (("died", style.PALE_ORANGE, 1), ("one", ONE_PERSON, 2),
                                    ("survived", style.COLOURS["survived"], 3))}
        self._strips = {word: canvas.moving(sheet.add_collection(LineCollection(
            [], colors=style.COLOURS[role], linewidths=6, zorder=3)))
            for word, role in STRIPS.items()}
        self._lines = [canvas.moving(sheet.plot(
            [], [], color=style.INK, lw=4, zorder=5, solid_capstyle="butt",
            path_effects=[withStroke(linewidth=6.5, foreground=WHITE)])[0]) for _ in LEFTS]
        (self._ghost,) = sheet.plot([], [], color=style.INK, lw=2, ls=(0, (3, 2)), zorder=4)
        (self._arrow,) = sheet.plot([], [], color=style.INK, lw=2, marker="_", markersize=11,
                                    markeredgewidth=2, zorder=4)
        canvas.moving(self._ghost)
        canvas.moving(self._arrow)
        self._words = [canvas.moving(sheet.text(0, 0, "", zorder=6)) for _ in range(WORDS)]

    def draw(self, state: dict) -> str:
        """Draw both groups on their way, and the difference of their lines."""
        found, way = comparisons()[state["compare"]], state["way"] / 100
        widths, means = found.widths(state["goal"], way), found.means(state["goal"], way)
        edges = [left + WIDTH * np.concatenate([[0], np.cumsum(w)])
                 for left, w in zip(LEFTS, widths, strict=True)]
        self._draw_tiles(found, edges)
        self._draw_lines(means)
        spare = iter(self._words)
        self._write_heads(spare, found, state, widths, means)
        self._write_difference(spare, found, state, means)
        for group in (0, 1):
            self._write_tiles(spare, found, group, edges[group], _y(means[group]))
            self._write_names(spare, found, edges[group])
        for text in spare:
            text.set_visible(False)
        return _status(found, state, means)

    def details(self, state: dict) -> str:
        """Return share, survivors and passengers of every tile."""
        found = comparisons()[state["compare"]]
        widths = found.widths(state["goal"], state["way"] / 100)
        return " ".join(
            f"Tiles of {name}: " + "; ".join(
                f"{_named(stratum)}, width {100 * w:.1f}%, {k} of {n} survived"
                for stratum, w, k, n in zip(found.strata, widths[g], found.k[g], found.n[g],
                                            strict=True)) + "."
            for g, name in enumerate(found.groups))

    def _draw_tiles(self, found: Comparison, edges: list[np.ndarray]) -> None:
        boxes: dict[str, list] = {kind: [] for kind in self._tiles}
        strips: dict[str, list] = {word: [] for word in self._strips}
        for group, ends in enumerate(edges):
            for s, (a, b) in enumerate(zip(ends, ends[1:], strict=False)):
                boxes["one" if found.n[group, s] == 1 else "died"].append(_box(a, b, 1))
                if found.k[group, s]:
                    boxes["survived"].append(_box(a, b, found.rates[group, s]))
                if found.strata[s][0]:
                    strips[found.strata[s][0]].append([(a, BOTTOM - 0.34), (b, BOTTOM - 0.34)])
        for kind, drawn in self._tiles.items():
            drawn.set_verts(boxes[kind])
        for word, drawn in self._strips.items():
            drawn.set_segments(strips[word])

    def _draw_lines(self, means: np.ndarray) -> None:
        for line, mean, left in zip(self._lines, means, LEFTS, strict=True):
            line.set_data([left, left + WIDTH], [_y(mean)] * 2)
        self._ghost.set_data([LEFTS[1], RIGHT + 0.2], [_y(means[0])] * 2)
        self._arrow.set_data([RIGHT + 0.14] * 2, [_y(mean) for mean in means])

    def _write_heads(self, spare: Iterator[Text], found: Comparison, state: dict,
                     widths: np.ndarray, means: np.ndarray) -> None:
        apart = f"{abs(100 * (means[0] - means[1])):.1f} points apart"
        head = {0: "Each with its own mix", 100: "Both with one mix"}.get(
            state["way"], f"{state['way']}% of the way to one mix")
        single = widths[0, found.n[0] == 1].sum()
        if single > LARGE_SHARE:
            head = f"1 {_who(found)} is {100 * single:.0f}% of the mix"
        if reversed_order(found.rates, means):
            head = f"Each tile {'higher' if means[0] < means[1] else 'lower'}, the line " \
                f"{'lower' if means[0] < means[1] else 'higher'}"
        _put(spare, 0.14, 4.87, f"{head}: {apart}", 17, weight="bold")
        for left, name, mean in zip(LEFTS, found.groups, means, strict=True):
            _put(spare, left, BOTTOM + HEIGHT + 0.4, f"{name}: {100 * mean:.1f}%", 14,
                 weight="bold")
        goal = (f"all {found.everybody.sum()} {found.people}" if state["goal"] == EVERYBODY else
                "Mantel–Haenszel weights")
        _put(spare, 0.14, 0.15, f"the one mix: {goal}; dashed: the line of {found.groups[0]}", 12)

    def _write_difference(self, spare: Iterator[Text], found: Comparison, state: dict,
                          means: np.ndarray) -> None:
        """Write the difference beside its arrow; the interval at both ends of the way."""
        x, middle = RIGHT + 0.3, float(np.clip(_y(means.mean()), BOTTOM + 0.9, BOTTOM + 2.2))
        _put(spare, x, middle + 0.12, _signed(100 * (means[0] - means[1])), 23, weight="bold")
        _put(spare, x, middle - 0.18, "points", 14)
        if state["way"] in (0, 100):
            _, low, high = found.raw() if state["way"] == 0 else found.at_one_mix(state["goal"])
            _put(spare, x, middle - 0.47, "95% interval", 12)
            _put(spare, x, middle - 0.7, f"{_whole(low)} to {_whole(high)}", 12)
        if state["way"] > 0:
            _put(spare, x, middle + 0.48, f"own: {_signed(100 * found.raw()[0])}", 13,
                 color=style.GREY)

    def _write_tiles(self, spare: Iterator[Text], found: Comparison, group: int,
                     edges: np.ndarray, line: float) -> None:
        """Write the rate at the foot of each tile, above it the number where it is small."""
        for s, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
            middle, n, rate = (a + b) / 2, found.n[group, s], found.rates[group, s]
            if group == 0 and n == 1:
                _put_one(spare, a, b, _who(found), bool(found.k[group, s]))
                continue
            told = f"{100 * rate:.0f}{'%' * (len(found.strata) < 4)}"
            if b - a < len(told) * LETTER + 0.03:
                continue
            inside = rate * HEIGHT > 0.3
            above = _y(rate) + 0.11 if _y(rate) + 0.26 < line else line + 0.16
            _put(spare, middle, BOTTOM + 0.15 if inside else above, told, 13,
                 weight="bold", ha="center", color=WHITE if inside else style.INK)
            if n < FEW and b - a >= 6 * LETTER and rate * HEIGHT > 0.6:
                _put(spare, middle, BOTTOM + 0.42, f"only {n}", 12, ha="center", color=WHITE)

    def _write_names(self, spare: Iterator[Text], found: Comparison, edges: np.ndarray) -> None:
        """Write the classes under the tiles, and under them the sexes."""
        for (_, number), a, b in zip(found.strata, edges, edges[1:], strict=False):
            if number and b - a >= 0.12:
                whole = {"1": "1st class"}.get(number, NAMES[number])
                told = whole if b - a >= 0.85 else NAMES[number] if b - a >= 0.36 else number
                _put(spare, (a + b) / 2, BOTTOM - 0.16, told, 12 if b - a < 0.2 else 13,
                     ha="center")
        at = 0
        for word, inside in groupby(sex for sex, _ in found.strata):
            many = len(list(inside))
            if word:
                _put(spare, (edges[at] + edges[at + many]) / 2, BOTTOM - 0.55,
                     {"women": "women, girls", "men": "men, boys"}[word], 13, ha="center",
                     color=style.WORDS[STRIPS[word]], weight="bold")
            at += many


def reversed_order(rates: np.ndarray, means: np.ndarray) -> bool:
    """Return whether one group has the higher rate in each stratum, and the lower mean.

    Examples
    --------
    >>> reversed_order(np.array([[1.0, 0.48], [0.91, 0.46]]), np.array([0.61, 0.66]))
    True
    """
    above, below = (rates[0] > rates[1]).all(), (rates[0] < rates[1]).all()
    return bool(above and means[0] < means[1] or below and means[0] > means[1])


def _y(share: float) -> float:
    return BOTTOM + HEIGHT * share


def _box(left: float, right: float, share: float) -> list[tuple[float, float]]:
    return [(left, BOTTOM), (right, BOTTOM), (right, _y(share)), (left, _y(share))]


def _put(spare: Iterator[Text], x: float, y: float, words: str, size: int, *, ha: str = "left",
         weight: str = "normal", color: str = style.INK, rotation: int = 0) -> None:
    next(spare).set(position=(x, y), text=words, fontsize=size, ha=ha, va="center", weight=weight,
                    color=color, rotation=rotation, visible=True)


def _put_one(spare: Iterator[Text], left: float, right: float, who: str, alive: bool) -> None:
    """Write loudly that a tile is one person: inside, upright inside, or beside a sliver."""
    middle, width = (left + right) / 2, right - left
    look = {"weight": "bold", "color": style.WORDS["survived" if alive else "died"]}
    if width >= 0.75:
        _put(spare, middle, BOTTOM + 0.92, "1", 34, ha="center", **look)
        _put(spare, middle, BOTTOM + 0.48, who, 18, ha="center", **look)
        _put(spare, middle, BOTTOM + 0.18, "lived" if alive else "died", 14, ha="center", **look)
    elif width >= 0.3:
        _put(spare, middle, BOTTOM + 0.62, f"1 {who}", 18, ha="center", rotation=90, **look)
    else:
        _put(spare, middle - 0.09, BOTTOM + HEIGHT + 0.13, f"▼ 1 {who}", 15, **look)


def _signed(number: float) -> str:
    return signed(number, "+.1f")


def _whole(share: float) -> str:
    return signed(100 * share, ".1f")


def _who(found: Comparison) -> str:
    """Return what one member of the first group is called."""
    return "child" if "12" in found.groups[0] else "person"


def _named(stratum: tuple[str, str]) -> str:
    sex, number = stratum
    return f"{sex} {NAMES[number]} class".strip() if number else sex


def _status(found: Comparison, state: dict, means: np.ndarray) -> str:
    """Say the state and both rates, the difference, and what the slider leads to or rests on."""
    way, goal = state["way"], state["goal"]
    head = {0: "each with its own mix", 100: "at one mix"}.get(way, f"{way}% of the way")
    goal_said = "is everybody's" if goal == EVERYBODY else "has Mantel–Haenszel weights"
    told = [f"{found.title}{', ' if way < 100 else ' '}{head}: " + ", ".join(
        f"{name} {100 * mean:.1f}%" for name, mean in zip(found.groups, means, strict=True))]
    gap = f"difference {_signed(100 * (means[0] - means[1]))} points"
    if way in (0, 100):
        _, low, high = found.raw() if way == 0 else found.at_one_mix(goal)
        gap += f" (95% interval {_whole(low)} to {_whole(high)})"
    least = int(found.n.min())
    return "; ".join([*told, gap, f"the one mix {goal_said}, and the smallest tile has "
                      f"{least} {'person' if least == 1 else 'people'}"]) + "."
