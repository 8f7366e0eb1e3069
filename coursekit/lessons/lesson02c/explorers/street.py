"""Lesson 02c: turn and shift a line between two classes; how wide is the street around it?

Legend: ``X`` (40, 2) samples, ``y`` labels; a line is the unit vector ``n`` of w and its shift
b/‖w‖; ``d`` = y (⟨n, x⟩ + shift), the distance of each sample from it, negative if misclassified.
"""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import FancyArrowPatch, Polygon

from coursekit.datasets import make_linear_40
from coursekit.explorer import Canvas, Explorer, Preset, Slider
from coursekit.lessons.lesson02c.exercises.perceptron import perceptron
from coursekit.lessons.lesson02c.lines import (
    TRUTH, Line, line_of, normal, regression, room, widest,
)
from coursekit.plots import style
from coursekit.wording import signed

LOW, HIGH = -50.1, -20.1        # of the direction, in degrees; its grid contains -36.9, the best
ACROSS = "#8F7600"              # the width of the street, in both pictures
HALF = 4.3                      # half the side of the picture of the samples
FAR = 20.0                      # half the length of a line that crosses the picture
TOUCHES = 5e-3                  # of 0.37: a sample this much farther than the nearest touches, too
NEARLY = 0.95   # of the widest street: from here on, about one step away, its numbers are shown
FACES = ((1, "o"), (-1, "X"))
TURN = Slider("direction", "direction of w", LOW, HIGH, 0.2, -26.1,
              "degrees from the first axis; w shows the side of class +1")
MOVE = Slider("shift", "shift", -1.0, 1.0, 0.01, 0.25,
              "signed distance of the origin from the line, b/‖w‖, in the units of the axes")


@cache
def samples() -> tuple[np.ndarray, np.ndarray]:
    """Return the forty samples and their labels."""
    return make_linear_40()


@cache
def named() -> dict[str, Line]:
    """Return the four lines that have a button."""
    X, y = samples()
    b, *w = perceptron(X, y)[0]
    return {"regression line": line_of(*regression(X, y)),
            "perceptron": line_of(np.array(w), b),
            "true line": line_of(*TRUTH),
            "widest street": line_of(*widest(X, y))}


def chosen(state: dict) -> tuple[str, Line]:
    """Return the line of a state; a named line, exactly, where the sliders stand at it."""
    for name, line in named().items():
        if (TURN.nearest(line.direction), MOVE.nearest(line.shift)) == (
                state["direction"], state["shift"]):
            return name, line
    return "", Line(state["direction"], state["shift"])


def distances(line: Line) -> np.ndarray:
    """Return the distance of each sample from a line, negative on the wrong side."""
    X, y = samples()
    return y * (X @ normal(line.direction) + line.shift)


class Street(Explorer):
    """Forty samples, a line, and the street around it that no sample enters.

    The peak of the curve gets its mark and its numbers only once the learner's line is about one
    step away from it, so that there is something to look for.

    Examples
    --------
    >>> Street(direction=-36.9, shift=-0.09).status
    'Direction −36.9°, shift −0.09 (widest street): the street is 0.740 wide, \
and 3 samples touch it. No line has a wider one.'
    """

    title = "Street"
    question = "Many lines separate the two classes. Which one has the widest street around it?"
    size = (8.8, 5.1)
    controls = (TURN, MOVE)
    presets = {
        "regression line": Preset(
            {"direction": -23.1, "shift": -0.32},
            "Which points does least squares give up, though a line could separate all forty?",
            shows=r"regression line.*2 of 40"),
        "perceptron": Preset(
            {"direction": -39.5, "shift": -0.44},
            "All forty are on their side. How close is the nearest?",
            shows=r"perceptron.*0\.110 wide"),
        "true line": Preset(
            {"direction": -36.9, "shift": 0.0},
            "This line made the labels. Is its street the widest?",
            shows=r"true line.*0\.554 wide"),
        "widest street": Preset(
            {"direction": -36.9, "shift": -0.09},
            "Try to turn or shift it: which of the ringed points is in the way?",
            shows=r"widest street.*0\.740 wide.*3 samples")}

    def build(self, canvas: Canvas) -> None:
        """Create the samples with their line, and the curve of the widest streets."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        left = figure.add_axes((0.065, 0.12, 0.445, 0.445 * 8.8 / 5.1))
        right = figure.add_axes((0.625, 0.12, 0.345, 0.445 * 8.8 / 5.1))
        self._build_plane(canvas, left)
        self._build_curve(canvas, right)
        self._titles = [canvas.moving(figure.text(x, 0.935, "", fontsize=17, weight="bold"))
                        for x in (0.02, 0.56)]

    def _build_plane(self, canvas: Canvas, ax: Axes) -> None:
        X, y = samples()
        ax.set(xlim=(-HALF, HALF), ylim=(-HALF, HALF), xticks=[-4, -2, 0, 2, 4],
               yticks=[-4, -2, 0, 2, 4])
        ax.set_xlabel("$x_1$", fontsize=14, labelpad=0)
        ax.set_ylabel("$x_2$", fontsize=14, labelpad=-6)
        ax.grid(False)
        self._street = canvas.moving(ax.add_patch(Polygon(
            np.zeros((4, 2)), facecolor=style.AREAS["margin"], alpha=0.7, lw=0, zorder=0)))
        (self._line,) = ax.plot([], [], color=style.COLOURS["decision line"], lw=4, zorder=1)
        self._across = ax.add_collection(LineCollection([], colors=ACROSS, linewidths=6, zorder=2))
        self._w = ax.add_patch(FancyArrowPatch((0, 0), (1, 1), arrowstyle="-|>", lw=3,
                                               mutation_scale=22, color=style.GREY, zorder=4,
                                               shrinkA=0, shrinkB=0))
        self._letter = ax.text(0, 0, "w", fontsize=17, weight="bold", color=style.GREY,
                               ha="center", va="center", zorder=4)
        for c, marker in FACES:
            ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=10,
                    markeredgecolor="white", zorder=3, label=f"class {signed(c)}")
        (self._touching,) = ax.plot([], [], "o", markersize=19, markerfacecolor="none",
                                    markeredgecolor=style.COLOURS["support vector"],
                                    markeredgewidth=2.5, zorder=5)
        (self._wrong,) = ax.plot([], [], "o", markersize=19, markerfacecolor="none",
                                 markeredgecolor=style.COLOURS["slack"], markeredgewidth=4,
                                 zorder=5)
        for c, at, role in ((1, (1.1, -1.65), "survived"), (-1, (-4.15, 1.95), "died")):
            ax.text(*at, f"class {signed(c)}", fontsize=14, weight="bold",
                    color=style.WORDS[role], va="center", zorder=2)
        self._said = ax.text(-HALF + 0.15, HALF - 0.1, "", fontsize=14, va="top", linespacing=1.15,
                             zorder=6)
        for artist in (self._line, self._across, self._w, self._letter, self._touching, self._wrong,
                       self._said):
            canvas.moving(artist)

    def _build_curve(self, canvas: Canvas, ax: Axes) -> None:
        X, y = samples()
        best = named()["widest street"].direction
        directions = np.unique(np.r_[np.linspace(LOW, HIGH, 1501), best])
        widths = np.array([room(X, y, d)[0] for d in directions])
        self._top = widths.max()
        ax.fill_between(directions, 0, np.maximum(widths, 0), lw=0, alpha=0.7,
                        color=style.AREAS["margin"], zorder=0)
        ax.plot(directions, np.maximum(widths, 0), color=style.INK, lw=3, zorder=1)
        ax.text(-31.0, 0.57, "your line", fontsize=14, va="center")
        (self._leader,) = ax.plot([], [], color=style.INK, lw=1.5, zorder=2)
        (self._peak,) = ax.plot([], [], color=style.GREY, lw=1.5, marker="D", markersize=10,
                                markevery=[1], zorder=2)
        self._peaks = np.array([[-31.3, 0.79], [best, self._top]])     # from its words to it
        self._highest = ax.text(-31.0, 0.79, "", fontsize=14, va="center", linespacing=1.15)
        self._words = f"the highest:\n{self._top:.2f} wide,\nat {best:.1f}°".replace("-", "−")
        ax.set(xlim=(LOW - 0.6, HIGH + 0.6), ylim=(-0.03, 0.9), xticks=[-50, -40, -30, -20],
               yticks=[0, 0.2, 0.4, 0.6, 0.8])
        ax.set_xticks([-50, -40, -30, -20], ["−50°", "−40°", "−30°", "−20°"])
        ax.grid(False)
        ax.set_xlabel("direction of w", fontsize=14, labelpad=2)
        ax.set_ylabel("width of the street", fontsize=14)
        ax.text(LOW, 0.70, "widest\nstreet\nin this\ndirection", fontsize=14, va="center",
                linespacing=1.15)
        self._bar = canvas.moving(ax.add_collection(LineCollection(
            [], colors=ACROSS, linewidths=6, zorder=2)))
        (self._dot,) = ax.plot([], [], "o", markersize=16, color=style.INK,
                               markeredgecolor="white", markeredgewidth=2, zorder=3)
        for artist in (self._leader, self._peak, self._highest, self._dot):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Turn and shift the line, and make the street as wide as it can be."""
        X, _ = samples()
        name, line = chosen(state)
        n, d = normal(line.direction), distances(line)
        wrong, near = d <= 0, d.min()
        touching = (d < near + TOUCHES) & ~wrong.any()
        half, foot, along = max(near, 0.0), -line.shift * n, np.array([-n[1], n[0]])
        ends = foot + FAR * np.array([along, -along])
        self._line.set_data(*ends.T)
        self._street.set_xy(np.vstack([ends + half * n, ends[::-1] - half * n]))
        middle, start = foot - 2.0 * along, foot - 3.0 * along
        self._across.set_segments([(middle - half * n, middle + half * n)])
        self._w.set_positions(start, start + n)
        self._letter.set_position(start + 1.4 * n)
        self._touching.set_data(*X[touching].T)
        self._wrong.set_data(*X[wrong].T)
        self._said.set_text(_ringed(int(wrong.sum()), int(touching.sum())))
        self._bar.set_segments([[(line.direction, 0), (line.direction, 2 * half)]])
        self._dot.set_data([line.direction], [2 * half])
        self._leader.set_data(*np.transpose([_beside_its_name(line.direction),
                                             (line.direction, 2 * half)]))
        found = 2 * half >= NEARLY * self._top
        self._peak.set_data(*(self._peaks.T if found else ([], [])))
        self._highest.set_text(self._words if found else "")
        count = int(wrong.sum())
        self._titles[0].set_text("All 40 on their side" if not count else
                                 f"{count} of 40 on the wrong side")
        self._titles[1].set_text(f"Street {2 * half:.2f} wide" if not count else
                                 "No street")
        return _told(state, name, count, 2 * half, int(touching.sum()))

    def details(self, state: dict) -> str:
        """Return the line in numbers, the samples that touch, and the room in this direction."""
        X, y = samples()
        name, line = chosen(state)
        d = distances(line)
        places = ", ".join(f"({x[0]:.2f}, {x[1]:.2f})" for x in
                           X[d <= 0 if d.min() <= 0 else d < d.min() + TOUCHES])
        width, shift = room(X, y, line.direction)
        best = (f"In this direction the widest street is {width:.3f}, at shift {shift:.2f}."
                if width > 0 else "No line of this direction separates the classes.")
        n = normal(line.direction)
        return (f"w/‖w‖ = ({n[0]:.3f}, {n[1]:.3f}). Ringed samples: {places}. {best}"
                ).replace("-", "−")


def _beside_its_name(direction: float) -> tuple[float, float]:
    """Return where the thin line from the words "your line" to the dot begins."""
    return (-31.3, 0.57) if direction < -33 else (-28.5, 0.53)


def _ringed(wrong: int, touching: int) -> str:
    if wrong:
        return "pink ring:\nwrong\nside"
    if touching == 1:
        return "this one\ntouches\nthe street"
    number = {2: "two", 3: "three"}.get(touching, touching)
    return f"these {number}\ntouch\nthe street"


def _told(state: dict, name: str, wrong: int, width: float, touching: int) -> str:
    where = f"Direction {state['direction']:.1f}°, shift {state['shift']:.2f}".replace("-", "−")
    where += f" ({name})" * bool(name)
    if wrong:
        return (f"{where}: {wrong} of 40 samples {'is' if wrong == 1 else 'are'} on the wrong "
                "side, so there is no street.")
    samples_touch = "1 sample touches" if touching == 1 else f"{touching} samples touch"
    more = {"widest street": " No line has a wider one."}.get(name, "")
    return f"{where}: the street is {width:.3f} wide, and {samples_touch} it.{more}"
