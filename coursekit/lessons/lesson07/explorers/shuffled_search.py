"""Lesson 07: the best rule of a search beside the best rules of searches in shuffled labels."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson07.lattice import phrase
from coursekit.lessons.lesson07.shuffles import (
    DATA, LETTERS, SENSIBLE, SHUFFLES, Searched, reached, searched,
)
from coursekit.plots import style
from coursekit.wording import plural

ALONE, SEARCH = "only this rule", "a whole search"
COLUMNS = 90                    # of dots across the picture
HIGHEST = {LETTERS: 20.0, SENSIBLE: 180.0}
NAMES = {"ticket ends with = 6": "ticket ends with 6",
         "letters in surname > 6.5": "surname of 7 letters or more"}
TALL = 25                       # dots in a column without overlap
STRIDE = 20                     # shuffles that the button adds


class ShuffledSearch(Explorer):
    """Each dot is one shuffle of the labels: the G of the rule found, or the best G of a search.

    Examples
    --------
    >>> ShuffledSearch().status.split(";")[0]
    'letters, no shuffle yet: the search scored 132 rules and found one with G = 5.0'
    """

    title = "Shuffle and search again"
    question = "How often does chance do as well as the rule that was found?"
    size = (8.8, 5.1)
    controls = (
        Choice("data", "conditions", tuple(DATA), LETTERS,
               "on tickets and surnames of 108 men, or on sex, class, age, family and port of 891"),
        Choice("count", "score", (ALONE, SEARCH), SEARCH,
               "among shuffled labels: the rule that was found, or the best rule of a new search"),
        Slider("shuffles", "shuffles", 0, SHUFFLES, 1, 0, "how often the labels were shuffled"))
    buttons = (Button("Shuffle", f"{STRIDE} shuffles more", "next"),)
    presets = {
        "only this rule": Preset(
            {"count": ALONE, "shuffles": SHUFFLES}, "How rarely does chance help this one rule?",
            shows=r"^letters, 200 shuffles: only this rule"),
        "a whole search": Preset(
            {"shuffles": SHUFFLES}, "And if chance may choose the rule, too?",
            shows=r"^letters, 200 shuffles: a whole search"),
        "sex, class …": Preset(
            {"data": SENSIBLE, "shuffles": SHUFFLES}, "How near do shuffled labels come?",
            shows=r"^sex, class …, 200 shuffles: .* 0 times")}

    def build(self, canvas: Canvas) -> None:
        """Create the axis, the mark of the rule found, and the dots."""
        canvas.figure.set_layout_engine("none")
        self._ax = canvas.figure.add_axes((0.03, 0.14, 0.94, 0.52), ylim=(0, 1), yticks=[])
        self._ax.spines[["left"]].set_visible(False)
        self._ax.grid(False)
        self._ax.set_xlabel("G of the best rule (how far it stands out)")
        self._found = canvas.moving(*self._ax.plot([], [], color=style.COLOURS["reference"], lw=3,
                                                   zorder=2))
        self._dots = [canvas.moving(*self._ax.plot([], [], "o", color=colour, markersize=5.2,
                                                   markeredgewidth=0, zorder=3))
                      for colour in (style.GREY, style.ORANGE)]
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 880), ylim=(0, 510))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(14, 488, "", fontsize=16, weight="bold",
                                               va="center"))
        self._rule = canvas.moving(paper.text(14, 434, "", fontsize=14, va="center",
                                              color=style.WORDS["survived"], linespacing=1.3))
        self._number = canvas.moving(paper.text(560, 330, "", fontsize=30, weight="bold",
                                                va="center", color=style.WORDS["died"]))
        self._words = canvas.moving(paper.text(560, 272, "", fontsize=14, va="center",
                                               linespacing=1.25))
        self._mark = canvas.moving(self._ax.text(0, 0.93, "", fontsize=13, weight="bold",
                                                 va="center", color=style.WORDS["survived"]))

    def draw(self, state: dict) -> str:
        """Show the shuffles so far."""
        data, told, k = state["data"], state["count"], state["shuffles"]
        found, high = searched(data), HIGHEST[data]
        _limit(self.canvas, self._ax, data, told)
        values = (found.alone if told == ALONE else found.best)[:k]
        as_good = values >= found.G - 1e-9
        x, y = _stacked(values, high)
        for dots, which in zip(self._dots, (~as_good, as_good), strict=True):
            dots.set_data(x[which], y[which])
        self._found.set_data([found.G] * 2, [0, 0.86])
        self._found.set_color(style.BLUE)
        left = found.G > high / 2
        self._mark.set(text="rule found", position=(found.G + (-1 if left else 1) * high / 90, .93),
                       ha="right" if left else "left")
        self._rule.set_text(f"The search found: {rule(found)}.\n{found.survived} of {found.m} "
                            f"survived (of all {found.n}: {found.base:.0%}), G = {found.G:.1f}")
        hits = int(as_good.sum())
        where = 560 if not left else 330
        self._number.set(text=f"{hits} of {k}" if k else "", x=where)
        self._words.set(x=where, text="" if not k else (
            "shuffles give this rule\nas large a G or a larger" if told == ALONE else
            "searches in shuffled labels\nfind as large a G or a larger"))
        self._title.set_text(_finding(found, told, hits, k))
        return _status(data, told, k, hits, found)

    def details(self, state: dict) -> str:
        """Return the rule found and how often chance reaches it."""
        found, k = searched(state["data"]), state["shuffles"]
        values, what = ((found.alone, "the rule alone") if state["count"] == ALONE else
                        (found.best, "the best rule of a search"))
        return (f"The rule: {rule(found)}; {found.survived} of {found.m} survived, of all "
                f"{found.n} {found.base:.1%}. As large a G for {what} in "
                f"{reached(values[:k], found.G)} of {k} shuffles.")

    def next(self) -> None:
        """Shuffle some times more; from the end begin again."""
        k = self._state["shuffles"]
        self.set(shuffles=min(k + STRIDE, SHUFFLES) if k < SHUFFLES else 0)


def rule(found: Searched) -> str:
    """Return the conditions of the rule found, in words."""
    return ", ".join(NAMES[c] if c in NAMES else phrase(c) for c in found.conditions)


def _limit(canvas: Canvas, ax: Axes, data: str, told: str) -> None:
    """Give the axis the room that the data need."""
    if ax.get_xlim()[1] != HIGHEST[data]:
        ax.set_xlim(0, HIGHEST[data])
    words = {ALONE: "G of the rule found, one dot for each shuffle",
             SEARCH: "G of the best rule of a search, one dot for each shuffle"}[told]
    ax.set_xlabel(f"{words} (large: it stands out)")
    canvas.invalidate(key=(data, told))


def _stacked(values: np.ndarray, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where the dots lie: one over the other, closer together if a column is tall."""
    column = (values / high * COLUMNS).astype(int)
    up = np.array([np.sum(column[:i] == own) for i, own in enumerate(column)], float)
    step = 0.035 * min(1, TALL / (1 + up.max(initial=0)))
    return (column + 0.5) * high / COLUMNS, 0.025 + step * up


def _finding(found: Searched, told: str, hits: int, k: int) -> str:
    if not k:
        return f"A search of {found.rules} rules found one that stands out"
    if told == ALONE:
        return f"Chance alone makes this rule look so good in {hits} of {k} shuffles"
    if 2 * hits > k >= STRIDE:
        return "More than half of the searches in pure chance find as good a rule"
    if found.best[:k].max() < found.G / 2:
        return "No search in shuffled labels comes near the rule found"
    return f"{hits} of {k} searches in pure chance find as good a rule"


def _status(data: str, told: str, k: int, hits: int, found: Searched) -> str:
    if not k:
        return (f"{data}, no shuffle yet: the search scored {found.rules} rules and found one with "
                f"G = {found.G:.1f}; {told} waits for its first shuffle.")
    return (f"{data}, {plural(k, 'shuffle')}: {told} reaches the G of {found.G:.1f} "
            f"{plural(hits, 'time')}; counting the true labels, {1 + hits} of {k + 1} "
            "orders do.")
