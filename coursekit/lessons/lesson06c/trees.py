"""Lesson 06c: three small trees drawn by hand, and what becomes of them as the price rises."""
from __future__ import annotations

from typing import NamedTuple

from coursekit.lessons.lesson06c.naive_pruning import collapse, inner_nodes, leaves, weakest_link


def node(risk: int, *below: dict) -> dict:
    """Return a node with its errors as a leaf, and what is below it."""
    return {"risk": risk} | dict(zip(("left", "right"), below, strict=False))


#: All have the same shape, so that they are drawn in the same places. The first question of the
#: third one saves no error.
TREES = {"first": node(60, node(30, node(16, node(5), node(5)), node(6)),
                       node(14, node(6), node(4))),
         "second": node(80, node(30, node(12, node(3), node(1)), node(12)),
                        node(26, node(10), node(8))),
         "third": node(50, node(25, node(2, node(1), node(0)), node(2)),
                       node(25, node(2), node(2)))}


class Pruned(NamedTuple):
    """The cheapest tree from a price on, until the next one."""

    since: float
    tree: dict
    leaves: int
    errors: int

    def cost(self, price: float) -> float:
        """Return errors plus leaves times price."""
        return self.errors + self.leaves * price


def stages(tree: dict) -> list[Pruned]:
    """Return the cheapest trees as the price of a leaf rises from 0.

    Examples
    --------
    >>> [(stage.since, stage.leaves, stage.errors) for stage in stages(TREES["first"])]
    [(0, 5, 26), (4.0, 4, 30), (6.0, 3, 36), (8.0, 2, 44), (16.0, 1, 60)]
    """
    found, since = [], 0
    while True:
        tips = leaves(tree)
        found.append(Pruned(since, tree, len(tips), sum(tip["risk"] for tip in tips)))
        if len(tips) == 1:
            return found
        since, weakest = weakest_link(tree)
        tree = collapse(tree, weakest)


def stage_at(tree: dict, price: float) -> Pruned:
    """Return the smallest of the cheapest trees at a price."""
    return [stage for stage in stages(tree) if stage.since <= price][-1]


def prunings(tree: dict) -> list[tuple[int, int]]:
    """Return (leaves, errors) of every pruning of a tree.

    Examples
    --------
    >>> prunings(node(9, node(2), node(4)))
    [(1, 9), (2, 6)]
    """
    halves = [(a + b, r + s) for a, r in prunings(tree["left"])
              for b, s in prunings(tree["right"])] if "left" in tree else []
    return [(1, tree["risk"]), *halves]


def least_errors(tree: dict, size: int) -> int:
    """Return the fewest errors of a pruning with so many leaves."""
    return min(errors for many, errors in prunings(tree) if many == size)


def link(branch: dict) -> float:
    """Return g, what a branch saves for each leaf more than one."""
    tips = leaves(branch)
    return (branch["risk"] - sum(tip["risk"] for tip in tips)) / (len(tips) - 1)


def cut_at(tree: dict) -> list[float]:
    """Return the price at which each inner node becomes a leaf, in the order of `inner_nodes`.

    A node above which a branch goes first goes with that branch.

    Examples
    --------
    >>> cut_at(TREES["first"])
    [16.0, 8.0, 6.0, 4.0]
    """
    def still(full: dict, now: dict) -> list[bool]:
        if "left" not in full:
            return []
        if "left" not in now:
            return [False] * len(inner_nodes(full))
        return [True, *still(full["left"], now["left"]), *still(full["right"], now["right"])]

    later = stages(tree)[1:]
    stands = [still(tree, stage.tree) for stage in later]
    return [next(stage.since for stage, alive in zip(later, stands, strict=True) if not alive[k])
            for k in range(len(inner_nodes(tree)))]
