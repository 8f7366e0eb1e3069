"""Lesson 06d: eight trees of eight resamples, and the vote of the first b trees."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, Slider
from coursekit.lessons.lesson06d.spirals import (
    CELLS, EDGE, FRESH, MOST, N, OWN, RANDOM, SAME, SEED, all_points, spirals, votes,
)
from coursekit.plots import style

LEAST = {"1 point": 1, "5 points": 5, "20 points": 20}
SMALL = 8                               # trees that are drawn
SHARES = LinearSegmentedColormap.from_list("shares", ["#EFA37A", "#FFFFFF", "#6FB1DC"])
PALE = LinearSegmentedColormap.from_list("pale", ["#FBE8DD", "#FFFFFF", "#DBEBF6"])
SQUARE = 3.72                           # inches of the vote, and of the trees together


class Resamples(Explorer):
    """Trees of resamples side by side, and what they say together.

    Examples
    --------
    >>> Resamples(b=25).status.split(",")[0]
    '25 trees'
    """

    title = "Other samples, another tree"
    question = "What does a vote make of trees that disagree?"
    size = (8.8, 5.1)
    controls = (
        Slider("b", "trees in the vote", 1, MOST, 1, 1, "how many of the trees vote"),
        Choice("trees", "each tree from", (OWN, SAME, RANDOM), OWN,
               "a resample: 200 draws with replacement from the 200 points; random features: each "
               "cut may use only one of the two features, drawn by chance"),
        Choice("least", "a leaf holds at least", tuple(LEAST), "1 point",
               "large leaves make a coarse tree"))
    presets = {
        "eight trees": Preset({"b": SMALL}, "Where is the vote pale, and what do the trees do "
                              "there?", shows=r"^8 trees"),
        "25 trees": Preset({"b": 25}, "Is the vote better than the tree of all 200 points?",
                           shows=r"^25 trees"),
        "the same points": Preset({"b": 25, "trees": SAME}, "What has the vote gained, and why?",
                                  shows=r"^25 trees, each of the same 200 points"),
        "coarse trees": Preset({"b": MOST, "least": "20 points"}, "What can no vote repair?",
                               shows=r"^100 trees.*at least 20"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create eight small squares, the large one, and what is written."""
        figure, (width, height) = canvas.figure, self.size
        figure.set_layout_engine("none")
        side, low = (SQUARE - 0.2) / 3, 0.42
        places = [((0.12 + col * (side + 0.1)) / width,
                   (low + (2 - row) * (side + 0.1)) / height)
                  for row in range(3) for col in range(3)]
        self._small = [_square(figure, (*place, side / width, side / height))
                       for place in places[:SMALL]]
        self._trees = [canvas.moving(_image(ax)) for ax in self._small]
        self._names = [canvas.moving(ax.text(
            0.04, 0.95, "", transform=ax.transAxes, fontsize=12, va="top", zorder=4,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.6}))
            for ax in self._small]
        plane = _square(figure, (1 - (SQUARE + 0.12) / width, low / height, SQUARE / width,
                                 SQUARE / height))
        self._vote = canvas.moving(_image(plane))
        self._border = canvas.moving(plane.add_collection(LineCollection(
            [], colors=style.INK, linewidths=1.3, zorder=2)))
        X, y = spirals(N, SEED)
        for label, marker, colour in ((1, "o", style.BLUE), (0, "X", style.ORANGE)):
            (dots,) = plane.plot(*X[y == label].T, marker, color=colour, markersize=5.5,
                                 markeredgecolor="white", markeredgewidth=0.5, zorder=3)
            canvas.moving(dots)
        self._write(canvas, places[SMALL][0] + side / width / 2, places[SMALL][1], side / height)

    def _write(self, canvas: Canvas, middle: float, low: float, high: float) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()
        self._title = canvas.moving(paper.text(0.014, 0.953, "", fontsize=16, fontweight="bold",
                                               va="center"))
        self._which = canvas.moving(paper.text(0.014, 0.862, "", fontsize=14, va="center"))
        self._voters = canvas.moving(paper.text(1 - (SQUARE + 0.12) / self.size[0], 0.862, "",
                                                fontsize=14, va="center"))
        self._right = canvas.moving(paper.text(0.986, 0.862, "", fontsize=22, fontweight="bold",
                                               ha="right", va="center"))
        paper.text(middle, low + 0.84 * high, "one tree,", fontsize=14, ha="center", va="center")
        paper.text(middle, low + 0.62 * high, "on average", fontsize=14, ha="center", va="center")
        self._mean = canvas.moving(paper.text(middle, low + 0.26 * high, "", fontsize=22,
                                              fontweight="bold", ha="center", va="center"))
        for y, words in ((0.365, "one tree"), (0.315, "of all"), (0.265, f"{N} points")):
            paper.text(0.5, y, words, fontsize=13, ha="center", va="center")
        paper.text(0.5, 0.6, "→", fontsize=34, fontweight="bold", ha="center", va="center")
        self._whole = canvas.moving(paper.text(0.5, 0.19, "", fontsize=20, fontweight="bold",
                                               ha="center", va="center"))
        paper.text(0.014, 0.037, f"%: right answers for {FRESH:,} new points", fontsize=13,
                   va="center")
        paper.text(1 - (SQUARE + 0.12) / self.size[0], 0.037,
                   "pale: the trees are divided; line: majority", fontsize=13, va="center")

    def draw(self, state: dict) -> str:
        """Show the latest eight trees, and the vote of all so far."""
        b, kind, least = state["b"], state["trees"], LEAST[state["least"]]
        found = votes(kind, least)
        first = max(0, b - SMALL)
        for k, (image, name) in enumerate(zip(self._trees, self._names, strict=True), first):
            image.set_data(found.cells[k].reshape(CELLS, CELLS))
            image.set_cmap(SHARES if k < b else PALE)
            name.set_text(f"{k + 1}: {_percent(found.single[k])}")
        share = found.share[b - 1].reshape(CELLS, CELLS)
        self._vote.set_data(share)
        self._border.set_segments(_border(share > 0.5))
        mean, vote, whole = found.single[:b].mean(), found.vote[b - 1], all_points(least)
        self._mean.set_text(_percent(mean))
        self._right.set_text(_percent(vote))
        self._whole.set_text(_percent(whole))
        self._voters.set_text("tree 1 alone" if b == 1 else f"the vote of trees 1 to {b}")
        self._which.set_text(f"trees {first + 1} to {first + SMALL}"
                             + (f" (only tree 1 votes)" if b == 1 else
                                f" (1 to {b} vote)" if b < SMALL else ""))
        self._title.set_text(_finding(b, kind, mean, vote))
        what = {OWN: "of a resample", SAME: f"of the same {N} points",
                RANDOM: "of a resample with random features"}[kind]
        coarse = f" and leaves of at least {least} points" * (least > 1)
        if b == 1:
            return (f"1 tree, {what}{coarse}, is right for {vote:.1%} of {FRESH:,} new points; "
                    f"one tree of all {N} points for {whole:.1%}.")
        return (f"{b} trees, each {what}{coarse}: on average one is right for {mean:.1%} of "
                f"{FRESH:,} new points; their vote for {vote:.1%}, one tree of all {N} points for "
                f"{whole:.1%}.")

    def details(self, state: dict) -> str:
        """Return how far the trees agree."""
        found = votes(state["trees"], LEAST[state["least"]])
        singles = found.single[:state["b"]]
        return (f"Two of the {MOST} trees disagree on {found.apart:.1%} of the new points, on "
                f"average. Of those that vote the worst is right for {singles.min():.1%}, the best "
                f"for {singles.max():.1%}.")


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _finding(b: int, kind: str, mean: float, vote: float) -> str:
    if kind == SAME:
        return ("The same points, the same tree: " + (
            "eight times" if b == 1 else f"a vote of {b} gains nothing"))
    if b == 1:
        return "Eight resamples, eight different trees"
    return (f"{b} trees, one vote: {_percent(vote)} right, its trees {_percent(mean)} on average")


def _square(figure: Figure, place: tuple) -> Axes:
    ax = figure.add_axes(place, xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE), xticks=[], yticks=[])
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(True)
        spine.set_linewidth(0.8)
    return ax


def _image(ax: Axes):
    return ax.imshow(np.full((CELLS, CELLS), 0.5), extent=(-EDGE, EDGE, -EDGE, EDGE),
                     origin="lower", cmap=SHARES, vmin=0, vmax=1, aspect="auto", zorder=1,
                     interpolation="nearest")


@cache
def _lines() -> np.ndarray:
    return np.linspace(-EDGE, EDGE, CELLS + 1)


def _border(ones: np.ndarray) -> np.ndarray:
    """Return the edges between cells of different answers, shape (edges, 2, 2)."""
    at = _lines()
    row, col = np.nonzero(ones[:, 1:] != ones[:, :-1])
    upright = np.stack([np.column_stack([at[col + 1], at[row]]),
                        np.column_stack([at[col + 1], at[row + 1]])], axis=1)
    row, col = np.nonzero(ones[1:] != ones[:-1])
    level = np.stack([np.column_stack([at[col], at[row + 1]]),
                      np.column_stack([at[col + 1], at[row + 1]])], axis=1)
    return np.concatenate([upright, level])
