"""A tree as boxes in the plane.

Legend: a box is (left, right, bottom, top); it includes only its left and bottom edges.
"""
from __future__ import annotations

from typing import NamedTuple

from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from coursekit.tree.tree import LEAF


class Box(NamedTuple):
    """A rectangle with sides parallel to the axes."""

    left: float
    right: float
    bottom: float
    top: float


class Cut(NamedTuple):
    """A straight line across a region: x = at if ``axis`` is 0, y = at if it is 1."""

    axis: int
    at: float


def leaf_boxes(model: BaseEstimator, within: Box) -> dict[int, Box]:
    """Return the box of each leaf of a fitted tree that splits on two numeric features only.

    Leaves outside ``within``, the part of the plane to show, are left out. A tree that splits on
    another feature, or a nominal one, raises a ValueError.

    >>> from coursekit.tree import CARTClassifier
    >>> model = CARTClassifier(min_samples_split=2).fit([[0, 0], [1, 0], [2, 0]], [0, 1, 1])
    >>> leaf_boxes(model, Box(0, 2, 0, 1))
    {1: Box(left=0, right=0.5, bottom=0, top=1), 2: Box(left=0.5, right=2, bottom=0, top=1)}
    """
    check_is_fitted(model)
    tree, boxes = model.tree_, {}
    asked = set(tree.splits.feature[tree.children_left != LEAF, 0].tolist())
    if not asked <= {0, 1} or asked & set(model.columns_.nominal):
        names = sorted(model.columns_.names[j] for j in asked)
        raise ValueError(f"boxes need a tree that asks about the first two features only, both "
                         f"numeric; this one asks about {names}; fit it on two numeric columns")

    def walk(node: int, box: Box) -> None:
        if box.left >= box.right or box.bottom >= box.top:
            return
        if tree.children_left[node] == LEAF:
            boxes[node] = box
            return
        cut = Cut(tree.splits.feature[node, 0], float(tree.splits.threshold[node, 0]))
        for child, half in zip((tree.children_left[node], tree.children_right[node]),
                               _halves(box, cut)):
            walk(int(child), half)

    walk(0, Box(*within))
    return boxes


def _halves(box: Box, cut: Cut) -> tuple[Box, Box]:
    low, high = (("left", "right"), ("bottom", "top"))[cut.axis]
    at = min(max(cut.at, getattr(box, low)), getattr(box, high))
    return box._replace(**{high: at}), box._replace(**{low: at})
