"""Lesson 07: the best rule of a search beside the best rules of searches in shuffled labels."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson07.lattice import phrase
from coursekit.lessons.lesson07.shuffles import (
    DATA, LETTERS, SENSIBLE, SHUFFLES, Searched, reached, searched,
)
from coursekit.plots import style
from coursekit.wording import plural

ALONE, SEARCH = "only this rule", "a whole search"
COLUMNS, SIZE = 60, 9           # of dots across the picture; of a dot
HIGHEST = {(LETTERS, ALONE): 8.0, (LETTERS, SEARCH): 20.0, (SENSIBLE, ALONE): 180.0,
           (SENSIBLE, SEARCH): 180.0}
NAMES = {"ticket ends with = 6": "ticket ends with 6",
         "letters in surname > 6.5": "surname of 7 letters or more"}
TALL = 15                       # dots in a column without overlap
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
        """Set the axis and the paper."""
        self._stage = stage = Stage(canvas, extent=(880, 510), dots=(
            (0.03, 0.14, 0.94, 0.52), {"ylim": (0, 1), "yticks": []}))
        stage.dots.spines[["left"]].set_visible(False)

    def draw(self, state: dict) -> str:
        """Show the shuffles so far."""
        data, told, k = state["data"], state["count"], state["shuffles"]
        stage, found, high = self._stage, searched(data), HIGHEST[data, told]
        ax, rule_only = stage.dots, told == ALONE
        values = (found.alone if rule_only else found.best)[:k]
        as_good = values >= found.G - 1e-9
        ax.set(xlim=(0, high),
               xlabel=f"surprise G of the {'best ' * (not rule_only)}rule: each dot is one shuffle")
        x, y = _stacked(values, as_good, found.G, high)
        for colour, which in ((style.GREY, ~as_good), (style.ORANGE, as_good)):
            ax.plot(x[which], y[which], "o", color=colour, markersize=SIZE, markeredgewidth=0,
                    zorder=3)
        ax.plot([found.G] * 2, [0, 0.86], color=style.BLUE, lw=3, zorder=2)
        left, hits = found.G > high / 2, int(as_good.sum())
        at = 190 if left else 560
        stage.word(found.G + (-1 if left else 1) * high / 90, 0.93, "rule found", 13, ax,
                   ha="right" if left else "left", color=style.WORDS["survived"])
        stage.word(14, 434, f"The search found: {rule(found)}.\n{found.survived} of {found.m} "
                   f"survived (of all {found.n}: {found.base:.0%}), G = {found.G:.1f}",
                   fontweight="normal", color=style.WORDS["survived"], linespacing=1.3)
        if k:
            stage.word(at, 366, f"{hits} of {k}", 30,
                       color=style.WORDS["died"])
            stage.word(at, 318, "shuffles give this rule\nas large a G or a "
                       "larger" if rule_only else "searches in shuffled labels\nfind as large a G "
                       "or a larger", fontweight="normal", linespacing=1.25)
        stage.word(14, 488, _finding(found, told, hits, k), 16)
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


def _stacked(values: np.ndarray, as_good: np.ndarray, G: float, high: float
             ) -> tuple[np.ndarray, np.ndarray]:
    """Return where the dots lie: one over the other, on their side of the G of the rule found."""
    wide = high / COLUMNS
    column = np.where(as_good, np.floor((values - G) / wide + 1e-6),
                      -np.maximum(np.ceil((G - values) / wide), 1)).astype(int)
    up = np.array([np.sum(column[:i] == own) for i, own in enumerate(column)], float)
    step = 0.05 * min(1, TALL / (1 + up.max(initial=0)))
    return np.clip(G + (column + 0.5) * wide, 0.5 * wide, None), 0.03 + step * up


def _finding(found: Searched, told: str, hits: int, k: int) -> str:
    if not k:
        return f"A search of {found.rules} rules found one that stands out"
    if told == ALONE:
        return f"Chance alone makes this rule look so good in {hits} of {k} shuffles"
    if 2 * hits > k >= STRIDE:
        return "More than half of the searches in pure chance find as good a rule"
    if found.best[:k].max() < found.G / 2:
        return "No search in shuffled labels comes near the rule found"
    return f"{hits} of {k} searches in pure chance found as good a rule"


def _status(data: str, told: str, k: int, hits: int, found: Searched) -> str:
    if not k:
        return (f"{data}, no shuffle yet: the search scored {found.rules} rules and found one with "
                f"G = {found.G:.1f}; {told} waits for its first shuffle.")
    return (f"{data}, {plural(k, 'shuffle')}: {told} reaches the G of {found.G:.1f} "
            f"{plural(hits, 'time')}; counting the true labels, {1 + hits} of {k + 1} "
            "orders do.")
