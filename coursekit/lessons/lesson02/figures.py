"""Figures of lesson 02: gradients along a line, rings of L, two rates, two planes."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon

from coursekit.lessons.lesson02.arrows import FENCE, FORBIDDEN, PULL, PUSH, VALLEY, WORDS
from coursekit.plots import style
from coursekit.plots.kernels import project

TURN, TILT = -136, 22            # degrees, of the view of the two planes
UPRIGHT = "#F2D9B8"              # tint of the second plane
PAPER = {"fc": "white", "ec": "none", "pad": 2}     # behind words on a line


def plot_gradients(x: Sequence[float], title: str) -> Figure:
    """Draw ∇f and ∇c of x1² + x2² and x1 + x2 − 1 at points of the line x1 + x2 = 1.

    The names stand at the arrows of the first point.

    Examples
    --------
    >>> figure = plot_gradients([0.0, 0.5], "Parallel at one point only")
    >>> sum(text.get_gid() is not None for text in figure.axes[0].texts)
    4
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=5.4)
    share = 0.27                                # of their lengths, so that they fit
    _circles(ax, [0.125, 0.5, 1, 2])
    ax.set(xlim=(-1.75, 2.25), ylim=(-0.6, 1.95), xticks=[-1, 0, 1, 2], yticks=[0, 1])
    ax.plot([-1, 1.6], [2, -0.6], color=FENCE, lw=4, label="constraint $x_1 + x_2 = 1$")
    for place in x:
        point = np.array([place, 1 - place])
        for step, colour, name, width in ((np.ones(2), PUSH, "∇c", 9.0),
                                          (2 * point, PULL, "∇f", 2.8)):
            _arrow(ax, point, share * step, colour, f"{name} (at {share} of its length)", width)
    ax.plot(list(x), [1 - v for v in x], "o", color=style.INK, markersize=9, zorder=5,
            label="feasible points")
    first = np.array([x[0], 1 - x[0]])
    for step, colour, name, away in ((np.ones(2), PUSH, "∇c", (0.1, 0.0)),
                                     (2 * first, PULL, "∇f", (-0.27, -0.04))):
        ax.text(*(first + share * step + away), name, fontsize=17, fontweight="bold",
                va="center", color=WORDS[colour])
    ax.text(1.48, 0.06, "allowed: the line\n$x_1 + x_2 = 1$", fontsize=14, va="center",
            color=FENCE)
    ax.annotate("minimum:\nparallel here", (0.5, 0.5), (1.48, 0.56), fontsize=14, va="center",
                fontweight="bold",
                arrowprops={"arrowstyle": "-", "color": style.INK, "shrinkB": 7})
    return figure


def plot_rings(pushes: Sequence[float], title: str) -> Figure:
    """Draw rings of L(·, λ) for x1² + x2² on the line x1 + x2 = 1, one panel for each λ.

    An arrow goes from the lowest point of f to that of L; a ring marks the minimum on the line.

    Examples
    --------
    >>> figure = plot_rings([0, 1], "The bottom moves")
    >>> [tuple(map(float, ax.lines[-1].get_xydata()[0])) for ax in figure.axes]
    [(0.0, 0.0), (0.5, 0.5)]
    """
    figure = style.new_figure(8.8, 4.0)
    style.headline(figure, title)
    for ax, lam in zip(figure.subplots(1, len(pushes)), pushes, strict=True):
        bottom = np.full(2, lam / 2)
        ax.set_title(f"λ = {lam:g}: {_how_hard(lam)}", color=WORDS[PUSH], fontsize=16)
        for radius in np.arange(1, 12) / 4:
            ax.add_patch(Circle(bottom, radius, fill=False, ec=VALLEY, lw=1.4, zorder=1))
        ax.plot([-1, 2], [2, -1], color=FENCE, lw=4, zorder=2, label="constraint $x_1 + x_2 = 1$")
        ax.plot([0.5], [0.5], "o", markersize=13, markerfacecolor="white", zorder=3,
                markeredgecolor=style.INK, markeredgewidth=2.2, label="minimum on the line")
        _arrow(ax, np.zeros(2), bottom, PUSH, "the bottom moves", 4)
        ax.plot(*bottom[:, None], "D", color=PUSH, markersize=12, zorder=5,
                markeredgecolor="white", label="bottom of L")
        ax.set(xlim=(-0.75, 1.75), ylim=(-0.75, 1.75), aspect="equal", xticks=[], yticks=[],
               xlabel="$x_1$")
        ax.grid(False)
        ax.spines[:].set_visible(True)
    first, middle = figure.axes[:2]
    first.set_ylabel("$x_2$")
    first.text(0.28, 0.98, "allowed: the line", rotation=-45, fontsize=14, ha="center",
               va="center", color=FENCE, bbox=PAPER, zorder=4)
    middle.annotate("minimum\non the line", (0.5, 0.5), (1.1, 1.3), fontsize=14, ha="center",
                    va="center", zorder=6, bbox=PAPER,
                    arrowprops={"arrowstyle": "-", "color": style.INK, "shrinkB": 8})
    return figure


def _how_hard(lam: float) -> str:
    return "no push" if lam == 0 else "just right" if lam == 1 else "too hard"


def plot_two_rates(free: Sequence[float], held: Sequence[float], n: Sequence[int], lam: float,
                   title: str) -> Figure:
    """Draw two numbers, women's and men's, that a constraint has pushed towards each other.

    Parameters
    ----------
    free, held : sequence of two floats
        Numbers without and with the constraint.
    n : sequence of two ints
        Passengers in each group.
    lam : float
        The push, the same on both.
    title : str
        The message.

    Examples
    --------
    >>> plot_two_rates([0.7, 0.2], [0.6, 0.3], [10, 20], 1.0, "Closer").axes[0].get_xlabel()
    'number that stands for the group'
    """
    figure, ax = style.new_axes(title, "number that stands for the group", "group", width=8.8,
                                height=4.3)
    for y, (name, start, end, count) in enumerate(zip(("women", "men"), free, held, n,
                                                      strict=True)):
        way, away = np.sign(end - start), 2 * y - 1     # away from the fence between the rows
        _arrow(ax, np.array([start + 0.018 * way, y]), np.array([end - start - 0.037 * way, 0]),
               PUSH, f"shift {name}", 5)
        ax.plot([start], [y], "o", markersize=17, markerfacecolor="white", zorder=3,
                markeredgecolor=style.INK, markeredgewidth=3, label=f"{name}: rate")
        ax.plot([end], [y], "o", markersize=17, color=style.INK, zorder=4, label=f"{name}: held")
        ax.text(start - 0.03 * way, y, f"survival rate {start:.3f}", fontsize=14, va="center",
                ha="right" if way > 0 else "left")
        ax.text(end + 0.03 * way, y, f"{end:.3f}", fontsize=17, fontweight="bold", va="center",
                ha="left" if way > 0 else "right")
        ax.text((start + end) / 2, y + 0.36 * away, f"moved {abs(end - start):.3f}", fontsize=16,
                fontweight="bold", ha="center", va="center", color=WORDS[PUSH])
        ax.text((start + end) / 2, y + 0.68 * away, f"push {lam:.1f} against {count} passengers",
                fontsize=14, ha="center", va="center", color=WORDS[PUSH])
    _allowed_gap(ax, *held)
    ax.set(xlim=(-0.12, 1.05), ylim=(1.95, -0.95), yticks=[0, 1], xticks=np.linspace(0, 1, 6))
    ax.set_yticklabels(["women", "men"], fontsize=15)
    ax.yaxis.label.set_visible(False)
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
    ax.set_axis_off()
    line = np.array([1.0, 0, 0])
    for n, name, at, tint in ((n1, "$c_1 = 0$", (-1.45, 0.72), FORBIDDEN),
                              (n2, "$c_2 = 0$", (1.3, -0.75), UPRIGHT)):
        across = np.cross(n, line) / np.linalg.norm(n)
        across *= np.sign(across[1]) or 1.0
        corners = [a * line + b * across for a, b in ((-1.7, -1), (1.7, -1), (1.7, 1), (-1.7, 1))]
        ax.add_patch(Polygon(_seen(corners), facecolor=(tint, 0.55), edgecolor=FENCE, lw=1.5,
                             zorder=1))
        ax.text(*_seen([at[0] * line + at[1] * across])[0], name, fontsize=15, ha="center",
                va="center", color="#303030", zorder=3)
    parts = [lam[0] * n1, lam[1] * n2]
    total = parts[0] + parts[1]
    _rings_in_a_plane(ax, n1, total)
    ax.plot(*_seen([-1.7 * line, 1.7 * line]).T, color=style.INK, lw=4, zorder=3,
            label="where both hold")
    rise = np.subtract(*_seen([-line, line]))
    ax.annotate("both hold", _seen([-1.0 * line])[0], (-3, 8), textcoords="offset points",
                fontsize=15, ha="center", va="bottom", zorder=7, fontweight="bold",
                rotation=np.degrees(np.arctan2(*rise[::-1])), rotation_mode="anchor")
    for step, colour, name, beside in ((parts[0], PUSH, "$λ_1 ∇c_1$", (40, 10)),
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
    ax.annotate("minimum", _seen([np.zeros(3)])[0], (-36, -94), textcoords="offset points",
                fontsize=15, ha="center", zorder=7, fontweight="bold",
                arrowprops={"arrowstyle": "-", "color": style.INK, "shrinkB": 7})
    ax.set_aspect("equal", adjustable="datalim")
    return figure


def _rings_in_a_plane(ax: Axes, n: np.ndarray, gradient: np.ndarray) -> None:
    """Draw, in the plane through 0 across n, where ‖x + gradient‖ is constant: two rings."""
    middle = n * (n @ gradient) / (n @ n) - gradient
    u = middle / np.linalg.norm(middle)
    w = np.cross(n, u) / np.linalg.norm(n)
    turn = np.linspace(0, 2 * np.pi, 181)[:, None]
    for share in (0.6, 1.0):
        ring = middle + share * np.linalg.norm(middle) * (np.cos(turn) * u + np.sin(turn) * w)
        (drawn,) = ax.plot(*_seen(ring).T, color=VALLEY, lw=2, zorder=2, gid="decoration")
        drawn.set_clip_path(ax.patches[0])
    ax.annotate("f constant", _seen([0.95 * middle])[0], (2, 9), textcoords="offset points",
                fontsize=14, ha="center", va="center", color="#2A6A9E", zorder=7)


def _right_angle(one: np.ndarray, other: np.ndarray) -> list[np.ndarray]:
    """Return three corners of a small square between two directions."""
    u, w = (0.17 * v / np.linalg.norm(v) for v in (one, other))
    return [u, u + w, w]


def _seen(points: Sequence) -> np.ndarray:
    return project(np.asarray(points, dtype=float), TURN, TILT)


def _circles(ax: Axes, heights: Sequence[float]) -> None:
    """Draw where ‖x‖² is each of the heights."""
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
