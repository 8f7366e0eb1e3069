"""Lesson 06: the plane of the men and boys is cut box by box, and the squared error falls."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb

from coursekit.explorer import Canvas, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06.boys import (
    LEAST, MOST, PLANE, BoxCut, boxes_after, cut_at, cuts, inside, men_and_boys, squared_errors,
)
from coursekit.plots import style
from coursekit.tree.boxes import Box
from coursekit.wording import plural

NARROW, LEAST_WIDE, SLIT = 18, 8.4, 4   # years: narrower, words take two lines, turn, go
FLOOR, CEILING = 89.8, 109.4


class BoxByBox(Explorer):
    """Boxes of survivors and victims by age and siblings; each cut gains what the error falls.

    Examples
    --------
    >>> BoxByBox(boxes=3).status.split(":")[0]
    '3 boxes, the last cut at siblings and spouses < 2.5'
    """

    title = "Box by box"
    question = "Which cut of the plane lowers the squared error most?"
    size = (8.8, 5.1)
    controls = (
        Slider("boxes", "boxes", 1, MOST, 1, 1, "each answers the share of its survivors"),
        Slider("age", "your cut: age", 0, 80, 0.5, 0,
               "one more cut, by you: the younger go left; at 0 you make none"),
        Slider("siblings", "your cut: siblings", 0, 8, 0.5, 0,
               "the same for siblings and spouses; it waits while you cut by age"))
    presets = {
        "by hand": Preset(
            {"age": 30}, "Move your age. Can you gain more than the tree?",
            shows=r"Your cut at age < 30 years.*the tree's cut gains 6\.51"),
        "one cut": Preset(
            {"boxes": 2}, "Which two numbers of passengers, and which two shares, make the gain?",
            shows=r"gains 6\.51"),
        "the boys": Preset(
            {"boxes": 3}, "Women and children first: where is it in the plane?",
            shows=r"gains 6\.86"),
        "too far": Preset(
            {"boxes": MOST}, "Which boxes would you not believe?", shows=r"gains 0\.56"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the plane and the steps of the error."""
        self._stage = stage = Stage(
            canvas,
            plane=((0.075, 0.235, 0.635, 0.635), {
                "xlim": (0, 81), "ylim": PLANE[2:], "xlabel": "age (years)",
                "ylabel": "siblings and spouses aboard", "yticks": range(9)}),
            steps=((0.80, 0.235, 0.19, 0.635), {
                "xlim": (0.4, MOST + 1.6), "ylim": (FLOOR, CEILING), "xlabel": "boxes",
                "xticks": range(1, MOST + 2), "yticks": range(90, 110, 5)}))
        stage.steps.grid(True, axis="y")
        stage.steps.set_title("squared error\n(axis from 90)", fontsize=13)
        stage.word(0.012, 0.135, "dots moved up a little", 13, fontweight="normal")
        for x, name, mark in ((0.47, "survived", "●"), (0.61, "died", "✖")):
            stage.word(x, 0.135, f"{mark} {name}", color=style.WORDS[name])

    def draw(self, state: dict) -> str:
        """Cut as often as the state says, and once more if the learner cuts."""
        number, errors, stage = state["boxes"] - 1, squared_errors(), self._stage
        boxes, best, mine = boxes_after(number), None, None
        newest = cuts()[number - 1] if number else None
        if state["age"] or state["siblings"]:
            best, axis = cuts()[number], int(not state["age"])
            newest = mine = cut_at(best.box, axis, state["siblings" if axis else "age"])
            boxes = [b for b in boxes if b != best.box] + list(mine.sides())
            stage.lines(stage.plane, _line(best), style.GREY, 3, z=4, linestyles="--")
        if newest:
            stage.lines(stage.plane, _line(newest), width=4.5, z=5)
        self._boxes([box for box in boxes if box.left < box.right and box.bottom < box.top])
        self._passengers()
        self._fall(errors[:number + 1], mine, best)
        stage.word(0.012, 0.95, _finding(state["boxes"], newest, mine, best), 16)
        stage.word(0.012, 0.06, _formula(newest), 16)
        return _status(state["boxes"], errors[number], newest, mine, best)

    def details(self, state: dict) -> str:
        """Return the survivors of every box."""
        y = men_and_boys()[1]
        return "Boxes of the tree: " + "; ".join(
            f"age {b.left:g} to {b.right:g}, siblings {max(b.bottom, 0):g} to {b.top:g}: "
            f"{int(y[inside(b)].sum())} of {int(inside(b).sum())} survived"
            for b in boxes_after(state["boxes"] - 1)) + "."

    def _passengers(self) -> None:
        X, y = men_and_boys()
        high = X[:, 1] + np.random.default_rng(0).uniform(0, 0.42, len(y))
        for fate, name, marker in ((0, "died", "X"), (1, "survived", "o")):
            self._stage.plane.plot(X[y == fate, 0], high[y == fate], marker, markersize=5.5,
                                   color=style.COLOURS[name], markeredgecolor="white",
                                   markeredgewidth=0.4)

    def _boxes(self, boxes: list[Box]) -> None:
        """Tint each box by its share of survivors, and write the share into it."""
        y, corners, colours = men_and_boys()[1], [], []
        for box in boxes:
            here = y[inside(box)]
            share = here.mean() if len(here) else np.nan
            corners.append([(box.left, box.bottom), (box.right, box.bottom),
                            (box.right, box.top), (box.left, box.top)])
            colours.append(_tint(share))
            if len(here):
                self._label(box, f"{share:.0%} of {len(here)}", colours[-1])
        self._stage.areas(self._stage.plane, corners, colours, 1.4, z=0)

    def _label(self, box: Box, words: str, ground: tuple) -> None:
        """Write a share into a box, at its top or under its passengers; not into a slit."""
        wide, high = box.right - box.left, box.top - box.bottom
        if wide < SLIT or high < 1:
            return
        below = box.top < PLANE.top and box.bottom == PLANE.bottom and wide < NARROW
        upright = wide < LEAST_WIDE
        x, y, ha = box.right - 0.8, box.top - 0.25, "right"
        if wide < NARROW:
            x, y, ha = (box.left + box.right) / 2, box.bottom + 0.15 if below else y, "center"
            words = words if upright else words.replace(" of", "\nof")
        self._stage.word(x, y, words + " survived" * (wide > 40), ax=self._stage.plane, ha=ha,
                         va="bottom" if below else "top", rotation=90 * upright, zorder=6,
                         bbox={"facecolor": ground, "edgecolor": "none", "pad": 1})

    def _fall(self, errors: np.ndarray, mine: BoxCut | None, best: BoxCut | None) -> None:
        """Draw what each cut has gained as a box that hangs from the error before it."""
        stage = self._stage
        shown = len(errors) > 1 or mine is not None
        stage.steps.set_visible(shown)
        if not shown:
            return
        ends = [*errors, *([errors[-1] - mine.gain] if mine else [])]
        drops = list(zip(ends[:-1], ends[1:], strict=True))
        stage.areas(stage.steps, [
            [(k + 1.6, top), (k + 2.4, top), (k + 2.4, low), (k + 1.6, low)]
            for k, (top, low) in enumerate(drops)], ["#C9C9C9"] * (len(drops) - 1) + [style.INK])
        stage.lines(stage.steps, [[(k + 0.6, e), (k + 1.4 + (k + 1 < len(ends)), e)]
                                  for k, e in enumerate(ends)])
        now, last = f"{ends[-1]:.2f}", ends[-2] - ends[-1] if drops else 0
        told = f"gain\n{last:.2f}\nleft\n{now}" if drops else f"left\n{now}"
        if mine:
            told = f"your gain\n{last:.2f}\nthe tree\n{best.gain:.2f}"
            at, level = len(ends), ends[-2] - best.gain
            stage.lines(stage.steps, [[(at - 0.55, level), (at + 0.55, level)]], style.GREY, z=4,
                        linestyles="--")
        stage.word(MOST + 1.5, CEILING - 0.3, told, ax=stage.steps, ha="right", va="top",
                   linespacing=1.25)


def _tint(share: float) -> tuple[float, ...]:
    if not share >= 0:
        return (1.0, 1.0, 1.0)
    strength = 0.14 + 0.6 * abs(share - 0.5)
    colour = np.array(to_rgb(style.COLOURS["survived" if share > 0.5 else "died"]))
    return tuple(1 - strength * (1 - colour))


def _line(cut: BoxCut) -> list[list[tuple[float, float]]]:
    """Return the line of a cut, as a list of one; it is empty if the cut misses its box."""
    box = cut.box
    low, high = box[2 * cut.axis:2 * cut.axis + 2]
    if not low <= cut.at <= high:
        return []
    if cut.axis == 0:
        return [[(cut.at, box.bottom), (cut.at, box.top)]]
    return [[(box.left, cut.at), (box.right, cut.at)]]


def _finding(boxes: int, newest: BoxCut | None, mine: BoxCut | None, best: BoxCut | None) -> str:
    if mine:
        if mine.gain > best.gain + 1e-9:
            return (f"Your cut gains {mine.gain:.2f}, but one side has only "
                    f"{min(mine.n_L, mine.n_R)}")
        if mine.gain > best.gain - 1e-9:
            return f"Your cut gains {mine.gain:.2f}, as much as the tree's"
        return f"Your cut gains {mine.gain:.2f}, the tree's (dashed) {best.gain:.2f}"
    n = len(men_and_boys()[1])
    if newest is None:
        return f"{n} men and boys in one box: one answer for all"
    return f"{n} men and boys in {boxes} boxes: the last cut gains {newest.gain:.2f}"


def _formula(cut: BoxCut | None) -> str:
    if cut is None:
        y = men_and_boys()[1]
        return f"the one answer: mean {y.mean():.2f}, so squared error {len(y) * y.var():.2f}"
    if not cut.n_L or not cut.n_R:
        return "one side of the box is empty: gain 0"
    return (f"gain  =  {cut.n_L} · {cut.n_R} / {cut.n_L + cut.n_R}  ·  ({cut.mean_L:.2f} − "
            f"{cut.mean_R:.2f})²  =  {cut.gain:.2f}")


def _question(cut: BoxCut) -> str:
    return f"siblings and spouses < {cut.at:g}" if cut.axis else f"age < {cut.at:g} years"


def _status(boxes: int, error: float, newest: BoxCut | None, mine: BoxCut | None,
            best: BoxCut | None) -> str:
    many = plural(boxes, "box", "boxes")
    if mine:
        few = (f" The tree keeps at least {LEAST} on each side."
               if mine.gain > best.gain + 1e-9 else "")
        return (f"{many}, squared error {error:.2f}. Your cut at {_question(mine)}, in the box "
                f"that the tree cuts next, sends {mine.n_L} to one side and {mine.n_R} to the "
                f"other and gains {mine.gain:.2f}; the tree's cut gains {best.gain:.2f}.{few}")
    if newest is None:
        return (f"{many}: everybody gets the mean, {men_and_boys()[1].mean():.2f}, and the squared "
                f"error is {error:.2f}.")
    return (f"{many}, the last cut at {_question(newest)}: {newest.mean_L:.0%} of "
            f"{newest.n_L} on one side survived and {newest.mean_R:.0%} of {newest.n_R} on the "
            f"other; it gains {newest.gain:.2f}, and the squared error is {error:.2f}.")
