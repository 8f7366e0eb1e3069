"""Lesson a1b: a logistic curve over passengers, and a bar for each; the likelihood multiplies them.

Legend: ``w`` slope, ``half`` the place where the curve has the value ½, ``bars`` (n,) the
probabilities given to what happened.
"""
from __future__ import annotations

import numpy as np
from scipy.special import expit

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider, Stage
from coursekit.lessons.lessona1b.groups import (
    GROUPS, Best, Group, bars_of, best, group, log_likelihood,
)
from coursekit.plots import style

AGES = (-2.0, 64.0)
STEPS = (-0.5, 37.0)
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
        """Set both panels, and say what a bar is."""
        wide, high = self.size
        self._stage = stage = Stage(canvas, extent=self.size, **{name: (
            (LEFT / wide, bottom / high, WIDTH / wide, height / high), {"xlim": limits})
            for name, bottom, height, limits in (("curve", 2.35, 2.2, AGES),
                                                 ("stairs", 0.5, 1.2, STEPS))})
        style.label(stage.curve, "", "", "probability")
        stage.curve.set(xticks=range(0, 61, 10), ylim=(-0.2, 1.2), yticks=[0, 0.5, 1])
        stage.curve.set_yticklabels(["0", "½", "1"])
        for level in (0, 1):
            stage.curve.axhline(level, color=style.GREY, lw=0.8, zorder=0.5)
        style.label(stage.stairs, "", "", "product")
        stage.stairs.set(xticks=[])
        stage.curve.set_xlabel("age in years", loc="right")     # clear of the thread
        for ax in (stage.curve, stage.stairs):
            ax.yaxis.set_label_coords(-0.105, 0.5)
        for y, name, word in ((4.36, "survived", "a survivor's bar: up\nto the curve"),
                              (3.82, "died", "a victim's bar: from the\ntop down to the curve")):
            stage.word(6.35, y, word, 13, color=style.WORDS[name])

    def draw(self, state: dict) -> str:
        """Draw the curve of the state, its bars, and their product step by step."""
        who, w, half = state["who"], state["slope"], state["half"]
        members, top = group(who), best(who)
        bars, log = bars_of(members, w, half), log_likelihood(members, w, half)
        at = places(members.x, (AGES[1] - AGES[0]) * APART)
        self._draw_curve(members, bars, at, w, half)
        foot = self._draw_stairs(members, bars, top)
        least, word = int(bars.argmin()), self._stage.word
        short, fate = scientific(np.log(bars[least])), ("died", "survived")[members.y[least]]
        place = f"{members.x[least]:.4g} years, {fate}"
        product = (f"{'35 (without Mr Beane)' if who == GROUPS[1] else len(bars)} by age, slope "
                   f"{w:.2f}, half at {half:.1f} years: the product of the {len(bars)} bars is "
                   f"{scientific(log)}").replace("-", "−")
        word(6.35, 1.7, f"likelihood: product\nof all {len(bars)} bars", 13, fontweight="normal")
        word(6.35, 1.17, scientific(log), 24)
        if not self.controls:       # what the shortest bar does is asked for
            word(0.12, 4.84, f"{len(bars)} passengers, {len(bars)} bars, and one product", 15.5)
            return product + "."
        word(0.12, 4.84, _finding(bars, log - np.log(top.likelihood) if top else None, w), 15.5)
        word(6.35, 2.96, short, 20)
        word(6.35, 3.32, "shortest bar (ringed)" if w else "every bar", 13, fontweight="normal")
        if top:
            word(6.35, 0.64, f"dashed: the best curve's,\n{scientific(np.log(top.likelihood))}", 13,
                 fontweight="normal", color=style.GREY)
        if not w:
            return f"{product}, and the shortest is {short}, like every other."
        word(6.35, 2.62, place, 13, fontweight="normal")
        self._ring(at[least], bars[least], members.y[least], foot[least])
        return f"{product}, and the shortest is {short} ({place})."

    def _draw_curve(self, members: Group, bars: np.ndarray, at: np.ndarray, w: float,
                    half: float) -> None:
        ax, x = self._stage.curve, np.linspace(*AGES, 241)
        for kind, name, marker in ((1, "survived", "o"), (0, "died", "X")):
            mine = members.y == kind
            self._stage.lines(ax, [[(a, 1 - kind), (a, bar if kind else 1 - bar)]
                                   for a, bar in zip(at[mine], bars[mine], strict=True)],
                              style.COLOURS[name], 2.7, 2, capstyle="butt")
            ax.plot(at[mine], _heights(mine.sum(), kind), marker, ms=7, color=style.COLOURS[name],
                    mec="white", mew=0.6, zorder=4, clip_on=False)
        ax.plot(x, expit(w * (x - half)), color=style.INK, lw=3, zorder=3)

    def _draw_stairs(self, members: Group, bars: np.ndarray, top: Best | None) -> np.ndarray:
        """Draw the staircase; return the top of each bar's step, shape (n, 2)."""
        ax = self._stage.stairs
        tens = np.maximum(np.concatenate([[0], np.cumsum(np.log10(np.maximum(bars, 1e-300)))]),
                          LOWEST - 1)
        floor = next((floor for floor in FLOORS if tens[-1] >= floor), LOWEST)
        ax.set(ylim=(floor, 0.05 * -floor), yticks=FLOORS[floor], yticklabels=[
            "1", *(f"10{str(k).translate(DIGITS)}" for k in FLOORS[floor][1:])],
            xlabel="the same bars, multiplied one after another\n"
                   f"(axis down to 10{str(floor).translate(DIGITS)})")
        at = 36 * np.arange(1, len(bars) + 1) / len(bars)
        for kind, name in ((1, "survived"), (0, "died")):
            self._stage.lines(ax, [[(at[i], tens[i]), (at[i], tens[i + 1])]
                                   for i in np.flatnonzero(members.y == kind)],
                              style.COLOURS[name], 5)
        ax.plot(np.r_[0, np.repeat(at, 2), 37], np.repeat(tens, 2), color=style.INK, lw=2, zorder=2)
        if top and self.controls:
            ax.axhline(np.log10(top.likelihood), color=style.GREY, lw=1.8, ls=(0, (4, 3)), zorder=1)
        return np.column_stack([at, tens[:-1]])

    def _ring(self, x: float, bar: float, kind: int, foot: np.ndarray) -> None:
        """Draw a ring around the shortest bar, and a thread from there to its step below."""
        low, high = (0, bar) if kind else (1 - bar, 1)
        ring = _around(x, low, high)
        stage = self._stage
        stage.curve.plot(*ring.T, color=style.INK, lw=2.5, zorder=5, clip_on=False)
        inches = [(ax.transData + stage.paper.transData.inverted()).transform(point)
                  for ax, point in ((stage.curve, (x, low - ROUND[1])), (stage.stairs, foot))]
        stage.lines(stage.paper, [inches], style.INK, 1.2, 1, linestyles=":")

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
