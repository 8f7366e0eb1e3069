"""The judge of a grown tree."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit.lessons.lesson06.exercises.cases import whole
from coursekit.tree.naive import best_cut, gain


def fault(case: tuple, node: Any) -> str:
    """Return the first fault of a grown tree, from the root down; no text if it is right."""
    return next(_faults(*whole(case, 20, 7), node, "tree"), ("", "", 0))[0]


def meets_none(case: tuple, node: dict) -> bool:
    """Tell whether in a right tree some leaf has samples enough to ask, but no cut that gains."""
    if "left" in node:
        return meets_none(case, node["left"]) or meets_none(case, node["right"])
    return node["n"] >= whole(case, 20, 7)[2]


def place(case: tuple, given: Any) -> str:
    """Say where the first fault of a grown tree lies; no text of what is no tree at all."""
    if not isinstance(given, dict):
        return ""
    _, where, n = next(_faults(*whole(case, 20, 7), given, "tree"))
    samples = f"{n} sample{'s belong' if n > 1 else ' belongs'} there"
    return f"From the root down, `{where}` is the first wrong node; {samples}."


def _faults(X: np.ndarray, y: np.ndarray, split: int, leaf: int, node: Any, where: str
            ) -> Iterator[tuple[str, str, int]]:
    """Yield the faults of a tree: what, at which node, and how many samples belong there.

    Of equal gains any is right, and a threshold may lie anywhere in its interval.
    """
    name = _own_fault(X, y, split, leaf, node)
    if name:
        yield name, where, len(y)
    elif "left" in node:
        goes = X[:, node["feature"]] < node["threshold"]
        for side, rows in (("left", goes), ("right", ~goes)):
            yield from _faults(X[rows], y[rows], split, leaf, node[side], f'{where}["{side}"]')


def _own_fault(X: np.ndarray, y: np.ndarray, split: int, leaf: int, node: Any) -> str:
    if not _holds(node, y):
        return "n or value"
    best = max((best_cut(x, y, leaf)[1] for x in X.T), default=0.0) if len(y) >= split else 0.0
    if best == 0:
        if node.get("left"):
            return "too few" if len(y) < split else \
                "small side" if _leaves_too_few(X, node, leaf) else "split"
        return "sides of a leaf" if {"left", "right"} & set(node) else ""
    if node.get("threshold") is None or not {"feature", "left", "right"} <= set(node):
        return "part"
    goes = X[:, node["feature"]] < node["threshold"]
    if _leaves_too_few(X, node, leaf):
        return "small side"
    if abs(gain(y, goes) - best) > 1e-8 or min(goes.sum(), (~goes).sum()) < leaf:
        return "question"
    if _holds(node["left"], y[~goes]) and _holds(node["right"], y[goes]):
        return "exchanged"
    whole = any(isinstance(child, dict) and child.get("n") == len(y)
                for child in (node["left"], node["right"]))
    return "whole" if whole else ""


def _leaves_too_few(X: np.ndarray, node: dict, leaf: int) -> bool:
    """Tell whether no side of a question is empty, but one has fewer than ``leaf`` samples."""
    j, s = node.get("feature"), node.get("threshold")
    if not isinstance(j, (int, np.integer)) or not 0 <= j < X.shape[1] or np.ndim(s) or s is None:
        return False
    goes = X[:, j] < s
    return 0 < min(goes.sum(), (~goes).sum()) < leaf


def _holds(node: Any, y: np.ndarray) -> bool:
    """Tell whether a node has the number and the mean of these samples, in single precision."""
    return (isinstance(node, dict) and node.get("n") == len(y)
            and np.ndim(node.get("value")) == 0
            and abs(node.get("value", np.nan) - np.mean(y)) <= 1e-6 * max(1, np.abs(y).max()))
