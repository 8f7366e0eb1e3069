"""Lesson 07c: four rules for two drugs as boxes; shorten a rule, and its box grows."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.datasets import load_drug
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Stage, Toggle
from coursekit.plots import style
from coursekit.wording import plural

PRESSURES = ("low", "normal", "high")
CUT = 40                                    # years
LOW, HIGH = 5, 87                           # years, ends of the axis
ORDERS = ("1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1")
AGES = range(18, 81)                        # of the grid on which list and tree are compared
GAP, GAP_YEARS = 0.022, 0.7                  # between boxes of different rules
DRUGS = {"A": (style.BLUE, style.LIGHT_BLUE, style.WORDS["survived"]),
         "B": (style.ORANGE, style.PALE_ORANGE, style.WORDS["died"])}
NUMBERS = "①②③④"
STRUCK = {3: "pressure normal", 4: "normal and age > 40"}
CARD, STEP, TOP = 66, 76, 388               # pixels: height of a card, to the next, the first
LEFT, RIGHT = 486, 872                      # pixels: ends of a card


class Line(NamedTuple):
    """A line of the list: what it asks in words, what was struck out, its box and its drug."""

    number: int
    words: tuple[str, str]                  # the second is struck out if the line is shortened
    pressures: tuple[str, ...]
    young: tuple[bool, ...]                 # age groups: up to the cut, above it
    drug: str
    short: bool = False

    def covers(self, pressure: np.ndarray, age: np.ndarray) -> np.ndarray:
        """Return who satisfies the line."""
        return np.isin(pressure, self.pressures) & np.isin(np.asarray(age) <= CUT, self.young)


def lines(state: dict) -> list[Line]:
    """Return the lines in the order of a state."""
    both, any_age = ("pressure normal", "and age ≤ 40"), (True, False)
    third = (Line(3, ("age ≤ 40", STRUCK[3]), PRESSURES, (True,), "A", True)
             if state["short3"] else Line(3, both, ("normal",), (True,), "A"))
    fourth = (Line(4, ("always", STRUCK[4]), PRESSURES, any_age, "B", True)
              if state["short4"] else
              Line(4, ("pressure normal", "and age > 40"), ("normal",), (False,), "B"))
    first = {"1": Line(1, ("pressure high", ""), ("high",), any_age, "A"),
             "2": Line(2, ("pressure low", ""), ("low",), any_age, "B"), "3": third}
    return [*(first[k] for k in state["order"].split()), fourth]


class Answers(NamedTuple):
    """What a list says of some patients."""

    decides: np.ndarray     # index of the first line that fits, (n,)
    drug: np.ndarray        # its answer, (n,)
    both: np.ndarray        # whether lines for both drugs fit, (n,)


def answers(listed: list[Line], pressure: np.ndarray, age: np.ndarray) -> Answers:
    """Return the answers of a list; some line fits every patient.

    Examples
    --------
    >>> listed = lines({"short3": True, "short4": False, "order": "3 1 2"})
    >>> listed_for_low = answers(listed, np.array(["low"]), np.array([30]))
    >>> str(listed_for_low.drug[0]), bool(listed_for_low.both[0])
    ('A', True)
    """
    fits = np.array([line.covers(pressure, age) for line in listed])
    drugs = np.array([line.drug for line in listed])
    return Answers(fits.argmax(axis=0), drugs[fits.argmax(axis=0)],
                   fits[drugs == "A"].any(axis=0) & fits[drugs == "B"].any(axis=0))


@cache
def patients() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return pressure, age, drug, and the place beside the middle of the column."""
    frame = load_drug()
    return (frame["blood_pressure"].to_numpy(str), frame["age"].to_numpy(),
            frame["drug"].to_numpy(str), np.where(frame["sex"] == "female", -0.18, 0.18))


def grid_differences(state: dict) -> tuple[int, int]:
    """Return on how many points of pressure × age the list differs from the tree, and of how many.

    Examples
    --------
    >>> grid_differences({"short3": True, "short4": True, "order": "3 1 2"})
    (23, 189)
    """
    pressure, age = (part.ravel() for part in np.meshgrid(PRESSURES, AGES))
    tree = lines({"short3": False, "short4": False, "order": ORDERS[0]})
    differ = answers(lines(state), pressure, age).drug != answers(tree, pressure, age).drug
    return int(differ.sum()), len(age)


class RuleBoxes(Explorer):
    """The rules of a small tree as boxes, shortened and reordered.

    Examples
    --------
    >>> RuleBoxes().status.split(":")[0]
    'Rules as the tree says them, order 1 2 3 4'
    """

    title = "Rules as boxes"
    question = "Which patients does each rule cover, and which rule decides?"
    size = (8.8, 4.8)
    controls = (
        Toggle("short3", "shorten ③", False, "rule 3 asks for the age in years only"),
        Toggle("short4", "shorten ④", False, "rule 4 asks for nothing: it fits everybody"),
        Choice("order", "order", ORDERS, ORDERS[0],
               "in which the first three rules are read; rule 4 comes last"))
    presets = {
        "one shortened": Preset({"short3": True, "short4": False, "order": "1 2 3"},
                                "Which patients satisfy two rules that disagree?",
                                shows=r"^Rule 3 shortened.*2 of 12 patients"),
        "both shortened": Preset({"short3": True, "short4": True, "order": "1 2 3"},
                                 "Who satisfies rules for one drug only?",
                                 shows=r"^Rules 3 and 4 shortened.*0 of 12 get the wrong"),
        "another order": Preset({"short3": True, "short4": True, "order": "3 1 2"},
                                "Which two patients change their drug, and why?",
                                shows=r"order 3 1 2 4.*2 of 12 get the wrong drug")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane of pressure and age, and the paper for the cards of the rules."""
        self._stage = Stage(canvas, extent=(880, 480), plane=((0.075, 0.135, 0.45, 0.755), {
            "xlim": (-0.5, 2.5), "ylim": (LOW, HIGH), "yticks": range(20, 81, 20)}))
        self._stage.paper.set_facecolor("none")
        ax = self._stage.plane
        ax.set_xticks(range(3), PRESSURES, fontsize=14)
        ax.tick_params(length=0, labelsize=14)
        ax.set_xlabel("blood pressure", fontsize=14)
        ax.set_ylabel("age (years)", fontsize=14)
        self._widths = {text: _width(canvas, text) for text in STRUCK.values()}

    def draw(self, state: dict) -> str:
        """Colour each cell by the rule that decides there, and write the list."""
        listed, word = lines(state), self._stage.word
        pressure, age, drug, _ = patients()
        told = answers(listed, pressure, age)
        wrong = told.drug != drug
        self._draw_boxes(state, listed)
        self._draw_patients(told, wrong)
        shortened = any(line.short for line in listed)
        for k, line in enumerate(listed):
            joint = "" if line.words[0] == "always" else \
                "else if " if shortened and k else "if "
            self._card(TOP - k * STEP, line, joint, int((told.decides == k).sum()))
        word(10.6, 453.6, _finding(state, int(wrong.sum()), int(told.both.sum())), 16)
        word(LEFT, 87, f"rules for both drugs: {told.both.sum()} of {len(age)}", 16)
        word(LEFT, 57, f"wrong drug: {wrong.sum()} of {len(age)}" + " (black)" * bool(wrong.any()),
             16)
        word(LEFT, 26, "ring: rules disagree; dashed: short rule" if told.both.any() else
             "no patient satisfies two rules", 13, fontweight="normal")
        return _status(state, told, wrong)

    def _draw_boxes(self, state: dict, listed: list[Line]) -> None:
        """Draw the cells, and dashed the box of a short rule."""
        ax, word = self._stage.plane, self._stage.word
        cells = {(p, young): [line for line in listed
                              if p in line.pressures and young in line.young]
                 for p in PRESSURES for young in (False, True)}
        deciding = {cell: fits[0].number for cell, fits in cells.items()}
        for (p, young), fits in cells.items():
            x, y, width, height = _bounds(p, young, deciding)
            first, k = fits[0], PRESSURES.index(p)
            _, pale, dark = DRUGS[first.drug]
            ax.add_patch(Rectangle((x, y), width, height, facecolor=pale, edgecolor=style.GREY,
                                   lw=0, zorder=1,
                                   hatch="//" if len({line.drug for line in fits}) > 1 else ""))
            word(k, LOW + 5.5 if young else HIGH - 5.5, f"{NUMBERS[first.number - 1]} says "
                 f"{first.drug}", 13, ax, ha="center", color=dark, zorder=6,
                 bbox={"pad": 2, "lw": 0, "facecolor": pale})
        for name, top, colour in (("short3", CUT, style.BLUE), ("short4", HIGH, style.ORANGE)):
            if state[name]:
                ax.add_patch(Rectangle((-0.47, LOW + 1.5), 2.94, top - LOW - 3.2, fill=False, lw=3,
                                       ls=(0, (4, 2.5)), edgecolor=colour, zorder=4))

    def _draw_patients(self, told: Answers, wrong: np.ndarray) -> None:
        """Write each patient's drug, ringed where rules disagree, on black where it is wrong."""
        pressure, age, drug, aside = patients()
        ax = self._stage.plane
        x = np.array([PRESSURES.index(p) for p in pressure]) + aside
        ax.plot(x[told.both], age[told.both], "o", markersize=25, mfc="white", mew=2.5,
                mec=style.INK, zorder=5)
        ax.plot(x[wrong], age[wrong], "o", markersize=25, color=style.INK, zorder=5.5)
        for a, b, name, is_wrong in zip(x, age, drug, wrong, strict=True):
            self._stage.word(a, b - 0.3, name, 17, ax, ha="center", zorder=6,
                             color="white" if is_wrong else DRUGS[name][2])

    def _card(self, y: float, line: Line, joint: str, m: int) -> None:
        """Write a line of the list on a card: what it asks, what was struck out, its drug."""
        paper, word, (_, pale, dark) = self._stage.paper, self._stage.word, DRUGS[line.drug]
        asks, second = line.words
        paper.add_patch(Rectangle((LEFT, y - CARD / 2), RIGHT - LEFT, CARD, lw=0, facecolor=pale))
        word(LEFT + 10, y, NUMBERS[line.number - 1], 20, color=dark, fontweight="normal")
        word(LEFT + 42, y + (14 if second else 0), joint + asks, 15, fontweight="normal")
        word(LEFT + 42, y - 14, second, 12 if line.short else 15, fontweight="normal")
        word(RIGHT - 54, y + 11, line.drug, 24, color=dark, ha="center")
        word(RIGHT - 54, y - 20, plural(m, "patient"), 12, ha="center", fontweight="normal")
        if line.short:
            paper.plot([LEFT + 42, LEFT + 46 + self._widths[second]], [y - 14] * 2,
                       color=style.INK, lw=1.4)

    def details(self, state: dict) -> str:
        """Return for each rule whom it covers, and for whom it decides."""
        pressure, age, _, _ = patients()
        listed = lines(state)
        told = answers(listed, pressure, age)
        each = [f"rule {line.number} covers {line.covers(pressure, age).sum()} and decides for "
                f"{(told.decides == k).sum()}" for k, line in enumerate(listed)]
        return f"In this order: {'; '.join(each)}."


def _bounds(pressure: str, young: bool, deciding: dict) -> tuple[float, float, float, float]:
    """Return a cell's corner, width and height, with a gap towards cells of another rule."""
    k, own = PRESSURES.index(pressure), deciding[pressure, young]
    left, right = (abs(k + step - 1) < 2 and deciding[PRESSURES[k + step], young] != own
                   for step in (-1, 1))
    level = deciding[pressure, not young] != own
    bottom, top = (LOW, CUT - GAP_YEARS * level) if young else (CUT + GAP_YEARS * level, HIGH)
    x = k - 0.5 + GAP * left
    return x, bottom, k + 0.5 - GAP * right - x, top - bottom


def _width(canvas: Canvas, text: str) -> float:
    """Return how wide a struck condition is, in pixels."""
    words = canvas.figure.text(0, 0, text, fontsize=12)
    box = words.get_window_extent(canvas.figure.canvas.get_renderer())
    words.remove()
    return box.width


def _finding(state: dict, wrong: int, both: int) -> str:
    if wrong:
        return f"Rule 3 now comes before rule 2: {wrong} patients get the wrong drug"
    if not state["short3"] and not state["short4"]:
        return "A tree makes four boxes, and no two of them overlap"
    names = " and ".join(k for k in "34" if state[f"short{k}"])
    return f"Rule{'s' * (len(names) > 1)} {names} shortened: the boxes overlap"


def _status(state: dict, told: Answers, wrong: np.ndarray) -> str:
    names = " and ".join(k for k in "34" if state[f"short{k}"])
    start = (f"Rule{'s' * (len(names) > 1)} {names} shortened" if names else
             "Rules as the tree says them")
    differ, points = grid_differences(state)
    return (f"{start}, order {state['order']} 4: {told.both.sum()} of {len(wrong)} patients "
            f"satisfy rules for both drugs; {wrong.sum()} of {len(wrong)} get the wrong drug; on a "
            f"grid of {points} pressures and ages the list differs from the tree at "
            f"{differ or 'none'}.")
