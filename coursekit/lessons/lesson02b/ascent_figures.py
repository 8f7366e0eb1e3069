"""Figures of dual ascent: the dual function below its lines, and steps over its contours.

Legend: f objective, c(x) ≥ 0 constraint with multiplier λ (``lam``), L = f - λ c Lagrangian,
q(λ) the smallest value of L. The example is ½‖x‖² with affine constraints.
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lagrange import inequality_qp
from coursekit.plots import style

FORBIDDEN = "#D9D9D9"
CONTOUR = "#9CC3DC"


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
    figure, ax = style.new_axes(title, "multiplier λ", "value of L(x, λ)", width=9.6, height=4.4)
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
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_dual_ascent(A: np.ndarray, t: np.ndarray, paths: Mapping[str, np.ndarray],
                     title: str) -> Figure:
    """Draw steps of dual ascent for ½‖x‖², A x ≥ t: x = Aᵀλ in the plane, λ over contours of q.

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
    [0.0, 1.25]
    """
    figure, (left, right) = style.new_panels(["the points x = Aᵀλ, over f",
                                              "the multipliers, over q"],
                                             ["$x_1$", "$λ_1$"], ["$x_2$", "$λ_2$"], width=12.0,
                                             height=4.8, sharey=False)
    style.headline(figure, title)
    _feasible_set(left, A, t)
    l1, l2 = np.meshgrid(np.linspace(-0.15, 2, 121), np.linspace(-0.2, 2.75, 121))
    lam = np.stack([l1, l2], axis=-1)
    q = lam @ t - ((lam @ A)**2).sum(axis=-1) / 2
    lines = right.contour(l1, l2, q, levels=[0.5, 1.25, 1.9, 2.3, 2.45], colors=CONTOUR,
                          linewidths=1.6, linestyles="solid")
    right.clabel(lines, fmt="q = %.4g", fontsize=10, colors=style.INK)
    x_best, best = inequality_qp(np.eye(2), [0, 0], A, t)
    for ax, place, name in ((left, x_best, "minimum"), (right, best, "optimum")):
        ax.plot(*np.transpose([place]), "*", color=style.GREEN, markersize=20, zorder=7,
                markeredgecolor="white", label=name)
    right.grid(False)
    looks = (("o-", style.BLUE, 5), ("s-", style.ORANGE, 4))
    for (name, path), (mark, colour, front) in zip(paths.items(), looks, strict=False):
        for ax, line in ((left, path @ A), (right, path)):
            ax.plot(*np.transpose(line), mark, color=colour, lw=1.8, markersize=7, label=name,
                    zorder=front)
            _number_returns(ax, line)
    right.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def _number_returns(ax: Axes, line: np.ndarray) -> None:
    """Label the points to which a path returns with the numbers of the steps."""
    places: dict[tuple, list[str]] = {}
    for k, place in enumerate(np.round(line, 9) + 0.0):
        places.setdefault(tuple(place.tolist()), []).append(str(k))
    for place, steps in places.items():
        if len(steps) > 1:
            inside, side = ((-12, 2), "right") if place[0] > np.mean(ax.get_xlim()) else \
                ((12, -16), "left")
            ax.annotate(f"after steps {' and '.join(steps)}", place, inside,
                        textcoords="offset points", ha=side, fontsize=12, zorder=6)


def _feasible_set(ax: Axes, A: np.ndarray, t: np.ndarray) -> None:
    """Shade the region where A x ≥ t does not hold, around the origin."""
    x1, x2 = np.meshgrid(np.linspace(-0.4, 4.4, 241), np.linspace(-0.4, 3.2, 181))
    gap = np.min(np.stack([x1, x2], axis=-1) @ A.T - t, axis=-1)
    ax.contourf(x1, x2, gap, levels=[-np.inf, 0], colors=[FORBIDDEN], zorder=0)
    ax.contour(x1, x2, gap, levels=[0], colors=style.INK, linewidths=2.5, zorder=1)
    ax.contour(x1, x2, x1**2 + x2**2, levels=[1, 2.5, 5, 8, 12], colors=CONTOUR, linewidths=1.6,
               zorder=1)
    ax.text(0.06, 2.85, "not feasible", fontsize=12)
    ax.grid(False)
    ax.set_aspect("equal", adjustable="box")
