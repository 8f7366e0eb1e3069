"""Pictures compared as a reader compares them: small, for the whole, and at full size, for a word.

A smooth line may move by a hair where another machine adds in another order. A word that has
changed, a colour or a mark fills a good part of some small tile with other pixels.
"""
from __future__ import annotations

import base64
import io
import re

import numpy as np
from PIL import Image
from scipy.ndimage import uniform_filter

# A picture that waits in a fold: its words, and itself in base64.
FOLDED = re.compile(r'<img alt="([^"]*)"[^>]* src="data:image/png;base64,([^"]*)">')
SIZE = (64, 36)         # pixels of a thumbnail; one stands for about 12 x 12 on the page
NOTICED = 24            # of 255: a thumbnail's pixel that differs by more looks different
SHARE = 0.005           # of a thumbnail's pixels that may look different
TILE = 12               # pixels: about as wide and as high as a letter
OTHER = 96              # of 255: a pixel of the picture that differs by more is another one
FILLED = 0.08           # of a tile's pixels that may be other ones


def thumbnail(png: str) -> np.ndarray:
    """Return a picture (PNG, in base64) as a small array of red, green and blue, 0 to 255."""
    picture = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")
    return np.asarray(picture.resize(SIZE, Image.Resampling.BOX), dtype=float)


def share_that_differs(one: str, other: str) -> float:
    """Return the share of the thumbnail in which two pictures look different."""
    return float((np.abs(thumbnail(one) - thumbnail(other)).max(axis=2) > NOTICED).mean())


def full(png: str) -> np.ndarray:
    """Return a picture (PNG, in base64) as an array of red, green and blue, 0 to 255."""
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"), dtype=float)


def place_that_differs(one: str, other: str) -> tuple[int, int] | None:
    """Return where two pictures differ most, in pixels from the upper left, if they do."""
    a, b = full(one), full(other)
    if a.shape != b.shape:
        return 0, 0
    far = np.abs(a - b).max(axis=2) > OTHER
    filled = uniform_filter(far.astype(float), TILE)
    y, x = np.unravel_index(filled.argmax(), filled.shape)
    return (int(x), int(y)) if filled[y, x] > FILLED else None


def _shown(outputs: list) -> list[tuple[str, str]]:
    """Return each picture among a cell's outputs (in base64), and what is said of it."""
    found = []
    for output in outputs:
        data, told = output.get("data", {}), output.get("metadata", {})
        if "image/png" in data:
            found.append((data["image/png"], told.get("image/png", {}).get("alt", "")))
        found += [(png, words) for words, png in
                  FOLDED.findall("".join(data.get("text/markdown", "")))]
    return found


def pictures_of(outputs: list) -> list[str]:
    """Return the pictures among a cell's outputs, in base64."""
    return [png for png, _ in _shown(outputs)]


def spoken_of(outputs: list) -> list[str]:
    """Return what a screen reader says of the pictures among a cell's outputs."""
    return [words for _, words in _shown(outputs)]


def differences(fresh: list, committed: list) -> list[str]:
    """Return a sentence for each picture of a cell that is not the committed one, or is told
    otherwise."""
    spoken = zip(spoken_of(fresh), spoken_of(committed))
    fresh, committed = pictures_of(fresh), pictures_of(committed)
    if len(fresh) != len(committed):
        return [f"{len(fresh)} pictures instead of the {len(committed)} that are committed"]
    told = []
    for k, pair in enumerate(zip(fresh, committed, strict=True), 1):
        share, place = share_that_differs(*pair), place_that_differs(*pair)
        if share > SHARE:
            told.append(f"picture {k} differs from the committed one in {share:.1%} of its "
                        "thumbnail")
        elif place:
            told.append(f"picture {k} differs from the committed one around {place}, in pixels "
                        "from the upper left")
    return told + [f"the text alternative is {new!r} and not {old!r}" for new, old in spoken
                   if new != old]
