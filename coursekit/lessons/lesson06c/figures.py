"""The figures of lesson 06c: sizes, prunings, choices, and ways to prune."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from coursekit.plots import style
from coursekit.wording import signed

OWN, NEW = style.GREY, style.INK        # passengers a tree has grown on, and others


def plot_sizes(leaves: ArrayLike, errors: ArrayLike, title: str) -> Figure:
    """Draw mean error rates with their sd against the size of the tree.

    ``errors`` has shape (draws, 2, sizes): on the samples a tree was grown on, and on new ones.

    Examples
    --------
    >>> figure = plot_sizes([2, 8], [[[0.2, 0.1], [0.3, 0.2]], [[0.2, 0.1], [0.3, 0.4]]], "Sizes")
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [20.0, 10.0]
    """
    figure, ax = style.new_axes(title, "leaves of the tree (log scale); bar: sd of 50 partitions",
                                "wrong answers, per cent", width=8.8, height=4.6)
    errors = 100 * np.asarray(errors)
    for rates, colour, marker, name, below in ((errors[:, 0], OWN, "o", "its own passengers", True),
                                               (errors[:, 1], NEW, "s", "new passengers", False)):
        mean = rates.mean(axis=0)
        ax.errorbar(leaves, mean, yerr=rates.std(axis=0, ddof=1), marker=marker, capsize=4,
                    color=colour, label=name)
        place = max(0, len(mean) - 3)
        ax.annotate(name, (leaves[place], mean[place]), (-20, -46 if below else 40),
                    textcoords="offset points", ha="center", color=colour, fontsize=15,
                    fontweight="bold")
    least = errors[:, 1].mean(axis=0)
    for k in {0, int(least.argmin()), len(least) - 1}:
        ax.annotate(f"{least[k]:.1f}%", (leaves[k], least[k]), (0, 26),
                    textcoords="offset points", ha="center" if k else "left", fontsize=14,
                    fontweight="bold")
    ax.set(xscale="log", xticks=leaves, ylim=(0, 32), xlim=(1.7, 190))
    ax.set_xticks([], minor=True)
    ax.xaxis.set_major_formatter("{x:.0f}")
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
    bar = error.min() + se[error.argmin()]
    left.axhline(bar, color=style.GREEN, ls="--", lw=2, label="lowest + its se")
    wanted = [size for size in (1, 2, 4, 7, 15, 50) if size <= max(table["leaves"])]
    left.set(xscale="log", ylim=(0, None), xticks=wanted)
    left.set_xticks([], minor=True)
    left.xaxis.set_major_formatter("{x:.0f}")
    left.legend(loc="lower left")
    sizes = sorted(set().union(*chosen.values()))
    width = 0.8 / len(chosen)
    for k, ((rule, taken), colour, hatch) in enumerate(zip(
            chosen.items(), (NEW, style.GREEN), style.HATCHES, strict=False)):
        right.bar(np.arange(len(sizes)) + (k - (len(chosen) - 1) / 2) * width,
                  [list(taken).count(size) for size in sizes], width, label=rule, color=colour,
                  hatch=hatch, edgecolor="white")
    right.set_xticks(range(len(sizes)), [str(size) for size in sizes])
    right.legend(loc="upper left")
    style.headline(figure, title)
    return figure


def plot_coverage(rates: ArrayLike, panels: Mapping[str, Mapping[str, ArrayLike]], wanted: float,
                  title: str) -> Figure:
    """Draw the coverage of bounds, one panel for each number of samples.

    Examples
    --------
    >>> figure = plot_coverage([0.1, 0.2], {"n = 5": {"exact": [0.8, 0.9]}}, 0.75, "Cautious")
    >>> figure.axes[0].lines[0].get_label()
    'exact'
    """
    figure, axes = style.new_panels(list(panels), "true error rate p", "draws with p ≤ bound",
                                    width=8.8, height=4.4)
    for ax, covered in zip(axes, panels.values(), strict=True):
        for (name, share), colour, line in zip(covered.items(), (NEW, style.ORANGE), ("-", "--"),
                                               strict=False):
            ax.plot(rates, share, line, color=colour, label=name)
        ax.axhline(wanted, color=style.GREY, lw=1.4, label=f"wanted: {wanted:g}")
        ax.set(ylim=(0, 1.02))
    axes[-1].legend(loc="lower right", fontsize=13)
    style.headline(figure, title)
    return figure


def plot_families(gained: Mapping[str, ArrayLike], title: str) -> Figure:
    """Draw what each way to prune changes, a dot per partition, with the mean in large type.

    Examples
    --------
    >>> figure = plot_families({"by hand": [-1.0, -3.0]}, "One way")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['−2.0']
    """
    figure, ax = style.new_axes(
        "", "errors on new passengers minus those “as grown”, points", "", width=8.8,
        height=1.7 + 0.48 * len(gained))
    low = min(np.min(draws) for draws in gained.values())
    for row, draws in enumerate(gained.values()):
        _draws(ax, row, np.sort(np.asarray(draws, dtype=float)), low)
    ax.axvline(0, color=style.GREY, lw=1.8, ls="--", zorder=1)
    ax.set_yticks(range(len(gained)), list(gained), fontsize=13)
    ax.set(ylim=(len(gained) - 0.5, -0.6), ylabel="method (diamond: mean)",
           xlim=(low - 1.9, None))
    ax.grid(axis="x")
    ax.grid(False, axis="y")
    style.headline(figure, title)
    return figure


def _draws(ax: Axes, row: int, draws: np.ndarray, low: float) -> None:
    sway = 0.26 * np.sin(2.4 * np.arange(len(draws)))           # so that dots overlap less
    ax.plot(draws, row + sway, "o", color="#8A8A8A", markersize=4.5, zorder=2)
    ax.plot([draws.mean()], [row], "D", color=style.INK, markersize=10, zorder=3)
    ax.text(low - 0.5, row, signed(draws.mean(), ".1f"), ha="right", va="center",
            fontsize=15, fontweight="bold")
