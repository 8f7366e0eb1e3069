"""Lesson 01d: what does each way of filling in the ages keep, and what does it distort?"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.plots import style
from coursekit.statistics import wilson_interval
from coursekit.titanic import AgeImputer, TitleExtractor

FARTHEST, ASIDE, TALLEST = 97, 12, 132     # years, years, passengers per year of age
POLICIES = ("drop the rows", "median of all", "median of the title", "median + indicator")


@dataclass(frozen=True)
class Filled:
    """The list after one way.

    Attributes
    ----------
    age : ndarray
        Years, of the rows that are kept.
    survived : ndarray of 0 and 1
    known : ndarray of bool
        Whether the age was known.
    title_share : float
        Share of the variance of age that lies between titles (eta squared).
    """

    age: np.ndarray
    survived: np.ndarray
    known: np.ndarray
    title_share: float


@cache
def fill_ages(policy: str) -> Filled:
    """Return the passenger list with its missing ages treated in one way.

    Parameters
    ----------
    policy : str
        One of ``POLICIES``.

    Examples
    --------
    >>> float(round(fill_ages("median of all").age.std(), 1))
    13.0
    """
    titanic = load_titanic()
    known = titanic["Age"].notna()
    strategy = "title_median" if policy == "median of the title" else "median"
    age = AgeImputer(strategy).fit_transform(titanic)["Age"]
    title = TitleExtractor().fit_transform(titanic)["Title"]
    keep = known if policy == "drop the rows" else pd.Series(True, index=titanic.index)
    between = age[keep].groupby(title[keep]).transform("mean").var(ddof=0)
    return Filled(age[keep].to_numpy(), titanic.loc[keep, "Survived"].to_numpy(),
                  known[keep].to_numpy(), float(between / age[keep].var(ddof=0)))


@dataclass(frozen=True)
class Binned:
    """Ages of one way in bins of one width, as polygons, points and intervals.

    Bars have the area, not the height, of the number of people in them, so one axis serves all
    widths. ``unknown`` is the rate of those whose age is unknown and its interval, if
    there is an indicator.
    """

    known: list
    filled: list
    middle: np.ndarray
    rate: np.ndarray
    whiskers: list
    unknown: tuple[float, float, float] | None


def edges_of(width: int) -> np.ndarray:
    """Return the edges of bins of that width, from birth to the oldest, who is eighty."""
    return np.arange(0, 80 + width, width)


def boxes(edges: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> list:
    """Return the corners of the bars that are not empty."""
    return [[(a, low), (a, high), (b, high), (b, low)] for a, b, low, high
            in zip(edges, edges[1:], bottom, top, strict=False) if high > low]


@cache
def binned(policy: str, width: int) -> Binned:
    """Return what is drawn of a way; each state is computed once."""
    after, edges = fill_ages(policy), edges_of(width)
    known = np.histogram(after.age[after.known], edges)[0] / width
    new = np.histogram(after.age[~after.known], edges)[0] / width
    apart = policy.endswith("indicator")
    shown = after.known | (not apart)      # with an indicator, the others are a group of their own
    n = np.histogram(after.age[shown], edges)[0]
    k = np.histogram(after.age[shown], edges, weights=after.survived[shown])[0]
    middle, n, k = ((edges[:-1] + edges[1:]) / 2)[n > 0], n[n > 0], k[n > 0]
    low, high = wilson_interval(k, n)
    alive = after.survived[~shown]
    unknown = (alive.mean(), *wilson_interval(alive.sum(), len(alive))) if apart else None
    return Binned(boxes(edges, 0 * known, known), boxes(edges, known, known + new), middle, k / n,
                  [[(x, a), (x, b)] for x, a, b in zip(middle, low, high, strict=True)], unknown)


class Imputation(Explorer):
    """Ages and survival by age, after each way of treating missing ages.

    Examples
    --------
    >>> Imputation(policy="drop the rows").status.split(":")[1].split(",")[0]
    ' 714 of 891 rows kept'
    """

    title = "Filling in the ages"
    question = "What does each way keep, and what does it distort?"
    size = (8.8, 4.2)
    controls = (
        Choice("policy", "missing ages", POLICIES, "median of all", "what is done with them"),
        Slider("width", "bin width", 2, 20, 1, 4, "years; of the bins of both panels"),
    )
    presets = {
        "drop": Preset(
            {"policy": "drop the rows"},
            "a fifth of the list is gone",
            shows=r"714 of 891 rows kept"),
        "title": Preset(
            {"policy": "median of the title"},
            "smaller spikes instead of a tall one",
            shows=r"^Median of the title"),
        "mark": Preset(
            {"policy": "median + indicator"},
            "the indicator says who had no age",
            shows=r"kept apart"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both panels, whose limits serve every state, and what moves in them."""
        left, right = canvas.figure.subplots(1, 2)
        style.label(left, "How old they are", "age (years)", "passengers per year of age")
        style.label(right, "How many survived", "age (years)", "survival rate")
        left.set(xlim=(-1, FARTHEST), ylim=(0, TALLEST))
        right.set(xlim=(-1, FARTHEST + ASIDE), ylim=(-0.04, 1.32))
        right.set(xticks=range(0, 81, 20), yticks=np.arange(0, 1.01, 0.2))
        right.yaxis.set_major_formatter("{x:.0%}")
        self._bars = {name: canvas.moving(left.add_collection(PolyCollection(
            [], facecolor=colour, edgecolor="white", label=name)))
            for name, colour in (("known", style.SKY), ("filled in", style.INK))}
        left.legend(handles=list(self._bars.values()), loc="upper right")
        self._whiskers = canvas.moving(right.add_collection(LineCollection(
            [], color=style.INK, linewidth=1.6)))
        (self._rates,) = right.plot([], [], "o", color=style.BLUE, markersize=8,
                                    label="a bin, 95% interval")
        (self._unknown,) = right.plot([], [], "X", color=style.INK, markersize=12, ls="none")
        self._told = right.text(FARTHEST + ASIDE, 0.2, "age\nunknown", ha="right", va="top",
                                fontsize=12)
        right.legend(handles=[self._rates], loc="upper right", fontsize=12)
        for artist in (self._rates, self._unknown, self._told):
            canvas.moving(artist)

    def details(self, state: dict) -> str:
        """Return how much of the variance of age lies between titles."""
        now, known = fill_ages(state["policy"]), fill_ages("drop the rows")
        return (f"{now.title_share:.0%} of the variance of age lies between titles (known ages: "
                f"{known.title_share:.0%}).")

    def draw(self, state: dict) -> str:
        """Move both panels to the policy of the state."""
        now = binned(state["policy"], state["width"])
        self._bars["known"].set_verts(now.known)
        self._bars["filled in"].set_verts(now.filled)
        self._rates.set_data(now.middle, now.rate)
        place = FARTHEST + ASIDE / 2        # beside the ages: a group without an age
        rate, low, high = now.unknown or (0, 0, 0)
        apart = [[(place, low), (place, high)]] if now.unknown else []
        self._unknown.set_data([place] if now.unknown else [], [rate] if now.unknown else [])
        self._told.set_visible(now.unknown is not None)
        self._whiskers.set_segments(now.whiskers + apart)
        return in_words(state["policy"], state["width"])


@cache
def in_words(policy: str, width: int) -> str:
    """Say what a way of filling in keeps and what it distorts."""
    after, known = fill_ages(policy), fill_ages("drop the rows")
    kept, rows = len(after.age), len(load_titanic())
    new = kept - int(after.known.sum())
    line = (f"{policy.capitalize()}, bins of {width} years: {kept} of {rows} rows kept, {new} ages "
            f"filled in; standard deviation of the ages {after.age.std(ddof=1):.1f} years")
    if not new:
        return (f"{line}. Of the kept {after.survived.mean():.1%} survived, of all passengers "
                f"{fill_ages('median of all').survived.mean():.1%}.")
    rates = after.survived[after.known].mean(), after.survived[~after.known].mean()
    how = "kept apart" if policy.endswith("indicator") else "mixed in the bins"
    return (f"{line} (known ages: {known.age.std(ddof=1):.1f}). Survival, {how}: {rates[0]:.0%} "
            f"where the age is known, {rates[1]:.0%} where it is missing.")
