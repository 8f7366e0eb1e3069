"""One look for every figure of the course.

Colours are those of Okabe and Ito, which stay apart for colour-blind eyes, the pale
ones darkened until lines and bars stand out from white at 3:1; each class keeps its
colour **and** its marker through all lessons, so that no figure depends on colour
alone. Faces are opaque, so a dark theme cannot swallow a label.
"""
from __future__ import annotations

from collections.abc import Iterable

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend

BLUE, ORANGE, GREEN, PINK = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, INK, GREY = "#4A9AD4", "#1B1B1B", "#686868"
#: Only for areas behind marks that have a colour of the palette.
YELLOW = "#F0E442"
PALE_BLUE, PALE_ORANGE, PALE_GREEN = "#D9E8F4", "#FBE3D3", "#E1F3EB"
LIGHT_BLUE, LIGHT_SKY, LIGHT_GREEN = "#CFE3F1", "#D6ECFA", "#CDEBDD"

PALETTE = [BLUE, ORANGE, GREEN, PINK, GREY, SKY, INK]
MARKERS = ["o", "X", "D", "s", "^", "P", "v"]
HATCHES = ["", "//", "..", "xx", "\\\\", "++", "oo"]

#: The colour of each role. A role keeps its colour in the whole course.
COLOURS = {
    "survived": BLUE, "died": ORANGE,
    "female": PINK, "male": GREEN,
    +1: BLUE, -1: ORANGE,
    "decision line": INK, "support vector": INK, "slack": PINK, "multiplier": GREEN,
    "train": SKY, "test": ORANGE,
    "reference": GREY, "fate hidden": "#8A8A8A",
    "raw": GREY, "standardised": BLUE,
}

#: The colour of roles that are areas and nothing else.
AREAS = {"margin": YELLOW, "validate": YELLOW}

#: Darker shades of some roles, for words: 4.5 : 1 and more on white.
WORDS = {"survived": "#005A8C", "died": "#A94A00", "female": "#9C3C72", "male": "#00704F"}

RC = {
    "figure.dpi": 100, "savefig.dpi": 100, "savefig.facecolor": "white",
    "figure.facecolor": "white", "axes.facecolor": "white",
    "font.family": "DejaVu Sans", "font.size": 13,
    "axes.titlesize": 15, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.titlepad": 12, "axes.labelsize": 13,
    "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#555555", "axes.labelcolor": INK, "text.color": INK,
    "axes.prop_cycle": mpl.cycler(color=PALETTE),
    "axes.grid": True, "axes.grid.axis": "y", "axes.axisbelow": True,
    "grid.color": "#E3E3E3", "grid.linewidth": 0.8,
    "xtick.labelsize": 12, "ytick.labelsize": 12,
    "legend.fontsize": 12, "legend.frameon": False,
    "lines.linewidth": 2.2, "lines.markersize": 7,
    "hatch.linewidth": 0.6,
}


def use() -> None:
    """Make the course's look the current matplotlib style."""
    mpl.rcParams.update(RC)


def new_figure(width: float = 8.0, height: float = 4.5) -> Figure:
    """Return an empty figure of the given size in inches, in the course's look.

    The figure has an Agg canvas of its own and is unknown to pyplot: nothing pops
    up twice, and nothing needs closing.
    """
    use()
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def new_axes(title: str, xlabel: str, ylabel: str, *, width: float = 8.0,
             height: float = 4.5) -> tuple[Figure, Axes]:
    """Return a figure with one labelled pair of axes; the title states the message.

    >>> figure, ax = new_axes("Women first", "sex", "survival rate")
    >>> ax.get_ylabel()
    'survival rate'
    """
    figure = new_figure(width, height)
    ax = figure.subplots()
    label(ax, title, xlabel, ylabel)
    return figure, ax


def new_panels(titles: list[str], xlabel: str | list[str], ylabel: str | list[str], *,
               width: float = 11.0, height: float = 4.4, sharey: bool = True,
               stacked: bool = False) -> tuple[Figure, list[Axes]]:
    """Return a figure with one labelled panel a title, side by side or stacked."""
    figure = new_figure(width, height)
    rows, columns = (len(titles), 1) if stacked else (1, len(titles))
    panels = figure.subplots(rows, columns, sharey=sharey and not stacked, sharex=stacked,
                             squeeze=False).ravel().tolist()
    xlabels = [xlabel] * len(titles) if isinstance(xlabel, str) else xlabel
    ylabels = [ylabel] * len(titles) if isinstance(ylabel, str) else ylabel
    for ax, title, x, y in zip(panels, titles, xlabels, ylabels, strict=True):
        label(ax, title, x, y)
    return figure, panels


def headline(figure: Figure, title: str) -> None:
    """Put the message over a figure of several panels; the titles they have turn plain."""
    figure.suptitle(title, x=0.02, ha="left", fontsize=15, fontweight="bold")
    for ax in figure.axes:
        ax.set_title(ax.get_title(loc="left"), loc="left", fontweight="normal")


def legend_below(figure: Figure, panels: Iterable[Axes], ncols: int,
                 more: Iterable[Artist] = ()) -> Legend:
    """Put one legend of all panels, and of more artists, under them; each name stands once."""
    named = {n: h for ax in panels for h, n in zip(*ax.get_legend_handles_labels(), strict=True)}
    named |= {artist.get_label(): artist for artist in more}
    return figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=ncols)


def plain(text: object) -> str:
    """Return a name from the data as Matplotlib draws it to the letter: a dollar sign is one.

    >>> plain("$100-$200")
    '\\\\$100-\\\\$200'
    """
    return str(text).replace("$", r"\$")


def label(ax: Axes, title: str, xlabel: str, ylabel: str) -> None:
    """Give axes their title and both labels; a figure of the course has all three."""
    ax.set_title(title)
    ax.set(xlabel=xlabel, ylabel=ylabel)
