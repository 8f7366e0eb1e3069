"""Lesson 01d: whose fates feed a column, and how accurate the model with that column is."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Stage
from coursekit.lessons.lesson01d.columns import table
from coursekit.lessons.lesson01d.leaks import (
    COLUMNS, FOLDS, SCORES, UNKNOWN, mates, parts, shuffled_fates,
)
from coursekit.plots import style
from coursekit.wording import percent

OUTCOMES = ("real", "shuffled")
FRANK = "Frank, 9"
PEOPLE = {FRANK: "Goldsmith, Master", "mother": "Goldsmith, Mrs", "father": "Goldsmith, Mr."}
X = {"mother": 0.8, FRANK: 2.2, "father": 3.6}
CELL = 0.35             # height of the value in the column, above the foot of the test part
NONE = "none"
FINDINGS = {            # with shuffled outcomes, by ticket and by passenger
    "no column": ("No column: no leak",) * 2,
    "own row too": ("A leak: the column knows the answer",) * 2,
    "the others": ("A leak: fates from the test part", "A leak, where both are in the test part"),
    "others in training": ("No leak: companions are in the test part",
                           "Known for a new passenger, too?"),
}


class Example(NamedTuple):
    """Frank and his parents: their rows, fates (0 or 1), whether trained on; Frank's value.

    ``sources`` are those whose fates are in the value.
    """

    rows: dict[str, int]
    fates: dict[str, int]
    trained: dict[str, bool]
    value: str
    sources: tuple[str, ...]


@cache
def _rows() -> dict[str, int]:
    """Return the rows of the three passengers."""
    names = load_titanic()["Name"]
    return {who: int(np.flatnonzero(names.str.startswith(name))[0]) for who, name in PEOPLE.items()}


@cache
def _first_shuffle() -> np.ndarray:
    return shuffled_fates(table()["Survived"].to_numpy())[0]


@cache
def example(column: str, folds: str, shuffled: bool) -> Example:
    """Return the three passengers of the picture under a column, folds and outcomes."""
    rows = _rows()
    y = _first_shuffle() if shuffled else table()["Survived"].to_numpy()
    training = np.full(len(y), True)
    training[next(part for part in parts(folds, 0) if rows[FRANK] in part)] = False
    parents = [who for who in ("mother", "father")
               if column != "others in training" or training[rows[who]]]
    sources = () if column == "no column" else (FRANK,) * (column == "own row too") + (*parents,)
    value = mates(y, column, training)[rows[FRANK]]
    assert (value == UNKNOWN) == (not sources) or column == "no column"
    return Example(rows, {who: int(y[row]) for who, row in rows.items()},
                   {who: bool(training[row]) for who, row in rows.items()},
                   f"{round(value * len(sources))} of {len(sources)}" if sources else NONE, sources)


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
        """Set the test part and the scale of the accuracies."""
        self._stage = stage = Stage(canvas, extent=self.size, scores=((0.56, 0.13, 0.42, 0.7), {
            "xlim": (0.49, 1.02), "ylim": (-0.6, 1.7), "yticks": [],
            "xticks": np.arange(0.5, 1.01, 0.1), "xlabel": "accuracy in the test parts"}))
        stage.scores.xaxis.set_major_formatter(lambda share, _: percent(share, 0))
        stage.scores.spines["left"].set_visible(False)
        constant = 1 - float(table()["Survived"].mean())
        stage.lines(stage.scores, [[(constant, -0.6), (constant, 1.5)]], width=1.8,
                    linestyles=":")
        stage.word(constant + 0.01, -0.48, f"“everyone died”: {100 * constant:.1f}%", 12,
                   stage.scores, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Draw the family, the arrows into the column and the scores."""
        column, folds, shuffled = state["column"], state["folds"], state["outcomes"] == "shuffled"
        now = example(column, folds, shuffled)
        self._family(column, now)
        self._scores(column, folds, shuffled)
        without, with_it = (100 * SCORES[c, folds].real for c in ("no column", column))
        head = f"One more column: {without:.1f}% becomes {with_it:.1f}%"
        if column == "no column":
            head = f"No such column: {without:.1f}% are right"
        if shuffled:
            head = FINDINGS[column][FOLDS.index(folds)]
        self._stage.word(0.14, self.size[1] - 0.27, head, 17)
        return _in_words(column, folds, shuffled, now)

    def details(self, state: dict) -> str:
        """Return who is in which part, and the scores of all columns."""
        shuffled = state["outcomes"] == "shuffled"
        now = example(state["column"], state["folds"], shuffled)
        fate = {0: "died", 1: "survived"}
        people = "; ".join(f"{who} {fate[now.fates[who]]}, "
                           f"{'training' if now.trained[who] else 'test'} part" for who in PEOPLE)
        scores = "; ".join(f"{c} {100 * SCORES[c, state['folds']].real:.1f}%" + (
            f", shuffled {100 * SCORES[c, state['folds']].shuffled:.1f}%" if shuffled else "")
            for c in COLUMNS)
        return f"{people}. Accuracy: {scores}."

    def _part(self, low: float, tall: float, name: str) -> None:
        """Draw the box of a part of the list."""
        self._stage.paper.add_patch(FancyBboxPatch(
            (0.15, low), 4.3, tall, boxstyle="round,pad=0.05", facecolor="#F4F4F4",
            edgecolor=style.GREY, zorder=1))
        self._stage.word(X[FRANK], low + tall - 0.12, name, 13, fontweight="normal", ha="center",
                         color=style.GREY, zorder=2)

    def _family(self, column: str, now: Example) -> None:
        """Draw the three, those trained on in a box of their own, and an arrow from each source."""
        word, paper = self._stage.word, self._stage.paper
        divided = any(now.trained.values())
        base = 0.15 if divided else 0.9
        self._part(base, 2.55, "test part")
        if divided:
            self._part(2.9, 1.25, "training part")
        for who, x in X.items():
            y, fate = 3.3 if now.trained[who] else base + 1.55, ("died", "survived")[now.fates[who]]
            paper.plot([x], [y], "o", color=style.COLOURS[fate], ms=17, zorder=5, label=fate)
            word(x, y + 0.46, f"{who}\n{fate}", 13, ha="center", fontweight="normal",
                 linespacing=1.15, zorder=5)
            if who in now.sources:
                colour, width = (style.GREY if now.trained[who] else style.INK), 2.4
                if who == FRANK:
                    colour, width = style.COLOURS[fate], 5
                    word(x + 0.16, base + 1.14, "his own\nfate", 13, color=style.WORDS[fate],
                         zorder=6)
                end = X[FRANK] + 0.35 * np.sign(x - X[FRANK]), base + CELL + 0.2
                paper.add_patch(FancyArrowPatch(
                    (x, y), end, color=colour, arrowstyle="-|>", mutation_scale=20, lw=width,
                    shrinkA=11, shrinkB=2, zorder=4, label=who))
        if column != "no column":
            word(X[FRANK] - 0.55, base + CELL, "column", 13, ha="right", fontweight="normal",
                 zorder=5)
            word(X[FRANK], base + CELL, now.value, 15, ha="center", zorder=5,
                 bbox={"facecolor": "white", "edgecolor": style.INK, "pad": 4})

    def _scores(self, chosen: str, folds: str, shuffled: bool) -> None:
        """Write the accuracy without the column above that with it."""
        ax, word = self._stage.scores, self._stage.word
        rows = [(1, "no column", "without the column")]
        rows += [(0, chosen, f"with it ({chosen})")] * (chosen != "no column")
        for y, column, name in rows:
            score = SCORES[column, folds]
            word(0.5, y + 0.34, name, 15, ax, fontweight="normal", zorder=6,
                 bbox={"facecolor": "white", "edgecolor": "none", "pad": 2})
            ax.plot([score.real], [y], "o", ms=8 if shuffled else 15, label="real",
                    color=style.GREY if shuffled else style.INK)
            word(score.real - 0.022, y, f"{'real ' * shuffled}{100 * score.real:.1f}%",
                 13 if shuffled else 22, ax, ha="right", zorder=6,
                 color=style.GREY if shuffled else style.INK,
                 bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
            if shuffled:
                ax.plot([score.shuffled], [y - 0.22], "s", ms=13, color=style.INK,
                        label="shuffled")
                word(score.shuffled + (0.022 if score.shuffled < 0.75 else -0.022), y - 0.22,
                     f"shuffled {100 * score.shuffled:.1f}%", 17, ax,
                     ha="left" if score.shuffled < 0.75 else "right", zorder=6,
                     bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})


def _in_words(column: str, folds: str, shuffled: bool, now: Example) -> str:
    """Say whose fates Frank's value is made of, and how accurate the model is."""
    score = SCORES[column, folds]
    more = (f" and for {100 * score.shuffled:.1f}% of shuffled ones, where nothing can be known"
            if shuffled else "")
    told = (f"{column.capitalize()}, parts {folds}: right for {100 * score.real:.1f}% of the real "
            f"outcomes{more}.")
    if column == "no column":
        return told
    words = {FRANK: "his own", "mother": "his mother's", "father": "his father's"}
    whose = ", ".join(words[who] for who in now.sources)
    return f"{told} Frank's column says {now.value} ({f'from {whose}' if whose else 'no fate'})."
