"""Lesson 01d: profiles as tiles, and what is learned and what is memory as features are added."""
from __future__ import annotations

import numpy as np

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lesson01d.columns import (
    FEATURES, ORDERS, Counts, count_fates, curve, fates, profiles,
)
from coursekit.plots import style
from coursekit.wording import percent, plural

OUTCOMES = ("real", "shuffled")
CURVES = (("majority", style.BLUE, "o", "#005A8C"), ("left out", style.GREEN, "D", "#00704F"),
          ("shuffled", style.GREY, "s", style.GREY))
PALE = {"survived": "#CFE3F1", "died": "#F8D9C8"}
SMALL = "#E3E3E3"
LOW, HIGH, LAST = 0.54, 0.93, len(FEATURES)
FEW = 10                # passengers: smaller profiles share one pale tile
APART = 0.052           # least distance of two names at the ends of the curves


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


class Profiles(Explorer):
    """Passengers who agree in all features share a tile; more features make smaller profiles.

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
        "all seven": Preset({"features": 7}, "Do the blue and the green curve go up together?",
                            shows=r"174 profiles"),
        "nothing to know": Preset({"features": 7, "outcomes": "shuffled"},
                                  "Outcomes shuffled: for whom can a majority still be right?",
                                  shows=r"outcomes shuffled.*68\.\d%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set both panels."""
        self._stage = stage = Stage(
            canvas,
            tiles=((0.075, 0.2, 0.455, 0.66), {
                "xlim": (0, 891), "ylim": (0, 1), "xticks": [],
                "xlabel": "one tile per profile, as wide as it has\n"
                          "passengers; blue survived, orange died"}),
            curves=((0.62, 0.2, 0.37, 0.66), {
                "xlim": (-0.3, LAST + 3.6), "ylim": (LOW, HIGH), "xticks": range(LAST + 1)}))
        for ax in (stage.tiles, stage.curves):
            ax.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        stage.curves.spines["bottom"].set_bounds(-0.3, LAST + 0.2)
        stage.curves.tick_params(axis="x", rotation=90)
        stage.curves.set_title("right answers", fontsize=13, pad=3)

    def draw(self, state: dict) -> str:
        """Show the profiles of the state, and the curves as far as they have come."""
        m, order, shuffled = state["features"], state["order"], state["outcomes"] == "shuffled"
        counts = count_fates(profiles(order, m), fates(shuffled))
        self._tiles(counts)
        scores, ax = curve(order, shuffled), self._stage.curves
        ax.set_xticklabels(["none", *(f"+ {name}" for name in ORDERS[order])])
        heights = scores[:, m].tolist()
        for y, (label, colour, marker, dark), place in zip(scores, CURVES, places_of(heights),
                                                           strict=True):
            ax.plot(range(m + 1), y[:m + 1], marker=marker, color=colour, ms=6, label=label)
            ax.plot([m], [y[m]], marker, color=colour, ms=11, mec=style.INK)
            self._stage.word(m + 0.35, place, f"{100 * y[m]:.1f}%\n{label}", 13, ax, color=dark,
                             linespacing=1.1)
        self._stage.word(0.012, 0.945, _headline(len(counts.n), heights, shuffled), 17)
        return _in_words(m, order, shuffled, counts)

    def details(self, state: dict) -> str:
        """Return the three scores for every number of features up to the one shown."""
        order, shuffled = state["order"], state["outcomes"] == "shuffled"
        scores = curve(order, shuffled)
        names = ("none", *ORDERS[order])
        return "Right answers (majority, left out, shuffled on average): " + "; ".join(
            f"{names[m]} " + ", ".join(percent(s) for s in scores[:, m])
            for m in range(state["features"] + 1)) + "."

    def _tiles(self, counts: Counts) -> None:
        """Draw a tile for each large profile, survivors below, and one for all small ones."""
        ax, large = self._stage.tiles, counts.n >= FEW
        ends = np.concatenate([[0], np.cumsum(counts.n[large])])
        for left, end, k, n in zip(ends, ends[1:], counts.k[large], counts.n[large], strict=False):
            for fate, low, high, right in (("survived", 0, k / n, 2 * k > n),
                                           ("died", k / n, 1, 2 * k <= n)):
                self._stage.areas(ax, [_box(left, end, low, high)],
                                  style.COLOURS[fate] if right else PALE[fate], 0.8,
                                  edgecolors="white", label=fate + ", against it" * (not right))
        left, small = ends[-1], int((~large).sum())
        if small:
            self._stage.areas(ax, [_box(left, 891, 0, 1)], SMALL, 1.6, label="small",
                              edgecolors=style.GREY)
            narrow = 891 - left < 300
            said = (f"{plural(small, 'small profile')},{' ' if narrow else chr(10)}"
                    f"{counts.n[~large].sum()} passengers")
            self._stage.word((left + 891) / 2, 0.5, said, 12 if narrow else 13, ax, ha="center",
                             rotation=90 * narrow, linespacing=1.4)


def _box(left: float, right: float, low: float, high: float) -> list[tuple[float, float]]:
    return [(left, low), (right, low), (right, high), (left, high)]


def _headline(number: int, heights: list[float], shuffled: bool) -> str:
    """Say how often the majority is right, and with each passenger left out."""
    top, out = (percent(height, 0) for height in heights[:2])
    if shuffled:
        return f"{plural(number, 'profile')}, nothing to know: the majority is right for {top}"
    if top == out:
        return f"{plural(number, 'profile')}: the majority is right for {top}"
    return f"{plural(number, 'profile')}: right for {top}, but {out} when left out"


def _in_words(m: int, order: str, shuffled: bool, counts: Counts) -> str:
    """Say how many profiles there are, and how often the majority is right."""
    top, out, chance = (percent(s) for s in curve(order, shuffled)[:, m])
    number = len(counts.n)
    what = (f"{plural(m, 'feature')}, {order}{', outcomes shuffled' * shuffled}: "
            f"{plural(number, 'profile')}, {counts.singles} of a single passenger")
    if shuffled:
        return (f"{what}. The majority of each profile is right for {top} although nothing can "
                f"be known; with each passenger left out, about {out}.")
    return (f"{what}. The majority of each profile is right for {top}; with each passenger left "
            f"out, about {out}. With shuffled outcomes it would still be {chance}.")
