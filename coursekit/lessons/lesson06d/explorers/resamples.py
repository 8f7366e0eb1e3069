"""Lesson 06d: eight trees of eight resamples, and the vote of the first b trees."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson06d.spirals import (
    CELLS, EDGE, FRESH, MOST, N, OWN, RANDOM, SAME, SEED, all_points, spirals, votes,
)
from coursekit.plots import style

LEAST = {"1 point": 1, "5 points": 5, "20 points": 20}
SMALL = 8                               # trees that are drawn
PLACES = [divmod(k, 3) for k in range(SMALL)]       # row and column of each
SHARES = LinearSegmentedColormap.from_list("shares", ["#EFA37A", "#FFFFFF", "#6FB1DC"])
GREYS = np.array([236, 205], dtype=np.uint8)        # the answers 0 and 1 of a tree without a vote
TINTS = (255 * SHARES(np.linspace(0, 1, 256))[:, :3]).astype(np.uint8)
SQUARE, LOW = 3.72, 0.42                # inches of the vote, and of the trees; of their lower edge
STRIDE = CELLS + 8                      # cells from one small tree to the next
SIDE = 2 * STRIDE + CELLS


class Resamples(Explorer):
    """Trees of resamples side by side, and what they say together.

    Examples
    --------
    >>> Resamples(b=25).status.split(",")[0]
    '25 trees'
    """

    title = "Many trees, one vote"
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
        low = LOW / height
        mosaic = _square(figure, (0.12 / width, low, SQUARE / width, SQUARE / height), frame=False)
        self._trees = canvas.moving(_image(mosaic))
        self._names = [canvas.moving(mosaic.text(
            (col * STRIDE + 3) / SIDE, 1 - (row * STRIDE + 8) / SIDE, "", fontsize=12,
            transform=mosaic.transAxes, va="center", zorder=4)) for row, col in PLACES]
        plane = _square(figure, (1 - (SQUARE + 0.12) / width, low, SQUARE / width,
                                 SQUARE / height))
        self._vote = canvas.moving(_image(plane))
        self._border = canvas.moving(*plane.plot([], [], color=style.INK, lw=1.3, zorder=2,
                                                 solid_capstyle="projecting",
                                                 antialiased=False))
        X, y = spirals(N, SEED)
        for label, marker, colour in ((1, "o", style.BLUE), (0, "X", style.ORANGE)):
            canvas.moving(*plane.plot(*X[y == label].T, marker, color=colour, markersize=5.5,
                                      markeredgecolor="white", markeredgewidth=0.5, zorder=3))
        third = SQUARE / 3
        self._write(canvas, (0.12 + 2.5 * third + 0.03) / width, low, third / height)

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
        for up, words in ((0.82, f"one of {MOST},"), (0.6, "on average")):
            canvas.moving(paper.text(middle, low + up * high, words, fontsize=14, ha="center",
                                     va="center"))          # moving, as the mosaic lies below it
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
        self._trees.set_data(_mosaic(found.cells[first:first + SMALL], b - first))
        for k, name in enumerate(self._names, first):
            name.set_text(f"{k + 1}: {_percent(found.single[k])}")
        share = found.share[b - 1].reshape(CELLS, CELLS)
        self._vote.set_data(TINTS[np.rint(share * 255).astype(int)])
        self._border.set_data(*_border(share > 0.5))
        mean, vote, whole = found.single.mean(), found.vote[b - 1], all_points(least)
        self._mean.set_text(_percent(mean))
        self._right.set_text(_percent(vote))
        self._whole.set_text(_percent(whole))
        self._voters.set_text("the vote: tree 1 alone" if b == 1 else f"the vote of trees 1 to {b}")
        self._which.set_text(f"trees {first + 1} to {first + SMALL}"
                             + (" (grey: no vote yet)" if b < SMALL else ""))
        self._title.set_text(_finding(b, kind, mean, vote))
        what = {OWN: "of a resample", SAME: f"of the same {N} points",
                RANDOM: "of a resample with random features"}[kind]
        coarse = f" and leaves of at least {least} points" * (least > 1)
        if b == 1:
            return (f"1 tree, {what}{coarse}, is right for {vote:.1%} of {FRESH:,} new points, "
                    f"the average of {MOST} such trees for {mean:.1%}; one tree of all {N} points "
                    f"for {whole:.1%}.")
        return (f"{b} trees, each {what}{coarse}: on average one of {MOST} is right for "
                f"{mean:.1%} of {FRESH:,} new points; their vote for {vote:.1%}, one tree of all "
                f"{N} points for {whole:.1%}.")

    def details(self, state: dict) -> str:
        """Return how far the trees agree."""
        found = votes(state["trees"], LEAST[state["least"]])
        singles = found.single[:state["b"]]
        return (f"Two of the {MOST} trees disagree on {found.apart:.1%} of the new points, on "
                f"average. Of those that vote the worst is right for {singles.min():.1%}, the best "
                f"for {singles.max():.1%}.")


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _finding(b: int, kind: str, mean: float, vote: float) -> str:
    if kind == SAME:
        return ("The same points, the same tree: " + (
            "eight times" if b == 1 else f"a vote of {b} gains nothing"))
    if b == 1:
        return f"The first eight of {MOST} trees, and a vote with one voter"
    return (f"{b} trees, one vote: {_percent(vote)} right, one tree {_percent(mean)} on average")


def _square(figure: Figure, place: tuple, frame: bool = True) -> Axes:
    ax = figure.add_axes(place, xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE), xticks=[], yticks=[])
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(frame)
        spine.set_linewidth(0.8)
    return ax


def _image(ax: Axes) -> AxesImage:
    return ax.imshow(np.full((2, 2, 3), 255, dtype=np.uint8), extent=(-EDGE, EDGE, -EDGE, EDGE),
                     origin="lower", aspect="auto", zorder=1, interpolation="nearest")


def _mosaic(cells: np.ndarray, voters: int) -> np.ndarray:
    """Return eight planes as one picture; those that do not vote are grey."""
    picture = np.full((SIDE, SIDE, 3), 255, dtype=np.uint8)
    for k, ((row, col), plane) in enumerate(zip(PLACES, cells, strict=True)):
        tile = TINTS[255 * plane.reshape(CELLS, CELLS).astype(int)]
        if k >= voters:
            tile = np.repeat(GREYS[plane.reshape(CELLS, CELLS).astype(int)][..., None], 3, axis=2)
        tile[[0, -1]] = tile[:, [0, -1]] = 120
        tile[-17:] = 255                                        # room for the name
        up = 2 - row
        picture[up * STRIDE:up * STRIDE + CELLS, col * STRIDE:col * STRIDE + CELLS] = tile
    return picture


def _border(ones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges between cells of different answers as one line with gaps."""
    at = np.linspace(-EDGE, EDGE, CELLS + 1)
    row, col = np.nonzero(ones[:, 1:] != ones[:, :-1])
    over, along = np.nonzero(ones[1:] != ones[:-1])
    gap = np.full(len(row) + len(along), np.nan)
    x = np.column_stack([np.r_[at[col + 1], at[along]], np.r_[at[col + 1], at[along + 1]], gap])
    y = np.column_stack([np.r_[at[row], at[over + 1]], np.r_[at[row + 1], at[over + 1]], gap])
    return x.ravel(), y.ravel()
