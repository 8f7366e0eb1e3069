"""Cases for the exercises of lesson 06c: trees."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any

import numpy as np

from coursekit.exercise import Failure
from coursekit.lessons.lesson06c.naive_pruning import inner_nodes


class Node(dict):
    """A dictionary that is written as a learner writes a tree by hand: risk(left, right)."""

    def __repr__(self) -> str:
        """Return 9(2, 4) for a node with risk 9 over leaves with 2 and 4."""
        below = f"({self['left']!r}, {self['right']!r})" if "left" in self else ""
        return f"{self['risk']}{below}"


def _node(name: str, risk: float, *below: dict) -> Node:
    return Node({"name": name, "risk": risk} | dict(zip(("left", "right"), below)))


def _comb(name: str, size: int) -> Node:
    """Return a branch of so many leaves without errors, in which each inner node has one."""
    if size == 1:
        return _node(name, 0)
    return _node(name, 1, _node(name + "l", 0), _comb(name + "r", size - 1))


def random_tree(rng: np.random.Generator, size: int, name: str = "t") -> dict:
    """Return a tree of so many leaves with whole risks; splits that save nothing among them."""
    if size == 1:
        return _node(name, int(rng.integers(0, 7)))
    part = int(rng.integers(1, size))
    below = [random_tree(rng, part, name + "l"), random_tree(rng, size - part, name + "r")]
    return _node(name, sum(t["risk"] for t in below) + int(rng.integers(0, 5)), *below)


def trees(rng: np.random.Generator) -> Iterator[tuple]:
    """Yield trees: small ones, ties and splits that save nothing, then random ones."""
    yield (_node("leaf", 3),)
    yield (_node("root", 9, _node("a", 2), _node("b", 4)),)
    yield (_node("root", 9, _node("a", 5), _node("b", 4)),)              # saves nothing
    yield (_node("root", 60, _node("left", 30, _node("deep", 16, _node("a", 5), _node("b", 5)),
                                   _node("c", 6)),
                 _node("right", 14, _node("d", 6), _node("e", 4))),)
    yield (_node("root", 40, _node("left", 12, _node("a", 5), _node("b", 4)),
                 _node("right", 14, _node("c", 6), _node("d", 5))),)     # two at once
    yield (_node("root", 80, _node("left", 30, _node("deep", 12, _node("a", 3), _node("b", 1)),
                                   _node("c", 12)),
                 _node("right", 26, _node("d", 10), _node("e", 8))),)
    yield (_node("root", 9, _node("left", 7, _node("a", 2), _node("b", 3)), _node("c", 0)),)
    yield (_node("root", 5_000_000, _node("a", 2_000_000), _node("b", 1_000_000)),)
    yield (_node("root", 20, _node("left", 6, _node("a", 2), _node("b", 2)),
                 _node("right", 6, _node("c", 2), _node("d", 2))),)      # equal, but two nodes
    yield (_node("root", 3, _comb("l", 8), _comb("r", 9)),)              # 1/7 is not 1/8
    for size in rng.integers(2, 13, size=220):
        yield (random_tree(rng, int(size)),)


def find_links(weakest_link: Callable, tree: dict) -> Any:
    """Return what a function finds in a tree without names, told by the nodes that have them.

    Or a Failure, if it changes the tree or gives nodes that are not the tree's own.
    """
    pairs: list[tuple[Node, dict]] = []
    bare = _without_names(tree, pairs)
    before = deepcopy(bare)
    found = weakest_link(bare)
    if bare != before:
        return Failure("changes", "changes its argument `tree`, which its caller still needs. Keep "
                       "what you compute in variables of your own, not in the nodes.")
    several = is_pair(found) and isinstance(found[1], Iterable)
    if not several or isinstance(found[1], (dict, str)):
        return found
    named = {id(node): own for node, own in pairs}
    inner, nodes = inner_nodes(bare), list(found[1])
    if any(isinstance(node, dict) and id(node) not in named and node in inner for node in nodes):
        return Failure("copies", "returns copies of nodes. Return the nodes of `tree` itself: "
                       "`collapse` finds only them.")
    return found[0], [named.get(id(node), node) for node in nodes]


def _without_names(tree: dict, pairs: list) -> Node:
    """Return a copy of a tree without names, and note each of its nodes beside the tree's own."""
    bare = Node({"risk": tree["risk"]} | {side: _without_names(tree[side], pairs)
                                          for side in ("left", "right") if side in tree})
    pairs.append((bare, tree))
    return bare


def is_pair(given: Any) -> bool:
    """Tell whether something is a list or a tuple of two."""
    return isinstance(given, (tuple, list)) and len(given) == 2
