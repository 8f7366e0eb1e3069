"""Figures of lesson 05: one table, ticks, splits, where CV misses, what winners promise."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.lessons.lesson05.experiments import Case
from coursekit.plots import style
from coursekit.wording import signed


def plot_one_table(voters: Sequence, scores: Sequence, truth: float, title: str) -> Figure:
    """Draw the score of each setting on one table, and a star on the best one."""
    figure, ax = style.new_axes(title, "number of voting neighbours", "% right", width=8.8,
                                height=3.9)
    best = int(np.argmax(scores))
    ax.plot(voters, 100 * np.asarray(scores), "o", color=style.GREY, markersize=11,
            label="scores of the settings")
    ax.plot(voters[best], 100 * scores[best], "*", color=style.YELLOW, markersize=29,
            markeredgecolor=style.INK, markeredgewidth=1.6, label="the best")
    ax.text(voters[best] + 1.1, 100 * scores[best] + 0.6, f"{100 * scores[best] + 1e-9:.1f}%: "
            "report it?", fontsize=19, fontweight="bold", va="bottom")
    ax.axhline(100 * truth, color=style.INK, ls=(0, (4, 2)), lw=2.5)
    ax.text(voters[-1] + 3, 100 * truth + 0.3, f"truth\n{truth:.0%}", fontsize=15, va="center",
            ha="center", bbox={"facecolor": "white", "edgecolor": "none"})
    ax.set(xticks=[1, 11, 21, 31], xlim=(-1, voters[-1] + 5), yticks=range(0, 101, 5),
           ylim=(min(100 * min(scores), 100 * truth) - 3, 100 * max(scores) + 4))
    return figure


def plot_ticks(labels: np.ndarray, splits: Sequence, answers: Sequence, title: str) -> Figure:
    """Draw the samples of each fold, the answer that the others give, and whether it is right."""
    figure, ax = style.new_axes(title, "samples, fold by fold", "labels, and ticks", width=8.8,
                                height=2.7)
    ax.set_axis_off()
    right, x = 0, 0.0
    for k, (test, answer) in enumerate(zip(splits, answers, strict=True)):
        others = " ".join(map(str, np.delete(labels, test)))
        middle = x + (len(test) - 1) / 2
        ax.text(middle, 1.45, f"the others: {others},\nso it answers {answer}", fontsize=14,
                ha="center", va="center")
        ax.text(middle, -1.35, f"fold {k + 1}", fontsize=14, ha="center", va="center")
        told = labels[test]
        ax.plot(x + np.arange(len(told)), [0.35] * len(told), "s", color=style.PALE_ORANGE,
                markersize=36, markeredgewidth=2, markeredgecolor=style.COLOURS["test"],
                label=f"fold {k + 1}: labels {' '.join(map(str, told))}; the others say {answer}")
        for label in told:
            ax.text(x, 0.33, str(label), fontsize=18, ha="center", va="center")
            ax.text(x, -0.6, "✓" if label == answer else "×", fontsize=24, ha="center",
                    va="center", color=style.INK if label == answer else style.GREY)
            right, x = right + int(label == answer), x + 1
        x += 0.6
    ax.text(x + 0.7, 0.35, f"{right} of {len(labels)}", fontsize=24, fontweight="bold",
            ha="center", va="center")
    ax.text(x + 0.7, -0.6, f"CV = {right / len(labels):.3f}", fontsize=15, ha="center",
            va="center")
    ax.set(xlim=(-0.7, x + 1.8), ylim=(-1.6, 2))
    return figure


def plot_splits(groups: Mapping[str, list], title: str) -> Figure:
    """Draw a heap of scores for each way of splitting, equal ones one above the other."""
    figure, ax = style.new_axes(title, "% right", "way of splitting", width=8.8,
                                height=1.3 + 1.6 * len(groups))
    for row, scores in enumerate(groups.values()):
        values, counts = np.unique(np.round(100 * np.asarray(scores), 6), return_counts=True)
        for value, count in zip(values, counts):
            ax.plot([value] * count, row - 0.13 * np.arange(count), "o", color=style.BLUE,
                    markersize=13, markeredgecolor="white")
        ax.plot([100 * np.mean(scores)] * 2, [row + 0.12, row + 0.3], color=style.INK, lw=4,
                solid_capstyle="butt")
    ax.text(100 * np.mean(scores), row + 0.33, "mean", fontsize=14, ha="center", va="top")
    ax.set_yticks(range(len(groups)), list(groups), fontsize=14)
    ax.set_ylim(len(groups) - 0.4, -1)
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    style.headline(figure, title)
    ax.set_title("")
    return figure


def plot_misses(cases: Sequence[Case], title: str) -> Figure:
    """Draw what CV says on average and what is so, one row per case, with the miss in points."""
    figure, ax = style.new_axes("", "% right", "broken condition", width=8.8,
                                height=1.4 + 0.56 * len(cases))
    for row, (_, cv, truth) in enumerate(cases):
        points = 100 * (cv - truth)
        ax.plot([100 * truth, 100 * cv], [row, row], color=style.INK, lw=3, zorder=2)
        ax.plot(100 * truth, row, "D", color=style.INK, markersize=11, zorder=3, label="truth")
        ax.plot(100 * cv, row, "o", color=style.YELLOW, markersize=15, zorder=4,
                markeredgecolor=style.INK, markeredgewidth=1.6, label="CV says")
        ax.text(112, row, "right" if abs(points) < 1 else signed(points, "+.0f"), va="center",
                fontsize=20, fontweight="bold")
    ax.text(112, -0.95, "points off", fontsize=14, va="center")
    wide = next(row for row, (_, cv, truth) in enumerate(cases) if abs(cv - truth) > 0.2)
    _, cv, truth = cases[wide]
    for share, word in ((cv, "CV says"), (truth, "truth")):
        ax.annotate(word, (100 * share, wide), (0, 11), textcoords="offset points",
                    ha="center", va="bottom", fontsize=14)
    ax.set(yticks=range(len(cases)), ylim=(len(cases) - 0.4, -1.25), xlim=(-6, 138),
           xticks=range(0, 101, 25))
    ax.set_yticklabels([case.name for case in cases], fontsize=14)
    ax.grid(True, axis="x")
    ax.grid(False, axis="y")
    style.headline(figure, title)
    return figure


def plot_promises(said: np.ndarray, reached: np.ndarray, title: str) -> Figure:
    """Draw a dot for each winner: its score, and what it reaches on the others."""
    figure, ax = style.new_axes(title, "the winner's score on 80 passengers, % right",
                                "the same winner on the 811 others", width=8.0, height=5.6)
    said, reached, many = 100 * said, 100 * reached, said > reached
    low, high = min(said.min(), reached.min()) - 1, said.max() + 2
    top = reached.max() + 4
    ax.plot([low, high], [low, high], color=style.INK, ls=(0, (4, 2)), lw=2.5)
    for chosen, colour, name in ((many, style.YELLOW, "promised too much"),
                                 (~many, style.GREY, "did not")):
        ax.plot(said[chosen], reached[chosen], "o", color=colour, markersize=8, label=name,
                markeredgecolor=style.INK, markeredgewidth=0.8)
    ax.plot(said.mean(), reached.mean(), "P", color="white", markersize=19, zorder=5,
            markeredgecolor=style.INK, markeredgewidth=2, label="mean")
    ax.annotate(f"mean: promised {said.mean():.1f}%,\nreached {reached.mean():.1f}%",
                (said.mean(), reached.mean()), (high - 0.3, top - 3), fontsize=14, ha="right",
                va="top", arrowprops={"arrowstyle": "-", "lw": 2})
    ax.text(high - 0.5, low + 0.5, f"{many.sum()} promised\ntoo much", fontsize=18, ha="right",
            fontweight="bold")
    ax.text(low + 0.5, top - 0.5, f"{(~many).sum()} did not", fontsize=18, va="top",
            fontweight="bold", color=style.GREY)
    ax.set(xlim=(low, high), ylim=(low, top))
    ax.grid(False)
    return figure
