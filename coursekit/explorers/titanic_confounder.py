"""Lesson 01: which part of a difference is borrowed from another feature?"""
from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from matplotlib.collections import PolyCollection

from coursekit.datasets import load_titanic
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice
from coursekit.plots import style
from coursekit.statistics import standardised_rates
from coursekit.titanic import CabinKnown, FamilyGrouper, TitleExtractor

FEATURES = {"port": "Embarked", "cabin": "CabinKnown", "family": "Family", "sex": "Sex",
            "class": "Pclass", "title": "Title"}
STRATA = {"nothing": (), "class": ("Pclass",), "sex": ("Sex",), "class and sex": ("Pclass", "Sex")}
MOST = 5  # levels of a feature


@cache
def _passengers() -> pd.DataFrame:
    titanic = load_titanic()
    made = {"CabinKnown": CabinKnown(), "Family": FamilyGrouper(), "Title": TitleExtractor()}
    return titanic.assign(**{k: t.fit_transform(titanic).iloc[:, 0] for k, t in made.items()})


@cache
def adjusted(feature: str, fixed: str) -> pd.DataFrame:
    """Return raw and standardised rates of a feature's levels.

    Parameters
    ----------
    feature : str
        A key of ``FEATURES``.
    fixed : str
        A key of ``STRATA``: what is held fixed.

    Returns
    -------
    DataFrame
        ``n``, ``raw``, ``standardised``, ``coverage``, one row a level.

    Examples
    --------
    >>> adjusted("port", "class and sex")["standardised"].round(3).tolist()
    [0.463, 0.337, 0.355]
    """
    whole = _passengers()
    if not STRATA[fixed]:
        whole = whole.assign(everybody=0)
    strata = list(STRATA[fixed]) or ["everybody"]
    column = FEATURES[feature]
    # A feature cannot be compared within itself: give it a name of its own in that case.
    return standardised_rates(whole.assign(level=whole[column]), "level", "Survived", strata)


class Confounder(Explorer):
    """Raw and standardised survival rates of a feature, side by side.

    Examples
    --------
    >>> Confounder(feature="sex", fixed="class").status.split(". ")[1]
    '91% of the gap remains.'
    """

    title = "Borrowed differences"
    question = "How much of a gap is left between passengers who are otherwise alike?"
    controls = (
        Choice("feature", "feature", tuple(FEATURES), "port", "whose levels are compared"),
        Choice("fixed", "held fixed", tuple(STRATA), "class and sex", "strata that get one mix"),
    )
    presets = {
        "port": ({}, "half of the gap between C and S was class and sex"),
        "sex": ({"feature": "sex", "fixed": "class"}, "the gap stays: class does not explain it"),
        "cabin": ({"feature": "cabin"}, "half of the gap goes"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the bars and their labels."""
        ax = canvas.figure.subplots()
        style.label(ax, "Raw and standardised", "level of the feature", "survival rate")
        ax.set(xlim=(-0.6, MOST - 0.4), ylim=(0, 1.05), xticks=[])
        ax.set_yticks(np.arange(0, 1.01, 0.2))
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.xaxis.labelpad = 44
        self._bars = {}
        for name, hatch in (("raw", None), ("standardised", "//")):
            self._bars[name] = canvas.moving(ax.add_collection(PolyCollection(
                [], facecolor=style.COLOURS[name], edgecolor="white", hatch=hatch, label=name)))
        ax.legend(loc="upper right", ncols=2)
        self._texts = [canvas.moving(ax.text(0, 0, "", ha="center", fontsize=12, clip_on=False))
                       for _ in range(3 * MOST)]

    def draw(self, state: dict) -> str:
        """Move bars and labels to the feature of the state."""
        table = adjusted(state["feature"], state["fixed"])
        width = MOST / len(table)
        place = (np.arange(len(table)) + 0.5) * width - 0.5
        for text in self._texts:
            text.set_visible(False)
        spare = iter(self._texts)
        for name, shift in (("raw", -0.19), ("standardised", 0.19)):
            self._move(self._bars[name], place + shift * width, 0.36 * width, table[name])
            for x, y in zip(place + shift * width, table[name], strict=True):
                next(spare).set(position=(x, y + 0.02), text=f"{y:.3f}", va="bottom", visible=True)
        for x, (level, n) in zip(place, table["n"].items(), strict=True):
            next(spare).set(position=(x, -0.03), text=f"{level}\nn = {n}", va="top", visible=True)
        return self._in_words(table, state)

    @staticmethod
    def _move(bars, x, width, height):
        bars.set_verts([[(a - width / 2, 0), (a - width / 2, h), (a + width / 2, h),
                         (a + width / 2, 0)] for a, h in zip(x, height, strict=True)])

    @staticmethod
    def _in_words(table, state):
        top, bottom = table["raw"].idxmax(), table["raw"].idxmin()
        gap = table.loc[top] - table.loc[bottom]
        line = (f"{state['feature']}, with {state['fixed']} held fixed: between {top} and {bottom} "
                f"the gap is {100 * gap['raw']:.1f} points raw and "
                f"{100 * gap['standardised']:.1f} points standardised")
        if FEATURES[state["feature"]] in STRATA[state["fixed"]]:
            return line + ". A feature cannot be held fixed against itself: choose another."
        if table["coverage"].min() < 0.999:
            least = table["coverage"].idxmin()
            return line + (f". Only {table['coverage'].min():.0%} of the ship can speak for "
                           f"{least}: it lacks some strata.")
        share = gap["standardised"] / gap["raw"]
        return line + f". {share:.0%} of the gap remains."
