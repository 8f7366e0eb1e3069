"""Lesson 01: what happens to rates and their intervals as bins of age become narrower?"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from scipy.stats import hypergeom

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Toggle
from coursekit.plots import style
from coursekit.statistics import wilson_interval

OLDEST = 80.0
MOST_COUNTS = 12        # written above the bins
SHUFFLES = 4000         # of the ages: how often does chance alone give as many?
WHOM = {"all": ("female", "male"), "women": ("female",), "men": ("male",)}
SPOKEN = {"all": "all passengers", "women": "women and girls", "men": "men and boys"}


@dataclass(frozen=True)
class Bins:
    """Rates in bins of age.

    Attributes
    ----------
    edges : ndarray, shape (bins + 1,)
        Years.
    n, rate, low, high : ndarray, shape (bins,)
        Counts and proportions; those of empty bins are NaN.
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
    def apart(self) -> np.ndarray:
        """Bins whose interval misses the overall rate."""
        return (self.n > 0) & ((self.low > self.overall) | (self.high < self.overall))

    def _possible(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the sizes n of the bins, without empty ones, and all that they may hold.

        That is three arrays, bin after bin: numbers of survivors from 0 to n, n itself, and
        whether the interval of such a bin misses the overall rate.
        """
        n = self.n[self.n > 0]
        size = np.repeat(n, n + 1)
        k = np.concatenate([np.arange(m + 1) for m in n])
        low, high = wilson_interval(k, size)
        return n, k, size, (low > self.overall) | (high < self.overall)

    @property
    def apart_by_chance(self) -> float:
        """How many bins would be apart, on average, if the ages were shuffled."""
        n, k, size, outside = self._possible()
        everybody = int(n.sum())
        survivors = round(self.overall * everybody)
        return float(hypergeom.pmf(k[outside], everybody, survivors, size[outside]).sum())

    @property
    def chance_of_as_many(self) -> float:
        """The proportion of shuffles of the ages in which at least as many bins are apart."""
        n, *_, outside = self._possible()
        survivors = round(self.overall * int(n.sum()))
        shuffled = np.random.default_rng(0).multivariate_hypergeometric(n, survivors, SHUFFLES)
        found = outside[np.cumsum(n + 1) - (n + 1) + shuffled].sum(axis=1)
        return float(np.mean(found >= self.apart.sum()))


def bin_rates(age: np.ndarray, survived: np.ndarray, bins: int, shift: float) -> Bins:
    """Return survival rates in equal bins of age, with 95% Wilson intervals.

    Parameters
    ----------
    age : ndarray, shape (n,)
        Years, none missing.
    survived : ndarray of 0 and 1, shape (n,)
    bins : int
        Number of bins from birth to eighty.
    shift : float
        Years by which all inner edges move up; less than the width of a bin.

    Examples
    --------
    >>> bin_rates(np.array([5.0, 40.0]), np.array([1, 0]), 2, 0.0).edges.tolist()
    [0.0, 40.0, 80.0]
    """
    edges = np.linspace(0, OLDEST, bins + 1)
    edges[1:-1] += shift
    place = np.clip(np.searchsorted(edges, age, side="right") - 1, 0, bins - 1)
    n = np.bincount(place, minlength=bins)
    k = np.bincount(place, weights=survived, minlength=bins)
    low, high = wilson_interval(k, np.maximum(n, 1))
    empty = n == 0
    rate = np.where(empty, np.nan, k / np.maximum(n, 1))
    return Bins(edges, n, rate, np.where(empty, np.nan, low), np.where(empty, np.nan, high),
                float(np.mean(survived)))


class AgeBins(Explorer):
    """Survival rate in bins of age, with intervals that grow as the bins become narrower.

    Examples
    --------
    >>> print(AgeBins(bins=2).status.split(":")[0])
    2 bins of 40 years, all passengers
    """

    title = "Bins of age"
    question = "What happens to the intervals as the bins become narrower?"
    size = (8.0, 4.6)
    controls = (
        Slider("bins", "number of bins", 1, 40, 1, 8, "into how many bins the ages are cut"),
        Slider("shift", "shift of edges (years)", 0, 9, 0.5, 0,
               "move all inner edges up, by less than the width of a bin"),
        Choice("sex", "passengers", tuple(WHOM), "all", "whose rates are shown"),
        Toggle("intervals", "show intervals", True, "95% Wilson interval of each rate"),
    )
    presets = {
        "two bins": Preset(
            {"bins": 2},
            "young and old look alike: too coarse",
            shows=r"^2 bins of 40 years, all"),
        "men, eight bins": Preset(
            {"sex": "men"},
            "boys stand out from everybody else",
            shows=r"^8 bins .* men and boys"),
        "forty bins": Preset(
            {"bins": 40},
            "six stand out, where chance alone would give one or two",
            shows=r"^40 bins of 2 years"),
    }

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return how far the edges can move before one passes the next."""
        most = np.floor(0.9 * OLDEST / state["bins"] * 2) / 2
        return {"shift": (0.0, float(min(9.0, most)))}

    def build(self, canvas: Canvas) -> None:
        """Name the axes and the signs."""
        titanic = load_titanic().dropna(subset=["Age"])
        self._age = titanic["Age"].to_numpy()
        self._sex = titanic["Sex"].to_numpy()
        self._survived = titanic["Survived"].to_numpy()
        ax = canvas.figure.subplots()
        style.label(ax, " ", "age (years)", "survival rate")     # room for the title
        ax.set(xlim=(-1, OLDEST + 1), ylim=(-0.03, 1.08))   # room for a mark at rate 0
        ax.set_yticks(np.arange(0, 1.01, 0.2))
        ax.yaxis.set_major_formatter("{x:.0%}")
        apart = Patch(facecolor=style.BLUE, edgecolor="white", hatch="//")
        whisker = Line2D([], [], color=style.INK, lw=2, marker="|", ls="none", markersize=16,
                         markeredgewidth=2)
        canvas.figure.legend(
            [Line2D([], [], ls="--", color=style.INK, lw=1.5), _marks("o", 6, "white"), whisker,
             (apart, _marks("D", 7, style.BLUE))],
            ["overall rate", "of a bin", "95% interval", "misses the overall rate"],
            loc="outside lower center", ncols=4, columnspacing=1.4)
        self._ax = ax

    def draw(self, state: dict) -> str:
        """Draw the bins of the state."""
        who, ax = np.isin(self._sex, WHOM[state["sex"]]), self._ax
        bins = bin_rates(self._age[who], self._survived[who], state["bins"], state["shift"])
        middle = (bins.edges[:-1] + bins.edges[1:]) / 2
        here = bins.n > 0
        for chosen, colour, hatch, mark in ((~bins.apart, style.SKY, "", ("o", 6, "white")),
                                            (bins.apart, style.BLUE, "//", ("D", 7, style.BLUE))):
            bars = chosen & here
            ax.add_collection(PolyCollection(
                [[(a, 0), (a, r), (b, r), (b, 0)] for a, b, r in zip(
                    bins.edges[:-1][bars], bins.edges[1:][bars], bins.rate[bars], strict=True)],
                facecolor=colour, edgecolor="white", hatch=hatch, zorder=2))
            ax.add_line(_marks(*mark, middle[chosen], bins.rate[chosen]))
        if state["intervals"]:
            ax.vlines(middle[here], bins.low[here], bins.high[here], color=style.INK, lw=2,
                      zorder=3)
        ax.plot([-1, OLDEST + 1], [bins.overall] * 2, "--", color=style.INK, lw=1.5,
                label="overall rate")
        if len(bins.n) <= MOST_COUNTS:
            for x, n in zip(middle, bins.n, strict=True):
                ax.text(x, 1.04, f"n={n}", ha="center", va="center", fontsize=11)
        ax.figure.text(0, 1.04, _finding(bins), fontsize=15, fontweight="bold",
                       transform=ax.transAxes)
        whom = SPOKEN[state["sex"]]
        return f"{_cut(bins, state['shift'])}, {whom}: {_held(bins, state['intervals'])}"


def _marks(marker: str, size: float, colour: str, x: Sequence = (), y: Sequence = ()) -> Line2D:
    """Return marks above bars and whiskers."""
    return Line2D(x, y, ls="none", marker=marker, markersize=size, markerfacecolor=colour,
                  markeredgecolor=style.INK, markeredgewidth=1.5, zorder=4)


def _finding(bins: Bins) -> str:
    """Return the title: which intervals miss the overall rate."""
    apart = np.flatnonzero(bins.apart)
    if len(apart) == 1 and apart[0] == 0:
        return f"Only under {bins.edges[1]:g} does the interval miss the overall rate"
    missing = f"{len(apart)} of the {np.sum(bins.n > 0)} intervals"
    return f"{missing if len(apart) else 'No interval'} miss{'es' * (len(apart) < 2)} " \
           "the overall rate"


def _cut(bins: Bins, shift: float) -> str:
    """Say how the ages are cut."""
    count = len(bins.n)
    if count == 1:
        return "1 bin of 80 years"
    line = f"{count} bins of {OLDEST / count:.3g} years"
    widths = np.diff(bins.edges)
    return line if not shift else (f"{line}, edges moved up by {shift:g} (the first bin is "
                                   f"{widths[0]:.3g} years wide, the last {widths[-1]:.3g})")


def _held(bins: Bins, intervals: bool) -> str:
    """Say what the bins hold, and how many stand out: seen, and expected by chance."""
    here = bins.n > 0
    empty = "" if here.all() else f", {np.sum(~here)} empty"
    if len(bins.n) == 1:
        return (f"{bins.n[0]} passengers, of whom {bins.overall:.0%} survived, give or take "
                f"{(bins.high - bins.low)[0] / 2:.0%}. With one bin there is nothing to compare.")
    half = (bins.high - bins.low)[here] / 2
    reach = f"Half-widths of the intervals: {half.min():.2f} to {half.max():.2f}." if intervals \
        else "The intervals are hidden."
    apart = bins.apart.sum()
    often = bins.chance_of_as_many
    share = "under 1%" if often < 0.01 else f"{often:.0%}"
    as_many = "one does" if apart == 1 else f"{apart} do"
    shuffles = f"; in {share} of shuffles at least {as_many}" if apart else ""
    return (f"{bins.n[here].min()} to {bins.n.max()} passengers per bin{empty}. {reach} "
            f"{apart} of the {here.sum()} intervals "
            f"{'misses' if apart == 1 else 'miss'} the overall rate, {bins.overall:.0%} of those "
            f"whose age is known. If ages were shuffled, about {bins.apart_by_chance:.1f} "
            f"intervals would miss it by chance{shuffles}.")
