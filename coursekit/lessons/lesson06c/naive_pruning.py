"""Pruning in short functions, to read: what the learner builds in lesson 06c.

A tree is a dictionary, as in `coursekit.tree.naive`; every node also has ``risk``, its errors as
a leaf.
"""
from __future__ import annotations

import math

import numpy as np


def leaves(tree: dict) -> list[dict]:
    """Return the leaves of a tree, from left to right."""
    return leaves(tree["left"]) + leaves(tree["right"]) if "left" in tree else [tree]


def charge(tree: dict, X: np.ndarray, y: np.ndarray, cost: int = 1) -> dict:
    """Return a tree of `naive.grow` with the risk of each node on its samples (X, y), y 0 or 1.

    A node predicts 1 if its mean is above 1/(1 + cost): a missed 1 costs ``cost``, a 0 predicted
    as 1 costs one.

    Examples
    --------
    >>> charge({"n": 3, "value": 1 / 3}, np.zeros((3, 1)), np.array([0, 0, 1]))["risk"]
    1
    """
    says = tree["value"] > 1 / (1 + cost)
    tree = tree | {"risk": int(np.sum(y == 0) if says else cost * np.sum(y == 1))}
    if "left" in tree:
        goes = X[:, tree["feature"]] < tree["threshold"]
        for side, rows in (("left", goes), ("right", ~goes)):
            tree[side] = charge(tree[side], X[rows], y[rows], cost)
    return tree


def collapse(tree: dict, nodes: list[dict]) -> dict:
    """Return the tree with leaves in place of some of its own inner nodes.

    Examples
    --------
    >>> tree = {"risk": 9, "left": {"risk": 2}, "right": {"risk": 4}}
    >>> collapse(tree, [tree])
    {'risk': 9}
    """
    inner = {id(node) for node in inner_nodes(tree)}
    if not len(nodes) or any(id(node) not in inner for node in nodes):
        raise ValueError("nodes must be one or more inner nodes of this tree itself, not copies of "
                         "them; take them from the tree")
    return _without(tree, nodes)


def priced_by_impurity(model, i: int = 0) -> dict:
    """Return a fitted tree of scikit-learn from node i on; a risk is the impurity of its samples.

    It counts each node by its share of all samples, as ``ccp_alpha`` does.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> priced_by_impurity(DecisionTreeClassifier().fit([[0], [1]], [0, 1]))["risk"]
    0.5
    """
    tree = model.tree_
    share = tree.weighted_n_node_samples[i] / tree.weighted_n_node_samples[0]
    below = {"left": tree.children_left[i], "right": tree.children_right[i]}
    return {"risk": float(share * tree.impurity[i])} | {
        side: priced_by_impurity(model, j) for side, j in below.items() if j >= 0}


def inner_nodes(tree: dict) -> list[dict]:
    """Return the inner nodes, the root first."""
    if "left" not in tree:
        return []
    return [tree, *inner_nodes(tree["left"]), *inner_nodes(tree["right"])]


def _without(tree: dict, nodes: list[dict]) -> dict:
    if any(tree is node for node in nodes):
        return {key: tree[key] for key in tree if key not in ("left", "right")}
    if "left" not in tree:
        return tree
    return tree | {side: _without(tree[side], nodes) for side in ("left", "right")}


def weakest_link(tree: dict) -> tuple[float, list[dict]]:
    """Return (g, nodes): the smallest g of all inner nodes, and every node that has it.

    g = (R(t) - R(T_t)) / (|T_t| - 1), as in `coursekit.tree.pruning`. A leaf has no link:
    (inf, []).

    Examples
    --------
    >>> g, nodes = weakest_link({"risk": 9, "left": {"risk": 2}, "right": {"risk": 4}})
    >>> g, [node["risk"] for node in nodes]
    (3.0, [9])
    """
    if "left" not in tree:
        return math.inf, []
    below = leaves(tree)
    own = (tree["risk"] - sum(leaf["risk"] for leaf in below)) / (len(below) - 1)
    links = [(own, [tree]), weakest_link(tree["left"]), weakest_link(tree["right"])]
    g = min(value for value, _ in links)
    return g, [node for value, nodes in links if value == g for node in nodes]
