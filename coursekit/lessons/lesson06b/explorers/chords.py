"""Lesson 06b: an impurity as a curve, two sides of a question on it, and the chord."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.plots import style
from coursekit.tree.criteria import entropy, gini, misclassification

MEASURES: dict[str, Callable] = {"Gini": gini, "error": misclassification, "entropy": entropy}
P = np.linspace(0, 1, 201)
NOUGHT = 1e-9           # a smaller drop is rounding
ROOM = 0.13             # between two words


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
        """Create the curve, the chord, the bar of the drop, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        self._ax = ax = figure.add_axes((0.085, 0.125, 0.70, 0.755), xlim=(-0.01, 1.01),
                                        ylim=(-0.12, 1.06), xlabel="share of class 1",
                                        ylabel="impurity Q", yticks=np.arange(0, 1.1, 0.25))
        ax.grid(False)
        ax.axhline(0, color=style.GREY, lw=1)
        self._curve = canvas.moving(ax.plot([], [], color=style.GREY, lw=3)[0])
        self._chord = canvas.moving(ax.plot([], [], "--", color=style.INK, lw=2.2)[0])
        self._drop = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.GREEN, linewidths=9, zorder=4)))
        self._ends = canvas.moving(ax.plot([], [], "s", color=style.INK, markersize=11,
                                           zorder=5)[0])
        self._node = canvas.moving(ax.plot([], [], "o", color=style.INK, markersize=11,
                                           zorder=6)[0])
        self._names = {name: canvas.moving(ax.text(0, -0.09, name, fontsize=14, ha="center",
                                                   va="center"))
                       for name in ("left", "right", "node")}
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: float, colour: str = style.INK):
            return canvas.moving(paper.text(x, y, "", fontsize=size, fontweight="bold",
                                            color=colour, va="center", linespacing=1.25))
        self._title = words(0.012, 0.95, 16)
        self._told = [words(0.80, y, 14, colour) for y, colour in
                      ((0.80, style.INK), (0.60, style.INK), (0.36, style.WORDS["male"]))]

    def draw(self, state: dict) -> str:
        """Place both sides, the node between them, and the chord."""
        name, part = state["measure"], state["part"]
        shares = np.array([state["left"], state["right"]])
        node = part * shares[0] + (1 - part) * shares[1]
        ends, top = height(name, shares), float(height(name, np.array([node]))[0])
        low = float(part * ends[0] + (1 - part) * ends[1])
        drop = top - low if top - low > NOUGHT else 0.0
        self._curve.set_data(P, height(name, P))
        self._chord.set_data(shares, ends)
        self._ends.set_data(shares, ends)
        self._node.set_data([node], [top])
        self._drop.set_segments([[(node, low), (node, top)]] if drop else [])
        self._name_places(shares[0], shares[1], node)
        self._told[0].set_text(f"node (dot)\nQ = {top:.3f}")
        self._told[1].set_text(f"sides (squares)\non average\nQ = {low:.3f}")
        self._told[2].set_text(f"drop {drop:.3f}\n" + ("(green)" if drop else "none"))
        self._title.set_text(_finding(name, drop, shares, node))
        return (f"{part:.0%} of the samples go left, where the share is {shares[0]:.2f}, the "
                f"others have {shares[1]:.2f}; {name} falls from {top:.3f} to {low:.3f} on "
                f"average, a drop of {drop:.3f}.")

    def details(self, state: dict) -> str:
        """Return the drop by each measure."""
        return "Drops: " + ", ".join(f"{name} {drop_of(name, state):.3f}" for name in MEASURES)

    def _name_places(self, left: float, right: float, node: float) -> None:
        """Write the names under their squares, where they do not cover each other."""
        at = {"left": left, "right": right, "node": node}
        close = abs(left - right) < ROOM
        for name, text in self._names.items():
            text.set_x(min(max(at[name], 0.03), 0.97))
            text.set_visible(close if name == "node" else not close)
        if not close:
            self._names["node"].set_visible(min(node - min(left, right),
                                                max(left, right) - node) > ROOM / 2)


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
