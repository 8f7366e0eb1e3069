"""Lesson 01d: what does each way of filling in the ages keep, and what does it distort?"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from coursekit.datasets import load_titanic
from coursekit.explorer import Canvas, Choice, Explorer, Preset, Stage
from coursekit.plots import style
from coursekit.titanic import AgeImputer, TitleExtractor

DROP, ONE, TITLE, MARKED = POLICIES = (
    "drop the rows", "median of all", "median of the title", "median + indicator")
EDGES = np.arange(0, 84, 4)     # years
FOUND = {
    ONE: "One number for {new} ages makes a tower",
    TITLE: "The title's median makes several towers",
    MARKED: "The same tower, but a second column marks it",
}


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
    strategy = "title_median" if policy == TITLE else "median"
    age = AgeImputer(strategy).fit_transform(titanic)["Age"]
    title = TitleExtractor().fit_transform(titanic)["Title"]
    keep = known if policy == DROP else pd.Series(True, index=titanic.index)
    between = age[keep].groupby(title[keep]).transform("mean").var(ddof=0)
    return Filled(age[keep].to_numpy(), titanic.loc[keep, "Survived"].to_numpy(),
                  known[keep].to_numpy(), float(between / age[keep].var(ddof=0)))


class Imputation(Explorer):
    """Ages after each way of treating missing ages.

    Examples
    --------
    >>> Imputation().status.split(":")[1].split(",")[0]
    ' 714 of 891 rows kept'
    """

    title = "Filling in the ages"
    question = "What does each way keep, and what does it distort?"
    size = (8.8, 4.2)
    controls = (
        Choice("policy", "missing ages", POLICIES, DROP, "what is done with them"),
    )
    presets = {
        "a tower": Preset({"policy": ONE}, "What would a reader of this picture wrongly believe?",
                          shows=r"^Median of all"),
        "by title": Preset({"policy": TITLE}, "Whose title makes the tallest tower?",
                           shows=r"^Median of the title"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the axes, which serve every way."""
        self._stage = Stage(canvas, ages=((0.085, 0.15, 0.9, 0.7), {
            "xlim": (-1, 98), "ylim": (0, 345), "xticks": range(0, 81, 10),
            "xlabel": "age (years)", "ylabel": "passengers"}))

    def draw(self, state: dict) -> str:
        """Draw known ages, and on them those that are filled in."""
        after, ax, word = fill_ages(state["policy"]), self._stage.ages, self._stage.word
        known, new = (np.histogram(after.age[some], EDGES)[0]
                      for some in (after.known, ~after.known))
        self._bars(np.zeros_like(known), known, style.SKY, label="known")
        word(46, 60, "known ages", 15, ax)
        missing = len(fill_ages(ONE).age) - after.known.sum()
        if new.any():
            self._bars(known, known + new, style.INK, label="filled in",
                       hatch="//" * (state["policy"] == MARKED))
            tallest = new.argmax()
            word(EDGES[tallest] + 5, known[tallest] + new[tallest] - 12, "filled in", 15, ax)
        else:
            ax.bar(86, missing, 4, color="white", edgecolor=style.INK, ls="--", lw=1.5,
                   align="edge", label="not kept")
            word(88, missing / 2, "?", 20, ax, ha="center")
            word(88, missing + 15, f"{missing} ages", 15, ax, ha="center")
        word(0.012, 0.94, FOUND.get(state["policy"], "{new} rows are gone").format(new=missing), 17)
        mean, spread = after.age.mean(), after.age.std(ddof=1)
        ax.annotate("", (mean, 300), (mean + spread, 300), arrowprops={
            "arrowstyle": "|-|,widthA=0.4,widthB=0.4", "lw": 2, "shrinkA": 0, "shrinkB": 0})
        word(mean + spread + 1.5, 300, f"spread {spread:.1f} years", 15, ax)
        return in_words(state["policy"])

    def _bars(self, low: np.ndarray, high: np.ndarray, colour: str, **options) -> None:
        """Draw a bar over each four years with somebody in them."""
        bars = [[(x, a), (x + 4, a), (x + 4, b), (x, b)]
                for x, a, b in zip(EDGES[:-1], low, high, strict=True) if b > a]
        self._stage.areas(self._stage.ages, bars, colour, edgecolors="white", **options)

    def details(self, state: dict) -> str:
        """Return how much of the variance of age lies between titles."""
        now, known = fill_ages(state["policy"]), fill_ages(DROP)
        return (f"{now.title_share:.0%} of the variance of age lies between titles (known ages: "
                f"{known.title_share:.0%}).")


@cache
def in_words(policy: str) -> str:
    """Say what a way of filling in keeps and what it distorts."""
    after, known = fill_ages(policy), fill_ages(DROP)
    new = int((~after.known).sum())
    line = (f"{policy.capitalize()}: {len(after.age)} of {len(load_titanic())} rows kept, {new} "
            f"ages filled in; standard deviation of the ages {after.age.std(ddof=1):.1f} years")
    if not new:
        return (f"{line}. Of the kept {after.survived.mean():.1%} survived, of all passengers "
                f"{fill_ages(ONE).survived.mean():.1%}.")
    rates = after.survived[after.known].mean(), after.survived[~after.known].mean()
    apart = " A second column says which is which." if policy == MARKED else ""
    return (f"{line} (known ages: {known.age.std(ddof=1):.1f}). {rates[0]:.0%} survived where the "
            f"age is known, {rates[1]:.0%} where it is missing.{apart}")
