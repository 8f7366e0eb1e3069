"""Figures of lesson 02: gradients along a line, the price of a fence, two rates, two planes."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lessons.lesson02.arrows import FENCE, FORBIDDEN, PULL, PUSH, VALLEY, WORDS
from coursekit.lessons.lesson02.explorers.fence import N, resting_place
from coursekit.plots import style
from coursekit.plots.kernels import project

TURN, TILT = -136, 22            # degrees, of the view of the two planes


def plot_gradients(x: Sequence[float], title: str) -> Figure:
    """Draw ∇f and ∇c of x1² + x2² and x1 + x2 − 1 at points of the line x1 + x2 = 1.

    Examples
    --------
    >>> figure = plot_gradients([0.0, 0.5], "Parallel at one point only")
    >>> sum(text.get_gid() is not None for text in figure.axes[0].texts)
    4
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=5.6)
    span, share = (-0.75, 1.95), 0.27        # share of their lengths, so that they fit
    _circles(ax, [0.125, 0.5, 1, 2, 3.5])
    ax.set(xlim=span, ylim=span)
    ax.plot([-0.75, 1.75], [1.75, -0.75], color=FENCE, lw=4, label="constraint $x_1 + x_2 = 1$")
    for place in x:
        point = np.array([place, 1 - place])
        for step, colour, name, width in ((np.ones(2), PUSH, "∇c", 9.0),
                                          (2 * point, PULL, "∇f", 2.8)):
            _arrow(ax, point, share * step, colour, f"{name} (at {share} of its length)", width)
    ax.plot(list(x), [1 - v for v in x], "o", color=style.INK, markersize=9, zorder=5,
            label="feasible points")
    ax.annotate("minimum:\nparallel here", (0.5, 0.5), (0.5, -0.45), fontsize=14, ha="center",
                va="center", fontweight="bold", bbox={"fc": "white", "ec": "none", "pad": 2},
                arrowprops={"arrowstyle": "-", "color": style.INK, "shrinkB": 7})
    for colour, name, width in ((PULL, "∇f", 2.8), (PUSH, "∇c", 9.0), (VALLEY, "height f", 1.6)):
        ax.plot([], [], color=colour, lw=width, label=name, gid="decoration")
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=14)
    return figure


def plot_price(before: tuple[float, float], after: tuple[float, float], title: str) -> Figure:
    """Draw fence 1 moved from one place to the next, with the old ball; beside it the climb.

    The climb stands between old push × distance and new push × distance.

    Examples
    --------
    >>> bars = plot_price((1.1, 1.2), (1.2, 1.2), "Between").axes[1].patches
    >>> bool(bars[0].get_width() < bars[1].get_width() < bars[2].get_width())
    True
    """
    figure = style.new_figure(8.8, 4.6)
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.15))
    style.label(left, "fence 1 moves on", "$x_1$", "$x_2$")
    style.label(right, "the ball climbs", "climb in units of height", "")
    style.headline(figure, title)
    _circles(left, np.arange(0.2, 2.2, 0.2))
    for places, dash, colour, name in ((before, "--", style.GREY, "before"),
                                       (after, "-", style.INK, "after")):
        for n, t in zip(N, places, strict=False):
            ends = np.array([t * n + 9 * np.array([-n[1], n[0]]) * side for side in (1, -1)])
            left.plot(*ends.T, dash, color=FENCE, lw=3.5 if dash == "-" else 2.5,
                      label=f"fences {name}", gid="decoration", zorder=2)
        x, _, lam = resting_place(*places)
        left.plot(*x, "o", color=colour, markersize=15, zorder=5, markeredgecolor="white",
                  label=f"ball {name}")
        for i in (0, 1):
            _arrow(left, x, 0.35 * lam[i] * N[i], PUSH if dash == "-" else "#7FC9B3",
                   f"push {i + 1} {name}", 4.5 if dash == "-" else 3)
    for (t1, _), words, side, gap in ((before, "before", "right", -0.04),
                                      (after, "after", "left", 0.04)):
        left.text((t1 - N[0, 1] * 1.5) / N[0, 0] + gap, 1.5, words, fontsize=14, ha=side,
                  va="center")
    left.set(xlim=(0.38, 1.42), ylim=(0.62, 1.6), aspect="equal", xticks=[0.5, 1], yticks=[1, 1.5])
    left.grid(False)
    _sandwich(right, before, after)
    return figure


def _sandwich(ax: Axes, before: tuple[float, float], after: tuple[float, float]) -> None:
    way = after[0] - before[0]
    (x_old, _, old), (x_new, _, new) = resting_place(*before), resting_place(*after)
    rows = {f"old push\n{old[0]:.2f} × {way:.1f}": (old[0] * way, "#7FC9B3"),
            "found": (x_new @ x_new / 2 - x_old @ x_old / 2, style.INK),
            f"new push\n{new[0]:.2f} × {way:.1f}": (new[0] * way, PUSH)}
    names, values = list(rows), [value for value, _ in rows.values()]
    ax.barh(names, values, color=[colour for _, colour in rows.values()], height=0.55)
    for y, value in enumerate(values):
        ax.text(value + 0.03 * max(values), y, f"{value:.4f}", fontsize=17, fontweight="bold",
                va="center")
    ax.set(xlim=(0, 1.42 * max(values)), xticks=np.arange(0, max(values), 0.02))
    ax.invert_yaxis()
    ax.grid(False)
    ax.tick_params(axis="y", labelsize=14)


def plot_two_rates(free: Sequence[float], held: Sequence[float], n: Sequence[int], lam: float,
                   title: str) -> Figure:
    """Draw two shares, women and men, that a constraint has pushed towards each other.

    Parameters
    ----------
    free, held : sequence of two floats
        Shares without and with the constraint.
    n : sequence of two ints
        Passengers in each group.
    lam : float
        The push, the same on both.
    title : str
        The message.

    Examples
    --------
    >>> plot_two_rates([0.7, 0.2], [0.6, 0.3], [10, 20], 1.0, "Closer").axes[0].get_ylabel()
    'group'
    """
    figure, ax = style.new_axes(title, "number that stands for the group", "group", width=8.8,
                                height=4.3)
    names = ("female", "male")
    for y, (name, start, end, count) in enumerate(zip(names, free, held, n, strict=True)):
        colour = style.COLOURS[name]
        ax.plot([start], [y], "o", markersize=17, markerfacecolor="white", markeredgecolor=colour,
                markeredgewidth=3, zorder=3, label=f"{name}: rate")
        ax.plot([end], [y], "o", markersize=17, color=colour, zorder=4, label=f"{name}: held")
        way = np.sign(end - start)
        _arrow(ax, np.array([start + 0.018 * way, y]), np.array([end - start - 0.037 * way, 0]),
               style.INK, f"shift {name}", 2.5)
        away = 2 * y - 1                        # from the fence, which stands between the rows
        ax.text((start + end) / 2, y + 0.3 * away, f"moved {abs(end - start):.3f}", fontsize=16,
                fontweight="bold", ha="center", va="center")
        ax.text((start + end) / 2, y + 0.6 * away, f"push {lam:.1f} against {count} passengers",
                fontsize=14, ha="center", va="center", color=style.INK)
    _allowed_gap(ax, *held)
    ax.set(xlim=(0, 1), ylim=(1.9, -0.9), yticks=[0, 1])
    ax.set_yticklabels(["women", "men"], fontsize=15)
    ax.grid(False)
    return figure


def _allowed_gap(ax: Axes, high: float, low: float) -> None:
    """Draw how far apart the constraint lets the two numbers be, between their rows."""
    ax.vlines([high, low], [0.13, 0.5], [0.5, 0.87], colors=FENCE, linestyles=":", lw=2.5,
              zorder=1, gid="decoration")
    ax.annotate("", (high, 0.5), (low, 0.5), gid="allowed gap", arrowprops={
        "arrowstyle": "<|-|>", "color": FENCE, "lw": 4, "mutation_scale": 20, "shrinkA": 0,
        "shrinkB": 0})
    ax.text(max(high, low) + 0.02, 0.5, f"fence: at most {abs(high - low):.2g} apart", fontsize=14,
            va="center", color=FENCE, fontweight="bold")


def plot_planes(n1: np.ndarray, n2: np.ndarray, lam: Sequence[float], title: str) -> Figure:
    """Draw two planes in space, the line they share, and ∇f as a sum of multiples of ∇c1 and ∇c2.

    Parameters
    ----------
    n1, n2 : ndarray, shape (3,)
        The gradients of both constraints, perpendicular to the first axis.
    lam : sequence of two floats
        The multipliers.
    title : str
        The message.

    Examples
    --------
    >>> up, out = np.array([0, 0, 1.0]), np.array([0, -1.0, 0.4])
    >>> len(plot_planes(up, out, [1.0, 0.8], "Across the line").axes[0].patches)
    2
    """
    figure, ax = style.new_axes(title, "two planes in space", "seen at an angle", width=8.8,
                                height=5.0)
    line = np.array([1.0, 0, 0])
    for n, name, at in ((n1, "$c_1 = 0$", (-1.2, 0.7)), (n2, "$c_2 = 0$", (1.3, -0.75))):
        across = np.cross(n, line) / np.linalg.norm(n)
        across *= np.sign(across[1]) or 1.0
        corners = [a * line + b * across for a, b in ((-1.7, -1), (1.7, -1), (1.7, 1), (-1.7, 1))]
        ax.fill(*_seen(corners).T, facecolor=FORBIDDEN, alpha=0.55, edgecolor=FENCE, lw=1.5,
                zorder=1)
        ax.text(*_seen([at[0] * line + at[1] * across])[0], name, fontsize=15, ha="center",
                va="center", color="#303030", zorder=3)
    ax.plot(*_seen([-1.7 * line, 1.7 * line]).T, color=style.INK, lw=4, zorder=3,
            label="where both hold")
    parts = [lam[0] * n1, lam[1] * n2]
    total = parts[0] + parts[1]
    for step, colour, name, beside in ((parts[0], PUSH, "$λ_1 ∇c_1$", (42, -4)),
                                       (parts[1], PUSH, "$λ_2 ∇c_2$", (-40, -2)),
                                       (total, PULL, "$∇f$", (-4, 12))):
        start, end = _seen([np.zeros(3), step])
        _arrow(ax, start, end - start, colour, name, 4.5)
        ax.annotate(name, end, beside, textcoords="offset points", fontsize=16, ha="center",
                    color=WORDS[colour], fontweight="bold", zorder=7)
    for part, side in zip(parts, (-line, line), strict=True):
        ax.plot(*_seen(_right_angle(part, side)).T, color=PUSH, lw=1.8, zorder=4, gid="decoration")
        ax.plot(*_seen([part, total]).T, ":", color=PUSH, lw=2.5, zorder=4, gid="decoration")
    ax.plot(*_seen([np.zeros(3)]).T, "o", color=style.INK, markersize=13, zorder=6,
            label="minimum on the line")
    ax.set(xticks=[], yticks=[])
    ax.set_aspect("equal", adjustable="datalim")
    ax.grid(False)
    ax.legend(loc="lower right", fontsize=14)
    return figure


def _right_angle(one: np.ndarray, other: np.ndarray) -> list[np.ndarray]:
    """Return three corners of a small square between two directions."""
    u, w = (0.17 * v / np.linalg.norm(v) for v in (one, other))
    return [u, u + w, w]


def _seen(points: Sequence) -> np.ndarray:
    return project(np.asarray(points, dtype=float), TURN, TILT)


def _circles(ax: Axes, heights: Sequence[float]) -> None:
    """Draw where ½‖x‖², or ‖x‖² for twice the height, is constant."""
    angle = np.linspace(0, 2 * np.pi, 181)
    for h in heights:
        radius = np.sqrt(h)
        ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=VALLEY, lw=1.3, alpha=0.8,
                zorder=0, gid="decoration")
    ax.set_aspect("equal", adjustable="box")
    ax.grid(False)


def _arrow(ax: Axes, tail: np.ndarray, step: np.ndarray, colour: str, name: str,
           width: float = 3.0) -> None:
    """Draw an arrow with a name for the text alternative, unless its length is 0."""
    if np.linalg.norm(step) > 1e-9:
        ax.annotate("", tail + step, tail, zorder=4, gid=name, arrowprops={
            "arrowstyle": "-|>", "color": colour, "lw": width, "mutation_scale": 17 + 1.5 * width,
            "shrinkA": 0, "shrinkB": 0})
