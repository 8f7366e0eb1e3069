"""Fast drawing of what matplotlib draws slowly: words and large cells.

Images of words are drawn once, cached, and copied to their positions; cells with hard edges are
copied pixel by pixel.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text
from matplotlib.transforms import IdentityTransform

MAX_CACHED_IMAGES = 1000


class Stamps:
    """Draws artists onto a figure's pixels.

    Parameters
    ----------
    figure : matplotlib.figure.Figure

    Examples
    --------
    >>> from coursekit.plots import style
    >>> figure = style.new_figure(4, 3)
    >>> words = figure.subplots().text(0.5, 0.5, "here")
    >>> figure.canvas.draw()
    >>> before = np.array(figure.canvas.buffer_rgba())
    >>> Stamps(figure).put(words)
    >>> bool(np.any(before != figure.canvas.buffer_rgba()))
    True
    """

    def __init__(self, figure: Figure):
        self._figure = figure
        self._kept: dict[tuple, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}
        width, height = figure.get_size_inches() * figure.dpi
        self._sheet = RendererAgg(round(width), round(height), figure.dpi)
        self._words = Text(figure=figure)

    def put(self, artist: Artist) -> None:
        """Draw an artist over the picture."""
        nowhere = isinstance(artist, Collection) and not len(artist.get_offsets())
        if nowhere or not artist.get_visible():
            return
        done = False
        if type(artist) is Text and artist.get_bbox_patch() is None \
                and not (artist.get_clip_on() and artist.get_clip_box()):
            done = self._write(artist)
        elif isinstance(artist, AxesImage):
            done = self._fill(artist)
        if not done:
            artist.draw(self._figure.canvas.get_renderer())

    def _write(self, text: Text) -> bool:
        """Draw words; the shape of letters depends on the fraction of a pixel where they begin.

        They are always drawn at one place of the sheet, at this fraction of a pixel, so that the
        result does not depend on earlier pictures. It leaves room where the words run.
        """
        if not text.get_text():
            return True
        at = np.round(4 * text.get_transform().transform(text.get_unitless_position())) / 4
        pixel = np.floor(at).astype(int)
        wide, high = int(self._sheet.width), int(self._sheet.height)
        middle = np.array([{"left": 8, "right": wide - 8}.get(text.get_ha(), wide // 2), high // 2])

        def draw() -> None:
            self._words.update_from(text)
            self._words.set_transform(IdentityTransform())
            self._words.set_position(middle + at - pixel)
            self._words.set_text(text.get_text())
            self._words.set_path_effects(text.get_path_effects())
            self._words.draw(self._sheet)

        rows, columns, ink = self._inked(
            (text.get_text(), hash(text.get_fontproperties()), text.get_color(), text.get_alpha(),
             text.get_ha(), text.get_va(), text.get_rotation(), *text.get_path_effects(),
             *(at - pixel)), draw)
        return self._blend(rows - (pixel - middle)[1], columns + (pixel - middle)[0], ink)

    def _inked(self, key: tuple, draw: Callable[[], None]) -> tuple[np.ndarray, ...]:
        """Return the pixels that a drawing leaves on an empty sheet: rows, columns, colours.

        None are returned if it touches the edge of the sheet, as some of it may be cut off.
        """
        if key not in self._kept:
            if len(self._kept) >= MAX_CACHED_IMAGES:
                self._kept.clear()
            self._sheet.clear()
            pixels = np.asarray(self._sheet.buffer_rgba())
            packed = pixels.view(np.uint32)[..., 0]
            empty = packed[0, 0]
            draw()
            inked = packed != empty
            if inked[[0, -1]].any() or inked[:, [0, -1]].any():
                inked = inked[:0]
            lines = np.flatnonzero(inked.any(axis=1))       # usually few
            row, columns = np.nonzero(inked[lines])
            self._kept[key] = lines[row], columns, pixels[lines[row], columns]
        return self._kept[key]

    def _blend(self, rows: np.ndarray, columns: np.ndarray, ink: np.ndarray) -> bool:
        """Blend pixels into the picture if all lie on it; return whether any were drawn."""
        whole = np.asarray(self._figure.canvas.buffer_rgba())
        if not rows.size or min(rows.min(), columns.min()) < 0 \
                or rows.max() >= whole.shape[0] or columns.max() >= whole.shape[1]:
            return False
        share = ink[:, 3:] / 255
        whole[rows, columns, :3] = np.round(
            share * ink[:, :3] + (1 - share) * whole[rows, columns, :3])
        return True

    def _fill(self, image: AxesImage) -> bool:
        """Copy an image's cells to the pixels whose centres they cover, if that is exact."""
        transform = image.get_transform()
        if image.get_interpolation() != "nearest" or image.get_alpha() is not None \
                or not transform.is_affine:
            return False
        cells = image.to_rgba(image.get_array(), bytes=True)
        if cells[..., 3].min() < 255:
            return False
        whole = np.asarray(self._figure.canvas.buffer_rgba())
        left, right, bottom, top = image.get_extent()
        corners = transform.transform([(left, bottom), (right, top)])
        shape = np.array(cells.shape[1::-1])
        places = []
        for side, (start, end) in enumerate(corners.T):
            low, high = np.round(image.axes.bbox.get_points()[:, side]).astype(int)
            middles = np.arange(low, high) + 0.5
            cell = np.floor((middles - start) / (end - start) * shape[side]).astype(int)
            inside = (0 <= cell) & (cell < shape[side])
            places.append((middles[inside].astype(int), cell[inside]))
        (across, column), (up, row) = places
        if not (across.size and up.size):
            return True
        if image.origin == "upper":
            row = shape[1] - 1 - row
        packed = np.ascontiguousarray(cells).view(np.uint32)[..., 0]
        upwards = whole.view(np.uint32)[::-1, :, 0]
        upwards[up[0]:up[-1] + 1, across[0]:across[-1] + 1] = \
            packed.take(column, axis=1).take(row, axis=0)
        return True
