"""Lesson 04d: three classes, machines for two, and the places where they do not agree.

Legend: ``F`` decision values, one column a class; ``D`` = F/‖w‖ distances; yes means F > 0.
"""
from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from coursekit.datasets import load_iris, make_row_of_three, make_three_clouds
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, LogSlider, Slider
from coursekit.plots import style
from coursekit.svm import SVC, OneVsOne, OneVsRest

STEPS = 101
ROOM = 0.08
FLAT = 1e-4      # a weight vector shorter than this is 0 but for rounding
TINTS = ["#EFEFEF", style.LIGHT_BLUE, "#FBDCC8", "#C9EBDF"]      # no answer, then the three classes
YESES = ["#FFFFFF", "#D9D9D9", "#F2B8DA", "#F2B8DA"]      # 0, 1, 2 or 3 machines say yes
FACES = ((style.BLUE, "o"), (style.ORANGE, "X"), (style.GREEN, "D"))
RULES = ("first yes", "largest value", "largest distance", "votes of pairs")
COUNTS = ("nobody", "one machine", "two machines", "all three machines")


def _sepals() -> tuple[np.ndarray, np.ndarray]:
    iris = load_iris()
    return iris[["sepal_length", "sepal_width"]].to_numpy(), iris["species"].to_numpy()


DATA = {"three clouds": make_three_clouds, "row of three": make_row_of_three,
        "iris sepals": _sepals}


class Machines:
    """Samples of one of the names in `DATA`, points of the plane, and linear machines at one C.

    The machines of a rule are fitted when they are asked for: most rules need no pairs.
    """

    def __init__(self, data: str, C: float):
        self.X, self.y = samples(data)
        self._machine = SVC(C=C, kernel="linear", tol=1e-5)
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        room = ROOM * (high - low)
        self.sides = [np.linspace(low[k] - room[k], high[k] + room[k], STEPS) for k in (0, 1)]
        self.grid = np.column_stack([g.ravel() for g in np.meshgrid(*self.sides)])

    @cached_property
    def rest(self) -> OneVsRest:
        """The machines of the first three rules."""
        return OneVsRest(self._machine).fit(self.X, self.y)

    @cached_property
    def pairs(self) -> OneVsOne:
        """The machines of the last rule."""
        return OneVsOne(self._machine).fit(self.X, self.y)

    @cached_property
    def on_grid(self) -> np.ndarray:
        """F of `rest` on the grid, shape (101², 3)."""
        return self.rest.decision_function(self.grid)

    @property
    def lengths(self) -> np.ndarray:
        """‖w‖ of each machine of `rest`, shape (3,)."""
        lengths = np.array([np.linalg.norm(m.coef_) for m in self.rest.estimators_])
        return np.where(lengths < FLAT, 0, lengths)


@cache
def samples(data: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples of one of the names in `DATA`."""
    return DATA[data]()


@lru_cache(maxsize=64)
def machines(data: str, C: float) -> Machines:
    """Return the machines of one of the names in `DATA` at one penalty."""
    return Machines(data, C)


def answers(found: Machines, rule: str, P: np.ndarray, F: np.ndarray) -> np.ndarray:
    """Return the number of the class of each point, -1 where the rule has no answer.

    Parameters
    ----------
    found, rule : Machines, str
    P, F : ndarray, shapes (m, 2) and (m, 3)
        Points, and what the machines of ``found.rest`` say there.

    Examples
    --------
    >>> found, P = machines("row of three", 10.0), np.array([[-2.5, 0.0], [0.0, 0.0]])
    >>> answers(found, "first yes", P, found.rest.decision_function(P)).tolist()
    [0, -1]
    """
    if rule == "first yes":
        return np.where((F > 0).any(axis=1), (F > 0).argmax(axis=1), -1)
    if rule == "largest distance":
        if not found.lengths.all():
            return np.full(len(P), -1)
        return (F / found.lengths).argmax(axis=1)
    values = F if rule == "largest value" else found.pairs.decision_function(P)
    return values.argmax(axis=1)


class Regions(NamedTuple):
    """What a rule answers and how many machines say yes, on the grid and for the samples."""

    answers: np.ndarray
    yeses: np.ndarray
    right: int
    without: int
    several: int


@lru_cache(maxsize=64)
def regions(data: str, C: float, rule: str) -> Regions:
    """Return what a rule makes of the plane and of the samples."""
    found = machines(data, C)
    here, there = found.rest.decision_function(found.X), found.on_grid
    given, drawn = answers(found, rule, found.X, here), answers(found, rule, found.grid, there)
    here, there = ((F > 0).sum(axis=1) for F in (here, there))
    return Regions(drawn.reshape(STEPS, STEPS), there.reshape(STEPS, STEPS),
                   int(np.sum(given == np.searchsorted(found.rest.classes_, found.y))),
                   int(np.sum(here == 0)), int(np.sum(here > 1)))


class Votes(Explorer):
    """Regions of three classes under four rules, beside the number of machines that say yes.

    Examples
    --------
    >>> Votes(data="row of three", rule="first yes").status.split(": ")[0]
    'row of three, C = 10, first yes'
    """

    title = "Votes"
    question = "Who decides where nobody says yes, or two do?"
    size = (8.8, 4.7)
    controls = (
        Choice("data", "samples", tuple(DATA), "three clouds", "three classes, two features"),
        Choice("rule", "rule", RULES, "first yes",
               "the first three ask one machine a class, the last one machine a pair"),
        LogSlider("C", "penalty C", 0.01, 100.0, 10.0, "of each machine; all are linear", steps=1),
        Slider("u", "point, across", 0, 1, 0.01, 0.5, "share of the width; or click"),
        Slider("v", "point, up", 0, 1, 0.01, 0.8, "share of the height; or click"))
    presets = {
        "nobody": Preset(
            {"u": 0.46, "v": 0.44},
            "no machine says yes: try all four rules",
            shows=r"nobody said yes"),
        "two at once": Preset(
            {"u": 0.5, "v": 0.02},
            "two machines say yes: which one is first?",
            shows=r"two machines said yes"),
        "in the middle": Preset(
            {"data": "row of three", "rule": "largest distance", "u": 0.5, "v": 0.5},
            "a machine with w = 0 has no distance",
            shows=r"Distances are undefined: the machine of middle has w = 0"),
        "irises": Preset(
            {"data": "iris sepals", "C": 1.0, "rule": "largest value", "u": 0.5, "v": 0.4},
            "how much of the plane has no yes?",
            shows=r"^iris sepals, C = 1, largest value: .* [1-9]\d* samples have no yes")}

    def build(self, canvas: Canvas) -> None:
        """Create the regions of the rule, and those of the number of yeses."""
        self._shown = ""
        self._panels = canvas.figure.subplots(1, 2, sharey=True).tolist()
        style.label(self._panels[0], "answer of the rule", "$x_1$", "$x_2$")
        style.label(self._panels[1], "machines that say yes", "$x_1$", "$x_2$")
        self._images, self._dots, self._points = [], [], []
        for ax, colours in zip(self._panels, (TINTS, YESES), strict=True):
            self._panel(canvas, ax, colours)
        self._panels[1].set_ylabel("")
        self._panels[0].yaxis.set_major_formatter("{x:.1f}")
        faces = [Line2D([], [], ls="none", marker=marker, color=colour, markersize=8)
                 for colour, marker in FACES]
        point = Line2D([], [], ls="none", marker="P", color=style.INK, markersize=10)
        patches = [Patch(facecolor=c, edgecolor=style.GREY) for c in (TINTS[0], *YESES[:3])]
        below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.14), "ncols": 4,
                 "fontsize": 10.5, "handlelength": 1.0, "columnspacing": 0.8,
                 "handletextpad": 0.4}
        self._names = self._panels[0].legend(handles=[*faces, patches[0]], **below,
                                             labels=["", "", "", "no answer"]).get_texts()[:3]
        self._panels[1].legend(handles=[*patches[1:], point], **below,
                               labels=["nobody", "one", "two or three", "point"])
        self._panels[0].set(xlim=(-3, 3), ylim=(-3, 3))
        canvas.figure.draw_without_rendering()      # the places of the panels must not depend
        canvas.figure.set_layout_engine("none")     # on the samples it opens with

    def _panel(self, canvas: Canvas, ax: Axes, colours: list[str]) -> None:
        ax.grid(False)
        self._images.append(canvas.moving(ax.imshow(
            np.zeros((STEPS, STEPS)), origin="lower", cmap=ListedColormap(colours), vmin=0,
            vmax=len(colours) - 1, aspect="auto", interpolation="nearest", zorder=0)))
        self._dots.append([canvas.moving(ax.scatter([], [], s=34, marker=marker, color=colour,
                                                    edgecolor="white", linewidth=0.5, zorder=2))
                           for colour, marker in FACES])
        self._points.append(canvas.moving(*ax.plot([], [], "P", color=style.INK, markersize=12,
                                                   markeredgecolor="white", zorder=3)))

    def _place(self, found: Machines, data: str) -> None:
        """Put other samples into both panels."""
        limits = [(float(side[0]), float(side[-1])) for side in found.sides]
        for ax, image, dots in zip(self._panels, self._images, self._dots, strict=True):
            ax.set(xlim=limits[0], ylim=limits[1])
            image.set_extent((*limits[0], *limits[1]))
            for k, name in enumerate(found.rest.classes_):
                dots[k].set_offsets(found.X[found.y == name])
        for text, name in zip(self._names, found.rest.classes_, strict=True):
            text.set_text(str(name))
        self.canvas.invalidate(key=data)
        self._shown = data

    def clicked(self, x: float, y: float) -> None:
        """Move the point under a click on one of the panels."""
        pixel = np.array([x, y]) * self.canvas.figure.bbox.size
        for ax in self._panels:
            u, v = ax.transAxes.inverted().transform(pixel)
            if 0 <= u <= 1 and 0 <= v <= 1:
                self.set(u=float(u), v=float(v))

    def draw(self, state: dict) -> str:
        """Colour the plane by the rule and by the number of yeses, and ask about the point."""
        found = machines(state["data"], state["C"])
        if state["data"] != self._shown:
            self._place(found, state["data"])
        shares = np.array([state["u"], state["v"]])
        ends = np.array([(side[0], side[-1]) for side in found.sides])
        point = ends[:, 0] + shares * (ends[:, 1] - ends[:, 0])
        seen = regions(state["data"], state["C"], state["rule"])
        self._images[0].set_data(seen.answers + 1)
        self._images[1].set_data(seen.yeses)
        for mark in self._points:
            mark.set_data(point[:1], point[1:])
        return _words(state, found, seen, point)


def _words(state: dict, found: Machines, seen: Regions, point: np.ndarray) -> str:
    names, rule = found.rest.classes_, state["rule"]
    F = found.rest.decision_function(point[None])
    values = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, F[0], strict=True))
    said = (f"{state['data']}, C = {state['C']:g}, {rule}: {seen.right} of {len(found.y)} samples "
            f"right; {seen.without} samples have no yes, {seen.several} several. At the point "
            f"({point[0]:.2f}, {point[1]:.2f}) f is {values}: "
            f"{COUNTS[int(np.sum(F > 0))]} said yes. {_verdict(found, rule, point, F)}")
    return said.replace("-", "−")


def _verdict(found: Machines, rule: str, point: np.ndarray, F: np.ndarray) -> str:
    names = found.rest.classes_
    flat = [str(name) for name, length in zip(names, found.lengths, strict=True) if length == 0]
    if rule == "largest distance" and flat:
        return f"Distances are undefined: the machine of {' and '.join(flat)} has w = 0."
    answer = int(answers(found, rule, point[None], F)[0])
    if answer < 0:
        return "First yes has no answer here."
    told = f"The answer is {names[answer]}"
    if rule != "votes of pairs":
        return told + "."
    votes = np.round(found.pairs.decision_function(point[None])[0]).astype(int)
    counts = ", ".join(f"{name} {vote}" for name, vote in zip(names, votes, strict=True))
    tie = "; all are equal, so the sums of the values decide"
    return f"{told}; votes: {counts}{tie if np.ptp(votes) == 0 else ''}."
