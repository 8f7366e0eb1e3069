"""Lesson 07d: take rules in and out, and see the bits of the message.

The rules are rules 3 and 8 of the tree, each in all forms that its shortening goes through, the
shortest first: 3a to 3d, 8a to 8c. Of seven rules all 128 sets can be listed.
"""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from coursekit.explorer import Button, Canvas, Explorer, Preset, Slider, Toggle
from coursekit.lessons.lesson07d.patients import (
    NAMES, TIE, R, Priced, named, neighbours, parts, place, priced,
)
from coursekit.plots import style
from coursekit.rules import rule_bits

TEXTS = ("TSH > 6", "3a and TSH measured", "3b and T4U not measured", "3c and FTI ≤ 64",
         "TSH > 6, FTI > 64, no thyroxine, no surgery, TT4 ≤ 150",
         "8a and TT4 measured", "8b and TSH measured")
PARTS = (("rules × weight w", style.BLUE, "", "#005A8C"),
         ("false positives", style.ORANGE, "//", "#A94A00"),
         ("false negatives", style.PINK, "..", "#9C3C72"))
WIDEST = 900    # bits


class CodeLength(Explorer):
    """The bits of a set of rules and of its exceptions, beside greedy's and the shortest.

    Greedy's message is hidden until the greedy steps have come to their end, or the toggle is on.

    Examples
    --------
    >>> explorer = CodeLength()
    >>> explorer.descend()
    >>> explorer.status.split(": ")[0]
    '{3a, 3b, 3c, 3d, 8a, 8b}, w = 0.5'
    """

    title = "The length of the message"
    question = "Which rules make the message shorter than greedy's?"
    size = (8.8, 5.1)
    controls = (*(Toggle(f"r{name}", name, True, text) for name, text in zip(NAMES, TEXTS)),
                Slider("w", "weight w", 0, 4, 0.25, 0.5, "what a bit of the rules counts"),
                Toggle("greedy", "greedy's end", False, "show where greedy steps end"))
    presets = {
        "no rule": Preset(
            {f"r{name}": False for name in NAMES},
            "What do the labels alone take?",
            shows=r"^no rule, "),
        "3a alone": Preset(
            {f"r{name}": name == "3a" for name in NAMES},
            "Which part is long?",
            shows=r"^\{3a\}, .*greedy ends here"),
        "8a alone": Preset(
            {f"r{name}": name == "8a" for name in NAMES},
            "Which part is long?",
            shows=r"^\{8a\}, ")}
    buttons = (Button("Greedy step", "Change the one rule that shortens the message most",
                      "descend"),)

    def descend(self) -> None:
        """Change the one rule that shortens the message most; show greedy's message at its end."""
        state = self.state()
        lengths, at = priced(state["w"]).lengths, place(_chosen(state))
        j = int(lengths[neighbours(at)].argmin())
        if lengths[neighbours(at)[j]] < lengths[at] - TIE:
            at = int(neighbours(at)[j])
            self.set(**{f"r{NAMES[j]}": not state[f"r{NAMES[j]}"]})
        if lengths[neighbours(at)].min() >= lengths[at] - TIE:
            self.set(greedy=True)

    def build(self, canvas: Canvas) -> None:
        """Create the list of rules with a mark each, and two bars of three parts."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        rows = figure.add_axes((0.012, 0.42, 0.976, 0.47), xlim=(0, 1), ylim=(R - 0.5, -1.5))
        rows.set_axis_off()
        self._list_rules(rows)
        self._marks = canvas.moving(rows.scatter([], [], marker="s", s=90, color=style.BLUE))
        ax = figure.add_axes((0.105, 0.185, 0.862, 0.215), xlim=(0, WIDEST), ylim=(1.5, -0.5))
        ax.set_yticks([0, 1], ["this set", "greedy"], fontsize=14)
        ax.grid(axis="y", visible=False)
        self._bars = [canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=colour, hatch=hatch, edgecolor="white", zorder=2)))
            for _, colour, hatch, _ in PARTS]
        self._totals = [canvas.moving(ax.text(0, row, "", fontsize=15, fontweight="bold",
                                              va="center", bbox={"facecolor": "white", "pad": 1,
                                                                 "edgecolor": "none"}, zorder=4))
                        for row in (0, 1)]
        self._best = canvas.moving(*ax.plot([0, 0], [-0.5, 1.5], color=style.INK, ls="--", lw=2.4,
                                            path_effects=[withStroke(linewidth=6,
                                                                     foreground="white")],
                                            zorder=3))
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.012, 0.945, "", fontsize=16, fontweight="bold",
                                               va="center"))
        paper.text(0.985, 0.085, "bits of the message", fontsize=13, ha="right", va="center")
        for x, (name, colour, hatch, words) in zip((0.012, 0.235, 0.43), PARTS, strict=True):
            paper.add_patch(Rectangle((x, 0.022), 0.018, 0.034, facecolor=colour, hatch=hatch,
                                      edgecolor="white"))
            paper.text(x + 0.025, 0.037, name, fontsize=13, color=words, va="center")
        paper.text(0.985, 0.037, "┆ dashed: shortest of all 128 sets", fontsize=13, ha="right",
                   va="center")

    @staticmethod
    def _list_rules(rows) -> None:
        coded = priced().coded
        lines = [("", "rule: compensated hypothyroid, if …", "right", "wrong", "bits")]
        for name, text, cover, bits in zip(NAMES, TEXTS, coded.covers, coded.bits, strict=True):
            right = np.sum(cover & coded.positive)
            lines.append((name, text, f"{right}", f"{cover.sum() - right}",
                          f"{rule_bits(bits):.1f}"))
        for k, line in enumerate(lines, -1):
            for x, words, side in zip((0.035, 0.08, 0.83, 0.915, 0.995), line,
                                      ("left", "left", "right", "right", "right"), strict=True):
                rows.text(x, k, words, fontsize=13, ha=side, va="center", parse_math=False,
                          fontweight="bold" if k < 0 else "normal")
        rows.scatter([0.012] * R, range(R), marker="s", s=90, facecolor="white",
                     edgecolor=style.GREY)

    def draw(self, state: dict) -> str:
        """Fill the marks of the set, and stack its bits and greedy's."""
        chosen, w = _chosen(state), state["w"]
        known = priced(w)
        self._marks.set_offsets([(0.012, k) for k in np.flatnonzero(chosen)] or np.empty((0, 2)))
        shown = state["greedy"] or place(chosen) == place(known.greedy)
        ends = np.cumsum([parts(chosen, w), parts(known.greedy, w) * shown], axis=1)
        for k, bars in enumerate(self._bars):
            starts = ends[:, k - 1] if k else np.zeros(2)
            bars.set_verts([[(a, row - 0.33), (a, row + 0.33), (b, row + 0.33), (b, row - 0.33)]
                            for row, (a, b) in enumerate(zip(starts, ends[:, k], strict=True))])
        for row, words in enumerate(self._totals):
            words.set(x=ends[row, -1] + 12,
                      text=f"{ends[row, -1]:.1f}" if shown or row == 0 else "?")
        self._best.set_xdata([known.lengths.min()] * 2)
        self._title.set_text(_finding(chosen, known))
        bits = parts(chosen, w)
        greedy = f"{_greedy(chosen, known)}; " if shown else ""
        return (f"{named(chosen)}, w = {w:g}: {bits.sum():.1f} bits, {bits[0]:.1f} of them for "
                f"the rules; {greedy}{_shortest(chosen, known)}.")

    def details(self, state: dict) -> str:
        """Return the two other parts of the message, with the counts behind them."""
        chosen = _chosen(state)
        known, bits = priced(state["w"]), parts(chosen, state["w"])
        N, fp, fn = known.coded.counts(chosen)
        n = len(known.coded.positive)
        return (f"{bits[1]:.1f} bits name {fp} false positives among {N} covered samples, "
                f"{bits[2]:.1f} bits name {fn} false negatives among {n - N} others.")


def _chosen(state: dict) -> np.ndarray:
    return np.array([state[f"r{name}"] for name in NAMES])


def _finding(chosen: np.ndarray, known: Priced) -> str:
    """Return the title: how far a set is from the shortest message."""
    above = known.lengths[place(chosen)] - known.lengths.min()
    told = named(chosen)
    told = told[0].upper() + told[1:]
    return (f"{told}: {above:.1f} bits more than the shortest" if above > TIE else
            f"{told}: the shortest of all")


def _greedy(chosen: np.ndarray, known: Priced) -> str:
    at, L = place(chosen), known.lengths
    ahead = L[place(known.greedy)] - L[at]
    if at == place(known.greedy):
        return "greedy ends here"
    if abs(ahead) < TIE:
        return f"greedy's {named(known.greedy)} takes as many"
    return (f"greedy's {named(known.greedy)} takes {abs(ahead):.1f} "
            f"{'more' if ahead > 0 else 'fewer'}")


def _shortest(chosen: np.ndarray, known: Priced) -> str:
    at, L = place(chosen), known.lengths
    if L[at] <= L.min() + TIE:
        return f"none of the {len(L)} sets has a shorter message"
    alone = "a single change shortens it" if L[neighbours(at)].min() < L[at] - TIE \
        else "no single change shortens it"
    return f"{alone}, and the shortest takes {L[at] - L.min():.1f} fewer"
