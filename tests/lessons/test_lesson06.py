"""Lesson 06: its experiments and figures, by brute force and by the trees that they draw."""
from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.lessons.lesson06.experiments import (
    count_trees, find_cut, is_guillotine, pinwheel, sliced,
)
from coursekit.tree import CARTRegressor
from coursekit.tree.boxes import Box, Cut, leaf_boxes
from coursekit.tree.counting import count_cuts


def test_the_pinwheel_is_out_of_reach():
    """Every possible first cut slices a box, so no tree makes these five."""
    boxes = pinwheel()
    edges = {(axis, e) for b in boxes for axis in (0, 1) for e in b[2 * axis:2 * axis + 2]}
    inner = [Cut(axis, e) for axis, e in edges if 0 < e < 3]
    assert len(inner) == 4 and all(sliced(boxes, cut) for cut in inner)
    assert all(sliced(boxes, Cut(axis, at)) for axis in (0, 1) for at in np.linspace(0.01, 2.99, 150))
    assert find_cut(boxes) is None and not is_guillotine(boxes)
    assert sum((b.right - b.left) * (b.top - b.bottom) for b in boxes) == 9
    assert is_guillotine(boxes[:1]) and is_guillotine([Box(0, 1, 0, 1), Box(1, 3, 0, 1)])


def test_the_boxes_of_a_grown_tree_are_made_by_cuts():
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (120, 2)).round(2)
    model = CARTRegressor(cp=0.02).fit(X, np.tanh(2 * X[:, 0]) + rng.normal(0, 0.1, 120))
    assert is_guillotine(list(leaf_boxes(model, Box(-2, 2, -2, 2)).values()))


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, 3, np.nan]), st.integers(0, 2)),
                min_size=2, max_size=7))
@settings(deadline=None, max_examples=25)
def test_trees_of_depth_two_are_counted_by_building_them(rows):
    """Also where a value lacks: on a side, a cut may part the known from the unknown."""
    X = np.array(rows, dtype=float)

    def parts(some: np.ndarray) -> set:
        """Every way to part some rows by one cut, told by (feature, rows on the left)."""
        ways = {(j, tuple(np.flatnonzero(some & (X[:, j] < v)))) for j in range(2)
                for v in np.unique(X[~np.isnan(X[:, j]), j])[1:]}
        return {(j, left) for j, left in ways if 0 < len(left) < some.sum()}

    assert count_cuts(X) == len(parts(np.ones(len(X), bool)))
    built = 0
    for _, left in parts(np.ones(len(X), bool)):
        on_left = np.isin(np.arange(len(X)), left)
        built += len(parts(on_left)) * len(parts(~on_left))
    assert count_trees(X) == built
