"""The men and boys of lesson 06, and how a tree cuts their plane into boxes, best cut first.

Legend: ``X`` (658, 2) age in years, siblings and spouses aboard; ``y`` 1 survived, 0 died. A cut
sends ``n_L`` of a box's passengers with mean ``mean_L`` to the left (or below), the others right.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import load_ptitanic
from coursekit.tree.boxes import Box
from coursekit.tree.naive import best_cut, gain

PLANE = Box(0.0, 81.0, -2.2, 8.5)    # with room for words below
LEAST = 7               # passengers on each side of a cut that the tree makes
MOST = 5                # boxes that are shown


class BoxCut(NamedTuple):
    """A cut of one box at a threshold of a feature: 0 is age, 1 siblings and spouses."""

    box: Box
    axis: int
    at: float
    gain: float
    n_L: int
    n_R: int
    mean_L: float
    mean_R: float

    def sides(self) -> tuple[Box, Box]:
        """Return the part below the threshold and the part above; an end outside is cut off."""
        low, high = self.box[2 * self.axis:2 * self.axis + 2]
        at = min(max(self.at, low), high)
        left, right = list(self.box), list(self.box)
        left[2 * self.axis + 1] = right[2 * self.axis] = at
        return Box(*left), Box(*right)


@cache
def men_and_boys() -> tuple[np.ndarray, np.ndarray]:
    """Return X and y of the males whose age is known.

    Examples
    --------
    >>> X, y = men_and_boys()
    >>> X.shape, int(y.sum())
    ((658, 2), 135)
    """
    people = load_ptitanic()
    people = people[(people["sex"] == "male") & people["age"].notna()]
    return (people[["age", "sibsp"]].to_numpy(float),
            (people["survived"] == "survived").to_numpy(float))


def inside(box: Box) -> np.ndarray:
    """Return which passengers are in a box, True or False for each."""
    x, z = men_and_boys()[0].T
    return (x >= box.left) & (x < box.right) & (z >= box.bottom) & (z < box.top)


def cut_at(box: Box, axis: int, at: float) -> BoxCut:
    """Return a cut of a box with its gain; the mean of an empty side is NaN."""
    X, y = men_and_boys()
    here = inside(box)
    left, found = X[here, axis] < at, y[here]
    means = [float(side.mean()) if len(side) else np.nan for side in (found[left], found[~left])]
    return BoxCut(box, axis, at, gain(found, left), int(left.sum()), int((~left).sum()), *means)


def best_of(box: Box) -> BoxCut | None:
    """Return the cut of a box that gains most and leaves enough on each side."""
    X, y = men_and_boys()
    here = inside(box)
    tried = [(best_cut(X[here, axis], y[here], LEAST), axis) for axis in (0, 1)]
    (at, found), axis = max(tried, key=lambda t: t[0][1])
    return cut_at(box, axis, at) if found else None


@cache
def cuts() -> tuple[BoxCut, ...]:
    """Return the cuts in the order in which the tree makes them: of all boxes, the best first.

    Examples
    --------
    >>> [(cut.axis, cut.at, round(cut.gain, 2)) for cut in cuts()[:2]]
    [(0, 9.5, 6.51), (1, 2.5, 6.86)]
    """
    boxes, made = [PLANE], []
    while len(made) < MOST:
        found = [cut for cut in map(best_of, boxes) if cut]
        made.append(max(found, key=lambda cut: cut.gain))
        boxes.remove(made[-1].box)
        boxes += made[-1].sides()
    return tuple(made)


def boxes_after(number: int) -> list[Box]:
    """Return the boxes after a number of cuts."""
    boxes = [PLANE]
    for cut in cuts()[:number]:
        boxes.remove(cut.box)
        boxes += cut.sides()
    return boxes


def squared_errors() -> np.ndarray:
    """Return the squared error with 1 box, with 2, and so on, if each answers its mean.

    Examples
    --------
    >>> squared_errors()[:3].round(2).tolist()
    [107.3, 100.79, 93.93]
    """
    y = men_and_boys()[1]
    return np.sum((y - y.mean())**2) - np.cumsum([0, *(cut.gain for cut in cuts())])
