"""A picture in a few words: panels at fixed places, and what a state draws into them."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from coursekit.explorer.canvas import Canvas
from coursekit.plots import style


class Stage:
    """Panels by their names, without a grid, and a sheet of paper over the whole picture.

    Parameters
    ----------
    canvas : Canvas
    extent : tuple of float
        Width and height of the paper, in the units in which its words are placed.
    **panels
        Place (left, bottom, width, height, as shares of the picture) and options of each panel.

    Examples
    --------
    >>> stage = Stage(Canvas(), plane=((0.1, 0.1, 0.8, 0.8), {"xlim": (0, 9), "ylim": (0, 1)}))
    >>> stage.lines(stage.plane, [[(0, 0), (9, 1)]])
    >>> stage.word(0.5, 0.95, "a line").get_text()
    'a line'
    """

    def __init__(self, canvas: Canvas, *, extent: tuple[float, float] = (1, 1),
                 **panels: tuple[tuple[float, float, float, float], dict]):
        canvas.figure.set_layout_engine("none")
        for name, (place, options) in panels.items():
            panel = canvas.figure.add_axes(place, **options)
            panel.grid(False)
            setattr(self, name, panel)
        self.paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, extent[0]), ylim=(0, extent[1]))
        self.paper.set_axis_off()

    def lines(self, ax: Axes, segments: Sequence, colour: Any = style.INK, width: float = 2.4,
              z: float = 3, **options) -> None:
        """Draw lines, each through its points, shape (m, 2)."""
        ax.add_collection(LineCollection(segments, colors=colour, linewidths=width, zorder=z,
                                         **options), autolim=False)

    def areas(self, ax: Axes, corners: Sequence, colours: Any, width: float = 1.2,
              z: float = 2, **options) -> None:
        """Draw polygons, each by its corners, shape (m, 2)."""
        ax.add_collection(PolyCollection([np.asarray(c) for c in corners], **{
            "facecolors": colours, "edgecolors": style.INK, "linewidths": width, "zorder": z,
            **options}), autolim=False)

    def word(self, x: float, y: float, words: str, size: float = 14, ax: Axes | None = None,
             fontweight: str = "bold", **options) -> Text:
        """Write bold words, on the paper by default."""
        return (ax or self.paper).text(x, y, words, **{
            "fontproperties": _font(size, fontweight), "va": "center", **options})


@cache
def _font(size: float, weight: str) -> FontProperties:
    """Return a font; to make it anew for each word takes as long as the rest of the word."""
    return FontProperties(size=size, weight=weight)
