"""Lesson 07d: take rules in and out, and see the bits of the message.

The rules are rules 3 and 8 of the tree, each in all forms that its shortening goes through, the
shortest first: 3a to 3d, 8a to 8c. Of seven rules all 128 sets can be listed.
"""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.explorer import Button, Canvas, Explorer, Preset, Slider, Stage, Toggle
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
ROOMS = (340, 920)        # bits, ends of the axis
COUNTED = ("", "", "", "three", "four", "five", "six")


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
        """Set the rows of the rules, the axis of the bits, and the paper."""
        self._stage = stage = Stage(
            canvas, rows=((0.012, 0.42, 0.976, 0.47), {"xlim": (0, 1), "ylim": (R - 0.5, -1.5)}),
            bars=((0.105, 0.155, 0.862, 0.21), {"ylim": (1.5, -0.5)}))
        stage.rows.set_axis_off()
        stage.bars.set_yticks([0, 1], ["this set", "greedy"], fontsize=14)
        coded = priced().coded
        lines = [("", "rule: compensated hypothyroid, if …", "right", "wrong", "bits")]
        for name, text, cover, bits in zip(NAMES, TEXTS, coded.covers, coded.bits, strict=True):
            right = np.sum(cover & coded.positive)
            lines.append((name, text, f"{right}", f"{cover.sum() - right}",
                          f"{rule_bits(bits):.1f}"))
        for k, line in enumerate(lines, -1):
            for x, words, side in zip((0.035, 0.08, 0.83, 0.915, 0.995), line,
                                      ("left", "left", "right", "right", "right"), strict=True):
                stage.word(x, k, words, 13, stage.rows, ha=side, parse_math=False,
                           fontweight="bold" if k < 0 else "normal")

    def draw(self, state: dict) -> str:
        """Mark the rules of the set, and stack its bits and greedy's."""
        chosen, w, stage = _chosen(state), state["w"], self._stage
        known, bits = priced(w), parts(chosen, w)
        shown = state["greedy"] or place(chosen) == place(known.greedy)
        stage.rows.scatter([0.012] * R, range(R), marker="s", s=90, edgecolor=style.GREY,
                           facecolor=np.where(chosen, style.BLUE, "white"))
        both = np.array([bits, parts(known.greedy, w) * shown])
        high = next(room for room in ROOMS if both.sum(axis=1).max() <= 0.94 * room)
        ax, shortest = stage.bars, known.lengths.min()
        ax.set_xlim(0, high)
        ax.set_xlabel("bits of the message" + f" (axis to {high})" * (high > ROOMS[0]), loc="right")
        ends = np.cumsum(both, axis=1)
        x = 0.012
        for k, (name, colour, hatch, words) in enumerate(PARTS):
            if both[:, k].max() > TIE:
                ax.barh([0, 1], both[:, k], 0.66, left=(ends - both)[:, k], color=colour,
                        hatch=hatch, edgecolor="white", lw=1.2)
                stage.paper.add_patch(Rectangle((x, 0.022), 0.018, 0.034, facecolor=colour,
                                                hatch=hatch, edgecolor="white"))
                stage.word(x + 0.025, 0.037, name, 13, color=words, fontweight="normal")
                x += 0.21
        for row, total in enumerate(ends[:, -1]):
            stage.word(total + high / 75, row, f"{total:.1f}" if shown or row == 0 else "?", 15,
                       ax, zorder=4, bbox={"facecolor": "white", "pad": 1, "edgecolor": "none"})
        ax.plot(shortest, -0.43, "v", color=style.INK, markersize=11, clip_on=False, zorder=5)
        stage.word(shortest + high / 75, -0.6, f"shortest of all 128: {shortest:.0f}", 13, ax)
        stage.word(0.012, 0.945, _finding(chosen, known), 16)
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
    """Return the title: the length of a set, and that of the shortest message."""
    length, least = known.lengths[place(chosen)], known.lengths.min()
    told = "All seven rules" if all(chosen) else "Rules " + " and ".join(
        np.array(NAMES)[chosen]) if chosen.sum() == 2 else "Rule " + NAMES[chosen.argmax()] \
        if chosen.sum() == 1 else "No rule" if not any(chosen) else \
        f"These {COUNTED[chosen.sum()]} rules"
    end = f"{least:.0f} are enough" if length > least + 0.5 else "one of the shortest" if \
        np.sum(known.lengths < least + TIE) > 1 else "no set has a shorter message"
    return f"{told}: {length:.0f} bits; {end}"


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
