"""Lesson 06c: every pruning of a tree is a straight line; the lowest edge picks the tree."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson06c.naive_pruning import inner_nodes, leaves
from coursekit.lessons.lesson06c.trees import (
    TREES, Stage, cut_at, least_errors, link, prunings, stage_at, stages,
)
from coursekit.plots import style

HIGH = 26                               # the largest price of a leaf, in errors
COSTS = (18, 112)
GREEN = "#00704F"                       # words in the colour of the price
DEAR = "#9C3C72"                        # words in the colour of what a pruning costs too much
PLACES = ((2.75, 0), (1.75, -1), (1, -2), (0.5, -3), (1.5, -3), (2.5, -2),
          (4, -1), (3.5, -2), (4.5, -2))       # of the nodes, the root first, left before right
BELOW = {0: (1, 6), 1: (2, 5), 2: (3, 4), 6: (7, 8)}
NOTES = {0: (2.75, -0.78), 1: (2.5, -2.5), 2: (1, -3.5), 6: (4, -2.5)}
BESIDE = {0: (0.45, "left"), 1: (-0.45, "right"), 2: (-0.45, "right"), 6: (0.45, "left")}
INNER = tuple(BELOW)
NAME = {"first": "First tree", "second": "Second tree"}


@cache
def risks(name: str) -> tuple[int, ...]:
    """Return the errors of each node, the root first, left before right."""
    def walk(t: dict) -> list[int]:
        return [t["risk"], *(r for side in ("left", "right") if side in t for r in walk(t[side]))]
    return tuple(walk(TREES[name]))


@cache
def breaks(name: str) -> dict[int, float]:
    """Return the price at which each inner node becomes a leaf."""
    return dict(zip(INNER, cut_at(TREES[name]), strict=True))


@cache
def path_of(name: str) -> tuple[Stage, ...]:
    """Return the cheapest trees as the price rises."""
    return tuple(stages(TREES[name]))


@cache
def lines_of(name: str) -> tuple[tuple[int, int], ...]:
    """Return (leaves, errors) of all prunings."""
    return tuple(prunings(TREES[name]))


def counted(number: int) -> str:
    """Return "1 leaf" or "4 leaves"."""
    return f"{number} leaf" if number == 1 else f"{number} leaves"


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
        Choice("tree", "tree", tuple(TREES), "first", "two trees of the same shape"),
        Slider("leaves", "compare: leaves", 0, 5, 1, 0,
               "draw the best pruning with so many leaves, too (dashed); 0 draws none"))
    presets = {
        "before 6": Preset({"alpha": 5.5}, "Which link is the weakest, and at which price does "
                           "it go?", shows=r"4 leaves.*weakest link has g = 6"),
        "after 6": Preset({"alpha": 6.5}, "Which link is the weakest now, and what does it save?",
                          shows=r"3 leaves.*weakest link has g = 8"),
        "root alone": Preset({"alpha": 18}, "What does one more leaf save, and what does it cost?",
                             shows=r"1 leaf .*nothing is left to cut"),
        "never cheapest": Preset(
            {"tree": "second", "alpha": 7.5, "leaves": 4},
            "Move α. Does the dashed line ever touch the lowest edge?",
            shows=r"best with 4 leaves costs 72, that is 1\.5 more"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the tree, the lines with their lowest edge, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        self._plant = figure.add_axes((0.0, 0.13, 0.47, 0.76), xlim=(-0.3, 5.3),
                                      ylim=(-3.75, 0.42))
        self._plant.set_axis_off()
        self._costs = figure.add_axes((0.535, 0.145, 0.45, 0.65), xlim=(-0.5, HIGH + 0.5),
                                      ylim=COSTS, xlabel="price α of a leaf, in errors",
                                      ylabel="cost", yticks=range(20, 101, 20))
        self._shown, self._drawn = "", ("", -1.0)
        self._build_tree(canvas)
        self._build_costs(canvas)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.957, "", fontsize=16, fontweight="bold",
                                               va="center"))
        self._sum = canvas.moving(paper.text(0.012, 0.095, "", fontsize=14, fontweight="bold",
                                             va="center"))
        self._formula = canvas.moving(paper.text(0.535, 0.886, "", fontsize=19, fontweight="bold",
                                                 color=GREEN, va="center"))
        self._words = canvas.moving(paper.text(0.535, 0.828, "", fontsize=14, va="center"))
        self._next = canvas.moving(paper.text(0.012, 0.035, "", fontsize=14, color=GREEN,
                                              va="center"))

    def _build_tree(self, canvas: Canvas) -> None:
        edges = [[PLACES[t], PLACES[below]] for t in INNER for below in BELOW[t]]
        self._twigs, self._gone = (canvas.moving(self._plant.add_collection(LineCollection(
            edges, colors=colour, linewidths=width, linestyles=line, zorder=1)))
            for colour, width, line in ((style.INK, 3.2, "-"), ("#8A8A8A", 1.8, ":")))
        self._boxes = [canvas.moving(self._plant.text(
            *place, "", ha="center", va="center", zorder=3,
            bbox={"boxstyle": "round,pad=0.32", "facecolor": "white"})) for place in PLACES]
        self._links = {t: canvas.moving(self._plant.text(
            PLACES[t][0] + dx, PLACES[t][1] + 0.12, "", ha=ha, va="center", fontsize=14,
            zorder=4)) for t, (dx, ha) in BESIDE.items()}
        self._notes = {t: canvas.moving(self._plant.text(
            *place, "", ha="center", va="center", fontsize=12, color=style.GREY))
            for t, place in NOTES.items()}
        self._plant.text(-0.25, 0.28, "number in a box:\nits errors as a leaf", fontsize=12,
                         color=style.GREY, va="center", linespacing=1.15)

    def _build_costs(self, canvas: Canvas) -> None:
        ax = self._costs
        self._lines, self._edge, self._excess = (
            canvas.moving(ax.add_collection(LineCollection(
                [], colors=colour, linewidths=width, zorder=zorder, capstyle=cap)))
            for colour, width, zorder, cap in (
                ("#8A8A8A", 1.2, 1, "butt"),
                (style.INK, 5.5, 4, "round"), (style.PINK, 6, 5, "butt")))
        self._compared, self._kinks, self._fence, self._here = (
            canvas.moving(*ax.plot([], [], form, color=colour, markersize=size, lw=width,
                                   markeredgecolor=rim, zorder=zorder))
            for form, colour, size, width, rim, zorder in (
                ("--", style.PINK, 0, 3, "white", 3), ("o", style.INK, 9, 0, style.INK, 5),
                ("-", style.GREEN, 0, 2.4, "white", 3), ("o", style.GREEN, 15, 0, "white", 7)))
        self._sizes = [canvas.moving(ax.text(
            0, 0, "", fontsize=14, fontweight="bold", va="top", zorder=3.5,
            bbox={"facecolor": "white", "pad": 0.5, "edgecolor": "none"})) for _ in range(5)]

    def draw(self, state: dict) -> str:
        """Show the cheapest tree at a price, and where it lies on the lowest edge."""
        alpha, name, size = state["alpha"], state["tree"], state["leaves"]
        now = [stage for stage in path_of(name) if stage.since <= alpha][-1]
        if self._drawn != (name, now.since):
            self._drawn = name, now.since
            self._draw_tree(name, alpha, now)
        self._draw_costs(name, alpha, now, size)
        self._title.set_text(_finding(alpha, now))
        told = (f"{NAME[name]}, price α = {alpha:g}: the cheapest pruning has "
                f"{counted(now.leaves)} and costs {now.errors} + {now.leaves} · {alpha:g} = "
                f"{now.cost(alpha):g}. ")
        if size:
            other = least_errors(TREES[name], size) + size * alpha
            return told + (f"The best with {counted(size)} costs {other:g}, that is "
                           f"{other - now.cost(alpha):g} more.")
        if now.leaves == 1:
            return told + "Only the root stands, and nothing is left to cut."
        return told + f"The weakest link has g = {_weakest(now):g}."

    def details(self, state: dict) -> str:
        """Return g of each inner node that stands, and all prunings."""
        tree, now = TREES[state["tree"]], stage_at(TREES[state["tree"]], state["alpha"])
        found = ", ".join(f"node {t['risk']} has g = {link(t):g}" for t in inner_nodes(now.tree))
        lines = ", ".join(f"{errors} + {many} · α" for many, errors in sorted(prunings(tree))[::-1])
        return (f"Inner nodes that stand: {found or 'none'}. Costs of all prunings: {lines}. The "
                f"lowest edge bends at {', '.join(f'{s.since:g}' for s in stages(tree)[1:])}.")

    def _draw_tree(self, name: str, alpha: float, now: Stage) -> None:
        gone = {t for t in INNER if breaks(name)[t] <= alpha}
        hidden = {below for t in INNER for below in BELOW[t] if t in gone}
        for t in INNER:
            hidden |= set(BELOW[t]) if t in hidden else set()
        edges = {(t, b): [PLACES[t], PLACES[b]] for t in INNER for b in BELOW[t]}
        self._twigs.set_segments([e for (t, _), e in edges.items() if t not in gone | hidden])
        self._gone.set_segments([e for (t, _), e in edges.items() if t in gone | hidden])
        for t, box in enumerate(self._boxes):
            leaf = t not in hidden and (t in gone or t not in INNER)
            box.set(text=str(risks(name)[t]), fontsize=12 if t in hidden else 17,
                    fontweight="normal" if t in hidden else "bold",
                    color=style.GREY if t in hidden else style.INK)
            box.get_bbox_patch().set(facecolor=style.LIGHT_SKY if leaf else "white",
                                     edgecolor="#8A8A8A" if t in hidden else style.INK,
                                     linewidth=2.4 if leaf else 1.2)
        standing = [t for t in INNER if t not in gone | hidden]
        g = dict(zip(standing, map(link, inner_nodes(now.tree)), strict=True))
        for t, text in self._links.items():
            weakest = t in g and g[t] == min(g.values())
            text.set(text=f"g = {g[t]:g}" if t in g else "", color=GREEN if weakest else style.GREY,
                     fontweight="bold" if weakest else "normal")
        for t, note in self._notes.items():
            note.set_text(f"cut at {breaks(name)[t]:g}" if t in gone - hidden else "")
        tips = [leaf["risk"] for leaf in leaves(now.tree)]
        self._sum.set_text(f"{counted(len(tips))}: {' + '.join(map(str, tips))}"
                           + f" = {now.errors} errors" if len(tips) > 1 else
                           f"1 leaf: {now.errors} errors")
        self._next.set_text(f"weakest link: g = {_weakest(now):g}, cut at that price" if g else
                            "nothing is left to cut")

    def _draw_costs(self, name: str, alpha: float, now: Stage, size: int) -> None:
        path = list(path_of(name))
        ends = [stage.since for stage in path] + [HIGH]
        whole = np.array([0, HIGH])
        if self._shown != name:
            self._shown = name
            self._redraw(name, path, ends, whole)
        self.canvas.invalidate(key=name)
        self._fence.set_data([alpha, alpha], [COSTS[0], now.cost(alpha)])
        self._here.set_data([alpha], [now.cost(alpha)])
        self._formula.set_text(f"{now.errors} + {now.leaves} × {alpha:g} = {now.cost(alpha):g}")
        self._compared.set_visible(bool(size))
        self._excess.set_visible(bool(size))
        if not size:
            self._words.set(text="errors + leaves × price", color=GREEN, fontweight="normal")
            return
        errors = least_errors(TREES[name], size)
        cost = errors + size * alpha
        self._compared.set_data(whole, errors + size * whole)
        self._excess.set_segments([[(alpha, now.cost(alpha)), (alpha, cost)]])
        self._words.set(text=f"dashed, {counted(size)}: {cost - now.cost(alpha):g} more",
                        color=DEAR, fontweight="bold")

    def _redraw(self, name: str, path: list[Stage], ends: list[float], whole: np.ndarray) -> None:
        """Draw what does not depend on the price: all lines, and their lowest edge."""
        ax = self._costs
        ax.set_xticks(ends[:-1])
        visited = [(stage.leaves, stage.errors) for stage in path]
        others = [line for line in lines_of(name) if line not in visited]
        self._lines.set_segments([_line(e, k, whole) for k, e in others + visited])
        self._lines.set_color(["#8A8A8A"] * len(others) + [style.SKY] * len(visited))
        self._edge.set_segments([_line(s.errors, s.leaves, np.array(piece))
                                 for s, piece in zip(path, zip(ends, ends[1:]), strict=False)])
        self._kinks.set_data(ends[1:-1], [s.cost(s.since) for s in path[1:]])
        for text, stage, low, high in zip(self._sizes, path + [None] * 5, ends + [0] * 9,
                                          ends[1:] + [0] * 9, strict=False):
            _label(text, stage, low, high)


def _finding(alpha: float, now: Stage) -> str:
    if not alpha:
        return f"If a leaf costs nothing, all {counted(now.leaves)} stay"
    if now.since == alpha:
        return f"At α = {alpha:g} two sizes cost the same: take the smaller, {counted(now.leaves)}"
    return (f"If a leaf costs {alpha:g} error{'s' * (alpha != 1)}, the pruning with "
            f"{counted(now.leaves)} is cheapest")


def _weakest(stage: Stage) -> float:
    return min(map(link, inner_nodes(stage.tree)))


def _line(errors: int, many: int, prices: np.ndarray) -> np.ndarray:
    return np.column_stack([prices, errors + many * prices])


def _label(text: object, stage: Stage | None, low: float, high: float) -> None:
    """Write the number of leaves under its piece of the lowest edge."""
    if stage is None:
        text.set_text("")
        return
    middle = (low + high) / 2
    text.set(text=f"{stage.leaves}" if high - low < 3 and high < HIGH else counted(stage.leaves),
             position=(middle + 0.45, stage.cost(middle) - 2.5) if middle < 22 else
             (HIGH, stage.cost(middle) - 9), ha="left" if middle < 22 else "right")
