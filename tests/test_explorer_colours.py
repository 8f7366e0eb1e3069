"""Nothing in an explorer is drawn in white on white, nor in a colour too near to it."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection, QuadMesh
from matplotlib.colors import to_hex, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from colours import contrast, over
from coursekit import explorers

NAMES = sorted(set(explorers._HOME) - {"Explorer"})
MARK, WORDS, FAINT = 3.0, 4.5, 1.15     # least contrast with what is behind
ON_A_COLOUR = 4.1                       # of words: on some colours neither black nor white has more
NOTHING = ("None", "none", "", " ")

#: What may be as pale as `FAINT`, by how it looks on white: it lies behind the marks.
PALE = {
    "BendIt": {"#e1f3eb": "the plane of height 0, which has an outline"},
    "KernelOrNot": {"#e3e3e3": "what is 0 up to rounding"},
    "LagrangeTilt": {"#cacaca": "what is not feasible"},
    "NestedLoops": {"#f6ef8e": "the cell that won", "#ececec": "parts that are not used now",
                    "#f0e442": "the part that judges a setting, as its cells have it"},
    "Pruner": {"#dddddd": "the whole tree, behind what is left of it"},
    "ShiftFraction": {"#b8b8b8": "other splits, behind the one that is told of"},
    "SlackPrice": {"#aed2ec": "the step on which the multipliers lie", "#cdebdd": "where all lines are optimal"},
    "SMOStepper": {"#ddefe7": "where the gap is below the tolerance"},
    "TubeAndBandwidth": {"#d6ebe2": "the tube"},
}


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
            yield from drawn(child, skipped)


def behind(text: Text, explorer) -> tuple:
    """Return the colour on which a text stands: the commonest in its box, without the text."""
    text.set_visible(False)
    pixels = explorer.canvas.pixels()
    text.set_visible(True)
    box = text.get_window_extent()
    height = len(pixels)
    part = pixels[int(height - box.y1):int(height - box.y0), int(box.x0):int(box.x1), :3]
    colours, counts = np.unique(part.reshape(-1, 3), axis=0, return_counts=True)
    return tuple(colours[counts.argmax()] / 255)


def too_pale(part: Artist, explorer) -> list[str]:
    """Return what can hardly be seen in axes or in a legend, by its kind and colour."""
    found, allowed = [], PALE.get(type(explorer).__name__, {})
    ground, skipped = "white", set()
    if isinstance(part, Axes):
        ground = over(part.get_facecolor(), "white")
        skipped = {part.patch, *part.xaxis.get_gridlines(), *part.yaxis.get_gridlines()}
    for artist in drawn(part, skipped):
        words = isinstance(artist, Text)
        for colours in painted(artist):
            seen = [over(colour, ground) for colour in colours if colour[3] > 0]
            least = WORDS if words else FAINT if allowed.keys() & set(map(to_hex, seen)) else MARK
            best = max((contrast(colour, ground) for colour in seen), default=least)
            if best < least and words:
                best, least = contrast(seen[0], behind(artist, explorer)), ON_A_COLOUR
            if best < least:
                found.append(f"{artist} in {', '.join(map(to_hex, seen))}: {best:.2f} to 1")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_mark_and_word_of_an_explorer_stands_out(name):
    """A white edge around a mark is none of its faults: the better of face and edge counts."""
    explorer = getattr(explorers, name)()
    for state in [{}, *(state for state, _ in explorer.presets.values())]:
        explorer.reset()
        explorer.set(**state)
        for part in explorer.canvas.figure.get_children():
            pale = part is not explorer.canvas.figure.patch and too_pale(part, explorer)
            assert not pale, f"at {state or 'the start'}:\n" + "\n".join(pale)
