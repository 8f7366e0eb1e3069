"""Figures of kernels: samples lifted out of the plane, and the result of a kernel perceptron.

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
from coursekit.wording import signed

SIDES = ListedColormap([style.PALE_ORANGE, style.PALE_BLUE])     # f < 0, f > 0
FACES = ((1, "o"), (-1, "X"))
N_GRID = 201       # per axis


def project(points: np.ndarray, turn: float, tilt: float) -> np.ndarray:
    """Return the projection to the picture, shape (n, 2), of points in space, shape (n, 3).

    The plane of the first two axes is turned by ``turn`` degrees, and viewed from ``tilt`` degrees
    above it: 90 is from above, 0 along the plane.

    >>> project(np.array([[1.0, 2.0, 3.0]]), 0, 90).round(9), project(np.eye(3)[2:], 30, 0)
    (array([[1., 2.]]), array([[0., 1.]]))
    """
    a, e = np.radians([turn, tilt])
    x, y, z = np.transpose(points)
    depth = np.sin(a) * x + np.cos(a) * y
    return np.column_stack([np.cos(a) * x - np.sin(a) * y, np.sin(e) * depth + np.cos(e) * z])


def plot_learned(machines: Mapping[str, tuple[Callable, np.ndarray]], X: np.ndarray,
                 y: np.ndarray, title: str) -> Figure:
    """Draw the two sides of decision functions, with samples sized by their coefficients.

    ``machines``: panel titles; a kernel of points (m, 2) and samples, and the coefficients, shape
        (n,).
    ``X``, ``y`` (n, 2) and (n,).
    ``title``: the title, which states the finding.
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
                   edgecolor="white", zorder=3, label=f"y = {signed(c)}")


def _legend(figure: Figure, *panels: Axes, more: Sequence[Line2D] = ()) -> None:
    for entry in style.legend_below(figure, panels, ncols=5, more=more).legend_handles:
        if hasattr(entry, "set_sizes"):
            entry.set_sizes([90])
