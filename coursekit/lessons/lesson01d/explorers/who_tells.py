"""Lesson 01d: whose fates feed a column, and how accurate the model with that column is."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset
from coursekit.lessons.lesson01d.columns import table
from coursekit.lessons.lesson01d.leaks import (
    COLUMNS, FOLDS, SCORES, UNKNOWN, mates, parts, shuffled_fates,
    tickets,
)
from coursekit.plots import style
from coursekit.wording import percent

OUTCOMES = ("real", "shuffled")
NAMES = {"no column": "no such column", "own row too": "the whole ticket, own row too",
         "the others": "the others on the ticket",
         "others in training": "the others, training rows only"}
PEOPLE = {"Frank, 9": "Goldsmith, Master", "mother": "Goldsmith, Mrs",
          "father": "Goldsmith, Mr.", "Mr Braund": "Braund, Mr. Owen"}
JUDGED = ("Frank, 9", "Mr Braund")
BELOW = {"Frank, 9": (1.3, 1.3), "mother": (0.65, 1.95), "father": (1.95, 1.95),
         "Mr Braund": (3.45, 1.3)}
ABOVE = {**BELOW, "mother": (0.65, 3.2), "father": (1.95, 3.2)}
CELL = 0.42             # height of the values in the column
NONE = "none"
ASKED = "Whose fates are in the column?"        # until the outcomes are shuffled
FINDINGS = {
    "no column": ("No column: no leak",) * 2,
    "own row too": ("A leak: the column knows the answer",) * 2,
    "the others": ("A leak: fates from the test part", "A leak, where both are in the test"),
    "others in training": ("No leak: companions are in the test",
                           "Known for a new passenger, too?"),
}


class Example(NamedTuple):
    """Four passengers: their rows, fates (0 or 1) and the values of the column of the two judged.

    ``trained`` says whose row is in the training part while the boy and Mr Braund are judged.
    """

    rows: dict[str, int]
    fates: dict[str, int]
    trained: dict[str, bool]
    values: dict[str, str]
    sources: dict[str, tuple[str, ...]]


@cache
def _rows() -> dict[str, int]:
    """Return the rows of the four passengers."""
    names = load_titanic()["Name"]
    return {who: int(np.flatnonzero(names.str.startswith(name))[0]) for who, name in PEOPLE.items()}


@cache
def _first_shuffle() -> np.ndarray:
    return shuffled_fates(table()["Survived"].to_numpy())[0]


@cache
def example(column: str, folds: str, shuffled: bool) -> Example:
    """Return the four passengers of the picture under a column, folds and outcomes."""
    rows = _rows()
    y = table()["Survived"].to_numpy()
    y = _first_shuffle() if shuffled else y
    boy, training = rows["Frank, 9"], np.full(len(y), True)
    training[next(part for part in parts(folds, 0) if boy in part)] = False
    training[rows["Mr Braund"]] = False
    value = mates(y, column, training)
    sources = {judged: _sources(judged, column, rows, training) for judged in JUDGED}
    values = {judged: f"{round(value[rows[judged]] * len(who))} of {len(who)}" if who else NONE
              for judged, who in sources.items()}
    assert all((value[rows[who]] == UNKNOWN) == (not sources[who]) or column == COLUMNS[0]
               for who in JUDGED)
    return Example(rows, {who: int(y[row]) for who, row in rows.items()},
                   {who: bool(training[row]) for who, row in rows.items()}, values, sources)


def _sources(judged: str, column: str, rows: dict, training: np.ndarray) -> tuple[str, ...]:
    """Return whose fates are in the column of somebody who is judged."""
    ticket = {who: tickets()[row] for who, row in rows.items()}
    own = [judged] if column == "own row too" else []
    others = [who for who in rows if who != judged and ticket[who] == ticket[judged]
              and (column != "others in training" or training[rows[who]])]
    return () if column == "no column" else (*own, *others)


class WhoTells(Explorer):
    """Whose fates feed the column, and what the column does to the accuracy.

    Examples
    --------
    >>> WhoTells(outcomes="shuffled").status.split(" of the real")[0]
    'Own row too, parts by ticket: right for 98.5%'
    """

    title = "Which accuracy do you trust?"
    question = "Whose fates are in the column, and may the model know them?"
    size = (8.8, 4.9)
    controls = (
        Choice("column", "column", COLUMNS, "own row too",
               "the proportion of survivors among whom on the ticket"),
        Choice("folds", "parts", FOLDS, "by ticket",
               "whether ticket mates always are in the same part"),
        Choice("outcomes", "outcomes", OUTCOMES, "real",
               "who survived; shuffled, so that nothing can be known"),
    )
    presets = {
        "nothing to know": Preset({"outcomes": "shuffled"},
                                  "Shuffled outcomes cannot be predicted. What is reported?",
                                  shows=r"89\.4% of shuffled"),
        "a hidden leak": Preset({"column": "the others", "outcomes": "shuffled"},
                                "Fates from the test part are used. Does shuffling notice?",
                                shows=r"^The others.*59\.4% of shuffled"),
        "no leak": Preset({"column": "others in training", "outcomes": "shuffled"},
                          "Only training rows: what is left for Frank's column?",
                          shows=r"^Others in training.*60\.4% of shuffled"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the two parts with four passengers, and the scores."""
        wide, high = self.size
        canvas.figure.set_layout_engine("none")
        left = canvas.figure.add_axes((0.01, 0, 0.5, 1), xlim=(0, 0.5 * wide), ylim=(0, high))
        left.set_axis_off()
        self._headline = canvas.moving(left.text(0.05, high - 0.25, "", fontsize=15,
                                                 fontweight="bold", va="center"))
        for low, tall, name in ((2.62, 1.45, "training part"), (0.1, 2.4, "test part")):
            left.add_patch(FancyBboxPatch((0.15, low), 4.05, tall, boxstyle="round,pad=0.05",
                                          facecolor="#F4F4F4", edgecolor=style.GREY))
            left.text(4.12, low + tall - 0.12, name, fontsize=14, color=style.INK, ha="right",
                      va="center")
        self._ticket = canvas.moving(left.add_patch(FancyBboxPatch(
            (0, 0), 1, 1, boxstyle="round,pad=0.02", facecolor="none", edgecolor=style.GREY,
            linestyle="--", linewidth=1.6)))
        left.text(0.48, CELL, "column", fontsize=13, va="center", ha="center")
        left.text(2.72, 1.1, "one ticket", fontsize=12, va="bottom", ha="right")
        left.text(0.12, high - 0.6, "black arrow: fate in test", fontsize=13, va="center")
        self._build_people(canvas, left)
        self._build_scores(canvas)

    def _build_people(self, canvas: Canvas, ax: Axes) -> None:
        self._dots = {fate: canvas.moving(ax.plot([], [], "o", color=style.COLOURS[fate],
                                                  markersize=17, label=fate)[0])
                      for fate in ("survived", "died")}
        self._called = {who: canvas.moving(ax.text(0, 0, who, fontsize=13, ha="center",
                                                    va="center")) for who in PEOPLE}
        self._cells = {who: canvas.moving(ax.text(
            BELOW[who][0], CELL, "", fontsize=15, fontweight="bold", ha="center", va="center",
            bbox={"facecolor": "white", "edgecolor": style.INK, "pad": 4})) for who in JUDGED}
        self._arrows = {(who, to): canvas.moving(ax.add_patch(FancyArrowPatch(
            (0, 0), (1, 1), arrowstyle="-|>", mutation_scale=18, linewidth=2.4, shrinkA=9,
            shrinkB=2))) for to in JUDGED for who in PEOPLE}
        for x, fate in ((2.55, "survived"), (3.6, "died")):
            ax.plot([x], [self.size[1] - 0.6], "o", color=style.COLOURS[fate], markersize=10)
            ax.text(x + 0.13, self.size[1] - 0.6, fate, fontsize=13, va="center")

    def _build_scores(self, canvas: Canvas) -> None:
        ax = canvas.figure.add_axes((0.53, 0.1, 0.455, 0.76))
        style.label(ax, "Accuracy in the test parts", "", "")
        ax.set(xlim=(0.49, 1.13), ylim=(-0.5, 3.9), yticks=[], xticks=np.arange(0.5, 1.01, 0.1))
        ax.xaxis.set_major_formatter(lambda share, _: percent(share, 0))
        ax.grid(False)
        ax.spines["left"].set_visible(False)
        constant = 1 - float(table()["Survived"].mean())
        ax.plot([constant] * 2, [-0.5, 3.4], color=style.INK, linestyle=":", linewidth=1.8)
        ax.text(constant + 0.01, -0.47, f"“everyone died”: {100 * constant:.1f}%", fontsize=12,
                va="bottom")
        for x, marker, colour in ((0.5, "o", style.INK), (0.65, "s", style.GREY)):
            ax.plot([x], [3.85], marker, color=colour, markersize=9, clip_on=False)
        ax.text(0.517, 3.85, "real", fontsize=13, va="center")
        self._key = canvas.moving(ax.text(0.667, 3.85, "", fontsize=13, va="center"))
        self._row_names, self._points, self._written = {}, {}, {}
        for row, column in enumerate(reversed(COLUMNS)):
            self._row_names[column] = canvas.moving(ax.text(
                0.64, row + 0.45, NAMES[column], fontsize=13, va="center"))
            for kind, marker, colour in (("real", "o", style.INK), ("shuffled", "s", style.GREY)):
                self._points[column, kind] = canvas.moving(ax.plot(
                    [], [], marker, color=colour, markersize=9)[0])
                self._written[column, kind] = canvas.moving(ax.text(
                    0, row + 0.02, "", color=colour, fontsize=13, va="center"))

    def draw(self, state: dict) -> str:
        """Draw the four passengers, the arrows of the column and the scores."""
        column, folds, shuffled = state["column"], state["folds"], state["outcomes"] == "shuffled"
        now = example(column, folds, shuffled)
        places = BELOW if folds == "by ticket" else ABOVE
        self._headline.set_text(FINDINGS[column][FOLDS.index(folds)] if shuffled else ASKED)
        for fate, dots in self._dots.items():
            who = [w for w in PEOPLE if now.fates[w] == (fate == "survived")]
            dots.set_data([places[w][0] for w in who], [places[w][1] for w in who])
        for who, text in self._called.items():
            text.set_position((places[who][0], places[who][1] + 0.25))
        top = places["mother"][1]
        self._ticket.set_bounds(0.22, 1.06, 2.55, top + 0.4 - 1.06)
        for judged, cell in self._cells.items():
            cell.set_text("–" if column == "no column" else now.values[judged])
        for (who, judged), arrow in self._arrows.items():
            used = who in now.sources[judged]
            arrow.set_visible(used)
            if used:
                x, y = places[who]
                end = BELOW[judged][0]
                side = np.sign(x - end) * 0.3
                arrow.set_positions((x, y), (end + side, CELL + 0.18))
                arrow.set_color(style.GREY if now.trained[who] else style.INK)
                arrow.set_linewidth(2 if now.trained[who] else 3.2)
        self._show_scores(column, folds, shuffled)
        return _in_words(column, folds, shuffled, now)

    def _show_scores(self, chosen: str, folds: str, shuffled: bool) -> None:
        self._key.set_text("shuffled" if shuffled else "shuffled: guess first")
        for row, column in enumerate(reversed(COLUMNS)):
            score, bold = SCORES[column, folds], column == chosen
            self._row_names[column].set_fontweight("bold" if bold else "normal")
            for kind, value in (("real", score.real), ("shuffled", score.shuffled)):
                seen = kind == "real" or shuffled
                point, text = self._points[column, kind], self._written[column, kind]
                point.set_data([value] if seen else [], [row] if seen else [])
                point.set_markersize(12 if bold else 8)
                text.set(text=percent(value) if seen else "",
                         position=(value + 0.022, row), ha="left", fontsize=15 if bold else 13,
                         fontweight="bold" if bold else "normal")
                if kind == "shuffled":
                    text.set(ha="right", position=(value - 0.022, row))

    def details(self, state: dict) -> str:
        """Return who is in which part, what the column holds, and the scores of all columns."""
        shuffled = state["outcomes"] == "shuffled"
        now = example(state["column"], state["folds"], shuffled)
        fate = {0: "died", 1: "survived"}
        people = "; ".join(f"{who} {fate[now.fates[who]]}, "
                           f"{'training' if now.trained[who] else 'test'} part" for who in PEOPLE)
        scores = "; ".join(f"{NAMES[c]} {100 * SCORES[c, state['folds']].real:.1f}%" + (
            f", shuffled {100 * SCORES[c, state['folds']].shuffled:.1f}%" if shuffled else "")
            for c in COLUMNS)
        return f"{people}. Accuracy: {scores}."


def _in_words(column: str, folds: str, shuffled: bool, now: Example) -> str:
    """Say whose fates Frank's value is made of, and how accurate the model is."""
    score = SCORES[column, folds]
    told = "no column" if column == "no column" else (
        f"Frank's column says {now.values['Frank, 9']}")
    more = (f" and for {100 * score.shuffled:.1f}% of shuffled ones, where nothing can be known"
            if shuffled else "")
    return (f"{column.capitalize()}, parts {folds}: right for {100 * score.real:.1f}% of the real "
            f"outcomes{more}. {told[0].upper()}{told[1:]} ({_whose(now)}).")


def _whose(now: Example) -> str:
    """Say whose fates are in Frank's column."""
    who = now.sources["Frank, 9"]
    if not who:
        return "no fate is used"
    words = {"Frank, 9": "his own", "mother": "his mother's", "father": "his father's"}
    return "from " + ", ".join(words[w] for w in who)
