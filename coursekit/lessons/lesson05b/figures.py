"""Figures of lesson 05b: nested scores one by one, an interval, and where intervals break."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style

WIDTH = 1.25        # points of accuracy from column to column: one of 80 passengers
TEST, WORD = style.COLOURS["test"], style.WORDS["died"]


def plot_heap(nested: Sequence, best: float, truth: float, title: str) -> Figure:
    """Draw a square for each nested score, filled where it reaches the average best score."""
    figure, ax = style.new_axes(title, "nested score, % right", "tables", width=8.8, height=4.2)
    scores = np.sort(100 * np.asarray(nested))
    places, reach = WIDTH * np.round(scores / WIDTH), scores >= 100 * best
    heights = np.array([np.sum(places[:k] == place) for k, place in enumerate(places)]) + 0.5
    for name, chosen, colour in (("lower", ~reach, "white"), ("reach the best", reach, TEST)):
        ax.plot(places[chosen], heights[chosen], "s", color=colour, markersize=14, label=name,
                markeredgecolor=TEST, markeredgewidth=1.8)
    top = max(heights) + 0.5
    ax.axvline(100 * truth, color=style.INK, ls=(0, (4, 2)), lw=2.5)
    ax.axvline(100 * best, color=style.INK, lw=3.5)
    ax.text(100 * truth - 0.5, top + 2.2, f"truth {truth:.0%}", fontsize=15, ha="right", va="top")
    ax.text(100 * best + 0.5, top + 2.2, f"average best score {best:.0%}", fontsize=15, va="top")
    ax.text(100 * best + 4, 0.62 * top, f"{reach.sum()} of {len(scores)}\nget there\nby luck",
            fontsize=20, fontweight="bold", color=WORD, va="center")
    ax.set(ylim=(0, top + 2.5), yticks=range(0, int(top) + 1, 4),
           xlim=(scores.min() - 3, scores.max() + 5))
    return figure


def plot_interval(scores: Sequence, bars: Mapping[str, tuple[float, float]], title: str) -> Figure:
    """Draw the outer scores as dots, and named intervals below; the first is the thickest."""
    figure, ax = style.new_axes("", "% right", "interval", width=8.8, height=1.6 + 0.65 * len(bars))
    style.headline(figure, title)
    for score in scores:
        ax.plot(100 * score, 0, "o", color="white", markersize=13, markeredgecolor=TEST,
                markeredgewidth=3, zorder=4)
    looks = ((style.GREEN, 13), (style.GREY, 7), (style.GREY, 7))
    for row, ((low, high), (colour, width)) in enumerate(zip(bars.values(), looks), 1):
        ax.plot([100 * low, 100 * high], [row, row], color=colour, lw=width, solid_capstyle="butt")
        for end, side in ((low, "right"), (high, "left")):
            ax.text(100 * end + (0.15 if side == "left" else -0.15), row, f"{100 * end:.1f}",
                    fontsize=15, fontweight="bold" if row == 1 else "normal", ha=side,
                    va="center", zorder=5)
    ax.axvline(100 * np.mean(scores), color=style.INK, ls=(0, (4, 2)), lw=2.5, zorder=1)
    ax.text(100 * np.mean(scores) + 0.2, -0.62, f"mean {np.mean(scores):.1%}", fontsize=15,
            fontweight="bold", va="center")
    ax.set(ylim=(len(bars) + 0.6, -1), yticks=range(len(bars) + 1))
    ax.set_yticklabels(["the locked scores", *bars], fontsize=15)
    ax.get_yticklabels()[1].set_fontweight("bold")
    ax.margins(x=0.16)
    ax.grid(False)
    return figure


def plot_two_cases(cases: Mapping[str, tuple[float, float]], title: str,
                   guess: object = None) -> Figure:
    """Draw for each kind of rule how often Wilson's interval holds the truth, and the corrected.

    A guess about the corrected interval of the first rule stays as a ring in that row.
    """
    figure, ax = style.new_axes(title, "% of tests in which the interval contains the truth", "",
                                width=8.8, height=3.6)
    for row, held in enumerate(cases.values()):
        for share, marker, colour, name in zip(held, "Do", (style.BLUE, style.ORANGE),
                                               ("Wilson", "corrected"), strict=True):
            kept, words = share > 0.9, f"{name} {share:.0%}"
            ax.plot(100 * share, row, marker, color=colour, markersize=15, label=name)
            ax.text(100 * share + (2 if kept else -2), row, words, fontsize=15, va="center",
                    ha="left" if kept else "right", fontweight="normal" if kept else "bold")
    ax.axvline(95, color=style.INK, ls=(0, (4, 2)), lw=2.5, zorder=1)
    ax.text(94.4, -0.55, "promised 95%", fontsize=14, ha="right", va="center")
    at = 0 if not isinstance(guess, (int, float)) else guess if guess > 1 else 100 * guess
    if 18 <= at <= 100:
        ax.plot(at, 0.35, "o", mfc="none", mec=style.ORANGE, mew=3, markersize=13)
        ax.text(at + (2 if at < 60 else -2), 0.35, f"your guess {at:.0f}%", fontsize=15,
                ha="left" if at < 60 else "right", va="center")
    ax.set(ylim=(1.5, -0.8), yticks=range(len(cases)), xlim=(18, 122), xticks=range(20, 101, 20))
    ax.set_ylabel("rule")
    ax.set_yticklabels(cases, fontsize=14)
    ax.grid(False)
    return figure
