"""Lesson 07c: take rules in and out, and see the bits of the message.

The rules are rules 3 and 8 of the tree, each in all forms that its shortening goes through, the
shortest first: 3a to 3d, 8a to 8c. Of seven rules all 128 sets can be listed.

Legend: ``w`` weight of the rules, ``N`` covered samples, ``fp`` and ``fn`` false positives and
negatives; a set is a Boolean array (7,), its place in a list of all sets has a bit a rule.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Button, Slider, Toggle
from coursekit.explorers.rules_prune import deletions, thyroid
from coursekit.plots import style
from coursekit.rules import (
    Coded, all_lengths, choose_greedily, condition_bits, log2_binomial, rule_bits,
)

LABEL = "compensated hypothyroid"
NAMES = ("3a", "3b", "3c", "3d", "8a", "8b", "8c")
R = len(NAMES)
TEXTS = ("TSH > 6", "3a and TSH_measured = t", "3b and T4U_measured = f", "3c and FTI <= 64",
         "TSH > 6 and FTI > 64 and on_thyroxine = f and thyroid_surgery = f and TT4 <= 150",
         "8a and TT4_measured = t", "8b and TSH_measured = t")
PARTS = (("rules, times w", style.BLUE, ""), ("false positives", style.ORANGE, "//"),
         ("false negatives", style.PINK, ".."))
WIDEST = 900    # bits
TIE = 1e-9


class Priced(NamedTuple):
    """All sets at one weight: their lengths, and where greedy ends from all rules."""

    coded: Coded
    lengths: np.ndarray  # (128,)
    greedy: np.ndarray  # (7,)


@cache
def coded() -> Coded:
    """Return the seven rules with the bits of their conditions, at weight 1."""
    table, y, _ = thyroid()
    forms = [step.now.conditions for k in (3, 8) for step in reversed(deletions(k, 0.25))]
    bits = condition_bits(table)
    return Coded(np.array([table.covers(form) for form in forms]), y == LABEL,
                 tuple(tuple(bits[c.feature] for c in form) for form in forms), 1.0)


@cache
def lengths_at(w: float) -> np.ndarray:
    """Return the lengths of all sets at one weight."""
    return all_lengths(coded()._replace(w=w).length, R)


@cache
def priced(w: float = 0.5) -> Priced:
    """Return the prices of all sets of the seven rules: they are linear in w."""
    lengths = (1 - w) * lengths_at(0.0) + w * lengths_at(1.0)
    return Priced(coded()._replace(w=w), lengths,
                  choose_greedily(lambda chosen: lengths[place(chosen)], R))


def place(chosen: np.ndarray) -> int:
    """Return the place of a set in the list of all sets."""
    return int(np.asarray(chosen, dtype=int) @ (1 << np.arange(R)))


def neighbours(at: int) -> np.ndarray:
    """Return the places of the seven sets that differ in one rule."""
    return at ^ (1 << np.arange(R))


def named(chosen: np.ndarray) -> str:
    """Return a set as it is written."""
    return f"{{{', '.join(np.array(NAMES)[np.asarray(chosen, bool)])}}}" if any(chosen) \
        else "no rule"


def parts(chosen: np.ndarray, w: float) -> np.ndarray:
    """Return the bits of the rules, of the false positives and of the false negatives."""
    known = priced(w)
    N, fp, fn = known.coded.counts(chosen)
    exceptions = log2_binomial([N, len(known.coded.positive) - N], [fp, fn])
    return np.array([known.lengths[place(chosen)] - exceptions.sum(), *exceptions])


class CodeLength(Explorer):
    """The bits of a set of rules and of its exceptions, beside greedy's and the shortest.

    Examples
    --------
    >>> explorer = CodeLength()
    >>> explorer.descend()
    >>> explorer.status.split(": ")[0]
    '{3a, 3b, 3c, 3d, 8a, 8b}, w = 0.5'
    """

    title = "The length of the message"
    question = "Which rules make the message shorter than greedy's?"
    size = (8.8, 4.9)
    controls = (*(Toggle(f"r{name}", name, True, text) for name, text in zip(NAMES, TEXTS)),
                Slider("w", "weight w", 0, 4, 0.25, 0.5, "what a bit of the rules counts"))
    presets = {
        "no rule": Preset(
            {f"r{name}": False for name in NAMES},
            "what do the labels alone take?",
            shows=r"^no rule, "),
        "3a alone": Preset(
            {f"r{name}": name == "3a" for name in NAMES},
            "which part is long?",
            shows=r"^\{3a\}, .*Greedy.* ends here"),
        "8a alone": Preset(
            {f"r{name}": name == "8a" for name in NAMES},
            "which part is long?",
            shows=r"^\{8a\}, ")}
    buttons = (Button("Greedy step", "Change the one rule that shortens the message most",
                      "descend"),)

    def descend(self) -> None:
        """Take in or out the one rule that shortens the message most, if any does."""
        state = self.state()
        lengths, at = priced(state["w"]).lengths, place(_chosen(state))
        j = int(lengths[neighbours(at)].argmin())
        shorter = lengths[neighbours(at)[j]] < lengths[at] - TIE
        self.set(**({f"r{NAMES[j]}": not state[f"r{NAMES[j]}"]} if shorter else {}))

    def build(self, canvas: Canvas) -> None:
        """Create the list of rules with a mark each, and two bars of three parts."""
        rows, ax = canvas.figure.subplots(2, 1, height_ratios=[8, 4.2])
        rows.set(xlim=(0, 1), ylim=(R - 0.5, -1.4))
        rows.set_axis_off()
        coded = priced().coded
        lines = [("rule", f"if … then {LABEL}", "right / wrong", "bits")]
        for name, text, cover, bits in zip(NAMES, TEXTS, coded.covers, coded.bits):
            right = np.sum(cover & coded.positive)
            lines.append((name, text, f"{right} / {cover.sum() - right}", f"{rule_bits(bits):.1f}"))
        for k, line in enumerate(lines, -1):
            for x, words, side in zip((0.03, 0.085, 0.93, 1), line,
                                      ("left", "left", "right", "right")):
                rows.text(x, k, words, fontsize=10, ha=side, va="center", parse_math=False,
                          fontweight="bold" if k < 0 else "normal")
        rows.scatter([0.012] * R, range(R), marker="s", s=70, facecolor="white",
                     edgecolor=style.GREY)
        self._marks = canvas.moving(rows.scatter([], [], marker="s", s=70, color=style.BLUE))
        style.label(ax, "", "bits", "")
        ax.set(xlim=(0, WIDEST), ylim=(1.5, -0.5))
        ax.set_yticks([0, 1], ["this set", "greedy"])
        ax.grid(axis="y", visible=False)
        self._bars = [canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=colour, hatch=hatch, edgecolor="white", zorder=2)))
            for _, colour, hatch in PARTS]
        self._totals = [canvas.moving(ax.text(0, row, "", fontsize=12, va="center"))
                        for row in (0, 1)]
        self._best = canvas.moving(*ax.plot([0, 0], [-0.5, 1.5], color=style.INK, ls="--", lw=2,
                                            zorder=3))
        canvas.figure.legend(
            [*(Patch(facecolor=colour, hatch=hatch, edgecolor="white")
               for _, colour, hatch in PARTS), ax.plot([], [], color=style.INK, ls="--", lw=2)[0]],
            [*(name for name, _, _ in PARTS), "shortest of all 128"],
            loc="outside lower center", ncols=4, fontsize=11)

    def draw(self, state: dict) -> str:
        """Fill the marks of the set, and stack its bits and greedy's."""
        chosen, w = _chosen(state), state["w"]
        known = priced(w)
        self._marks.set_offsets([(0.012, k) for k in np.flatnonzero(chosen)] or np.empty((0, 2)))
        ends = np.cumsum([parts(chosen, w), parts(known.greedy, w)], axis=1)
        for k, bars in enumerate(self._bars):
            starts = ends[:, k - 1] if k else np.zeros(2)
            bars.set_verts([[(a, row - 0.33), (a, row + 0.33), (b, row + 0.33), (b, row - 0.33)]
                            for row, (a, b) in enumerate(zip(starts, ends[:, k]))])
        for row, words in enumerate(self._totals):
            words.set(x=ends[row, -1] + 10, text=f"{ends[row, -1]:.1f}")
        self._best.set_xdata([known.lengths.min()] * 2)
        return f"{_told(chosen, w)} {_compared(chosen, known)}"


def _chosen(state: dict) -> np.ndarray:
    return np.array([state[f"r{name}"] for name in NAMES])


def _told(chosen: np.ndarray, w: float) -> str:
    """Tell the three parts of the message."""
    known, bits = priced(w), parts(chosen, w)
    N, fp, fn = known.coded.counts(chosen)
    n = len(known.coded.positive)
    return (f"{named(chosen)}, w = {w:g}: {bits[0]:.1f} bits for the rules, {bits[1]:.1f} to name "
            f"{fp} false positives among {N} covered samples, {bits[2]:.1f} to name {fn} false "
            f"negatives among {n - N} others; {bits.sum():.1f} together.")


def _compared(chosen: np.ndarray, known: Priced) -> str:
    """Compare a set with greedy's, with its neighbours and with the shortest of all."""
    at, L = place(chosen), known.lengths
    ahead, best = L[place(known.greedy)] - L[at], L.min()
    this = "here" if at == place(known.greedy) else \
        f"at {named(known.greedy)}; the set shown is as long" if abs(ahead) < TIE else \
        (f"at {named(known.greedy)}; the set shown is {abs(ahead):.1f} bits "
         f"{'shorter' if ahead > 0 else 'longer'}")
    words = f"Greedy, started from all rules, ends {this}"
    if L[at] <= best + TIE:
        return f"{words}, and none of the {len(L)} sets has a shorter message."
    alone = "a single change shortens it" if L[neighbours(at)].min() < L[at] - TIE \
        else "no single change shortens it"
    return f"{words}; {alone}, and the shortest takes {L[at] - best:.1f} bits less."
