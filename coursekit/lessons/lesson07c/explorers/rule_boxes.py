"""Lesson 07c: four rules for two drugs as boxes; shorten a rule, and its box grows."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.datasets import load_drug
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Toggle
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
    fourth = (Line(4, ("otherwise", STRUCK[4]), PRESSURES, any_age, "B", True)
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
        Toggle("short4", "shorten ④", False, "rule 4 asks for nothing: it is for all others"),
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
        """Create the plane with its six cells, the patients, and the cards of the rules."""
        canvas.figure.set_layout_engine("none")
        self._title = canvas.moving(canvas.figure.text(0.012, 0.945, "", fontsize=16,
                                                       weight="bold", va="center"))
        self._plane = ax = canvas.figure.add_axes((0.075, 0.135, 0.45, 0.755))
        ax.set(xlim=(-0.5, 2.5), ylim=(LOW, HIGH), xticks=range(3), yticks=range(20, 81, 20))
        ax.set_xticklabels(PRESSURES, fontsize=14)
        ax.tick_params(length=0, labelsize=14)
        ax.set_xlabel("blood pressure", fontsize=14)
        ax.set_ylabel("age (years)", fontsize=14)
        ax.grid(False)
        self._cells = {(p, young): self._cell(canvas, k, young)
                       for k, p in enumerate(PRESSURES) for young in (False, True)}
        self._own = {k: canvas.moving(ax.add_patch(Rectangle(
            (-0.47, LOW + 1.5), 2.94, top - LOW - 3.2, fill=False, lw=3, ls=(0, (4, 2.5)), zorder=4,
            edgecolor=colour))) for k, top, colour in ((3, CUT, style.BLUE),
                                                       (4, HIGH, style.ORANGE))}
        pressure, age, drug, aside = patients()
        x = np.array([PRESSURES.index(p) for p in pressure]) + aside
        self._at = np.column_stack([x, age])
        self._rings = canvas.moving(ax.plot([], [], "o", markersize=25, mfc="white", mew=2.5,
                                            mec=style.INK, zorder=5)[0])
        self._wrong = canvas.moving(ax.plot([], [], "o", markersize=25, color=style.INK,
                                            zorder=5.5)[0])
        self._letters = [canvas.moving(ax.text(a, b - 0.3, name, fontsize=17, weight="bold",
                                               ha="center", va="center", zorder=6))
                         for (a, b), name in zip(self._at, drug)]
        self._build_cards(canvas)

    def _cell(self, canvas: Canvas, k: int, young: bool) -> tuple:
        bottom, top = (LOW, CUT) if young else (CUT, HIGH)
        box = canvas.moving(self._plane.add_patch(Rectangle(
            (k - 0.5, bottom), 1, top - bottom, lw=0, zorder=1)))
        words = canvas.moving(self._plane.text(
            k, LOW + 5.5 if young else HIGH - 5.5, "", fontsize=13, ha="center", va="center",
            weight="bold", zorder=6, bbox={"pad": 2, "lw": 0}))
        return box, words

    def _build_cards(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 880), ylim=(0, 480), facecolor="none")
        paper.set_axis_off()
        self._cards = []
        for k in range(4):
            y = TOP - k * STEP
            card = canvas.moving(paper.add_patch(Rectangle((LEFT, y - CARD / 2), RIGHT - LEFT, CARD,
                                                           lw=0)))
            texts = [canvas.moving(paper.text(x, y + up, "", va="center", ha=side, **look))
                     for x, up, side, look in (
                         (LEFT + 10, 0, "left", {"fontsize": 20}),
                         (LEFT + 42, 14, "left", {"fontsize": 15}),
                         (LEFT + 42, -14, "left", {"fontsize": 15}),
                         (RIGHT - 44, 11, "center", {"fontsize": 24, "weight": "bold"}),
                         (RIGHT - 44, -20, "center", {"fontsize": 12}))]
            struck = canvas.moving(*paper.plot([], [], color=style.INK, lw=1.4))
            self._cards.append((card, texts, struck))
        self._facts = [canvas.moving(paper.text(LEFT, y, "", fontsize=16, va="center",
                                                weight="bold")) for y in (87, 57)]
        self._note = canvas.moving(paper.text(LEFT, 26, "", fontsize=13, va="center"))
        self._widths = {text: _width(canvas, text) for text in STRUCK.values()}

    def draw(self, state: dict) -> str:
        """Colour each cell by the rule that decides there, and write the list."""
        listed = lines(state)
        pressure, age, drug, _ = patients()
        told = answers(listed, pressure, age)
        deciding: dict[tuple[str, bool], int] = {}
        for (p, young), (box, words) in self._cells.items():
            fits = [line for line in listed if p in line.pressures and young in line.young]
            box.set(facecolor=DRUGS[fits[0].drug][1], edgecolor=style.GREY, linewidth=0,
                    hatch="//" if len({line.drug for line in fits}) > 1 else "")
            words.set_text(f"{NUMBERS[fits[0].number - 1]} says {fits[0].drug}")
            words.set_color(DRUGS[fits[0].drug][2])
            words.get_bbox_patch().set_facecolor(DRUGS[fits[0].drug][1])
            deciding[p, young] = fits[0].number
        for (p, young), (box, _) in self._cells.items():
            box.set_bounds(*_bounds(p, young, deciding))
        self._own[3].set_visible(state["short3"])
        self._own[4].set_visible(state["short4"])
        self._rings.set_data(*self._at[told.both].T)
        wrong = told.drug != drug
        self._wrong.set_data(*self._at[wrong].T)
        for letter, name, is_wrong in zip(self._letters, drug, wrong):
            letter.set_color("white" if is_wrong else DRUGS[name][2])
        self._write(listed, told)
        self._title.set_text(_finding(state, int(wrong.sum()), int(told.both.sum())))
        self._facts[0].set_text(f"rules for both drugs: {told.both.sum()} of {len(age)}")
        self._facts[1].set_text(f"wrong drug: {wrong.sum()} of {len(age)}"
                                + " (black)" * bool(wrong.any()))
        self._note.set_text("ringed: rules disagree; dashed: a short rule’s box"
                            if told.both.any() else "no patient satisfies two rules")
        return _status(state, told, wrong)

    def _write(self, listed: list[Line], told: Answers) -> None:
        """Write the cards in the order of the list."""
        shortened = any(line.short for line in listed)
        for k, (line, (card, texts, struck)) in enumerate(zip(listed, self._cards)):
            ink, pale, dark = DRUGS[line.drug]
            card.set_facecolor(pale)
            number, first, second, drug, count = texts
            joint = "" if line.words[0] == "otherwise" else \
                "else if " if shortened and k else "if "
            number.set(text=NUMBERS[line.number - 1], color=dark)
            first.set_text(joint + line.words[0])
            first.set_y(TOP - k * STEP + (14 if line.words[1] else 0))
            second.set(text=line.words[1], fontsize=12 if line.short else 15)
            drug.set(text=line.drug, color=dark)
            m = int((told.decides == k).sum())
            count.set_text(plural(m, "patient"))
            struck.set_data([], [])
            if line.short:
                struck.set_data([LEFT + 42, LEFT + 46 + self._widths[line.words[1]]],
                                [TOP - k * STEP - 14] * 2)

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
