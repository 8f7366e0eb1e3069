"""Lesson 07b: a rule found, and what searches find after a shuffle of fates or of whole tickets."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson07.lattice import phrase
from coursekit.lessons.lesson07.shuffles import Searched
from coursekit.lessons.lesson07b.parties import (
    ALL, ALONE, NEAR, SEARCH, SECOND, SHUFFLES, SINGLE, THIRD, WHOLE, searched,
)
from coursekit.plots import style
from coursekit.rules import wilks_p_value
from coursekit.wording import plural

COLUMNS = 90                    # of dots across the picture
HIGHEST = {THIRD: 26.0, SECOND: 26.0, ALL: 180.0}
NAMES = {"ticket ends with = 6": "ticket ends with 6", "ticket ends with = 1": "ticket ends with 1",
         "letters in surname > 6.5": "surname of 7 letters or more",
         "letters in surname <= 4.5": "surname of 4 letters or fewer"}
WHO = {THIRD: "men of the third class", SECOND: "men of the second class", ALL: "passengers"}
TALL = 25                       # dots in a column without overlap
STRIDE = 20                     # shuffles that the button adds


class SearchAgain(Explorer):
    """Each dot is one shuffle; the p-value counts those that reach the rule found.

    Examples
    --------
    >>> SearchAgain(shuffles=200).status.split(";")[0]
    'third class, 200 shuffles of single fates: the whole search reaches G = 10.6 in 22 of 200'
    """

    title = "Search again"
    question = "How often does chance do as well, and what may be shuffled?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "who", (THIRD, SECOND, ALL), THIRD,
               "men of a class, with tickets and surnames; or all, with sex, class, age and so on"),
        Choice("shuffle", "shuffle", (SINGLE, WHOLE), SINGLE,
               "deal out the fates singly, or let whole tickets exchange theirs"),
        Choice("score", "score", (SEARCH, ALONE), SEARCH,
               "after each shuffle: the best rule of a new search, or the rule that was found"),
        Slider("shuffles", "shuffles", 0, SHUFFLES, 1, 0, "how often the fates were shuffled"))
    buttons = (Button("Shuffle", f"{STRIDE} shuffles more", "next"),)
    presets = {
        "only this rule": Preset(
            {"score": ALONE, "shuffles": SHUFFLES}, "What does the printed p-value count?",
            shows=r"^third class, 200 .* only this rule .* in 0 of 200"),
        "whole search": Preset(
            {"shuffles": SHUFFLES}, "And if chance may choose the rule?",
            shows=r"^third class, 200 shuffles of single fates: the whole search"),
        "whole tickets": Preset(
            {"shuffle": WHOLE, "shuffles": SHUFFLES}, "And if parties stay together?",
            shows=r"^third class, 200 shuffles of whole tickets: the whole search"),
        "women": Preset(
            {"data": ALL, "shuffle": WHOLE, "shuffles": SHUFFLES}, "Does a real finding survive?",
            shows=r"^everybody, 200 shuffles of whole tickets: .* in 0 of 200")}

    def build(self, canvas: Canvas) -> None:
        """Create the axis, the mark of the rule found, the dots and the words."""
        canvas.figure.set_layout_engine("none")
        self._ax = canvas.figure.add_axes((0.03, 0.14, 0.94, 0.5), ylim=(0, 1), yticks=[])
        self._ax.spines[["left"]].set_visible(False)
        self._ax.grid(False)
        self._found = canvas.moving(*self._ax.plot([], [], color=style.BLUE, lw=3, zorder=2))
        self._dots = [canvas.moving(*self._ax.plot([], [], "o", color=colour, markersize=5.2,
                                                   markeredgewidth=0, zorder=3))
                      for colour in (style.GREY, style.ORANGE)]
        self._mark = canvas.moving(self._ax.text(0, 0.93, "", fontsize=13, weight="bold",
                                                 va="center", color=style.WORDS["survived"]))
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 880), ylim=(0, 510))
        paper.set_axis_off()

        def text(x: float, y: float, size: float, **looks):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **looks))
        self._title = text(14, 488, 16, weight="bold")
        self._rule = text(14, 432, 14, color=style.WORDS["survived"], linespacing=1.3)
        self._number = text(480, 338, 28, weight="bold", color=style.WORDS["died"])
        self._words = text(480, 284, 14, linespacing=1.25)
        self._formula = text(480, 228, 15, weight="bold")

    def draw(self, state: dict) -> str:
        """Show the shuffles so far."""
        data, k, score = state["data"], state["shuffles"], state["score"]
        found, high = searched(data, state["shuffle"]), HIGHEST[data]
        _limit(self.canvas, self._ax, state)
        values = _values(found, score)[:k]
        reach = values >= found.G - NEAR
        x, y = _stacked(values, found.G, high)
        for dots, which in zip(self._dots, (~reach, reach), strict=True):
            dots.set_data(x[which], y[which])
        self._found.set_data([found.G] * 2, [0, 0.86])
        left = found.G > high / 2
        side = -1 if found.G > high / 3 else 1
        self._mark.set(text="rule found", position=(found.G + side * high / 90, 0.93),
                       ha="right" if side < 0 else "left")
        self._rule.set_text(
            f"The search found: {rule(found)}.\n{found.survived} of {found.m} survived (of all "
            f"{found.n} {WHO[data]}: {found.base:.0%})")
        hits, where = int(reach.sum()), 330 if left else 480
        self._number.set(text=f"{hits} of {k}" if k else "", x=where)
        self._words.set(x=where, text="" if not k else (
            f"shuffles of {state['shuffle']}\nreach the G of the rule found"))
        self._formula.set(x=where, text="" if not k else _formula(hits, k))
        self._title.set_text(_finding(state, found, hits))
        return _status(state, hits, found)

    def details(self, state: dict) -> str:
        """Return the rule found, its printed p-value and both counts."""
        found, k = searched(state["data"], state["shuffle"]), state["shuffles"]
        counted = {score: int(np.sum(_values(found, score)[:k] >= found.G - NEAR))
                   for score in (ALONE, SEARCH)}
        return (f"The rule: {rule(found)}; {found.survived} of {found.m} survived, of all "
                f"{found.n} {found.base:.1%}; the p-value of χ² is {printed(found)}. In {k} "
                f"shuffles of {state['shuffle']} the rule alone reaches its G {counted[ALONE]} "
                f"times, the search {counted[SEARCH]} times.")

    def next(self) -> None:
        """Shuffle some times more; from the end begin again."""
        k = self._state["shuffles"]
        self.set(shuffles=min(k + STRIDE, SHUFFLES) if k < SHUFFLES else 0)


def rule(found: Searched) -> str:
    """Return the conditions of the rule found, in words."""
    return ", ".join(NAMES[c] if c in NAMES else phrase(c) for c in found.conditions)


def printed(found: Searched) -> str:
    """Return the p-value that a program prints, that of one rule fixed beforehand."""
    p = wilks_p_value(found.G, 1)
    return f"{p:.4f}" if p >= 1e-4 else "below 0.0001"


def _values(found: Searched, score: str) -> np.ndarray:
    return found.alone if score == ALONE else found.best


def _formula(hits: int, k: int) -> str:
    return f"p = (1 + {hits}) / (1 + {k}) = {(1 + hits) / (1 + k):.3f}"


def _limit(canvas: Canvas, ax: Axes, state: dict) -> None:
    """Give the axis the room that the data need."""
    high = HIGHEST[state["data"]]
    if ax.get_xlim()[1] != high:
        ax.set_xlim(0, high)
    what = {ALONE: "G of the rule found", SEARCH: "G of the best rule of a search"}
    ax.set_xlabel(f"{what[state['score']]} after shuffling {state['shuffle']} "
                  "(large: it stands out)")
    canvas.invalidate(key=(state["data"], state["score"], state["shuffle"]))


def _stacked(values: np.ndarray, G: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where the dots lie: in columns to both sides of G, closer together if one is tall."""
    column = np.floor((values + NEAR - G) / high * COLUMNS).astype(int)
    up = np.array([np.sum(column[:i] == own) for i, own in enumerate(column)], float)
    step = 0.035 * min(1, TALL / (1 + up.max(initial=0)))
    width = high / COLUMNS
    return np.maximum(G + (column + 0.5) * width, width / 4), 0.025 + step * up


def _finding(state: dict, found: Searched, hits: int) -> str:
    k, score = state["shuffles"], state["score"]
    if not k:
        return f"The program scored {found.rules} rules; printed p of the best: {printed(found)}"
    if score == ALONE:
        return f"The rule alone reaches its G in {hits} of {k} shuffles"
    if not hits and _values(found, score)[:k].max() < found.G / 2:
        return "No search after a shuffle comes near the rule found"
    return f"Printed p: {printed(found)}; with the whole search: {(1 + hits) / (1 + k):.2f}"


def _status(state: dict, hits: int, found: Searched) -> str:
    k = state["shuffles"]
    score = state["score"] if state["score"] == ALONE else f"the {state['score']}"
    if not k:
        return (f"{state['data']}, no shuffle of {state['shuffle']} yet: among {found.rules} rules "
                f"the search found one with G = {found.G:.1f}; its printed p is {printed(found)}, "
                f"and {score} waits for its first shuffle.")
    return (f"{state['data']}, {plural(k, 'shuffle')} of {state['shuffle']}: {score} "
            f"reaches G = {found.G:.1f} in {hits} of {k}; p = (1 + {hits}) / "
            f"(1 + {k}) = {(1 + hits) / (1 + k):.3f}, and χ² prints {printed(found)}.")
