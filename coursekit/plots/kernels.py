"""Figures of lesson 04c: samples lifted out of the plane, and the result of a kernel perceptron.

Legend: ``z`` (n,) heights of the samples, ``f`` a function that returns values for points (m, 2).
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from coursekit.plots import style

SIDES = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])     # f < 0, f > 0
FACES = ((1, "o"), (-1, "X"))
N_GRID = 201       # per axis


def project(points: np.ndarray, turn: float, tilt: float) -> np.ndarray:
    """Return the projection to the picture, shape (n, 2), of points in space, shape (n, 3).

    The plane of the first two axes is turned by ``turn`` degrees, and viewed from ``tilt`` degrees
    above it: 90 is from above, 0 along the plane.

    Examples
    --------
    >>> project(np.array([[1.0, 2.0, 3.0]]), 0, 90).round(9), project(np.eye(3)[2:], 30, 0)
    (array([[1., 2.]]), array([[0., 1.]]))
    """
    a, e = np.radians([turn, tilt])
    x, y, z = np.transpose(points)
    depth = np.sin(a) * x + np.cos(a) * y
    return np.column_stack([np.cos(a) * x - np.sin(a) * y, np.sin(e) * depth + np.cos(e) * z])


def plot_lift(X: np.ndarray, y: np.ndarray, f: Callable, z: np.ndarray, plane: Callable,
              title: str) -> Figure:
    """Draw a curve f = 0 that separates samples, and the plane behind it.

    Parameters
    ----------
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples in the unit square, and labels.
    f : callable
        Returns values for points of the plane, shape (m, 2).
    z : ndarray, shape (n,)
        The third feature of the samples.
    plane : callable
        Returns the third feature of the plane above points, shape (m, 2).
    title : str
        The title, which states the finding.
    """
    plus, minus = ("above" if np.all((z > plane(X))[y == c]) else "below" for c in (1, -1))
    figure, (left, right) = style.new_panels(
        [f"in the square, {_right(f, X, y)}", f"+1 {plus} the plane, −1 {minus} it"],
        ["$x_1$", "seen from the side"], ["$x_2$", "$x_1 x_2$"], width=10.5, height=4.6,
        sharey=False)
    style.headline(figure, title)
    sides = np.linspace(-0.35, 1.35, N_GRID)
    grid = np.column_stack([g.ravel() for g in np.meshgrid(sides, sides)])
    _regions(left, sides, sides, f(grid).reshape(N_GRID, N_GRID))
    _samples(left, X, y)
    left.set(xlim=sides[[0, -1]], ylim=sides[[0, -1]], aspect="equal")
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    for heights, colour, name in ((np.zeros(4), style.GREY, "the square, $x_1 x_2 = 0$"),
                                  (plane(corners), style.GREEN, "the plane f = 0")):
        seen = project(np.column_stack([corners, heights]), 32, 22)
        right.fill(*seen.T, facecolor=colour, alpha=0.3, edgecolor=colour, lw=2, label=name)
    foot, top = (project(np.column_stack([X, h]), 32, 22) for h in (0 * z, z))
    right.plot(*np.stack([foot, top]).transpose(2, 0, 1), ":", color=style.INK, lw=1.6,
               gid="decoration")
    for corner, place in zip(X.astype(int).tolist(), top, strict=True):
        right.annotate(str(tuple(corner)), place, (0, 12), textcoords="offset points", ha="center")
    _samples(right, top, y)
    right.margins(0.12, 0.16)
    right.set(xticks=[], yticks=[])
    right.grid(False)
    _legend(figure, left, right)
    return figure


def plot_learned(machines: Mapping[str, tuple[Callable, np.ndarray]], X: np.ndarray,
                 y: np.ndarray, title: str) -> Figure:
    """Draw the two sides of decision functions, with samples sized by their coefficients.

    Parameters
    ----------
    machines : mapping of str to (k, beta)
        Panel titles; a kernel of points (m, 2) and samples, and the coefficients, shape (n,).
    X, y : ndarray, shapes (n, 2) and (n,)
    title : str
        The title, which states the finding.
    """
    learned = [lambda P, k=k, beta=beta: k(P, X) @ beta for k, beta in machines.values()]
    names = [f"{name}\n{_right(f, X, y)}" for name, f in zip(machines, learned, strict=True)]
    figure, panels = style.new_panels(names, "$x_1$", "$x_2$", width=4.1 * len(machines),
                                      height=4.9)
    style.headline(figure, title)
    low, high = X.min(axis=0) - 0.4, X.max(axis=0) + 0.4
    across, up = (np.linspace(low[k], high[k], N_GRID) for k in (0, 1))
    grid = np.column_stack([g.ravel() for g in np.meshgrid(across, up)])
    for ax, f, (_, beta) in zip(panels, learned, machines.values(), strict=True):
        _regions(ax, across, up, f(grid).reshape(N_GRID, N_GRID))
        _samples(ax, X, y, 35 + 165 * np.abs(beta) / max(1, np.abs(beta).max()))
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    _legend(figure, *panels, more=[Line2D([], [], ls="none", label="larger: more mistakes")])
    return figure


def _right(f: Callable, X: np.ndarray, y: np.ndarray) -> str:
    return f"{np.sum(y * f(X) > 0)} of {len(y)} right"


def _regions(ax: Axes, across: np.ndarray, up: np.ndarray, f: np.ndarray) -> None:
    """Colour the sides of f, and draw f = 0."""
    ax.grid(False)
    ax.pcolormesh(across, up, np.sign(f) > 0, cmap=SIDES, vmin=0, vmax=1, shading="nearest",
                  rasterized=True, zorder=0)
    for k, piece in enumerate(contour_generator(across, up, f).lines(0.0)):
        ax.plot(*piece.T, color=style.INK, lw=2.6, zorder=1, gid="f = 0",
                label="_piece" if k else "f = 0")


def _samples(ax: Axes, X: np.ndarray, y: np.ndarray, size: float | np.ndarray = 130) -> None:
    size = np.broadcast_to(size, len(y))
    for c, marker in FACES:
        ax.scatter(*X[y == c].T, s=size[y == c], marker=marker, color=style.COLOURS[c],
                   edgecolor="white", zorder=3, label=f"y = {c:+d}".replace("-", "−"))


def _legend(figure: Figure, *panels: Axes, more: Sequence[Line2D] = ()) -> None:
    for entry in style.legend_below(figure, panels, ncols=5, more=more).legend_handles:
        if hasattr(entry, "set_sizes"):
            entry.set_sizes([90])
