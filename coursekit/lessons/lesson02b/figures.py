"""Figures of lesson 02b: tangents, lines below v, a cusp, and interviews per group.

Legend: f objective, c(x) ≥ 0 constraint, v(t) lowest allowed value if the fence stands at t.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lessons.lesson02b.explorers.swing import FENCE, GAP, VALLEYS, ball, bottoms
from coursekit.plots import style
from coursekit.wording import signed

TANGENT, PALE = "#A94A00", "#DCEBF5"
GREEN, PUSH_WORDS = style.COLOURS["multiplier"], "#00704F"
LINE = 241              # points of a curve


def plot_tangents(title: str) -> Figure:
    """Draw ½x² above its tangents, and x⁴ − 2x² with a level tangent that it crosses below."""
    figure, (left, right) = style.new_panels(["½x²: convex", "x⁴ − 2x²: not convex"], "place x",
                                             "height", width=8.8, height=4.1, sharey=False)
    style.headline(figure, title)
    x = np.linspace(-1.7, 1.7, LINE)
    cases = ((left, x**2 / 2, (-1.0, 0.0, 1.0), lambda a, z: a * z - a * a / 2),
             (right, x**4 - 2 * x**2, (0.0,), lambda a, z: 0 * z))
    for ax, graph, touched, tangent in cases:
        ax.grid(False)
        ax.plot(x, graph, color=style.INK, lw=4, label="graph of f", zorder=3)
        for a in touched:
            near = a + np.array([-0.6, 0.6])
            ax.plot(near, tangent(a, near), "--", color=TANGENT, lw=2.6,
                    label=f"tangent at {a:g}", zorder=2)
            ax.plot(a, tangent(a, a), "o", color=TANGENT, markersize=11, zorder=4,
                    markeredgecolor="white", label=f"point of contact at {a:g}")
        ax.set(xlim=(-1.75, 1.75), xticks=[-1, 0, 1])
    left.set(ylim=(-0.75, 1.5), yticks=[0, 1])
    right.set(ylim=(-1.55, 1.0), yticks=[-1, 0, 1])
    left.text(0, -0.55, "tangents: never above the graph", color=TANGENT, fontsize=14, ha="center")
    right.text(0, 0.2, "level at 0", color=TANGENT, fontsize=14, ha="center")
    right.text(0, -1.35, "but lower on both sides", fontsize=14, ha="center")
    return figure


def plot_dent(title: str) -> Figure:
    """Draw v(t) of both valleys of `Swing`, each with the highest line below it at one fence.

    Examples
    --------
    >>> figure = plot_dent("A dent")
    >>> [ax.get_title("left") for ax in figure.axes]
    ['v of one valley: no dent', 'v of two valleys: a dent']
    """
    figure, panels = style.new_panels(
        ["v of one valley: no dent", "v of two valleys: a dent"],
        "place t of the fence", ["height v of the ball", ""], width=8.8, height=4.4, sharey=False)
    style.headline(figure, title)
    looks = (("one valley", 1.0, 1.0, (-1.0, 1.9), (-0.95, 1.7), [0, 1]),
             ("two valleys", 0.0, 0.5, (-1.5, 1.4), (-1.85, 0.2), [-1, 0]))
    for ax, (name, t, slope, across, up, ticks) in zip(panels, looks, strict=True):
        valley = VALLEYS[name]
        v, q = ball(valley, t)[1], bottoms(valley, slope, t)[1]
        places = np.linspace(*across, LINE)
        ax.plot(places, [ball(valley, place)[1] for place in places], color=style.INK, lw=4,
                zorder=3, label="v(t), the height of the ball")
        ends = np.array([-0.45, 1.9] if name == "one valley" else across)
        ax.plot(ends, q + slope * (ends - t), "--", color=GREEN, lw=3, zorder=2,
                label=f"highest line below with slope {slope:g}")
        ax.plot(t, v, "o", color=style.INK, markersize=16, zorder=6, markeredgecolor="white",
                label="the ball")
        ax.set(xlim=across, ylim=up, xticks=[-1, 0, 1], yticks=ticks)
        ax.grid(False)
        ax.annotate("ball", (t, v), (-8, 12), textcoords="offset points", fontsize=16, ha="right",
                    fontweight="bold", va="center")
        if v - q > 1e-9:
            ax.plot([t, t], [q, v], color=GAP, lw=7, zorder=4, solid_capstyle="butt",
                    label="gap")
            ax.text(t + 0.02, q - 0.2, f"gap {v - q:.3f}", fontsize=16, color=GAP,
                    fontweight="bold", va="center")
            touched = np.array([-1.0, 1.0])
            dent = np.linspace(*touched, LINE)
            ax.fill_between(dent, q + slope * (dent - t),
                            [ball(valley, place)[1] for place in dent], facecolor="none",
                            edgecolor=GAP, hatch="//", lw=0, label="dent")
            ax.plot(touched, q + slope * (touched - t), "o", color=GREEN, markersize=11, zorder=5,
                    label="the line rests here")
    for ax, place, words in zip(panels, ((1.88, -0.42), (1.38, -0.85)),
                                ("slope 1 = push λ", "slope ½"), strict=True):
        ax.text(*place, words, fontsize=16, color=PUSH_WORDS, fontweight="bold", ha="right")
    return figure


def plot_cusp(title: str) -> Figure:
    """Draw the allowed set x1³ ≥ x2², whose leftmost point is a tip where ∇c = 0.

    Near the tip the fence pushes from both sides, straight against each other.
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=4.0)
    ax.grid(False)
    x1 = np.linspace(0, 1.1, LINE)
    ax.fill_between(x1, -x1**1.5, x1**1.5, color=PALE, label="allowed: x1³ ≥ x2²")
    for sign, name in ((1, "upper"), (-1, "lower")):
        ax.plot(x1, sign * x1**1.5 + 0.0, color=FENCE, lw=5, label=f"fence, {name} branch")
        _arrow(ax, (0, 0), (0, -0.5 * sign), GREEN, f"push from the {name} branch")
    ax.plot([0], [0], "o", color=style.INK, markersize=17, zorder=5, markeredgecolor="white",
            label="minimum of x1")
    _arrow(ax, (0, 0), (-0.4, 0), "#444444", "−∇f")
    ax.text(-0.42, 0.0, "pull", fontsize=15, ha="right", va="center", fontweight="bold")
    for height in (0.56, -0.56):
        ax.text(0, height, "push", fontsize=15, ha="center", color=PUSH_WORDS, fontweight="bold",
                va="bottom" if height > 0 else "top")
    ax.text(0.85, 0.0, "allowed", fontsize=15, ha="center", va="center")
    ax.text(0.66, 0.72, "fence", fontsize=15, ha="right", va="center", color=FENCE,
            fontweight="bold")
    ax.set(xlim=(-0.75, 1.1), ylim=(-1.0, 1.0), xticks=[0, 0.5, 1], yticks=[-1, 0, 1])
    return figure


def _arrow(ax: Axes, tail: tuple[float, float], tip: tuple[float, float], colour: str,
           name: str) -> None:
    ax.annotate("", tip, tail, gid=name, zorder=4, arrowprops={
        "arrowstyle": "-|>", "color": colour, "lw": 5, "mutation_scale": 26, "shrinkA": 0,
        "shrinkB": 0})


def plot_allocation(names: Sequence[str], shares: np.ndarray, best: np.ndarray,
                    rates: np.ndarray, title: str) -> Figure:
    """Draw how far the best number of interviews is from each group's share, in per cent of it.

    The groups are sorted; at the right are both numbers.
    """
    figure, ax = style.new_axes("", "more or fewer interviews than in proportion, in %", "group",
                                width=8.8, height=4.7)
    style.headline(figure, title)
    ax.grid(False)
    beyond = 100 * (best / shares - 1)
    order = np.argsort(beyond)
    for row, k in enumerate(order):
        more = beyond[k] > 0.5
        ax.barh(row, beyond[k], 0.6, color=GREEN if more else style.GREY, label=names[k])
        told = f"{signed(round(beyond[k]))}%" if abs(beyond[k]) > 0.5 else "0%"
        ax.text(beyond[k] + (2 if more else -2), row, told, fontsize=17, fontweight="bold",
                va="center", ha="left" if more else "right")
        ax.text(82, row, f"{shares[k]:.0f} → {best[k]:.0f}", fontsize=15, ha="center",
                va="center")
    ax.text(82, len(order) - 0.35, "interviews", fontsize=14, ha="center", va="center")
    ax.axvline(0, color=style.INK, lw=2.5)
    ax.set_yticks(range(len(order)), [f"{names[k]}: {rates[k]:.0%} survived" for k in order],
                  fontsize=14)
    ax.yaxis.label.set_visible(False)
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(-92, 98), ylim=(-0.6, len(order) - 0.1), xticks=[-50, 0, 50])
    return figure
