"""What stands in a panel of a picture where no legend names it: strokes, bars, words, marks."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection

from coursekit.explorer.base import Explorer


def panels(explorer: Explorer) -> list[Axes]:
    """Return the panels of an explorer's picture, in the order in which it has them."""
    return explorer.canvas.figure.axes


def strokes(panel: Axes, wide: float = 0) -> list[np.ndarray]:
    """Return the lines of the collections that are shown and wide enough, each by its points."""
    return [np.asarray(line, float) for lines in panel.collections
            if isinstance(lines, LineCollection) and lines.get_visible()
            and lines.get_linewidths()[0] >= wide
            for line in lines.get_segments()]


def bars(panel: Axes, label: str | None = None) -> list[np.ndarray]:
    """Return the corners (m, 2) of each bar or area; with a label, of those that have it."""
    return [path.vertices for shapes in panel.collections
            if isinstance(shapes, PolyCollection) and label in (None, shapes.get_label())
            for path in shapes.get_paths()]


def texts_in(panel: Axes) -> list[str]:
    """Return the words that are shown in a panel, without empty ones."""
    return [text.get_text() for text in panel.texts if text.get_visible() and text.get_text()]


def marked(panel: Axes, marker: str) -> np.ndarray:
    """Return the places (m, 2) of all marks of one form that were plotted; gaps are left out."""
    found = [np.asarray(line.get_xydata(), float) for line in panel.lines
             if line.get_marker() == marker]
    places = np.vstack([np.empty((0, 2)), *found])
    return places[np.isfinite(places).all(axis=1)]


def scattered(panel: Axes) -> list[np.ndarray]:
    """Return the places (m, 2) of the dots of each scatter."""
    return [np.asarray(dots.get_offsets(), float).reshape(-1, 2) for dots in panel.collections
            if isinstance(dots, PathCollection)]
