"""Rails, walls and what pushes at them: the figures about multipliers."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coursekit.lagrange import box_of_surface, inequality_qp, largest_box
from coursekit.plots import style


def plot_pendulum(title: str) -> Figure:
    """Draw a circle as a rail, and the height along it against the angle.

    Examples
    --------
    >>> figure = plot_pendulum("One angle instead of two coordinates")
    >>> figure.axes[1].get_xlabel()
    'angle φ (in units of π)'
    """
    figure, (left, right) = style.new_panels(["the rail in the plane", "the height along it"],
                                             ["x", "angle φ (in units of π)"], ["y", "height y"],
                                             width=10.5, height=4.6, sharey=False)
    style.headline(figure, title)
    phi = np.linspace(0, 2 * np.pi, 201)
    left.plot(np.cos(phi), np.sin(phi), color=style.INK, label="rail x² + y² = r²")
    right.plot(phi / np.pi, np.sin(phi), color=style.INK, label="y = r sin φ")
    for ax, low in ((left, (0, -1)), (right, (1.5, -1))):
        ax.plot(*[[v] for v in low], "o", color=style.ORANGE, markersize=14, label="lowest point")
    left.set_aspect("equal")
    left.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    right.legend(loc="upper right")
    return figure


def plot_rail(x: Sequence[float], title: str) -> Figure:
    """Draw the arrows of x² + y² and of the rail x + y = 1 at points on the rail.

    Parameters
    ----------
    x : sequence of float
        First coordinates of the points.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_rail([0.0, 0.5], "They line up once")
    >>> len(figure.axes[0].collections) > 0
    True
    """
    figure, ax = style.new_axes(title, "x", "y", width=8.8, height=5.2)
    _rings(ax, (-0.6, 1.9), (-0.6, 1.9), lambda x, y: x**2 + y**2, [0.125, 0.5, 1, 2, 3.5])
    ax.plot([-0.6, 1.6], [1.6, -0.6], color=style.INK, label="rail x + y = 1")
    share = 0.27        # of their lengths, so that they fit
    for place in x:
        point = np.array([place, 1 - place])
        for step, colour, name, width in ((np.ones(2), style.SKY, "∇c", 9.0),
                                          (2 * point, style.ORANGE, "∇f", 2.5)):
            _arrow(ax, point, share * step, colour, f"{name} (at {share} of its length)", width)
    ax.plot(list(x), [1 - v for v in x], "o", color=style.INK, markersize=8, label="points on it",
            zorder=5)
    _key(ax, style.ORANGE, "∇f", 2.5)
    _key(ax, style.SKY, "∇c", 9.0)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_saddle(S: float, title: str) -> Figure:
    """Draw L(·, λ*) of the largest box along two directions that leave the cube.

    Parameters
    ----------
    S : float
        Surface of the box.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_saddle(6.0, "Up here, down there")
    >>> up, down = (line.get_ydata() for line in figure.axes[0].lines[:2])
    >>> bool(up[0] > up[50] > down[0])
    True
    """
    figure, ax = style.new_axes(title, "step away from the cube", "L(·, λ*)", width=9.0, height=4.4)
    program, (cube, push) = box_of_surface(S), largest_box(S)
    t = np.linspace(-0.5, 0.5, 101) * cube[0]
    ways = (("all sides grow alike", np.ones(3) / np.sqrt(3), "-", style.BLUE),
            ("one grows, one shrinks", np.array([1, -1, 0]) / np.sqrt(2), "--", style.ORANGE))
    for name, way, dash, colour in ways:
        L = [program.lagrangian(cube + step * way, [push]) for step in t]
        ax.plot(t, L, dash, color=colour, lw=3, label=name)
    ax.plot([0], [np.prod(cube)], "o", color=style.INK, markersize=12, label="the cube")
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_pushes(walls: Sequence[float], title: str) -> Figure:
    """Draw the minimum of ½‖x‖² behind the wall x1 + x2 ≥ t for several t, with both arrows.

    Parameters
    ----------
    walls : sequence of float
        Where the wall stands in each panel.
    title : str
        The message.

    Examples
    --------
    >>> figure = plot_pushes([-1, 0, 1], "The wall pushes only when it must")
    >>> [ax.get_title(loc="left") for ax in figure.axes]
    ['idle: λ = 0', 'touched: λ = 0', 'pushing: λ = 0.5']
    """
    figure = style.new_figure(12.0, 5.0)
    style.headline(figure, title)
    panels = np.atleast_1d(figure.subplots(1, len(walls), sharey=True))
    for ax, t in zip(panels, walls, strict=True):
        x, push = inequality_qp(np.eye(2), np.zeros(2), [[1, 1]], [t])
        word = "pushing" if push[0] > 1e-9 else "touched" if abs(x.sum() - t) < 1e-9 else "idle"
        style.label(ax, f"{word}: λ = {push[0]:.3g}", "$x_1$", "$x_2$")
        _behind_wall(ax, t, x, push[0])
    handles = {n: h for h, n in zip(*figure.axes[-1].get_legend_handles_labels(), strict=True)}
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=5)
    return figure


def _behind_wall(ax: Axes, t: float, x: np.ndarray, push: float) -> None:
    span = (-1.15, 1.45)
    _rings(ax, span, span, lambda x1, x2: (x1**2 + x2**2) / 2, [0.0625, 0.25, 0.5625, 1.0])
    ax.fill([-3, t + 3, -3, -3], [t + 3, -3, -3, t + 3], color="#D9D9D9", zorder=1,
            label="forbidden")
    ax.plot([-3, t + 3], [t + 3, -3], color=style.INK, lw=3, label="wall", zorder=2)
    ax.set(xlim=span, ylim=span)
    for arrow, colour, name in ((-x, style.ORANGE, "-∇f: what pulls"),
                                (push * np.ones(2), style.BLUE, "λ∇c: what pushes")):
        _arrow(ax, x, arrow, colour, name, width=4.5)
        _key(ax, colour, name, 4)
    ax.plot([x[0]], [x[1]], "o", color=style.INK, markersize=13, zorder=5, label="minimum")


def plot_dual_value(title: str) -> Figure:
    """Draw the dual function λ - λ² of the wall at 1, below the smallest allowed ½‖x‖².

    Examples
    --------
    >>> figure = plot_dual_value("The top of the dual")
    >>> float(figure.axes[0].lines[0].get_ydata().max())
    0.25
    """
    figure, ax = style.new_axes(title, "multiplier λ", "value", width=9.0, height=4.0)
    push = np.linspace(0, 1.2, 121)
    ax.plot(push, push - push**2, color=style.BLUE, lw=3, label="smallest L for this λ")
    ax.axhline(0.25, color=style.ORANGE, ls="--", label="smallest ½‖x‖² allowed")
    ax.plot([0.5], [0.25], "D", color=style.INK, markersize=12, label="they meet")
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


def plot_cusp(title: str) -> Figure:
    """Draw the curve x³ = y² with its tip, where f = x pulls and nothing can push back.

    Examples
    --------
    >>> plot_cusp("A tip without a multiplier").axes[0].get_ylabel()
    'y'
    """
    figure, ax = style.new_axes(title, "x", "y", width=8.2, height=4.4)
    y = np.linspace(-1, 1, 401)
    ax.plot(np.cbrt(y**2), y, color=style.INK, lw=3, label="allowed: x³ = y²")
    ax.plot([0], [0], "o", color=style.ORANGE, markersize=13, label="smallest x")
    _arrow(ax, np.zeros(2), np.array([0.4, 0.0]), style.ORANGE, "∇f", width=4.5)
    ax.text(0.42, 0.05, "∇f", color=style.ORANGE, fontsize=16)
    ax.text(-0.06, -0.16, "∇c = 0", fontsize=14, ha="right")
    ax.set(xlim=(-0.5, 1.1), ylim=(-1.1, 1.1))
    ax.legend(loc="upper left")
    return figure


def _rings(ax: Axes, xs: tuple, ys: tuple, f, levels: list[float]) -> None:
    """Draw the level lines of f."""
    x, y = np.meshgrid(np.linspace(*xs, 121), np.linspace(*ys, 121))
    ax.contour(x, y, f(x, y), levels=levels, colors="#9CC3DC", linewidths=1.6, zorder=0)
    ax.set(xlim=xs, ylim=ys)
    ax.set_aspect("equal", adjustable="box")
    ax.grid(False)


def _arrow(ax: Axes, tail: np.ndarray, step: np.ndarray, colour: str, name: str,
           width: float = 3.0) -> None:
    """Draw an arrow that `coursekit.plots.alt_text` can tell by its name; none of length zero."""
    if np.linalg.norm(step) > 1e-9:
        ax.annotate("", tail + step, tail, zorder=4, gid=name, arrowprops={
            "arrowstyle": "-|>", "color": colour, "lw": width, "mutation_scale": 17 + 1.5 * width,
            "shrinkA": 0, "shrinkB": 0})


def _key(ax: Axes, colour: str, name: str, width: float) -> None:
    """Put an arrow into the legend, which takes none by itself."""
    ax.plot([], [], color=colour, lw=width, label=name, gid="decoration")
