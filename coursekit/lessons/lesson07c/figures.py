"""Figures of lesson 07c: twin branches, rules as slabs, one condition, overlaps, four steps."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from coursekit.lessons.lesson07c.thyroid import CLASSES, words
from coursekit.plots import style
from coursekit.rules import Rule

#: Line, area and word of each class of the thyroid.
LOOK = {"negative": (style.BLUE, style.PALE_BLUE, style.WORDS["survived"]),
        "compensated hypothyroid": (style.ORANGE, style.PALE_ORANGE, style.WORDS["died"]),
        "primary hypothyroid": (style.GREEN, style.PALE_GREEN, style.WORDS["male"])}
COLUMN, CLASS_AT, END = 1.0, 7.15, 9.3       # widths on the paper of the slabs
ACROSS = 11                                  # letters in a slab


def _bare(figure: Figure, title: str, width: float, height: float, across: str,
          down: str) -> Axes:
    """Return axes without a frame over the whole figure, under a title."""
    ax = figure.subplots()
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.set_axis_off()
    style.label(ax, title, across, down)     # the labels are for the text alternative
    return ax


def _segment(ax: Axes, start: tuple[float, float], end: tuple[float, float], **look) -> None:
    """Draw a line that is not data: the text alternative leaves it out."""
    ax.annotate("", end, start, zorder=2,
                arrowprops={"arrowstyle": "-", "shrinkA": 0, "shrinkB": 0, **look})


def plot_twins(title: str) -> Figure:
    """Draw the tree of (A and B) or (C and D) that asks A first; its twin branches are boxed."""
    figure = style.new_figure(8.8, 4.3)
    ax = _bare(figure, title, 10, 6.4, "answers, 0 to the left", "questions")
    at = {"A": (3.9, 0.5), "B": (6.0, 1.5), "C": (1.6, 2.9), "D": (2.5, 4.2), "C2": (5.0, 2.9),
          "D2": (5.9, 4.2), "yes": (7.5, 1.75), "no": (0.9, 4.2), "no2": (4.3, 4.2),
          "no3": (1.9, 5.6), "yes3": (3.1, 5.6), "no4": (5.3, 5.6), "yes4": (6.5, 5.6)}
    for x in (0.45, 3.85):
        ax.add_patch(Rectangle((x, 2.35), 3.15, 3.75, facecolor=style.PALE_BLUE, lw=0))
    for above, below, answer in (
            ("A", "C", "0"), ("A", "B", "1"), ("B", "C2", "0"), ("B", "yes", "1"),
            ("C", "no", "0"), ("C", "D", "1"), ("D", "no3", "0"), ("D", "yes3", "1"),
            ("C2", "no2", "0"), ("C2", "D2", "1"), ("D2", "no4", "0"), ("D2", "yes4", "1")):
        (x, y), (u, v) = at[above], at[below]
        _segment(ax, (x, y), (u, v), color=style.GREY, lw=1.8)
        ax.text((x + u) / 2, (y + v) / 2, answer, fontsize=13, ha="center", va="center", zorder=3,
                bbox={"facecolor": "white", "lw": 0, "pad": 1})
    for name, (x, y) in at.items():
        leaf = name[:2] in ("no", "ye")
        text = ("1" if name.startswith("yes") else "0") if leaf else name[0]
        ax.text(x, y, text, fontsize=16, weight="bold", ha="center", va="center", zorder=4,
                color=style.WORDS["survived"] if leaf and text == "1" else style.INK,
                bbox={"boxstyle": "square,pad=0.3" if leaf else "circle,pad=0.25",
                      "facecolor": "white", "edgecolor": style.INK, "lw": 1.5})
    for y, text, weight in ((2.9, "two rules say it:", "normal"),
                            (3.55, "if A and B, then 1", "bold"),
                            (4.2, "if C and D, then 1", "bold"), (4.85, "otherwise 0", "bold"),
                            (5.7, "blue: the same twice", "normal")):
        ax.text(7.35, y, text, fontsize=14, weight=weight, va="center")
    return figure


def plot_slabs(rules: Sequence[Rule], counts: Sequence[tuple[int, int]], title: str) -> Figure:
    """Draw the rules of a tree as rows of slabs; conditions that neighbours share are one slab.

    The counts are (right, wrong) of each rule.
    """
    figure = style.new_figure(9.6, 6.4)
    ax = _bare(figure, title, END, len(rules) + 0.05, "conditions from the root", "rule")
    paths = [rule.conditions for rule in rules]
    for depth in range(max(map(len, paths))):
        row = 0
        while row < len(paths):
            end = row + 1
            while end < len(paths) and paths[end][:depth + 1] == paths[row][:depth + 1]:
                end += 1
            if len(paths[row]) > depth:
                x = 0.32 + 0.97 * depth
                ax.add_patch(Rectangle((x, row + 0.04), 0.93, end - row - 0.08, lw=0,
                                       facecolor="#EBEBEB"))
                ax.text(x + 0.465, (row + end) / 2, fill(words(paths[row][depth]), ACROSS),
                        fontsize=12, ha="center", va="center", linespacing=1.05)
            row = end
    for k, (rule, (right, wrong)) in enumerate(zip(rules, counts, strict=True)):
        somebody = right + wrong > 0
        ink, pale, dark = LOOK[rule.label] if somebody else (style.GREY, "#EBEBEB", style.GREY)
        ax.text(0.2, k + 0.5, k + 1, fontsize=14, weight="bold", ha="right", va="center")
        start = 0.32 + 0.97 * len(rule.conditions)
        if start < CLASS_AT - 0.1:
            _segment(ax, (start, k + 0.5), (CLASS_AT - 0.03, k + 0.5), color=ink, lw=1.5)
        ax.add_patch(Rectangle((CLASS_AT, k + 0.04), END - CLASS_AT, 0.92, lw=0, facecolor=pale))
        told = f"{right} right, {wrong} wrong" if somebody else "covers nobody"
        ax.text(CLASS_AT + 0.08, k + 0.5, f"{CLASSES[rule.label]}\n{told}", fontsize=12,
                va="center", color=dark, linespacing=1.1)
    return figure


def plot_one_condition(condition: str, rule: str, inside: tuple[int, int],
                       outside: tuple[int, int], U: tuple[float, float], title: str) -> Figure:
    """Draw the samples of a rule with and without one condition, as a table of samples.

    Both pairs are (right, wrong); U is the bound with and without the condition.
    """
    figure = style.new_figure(8.8, 3.9)
    ax = _bare(figure, title, 10, 4.6, "samples of each class", "rows")
    both = inside[0] + outside[0], inside[1] + outside[1]
    for x, text in ((2.2, "right"), (5.1, "wrong"), (6.75, "error rate"), (8.55, "bound U")):
        ax.text(x, 0.3, text, fontsize=14, va="center")
    rows = ((1.1, condition, inside, U[0]), (2.2, f"not {condition}", outside, None),
            (3.5, "together", both, U[1]))
    _segment(ax, (0, 2.85), (6.3, 2.85), color=style.INK, lw=1.5)
    for y, name, (right, wrong), bound in rows:
        ax.text(0, y, name, fontsize=15, weight="bold", va="center")
        for start, m, mark, colour in ((2.4, right, "●", style.BLUE),
                                       (5.3, wrong, "✖", style.WORDS["died"])):
            ax.text(start, y, m, fontsize=16, weight="bold", ha="right", va="center")
            ax.text(start + 0.15, y, mark * m, fontsize=22, va="center", color=colour)
        if bound is not None:
            ax.text(6.75, y, f"{wrong} of {right + wrong}", fontsize=16, va="center")
            ax.text(8.55, y, f"{bound:.1%}", fontsize=20, weight="bold",
                    va="center")
    ax.text(0, 4.3, f"all of them satisfy {rule}", fontsize=13, va="center")
    return figure


def plot_overlap(covers: np.ndarray, labels: Sequence[str], title: str) -> Figure:
    """Draw how many samples each pair of rules covers, (r, n) Boolean; the diagonal is the cover.

    A pair of rules for different classes that share a sample is orange.
    """
    figure = style.new_figure(8.8, 5.5)
    r = len(covers)
    ax = _bare(figure, title, 12.6, r + 0.3, "rule", "rule")
    shared = covers.astype(int) @ covers.T.astype(int)
    for i in range(r):
        ax.text(2.55, i + 0.5, f"{i + 1}  {CLASSES[labels[i]]}", fontsize=13, ha="right",
                va="center", color=LOOK[labels[i]][2], weight="bold")
        for j in range(i + 1):
            conflict = labels[i] != labels[j] and shared[i, j]
            colour = style.INK if i == j else "#F4C6A8" if conflict else \
                style.PALE_BLUE
            if shared[i, j]:
                ax.add_patch(Rectangle((2.7 + 0.9 * j, i + 0.03), 0.86, 0.94, lw=0,
                                       facecolor=colour))
            ax.text(3.13 + 0.9 * j, i + 0.5, shared[i, j], fontsize=13, ha="center", va="center",
                    color="white" if i == j else style.INK if shared[i, j] else style.GREY,
                    weight="bold" if conflict else "normal")
    for y, colour, text in ((0.5, style.INK, "covered by the rule"),
                            (1.6, "#F4C6A8", "shared, classes disagree"),
                            (2.7, style.PALE_BLUE, "shared, same class")):
        ax.add_patch(Rectangle((8.0, y - 0.3), 0.5, 0.6, facecolor=colour, lw=0))
        ax.text(8.65, y, text, fontsize=13, va="center")
    return figure


def plot_steps(before: Sequence[int], after: Sequence[int], labels: Sequence[str],
               kept: Mapping[str, Sequence[int]], default: tuple[int, str],
               why: Mapping[int, str], title: str) -> Figure:
    """Draw the four steps from the rules of a tree to a list.

    Conditions of each rule before and after; the numbers of the rules kept, class by class in
    their order; how many samples are left for the default, and its class; why a rule goes.
    """
    figure = style.new_figure(9.6, 4.8)
    ax = _bare(figure, title, 10, 13.2, "steps", "rules")
    for x, heading in ((0.1, "1  shorten (pale: before)"), (3.45, "2  choose"), (5.6, "3  order"),
                       (8.05, "4  default")):
        ax.text(x, 0.4, heading, fontsize=15, weight="bold", va="center")
    stays = {number for numbers in kept.values() for number in numbers}
    for k, (long, short, label) in enumerate(zip(before, after, labels, strict=True)):
        y, (ink, pale, dark) = 1.5 + k, LOOK[label]
        ax.text(0.45, y, k + 1, fontsize=13, ha="right", va="center", weight="bold", color=dark)
        ax.add_patch(Rectangle((0.55, y - 0.32), 0.34 * long, 0.64, facecolor=pale, lw=0))
        ax.add_patch(Rectangle((0.55, y - 0.32), 0.34 * short, 0.64, facecolor=ink, lw=0))
        stay = k + 1 in stays
        ax.text(3.6, y, k + 1, fontsize=13, ha="center", va="center",
                color=dark if stay else style.GREY, weight="bold" if stay else "normal",
                bbox={"boxstyle": "round,pad=0.16", "facecolor": "white",
                      "edgecolor": dark if stay else style.GREY})
        if not stay:
            ax.plot([3.38, 3.82], [y + 0.3, y - 0.3], color=style.INK, lw=2, zorder=5,
                    gid="decoration")
            ax.text(3.95, y, why[k + 1], fontsize=13, va="center")
    ax.text(0.55, 12.7, "number of conditions", fontsize=13, va="center")
    y = 1.5
    for label, numbers in kept.items():
        ink, pale, dark = LOOK[label]
        ax.add_patch(Rectangle((5.6, y - 0.4), 2.1, 1.9, facecolor=pale, lw=0))
        ax.text(5.7, y + 0.1, CLASSES[label], fontsize=14, va="center", weight="bold", color=dark)
        ax.text(5.7, y + 1.05, f"rule{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}",
                fontsize=13, va="center")
        y += 3.1
        if y < 10:
            ax.annotate("", (6.65, y - 0.45), (6.65, y - 1.55),
                        arrowprops={"arrowstyle": "-|>", "color": style.INK, "lw": 1.8})
    _draw_default(ax, *default)
    return figure


def _draw_default(ax: Axes, left: int, label: str) -> None:
    """Draw the box of the default beside the list."""
    ax.annotate("", (8.02, 8.65), (7.72, 8.65),
                arrowprops={"arrowstyle": "-|>", "color": style.INK, "lw": 1.8})
    ax.add_patch(Rectangle((8.05, 7.3), 1.95, 2.7, facecolor=LOOK[label][1], lw=0))
    for at, text in enumerate((CLASSES[label], f"for the {left} whom", "no rule covers")):
        ax.text(8.15, 7.85 + 0.85 * at, text, fontsize=13, va="center", color=LOOK[label][2],
                weight="bold" if at == 0 else "normal")


def plot_promise(rate: float, fixed: np.ndarray, best: np.ndarray, title: str) -> Figure:
    """Draw bounds of one rule fixed beforehand, and of the best of several, beside the true rate.

    A bound below the true rate breaks its promise and is orange.
    """
    figure, ax = style.new_axes(title,
                                "upper bound U of a test; promise: the error rate is below U",
                                "choice of the rule",
                                width=8.8, height=4.2)
    for height, bounds in ((1, fixed), (0, best)):
        broken = bounds < rate
        stacked = height - 0.33 + _stack(bounds)
        for part, colour, marker in ((~broken, style.BLUE, "o"), (broken, style.ORANGE, "X")):
            ax.plot(bounds[part], stacked[part], marker, color=colour, markersize=4.5,
                    markeredgewidth=0)
        ax.text(0.715, height, f"{broken.mean():.0%}", fontsize=26,
                weight="bold", ha="right", va="center", color=style.WORDS["died"])
        ax.text(0.715, height - 0.27, "too low", fontsize=13, ha="right", va="center")
    ax.plot([rate, rate], [-0.5, 1.5], color=style.INK, lw=2)
    ax.text(rate, 1.62, f"true error rate {rate:.0%}", fontsize=14, va="center",
            ha="center", bbox={"facecolor": "white", "lw": 0, "pad": 2})
    ax.set(xlim=(0.05, 0.72), ylim=(-0.5, 1.72))
    ax.set_yticks([1, 0], ["one rule\nfixed before", "the best\nof twelve"], fontsize=14)
    ax.set_xticks([0.1, 0.2, 0.3, 0.4, 0.5], ["10%", "20%", "30%", "40%", "50%"])
    ax.grid(False)
    return figure


def _stack(bounds: np.ndarray) -> np.ndarray:
    """Return how high each dot lies above those of the same bound, at most 0.72."""
    order = np.argsort(bounds, kind="stable")
    _, first, counts = np.unique(bounds[order].round(9), return_index=True, return_counts=True)
    ranks = np.empty(len(bounds))
    ranks[order] = np.concatenate([np.arange(m) for m in counts])
    return 0.72 * ranks / max(counts.max(), 1)
