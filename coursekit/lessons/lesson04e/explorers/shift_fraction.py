"""Lesson 04e: how far may the copies be moved, and can a test tell that they help?

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
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
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
    """Return what the copies changed, with a 95% interval for the same test images.

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
    'Split 9, Gaussian, copies moved by 0.25 px to all four sides'
    """

    title = "Shift fraction"
    question = "By how much may the copies be moved, and can the test images tell?"
    size = (8.8, 4.9)
    controls = (
        Choice("kernel", "kernel", tuple(KERNELS), "Gaussian",
               "two of the lesson's machines; each has its own scale of points"),
        Choice("directions", "copies", tuple(DIRECTIONS), "all four",
               "on which sides each support vector has a copy"),
        Slider("t", "moved by", FRACTIONS[0], FRACTIONS[-1], 0.25, 1.0, "pixels"),
        Slider("split", "split", 1, SPLITS, 1, 9,
               f"which {SAMPLES} images train; all others test"))
    presets = {
        "split 1": Preset(
            {"split": 1}, "Can these test images tell, too?",
            shows=r"^Split 1, Gaussian, copies moved by 1 px.*cannot tell.*falls in 20 of 20"),
        "cubic": Preset(
            {"kernel": "cubic", "t": 1.0}, "Does the error of this split rise or fall?",
            shows=r"cubic, copies moved by 1 px"),
        "two pixels": Preset(
            {"t": 2.0}, "Is this still the same digit?", shows=r"moved by 2 px"),
        "not moved": Preset(
            {"t": 0.0}, "The copies are the images themselves: does anything change?",
            shows=r"moved by 0 px")}

    def build(self, canvas: Canvas) -> None:
        """Create the sheet of images, and the differences by the fraction."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        left = figure.add_axes((0.02, 0.16, 0.36, 0.64))
        right = figure.add_axes((0.485, 0.285, 0.5, 0.505))
        self._right = right
        left.set_axis_off()
        self._sheet = canvas.moving(left.imshow(
            np.zeros(2 * (3 * SIDE + 4,)), vmin=0, vmax=1, interpolation="nearest",
            cmap=colormaps["Greys"].with_extremes(bad=style.LIGHT_BLUE)))
        self._headline, self._second = (
            canvas.moving(figure.text(0.02, y, "", fontsize=size, fontweight=weight, va="center"))
            for y, size, weight in ((0.95, 15, "bold"), (0.875, 13, "normal")))
        figure.text(0.02, 0.09, "a training image, and its copies on\nthe sides to which they move",
                    fontsize=12, va="center")
        style.label(right, "", "copies moved by (pixels)", "change of error (points)")
        right.set(xlim=(-0.12, 2.12), ylim=SCALE["cubic"], xticks=FRACTIONS[::2])
        right.axhline(0, color=style.GREY, ls="--", lw=2)
        self._others = canvas.moving(right.add_collection(LineCollection(
            [], colors="#B8B8B8", linewidths=1, zorder=1.5)))
        self._mean = canvas.moving(*right.plot([], [], color=style.INK, lw=3.5, zorder=1.8))
        self._bars = canvas.moving(right.add_collection(LineCollection(
            [], colors=style.BLUE, linewidths=2.5, zorder=2)))
        self._line = canvas.moving(*right.plot([], [], "o", color=style.BLUE, ms=8, zorder=3))
        self._now = canvas.moving(*right.plot([], [], "o", ms=17, mfc="none", mec=style.ORANGE,
                                              mew=2.5, zorder=4))
        figure.legend(handles=[
            Line2D([], [], color=style.BLUE, marker="o", ms=8, lw=2.5,
                   label="this split, 95% interval"),
            Line2D([], [], color="#B8B8B8", lw=1.5, label="other splits"),
            Line2D([], [], color=style.INK, lw=3.5, label="mean of all splits"),
            Line2D([], [], ls="none", marker="o", ms=13, mfc="none", mec=style.ORANGE, mew=2.5,
                   label="chosen move")],
            loc="lower right", bbox_to_anchor=(1.0, 0.0), ncols=2, fontsize=12,
            handletextpad=0.3, columnspacing=0.9, handlelength=1.2, borderpad=0.1)
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
        self._mean.set_data(FRACTIONS, now.difference.mean(axis=1))
        self._bars.set_segments([[(t, low), (t, high)] for t, low, high in
                                 zip(FRACTIONS, now.low[:, s], now.high[:, s], strict=True)])
        self._line.set_data(FRACTIONS, now.difference[:, s])
        self._now.set_data([FRACTIONS[k]], [now.difference[k, s]])
        below = int(np.sum(now.difference[k] < 0))
        self._headline.set_text(f"With copies the error falls in {below} of {SPLITS} splits")
        before, after = _errors(now, k, s)
        self._second.set_text(f"This split: {before:.1f}% of {now.tested:,} test images wrong "
                              f"without copies, {after:.1f}% with them")
        return _words(state, now, k, s)

    def details(self, state: dict) -> str:
        """Return the sizes, the interval, and which images change sides."""
        now, s = shifts(state["kernel"], state["directions"]), state["split"] - 1
        k, size = FRACTIONS.index(state["t"]), len(DIRECTIONS[state["directions"]]) + 1
        mended, spoiled, kept = (int(v) for v in (now.mended[k, s], now.spoiled[k, s],
                                                  now.kept[s]))
        said = (f"{kept} of {SAMPLES} images are support vectors; with copies {size * kept} train. "
                f"A change of {now.difference[k, s]:+.1f} points [{now.low[k, s]:.1f}, "
                f"{now.high[k, s]:.1f}]: {mended} images become right, {spoiled} wrong.")
        if state["t"] == 0:
            said += f" Unmoved copies count {size} times, as if C were {10 * size}."
        return said.replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")


def _errors(now: Shifts, k: int, s: int) -> tuple[float, float]:
    """Return the test error without and with copies, in per cent."""
    change = now.spoiled[k, s] - now.mended[k, s]
    return 100 * now.plain[s] / now.tested, 100 * (now.plain[s] + change) / now.tested


def _words(state: dict, now: Shifts, k: int, s: int) -> str:
    sides = "to all four sides" if state["directions"] == "all four" else state["directions"]
    before, after = _errors(now, k, s)
    below = int(np.sum(now.difference[k] < 0))
    return (f"Split {s + 1}, {state['kernel']}, copies moved by {state['t']:g} px {sides}: "
            f"test error {before:.1f}% without copies and {after:.1f}% with them; "
            f"{_verdict(now, k, s)}; the error falls in {below} of {SPLITS} splits.")


def _verdict(now: Shifts, k: int, s: int) -> str:
    """Say what this test shows about the two machines."""
    if now.high[k, s] < 0:
        return "these test images favour the machine with copies"
    if now.low[k, s] > 0:
        return "these test images favour the machine without copies"
    if now.mended[k, s] == now.spoiled[k, s] == 0:
        return "both are right on the same images"
    return "these test images cannot tell which machine is better"
