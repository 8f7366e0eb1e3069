"""Lesson 06d: eight trees of eight resamples, and the vote of the first b trees."""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson06d.spirals import (
    CELLS, EDGE, FRESH, MOST, N, OWN, RANDOM, SAME, SEED, all_points, spirals, votes,
)
from coursekit.plots import style

LEAST = {"1 point": 1, "5 points": 5, "20 points": 20}
SMALL = 8                               # trees that are drawn
PLACES = [divmod(k, 3) for k in range(SMALL)]       # row and column of each
SHARES = LinearSegmentedColormap.from_list("shares", ["#EFA37A", "#FFFFFF", "#6FB1DC"])
TINTS = (255 * SHARES(np.linspace(0, 1, 256))[:, :3]).astype(np.uint8)
WIDE, HIGH = 8.8, 5.1                   # inches
SQUARE, LOW = 3.72, 0.42                # inches of the vote, and of the trees; of their lower edge
STRIDE = CELLS + 8                      # cells from one small tree to the next
SIDE = 2 * STRIDE + CELLS
THIRD, RIGHT = SQUARE / 3 / HIGH, 1 - (SQUARE + 0.12) / WIDE


class Resamples(Explorer):
    """Trees of resamples side by side, and what they say together.

    Examples
    --------
    >>> Resamples(b=25).status.split(",")[0]
    '25 trees'
    """

    title = "Many trees, one vote"
    question = "What does a vote make of trees that disagree?"
    size = (WIDE, HIGH)
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
        """Set the two squares, and what is always written."""
        square = {"xlim": (-EDGE, EDGE), "ylim": (-EDGE, EDGE), "xticks": [], "yticks": []}
        self._stage = stage = Stage(canvas, **{
            name: ((left, LOW / HIGH, SQUARE / WIDE, SQUARE / HIGH), square)
            for name, left in (("trees", 0.12 / WIDE), ("vote", RIGHT))})
        for ax in (stage.trees, stage.vote):
            for spine in ax.spines.values():
                spine.set_visible(ax is stage.vote)
                spine.set_linewidth(0.8)
        for y, words in ((0.365, "one tree"), (0.315, "of all"), (0.265, f"{N} points")):
            stage.word(0.5, y, words, 13, fontweight="normal", ha="center")
        stage.word(0.5, 0.6, "→", 34, ha="center")
        stage.word(0.014, 0.037, f"%: right answers for {FRESH:,} new points", 13,
                   fontweight="normal")

    def draw(self, state: dict) -> str:
        """Show the latest eight trees, and the vote of all so far."""
        b, kind, least = state["b"], state["trees"], LEAST[state["least"]]
        found, stage = votes(kind, least), self._stage
        first = max(0, b - SMALL)
        _image(stage.trees, _mosaic(found.cells[first:first + SMALL]))
        for k, (row, col) in enumerate(PLACES, first):
            stage.word((col * STRIDE + 3) / SIDE, 1 - (row * STRIDE + 8) / SIDE,
                       f"{k + 1}: {_percent(found.single[k])}", 12, stage.trees,
                       "bold" if k < b else "normal", transform=stage.trees.transAxes, zorder=4)
        share = found.share[b - 1].reshape(CELLS, CELLS)
        _image(stage.vote, TINTS[np.rint(share * 255).astype(int)])
        stage.vote.plot(*_border(share > 0.5), color=style.INK, lw=1.3, zorder=2,
                        solid_capstyle="projecting", antialiased=False)
        X, y = spirals(N, SEED)
        for label, marker, colour in ((1, "o", style.BLUE), (0, "X", style.ORANGE)):
            stage.vote.plot(*X[y == label].T, marker, color=colour, markersize=5.5,
                            markeredgecolor="white", markeredgewidth=0.5, zorder=3)
        mean, vote, whole = found.single.mean(), found.vote[b - 1], all_points(least)
        self._write(b, first, kind, mean, vote, whole)
        what = {OWN: "of a resample", SAME: f"of the same {N} points",
                RANDOM: "of a resample with random features"}[kind]
        coarse = f" and leaves of at least {least} points" * (least > 1)
        if b == 1:
            return (f"One tree, {what}{coarse}: {vote:.1%} of {FRESH:,} new points right. The "
                    f"average of {MOST} such trees: {mean:.1%}; one tree of all {N} points: "
                    f"{whole:.1%}.")
        return (f"{b} trees, each {what}{coarse}: on average one of {MOST} is right for "
                f"{mean:.1%} of {FRESH:,} new points; their vote for {vote:.1%}, one tree of all "
                f"{N} points for {whole:.1%}.")

    def _write(self, b: int, first: int, kind: str, mean: float, vote: float, whole: float) -> None:
        word, middle = self._stage.word, (0.12 + 2.5 * SQUARE / 3 + 0.03) / WIDE
        for up, words in ((0.82, f"one of {MOST},"), (0.6, "on average")):
            word(middle, LOW / HIGH + up * THIRD, words, fontweight="normal", ha="center")
        word(middle, LOW / HIGH + 0.26 * THIRD, _percent(mean), 22, ha="center")
        word(0.5, 0.19, _percent(whole), 20, ha="center")
        word(0.014, 0.862, f"trees {first + 1} to {first + SMALL}" + " (bold: they vote)" * (
            1 < b < SMALL), fontweight="normal")
        word(RIGHT, 0.862, "tree 1 alone" if b == 1 else f"the vote of trees 1 to {b}",
             fontweight="normal")
        word(0.986, 0.862, _percent(vote), 22, ha="right")
        if b > 1 and kind != SAME:
            word(RIGHT, 0.037, "pale: the trees are divided; line: majority", 13,
                 fontweight="normal")
        word(0.014, 0.953, _finding(b, kind, mean, vote), 16)

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
        return "Eight trees, eight maps"
    return (f"{b} trees, one vote: {_percent(vote)} right, one tree {_percent(mean)} on average")


def _image(ax: Axes, pixels: np.ndarray) -> None:
    ax.imshow(pixels, extent=(-EDGE, EDGE, -EDGE, EDGE), origin="lower", aspect="auto", zorder=1,
              interpolation="nearest")


def _mosaic(cells: np.ndarray) -> np.ndarray:
    """Return eight planes as one picture."""
    picture = np.full((SIDE, SIDE, 3), 255, dtype=np.uint8)
    for (row, col), plane in zip(PLACES, cells, strict=True):
        tile = TINTS[255 * plane.reshape(CELLS, CELLS).astype(int)]
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
