"""Lesson 01: how many bins does an age need?"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.datasets import load_titanic
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice, Slider, Toggle
from coursekit.plots import style
from coursekit.statistics import wilson_interval

OLDEST = 80.0
WHOM = {"all": ("female", "male"), "women": ("female",), "men": ("male",)}


@dataclass(frozen=True)
class Bins:
    """Rates in bins of age.

    Attributes
    ----------
    edges : ndarray, shape (bins + 1,)
        Years.
    n, rate, low, high : ndarray, shape (bins,)
        Counts and shares; shares of empty bins are NaN.
    overall : float
        Rate of everybody shown.

    Examples
    --------
    >>> bin_rates(np.array([5.0, 40.0]), np.array([1, 0]), 2, 0.0).n.tolist()
    [1, 1]
    """

    edges: np.ndarray
    n: np.ndarray
    rate: np.ndarray
    low: np.ndarray
    high: np.ndarray
    overall: float

    @property
    def telling(self) -> np.ndarray:
        """Bins whose interval leaves the overall rate out."""
        return (self.n > 0) & ((self.low > self.overall) | (self.high < self.overall))


def bin_rates(age: np.ndarray, survived: np.ndarray, bins: int, shift: float) -> Bins:
    """Return survival rates in equal bins of age, with 95 % Wilson intervals.

    Parameters
    ----------
    age : ndarray, shape (n,)
        Years, none missing.
    survived : ndarray of 0 and 1, shape (n,)
    bins : int
        Number of bins from birth to eighty.
    shift : float
        Years by which all inner edges move up.

    Examples
    --------
    >>> bin_rates(np.array([5.0, 40.0]), np.array([1, 0]), 2, 0.0).edges.tolist()
    [0.0, 40.0, 80.0]
    """
    edges = np.linspace(0, OLDEST, bins + 1)
    edges[1:-1] += min(shift, 0.9 * OLDEST / bins)
    place = np.clip(np.searchsorted(edges, age, side="right") - 1, 0, bins - 1)
    n = np.bincount(place, minlength=bins)
    k = np.bincount(place, weights=survived, minlength=bins)
    low, high = wilson_interval(k, np.maximum(n, 1))
    empty = n == 0
    rate = np.where(empty, np.nan, k / np.maximum(n, 1))
    return Bins(edges, n, rate, np.where(empty, np.nan, low), np.where(empty, np.nan, high),
                float(np.mean(survived)))


class AgeBins(Explorer):
    """Survival rate in bins of age: how fine can one cut?

    Examples
    --------
    >>> print(AgeBins(bins=2).status)
    2 bins of 40.0 years, all passengers. The intervals reach from ±0.04 to ±0.07. In 0 of 2 \
bins the interval leaves out the rate of all shown, 0.41: those bins tell something.
    """

    title = "Bins of age"
    question = "How many bins can the data carry before the pattern is noise?"
    controls = (
        Slider("bins", "number of bins", 1, 40, 1, 8, "into how many bins the ages are cut"),
        Slider("shift", "shift of edges (years)", 0, 9, 0.5, 0, "move all inner edges up"),
        Choice("sex", "passengers", tuple(WHOM), "all", "whose rates are shown"),
        Toggle("intervals", "show intervals", True, "95 % Wilson interval of each rate"),
    )
    presets = {
        "two bins": ({"bins": 2}, "young and old look alike: too coarse"),
        "men, eight bins": ({"sex": "men"}, "boys stand out from everybody else"),
        "forty bins": ({"bins": 40}, "almost every interval covers the dashed line: noise"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bars, the whiskers and the overall line."""
        titanic = load_titanic().dropna(subset=["Age"])
        self._age = titanic["Age"].to_numpy()
        self._sex = titanic["Sex"].to_numpy()
        self._survived = titanic["Survived"].to_numpy()
        ax = canvas.figure.subplots()
        style.label(ax, "Finer bins, wider intervals", "age (years)", "survival rate")
        ax.set(xlim=(-1, OLDEST + 1), ylim=(0, 1.08))
        ax.set_yticks(np.arange(0, 1.01, 0.2))
        ax.yaxis.set_major_formatter("{x:.0%}")
        self._bars = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=style.SKY, edgecolor="white", alpha=0.9, zorder=2)))
        self._telling = canvas.moving(ax.add_collection(PolyCollection(
            [], facecolor=style.BLUE, edgecolor="white", hatch="//", zorder=2)))
        self._whiskers = canvas.moving(ax.add_collection(LineCollection(
            [], color=style.INK, linewidth=2, zorder=3)))
        (self._overall,) = ax.plot([-1, OLDEST + 1], [0, 0], "--", color=style.INK, lw=1.5)
        canvas.moving(self._overall)
        self._counts = [canvas.moving(ax.text(0, 1.04, "", ha="center", va="center", fontsize=11))
                        for _ in range(12)]

    def draw(self, state: dict) -> str:
        """Move everything to the bins of the state."""
        who = np.isin(self._sex, WHOM[state["sex"]])
        bins = bin_rates(self._age[who], self._survived[who], state["bins"], state["shift"])
        self._move_bars(bins)
        middle = (bins.edges[:-1] + bins.edges[1:]) / 2
        self._whiskers.set_segments([[(x, a), (x, b)] for x, a, b, n in zip(
            middle, bins.low, bins.high, bins.n, strict=True) if n])
        self._whiskers.set_visible(state["intervals"])
        self._overall.set_ydata([bins.overall] * 2)
        self._write_counts(bins, middle)
        return self._in_words(bins, state)

    def _move_bars(self, bins):
        for artist, chosen in ((self._telling, bins.telling), (self._bars, ~bins.telling)):
            artist.set_verts([[(a, 0), (a, r), (b, r), (b, 0)] for a, b, r, n, here in zip(
                bins.edges, bins.edges[1:], bins.rate, bins.n, chosen) if here and n])

    def _write_counts(self, bins, middle):
        few = len(bins.n) <= len(self._counts)
        for k, text in enumerate(self._counts):
            text.set_visible(few and k < len(bins.n))
            if few and k < len(bins.n):
                text.set(text=f"n={bins.n[k]}", position=(middle[k], 1.04))

    def _in_words(self, bins, state):
        half = (bins.high - bins.low)[bins.n > 0] / 2
        whom = {"all": "all passengers", "women": "women", "men": "men"}[state["sex"]]
        reach = f"The intervals reach from ±{half.min():.2f} to ±{half.max():.2f}. " if \
            state["intervals"] else "The intervals are hidden. "
        return (f"{state['bins']} bin{'s' * (state['bins'] > 1)} of {OLDEST / state['bins']:.1f} "
                f"years, {whom}. {reach}"
                f"In {bins.telling.sum()} of {state['bins']} bins the interval leaves out the "
                f"rate of all shown, {bins.overall:.2f}: those bins tell something.")
