"""Lesson 01: a stroke for each passenger, dark where the list has no value."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset
from coursekit.lessons.lesson01.groups import CLASSES
from coursekit.plots import style

COLUMNS = {"Pclass": "class", "Sex": "sex", "Age": "age", "SibSp": "siblings, spouses",
           "Parch": "parents, children", "Ticket": "ticket number", "Fare": "fare",
           "Cabin": "cabin number", "Embarked": "port"}
PASSENGERS = 891
ORDERS = ("as in the list", "by class", "by fate")
GROUPS = {"as in the list": {0: "all, in the order of the list"},
          "by class": CLASSES, "by fate": {1: "survived", 0: "died"}}
SIZE = (8.8, 5.1)
LEFT, WIDTH, TOP = 2.75, 5.15, 4.16      # inches: of the bands, and the upper end of the first
RIGHT = LEFT + WIDTH + 0.1              # of it stands how many values are missing
GAP = 0.2                               # inches between groups
THIN, THICK, LINE = 0.2, 0.34, 0.3      # inches: a complete band, one with gaps, the words above
LEAST = 0.03                            # inches: a stroke that stands alone is as wide at least
MOST_WORDS = 13                         # that depend on the order
FEW = 10                                # of fewer, counts are written, not per cent
BAND = "#D3DFE8"


@cache
def missing() -> dict[str, np.ndarray]:
    """Return of each of the nine columns which values are missing, True or False by passenger."""
    return {column: load_titanic()[column].isna().to_numpy() for column in COLUMNS}


@cache
def ordered(order: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the passengers from left to right, and the group of each of them.

    Inside a class or a fate those with a cabin number come first, of these those with an age.
    """
    frame, holes = load_titanic(), missing()
    group = {"as in the list": np.zeros(len(frame), int), "by class": frame["Pclass"].to_numpy(),
             "by fate": 1 - frame["Survived"].to_numpy()}[order]
    if order == "as in the list":
        return np.arange(len(frame)), group
    found = np.lexsort((holes["Age"], holes["Cabin"], group))
    group = group if order == "by class" else 1 - group
    return found, group[found]


def runs(dark: np.ndarray) -> np.ndarray:
    """Return where rows of True begin and end (exclusive), shape (number of rows, 2).

    Examples
    --------
    >>> runs(np.array([True, False, True, True])).tolist()
    [[0, 1], [2, 4]]
    """
    steps = np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(int), [0]])))
    return steps.reshape(-1, 2)


def count_missing(order: str, column: str) -> dict[str, tuple[int, int]]:
    """Return of each group how many values of a column are missing, and of how many."""
    who, group = ordered(order)
    dark = missing()[column][who]
    return {name: (int(dark[group == g].sum()), int(np.sum(group == g)))
            for g, name in GROUPS[order].items()}


class _Map:
    """The nine bands, their strokes and words, on a figure that has nothing else."""

    def __init__(self, figure: Figure):
        figure.set_layout_engine("none")
        self.ax = figure.add_axes((0, 0, 1, 1), xlim=(0, SIZE[0]), ylim=(0, SIZE[1]))
        self.ax.set_axis_off()
        self.bands, self.strokes = (self.ax.add_collection(PolyCollection(
            [], facecolor=colour, edgecolor="none", linewidth=0, zorder=k))
            for k, colour in enumerate((BAND, style.INK), start=1))
        self.strokes.set_snap(False)        # to whole pixels: a passenger is narrower than one
        self.title = self.ax.set_title("", x=0.15 / SIZE[0], y=1 - 0.3 / SIZE[1], pad=0)
        self.words = [self._written(0, 0, "", 12) for _ in range(MOST_WORDS)]
        self._written(RIGHT, TOP + 0.1, "missing", 12)
        self._bottoms, y = {}, TOP
        for column, dark in missing().items():
            holes = int(dark.sum())
            high = THICK if holes else THIN
            y -= high + (LINE if holes else 0.08)
            self._bottoms[column] = y
            self._name(column, y + high / 2, holes)

    def _name(self, column: str, y: float, holes: int) -> None:
        """Write the names of a column, and how many of its values are missing."""
        self._written(LEFT - 1.03, y, COLUMNS[column], 13, ha="right")
        self._written(LEFT - 0.93, y, column, 12, color=style.GREY)
        if holes:
            self._written(RIGHT, y + 0.11, f"{holes}", 14, weight="bold")
            self._written(RIGHT, y - 0.11, f"{100 * holes / PASSENGERS:.2f}%", 12)
        else:
            self._written(RIGHT, y, "none", 12, color=style.GREY)

    def _written(self, x: float, y: float, words: str, size: float, **look) -> Text:
        return self.ax.text(x, y, words, fontsize=size, va="center", **look)

    def show(self, order: str) -> None:
        """Draw the passengers in an order."""
        who, group = ordered(order)
        names = GROUPS[order]
        scale = (WIDTH - GAP * (len(names) - 1)) / len(who)
        sizes = [int(np.sum(group == g)) for g in names]
        starts = LEFT + np.cumsum([0, *sizes[:-1]]) * scale + GAP * np.arange(len(names))
        bands, strokes = [], []
        written = [(0.15, 0.28, _key(order), 12), *(
            (x, TOP + 0.21, f"{name}\nn = {n}", 12) for name, n, x in zip(
                names.values(), sizes, starts))]
        for column, y in self._bottoms.items():
            holes = missing()[column][who]
            high = THICK if holes.any() else THIN
            for g, n, x in zip(names, sizes, starts):
                bands.append(_box(x, x + n * scale, y, high))
                for a, b in runs(holes[group == g]):
                    wide = max((b - a) * scale, LEAST if holes.sum() < FEW else 0.0)
                    strokes.append(_box(x + a * scale, x + a * scale + wide, y, high))
            if holes.any() and len(names) > 1:
                written += [(x, y + high + 0.12, _share(int(holes[group == g].sum()), n), 14)
                            for g, n, x in zip(names, sizes, starts)]
        self.bands.set_verts(bands)
        self.strokes.set_verts(strokes)
        self._write(written)
        self.title.set_text(_finding(order))
        self.ax.set(xlabel=f"passengers, {order}", ylabel="column")    # for the words

    def _write(self, written: list[tuple[float, float, str, int]]) -> None:
        """Give the words that depend on the order their places; shares are bold."""
        for text in self.words:
            text.set_text("")
        for text, (x, y, words, size) in zip(self.words, written, strict=False):
            text.set(position=(x, y), text=words, fontsize=size,
                     fontweight="bold" if size > 13 else "normal")


def _box(left: float, right: float, bottom: float, high: float) -> list[tuple[float, float]]:
    return [(left, bottom), (right, bottom), (right, bottom + high), (left, bottom + high)]


def _share(k: int, n: int) -> str:
    """Return a proportion in per cent, as two counts if it is of few, or that there is none."""
    return f"{100 * k / n:.0f}%" if k >= FEW else f"{k} of {n}" if k else "none"


def _each(order: str, column: str) -> str:
    """Return for each group of an order in what proportion of it a column is missing."""
    return ", ".join(f"{_share(k, n)} ({name})"
                     for name, (k, n) in count_missing(order, column).items())


def _finding(order: str) -> str:
    """Return the title: what is missing, or how the first and the last group differ."""
    if order == "as in the list":
        return "Missing: {} cabin numbers, {} ages, {} ports".format(
            *(missing()[column].sum() for column in ("Cabin", "Age", "Embarked")))
    ends = _each(order, "Cabin").split(", ")
    return f"Cabin number missing: {ends[0]}, {ends[-1]}"


def _key(order: str) -> str:
    """Return what a stroke is, and how the passengers stand."""
    sorted_so = "" if order == "as in the list" else (
        "\nIn each group, from left to right: cabin and age known, only the cabin, only the age, "
        "neither.")
    return f"One stroke is one passenger; dark: not recorded.{sorted_so}"


class MissingMap(Explorer):
    """Which values of the passenger list are missing, and for whom.

    Examples
    --------
    >>> print(MissingMap(order="by class").status.split(":")[0])
    Passengers by class
    """

    title = "What is not in the list?"
    question = "Whose age and whose cabin number are missing?"
    size = SIZE
    controls = (Choice("order", "order of the passengers", ORDERS, ORDERS[0],
                       "how the passengers stand from left to right"),)
    presets = {
        "sorted by class": Preset(
            {"order": "by class"},
            "For which class was a cabin number mostly written down?",
            shows=r"19% \(first class\).*98% \(third class\)"),
        "sorted by fate": Preset(
            {"order": "by fate"},
            "More cabins of survivors are known: because they lived, or because of their class?",
            shows=r"60% \(survived\).*88% \(died\)"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bands, the strokes and all that is written."""
        self._map = _Map(canvas.figure)
        for artist in (self._map.bands, self._map.strokes, self._map.title, *self._map.words):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Put the passengers in the order of the state."""
        order = state["order"]
        self._map.show(order)
        known = PASSENGERS - int(np.any([*missing().values()], axis=0).sum())
        if order == ORDERS[0]:
            return (f"Passengers {order}: {_finding(order).removeprefix('Missing: ')} are missing. "
                    f"Nothing is missing for {known} of the {PASSENGERS} passengers.")
        return (f"Passengers {order}: the cabin number is missing for {_each(order, 'Cabin')}; "
                f"the age for {_each(order, 'Age')}. Nothing is missing for {known} of the "
                f"{PASSENGERS} passengers.")

    def details(self, state: dict) -> str:
        """Return the counts of every column that has gaps, group by group."""
        return "; ".join(f"{COLUMNS[c]} ({c}): missing for " + ", ".join(
            f"{k} of {n} ({name})" for name, (k, n) in count_missing(state["order"], c).items())
            for c in COLUMNS if missing()[c].any()) + "; the other columns are complete."
