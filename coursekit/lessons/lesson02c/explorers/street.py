"""Lesson 02c: turn and shift a line between two classes; how wide is the street around it?

Legend: ``X`` (40, 2) samples, ``y`` labels; a line is the unit vector ``n`` of w and its shift
b/‖w‖; ``d`` = y (⟨n, x⟩ + shift), the distance of each sample from it, negative if misclassified.
"""
from __future__ import annotations

from functools import cache

import numpy as np

from coursekit.datasets import make_linear_40
from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson02c.lines import TRUTH, Line, line_of, normal, room, widest
from coursekit.plots import style
from coursekit.wording import signed

LOW, HIGH = -50.1, -20.1        # of the direction, in degrees; its grid contains -36.9, the best
ACROSS = "#8F7600"              # the width of the street, in both pictures
HALF = 4.3                      # half the side of the picture of the samples
FAR = 20.0                      # half the length of a line that crosses the picture
TOUCHES = 5e-3                  # of 0.37: a sample this much farther than the nearest touches, too
NEARLY = 0.95   # of the widest street: from here on, about one step away, its numbers are shown
FACES = ((1, "o"), (-1, "X"))
TURN = Slider("direction", "direction of w", LOW, HIGH, 0.2, -33.1,
              "degrees from the first axis; w shows the side of class +1")
MOVE = Slider("shift", "shift", -1.0, 1.0, 0.01, -0.1,
              "signed distance of the origin from the line, b/‖w‖, in the units of the axes")


@cache
def samples() -> tuple[np.ndarray, np.ndarray]:
    """Return the forty samples and their labels."""
    return make_linear_40()


@cache
def named() -> dict[str, Line]:
    """Return the two lines that have a button."""
    return {"true line": line_of(*TRUTH), "widest street": line_of(*widest(*samples()))}


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
        "true line": Preset(
            {"direction": -36.9, "shift": 0.0},
            "This line made the labels. Is its street the widest?",
            shows=r"true line.*0\.554 wide"),
        "widest street": Preset(
            {"direction": -36.9, "shift": -0.09},
            "Try to turn or shift it: which of the ringed points is in the way?",
            shows=r"widest street.*0\.740 wide.*3 samples")}

    def build(self, canvas: Canvas) -> None:
        """Set the plane of the samples, and draw the curve of the widest streets."""
        high = 0.445 * 8.8 / 5.1
        self._stage = stage = Stage(
            canvas,
            plane=((0.065, 0.12, 0.445, high), {
                "xlim": (-HALF, HALF), "ylim": (-HALF, HALF), "xticks": range(-4, 5, 2),
                "yticks": range(-4, 5, 2)}),
            curve=((0.625, 0.12, 0.345, high), {
                "xlim": (LOW - 0.6, HIGH + 0.6), "ylim": (-0.03, 0.9),
                "yticks": np.arange(0, 0.9, 0.2)}))
        stage.curve.set_xticks([-50, -40, -30, -20], ["−50°", "−40°", "−30°", "−20°"])
        for ax, across, up in ((stage.plane, "$x_1$", "$x_2$"),
                               (stage.curve, "direction of w", "width of the street")):
            ax.set_xlabel(across, fontsize=14, labelpad=1)
            ax.set_ylabel(up, fontsize=14, labelpad=-6 if ax is stage.plane else 4)
        best = named()["widest street"].direction
        directions = np.unique(np.r_[np.linspace(LOW, HIGH, 1501), best])
        widths = np.maximum([room(*samples(), d)[0] for d in directions], 0)
        self._top = np.array([best, widths.max()])
        stage.curve.fill_between(directions, 0, widths, lw=0, alpha=0.7, zorder=0,
                                 color=style.AREAS["margin"])
        stage.curve.plot(directions, widths, color=style.INK, lw=3, zorder=1)
        stage.word(-44.3, 0.33, "widest street\nin this direction", 14, stage.curve, "normal",
                   ha="center", rotation=82.7, rotation_mode="anchor", linespacing=1.15)

    def draw(self, state: dict) -> str:
        """Turn and shift the line, and make the street as wide as it can be."""
        name, line = chosen(state)
        d = distances(line)
        count, width = int(np.sum(d <= 0)), 2 * max(d.min(), 0.0)
        touching = (d < d.min() + TOUCHES) & (count == 0)
        self._plane(line, width / 2, d <= 0, touching)
        self._curve(line.direction, width)
        for x, words in ((0.02, f"{count} of 40 on the wrong side" if count else
                          "All 40 on their side"),
                         (0.56, "No street" if count else f"Street {width:.2f} wide")):
            self._stage.word(x, 0.945, words, 17)
        return _told(state, name, count, width, int(touching.sum()))

    def _plane(self, line: Line, half: float, wrong: np.ndarray, touching: np.ndarray) -> None:
        """Draw the samples with the line, its street and w."""
        stage, ax, (X, y) = self._stage, self._stage.plane, samples()
        n = normal(line.direction)
        foot, along = -line.shift * n, np.array([-n[1], n[0]])
        ends = foot + FAR * np.array([along, -along])
        stage.areas(ax, [np.vstack([ends + half * n, ends[::-1] - half * n])],
                    style.AREAS["margin"], 0, 0, alpha=0.7)
        stage.lines(ax, [ends], style.COLOURS["decision line"], 2.5, 1)
        middle, start = foot - 2.0 * along, foot - 3.0 * along
        stage.lines(ax, [(middle - half * n, middle + half * n)], ACROSS, 6, 2)
        ax.annotate("", start + n, start, zorder=4, arrowprops={
            "arrowstyle": "-|>", "lw": 3, "mutation_scale": 22, "color": style.GREY,
            "shrinkA": 0, "shrinkB": 0})
        stage.word(*start + 1.4 * n, "w", 17, ax, color=style.GREY, ha="center", zorder=4)
        for c, marker in FACES:
            ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=10,
                    markeredgecolor="white", zorder=3, label=f"class {signed(c)}")
        for of, role, thick in ((touching, "support vector", 2.5), (wrong, "slack", 4)):
            ax.plot(*X[of].T, "o", markersize=19, markerfacecolor="none", markeredgewidth=thick,
                    markeredgecolor=style.COLOURS[role], zorder=5)
        for c, at, role in ((1, (1.1, -1.65), "survived"), (-1, (-4.15, 1.8), "died")):
            stage.word(*at, f"class {signed(c)}", 14, ax, color=style.WORDS[role], zorder=2)
        stage.word(-HALF + 0.15, HALF - 0.1, _ringed(int(wrong.sum()), int(touching.sum())), 14,
                   ax, "normal", va="top", linespacing=1.15, zorder=6)

    def _curve(self, direction: float, width: float) -> None:
        """Mark the learner's line under the curve, and the peak once it is nearly reached."""
        stage, ax = self._stage, self._stage.curve
        stage.lines(ax, [[(direction, 0), (direction, width)]], ACROSS, 6, 2)
        name, words, leader = _name_of(direction)
        stage.word(*name, words, 14, ax, "normal", linespacing=1.1)
        stage.lines(ax, [[leader, (direction, width)]], width=1.5, z=2)
        best, top = self._top
        if width >= NEARLY * top:
            words = f"the highest:\n{top:.2f} wide,\nat {signed(best, '.1f')}°"
            stage.word(-31.0, 0.79, words, 14, ax, "normal", linespacing=1.15)
            stage.lines(ax, [[(-31.3, 0.79), (best, top)]], style.GREY, 1.5, 2)
            ax.plot(best, top, "D", color=style.GREY, markersize=10, zorder=2)
        ax.plot(direction, width, "o", markersize=16, color=style.INK, markeredgecolor="white",
                markeredgewidth=2, zorder=3)

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


def _name_of(direction: float) -> tuple[tuple, str, tuple]:
    """Return where "your line" stands, these words, and where the leader to the dot begins."""
    if direction < -43:         # the curve and its name are in the way of a leader
        return (LOW, 0.1), "your\nline", (direction, 0.03)
    return (-31.0, 0.57), "your line", (-31.3, 0.57) if direction < -33 else (-28.5, 0.53)


def _ringed(wrong: int, touching: int) -> str:
    if wrong:
        return "pink ring:\nwrong\nside"
    if touching == 1:
        return "ring:\nthis one\ntouches\nthe street"
    number = {2: "two", 3: "three"}.get(touching, touching)
    return f"rings:\nthese {number}\ntouch\nthe street"


def _told(state: dict, name: str, wrong: int, width: float, touching: int) -> str:
    direction, shift = signed(state["direction"], ".1f"), signed(state["shift"], ".2f")
    where = f"Direction {direction}°, shift {shift}"
    where += f" ({name})" * bool(name)
    if wrong:
        return (f"{where}: {wrong} of 40 samples {'is' if wrong == 1 else 'are'} on the wrong "
                "side, so there is no street.")
    samples_touch = "1 sample touches" if touching == 1 else f"{touching} samples touch"
    more = {"widest street": " No line has a wider one."}.get(name, "")
    return f"{where}: the street is {width:.3f} wide, and {samples_touch} it.{more}"
