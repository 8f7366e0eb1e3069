"""Lesson 04d: how far may the copies be moved, and can a test tell that they help?

The errors were computed beforehand (`load_shifts`). Legend: ``t`` fraction of a pixel, from 0 to 2;
``mended``, ``spoiled`` test images that only the machine with, or without, copies has right.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib import colormaps
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from scipy.ndimage import shift

from coursekit.datasets import load_digits, load_shifts
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice, Slider
from coursekit.plots import style
from coursekit.svm import SVC

SAMPLES, SPLITS, SIDE = 100, 20, 8
FRACTIONS = tuple(k / 4 for k in range(9))
# Columns to the right and rows down of each copy.
DIRECTIONS = {"all four": ((1, 0), (-1, 0), (0, 1), (0, -1)), "left and right": ((1, 0), (-1, 0)),
              "up and down": ((0, 1), (0, -1))}
KERNELS = {"Gaussian": SVC(C=10, gamma=0.11),
           "cubic": SVC(C=10, kernel="poly", degree=3, gamma=1 / 64, coef0=1)}
SCALE = {"Gaussian": (-7, 11), "cubic": (-7, 27)}      # points


def moved(given: np.ndarray, direction: tuple[int, int], t: float) -> np.ndarray:
    """Return images (n, h, w) moved by t pixels: blends of two whole moves; 0 comes in.

    Examples
    --------
    >>> moved(np.array([[[1.0, 2.0], [3.0, 4.0]]]), (1, 0), 0.5)
    array([[[0.5, 1.5],
            [1.5, 3.5]]])
    """
    across, down = direction
    return shift(given, (0, t * down, t * across), order=1, mode="grid-constant")


@lru_cache
def images() -> np.ndarray:
    """Return the digits, shape (n, 8, 8), ink from 0 to 1."""
    return load_digits().drop(columns="digit").to_numpy().reshape(-1, SIDE, SIDE) / 16


@lru_cache(maxsize=SPLITS)
def split(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of the digits that train, and those that test, from a split's number."""
    order = np.random.default_rng(number).permutation(len(images()))
    return order[:SAMPLES], order[SAMPLES:]


class Shifts(NamedTuple):
    """Test errors with copies minus those without, in points: axes fraction, split."""

    difference: np.ndarray
    low: np.ndarray
    high: np.ndarray
    mended: np.ndarray
    spoiled: np.ndarray
    plain: np.ndarray       # (splits,), images
    kept: np.ndarray        # (splits,), support vectors of the machine without copies
    tested: int


@lru_cache
def shifts(kernel: str, directions: str) -> Shifts:
    """Return what the copies changed, with a 95 % interval for the same test images.

    The interval is that of Agresti and Min (2005): Wald's for paired yes and no, after half an
    image more in each of the four cells, so that it is no point where nothing has changed.
    """
    data = load_shifts()
    i, j = list(KERNELS).index(kernel), list(DIRECTIONS).index(directions)
    tested = len(split(0)[1])
    mended, plain = data.mended[i, j], data.plain[i]
    spoiled = data.wrong[i, j] - plain + mended
    gain, loss, n = mended + 0.5, spoiled + 0.5, tested + 2
    middle = (loss - gain) / n
    reach = 1.96 * np.sqrt(loss + gain - (loss - gain)**2 / n) / n
    return Shifts(100 * (spoiled - mended) / tested, 100 * (middle - reach),
                  100 * (middle + reach), mended, spoiled, plain, data.kept[i], tested)


@lru_cache(maxsize=256)
def mosaic(number: int, directions: str, t: float) -> np.ndarray:
    """Return a split's first image, and its copies on the sides to which they were moved."""
    image = images()[split(number)[0][:1]]
    sheet = np.full(2 * (3 * SIDE + 4,), np.nan)    # a gap beside each image
    for across, down in ((0, 0), *DIRECTIONS[directions]):
        row, column = (1 + (SIDE + 1) * (step + 1) for step in (down, across))
        sheet[row:row + SIDE, column:column + SIDE] = moved(image, (across, down), t)[0]
    return sheet


class ShiftFraction(Explorer):
    """An image and its copies beside what the copies do to the test error.

    Examples
    --------
    >>> ShiftFraction(t=0.25).status.split(": ")[0]
    'Split 1, Gaussian, copies moved by 0.25 px to all four sides'
    """

    title = "Shift fraction"
    question = "By how much may the copies be moved, and can the test images tell?"
    size = (8.8, 4.7)
    controls = (
        Choice("kernel", "kernel", tuple(KERNELS), "Gaussian", "the two machines of the page"),
        Choice("directions", "copies", tuple(DIRECTIONS), "all four",
               "on which sides each support vector has a copy"),
        Slider("t", "moved by", FRACTIONS[0], FRACTIONS[-1], 0.25, 0.25, "pixels"),
        Slider("split", "split", 1, SPLITS, 1, 1,
               f"which {SAMPLES} images train; all others test"))
    presets = {
        "a whole pixel": Preset(
            {"t": 1.0},
            "is every split below 0?",
            shows=r"^Split 1, Gaussian, copies moved by 1 px.*20 have fewer errors"),
        "cubic": Preset(
            {"kernel": "cubic", "t": 1.0},
            "which sign has the difference?",
            shows=r"cubic, copies moved by 1 px"),
        "two pixels": Preset(
            {"t": 2.0},
            "is this still the same digit?",
            shows=r"moved by 2 px"),
        "not moved": Preset(
            {"t": 0.0},
            "the copies are the images themselves: does anything change?",
            shows=r"moved by 0 px.*Unmoved copies")}

    def build(self, canvas: Canvas) -> None:
        """Create the sheet of images, and the differences by the fraction."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=(1, 1.75))
        self._right = right
        style.label(left, "image and copies", "", "")
        left.set_axis_off()
        self._sheet = canvas.moving(left.imshow(
            np.zeros(2 * (3 * SIDE + 4,)), vmin=0, vmax=1, interpolation="nearest",
            cmap=colormaps["Greys"].with_extremes(bad=style.LIGHT_BLUE)))
        style.label(right, "what the copies change", "moved by (pixels)",
                    "test error: change in points")
        right.set(xlim=(-0.12, 2.12), ylim=SCALE["cubic"], xticks=FRACTIONS[::2])
        right.axhline(0, color=style.GREY, ls="--", lw=2)
        self._others = canvas.moving(right.add_collection(LineCollection(
            [], colors="#B8B8B8", linewidths=1, zorder=1.5)))
        self._bars = canvas.moving(right.add_collection(LineCollection(
            [], colors=style.BLUE, linewidths=2.5, zorder=2)))
        self._line = canvas.moving(*right.plot([], [], "o", color=style.BLUE, ms=8, zorder=3))
        self._now = canvas.moving(*right.plot([], [], "o", ms=17, mfc="none", mec=style.ORANGE,
                                              mew=2.5, zorder=4))
        canvas.figure.legend(handles=[
            Line2D([], [], color=style.BLUE, marker="o", ms=8, lw=2.5,
                   label="this split, 95 % interval"),
            Line2D([], [], color="#B8B8B8", lw=1.5, label="other splits"),
            Line2D([], [], ls="none", marker="o", ms=13, mfc="none", mec=style.ORANGE, mew=2.5,
                   label="moved by this")],
            loc="outside lower center", ncols=3, fontsize=11)
        canvas.pixels()     # the places of the axes are found here, for whatever scale comes

    def draw(self, state: dict) -> str:
        """Move the image, and show the split among the others."""
        now = shifts(state["kernel"], state["directions"])
        s, k = state["split"] - 1, FRACTIONS.index(state["t"])
        if self._right.get_ylim() != SCALE[state["kernel"]]:
            self._right.set_ylim(SCALE[state["kernel"]])
            self.canvas.invalidate(key=state["kernel"])
        self._sheet.set_data(np.ma.masked_invalid(mosaic(s, state["directions"], state["t"])))
        self._others.set_segments([np.column_stack([FRACTIONS, d])
                                   for d in np.delete(now.difference, s, axis=1).T])
        self._bars.set_segments([[(t, low), (t, high)] for t, low, high in
                                 zip(FRACTIONS, now.low[:, s], now.high[:, s], strict=True)])
        self._line.set_data(FRACTIONS, now.difference[:, s])
        self._now.set_data([FRACTIONS[k]], [now.difference[k, s]])
        return _words(state, now, k, s)


def _words(state: dict, now: Shifts, k: int, s: int) -> str:
    size = len(DIRECTIONS[state["directions"]]) + 1
    mended, spoiled, kept = (int(v) for v in (now.mended[k, s], now.spoiled[k, s], now.kept[s]))
    before, after = (100 * (now.plain[s] + more) / now.tested for more in (0, spoiled - mended))
    sides = "to all four sides" if state["directions"] == "all four" else state["directions"]
    first = (f"Split {s + 1}, {state['kernel']}, copies moved by {state['t']:g} px {sides}: "
             f"{kept} of {SAMPLES} images are support vectors; with copies {size * kept} train. "
             f"Test error {before:.1f} % without, {after:.1f} % with them, a change of "
             f"{now.difference[k, s]:+.1f} points [{now.low[k, s]:.1f}, {now.high[k, s]:.1f}]: "
             f"{mended} images become right, {spoiled} wrong. {_verdict(now, k, s)}")
    if state["t"] == 0:
        first += (f" Unmoved copies: each support vector counts {size} times, as if C were "
                  f"{10 * size}.")
    return first.replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")


def _verdict(now: Shifts, k: int, s: int) -> str:
    """Say what this test tells of the two machines, and what the other splits say."""
    if now.high[k, s] < 0:
        told = "The test images favour the machine with copies"
    elif now.low[k, s] > 0:
        told = "The test images favour the machine without copies"
    elif now.mended[k, s] == now.spoiled[k, s] == 0:
        told = "Both have the same images right"
    else:
        told = "The test images do not tell which is better"
    below, above = (int(np.sum(sign * now.difference[k] < 0)) for sign in (1, -1))
    return (f"{told}. Of all {SPLITS} splits, {below} have fewer errors with copies, {above} more.")
