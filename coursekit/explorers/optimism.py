"""Lesson 05: how far above the truth is the best of many scores, and what makes that smaller?

Features and labels are coins. A setting names one feature; its rule answers as the feature says,
or the opposite, whichever agrees with more training labels. So all scores follow from one count
for each feature and fold: in how many samples feature and label agree.
"""
from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import LogSlider, Slider
from coursekit.plots import style

FOLDS, TABLES = 5, 300
MOST = 256          # settings
WIDTH = 0.025       # of a bar
TRUTH = 0.5         # no rule can be right more often than a coin


@cache
def _coins() -> np.ndarray:
    """Return a whole number for each fold, table and setting: each of its bits is one sample."""
    return np.random.default_rng(0).integers(0, 2**64, (FOLDS, TABLES, MOST), dtype=np.uint64)


def agreements(n: int, settings: int) -> np.ndarray:
    """Return in how many samples of each fold feature and label agree, (FOLDS, TABLES, settings).

    More samples or settings are added to those that were there.
    """
    unused = np.uint64(64 - n // FOLDS)
    return np.bitwise_count(_coins()[:, :, :settings] >> unused).astype(np.int16)


@lru_cache(maxsize=256)
def scores(n: int, settings: int) -> tuple[np.ndarray, np.ndarray]:
    """Return each table's best score of five-fold CV, and its nested score, (TABLES,) each."""
    size, agree = n // FOLDS, agreements(n, settings)
    best, nested, row = _right(agree, size).max(axis=1), np.zeros(TABLES), np.arange(TABLES)
    for fold in range(FOLDS):
        training = np.delete(agree, fold, axis=0)       # these are the inner folds
        winner = _right(training, size).argmax(axis=1)
        learnt, test = training[:, row, winner].sum(axis=0), agree[fold, row, winner]
        nested += np.where(2 * learnt >= (FOLDS - 1) * size, test, size - test)
    return best / n, nested / n


def _right(agree: np.ndarray, size: int) -> np.ndarray:
    """Return in how many samples each setting is right when each fold is the test part once."""
    total = agree.sum(axis=0, dtype=agree.dtype)
    right = np.zeros_like(total)
    for test in agree:
        right += np.where(2 * (total - test) >= (len(agree) - 1) * size, test, size - test)
    return right


class Optimism(Explorer):
    """The best of many scores, and the nested score, on noise.

    Examples
    --------
    >>> Optimism(settings=1).status.split(": ")[0]
    'n = 80, 1 setting, 300 tables of noise'
    """

    title = "Optimism"
    question = "How much too high is the best score, and what makes the gap smaller?"
    size = (8.0, 4.8)
    controls = (
        Slider("n", "samples n", 20, 320, 20, 80, "samples in each table"),
        LogSlider("settings", "settings", 1, MOST, 16, "how many settings compete", 1, 2.0))
    presets = {
        "nothing to choose": Preset(
            {"settings": 1},
            "is a score without a choice too high?",
            shows=r"^n = 80, 1 setting,"),
        "few samples": Preset(
            {"n": 20, "settings": 256},
            "what would you have believed?",
            shows=r"^n = 20, 256 settings"),
        "many samples": Preset(
            {"n": 320},
            "what do four times as many samples do?",
            shows=r"^n = 320, 16 settings")}

    def build(self, canvas: Canvas) -> None:
        """Create two histograms over one scale, with a stroke at each mean."""
        self._edges = np.arange(-WIDTH / 2, 1 + WIDTH, WIDTH)
        self._bars, self._means = [], []
        panels = canvas.figure.subplots(2, 1, sharex=True, sharey=True)
        for ax, name, colour in zip(panels, ("best CV score", "nested CV"),
                                    (style.BLUE, style.ORANGE)):
            style.label(ax, name, "accuracy" if ax is panels[-1] else "", "share of tables")
            ax.set(xlim=(0, 1), ylim=(0, 0.65))
            ax.yaxis.set_major_formatter("{x:.0%}")
            ax.axvline(TRUTH, color=style.GREY, ls="--", lw=2)
            self._bars.append(canvas.moving(ax.add_collection(PolyCollection(
                [], facecolor=colour, edgecolor="white", zorder=2))))
            self._means += [canvas.moving(*ax.plot([0, 0], [0, 0.65], color=style.INK, lw=2.5,
                                                   zorder=3))]
        canvas.figure.legend(handles=[
            Line2D([], [], color=style.INK, lw=2.5, label="mean"),
            Line2D([], [], color=style.GREY, ls="--", lw=2, label="truth: a coin")],
            loc="outside lower center", ncols=2)

    def draw(self, state: dict) -> str:
        """Move bars and strokes to the scores of the state."""
        n, settings = int(state["n"]), round(state["settings"])
        both = scores(n, settings)
        for bars, mean, values in zip(self._bars, self._means, both):
            shares = np.histogram(values + 1e-9, self._edges)[0] / TABLES
            bars.set_verts([[(a, 0), (a, share), (a + WIDTH, share), (a + WIDTH, 0)]
                            for a, share in zip(self._edges, shares) if share])
            mean.set_xdata([values.mean()] * 2)
        return _words(n, settings, *both)


def _words(n: int, settings: int, best: np.ndarray, nested: np.ndarray) -> str:
    """Say how far both are from the truth, and how far a single nested score may be."""
    gap, reach = (100 * v for v in (best.mean() - TRUTH,
                                    1.96 * best.std(ddof=1) / len(best)**0.5))
    which = "the best CV score" if settings > 1 else "the only CV score"
    return (f"n = {n}, {settings} setting{'s' * (settings > 1)}, {len(best)} tables of noise: "
            f"{which} is {best.mean():.3f} on average, {gap:+.1f} points from the truth "
            f"[{gap - reach:.1f}, {gap + reach:.1f}]; nested CV {nested.mean():.3f}. A single "
            f"nested score has an sd of {100 * nested.std(ddof=1):.1f} points, and is as high as "
            f"{which}'s mean in {np.mean(nested >= best.mean()):.0%} of the tables.")
