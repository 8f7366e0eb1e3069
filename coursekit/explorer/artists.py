"""Artists shared by several explorers: a plane with its samples, numbers, rings.

All of them can move; their moving parts are declared to the canvas here.
"""
from __future__ import annotations

from functools import cache

import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import ListedColormap
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath, text_to_path
from matplotlib.transforms import IdentityTransform

from coursekit.explorer.canvas import Canvas
from coursekit.plots import style

N_GRID = 61        # per axis
TINT = ListedColormap([style.PALE_ORANGE, "#F8F8F8", style.PALE_BLUE])   # -1 side, strip, +1 side
FACES = ((1, "o", style.BLUE), (-1, "X", style.ORANGE))


class Plane:
    """Samples in the plane, the sides of a decision function f, and the strip |f| ≤ 1.

    Parameters
    ----------
    canvas : Canvas
        Where the moving artists are declared.
    ax : Axes
    X, y : ndarray, shapes (n, 2) and (n,)
        Samples and labels -1 and +1.
    room : float
        Free margin around them, as a fraction of the extent.

    Attributes
    ----------
    sides : list of two ndarrays, shape (61,)
        Coordinates of the columns and of the rows of the grid.
    grid : ndarray, shape (61², 2)
        Points at which to evaluate f, row by row.

    Examples
    --------
    >>> canvas = Canvas()
    >>> plane = Plane(canvas, canvas.figure.subplots(), np.eye(2), np.array([-1, 1]))
    >>> plane.show(plane.grid @ [2.0, -2.0])
    >>> len(plane.line.get_segments())
    1
    """

    def __init__(self, canvas: Canvas, ax: Axes, X: np.ndarray, y: np.ndarray, room: float = 0.12):
        self.canvas, self.ax = canvas, ax
        ax.grid(False)
        self._tint = canvas.moving(ax.imshow(
            np.zeros((N_GRID, N_GRID)), origin="lower", cmap=TINT, vmin=-1, vmax=1, aspect="auto",
            interpolation="nearest", zorder=0))
        self.edges = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.GREY, linewidths=2, linestyles="--", zorder=1)))
        self.line = canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.INK, linewidths=3, zorder=1)))
        self._dots = [canvas.moving(ax.scatter([], [], marker=marker, color=colour, s=60,
                                               edgecolor="white", linewidth=0.6, zorder=3))
                      for _, marker, colour in FACES]
        self.place(X, y, room)

    def place(self, X: np.ndarray, y: np.ndarray, room: float = 0.12) -> None:
        """Replace the samples in the plane, and fit its limits to them."""
        low, high = X.min(axis=0), X.max(axis=0)
        low, high = low - room * (high - low), high + room * (high - low)
        self.extent = (low[0], high[0], low[1], high[1])
        self.sides = [np.linspace(low[k], high[k], N_GRID) for k in (0, 1)]
        self.grid = np.column_stack([g.ravel() for g in np.meshgrid(*self.sides)])
        self._tint.set_extent(self.extent)
        self.ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        for dots, (c, *_) in zip(self._dots, FACES, strict=True):
            dots.set_offsets(X[y == c])

    def show(self, f: np.ndarray, strip: float = 1.0) -> None:
        """Draw the sides of f, given on the grid, shape (61²,), and the strip |f| ≤ ``strip``."""
        self._tint.set_data(np.where(np.abs(f) <= strip, 0, np.sign(f)).reshape(N_GRID, N_GRID))
        self.line.set_segments(self.level(f, 0.0))
        self.edges.set_segments([*self.level(f, -1.0), *self.level(f, 1.0)])

    def level(self, f: np.ndarray, height: float) -> list[np.ndarray]:
        """Return the contour lines of f, given on the grid, at a height."""
        return contour_generator(*self.sides, np.reshape(f, (N_GRID, N_GRID))).lines(height)


@cache
def _glyph(letter: str, size: float, weight: str) -> tuple[Path, float]:
    """Return the outline of a letter, and its advance width in pixels."""
    font = FontProperties(family=style.RC["font.family"], weight=weight, size=size)
    outline = TextPath((0, 0), letter, prop=font) if letter.strip() else \
        Path(np.empty((0, 2)), np.empty(0, np.uint8))       # matplotlib draws no blank
    return (outline,
            text_to_path.get_text_width_height_descent(letter, font, ismath=False)[0])


class Numbers:
    """Numbers at points of the data in a single artist, much faster than one text each.

    Examples
    --------
    >>> canvas = Canvas()
    >>> numbers = Numbers(canvas, canvas.figure.subplots(), 12)
    >>> numbers.show([(0.5, 0.5, "0.25")])
    >>> numbers.shown
    [(0.5, 0.5, '0.25')]
    """

    def __init__(self, canvas: Canvas, ax: Axes, size: float, weight: str = "normal",
                 colour: str = style.INK):
        self._ax, self._font = ax, (size * canvas.figure.dpi / 72, weight)
        self._drawn = canvas.moving(ax.add_artist(PathPatch(
            Path(np.empty((0, 2))), transform=IdentityTransform(), facecolor=colour,
            linewidth=0, zorder=3)))

    def show(self, numbers: list[tuple[float, float, str]]) -> None:
        """Write each number centred at its point (x, y), and keep them as ``shown``."""
        self.shown = numbers
        self._drawn.set_visible(bool(numbers))
        places = self._ax.transData.transform([(x, y) for x, y, _ in numbers] or [(0, 0)])
        height = _glyph("0", *self._font)[0].get_extents().height
        vertices, codes = [], []
        for (x, y), (*_, words) in zip(places, numbers, strict=False):
            glyphs = [_glyph(letter, *self._font) for letter in words]
            corner = np.array([x - sum(on for _, on in glyphs) / 2, y - height / 2]).round()
            for path, on in glyphs:
                vertices.append(path.vertices + corner)
                codes.append(path.codes)
                corner = corner + (on, 0)
        if numbers:
            self._drawn.set_path(Path(np.concatenate(vertices), np.concatenate(codes)))


def rings(canvas: Canvas, ax: Axes, colour: str, label: str) -> tuple[PathCollection, Line2D]:
    """Return a moving set of rings around samples, initially empty, and its legend entry.

    Examples
    --------
    >>> canvas = Canvas()
    >>> rings(canvas, canvas.figure.subplots(), style.INK, "free")[1].get_label()
    'free'
    """
    drawn = canvas.moving(ax.scatter([], [], s=190, facecolor="none", edgecolor=colour,
                                     linewidth=2.6, zorder=2))
    return drawn, Line2D([], [], marker="o", ls="none", markersize=13, markerfacecolor="none",
                         markeredgecolor=colour, markeredgewidth=2.4, label=label)
