"""Figures of lesson 07d: names as tiles, two codebooks, messages in bits, two codes, annealing."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.rules import exception_bits, multinomial_bits
from coursekit.wording import signed


def plot_names(names: Sequence[str], counts: ArrayLike, asked: ArrayLike, title: str) -> Figure:
    """Draw each type as a tile, as wide as its share and as high as its number of questions.

    The steps show log2 of one over the share.

    Examples
    --------
    >>> figure = plot_names(["a", "b", "c"], [2, 1, 1], [1, 2, 2], "Three types")
    >>> [float(tile.get_height()) for tile in figure.axes[0].patches]
    [1.0, 2.0, 2.0]
    """
    figure, ax = style.new_axes(title, "width of a bar = share p of the animals",
                                "questions, or bits", width=8.8, height=4.6)
    p = np.asarray(counts, float) / np.sum(counts)
    edges, asked = np.concatenate([[0], p.cumsum()]), np.asarray(asked, float)
    ax.bar(edges[:-1], asked, p, align="edge", color=style.LIGHT_SKY, edgecolor=style.SKY, lw=1.6,
           label="questions asked")
    ax.plot(np.repeat(edges, 2)[1:-1], np.repeat(np.log2(1 / p), 2), color=style.INK, lw=3,
            label="log₂(1/p)")
    for x, width, name, height in zip(edges, p, names, asked, strict=False):
        lying = width > 0.15
        ax.text(x + width / 2, 0.12, name, rotation=0 if lying else 90, fontsize=13, ha="center",
                va="bottom")
        ax.text(x + width / 2, max(height, np.log2(1 / width)) + 0.12, f"{height:g}", fontsize=15,
                fontweight="bold", ha="center", va="bottom")
    ax.set(xlim=(0, 1), ylim=(0, asked.max() + 0.9))
    ax.legend(loc="upper left", fontsize=14)
    return figure


def plot_blocks(sizes: Sequence[int], means: ArrayLike, entropy: float, title: str) -> Figure:
    """Draw the mean questions per class for blocks of classes, between H and H + 1 / size.

    Examples
    --------
    >>> plot_blocks([1, 2], [1.0, 0.7], 0.5, "Blocks help").axes[0].lines[0].get_ydata().tolist()
    [1.0, 0.7]
    """
    figure, ax = style.new_axes(title, "patients asked together in one block",
                                "questions per patient", width=8.8, height=4.2)
    sizes, means = np.asarray(sizes), np.asarray(means, float)
    ax.plot(sizes, means, "o-", color=style.BLUE, markersize=11, label="best questions")
    ax.plot(sizes, entropy + 1 / sizes, "v:", color=style.GREY, markersize=9,
            label="upper bound, H + 1 / block size")
    ax.axhline(entropy, color=style.INK, ls="--", lw=2.4)
    for x, y in zip(sizes, means, strict=True):
        ax.annotate(f"{y:.3f}", (x, y), (12, 4), textcoords="offset points", fontsize=15,
                    fontweight="bold", color=style.WORDS["survived"])
    ax.text(sizes[0] - 0.1, entropy - 0.04, f"entropy H = {entropy:.3f}", fontsize=14, va="top")
    ax.set(xlim=(sizes[0] - 0.15, sizes[-1] + 0.4), ylim=(0, entropy + 1.15), xticks=sizes)
    ax.legend(loc="upper right", fontsize=14)
    return figure


def plot_codebooks(vectors: Sequence[Sequence[int]], title: str) -> Figure:
    """Draw the two parts of a message for some vectors of counts, beside the plain message.

    Examples
    --------
    >>> figure = plot_codebooks([(2, 1, 1)], "Two books")
    >>> [round(float(bar.get_height()), 2) for bar in figure.axes[0].patches]
    [3.91, 3.58]
    """
    figure, ax = style.new_axes(title, "how often the three labels occur", "bits", width=8.8,
                                height=4.8)
    which, order = np.array([multinomial_bits(vector) for vector in vectors]).T
    n, kinds = sum(vectors[0]), len(vectors[0])
    plain, x = n * np.log2(kinds), np.arange(len(vectors))
    ax.bar(x, which, 0.72, color=style.GREEN, edgecolor="white", hatch="//",
           label="first book: which counts")
    ax.bar(x, order, 0.72, bottom=which, color=style.SKY, edgecolor="white",
           label="second book: which arrangement")
    ax.axhline(plain, color=style.INK, ls="--", lw=2.6)
    ax.text(-0.4, plain + 0.6, f"plain message: {plain:.1f} bits", fontsize=14, va="bottom")
    for k, total in enumerate(which + order):
        ax.text(k, total + 0.4 if total > plain or total < plain - 3 else plain + 0.6,
                f"{total:.1f}", fontsize=14, fontweight="bold", ha="center", va="bottom")
    ax.set_xticks(x, ["\n".join(map(str, vector)) for vector in vectors], fontsize=13)
    ax.set(ylim=(0, 1.32 * plain), xlim=(-0.55, len(vectors) - 0.45))
    ax.legend(loc="upper left", fontsize=13, ncols=2)
    return figure


def plot_lengths(names: Sequence[str], rules: ArrayLike, exceptions: ArrayLike,
                 title: str) -> Figure:
    """Draw the two parts of each message as stacked bars, the shortest on top and coloured.

    Examples
    --------
    >>> figure = plot_lengths(["none", "one"], [0, 8], [20, 5], "Two messages")
    >>> [float(bar.get_width()) for bar in figure.axes[0].patches]
    [8.0, 0.0, 5.0, 20.0]
    """
    figure, ax = style.new_axes(title, "bits of the message", "rules in the set", width=8.8,
                                height=0.5 * len(names) + 1.9)
    total = np.asarray(rules, float) + np.asarray(exceptions, float)
    order, rows = np.argsort(total), np.arange(len(names))
    rules, exceptions = (np.asarray(part, float)[order] for part in (rules, exceptions))
    pale = [style.GREY] * (len(names) - 1)
    ax.barh(rows, rules, 0.66, color=[style.BLUE, *pale], edgecolor="white", label="bits of rules")
    ax.barh(rows, exceptions, 0.66, left=rules, color=[style.ORANGE, *["#919191"] * len(pale)],
            hatch="//", edgecolor="white", label="bits of errors")
    for row, end in enumerate(total[order]):
        ax.text(end + 8, row, f"{end:.1f}", fontsize=16 if row == 0 else 14, va="center",
                fontweight="normal" if row else "bold")
    for x, words, role in ((0, "bits of the rules", "survived"),
                           (0.42 * total.max(), "bits of the errors", "died")):
        ax.text(x, -0.66, words, fontsize=14, va="center", fontweight="bold",
                color=style.WORDS[role])
    ax.set_yticks(rows, np.asarray(names)[order], fontsize=14)
    ax.set(xlim=(0, total.max() + 80), ylim=(len(names) - 0.5, -1.0))
    ax.grid(axis="y", visible=False)
    return figure


def plot_leads(leads: Mapping[float, float], title: str) -> Figure:
    """Draw what a rule saves, in bits, for some weights of the bits of rules.

    Examples
    --------
    >>> [float(bar.get_width()) for bar in plot_leads({1: 2.0, 2: -3.0}, "t").axes[0].patches]
    [2.0, -3.0]
    """
    figure, ax = style.new_axes(title, "bits saved by the rule", "weight w",
                                width=8.8, height=0.6 * len(leads) + 1.5)
    rows, values = np.arange(len(leads)), np.array(list(leads.values()))
    ax.barh(rows, values, 0.62, color=[style.BLUE if v > 0 else style.ORANGE for v in values],
            label="lead")
    room = np.ptp([*values, 0])
    for row, v in zip(rows, values, strict=True):
        word, role = ("it stays", "survived") if v > 0 else ("it goes", "died")
        ax.text(v + np.sign(v) * 0.02 * room, row, f"{signed(v, '.1f')}: {word}",
                fontsize=15, fontweight="bold", va="center", ha="left" if v > 0 else "right",
                color=style.WORDS[role])
    ax.axvline(0, color=style.INK, lw=1.6)
    ax.set_yticks(rows, [f"w = {w:g}" for w in leads], fontsize=14)
    ax.set(xlim=(min(values.min(), 0) - 0.4 * room, max(values.max(), 0) + 0.4 * room),
           ylim=(len(leads) - 0.5, -0.5))
    ax.grid(axis="y", visible=False)
    return figure


def plot_two_codes(covered: int, others: int, missed: int, title: str) -> Figure:
    """Draw the bits of the exceptions, by two codes, against the covered samples that are wrong.

    Examples
    --------
    >>> len(plot_two_codes(4, 6, 1, "Two codes").axes[0].lines[0].get_xdata())
    5
    """
    words = (f"false positives among {covered} covered samples "
             f"(and {missed} errors among {others} others)")
    figure, ax = style.new_axes(title, words, "bits of the exceptions", width=8.8, height=4.4)
    wrong = np.arange(covered + 1)
    for year, line, colour, words in (("1993", "-", style.BLUE, style.WORDS["survived"]),
                                      ("1995", "--", style.ORANGE, style.WORDS["died"])):
        bits = exception_bits(covered + others, covered, wrong, missed, exceptions=year)
        ax.plot(wrong, bits, line, color=colour, lw=3.2)
        ax.annotate(f"code of {year}", (covered, bits[-1]), (10, 0), va="center", fontsize=14,
                    fontweight="bold", color=words, textcoords="offset points")
        low = year == "1993"
        for at, aside in ((covered // 10, (26, -16) if low else (-24, 9)),
                          (covered - covered // 10, (24, 9))):
            ax.plot(at, bits[at], "o", color=colour, markersize=10)
            ax.annotate(f"{bits[at]:.1f}", (at, bits[at]), aside, ha="center", fontsize=15,
                        fontweight="bold", color=words, textcoords="offset points")
    ax.set(xlim=(-0.5, 1.27 * covered), ylim=(0, None), xticks=range(0, covered + 1, 5))
    ax.margins(y=0.2)
    return figure


def plot_annealing(curves: Mapping[str, ArrayLike], title: str) -> Figure:
    """Draw the probability of the best set after each step, one curve per plan, named at its end.

    Examples
    --------
    >>> plot_annealing({"cold": [0, 0.5, 0.6]}, "Warm").axes[0].lines[0].get_ydata().tolist()
    [0.0, 0.5, 0.6]
    """
    figure, ax = style.new_axes(title, "steps", "probability of being\nat the best set",
                                width=8.8, height=4.4)
    ends = {name: float(np.asarray(curve)[-1]) for name, curve in curves.items()}
    heights, last = {}, -1.0
    for name in sorted(ends, key=ends.get):
        last = heights[name] = max(ends[name], last + 0.08)
    words = (*map(style.WORDS.get, ("survived", "died", "male", "female")), style.INK)
    for (name, curve), colour, dark, line in zip(curves.items(), style.PALETTE, words,
                                                 ("-", "--", "-.", ":", "-")):
        ax.plot(np.asarray(curve, float), line, color=colour, lw=3, label=name)
        ax.text(1.015 * (len(curve) - 1), heights[name], name, fontsize=14, fontweight="bold",
                va="center", color=dark)
    ax.set(xlim=(0, 1.3 * (max(map(len, curves.values())) - 1)), ylim=(-0.03, 1.1))
    return figure
