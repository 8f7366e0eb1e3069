"""Lesson 07b: the rank of the true order among shuffles, in many worlds where only chance rules."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Stage
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
        """Set the row of one world, the piles of ranks, and the paper."""
        self._stage = stage = Stage(
            canvas, extent=(880, 510),
            row=((0.05, 0.67, 0.9, 0.14), {"ylim": (0, 1), "yticks": [], "xlim": (0, HIGHEST)}),
            piles=((0.05, 0.13, 0.9, 0.4), {"xlim": (0.4, ORDERS + 0.6), "ylim": (0, MOST),
                                            "yticks": [], "xticks": range(1, ORDERS + 1)}))
        stage.row.set_xlabel("G found in each of the 20 orders")
        stage.piles.set_xlabel("rank of the true order (rank 1: no shuffle does as well, p = 1/20)")
        for ax in (stage.row, stage.piles):
            ax.spines[["left"]].set_visible(False)

    def draw(self, state: dict) -> str:
        """Show the last world, and the ranks of all."""
        n, stage = state["worlds"], self._stage
        values = worlds(state["drawn"], state["shuffle"], state["score"])[:n]
        ranks, last = places(values), values[-1]
        reach, true = last >= last[0] - NEAR, np.arange(len(last)) == 0
        for which, mark, colour, z in ((~reach, "o", style.GREY, 3),
                                       (reach & ~true, "o", style.ORANGE, 4),
                                       (true, "D", style.BLUE, 5)):
            stage.row.plot(last[which], _apart(last)[which], mark, color=colour, markersize=12,
                           markeredgecolor="white", zorder=z)
        stage.word(np.clip(last[0], 2, HIGHEST - 2), 1.16, "true order", 13, stage.row,
                   ha="center", color=style.WORDS["survived"])
        first = int(np.sum(ranks == 1))
        self._pile(np.bincount(ranks, minlength=ORDERS + 1)[1:].tolist(), n)
        stage.word(14, 488, _finding(state, n, int(ranks[-1]), first), 16)
        stage.word(14, 452, f"World {n}: rank {ranks[-1]} of {ORDERS}, p = {ranks[-1]}/{ORDERS} = "
                   f"{ranks[-1] / ORDERS:.2f} (orange: shuffles that do as well)",
                   fontweight="normal")
        if n >= ORDERS:
            stage.word(410, 240, f"{first} of {n}", 28, ha="right", color=style.WORDS["died"])
            stage.word(424, 240, "worlds report p ≤ 0.05, with nothing\n"
                       f"to find ({first / n:.0%}, promised: at most 5%)", fontweight="normal",
                       linespacing=1.25)
        return _status(state, int(ranks[-1]), first)

    def _pile(self, counts: list[int], n: int) -> None:
        """Draw how many worlds have each rank, and from 20 worlds on how many it would be if all
        ranks were equally frequent."""
        piles, word = self._stage.piles, self._stage.word
        self._stage.areas(piles, [[(r - 0.42, 0), (r - 0.42, h), (r + 0.42, h), (r + 0.42, 0)]
                                  for r, h in enumerate(np.minimum(counts, MOST), 1)],
                          [style.ORANGE] + [style.GREY] * B, 0)
        level = n / ORDERS if n >= ORDERS else 0
        for r, count in enumerate(counts, 1):
            if count:
                word(r, max(min(count, MOST), level) + 1, f"{count} ↑" if count > MOST else
                     f"{count}", 12, piles, fontweight="normal", ha="center", va="bottom")
        if level:
            piles.plot([0.5, ORDERS + 0.5], [level] * 2, "--", color=style.INK, lw=1.6, zorder=3)
            word(424, 196, f"dashed: all ranks equally frequent, {level:g} each", 13,
                 fontweight="normal")

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


def _finding(state: dict, n: int, rank: int, first: int) -> str:
    if n < ORDERS:
        return f"World {n}: rank {rank} of {ORDERS}. And the next?"
    if state["score"] == ALONE:
        return "Chosen by the true fates, tested on them: the rule looks firm"
    if state["drawn"] == WHOLE and state["shuffle"] == SINGLE:
        return "Fates come by tickets, shuffles do not: the promise is broken"
    return f"{first} of {n} worlds reported p ≤ 0.05, though there is nothing to find"


def _status(state: dict, rank: int, first: int) -> str:
    n, drawn, shuffle = (state[name] for name in ("worlds", "drawn", "shuffle"))
    how = f"{drawn} drawn and shuffled" if drawn == shuffle else \
        f"{drawn} drawn and {shuffle} shuffled"
    return (f"{plural(n, 'world')}, {how}, scoring {_the(state['score'])}: in the last one the "
            f"true order has rank {rank} of {ORDERS}; p is at most 0.05 in {first} of "
            f"{plural(n, 'world')} of pure chance (promised: at most 5%).")


def _the(score: str) -> str:
    return score if score == ALONE else f"the {score}"
