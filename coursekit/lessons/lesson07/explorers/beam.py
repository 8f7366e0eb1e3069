"""Lesson 07: a beam search as a lattice, from everybody to conjunctions of three conditions."""
from __future__ import annotations

import textwrap

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import FancyBboxPatch

from coursekit.explorer import Button, Canvas, Choice, Explorer, Preset, Slider, Toggle
from coursekit.lessons.lesson07.lattice import (
    ENTROPY, LEFT, PASSENGERS, ROUNDS, STATISTIC, ZOO, Node, Round, example, name, search,
)
from coursekit.plots import style

WIDTH, HEIGHT = 880, 510
COLUMNS, SLOT, PITCH, TOP = (168, 412, 656), 208, 84, 386    # left edges, width, step, first bar
WIDEST = 4                      # beam
LONG, HIGH = 200, 12            # a bar of everybody would be so long; height of a bar
ROOT = (14, 250)                # lower left corner of the first bar
ACROSS, GAP = 23, 9             # dots in a row of what is cut, pixels between them
LETTERS = 23                    # in a line of a name
KEY, LETTER = 474, 8            # height of the row of classes; pixels for one of its letters
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
               "smallest entropy, in bits, or largest G; of equals the larger cover first"),
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
        """Create bars, lines, dots and words."""
        canvas.figure.set_layout_engine("none")
        self._paper = paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH),
                                                     ylim=(0, HEIGHT))
        paper.set_axis_off()
        self._frame = canvas.moving(paper.add_patch(FancyBboxPatch(
            (0, 0), 1, 1, boxstyle="round,pad=0,rounding_size=7", facecolor="white",
            edgecolor=style.INK, lw=2.6, zorder=1)))
        self._edges = canvas.moving(paper.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.8, zorder=0.5)))
        self._bars = canvas.moving(paper.add_collection(PolyCollection([], zorder=3)))
        self._cut_dots = canvas.moving(paper.scatter([], [], color="#8A8A8A", edgecolor="none",
                                                 zorder=2))
        self._title = self._text(14, 497, 16, weight="bold")
        self._whole = self._text(ROOT[0], ROOT[1] + 54, 12, weight="bold")
        self._names = [self._text(0, 0, 12, va="bottom", linespacing=1.05)
                       for _ in range(ROUNDS * WIDEST)]
        self._scores = [self._text(0, 0, 12, weight="bold") for _ in self._names]
        self._heads = [self._text(x, 456, 13, style="italic") for x in COLUMNS]
        self._cuts = [self._text(x, 82, 13, color=style.GREY, weight="bold") for x in COLUMNS]
        self._best = self._text(0, 0, 12, ha="right", va="center", weight="bold")
        self._legend = [self._text(0, KEY, 11) for _ in range(7)]
        self._dots = self._text(ROOT[0], 70, 11, color=style.GREY, linespacing=1.3)

    def _text(self, x: float, y: float, size: float, **look):
        look = {"va": "center"} | look
        return self.canvas.moving(self._paper.text(x, y, "", fontsize=size, zorder=4, **look))

    def draw(self, state: dict) -> str:
        """Show the rounds so far."""
        data, rounds = state["data"], _rounds(state)[:state["rounds"]]
        self._boxes, self._fills = [], []
        edges, dots, sizes = [], [], []
        self._draw_root(data)
        for text in (*self._names, *self._scores):
            text.set_text("")
        best, framed = rounds[-1].best if rounds else None, False
        for r, (x, now) in enumerate(zip(COLUMNS, rounds, strict=False)):
            for place, node in enumerate(now.kept):
                y, k = TOP - place * PITCH, r * WIDEST + place
                self._draw_node(k, x, y, data, node, state["rank"])
                edges += [_edge(r, parent, x, y) for parent in node.parents]
                if node == best:
                    self._frame.set_bounds(x - 8, y - 28, SLOT + 8, 82)
                    self._best.set_position((x + SLOT - 8, y + HIGH / 2))
                    framed = True
            dots += [(x + 4 + i % ACROSS * GAP, 64 - i // ACROSS * GAP)
                     for i in range(len(now.cut))]
            sizes += [_dot(m, data) for m in now.cut]
        self._frame.set_visible(framed)
        self._best.set_text("best" if framed else "")
        for k, (head, cut) in enumerate(zip(self._heads, self._cuts, strict=True)):
            here = k < len(rounds)
            head.set_text(f"{k + 1} condition{'s' * (k > 0)}" if here else "")
            cut.set_text(f"{len(rounds[k].cut)} cut (dots)" if here else "")
        self._dots.set_text("larger dot:\nlarger cover" if dots else "")
        self._edges.set_segments(edges)
        self._bars.set(verts=self._boxes, facecolor=self._fills)
        self._cut_dots.set_offsets(np.reshape(dots, (-1, 2)))
        self._cut_dots.set_sizes(sizes)
        self._title.set_text(_finding(data, state["rank"], best))
        return _status(state, rounds)

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

    def _draw_root(self, data: str) -> None:
        shown = example(data)
        counts, n = shown.Y.sum(axis=1), shown.Y.shape[1]
        half, where, done = int(np.ceil(n / 2)), np.array(ROOT), 0
        for colour, count in zip(COLOURS[data], counts, strict=True):
            for row, (a, b) in enumerate(((done, min(done + count, half)),
                                          (max(done, half), done + count))):
                if b > a:
                    self._bar(where[0] + (a - row * half) * LONG / n,
                              where[1] + (1 - row) * (HIGH + 2), (b - a) * LONG / n, colour,
                              b - a if n < 30 else 1)
            done += count
        self._whole.set_text(f"{n}\n{shown.what}")
        at = ROOT[0]
        for k, text in enumerate(self._legend):
            text.set_text("")
            if k < len(counts):
                words = f"{counts[k]} {_plural(shown.classes[k], counts[k])}"
                text.set(text=words, position=(at + 15, KEY))
                self._bar(at, KEY - 6, 10, COLOURS[data][k])
                at += (33 if len(counts) <= 4 else 41) + LETTER * len(words)

    def _draw_node(self, k: int, x: float, y: float, data: str, node: Node, rank: str) -> None:
        n, at = example(data).Y.shape[1], x
        for colour, count in zip(COLOURS[data], node.counts, strict=True):
            if count:
                wide = max(count * LONG / n, 1.5)
                self._bar(at, y, wide, colour, count if n < 30 else 1)
                at += wide
        words = name(data, node).replace(" ", "\u00a0").replace(",\u00a0", ", ")
        self._names[k].set(position=(x, y + HIGH + 3), text="\n".join(
            textwrap.wrap(words, LETTERS, break_long_words=False)))
        self._scores[k].set(position=(x, y - 13), text=f"{max(node.counts)} of {node.m}  "
                            + _score(node, rank))

    def _bar(self, x: float, y: float, wide: float, colour: str, parts: int = 1) -> None:
        gap = 1.5 if parts > 1 else 0
        for k in range(parts):
            a, b = x + k * wide / parts, x + (k + 1) * wide / parts - gap
            self._boxes.append([(a, y), (b, y), (b, y + HIGH), (a, y + HIGH)])
            self._fills.append(colour)


def _rounds(state: dict) -> tuple[Round, ...]:
    return search(state["data"], state["width"], state["rank"], state["distinct"])


def _score(node: Node, rank: str) -> str:
    return f"H = {node.H:.2f}" if rank == ENTROPY else f"G = {node.G:.1f}"


def _plural(kind: str, count: int) -> str:
    return kind if kind in ("died", "survived", "fish") or count == 1 else f"{kind}s"


def _dot(m: int, data: str) -> float:
    """Return the size of a dot, in square points: its area is the cover, if that is not tiny."""
    return float(np.clip(34 * m / example(data).Y.shape[1], 5, 34))


def _edge(r: int, parent: int, x: float, y: float) -> np.ndarray:
    """Return a curve from a parent to a child whose bar begins at (x, y)."""
    start = (ROOT[0] + LONG / 2 + 8, ROOT[1] + HIGH + 1) if r == 0 else \
        (COLUMNS[r - 1] + SLOT, TOP - parent * PITCH + HIGH / 2)
    t = np.linspace(0, 1, 21)
    end = (x - 9, y + HIGH / 2)
    return np.column_stack([start[0] + (end[0] - start[0]) * t,
                            start[1] + (end[1] - start[1]) * t**2 * (3 - 2 * t)])


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
