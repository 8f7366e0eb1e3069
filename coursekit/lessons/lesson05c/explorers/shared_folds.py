"""Lesson 05c: why repeating a cross-validation stops helping.

On the left the table of correlations between all fold scores, whose average is the variance of
their mean; on the right its three terms for one to ten partitions.
"""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle
from coursekit.lessons.lesson05c.experiments import (
    FOLDS, MACHINES, MEASURED, PARTITIONS, Correlations, expected_square, terms)
from coursekit.plots import style
from coursekit.wording import plural

TOP = 0.22                                 # of the right panel, in variances of one score
COLOURS = (style.INK, style.COLOURS["train"], style.COLOURS["test"])
NAMES = ("itself", "same partition", "other partition")
WHOLE = np.arange(1, PARTITIONS + 1)
LEFT, RIGHT = (0.02, 0.11, 0.38, 0.685), (0.475, 0.135, 0.36, 0.66)
FORMULAS = {"usual": (style.GREY, style.GREY, "o:"),
            "corrected": (style.PINK, style.WORDS["female"], "D-")}


def square(low: float, high: float) -> list[tuple[float, float]]:
    """Return the corners of a square on the diagonal of the table."""
    return [(low, low), (high, low), (high, high), (low, high)]


def shade(correlation: float) -> np.ndarray:
    """Return the blue of a correlation: pale where it is 0, full blue from 0.45 on."""
    return 1 - min(1, 0.1 + 2 * correlation) * (1 - np.array(to_rgb(style.BLUE)))


class SharedFolds(Explorer):
    """The variance of a mean of fold scores, term by term, as partitions are added.

    Examples
    --------
    >>> SharedFolds().status.split(".")[0]
    'Least squares, 10 partitions of ten folds: 100 scores are worth 9'
    """

    title = "What fold scores are worth"
    question = "The samples stay the same. What do more partitions buy?"
    size = (8.8, 4.9)
    controls = (
        Slider("partitions", "partitions", 1, PARTITIONS, 1, PARTITIONS,
               "how often the samples are cut anew into ten folds"),
        Choice("machine", "machine", MACHINES, MACHINES[0],
               "two machines of this kind are compared fold by fold"),
        Toggle("corrected", "corrected", False, "what the corrected formula gives"))
    presets = {
        "one partition": Preset(
            {"partitions": 1},
            "Which of the three terms is missing?",
            shows=r"1 partition .* 10 scores are worth 8\.\d "),
        "two partitions": Preset(
            {"partitions": 2},
            "Twice as many scores. Has the variance halved?",
            shows=r"2 partitions .* 20 scores are worth [89]\.\d "),
        "neighbours": Preset(
            {"machine": MACHINES[1], "corrected": True},
            "Another machine. Is the guess still large enough?",
            shows=r"^Nearest neighbour, 10 .* 100 scores are worth [56]\.\d .*corrected")}

    def build(self, canvas: Canvas) -> None:
        """Make the room for the table of correlations and for the bars."""
        self._stage = stage = Stage(canvas, table=(LEFT, {
            "xlim": (-0.01, 1.01), "ylim": (1.01, -0.01)}), bars=(RIGHT, {
                "xlim": (0.4, PARTITIONS + 0.6), "ylim": (0, TOP), "xticks": [1, 2, 5, 10],
                "yticks": [0, 0.05, 0.1, 0.15, 0.2], "xlabel": "partitions"}))
        stage.table.set_axis_off()
        stage.table.set_aspect("equal", anchor="SW")
        stage.bars.grid(True, axis="y")
        stage.bars.tick_params(labelsize=13)
        stage.bars.xaxis.label.set_size(14)
        stage.word(RIGHT[0], 0.855, "variance of their mean (one score: 1)", fontweight="normal")
        stage.word(LEFT[0], 0.06, "black: a score with itself, 1", fontweight="normal")

    def draw(self, state: dict) -> str:
        """Draw the table of R partitions, and the terms of all numbers of partitions."""
        R, machine = state["partitions"], state["machine"]
        found, J = MEASURED[machine], R * FOLDS
        self._draw_table(R, found)
        parts = np.array([terms(found, r) for r in WHOLE])
        self._draw_bars(R, parts)
        mean_square = np.array([expected_square(found, r) for r in WHOLE])
        usual = mean_square / (WHOLE * FOLDS)
        given = {"usual": usual, "corrected": usual + mean_square / (FOLDS - 1)}
        if not state["corrected"]:
            del given["corrected"]
        for name, values in given.items():
            colour, ink, look = FORMULAS[name]
            self._stage.bars.plot(WHOLE, values, look, color=colour, lw=2.5, zorder=5, markersize=8,
                                  markeredgecolor="white", label=f"{name} formula")
            self._beside(values[-1], f"{name}\nformula", ink)
        top = parts[R - 1].sum()
        self._stage.word(0.015, 0.955, f"{J} fold scores are worth {1 / top:.1f} independent ones",
                         17)
        gives = f"the usual formula gives {usual[R - 1]:.3f}"
        if state["corrected"]:
            gives += f", the corrected one {given['corrected'][R - 1]:.3f}"
        return (f"{machine.capitalize()}, {plural(R, 'partition')} of ten folds: {J} scores "
                f"are worth {1 / top:.1f} independent ones. Their mean has the variance {top:.3f}, "
                f"if one score has 1; {gives}.")

    def _draw_table(self, R: int, found: Correlations) -> None:
        """Draw all pairs of scores, the darker the more alike, and their correlations."""
        stage, J, bare = self._stage, R * FOLDS, {"edgecolors": "none"}
        stage.word(LEFT[0], 0.855, f"how alike are two of the {J} scores?", fontweight="normal")
        stage.areas(stage.table, [square(0, 1)], shade(found.other), z=1, label=NAMES[2], **bare)
        stage.areas(stage.table, [square(r / R, (r + 1) / R) for r in range(R)], shade(found.same),
                    z=2, label=NAMES[1], **bare)
        stage.areas(stage.table, [square(j / J, (j + 1) / J) for j in range(J)], style.INK, z=3,
                    label=NAMES[0], **bare)
        stage.lines(stage.table, [[*square(0, 1), (0, 0)]], style.GREY, 1, 4)
        same = f"same partition {found.same:.3f}"
        if R == 1:
            stage.word(0.96, 0.22, same, 14, stage.table, "normal", ha="right", zorder=5)
            return
        stage.word(0.79, 0.2, f"other\npartition\n{found.other:.3f}", 14, stage.table, "normal",
                   ha="center", zorder=5)
        r = int(0.35 * R)
        stage.table.annotate(same, ((r + 0.25) / R, (r + 0.75) / R), (0.03, 0.9), fontsize=14,
                             arrowprops={"arrowstyle": "->", "lw": 1.5}, va="center", zorder=5)

    def _draw_bars(self, R: int, parts: np.ndarray) -> None:
        """Draw the three terms for each number of partitions, and frame that of the table."""
        stage, floors = self._stage, np.cumsum(parts, axis=1) - parts
        for k, colour in enumerate(COLOURS):
            stage.areas(stage.bars, [
                [(r - 0.38, low), (r + 0.38, low), (r + 0.38, low + size), (r - 0.38, low + size)]
                for r, low, size in zip(WHOLE, floors[:, k], parts[:, k]) if size], colour, 0.8,
                edgecolors="white", label=f"term: {NAMES[k]}")
        top = parts[R - 1].sum()
        stage.bars.plot([R - 0.44, R - 0.44, R + 0.44, R + 0.44, R - 0.44], [0, top, top, 0, 0],
                        color=style.INK, lw=3, zorder=4, label="the partitions on the left")
        self._beside(0.056, "from other\npartitions:\nit stays",
                     style.WORDS["died"])

    def _beside(self, height: float, words: str, colour: str) -> None:
        """Write words beside the last bar, at a height of the bars."""
        self._stage.word(RIGHT[0] + RIGHT[2] + 0.008, RIGHT[1] + RIGHT[3] * height / TOP, words, 13,
                         color=colour)

    def details(self, state: dict) -> str:
        """Return the three terms, and how many scores ever more partitions would be worth."""
        found = MEASURED[state["machine"]]
        own, same, other = terms(found, state["partitions"])
        return (f"The terms are {own:.3f} from each score itself, {same:.3f} from folds of the "
                f"same partition, {other:.3f} from folds of other partitions. Ever more partitions "
                f"would be worth {1 / found.other:.1f} independent scores.")
