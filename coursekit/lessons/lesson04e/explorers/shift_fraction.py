"""Lesson 04e: how far may the copies be moved, and can a test tell that they help?

The errors were computed beforehand (`load_shifts`). Legend: ``t`` fraction of a pixel, from 0 to 2;
``mended``, ``spoiled`` test images that only the machine with, or without, copies has right.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.ndimage import shift

from coursekit.datasets import load_digits, load_shifts
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.plots import style
from coursekit.svm import SVC

SAMPLES, SPLITS, SIDE = 100, 20, 8
FRACTIONS = tuple(k / 4 for k in range(9))
# Columns to the right and rows down of each copy.
DIRECTIONS = {"all four": ((1, 0), (-1, 0), (0, 1), (0, -1)), "left and right": ((1, 0), (-1, 0)),
              "up and down": ((0, 1), (0, -1))}
KERNELS = {"Gaussian": SVC(C=10, gamma=0.11),
           "cubic": SVC(C=10, kernel="poly", degree=3, gamma=1 / 64, coef0=1)}
SHEET = 3 * SIDE + 4        # three images side by side, with a gap beside each
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
def mosaic(number: int, directions: str, t: float) -> list[tuple[tuple[int, int], np.ndarray]]:
    """Return a split's first image and its copies, each with the place of its left upper corner."""
    image = images()[split(number)[0][:1]]
    return [((1 + (SIDE + 1) * (across + 1), 1 + (SIDE + 1) * (down + 1)),
             moved(image, (across, down), t)[0])
            for across, down in ((0, 0), *DIRECTIONS[directions])]


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
        """Make room for the images, and for the differences by the fraction."""
        self._stage = stage = Stage(
            canvas, sheet=((0.02, 0.17, 0.36, 0.36 * 8.8 / 4.9), {
                "xlim": (0, SHEET), "ylim": (SHEET, 0), "xticks": [], "yticks": [],
                "facecolor": style.LIGHT_BLUE}),
            change=((0.485, 0.155, 0.5, 0.66), {
                "xlim": (-0.12, 2.12), "xticks": FRACTIONS[::2],
                "xlabel": "copies moved by (pixels)", "ylabel": "change of error (points)"}))
        stage.sheet.spines[:].set_visible(False)
        stage.change.grid(True, axis="y")
        stage.change.axhline(0, color=style.GREY, ls="--", lw=2)
        stage.word(0.02, 0.085, "a training image, and its copies on\nthe sides to which they move",
                   12, fontweight="normal")

    def draw(self, state: dict) -> str:
        """Move the image, and show the split among the others."""
        now, stage = shifts(state["kernel"], state["directions"]), self._stage
        s, k, ax = state["split"] - 1, FRACTIONS.index(state["t"]), self._stage.change
        for (left, top), image in mosaic(s, state["directions"], state["t"]):
            stage.sheet.imshow(image, cmap="Greys", vmin=0, vmax=1, interpolation="bicubic",
                               extent=(left, left + SIDE, top + SIDE, top), zorder=2)
        stage.sheet.set(xlim=(0, SHEET), ylim=(SHEET, 0))
        low, high = SCALE[state["kernel"]]
        ax.set_ylim(low, high)
        stage.lines(ax, [np.column_stack([FRACTIONS, d])
                         for d in np.delete(now.difference, s, axis=1).T], "#B8B8B8", 1, z=1.5,
                    label="other splits")
        ax.plot(FRACTIONS, now.difference.mean(axis=1), color=style.INK, lw=3.5, zorder=1.8,
                label="mean of all splits")
        stage.lines(ax, [[(t, bottom), (t, top)] for t, bottom, top in
                         zip(FRACTIONS, now.low[:, s], now.high[:, s], strict=True)],
                    style.BLUE, 2.5, z=2)
        ax.plot(FRACTIONS, now.difference[:, s], "o", color=style.BLUE, ms=8, zorder=3,
                label="this split")
        ax.plot(FRACTIONS[k], now.difference[k, s], "o", ms=17, mfc="none", mec=style.ORANGE,
                mew=2.5, zorder=4)
        for row, (words, colour) in enumerate((
                (f"mean of all {SPLITS} splits", style.INK), ("other splits", "#767676"),
                ("this split, 95% interval", style.WORDS["survived"]),
                ("ring: the chosen move", style.WORDS["died"]))):
            stage.word(-0.08, high - (high - low) * (0.045 + 0.075 * row), words, 13, ax,
                       color=colour)
        below, above = (int(np.sum(sign * now.difference[k] > 0)) for sign in (-1, 1))
        verb, count = ("help", below) if below >= above else ("harm", above)
        stage.word(0.02, 0.95, f"Moved by {state['t']:g} px the copies {verb} in {count} of "
                   f"{SPLITS} splits", 16)
        before, after = _errors(now, k, s)
        stage.word(0.02, 0.875, f"This split: {before:.1f}% of {now.tested:,} test images wrong "
                   f"without copies, {after:.1f}% with them", 13, fontweight="normal")
        return _words(state, now, k, s)

    def details(self, state: dict) -> str:
        """Return the sizes, the interval, and which images change sides."""
        now, s = shifts(state["kernel"], state["directions"]), state["split"] - 1
        k, size = FRACTIONS.index(state["t"]), len(DIRECTIONS[state["directions"]]) + 1
        mended, spoiled, kept = (int(v) for v in (now.mended[k, s], now.spoiled[k, s],
                                                  now.kept[s]))
        said = (f"{kept} of {SAMPLES} images are support vectors; with copies {size * kept} train. "
                f"A change of {now.difference[k, s]:+.2f} points [{now.low[k, s]:.2f}, "
                f"{now.high[k, s]:.2f}]; images gained: {mended}, lost: {spoiled}.")
        if state["t"] == 0:
            said += f" Unmoved copies count {size} times, as if C were {10 * size}."
        return said.replace("-", "−").replace("+0.00 ", "0.00 ")


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
