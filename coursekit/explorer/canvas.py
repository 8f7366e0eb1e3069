"""A live figure: its background is drawn once, what belongs to a state is drawn over it.

Axes, ticks, titles and what ``build`` draws go into a cached background; what a state draws goes
over a copy of it (blitting), which takes a few milliseconds instead of fifty.
"""
from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.image import AxesImage
from matplotlib.ticker import ScalarFormatter
from PIL import Image

from coursekit.explorer.stamps import Stamps
from coursekit.plots import style

MAX_BACKGROUNDS = 24        # of 1.8 MB each; the explorers of the course have no more


HALL_DPI = 160              # so that a picture may be as wide as a hall's screen


def in_hall() -> bool:
    """Return whether pictures are for a lecture hall, as `make present` asks."""
    return os.environ.get("COURSEKIT_HALL") == "1"


class Canvas:
    """One figure and its background.

    Parameters
    ----------
    width, height : float
        Inches, at 100 pixels per inch; in a lecture hall more, for a larger picture.

    Attributes
    ----------
    figure : matplotlib.figure.Figure

    Examples
    --------
    >>> canvas = Canvas(4, 3)
    >>> ax = canvas.figure.subplots()
    >>> with canvas.drawing():
    ...     line = ax.plot([0, 1], [0, 1])
    >>> canvas.encode("png")[:4]
    b'\\x89PNG'
    """

    def __init__(self, width: float = 8.0, height: float = 4.5):
        self.figure = style.new_figure(width, height)
        self.figure.set_dpi(HALL_DPI if in_hall() else 100)
        self._fresh: list[Artist] = []      # what is drawn for one state
        self._kept: dict = {}               # backgrounds by their look
        self._look: object = None
        self._stamps = Stamps(self.figure)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """What figure and axes get in this block is drawn for one state, and gone before the next.

        Limits stay as `build` left them unless they are set. Limits, ticks and titles may be set
        here, and axes hidden: the background follows, but the places of the axes are those of the
        first picture.
        """
        for artist in self._fresh:
            artist.remove()
        panels, self._fresh = self.figure.axes, []
        places = [self.figure, *panels]
        for ax in panels:
            if ax.get_autoscale_on():
                ax.get_xlim(), ax.get_ylim()        # what `build` has drawn decides them, once
                ax.set_autoscale_on(False)
            ax.set_prop_cycle(None)                 # a state has the same colours at each visit
            ax.containers[:] = [c for c in ax.containers if all(part.axes for part in c)]
        lasting = set(chain.from_iterable(place.get_children() for place in places))
        try:
            yield
        finally:
            for place in places:
                self._fresh += [a for a in place.get_children() if a not in lasting]
            for artist in self._fresh:
                artist.set_animated(True)
                artist.set_in_layout(False)     # the places of the axes do not depend on the state
            self._look = tuple(map(_look, panels))

    def clear(self) -> None:
        """Leave nothing in the picture but the background: what a state draws is gone."""
        if self._look not in self._kept:
            if len(self._kept) >= MAX_BACKGROUNDS:
                del self._kept[next(iter(self._kept))]
            self._kept[self._look] = self._drawn_background()
        self.figure.canvas.restore_region(self._kept[self._look])

    def pixels(self) -> np.ndarray:
        """Return the current picture, shape (height, width, 4), bytes."""
        self.clear()
        for artist in sorted(self._fresh, key=lambda a: a.zorder):
            self._stamps.put(artist)
        return np.asarray(self.figure.canvas.buffer_rgba())

    def _drawn_background(self) -> object:
        """Draw and return the background; the layout is computed once and kept."""
        images = [a for a in self._fresh if isinstance(a, AxesImage) and a.get_visible()]
        for image in images:        # matplotlib before 3.11 draws images even if animated
            image.set_visible(False)
        self.figure.canvas.draw()
        for image in images:
            image.set_visible(True)
        self.figure.set_layout_engine("none")
        return self.figure.canvas.copy_from_bbox(self.figure.bbox)

    def encode(self, form: str = "jpeg") -> bytes:
        """Return the current picture as JPEG (a fifth of the time of WebP) or PNG (exact)."""
        pixels = self.pixels()
        if form == "png":
            return as_png(Image.fromarray(np.ascontiguousarray(pixels[..., :3])))
        image = Image.frombuffer("RGBX", pixels.shape[1::-1], pixels, "raw", "RGBX", 0, 1)
        out = io.BytesIO()
        image.save(out, format="JPEG", quality=90, subsampling=0)   # full colour: thin lines stay
        return out.getvalue()


def _look(ax: Axes) -> tuple:
    """Return what a state may have set in the background of axes."""
    titles = [ax.get_title(loc) for loc in ("left", "center", "right")]
    return ax.get_visible(), *titles, *(_rule(axis) for axis in (ax.xaxis, ax.yaxis) if ax.axison)


def _rule(axis: Axis) -> tuple:
    """Return limits, scale and label of an axis, and its ticks unless they follow from these."""
    formatter, ticks = axis.get_major_formatter(), getattr(axis.get_major_locator(), "locs", ())
    named = () if type(formatter) is ScalarFormatter else formatter.format_ticks(ticks)
    return (*axis.get_view_interval(), axis.get_scale(), axis.get_label_text(), *ticks, *named)


def as_png(image: Image.Image) -> bytes:
    """Return an image as PNG with as many colours as a picture of the course needs."""
    out = io.BytesIO()
    image.quantize(colors=192, dither=Image.Dither.NONE).save(out, format="PNG")
    return out.getvalue()
