"""What a legend promises is drawn: a line of its colour and dashes, a mark, an area of its
colour."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.collections import Collection, PathCollection, QuadMesh
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from colours import over
from coursekit.plots.style import INK
from visible import NOTHING, drawn


def legends(figure: Figure) -> list[Legend]:
    """Return the legends of a figure and of its axes."""
    return [*figure.legends, *(ax.get_legend() for ax in figure.axes if ax.get_legend())]


def looks(artist: Artist) -> Iterator[tuple]:
    """Yield how an artist looks: a kind, a colour and, of a line, whether it is dashed."""
    if isinstance(artist, Line2D):
        if artist.get_linestyle() not in NOTHING and artist.get_linewidth():
            # is_dashed() is true of a legend's line with the pattern "no dashes"
            yield "line", to_hex(artist.get_color()), artist._dash_pattern[1] is not None
        if str(artist.get_marker()) not in NOTHING:
            for colour in (artist.get_markerfacecolor(), artist.get_markeredgecolor()):
                if str(colour) not in NOTHING:
                    yield "mark", to_hex(colour)
    elif isinstance(artist, Patch):
        if artist.get_fill() and to_rgba(artist.get_facecolor())[3]:
            yield "area", to_hex(over(artist.get_facecolor(), "white"))
    elif isinstance(artist, PathCollection):
        for colour in [*artist.get_facecolor(), *artist.get_edgecolor()]:
            yield "mark", to_hex(colour)
    elif isinstance(artist, Collection) and not isinstance(artist, QuadMesh):
        for colour in artist.get_edgecolor():
            for _, dashes in artist.get_linestyle():
                yield "line", to_hex(colour), dashes is not None


def promised(figure: Figure) -> dict[tuple, str]:
    """Return each look that a legend gives, and to what; a mark in ink stands for any colour."""
    return {look: words.get_text() for legend in legends(figure)
            for handle, words in zip(legend.legend_handles, legend.get_texts())
            for look in looks(handle) if look != ("mark", to_hex(INK))}


def shown(figure: Figure, picture: np.ndarray) -> set[tuple]:
    """Return each look that is drawn outside the legends; areas as the picture has them."""
    boxes = legends(figure)
    outside = picture[::-1, :, :3].astype(np.uint32)
    for box in boxes:
        place = box.get_window_extent()
        outside[int(place.y0):int(place.y1) + 1, int(place.x0):int(place.x1) + 1] = 255
    colours = pd.unique((outside[..., 0] << 16 | outside[..., 1] << 8 | outside[..., 2]).ravel())
    return {look for artist in drawn(figure, set(boxes)) for look in looks(artist)} \
        | {("area", f"#{c:06x}") for c in colours}


def broken(promises: dict[tuple, str], found: Iterable[tuple]) -> list[str]:
    """Return what is promised and nowhere drawn."""
    return [f"{words!r} is {' '.join(map(str, look))}, which is drawn nowhere"
            for look, words in promises.items() if look not in set(found)]
