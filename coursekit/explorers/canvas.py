"""A figure that stays alive: drawn once, then only what moves is drawn again.

Axes, ticks and titles go into a background that is kept; the artists that change are
drawn over a copy of it (blitting), which takes a few milliseconds instead of fifty.
"""
from __future__ import annotations

import io
import textwrap

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.text import Text
from matplotlib.transforms import IdentityTransform
from PIL import Image

from coursekit.plots import style

MOST_KEPT = 1000    # pictures of words


class Canvas:
    """One figure and its background.

    Parameters
    ----------
    width, height : float
        Inches; a hundred pixels each.

    Attributes
    ----------
    figure : matplotlib.figure.Figure

    Examples
    --------
    >>> canvas = Canvas(4, 3)
    >>> ax = canvas.figure.subplots()
    >>> line = canvas.moving(*ax.plot([0, 1], [0, 1]))
    >>> canvas.encode("png")[:4]
    b'\\x89PNG'
    """

    def __init__(self, width: float = 8.0, height: float = 4.5):
        self.figure = style.new_figure(width, height)
        self._moving: list[Artist] = []
        self._background = None
        self._kept: dict = {}
        self._key: object = None
        self._words: dict[tuple, tuple[np.ndarray, int, int]] = {}
        self._sheet = RendererAgg(round(100 * width), round(100 * height), self.figure.dpi)

    def moving(self, artist: Artist, *, in_layout: bool = False) -> Artist:
        """Declare an artist as one that changes, and return it.

        An axis whose limits follow the state moves, too; it keeps its room in the layout.
        """
        artist.set_animated(True)
        artist.set_in_layout(in_layout)     # the places of the axes must not depend on the state
        self._moving.append(artist)
        return artist

    def invalidate(self, key: object = None) -> None:
        """Have the background drawn again: call it after changing limits, ticks or titles.

        With a key it is kept: the next time the same key is given it is not drawn again.
        """
        self._key = key
        self._background = self._kept.get(key)

    def pixels(self) -> np.ndarray:
        """Return the current picture, shape (height, width, 4), bytes."""
        canvas = self.figure.canvas
        if self._background is None:
            canvas.draw()
            self.figure.set_layout_engine("none")  # the layout is found once and kept
            self._background = canvas.copy_from_bbox(self.figure.bbox)
            if self._key is not None:
                self._kept[self._key] = self._background
        canvas.restore_region(self._background)
        for artist in sorted(self._moving, key=lambda a: a.zorder):
            if not artist.get_visible():
                continue
            plain = type(artist) is Text and not artist.get_path_effects() \
                and artist.get_bbox_patch() is None and not artist.get_clip_on()
            if plain:
                self._write(artist)
            else:
                artist.axes.draw_artist(artist)
        return np.asarray(canvas.buffer_rgba())

    def _write(self, text: Text) -> None:
        """Put words on the picture; letters are slow to draw, so the words' picture is kept."""
        if not text.get_text():
            return
        at = np.round(4 * text.get_transform().transform(text.get_unitless_position())) / 4
        pixel = np.floor(at).astype(int)
        key = (text.get_text(), hash(text.get_fontproperties()), text.get_color(),
               text.get_alpha(), text.get_ha(), text.get_va(), text.get_rotation(),
               *(at - pixel))       # letters depend on the part of a pixel at which they begin
        if key not in self._words:
            if len(self._words) >= MOST_KEPT:
                self._words.clear()
            self._words[key] = self._drawn(text, at - pixel)
        ink, x, y = self._words[key]
        whole = np.asarray(self.figure.canvas.buffer_rgba())
        x, y = x + pixel[0], y - pixel[1]
        if ink.size and 0 <= x <= whole.shape[1] - ink.shape[1] \
                and 0 <= y <= whole.shape[0] - ink.shape[0]:
            part = whole[y:y + ink.shape[0], x:x + ink.shape[1], :3]
            share = ink[..., 3:] / 255
            part[:] = np.round(share * ink[..., :3] + (1 - share) * part)
        else:                       # it leaves the picture
            text.axes.draw_artist(text)

    def _drawn(self, text: Text, part: np.ndarray) -> tuple[np.ndarray, int, int]:
        """Draw words in the middle of an empty sheet; return their pixels, and where these begin.

        Always in the middle, and at a whole pixel and this part of one: what was shown before must
        not change a picture.
        """
        self._sheet.clear()
        pixel = np.array([int(self._sheet.width), int(self._sheet.height)]) // 2
        words = Text(*(pixel + part), text.get_text(), figure=self.figure)
        words.update_from(text)
        words.set_transform(IdentityTransform())
        words.draw(self._sheet)
        pixels = np.asarray(self._sheet.buffer_rgba())
        inked = pixels[..., 3] > 0
        rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        if not rows.size or inked[[0, -1]].any() or inked[:, [0, -1]].any():
            return np.empty((0, 0, 4)), 0, 0
        cut = pixels[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1].copy()
        return cut, columns[0] - pixel[0], rows[0] + pixel[1]

    def encode(self, form: str = "jpeg") -> bytes:
        """Return the current picture as JPEG (a fifth of the time of WebP) or PNG (exact)."""
        pixels = self.pixels()
        if form == "png":
            return _png(Image.fromarray(np.ascontiguousarray(pixels[..., :3])))
        image = Image.frombuffer("RGBX", pixels.shape[1::-1], pixels, "raw", "RGBX", 0, 1)
        out = io.BytesIO()
        image.save(out, format="JPEG", quality=90, subsampling=0)   # full colour: thin lines stay
        return out.getvalue()


def framed(pixels: np.ndarray, title: str, question: str, status: str) -> bytes:
    """Return a picture as PNG with title and question above it and the status below.

    A page without a kernel shows it instead of the widget; the words must not be lost there.
    """
    width = pixels.shape[1]
    above = _written([(title, "bold"), *((line, "normal") for line in _lines(question, width))],
                     width)
    below = _written([(line, "normal") for line in _lines(status, width)], width)
    parts = [np.asarray(part)[..., :3] for part in (above, pixels, below)]
    return _png(Image.fromarray(np.vstack(parts)))


def _lines(words: str, width: int) -> list[str]:
    """Return words in lines that fit into so many pixels at 13 pixels a letter's height."""
    return textwrap.wrap(words, max(20, int(width / 7.6)))


def _written(lines: list[tuple[str, str]], width: int, line_height: int = 20) -> np.ndarray:
    """Return lines of text, each with its weight, as pixels."""
    height = line_height * len(lines) + 12
    figure = style.new_figure(width / 100, height / 100)
    for k, (words, weight) in enumerate(lines):
        figure.text(8 / width, 1 - (line_height * k + 6) / height, words, fontsize=9.5,
                    fontweight=weight, va="top", parse_math=False)
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(colors=192, dither=Image.Dither.NONE).save(out, format="PNG")
    return out.getvalue()
