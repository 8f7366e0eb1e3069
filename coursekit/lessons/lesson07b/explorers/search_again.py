"""Lesson 07b: a rule found, and what searches find after a shuffle of fates or of whole tickets."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson07.lattice import phrase
from coursekit.lessons.lesson07.shuffles import Searched
from coursekit.lessons.lesson07b.parties import (
    ALL, ALONE, NEAR, SEARCH, SECOND, SHUFFLES, SINGLE, THIRD, WHOLE, searched,
)
from coursekit.plots import style
from coursekit.rules import wilks_p_value
from coursekit.wording import plural

COLUMNS = 90                    # of dots across the picture
HIGHEST = {(THIRD, SINGLE): 18.0, (THIRD, WHOLE): 26.0, (SECOND, SINGLE): 26.0,
           (SECOND, WHOLE): 26.0, (ALL, SINGLE): 180.0, (ALL, WHOLE): 180.0}
NAMES = {"ticket ends with = 6": "ticket ends with 6", "ticket ends with = 1": "ticket ends with 1",
         "letters in surname > 6.5": "surname of 7 letters or more",
         "letters in surname <= 4.5": "surname of 4 letters or fewer"}
WHO = {THIRD: "men of the third class", SECOND: "men of the second class", ALL: "passengers"}
TALL = 21                       # dots in a column without overlap
STRIDE = 20                     # shuffles that the button adds
FEW = 20                        # persons that are drawn larger


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
        Slider("shuffles", "shuffles", 1, SHUFFLES, 1, 1, "how often the fates were shuffled"))
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
        """Set the axis of G and the paper."""
        self._stage = Stage(canvas, extent=(880, 510), dots=(
            (0.03, 0.14, 0.94, 0.42), {"ylim": (0, 1), "yticks": []}))
        self._stage.dots.spines[["left"]].set_visible(False)

    def draw(self, state: dict) -> str:
        """Show the rule found among all, and the shuffles so far."""
        data, k, score = state["data"], state["shuffles"], state["score"]
        stage, high = self._stage, HIGHEST[data, state["shuffle"]]
        found, ax = searched(data, state["shuffle"]), stage.dots
        values = (found.alone if score == ALONE else found.best)[:k]
        reach = values >= found.G - NEAR
        hits = int(reach.sum())
        what = "rule found" if score == ALONE else "best rule of a search"
        ax.set(xlim=(0, high),
               xlabel=f"surprise G of the {what} after shuffling {state['shuffle']}")
        ax.plot([found.G] * 2, [0, 0.86], color=style.BLUE, lw=3, zorder=2)
        x, y = _stacked(values, found.G, high)
        for colour, which in ((style.GREY, ~reach), (style.ORANGE, reach)):
            ax.plot(x[which], y[which], "o", color=colour, markersize=5.2 if k > 1 else 11,
                    markeredgewidth=0, zorder=3)
        if k == 1:
            side = ("left", "center", "right")[int(np.digitize(x[0] / high, (0.15, 0.85)))]
            stage.word(x[0], y[0] + 0.14, f"the {what}\nafter one shuffle", 13, ax,
                       fontweight="normal", ha=side, linespacing=1.2,
                       bbox={"facecolor": "white", "lw": 0, "pad": 1})
        left = found.G > high / 3
        stage.word(found.G + (-1 if left else 1) * high / 90, 0.93, f"rule found: {found.G:.1f}",
                   13, ax, ha="right" if left else "left", color=style.WORDS["survived"])
        self._people(data, found)
        if k > 1:
            at = 560 if data == ALL else 866
            stage.word(at, 262, f"{hits} of {k}", 28, ha="right", color=style.WORDS["died"])
            stage.word(at, 224, f"p = (1 + {hits}) / (1 + {k}) = {(1 + hits) / (1 + k):.3f}",
                       ha="right")
        stage.word(14, 488, _finding(state, found, values, hits), 16)
        return _status(state, hits, found)

    def _people(self, data: str, found: Searched) -> None:
        """Draw those whom the rule covers beside everybody, survivors filled."""
        lived = round(found.base * found.n)
        for start, m, k, who, colour, ink in (
                (14, found.m, found.survived, rule(found).replace(", ", ",\n"), style.BLUE,
                 style.WORDS["survived"]),
                (458, found.n, lived, f"survived, of all\n{WHO[data]}", style.GREY, style.INK)):
            rows, step = (2, 20.0) if m <= FEW else (10, min(9.0, 3900 / found.n))
            place = np.arange(m)
            x, y = start + 6 + step * (place // rows), 392 - step * (place % rows)
            self._stage.paper.plot(x[:k], y[:k], "o", color=colour, markersize=0.6 * step,
                                   markeredgewidth=0)
            self._stage.paper.plot(x[k:], y[k:], "o", markersize=0.6 * step, mfc="white",
                                   markeredgecolor=colour, markeredgewidth=0.7)
            self._stage.word(start, 440, f"{k} of {m}", 20, color=ink)
            self._stage.word(start + 14 + 16.2 * len(f"{k} of {m}"), 440, who, 13, color=ink,
                             linespacing=1.2)

    def details(self, state: dict) -> str:
        """Return the rule found, its printed p-value and both counts."""
        found, k = searched(state["data"], state["shuffle"]), state["shuffles"]
        alone, search = (int(np.sum(values[:k] >= found.G - NEAR))
                         for values in (found.alone, found.best))
        return (f"The rule: {rule(found)}; {found.survived} of {found.m} survived, of all "
                f"{found.n} {found.base:.1%}; the p-value of χ² is {printed(found)}. In "
                f"{plural(k, 'shuffle')} of {state['shuffle']} the rule alone reaches its G "
                f"{plural(alone, 'time')}, the search {plural(search, 'time')}.")

    def next(self) -> None:
        """Shuffle some times more; from the end begin again."""
        k = self._state["shuffles"]
        self.set(shuffles=min(k - k % STRIDE + STRIDE, SHUFFLES) if k < SHUFFLES else 1)


def rule(found: Searched) -> str:
    """Return the conditions of the rule found, in words."""
    return ", ".join(NAMES[c] if c in NAMES else phrase(c) for c in found.conditions)


def printed(found: Searched) -> str:
    """Return the p-value that a program prints, that of one rule fixed beforehand."""
    p = wilks_p_value(found.G, 1)
    return f"{p:.4f}" if p >= 1e-4 else "below 0.0001"


def _stacked(values: np.ndarray, G: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where the dots lie: in columns to both sides of G, closer together if one is tall."""
    column = np.floor((values + NEAR - G) / high * COLUMNS).astype(int)
    up = np.array([np.sum(column[:i] == own) for i, own in enumerate(column)], float)
    step = 0.04 * min(1, TALL / (1 + up.max(initial=0)))
    width = high / COLUMNS
    return np.maximum(G + (column + 0.5) * width, width / 4), 0.04 + step * up


def _finding(state: dict, found: Searched, values: np.ndarray, hits: int) -> str:
    if len(values) == 1:
        return f"The best of {found.rules} rules: {found.survived} of these {found.m} survived"
    if state["score"] == ALONE:
        return f"The rule alone reaches its G in {hits} of {len(values)} shuffles"
    if not hits and values.max() < found.G / 2:
        return "No search after a shuffle comes near the rule found"
    return f"{hits} of {len(values)} searches among shuffled fates did as well"


def _status(state: dict, hits: int, found: Searched) -> str:
    k = state["shuffles"]
    score = state["score"] if state["score"] == ALONE else f"the {state['score']}"
    return (f"{state['data']}, {plural(k, 'shuffle')} of {state['shuffle']}: {score} "
            f"reaches G = {found.G:.1f} in {hits} of {k}; p = (1 + {hits}) / "
            f"(1 + {k}) = {(1 + hits) / (1 + k):.3f}, and χ² prints {printed(found)}.")
