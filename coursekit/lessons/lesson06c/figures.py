"""The figures of lesson 06c: sizes, prunings and choices."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style

OWN, NEW = style.GREY, style.INK        # passengers a tree has grown on, and others


def plot_sizes(leaves: ArrayLike, errors: ArrayLike, title: str) -> Figure:
    """Draw mean error rates with their sd against the size of the tree.

    ``errors`` has shape (draws, 2, sizes): on the samples a tree was grown on, and on new ones.
    A dashed line has the errors of the smallest tree on new samples.

    Examples
    --------
    >>> figure = plot_sizes([2, 8], [[[0.2, 0.1], [0.3, 0.2]], [[0.2, 0.1], [0.3, 0.4]]], "Sizes")
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [20.0, 10.0]
    """
    figure, ax = style.new_axes(title, "leaves of the tree (log scale); bar: sd of 50 partitions",
                                "wrong answers, per cent", width=8.8, height=4.6)
    errors, far = 100 * np.asarray(errors), max(0, len(leaves) - 3)
    for rates, colour, marker, name, away in ((errors[:, 0], OWN, "o", "its own passengers", -46),
                                              (errors[:, 1], NEW, "s", "new passengers", 34)):
        mean = rates.mean(axis=0)
        ax.errorbar(leaves, mean, yerr=rates.std(axis=0, ddof=1), marker=marker, capsize=4,
                    color=colour, label=name)
        ax.annotate(name, (leaves[far], mean[far]), (-20, away), textcoords="offset points",
                    ha="center", color=colour, fontsize=15, fontweight="bold")
    mean = errors[:, 1].mean(axis=0)
    ax.axhline(mean[0], color=style.GREY, ls="--", lw=1.8, label="one question, sex")
    ax.annotate(f"dashed: one question, sex: {mean[0]:.1f}%", (leaves[0], mean[0]), (0, 52),
                textcoords="offset points", fontsize=14, fontweight="bold", color=style.GREY)
    for k in (int(mean.argmin()), len(mean) - 1):
        ax.annotate(f"{mean[k]:.1f}%", (leaves[k], mean[k]), (0, 26 if k < far else 20),
                    textcoords="offset points", ha="center", fontsize=14, fontweight="bold")
    ax.set(xscale="log", xticks=leaves, ylim=(0, 30), xlim=(1.7, 190))
    ax.set_xticks([], minor=True)
    ax.xaxis.set_major_formatter("{x:.0f}")
    return figure


def plot_branch(before: int, questions: Mapping[str, tuple[int, int]], title: str) -> Figure:
    """Draw the errors in a group that one question after another divides, and their sum.

    ``questions`` have the errors of yes, a leaf, and of no, whom the next question divides.

    Examples
    --------
    >>> figure = plot_branch(9, {"a?": (4, 5), "b?": (1, 2)}, "A branch")
    >>> [t.get_text() for t in figure.axes[0].texts if "wrong" in t.get_text()]
    ['9 wrong', '4 + 5 = 9 wrong', '4 + 1 + 2 = 7 wrong']
    """
    figure, ax = style.new_axes(title, "yes to the left, no to the right",
                                "one question after another", width=8.8, height=4.2)
    ax.set_axis_off()

    def box(x: float, y: float, wrong: int, leaf: bool) -> None:
        ax.text(x, y, f"{wrong}", fontsize=17, fontweight="bold", ha="center", va="center",
                bbox={"fc": style.LIGHT_SKY if leaf else "white", "ec": style.INK, "lw": 1.8,
                      "boxstyle": "square,pad=0.35"}, zorder=3)

    def told(y: float, wrong: Sequence[int]) -> None:
        ax.text(4.6, y, " + ".join(map(str, wrong)) + f" = {sum(wrong)}" * (len(wrong) > 1)
                + " wrong", fontsize=16, fontweight="bold", va="center")

    box(0, 0, before, False)
    told(0, [before])
    tips: list[int] = []
    for k, (question, (yes, no)) in enumerate(questions.items()):
        ax.text(k + 0.45, -k, question, fontsize=15, va="center")
        for x, wrong, word, side in ((k - 0.9, yes, "yes", "right"), (k + 1, no, "no", "left")):
            ax.plot([k, x], [-k, -k - 1], color=style.INK, lw=2, zorder=1)
            ax.text((k + x) / 2 + (0.1 if word == "no" else -0.1), -k - 0.42, word, fontsize=13,
                    ha=side, va="center", color=style.GREY)
            box(x, -k - 1, wrong, word == "yes" or k == len(questions) - 1)
        tips.append(yes)
        told(-k - 1, [*tips, no])
    ax.set(xlim=(-1.3, 7.4), ylim=(-len(questions) - 0.4, 0.4))
    return figure


def plot_hulls(prunings: ArrayLike, path: ArrayLike, title: str) -> Figure:
    """Draw every pruning of a tree as a dot, and the path of the weakest links.

    Both hold pairs (leaves, risk).

    Examples
    --------
    >>> figure = plot_hulls([(1, 9), (2, 6)], [(2, 6), (1, 9)], "Two prunings")
    >>> figure.axes[0].lines[-1].get_ydata().tolist()
    [6, 9]
    """
    figure, ax = style.new_axes(title, "leaves of the pruning", "its risk R (training errors)",
                                width=8.8, height=4.6)
    prunings, path = np.asarray(prunings), np.asarray(path)
    ax.scatter(*prunings.T, s=46, color="#8A8A8A", zorder=2, label="a pruning")
    ax.plot(*path.T, "o-", color=style.GREEN, markersize=12, mfc="none", mew=2.6, zorder=3,
            label="path of the weakest links")
    ax.set(ylim=(0, 1.08 * prunings[:, 1].max()), xticks=range(1, prunings[:, 0].max() + 1))
    ax.legend(loc="lower left", fontsize=14)
    return figure


def plot_choice(table: Mapping[str, ArrayLike], chosen: Mapping[str, Sequence[int]],
                title: str) -> Figure:
    """Draw one curve of held-out errors, and the choices of each rule in many partitions.

    ``table`` has leaves, error and se; ``chosen`` maps a rule to the sizes that it took.

    Examples
    --------
    >>> table = {"leaves": [1, 2], "error": [0.4, 0.2], "se": [0.01, 0.01]}
    >>> figure = plot_choice(table, {"smallest error": [2, 2, 1]}, "Mostly two")
    >>> [int(bar.get_height()) for bar in figure.axes[1].patches]
    [1, 2]
    """
    figure, (left, right) = style.new_panels(
        ["one division into ten folds", f"{len(next(iter(chosen.values())))} divisions"],
        ["leaves (log scale)", "leaves chosen"], ["held-out errors, per cent", "divisions"],
        width=8.8, height=4.6, sharey=False)
    error, se = 100 * np.asarray(table["error"]), 100 * np.asarray(table["se"])
    left.errorbar(table["leaves"], error, yerr=se, fmt="s-", capsize=4, lw=1.8, color=NEW,
                  label="held-out error, bar: se")
    best = int(error.argmin())
    bar = error[best] + se[best]
    left.axhline(bar, color=style.GREEN, ls="--", lw=2, label="lowest + its se")
    left.annotate("lowest + its se", (max(table["leaves"]), bar), (0, 28), ha="right",
                  textcoords="offset points", fontsize=13, fontweight="bold",
                  color=style.WORDS["male"])
    wanted = [size for size in (1, 2, 4, 7, 15, 50) if size <= max(table["leaves"])]
    low = min(15, (error - se).min())
    left.set(xscale="log", ylim=(low, (error + se).max() + 1), xticks=wanted)
    left.set_xticks([], minor=True)
    left.xaxis.set_major_formatter("{x:.0f}")
    sizes = sorted(set().union(*chosen.values()))
    width, high = 0.8 / len(chosen), max(len(taken) for taken in chosen.values())
    for k, ((rule, taken), colour, words) in enumerate(zip(
            chosen.items(), (NEW, style.GREEN), (NEW, style.WORDS["male"]), strict=False)):
        counts = [list(taken).count(size) for size in sizes]
        right.bar(np.arange(len(sizes)) + (k - (len(chosen) - 1) / 2) * width, counts, width,
                  label=rule, color=colour, hatch=style.HATCHES[k], edgecolor="white")
        right.text(0.02, 0.95 - 0.09 * k, rule, color=words, fontsize=14, fontweight="bold",
                   transform=right.transAxes, va="top")
    right.set_xticks(range(len(sizes)), [str(size) for size in sizes])
    right.set(ylim=(0, 1.15 * high))
    style.headline(figure, title)
    return figure
