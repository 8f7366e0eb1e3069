"""Lesson 01c: two groups in tiles by sex and class, each with its own mix or with one mix.

Legend: a tile is as wide as the share ``w`` in the group's mix, its blue height the rate
``r``; ``way`` from the own mixes (0) to the one mix (1). Places are in inches.
"""
from __future__ import annotations

from itertools import groupby

import numpy as np
from matplotlib.patheffects import withStroke

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson01c.mixes import (
    EVERYBODY, MANTEL_HAENSZEL, Comparison, comparisons,
)
from coursekit.plots import style
from coursekit.wording import percent, plural, signed

LEFTS, WIDTH = (0.66, 4.06), 3.18       # of both panels
BOTTOM, HEIGHT = 1.36, 2.78             # of the tiles
RIGHT = LEFTS[1] + WIDTH
FEW = 10                                # tiles of fewer people carry their number
LARGE_SHARE = 0.15                      # of a mix, for a single person
LETTER = 0.115                          # inches of a bold letter of 13 points, rounded up
SEXES = {"women": ("female", "women, girls"), "men": ("male", "men, boys")}
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
            "How much of the girls' mix does the hatched tile take, and how many are in it?",
            shows=r"−28\.3 points.*1 person"),
        "small weight": Preset(
            {"compare": "girls", "way": 100, "goal": MANTEL_HAENSZEL},
            "What is left of the hatched tile, and of the difference?", shows=r"\+0\.3 points"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set a sheet in inches."""
        self._stage = stage = Stage(canvas, extent=self.size)
        for share in (0, 0.5, 1):
            stage.word(LEFTS[0] - 0.08, _y(share), percent(share, 0), 12, fontweight="normal",
                       ha="right")
        stage.word(0.14, 0.4, "width: share in the mix; blue: survived, in %; "
                   "black line: rate = the whole blue area", 12, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Draw both groups on their way, and the difference of their lines."""
        found, way = comparisons()[state["compare"]], state["way"] / 100
        widths, means = found.widths(state["goal"], way), found.means(state["goal"], way)
        for group, left in enumerate(LEFTS):
            edges = left + WIDTH * np.concatenate([[0], np.cumsum(widths[group])])
            self._tiles(found, group, edges, _y(means[group]))
            self._names(found, edges, widths[group])
            self._stage.lines(
                self._stage.paper, [[(left, _y(means[group])), (left + WIDTH, _y(means[group]))]],
                width=4, z=5, capstyle="butt",
                path_effects=[withStroke(linewidth=6.5, foreground="white")])
        self._heads(found, state, widths, means)
        self._difference(found, state, means)
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

    def _tiles(self, found: Comparison, group: int, edges: np.ndarray, line: float) -> None:
        """Draw the tiles of a group; write the rate at the foot of each that has room for it."""
        stage, paper = self._stage, self._stage.paper
        for s, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
            n, rate = found.n[group, s], found.rates[group, s]
            stage.areas(paper, [_box(a, b, 1)], style.PALE_ORANGE, 1.6, z=1, edgecolors="white")
            if rate:
                stage.areas(paper, [_box(a, b, rate)], style.COLOURS["survived"], 1.6, z=3,
                            edgecolors="white", label="survived")
            if group == 0 and n == 1:
                self._one_person(a, b, _who(found))
                continue
            told = f"{100 * rate:.0f}{'%' * (len(found.strata) < 4)}"
            if b - a < len(told) * LETTER + 0.03:
                continue
            inside = rate * HEIGHT > 0.3
            above = _y(rate) + 0.11 if _y(rate) + 0.26 < line else line + 0.16
            stage.word((a + b) / 2, BOTTOM + 0.15 if inside else above, told, 13, ha="center",
                       color="white" if inside else style.INK, zorder=6)
            if n < FEW and b - a >= 6 * LETTER and rate * HEIGHT > 0.6:
                stage.word((a + b) / 2, BOTTOM + 0.42, f"only {n}", 12, fontweight="normal",
                           ha="center", color="white", zorder=6)

    def _one_person(self, left: float, right: float, who: str) -> None:
        """Hatch the tile of one person, who died, and say so: inside, upright, or above it."""
        stage, middle = self._stage, (left + right) / 2
        stage.areas(stage.paper, [_box(left, right, 1)], "none", 0, z=2, hatch="//",
                    edgecolors=style.COLOURS["died"], label="one person")
        look = {"color": style.WORDS["died"], "zorder": 6}
        ground = {"bbox": {"facecolor": style.PALE_ORANGE, "edgecolor": "none", "pad": 2}}
        if right - left >= 0.75:
            stage.word(middle, BOTTOM + 0.55, f"1 {who}", 18, ha="center", **look, **ground)
            stage.word(middle, BOTTOM + 0.22, "died", 14, ha="center", **look, **ground)
        elif right - left >= 0.3:
            stage.word(middle, BOTTOM + 0.62, f"1 {who}", 18, ha="center", rotation=90, **look,
                       **ground)
        else:
            stage.word(middle - 0.09, BOTTOM + HEIGHT + 0.13, f"▼ 1 {who}", 15, **look)

    def _names(self, found: Comparison, edges: np.ndarray, widths: np.ndarray) -> None:
        """Write the classes under the tiles; under them the sexes, or else their shares."""
        stage, at = self._stage, 0
        for (sex, number), share, a, b in zip(found.strata, widths, edges, edges[1:],
                                              strict=False):
            if b - a < (0.12 if sex else 0.2):
                continue
            told = (f"{NAMES[number]} class" if b - a >= 0.85 else
                    NAMES[number] if b - a >= 0.36 else number)
            stage.word((a + b) / 2, BOTTOM - 0.16, told, 12 if b - a < 0.2 else 13,
                       fontweight="normal", ha="center")
            if not sex and b - a >= 0.36:
                stage.word((a + b) / 2, BOTTOM - 0.42, percent(share, 0), 14, ha="center")
        for word, inside in groupby(sex for sex, _ in found.strata):
            end = at + len(list(inside))
            if word:
                (role, people), a, b = SEXES[word], edges[at], edges[end]
                stage.lines(stage.paper, [[(a, BOTTOM - 0.34), (b, BOTTOM - 0.34)]],
                            style.COLOURS[role], 6, capstyle="butt")
                stage.word(max((a + b) / 2, a + 0.68), BOTTOM - 0.55, people, 13, ha="center",
                           color=style.WORDS[role])
            at = end

    def _heads(self, found: Comparison, state: dict, widths: np.ndarray,
               means: np.ndarray) -> None:
        """Write what the picture shows, both rates, and what the one mix is."""
        head = {0: "Each with its own mix", 100: "Both with one mix"}.get(
            state["way"], f"{state['way']}% of the way to one mix")
        single = widths[0, found.n[0] == 1].sum()
        if single > LARGE_SHARE:
            head = f"1 {_who(found)} is {100 * single:.0f}% of the mix"
        if reversed_order(found.rates, means):
            tiles, line = ("higher", "lower") if means[0] < means[1] else ("lower", "higher")
            head = f"Each tile {tiles}, the line {line}"
        word = self._stage.word
        word(0.14, 4.87, f"{head}: {abs(100 * (means[0] - means[1])):.1f} points apart", 17)
        for left, name, mean in zip(LEFTS, found.groups, means, strict=True):
            word(left, BOTTOM + HEIGHT + 0.4, f"{name}: {100 * mean:.1f}%")
        line = f"dashed: the line of {found.groups[0]}"
        if state["way"]:
            goal = (f"all {found.everybody.sum()} {found.people}" if state["goal"] == EVERYBODY
                    else "Mantel–Haenszel weights")
            line = f"the one mix: {goal}; {line}"
        word(0.14, 0.15, line, 12, fontweight="normal")

    def _difference(self, found: Comparison, state: dict, means: np.ndarray) -> None:
        """Draw and write how far the lines are apart; the interval at both ends of the way."""
        stage, paper, word = self._stage, self._stage.paper, self._stage.word
        stage.lines(paper, [[(LEFTS[1], _y(means[0])), (RIGHT + 0.2, _y(means[0]))]], width=2, z=4,
                    linestyles=[(0, (3, 2))])
        paper.plot([RIGHT + 0.14] * 2, _y(means), color=style.INK, lw=2, marker="_", ms=11, mew=2,
                   zorder=4)
        x, middle = RIGHT + 0.3, float(np.clip(_y(means.mean()), BOTTOM + 0.9, BOTTOM + 2.2))
        word(x, middle + 0.12, _signed(100 * (means[0] - means[1])), 23)
        word(x, middle - 0.18, "points", fontweight="normal")
        if state["way"] in (0, 100):
            word(x, middle - 0.58, "95% interval\n{} to {}".format(*_ends(found, state)), 12,
                 fontweight="normal", linespacing=1.4)
        if state["way"] > 0:
            word(x, middle + 0.48, f"own: {_signed(100 * found.raw()[0])}", 13,
                 fontweight="normal", color=style.GREY)


def reversed_order(rates: np.ndarray, means: np.ndarray) -> bool:
    """Return whether one group has the higher rate in each stratum, and the lower mean.

    Examples
    --------
    >>> reversed_order(np.array([[1.0, 0.48], [0.91, 0.46]]), np.array([0.61, 0.66]))
    True
    """
    above, below = (rates[0] > rates[1]).all(), (rates[0] < rates[1]).all()
    return bool(above and means[0] < means[1] or below and means[0] > means[1])


def _y(share: float | np.ndarray) -> float | np.ndarray:
    return BOTTOM + HEIGHT * share


def _box(left: float, right: float, share: float) -> list[tuple[float, float]]:
    return [(left, BOTTOM), (right, BOTTOM), (right, _y(share)), (left, _y(share))]


def _signed(number: float) -> str:
    return signed(number, "+.1f")


def _ends(found: Comparison, state: dict) -> list[str]:
    """Return both ends of the interval of the difference, in points, at an end of the way."""
    interval = found.at_one_mix(state["goal"]) if state["way"] else found.raw()
    return [signed(100 * end, ".1f") for end in interval[1:]]


def _who(found: Comparison) -> str:
    """Return what one member of the first group is called."""
    return "child" if "12" in found.groups[0] else "person"


def _named(stratum: tuple[str, str]) -> str:
    return f"{stratum[0]} {NAMES[stratum[1]]} class".strip()


def _status(found: Comparison, state: dict, means: np.ndarray) -> str:
    """Say the state and both rates, the difference, and what it rests on."""
    way = state["way"]
    head = {0: ", each with its own mix", 100: " at one mix"}.get(way, f", {way}% of the way")
    told = f"{found.title}{head}: " + ", ".join(
        f"{name} {100 * mean:.1f}%" for name, mean in zip(found.groups, means, strict=True))
    told += f"; difference {_signed(100 * (means[0] - means[1]))} points"
    if way in (0, 100):
        told += " (95% interval {} to {})".format(*_ends(found, state))
    told += "; the one mix " + ("is everybody's" if state["goal"] == EVERYBODY else
                                "has Mantel–Haenszel weights")
    least = int(found.n.min())
    return f"{told}; the smallest tile has {plural(least, 'person', 'people')}."
