"""An explorer as a page gets it: what never changes, and the picture for pages without a kernel."""
from __future__ import annotations

import base64
import textwrap
import warnings
from typing import Any

import numpy as np
from PIL import Image

from coursekit.explorer import cells
from coursekit.explorer.canvas import as_png, in_hall
from coursekit.plots import style

STILL = 406       # pixels, at most: a title, its question and a still fit a laptop's first screen


def spec(explorer: Any, clicks: bool, keys: bool) -> dict:
    """Return what does not change: all that the page needs to draw the controls."""
    return {"title": explorer.title, "question": explorer.question,
            "controls": [c.spec() for c in explorer.controls],
            "buttons": [vars(button) for button in explorer.buttons],
            "presets": [{"name": name, "tip": preset.look_for}
                        for name, preset in explorer.presets.items()],
            "clicks": clicks, "keys": keys, "hall": in_hall(),
            "size": [round(explorer.canvas.figure.dpi * inches) for inches in explorer.size]}


def bundle(explorer: Any) -> tuple[dict, dict]:
    """Return the widget for a live page, and for a static one a picture that carries the words.

    A still, an explorer without controls, is the picture alone; its words are for those who do not
    see it.
    """
    said = explorer.alt_text.removeprefix(explorer.title + ": ")
    words = {"text/plain": f"{explorer.heading} {explorer.status}"}
    about = {"alt": f"{explorer.heading} {explorer.question} {said}"}
    if not explorer.controls:
        scale = min(100, STILL / explorer.size[1])     # pixels per inch
        width, height = (round(scale * inches) for inches in explorer.size)
        return ({"image/png": base64.b64encode(explorer.png()).decode(), **words},
                {"image/png": {**about, "width": width, "height": height}})
    view, metadata = _live(explorer)
    picture = framed(explorer.canvas.pixels(), explorer.title, explorer.question, explorer.status)
    return ({**view, "image/png": base64.b64encode(picture).decode(), **words},
            {**metadata, "image/png": about})


def _live(explorer: Any) -> tuple[dict, dict]:
    """Return the widget's bundle and metadata; both are empty where there can be no widget."""
    try:
        live = explorer.widget()._repr_mimebundle_() or {}
        cells.keep(explorer)
    except Exception as error:      # no anywidget, or no way to the page: the picture remains
        warnings.warn(f"this picture has no controls here: {error}", stacklevel=2)
        return {}, {}
    return live if isinstance(live, tuple) else (live, {})


def framed(pixels: np.ndarray, title: str, question: str, status: str) -> bytes:
    """Return a picture as PNG with title and question above it and the status below.

    A notebook without a kernel shows it instead of the widget, so it must contain the words.
    """
    width = pixels.shape[1]
    above = _written([(title, "bold"), *((line, "normal") for line in _lines(question, width))],
                     width)
    below = _written([(line, "normal") for line in _lines(status, width)], width)
    parts = [np.asarray(part)[..., :3] for part in (above, pixels, below)]
    return as_png(Image.fromarray(np.vstack(parts)))


def _lines(words: str, width: int) -> list[str]:
    """Return words wrapped into lines of this width in pixels, for letters 13 pixels high."""
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
