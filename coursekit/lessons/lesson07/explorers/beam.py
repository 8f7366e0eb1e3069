"""Lesson 07: a beam search as a lattice, from everybody to conjunctions of three conditions."""
from __future__ import annotations

import textwrap

import numpy as np
from matplotlib.patches import FancyBboxPatch

from coursekit.explorer import (
    Button, Canvas, Choice, Explorer, Preset, Slider, Stage, Toggle,
)
from coursekit.lessons.lesson07.lattice import (
    ENTROPY, LEFT, PASSENGERS, ROUNDS, STATISTIC, ZOO, Node, Round, example, name, search,
)
from coursekit.plots import style
from coursekit.wording import plural

WIDTH, HEIGHT = 880, 510
COLUMNS, SLOT, PITCH, TOP = (168, 412, 656), 208, 84, 386    # left edges, width, step, first bar
WIDEST = 4                      # beam
LONG, HIGH = 200, 12            # a bar of everybody would be so long; height of a bar
ROOT = (6, 290)                 # lower left corner of the bar of the first class
ACROSS, GAP = 23, 9             # dots in a row of what is cut, pixels between them
LETTERS = 23                    # in a line of a name
LINE = 22                       # from class to class
TRUNK = 153                     # where the lines to the first conditions begin
BOLD, LETTER = 10, 8            # pixels for a letter of a score, and of a name
MANY = {kind: kind for kind in ("died", "survived", "fish")}     # the others get an s
COLOURS = {PASSENGERS: (style.COLOURS["died"], style.COLOURS["survived"]),
           LEFT: (style.GREEN, style.ORANGE, style.BLUE, style.GREY),
           ZOO: (style.GREEN, style.SKY, style.PINK, style.ORANGE, style.BLUE, style.INK,
                 style.GREY)}


class Beam(Explorer):
    """Conjunctions that a beam keeps, as bars of what they cover, with lines to their parents.

    Examples
    --------
    >>> Beam(width=1, rounds=1).status.split(".")[0]
    '21 animals, beam of 1 by entropy H: the best rule so far is legs > 7 (2 of 2, H = 0'
    """

    title = "Beam"
    question = "Which conjunctions does the search keep, and what does it cut?"
    size = (WIDTH / 100, HEIGHT / 100)
    controls = (
        Choice("data", "data", (LEFT, ZOO, PASSENGERS), LEFT,
               "animals of a zoo, all or those that four good rules leave; or the Titanic"),
        Slider("width", "width", 1, WIDEST, 1, WIDEST, "conjunctions that are kept in each round"),
        Choice("rank", "rank by", (ENTROPY, STATISTIC), ENTROPY,
               "smallest entropy, in bits, or largest G; ties go to the larger cover"),
        Slider("rounds", "rounds", 0, ROUNDS, 1, 2, "conditions in the longest conjunctions"),
        Toggle("distinct", "one place per cover", False,
               "conjunctions that cover the same samples share one place of the beam"))
    buttons = (Button("Next", "one condition more", "next"),)
    presets = {
        "beam of one": Preset({"width": 1}, "What can a narrow beam not find?",
                              shows=r"^21 animals, beam of 1 by entropy H: .* legs > 7 \(2 of 2"),
        "third round": Preset({"rounds": 3}, "Do longer conjunctions win?", shows=r"^21.*Round 3"),
        "Titanic, by H": Preset(
            {"data": PASSENGERS}, "How many passengers does the best rule cover?",
            shows=r"^passengers, .* by entropy H: .*11 of 11"),
        "Titanic, by G": Preset(
            {"data": PASSENGERS, "rank": STATISTIC}, "And now?", shows=r"female \(233 of 314, G")}

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the rounds that this search has."""
        return {"rounds": (0, len(_rounds(state)))}

    def build(self, canvas: Canvas) -> None:
        """Set the paper."""
        self._stage = Stage(canvas, extent=(WIDTH, HEIGHT))

    def draw(self, state: dict) -> str:
        """Show the rounds so far."""
        data, rounds = state["data"], _rounds(state)[:state["rounds"]]
        self._boxes, self._fills = [], []
        best = rounds[-1].best if rounds else None
        edges: list[list[tuple[float, float]]] = []
        self._draw_root(data, bool(rounds))
        for r, (x, now) in enumerate(zip(COLUMNS, rounds, strict=False)):
            self._stage.word(x, 470, plural(r + 1, "condition"), 13, fontweight="normal",
                             style="italic")
            for place, node in enumerate(now.kept):
                y = TOP - place * PITCH
                if node == best:
                    self._frame(x, y, _why(node, state["rank"]))
                self._draw_node(x, y, data, node, state["rank"])
                edges += [[(TRUNK, y + HIGH / 2), (x - 9, y + HIGH / 2)]] if r == 0 else [
                    [_end_of(r - 1, parent, rounds[r - 1].kept[parent], state),
                     (x - 9, y + HIGH / 2)] for parent in node.parents]
            self._draw_cut(x, now.cut, data)
        if state["rank"] == ENTROPY and rounds:
            self._stage.word(ROOT[0], 74, "H = 0: one\nclass only", 12, fontweight="normal")
        paper = self._stage.paper
        self._stage.lines(paper, edges, width=1.8, z=0.5)
        self._stage.areas(paper, self._boxes, self._fills, 0, z=3)
        self._stage.word(14, 497, _finding(data, state["rank"], best), 16)
        return _status(state, rounds)

    def _frame(self, x: float, y: float, why: str) -> None:
        self._stage.paper.add_patch(FancyBboxPatch(
            (x - 8, y - 28), SLOT + 8, 82, boxstyle="round,pad=0,rounding_size=7",
            facecolor="white", edgecolor=style.INK, lw=2.6, zorder=1))
        self._stage.word(x + SLOT - 8, y + 62, why, 12, ha="right")

    def _draw_cut(self, x: float, cut: tuple[int, ...], data: str) -> None:
        """Draw a dot for each conjunction that was cut, a larger one for a larger cover."""
        if cut:
            self._stage.word(x, 82, f"{len(cut)} more, cut", 13, color=style.GREY)
        at = [(x + 4 + i % ACROSS * GAP, 64 - i // ACROSS * GAP) for i in range(len(cut))]
        self._stage.paper.scatter(*np.reshape(at, (-1, 2)).T, [_dot(m, data) for m in cut],
                                  color="#8A8A8A", edgecolor="none", zorder=2)

    def details(self, state: dict) -> str:
        """Return what every round keeps."""
        told = []
        for r, now in enumerate(_rounds(state)[:state["rounds"]], 1):
            names = "; ".join(f"{name(state['data'], node)} ({max(node.counts)} of {node.m}, "
                              f"H = {node.H:.2f}, G = {node.G:.1f})" for node in now.kept)
            told.append(f"Round {r} keeps {names}.")
        return " ".join(told)

    def next(self) -> None:
        """Show one round more; after the last start again."""
        last = len(_rounds(self._state))
        self.set(rounds=(self._state["rounds"] + 1) % (last + 1))

    def _draw_root(self, data: str, begun: bool) -> None:
        """Name everybody and the classes; a trunk leads to the first conditions."""
        shown = example(data)
        counts, n = shown.Y.sum(axis=1), shown.Y.shape[1]
        self._stage.word(ROOT[0], ROOT[1] + 42, f"{n}\n{shown.what}", 12)
        for k, (colour, count, kind) in enumerate(zip(COLOURS[data], counts, shown.classes,
                                                      strict=True)):
            y = ROOT[1] - k * LINE
            self._bar(ROOT[0], y, 12, colour)
            self._stage.word(ROOT[0] + 16, y + HIGH / 2, plural(count, kind, MANY.get(kind, "")),
                             11, fontweight="normal")
        if begun:
            self._stage.lines(self._stage.paper, [[(TRUNK, TOP + HIGH / 2), (
                TRUNK, TOP + HIGH / 2 - (self._state["width"] - 1) * PITCH)]], width=1.8, z=0.5)

    def _draw_node(self, x: float, y: float, data: str, node: Node, rank: str) -> None:
        n, at = example(data).Y.shape[1], x
        for colour, count in zip(COLOURS[data], node.counts, strict=True):
            if count:
                wide = max(count * LONG / n, 1.5)
                self._bar(at, y, wide, colour, count if n < 30 else 1)
                at += wide
        self._stage.word(x, y + HIGH + 3, "\n".join(_lines(data, node)), 12, fontweight="normal",
                         va="bottom", linespacing=1.05)
        self._stage.word(x, y - 13, _told(node, rank), 12)

    def _bar(self, x: float, y: float, wide: float, colour: str, parts: int = 1) -> None:
        gap = 1.5 if parts > 1 else 0
        for k in range(parts):
            a, b = x + k * wide / parts, x + (k + 1) * wide / parts - gap
            self._boxes.append([(a, y), (b, y), (b, y + HIGH), (a, y + HIGH)])
            self._fills.append(colour)


def _rounds(state: dict) -> tuple[Round, ...]:
    return search(state["data"], state["width"], state["rank"], state["distinct"])


def _told(node: Node, rank: str) -> str:
    return f"{max(node.counts)} of {node.m}  {_score(node, rank)}"


def _score(node: Node, rank: str) -> str:
    return f"H = {node.H:.2f}" if rank == ENTROPY else f"G = {node.G:.1f}"


def _dot(m: int, data: str) -> float:
    """Return the size of a dot, in square points: its area is the cover, if that is not tiny."""
    return float(np.clip(34 * m / example(data).Y.shape[1], 5, 34))


def _lines(data: str, node: Node) -> list[str]:
    """Return the name of a conjunction in lines that fit into a column."""
    words = name(data, node).replace(" ", "\u00a0").replace(",\u00a0", ", ")
    return textwrap.wrap(words, LETTERS, break_long_words=False)


def _end_of(r: int, place: int, node: Node, state: dict) -> tuple[float, float]:
    """Return where the words and the bar of a conjunction end."""
    data = state["data"]
    wide = max(node.m * LONG / example(data).Y.shape[1],
               BOLD * len(_told(node, state["rank"])), LETTER * max(map(len, _lines(data, node))))
    return COLUMNS[r] + min(wide + 6, SLOT), TOP - place * PITCH + HIGH / 2


def _why(node: Node, rank: str) -> str:
    if rank == STATISTIC:
        return "best: largest G"
    return "best: covers most" if not node.H else "best: least mixed"


def _finding(data: str, rank: str, best: Node | None) -> str:
    n = example(data).Y.shape[1]
    if best is None:
        return f"The search starts with everybody: {n} {example(data).what}"
    return f"Ranked by {rank}, the best rule covers {best.m} of {n} {example(data).what}"


def _status(state: dict, rounds: tuple[Round, ...]) -> str:
    start = (f"{state['data']}, beam of {state['width']} by {state['rank']}"
             f"{', one place per cover' if state['distinct'] else ''}: ")
    if not rounds:
        n = example(state["data"]).Y.shape[1]
        return f"{start}the empty conjunction covers all {n}. No other was scored yet."
    now, best, all_rounds = rounds[-1], rounds[-1].best, _rounds(state)
    scored = len(now.kept) + len(now.cut)
    end = ", and nothing is left to extend" if len(rounds) == len(all_rounds) < ROUNDS else ""
    bits = " bits" * (state["rank"] == ENTROPY)
    return (f"{start}the best rule so far is {name(state['data'], best)} ({max(best.counts)} of "
            f"{best.m}, {_score(best, state['rank'])}{bits}). Round "
            f"{len(rounds)} scored {scored} conjunctions and cut {len(now.cut)}{end}.")
