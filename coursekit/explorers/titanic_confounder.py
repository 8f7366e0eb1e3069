"""Lesson 01: which part of a difference is borrowed from another feature?

Legend: ``s`` a stratum, ``g`` a group (a level of the feature), ``n`` passengers, ``k`` of them
survived, ``w`` the weight of a stratum.
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.datasets import load_titanic
from coursekit.explorer.base import Explorer, Preset
from coursekit.explorer.canvas import Canvas
from coursekit.explorer.controls import Choice
from coursekit.plots import style
from coursekit.statistics import difference, standardised_rate, wilson
from coursekit.titanic import CabinKnown, FamilyGrouper, TitleExtractor

FEATURES = {"port": "Embarked", "cabin": "CabinKnown", "family": "Family", "sex": "Sex",
            "class": "Pclass", "title": "Title"}
STRATA = {"nothing": (), "class": ("Pclass",), "sex": ("Sex",), "class and sex": ("Pclass", "Sex")}
ORDER = {"alone": 0, "1-3": 1, "4+": 2}     # levels that the alphabet would put wrong
MOST = 5                                    # levels of a feature
# Levels whose names in the table do not speak for themselves.
SPOKEN = {"cabin": {"known": "number known", "lost": "number not known"},
          "family": {"1-3": "1 to 3", "4+": "4 or more"}, "title": {"Res": "all others"},
          "class": {1: "first", 2: "second", 3: "third"}}
ABOUT = {"port": "port: Cherbourg, Queenstown, Southampton", "cabin": "number of the cabin",
         "family": "siblings, spouses, parents, children on board", "sex": "sex",
         "class": "class of travel", "title": "title in the name"}


@cache
def passengers() -> pd.DataFrame:
    """Return the passengers with the three features that are made from others."""
    titanic = load_titanic()
    made = {"CabinKnown": CabinKnown(), "Family": FamilyGrouper(), "Title": TitleExtractor()}
    return titanic.assign(**{k: t.fit_transform(titanic).iloc[:, 0] for k, t in made.items()})


class Comparison(NamedTuple):
    """Levels of a feature, as they are and standardised to one mix of strata.

    Attributes
    ----------
    n : Series
        Passengers of each level.
    raw, standardised : DataFrame
        Columns ``rate``, ``low``, ``high``, one row a level. The mix is that of the strata which
        top and bottom share; the standardised rate of a level that lacks one of these is NaN.
    top, bottom : object
        The levels with the highest and the lowest raw rate.
    gap, raw_gap : tuple
        Top less bottom, with its interval: value, low, high. NaN if they share no stratum.
    coverage : float
        Share of the passengers that is in the strata of the mix.
    least : int
        Passengers in the smallest group that the gap rests on.
    """

    n: pd.Series
    raw: pd.DataFrame
    standardised: pd.DataFrame
    top: object
    bottom: object
    gap: tuple
    raw_gap: tuple
    coverage: float
    least: int


@cache
def compare(feature: str, fixed: str) -> Comparison:
    """Return raw and standardised rates of a feature's levels.

    Parameters
    ----------
    feature : str
        A key of ``FEATURES``.
    fixed : str
        A key of ``STRATA``: what is held fixed.

    Examples
    --------
    >>> compare("port", "class and sex").standardised["rate"].round(3).tolist()
    [0.463, 0.337, 0.355]
    """
    people = passengers()
    level = people[FEATURES[feature]]
    people, level = people[level.notna()], level.dropna()
    strata = people.groupby(list(STRATA[fixed])).ngroup() if STRATA[fixed] else \
        pd.Series(0, index=people.index)
    levels = sorted(level.unique(), key=lambda g: (ORDER.get(g, 0), str(g)))
    k, n = np.zeros((2, strata.max() + 1, len(levels)), dtype=int)
    place = strata.to_numpy(), pd.Categorical(level, levels).codes
    np.add.at(n, place, 1)
    np.add.at(k, place, people["Survived"])
    return _compare(k, n, levels)


def _compare(k: np.ndarray, n: np.ndarray, levels: list) -> Comparison:
    """Compare from counts of survivors and of passengers, shape (strata, levels)."""
    weights, people = n.sum(axis=1), n.sum(axis=0)
    raw = _rates([(k.sum(axis=0)[g] / people[g], *wilson(k.sum(axis=0)[g], people[g]))
                  for g in range(len(levels))], levels)
    top, bottom = int(raw["rate"].argmax()), int(raw["rate"].argmin())
    mix = (n[:, [top, bottom]] > 0).all(axis=1)             # strata that both have
    found = []
    for g in range(len(levels)):
        compared = mix.any() and (n[mix, g] > 0).all()
        found.append(standardised_rate(k[mix, g], n[mix, g], weights[mix]) if compared
                     else (np.nan,) * 3)
    return Comparison(
        pd.Series(people, levels), raw, _rates(found, levels), levels[top], levels[bottom],
        difference(found[top], found[bottom]),
        difference(tuple(raw.iloc[top]), tuple(raw.iloc[bottom])),
        float(weights[mix].sum() / weights.sum()),
        int(n[mix][:, [top, bottom]].min(initial=weights.sum())))


def _rates(rows: list, levels: list) -> pd.DataFrame:
    return pd.DataFrame(rows, index=levels, columns=["rate", "low", "high"])


class Confounder(Explorer):
    """Raw and standardised survival rates of a feature, side by side.

    Examples
    --------
    >>> Confounder(feature="sex", fixed="class").status.split(";")[0]
    'sex, raw: female 74.2%, male 18.9%, a gap of 55.3 points, 95% interval 49.2 to 60.7'
    """

    title = "Borrowed differences"
    question = "How much of a gap is left between passengers who are alike in what is held fixed?"
    size = (8.0, 4.6)
    controls = (
        Choice("feature", "feature", tuple(FEATURES), "port", "whose levels are compared"),
        Choice("fixed", "held fixed", tuple(STRATA), "class and sex", "strata that get one mix"),
    )
    presets = {
        "sex": Preset(
            {"feature": "sex", "fixed": "class"},
            "the gap stays: class does not explain it",
            shows=r"^sex, raw.*at one mix of class a gap of 5\d"),
        "title": Preset(
            {"feature": "title"},
            "Mrs and Mr share no stratum: nothing to compare",
            shows=r"they share no stratum"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bars and their labels."""
        ax = canvas.figure.subplots()
        style.label(ax, "Raw, and at one mix of strata", "", "survival rate")
        ax.set(xlim=(-0.6, MOST - 0.4), ylim=(0, 1.05), xticks=[])
        ax.set_yticks(np.arange(0, 1.01, 0.2))
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.set_xlabel(" \n \n ")         # room for the names of the levels and of the feature
        self._bars = {}
        for name, hatch in (("raw", None), ("standardised", "//")):
            self._bars[name] = canvas.moving(ax.add_collection(PolyCollection(
                [], facecolor=style.COLOURS[name], edgecolor="white", hatch=hatch, label=name)))
        self._whiskers = canvas.moving(ax.add_collection(LineCollection(
            [], color=style.INK, linewidth=2, zorder=3, label="95% interval")))
        canvas.figure.legend(handles=[*self._bars.values(), self._whiskers],
                             loc="outside lower center", ncols=3)
        self._texts = [canvas.moving(ax.text(0, 0, "", ha="center", fontsize=12, clip_on=False))
                       for _ in range(3 * MOST + 1)]

    def draw(self, state: dict) -> str:
        """Move bars and labels to the feature of the state."""
        itself = FEATURES[state["feature"]] in STRATA[state["fixed"]]
        found = compare(state["feature"], "nothing" if itself else state["fixed"])
        standardised = found.standardised * np.nan if itself else found.standardised
        width = MOST / len(found.n)
        place = (np.arange(len(found.n)) + 0.5) * width - 0.5
        for text in self._texts:
            text.set_visible(False)
        spare, whiskers = iter(self._texts), []
        for name, rates, side in (("raw", found.raw, -1), ("standardised", standardised, 1)):
            x = place + side * 0.19 * width
            self._move(self._bars[name], x, 0.36 * width, rates["rate"].to_numpy())
            for at, (rate, low, high) in zip(x, rates.to_numpy(), strict=True):
                whiskers += [[(at, low), (at, high)]] if np.isfinite(rate) else []
                told = "no\nrate" if np.isnan(rate) else f"{rate:.0%}"
                next(spare).set(position=(at, np.nan_to_num(high) + 0.02), text=told, va="bottom",
                                visible=True)
        self._whiskers.set_segments(whiskers)
        spoken = SPOKEN.get(state["feature"], {})
        for at, (level, n) in zip(place, found.n.items(), strict=True):
            next(spare).set(position=(at, -0.03), text=f"{spoken.get(level, level)}\nn = {n}",
                            va="top", visible=True)
        next(spare).set(position=(MOST / 2 - 0.5, -0.17), text=ABOUT[state["feature"]], va="top",
                        visible=True)
        ends = ", ".join(f"{spoken.get(level, level)} {found.raw['rate'][level]:.1%}"
                         for level in (found.top, found.bottom))
        return (f"{state['feature']}, raw: {ends}, {_gap(found.raw_gap)}; "
                f"{_left(found, state['fixed'], itself)}{_lacking(found, spoken)}")

    @staticmethod
    def _move(bars: PolyCollection, x: np.ndarray, width: float, height: np.ndarray) -> None:
        bars.set_verts([[(a - width / 2, 0), (a - width / 2, h), (a + width / 2, h),
                         (a + width / 2, 0)] for a, h in zip(x, height, strict=True)
                        if np.isfinite(h)])


def _gap(gap: tuple) -> str:
    """Say a difference of rates in points, with its interval."""
    value, low, high = (100 * v for v in gap)
    return f"a gap of {value:.1f} points, 95% interval {low:.1f} to {high:.1f}"


def _lacking(found: Comparison, spoken: dict) -> str:
    """Say which levels have no standardised rate although top and bottom have one."""
    lacking = [str(spoken.get(level, level)) for level, rate in found.standardised["rate"].items()
               if np.isnan(rate)]
    return f" No rate for {' and '.join(lacking)}: nobody in some of these strata." \
        if np.isfinite(found.gap[0]) and lacking else ""


def _left(found: Comparison, fixed: str, itself: bool) -> str:
    """Say what is left of the gap, and how far that can be trusted."""
    if itself:
        return f"{fixed} held fixed contains the feature itself, so there is nothing to compare."
    if fixed == "nothing":
        return "nothing is held fixed, so nothing changes."
    if not np.isfinite(found.gap[0]):
        return f"at one mix of {fixed} they cannot be compared: they share no stratum."
    part = "" if found.coverage > 0.999 else (f" They share strata with {found.coverage:.0%} of "
                                              "the passengers; the rest cannot be compared.")
    return (f"at one mix of {fixed} {_gap(found.gap)}.{part} The smallest group behind it has "
            f"{found.least} passenger{'s' * (found.least > 1)}.")
