"""Lesson 01b: one lens, cut horizontally (which p fit a rate?) and vertically (which rates?).

Legend: ``k`` of ``n`` survived, ``rate`` k / n; ``p`` the chance, in the state in per cent.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Toggle
from coursekit.lessons.lesson01b.lens import (
    Z, coverage_curve, fits, probabilities, standard_error,
)
from coursekit.plots import style
from coursekit.statistics import wilson
from coursekit.wording import percent

LENS, EDGE, WORD = style.LIGHT_SKY, style.SKY, "#005A8C"
BARS, PROMISE = "one p", "every p"
LONGEST = 0.34      # the longest bar, as a share of the panel
SEEN = 0.003        # share of the longest bar below which a bar is not drawn
VISIBLE = 0.02      # share of the longest bar below which the vertical line hides the black bar
TURN = 0.6          # chances above it have their bars on their left
LEAST = 0.8         # the coverage at the lower end of the right panel
PLACES = np.linspace(0, 1, 401)
BOXES = ((0.105, 0.135, 0.315, 0.58), (0.652, 0.135, 0.315, 0.58))      # both panels


class WhichChances(Explorer):
    """The values of p from which a rate of k of n is at most 1.96 standard errors away.

    Examples
    --------
    >>> print(WhichChances().status.split(":")[0])
    10 of 62 survived, chance p = 20%
    """

    title = "Which values of p fit?"
    question = "Some passengers of a group survived. Which values of p could have led to that?"
    size = (8.8, 5.1)
    controls = (
        Slider("n", "people n", 5, 200, 1, 62, "how many passengers are in the group"),
        Slider("k", "alive k", 0, 200, 1, 10, "how many of them survived; at most n"),
        Slider("p", "p in %", 0.5, 99.5, 0.5, 20.0,
               "the survival probability that you try, the same for each passenger"),
        Toggle("interval", "show every p that fits", False,
               "the horizontal cut through the lens: the interval"),
        Choice("right", "right panel", (BARS, PROMISE), BARS,
               "the rates of many groups at this p, or how often the interval contains p, for "
               "every p"),
    )
    presets = {
        "the interval": Preset(
            {"interval": True}, "Does it reach farther down from the rate, or up?",
            shows=r"from 9\.0% to 27\.2%"),
        "is it 50%?": Preset(
            {"n": 163, "k": 61, "p": 50.0, "interval": True},
            "Passengers from forty on. A report says “about 50 percent” survived: does it fit?",
            shows=r"50% does not fit.*from 30\.4% to 45\.1%"),
        "nobody of five": Preset(
            {"n": 5, "k": 0, "p": 30.0, "interval": True},
            "Nobody survived. How large may the chance have been?",
            shows=r"^0 of 5.*from 0\.0% to 43\.4%"),
        "the promise": Preset(
            {"n": 20, "k": 6, "p": 25.0, "interval": True, "right": PROMISE},
            "Move p slowly: each tooth is a bar that enters or leaves the lens. Which one?",
            shows=r"93\.5%.*the promise is 95%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Create the lens in both panels, both cuts, the bars, the curve, and the words."""
        canvas.figure.set_layout_engine("none")
        self._left, self._right = (canvas.figure.add_axes(box) for box in BOXES)
        for ax in (self._left, self._right):
            ax.grid(False)
            ax.set(xlim=(0, 1), xticks=np.linspace(0, 1, 6))
            ax.xaxis.set_major_formatter(_percent)
            ax.yaxis.set_major_formatter(_percent)
            ax.set_xlabel("chance p of surviving", fontsize=14)
            ax.tick_params(axis="x", pad=8)
        self._lenses = {ax: self._lens(canvas, ax) for ax in (self._left, self._right)}
        self._bars = {ax: {inside: canvas.moving(ax.add_collection(PolyCollection(
            [], facecolors=EDGE if inside else style.GREY, linewidths=0, zorder=4)))
            for inside in (True, False)} for ax in (self._left, self._right)}
        for bars in (bars for kinds in self._bars.values() for bars in kinds.values()):
            bars.set_snap(False)        # to whole pixels: a bar may be narrower than one
        self._own = {ax: canvas.moving(ax.add_collection(PolyCollection(
            [], facecolors=style.INK, linewidths=0, zorder=5)))
            for ax in (self._left, self._right)}
        self._upright = {ax: canvas.moving(ax.plot([], [], color=style.INK, lw=1.8, zorder=3)[0])
                         for ax in (self._left, self._right)}
        self._build_cut(canvas)
        self._build_curve(canvas)
        self._build_words(canvas)

    def _lens(self, canvas: Canvas, ax: Axes) -> tuple[PolyCollection, LineCollection]:
        return (canvas.moving(ax.add_collection(PolyCollection([], facecolors=LENS, linewidths=0,
                                                               zorder=1))),
                canvas.moving(ax.add_collection(LineCollection([], colors=EDGE, linewidths=2,
                                                               zorder=2))))

    def _build_cut(self, canvas: Canvas) -> None:
        ax = self._left
        (self._level,) = ax.plot([], [], color=style.INK, lw=1.3, ls=":", zorder=3)
        (self._piece,) = ax.plot([], [], color=style.INK, lw=7, solid_capstyle="butt", zorder=6)
        self._drops = ax.add_collection(LineCollection([], colors=style.INK, linewidths=1.5,
                                                       linestyles="--", zorder=3))
        (self._dot,) = ax.plot([], [], "o", markersize=13, markeredgecolor=style.INK,
                               markeredgewidth=2.2, zorder=7, clip_on=False)
        for artist in (self._level, self._piece, self._drops, self._dot):
            canvas.moving(artist)

    def _build_curve(self, canvas: Canvas) -> None:
        ax = self._right
        (self._curve,) = ax.plot([], [], color=EDGE, lw=1.6, zorder=2)
        (self._promised,) = ax.plot([0, 1], [0.95, 0.95], color=style.INK, lw=1.8, ls="--",
                                    zorder=3)
        (self._kept,) = ax.plot([], [], "o", color=WORD, markersize=13, markeredgecolor="white",
                                zorder=7, clip_on=False)
        for artist in (self._curve, self._promised, self._kept):
            canvas.moving(artist)

    def _build_words(self, canvas: Canvas) -> None:
        paper = canvas.figure.add_axes((0, 0, 1, 1), xlim=(0, 1), ylim=(0, 1))
        paper.set_axis_off()

        def words(x: float, y: float, size: int, **look):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **look))
        self._headline = words(0.015, 0.945, 17, weight="bold")
        left, right = (box[0] + box[2] / 2 for box in BOXES)
        self._across = words(left, 0.865, 15, ha="center", weight="bold")
        self._up = words(right - 0.01, 0.865, 15, ha="center", weight="bold", color=WORD)
        self._below = [words(x, 0.785, 12, ha="center", linespacing=1.2)
                       for x in (left, right - 0.01)]
        self._rate = words(BOXES[0][0] + BOXES[0][2] + 0.018, 0.5, 13)

    def draw(self, state: dict) -> str:
        """Draw the lens of n, the cut at k of n, and the bars or the coverage at p."""
        n, k, p = state["n"], state["k"], state["p"] / 100
        many = state["right"] == PROMISE
        self._frame(many)
        reach = Z * standard_error(PLACES, n)
        low, high = np.clip(PLACES - reach, 0, 1), np.clip(PLACES + reach, 0, 1)
        outline = np.column_stack([np.r_[PLACES, PLACES[::-1]], np.r_[low, high[::-1]]])
        for ax, (area, edges) in self._lenses.items():
            here = not (many and ax is self._right)
            area.set_verts([outline] if here else [])
            edges.set_segments([np.column_stack([PLACES, end]) for end in (low, high)]
                               if here else [])
        self._draw_cut(k, n, p, state["interval"])
        self._draw_bars(k, n, p, self._left if many else self._right)
        self._draw_curve(n, p, many)
        self._write(state)
        return _status(state)

    def limits(self, state: dict) -> dict[str, tuple[float, float]]:
        """Return the limits of the survivors: nobody and everybody."""
        return {"k": (0, state["n"])}

    def details(self, state: dict) -> str:
        """Return the standard error at p, and the counts inside the lens with their coverage."""
        n, p = state["n"], state["p"] / 100
        counts = np.flatnonzero(fits(np.arange(n + 1), n, p))
        return (f"At this p the standard error of the rate is {standard_error(p, n):.4f}; inside "
                f"the lens are {_range(counts)} of {n} survivors, "
                f"{100 * _inside(n, p):.1f}% of all groups.")

    def _frame(self, many: bool) -> None:
        """Set the vertical axes: rates, or on the right the coverage."""
        self._left.set(ylim=(0, 1), yticks=np.linspace(0, 1, 6))
        self._left.set_ylabel("rate in the group", fontsize=14)
        self._right.set(ylim=(LEAST, 1) if many else (0, 1),
                        yticks=np.linspace(LEAST, 1, 5) if many else np.linspace(0, 1, 6))
        self._right.set_ylabel("groups whose interval contains p" if many else
                               "rate in the group", fontsize=13 if many else 14)
        self.canvas.invalidate(key=many)

    def _draw_cut(self, k: int, n: int, p: float, shown: bool) -> None:
        rate, ends = k / n, [float(end) for end in wilson(k, n)]
        self._level.set_data([0, 1], [rate, rate])
        self._piece.set_data(*((ends, [rate, rate]) if shown else ([], [])))
        self._drops.set_segments([[(end, 0), (end, rate)] for end in ends] if shown else [])
        self._dot.set_data([p], [rate])
        self._dot.set_markerfacecolor(style.INK if fits(k, n, p) else "white")

    def _draw_bars(self, k: int, n: int, p: float, where: Axes) -> None:
        chance = probabilities(n, p)
        length = chance / chance.max() * LONGEST * (-1 if p > TURN else 1)
        drawn = chance > SEEN * chance.max()
        inside = fits(np.arange(n + 1), n, p)

        def boxes(counts: np.ndarray) -> list[list[tuple[float, float]]]:
            half = 0.43 / n
            return [[(p, c / n - half), (p + length[c], c / n - half),
                     (p + length[c], c / n + half), (p, c / n + half)] for c in counts]
        for ax in (self._left, self._right):
            here = ax is where
            for kind, bars in self._bars[ax].items():
                bars.set_verts(boxes(np.flatnonzero(drawn & (inside == kind))) if here else [])
            self._own[ax].set_verts(boxes(np.array([k])) if here and ax is self._right else [])
            self._upright[ax].set_data([p, p], [0, 1])

    def _draw_curve(self, n: int, p: float, many: bool) -> None:
        for artist in (self._curve, self._promised, self._kept):
            artist.set_visible(many)
        self._curve.set_data(*coverage_curve(n))
        self._kept.set_data([p], [_inside(n, p)])
        if many:
            self._upright[self._right].set_data([p, p], [LEAST, _inside(n, p)])

    def _write(self, state: dict) -> None:
        """Write titles, and the words beside the cuts."""
        n, k, p, many = state["n"], state["k"], state["p"] / 100, state["right"] == PROMISE
        chance, share = _short(state["p"]), percent(_inside(n, p))
        if many:
            headline = f"At p = {chance}, {share} of the intervals contain p"
        elif state["interval"]:
            low, high = _ends(k, n, state["p"], decimals=0)
            headline = f"{k} of {n} survived: every p from {low} to {high} fits"
        else:
            verb = "fits" if fits(k, n, p) else "does not fit"
            headline = f"{k} of {n} survived: a chance of {chance} {verb}"
        self._headline.set_text(headline)
        self._across.set_text("Horizontal cut: which p fit?")
        self._up.set_text("Dashed: the promise, 95%" if many else f"Vertical cut: {share} inside")
        self._below[0].set_text("lens: the rate is at most\n1.96 standard errors from p")
        self._below[1].set_text(
            "each tooth: the foot of a bar\nenters or leaves the lens" if many else
            f"bars: probability; blue: foot in the lens\n{_black(k, n, p)}; grey: outside")
        self._rate.set(text=f"{k} of {n}", y=BOXES[0][1] + BOXES[0][3] * k / n)


def _percent(share: float, _: object = None) -> str:
    return percent(share, 0)


def _short(per_cent: float) -> str:
    return f"{per_cent:.1f}".removesuffix(".0") + "%"


def _inside(n: int, p: float) -> float:
    """Return the probability that the rate falls inside the lens."""
    return float(probabilities(n, p)[fits(np.arange(n + 1), n, p)].sum())


def _black(k: int, n: int, p: float) -> str:
    """Return the legend of the black bar, or that it is too short to be seen."""
    chance = probabilities(n, p)
    seen = chance[k] > VISIBLE * chance.max()
    return f"black: {k} of {n}" if seen else f"{k} of {n}: too rare to see"


def _distance(errors: float) -> str:
    """Return a number of standard errors, with the decimals that tell it from 0 and from 1.96."""
    if errors < 0.005:
        return "less than 0.01"
    decimals = next((d for d in range(2, 6) if round(errors, d) != Z), 6)
    return f"{errors:.{decimals}f}"


def _ends(k: int, n: int, p: float, decimals: int) -> list[str]:
    """Return both ends of the interval in per cent, with more decimals if they tell where p is."""
    told = []
    for end, side in zip(wilson(k, n), (1, -1), strict=True):
        end = 100 * float(end)
        enough = next((d for d in range(decimals, 6) if
                       (side * round(end, d) <= side * p) == (side * end <= side * p)), 6)
        told.append(f"{end:.{enough}f}%")
    return told


def _range(counts: np.ndarray) -> str:
    if not len(counts):
        return "no counts"
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _status(state: dict) -> str:
    """Say the state, whether p fits, and the interval or the coverage."""
    n, k, p = state["n"], state["k"], state["p"] / 100
    away = (k / n - p) / float(standard_error(p, n))
    where = f"{_distance(abs(away))} standard errors {'above' if away > 0 else 'below'} p" \
        if abs(k / n - p) > 1e-9 else "p itself"
    told = (f"{k} of {n} survived, chance p = {_short(state['p'])}: the rate is {where}, so "
            f"{_short(state['p'])} {'fits' if fits(k, n, p) else 'does not fit'}")
    share = percent(_inside(n, p))
    if state["interval"]:
        low, high = _ends(k, n, state["p"], decimals=1)
        told += f". Every p from {low} to {high} fits this rate"
    if state["right"] == PROMISE:
        return (f"{told}. In groups of {n} with this chance, {share} of the intervals contain "
                "p; the promise is 95%.")
    if state["interval"]:
        return f"{told}."
    return f"{told}. Of all groups of {n} with this chance, {share} have a rate inside the lens."
