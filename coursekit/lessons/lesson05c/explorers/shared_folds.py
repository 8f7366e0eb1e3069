"""Lesson 05c: why repeating a cross-validation stops helping.

On the left the table of correlations between all fold scores, whose average is the variance of
their mean; on the right its three terms for one to ten partitions.
"""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson05c.experiments import (
    FOLDS, MACHINES, MEASURED, PARTITIONS, expected_square, terms)
from coursekit.plots import style
from coursekit.wording import plural

TOP = 0.22                                 # of the right panel, in variances of one score
COLOURS = (style.INK, style.COLOURS["train"], style.COLOURS["test"])
INKS = (style.INK, style.WORDS["survived"], style.WORDS["died"])
NAMES = ("itself", "same partition", "other partition")
WHOLE = np.arange(1, PARTITIONS + 1)
LEFT, RIGHT = (0.02, 0.095, 0.38, 0.685), (0.495, 0.135, 0.355, 0.745)


def square(low: float, high: float) -> list[tuple[float, float]]:
    """Return the corners of a square on the diagonal of the table."""
    return [(low, low), (high, low), (high, high), (low, high)]


class SharedFolds(Explorer):
    """The variance of a mean of fold scores, term by term, as partitions are added.

    Examples
    --------
    >>> SharedFolds(partitions=10).status.split(".")[0]
    'Least squares, 10 partitions of ten folds: 100 scores are worth 9'
    """

    title = "What a hundred fold scores are worth"
    question = "The samples stay the same. What do more partitions buy?"
    size = (8.8, 4.9)
    controls = (
        Slider("partitions", "partitions", 1, PARTITIONS, 1, 1,
               "how often the samples are cut anew into ten folds"),
        Choice("machine", "machine", MACHINES, MACHINES[0],
               "two machines of this kind are compared fold by fold"))
    presets = {
        "two partitions": Preset(
            {"partitions": 2},
            "Twice as many scores. Has the variance halved?",
            shows=r"2 partitions .* 20 scores are worth [89]\.\d "),
        "ten partitions": Preset(
            {"partitions": 10},
            "A hundred scores. Which term is left?",
            shows=r"10 partitions .* 100 scores are worth 9\.\d "),
        "neighbours": Preset(
            {"partitions": 10, "machine": MACHINES[1]},
            "Another machine. Is the guess still large enough?",
            shows=r"^Nearest neighbour, 10 .* 100 scores are worth [56]\.\d ")}

    def build(self, canvas: Canvas) -> None:
        """Create the table of correlations, the bars and the words."""
        canvas.figure.set_layout_engine("none")
        self._table = canvas.figure.add_axes(LEFT, xlim=(-0.01, 1.01), ylim=(1.01, -0.01))
        self._table.set_axis_off()
        self._table.set_aspect("equal", anchor="SW")
        self._bars = canvas.figure.add_axes(RIGHT, xlim=(0.4, PARTITIONS + 0.6), ylim=(0, TOP),
                                            xticks=[1, 2, 5, 10], yticks=[0, 0.05, 0.1, 0.15, 0.2])
        self._bars.set(xlabel="partitions", ylabel="variance of the mean (one score = 1)")
        self._bars.tick_params(labelsize=13)
        self._bars.xaxis.label.set_size(14)
        self._bars.yaxis.label.set_size(13)
        self._bars.text(PARTITIONS + 0.5, TOP, "bars: the true variance", fontsize=14, va="top",
                        ha="right")
        empty = {"closed": True, "lw": 0}
        self._others, self._same, self._own = (self._table.add_collection(PolyCollection(
            [], facecolor=colour, label=name, zorder=zorder, **empty))
            for colour, name, zorder in zip(COLOURS[::-1], NAMES[::-1], (1, 2, 3)))
        self._stacks = [self._bars.add_collection(PolyCollection(
            [], facecolor=colour, edgecolor="white", lw=0.8, label=f"term: {name}", zorder=2))
            for colour, name in zip(COLOURS, NAMES)]
        (self._frame,) = self._bars.plot([], [], color=style.INK, lw=3, zorder=4,
                                         label="the partitions on the left")
        (self._usual,) = self._bars.plot([], [], "o:", color=style.GREY, lw=2.5, zorder=5,
                                         markersize=7, markeredgecolor="white",
                                         label="usual formula")
        (self._guess,) = self._bars.plot([], [], "D-", color=style.PINK, lw=2.5, zorder=5,
                                         markersize=8, markeredgecolor="white",
                                         label="corrected formula")
        self._build_words(canvas)
        for artist in (self._others, self._same, self._own, *self._stacks, self._frame,
                       self._usual, self._guess):
            canvas.moving(artist)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1), zorder=6)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def words(x: float, y: float, text: str = "", size: float = 14, **look):
            return canvas.moving(paper.text(x, y, text, fontsize=size, va="center", **look))
        self._headline = words(0.015, 0.955, size=17, weight="bold")
        self._count = words(LEFT[0], 0.05)
        edge = RIGHT[0] + RIGHT[2] + 0.008
        self._names = [words(edge, 0, size=13, weight="bold", color=colour)
                       for colour in (style.GREY, style.WORDS["female"])]
        self._rho = [words(LEFT[0], y, weight="bold", color=ink)
                     for y, ink in ((0.885, INKS[1]), (0.825, INKS[2]))]

    def draw(self, state: dict) -> str:
        """Show the table of R partitions, and the terms of all numbers of partitions."""
        R, machine = int(state["partitions"]), state["machine"]
        found = MEASURED[machine]
        self._others.set_verts([square(0, 1)] if R > 1 else [])
        self._same.set_verts([square(r / R, (r + 1) / R) for r in range(R)])
        J = R * FOLDS
        self._own.set_verts([square(j / J, (j + 1) / J) for j in range(J)])
        parts = np.array([terms(found, r) for r in WHOLE])
        floors = np.cumsum(parts, axis=1) - parts
        for k, stack in enumerate(self._stacks):
            stack.set_verts([[(r - 0.38, low), (r + 0.38, low), (r + 0.38, low + size),
                              (r - 0.38, low + size)]
                             for r, low, size in zip(WHOLE, floors[:, k], parts[:, k]) if size])
        whole = parts.sum(axis=1)
        top = whole[R - 1]
        self._frame.set_data([R - 0.44, R - 0.44, R + 0.44, R + 0.44, R - 0.44],
                             [0, top, top, 0, 0])
        square_of_s = np.array([expected_square(found, r) for r in WHOLE])
        usual = square_of_s / (WHOLE * FOLDS)
        guess = usual + square_of_s / (FOLDS - 1)
        self._usual.set_data(WHOLE, usual)
        self._guess.set_data(WHOLE, guess)
        self._write(R, machine, usual, guess)
        return (f"{machine.capitalize()}, {plural(R, 'partition')} of ten folds: {J} scores "
                f"are worth {1 / top:.1f} independent ones. Their mean has the variance {top:.3f}, "
                f"if one score has 1; the usual formula gives {usual[R - 1]:.3f}, the corrected "
                f"one {guess[R - 1]:.3f}.")

    def _write(self, R: int, machine: str, usual: np.ndarray, guess: np.ndarray) -> None:
        found, J = MEASURED[machine], R * FOLDS
        worth = 1 / sum(terms(found, R))
        self._headline.set_text(f"{J} fold scores are worth {worth:.1f} independent ones")
        self._count.set_text(f"correlations of {J} scores")
        for text, values, name in zip(self._names, (usual, guess), ("usual", "corrected")):
            text.set(text=f"{name}\nformula", y=RIGHT[1] + RIGHT[3] * values[-1] / TOP)
        self._rho[0].set_text(f"same partition: {found.same:.3f}")
        self._rho[1].set_text(f"other partition: {found.other:.3f}" if R > 1 else "")

    def details(self, state: dict) -> str:
        """Return the three terms, and how many scores ever more partitions would be worth."""
        R, found = int(state["partitions"]), MEASURED[state["machine"]]
        own, same, other = terms(found, R)
        return (f"The terms are {own:.3f} from each score itself, {same:.3f} from folds of the "
                f"same partition, {other:.3f} from folds of other partitions. Ever more partitions "
                f"would be worth {1 / found.other:.1f} independent scores.")
