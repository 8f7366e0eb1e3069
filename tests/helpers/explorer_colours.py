"""Colours in explorers' pictures: what may be pale, markers and their legends, cells in a map."""
from __future__ import annotations

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle

from colours import contrast
from coursekit.plots import style
from legend_looks import legends
from visible import FAINT

#: What may be as pale as `visible.FAINT`, by how it looks on white: it lies behind the marks.
PALE = {
    "BendTheBorder": {
        "#b3d4ec": "where it says survived",
        "#fbe3d3": "where it says died",
    },
    "CostOfAnError": {"#cfe3f1": "the cost of misses at every threshold, under its line",
                      "#f9cdb0": "the cost of false alarms, under its line"},
    "DegreeChoice": {"#e3e3e3": "the true degree, behind the curves"},
    "Fence": {"#e9e9e9": "where the ball may not be"},
    "FenceSide": {"#d9e8f4": "the ground, under its line", "#e3e3e3": "where the ball may not be"},
    "KernelOrNot": {"#e3e3e3": "what is 0 up to rounding"},
    "Lift": {"#40b696": "the edge of the flat cut, which also has a face"},
    "MissingMap": {"#d3dfe8": "what is recorded, behind the strokes"},
    "OneMix": {"#fbe3d3": "the dead, above the survivors",
               "#d9d9d9": "a tile of one person, behind its words"},
    "Pendulum": {"#d9e8f4": "where a string lets the bob be, inside a circle"},
    "RuleBoxes": {"#cfe3f1": "what rules for drug A cover, behind the patients",
                  "#fbe3d3": "what rules for drug B cover"},
    "SharedFolds": {"#afd3e7": "the table of correlations, which has an outline: pale is unlike",
                    "#dcebf4": "the same", "#95c4df": "the same", "#bad9ea": "the same"},
    "ShiftFraction": {"#b8b8b8": "other splits, behind the one that is told of"},
    "SlackPrice": {
        "#f7f097": "the street, behind the samples",
        "#a8dccb": "where all lines cost the same",
        "#ebebeb": "the possible pairs, behind their border",
    },
    "Swing": {"#e2e2e2": "what is not allowed"},
    "Street": {"#f4ec7b": "the street, and how wide it could be: a line bounds it"},
    "ProbabilityCurve": {"#e6e6e6": "the bar that is looked at", "#d0d0d0": "the line of one half"},
    "Profiles": {"#cfe3f1": "survivors against the majority of their profile",
                 "#f8d9c8": "the dead against it"},
    "GapArea": {"#ddefe7": "within the tolerance"},
    "QuietRuns": {"#ddefe7": "where the gap is small enough"},
    "SMOStepper": {"#d4d4d4": "what lies behind a wall"},
    "SumOfBumps": {"#d6e8f3": "the area under a bump, which has an outline",
                   "#f8e5d6": "the same", "#66aad1": "the same, under the stray's"},
    "SumOfBumpsPlane": {"#d6e8f3": "the area under a bump, which has an outline",
                        "#f8e5d6": "the same"},
    "ThreeQuestions": {"#a9cde6": "survivors, where they stood before they fell",
                       "#f4c6a8": "the dead, where they stood",
                       "#d8d8d8": "the bar of another tree, behind its number"},
    "Threshold": {"#d9e8f4": "the side predicted to survive: a line bounds it",
                  "#f0c7a6": "right answers: the wrong ones are strong, and ringed",
                  "#a6cee4": "the same"},
    "Tube": {"#f6ef8e": "the tube, and dashes on the black curve"},
    "WhichChances": {"#d6ecfa": "the lens, which has an outline"},
}


ROUND = {"o", "."}          # a dot or a ring may stand for whatever its colour says
NEUTRAL = {"none", to_hex(style.INK)}


def shape(marker: Line2D | PathCollection) -> tuple:
    """Return the outline of a marker, without its size."""
    if isinstance(marker, PathCollection):
        return tuple(np.round(marker.get_paths()[0].vertices, 3).ravel())
    drawn = MarkerStyle(marker.get_marker())
    return tuple(np.round(drawn.get_transform().transform_path(drawn.get_path()).vertices,
                          3).ravel())


def hues(marker: Line2D | PathCollection) -> set[str]:
    """Return the colours of a marker's face and edge."""
    if isinstance(marker, PathCollection):
        return {to_hex(c) for c in [*marker.get_facecolor(), *marker.get_edgecolor()]}
    return {c if c == "none" else to_hex(c)
            for c in (marker.get_markerfacecolor(), marker.get_markeredgecolor())}


def told_by_legends(figure) -> dict[tuple, set[str]]:
    """Return the colours that the legends give to each shape; an entry in ink stands for any."""
    told = {}
    for legend in legends(figure):
        for entry in legend.legend_handles:
            if isinstance(entry, PathCollection) or (
                    isinstance(entry, Line2D)
                    and entry.get_marker() not in ROUND | {"None", "", "none"}):
                told.setdefault(shape(entry), set()).update(hues(entry))
    return {outline: colours for outline, colours in told.items() if not colours <= NEUTRAL}


def drawn(artist) -> bool:
    """Whether an artist shows markers."""
    if not artist.get_visible():
        return False
    if isinstance(artist, PathCollection):
        return len(artist.get_offsets()) > 0
    return isinstance(artist, Line2D) and artist.get_marker() not in {"None", "", "none", None} \
        and len(artist.get_xdata()) > 0


def strange_hues(figure: Figure, told: dict[tuple, set[str]]) -> list[str]:
    """Return the markers whose colours are not those that are told of their shape."""
    found = []
    for ax in figure.axes:
        for marks in filter(drawn, [*ax.collections, *ax.lines]):
            known = told.get(shape(marks), hues(marks))
            if not hues(marks) & (known | NEUTRAL):
                found.append(f"{marks} in {hues(marks)}, not in {known}")
    return found


def faint_gaps(figure: Figure) -> bool:
    """Return whether cells without a number look like numbers, in a picture of cells."""
    for image in (image for ax in figure.axes for image in ax.images):
        cells = np.ma.masked_invalid(image.get_array())
        if cells.ndim == 2 and cells.mask.any():
            gap = to_hex(image.get_cmap().get_bad())
            if any(contrast(gap, to_hex(image.cmap(image.norm(value)))) < FAINT
                   for value in np.unique(cells.compressed())[[0, -1]]):
                return True
    return False
