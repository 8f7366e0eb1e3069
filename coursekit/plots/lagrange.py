"""Figures about constraints: tangents, gradients, multipliers, and the dual function.

Legend: f objective, c(x) ≥ 0 constraint with multiplier λ (``lam``), L = f - λ c Lagrangian,
q(λ) the smallest value of L. The examples are ½‖x‖² or ‖x‖² with affine constraints.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lagrange import inequality_qp
from coursekit.plots import style

FORBIDDEN = "#D9D9D9"
CONTOUR = "#9CC3DC"


def plot_tangents(curves: Mapping[str, tuple[Callable, Callable, Sequence[float]]],
                  title: str) -> Figure:
    """Draw functions of one variable, each with some of its tangents.

    Parameters
    ----------
    curves : mapping of str to (f, slope, points)
        Panel titles; a function, its derivative, and where tangents touch it.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_tangents({"square": (lambda x: x**2, lambda x: 2 * x, [1.0])}, "Above")
    >>> len(figure.axes[0].lines)
    3
    """
    figure, panels = style.new_panels(list(curves), "x", "value", width=10.5, height=4.0,
                                      sharey=False)
    style.headline(figure, title)
    x = np.linspace(-1.6, 1.6, 161)
    for ax, (f, slope, points) in zip(panels, curves.values(), strict=True):
        ax.plot(x, f(x), color=style.INK, lw=3, label="f", zorder=3)
        for k, at in enumerate(points):
            near = at + np.array([-0.8, 0.8])
            ax.plot(near, f(at) + slope(at) * (near - at), color=style.ORANGE,
                    label="tangents" if k == 0 else "_tangent", zorder=2)
        ax.plot(points, [f(at) for at in points], "o", color=style.ORANGE, markersize=9,
                label="points of contact", zorder=4)
    panels[-1].legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_gradients(x: Sequence[float], title: str) -> Figure:
    """Draw ∇f and ∇c of x1² + x2² and x1 + x2 - 1 at points of the line x1 + x2 = 1.

    Parameters
    ----------
    x : sequence of float
        First coordinates of the points.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_gradients([0.0, 0.5], "Parallel at one point only")
    >>> sum(text.get_gid() is not None for text in figure.axes[0].texts)
    4
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.8, height=5.2)
    _contours(ax, (-0.6, 1.9), lambda x1, x2: x1**2 + x2**2, [0.125, 0.5, 1, 2, 3.5])
    ax.plot([-0.6, 1.6], [1.6, -0.6], color=style.INK, label="constraint $x_1 + x_2 = 1$")
    share = 0.27        # of their lengths, so that they fit
    for place in x:
        point = np.array([place, 1 - place])
        for step, colour, name, width in ((np.ones(2), style.SKY, "∇c", 9.0),
                                          (2 * point, style.ORANGE, "∇f", 2.5)):
            _arrow(ax, point, share * step, colour, f"{name} (at {share} of its length)", width)
    ax.plot(list(x), [1 - v for v in x], "o", color=style.INK, markersize=8, zorder=5,
            label="feasible points")
    _key(ax, style.ORANGE, "∇f", 2.5)
    _key(ax, style.SKY, "∇c", 9.0)
    _key(ax, CONTOUR, "contours of f", 1.6)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_cases(solutions: Mapping[float, tuple[np.ndarray, np.ndarray]], title: str) -> Figure:
    """Draw the minimum of ½‖x‖² where x1 + x2 ≥ t for several t, with the two balancing arrows.

    Parameters
    ----------
    solutions : mapping of float to (x, lam)
        Minimum, shape (2,), and multiplier, shape (1,), for each t.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_cases({-1: (np.zeros(2), np.zeros(1))}, "Not needed")
    >>> figure.axes[0].get_title(loc="left")
    't = −1: inactive, λ = 0'
    """
    figure = style.new_figure(12.0, 4.9)
    style.headline(figure, title)
    panels = np.atleast_1d(figure.subplots(1, len(solutions), sharey=True))
    for ax, (t, (x, lam)) in zip(panels, solutions.items(), strict=True):
        word = "active" if abs(sum(x) - t) < 1e-9 else "inactive"
        number = f"{t:g}".replace("-", "−")
        style.label(ax, f"t = {number}: {word}, λ = {lam[0]:.3g}", "$x_1$", "$x_2$")
        ax.set_title(ax.get_title(loc="left"), loc="left", fontweight="normal")
        _one_constraint(ax, t, np.asarray(x), float(lam[0]))
    style.legend_below(figure, panels[-1:], ncols=6)
    return figure


def _one_constraint(ax: Axes, t: float, x: np.ndarray, lam: float) -> None:
    _contours(ax, (-1.15, 1.45), lambda x1, x2: (x1**2 + x2**2) / 2, [0.0625, 0.25, 0.5625, 1.0])
    ax.fill([-3, t + 3, -3, -3], [t + 3, -3, -3, t + 3], color=FORBIDDEN, zorder=1,
            label="not feasible")
    ax.plot([-3, t + 3], [t + 3, -3], color=style.INK, lw=3, label="$x_1 + x_2 = t$", zorder=2)
    for arrow, colour, name in ((-x, style.ORANGE, "−∇f"),
                                (lam * np.ones(2), style.BLUE, "λ∇c")):
        _arrow(ax, x, arrow, colour, name, width=4.5)
        _key(ax, colour, name, 4)
    _key(ax, CONTOUR, "contours of f", 1.6)
    ax.plot([x[0]], [x[1]], "o", color=style.INK, markersize=13, zorder=5, label="minimum")


def plot_cusp(title: str) -> Figure:
    """Draw the feasible set x1³ - x2² ≥ 0 with its minimum of x1, where ∇c = 0.

    Examples
    --------
    >>> plot_cusp("No multiplier").axes[0].get_ylabel()
    '$x_2$'
    """
    figure, ax = style.new_axes(title, "$x_1$", "$x_2$", width=8.6, height=3.9)
    x1 = np.linspace(0, 1, 201)
    ax.fill_between(x1, -x1**1.5, x1**1.5, color="#DCEBF5", label="feasible: $x_1^3 ≥ x_2^2$")
    for sign, name in ((1, "boundary, upper branch"), (-1, "boundary, lower branch")):
        ax.plot(x1, sign * x1**1.5 + 0.0, color=style.INK, lw=3, gid=name,
                label="boundary" if sign > 0 else "_lower")
    ax.plot([0], [0], "o", color=style.INK, markersize=13, label="minimum of $x_1$", zorder=5)
    _arrow(ax, np.zeros(2), np.array([0.35, 0.0]), style.ORANGE, "∇f", width=4.5)
    ax.text(0.37, 0.06, "∇f", fontsize=16)
    ax.text(-0.05, -0.2, "∇c = 0", fontsize=14, ha="right")
    ax.set(xlim=(-0.5, 1.1), ylim=(-1.1, 1.1))
    ax.grid(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


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
    for which, colour, dash, name in ((feasible, style.GREEN, "-", "feasible x"),
                                      (~feasible, style.GREY, "--", "x not feasible")):
        name = f"{name}: {which.sum()} " + ("line" if which.sum() == 1 else "lines")
        for k, x in enumerate(points[which]):
            ax.plot(ends, x @ x / 2 - ends * (x.sum() - t), dash, color=colour, lw=1.6, label=name
                    if k == 0 else "_line", gid=None if k == 0 else "decoration")
    lam = np.linspace(*ends, 126)
    ax.axhline(max(0, t) ** 2 / 4, color=style.ORANGE, lw=2.5,
               label="smallest feasible ½‖x‖²", zorder=3)
    ax.plot(lam, lam * t - lam**2, color=style.BLUE, lw=4, label="q(λ), the lowest of all lines",
            zorder=4)
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
            ax.annotate(f"after {', '.join(steps)}", place, inside, textcoords="offset points",
                        ha=side, fontsize=12, zorder=6)


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


def _contours(ax: Axes, span: tuple[float, float], f: Callable, levels: list[float]) -> None:
    """Draw contours of f in a square frame."""
    x1, x2 = np.meshgrid(np.linspace(*span, 121), np.linspace(*span, 121))
    ax.contour(x1, x2, f(x1, x2), levels=levels, colors=CONTOUR, linewidths=1.6, zorder=0)
    ax.set(xlim=span, ylim=span)
    ax.set_aspect("equal", adjustable="box")
    ax.grid(False)


def _arrow(ax: Axes, tail: np.ndarray, step: np.ndarray, colour: str, name: str,
           width: float = 3.0) -> None:
    """Draw an arrow with a name for the text alternative, unless its length is 0."""
    if np.linalg.norm(step) > 1e-9:
        ax.annotate("", tail + step, tail, zorder=4, gid=name, arrowprops={
            "arrowstyle": "-|>", "color": colour, "lw": width, "mutation_scale": 17 + 1.5 * width,
            "shrinkA": 0, "shrinkB": 0})


def _key(ax: Axes, colour: str, name: str, width: float) -> None:
    """Add an arrow or contours to the legend, which does not accept them directly."""
    ax.plot([], [], color=colour, lw=width, label=name, gid="decoration")
