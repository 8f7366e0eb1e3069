"""The 1,309 passengers of lesson 06, and a tree of three questions that somebody chooses.

A passenger of unknown age answers no to every question about age. A group answers what most of it
did; of equal numbers, "died".
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coursekit.datasets import load_ptitanic

NONE = "no question"
FEMALE, TEN, ELEVEN, FEW = "female?", "under 10?", "under 11¼?", "2 siblings or spouses at most?"
#: The questions in the order of the menu, and what each asks of the columns of the list.
MENU = {
    FEMALE: lambda people: people["sex"] == "female",
    TEN: lambda people: people["age"] < 10,
    ELEVEN: lambda people: people["age"] < 11.25,
    "under 30?": lambda people: people["age"] < 30,
    FEW: lambda people: people["sibsp"] <= 2,
    "first class?": lambda people: people["pclass"] == "1st",
    "third class?": lambda people: people["pclass"] == "3rd",
}
GREEDY = (FEMALE, FEW, TEN)     # at every step what leaves fewest wrong answers at once


class Group(NamedTuple):
    """Passengers who have answered alike: their rows, survivors first."""

    rows: np.ndarray
    survived: int

    @property
    def n(self) -> int:
        """How many they are."""
        return len(self.rows)

    @property
    def wrong(self) -> int:
        """How many are answered wrongly if all get the answer of the majority."""
        return min(self.survived, self.n - self.survived)


@cache
def survived() -> np.ndarray:
    """Return who survived, True or False for each passenger."""
    return (load_ptitanic()["survived"] == "survived").to_numpy()


@cache
def says_yes(question: str) -> np.ndarray:
    """Return who answers yes to a question of the menu."""
    return MENU[question](load_ptitanic()).to_numpy(bool)


def group(rows: np.ndarray) -> Group:
    """Return a group of passengers, survivors first."""
    lived = survived()[rows]
    return Group(np.concatenate([rows[lived], rows[~lived]]), int(lived.sum()))


def divide(parent: Group, question: str) -> list[Group]:
    """Return those who answer yes and those who answer no; without a question, the group."""
    if question == NONE:
        return [parent]
    yes = says_yes(question)[parent.rows]
    return [group(parent.rows[yes]), group(parent.rows[~yes])]


@cache
def levels(first: str, yes: str, no: str) -> tuple[list[Group], ...]:
    """Return the groups before any question, after the first, and after the second.

    Examples
    --------
    >>> [sum(g.wrong for g in level) for level in levels(*GREEDY)]
    [500, 288, 270]
    """
    root = group(np.arange(len(survived())))
    below = divide(root, first)
    asked = (yes, no) if len(below) == 2 else (no,)
    return ([root], below,
            [g for parent, q in zip(below, asked, strict=True) for g in divide(parent, q)])


def errors(first: str, yes: str, no: str) -> tuple[int, ...]:
    """Return the wrong answers before any question, after the first, and after all."""
    return tuple(sum(g.wrong for g in level) for level in levels(first, yes, no))


def best_from(first: str) -> tuple[str, str, int]:
    """Return the questions after yes and no that leave fewest wrong, and how many they leave.

    Examples
    --------
    >>> best_from(ELEVEN)
    ('2 siblings or spouses at most?', 'female?', 259)
    """
    chosen, wrong = [], 0
    for side in divide(levels(first, NONE, NONE)[0][0], first):
        left = {q: sum(g.wrong for g in divide(side, q)) for q in MENU}
        chosen.append(min(left, key=left.get))
        wrong += left[chosen[-1]]
    return chosen[0], chosen[1], wrong
