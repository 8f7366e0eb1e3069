"""Figures of lesson 02b: tangents, the price of a fence, a cusp, and interviews per group.

Legend: f objective, c(x) ≥ 0 constraint, v(t) lowest allowed value if the fence stands at t,
n_k interviews in group k.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from coursekit.plots import style
from coursekit.wording import signed

TANGENT, PALE = "#A94A00", "#DCEBF5"
PUSH_WORDS = "#00704F"
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
    right.text(0, 0.2, "level at 0 …", color=TANGENT, fontsize=14, ha="center")
    right.text(0, -1.35, "… but f is lower on both sides", fontsize=14, ha="center")
    return figure


def plot_price(t: float, moved: Sequence[float], title: str) -> Figure:
    """Draw v(t) = ½ max(0, t)² of the one valley with its tangent at t, and v at moved fences."""
    figure, ax = style.new_axes(title, "place t of the fence", "height of the ball", width=8.8,
                                height=4.3)
    ax.grid(False)
    places = np.linspace(-0.8, 1.9, LINE)
    slope = max(0.0, t)

    def v(place):
        return np.maximum(0, place)**2 / 2
    ax.plot(places, v(places), color=style.INK, lw=4, label="v(t), the height of the ball",
            zorder=3)
    near = np.array([-0.1, 1.9])
    ax.plot(near, v(t) + slope * (near - t), "--", color=style.COLOURS["multiplier"], lw=3,
            label="height at t, plus push × distance", zorder=2)
    ax.plot(t, v(t), "o", color=style.INK, markersize=15, zorder=5, markeredgecolor="white",
            label="the fence at t")
    for place in moved:
        bound = v(t) + slope * (place - t)
        ax.plot([place, place], [bound, v(place)], color="#9C3C72", lw=6, zorder=2,
                solid_capstyle="butt", label=f"v({place:g}) is this much above the line")
        ax.annotate(f"ball {v(place):.3f}", (place, v(place)), (-14, 10),
                    textcoords="offset points", ha="right", fontsize=15, fontweight="bold")
        ax.annotate(f"line {signed(bound, '.3f')}", (place, bound), (16, -16),
                    textcoords="offset points", fontsize=15, fontweight="bold", color=PUSH_WORDS)
    ax.text(0.25, -0.55, f"the line's slope is the push λ = {slope:.0f}", fontsize=15,
            color=PUSH_WORDS)
    ax.text(-0.45, 0.12, "fence not touched:\nmoving it costs nothing", fontsize=14, ha="center")
    ax.set(xlim=(-0.9, 2.0), ylim=(-0.75, 1.85), yticks=[0, 0.5, 1, 1.5])
    return figure


def plot_cusp(title: str) -> Figure:
    """Draw the allowed set x1³ ≥ x2², whose leftmost point is a tip where ∇c = 0."""
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=4.0)
    ax.grid(False)
    x1 = np.linspace(0, 1.1, LINE)
    ax.fill_between(x1, -x1**1.5, x1**1.5, color=PALE, label="allowed: x1³ ≥ x2²")
    for sign, name in ((1, "upper"), (-1, "lower")):
        ax.plot(x1, sign * x1**1.5 + 0.0, color="#7A4A2A", lw=5, label=f"fence, {name} branch")
    ax.plot([0], [0], "o", color=style.INK, markersize=17, zorder=5, markeredgecolor="white",
            label="minimum of x1")
    ax.annotate("", (-0.36, 0), (0, 0), gid="−∇f", zorder=4, arrowprops={
        "arrowstyle": "-|>", "color": "#444444", "lw": 5, "mutation_scale": 26, "shrinkA": 0,
        "shrinkB": 0})
    ax.text(-0.2, 0.12, "pull −∇f", fontsize=15, ha="center", fontweight="bold")
    ax.text(-0.05, -0.36, "∇c = 0: no push,\nhowever large λ is", fontsize=15, ha="right",
            color=PUSH_WORDS, fontweight="bold")
    ax.text(0.82, 0.0, "allowed", fontsize=15, ha="center", va="center")
    ax.set(xlim=(-0.75, 1.1), ylim=(-1.0, 1.0), xticks=[0, 0.5, 1], yticks=[-1, 0, 1])
    return figure


def plot_allocation(names: Sequence[str], shares: np.ndarray, best: np.ndarray,
                    rates: np.ndarray, title: str) -> Figure:
    """Draw for each group its share of the interviews and the best number, on one line."""
    figure, ax = style.new_axes(title, "interviews, of 100", "group and survival rate", width=8.8,
                                height=4.7)
    ax.grid(axis="y", visible=False)
    ax.grid(axis="x", visible=True)
    rows = np.arange(len(names))[::-1]
    for name, row, share, n in zip(names, rows, shares, best, strict=True):
        ax.plot([share, n], [row, row], color=style.INK, lw=3, zorder=2,
                label=f"{name}, from its share to the best number")
    ax.plot(shares, rows, "o", markersize=15, markerfacecolor="white", markeredgewidth=2.5,
            color=style.GREY, label="in proportion to the group", zorder=3)
    ax.plot(best, rows, "D", markersize=14, color=style.COLOURS["multiplier"],
            markeredgecolor="white", label="best", zorder=4)
    for row, share, n in zip(rows, shares, best, strict=True):
        side = 1 if n >= share else -1
        word = "best: " if n - share == max(best - shares) else ""
        ax.annotate(f"{word}{n:.1f}", (n, row), (13 * side, 0), textcoords="offset points",
                    ha="left" if side > 0 else "right", va="center", fontsize=15,
                    fontweight="bold", color=PUSH_WORDS)
    ax.annotate("in proportion", (shares[0], rows[0]), (14, 0), textcoords="offset points",
                va="center", fontsize=14, color=style.GREY)
    ax.set_yticks(rows, [f"{name}: {rate:.0%}"
                         for name, rate in zip(names, rates, strict=True)], fontsize=14)
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, 44), ylim=(-0.6, len(names) - 0.4), xticks=[0, 10, 20, 30, 40])
    return figure
