"""The figures of lesson 02c: one line in four forms, regression, orders, hulls, draws, passengers.

Legend: ``X`` (n, 2) samples, ``y`` labels -1 and +1; ``w``, ``b`` of f(x) = ⟨w, x⟩ + b.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from scipy.spatial import ConvexHull

from coursekit.plots import style
from coursekit.wording import signed

FACES = ((1, "o"), (-1, "X"))
FAR = 20.0      # half the length of a line that crosses a picture
WIDTH = "#8F7600"   # of what is as wide as a margin, or half of it, as in the explorer
BIG = 14        # points, of words in a picture


def _figure(title: str, panels: int, height: float, **widths) -> tuple[Figure, Sequence[Axes]]:
    figure = style.new_figure(8.8, height)
    axes = figure.subplots(1, panels, squeeze=False, **widths)[0]
    if panels > 1:
        figure.get_layout_engine().set(h_pad=0.07)
        figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
    else:
        axes[0].set_title(title, fontsize=16)
    for ax in axes:
        ax.grid(False)
        ax.tick_params(labelsize=13)
    return figure, axes


def _name(ax: Axes, across: str, up: str, title: str = "") -> None:
    ax.set_xlabel(across, fontsize=BIG)
    ax.set_ylabel(up, fontsize=BIG)
    if title:
        ax.set_title(title, fontsize=BIG, fontweight="normal")


def _samples(ax: Axes, X: np.ndarray, y: np.ndarray, size: float = 10) -> None:
    for c, marker in FACES:
        ax.plot(*X[y == c].T, marker, color=style.COLOURS[c], markersize=size,
                markeredgecolor="white", zorder=3, label=f"class {signed(c)}")


def _ends(w: np.ndarray, b: float) -> np.ndarray:
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    return np.array([foot - FAR * along, foot + FAR * along])


def _line(ax: Axes, w: np.ndarray, b: float, **look) -> None:
    ax.plot(*_ends(w, b).T, **look)


def plot_forms(x: np.ndarray, title: str) -> Figure:
    """Draw the line 4x₁ − 3x₂ = 0 with its direction and its normal, and the distance of x.

    Examples
    --------
    >>> figure = plot_forms(np.array([3.0, -1.0]), "One line")
    >>> figure.axes[0].lines[1].get_xydata().round(6).tolist()
    [[0.6, 0.8], [3.0, -1.0]]
    """
    w = np.array([4.0, -3.0])
    figure, (ax,) = _figure(title, 1, 5.0)
    ax.set(xlim=(-4.4, 7.4), ylim=(-3.6, 4.6), aspect="equal", xticks=range(-4, 8, 2),
           yticks=range(-2, 5, 2))
    _name(ax, "$x_1$", "$x_2$")
    _line(ax, w, 0.0, color=style.INK, lw=4, zorder=1, label="line 4x₁ − 3x₂ = 0")
    foot = x - (x @ w) / (w @ w) * w
    ax.plot(*np.array([foot, x]).T, color=WIDTH, lw=6, zorder=2, label="from the foot to x")
    ax.plot(*x, "o", color=style.BLUE, markersize=12, markeredgecolor="white", zorder=3, label="x")
    ax.plot(*foot, "o", color=style.INK, markersize=8, zorder=3, label="foot on the line")
    for tip, colour in ((np.array([3.0, 4.0]), style.GREEN), (w, style.GREY)):
        ax.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "lw": 3.5, "color": colour,
                                                 "mutation_scale": 24, "shrinkA": 0, "shrinkB": 0})
    words = {"direction (3, 4)": (3.25, 3.7), "normal w = (4, −3)": (4.2, -3.0),
             f"x = ({x[0]:g}, {x[1]:g}), f(x) = {x @ w:g}".replace("-", "−"):
                 (x[0] + 0.3, x[1] + 0.15),
             f"distance {x @ w / 5:g}": ((x[0] + foot[0]) / 2 + 0.25, (x[1] + foot[1]) / 2 + 0.25),
             "f > 0": (1.0, -2.6), "f < 0": (-4.1, 2.6)}
    for said, (at, height) in words.items():
        ax.text(at, height, said, fontsize=17 if said.startswith("f") else BIG, va="center",
                weight="bold" if said.startswith(("f", "distance")) else "normal")
    return figure


def plot_regression(sets: Mapping[str, tuple[np.ndarray, np.ndarray]], title: str) -> Figure:
    """Draw labels −1 and +1 over one feature, the fitted straight line, and its border.

    Examples
    --------
    >>> figure = plot_regression({"far": (np.array([0, 1, 2, 10.0]), np.array([-1, -1, 1, 1]))},
    ...                          "Pulled")
    >>> round(float(figure.axes[0].lines[1].get_xdata()[0]), 6)
    3.25
    """
    figure, axes = _figure(title, len(sets), 4.2, sharey=True)
    for ax, (name, (x, y)) in zip(axes, sets.items(), strict=True):
        slope, height = np.polyfit(x, y, 1)
        border = -height / slope
        ends = np.array([-1.2, 11.0])
        ax.axhline(0, color=style.GREY, lw=1, zorder=0, label="_zero")
        ax.plot([border, border], [-1.6, 0], color=style.INK, lw=3, ls="--", zorder=1,
                label="border")
        ax.plot(ends, slope * ends + height, color=style.GREEN, lw=3.5, zorder=1,
                label="fitted line")
        _samples(ax, np.column_stack([x, y]), y, 12)
        wrong = np.sign(slope * x + height) != y
        ax.plot(x[wrong], y[wrong], "o", markersize=23, markerfacecolor="none",
                markeredgecolor=style.COLOURS["slack"], markeredgewidth=4, zorder=2,
                label="misclassified")
        for place in x[wrong]:
            ax.text(place + 0.6, 1.5, "misclassified", fontsize=BIG, va="center")
        ax.set(xlim=ends, ylim=(-1.6, 2.3), yticks=[-1, 0, 1], xticks=range(0, 11, 2))
        ax.set_yticklabels(["−1", "0", "+1"])
        _name(ax, "feature x", "label, fitted line" if ax is axes[0] else "", name)
        ax.text(border + 0.25, -1.45, f"border at {border:.2f}", fontsize=15, weight="bold",
                va="center")
    return figure


def plot_orders(X: np.ndarray, y: np.ndarray, lines: Sequence[np.ndarray], new: np.ndarray,
                title: str) -> Figure:
    """Draw lines (b, w₁, w₂) that all separate, and a new sample that they disagree on.

    Examples
    --------
    >>> lines = [np.array([0.1, 1, 0]), np.array([-0.1, 1, 0])]
    >>> figure = plot_orders(np.eye(2) - 0.5, np.array([1, -1]), lines, np.zeros(2), "Two")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['a new sample:', '1 lines say class +1,', '1 say class −1']
    """
    figure, (ax,) = _figure(title, 1, 5.0)
    ends = [_ends(np.array(w), b) for b, *w in lines]
    for k, pair in enumerate(ends):
        told = {"gid": "decoration"} if k else {"label": f"{len(ends)} separating lines, the first"}
        line, = ax.plot(*pair.T, color=style.INK, lw=0.6, zorder=1, **told)
        line.set_clip_path(Rectangle((-4.3, -4.3), 8.65, 8.6, transform=ax.transData))
    _samples(ax, X, y)
    plus = sum(b + new @ w > 0 for b, *w in lines)
    ax.plot(*new, "*", color=style.GREEN, markersize=30, markeredgecolor="white",
            markeredgewidth=2, zorder=4,
            label=f"new sample, in class +1 for {plus} of {len(lines)} lines")
    ax.set(xlim=(-4.3, 9.4), ylim=(-4.3, 4.3), aspect="equal", xticks=[-4, -2, 0, 2, 4],
           yticks=[-4, -2, 0, 2, 4])
    _name(ax, "$x_1$", "$x_2$")
    ax.xaxis.set_label_coords(0.31, -0.07)
    ax.spines["bottom"].set_bounds(-4.3, 4.3)
    for height, said, colour in ((1.2, "a new sample:", style.WORDS["male"]),
                                 (0.2, f"{plus} lines say class +1,", style.WORDS["survived"]),
                                 (-0.8, f"{len(lines) - plus} say class −1",
                                  style.WORDS["died"])):
        ax.text(4.7, height, said, fontsize=16, weight="bold", color=colour, va="center", zorder=3)
    return figure


def plot_updates(updates: Mapping[float, Sequence[int]], bounds: Mapping[float, float],
                 title: str) -> Figure:
    """Draw the numbers of updates on shifted AND in all orders, with Novikoff's bound.

    Examples
    --------
    >>> plot_updates({0: [18, 22]}, {0: 51.0}, "Below").axes[0].lines[0].get_ydata().tolist()
    [51.0]
    """
    figure, (ax,) = _figure(title, 1, 4.4)
    for shift, found in updates.items():
        values, many = np.unique(found, return_counts=True)
        first = np.argsort(-many, kind="stable")      # large dots behind small ones
        ax.scatter(np.full(len(values), shift), values[first], s=10 * many[first],
                   facecolor="none", edgecolor=style.BLUE, linewidth=1.8,
                   label=f"shifted by {shift:g}")
    ax.plot(list(bounds), list(bounds.values()), "_", color=style.INK, markersize=36,
            markeredgewidth=5, label="Novikoff's bound (R/ρ)²")
    last = max(bounds)
    ax.text(last - 0.3, bounds[last], "Novikoff's bound (R/ρ)²", fontsize=15, weight="bold",
            ha="right", va="center")
    words = f"updates in {len(updates[last])} orders\n(larger dot: more orders)"
    ax.text(last - 0.3, max(updates[last]), words, fontsize=BIG, ha="right", va="center")
    ax.set_yscale("log")
    ax.set_xticks(list(updates), [signed(shift, "g") for shift in updates])
    ax.set_xlim(min(updates) - 0.4, last + 0.4)
    _name(ax, "AND, both features shifted by", "updates (log scale)")
    return figure


def plot_hulls(sets: Mapping[str, tuple], title: str) -> Figure:
    """Draw the hulls of two classes, their nearest points, and the widest margin between them.

    ``sets`` gives for each panel X, y, the optimal multipliers, and the limits of both axes.

    Examples
    --------
    >>> from coursekit.datasets import make_and
    >>> hand = (*make_and(), np.array([0, 2, 2, 4.0]), (-0.5, 1.6))
    >>> plot_hulls({"AND": hand}, "Nearest").axes[0].lines[0].get_xydata().tolist()
    [[0.5, 0.5], [1.0, 1.0]]
    """
    figure, axes = _figure(title, len(sets), 5.1)
    for ax, (name, (X, y, alpha, limits)) in zip(axes, sets.items(), strict=True):
        ends = np.array([alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (-1, 1)])
        w = ends[1] - ends[0]
        edges = [end + FAR * np.outer([-1, 1], [-w[1], w[0]]) / np.linalg.norm(w) for end in ends]
        ax.fill(*np.vstack([edges[0], edges[1][::-1]]).T, color=style.AREAS["margin"], alpha=0.6,
                lw=0, zorder=0)
        ax.plot(*ends.T, color=style.GREEN, lw=5, marker="D", markersize=11, zorder=4,
                markeredgecolor="white", label="nearest points of the hulls")
        _line(ax, w, -w @ ends.mean(axis=0), color=style.INK, lw=3, zorder=1,
              gid="maximum-margin line")
        for c, _ in FACES:
            ax.fill(*_hull(X[y == c]).T, facecolor=(style.COLOURS[c], 0.2),
                    edgecolor=style.COLOURS[c], lw=2, zorder=1)
        _samples(ax, X, y)
        ringed = X[alpha > 1e-6 * alpha.max()]
        ax.plot(*ringed.T, "o", markersize=21, markerfacecolor="none", markeredgewidth=2.4,
                markeredgecolor=style.COLOURS["support vector"], zorder=5, label="_support vectors",
                gid="support vectors")
        ax.set(xlim=limits, ylim=limits, aspect="equal")
        ax.locator_params(nbins=5)
        _name(ax, "$x_1$", "$x_2$", f"{name}: {np.linalg.norm(w):.2f} apart")
        for end, word, away in zip(ends, ("$p_-$", "$p_+$"), (-0.08, 0.12), strict=True):
            at = end + away * np.ptp(limits) * w / np.linalg.norm(w)
            ax.text(*at, word, fontsize=20, ha="center", va="center", zorder=6)
    ring = Line2D([], [], ls="none", marker="o", markersize=12, markerfacecolor="none",
                  markeredgewidth=2.4, markeredgecolor=style.INK, label="support vectors")
    style.legend_below(figure, axes, ncols=4, more=[ring])
    return figure


def _hull(points: np.ndarray) -> np.ndarray:
    flat = len(points) < 3 or np.linalg.matrix_rank(points - points[0]) < 2
    return points if flat else points[ConvexHull(points).vertices]


def plot_angles(angles: Mapping[str, np.ndarray], title: str) -> Figure:
    """Draw the angle of each line to the true one, one row of dots per way of finding lines.

    Examples
    --------
    >>> figure = plot_angles({"widest": np.array([1.0, 2.0, 6.0])}, "Near")
    >>> figure.axes[0].texts[0].get_text()
    'median 2.0°'
    """
    figure, (ax,) = _figure("", 1, 4.4)
    figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
    colours = dict(zip(angles, (style.GREY, style.SKY, style.INK), strict=False))
    for row, (name, found) in enumerate(angles.items()):
        up = np.random.default_rng(0).uniform(-0.26, 0.26, len(found))
        ax.plot(found, -row + up, "o", color=colours[name], markersize=6, markeredgecolor="white",
                markeredgewidth=0.5, zorder=1, label=name)
        middle = np.median(found)
        ax.plot([middle, middle], [-row - 0.36, -row + 0.36], color=style.ORANGE, lw=5, zorder=2,
                label=f"_median of {name}")
        ax.text(0.985, -row, f"median {middle:.1f}°", fontsize=17, weight="bold", ha="right",
                va="center", transform=ax.get_yaxis_transform(), zorder=3)
    high = max(found.max() for found in angles.values())
    ax.set(xlim=(-0.3, 1.42 * high), ylim=(0.5 - len(angles), 0.5),
           yticks=[-row for row in range(len(angles))])
    ax.set_yticklabels(list(angles), fontsize=15)
    _name(ax, "angle between the line and the true line, in degrees (bar: median)", "")
    ax.set_ylabel("line found by", fontsize=BIG)
    return figure


def _root(v: np.ndarray) -> np.ndarray:
    return np.sign(v) * np.sqrt(np.abs(v))


def _square(v: np.ndarray) -> np.ndarray:
    return np.sign(v) * np.square(v)


def plot_profiles(table: pd.DataFrame, title: str) -> Figure:
    """Draw the passengers of each profile, survivors up and victims down; mixed profiles apart.

    ``table`` has the columns survived and died, one row per profile.

    Examples
    --------
    >>> figure = plot_profiles(pd.DataFrame({"survived": [2, 0], "died": [1, 3]}), "One mixed")
    >>> [float(bar.get_height()) for bar in figure.axes[0].containers[0]]
    [2.0, 0.0]
    """
    mixed = (table["survived"] > 0) & (table["died"] > 0)
    group = np.where(mixed, 1, np.where(table["survived"] > 0, 0, 2))
    order = np.lexsort((-(table["survived"] + table["died"]), group))
    table, group = table.iloc[order], group[order]
    figure, (ax,) = _figure(title, 1, 4.9)
    at = np.arange(len(table)) + 1.5 * group
    ax.set_yscale("function", functions=(_root, _square))
    ax.bar(at, table["survived"], 0.8, color=style.COLOURS["survived"], label="survived")
    ax.bar(at, -table["died"], 0.8, color=style.COLOURS["died"], label="died")
    ax.axhline(0, color=style.INK, lw=1.2, label="_zero")
    marks = np.array([200, 100, 25, 4])
    ax.set_yticks([*marks, 0, *-marks], [*map(str, marks), "0", *map(str, marks)])
    top = max(table["survived"].max(), table["died"].max())
    ax.set(ylim=_square(np.array([-1.12, 1.12])) * top, xticks=[])
    _name(ax, "one column per profile: sex, class, siblings or spouse, parents or children",
          "passengers (square-root scale)")
    for k, words in enumerate(("only\nsurvivors", "both outcomes", "only\nvictims")):
        here = group == k
        if here.any():
            ax.text(at[here].mean(), _square(0.9) * top, f"{words}:\n{here.sum()} profiles",
                    fontsize=15, ha="center", va="center", linespacing=1.15,
                    weight="bold" if k == 1 else "normal")
    for word, height in (("survived", 0.42), ("died", -0.42)):
        ax.text(at[-1], _square(height) * top, word, fontsize=16, weight="bold", ha="right",
                va="center", color=style.WORDS[word])
    return figure
