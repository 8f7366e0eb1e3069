"""Lesson a1b: a logistic curve over passengers, and a bar for each; the likelihood multiplies them.

Legend: ``w`` slope, ``half`` the place where the curve has the value ½, ``bars`` (n,) the
probabilities given to what happened.
"""
from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from scipy.special import expit

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lessona1b.groups import GROUPS, Group, bars_of, best, group, log_likelihood
from coursekit.plots import style

AGES = (-2.0, 64.0)
#: Powers of ten at the floor of the staircase, with ticks: the first that the product reaches.
FLOORS = {-5: (0, -1, -2, -3, -4, -5), -12: (0, -4, -8, -12)}
LOWEST = min(FLOORS)
APART = 1 / 115         # of the axis: bars stand at least so far from each other
SHORT = 0.02        # a bar that undoes many
ROUND = (1.4, 0.055)        # half a ring's width in years, and how far it reaches beyond the bar
LEFT, WIDTH = 0.87, 5.27         # inches of both panels
DIGITS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def scientific(log: float) -> str:
    """Return e to a power that is not above 0, in words that fit its size.

    Examples
    --------
    >>> scientific(np.log(0.00244)), scientific(np.log(7.6e-5)), scientific(-1000.0)
    ('0.0024', '7.6·10⁻⁵', '5.1·10⁻⁴³⁵')
    """
    ten = log / np.log(10)
    if ten > -3:
        return f"{np.exp(log):.2g}" if np.exp(log) < 0.995 else f"{min(np.exp(log), 0.9999):.4f}"
    power = int(np.floor(ten))
    front = f"{10 ** (ten - power):.1f}"
    if front == "10.0":
        front, power = "1.0", power + 1
    return f"{front}·10{str(power).translate(DIGITS)}"


def places(x: np.ndarray, apart: float) -> np.ndarray:
    """Return sorted numbers, none negative, moved as little as needs be to be that far apart."""
    at = x.astype(float).copy()
    for _ in range(200):
        gaps = np.diff(at)
        push = np.maximum(apart - gaps, 0) / 2
        if push.max(initial=0) < 1e-3:
            break
        at[:-1] -= push
        at[1:] += push
        at = np.maximum(at, 0)
    return at


class LikelihoodBars(Explorer):
    """Men and boys by age, a logistic curve, the bars, and their product step by step.

    Examples
    --------
    >>> LikelihoodBars(slope=0.0).status.split(": ")[1].split(",")[0]
    'the product of the 36 bars is 1.5·10⁻¹¹'
    """

    title = "Bars multiplied"
    question = "Which curve makes what happened most probable?"
    size = (8.8, 5.1)
    controls = (
        Choice("who", "who", GROUPS, "all 36",
               "men and boys of the second class with family aboard: all, or all but Mr Beane"),
        Slider("slope", "slope w", -1.0, 0.2, 0.02, -0.1, "how steep the curve is"),
        Slider("half", "half at", 0.0, 60.0, 0.5, 15.5, "where the curve has the value ½"))
    presets = {
        "a coin": Preset({"slope": 0.0}, "Every bar is one half. What is their product?",
                         shows=r"slope 0\.00.*1\.5·10⁻¹¹"),
        "too steep": Preset({"slope": -1.0}, "Nearly all bars are long. Which one is not?",
                            shows=r"shortest is 6\.8·10⁻⁸ \(32 years, survived\)"),
        "best": Preset({"slope": -0.24}, "Can you make the product larger with either slider?",
                       shows=r"slope −0\.24.*36 bars is 0\.0024"),
        "without Mr Beane": Preset({"who": "without Mr Beane", "slope": -0.5, "half": 13.5},
                                   "Make it steeper, and once more. Which bar becomes shorter?",
                                   shows=r"35 bars is 0\.8")}

    def build(self, canvas: Canvas) -> None:
        """Create the curve with its bars and dots, the staircase, and what is written."""
        figure = canvas.figure
        figure.set_layout_engine("none")
        wide, high = self.size
        self._above, self._below = (figure.add_axes(
            (LEFT / wide, bottom / high, WIDTH / wide, height / high))
            for bottom, height in ((2.35, 2.2), (0.5, 1.2)))
        self._build_curve(canvas, self._above)
        self._build_stairs(canvas, self._below)
        paper = figure.add_axes((0, 0, 1, 1), xlim=(0, wide), ylim=(0, high), zorder=3)
        paper.set_axis_off()
        paper.patch.set_visible(False)

        def written(y, size, x=6.35, **more):
            return canvas.moving(paper.text(x, y, "", fontsize=size, va="center", **more))
        self._headline = written(4.84, 15.5, 0.12, weight="bold")
        for y, name, word in ((4.36, "survived", "a survivor's bar: up\nto the curve"),
                              (3.82, "died", "a victim's bar: from the\ntop down to the curve")):
            paper.text(6.35, y, word, fontsize=13, color=style.WORDS[name], weight="bold",
                       va="center")
        self._short = written(3.32, 13)
        self._shortest = written(2.96, 20, weight="bold")
        self._whose = written(2.62, 13)
        self._product = written(1.7, 13)
        self._value = written(1.17, 24, weight="bold")
        self._best = written(0.64, 13, color=style.GREY)

    def _build_curve(self, canvas: Canvas, ax: Axes) -> None:
        style.label(ax, "", "age in years", "probability")
        ax.yaxis.set_label_coords(-0.105, 0.5)
        ax.set(xlim=AGES, xticks=range(0, 61, 10), ylim=(-0.2, 1.2), yticks=[0, 0.5, 1])
        ax.set_yticklabels(["0", "½", "1"])
        ax.grid(False)
        for level in (0, 1):
            ax.axhline(level, color=style.GREY, lw=0.8, zorder=0.5)
        self._bars, self._dots = [], []
        for name, marker in (("survived", "o"), ("died", "X")):
            colour = style.COLOURS[name]
            self._bars.append(canvas.moving(ax.add_collection(LineCollection(
                [], colors=colour, linewidths=2.7, capstyle="butt", zorder=2))))
            self._dots.append(canvas.moving(*ax.plot(
                [], [], marker, ms=7, color=colour, mec="white", mew=0.6, ls="none", zorder=4,
                clip_on=False, label=name)))
        self._curve = canvas.moving(*ax.plot([], [], color=style.INK, lw=3, zorder=3))
        self._ring = canvas.moving(*ax.plot([], [], color=style.INK, lw=2.5, zorder=5,
                                            clip_on=False))

    def _build_stairs(self, canvas: Canvas, ax: Axes) -> None:
        style.label(ax, "", "the same bars, multiplied one after another", "product")
        ax.yaxis.set_label_coords(-0.105, 0.5)
        ax.set(xlim=(-0.5, 37), xticks=[])
        ax.grid(False)
        self._stairs = [canvas.moving(ax.add_collection(LineCollection(
            [], colors=style.COLOURS[name], linewidths=5, zorder=3)))
            for name in ("survived", "died")]
        self._level = canvas.moving(*ax.plot([], [], color=style.INK, lw=2, zorder=2))
        self._goal = canvas.moving(ax.axhline(0, color=style.GREY, lw=1.8, ls=(0, (4, 3)),
                                              zorder=1))

    def draw(self, state: dict) -> str:
        """Draw the curve of the state, its bars, and their product step by step."""
        who, w, half = state["who"], state["slope"], state["half"]
        members, top = group(who), best(who)
        bars, log = bars_of(members, w, half), log_likelihood(members, w, half)
        self._draw_curve(members, bars, w, half)
        self._draw_stairs(members, bars)
        self._goal.set_visible(top is not None)
        if top:
            self._goal.set_ydata([np.log10(top.likelihood)] * 2)
        least = int(bars.argmin())
        short, fate = scientific(np.log(bars[least])), ("died", "survived")[members.y[least]]
        place = f"{members.x[least]:.4g} years"
        self._headline.set_text(_finding(bars, log - np.log(top.likelihood) if top else None, w))
        self._short.set_text("shortest bar (ringed)" if w else "every bar")
        self._shortest.set_text(short)
        self._whose.set_text(f"{place}, {fate}" if w else "")
        self._product.set_text(f"likelihood: product\nof all {len(bars)} bars")
        self._value.set_text(scientific(log))
        self._best.set_text(f"dashed: the best curve's,\n{scientific(np.log(top.likelihood))}"
                            if top else "")
        named = "35 (without Mr Beane)" if who == "without Mr Beane" else len(bars)
        return (f"{named} by age, slope {w:.2f}, half at {half:.1f} years: the product "
                f"of the {len(bars)} bars is {scientific(log)}, and the shortest is {short}"
                + (f" ({place}, {fate})." if w else ", like every other.")).replace("-", "−")

    def _draw_curve(self, members: Group, bars: np.ndarray, w: float, half: float) -> None:
        x = np.linspace(*AGES, 241)
        self._curve.set_data(x, expit(w * (x - half)))
        at = places(members.x, (AGES[1] - AGES[0]) * APART)
        for k, kind in enumerate((1, 0)):
            mine = members.y == kind
            self._bars[k].set_segments([[(a, 1 - kind), (a, bar if kind else 1 - bar)]
                                        for a, bar in zip(at[mine], bars[mine], strict=True)])
            self._dots[k].set_data(at[mine], _heights(mine.sum(), kind))
        least = int(bars.argmin())
        kind = members.y[least]
        self._ring.set_data(*_around(at[least], *((0, bars[least]) if kind else
                                                  (1 - bars[least], 1))).T)
        self._ring.set_visible(w != 0)

    def _draw_stairs(self, members: Group, bars: np.ndarray) -> None:
        tens = np.maximum(np.concatenate([[0], np.cumsum(np.log10(np.maximum(bars, 1e-300)))]),
                          LOWEST - 1)
        self._frame(next((floor for floor in FLOORS if tens[-1] >= floor), LOWEST))
        at = 36 * np.arange(1, len(bars) + 1) / len(bars)
        for k, kind in enumerate((1, 0)):
            self._stairs[k].set_segments([[(at[i], tens[i]), (at[i], tens[i + 1])]
                                          for i in np.flatnonzero(members.y == kind)])
        self._level.set_data(np.r_[0, np.repeat(at, 2), 37], np.repeat(tens, 2))

    def _frame(self, floor: int) -> None:
        """Let the staircase's axis end at this power of ten, and say so below it."""
        self.canvas.invalidate(key=floor)
        if self._below.get_ylim()[0] == floor:
            return
        self._below.set(ylim=(floor, 0.05 * -floor), yticks=FLOORS[floor])
        self._below.set_yticklabels(["1", *(f"10{str(k).translate(DIGITS)}"
                                            for k in FLOORS[floor][1:])])
        self._below.set_xlabel("the same bars, multiplied one after another\n"
                               f"(axis down to 10{str(floor).translate(DIGITS)})")

    def details(self, state: dict) -> str:
        """Return the intercept, the log-likelihood, and the mean bar."""
        members, w, half = group(state["who"]), state["slope"], state["half"]
        bars, log = bars_of(members, w, half), log_likelihood(members, w, half)
        return (f"Intercept b = {0.0 - w * half + 0.0:.2f}. Log-likelihood {log:.2f}; a bar's "
                f"arithmetic mean {bars.mean():.3f}, geometric mean "
                f"{np.exp(log / len(bars)):.3f}.").replace("-", "−").replace("Log−", "Log-")


def _around(x: float, low: float, high: float) -> np.ndarray:
    """Return a ring around a bar, shape (81, 2): half a circle at either end of it."""
    t = np.linspace(0, np.pi, 40)
    side, up = ROUND[0] * np.cos(t), ROUND[1] * np.sin(t)
    return np.vstack([np.column_stack([x + side, high + up]), np.column_stack([x - side, low - up]),
                      [[x + ROUND[0], high]]])


def _heights(count: int, kind: int) -> np.ndarray:
    """Return where the dots of a kind stand, in turns nearer and farther from their line."""
    away = 0.06 + 0.075 * (np.arange(count) % 2)
    return 1 + away if kind else -away


def _finding(bars: np.ndarray, missing: float | None, w: float) -> str:
    """Return the title; ``missing`` is how far the logarithm is below the best one, if one is."""
    if w == 0:
        return "A flat curve: every bar is one half"
    if missing is not None and missing > -0.02:
        return f"No curve has a visibly larger product, {scientific(np.log(bars).sum())}"
    longer = int((bars > 0.5).sum())
    if bars.min() < SHORT and longer == len(bars) - 1:
        return f"One short bar undoes {longer} long ones"
    if longer == len(bars) - 1:
        return f"One bar is short, and divides the product by {1 / bars.min():.1f}"
    return f"{longer} of {len(bars)} bars are longer than ½"
