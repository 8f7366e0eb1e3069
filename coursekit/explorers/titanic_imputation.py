"""Lesson 01: what does each way of filling the ages keep, and what does it bend?"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.datasets import load_titanic
from coursekit.explorers.artists import legend
from coursekit.explorers.base import Explorer
from coursekit.explorers.canvas import Canvas
from coursekit.explorers.controls import Choice, Slider
from coursekit.plots import style
from coursekit.statistics import wilson_interval
from coursekit.titanic import AgeImputer, TitleExtractor

POLICIES = ("drop the rows", "median of all", "median of the title", "median of all + mark")


@dataclass(frozen=True)
class Filled:
    """The list after one policy.

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
    """Return the passenger list with its missing ages treated by a policy.

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


def edges_of(width: int) -> np.ndarray:
    """Return the edges of bins of that width, from birth to the oldest, who is eighty."""
    return np.arange(0, 80 + width, width)


@cache
def tallest_bar(width: int) -> int:
    """Return the height of the tallest bar of all policies, so that none is cut off."""
    return max(int(np.histogram(fill_ages(p).age, edges_of(width))[0].max()) for p in POLICIES)


class Imputation(Explorer):
    """Ages and survival by age, after each way of treating the gaps.

    Examples
    --------
    >>> Imputation(policy="drop the rows").status.split(":")[1].split(",")[0]
    ' 714 of 891 rows kept'
    """

    title = "Filling the ages"
    question = "What does each policy keep, and what does it bend?"
    size = (9.0, 4.5)
    controls = (
        Choice("policy", "missing ages", POLICIES, "median of all", "what is done with them"),
        Slider("width", "bin width (years)", 2, 20, 1, 4, "width of the bins of both panels"),
    )
    presets = {
        "drop": ({"policy": "drop the rows"}, "a fifth of the list is gone"),
        "title": ({"policy": "median of the title"}, "several small spikes instead of a tall one"),
        "mark": ({"policy": "median of all + mark"}, "the mark tells who had no age"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what moves in them."""
        left, right = canvas.figure.subplots(1, 2)
        style.label(left, "How old they are", "age (years)", "passengers")
        style.label(right, "How many survived", "age (years)", "survival rate")
        self._left, self._width = left, 0       # the limits follow the width
        right.set(ylim=(-0.04, 1.12))
        right.yaxis.set_major_formatter("{x:.0%}")
        boxes = {"known": (style.SKY, None), "filled in": (style.ORANGE, "//")}
        self._bars = {name: canvas.moving(left.add_collection(PolyCollection(
            [], facecolor=colour, hatch=hatch, edgecolor="white", label=name)))
            for name, (colour, hatch) in boxes.items()}
        left.legend(loc="upper right")
        self._whiskers = canvas.moving(right.add_collection(LineCollection(
            [], color=style.INK, linewidth=1.6)))
        (self._rates,) = right.plot([], [], "o", color=style.BLUE, markersize=8,
                                    label="a bin, 95% interval")
        (self._unknown,) = right.plot([], [], "X", color=style.ORANGE, markersize=12, ls="none",
                                      label="age unknown (marked)")
        legend(right, [self._rates, self._unknown], loc="upper right", fontsize=11)
        for artist in (self._rates, self._unknown):
            canvas.moving(artist)

    def draw(self, state: dict) -> str:
        """Move both panels to the policy of the state."""
        after = fill_ages(state["policy"])
        edges = edges_of(state["width"])
        known = np.histogram(after.age[after.known], edges)[0]
        new = np.histogram(after.age[~after.known], edges)[0]
        if state["width"] != self._width:
            self._width = state["width"]
            self._left.set_ylim(0, 1.25 * tallest_bar(self._width))
            for ax in self.canvas.figure.axes:
                ax.set_xlim(-1, edges[-1] + 1)
            self.canvas.invalidate()
        self._stack("known", edges, np.zeros_like(known), known)
        self._stack("filled in", edges, known, known + new)
        self._move_rates(after, edges, marked=state["policy"].endswith("mark"))
        return self._in_words(after, state)

    def _stack(self, name, edges, bottom, top):
        self._bars[name].set_verts([[(a, low), (a, high), (b, high), (b, low)] for a, b, low, high
                                    in zip(edges, edges[1:], bottom, top) if high > low])

    def _move_rates(self, after, edges, marked):
        """With a mark, those without an age are a group of their own (the cross)."""
        shown = after.known | (not marked)
        n = np.histogram(after.age[shown], edges)[0]
        k = np.histogram(after.age[shown], edges, weights=after.survived[shown])[0]
        self._unknown.set_data([after.age[~shown].mean()] if marked else [],
                               [after.survived[~shown].mean()] if marked else [])
        here = n > 0
        middle = ((edges[:-1] + edges[1:]) / 2)[here]
        low, high = wilson_interval(k[here], n[here])
        self._rates.set_data(middle, (k[here] / n[here]))
        self._whiskers.set_segments([[(x, a), (x, b)] for x, a, b in zip(middle, low, high,
                                                                        strict=True)])

    @staticmethod
    def _in_words(after: Filled, state: dict) -> str:
        kept, known = len(after.age), fill_ages("drop the rows")
        new = kept - int(after.known.sum())
        line = (f"{state['policy']}, bins of {state['width']} years: {kept} of "
                f"{len(load_titanic())} rows kept, {new} ages filled in. Standard deviation of the "
                f"ages {after.age.std():.1f} years")
        if not new:
            return (f"{line}; {after.title_share:.0%} of their variance lies between titles. Of "
                    f"the kept {after.survived.mean():.0%} survived, of all passengers "
                    f"{fill_ages('median of all').survived.mean():.0%}.")
        line += (f" (known ages: {known.age.std():.1f}); {after.title_share:.0%} of their variance "
                 f"lies between titles (known ages: {known.title_share:.0%}).")
        rates = after.survived[after.known].mean(), after.survived[~after.known].mean()
        told = f"{rates[0]:.0%} survived of those whose age is known, {rates[1]:.0%} of the others"
        if state["policy"].endswith("mark"):
            return f"{line} The mark keeps apart what differs: {told} (the cross)."
        return f"{line} Mixed into the bins are: {told}."
