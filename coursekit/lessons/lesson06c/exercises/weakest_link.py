"""Exercise "weakest-link": which branches break first, and at what price.

A tree is a dictionary as in lesson 06b, with ``risk`` at every node. Here each node has a ``name``,
too, by which nodes of two copies of a tree are compared.
"""
from __future__ import annotations

import numpy as np

from coursekit.exercise import CodeExercise, edits
from coursekit.lessons.lesson06c.exercises.cases import find_links, trees
from coursekit.lessons.lesson06c.naive_pruning import inner_nodes, leaves, weakest_link


def _same_links(case: tuple, given: tuple, right: tuple) -> bool:
    """Accept the same g, and the same nodes in any order."""
    g, nodes = given
    names = [node["name"] for node in nodes]
    return _same_g(g, right[0]) and sorted(names) == sorted(node["name"] for node in right[1])


def _same_g(g: float, right: float) -> bool:
    return g == right or bool(np.isfinite(right)) and abs(g - right) <= 1e-9 * max(1, right)


def _all_g(tree: dict) -> list[float]:
    """Return the g of every inner node."""
    return [(t["risk"] - sum(leaf["risk"] for leaf in leaves(t))) / (len(leaves(t)) - 1)
            for t in inner_nodes(tree)]


def _from_a_leaf(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether a number is returned that no node has, and no node with it."""
    return len(given) == 2 and not len(given[1]) and given[0] not in _all_g(case[0]) \
        and given[0] != right[0]


def _only_some(case: tuple, given: tuple, right: tuple) -> bool:
    """Tell whether g is right, and some of several nodes that have it are missing."""
    names = {node["name"] for node in given[1]}
    return given[0] == right[0] and names < {node["name"] for node in right[1]} and len(names) > 0


#: A right answer, which the mistakes edit.
SEARCH = """
def weakest_link(tree):
    if "left" not in tree:
        return math.inf, []
    tips, left, right = leaves(tree), tree["left"], tree["right"]
    own = (tree["risk"] - sum(t["risk"] for t in tips)) / (len(tips) - 1)
    links = [(own, [tree]), weakest_link(left), weakest_link(right)]
    g = min(v for v, _ in links)
    return g, [t for v, nodes in links if v == g for t in nodes]
"""

_wrong = edits(of=SEARCH)

LINK = CodeExercise(
    key="weakest-link", title="The weakest link", reference=weakest_link, cases=trees,
    accept=_same_links, run=find_links,
    misconceptions=(
        _wrong("divided by the leaves", "(len(tips) - 1)", "len(tips)",
               "You divide by the leaves of the branch. If it collapses, how many leaves "
               "fewer has the tree?"),
        _wrong("totals", " / (len(tips) - 1)", "",
               "You return what a whole branch saves. What does it save for each leaf more "
               "than one?"),
        _wrong("only splits over two leaves", "/ (len(tips) - 1)",
               "/ (len(tips) - 1) if len(tips) == 2 else math.inf",
               "You return the smallest g of all splits over two leaves. Which g does your "
               "function give the nodes higher up, and which do you get by hand?"),
        _wrong("the children's risk", 'sum(t["risk"] for t in tips)',
               '(left["risk"] + right["risk"])',
               "You compare a node with the two nodes just below it. What do the *leaves* "
               "of its branch cost?"),
        _wrong("the root only", "links = [", "return own, [tree]\n    links = [",
               "That is the g of the root. Every inner node below it is a link, too."),
        _wrong("a leaf goes wrong", "math.inf, []", "math.inf, [tree]",
               "A leaf has no link, so there is nothing to be smallest. Look again at what a "
               "single leaf is to return.", lambda case, given, right: "left" not in case[0]),
        _wrong("no g of 0", "v for v, _ in links)", "v for v, _ in links if v > 0)",
               "A branch that saves no error is a link, too, with g = 0. Does your function "
               "leave it out?", lambda case, given, right: right[0] == 0 < given[0]),
        _wrong("a leaf takes part", "math.inf, []", "0, []",
               "No node has the g that you return. Does a leaf take part, or a number that you "
               "started from?", _from_a_leaf),
        _wrong("the strongest link", "g = min(v for v, _ in links)",
               "g = max(v for v, _ in links if v < math.inf)",
               "On some tree yours is the link that holds longest. Which one breaks first when "
               "α rises?", lambda case, given, right: given[0] == max(_all_g(case[0]))),
        _wrong("one of several", "for t in nodes]", "for t in nodes][:1]",
               "Several nodes share the smallest g. Which of them collapse at this price?",
               _only_some),
    ),
    hints=("For one inner node: `leaves(tree)` gives the leaves of its branch. What do they cost "
           "together, and how many are there?",
           "The links of a tree are its root, the links of its left half and those of its right "
           "half. The function may call itself on the halves.",
           "A leaf gives `(math.inf, [])`. Otherwise there are three candidates (g, nodes); the "
           "smallest g wins, and of candidates with that g put their lists together."),
    way="A leaf has no link: infinity and an empty list. An inner node has its own g, from its "
        "risk and its `leaves`; the function calls itself for both halves. The smallest of the "
        "three g is the answer, with the nodes of all that have it.",
    explanation="Links that break at the same price break together.",
    fallback_hint="A tree is written risk(left, right), a leaf by its risk alone. Compute g by "
                  "hand for each inner node of this one; return the smallest first, then the list "
                  "of the nodes that have it, each a dictionary of the tree.")
