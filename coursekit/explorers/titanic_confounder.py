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
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice
from coursekit.plots import style
from coursekit.titanic import CabinKnown, FamilyGrouper, TitleExtractor

FEATURES = {"port": "Embarked", "cabin": "CabinKnown", "family": "Family", "sex": "Sex",
            "class": "Pclass", "title": "Title"}
STRATA = {"nothing": (), "class": ("Pclass",), "sex": ("Sex",), "class and sex": ("Pclass", "Sex")}
ORDER = {"alone": 0, "1-3": 1, "4+": 2}     # levels that the alphabet would put wrong
MOST, RESAMPLES = 5, 1000                   # levels of a feature; of the bootstrap


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
    n, raw : Series
        Passengers and survival rate of each level.
    top, bottom : object
        The levels with the highest and the lowest raw rate.
    standardised, low, high : Series
        Rate at one mix and its 95 % bootstrap interval; NaN where a level lacks a stratum. If top
        or bottom lacks one, the mix is that of the strata which both have, and only they have a
        rate.
    gap, raw_gap : ndarray, shape (3,)
        Top less bottom, with its interval: value, low, high. NaN if they share no stratum.
    coverage : float
        Share of the passengers that is in the strata of the mix.
    least : int
        Passengers in the smallest group that the gap rests on.
    """

    n: pd.Series
    raw: pd.Series
    top: object
    bottom: object
    standardised: pd.Series
    low: pd.Series
    high: pd.Series
    gap: np.ndarray
    raw_gap: np.ndarray
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
    >>> compare("port", "class and sex").standardised.round(3).tolist()
    [0.463, 0.337, 0.355]
    """
    people = passengers()
    level = people[FEATURES[feature]]
    people, level = people[level.notna()], level.dropna()
    strata = people.groupby(list(STRATA[fixed])).ngroup() if STRATA[fixed] else \
        pd.Series(0, index=people.index)
    levels = sorted(level.unique(), key=lambda g: (ORDER.get(g, 0), str(g)))
    cells = np.stack([[[np.sum((strata == s) & (level == g) & (people["Survived"] == k))
                        for k in (0, 1)] for g in levels] for s in range(strata.max() + 1)])
    return _compare(cells, levels)


def _compare(cells: np.ndarray, levels: list) -> Comparison:
    """Standardise counts, shape (strata, levels, 2), and as many resamples of them."""
    everybody = int(cells.sum())
    draws = np.random.default_rng(1).multinomial(everybody, cells.ravel() / everybody, RESAMPLES)
    k, n = (part.reshape(-1, *cells.shape[:2]) for part in (
        np.vstack([cells.ravel(), draws]).reshape(-1, cells[..., 0].size, 2)[..., 1],
        np.vstack([cells.ravel(), draws]).reshape(-1, cells[..., 0].size, 2).sum(axis=2)))
    raw = k.sum(axis=1) / n.sum(axis=1)
    top, bottom = int(raw[0].argmax()), int(raw[0].argmin())
    mix = (n[0, :, [top, bottom]] > 0).all(axis=0)          # strata that both have
    whole = mix.all()
    rates = np.full_like(raw, np.nan)
    for g in range(len(levels)) if whole else (top, bottom):
        if (n[0, mix, g] > 0).all() and mix.any():
            here = (n[:, :, g] > 0) & mix                   # a resample may lack one more
            w = np.where(here, n.sum(axis=2), 0)
            rates[:, g] = (w * k[:, :, g] / np.maximum(n[:, :, g], 1)).sum(axis=1) / w.sum(axis=1)
    low, high = np.quantile(rates[1:], [0.025, 0.975], axis=0)

    def series(values) -> pd.Series:
        return pd.Series(values, index=levels)

    def gap(values: np.ndarray) -> np.ndarray:
        each = values[:, top] - values[:, bottom]
        return np.array([each[0], *np.quantile(each[1:], [0.025, 0.975])])
    return Comparison(series(n[0].sum(axis=0)), series(raw[0]), levels[top], levels[bottom],
                      series(rates[0]), series(low), series(high), gap(rates), gap(raw),
                      float(n[0, mix].sum() / everybody),
                      int(n[0][mix][:, [top, bottom]].min(initial=everybody)))


class Confounder(Explorer):
    """Raw and standardised survival rates of a feature, side by side.

    Examples
    --------
    >>> Confounder(feature="sex", fixed="class").status.split(";")[0]
    'sex, raw: female 74.2%, male 18.9%, a gap of 55.3 points'
    """

    title = "Borrowed differences"
    question = "How much of a gap is left between passengers who are otherwise alike?"
    size = (8.0, 4.6)
    controls = (
        Choice("feature", "feature", tuple(FEATURES), "port", "whose levels are compared"),
        Choice("fixed", "held fixed", tuple(STRATA), "class and sex", "strata that get one mix"),
    )
    presets = {
        "port": ({}, "the gap between C and S shrinks; by how much is uncertain"),
        "sex": ({"feature": "sex", "fixed": "class"}, "the gap stays: class does not explain it"),
        "title": ({"feature": "title"}, "Mrs and Mr share no stratum: nothing to compare"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bars and their labels."""
        ax = canvas.figure.subplots()
        style.label(ax, "Raw, and at one mix of strata", "level of the feature", "survival rate")
        ax.set(xlim=(-0.6, MOST - 0.4), ylim=(0, 1.05), xticks=[])
        ax.set_yticks(np.arange(0, 1.01, 0.2))
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.xaxis.labelpad = 44
        self._bars = {}
        for name, hatch in (("raw", None), ("standardised", "//")):
            self._bars[name] = canvas.moving(ax.add_collection(PolyCollection(
                [], facecolor=style.COLOURS[name], edgecolor="white", hatch=hatch, label=name)))
        self._whiskers = canvas.moving(ax.add_collection(LineCollection(
            [], color=style.INK, linewidth=2, zorder=3, label="95% interval")))
        canvas.figure.legend(handles=[*self._bars.values(), self._whiskers],
                             loc="outside lower center", ncols=3)
        self._texts = [canvas.moving(ax.text(0, 0, "", ha="center", fontsize=12, clip_on=False))
                       for _ in range(3 * MOST)]

    def draw(self, state: dict) -> str:
        """Move bars and labels to the feature of the state."""
        itself = FEATURES[state["feature"]] in STRATA[state["fixed"]]
        found = compare(state["feature"], "nothing" if itself else state["fixed"])
        standardised = found.standardised * np.nan if itself else found.standardised
        width = MOST / len(found.n)
        place = (np.arange(len(found.n)) + 0.5) * width - 0.5
        for text in self._texts:
            text.set_visible(False)
        spare = iter(self._texts)
        for name, rates, side in (("raw", found.raw, -1), ("standardised", standardised, 1)):
            x = place + side * 0.19 * width
            self._move(self._bars[name], x, 0.36 * width, rates.to_numpy())
            tops = rates if name == "raw" else np.maximum(rates, found.high)
            for at, rate, top in zip(x, rates, tops, strict=True):
                told = "none" if np.isnan(rate) else f"{rate:.0%}"
                next(spare).set(position=(at, np.nan_to_num(top) + 0.02), text=told, va="bottom",
                                visible=True)
        self._whiskers.set_segments([[(at, a), (at, b)] for at, rate, a, b in zip(
            x, standardised, found.low, found.high, strict=True) if np.isfinite(rate)])
        for at, (level, n) in zip(place, found.n.items(), strict=True):
            next(spare).set(position=(at, -0.03), text=f"{level}\nn = {n}", va="top", visible=True)
        return (f"{state['feature']}, raw: {found.top} {found.raw[found.top]:.1%}, {found.bottom} "
                f"{found.raw[found.bottom]:.1%}, a gap of {100 * found.raw_gap[0]:.1f} points; "
                f"{_left(found, state['fixed'], itself)}")

    @staticmethod
    def _move(bars: PolyCollection, x: np.ndarray, width: float, height: np.ndarray) -> None:
        bars.set_verts([[(a - width / 2, 0), (a - width / 2, h), (a + width / 2, h),
                         (a + width / 2, 0)] for a, h in zip(x, height, strict=True)
                        if np.isfinite(h)])


def _left(found: Comparison, fixed: str, itself: bool) -> str:
    """Say what is left of the gap, and how far that can be trusted."""
    if itself:
        return f"{fixed} held fixed contains the feature itself, so there is nothing to compare."
    if not np.isfinite(found.gap[0]):
        return f"at one mix of {fixed} they cannot be compared: they share no stratum."
    value, low, high = 100 * found.gap
    if fixed == "nothing":
        return f"95% interval {low:.1f} to {high:.1f}. Nothing is held fixed, so nothing changes."
    part = "" if found.coverage > 0.999 else (f" They share strata with {found.coverage:.0%} of "
                                              "the passengers; the rest cannot be compared.")
    return (f"at one mix of {fixed} {value:.1f} points, 95% interval {low:.1f} to {high:.1f}.{part}"
            f" The smallest group behind it has {found.least} "
            f"passenger{'s' * (found.least > 1)}.")
