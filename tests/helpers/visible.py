"""What can hardly be seen in a picture: marks and words too near in colour to what is behind."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection, QuadMesh
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from colours import contrast, over
from guards import MARK, WORDS

FAINT = 1.15        # least contrast of what may be paler
ON_A_COLOUR = 4.1                       # of words: on some colours neither black nor white has more
NOTHING = ("None", "none", "", " ")


def painted(artist: Artist) -> list[list]:
    """Return the parts of an artist, each as the colours (RGBA) of its face and of its edge."""
    alpha = artist.get_alpha()
    if isinstance(artist, Text):
        return [[to_rgba(artist.get_color(), alpha)]] if artist.get_text().strip() else []
    if isinstance(artist, Line2D):
        marked = str(artist.get_marker()) not in NOTHING
        joined = artist.get_linestyle() not in NOTHING and artist.get_linewidth() > 0
        faces = [artist.get_markerfacecolor(), artist.get_markeredgecolor()] if marked else []
        return [[to_rgba(c, alpha) for c in part if str(c) not in NOTHING]
                for part in ([artist.get_color()] if joined else [], faces)
                if part and len(artist.get_xdata())]
    if isinstance(artist, Patch):
        return [[artist.get_facecolor(), artist.get_edgecolor()][not artist.get_fill():
                                                                 1 + (artist.get_linewidth() > 0)]]
    shown = len(artist.get_paths()) and len(artist.get_offsets())
    kinds = [artist.get_facecolor(), artist.get_edgecolor()][:1 + any(artist.get_linewidth())]
    return [[kind[k % len(kind)] for kind in kinds if len(kind)]
            for k in range(max(map(len, kinds)) if shown else 0)]


def drawn(artist: Artist, skipped: set[Artist]) -> Iterator[Artist]:
    """Yield what is seen of an artist's children, and of theirs."""
    for child in artist.get_children():
        if child.get_visible() and child not in skipped:
            if isinstance(child, (Line2D, Patch, Text, Collection)) \
                    and not isinstance(child, QuadMesh):      # a scale of colours has all of them
                yield child
            if getattr(child, "arrow_patch", None):           # an annotation keeps it to itself
                yield child.arrow_patch
            yield from drawn(child, skipped)


def behind(text: Text, pixels: Callable[[], np.ndarray]) -> tuple:
    """Return the colour on which a text stands: the commonest in its box, without the text."""
    text.set_visible(False)
    drawn_without = pixels()
    text.set_visible(True)
    box = text.get_window_extent()
    height = len(drawn_without)
    part = drawn_without[int(height - box.y1):int(height - box.y0), int(box.x0):int(box.x1), :3]
    colours, counts = np.unique(part.reshape(-1, 3), axis=0, return_counts=True)
    return tuple(colours[counts.argmax()] / 255)


def too_pale(figure: Figure, pixels: Callable[[], np.ndarray], allowed: Iterable[str]) -> list[str]:
    """Return what can hardly be seen in a figure, by its kind and colour.

    The colours that are `allowed`, as they look on white, may be as pale as `FAINT`; `pixels` draws
    the figure.
    """
    return [pale for part in figure.get_children() if part is not figure.patch
            for pale in _pale_in(part, pixels, set(allowed))]


def _pale_in(part: Artist, pixels: Callable[[], np.ndarray], allowed: set[str]) -> list[str]:
    """Do that for axes, or for what stands outside of them."""
    found = []
    ground = over(part.get_facecolor(), "white") if isinstance(part, Axes) else "white"
    skipped = {ax.patch for ax in part.findobj(Axes)}
    skipped |= {line for axis in part.findobj(Axis) for line in axis.get_gridlines()}
    for artist in drawn(part, skipped):
        words = isinstance(artist, Text)
        for colours in {tuple(map(tuple, part)) for part in painted(artist)}:
            seen = [over(colour, ground) for colour in colours if colour[3] > 0]
            least = WORDS if words else FAINT if allowed & set(map(to_hex, seen)) else MARK
            best = max((contrast(colour, ground) for colour in seen), default=least)
            if best < least and words:
                best, least = contrast(seen[0], behind(artist, pixels)), ON_A_COLOUR
            if best < least:
                found.append(f"{artist} in {', '.join(map(to_hex, seen))}: {best:.2f} to 1")
    return found
