"""Lesson 01: a stroke for each passenger, dark where the list has no value."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

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


def places() -> dict[str, tuple[float, float]]:
    """Return the lower end and the height (inches) of the band of each column."""
    found, y = {}, TOP
    for column, dark in missing().items():
        high = THICK if dark.any() else THIN
        y -= high + (LINE if dark.any() else 0.08)
        found[column] = y, high
    return found


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


def _written(ax: Axes, x: float, y: float, words: str, size: float, **look) -> None:
    ax.text(x, y, words, fontsize=size, va="center", **look)


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
    return f"One stroke is one passenger; dark: not recorded (two ports: ▴).{sorted_so}"


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
        """Name the columns, and say of each how many values are missing."""
        canvas.figure.set_layout_engine("none")
        ax = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, SIZE[0]), ylim=(0, SIZE[1]))
        ax.set_axis_off()
        _written(ax, RIGHT, TOP + 0.1, "missing", 12)
        for column, (y, high) in places().items():
            holes = int(missing()[column].sum())
            _written(ax, LEFT - 1.03, y + high / 2, COLUMNS[column], 13, ha="right")
            _written(ax, LEFT - 0.93, y + high / 2, column, 12, color=style.GREY)
            if holes:
                share = 100 * holes / PASSENGERS
                _written(ax, RIGHT, y + high / 2 + 0.11, f"{holes}", 14, weight="bold")
                _written(ax, RIGHT, y + high / 2 - 0.11, f"{share:.{0 if share > 1 else 1}f}%", 12)
            else:
                _written(ax, RIGHT, y + high / 2, "none", 12, color=style.GREY)
        self._paper = ax

    def draw(self, state: dict) -> str:
        """Put the passengers in the order of the state."""
        order = state["order"]
        self._draw_passengers(order)
        known = PASSENGERS - int(np.any([*missing().values()], axis=0).sum())
        if order == ORDERS[0]:
            return (f"Passengers {order}: {_finding(order).removeprefix('Missing: ')} are missing. "
                    f"Nothing is missing for {known} of the {PASSENGERS} passengers.")
        return (f"Passengers {order}: the cabin number is missing for {_each(order, 'Cabin')}; "
                f"the age for {_each(order, 'Age')}. Nothing is missing for {known} of the "
                f"{PASSENGERS} passengers.")

    def _draw_passengers(self, order: str) -> None:
        """Draw a stroke for each value that is missing, with the passengers in an order."""
        ax, (who, group) = self._paper, ordered(order)
        names, bands, strokes = GROUPS[order], [], []
        scale = (WIDTH - GAP * (len(names) - 1)) / len(who)
        sizes = [int(np.sum(group == g)) for g in names]
        starts = LEFT + np.cumsum([0, *sizes[:-1]]) * scale + GAP * np.arange(len(names))
        for name, n, x in zip(names.values(), sizes, starts, strict=True):
            _written(ax, x, TOP + 0.21, f"{name}\nn = {n}", 12)
        for column, (y, high) in places().items():
            holes = missing()[column][who]
            for g, n, x in zip(names, sizes, starts, strict=True):
                dark = holes[group == g]
                bands.append(_box(x, x + n * scale, y, high))
                strokes += [_box(x + a * scale, x + b * scale, y, high) for a, b in runs(dark)]
                if dark.any() and holes.sum() < FEW:        # too thin to be seen alone
                    ax.plot(x + (np.flatnonzero(dark) + 0.5) * scale, [y - 0.05] * dark.sum(),
                            "^", color=style.INK, markersize=6)
                if holes.any() and len(names) > 1:
                    _written(ax, x, y + high + 0.12, _share(int(dark.sum()), n), 14, weight="bold")
        for boxes, colour, z in ((bands, BAND, 1), (strokes, style.INK, 2)):
            ax.add_collection(PolyCollection(boxes, facecolor=colour, edgecolor="none", linewidth=0,
                                             zorder=z, snap=False))
        _written(ax, 0.15, 0.22, _key(order), 12)
        ax.set_title(_finding(order), x=0.15 / SIZE[0], y=1 - 0.3 / SIZE[1], pad=0)

    def details(self, state: dict) -> str:
        """Return the counts of every column that has gaps, group by group."""
        return "; ".join(f"{COLUMNS[c]} ({c}): missing for " + ", ".join(
            f"{k} of {n} ({name})" for name, (k, n) in count_missing(state["order"], c).items())
            for c in COLUMNS if missing()[c].any()) + "; the other columns are complete."
