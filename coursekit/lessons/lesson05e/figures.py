"""The figures that only lesson 05e uses."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lessons.lesson05e.sources import Parts
from coursekit.plots import style
from coursekit.wording import signed

LOOKS = (("noise", style.GREY, ""), ("class", style.GREEN, "//"), ("sample", style.SKY, ".."),
         ("solver", style.PINK, "xx"))
SIZE = 14


def plot_sources(knobs: Mapping[str, tuple[Sequence, Sequence[Parts]]], title: str) -> Figure:
    """Draw a panel per knob; a bar is the error on fresh samples, split into its four sources.

    A bar that stands in every panel is outlined.
    """
    shared = set.intersection(*(set(found) for _, found in knobs.values()))
    figure, axes = style.new_panels([""] * len(knobs), list(knobs),
                                    ["squared error", *[""] * (len(knobs) - 1)], width=8.8,
                                    height=4.6)
    for ax, (name, (settings, found)) in zip(axes, knobs.items(), strict=True):
        place, below = np.arange(len(found)), np.zeros(len(found))
        for (part, colour, hatch), heights in zip(LOOKS, np.transpose(found), strict=True):
            ax.bar(place, heights, 0.75, below, color=colour, hatch=hatch, edgecolor="white",
                   label=part)
            below += heights
        same = [k for k, bar in enumerate(found) if bar in shared]
        ax.bar(place[same], below[same], 0.75, facecolor="none", edgecolor=style.INK, lw=3,
               label="starting point")
        ax.set_xticks(place, [f"{s:g}" if s is not None else "end" for s in settings])
        ax.set(xlabel=name, ylim=(0, 4.2))
    style.legend_below(figure, axes[:1], ncols=5)
    style.headline(figure, title)
    return figure


def plot_learning_curves(curves: Mapping[str, tuple[Sequence, Sequence]], sizes: Sequence[int],
                         best: float, title: str) -> Figure:
    """Draw training and test scores over the number of samples, with the gap and the last rise.

    ``best`` is the accuracy of the best machine known, a dashed line in every panel.
    """
    figure, axes = style.new_panels(list(curves), "training samples",
                                    ["% right", *[""] * (len(curves) - 1)], width=8.8, height=4.8)
    places = np.arange(len(sizes))
    for ax, pair in zip(axes, curves.values(), strict=True):
        train, test = (100 * np.array(values) for values in pair)
        ax.plot(places, train, "o-", color=style.COLOURS["train"], ms=9, lw=3, label="training")
        ax.plot(places, test, "X-", color=style.COLOURS["test"], ms=10, lw=3, label="test")
        last = places[-1]
        ax.axhline(100 * best, xmax=(last + 0.45) / (last + 1.65), color=style.GREY, ls="--", lw=2,
                   zorder=1, label="best machine known")    # it ends before the bracket
        _bracket(ax, last + 0.3, test[-1], train[-1], f"gap\n{train[-1] - test[-1]:.1f}")
        rise = signed(test[-1] - test[-2], "+.1f")
        ax.text(last - 0.5, min(test[-2:]) - 0.8, f"rise {rise}", fontsize=SIZE, va="top",
                ha="center", color=style.WORDS["died"])
        ax.set_xticks(places, [str(size) for size in sizes])
        ax.set(xlim=(-0.3, last + 1.35), ylim=(74, 95), yticks=[75, 80, 85, 90, 95])
        ax.grid(False)
    for ax in axes[1:]:
        ax.set_ylabel("")
    first = axes[0]
    first.text(0, 100 * best + 0.3, "best machine known", fontsize=13, color=style.GREY,
               va="bottom")
    (train, test) = next(iter(curves.values()))
    first.text(1, 100 * train[1] + 0.4, "training", fontsize=SIZE, weight="bold", va="bottom",
               color=style.WORDS["survived"])
    first.text(0, 100 * test[0] - 0.6, "test", fontsize=SIZE, weight="bold", va="top",
               color=style.WORDS["died"])
    style.headline(figure, title)
    return figure


def _bracket(ax: Axes, x: float, low: float, high: float, words: str) -> None:
    """Draw a bracket between two heights, and write words beside it."""
    ax.plot([x - 0.1, x, x, x - 0.1], [low, low, high, high], color=style.INK, lw=2, label="gap")
    ax.text(x + 0.12, (low + high) / 2, words, fontsize=SIZE, va="center", weight="bold")
