"""Lesson 01d: profiles as tiles, and what is learned and what is memory as features are added."""
from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson01d.columns import (
    FEATURES, ORDERS, Counts, count_fates, curve, fates, profiles,
)
from coursekit.plots import style
from coursekit.wording import percent, plural

OUTCOMES = ("real", "shuffled")
CURVES = (("majority", style.BLUE, "o", "#005A8C"), ("left out", style.GREEN, "D", "#00704F"),
          ("shuffled", style.GREY, "s", style.GREY))
PALE = {"survived": "#CFE3F1", "died": "#F8D9C8"}
LOW, HIGH, LAST = 0.54, 0.93, len(FEATURES)
WIDE = 12               # passengers: narrower tiles have no white edge, or it would cover them
APART = 0.052           # least distance of two names at the ends of the curves


def tiles(counts: Counts) -> dict[tuple[str, bool], list]:
    """Return the corners of all tiles, by fate and whether the majority of the profile has it.

    A tile is as wide as its passengers; survivors fill it from below.
    """
    found: dict = {(fate, right): [] for fate in ("survived", "died") for right in (True, False)}
    ends = np.concatenate([[0], np.cumsum(counts.n)])
    for left, end, k, d in zip(ends, ends[1:], counts.k, counts.d, strict=False):
        rate, alive = k / (k + d), k > d
        for fate, low, high in (("survived", 0, rate), ("died", rate, 1)):
            if high > low:
                corners = [(left, low), (end, low), (end, high), (left, high)]
                found[fate, alive == (fate == "survived")].append(corners)
    return found


def places_of(heights: list[float]) -> list[float]:
    """Return where names stand beside points of these heights, apart from each other.

    Examples
    --------
    >>> [round(y, 3) for y in places_of([0.6, 0.6])]
    [0.574, 0.626]
    """
    order = np.argsort(heights, kind="stable")
    placed = np.array(heights, float)[order]
    for _ in range(20):
        for j in range(len(placed) - 1):
            lack = APART - (placed[j + 1] - placed[j])
            if lack > 1e-9:
                placed[j:j + 2] += (-lack / 2, lack / 2)
    back = np.empty(len(placed))
    back[order] = placed
    return back.tolist()


@cache
def _tiled(order: str, features: int, shuffled: bool) -> tuple[Counts, dict]:
    """Return the profiles of a state and their tiles; each state is computed once."""
    counts = count_fates(profiles(order, features), fates(shuffled))
    return counts, tiles(counts)


class Profiles(Explorer):
    """Passengers who agree in all features share a tile; more features make narrower tiles.

    Examples
    --------
    >>> Profiles(features=7).status.split(":")[0]
    '7 features, sex first'
    """

    title = "Learned, or remembered?"
    question = "As features are added, what does a model learn, and what does it only remember?"
    size = (8.8, 4.9)
    controls = (
        Slider("features", "features", 0, LAST, 1, 4, "how many features the profile has"),
        Choice("order", "order", tuple(ORDERS), "sex first", "in which order they are added"),
        Choice("outcomes", "outcomes", OUTCOMES, "real",
               "who survived; shuffled, so that no feature can know anything"),
    )
    presets = {
        "a tie": Preset({"features": 2}, "Why does the green curve fall with class?",
                        shows=r"^2 features.*70\.6%"),
        "all seven": Preset({"features": 7}, "Do the blue and the green curve go up together?",
                            shows=r"174 profiles"),
        "nothing to know": Preset({"features": 7, "outcomes": "shuffled"},
                                  "Outcomes shuffled: where does the full colour come from?",
                                  shows=r"outcomes shuffled.*68\.\d%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create both panels and what moves in them."""
        left, right = canvas.figure.subplots(1, 2, width_ratios=[1.2, 1])
        self._right = right
        style.label(left, " ", "one tile per profile, as wide as it has passengers;\n"
                    "blue survived, orange died; full colour: majority", "survived")
        left.xaxis.labelpad = 34
        left.set(xlim=(0, 891), ylim=(0, 1), xticks=[])
        left.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        left.grid(False)
        self._tiles = {}
        for fate in ("survived", "died"):
            for full in (True, False):
                colour = style.COLOURS[fate] if full else PALE[fate]
                self._tiles[fate, full] = canvas.moving(left.add_collection(PolyCollection(
                    [], facecolor=colour, edgecolor="white", linewidth=0,
                    label=fate + ", against the majority" * (not full))))
        style.label(right, "Right answers", "", "proportion of the passengers")
        right.set(xlim=(-0.3, LAST + 3.3), ylim=(LOW, HIGH), xticks=range(LAST + 1))
        right.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        right.tick_params(axis="x", rotation=90)
        right.grid(False)
        right.spines["bottom"].set_bounds(-0.3, LAST + 0.2)
        self._frame("sex first")
        self._build_curves(canvas)
        self._headline = canvas.moving(left.text(
            0, 1.035, "", transform=left.transAxes, fontsize=15, fontweight="bold"))
        self._tie = canvas.moving(right.text(2.3, 0.7, "", fontsize=12, va="center"))
        below = left.get_xaxis_transform()
        self._alone = canvas.moving(left.plot(
            [], [], "|-", color=style.INK, linewidth=2.5, markersize=9, markeredgewidth=2.5,
            transform=below, clip_on=False, label="alone in their profile")[0])
        self._alone_named = canvas.moving(left.text(
            891, -0.075, "", transform=below, fontsize=14, fontweight="bold", ha="right",
            va="top"))

    def _build_curves(self, canvas: Canvas) -> None:
        """Create the three curves, their last points and the names of these."""
        self._lines, self._now, self._names = [], [], []
        for name, colour, marker, dark in CURVES:
            self._lines += [canvas.moving(line) for line in self._right.plot(
                [], [], marker=marker, color=colour, markersize=6, label=name)]
            self._now += [canvas.moving(line) for line in self._right.plot(
                [], [], marker, color=colour, markersize=11, markeredgecolor=style.INK)]
            self._names.append(canvas.moving(self._right.text(
                0, 0, "", color=dark, fontsize=13, fontweight="bold", va="center")))

    def draw(self, state: dict) -> str:
        """Show the profiles of the state, and the curves as far as they have come."""
        m, order, shuffled = state["features"], state["order"], state["outcomes"] == "shuffled"
        counts, parts = _tiled(order, m, shuffled)
        for key, artist in self._tiles.items():
            artist.set_verts(parts[key])
            artist.set_linewidths([0.8 * (c[1][0] - c[0][0] >= WIDE) for c in parts[key]] or [0])
        scores = curve(order, shuffled)
        heights = scores[:, m].tolist()
        for line, now, name, y, (label, *_), place in zip(
                self._lines, self._now, self._names, scores, CURVES, places_of(heights),
                strict=True):
            line.set_data(range(m + 1), y[:m + 1])
            now.set_data([m], [y[m]])
            name.set(position=(m + 0.35, place), text=f"{100 * y[m]:.1f}%\n{label}")
        tie = m >= 2 and order == "sex first" and not shuffled
        single = counts.singles
        self._alone.set_data([891 - single, 891] if single else [], [-0.04] * 2 * bool(single))
        self._alone_named.set_text(f"{single} alone in their profile" if single else "")
        self._tie.set_text("a tie: 72 of 144" if tie and m != 2 else "")
        number = len(counts.n)
        self._headline.set_text(f"{plural(number, 'profile')}: {100 * heights[0]:.1f}% "
                                "in full colour")
        if self._named != order:
            self._frame(order)
        return _in_words(m, order, shuffled, counts)

    def _frame(self, order: str) -> None:
        """Write the names of the features below the curves, in their order."""
        self._named = order
        self._right.set_xticklabels(["none", *(f"+ {name}" for name in ORDERS[order])])
        self.canvas.invalidate(key=order)

    def details(self, state: dict) -> str:
        """Return the three scores for every number of features up to the one shown."""
        order, shuffled = state["order"], state["outcomes"] == "shuffled"
        scores = curve(order, shuffled)
        names = ("none", *ORDERS[order])
        return "Right answers (majority, left out, shuffled on average): " + "; ".join(
            f"{names[m]} " + ", ".join(percent(s) for s in scores[:, m])
            for m in range(state["features"] + 1)) + "."


def _in_words(m: int, order: str, shuffled: bool, counts: Counts) -> str:
    """Say how many profiles there are, and how often the majority is right."""
    top, out, chance = (percent(s) for s in curve(order, shuffled)[:, m])
    number = len(counts.n)
    what = (f"{plural(m, 'feature')}, {order}{', outcomes shuffled' * shuffled}: {number} "
            f"profile{'s' * (number > 1)}, {counts.singles} of a single passenger")
    if shuffled:
        return (f"{what}. The majority of each profile is right about {top} although nothing can "
                f"be known; with each passenger left out, about {out}.")
    return (f"{what}. The majority of each profile is right about {top}; with each passenger left "
            f"out, about {out}. With shuffled outcomes it would still be {chance}.")
