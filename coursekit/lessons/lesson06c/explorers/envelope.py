"""Lesson 06c: every pruning of a tree is a straight line; the lowest edge picks the tree."""
from __future__ import annotations

from functools import cache

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06c.naive_pruning import inner_nodes, leaves
from coursekit.lessons.lesson06c.trees import (
    TREES, Pruned, cut_at, least_errors, link, prunings, stage_at, stages,
)
from coursekit.plots import style
from coursekit.wording import plural

HIGH, TOP = 26, 112                     # the largest price of a leaf, and the largest cost drawn
LINE = "#8A8A8A"
PRICE, DEAR = style.WORDS["male"], style.WORDS["female"]    # words in green, and in pink
PLACES = ((2.75, 0), (1.75, -1), (1, -2), (0.5, -3), (1.5, -3), (2.5, -2),
          (4, -1), (3.5, -2), (4.5, -2))       # of the nodes, the root first, left before right
BELOW = {0: (1, 6), 1: (2, 5), 2: (3, 4), 6: (7, 8)}
NOTES = {0: (2.75, -0.78), 1: (2.5, -2.5), 2: (1, -3.5), 6: (4, -2.5)}
BESIDE = {0: (0.42, "left"), 1: (-0.42, "right"), 2: (-0.42, "right"), 6: (0.42, "left")}


@cache
def risks(name: str) -> tuple[int, ...]:
    """Return the errors of each node, the root first, left before right."""
    def walk(t: dict) -> list[int]:
        return [t["risk"], *(r for side in ("left", "right") if side in t for r in walk(t[side]))]
    return tuple(walk(TREES[name]))


@cache
def breaks(name: str) -> dict[int, float]:
    """Return the price at which each inner node becomes a leaf."""
    return dict(zip(BELOW, cut_at(TREES[name]), strict=True))


@cache
def path_of(name: str) -> tuple[Pruned, ...]:
    """Return the cheapest trees as the price rises."""
    return tuple(stages(TREES[name]))


@cache
def lines_of(name: str) -> list[np.ndarray]:
    """Return the line of each pruning, over all prices."""
    return [_line(errors, many, np.array([0, HIGH])) for many, errors in prunings(TREES[name])]


def counted(number: int) -> str:
    """Return "1 leaf" or "4 leaves"."""
    return plural(number, "leaf", "leaves")


class Envelope(Explorer):
    """A tree under a rising price of a leaf, and the costs of all its prunings.

    Examples
    --------
    >>> Envelope(alpha=5).status.split(":")[0]
    'First tree, price α = 5'
    """

    title = "The lowest edge"
    question = "Which pruning is cheapest, if every leaf has its price?"
    size = (8.8, 5.1)
    controls = (
        Slider("alpha", "price α of a leaf", 0, HIGH, 0.5, 0, "errors that a leaf must save"),
        Choice("tree", "tree", tuple(TREES), "first", "three trees of the same shape"),
        Slider("leaves", "compare: leaves", 0, 5, 1, 0,
               "draw the best pruning with so many leaves, too (dashed); 0 draws none"))
    presets = {
        "before 6": Preset({"alpha": 5.5}, "Which link is the weakest, and at which price does "
                           "it go?", shows=r"4 leaves.*weakest link has g = 6"),
        "after 6": Preset({"alpha": 6.5}, "Which link is the weakest now, and what does it save?",
                          shows=r"3 leaves.*weakest link has g = 8"),
        "never cheapest": Preset(
            {"tree": "second", "alpha": 7.5, "leaves": 4},
            "Move α. Does the dashed line ever touch the lowest edge?",
            shows=r"best with 4 leaves costs 72, that is 1\.5 more"),
        "nothing saved": Preset(
            {"tree": "third", "alpha": 13.5},
            "The first question saves no error. Up to which price does it stand?",
            shows=r"4 leaves.*weakest link has g = 14"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the tree's place and the plane of the costs."""
        self._stage = stage = Stage(
            canvas,
            tree=((0.0, 0.16, 0.47, 0.74), {"xlim": (-0.3, 5.3), "ylim": (-3.75, 0.42)}),
            costs=((0.535, 0.145, 0.395, 0.62), {
                "xlim": (-0.5, HIGH + 0.5), "ylim": (0, TOP), "xlabel": "price α of a leaf, in "
                "errors", "ylabel": "cost, in errors", "xticks": range(0, HIGH, 5),
                "yticks": range(0, 101, 20)}))
        stage.tree.set_axis_off()
        stage.word(-0.2, 0.05, "in a box:\nits errors,\nif a leaf", 13, stage.tree, "normal",
                   color=style.GREY, linespacing=1.15)

    def draw(self, state: dict) -> str:
        """Show the cheapest tree at a price, and where it lies on the lowest edge."""
        alpha, name, size = state["alpha"], state["tree"], state["leaves"]
        now = [stage for stage in path_of(name) if stage.since <= alpha][-1]
        self._tree(name, alpha, now)
        self._costs(name, alpha, now, size)
        self._stage.word(0.012, 0.957, _finding(alpha, now), 16)
        told = (f"{name.capitalize()} tree, price α = {alpha:g}: the cheapest pruning has "
                f"{counted(now.leaves)} and costs {now.errors} + {now.leaves} · {alpha:g} = "
                f"{now.cost(alpha):g}. ")
        if size:
            other = least_errors(TREES[name], size) + size * alpha
            return told + (f"The best with {counted(size)} costs {other:g}, that is "
                           f"{other - now.cost(alpha):g} more.")
        if now.leaves == 1:
            return told + "Only the root stands, and nothing is left to cut."
        return told + f"The weakest link has g = {min(map(link, inner_nodes(now.tree))):g}."

    def details(self, state: dict) -> str:
        """Return g of each inner node that stands, and all prunings."""
        tree, now = TREES[state["tree"]], stage_at(TREES[state["tree"]], state["alpha"])
        found = ", ".join(f"node {t['risk']} has g = {link(t):g}" for t in inner_nodes(now.tree))
        lines = ", ".join(f"{errors} + {many} · α" for many, errors in sorted(prunings(tree))[::-1])
        return f"Inner nodes that stand: {found or 'none'}. Costs of all prunings: {lines}."

    def _tree(self, name: str, alpha: float, now: Pruned) -> None:
        """Draw what stands, dotted what has gone, and what the weakest link saves."""
        stage, gone = self._stage, {t for t in BELOW if breaks(name)[t] <= alpha}
        hidden = {below for t in BELOW for below in BELOW[t] if t in gone}
        hidden |= {below for t in hidden & set(BELOW) for below in BELOW[t]}
        hidden |= {below for t in hidden & set(BELOW) for below in BELOW[t]}
        standing = [t for t in BELOW if t not in gone | hidden]
        for nodes, colour, width, dots in ((standing, style.INK, 3.2, "-"),
                                           (set(BELOW) - set(standing), "#8A8A8A", 1.8, ":")):
            stage.lines(stage.tree, [[PLACES[t], PLACES[below]] for t in nodes
                                     for below in BELOW[t]], colour, width, 1, linestyles=dots)
        leaf = [t not in hidden | set(standing) for t in range(len(PLACES))]
        stage.areas(stage.tree, [_box(t, t in hidden) for t in range(len(PLACES))],
                    [style.LIGHT_SKY if tip else "white" for tip in leaf],
                    [2.4 if tip else 1.2 for tip in leaf], 2, edgecolors=[
                        "#8A8A8A" if t in hidden else style.INK for t in range(len(PLACES))])
        for t, place in enumerate(PLACES):
            stage.word(*place, str(risks(name)[t]), 12 if t in hidden else 17, stage.tree,
                       "normal" if t in hidden else "bold", ha="center", zorder=3,
                       color=style.GREY if t in hidden else style.INK)
        for t in gone - hidden:
            stage.word(*NOTES[t], f"cut at {breaks(name)[t]:g}", 12, stage.tree, "normal",
                       ha="center", color=style.GREY)
        self._weakest(dict(zip(standing, map(link, inner_nodes(now.tree)), strict=True)))
        tips = [str(leaf["risk"]) for leaf in leaves(now.tree)]
        stage.word(0.012, 0.125, f"{counted(len(tips))}: {' + '.join(tips)}"
                   + f" = {now.errors}" * (len(tips) > 1) + " errors", fontweight="normal")

    def _weakest(self, g: dict[int, float]) -> None:
        stage, weakest = self._stage, [t for t, saved in g.items() if saved == min(g.values())]
        for t in weakest:
            dx, side = BESIDE[t]
            stage.word(PLACES[t][0] + dx, PLACES[t][1] + 0.14, f"g = {g[t]:g}", 15, stage.tree,
                       ha=side, color=PRICE, zorder=4)
        saved = f"{g[weakest[0]]:g} error{'s' * (g[weakest[0]] != 1)}" if g else ""
        stage.word(0.012, 0.05, f"weakest link: saves {saved} per extra leaf" if g else
                   "nothing is left to cut", color=PRICE)

    def _costs(self, name: str, alpha: float, now: Pruned, size: int) -> None:
        """Draw all lines, the lowest edge up to this price, and what stands on it."""
        stage, ax, whole = self._stage, self._stage.costs, np.array([0, HIGH])
        stage.lines(ax, lines_of(name), LINE, 0.8, 1)
        self._slopes(name)
        path = [s for s in path_of(name) if s.since <= alpha]
        ends = [s.since for s in path[1:]] + [alpha]
        stage.lines(ax, [_line(s.errors, s.leaves, np.array([s.since, end]))
                         for s, end in zip(path, ends, strict=True)], style.INK, 5.5, 4,
                    capstyle="round")
        bends = [(s.since, s.cost(s.since)) for s in path[1:]]
        if bends:
            ax.plot(*zip(*bends, strict=True), "o", color=style.INK, markersize=8, zorder=5)
        for s, end in zip(path, ends, strict=True):
            if end - s.since >= 2 and alpha - s.since >= 7:     # left of the green line
                stage.word(s.since + 0.7, s.cost(s.since) - 3, f"{s.leaves}" if end - s.since < 4
                           else counted(s.leaves), ax=ax, va="top", zorder=3.5)
        stage.lines(ax, [[(alpha, 0), (alpha, now.cost(alpha))]], style.GREEN, 2.4, 3)
        ax.plot([alpha], [now.cost(alpha)], "o", color=style.GREEN, markersize=11,
                markeredgecolor="white", zorder=7)
        stage.word(0.535, 0.886, f"{now.errors} + {now.leaves} × {alpha:g} = "
                   f"{now.cost(alpha):g}", 19, color=PRICE)
        if not size:
            stage.word(0.535, 0.828, "errors + leaves × price", 14, None, "normal", color=PRICE)
            return
        errors = least_errors(TREES[name], size)
        cost = errors + size * alpha
        stage.lines(ax, [_line(errors, size, whole)], style.PINK, 3, 3, linestyles="--")
        stage.lines(ax, [[(alpha, now.cost(alpha)), (alpha, cost)]], style.PINK, 6, 5)
        stage.word(0.535, 0.828, f"dashed, {counted(size)}: {cost - now.cost(alpha):g} more",
                   color=DEAR)

    def _slopes(self, name: str) -> None:
        """Write the number of leaves at the end of the lowest line of each slope, off the lines."""
        used = -np.inf                                  # height of the last number on the right
        for many in range(1, 6):
            errors = least_errors(TREES[name], many)
            x, y = (TOP - errors) / many, errors + many * HIGH
            words = counted(many) if many == 1 else f"{many}"
            if x < HIGH:                                # the line leaves through the top
                self._stage.word(x, TOP + 1, words, 13, self._stage.costs, "normal", ha="center",
                                 va="bottom", color=style.GREY)
            else:
                used = max(y, used + 6)
                self._stage.word(HIGH + 0.7, used, words, 13, self._stage.costs, "normal",
                                 color=style.GREY)


def _finding(alpha: float, now: Pruned) -> str:
    if not alpha:
        return f"If a leaf costs nothing, all {counted(now.leaves)} stay"
    if now.since == alpha:
        return f"At α = {alpha:g} two sizes cost the same: take the smaller, {counted(now.leaves)}"
    return (f"If a leaf costs {alpha:g} error{'s' * (alpha != 1)}, the pruning with "
            f"{counted(now.leaves)} is cheapest")


def _box(t: int, small: bool) -> list[tuple[float, float]]:
    """Return the corners of the box of a node."""
    (x, y), (w, h) = PLACES[t], (0.19, 0.15) if small else (0.29, 0.22)
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def _line(errors: int, many: int, prices: np.ndarray) -> np.ndarray:
    return np.column_stack([prices, errors + many * prices])
