"""One walk through an explorer and a record of it, from which tests read what they want to know.

It goes to the start, the presets, the ends of each control, and to corners: six on a push, all at
night.
"""
from __future__ import annotations

import itertools
from functools import cached_property
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from cases import some
from coursekit.explorer import find_explorer
from explorer_colours import PALE, faint_gaps, strange_hues, told_by_legends
from legend_looks import promised, shown
from states import corners, extremes
from visible import too_pale


class Closer(NamedTuple):
    """What takes longer to see: at the start and at presets only."""

    pale: list[str]         # what can hardly be seen
    promised: dict          # looks that the legends give, and to what
    shown: set              # looks that are drawn
    axes: list[tuple]       # label and scale of each axis


class Look(NamedTuple):
    """What an explorer says in a state, and what is wrong with its picture there."""

    state: dict
    status: str
    alt: str
    details: str
    failed: bool
    picture: int            # its hash
    inked: int              # pixels in which the picture differs from its axes alone
    outside: bool           # whether a mark lies outside the frame
    covered: list[str]      # colours of curves that pass under a legend
    cut: list[str]          # words that the edge of the picture cuts
    hues: list[str]         # markers in a colour that no legend gives to their shape
    gaps: bool              # whether cells without a number look like numbers
    closer: Closer | None


def outside(ax: Axes) -> bool:
    """Return whether a mark lies outside the frame of a panel."""
    marks = [line.get_xydata() for line in ax.lines
             if line.get_marker() != "None" and line.get_transform() == ax.transData]
    marks += [dots.get_offsets() for dots in ax.collections if isinstance(dots, PathCollection)]
    ends = np.sort([ax.get_xlim(), ax.get_ylim()], axis=1)
    hair = 1e-6 * np.ptp(ends, axis=1)
    return any(((points < ends[:, 0] - hair) | (points > ends[:, 1] + hair)).any()
               for points in marks if len(points))


def covered(figure: Figure) -> list[str]:
    """Return the colours of curves that pass under a legend, in a figure that has been drawn."""
    found = []
    boxes = [box.get_window_extent() for ax in figure.axes for box in ax.get_children()
             if isinstance(box, Legend)]
    for ax, box in itertools.product(figure.axes, boxes):
        common = Bbox.intersection(box, ax.get_window_extent())
        for line in ax.lines if common else ():
            path = line.get_transform().transform_path(line.get_path()).cleaned(remove_nans=True)
            if line.get_transform() == ax.transData and line.get_linestyle() != "None" \
                    and len(line.get_xdata()) and path.intersects_bbox(common, filled=False):
                found.append(line.get_color())
    return found


def cut(figure: Figure) -> list[str]:
    """Return the words that the edge of the picture cuts, in a figure that has been drawn."""
    inside, touching = figure.bbox.padded(2), figure.bbox.padded(-3)
    ticks = {label for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)
             for label in axis.get_ticklabels(which="both")}      # some outside the axis, not drawn
    boxes = [(text.get_text(), text.get_window_extent()) for text in figure.findobj(Text)
             if text.get_visible() and text.get_text().strip() and text not in ticks]
    return [words for words, box in boxes if touching.overlaps(box)
            and not (inside.contains(box.x0, box.y0) and inside.contains(box.x1, box.y1))]


class Walk:
    """An explorer and the record of its states; each part is walked when it is first read."""

    def __init__(self, name: str):
        self.name, self.kind = name, find_explorer(name)
        self.explorer = self.kind()
        self.start_state = self.explorer.state()
        self.told = told_by_legends(self.explorer.canvas.figure)

    @cached_property
    def start(self) -> Look:
        """The start."""
        return self.at({}, close=True)

    @cached_property
    def presets(self) -> dict[str, Look]:
        """Each preset."""
        return {name: self.at(preset.state, close=True)
                for name, preset in self.kind.presets.items()}

    @cached_property
    def ends(self) -> dict[str, dict[object, Look]]:
        """Each end of each control, as far as the start allows it."""
        self.explorer.reset()
        allowed = {c.name: extremes(c, self.explorer) for c in self.kind.controls}
        return {name: {value: self.at({name: value}) for value in values}
                for name, values in allowed.items()}

    @cached_property
    def corners(self) -> list[Look]:
        """Combinations of the ends of all controls."""
        return [self.at(state) for state in some(corners(self.kind), 6)]

    @property
    def marked(self) -> list[Look]:
        """The start and the presets."""
        return [self.start, *self.presets.values()]

    @property
    def looks(self) -> list[Look]:
        """All states."""
        return [*self.marked, *(look for ends in self.ends.values() for look in ends.values()),
                *self.corners]

    def at(self, state: dict, close: bool = False) -> Look:
        """Return what is seen where the other controls stand at their start."""
        explorer = self.explorer
        explorer.set(**self.start_state | state)
        figure, picture = explorer.canvas.figure, explorer.canvas.pixels().copy()
        explorer.canvas.clear()
        alone = np.asarray(figure.canvas.buffer_rgba())
        inked = np.count_nonzero(picture.view(np.uint32) != alone.view(np.uint32))
        closer = None
        if close:
            closer = Closer(
                too_pale(figure, explorer.canvas.pixels, PALE.get(self.name, ())),
                promised(figure), shown(figure, picture),
                [(axis.get_label_text(), axis.get_scale())
                 for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)])
        return Look(explorer.state(), explorer.status, explorer.alt_text,
                    explorer.details(explorer.state()), explorer.failed,
                    hash(picture.tobytes()), inked,
                    any(map(outside, figure.axes)), covered(figure), cut(figure),
                    strange_hues(figure, self.told), faint_gaps(figure), closer)
