"""How 891 dots are laid out in blocks, and what is written at them; all in inches.

A block is as wide as its group has passengers, and as high as 100%: survivors fill it from below,
the dead from above, and they meet at the rate.
"""
from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from coursekit.lessons.lesson01.groups import FEATURES, Group, groups_of
from coursekit.plots import style

LEFT, BOTTOM = 0.95, 1.60       # of the lower left corner of all blocks in the picture
WIDTH, HEIGHT = 7.2, 2.72       # of all blocks together
# Room at the right of a block for its whisker, between parts of a level, between levels.
ROOMS = ((0.17, 0.06, 0.24), (0.14, 0.03, 0.17), (0.11, 0.02, 0.12))
LEAST_SCALE = 0.0062            # inches per passenger, below which the rooms are cut down
LINE = 0.225                    # from one line of words to the next
LOOKS = {"rates": (15, "bold"), "small rates": (12, "bold"), "names": (13, "normal"),
         "counts": (12, "normal")}

Written = tuple[float, float, str]      # x and y of its middle, and the words


class Block(NamedTuple):
    """Where a group stands: left end and width (inches) of its dots, and their columns."""

    group: Group
    left: float
    width: float
    columns: int

    @property
    def middle(self) -> float:
        """Where its rate and its number are written."""
        return self.left + self.width / 2


class Layout(NamedTuple):
    """All blocks, the ends of each level, the side of a dot's cell and the whiskers' room."""

    blocks: list[Block]
    levels: dict[str, tuple[float, float]]
    cell: float
    lane: float


@cache
def width_of(words: str, size: float, weight: str = "normal") -> float:
    """Return the inches that words need."""
    font = FontProperties(family=style.RC["font.family"], size=size, weight=weight)
    return text_to_path.get_text_width_height_descent(words, font, ismath=False)[0] / 72


@cache
def lay_out(feature: str, split: str) -> Layout:
    """Return where the blocks stand: as wide as they have passengers, but for the very small."""
    groups = groups_of(feature, split)
    levels = {name: len(list(inside)) for name, inside in groupby(groups, key=lambda g: g.level)}
    n, parts = np.array([g.n for g in groups]), np.array(list(levels.values()))
    first, needs = np.cumsum(parts) - parts, np.array([width_of(name, 13) for name in levels])

    def widths(scale: float, lane: float, between: float) -> tuple[np.ndarray, ...]:
        """Return the widths of dots; of the blocks of each level; of each level with its name."""
        dots = np.maximum(scale * n, np.sqrt(scale * HEIGHT))
        taken = np.add.reduceat(dots + lane, first) + between * (parts - 1)
        return dots, taken, np.maximum(taken, needs)

    for lane, between, apart in ROOMS:
        low, high = 0.0, 0.02
        for _ in range(30):
            scale = (low + high) / 2
            if widths(scale, lane, between)[2].sum() + apart * (len(levels) - 1) <= WIDTH:
                low = scale
            else:
                high = scale
        if low >= LEAST_SCALE:
            break
    dots, taken, full = widths(low, lane, between)
    starts = np.cumsum(full + apart) - full - apart
    within = np.cumsum(dots + lane + between) - (dots + lane + between)
    left = within + np.repeat(starts + (full - taken) / 2 - within[first], parts)
    cell = np.sqrt(low * HEIGHT)
    columns = np.maximum(1, np.round(dots / cell)).astype(int)
    blocks = [Block(*found) for found in zip(groups, left, dots, columns, strict=True)]
    return Layout(blocks, dict(zip(levels, zip(starts, starts + full))), float(cell), lane)


def stack(block: Block, many: int, low: float, high: float, up: bool = True) -> np.ndarray:
    """Return places of so many dots between two heights, row by row, shape (many, 2)."""
    rows = max(1, -(-many // block.columns))
    row, column = np.divmod(np.arange(many), block.columns)
    y = (row + 0.5) / rows * (high - low)
    x = block.left + (column + 0.5) * block.width / block.columns
    return np.column_stack([x, low + y if up else high - y])


@cache
def dots_of(feature: str, split: str, shown: bool) -> tuple[dict[str, np.ndarray], float]:
    """Return the places of the dots of each kind, and the diameter (inches) of a large one."""
    layout = lay_out(feature, split)
    if not shown:
        places = np.vstack([stack(b, b.group.n, 0, 1) for b in layout.blocks])
        return {"fate hidden": places}, 0.68 * layout.cell
    alive = [stack(b, b.group.k, 0, b.group.rate) for b in layout.blocks]
    dead = [stack(b, b.group.n - b.group.k, b.group.rate, 1, up=False) for b in layout.blocks]
    steps = [HEIGHT * b.group.rate / -(-b.group.k // b.columns) for b in layout.blocks
             if b.group.k > 2 * b.columns]
    step = np.clip(min(steps, default=1.0), 0.8 * layout.cell, layout.cell)
    return {"survived": np.vstack(alive), "died": np.vstack(dead)}, 0.94 * float(step)


def _apart(row: list[Written], size: float, weight: str, room: float = 0.06) -> bool:
    """Return whether words in one line, ordered from left to right, leave room between them."""
    ends = [(x - width_of(text, size, weight) / 2, x + width_of(text, size, weight) / 2)
            for x, _, text in row]
    return all(a[1] + room <= b[0] for a, b in zip(ends, ends[1:], strict=False))


def _those_that_fit(row: list[Written], many: list[int], look: str) -> list[Written]:
    """Return the words that can stand in one line, those of the largest groups first."""
    kept: list[Written] = []
    for k in sorted(range(len(row)), key=lambda k: -many[k]):
        if _apart(sorted([*kept, row[k]]), *LOOKS[look]):
            kept.append(row[k])
    return sorted(kept)


def _row(row: list[Written], many: list[int], mark: str, looks: list[str]) -> dict[str, list]:
    """Return a row in the first look in which all words fit; in the last some may be missing.

    Where the words fit only without their mark ("n = "), that stands once, left of the row.
    """
    bare = [(x, y, text.replace(mark, "")) for x, y, text in row]
    head = (-0.42, row[0][1], {"%": "in %"}.get(mark, mark.strip()))
    for look in looks:
        if _apart(row, *LOOKS[look]):
            return {look: row}
        if _apart(bare, *LOOKS[look]):
            break
    return {look: [head, *_those_that_fit(bare, many, look)]}


@cache
def words_of(feature: str, split: str, shown: bool) -> dict[str, list[Written]]:
    """Return what is written at the blocks, by its look."""
    layout = lay_out(feature, split)
    blocks, many = layout.blocks, [b.group.n for b in layout.blocks]
    divided, rows, at = len(blocks) > len(layout.levels), [], 0.27
    if shown:
        rates = [(b.middle, HEIGHT + 0.22, f"{b.group.percent}%") for b in blocks]
        rows.append(_row(rates, many, "%", ["rates", "small rates"]))
    if split != "nothing":
        at += 0.08
        parts = [(b.middle, -at, f"n = {b.group.n}") for b in blocks]
        if divided:
            rows.append(_row(parts, many, "n = ", ["counts"]))
            at += 0.26
    middles = {name: sum(ends) / 2 for name, ends in layout.levels.items()}
    rows.append({"names": [(x, -at, name) for name, x in middles.items()]})
    sums = {name: sum(b.group.n for b in blocks if b.group.level == name) for name in middles}
    at += LINE
    rows.append(_row([(x, -at, f"n = {sums[name]}") for name, x in middles.items()],
                     list(sums.values()), "n = ", ["names"]))
    if FEATURES[feature].caption:
        rows.append({"names": [(WIDTH / 2, -at - 0.28, FEATURES[feature].caption)]})
    return {look: [(LEFT + x, BOTTOM + y, text) for row in rows for x, y, text in row.get(look, [])]
            for look in LOOKS}
