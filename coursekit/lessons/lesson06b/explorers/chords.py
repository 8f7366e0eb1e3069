"""Lesson 06b: an impurity as a curve, two sides of a question on it, and the chord."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.plots import style
from coursekit.tree.criteria import entropy, gini, misclassification

MEASURES: dict[str, Callable] = {"Gini": gini, "error": misclassification, "entropy": entropy}
P = np.linspace(0, 1, 201)
NOUGHT = 1e-9           # a smaller drop is rounding
ROOM = 0.13             # between two words
GREEN = style.WORDS["male"]


class Chords(Explorer):
    """The drop of the impurity is the height of the curve above a chord.

    Examples
    --------
    >>> Chords().status.split(";")[1]
    ' Gini falls from 0.375 to 0.295 on average, a drop of 0.080.'
    """

    title = "A chord under a curve"
    question = "When does a question lower the impurity, and when does it not?"
    size = (8.8, 5.1)
    controls = (
        Choice("measure", "impurity", tuple(MEASURES), "Gini", "which curve"),
        Slider("left", "left share", 0, 1, 0.01, 0.05, "share of class 1 on the left side"),
        Slider("right", "right share", 0, 1, 0.01, 0.45, "share of class 1 on the right side"),
        Slider("part", "sent left", 0.01, 0.99, 0.01, 0.5,
               "which part of the node's samples goes left"))
    presets = {
        "by errors": Preset(
            {"measure": "error"}, "The same question. Why does it save no error?",
            shows=r"error falls from 0\.250 to 0\.250.*a drop of 0\.000"),
        "same shares": Preset(
            {"left": 0.3, "right": 0.3}, "The chord has shrunk to a point. What is the drop by "
            "each of the three curves?", shows=r"a drop of 0\.000"),
        "third class?": Preset(
            {"left": 0.49, "right": 0.93, "part": 0.46}, "The women of the Titanic. Compare "
            "Gini and error: what do they make of a side that is half and half?",
            shows=r"a drop of 0\.096"),
        "few siblings?": Preset(
            {"left": 0.75, "right": 0.28, "part": 0.95}, "The women again, asked about at most "
            "two siblings. Which of the two questions wins by Gini, and which by the error?",
            shows=r"95% of the samples"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the curve."""
        self._stage = stage = Stage(canvas, curve=((0.095, 0.125, 0.69, 0.755), {
            "xlim": (-0.01, 1.01), "xlabel": "share of class 1"}))
        stage.curve.axhline(0, color=style.GREY, lw=1)

    def draw(self, state: dict) -> str:
        """Place both sides, the node between them, and the chord."""
        name, part, stage = state["measure"], state["part"], self._stage
        ax, unit = stage.curve, 2 if state["measure"] == "entropy" else 1
        shares = np.array([state["left"], state["right"]])
        node = part * shares[0] + (1 - part) * shares[1]
        ends, top = height(name, shares), float(height(name, np.array([node]))[0])
        low = float(part * ends[0] + (1 - part) * ends[1])
        drop = top - low if top - low > NOUGHT else 0.0
        ax.set(ylim=(-0.06 * unit, 0.54 * unit), yticks=np.arange(0, 0.51 * unit, 0.1 * unit),
               ylabel="entropy Q in bits (axis to 1)" if unit == 2 else f"{name} Q")
        ax.plot(P, height(name, P), color=style.GREY, lw=3)
        ax.plot(shares, ends, "--", color=style.INK, lw=2.2)
        ax.plot(shares, ends, "s", color=style.INK, markersize=11, zorder=5)
        ax.plot([node], [top], "o", color=style.INK, markersize=11, zorder=6)
        stage.lines(ax, [[(node, low), (node, top)]] if drop else [], style.GREEN, 13, 4)
        if drop:
            side = 1 if node < 0.7 else -1
            stage.word(node + 0.022 * side, (top + low) / 2, f"drop {drop:.3f}", 16, ax, zorder=7,
                       color=GREEN, ha="left" if side > 0 else "right",
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        self._name_places(shares[0], shares[1], node, -0.045 * unit)
        for y, words in ((0.80, f"node (dot)\nQ = {top:.3f}"),
                         (0.60, f"sides (squares)\non average\nQ = {low:.3f}")):
            stage.word(0.80, y, words, linespacing=1.25)
        stage.word(0.012, 0.95, _finding(name, drop, shares, node), 16)
        return (f"{part:.0%} of the samples go left, where the share is {shares[0]:.2f}, the "
                f"others have {shares[1]:.2f}; {name} falls from {top:.3f} to {low:.3f} on "
                f"average, a drop of {drop:.3f}.")

    def details(self, state: dict) -> str:
        """Return the drop by each measure."""
        return "Drops: " + ", ".join(f"{name} {drop_of(name, state):.3f}" for name in MEASURES)

    def _name_places(self, left: float, right: float, node: float, y: float) -> None:
        """Write the names under their squares, where they do not cover each other."""
        close = abs(left - right) < ROOM
        apart = min(node - min(left, right), max(left, right) - node) > ROOM / 2
        for name, x, shown in (("left", left, not close), ("right", right, not close),
                               ("node", node, close or apart)):
            if shown:
                self._stage.word(min(max(x, 0.03), 0.97), y, name, 14, self._stage.curve, "normal",
                                 ha="center")


def height(name: str, shares: np.ndarray) -> np.ndarray:
    """Return the impurity of nodes with these shares of class 1."""
    return MEASURES[name](np.column_stack([1 - shares, shares]))


def drop_of(name: str, state: dict) -> float:
    """Return the drop of a state by a measure; rounding counts as none."""
    shares, part = np.array([state["left"], state["right"]]), state["part"]
    node = part * shares[0] + (1 - part) * shares[1]
    drop = float(height(name, np.array([node]))[0] - np.array([part, 1 - part])
                 @ height(name, shares))
    return drop if drop > NOUGHT else 0.0


def _finding(name: str, drop: float, shares: np.ndarray, node: float) -> str:
    if drop:
        return f"The chord lies below the curve: {name} drops by {drop:.3f}"
    if abs(shares[0] - shares[1]) < NOUGHT:
        return "Both sides have the same share: nothing is gained"
    if min(abs(shares - node)) < 1e-12:
        return "One side has the share of the node: nothing is gained"
    return "The chord lies on the curve: no error is saved"
