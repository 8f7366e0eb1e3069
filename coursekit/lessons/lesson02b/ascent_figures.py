"""Figures of dual ascent: the dual function below its lines, and steps over its contours.

Legend: f objective, c(x) ≥ 0 constraint with multiplier λ (``lam``), L = f - λ c Lagrangian,
q(λ) the smallest value of L. The example is ½‖x‖² with affine constraints.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from coursekit.lagrange import inequality_qp
from coursekit.plots import style

CONTOUR = "#9CC3DC"
BEND = 0.07             # of an arrow, as a share of its length


def plot_dual_lines(points: np.ndarray, t: float, title: str) -> Figure:
    """Draw L(x, λ) = ½‖x‖² - λ(x1 + x2 - t) over λ, one line per point x, and q(λ) = λt - λ².

    Parameters
    ----------
    points : ndarray, shape (n, 2)
        The points x.
    t : float
        Where the constraint stands.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_dual_lines(np.array([[1.0, 1.0], [0.0, 0.0]]), 1.0, "Below all lines")
    >>> float(figure.axes[0].lines[-1].get_ydata().max())
    0.25
    """
    figure, ax = style.new_axes(title, "multiplier λ", "value of L(x, λ)", width=8.8, height=4.4)
    ends = np.array([0, 1.25])
    feasible = points.sum(axis=1) >= t
    for which, colour, dash, name in ((feasible, style.SKY, "-", "feasible x"),
                                      (~feasible, style.GREY, "--", "x not feasible")):
        name = f"{name}: {which.sum()} " + ("line" if which.sum() == 1 else "lines")
        for k, x in enumerate(points[which]):
            ax.plot(ends, x @ x / 2 - ends * (x.sum() - t), dash, color=colour, lw=1.6, label=name
                    if k == 0 else "_line", gid=None if k == 0 else "decoration")
    lam = np.linspace(*ends, 126)
    ax.axhline(max(0, t) ** 2 / 4, color=style.ORANGE, lw=2.5,
               label="smallest feasible ½‖x‖²", zorder=3)
    ax.plot(lam, lam * t - lam**2, color=style.COLOURS["multiplier"], lw=4,
            label="q(λ), the lowest of all lines", zorder=4)
    ax.set(xlim=ends, ylim=(-0.55, 1.15))
    for y, words, colour in ((0.85, "x not feasible", style.GREY),
                             (0.27, "smallest\nfeasible ½‖x‖²", style.WORDS["died"]),
                             (0.0, "feasible x", style.WORDS["survived"]),
                             (-0.31, "q(λ), the lowest\nof all lines", "#00704F")):
        ax.text(1.27, y, words, fontsize=14, fontweight="bold", va="center", color=colour)
    return figure


def plot_dual_ascent(A: np.ndarray, t: np.ndarray, paths: Mapping[str, np.ndarray],
                     title: str) -> Figure:
    """Draw steps of dual ascent for ½‖x‖², A x ≥ t, over rings of q.

    Parameters
    ----------
    A, t : ndarray, shapes (2, 2) and (2,)
        Two constraints in the plane.
    paths : mapping of str to ndarray of shape (m, 2)
        Names, and the multipliers step by step; at most two paths.
    title : str
        The message.

    Examples
    --------
    >>> A, t = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([2.0, 3.0])
    >>> figure = plot_dual_ascent(A, t, {"one step": np.array([[0, 0], [0.5, 0.75]])}, "Up")
    >>> figure.axes[0].lines[-1].get_xdata().tolist()
    [0.0, 0.5]
    """
    figure, ax = style.new_axes(title, "multiplier $λ_1$", "multiplier $λ_2$", width=8.8,
                                height=4.8)
    l1, l2 = np.meshgrid(np.linspace(-0.5, 2.7, 161), np.linspace(-0.2, 2.75, 121))
    lam = np.stack([l1, l2], axis=-1)
    q = lam @ t - ((lam @ A)**2).sum(axis=-1) / 2
    ax.contour(l1, l2, q, levels=[0.5, 1.25, 1.9, 2.3, 2.45], colors=CONTOUR, linewidths=1.6,
               linestyles="solid")
    _, best = inequality_qp(np.eye(2), [0, 0], A, t)
    ax.plot(*best[:, None], "*", color=style.GREEN, markersize=22, zorder=7,
            markeredgecolor="white", label="top of q")
    ax.annotate("top of q", best, (14, -18), textcoords="offset points", fontsize=15,
                fontweight="bold", color="#00704F", zorder=8)
    ax.grid(False)
    looks = ((style.BLUE, "survived", (46, 10), "left"), (style.ORANGE, "died", (14, 6), "left"))
    for (name, path), (colour, word, away, ha) in zip(paths.items(), looks, strict=False):
        numbers: dict[tuple, list[str]] = {}        # of the steps between the same two points
        for k, move in enumerate(zip(path[:3], path[1:4]), 1):      # later ones are too short
            numbers.setdefault(tuple(np.round(move, 6).ravel()), []).append(str(k))
        for (*start, x, y), steps in numbers.items():
            ax.annotate("", (x, y), start, gid=name, zorder=5, arrowprops={
                "arrowstyle": "-|>", "color": colour, "lw": 2.5, "mutation_scale": 20,
                "connectionstyle": f"arc3,rad={BEND}", "shrinkA": 4, "shrinkB": 4})
            if len(numbers) < len(path[1:4]):       # to and fro
                along = np.subtract((x, y), start)
                at = start + 0.3 * along + (0.42 * BEND + 0.05) * np.array([along[1], -along[0]])
                ax.text(*at, ", ".join(steps), fontsize=15, fontweight="bold", ha="center",
                        va="center", color=style.WORDS[word], zorder=8)
        ax.plot(*path.T, "o", color=colour, label=name, zorder=6,
                markersize=8 if len(path) < 9 else 5)
        ax.annotate(name, path[path[:, 1].argmax()], away, textcoords="offset points", fontsize=16,
                    ha=ha, fontweight="bold", color=style.WORDS[word], zorder=8)
    return figure
