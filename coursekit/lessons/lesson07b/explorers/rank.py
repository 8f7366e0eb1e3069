"""Lesson 07b: the rank of the true order among shuffles, in many worlds where only chance rules."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson07b.parties import (
    ALONE, NEAR, SEARCH, SINGLE, WHOLE, WORLDS, B, places, worlds,
)
from coursekit.plots import style
from coursekit.wording import plural

ORDERS = B + 1
HIGHEST = 36.0          # G of an order
LEVELS = 4              # heights of dots
MOST = 75               # worlds in a column; what is more is cut off, with its number


class Rank(Explorer):
    """In each world the true order gets a rank among 20; the ranks of many worlds pile up.

    Examples
    --------
    >>> Rank(worlds=200).status.split(";")[1]
    ' p is at most 0.05 in 7 of 200 worlds of pure chance (promised: at most 5%).'
    """

    title = "Rank among shuffles"
    question = "Where nothing is to be found: how often is p at most 0.05?"
    size = (8.8, 5.1)
    controls = (
        Choice("drawn", "drawn", (SINGLE, WHOLE), SINGLE,
               "chance draws a fate for each man, or one for all men on a ticket"),
        Choice("shuffle", "shuffled", (SINGLE, WHOLE), SINGLE,
               "the shuffles deal the fates singly, or let whole tickets exchange theirs"),
        Choice("score", "scored", (SEARCH, ALONE), SEARCH,
               "after each shuffle: the best rule of a new search, or the rule that was found"),
        Slider("worlds", "worlds", 1, WORLDS, 1, 1, "how many worlds of pure chance were drawn"))
    buttons = (Button("Next", "one world more", "next"),)
    presets = {
        "all worlds": Preset({"worlds": WORLDS}, "Is any rank more frequent than the others?",
                             shows=r"^200 worlds, single fates drawn and shuffled"),
        "only this rule": Preset(
            {"worlds": WORLDS, "score": ALONE}, "Why is the true order first so often?",
            shows=r"^200 worlds, .*scoring only this rule"),
        "parties": Preset(
            {"worlds": WORLDS, "drawn": WHOLE}, "Which condition fails?",
            shows=r"^200 worlds, whole tickets drawn and single fates shuffled"),
        "parties kept": Preset(
            {"worlds": WORLDS, "drawn": WHOLE, "shuffle": WHOLE}, "What repairs it?",
            shows=r"^200 worlds, whole tickets drawn and shuffled")}

    def build(self, canvas: Canvas) -> None:
        """Create the dots of one world, the columns of ranks, and the words."""
        canvas.figure.set_layout_engine("none")
        self._row = canvas.figure.add_axes((0.05, 0.67, 0.9, 0.14), ylim=(0, 1), yticks=[],
                                           xlim=(0, HIGHEST))
        self._row.set_xlabel("G found in each of the 20 orders")
        self._row.spines[["left"]].set_visible(False)
        self._row.grid(False)
        self._dots = [canvas.moving(*self._row.plot([], [], mark, color=colour, markersize=size,
                                                    markeredgecolor="white", zorder=z))
                      for mark, colour, size, z in (("o", style.GREY, 9, 3),
                                                    ("o", style.ORANGE, 9, 4),
                                                    ("D", style.BLUE, 13, 5))]
        self._true = canvas.moving(self._row.text(0, 1.12, "true order", fontsize=13, ha="center",
                                                  va="center", weight="bold",
                                                  color=style.WORDS["survived"]))
        self._piles = ax = canvas.figure.add_axes((0.05, 0.13, 0.9, 0.4), xlim=(0.4, ORDERS + 0.6),
                                                  ylim=(0, MOST), yticks=[])
        ax.grid(False)
        ax.spines[["left"]].set_visible(False)
        ax.set_xticks(range(1, ORDERS + 1))
        ax.set_xlabel("rank of the true order (rank 1: no shuffle does as well, p = 1/20)")
        self._bars = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolors=[style.ORANGE] + [style.GREY] * B, edgecolors="none", zorder=2)))
        self._counts = [canvas.moving(ax.text(r, 0, "", fontsize=12, ha="center", va="bottom"))
                        for r in range(1, ORDERS + 1)]
        self._equal = canvas.moving(*ax.plot([], [], "--", color=style.INK, lw=1.6, zorder=3))
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 880), ylim=(0, 510))
        paper.set_axis_off()

        def text(x: float, y: float, size: float, **looks):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **looks))
        self._title = text(14, 488, 16, weight="bold")
        self._world = text(14, 452, 14)
        self._number = text(410, 240, 28, weight="bold", ha="right", color=style.WORDS["died"])
        self._words = text(424, 240, 14, linespacing=1.25)
        self._line = text(424, 196, 13)

    def draw(self, state: dict) -> str:
        """Show the last world, and the ranks of all."""
        n = state["worlds"]
        values = worlds(state["drawn"], state["shuffle"], state["score"])[:n]
        ranks, last = places(values), values[-1]
        reach = last[1:] >= last[0] - NEAR
        for dots, x in zip(self._dots, (last[1:][~reach], last[1:][reach], last[:1]), strict=True):
            dots.set_data(x, _apart(x))
        self._true.set_x(np.clip(last[0], 2, HIGHEST - 2))
        counts = np.bincount(ranks, minlength=ORDERS + 1)[1:].tolist()
        self._bars.set_verts([[(r - 0.42, 0), (r - 0.42, h), (r + 0.42, h), (r + 0.42, 0)]
                              for r, h in enumerate(np.minimum(counts, MOST), 1)])
        for count, number in zip(counts, self._counts, strict=True):
            number.set(text=("" if not count else f"{count} ↑" if count > MOST else f"{count}"),
                       y=max(min(count, MOST), n / ORDERS) + 1)
        self._equal.set_data([0.5, ORDERS + 0.5], [n / ORDERS] * 2)
        each = f", {n / ORDERS:g} each" if n >= ORDERS else ""
        self._line.set_text(f"dashed: all ranks equally frequent{each}")
        self._world.set_text(
            f"World {n}: rank {ranks[-1]} of {ORDERS}, p = {ranks[-1]}/{ORDERS} = "
            f"{ranks[-1] / ORDERS:.2f} (orange: shuffles that do as well)")
        first = int(np.sum(ranks == 1))
        self._number.set_text(f"{first} of {n}")
        share = f"{first / n:.0%}, promised" if n >= ORDERS else "promised"
        self._words.set_text("worlds report p ≤ 0.05, with nothing\n"
                             f"to find ({share}: at most 5%)")
        self._title.set_text(_finding(state))
        return _status(state, int(ranks[-1]), first)

    def details(self, state: dict) -> str:
        """Return how often each rank occurred."""
        ranks = places(worlds(state["drawn"], state["shuffle"], state["score"])[:state["worlds"]])
        counts = np.bincount(ranks, minlength=ORDERS + 1)[1:]
        return "Worlds by rank, from 1 to 20: " + ", ".join(map(str, counts)) + "."

    def next(self) -> None:
        """Draw another world; after the last begin again."""
        self.set(worlds=self._state["worlds"] % WORLDS + 1)


def _apart(x: np.ndarray) -> np.ndarray:
    """Return heights at which dots with such values do not cover each other."""
    right, heights = [-np.inf] * LEVELS, np.empty(len(x))
    for i in np.argsort(x):
        level = next((k for k in range(LEVELS) if x[i] - right[k] > 0.6), LEVELS - 1)
        right[level], heights[i] = x[i], 0.18 + 0.2 * level
    return heights


def _finding(state: dict) -> str:
    if state["score"] == ALONE:
        return "Chosen by the true fates, tested on them: the rule looks firm"
    if state["drawn"] == WHOLE and state["shuffle"] == SINGLE:
        return "Fates come by tickets, shuffles do not: the promise is broken"
    return "The true order is one of twenty, and no low rank is favoured"


def _status(state: dict, rank: int, first: int) -> str:
    n, drawn, shuffle = (state[name] for name in ("worlds", "drawn", "shuffle"))
    how = f"{drawn} drawn and shuffled" if drawn == shuffle else \
        f"{drawn} drawn and {shuffle} shuffled"
    return (f"{plural(n, 'world')}, {how}, scoring {_the(state['score'])}: in the last one the "
            f"true order has rank {rank} of {ORDERS}; p is at most 0.05 in {first} of {n} "
            f"world{'s' * (n > 1)} of pure chance (promised: at most 5%).")


def _the(score: str) -> str:
    return score if score == ALONE else f"the {score}"
