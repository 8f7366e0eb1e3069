"""Where the passengers of the three questions stand, in pixels of the picture, and how they fall.

A group is a block of small squares, fifteen high, survivors on the left. The blocks of a level lie
side by side, each block above the middle of those it falls into.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from coursekit.lessons.lesson06.questions import NONE, Group, levels
from coursekit.plots import style

WIDTH, HEIGHT = 880, 510
HIGH, CELL = 15, 4                      # squares in a column; pixels from square to square
TALL = HIGH * CELL
TOPS = (452, 320, 188)                  # upper edge of the blocks before and after each question
LEFT, RIGHT, SLOT = 6, 652, 104          # of the blocks; the least room for a block with its words
GHOST = {"survived": "#A9CDE6", "died": "#F4C6A8"}      # squares left behind
LAG = 0.45                              # the last passenger leaves after this part of a fall


class Block(NamedTuple):
    """A group of passengers at its place: the middle and the upper edge of its squares."""

    group: Group
    centre: float
    top: float

    @property
    def left(self) -> float:
        """The left edge of its squares."""
        return round(self.centre - width(self.group) / 2)

    def squares(self) -> np.ndarray:
        """Return the middle of the square of each passenger of the group, shape (n, 2)."""
        i = np.arange(self.group.n)
        return np.column_stack([self.left + (i // HIGH + 0.5) * CELL,
                                self.top - (i % HIGH + 0.5) * CELL])

    def frame(self) -> np.ndarray:
        """Return the corners of a line around those who are answered wrongly, closed."""
        k, n = self.group.survived, self.group.n
        first, last = (0, k) if k <= n - k else (k, n)
        (a, up), (b, down) = divmod(first, HIGH), divmod(last, HIGH)
        if first == last:
            return np.empty((0, 2))
        if a == b:
            corners = [(a, up), (a + 1, up), (a + 1, down), (a, down)]
        else:
            corners = [(a, up), (a + 1, up), (a + 1, 0)] if up else [(a, 0)]
            corners += [(b + 1, 0), (b + 1, down), (b, down)] if down else [(b, 0)]
            corners += [(b, HIGH), (a, HIGH)]
        closed = np.array([*corners, corners[0]], float)
        return np.column_stack([self.left + closed[:, 0] * CELL, self.top - closed[:, 1] * CELL])


def frame_width(group: Group) -> float:
    """Return the width of a frame in points; a thick one would cover a few squares.

    Examples
    --------
    >>> frame_width(Group(np.arange(25), 7)), frame_width(Group(np.arange(441), 332))
    (1.1, 2.6)
    """
    return 2.6 if group.wrong > 3 * HIGH else 1.1


def width(group: Group) -> float:
    """Return how wide the squares of a group are, in pixels."""
    return float(np.ceil(group.n / HIGH) * CELL)


@cache
def lay_out(first: str, yes: str, no: str) -> tuple[list[Block], ...]:
    """Return the blocks of each level, from left to right: yes before no."""
    found = levels(first, yes, no)
    room = [max(width(g), SLOT) for g in found[2]]
    free = (RIGHT - LEFT - sum(room)) / max(1, len(room) - 1)
    below = [LEFT + sum(room[:k]) + k * free + w / 2 for k, w in enumerate(room)]
    if len(room) == 2:
        below = [below[0] + 0.2 * free, below[1] - 0.2 * free]
    count = 1 if yes == NONE else 2
    ends = [(x - w / 2, x + w / 2) for x, w in zip(below, room, strict=True)]
    middle = [(ends[0][0] + ends[count - 1][1]) / 2, (ends[count][0] + ends[-1][1]) / 2]
    centres = ([(LEFT + RIGHT) / 2], middle, below)
    return tuple([Block(g, x, TOPS[k]) for g, x in zip(level, row, strict=True)]
                 for k, (level, row) in enumerate(zip(found, centres, strict=True)))


def words_of(question: str) -> str:
    """Return a question as it stands in the picture, in two lines if it is long.

    Examples
    --------
    >>> words_of("2 siblings or spouses at most?")
    '2 siblings or\\nspouses at most?'
    """
    return question.replace("siblings or ", "siblings or\n")


@cache
def half_width(question: str) -> float:
    """Return half the width of a question in the picture, in pixels."""
    font = FontProperties(family=style.RC["font.family"], weight="bold", size=15 / 0.72)
    return max(text_to_path.get_text_width_height_descent(line, font, ismath=False)[0]
               for line in words_of(question).split("\n")) / 2


def question_places(blocks: list[Block], asked: tuple[str, ...]) -> list[float]:
    """Return the middle of each question under its block; they keep apart, and inside."""
    half = [half_width(q) for q in asked]
    places = [min(max(b.centre, LEFT + h), RIGHT - h) for b, h in zip(blocks, half, strict=True)]
    if len(places) == 2:
        short = half[0] + half[1] + 20 - (places[1] - places[0])
        room = places[0] - half[0] - LEFT
        if short > 0:
            places[0] -= min(short, room)
            places[1] += max(0.0, short - room)
    return places


def arrow(start: float, y: float, half: float, tall: float, end: Block) -> np.ndarray:
    """Return the corners of an arrow from a question at (start, y) to the block it leads to."""
    across = end.centre - start
    tip = (end.centre, end.top + 5)
    if abs(across) <= half:
        return np.array([(end.centre, y - tall), tip])
    return np.array([(start + np.sign(across) * half, y), (end.centre, y), tip])


def positions(blocks: tuple[list[Block], ...], fall: float) -> np.ndarray:
    """Return where each passenger is, shape (1309, 2), after a fall of 0 to 2 levels."""
    level = min(int(fall), 1)
    part = fall - level
    start, end = (_by_passenger(blocks[level + k]) for k in (0, 1))
    lag = np.random.default_rng(1).uniform(0, LAG, len(start))
    on = np.clip((part - lag) / (1 - LAG), 0, 1)[:, None]
    return start + (end - start) * on**2 * (3 - 2 * on)


def _by_passenger(level: list[Block]) -> np.ndarray:
    places = np.empty((sum(b.group.n for b in level), 2))
    for block in level:
        places[block.group.rows] = block.squares()
    return places
